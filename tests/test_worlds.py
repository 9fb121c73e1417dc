"""Worlds: lore that many characters read, and nobody else."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

import soulkeep
from soulkeep.character.relationship import relationship_of
from soulkeep.importers import import_file
from soulkeep.stores.rows import PartitionKey
from soulkeep.testing.models import ScriptedChat

GUIDE = """\
# Baker Street

Mrs Hudson keeps the house at 221B Baker Street. Her parrot is called Admiral.

# The Diogenes Club

Nobody may speak in the Diogenes Club, except in the Strangers' Room.
"""

KOREAN = "허드슨 부인은 베이커가 221B번지의 하숙집 주인이다. 부인의 앵무새 이름은 제독이다."

QUESTION = "Who keeps the house at 221B Baker Street?"


@pytest.fixture
def shared(keep: soulkeep.Keep) -> soulkeep.Keep:
    """Return a world that Holmes and Watson read, and Moriarty doesn't."""
    london = keep.world("london")
    london.learn(GUIDE, source="guide")
    london.learn(KOREAN, source="안내서")
    keep.character("holmes", worlds=["london"])
    keep.character("watson", worlds=["london"])
    keep.character("moriarty")
    return keep


def lore_in(recall: soulkeep.Recall) -> list[soulkeep.Memory]:
    found = [*(hit.memory for hit in recall.hits), *(held.memory for held in recall.held_back)]
    return [memory for memory in found if memory.world is not None]


def passage(world: soulkeep.World, word: str) -> soulkeep.Memory:
    return next(memory for memory in world.memories() if word in memory.text)


@pytest.mark.parametrize("question", [QUESTION, "베이커가 하숙집 주인은 누구야?"])
@pytest.mark.parametrize("person", [None, "anna"])
def test_who_reads_a_world_recalls_it_and_who_does_not_cannot(
    shared: soulkeep.Keep, question: str, person: str | None
) -> None:
    for reader in ("holmes", "watson"):
        best = shared.character(reader).recall(question, person=person).hits[0].memory
        assert ("Hudson" in best.text) or ("허드슨" in best.text)
        assert (best.owner, best.world, best.person, best.kind) == ("world:london", "london", None, "passage")
        assert best.speaker is None
        assert best.source in ("guide", "안내서")
    recall = shared.character("moriarty").recall(question, person=person)
    assert recall.considered == 0
    assert not lore_in(recall)


def test_a_reply_rests_on_the_lore_and_names_it(shared: soulkeep.Keep) -> None:
    reply = shared.character("holmes").reply(QUESTION, person="anna", session="s")
    assert "Mrs Hudson" in reply.text
    [reference] = reply.references
    assert reference.memory.world == "london"
    assert reply.check is not None
    assert {claim.verdict for claim in reply.check.claims} == {"supported"}
    assert shared.character("holmes").grounding(person="anna").supported == 1

    stranger = shared.character("moriarty").reply(QUESTION, person="anna", session="s")
    assert "Hudson" not in stranger.text
    assert stranger.references == ()


def test_a_repeated_call_gives_the_same_reply_with_its_reference(shared: soulkeep.Keep) -> None:
    holmes = shared.character("holmes")
    first = holmes.reply(QUESTION, person="anna", id="q1")
    again = holmes.reply(QUESTION, person="anna", id="q1")
    assert again.responder == "stored"
    assert again.references == first.references != ()
    assert holmes.memory(again.said or "", person="anna").references == (first.references[0].memory.id,)


