"""Facts and their validity: what people state about themselves and their world, and what it supersedes.

Each rests on the turns that state it. What contradicts an earlier one takes its place from then on: both are kept and
linked, nothing is destroyed. Only what somebody says about themselves, or about their own people and things, is a fact:
what the character says about a person is not, and no more what it says when it tells its memories.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import inf
from typing import Any, NamedTuple

from soulkeep.judgement.model import judge
from soulkeep.memory.days import over_at
from soulkeep.memory.stated import SAYS, Claim, stated_in
from soulkeep.memory.statuses import PAST
from soulkeep.mind.entries import derived
from soulkeep.mind.features import happened, times_of
from soulkeep.records import FACT
from soulkeep.stores.base import Entry, Found
from soulkeep.text.function_words import telling_terms
from soulkeep.text.names import proper_names
from soulkeep.text.quoting import in_their_words
from soulkeep.text.statements import SINGLE, kin_words, same_value
from soulkeep.text.terms import terms

_AHEAD = ("plan", "promise")

_SURELY = 0.8
"""How likely what the character itself says must be a plan or a promise to be kept: most is of whom it faces."""

_OFFLINE = ("voice", "admission")
"""Responders that say nothing of their own."""

_NAMED = re.compile(r"\b(\w+),? (?=([A-ZÄÖÜÉÈÁÍÓÚÑ]\w+))")

_OF_MATTER: Mapping[str, frozenset[str]] = {
    "work": frozenset(("role", "employer", "boss")),
    "home": frozenset(("home",)),
    "partner": frozenset(("partner", "spouse")),
    "study": frozenset(("studies",)),
    "food": frozenset(("diet",)),
}
"""What is over once somebody says that something of that matter is."""

_SHARED = 0.3
"""Share of a fact's telling words that must stand in what says that something is over, for that to be it."""

_KEPT_TURNS = 20
"""Turns that a fact names at most: what was said a hundred times is as certain."""


class Stated(NamedTuple):
    """What a stored fact states.

    Attributes:
        subject: whom or what it is of; "" for whoever told it.
        relation, value, confidence, holds: as in `Fact`.
        status: how it stands, as a language model judged it; "" for what rules found.
        verified: it names a turn that says so.
        grave: a misfortune that still weighs on somebody.
        importance: 1…10, as a language model judged it; None for what rules found.
        replaces: ids of the facts that a language model said it takes the place of.
        since, until: ISO dates, "" if nobody said so.
        over: a language model said that it is no longer so.
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
        """Whether a language model found it: rules don't overrule that."""
        return bool(self.status)


