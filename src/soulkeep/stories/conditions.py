"""The conditions under which an event opens or a follow-up is said, as a story writes them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date
from typing import NamedTuple

from soulkeep.lang.calendar import DAYPARTS
from soulkeep.stories.yaml_tree import Node

WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")

FEELINGS = ("closeness", "trust", "valence")
KEYS = (
    "first", "after", "hours", "days", "turns", "said", "asked", "daypart", "weekday", "date", *FEELINGS, "person",
    "any", "not",
)  # fmt: skip

_MOST_DAYS = 36_500
_MOST_TURNS = 1_000_000
_LANGUAGE = re.compile(r"[a-z]{2}")
_MISTAKEN = {"kr": "ko", "jp": "ja", "cn": "zh"}
"""Country codes often written for language codes."""


class PhraseCondition(NamedTuple):
    """Words and phrases of one language; the language is "" if the story doesn't say."""

    language: str
    phrases: tuple[str, ...]


class Between(NamedTuple):
    """Bounds of a feeling, both exclusive."""

    above: float
    below: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Conditions:
    """Conditions that must all hold; those not given hold.

    Attributes:
        first: whether nothing was ever said between the two.
        after: ids of events that have ended.
        since: ids of events; `hours` and `days` count from the last end of one of them, else from the last talk.
        hours: at least so many hours have passed.
        days: at least so many days have passed, by the person's calendar; a day begins at 4 in the morning.
        turns: the person has said at least so many turns, including the present one.
        said: words and phrases of which the person's turn holds one.
        asked: whether the person's turn asks something.
        dayparts: `"morning"`, `"noon"`, `"afternoon"`, `"evening"`; it is one of them.
        weekdays: 0 (Monday) … 6; it is one of them.
        start, end: the first and the last day of a period that includes today.
        closeness, trust, valence: the feeling is between these bounds, each -1…1.
        persons: ids; the person is one of them.
        any: conditions of which at least one holds.
        none: conditions of which none holds.
    """

    first: bool | None = None
    after: tuple[str, ...] = ()
    since: tuple[str, ...] = ()
    hours: float | None = None
    days: int | None = None
    turns: int | None = None
    said: tuple[PhraseCondition, ...] = ()
    asked: bool | None = None
    dayparts: tuple[str, ...] = ()
    weekdays: tuple[int, ...] = ()
    start: date | None = None
    end: date | None = None
    closeness: Between | None = None
    trust: Between | None = None
    valence: Between | None = None
    persons: tuple[str, ...] = ()
    any: tuple[Conditions, ...] = ()
    none: tuple[Conditions, ...] = ()

    def may_hold(self, ended: frozenset[str]) -> bool:
        """Return whether the conditions can ever hold if only these events can have ended."""
        return ended.issuperset(self.after) and (not self.any or any(one.may_hold(ended) for one in self.any))


class NamedEvent(NamedTuple):
    """An event that a condition names, and the place in the file where it does."""

    event: str
    node: Node
    at: str


def read_language(node: Node, at: str, code: str) -> str:
    """Read a language code, ISO 639-1."""
    if code in _MISTAKEN or not _LANGUAGE.fullmatch(code):
        codes = "Write an ISO 639-1 code (en, ko, ja, zh …), or put a text that holds a brace or colon in quotes."
        node.fail(at, f"{code!r} is no language.", f"Write {_MISTAKEN[code]}." if code in _MISTAKEN else codes)
    return code


