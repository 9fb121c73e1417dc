"""A reply and how it came about: frozen records that know no database and no model."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import TypedDict

from soulkeep.rules import Rules
from soulkeep.types.claims import Check
from soulkeep.types.episodes import Pattern, Remark, Similar, Understanding
from soulkeep.types.records import Memory, Recall, Reference, Scene, Usage

CHOSEN, OUTBID, FAILED = "chosen", "outbid", "failed"
"""What became of a bid, beside what rules have against it."""


class ReplyOptions(TypedDict, total=False):
    """The arguments of `Character.reply` besides the text, for `areply` and `stream`, which take the same."""

    person: str | None
    session: str | None
    scene: Scene | None
    time: datetime | None
    id: str | None
    heard_by: Sequence[str] | None
    rules: Rules | None
    remember: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer:
    """A responder's bid for the reply, and what became of it.

    Attributes:
        responder: its name.
        score: what it bid, 0…1.
        weighed: the score by the rules' preferences.
        why: its reason; of one that failed, the error.
        outcome: `"chosen"`, `"outbid"`, `"failed"`, `"not allowed"`, `"forbidden"` or `"cooling down"`.
    """

    responder: str
    score: float
    weighed: float
    why: str
    outcome: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """A part of the prompt (working memory).

    Attributes:
        name: `"instructions"`, `"description"`, `"known"`, `"earlier"`, `"talk"`, `"memories"`, `"lore"`, `"said"`,
            `"knowledge"`, `"event"`, `"feelings"`, `"scene"` or `"moment"`.
        text: as it stands there.
        tokens: how many.
        budget: how many it may have; None for no bound of its own.
        left_out: how many of its items found no room.
        stable: it stands before everything that changes with each message.
    """

    name: str
    text: str
    tokens: int
    budget: int | None = None
    left_out: int = 0
    stable: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Context:
    """All that a language model needs to answer, for a call of one's own.

    Attributes:
        messages: ready to be sent: dicts with `role` and `content`, the last of them the person's message.
        sections: what they are made of.
        labels: the memories that may be named, by label: `m1` for `[m1]`.
        recall: what came to mind.
        tokens: of the messages, estimated unless the keep's model counts itself.
        notes: what could not be done as usual.
    """

    messages: tuple[dict[str, str], ...]
    sections: tuple[Section, ...]
    labels: Mapping[str, Memory]
    recall: Recall
    tokens: int
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Trace:
    """How a reply came about.

    Attributes:
        offers: all bids, the best first.
        router: who chose: `"score"`, or `"model"` by a prompt of its own.
        why: why this one.
        prompt: what the language model read, section by section; empty if none was asked.
        steps: of what was done, from when to when, in milliseconds since the turn was heard. What overlaps ran at the
            same time.
        notes: what could not be done as usual, in words.
    """

    offers: tuple[Offer, ...] = ()
    router: str = "score"
    why: str = ""
    prompt: tuple[Section, ...] = ()
    steps: Mapping[str, tuple[float, float]] = field(default_factory=dict, compare=False)
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """What the character says.

    Attributes:
        text: with its references as `[m1]`.
        references: the memories it names, in order of first mention.
        ignored: the memories it was given and doesn't name.
        responder: who spoke: `"model"`, `"voice"` (from memory, without a model), `"admission"` (nothing remembered),
            `"clarification"` (asks back), `"knowledge"` (what it knows as RDF), `"episode"` (the shared past),
            `"courtesy"` (as one does when greeted), `"event"` (a scripted one), one of your own, or `"stored"` (this
            turn was answered before: the same answer again).
        recall: what came to mind.
        unknown_references: labels it named that belong to no memory; they are cut from the text.
        check: which of its claims rest on what it was given; None if nothing was checked.
        usage: tokens.
        heard: id of the stored turn of the person; None where the character spoke by itself, or rehearsed.
        said: id of the stored turn of the character; None where it rehearsed.
        understanding: what was understood in terms of what the character knows; None if it knows no RDF.
        similar: earlier situations that resemble this one, the most alike first.
        patterns: what was noticed in the person's ways.
        remarks: what the character could say of the past by itself, and whether it did.
        trace: how it came about.
    """

    text: str
    references: tuple[Reference, ...]
    responder: str
    recall: Recall
    ignored: tuple[Memory, ...] = ()
    unknown_references: tuple[str, ...] = ()
    check: Check | None = None
    usage: Usage = field(default_factory=Usage)
    heard: str | None = None
    said: str | None = None
    understanding: Understanding | None = None
    similar: tuple[Similar, ...] = ()
    patterns: tuple[Pattern, ...] = ()
    remarks: tuple[Remark, ...] = ()
    trace: Trace = field(default_factory=Trace)
