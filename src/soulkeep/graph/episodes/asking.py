"""Reading of questions over a character's knowledge: forms, triples, and references back (2, section 2.1)."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from datetime import date
from functools import lru_cache
from itertools import pairwise

from soulkeep.graph.episodes.another_time import at_another_time, time_alone, year_beside
from soulkeep.graph.episodes.asides import without_asides
from soulkeep.graph.episodes.connectives import asking
from soulkeep.graph.episodes.houses import is_house_itself, of_a_place, of_the_house
from soulkeep.graph.episodes.leaning import classes_called, joined, of_those, somebody, that_event, that_one
from soulkeep.graph.episodes.naming import (
    NameSpans,
    blanked,
    is_bare,
    is_personal,
    is_weighty,
    spans_of,
    without_request,
)
from soulkeep.graph.episodes.speakers import IN_PART, is_of_the_two, kinds_in
from soulkeep.graph.episodes.stating import without_openings
from soulkeep.graph.knowledge import ANYTHING, Knowledge
from soulkeep.graph.questions.analysis import AnalysedQuestion
from soulkeep.graph.questions.asked import QuestionReading, chosen, ranked, reader_of
from soulkeep.graph.questions.forms import ABOUT, COUNT, SPAN, THINGS, WHETHER, Form, Link, Order
from soulkeep.graph.questions.narrowing import Narrowing
from soulkeep.graph.questions.qualifier_words import COVERED
from soulkeep.graph.questions.qualifiers import qualifiers
from soulkeep.graph.questions.weighing import Weighed
from soulkeep.graph.questions.wordbook import dimension_support
from soulkeep.graph.schema import TYPE
from soulkeep.graph.terms import is_iri, is_literal, numbered
from soulkeep.graph.words.gazetteer import Mention, tokens
from soulkeep.lang.pack import pattern
from soulkeep.lang.references import leans_on_talk
from soulkeep.types.episodes import Triple, Understanding

_LATE = 4
"""Number of turns back in which a left-out thing or property is looked for."""

_LEANED_ON = 3
"""Most answers to a question to one of which "he" or "it" may refer."""

_NAMES = 4
"""Most names of a question that is read by a form."""

_BESIDE = 0.6
"""Least share of a property's name that must be said where nothing else is, beside the name of a thing."""

_CALLED = 0.75
"""Least nearness of a word to what a property is called, by which it belongs to somebody: "Ann's teacher?"."""

_FEW = 3
"""Most words of a question that may be a fragment."""

_PLAIN = 0.6
"""Least part of a name, and least strength of a class or property, for which a language model is asked."""


@lru_cache(maxsize=1)
def _and_its() -> re.Pattern[str]:
    """Return a pattern of the words between two properties of one thing that are both asked for."""
    joined, its = asking("and_its").pattern, asking("its").pattern
    return re.compile(rf"\s*(?:,|{joined})\s*(?:{its})?", re.IGNORECASE)


@lru_cache(maxsize=1)
def _yours() -> re.Pattern[str]:
    """Return a pattern of a possessive before a known kind of things: "which of your productions" asks for those that
    the character knows."""
    yours, whole = asking("yours").pattern, asking("yours_whole").pattern
    return re.compile(rf"\b(?P<whose>{yours})\s+(?:\w+\s+)?$|(?:{whole})$", re.IGNORECASE)


@lru_cache(maxsize=1)
def _how_many() -> re.Pattern[str]:
    """Return a pattern of phrases for "how many" without a question word, at the beginning of a text."""
    return re.compile(rf"\W*(?:{asking('how_many').pattern})\b", re.IGNORECASE)


def reads(text: str, language: str, asks: str | None, spans: NameSpans, knowledge: Knowledge) -> bool:
    """Return whether a question is read by a form: in a known language, and asking one thing about one set."""
    if language not in COVERED or asking("both").search(text) or len(spans.mentions) > _NAMES:
        return False
    bare = not spans.wordings and is_bare(without_request(text), language, spans)
    if asks != "whether" and len(spans.mentions) > 1 and bare and not asking("than").search(text):
        return False  # asks for all facts about each of them
    properties = [one for one in spans.wordings if any(term in knowledge.schema.properties for term in one.terms)]
    several = len(spans.mentions) > 1  # "born in Ember and living in the wagon" asks one thing
    return several or not any(
        _and_its().fullmatch(text[one.end : other.start]) and not set(one.terms) & set(other.terms)
        for one, other in pairwise(properties)
    )


