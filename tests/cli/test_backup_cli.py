"""`soulkeep backup` and `soulkeep restore-backup`, as an operator or a timer would use them."""

from __future__ import annotations

import json
import re
import shlex
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from click import Command, Context
from typer.main import get_command

import command_support
import soulkeep
from soulkeep.cli.app import command_line
from soulkeep.server.keys import ApiKeys
from soulkeep.server.workspaces import names_beside
from soulkeep.testing.models import HashEmbedder

ROOT = Path(__file__).parent.parent.parent


def run(*arguments: str, cwd: Path, status: int = 0) -> str:
    """Run a command; return its output, with its errors."""
    done = command_support.run(*arguments, cwd=cwd)
    assert done.returncode == status, done.stdout + done.stderr
    return " ".join((done.stdout + done.stderr).split())


def say(path: Path, text: str) -> None:
    with soulkeep.open(path, embedder=HashEmbedder()) as keep:
        keep.character("holmes").observe(text, person="anna")


def said(path: Path) -> list[str]:
    with soulkeep.open(path, embedder=HashEmbedder()) as keep:
        return [memory.text for memory in keep.character("holmes").memories(person="anna", kinds={"turn"})]


def keys_in(path: Path) -> list[str]:
    with closing(ApiKeys(str(path))) as keys:
        return [key.grant.name for key in keys.list()]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return the folder of a server with two workspaces and keys, and of its backup."""
    say(tmp_path / "keep.db", "미소는 고양이야.")
    say(tmp_path / "keep.acme.db", "Acme was here.")
    run("keys", "create", "game", cwd=tmp_path)
    return tmp_path


def test_one_file_goes_out_and_comes_back(folder: Path) -> None:
    (folder / "보관").mkdir()
    told = run("backup", "keep.db", "보관/월요일.db", cwd=folder)
    assert "1 memories" in told
    assert "sha256" in told
    say(folder / "keep.db", "A mistake.")
    assert len(said(folder / "keep.db")) == 2
    told = run("restore-backup", "보관/월요일.db", "keep.db", cwd=folder)
    kept = re.search(r"before: (\S+)", told)
    assert kept
    assert len(said(Path(kept[1]))) == 2
    assert said(folder / "keep.db") == ["미소는 고양이야."]
    assert names_beside(str(folder / "keep.db")) == {"acme"}, "what is kept is no workspace"


def test_json_and_quiet(folder: Path) -> None:
    made = json.loads(run("backup", "keep.db", "backup.db", "--json", cwd=folder))
    assert (made["memories"], made["path"]) == (1, str(folder / "backup.db"))
    restored = json.loads(run("restore-backup", "backup.db", "keep.db", "--json", "--discard", cwd=folder))
    assert (restored["memories"], restored["kept"], restored["sealed"]) == (1, None, True)
    assert run("backup", "keep.db", "backup.db", "--force", "--quiet", cwd=folder) == ""
    assert run("restore-backup", "backup.db", "keep.db", "-q", cwd=folder) == ""
    error = json.loads(run("backup", "keep.db", "backup.db", "--json", cwd=folder, status=1))["error"]
    assert (error["type"], "--force" in error["hint"]) == ("BadFile", True)


def test_all_that_a_server_has(folder: Path) -> None:
    made = json.loads(run("backup", "keep.db", "night", "--all", "--json", cwd=folder))
    assert [Path(one["path"]).name for one in made] == ["keep.db", "keep.acme.db", "keep.server.db"]
    assert (folder / "night").stat().st_mode & 0o777 == 0o700
    say(folder / "keep.db", "A mistake.")
    say(folder / "keep.acme.db", "Another.")
    run("keys", "create", "thief", cwd=folder)
    say(folder / "keep.new.db", "Made since.")
    restored = json.loads(run("restore-backup", "night", "keep.db", "--json", cwd=folder))
    assert [one["memories"] for one in restored] == [1, 1, 0]
    assert said(folder / "keep.db") == ["미소는 고양이야."]
    assert said(folder / "keep.acme.db") == ["Acme was here."]
    assert said(folder / "keep.new.db") == ["Made since."]
    assert keys_in(folder / "keep.server.db") == ["game"]
    assert "there already" in run("backup", "keep.db", "night", "--all", cwd=folder, status=1)
    run("backup", "keep.db", "night", "--all", "--force", cwd=folder)
    assert len(list((folder / "night").iterdir())) == 4


def test_nothing_of_a_folder_is_restored_unless_all_of_it_can_be(folder: Path) -> None:
    run("backup", "keep.db", "night", "--all", cwd=folder)
    say(folder / "keep.db", "Said since.")
    damaged = folder / "night" / "keep.server.db"
    damaged.write_bytes(damaged.read_bytes().replace(b"game", b"gnom"))
    before = {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}
    assert "checksum" in run("restore-backup", "night", "keep.db", cwd=folder, status=1)
    assert {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()} == before


def test_a_keep_in_use_is_backed_up_and_not_replaced(folder: Path) -> None:
    with (
        soulkeep.open(folder / "keep.db", embedder=HashEmbedder()) as keep,
        closing(ApiKeys(str(folder / "keep.server.db"))),
    ):
        keep.character("holmes").observe("Still talking.", person="anna")
        run("backup", "keep.db", "night", "--all", cwd=folder)
        assert "in use" in run("restore-backup", "night", "keep.db", cwd=folder, status=1)
        assert "in use" in run("restore-backup", "night/keep.server.db", "keep.db", cwd=folder, status=1)
    assert said(folder / "night" / "keep.db") == ["미소는 고양이야.", "Still talking."]


def test_what_cannot_be_is_told(folder: Path) -> None:
    for arguments, why in (
        (("backup", "postgresql://soul@localhost/keep", "x.db"), "pg_dump"),
        (("restore-backup", "x.db", "postgresql://soul@localhost/keep"), "pg_dump"),
        (("backup", "nothing.db", "x.db"), "no file"),
        (("backup", "nothing.db", "x", "--all"), "no file"),
        (("backup", "keep.db", "."), "a folder"),
        (("backup", "keep.db", "keep.monday.db"), "workspace"),
        (("backup", "keep.db", "keep.acme.db", "--all"), "folder"),
        (("restore-backup", "nothing.db", "keep.db"), "no file"),
        (("restore-backup", ".", "other.db"), "no backup of other.db"),
        (("restore-backup", "keep.server.db", "keep.db"), "another program"),
    ):
        assert why in run(*arguments, cwd=folder, status=1)
    assert sorted(path.name for path in folder.iterdir()) == ["keep.acme.db", "keep.db", "keep.server.db"]


def test_the_units_name_commands_that_exist() -> None:
    unit = (ROOT / "deploy" / "soulkeep-backup.service").read_text()
    line = re.search(r"^ExecStart=(.*)$", unit, re.MULTILINE)
    assert line
    program, *words = shlex.split(shlex.split(line[1])[2].removeprefix("exec "))
    assert program == "/opt/soulkeep/bin/soulkeep"
    command: Command = get_command(command_line()).commands[words[0]]  # type: ignore[attr-defined]
    parsed: Any = command.make_context(words[0], words[1:], parent=Context(command))
    assert parsed.params["whole"]
    assert parsed.params["force"]
    server = (ROOT / "deploy" / "soulkeep.service").read_text()
    for same in ("DynamicUser=yes", "StateDirectory=soulkeep", "Environment=SOULKEEP_KEEP=%S/soulkeep/keep.db"):
        assert same in unit
        assert same in server
