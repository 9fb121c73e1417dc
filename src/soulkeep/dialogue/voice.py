"""The offline voice: an answer from memory, without a language model.

It quotes what is remembered, in the character's first person, and says where each thing comes from. It adds nothing of
its own, so it can't invent; and where no memory bears on what was asked, it says so. How it words that follows the
character's personality, and the same words never come twice in a row.
"""

from __future__ import annotations

import zlib
from collections.abc import Container, Iterable, Sequence
from datetime import datetime
from itertools import islice, product
from typing import NamedTuple

from soulkeep.dialogue.answering import answers
from soulkeep.dialogue.fresh import again, fresh, turned
from soulkeep.dialogue.persona import Persona
from soulkeep.dialogue.phrases import Phrases, phrases_of, worded
from soulkeep.dialogue.references import label
from soulkeep.dialogue.second_person import told_to_face
from soulkeep.judgement.model import Judgement, judge
from soulkeep.judgement.talk import asks_something, requests, says_nothing
from soulkeep.records import DERIVED, Hit, Memory, Recall
from soulkeep.text.asked_facts import asked_fact
from soulkeep.text.function_words import telling_terms
from soulkeep.text.language import detect
from soulkeep.text.moments import ago, human_date
from soulkeep.text.names import proper_names
from soulkeep.text.questions import asks_of_past
from soulkeep.text.selfhood import speaks_of_self
from soulkeep.text.sentences import sentences
from soulkeep.text.statements import endings, statements
from soulkeep.text.terms import terms
from soulkeep.text.utterances import STATEMENT, WHETHER, utterance

_WHOLE = 240
"""Characters up to which a memory is quoted whole; of a longer one, the sentences that answer best."""

_MOST = 2
"""Memories of one answer."""

_COVERED, _ALIKE = 0.4, 0.55
"""Share of the question's words that a passage must hold to be looked at, or how alike (cosine) it must be."""
_SURE = 0.55
"""How likely a memory must answer to be told as the answer…"""
_PERHAPS = 0.25
"""…or as what may be it."""

_ALIKE_STATED = 0.7
"""How alike in meaning (cosine) a memory must be to a statement that shares no two telling words with it."""
_SHARED = 2

_OVER = -0.25
"""Part of the score below which a question is about what a memory says that no longer holds."""

_GREETED = 1
"""Telling words that an introduction may hold, beside the name."""

_BAD, _GOOD = -0.3, 0.4
"""Valence (-1…1) below which a statement is bad news, and above which it is good…"""
_SURELY_BAD = -0.8
"""…and below which a bare fact is."""
_HINTS = 0.2
"""How likely a memory must say that something is over to be told in place of an earlier one with words asked for…"""
_ENDS, _SAME_MATTER = 0.4, 0.35
"""…and if it shares none, nor a name, and how likely both must be about the same matter then."""
_BRIEF = 6
"""Telling words of a memory that tells of one thing only."""
_LASTS = 0.5
"""How likely something lasting or planned must be told to be worth a promise to remember it."""
_JOKE = 0.5
_GRAVE = 0.25
"""How likely something must be a joke to be laughed at, and how likely it may be about an illness or a death."""

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
    unsure = asked and bool(found) and not _is_sure(said, recall, language, found[0])
    if found and not asked and all(again(quote, lately) for quote in quotes):
        found = []  # who tells something isn't told the same again
    if not found:
        nothing = fresh(_without_memory(said, asked, wordings, language), lately, variant)
        return Spoken(nothing, nothing, (), "admission" if asked else "voice")
    told = [
        _told(hit.memory, quote, wordings, language, person, own_names, now)
        for hit, quote in zip(found, quotes, strict=True)
    ]
    if not asked and _is_bad_news(said, judge(said), language):
        leads: tuple[str, ...] = _before_more(wordings.sorry, language)
    else:
        leads = wordings.unsure if unsure else _leads(quotes, asked, wordings, persona, language, lately, variant)
    slots = [turned(ways, variant >> 3 * i) for i, ways in enumerate([leads, *told, wordings.also])]
    slots[1:-1] = [sorted(ways, key=lambda way: again(way, lately)) for ways in slots[1:-1]]
    ways = (way[::-1] for way in islice(product(*reversed(slots)), _TRIED))  # what leads over varies first
    parts = {"".join(_joined(way)): way for way in ways}
    plain = fresh(tuple(parts), lately, 0)
    lead, *frames, also = parts[plain]
    text = lead + f" {also}".join(f"{frame} [{label(i)}]" for i, frame in enumerate(frames))
    return Spoken(text, plain, tuple(hit.memory for hit in found), "voice")


def _without_memory(said: str, asked: bool, wordings: Phrases, language: str) -> tuple[str, ...]:
    """The ways to answer where nothing is quoted: how what is said is taken, and then whether it is kept in mind."""
    if asked:
        return wordings.nothing
    seen = judge(said)
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
    """Whether one may laugh: nobody does at a smiley alone, nor at what may be an illness or a death."""
    grave = seen.matters["health"] + seen.matters["death"]
    return seen.kinds["joke"] >= _JOKE and grave < _GRAVE and bool(telling_terms(said, language))


