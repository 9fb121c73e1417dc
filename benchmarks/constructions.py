"""Ask data about itself in every way that a language has, and compare with what it holds.

    python -m benchmarks.constructions [--language ko] [--each] [DATA.ttl …]

For every property of a data set that a language has a name for, things are drawn and questions made from the templates
of `constructions.toml`: whatever isn't answered rightly shows a way of asking that isn't understood, whatever the data.
The data sets of the tests are asked where none are given. The judgement is that of `benchmarks.knowledge`.
"""

from __future__ import annotations

import argparse
import random
import re
import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import pyoxigraph as ox
from benchmarks.knowledge import PERHAPS, RIGHT, SILENT, WRONG, asked

from soulkeep.graph.words.grammar_de import german_gender
from soulkeep.graph.words.grammar_en import plural

TEMPLATES = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
SHEETS = Path(__file__).parents[1] / "tests" / "sheets" / "knowledge"
DATA = {
    "en": ("astro", "allotment", "birdsanctuary", "couriers", "lighthouse", "metro", "islandresort"),
    "de": ("burgspiel", "feuerwehr", "fernsehserie", "kinos", "puppentheater", "reiterhof", "schachverein"),
    "ko": ("animalclinic", "baseball", "bookstore", "court", "fishmarket", "makgeolli", "townmuseum"),
}
_RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
_RDFS = "http://www.w3.org/2000/01/rdf-schema#"
_LABELS = (
    f"{_RDFS}label", "http://schema.org/name", "https://schema.org/name", "http://xmlns.com/foaf/0.1/name",
    "http://www.w3.org/2004/02/skos/core#prefLabel",
)  # fmt: skip
_APART = re.compile(
    r"(?i)id$|image|img|photo|file|isbn|sku|hash|url|page|code|thumb|logo|comment|descr|abstract|synopsis|note|label|phone|owl#|wikiba"
)
"""Properties that people don't ask for, or that give whole texts."""

_NO_NOUN = re.compile(
    r"(?i)\b(?:by|of|in|on|at|since|from|to|with|for|as|was|is|has|due|no|sqm|kg|von|am|mit|hat|ist|seit|bei)\b|(?:ed|s)$"
)
"""English and German names of properties that no article stands before."""

_NUMBERS = frozenset(("integer", "decimal", "double", "float", "int"))
_DATES = frozenset(("date", "gYear"))
_TEXTS = frozenset(("string", "langString", "thing"))
_YES = {"en": "Yes|Yeah|Indeed|right|correct", "de": "Ja|stimmt|genau", "ko": "네|응|맞|예|그래|같"}
_NO = {"en": "No|not|n't|afraid", "de": "Nein|nicht", "ko": "아니|않|달라"}
_GENDERED = {
    "der": "der die das", "den": "den die das", "welche": "Welchen Welche Welches",
    "selb": "denselben dieselbe dasselbe",
    "höchst": "den höchsten|die höchste|das höchste", "niedrigst": "den niedrigsten|die niedrigste|das niedrigste",
    "höher": "den höheren|die höhere|das höhere",
}  # fmt: skip
_PARTICLES = {
    "은는": ("은", "는"), "이가": ("이", "가"), "을를": ("을", "를"), "과와": ("과", "와"), "이야": ("이야", "야"),
    "이지": ("이지", "지"), "이에요": ("이에요", "예요"), "으로": ("으로", "로"),
}  # fmt: skip
"""Korean particles after a consonant, and after a vowel."""

_MOST = 6
"""Most things that an answer may have to name."""

Case = dict[str, Any]


class Word(str):
    """A name or a noun that a template puts into the form it needs."""

    def __format__(self, form: str) -> str:
        if not form:
            return str(self)
        if form == "s":
            return f"{self}'s"
        if form == "low":
            return self.lower()
        if form == "pl":
            return plural(self)
        if form in _GENDERED:
            forms = _GENDERED[form]
            gender = ("masculine", "feminine", "neuter").index(german_gender(self) or "neuter")
            return f"{forms.split('|' if '|' in forms else ' ')[gender]} {self}"
        return self + _PARTICLES[form][not _is_closed(self)]


