"""A large source is searched by an index, and gives what a search of every memory gives."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from pathlib import Path
from threading import Event
from typing import Any

import pytest

import soulkeep
from large_support import START, indexed, opened, turns
from soulkeep.character.relationship import relationship_of
from soulkeep.search import ann, ann_builder, candidates
from soulkeep.search.view import Mind
from soulkeep.search.working_set import Partition

QUESTIONS = [
    "What did I say about the violin3 and the ferry?",
    "Who found the lantern7 yesterday?",
    "When did I buy the apple2?",
    "What did boris find in May?",
    "What did you tell me about the clock?",
    "Where do I live now?",
    "What did I do before I moved to Leeds?",
    "What fruit did I buy?",
    "zzz qqq",
    "바이올린을 언제 보았어?",
    "violin4 정원",
]


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a keep with turns, and with memories derived from the first of them."""
    path = tmp_path_factory.mktemp("large") / "keep.db"
    with opened(path) as keep:
        holmes = keep.character("holmes")
        holmes.observe_many(turns()[:120], person="anna")
        keep.settle(over=True)
        holmes.observe_many(turns()[120:], person="anna")
        holmes.forget("t1001", person="anna")
    return path


@pytest.fixture
def copy(file: Path, tmp_path: Path) -> Path:
    """Return a copy of the keep, to be changed."""
    path = tmp_path / "keep.db"
    path.write_bytes(file.read_bytes())
    return path


@pytest.fixture(scope="module")
def both(file: Path) -> Iterator[tuple[soulkeep.Character, soulkeep.Character]]:
    """Yield the character with an index, and without."""
    with opened(file) as one, opened(file, large_index=False) as other:
        yield indexed(one), other.character("holmes")


def same(one: soulkeep.Recall, other: soulkeep.Recall) -> None:
    assert [hit.memory.id for hit in one.hits] == [hit.memory.id for hit in other.hits]
    for hit, true in zip(one.hits, other.hits, strict=True):
        for part in {*hit.parts, *true.parts}:  # a part that none of the examined memories has is left out
            assert hit.parts.get(part, 0) == pytest.approx(true.parts.get(part, 0), abs=1e-5), part
        assert (hit.coverage, hit.similarity) == pytest.approx((true.coverage, true.similarity), abs=1e-5)
        assert (hit.retention, hit.later, hit.outdated) == (true.retention, true.later, true.outdated)
    assert [(held.memory.id, held.reason) for held in one.held_back] == [
        (held.memory.id, held.reason) for held in other.held_back
    ]
    assert one.considered == other.considered
    assert one.confidence == pytest.approx(other.confidence, abs=1e-5)
    assert one.notes == other.notes


def searched(character: soulkeep.Character, person: str | None = "anna") -> Partition:
    """Return the partition that is searched."""
    facing = relationship_of(character, person)
    return facing.runtime.embeddings.cache.get([facing.visible[-1] if person is None else facing.key])[0]


