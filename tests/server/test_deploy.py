"""The files that run the server elsewhere name commands and options that exist."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path
from typing import Any

import pytest
import yaml
from click import Command, Context
from typer.main import get_command

import soulkeep
from soulkeep.cli.app import app
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
    serve: Command = get_command(app).commands[name]  # type: ignore[attr-defined]
    parsed: Any = serve.make_context(name, options, parent=Context(serve))
    assert parsed.params["port"] == 8000


def test_a_container_that_is_reached_from_elsewhere_needs_its_key() -> None:
    compose = yaml.safe_load((ROOT / "compose.yaml").read_text())
    assert compose["services"]["soulkeep"]["environment"]["SOULKEEP_ADMIN_KEY"].startswith("${SOULKEEP_ADMIN_KEY:?")
    host = json.loads(re.search(r"^CMD (\[.*)$", (ROOT / "Dockerfile").read_text(), re.MULTILINE)[1])[3]  # type: ignore[index]
    with pytest.raises(soulkeep.InputError, match="there are no keys"):
        require_safe(ServerConfig(location=":memory:", host=host))
    require_safe(ServerConfig(location=":memory:", host=host, admin_key="k" * 24))


def test_stopping_leaves_time_for_what_is_being_answered() -> None:
    stop = ServerConfig().shutdown_seconds
    unit = re.search(r"^TimeoutStopSec=(\d+)$", (ROOT / "deploy" / "soulkeep.service").read_text(), re.MULTILINE)
    compose = yaml.safe_load((ROOT / "compose.yaml").read_text())
    assert unit
    assert int(unit[1]) > stop
    assert int(compose["services"]["soulkeep"]["stop_grace_period"].removesuffix("s")) > stop
