"""Every wording in every language, with things, nouns, values and facts from data of several domains."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest
from test_tell import DAYPARTS, LANGUAGES, MAY_BE_NONE, NEEDS, pieces

from episodes_support import MUSIC
from soulkeep.errors import InputError
from soulkeep.graph.episodes.nouns import noun_of
from soulkeep.graph.episodes.tell import Templates
from soulkeep.graph.episodes.telling_facts import facts_of
from soulkeep.graph.files import read_file
from soulkeep.graph.knowledge import Knowledge
from soulkeep.graph.questions.asked import reader_of
from soulkeep.graph.terms import is_iri
from soulkeep.graph.verbalise.sentences import GraphStatement, spoken, verbalise
from soulkeep.graph.words.grammar_en import common, plural
from soulkeep.lang.calendar import how_long_ago
from soulkeep.lang.pack import PACKS

DATA = {
    "music": MUSIC,
    "lands": Path(__file__).parents[2] / "data" / "questions" / "lands.ttl",
    "cookery": Path(__file__).parents[2] / "data" / "questions" / "cookery.ttl",
}
NOW = datetime(2026, 5, 8, 18, 30, tzinfo=UTC)
TIMES = (timedelta(minutes=9), timedelta(days=1), timedelta(days=24), timedelta(days=500))
COUNTS = (0, 1, 2, 7, 12)
QUESTION = {"en": "Where is it?", "de": "Wo ist das?", "ko": "어디 있어?", "fr": "Où est-ce ?", "es": "¿Dónde está?",
            "ja": "どこですか。", "zh": "在哪里？"}  # fmt: skip
CASED = ("en", "de", "fr", "es")
Values = dict[str, Any]


@lru_cache(maxsize=3)
def known(domain: str) -> Knowledge:
    return Knowledge([read_file(DATA[domain]).data])


@lru_cache(maxsize=64)
def facts(domain: str) -> list[tuple[str, str, str]]:
    """Return a fact for each property that people speak of, of things with names: thing, property, value."""
    knowledge = known(domain)
    is_spoken = reader_of(knowledge).surroundings.is_spoken
    found: list[tuple[str, str, str]] = []
    for property in sorted(knowledge.schema.properties):
        if not is_spoken(property):
            continue
        pairs = sorted(knowledge.graph.pairs(property))
        found += [(one, property, value) for one, value in pairs if is_iri(one) and not value.startswith("_:")][:1]
    return [one for one in found if knowledge.lexicon.class_of(one[0]) is not None and len(one[2]) < 200]


@lru_cache(maxsize=1)
def slots(domain: str, language: str) -> tuple[Values, ...]:
    return tuple(_slots(domain, language))


def _slots(domain: str, language: str) -> Iterator[Values]:
    """Yield values for all slots, from each fact in turn, with counts and times that rotate with them."""
    knowledge = known(domain)
    lexicon = knowledge.lexicon
    told = facts(domain)
    for place, (thing, property, value) in enumerate(told):
        other = told[(place + 3) % len(told)][0]
        kind = lexicon.class_of(thing)
        assert kind is not None
        name, another = spoken(thing, lexicon, language), spoken(other, lexicon, language)
        if name == another:
            continue
        noun = spoken(kind, lexicon, language)
        noun = common(noun) if language == "en" else noun
        fact = verbalise([GraphStatement(thing, property, value)], lexicon, language, about=thing)
        described = verbalise(facts_of(thing, language, knowledge, most=1), lexicon, language, about=thing)
        ago = how_long_ago(NOW - TIMES[place % 4], NOW, language)
        n = COUNTS[place % 5]
        yield {
            "person": "Mary", "name": "Watson", "daypart": DAYPARTS[place % 5], "topics": [name, another],
            "entities": [name, another], "things": [name, another], "entity": name, "subject": name, "what": name,
            "thing": name, "other": another, "liked": another, "noun": noun, "fact": fact,
            "words": fact, "text": described or fact,
            "property": noun_of(property, lexicon, language), "properties": None,
            "value": lexicon.value(value, property, language), "description": spoken(value, lexicon, language),
            "ago": ago, "first_ago": how_long_ago(NOW - timedelta(days=800), NOW, language),
            "when": how_long_ago(NOW - timedelta(days=1), NOW, language), "question": QUESTION[language],
            "questions": [QUESTION[language]], "statements": [fact], "n": n, "of": 15, "more": n % 3,
            "minutes": 10 if place % 2 else 1, "asks": {"en": "when", "de": "wann"}.get(language), "sure": True,
            "people": place % 3 == 0, "counter": "개" if language == "ko" else None,
        }  # fmt: skip


def told_of(intent: str, every: Values) -> Iterator[Values]:
    """Yield the values that an intent is told with: all of them, and all but each of the values that may be missing."""
    values = {name: every[name] for name in NEEDS[intent].split()}
    if intent == "count":
        values["of"] = every["entity"]
    elif intent in ("past_yes", "same_question_trivia", "same_question_again"):
        values["n"] = max(values["n"], 1)
    elif intent == "same_question_annoyed":
        values["n"] = 5 + values["n"]
    elif intent == "tendency":
        values["n"] = 11
    elif intent == "what_is_known":
        values["text"] = f"{every['noun']} {every['value']}"
    yield values
    for missing in MAY_BE_NONE.get(intent, "").split():
        yield {**values, missing: None}


@lru_cache(maxsize=1024)
def wordings(folder: Path, language: str, intent: str) -> list[str]:
    """Return each wording of an intent, as an intent of its own in a folder of templates."""
    place = folder / language
    place.mkdir(exist_ok=True)
    names = []
    for number, piece in enumerate(pieces(PACKS / language / "templates" / f"{intent}.j2")):
        names.append(f"{intent}_{number}")
        (place / f"{names[-1]}.j2").write_text(piece, encoding="utf-8")
    return names


def renderings(apart: Templates, folder: Path, domain: str, language: str, intent: str) -> Iterator[tuple[str, Values]]:
    """Yield the text of every wording of an intent with the values of a domain; once for each set that differs."""
    told: set[str] = set()
    for every in slots(domain, language):
        for values in told_of(intent, every):
            if (same := repr(values)) in told:
                continue
            told.add(same)
            for alone in wordings(folder, language, intent):
                try:
                    yield apart.tell(alone, language, values, variant=0), values
                except InputError as error:
                    if not error.message.startswith("No wording"):
                        raise


def masked(text: str, values: Values) -> str:
    """Return a text with placeholders for its values, so that only the wording itself is looked at: X, or x for a small
    letter."""
    for sentence in {values.get("fact"), values.get("text")} - {None}:
        text = text.replace(str(sentence), "X." if str(sentence)[-1] in ".!?。！？" else "x X")
    names = [item for value in values.values() for item in (value if isinstance(value, list) else [value])]
    for name in sorted({one for one in names if isinstance(one, str) and len(one) > 1}, key=len, reverse=True):
        for said in {name, name[0].upper() + name[1:], plural(name)}:
            sign = "X" if said[0].isupper() or not said[0].isalpha() else "x"
            text = text.replace(said, sign + (said[-1] if said[-1] in ".?!。？！" else ""))
    return text


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder in which each wording lies alone."""
    return tmp_path_factory.mktemp("wordings")


