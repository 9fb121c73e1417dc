"""Remarks about the past that the character could make, each with a score and a reason (2, section 3).

Rules prevent repetition: recent remarks aren't made again, and those that the person turned down or disliked get lower
scores.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from soulkeep.graph.episodes.log import Log, SpokenMessage
from soulkeep.graph.episodes.nouns import noun_of
from soulkeep.graph.episodes.patterns import INTEREST, SAME_QUESTION, SHARED_VALUE, TENDENCY
from soulkeep.graph.knowledge import Knowledge
from soulkeep.graph.verbalise.sentences import GraphStatement, spoken, verbalise
from soulkeep.lang.calendar import how_long_ago
from soulkeep.settings import Settings
from soulkeep.types.episodes import Act, Pattern, Similar, Understanding

_COOL_DOWN = {"tendency": 15, "noticed": 30, "interest": 10}
"""Number of messages before a remark of a kind may be made again about the same property."""

_EARLIER = {"reminded": ("reminded", "same_question"), "same_question_trivia": ("same_question_trivia",)}
"""Kinds of remarks about earlier occurrences, with the kinds after which they must wait."""

_RARELY = 6
"""Number of messages for which they must wait."""

_LONG_AGO = 0.8
"""Score from which they needn't wait, as when the same was asked a month ago."""

_TALK = 200
"""Number of the latest messages that are searched for remarks of the same talk."""

_TURNED_DOWN = 0.3
"""Deduction from a remark's score for each time that it was taken badly."""

_REMEMBERED = 20
"""Number of the latest messages in which that counts."""

_ALIKE_ENOUGH = 0.35

Weigh = Callable[[str], float]


@dataclass(frozen=True, slots=True, kw_only=True)
class Suggestion:
    """A possible remark: its intent and the values for its template."""

    intent: str
    score: float
    why: str
    values: dict[str, object]
    act: Act


