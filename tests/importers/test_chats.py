"""Chats of other programs become turns: of whom, by whom, when, and never twice."""

from __future__ import annotations

import io
import json
import zipfile
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import pytest
from cards_support import CHATGPT, NEUTRAL, ROLES, TAVERN, V2, lines, said

import soulkeep
from soulkeep.errors import BadFile, InputError
from soulkeep.importers.chats import time_of
from soulkeep.importers.import_file import Taken, take_in, what_is

SEOUL = timezone(timedelta(hours=9))


def turns(keep: soulkeep.Keep, character: str, person: str) -> list[soulkeep.Memory]:
    return list(keep.character(character, create=False).memories(person=person, kinds={"turn"}))


def test_a_chat_of_sillytavern_becomes_what_was_said_between_the_two(keep: soulkeep.Keep) -> None:
    look = what_is(lines(TAVERN))
    assert (look.kind, look.format, look.characters, look.people, look.items) == (
        "chat", "SillyTavern", ("Mara",), ("Anna",), 2,
    )  # fmt: skip
    done = take_in(keep, lines(TAVERN), zone=SEOUL)
    assert done.taken == (Taken(what="turns", character="Mara", person="Anna", new=2),)
    assert [(one.what, one.why) for one in done.left_out] == [("swipes", "not chosen")]
    hers, own = turns(keep, "Mara", "Anna")
    assert (hers.speaker, own.speaker) == ("Anna", "Mara")
    assert hers.time == datetime(2025, 6, 15, 15, 45, tzinfo=SEOUL)
    assert own.time == datetime.fromtimestamp(1_750_000_000, UTC)
    assert hers.session == own.session == "Mara 2026-5-1 @10h 00m 00s 0ms"
    mara = keep.character("Mara")
    assert "Polly" in mara.recall("What is my parrot called?", person="Anna", k=1).hits[0].memory.text


def test_a_chat_that_went_on_adds_only_what_is_new_even_if_a_message_was_taken_out(keep: soulkeep.Keep) -> None:
    take_in(keep, lines(TAVERN))
    longer = [TAVERN[0], TAVERN[2], {"name": "Anna", "is_user": True, "mes": "Good night."}]
    done = take_in(keep, lines(longer))
    assert (done.taken[0].new, done.taken[0].known) == (1, 1)
    assert [one.text for one in turns(keep, "Mara", "Anna")][2:] == ["Good night."]
    assert turns(keep, "Mara", "Anna")[2].time is None


def test_what_is_said_twice_is_kept_twice(keep: soulkeep.Keep) -> None:
    chat = [TAVERN[0], TAVERN[1], TAVERN[1], TAVERN[2]]
    assert take_in(keep, lines(chat)).taken[0].new == 3
    assert take_in(keep, lines(chat)).taken[0].known == 3


def test_a_chat_joins_the_character_of_its_card_and_survives_its_renaming(keep: soulkeep.Keep) -> None:
    take_in(keep, json.dumps(V2).encode())
    take_in(keep, lines(TAVERN), person="anna")
    assert len(keep.characters()) == 1
    assert [one.speaker for one in turns(keep, "Mara", "anna")] == ["anna", "Mara"]
    keep.character("Mara", name="Captain Mara")
    assert take_in(keep, lines(TAVERN), person="anna").taken[0] == Taken(
        what="turns", character="Mara", person="anna", known=2
    )


def test_what_was_deleted_does_not_come_back_and_the_rest_is_taken(keep: soulkeep.Keep) -> None:
    take_in(keep, lines(TAVERN))
    mara = keep.character("Mara", create=False)
    mara.delete(turns(keep, "Mara", "Anna")[0].id, person="Anna")
    longer = [*TAVERN, {"name": "Anna", "is_user": True, "mes": "Good night."}]
    assert take_in(keep, lines(longer)).taken[0].new == 1
    assert [one.text for one in turns(keep, "Mara", "Anna")] == ["Mind the ropes.", "Good night."]


