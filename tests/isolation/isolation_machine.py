"""A keep for others than its owner: whatever is done, in any order, nobody sees what isn't theirs."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule
from isolation_views import alone, attempts, counts, everything, in_audience, in_terms, outcome, safely

import soulkeep
from isolation_support import PEOPLE, Ledger, Log, Place, Viewer, marks
from soulkeep.models.chat.base import ChatModel, Message
from soulkeep.testing.models import HashEmbedder
from soulkeep.types.records import Usage

BEGIN = datetime(2026, 5, 8, 18, 30, tzinfo=UTC)

KEEPS, CHARACTERS = ("here", "there"), ("holmes", "watson")
WORLDS = ("london", "guild")

SAID = (
    "My sister {} lives in Leeds.",
    "I live in {} now, and I love it!",
    "My name is {}.",
    "I am allergic to {}, which scares me.",
    "Thank you so much, I trust you with {}.",
    "I have an interview at {} tomorrow.",
    "{}",
    "My sister {} loves Joe Satriani.",
)

RDF = """\
<http://example.org/{0}> <http://www.w3.org/2000/01/rdf-schema#label> "{0}"@en .
<http://example.org/{0}> <http://dbpedia.org/ontology/birthPlace> <http://example.org/leeds> .
<http://example.org/leeds> <http://www.w3.org/2000/01/rdf-schema#label> "Leeds"@en .
"""

STORY = """\
story: visit
language: en
events:
  - id: hello
    title: how {0} came in
    open: Welcome, says {0}.