def stated(entry: Entry) -> Stated:
    """What a stored fact states."""
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
    """Whether a fact holds at a moment.

    Args:
        entry: the fact.
        moment: seconds since the epoch.
        known_now: the moment is the present: what was stated for it counts, whenever that was.
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
    """When a fact was said, in seconds since the epoch; before all others, if nobody knows."""
    return -inf if entry.time is None else entry.time


def _said(entry: Entry) -> tuple[float, int]:
    """When a fact was said, and of several at the same time, or at an unknown one, by which turn."""
    return since(entry), entry.base or 0


def seated(places: Iterable[Found]) -> dict[int, dict[str, Any]]:
    """What must change so that each fact holds until the next that says something else, or the same anew.

    Args:
        places: all facts of some tellers and subjects that aren't forgotten.

    Returns:
        Columns by sequence number.
    """
    groups: dict[tuple[str, str], list[Found]] = {}
    places = list(places)
    changes = _as_judged(places)
    judged = {id for place in places for id in stated(place.entry).replaces}
    for place in places:
        if stated(place.entry).by_model or place.entry.id in judged:
            continue  # what takes whose place was said by a language model
        groups.setdefault(_key(place.entry)[:2], []).append(place)
    for group in groups.values():
        group.sort(key=lambda place: (*_said(place.entry), place.seq))
        for at, place in enumerate(group):
            entry = place.entry
            after = next((later.entry for later in group[at + 1 :] if _excludes(entry, later.entry)), None)
            if after is None and entry.superseded is not None:
                changes[place.seq] = {"superseded": None, "ended": None}
            elif after is not None and entry.superseded != after.id:
                until = since(after)
                changes[place.seq] = {"superseded": after.id, "ended": after.stored if until == -inf else until}
    return changes


def _as_judged(places: Sequence[Found]) -> dict[int, dict[str, Any]]:
    """What must change so that each fact of which a language model said what takes its place holds until that, and no
    longer than that is there."""
    by = {id: place.entry for place in places for id in stated(place.entry).replaces}
    there = {place.entry.id for place in places}
    changes: dict[int, dict[str, Any]] = {}
    for place in places:
        entry, data = place.entry, stated(place.entry)
        after = by.get(entry.id)
        if after is not None and entry.superseded != after.id:
            ended = entry.ended if after.time is None else after.time
            changes[place.seq] = {"superseded": after.id, "ended": ended}
        elif after is None and entry.superseded is not None and entry.superseded not in there and data.by_model:
            back = over_at(data.status, data.since, data.until, happened(entry))
            changes[place.seq] = {"superseded": None, "ended": back}
    return changes


def _excludes(one: Entry, other: Entry) -> bool:
    """Whether a fact of a teller and subject is out of force once another is told: it says otherwise, says the same
    again, or says that it is over."""
    if other.id in one.details.get("beside", ()):
        return False  # somebody said that both hold
    data, with_it = one.details["fact"], other.details["fact"]
    alike = same_value(data["value"], with_it["value"], one.language)
    both = data["holds"] and with_it["holds"] and data.get("single", data["relation"] in SINGLE)
    if data["relation"] == with_it["relation"] and (alike or both):
        return True
    return bool(with_it.get("ends")) and _is_over(one, other)


def _is_over(one: Entry, other: Entry) -> bool:
    """Whether a fact is what another says to be over: of the matter, or told by the same telling words. Of somebody's
    people and pets, more must be the same than whom it is about: "my brother Leo moved" leaves what he is."""
    data, end = one.details["fact"], other.details["fact"]
    matter = end.get("matter", "")
    if data["relation"] in _OF_MATTER.get(matter, ()):
        return True
    theirs = data.get("matter") or next((name for name, of in _OF_MATTER.items() if data["relation"] in of), "")
    if theirs and matter and theirs != matter:
        return False
    called, named = _names(data["value"], one.language), _names(end["value"], other.language)
    if called and named and called.isdisjoint(named):
        return False  # of somebody else
    said = telling_terms(data["value"], one.language)
    shared = said & telling_terms(end["value"], other.language)
    if not (theirs and matter):
        shared -= _whom(end["value"], other.language)
    return bool(shared) and len(shared) >= _SHARED * len(said)


def _whom(text: str, language: str) -> set[str]:
    """The terms that name one's people or pets in a text, where it is about them: "my brother Leo"."""
    kin = set(terms(" ".join(kin_words(language)), language)) & set(terms(text, language))
    return kin | set(terms(" ".join(proper_names(text)), language)) if kin else set()


def _names(text: str, language: str) -> set[str]:
    """What one's people or pets are called in a text: "Leo" in "my brother Leo"."""
    kin = kin_words(language)
    return {match[2] for match in _NAMED.finditer(text) if match[1].casefold() in kin}


@dataclass(slots=True)
class Known:
    """The facts of a partition as they are now, and what has changed of them.

    Attributes:
        facts: those in force, by teller, subject and relation (lower-cased), with their sequence numbers (0: new).
        past: those that others stand in place of, likewise.
        added: entries to store.
        changed: columns to change, by sequence number.
    """

    facts: dict[tuple[str, str, str], list[Found]] = field(default_factory=dict)
    past: dict[tuple[str, str, str], list[Found]] = field(default_factory=dict)
    added: list[Entry] = field(default_factory=list)
    changed: dict[int, dict[str, Any]] = field(default_factory=dict)

    @classmethod
    def of(cls, places: Iterable[Found]) -> Known:
        """From the stored facts of a partition."""
        known = cls()
        for place in places:
            if place.entry.forgotten is None:
                known.keep(place)
        return known

    def keep(self, place: Found) -> None:
        """Put a fact among those in force, or those of the past."""
        facts = self.facts if place.entry.superseded is None else self.past
        facts.setdefault(_key(place.entry), []).append(place)

    def settled(self) -> tuple[list[Entry], dict[int, dict[str, Any]]]:
        """What is to be stored; from then on it counts as known. The new facts get their numbers when read again."""
        added, changed = self.added, self.changed
        self.added, self.changed = [], {}
        return added, changed


def claims(entry: Entry, own: Collection[str] = ()) -> list[Claim]:
    """What a turn states; nothing if it tells of memories, or is a set phrase of the offline voice. Of what the
    character itself says, under the names `own`, only what it promises, plans or surely is."""
    if entry.details.get("references") or entry.details.get("responder") in _OFFLINE:
        return []
    found = list(stated_in(entry.text, entry.language))
    return [claim for claim in found if _surely(claim)] if entry.speaker in own else found


