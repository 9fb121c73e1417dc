"""The offline voice: an answer from memory, without a language model.

It quotes what is remembered, in the character's first person, and says where each thing comes from. It adds nothing of
its own, so it can't invent; and where no memory bears on what was asked, it says so. How it words that follows the
character's personality, and the same words never come twice in a row.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Sequence
from datetime import datetime
from itertools import islice, product
from typing import NamedTuple

from soulkeep.dialogue.fresh import again, fresh, turned
from soulkeep.dialogue.persona import Persona
from soulkeep.dialogue.phrases import Phrases, phrases_of, worded
from soulkeep.dialogue.references import label
from soulkeep.dialogue.second_person import told_to_face
from soulkeep.judgement.model import judge
from soulkeep.judgement.talk import asks_something, requests, says_nothing
from soulkeep.records import DERIVED, Hit, Memory, Recall
from soulkeep.text.function_words import telling_terms
from soulkeep.text.language import detect
from soulkeep.text.moments import ago, human_date
from soulkeep.text.names import proper_names
from soulkeep.text.sentences import sentences
from soulkeep.text.statements import statements
from soulkeep.text.terms import terms
from soulkeep.text.utterances import STATEMENT, WHETHER, utterance

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

_ALIKE_STATED = 0.7
"""The same where it isn't asked, and no telling word is shared."""

_STATED = 0.15
"""…or how much better a fact that it states must fit than its own words."""

_OVER = -0.25
"""Part of the score below which a question is about what a memory says that no longer holds."""

_GREETED = 1
"""Telling words that an introduction may hold, beside the name."""

_BAD = -0.3
"""Valence (-1…1) below which a statement is bad news."""

_NEARLY_AS_GOOD = 0.85
"""Share of the best answer's score that a further one must have."""


_TRIED = 64
"""Wordings of one answer that are compared with what was said lately."""

_OPENER_WORDS, _OPENER_CHARACTERS = 4, 24
"""Longest example line, or beginning of one, that may open an answer: "Elementary!"."""

_OPENERS = 3
"""One answer in so many opens with one."""


class Spoken(NamedTuple):
    """What the voice says: the text with and without labels, the memories in the order of their labels, and by whom."""

    text: str
    plain: str
    memories: tuple[Memory, ...]
    responder: str


def speak(
    said: str,
    recall: Recall,
    *,
    language: str,
    person: str | None,
    own_names: frozenset[str],
    now: datetime,
    persona: Persona | None = None,
    lately: Sequence[str] = (),
    found: Sequence[Hit] | None = None,
    facts: Sequence[str] = (),
) -> Spoken:
    """Answer from what came to mind.

    Args:
        said: what the person just said.
        recall: what came to mind.
        language: to speak in, ISO 639-1.
        person: whom the character faces.
        own_names: the speakers under which the character's own turns are stored.
        now: the present, in the person's time zone.
        persona: who the character is; shapes register, politeness and what opens an answer.
        lately: the character's own last texts, without labels, oldest first. The last one is never repeated, the others
            only if there is no other wording left.
        found: the hits that bear on it, where that is known already (`evidence`).
        facts: wordings of what is known of the person, as `text.wordings.fact_wording` makes them, the most important
            first; they answer what the person's name is, and what is known of them.
    """
    wordings = phrases_of(persona, language)
    variant = zlib.crc32(f"{said}|{now.isoformat()}".encode())
    asked = asks_something(said)
    if asked and facts and (known := told_to_face(said, facts, persona, person, language=language, lately=lately)):
        return Spoken(known, known, (), "voice")
    found = evidence(said, recall, language, own_names) if found is None else found
    quotes = [_quoted(hit.memory, said, wordings) for hit in found]
    if found and not asked and all(again(quote, lately) for quote in quotes):
        found = []  # who tells something isn't told the same again
    if not found:
        nothing = fresh(_without_memory(said, asked, wordings, language), lately, variant)
        return Spoken(nothing, nothing, (), "admission" if asked else "voice")
    told = [
        _told(hit.memory, quote, wordings, language, person, own_names, now)
        for hit, quote in zip(found, quotes, strict=True)
    ]
    if not asked and _is_bad_news(said, language):
        leads: tuple[str, ...] = _before_more(wordings.sorry, language)
    else:
        leads = _leads(quotes, asked, wordings, persona, language, lately, variant)
    slots = [turned(ways, variant >> 3 * i) for i, ways in enumerate([leads, *told, wordings.also])]
    slots[1:-1] = [sorted(ways, key=lambda way: again(way, lately)) for ways in slots[1:-1]]
    ways = (way[::-1] for way in islice(product(*reversed(slots)), _TRIED))  # what leads over varies first
    parts = {"".join(_joined(way)): way for way in ways}
    plain = fresh(tuple(parts), lately, 0)
    lead, *frames, also = parts[plain]
    text = lead + f" {also}".join(f"{frame} [{label(i)}]" for i, frame in enumerate(frames))
    return Spoken(text, plain, tuple(hit.memory for hit in found), "voice")


def _without_memory(said: str, asked: bool, wordings: Phrases, language: str) -> tuple[str, ...]:
    """The ways to answer where nothing is quoted."""
    if asked:
        return wordings.nothing
    if _is_bad_news(said, language):
        return wordings.sorry
    if requests(said):
        return wordings.unable
    return wordings.go_on if says_nothing(said, language) else wordings.noted


def _is_bad_news(said: str, language: str) -> bool:
    return judge(said).valence < _BAD


def _before_more(wordings: Sequence[str], language: str) -> tuple[str, ...]:
    """Sentences as they stand before another one."""
    blank = "" if language in ("ja", "zh") else " "
    return tuple(f"{wording}{blank}" for wording in wordings)