def test_a_chat_without_a_header_and_one_in_a_group(keep: soulkeep.Keep) -> None:
    chat = [
        {"name": "민수", "is_user": True, "mes": "안녕! 나는 부산에 살아."},
        {"name": "유나", "is_user": False, "mes": "반가워!"},
        {"name": "보라", "is_user": False, "mes": "나도 있어."},
        {"name": "유나", "is_user": False, "is_system": True, "mes": "숨김"},
        {"name": "유나", "is_user": False, "mes": "  "},
    ]
    done = take_in(keep, lines(chat))
    assert done.taken == (Taken(what="turns", character="유나", person="민수", new=3),)
    assert [one.speaker for one in turns(keep, "유나", "민수")] == ["민수", "유나", "보라"]
    assert {(one.what, one.why) for one in done.left_out} == {
        ("messages", "hidden, or the program's own"), ("messages", "empty"),
    }  # fmt: skip
    assert "부산" in keep.character("유나").recall("나는 어디에 살아?", person="민수", k=1).hits[0].memory.text


def test_a_chat_in_a_group_is_told_to_whichever_character_is_named(keep: soulkeep.Keep) -> None:
    chat = [{"name": name, "is_user": name == "민수", "mes": f"{name}!"} for name in ("민수", "유나", "보라")]
    take_in(keep, lines(chat), character="보라")
    assert [one.speaker for one in turns(keep, "보라", "민수")] == ["민수", "유나", "보라"]
    take_in(keep, lines(chat), character="other")
    assert keep.character("other").name == "유나"  # the chat's first, where the one named isn't in it
    assert [one.speaker for one in turns(keep, "other", "민수")] == ["민수", "유나", "보라"]


def test_a_person_whom_the_file_calls_you_is_user(keep: soulkeep.Keep) -> None:
    head = {"user_name": "You", "character_name": "Mara"}
    assert take_in(keep, lines([head, {"name": "You", "is_user": True, "mes": "Hi"}])).taken[0].person == "user"


@pytest.mark.parametrize(
    ("stamp", "time"),
    [
        ("June 15, 2023 3:45pm", "2023-06-15T15:45+09:00"),
        ("Jun 5, 2023 12:05am", "2023-06-05T00:05+09:00"),
        ("2023-6-15 @14h 20m 30s 123ms", "2023-06-15T14:20:30.123+09:00"),
        ("2023-06-15@14h20m30s", "2023-06-15T14:20:30+09:00"),
        ("2023-06-15T14:20:30.123Z", "2023-06-15T14:20:30.123+00:00"),
        ("2023-06-15 14:20", "2023-06-15T14:20+09:00"),
        (1686838830, "2023-06-15T14:20:30+00:00"),
        (1686838830123, "2023-06-15T14:20:30.123+00:00"),
        ("1686838830123", "2023-06-15T14:20:30.123+00:00"),
    ],
)
def test_times_in_the_ways_they_are_written(stamp: str | int, time: str) -> None:
    assert time_of(stamp, SEOUL) == datetime.fromisoformat(time)


@pytest.mark.parametrize(
    "stamp",
    [None, "", "May", "June 45, 2023 3:45pm", "June 15, 2023 13:45pm", True, float("nan"), 1e300, 10**400, -5, []],
)
def test_what_is_no_time_is_none(stamp: object) -> None:
    assert time_of(stamp, UTC) is None


def test_a_time_that_cannot_be_read_is_told_and_the_turn_kept(keep: soulkeep.Keep) -> None:
    done = take_in(keep, lines([TAVERN[0], {**TAVERN[1], "send_date": "some day"}]))
    assert done.taken[0].new == 1
    assert [(one.what, one.why) for one in done.left_out] == [("times of messages", "can't be read")]


