"""Conversions between the records that callers see and the rows that stores keep."""

from __future__ import annotations

import json
import os
import time as clock
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from typing import Any, NamedTuple

from soulkeep.lang.digests import digest
from soulkeep.lang.suspicion import SUSPECT, marked_suspect
from soulkeep.search.indexed_terms import happened, time_in_zone
from soulkeep.stores.rows import COPY_OF, METADATA, SAW, Entry, Journalled, PartitionKey, Sitting
from soulkeep.types.lists import Change, Session
from soulkeep.types.records import INFERRED, TURN, Fact, Memory, Scene, Summary, Turn

HEARD_BY = "heard_by"
"""Key in a turn's details: who else heard it."""

LEFT_OUT = "left_out"
"""Key in a turn's details: the number of its claims beyond those that facts are made of."""

UNDERSTOOD = "understood"
"""Key in a turn's details: how it was understood."""

ACTS, TO = "acts", "to"
"""Keys in a turn's details: what was done, and the id of the turn that it answers."""

SO_FAR = "so_far"
"""Name in a summary's details of the whole conversation in short, up to there."""

PROVISIONAL = "provisional"
"""Name in the details of what rules made while the language model was away."""

_ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"


def is_copy(entry: Entry) -> bool:
    """Return whether a turn is a copy: this person only overheard it, or overheard the answer to it."""
    return COPY_OF in entry.details


def new_id() -> str:
    """Return an id of 20 characters that sorts by creation time: 45 bits of milliseconds, 55 random bits."""
    number = (int(clock.time() * 1000) & (2**45 - 1)) << 55 | int.from_bytes(os.urandom(7)) >> 1
    return "".join([_ALPHABET[(number >> shift) & 31] for shift in range(95, -1, -5)])


def derived(
    kind: str, text: str, of: Entry, *, base: int, importance: float, details: dict[str, Any], now: float
) -> Entry:
    """Return a new row for a memory derived from others.

    Args:
        kind, text, importance, details: of the new memory.
        of: the memory whose language and times it takes over.
        base: sequence number of the memory that it primarily rests on.
        now: seconds since the epoch.
    """
    return Entry(
        id=new_id(),
        kind=kind,
        text=text,
        source=INFERRED,
        stored=now,
        language=of.language,
        time=of.time,
        zone=of.zone,
        importance=importance,
        accessed=of.accessed,
        base=base,
        details=marked_suspect(details, text),
    )


def passage_id(source: str, heading: str, text: str) -> str:
    """Return an id derived from the content, so that the same passage learnt twice is one memory."""
    return f"p{digest(source, heading, text)}"


