"""Tenants go to workers by rendezvous hashing: evenly, the same everywhere, and moving only where they must."""

from __future__ import annotations

import math
import random
import subprocess
import sys
from collections import Counter
from urllib.parse import unquote

import pytest
from hypothesis import given
from hypothesis import strategies as st

import soulkeep
from soulkeep.client.affinity import choose, rank, tenant_of

NAMES = st.text(min_size=1, max_size=300)
TENANTS = st.text(max_size=40)
WORKERS = st.lists(st.text(min_size=1, max_size=20), min_size=1, max_size=8, unique=True)
MANY = [f"holmes@person{number}" for number in range(6000)]


@given(NAMES, st.none() | NAMES, st.none() | NAMES)
def test_a_tenant_can_be_sent_in_a_header(character: str, person: str | None, workspace: str | None) -> None:
    tenant = tenant_of(character, person, workspace=workspace)
    assert tenant.isascii()
    assert tenant.isprintable()
    assert " " not in tenant
    assert 0 < len(tenant) <= 200


def test_tenants_can_be_read_and_told_apart() -> None:
    assert tenant_of("holmes") == "holmes"
    assert tenant_of("holmes", "anna") == "holmes@anna"
    assert tenant_of("holmes", "anna", workspace="acme") == "acme/holmes@anna"
    assert unquote(tenant_of("셜록", "안나")) == "셜록@안나"
    parts = ("a", "b", "a@b", "a/b", "b@a", "@", "/", "%40", "a%2Fb")
    tenants = {
        tenant_of(character, person, workspace=workspace)
        for character in parts
        for person in (None, *parts)
        for workspace in (None, *parts)
    }
    assert len(tenants) == len(parts) * (len(parts) + 1) ** 2
    assert tenant_of("x" * 300) != tenant_of("x" * 299)
    assert tenant_of("\ud800", "\udfff")  # what can't be stored is told by who stores it


@given(TENANTS, WORKERS, st.randoms())
def test_the_order_of_the_workers_does_not_matter(tenant: str, workers: list[str], chance: random.Random) -> None:
    ranked = rank(tenant, workers)
    assert sorted(ranked) == sorted(workers)
    assert choose(tenant, workers) == ranked[0]
    mixed = [*workers, *workers]
    chance.shuffle(mixed)
    assert rank(tenant, mixed) == ranked


@given(TENANTS, WORKERS)
def test_without_one_worker_the_others_keep_their_order(tenant: str, workers: list[str]) -> None:
    ranked = rank(tenant, workers)
    for gone in workers:
        assert rank(tenant, [one for one in workers if one != gone]) == [one for one in ranked if one != gone]


@given(TENANTS, st.dictionaries(st.text(min_size=1, max_size=9), st.floats(0, 1e6), min_size=2, max_size=6))
def test_a_heavier_worker_never_loses_a_tenant(tenant: str, weights: dict[str, float]) -> None:
    first = choose(tenant, weights)
    heavier = {**weights, first: weights[first] * 2 + 1}
    assert choose(tenant, heavier) == first
    for name in weights:  # and without one the others keep their order
        without = {other: weight for other, weight in weights.items() if other != name}
        assert rank(tenant, without) == [other for other in rank(tenant, weights) if other != name]


@pytest.mark.parametrize("count", [2, 3, 10])
def test_tenants_are_spread_evenly_and_a_new_worker_takes_its_share_of_each(count: int) -> None:
    workers = [f"http://10.0.0.{number}:8642" for number in range(count)]
    before = {tenant: choose(tenant, workers) for tenant in MANY}
    expected = len(MANY) / count
    for worker, tenants in Counter(before.values()).items():
        assert abs(tenants - expected) < 5 * math.sqrt(expected), worker
    after = {tenant: choose(tenant, [*workers, "new"]) for tenant in MANY}
    moved = [tenant for tenant in MANY if after[tenant] != before[tenant]]
    assert {after[tenant] for tenant in moved} == {"new"}
    expected = len(MANY) / (count + 1)
    assert abs(len(moved) - expected) < 5 * math.sqrt(expected)
    assert {before[tenant] for tenant in moved} == set(workers)


def test_a_worker_gets_tenants_by_its_weight() -> None:
    found = Counter(choose(tenant, {"a": 1, "b": 2, "c": 3, "empty": 0}) for tenant in MANY)
    assert set(found) == {"a", "b", "c"}
    for worker, share in (("a", 1 / 6), ("b", 1 / 3), ("c", 1 / 2)):
        assert abs(found[worker] - share * len(MANY)) < 5 * math.sqrt(share * len(MANY))
    assert rank("holmes@anna", {"a": 1, "b": 2, "empty": 0})[-1] == "empty"


def test_equal_weights_are_as_none() -> None:
    for tenant in MANY[:500]:
        assert rank(tenant, ["a", "b", "c"]) == rank(tenant, {"a": 2.5, "b": 2.5, "c": 2.5})
        weighted = rank(tenant, {"a": 1, "b": 1, "c": 1, "d": 0.5})
        assert [one for one in weighted if one != "d"] == rank(tenant, ["a", "b", "c"])


def test_it_is_the_same_in_every_process_and_stays_so() -> None:
    workers = ["http://a:8642", "http://b:8642", "http://c:8642"]
    people = ("anna", "ben", "안나", "Zoë", "d")
    expected = [rank(tenant_of("셜록", person), workers) for person in people]
    code = (
        "from soulkeep.client.affinity import rank, tenant_of\n"
        f"print([rank(tenant_of('셜록', person), {workers}) for person in {people}])"
    )
    options = {"PYTHONPATH": ":".join(sys.path), "PYTHONHASHSEED": "7", "PYTHONUTF8": "1"}
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env=options, encoding="utf-8"
    )
    assert done.stdout.strip() == str(expected)
    chosen = [choose(f"holmes@{number}", ["a", "b", "c"]) for number in range(12)]
    assert "".join(chosen) == "ccabcccbaaab"


@pytest.mark.parametrize("weight", [-1, math.nan, math.inf])
def test_a_weight_is_a_number_from_0(weight: float) -> None:
    with pytest.raises(soulkeep.InputError, match="weight"):
        rank("x", {"a": 1, "b": weight})


def test_no_workers_are_no_choice() -> None:
    assert rank("x", []) == []
    with pytest.raises(soulkeep.InputError, match="no workers"):
        choose("x", [])
    with pytest.raises(soulkeep.InputError, match="list"):
        rank("x", "http://a:8642")
