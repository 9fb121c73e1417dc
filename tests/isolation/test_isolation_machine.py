"""Nobody sees, changes or counts what isn't theirs, whatever is done in a keep, in any order."""

from __future__ import annotations

import os

from hypothesis import HealthCheck, Phase, settings
from hypothesis.stateful import run_state_machine_as_test
from isolation_machine import Isolation

EXAMPLES = int(os.environ.get("SOULKEEP_ISOLATION", "6"))
"""Talks of 40 steps; `SOULKEEP_ISOLATION=300` takes some fifteen minutes."""

BOUNDED = settings(
    max_examples=EXAMPLES,
    stateful_step_count=40,
    deadline=None,
    database=None,
    suppress_health_check=list(HealthCheck),
    phases=(Phase.explicit, Phase.generate),  # what fails is told step by step; to shrink it takes minutes
    print_blob=True,
)


def test_nobody_sees_what_is_not_theirs() -> None:
    run_state_machine_as_test(Isolation, settings=BOUNDED)
    figures = {name: getattr(Isolation, name) for name in ("operations", "views", "words", "shown", "compared")}
    print(figures)
    assert all(figures.values()), figures
