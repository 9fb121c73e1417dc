"""What a language model is asked for when it remembers a stretch of talk or reflects on memories.

Imports pydantic, so import it where it is used. Each docstring here is read by the model, as part of the schema. What
small models write instead of what they were asked for is taken where it can mean one thing only; an item that can't be
read costs that item, and is counted.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date
from typing import Annotated, Any, ClassVar, Literal

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    StringConstraints,
    TypeAdapter,
    ValidationError,
    model_validator,
)

from soulkeep.memory.statuses import CURRENT, JOKE, STATUSES

_AMOUNT = re.compile(r"(-?\d{1,9}(?:[.,]\d{1,9})?)\s*(?:(%)|/\s*(\d{1,3})(?!\d))?")
_NUMBER = re.compile(r"\d{1,9}")
_DATE = re.compile(r"(\d{4})-(\d{1,2})(?:-(\d{1,2}))?")
_YEAR = re.compile(r"\s*(\d{4})\s*")


def _amount(value: Any) -> tuple[float, float | None] | None:
    """Return a number, and what it is out of if that is said: 7 of 10, 80 of 100."""
    if isinstance(value, str) and (match := _AMOUNT.search(value)):
        whole = 100.0 if match[2] else float(match[3] or 0)
        return float(match[1].replace(",", ".")), whole or None
    if isinstance(value, int | float) and not isinstance(value, bool) and abs(value) <= 1e9:
        return float(value), None
    return None


def _share(value: Any) -> Any:
    """Return a share 0…1; also reads 0…10 or percent."""
    if (amount := _amount(value)) is None:
        return value
    number, whole = amount
    if whole is None:
        whole = 10.0 if 1 < number <= 10 else 100.0 if 10 < number <= 100 else 1.0
    return number / whole


def _degree(value: Any) -> Any:
    """Return a degree -1…1; also reads -10…10 or percent."""
    if (amount := _amount(value)) is None:
        return value
    share = _share(abs(amount[0]) if amount[1] is None else f"{abs(amount[0])}/{amount[1]:.0f}")
    return -share if amount[0] < 0 else share


def _rating(value: Any) -> Any:
    """Return a rating 1…10; also reads 7.4, "7/10" or a share, since nothing on the scale is below 1."""
    if (amount := _amount(value)) is None:
        return value
    number, whole = amount
    if whole is not None:
        number *= 10 / whole
    elif 0 < number < 1:
        number *= 10
    return int(number + 0.5) if number >= 0 else value


def _text(value: Any) -> Any:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ", ".join(str(_text(item)) for item in value if isinstance(item, str | int | float))
    if isinstance(value, str):
        return value.replace("\0", "")  # stored texts can't contain one
    return str(value) if isinstance(value, float) or (isinstance(value, int) and abs(value) < 10**18) else value


def _list(value: Any) -> Any:
    """Return a list without its nulls and empty texts; a single thing becomes a list of one."""
    if not isinstance(value, list):
        value = [value]
    return [item for item in value if item is not None and not (isinstance(item, str) and not item.strip())]


def _numbers(value: Any) -> Any:
    """Return the numbers in "[3]", "t3", "3, 4" or 3, each once."""
    numbers: list[Any] = []
    for item in _list(value):
        numbers += map(int, _NUMBER.findall(item)) if isinstance(item, str) else [item]
    return [item for place, item in enumerate(numbers) if item not in numbers[:place]]


def _day(value: Any) -> str:
    """Return an ISO date, as precise as it is given: 2026, 2026-03 or 2026-03-14; "" for anything else."""
    text = str(value) if isinstance(value, str | int) and not isinstance(value, bool) else ""
    if (match := _DATE.search(text)) is not None:
        year, month, day = int(match[1]), int(match[2]), int(match[3] or 0)
        try:
            date(year, month, day or 1)
        except ValueError:
            return ""
        return f"{year:04}-{month:02}-{day:02}" if day else f"{year:04}-{month:02}"
    return f"{match[1]}" if (match := _YEAR.fullmatch(text)) is not None and int(match[1]) else ""


def _status(value: Any) -> Any:
    """Return a status, recognising what small models write for it."""
    word = str(value).casefold().strip()
    first = next((status for status in STATUSES if word.startswith(status[:4])), None)
    return first or (CURRENT if value in (None, "") else JOKE if word.startswith(("iron", "sarc")) else value)


def _at_most(count: int) -> BeforeValidator:
    """Return a validator that cuts a list that is too long to its first items."""
    return BeforeValidator(lambda value: value[:count] if isinstance(value, list) else value)


def _instead_of_null(default: object) -> BeforeValidator:
    return BeforeValidator(lambda value: default if value is None or value == "" else value)


def _tolerant(type_: Any, default: object) -> BeforeValidator:
    """Return a validator that replaces what can't be read by a default, so that the rest isn't lost."""
    adapter: TypeAdapter[Any] = TypeAdapter(type_)

    def read(value: Any) -> Any:
        try:
            return adapter.validate_python(value)
        except ValidationError:
            return default

    return BeforeValidator(read)


def _ask_for_all(schema: dict[str, Any]) -> None:
    """Make the schema require every field except our own counts, though answers that lack one are accepted."""
    schema["properties"].pop("malformed", None)
    schema["required"] = list(schema["properties"])


# Of several validators before, the last written is the first to run.
Text = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1), BeforeValidator(_text)]
Note = Annotated[str, StringConstraints(strip_whitespace=True), BeforeValidator(_text), _instead_of_null("")]
Share = Annotated[float, Field(ge=0, le=1), BeforeValidator(_share)]
Degree = Annotated[float, Field(ge=-1, le=1), BeforeValidator(_degree)]
Rating = Annotated[int, Field(ge=1, le=10), BeforeValidator(_rating)]
Numbers = Annotated[list[int], BeforeValidator(_numbers)]
Day = Annotated[str, BeforeValidator(_day)]

_Degree0 = Annotated[Degree, _tolerant(Degree, 0.0)]
_Numbers0 = Annotated[Numbers, _tolerant(Numbers, [])]


class Item(BaseModel):
    """One of a list."""

    model_config = ConfigDict(extra="ignore", frozen=True, json_schema_extra=_ask_for_all)


class EmotionSeen(Item):
    """What somebody feels."""

    who: Text
    feeling: Text
    strength: Annotated[Share, _tolerant(Share, 0.5)] = 0.5
    pleasant: _Degree0 = 0.0
    aroused: _Degree0 = 0.0
    towards: _Degree0 = 0.0


class FactSeen(Item):
    """One small fact, with the numbers of the turns that say so."""

    subject: Text
    statement: Text
    relation: Annotated[Text, _instead_of_null("other")] = "other"
    value: Note = ""
    status: Annotated[
        Literal["current", "past", "planned", "wished", "hypothetical", "joke"], BeforeValidator(_status)
    ] = "current"
    since: Day = ""
    until: Day = ""
    replaces: _Numbers0 = Field(default_factory=list)
    because: _Numbers0 = Field(default_factory=list)
    confidence: Annotated[Share, _tolerant(Share, 0.8)] = 0.8
    importance: Annotated[Rating, _tolerant(Rating, 3)] = 3
    grave: Annotated[bool, _tolerant(bool, False)] = False


class PromiseSeen(Item):
    """What one promised the other."""

    by: Text
    to: Note = ""
    statement: Text
    due: Day = ""
    replaces: _Numbers0 = Field(default_factory=list)
    because: _Numbers0 = Field(default_factory=list)


class OverSeen(Item):
    """A known fact that is no longer so."""

    known: int
    because: _Numbers0 = Field(default_factory=list)


class CueSeen(Item):
    """Something lasting, and what will call it to mind."""

    essence: Text
    lines: Annotated[list[Text], Field(max_length=6), _at_most(6), BeforeValidator(_list)]
    because: _Numbers0 = Field(default_factory=list)


class ModelAnswer(BaseModel):
    """An answer with lists of items; `malformed` counts those that could not be read, or had nothing to say."""

    model_config = ConfigDict(extra="ignore", frozen=True, json_schema_extra=_ask_for_all)

    items: ClassVar[Mapping[str, type[Item]]] = {}
    malformed: int = 0

    @model_validator(mode="before")
    @classmethod
    def _each_for_itself(cls, data: Any) -> Any:
        if not isinstance(data, dict):
            return data
        read, malformed = dict(data), 0
        read.pop("malformed", None)
        for name, kind in cls.items.items():
            if name not in read:
                continue
            valid: list[Item] = []
            for item in _list(read[name]):
                try:
                    valid.append(kind.model_validate(item))
                except (ValidationError, RecursionError):
                    malformed += not _hollow(item)
            read[name] = valid
        return {**read, "malformed": malformed}


def _hollow(item: Any) -> bool:
    """Return whether an item is a form with nothing filled in."""
    return isinstance(item, dict) and not any(isinstance(value, str) and value.strip() for value in item.values())


class Remembered(ModelAnswer):
    """A stretch of talk as it is remembered."""

    items: ClassVar[Mapping[str, type[Item]]] = {
        "emotions": EmotionSeen,
        "facts": FactSeen,
        "promises": PromiseSeen,
        "over": OverSeen,
        "cues": CueSeen,
    }

    summary: Text
    so_far: Note = ""
    importance: Annotated[Rating, _tolerant(Rating, 3)] = 3
    emotions: list[EmotionSeen] = Field(default_factory=list)
    facts: list[FactSeen] = Field(default_factory=list)
    promises: list[PromiseSeen] = Field(default_factory=list)
    over: list[OverSeen] = Field(default_factory=list)
    cues: list[CueSeen] = Field(default_factory=list)


class Insight(Item):
    """Something the memories show, with the numbers of those it rests on."""

    insight: Text
    because: _Numbers0 = Field(default_factory=list)
    replaces: _Numbers0 = Field(default_factory=list)


class Reflected(ModelAnswer):
    """What a look back on memories shows."""

    items: ClassVar[Mapping[str, type[Item]]] = {"insights": Insight}

    questions: Annotated[list[Text], Field(max_length=3), _at_most(3), BeforeValidator(_list)] = Field(
        default_factory=list
    )
    insights: Annotated[list[Insight], Field(max_length=5), _at_most(5)]
