"""Large working sets: held as they are stored, read in pages, indexed piece by piece, with a budget of their own."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

import soulkeep
from soulkeep.lang.terms import hash_terms
from soulkeep.search import ann_builder, candidates, working_set
from soulkeep.search.cache import PartitionCache
from soulkeep.search.excerpt import Excerpt
from soulkeep.search.float16 import as_singles, products
from soulkeep.search.index import index, space_of
from soulkeep.search.rank import RankedQuestion
from soulkeep.search.signals import Query, bm25, match
from soulkeep.search.view import Mind
from soulkeep.search.weights import weights
from soulkeep.search.working_set import Large, Partition
from soulkeep.settings import Settings
from soulkeep.stores.base import Store
from soulkeep.stores.contract.store import entry
from soulkeep.stores.rows import Entry, PartitionKey
from soulkeep.stores.sqlite.store import SqliteStore
from soulkeep.testing.models import HashEmbedder

EMBEDDER = HashEmbedder(dimensions=32)
SPACE = space_of(EMBEDDER)
KEY = PartitionKey("holmes", "anna")
SETTINGS = Settings()
COLUMNS = ("seqs", "times", "boosts", "stability", "bases", "lengths", "previous", "following", "kinds", "live")


@pytest.fixture
def store() -> Iterator[Store]:
    store = SqliteStore(":memory:")
    store.open_space(SPACE)
    yield store
    store.close()


def add(store: Store, first: int, count: int, key: PartitionKey = KEY, **values: Any) -> None:
    entries: list[Entry] = [
        entry(f"{i}", f"turn {i} about cat{i % 70} and dog{i % 31}", session=f"s{i // 9}", time=float(i), **values)
        for i in range(first, first + count)
    ]
    index(entries, EMBEDDER)
    store.append(key, entries, SPACE)


def loaded(store: Store, rows: int, folder: str | None = None) -> Partition:
    found = Partition(1, KEY, SPACE, Large(rows, folder))
    caught_up(found, store)
    return found


def caught_up(found: Partition, store: Store) -> None:
    _, [head] = store.heads([KEY])
    assert head is not None
    found.catch_up(store, head)


def test_float16_is_read_as_float32_exactly() -> None:
    every = np.arange(2**16, dtype=np.uint16).view(np.float16)
    finite = every[np.isfinite(every)]
    found = as_singles(np.repeat(finite, 3).reshape(-1, 3))
    assert np.array_equal(found, np.repeat(finite, 3).reshape(-1, 3).astype(np.float32))
    assert np.array_equal(np.signbit(found[:, 0]), np.signbit(finite))


def test_products_of_float16_are_those_of_float32() -> None:
    chance = np.random.default_rng(1)
    vectors = chance.normal(size=(2500, 16)).astype(np.float16)
    vector = chance.normal(size=16).astype(np.float32)
    assert products(vectors, vector) == pytest.approx(vectors.astype(np.float32) @ vector, abs=1e-5)


@pytest.mark.parametrize("page", [7, 100, 10_000])
def test_a_large_set_holds_the_same_at_half_the_bytes(
    store: Store, page: int, monkeypatch: pytest.MonkeyPatch, tmp_path: Any
) -> None:
    add(store, 0, 150)
    small = loaded(store, 10_000)
    monkeypatch.setattr(working_set, "_PAGE", page)
    for folder in (None, str(tmp_path)):
        large = loaded(store, 100, folder)
        assert (small.large, large.large) == (False, True)
        assert large.vectors.dtype == np.float16
        assert np.array_equal(as_singles(large.vectors[:150]), small.vectors[:150])
        for name in COLUMNS:
            assert np.array_equal(getattr(large, name)[:150], getattr(small, name)[:150], equal_nan=True), name
        for term in hash_terms(["cat3", "turn", "none"]).tolist():
            one, other = large.where(term), small.where(term)
            assert (one.rows.tolist(), one.counts.tolist()) == (other.rows.tolist(), other.counts.tolist())
            assert one.said == other.said
        assert list(tmp_path.iterdir()) == []


def test_a_set_becomes_large_as_it_grows(store: Store) -> None:
    add(store, 0, 90)
    growing = loaded(store, 100)
    assert growing.vectors.dtype == np.float32
    before = growing.vectors[:90].copy()
    add(store, 90, 20)
    caught_up(growing, store)
    assert growing.large
    assert np.array_equal(as_singles(growing.vectors[:90]), before)


def test_an_excerpt_reads_as_the_rows_that_it_stands_for(store: Store) -> None:
    add(store, 0, 100)
    add(store, 100, 5, base=3)
    whole = loaded(store, 50)
    rows = np.array([40, 3, 41, 42, 99, 101])
    part = Excerpt(whole, rows, {})
    assert part.rows.tolist() == [2, 3, 40, 41, 42, 99, 101]  # what row 101 rests on, too
    assert part.whole == whole.whole
    for place, row in enumerate(part.rows.tolist()):
        assert part.seqs[place] == whole.seqs[row]
        for name in ("previous", "following", "bases"):
            linked = int(getattr(whole, name)[row])
            there = part.rows.tolist().index(linked) if linked in part.rows else -1
            assert getattr(part, name)[place] == there, name
    assert np.array_equal(part.singles(np.arange(part.size)), whole.singles(part.rows))
    many = hash_terms([f"cat{i}" for i in range(30)])
    for hashes in (many[:3], many):
        assert np.array_equal(part.marked(hashes), whole.marked(hashes)[part.rows])
        mask, count = part.spread(hashes)
        assert np.array_equal(mask, part.marked(hashes))
        assert count == np.count_nonzero(whole.marked(hashes))
    term = int(hash_terms(["turn"])[0])
    assert part.where(term).said == whole.where(term).said == 100  # what is derived doesn't count
    assert part.where(term).rows.tolist() == list(range(part.size))


def test_what_comes_later_is_indexed_beside_what_was_and_merged_with_it(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ann_builder, "_UNKNOWN", 10)
    add(store, 0, 200)
    found = loaded(store, 100)
    ann_builder.index(found)
    runs = []
    for first in range(200, 320, 20):
        add(store, first, 20)
        caught_up(found, store)
        ann_builder.index(found)
        runs.append([(segment.first, segment.last) for segment in found.segments])
    assert runs[0] == [(0, 200), (200, 220)]
    for run, size in zip(runs, range(220, 340, 20), strict=True):
        assert run[0][0] == 0
        assert run[-1][1] == size
        assert all(one[1] == other[0] for one, other in pairwise(run))
        assert len(run) <= 3
    vector = found.singles(np.array([315]))[0]
    assert 315 in found.segments[-1].near(vector, 10)


def test_a_few_more_memories_are_no_reason_to_index(store: Store) -> None:
    add(store, 0, 200)
    found = loaded(store, 100)
    assert ann_builder.plan(found) is not None
    ann_builder.index(found)
    add(store, 200, 20)
    caught_up(found, store)
    assert ann_builder.plan(found) is None


def test_vectors_that_came_later_are_noted_until_they_are_indexed(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    add(store, 0, 200)
    found = loaded(store, 100)
    ann_builder.index(found)
    vector = found.singles(np.array([7]))[0].astype("<f2").tobytes()
    store.update(found.id, [51], {"importance": 5.0}, at=1.0)
    caught_up(found, store)
    assert not found.strays  # the vector is the same
    store.put_vectors(SPACE, [(found.id, 51, vector)])
    caught_up(found, store)
    assert list(found.strays) == [50]
    monkeypatch.setattr(ann_builder, "_UNKNOWN", 0)
    monkeypatch.setattr(ann_builder, "_UNKNOWN_SHARE", 0.0)
    ann_builder.index(found)
    assert not found.strays
    assert {7, 50} <= set(found.segments[-1].near(found.singles(np.array([7]))[0], 10).tolist())


def test_many_deletions_are_a_reason_to_index_anew(store: Store) -> None:
    add(store, 0, 200)
    found = loaded(store, 100)
    ann_builder.index(found)
    store.delete(found.id, list(range(1, 60)), at=1.0)
    caught_up(found, store)
    planned = ann_builder.plan(found)
    assert planned is not None
    assert (planned.kept, planned.first, planned.last) == ((), 0, 200)


def test_no_number_of_small_sets_drives_out_a_large_one(store: Store) -> None:
    add(store, 0, 300)
    for person in range(10):
        add(store, 0, 20, PartitionKey("holmes", f"p{person}"))
    settings = soulkeep.Settings(large_rows=200, large_index=False)
    cache = PartitionCache(store, SPACE, budget=1, settings=settings)
    [large] = cache.get([KEY])
    for person in range(10):
        cache.get([PartitionKey("holmes", f"p{person}")])
    assert len(cache) == 2
    assert cache.get([KEY]) == [large]
    assert cache.nbytes == large.nbytes


def test_what_is_asked_for_together_is_held_together(store: Store) -> None:
    keys = [PartitionKey("holmes", f"p{person}") for person in range(3)]
    for key in keys:
        add(store, 0, 250, key)
    cache = PartitionCache(store, SPACE, budget=1, settings=soulkeep.Settings(large_rows=200, large_bytes=1))
    first = cache.get(keys[:2])
    assert cache.get(keys[:2]) == first
    assert cache.indexed(60)
    cache.get(keys[2:])
    assert [one.retired.is_set() for one in first] == [True, True]
    assert len(cache) == 1
    cache.clear()


@pytest.mark.parametrize("count", [1, 3, 8, 20])
@pytest.mark.parametrize("words", ["cat3 dog2 one turn", "cat3 cat4 one two", "one two", "none", "none dog1 two turn"])
def test_the_best_by_words_are_those_of_all_rows(store: Store, words: str, count: int) -> None:
    """Also where common words are looked up in the best rows alone."""
    texts = [
        f"turn {i} of cat{i % 70}" + " one" * (i % 3 == 0) + " two" * (i % 4) + " dog2" * (i > 390) for i in range(400)
    ]
    entries = [entry(f"{i}", text, time=float(i)) for i, text in enumerate(texts)]
    index(entries, EMBEDDER)
    store.append(KEY, entries, SPACE)
    whole = loaded(store, 50)
    store.delete(1, [int(whole.seqs[3]), int(whole.seqs[143])], at=0.0)
    caught_up(whole, store)
    outline = Mind([whole])
    outline.measure()
    hashes = hash_terms(words.split())
    query = Query(words, np.zeros(32, np.float32), hashes, np.array([1, 2, 0.5, 1], np.float32)[: len(hashes)])
    matches = [one for one in match(outline, query) if not one.common]
    total = bm25(outline, matches, k1=SETTINGS.bm25_k1, b=SETTINGS.bm25_b)
    source = candidates.CandidateSource(whole, {int(hash): whole.where(int(hash)) for hash in hashes})
    for among in (None, np.arange(400) % 5 == 0):
        mask = whole.live[:400] if among is None else whole.live[:400] & among
        fit = total * mask
        found = candidates._worded(outline, source, query, SETTINGS, count, among=among)
        assert mask[found].all()
        assert len({*found.tolist()}) == len(found) == min(count, np.count_nonzero(fit))
        assert np.sort(fit[found]) == pytest.approx(np.sort(fit)[len(fit) - len(found) :], abs=1e-5)


def test_the_nearest_and_the_farthest_are_found_in_the_index_and_outside_of_it(store: Store) -> None:
    add(store, 0, 300)
    whole = loaded(store, 100)
    ann_builder.index(whole)
    add(store, 300, 9)
    caught_up(whole, store)
    store.delete(1, [int(whole.seqs[row]) for row in (7, 303)], at=0.0)
    caught_up(whole, store)
    assert whole.segments[-1].last == 300
    live = np.flatnonzero(whole.live[:309])
    for row in (5, 150, 299, 308):
        vector = whole.singles(row)
        fit = whole.similarity(vector, live)
        near = candidates._near(whole, vector, 160)
        assert {*live[np.argsort(-fit)[:20]].tolist()} <= {*near.tolist()} <= {*live.tolist()}
        assert {*range(300, 309)} - {303} <= {*near.tolist()}  # these aren't in the index
        [nearest] = {*candidates._near(whole, vector, 1).tolist()} - {*range(300)}
        assert nearest == live[live >= 300][fit[live >= 300].argmax()]
        far = candidates._far(whole, vector)
        assert len({*far.tolist()}) == 8
        assert whole.similarity(vector, far).max() <= np.sort(fit)[12]  # the index is nearly exact
    assert len(candidates._near(whole, np.zeros(32, np.float32), 8)) == 0


@pytest.mark.parametrize(
    ("asked", "proposed"),
    [({"asker": "zoe"}, True), ({"named": ["zoe"]}, True), ({"told": "boris"}, True), ({"asker": "boris"}, False)],
)
def test_whose_words_are_asked_for_are_looked_at_however_seldom_they_spoke(
    store: Store, asked: dict[str, Any], proposed: bool
) -> None:
    add(store, 0, 400, speaker="boris")
    own = [entry(word, f"turn {word} about cat9 and dog9", speaker="zoe", time=1.0) for word in ("yes", "no", "never")]
    index(own, EMBEDDER)
    store.append(KEY, own, SPACE)
    add(store, 403, 200, speaker="boris")
    whole = loaded(store, 50)
    ann_builder.index(whole)
    outline = Mind([whole])
    outline.measure()
    hashes = hash_terms(["cat3", "dog3"])
    query = Query("cat3 dog3", whole.singles(3), hashes, np.ones(2, np.float32))
    question = RankedQuestion(
        **{"text": "x", "language": "en", "foreign": False, "asker": None, "named": (), "count": 9, **asked}
    )
    sought = candidates.Sought(
        query=query,
        event=None,
        asked=question,
        weights=weights({}),
        allowed=lambda mind: mind.column("live"),
        now=1e6,
        settings=SETTINGS,
    )
    source = candidates.CandidateSource(whole, {int(hash): whole.where(int(hash)) for hash in hashes})
    rows = {*candidates._proposed(outline, source, sought, 20).rows.tolist()}
    assert ({400, 401, 402} <= rows) is proposed
    assert len(rows) < 100


@pytest.mark.parametrize("more", range(0, 40, 3))
def test_a_row_that_a_common_word_lifts_to_the_top_is_not_left_out(store: Store, more: int) -> None:
    texts = [f"turn {i} of cat{i}" + " one" * (i % 3 == 0) for i in range(60)]
    texts += ["a zebra", "the zebra" + " one" * 30 + " hum" * more]
    entries = [entry(f"{i}", text, time=float(i)) for i, text in enumerate(texts)]
    index(entries, EMBEDDER)
    store.append(KEY, entries, SPACE)
    whole = loaded(store, 50)
    outline = Mind([whole])
    outline.measure()
    hashes = hash_terms(["zebra", "one"])
    query = Query("zebra one", np.zeros(32, np.float32), hashes, np.ones(2, np.float32))
    fit = bm25(outline, match(outline, query), k1=SETTINGS.bm25_k1, b=SETTINGS.bm25_b)
    source = candidates.CandidateSource(whole, {int(hash): whole.where(int(hash)) for hash in hashes})
    assert candidates._worded(outline, source, query, SETTINGS, 1).tolist() == [int(fit.argmax())]
