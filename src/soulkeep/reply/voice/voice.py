"""The offline voice: answers from memory, without a language model.

It quotes what is remembered, in the character's first person, and says where each thing comes from. It adds nothing, so
it can't invent; if no memory bears on what was asked, it says so. Its wording follows the character's personality, and
the same words are never said twice in a row.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from itertools import islice, product
from typing import NamedTuple

from soulkeep.judgement.model import Judgement, judge
from soulkeep.judgement.talk import asks_something, requests
from soulkeep.lang.date_words import ago, human_date
from soulkeep.lang.function_words import telling_terms
from soulkeep.lang.language import detect
from soulkeep.lang.names import proper_names
from soulkeep.lang.questions import asks_of_past
from soulkeep.lang.sentences import sentences
from soulkeep.lang.statements import statements
from soulkeep.lang.terms import terms
from soulkeep.lang.utterances import STATEMENT, WHETHER, utterance
from soulkeep.reply.citations import label
from soulkeep.reply.evidence import value_asked
from soulkeep.reply.fresh import fresh, turned, was_said_lately
from soulkeep.reply.persona import Persona
from soulkeep.reply.phrases import Phrases, phrases_of, worded
from soulkeep.reply.reactions import NEAREST
from soulkeep.reply.reactions import wordings as reacting
from soulkeep.reply.voice.second_person import told_to_face
from soulkeep.types.records import WHOLE, Hit, Memory

_WHOLE = 240
"""Number of characters up to which a memory is quoted whole; of a longer one, the best sentences are quoted."""

_BAD, _DREADED, _GOOD = -0.2, -0.6, 0.4
"""Valence (-1…1) below which a statement, or a plan, is bad news, and above which it is good …"""
_SURELY_BAD = -0.8
"""… and below which a bare fact is bad news."""
_LASTS = 0.5
"""Likelihood that something lasting or planned is told, from which it is worth a promise to remember it."""
_JOKE = 0.5
_GRAVE = 0.25
"""Likelihood of a joke from which the voice is amused, and of illness or death from which it isn't."""


_PLAIN = 6
"""Number of words up to which a question asks for a fact and nothing else."""
_DIGIT = re.compile(r"\d")

_TRIED = 64
"""Number of wordings of one answer that are compared with what was said lately."""

_OPENER_WORDS, _OPENER_CHARACTERS = 4, 24
"""Length in words and characters of an example line, or its beginning, that may open an answer: "Elementary!"."""

_OPENERS = 3
"""One in so many answers is opened with one."""


class Spoken(NamedTuple):
    """The voice's answer: the text with and without labels, the memories in the order of their labels, and by whom."""

    text: str
    plain: str
    memories: tuple[Memory, ...]
    responder: str


