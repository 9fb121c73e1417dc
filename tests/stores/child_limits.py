"""A program that the tests of bad files run as a process: python child_limits.py MODE PATH

It prints `ok`, or what went wrong.
"""

from __future__ import annotations

import os
import resource
import sys
from pathlib import Path

import pytest

import soulkeep
from soulkeep.testing.models import HashEmbedder

NOBODY = 65534


def read_only(path: str) -> None:
    """Open a keep as someone who may not write it."""
    if os.geteuid() == 0:
        os.setgid(NOBODY)
        os.setuid(NOBODY)
    with pytest.raises(soulkeep.StoreReadOnly) as caught:
        soulkeep.open(path, embedder=HashEmbedder())
    assert "write access" in caught.value.hint
    print("ok")


def write_on(holmes: soulkeep.Character, kept: list[str], prefix: str) -> None:
    """Add long turns without end, noting each that is acknowledged."""
    for number in range(10_000):
        id = f"{prefix}{number}"
        holmes.observe(f"Turn {id} " + "is long. " * 300, person="anna", id=id)
        kept.append(id)


def full(path: str) -> None:
    """Write up to a limit on the size of files, then go on once it is lifted."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    keep = soulkeep.open(path, embedder=HashEmbedder())
    holmes = keep.character("holmes")
    holmes.observe("Miso is a cat.", person="anna", id="first")
    kept = ["first"]
    for attempt in range(3):
        sizes = [Path(path + end).stat().st_size for end in ("", "-wal") if Path(path + end).exists()]
        resource.setrlimit(resource.RLIMIT_FSIZE, (max(sizes) + 100_000, hard))
        with pytest.raises(soulkeep.StoreError) as caught:
            write_on(holmes, kept, f"{attempt}.")
        assert "space" in caught.value.hint
        assert [memory.id for memory in holmes.memories(person="anna")] == kept
        assert holmes.recall("Who is Miso?", person="anna").hits
        with pytest.raises(soulkeep.StoreError):
            holmes.observe("Another long one. " * 5000, person="anna")
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        holmes.observe("There is space again.", person="anna", id=f"after{attempt}")
        kept.append(f"after{attempt}")
        assert [memory.id for memory in holmes.memories(person="anna")] == kept
        assert keep.check() == []
    keep.close()
    with soulkeep.open(path, embedder=HashEmbedder()) as keep:
        assert keep.check() == []
        assert [memory.id for memory in keep.character("holmes").memories(person="anna")] == kept
    print("ok")


if __name__ == "__main__":
    {"read_only": read_only, "full": full}[sys.argv[1]](sys.argv[2])
