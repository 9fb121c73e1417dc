"""The progress of each person in a character's stories, read from what was said (3, section 3.2).

A story is stored with its character, a person's progress with their turns: an opened event is a memory of its own, and
each later step is noted at the turn that it was. So it is erased with them, and two processes see the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime
from functools import lru_cache
from itertools import zip_longest
from typing import Any

import numpy as np

from soulkeep.character.relationship import ROLE, Relationship
from soulkeep.memory.entries import answered_by, is_copy, zone_minutes
from soulkeep.stores.rows import Entry, PlacedEntry
from soulkeep.stories import staging
from soulkeep.stories.script import Script
from soulkeep.stories.staging import OPEN, Moment, Progress, Step
from soulkeep.types.records import EVENT, LIVED, TURN, Bond, Mood

_SCANNED = 1000
"""Number of turns after an event's opening that are searched at once."""

_HELD = 10_000
"""Number of events whose steps are cached."""

_IMPORTANCE = 5.0


@lru_cache(maxsize=1024)
def read_script(text: str) -> Script:
    """Read a script; cached."""
    return Script.read(text)


def next_step(
    relationship: Relationship,
    texts: Mapping[str, str],
    said: str | None,
    language: str,
    now: datetime,
    mood: Mood,
    bond: Bond,
    before: int | None,
) -> Step | None:
    """Return what the character's stories have to say now; None if nothing.

    Args:
        relationship: who faces whom.
        texts: the character's scripts, by name.
        said: what the person just said; None if the character speaks first.
        language: the person's.
        now: the present, in the person's time zone.
        mood, bond: how the character feels.
        before: sequence number of the person's present turn, which isn't counted; None if there is none.
    """
    if not texts:
        return None
    scripts = [read_script(text) for text in texts.values()]
    records = _records(relationship, before)
    moment = _moment(relationship, said, language, now, mood, bond, before)
    progress_of = [(script, Progress.of(records, script.id)) for script in scripts]
    progress_of.sort(key=lambda one: one[1].open is None)  # what is going on comes first
    return next((step for script, so_far in progress_of if (step := staging.next_step(script, so_far, moment))), None)


def progress(relationship: Relationship) -> list[tuple[Script, Progress]]:
    """Return each story with the person's progress in it."""
    texts = relationship.runtime.store.scripts(relationship.row.id)
    if not texts:
        return []
    records = _records(relationship, None)
    return [(script, Progress.of(records, script.id)) for script in map(read_script, texts.values())]


def openings(relationship: Relationship, step: Step, language: str) -> list[Entry]:
    """Return the memory that an event has begun, to be stored with the turn that opens it; nothing for other steps."""
    if step.kind != OPEN:
        return []
    texts = relationship.runtime.store.scripts(relationship.row.id)
    story = texts.get(step.story)
    title = title_of(relationship, read_script(story), step.event, language) if story else step.event
    return [
        Entry(
            id=_id_of(step.story, step.event),
            kind=EVENT,
            text=title,
            source=LIVED,
            stored=relationship.runtime.clock.now().timestamp(),
            heading=step.story,
            language=language,
            time=step.at.timestamp(),
            zone=zone_minutes(step.at),
            importance=_IMPORTANCE,
            accessed=step.at.timestamp(),
            details={"event": step.data()},
            once=True,  # whoever is second, in another process, say, has not opened it
        )
    ]


def _id_of(story: str, event: str) -> str:
    """Return the id of the memory that an event has begun. A story id with a slash is prefixed by its length."""
    return f"event//{len(story)}:{story}/{event}" if "/" in story else f"event/{story}/{event}"


def title_of(relationship: Relationship, script: Script, event: str, language: str) -> str:
    """Return the title under which an event is remembered; its id if the story no longer has a title for it.

    Args:
        relationship: the character, and the person it faces.
        script: the story.
        event: id of the event.
        language: the language of the title.
    """
    event_found = script.event(event)
    if event_found is None:
        return event
    who = {"person": relationship.person or ROLE, "name": relationship.row.name}
    return event_found.title.text(language, script.language, **who) or event


