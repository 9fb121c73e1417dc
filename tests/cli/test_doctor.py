"""`soulkeep doctor` on PostgreSQL, what is said where its driver is missing, and what else commands advise."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import soulkeep
from postgres_support import Databases
from soulkeep.cli.app import command_line
from soulkeep.stores.location import SECRET
from walls_support import OUR_SECRET, Walls, walls

NOWHERE = "postgresql://soulkeep@127.0.0.1:1/soulkeep"


@pytest.fixture(scope="module")
def two(postgres: Databases) -> Iterator[Walls]:
    with walls(postgres) as found:
        yield found


def examined(location: str) -> dict[str, Any]:
    report: dict[str, Any] = json.loads(
        CliRunner().invoke(command_line(), ["doctor", "--json", "--keep", location]).stdout
    )
    return report


def test_a_role_behind_the_wall_with_a_secret_is_well(two: Walls, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(SECRET, OUR_SECRET)
    report = examined(two.role)
    assert report["warnings"] == []
    assert (report["postgres"]["secret"], report["postgres"]["unwalled"]) == (True, False)


def test_a_missing_secret_is_told_from_the_first_workspace_on(postgres: Databases) -> None:
    url = postgres.make()  # without any
    report = examined(url)
    assert report["postgres"]["workspaces"] <= 1
    assert report["postgres"]["secret"] is False
    assert any(SECRET in warning for warning in report["warnings"])
    assert f"! {SECRET} isn't set" in CliRunner().invoke(command_line(), ["doctor", "--keep", url]).stdout


def test_a_user_whom_no_wall_stops_is_told(two: Walls, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(SECRET, OUR_SECRET)
    report = examined(two.superuser)
    assert report["postgres"]["unwalled"] is True
    [warning] = report["warnings"]
    assert "superuser" in warning


def test_a_database_that_cannot_be_reached_is_not_said_to_be_empty() -> None:
    done = CliRunner().invoke(command_line(), ["doctor", "--keep", NOWHERE])
    assert done.exit_code == 1
    assert "can't be reached" in done.stdout
    assert "not there yet" not in done.stdout


@pytest.mark.parametrize("words", ["doctor", "serve --port 0", "keys list", "keys create game", "recall Hi? -c holmes"])
def test_a_missing_driver_is_said_with_what_to_install(words: str) -> None:
    code = "import sys; sys.modules['psycopg'] = None; from soulkeep.cli.app import main; main()"
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, "-c", code, *words.split(), "--keep", NOWHERE]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, timeout=240)
    said = " ".join((done.stdout + done.stderr).split())
    assert done.returncode == 1
    assert "pip install 'soulkeep[postgres]'" in said
    assert "Traceback" not in said
    assert "not there yet" not in said


def test_erasing_says_who_can_write_the_tables_anew(two: Walls, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(SECRET, OUR_SECRET)
    with soulkeep.open(two.role, settings=soulkeep.Settings(background=False)) as keep:
        keep.character("watson").observe("나비는 고양이야.", person="ben")
    done = CliRunner().invoke(command_line(), ["erase", "--person", "ben", "--yes", "--keep", two.role])
    assert done.exit_code == 0
    assert "as the tables' owner: soulkeep store scrub URL" in " ".join(done.stderr.split())


def test_a_command_to_go_on_with_can_be_copied_into_a_shell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    done = CliRunner().invoke(command_line(), ["demo", "--keep", "keep?of=[red]me.db"])
    assert done.exit_code == 0
    assert "soulkeep chat --keep 'keep?of=[red]me.db'" in done.stdout


def test_what_could_not_be_worked_out_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def choke(text: str, language: str) -> Any:
        raise RuntimeError("choked")

    location = str(tmp_path / "keep.db")
    monkeypatch.setattr("soulkeep.memory.stated.statements", choke)
    with soulkeep.open(location) as keep:
        keep.character("holmes").observe("I live in Rome.", person="anna")
        keep.settle(over=True)
    shown = CliRunner().invoke(command_line(), ["doctor", "--keep", location]).stdout
    assert "in 1 relationships couldn't be worked out: RuntimeError: choked" in " ".join(shown.split())
    monkeypatch.undo()
    with soulkeep.open(location) as keep:
        keep.settle(over=True)
    assert "choked" not in CliRunner().invoke(command_line(), ["doctor", "--keep", location]).stdout
