"""Comparison of a form with its question: which words the form accounts for, and what it contains that nobody said."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import islice

from soulkeep.graph.questions.analysis import SPOKEN, AnalysedQuestion
from soulkeep.graph.questions.forms import DENYING, SPAN, Bound, Form, Link, Path, PathStep
from soulkeep.graph.questions.names import Named
from soulkeep.graph.questions.near import opposites
from soulkeep.graph.questions.qualifier_words import dimensions, is_light
from soulkeep.graph.questions.sharing import is_there_and_back
from soulkeep.graph.questions.standing import Standing
from soulkeep.graph.questions.surroundings import Surroundings
from soulkeep.graph.questions.wordbook import dimension_support
from soulkeep.graph.remembered import remembered
from soulkeep.graph.schema import TYPE
from soulkeep.graph.terms import is_iri, is_literal
from soulkeep.graph.words.gazetteer import begins
from soulkeep.graph.words.measures import DURATION, MOMENT, NUMBER, TIME, unit_called
from soulkeep.graph.words.quantities import unit_of
from soulkeep.lang.pack import of_any_language

WHOLE = 0.95
"""Strength from which words name a class, rather than a part of another's name."""

_CLEARLY = 0.75
"""Least nearness of a property to the words for owning."""

_NAMED, _AS_CLEARLY = 0.6, 0.05
"""Least clearness of a property's name for the only thing that has it to be meant; how much clearer another may be."""

_VALUES = 12
"""Most values of such a property that are looked at."""

_CLEARLY_NAMED = 0.9
"""Least worth of a name that is all that counted things are told by."""

_COMPARING = ("<", "<=", ">", ">=", "=")


