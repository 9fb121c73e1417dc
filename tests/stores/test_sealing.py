"""Tests that sealed data can't be read, moved or changed by somebody who has the database alone, in both kinds of
store."""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import chain, count
from pathlib import Path
from typing import Any

import pytest
from keys_support import MemoryKeys
from migrate_support import contents, live

import soulkeep
from postgres_support import Databases
from soulkeep.stores import migrate
from soulkeep.stores.base import Store
from soulkeep.stores.contract.store import entry
from soulkeep.stores.keys import Keys
from soulkeep.stores.location import of_workspace
from soulkeep.stores.opening import open_store
from soulkeep.stores.rows import Entry, PartitionKey, Space, Wake
from soulkeep.stores.sealed_columns import BYTES, NAMES, TEXTS
from soulkeep.stores.sql import moving
from soulkeep.stores.sql.connection import Connection
from soulkeep.testing.models import HashEmbedder
from tests_support import STORY

ANNA, BORIS, NOBODY = PartitionKey("holmes", "anna"), PartitionKey("holmes", "boris"), PartitionKey("holmes", None)
SPACE = Space("fake@8", 8)
_NUMBERS = count()
SHORT = 6  # bytes that may stand anywhere by chance
MARKERS = (
    "Miso",
    "Leeds",
    "York now",
    "Bath now",
    "wonderful",
    "Bees are",
    "yellow in",
    "Baker Street",
    "부산",
    "우리 강아지",
)


@pytest.fixture(scope="module")
def database(postgres: Databases) -> Iterator[str]:
    """Yield a database for all tests."""
    url = postgres.make()
    yield url
    postgres.drop(url)


