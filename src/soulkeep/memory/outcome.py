"""A language model's answer about a stretch of talk, turned into rows to store and rows to change.

The model judges what is a fact, whom it is about, what it replaces and how much it matters; this module checks only
form, numbers and provenance. An item that names no turn as its source is marked unverified: it is stored, but
supersedes nothing and ranks last.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from soulkeep.memory.condense import summary_entry
from soulkeep.memory.days import over_at
from soulkeep.memory.entries import SO_FAR, derived, is_copy
from soulkeep.memory.facts import Stated, stated_of
from soulkeep.memory.feelings import SHOWN, Shown, felt_at, impulses_of
from soulkeep.memory.statuses import NO_FACT, PLANNED
from soulkeep.search.indexed_terms import happened
from soulkeep.settings import Settings
from soulkeep.stores.rows import Entry, Impulse, PlacedEntry
from soulkeep.types.records import CUE, FACT

if TYPE_CHECKING:
    from soulkeep.memory.by_model import Stretch
    from soulkeep.memory.schemas import CueSeen, EmotionSeen, FactSeen, OverSeen, PromiseSeen, Remembered

PROMISE = "promise"

_LONGEST, _LONGEST_NAME = 600, 100
"""Most characters of a statement, and of a name or relation; longer ones are cut."""

_MOST_FACTS, _MOST_CUES = 100, 8
"""Most items of one answer that are stored; more come from a model caught in a loop, and count as malformed."""

_CUE_IMPORTANCE = 1.0
_CONFIRMED = 20
"""Most turns that a fact refers to."""


class Outcome(NamedTuple):
    """The rows that a stretch of talk becomes.

    Attributes:
        summary: its summary.
        added: facts and cues.
        changed: new column values of known facts, by sequence number.
        impulses: how the feelings shown move the character.
        importance: 1…10.
        malformed: number of items in the answer that were unreadable, lacked a source they need, or were too many.
    """

    summary: Entry
    added: list[Entry]
    changed: dict[int, dict[str, Any]]
    impulses: tuple[Impulse, ...]
    importance: float
    malformed: int


def outcome(
    seen: Remembered,
    stretch: Stretch,
    *,
    own: Collection[str],
    person: str,
    author: str,
    now: float,
    settings: Settings,
) -> Outcome:
    """Turn a model's answer into rows.

    Args:
        seen: the answer.
        stretch: the stretch of talk that it was asked about.
        own: the names under which the character speaks.
        person: id of whom it faces.
        author: the model's name.
        now: seconds since the epoch.
        settings: for how feelings move.
    """
    summary = _summary(seen, stretch, author=author, now=now)
    taking = _Taking(stretch, own, person, summary.id, author, now)
    for fact in seen.facts[:_MOST_FACTS]:
        if fact.status not in NO_FACT:
            taking.fact(fact)
    for promise in seen.promises[:_MOST_FACTS]:
        taking.promise(promise)
    for over in seen.over:
        taking.over(over)
    for cue in seen.cues[:_MOST_CUES]:
        taking.cue(cue)
    felt = _felt(seen.emotions, stretch, own)
    moved = impulses_of(felt[1], felt[0], settings) if felt else ()
    summary.details = {**summary.details, SHOWN: [felt[0], *felt[1]] if felt else []}
    beyond = sum(
        max(0, len(items) - most)
        for items, most in ((seen.facts, _MOST_FACTS), (seen.promises, _MOST_FACTS), (seen.cues, _MOST_CUES))
    )
    malformed = seen.malformed + taking.groundless + beyond
    return Outcome(summary, taking.added, taking.changed, moved, float(seen.importance), malformed)


def _summary(seen: Remembered, stretch: Stretch, *, author: str, now: float) -> Entry:
    feelings: dict[str, float] = {}
    for one in seen.emotions:
        name = one.feeling.lower()[:_LONGEST_NAME]
        feelings[name] = max(one.strength, feelings.get(name, 0.0))
    summary = summary_entry(
        stretch.window,
        seen.summary[: 2 * _LONGEST],
        now=now,
        topics=list(dict.fromkeys(fact.value for fact in seen.facts if 0 < len(fact.value) <= 40))[:5],
        emotions=feelings,
        importance=float(seen.importance),
        times=(),
        author=author,
    )
    # Its words may come from anything in the prompt, so it must be deleted with any of that.
    read = [entry.id for entry in (*stretch.before, *stretch.told, *(place.entry for place in stretch.known))]
    summary.details = {**summary.details, "read": list(dict.fromkeys(read))}
    if so_far := seen.so_far.strip():
        summary.details = {**summary.details, SO_FAR: so_far[: 12 * stretch.words]}
    return summary


class _Taking:
    """Takes in the items of an answer one by one.

    Args:
        stretch: the stretch of talk that was asked about.
        own: the names under which the character speaks.
        person: id of whom it faces.
        summary: id of the summary; what is made beside it is deleted with it.
        author: the model's name.
        now: seconds since the epoch.
    """

    def __init__(
        self, stretch: Stretch, own: Collection[str], person: str, summary: str, author: str, now: float
    ) -> None:
        self.added: list[Entry] = []
        self.changed: dict[int, dict[str, Any]] = {}
        self.groundless = 0
        self._stretch, self._own, self._author, self._now = stretch, own, author, now
        self._read = [summary]
        self._person = person
        self._names = {name.casefold() for name in (person, stretch.person)}
        self._own_names = {name.casefold() for name in (*own, stretch.name)}
        self._texts = {_plain(place.entry.text): place for place in stretch.known}
        self._added: dict[str, Entry] = {}

    def fact(self, seen: FactSeen) -> None:
        """Store a fact and end those it replaces, or confirm the one that says the same."""
        turns = self._turns(seen.because)
        replaced = self._ended(seen.replaces, turns)
        statement = seen.statement[:_LONGEST]
        verified = self._said(turns, seen.subject)
        if (twice := self._added.get(_plain(statement))) is not None:
            self._again(twice, turns)
            return
        if (same := self._texts.get(_plain(statement))) is not None and same not in replaced:
            if stated_of(same.entry).verified or not verified:
                if verified:  # repetition by the character adds no certainty
                    self._confirm(same, turns, seen.confidence)
                return
            replaced = [*replaced, same]  # it was only a guess
        superseded = replaced if verified else []
        about = seen.subject[:_LONGEST_NAME]
        data = Stated(
            subject="" if self._of_oneself(about, self._teller(turns)) else about,
            relation=seen.relation.lower()[:_LONGEST_NAME],
            value=(seen.value or statement)[:_LONGEST],
            confidence=seen.confidence,
            status=seen.status,
            verified=verified,
            grave=seen.grave,
            importance=float(seen.importance),
            replaces=tuple(place.entry.id for place in superseded),
            since=seen.since,
            until=seen.until,
        )
        self._keep(statement, about, data, turns, superseded)

    def promise(self, seen: PromiseSeen) -> None:
        """Store a promise between the two as a plan, due on its day."""
        turns = self._turns(seen.because)
        statement = seen.statement[:_LONGEST]
        replaced = self._ended(seen.replaces, turns) if turns else []
        if (same := self._texts.get(_plain(statement))) is not None and same not in replaced:
            self._confirm(same, turns, 0.8)
            return
        by = seen.by[:_LONGEST_NAME]
        data = Stated(
            subject="" if self._of_oneself(by, self._teller(turns)) else by,
            relation=PROMISE,
            value=statement,
            confidence=0.9,
            status=PLANNED,
            verified=bool(turns),
            importance=5.0,
            replaces=tuple(place.entry.id for place in replaced),
            until=seen.due,
        )
        self._keep(statement, by, data, turns, replaced)

    def over(self, seen: OverSeen) -> None:
        """End a known fact without a successor."""
        turns = self._turns(seen.because)
        places = self._ended([seen.known], turns)
        if not turns or not places:
            self.groundless += 1
            return
        [place] = places
        then = turns[-1].entry.time
        if place.entry.superseded is None:
            ended = self._now if then is None else then
            details = place.entry.details
            over_now = {**details, "fact": {**details["fact"], "over": True}}
            self._change(place, {"ended": min(ended, place.entry.ended or ended), "details": over_now})

    def cue(self, seen: CueSeen) -> None:
        """Store the sentences that are to call a turn to mind."""
        turns = self._turns(seen.because)
        if not turns:
            self.groundless += 1
            return
        for line in dict.fromkeys([*seen.lines, seen.essence]):
            details = {"turns": [place.entry.id for place in turns], "read": self._read, "author": self._author}
            self.added.append(
                derived(
                    CUE,
                    line[:_LONGEST],
                    turns[0].entry,
                    now=self._now,
                    importance=_CUE_IMPORTANCE,
                    base=turns[0].seq,
                    details=details,
                )
            )

    def _turns(self, numbers: Sequence[int]) -> list[PlacedEntry]:
        window = self._stretch.window
        return [window[number - 1] for number in numbers if 1 <= number <= len(window)]

    def _known(self, numbers: Sequence[int]) -> list[PlacedEntry]:
        facts = self._stretch.known
        return [facts[number - 1] for number in numbers if 1 <= number <= len(facts)]

    def _ended(self, numbers: Sequence[int], turns: Sequence[PlacedEntry]) -> list[PlacedEntry]:
        """Return the known facts that turns may end: what somebody said of themselves, only their own word ends."""
        tellers = {place.entry.speaker for place in turns}
        return [
            place
            for place in self._known(numbers)
            if place.entry.speaker in tellers or not self._of_oneself(_about(place.entry), place.entry.speaker)
        ]

    def _teller(self, turns: Sequence[PlacedEntry]) -> str | None:
        """Return who said turns; the person faced, if only the character did, or nobody."""
        said = (place.entry.speaker for place in turns if place.entry.speaker not in self._own)
        return next(said, self._person)

    def _of_oneself(self, about: str, teller: str | None) -> bool:
        """Return whether what is about one of that name is told by them; "" stands for the teller."""
        if teller is None or teller.casefold() not in self._names:
            return not about or (teller is not None and about.casefold() == teller.casefold())
        return not about or about.casefold() in self._names

    def _said(self, turns: Sequence[PlacedEntry], subject: str) -> bool:
        """Return whether turns prove a fact: about others than itself, the character's word alone doesn't."""
        by_others = any(place.entry.speaker not in self._own for place in turns)
        return by_others or (bool(turns) and subject.casefold() in self._own_names)

    def _keep(
        self, text: str, about: str, data: Stated, turns: Sequence[PlacedEntry], replaced: Sequence[PlacedEntry]
    ) -> None:
        window = self._stretch.window
        said = next((place for place in turns if place.entry.speaker not in self._own), turns[0] if turns else None)
        base = turns[0] if turns else window[0]
        entry = derived(
            FACT,
            text,
            (said or window[-1]).entry,
            now=self._now,
            importance=data.importance or 1.0,
            base=base.seq,
            details={
                "fact": {
                    name: list(value) if isinstance(value, tuple) else value for name, value in data._asdict().items()
                }
                | {"about": about, "single": False},
                # Without a source, it may rest on any of the turns.
                "turns": [place.entry.id for place in turns or window],
                "read": self._read,
                "author": self._author,
            },
        )
        entry.session = window[-1].entry.session
        entry.speaker = said.entry.speaker if said else None
        entry.ended = over_at(data.status, data.since, data.until, happened(entry))
        self.added.append(entry)
        self._added[_plain(text)] = entry
        for place in replaced:
            ended = entry.time if entry.time is not None else self._now
            self._change(place, {"superseded": entry.id, "ended": min(ended, place.entry.ended or ended)})

    def _again(self, entry: Entry, turns: Sequence[PlacedEntry]) -> None:
        """Merge a fact that occurs twice in one answer: it rests on all turns named."""
        ids = dict.fromkeys([*entry.details["turns"], *(place.entry.id for place in turns)])
        entry.details = {**entry.details, "turns": list(ids)[:_CONFIRMED]}

    def _confirm(self, place: PlacedEntry, turns: Sequence[PlacedEntry], confidence: float) -> None:
        """Raise the confidence of a fact that was said again, and note these turns."""
        details = dict(place.entry.details)
        fresh = [turn.entry.id for turn in turns if turn.entry.id not in details["turns"]]
        if not fresh:
            return
        fact = details["fact"]
        details["fact"] = {**fact, "confidence": round(1 - (1 - fact["confidence"]) * (1 - confidence), 3)}
        details["turns"] = [*details["turns"], *fresh][-_CONFIRMED:]
        self._change(place, {"details": details})

    def _change(self, place: PlacedEntry, values: Mapping[str, Any]) -> None:
        for name, value in values.items():
            setattr(place.entry, name, value)
        self.changed.setdefault(place.seq, {}).update(values)


def _felt(emotions: Sequence[EmotionSeen], stretch: Stretch, own: Collection[str]) -> tuple[float, Shown] | None:
    """Return what the others' feelings show together, and when; None if they show nothing."""
    names = {name.casefold() for name in (*own, stretch.name)}
    theirs = [one for one in emotions if one.who.casefold() not in names]
    if any(is_copy(place.entry) for place in stretch.window):  # overheard turns weren't between these two
        spoke = [place.entry for place in stretch.window if place.entry.speaker and not is_copy(place.entry)]
        here = {name.casefold() for entry in spoke for name in (entry.speaker or "", stretch.who(entry))}
        theirs = [one for one in theirs if one.who.casefold() in here]
    if not theirs:
        return None
    last = stretch.window[-1].entry
    shown = Shown(
        valence=sum(one.strength * one.pleasant for one in theirs),
        arousal=sum(one.strength * one.aroused for one in theirs),
        closeness=sum(one.towards for one in theirs),
        trust=sum(one.towards for one in theirs),
    )
    return felt_at(last.stored, last.time), shown


def _plain(text: str) -> str:
    return " ".join(text.split()).casefold().rstrip(".!。")


def _about(entry: Entry) -> str:
    """Return whom or what a known fact is about; "" for whoever told it."""
    data = entry.details["fact"]
    return str(data.get("about") or data["subject"])
