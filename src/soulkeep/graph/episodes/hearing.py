"""Understanding of an utterance without any knowledge, and retrieval of the understanding stored with a turn."""

from __future__ import annotations

from dataclasses import replace

from soulkeep.judgement.model import judge
from soulkeep.judgement.talk import act
from soulkeep.lang.shared_past import asks_of_shared_past
from soulkeep.lang.statements import statements
from soulkeep.lang.utterances import REJECTION, STATEMENT, YES_NO_QUESTION, utterance
from soulkeep.memory.entries import UNDERSTOOD
from soulkeep.stores.rows import Entry
from soulkeep.types.episodes import Understanding

_DONE = {
    "greeting": ("greeting", 0.0),
    "farewell": ("farewell", 0.0),
    "thanks": ("feedback", 0.5),
    "praise": ("feedback", 1.0),
    "blame": ("feedback", -1.0),
    "correction": ("feedback", -1.0),
}
"""The kind of utterance and the feedback for each speech act."""

COURTESIES = ("greeting", "farewell", "feedback", "agreement", "rejection")
"""Kinds of utterances that are answered by courtesies."""


def hear(text: str, language: str) -> Understanding:
    """Return the kind of an utterance, its question word, and its feelings."""
    heard = utterance(text, language)
    if heard.kind in (STATEMENT, YES_NO_QUESTION) and (done := _DONE.get(_said_to(text, language))):
        heard = replace(heard, kind=done[0], asks=None, feedback=done[1])  # a speech act in words that the tables lack
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
    """Return the speech act of a text that states nothing else."""
    return "" if statements(text, language) else act(text)


def understanding_stored(entry: Entry) -> Understanding | None:
    """Return the understanding stored with a turn."""
    data = entry.details.get(UNDERSTOOD)
    return None if data is None else Understanding.of(data)
