"""The position of a person in a story, and what comes next: pure logic, without store, model or clock (3, section 3.2).

The only state is a record of each step. The caller stores `Step.data()` with the character's turn, if the step's text
was said or is "". From these records, in order, each with the number of the person's turns after it, `Progress.of`
computes where the story stands.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import lru_cache
from typing import Any

from soulkeep.clock import require_aware
from soulkeep.lang.calendar import daypart
from soulkeep.lang.forms import normalized
from soulkeep.lang.questions import asks
from soulkeep.lang.terms import terms
from soulkeep.lang.utterances import utterance
from soulkeep.stories.conditions import FEELINGS, WEEKDAYS, Between, Conditions, PhraseCondition
from soulkeep.stories.script import Event, Script, Wording

OPEN, FOLLOW, TALK, CLOSE = "open", "follow", "talk", "close"

PATIENCE = 3
"""Number of turns for which an event's closing waits while the person asks."""

CLOSING_HOURS = 1.0
"""Hours of silence after which closing words would come too late, so the event is over without them."""

_DAY_BEGINS = timedelta(hours=4)
_READ = 2000
"""Characters of the person's turn that are searched for phrases."""

_UNSPACED = "[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff]"
_HANGUL = re.compile("[가-힣]")


@dataclass(frozen=True, slots=True, kw_only=True)
class Moment:
    """The present, as stories see it. What is said now isn't counted in `first`, `last` and `turns`.

    Attributes:
        said: what the person just said; None if the character speaks first.
        language: the person's, ISO 639-1.
        now: the present, timezone-aware, in the person's time zone.
        person: the person's id, which replaces `{person}`.
        name: the character's name, which replaces `{name}`.
        first: whether nothing was ever said between the two.
        last: when something was last said between them; None if nothing ever was.
        turns: how many turns the person has ever said.
        closeness, trust: the bond between them, -1…1.
        valence: the character's mood, -1…1.
    """

    said: str | None
    language: str
    now: datetime
    person: str
    name: str
    first: bool = False
    last: datetime | None = None
    turns: int = 0
    closeness: float = 0.0
    trust: float = 0.0
    valence: float = 0.0

    def __post_init__(self) -> None:
        require_aware(self.now)
        if self.last is not None:
            require_aware(self.last)

    @property
    def asked(self) -> bool:
        """Whether the person's turn asks something."""
        said = self.said
        return said is not None and (asks(said) or utterance(said[-_READ:], self.language).asks is not None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """A step of a story: what it has to say, or to tell the model, at one moment.

    Attributes:
        story: id of the story.
        event: id of the event.
        kind: `"open"`, `"follow"` (lines for what holds now), `"talk"` (free talk) or `"close"`.
        text: the lines, joined by newlines; in free talk a question to ask, or "".
        guide: what the language model is told: what the scene is about, and the question, if any.
        why: the reason, in words.
        at: the time.
        follow: id of the follow-up.
        ends: whether the step ends the event.
    """

    story: str
    event: str
    kind: str
    text: str
    guide: str = ""
    why: str = ""
    at: datetime
    follow: str | None = None
    ends: bool = False

    def data(self) -> dict[str, Any]:
        """Return the record of the step, to be stored as JSON: all that `Progress.of` needs."""
        values: dict[str, Any] = {
            "story": self.story,
            "event": self.event,
            "kind": self.kind,
            "at": self.at.isoformat(),
        }
        if self.follow is not None:
            values["follow"] = self.follow
        if self.kind == TALK and self.text:
            values["asked"] = True
        return {**values, "ends": True} if self.ends else values


@dataclass(frozen=True, slots=True, kw_only=True)
class Happening:
    """An event as it happened with one person.

    Attributes:
        event: its id.
        opened: when it opened.
        closed: when it closed; None while it is open.
        last: the time of its last step.
        turns: number of the person's turns while it was open.
        follows: ids of the follow-ups that were said.
        asked: how many of its questions were asked.
    """

    event: str
    opened: datetime
    closed: datetime | None = None
    last: datetime
    turns: int = 0
    follows: tuple[str, ...] = ()
    asked: int = 0

    def data(self) -> dict[str, Any]:
        """Return it as JSON to be stored."""
        times = {"opened": self.opened, "closed": self.closed, "last": self.last}
        values: dict[str, Any] = {name: time and time.isoformat() for name, time in times.items()}
        return {**values, "event": self.event, "turns": self.turns, "follows": [*self.follows], "asked": self.asked}

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> Happening:
        """Read back what `data` returned."""
        times = {name: data[name] and datetime.fromisoformat(data[name]) for name in ("opened", "closed", "last")}
        return cls(**{**data, **times, "follows": tuple(data["follows"])})


@dataclass(frozen=True, slots=True)
class Progress:
    """Where one person is in one story.

    Attributes:
        events: the events that were opened, in that order.
    """

    events: tuple[Happening, ...] = ()

    @classmethod
    def of(cls, records: Iterable[Mapping[str, Any]], story: str | None = None) -> Progress:
        """Compute the progress from the records of steps.

        Args:
            records: what `Step.data` returned for each stored step, in the order said, with one more key: `turns`, the
                number of the person's turns between this step and the next record. The turn that is being answered
                isn't counted, nor are turns before the first record.
            story: use only the steps of this story. Pass the other stories' records nevertheless: turns after them
                count for an event that was open meanwhile.
        """
        progress = cls()
        for record in records:
            if story is None or record.get("story", story) == story:
                progress = progress._with(record)
            progress = progress._heard(int(record.get("turns", 0)))
        return progress

    @classmethod
    def read(cls, data: Iterable[Mapping[str, Any]]) -> Progress:
        """Read back what `data` returned."""
        return cls(tuple(Happening.of(one) for one in data))

    def data(self) -> list[dict[str, Any]]:
        """Return it as JSON to be stored."""
        return [one.data() for one in self.events]

    @property
    def open(self) -> Happening | None:
        """The event that is open; None if none is."""
        return next((one for one in self.events if one.closed is None), None)

    def _with(self, record: Mapping[str, Any]) -> Progress:
        """Return the progress after one more step."""
        id, at = str(record["event"]), datetime.fromisoformat(record["at"])
        happening = next((one for one in self.events if one.event == id), None)
        if happening is None:  # whatever else was open was left
            left = (one if one.closed else replace(one, closed=one.last) for one in self.events)
            happening = Happening(event=id, opened=at, last=at)
            events = (*left, happening)
        else:
            events = self.events
        if happening.closed is not None:
            return self
        follow = record.get("follow")
        then = replace(
            happening,
            last=at,
            closed=at if record["kind"] == CLOSE or record.get("ends") else None,
            follows=happening.follows
            if follow is None or follow in happening.follows
            else (*happening.follows, str(follow)),
            asked=happening.asked + bool(record.get("asked")),
        )
        return Progress(tuple(then if one is happening else one for one in events))

    def _heard(self, turns: int) -> Progress:
        """Return the progress after further turns of the person."""
        if not turns or self.open is None:
            return self
        return Progress(
            tuple(one if one.closed is not None else replace(one, turns=one.turns + turns) for one in self.events)
        )


def after(progress: Progress, step: Step, moment: Moment) -> Progress:
    """Return the progress after a step that was given at a moment."""
    heard = progress._heard(1) if moment.said is not None and step.kind != OPEN else progress
    return heard._with(step.data())


def next_step(script: Script, progress: Progress, moment: Moment) -> Step | None:
    """Return what the story has to say now; None if nothing.

    An open event comes first: its follow-ups, then its closing once its turns are used up, else free talk. If none is
    open, the first event that was never open and whose conditions hold opens.
    """
    ended = {one.event: one.closed for one in progress.events if one.closed is not None}
    state = progress.open
    if state is not None:
        event = script.event(state.event)
        if event is not None and not _is_over(event, state, moment.now):
            return _Stage(script, event, moment, ended).go_on(state)
        ended[state.event] = state.last  # or the story was written anew
    happened = {one.event for one in progress.events}
    new = (_Stage(script, event, moment, ended).begin() for event in script.events if event.id not in happened)
    return next((step for step in new if step is not None), None)


def _is_over(event: Event, state: Happening, now: datetime) -> bool:
    """Return whether an event is over though no step has ended it: the person left, or its last step wasn't stored."""
    hours = event.talk.hours
    if state.turns >= event.talk.turns:
        if event.close is None:
            return True
        hours = min(hours, CLOSING_HOURS)
    return now - state.last >= timedelta(hours=hours)


@dataclass(frozen=True, slots=True)
class _Stage:
    """An event at a moment, with the times at which others ended."""

    script: Script
    event: Event
    moment: Moment
    ended: Mapping[str, datetime]

    def begin(self) -> Step | None:
        """Return the step that opens the event, if its conditions hold."""
        event, moment = self.event, self.moment
        reasons = self._reasons(event.when, moment.turns + (moment.said is not None))
        if reasons is None:
            return None
        ends = event.close is None and event.talk.turns == 0
        return self._step(OPEN, event.open, self._because(f"event {event.id!r} opens", reasons), ends=ends)

    def go_on(self, state: Happening) -> Step | None:
        """Return what the event has to say while it is open."""
        event, said, least = self.event, self.moment.said is not None, self.event.talk.turns
        turns = state.turns + said
        over = turns > least if said else turns >= least
        ends = event.close is None and turns >= least
        for up in event.follow:
            if up.id in state.follows and (up.once or over or not said):
                continue
            reasons = self._reasons(up.when, turns)
            if reasons is not None:
                why = self._because(f"follow-up {up.id!r} of event {event.id!r}", reasons)
                return self._step(FOLLOW, up.say, why, follow=up.id, ends=ends)
        waits = self.moment.asked and turns <= least + PATIENCE  # an answer is owed first
        if over and event.close is not None and not waits:
            return self._step(CLOSE, event.close, f"event {event.id!r} closes after {least} turns", ends=True)
        if not said:
            return None
        question = None
        if not over and not self.moment.asked and state.asked < len(event.talk.ask):
            question = event.talk.ask[state.asked]
        return self._step(TALK, question, f"turn {turns} of event {event.id!r}, which ends after {least}", ends=ends)

    def _step(
        self, kind: str, wording: Wording | None, why: str, *, follow: str | None = None, ends: bool = False
    ) -> Step:
        talk = self.event.talk
        text = self._told(wording)
        guide = self._told(talk.guide)
        if kind == TALK and text:
            guide = f"{guide}\nAsk this, in words that fit: {text}".strip()
        return Step(
            story=self.script.id,
            event=self.event.id,
            kind=kind,
            text=text,
            guide=guide,
            why=why,
            at=self.moment.now,
            follow=follow,
            ends=ends,
        )

    def _told(self, wording: Wording | None) -> str:
        if wording is None:
            return ""
        moment = self.moment
        return wording.text(moment.language, self.script.language, person=moment.person, name=moment.name)

    @staticmethod
    def _because(what: str, reasons: Sequence[str]) -> str:
        return f"{what}: {', '.join(reasons)}" if reasons else what

    def _reasons(self, conditions: Conditions, turns: int) -> list[str] | None:
        """Return the reasons why conditions hold, in words; None if they don't."""
        reasons: list[str] = []
        for reason in self._checked(conditions, turns):
            if reason is None:
                return None
            reasons.append(reason)
        return reasons

    def _checked(self, conditions: Conditions, turns: int) -> Iterator[str | None]:
        """Yield a reason for each condition that holds, None for one that doesn't."""
        moment, now = self.moment, self.moment.now
        if conditions.first is not None:
            met = "they meet for the first time" if conditions.first else "they have met before"
            yield met if moment.first == conditions.first else None
        for id in conditions.after:
            yield f"{id!r} has ended" if id in self.ended else None
        if conditions.hours is not None or conditions.days is not None:
            since = max((self.ended[id] for id in conditions.since), default=moment.last)
            yield None if since is None else _waited(conditions, since, now)
        if conditions.turns is not None:
            yield f"{turns} turns" if turns >= conditions.turns else None
        if conditions.said:
            phrase = self._said(conditions.said)
            yield phrase and f"{phrase!r} was said"
        if conditions.asked is not None:
            yield ("asked" if conditions.asked else "nothing was asked") if moment.asked == conditions.asked else None
        if conditions.dayparts:
            yield daypart(now) if daypart(now) in conditions.dayparts else None
        if conditions.weekdays:
            yield WEEKDAYS[now.weekday()] if now.weekday() in conditions.weekdays else None
        if conditions.start is not None:
            yield f"from {conditions.start}" if now.date() >= conditions.start else None
        if conditions.end is not None:
            yield f"until {conditions.end}" if now.date() <= conditions.end else None
        for name in FEELINGS:
            bounds: Between | None = getattr(conditions, name)
            value: float = getattr(moment, name)
            if bounds is not None:
                yield f"{name} {value:.2f}" if bounds.above < value < bounds.below else None
        if conditions.persons:
            yield moment.person if moment.person in conditions.persons else None
        if conditions.any:
            some = (self._reasons(one, turns) for one in conditions.any)
            yield next((" and ".join(reasons) for reasons in some if reasons is not None), None)
        if conditions.none:
            against = any(self._reasons(one, turns) is not None for one in conditions.none)
            yield None if against else "nothing speaks against it"

    def _said(self, said: Sequence[PhraseCondition]) -> str | None:
        """Return the first of these phrases that the person's turn contains."""
        if self.moment.said is None:
            return None
        text = self.moment.said[:_READ]
        for language, phrases in said:
            languages = dict.fromkeys((self.moment.language, self.script.language) if not language else (language,))
            for phrase in phrases:
                if any(_holds(text, phrase, one) for one in languages):
                    return phrase
        return None


def _waited(conditions: Conditions, since: datetime, now: datetime) -> str | None:
    """Return in words how long ago something was; None if it isn't long enough."""
    passed = now - since
    if conditions.hours is not None and passed < timedelta(hours=conditions.hours):
        return None
    days = ((now - _DAY_BEGINS).date() - (since.astimezone(now.tzinfo) - _DAY_BEGINS).date()).days
    if conditions.days is not None and days < conditions.days:
        return None
    return f"{passed / timedelta(hours=1):.1f} hours later"


def _holds(text: str, phrase: str, language: str) -> bool:
    """Return whether a text contains a word or phrase in any inflection; in Korean also as written."""
    whole, part = _forms(text, language), _forms(phrase, language)
    if part and any(whole[i : i + len(part)] == part for i in range(len(whole) - len(part) + 1)):
        return True
    if (phrase.isascii() or not re.search(_UNSPACED, phrase)) and len(_HANGUL.findall(phrase)) < 2:
        return False
    words = normalized("NFKC", phrase).casefold().split()  # people put blanks where they like
    written = r"\s*".join(re.escape(word) for word in words)
    return re.search(written, normalized("NFKC", text).casefold()) is not None


@lru_cache(maxsize=256)
def _forms(text: str, language: str) -> tuple[str, ...]:
    """Return the terms of a text; of longer Korean words the pairs of syllables, so that endings don't matter."""
    return tuple(term for term in terms(text, language) if len(term) <= 2 or not _HANGUL.match(term))