def read_conditions(node: Node, at: str, named: list[NamedEvent], since: tuple[str, ...] = ()) -> Conditions:
    """Read one mapping of conditions.

    Args:
        node: the mapping.
        at: what the conditions belong to, for messages.
        named: collects the events that the conditions name.
        since: the `since` of the enclosing conditions.

    Raises:
        BadFile: the conditions can't be read, or can never hold together.
    """
    entries = node.entries(at, KEYS)
    if not entries:
        node.fail(at, "there is no condition in it.", f"Known: {', '.join(KEYS)}.")
    after = tuple(dict.fromkeys(item.name(f"{at}, after") for item in _items(entries, at, "after")))
    named += (NamedEvent(item.name(at), item, f"{at}, after") for item in _items(entries, at, "after"))
    since = after or since
    start, end = _dates(entries.get("date"), f"{at}, date")
    first = _truth(entries, at, "first")
    if first and after:
        entries["first"].fail(at, "first: true never holds after an event.", "Take out one of the two.")
    return Conditions(
        first=first,
        after=after,
        since=since,
        hours=entries["hours"].number(f"{at}, hours", 0, 24 * _MOST_DAYS) if "hours" in entries else None,
        days=entries["days"].whole(f"{at}, days", _MOST_DAYS) if "days" in entries else None,
        turns=entries["turns"].whole(f"{at}, turns", _MOST_TURNS) if "turns" in entries else None,
        said=_phrases(entries["said"], f"{at}, said") if "said" in entries else (),
        asked=_truth(entries, at, "asked"),
        dayparts=tuple(_daypart(item, f"{at}, daypart") for item in _items(entries, at, "daypart")),
        weekdays=tuple(_weekday(item, f"{at}, weekday") for item in _items(entries, at, "weekday")),
        start=start,
        end=end,
        closeness=_between(entries.get("closeness"), f"{at}, closeness"),
        trust=_between(entries.get("trust"), f"{at}, trust"),
        valence=_between(entries.get("valence"), f"{at}, valence"),
        persons=tuple(item.name(f"{at}, person") for item in _items(entries, at, "person")),
        any=tuple(read_conditions(item, f"{at}, any", named, since) for item in _items(entries, at, "any")),
        none=tuple(read_conditions(item, f"{at}, not", named, since) for item in _items(entries, at, "not")),
    )


def _items(entries: dict[str, Node], at: str, key: str) -> list[Node]:
    return entries[key].items(f"{at}, {key}") if key in entries else []


def _truth(entries: dict[str, Node], at: str, key: str) -> bool | None:
    return entries[key].truth(f"{at}, {key}") if key in entries else None


def _phrases(node: Node, at: str) -> tuple[PhraseCondition, ...]:
    if isinstance(node.value, dict):
        if not node.value:
            node.fail(at, "there is nothing in it.", "Give words, or a language with words.")
        return tuple(
            PhraseCondition(read_language(item, at, code), _texts(item, f"{at}, {code}"))
            for code, item in node.value.items()
        )
    return (PhraseCondition("", _texts(node, at)),)


def _texts(node: Node, at: str) -> tuple[str, ...]:
    return tuple(_folded_words(item, at) for item in node.items(at))


def _folded_words(node: Node, at: str) -> str:
    text = node.text(at)
    if not re.search(r"[^\W_]", text):
        node.fail(at, f"there is no word in {text!r}.", "asked: true holds for a question.")
    return text


def _daypart(node: Node, at: str) -> str:
    name = node.text(at).lower()
    if name not in DAYPARTS:
        node.fail(at, f"there is no {name!r}.", f"Known: {', '.join(DAYPARTS)} (the night is evening).")
    return name


def _weekday(node: Node, at: str) -> int:
    name = node.text(at).lower()
    numbers = [number for number, weekday in enumerate(WEEKDAYS) if name in (weekday, weekday[:3])]
    if not numbers:
        node.fail(at, f"there is no weekday {name!r}.", f"Known: {', '.join(WEEKDAYS)}, or their first three letters.")
    return numbers[0]


def _dates(node: Node | None, at: str) -> tuple[date | None, date | None]:
    if node is None:
        return None, None
    if isinstance(node.value, str):
        return _date(node, at), _date(node, at)
    limits = _some(node, at, ("from", "until"))
    start = _date(limits["from"], f"{at}, from") if "from" in limits else None
    end = _date(limits["until"], f"{at}, until") if "until" in limits else None
    if start and end and end < start:
        node.fail(at, f"it ends on {end} before it begins on {start}.", "Give the earlier day as from.")
    return start, end


def _date(node: Node, at: str) -> date:
    text = node.text(at)
    try:
        return date.fromisoformat(text)
    except ValueError:
        node.fail(at, f"{node} is no date.", "Write it as 2026-12-24.")


def _between(node: Node | None, at: str) -> Between | None:
    if node is None:
        return None
    limits = _some(node, at, ("above", "below"))
    # just outside what there is, so that what isn't given bounds nothing
    above = limits["above"].number(f"{at}, above", -1, 1) if "above" in limits else -2.0
    below = limits["below"].number(f"{at}, below", -1, 1) if "below" in limits else 2.0
    if above >= below:
        node.fail(at, f"nothing is above {above:g} and below {below:g}.", "Give above the smaller of the two.")
    return Between(above, below)


def _some(node: Node, at: str, allowed: tuple[str, ...]) -> dict[str, Node]:
    entries = node.entries(at, allowed)
    if not entries:
        node.fail(at, "there is nothing in it.", f"Give {' or '.join(allowed)}.")
    return entries