@pytest.mark.parametrize("question", QUESTIONS)
def test_gives_what_looking_at_every_memory_gives(
    both: tuple[soulkeep.Character, soulkeep.Character], question: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    sizes: list[int] = []

    def narrowed(mind: Mind, sought: candidates.Sought) -> Mind:
        found = candidates.narrowed(mind, sought)
        sizes.append(found.size)
        return found

    monkeypatch.setattr("soulkeep.search.recall.narrowed", narrowed)
    same(*(one.recall(question, person="anna", k=20) for one in both))
    assert sizes[0] < sizes[1] / 1.3  # it did look at fewer


@pytest.mark.parametrize(
    "limits",
    [
        {"kinds": {"fact"}},
        {"kinds": {"summary", "blend"}},
        {"since": START + timedelta(days=30), "until": START + timedelta(days=31)},
        {"since": START + timedelta(days=100)},
        {"sources": {"nowhere"}},
        {"budget": 60},
    ],
)
@pytest.mark.parametrize("question", ["Who found the violin near the ferry?", "정원에서 무엇을 보았어?"])
def test_filters_find_what_the_index_does_not_propose(
    both: tuple[soulkeep.Character, soulkeep.Character], limits: dict[str, Any], question: str
) -> None:
    same(*(one.recall(question, person="anna", k=10, **limits) for one in both))


def test_as_many_hits_come_as_are_asked_for(both: tuple[soulkeep.Character, soulkeep.Character]) -> None:
    known = list(both[1].memories(person="anna"))
    out = [memory for memory in known if memory.forgotten is not None or memory.superseded is not None]
    assert any(memory.forgotten is not None for memory in out)
    for k in (1, 150, 5000):
        found, true = (one.recall("violin", person="anna", k=k) for one in both)
        assert found.considered == len(known)
        assert len(found.hits) == len(true.hits) == min(k, len(known) - len(out))


def test_somebody_who_spoke_seldom_is_found_by_name(copy: Path) -> None:
    with opened(copy) as one, opened(copy, large_index=False) as other:
        said = soulkeep.Turn("The ferry? I never took it.", "mrs hudson", START + timedelta(days=3), "s1")
        one.character("holmes").observe_many([said], person="anna")
        found, true = (
            character.recall("What did Mrs Hudson say about the ferry12?", person="anna", k=20)
            for character in (indexed(one), other.character("holmes"))
        )
        assert found.hits[0].memory.text == said.text
        assert {hit.memory.id for hit in found.hits} == {hit.memory.id for hit in true.hits}


def test_what_is_stored_changed_or_removed_after_indexing_counts_at_once(copy: Path) -> None:
    with opened(copy) as keep, opened(copy, large_index=False) as other:
        holmes, exact = indexed(keep), other.character("holmes")
        exact.recall("anything", person="anna")  # both have loaded it by now
        before = searched(holmes).segments
        question = "Who saw the zeppelin over the violin3?"
        gone = holmes.recall(question, person="anna").hits[0].memory.id
        holmes.delete(gone, person="anna")
        new = holmes.observe("A zeppelin flew over us, over the violin3!", person="anna", time=START).id
        hits = holmes.recall(question, person="anna").hits
        forgotten = next(hit.memory.id for hit in hits if hit.memory.id != new)
        holmes.forget(forgotten, person="anna")
        recall = holmes.recall(question, person="anna", k=20)
        assert searched(holmes).segments == before  # nothing was indexed anew
        ids = [hit.memory.id for hit in recall.hits]
        assert new in ids
        assert gone not in ids
        assert (forgotten, "forgotten") in [(held.memory.id, held.reason) for held in recall.held_back]
        same(recall, exact.recall(question, person="anna", k=20))


def test_what_was_amended_is_found_by_its_new_words_and_indexed_anew(copy: Path) -> None:
    with opened(copy) as keep, opened(copy, large_index=False) as other:
        holmes = indexed(keep)
        before = searched(holmes).segments
        holmes.amend("t500", "I flew to the moon in a zeppelin.", person="anna")
        assert holmes.recall("the zeppelin", person="anna").hits[0].memory.id == "t500"
        indexed(keep)
        assert searched(holmes).segments
        assert searched(holmes).segments != before
        found, true = (one.recall("the zeppelin", person="anna") for one in (holmes, other.character("holmes")))
        assert found.hits[0].memory.id == "t500"
        same(found, true)


def test_what_was_erased_is_gone(copy: Path) -> None:
    with opened(copy) as keep:
        holmes = indexed(keep)
        partition = searched(holmes)
        keep.erase(person="anna")
        assert partition.retired.is_set()
        assert holmes.recall("violin", person="anna").hits == ()
        holmes.observe("I bought a violin.", person="anna")
        assert len(holmes.recall("violin", person="anna").hits) == 1


def test_the_lore_of_a_world_is_indexed_once_for_all_who_read_it(tmp_path: Path) -> None:
    with opened(tmp_path / "keep.db") as keep:
        lore = "\n\n".join(f"# Of {turn.id}\n\n{turn.text}" for turn in turns())
        keep.world("london").learn(lore, source="annals")
        found = []
        for name in ("holmes", "watson"):
            character = keep.character(name, worlds=["london"])
            character.recall("violin3", k=5)
            assert keep._runtime.embeddings.cache.indexed(60)
            character.observe("I found the violin3 in the attic.", person="anna")
            recall = character.recall("Who found the violin3?", person="anna", k=10)
            texts = [hit.memory.text for hit in recall.hits]
            assert "I found the violin3 in the attic." in texts
            assert any("found the violin3" in text for text in texts)
            found.append(searched(character, None))
        assert found[0] is found[1]
        assert found[0].segments


def test_recalls_go_on_while_the_source_grows_and_is_indexed(copy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ann_builder, "_UNKNOWN", 20)
    with opened(copy) as keep:
        holmes = keep.character("holmes")

        def live(i: int) -> None:
            id = holmes.observe(f"Turn {i} of marker{i}.", person="anna").id
            assert holmes.recall(f"marker{i}", person="anna", k=1).hits[0].memory.id == id

        with ThreadPoolExecutor(6) as pool:
            list(pool.map(live, range(120)))
        assert keep._runtime.embeddings.cache.indexed(60)
        partition = searched(holmes)
        assert partition.segments
        assert [segment.first for segment in partition.segments] == [
            0,
            *(segment.last for segment in partition.segments[:-1]),
        ]
        for i in range(0, 120, 7):
            assert f"marker{i}" in holmes.recall(f"marker{i}", person="anna", k=1).hits[0].memory.text


def test_without_usearch_every_memory_is_looked_at_and_a_note_says_so(
    file: Path, both: tuple[soulkeep.Character, soulkeep.Character], monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in ("ann_builder", "recall", "ann"):
        monkeypatch.setattr(f"soulkeep.search.{module}.available", lambda: False)
    with opened(file) as keep:
        holmes = indexed(keep)
        recall = holmes.recall(QUESTIONS[0], person="anna", k=20)
        assert searched(holmes).segments == ()
        assert any("soulkeep[large]" in note for note in recall.notes)
        true = both[1].recall(QUESTIONS[0], person="anna", k=20)
        assert true.notes == ()  # no index was asked for
        assert [hit.memory.id for hit in recall.hits] == [hit.memory.id for hit in true.hits]


@pytest.mark.parametrize("preset", ["mimir", "seoul", "landwehr", "requery"])
def test_the_formulas_of_papers_score_every_memory(
    both: tuple[soulkeep.Character, soulkeep.Character], preset: str
) -> None:
    same(*(one.recall(QUESTIONS[0], person="anna", k=20, preset=preset) for one in both))


def _slowly(monkeypatch: pytest.MonkeyPatch, meanwhile: Callable[[], None]) -> None:
    """Have something happen while an index is built."""
    build = ann.build

    def slow(*args: Any, read: Callable[..., Any], **options: Any) -> Any:
        def reading(start: int, end: int) -> Any:
            meanwhile()
            return read(start, end)

        return build(*args, read=reading, **options)

    monkeypatch.setattr(ann_builder, "build", slow)


def test_what_is_evicted_while_it_is_indexed_is_not(copy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with opened(copy, large_bytes=1) as keep:
        holmes = keep.character("holmes")
        holmes.observe_many([turn for turn in turns() if turn.speaker != "anna"], person="boris")
        cache = keep._runtime.embeddings.cache
        partition: list[Partition] = []

        def evict() -> None:
            holmes.recall("violin", person="boris")

        _slowly(monkeypatch, evict)
        partition.append(searched(holmes))
        assert cache.indexed(60)
        assert partition[0].retired.is_set()
        assert partition[0].segments == ()
        assert len(holmes.recall("violin3", person="anna").hits) == 10


def test_closing_breaks_off_indexing(copy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    keep = opened(copy)
    begun = Event()

    def until_closed() -> None:
        begun.set()
        partition.retired.wait(30)

    _slowly(monkeypatch, until_closed)
    partition = searched(keep.character("holmes"))
    assert begun.wait(30)
    keep.close()
    assert partition.retired.is_set()
    assert partition.segments == ()


def test_the_folder_of_that_file_must_be_there(tmp_path: Path) -> None:
    with pytest.raises(soulkeep.InputError, match="There is no folder"):
        opened(tmp_path / "keep.db", large_folder=tmp_path / "nowhere")


def test_vectors_may_lie_in_a_file_that_leaves_nothing_behind(
    copy: Path, tmp_path: Path, both: tuple[soulkeep.Character, soulkeep.Character]
) -> None:
    folder = tmp_path / "mapped"
    folder.mkdir()
    with opened(copy, large_folder=folder) as keep:
        found = indexed(keep).recall(QUESTIONS[0], person="anna", k=20)
        same(found, both[1].recall(QUESTIONS[0], person="anna", k=20))
        assert list(folder.iterdir()) == []


def test_an_event_is_found_where_much_else_fits_the_question_better(copy: Path) -> None:
    with opened(copy) as one, opened(copy, large_index=False) as other:
        both = indexed(one), other.character("holmes")
        long = " ".join(f"While that went on, the {number}th of them hummed quietly." for number in range(120))
        said = soulkeep.Turn(
            f"There was an eclipse. {long}", "boris", START + timedelta(days=90), "s-eclipse", id="event"
        )
        both[0].observe_many([said], person="anna")
        found, true = (
            character.recall("What violin did I find near the ferry before the eclipse?", person="anna", k=20)
            for character in both
        )
        assert "event" not in [hit.memory.id for hit in both[1].recall("violin ferry find", person="anna", k=100).hits]
        assert any(hit.parts.get("time", 0) > 0 for hit in true.hits)
        same(found, true)
