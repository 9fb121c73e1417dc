"""Things are found by a text in their names, and as IRIs spell them; what is denied comes before the unknown."""

from __future__ import annotations

from pathlib import Path

import pytest

import soulkeep
from soulkeep.graph.files import read_bytes
from soulkeep.graph.knowledge import Knowledge
from soulkeep.graph.questions.asked import reader_of

_DATA = """
@prefix : <http://x.example/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
:Airport rdfs:label "airport"@en . :hasLounge rdfs:label "has lounge"@en . :servesCity rdfs:label "serves city"@en .
:a1 a :Airport ; rdfs:label "Tarnow Bay International"@en ; :servesCity "Tarnow Bay" ; :hasLounge true .
:a2 a :Airport ; rdfs:label "Hogan Ridge"@en ; :servesCity "Hogan" ; :hasLounge false .
:a3 a :Airport ; rdfs:label "Sunder Strip"@en ; :servesCity "Sunder" .
:d a :Doctor ; rdfs:label "Dr. Soo-min Yun"@en .
:HanClan a :Clan ; rdfs:label "한씨 가문"@ko .
"""


def _named(text: str) -> list[str]:
    known = reader_of(Knowledge([read_bytes(_DATA.encode(), "x.ttl").data])).known
    return [term for named in known.names.find(text, "en", []) for term, _ in named.terms]


@pytest.mark.parametrize(
    ("text", "thing"), [("is Dr. Yun in", "<http://x.example/d>"), ("of the Han clan", "<http://x.example/HanClan>")]
)
def test_titles_and_spellings_of_iris_are_names(text: str, thing: str) -> None:
    assert thing in _named(text)


def test_a_text_is_also_part_of_a_things_name() -> None:
    known = reader_of(Knowledge([read_bytes(_DATA.encode(), "x.ttl").data])).known
    assert [term for term, _ in known.names.within("Tarnow Bay", "en")] == ["<http://x.example/a1>"]
    assert known.names.within("Nowhere", "en") == ()


def test_what_is_denied_comes_before_what_is_unknown(tmp_path: Path) -> None:
    (tmp_path / "airports.ttl").write_text(_DATA, encoding="utf-8")
    with soulkeep.open(":memory:", settings=soulkeep.Settings(background=False)) as keep:
        keeper = keep.character("Keeper")
        keeper.know(tmp_path / "airports.ttl")
        told = keeper.reply("Which airports have no lounge?", person="p").text
    assert "Hogan Ridge" in told
    assert "Sunder" not in told


@pytest.mark.parametrize(
    ("asked", "answer"),
    [("Is the Old Mill higher than the Chapel?", "no"), ("Is the Chapel higher than the Old Mill?", "yes")],
)
def test_of_two_things_one_is_compared_with_the_other(tmp_path: Path, asked: str, answer: str) -> None:
    towers = "".join(
        f':t{height} a :Tower ; rdfs:label "{name}"@en ; :elevation {height} .\n'
        for name, height in (("Old Mill", 210), ("Chapel", 340), ("Beacon", 900), ("Signal", 870))
    )
    (tmp_path / "towers.ttl").write_text(
        "@prefix : <http://x.example/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .\n" + towers, "utf-8"
    )
    with soulkeep.open(":memory:", settings=soulkeep.Settings(background=False)) as keep:
        keeper = keep.character("Keeper")
        keeper.know(tmp_path / "towers.ttl")
        told = keeper.reply(asked, person="p").text.casefold()
    assert ("yes" in told) == (answer == "yes"), told


_BOTH = """
@prefix : <http://x.example/> . @prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
:Tower rdfs:label "tower"@en , "Turm"@de . :Keeper rdfs:label "tower keeper"@en .
:builtBy rdfs:label "built by"@en . :elevation rdfs:label "height"@en . :age rdfs:label "age"@en .
:bornIn rdfs:label "born in"@en , "geboren in"@de , "출생지"@ko .
:mill a :Tower ; rdfs:label "Old Mill"@en ; :elevation 210 ; :opened "1790-05-02"^^xsd:date .
:beacon a :Tower ; rdfs:label "Beacon"@en ; :elevation 310 ; :opened "1840-05-02"^^xsd:date .
:MissingPersonSearch rdfs:label "missing person search"@en .
:s1 a :MissingPersonSearch ; rdfs:label "Winter Search"@en .
:ann a :Keeper ; rdfs:label "Ann Low"@en , "안나"@ko ; :bornIn :wick ; :age 70 .
:bea a :Keeper ; rdfs:label "Bea Orr"@en , "베아"@ko ; :bornIn :wick ; :age 40 .
:cal a :Keeper ; rdfs:label "Cal Rae"@en , "칼"@ko ; :bornIn :tain ; :age 50 .
:dan a :Keeper ; rdfs:label "Dan Fee"@en . :ann :teaches :bea, :cal ; :boat :gull .
:teaches rdfs:label "teaches"@en . :boat rdfs:label "boat"@en . :gull rdfs:label "Gull"@en .
:Keel rdfs:label "keel"@en . :len rdfs:label "length"@en .
:k1 a :Keel ; rdfs:label "Port Keel"@en ; :len 30 . :k2 a :Keel ; rdfs:label "Lee Keel"@en .
:wick rdfs:label "Wick"@en , "윅"@ko . :tain rdfs:label "Tain"@en , "테인"@ko .
"""


