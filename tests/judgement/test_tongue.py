"""The language of a first turn: its words and the learnt model tell it together."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

import soulkeep
from soulkeep.judgement.talk import tongue


@pytest.mark.parametrize(
    ("said", "language"),
    [
        ("welche augenfarbe hat gerda?", "de"),  # one common word, and a model that is fairly sure
        ("Welche Berge sind keine Vulkane?", "de"),
        ("frère malade", "fr"),  # no common word at all
        ("Tour de France winner", "en"),  # what stands within a name is no word of the talk
        ("Joan Miró, Barcelona", "en"),
        ("Who trained Rurik Behl?", "en"),
        ("Wake me at seven", "en"),
        ("où est passé mon vélo ?", "fr"),
        ("¿quién pintó el cuadro?", "es"),
        ("Hamlet?", "en"),
    ],
)
def test_a_first_turn_is_heard_in_its_language(said: str, language: str) -> None:
    assert tongue(said) == language


def test_who_asks_in_german_is_answered_in_german(keep: soulkeep.Keep) -> None:
    told = keep.character("Gerda").reply("welche augenfarbe hat gustav?", person="p").text
    assert tongue(told) == "de"


@pytest.mark.parametrize(
    "name", ["Charles de Gaulle", "La Casa de Papel", "Der Ring des Nibelungen", "Luis de la Cruz"]
)
def test_a_name_changes_no_language(name: str) -> None:
    assert tongue(name, "en") == "en"


def test_a_talk_changes_its_language_where_words_and_model_agree() -> None:
    assert tongue("welche augenfarbe hat gerda?", "en") == "de"
    assert tongue("super", "en") == "en"  # said in both


def test_first_turns_that_nobody_tuned_on_are_heard_in_their_languages() -> None:
    lines = (Path(__file__).parents[1] / "sheets" / "tongues.jsonl").read_text(encoding="utf-8").splitlines()
    turns = [json.loads(line) for line in lines]
    heard = Counter(turn["lang"] for turn in turns if tongue(turn["text"]) == turn["lang"])
    assert sum(heard.values()) / len(turns) >= 0.96, heard
    assert all(count >= 26 for count in heard.values()), heard
