"""The nearness of a whole question to what is known of a thing, in other words than the data's."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from soulkeep.graph.files import read_file
from soulkeep.graph.knowledge import Knowledge
from soulkeep.graph.questions.asked import reader_of
from soulkeep.graph.questions.forms import PathStep
from soulkeep.graph.questions.sense import TURNS, Sense

DATA = """
@prefix : <http://example.org/> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
:wage rdfs:label "monthly wage"@en . :joined rdfs:label "joined on"@en . :home rdfs:label "cabin"@en .
:ned a :Sailor ; rdfs:label "Ned Flint" ; :wage 12 ; :joined "2011-05-04"^^xsd:date ; :home "starboard aft" .
"""
WAGE, JOINED, HOME = (PathStep(f"<http://example.org/{name}>") for name in ("wage", "joined", "home"))


@pytest.fixture
def sense(tmp_path: Path) -> Sense:
    path = tmp_path / "crew.ttl"
    path.write_text(DATA, encoding="utf-8")
    return reader_of(Knowledge([read_file(path).data])).surroundings.sense


@pytest.mark.parametrize(
    ("question", "step"),
    [("what does get paid", WAGE), ("since when has sailed with us", JOINED), ("where does sleep", HOME)],
)
def test_the_likeliest_of_a_thing_is_what_is_asked_for(sense: Sense, question: str, step: PathStep) -> None:
    chances = sense.among(question, "en", (WAGE, JOINED, HOME))
    assert max(chances, key=lambda one: chances[one]) == step
    assert sum(chances.values()) == pytest.approx(1.0)


def test_only_steps_that_are_spoken_of_are_likely(sense: Sense) -> None:
    assert sense.among("what does get paid", "en", ()) == {}
    assert sense.among("what does get paid", "en", (PathStep("<http://example.org/elsewhere>"),)) == {}
    assert sense.among("", "en", (WAGE,)) == {}
    assert set(sense.among("what does get paid", "en", (WAGE, PathStep("<http://example.org/elsewhere>")))) == {WAGE}


def test_a_matrix_turns_each_space_a_little() -> None:
    with np.load(TURNS) as turns:
        assert {*turns.files} == {"english", "all"}
        for name in turns.files:
            turn = turns[name].astype(np.float32)
            assert np.isfinite(turn).all()
            assert 0.5 < float(np.diag(turn).mean()) < 2.0
