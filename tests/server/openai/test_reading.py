"""Server-sent events are read whatever pieces and lines they come in; thoughts are cut out of any text."""

from __future__ import annotations

import unicodedata

import pytest

from soulkeep.server.openai_proxy.reading import Events
from soulkeep.server.openai_proxy.transcript import key_of, name_before, said_aloud

TOLD = [{"a": 1}, {"b": "한\n"}, None]
STREAM = 'data: {"a": 1}\n\n: a comment\nevent: x\ndata:{"b":\ndata: "한\\n"}\n\ndata: [DONE]\n\n'


def read(raw: bytes, length: int) -> list[object]:
    events = Events()
    pieces = [raw[at : at + length] for at in range(0, len(raw), length)]
    return [event for piece in pieces for event in events.feed(piece)] + list(events.finish())


@pytest.mark.parametrize("length", [1, 2, 7, 1000])
@pytest.mark.parametrize("line", ["\n", "\r", "\r\n"])
def test_events_are_told_whatever_pieces_they_come_in(line: str, length: int) -> None:
    assert read(STREAM.replace("\n\n", line * 2).replace("\n", line).encode(), length) == TOLD


@pytest.mark.parametrize(
    "raw",
    [
        '\ufeffdata: {"a": 1}\ndata: {"b": "한\\n"}\ndata: [DONE]',  # no empty lines, no end of the last one
        'data: {"a": 1}\n\ndata: no JSON\n\ndata: [7]\n\ndata: {"b": "한\\n"}\n\ndata: [DONE]\n\n',
        'data: {"a": 1}\n\ndata: {"b": "한\\n"}\n\ndata: [DONE]',
    ],
)
def test_events_that_are_not_written_by_the_book_are_told_too(raw: str) -> None:
    assert read(raw.encode(), 5) == TOLD


def test_an_event_is_told_as_soon_as_it_is_whole() -> None:
    events = Events()
    assert list(events.feed(b'data: {"a": 1}\r\r')) == [{"a": 1}]
    assert list(events.feed(b"\n")) == []


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("<think>Hm.</think> Yes.", "Yes."),
        ('A<details type="reasoning" done="true">Hm.</details>B<think>C</think>D', "ABD"),
        ("Yes.<think>Hm", "Yes."),
        ('Yes.<details type="reasoning" done="false">Hm', "Yes."),
        ("<details>Yes.</details>", "<details>Yes.</details>"),
        ("Yes. <think>A</details></think>No.", "Yes. No."),
        ('<details type="reasoning"' * 40_000, ""),
        ("<think></think>" * 40_000 + "Yes.", "Yes."),
    ],
)
def test_what_was_thought_aloud_is_not_said(text: str, said: str) -> None:
    assert said_aloud(text) == said


def test_letters_and_marks_are_compared_as_one_however_many_there_are() -> None:
    before = name_before({"anna"})
    composed = "Anna: 고양이, café …"
    assert key_of(composed, before) == key_of(unicodedata.normalize("NFD", composed), before)
    heap = "a" + "\u0315\u0300" * 500_000  # putting these in order would take hours
    assert key_of(heap, before) != key_of(f"{heap}b", before)
