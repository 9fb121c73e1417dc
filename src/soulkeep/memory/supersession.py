"""Finding which facts supersede which, by whose they are, what they are about and what they say.

Indexes avoid comparing all facts with all: a turn may state a hundred, a long acquaintance thousands.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

from soulkeep.lang.function_words import telling_terms
from soulkeep.lang.names import proper_names
from soulkeep.lang.statements import SINGLE, kin_words, same_value, value_key
from soulkeep.lang.terms import terms
from soulkeep.stores.rows import Entry, PlacedEntry

_NAMED = re.compile(r"\b(\w+),? (?=([A-ZÄÖÜÉÈÁÍÓÚÑ]\w+))")

_OF_MATTER: Mapping[str, frozenset[str]] = {
    "work": frozenset(("role", "employer", "boss")),
    "home": frozenset(("home",)),
    "partner": frozenset(("partner", "spouse")),
    "study": frozenset(("studies",)),
    "food": frozenset(("diet",)),
}
"""The relations that end when somebody says that something of a matter is over."""

_MATTER_OF = {relation: matter for matter, of in _OF_MATTER.items() for relation in of}

_SHARED = 0.3
"""Share of a fact's significant words that must be in a statement of its end."""

Subject = tuple[str, str]
"""The teller of a fact, and whom or what it is about, in lower case."""


def subject_of(entry: Entry) -> Subject:
    """Return who tells a fact, and about whom."""
    return entry.speaker or "", entry.details["fact"]["subject"].casefold()


class Traits:
    """The traits by which a fact is compared, each computed once.

    Args:
        place: the fact.
    """

    def __init__(self, place: PlacedEntry) -> None:
        entry = place.entry
        data = entry.details["fact"]
        self.place = place
        self.id = entry.id
        self.language = entry.language
        self.relation: str = data["relation"]
        self.value: str = data["value"]
        self.holds: bool = data["holds"]
        self.ends = bool(data.get("ends"))
        self.matter: str = data.get("matter", "")
        self._data = data

    @property
    def entry(self) -> Entry:
        """The fact as it is now."""
        return self.place.entry

    @property
    def single(self) -> bool:
        """Whether only one value of the fact can hold at a time."""
        return bool(self._data.get("single", self.relation in SINGLE))

    @cached_property
    def theirs(self) -> str:
        """The matter that the fact is about; "" if unclear."""
        return self.matter or _MATTER_OF.get(self.relation, "")

    @cached_property
    def said(self) -> set[str]:
        """The fact's significant words."""
        return telling_terms(self.value, self.language)

    @cached_property
    def names(self) -> set[str]:
        """What the teller's people or pets are called in it: "Leo" in "my brother Leo"."""
        kin = kin_words(self.language)
        return {match[2] for match in _NAMED.finditer(self.value) if match[1].casefold() in kin}

    @cached_property
    def whom(self) -> set[str]:
        """The terms that name the teller's people or pets, if it is about them: "my brother Leo"."""
        kin = set(terms(" ".join(kin_words(self.language)), self.language)) & set(terms(self.value, self.language))
        return kin | set(terms(" ".join(proper_names(self.value)), self.language)) if kin else set()


def excludes(one: Traits, other: Traits) -> bool:
    """Return whether a later fact of the same teller and subject ends an earlier one: it contradicts or repeats it, or
    says that it is over."""
    if other.id in one.entry.details.get("beside", ()):
        return False  # somebody said that both hold
    if one.relation == other.relation:
        if one.holds and other.holds and one.single:
            return True
        if same_value(one.value, other.value, one.language):
            return True
    return other.ends and _is_over(one, other)


def _is_over(one: Traits, end: Traits) -> bool:
    """Return whether `end` says that a fact is over: same matter, or same significant words. About people and pets,
    more than their names must agree: "my brother Leo moved" doesn't end what else is known of him."""
    if one.relation in _OF_MATTER.get(end.matter, ()):
        return True
    if one.theirs and end.matter and one.theirs != end.matter:
        return False
    if one.names and end.names and one.names.isdisjoint(end.names):
        return False  # about somebody else
    shared = one.said & end.said
    if not (one.theirs and end.matter):
        shared -= end.whom
    return bool(shared) and len(shared) >= _SHARED * len(one.said)


class Conflicts:
    """A set of facts, searched for those that another fact ends. Its indexes are built on demand."""

    def __init__(self) -> None:
        self._number = 0
        self._subjects: dict[Subject, _Subject] = {}
        self._added: defaultdict[Subject, list[tuple[int, PlacedEntry]]] = defaultdict(list)  # not yet looked into

    def add(self, place: PlacedEntry) -> None:
        """Add a fact to the set."""
        self._number += 1
        self._added[subject_of(place.entry)].append((self._number, place))

    def remove(self, place: PlacedEntry) -> None:
        """Remove a fact from the set."""
        self._of(subject_of(place.entry)).remove(place)

    def of(self, new: PlacedEntry) -> list[PlacedEntry]:
        """Return the facts that a new one ends or repeats, in the order they were added."""
        return self._of(subject_of(new.entry)).conflicts(Traits(new))

    def _of(self, subject: Subject) -> _Subject:
        """Return the facts about a subject, including those added since the last call."""
        there = self._subjects.get(subject)
        if there is None:
            there = self._subjects[subject] = _Subject()
        for number, place in self._added.pop(subject, ()):
            there.add(number, place)
        return there


