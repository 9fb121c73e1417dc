"""Records of a reply and how it came about: frozen records that know no database and no model."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import TypedDict

from soulkeep.routing_rules import Rules
from soulkeep.types.claims import Check
from soulkeep.types.episodes import Pattern, Remark, Similar, Understanding
from soulkeep.types.records import Memory, Recall, Reference, Scene, Usage

CHOSEN, OUTBID, FAILED = "chosen", "outbid", "failed"
"""Outcomes of a bid, besides those that rules cause."""


class ReplyOptions(TypedDict, total=False):
    """The arguments of `Character.reply` besides the text; `areply` and `stream` take the same."""

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
        responder: the responder's name.
        score: what it bid, 0…1.
        weighed: the score after the rules' preferences.
        why: its reason; the error, if it failed.
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
        text: its text.
        tokens: how many tokens it takes.
        budget: how many tokens it may take; None for no limit of its own.
        left_out: how many items were left out for lack of room.
        stable: whether it precedes everything that changes with each message.
    """

    name: str
    text: str
    tokens: int
    budget: int | None = None
    left_out: int = 0
    stable: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Context:
    """All that a language model needs to answer, for a call of your own.

    Attributes:
        messages: messages ready to send: dicts with `role` and `content`, the last of them the person's message.
        sections: the sections that they consist of.
        labels: the memories that may be cited, by label: `m1` for `[m1]`.
        recall: what came to mind.
        tokens: tokens of the messages, estimated unless the keep's model counts them.
        notes: exceptions to the usual course, in words.
    """

    messages: tuple[dict[str, str], ...]
    sections: tuple[Section, ...]
    labels: Mapping[str, Memory]
    recall: Recall
    tokens: int
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Trace:
    """The record of how a reply came about.

    Attributes:
        offers: all bids, best first.
        router: who chose: `"score"`, or `"model"` by a prompt of its own.
        why: the reason for the choice.
        prompt: what the language model read, section by section; empty if none was asked.
        steps: start and end of each step, in milliseconds since the turn was heard. They may overlap.
        notes: exceptions to the usual course, in words.
    """

    offers: tuple[Offer, ...] = ()
    router: str = "score"
    why: str = ""
    prompt: tuple[Section, ...] = ()
    steps: Mapping[str, tuple[float, float]] = field(default_factory=dict, compare=False)
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """The character's reply.

    Attributes:
        text: the answer, with references as `[m1]`.
        references: the memories it cites, in order of first mention.
        ignored: the memories that were in the prompt but aren't cited.
        responder: who spoke: `"model"`, `"voice"` (from memory, without a model), `"admission"` (nothing remembered),
            `"clarification"` (asks back), `"knowledge"` (what it knows as RDF), `"episode"` (the shared past),
            `"courtesy"` (returns a greeting or thanks), `"event"` (a scripted event), one of your own, or `"stored"`
            (the turn was answered before; this is the same answer).
        recall: what came to mind.
        unknown_references: labels that belong to no memory; they were removed from the text.
        check: which of its claims the sources support; None if nothing was checked.
        usage: the tokens spent.
        heard: id of the person's stored turn; None if the character spoke by itself, or rehearsed.
        said: id of the character's stored turn; None if it rehearsed.
        understanding: the turn in terms of what the character knows; None if it knows no RDF.
        similar: earlier situations that resemble this one, most alike first.
        patterns: patterns noticed in what the person asks.
        remarks: remarks on the past that the character could make, and whether it did.
        trace: how the reply came about.
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
