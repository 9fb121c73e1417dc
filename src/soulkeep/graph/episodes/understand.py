"""From an utterance to triples with variables (2, sections 1 and 2.1).

"When was Charlie Parker born?" is a wh-question and (Charlie Parker, birth date, ?value). Names are found by a
gazetteer, properties by their wordings; the ontology determines what fits together, by the properties' classes and
values.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import date

from soulkeep.graph.episodes.asides import without_courtesies
from soulkeep.graph.episodes.asking import read_question, reads, triples_of
from soulkeep.graph.episodes.connectives import asking
from soulkeep.graph.episodes.headlines import is_headline
from soulkeep.graph.episodes.hearing import hear
from soulkeep.graph.episodes.naming import is_listing, is_personal, language_of, spans_of, without_request
from soulkeep.graph.episodes.reading import UtteranceReading
from soulkeep.graph.episodes.relative_times import dated
from soulkeep.graph.episodes.spelling import spelt
from soulkeep.graph.episodes.stating import without_openings
from soulkeep.graph.knowledge import Knowledge
from soulkeep.graph.questions.asked import QuestionReading
from soulkeep.graph.questions.forms import sparql
from soulkeep.graph.questions.qualifier_words import is_fragment
from soulkeep.graph.questions.qualifiers import qualifiers
from soulkeep.graph.schema import TYPE
from soulkeep.graph.terms import is_variable
from soulkeep.graph.words.gazetteer import POSSESSIVE
from soulkeep.lang.negation import denies
from soulkeep.lang.utterances import FEEDBACK, REJECTION, STATEMENT, WH_QUESTION, WHETHER, Utterance, utterance
from soulkeep.types.episodes import Understanding


def understand(
    text: str,
    language: str,
    knowledge: Knowledge | None,
    *,
    context: Sequence[Understanding] = (),
    today: date | None = None,
) -> Understanding:
    """Return the understanding of an utterance in terms of the knowledge.

    Args:
        text: the utterance.
        language: ISO 639-1.
        knowledge: the character's knowledge; without it, only the kind of utterance is determined.
        context: the understandings before, the latest last: "Where was he born?" refers to them.
        today: the day on which it was said, by which "last year" is understood.
    """
    if knowledge is not None:
        language = language_of(text, language, knowledge)
    text = spelt(text, language, knowledge)
    plain = hear(text, language)
    if knowledge is None:
        return plain
    if plain.asks is not None or text.rstrip().endswith(("?", "？")):
        text = dated(text, language, knowledge, today)
    plain = _asking(_questioned(plain, text, language, knowledge), _with_plain_names(text, knowledge), language)
    heard = Utterance(plain.utterance, plain.asks, plain.feedback)
    reading = UtteranceReading(text, language, heard, knowledge, context)
    if plain.utterance in _MEETING and reading.spans.mentions and reading.spans.wordings:
        heard = utterance(text, language)  # "나비호 선장 좀" greets nobody
    if is_headline(text, language, heard, reading.spans, knowledge):  # for example "miles davis birthplace"
        asks = "how old" if qualifiers(text, language).age is not None else "what"
        plain = replace(plain, utterance=WH_QUESTION, asks=asks)
        reading.heard = Utterance(WH_QUESTION, asks, heard.feedback)
    if plain.asks is None and is_listing(text, language, knowledge):
        plain = replace(plain, utterance=WH_QUESTION, asks="what", feedback=0.0)
    requested = plain.utterance == STATEMENT and without_request(text) != text
    if (plain.asks or requested) and plain.past is None:
        spans = spans_of(text, language, plain.asks, knowledge)
        if reads(text, language, plain.asks, spans, knowledge):
            asked = read_question(text, language, plain.asks, spans, knowledge, context, today)
            if asked is not None:
                return _of_form(plain, asked)
            return replace(plain, entities=tuple(reading.entities), classes=tuple(dict.fromkeys(reading.classes)))
    triples = reading.triples() if plain.past is None else []
    likes = reading.likes() if plain.asks is None else {}
    personal = plain.asks is None and is_personal(text, language)  # "my favourite band is Queen" is no fact
    denied = plain.asks is None and not requested and denies(without_openings(text, language), language)
    states = plain.utterance in _STATING and plain.past is None and not likes
    return replace(
        plain,
        triples=()
        if denied
        else tuple(one for one in dict.fromkeys(triples) if not (personal and one.predicate == TYPE)),
        entities=tuple(reading.entities),
        classes=tuple(dict.fromkeys(reading.classes)),
        properties=tuple(dict.fromkeys(reading.used(triples))),
        carried=tuple(reading.carried),
        likes=likes,
        news=reading.news(triples) if states else (),
    )


def _of_form(plain: Understanding, asked: QuestionReading) -> Understanding:
    form = asked.form
    return replace(
        plain,
        asks=asked.asks or plain.asks or "what",
        triples=tuple(
            dict.fromkeys(
                one for one in triples_of(form) if asked.named or one.predicate != TYPE or not is_variable(one.subject)
            )
        ),
        entities=tuple(form.things),
        classes=(form.type,) if form.type is not None else (),
        properties=tuple(form.properties),
        carried=("property",) if asked.carried == ("property",) else ("entity",) if asked.carried else (),
        query={**form.data(), "sparql": sparql(form)},
        sure=asked.sure,
    )


def _questioned(plain: Understanding, text: str, language: str, knowledge: Knowledge) -> Understanding:
    """Return a question that was taken for a courtesy as what it is, if it names something known: "is Great Skarn
    higher than Varn Peak?"."""
    if plain.asks is not None and language != "ko":
        return plain
    if not text.rstrip().endswith(("?", "？")):
        marks = qualifiers(text, language)
        if not (marks.asked or marks.age or marks.long):  # "how heavy is the worm"
            return plain
    names = knowledge.gazetteer.find(text)
    if not names or (
        plain.asks is not None and not any(_KOREAN_ASKS.search(text[one.start : one.end]) for one in names)
    ):
        return plain
    for one in reversed(names if language == "ko" else ()):  # a heron, 왜가리, doesn't ask why
        text = text[: one.start] + _NAME + text[one.end :]
    heard = utterance(f"{text.rstrip('?')}?", language)
    return plain if heard.asks is None else replace(plain, utterance=heard.kind, asks=heard.asks, feedback=0.0)


