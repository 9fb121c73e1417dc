"""Natural wording of answers: short where a sentence would be stilted, with units, ages and prepositions."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date

from soulkeep.graph.episodes.as_asked import as_asked
from soulkeep.graph.episodes.connectives import ENDS
from soulkeep.graph.episodes.listing import alone, named, sentence
from soulkeep.graph.episodes.nouns import counter_of
from soulkeep.graph.episodes.places import IN_WHICH, after_asked_preposition, where
from soulkeep.graph.episodes.pronouns import with_pronoun
from soulkeep.graph.episodes.spelling import spelt
from soulkeep.graph.knowledge import Knowledge
from soulkeep.graph.questions.asked import reader_of
from soulkeep.graph.questions.forms import THINGS, Form
from soulkeep.graph.questions.qualifiers import qualifiers
from soulkeep.graph.questions.solve import Solution, years_between
from soulkeep.graph.questions.spans import is_end
from soulkeep.graph.questions.wordbook import dimension_support
from soulkeep.graph.terms import is_iri, is_literal, literal
from soulkeep.graph.vocabulary import XSD
from soulkeep.graph.words import grammar_en
from soulkeep.graph.words.grammar_de import dative, nominative
from soulkeep.graph.words.kinds import people
from soulkeep.graph.words.measures import DURATION, MOMENT, NUMBER, TIME, measure
from soulkeep.graph.words.quantities import duration_of, grouped, unit_of
from soulkeep.graph.words.spoken import is_day
from soulkeep.graph.words.spoken import spoken as spoken_name
from soulkeep.lang.classes import is_noun
from soulkeep.lang.pack import pattern, subject, wording
from soulkeep.lang.sentences import sentences
from soulkeep.types.episodes import Understanding

_OF_AGE = 0.6
"""Least nearness of a property to the words for ages, for its number to be one."""

_COUNT = re.compile(r"\d[\d,]*")
_OLDEST_THING = 1e10
"""Greatest age, in years, that is told of a thing."""

_OLDEST = 120
"""Greatest age, in years, that is told of somebody as alive."""


def values(
    form: Form,
    found: Solution,
    language: str,
    knowledge: Knowledge,
    *,
    most: int,
    asks: str | None = None,
    asked: str = "",
) -> str:
    """Return the values found as a list, with the value that makes one first, or with prepositions of place.

    Args:
        form: the question's form.
        found: its solution.
        language: the language to answer in.
        knowledge: the data that the values come from.
        most: the greatest number of values that are named.
        asks: the question word, as in `Utterance.asks`.
        asked: the question, if there is one.
    """
    path = form.project or (form.links[0].path if len(form.links) == 1 else ())
    property = path[-1].property if path else ""
    placed = asks == "where" or (language == "de" and IN_WHICH.search(asked) is not None)
    text = named(found.values, property, language, knowledge, most=most, asked=None if placed else asked)
    if placed:
        put = where(text, found.values, property, asked, language, knowledge.lexicon)
        return alone(put, language, asked) if put == text else sentence(put, language)
    if language == "de" and (put := after_asked_preposition(text, found.values, asked, knowledge.lexicon)) != text:
        return sentence(put, language)
    if language == "ko" and _COUNT.fullmatch(text) and (counter := counter_of(asked)) is not None:
        text += counter
    text = as_asked(text, found.values, language, asked, knowledge, ordered=form.order is not None)
    if asks == "when" and len(found.values) == 1 and is_day(found.values[0]):
        text = str(subject("amounts", language).get("on_day", "{}")).format(text)
    if form.order is not None and found.by is not None and not form.project and found.values:
        property = form.order.path[-1].property
        unit = unit_of(property, knowledge.lexicon)
        if unit is not None or _is_duration(found.by):  # a number alone tells nothing
            by = knowledge.lexicon.value(found.by, property, language)
            of_time = unit is not None and unit.quantity == "time"
            has = of_time and knowledge.lexicon.is_person(found.values[0])
            with_it = subject("amounts", language).get("first_with") if has else None
            timed = of_time or _is_duration(found.by)
            if language == "ko":
                return f"{alone(text, language)} {alone(by, language)}"
            text = str(with_it or _with_superlative(asked, language, timed=timed)).format(text, by)
            text = dative(text) if language == "de" else text
    if language == "en" and path and not form.project and (does := _of_a_living(text, form, asked, knowledge)):
        return does
    if language == "en" and asks == "why" and all(map(is_iri, found.values)):
        person = any(knowledge.lexicon.is_person(one) for one in found.values)
        the = "" if person or text.startswith("the ") else "the "
        text = f"because of {the}{re.sub('^The ', '', text) if the else text}"
    return alone(text, language, asked)


_LIVING = re.compile(r"\bdo(?:es|ing)? for (?:a living|work|a job)\b|\bwhat do(?:es)? .{1,60} do\W*$", re.IGNORECASE)


def _of_a_living(text: str, form: Form, asked: str, knowledge: Knowledge) -> str:
    """Return what somebody is as a sentence, for what they do for a living: "Mo is a baker."; else ""."""
    if _LIVING.search(asked) is None or not re.match(r"an? ", text):
        return ""
    anchor = form.links[0].anchor
    name = spoken_name(anchor, knowledge.lexicon, "en")
    being = "was" if re.search(r"\bdid\b", asked, re.IGNORECASE) else "is"
    said = f"{name} {being} {text}"
    if name.casefold() not in asked.casefold():
        said = with_pronoun(said, name, asked, "en", person=knowledge.lexicon.is_person(anchor)) or said
    return sentence(said, "en")


def _with_superlative(asked: str, language: str, *, timed: bool) -> str:
    """Return the wording of a first thing with its measure, as a question's superlative wants it: "in 3 days" for the
    fastest, of what takes time (`timed`), "at 12 metres" for the highest."""
    others: list[tuple[str, str, bool]] = subject("amounts", language).get("first_bys", [])
    fitting = (told for wanted, told, of_time in others if (timed or not of_time) and re.search(wanted, asked, re.I))
    return next(fitting, _told("first_by", language))


def as_many_as_asked(values: tuple[str, ...], form: Form, language: str, asked: str) -> tuple[str, ...]:
    """Return the values to tell: the first alone, if the question wants "one of" them."""
    one_of = pattern("questions", "one_of", language) if form.wants == THINGS and len(values) > 1 else None
    return values if one_of is None or one_of.search(asked.casefold()) is None else values[:1]


def _is_duration(value: str) -> bool:
    """Return whether a value is a duration, which needs no unit."""
    measured = measure(value) if is_literal(value) else None
    return measured is not None and measured.kind == DURATION


def span(said: Understanding, form: Form, found: Solution, knowledge: Knowledge, asked: str = "") -> str:
    """Return the time between two dates in words: an age, years, or days."""
    if found.number is None or len(found.values) < 2:
        return ""
    language = said.language
    first, last = (measure(value) for value in found.values[:2])
    if first is None or last is None:
        return ""
    if said.asks == "how old":
        return alone(_of_age(asked, language).format(int(found.number)), language)
    if first.kind == TIME:
        text = literal(duration_of(last.low - first.low), datatype=XSD + "duration")
        return alone(knowledge.lexicon.value(text, "", language), language, asked)
    hours = (last.low - first.low) * 24
    whole = first.low == first.high and last.low == last.high
    if whole and hours < 48 and hours != int(hours / 24) * 24:
        text = literal(duration_of(round(hours * 60) * 60), datatype=XSD + "duration")
        return alone(knowledge.lexicon.value(text, "", language), language, asked)
    if whole and (last.low - first.low) < 730:
        return alone(_plural("days", language, round(last.low - first.low)), language, asked)
    return alone(_plural("years", language, int(found.number)), language, asked)


def _of_age(asked: str, language: str) -> str:
    """Return the wording of an age that fits a question: "78 years old", "at 78" for "at what age"."""
    ages: list[tuple[str, str]] = subject("amounts", language).get("ages", [])
    fitting = (told for wanted, told in ages if re.search(wanted, asked, re.IGNORECASE))
    return next(fitting, _told("old", language))


_DONE_BY = re.compile(r"(?<= )is (\w+)(?= by )")


def in_the_past(text: str, asked: str) -> str:
    """Return an answer in the past tense, where the question is: "Who trained her?" – "She was trained by …"."""
    if re.search(r"\bdid\b.{0,80}?\bhave\b", asked, re.IGNORECASE):
        text = re.sub(r"(?<= )has (?=\d)", "had ", text, count=1)
    done = _DONE_BY.search(text)
    if (
        done is None
        or re.search(rf"\b(?:who|which \w+|what) {done[1]}\b|\b(?:was|did)\b", asked, re.IGNORECASE) is None
    ):
        return text
    return f"{text[: done.start()]}was{text[done.start() + 2 :]}"


def as_spoken_of(text: str, thing: str, said: Understanding, knowledge: Knowledge, asked: str) -> str:
    """Return an answering sentence, with a pronoun for a name that the question left out; "" if its subject isn't the
    thing, so that the values are better given alone.

    Args:
        text: the sentence.
        thing: the thing that was asked about.
        said: the understood question.
        knowledge: the data with the thing's names.
        asked: the question.
    """
    language = said.language
    name = spoken_name(thing, knowledge.lexicon, language)
    together = pattern("amounts", "together", language)
    if not text.casefold().startswith(name.casefold()):
        return "" if together is not None else text
    if together is not None and together.match(text[len(name) :]):
        return ""
    text = in_the_past(text, asked) if language == "en" else text
    if language == "ko" and name in asked and len(sentences(text)) == 1:
        return with_pronoun(text, name, asked, language, person=False) or text  # Korean leaves out what was just named
    if "entity" not in said.carried or name.casefold() in asked.casefold():
        return text
    return with_pronoun(text, name, asked, language, person=knowledge.lexicon.is_person(thing)) or ""


def age(
    said: Understanding,
    property: str,
    found: Sequence[str],
    thing: str,
    knowledge: Knowledge,
    today: date | None,
    asked: str,
) -> str:
    """Return the age of somebody who is alive as the answer to "how old"; "" if they died, or it wasn't asked.

    Args:
        said: the understood question.
        property: the property that it asks for.
        found: the property's values.
        thing: the person.
        knowledge: the data that the values come from.
        today: the date to compute the age at; None if it is unknown.
        asked: the question.
    """
    if said.asks != "how old" or today is None or len(found) != 1:
        return ""
    born = measure(found[0])
    if born is not None and born.kind == NUMBER and unit_of(property, knowledge.lexicon) is None:
        near = dimension_support(reader_of(knowledge).known.wordbook, "age").get(property, 0.0)
        if near <= _OF_AGE or not 0 <= born.low <= _OLDEST_THING or born.low != int(born.low):
            return ""
        number = grouped(born.low, str(int(born.low)), said.language)
        return alone(_of_age(asked, said.language).format(number), said.language)
    if born is None or born.kind != MOMENT:
        return ""
    if any(knowledge.lexicon.concept(name) in ENDS for name, _ in knowledge.graph.about(thing)):
        return ""
    years = _years_since(found[0], today)
    oldest = _OLDEST if knowledge.lexicon.is_person(thing) else _OLDEST_THING
    if years is None or not 0 <= years <= oldest:
        return ""
    of_person = subject("amounts", said.language).get("age_of_person") if knowledge.lexicon.is_person(thing) else None
    return alone(str(of_person or _told("old", said.language)).format(int(years)), said.language)


def _years_since(value: str, today: date) -> float | None:
    """Return the whole years from a date in the data until today."""
    return years_between(value, literal(today.isoformat(), datatype=XSD + "date"))


def until_today(
    said: Understanding, found: Sequence[str], thing: str, knowledge: Knowledge, today: date | None, asked: str
) -> str:
    """Return since when something has been so, and for how many years, as the answer to "how long has"; "" if it wasn't
    asked, or hasn't begun.

    Args:
        said: the understood question.
        found: the values found.
        thing: the thing asked about, of which nothing may have ended.
        knowledge: the data that the values come from.
        today: the date to compute the years at; None if it is unknown.
        asked: the question.
    """
    since = subject("amounts", said.language).get("till_now")
    if said.asks != "how long" or since is None or today is None or len(found) != 1:
        return ""
    began = measure(found[0])
    if qualifiers(spelt(asked, said.language), said.language).till_now is None or began is None or began.kind != MOMENT:
        return ""
    wordbook, lexicon = reader_of(knowledge).known.wordbook, knowledge.lexicon
    about = {name for name, _ in knowledge.graph.about(thing)}
    if any(lexicon.concept(name) in ENDS or is_end(name, wordbook) for name in about):
        return ""
    years = _years_since(found[0], today)
    if years is None or years < 1:
        return ""
    when = lexicon.value(found[0], "", said.language)
    when = f"dem {when}" if said.language == "de" and is_day(found[0]) else when
    return alone(str(since).format(_plural("years", said.language, int(years)), when), said.language)


def is_written_in(name: str, language: str) -> bool:
    """Return whether a name is in the script of a language: Korean names don't suit English sentences."""
    hangul = re.search("[가-힣]", name) is not None
    return hangul if language == "ko" else not hangul


