"""Answers put as people put them: short where a sentence would be stilted, with units, ages and what tells first."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import date

from soulkeep.graph.episodes.echoes import takes_up
from soulkeep.graph.episodes.places import where
from soulkeep.graph.episodes.pronouns import with_pronoun
from soulkeep.graph.knowledge import Knowledge
from soulkeep.graph.questions.asked import reader_of
from soulkeep.graph.questions.forms import Form, Path, PathStep
from soulkeep.graph.questions.solve import Solution, years_between
from soulkeep.graph.terms import is_iri, is_literal, literal, local_name
from soulkeep.graph.verbalise.sentences import GraphStatement, verbalise
from soulkeep.graph.vocabulary import XSD
from soulkeep.graph.words import grammar_en
from soulkeep.graph.words.articles import bare_words, is_work, may_take_the
from soulkeep.graph.words.bare_names import stands_bare, stands_for_kind
from soulkeep.graph.words.frames import framed
from soulkeep.graph.words.grammar_de import dative, german_article, named_with_article
from soulkeep.graph.words.grammar_ko import joined
from soulkeep.graph.words.measures import DURATION, MOMENT, NUMBER, measure
from soulkeep.graph.words.people import people
from soulkeep.graph.words.quantities import duration_of, unit_of
from soulkeep.graph.words.spoken import is_day, is_partial_date, listed_words
from soulkeep.graph.words.spoken import spoken as spoken_name
from soulkeep.graph.words.verb_names import verb_name
from soulkeep.graph.words.verbs_en import base_form
from soulkeep.lang.classes import is_noun
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
_FIRST_BY = {
    "en": "{0}, at {1}", "de": "{0}, mit {1}", "ko": "{1} {0}", "fr": "{0}, avec {1}", "es": "{0}, con {1}",
    "ja": "{0}（{1}）", "zh": "{0}（{1}）",
}  # fmt: skip
"""What is first, and by how much."""

FEW = 5
"""Values of one fact that are told among others, at most."""

_AND_IS = {"en": "{} and is {} now.", "de": "{} und ist jetzt {}."}
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


_STILTED = re.compile(
    r"\}['’]s |^(?:The|A|In|On|One) |\b(?:child|parent|home|birthplace|part) of \{|\bis (?:where|related|acquainted)\b"
    r"|거나 |\bsibling\b|\binclude|\bamount to\b| or |\btributar"
    r"|^(?:Zu|In|Bei|Für|An|Auf|Von|Aus|Die|Der|Das) |\bgehör|\blautet\b|\bbefinde[nt]\b|\bOrt von\b"
    r"|\bist (?:der|die|das|ein|eine) \w+ von\b"
)
"""Patterns that tell a fact rightly, but to which nobody would put what was asked for: "X's genre is Y"."""


def is_well_put(
    step: PathStep,
    begins: Sequence[str],
    values: Sequence[str],
    language: str,
    knowledge: Knowledge,
    asked: str = "",
    *,
    as_asked: bool = True,
) -> bool:
    """Whether a statement makes a sentence that people would say, for certain: by a good pattern or an active verb, in
    the question's words, and with names that can stand in it. Where it doesn't, what was asked for is answered alone.

    Args:
        step: the property, and in which direction it was followed.
        begins: the things that it is told of.
        values: what was found.
        language: of the answer.
        knowledge: what is known.
        asked: the question.
        as_asked: whether it should be said in the question's own words.
    """
    lexicon = knowledge.lexicon
    pattern = lexicon.sentence(step.property, language, inverse=step.inverse)
    own = framed(pattern, inverse=step.inverse) is not None
    if own and lexicon.is_own_sentence(step.property, language, inverse=step.inverse):
        return True
    if language == "en" and pattern and pattern.endswith(" long") and _TAKES_LONG.search(asked):
        return False  # "how long did it last?"
    if as_asked and asked and not takes_up(_words(step.property, pattern, language, knowledge), asked, language):
        return False
    if any(value.startswith("_:") for value in values):
        return False
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
        return False  # told of the other end, a sentence would be turned round: "what does she sail?"
    verb = verb_name(step.property, lexicon)
    if verb is None and len(values) == 1 and is_literal(values[0]):
        number = measure(values[0])
        noun = lexicon.noun(step.property, "en").removeprefix("number of ")
        return number is not None and number.kind == NUMBER and grammar_en.is_plural(noun) and len(noun.split()) < 3
    if verb is None or (len(verb.split()) == 1 and any(is_day(one) or is_partial_date(one) for one in values)):
        return False
    return re.match(r"(?:was|are|were|has|had)\b", verb) is None or grammar_en.is_event(verb.split()[1])


def _words(property: str, pattern: str | None, language: str, knowledge: Knowledge) -> str:
    """What a statement says beside its names."""
    if pattern is not None:
        return re.sub(r"\{(?:subject|object)\}", " ", pattern)
    verb = verb_name(property, knowledge.lexicon) if language == "en" else None
    return verb or knowledge.lexicon.noun(property, language)


_TAKES_LONG = re.compile(r"\bhow long (?:did|do|does|will|can|has|have|until|till)\b", re.IGNORECASE)
_STILTED_OF_THINGS = re.compile(r"^\{subject\}의 |곳이야$|직장이야$")


_CODE = re.compile(r"[A-Za-z]{1,12}[-_ ]?\d+(?:[-_]\w+)?")


def is_sayable(term: str, knowledge: Knowledge) -> bool:
    """Whether a value is one that people say: neither true nor false, nor a thing that has but a number for a name."""
    if is_literal(term):
        return not term.endswith("boolean>")
    lexicon = knowledge.lexicon
    return next(lexicon.labels(term), None) is not None or _CODE.fullmatch(local_name(term)) is None


def is_of_several(term: str, knowledge: Knowledge) -> bool:
    """Whether an English name is a plural, of which verbs would have to be said otherwise: the Iron Gulls."""
    lexicon = knowledge.lexicon
    if not is_iri(term) or lexicon.is_person(term):
        return False
    kind, name = lexicon.class_of(term), lexicon.label(term, "en")
    work = kind is not None and is_work(lexicon.label(kind, "en"))
    if work or re.search("['’]", name) or not grammar_en.is_plural(name):
        return False
    return name.startswith("The ") or (len(name.split()) > 1 and is_noun(name.split()[-1].casefold().removesuffix("s")))


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
    """What was found, as a list; with what it is first by, or how one is there."""
    path = form.project or (form.links[0].path if len(form.links) == 1 else ())
    property = path[-1].property if path else ""
    text = named(found.values, property, language, knowledge, most=most, asked=None if asks == "where" else asked)
    if asks == "where":
        put = where(text, found.values, asked, language, knowledge.lexicon)
        return alone(put, language) if put == text else sentence(put, language)
    if asks == "when" and language == "de" and len(found.values) == 1 and is_day(found.values[0]):
        text = f"am {text}"
    if form.order is not None and found.by is not None and not form.project and len(found.values) == 1:
        property = form.order.path[-1].property
        if unit_of(property, knowledge.lexicon) is not None or _is_duration(found.by):  # a bare number tells nothing
            by = knowledge.lexicon.value(found.by, property, language)
            by = attached(by, "인") if language == "ko" else by
            text = _told(_FIRST_BY, language).format(text, by)
            text = dative(text) if language == "de" else text
    return alone(text, language)


def named(
    found: Sequence[str], property: str, language: str, knowledge: Knowledge, *, most: int, asked: str | None = None
) -> str:
    """Values as a list; German names with their articles where they answer what was `asked`; English names of one kind all with "the" if one has it: "the Red Line and the Night Tram"."""
    lexicon = knowledge.lexicon
    words = {value: word for value in found if (word := lexicon.value(value, property, language))}
    if language == "en":
        words = _alike(words, knowledge)
        if property and lexicon.concept(property) in ("occupation", "profession", "jobTitle"):
            words = {value: _of_work(word) for value, word in words.items()}
    persons = bool(words) and all(is_iri(value) and lexicon.is_person(value) for value in words)
    if language == "de" and asked is not None and not persons:
        words = _with_articles(words, knowledge, asked)
    return listed_words(list(words.values()), language, most=most, persons=persons)


def _with_articles(words: dict[str, str], knowledge: Knowledge, asked: str) -> dict[str, str]:
    """German names with their articles; as they are where not all of them have one."""
    lexicon = knowledge.lexicon
    articled: dict[str, str] = {}
    for value, word in words.items():
        kind = lexicon.class_of(value) if is_iri(value) else None
        called = lexicon.label(kind, "en").casefold() if kind else ""
        last = called.split(" ")[-1]
        if not called or is_work(called) or last in bare_words("bare_german") or lexicon.is_person(value):
            return words
        if (named_so := named_with_article(word, asked)) is None:
            return words
        articled[value] = named_so
    return articled


def _of_work(word: str) -> str:
    """What somebody is by profession, with its article: "a submarine pilot"."""
    noun = grammar_en.common(word)
    return grammar_en.indefinite(noun) if noun.split(" ")[-1] in people() else word


def alone(text: str, language: str) -> str:
    """What was asked for as an answer by itself: in Korean with the verb that it can't be without."""
    if language == "ko" and text and text[-1] not in ".!?。…":
        text = attached(text, "(이)야")
    return sentence(text, language)