def _last_clause(text: str) -> str:
    """Return the question at the end of a text that also tells something: "I am broke, cheapest dish?"."""
    if not text.rstrip().endswith("?"):
        return text
    clauses = _CLAUSES.split(text.strip())
    return next((one for one in reversed(clauses) if re.search(r"\w", one)), text)


_CLAUSES = re.compile(r"(?:[,;!]|(?<!\b[A-Z][a-z])(?<!\bMrs)(?<!\bProf)\.)\s")
"""Ends of clauses; a stop after a title such as "Dr." ends none."""

_MEETING = ("greeting", "farewell")

_STATING = (STATEMENT, FEEDBACK, REJECTION)
"""Kinds of utterances that may also state something: "No, that's wrong, he was born in May"."""

_WHICH_ONE = re.compile(r"\b(?:which one|which ones|if so,? (?:who|which|what|where|when|to whom))\b", re.IGNORECASE)
_APOSTROPHE = re.compile("['’]")
_NAME = "그것"
_KOREAN_ASKS = re.compile("왜|무엇|뭐|뭔|누구|누가|어디|언제|몇|어느|어떤|무슨|얼마")


def _with_plain_names(text: str, knowledge: Knowledge) -> str:
    """Return a text without the apostrophes of names, which look like a verb: "Widow's Bath depth?"."""
    if "'" not in text and "’" not in text:
        return text
    for one in knowledge.gazetteer.find(text):
        name = POSSESSIVE.sub("", text[one.start : one.end])
        end = one.start + len(name)
        text = f"{text[: one.start]}{_APOSTROPHE.sub('_', name)}{text[end:]}"
    return text


def _asking(plain: Understanding, text: str, language: str) -> Understanding:
    """Return an understanding with the question word after a yes/no question: "… without a keeper? Which one?"."""
    if plain.asks != WHETHER:
        return plain
    asked = without_request(text)
    own = utterance(asked.strip(" ,"), language).asks if asked != text else None  # "be so kind as to tell me who …"
    clause = asked.strip(" ,").casefold().startswith("ob ") or not is_fragment(asked, language)
    still = language == "de" and own in (None, WHETHER) and clause  # "Sag mal, ist Ann krank?"
    if asked != text and not still:  # "Do you know Django Reinhardt?" asks for everything about him
        return replace(plain, utterance=WH_QUESTION, asks="what" if own in (None, WHETHER) else own)
    said = without_courtesies(text, language)
    polite = utterance(said.strip(" ,"), language).asks if said.strip() != text.strip() else None
    if polite not in (None, WHETHER):  # "Darf ich fragen, was das Boot gekostet hat?"
        return replace(plain, utterance=WH_QUESTION, asks=polite)
    begins = not is_fragment(said.split(" ")[0], language)  # by a verb: "Are Ann, Bea and Cal keepers?" is one clause
    things = asking("things_that").match(text.strip()) is not None  # "members whose mentor is Ann?"
    if things or _WHICH_ONE.search(text) or is_fragment(said if begins else _last_clause(said), language):
        return replace(plain, utterance=WH_QUESTION, asks="which")
    if language == "ko" and _KOREAN_ASKS.search(text):
        again = hear(text.replace("나요", "가"), language)
        return again if again.asks != WHETHER else replace(plain, utterance=WH_QUESTION, asks="what")
    return plain