def _surely(claim: Claim) -> bool:
    """Whether a claim was parsed, or is surely a plan or a promise."""
    return claim.relation not in (SAYS, *_AHEAD) or judge(claim.value).kinds.get(claim.relation, 0.0) >= _SURELY


def take_in(known: Known, claim: Claim, turn: Found, *, now: float, author: str = "rules") -> None:
    """Let a claim that a turn makes confirm, supersede, or join what is known.

    Args:
        known: changed in place.
        claim: what is stated.
        turn: the turn that states it, its speaker the one who tells.
        now: seconds since the epoch.
        author: `"rules"`, or the language model's name.
    """
    entry = turn.entry
    new = _entry(claim, turn, now=now, author=author)
    place = Found(turn.partition, 0, new)
    if entry.forgotten is not None:  # what it states is known again when it is restored
        new.forgotten, new.details = entry.forgotten, {**new.details, "along": True}
        known.added.append(new)
        return
    rivals = list(_rivals(known.facts, new))
    for rival in rivals:
        if _same(rival.entry, claim, entry.language):
            _confirm(known, rival, claim, entry)
            return
    for rival in rivals:
        if _said(new) < _said(rival.entry):  # told of an earlier time: it was over already
            if not claim.ends:
                new.superseded, new.ended = rival.entry.id, rival.entry.time
        else:
            # What has no date is over from when the new one was said, too.
            known.facts[_key(rival.entry)].remove(rival)
            _change(known, rival, {"superseded": new.id, "ended": new.time or now})
            known.keep(rival)
    if new.superseded is not None and _told_of_the_past(known, new, claim, entry):
        return
    known.added.append(new)
    known.keep(place)


def _told_of_the_past(known: Known, new: Entry, claim: Claim, turn: Entry) -> bool:
    """Find the place of a fact that was over already among those of the past; True if one of them says the same."""
    said = new.time or 0.0
    past = sorted(_rivals(known.past, new), key=lambda place: place.entry.time or 0.0)
    before = [place for place in past if (place.entry.time or 0.0) <= said][-1:]
    after = [place for place in past if (place.entry.time or 0.0) > said][:1]
    for place in [*before, *after]:
        if _same(place.entry, claim, new.language):
            _confirm(known, place, claim, turn)
            return True
    for place in after:
        new.superseded, new.ended = place.entry.id, place.entry.time
    for place in before:
        if place.entry.ended is None or place.entry.ended > said:
            _change(known, place, {"superseded": new.id, "ended": place.entry.ended if new.time is None else said})
    return False


def _rivals(facts: Mapping[tuple[str, str, str], list[Found]], new: Entry) -> Iterator[Found]:
    """Facts that can't stand beside a new one, or say the same."""
    teller, subject, relation = _key(new)
    if not new.details["fact"]["ends"]:
        yield from (place for place in facts.get((teller, subject, relation), []) if _excludes(place.entry, new))
        return
    for (by, of, _), places in facts.items():
        if (by, of) == (teller, subject):
            yield from (place for place in places if _excludes(place.entry, new))


def _same(entry: Entry, claim: Claim, language: str) -> bool:
    data = entry.details["fact"]
    return bool(
        data["relation"] == claim.relation
        and data["holds"] == claim.holds
        and same_value(data["value"], claim.value, language)
    )


def _confirm(known: Known, place: Found, claim: Claim, turn: Entry) -> None:
    """The same was said again: it is surer, and rests on that turn, too."""
    details = dict(place.entry.details)
    if turn.id in details["turns"]:
        return
    data = details["fact"]
    sure = 1 - (1 - data["confidence"]) * (1 - claim.confidence)
    details["fact"] = {**data, "confidence": round(sure, 3)}
    details["turns"] = [*details["turns"], turn.id][-_KEPT_TURNS:]
    _change(known, place, {"details": details})


def _change(known: Known, place: Found, values: Mapping[str, Any]) -> None:
    for name, value in values.items():
        setattr(place.entry, name, value)
    if place.seq:  # else it is about to be stored as it is now
        known.changed.setdefault(place.seq, {}).update(values)


def _entry(claim: Claim, turn: Found, *, now: float, author: str) -> Entry:
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
        spans = times_of(replace(said, text=claim.text)) or times_of(said)
        ends = [span.end.timestamp() for span in spans if span.end.timestamp() > said.time]
        entry.ended = min(ends, default=None)
    return entry


def _key(entry: Entry) -> tuple[str, str, str]:
    data = entry.details["fact"]
    return entry.speaker or "", data["subject"].casefold(), data["relation"]
