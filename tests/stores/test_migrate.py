"""A keep moves to another database and back, and is the same there."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from migrate_support import OTHER, contents, live, of_partition, opened

import nursery
import soulkeep
from postgres_support import Databases
from soulkeep.stores import migrate as migrating
from soulkeep.stores.base import Store
from soulkeep.stores.location import of_workspace
from soulkeep.stores.migrate import MigrationReceipt, migrate, verify
from soulkeep.stores.rows import CharacterRow, Feeling, PartitionKey
from soulkeep.stores.sql import moving
from soulkeep.testing.models import HashEmbedder
from walls_support import walls

CHILD = Path(__file__).with_name("child_migrate.py")
NOW = datetime(2026, 5, 8, 18, 30, tzinfo=UTC)
LATER = NOW + timedelta(days=3)
ANNA, BORIS = PartitionKey("holmes", "anna"), PartitionKey("holmes", "boris")
LONDON = PartitionKey("world:london", None)


@pytest.fixture(scope="module")
def lived(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    path = tmp_path_factory.mktemp("lived") / "keep.db"
    live(path, soulkeep.ManualClock(NOW))
    return path.read_bytes()


@pytest.fixture
def path(tmp_path: Path, lived: bytes) -> Path:
    """Return a keep with something of everything."""
    path = tmp_path / "keep.db"
    path.write_bytes(lived)
    return path


@pytest.fixture
def url(postgres: Databases) -> Iterator[str]:
    url = postgres.make()
    yield url
    postgres.drop(url)


def move(source: str | Path, target: str | Path, **options: Any) -> MigrationReceipt:
    with opened(source) as one, opened(target) as other:
        return migrate(one, other, **options)


def rows(location: str | Path) -> dict[str, list[Any]]:
    with opened(location) as store:
        return contents(store)


def keep(location: str | Path) -> soulkeep.Keep:
    return soulkeep.open(
        location,
        clock=soulkeep.ManualClock(LATER),
        embedder=HashEmbedder(),
        settings=soulkeep.Settings(background=False),
    )


def place_of(store: Store, key: PartitionKey) -> int:
    _, [head] = store.heads([key])
    assert head is not None
    return head.partition


def test_it_goes_there_and_back_as_it_was(path: Path, url: str, tmp_path: Path) -> None:
    before = rows(path)
    assert all(before.values()), f"nothing in {[table for table, found in before.items() if not found]}"
    assert [dict(row)["state"] for row in before["spaces"]] == ["filling", "in use"]
    assert len({dict(row)["space"] for row in before["vectors"]}) == 2
    there = move(path, url)
    back = move(url, tmp_path / "back.db")
    assert rows(url) == rows(tmp_path / "back.db") == rows(path) == before
    memories = [dict(row) for row in before["memories"]]
    assert (there.memories, there.deleted) == tuple(sum(row["live"] == n for row in memories) for n in (1, 0))
    assert there.deleted > 0
    counts = [len(before[table]) for table in ("characters", "scripts", "known", "partitions", "journal", "vectors")]
    told = (there.characters, there.stories, there.knowledge, there.partitions, there.changes, there.vectors)
    assert list(told) == counts
    assert (there.moved, there.removed, back.checksum, back.bytes) == (there.partitions, 0, there.checksum, there.bytes)
    with opened(url) as store, opened(tmp_path / "back.db") as other:
        assert (store.check(), other.check()) == ([], [])


def test_it_behaves_as_before(path: Path, url: str) -> None:
    move(path, url)

    def seen(location: str | Path) -> list[Any]:
        with keep(location) as here:
            holmes = here.character("holmes")
            found: list[Any] = [here.jobs(), here.people("holmes"), holmes.profile.description, holmes.profile.worlds]
            for person in ("anna", "boris", None):
                for text in ("Where do I live?", "내 강아지 이름이 뭐야?", "What colour is the fog?", "bees"):
                    recall = holmes.recall(text, person=person)
                    assert recall.hits
                    found.append([(hit.memory, hit.score, hit.parts) for hit in recall.hits])
                found += [list(holmes.memories(person=person)), holmes.sessions(person=person)]
            found += [holmes.mood(person="anna"), holmes.bond("anna"), holmes.history("york", person="anna")]
            with pytest.raises(soulkeep.IdConflict, match="it was deleted"):
                holmes.observe("I have a secret.", person="anna", id="secret")
            found.append(here.settle(over=True))
            found.append([(memory.text, memory.kind) for memory in holmes.memories(person="anna")])
            holmes.observe("The next one.", person="anna", id="next")
        with opened(location) as store:
            found.append((store.seq_of(ANNA, "next"), store.heads([ANNA, BORIS])[1][0].seq))  # type: ignore[union-attr]
        return found

    for here, there in zip(seen(path), seen(url), strict=True):
        assert here == there


def test_work_that_waits_goes_on(path: Path, url: str) -> None:
    move(path, url)
    with opened(path) as source, opened(url) as target:
        assert target.waiting() == source.waiting()
        assert {waiting.key for waiting in target.waiting()} >= {ANNA, BORIS}
        assert target.again(place_of(target, ANNA)) == source.again(place_of(source, ANNA)) != []
    with keep(url) as there:
        there.settle(over=True)
        assert there.jobs() == []
        texts = [memory.text for memory in there.character("holmes").facts(person="anna")]
        assert any("Bath" in text for text in texts)


def test_work_that_somebody_holds_is_free_there(path: Path, url: str) -> None:
    with opened(path) as source, opened(url) as target:
        held = source.claim(LATER.timestamp(), 3600.0)
        assert held is not None
        migrate(source, target)
        found = {target.claim(LATER.timestamp(), 60.0).key for _ in source.waiting()}  # type: ignore[union-attr]
        assert found == {waiting.key for waiting in source.waiting()}


def test_who_is_erased_there_is_erased_from_what_others_heard(path: Path, url: str) -> None:
    move(path, url)
    with keep(url) as there:
        boris = [memory.text for memory in there.character("holmes").memories(person="boris")]
        assert "I live in Bath now." in boris
        assert there.erase(person="anna").remaining == 0
        left = [memory.text for memory in there.character("holmes").memories(person="boris")]
        assert "I live in Bath now." not in left
        assert "Bees are my life." in left


@pytest.mark.parametrize("back", [False, True])
def test_killed_at_any_moment_it_goes_on(path: Path, postgres: Databases, tmp_path: Path, back: bool) -> None:
    source: str | Path = path
    if back:
        source = postgres.make()
        move(path, source)
    before = rows(path)
    targets = [str(tmp_path / f"{n}.db") if back else postgres.make() for n in range(5)]

    def run(target: str, *words: str) -> subprocess.CompletedProcess[str]:
        return nursery.run([CHILD, source, target, *words])

    whole = run(targets[0])
    assert whole.returncode == 0, whole.stderr
    assert rows(targets[0]) == before
    written = []
    for number, target in enumerate(targets[1:], start=1):
        assert run(target, str(int(whole.stdout) * number // len(targets))).returncode == -9
        found = rows(target)
        for row in found["partitions"]:  # each of them whole
            key = dict(row)["partition"]
            assert of_partition(found, key) == of_partition(before, key)
        written.append(len(found["partitions"]))
        receipt = move(source, target)
        assert receipt.moved == len(before["partitions"]) - written[-1]
        assert rows(target) == before
    assert 0 in written
    assert len(before["partitions"]) in written
    if not back:
        for url in targets:
            postgres.drop(url)


def test_killed_between_two_transactions_it_goes_on(path: Path, url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(migrating, "_AT_ONCE", 1)
    monkeypatch.setattr(moving, "BATCH", 3)

    class StopError(Exception):
        pass

    def stop(done: int, total: int) -> None:
        assert 0 < done <= total
        if done > total / 2:
            raise StopError

    with pytest.raises(StopError):
        move(path, url, progress=stop)
    before = len(rows(url)["partitions"])
    steps: list[tuple[int, int]] = []
    receipt = move(path, url, progress=lambda *step: steps.append(step))
    assert 0 < receipt.moved == receipt.partitions - before < receipt.partitions
    assert steps[-1] == (receipt.memories, receipt.memories)
    assert rows(url) == rows(path)


def test_it_catches_up_with_a_source_that_goes_on(path: Path, url: str) -> None:
    first = move(path, url)
    with opened(url) as store:
        place = place_of(store, ANNA)
    with keep(path) as here:
        holmes = here.character("holmes", description="The great detective.")
        holmes.observe("나는 이제 서울에 살아.", person="anna", id="seoul", heard_by=["boris"])
        holmes.delete("cat", person="anna")
        holmes.amend("bees", "Wasps are my life.", person="boris")
        holmes.recall("wasps", person="boris")
        here.character("watson").observe("A new one.", person="dora")
        here.settle(over=True)
        here.erase(character="watson", person="nobody")
    second = move(path, url)
    assert rows(url) == rows(path)
    assert 0 < second.moved < second.partitions == first.partitions + 1
    with opened(url) as store:
        assert place_of(store, ANNA) == place, "who has it open sees what changed"
    assert move(path, url).moved == 0


def test_it_follows_to_another_vector_space(path: Path, url: str) -> None:
    move(path, url)
    with soulkeep.open(path, embedder=HashEmbedder()) as here:
        here.reembed(HashEmbedder(dimensions=32))
    move(path, url)
    assert rows(url) == rows(path)
    assert {dict(row)["space"] for row in rows(url)["vectors"]} == {"hash-32"}


def test_it_goes_on_where_the_embedder_changes_on_the_way(
    path: Path, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(migrating, "_AT_ONCE", 1)
    news = iter([soulkeep.Keep.stats, lambda keep: keep.reembed(HashEmbedder(dimensions=32))])
    with soulkeep.open(path, embedder=HashEmbedder()) as here:

        def change(done: int, total: int) -> None:
            next(news, soulkeep.Keep.stats)(here)

        with pytest.raises(soulkeep.StoreError, match=r"another embedder.*Run it again"):
            move(path, url, progress=change)
    assert move(path, url).moved > 0
    assert rows(url) == rows(path)


def test_a_space_that_begins_to_be_filled_on_the_way_is_taken_along(
    path: Path, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(migrating, "_AT_ONCE", 1)
    with soulkeep.open(path, embedder=HashEmbedder()) as keep:
        keep.reembed(HashEmbedder(dimensions=32))  # nothing is being filled then
    with opened(path) as here, opened(url) as there:

        def fill(done: int, total: int) -> None:
            here.fill_space(OTHER)
            here.put_vectors(OTHER, [(found.partition, found.seq, b"1234") for found in here.unembedded(OTHER, 99)])

        receipt = migrate(here, there, progress=fill)
        assert there.stats().filling == OTHER
        assert 0 < migrate(here, there).moved < receipt.moved
    assert rows(url) == rows(path)


def test_a_target_that_was_used_since_is_left_alone(path: Path, url: str) -> None:
    move(path, url)
    with keep(url) as there:
        there.character("holmes").observe("Said there.", person="boris")
    with keep(path) as here:
        here.character("holmes").observe("Said here, and more.", person="boris")
        here.character("holmes").observe("Once more.", person="boris")
    before = rows(url)
    with pytest.raises(soulkeep.StoreError, match="holmes with boris") as caught:
        move(path, url)
    assert "--replace" in caught.value.hint
    assert "anna" not in caught.value.message
    assert rows(url) == before
    with opened(url) as store:
        place = place_of(store, BORIS)
    move(path, url, replace=True)
    assert rows(url) == rows(path)
    with opened(url) as store:
        assert place_of(store, BORIS) != place, "what is in memory of it holds no more"


@pytest.mark.parametrize("change", ["use", "update", "delete", "set"])
def test_any_change_there_is_seen(path: Path, url: str, change: str) -> None:
    move(path, url)
    with opened(url) as there:
        place = place_of(there, ANNA)
        match change:
            case "use":
                there.touch({place: [1]}, boost=2.0, at=1.0)
            case "update":
                there.update(place, [1], {"importance": 9.0}, at=1.0)
            case "delete":
                there.delete(place, [1], at=1.0)
            case _:
                there.set_feelings(ANNA, {"trust": Feeling(-1.0, 1.0, 60.0)})
    with opened(path) as here:
        here.touch({place_of(here, ANNA): [2, 2, 2]}, boost=2.0, at=2.0)
    with pytest.raises(soulkeep.StoreError, match="holmes with anna"):
        move(path, url)


def test_what_stands_there_under_the_same_keys_is_not_written_over(path: Path, url: str) -> None:
    with keep(url) as there:
        there.character("holmes").observe("Another life.", person="anna", id="cat")
    before = rows(url)
    with pytest.raises(soulkeep.StoreError, match=r"holmes with anna.*Nothing was written"):
        move(path, url)
    assert rows(url) == before


def test_a_character_of_the_same_name_is_not_written_over(path: Path, url: str) -> None:
    with opened(url) as store:
        store.put_character("holmes", {"description": "A dog."})
    with pytest.raises(soulkeep.StoreError, match="characters holmes"):
        move(path, url)
    with opened(url) as store:
        assert store.characters() == [CharacterRow(id="holmes", name="holmes", description="A dog.")]
        assert store.keys() == []


def test_who_was_erased_since_is_named_and_goes_with_replace(path: Path, url: str) -> None:
    move(path, url)
    with keep(path) as here:
        here.erase(person="anna")
        here.erase(character="watson")
    with pytest.raises(soulkeep.StoreError, match="holmes with anna; watson with anna; characters watson"):
        move(path, url)
    receipt = move(path, url, replace=True)
    assert receipt.removed == 2
    assert rows(url) == rows(path)


def test_verify_only_looks(path: Path, url: str) -> None:
    with opened(path) as source, opened(url) as target:
        with pytest.raises(soulkeep.StoreError, match=r"holmes; holmes with anna; .*, and \d+ more"):
            verify(source, target)
        assert contents(target)["partitions"] == []
        moved = migrate(source, target)
        seen = verify(source, target)
    assert (seen.checksum, seen.memories, seen.moved) == (moved.checksum, moved.memories, 0)


TAMPERING = [
    ("UPDATE memories SET text = 'A lie.' WHERE id = 'sister'", "holmes with anna"),
    ("UPDATE memories SET stability = 2.5 WHERE id = 'dog'", "holmes with boris"),
    ("UPDATE journal SET at = at + 1 WHERE op = 'amend'", "holmes with anna"),
    ("UPDATE vectors SET vector = vector || vector WHERE space = (SELECT min(id) FROM spaces)", "holmes"),
    ("UPDATE feelings SET half_life = 1 WHERE name = 'trust'", "holmes with anna"),
    ("UPDATE work SET due = NULL", "holmes"),
    ("UPDATE partitions SET seq = seq + 1 WHERE owner = 'world:london'", "world:london"),
    ("DELETE FROM heard", "holmes with boris"),
    ("DELETE FROM again", "holmes with anna"),
    ("DELETE FROM memories WHERE live = 0", "holmes with anna"),
    ("UPDATE characters SET worlds = '[]' WHERE id = 'holmes'", "characters holmes"),
    ("UPDATE scripts SET text = text || ' '", "scripts holmes / picnic"),
    ("UPDATE graphs SET data = vector FROM vectors", "graphs"),
    ("DELETE FROM known", "known holmes / music"),
    ("UPDATE spaces SET state = 'in use'", "spaces another"),
]


def test_a_row_that_was_tampered_with_is_found(path: Path, url: str) -> None:
    with opened(path) as source, opened(url) as target:
        migrate(source, target)
        before = contents(source)
        for statement, name in TAMPERING:
            target.write(lambda db, text=statement: db.run(text))  # type: ignore[misc]
            with pytest.raises(soulkeep.StoreError, match=name):
                verify(source, target)
            migrate(source, target, replace=True)
            assert contents(target) == before, statement


@pytest.mark.parametrize("column", ["text", "kind", "id"])
def test_other_words_under_the_same_ids_are_not_written_over(path: Path, tmp_path: Path, column: str) -> None:
    target = tmp_path / "other.db"
    move(path, target)
    with opened(target) as store:
        store.write(lambda db: db.run(f"UPDATE memories SET {column} = 'other' WHERE id = 'dog'"))
    before = rows(target)
    with keep(path) as here:
        here.character("holmes").observe("It goes on.", person="boris")
    with pytest.raises(soulkeep.StoreError, match=r"holmes with boris.*Nothing was written"):
        move(path, target)
    assert rows(target) == before


def test_the_application_role_is_enough(path: Path, postgres: Databases) -> None:
    with walls(postgres) as found:
        url = of_workspace(found.role, "moved")
        others = f"SELECT * FROM memories WHERE workspace IN ({found.a}, {found.b}) ORDER BY workspace, partition, seq"
        before = found.all(others)
        move(path, url)
        with opened(url) as store:
            store.delete(place_of(store, ANNA), [1], at=1.0)
        move(path, url, replace=True)
        assert rows(url) == rows(path)
        assert found.all(others) == before != []


def test_what_was_not_written_as_it_was_read_is_an_error(path: Path, tmp_path: Path) -> None:
    with opened(path) as source, opened(tmp_path / "other.db") as target:
        target.write(
            lambda db: db.run(
                "CREATE TRIGGER lossy AFTER INSERT ON memories WHEN new.id = 'sister' "
                "BEGIN UPDATE memories SET text = '?' WHERE partition = new.partition AND seq = new.seq; END"
            )
        )
        with pytest.raises(soulkeep.StoreError, match=r"holmes with anna: .*other\.db holds other rows"):
            migrate(source, target)


def test_other_workspaces_are_left_alone(path: Path, url: str, tmp_path: Path) -> None:
    acme = of_workspace(url, "acme")
    with keep(url) as there:
        there.character("holmes").observe("Another life.", person="anna", id="cat")
    before = rows(url)
    move(path, acme)
    assert rows(acme) == rows(path)
    assert rows(url) == before
    move(acme, tmp_path / "acme.db")
    move(acme, of_workspace(url, "twin"))
    assert rows(tmp_path / "acme.db") == rows(of_workspace(url, "twin")) == rows(path)


def test_negative_zero_is_zero(path: Path, url: str, tmp_path: Path) -> None:
    with opened(url) as store:
        store.put_character("nell", {"valence": -0.0})
        store.set_feelings(PartitionKey("nell", "anna"), {"trust": Feeling(-0.0, 1.0, 60.0)})
    assert move(url, tmp_path / "back.db").partitions == 1


def test_a_store_of_another_kind_is_refused(path: Path) -> None:
    class Elsewhere:
        pass

    with opened(path) as store, pytest.raises(soulkeep.InputError, match="database"):
        migrate(store, Elsewhere())  # type: ignore[arg-type]


def test_the_world_and_the_spaces_are_there(path: Path) -> None:
    with opened(path) as store:
        assert store.keys(owner=LONDON.owner) == [LONDON]
        assert store.stats().filling == OTHER
