"""A question read by what is known: its form, its triples, and what it leans on of the talk before (2, section 2.1)."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import replace
from itertools import pairwise

from soulkeep.episodes import joints
from soulkeep.episodes.liking import is_liking
from soulkeep.episodes.naming import Spans, blanked, is_bare, is_personal, without_request
from soulkeep.episodes.stating import opened
from soulkeep.experience import Triple, Understanding
from soulkeep.questions.analysis import Question
from soulkeep.questions.asked import Asked, chosen, ranked, reader_of
from soulkeep.questions.forms import ABOUT, SPAN, THINGS, WHETHER, Form, Link
from soulkeep.questions.qualifiers import COVERED
from soulkeep.questions.weighing import Weighed
from soulkeep.semantics.gazetteer import Mention
from soulkeep.semantics.knowledge import ANYTHING, Knowledge
from soulkeep.semantics.schema import TYPE
from soulkeep.semantics.terms import is_iri, is_literal, numbered
from soulkeep.text.references import leans_on_talk

_LATE = 4
"""Turns back that what is left out may stand."""

_LEANED_ON = 3
"""Answers to a question, at most, of which "he" or "it" may be one."""

_NAMES = 4
"""Names in a question that is read by a form, at most."""

_THAN = re.compile(r"\b(?:than|before|after|or|als|vor|nach|oder)\b|보다|중에", re.IGNORECASE)

_AND_ITS = re.compile(
    r"\s*(?:,|and|und|[와과]|하고|이랑|및)\s*(?:the |his |her |its |their |die |der |das |sein\w* |ihr\w* )?",
    re.IGNORECASE,
)
"""What stands between two properties of one thing that are both asked for."""

_OFFERED = re.compile(
    r"\b(?:do|did|can|could|have|would) you (?:guys )?(?:have|know|got|tell|name|list|offer|sell|serve)\b|\bhave you got\b"
    r"|\b(?:can|could|may|should|must|would|will|do|did|am|are|have|if) (?:i|we|u)\b(?: have to| need to| want to)?(?: \w+(?=\s*[?.!]*$))?|\bset me back\b|\bfor me\b"
    r"|\b(?:kann|muss|darf|soll|brauche|muß) (?:ich|man|wir)\b|\bdo you charge\b|\byou(?:['’]ve)? (?:have|got|know)\b|\bu have\b|\bhabt ihr\b|\bhast du\b|\bhaben sie\b|\bkennst du\b|\bweißt du\b",
    re.IGNORECASE,
)
"""Where "you" is only whom one asks: "what soups do you have"."""

_ELSE = re.compile(
    r"\b(?:else|other|others|another)\b|\b(?:sonst|außerdem|noch|andere\w*|weitere\w*)\b|(?<![가-힣])(?:또|다른|그 외|이외)",
    re.IGNORECASE,
)
"""Where more is asked for than was told."""

_MISSPELT = {
    "wich": "which",
    "whch": "which",
    "wat": "what",
    "hw": "how",
    "wher": "where",
    "wen": "when",
    "whos": "who's",
}


def reads(text: str, language: str, asks: str | None, spans: Spans, knowledge: Knowledge) -> bool:
    """Whether a question is read by a form: it is of a language whose words are known, and asks one thing of one set."""
    if language not in COVERED or joints.BOTH.search(text) or len(spans.mentions) > _NAMES:
        return False
    bare = not spans.wordings and is_bare(without_request(text), language, spans)
    if asks != "whether" and len(spans.mentions) > 1 and bare and not _THAN.search(text):
        return False  # all of each is asked for
    properties = [one for one in spans.wordings if any(term in knowledge.schema.properties for term in one.terms)]
    return not any(
        _AND_ITS.fullmatch(text[one.end : other.start]) and not set(one.terms) & set(other.terms)
        for one, other in pairwise(properties)
    )


def read(
    text: str, language: str, asks: str | None, spans: Spans, knowledge: Knowledge, context: Sequence[Understanding]
) -> Asked | None:
    """What a question asks of what is known; None if that isn't understood, or if it asks nothing of it."""
    if _is_again(text, language, spans) and not _is_of_the_two(text, language, spans):
        return _again(spans, knowledge, context)
    found = considered(text, language, asks, spans, knowledge, context)
    if found is None:
        return None
    question, forms = found
    if not _ELSE.search(text):
        return chosen(question, forms)
    told = {term for one in context[-_LATE:] for term in _told(one, knowledge)}
    asked = chosen(question, [one for one in forms if not one.found.values or {*one.found.values} - told])
    return None if asked is None else _else(asked, told, knowledge)