def test_a_model_is_told_the_lore_and_told_it_again_as_long_as_it_is_read(clock: soulkeep.Clock) -> None:
    chat = ScriptedChat(default="I see.")
    with soulkeep.open(":memory:", clock=clock, chat=chat, settings=soulkeep.Settings(background=False)) as keep:
        keep.world("london").learn(GUIDE, source="guide")
        holmes = keep.character("holmes", worlds=["paris", "london"])
        holmes.learn("Toast is best with marmalade.", source="breakfast")  # it has the number of a passage of London's

        def told(text: str) -> str:
            before = len(chat.prompts)
            holmes.reply(text, person="anna", session="s")
            return "\n".join(message.content for seen in chat.prompts[before:] for message in seen)

        first, later = told("What is Mrs Hudson's parrot called?"), told("Thank you, and good night.")
        for prompt in (first, later):
            assert [prompt.count(word) for word in ("Admiral", "Diogenes Club,", "marmalade")] == [1, 1, 1]
        holmes = keep.character("holmes", worlds=["paris"])
        last = told("Good morning.")
        assert [last.count(word) for word in ("Admiral", "Diogenes Club,", "marmalade")] == [0, 0, 1]


def test_what_a_model_was_told_is_told_again_after_a_move(clock: soulkeep.Clock) -> None:
    quiet = soulkeep.Settings(background=False)
    chats = [ScriptedChat(default="I see.") for _ in range(3)]
    with soulkeep.open(":memory:", clock=clock, chat=chats[0], settings=quiet) as keep:
        keep.world("london").learn(GUIDE, source="guide")
        keep.character("holmes", worlds=["london"]).reply("What is Mrs Hudson's parrot called?", person="anna")
        rows = list(keep.export())
    for chat, before in ((chats[1], ""), (chats[2], "The fog comes from the river.")):
        with soulkeep.open(":memory:", clock=clock, chat=chat, settings=quiet) as other:
            if before:  # then its passages have other numbers there
                other.world("london").learn(before, source="weather")
            other.take_in(rows)
            other.character("holmes").reply("Good night.", person="anna")
            asked = next(one.content for one in chat.prompts[-1] if "parrot called?" in one.content)
            assert "fog" not in asked
            assert ("Admiral" in asked) == (not before)


def test_a_model_that_names_lore_refers_to_it(clock: soulkeep.Clock) -> None:
    chat = ScriptedChat(default="Mrs Hudson keeps that house [m1].")
    with soulkeep.open(":memory:", clock=clock, chat=chat, settings=soulkeep.Settings(background=False)) as keep:
        keep.world("london").learn(GUIDE, source="guide")
        reply = keep.character("holmes", worlds=["london"]).reply(QUESTION, person="anna")
        assert [one.memory.world for one in reply.references] == ["london"]


def test_lore_may_be_told_in_company(shared: soulkeep.Keep) -> None:
    recall = shared.character("holmes").recall(QUESTION, person="anna", heard_by=["ben"])
    assert recall.hits[0].memory.world == "london"


def test_what_another_process_learns_comes_to_mind_at_once(tmp_path: Path) -> None:
    location = tmp_path / "keep.db"
    with soulkeep.open(location) as keep:
        holmes = keep.character("holmes", worlds=["london"])
        assert not holmes.recall(QUESTION).hits  # the world is known to be empty
        code = (
            "import soulkeep, sys\n"
            "with soulkeep.open(sys.argv[1]) as keep: keep.world('london').learn(sys.argv[2], source='guide')"
        )
        dover = "Inspector Lestrade has been transferred to Dover."
        for text, question, found in ((GUIDE, QUESTION, "Hudson"), (dover, "Where is Lestrade?", "Dover")):
            subprocess.run([sys.executable, "-c", code, str(location), text], check=True, timeout=240)
            assert found in holmes.recall(question).hits[0].memory.text


def test_no_use_touches_the_lore(shared: soulkeep.Keep, clock: soulkeep.ManualClock) -> None:
    key = PartitionKey("world:london", None)
    store = relationship_of(shared.character("holmes"), None).runtime.store
    _, before = store.heads([key])
    memories = list(shared.world("london").memories())
    for reader in ("holmes", "watson"):
        for _ in range(3):
            shared.character(reader).recall(QUESTION, person="anna")
            assert shared.character(reader).reply(QUESTION, person="anna").references
    assert store.heads([key])[1] == before
    assert list(shared.world("london").memories()) == memories
    own = shared.character("moriarty")
    own.learn(GUIDE, source="guide")
    assert own.reply(QUESTION, person="anna").references[0].memory.world is None
    assert any(memory.stability > 1 for memory in own.memories())  # what is one's own is strengthened


