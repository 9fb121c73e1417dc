"""The course of events between a character and a person, read from their turns (2, section 2.1).

Everything rests on the turns: what was understood when one was stored, and what the character did before it answered,
stand in their details. So episodes are forgotten, restored, deleted and erased with them.
"""

from __future__ import annotations

import json
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from heapq import heappop, heappush
from typing import TypeVar

from soulkeep.graph.episodes.hearing import understanding_stored
from soulkeep.graph.terms import is_variable
from soulkeep.lang.utterances import utterance
from soulkeep.memory.entries import ACTS, TO, is_copy
from soulkeep.search.indexed_terms import time_in_zone
from soulkeep.stores.base import Entry, PlacedEntry
from soulkeep.types.episodes import Act, Triple, Understanding

USER = "user"
"""What a person is called in many chats."""

STEPS = 4096
"""Episodes of one turn at most: their order is the turn's, and their place in it. A question may name hundreds of
things, and each has an answer."""

Key = tuple[str, tuple[str, ...], tuple[str, ...], tuple[Triple, ...], str]


@dataclass(slots=True, eq=False)
class TalkSituation:
    """What inputs that say or ask the same have in common.

    Attributes:
        number: of the situation in its log.
        asking: how something is asked, as `asking` says.
        entities, properties, triples: what is spoken of.
        inputs: those that are remembered one by one, the latest last.
        blended: how many more there were, which are remembered only as that, from `first` to `last` (seconds).
    """

    number: int
    asking: str
    entities: tuple[str, ...]
    properties: tuple[str, ...]
    triples: tuple[Triple, ...]
    inputs: list[Input] = field(default_factory=list)
    blended: int = 0
    first: float | None = None
    last: float | None = None

    def earlier(self, before: int) -> list[Input]:
        """Its inputs before one of some number."""
        return self.inputs[: _place(self.inputs, before)]

    def is_before(self, before: int) -> bool:
        """Whether it has any."""
        return bool(self.inputs) and self.inputs[0].seq < before


@dataclass(slots=True, eq=False)
class Input:
    """Something that the person said."""

    seq: int
    turn: str
    text: str
    speaker: str
    time: float | None
    zone: int | None
    accessed: float
    stability: float
    importance: float
    understanding: Understanding
    situation: TalkSituation | None = None
    message: SpokenMessage | None = None
    evaluates: SpokenMessage | None = None

    @property
    def order(self) -> int:
        """Its place among all episodes."""
        return self.seq * STEPS

    @property
    def moment(self) -> datetime | None:
        """When it was said, in the person's time zone."""
        return time_in_zone(self.time, self.zone)

    @property
    def values(self) -> list[tuple[str, str]]:
        """The properties that were spoken of with the values that came up: asked for, or found."""
        return [*self.said, *self.found]

    @property
    def said(self) -> list[tuple[str, str]]:
        """Those of the values that the person said."""
        return [(t.predicate, t.object) for t in self.understanding.triples if not is_variable(t.object)]

    @property
    def found(self) -> list[tuple[str, str]]:
        """Those that were found."""
        return [(act.property, value) for act in self.answers for value in act.values if act.property]

    @property
    def answers(self) -> list[Act]:
        """The answers that were found to it."""
        return [act for act in self.message.acts if act.kind == "answer"] if self.message else []

    @property
    def evaluation(self) -> float | None:
        """How what followed was taken, or that nothing was found, -1…1; None if nobody said."""
        if self.message is not None and self.message.feedback is not None:
            return self.message.feedback
        return -1.0 if self.message is not None and self.message.failed else None


@dataclass(slots=True, eq=False)
class SpokenMessage:
    """Something that the character said, and what it did before."""

    seq: int
    turn: str
    text: str
    time: float | None
    zone: int | None
    acts: tuple[Act, ...]
    failed: bool = False
    """Whether an answer wasn't found."""
    to: Input | None = None
    feedback: float | None = None
    by: Input | None = None
    """The input that evaluates it."""

    @property
    def order(self) -> int:
        """Its place among all episodes: after what was done before it was said."""
        return self.seq * STEPS + STEPS - 2

    @property
    def moment(self) -> datetime | None:
        """When it was said, in the person's time zone."""
        return time_in_zone(self.time, self.zone)

    @property
    def intents(self) -> list[Act]:
        """What it was to communicate."""
        return [act for act in self.acts if act.kind == "message"]