def speak(
    said: str,
    evidence: Sequence[Hit],
    *,
    language: str,
    person: str | None,
    own_names: frozenset[str],
    now: datetime,
    persona: Persona | None = None,
    lately: Sequence[str] = (),
    sure: bool = False,
    facts: Sequence[str] = (),
    near: bool = False,
    nothing: Sequence[str] = (),
) -> Spoken:
    """Answer from what came to mind, if anything bears on what was said.

    Args:
        said: what the person just said.
        evidence: the hits that bear on it, the best first (`Situation.evidence`).
        language: language to speak in, ISO 639-1.
        person: id of the person whom the character faces.
        own_names: the speakers under which the character's own turns are stored.
        now: the present, in the person's time zone.
        persona: who the character is; shapes register, politeness and what opens an answer.
        lately: the character's own last texts, without labels, oldest first. The last one is never repeated, the others
            only if there is no other wording left.
        sure: whether the first hit surely answers.
        facts: wordings of what is known of the person, as `lang.wordings.fact_wording` makes them, the most important
            first; they answer what the person's name is, and what is known of them.
        near: whether to admit that nothing is remembered, and to tell the evidence as what comes nearest.
        nothing: how to admit it, if otherwise than the character does.
    """
    wordings = phrases_of(persona, language)
    wordings = replace(wordings, nothing=tuple(nothing)) if nothing else wordings
    variant = zlib.crc32(f"{said}|{now.isoformat()}".encode())
    asked = near or asks_something(said)
    if (
        asked
        and not near
        and facts
        and (fact_told := told_to_face(said, facts, persona, person, language=language, lately=lately))
    ):
        return Spoken(fact_told, fact_told, (), "voice")
    quotes = [_quoted(hit.memory, said, wordings) for hit in evidence]
    if evidence and not asked and all(was_said_lately(quote, lately) for quote in quotes):
        evidence = ()  # somebody who tells something isn't told the same again
    if not evidence:
        nothing = fresh(_without_memory(said, asked, wordings, language), lately, variant)
        return Spoken(nothing, nothing, (), "admission" if asked else "voice")
    leads: tuple[str, ...]
    if near:
        (before,) = _before_more([fresh(wordings.nothing, (), variant)], language)
        leads = tuple(f"{before}{way}" for way in reacting(NEAREST, persona, language))
    elif not asked and _is_bad_news(said, judge(said), language):
        leads = _before_more(wordings.sorry, language)
    elif asked and not sure:
        leads = wordings.unsure
    else:
        leads = _leads(quotes, asked, wordings, persona, language, lately, variant)
    if sure and _asks_plainly(said, language) and (value := value_asked(said, language, evidence[0].memory)):
        (first,) = _before_more([f"{_capital(value)}{'。' if language in ('ja', 'zh') else '.'}"], language)
        leads = tuple(f"{lead}{first}" for lead in leads)  # the fact first, then its source
    lines = [
        _ways_to_tell(hit.memory, quote, wordings, language, person, own_names, now)
        for hit, quote in zip(evidence, quotes, strict=True)
    ]
    slots = [turned(ways, variant >> 3 * i) for i, ways in enumerate([leads, *lines, wordings.also])]
    slots[1:-1] = [sorted(ways, key=lambda way: was_said_lately(way, lately)) for ways in slots[1:-1]]
    ways = [way[::-1] for way in islice(product(*reversed(slots)), _TRIED)]  # the lead varies fastest
    ends = {before: before.rstrip()[-1:] in ".!?…" for before in {*slots[0], *slots[-1]}}
    capitals = {frame: _capital(frame) for frames in slots[1:-1] for frame in frames}
    begun = [
        (lead, *[capitals[frame] if ends[also if i else lead] else frame for i, frame in enumerate(frames)], also)
        for lead, *frames, also in ways
    ]
    parts = {f"{lead}{f' {also}'.join(frames)}": (lead, frames, also) for lead, *frames, also in begun}
    plain = fresh(tuple(parts), lately, 0)
    lead, frames, also = parts[plain]
    text = lead + f" {also}".join([f"{frame} [{label(i)}]" for i, frame in enumerate(frames)])
    return Spoken(text, plain, tuple([hit.memory for hit in evidence]), "admission" if near else "voice")


def _capital(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}"


def _asks_plainly(said: str, language: str) -> bool:
    """Return whether a question asks what a fact is now, and nothing else: not whether it is so, nor how it was."""
    plain = len(said.split()) <= _PLAIN and not _DIGIT.search(said)
    return plain and not asks_of_past(said, language) and utterance(said, language).asks != WHETHER


def _without_memory(said: str, asked: bool, wordings: Phrases, language: str) -> tuple[str, ...]:
    """Return the ways to answer where nothing is quoted: reactions to what is said, or promises to remember it."""
    if asked:
        return wordings.nothing
    if len(said) > WHOLE:
        return wordings.noted  # nobody's own words, so there is nothing to feel with
    seen = judge(said)
    if not telling_terms(said, language):
        return wordings.go_on
    if _is_bad_news(said, seen, language):
        return wordings.sorry
    if requests(said):
        return wordings.unable
    if _is_joke(said, seen, language):
        return wordings.amused
    if seen.valence > _GOOD and seen.kind not in ("courtesy", "small_talk"):
        return wordings.glad
    lasting = seen.kinds["lasting"] + seen.kinds["plan"] + seen.kinds["promise"]
    return wordings.noted if lasting >= _LASTS or statements(said, language) else wordings.go_on


def _is_joke(said: str, seen: Judgement, language: str) -> bool:
    """Return whether to be amused: never at a smiley alone, nor at what may be an illness or a death."""
    grave = seen.matters["health"] + seen.matters["death"]
    return seen.kinds["joke"] >= _JOKE and grave < _GRAVE and bool(telling_terms(said, language))