class Account:
    """Computes which words of a question a form accounts for.

    Args:
        question: the analysed question.
        surroundings: the surroundings of things in its graph.
    """

    def __init__(self, question: AnalysedQuestion, surroundings: Surroundings) -> None:
        self._question = question
        self._around = surroundings
        self._knowledge = question.known.knowledge
        self.standing = Standing(question)

    @cached_property
    def asks_for_having(self) -> bool:
        """Whether a yes/no question asks what something has, rather than what it is."""
        return (
            self._question.asks == "whether"
            and of_any_language("asking", "having").search(self._question.text) is not None
        )

    @cached_property
    def things(self) -> list[str]:
        """The things that are named."""
        named = (one for named in self._question.named for one in named.terms)
        return list(dict.fromkeys(term for term, worth in named if is_iri(term) and worth > 0.4))

    def is_expected(self, term: str, path: Path) -> bool:
        """Return whether a path leads to the kind of thing that the question word asks for."""
        wanted = {"who": "person", "where": "place", "when": MOMENT, "how long": DURATION, "how many": NUMBER}
        kind = wanted.get(self._question.asks or "")
        return any(
            self._around.kind_of(one) == kind for one in list(self._question.known.solver.reached(term, path))[:3]
        )

    @cached_property
    def asks_of_another(self) -> bool:
        """Whether a Korean question asks how much a noun is that neither is a name nor one of the data."""
        question = self._question
        if question.language != "ko" or not question.qualifiers.asked:
            return False
        start = question.qualifiers.asked[0].start
        at = max((at for at, word in enumerate(question.words) if word.end <= start), default=-1)
        if at < 0 or question.words[at].weight < 1.0 or question.words[at].form[-1] not in "이가은는":
            return False
        if any(one.start <= question.words[at].start < one.end for one in question.named):
            return False
        return not any(one.by_word.get(at, 0.0) >= SPOKEN for one in question.support.values())

    def covered(self, form: Form) -> tuple[float, float]:
        """Return the weight of the words that a form accounts for, and the weight of all words of the question."""
        terms = {*form.properties, *self.classes(form)}
        if form.order is not None or form.bounds:
            terms |= self.ends(form)
        return self._covered(frozenset(terms & self._question.support.keys()), form.ends)

    @remembered(4096)
    def _covered(self, terms: frozenset[str], used: frozenset[str]) -> tuple[float, float]:
        question = self._question
        coverage = [0.0] * len(question.words)
        for number in self._of_names(used):
            coverage[number] = 1.0
        for named in question.named:
            worth = max((worth for term, worth in named.terms if term in used), default=0.0)
            if worth:
                within = question.words_in(named.start, named.end)
                for number in within:
                    coverage[number] = 1.0
                beside = {within[0] - 1, within[-1] + 1} if within else set()
                for number in beside & self._kind_words(term for term, _ in named.terms if term in used):
                    coverage[number] = 1.0
        for number in self._of_values(used):
            coverage[number] = 1.0
        for term in terms:
            for number, strength in question.support[term].by_word.items():
                coverage[number] = max(coverage[number], strength)
        covered = sum(word.weight * min(strength, 1.0) for word, strength in zip(question.words, coverage, strict=True))
        return covered, sum(word.weight for word in question.words)

    def _of_values(self, used: frozenset[str]) -> Iterator[int]:
        """Yield the numbers of words that are a value of a thing that is used: the cat of "whose cat is Soot"."""
        question = self._question
        for named in question.named:
            own = {term for term, _ in named.terms if is_literal(term)}
            if own and any(
                value in own for one in used if is_iri(one) for _, value in self._knowledge.graph.about(one)
            ):
                yield from question.words_in(named.start, named.end)

    def _kind_words(self, things: Iterable[str]) -> set[int]:
        """Return the numbers of words that name a class of some things: the stop of "the Observatory stop"."""
        iris = [one for one in things if is_iri(one)]
        kinds = [numbers for term, numbers in self._named_kinds if any(self._knowledge.is_a(one, term) for one in iris)]
        return {number for numbers in kinds for number in numbers}

    @cached_property
    def _named_kinds(self) -> list[tuple[str, list[int]]]:
        """The classes that are clearly named, each with the numbers of its words."""
        return [
            (term, [number for number, strength in support.by_word.items() if strength >= 0.9])
            for term, support in self._question.support.items()
            if support.whole >= 0.9 and term in self._knowledge.schema.classes
        ]

    def is_apposed(self, form: Form) -> bool:
        """Return whether a class only describes the thing whose name stands beside it: "the station Mühlenbruck"."""
        support = self._question.support.get(form.type or "")
        beside: set[int] = set()
        for named in self._question.named:
            if any(term in form.among for term, _ in named.terms):
                within = self._question.words_in(named.start, named.end)
                beside |= {within[0] - 1, within[-1] + 1} if within else set()
        return support is not None and bool(beside & set(support.by_word))

    def strangers(self, form: Form) -> int:
        """Return how many capitalised words nothing accounts for: names that the graph doesn't know."""
        question = self._question
        if question.language not in ("en", "fr", "es"):
            return 0
        unknown = self._unknown(form.ends)
        if not unknown:
            return 0
        terms = (*form.properties, *([form.type] if form.type else []))
        return len(unknown.difference(*(question.support[term].by_word for term in terms if term in question.support)))

    @remembered(256)
    def _unknown(self, used: frozenset[str]) -> set[int]:
        """Return the numbers of the capitalised words that don't belong to some names."""
        return self._capital - self.named_words(used) - self._of_names(used) - self._kind_words(used)

    @cached_property
    def _capital(self) -> set[int]:
        """The numbers of the capitalised words within sentences."""
        text = self._question.text
        return {
            number
            for number, word in enumerate(self._question.words)
            if word.weight > 0 and number > 0 and text[word.start].isupper() and not text.isupper()
            and not begins(text, word.start)
        }  # fmt: skip

    @remembered(256)
    def _of_names(self, used: frozenset[str]) -> set[int]:
        """Return the numbers of words before a name that belong to the full name, or are a title as in "Dr. Yun"."""
        question = self._question
        word_places: set[int] = set()
        for named in question.named:
            within = question.words_in(named.start, named.end)
            used_terms = [term for term, _ in named.terms if term in used]
            if not within or not used_terms:
                continue
            labels = {
                word for term in used_terms for word in self._knowledge.lexicon.label(term, "en").casefold().split()
            }
            at = within[0] - 1
            while at >= 0 and (
                question.words[at].form in {one.strip(".,") for one in labels}
                or question.text[question.words[at].end :][:1] == "."
            ):
                word_places.add(at)
                at -= 1
        return word_places

    def is_contrary(self, form: Form) -> bool:
        """Return whether a word of the question is an antonym of a property: "die", where the property is birth."""
        if self._question.qualifiers.dying is not None and self._question.qualifiers.age is None:
            born = dimension_support(self._question.known.wordbook, "born")
            if any(born.get(name, 0.0) >= _CLEARLY for name in form.properties):
                return True
        if self._question.language != "en":
            return False
        wordbook = self._question.known.wordbook
        stems = {one for name in form.properties for one in wordbook.stems(name)}
        return any(stems & opposites(word.form, "en") for word in self._question.words if word.weight)

    def is_denied_far(self, form: Form, end: int) -> bool:
        """Return whether all that is denied stands before the negation (which ends at `end`), and the rest after it."""
        if self._question.language == "ko":
            return False
        ways = [(link.path, link.anchor, link.holds) for link in form.links]
        ways += [(bound.path, bound.value, bound.sign not in DENYING) for bound in form.bounds]
        after = [(self._is_after(path, anchor, end), holds) for path, anchor, holds in ways]
        return not any(said and not holds for said, holds in after) and any(said and holds for said, holds in after)

    def _is_after(self, path: Path, anchor: str, end: int) -> bool:
        """Return whether a thing, or a property of the path to it, is mentioned after a place in the question."""
        named = any(one.start >= end and any(term == anchor for term, _ in one.terms) for one in self._question.named)
        words = (
            number
            for step in path
            if (support := self._question.support.get(step.property)) is not None
            for number, strength in support.by_word.items()
            if strength >= SPOKEN
        )
        return named or any(self._question.words[number].start >= end for number in words)

    def ends(self, form: Form) -> set[str]:
        """Return the classes of what is counted, with their superclasses."""
        counted = [form.order.path] if form.order and form.order.counted else []
        counted += [bound.path for bound in form.bounds if bound.sign.startswith(("count", "has", *DENYING))]
        schema = self._knowledge.schema
        classes: set[str] = set()
        for path in counted:
            step = path[-1]
            classes |= schema.domain(step.property) if step.inverse else schema.range(step.property)
        return {above for one in classes if is_iri(one) for above, _ in schema.closure(one)} | classes

    def own(self, form: Form) -> dict[str, float]:
        """Return how clearly words denote each property and class (0…1), each word counting for one of them."""
        return self._own(tuple(form.properties), tuple(self.classes(form)), form.ends)

    @remembered(4096)
    def _own(self, properties: tuple[str, ...], classes: tuple[str, ...], used: frozenset[str]) -> dict[str, float]:
        claims: list[tuple[float, int, str]] = []
        named_words = self.named_words(used)
        terms = [name for name in (*properties, *classes) if name != TYPE]
        for term in terms:
            support = self._question.support.get(term)
            if support is not None:
                claims += [
                    (strength * (0.5 + 0.5 * support.whole), word, term) for word, strength in support.by_word.items()
                ]
        worths: dict[str, float] = dict.fromkeys((*terms, TYPE), 0.0)
        by_word: dict[int, str] = {}
        target = self._question.target
        for strength, word, term in sorted(
            claims, key=lambda one: (-one[0], (one[2] in classes) != (one[1] in target))
        ):
            if word in named_words or (word in by_word and by_word[word] != term):
                continue
            by_word[word] = term
            worths[term] = max(worths[term], strength)
        return worths

    def classes(self, form: Form) -> list[str]:
        """Return the classes in a form: the things' class, a class that is described, and classes as links."""
        others = [link.anchor for link in form.links if link.path[-1].property == TYPE]
        kind = [form.thing] if form.thing is not None and form.thing in self._knowledge.schema.classes else []
        told = [name for thing, name in self._question.described.items() if thing in form.ends]
        return [*([form.type] if form.type else []), *kind, *others, *told, *self._shared(form)]

    def _shared(self, form: Form) -> Iterator[str]:
        """Yield the mentioned classes of what a form's things have in common with another: the city of "the same city"."""
        for link in form.links:
            if is_there_and_back(link.path):
                values = list(islice(self._question.known.solver.reached(link.anchor, link.path[:1]), 1))
                yield from (term for term, _ in self._named_kinds if any(self._knowledge.is_a(v, term) for v in values))

    @remembered(256)
    def named_words(self, used: frozenset[str]) -> set[int]:
        """Return the numbers of the words that name things which are used."""
        return {
            number
            for named in self._question.named
            if any(term in used for term, _ in named.terms)
            for number in self._question.words_in(named.start, named.end)
        }

    def of_properties(self, form: Form, told: dict[str, float]) -> None:
        """Add the features for how the form's properties and classes are mentioned."""
        own = self.own(form)
        near = self._around.sense.near(self._question.unnamed, self._question.language)
        told["sense among"] = self._likeliest_of(form, own)
        told["support"] = sum([own[name] for name in form.properties])
        if form.type is not None:
            told["class"] = own[form.type] * (1.0 if own[form.type] >= 0.5 else 0.3)
            told["class heard"] = self._question.strength(form.type) * (own[form.type] < 0.5)
        order = form.order.path[-1].property if form.order else None
        order_path = form.order.path if form.order else None
        bounded = {bound.path for bound in form.bounds}
        asked = {bound.path for bound in form.bounds if self._is_meant(form, bound)}
        others = self.classes(form)[form.type is not None :]
        everything = form.project and not (form.links or form.bounds or form.order or form.among)
        implied = bool(everything) and form.type is not None and own[form.type] < 0.5
        told["everything"] = float(implied and not self._is_one(form.project[-1]))
        told["class twice"] = float(any(own[name] < 0.6 for name in others))
        for path in dict.fromkeys(form.paths):
            if path[-1].property == TYPE or form.wants == SPAN or path in asked:
                continue
            if len(path) == 1 and path[0].property in self._knowledge.schema.parts:
                told["part"] = told.get("part", 0.0) + 1
            if path == order_path or path in bounded:
                told["sense of measure"] = told.get("sense of measure", 0.0) + near.get(path[-1], 0.0)
            if self._joins(form, path, own):
                told["joins"] = told.get("joins", 0.0) + 1
                told["sense of joining"] = told.get("sense of joining", 0.0) + near.get(path[-1], 0.0)
                told["steps"] = told.get("steps", 0.0) + 2.0 * (len(path) - 1)
                continue
            all_said = len(path) > 1 and all(own[step.property] >= SPOKEN for step in path)
            told["steps said" if all_said else "steps"] = (
                told.get("steps said" if all_said else "steps", 0.0) + len(path) - 1
            )
            nameless = len(path) == 2 and self._around.is_nameless(path[0])
            for step in path[1:] if nameless else path:
                if own[step.property] >= SPOKEN or step.property == order or self.is_asked(step.property):
                    told["sense of said"] = told.get("sense of said", 0.0) + near.get(step, 0.0)
                    continue
                if step == path[-1] and self._is_expected(step, form):
                    told["expected"] = told.get("expected", 0.0) + 1
                    told["sense"] = told.get("sense", 0.0) + near.get(step, 0.0)
                elif not (self._goes_without(form, step) or self._is_had(step)):
                    told["free"] = told.get("free", 0.0) + 1
                    told["sense"] = told.get("sense", 0.0) + near.get(step, 0.0)

    def _likeliest_of(self, form: Form, own: dict[str, float]) -> float:
        """Return how likely the question asks for what nobody mentioned of a thing, among all that is known of it; 0 if
        everything was mentioned."""
        question = self._question
        chances = [
            self._around.sense.among(question.unnamed, question.language, self._around.around(link.anchor)).get(
                link.path[0], 0.0
            )
            for link in form.links
            if len(link.path) == 1 and own[link.path[0].property] < SPOKEN
        ]
        return max(chances, default=0.0)

    def _is_one(self, step: PathStep) -> bool:
        """Return whether only one thing has a property, and it is named clearly, and no other more clearly: the artistic
        director, the entrance fee."""
        schema, support = self._knowledge.schema, self._question.support
        own, hours = support.get(step.property), self._hours_named()
        timed = hours[:1] == [step.property]  # "what time do they open?"
        if own is None or step.inverse or (own.whole < _NAMED and not timed):
            return False
        holders = {subject for subject, _ in islice(self._knowledge.graph.pairs(step.property), _VALUES)}
        return len(holders) == 1 and (
            timed
            or all(
                one.whole <= own.whole + _AS_CLEARLY
                for name, one in support.items()
                if name in schema.properties and own.by_word.keys() & one.by_word.keys()
            )
        )

    def _hours_named(self) -> list[str]:
        """Return the properties for times of the day that are named, the clearest first, where a time of the day is asked
        for."""
        if self._question.qualifiers.clock is None:
            return []
        support, properties = self._question.support, self._knowledge.schema.properties
        hours = [name for name in support if name in properties and self._around.measured(name) == TIME]
        return sorted(hours, key=lambda name: -support[name].whole)

    def _is_meant(self, form: Form, bound: Bound) -> bool:
        """Return whether a comparison needs no word for its property, since its unit or the only date shows it."""
        if bound.sign not in _COMPARING or not is_literal(bound.value) or len(bound.path) > 1:
            return False
        return self._needs_no_word(form.type, bound.path[-1].property)

    @remembered(1024)
    def _needs_no_word(self, type: str | None, property: str) -> bool:
        kind = self._around.measured(property)
        for value in self._question.qualifiers.values:
            unit = unit_of(property, self._knowledge.lexicon)
            unit_meant = unit_called(value.unit) if value.unit else None
            if unit_meant is not None and (kind == DURATION if unit is None else unit.quantity == unit_meant.quantity):
                return True
        steps = self._around.of_class(type) if type is not None else ()
        dated = {step.property for step in steps if not step.inverse and self._around.measured(step.property) == MOMENT}
        return kind == MOMENT and dated == {property}

    def by_kind(self, form: Form, besides: Path = ()) -> Link | None:
        """Return a form's link to a named kind, which tells what is asked for as a class does: the riders of a team."""
        return next(
            (
                link
                for link in form.links
                if link.holds and link.path != besides and len(link.path) == 1 and link.path[0].inverse
                and (self._is_counted(link) if is_literal(link.anchor) else self._question.is_kind(link.anchor))
                and any(term == link.anchor for named in self._question.named for term, _ in named.terms)
            ),
            None,
        )  # fmt: skip

    def _is_counted(self, link: Link) -> bool:
        """Return whether a link is to a text that names what is counted, by what things are: their species, not their
        fears."""
        kinds = dimension_support(self._question.known.wordbook, "kind")
        return link.anchor in self._counted and kinds.get(link.path[-1].property, 0.0) >= _CLEARLY

    @cached_property
    def beside_counted(self) -> tuple[Named, ...]:
        """The names beside the words for how many: the cats of "how many cats"."""
        question, counted = self._question, self._question.qualifiers.counted
        if counted is None:
            return ()

        def is_beside(named: Named) -> bool:
            text, after = question.text, named.start >= counted.end
            between = text[counted.end : named.start] if after else text[named.end : counted.start]
            words = re.findall(r"\w+", between.casefold())
            return after == (question.language != "ko") and all(is_light(word, question.language) for word in words)

        return tuple(filter(is_beside, question.named))

    @cached_property
    def _counted(self) -> frozenset[str]:
        """The texts that name what is counted, where something's species is "cat"."""
        terms = (pair for one in self.beside_counted for pair in one.terms)
        return frozenset(term for term, worth in terms if worth >= _CLEARLY_NAMED and is_literal(term))

    @remembered(4096)
    def is_asked(self, property: str) -> bool:
        """Return whether a question such as "how tall" asks for a property."""
        asked = [one.dimension for one in self._question.qualifiers.asked]
        kind = self._around.measured(property)
        return any(
            dimension_support(self._question.known.wordbook, one).get(property, 0.0) >= 0.42
            and kind in dimensions()[one]["kinds"]
            for one in asked
        )

    def _joins(self, form: Form, path: tuple[PathStep, ...], own: dict[str, float]) -> bool:
        """Return whether a path only joins a named thing with things of a named class: "Mirabel's exams"."""
        if any(own[step.property] >= SPOKEN or step.property in self._knowledge.schema.parts for step in path):
            return False
        schema = self._knowledge.schema
        if any(link.path == path for link in form.links) and (
            (form.type is not None and own[form.type] >= 0.75) or self.by_kind(form, path) is not None
        ):
            return True
        counted = [form.order.path] if form.order and form.order.counted else []
        counted += [bound.path for bound in form.bounds if bound.sign.startswith(("count", *DENYING))]
        if path not in counted:
            return False
        step = path[-1]
        ends = schema.domain(step.property) if step.inverse else schema.range(step.property)
        return any(
            self._question.strength(above) >= 0.5
            for one in ends
            if is_iri(one)
            for above, _ in schema.closure(one)
            if above != form.type
        )

    def _is_expected(self, step: PathStep, form: Form) -> bool:
        """Return whether the question word alone asks for the end of a step: "Where can I see it?"."""
        asks = self._question.asks
        if asks == "how long" and self._question.qualifiers.till_now is not None:
            asks = "when"
        if asks in (None, "what", "which", "whether", "how", "why") or step.inverse or form.type is not None:
            return False
        if self._question.is_bare and asks == "who":
            return False
        return asks in self._knowledge.lexicon.asks(step.property)

    def _is_had(self, step: PathStep) -> bool:
        """Return whether a question for what somebody has asks for what they own: "Which pets does Nell have?"."""
        return step.inverse and step.property in self._owning

    @cached_property
    def _owning(self) -> frozenset[str]:
        """The properties for owners, where it is asked what somebody has."""
        if of_any_language("asking", "has").search(self._question.text) is None:
            return frozenset()
        owners = dimension_support(self._question.known.wordbook, "owner")
        return frozenset(name for name, near in owners.items() if near >= _CLEARLY)

    def _goes_without(self, form: Form, step: PathStep) -> bool:
        """Return whether a property needs no mention: that painters paint, that a room is in the museum."""
        schema = self._knowledge.schema
        if step.property in schema.parts:
            return True
        for link in form.links:
            if step.inverse and link.path == (step,) and self._is_counted(link):
                return True
            if len(link.path) == 1 and link.path[0] == step and is_iri(link.anchor):
                place = next(
                    (one for one in self._question.named if any(term == link.anchor for term, _ in one.terms)), None
                )
                if place is not None and step.inverse and self._question.is_kind(link.anchor):
                    return True  # the name is a common noun: its property acts like a class
        return False
