"""The files that run the server elsewhere name commands and options that exist."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
import yaml
from click import Command, Context
from typer.main import get_command

import soulkeep
from soulkeep.cli.app import command_line
from soulkeep.server import ServerConfig
from soulkeep.server.run import require_safe

ROOT = Path(__file__).parent.parent.parent


def commands() -> list[list[str]]:
    docker = re.search(r"^CMD (\[\"soulkeep.*)$", (ROOT / "Dockerfile").read_text(), re.MULTILINE)
    unit = re.search(r"^ExecStart=(.*)$", (ROOT / "deploy" / "soulkeep.service").read_text(), re.MULTILINE)
    assert docker
    assert unit
    return [json.loads(docker[1]), shlex.split(unit[1])]


@pytest.mark.parametrize("command", commands(), ids=["Dockerfile", "systemd"])
def test_what_is_started_can_be_parsed(command: list[str]) -> None:
    program, name, *options = command
    assert program.endswith("soulkeep")
    serve: Command = get_command(command_line()).commands[name]  # type: ignore[attr-defined]
    parsed: Any = serve.make_context(name, options, parent=Context(serve))
    assert parsed.params["port"] == 8642


def test_a_container_that_is_reached_from_elsewhere_needs_its_key() -> None:
    compose = yaml.safe_load((ROOT / "compose.yaml").read_text())
    assert compose["services"]["soulkeep"]["environment"]["SOULKEEP_ADMIN_KEY"].startswith("${SOULKEEP_ADMIN_KEY:?")
    host = json.loads(re.search(r"^CMD (\[.*)$", (ROOT / "Dockerfile").read_text(), re.MULTILINE)[1])[3]  # type: ignore[index]
    with pytest.raises(soulkeep.InputError, match="there are no keys"):
        require_safe(ServerConfig(location=":memory:", host=host))
    require_safe(ServerConfig(location=":memory:", host=host, admin_key="k" * 24))


def test_workers_beside_postgresql_are_behind_the_wall_between_workspaces() -> None:
    text = (ROOT / "compose.yaml").read_text()
    services = yaml.safe_load(text)["services"]
    worker, init, db = (services[name] for name in ("soulkeep", "init", "db"))
    assert init["profiles"] == db["profiles"] == ["postgres"]
    assert "profiles" not in worker
    assert worker["depends_on"]["init"] == {"condition": "service_completed_successfully", "required": False}
    shell, option, script = init["command"]
    assert (shell, option) == ("sh", "-c")
    program, group, name, *options = shlex.split(script.rpartition("exec ")[2])
    assert (program, group, name) == ("soulkeep", "store", "init")
    command: Command = get_command(command_line()).commands[group].commands[name]  # type: ignore[attr-defined]
    parsed: Any = command.make_context(name, options, parent=Context(command))
    owner, role = urlsplit(parsed.params["url"]), parsed.params["role"]
    assert owner.username == db["environment"]["POSTGRES_USER"] != role
    header = text.partition("services:")[0]
    found = re.search(r"SOULKEEP_KEEP +(postgresql://\S+)", header)
    assert found
    assert urlsplit(found[1]) == owner._replace(netloc=f"{role}@{owner.hostname}")  # with no password in it
    assert init["environment"]["PGPASSWORD"] == db["environment"]["POSTGRES_PASSWORD"]
    assert worker["environment"]["PGPASSWORD"] == init["environment"]["SOULKEEP_ROLE_PASSWORD"]
    for variable in ("POSTGRES_PASSWORD", "SOULKEEP_ROLE_PASSWORD", "SOULKEEP_WORKSPACE_SECRET"):
        assert variable in header


@pytest.mark.parametrize("missing", ["SOULKEEP_ROLE_PASSWORD", "SOULKEEP_WORKSPACE_SECRET"])
def test_no_workspaces_are_made_without_their_secret(missing: str, tmp_path: Path) -> None:
    [*shell, script] = yaml.safe_load((ROOT / "compose.yaml").read_text())["services"]["init"]["command"]
    (tmp_path / "soulkeep").write_text("#!/bin/sh\necho made")
    (tmp_path / "soulkeep").chmod(0o755)
    given = dict.fromkeys(("SOULKEEP_ROLE_PASSWORD", "SOULKEEP_WORKSPACE_SECRET"), "p/a @s")
    environment = {"PATH": f"{tmp_path}:/usr/bin:/bin", **given}
    command = [*shell, script.replace("$$", "$")]
    assert subprocess.run(command, env=environment, capture_output=True, text=True).stdout == "made\n"
    refused = subprocess.run(command, env={**environment, missing: ""}, capture_output=True, text=True)
    assert refused.returncode != 0
    assert missing in refused.stderr
    assert refused.stdout == ""


def test_an_image_has_what_the_docs_tell_operators_to_use() -> None:
    assert "--require-hashes --requirement image.txt" in (ROOT / "Dockerfile").read_text()
    locked = (ROOT / "requirements" / "image.txt").read_text()  # which extras it is made of: tests/test_requirements.py
    assert {"uvicorn", "psycopg", "usearch"} <= set(re.findall(r"^([a-z0-9-]+)==", locked, re.MULTILINE))


def test_stopping_leaves_time_for_what_is_being_answered() -> None:
    stop = ServerConfig().shutdown_seconds
    unit = re.search(r"^TimeoutStopSec=(\d+)$", (ROOT / "deploy" / "soulkeep.service").read_text(), re.MULTILINE)
    compose = yaml.safe_load((ROOT / "compose.yaml").read_text())
    assert unit
    assert int(unit[1]) > stop
    assert int(compose["services"]["soulkeep"]["stop_grace_period"].removesuffix("s")) > stop