def _is_closed(word: str) -> bool:
    """Return whether a Korean word ends in a consonant."""
    last = word[-1]
    return (ord(last) - 0xAC00) % 28 > 0 if "가" <= last <= "힣" else last.casefold() in "013678lmnr"


class Source:
    """What a data set holds, by the names that a language has for it.

    Args:
        path: the data.
        language: ISO 639-1.
    """

    def __init__(self, path: Path, language: str) -> None:
        store = ox.Store()
        store.load(path=str(path), format=ox.RdfFormat.TURTLE, base_iri="http://base.example/")
        self.language = language
        self.names: dict[Any, str] = {}
        self.types: dict[Any, set[Any]] = defaultdict(set)
        self.facts: dict[Any, dict[Any, list[Any]]] = defaultdict(lambda: defaultdict(list))
        quads = sorted(store, key=str)
        for one in quads:
            called = one.predicate.value in _LABELS and isinstance(one.object, ox.Literal)
            if called and (one.object.language or language) == language:
                self.names.setdefault(one.subject, one.object.value)
        for one in quads:  # Wikidata's properties, by the entities that name them
            if one.predicate.value.endswith("ontology#directClaim") and one.subject in self.names:
                self.names.setdefault(one.object, self.names[one.subject])
        for one in quads:
            if one.predicate.value == f"{_RDF}type":
                self.types[one.subject].add(one.object)
            elif one.predicate.value not in _LABELS and one.subject in self.names:
                self.facts[one.predicate][one.subject].append(one.object)
        above = [one for one in quads if one.predicate.value == f"{_RDFS}subClassOf"]
        below = {one for quad in above for one in (quad.subject, quad.object)}
        kinds: dict[Any, list[Any]] = defaultdict(list)
        for thing, types in sorted(self.types.items(), key=lambda pair: str(pair[0])):
            if thing in self.names and len(types) == 1:
                kinds[next(iter(types))].append(thing)
        alone = {one for one in kinds if sum(one in types for types in self.types.values()) == len(kinds[one])}
        self.kinds = {one: things for one, things in kinds.items() if one in alone - below and self.named(one)}

    def named(self, term: Any) -> str | None:
        """Return what a class or a property is called; by its local name only in English."""
        name = self.names.get(term)
        if name is None and self.language == "en":
            name = re.sub(r"(?<=[a-z])(?=[A-Z])|[_-]", " ", re.split(r"[/#:]", term.value)[-1]).lower()
        name = re.sub(r"\s*\(.*\)", "", name or "").strip()
        return name if name and (self.language != "ko" or re.search("[가-힣]", name)) else None

    def properties(self) -> Iterator[tuple[str, Mapping[Any, Sequence[Any]]]]:
        """Yield the properties that people ask for by a noun, by name, each with the values of things."""
        for property, values in sorted(self.facts.items(), key=lambda pair: str(pair[0])):
            name = self.named(property)
            if name and not _APART.search(property.value) and (self.language == "ko" or not _NO_NOUN.search(name)):
                yield name, values

    def is_unique(self, word: str) -> bool:
        """Return whether only one name has a word."""
        return sum(word.casefold() in one.casefold() for one in self.names.values()) == 1

    def kind(self, value: Any) -> str:
        """Return the kind of a value: "thing", its datatype's local name, or "" for what has no name."""
        if isinstance(value, ox.Literal):
            return value.datatype.value.rsplit("#")[-1]
        return "thing" if value in self.names else ""

    def said(self, value: Any) -> str:
        """Return how a value is said, by any of its variants."""
        if not isinstance(value, ox.Literal):
            return self.names[value]
        kind = self.kind(value)
        if kind in _DATES:
            return str(value.value)[:4]
        if kind in _NUMBERS:
            plain, grouped, cents = (
                f"{float(value.value):.10g}",
                f"{float(value.value):,.0f}",
                f"{float(value.value):,.2f}",
            )
            german = (plain.replace(".", ","), grouped.replace(",", "."), cents.replace(".", ","))
            return "|".join(dict.fromkeys((plain, grouped, cents, *german)))
        return str(value.value)


