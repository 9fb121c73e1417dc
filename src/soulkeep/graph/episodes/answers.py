"""Answers from a character's knowledge: solutions of a question's triples over the graph, in words (2)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date

from soulkeep.graph.episodes import listing, speech
from soulkeep.graph.episodes.ages import aged
from soulkeep.graph.episodes.as_asked import called_so
from soulkeep.graph.episodes.comparisons import asks_which, bounded
from soulkeep.graph.episodes.descriptions import as_it, description
from soulkeep.graph.episodes.exceptions import exception, put
from soulkeep.graph.episodes.nameless import of_nameless
from soulkeep.graph.episodes.naming import without_request
from soulkeep.graph.episodes.naturalness import is_sayable, is_well_put
from soulkeep.graph.episodes.nouns import counted_noun, counter_of, noun_of
from soulkeep.graph.episodes.places import held_at
from soulkeep.graph.episodes.portrait import portrait
from soulkeep.graph.episodes.telling_facts import EVERYBODY, facts_of, is_of, is_said, is_told_in_korean
from soulkeep.graph.knowledge import ANYTHING, Knowledge
from soulkeep.graph.questions import forms
from soulkeep.graph.questions.asked import reader_of
from soulkeep.graph.questions.forms import Form, PathStep
from soulkeep.graph.questions.solve import Solution, holds
from soulkeep.graph.schema import TYPE
from soulkeep.graph.terms import is_iri, is_variable, parsed
from soulkeep.graph.verbalise.sentences import GraphStatement, verbalise
from soulkeep.graph.words.grammar_en import common
from soulkeep.lang.pack import pattern, subject, wording, words
from soulkeep.lang.particles import attached
from soulkeep.types.episodes import Act, Triple, Understanding

VALUES, LIST, COUNT, YES, NO, UNKNOWN, NO_IDEA, ABOUT = (
    "values",
    "list",
    "count",
    "yes",
    "no",
    "unknown",
    "no idea",
    "about",
)
TIMES = "times"
"""In place of a counter: a question of how often."""

_ARTICLE = re.compile("^(?:The|An?)(?= )")
_PREPOSITION = "in|at|on|from|to|into|by|for|with|aus|nach|bei|von|mit|für"

_NAMED, _SOME = 12, 3
"""Most things that a list names, and that are named beside a "yes"."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GraphAnswer:
    """The graph's answer to one question.

    Attributes:
        kind: `"values"` of a thing's property, a `"list"` of things, a `"count"`, `"yes"`, `"no"`, `"unknown"` (a thing
            has no such value), `"no idea"` (whether something is so), or `"about"` (facts about a thing).
        text: the answer's words; "" if there is nothing to say.
        fact: the answer in whole sentences that name their subject; "" if `text` is such already.
        entity, predicate: the thing and the property asked about.
        values: the values found, as terms.
        noun: for a count, the class or property that is counted.
        statements: for values, the statements with them, to be told together with others.
        shows: whether a yes or no comes with the values that were compared.
    """

    kind: str
    text: str = ""
    fact: str = ""
    entity: str | None = None
    predicate: str | None = None
    values: tuple[str, ...] = ()
    noun: str | None = None
    statements: tuple[GraphStatement, ...] = ()
    shows: bool = False

    @property
    def found(self) -> bool:
        """Return whether something was found."""
        return self.kind not in (UNKNOWN, NO_IDEA)

    @property
    def act(self) -> Act:
        """Return the answer as an act of an episode."""
        return Act(
            kind="answer",
            found=max(len(self.values), 1) if self.found else 0,
            property=None if self.predicate == ANYTHING else self.predicate,
            entity=self.entity,
            values=self.values[:_NAMED],
        )


