"""Tests that nobody is told what isn't theirs, whatever is done by whichever key, in any order."""

from __future__ import annotations

import os
from contextlib import ExitStack
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis.stateful import run_state_machine_as_test
from isolation_server import ADMIN, ServedIsolation, gossip

from isolation_support import Log
from server_support import quiet_in, running
from soulkeep.server import create_app
from upstream_support import Upstream, serving

EXAMPLES = int(os.environ.get("SOULKEEP_ISOLATION", "1"))
"""Sequences of 20 steps with a language model, and as many without one."""

BOUNDED = settings(
    max_examples=EXAMPLES,
    stateful_step_count=20,
    database=None,
    suppress_health_check=list(HealthCheck),
    phases=(Phase.explicit, Phase.generate),  # what fails is told step by step; to shrink it takes minutes
    print_blob=True,
)


@pytest.mark.parametrize("model", [False, True], ids=["offline", "with a model"])
def test_nobody_is_told_what_is_not_theirs(tmp_path: Path, model: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    with ExitStack() as stack:
        upstream = stack.enter_context(serving(Upstream(says=gossip))) if model else None
        if upstream is not None:
            monkeypatch.setenv("SOULKEEP_CHAT_URL", upstream.url)
            monkeypatch.setenv("SOULKEEP_CHAT_MODEL", "gossip")
        config = quiet_in(tmp_path, admin_key=ADMIN, inspector=True)
        log = stack.enter_context(Log())

        class Served(ServedIsolation):
            url = stack.enter_context(running(config))
            openapi = create_app(quiet_in(tmp_path)).openapi()

        Served.log, Served.upstream = log, upstream
        run_state_machine_as_test(Served, settings=BOUNDED)
    figures = {name: getattr(Served, name) for name in ("operations", "views", "words", "shown", "refused")}
    print(figures)
    assert figures["views"] > 0
    assert figures["shown"] > 0