def questions(path: Path, language: str, *, seed: int = 1) -> Iterator[Case]:
    """Yield questions about a data set, with what must be said, in the form of `benchmarks.knowledge`.

    Args:
        path: the data, as Turtle.
        language: of the questions; only what has a name in it is asked for.
        seed: which things are drawn.
    """
    source, chance, templates = Source(path, language), random.Random(f"{path.stem}{seed}"), TEMPLATES[language]

    def made(kind: str, right: Sequence[str], **given: str) -> Iterator[Case]:
        words = {key: Word(one) for key, one in given.items()}
        for template in templates.get(kind, ()):
            *before, ask = template.format(**words).split(" >> ")
            yield {"kind": kind, "lang": language, "before": before, "ask": ask, "right": [*right], "all": True}

    for name, values in source.properties():
        if language == "de" and (german_gender(name) is None or " " in name):
            continue
        yield from _of_things(source, name, values, chance, partial(made, P=name))
    for kind, things in source.kinds.items():
        name = str(source.named(kind))
        if len(things) > 2:
            yield from made("count", [_spelt(len(things), language)], C=name)
        if 2 < len(things) <= _MOST:
            yield from made("list", [source.names[one] for one in things], C=name)
        for own, values in source.properties():
            mine = {one: values[one] for one in things if one in values}
            if len(mine) > 2:
                yield from _of_class(source, mine, things, chance, partial(made, P=own, C=name))


def _of_things(
    source: Source, name: str, values: Mapping[Any, Sequence[Any]], chance: random.Random, made: Any
) -> Iterator[Case]:
    """Yield the questions about single things and pairs."""
    single = [one for one, all_values in values.items() if len(all_values) == 1 and source.kind(all_values[0])]
    if len(single) < 3:
        return
    thing, first, second = chance.sample(single, 3)
    value, kind = values[thing][0], source.kind(values[thing][0])
    if kind not in _TEXTS | _DATES | _NUMBERS or len(source.said(value)) > 60:
        return
    names = {"S": source.names[thing], "A": source.names[first], "B": source.names[second]}
    said = source.said(value)
    yield from made("value", [said], **names)
    first_word = names["S"].split(" ")[0]
    if first_word != names["S"] and len(first_word) > 2 and "'" not in first_word and source.is_unique(first_word):
        yield from made("short", [said], F=first_word)
    if kind == "thing" and any(re.search(r"(?i)person|member|people", one.value) for one in source.types[value]):
        yield from made("person", [said], **names)
    if kind == "date":
        yield from made("date", [said], **names)
    if kind in _NUMBERS:
        yield from made("number", [said], **names)
    pair = [source.said(values[one][0]) for one in (first, second)]
    if len({*pair}) > 1:
        yield from made("each", pair, **names)
        if kind in _NUMBERS and all(source.kind(values[one][0]) in _NUMBERS for one in (first, second)):
            higher = max((first, second), key=lambda one: float(values[one][0].value))
            yield from made("more", [source.names[higher]], **names)
    if kind in _TEXTS:
        yield from made("so", [_YES[source.language]], **names, V=said)
        others = [one for one in pair if one != said and source.kind(values[first][0]) in _TEXTS]
        if others:
            yield from made("not_so", [_NO[source.language]], **names, W=others[0])
        yield from made("same", [(_YES if pair[0] == pair[1] else _NO)[source.language]], **names)