def read_question(
    text: str,
    language: str,
    asks: str | None,
    spans: NameSpans,
    knowledge: Knowledge,
    context: Sequence[Understanding],
    today: date | None = None,
) -> QuestionReading | None:
    """Return what a question asks of the knowledge; None if it isn't understood, or isn't about anything known.

    Args:
        text: the question.
        language: ISO 639-1.
        asks: the question word, as in `Utterance.asks`.
        spans: the names and wordings in the text.
        knowledge: the data that is asked.
        context: the understandings before, the latest last.
        today: the day on which it is asked, by which ages are compared.
    """
    if not spans.mentions and (those := of_those(text, language, knowledge, context)) is not None:
        of_kind, before = those
        read = read_question(
            of_kind, language, asks, spans_of(of_kind, language, asks, knowledge), knowledge, (), today
        )
        if read is not None and read.form.type is not None and read.form.wants in (THINGS, COUNT):
            form = joined(read.form, before)
            return read._replace(form=form, found=reader_of(knowledge).known.solver.solve(form))
    if not spans.mentions and (
        time := time_alone(text, language, context) or year_beside(text, language, knowledge, context)
    ):
        return at_another_time(time, knowledge, context[-1])
    spans = spans if spans.mentions else _named_in_part(text, language, spans, knowledge)
    if (
        _is_again(text, language, spans)
        and not _asks_besides(text, language, spans, knowledge)
        and not is_of_the_two(text, _plainly(text, language, spans, knowledge), language, spans, knowledge)
    ):
        again = _again(spans, knowledge, context)
        begins = pattern("questions", "again", language)
        beside = _weighty_beside(text, language, spans)  # "And Owl Eye's aperture?"
        if again is not None or all(begins is not None and begins.match(word) for word in beside):
            return again
    reading = considered(text, language, asks, spans, knowledge, context, today=today)
    if reading is None:
        return None
    question, forms = reading
    if not spans.mentions and (turned := _turned(question, knowledge, context)) is not None:
        return turned
    if not asking("another").search(text):
        read = chosen(question, forms)
        if read is None or not read.sure:
            read = of_a_place(question) or read
        if read is None or is_house_itself(read, question):
            read = of_the_house(question, knowledge, today)
        if read is not None and (further := _of_a_relative(read, text, language, knowledge, context)) is not None:
            return further
        if read is not None and read.form.wants == ABOUT and context:
            goes_on = _goes_on(text, language)
            return read._replace(sure=read.sure and not goes_on)  # it may continue the question before
        return read
    terms_before = {term for one in context[-_LATE:] for term in _terms_of(one, knowledge)}
    asked = chosen(question, [one for one in forms if not one.found.values or {*one.found.values} - terms_before])
    return None if asked is None else _else(asked, terms_before, knowledge)


def _goes_on(text: str, language: str) -> bool:
    """Return whether a text begins as one that goes on from the last question: "And his sister?"."""
    begins = pattern("questions", "again", language)
    return begins is not None and begins.match(text.strip("¿¡ \t\n").casefold()) is not None


def _of_a_relative(
    read: QuestionReading, text: str, language: str, knowledge: Knowledge, context: Sequence[Understanding]
) -> QuestionReading | None:
    """Return the last question about what a thing is joined to: "How heavy is Ginger?" "And her mother?"."""
    before = context[-1].query if context else None
    old = None if before is None else Form.of(before)
    new = read.form
    few = len(text.split()) <= _FEW + 1 and _goes_on(text, language)
    if not few or old is None or any(one.wants != THINGS or len(one.links) != 1 or one.project for one in (old, new)):
        return None
    (asked,), (joined,) = old.links, new.links
    values = reader_of(knowledge).known.solver.solve(old).values
    if asked.anchor != joined.anchor or new.type or not values or not all(map(is_literal, values)):
        return None
    further = Form(THINGS, links=(Link(joined.anchor, (*joined.path, *asked.path)),))
    found = reader_of(knowledge).known.solver.solve(further)
    return read._replace(form=further, found=found, asks=context[-1].asks) if found.values else None