def considered(
    text: str,
    language: str,
    asks: str | None,
    spans: Spans,
    knowledge: Knowledge,
    context: Sequence[Understanding],
    *,
    every: bool = False,
) -> tuple[Question, list[Weighed]] | None:
    """What a question may ask of what is known, the likeliest first; None if it is about the two who talk. With `every`,
    also what can't be meant."""
    if _is_of_the_two(text, language, spans):
        return None
    plain = _offered(text, language)
    leans = not spans.mentions or all(
        leans_on_talk(said, language) >= 0.5 for said in (text, blanked(text, spans.mentions))
    )
    lately = carried(knowledge, context) if leans else ()

    def bare(names: Sequence[tuple[int, int]]) -> bool:
        named = [Mention(start, end, (), True, False) for start, end in names]
        return is_bare(without_request(plain), language, Spans(named, []))

    mentions = [(one.start, one.end, one.terms) for one in spans.mentions]
    return ranked(plain, language, asks or "what", knowledge, mentions, lately, bare=bare, every=every)


def _else(asked: Asked, told: Collection[str], knowledge: Knowledge) -> Asked:
    """Without what was told before, or asked about: "what else did he write?"."""
    but = tuple(value for value in asked.found.values if value in told)
    if not but or asked.form.wants != THINGS:
        return asked
    form = replace(asked.form, but=but)
    return asked._replace(form=form, found=reader_of(knowledge).known.solver.solve(form))


def _told(before: Understanding, knowledge: Knowledge) -> list[str]:
    """What answered a question, and what it was about."""
    if before.query is None:
        return list(before.entities)
    form = Form.of(before.query)
    values = () if form.wants in (ABOUT, SPAN) else reader_of(knowledge).known.solver.solve(form).values
    return [*values, *form.things]


def _offered(text: str, language: str) -> str:
    """A question without what it opens with, and without whom it asks."""
    return _OFFERED.sub(lambda found: " " * len(found[0]), without_request(opened(text, language)))


def _is_of_the_two(text: str, language: str, spans: Spans) -> bool:
    unnamed = blanked(_offered(text, language), spans.mentions)
    return is_personal(unnamed, language) or is_liking(unnamed)


def carried(knowledge: Knowledge, context: Sequence[Understanding]) -> tuple[str, ...]:
    """What was spoken of last: what answered the question before, then what it was about."""
    for before in reversed(context[-_LATE:]):
        told = [one for one in _told(before, knowledge) if is_iri(one)]
        answered = [one for one in told if one not in before.entities]
        found = [*(answered if len(answered) <= _LEANED_ON else ()), *before.entities]
        if found:
            return tuple(dict.fromkeys(found))[:4]
    return ()


def _is_again(text: str, language: str, spans: Spans) -> bool:
    """Whether a text only names another thing, of which the question before is asked again: "And Miles Davis?"."""
    plain = text.strip("¿¡ \t\n").casefold()
    begins, ends = joints.AND.get(language), joints.TOPIC.get(language)
    begun = begins is not None and re.match(begins, plain) is not None
    begun = begun or (len(spans.mentions) == 1 and re.search(r"\w", blanked(text, spans.mentions)) is None)
    rest = re.sub(r"\W+", " ", blanked(text, spans.mentions)).split()
    closed = ends is not None and re.search(ends, plain) is not None and sum(map(len, rest)) <= 4
    rest = [word for word in rest if begins is None or not re.match(begins, word.casefold())]
    few = len(rest) <= 2 or (len(rest) <= 4 and is_bare(text, language, spans))
    return (begun or closed) and few and len(spans.mentions) == 1 and not spans.wordings