def titles(relationship: Relationship) -> dict[tuple[str, str], str]:
    """Return the titles under which opened events are remembered, by story and event."""
    _, [head] = relationship.runtime.store.heads([relationship.key])
    opened = relationship.runtime.store.select(head.partition, [EVENT]) if head else []
    return {
        (step["story"], step["event"]): place.entry.text for place in opened if (step := place.entry.details["event"])
    }


def _records(relationship: Relationship, before: int | None) -> list[dict[str, Any]]:
    """Return the records of all steps of all stories, in order, each with the number of the person's turns after it."""
    store = relationship.runtime.store
    _, [head] = store.heads([relationship.key])
    if head is None:
        return []
    opened = store.select(head.partition, [EVENT])
    records: list[dict[str, Any]] = []
    for place, after in zip_longest(opened, opened[1:]):
        assert place is not None
        until = after.seq if after else before
        records += _steps(relationship, place, head.seq + 1 if until is None else until)
    return records


def _steps(relationship: Relationship, opened: PlacedEntry, until: int) -> list[dict[str, Any]]:
    """Return the records of an event's steps, up to a sequence number; those read before are cached."""
    read = relationship.runtime.steps
    first = {**opened.entry.details["event"], "turns": 0}
    seq, steps = read.get((opened.partition, opened.seq), (opened.seq, (first,)))
    steps_read = [dict(step) for step in steps]
    if seq < until:
        for turn in _turns_between(relationship, opened.partition, seq, until):
            seq = turn.seq
            step = answered_by(turn.entry).event
            if step is not None and step["kind"] != OPEN:
                steps_read.append({**step, "turns": 0})
            elif turn.entry.speaker not in relationship.own_names and not is_copy(turn.entry):
                steps_read[-1]["turns"] += 1
        if len(read) >= _HELD:
            read.clear()
        read[opened.partition, opened.seq] = (seq, tuple(steps_read))
    return [dict(step) for step in steps_read]


def _turns_between(relationship: Relationship, partition: int, after: int, until: int) -> Iterator[PlacedEntry]:
    """Yield the turns after one sequence number and before another."""
    while True:
        batch = relationship.runtime.store.select(partition, [TURN], after=after, limit=_SCANNED)
        for turn in batch:
            if turn.seq >= until:
                return
            yield turn
        if len(batch) < _SCANNED:
            return
        after = batch[-1].seq


def _moment(
    relationship: Relationship,
    said: str | None,
    language: str,
    now: datetime,
    mood: Mood,
    bond: Bond,
    before: int | None,
) -> Moment:
    turns, last = _so_far(relationship, before)
    return Moment(
        said=said,
        language=language,
        now=now,
        person=relationship.person or ROLE,
        name=relationship.row.name,
        first=last is None,
        last=None if last is None else datetime.fromtimestamp(last, now.tzinfo),
        turns=turns,
        closeness=bond.closeness,
        trust=bond.trust,
        valence=mood.valence,
    )


def _so_far(relationship: Relationship, before: int | None) -> tuple[int, float | None]:
    """Return how many turns the person has said before a sequence number, and when the two last spoke, None if never.

    Turns said to somebody else, which the person only heard, don't count.
    """
    count, latest = 0, None
    for partition in relationship.runtime.embeddings.cache.get([relationship.key]):
        with partition.lock:
            rows = slice(0, partition.size)
            turns = (partition.kinds[rows] == partition.kind_codes.find(TURN)) & partition.live[rows]
            if before is not None:
                turns &= partition.seqs[rows] < before
            names = (*relationship.own_names, relationship.person or ROLE)
            codes = [partition.speaker_codes.find(name) for name in names]
            theirs = turns & (partition.speakers[rows] == codes[-1])
            spoken = partition.times[rows][turns & np.isin(partition.speakers[rows], codes)]
            count += int(np.count_nonzero(theirs))
            if spoken.size:
                latest = float(np.nanmax(spoken)) if not np.isnan(spoken).all() else 0.0
    return count, latest
