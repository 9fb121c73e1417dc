"""Generation of forms for a question: its names, classes and qualifiers, joined in all ways that the graph allows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import combinations, islice, pairwise, product

from soulkeep.graph.questions.accounting import WHOLE, Account
from soulkeep.graph.questions.analysis import SPOKEN, AnalysedQuestion
from soulkeep.graph.questions.directions import Directions
from soulkeep.graph.questions.forms import ABOUT, COUNT, THINGS, WHETHER, Bound, Form, Link, Path, PathStep
from soulkeep.graph.questions.implied import implied_classes
from soulkeep.graph.questions.most import having_most
from soulkeep.graph.questions.names import Named
from soulkeep.graph.questions.narrowing import Narrowing
from soulkeep.graph.questions.near import stem
from soulkeep.graph.questions.reckoning import Reckoning
from soulkeep.graph.questions.sharing import Sharing
from soulkeep.graph.questions.spans import WordSpans
from soulkeep.graph.questions.surroundings import Surroundings
from soulkeep.graph.questions.wordbook import Support
from soulkeep.graph.remembered import remembered
from soulkeep.graph.schema import TYPE
from soulkeep.graph.terms import is_iri, is_literal
from soulkeep.graph.words.measures import DURATION, MOMENT, TIME
from soulkeep.lang.pack import of_any_language

_ALL = 300
"""Most things of a class, where a value of each of them is asked for."""

_HINT = 0.02
"""Weight of a property's nearness to the whole question, where no word mentions it."""

_SENSED = 1.0
"""Least nearness (see `sense`) of a property that is yes or no to a question that doesn't mention it."""

_CLEAR = 0.5
"""Least clearness of a property for a way to it that isn't mentioned."""

_NEAR = 0.8
"""Clearness from which on a class is mentioned rather than near to a word."""

_ROLE = 0.9
"""Least clearness of a property by which things are called."""

_PATHS = 6
_CLASSES = 4
_COMBINATIONS = 12
_MOST = 1200