def _alike(words: dict[str, str], knowledge: Knowledge) -> dict[str, str]:
    """Names of which those of common nouns have "the" where others have it; "The" is small within such a list."""
    lexicon = knowledge.lexicon
    kinds = {value: lexicon.class_of(value) or "" for value in words if is_iri(value) and not lexicon.is_person(value)}
    works = {value for value, kind in kinds.items() if kind and is_work(lexicon.label(kind, "en"))}
    with_the = any(words[value].startswith("the ") for value in kinds if value not in works)
    sentences: dict[str, str] = {}
    for value, word in words.items():
        if value in kinds and value not in works and with_the:
            alike = any(kinds[one] == kinds[value] and words[one].startswith("the ") for one in kinds)
            if not word.startswith(("the ", "The ")) and may_take_the(word, alone=alike):
                word = f"the {word}"
            word = re.sub(r"^The (?=\w)", "the ", word)
        sentences[value] = word
    return sentences


def _is_duration(value: str) -> bool:
    """Whether a value is a duration, which needs no unit."""
    measured = measure(value) if is_literal(value) else None
    return measured is not None and measured.kind == DURATION


def span(said: Understanding, form: Form, found: Solution, knowledge: Knowledge) -> str:
    """How long it was from one date to another: an age, years, or days."""
    if found.number is None or len(found.values) < 2:
        return ""
    language = said.language
    first, last = (measure(value) for value in found.values[:2])
    if first is None or last is None:
        return ""
    if said.asks == "how old":
        return alone(_told(_OLD, language).format(int(found.number)), language)
    hours = (last.low - first.low) * 24
    whole = first.low == first.high and last.low == last.high
    if whole and hours < 48 and hours != int(hours / 24) * 24:
        text = literal(duration_of(round(hours * 60) * 60), datatype=XSD + "duration")
        return alone(knowledge.lexicon.value(text, "", language), language)
    if whole and (last.low - first.low) < 730:
        return alone(_plural(_DAYS, language, round(last.low - first.low)), language)
    return alone(_plural(_YEARS, language, int(found.number)), language)