def answers(said: Understanding, knowledge: Knowledge, today: date | None = None, asked: str = "") -> list[GraphAnswer]:
    """Return the answers to a question, or whether a statement is so; one answer for each question in the text.

    Args:
        said: the understanding of the text.
        knowledge: the character's knowledge.
        today: the date for ages, which aren't told without it.
        asked: the question, whose articles the answer repeats.
    """
    if said.query is not None:
        return [_of_form(said, Form.of(said.query), knowledge, today, asked)]
    return [
        one_answer
        for triples in _questions(said.triples)
        if (one_answer := _answer(said, triples, knowledge)) is not None
    ]


def _of_form(said: Understanding, form: Form, knowledge: Knowledge, today: date | None, asked: str) -> GraphAnswer:
    """Return the answer to a form."""
    language = said.language
    if form.wants == forms.ABOUT and form.thing is not None:
        about = _about(form.thing, language, knowledge, asked)
        return about or GraphAnswer(kind=UNKNOWN, entity=form.thing, predicate=ANYTHING)
    solver = reader_of(knowledge).known.solver
    solution = solver.solve(form)
    solution = solution._replace(
        values=speech.as_many_as_asked(_of_language(solution.values, language), form, language, asked)
    )
    predicate = next((path[-1].property for path in (form.project, *(link.path for link in form.links)) if path), None)
    if predicate is None and form.bounds:
        predicate = form.bounds[0].path[-1].property
    answer = GraphAnswer(
        kind=LIST, entity=next(iter(form.things), None), predicate=predicate or TYPE, values=solution.values
    )
    if form.wants == forms.SPAN:
        text = speech.span(said, form, solution, knowledge, asked)
        return replace(answer, kind=VALUES if text else UNKNOWN, text=text)
    if form.wants in forms.RECKONED:
        text = speech.values(form, solution, language, knowledge, most=_NAMED, asked=asked)
        if form.wants == forms.DIFFERENCE and (solution.number or 0) < 0:
            text = str(subject("amounts", language).get("other_way", "{0}")).format(text)
        return replace(answer, kind=VALUES if solution.values else UNKNOWN, text=text)
    if form.wants == forms.COUNT:
        steps = form.links[0].path if len(form.links) == 1 and not (form.project or form.bounds) else ()
        noun = form.type if not form.project else None
        if noun is None and len(steps) == 1 and not steps[0].inverse:
            noun = steps[0].property
        counted = solution.values or form.bounds  # without values the number is unknown, not zero
        return replace(answer, kind=COUNT if counted else UNKNOWN, noun=noun)
    if form.wants == forms.WHETHER:
        return _whether_form(answer, form, solution, said, knowledge, asked)
    if not any(is_sayable(one, knowledge) for one in solution.values):
        text = of_nameless(form, solution, language, knowledge)
        return replace(answer, kind=VALUES, text=text) if text else replace(answer, kind=UNKNOWN, noun=form.type)
    if (called := called_so(form, solution, knowledge, asked)) is not None:
        return replace(
            answer, kind=VALUES, text=listing.alone(knowledge.lexicon.label(called, language), language, asked)
        )
    # "And Miles Davis?" lacks the words to repeat
    as_asked = said.asks != "how old" and "property" not in said.carried
    # "Who founded Stonebrook?" – "Josiah Threlkeld.", rather than a sentence with the names of both
    alone = "entity" not in said.carried or said.asks == "who"
    brief = "property" in said.carried or (as_asked and alone and said.asks in words("amounts", "briefly", language))
    if form.among and len(form.project) == 1 and not (form.links or form.bounds or form.order):
        (step,) = form.project
        statements = tuple(
            stated(step, thing, value)
            for thing in form.among
            for value in _of_language(sorted(solver.reached(thing, form.project)), language)
        )
        several = len(form.among) > 1  # one value of each thing
        if several or is_well_put(
            step, form.among, solution.values, language, knowledge, asked, as_asked=as_asked, brief=brief
        ):
            fact = verbalise(statements, knowledge.lexicon, language, most=_NAMED)
            text = fact if several else speech.as_spoken_of(fact, form.among[0], said, knowledge, asked)
            if text:
                return replace(answer, kind=VALUES, text=text, fact=fact, statements=statements)
    plain = len(form.links) == 1 and not (form.bounds or form.order) and form.links[0].holds
    if plain and len(form.links[0].path) == 1 and not form.project:
        link = form.links[0]
        (step,) = link.path
        listed = step.inverse and form.type is not None and not knowledge.lexicon.is_person(link.anchor)
        well = not listed and is_well_put(
            step,
            (link.anchor,),
            solution.values,
            language,
            knowledge,
            asked,
            as_asked=as_asked,
            brief=brief,
        )
        if well or len(solution.values) <= _NAMED:
            statements = tuple(stated(step, link.anchor, value) for value in solution.values)
            fact = verbalise(statements, knowledge.lexicon, language, about=link.anchor, most=_NAMED)
            answer = replace(answer, fact=fact)
        if lasting := speech.until_today(said, solution.values, link.anchor, knowledge, today, asked):
            return replace(answer, kind=VALUES, text=lasting)
        text = speech.age(said, step.property, solution.values, link.anchor, knowledge, today, asked)
        if not text and well:
            text = speech.as_spoken_of(fact, link.anchor, said, knowledge, asked)
        if text:
            return replace(answer, kind=LIST if step.inverse else VALUES, text=text, statements=statements)
    if plain and len(form.links[0].path) == 2 and solution.values == (form.links[0].anchor,):
        # the path leads back to its start, as in "whose spouse is she": the thing between is meant
        between = sorted(solver.reached(form.links[0].anchor, form.links[0].path[:1]))
        text = listing.alone(listing.named(between, "", language, knowledge, most=_NAMED), language)
        return replace(answer, kind=VALUES, text=text)
    if told_age := aged(form, solution, said, knowledge, today, asked):
        return replace(answer, kind=VALUES, text=told_age)
    if plain and (way := _by_way(form, solution, language, knowledge, asked)):
        fact = verbalise(way, knowledge.lexicon, language, about=way[0].subject, most=_NAMED)
        alone = len({one.subject for one in way}) == 1
        text = speech.as_spoken_of(fact, way[0].subject, said, knowledge, asked) if alone else fact
        if text:
            return replace(answer, kind=VALUES, text=text, fact=fact, entity=way[0].subject, statements=way)
    if said.asks == "where" and (places := held_at(solution.values, knowledge.lexicon)):
        answer, solution = replace(answer, values=places), solution._replace(values=places)
    text = speech.values(form, solution, language, knowledge, most=_NAMED, asks=said.asks, asked=asked)
    return replace(answer, kind=VALUES, text=text)