class Candidates:
    """Generates the forms of one question.

    Args:
        question: the analysed question.
        surroundings: the surroundings of things in its graph.
    """

    def __init__(self, question: AnalysedQuestion, surroundings: Surroundings) -> None:
        self._question = question
        self._known = question.known
        self._knowledge = question.known.knowledge
        self._around = surroundings
        self._solver = question.known.solver
        self._account = Account(question, surroundings)
        self._directions = Directions(question)
        self.classes = self._classes()
        self._narrowing = Narrowing(question, surroundings, self.classes, self._things())
        self._reckoning = Reckoning(question, surroundings, self._narrowing)
        self._sharing = Sharing(question, surroundings, self._directions)

    def all(self) -> list[Form]:
        """Return the forms, without duplicates, at most 1200."""
        forms: dict[Form, None] = {}
        for form in self._made():
            forms.setdefault(form)
            if len(forms) >= _MOST:
                break
        return list(forms)

    def _made(self) -> Iterator[Form]:
        bases = list(dict.fromkeys(map(self._account.standing.with_nothing_else, self._bases())))
        asks, marks = self._question.asks, self._question.qualifiers
        if marks.age or marks.long or any(one.dimension in ("age", "duration") for one in marks.asked):
            things = dict.fromkeys([*self._things(), *self._question.described])
            yield from WordSpans(self._question, self._around, [*things]).all()
        yield from self._reckoning.of_two(self._things())
        yield from self._shared()
        yield from having_most(self._question, self._around, self.classes)
        if asks == "whether" or marks.some:
            yield from map(self._account.standing.with_nothing_else, self._whether(bases))
        narrowed = [form for base in bases for form in self._narrowing.narrowed(base)]
        for form in narrowed:
            if form.type is None and not form.links and not form.among:
                continue
            for ordered in self._narrowing.ordered(form):
                if ordered.among and ordered.order is not None and len(ordered.among) > 1:
                    yield ordered
                if ordered.links or ordered.type:
                    yield ordered
                    if marks.counted and not (ordered.order is not None and ordered.order.take == 1):
                        yield ordered._replace(wants=COUNT)  # nobody counts the deepest one: it is asked which it is
                    if (asks == "whether" or marks.some) and ordered.type is not None and self._is_said(ordered):
                        yield ordered._replace(wants=WHETHER)
                for path in self._projections(ordered):
                    if self._reckoning.is_asked:
                        yield from self._reckoning.of_several(ordered, path)
                    projected = ordered._replace(project=path)
                    yield projected
                    if marks.counted:
                        yield projected._replace(wants=COUNT)
        for term in self._things():
            yield Form(ABOUT, thing=term)
        for type in self.classes[:1]:  # for example: what is a stratovolcano
            if self._question.asks in ("what", None) and next(self._knowledge.lexicon.descriptions(type), None):
                yield Form(ABOUT, thing=type)

    def _shared(self) -> Iterator[Form]:
        if not self._sharing.is_asked:
            return
        for form in self._sharing.of(self._things(), [*self.classes, *self._implied]):
            yield form
            if self._question.qualifiers.counted:
                yield form._replace(wants=COUNT)

    def _is_said(self, form: Form) -> bool:
        """Return whether all links of two or more steps are mentioned, as a yes/no question requires."""
        ways = (link.path for link in form.links if len(link.path) > 1)
        return all(self._question.strength(step.property) >= SPOKEN for path in ways for step in path)

    # -- what is named

    def _classes(self) -> list[str]:
        question, schema = self._question, self._knowledge.schema
        told = {
            term: one
            for term, one in question.support.items()
            if term in schema.classes and not schema.is_top(term) and one.whole >= 0.33 and not self._is_only_near(one)
        }
        named = {
            at for one in told.values() if one.whole >= WHOLE for at, worth in one.by_word.items() if worth >= WHOLE
        }
        classes = [
            (question.strength(term), term)
            for term, one in told.items()
            if one.whole >= WHOLE or not named.issuperset(one.by_word) or self._is_head_said(one)
        ]
        return [term for _, term in sorted(classes, key=lambda one: (-one[0], one[1]))[:_CLASSES]]

    def _is_only_near(self, one: Support) -> bool:
        """Return whether a class is only near to words that are exactly something else: a property that is asked for
        ("which milk", beside dairies), or a value ("the youngest cheesemaker", beside cheeses)."""
        if one.whole >= _NEAR:
            return False
        question = self._question
        words = {at for at in one.by_word if question.words[at].weight} or {*one.by_word}
        values = [named for named in question.named if named.terms[0][1] >= WHOLE and is_literal(named.terms[0][0])]
        if any(words.issubset(question.words_in(named.start, named.end)) for named in values):
            return True
        exact = (
            {at for at, worth in other.by_word.items() if worth >= WHOLE}
            for term, other in question.support.items()
            if other.whole >= WHOLE and term in self._knowledge.schema.properties
        )
        return words <= question.target and any(map(words.issubset, exact))

    def _is_head_said(self, one: Support) -> bool:
        """Return whether the last word of a class's name is said: the keeper of "lighthouse keeper"."""
        language, words = self._question.language, one.wording.casefold().split(" ")
        head = stem(words[-1], language)
        return len(words) == 1 or any(stem(self._question.words[at].form, language) == head for at in one.by_word)

    def _things(self) -> list[str]:
        return list(dict.fromkeys([*self._account.things, *self._question.carried]))

    def _combinations(self) -> Iterator[tuple[str, ...]]:
        """Yield combinations of the names' meanings; a name of which little was said may be left out."""
        named: list[Named] = [one for one in self._question.named if one.terms[0][1] >= 0.34]
        options = []
        for one in named:
            terms: list[str | None] = [term for term, _ in one.terms[:4]]
            if one.terms[0][1] < 0.95 or all(is_literal(term) for term, _ in one.terms):
                terms.append(None)
            options.append(terms)
        count = 0
        for chosen in product(*options):
            distinct = tuple(dict.fromkeys(term for term in chosen if term is not None))
            for carried in ((), *((one,) for one in self._question.carried)):
                if distinct or carried:
                    yield (*distinct, *carried)
                    count += 1
            if count >= _COMBINATIONS:
                return

    # -- sets of things

    def _bases(self) -> Iterator[Form]:
        for type in self.classes:
            yield Form(THINGS, type=type)
            for other in self.classes:
                if other != type and not self._knowledge.schema.is_a([type], other) and self._may_be_both(type, other):
                    yield Form(THINGS, type=type, links=(Link(other, (PathStep(TYPE, inverse=True),)),))
        for type in self._implied:
            yield Form(THINGS, type=type)
        yield from self._of_role()
        for anchors in self._combinations():
            if len(anchors) > 4:
                anchors = anchors[:4]
            denied = self._question.qualifiers.denials and not self.classes
            kinds: list[str | None] = [*self.classes, *(self._implied if denied else ()), None]
            for kind in kinds:
                options = self._meeting([self._links(anchor, kind) for anchor in anchors])
                if all(options):
                    width = _PATHS if len(anchors) == 1 else 3
                    if len(anchors) == 1 and of_any_language("asking", "there").search(self._question.text):
                        for pair in combinations(options[0][:_PATHS], 2):
                            yield Form(THINGS, type=kind, links=tuple(sorted(pair)))
                    for links in self._of_one_role(product(*(one[:width] for one in options))):
                        yield Form(THINGS, type=kind, links=tuple(sorted(set(links))))
            if 1 <= len(anchors) <= 3:
                things = tuple(one for one in anchors if is_iri(one))
                if things:
                    yield Form(THINGS, among=things)
                for at, anchor in enumerate(anchors):  # one of the names is the thing asked for, the others select it
                    others = anchors[:at] + anchors[at + 1 :]
                    if others and is_iri(anchor):
                        options = [self._links(other, None) for other in others]
                        if all(options):
                            for links in product(*(one[:3] for one in options)):
                                yield Form(THINGS, links=tuple(sorted(set(links))))

    def _of_role(self) -> Iterator[Form]:
        """Yield the people who are clearly called by what they are to others: the keepers, of whichever animals."""
        question, schema = self._question, self._knowledge.schema
        if question.carried and of_any_language("asking", "points").search(question.text) is not None:
            return  # somebody's own sister is asked for
        if question.qualifiers.lacking:
            return  # who has no mentor needn't be one
        for name, support in question.support.items():
            if name not in schema.properties or support.whole < _ROLE or max(support.by_word.values()) < _ROLE:
                continue
            if (step := self._directions.noun_for(name)) is None:
                continue
            of_kind = [question.support[type].by_word for type in self.classes]
            alone = next(iter(support.by_word)) if len(support.by_word) == 1 else -1
            if any(one.get(alone, 0.0) >= SPOKEN for one in of_kind):
                continue  # the rally drivers are those of that class, not those whom something calls its driver
            kinds = schema.range(name) if step.inverse else schema.domain(name)
            people = schema.widest(one for one in kinds if one in schema.classes and schema.is_person([one]))
            for type in sorted(people)[:2]:
                yield Form(THINGS, type=type, bounds=(Bound((step,), "has"),))

    def _may_be_both(self, type: str, other: str) -> bool:
        """Return whether something is of two classes, or it may be asked whether there is anything that is."""
        if self._question.asks == "whether" or self._question.qualifiers.some:
            return True
        columns = self._solver.columns
        return not columns.is_of(type).isdisjoint(columns.is_of(other))

    @cached_property
    def _implied(self) -> list[str]:
        return implied_classes(self._question, self._around, self._things())

    @remembered(1024)
    def _clearness(self, property: str) -> float:
        """Return how clearly a property is mentioned or asked for."""
        return max(self._question.strength(property), 0.5 * self._account.is_asked(property))

    @remembered(256)
    def _links(self, term: str, type: str | None) -> list[Link]:
        """Return the links by which the things asked for may be joined to a term, the likeliest first."""
        question, schema = self._question, self._knowledge.schema
        paths: list[tuple[float, Path]] = []
        through: list[tuple[float, Path]] = []
        near = self._around.sense.near(question.unnamed, question.language)
        steps = self._around.around(term)
        for step in steps:
            if type is not None and not self._leads_to(term, (step,), type):
                continue
            strength = max(question.strength(step.property), SPOKEN * self._account.is_asked(step.property))
            if strength < SPOKEN and self._narrowing.is_special(step, steps):
                continue  # the general property leads to the same things
            hint = _HINT * near.get(step, 0.0) - 0.1 if strength < SPOKEN else 0.0
            paths.append((strength + hint, (step,)))
        spoken = {name for name in question.support if name in schema.properties and question.strength(name) >= SPOKEN}
        if is_iri(term):
            have = {step.property for step in self._around.around(term)}
            lexicon = self._knowledge.lexicon
            types = lexicon.types(term)
            paths += [  # nobody is asked for, or found, by another name unless it is spoken of
                (question.strength(name), (PathStep(name),))
                for name in lexicon.renaming
                if not self.classes
                and question.strength(name) >= SPOKEN
                and self._solver.reached(term, (PathStep(name),))
            ]
            paths += [  # a property that the thing might have but lacks, so that the answer can say so
                (question.strength(name) - 0.2, (PathStep(name),))
                for name in sorted(spoken - have)
                if type is None and self._around.is_spoken(name) and schema.suits(name, types)
            ]
            direct = type is not None and bool(paths)
            for path in self._around.beyond(term) if len(spoken) > 1 or not direct else ():
                first, second = self._clearness(path[0].property), self._clearness(path[1].property)
                named = type is not None  # whether it leads to the class is checked below
                if max(first, second) < 0.4 and not named:
                    continue
                inside = path[0].inverse and path[1].inverse  # the courses in the rooms of a house
                within = inside and named and not direct and self._account.standing.is_within(term)
                if max(first, second) < SPOKEN and not (within or self._around.is_nameless(path[0])):
                    continue
                if min(first, second) < SPOKEN and not named and not self._around.is_nameless(path[0]):
                    through += [(second, path)] if second >= _CLEAR and self._is_through(term, path) else []
                    continue
                if second >= SPOKEN and self._around.is_nameless(path[0]):  # an offer only holds the price
                    paths.append((second - 0.1, path))
                    continue
                paths.append(((first + second) / 2 - 0.15 - 0.2 * (min(first, second) < SPOKEN), path))
        paths.sort(key=lambda one: (-one[0], one[1]))
        if type is not None:  # following a path of two steps takes time, so only as many are checked as needed
            there = (one for one in paths if len(one[1]) == 1 or self._leads_to(term, one[1], type))
            likely = list(islice(there, _PATHS * 2))
        else:
            likely = [one for one in paths if one[0] >= SPOKEN][: _PATHS * 2] or paths[:_PATHS]
            expected = (one for one in paths if one not in likely and self._account.is_expected(term, one[1]))
            likely = [*likely, *islice(expected, 2), *sorted(through, key=lambda one: (-one[0], one[1]))[:2]]
        return [Link(term, path) for _, path in likely]

    def _is_through(self, term: str, path: Path) -> bool:
        """Return whether a path leads on from the one thing that a step leads to, to a time that only such things have:
        when a show begins, by its slot. Other values of it, as its cost or its winner, are its own."""
        first, second = path
        if first.inverse or second.inverse or second in self._around.around(term):
            return False
        kind = self._around.measured(second.property)
        if kind not in (TIME, DURATION) and not (kind is None and self._question.asks == "when"):
            return False
        ends = self._solver.reached(term, (first,))
        if any(self._around.kind_of(one) == MOMENT for one in self._solver.reached(term, path)):
            return False  # the date of a fair isn't that of what was sold there
        types = self._knowledge.lexicon.types(term)
        schema, lexicon = self._knowledge.schema, self._knowledge.lexicon
        return len(ends) == 1 and not schema.suits(second.property, types) and not any(map(lexicon.is_person, ends))

    def _meeting(self, options: list[list[Link]]) -> list[list[Link]]:
        """Return the links to several things with those first that are mentioned, or that lead to common things."""
        if len(options) < 2:
            return options
        reached = [[self._solver.reached(link.anchor, link.path) for link in links] for links in options]
        ranked: list[list[Link]] = []
        for at, links in enumerate(options):
            others = [set().union(*ends) for other, ends in enumerate(reached) if other != at]
            meets = [all(ends & other for other in others) for ends in reached[at]]
            said = [any(self._question.strength(step.property) >= SPOKEN for step in link.path) for link in links]
            places = sorted(range(len(links)), key=lambda place: not (said[place] or meets[place]))
            ranked.append([links[place] for place in places])
        return ranked

    def _of_one_role(self, joined: Iterable[tuple[Link, ...]]) -> Iterator[tuple[Link, ...]]:
        """Yield links to things of one kind of which something is so of both, by the same way to each if there is one and none is
        told: "who went on both" asks for whoever was in both, not for who led the one and was in the other."""
        every = list(joined)
        if not self._question.qualifiers.both or not every or len(every[0]) < 2 or self._are_apart(every[0]):
            yield from every
            return
        alike = [links for links in every if len({link.path for link in links}) == 1]
        strength = self._question.strength
        said = {
            link.path for links in alike for link in links if any(strength(s.property) >= SPOKEN for s in link.path)
        }
        alike = [links for links in alike if not said or links[0].path in said]
        kinds = {self._knowledge.lexicon.types(link.anchor) for links in alike for link in links}
        yield from alike if len(kinds) == 1 else every

    def _are_apart(self, links: Sequence[Link]) -> bool:
        """Return whether words that say something stand between the names of what is linked: "director of A and writer of
        B"."""
        anchors = {link.anchor for link in links}
        named = [one for one in self._question.named if any(term in anchors for term, _ in one.terms)]
        return any(
            word.weight
            for one, other in pairwise(named)
            for word in self._question.words
            if one.end <= word.start < other.start
        )

    def _leads_to(self, term: str, path: Path, type: str) -> bool:
        return any(self._knowledge.is_a(one, type) for one in self._solver.reached(term, path))

    # -- asked for of them

    def _projections(self, form: Form) -> Iterator[Path]:
        """Yield the mentioned steps from a form's things to their values."""
        if form.links and not (form.order or form.bounds or form.type):
            return  # two steps from a thing are two links
        if len(form.among) == 1 and not (form.order or form.bounds):
            return  # one step from a thing is a link
        everything = not (form.links or form.bounds or form.order or form.among)
        reckons = self._reckoning.is_asked
        many = everything and form.type is not None and len(self._solver.columns.things_of(form.type)) > _ALL
        if many and not reckons:
            return  # nobody asks for a value of every person in the world
        ranked = self._narrowing.clearest(self._narrowing.steps_of(form))
        by = form.order.path if form.order is not None and self._question.asks == "when" else ()  # the last one's date
        for step in islice(
            (one for one in ranked if reckons or one.property not in form.properties or (one,) == by), 6
        ):
            if self._around.is_flag(step.property):
                continue  # yes or no tells nothing about several things
            expected = form.order is not None or form.bounds or form.among
            reckoned = reckons and (
                self._account.is_asked(step.property) or (form.order and (step,) == form.order.path)
            )
            if self._question.strength(step.property) >= SPOKEN or (expected and self._asks_for(step)) or reckoned:
                yield (step,)

    def _asks_for(self, step: PathStep) -> bool:
        return self._question.asks in self._knowledge.lexicon.asks(step.property) and self._question.asks not in (
            "what",
            "which",
        )

    # -- whether

    def _whether(self, bases: Sequence[Form]) -> Iterator[Form]:
        things = self._things()
        has = self._account.asks_for_having
        if each := self._account.standing.each:
            for type in self.classes:
                if not has and not (self._question.qualifiers.every and self._account.standing.are_all(each, type)):
                    yield Form(WHETHER, type=type, among=each)
            for first in dict.fromkeys(one for anchors in self._combinations() for one in anchors):
                if first not in each:
                    yield from (Form(WHETHER, links=(link,), among=each) for link in self._to_each(first, each))
            whole = [kind for kind in self.classes if self._account.standing.are_all(each, kind)]
            kinds = [None] if self._question.named else whole  # "are both towers higher than 300?"
            yield from (one._replace(type=kind) for one in self._has(*each) for kind in kinds)
        for term in things:
            for type in self.classes:
                if not has:
                    yield Form(WHETHER, type=type, among=(term,))
                    continue
                for link in self._links(term, type)[:_PATHS]:  # "does he have a hut" doesn't ask whether he is one
                    yield Form(WHETHER, type=type, links=(link,))
        for anchors in self._combinations():
            for first in anchors:
                for second in anchors:
                    if first != second and is_iri(second):
                        for link in self._between(first, second):
                            yield Form(WHETHER, links=(link,), among=(second,))
            for one in anchors:
                if is_iri(one):
                    yield from self._has(one)

    def _to_each(self, first: str, each: Sequence[str]) -> list[Link]:
        """Return the links between a thing and each of some others."""
        links = [{*self._between(first, other)} for other in each]
        return sorted(links[0].intersection(*links[1:]))

    def _between(self, first: str, second: str) -> Iterator[Link]:
        """Yield the links between two things, those that are mentioned and those that exist."""
        schema, question = self._knowledge.schema, self._question
        types = self._knowledge.lexicon.types(second)
        yield from (link for link in self._links(first, None) if self._may_end(link, second, types))
        for name in question.support:
            if name in schema.properties and question.strength(name) >= SPOKEN and self._around.is_spoken(name):
                own = self._knowledge.lexicon.types(first) if is_iri(first) else ()
                if schema.suits(name, own) and schema.suits_value(name, types):
                    yield Link(first, (PathStep(name),))
                turned = PathStep(name, inverse=True)
                if is_literal(first):
                    suits = turned in self._around.around(first)
                else:
                    suits = schema.suits(name, types) and schema.suits_value(name, own)
                if suits:
                    yield Link(first, (turned,))
        reached = self._solver.reached
        yield from (Link(first, (step,)) for step in self._around.around(first) if second in reached(first, (step,)))

    def _may_end(self, link: Link, thing: str, types: Sequence[str]) -> bool:
        """Return whether a link may lead to a thing, which depends on its class: no thing is a date."""
        step, schema = link.path[-1], self._knowledge.schema
        if thing in self._solver.reached(link.anchor, link.path):
            return True
        if step.inverse:
            return schema.suits(step.property, types)
        return self._around.measured(step.property) is None and schema.suits_value(step.property, types)

    def _has(self, term: str, *others: str) -> Iterator[Form]:
        base = Form(WHETHER, among=(term, *others))
        for comparison in self._question.qualifiers.comparisons:
            for bounded in self._narrowing.bounded(base._replace(wants=THINGS), comparison):
                yield bounded._replace(wants=WHETHER)
        yield from self._narrowing.dated(base)
        for extreme in self._question.qualifiers.extremes:
            for other in self._things():
                if other not in base.among and self._narrowing.is_compared_with(other, term):
                    for order in self._narrowing.orders(base._replace(wants=THINGS), extreme):
                        sign = ">" if order.down else "<"
                        if order.counted:
                            continue
                        yield base._replace(bounds=(Bound(order.path, sign, other),))
        if self._question.qualifiers.alive is not None:
            types = self._knowledge.lexicon.types(term)
            may_live = self._knowledge.lexicon.may_live(term)
            for name in self._narrowing.deaths:
                died = PathStep(name) in self._around.around(term)
                if died or (may_live and self._knowledge.schema.suits(name, types)):
                    yield base._replace(bounds=(Bound((PathStep(name),), "lacks"),))
        near = self._around.sense.near(self._question.unnamed, self._question.language)
        for step in self._around.around(term):
            flagged = near.get(step, 0.0) >= _SENSED and not step.inverse and self._around.is_flag(step.property)
            if flagged or self._question.strength(step.property) >= SPOKEN:
                yield base._replace(bounds=(Bound((step,), "has"),))
        schema, types = self._knowledge.schema, self._knowledge.lexicon.types(term)
        for name in self._question.support:
            said = name in schema.properties and self._question.strength(name) >= 0.5 and self._around.is_spoken(name)
            if said and schema.suits(name, types):
                yield base._replace(bounds=(Bound((PathStep(name),), "has"),))

    # -- from one date to another
