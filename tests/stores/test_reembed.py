"""Moving a keep to another embedder, in pieces, with others at work, and embedders that are down."""

from __future__ import annotations

import signal
import threading
from collections.abc import Sequence
from pathlib import Path

import pytest

import soulkeep
from nursery import PIPE, Child
from soulkeep.models.embed.base import Vectors
from soulkeep.testing.models import FlakyEmbedder, HashEmbedder

CHILD = Path(__file__).with_name("child_writer.py")
TURNS = 1300  # more than two batches


class CountingEmbedder(HashEmbedder):
    """Notes every text that it embeds."""

    def __init__(self, *, dimensions: int = 32) -> None:
        super().__init__(dimensions=dimensions)
        self.texts: list[str] = []

    def embed(self, texts: Sequence[str]) -> Vectors:
        self.texts += texts
        return super().embed(texts)

    def embed_query(self, text: str) -> Vectors:
        vector: Vectors = super().embed([text])[0]
        return vector


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return a keep of many turns in several relationships, embedded with 64 dimensions."""
    path = tmp_path / "keep.db"
    with soulkeep.open(path, embedder=HashEmbedder()) as keep:
        for character, person, count in (
            ("holmes", "anna", TURNS - 300),
            ("holmes", "boris", 200),
            ("watson", "anna", 100),
        ):
            turns = [soulkeep.Turn(f"Miso slept {n} hours, says {person}.", id=str(n)) for n in range(count)]
            keep.character(character).observe_many(turns, person=person)
    return path


def similarities(keep: soulkeep.Keep, person: str = "anna") -> set[str]:
    """Return the ids of the memories that have a vector in the question's space."""
    hits = keep.character("holmes").recall("sleeping misos", person=person, k=5000).hits
    return {hit.memory.id for hit in hits if hit.similarity}


def find(keep: soulkeep.Keep, text: str, person: str = "anna") -> str:
    return keep.character("holmes").recall(text, person=person, k=1).hits[0].memory.id


def test_another_embedder_is_refused(path: Path) -> None:
    before = path.read_bytes()
    with pytest.raises(soulkeep.EmbedderChanged) as caught:
        soulkeep.open(path, embedder=HashEmbedder(dimensions=32))
    assert "soulkeep reembed" in caught.value.hint
    assert "hash-64" in caught.value.hint
    assert "hash-32" in caught.value.message
    assert not caught.value.retryable
    with pytest.raises(soulkeep.EmbedderChanged, match="hash-64") as caught:
        soulkeep.open(path, embedder="multilingual")
    assert "soulkeep reembed --embedder multilingual" in caught.value.hint
    assert path.read_bytes() == before
    with soulkeep.open(path, embedder=HashEmbedder()) as keep:
        assert find(keep, "Miso slept 77 hours") == "77"


def test_moves_over_while_the_old_vectors_serve(path: Path) -> None:
    new = CountingEmbedder()
    steps: list[tuple[int, int]] = []
    with soulkeep.open(path, embedder=HashEmbedder()) as keep:
        before = similarities(keep)

        def look(done: int, total: int) -> None:
            steps.append((done, total))
            assert keep.embedder_name == "hash-64"
            assert find(keep, "Miso slept 77 hours") == "77"
            assert similarities(keep) == before
            stats = keep.stats()
            assert (stats.space, stats.filling) == (("hash-64", 64), ("hash-32", 32))
            assert stats.without_vector == 0

        assert keep.reembed(new, progress=look) == TURNS
        assert steps == [(512, TURNS), (1024, TURNS), (TURNS, TURNS)]
        assert len(new.texts) == TURNS
        for kept in (keep, soulkeep.open(path, embedder=HashEmbedder(dimensions=32))):
            with kept:
                stats = kept.stats()
                assert (stats.space, stats.filling, stats.without_vector) == (("hash-32", 32), None, 0)
                assert kept.embedder_name == "hash-32"
                assert find(kept, "Miso slept 77 hours") == "77"
                assert len(similarities(kept)) > 0.95 * (TURNS - 300)
                assert kept.character("holmes").observe("Rex is a dog.", person="anna", id=f"rex{id(kept)}").new
                assert kept.stats().without_vector == 0
                assert kept.check() == []
    with pytest.raises(soulkeep.EmbedderChanged):
        soulkeep.open(path, embedder=HashEmbedder())


