"""A program that ends without closing its keep ends well, and so does everything that was at work."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import soulkeep
from soulkeep.testing.models import HashEmbedder

ENDING = """
import atexit, sys, threading, time
import soulkeep
from soulkeep.search import ann_builder
from soulkeep.testing.models import HashEmbedder

build = ann_builder.build

def for_ever(*given, **options):  # it is in native code, whenever the program ends
    while build(*given, **options) is not None:
        pass

ann_builder.build = for_ever
path, dropped = sys.argv[1], sys.argv[2] == "dropped"
settings = soulkeep.Settings(large_rows=200, large_candidates=100, index_threads=2)
said = [soulkeep.Turn(f"I found lantern {i} by the ferry.", id=f"t{i}", importance=1.0) for i in range(1200)]

def begin():
    keep = soulkeep.open(path, embedder=HashEmbedder(dimensions=768), settings=settings)
    holmes = keep.character("holmes")
    holmes.observe_many(said, person="anna")
    holmes.recall("lantern", person="anna")
    print(keep._runtime.embeddings.cache._indexer._thread.is_alive())
    return keep, holmes

def observe(holmes):  # the program isn't over before its own threads are
    time.sleep(0.3)
    holmes.observe("I am late.", person="boris", id="late")
    sys.stdout.flush()

keep, holmes = begin()
if dropped:
    del keep, holmes
else:
    threading.Thread(target=observe, args=(holmes,)).start()
    atexit.register(lambda: holmes.observe("I am last.", person="boris", id="last"))
"""


@pytest.mark.parametrize("how", ["dropped", "used"])
def test_a_program_that_closes_nothing_while_an_index_is_built_ends_well(tmp_path: Path, how: str) -> None:
    path = tmp_path / "keep.db"
    pytest.importorskip("usearch")
    command = [sys.executable, "-c", ENDING, str(path), how]
    for _ in range(2):  # the second finds everything there, and what the first didn't work on
        done = subprocess.run(command, capture_output=True, text=True, timeout=240)
        assert (done.returncode, done.stdout) == (0, "True\n"), done.stderr
        assert "terminate" not in done.stderr
        assert "Traceback" not in done.stderr
    with soulkeep.open(
        path, embedder=HashEmbedder(dimensions=768), settings=soulkeep.Settings(background=False)
    ) as keep:
        kept = {memory.id for memory in keep.character("holmes").memories(person="boris")}
        assert kept >= (set() if how == "dropped" else {"late", "last"})
        assert len(list(keep.character("holmes").memories(person="anna", kinds={"turn"}))) == 1200
        assert keep.check() == []
