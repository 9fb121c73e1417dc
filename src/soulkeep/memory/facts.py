"""Facts and their validity: what people state about themselves and their world, and what that supersedes.

Each fact rests on the turns that state it. One that contradicts an earlier one supersedes it from then on; both are
kept and linked. Only what somebody says about themselves, or about their own people and things, is a fact: not what the
character says about a person, nor what it says when it tells its memories.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from itertools import islice
from math import inf
from typing import Any, NamedTuple

from soulkeep.judgement.model import judge
from soulkeep.lang.quoting import in_their_words
from soulkeep.lang.statements import same_value
from soulkeep.memory.days import over_at
from soulkeep.memory.entries import derived
from soulkeep.memory.stated import SAYS, StatedClaim, stated_in
from soulkeep.memory.statuses import PAST
from soulkeep.memory.supersession import Conflicts, Subject, followed, subject_of
from soulkeep.search.indexed_terms import happened, times_of
from soulkeep.stores.rows import Entry, PlacedEntry
from soulkeep.types.records import FACT, WHOLE

_AHEAD = ("plan", "promise")

_SURELY = 0.8
"""Least probability of a plan or promise in what the character itself says: most of that is about the person."""

_OFFLINE = ("voice", "admission")
"""Responders that only quote or admit, so that their answers state nothing."""

MOST_CLAIMS = 100
"""Most claims of one turn that facts are made of: a turn with more is a list, or an attack."""

_KEPT_TURNS = 20
"""Most turns that a fact refers to: what was said a hundred times is no more certain."""


class Stated(NamedTuple):
    """The content of a stored fact, as its details hold it.

    Attributes:
        subject: whom or what it is about; "" for whoever told it.
        relation, value, confidence, holds: as in `Fact`.
        status: as a language model judged it (`"current"`, `"planned"` …); "" if rules found the fact.
        verified: whether it names a turn that says so.
        grave: whether it is a misfortune that still weighs on somebody.
        importance: 1…10, as a language model judged it; None if rules found the fact.
        replaces: ids of the facts that it replaces, as a language model said.
        since, until: ISO dates; "" if nobody said.
        over: whether a language model said that it no longer holds.
    """

    subject: str
    relation: str
    value: str
    confidence: float
    holds: bool = True
    status: str = ""
    verified: bool = True
    grave: bool = False
    importance: float | None = None
    replaces: tuple[str, ...] = ()
    since: str = ""
    until: str = ""
    over: bool = False

    @property
    def by_model(self) -> bool:
        """Whether a language model found it, so that rules must not overrule it."""
        return bool(self.status)


def stated_of(entry: Entry) -> Stated:
    """Return what a stored fact states."""
    data = entry.details["fact"]
    return Stated(
        subject=data["subject"],
        relation=data["relation"],
        value=data["value"],
        confidence=data["confidence"],
        holds=data["holds"],
        status=data.get("status", ""),
        verified=data.get("verified", True),
        grave=data.get("grave", False),
        importance=data.get("importance"),
        replaces=tuple(data.get("replaces", ())),
        since=data.get("since", ""),
        until=data.get("until", ""),
        over=data.get("over", False),
    )


def stands(entry: Entry, moment: float, *, known_now: bool = True) -> bool:
    """Return whether a fact holds at a moment.

    Args:
        entry: the fact.
        moment: the time asked about, in seconds since the epoch.
        known_now: the moment is the present, so facts about the present count, whenever they were stated.
    """
    data = entry.details["fact"]
    if (
        not data["holds"]
        or data.get("status") == PAST
        or (not known_now and entry.time is not None and entry.time > moment)
    ):
        return False
    if known_now and entry.superseded is not None:
        return False
    return entry.ended is None or entry.ended > moment


def since(entry: Entry) -> float:
    """Return when a fact was said, in seconds since the epoch; before all others if unknown."""
    return -inf if entry.time is None else entry.time


def _said(entry: Entry) -> tuple[float, int]:
    """Return a sort key: when a fact was said, and by which turn, for equal or unknown times."""
    return since(entry), entry.base or 0


def seated(places: Iterable[PlacedEntry]) -> dict[int, dict[str, Any]]:
    """Return the column changes by which each fact holds until the next that contradicts or repeats it.

    Args:
        places: all facts, except forgotten ones, of some tellers and subjects.

    Returns:
        Changed columns, by sequence number.
    """
    groups: dict[Subject, list[PlacedEntry]] = {}
    places = list(places)
    changes = _as_judged(places)
    judged = {id for place in places for id in stated_of(place.entry).replaces}
    for place in places:
        if stated_of(place.entry).by_model or place.entry.id in judged:
            continue  # a language model said what supersedes what
        groups.setdefault(subject_of(place.entry), []).append(place)
    for group in groups.values():
        group.sort(key=lambda place: (*_said(place.entry), place.seq))
        for place, after in followed(group):
            entry = place.entry
            if after is None and entry.superseded is not None:
                changes[place.seq] = {"superseded": None, "ended": None}
            elif after is not None and entry.superseded != after.id:
                until = since(after)
                changes[place.seq] = {"superseded": after.id, "ended": after.stored if until == -inf else until}
    return changes


def _as_judged(places: Sequence[PlacedEntry]) -> dict[int, dict[str, Any]]:
    """Return the column changes by which facts that a language model said to be replaced hold until their replacement,
    and only while that exists."""
    by = {id: place.entry for place in places for id in stated_of(place.entry).replaces}
    there = {place.entry.id for place in places}
    changes: dict[int, dict[str, Any]] = {}
    for place in places:
        entry, data = place.entry, stated_of(place.entry)
        after = by.get(entry.id)
        if after is not None and entry.superseded != after.id:
            ended = entry.ended if after.time is None else after.time
            changes[place.seq] = {"superseded": after.id, "ended": ended}
        elif after is None and entry.superseded is not None and entry.superseded not in there and data.by_model:
            back = over_at(data.status, data.since, data.until, happened(entry))
            changes[place.seq] = {"superseded": None, "ended": back}
    return changes


class KnownFacts:
    """The facts of a partition as they are now, and their changes that aren't stored yet.

    Args:
        stored: gives the stored facts of the partition. It is asked once something is stated: most turns state nothing.

    Attributes:
        added: entries to store.
        changed: columns to change, by sequence number.
    """

    def __init__(self, stored: Callable[[], Iterable[PlacedEntry]] = tuple) -> None:
        self._stored = stored
        self.added: list[Entry] = []
        self.changed: dict[int, dict[str, Any]] = {}

    @cached_property
    def _known(self) -> tuple[Conflicts, Conflicts]:
        known = Conflicts(), Conflicts()
        for place in self._stored():
            if place.entry.forgotten is None:
                known[place.entry.superseded is not None].add(place)
        return known

    @property
    def facts(self) -> Conflicts:
        """The facts in force, with their sequence numbers (0: new)."""
        return self._known[0]

    @property
    def past(self) -> Conflicts:
        """The facts that others supersede."""
        return self._known[1]

    def keep(self, place: PlacedEntry) -> None:
        """Put a fact among those in force, or those of the past."""
        (self.facts if place.entry.superseded is None else self.past).add(place)

    def settled(self) -> tuple[list[Entry], dict[int, dict[str, Any]]]:
        """Return what is to be stored, and count it as known. New facts get their numbers when they are read again."""
        added, changed = self.added, self.changed
        self.added, self.changed = [], {}
        return added, changed


def claims(entry: Entry, own: Collection[str] = ()) -> list[StatedClaim]:
    """Return what a turn states, up to `MOST_CLAIMS` claims; none if it tells memories or is a set phrase of the
    offline voice. Of a turn of the character itself (under the names `own`), only promises, plans and certain facts
    count."""
    return list(islice(_claims(entry, own, lambda: None), MOST_CLAIMS))


def read_claims(entry: Entry, own: Collection[str], pace: Callable[[], None]) -> tuple[list[StatedClaim], int]:
    """Return what a turn states, as `claims` does, and the number of claims beyond the limit.

    Args:
        entry: the turn.
        own: the names under which the character speaks.
        pace: called after each sentence; it may raise to stop.
    """
    claims = _claims(entry, own, pace)
    return list(islice(claims, MOST_CLAIMS)), sum(1 for _ in claims)


def _claims(entry: Entry, own: Collection[str], pace: Callable[[], None]) -> Iterator[StatedClaim]:
    if len(entry.text) > WHOLE or entry.details.get("references") or entry.details.get("responder") in _OFFLINE:
        return
    for claim in stated_in(entry.text, entry.language, pace):
        if entry.speaker not in own or _surely(claim):
            yield claim


def _surely(claim: StatedClaim) -> bool:
    """Return whether a claim was parsed, or is certainly a plan or a promise."""
    return claim.relation not in (SAYS, *_AHEAD) or judge(claim.value).kinds.get(claim.relation, 0.0) >= _SURELY


def take_in(facts: KnownFacts, claim: StatedClaim, turn: PlacedEntry, *, now: float, author: str = "rules") -> None:
    """Let a claim confirm, supersede or join the known facts.

    Args:
        facts: changed in place.
        claim: what is stated.
        turn: the turn that states it; its speaker is the teller.
        now: seconds since the epoch.
        author: `"rules"`, or the language model's name.
    """
    entry = turn.entry
    new = _entry(claim, turn, now=now, author=author)
    place = PlacedEntry(turn.partition, 0, new)
    if entry.forgotten is not None:  # its statement counts again once it is restored
        new.forgotten, new.details = entry.forgotten, {**new.details, "along": True}
        facts.added.append(new)
        return
    conflicts = facts.facts.of(place)
    for rival in conflicts:
        if _same(rival.entry, claim, entry.language):
            _confirm(facts, rival, claim, entry)
            return
    for rival in conflicts:
        if _said(new) < _said(rival.entry):  # about an earlier time, so it was over already
            if not claim.ends:
                new.superseded, new.ended = rival.entry.id, rival.entry.time
        else:
            # A fact without a date also ends when the new one was said.
            facts.facts.remove(rival)
            _change(facts, rival, {"superseded": new.id, "ended": new.time or now})
            facts.keep(rival)
    if new.superseded is not None and _told_of_the_past(facts, place, claim, entry):
        return
    facts.added.append(new)
    facts.keep(place)


def _told_of_the_past(facts: KnownFacts, former: PlacedEntry, claim: StatedClaim, turn: Entry) -> bool:
    """Put a fact that was over when it was told among those of the past; return whether it was known."""
    new = former.entry
    said = new.time or 0.0
    past = sorted(facts.past.of(former), key=lambda place: place.entry.time or 0.0)
    before = [place for place in past if (place.entry.time or 0.0) <= said][-1:]
    after = [place for place in past if (place.entry.time or 0.0) > said][:1]
    for place in [*before, *after]:
        if _same(place.entry, claim, new.language):
            _confirm(facts, place, claim, turn)
            return True
    for place in after:
        new.superseded, new.ended = place.entry.id, place.entry.time
    for place in before:
        if place.entry.ended is None or place.entry.ended > said:
            _change(facts, place, {"superseded": new.id, "ended": place.entry.ended if new.time is None else said})
    return False


def _same(entry: Entry, claim: StatedClaim, language: str) -> bool:
    data = entry.details["fact"]
    return bool(
        data["relation"] == claim.relation
        and data["holds"] == claim.holds
        and same_value(data["value"], claim.value, language)
    )


def _confirm(facts: KnownFacts, place: PlacedEntry, claim: StatedClaim, turn: Entry) -> None:
    """Raise the confidence of a fact that was stated again, and note the turn that states it."""
    details = dict(place.entry.details)
    if turn.id in details["turns"]:
        return
    data = details["fact"]
    sure = 1 - (1 - data["confidence"]) * (1 - claim.confidence)
    details["fact"] = {**data, "confidence": round(sure, 3)}
    details["turns"] = [*details["turns"], turn.id][-_KEPT_TURNS:]
    _change(facts, place, {"details": details})


def _change(facts: KnownFacts, place: PlacedEntry, values: Mapping[str, Any]) -> None:
    for name, value in values.items():
        setattr(place.entry, name, value)
    if place.seq:  # without a number, it is yet to be stored
        facts.changed.setdefault(place.seq, {}).update(values)


def _entry(claim: StatedClaim, turn: PlacedEntry, *, now: float, author: str) -> Entry:
    said = turn.entry
    entry = derived(
        FACT,
        in_their_words(said.speaker or "", claim.text, said.language),
        said,
        now=now,
        importance=said.importance,
        base=turn.seq,
        details={
            "fact": {
                "subject": claim.subject,
                "relation": claim.relation,
                "value": claim.value,
                "holds": claim.holds,
                "confidence": claim.confidence,
                "single": claim.single,
                "ends": claim.ends,
                "matter": claim.matter,
            },
            "turns": [said.id],
            "author": author,
        },
    )
    entry.session, entry.speaker = said.session, said.speaker
    if claim.relation in _AHEAD and said.time is not None:
        wording = (said.language, said.time, said.zone)
        ends = _ends_of(claim.text, *wording) or _ends_of(said.text, *wording)
        entry.ended = min((end for end in ends if end > said.time), default=None)
    return entry


@lru_cache(maxsize=4)
def _ends_of(text: str, language: str, time: float, zone: int | None) -> tuple[float, ...]:
    """Return when the times end that a text speaks of; cached, as one turn may make many plans and its text be long."""
    said = Entry(id="", kind=FACT, text=text, source="", stored=time, language=language, time=time, zone=zone)
    return tuple(span.end.timestamp() for span in times_of(said))