def test_to_the_same_embedder_is_nothing_to_do(path: Path) -> None:
    embedder = CountingEmbedder(dimensions=64)
    with soulkeep.open(path, embedder=embedder) as keep:
        assert keep.reembed() == 0
        assert keep.reembed(CountingEmbedder(dimensions=64)) == 0
    assert embedder.texts == []


def test_goes_on_after_an_error(path: Path) -> None:
    class StopError(Exception):
        pass

    def stop(done: int, total: int) -> None:
        raise StopError

    first, second, third = CountingEmbedder(), CountingEmbedder(), CountingEmbedder()
    with soulkeep.open(path, embedder=HashEmbedder()) as keep:
        with pytest.raises(StopError):
            keep.reembed(first, progress=stop)
        assert (keep.embedder_name, find(keep, "Miso slept 77 hours")) == ("hash-64", "77")
        with pytest.raises(StopError):
            keep.reembed(second, progress=stop)
    with soulkeep.open(path, embedder=HashEmbedder()) as keep:
        assert keep.reembed(third) == TURNS - 1024
        assert [len(embedder.texts) for embedder in (first, second, third)] == [512, 512, TURNS - 1024]
        assert keep.stats().without_vector == 0
        assert find(keep, "Miso slept 77 hours") == "77"
        assert len(similarities(keep)) > 0.95 * (TURNS - 300)


def test_goes_on_after_a_kill(path: Path) -> None:
    with Child([CHILD, "reembed", path], stdout=PIPE) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == f"512 {TURNS}\n"
        child.kill()
        told = [512] + [int(line.split()[0]) for line in child.stdout]
    assert child.returncode == -signal.SIGKILL
    new = CountingEmbedder()
    with soulkeep.open(path, embedder=HashEmbedder()) as keep:
        assert keep.check() == []
        assert find(keep, "Miso slept 77 hours") == "77"
        made = keep.reembed(new)
        assert made == len(new.texts) <= TURNS - told[-1]
        stats = keep.stats()
        assert (stats.space, stats.without_vector, stats.memories) == (("hash-32", 32), 0, TURNS)
        assert find(keep, "Miso slept 77 hours") == "77"


def test_a_change_of_mind_leaves_nothing_behind(path: Path) -> None:
    def stop(done: int, total: int) -> None:
        raise InterruptedError

    with soulkeep.open(path, embedder=HashEmbedder()) as keep:
        with pytest.raises(InterruptedError):
            keep.reembed(CountingEmbedder(), progress=stop)
        assert keep.reembed(HashEmbedder(dimensions=16)) == TURNS
        assert keep.stats().filling is None
        assert keep.stats().space == ("hash-16", 16)
        assert find(keep, "Miso slept 77 hours") == "77"
        assert keep.check() == []


