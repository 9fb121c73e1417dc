"""Tests of what a person cares about and may like, asked in a talk over their own data."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import soulkeep
from episodes_support import Talk
from soulkeep.graph.episodes import tastes

BOOKS = """
@prefix : <https://example.org/books#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
:Novel a rdfs:Class ; rdfs:label "novel" . :Writer a rdfs:Class ; rdfs:label "writer" .
:author rdfs:label "author" . :subject rdfs:label "subject" . :published rdfs:label "published" .
:maren a :Writer ; rdfs:label "Maren Olsen" . :teo a :Writer ; rdfs:label "Teo Brandt" .
:sea a :Novel ; rdfs:label "The Long Sea" ; :author :maren ; :subject :whales ; :published 1931 .
:ice a :Novel ; rdfs:label "Ice and Iron" ; :author :maren ; :subject :miners ; :published 1934 .
:rye a :Novel ; rdfs:label "Rye Fields" ; :author :teo ; :subject :farmers ; :published 1950 .
:oak a :Novel ; rdfs:label "Oak Street" ; :author :teo ; :subject :weavers ; :published 1952 .
:ash a :Novel ; rdfs:label "Ash Lane" ; :author :teo ; :subject :sailors ; :published 1955 .
:whales rdfs:label "whales" . :miners rdfs:label "miners" . :farmers rdfs:label "farmers" .
:weavers rdfs:label "weavers" . :sailors rdfs:label "sailors" .
"""


@pytest.mark.parametrize(
    ("text", "language", "kind"),
    [
        ("What am I interested in?", "en", tastes.INTERESTS),
        ("Wofür interessiere ich mich?", "de", tastes.INTERESTS),
        ("내가 뭐에 관심 있어?", "ko", tastes.INTERESTS),
        ("Can you recommend me a novel?", "en", tastes.RECOMMENDATION),
        ("Kannst du mir einen Roman empfehlen?", "de", tastes.RECOMMENDATION),
        ("소설 하나 추천해 줘", "ko", tastes.RECOMMENDATION),
    ],
)
def test_a_question_for_tastes_is_known(text: str, language: str, kind: str) -> None:
    assert tastes.asks_for_tastes(text, language, named="novel" in text or "소설" in text or "Roman" in text) == kind


@pytest.mark.parametrize(
    "text",
    [
        "My doctor recommended rest.",
        "What do you recommend for my headache?",
        "What is she interested in?",
        "He asked what I am interested in and I left.",
        "I never recommend anything.",
    ],
)
def test_what_only_sounds_like_it_is_left_alone(text: str) -> None:
    assert tastes.asks_for_tastes(text, "en", named=False) is None


@pytest.fixture
def vera() -> Iterator[soulkeep.Character]:
    with Talk(knowing=BOOKS.encode()) as talk:
        yield talk.ella


def test_interests_and_recommendations_are_told_with_their_reason(vera: soulkeep.Character) -> None:
    assert "The Long Sea" not in vera.reply("What am I interested in?", person="ann").text
    vera.reply("I love The Long Sea.", person="ann")
    assert "The Long Sea" in vera.reply("What am I interested in?", person="ann").text
    said = vera.reply("Can you recommend me a novel?", person="ann").text
    assert "Ice and Iron" in said
    assert "Maren Olsen" in said
    assert "The Long Sea" not in vera.reply("What am I interested in?", person="ben").text


def test_a_recommendation_of_something_unknown_here_is_left_to_others(vera: soulkeep.Character) -> None:
    vera.reply("I love The Long Sea.", person="ann")
    reply = vera.reply("Can you recommend me a dentist?", person="ann")
    assert "Ice and Iron" not in reply.text
    assert reply.responder != "episode"