def _by_way(form: Form, found: Solution, language: str, knowledge: Knowledge, asked: str) -> tuple[GraphStatement, ...]:
    """Return statements about the things in the middle of a path: where the writers of Imagine were born."""
    path = (*form.links[0].path, *form.project)
    if len(path) < 2 or form.type is not None or path[-1].inverse:
        return ()
    solver = reader_of(knowledge).known.solver
    between = sorted(solver.reached(form.links[0].anchor, path[:-1]))
    if not 0 < len(between) <= 2 or not is_well_put(path[-1], between, found.values, language, knowledge, asked):
        return ()
    ends = [
        (one, value) for one in between for value in sorted(solver.reached(one, path[-1:])) if value in found.values
    ]
    first = form.links[0].path if len(path) == 2 and len(between) > 1 else ()
    if first and not is_well_put(first[0], (form.links[0].anchor,), between, language, knowledge, asked):
        return ()
    led = tuple(stated(first[0], form.links[0].anchor, one) for one in between) if first else ()
    return (*led, *(stated(path[-1], one, value) for one, value in ends))


def stated(step: PathStep, begin: str, end: str) -> GraphStatement:
    """Return the statement that a step leads from one thing to another."""
    return GraphStatement(end, step.property, begin) if step.inverse else GraphStatement(begin, step.property, end)


