"""A long text whose reading is killed is known to be there in part, and is completed when it is learnt again."""

from __future__ import annotations

import json
import signal
import sys
from collections import Counter
from pathlib import Path

import pytest
from typer.testing import CliRunner

import soulkeep
from nursery import PIPE, Child
from soulkeep.cli.app import command_line
from soulkeep.importers import learn
from soulkeep.testing.models import HashEmbedder

BATCH = 20
TEXT = "\n\n".join(
    f"Chapter note {n}. " + f"The lamp number {n} burns by the ferry all night long. " * 8 for n in range(90)
)

CHILD = Path(__file__).with_name("child_reader.py")


def kill_amid(location: str, whose: str, batches: int, text: str = TEXT) -> None:
    """Let a process learn a text, and die after some batches."""
    child = Child([CHILD, location, whose, str(batches)], stdin=PIPE, stdout=PIPE, stderr=PIPE)
    _, errors = child.communicate(text)
    assert child.returncode == -signal.SIGKILL, errors


def doctor(location: str) -> list[str]:
    """Return what `soulkeep doctor` finds wrong with texts."""
    told = CliRunner().invoke(command_line(), ["doctor", "--keep", location, "--json"])
    return [problem for problem in json.loads(told.stdout)["problems"] if "novel" in problem]


@pytest.mark.skipif(sys.platform == "win32", reason="processes can't be killed so there")
@pytest.mark.parametrize(("whose", "batches"), [("character", 1), ("character", 3), ("world", 2)])
def test_a_text_that_was_broken_off_says_so_and_is_completed(
    location: str, whose: str, batches: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(learn, "_BATCH", BATCH)
    with soulkeep.open(":memory:", embedder=HashEmbedder()) as keep:
        whole = keep.character("holmes").learn(TEXT, source="novel")
        assert not whole.resumed
        expected = Counter(memory.text for memory in keep.character("holmes").memories())
    assert whole.passages > 4 * BATCH
    kill_amid(location, whose, batches)
    [told] = doctor(location)
    assert "london" in told if whose == "world" else "holmes" in told
    with soulkeep.open(location, embedder=HashEmbedder()) as keep:
        who = keep.world("london") if whose == "world" else keep.character("holmes")
        learnt = who.learn(TEXT, source="novel")
        assert (learnt.known, learnt.passages) == (batches * BATCH, whole.passages - batches * BATCH)
        assert learnt.resumed
        assert Counter(memory.text for memory in who.memories()) == expected
        again = who.learn(TEXT, source="novel")
        assert (again.passages, again.known, again.resumed) == (0, whole.passages, False)
    assert doctor(location) == []


@pytest.mark.skipif(sys.platform == "win32", reason="processes can't be killed so there")
def test_a_text_that_was_continued_and_broken_off_then_says_so_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(learn, "_BATCH", BATCH)
    location = str(tmp_path / "keep.db")
    first = TEXT[: len(TEXT) // 2].rpartition("\n\n")[0]
    with soulkeep.open(location, embedder=HashEmbedder()) as keep:
        first_passages = keep.character("holmes").learn(first, source="novel").passages
    assert doctor(location) == []
    kill_amid(location, "character", first_passages // BATCH + 2)
    assert len(doctor(location)) == 1
    with soulkeep.open(location, embedder=HashEmbedder()) as keep:
        assert keep.character("holmes").learn(TEXT, source="novel").resumed
    assert doctor(location) == []


def test_a_text_that_goes_into_one_transaction_is_never_there_in_part(tmp_path: Path) -> None:
    location = str(tmp_path / "keep.db")
    kill_amid(location, "character", 1, TEXT[:2000])
    assert doctor(location) == []
    with soulkeep.open(location, embedder=HashEmbedder()) as keep:
        learnt = keep.character("holmes").learn(TEXT[:2000], source="novel")
        assert (learnt.passages, learnt.resumed) == (0, False)
