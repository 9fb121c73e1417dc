"""What is heard in an utterance whatever is known, and what was understood when it was stored."""

from __future__ import annotations

from dataclasses import replace

from soulkeep.judgement.model import judge
from soulkeep.judgement.talk import act
from soulkeep.lang.shared_past import asks_of_shared_past
from soulkeep.lang.statements import statements
from soulkeep.lang.utterances import REJECTION, STATEMENT, YES_NO_QUESTION, utterance
from soulkeep.memory.entries import UNDERSTOOD
from soulkeep.stores.base import Entry
from soulkeep.types.episodes import Understanding

_DONE = {
    "greeting": ("greeting", 0.0),
    "farewell": ("farewell", 0.0),
    "thanks": ("feedback", 0.5),
    "praise": ("feedback", 1.0),
    "blame": ("feedback", -1.0),
    "correction": ("feedback", -1.0),
}
"""The kind of utterance and the feedback of what is done by saying something."""

COURTESIES = ("greeting", "farewell", "feedback", "agreement", "rejection")
"""Kinds of utterances that are answered as one does."""


def hear(text: str, language: str) -> Understanding:
    """The kind of an utterance, what it asks, and how it feels."""
    heard = utterance(text, language)
    if heard.kind in (STATEMENT, YES_NO_QUESTION) and (done := _DONE.get(_said_to(text, language))):
        heard = replace(heard, kind=done[0], asks=None, feedback=done[1])  # said in other words than the tables know
    if heard.kind == REJECTION and act(text) == "correction":
        heard = replace(heard, feedback=-1.0)  # "nope", after an answer
    past = asks_of_shared_past(text, language)
    felt = judge(text)
    return Understanding(
        utterance=heard.kind,
        asks=heard.asks,
        feedback=heard.feedback,
        feeling=round(max(abs(felt.valence), felt.arousal), 2),
        language=language,
        past=past.asks if past else None,
    )


def _said_to(text: str, language: str) -> str:
    """What is done to the character by a text that states nothing besides."""
    return "" if statements(text, language) else act(text)


def understanding_stored(entry: Entry) -> Understanding | None:
    """What was understood of a stored turn."""
    data = entry.details.get(UNDERSTOOD)
    return None if data is None else Understanding.of(data)