_PAST = re.compile(r"\s*(?:did|was|were|had)\b", re.IGNORECASE)


def instead(found: Sequence[str], property: str, language: str, knowledge: Knowledge, asked: str = "") -> str:
    """Return the true values in place of those that were `asked`: "That's Isolde Quill.".

    Args:
        found: the true values.
        property: the property that they are values of.
        language: the language to answer in.
        knowledge: the data that they come from.
        asked: the question, if there is one.
    """
    text = named(found, property, language, knowledge, most=5)
    wordings: list[str] = subject("joining", language).get("instead", [])
    if not wordings or not text:
        return alone(text, language)
    person, thing, several = wordings
    noun = is_noun(text.casefold()) or text.casefold() in people()
    a_kind = re.search(r"\ban? \w+\W*$", asked) is not None
    if language == "en" and len(found) == 1 and a_kind and noun and is_iri(found[0]):
        return sentence(grammar_en.indefinite(text[:1].lower() + text[1:]), language)
    if language == "en" and len(found) == 1 and text[:1].islower() and not text.startswith("the "):
        return sentence(grammar_en.indefinite(text) if text.split(" ")[-1] in people() else text, language)
    if language == "en" and _PAST.match(asked):
        person = thing = "It was {}"
    if language == "en" and len(found) == 1 and is_literal(found[0]) and a_kind and noun:
        text = grammar_en.indefinite(text[:1].lower() + text[1:])
    single = is_iri(found[0]) and knowledge.lexicon.is_person(found[0])
    return sentence((several if len(found) > 1 else person if single else thing).format(text), language)


