"""Answers put as people put them: short where a sentence would be stilted, with units, ages and what tells first."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date

from soulkeep.graph.knowledge import Knowledge
from soulkeep.graph.questions.asked import reader_of
from soulkeep.graph.questions.forms import Form, Path, Step
from soulkeep.graph.questions.solve import Found, years_between
from soulkeep.graph.terms import is_literal, literal
from soulkeep.graph.verbalise.sentences import Statement, verbalise
from soulkeep.graph.vocabulary import XSD
from soulkeep.graph.words import grammar_en
from soulkeep.graph.words.frames import framed
from soulkeep.graph.words.grammar_de import german_article
from soulkeep.graph.words.measures import DURATION, MOMENT, measure
from soulkeep.graph.words.quantities import duration_of, unit_of
from soulkeep.graph.words.spoken import is_day, listed_words
from soulkeep.graph.words.spoken import spoken as spoken_name
from soulkeep.graph.words.verb_names import verb_name
from soulkeep.lang.particles import attached
from soulkeep.types.episodes import Understanding

_LONGEST = 300
"""Characters of a description that are told."""

_DAYS = {
    "en": ("1 day", "{} days"), "de": ("1 Tag", "{} Tage"), "ko": ("하루", "{}일"), "fr": ("1 jour", "{} jours"),
    "es": ("1 día", "{} días"), "ja": ("1日", "{}日"), "zh": ("1天", "{}天"),
}  # fmt: skip
_YEARS = {
    "en": ("1 year", "{} years"), "de": ("1 Jahr", "{} Jahre"), "ko": ("1년", "{}년"), "fr": ("1 an", "{} ans"),
    "es": ("1 año", "{} años"), "ja": ("1年", "{}年"), "zh": ("1年", "{}年"),
}  # fmt: skip
_OLD = {
    "en": "{} years old", "de": "{} Jahre alt", "ko": "{}살", "fr": "{} ans", "es": "{} años", "ja": "{}歳",
    "zh": "{}岁",
}  # fmt: skip
_NOW = {
    "en": "{} is {} now.", "de": "{} ist jetzt {}.", "ko": "지금은 {1}이야.", "fr": "{} a {} maintenant.",
    "es": "{} tiene {} ahora.", "ja": "今は{1}。", "zh": "现在{1}。",
}  # fmt: skip
_NOUNS = 12
"""Words of a description that may be but a noun."""

_ONE_ONLY = frozenset(("first", "second", "third", "last", "only", "most", "main", "capital", "former"))

_OLDEST = 120
"""Years after which nobody's age is told as if they lived."""


_ASKED_WORDS = {
    "en": {word: word for word in ("when", "where", "who", "how long", "how old")},
    "de": {"when": "wann", "where": "wo", "who": "wer"},
}


def asked_word(asks: str | None, language: str) -> str | None:
    """The question word to answer with, "when? I don't know"; None where it can't stand alone."""
    words = _ASKED_WORDS.get(language, {})
    return words.get(asks or "")


def is_well_put(step: Step, values: Sequence[str], language: str, knowledge: Knowledge) -> bool:
    """Whether a statement makes a sentence that people would say: by a pattern, a verb, or a short noun."""
    lexicon = knowledge.lexicon
    if framed(lexicon.sentence(step.property, language, inverse=step.inverse), inverse=step.inverse) is not None:
        return True
    if step.inverse or any(value.startswith("_:") for value in values):
        return False  # told of the other end, a sentence would be turned round: "what does she sail?"
    if language not in ("en", "ko"):
        return False
    if language == "ko":
        return any(spoken == "ko" for _, spoken in lexicon.labels(step.property))
    if verb_name(step.property, lexicon) is not None:
        return True
    noun = grammar_en.common(lexicon.noun(step.property, "en"))
    return len(noun.split()) <= 3 and "(" not in noun and noun.isascii()


def values(form: Form, found: Found, language: str, knowledge: Knowledge, *, most: int) -> str:
    """What was found, as a list; with what it is first by."""
    path = form.project or (form.links[0].path if len(form.links) == 1 else ())
    words = [word for value in found.values if (word := _word(value, path, language, knowledge))]
    text = listed_words(words, language, most=most)
    if form.order is not None and found.by is not None and not form.project:
        property = form.order.path[-1].property
        if unit_of(property, knowledge.lexicon) is not None or _is_duration(found.by):  # a bare number tells nothing
            text = f"{text} ({knowledge.lexicon.value(found.by, property, language)})"
    return sentence(text, language)


def _is_duration(value: str) -> bool:
    """Whether a value is a duration, which needs no unit."""
    found = measure(value) if is_literal(value) else None
    return found is not None and found.kind == DURATION


def _word(value: str, path: Path, language: str, knowledge: Knowledge) -> str:
    return knowledge.lexicon.value(value, path[-1].property if path else "", language)


def span(said: Understanding, form: Form, found: Found, knowledge: Knowledge) -> str:
    """How long it was from one date to another: an age, years, or days."""
    if found.number is None or len(found.values) < 2:
        return ""
    language = said.language
    first, last = (measure(value) for value in found.values[:2])
    if first is None or last is None:
        return ""
    if said.asks == "how old":
        return sentence(_told(_OLD, language).format(int(found.number)), language)
    hours = (last.low - first.low) * 24
    whole = first.low == first.high and last.low == last.high
    if whole and hours < 48 and hours != int(hours / 24) * 24:
        text = literal(duration_of(round(hours * 60) * 60), datatype=XSD + "duration")
        return sentence(knowledge.lexicon.value(text, "", language), language)
    if whole and (last.low - first.low) < 730:
        return sentence(_plural(_DAYS, language, round(last.low - first.low)), language)
    return sentence(_plural(_YEARS, language, int(found.number)), language)


