"""Wording of the values by which a comparison holds or doesn't."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import Any

from soulkeep.graph.episodes.listing import named, sentence
from soulkeep.graph.episodes.naturalness import is_well_put
from soulkeep.graph.knowledge import Knowledge
from soulkeep.graph.questions.asked import reader_of
from soulkeep.graph.questions.forms import Form, Path, PathStep
from soulkeep.graph.questions.spans import is_birth
from soulkeep.graph.terms import is_literal
from soulkeep.graph.verbalise.sentences import GraphStatement, verbalise
from soulkeep.graph.words.grammar_de import dative, nominative
from soulkeep.graph.words.grammar_ko import joined
from soulkeep.graph.words.measures import DURATION, PAID, is_moment, measure
from soulkeep.graph.words.quantities import unit_of
from soulkeep.graph.words.spoken import is_day
from soulkeep.graph.words.spoken import spoken as spoken_name
from soulkeep.lang.pack import pattern, subject
from soulkeep.lang.particles import attached

_UNIT = re.compile(r" [^\W\d]+(?:/h)?$")
_NUMBER = re.compile(r"[\d.,]+")
_OLD = re.compile(r"\b(?:älter|jünger|neuer|länger)\b", re.IGNORECASE)
"""A comparison of how long something has been there."""


def bounded(form: Form, language: str, knowledge: Knowledge, asked: str = "") -> str:
    """Return the compared values as a sentence: "Moonwort costs 40 euros, while Emberroot costs 25 euros.".

    Args:
        form: the question's form, with the bounds to compare.
        language: the language to answer in.
        knowledge: the data that the values come from.
        asked: the question's text, if there is one.
    """
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
        texts = all(map(is_literal, chain(*reached.values())))
        if bound.sign == "has" and not _is_wanted(asked, language) and (texts or not asks_which(asked, language)):
            continue  # "is it vegan?" is answered by yes alone
        if bound.sign == "has":
            words_of_bounds += [
                named(words_of_values, property, language, knowledge, most=5) for words_of_values in reached.values()
            ]
        elif bound.sign.startswith("count") and len(reached) == 2:
            counts = [str(len(values)) for values in reached.values()]
            said = str(subject("amounts", language).get("counted", "{} : {}"))
            words_of_bounds.append(said.format(*counts, *_names(reached, language, knowledge, asked)))
        else:
            words_of_bounds.append(_compared(bound.path, reached, language, knowledge, asked))
    words_of_bounds = [one for one in dict.fromkeys(words_of_bounds) if one and one != "0"]
    return " ".join(sentence(one, language) for one in words_of_bounds)


def asks_which(asked: str, language: str) -> bool:
    """Return whether a yes/no question asks which there are, too: "is there a café?"."""
    found = pattern("questions", "any_of_them", language)
    return found is not None and found.search(asked.casefold()) is not None


def _is_wanted(asked: str, language: str) -> bool:
    """Return whether a yes/no question asks for something itself: "do you have Ann's number?"."""
    found = pattern("questions", "is_wanted", language)
    return found is not None and found.search(asked.casefold()) is not None


def _compared(path: Path, reached: Mapping[str, Sequence[str]], language: str, knowledge: Knowledge, asked: str) -> str:
    """Return the values of a property for several things, in one sentence."""
    lexicon = knowledge.lexicon
    said = subject("amounts", language)
    step = path[-1]
    all_values = [value for values in reached.values() for value in values]
    if not reached:
        return ""
    if (
        len(path) == 1
        and not (language == "ko" and (lexicon.sentence(step.property, "ko") or "").startswith("{subject}의 "))
        and is_well_put(step, list(reached), all_values, language, knowledge, asked, as_asked=False)
        and "while" in said
    ):
        statements = [[_statement(step, one, value) for value in values] for one, values in reached.items()]
        first, *others = [verbalise(one, lexicon, language).rstrip(".") for one in statements]
        if language == "ko" and others:
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
            if language == "en" and len(others) == 1:
                gapped = _without_shared(first, others[0], names[0]) or _without_verb(first, others[0], names[0])
                if gapped:
                    return f"{first}, {gapped}"
        return str(said["while"]).join([first, *others])
    words = [named(values, step.property, language, knowledge, most=5) for values in reached.values()]
    if language == "ko":
        names = [spoken_name(one, lexicon, language) for one in reached]
        pairs = [attached(name, "은(는) ") + word for name, word in zip(names, words, strict=True)]
        return attached(", ".join(pairs), "(이)야")
    if "dates_from" in said and len(words) == 2 and all(map(is_moment, all_values)):
        names = _names(reached, language, knowledge, asked)
        days, people = all(map(is_day, all_values)), all(map(lexicon.is_person, reached))
        if "born" in said and people and days and is_birth(step.property, reader_of(knowledge).known.wordbook):
            on_day = str(said["on_day"])
            return str(said["born"]).format(names[0], on_day.format(words[0]), names[1], on_day.format(words[1]))
        key = "dates_from" if "dates_were" not in said or not days or _OLD.search(asked) else "dates_were"
        key = "dates_of" if "dates_of" in said and people and days else key
        told = str(said[key]).format(names[0], words[0], names[1], words[1])
        return re.sub(r"\b(von|am) (?=\d+\. )", _on_day, told) if language == "de" else told
    if len(words) == 2 and all(map(_NUMBER.fullmatch, words)):
        return ""  # numbers of nobody knows what
    if len(words) != 2 or "against" not in said:
        return ", ".join(words)
    way = _way(step.property, all_values, words, said, knowledge, asked)
    shared = _UNIT.search(words[1]) if language in ("en", "de") else None
    if shared is not None and words[0].endswith(shared[0]):  # "A weighs 8 kilos and B 7"
        words[1] = words[1].removesuffix(shared[0])
    told = str(way).format(*words, *_names(reached, language, knowledge, asked))
    return dative(told) if language == "de" else told


def _without_shared(first: str, other: str, name: str) -> str:
    """Return an English clause with its name and number alone, if it has the same words as the one before: "Anne Chovy
    171", after "Tidal Rage is 178 cm tall"; "" if it hasn't."""
    if not other.startswith(f"{name} "):
        return ""
    words, before = other[len(name) :].split(), first.split()
    ends = 0
    while ends < len(words) - 1 and words[-1 - ends] == before[-1 - ends]:
        ends += 1
    begins, starts = before[: len(before) - ends], words[: len(words) - ends]
    shared = starts[:-1]
    rest = " ".join((*shared, *words[len(words) - ends :]))
    if not shared or re.search(r"\d", rest) or begins[-1 - len(shared) : -1] != shared or not starts[-1][:1].isdigit():
        return ""
    return f"{name} {starts[-1]}"


