"""Tests of valid names: they are checked when something is made, and what was made before stays."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

import soulkeep
from soulkeep.testing.models import HashEmbedder
from tests_support import allow_any_name

ODD = ["anna\n", "an\tna", "anna\x1b[2J", "anna\x9b", "\u202eanna", "anna\u2066", "an\u2028na", "anna\x7f"]
FINE = ["Anna", "an-na@x", "안나", "アンナ", "安娜", "می‌خواهم", "क्‍ष", "חנה", "👩‍🚀", "Zoë d’Aubigné", "n" * 200]


@pytest.fixture
def keep() -> Iterator[soulkeep.Keep]:
    settings = soulkeep.Settings(background=False)
    with soulkeep.open(":memory:", embedder=HashEmbedder(), settings=settings) as opened:
        yield opened


MAKING: dict[str, Callable[[soulkeep.Keep, str], Any]] = {
    "character": lambda keep, name: keep.character(name),
    "character's name": lambda keep, name: keep.character("watson", name=name),
    "person": lambda keep, name: keep.character("holmes").observe("Hello.", person=name),
    "person asked": lambda keep, name: keep.character("holmes").recall("Hello?", person=name),
    "person's name": lambda keep, name: keep.character("holmes").introduce("u-17", name=name),
    "speaker": lambda keep, name: keep.character("holmes").observe("Hello.", person="anna", speaker=name),
    "hearer": lambda keep, name: keep.character("holmes").observe("Hello.", person="anna", heard_by=[name]),
    "world": lambda keep, name: keep.world(name).learn("Rain.", source="book"),
    "world read": lambda keep, name: keep.character("holmes", worlds=[name]),
}


@pytest.mark.parametrize("what", MAKING)
def test_names_that_nobody_has(keep: soulkeep.Keep, what: str) -> None:
    for name in ODD:
        with pytest.raises(soulkeep.InputError, match="control character") as caught:
            MAKING[what](keep, name)
        assert str(caught.value).isprintable(), "the error quotes it so that it can be read"
    for name in ("", " ", "n" * 201):
        with pytest.raises(soulkeep.InputError):
            MAKING[what](keep, name)
    assert [one.id for one in keep.characters() if one.id not in ("holmes", "watson")] == []
    assert keep.people("holmes") == []
    assert keep.worlds() == []


@pytest.mark.parametrize("what", MAKING)
def test_names_in_any_language(keep: soulkeep.Keep, what: str) -> None:
    for name in FINE:
        MAKING[what](keep, name)


def test_what_has_such_a_name_already_is_still_there(keep: soulkeep.Keep, monkeypatch: pytest.MonkeyPatch) -> None:
    odd, person = "hol\u202emes\x1b", "an\u202ena\x1b"
    with monkeypatch.context() as before:
        allow_any_name(before)
        who = keep.character(odd, name=odd, worlds=[odd])
        who.observe("I have a cat.", person=person, id="cat")
        keep.world(odd).learn("It rains.", source="book")
    who = keep.character(odd, name=odd, worlds=[odd])
    assert keep.character(odd, create=False).name == odd
    assert keep.people(odd) == [person]
    assert keep.worlds() == [odd]
    assert who.recall("cat", person=person).hits[0].memory.id == "cat"
    assert who.observe("It is grey.", person=person, speaker=person).new
    assert who.reply("What is my cat like?", person=person).text
    assert "cat" in {memory.id for memory in who.memories(person=person)}
    keep.erase(person=person)
    keep.erase(world=odd)
    keep.erase(character=odd)
    assert keep.characters() == []
