"""Opening the keep that a command names, and finding its character."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import soulkeep
from soulkeep.stores.location import is_postgres, parse


@contextmanager
def open_keep(
    keep: str | Path,
    embedder: str | None,
    *,
    hint: str = "Name it with --keep.",
    settings: soulkeep.Settings | None = None,
) -> Iterator[soulkeep.Keep]:
    """Open a keep that is there already."""
    require_keep(keep, hint=hint)
    with soulkeep.open(keep, embedder=embedder, settings=settings) as opened:
        yield opened


@contextmanager
def open_character(
    keep: str | Path,
    id: str | None,
    embedder: str | None,
    *,
    hint: str = "Name it with --keep.",
    settings: soulkeep.Settings | None = None,
) -> Iterator[soulkeep.Character]:
    """Open a keep that is there already, for the named character, or the only one."""
    with open_keep(keep, embedder, hint=hint, settings=settings) as opened:
        yield pick_character(opened, id)


def require_keep(keep: str | Path, *, hint: str = "Name it with --keep.") -> None:
    """Raise `BadFile` if there is no keep, since commands that only read create none."""
    if "://" not in str(keep) and not Path(keep).exists():
        raise soulkeep.BadFile(f"There is no keep {keep}.", hint=hint)


def pick_character(keep: soulkeep.Keep, id: str | None) -> soulkeep.Character:
    """Return the named character, or the only one."""
    if id is not None:
        return keep.character(id, create=False)
    characters = keep.characters()
    if len(characters) == 1:
        return characters[0]
    names = ", ".join(character.id for character in characters)
    raise soulkeep.InputError(
        "Which character?" if characters else "This keep has no characters yet.",
        hint=f"Name one with --character: {names}."
        if characters
        else "Make one by talking to it: soulkeep chat -c nell",
    )


def without_password(keep: str) -> str:
    """Return a keep's location for people: a URL without its password."""
    return parse(keep).shown if is_postgres(keep) else keep
