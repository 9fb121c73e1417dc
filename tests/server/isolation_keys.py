"""Keys of many kinds, and whom each reaches."""

from __future__ import annotations

from typing import Any

from isolation_support import ANNA, BORIS, CLARA, PEOPLE, Viewer

CHARACTERS = ("holmes", "watson")
ALL = ("read", "write", "admin")

KEYS: dict[str, dict[str, Any]] = {
    "anna": {"rights": ["read", "write"], "people": [ANNA]},
    "anna of holmes": {"rights": ALL, "people": [ANNA], "characters": ["holmes"]},
    "boris, to read": {"rights": ["read"], "people": [BORIS]},
    "boris and clara": {"rights": ALL, "people": [BORIS, CLARA]},
    "holmes": {"rights": ALL, "characters": ["holmes"]},
    "for nobody": {"rights": ALL, "people": []},
    "to write": {"rights": ["write"]},
    "to admin": {"rights": ["admin"]},
    "elsewhere": {"rights": ALL},
}
"""The scopes of keys; the last is another workspace's."""


def workspace_of(key: str) -> str:
    """Return the workspace that a key belongs to."""
    return "b" if key == "elsewhere" else "a"


def reaches(key: str, character: str, person: str | None) -> bool:
    """Return whether a key's scope covers somebody's memories of a character; what it may do there is another
    matter."""
    own, whom = KEYS[key].get("characters"), KEYS[key].get("people")
    return (own is None or character in own) and (whom is None or person is None or person in whom)


def reach(key: str) -> list[Viewer]:
    """Return all viewers as whom a key may ask."""
    if "read" not in KEYS[key]["rights"]:
        return []
    return [
        Viewer(workspace_of(key), character, person)
        for character in CHARACTERS
        for person in (*PEOPLE, None)
        if reaches(key, character, person)
    ]