def _is_bad_news(said: str, seen: Judgement, language: str) -> bool:
    """Whether one may be sorry; for a bare fact, as where somebody lives, only if it is surely bad."""
    bad = _SURELY_BAD if statements(said, language) else _BAD
    return seen.valence < bad and seen.kind not in ("joke", "request")


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
    fitting = [hit for hit in recall.hits if _bears_on(hit, said, language, own_names, asked=asked)]
    if asked and speaks_of_self(said, language):  # no book knows of them
        fitting = [hit for hit in fitting if hit.memory.speaker is not None] or fitting
    if of_character:
        fitting = [hit for hit in fitting if hit.memory.speaker is None or hit.memory.speaker in own_names]
    if asked:
        fitting = [hit for hit in fitting if hit.memory.speaker is not None or _read(hit)]
        seen = answers(said, language, fitting, recall.confidence)
        fitting = [one.hit for one in seen if one.likely >= _PERHAPS or _value(said, language, one.hit.memory)]
    ids = {hit.memory.id for hit in fitting}
    # What no longer holds is told only if there is nothing newer.
    standing = [hit for hit in fitting if not _is_over(hit) and hit.later not in ids] or fitting
    if asked:
        past = asks_of_past(said, language)
        return [_newest(hit, recall.hits, said, own_names, past=past) for hit in standing[:1]]
    found: list[Hit] = []
    for hit in standing:
        if found and hit.score < _NEARLY_AS_GOOD * found[0].score:
            break
        if hit.memory.speaker is None and any(other.memory.speaker is None for other in found):
            continue  # one passage is long enough
        found.append(hit)
    return found[:_MOST]


def _read(hit: Hit) -> bool:
    """Whether a passage holds enough of what is asked: books are large, and something in them is always near."""
    return hit.coverage >= _COVERED or hit.similarity >= _ALIKE


def _newest(told: Hit, hits: Sequence[Hit], said: str, own_names: frozenset[str], *, past: bool) -> Hit:
    """What is to be told in place of a memory: what its speaker said last of the matter being over, or otherwise, if
    they did. Who asks of the past is told how it was, even if it is otherwise now."""
    memory = told.memory
    before = judge(memory.text)
    words = telling_terms(memory.text, memory.language)
    asked = telling_terms(said, memory.language)
    named = set(terms(" ".join(proper_names(memory.text)), memory.language))
    single = set() if past else {one.relation for one in statements(memory.text, memory.language) if one.single}
    later = [
        hit
        for hit in hits
        if hit.memory.speaker == memory.speaker not in own_names
        and hit.memory.kind not in DERIVED
        and _concerns(said, hit.memory, memory)
        and hit.memory.time is not None
        and memory.time is not None
        and (hit.memory.time > memory.time or (told.outdated and not hit.outdated and hit.memory.time == memory.time))
        and (
            judge(hit.memory.text).ends >= _HINTS
            or endings(hit.memory.text, hit.memory.language)
            or _states(hit.memory, single)
        )
    ]
    for hit in sorted(later, key=lambda hit: hit.memory.time or memory.time, reverse=True):  # type: ignore[arg-type, return-value]
        if _states(hit.memory, single):
            return hit
        after = judge(hit.memory.text)
        alike = sum(before.matters[name] * after.matters[name] for name in before.matters if name != "other")
        over = bool(endings(hit.memory.text, hit.memory.language))
        shared = words & telling_terms(hit.memory.text, hit.memory.language)
        if (alike >= _SAME_MATTER and after.ends >= _ENDS) or (
            shared and (over or len(shared) >= _SHARED or not shared.isdisjoint(asked | named))
        ):
            return hit
    return told


def _concerns(said: str, memory: Memory, before: Memory) -> bool:
    """Whether what came later is about what is asked, where an earlier memory tells of several things."""
    if len(telling_terms(before.text, before.language)) <= _BRIEF:
        return True
    if not telling_terms(said, memory.language).isdisjoint(telling_terms(memory.text, memory.language)):
        return True
    asked, after = judge(said), judge(memory.text)
    return sum(asked.matters[name] * after.matters[name] for name in asked.matters if name != "other") >= _SAME_MATTER


def _states(memory: Memory, relations: Container[str]) -> bool:
    """Whether a memory states something of one of some relations."""
    return any(one.relation in relations for one in statements(memory.text, memory.language))


def _value(said: str, language: str, memory: Memory) -> str:
    """The value of the fact about the asker that is asked for, if a memory states it in so many words; else ""."""
    relation = asked_fact(said, language)
    found = statements(memory.text, memory.language) if relation else []
    return next((one.value for one in found if one.relation == relation), "")


def _is_sure(said: str, recall: Recall, language: str, hit: Hit) -> bool:
    """Whether a hit surely answers a question: it states just the fact that is asked for, or it is judged so."""
    if _value(said, language, hit.memory):
        return True
    seen = answers(said, language, recall.hits, recall.confidence)  # beside its rivals
    return any(one.likely >= _SURE and one.hit.memory.id == hit.memory.id for one in seen)


def _bears_on(hit: Hit, said: str, language: str, own_names: frozenset[str], *, asked: bool) -> bool:
    """Whether a hit tells of what was said: no question, no echo of it, nothing that only repeats other memories."""
    memory = hit.memory
    if memory.kind in DERIVED:
        return False  # the voice quotes what was said, not what was made of it
    if asks_something(memory.text) or (memory.speaker is not None and _tells_nothing(memory)):
        return False
    if not asked and (_only_introduces(memory) or not _shares_matter(hit, said, language)):
        return False
    if memory.speaker in own_names and (memory.references or memory.responder not in (None, "model")):
        return False  # told from memories or from what it knows: there is nothing in it of its own
    whether = utterance(said, language).asks == WHETHER  # "Did I adopt a cat?" is answered by the same words
    return whether or not set(terms(memory.text, language)) <= set(terms(said, language))


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
    return len(telling_terms(said, language) & set(terms(hit.memory.text, language))) >= _SHARED


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
