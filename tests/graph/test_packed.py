"""Tests that data packed piece by piece is what went in."""

from __future__ import annotations

import zlib
from random import Random

import pytest

from soulkeep.graph.packed import Packer, Unpacker

_DATA = Random(1).randbytes(300_000) + b"again " * 100_000


def test_packs_as_zlib_does() -> None:
    packer = Packer()
    for at in range(0, len(_DATA), 7777):
        assert packer.write(_DATA[at : at + 7777]) == len(_DATA[at : at + 7777])
    assert zlib.decompress(packer.packed()) == _DATA


@pytest.mark.parametrize("size", [1000, 1 << 20])
def test_unpacks_piece_by_piece(size: int) -> None:
    unpacker = Unpacker(zlib.compress(_DATA))
    pieces = [*iter(lambda: unpacker.read(size), b"")]
    assert b"".join(pieces) == _DATA
    assert max(map(len, pieces)) <= size


def test_what_is_cut_off_ends() -> None:
    found = b"".join(iter(Unpacker(zlib.compress(_DATA)[:100_000]).read, b""))
    assert found
    assert _DATA.startswith(found)


def test_nothing() -> None:
    assert Unpacker(zlib.compress(b"")).read() == b""
    assert zlib.decompress(Packer().packed()) == b""
