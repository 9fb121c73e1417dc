"""Tests of which fact about themselves a person asks for."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from soulkeep.lang.asked_facts import asked_fact


@pytest.mark.parametrize(
    ("question", "language", "relation"),
    [
        ("Where do I live?", "en", "home"),
        ("So, where am I based now?", "en", "home"),
        ("What's my name?", "en", "name"),
        ("How old am I?", "en", "age"),
        ("What am I allergic to?", "en", "allergy"),
        ("What is my cat called?", "en", "pet"),
        ("What is my favorite colour?", "en", "favourite colour"),
        ("What's my sister's name?", "en", "sister"),
        ("Who is my wife?", "en", "spouse"),
        ("Where do I work?", "en", "employer"),
        ("What's my current role?", "en", "role"),
        ("Where does my sister live?", "en", None),
        ("Where did the bear live?", "en", None),
        ("What should I do?", "en", None),
        ("Wo wohne ich?", "de", "home"),
        ("Wie heißt meine Katze?", "de", "pet"),
        ("Où est-ce que j'habite ?", "fr", "home"),
        ("¿Cómo me llamo?", "es", "name"),
        ("내가 어디에 살지?", "ko", "home"),
        ("내 이름이 뭐야?", "ko", "name"),
        ("우리 고양이 이름이 뭐였지?", "ko", "pet"),
        ("私の名前は何ですか？", "ja", "name"),
        ("我住在哪里？", "zh", "home"),
        ("我对什么过敏？", "zh", "allergy"),
        ("Where do I live?", "sv", None),
    ],
)
def test_what_is_asked_for(question: str, language: str, relation: str | None) -> None:
    assert asked_fact(question, language) == relation


@given(st.text(max_size=200), st.sampled_from(["en", "de", "fr", "es", "ko", "ja", "zh", "xx"]))
def test_anything_goes(question: str, language: str) -> None:
    asked_fact(question, language)
