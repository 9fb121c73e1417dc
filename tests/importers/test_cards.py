"""Character cards, in every form they come in, and damaged ones."""

from __future__ import annotations

import json
import zlib
from typing import Any

import pytest
from cards_support import (
    INNER,
    KOREAN,
    V1,
    V2,
    V3,
    charx,
    chunk,
    coded,
    international_chunk,
    packed_chunk,
    plain_chunk,
    png,
)  # fmt: skip

import soulkeep
from soulkeep.errors import BadFile
from soulkeep.importers import containers
from soulkeep.importers.cards import about, card_of
from soulkeep.importers.import_file import Taken, take_in, what_is
from soulkeep.reply.persona import persona_of


def as_json(card: Any) -> bytes:
    return json.dumps(card, ensure_ascii=False).encode()


@pytest.mark.parametrize(
    "data",
    [
        as_json(V2), png(plain_chunk(V2)), png(packed_chunk(V2)), png(international_chunk(V2)),
        png(international_chunk(V2, packed=True)), charx(as_json(V2)), png(plain_chunk(V1), plain_chunk(V2, b"ccv3")),
    ],
    ids=["json", "tEXt", "zTXt", "iTXt", "iTXt packed", "charx", "ccv3 beside an older one"],
)  # fmt: skip
def test_a_card_is_the_same_in_whatever_it_is_wrapped(data: bytes) -> None:
    look = what_is(data)
    assert (look.kind, look.format, look.characters) == ("card", "chara_card_v2", ("Mara",))
    assert look.items == 2
    assert look.greeting == "*Mara looks up.* Mind the ropes, {{user}}. {Careful!}"


def test_a_card_makes_a_character_that_speaks_and_knows_by_it(keep: soulkeep.Keep) -> None:
    done = take_in(keep, png(plain_chunk(V2)))
    assert done.taken == (
        Taken(what="character", character="Mara", new=1),
        Taken(what="passages", character="Mara", source="Harbour town", new=2),
    )
    mara = keep.character("Mara", create=False)
    persona = persona_of(mara.profile.description, mara.name)
    assert {"gruff", "patient", "honest"} <= set(persona.traits)
    assert persona.examples == ("Tide waits for nobody.",)
    assert "Mara is a harbour pilot" in mara.profile.description
    assert "Mara meets {{user}} on the quay" in mara.profile.description
    hits = mara.recall("Who keeps the key of the lighthouse?", k=1).hits
    assert hits[0].memory.text == "The lighthouse of Varn has been dark since the flood. Mara keeps its key."
    lore = [memory.text for memory in mara.memories(kinds={"passage"})]
    assert lore[1:] == ["Tumble is the grey cat of the net loft."]


def test_the_greeting_is_said_when_the_character_speaks_first_and_never_as_an_answer(keep: soulkeep.Keep) -> None:
    take_in(keep, as_json(V2))
    mara = keep.character("Mara", create=False)
    assert mara.reply("Good morning!", person="bob").responder != "event"
    assert mara.begin(person="bob") is None
    opening = mara.begin(person="anna")
    assert opening is not None
    assert opening.text == "*Mara looks up.* Mind the ropes, anna. {Careful!}"
    assert mara.reply("Where is Tumble?", person="anna").responder != "event"


def test_what_is_not_taken_of_a_card_is_told_with_the_reason() -> None:
    told = {(one.what, one.count): one.why for one in what_is(as_json(V2)).left_out}
    assert "Settings.instructions" in told["system_prompt", 1]
    assert told["alternate_greetings", 1] == "only the first greeting is spoken"
    assert told["fancy_field", 1] == "unknown here"
    assert told["entries", 1] == "empty"
    assert ("creator_notes", 1) in told
    assert ("description", 1) not in told


def test_importing_a_card_again_adds_nothing_and_a_newer_one_changes_the_character(keep: soulkeep.Keep) -> None:
    take_in(keep, as_json(V2))
    before = keep.character("Mara").profile.description
    again = take_in(keep, as_json(V2))
    assert [(one.new, one.known) for one in again.taken] == [(0, 1), (0, 2)]
    assert keep.character("Mara").profile.description == before
    newer = {
        **V2,
        "data": {**INNER, "description": "{{char}} has retired.", "first_mes": "", "alternate_greetings": []},
    }
    take_in(keep, as_json(newer))
    assert keep.character("Mara").profile.description.startswith("Mara has retired.")
    assert list(keep.character("Mara").stories) == []
    assert len(keep.characters()) == 1


def test_a_card_goes_to_the_character_that_is_called_so_or_to_the_one_named(keep: soulkeep.Keep) -> None:
    keep.character("pilot", name="mara")
    assert take_in(keep, as_json(V2)).taken[0] == Taken(what="character", character="pilot", known=1)
    assert take_in(keep, as_json(V2), character="other").taken[0].character == "other"
    with pytest.raises(soulkeep.InputError, match="Several") as caught:
        take_in(keep, as_json(V2))
    assert "character" in caught.value.hint


