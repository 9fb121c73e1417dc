"""Answers to questions about the talks themselves: what was asked or told yesterday, whether and when (2)."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from soulkeep.graph.episodes.log import Input
from soulkeep.graph.episodes.nouns import mentioned
from soulkeep.graph.episodes.past import Past
from soulkeep.graph.verbalise.sentences import spoken
from soulkeep.judgement.talk import requests, says_nothing
from soulkeep.lang.calendar import how_long_ago
from soulkeep.lang.function_words import telling_terms
from soulkeep.lang.names import proper_names
from soulkeep.lang.pack import holds
from soulkeep.lang.shared_past import asks_of_shared_past
from soulkeep.lang.terms import terms
from soulkeep.lang.times import TimeSpan, time_spans
from soulkeep.types.episodes import Understanding

_MOST = 4
_QUOTED = 120
"""Most characters of a quoted utterance."""

Told = tuple[str, dict[str, object]]
"""An intent, and the values for its template."""


class Recollections:
    """Answers about the past with one person.

    Args:
        past: the past of character and person; the caller holds its lock.
        before: the present input's sequence number.
        now: the present time, in the person's time zone.
    """

    def __init__(self, past: Past, before: int, now: datetime) -> None:
        self._past = past
        self._before = before
        self._now = now

    def tell(self, said: Understanding, text: str) -> Told | None:
        """Return the answer to a question about the past; None if the episodes have none, so that memories may."""
        span = self._span(said, text)
        when = None if span is None else span.text
        earlier = [one for one in self._past.log.inputs if one.seq < self._before and one.understanding.past is None]
        inputs = [one for one in earlier if self._within(one, span)]  # who asks whether it came up doesn't bring it up
        asked = asks_of_shared_past(text, said.language)
        if asked is not None and (asked.who, asked.what) == ("I", "say") and said.past in ("what", "first", "last"):
            return self._said(said, text, [one for one in inputs if _tells(one)], when)
        named = said.entities or said.properties or said.classes
        if named:
            inputs = [one for one in inputs if self._concerns(one, said)]
        if said.past in ("what", "first", "last"):
            return self._what(said, inputs, when)
        if not named:
            return None  # the topic is unknown to the graph: memories may answer
        what = self._name(said)
        if not inputs:
            return "past_no", {"what": what}
        ago = self._ago(inputs[-1], said)
        if said.past == "how often":
            return "past_count", {"what": what, "n": len(inputs), "ago": ago}
        return "past_yes", {"what": what, "n": len(inputs), "ago": ago}

    def _said(self, said: Understanding, text: str, found: Sequence[Input], when: str | None) -> Told | None:
        """Return the answer with what the person told, rather than asked; None if none is about the named topic."""
        without = text if when is None else text.replace(when, " ")
        wanted = telling_terms(without, said.language)
        of_topic = [one for one in found if not wanted.isdisjoint(terms(one.text, one.understanding.language))]
        if not of_topic and (proper_names(without) or said.entities or _names_topic(without, said.language)):
            return None
        chosen = of_topic or found
        if not chosen:
            return "past_nothing", {"when": when}
        if said.past in ("first", "last"):
            chosen = chosen[:1] if said.past == "first" else chosen[-1:]
        texts = list(dict.fromkeys(_short(one.text) for one in reversed(chosen)))
        return "past_statements", {"when": when, "statements": texts[:_MOST], "more": max(0, len(texts) - _MOST)}

    def _what(self, said: Understanding, found: Sequence[Input], when: str | None) -> Told | None:
        asked = [one for one in found if one.understanding.is_question and not _asks_of_talks(one)]
        if said.past in ("first", "last"):
            if not asked:
                return None
            one = asked[0] if said.past == "first" else asked[-1]
            return f"past_{said.past}", {"question": _short(one.text), "ago": self._ago(one, said)}
        topics = self._topics(found, said)
        if topics:
            return "past_topics", {"when": when, "topics": topics[:_MOST], "more": max(0, len(topics) - _MOST)}
        questions = list(dict.fromkeys(_short(one.text) for one in reversed(asked)))
        if questions:
            more = max(0, len(questions) - _MOST)
            return "past_questions", {"when": when, "questions": questions[:_MOST], "more": more}
        return None if found else ("past_nothing", {"when": when})

    def _topics(self, found: Sequence[Input], said: Understanding) -> list[str]:
        """Return the topics spoken of, the latest first; things with the one property that was asked of them."""
        knowledge = self._past.knowledge
        if knowledge is None:
            return []
        named: dict[str, dict[str, None]] = {}
        for one in reversed(found):
            for entity in one.understanding.entities:
                named.setdefault(entity, {}).update(dict.fromkeys(one.understanding.properties))
        return [spoken(entity, knowledge.lexicon, said.language) for entity in named if entity not in said.entities]

    def _span(self, said: Understanding, text: str) -> TimeSpan | None:
        return next(iter(time_spans(text, said.language, self._now)), None)

    def _within(self, one: Input, span: TimeSpan | None) -> bool:
        if span is None:
            return True
        when = one.moment
        return when is not None and span.start <= when < span.end

    def _concerns(self, one: Input, said: Understanding) -> bool:
        about = one.understanding
        if said.entities and not set(said.entities) & set(about.entities):
            return False
        if said.properties and not set(said.properties) & set(about.properties):
            return False
        if said.classes and not said.entities and not said.properties:
            knowledge = self._past.knowledge
            return knowledge is not None and any(
                knowledge.is_a(entity, name) for entity in about.entities for name in said.classes
            )
        return True

    def _name(self, said: Understanding) -> str:
        knowledge = self._past.knowledge
        assert knowledge is not None
        if said.entities:
            return " / ".join(spoken(entity, knowledge.lexicon, said.language) for entity in said.entities)
        if said.properties:
            return mentioned(said.properties[0], knowledge.lexicon, said.language)
        return spoken(said.classes[0], knowledge.lexicon, said.language)

    def _ago(self, one: Input, said: Understanding) -> str:
        when = one.moment
        return "" if when is None else how_long_ago(when, self._now, said.language)


def _names_topic(text: str, language: str) -> bool:
    """Return whether a text has words that name a topic, such as "about"."""
    return holds("questions", "of_topic", language, text.lower())


def _tells(one: Input) -> bool:
    """Return whether an input tells something, being no question, greeting or request."""
    language = one.understanding.language
    if one.understanding.is_question or says_nothing(one.text, language) or requests(one.text):
        return False
    return not _asks_of_talks(one)


def _asks_of_talks(one: Input) -> bool:
    return asks_of_shared_past(one.text, one.understanding.language) is not None


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _QUOTED else line[: _QUOTED - 1] + "…"