def aged(
    text: str,
    said: Understanding,
    property: str,
    found: Sequence[str],
    thing: str,
    knowledge: Knowledge,
    today: date | None,
) -> str:
    """When somebody was born, with how old they are now; as it is where they died, or nobody asked."""
    old = _age(said, property, found, thing, knowledge, today)
    if not old:
        return text
    name = spoken_name(thing, knowledge.lexicon, said.language)
    if said.language in _AND_IS and text.casefold().startswith(name.casefold()) and text.endswith("."):
        return _AND_IS[said.language].format(text[:-1], old)
    return f"{text} {_told(_NOW, said.language).format(knowledge.lexicon.label(thing, said.language), old)}"


_TOGETHER = {"en": " and ", "de": " und ", "ko": "(와|과) "}


_DONE_BY = re.compile(r"(?<= )is (\w+)(?= by )")


def _in_the_past(text: str, asked: str) -> str:
    """What was done by somebody, where the question asks so: "Who trained her?" – "She was trained by …"."""
    done = _DONE_BY.search(text)
    if (
        done is None
        or re.search(rf"\b(?:who|which \w+|what) {done[1]}\b|\b(?:was|did)\b", asked, re.IGNORECASE) is None
    ):
        return text
    return f"{text[: done.start()]}was{text[done.start() + 2 :]}"


