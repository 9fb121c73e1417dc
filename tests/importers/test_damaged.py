"""Files that were damaged in any way are read, or refused as bad files: nothing else comes of them."""

from __future__ import annotations

import gzip
import json
import os
from contextlib import suppress
from functools import cache

import pytest
from cards_support import (
    CHATGPT,
    KOREAN,
    NEUTRAL,
    ROLES,
    TAVERN,
    V1,
    V2,
    V3,
    charx,
    international_chunk,
    lines,
    packed_chunk,
    plain_chunk,
    png,
)
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import soulkeep
from soulkeep.errors import BadFile, SoulkeepError
from soulkeep.importers.import_file import what_is
from soulkeep.testing.models import HashEmbedder

MANY = int(os.environ.get("SOULKEEP_DAMAGED", "40"))
"""Damaged files of each kind; `SOULKEEP_DAMAGED=20000` tries for an hour."""

TURTLE = """@prefix : <http://x.example/> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
:skua a :Boat ; rdfs:label "Skua"@en, "도둑갈매기"@ko ; :length 12.5 ; :built "1980-05-04"^^xsd:date .
"""
XML = """<?xml version="1.0"?><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:x="http://x.example/">
<rdf:Description rdf:about="http://x.example/skua"><x:length>12</x:length></rdf:Description></rdf:RDF>"""

FILES: dict[str, bytes] = {
    "v1.json": json.dumps(V1).encode(),
    "v2.json": json.dumps(V2).encode(),
    "korean.json": json.dumps(KOREAN, ensure_ascii=False).encode(),
    "book.json": json.dumps(V2["data"]["character_book"]).encode(),
    "card.png": png(plain_chunk(V2)),
    "packed.png": png(packed_chunk(V3), plain_chunk(V3, b"ccv3")),
    "international.png": png(international_chunk(KOREAN, packed=True)),
    "card.charx": charx(json.dumps(V3).encode()),
    "chat.jsonl": lines(TAVERN),
    "conversations.json": json.dumps(CHATGPT).encode(),
    "roles.json": json.dumps(ROLES).encode(),
    "neutral.json": json.dumps(NEUTRAL).encode(),
    "novel.txt": "The lighthouse of Varn.\n\n== The flood ==\n\n등대는 어두웠다. {{char}} laughed.\n".encode() * 3,
    "novel.md.gz": gzip.compress(b"# One\n\nThere was a boat.\n\n* a\n* b\n"),
    "data.ttl": TURTLE.encode(),
    "data.rdf": XML.encode(),
    "data.jsonld": json.dumps({"@context": {"x": "http://x.example/"}, "@id": "x:skua", "x:length": 12}).encode(),
}

ODD = [b"\0", b"\xff\xfe", b"\\ud800", b'"', b"{", b"[" * 300, b"}" * 3, b"-", b"1e999999", b"9" * 5000,
    b"null", b"\r\n", b"\xe2\x80\xae", b"<", b"&", b"@", b"NaN", b"\x1b[2J", b"true", b"{}", b"'", b"\\", b":",
    b",,"]  # fmt: skip

damages = st.lists(
    st.tuples(
        st.sampled_from(["cut", "leave", "put", "over", "twice", "flip"]),
        st.floats(0, 1),
        st.integers(1, 40),
        st.sampled_from(ODD),
        st.integers(0, 255),
    ),
    min_size=1,
    max_size=4,
)


def damaged(data: bytes, how: list[tuple[str, float, int, bytes, int]]) -> bytes:
    """Return a file with parts cut, repeated, overwritten or put in."""
    for kind, where, length, odd, bit in how:
        at = int(where * len(data))
        if kind == "cut":
            data = data[:at]
        elif kind == "leave":
            data = data[:at] + data[at + length :]
        elif kind == "put":
            data = data[:at] + odd + data[at:]
        elif kind == "over":
            data = data[:at] + odd + data[at + len(odd) :]
        elif kind == "twice":
            data = data[: at + length] + data[at:]
        elif at < len(data):
            data = data[:at] + bytes([data[at] ^ (bit or 1)]) + data[at + 1 :]
    return data


@pytest.mark.parametrize("name", FILES)
def test_a_damaged_file_is_read_or_refused(name: str) -> None:
    @settings(max_examples=MANY, database=None, derandomize=True)
    @given(damages)
    def tried(how: list[tuple[str, float, int, bytes, int]]) -> None:
        with suppress(BadFile):
            assert what_is(damaged(FILES[name], how), name=name).kind

    tried()


@cache
def exported() -> tuple[bytes, ...]:
    """Return the lines of an export."""
    with soulkeep.open(":memory:", embedder=HashEmbedder(), settings=soulkeep.Settings(background=False)) as keep:
        holmes = keep.character("holmes", name="Sherlock Holmes")
        holmes.observe("I live in Leeds and have a cat.", person="anna")
        holmes.reply("What is my cat called?", person="anna")
        holmes.know(TURTLE.encode(), source="boats", format="turtle")
        keep.settle()
        return tuple(json.dumps(row).encode() for row in keep.export())


@settings(max_examples=MANY, database=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(st.integers(0, 1000), damages)
def test_a_damaged_export_comes_in_whole_or_not_at_all(
    number: int, how: list[tuple[str, float, int, bytes, int]]
) -> None:
    rows = list(exported())
    rows[number % len(rows)] = damaged(rows[number % len(rows)], how)
    with soulkeep.open(":memory:", embedder=HashEmbedder(), settings=soulkeep.Settings(background=False)) as keep:
        try:
            keep.take_in([json.loads(row) for row in rows])
        except ValueError:
            return  # no JSON, so no rows
        except SoulkeepError:
            assert keep.characters() == []
        assert keep.check() == []