@pytest.fixture(params=["sqlite", "postgres"])
def location(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Return a location for a keep: a file, or a workspace of its own."""
    if request.param == "sqlite":
        return str(tmp_path / "keep.db")
    return of_workspace(request.getfixturevalue("database"), f"test{next(_NUMBERS)}")


@pytest.fixture
def keys() -> MemoryKeys:
    return MemoryKeys()


@contextmanager
def opened(location: str, keys: Keys | None) -> Iterator[Store]:
    """Yield the store at a location."""
    store = open_store(location, keys=keys)
    assert isinstance(store, Store)
    try:
        yield store
    finally:
        store.close()


def said(id: str, **given: Any) -> Entry:
    """Return a memory with something in every column."""
    return entry(
        id, f"The orchard of {id} is hidden.", session=f"walk with {id}", speaker=f"speaker {id}", language="en",
        heading=f"heading of {id}", details={"scene": {"place": f"place of {id}"}}, terms=f"terms of {id}".encode(),
        vector=f"the vector {id:>5}".encode()[:16], **given,
    )  # fmt: skip


def fill(store: Store) -> dict[PartitionKey, int]:
    """Store some memories with changes of every kind, and return the ids of their partitions."""
    store.open_space(SPACE)
    for key in (ANNA, BORIS, NOBODY):
        name = key.person or "all"
        store.append(key, [said(f"{name}1"), said(f"{name}2")], SPACE, wake=Wake(0.0, 0.0, 0.0))
    _, heads = store.heads([ANNA, BORIS, NOBODY])
    places = {key: head.partition for key, head in zip((ANNA, BORIS, NOBODY), heads, strict=True) if head}
    for partition in places.values():
        store.update(partition, [1], {"details": {"note": f"secret note {partition}"}}, at=1.0)
        work = store.claim(9.0, 9.0, partition=partition)
        assert work is not None
        assert store.advance(work, {"error": f"secret mark {partition}"}, space=SPACE, at=1.0)
        store.release(work, None)
        store.write(lambda db, there=partition: note(db, there))  # type: ignore[misc]
    return places


def note(db: Connection, partition: int) -> None:
    from soulkeep.stores.sql import writes

    writes.note(db, partition, {"again": f"secret again {partition}"})


def plain_values(store: Store) -> set[bytes]:
    """Return everything that is to be sealed, in the clear: of every table, and of every row. Stories aren't sealed."""
    lying_open = {"holmes", "watson", "world:london", "anna", "boris", "carl", "picnic"}  # ids, and a story's name
    found: set[bytes] = set()

    def look(db: Connection) -> None:
        for key in moving.keys(db):
            partition = db.partition(key)
            assert partition is not None
            for table, _, rows in moving.parts(db, partition):
                for column, value in chain.from_iterable(zip(table.columns, row, strict=True) for row in rows):
                    if column in TEXTS | BYTES | NAMES and value and value not in lying_open:
                        found.add(value if isinstance(value, bytes) else str(value).encode())

    store.read(look)
    return {value for value in found if len(value) >= SHORT and value not in STORY.encode()}


def stored_bytes(location: str, store: Store) -> bytes:
    """Return everything in the database: its files, or every value of every table."""
    if "://" not in location:
        path = Path(location)
        return b"".join(file.read_bytes() for file in sorted(path.parent.glob(f"{path.name}*")))
    values = (value for rows in contents(store).values() for row in rows for _, value in row)
    return b"\n".join(value if isinstance(value, bytes) else str(value).encode() for value in values)


def test_nothing_that_was_said_lies_in_the_open(
    location: str, tmp_path: Path, clock: soulkeep.ManualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SOULKEEP_KEYS", str(tmp_path / "keep.keys"))
    live(location, clock)
    with opened(location, soulkeep.KeyFile(tmp_path / "keep.keys")) as store:
        fill(store)
        plain, lying = plain_values(store), stored_bytes(location, store)
        columns = {table.name: {*table.columns} & (TEXTS | BYTES | NAMES) for table in moving.TABLES}
        assert all(columns[name] for name in ("memories", "journal", "work", "again", "vectors"))
        assert len(plain) > 100
        for value in plain | {marker.encode() for marker in MARKERS}:
            assert value not in lying, value
            assert b64encode(value).rstrip(b"=")[:-2] not in lying, value
        assert any(b"Miso" in value for value in plain)
        assert store.check() == []


def test_a_keep_without_keys_lies_in_the_open(location: str, clock: soulkeep.ManualClock) -> None:
    """So the test above can fail."""
    live(location, clock)
    with opened(location, None) as store:
        lying = stored_bytes(location, store)
        assert sum(value in lying for value in plain_values(store)) > 50


_ROW = {"memories": "seq", "journal": "seq", "again": "seq", "vectors": "seq", "work": "partition"}


def read_all(store: Store, key: PartitionKey, partition: int) -> None:
    """Read everything of a partition by the store's own ways."""
    store.hand_over(key)
    store.states(partition, 0, SPACE)
    list(store.changed(partition, ["turn"], 0))
    store.history(partition, 1)
    store.again(partition)


@pytest.mark.parametrize(
    ("table", "column"),
    [
        *(("memories", column) for column in ("text", "heading", "details", "terms", "speaker", "session")),
        ("journal", "data"), ("again", "data"), ("work", "marks"), ("vectors", "vector"),
    ],
)  # fmt: skip
def test_a_value_put_in_anothers_place_is_refused(location: str, keys: MemoryKeys, table: str, column: str) -> None:
    with opened(location, keys) as store:
        places = fill(store)
        anna, boris = places[ANNA], places[BORIS]
        read_all(store, ANNA, anna)
        [[theirs]] = store.read(
            lambda db: db.all(
                f"SELECT {column} FROM {table} WHERE partition = ? ORDER BY {_ROW[table]} LIMIT 1", (boris,)
            )
        )
        store.write(lambda db: db.run(f"UPDATE {table} SET {column} = ? WHERE partition = ?", (theirs, anna)))
        with pytest.raises(soulkeep.StoreCorrupt, match="anna"):
            read_all(store, ANNA, anna)
        read_all(store, BORIS, boris)


@pytest.mark.parametrize("column", ["text", "heading", "details", "terms"])
def test_a_value_put_in_another_row_is_refused(location: str, keys: MemoryKeys, column: str) -> None:
    with opened(location, keys) as store:
        anna = fill(store)[ANNA]
        swap = f"UPDATE memories SET {column} = (SELECT {column} FROM memories WHERE partition = ?1 AND seq = 1) "
        store.write(lambda db: db.run(f"{swap} WHERE partition = ?1 AND seq = 2", (anna,)))
        assert store.fetch(anna, [1])
        with pytest.raises(soulkeep.StoreCorrupt, match=f"{column}, 2"):
            store.fetch(anna, [2])


@pytest.mark.parametrize(("one", "other"), [("text", "heading"), ("speaker", "session")])
def test_a_value_put_in_another_column_is_refused(location: str, keys: MemoryKeys, one: str, other: str) -> None:
    with opened(location, keys) as store:
        anna = fill(store)[ANNA]
        assert store.fetch(anna, [1])  # what was opened before is remembered for its column alone
        store.write(lambda db: db.run(f"UPDATE memories SET {one} = {other} WHERE partition = ?", (anna,)))
        with pytest.raises(soulkeep.StoreCorrupt):
            store.fetch(anna, [1])


@pytest.mark.parametrize("put", ["In the open.", "", "AQ==", b64encode(b"\x02" + bytes(40)).decode()])
def test_what_was_put_there_by_hand(location: str, keys: MemoryKeys, put: str) -> None:
    with opened(location, keys) as store:
        anna = fill(store)[ANNA]
        store.write(lambda db: db.run("UPDATE memories SET text = ? WHERE partition = ?", (put, anna)))
        if not put:  # rows can be emptied, as they can be removed
            assert [one.text for one in store.fetch(anna, [1, 2]).values()] == ["", ""]
            return
        with pytest.raises(soulkeep.StoreCorrupt):
            store.fetch(anna, [1])


def test_the_same_words_are_never_the_same_twice(location: str, keys: MemoryKeys) -> None:
    with opened(location, keys) as store:
        store.append(ANNA, [entry("a", "The same."), entry("b", "The same.")], None)
        _, [head] = store.heads([ANNA])
        assert head is not None
        texts = store.read(lambda db: db.all("SELECT text FROM memories WHERE partition = ?", (head.partition,)))
        assert len(set(texts)) == 2


def test_rows_are_found_by_their_session(location: str, keys: MemoryKeys) -> None:
    with opened(location, keys) as store:
        fill(store)
        session = "walk with anna2"
        assert [place.entry.id for place in store.last(ANNA, 9, kind="turn", session=session)] == ["anna2"]
        assert [place.entry.id for place in store.page(ANNA, 9, session=session)] == ["anna2"]
        assert [one.id for one in store.sessions(ANNA)] == [session, "walk with anna1"]


# -- keys that aren't there


def test_it_is_opened_with_its_own_keys_alone(location: str, keys: MemoryKeys) -> None:
    with opened(location, keys) as store:
        fill(store)
        before = contents(store)
    with pytest.raises(soulkeep.StoreError, match=r"no keys were given.*SOULKEEP_KEYS"):
        open_store(location)
    with pytest.raises(soulkeep.StoreError, match="other keys"):
        open_store(location, keys=MemoryKeys("another"))
    with opened(location, keys) as store:
        assert contents(store) == before


def test_other_bytes_under_the_same_id(location: str, keys: MemoryKeys) -> None:
    with opened(location, keys) as store:
        anna = fill(store)[ANNA]
    keys.kept = {id: key[::-1] for id, key in keys.kept.items()}
    with opened(location, keys) as store, pytest.raises(soulkeep.StoreCorrupt, match="its key is another one"):
        store.fetch(anna, [1])


def test_who_opened_it_before_it_was_sealed(location: str, keys: MemoryKeys) -> None:
    with opened(location, None) as before, opened(location, keys) as store:
        anna = fill(store)[ANNA]
        for read in (lambda: before.fetch(anna, [1]), lambda: before.append(ANNA, [entry("x")], None)):
            with pytest.raises(soulkeep.StoreError, match="no keys were given"):
                read()
        assert [one.id for one in store.walk(ANNA)] == ["anna1", "anna2"]


def test_a_lost_key_costs_its_own_memories(location: str, keys: MemoryKeys) -> None:
    with opened(location, keys) as store:
        places = fill(store)
        for partition in places.values():
            store.write(lambda db, there=partition: db.run("UPDATE work SET due = 0 WHERE partition = ?", (there,)))  # type: ignore[misc]
    keys.lose("anna")
    with opened(location, keys) as store:
        anna, boris = places[ANNA], places[BORIS]
        calls: list[Callable[[], object]] = [
            lambda: store.fetch(anna, [1]),
            lambda: store.states(anna, 0, SPACE),
            lambda: store.append(ANNA, [entry("new")], None),
            lambda: store.update(anna, [1], {"pinned": 1}, at=2.0),
            lambda: store.sessions(ANNA),
            lambda: store.naming(anna, ["x"]),
            lambda: store.hand_over(ANNA),
            lambda: store.claim(99.0, 9.0, partition=anna),
        ]
        for call in calls:
            with pytest.raises(soulkeep.KeyGone, match="holmes shares with anna is gone") as raised:
                call()
            assert (raised.value.owner, raised.value.person) == ANNA
        # All the others, and what is asked of all
        assert len(store.fetch(boris, [1, 2])) == 2
        assert store.stats().memories == 6
        assert store.check() == ["The key to what holmes shares with anna is gone: it can't be read any more"]
        assert {waiting.key for waiting in store.waiting()} == {BORIS, NOBODY}
        claimed = [work.key for _ in range(4) if (work := store.claim(9.0, 9.0)) is not None]
        assert sorted(claimed, key=str) == sorted([BORIS, NOBODY], key=str)
        # It can be removed, and begun anew
        assert store.delete(anna, [1], at=3.0) == 1
        assert store.erase(ANNA).memories == 1
        assert store.check() == []
        store.append(ANNA, [entry("new")], None)
        assert [one.id for one in store.walk(ANNA)] == ["new"]


def test_a_failed_write_leaves_no_seal_behind(location: str, keys: MemoryKeys) -> None:
    """SQLite gives the number of what wasn't made to another partition, which has another key."""

    def fail(db: Connection) -> None:
        partition = db.make_partition(ANNA)
        assert db.seal(partition).shut_one("text", 1, "word") != "word"
        raise ZeroDivisionError

    with opened(location, keys) as store:
        with pytest.raises(ZeroDivisionError):
            store.write(fail)
        store.append(BORIS, [said("boris1")], None)
    with opened(location, keys) as store:
        assert [one.text for one in store.walk(BORIS)] == [said("boris1").text]


# -- sealing what is there


def test_what_was_there_before_stays_open(location: str, keys: MemoryKeys) -> None:
    with opened(location, None) as store:
        store.append(ANNA, [said("old")], None)
    with opened(location, keys) as store:
        store.append(ANNA, [said("older")], None)
        store.append(BORIS, [said("new")], None)
        assert [one.id for one in store.walk(ANNA)] == ["old", "older"]
        lying = stored_bytes(location, store)
        assert b"orchard of older" in lying
        assert b"orchard of new" not in lying


def test_moving_seals_and_opens(location: str, tmp_path: Path, clock: soulkeep.ManualClock, keys: MemoryKeys) -> None:
    plain, back = str(tmp_path / "plain.db"), str(tmp_path / "back.db")
    live(plain, clock)
    other = MemoryKeys("other")
    with opened(plain, None) as source, opened(location, keys) as sealed, opened(back, other) as again:
        receipt = migrate.migrate(source, sealed)
        assert migrate.verify(source, sealed).checksum == receipt.checksum
        assert migrate.migrate(source, sealed).moved == 0
        value = next(value for value in plain_values(source) if len(value) > 40)
        assert value not in stored_bytes(location, sealed)
        assert migrate.migrate(sealed, again).checksum == receipt.checksum
        keys.lose("anna")
    with opened(location, keys) as sealed, opened(back, other) as again, pytest.raises(soulkeep.KeyGone):
        migrate.verify(sealed, again)


def test_an_export_is_the_same_with_keys(location: str, tmp_path: Path, clock: soulkeep.ManualClock) -> None:
    plain = str(tmp_path / "plain.db")
    live(plain, clock)
    with soulkeep.open(plain, clock=clock, embedder=HashEmbedder()) as keep:
        rows = list(keep.export())
    with soulkeep.open(location, clock=clock, embedder=HashEmbedder(), keys=tmp_path / "keep.keys") as keep:
        keep.take_in(rows)
        assert _comparable(keep.export()) == _comparable(rows)


def _comparable(rows: Any) -> list[str]:
    return [json.dumps(row, ensure_ascii=False, sort_keys=True) for row in rows if row["type"] in ("memory", "story")]