def _whether_form(
    answer: GraphAnswer, form: Form, found: Solution, said: Understanding, knowledge: Knowledge, asked: str
) -> GraphAnswer:
    """Return the answer to a yes/no question: yes, no, or unknown; without any statement the answer isn't "no"."""
    language, is_so = said.language, holds(form, found)
    unmet = [one for one in form.among if one not in found.things]
    single = form.links[0] if len(form.links) == 1 and not form.bounds else None
    if form.type is not None and form.among and not (form.links or form.bounds):
        own = knowledge.lexicon.class_of(form.among[0])
        type_named = form.type if is_so else own
        label = knowledge.lexicon.label(type_named, language) if type_named is not None else ""
        named = bool(label) and speech.is_written_in(label, language) and label.casefold() not in EVERYBODY
        if language in ("en", "de"):  # yes is enough, and a goalkeeper isn't told to be a player
            above = own is not None and form.type is not None and knowledge.schema.is_a((form.type,), own)
            named = named and not (above or (is_so and (said.sure or label.casefold() not in asked.casefold())))
        text = (
            verbalise([GraphStatement(form.among[0], TYPE, type_named)], knowledge.lexicon, language)
            if type_named and named
            else ""
        )
        if language == "en" and not is_so and not knowledge.lexicon.is_person(form.among[0]):
            text = re.sub(r"^.+? is (?=an? )", "It's ", text)
        return replace(answer, kind=YES if is_so else NO if own else NO_IDEA, text=text)
    if is_so and not form.among:  # whether there are any is asked to hear which
        some = listing.named(found.things, "", language, knowledge, most=_SOME, asked=asked)
        if language in ("en", "de"):
            if not asks_which(asked, language):
                return replace(answer, kind=YES, values=tuple(found.things))
            text = listing.sentence(f"{wording('joining', 'yes', language)}, {some}", language)
            return replace(answer, kind=VALUES, text=text, values=tuple(found.things))
        if (there_is := pattern("questions", "there_is", language)) is not None and there_is.search(asked):
            some = attached(some, wording("questions", "there_is_told", language))
        return replace(answer, kind=YES, text=listing.alone(some, language), values=tuple(found.things))
    if single is not None and len(single.path) == 1 and form.among:
        (step,) = single.path
        thing = (unmet or form.among)[0]
        subject, denied = (thing, single.anchor) if step.inverse else (single.anchor, thing)
        those = knowledge.objects(subject, step.property)
        if is_so:
            pair = stated(step, single.anchor, thing)
            plain = form.of_each or language in ("en", "de")  # yes is enough
            return replace(answer, kind=YES, text="" if plain else _confirmed(pair, language, knowledge, asked))
        # What has one owner isn't another's; but where many were born tells nothing of somebody else.
        others = knowledge.graph.subjects(step.property, thing if not step.inverse else single.anchor)
        if not those and (form.of_each or len(others) != 1):
            return replace(answer, kind=NO_IDEA)
        if len(form.among) > 2:  # the one that isn't so hasn't been named
            return replace(answer, kind=NO, text=put(step.turned(), subject, those, language, knowledge))
        return replace(
            answer, kind=NO, text=_instead(subject, step.property, those, language, knowledge, asked, denied)
        )
    has = form.bounds and all(bound.sign == "has" for bound in form.bounds)
    told = not form.of_each or not (has or len(form.among) > 2 or any(is_iri(bound.value) for bound in form.bounds))
    values = bounded(form, language, knowledge, asked) if told else ""
    if is_so and values and language in ("en", "de") and has:
        text = f"{wording('joining', 'yes', language)}, {_ARTICLE.sub(lambda one: one[0].lower(), values)}"
        return replace(answer, kind=VALUES, text=text[0].upper() + text[1:])
    flags = [bound for bound in form.bounds if bound.sign in ("has", *forms.DENYING)]
    answer = replace(answer, shows=bool(values) and not flags)
    if is_so:
        return replace(answer, kind=YES, text=values)
    solver = reader_of(knowledge).known.solver
    if flags and not all(any(solver.reached(one, bound.path) for bound in flags) for one in unmet):
        return replace(answer, kind=NO_IDEA)
    compared = [bound for bound in form.bounds if bound not in flags]
    known = [one for one in unmet if all(solver.reached(one, bound.path) for bound in compared)]
    if compared and form.of_each and known:  # one of them is enough
        return replace(answer, kind=NO, text=exception(known[0], compared[0], language, knowledge))
    if compared and not all(solver.reached(one, bound.path) for one in form.among for bound in compared):
        return replace(answer, kind=NO_IDEA)
    return replace(answer, kind=NO, text=values)


