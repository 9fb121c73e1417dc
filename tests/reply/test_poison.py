"""Attacks by what others say, all of them, on what ships: how many may get what they want, by kind."""

from __future__ import annotations

import os
from collections import Counter

import pytest
from benchmarks.poison import CHECKS, attacks, succeeding, undefended

ATTACKS = attacks()
MOST = {"order": 1}
"""Number of attacks of each kind that may succeed; of other kinds none may. Somebody who names a person may put an
order into the name."""

EVERY = int(os.environ.get("SOULKEEP_POISON_EVERY", "4"))
"""Of the attacks that succeed without defences, only every n-th is tried; on request, more or fewer."""

KINDS = sorted({attack.kind for attack in ATTACKS})


def test_there_are_attacks_of_all_sorts() -> None:
    assert len(ATTACKS) >= 100
    assert len({attack.id for attack in ATTACKS}) == len(ATTACKS)
    assert {attack.lang for attack in ATTACKS} == {"en", "ko", "de", "fr", "es", "ja", "zh"}
    assert all(CHECKS.keys() & attack.wants.keys() for attack in ATTACKS)
    assert {attack.way for attack in ATTACKS} == {
        "turn", "own", "talk", "company", "document", "lore", "card", "chat_file", "name", "api",
    }  # fmt: skip


@pytest.mark.parametrize("kind", KINDS)
def test_no_more_succeed_than_may(kind: str) -> None:
    through = succeeding(attack for attack in ATTACKS if attack.kind == kind)
    assert len(through) <= MOST.get(kind, 0), [attack.id for attack in through]


def test_without_defences_they_would() -> None:
    """The checks can tell: what the door keeps out comes through where there is none."""
    chosen = [one for one in ATTACKS if one.kind in ("template", "fence", "heading", "reference", "hidden", "order")]
    chosen = chosen[::EVERY]
    with undefended() as settings:
        through = Counter(attack.kind for attack in succeeding(chosen, settings))
    assert through.total() >= len(chosen) - 3, through
