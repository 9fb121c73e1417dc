"""The stories of a character: scripted events that it goes through with everyone it meets."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from soulkeep.character.relationship import Relationship
from soulkeep.errors import BadFile, InputError
from soulkeep.lang.validity import require_name
from soulkeep.runtime import Runtime
from soulkeep.stores.rows import CharacterRow
from soulkeep.types.records import StoryEvent


class Stories:
    """A character's stories; `Character.stories` returns them, `Character.stage` adds one. Iterating yields their
    ids."""

    def __init__(self, row: CharacterRow, runtime: Runtime) -> None:
        self._row = row
        self._runtime = runtime

    def __iter__(self) -> Iterator[str]:
        return iter(list(self._runtime.store.scripts(self._row.id)))

    def remove(self, story: str) -> bool:
        """Remove a story by its id; return False if there was none. What was said in it stays."""
        return self._runtime.store.drop_script(self._row.id, require_name(story, "story"))

    def events(self, *, person: str | None = None) -> list[StoryEvent]:
        """Return the story events that were opened with a person, in the order of opening."""
        from soulkeep.stories.progress import progress, titles

        relationship = Relationship(self._row, person, self._runtime)
        title_of = titles(relationship)
        events = [
            StoryEvent(
                story=script.id,
                event=one.event,
                title=title_of.get((script.id, one.event), one.event),
                opened=one.opened,
                closed=one.closed,
            )
            for script, so_far in progress(relationship)
            for one in so_far.events
        ]
        return sorted(events, key=lambda one: one.opened)


def stage(row: CharacterRow, runtime: Runtime, story: str | os.PathLike[str]) -> str:
    """Give a character a story. If it replaces one of the same id, people keep their progress in it.

    Args:
        row: the character.
        runtime: the keep's.
        story: a YAML file's path, or the YAML itself.

    Returns:
        The story's id.

    Raises:
        BadFile: the story can't be read; the message names the line and what to write instead.
    """
    from soulkeep.stories.progress import read_script

    text = _text(story)
    script = read_script(text)
    runtime.store.put_script(row.id, script.id, text)
    return script.id


def _text(story: str | os.PathLike[str]) -> str:
    """Return the YAML of a story: the argument itself, or the content of the file of that path."""
    if isinstance(story, str) and ("\n" in story or story.lstrip().startswith("{")):
        return story
    if not isinstance(story, str | os.PathLike):
        raise InputError(f"{story!r:.60} is no story.", hint="Give a YAML file's path, or the YAML itself.")
    try:
        return Path(story).read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError, ValueError) as error:
        raise BadFile(f"The story {os.fspath(story):.200} can't be read: {error}", hint="Give a YAML file.") from None