def _joined(way: Sequence[str]) -> Iterable[str]:
    lead, *frames, also = way
    return lead, f" {also}".join(frames)


def _leads(
    quotes: Sequence[str],
    asked: bool,
    wordings: Phrases,
    persona: Persona | None,
    language: str,
    lately: Sequence[str],
    variant: int,
) -> tuple[str, ...]:
    """What may stand before the answer."""
    if all(again(quote, lately) for quote in quotes):
        return wordings.again
    leads = ("",) if asked else wordings.reminded
    openers = _openers(persona, language) if persona is not None else ()
    if not openers or (variant >> 9) % _OPENERS or (lately and lately[-1].startswith(openers)):
        return leads
    opener = fresh(openers, lately, variant >> 5)
    (before,) = _before_more([opener], language)
    return tuple(f"{before}{lead}" for lead in leads)


def _openers(persona: Persona, language: str) -> tuple[str, ...]:
    """Exclamations of the character's example lines that commit it to nothing."""
    found: list[str] = []
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
            found.append(first)
    return tuple(dict.fromkeys(found))


def evidence(
    said: str, recall: Recall, language: str, own_names: frozenset[str], *, of_character: bool = False
) -> list[Hit]:
    """The hits that bear on what was said, and hold now as far as is known.

    Args:
        said, recall, language, own_names: as of `speak`.
        of_character: the character itself is asked about: what the person said of themselves answers nothing.
    """
    searched = recall.queries[0] if recall.queries else said  # with what the talk tells is meant
    asked = asks_something(said)
    if asked and not telling_terms(searched, language):
        return []  # "Who are you?" shares its words with anything
    if not asked and (requests(said) or says_nothing(said, language)):
        return []
    fitting = [hit for hit in recall.hits if _bears_on(hit, said, language, own_names)]
    if of_character:
        fitting = [hit for hit in fitting if hit.memory.speaker is None or hit.memory.speaker in own_names]
    ids = {hit.memory.id for hit in fitting}
    # What no longer holds is told only if there is nothing newer.
    standing = [hit for hit in fitting if not _is_over(hit) and hit.later not in ids] or fitting
    found: list[Hit] = []
    for hit in standing:
        if found and _fit(hit, recall) < _NEARLY_AS_GOOD * _fit(found[0], recall):
            break
        if hit.memory.speaker is None and any(other.memory.speaker is None for other in found):
            continue  # one passage is long enough
        found.append(hit)
    return found[:_MOST]


def _fit(hit: Hit, recall: Recall) -> float:
    """How well a hit fits, to compare it with another. Papers' scores hold what has nothing to do with that."""
    return hit.score if recall.confidence is not None else max(hit.coverage, hit.similarity)


def _bears_on(hit: Hit, said: str, language: str, own_names: frozenset[str]) -> bool:
    """Whether a hit tells of what was said: no question, no echo of it, nothing that only repeats other memories."""
    memory = hit.memory
    if memory.kind in DERIVED:
        return False  # the voice quotes what was said, not what was made of it
    if asks_something(memory.text) or (memory.speaker is not None and _tells_nothing(memory)):
        return False
    asked = asks_something(said)
    if not asked and (_only_introduces(memory) or not _shares_matter(hit, said, language)):
        return False
    if memory.speaker in own_names and (memory.references or memory.responder not in (None, "model")):
        return False  # told from memories or from what it knows: there is nothing in it of its own
    whether = utterance(said, language).asks == WHETHER  # "Did I adopt a cat?" is answered by the same words
    if not whether and set(terms(memory.text, language)) <= set(terms(said, language)):
        return False
    covered = _COVERED.get(language, _COVERED_ELSEWHERE)
    return hit.coverage >= covered or hit.similarity >= _ALIKE or hit.parts.get("stated", 0.0) >= _STATED


def _tells_nothing(memory: Memory) -> bool:
    """Whether a memory holds a greeting, a yes, or what the other was bidden to do, and nothing else."""
    return says_nothing(memory.text, memory.language) or requests(memory.text)


def _only_introduces(memory: Memory) -> bool:
    """Whether somebody said who they are, and nothing else."""
    language = memory.language
    said = statements(memory.text, language)
    names = set(terms(" ".join(one.value for one in said), language))
    only = bool(said) and all(one.relation == "name" for one in said)
    return only and len(telling_terms(memory.text, language) - names) <= _GREETED


def _shares_matter(hit: Hit, said: str, language: str) -> bool:
    """Whether a hit is about what a statement says: not only said in the same way, as "I'm a nurse" and "I'm Tom"."""
    if hit.similarity >= _ALIKE_STATED or hit.memory.language != language:
        return True
    return not telling_terms(said, language).isdisjoint(terms(hit.memory.text, language))


def _is_over(hit: Hit) -> bool:
    """Whether the question is about what a memory says that no longer holds."""
    return bool(hit.outdated) and hit.parts.get("outdated", 0.0) < _OVER


def _quoted(memory: Memory, said: str, wordings: Phrases) -> str:
    opening, closing = wordings.quotes
    return f"{opening}{_best_part(memory, said)}{closing}"


def _told(
    memory: Memory,
    quote: str,
    wordings: Phrases,
    language: str,
    person: str | None,
    own_names: frozenset[str],
    now: datetime,
) -> list[str]:
    """The ways to say what a memory holds, and where it comes from."""
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
    """The memory, or the neighbouring two of its sentences that share the most words with what was said."""
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
    """What stands before a quotation, with the blanks and commas as they should be where a slot is empty or a date ends
    in a comma."""
    tidy = " ".join(frame.split()).replace(" ,", ",").replace(",:", ":")
    return f"{tidy} " if frame.endswith(" ") else tidy