def test_chatgpt_the_branch_that_was_chosen(keep: soulkeep.Keep) -> None:
    done = take_in(keep, json.dumps(CHATGPT).encode(), name="conversations.json", character="mara", person="anna")
    assert (done.format, done.taken[0].new) == ("ChatGPT", 2)
    assert [(one.text, one.speaker, one.session) for one in turns(keep, "mara", "anna")] == [
        ("Are there boats?", "anna", "Boats (c1)"), ("Yes, three.", "mara", "Boats (c1)"),
    ]  # fmt: skip
    assert {one.why: one.count for one in done.left_out}["replaced by later ones"] == 1
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("conversations.json", json.dumps(CHATGPT))
    assert take_in(keep, packed.getvalue(), character="mara", person="anna").taken[0].known == 2


def test_a_conversation_of_chatgpt_that_runs_in_a_circle_ends() -> None:
    circle = {
        "mapping": {"a": said("user", "Hi", "b", "b"), "b": said("assistant", "Ho", "a", "a")},
        "current_node": "a",
    }
    assert what_is(json.dumps(circle).encode()).items == 2


SHARED = [{"from": "human", "value": "Are there boats?"}, {"from": "gpt", "value": "Yes,\nthree."}]


@pytest.mark.parametrize(
    "data",
    [
        json.dumps(ROLES).encode(),
        json.dumps({"messages": ROLES}).encode(),
        lines([{"messages": ROLES}]),
        lines(ROLES),
        json.dumps({"conversations": SHARED}).encode(),
    ],
    ids=["list", "object", "objects a line", "messages a line", "from and value"],
)  # fmt: skip
def test_messages_with_roles(keep: soulkeep.Keep, data: bytes) -> None:
    done = take_in(keep, data, character="mara", person="anna")
    assert (done.format, done.taken[0].new) == ("messages", 2)
    assert [(one.text, one.speaker) for one in turns(keep, "mara", "anna")] == [
        ("Are there boats?", "anna"), ("Yes,\nthree.", "mara"),
    ]  # fmt: skip
    assert take_in(keep, data, character="mara", person="anna").taken[0].known == 2


def test_chats_of_one_file_that_begin_alike_are_kept_apart(keep: soulkeep.Keep) -> None:
    chats = lines([{"messages": ROLES}, {"messages": ROLES}])
    assert take_in(keep, chats, character="mara").taken[0].new == 4
    assert len({one.session for one in turns(keep, "mara", "user")}) == 2


def test_messages_need_to_be_told_whose_they_are(keep: soulkeep.Keep) -> None:
    with pytest.raises(InputError, match="whose"):
        take_in(keep, json.dumps(ROLES).encode())
    assert keep.characters() == []


PLAIN = "민수: 안녕!\n유나: 반가워.\n오늘은 비가 와.\n민수: 우산 있어?\n유나: 노란 우산이 있지!\n민수: 좋아.\n"


def test_a_plain_chat_of_two(keep: soulkeep.Keep) -> None:
    assert what_is(PLAIN.encode()).people == ("민수", "유나")
    done = take_in(keep, PLAIN.encode(), name="kakao.txt", character="유나")
    assert done.taken == (Taken(what="turns", character="유나", person="민수", new=5),)
    assert [(one.speaker, one.text) for one in turns(keep, "유나", "민수")][1] == ("유나", "반가워.\n오늘은 비가 와.")
    assert take_in(keep, PLAIN.encode(), name="kakao.txt", person="민수").taken[0].known == 5
    with pytest.raises(InputError, match="민수 and 유나") as caught:
        take_in(keep, PLAIN.encode(), person="someone")
    assert "민수" in caught.value.hint


def test_a_plain_chat_with_times(keep: soulkeep.Keep) -> None:
    text = "".join(f"[2026-05-0{day} 10:00] {who}: Day {day}\n" for day in (1, 2, 3) for who in ("Anna", "Mara"))
    take_in(keep, text.encode(), character="Mara", zone=SEOUL)
    assert turns(keep, "Mara", "Anna")[0].time == datetime(2026, 5, 1, 10, tzinfo=SEOUL)


