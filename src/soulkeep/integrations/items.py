"""Items of a store, with namespaces and keys, as turns; the wording under which they are found; filters on them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import blake2b
from operator import ge, gt, le, lt
from typing import TYPE_CHECKING, Any, Final, Literal

from soulkeep.errors import InputError, UnknownMemory
from soulkeep.integrations.messages import Kept, Path, Sent, TextOf, as_json, notes_of, read, turns_for
from soulkeep.lang.validity import NAME_CHARACTERS
from soulkeep.types.records import TURN, Memory, Turn

if TYPE_CHECKING:
    from soulkeep.integrations.framework import AnyCharacter

FRAMEWORK: Final = "langgraph"

_DIGEST = f"{FRAMEWORK}#"

_SPACES = re.compile(r"[_\s]+")

_TOKEN = re.compile(r"\[([^\[\]]*)\]|([^.\[\]]+)")
"""A step of a path such as `context[*].content`."""

_ORDERED: Mapping[str, Callable[[Any, Any], bool]] = {"$gt": gt, "$gte": ge, "$lt": lt, "$lte": le}


@dataclass(frozen=True, slots=True)
class StoredItem:
    """An item.

    Attributes:
        namespace, key: where it lies.
        value: as it was put.
        created: when its key was first put.
        updated: when it was put.
        ids: of its turns.
    """

    namespace: tuple[str, ...]
    key: str
    value: dict[str, Any]
    created: datetime
    updated: datetime
    ids: tuple[str, ...]

    @classmethod
    def of(cls, kept: Kept) -> StoredItem:
        """Return the item that turns hold."""
        content = kept.content
        return cls(
            tuple(content["namespace"]),
            content["key"],
            content["value"],
            datetime.fromisoformat(content["created"]),
            datetime.fromisoformat(content["updated"]),
            tuple(kept.ids),
        )


class Shelf:
    """The keys of one namespace: which turns hold an item is looked up once, and what is new read on the way."""

    def __init__(self, character: AnyCharacter, namespace: tuple[str, ...], person: str | None) -> None:
        self.person = person
        self._character = character
        self._namespace = namespace
        self._session = session_for(namespace)
        self._turns: dict[str, dict[str, list[str]]] = {}  # ids, by key and group
        self._groups: dict[str, str] = {}  # keys, by group
        self._last: str | None = None

    def find(self, key: str) -> StoredItem | None:
        """Return the latest item of a key; None if there is none."""
        self._catch_up()
        groups = self._turns.get(key, {})
        for group, ids in reversed(list(groups.items())):  # more than one if two were put at once
            turns = [turn for id in ids if (turn := self._turn(id)) is not None]
            if found := read(turns, FRAMEWORK):
                return StoredItem.of(found[0])
            if not turns:  # somebody else has deleted it
                del groups[group]
        return None

    def groups(self, key: str) -> dict[str, list[str]]:
        """Return the ids of all turns of a key, by group."""
        self._catch_up()
        return {group: list(ids) for group, ids in self._turns.get(key, {}).items()}

    def drop(self, key: str, groups: Iterable[str]) -> None:
        """Forget groups of turns that were deleted."""
        for group in groups:
            self._turns.get(key, {}).pop(group, None)
            self._groups.pop(group, None)
        if not self._turns.get(key):
            self._turns.pop(key, None)

    def _turn(self, id: str) -> Memory | None:
        try:
            return self._character.memory(id, person=self.person)
        except UnknownMemory:
            return None

    def _new(self) -> list[Memory]:
        """Return the turns of the namespace that came since it was last looked at."""
        listed = self._character.memories(person=self.person, kinds={TURN}, session=self._session, after=self._last)
        return list(listed)

    def _catch_up(self) -> None:
        try:
            turns = self._new()
        except UnknownMemory:  # all was erased meanwhile
            self._turns, self._groups, self._last = {}, {}, None
            turns = self._new()
        for turn in turns:
            self._last = turn.id
            notes = notes_of(turn, FRAMEWORK)
            if notes is None:
                continue
            group = notes.get("group", turn.id)
            place = notes.get("place", {})
            if tuple(place.get("namespace", ())) == self._namespace:
                key = place["key"]
                self._groups[group] = key
                self._turns.setdefault(key, {})[group] = [turn.id]
            elif group in self._groups:
                self._turns[self._groups[group]][group].append(turn.id)


def session_for(namespace: Sequence[str]) -> str:
    """Return the conversation that the items of a namespace belong to: its labels, or where they are too long for a
    name, their digest."""
    name = "/".join((FRAMEWORK, *namespace))
    if len(name) <= NAME_CHARACTERS and name.isprintable():
        return name
    return _DIGEST + blake2b(repr(tuple(namespace)).encode(), digest_size=16).hexdigest()


def sessions_below(character: AnyCharacter, person: str | None, prefix: Sequence[str]) -> list[str]:
    """Return the conversations that may hold items below a namespace, and few others."""
    name = "/".join((FRAMEWORK, *prefix))
    ids = (session.id for session in character.sessions(person=person))
    return [id for id in ids if id == name or id.startswith((f"{name}/", _DIGEST))]


def turns_for_item(
    namespace: tuple[str, ...],
    key: str,
    value: object,
    *,
    index: Literal[False] | Sequence[str] | None,
    speaker: str,
    created: datetime | None,
) -> list[tuple[Turn, bool]]:
    """Return the turns that an item is stored as, each with whether it is held back from recalls.

    Args:
        namespace, key: where it lies.
        value: what is put.
        index: the fields by which it is found; all if None, none if False.
        speaker: who says what it holds.
        created: when its key was first put; now if None.
    """
    if not isinstance(value, Mapping):
        raise InputError(f"{value!r:.80} is no value for a store.", hint="Give a JSON object.")
    now = datetime.now(UTC).isoformat()
    place = {"namespace": list(namespace), "key": key}
    content = {
        **place,
        "value": as_json(dict(value), "The value"),
        "created": created.isoformat() if created else now,
        "updated": now,
    }
    paths = [] if index is False else list(dict.fromkeys(_leaves_of(content["value"], index)))
    told = [(path, _at(content["value"], path)) for path in paths]
    alone = told[0] if len(told) == 1 and isinstance(told[0][1], str) else None
    if alone is not None and (index is not None or len(list(_leaves(content["value"], ()))) == 1):
        sent = Sent(content, speaker, [TextOf(("value", *alone[0]))], shown=key, place=place)
        return turns_for(sent, FRAMEWORK, session_for(namespace))
    shown = "\n".join(_line(path, leaf) for path, leaf in told if str(leaf).strip())
    sent = Sent(content, speaker, shown=shown or key, silent=not shown, place=place)
    return turns_for(sent, FRAMEWORK, session_for(namespace))


def _line(path: Path, leaf: object) -> str:
    """Return a value with the name that it has: `favourite food: pizza`."""
    names = [_SPACES.sub(" ", step) for step in path if isinstance(step, str)]
    return f"{' '.join(names)}: {leaf}" if names else str(leaf)


def _leaves(value: Any, path: Path) -> Iterator[Path]:
    """Yield the paths of plain values."""
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from _leaves(inner, (*path, name))
    elif isinstance(value, list):
        for at, inner in enumerate(value):
            yield from _leaves(inner, (*path, at))
    elif value is not None:
        yield path


def _leaves_of(value: Any, index: Sequence[str] | None) -> Iterator[Path]:
    """Yield the paths of plain values at some fields; of all without any."""
    for field in index if index is not None else ("$",):
        steps = [] if field in ("", "$") else [(match[1], match[2]) for match in _TOKEN.finditer(field)]
        for path in _reached(value, steps, ()):
            yield from _leaves(_at(value, path), path)


def _reached(value: Any, steps: Sequence[tuple[str | None, str | None]], path: Path) -> Iterator[Path]:
    if not steps:
        yield path
        return
    (position, name), *rest = steps
    if name is not None and "{" in name:
        raise InputError(f"Several fields in braces aren't supported: {name!r:.60}.", hint="List them one by one.")
    here: list[str | int] = []
    if isinstance(value, list) and (position == "*" or name == "*"):
        here = list(range(len(value)))
    elif isinstance(value, list) and position is not None and re.fullmatch(r"-?\d+", position):
        at = int(position) + (len(value) if position.startswith("-") else 0)
        here = [at] if 0 <= at < len(value) else []
    elif isinstance(value, dict) and name == "*":
        here = list(value)
    elif isinstance(value, dict) and name is not None and name in value:
        here = [name]
    for step in here:
        yield from _reached(value[step], rest, (*path, step))


def _at(value: Any, path: Path) -> Any:
    for step in path:
        value = value[step]
    return value


def matches(value: Any, wanted: Any) -> bool:
    """Return whether a field of an item is as a filter says: equal, or within `{"$gte": 3}`."""
    if isinstance(wanted, Mapping):
        if any(name.startswith("$") for name in wanted):
            return all(_compares(value, name, other) for name, other in wanted.items())
        return isinstance(value, dict) and all(matches(value.get(name), other) for name, other in wanted.items())
    if isinstance(wanted, list | tuple):
        same = isinstance(value, list) and len(value) == len(wanted)
        return same and all(matches(one, other) for one, other in zip(value, wanted, strict=True))
    return bool(value == wanted)


def _compares(value: Any, name: str, other: Any) -> bool:
    if name == "$eq":
        return bool(value == other)
    if name == "$ne":
        return bool(value != other)
    if name not in _ORDERED:
        raise ValueError(f"A filter can't have {name!r}. There are: $eq, $ne, {', '.join(_ORDERED)}.")
    try:
        return _ORDERED[name](float(value), float(other))
    except (TypeError, ValueError):
        return isinstance(value, str) and isinstance(other, str) and _ORDERED[name](value, other)
