"""The entries of a memory's details and the shape that each must have, or else replies would fail for good."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any, get_args

from soulkeep.clock import require_aware
from soulkeep.errors import InputError
from soulkeep.extras import GRAPH, has
from soulkeep.importers.learn import READING
from soulkeep.lang.suspicion import RELEASED, SUSPECT
from soulkeep.lang.validity import require_name, require_shallow
from soulkeep.memory.entries import ACTS, HEARD_BY, LEFT_OUT, TO, UNDERSTOOD
from soulkeep.stores.rows import COPY_OF, METADATA, SAW, Entry
from soulkeep.types.records import EVENT, FACT, SUMMARY

Shape = Callable[[Any], bool]
"""A check of whether a value has a shape."""


def require_details(entry: Entry) -> None:
    """Raise if the details of a memory lack what its kind needs, or hold invalid values. Other names may hold anything.

    Raises:
        InputError: something is wrong; the message says what.
    """
    details = entry.details
    require_shallow(details, f"details of a {entry.kind}")
    needed = {*_NEEDED.get(entry.kind, ())} | ({"turns"} if {"fact", "summary"} & set(details) else set())
    if missing := sorted(needed - set(details)):
        raise InputError(f"the details of a {entry.kind} lack {missing[0]}.")
    for name, value in details.items():
        if name in _SHAPES and not _SHAPES[name](value):
            raise InputError(f"{name} among the details can't be {value!r:.60}.")


def _text(value: Any) -> bool:
    return isinstance(value, str)


def _flag(value: Any) -> bool:
    return isinstance(value, bool)


def whole_number(value: Any) -> bool:
    """Return whether a value is a whole number."""
    return isinstance(value, int) and not isinstance(value, bool)


def _number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _share(value: Any) -> bool:
    return _number(value) and 0 <= value <= 1


def _name(value: Any) -> bool:
    return isinstance(value, str) and require_name(value, "name") == value


def _moment(value: Any) -> bool:
    return isinstance(value, str) and require_aware(datetime.fromisoformat(value)) is not None


def _or_none(shape: Shape) -> Shape:
    return lambda value: value is None or shape(value)


def list_of(shape: Shape) -> Shape:
    """Return a check for a list of items of a shape."""
    return lambda value: isinstance(value, list) and all(map(shape, value))


def table(shape: Shape) -> Shape:
    """Return a check for an object with values of a shape, under any names."""
    return lambda value: isinstance(value, dict) and all(map(shape, value.values()))


def _row(*shapes: Shape) -> Shape:
    """Return a check for a list with one item of each shape."""

    def holds(value: Any) -> bool:
        if not isinstance(value, list) or len(value) != len(shapes):
            return False
        return all(shape(one) for shape, one in zip(shapes, value, strict=True))

    return holds


def _record(needed: Mapping[str, Shape], more: Mapping[str, Shape] | None = None, *, closed: bool = False) -> Shape:
    """Return a check for an object with certain members, and maybe more; `closed` forbids any others."""
    shapes = {**needed, **(more or {})}

    def holds(value: Any) -> bool:
        if not isinstance(value, dict) or needed.keys() - value.keys() or (closed and value.keys() - shapes.keys()):
            return False
        return all(shapes[name](one) for name, one in value.items() if name in shapes)

    return holds


def _leaves(value: Any) -> bool:
    """Return whether a value holds only texts and flags."""
    if isinstance(value, dict | list):
        return all(map(_leaves, value.values() if isinstance(value, dict) else value))
    return isinstance(value, str | bool)


def _is_order(value: Any) -> bool:
    """Return whether a value is a path, two flags, and perhaps two places from 1."""
    if not isinstance(value, list):
        return value is None
    return _leaves(value[:3]) and len(value) in (3, 5) and all(type(one) is int and one >= 1 for one in value[3:])


def _query(value: Any) -> bool:
    """Return whether a value is a valid stored query with its SPARQL; without the extra, any form will do."""
    if not isinstance(value, dict) or not _text(value.get("sparql", "")):
        return False
    data = {name: one for name, one in value.items() if name != "sparql"}
    if not has(GRAPH):
        return _leaves(data)
    from soulkeep.graph.questions.forms import Form, Wants

    try:
        form = Form.of(data)
        plain = json.loads(json.dumps(form.data())) == data and _is_order(data.pop("order", None))
        return form.wants in get_args(Wants) and plain and _leaves(data)
    except (TypeError, ValueError, KeyError, AttributeError, IndexError):
        return False


_TEXTS = list_of(_text)
_SAID = _or_none(_text)

_NEEDED: Mapping[str, tuple[str, ...]] = {FACT: ("fact",), SUMMARY: ("turns",), EVENT: ("event",)}
"""Entries that memories of a kind must have."""

_SHAPES: Mapping[str, Shape] = {
    **dict.fromkeys(("turns", "parts", "read", "beside"), _TEXTS),
    **dict.fromkeys(("answers", "author", "repeated", "responder", "view", COPY_OF, READING, TO), _text),
    **dict.fromkeys((HEARD_BY, SAW), list_of(_name)),
    METADATA: table(lambda value: True),
    SUSPECT: list_of(_text),
    RELEASED: list_of(_text),
    "along": _flag,
    "weight": whole_number,
    LEFT_OUT: whole_number,
    "given": list_of(_row(lambda of: whole_number(of) or _text(of), whole_number)),
    "references": list_of(_row(_text, _SAID)),
    "check": table(lambda value: True),
    "scene": _record({}, {"place": _text, "present": _TEXTS, "objects": _TEXTS, "events": _TEXTS}, closed=True),
    "event": _record(
        {"story": _text, "event": _text, "kind": _text, "at": _moment},
        {"follow": _text, "asked": _flag, "ends": _flag},
    ),
    "fact": _record(
        {"subject": _text, "relation": _text, "value": _text, "holds": _flag, "confidence": _share},
        {"single": _flag},
    ),
    "summary": _record(
        {
            "topics": _TEXTS,
            "emotions": table(_number),
            "participants": _TEXTS,
            "times": _TEXTS,
            "start": _or_none(_number),
            "author": _text,
        }
    ),
    ACTS: list_of(
        _record(
            {"kind": _text},
            {"found": whole_number, "intent": _SAID, "property": _SAID, "entity": _SAID, "values": _TEXTS},
            closed=True,
        )
    ),
    UNDERSTOOD: _record(
        {"utterance": _text},
        {
            **dict.fromkeys(("asks", "past"), _SAID),
            **dict.fromkeys(("feedback", "feeling"), _number),
            **dict.fromkeys(("entities", "classes", "properties", "carried"), _TEXTS),
            "language": _text,
            **dict.fromkeys(("triples", "news"), list_of(_row(_text, _text, _text))),
            "likes": table(_number),
            "query": _query,
            "sure": _flag,
        },
        closed=True,
    ),
}