def considered(
    text: str,
    language: str,
    asks: str | None,
    spans: NameSpans,
    knowledge: Knowledge,
    context: Sequence[Understanding],
    *,
    today: date | None = None,
    every: bool = False,
) -> tuple[AnalysedQuestion, list[Weighed]] | None:
    """Return a question's analysis and possible forms, the likeliest first; None if it is about the two speakers.

    Args:
        text, language, asks, spans, knowledge, context, today: as in `read_question`.
        every: also return forms that can't be meant.
    """
    plain = _plainly(text, language, spans, knowledge)
    if is_of_the_two(text, plain, language, spans, knowledge):
        return None
    leans = _leans(text, language, spans, knowledge)
    lately = carried(knowledge, context) if leans else ()
    if lately:
        before = (carried(knowledge, context[:end]) for end in range(len(context), max(len(context) - _LATE, 0), -1))
        lately = somebody(plain, language, knowledge, before) or that_event(plain, language, knowledge, context, lately)
    plain, lately = that_one(plain, language, knowledge, lately)

    def bare(names: Sequence[tuple[int, int]]) -> bool:
        named = [Mention(start, end, (), True, False) for start, end in names]
        return is_bare(without_request(plain), language, NameSpans(named, []))

    mentions = [(one.start, one.end, one.terms) for one in spans.mentions]
    if _how_many().match(plain):
        asks = "how many"
    personal = is_personal(blanked(plain, spans.mentions), language)
    return ranked(
        plain,
        language,
        asks or "what",
        knowledge,
        mentions,
        lately,
        bare=bare,
        personal=personal,
        today=today,
        every=every,
    )


def _leans(text: str, language: str, spans: NameSpans, knowledge: Knowledge) -> bool:
    """Return whether a question may refer to the talk before: if it has a name, seldom; if it only has a class, by a
    pronoun ("how many stops does it have")."""
    if spans.mentions:
        return all(leans_on_talk(said, language) >= 0.5 for said in (text, blanked(text, spans.mentions)))
    if not kinds_in(spans, knowledge) or len(text.split()) <= _FEW or asking("points").search(text):
        return True
    return leans_on_talk(asking("exists").sub(" ", text), language) >= 0.5


def with_names(text: str, language: str, asks: str | None, spans: NameSpans, knowledge: Knowledge) -> AnalysedQuestion:
    """Return the analysis of a question by itself, with the names in it."""
    mentions = [(one.start, one.end, one.terms) for one in spans.mentions]
    return AnalysedQuestion(without_request(text), language, asks or "what", reader_of(knowledge).known, mentions)


def touched(text: str, language: str, asks: str | None, knowledge: Knowledge) -> tuple[list[str], list[str]]:
    """Return the things that a question names, also in part, and the classes and properties that it mentions, the
    clearest first.

    Args:
        text: the question.
        language: ISO 639-1.
        asks: the question word, as in `Utterance.asks`.
        knowledge: the data that may be meant.
    """
    question = with_names(text, language, asks, spans_of(text, language, asks, knowledge), knowledge)
    things = [term for named in question.named for term, worth in named.terms if worth >= IN_PART and is_iri(term)]
    spoken = {term: question.strength(term) for term in question.support}
    terms = sorted((term for term, strength in spoken.items() if strength >= _PLAIN), key=lambda one: -spoken[one])
    return list(dict.fromkeys(things)), terms


def _else(asked: QuestionReading, told: Collection[str], knowledge: Knowledge) -> QuestionReading:
    """Return a question's meaning without the things already told or asked about: "what else did he write?"."""
    but = tuple(value for value in asked.found.values if value in told)
    if not but or asked.form.wants != THINGS:
        return asked
    form = asked.form._replace(but=but)
    return asked._replace(form=form, found=reader_of(knowledge).known.solver.solve(form))


