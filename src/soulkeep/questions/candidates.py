"""The forms that a question may mean: what its names, classes and qualifiers can be joined to in the graph."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations, product

from soulkeep.questions.analysis import Question
from soulkeep.questions.forms import ABOUT, COUNT, SPAN, THINGS, WHETHER, Bound, Form, Link, Order, Path, Step
from soulkeep.questions.names import Named
from soulkeep.questions.qualifiers import Comparison, Extreme, Value, dimensions
from soulkeep.questions.surroundings import Surroundings
from soulkeep.semantics.measures import DURATION, MOMENT, NUMBER, TIME
from soulkeep.semantics.quantities import in_unit
from soulkeep.semantics.schema import SUBPROPERTY, TYPE
from soulkeep.semantics.terms import is_iri, is_literal

_THERE = re.compile(r"\b(?:there|dort|da)\b|거기|그곳", re.IGNORECASE)
_SPOKEN = 0.3
"""Strength from which a property counts as spoken of."""

_PATHS = 6
_CLASSES = 4
_COMBINATIONS = 12
_MOST = 1200
OPPOSITE = {"<": ">", ">": "<", "<=": ">=", ">=": "<="}


class Candidates:
    """Makes the forms of one question.

    Args:
        question: taken apart.
        surroundings: of its graph.
    """

    def __init__(self, question: Question, surroundings: Surroundings) -> None:
        self._question = question
        self._known = question.known
        self._knowledge = question.known.knowledge
        self._around = surroundings
        self._solver = question.known.solver
        self.classes = self._classes()

    def all(self) -> list[Form]:
        """The forms, each once, 1200 at most."""
        found: dict[Form, None] = {}
        for form in self._made():
            found.setdefault(form)
            if len(found) >= _MOST:
                break
        return list(found)

    def _made(self) -> Iterator[Form]:
        bases = list(dict.fromkeys(self._bases()))
        asks, marks = self._question.asks, self._question.qualifiers
        if marks.age or marks.long or any(one.dimension in ("age", "duration") for one in marks.asked):
            yield from self._spans()
        if asks == "whether" or marks.some:
            yield from self._whether(bases)
        narrowed = [form for base in bases for form in self._narrowed(base)]
        for form in narrowed:
            if form.type is None and not form.links and not form.among:
                continue
            for ordered in self._ordered(form):
                if ordered.among and ordered.order is not None and len(ordered.among) > 1:
                    yield ordered
                if ordered.links or ordered.type:
                    yield ordered
                    if marks.counted:
                        yield replace(ordered, wants=COUNT)
                    if (asks == "whether" or marks.some) and ordered.type is not None:
                        yield replace(ordered, wants=WHETHER)
                for path in self._projections(ordered):
                    projected = replace(ordered, project=path)
                    yield projected
                    if marks.counted:
                        yield replace(projected, wants=COUNT)
        for term in self._things():
            yield Form(ABOUT, thing=term)

    # -- what is named

    def _classes(self) -> list[str]:
        question, schema = self._question, self._knowledge.schema
        found = [
            (question.strength(term), term)
            for term in question.support
            if term in schema.classes and not schema.is_top(term) and question.support[term].whole >= 0.33
        ]
        return [term for _, term in sorted(found, key=lambda one: (-one[0], one[1]))[:_CLASSES]]

    def _things(self) -> list[str]:
        found = [term for named in self._question.named for term, worth in named.terms if is_iri(term) and worth > 0.4]
        return list(dict.fromkeys([*found, *self._question.carried]))

    def _combinations(self) -> Iterator[tuple[str, ...]]:
        """What the names may mean together; names said in small part may mean nothing."""
        named: list[Named] = [one for one in self._question.named if one.terms[0][1] >= 0.34]
        options = []
        for one in named:
            terms: list[str | None] = [term for term, _ in one.terms[:4]]
            if one.terms[0][1] < 0.95 or all(is_literal(term) for term, _ in one.terms):
                terms.append(None)
            options.append(terms)
        count = 0
        for chosen in product(*options):
            kept = tuple(dict.fromkeys(term for term in chosen if term is not None))
            for carried in ((), *((one,) for one in self._question.carried)):
                if kept or carried:
                    yield (*kept, *carried)
                    count += 1
            if count >= _COMBINATIONS:
                return

    # -- sets of things

    def _bases(self) -> Iterator[Form]:
        for type in self.classes:
            yield Form(THINGS, type=type)
            for other in self.classes:
                if other != type and not self._knowledge.schema.is_a([type], other):
                    for holds in (True, False) if self._question.qualifiers.denials else (True,):
                        yield Form(THINGS, type=type, links=(Link(other, (Step(TYPE, inverse=True),), holds),))
        for type in self._implied():
            yield Form(THINGS, type=type)
        for anchors in self._combinations():
            if len(anchors) > 4:
                anchors = anchors[:4]
            kinds: list[str | None] = [*self.classes, None]
            for kind in kinds:
                options = [self._links(anchor, kind) for anchor in anchors]
                if all(options):
                    width = _PATHS if len(anchors) == 1 else 3
                    if len(anchors) == 1 and _THERE.search(self._question.text):
                        for pair in combinations(options[0][:_PATHS], 2):
                            yield Form(THINGS, type=kind, links=tuple(sorted(pair)))
                    for links in product(*(one[:width] for one in options)):
                        yield Form(THINGS, type=kind, links=tuple(sorted(set(links))))
            if 1 <= len(anchors) <= 3:
                things = tuple(one for one in anchors if is_iri(one))
                if things:
                    yield Form(THINGS, among=things)
                for at, anchor in enumerate(anchors):  # one is what is spoken of, the others say which of a kind
                    others = anchors[:at] + anchors[at + 1 :]
                    if others and is_iri(anchor):
                        options = [self._links(other, None) for other in others]
                        if all(options):
                            for links in product(*(one[:3] for one in options)):
                                yield Form(THINGS, links=tuple(sorted(set(links))))

    def _implied(self) -> list[str]:
        """Classes that nobody named, but what is said belongs to: "Who was born in 1950?"."""
        marks = self._question.qualifiers
        if not (
            marks.comparisons or marks.extremes or marks.values or marks.denials or marks.counted or not self._things()
        ):
            return []
        schema, question = self._knowledge.schema, self._question
        found: dict[str, float] = {}
        for name in question.support:
            if name in schema.properties and question.strength(name) >= 0.5 and self._around.is_spoken(name):
                for type in (*schema.domain(name), *schema.range(name)):
                    if type in schema.classes and not schema.is_top(type):
                        found[type] = max(found.get(type, 0.0), question.strength(name))
        if question.asks == "who":
            for type in schema.classes:
                if schema.is_person([type]):
                    found[type] = max(found.get(type, 0.0), 0.5)
        direct = list(found)
        for one in direct:
            for above, _ in schema.closure(one):
                if (
                    above != one
                    and not schema.is_top(above)
                    and sum(schema.is_a([below], above) for below in direct) > 1
                ):
                    found[above] = max(found.get(above, 0.0), found[one])
        tops = [one for one in found if not any(one != other and schema.is_a([one], other) for other in found)]
        return sorted(tops, key=lambda one: (-found[one], one))[:3]

    def _links(self, term: str, type: str | None) -> list[Link]:
        """How what is asked for may be joined to a thing, the likeliest first."""
        question, schema = self._question, self._knowledge.schema
        found: list[tuple[float, Path]] = []
        steps = self._around.around(term)
        for step in steps:
            if type is not None and not self._leads_to(term, (step,), type):
                continue
            if question.strength(step.property) < _SPOKEN and any(
                Step(above, step.inverse) in steps
                for above in self._knowledge.graph.objects(step.property, SUBPROPERTY)
            ):
                continue  # who has it by a special property has it by the general one
            strength = question.strength(step.property)
            found.append((strength - 0.1 * (strength < _SPOKEN), (step,)))
        spoken = {name for name in question.support if name in schema.properties and question.strength(name) >= _SPOKEN}
        if is_iri(term):
            have = {step.property for step in self._around.around(term)}
            types = self._knowledge.lexicon.types(term)
            for name in spoken - have:  # it may have it, and hasn't: that is to be said
                if self._around.is_spoken(name) and schema.suits(name, types) and type is None:
                    found.append((question.strength(name) - 0.2, (Step(name),)))
            for path in self._around.beyond(term):
                first, second = (question.strength(step.property) for step in path)
                named = type is not None and self._leads_to(term, path, type)
                if type is not None and not named:
                    continue
                if max(first, second) < 0.4 and not named:
                    continue
                if max(first, second) < _SPOKEN and not self._around.is_nameless(path[0]):
                    continue
                if min(first, second) < _SPOKEN and not named and not self._around.is_nameless(path[0]):
                    continue
                found.append(((first + second) / 2 - 0.15 - 0.2 * (min(first, second) < _SPOKEN), path))
        found.sort(key=lambda one: (-one[0], one[1]))
        kept = found[: _PATHS * 2]
        if type is None:
            kept = [one for one in found if one[0] >= _SPOKEN][: _PATHS * 2] or found[:_PATHS]
            expected = [one for one in found if one not in kept and self._is_expected(term, one[1])]
            kept += expected[:2]
        return [Link(term, path) for _, path in kept]

    def _leads_to(self, term: str, path: Path, type: str) -> bool:
        return any(self._knowledge.is_a(one, type) for one in self._solver.reached(term, path))

    def _is_expected(self, term: str, path: Path) -> bool:
        """Whether a path leads to what the question word asks for."""
        wanted = {"who": "person", "where": "place", "when": MOMENT, "how long": DURATION, "how many": NUMBER}
        kind = wanted.get(self._question.asks or "")
        return any(self._around.kind_of(one) == kind for one in list(self._solver.reached(term, path))[:3])

    # -- narrowed by values and denials

    def _narrowed(self, base: Form) -> Iterator[Form]:
        forms = [base]
        for comparison in self._question.qualifiers.comparisons:
            forms += [bounded for form in forms for bounded in self._bounded(form, comparison)]
        forms += [bounded for form in forms for bounded in self._dated(form)]
        for form in list(forms):
            forms += self._denied(form)
        for form in list(forms):
            forms += self._flagged(form)
        yield from dict.fromkeys(forms)

    def _steps_of(self, form: Form) -> Sequence[Step]:
        """The steps that lead on from what a form describes."""
        if form.type is not None and not form.links:
            return self._around.of_class(form.type)
        things = self._solver.solve(replace(form, wants=THINGS, order=None)).things
        if not things and form.type is not None:
            return self._around.of_class(form.type)
        return sorted({step for one in things[:40] for step in self._around.around(one)})

    def _bounded(self, form: Form, comparison: Comparison) -> Iterator[Form]:
        if not comparison.values:
            yield from self._compared(form, comparison)
            return
        moment = comparison.values[0].moment
        for path, kind in self._measures(form):
            fits = kind == MOMENT if moment else kind in (NUMBER, DURATION, TIME)
            if not fits and not (moment and kind == NUMBER):
                continue
            terms = [self._in_unit(one, path[-1].property, kind) for one in comparison.values]
            if comparison.sign == "between" and terms[0] and terms[-1]:
                yield replace(form, bounds=(*form.bounds, Bound(path, ">=", terms[0]), Bound(path, "<=", terms[-1])))
            elif terms[0]:
                sign = OPPOSITE[comparison.sign] if self._is_earlier_the_more(comparison, kind) else comparison.sign
                yield replace(form, bounds=(*form.bounds, Bound(path, sign, terms[0])))
        if not moment and comparison.sign != "between":
            for step in self._steps_of(form):
                if self._question.strength(step.property) >= _SPOKEN or self._ends_in_class(step):
                    bound = Bound((step,), f"count{comparison.sign}", comparison.values[0].term.split('"')[1])
                    yield replace(form, bounds=(*form.bounds, bound))

    def _is_special(self, step: Step, steps: Sequence[Step]) -> bool:
        """Whether a property is a special case of another there, and isn't named in full itself."""
        support = self._question.support.get(step.property)
        if support is not None and support.whole >= 0.95:
            return False
        above = self._knowledge.graph.objects(step.property, SUBPROPERTY)
        return any(Step(one, step.inverse) in steps for one in above)

    def _to_class(self, form: Form) -> list[Path]:
        """Paths of two steps from things of a class to those of another that is named: by way of a result, an entry."""
        if form.type is None or len(self.classes) < 2:
            return []
        found: dict[Path, int] = {}
        for one in self._around.sample(form.type)[:25]:
            for path in self._around.beyond(one):
                if not self._around.is_nameless(path[0]):
                    continue
                for end in list(self._solver.reached(one, path))[:3]:
                    if any(name != form.type and self._knowledge.is_a(end, name) for name in self.classes):
                        found[path] = found.get(path, 0) + 1
        return sorted(found, key=lambda path: (-found[path], path))[:4]

    def _in_unit(self, value: Value, property: str, kind: str) -> str | None:
        if value.moment:
            return value.term if kind == MOMENT or not value.term.endswith("date>") else None
        return in_unit(value.term, value.unit, property, self._knowledge.lexicon, kind=kind)

    def _is_earlier_the_more(self, comparison: Comparison, kind: str) -> bool:
        """Whether more of a dimension is an earlier date: older than."""
        told = dimensions().get(comparison.dimension, {})
        return bool(told.get("dates")) and kind == MOMENT

    def _ends_in_class(self, step: Step) -> bool:
        schema = self._knowledge.schema
        ends = schema.domain(step.property) if step.inverse else schema.range(step.property)
        return any(schema.is_a([end], name) for end in ends for name in self.classes)

    def _compared(self, form: Form, comparison: Comparison) -> Iterator[Form]:
        """Things that come before, or are more than, a named one."""
        for term in self._things():
            if form.among == (term,) or any(link.anchor == term for link in form.links):
                continue
            if form.wants == THINGS and form.among and not self._is_compared_with(term, form.among[0]):
                continue
            for path, kind in self._measures(form):
                if (comparison.dimension == "moment") != (kind in (MOMENT, TIME)) and comparison.dimension in (
                    "",
                    "moment",
                ):
                    continue
                rest = tuple(one for one in form.among if one != term)
                turned = self._is_earlier_the_more(comparison, self._around.measured(path[-1].property) or "")
                bound = Bound(path, OPPOSITE[comparison.sign] if turned else comparison.sign, term)
                if not form.among or rest:
                    yield replace(form, among=rest, bounds=(*form.bounds, bound))

    def _is_compared_with(self, term: str, thing: str) -> bool:
        """Whether a thing is compared with another, rather than that with it: "Is A older than B?", "A가 B보다"."""
        places = {one: named for named in self._question.named for one, _ in named.terms}
        if term not in places or thing not in places:
            return True
        if self._question.language == "ko":
            return self._question.text[places[term].end - 2 : places[term].end + 3].find("보다") >= 0
        return places[thing].start < places[term].start

    def _measures(self, form: Form) -> list[tuple[Path, str]]:
        """What can be compared of what a form describes: those that are spoken of, or all of a kind."""
        found: list[tuple[float, Path, str]] = []
        for step in self._steps_of(form):
            if not step.inverse and (kind := self._around.measured(step.property)) is not None:
                found.append((self._question.strength(step.property), (step,), kind))
            elif not step.inverse:
                found += self._within(form, step)
        found.sort(key=lambda one: (-one[0], one[1]))
        return [(path, kind) for _, path, kind in found[:8]]

    def _within(self, form: Form, step: Step) -> list[tuple[float, Path, str]]:
        """Measures of what a blank node holds."""
        things = self._solver.solve(replace(form, wants=THINGS, order=None)).things[:10]
        found: list[tuple[float, Path, str]] = []
        for one in things:
            for middle in list(self._solver.reached(one, (step,)))[:2]:
                if middle.startswith("_:"):
                    for second in self._around.around(middle):
                        if not second.inverse and (kind := self._around.measured(second.property)) is not None:
                            found.append((self._question.strength(second.property), (step, second), kind))
        return list(dict.fromkeys(found))

    def _dated(self, form: Form) -> Iterator[Form]:
        """With a year, a date or a number that no sign stands before: "albums of 1959"."""
        taken = {value for one in self._question.qualifiers.comparisons for value in one.values}
        for value in self._question.qualifiers.values:
            if value in taken:
                continue
            for path, kind in self._measures(form):
                if (kind == MOMENT) == value.moment or (value.moment and kind == NUMBER):
                    yield replace(form, bounds=(*form.bounds, Bound(path, "=", value.term)))

    def _denied(self, form: Form) -> Iterator[Form]:
        if not self._question.qualifiers.denials:
            return
        for at, link in enumerate(form.links):
            if len(form.links) > 1 or form.type is not None:
                changed = (*form.links[:at], link._replace(holds=False), *form.links[at + 1 :])
                yield replace(form, links=changed)
        steps = self._steps_of(form)
        for step in steps:
            spoken = self._question.strength(step.property) >= _SPOKEN
            if self._is_special(step, steps):
                continue
            if spoken or self._ends_in_class(step):
                yield replace(form, bounds=(*form.bounds, Bound((step,), "lacks")))
        for path in self._to_class(form):
            yield replace(form, bounds=(*form.bounds, Bound(path, "lacks")))
        if form.type is not None:
            for step in self._around.of_class(form.type):
                if self._question.strength(step.property) >= _SPOKEN:
                    yield replace(form, bounds=(*form.bounds, Bound((step,), "lacks")))

    def _flagged(self, form: Form) -> Iterator[Form]:
        """With what is spoken of as something that they have, or are."""
        if form.bounds or form.wants != THINGS:
            return
        for step in self._steps_of(form):
            if self._question.strength(step.property) >= 0.5 and not step.inverse:
                values = [value for _, value in zip(range(3), self._knowledge.graph.pairs(step.property), strict=False)]
                if any("boolean" in end for _, end in values):
                    yield replace(form, bounds=(Bound((step,), "has"),))

    # -- in an order

    def _ordered(self, form: Form) -> Iterator[Form]:
        extremes = self._superlatives()
        if not extremes:
            yield form
            return
        for extreme in extremes:
            yield from (replace(form, order=order) for order in self._orders(form, extreme))
        yield form

    def _superlatives(self) -> list[Extreme]:
        """Those that aren't part of a comparison with "than"."""
        marks = self._question.qualifiers
        return [one for one in marks.extremes if not (marks.than and one.end <= marks.than.start and marks.comparisons)]

    def _orders(self, form: Form, extreme: Extreme) -> Iterator[Order]:
        told = dimensions().get(extreme.dimension)
        scored: list[tuple[float, Order]] = []
        near = self._dimension(extreme.dimension) if told else {}
        for path, kind in self._measures(form):
            property = path[-1].property
            fits = near.get(property, 0.0)
            said = self._question.strength(property)
            if told and kind not in told["kinds"] and said < 0.5:
                continue
            down = extreme.down
            if told and told.get("dates") and kind == MOMENT:
                down = not down
            scored.append((max(fits, said), Order(path, down)))
        for step in self._steps_of(form):
            said = self._question.strength(step.property)
            if (not told or extreme.dimension == "population") and (said >= _SPOKEN or self._ends_in_class(step)):
                if self._around.measured(step.property) is None or step.inverse:
                    scored.append((said, Order((step,), extreme.down, counted=True)))
        if not told:
            scored += [(0.2, Order(path, extreme.down, counted=True)) for path in self._to_class(form)]
        scored.sort(key=lambda one: (-one[0], one[1]))
        yield from (order for _, order in scored[:4])

    def _dimension(self, name: str) -> dict[str, float]:
        return dimension_support(self._question.known.wordbook, name)

    # -- asked for of them

    def _projections(self, form: Form) -> Iterator[Path]:
        """From the things to what they have that is spoken of."""
        if form.links and not (form.order or form.bounds or form.type):
            return  # two steps from a thing are links
        if len(form.among) == 1 and not (form.order or form.bounds):
            return  # and so is one
        used = {step.property for path in form.paths for step in path}
        steps = [step for step in self._steps_of(form) if step.property not in used]
        ranked = sorted(steps, key=lambda step: -self._question.strength(step.property))
        for step in ranked[:6]:
            expected = form.order is not None or form.bounds or form.among
            if self._question.strength(step.property) >= _SPOKEN or (expected and self._asks_for(step)):
                yield (step,)

    def _asks_for(self, step: Step) -> bool:
        return self._question.asks in self._knowledge.lexicon.asks(step.property) and self._question.asks not in (
            "what",
            "which",
        )

    # -- whether

    def _whether(self, bases: Sequence[Form]) -> Iterator[Form]:
        things = self._things()
        for term in things:
            for type in self.classes:
                yield Form(WHETHER, type=type, among=(term,))
        for anchors in self._combinations():
            for first in anchors:
                for second in anchors:
                    if first != second and is_iri(second):
                        for link in self._between(first, second):
                            yield Form(WHETHER, links=(link,), among=(second,))
            for one in anchors:
                if is_iri(one):
                    yield from self._has(one)

    def _between(self, first: str, second: str) -> Iterator[Link]:
        """How one thing might stand to another, as is spoken of, or as it does."""
        schema, question = self._knowledge.schema, self._question
        types = self._knowledge.lexicon.types(second)
        yield from self._links(first, None)
        for name in question.support:
            if name in schema.properties and question.strength(name) >= _SPOKEN and self._around.is_spoken(name):
                own = self._knowledge.lexicon.types(first) if is_iri(first) else ()
                if schema.suits(name, own) and schema.suits_value(name, types):
                    yield Link(first, (Step(name),))
                if (schema.suits(name, types) and schema.suits_value(name, own)) or is_literal(first):
                    yield Link(first, (Step(name, inverse=True),))
        reached = self._solver.reached
        yield from (Link(first, (step,)) for step in self._around.around(first) if second in reached(first, (step,)))

    def _has(self, term: str) -> Iterator[Form]:
        base = Form(WHETHER, among=(term,))
        for comparison in self._question.qualifiers.comparisons:
            for bounded in self._bounded(replace(base, wants=THINGS), comparison):
                yield replace(bounded, wants=WHETHER)
        yield from self._dated(base)
        for extreme in self._question.qualifiers.extremes:
            for other in self._things():
                if other != term:
                    for order in self._orders(replace(base, wants=THINGS), extreme):
                        sign = ">" if order.down else "<"
                        if order.counted:
                            continue
                        yield replace(base, bounds=(Bound(order.path, sign, other),))
        for step in self._around.around(term):
            if self._question.strength(step.property) >= _SPOKEN:
                yield replace(base, bounds=(Bound((step,), "has"),))
        schema, types = self._knowledge.schema, self._knowledge.lexicon.types(term)
        for name in self._question.support:
            if name in schema.properties and self._question.strength(name) >= 0.5 and schema.suits(name, types):
                if self._around.is_spoken(name):
                    yield replace(base, bounds=(Bound((Step(name),), "has"),))

    # -- from one date to another

    def _spans(self) -> Iterator[Form]:
        for term in self._things():
            dated = self._dates(term)
            births = [path for path in dated if self._is_birth(path)]
            own = [path for path in births if self._is_birth(path, of_things=False)]
            births = own or births
            if self._question.qualifiers.age:
                for birth in births:
                    for path in dated:
                        if path != birth and not self._is_birth(path):
                            yield Form(SPAN, thing=term, dates=(birth, path))
                    for other in self._things():
                        if (
                            other != term
                            and self._question.qualifiers.when is not None
                            and not self._question.qualifiers.died
                        ):
                            for path in self._dates(other):
                                if not self._is_birth(path):
                                    yield Form(SPAN, thing=term, dates=(birth, path), other=other)
                    yield Form(THINGS, links=(Link(term, birth),))
            else:
                for first, last in product(dated, dated):
                    if first != last and self._is_earlier(term, first, last):
                        yield Form(SPAN, thing=term, dates=(first, last))

    def _dates(self, term: str) -> list[Path]:
        found = [
            (step,)
            for step in self._around.around(term)
            if not step.inverse and self._around.measured(step.property) == MOMENT
        ]
        others = [
            path
            for path in self._around.beyond(term)
            if not path[-1].inverse
            and self._around.measured(path[-1].property) == MOMENT
            and (self._question.strength(path[0].property) >= _SPOKEN or self._mentions(term, path[0]))
        ]
        return [*found, *others[:8]]

    def _mentions(self, term: str, step: Step) -> bool:
        return any(one in self._things() for one in self._solver.reached(term, (step,)))

    def _is_birth(self, path: Path, *, of_things: bool = True) -> bool:
        near = dimension_support(self._question.known.wordbook, "birth" if of_things else "born")
        return len(path) == 1 and near.get(path[0].property, 0.0) >= 0.75

    def _is_earlier(self, term: str, first: Path, last: Path) -> bool:
        one, other = (min(self._solver.reached(term, path), default="") for path in (first, last))
        return one < other


_BORN = ("birth date", "born", "birth year", "year of birth", "date of birth", "생년", "출생", "geboren")
_BIRTH = (*_BORN, "founded", "founding", "established")


def dimension_support(wordbook: object, name: str) -> dict[str, float]:
    """How near each property comes to the words of a dimension."""
    from soulkeep.questions.wordbook import Wordbook

    assert isinstance(wordbook, Wordbook)
    words = {"birth": _BIRTH, "born": _BORN}.get(name) or tuple(dimensions()[name]["words"])
    return wordbook.nearest(words, loose=False)
