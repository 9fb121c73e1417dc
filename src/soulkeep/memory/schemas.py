"""What a language model is asked for when it condenses a talk or reflects on memories.

Imports pydantic, so import it where it is used. Each docstring here is read by the model, as part of the schema. What
small models write instead of what they were asked for is taken where it can mean one thing only.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, StringConstraints

_AMOUNT = re.compile(r"(-?\d{1,9}(?:[.,]\d{1,9})?)\s*(?:(%)|/\s*(\d{1,3})(?!\d))?")
_NUMBER = re.compile(r"\d{1,9}")
_COMMA = re.compile(r"[;；、，\n]|,(?!\s*\d)")  # a comma before a number is part of a date


def _amount(value: Any) -> tuple[float, float | None] | None:
    """A number and what it is out of, if that is said: 7 of 10, 80 of 100."""
    if isinstance(value, str) and (found := _AMOUNT.search(value)):
        whole = 100.0 if found[2] else float(found[3] or 0)
        return float(found[1].replace(",", ".")), whole or None
    if isinstance(value, int | float) and not isinstance(value, bool) and abs(value) <= 1e9:
        return float(value), None
    return None


def _share(value: Any) -> Any:
    """0…1, also from 0…10 or percent."""
    if (found := _amount(value)) is None:
        return value
    number, whole = found
    if whole is None:
        whole = 10.0 if 1 < number <= 10 else 100.0 if 10 < number <= 100 else 1.0
    return number / whole


def _rating(value: Any) -> Any:
    """1…10, also from 7.4, "7/10", or a share: nothing on the scale is below 1."""
    if (found := _amount(value)) is None:
        return value
    number, whole = found
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
        return value.replace("\0", "")  # no text of ours holds one
    return str(value) if isinstance(value, float) or (isinstance(value, int) and abs(value) < 10**18) else value


def _list(value: Any) -> Any:
    """A list without its nulls and empty texts; one thing alone is a list of one."""
    if not isinstance(value, list):
        value = [value]
    return [item for item in value if item is not None and not (isinstance(item, str) and not item.strip())]


def _names(value: Any) -> Any:
    return _list(_COMMA.split(value) if isinstance(value, str) else value)


def _numbers(value: Any) -> Any:
    """Numbers out of "[3]", "t3", "3, 4" and 3, each once."""
    found: list[Any] = []
    for item in _list(value):
        found += map(int, _NUMBER.findall(item)) if isinstance(item, str) else [item]
    return [item for place, item in enumerate(found) if item not in found[:place]]


def _telling(*fields: str) -> Callable[[Any], Any]:
    """A list without the objects that leave one of these fields empty: forms filled in with nothing to say."""

    def keep(value: Any) -> Any:
        return [
            item
            for item in _list(value)
            if not isinstance(item, dict) or all(item.get(field) not in (None, "", []) for field in fields)
        ]

    return keep


def _at_most(count: int) -> BeforeValidator:
    """Takes the first few of a list that is too long."""
    return BeforeValidator(lambda value: value[:count] if isinstance(value, list) else value)


def _instead_of_null(default: object) -> BeforeValidator:
    return BeforeValidator(lambda value: default if value is None else value)


def _ask_for_all(schema: dict[str, Any]) -> None:
    """Ask for every field, though a missing one may be forgiven."""
    schema["required"] = list(schema["properties"])


# Of several validators before, the last written is the first to run.
Text = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1), BeforeValidator(_text)]
Share = Annotated[float, Field(ge=0, le=1), BeforeValidator(_share)]
Names = Annotated[list[Text], BeforeValidator(_names)]
Numbers = Annotated[list[int], BeforeValidator(_numbers)]


class _Seen(BaseModel):
    model_config = ConfigDict(extra="ignore", frozen=True, json_schema_extra=_ask_for_all)


class EmotionSeen(_Seen):
    """A feeling that shows, and how strong it is."""

    name: Text
    intensity: Share


class FactSeen(_Seen):
    """A fact that a speaker stated, with the numbers of the turns it rests on."""

    subject: Text
    relation: Text
    value: Text
    holds: Annotated[bool, _instead_of_null(True)] = True
    confidence: Annotated[Share, _instead_of_null(0.8)] = 0.8
    turns: Numbers = Field(default_factory=list)


class Condensed(_Seen):
    """A talk as one memory."""

    summary: Text
    topics: Annotated[Names, Field(max_length=5), _at_most(5), BeforeValidator(_names)] = Field(default_factory=list)
    facts: Annotated[list[FactSeen], BeforeValidator(_telling("subject", "relation", "value"))] = Field(
        default_factory=list
    )
    emotions: Annotated[list[EmotionSeen], BeforeValidator(_telling("name"))] = Field(default_factory=list)
    importance: Annotated[int, Field(ge=1, le=10), BeforeValidator(_rating)]
    times: Names = Field(default_factory=list)
    participants: Names = Field(default_factory=list)


class Insight(_Seen):
    """Something the memories show, with the numbers of those it rests on."""

    insight: Text
    because: Annotated[Numbers, Field(min_length=1)]


class Reflected(_Seen):
    """What a look back on memories shows."""

    questions: Annotated[list[Text], Field(max_length=3), _at_most(3), BeforeValidator(_list)] = Field(
        default_factory=list
    )
    insights: Annotated[list[Insight], Field(max_length=5), _at_most(5), BeforeValidator(_list)]
