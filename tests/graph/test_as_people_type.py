"""Questions as people type them, and talk that goes on from the last answer, over the data of the sheets."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

import pytest

import soulkeep
from soulkeep.graph.episodes.asides import without_courtesies
from soulkeep.graph.episodes.comparisons import _without_shared
from soulkeep.graph.episodes.descriptions import _put
from soulkeep.graph.episodes.spelling import spelt

SHEETS = Path(__file__).parents[1] / "sheets" / "knowledge"


@pytest.fixture(scope="module")
def keep() -> Iterator[soulkeep.Keep]:
    with soulkeep.open(":memory:", settings=soulkeep.Settings(background=False)) as opened:

        @lru_cache
        def keeper(sheet: str) -> soulkeep.Character:
            character = opened.character(sheet)
            character.know(SHEETS / f"{sheet}.ttl")
            return character

        opened.keeper = keeper  # type: ignore[attr-defined]
        yield opened


def answered(keep: soulkeep.Keep, sheet: str, *talk: str) -> str:
    """The last answer in a talk with somebody new."""
    keeper = keep.keeper(sheet)  # type: ignore[attr-defined]
    return str([keeper.reply(text, person=" / ".join(talk)).text for text in talk][-1])


@pytest.mark.parametrize(
    ("sheet", "asked", "told"),
    [
        ("rollerderby", "wots clam chowdowns day job", "line cook"),
        ("rollerderby", "Brine Queens roster pls", "Clam Chowdown, Moby Kick and Shell Shock"),
        ("islanddig", "any jewellery thats not from the chapel trench", "Amber Bead"),
        ("monastery", "wtf is a gravecap", "pale mushroom"),
        ("brassband", "Name all the cornets.", "Number 12 and Number 7"),
        ("almhof", "Was kostet der Almkönig?", "29,50"),
        ("almhof", "zähl mir bitte alle Hütten auf", "Murmelhütte"),
        ("mountainrescue", "Can you name the mountains in your area?", "Varn Peak"),
        ("mountaincamp", "Wie lange braucht man für den Murmeltierweg?", "weieinhalb Stunden"),
        ("almhof", "Welche Käse reifen länger als ein halbes Jahr?", "Gipfler"),
        ("repaircafe", "What's a mainspring when it's at home?", "coiled steel strip"),
        ("dwarfmine", "Zähl mir mal alle Feste auf", "Lampennacht"),
        ("salvage", "Who trained under ilse?", "Bo Adeyemi"),
    ],
)
def test_what_is_typed_carelessly_is_read(keep: soulkeep.Keep, sheet: str, asked: str, told: str) -> None:
    assert told in answered(keep, sheet, asked)


@pytest.mark.parametrize(
    ("sheet", "talk", "told"),
    [
        ("ottervillage", ("Who owns the Lady Limpet?", "and the driftsong?"), "Marla Driftwood"),
        ("islanddig", ("How deep is the Chapel Trench?", "And the North one?"), "2.4 metres"),
        ("vetclinic", ("How heavy is Ginger?", "and her mother?"), "4.1 kg"),
        ("vetclinic", ("How heavy is Ginger?", "and Shadow?"), "4.1 kg"),
        ("ottervillage", ("Who runs the Crusty Clam?", "when was she born?"), "12 April 1987"),
    ],
)
def test_talk_goes_on(keep: soulkeep.Keep, sheet: str, talk: tuple[str, ...], told: str) -> None:
    assert told in answered(keep, sheet, *talk)


@pytest.mark.parametrize(
    ("sheet", "asked", "told"),
    [
        ("rollerderby", "Is Tidal Rage taller than Anne Chovy?", "Tidal Rage is 178 cm tall, Anne Chovy 171."),
        (
            "ottervillage",
            "Is the Salty Biscuit faster than the Silver Whisker?",
            "The Salty Biscuit does 8 knots and the Silver Whisker 7.",
        ),
        ("ottervillage", "what the heck is a moonpearl", "full-moon nights. It cannot be bought."),
        ("ottervillage", "Who is Suki Brine?", "a boat builder who hums while she planes."),
        ("ottervillage", "tell me about Suki Brine", "She was born on 21 December 1990."),
        (
            "rollerderby",
            "What's Bake and Raise?",
            "Bake and Raise raises money with cake stalls, raffles and a yearly calendar.",
        ),
        ("repaircafe", "how much is the heat gun", "£27.99."),
        ("camp", "How much is the dressed crab, please?", "£9.80."),
        ("botanic", "How old is the palm house?", " years old."),
        ("pottery", "Was ist das billigste Gefäß, das ihr habt?", "Der Eierbecher Piet, mit 7,50 Euro."),
        ("nightmarket", "what is the most expensive ware?", "The borrowed shadow."),
        ("radio", "when did Callum join?", "Callum Oyelaran joined on 24 November 2008."),
        ("repaircafe", "where do you keep the overlocker", "is kept in the stage store."),
        ("brassband", "which gig pulled the biggest crowd", "Carols by Lantern, "),
        ("ruralbus", "how old's maud pellow now", "65."),
        ("skijump", "Welche Schanze ist die älteste?", "Die Alte Veitschanze."),
    ],
)
def test_answers_are_said_as_people_say_them(keep: soulkeep.Keep, sheet: str, asked: str, told: str) -> None:
    said = answered(keep, sheet, asked)
    assert told in said
    assert told.endswith(", ") or said.endswith(told)


def test_how_long_something_has_been_so_is_told_with_since_when(keep: soulkeep.Keep) -> None:
    told = answered(keep, "ruralbus", "How long has Gethin Rusk been with the company?")
    years, since = told.split(" years, since ")
    assert int(years) >= 20
    assert since == "13 February 2006."
    assert "81" not in answered(keep, "botanic", "How long has Odalys been working here?")


def test_figures_show_what_was_understood(keep: soulkeep.Keep) -> None:
    told = answered(keep, "monastery", "does the bone choir hit harder than the wax widow?")
    assert told.split(".")[0] in ("Yes", "No, it isn't", "No", "Yes, indeed", "Yes, that's right", "Yes, certainly")
    assert "I think" not in told


@pytest.mark.parametrize(
    ("name", "described", "told"),
    [
        ("Old Keep", "Ruins near the northern lake.", "Ruins near the northern lake."),
        ("Longshot", "Will Scarlet's old bow.", "Will Scarlet's old bow."),
        ("The Bog", "Ruins covered in moss.", "Ruins covered in moss."),
        ("The Gate", "Keeps goblins out.", "The Gate keeps goblins out."),
        ("Moonpearl", "Cannot be bought.", "Moonpearl cannot be bought."),
    ],
)
def test_descriptions_get_a_subject_where_they_lack_one(name: str, described: str, told: str) -> None:
    assert _put(described, name, "en") == told


@pytest.mark.parametrize(
    ("language", "written", "meant"),
    [
        ("en", "wots that", "what's that"),
        ("en", "WİCH one", "WİCH one"),
        ("en", "Name all the cornets", "Name all the cornets"),
        ("de", "Wen hat Anna geheiratet?", "Wen hat Anna geheiratet?"),
        ("de", "was isn das", "was ist das"),
        ("de", "Was kostet das?", "Was kostet das?"),
    ],
)
def test_slips_are_corrected_in_their_language_alone(language: str, written: str, meant: str) -> None:
    assert spelt(written, language) == meant


def test_names_are_no_courtesies() -> None:
    for asked in ("Who guards the Hell Gate?", "Who wrote Journeys on Earth?"):
        assert without_courtesies(asked, "en") == asked
    assert without_courtesies("what the hell is a grue?", "en").split() == ["what", "is", "a", "grue?"]


def test_only_plain_measures_are_told_by_their_number_alone() -> None:
    assert _without_shared("Rage is 178 cm tall", "Anne is 171 cm tall", "Anne") == "Anne 171"
    assert _without_shared("Rage was born on 12 April 1987", "Anne was born on 3 April 1987", "Anne") == ""
    assert _without_shared("Rage was born on 12 April 1987", "Anne was born on 12 April 1990", "Anne") == ""