def articled(text: str, message: str, names: Sequence[str], language: str) -> str:
    """Return an English or German answer with the article that the question has before a name: the Frost Elixir, a day
    pass; German only where the name begins a sentence, in the nominative."""
    if language == "de":
        for name in names:
            named_so = nominative(name, message)
            begun = named_so[:1].upper() + named_so[1:]
            text = re.sub(rf"(^|[.!?:] ){re.escape(name)}(?= (?:ist|war|hat|wurde)\b)", rf"\g<1>{begun}", text)
        return text
    if language != "en":
        return text
    for name in sorted(names, key=len, reverse=True):
        said = re.search(rf"\b(the|an?) {re.escape(name)}\b", message, re.IGNORECASE)
        if said is None or name.casefold().startswith("the "):
            continue
        article = said[1].lower()
        text = re.sub(rf"(^|[.!?] ){re.escape(name[:1].upper() + name[1:])}(?![\w-])", rf"\g<1>{name}", text)
        bare = rf"(?<![\w“\"'’-])(?<!\b[Tt]he )(?<!\b[Aa] )(?<!\b[Aa]n ){re.escape(name)}(?![\w-])"
        text = re.sub(bare, f"{article} {name}", text)
        begun = rf"\g<1>{article.capitalize()} "
        text = re.sub(rf"(^|[.!?:] ){article} (?={re.escape(name)})", begun, text)
    return text


def _plural(key: str, language: str, number: int) -> str:
    said: list[str] = wording("amounts", key, language)
    one, many = said
    return one if number == 1 else many.format(number)


def _told(key: str, language: str) -> str:
    return str(wording("amounts", key, language))