def test_lore_does_not_fade(shared: soulkeep.Keep, clock: soulkeep.ManualClock) -> None:
    clock.advance(timedelta(days=3650))
    hit = shared.character("holmes").recall(QUESTION).hits[0]
    assert hit.retention == 1
    assert hit.parts["retention"] == 0
    assert shared.character("holmes").retention(hit.memory) == 1
    with pytest.raises(soulkeep.UnknownMemory):
        shared.character("moriarty").retention(hit.memory)


def test_learning_twice_adds_nothing_nor_brings_back_what_was_deleted(shared: soulkeep.Keep) -> None:
    london = shared.world("london")
    assert london.learn(GUIDE, source="guide") == soulkeep.Learned(source="guide", passages=0, known=2)
    assert london.delete(passage(london, "Diogenes").id) == 1
    assert london.learn(GUIDE, source="guide").passages == 0
    assert not any("Diogenes" in memory.text for memory in london.memories())
    assert not any("Diogenes" in memory.text for memory in lore_in(shared.character("watson").recall("Diogenes Club")))


def test_the_result_is_that_of_a_character_who_learns_it(shared: soulkeep.Keep) -> None:
    moriarty, paris = shared.character("moriarty"), shared.world("paris")
    assert moriarty.learn(GUIDE, source="guide") == paris.learn(GUIDE, source="guide")
    mine, theirs = ([(one.id, one.text, one.heading) for one in who.memories()] for who in (moriarty, paris))
    assert mine == theirs


def test_lore_is_changed_for_all_readers_and_only_in_its_world(shared: soulkeep.Keep) -> None:
    london, holmes, watson = shared.world("london"), shared.character("holmes"), shared.character("watson")
    id = passage(london, "Hudson").id
    holmes.reply(QUESTION, person="anna")
    changes: list[Any] = [
        lambda: holmes.amend(id, "Nobody keeps it."),
        lambda: holmes.forget(id),
        lambda: holmes.restore(id),
        lambda: holmes.delete(id, person="anna"),
        lambda: holmes.amend(id, pinned=True),
        lambda: holmes.amend(id, pinned=False),
        lambda: holmes.amend(id, importance=9),
        lambda: holmes.amend(id, metadata={"seen": True}),
    ]
    for change in changes:
        with pytest.raises(soulkeep.InputError, match="lore of 'london'"):
            change()
    assert holmes.memory(id, person="anna") == london.memory(id)
    assert [one.what for one in holmes.history(id)] == ["stored"]

    assert london.amend(id, "Mrs Turner keeps the house at 221B Baker Street.").text.startswith("Mrs Turner")
    assert "Turner" in watson.recall(QUESTION).hits[0].memory.text
    assert [one.text for one in holmes.memories(person="anna") if "Hudson" in one.text]  # it was said

    assert [one.id for one in london.forget(id)] == [id]
    recall = watson.recall(QUESTION)
    assert id not in {hit.memory.id for hit in recall.hits}
    assert (id, "forgotten") in {(held.memory.id, held.reason) for held in recall.held_back}
    assert [one.id for one in london.memories(forgotten=True)] == [id]
    assert london.restore(id).pinned
    assert watson.recall(QUESTION).hits[0].memory.id == id
    assert [one.what for one in london.history(id)] == ["stored", "amended", "forgotten", "restored"]


def test_forgetting_in_some_way_leaves_lore_alone(shared: soulkeep.Keep) -> None:
    assert shared.character("holmes").forget(way="oldest", count=10) == []
    assert list(shared.world("london").memories(forgotten=True)) == []