class Log:
    """Inputs and messages in the order in which they came.

    Args:
        own: the speakers under which the character's turns are stored.
        most: inputs that are remembered one by one; more are blended (2, section 2.2).
        feeling: inputs of as much feeling, 0…1, stay, as do those that were evaluated by the person.
        person: whose inputs they are. What others say in the talk is no episode of theirs. A person whose id never
            speaks goes by another name: that of whoever spoke first. None for everybody's.
    """

    def __init__(self, own: frozenset[str], *, most: int, feeling: float, person: str | None = None) -> None:
        self._own = own
        self._person = person
        self._voice: str | None = None
        self._most = most
        self._feeling = feeling
        self.inputs: list[Input] = []
        self.messages: list[SpokenMessage] = []
        self.situations: dict[Key, TalkSituation] = {}
        self._news: dict[str, list[Input]] = {}
        """Inputs that state something, by the things that they state it of."""
        self._by_turn: dict[str, Input] = {}
        self._by_seq: dict[int, Input] = {}
        self._unretrieved: list[tuple[float, int]] = []
        """A heap of when each input was retrieved, and its number; where it was retrieved since, of some more."""

    def take_in(self, places: Iterable[PlacedEntry]) -> tuple[list[Input], list[SpokenMessage]]:
        """Add turns, in their order; the inputs and messages that are new."""
        inputs: list[Input] = []
        messages: list[SpokenMessage] = []
        for place in places:
            if is_copy(place.entry):
                continue  # it happened between the character and somebody else
            if is_own(place.entry, self._own):
                messages.append(self._message(place))
            elif self._is_person(place.entry.speaker):
                inputs.append(self._input(place))
        return inputs, messages

    def _is_person(self, speaker: str | None) -> bool:
        if self._person is None or speaker is None:
            return True
        if speaker.casefold() in (self._person.casefold(), USER):
            self._voice = self._person
            return True
        if self._voice is None:
            self._voice = speaker
        return speaker == self._voice

    def _input(self, place: PlacedEntry) -> Input:
        entry = place.entry
        one_input = Input(
            seq=place.seq,
            turn=entry.id,
            text=entry.text,
            speaker=entry.speaker or "",
            time=entry.time,
            zone=entry.zone,
            accessed=entry.accessed,
            stability=entry.stability,
            importance=entry.importance,
            understanding=_understood(entry),
        )
        one_input.situation = self._situation(one_input)
        self._evaluate(one_input)
        self.inputs.append(one_input)
        for subject in _subjects(one_input):
            self._news.setdefault(subject, []).append(one_input)
        self._by_turn[one_input.turn] = one_input
        self._by_seq[one_input.seq] = one_input
        heappush(self._unretrieved, (one_input.accessed, one_input.seq))
        return one_input

    def retrieved(self, seq: int, accessed: float) -> None:
        """Note when an input was retrieved last."""
        one = self._by_seq.get(seq)
        if one is not None and one.accessed != accessed:
            one.accessed = accessed
            heappush(self._unretrieved, (accessed, seq))

    def _message(self, place: PlacedEntry) -> SpokenMessage:
        entry = place.entry
        to = entry.details.get(TO)
        answered = self._by_turn.get(to) if to else self.inputs[-1] if self.inputs else None
        acts = tuple(map(Act.of, entry.details.get(ACTS, ())))
        message = SpokenMessage(
            seq=place.seq,
            turn=entry.id,
            text=entry.text,
            time=entry.time,
            zone=entry.zone,
            acts=acts,
            failed=any(act.kind == "answer" and act.found == 0 for act in acts),
            to=answered,
        )
        if answered is not None and answered.message is None:
            answered.message = message
        self.messages.append(message)
        return message

    def _situation(self, found: Input) -> TalkSituation | None:
        """The situation that an input belongs to; None for talk that is about nothing known."""
        said = found.understanding
        if not said.entities and not said.properties and not said.triples:
            return None
        key = _key(said)
        situation = self.situations.get(key)
        if situation is None:
            situation = TalkSituation(len(self.situations), *key[:4])
            self.situations[key] = situation
        situation.inputs.append(found)
        return situation

    def _evaluate(self, found: Input) -> None:
        """Let feedback, or turning down an offer, evaluate what the character said before."""
        said = found.understanding
        last = self.messages[-1] if self.messages else None
        if last is None or last.by is not None:
            return
        declined = said.utterance == "rejection" and any(act.intent == "interest_offer" for act in last.intents)
        way = -0.5 if declined else said.feedback
        if way:
            last.feedback, last.by, found.evaluates = way, found, last

    def find(self, said: Understanding) -> TalkSituation | None:
        """The very situation that an utterance makes, if it was met before."""
        return self.situations.get(_key(said))

    def stated(self, subject: str, before: int) -> Iterator[Input]:
        """What the person stated of a thing before an input of some number, the latest first."""
        return (one for one in reversed(self._news.get(subject, ())) if one.seq < before)

    def blend(self) -> list[Input]:
        """Let go of inputs beyond the most: of each only its situation stays, with how often and when it was met.

        The longest unretrieved go first (2, section 2.2); those that were evaluated by the person or full of feeling
        stay.
        """
        gone = self._surplus()
        for one in gone:
            if one.situation is not None:
                _blended(one.situation, one)
                _take_out(one.situation.inputs, [one])
            for subject in _subjects(one):
                _take_out(self._news[subject], [one])
            self._by_turn.pop(one.turn, None)
        _take_out(self.inputs, gone)
        _take_out(self.messages, [one.message for one in gone if one.message is not None])
        return gone

    def _surplus(self) -> list[Input]:
        """The inputs that go, which are looked for in a heap: a sort of all would take long for each that comes."""
        gone: list[Input] = []
        surplus = len(self.inputs) - self._most
        latest: tuple[float, int] | None = None
        while len(gone) < surplus and self._unretrieved:
            accessed, seq = heappop(self._unretrieved)
            one = self._by_seq.get(seq)
            if one is None or self._stays(one):  # what stays once, stays
                continue
            if one.accessed != accessed:
                heappush(self._unretrieved, (one.accessed, seq))
            elif one is self.inputs[-1]:
                latest = accessed, seq  # it may yet be answered
            else:
                gone.append(self._by_seq.pop(seq))
        if latest is not None:
            heappush(self._unretrieved, latest)
        return gone

    def _stays(self, one: Input) -> bool:
        evaluated = one.message is not None and one.message.by is not None
        return evaluated or one.understanding.feeling >= self._feeling

    def kept(self) -> set[int]:
        """The numbers of inputs that stay, whatever else is forgotten, and of what was answered to them."""
        staying = [one for one in self.inputs if self._stays(one)]
        return {one.seq for one in staying} | {one.message.seq for one in staying if one.message is not None}

    def last(self, count: int, *, property: str | None = None) -> Sequence[Input]:
        """The latest inputs, those that relate to a property if one is given, the latest first."""
        inputs: list[Input] = []
        for one in reversed(self.inputs):
            if property is None or property in one.understanding.properties:
                inputs.append(one)
                if len(inputs) == count:
                    break
        return inputs