@pytest.mark.parametrize(
    ("asked", "answer"),
    [
        ("Were Ann Low and Bea Orr both born in Wick?", "Yes"),
        ("Were Ann Low and Cal Rae both born in Wick?", "Cal Rae was born in Tain"),
        ("Wurden Ann Low und Cal Rae beide in Wick geboren?", "Nein|nicht"),
        ("안나랑 베아 둘 다 윅에서 태어났어?", "응"),
        ("Were Ann Low and Dan Fee both born in Wick?", "know|say|tell"),  # nobody knows where he was
        ("Are Ann Low and Cal Rae both older than Bea Orr?", "Yes"),
        ("Are Bea Orr and Cal Rae both older than Ann Low?", "No|not"),
        ("Is Ann Low older than both Bea Orr and Cal Rae?", "know|say|tell"),
        ("Does Ann Low teach both Bea Orr and Cal Rae?", "Yes"),
        ("Are Ann Low, Bea Orr and Cal Rae keepers?", "Yes"),
        ("Are both towers higher than 300 metres?", "No|not"),
        ("Were both towers opened before 1900?", "Yes"),
        ("Are both keels longer than 20 metres?", "know|say|tell"),  # of one the length isn't known
        ("Are both higher than the other towers?", "know|say|tell"),  # both of what?
        ("Were Ann Low, Bea Orr and Cal Rae all born in Wick?", "Cal Rae was born in Tain"),
        ("Did Ann Low both meet and teach Bea Orr?", "Yes"),
        ("Do Ann Low and Dan Fee both have a boat?", "know|say|tell"),
        ("안나랑 칼 둘 다 윅에서 태어났어?", "테인"),
        ("Are the Old Mill and the Beacon both towers?", "Yes"),
        ("Are the Old Mill and the Beacon both higher than 300?", "no|not"),
        ("Which is the oldest tower?", "Old Mill"),  # a tower's keeper is no tower
        ("How many missing person searches were there?", "one|1"),  # "missing" denies nothing there
    ],
)
def test_what_is_asked_of_both_holds_of_each_and_kinds_are_those_named(tmp_path: Path, asked: str, answer: str) -> None:
    (tmp_path / "both.ttl").write_text(_BOTH, encoding="utf-8")
    with soulkeep.open(":memory:", settings=soulkeep.Settings(background=False)) as keep:
        keeper = keep.character("Keeper")
        keeper.know(tmp_path / "both.ttl")
        told = keeper.reply(asked, person="p").text
    assert any(one.casefold() in told.casefold() for one in answer.split("|")), told


def test_a_german_name_owns_what_stands_after_it(tmp_path: Path) -> None:
    data = """@prefix : <http://x.example/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
    :Mitglied rdfs:label "Mitglied"@de . :partner rdfs:label "Partner"@de .
    :lieblingspflanze rdfs:label "Lieblingspflanze"@de .
    :gerda a :Mitglied ; rdfs:label "Gerda Wohlleben"@de ; :lieblingspflanze "Pfingstrose"@de .
    :jonas a :Mitglied ; rdfs:label "Jonas Riedel"@de ; :lieblingspflanze "Aster"@de ; :partner :svenja .
    :svenja a :Mitglied ; rdfs:label "Svenja Lohe"@de ; :partner :jonas .
    """
    (tmp_path / "garten.ttl").write_text(data, encoding="utf-8")
    with soulkeep.open(":memory:", settings=soulkeep.Settings(background=False)) as keep:
        keeper = keep.character("Keeper", language="de")
        keeper.know(tmp_path / "garten.ttl")
        assert "Pfingstrose" in keeper.reply("Was ist Gerdas Lieblingspflanze?", person="p").text
        assert "Aster" in keeper.reply("Was ist Jonas' Lieblingspflanze?", person="q").text
        for stranger in ("Was ist Jonas Kaufmanns Lieblingspflanze?", "Welche Lieblingspflanze hat Jonas Kaufmann?"):
            assert "Aster" not in keeper.reply(stranger, person="s").text  # the s is the name's own
        told = keeper.reply("Wer ist Gerdas Partner?", person="r").text
    assert "Jonas" not in told  # whose partner somebody else is
    assert "Svenja" not in told