@pytest.fixture(scope="module")
def apart(folder: Path) -> Templates:
    """Return the templates that tell the wordings; they are read once for all domains."""
    return Templates(folder)


@pytest.mark.parametrize("domain", DATA)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_wording_is_well_formed(domain: str, language: str, folder: Path, apart: Templates) -> None:
    wrong = {
        (intent, fault, text)
        for intent in sorted(NEEDS)
        for text, values in renderings(apart, folder, domain, language, intent)
        for fault in faults(text, values, language)
    }
    assert not wrong, "\n".join(f"{intent}: {fault}: {text}" for intent, fault, text in sorted(wrong)[:40])


def faults(text: str, values: Values, language: str) -> Iterator[str]:
    """Yield what is wrong with a text, as far as its form shows it."""
    plain = masked(text, values)
    for fault, pattern in _FAULTS.items():
        if language == "fr":  # where a blank stands before some marks
            plain = re.sub(r" ([!?:;])", r"\1", plain)
        if found := re.search(pattern, plain):
            yield f"{fault} {found[0]!r}"
    if re.search(r"https?:|urn:|\w_\w|\b[a-z]+[a-z][A-Z][a-z]", text):
        yield "a name of a program"
    for opening, closing in ("“”", "„“", "«»", "「」", "()", "（）"):
        if (language == "de") != (opening == "„") and opening in "“„":
            continue
        if text.count(opening) != text.count(closing):
            yield f"{opening}{closing}"
    if language in CASED and (found := re.search(r"(?:^|[.!?] )[“¿¡]*([a-zà-ÿ])", plain)):
        yield f"small letter {found[1]!r}"
    if language == "en":
        yield from _english(text)
    if language == "ko":
        yield from _korean(text)


_FAULTS = {
    "an empty slot": r"\s[,.!?;]|[„“]\s*[”“](?!\w)|\(\s*\)|: *$|: *[.,]|^[,.:;]",
    "none": r"\bNone\b(?! (?:of|that))|undefined",
    "blanks": r"\s\s",
    "a doubled word": r"\b([^\W\dXx]+) \1\b",
    "stops": r"[.,!?]{2}|。。|！。|\.[”»“]\.",
    "no stop": r"[^.!?。！？”“»」 ]$|[^.!?。！？ ] ?[”“»」]$",
    "a particle of both forms": r"[가-힣]\([가-힣]+\)|\([으이]\)",
    "one of many": r"\b1 (?:times|minutes|albums|Minuten|Fragen|fois de|veces|minutos)\b",
}


def _english(text: str) -> Iterator[str]:
    for found in re.finditer(r"\b([Aa]n?) (\w+)", text):
        read = found[2]
        spelt = re.match(r"[A-Z]{2,}", read)
        vowel = spelt[0][0] in "AEFHILMNORSX" if spelt else re.match(
            r"(?!uni(?!n)|us[aeiu]|eu|one\b)[aeiou]|hono|hour|heir|8|11\b|18\b", read, re.IGNORECASE
        ) is not None  # fmt: skip
        if found[1].lower() == ("a" if vowel else "an"):
            yield f"{found[0]!r}"
    if doubled := re.search(r"\b(?:(?:the|an?) (?:the|an?)|of of|is is)\b", text, re.IGNORECASE):
        yield f"{doubled[0]!r}"


def _korean(text: str) -> Iterator[str]:
    pairs = {"은": True, "는": False, "을": True, "를": False, "과": True, "와": False}
    for found in re.finditer(r"([가-힣])(은|는|을|를|과|와)(?=[ .,?!]|$)", text):
        closed = (ord(found[1]) - 0xAC00) % 28 > 0
        if closed != pairs[found[2]] and found[2] in "을를":  # the others end words of their own, too
            yield f"{found[0]!r}"