def is_own(entry: Entry, own: frozenset[str]) -> bool:
    """Whether a turn is the character's, whatever it was called when it spoke."""
    return entry.speaker in own or "responder" in entry.details or ACTS in entry.details


def asking(said: Understanding) -> str:
    """How something is asked: how many there are is another question than which; "" for what is no question."""
    return "how many" if said.asks == "how many" else "?" if said.is_question else ""


def _key(said: Understanding) -> Key:
    return (
        asking(said),
        tuple(sorted(said.entities)),
        tuple(sorted(said.properties)),
        tuple(sorted(said.triples)),
        _bounded(said),
    )


def _bounded(said: Understanding) -> str:
    """What a question compares and orders by: the longest isn't the shortest."""
    asked = said.query or {}
    return json.dumps([asked.get("bounds"), asked.get("order")]) if "bounds" in asked or "order" in asked else ""


def _understood(entry: Entry) -> Understanding:
    stored = understanding_stored(entry)
    if stored is not None:
        return stored
    heard = utterance(entry.text, entry.language)  # it was said before anything was known
    return Understanding(utterance=heard.kind, asks=heard.asks, feedback=heard.feedback, language=entry.language)


def _blended(situation: TalkSituation, one: Input) -> None:
    situation.blended += 1
    if one.time is not None:
        situation.first = one.time if situation.first is None else min(situation.first, one.time)
        situation.last = one.time if situation.last is None else max(situation.last, one.time)


def _subjects(one: Input) -> Iterable[str]:
    """What an input states something of, each thing once."""
    return dict.fromkeys(triple.subject for triple in one.understanding.news)


_Turn = TypeVar("_Turn", Input, SpokenMessage)

_FEW = 100
"""Turns that are taken out of a list one by one."""


def _place(turns: Sequence[_Turn], seq: int) -> int:
    """Where a number stands, or would stand, among turns, which are in the order of theirs."""
    if not turns or turns[-1].seq < seq:
        return len(turns)
    return bisect_left(turns, seq, key=lambda one: one.seq)


def _take_out(turns: list[_Turn], gone: Sequence[_Turn]) -> None:
    if len(gone) > _FEW:
        out = {one.seq for one in gone}
        turns[:] = [one for one in turns if one.seq not in out]
        return
    for one in gone:
        del turns[_place(turns, one.seq)]
