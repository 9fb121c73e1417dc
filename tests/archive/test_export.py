"""Tests that a keep is exported as plain rows and comes back as it was."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

import soulkeep
from soulkeep.archive.details import _SHAPES
from soulkeep.archive.reading import is_export
from soulkeep.testing.models import HashEmbedder, ScriptedChat
from soulkeep.types.episodes import Understanding
from tests_support import MUSIC, STORY

Rows = list[dict[str, Any]]


@pytest.fixture
def lived(tmp_path: Path, clock: soulkeep.ManualClock) -> Iterator[soulkeep.Keep]:
    """Yield a keep with something of everything."""
    keep = soulkeep.open(tmp_path / "lived.db", clock=clock, embedder=HashEmbedder())
    holmes = keep.character(
        "holmes",
        name="Sherlock Holmes",
        description="A detective.",
        learning=2.0,
        temperament=soulkeep.Mood(valence=0.2),
    )
    holmes.learn("A study in scarlet. The lodgings were in Baker Street.\n\nThey were let to two.", source="scarlet")
    holmes.know(MUSIC, source="music")
    holmes.stage(STORY)
    holmes.observe("I adopted a cat called Miso. I live in Leeds.", person="anna", id="cat", session="s1", importance=8)
    holmes.observe("제 여동생은 부산에 살아요.", person="anna", id="sister", session="s1")
    holmes.observe("You are wonderful, thank you!", person="anna", id="thanks", session="s1")
    clock.advance(timedelta(days=2))
    holmes.observe("I live in York now.", person="anna", id="york", session="s2", heard_by=["boris"])
    holmes.reply("What is my cat called?", person="anna", session="s2", id="ask")
    holmes.begin(person="anna", session="s2")
    holmes.observe("Bees are my life.", person="boris", id="bees", heard_by=["anna"])
    keep.settle(over=True)
    holmes.amend("cat", person="anna", pinned=True)
    holmes.forget("thanks", person="anna")
    holmes.feel(person="anna", trust=0.7)
    clock.advance(timedelta(hours=1))
    holmes.reflect(person="anna")
    keep.character("watson").observe("I am Anna, and I paint.", person="anna", id="paint")
    keep.settle()
    yield keep
    keep.close()


def another(tmp_path: Path, clock: soulkeep.ManualClock, name: str = "other.db", **more: Any) -> soulkeep.Keep:
    return soulkeep.open(tmp_path / name, clock=clock, **{"embedder": HashEmbedder(), **more})


def through_json(rows: Any) -> Rows:
    found: Rows = json.loads(json.dumps(list(rows), allow_nan=False))
    return found


def content(rows: Rows) -> Rows:
    """Return the whole export, except when it was made, and how far the interpretation by known data has come."""
    for row in rows:
        for mark in ("knowing", "heard", "until"):
            row.get("progress", {}).pop(mark, None)
    return rows[1:]


def whole(keep: soulkeep.Keep) -> list[Any]:
    """Return everything that callers can see."""
    found: list[Any] = []
    for character in keep.characters():
        found += [
            character.id,
            character.name,
            character.profile.description,
            character.profile.temperament,
            list(character.stories),
        ]
        found += [(known.source, known.triples) for known in list(character.knowledge)]
        for person in [None, *keep.people(character.id)]:
            found += list(character.memories(person=person))
            found += character.facts(person=person, past=True)
            found += [character.mood(person=person)]
            if person is not None:
                found += [
                    character.bond(person),
                    character.stories.events(person=person),
                    character.course(person=person),
                ]
            found += list(map(str, character.recall("Where does the cat live?", person=person).hits))
    return found


def test_all_of_it_comes_back_as_it_was(lived: soulkeep.Keep, tmp_path: Path, clock: soulkeep.ManualClock) -> None:
    rows = through_json(lived.export())
    assert {row["type"] for row in rows} == {
        "soulkeep", "character", "story", "knowledge", "relationship", "memory", "end",
    }  # fmt: skip
    kinds = {row["kind"] for row in rows if row["type"] == "memory"}
    assert kinds >= {"turn", "passage", "fact", "event"}
    with another(tmp_path, clock) as other:
        receipt = other.take_in(rows)
        assert (receipt.characters, receipt.stories, receipt.knowledge, receipt.known) == (2, 1, 1, 0)
        assert receipt.memories == sum(row["type"] == "memory" for row in rows)
        other.settle()
        assert whole(other) == whole(lived)
        assert other.check() == []
        assert content(through_json(other.export())) == content(rows)


def test_taking_it_in_twice_adds_nothing(lived: soulkeep.Keep, tmp_path: Path, clock: soulkeep.ManualClock) -> None:
    rows = through_json(lived.export())
    before = whole(lived)
    receipt = lived.take_in(rows)
    lived.settle()
    assert receipt == soulkeep.TakenIn(
        characters=0, memories=0, known=sum(row["type"] == "memory" for row in rows), deleted=0, stories=0, knowledge=0
    )
    assert whole(lived) == before
    with another(tmp_path, clock) as other:
        other.take_in(rows)
        other.take_in(rows)
        assert whole(other) == before


def test_who_goes_on_keeps_what_is_new_here(lived: soulkeep.Keep, tmp_path: Path, clock: soulkeep.ManualClock) -> None:
    rows = through_json(lived.export())
    holmes = lived.character("holmes")
    holmes.amend("cat", importance=3, person="anna")
    holmes.observe("I bought a violin.", person="anna", id="violin")
    lived.take_in(rows)
    assert holmes.memory("cat", person="anna").importance == 3
    assert holmes.memory("violin", person="anna").text == "I bought a violin."


def test_an_older_export_fills_the_gaps(lived: soulkeep.Keep, tmp_path: Path, clock: soulkeep.ManualClock) -> None:
    rows = through_json(lived.export(character="holmes"))
    with another(tmp_path, clock) as other:
        holmes = other.character("holmes", name="H.")
        holmes.observe("Good evening.", person="anna", id="evening")
        holmes.observe("I adopted a cat called Miso. I live in Leeds.", person="anna", id="cat", session="s1",
            time=lived.character("holmes").memory("cat", person="anna").time)  # fmt: skip
        receipt = other.take_in(rows)
        assert (receipt.characters, receipt.known) == (0, 1)
        other.settle(over=True)
        found = {memory.id: memory for memory in holmes.memories(person="anna")}
        assert {"evening", "cat", "sister", "york", "ask"} <= set(found)
        assert not found["cat"].pinned  # what was here stays as it was
        homes = {fact.value for fact in holmes.facts(person="anna", subject="anna", relation="home")}
        assert homes == {"York"}
        assert other.check() == []
        hits = [hit.memory.id for hit in holmes.recall("What is my cat called?", person="anna").hits]
        assert "cat" in hits


def test_a_person_can_have_all_that_is_kept_of_them(
    lived: soulkeep.Keep, tmp_path: Path, clock: soulkeep.ManualClock
) -> None:
    rows = through_json(lived.export(person="anna"))
    assert {row["id"] for row in rows if row["type"] == "character"} == {"holmes", "watson"}
    assert not {"story", "knowledge"} & {row["type"] for row in rows}
    memories = [row for row in rows if row["type"] == "memory"]
    assert {"cat", "paint", "york"} <= {row["id"] for row in memories}
    [copied] = [row for row in memories if row["person"] == "boris" and row["copy_of"]["id"] == "york"]
    assert copied["copy_of"] == {"person": "anna", "id": "york"}
    assert all(row.get("copy_of", {}).get("person") == "anna" for row in memories if row["person"] == "boris")
    assert "Bees are my life." in {row["text"] for row in memories}  # she heard it
    assert not any(row["type"] == "memory" and row["id"] == "bees" for row in rows)


def test_an_erased_person_comes_back(lived: soulkeep.Keep, clock: soulkeep.ManualClock) -> None:
    def of_anna() -> list[Any]:
        holmes = lived.character("holmes")
        return [list(holmes.memories(person="anna")), holmes.bond("anna"), holmes.facts(person="anna", past=True)]

    before = of_anna()
    rows = through_json(lived.export(person="anna"))
    lived.erase(person="anna")
    assert lived.people("holmes") == ["boris"]
    texts = [memory.text for memory in lived.character("holmes").memories(person="boris") if memory.kind == "turn"]
    assert texts == ["Bees are my life."]
    lived.take_in(rows)
    lived.settle()
    assert of_anna() == before
    texts = [memory.text for memory in lived.character("holmes").memories(person="boris") if memory.kind == "turn"]
    assert texts == ["Bees are my life.", "I live in York now."]
    assert lived.erase(person="anna").remaining == 0
    texts = [memory.text for memory in lived.character("holmes").memories(person="boris") if memory.kind == "turn"]
    assert texts == ["Bees are my life."]


def test_a_copy_without_its_original_can_still_be_erased(
    lived: soulkeep.Keep, tmp_path: Path, clock: soulkeep.ManualClock
) -> None:
    rows = through_json(lived.export(person="boris"))
    with another(tmp_path, clock) as other:
        other.take_in([row for row in rows if row.get("person") != "anna"])
        assert other.people("holmes") == ["boris"]
        assert "York" in str(list(other.character("holmes").memories(person="boris")))
        receipt = other.erase(person="anna")
        assert receipt.memories >= 1
        assert receipt.remaining == 0
        assert "York" not in str(list(other.character("holmes").memories(person="boris")))


def test_one_relationship_is_exported_alone(lived: soulkeep.Keep) -> None:
    rows = through_json(lived.export(character="watson", person="anna"))
    assert [row["id"] for row in rows if row["type"] == "character"] == ["watson"]
    assert {row["character"] for row in rows if row["type"] == "memory"} == {"watson"}
    assert [row["type"] for row in lived.export(person="nobody")] == ["soulkeep", "end"]
    with pytest.raises(soulkeep.UnknownCharacter):
        lived.export(character="moriarty")


def test_another_embedder_embeds_it_anew(lived: soulkeep.Keep, tmp_path: Path, clock: soulkeep.ManualClock) -> None:
    with another(tmp_path, clock, embedder=HashEmbedder(dimensions=32)) as other:
        other.take_in(lived.export())
        assert other.stats().without_vector == 0
        assert other.character("holmes").recall("cat Miso", person="anna").hits[0].memory.id == "cat"


def test_talk_goes_on_where_it_was(lived: soulkeep.Keep, tmp_path: Path, clock: soulkeep.ManualClock) -> None:
    rows = through_json(lived.export())
    with another(tmp_path, clock) as other:
        other.take_in(rows)
        again = other.character("holmes").reply("What is my cat called?", person="anna", session="s2", id="ask")
        assert again.responder == "stored"
        new = other.character("holmes").observe("My cat is called Otto now.", person="anna", session="s2")
        assert new.new
        assert [m.id for m in other.character("holmes").memories(person="anna")][-1] == new.id


def test_what_a_model_was_given_is_exported(tmp_path: Path, clock: soulkeep.ManualClock) -> None:
    chat = ScriptedChat("You adopted Miso [m1].", "Good.")
    with another(tmp_path, clock, "a.db", chat=chat) as keep, another(tmp_path, clock, "b.db") as other:
        holmes = keep.character("holmes")
        holmes.observe("I adopted a cat called Miso.", person="anna", id="cat", session="old")
        holmes.reply("What is my cat called?", person="anna", session="new")
        rows = through_json(keep.export())
        assert any(row.get("details", {}).get("given") for row in rows)
        other.take_in(rows)
        assert list(other.character("holmes").memories(person="anna")) == list(holmes.memories(person="anna"))


DEMO = Path(soulkeep.__file__).parent / "demo" / "music.ttl"
ORDER: list[Any] = [[["<http://example.com/length>", False]], True, False]

ASKED = (
    "Who wrote Imagine?", "Where was he born?", "No, he was born in Paris.", "How many songs did John Lennon write?",
    "Which artists were born before 1930?", "Who is older, John Lennon or Bob Dylan?", "Was Miles Davis born in Alton?",
    "How old was Charlie Parker when he died?", "Tell me about Billie Holiday.", "Who wasn't born in Chicago?",
    "Who was the first to be born?", "What else did John Lennon write?", "I love Charlie Parker.",
    "Who is the second oldest guitarist?", "Which are the three oldest albums by Miles Davis?",
    "How many years older is Miles Davis than John Lennon?", "Who was born in the same year as John Lennon?",
    "누가 이매진을 썼어?", "Wo wurde John Lennon geboren?",
)  # fmt: skip


def test_what_was_understood_of_questions_is_exported(tmp_path: Path, clock: soulkeep.ManualClock) -> None:
    with another(tmp_path, clock, "a.db") as keep, another(tmp_path, clock, "b.db") as other:
        ella = keep.character("ella")
        ella.know(DEMO, source="music")
        asked = [ella.reply(question, person="anna").understanding for question in ASKED]
        assert {name for one in asked if one is not None for name in one.data()} >= {
            "query",
            "news",
            "likes",
            "carried",
        }
        assert any(one is not None and not one.sure for one in asked)
        keep.settle(over=True)
        other.take_in(through_json(keep.export()))
        assert list(other.character("ella").memories(person="anna")) == list(ella.memories(person="anna"))
        assert "Paris" in other.character("ella").reply("Where was John Lennon born?", person="anna").text


def test_all_that_is_understood_has_a_shape() -> None:
    for name in Understanding.__dataclass_fields__:
        wrong = {"utterance": "statement", name: object()}
        assert not _SHAPES["understood"](wrong), name
        assert not _SHAPES["understood"]({"utterance": "statement", name: [object()]}), name


def test_a_file_is_read_line_by_line(lived: soulkeep.Keep, tmp_path: Path, clock: soulkeep.ManualClock) -> None:
    path = tmp_path / "all.jsonl"
    path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in lived.export()), encoding="utf-8")
    with another(tmp_path, clock) as other:
        seen: list[tuple[int, int]] = []
        other.take_in(path, progress=lambda done, total: seen.append((done, total)))
        assert seen[-1][0] == seen[-1][1] > 0
        assert whole(other) == whole(lived)


def change(kind: str, name: str, value: Any, *, at: int = 0) -> Callable[[Rows], int]:
    """Return a function that changes a field of one row of an export, and returns the number of the row.

    Args:
        kind: the row's type.
        name: the field's.
        value: the new value.
        at: index among the rows of that type.
    """

    def damage(rows: Rows) -> int:
        place = [n for n, row in enumerate(rows) if row["type"] == kind][at]
        rows[place][name] = value
        return place + 1

    return damage


def put(kind: str, name: str, value: Any) -> Callable[[Rows], int]:
    """Return a function that changes a member of the details of the first memory of a kind, and returns the number of
    its row."""

    def damage(rows: Rows) -> int:
        place = next(n for n, row in enumerate(rows) if row["type"] == "memory" and row["kind"] == kind)
        rows[place]["details"][name] = value
        return place + 1

    return damage


DAMAGES = {
    "no type": change("memory", "type", None),
    "an unknown type": change("memory", "type", "hologram"),
    "a newer format": change("soulkeep", "format", 99),
    "no text": change("memory", "text", ""),
    "a number as text": change("memory", "text", 5),
    "half a character": change("memory", "text", "\ud800"),
    "a NUL": change("memory", "id", "a\0b"),
    "an unknown kind": change("memory", "kind", "dream"),
    "no time": change("memory", "stored", None),
    "a naive time": change("memory", "time", "2026-01-01T00:00:00", at=-1),
    "no time at all": change("memory", "time", "yesterday", at=-1),
    "too important": change("memory", "importance", 11),
    "not a number": change("memory", "stability", float("nan")),
    "true for a number": change("memory", "importance", True),
    "details that are a list": change("memory", "details", [1]),
    "details that can't be stored": change("memory", "details", {"scene": {"place": "\ud800"}}),
    "a scene of nothing": change("memory", "details", {"scene": {"colour": "red"}}, at=-1),
    **{
        f"{name}: {value}": put(kind, name, value)
        for kind, name, value in (
            ("turn", "heard_by", [[]]),
            ("turn", "heard_by", None),
            ("turn", "weight", "x"),
            ("turn", "responder", [["a"]]),
            ("turn", "fact", {"fact": 5}),
            ("turn", "summary", {}),
            ("turn", "references", [["a", 5]]),
            ("turn", "understood", {"utterance": "statement", "triples": [["a", "b", ["c"]]]}),
            ("turn", "understood", {"utterance": "statement", "query": {"wants": "everything"}}),
            ("turn", "understood", {"utterance": "statement", "query": {"wants": "things", "among": [5]}}),
            ("turn", "understood", {"utterance": "statement", "query": {"wants": "things", "order": [*ORDER, 0, 1]}}),
            ("turn", "understood", {"utterance": "statement", "query": {"wants": "things", "order": [*ORDER, 1.5, 1]}}),
            ("turn", "understood", {"utterance": "statement", "query": {"wants": "things", "links": [["a", "b"]]}}),
            ("turn", "acts", [{"kind": "message", "values": [{}]}]),
            ("turn", "event", {"story": "s", "event": "e", "kind": "open", "at": "2026-01-01T00:00:00"}),
            ("fact", "fact", {"fact": 5}),
            ("fact", "turns", [[0, 1]]),
        )
    },
    "an amendment of nothing": change(
        "memory", "changes", [{"number": 9999, "op": "amend", "time": "2026-01-01T00:00:00Z"}]
    ),
    "a change of what can't be": change(
        "memory",
        "changes",
        [{"number": 9999, "op": "update", "time": "2026-01-01T00:00:00Z", "before": {"forgotten": "x"}}],
    ),
    "progress in no session": change("relationship", "progress", {"done": {"s": "all"}}),
    "a number twice": change("memory", "number", 1, at=-1),
    "a huge number": change("memory", "number", 2**70),
    "a story that is none": change("story", "text", "story: [picnic"),
    "knowledge that is none": change("knowledge", "ntriples", "Joe plays the guitar."),
    "a mood beyond all": change("character", "temperament", {"valence": 7}),
    "learning that unlearns": change("character", "learning", 0.1),
    "feelings that are none": change("relationship", "feelings", {"trust": {"amount": "much"}}),
    "progress that is none": change("relationship", "progress", {"facts": "all"}),
    "progress of another kind": change("relationship", "progress", {"dreams": 1}),
    "no character": change("memory", "character", None),
}


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=list(DAMAGES))
def test_a_damaged_row_is_named_and_nothing_is_taken_in(
    lived: soulkeep.Keep, tmp_path: Path, clock: soulkeep.ManualClock, damage: Callable[[Rows], int]
) -> None:
    rows = copy.deepcopy(through_json(lived.export()))
    number = damage(rows)
    with another(tmp_path, clock) as other:
        with pytest.raises(soulkeep.BadFile, match=f"^Row {number}: "):
            other.take_in(rows)
        assert other.characters() == []
        assert other.stats().memories == 0


@pytest.mark.parametrize("rows", [[5], [None], [[]], ["text"]])
def test_rows_are_objects(keep: soulkeep.Keep, rows: list[Any]) -> None:
    with pytest.raises(soulkeep.BadFile, match="Row 1"):
        keep.take_in(rows)


@pytest.mark.parametrize("what", [5, None, b"rows", {"type": "memory"}])
def test_an_export_is_a_path_or_rows(keep: soulkeep.Keep, what: Any) -> None:
    with pytest.raises(soulkeep.InputError, match="no export"):
        keep.take_in(what)


def test_a_line_that_is_no_json_is_named(lived: soulkeep.Keep, tmp_path: Path, clock: soulkeep.ManualClock) -> None:
    path = tmp_path / "all.jsonl"
    lines = [json.dumps(row) for row in lived.export()]
    lines[4] = lines[4][:-9]
    path.write_text("\n".join(lines))
    with another(tmp_path, clock) as other:
        with pytest.raises(soulkeep.BadFile, match="line 5"):
            other.take_in(path)
        assert other.stats().memories == 0


def test_brackets_without_end_are_no_export(keep: soulkeep.Keep, tmp_path: Path) -> None:
    path = tmp_path / "deep.jsonl"
    path.write_text("[" * 200_000)
    assert not is_export(path)
    with pytest.raises(soulkeep.BadFile, match="line 1"):
        keep.take_in(path)


def test_an_export_that_was_cut_off_is_refused(
    lived: soulkeep.Keep, tmp_path: Path, clock: soulkeep.ManualClock
) -> None:
    rows = list(lived.export())[:-3]
    with another(tmp_path, clock) as other:
        with pytest.raises(soulkeep.BadFile, match="cut off"):
            other.take_in(rows)
        assert other.stats().memories == 0


def test_an_id_that_means_another_memory_is_a_conflict(lived: soulkeep.Keep, keep: soulkeep.Keep) -> None:
    keep.character("watson").observe("Something else.", person="anna", id="paint")
    with pytest.raises(soulkeep.IdConflict):
        keep.take_in(lived.export())
    assert [character.id for character in keep.characters()] == ["watson"]
    assert keep.stats().memories == 1