def _is_bad_news(said: str, seen: Judgement, language: str) -> bool:
    """Return whether to be sorry: at a bare fact, such as where somebody lives, only if it is surely bad; at a plan,
    such as an exam, not because it makes nervous."""
    bad = _SURELY_BAD if statements(said, language) else _DREADED if seen.kind == "plan" else _BAD
    return seen.valence < bad and seen.kind not in ("joke", "request")


def _before_more(wordings: Sequence[str], language: str) -> tuple[str, ...]:
    """Return sentences followed by a blank, as they stand before another one."""
    blank = "" if language in ("ja", "zh") else " "
    return tuple(f"{wording}{blank}" for wording in wordings)


def _leads(
    quotes: Sequence[str],
    asked: bool,
    wordings: Phrases,
    persona: Persona | None,
    language: str,
    lately: Sequence[str],
    variant: int,
) -> tuple[str, ...]:
    """Return what may stand before the answer."""
    if all(was_said_lately(quote, lately) for quote in quotes):
        return wordings.again
    leads = ("",) if asked else wordings.reminded
    openers = _openers(persona, language) if persona is not None else ()
    if not openers or (variant >> 9) % _OPENERS or (lately and lately[-1].startswith(openers)):
        return leads
    opener = fresh(openers, lately, variant >> 5)
    (before,) = _before_more([opener], language)
    return tuple(f"{before}{lead}" for lead in leads)


def _openers(persona: Persona, language: str) -> tuple[str, ...]:
    """Return exclamations from the character's example lines that commit it to nothing."""
    openers: list[str] = []
    for line in persona.examples:
        first = sentences(line)[0]
        words = first.split()
        if (
            first.endswith(("!", "…", ".", "！", "。"))
            and len(words) <= _OPENER_WORDS
            and len(first) <= _OPENER_CHARACTERS
            and not (first.endswith((".", "。")) and len(words) > 2)
            and not any(character.isdigit() or character in "{<" for character in first)
            and not proper_names(f"so {first}")[1 if words[0][:1].isupper() else 0 :]
            and detect(line, persona.language) == language
            and utterance(first, language).kind == STATEMENT
        ):
            openers.append(first)
    return tuple(dict.fromkeys(openers))


def _quoted(memory: Memory, said: str, wordings: Phrases) -> str:
    opening, closing = wordings.quotes
    return f"{opening}{_best_part(memory, said)}{closing}"


def _ways_to_tell(
    memory: Memory,
    quote: str,
    wordings: Phrases,
    language: str,
    person: str | None,
    own_names: frozenset[str],
    now: datetime,
) -> list[str]:
    """Return the ways to say what a memory holds, and where it comes from."""
    when = where = who = ""
    if memory.time is not None and memory.time.astimezone(now.tzinfo).date() == now.date():
        when = wordings.today
    elif memory.time is not None:
        when = wordings.dated.format(date=human_date(memory.time, language), ago=ago(memory.time, now, language))
    if memory.speaker is None:
        ways, where = wordings.read, memory.heading or memory.source
    elif memory.speaker == person:
        ways = wordings.told
    elif memory.speaker in own_names:
        ways = wordings.said
    else:
        ways, who = wordings.heard, memory.speaker
    frames = (way.split("{quote}") for way in ways)
    return [f"{_tidy(worded(before, when=when, where=where, who=who))}{quote}{after}" for before, after in frames]


def _best_part(memory: Memory, said: str) -> str:
    """Return the memory's text; of a long one, the two neighbouring sentences that share most words with `said`."""
    text = " ".join(memory.text.split())
    if len(text) <= _WHOLE:
        return text
    parts = sentences(text)
    asked = telling_terms(said, memory.language)
    shared = [len(asked & set(terms(part, memory.language))) for part in parts]
    best = max(range(len(parts)), key=lambda i: (shared[i], -i))
    last = best + 1 if best + 1 < len(parts) and len(parts[best]) + len(parts[best + 1]) <= 2 * _WHOLE else best
    start = text.index(parts[best])
    cut = text[start : text.index(parts[last], start + (len(parts[best]) if last > best else 0)) + len(parts[last])]
    return cut if len(cut) <= 3 * _WHOLE else cut[: 3 * _WHOLE].rsplit(" ", 1)[0] + " …"


def _tidy(frame: str) -> str:
    """Normalise blanks and commas before a quotation, where a slot is empty or a date ends in a comma."""
    tidy = " ".join(frame.split()).replace(" ,", ",").replace(",:", ":")
    return f"{tidy} " if frame.endswith(" ") else tidy
