"""Whole talks, repeated turn by turn through `reply` with the recorded answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import timedelta
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any

import soulkeep
from soulkeep.errors import BadFile
from soulkeep.evals.datasets import Dataset, read_dataset
from soulkeep.importers.conversations import ImportedConversation, read_lines
from soulkeep.lang.tokens import count_tokens
from soulkeep.routing_rules import Rules
from soulkeep.testing.models import ScriptedChat
from soulkeep.types.records import Turn

BETWEEN = timedelta(minutes=1)
"""Time between turns where a data set has no times."""

SETTLED_EVERY = 4
"""Number of exchanges after which background work is done."""

_DESCRIPTION = (
    "{name} is an old friend of {person}'s, warm, patient and a little dry, who has time to listen and remembers what "
    "is told. {name} asks one good question rather than three, takes other people's worries seriously without making "
    "them larger, and is glad about what goes well. {name} says openly what {name} doesn't know, gives advice only "
    "with its reason, and never lectures. {name} likes long walks, old books, good bread and bad weather, and draws "
    "on them for a picture now and then. {name} speaks in short, plain sentences, in the language of the other, "
    "without slang and without lists, and keeps to a few sentences at a time."
)
"""Description of a character for which the data set has none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """The character of a conversation.

    Attributes:
        name: the speaker's name in its turns.
        description: its description, as in `keep.character`.
    """

    name: str
    description: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Talks:
    """Conversations with their questions and characters, by conversation."""

    dataset: Dataset
    characters: Mapping[str, Played] = field(default_factory=dict)

    def played(self, conversation: ImportedConversation) -> Played:
        """Return the character of a conversation: the data set's, or the second speaker."""
        played_before = self.characters.get(conversation.id)
        if played_before is not None:
            return played_before
        name = conversation.speakers[1] if len(conversation.speakers) > 1 else "assistant"
        return Played(name=name, description=_DESCRIPTION.format(name=name, person=asker(conversation)))


def shipped_talks() -> Talks:
    """Return two talks of 100 turns, in English and in Korean (CC0)."""
    with as_file(files("soulkeep.evals") / "data") as folder:
        talks = read_talks(folder)
    return replace(talks, dataset=replace(talks.dataset, name="two talks"))


def read_talks(folder: Path) -> Talks:
    """Return a data set, with `characters.jsonl` (`{"conversation", "name", "description"}`) if it has one.

    Raises:
        BadFile: a file is missing or invalid.
    """
    path = folder / "characters.jsonl"
    dataset = read_dataset(folder)
    by_id: dict[str, Played] = {}
    for number, data in read_lines(path) if path.exists() else ():
        try:
            by_id[data["conversation"]] = Played(name=str(data["name"]), description=str(data["description"]))
        except (KeyError, TypeError) as error:
            raise BadFile(
                f"{path}, line {number}: not a character ({type(error).__name__}: {error}).",
                hint='Expected {"conversation", "name", "description"}.',
            ) from error
    return Talks(dataset=dataset, characters=by_id)


def asker(conversation: ImportedConversation) -> str:
    """Return the person faced: the first speaker."""
    return conversation.speakers[0] if conversation.speakers else "user"


class Recorded(ScriptedChat):
    """A chat model that answers with `line`, whatever the prompt, and keeps the prompts.

    Args:
        count: a function that counts a text's tokens.
    """

    def __init__(self, count: Callable[[str], int] = count_tokens) -> None:
        self.line = "…"
        self._count = count
        super().__init__(default=lambda messages: self.line)

    def count_tokens(self, text: str) -> int:
        return self._count(text)


def dated(turns: Sequence[Turn]) -> list[Turn]:
    """Return turns with times; one without follows the one before it."""
    dated_turns: list[Turn] = []
    last = soulkeep.SystemClock().now() - timedelta(days=60)
    for turn in turns:
        last = turn.time or last + BETWEEN
        dated_turns.append(Turn(turn.text, turn.speaker, last, turn.session, turn.id))
    return dated_turns


def replay(
    keep: soulkeep.Keep,
    character: soulkeep.Character,
    chat: Recorded,
    turns: Sequence[Turn],
    *,
    person: str,
    session: str | None = None,
    heard: Callable[[soulkeep.Reply], Any] = lambda reply: None,
) -> None:
    """Repeat a talk: each of the person's turns goes through `reply`, where the model gives the recorded answer. Turns
    that the next one doesn't answer are observed.

    Args:
        keep: a keep with `chat` as its model and `background=False`; background work is done in between.
        character: the character.
        chat: the model.
        turns: the turns in order, with times.
        person: the speaker who is the person; all other turns are the character's.
        session: one conversation for all turns, instead of their own.
        heard: a function called with each reply.
    """
    exchanges, at = 0, 0
    only_the_model = Rules(allow={"model"})
    while at < len(turns):
        turn = turns[at]
        own = turns[at + 1] if at + 1 < len(turns) else None
        within = session or turn.session
        together = own is not None and (session is not None or own.session == turn.session)
        if own is not None and together and turn.speaker == person != own.speaker and own.text.strip():
            chat.line = own.text
            heard(
                character.reply(
                    turn.text, person=person, session=within, time=turn.time, id=turn.id, rules=only_the_model
                )
            )
            at, exchanges = at + 2, exchanges + 1
            if exchanges % SETTLED_EVERY == 0:
                keep.settle()
        else:
            speaker = person if turn.speaker == person else character.name
            character.observe(turn.text, person=person, speaker=speaker, time=turn.time, session=within, id=turn.id)
            at += 1
