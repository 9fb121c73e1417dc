"""A long talk doesn't wear out: wordings take turns, and what came up before is mentioned rarely."""

from __future__ import annotations

import itertools
import re
from collections import Counter, defaultdict
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from episodes_support import Talk, told
from soulkeep.graph.episodes.tell import Templates
from soulkeep.lang.pack import PACKS

OURS = PACKS / "en" / "templates"
BORN = ("Charlie Parker", "Miles Davis", "Billy Joel", "Jimi Hendrix", "Joe Satriani", "Duke Ellington", "Nina Simone",
        "Tina Turner", "Lou Reed", "Prince")  # fmt: skip
WHETHER = {
    "Prince": "Minneapolis", "Lou Reed": "Brooklyn", "Jimi Hendrix": "Seattle", "Nina Simone": "Tryon",
    "Miles Davis": "Alton", "Billy Joel": "The Bronx", "Yoko Ono": "Tokyo", "Janet Jackson": "Gary",
    "Barbra Streisand": "Brooklyn", "Tina Turner": "Brownsville", "Lady Gaga": "New York City",
    "Michael Jackson": "Gary", "Joe Satriani": "Westbury", "Charlie Parker": "Kansas City",
}  # fmt: skip
ALBUMS = ("Billy Joel", "Miles Davis", "Prince", "Norah Jones", "Lady Gaga", "David Bowie", "Bob Dylan", "The Beatles",
          "Michael Jackson", "Stevie Wonder")  # fmt: skip
QUESTIONS = [
    *(f"{word} was {name} born?" for name in BORN for word in ("When", "Where")),
    *(f"How many albums did {name} record?" for name in ALBUMS),
    *(f"Was {name} born in {place}?" for name, place in WHETHER.items()),
    *(f"Which albums did {name} record?" for name in ALBUMS[:8]),
    "Who wrote Imagine?", "Which instrument did Bob Dylan play?", "When was Abbey Road released?",
    "Who is Nina Simone?", "Tell me about Tina Turner.", "When did Billy Joel die?",
    "Where did Charlie Parker die?", "When did Miles Davis die?",
]  # fmt: skip
"""Sixty, all different."""


class Forms:
    """A finder of the wording and the intent that a text comes from, by telling each of them alone."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._alone: dict[str, list[Templates]] = {}
        self.told: list[tuple[str, Mapping[str, Any], str]] = []

    def of(self, intent: str, values: Mapping[str, Any], text: str) -> int:
        fitting = (number for number, one in enumerate(self._each(intent)) if _says(one, intent, values, text))
        return next(fitting)

    def _each(self, intent: str) -> list[Templates]:
        if intent not in self._alone:
            source = re.sub(r"\{#.*?#\}", "", (OURS / f"{intent}.j2").read_text(), flags=re.DOTALL)
            self._alone[intent] = []
            for number, piece in enumerate(re.split(r"^---\n", source, flags=re.MULTILINE)):
                place = self._folder / f"{intent}{number}"
                (place / "en").mkdir(parents=True)
                (place / "en" / f"{intent}.j2").write_text(piece)
                self._alone[intent].append(Templates(place))
        return self._alone[intent]


_tell = Templates.tell


def _says(one: Templates, intent: str, values: Mapping[str, Any], text: str) -> bool:
    try:
        return _tell(one, intent, "en", values, variant=0) == text
    except Exception:
        return False


@pytest.fixture
def forms(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Forms:
    found = Forms(tmp_path)

    def heard(self: Templates, intent: str, language: str, values: Mapping[str, Any], **more: Any) -> str:
        text = _tell(self, intent, language, values, **more)
        found.told.append((intent, dict(values), text))
        return text

    monkeypatch.setattr(Templates, "tell", heard)
    return found


def test_sixty_different_questions_on_two_days(forms: Forms) -> None:
    assert len(set(QUESTIONS)) == 60
    used: dict[str, list[int]] = defaultdict(list)
    with Talk() as talk:
        for questions in (QUESTIONS, QUESTIONS[::-1]):
            remarks: list[str] = []
            texts: list[str] = []
            for question in questions:
                forms.told.clear()
                reply = talk.say(question)
                assert reply.understanding is not None
                if reply.understanding.language != "en":
                    continue
                remarks.append(told(reply) or "")
                texts += [one.text for one in reply.remarks if one.told and not one.intent.startswith("same_question")]
                for intent, values, text in forms.told:
                    if intent != "answered" and text in reply.text:
                        used[intent].append(forms.of(intent, values, text))
            came_up = [place for place, intent in enumerate(remarks) if intent.startswith("reminded")]
            trivia = [place for place, intent in enumerate(remarks) if intent == "same_question_trivia"]
            for places in (came_up, trivia):
                assert len(places) <= len(remarks) / 6 + 1
                assert all(after - before > 6 for before, after in itertools.pairwise(places))
            assert sum(map(bool, remarks)) <= len(remarks) / 2
            assert len(set(texts)) == len(texts)
            talk.wait(days=1)
    for intent, numbers in used.items():
        for before, after in itertools.pairwise(numbers):
            bare = intent == "count" and not before  # a count and nothing else, which doesn't wear out
            assert before != after or bare, (intent, numbers)
        worded = [number for number in numbers if number or intent != "count"]
        if len(worded) >= 12:
            often = Counter(worded).most_common(1)[0][1]
            assert often <= len(worded) / 2, (intent, numbers)
    assert len(used["yes"]) >= 20
    for first in range(len(used["yes"]) - 3):
        assert len(set(used["yes"][first : first + 3])) == 3, used["yes"]


def test_nobody_is_reminded_of_what_came_up_in_the_same_half_hour() -> None:
    with Talk() as talk:
        for name in BORN:
            for word in ("When", "Where"):
                intent = told(talk.say(f"{word} was {name} born?")) or ""
                assert not intent.startswith("reminded")


def test_the_same_is_remarked_on_once_in_a_talk() -> None:
    with Talk() as talk:
        talk.say("When was Jimi Hendrix born?")
        talk.wait(days=1)
        assert told(talk.say("When was Joe Satriani born?")) == "reminded_class"
        replies = [talk.say(f"Which albums did {name} record?") for name in ALBUMS]
        replies.append(talk.say("When was Carlos Santana born?"))
        reminders = [one for reply in replies for one in reply.remarks if "Jimi Hendrix" in one.text]
        assert not any(one.told for one in reminders)


def test_the_same_talk_is_worded_the_same() -> None:
    answers = []
    for _ in range(2):
        with Talk() as talk:
            answers.append([talk.say(question).text for question in QUESTIONS[20:40]])
    assert answers[0] == answers[1]
