"""The events between a character and a person, read from their turns (2, section 2.1).

Everything is derived from the turns, whose details hold the understanding of each input and the character's acts before
its answer. So episodes are forgotten, restored, deleted and erased with their turns.
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
from soulkeep.stores.rows import Entry, PlacedEntry
from soulkeep.types.episodes import Act, Triple, Understanding

USER = "user"
"""Name of the person in many chats."""

STEPS = 4096
"""Most episodes of a turn, which are ordered by turn, then by place in it. A question may name hundreds of things, each
with an answer."""

Key = tuple[str, tuple[str, ...], tuple[str, ...], tuple[Triple, ...], str]


@dataclass(slots=True, eq=False)
class TalkSituation:
    """The common situation of all inputs that say or ask the same.

    Attributes:
        number: the situation's number in its log.
        asking: the kind of question, as `asking` returns it.
        entities, properties, triples: the things, properties and triples spoken of.
        inputs: the inputs that are remembered individually, the latest last.
        blended: number of further inputs, without their details, between `first` and `last` (seconds).
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
        """Return the inputs before a sequence number."""
        return self.inputs[: _place(self.inputs, before)]

    def is_before(self, before: int) -> bool:
        """Return whether there are inputs before a sequence number."""
        return bool(self.inputs) and self.inputs[0].seq < before


@dataclass(slots=True, eq=False)
class Input:
    """An utterance of the person."""

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
        """Return its place in the order of all episodes."""
        return self.seq * STEPS

    @property
    def moment(self) -> datetime | None:
        """Return its time, in the person's time zone."""
        return time_in_zone(self.time, self.zone)

    @property
    def values(self) -> list[tuple[str, str]]:
        """Return the properties spoken of with their values, whether said or found."""
        return [*self.said, *self.found]

    @property
    def said(self) -> list[tuple[str, str]]:
        """Return those values that the person said."""
        return [(t.predicate, t.object) for t in self.understanding.triples if not is_variable(t.object)]

    @property
    def found(self) -> list[tuple[str, str]]:
        """Return those values that were found."""
        return [(act.property, value) for act in self.answers for value in act.values if act.property]

    @property
    def answers(self) -> list[Act]:
        """Return the answers that were found to it."""
        return [act for act in self.message.acts if act.kind == "answer"] if self.message else []

    @property
    def evaluation(self) -> float | None:
        """Return the evaluation of what followed, -1…1; without feedback, -1 if no answer was found, else None."""
        if self.message is not None and self.message.feedback is not None:
            return self.message.feedback
        return -1.0 if self.message is not None and self.message.failed else None


@dataclass(slots=True, eq=False)
class SpokenMessage:
    """An utterance of the character, with its acts before."""

    seq: int
    turn: str
    text: str
    time: float | None
    zone: int | None
    acts: tuple[Act, ...]
    failed: bool = False
    """Whether no answer was found."""
    to: Input | None = None
    feedback: float | None = None
    by: Input | None = None
    """The input with the feedback."""

    @property
    def order(self) -> int:
        """Return its place in the order of all episodes, after the acts before it."""
        return self.seq * STEPS + STEPS - 2

    @property
    def moment(self) -> datetime | None:
        """Return its time, in the person's time zone."""
        return time_in_zone(self.time, self.zone)

    @property
    def intents(self) -> list[Act]:
        """Return the acts that it communicates."""
        return [act for act in self.acts if act.kind == "message"]


