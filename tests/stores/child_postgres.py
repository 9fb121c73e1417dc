"""A worker of the test of several workers: python child_postgres.py URL NAME SEED

It writes and recalls until it is told to stop, or is killed. Each line it prints is a list in JSON: what it is about to
do that can't be undone, what was acknowledged, or what it found when it was asked.
"""

from __future__ import annotations

import json
import os
import random
import re
import sys
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from itertools import count
from threading import Event, Thread
from time import sleep, time
from typing import Any, TypeVar
from unittest.mock import patch

import soulkeep
from soulkeep.errors import StoreUnreachable
from soulkeep.stores.postgres.store import PostgresStore
from soulkeep.stores.rows import Work
from soulkeep.testing.models import HashEmbedder

T = TypeVar("T")

CHARACTERS = ("holmes", "watson")
MIXED = ("anna", "boris")
"""People with whom everything is done, in each other's company too."""
QUIET = "윤서"
"""A person who only speaks: what comes of that is known."""
PERSONS = (*MIXED, QUIET)
BASE = datetime(2026, 5, 8, 18, 30, tzinfo=UTC)
TICKS = 4
"""Turns a second that all workers observe under the same ids at the same moment."""
CITIES = ("Seoul", "Busan", "Oslo", "Rome", "Paris", "Lima")
DOUBT = "It isn't known whether it was"
"""Said of what was to be stored when the server died."""
HELD = 2.0
"""Seconds for which work is held: then it is taken over from those who died of it."""
WORD = re.compile(r"q\w+z")
SETTINGS = soulkeep.Settings(window_turns=6, session_minutes=1e6, lease_seconds=HELD)


def told(id: str) -> str:
    """Return the text of the turn with an id: it states something now and then, and shows feeling. No other turn holds
    its word."""
    chance = random.Random(id)
    said = (
        f"I live in {chance.choice(CITIES)}.",
        f"My sister is called {chance.choice(('Mina', 'Sora', 'Jin'))}.",
        "You are wonderful, and I love you!",
        "I am so sad and angry today.",
        "오늘은 강가를 오래 걸었어요.",
        "It rained the whole day, and nobody minded.",
    )
    return f"{chance.choice(said)} That is what {word(id)} was about."


def word(id: str) -> str:
    """Return a word that only the turn with an id holds."""
    return "q" + id.replace(".", "x").replace("/", "x") + "z"


def turn_of(id: str, number: int) -> soulkeep.Turn:
    """Return the turn with an id, said in its number's minute."""
    return soulkeep.Turn(told(id), time=BASE + timedelta(minutes=number), session=f"s{number // 40}", id=id)


def tell(*words: object) -> None:
    """Print a line. One write, so that lines of several threads don't mix."""
    os.write(1, (json.dumps(words) + "\n").encode())


