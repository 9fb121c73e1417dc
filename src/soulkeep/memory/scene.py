"""Sensory memory: what is around, as long as it is (4: it fades away within seconds)."""

from __future__ import annotations

from dataclasses import replace

from soulkeep.settings import Settings
from soulkeep.types.records import Scene

MINUTE = 60.0


def faded(scene: Scene, seconds: float, settings: Settings) -> Scene | None:
    """What is left of a scene that was told some seconds ago and not since.

    What just happened goes first; place, people and things stay as long as nobody says that the scene has changed, up
    to `Settings.scene_minutes`.

    Returns:
        None if nothing is left.
    """
    if seconds > settings.scene_minutes * MINUTE:
        return None
    left = replace(scene, events=()) if seconds > settings.event_minutes * MINUTE else scene
    return None if left == Scene() else left
