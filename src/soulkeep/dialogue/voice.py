"""The offline voice: an answer from memory, without a language model.

It quotes what is remembered, in the character's first person, and says where each thing comes from. It adds nothing of
its own, so it can't invent; and where no memory bears on what was asked, it says so.
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from soulkeep.dialogue.phrases import Phrases, phrases
from soulkeep.dialogue.references import label
from soulkeep.records import DERIVED, Hit, Memory, Recall
from soulkeep.text.function_words import telling_terms
from soulkeep.text.moments import ago, human_date
from soulkeep.text.questions import is_question
from soulkeep.text.sentences import sentences
from soulkeep.text.terms import terms

_WHOLE = 240
"""Characters up to which a memory is quoted whole; of a longer one, the sentences that answer best."""

_MOST = 2
"""Memories of one answer."""

_COVERED = {"ko": 0.15, "ja": 0.15, "zh": 0.15, "th": 0.15}
"""Share of the question's telling terms that a memory must hold to count as an answer (pairs of characters overlap, so
that a word is several terms)…"""

_COVERED_ELSEWHERE = 0.4

_ALIKE = 0.55
"""…or how alike in meaning (cosine) it must be."""

_STATED = 0.15
"""…or how much better a fact that it states must fit than its own words."""

_OVER = -0.25
"""Part of the score below which a question is about what a memory says that no longer holds."""

_NEARLY_AS_GOOD = 0.85
"""Share of the best answer's score that a further one must have."""


class Spoken(NamedTuple):
    """What the voice says: the text with and without labels, the memories in the order of their labels, and by whom."""

    text: str
    plain: str
    memories: tuple[Memory, ...]
    responder: str


def speak(
    said: str, recall: Recall, *, language: str, person: str | None, own_names: frozenset[str], now: datetime
) -> Spoken:
    """Answer from what came to mind.

    Args:
        said: what the person just said.
        recall: what came to mind.
        language: to speak in, ISO 639-1.
        person: whom the character faces.
        own_names: the speakers under which the character's own turns are stored.
        now: the present, in the person's time zone.
    """
    wordings = phrases(language)
    variant = zlib.crc32(f"{said}|{now.isoformat()}".encode())
    evidence = _evidence(said, recall.hits, language, own_names)
    asked = is_question(said)
    if not evidence:
        nothing = _pick(wordings.nothing if asked else wordings.noted, variant)
        return Spoken(nothing, nothing, (), "admission" if asked else "voice")
    quoted = [_quote(hit.memory, said, wordings, language, person, own_names, now, variant) for hit in evidence]
    lead, also = "" if asked else _pick(wordings.reminded, variant), f" {_pick(wordings.also, variant)}"
    return Spoken(
        lead + also.join(f"{quote} [{label(i)}]" for i, quote in enumerate(quoted)),
        lead + also.join(quoted),
        tuple(hit.memory for hit in evidence),
        "voice",
    )


def _evidence(said: str, hits: Sequence[Hit], language: str, own_names: frozenset[str]) -> list[Hit]:
    """The hits that bear on what was said, and hold now as far as is known."""
    if is_question(said) and not telling_terms(said, language):
        return []  # "Who are you?" shares its words with anything
    fitting = [hit for hit in hits if _bears_on(hit, said, language, own_names)]
    ids = {hit.memory.id for hit in fitting}
    # What no longer holds is told only if there is nothing newer.
    standing = [hit for hit in fitting if not _is_over(hit) and hit.later not in ids] or fitting
    found: list[Hit] = []
    for hit in standing:
        if found and hit.score < _NEARLY_AS_GOOD * found[0].score:
            break
        if hit.memory.speaker is None and any(other.memory.speaker is None for other in found):
            continue  # one passage is long enough
        found.append(hit)
    return found[:_MOST]


def _bears_on(hit: Hit, said: str, language: str, own_names: frozenset[str]) -> bool:
    """Whether a hit tells of what was said: no question, no echo of it, nothing that only repeats other memories."""
    memory = hit.memory
    if memory.kind in DERIVED:
        return False  # the voice quotes what was said, not what was made of it
    if is_question(memory.text):
        return False
    if memory.speaker in own_names and (memory.references or memory.responder not in (None, "model")):
        return False  # told from memories or from what it knows: there is nothing in it of its own
    if set(terms(memory.text, language)) <= set(terms(said, language)):
        return False
    covered = _COVERED.get(language, _COVERED_ELSEWHERE)
    return hit.coverage >= covered or hit.similarity >= _ALIKE or hit.parts.get("stated", 0.0) >= _STATED


def _is_over(hit: Hit) -> bool:
    """Whether the question is about what a memory says that no longer holds."""
    return bool(hit.outdated) and hit.parts.get("outdated", 0.0) < _OVER


def _quote(
    memory: Memory,
    said: str,
    wordings: Phrases,
    language: str,
    person: str | None,
    own_names: frozenset[str],
    now: datetime,
    variant: int,
) -> str:
    opening, closing = wordings.quotes
    quote = f"{opening}{_best_part(memory, said)}{closing}"
    when = ""
    if memory.time is not None:
        when = wordings.dated.format(date=human_date(memory.time, language), ago=ago(memory.time, now, language))
    if memory.speaker is None:
        return _pick(wordings.read, variant).format(where=memory.heading or memory.source, quote=quote)
    if memory.speaker == person:
        return _tidy(_pick(wordings.told, variant).format(when=when, quote=quote))
    if memory.speaker in own_names:
        return _tidy(_pick(wordings.said, variant).format(when=when, quote=quote))
    return _tidy(_pick(wordings.heard, variant).format(who=memory.speaker, when=when, quote=quote))


def _best_part(memory: Memory, said: str) -> str:
    """The memory, or the neighbouring two of its sentences that share the most words with what was said."""
    text = " ".join(memory.text.split())
    if len(text) <= _WHOLE:
        return text
    parts = sentences(text)
    asked = telling_terms(said, memory.language)
    shared = [len(asked & set(terms(part, memory.language))) for part in parts]
    best = max(range(len(parts)), key=lambda i: (shared[i], -i))
    last = best + 1 if best + 1 < len(parts) and len(parts[best]) + len(parts[best + 1]) <= 2 * _WHOLE else best
    cut = " ".join(parts[best : last + 1])
    return cut if len(cut) <= 3 * _WHOLE else cut[: 3 * _WHOLE].rsplit(" ", 1)[0] + " …"


def _pick(wordings: tuple[str, ...], variant: int) -> str:
    return wordings[variant % len(wordings)]


def _tidy(text: str) -> str:
    return " ".join(text.split()).replace(" ,", ",")
