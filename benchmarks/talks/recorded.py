"""Live through the talks with a language model, and record what it answers; what is recorded is replayed afterwards.

python -m benchmarks.talks.recorded en --url http://127.0.0.1:8642/v1 --model some-model
python -m benchmarks.talks.recorded association --url …
"""

from __future__ import annotations

import argparse
from collections.abc import AsyncIterator, Mapping, Sequence
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from benchmarks.talks.talk import FOLDER, NAMES, Talk, live, talk

import soulkeep
from soulkeep.evals.datasets import read_dataset
from soulkeep.models.chat.base import ChatModel, Message, OpenAIChat
from soulkeep.testing.recording import RecordingChat, ReplayChat

ASSOCIATION = "association"
SETTINGS = soulkeep.Settings(background=False, query_seconds=3000.0)
"""A long limit, as whoever writes the answers may take long; replayed answers come at once."""


def recording(name: str) -> Path:
    """Return the file that holds the answers to a talk."""
    return FOLDER / f"{name}.recording.jsonl"


class _Half(ChatModel):
    """Answers from a recording what is asked for in JSON, the memories, and from a model whatever else is asked."""

    def __init__(self, kept: ChatModel, model: ChatModel) -> None:
        self.name = kept.name
        self._kept, self._model = kept, model

    def stream(self, messages: Sequence[Message]) -> AsyncIterator[str | soulkeep.Usage]:
        return self._model.stream(messages)

    def stream_json(
        self, messages: Sequence[Message], schema: Mapping[str, Any]
    ) -> AsyncIterator[str | soulkeep.Usage]:
        return self._kept.stream_json(messages, schema)


def model_for(name: str, url: str | None, model: str, *, queries: bool = False) -> ChatModel:
    """Return the model that answers: behind a URL and recorded, or out of the recording. With `queries`, the memories
    come out of the recording, and lookups for the questions are added to it."""
    if url is None:
        return ReplayChat(recording(name))
    asked = OpenAIChat(url, model, timeout=3000.0, retries=0)
    if queries:
        return _Half(ReplayChat(recording(name)), RecordingChat(asked, recording(name), append=True))
    return RecordingChat(asked, recording(name))


def contexts(given: Talk, character: soulkeep.Character) -> dict[str, soulkeep.Context]:
    """Return the prompt for each question of a talk, asked in a conversation of its own."""
    return {
        question["id"]: character.context(
            question["text"],
            person=given.person["id"],
            session=f"asked {question['id']}",
            time=datetime.fromisoformat(question["time"]),
        )
        for question in given.questions
    }


def live_associations(chat: ChatModel | None) -> tuple[soulkeep.Keep, soulkeep.Character]:
    """Live through the association set, a conversation for each of its turns."""
    [conversation] = read_dataset(FOLDER.parent / ASSOCIATION).conversations
    clock = soulkeep.ManualClock(datetime.fromisoformat("2026-01-05T18:00:00+00:00"))
    keep = soulkeep.open(":memory:", embedder="static", chat=chat, clock=clock, settings=SETTINGS)
    character = keep.character(ASSOCIATION, name="Mara", description="A companion who listens.")
    for turn in conversation.turns:
        character.observe(turn.text, person="anna", speaker="anna", session=turn.session, id=turn.id)
        clock.advance(timedelta(days=3))
        keep.settle(over=True)
    return keep, character


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("name", choices=(*NAMES, ASSOCIATION))
    parser.add_argument("--url", help="of the model, up to /v1; what is recorded is replayed without it")
    parser.add_argument("--model", default="model")
    parser.add_argument(
        "--queries", action="store_true", help="ask what to look up for the questions, and nothing else"
    )
    options = parser.parse_args()
    chat = model_for(options.name, options.url, options.model, queries=options.queries)
    if options.name == ASSOCIATION:
        keep, character = live_associations(chat)
    else:
        given = talk(options.name)
        keep, character, _ = live(given, chat, SETTINGS)
        if options.queries or options.url is None:
            contexts(given, character)
    with keep:
        print(keep.usage()["memory"], keep.jobs())


if __name__ == "__main__":
    main()