class Log:
    """The inputs and messages of a past, in order.

    Args:
        own: speaker names of the character's turns.
        most: most inputs that are remembered individually; others are blended (2, section 2.2).
        feeling: least strength of feeling (0…1) of inputs that are never blended, like those that the person evaluated.
        person: the person whose inputs count; other speakers' are no episodes of theirs. If a person's id never occurs
            as speaker, the first speaker is taken for them. None for turns shared with everybody.
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
        """Inputs with statements, by the things that they are about."""
        self._by_turn: dict[str, Input] = {}
        self._by_seq: dict[int, Input] = {}
        self._unretrieved: list[tuple[float, int]] = []
        """Heap of (time of last retrieval, number) of inputs; inputs retrieved again have outdated items, too."""

    def take_in(self, places: Iterable[PlacedEntry]) -> tuple[list[Input], list[SpokenMessage]]:
        """Add turns in order; return the new inputs and messages."""
        inputs: list[Input] = []
        messages: list[SpokenMessage] = []
        for place in places:
            if is_copy(place.entry):
                continue  # the turn was with somebody else
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
        """Note when an input was last retrieved."""
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
        """Return the situation of an input, created if it is new; None if it mentions nothing known."""
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
        """Store an input's feedback, or its refusal of an offer, as evaluation of the character's last message."""
        said = found.understanding
        last = self.messages[-1] if self.messages else None
        if last is None or last.by is not None:
            return
        declined = said.utterance == "rejection" and any(act.intent == "interest_offer" for act in last.intents)
        way = -0.5 if declined else said.feedback
        if way:
            last.feedback, last.by, found.evaluates = way, found, last

    def find(self, said: Understanding) -> TalkSituation | None:
        """Return the situation of an utterance, if it occurred before."""
        return self.situations.get(_key(said))

    def stated(self, subject: str, before: int) -> Iterator[Input]:
        """Yield the person's statements about a thing before a sequence number, the latest first."""
        return (one for one in reversed(self._news.get(subject, ())) if one.seq < before)

    def blend(self) -> list[Input]:
        """Drop inputs beyond the limit, and return them; their situations keep only number and times.

        Those that weren't retrieved for longest go first (2, section 2.2); inputs with the person's evaluation or
        strong feeling stay.
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
        """Return the inputs to drop, found by a heap, since sorting all inputs at each new one would be slow."""
        gone: list[Input] = []
        surplus = len(self.inputs) - self._most
        latest: tuple[float, int] | None = None
        while len(gone) < surplus and self._unretrieved:
            accessed, seq = heappop(self._unretrieved)
            one = self._by_seq.get(seq)
            if one is None or self._stays(one):  # inputs that stay once stay for good
                continue
            if one.accessed != accessed:
                heappush(self._unretrieved, (one.accessed, seq))
            elif one is self.inputs[-1]:
                latest = accessed, seq  # it may still get an answer
            else:
                gone.append(self._by_seq.pop(seq))
        if latest is not None:
            heappush(self._unretrieved, latest)
        return gone

    def _stays(self, one: Input) -> bool:
        evaluated = one.message is not None and one.message.by is not None
        return evaluated or one.understanding.feeling >= self._feeling

    def kept(self) -> set[int]:
        """Return the sequence numbers of inputs that are never dropped, and of the answers to them."""
        staying = [one for one in self.inputs if self._stays(one)]
        return {one.seq for one in staying} | {one.message.seq for one in staying if one.message is not None}

    def last(self, count: int, *, property: str | None = None) -> Sequence[Input]:
        """Return the latest inputs, optionally only those with a property, the latest first."""
        inputs: list[Input] = []
        for one in reversed(self.inputs):
            if property is None or property in one.understanding.properties:
                inputs.append(one)
                if len(inputs) == count:
                    break
        return inputs


def is_own(entry: Entry, own: frozenset[str]) -> bool:
    """Return whether a turn is the character's, under any of its names."""
    return entry.speaker in own or "responder" in entry.details or ACTS in entry.details


def asking(said: Understanding) -> str:
    """Return the kind of a question ("how many" differs from "which"); "" for other utterances."""
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
    """Return a question's bounds and order, so that the longest differs from the shortest."""
    asked = said.query or {}
    return json.dumps([asked.get("bounds"), asked.get("order")]) if "bounds" in asked or "order" in asked else ""


def _understood(entry: Entry) -> Understanding:
    stored = understanding_stored(entry)
    if stored is not None:
        return stored
    heard = utterance(entry.text, entry.language)  # the turn is older than the knowledge
    return Understanding(utterance=heard.kind, asks=heard.asks, feedback=heard.feedback, language=entry.language)


def _blended(situation: TalkSituation, one: Input) -> None:
    situation.blended += 1
    if one.time is not None:
        situation.first = one.time if situation.first is None else min(situation.first, one.time)
        situation.last = one.time if situation.last is None else max(situation.last, one.time)


def _subjects(one: Input) -> Iterable[str]:
    """Yield the things that an input states something about, each once."""
    return dict.fromkeys(triple.subject for triple in one.understanding.news)


_Turn = TypeVar("_Turn", Input, SpokenMessage)

_FEW = 100
"""Most turns that are removed from a list one at a time."""


def _place(turns: Sequence[_Turn], seq: int) -> int:
    """Return the index of a sequence number among ordered turns, or where it would be inserted."""
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
