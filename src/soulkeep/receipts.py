"""Receipts: what was done to a keep as a whole."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class ErasureReceipt:
    """What was erased, and that nothing of it is left.

    Attributes:
        person: whose memories; None where all of a character's were erased.
        character: of which character only; None for all characters.
        characters: the characters that held some.
        memories: how many were removed.
        stories, knowledge: how many stories and RDF data sets of a character went with it.
        remaining: how many relationships, characters included, are left, counted after the fact: 0.
        clean: the files hold no trace of them either. False while another program keeps reading the state before
            (a backup, say): erase again when it has finished.
    """

    person: str | None
    character: str | None = None
    characters: tuple[str, ...]
    memories: int
    stories: int = 0
    knowledge: int = 0
    remaining: int
    clean: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class TakenIn:
    """The receipt of an export that was read back: all of it is on disk.

    Attributes:
        characters: how many weren't there before.
        memories: how many were added.
        known: how many were there already; they stay as they are.
        deleted: how many had been deleted here since; they stay away.
        stories, knowledge: how many stories and RDF data sets were added.
    """

    characters: int
    memories: int
    known: int
    deleted: int
    stories: int
    knowledge: int
