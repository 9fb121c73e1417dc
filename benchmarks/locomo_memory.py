"""One conversation of LoCoMo with a language model's memories and without: recall@10 by category.

    python benchmarks/locomo_memory.py ../shared/eval/locomo --conversation conv-30 --recording conv-30.jsonl

The data is for evaluation only, so the recording stays where it is put, outside the project.
"""

from __future__ import annotations

import argparse
import json
from collections import defaultdict
from datetime import timedelta
from itertools import groupby
from pathlib import Path

import soulkeep
from soulkeep.evals.datasets import ImportedConversation, LabelledQuestion, read_dataset
from soulkeep.evals.run import afterwards
from soulkeep.models.chat.base import ChatModel, OpenAIChat
from soulkeep.testing.recording import RecordingChat, ReplayChat
from soulkeep.types.records import FACT, INSIGHT, TURN

K = 10
SETTINGS = soulkeep.Settings(background=False)


def lived(conversation: ImportedConversation, chat: ChatModel | None) -> tuple[soulkeep.Keep, soulkeep.Character, str]:
    """Return a keep that has stored a conversation, its character (the second speaker), and the person (the first)."""
    person, name = conversation.speakers[:2]
    first = conversation.turns[0].time
    assert first is not None
    clock = soulkeep.ManualClock(first)
    keep = soulkeep.open(":memory:", embedder="static", chat=chat, clock=clock, settings=SETTINGS)
    character = keep.character(conversation.id, name=name, language=conversation.language)
    for _, group in groupby(conversation.turns, key=lambda turn: turn.session):
        turns = list(group)
        assert turns[-1].time is not None
        clock.advance(max(timedelta(), turns[-1].time - clock.now()))
        character.observe_many(turns, person=person)
        clock.advance(timedelta(hours=1))
        keep.settle(over=True)
    return keep, character, person


def found(
    character: soulkeep.Character, person: str, question: LabelledQuestion, when: object, kinds: set[str]
) -> float:
    """Return the share of a question's evidence among the first ten hits; a fact counts as the turns it rests on.

    Args:
        character: the second speaker of the conversation.
        person: the first speaker.
        question: the question, with the turns that are its evidence.
        when: the moment of asking.
        kinds: kinds of memories to recall.
    """
    hits = character.recall(question.text, person=person, k=K, time=when, kinds=kinds).hits
    there = {turn for hit in hits for turn in hit.memory.turns}
    return len(there.intersection(question.evidence)) / len(question.evidence)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("dataset", type=Path)
    parser.add_argument("--conversation", default="conv-30")
    parser.add_argument("--recording", type=Path, required=True)
    parser.add_argument("--url")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    if not options.dataset.exists():
        print(f"Skipped: there is no {options.dataset}.")
        return
    data = read_dataset(options.dataset)
    conversation = next(one for one in data.conversations if one.id == options.conversation)
    questions = [one for one in data.questions[conversation.id] if one.evidence]
    chat: ChatModel
    if options.url:
        chat = RecordingChat(OpenAIChat(options.url, "model", timeout=3000.0, retries=0), options.recording)
    else:
        chat = ReplayChat(options.recording)
    rows: dict[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    for name, model in (("without", None), ("with", chat)):
        keep, character, person = lived(conversation, model)
        with keep:
            for question in questions:
                when = question.time or afterwards(conversation)
                for column, kinds in ((f"{name}: turns", {TURN}), (f"{name}: all", {TURN, FACT, INSIGHT})):
                    value = found(character, person, question, when, kinds)
                    rows[question.category][column].append(value)
                    rows["all"][column].append(value)
            usage = keep.usage()
    table = {
        category: {"questions": len(next(iter(columns.values())))}
        | {column: round(sum(values) / len(values), 3) for column, values in columns.items()}
        for category, columns in sorted(rows.items())
    }
    if options.json:
        print(json.dumps(table))
        return
    for category, columns in table.items():
        print(f"{category:14}", columns)
    print(usage.get("memory"), "turns:", len(conversation.turns))


if __name__ == "__main__":
    main()