def as_spoken_of(text: str, thing: str, said: Understanding, knowledge: Knowledge, asked: str) -> str:
    """A sentence that answers a question, with a pronoun for what the question left out; "" where it tells rather of
    something else, so that the answer alone is better."""
    language = said.language
    name = spoken_name(thing, knowledge.lexicon, language)
    if not text.casefold().startswith(name.casefold()):
        return "" if language in _TOGETHER else text
    if language in _TOGETHER and re.match(_TOGETHER[language], text[len(name) :]):
        return ""
    text = _in_the_past(text, asked) if language == "en" else text
    if "entity" not in said.carried or name.casefold() in asked.casefold():
        return text
    return with_pronoun(text, name, asked, language, person=knowledge.lexicon.is_person(thing)) or ""


def _age(
    said: Understanding, property: str, found: Sequence[str], thing: str, knowledge: Knowledge, today: date | None
) -> str:
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
    return _told(_OLD, said.language).format(int(years))


def is_written_in(name: str, language: str) -> bool:
    """Whether a name is in the letters of a language: a Korean noun is none of an English sentence."""
    hangul = re.search("[가-힣]", name) is not None
    return hangul if language == "ko" else not hangul


_PAST = re.compile(r"\s*(?:did|was|were|had)\b", re.IGNORECASE)
_ITS = {"en": ("That's {}", "It's {}", "Only {}"), "de": ("Das ist {}", "{}", "Nur {}")}
"""What is so instead: of a person, of anything else, of several."""


def instead(found: Sequence[str], property: str, language: str, knowledge: Knowledge, asked: str = "") -> str:
    """Values in place of what was `asked`: "That's Isolde Quill."."""
    text = named(found, property, language, knowledge, most=5)
    if language not in _ITS or not text:
        return alone(text, language)
    person, thing, several = _ITS[language]
    if language == "en" and len(found) == 1 and text[:1].islower() and not text.startswith("the "):
        return sentence(grammar_en.indefinite(text) if text.split(" ")[-1] in people() else text, language)
    if language == "en" and _PAST.match(asked):
        person = thing = "It was {}"
    single = is_iri(found[0]) and knowledge.lexicon.is_person(found[0])
    return sentence((several if len(found) > 1 else person if single else thing).format(text), language)


_WHILE = {"en": ", while ", "de": ", ", "ko": ", "}
_DATES = {"en": "{} dates from {}, {} from {}", "de": "{} ist von {}, {} von {}"}
_AGAINST = {"en": "It's {} against {}", "de": "{} gegen {}", "fr": "{} contre {}", "es": "{} contra {}"}


_ANY_OF_THEM = re.compile(r"\b(?:an?|any|some|ein(?:e[mnrs]?)?|which|what|where|who|welche\w*|wo|wer)\b", re.IGNORECASE)


def bounded(form: Form, language: str, knowledge: Knowledge, asked: str = "") -> str:
    """The values by which it is so, or isn't: "Moonwort costs 40 euros, while Emberroot costs 25 euros."."""
    solver = reader_of(knowledge).known.solver
    words_of_bounds: list[str] = []
    for bound in form.bounds:
        things = [*form.among, *([bound.value] if bound.value.startswith("<") else [])]
        property = bound.path[-1].property
        reached = {one: sorted(solver.reached(one, bound.path)) for one in things}
        if not all(reached.values()) or any(
            "boolean" in value for words_of_values in reached.values() for value in words_of_values
        ):
            continue
        if bound.sign == "has" and not _ANY_OF_THEM.search(asked):
            continue  # "is it vegan?" wants no more than yes
        if bound.sign == "has":
            words_of_bounds += [
                named(words_of_values, property, language, knowledge, most=5) for words_of_values in reached.values()
            ]
        else:
            words_of_bounds.append(_compared(bound.path, reached, language, knowledge, asked))
    words_of_bounds = [one for one in dict.fromkeys(words_of_bounds) if one and one != "0"]
    return " ".join(sentence(one, language) for one in words_of_bounds)


