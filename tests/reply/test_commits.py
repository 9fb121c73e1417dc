"""Tests of how often a reply writes: what belongs together is one transaction."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

import soulkeep
from soulkeep.stores.rows import PartitionKey
from soulkeep.stores.sqlite import writer
from soulkeep.testing.models import HashEmbedder, ScriptedChat

Asked = Callable[[str], int]


@pytest.fixture
def commits(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return the number of jobs in each transaction, in the order in which they were committed."""
    sizes: list[int] = []
    commit = writer.Writer._commit

    def counted(self: writer.Writer, group: list[Any]) -> None:
        sizes.append(len(group))
        commit(self, group)

    monkeypatch.setattr(writer.Writer, "_commit", counted)
    return sizes


@pytest.fixture(params=["offline", "with a model"])
def keep(request: pytest.FixtureRequest, clock: soulkeep.ManualClock) -> Iterator[soulkeep.Keep]:
    chat = ScriptedChat(default="Miso, wasn't it?") if request.param == "with a model" else None
    settings = soulkeep.Settings(background=False, model_memories=False)
    with soulkeep.open(":memory:", clock=clock, embedder=HashEmbedder(), chat=chat, settings=settings) as keep:
        yield keep


def test_a_question_is_stored_what_was_said_is_looked_through_and_the_answer_stored(
    keep: soulkeep.Keep, commits: list[int]
) -> None:
    holmes = keep.character("holmes")
    offline = keep._runtime.chat is None
    for text, most in (
        ("I have a cat called Miso.", 2),  # what is said, and what is answered
        ("What is my cat called?", 3 if offline else 2),  # and what was said before it
        ("And what is my cat called again?", 3 if offline else 2),
    ):
        commits.clear()
        reply = holmes.reply(text, person="anna", session="s")
        assert len(commits) <= most, text
        assert reply.said is not None
    assert not offline or reply.references, "it is strengthened by the write that stores the answer"
    if offline:
        assert [fact.value for fact in holmes.facts(person="anna")], "what was said before was looked through"
        assert keep._store.waiting()[0].due is not None


def test_where_nothing_waits_to_be_looked_through_a_question_writes_twice(
    keep: soulkeep.Keep, commits: list[int]
) -> None:
    holmes = keep.character("holmes")
    holmes.observe("I have a cat called Miso.", person="anna", session="s")
    keep.settle(over=True)
    commits.clear()
    holmes.reply("What is my cat called?", person="anna", session="s")
    assert len(commits) == 2
    keep.settle()
    assert keep.check() == []


def test_somebody_who_is_at_the_work_is_waited_for_but_not_for_long(keep: soulkeep.Keep) -> None:
    holmes = keep.character("holmes")
    holmes.observe("I have a cat called Miso.", person="anna", session="s")
    store, now = keep._store, keep._runtime.clock.now().timestamp()
    work = store.claim(now, 60.0, key=PartitionKey("holmes", "anna"))
    assert work is not None
    assert holmes.reply("What is my cat called?", person="anna", session="s").text
    assert store.hold(work, now + 60.0), "nobody took it"
