"""`soulkeep export`, `take-in` and `erase`, as a person or a script would use them."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import command_support
import soulkeep
from soulkeep.character.relationship import relationship_of
from soulkeep.memory.entries import Answered
from soulkeep.memory.observe import store_turns


def run(*arguments: str, cwd: Path, status: int = 0) -> str:
    """Run a command; return its output, or, if its status isn't 0, the output with its errors."""
    done = command_support.run(*arguments, cwd=cwd)
    assert done.returncode == status, done.stdout + done.stderr
    return done.stdout + done.stderr if status else done.stdout


def answered(answer: str, *arguments: str, cwd: Path) -> int:
    """Run a command at a terminal and answer its question; return its status."""
    ours, theirs = pty.openpty()
    done = subprocess.Popen(
        [sys.executable, "-m", "soulkeep", *arguments],
        cwd=cwd, stdin=theirs, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    os.close(theirs)
    os.write(ours, f"{answer}\n".encode())
    try:
        return done.wait(60)
    finally:
        os.close(ours)


def lines(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    with soulkeep.open(tmp_path / "keep.db") as keep:
        for name in ("holmes", "watson"):
            keep.character(name).observe("내 고양이 이름은 미소야.", person="anna", id="cat")
            keep.character(name).observe("I keep bees.", person="boris", id="bees")
        keep.settle()
    return tmp_path


def test_it_goes_out_and_comes_back(folder: Path) -> None:
    rows = lines(run("export", cwd=folder))
    assert (rows[0]["type"], rows[-1]["type"]) == ("soulkeep", "end")
    report = json.loads(run("export", "-o", "all.jsonl", "--json", cwd=folder))
    assert report["rows"] == len(rows)
    assert lines((folder / "all.jsonl").read_text(encoding="utf-8"))[1:] == rows[1:]
    assert "미소" in (folder / "all.jsonl").read_text(encoding="utf-8")
    taken = json.loads(run("take-in", "all.jsonl", "--keep", "new.db", "--json", cwd=folder))
    assert (taken["characters"], taken["memories"], taken["known"]) == (2, report["memories"], 0)
    assert f"0 new memories, {report['memories']} known." in run("take-in", "all.jsonl", "--keep", "new.db", cwd=folder)
    assert lines(run("export", "--keep", "new.db", cwd=folder))[1:] == rows[1:]
    assert sorted(file.name for file in folder.iterdir() if file.suffix == ".jsonl") == ["all.jsonl"]


def test_a_person_or_a_character_or_the_two(folder: Path) -> None:
    def whose(*arguments: str) -> set[tuple[str, str]]:
        rows = lines(run("export", *arguments, cwd=folder))
        return {(row["character"], row["person"]) for row in rows if row["type"] == "memory"}

    assert whose("--person", "anna") == {("holmes", "anna"), ("watson", "anna")}
    assert whose("-c", "holmes") == {("holmes", "anna"), ("holmes", "boris")}
    assert whose("-c", "holmes", "-p", "anna") == {("holmes", "anna")}


def test_what_cannot_be_done_is_said(folder: Path) -> None:
    assert "no character" in run("export", "-c", "moriarty", cwd=folder, status=1)
    assert "no keep" in run("export", "--keep", "none.db", cwd=folder, status=1)
    assert "can't be written" in run("export", "-o", "no/such/folder.jsonl", cwd=folder, status=1)
    assert not (folder / "none.db").exists()
    run("export", "-o", "all.jsonl", cwd=folder)
    damaged = (folder / "all.jsonl").read_text(encoding="utf-8").splitlines()
    damaged[3] = damaged[3][:20]
    (folder / "all.jsonl").write_text("\n".join(damaged), encoding="utf-8")
    error = json.loads(run("take-in", "all.jsonl", "--keep", "none.db", "--json", cwd=folder, status=1))["error"]
    assert error["type"] == "BadFile"
    assert "line 4" in error["message"]
    (folder / "chat.jsonl").write_text('{"id": "x", "sessions": []}\n')
    assert "soulkeep import" in run("take-in", "chat.jsonl", "--keep", "none.db", cwd=folder, status=1)
    assert "no file" in run("take-in", "gone.jsonl", "--keep", "none.db", cwd=folder, status=1)
    assert not (folder / "none.db").exists()


def people(folder: Path) -> dict[str, list[str]]:
    with soulkeep.open(folder / "keep.db") as keep:
        return {character.id: keep.people(character.id) for character in keep.characters()}


def test_erasing_asks_or_is_told_yes(folder: Path) -> None:
    assert "--yes" in run("erase", "--person", "anna", cwd=folder, status=1)
    assert answered("n", "erase", "--person", "anna", cwd=folder) == 1
    assert people(folder) == {"holmes": ["anna", "boris"], "watson": ["anna", "boris"]}
    assert answered("y", "erase", "--person", "anna", "-c", "holmes", cwd=folder) == 0
    assert people(folder) == {"holmes": ["boris"], "watson": ["anna", "boris"]}
    receipt = json.loads(run("erase", "--person", "anna", "--yes", "--json", cwd=folder))
    assert (receipt["person"], receipt["characters"], receipt["remaining"]) == ("anna", ["watson"], 0)
    assert receipt["clean"]
    assert "memories erased" in run("erase", "--character", "holmes", "--yes", cwd=folder)
    assert people(folder) == {"watson": ["boris"]}
    assert "no character" in run("erase", "--character", "holmes", "--yes", cwd=folder, status=1)
    assert "whom" in run("erase", "--yes", cwd=folder, status=1)


def test_answers_to_others_are_counted_or_listed(folder: Path) -> None:
    with soulkeep.open(folder / "keep.db", settings=soulkeep.Settings(background=False)) as keep:
        holmes = keep.character("holmes")
        holmes.observe("The key lies under the third flowerpot.", person="anna", heard_by=["boris"])
        holmes.reply("Where does the key lie?", person="boris", id="q")
        relationship = relationship_of(holmes, "boris")
        turn = soulkeep.Turn("Somewhere in the garden.", "holmes", id="vague")
        store_turns(relationship, [turn], answer=Answered(responder="model", saw=("anna",)))
    told = run("erase", "-p", "anna", "--list-answers", "--yes", cwd=folder)
    assert "1 answers to others" in told  # it names what it quotes
    assert "left: turn vague (holmes, boris)" in told
    receipt = json.loads(run("erase", "-p", "anna", "--yes", "--json", cwd=folder))
    assert (receipt["memories"], receipt["answers"], receipt["remaining"], receipt["left"]) == (1, 1, 0, [])