def _compared(path: Path, reached: Mapping[str, Sequence[str]], language: str, knowledge: Knowledge, asked: str) -> str:
    """What things have of a property, side by side."""
    lexicon = knowledge.lexicon
    step = path[-1]
    all_values = [value for values in reached.values() for value in values]
    if not reached:
        return ""
    if (
        len(path) == 1
        and is_well_put(step, list(reached), all_values, language, knowledge, asked, as_asked=False)
        and language in _WHILE
    ):
        statements = [[_statement(step, one, value) for value in values] for one, values in reached.items()]
        first, *others = [verbalise(one, lexicon, language).rstrip(".") for one in statements]
        if language == "ko":
            first = joined(first) or first
        elif language == "de":
            others = [
                _gapped(first, one, lexicon.label(thing, "de"))
                for one, thing in zip(others, [*reached][1:], strict=True)
            ]
        else:
            names = [spoken_name(one, lexicon, language) for one in [*reached][1:]]
            others = [
                name + one[len(name) :] if one.casefold().startswith(name.casefold()) else one
                for name, one in zip(names, others, strict=True)
            ]
        return _WHILE[language].join([first, *others])
    words = [named(values, step.property, language, knowledge, most=5) for values in reached.values()]
    if language == "ko":
        names = [spoken_name(one, lexicon, language) for one in reached]
        pairs = [attached(name, "은(는) ") + word for name, word in zip(names, words, strict=True)]
        return attached(", ".join(pairs), "(이)야")
    moments = [measure(value) for value in all_values]
    if language in _DATES and len(words) == 2 and all(one is not None and one.kind == MOMENT for one in moments):
        names = [spoken_name(one, lexicon, language) for one in reached]
        return _DATES[language].format(names[0], words[0], names[1], words[1])
    return _told(_AGAINST, language).format(*words) if len(words) == 2 and language in _AGAINST else ", ".join(words)


def _gapped(first: str, other: str, name: str) -> str:
    """A German clause without what it shares with the one before: "Martina Keller am 17. Februar 1991"."""
    if not other.startswith(f"{name} "):
        return other
    words, before = other[len(name) :].split(), first.split()
    while len(words) > 1 and words[-1] == before[-1] and words[-1].islower():
        words, before = words[:-1], before[:-1]
    if len(words) > 1 and words[0] in before:
        words = words[1:]
    return " ".join([name, *words])


def _statement(step: PathStep, begin: str, end: str) -> GraphStatement:
    return GraphStatement(end, step.property, begin) if step.inverse else GraphStatement(begin, step.property, end)


def description(thing: str, language: str, knowledge: Knowledge, *, foreign: bool = True) -> str:
    """What the data says that a thing is, in the language, else (`foreign`) in English."""
    lexicon = knowledge.lexicon
    texts = list(lexicon.descriptions(thing))
    for wanted in (language, "", "en") if foreign else (language, ""):
        for text, spoken in texts:
            if spoken.split("-")[0] == wanted and text.strip():
                put = _put(_cut(text.strip()), spoken_name(thing, lexicon, language), language)
                put = grammar_en.peoples(put) if language == "en" else put
                return put if spoken in (language, "") else sentence(_cut(text.strip()), language)
    return ""


_DOES = re.compile(r"[A-Z][a-z]+s (?:the|an?|you|your|its|any|all|one|those|whoever|everyone)\b")
"""A description that tells what a thing does: "Lets the wearer see through walls."."""

