"""Chats of other programs in one form: who takes part, and what was said."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, tzinfo
from typing import Any

from soulkeep.importers.fields import LeftOut, as_name, storable
from soulkeep.lang.digests import digest
from soulkeep.types.records import Turn

_FIRST_YEAR, _LAST_YEAR = 1970, 9990
_MILLISECONDS = 1e11
"""Numbers from here on are milliseconds since 1970, smaller ones seconds."""

_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_SPELT = re.compile(
    r"(?P<month>[A-Za-z]{3})[a-z]*\.? (?P<day>\d{1,2}), (?P<year>\d{4}),? (?P<hour>\d{1,2}):(?P<minute>\d\d)"
    r"(?::(?P<second>\d\d))? ?(?P<half>[AaPp][Mm])?"
)
_STAMP = re.compile(
    r"(?P<year>\d{4})-(?P<month>\d{1,2})-(?P<day>\d{1,2}) ?@ ?(?P<hour>\d{1,2})h ?(?P<minute>\d{1,2})m"
    r"(?: ?(?P<second>\d{1,2})s)?(?: ?(?P<milli>\d{1,3})ms)?"
)
_NUMBER = re.compile(r"\d{9,14}(?:\.\d{1,9})?")


@dataclass(frozen=True, slots=True, kw_only=True)
class Chat:
    """A chat between a character and a person.

    Attributes:
        format: its format: "SillyTavern", "ChatGPT", "messages", "Name: text" or "soulkeep".
        name: the conversation's name.
        turns: the turns in order. Speakers are named as in the file; None is the person.
        own: the speaker in `turns` who is the character; None if the file doesn't tell.
        character: what the character is called; None if the file doesn't tell.
        person: what the person is called; None if the file doesn't tell.
        language: ISO 639-1; None if the file doesn't tell.
        verbatim: whether speakers and ids are the caller's and stay as they are.
        left_out: what isn't imported.
    """

    format: str
    name: str
    turns: tuple[Turn, ...]
    own: str | None = None
    character: str | None = None
    person: str | None = None
    language: str | None = None
    verbatim: bool = False
    left_out: tuple[LeftOut, ...] = ()

    @property
    def speakers(self) -> tuple[str, ...]:
        """Names of the speakers, in order of first appearance."""
        return tuple(dict.fromkeys(turn.speaker for turn in self.turns if turn.speaker is not None))


class Taking:
    """Converts a chat's messages to turns, with ids that are the same at every reading, and counts what is left out.

    An id is derived from the chat, the message, and how often the same was said before, so adding or removing messages
    doesn't change the ids of others.
    """

    def __init__(self, *identity: Hashable, session: str) -> None:
        self._identity = _digest(identity)
        self.session = as_name(session) or f"chat {self._identity[:8]}"
        self.turns: list[Turn] = []
        self._before: Counter[str] = Counter()
        self._left_out: Counter[tuple[str, str]] = Counter()

    def add(self, text: str, speaker: str | None, stamp: object, zone: tzinfo, id: str | None = None) -> None:
        """Add a message.

        Args:
            text: the message, verbatim; an empty one is left out.
            speaker: its speaker; None for the person.
            stamp: when it was said, as in the file.
            zone: the time zone of times that name none.
            id: its id in the file, if it has one.
        """
        text = storable(text)
        if not text.strip():
            self.leave("messages", "empty")
            return
        time = time_of(stamp, zone)
        if stamp not in (None, "") and time is None:
            self.leave("times of messages", "can't be read")
        key = _digest((self._identity, speaker, repr(stamp) if id is None else id, text))
        self._before[key] += 1
        self.turns.append(Turn(text, speaker, time, self.session, f"i{_digest((key, self._before[key]))}"))

    def leave(self, what: str, why: str, count: int = 1) -> None:
        """Count something as left out."""
        if count > 0:
            self._left_out[what, why] += count

    def chat(
        self, format: str, *, own: str | None = None, character: str | None = None, person: str | None = None
    ) -> Chat:
        """Return the chat, with what was left out of it counted. The arguments are as in `Chat`."""
        left_out = tuple(LeftOut(what=what, why=why, count=count) for (what, why), count in self._left_out.items())
        return Chat(
            format=format,
            name=self.session,
            turns=tuple(self.turns),
            own=own,
            character=character,
            person=person,
            left_out=left_out,
        )


def time_of(stamp: object, zone: tzinfo) -> datetime | None:
    """Return a time as chat files write it; None if there is none, or it can't be read.

    It reads ISO 8601, seconds or milliseconds since 1970, "June 15, 2023 3:45pm" and "2023-6-15 @14h 20m 30s 123ms".

    Args:
        stamp: whatever the file holds.
        zone: the time zone of times that name none.
    """
    if isinstance(stamp, str):
        text = stamp.strip()
        if _NUMBER.fullmatch(text):
            return _since_1970(float(text))
        if match := _STAMP.fullmatch(text) or _SPELT.fullmatch(text):
            return _parts(match, zone)
        try:
            time = datetime.fromisoformat(text)
        except ValueError:
            return None
        return _sound(time if time.tzinfo else time.replace(tzinfo=zone))
    if isinstance(stamp, int | float) and not isinstance(stamp, bool):
        return _since_1970(stamp)
    return None


def message_text(content: Any) -> str | None:
    """Return the text of a message's content: a string, or a list of parts; None if it has none."""
    if isinstance(content, dict):
        content = content.get("text") or content.get("parts")
    if isinstance(content, str):
        return content
    if not isinstance(content, list):
        return None
    parts = [part.get("text") if isinstance(part, dict) else part for part in content]
    texts = [part for part in parts if isinstance(part, str)]
    return "\n".join(texts) if texts else None


def _since_1970(number: int | float) -> datetime | None:
    try:
        seconds = float(number)
    except OverflowError:
        return None
    if not math.isfinite(seconds) or seconds <= 0:
        return None
    try:
        time = datetime.fromtimestamp(0, UTC) + timedelta(
            seconds=seconds / 1000 if seconds >= _MILLISECONDS else seconds
        )
    except OverflowError:
        return None
    return _sound(time)


def _parts(match: re.Match[str], zone: tzinfo) -> datetime | None:
    groups = match.groupdict()
    hour = int(groups["hour"])
    if half := groups.get("half"):
        if not 1 <= hour <= 12:
            return None
        hour = hour % 12 + (12 if half[0] in "Pp" else 0)
    month = groups["month"]
    try:
        number = int(month) if month.isdigit() else _MONTHS.index(month.lower()) + 1
        micro = int(groups.get("milli") or 0) * 1000
        second = int(groups["second"] or 0)
        day = datetime(
            int(groups["year"]), number, int(groups["day"]), hour, int(groups["minute"]), second, micro, zone
        )
    except ValueError:
        return None
    return _sound(day)


def _sound(time: datetime) -> datetime | None:
    """Return a time if it is within the range that can be calculated with, else None."""
    return time if _FIRST_YEAR < time.year < _LAST_YEAR or time.timestamp() >= 0 else None


def _digest(parts: Sequence[Hashable]) -> str:
    return digest(*map(str, parts))
