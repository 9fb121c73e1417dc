"""`soulkeep serve` and `soulkeep keys`: what a person at a terminal meets."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx2
import pytest
from typer.testing import CliRunner, Result

import soulkeep
from command_support import run
from soulkeep.cli.app import command_line
from soulkeep.cli.settings import VARIABLE
from soulkeep.server import ServerConfig


@contextmanager
def serving(*options: str) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """Yield a server in a process of its own, and the URL that it says."""
    command = [sys.executable, "-m", "soulkeep", "serve", "--port", "0", "--json", "--no-inspector", *options]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment
    ) as process:
        assert process.stdout
        try:
            yield json.loads(process.stdout.readline())["url"], process
        finally:
            process.send_signal(signal.SIGTERM)
            process.communicate(timeout=60)


def keys(*arguments: str) -> Result:
    return CliRunner().invoke(command_line(), ["keys", *arguments])


def test_it_says_where_it_is_and_stops_when_it_is_told_to(tmp_path: Path) -> None:
    with serving("--keep", str(tmp_path / "keep.db")) as (url, process):
        assert httpx2.get(f"{url}/v1/health").json()["status"] == "ok"
        httpx2.put(f"{url}/v1/characters/holmes", json={})
        observed = httpx2.post(
            f"{url}/v1/characters/holmes/observe", json={"text": "고양이를 입양했어.", "person": "anna"}
        )
        assert observed.status_code == 201
    assert process.returncode in (0, -signal.SIGTERM)
    with soulkeep.open(tmp_path / "keep.db") as keep:
        assert [memory.text for memory in keep.character("holmes").memories(person="anna", kinds={"turn"})] == [
            "고양이를 입양했어."
        ]


def test_a_server_has_them_with_a_recipe_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, "turn_characters=10,background=false")
    keep = str(tmp_path / "keep.db")
    with serving("--keep", keep, "--recipe", "seoul", "--setting", "turn_characters=40") as (url, _):
        httpx2.put(f"{url}/v1/characters/holmes", json={})
        for length, status in ((30, 201), (50, 422)):
            body = {"text": "나" * length, "person": "anna"}
            assert httpx2.post(f"{url}/v1/characters/holmes/observe", json=body).status_code == status


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--keep", "nodir/k.db"], "nodir"),
        (["--keep", "letter.db"], "letter.db"),
        (["--keep", "."], ". is a folder. Give the path of a file"),
        (["--keep", ""], ". is a folder. Give the path of a file"),
        (["--keep", "k.db", "--setting", "mind_byte=5"], "Did you mean mind_bytes"),
        (["--keep", "k.db", "--setting", "mind_bytes=0"], "mind_bytes must be 1 or more"),
        (["--keep", "k.db", "--host", "0.0.0.0"], "there are no keys"),
        (["--keep", "k.db", "--body-mb", "-1"], "body_bytes must be above 0"),
    ],
)
def test_what_cannot_be_served_is_said_in_a_sentence(tmp_path: Path, options: list[str], words: str) -> None:
    (tmp_path / "letter.db").write_text("Dear Anna, this is no database, but quite a long letter. " * 30)
    done = run("serve", "--port", "0", *options, cwd=tmp_path)
    assert done.returncode == 1
    assert words in " ".join(done.stderr.split())
    assert "Traceback" not in done.stderr


def test_a_taken_port_is_said_in_a_sentence(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        done = run("serve", "--port", port, cwd=tmp_path)
    assert done.returncode == 1
    assert f"Nothing can listen at 127.0.0.1:{port}" in " ".join(done.stderr.split())


def test_a_key_is_made_listed_rotated_and_revoked(tmp_path: Path) -> None:
    keep = str(tmp_path / "keep.db")
    made = json.loads(keys("create", "game", "-c", "holmes", "--keep", keep, "--json").stdout)
    assert made["secret"].startswith("sk-soul-")
    assert made["characters"] == ["holmes"]
    assert "game" in keys("list", "--keep", keep).stdout
    turned = json.loads(keys("rotate", made["id"], "--keep", keep, "--json").stdout)
    assert turned["secret"] != made["secret"]
    assert "opens nothing" in keys("revoke", made["id"], "--keep", keep).stdout
    [listed] = json.loads(keys("list", "--keep", keep, "--json").stdout)
    assert not listed["active"]
    files = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert made["secret"].encode() not in files


@pytest.mark.parametrize(
    "arguments",
    [
        ["create", "game", "--workspace", "No Such!"],
        ["create", "game", "--days", "-1"],
        ["create", "game", "--days", "1e12"],
        ["create", "game", "--rate", "0"],
        ["create", "game", "--admin", "--read-only"],
        ["create", "game", "--keep", "nodir/keep.db"],
        ["create", "game", "--keep", ""],
        ["list", "--keep", "."],
        ["list", "--keep", "typo.db"],
        ["revoke", "key_none"],
    ],
)
def test_a_key_that_makes_no_sense_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    result = keys(*arguments)
    assert isinstance(result.exception, soulkeep.SoulkeepError)
    assert not (tmp_path / "typo.server.db").exists()


def test_an_admin_key_that_no_header_can_carry_is_refused() -> None:
    with pytest.raises(soulkeep.InputError, match="header"):
        ServerConfig(admin_key="열려라참깨" * 6)
