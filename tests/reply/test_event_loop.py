"""Nothing is computed on the event loop: whoever else is in it goes on while a character thinks."""

from __future__ import annotations

import asyncio
import sys
import threading
from collections.abc import Iterator
from types import FrameType
from typing import Any

import pytest

import soulkeep
from soulkeep.evals.bench import PERSON, make_turns
from soulkeep.models.embed.static import StaticEmbedder
from soulkeep.reply.stream import together
from soulkeep.stores.sqlite.file import SqliteFile
from soulkeep.stores.sqlite.writer import Writer
from soulkeep.testing.models import ScriptedChat

STILL = soulkeep.Settings(background=False, model_memories=False, model_queries="never")

MOST = 600
"""Calls of Python that the loop may spend on one thing before it turns to the next: some tenths of a millisecond."""

SAID = ("Do you remember who came to Baker Street?", "My sister Clara moved to Leeds.", "And where does she live now?")


@pytest.fixture
def keep(tmp_path: Any) -> Iterator[soulkeep.Keep]:
    settings = soulkeep.Settings(background=False, model_memories=False, model_queries="always")
    with soulkeep.open(tmp_path / "keep.db", settings=settings, chat=ScriptedChat(default="I do.")) as keep:
        watson = keep.character("watson", name="Dr. Watson", description="He writes down his friend's cases. " * 20)
        watson.observe_many(list(make_turns(120)), person=PERSON)
        keep.settle(over=True)
        for text in SAID:  # what is loaded once; in other words, as those that were embedded aren't embedded again
            watson.reply(f"Well, doctor. {text}", person=PERSON, session="before")
        yield keep


async def talk(character: soulkeep.Character) -> None:
    for text in SAID:
        await character.areply(text, person=PERSON, session="now")


@pytest.mark.parametrize("model", [True, False])
def test_the_loop_reads_writes_and_embeds_nothing(
    keep: soulkeep.Keep, monkeypatch: pytest.MonkeyPatch, model: bool
) -> None:
    watson = keep.character("watson")
    if not model:
        watson = watson.under(soulkeep.Settings(background=False, rules=soulkeep.Rules(forbid={"model"})))
    done: list[str] = []

    def off_the_loop(owner: type, name: str) -> None:
        before = getattr(owner, name)

        def watched(*given: Any, **named: Any) -> Any:
            assert threading.current_thread() is not threading.main_thread(), f"{name} on the event loop"
            done.append(name)
            return before(*given, **named)

        monkeypatch.setattr(owner, name, watched)

    off_the_loop(SqliteFile, "read")
    off_the_loop(Writer, "run")
    off_the_loop(StaticEmbedder, "embed")
    asyncio.run(talk(watson))
    assert {"read", "run", "embed"} <= set(done)


@pytest.mark.parametrize("model", [True, False])
def test_the_loop_turns_to_others_after_few_calls(keep: soulkeep.Keep, model: bool) -> None:
    watson = keep.character("watson")
    if not model:
        watson = watson.under(soulkeep.Settings(background=False, rules=soulkeep.Rules(forbid={"model"})))
    turns: list[int] = []

    def see(frame: FrameType, event: str, arg: object) -> None:
        if event == "call":
            if frame.f_code is asyncio.Handle._run.__code__:
                turns.append(0)
            elif turns:
                turns[-1] += 1

    async def watched() -> None:
        await talk(watson)  # what is imported once
        sys.setprofile(see)
        try:
            await talk(watson)
        finally:
            sys.setprofile(None)

    asyncio.run(watched())
    assert len(turns) > 20
    assert max(turns) <= MOST


def test_what_is_done_side_by_side_is_called_off_where_one_fails() -> None:
    called_off: list[str] = []

    async def failing() -> None:
        await asyncio.sleep(0)
        raise KeyError("one")

    async def waiting() -> None:
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            called_off.append("waiting")
            raise

    async def both() -> None:
        with pytest.raises(KeyError, match="one"):
            await together(waiting, failing)

    asyncio.run(asyncio.wait_for(both(), 10))
    assert called_off == ["waiting"]


@pytest.mark.parametrize("at_once", [True, False])
def test_what_is_done_together_comes_in_order(at_once: bool) -> None:
    async def give(number: int, turns: int) -> int:
        for _ in range(turns):
            await asyncio.sleep(0)
        return number

    made = together(lambda: give(1, 5), lambda: give(2, 1), lambda: give(3, 3), at_once=at_once)
    assert asyncio.run(made) == [1, 2, 3]


def test_a_responder_that_hangs_holds_few_threads(tmp_path: Any) -> None:
    goes_on = threading.Event()

    def hanging(situation: soulkeep.Situation) -> soulkeep.Bid | None:
        """Answers never."""
        goes_on.wait(60)
        return None

    def left() -> int:
        return sum(thread.name == "soulkeep-responder" for thread in threading.enumerate())

    settings = soulkeep.Settings(background=False, decision_seconds=0.05)
    with soulkeep.open(tmp_path / "keep.db", settings=settings, responders=[hanging]) as keep:
        holmes = keep.character("holmes")
        replies = [holmes.reply(f"What about the case {n}?", person="anna") for n in range(6)]
        assert left() == 3
        goes_on.set()
        why = [offer.why for reply in replies for offer in reply.trace.offers if offer.responder == "hanging"]
    assert why[0].startswith("It took longer")
    assert why[-1] == "Its calls before haven't come back."


@pytest.mark.parametrize("piece_by_piece", [False, True])
def test_a_loop_of_its_own_needs_no_threads(
    tmp_path: Any, monkeypatch: pytest.MonkeyPatch, piece_by_piece: bool
) -> None:
    """Nobody else is in the loop of a call that isn't async, and threads cost more than most of what is done."""
    with soulkeep.open(tmp_path / "keep.db", settings=STILL, chat=ScriptedChat(default="I do.")) as keep:
        watson = keep.character("watson")
        watson.reply("My sister Clara moved to Leeds.", person=PERSON)
        started: list[str] = []
        start = threading.Thread.start

        def watched(thread: threading.Thread) -> None:
            started.append(thread.name)
            start(thread)

        monkeypatch.setattr(threading.Thread, "start", watched)
        if piece_by_piece:
            assert "".join(watson.stream("Do you remember it?", person=PERSON)) == "I do."
        else:
            assert watson.reply("Do you remember it?", person=PERSON).text == "I do."
        assert started == []