def age(
    said: Understanding, property: str, found: Sequence[str], thing: str, knowledge: Knowledge, today: date | None
) -> str:
    """How old somebody is now, after when they were born; nothing where they died, or nobody asked."""
    if said.asks != "how old" or today is None or len(found) != 1:
        return ""
    born = measure(found[0])
    if born is None or born.kind != MOMENT:
        return ""
    ended = ("deathDate", "deathYear", "dissolutionDate", "dissolutionYear")
    if any(knowledge.lexicon.concept(name) in ended for name, _ in knowledge.graph.about(thing)):
        return ""
    years = years_between(found[0], literal(today.isoformat(), datatype=XSD + "date"))
    if years is None or not 0 <= years <= _OLDEST:
        return ""
    old = _told(_OLD, said.language).format(int(years))
    return " " + _told(_NOW, said.language).format(knowledge.lexicon.label(thing, said.language), old)


def bounded(form: Form, language: str, knowledge: Knowledge) -> str:
    """The values by which it is so, or isn't: "Moonwort costs 40 gold pieces, Emberroot 25 gold pieces."."""
    solver = reader_of(knowledge).known.solver
    lexicon = knowledge.lexicon
    told: list[str] = []
    for bound in form.bounds:
        named = [*form.among, *([bound.value] if bound.value.startswith("<") else [])]
        property = bound.path[-1].property
        compared = (
            len(bound.path) == 1 and lexicon.sentence(property, language) is not None and language in ("en", "de")
        )
        for one in named:
            reached = sorted(solver.reached(one, bound.path))
            found = [_word(value, bound.path, language, knowledge) for value in reached]
            if not found or any("boolean" in value for value in reached):
                continue
            if bound.sign == "has":
                told.append(listed_words(found, language, most=5))
            elif told and compared:
                on = "am " if language == "de" and all(is_day(value) for value in reached) else ""
                told[-1] += f", {lexicon.label(one, language)} {on}{listed_words(found, language, most=5)}"
            elif compared:
                text = verbalise([Statement(one, property, value) for value in reached], lexicon, language)
                told.append(text.rstrip(".") if reached else "")
            else:
                told.append(f"{lexicon.label(one, language)}: {listed_words(found, language, most=5)}")
    return sentence("; ".join(dict.fromkeys(told)), language) if told else ""


def description(thing: str, language: str, knowledge: Knowledge, *, foreign: bool = True) -> str:
    """What the data says that a thing is, in the language, else (`foreign`) in English."""
    lexicon = knowledge.lexicon
    texts = list(lexicon.descriptions(thing))
    for wanted in (language, "", "en") if foreign else (language, ""):
        for text, spoken in texts:
            if spoken.split("-")[0] == wanted and text.strip():
                put = _put(_cut(text.strip()), spoken_name(thing, lexicon, language), language)
                return put if spoken in (language, "") else sentence(_cut(text.strip()), language)
    return ""


def _put(text: str, name: str, language: str) -> str:
    """A description as a sentence: those of some vocabularies are but a noun, "mountain in Valdora"."""
    if text[-1] in ".!?。…" or len(text.split()) > _NOUNS or not name:
        return sentence(text, language)
    if language == "en":
        first = text.split()[0].casefold()
        definite = first.endswith("est") or first in _ONE_ONLY or first[0].isdigit()
        return sentence(f"{name} is {f'the {text}' if definite else grammar_en.indefinite(text)}", language)
    if language == "ko":
        return sentence(attached(attached(name, "은(는) ") + text, "(이)야"), language)
    if language == "de" and (article := german_article(text)):
        return sentence(f"{name} ist {article} {text}", language)
    return sentence(f"{name}: {text}", language)


def articled(text: str, message: str, names: Sequence[str]) -> str:
    """An English answer with "the" before names that the question said with it: the Frost Elixir."""
    for name in sorted(names, key=len, reverse=True):
        said = re.search(rf"\bthe {re.escape(name)}\b", message, re.IGNORECASE)
        if said is None or name.casefold().startswith("the "):
            continue
        bare = rf"(?<![\w“\"'’-])(?<!\b[Tt]he )(?<!\b[Aa] ){re.escape(name)}(?![\w-])"
        text = re.sub(bare, f"the {name}", text)
        text = re.sub(rf"(^|[.!?:] )the (?={re.escape(name)})", lambda found: f"{found[1]}The ", text)
    return text


def _cut(text: str) -> str:
    if len(text) <= _LONGEST:
        return text
    end = max(text.rfind(stop, 0, _LONGEST) for stop in (". ", "。", "! ", "? "))
    return text[: end + 1] if end > 60 else f"{text[:_LONGEST].rstrip()}…"


def _plural(words: dict[str, tuple[str, str]], language: str, number: int) -> str:
    one, many = words.get(language, words["en"])
    return one if number == 1 else many.format(number)


def _told(words: dict[str, str], language: str) -> str:
    return words.get(language, words["en"])


def sentence(text: str, language: str) -> str:
    """Words as a sentence: with a capital and a stop, unless they have one."""
    if not text or text[-1] in ".!?。…":
        return text
    return f"{text[0].upper()}{text[1:]}{'。' if language in ('ja', 'zh') else '.'}"