def _terms_of(before: Understanding, knowledge: Knowledge) -> list[str]:
    """Return the values that answered a question, and the things that it was about."""
    if before.query is None:
        return list(before.entities)
    form = Form.of(before.query)
    values = () if form.wants in (ABOUT, SPAN) else reader_of(knowledge).known.solver.solve(form).values
    return [*values, *form.things]


def _offered(text: str, language: str, starts: Sequence[int] = ()) -> str:
    """Return a question with blanks in place of its opening, the person asked, and remarks about the speaker."""
    plain = without_request(without_openings(text, language))
    for aside in (asking("offers"), asking("aside", r",\s*", r"\b[^?]*[.!]?\s*$")):
        plain = aside.sub(lambda found: " " * len(found[0]), plain)
    for place in starts:
        if (match := _yours().search(plain[:place])) is not None:
            start, end = match.span("whose") if match["whose"] else match.span()
            plain = plain[:start] + " " * (end - start) + plain[end:]
    return plain


def _plainly(text: str, language: str, spans: NameSpans, knowledge: Knowledge) -> str:
    """Return a question with blanks in place of everything that asks for nothing."""
    kinds = kinds_in(spans, knowledge)
    asked = without_asides(_offered(text, language), language, spans.mentions, reader_of(knowledge).known)
    plain = _offered(asked, language, [*(one.start for one in kinds), *_after_yours(asked, language, knowledge)])
    if kinds and not _says(plain, language) and (wanting := asking("wanting").search(text)) is not None:
        start = wanting.end()  # "I'm after a jug for under 100 euros, which ones are there?"
        clause = re.split(r"[,.;!?]\s", text[start:], maxsplit=1)[0]
        if asking("which_ones").search(text[start + len(clause) :]) is not None:
            return plain[:start] + clause + plain[start + len(clause) :]
    return plain


def _after_yours(text: str, language: str, knowledge: Knowledge) -> list[int]:
    """Return where words after "of your" denote a class by other words than its own, or a value that is a kind: "the oldest
    of all your beasts", "of your cheesemakers"."""
    if asking("yours").search(text) is None and asking("yours_whole").search(text) is None:
        return []
    names = reader_of(knowledge).known.names
    starts: list[int] = []
    for token in tokens(text):
        yours = _yours().search(text[: token.start])
        if yours is None or asking("ofs").search(f" {text[: yours.start()]}") is None:
            continue
        if classes_called(token.form, language, knowledge) or names.find(token.form, language, ()):
            starts.append(token.start)
    return starts


def _says(plain: str, language: str) -> bool:
    """Return whether a question has any word that says what it asks for."""
    return any(is_weighty(token.form, language) for token in tokens(plain))


def is_property(word: str, language: str, knowledge: Knowledge, called: bool) -> bool:
    """Return whether a word is what a property is called (`called`), or near to it, as "teacher" to "taught by"; but
    not what is either so or not, as "hungry"."""
    reader = reader_of(knowledge)
    support = reader.known.wordbook.support([word.strip().casefold()], language)
    near = [term for term, one in support.items() if one.whole >= _CALLED]
    if any(map(reader.surroundings.is_flag, near)):
        return False
    return called or any(term not in knowledge.schema.classes for term in near)


def is_called(words: Sequence[str], language: str, knowledge: Knowledge) -> bool:
    """Return whether some words together are what a property is called."""
    return next(_wordings_of(words, language, knowledge), None) is not None


def ends_as_called(words: Sequence[str], language: str, knowledge: Knowledge) -> bool:
    """Return whether some words together are what a property is called, the last one without an ending."""
    return any(words[-1] in re.findall(r"\w+", one) for one in _wordings_of(words, language, knowledge))


