"""Sensory memory: the current scene, for as long as it lasts (4: it fades away within seconds)."""

from __future__ import annotations

from dataclasses import replace

from soulkeep.settings import Settings
from soulkeep.types.records import Scene

MINUTE = 60.0


def faded(scene: Scene, seconds: float, settings: Settings) -> Scene | None:
    """Return what is left of a scene that was given some seconds ago and not since.

    Events go first, after `Settings.event_minutes`; place, people and things stay until another scene is given, or for
    `Settings.scene_minutes`.

    Returns:
        The scene; None if nothing is left.
    """
    if seconds > settings.scene_minutes * MINUTE:
        return None
    left = replace(scene, events=()) if seconds > settings.event_minutes * MINUTE else scene
    return None if left == Scene() else left