def test_a_nickname_is_what_the_character_is_called(keep: soulkeep.Keep) -> None:
    take_in(keep, as_json(V3))
    mara = keep.character("Mara", create=False)
    assert mara.name == "Mar"
    assert mara.profile.description.startswith("Mar is a harbour pilot")
    assert take_in(keep, as_json(V3)).taken[0].known == 1


def test_a_korean_card(keep: soulkeep.Keep) -> None:
    take_in(keep, png(plain_chunk(KOREAN)), person="anna")
    yuna = keep.character("유나", create=False)
    assert "성격: 다정하고" in yuna.profile.description
    assert persona_of(yuna.profile.description, yuna.name).examples == ("떡볶이 먹고 있지!",)
    opening = yuna.begin(person="민수")
    assert opening is not None
    assert opening.text == "안녕, 민수! 나는 유나야."
    assert "마루" in yuna.recall("마루는 누구야?", k=1).hits[0].memory.text


def test_fields_as_pygmalion_named_them() -> None:
    old = {
        "char_name": "Ilse",
        "char_persona": "A baker.",
        "char_greeting": "Hello.",
        "example_dialogue": "Ilse: Bread!",
    }
    card = card_of(old, "ilse.json")
    assert (card.name, card.greetings) == ("Ilse", ("Hello.",))
    assert about(card) == "A baker.\n\n<START>\nIlse: Bread!"


def test_macros_are_put_in() -> None:
    text = "{{// a note}}<BOT> meets <USER>, {{random:tall,small}}{{newline}}{{Char}} at {{time}}.{{trim}}"
    card = card_of({"name": "A\\1", "description": text}, "a.json")
    assert about(card) == "A\\1 meets {{user}}, tall\nA\\1 at {{time}}."


CUT = png(plain_chunk(V2))
WRONG_SUM = CUT.replace(b"chara\0", b"chara\0A", 1)
LONG = b"\x89PNG\r\n\x1a\n" + b"\xff\xff\xff\xff" + b"tEXt" + b"chara"


@pytest.mark.parametrize(
    ("data", "what"),
    [
        (CUT[:-20], "breaks off"),
        (CUT[:90], "breaks off"),
        (LONG, "breaks off"),
        (CUT.replace(coded(V2)[:8], b"AAAAAAAA"), "checksum"),
        (WRONG_SUM, "damaged|breaks off"),
        (png(), "without a card"),
        (png(chunk(b"tEXt", b"chara\0!!!!")), "base64"),
        (png(chunk(b"tEXt", b"chara\0" + coded([1]))), "no card"),
        (png(chunk(b"zTXt", b"chara\0\0nonsense")), "unpacked"),
        (b"PK\x03\x04 no archive", "unpacked"),
        (charx(b"{}", "other.json"), "without a card"),
        (charx(b"{}"), "no card"),
        (charx(b"\xff\xfe"), "UTF-8"),
        (b"\xff\xd8\xff\xe0 a photo", "JPEG"),
        (as_json({"spec": "chara_card_v2", "data": []}), "without"),
        (as_json({**V1, "name": " "}), "without a name"),
        (as_json({"name": "Mara", "description": "  "}), "tells nothing"),
        (as_json({**V1, "description": ["x"]}), "no text"),
        (as_json({**V1, "alternate_greetings": [1]}), "list of texts"),
        (as_json({**V1, "character_book": "x"}), "character_book"),
        (as_json({**V1, "character_book": {"entries": [1]}}), "entry 1"),
        (as_json({**V1, "description": "x" * 300_000}), "longer than"),
        (as_json(V2)[:-9], "not JSON"),
        (b'{"name":' + b"[" * 200_000, "too deeply|not JSON"),
        (b'{"name": "A", "description": ' + b"9" * 9999 + b"}", "not JSON|no text"),
    ],
)
def test_damaged_cards_are_refused_with_a_hint_and_nothing_is_stored(
    keep: soulkeep.Keep, data: bytes, what: str
) -> None:
    with pytest.raises(BadFile, match=what) as caught:
        take_in(keep, data, name="card.bin")
    assert caught.value.hint
    assert keep.characters() == []


def test_bombs_are_refused_before_they_are_unpacked_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(containers, "MOST", 1000)
    bomb = zlib.compress(b"0" * 10_000_000)
    with pytest.raises(BadFile, match="larger"):
        what_is(png(chunk(b"zTXt", b"chara\0\0" + bomb)))
    with pytest.raises(BadFile, match="larger"):
        what_is(png(chunk(b"iTXt", b"chara\0\1\0\0\0" + bomb)))


def test_half_characters_and_nuls_in_a_card_are_mended(keep: soulkeep.Keep) -> None:
    data = b'{"name": "Mara", "description": "half \\ud83d and \\u0000 nul"}'
    take_in(keep, data)
    assert keep.character("Mara", create=False).profile.description == "half � and  nul"