def _wordings_of(words: Sequence[str], language: str, knowledge: Knowledge) -> Iterator[str]:
    """Yield the wordings of properties that some words together are."""
    support = reader_of(knowledge).known.wordbook.support(words, language, loose=False)
    for term, one in support.items():
        if term not in knowledge.schema.classes and one.whole >= _BESIDE and len(one.by_word) == len(words):
            yield one.wording


def carried(knowledge: Knowledge, context: Sequence[Understanding]) -> tuple[str, ...]:
    """Return the things mentioned last: the answers to the last question, then what it was about."""
    for before in reversed(context[-_LATE:]):
        terms_before = [one for one in _terms_of(before, knowledge) if is_iri(one)]
        answered = [one for one in terms_before if one not in before.entities]
        candidates = [*(answered if len(answered) <= _LEANED_ON else ()), *before.entities]
        if candidates:
            return tuple(dict.fromkeys(candidates))[:4]
    return ()


def _is_again(text: str, language: str, spans: NameSpans) -> bool:
    """Return whether a text only names a thing about which to repeat the last question: "And Miles Davis?"."""
    plain = text.strip("¿¡ \t\n").casefold()
    begins, ends = pattern("questions", "again", language), pattern("questions", "again_end", language)
    begun = _goes_on(text, language) or (
        len(spans.mentions) == 1 and re.search(r"\w", blanked(text, spans.mentions)) is None
    )
    rest = re.sub(r"\W+", " ", blanked(text, spans.mentions)).split()
    closed = ends is not None and ends.search(plain) is not None and sum(map(len, rest)) <= 4
    rest = [word for word in rest if begins is None or not begins.match(word.casefold())]
    few = len(rest) <= 2 or (len(rest) <= 4 and is_bare(text, language, spans))
    return (begun or closed) and few and len(spans.mentions) == 1 and not spans.wordings


def _weighty_beside(text: str, language: str, spans: NameSpans) -> list[str]:
    """Return the words beside the names that say something."""
    return [one.form for one in tokens(blanked(text, spans.mentions)) if is_weighty(one.form, language)]


def _asks_besides(text: str, language: str, spans: NameSpans, knowledge: Knowledge) -> bool:
    """Return whether a short Korean text names a thing and what is asked of it, perhaps by words that only mean it."""
    weighty = _weighty_beside(text, language, spans) if language == "ko" else []
    return bool(weighty) and is_called(weighty, language, knowledge)


def _named_in_part(text: str, language: str, spans: NameSpans, knowledge: Knowledge) -> NameSpans:
    """Return the spans of a short text that goes on from the last question, with the one thing that it names in part:
    "And the north one?"."""
    if len(text.split()) > _FEW + 2 or not _goes_on(text, language):
        return spans
    found = [one for one in reader_of(knowledge).known.names.find(text, language, ()) if one.terms[0][1] >= IN_PART]
    superlatives = qualifiers(text, language).extremes
    if len(found) != 1 or any(one.start < found[0].end and found[0].start < one.end for one in superlatives):
        return spans
    (named,) = found
    if any(one.start < named.start or named.end < one.end for one in spans.wordings):
        return spans  # something is asked of it, too
    terms = tuple(term for term, worth in named.terms if is_iri(term) and worth >= IN_PART)
    return NameSpans([Mention(named.start, named.end, terms, True, False)], []) if terms else spans


def _again(spans: NameSpans, knowledge: Knowledge, context: Sequence[Understanding]) -> QuestionReading | None:
    (mention,) = spans.mentions
    unknown: QuestionReading | None = None  # what is asked last may not be known of everything
    for before in reversed(context[-_LATE:]):
        if before.query is None:
            continue
        form = Form.of(before.query)
        if form.wants == ABOUT:
            return unknown
        for old in form.things:
            types = knowledge.lexicon.types(old)
            for new in mention.terms:
                if any(knowledge.is_a(new, type) for type in types) or _has_as_much(new, old, form, knowledge):
                    other = _instead(form, old, new)
                    solution = reader_of(knowledge).known.solver.solve(other)
                    again = QuestionReading(other, solution, True, ("property",), asks=before.asks)
                    by_way = any(len(link.path) > 1 for link in other.links)  # the last one was asked of a relative
                    if solution.values or other.wants != THINGS or not by_way:
                        return again
                    unknown = unknown or again
    return unknown


