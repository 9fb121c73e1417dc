"""`soulkeep migrate`, as an operator would use it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

import command_support
import soulkeep
from postgres_support import Databases
from soulkeep.testing.models import HashEmbedder


def run(*arguments: str, cwd: Path, status: int = 0) -> str:
    """Run a command; return its output, with its errors."""
    done = command_support.run(*arguments, cwd=cwd)
    assert done.returncode == status, done.stdout + done.stderr
    return " ".join((done.stdout + done.stderr).split())


def say(location: Path | str, text: str, id: str) -> None:
    with soulkeep.open(location, embedder=HashEmbedder()) as keep:
        keep.character("보라").observe(text, person="anna", id=id)


def said(location: Path | str) -> list[str]:
    with soulkeep.open(location, embedder=HashEmbedder()) as keep:
        return [memory.text for memory in keep.character("보라").memories(person="anna", kinds={"turn"})]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    say(tmp_path / "keep.db", "내 고양이 이름은 미소야.", "cat")
    return tmp_path


@pytest.fixture
def url(postgres: Databases) -> Iterator[str]:
    url = postgres.make()
    yield url
    postgres.drop(url)


def test_it_goes_there_and_back(folder: Path, url: str) -> None:
    told = run("migrate", "sqlite:keep.db", url, cwd=folder)
    assert "1 memories in 1 relationships" in told
    assert "sha256" in told
    say(folder / "keep.db", "I live in Leeds.", "home")
    run("migrate", "keep.db", url, cwd=folder)
    assert said(url) == ["내 고양이 이름은 미소야.", "I live in Leeds."]
    receipt = json.loads(run("migrate", url, "sqlite:back.db", "--json", cwd=folder))
    assert (receipt["memories"], receipt["moved"], receipt["target"]) == (2, 1, str(folder / "back.db"))
    assert json.loads(run("migrate", url, "back.db", "--verify", "--json", cwd=folder))["moved"] == 0
    assert said(folder / "back.db") == said(url)


def test_what_differs_is_named(folder: Path, url: str) -> None:
    run("migrate", "keep.db", url, cwd=folder)
    say(url, "Said there.", "there")
    for words in (("--verify",), ()):
        error = json.loads(run("migrate", "keep.db", url, *words, "--json", cwd=folder, status=1))["error"]
        assert "보라 with anna" in error["message"]
    assert "--replace" in error["hint"]
    run("migrate", "keep.db", url, "--replace", cwd=folder)
    assert said(url) == said(folder / "keep.db")


def test_a_source_that_is_not_there_is_not_made(folder: Path, postgres: Databases) -> None:
    assert "There is no file" in run("migrate", "sqlite:nowhere.db", "other.db", cwd=folder, status=1)
    empty = postgres.make(ready=False)
    assert "There is no keep in" in run("migrate", empty, "other.db", cwd=folder, status=1)
    with psycopg.connect(empty) as db:
        assert db.execute("SELECT to_regnamespace('soulkeep')").fetchone() == (None,)
    ready = postgres.make()
    for words in ((f"{ready}&workspace=acme", "other.db"), ("keep.db", f"{ready}&workspace=acme", "--verify")):
        assert "no workspace 'acme'" in run("migrate", *words, cwd=folder, status=1)
    assert "There is no file" in run("migrate", "keep.db", "other.db", "--verify", cwd=folder, status=1)
    with psycopg.connect(ready) as db:
        assert "acme" not in [name for (name,) in db.execute("SELECT soulkeep.workspace_names()")]
    assert sorted(path.name for path in folder.iterdir()) == ["keep.db"]


def test_a_password_is_never_shown(folder: Path, url: str) -> None:
    secret = url.replace("postgres@", "postgres:hunter2@")
    assert secret != url
    shown = [
        run("migrate", "keep.db", secret, cwd=folder),
        run("migrate", "keep.db", secret, "--verify", "--json", cwd=folder),
    ]
    say(url, "Said there.", "there")
    shown += [
        run("migrate", "keep.db", secret, cwd=folder, status=1),
        run("migrate", f"{secret}&workspace=acme", "x.db", cwd=folder, status=1),
        run("migrate", "keep.db", secret.replace("/soulkeep_test", "/nowhere"), cwd=folder, status=1),
        run("migrate", secret, secret, cwd=folder, status=1),
    ]
    assert all("hunter2" not in told for told in shown)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("keep.db", "sqlite:./keep.db"), "the same"),
        (("keep.db", ":memory:"), "in memory"),
        (("keep.db", "mysql://host/db"), "is no file"),
        (("postgresql:mine", "keep.db"), "no URL"),
        (("keep.db", "nowhere/other.db"), "does not exist"),
    ],
)
def test_what_cannot_be_moved_is_refused(folder: Path, words: tuple[str, ...], message: str) -> None:
    before = (folder / "keep.db").read_bytes()
    assert message in run("migrate", *words, cwd=folder, status=1)
    assert (folder / "keep.db").read_bytes() == before
