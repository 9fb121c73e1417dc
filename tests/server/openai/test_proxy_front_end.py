"""A front end that says, swipes, edits, goes back and comes again at random: what is stored is what it shows."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from proxy_support import Talk, talking

from upstream_support import Upstream

Message = dict[str, Any]

STEPS = 14


class FrontEnd:
    """One talk of a person's, and what may be done with it.

    Args:
        seed: of the chance by which it is done.
    """

    def __init__(self, seed: int) -> None:
        self.person = f"p{seed}"
        self.messages: list[Message] = []
        self.done: list[str] = []
        self._left: list[list[Message]] = []
        self._chance = random.Random(seed)

    def step(self) -> bool:
        """Do something that asks for an answer; False if it can't be done now."""
        ways = ["say"] * 5 + ["swipe"] * 2 + ["edit_last", "edit_message", "edit_answer", "go_back", "return"]
        way = self._chance.choice(ways) if self.messages else "say"
        fewest = {"edit_last": 4, "edit_message": 5, "edit_answer": 4, "go_back": 6}
        if len(self.messages) < fewest.get(way, 0) or (way == "return" and not self._left):
            return False
        self.done.append(way)
        if way == "swipe":
            self.messages = self.messages[:-1]
            return True
        if way == "edit_last":
            self.messages = self.messages[:-2]
        elif way == "edit_message":
            self._edit(self._chance.randrange(0, len(self.messages) - 2, 2))
        elif way == "edit_answer":
            self._edit(self._chance.randrange(1, len(self.messages), 2))
        elif way == "go_back":
            self._left.append(self.messages)
            self.messages = self.messages[: self._chance.randrange(2, len(self.messages) - 2, 2)]
        elif way == "return":
            self.messages = self._left.pop()
        text = f"This is message {len(self.done)} of {self.person}."
        self.messages = [*self.messages, {"role": "user", "content": text}]
        return True

    def _edit(self, at: int) -> None:
        edited = {**self.messages[at], "content": f"{self.messages[at]['content']} Or not?"}
        self.messages = [*self.messages[:at], edited, *self.messages[at + 1 :]]

    def hear(self, answer: str) -> None:
        """Show an answer."""
        self.messages = [*self.messages, {"role": "assistant", "content": answer}]


@pytest.mark.parametrize("first", [100, 110])
def test_what_is_stored_is_what_the_front_end_shows(tmp_path: Path, first: int) -> None:
    with talking(tmp_path, Upstream()) as talk:
        for seed in range(first, first + 10):
            front = FrontEnd(seed)
            for n in range(STEPS):
                if not front.step():
                    continue
                front.hear(talk.send(front.messages, model=f"holmes@{front.person}~m", stream=n % 2 == 0))
                shown = [(message["content"], talk.session) for message in front.messages]
                turns = [(turn.text, turn.session) for turn in talk.turns(person=front.person)]
                assert turns == shown, (seed, front.done, talk.history)


def shown_and_stored(talk: Talk) -> bool:
    """Return whether what is stored is what the front end shows."""
    return talk.said() == [message["content"] for message in talk.messages]


def test_edits_count_once_the_front_end_went_back(tmp_path: Path) -> None:
    with talking(tmp_path, Upstream()) as talk:
        for n in range(8):
            talk.say(f"Message {n} of the long talk.")
        talk.messages = talk.messages[:2]
        talk.say("Another way.")
        talk.say("And on.")
        talk.messages = talk.messages[:-2]
        talk.say("And on, otherwise.")
        assert shown_and_stored(talk)
        talk.messages[2] = {"role": "user", "content": "Another way, edited."}
        talk.say("Well?")
        assert talk.history == "matched=5; edited=1; new=1; unknown=0"
        assert shown_and_stored(talk)


def test_a_talk_whose_first_answer_was_swiped_stays_one(tmp_path: Path) -> None:
    with talking(tmp_path, Upstream()) as talk:
        talk.say("Hello there.")
        talk.messages[-1] = {"role": "assistant", "content": talk.send(talk.messages[:-1])}
        talk.say("I live in Paris.")
        session = talk.session
        talk.messages = talk.messages[:-2]
        talk.say("I live in Rome.")
        assert talk.session == session
        assert shown_and_stored(talk)


def test_few_words_said_again_and_again_are_answered_anew_once(tmp_path: Path) -> None:
    with talking(tmp_path, Upstream(says=lambda model, body: "Ok.")) as talk:
        talk.say("Yes.")
        talk.say("Yes.")
        talk.send(talk.messages[:-1])
        assert talk.history == "matched=3; edited=0; new=0; unknown=0"
        assert talk.said() == ["Yes.", "Ok."] * 2
