"""A process that forks while its threads write goes on, and what it forked can open a keep of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from child_forks import THREADS

import soulkeep
from soulkeep.testing.models import HashEmbedder

CHILD = Path(__file__).with_name("child_forks.py")
FORKS = 8


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_forks_beside_threads_that_write_have_keeps_of_their_own(location: str) -> None:
    command = [sys.executable, str(CHILD), location, str(FORKS)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stderr
    ended, acknowledged = done.stdout.splitlines()
    assert ended == str({0: FORKS}), done.stderr
    settings = soulkeep.Settings(background=False)
    with soulkeep.open(location, embedder=HashEmbedder(), settings=settings) as keep:
        assert keep.check() == []
        holmes, watson = keep.character("holmes"), keep.character("watson")
        said = [memory.id for n in range(THREADS) for memory in holmes.memories(person=f"p{n}", kinds={"turn"})]
        assert sorted(said) == sorted(acknowledged.split())
        for number in range(FORKS):
            turns = [memory.id for memory in watson.memories(person=f"c{number}", kinds={"turn"})]
            assert turns == [f"c{number}.{count}" for count in range(3)]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_what_lies_in_memory_is_there_after_a_fork(keep: soulkeep.Keep) -> None:
    """In a process of its own: a test runner has threads, whose locks a fork may find taken for ever."""
    program = """
import os, warnings, soulkeep
from soulkeep.testing.models import HashEmbedder
warnings.simplefilter("ignore")
keep = soulkeep.open(":memory:", embedder=HashEmbedder())
holmes = keep.character("holmes")
holmes.observe("I live in Oslo.", person="anna")
child = os.fork()
if not child:
    os._exit(0)
os.waitpid(child, 0)
holmes.observe("I have a cat.", person="anna")
print(len(list(holmes.memories(person="anna", kinds={"turn"}))))
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=240)
    assert (done.stdout, done.stderr) == ("2\n", "")
