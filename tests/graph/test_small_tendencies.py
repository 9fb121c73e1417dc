"""Tendencies over a few things: what many share can tell of a person, what nearly all share can't."""

from __future__ import annotations

from pathlib import Path

import pytest

import soulkeep

HEAD = """
@prefix : <https://example.org/town#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
:Baker a rdfs:Class ; rdfs:label "baker" . :home rdfs:label "home" .
:dunmoor rdfs:label "Dunmoor" . :ostley rdfs:label "Ostley" .
"""
NAMES = ("Ada", "Bruno", "Cleo", "Dario", "Edda", "Fritz", "Greta", "Hugo", "Ines", "Jonas", "Klara", "Leo")


@pytest.mark.parametrize(("here", "noticed"), [(5, True), (11, False)])
def test_a_tendency_is_what_chance_would_hardly_bring(tmp_path: Path, here: int, noticed: bool) -> None:
    data = tmp_path / "town.ttl"
    homes = [f':{name} a :Baker ; rdfs:label "{name} Hart" ; :home :{"dunmoor" if number < here else "ostley"} .'
             for number, name in enumerate(NAMES)]  # fmt: skip
    data.write_text(HEAD + "\n".join(homes), encoding="utf-8")
    with soulkeep.open(":memory:", settings=soulkeep.Settings(background=False)) as keep:
        vera = keep.character("Vera")
        vera.know(data)
        found = [
            pattern.value
            for name in NAMES[:5]
            for pattern in vera.reply(f"What is the home of {name} Hart?", person="ann").patterns
            if pattern.kind == "tendency"
        ]
    assert found == (["<https://example.org/town#dunmoor>"] if noticed else [])