def zone_minutes(time: datetime) -> int:
    """Return the time zone's offset in minutes east of UTC."""
    offset = time.utcoffset()
    return int(offset.total_seconds() // 60) if offset else 0


class Answered(NamedTuple):
    """The links of a character's answer.

    Attributes:
        to: the caller's id of the turn that it answers.
        references: id and person (None for nobody in particular) of the memories that it rests on.
        heard: id of the turn that it answers.
        acts: what the character did before it answered.
        responder: who answered, as in `Reply.responder`.
        given: the memories in the prompt, in the order of their labels, each as its partition (1: the person's, 0:
            nobody's in particular, or the name of a world) and sequence number.
        weight: tokens that these memories take in the prompt.
        view: id of the first turn of the talk in that prompt.
        check: counts of what a check of its claims found.
        event: the step of a scripted event that it is.
        labelled: the text with its labels, if a language model put any.
        saw: the people, other than the one faced, whose words stood in the prompt.
    """

    to: str | None = None
    references: tuple[tuple[str, str | None], ...] = ()
    heard: str | None = None
    acts: tuple[dict[str, Any], ...] = ()
    responder: str | None = None
    given: tuple[tuple[int | str, int], ...] = ()
    weight: int = 0
    view: str | None = None
    check: Mapping[str, Any] | None = None
    event: Mapping[str, Any] | None = None
    labelled: str | None = None
    saw: tuple[str, ...] = ()


def answered_by(entry: Entry) -> Answered:
    """Return what a stored answer is linked to; an empty one for any other turn."""
    data = entry.details
    return Answered(
        to=data.get("answers"),
        references=tuple(map(tuple, data.get("references", ()))),
        heard=data.get("to"),
        responder=data.get("responder"),
        given=tuple(map(tuple, data.get("given", ()))),
        weight=data.get("weight", 0),
        view=data.get("view"),
        check=data.get("check"),
        event=data.get("event"),
        labelled=data.get("labelled"),
        saw=tuple(data.get(SAW, ())),
    )


def view_begun(entry: Entry) -> str | None:
    """Return where the talk shown with a stored answer began: `Answered.view` alone."""
    return entry.details.get("view")


def weight_of(entry: Entry) -> int:
    """Return the tokens of the memories recalled with a stored answer: `Answered.weight` alone."""
    weight: int = entry.details.get("weight", 0)
    return weight


def responder_of(entry: Entry) -> str | None:
    """Return who gave a stored answer: `Answered.responder` alone."""
    return entry.details.get("responder")


def details_of(turn: Turn, answer: Answered | None = None) -> dict[str, Any]:
    """Return the details of a turn that have no column of their own."""
    details: dict[str, Any] = {}
    if turn.scene is not None:
        details["scene"] = {
            name: value if isinstance(value, str) else list(value)
            for name, value in asdict(turn.scene).items()
            if value
        }
    if turn.heard_by is not None:
        details[HEARD_BY] = list(turn.heard_by)
    if turn.metadata is not None:
        details[METADATA] = dict(turn.metadata)
    if answer is not None:
        details |= linked_of(answer)
    return details


def linked_of(answer: Answered) -> dict[str, Any]:
    """Return an answer's links in the form in which its details hold them."""
    linked = {
        "answers": answer.to,
        "references": [list(pair) for pair in answer.references],
        "to": answer.heard,
        "acts": list(answer.acts),
        "responder": answer.responder,
        "given": [list(place) for place in answer.given],
        "weight": answer.weight,
        "view": answer.view,
        "check": answer.check,
        "event": answer.event,
        "labelled": answer.labelled,
        SAW: list(answer.saw),
    }
    return {name: value for name, value in linked.items() if value}


def memory_of(key: PartitionKey, entry: Entry) -> Memory:
    """Return a stored row as the record that callers see."""
    details = entry.details
    heard_by = details.get(HEARD_BY)
    return Memory(
        id=entry.id,
        kind=entry.kind,
        text=entry.text,
        owner=key.owner,
        person=key.person,
        source=entry.source,
        speaker=entry.speaker,
        time=time_in_zone(entry.time, entry.zone),
        session=entry.session,
        heading=entry.heading,
        language=entry.language,
        importance=entry.importance,
        stability=entry.stability,
        accessed=datetime.fromtimestamp(entry.accessed, UTC),
        pinned=bool(entry.pinned),
        forgotten=None if entry.forgotten is None else datetime.fromtimestamp(entry.forgotten, UTC),
        ended=None if entry.ended is None else time_in_zone(entry.ended, entry.zone),
        superseded=entry.superseded,
        about=details.get("fact", {}).get("about"),
        verified=details.get("verified", details.get("fact", {}).get("verified", True)),
        turns=(entry.id,) if entry.kind == TURN else tuple(details.get("turns", ())),
        references=(
            tuple([id for id, _ in details["references"]])
            if details.get("references")
            else tuple(details.get("parts", ()))
        ),
        responder=details.get("responder"),
        scene=scene_of(entry) if "scene" in details else None,
        heard_by=None if heard_by is None else tuple(heard_by),
        summary=_summary(entry) if "summary" in details else None,
        metadata=details.get(METADATA),
        left_out=details.get(LEFT_OUT, 0),
        suspect=tuple(details.get(SUSPECT, ())),
    )


def changes_of(entry: Entry, journal: Sequence[Journalled]) -> list[Change]:
    """Return what happened to a memory, oldest change first.

    Args:
        entry: the memory as it is now.
        journal: its changes, oldest first, each with the values before it.
    """
    now = {name: getattr(entry, name) for name in (*_TOLD, "details")}
    changes: list[Change] = []
    for row in reversed(journal):
        old = {**now, **row.data}
        before, after = _in_callers_terms(entry, old), _in_callers_terms(entry, now)
        names = [name for name in after if before[name] != after[name]]
        at = datetime.fromtimestamp(row.at, UTC)
        if row.op == "use":
            changes.append(Change(at=at, what="used"))
        elif names:
            changes.append(
                Change(
                    at=at,
                    what=_what(row.op, before, after),
                    before={name: before[name] for name in names},
                    after={name: after[name] for name in names},
                )
            )
        now = old
    first = {name: value for name, value in _in_callers_terms(entry, now).items() if value not in (None, False)}
    changes.append(Change(at=datetime.fromtimestamp(entry.stored, UTC), what="stored", after=first))
    return changes[::-1]


_TOLD = ("text", "language", "importance", "pinned", "forgotten", "ended", "superseded")
"""Columns whose changes the history shows."""


def _in_callers_terms(entry: Entry, values: Mapping[str, Any]) -> dict[str, Any]:
    """Return columns of a memory under the names that callers know."""
    forgotten = values["forgotten"]
    shown = {
        **{name: values[name] for name in _TOLD},
        "pinned": bool(values["pinned"]),
        "forgotten": None if forgotten is None else datetime.fromtimestamp(forgotten, UTC),
        "ended": time_in_zone(values["ended"], entry.zone),
    }
    details = values["details"]
    details = json.loads(details) if isinstance(details, str) else details  # the journal holds it as text
    if "fact" in details:
        shown |= {"confidence": details["fact"]["confidence"], "turns": tuple(details["turns"])}
    return shown


def _what(op: str, before: Mapping[str, Any], after: Mapping[str, Any]) -> str:
    """Return the name of a change; of several at once, the one that matters most."""
    if op == "amend":
        return "amended"
    named = {
        "forgotten": "restored" if after["forgotten"] is None else "forgotten",
        "superseded": "reinstated" if after["superseded"] is None else "superseded",
        "pinned": "pinned" if after["pinned"] else "unpinned",
        "importance": "rated",
        "ended": "ended",
    }
    return next((what for name, what in named.items() if before[name] != after[name]), "confirmed")


def session_of(sitting: Sitting) -> Session:
    """Return a stored session as the record that callers see."""
    return Session(
        id=sitting.id,
        turns=sitting.turns,
        began=time_in_zone(sitting.began, sitting.zone),
        ended=time_in_zone(sitting.ended, sitting.zone),
        summary=sitting.summary,
    )


def fact_of(entry: Entry) -> Fact:
    """Return a stored fact as the record that callers see."""
    data = entry.details["fact"]
    told_by = entry.speaker or ""
    return Fact(
        id=entry.id,
        told_by=told_by,
        subject=data.get("about") or (f"{told_by}'s {data['subject']}" if data["subject"] else told_by),
        relation=data["relation"],
        value=data["value"],
        holds=data["holds"],
        confidence=data["confidence"],
        since=happened(entry),
        until=time_in_zone(entry.ended, entry.zone),
        superseded=entry.superseded,
        turns=tuple(entry.details["turns"]),
        text=entry.text,
        status=data.get("status", ""),
        verified=data.get("verified", True),
        grave=data.get("grave", False),
        begins=data.get("since", ""),
        ends=data.get("until", ""),
        author=entry.details.get("author", "rules"),
    )


def _summary(entry: Entry) -> Summary | None:
    data = entry.details.get("summary")
    if data is None:
        return None
    return Summary(
        topics=tuple(data["topics"]),
        emotions=dict(data["emotions"]),
        participants=tuple(data["participants"]),
        times=tuple(data["times"]),
        start=time_in_zone(data["start"], entry.zone),
        end=time_in_zone(entry.time, entry.zone),
        author=data["author"],
    )


def scene_of(entry: Entry) -> Scene | None:
    """Return the scene in which a stored turn was said."""
    data: dict[str, Any] | None = entry.details.get("scene")
    if data is None:
        return None
    values: dict[str, Any] = {name: tuple(value) if isinstance(value, list) else value for name, value in data.items()}
    return Scene(**values)