class Worker:
    """Does this and that with everybody, by chance.

    Args:
        keep: it works on.
        name: of this life: ids begin with it.
    """

    def __init__(self, keep: soulkeep.Keep, name: str, seed: int) -> None:
        self._keep = keep
        self._name = name
        self._chance = random.Random(seed)
        self._numbers = count()
        self._own: list[tuple[str, str, str]] = []  # what may be amended or deleted, once
        self._doubted = False  # whether a try at what is done now may have done it
        self.stop = Event()

    def work(self) -> None:
        """Work until told to stop."""
        ways = (self.observe, self.observe_shared, self.observe_many, self.recall, self.in_audience, self.unnamed,
                self.reply, self.amend, self.delete, self.rate)  # fmt: skip
        while not self.stop.is_set():
            way = self._chance.choices(ways, weights=(8, 3, 3, 6, 4, 3, 1, 1, 1, 1))[0]
            character = self._chance.choice(CHARACTERS)
            person = self._chance.choice(PERSONS)
            if person == QUIET and way not in (self.observe, self.observe_shared, self.observe_many, self.recall):
                person = self._chance.choice(MIXED)
            way(character, person)
            self.stop.wait(0.02)  # nobody talks without end, and the others need the processor, too

    def observe(self, character: str, person: str) -> None:
        turn = self._turn()
        stored = self._again(lambda: self._observed(character, person, [turn]))[0]
        tell("observed", character, person, stored.id, turn.text, [], stored.new)
        self._own += [(character, person, stored.id)] * (person != QUIET)

    def observe_shared(self, character: str, person: str) -> None:
        number = int(time() * TICKS) + 1
        sleep(max(0.0, number / TICKS - time()))
        number %= 1000
        character, person = CHARACTERS[number % 2], PERSONS[number % 3]
        turn = turn_of(f"shared.{number}", number)
        stored = self._again(lambda: self._observed(character, person, [turn]))[0]
        tell("observed", character, person, stored.id, turn.text, [], stored.new)

    def observe_many(self, character: str, person: str) -> None:
        turns = [self._turn() for _ in range(self._chance.randint(2, 5))]
        for turn, stored in zip(turns, self._again(lambda: self._observed(character, person, turns)), strict=True):
            tell("observed", character, person, stored.id, turn.text, [], stored.new)

    def in_audience(self, character: str, person: str) -> None:
        [other] = {*MIXED} - {person}
        id, number = self._next()
        text = told(id)
        stored = self._again(
            lambda: self._keep.character(character).observe(
                text, person=person, id=id, heard_by=[other], time=BASE + timedelta(minutes=number)
            )
        )
        tell("observed", character, person, stored.id, text, [other], stored.new)
        self._own.append((character, person, stored.id))

    def unnamed(self, character: str, person: str) -> None:
        text = told(self._next()[0])
        try:
            stored = self._keep.character(character).observe(text, person=person)
        except soulkeep.SoulkeepError as error:
            if DOUBT not in str(error):
                tell("error", type(error).__name__, str(error))
        else:
            tell("observed", character, person, stored.id, text, [], stored.new)

    def recall(self, character: str, person: str) -> None:
        self._again(lambda: self._keep.character(character).recall("Where do I live?", person=person))

    def reply(self, character: str, person: str) -> None:
        id = self._next()[0]
        text = told(id)
        reply = self._again(lambda: self._keep.character(character).reply(text, person=person, id=id))
        tell("observed", character, person, id, text, [], None)
        tell("said", character, person, reply.said)

    def amend(self, character: str, person: str) -> None:
        if self._own:
            character, person, id = self._own.pop(self._chance.randrange(len(self._own)))
            text = f"It was {word(id)} all the time."
            tell("amending", character, person, id, text)
            self._again(lambda: self._keep.character(character).amend(id, text, person=person))
            tell("amended", character, person, id, text)

    def delete(self, character: str, person: str) -> None:
        if self._own:
            character, person, id = self._own.pop(self._chance.randrange(len(self._own)))
            tell("deleting", character, person, id)
            try:
                self._again(lambda: self._keep.character(character).delete(id, person=person))
            except soulkeep.UnknownMemory:
                if not self._doubted:  # or the try before, cut off by the server's death, had deleted it
                    tell("error", "UnknownMemory", id)
            tell("deleted", character, person, id)

    def rate(self, character: str, person: str) -> None:
        if self._own:
            character, person, id = self._chance.choice(self._own)
            self._again(lambda: self._keep.character(character).amend(id, importance=7, person=person))

    def answer(self, number: int, character: str, person: str, id: str, asked: str) -> None:
        """Report what is found of a memory: its text, and whether it comes to mind when a word of it is asked for.

        Args:
            number: the question's.
            character: the character to ask.
            person: whom it faces.
            id: the memory's.
            asked: the word to ask for.
        """
        holmes = self._keep.character(character)
        try:
            text: str | None = holmes.memory(id, person=person).text
        except soulkeep.UnknownMemory:
            text = None
        except soulkeep.SoulkeepError as error:
            tell("error", type(error).__name__, str(error))
            return
        recall = holmes.recall(f"What was {asked}?", person=person, k=1000)  # whatever its rank
        tell("answer", number, text, any(hit.memory.id == id for hit in recall.hits))

    def _observed(self, character: str, person: str, turns: list[soulkeep.Turn]) -> list[soulkeep.Observed]:
        holmes = self._keep.character(character)
        if len(turns) > 1:
            return holmes.observe_many(turns, person=person)
        [turn] = turns
        return [holmes.observe(turn.text, person=person, time=turn.time, session=turn.session, id=turn.id)]

    def _next(self) -> tuple[str, int]:
        number = next(self._numbers)
        return f"{self._name}.{number}", number

    def _turn(self) -> soulkeep.Turn:
        return turn_of(*self._next())

    def _again(self, do: Callable[[], T]) -> T:
        """Do something, again if it could not be done: the ids are the same."""
        self._doubted = False
        while True:
            try:
                return do()
            except soulkeep.UnknownMemory:
                raise
            except soulkeep.SoulkeepError as error:
                if DOUBT in str(error):
                    self._doubted = True
                else:
                    tell("error", type(error).__name__, str(error))


def opened(url: str) -> soulkeep.Keep:
    """Return the keep as soon as the server answers."""
    while True:
        try:
            return soulkeep.open(url, embedder=HashEmbedder(), settings=SETTINGS)
        except StoreUnreachable:
            sleep(0.1)


def hurried() -> None:
    """Let work begin at once, and be taken over soon."""
    for name, value in (
        ("memory.worker.QUIET", 0.05),
        ("memory.worker._LOOK_AGAIN", 0.5),
        ("character.relationship.QUIET", 0.05),
        ("character.relationship.MOST", 0.5),
    ):
        patch(f"soulkeep.{name}", value).start()


def dawdling(chance: random.Random) -> None:
    """Let some steps of the work on whoever is compared take so long that others have taken it over by then."""
    advance = PostgresStore.advance

    def late(self: PostgresStore, work: Work, *given: Any, **options: Any) -> bool:
        if work.key.person == QUIET and chance.random() < 0.4:
            sleep(2 * HELD)
            if not self.hold(work, time() + HELD):
                tell("overtaken")
        return advance(self, work, *given, **options)

    patch.object(PostgresStore, "advance", late).start()


def main(url: str, name: str, seed: str) -> None:
    hurried()
    dawdling(random.Random(seed))
    with opened(url) as keep:
        worker = Worker(keep, name, int(seed))
        tell("ready")
        thread = Thread(target=worker.work)
        thread.start()
        for line in sys.stdin:
            words: list[Any] = json.loads(line)
            if not words:
                break
            worker.answer(*words)
        worker.stop.set()
        thread.join()
    tell("closed")


if __name__ == "__main__":
    main(*sys.argv[1:])