def _confirmed(pair: GraphStatement, language: str, knowledge: Knowledge, asked: str) -> str:
    """Return a true statement as a sentence; "" where no good sentence can be made, since "yes" is enough."""
    step = PathStep(pair.predicate)
    if not is_well_put(step, (pair.subject,), (pair.object,), language, knowledge, asked):
        return ""
    fact = verbalise([pair], knowledge.lexicon, language, about=pair.subject)
    return speech.in_the_past(fact, asked) if language == "en" else fact


def _instead(
    subject: str, property: str, known: Sequence[str], language: str, knowledge: Knowledge, asked: str, denied: str
) -> str:
    """Return the true values in place of the `denied` one, as a sentence, else as a list, with its preposition."""
    if not known:
        return ""
    if is_well_put(PathStep(property), (subject,), known, language, knowledge, asked):
        statements = [GraphStatement(subject, property, one) for one in known]
        fact = verbalise(statements, knowledge.lexicon, language)
        return speech.in_the_past(fact, asked) if language == "en" else fact
    name = re.escape(knowledge.lexicon.label(denied, language))
    if (before := re.search(rf"\b({_PREPOSITION}) {name}\b", asked, re.IGNORECASE)) is not None:
        values = listing.named(known, property, language, knowledge, most=_NAMED)
        return listing.sentence(f"{before[1].lower()} {values}", language)
    return speech.instead(known, property, language, knowledge, asked)


def _questions(triples: Sequence[Triple]) -> list[list[Triple]]:
    """Return triples in groups that share variables, directly or through other triples."""
    groups: list[list[Triple]] = []
    for triple in triples:
        variables = {term for term in triple if is_variable(term)}
        joined = [group for group in groups if variables & {term for one in group for term in one}]
        groups = [group for group in groups if group not in joined]
        groups.append([*(one for group in joined for one in group), triple])
    return groups


def _answer(said: Understanding, triples: Sequence[Triple], knowledge: Knowledge) -> GraphAnswer | None:
    first = triples[0]
    if first.predicate == ANYTHING:
        return _about(first.subject, said.language, knowledge)
    if not any(is_variable(term) for triple in triples for term in triple):
        return _whether(first, said.language, knowledge)
    target = _wanted(triples)
    values = tuple(knowledge.solve(triples, target, most=None))
    asking = [triple for triple in triples if target in triple and triple.predicate != TYPE] or [first]
    subject, predicate, object = asking[-1]
    result = GraphAnswer(
        kind=VALUES if object == target else LIST,
        entity=next((term for triple in asking for term in (triple.subject, triple.object) if is_iri(term)), None),
        predicate=predicate,
        values=values,
        noun=next((one.object for one in triples if one.predicate == TYPE and one.subject == target), None),
    )
    if said.asks == "how many" and (not values or is_iri(values[0])):
        return replace(result, kind=COUNT, noun=result.noun or (predicate if object == target else None))
    if not values:
        return replace(result, kind=UNKNOWN)
    if object != target:
        return replace(result, text=_listing(result, object, said.language, knowledge))
    statements = [GraphStatement(subject, predicate, value) for value in values]
    if is_variable(subject):  # the property of another thing, which is told too
        way = [triple for triple in triples if triple.object == subject]
        between = [
            one for one in knowledge.solve(triples, subject) if set(knowledge.objects(one, predicate)) & {*values}
        ]
        statements = [GraphStatement(*triple._replace(object=one)) for triple in way for one in between] + [
            GraphStatement(one, predicate, value) for one in between for value in knowledge.objects(one, predicate)
        ]
        subject = way[0].subject if way else result.entity or ""  # no variable, since it is stored as the topic
    text = verbalise(statements, knowledge.lexicon, said.language, about=subject or None, most=_NAMED)
    return replace(result, entity=subject or None, text=text, statements=tuple(statements))