def test_nothing_is_made_of_lore(shared: soulkeep.Keep) -> None:
    london = shared.world("london")
    london.amend(passage(london, "Hudson").id, "I am Mrs Turner, I live in Baker Street, and I love parrots.")
    assert [job.character for job in shared.jobs()] == ["world:london"]  # what rests on it would be made anew
    assert shared.settle(over=True) == []
    assert {memory.kind for memory in london.memories()} == {"passage"}
    assert shared.character("holmes").facts(past=True) == []
    assert shared.character("holmes").mood() == soulkeep.Mood()


def test_lists_go_page_by_page(shared: soulkeep.Keep) -> None:
    london = shared.world("london")
    ids = [memory.id for memory in london.memories()]
    assert len(ids) == 3
    assert [memory.id for memory in london.memories(limit=2)] == ids[:2]
    assert [memory.id for memory in london.memories(after=ids[1])] == ids[2:]
    assert [memory.id for memory in london.memories(newest=True)] == ids[::-1]
    with pytest.raises(soulkeep.UnknownMemory):
        london.memories(after="nothing")


def test_it_is_counted(shared: soulkeep.Keep) -> None:
    london = shared.world("london")
    london.forget(passage(london, "Diogenes").id)
    assert london.readers() == ["holmes", "watson"]
    assert london.stats() == soulkeep.WorldStats(
        name="london", memories=3, forgotten=1, sources={"guide": 2, "안내서": 1}, readers=("holmes", "watson")
    )
    assert shared.world("nowhere").stats() == soulkeep.WorldStats(name="nowhere")


def test_worlds_are_listed_once_there_is_something_in_them_or_a_reader(shared: soulkeep.Keep) -> None:
    shared.world("nowhere")
    shared.world("탐정 조합").learn("조합의 암호는 '붉은 머리'이다.", source="규약")
    shared.character("holmes", worlds=["london", "atlantis"])
    assert shared.worlds() == ["atlantis", "london", "탐정 조합"]


def test_what_a_character_reads_is_changed_as_a_whole(shared: soulkeep.Keep) -> None:
    shared.world("guild").learn("The password of the guild is 'red-headed league'.", source="rules")
    assert shared.character("holmes").profile.worlds == ("london",)
    assert shared.character("holmes", worlds=("guild", "london", "guild")).profile.worlds == ("guild", "london")
    assert shared.character("holmes", name="Sherlock").profile.worlds == ("guild", "london")
    assert "red-headed" in shared.character("holmes").recall("What is the guild's password?").hits[0].memory.text
    assert shared.character("holmes", worlds=[]).profile.worlds == ()
    assert shared.character("holmes").recall("What is the guild's password?").considered == 0


@pytest.mark.parametrize("worlds", ["london", [""], [3], ["x" * 201], 5])
def test_what_are_no_worlds_is_refused(keep: soulkeep.Keep, worlds: Any) -> None:
    with pytest.raises(soulkeep.InputError):
        keep.character("holmes", worlds=worlds)
    assert keep.characters() == []


def test_no_character_can_be_taken_for_a_world(shared: soulkeep.Keep, tmp_path: Path) -> None:
    novel = tmp_path / "novel.txt"
    novel.write_text("It was a dark night.")
    attempts: list[Any] = [
        lambda: shared.character("world:london"),
        lambda: shared.character("world:london", create=False),
        lambda: shared.people("world:london"),
        lambda: shared.erase(character="world:london"),
        lambda: list(shared.export(character="world:london")),
        lambda: import_file.take_in(shared, novel, character="world:london"),
        lambda: shared.take_in([{"type": "character", "id": "world:london", "name": "London"}]),
    ]
    for attempt in attempts:
        with pytest.raises(soulkeep.InputError, match="world:"):
            attempt()
    assert shared.world("london").stats().memories == 3


