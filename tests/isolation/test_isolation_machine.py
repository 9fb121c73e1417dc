"""Tests that nobody sees, changes or counts what isn't theirs, whatever is done in a keep, in any order."""

from __future__ import annotations

import os
from itertools import count

from hypothesis import HealthCheck, Phase, settings
from hypothesis.stateful import run_state_machine_as_test
from isolation_machine import Isolation

from postgres_support import Databases
from soulkeep.stores.location import of_workspace
from walls_support import walls

EXAMPLES = int(os.environ.get("SOULKEEP_ISOLATION", "2"))
"""Sequences of 30 steps in memory, and a fifth of them on PostgreSQL; 100 take some ten minutes."""

BOUNDED = settings(
    max_examples=EXAMPLES,
    stateful_step_count=30,
    database=None,
    suppress_health_check=list(HealthCheck),
    phases=(Phase.explicit, Phase.generate),  # what fails is told step by step; to shrink it takes minutes
    print_blob=True,
)


def run(machine: type[Isolation], examples: int = EXAMPLES) -> None:
    """Go through sequences, and tell what was done in them."""
    run_state_machine_as_test(machine, settings=settings(BOUNDED, max_examples=examples))
    figures = {name: getattr(machine, name) for name in ("operations", "views", "words", "shown", "compared")}
    print(figures)
    assert figures["views"] > 0
    assert figures["shown"] > 0


def test_nobody_sees_what_is_not_theirs() -> None:
    class InMemory(Isolation):
        pass

    run(InMemory)


def test_nor_in_workspaces_of_one_database(postgres: Databases) -> None:
    numbers = count()
    with walls(postgres) as two:

        class InWorkspaces(Isolation):
            def locations(self) -> tuple[str, str]:
                number = next(numbers)
                here, there = (of_workspace(two.role, f"keep{number}{letter}") for letter in "ab")
                return here, there

        run(InWorkspaces, max(1, EXAMPLES // 5))
