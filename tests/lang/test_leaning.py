"""Tests of which texts depend on the talk before them, and which can be understood by themselves."""

from __future__ import annotations

import pytest

from soulkeep.lang.anchors import anchor
from soulkeep.lang.references import leans_on_talk, salient

ALONE = [
    ("en", "What's my name?"),
    ("en", "Who am I?"),
    ("en", "Do you remember me?"),
    ("en", "Where did Anna leave her keys?"),
    ("en", "What did Melanie paint for her mother?"),
    ("en", "Does it rain in London?"),
    ("en", "What time is it?"),
    ("en", "Where is the violin?"),
    ("en", "Is there a bakery in this town?"),
    ("de", "Wie heiße ich?"),
    ("de", "Haben Sie einen Hund?"),
    ("de", "Wie geht es Anna?"),
    ("de", "Gibt es Kuchen?"),
    ("fr", "Il y a du pain ?"),
    ("fr", "Comment je m'appelle ?"),
    ("es", "¿Dónde está la casa?"),
    ("ko", "내 이름이 뭐야?"),
    ("ko", "민지는 어디 살아?"),
    ("ja", "私の彼女の名前は？"),
    ("zh", "这周末去哪里？"),
    ("zh", "我叫什么名字？"),
]
LEANING = [
    ("en", "Where are they located?"),
    ("en", "What is his name?"),
    ("en", "And where?"),
    ("en", "Why?"),
    ("en", "Where is it?"),
    ("en", "What about Rome?"),
    ("de", "Wo liegt er?"),
    ("de", "Und warum?"),
    ("fr", "Où sont-ils ?"),
    ("fr", "Et pourquoi ?"),
    ("es", "¿Dónde viven ellos?"),
    ("ko", "그건 어디에 있어?"),
    ("ko", "그분 성함이 뭐야?"),
    ("ja", "それはどこですか？"),
    ("zh", "它们在哪里？"),
    ("zh", "他叫什么名字？"),
]


@pytest.mark.parametrize(("language", "text"), ALONE)
def test_stands_by_itself(language: str, text: str) -> None:
    assert leans_on_talk(text, language) == 0


@pytest.mark.parametrize(("language", "text"), LEANING)
def test_leans_on_the_talk(language: str, text: str) -> None:
    assert leans_on_talk(text, language) >= 0.5


def test_what_was_talked_of() -> None:
    talk = [("I like apples.", "anna"), ("Me too, in January especially those from Wiard's orchard!", "npc")]
    found = {item.text: item.weight for item in salient(talk, "en")}
    assert found["Wiard"] > found["orchard"] > found["apples"]
    assert "January" not in found  # a time isn't what was talked of
    assert {item.text for item in salient([("I thought about my father.", "Holmes")], "en")} >= {"father", "Holmes"}


def test_scripts_without_capitals_give_words_not_clauses() -> None:
    found = {item.text: item.weight for item in salient([("우리 언니 민지는 병원 근처로 이사했어", "수아")], "ko")}
    assert "민지는" in found
    assert max(len(word) for word in found) < 8
    german = {item.text: item.weight for item in salient([("Das hat übrigens für Bonn gut geklappt", "Max")], "de")}
    assert german["Bonn"] > german.get("übrigens", 0.0)


@pytest.mark.parametrize(
    ("language", "text", "event", "side"),
    [
        ("en", "How did I get to work before the move?", "the move", -1),
        ("en", "What did we do after my wedding?", "my wedding", 1),
        ("de", "Was war nach der Hochzeit?", "der hochzeit", 1),
        ("fr", "Où habitais-je avant le déménagement ?", "le déménagement", -1),
        ("es", "¿Qué hice después de la boda?", "la boda", 1),
        ("ko", "이사 전에 어디 살았지?", "이사", -1),
        ("zh", "搬家之前我住在哪里？", "搬家", -1),
        ("ja", "引っ越しの前にどこに住んでいましたか？", "引っ越し", -1),
    ],
)
def test_events(language: str, text: str, event: str, side: int) -> None:
    found = anchor(text, language)
    assert found is not None
    assert (found.event.strip(), found.side) == (event, side)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("ko", "민지가 전에 살던 도시는 어디야?"),
        ("ko", "예전에는 무슨 일을 했었는지 기억나?"),
        ("ko", "3일 전에 뭐 했지?"),
        ("zh", "我妈妈以前做什么工作？"),
        ("de", "Was hängt vor der Haustür?"),
        ("en", "Have we met before?"),
        ("ko", "ㅋ" * 50_000),
        ("en", "before " * 10_000),
    ],
)
def test_no_events(language: str, text: str) -> None:
    assert anchor(text, language) is None