def test_others_go_on_meanwhile(path: Path) -> None:
    new = CountingEmbedder()
    with soulkeep.open(path, embedder=HashEmbedder()) as keep, soulkeep.open(path, embedder=HashEmbedder()) as other:
        theirs = other.character("holmes")

        def meanwhile(done: int, total: int) -> None:
            if done > 1024:
                return
            theirs.observe(f"A parrot came at {done}.", person="anna", id=f"parrot{done}")
            theirs.observe(f"A parrot came at {done}.", person=f"new{done}")  # behind, and before, what is done
            if done == 512:
                assert other.erase(person="boris").memories == 200
            assert find(other, f"A parrot came at {done}") == f"parrot{done}"

        made = keep.reembed(new, progress=meanwhile)
        stats = keep.stats()
        assert stats.without_vector == 0
        assert made >= stats.memories
        for done in (512, 1024):
            hit = keep.character("holmes").recall(f"A parrot came at {done}.", person="anna", k=1).hits[0]
            assert hit.memory.id == f"parrot{done}"
            assert hit.similarity > 0.9
        assert keep.character("holmes").recall("A parrot came", person="new1024", k=1).hits[0].similarity > 0.5
        assert keep.check() == []

        # The other one still has the old embedder: it is told so when it asks, and loses nothing that it is told.
        with pytest.raises(soulkeep.EmbedderChanged, match="hash-32") as caught:
            theirs.recall("A parrot?", person="anna")
        assert "Open the keep again" in caught.value.hint
        assert theirs.observe("A parrot came late.", person="anna", id="late").new
        with pytest.raises(soulkeep.EmbedderChanged):
            theirs.recall("A parrot?", person="anna")
        assert keep.stats().without_vector == 1
        assert find(keep, "late") == "late"  # by its words
        assert keep.reembed() == 1
        assert keep.stats().without_vector == 0
        assert keep.character("holmes").recall("A parrot came late.", person="anna", k=1).hits[0].similarity > 0.8


def test_two_at_once_end_well(path: Path) -> None:
    with soulkeep.open(path, embedder=HashEmbedder()) as keep, soulkeep.open(path, embedder=HashEmbedder()) as other:
        ran: list[int] = []

        def second(done: int, total: int) -> None:
            if not ran:
                ran.append(other.reembed(CountingEmbedder()))

        keep.reembed(CountingEmbedder(), progress=second)
        assert ran == [TURNS - 512]
        for kept in (keep, other):
            assert find(kept, "Miso slept 77 hours") == "77"
            assert kept.stats().without_vector == 0
            assert kept.check() == []


def test_an_embedder_that_is_down(tmp_path: Path) -> None:
    embedder = FlakyEmbedder(HashEmbedder(), down=True)
    with soulkeep.open(tmp_path / "keep.db", embedder=embedder) as keep:
        holmes = keep.character("holmes")
        assert holmes.observe("I adopted a cat called Miso.", person="anna", id="miso").new
        holmes.observe_many([soulkeep.Turn("It rains."), soulkeep.Turn("Rex barked all night.")], person="anna")
        holmes.learn("The keys hang behind the clock.", source="house")
        assert (keep.stats().memories, keep.stats().without_vector) == (4, 4)
        recall = holmes.recall("What about Miso?", person="anna", k=1)
        assert recall.hits[0].memory.id == "miso"
        assert recall.hits[0].parts["words"] > 0
        assert any("words only" in note for note in recall.notes)
        with pytest.raises(soulkeep.EmbedderUnavailable) as caught:
            keep.reembed()
        assert caught.value.retryable
        assert caught.value.hint
        assert keep.stats().without_vector == 4

        embedder.down = False
        before = holmes.recall("What about Miso?", person="anna", k=4)
        assert (before.notes, {hit.similarity for hit in before.hits}) == ((), {0.0})
        holmes.observe("The cat purrs.", person="anna")
        assert keep.stats().without_vector == 4
        assert keep.reembed() == 4
        assert keep.stats().without_vector == 0
        hit = holmes.recall("I adopted a cat called Miso.", person="anna", k=1).hits[
            0
        ]  # from the working set in memory
        assert hit.memory.id == "miso"
        assert hit.similarity > 0.9
        assert keep.check() == []


def test_an_embedder_that_goes_down_while_moving(path: Path) -> None:
    flaky = FlakyEmbedder(HashEmbedder(dimensions=32))

    def fail(done: int, total: int) -> None:
        flaky.down = True

    with soulkeep.open(path, embedder=HashEmbedder()) as keep:
        with pytest.raises(soulkeep.EmbedderUnavailable):
            keep.reembed(flaky, progress=fail)
        assert find(keep, "Miso slept 77 hours") == "77"
        assert keep.stats().without_vector == 0
        flaky.down = False
        assert keep.reembed(flaky) == TURNS - 512
        assert find(keep, "Miso slept 77 hours") == "77"


