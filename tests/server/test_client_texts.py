"""Texts come through the client as they are, whatever they hold; answers that make no sense are told."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path

import httpx2
import pytest
from test_client import answering, character_at

import soulkeep
from server_support import quiet_in, running
from soulkeep.types.wire import to_json

ENDS = "roses\u2028are\u2029red\u0085and\vviolets\fblue\x1cor\x1dnot\x1e장미는\r\n빨갛다"
"""Holds whatever some programs take for the end of a line."""


@pytest.fixture
def url(tmp_path: Path) -> Iterator[str]:
    with running(quiet_in(tmp_path)) as url:
        yield url


def test_exports_are_read_line_by_line_whatever_the_texts_hold(url: str) -> None:
    with soulkeep.connect(url) as keep:
        keep.character("holmes").observe(ENDS, person="liz")
        rows = list(keep.export(person="liz"))
    assert ENDS in [row.get("text") for row in rows]
    lines = httpx2.get(f"{url}/v1/export?person=liz").text.splitlines()  # as other clients do it
    assert [json.loads(line) for line in lines][1:] == rows[1:]  # the first tells the time


def test_a_reply_is_heard_whatever_it_holds(url: str) -> None:
    with soulkeep.connect(url) as keep:
        holmes = keep.character("holmes")
        holmes.observe(f"My favourite poem is {ENDS}", person="liz")
        stream = holmes.stream("What is my favourite poem?", person="liz")
        assert "".join(stream) == stream.reply.text
        again = asyncio.run(holmes.areply("What is my favourite poem?", person="liz", remember=False))
        for reply in (stream.reply, again):
            assert "roses\u2028are\u2029red\u0085and".encode() in to_json(soulkeep.Reply, reply)


def test_the_graph_is_that_of_the_server(url: str) -> None:
    with soulkeep.connect(url) as keep:
        holmes = keep.character("holmes")
        holmes.know(
            b'<http://e.x/a> <http://www.w3.org/2000/01/rdf-schema#label> "a"@en .', source="x", format="turtle"
        )
        holmes.reply(f"What is a? {ENDS}", person="liz")
        keep.settle(over=True)
        there = holmes.episodes(person="liz").trig()
    assert "\u2028" in there
    assert there == httpx2.get(f"{url}/v1/characters/holmes/graph?person=liz").content.decode()


def test_an_answer_that_cannot_be_read_is_told() -> None:
    with answering(200, 200, body={"id": 5}) as (url, _), character_at(url) as holmes:
        for ask in (lambda: holmes.observe("Hello."), lambda: holmes.memory("t1")):
            with pytest.raises(soulkeep.ServerRefused, match="can't be read") as error:
                ask()
            assert error.value.kind == "unreadable"
