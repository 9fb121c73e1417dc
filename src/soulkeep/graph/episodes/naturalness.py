"""Check whether a statement makes a natural sentence; if not, the values are given without one."""

from __future__ import annotations

import re
from collections.abc import Sequence

from soulkeep.graph.episodes.echoes import takes_up
from soulkeep.graph.knowledge import Knowledge
from soulkeep.graph.questions.forms import PathStep
from soulkeep.graph.terms import is_iri, is_literal, local_name
from soulkeep.graph.words import grammar_en
from soulkeep.graph.words.articles import bare_words, is_work
from soulkeep.graph.words.bare_names import stands_bare, stands_for_kind
from soulkeep.graph.words.frames import framed
from soulkeep.graph.words.measures import NUMBER, TIME, measure
from soulkeep.graph.words.spoken import is_day, is_partial_date
from soulkeep.graph.words.verb_names import verb_name
from soulkeep.lang.classes import is_noun

_STILTED = re.compile(
    r"\}['’]s |^(?:The|A|In|On|One) |\b(?:child|parent|home|birthplace|part) of \{|\bis (?:where|related|acquainted)\b"
    r"|거나 |\bsibling\b|\binclude|\bamount to\b| or |\btributar"
    r"|^(?:Zu|In|Bei|Für|An|Auf|Von|Aus|Die|Der|Das) |\bgehör|\blautet\b|\bbefinde[nt]\b|\bOrt von\b"
    r"|\bist (?:der|die|das|ein|eine) \w+ von\b"
)
"""Patterns that are correct but stilted as answers: "X's genre is Y"."""


def is_well_put(
    step: PathStep,
    begins: Sequence[str],
    values: Sequence[str],
    language: str,
    knowledge: Knowledge,
    asked: str = "",
    *,
    as_asked: bool = True,
    brief: bool = False,
) -> bool:
    """Return whether a statement certainly makes a natural sentence: by a good pattern or an active verb, in the
    question's words, and with names that can stand in it.

    Args:
        step: the property, with its direction.
        begins: the things that the statement is about.
        values: the values found.
        language: the answer's language, ISO 639-1.
        knowledge: the character's knowledge.
        asked: the question.
        as_asked: whether the sentence must use the question's own words.
        brief: whether only a sentence that the data itself gives will do.
    """
    lexicon = knowledge.lexicon
    pattern = lexicon.sentence(step.property, language, inverse=step.inverse)
    own = framed(pattern, inverse=step.inverse) is not None
    if own and lexicon.is_own_sentence(step.property, language, inverse=step.inverse):
        return True
    if brief or (language == "en" and pattern and pattern.endswith(" long") and _TAKES_LONG.search(asked)):
        return False  # for example "how long did it last?"
    if as_asked and asked and not takes_up(_words(step.property, pattern, language, knowledge), asked, language):
        return False
    if any(value.startswith("_:") for value in values):
        return False
    if any((amount := measure(value)) is not None and amount.kind == TIME for value in values):
        return False  # what begins at half past four began so yesterday, and will tomorrow
    if language in ("en", "de"):
        kinds = stands_for_kind(step.property, lexicon)
        named = [*begins, *(() if kinds else values)]
        if not all(stands_bare(one, lexicon, language, asked=asked) for one in named):
            return False
    if language == "en" and any(is_of_several(one, knowledge) for one in begins):
        return False
    of_things = pattern is not None and _STILTED_OF_THINGS.search(pattern) is not None
    if language == "ko" and of_things and not all(lexicon.is_person(one) for one in begins):
        return False
    if own and pattern is not None:
        return _STILTED.search(pattern) is None
    if step.inverse or language != "en":
        return False  # the question is about the other end, so the sentence would be inverted: "what does she sail?"
    verb = verb_name(step.property, lexicon)
    if verb is None and len(values) == 1 and is_literal(values[0]):
        number = measure(values[0])
        noun = lexicon.noun(step.property, "en").removeprefix("number of ")
        return number is not None and number.kind == NUMBER and grammar_en.is_plural(noun) and len(noun.split()) < 3
    if verb is None or (len(verb.split()) == 1 and any(is_day(one) or is_partial_date(one) for one in values)):
        return False
    return re.match(r"(?:was|are|were|has|had)\b", verb) is None or grammar_en.is_event(verb.split()[1])


_TAKES_LONG = re.compile(r"\bhow long (?:did|do|does|will|can|has|have|until|till)\b", re.IGNORECASE)


def _words(property: str, pattern: str | None, language: str, knowledge: Knowledge) -> str:
    """Return the words of a statement besides its names."""
    if pattern is not None:
        return re.sub(r"\{(?:subject|object)\}", " ", pattern)
    verb = verb_name(property, knowledge.lexicon) if language == "en" else None
    return verb or knowledge.lexicon.noun(property, language)


_STILTED_OF_THINGS = re.compile(r"^\{subject\}의 |곳이야$|직장이야$")


_CODE = re.compile(r"[A-Za-z]{1,12}[-_ ]?\d+(?:[-_]\w+)?")


def is_sayable(term: str, knowledge: Knowledge) -> bool:
    """Return whether a value can be said: neither true nor false, nor a thing with only a number for a name."""
    if is_literal(term):
        return not term.endswith("boolean>")
    lexicon = knowledge.lexicon
    return lexicon.has_label(term) or _CODE.fullmatch(local_name(term)) is None


def is_of_several(term: str, knowledge: Knowledge) -> bool:
    """Return whether an English name is a plural, which needs plural verbs: the Iron Gulls."""
    lexicon = knowledge.lexicon
    if not is_iri(term) or lexicon.is_person(term):
        return False
    kind, name = lexicon.class_of(term), lexicon.label(term, "en")
    work = kind is not None and is_work(lexicon.label(kind, "en"))
    if work or re.search("['’]| v ", name) or not grammar_en.is_plural(name):
        return False
    grouped = {one.casefold().split(" ")[-1] for one in lexicon.kinds(term)} & bare_words("several")
    agents = bool(grouped) or knowledge.schema.is_agent(lexicon.types(term))
    if not (agents or name.startswith("The ") or lexicon.has_article(term)):
        return False
    return name.startswith("The ") or (len(name.split()) > 1 and is_noun(name.split()[-1].casefold().removesuffix("s")))