def _turned(
    question: AnalysedQuestion, knowledge: Knowledge, context: Sequence[Understanding]
) -> QuestionReading | None:
    """Return the last question in another order: "And the shortest?"."""
    extremes = question.qualifiers.extremes
    if not extremes or question.qualifiers.comparisons or any(word.weight for word in question.words):
        return None
    before = next((one for one in reversed(context[-_LATE:]) if one.query is not None), None)
    form = None if before is None or before.query is None else Form.of(before.query)
    if form is None or form.wants != THINGS or (form.order is None and form.type is None):
        return None
    reader = reader_of(knowledge)
    plain = form._replace(order=None)
    narrowing = Narrowing(question, reader.surroundings, (), ())
    orders = [(one, extreme.dimension) for extreme in extremes for one in narrowing.orders(plain, extreme)]
    along = [pair for pair in orders if form.order is not None and pair[0].path == form.order.path] or orders
    if not along:
        return None

    def fits(pair: tuple[Order, str]) -> float:
        near = dimension_support(reader.known.wordbook, pair[1]) if pair[1] else {}
        return near.get(pair[0].path[-1].property, 0.0)

    other = form._replace(order=max(along, key=fits)[0])
    return QuestionReading(
        other, reader.known.solver.solve(other), True, ("order",), asks=before.asks if before else None
    )


def _has_as_much(new: str, old: str, form: Form, knowledge: Knowledge) -> bool:
    """Return whether a thing of another class has the properties asked for: a singer's music after a band's."""
    asked = [link.path[0] for link in form.links if link.anchor == old]
    graph = knowledge.graph
    return bool(asked) and all(
        graph.subjects(step.property, new) if step.inverse else graph.objects(new, step.property) for step in asked
    )


def _instead(form: Form, old: str, new: str) -> Form:
    """Return a form about another thing."""

    def changed(term: str | None) -> str | None:
        return new if term == old else term

    return form._replace(
        links=tuple(Link(changed(link.anchor) or new, link.path, link.holds) for link in form.links),
        bounds=tuple(bound._replace(value=new) if bound.value == old else bound for bound in form.bounds),
        among=tuple(new if one == old else one for one in form.among),
        thing=changed(form.thing),
        other=changed(form.other),
    )


def triples_of(form: Form) -> list[Triple]:
    """Return a form as triples: one for each named thing; `ANYTHING` is the predicate for facts in general."""
    if form.wants == ABOUT and form.thing is not None:
        return [Triple(form.thing, ANYTHING, "?value")]
    if not form.among:
        return [_valued(triple, form) for triple in form.triples()]
    if form.type is not None and form.wants == WHETHER and not form.links:
        return [Triple(thing, TYPE, form.type) for thing in form.among]
    if len(form.links) == 1 and not form.bounds and len(form.links[0].path) == 1:
        ((anchor, (step,), _),) = form.links  # a yes/no question
        (thing,) = form.among[:1]
        return [Triple(thing, step.property, anchor) if step.inverse else Triple(anchor, step.property, thing)]
    paths = [form.project] if form.project else [bound.path for bound in form.bounds]
    steps = [path[0] for path in paths if len(path) == 1]
    triples = [
        Triple("?value", step.property, thing) if step.inverse else Triple(thing, step.property, "?value")
        for thing in form.among
        for step in steps
    ]
    equal = [bound for bound in form.bounds if bound.sign == "=" and is_literal(bound.value) and len(bound.path) == 1]
    if form.wants == WHETHER and equal:
        return [Triple(thing, bound.path[0].property, bound.value) for thing in form.among for bound in equal]
    return numbered("?value", triples)


def _valued(triple: Triple, form: Form) -> Triple:
    """Return a triple with the value asked for in place of its variable: born in 1942."""
    for bound in form.bounds:
        if bound.sign == "=" and bound.path[-1].property == triple.predicate and triple.object.startswith("?b"):
            return triple._replace(object=bound.value)
    return triple
