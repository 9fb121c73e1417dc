"""Measure how often a language model is asked when the talks are had through `reply`, and how many tokens that takes,
by task.

python -m benchmarks.talks.calls

The model is a stand-in that answers with the talk's own lines, looks nothing up and remembers a sentence, so profiles
stay empty: what memories add to prompts is in the report.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import AsyncIterator, Mapping, Sequence
from datetime import datetime
from itertools import groupby
from typing import Any

from benchmarks.talks.talk import NAMES, Talk, talk

import soulkeep
from soulkeep.lang.tokens import count_tokens
from soulkeep.models.chat.base import ChatModel, Message

SETTINGS = soulkeep.Settings(background=False)


class Counting(ChatModel):
    """Counts calls and tokens by task."""

    def __init__(self) -> None:
        self.name = "counting"
        self.line = ""
        self.calls: Counter[str] = Counter()
        self.tokens: Counter[str] = Counter()

    async def stream(self, messages: Sequence[Message]) -> AsyncIterator[str | soulkeep.Usage]:
        looks_up = messages[0].content.startswith("You look things up")
        yield self._counted("look up" if looks_up else "answer", messages, "NONE" if looks_up else self.line)

    async def stream_json(
        self, messages: Sequence[Message], schema: Mapping[str, Any]
    ) -> AsyncIterator[str | soulkeep.Usage]:
        reflects = schema["title"] == "Reflected"
        said = {"insights": []} if reflects else {"summary": "They talked.", "importance": 3}
        yield self._counted("reflect" if reflects else "remember", messages, json.dumps(said))

    def _counted(self, task: str, messages: Sequence[Message], answer: str) -> str:
        self.calls[task] += 1
        self.tokens[task] += sum(count_tokens(message.content) for message in messages) + count_tokens(answer)
        return answer


def had(given: Talk) -> tuple[Counting, int]:
    """Have a talk; return the model, and how many messages it was sent."""
    chat, messages = Counting(), 0
    clock = soulkeep.ManualClock(datetime.fromisoformat(given.turns[0]["time"]))
    with soulkeep.open(":memory:", chat=chat, embedder="static", clock=clock, settings=SETTINGS) as keep:
        named = given.character
        character = keep.character(named["id"], name=named["name"], description=named.get("description", ""))
        for day, group in groupby(given.turns, key=lambda turn: turn["time"][:10]):
            turns = list(group)
            for turn, after in zip(turns, [*turns[1:], None], strict=True):
                if turn["by"] != "person":
                    continue
                time = datetime.fromisoformat(turn["time"])
                clock.advance(max(time - clock.now(), time - time))
                chat.line = after["text"] if after and after["by"] == "character" else "Ah."
                character.reply(turn["text"], person=given.person["id"], session=day, time=time)
                messages += 1
            keep.settle(over=True)
    return chat, messages


def main() -> None:
    for name in NAMES:
        chat, messages = had(talk(name))
        print(
            f"{name}: {messages} messages, {sum(chat.calls.values()) / messages:.2f} calls and "
            f"{sum(chat.tokens.values()) / messages:.0f} tokens each:",
            ", ".join(f"{task} {calls} ({chat.tokens[task] / messages:.0f})" for task, calls in chat.calls.items()),
        )


if __name__ == "__main__":
    main()