def _of_class(
    source: Source, mine: Mapping[Any, Sequence[Any]], things: Sequence[Any], chance: random.Random, made: Any
) -> Iterator[Case]:
    """Yield the questions for things of a class by what they have of a property."""
    kinds = {source.kind(value) for values in mine.values() for value in values}

    def those(kind: str, found: Sequence[Any], **given: str) -> Iterator[Case]:
        if 0 < len(found) <= _MOST:
            yield from made(kind, [source.names[one] for one in found], **given)

    if kinds <= _NUMBERS or kinds <= _DATES:
        number = kinds <= _NUMBERS
        if any(len(values) > 1 for values in mine.values()):
            return
        amounts = {one: _amount(str(values[0].value), number=number) for one, values in mine.items()}
        order = sorted({*amounts.values()})
        if len(order) < 3 or (number and any(1000 <= one <= 2100 for one in order)):
            return  # numbers that may be years
        first = [one for one in amounts if amounts[one] == order[0]]
        last = [one for one in amounts if amounts[one] == order[-1]]
        yield from those("least" if number else "earliest", first if len(first) == 1 else ())
        yield from those("most" if number else "latest", last if len(last) == 1 else ())
        cut = order[len(order) // 2] if number else float(int(order[len(order) // 2]))  # the year begins
        above = [one for one in amounts if amounts[one] > cut and (number or amounts[one] >= cut + 1)]
        yield from those("above" if number else "after", above, N=f"{cut:.10g}")
        yield from those(
            "below" if number else "before", [one for one in amounts if amounts[one] < cut], N=f"{cut:.10g}"
        )
    elif kinds <= _TEXTS:
        having: dict[str, list[Any]] = defaultdict(list)
        for one, values in mine.items():
            for value in values:
                having[source.said(value)].append(one)
        few = sorted(said for said, found in having.items() if len(found) <= _MOST and len(said) < 40)
        if few:
            said = chance.choice(few)
            yield from those("holders", having[said], V=said)
            yield from those("other", [one for one in mine if one not in having[said]], V=said)
        lacking = [one for one in things if one not in mine]
        if len(lacking) < len(mine):
            yield from those("lacking", lacking)


def _amount(text: str, *, number: bool) -> float:
    """Return a number, or a date as a year and the part of it that is over."""
    if number:
        return float(text)
    year, month, day = (*map(int, text.split("-")), 1, 1)[:3]
    return year + (month - 1) / 12 + (day - 1) / 372


def _spelt(number: int, language: str) -> str:
    """Return a number in digits and in words, as variants."""
    words = {
        "en": "three four five six seven eight nine ten eleven twelve",
        "de": "drei vier fünf sechs sieben acht neun zehn elf zwölf",
        "ko": "세 네 다섯 여섯 일곱 여덟 아홉 열",
    }[language].split()
    return "|".join([str(number), *words[number - 3 : number - 2]])


def measured(path: Path, language: str, *, seed: int = 1) -> Iterator[tuple[Case, str, str]]:
    """Ask a data set about itself, and yield each question with its answer and how that is judged."""
    cases = [*questions(path, language, seed=seed)]
    for one in asked(path, cases):
        yield one.case, one.text, one.verdict


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", nargs="*", type=Path)
    parser.add_argument("--language", choices=sorted(DATA), action="append")
    parser.add_argument("--seed", type=int, default=1, help="which things are drawn")
    parser.add_argument("--each", action="store_true", help="print every question that isn't answered rightly")
    options = parser.parse_args()
    for language in options.language or sorted(DATA):
        kinds: dict[str, Counter[str]] = defaultdict(Counter)
        for path in options.data or [SHEETS / f"{name}.ttl" for name in DATA[language]]:
            for case, text, verdict in measured(path, language, seed=options.seed):
                kinds[str(case["kind"])][verdict] += 1
                if options.each and verdict != RIGHT:
                    said = " >> ".join([*map(str, case["before"]), str(case["ask"])])
                    print(f"[{verdict}] {path.stem} {said}\n    -> {text}\n    ({case['right']})")
        for kind, count in kinds.items():
            print(f"{language} {kind:10} {figures(count)}")
        print(f"{language} {'all':10} {figures(sum(kinds.values(), Counter()))}")


def figures(count: Counter[str]) -> str:
    """Return the shares of verdicts."""
    of = count.total() or 1
    return ", ".join(f"{name} {count[name] / of:.3f}" for name in (RIGHT, WRONG, PERHAPS, SILENT)) + f" of {of}"


if __name__ == "__main__":
    main()