class _Subject:
    """The facts of one teller about one subject."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}
        self._traits: dict[int, Traits] = {}
        self._relations: defaultdict[str, set[int]] = defaultdict(set)
        self._languages: set[str] = set()
        self._indexed: defaultdict[str, set[str]] = defaultdict(set)
        self._keys: defaultdict[tuple[Any, ...], set[int]] = defaultdict(set)
        self._by_words = False

    def add(self, number: int, place: PlacedEntry) -> None:
        traits = Traits(place)
        self._numbers[traits.id] = number
        self._traits[number] = traits
        self._relations[traits.relation].add(number)
        self._languages.add(traits.language)
        for key in self._keys_of(traits):
            self._keys[key].add(number)

    def remove(self, place: PlacedEntry) -> None:
        number = self._numbers.pop(place.entry.id)
        traits = self._traits.pop(number)
        self._relations[traits.relation].discard(number)
        for key in self._keys_of(traits):
            self._keys[key].discard(number)

    def conflicts(self, new: Traits) -> list[PlacedEntry]:
        candidates: set[int] = set()
        for key in self._asked(new):
            candidates |= self._keys.get(key, set())
        if new.ends:
            for relation in _OF_MATTER.get(new.matter, ()):
                candidates |= self._relations.get(relation, set())
        some = (self._traits[number] for number in sorted(candidates))
        return [traits.place for traits in some if excludes(traits, new)]

    def _asked(self, new: Traits) -> Iterator[tuple[Any, ...]]:
        """Yield the index keys under which facts stand that a new fact may end."""
        if new.relation in self._relations:
            self._index(new.relation)
            for language in self._languages:
                yield "same", new.relation, language, value_key(new.value, language)
            if new.holds:
                yield "single", new.relation
        if new.ends:
            self._index_words()
            for term in new.said if new.matter else new.said - new.whom:
                for name in ("", *new.names) if new.names else (None,):
                    yield "word", term, name

    def _index(self, relation: str) -> None:
        if relation not in self._indexed["relations"]:
            self._indexed["relations"].add(relation)
            for number in self._relations[relation]:
                for key in _values(self._traits[number]):
                    self._keys[key].add(number)

    def _index_words(self) -> None:
        if not self._by_words:
            self._by_words = True
            for number, traits in self._traits.items():
                for key in _by_telling_words(traits):
                    self._keys[key].add(number)

    def _keys_of(self, traits: Traits) -> Iterator[tuple[Any, ...]]:
        """Yield the index keys of a fact, for the indexes built so far."""
        if traits.relation in self._indexed["relations"]:
            yield from _values(traits)
        if self._by_words:
            yield from _by_telling_words(traits)


def _values(traits: Traits) -> Iterator[tuple[Any, ...]]:
    yield "same", traits.relation, traits.language, value_key(traits.value, traits.language)
    if traits.holds and traits.single:
        yield "single", traits.relation


def _by_telling_words(traits: Traits) -> Iterator[tuple[Any, ...]]:
    """Yield index keys by a fact's significant words: each word alone, and with each person named ("" for none)."""
    for term in traits.said:
        yield "word", term, None
        for name in traits.names or ("",):
            yield "word", term, name


def followed(group: Sequence[PlacedEntry]) -> list[tuple[PlacedEntry, Entry | None]]:
    """Return each fact of one teller and subject with the first later fact that ends it.

    Args:
        group: in the order in which they were said.
    """
    later = _Later()
    successors: list[tuple[PlacedEntry, Entry | None]] = []
    for at in range(len(group) - 1, -1, -1):
        traits = Traits(group[at])
        after = later.first(traits)
        successors.append((group[at], after.entry if after is not None else None))
        later.add(len(group) - at, traits)
    return successors[::-1]


class _Later:
    """The facts said after some fact, nearest last."""

    def __init__(self) -> None:
        self._all: dict[int, Traits] = {}
        self._keys: defaultdict[tuple[Any, ...], list[int]] = defaultdict(list)
        self._languages: set[str] = set()

    def add(self, number: int, traits: Traits) -> None:
        """Add a fact that was said before all those added so far."""
        self._all[number] = traits
        for language in self._languages:
            self._keys["same", traits.relation, language, value_key(traits.value, language)].append(number)
        if traits.holds:
            self._keys["holds", traits.relation].append(number)
        if traits.ends:
            for relation in _OF_MATTER.get(traits.matter, ()):
                self._keys["over", relation].append(number)
            for term in traits.said if traits.matter else traits.said - traits.whom:
                for name in (None, *(traits.names or ("",))):
                    self._keys["word", term, name].append(number)

    def first(self, one: Traits) -> Traits | None:
        """Return the nearest later fact that ends a fact."""
        if one.language not in self._languages:
            self._languages.add(one.language)
            for number, other in self._all.items():
                self._keys["same", other.relation, one.language, value_key(other.value, one.language)].append(number)
        keys: list[tuple[Any, ...]] = [("same", one.relation, one.language, value_key(one.value, one.language))]
        if one.holds and one.single:
            keys.append(("holds", one.relation))
        names = ("", *one.names) if one.names else (None,)
        keys += [("over", one.relation), *(("word", term, name) for term in one.said for name in names)]
        nearest = 0
        for key in keys:
            for number in reversed(self._keys.get(key, ())):
                if number <= nearest:
                    break
                if excludes(one, self._all[number]):
                    nearest = number
                    break
        return self._all.get(nearest)