def test_a_world_may_have_the_name_of_a_character_and_of_a_person(keep: soulkeep.Keep) -> None:
    holmes = keep.character("holmes", worlds=["holmes"])
    watson = keep.character("watson", worlds=["holmes"])
    keep.world("holmes").learn("Sherlock Holmes was played by Basil Rathbone.", source="films")
    holmes.learn("I hide my tobacco in a Persian slipper.", source="diary")
    holmes.observe("I fear the moor.", person="watson")
    assert [memory.world for memory in lore_in(watson.recall("tobacco slipper moor Rathbone", person="holmes"))] == [
        "holmes"
    ]
    assert not any("slipper" in hit.memory.text for hit in watson.recall("Persian slipper").hits)
    assert keep.erase(character="holmes").memories == 2
    assert keep.world("holmes").stats().readers == ("watson",)
    assert "Rathbone" in watson.recall("Who played Holmes?").hits[0].memory.text
    assert keep.erase(world="holmes").memories == 1
    assert [one.id for one in keep.characters()] == ["watson"]


def test_nothing_private_goes_there_by_itself(shared: soulkeep.Keep) -> None:
    holmes = shared.character("holmes")
    holmes.observe("My diary lies under the third floorboard.", person="anna", heard_by=["ben"])
    holmes.learn("Lestrade is easily misled.", source="my notes")
    holmes.reply("What do you think of Lestrade?", person="anna")
    shared.settle(over=True)
    assert shared.world("london").stats().memories == 3
    found = shared.character("watson").recall("diary floorboard Lestrade misled", person="anna")
    assert not any("diary" in hit.memory.text or "Lestrade" in hit.memory.text for hit in found.hits)


def test_erasing_leaves_nothing_of_it(tmp_path: Path) -> None:
    location = tmp_path / "keep.db"
    with soulkeep.open(location) as keep:
        london = keep.world("london")
        london.learn(GUIDE, source="guide")
        keep.world("guild").learn("The guild meets on Mondays.", source="rules")
        holmes = keep.character("holmes", worlds=["london", "guild"])
        assert holmes.recall("Strangers' Room").hits
        assert b"Strangers" in location.read_bytes() + (tmp_path / "keep.db-wal").read_bytes()
        receipt = keep.erase(world="london")
        assert (receipt.world, receipt.characters, receipt.memories) == ("london", ("holmes",), 2)
        assert (receipt.remaining, receipt.clean, receipt.person, receipt.character) == (0, True, None, None)
        assert [memory.world for memory in lore_in(holmes.recall("Strangers' Room"))] == ["guild"]
        assert keep.character("holmes").profile.worlds == ("guild",)
        assert keep.worlds() == ["guild"]
        with pytest.raises(soulkeep.InputError, match="by itself"):
            keep.erase(world="london", person="anna")
        assert keep.erase(world="london").memories == 0
    for file in tmp_path.iterdir():
        assert b"Strangers" not in file.read_bytes()


def plain(keep: soulkeep.Keep, **of: str) -> list[dict[str, Any]]:
    return [row for row in keep.export(**of) if row["type"] != "soulkeep"]


@pytest.fixture
def other(clock: soulkeep.Clock) -> Iterator[soulkeep.Keep]:
    with soulkeep.open(":memory:", clock=clock, settings=soulkeep.Settings(background=False)) as keep:
        yield keep


def test_an_export_of_all_comes_back_as_it_was(shared: soulkeep.Keep, other: soulkeep.Keep) -> None:
    london = shared.world("london")
    london.amend(passage(london, "Hudson").id, "Mrs Turner keeps the house at 221B Baker Street.")
    london.forget(passage(london, "Diogenes").id)
    shared.character("holmes").reply(QUESTION, person="anna", id="q1")
    shared.settle(over=True)
    rows = plain(shared)
    assert next(iter(shared.export()))["format"] == 2
    assert {row["world"] for row in rows if "world" in row} == {"london"}
    taken = other.take_in(shared.export())
    assert plain(other) == rows
    assert (taken.characters, taken.memories) == (3, 5)
    assert [one.id for one in other.characters()] == ["holmes", "moriarty", "watson"]
    assert other.world("london").stats() == london.stats()
    again = other.character("holmes").reply(QUESTION, person="anna", id="q1")
    assert [one.memory.world for one in again.references] == ["london"]
    assert not other.character("moriarty").recall(QUESTION).hits
    assert other.take_in(shared.export()).memories == 0
    assert other.settle(over=True) == []