def _again(spans: Spans, knowledge: Knowledge, context: Sequence[Understanding]) -> Asked | None:
    (mention,) = spans.mentions
    for before in reversed(context[-_LATE:]):
        if before.query is None:
            continue
        form = Form.of(before.query)
        if form.wants == ABOUT:
            return None
        for old in form.things:
            types = knowledge.lexicon.types(old)
            for new in mention.terms:
                if any(knowledge.is_a(new, type) for type in types) or _has_as_much(new, old, form, knowledge):
                    other = _instead(form, old, new)
                    return Asked(other, reader_of(knowledge).known.solver.solve(other), True, ("property",))
    return None


def _has_as_much(new: str, old: str, form: Form, knowledge: Knowledge) -> bool:
    """Whether the same can be asked of something of another kind: a singer's music after a band's."""
    asked = [link.path[0] for link in form.links if link.anchor == old]
    graph = knowledge.graph
    return bool(asked) and all(
        graph.subjects(step.property, new) if step.inverse else graph.objects(new, step.property) for step in asked
    )


def _instead(form: Form, old: str, new: str) -> Form:
    """A form about another thing."""

    def changed(term: str | None) -> str | None:
        return new if term == old else term

    return replace(
        form,
        links=tuple(Link(changed(link.anchor) or new, link.path, link.holds) for link in form.links),
        bounds=tuple(bound._replace(value=new) if bound.value == old else bound for bound in form.bounds),
        among=tuple(new if one == old else one for one in form.among),
        thing=changed(form.thing),
        other=changed(form.other),
    )


def triples_of(form: Form) -> list[Triple]:
    """A form as triples: what is asked of named things of each, what is asked about one in general by `ANYTHING`."""
    if form.wants == ABOUT and form.thing is not None:
        return [Triple(form.thing, ANYTHING, "?value")]
    if not form.among:
        return [_valued(triple, form) for triple in form.triples()]
    if form.type is not None and form.wants == WHETHER and not form.links:
        return [Triple(thing, TYPE, form.type) for thing in form.among]
    if len(form.links) == 1 and not form.bounds and len(form.links[0].path) == 1:
        ((anchor, (step,), _),) = form.links  # whether it is so
        (thing,) = form.among[:1]
        return [Triple(thing, step.property, anchor) if step.inverse else Triple(anchor, step.property, thing)]
    paths = [form.project] if form.project else [bound.path for bound in form.bounds]
    steps = [path[0] for path in paths if len(path) == 1]
    found = [
        Triple("?value", step.property, thing) if step.inverse else Triple(thing, step.property, "?value")
        for thing in form.among
        for step in steps
    ]
    equal = [bound for bound in form.bounds if bound.sign == "=" and is_literal(bound.value) and len(bound.path) == 1]
    if form.wants == WHETHER and equal:
        return [Triple(thing, bound.path[0].property, bound.value) for thing in form.among for bound in equal]
    return numbered("?value", found)


def _valued(triple: Triple, form: Form) -> Triple:
    """A triple with the value that is asked for in place of its variable: born in 1942."""
    for bound in form.bounds:
        if bound.sign == "=" and bound.path[-1].property == triple.predicate and triple.object.startswith("?b"):
            return triple._replace(object=bound.value)
    return triple


def spelt(text: str) -> str:
    """A question with the commonest slips of the keyboard mended in its question word."""
    return re.sub(
        rf"\b(?:{'|'.join(_MISSPELT)})\b", lambda found: _MISSPELT[found[0].casefold()], text, flags=re.IGNORECASE
    )
