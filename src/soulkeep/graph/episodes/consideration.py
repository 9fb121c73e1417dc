"""The result of considering an input: who would speak, and what is found for it (2)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from soulkeep.types.episodes import Act, Pattern, Remark, Similar

if TYPE_CHECKING:
    from soulkeep.graph.episodes.answers import GraphAnswer

KNOWLEDGE, EPISODE, COURTESY = "knowledge", "episode", "courtesy"
"""Responders: from knowledge, from the shared past, or with a courtesy when greeted or thanked."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Consideration:
    """The result of considering an input.

    Attributes:
        responder: the responder that would speak; None if there is nothing to say.
        text: the text to say.
        sure: False if a memory about the question should be preferred.
        beside: whether it says what else is known of a thing, beside not knowing what was asked.
        facts: the content of the answers, for a language model.
        answers, similar, patterns: the answers, similar situations and patterns found.
        remarks: the possible remarks, the best first.
        told: the person's own earlier statement about it, in their words.
        acts: the character's acts, to be stored with the answer.
        retrieved: ids of the turns whose episodes are told.
        notes: messages about what could not be done as usual.
    """

    responder: str | None = None
    text: str = ""
    sure: bool = True
    beside: bool = False
    facts: tuple[str, ...] = ()
    answers: tuple[GraphAnswer, ...] = ()
    similar: tuple[Similar, ...] = ()
    patterns: tuple[Pattern, ...] = ()
    remarks: tuple[Remark, ...] = ()
    told: tuple[str, ...] = ()
    acts: tuple[Act, ...] = ()
    retrieved: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


def acts_to_keep(considered: Consideration, responder: str) -> tuple[Act, ...]:
    """Return the acts to store: all if the text was said, else only actions and a remark offered to a model."""
    if considered.responder == responder:
        return considered.acts
    intents = {one.intent for one in considered.remarks if one.told} if responder == "model" else set()
    return tuple(act for act in considered.acts if act.kind != "message" or act.intent in intents)