_BEING = re.compile(r" ((?:was|were|is|are|has been) \w+(?:ed|n|t|d))(?= (?:on|in|at|from|to|by) \S)")
"""A verb in the passive, before what it happened on or at."""


def _without_verb(first: str, other: str, name: str) -> str:
    """Return an English clause without the verb that it shares with the one before: "Torvak on 14 March 1971", after
    "Kaldo was born on 22 January 1959"; "" if it shares none."""
    here, before = _BEING.match(other[len(name) :]), _BEING.search(first)
    if not other.startswith(name) or here is None or before is None or here[1] != before[1]:
        return ""
    return f"{name}{other[len(name) + here.end() :]}"


def _gapped(first: str, other: str, name: str) -> str:
    """Return a German clause without the words shared with the preceding one: "Martina Keller am 17. Februar 1991"."""
    if not other.startswith(f"{name} "):
        return other
    words, before = other[len(name) :].split(), first.split()
    while len(words) > 1 and words[-1] == before[-1] and words[-1].islower():
        words, before = words[:-1], before[:-1]
    if len(words) > 1 and words[0] in before:
        words = words[1:]
    return " ".join([name, *words])


def _names(things: Iterable[str], language: str, knowledge: Knowledge, asked: str) -> list[str]:
    """Return the names of compared things, German ones with the article that the question gives them."""
    names = [spoken_name(one, knowledge.lexicon, language) for one in things]
    return [nominative(name, asked) for name in names] if language == "de" else names


def _on_day(match: re.Match[str]) -> str:
    return "vom " if match[1] == "von" else "am "


def _way(
    property: str,
    values: Sequence[str],
    words: Sequence[str],
    said: Mapping[str, Any],
    knowledge: Knowledge,
    asked: str,
) -> str:
    """Return how two values are told, by the adjective that a question compares them by: "A is 3 metres tall and B 4",
    or "it's 3 hours for A …" where its adjective is none of what they measure."""
    unit, measures = unit_of(property, knowledge.lexicon), [measure(value) for value in values]
    lasting = any(one is not None and one.kind == DURATION for one in measures)
    if all(map(_NUMBER.fullmatch, words)) or lasting or (unit is not None and unit.quantity == "time"):
        return str(said["against"])
    ways: list[tuple[str, str, bool]] = said.get("compared", [])
    paid = unit is not None and unit.quantity in PAID
    fitting = (told for wanted, told, of_money in ways if of_money == paid and re.search(wanted, asked, re.IGNORECASE))
    return next(fitting, str(said["against"]))


def _statement(step: PathStep, begin: str, end: str) -> GraphStatement:
    return GraphStatement(end, step.property, begin) if step.inverse else GraphStatement(begin, step.property, end)
