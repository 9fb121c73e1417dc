"""The owners of memories: a character, or a world, whose lore many characters have read."""

from __future__ import annotations

from soulkeep.errors import InputError
from soulkeep.lang.validity import require_name

WORLD = "world:"
"""Prefix of an owner that is a world; its name follows."""


def owner_of(world: str) -> str:
    """Return a world's name as an owner of memories."""
    return f"{WORLD}{world}"


def world_of(owner: str) -> str | None:
    """Return the name of the world that an owner is; None for a character."""
    return owner[len(WORLD) :] if owner.startswith(WORLD) else None


def require_world(name: str) -> str:
    """Return the name of a world if it is valid, or raise `InputError`."""
    return require_name(name, "world")


def require_character(id: str) -> str:
    """Return the id of a character if it is valid: it mustn't look like a world's."""
    world = world_of(require_name(id, "character id"))
    if world is not None:
        raise InputError(
            f"A character's id can't begin with {WORLD!r}, as {id!r:.80} does.",
            hint=f"For the lore that characters share, use keep.world({world!r:.80}); else take another id.",
        )
    return id