_NOUN_PHRASE = re.compile(r"(?:The|An?|One of) ")
_HEAD = re.compile(r"([A-Z][a-z]+)(?: [a-z]+){0,3} (?:whose|that|which|who|with|of|for|in|on|near|from) ")
"""A description that is a noun without its article: "Restless volcano whose plume …"."""

_GERMAN_HEAD = re.compile(
    r"[A-ZÄÖÜ]\w+ (?:der|des|in|an|am|im|mit|von|für|aus|auf|über|unter|bei|beim|nahe|ohne|zwischen|zum|zur)\b"
)
_GERMAN_PHRASE = re.compile(r"(?:Ein|Eine|Der|Die|Das) ")
_MAIN = re.compile(r"[,;:.–]| (?:which|that|who|whose|where|when) ")
_FINITE = re.compile(r"\b(?:is|are|was|were|has|have|had|can|will|does|did|makes?|lives?|runs?|holds?|keeps?)\b")
_GERMAN_FINITE = re.compile(r"\b(?:ist|sind|war|waren|hat|haben|kann|wird|wurde|lebt|liegt|steht)\b")


def _put(text: str, name: str, language: str) -> str:
    """A description as a sentence: those of some vocabularies are but a noun, "mountain in Valdora"."""
    first = text.split()[0].casefold()
    if language == "en" and name and not text.casefold().startswith(name.casefold()):
        if _DOES.match(text) and base_form(first) is not None:
            return sentence(f"{name} {text[0].lower()}{text[1:]}", language)
        if _NOUN_PHRASE.match(text) and not _FINITE.search(_MAIN.split(text)[0]):
            return sentence(f"{name} is {text[0].lower()}{text[1:]}", language)
        if (
            (head := _HEAD.match(text))
            and not re.search(r"(?<!les)(?<!ou)s$", head[1])
            and not _FINITE.search(_MAIN.split(text)[0])
        ):
            return sentence(f"{name} is {grammar_en.indefinite(text[0].lower() + text[1:])}", language)
    if language == "de" and name and not _GERMAN_FINITE.search(_MAIN.split(text)[0]):
        if _GERMAN_PHRASE.match(text):
            return sentence(f"{name} ist {text[0].lower()}{text[1:]}", language)
        article = german_article(text) if _GERMAN_HEAD.match(text) else None
        if article is not None:
            return sentence(f"{name} ist {article} {text}", language)
    if text[-1] in ".!?。…" or len(text.split()) > _NOUNS or not name:
        return sentence(text, language)
    if language == "en":
        owned = re.match(r"(?:\S+ ){0,3}\S+['’]s ", text) is not None
        if owned:
            return sentence(f"{name} is {text}", language)
        definite = first.endswith("est") or first in _ONE_ONLY or first[0].isdigit()
        return sentence(f"{name} is {f'the {text}' if definite else grammar_en.indefinite(text)}", language)
    if language == "ko":
        return sentence(attached(attached(name, "은(는) ") + text, "(이)야"), language)
    if language == "de" and (article := german_article(text)):
        return sentence(f"{name} ist {article} {text}", language)
    return sentence(f"{name}: {text}", language)


def articled(text: str, message: str, names: Sequence[str]) -> str:
    """An English answer with the article before names that the question said with it: the Frost Elixir, a day pass."""
    for name in sorted(names, key=len, reverse=True):
        said = re.search(rf"\b(the|an?) {re.escape(name)}\b", message, re.IGNORECASE)
        if said is None or name.casefold().startswith("the "):
            continue
        article = said[1].lower()
        text = re.sub(rf"^{re.escape(name[:1].upper() + name[1:])}(?![\w-])", name, text)
        bare = rf"(?<![\w“\"'’-])(?<!\b[Tt]he )(?<!\b[Aa] )(?<!\b[Aa]n ){re.escape(name)}(?![\w-])"
        text = re.sub(bare, f"{article} {name}", text)
        begun = rf"\g<1>{article.capitalize()} "
        text = re.sub(rf"(^|[.!?:] ){article} (?={re.escape(name)})", begun, text)
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