"""

keeps = st.sampled_from(KEEPS)
characters = st.sampled_from(CHARACTERS)
people = st.sampled_from(PEOPLE)
anybody = st.sampled_from((*PEOPLE, None))
hearers = st.lists(people, max_size=2, unique=True)
ids = st.sampled_from((None, None, "t1", "t2"))
numbers = st.integers(0, 99)


class Gossip(ChatModel):
    """Tells whatever it was shown, wherever it is asked: the worst that a model can do."""

    name = "gossip"

    def __init__(self) -> None:
        self.prompts: list[str] = []

    def _told(self, messages: Sequence[Message]) -> str:
        self.prompts.append("\n".join(message.content for message in messages))
        return " ".join(["They said:", *sorted(marks(self.prompts[-1]))])

    async def stream(self, messages: Sequence[Message]) -> AsyncIterator[str | Usage]:
        yield self._told(messages)

    async def stream_json(self, messages: Sequence[Message], schema: Mapping[str, Any]) -> AsyncIterator[str | Usage]:
        told = self._told(messages)
        fact = {"subject": "somebody", "statement": told, "relation": "other", "because": [1, 2]}
        insight = {"insight": told, "because": [1]}
        yield json.dumps({"summary": told, "so_far": told, "importance": 9, "facts": [fact], "insights": [insight]})


class Said(NamedTuple):
    """Something that was put in, which may be changed by its id."""

    place: Place
    id: str
    word: str


class Isolation(RuleBasedStateMachine):
    """Two keeps with the same names in both, and a ledger of who may see what.

    After each step somebody looks through every view that they have. Who was no part of what happened since they
    looked last sees the same as then, to the last digit.
    """

    operations = 0
    views = 0
    words = 0
    shown = 0
    compared = 0

    def __init__(self) -> None:
        super().__init__()
        self.ledger = Ledger()
        self.clock = soulkeep.ManualClock(BEGIN)
        self.log = Log()
        self.chat: Gossip | None = None
        self.keeps: dict[str, soulkeep.Keep] = {}
        self.said: list[Said] = []
        self.lore: list[Said] = []
        self.before: dict[Viewer, dict[str, str]] = {}
        self.turn = 0

    # -- where it happens

    def locations(self) -> tuple[str, str]:
        """Return the locations of the two keeps."""
        return ":memory:", ":memory:"

    @initialize(gossip=st.booleans())
    def open(self, gossip: bool) -> None:
        settings = soulkeep.Settings(background=False, model_queries="never", checker="rules")
        self.log.__enter__()
        self.chat = Gossip() if gossip else None
        for name, location in zip(KEEPS, self.locations(), strict=True):
            keep = soulkeep.open(location, embedder=HashEmbedder(), chat=self.chat, settings=settings, clock=self.clock)
            self.keeps[name] = keep
            for character in CHARACTERS:
                self.define(name, character)
                for person in PEOPLE:
                    self.observe_many(name, character, person, [PEOPLE[0]])
            self.learn_lore(name, WORLDS[0])

    def teardown(self) -> None:
        for keep in self.keeps.values():
            keep.close()
        self.log.__exit__()
        kind = type(self)
        kind.views += self.ledger.views
        kind.words += len(self.ledger.places)
        kind.shown += self.ledger.shown

    def define(self, keep: str, character: str, worlds: Sequence[str] | None = None) -> soulkeep.Character:
        """Return the character; create it if it was erased."""
        found = self.keeps[keep].character(character, worlds=worlds)
        self.ledger.worlds[keep, character] = found.profile.worlds if worlds is None else tuple(worlds)
        return found

    def touch(self, *places: Place) -> None:
        """Note that viewers of any of these places may see something else from now on."""
        touched = set(places)
        self.before = {one: found for one, found in self.before.items() if not self.ledger.sees(one) & touched}

    def do(self, *places: Place) -> None:
        """Do something that only viewers of these places are to notice."""
        type(self).operations += 1
        self.touch(*places)

    def heard(self, place: Place, audience: Sequence[str]) -> list[Place]:
        return [place, *(place._replace(person=one) for one in audience if place.person is not None)]

    # -- putting in

    @rule(
        keep=keeps,
        character=characters,
        person=anybody,
        audience=hearers,
        how=st.sampled_from(SAID),
        id=ids,
        more=st.booleans(),
    )
    def observe(
        self, keep: str, character: str, person: str | None, audience: list[str], how: str, id: str | None, more: bool
    ) -> None:
        place = Place(keep, character, person)
        who = self.define(keep, character)
        self.do(*self.heard(place, audience))
        word = self.ledger.put(place, audience)
        others: dict[str, Any] = {}
        if more:
            others["session"] = self.ledger.put(place, audience)
            others["speaker"] = self.ledger.put(place, audience)
            others["scene"] = soulkeep.Scene(place=self.ledger.put(place, audience))
        try:
            stored = who.observe(how.format(word.title()), person=person, heard_by=audience, id=id, **others)
        except soulkeep.IdConflict:
            for one in [word, *others.values()]:
                self.ledger.places.pop(one, None)
            for one in others.values():
                if isinstance(one, soulkeep.Scene):
                    self.ledger.places.pop(one.place, None)
            return
        self.ledger.meet(place, audience)
        self.said.append(Said(place, stored.id, word))
        assert word in who.memory(stored.id, person=person).text.lower()

    @rule(keep=keeps, character=characters, person=people, audience=hearers)
    def observe_many(self, keep: str, character: str, person: str, audience: list[str]) -> None:
        place = Place(keep, character, person)
        self.do(*self.heard(place, audience))
        whispered, aloud = self.ledger.put(place), self.ledger.put(place, audience)
        turns = [
            soulkeep.Turn(f"My cat is called {whispered.title()}.", metadata={"note": self.ledger.put(place)}),
            soulkeep.Turn(f"Yes, and I love {aloud}.", speaker=character, heard_by=tuple(audience)),
        ]
        stored = self.define(keep, character).observe_many(turns, person=person)
        self.ledger.meet(place, audience)
        self.said += [Said(place, one.id, word) for one, word in zip(stored, (whispered, aloud), strict=True)]

    @rule(keep=keeps, character=characters, person=people)
    def introduce(self, keep: str, character: str, person: str) -> None:
        place = Place(keep, character, person)
        self.do(place)
        self.define(keep, character).introduce(person, name=self.ledger.call(place).title(), zone="Asia/Seoul")

    @rule(keep=keeps, character=characters)
    def learn(self, keep: str, character: str) -> None:
        place = Place(keep, character, None)
        self.do(place)
        heading, word, source = (self.ledger.put(place) for _ in range(3))
        self.define(keep, character).learn(f"# {heading}\n\nThe secret of my sister is {word}.", source=source)

    @rule(keep=keeps, world=st.sampled_from(WORLDS))
    def learn_lore(self, keep: str, world: str) -> None:
        place = Place(keep, f"world:{world}", None)
        self.do(place)
        word, lore = self.ledger.put(place), self.keeps[keep].world(world)
        lore.learn(f"The secret of the world is {word}.", source=self.ledger.put(place))
        self.lore += [Said(place, one.id, word) for one in lore.memories() if word in one.text]

    @rule(keep=keeps, character=characters, worlds=st.lists(st.sampled_from(WORLDS), max_size=2, unique=True))
    def read_worlds(self, keep: str, character: str, worlds: list[str]) -> None:
        self.do(Place(keep, character, None))
        self.define(keep, character, worlds)

    @rule(keep=keeps, character=characters)
    def know(self, keep: str, character: str) -> None:
        place = Place(keep, character, None)
        self.do(place)
        self.define(keep, character).know(RDF.format(self.ledger.put(place)).encode(), source="people")

    @rule(keep=keeps, character=characters)
    def stage(self, keep: str, character: str) -> None:
        place = Place(keep, character, None)
        self.do(place)
        self.define(keep, character).stage(STORY.format(self.ledger.put(place)))

    @rule(keep=keeps, character=characters, person=people, how_much=st.sampled_from((-0.5, 0.7)))
    def feel(self, keep: str, character: str, person: str, how_much: float) -> None:
        self.do(Place(keep, character, person))
        self.define(keep, character).feel(person=person, closeness=how_much, valence=how_much)
        self.ledger.meet(Place(keep, character, person))

    # -- speaking

    @rule(
        keep=keeps,
        character=characters,
        person=people,
        audience=hearers,
        how=st.sampled_from(
            (
                "Where does my sister live?",
                "What is the secret of the world?",
                "What is the secret?",
                "Where was {} born?",
                "Hello!",
            )
        ),
        number=numbers,
        session=st.sampled_from(("s1", None)),
    )
    def reply(
        self, keep: str, character: str, person: str, audience: list[str], how: str, number: int, session: str | None
    ) -> None:
        place = Place(keep, character, person)
        who = self.define(keep, character)
        self.do(*self.heard(place, audience), place._replace(person=None))  # what it rests on grows stronger
        viewer = Viewer(keep, character, person, tuple(one for one in audience if one != person))
        known = sorted(word for word in self.ledger.places if self.ledger.may(word, viewer)) or ["nobody"]
        answer = who.reply(
            how.format(known[number % len(known)]), person=person, heard_by=audience or None, session=session
        )
        self.ledger.meet(place, audience)
        self.clean("reply", answer.text, viewer)
        self.prompts(viewer)
        for text in (answer.text, how.format(known[number % len(known)])):
            self.ledger.say(text, place, audience)

    @rule(keep=keeps, character=characters, person=people, audience=hearers)
    def begin(self, keep: str, character: str, person: str, audience: list[str]) -> None:
        place = Place(keep, character, person)
        who = self.define(keep, character)
        self.do(*self.heard(place, audience), place._replace(person=None))
        viewer = Viewer(keep, character, person, tuple(one for one in audience if one != person))
        said = who.begin(person=person, heard_by=audience or None)
        if said is not None:
            self.ledger.meet(place, audience)
            self.clean("begin", said.text, viewer)
            self.ledger.say(said.text, place, audience)
        self.prompts(viewer)

    # -- changing

    @rule(number=numbers, what=st.sampled_from(("amend", "forget", "restore", "delete", "pin", "rate", "annotate")))
    def change(self, number: int, what: str) -> None:
        if not self.said:
            return
        place, id, word = one = self.said[number % len(self.said)]
        who = self.define(place.keep, place.owner)
        self.do(*(there for there in self.ledger.places[word]), place)
        with suppress(soulkeep.UnknownMemory):
            if what == "amend":
                new = self.ledger.instead(word)
                self.said.append(Said(place, id, new))
                who.amend(id, f"My sister {new.title()} lives in York.", person=place.person)
            elif what == "delete":
                who.delete(id, person=place.person)
                for said in [said for said in self.said if said[:2] == one[:2]]:
                    self.ledger.delete(said.word, place)
                    self.said.remove(said)
            elif what == "rate":
                who.amend(id, importance=9, person=place.person)
            elif what == "pin":
                who.amend(id, pinned=True, person=place.person)
            elif what == "annotate":
                who.amend(id, metadata={"note": self.ledger.put(place)}, person=place.person)
            elif what == "forget":
                who.forget(id, person=place.person)
            else:
                who.restore(id, person=place.person)

    @rule(number=numbers, what=st.sampled_from(("amend", "forget", "restore", "delete")))
    def correct_lore(self, number: int, what: str) -> None:
        if not self.lore:
            return
        place, id, word = one = self.lore[number % len(self.lore)]
        lore = self.keeps[place.keep].world(place.owner.removeprefix("world:"))
        self.do(place)
        with suppress(soulkeep.UnknownMemory):
            if what == "amend":
                lore.amend(id, f"The secret of the world is {self.ledger.instead(word)}.")
            elif what == "forget":
                lore.forget(id)
            elif what == "restore":
                lore.restore(id)
            else:
                lore.delete(id)
                self.ledger.delete(word, place)
                self.lore.remove(one)

    @rule(keep=keeps, character=characters, person=anybody)
    def reflect(self, keep: str, character: str, person: str | None) -> None:
        who = self.define(keep, character)
        self.do(Place(keep, character, person))
        who.consolidate(person=person)
        who.reflect(person=person)
        self.prompts(Viewer(keep, character, person))

    @rule(minutes=st.sampled_from((5, 45, 60 * 30)))
    def wait(self, minutes: int) -> None:
        self.clock.advance(timedelta(minutes=minutes))
        self.before.clear()

    @rule(keep=keeps)
    def settle(self, keep: str) -> None:
        type(self).operations += 1
        self.before = {one: found for one, found in self.before.items() if one.keep != keep}
        self.keeps[keep].settle(over=True)
        self.prompts(*(Viewer(keep, one, person) for one in CHARACTERS for person in (*PEOPLE, None)))

    # -- moving and erasing

    @rule(keep=keeps, character=st.sampled_from((*CHARACTERS, None)), person=st.sampled_from((*PEOPLE, None)))
    def carry(self, keep: str, character: str | None, person: str | None) -> None:
        other = KEEPS[1 - KEEPS.index(keep)]
        type(self).operations += 1
        self.before.clear()
        with suppress(soulkeep.UnknownCharacter, soulkeep.IdConflict):
            absent = [one for one in CHARACTERS if one not in {who.id for who in self.keeps[other].characters()}]
            self.keeps[other].take_in(self.keeps[keep].export(character=character, person=person))
            whole = character is None and person is None
            owners = {
                one for one in (*CHARACTERS, *(f"world:{w}" for w in WORLDS)) if character == one or not character
            }
            rows = {
                there
                for places in self.ledger.places.values()
                for there in places
                if there.keep == keep and there.owner in owners and (person is None or there.person == person)
            }
            self.ledger.carry([one for one in rows if whole or not one.owner.startswith("world:")], other)
            for one in absent:
                self.ledger.worlds[other, one] = self.ledger.worlds.get((keep, one), ())

    @rule(keep=keeps, character=st.sampled_from((*CHARACTERS, None)), person=people)
    def erase_person(self, keep: str, character: str | None, person: str) -> None:
        type(self).operations += 1
        self.before.clear()
        receipt = self.keeps[keep].erase(character=character, person=person)
        assert (receipt.remaining, receipt.left) == (0, ())
        for one in CHARACTERS if character is None else (character,):
            self.ledger.erase(Place(keep, one, person))
        self._all_gone(keep)

    @rule(keep=keeps, character=characters)
    def erase_character(self, keep: str, character: str) -> None:
        type(self).operations += 1
        self.before.clear()
        assert self.keeps[keep].erase(character=character).remaining == 0
        self.ledger.erase_owner(keep, character)
        self.ledger.worlds.pop((keep, character), None)
        self._all_gone(keep)

    @rule(keep=keeps, world=st.sampled_from(WORLDS))
    def erase_world(self, keep: str, world: str) -> None:
        type(self).operations += 1
        self.before.clear()
        assert self.keeps[keep].erase(world=world).remaining == 0
        self.ledger.erase_owner(keep, f"world:{world}")
        for (where, character), worlds in self.ledger.worlds.items():
            if where == keep:
                self.ledger.worlds[where, character] = tuple(one for one in worlds if one != world)
        self._all_gone(keep)

    def _all_gone(self, keep: str) -> None:
        """Check that the whole keep tells only of places that exist."""
        here = {there for places in self.ledger.places.values() for there in places if there.keep == keep}
        for name, text in safely(everything(self.keeps[keep])):
            leaked = self.ledger.outside(text, here)
            assert not leaked, f"{name} of {keep} still tells {self._of(leaked)}"

    # -- looking

    @invariant()
    def somebody_looks(self) -> None:
        if not self.keeps:
            return
        self.turn += 1
        every = [Viewer(k, c, p) for k in KEEPS for c in CHARACTERS for p in (*PEOPLE, None)]
        viewer = every[self.turn // 2 * 7 % len(every)]  # two times each, so that there is something to compare
        self.look(viewer)
        for name, text in safely(counts(self.keeps[viewer.keep])):
            leaked = marks(text) - set(PEOPLE)
            assert not leaked, f"{name} tells {self._of(leaked)}"
        self.log.require_silent()

    def look(self, viewer: Viewer) -> None:
        found = dict(safely(alone(self.keeps[viewer.keep], viewer)))
        for name, text in found.items():
            self.clean(name, text, viewer)
        before = self.before.get(viewer)
        if before is not None:
            type(self).compared += 1
            changed = [name for name in found if found[name] != before.get(name)]
            assert not changed, (
                f"{viewer} had no part in it, but sees it by {changed}: {before.get(changed[0])} is {found[changed[0]]}"
            )
        if found:
            self.before[viewer] = found
        self.prompts(viewer)

    @rule(keep=keeps, character=characters, person=people, audience=hearers)
    def look_in_company(self, keep: str, character: str, person: str, audience: list[str]) -> None:
        viewer = Viewer(keep, character, person, tuple(one for one in audience if one != person))
        for name, text in safely(in_audience(self.keeps[keep], viewer)):
            self.clean(f"{name} in company", text, viewer)
        self.prompts(viewer)

    @rule(keep=keeps, character=characters, person=anybody)
    def look_in_terms(self, keep: str, character: str, person: str | None) -> None:
        viewer = Viewer(keep, character, person)
        for name, text in safely(in_terms(self.keeps[keep], viewer)):
            self.clean(name, text, viewer)

    @rule(number=numbers, keep=keeps, character=characters, person=anybody)
    def meddle(self, number: int, keep: str, character: str, person: str | None) -> None:
        """Check that by the id of what isn't theirs, nobody does more than by an id that doesn't exist."""
        foreign = [one for one in self.said if one.place != Place(keep, character, person) and one.place.person]
        if not foreign:
            return
        who = self.define(keep, character)
        one = foreign[number % len(foreign)]
        with suppress(soulkeep.UnknownMemory):
            who.memory(one.id, person=person)
            return  # one of theirs is called the same
        missing = "no-such-memory"
        for (name, attempt), (_, other) in zip(
            attempts(who, one.id, person), attempts(who, missing, person), strict=True
        ):
            assert outcome(attempt, one.id) == outcome(other, missing), name

    # -- judging

    def clean(self, name: str, text: str, *viewers: Viewer) -> None:
        """Assert that a text tells nothing that none of the viewers may see."""
        leaked = self.ledger.leaks(text, *viewers, exported=name == "export")
        assert not leaked, f"{name} shows {viewers[0]} {self._of(leaked)}"

    def prompts(self, *viewers: Viewer) -> None:
        """Assert that what the model was asked since holds nothing that one of the viewers may not see."""
        if self.chat is None:
            return
        asked = list(self.chat.prompts)
        self.chat.prompts.clear()
        for prompt in asked:
            leaks = [self.ledger.leaks(prompt, one) for one in viewers]
            assert not all(leaks), f"a prompt shows {viewers} {self._of(min(leaks, key=len))}"

    def _of(self, words: set[str]) -> str:
        return "; ".join(
            f"{word} of {self.ledger.origin.get(word)}, seen at {sorted(map(str, self.ledger.places.get(word, ())))}"
            for word in sorted(words)
        )