def test_the_export_of_a_character_names_its_worlds_and_holds_none_of_their_lore(shared: soulkeep.Keep) -> None:
    rows = plain(shared, character="holmes")
    assert [row["worlds"] for row in rows if row["type"] == "character"] == [["london"]]
    assert not any(row["type"] == "memory" for row in rows)
    assert "Hudson" not in repr(plain(shared, character="moriarty"))
    shared.character("moriarty").observe("Hello.", person="anna")
    assert "Hudson" not in repr(plain(shared, person="anna"))


def test_a_world_alone_can_be_taken_along(shared: soulkeep.Keep, other: soulkeep.Keep) -> None:
    assert other.take_in(shared.export(world="london")).memories == 3
    assert other.characters() == []
    assert other.character("adler", worlds=["london"]).recall(QUESTION).hits
    with pytest.raises(soulkeep.InputError, match="by itself"):
        shared.export(world="london", character="holmes")


def test_an_export_without_worlds_can_be_read_by_earlier_ones(keep: soulkeep.Keep) -> None:
    keep.character("holmes").observe("Hello.", person="anna")
    assert next(iter(keep.export()))["format"] == 1


@pytest.mark.parametrize(
    "row",
    [
        {"type": "memory", "world": "london", "id": "x", "kind": "turn", "text": "Psst.", "source": "lived"},
        {"type": "memory", "world": "london", "id": "x", "kind": "passage", "text": "Psst.", "source": "lived"},
        {"type": "memory", "world": "", "id": "x", "kind": "passage", "text": "Psst.", "source": "guide"},
        {"type": "memory", "character": "world:london", "id": "x", "kind": "passage", "text": "a", "source": "guide"},
        {
            "type": "relationship", "world": "london",
            "feelings": {"valence": {"amount": 1, "time": "2026-05-08T18:30:00+00:00", "half_life": 60}},
        },
        {"type": "character", "id": "holmes", "name": "Holmes", "worlds": ["london", ""]},
    ],
)  # fmt: skip
def test_only_what_was_read_is_taken_into_a_world(keep: soulkeep.Keep, row: dict[str, Any]) -> None:
    if row["type"] == "memory":
        row = {**row, "stored": "2026-05-08T18:30:00+00:00", "language": "en"}
    with pytest.raises(soulkeep.BadFile):
        keep.take_in([row])
    assert keep.worlds() == []


def test_texts_and_lorebooks_are_imported_into_a_world(keep: soulkeep.Keep) -> None:
    done = import_file.take_in(keep, GUIDE.encode(), name="guide.md", world="london")
    assert done.taken == (import_file.Taken(what="passages", character="", world="london", source="guide", new=2),)
    book = (
        b'{"name": "Guild", "entries": [{"keys": ["password"], "content": "{{char}} guards the password.", "id": 1}]}'
    )
    assert import_file.take_in(keep, book, world="guild").kind == "lorebook"
    assert [memory.text for memory in keep.world("guild").memories()] == ["{{char}} guards the password."]
    assert import_file.take_in(keep, GUIDE.encode(), name="guide.md", world="london").taken[0].known == 2
    assert keep.characters() == []
    chat = b'{"conversation": "c", "turn": "1", "speaker": "anna", "text": "Hello.", "character": "holmes"}\n'
    attempts: list[Any] = [
        lambda: import_file.take_in(keep, GUIDE.encode(), name="guide.md", world="london", character="holmes"),
        lambda: import_file.take_in(
            keep, b"@prefix ex: <http://e.org/>. ex:a ex:b ex:c .", name="x.ttl", world="london"
        ),
        lambda: import_file.take_in(keep, chat, name="chat.jsonl", world="london"),
    ]
    for attempt in attempts:
        with pytest.raises(soulkeep.InputError):
            attempt()
    assert keep.worlds() == ["guild", "london"]