@pytest.mark.parametrize(
    "text",
    [
        "Chapter 1: The boat\n\nMara took the boat out.\n\nNote: it was late.\n",
        "HAMLET: To be.\nGHOST: Oh.\nHORATIO: My lord.\nHAMLET: Ay.\nGHOST: Swear.\nHORATIO: So.\n",
        "Name: Mara\nAge: 40\nName: Tumble\nKind: cat\n",
    ],
)
def test_what_is_not_clearly_a_chat_of_two_is_a_text(text: str) -> None:
    assert what_is(text.encode()).kind == "text"


def test_the_own_format_keeps_ids_and_speakers_and_goes_to_several_characters(keep: soulkeep.Keep) -> None:
    other = {**NEUTRAL, "id": "n", "language": "en"}
    done = take_in(keep, lines([NEUTRAL, other]))
    assert [(one.character, one.person, one.new) for one in done.taken] == [("m", "user", 1), ("n", "user", 1)]
    found = turns(keep, "m", "user")[0]
    assert (found.id, found.speaker, found.session) == ("1", "a", "s")
    changed = json.loads(json.dumps(NEUTRAL).replace('"x"', '"y"'))
    with pytest.raises(soulkeep.IdConflict):
        take_in(keep, lines([changed]))


def test_a_message_too_long_for_a_turn_is_told_and_the_others_kept(keep: soulkeep.Keep) -> None:
    done = take_in(keep, lines([*TAVERN, {"name": "Anna", "is_user": True, "mes": "x" * 2_000_001}]))
    assert done.taken[0].new == 2
    assert done.left_out[-1].why == "too long for a turn: have the character learn it"


def test_how_long_a_turn_may_be_is_the_keeps_to_say() -> None:
    long = {"name": "Anna", "is_user": True, "mes": "long " * 100}
    with soulkeep.open(":memory:", settings=soulkeep.Settings(background=False, turn_characters=400)) as keep:
        done = take_in(keep, lines([*TAVERN, long]))
        assert (done.taken[0].new, done.left_out[-1].count) == (2, 1)
    with soulkeep.open(":memory:", settings=soulkeep.Settings(background=False, turn_characters=200_000)) as keep:
        done = take_in(keep, lines([*TAVERN, {**long, "mes": "x" * 100_001}]))
        assert (done.taken[0].new, [one.what for one in done.left_out]) == (3, ["swipes"])


LATE = json.loads(json.dumps(NEUTRAL).replace("2026-01-01T00:00:00", "9999-12-31T23:59:59"))
LATE["sessions"][0]["turns"] *= 2


@pytest.mark.parametrize(
    ("chat", "what"),
    [
        ([TAVERN[0]], "nothing is said"),
        ([TAVERN[0], {"name": "Anna", "is_user": True}], "line 2"),
        ([TAVERN[0], {"name": 3, "mes": "x"}], "'name' is no text"),
        ([*TAVERN, [1]], "line 4: not a JSON object"),
        ([{"role": "user", "content": "x"}, {"content": "x"}], "message 2: it has no role"),
        ([{"messages": [1]}], "message 1"),
        ([NEUTRAL, {"id": "x"}], "line 2: not a conversation"),
        ([LATE], "not a conversation"),
    ],
)
def test_broken_chats_are_refused_and_nothing_is_stored(keep: soulkeep.Keep, chat: list[Any], what: str) -> None:
    with pytest.raises(BadFile, match=what) as caught:
        take_in(keep, lines(chat), character="mara")
    assert caught.value.hint
    assert keep.characters() == []


def test_a_broken_line_is_named(keep: soulkeep.Keep) -> None:
    with pytest.raises(BadFile, match="line 4"):
        take_in(keep, lines(TAVERN) + b'\n{"mes": oops}', name="a.jsonl")


def test_a_character_does_not_face_itself(keep: soulkeep.Keep) -> None:
    with pytest.raises(InputError, match="itself"):
        take_in(keep, lines(TAVERN), person="Mara")
    assert keep.characters() == []