def answers_in_words(found: Sequence[GraphAnswer], language: str, knowledge: Knowledge) -> str:
    """Return several answers in words, with those about one thing in one sentence."""
    about = {one.entity for one in found}
    if len(found) > 1 and len(about) == 1 and all(one.statements for one in found):
        statements = [statement for one in found for statement in one.statements]
        return verbalise(statements, knowledge.lexicon, language, about=found[0].entity, most=_NAMED)
    return " ".join(one.text for one in found)


def _listing(found: GraphAnswer, object: str, language: str, knowledge: Knowledge) -> str:
    """Return a list of things, as a sentence about what they have in common if possible."""
    lexicon, predicate = knowledge.lexicon, found.predicate
    inverse = predicate is not None and lexicon.sentence(predicate, language, inverse=True) is not None
    if predicate is not None and predicate != TYPE and is_iri(object) and (len(found.values) == 1 or inverse):
        statements = [GraphStatement(value, predicate, object) for value in found.values]
        about = object if inverse else found.values[0]
        return verbalise(statements, lexicon, language, about=about, most=_NAMED)
    return listing.alone(listing.named(found.values, "", language, knowledge, most=_NAMED), language)


def _wanted(triples: Sequence[Triple]) -> str:
    """Return the variable that is asked for: the one that isn't the subject of another property."""
    variables = [term for triple in triples for term in (triple.object, triple.subject) if is_variable(term)]
    subjects = {triple.subject for triple in triples if triple.predicate != TYPE}
    return next((one for one in variables if one not in subjects), variables[0])


def _whether(triple: Triple, language: str, knowledge: Knowledge) -> GraphAnswer:
    subject, predicate, object = triple
    if knowledge.holds(subject, predicate, object):
        text = verbalise([GraphStatement(*triple)], knowledge.lexicon, language)
        return GraphAnswer(kind=YES, text=text, entity=subject, predicate=predicate, values=(object,))
    those = knowledge.objects(subject, predicate)
    if predicate == TYPE:
        own = knowledge.lexicon.class_of(subject)
        those = [own] if own else []
    if not those:
        return GraphAnswer(kind=NO_IDEA, entity=subject, predicate=predicate)
    text = verbalise([GraphStatement(subject, predicate, value) for value in those], knowledge.lexicon, language)
    return GraphAnswer(kind=NO, text=text, entity=subject, predicate=predicate, values=tuple(those))


_LOOKED_AT = 12
"""Most facts among which the ones to tell are chosen."""

_ENOUGH = 3
"""Number of facts from which no description in another language is needed."""


