"""Worlds on the command line, as a person or a script would use them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import command_support

GUIDE = """\
# Baker Street

Mrs Hudson keeps the house at 221B Baker Street. Her parrot is called Admiral.
"""

QUESTION = "Who keeps the house at 221B Baker Street?"


def run(*arguments: str, cwd: Path, status: int = 0) -> str:
    """Run a command; return its output, or, if its status isn't 0, the output with its errors."""
    done = command_support.run(*arguments, cwd=cwd)
    assert done.returncode == status, done.stdout + done.stderr
    return done.stdout + done.stderr if status else done.stdout


def told(*arguments: str, cwd: Path) -> Any:
    return json.loads(run(*arguments, "--json", cwd=cwd))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a keep with a world that Holmes reads, and Moriarty doesn't."""
    (tmp_path / "guide.md").write_text(GUIDE)
    (tmp_path / "hello.txt").write_text("Crime pays.")
    run("learn", "guide.md", "--world", "london", cwd=tmp_path)
    run("learn", "hello.txt", "--character", "moriarty", cwd=tmp_path)
    run("worlds", "--character", "holmes", "--read", "london", cwd=tmp_path)
    return tmp_path


def test_who_reads_it_recalls_it_and_who_does_not_cannot(folder: Path) -> None:
    shown = run("recall", QUESTION, "--character", "holmes", cwd=folder)
    assert "Hudson" in shown
    assert "london: Baker Street" in shown
    found = told("recall", QUESTION, "--character", "moriarty", cwd=folder)
    assert [hit["memory"]["text"] for hit in found["hits"]] == ["Crime pays."]


def test_they_are_listed_and_it_is_changed_who_reads_them(folder: Path) -> None:
    [listed] = told("worlds", cwd=folder)
    assert listed == {
        "name": "london", "memories": 1, "forgotten": 0, "sources": {"guide": 1}, "readers": ["holmes"],
    }  # fmt: skip
    assert "london: 1 passages; read by holmes" in run("worlds", cwd=folder)
    (folder / "규약.txt").write_text("조합의 암호는 붉은 머리이다.", encoding="utf-8")
    run("learn", "규약.txt", "--world", "탐정 조합", cwd=folder)
    changed = told("worlds", "-c", "holmes", "--read", "탐정 조합", "--unread", "london", cwd=folder)
    assert [one["name"] for one in changed] == ["탐정 조합"]
    found = told("recall", "조합의 암호는 뭐야?", "-c", "holmes", cwd=folder)
    assert [hit["memory"]["owner"] for hit in found["hits"]] == ["world:탐정 조합"]
    assert "Who reads it?" in run("worlds", "--read", "london", cwd=folder, status=1)
    assert "no character" in run("worlds", "-c", "nobody", cwd=folder, status=1)


def test_lore_is_listed_forgotten_and_restored(folder: Path) -> None:
    [passage] = told("memories", "--world", "london", cwd=folder)
    run("forget", passage["id"], "--world", "london", cwd=folder)
    assert told("recall", QUESTION, "-c", "holmes", cwd=folder)["hits"] == []
    assert [one["id"] for one in told("forget", "--list", "--world", "london", cwd=folder)] == [passage["id"]]
    run("restore", passage["id"], "--world", "london", cwd=folder)
    assert told("recall", QUESTION, "-c", "holmes", cwd=folder)["hits"]
    assert "Which lore?" in run("forget", "--world", "london", "--count", "1", cwd=folder, status=1)
    assert "lore of 'london'" in run("forget", passage["id"], "-c", "holmes", cwd=folder, status=1)


def test_it_goes_out_comes_back_and_is_erased(folder: Path) -> None:
    assert told("export", "--world", "london", "-o", "london.jsonl", cwd=folder)["memories"] == 1
    assert "--yes" in run("erase", "--world", "london", cwd=folder, status=1)
    receipt = told("erase", "--world", "london", "--yes", cwd=folder)
    assert (receipt["world"], receipt["memories"], receipt["remaining"], receipt["clean"]) == ("london", 1, 0, True)
    assert told("worlds", cwd=folder) == []
    assert "no world" in run("erase", "--world", "london", "--yes", cwd=folder, status=1)
    assert told("take-in", "london.jsonl", cwd=folder)["memories"] == 1
    assert told("worlds", cwd=folder)[0]["readers"] == []


def test_a_text_is_learnt_by_a_character_or_a_world(folder: Path) -> None:
    (folder / "music.ttl").write_text("@prefix ex: <http://example.org/>. ex:holmes ex:plays ex:violin .")
    for wrong, why in (
        (("learn", "guide.md"), "Who learns it?"),
        (("learn", "guide.md", "--world", "london", "-c", "holmes"), "Who learns it?"),
        (("learn", "music.ttl", "--world", "london"), "is RDF"),
        (("learn", "guide.md", "-c", "world:london"), "keep.world('london')"),
        (("import", "guide.md", "--world", "london", "-c", "holmes"), "a character's or a world's"),
        (("erase", "--world", "london", "-c", "holmes", "--yes"), "by itself"),
    ):
        assert why in " ".join(run(*wrong, cwd=folder, status=1).split())
    assert "london learnt guide: 0 new passages, 1 known" in run("import", "guide.md", "--world", "london", cwd=folder)