class HeldEmbedder(HashEmbedder):
    """Waits while it embeds a text with SLOW in it."""

    def __init__(self) -> None:
        super().__init__()
        self.entered, self.go_on = threading.Event(), threading.Event()

    def embed(self, texts: Sequence[str]) -> Vectors:
        if any("SLOW" in text for text in texts):
            self.entered.set()
            assert self.go_on.wait(30)
        return super().embed(texts)


def test_a_turn_that_was_under_way_gets_a_vector_of_the_new_space(tmp_path: Path) -> None:
    held = HeldEmbedder()
    with soulkeep.open(tmp_path / "keep.db", embedder=held) as keep:
        holmes = keep.character("holmes")
        holmes.observe("Miso is a cat.", person="anna")
        writing = threading.Thread(target=lambda: holmes.observe("A SLOW cat.", person="anna", id="slow"))
        writing.start()
        assert held.entered.wait(30)
        keep.reembed(HashEmbedder(dimensions=32))
        held.go_on.set()
        writing.join()
        assert len(holmes.recall("cat", person="anna").hits) == 2
        assert keep.stats().without_vector == 1
        assert keep.reembed() == 1
        assert similarities(keep) >= {"slow"}
        assert keep.check() == []


def test_a_person_erased_while_vectors_are_made(tmp_path: Path) -> None:
    embedder = FlakyEmbedder(HashEmbedder())
    with soulkeep.open(tmp_path / "keep.db", embedder=embedder) as keep:
        embedder.down = True
        for person in ("anna", "boris"):
            keep.character("holmes").observe("Miso sleeps.", person=person, id=person)
        embedder.down = False
        embed = embedder.embed

        def erasing(texts: Sequence[str]) -> Vectors:
            keep.erase(person="boris")
            return embed(texts)

        embedder.embed = erasing  # type: ignore[method-assign]
        keep.reembed()
        assert keep.stats().without_vector == 0
        assert similarities(keep) == {"anna"}
        assert keep.check() == []


def test_a_vector_of_the_wrong_length_is_never_stored(tmp_path: Path) -> None:
    class Odd(HashEmbedder):
        def embed(self, texts: Sequence[str]) -> Vectors:
            return super().embed(texts)[:, :5]

    with soulkeep.open(tmp_path / "keep.db", embedder=Odd()) as keep:
        with pytest.raises(soulkeep.EmbedderError, match="shape"):
            keep.character("holmes").observe("Miso is a cat.", person="anna")
        assert keep.stats().memories == 0


def test_an_embedder_may_be_named_by_a_word(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    words: list[str | None] = []

    def choose(word: str | None = None, *, kept: tuple[str, int] | None = None) -> HashEmbedder:
        words.append(word)
        assert kept == ("hash-64", 64)
        return HashEmbedder(dimensions=32)

    with soulkeep.open(path, embedder=HashEmbedder()) as keep:
        monkeypatch.setattr("soulkeep.keep.choose_embedder", choose)
        assert keep.reembed("multilingual") == TURNS
        assert words == ["multilingual"]
        assert keep.embedder_name == "hash-32"
        assert find(keep, "Miso slept 77 hours") == "77"


@pytest.mark.parametrize("wrong", [HashEmbedder, 3, b"static", ["static"]])
def test_what_is_no_embedder_is_refused(tmp_path: Path, wrong: object) -> None:
    with soulkeep.open(tmp_path / "keep.db", embedder=HashEmbedder()) as keep:
        with pytest.raises(soulkeep.InputError, match="Embedder"):
            keep.reembed(wrong)  # type: ignore[arg-type]
        with pytest.raises(soulkeep.EmbedderError, match="is no embedder"):
            keep.reembed("no such folder")
        assert keep.embedder_name == "hash-64"