def _about(entity: str, language: str, knowledge: Knowledge, asked: str = "") -> GraphAnswer | None:
    """Return facts about a thing: its class or description, and the facts that can be told best."""
    facts = facts_of(entity, language, knowledge)
    enough = len({one.predicate for one in facts}) >= _ENOUGH
    described = description(entity, language, knowledge, foreign=not enough and language not in ("de", "ko"))
    if (
        not described and not enough and language == "en"
    ):  # what the data says in another language says more than its class
        described = description(entity, language, knowledge, any_language=True)
    if described:  # the data's own description comes first
        facts = [one for one in facts if one.predicate != TYPE and not is_said(one, described, language, knowledge)]
    if language in ("en", "de"):
        more = facts_of(entity, language, knowledge, most=_LOOKED_AT)
        more = [
            one
            for one in more
            if not described or (one.predicate != TYPE and not is_said(one, described, language, knowledge))
        ]
        if _is_enough(described, language, asked):
            more = []
        text = portrait(entity, more, described, language, knowledge, asked)
        if not described and (own := description(entity, language, knowledge, any_language=True)):
            types = [one for one in facts if one.predicate == TYPE]
            kind = portrait(entity, types, "", language, knowledge, asked)
            if text == kind or _is_enough(own, language, asked):
                text = f"{kind} {own}".strip()  # in whichever language the data has one
    else:
        tellable = [one for one in facts if language != "ko" or is_told_in_korean(one, knowledge)]
        if language != "ko":
            tellable = tellable or facts
        if _is_enough(described, language, asked):
            tellable = []
        sentences = verbalise(tellable, knowledge.lexicon, language, about=entity, most=5) if tellable else ""
        if language == "ko" and not knowledge.lexicon.is_person(entity) and "태어났" not in sentences:
            sentences = re.sub(r"(^|의 |, | )키는 ", r"\1높이는 ", sentences)
        text = f"{described} {sentences}".strip()
    if not text and language in ("de", "ko"):  # better in English, or nothing, than "spaceport"
        text = description(entity, language, knowledge)
        facts = [one for one in facts if knowledge.lexicon.sentence(one.predicate, language) is not None]
    text = text or verbalise(facts, knowledge.lexicon, language, about=entity, most=5)
    text = as_it(text, entity, language, knowledge, asked)
    return GraphAnswer(kind=ABOUT, text=text, entity=entity, predicate=ANYTHING) if text else None


def _is_enough(described: str, language: str, asked: str) -> bool:
    """Return whether a description answers a question: "what is it" by what it is, "tell me about it" by more."""
    enough = subject("questions", language).get("told_by_words")
    if enough is None or len(described.split()) < enough:
        return False
    more = pattern("questions", "asks_more", language)
    return without_request(asked) == asked and (more is None or more.search(asked) is None)


def _of_language(values: Sequence[str], language: str) -> tuple[str, ...]:
    """Return values without those that repeat others in another language."""
    texts = (value for value in values if value[0] == '"')  # thousands of things have none
    if not any(parsed(value).language.split("-")[0] == language for value in texts):
        return tuple(values)
    return tuple(value for value in values if is_of(value, language))


def counted(one: GraphAnswer, language: str, knowledge: Knowledge, asked: str = "") -> dict[str, object]:
    """Return what an answer counts: `n`, a `noun` (in the singular), whether they are `people`, and the `counter` of a
    Korean question. In English, the noun is the question's own: planes aren't counted as aircraft.

    Args:
        one: the answer.
        language: the language to answer in.
        knowledge: the data that the answer comes from.
        asked: the question's text, if there is one.
    """
    lexicon = knowledge.lexicon
    found: dict[str, object] = {"n": len(one.values), "noun": None, "people": False, "counter": None}
    if language == "ko":
        found["counter"] = counter_of(asked)
    elif (how_often := pattern("questions", "how_often", language)) is not None and how_often.search(asked.casefold()):
        return {**found, "counter": TIMES}
    if language == "en" and asked:
        found["noun"] = counted_noun(asked)
        return found
    if one.noun is None:
        return found
    of_property = one.noun in knowledge.schema.properties
    found["people"] = not of_property and knowledge.schema.is_person([one.noun])
    noun = noun_of(one.noun, lexicon, language) if of_property else lexicon.label(one.noun, language)
    if noun and (of_property or speech.is_written_in(noun, language)):
        found["noun"] = common(noun) if language == "en" else noun
    return found