class Suggestions:
    """The possible remarks at one input.

    Args:
        log: the log of the past.
        knowledge: the character's knowledge.
        settings: the settings with the thresholds.
        favourite: a function that returns the person's interest in an entity.
        now: the present time, in the person's time zone.
        language: the language of remarks, ISO 639-1.
    """

    def __init__(
        self, log: Log, knowledge: Knowledge, settings: Settings, favourite: Weigh, now: datetime, language: str
    ) -> None:
        self._log = log
        self._knowledge = knowledge
        self._settings = settings
        self._favourite = favourite
        self._now = now
        self._language = language
        self._talk = self._of_this_talk()

    def find(self, said: Understanding, similar: Sequence[Similar], patterns: Sequence[Pattern]) -> list[Suggestion]:
        """Return the remarks, the best first, without those made lately."""
        same = next((one for one in similar if one.by == "same"), None)
        suggestions = [self._of_pattern(pattern, same) for pattern in patterns]
        suggestions += list(self._reminders(said, similar))
        fresh = [one for one in suggestions if one is not None and not self._came_lately(one)]
        weighed = [self._weighed(one) for one in fresh]
        return sorted(weighed, key=lambda one: -one.score)

    # -- of patterns

    def _of_pattern(self, pattern: Pattern, same: Similar | None) -> Suggestion | None:
        if pattern.kind == SAME_QUESTION:
            return self._same_question(pattern, same)
        if pattern.kind == TENDENCY:
            return self._tendency(pattern)
        if pattern.kind == SHARED_VALUE:
            return self._noticed(pattern)
        return self._interest(pattern) if pattern.kind == INTEREST else None

    def _same_question(self, pattern: Pattern, same: Similar | None) -> Suggestion | None:
        if pattern.since is None:
            return None
        since = how_long_ago(pattern.since, self._now, self._language)
        why = f"asked {how_long_ago(pattern.since, self._now, 'en')}"
        act = Act(kind="message", property=pattern.property, entity=pattern.entity)
        values: dict[str, object] = {"n": pattern.count, "ago": since, "first_ago": None}
        if pattern.of >= self._settings.annoyed_times:
            minutes = round(self._settings.annoyed_minutes)
            why = f"asked {pattern.of} times within {minutes} minutes"
            return _suggestion("same_question_annoyed", 1.0, why, {"n": pattern.of, "minutes": minutes}, act)
        evaluation = None if same is None or same.outcome is None else same.outcome.evaluation
        if evaluation is not None and evaluation < 0:  # an unfavourable evaluation isn't repeated unless it has words
            return _suggestion("same_question_bad", 0.9, "the answer was taken badly before", {"ago": since}, act)
        if pattern.of > 1:
            return _suggestion("same_question_again", 0.7, why, values, act)
        if pattern.first is not None and pattern.first != pattern.since:
            values["first_ago"] = how_long_ago(pattern.first, self._now, self._language)
        long = (self._now - pattern.since).total_seconds() >= self._settings.trivia_days * 86400
        return _suggestion("same_question_trivia", _LONG_AGO if long else 0.55, why, values, act)

    def _tendency(self, pattern: Pattern) -> Suggestion | None:
        property, value = pattern.property, pattern.value
        if property is None or value is None:
            return None
        shown = {"property": self._noun(property), "value": self._label(value)}
        why = f"{pattern.count} of the last {pattern.of} have one value"
        act = Act(kind="message", property=property, values=(value,))
        if not pattern.entities:
            if shown["property"] is None:
                return None
            return _suggestion("tendency", 0.6, why, {**shown, "n": pattern.count, "of": pattern.of}, act)
        first = pattern.entities[0]
        fact = self._fact(first, property)
        if self._favourite(first) >= self._settings.interest_above:
            values: dict[str, object] = {**shown, "entity": self._label(first), "fact": fact}
            act = Act(kind="message", property=property, entity=first, values=(value,))
            return _suggestion("tendency_favourite", 0.75, f"{why}, and a favourite shares it", values, act)
        others = [self._label(one) for one in pattern.entities[:3]]
        return _suggestion("tendency_other", 0.65, why, {**shown, "entities": others, "fact": fact}, act)

    def _noticed(self, pattern: Pattern) -> Suggestion | None:
        property, value, entity = pattern.property, pattern.value, pattern.entity
        if property is None or value is None or entity is None:
            return None
        values: dict[str, object] = {"fact": self._fact(entity, property), "value": self._label(value)}
        act = Act(kind="message", property=property, entity=entity, values=(value,))
        return _suggestion("noticed", 0.72, "has a value that is often asked about", values, act)

    def _interest(self, pattern: Pattern) -> Suggestion | None:
        property = pattern.property
        if property is None:
            return None
        noun = self._noun(property)
        why = f"of interest, and not asked for in the last {pattern.of}"
        if pattern.entity is not None:
            values: dict[str, object] = {"property": noun, "entity": self._label(pattern.entity)}
            values["fact"] = self._fact(pattern.entity, property)
            act = Act(kind="message", property=property, entity=pattern.entity)
            return _suggestion("interest_value", 0.65, why, values, act)
        if noun is None:  # a property without a noun can be neither offered nor commented on
            return None
        if pattern.entities:
            chosen = pattern.entities[0]
            act = Act(kind="message", property=property, entity=chosen)
            return _suggestion("interest_offer", 0.6, why, {"property": noun, "entity": self._label(chosen)}, act)
        return _suggestion("interest_comment", 0.45, why, {"property": noun}, Act(kind="message", property=property))

    # -- of similar situations

    def _reminders(self, said: Understanding, similar: Sequence[Similar]) -> Iterator[Suggestion]:
        lately = self._now.timestamp() - self._settings.session_minutes * 60  # so recent that it needs no reminder
        for match in similar:
            episode = match.episode
            if match.by == "same" or episode.time is None or episode.time.timestamp() >= lately:
                continue
            if match.resemblance < _ALIKE_ENOUGH or episode.understanding is None or not said.entities:
                continue
            suggestion = self._reminder(said, match, how_long_ago(episode.time, self._now, self._language))
            if suggestion is not None and not self._came_lately(suggestion):
                yield suggestion
                return

    def _reminder(self, said: Understanding, match: Similar, when: str) -> Suggestion | None:
        before = match.episode.understanding
        assert before is not None
        common = [entity for entity in said.entities if entity in before.entities]
        entity = common[0] if common else said.entities[0]
        if match.via is not None and before.entities:
            other = next((one for one in before.entities if self._knowledge.is_a(one, match.via)), None)
            shared = [one for one in said.properties if one in before.properties]
            if other is None or not shared:
                return None
            values: dict[str, object] = {
                "entity": self._label(said.entities[0]), "other": self._label(other), "noun": self._label(match.via),
                "property": self._noun(shared[0]), "ago": when,
            }  # fmt: skip
            act = Act(kind="message", entity=entity, values=(other,))
            return _suggestion("reminded_class", 0.55, "asked of another of the same class", values, act)
        if len(common) > 1 or (common and len(before.entities) > 1):
            names = [self._label(one) for one in before.entities]
            act = Act(kind="message", entity=entity, values=before.entities)
            return _suggestion("reminded_subset", 0.55, "spoken of together", {"entities": names, "ago": when}, act)
        if common:
            values = {"entity": self._label(entity), "ago": when}
            act = Act(kind="message", entity=entity)
            return _suggestion("reminded_same", 0.5, "spoken of before", values, act)
        return None

    # -- rules

    def _came_lately(self, one: Suggestion) -> bool:
        """Return whether such a remark was made a short while ago, or one about the same thing in this talk."""
        intent, act = one.intent, one.act
        rarely = [*_acts(self._talk[-_RARELY:])] if one.score < _LONG_AGO else []
        for family, others in _EARLIER.items():
            if intent.startswith(family) and any(_is_of(other, others) for other in rarely):
                return True
        for family, count in _COOL_DOWN.items():
            if intent.startswith(family) and any(
                _is_of(other, (family,)) and other.property == act.property
                for other in _acts(self._log.messages[-count:])
                if family != "noticed" or other.entity == act.entity
            ):
                return True
        return any(_thing(other) & _thing(act) for other in _acts(self._talk))

    def _of_this_talk(self) -> list[SpokenMessage]:
        """Return the character's messages since the last long pause, the latest last."""
        gap = self._settings.session_minutes * 60
        messages: list[SpokenMessage] = []
        after = self._now.timestamp()
        for message in reversed(self._log.messages[-_TALK:]):
            if message.time is not None and after - message.time > gap:
                break
            after = after if message.time is None else message.time
            messages.append(message)
        return messages[::-1]

    def _weighed(self, one: Suggestion) -> Suggestion:
        bad = sum(
            message.feedback is not None
            and message.feedback < 0
            and message.by is not None
            and any(act.intent == one.intent for act in message.intents)
            for message in self._log.messages[-_REMEMBERED:]
        )
        if not bad:
            return one
        return _suggestion(
            one.intent, one.score - _TURNED_DOWN * bad, f"{one.why}; taken badly before", one.values, one.act
        )

    # -- words

    def _label(self, term: str) -> str:
        return spoken(term, self._knowledge.lexicon, self._language)

    def _noun(self, property: str) -> str | None:
        return noun_of(property, self._knowledge.lexicon, self._language)

    def _fact(self, entity: str, property: str) -> str:
        values = self._knowledge.objects(entity, property)
        statements = [GraphStatement(entity, property, value) for value in values]
        return verbalise(statements, self._knowledge.lexicon, self._language, about=entity)


def _acts(messages: Iterable[SpokenMessage]) -> Iterator[Act]:
    return (act for message in messages for act in message.intents)


def _is_of(act: Act, families: tuple[str, ...]) -> bool:
    return act.intent is not None and act.intent.startswith(families)


def _thing(act: Act) -> set[tuple[str | None, ...]]:
    """Return what a remark is about, so that it isn't repeated; empty for remarks about a repeated question."""
    if _is_of(act, ("tendency", "noticed")):
        return {("value", act.property, value) for value in act.values}
    if _is_of(act, ("interest_",)):
        return {("interest", act.property, act.entity)}
    return {("reminder", one) for one in (act.entity, *act.values)} if _is_of(act, ("reminded",)) else set()


def _suggestion(intent: str, score: float, why: str, values: dict[str, object], act: Act) -> Suggestion:
    message_act = Act(kind="message", intent=intent, property=act.property, entity=act.entity, values=act.values)
    return Suggestion(intent=intent, score=max(0.0, score), why=why, values=values, act=message_act)
