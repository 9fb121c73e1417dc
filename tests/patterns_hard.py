"""Texts that are hard for a pattern, made from its own repeats, and how its work grows with their length.

A pattern that backtracks is slow where what repeats matches, over and over, and what must follow it is missing. Hard
texts are therefore what stands before a repeat, many times what repeats, and something that doesn't fit.
"""

from __future__ import annotations

import importlib
import math
import os
import random
import re
import signal
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any, NamedTuple

_PARSER: Any = importlib.import_module("re._parser")
_COMPILER: Any = importlib.import_module("re._compiler")
_CODES: Any = importlib.import_module("re._constants")
_LITERAL, _NOT_LITERAL, _ANY, _IN = "LITERAL", "NOT_LITERAL", "ANY", "IN"
_LEAVES = {_LITERAL, _NOT_LITERAL, _ANY, _IN}
_REPEATS = {"MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT"}
_WIDE = 16
"""Repeats up to fewer times than this are no trouble."""

_CHARACTERS = "aZq5 \t\n_.,:;!?'\"’“”-–—/\\#=*<>()[]{}|&%@~`^$+éßñçÀ가는の人。、？　・\x00"
_ENDS = ("", "\x00", "\n")
_MOST_PUMPS, _MOST_MIXED = 80, 15

_SHORT, _LONG, _LONGEST = 200, 800, 100_000
_FLOOR, _CEILING = 120e-6, 0.02  # least measurable seconds, and enough to see how they grow
_LIMIT = 0.2
"""Seconds after which a text is stopped."""

_MOST = 0.15 * max(1.0, int(os.environ.get("SOULKEEP_EXAMPLES", "100")) / 100)
"""Seconds after which a pattern has shown that its work grows with its texts."""


class Text(NamedTuple):
    """`before`, then `pump` again and again, then `end`."""

    before: str
    pump: str
    end: str

    def of(self, length: int) -> str:
        return self.before + self.pump * (length // len(self.pump) + 1) + self.end


@dataclass(frozen=True, slots=True)
class Growth:
    """A finding that work grows faster than the text: with which power of its length (inf if it was stopped), and
    where."""

    power: float
    length: int
    seconds: float
    text: Text


def growth(pattern: re.Pattern[Any], method: str) -> Growth | None:
    """Return how a pattern's work grows, if it grows too fast; None if it is about linear."""
    return growth_of(_runner(pattern, method), dict.fromkeys(_texts(pattern)), most=_MOST)


def growth_of(run: Callable[[Any], object], texts: Iterable[Text], *, most: float = math.inf) -> Growth | None:
    """Return how a function's work grows with a text, if it grows too fast with one of these. `most`: the seconds to
    try texts for."""
    began = time.thread_time()
    for text in texts:
        if time.thread_time() - began > most:
            break
        long = _seconds(run, text.of(_LONG))
        if long < _FLOOR:
            continue
        if (short := _seconds(run, text.of(_SHORT))) * 7 < long or short > _CEILING:
            found = _confirmed(run, text, _LONG if long < _CEILING else _SHORT // 8)
            if found is not None:
                return found
    return None


def shape(pattern: re.Pattern[Any]) -> str:
    """Return a pattern's form without its letters: patterns made from one table that look alike grow alike."""
    return re.sub(r"(?:LITERAL\d*)+", "L", "".join(_shapes(_tree(pattern))))


def _shapes(tree: Any) -> Iterator[str]:
    for code, value in tree:
        name = str(code)
        inner = _inner(name, value, 0)
        letter = name == _LITERAL and chr(value).isalpha()
        own = "" if letter else str(value[:2]) if name in _REPEATS else str(value) if not inner else ""
        yield f"{name}{own}"
        for piece, _ in inner:
            yield "("
            yield from _shapes(piece)
            yield ")"


def is_wide(pattern: re.Pattern[Any]) -> bool:
    """Return whether anything in a pattern repeats often; otherwise its work can't grow."""
    return any(name in _REPEATS and value[1] >= _WIDE for name, value, _ in _nodes(_tree(pattern), pattern.flags))


def _confirmed(run: Callable[[Any], object], text: Text, length: int) -> Growth | None:
    """Return the growth if it stays above one and a half over doubled lengths, up to where the clock is certain of
    it."""
    last = _seconds(run, text.of(length), runs=3)
    while length < _LONGEST:
        length *= 2
        now = _seconds(run, text.of(length), runs=3)
        power = math.log2(now / last)
        if now >= _LIMIT:
            return Growth(math.inf, length, now, text)
        if now > _CEILING and power < 1.5:
            return None
        if now > _CEILING * 4:
            return Growth(round(power, 2), length, now, text)
        last = now
    return None


class _Stopped(Exception):
    pass


def _stop(*_: object) -> None:
    raise _Stopped


def _seconds(run: Callable[[Any], object], text: str, runs: int = 1) -> float:
    """Return the least processor time of several runs; `_LIMIT` for one that was stopped."""
    best = _LIMIT
    _listen()
    try:
        for _ in range(runs):
            signal.setitimer(signal.ITIMER_VIRTUAL, _LIMIT)
            began = time.thread_time_ns()  # the process's own clock only ticks while a timer is set
            run(text)
            best = min(best, max(time.thread_time_ns() - began, 1000) / 1e9)
    except _Stopped:
        pass  # Python's engine looks for signals now and then
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    return best


@cache  # for each of a quarter of a million runs it would take as long as a quick one
def _listen() -> None:
    """Have a run stopped by the timer that is set for it."""
    signal.signal(signal.SIGVTALRM, _stop)


def _runner(pattern: re.Pattern[Any], method: str) -> Callable[[Any], object]:
    called = getattr(pattern, method)

    def run(text: str) -> None:
        given = text.encode("utf-8") if isinstance(pattern.pattern, bytes) else text
        if method == "finditer":
            for _ in called(given):
                pass
        else:
            called(given)

    return run


def _texts(pattern: re.Pattern[Any]) -> Iterator[Text]:
    """Yield texts for each repeat, and for several mixed, always the same for a pattern."""
    chance = random.Random(0)
    parts = list(dict.fromkeys(_Parts(pattern).pumps()))
    pumps = list(dict.fromkeys(pump for _, pump in parts))
    chance.shuffle(parts)
    mixed = ["".join(chance.choices(pumps, k=chance.choice((2, 2, 3)))) for _ in range(_MOST_MIXED if pumps else 0)]
    for before, pump in parts[:_MOST_PUMPS] + [("", pump) for pump in mixed]:
        for end in _ENDS:
            yield Text(before, pump, end)
            if before:
                yield Text("", pump, end)


@lru_cache(maxsize=8)  # one pattern is looked at in several ways, one after the other
def _tree(pattern: re.Pattern[Any]) -> Any:
    return _PARSER.parse(pattern.pattern, pattern.flags)


def _nodes(tree: Any, flags: int) -> Iterator[tuple[str, Any, int]]:
    """Yield all nodes of a pattern, outermost first, with the flags in force."""
    for code, value in tree:
        yield str(code), value, flags
        for inner, inner_flags in _inner(str(code), value, flags):
            yield from _nodes(inner, inner_flags)


def _inner(name: str, value: Any, flags: int) -> list[tuple[Any, int]]:
    if name in _REPEATS:
        return [(value[2], flags)]
    if name == "SUBPATTERN":
        return [(value[3], (flags | value[1]) & ~value[2])]
    if name == "BRANCH":
        return [(branch, flags) for branch in value[1]]
    if name == "ATOMIC_GROUP":
        return [(value, flags)]
    if name in ("ASSERT", "ASSERT_NOT"):
        return [(value[1], flags)]
    if name == "GROUPREF_EXISTS":
        return [(branch, flags) for branch in value[1:] if branch is not None]
    return []


class _Parts:
    """A pattern's own words: what stands before its repeats, and what repeats."""

    def __init__(self, pattern: re.Pattern[Any]) -> None:
        self._flags = pattern.flags
        self._tree = _tree(pattern)
        self._made: dict[tuple[str, int, int], re.Pattern[str]] = {}
        characters = dict.fromkeys(_CHARACTERS)
        leaves: dict[str, tuple[str, Any, int]] = {}
        for name, value, flags in _nodes(self._tree, self._flags):
            if name in _LEAVES:
                leaves[f"{name} {value} {flags}"] = name, value, flags
                for kind, one in value if name == _IN else [(name, value)]:
                    if str(kind) in (_LITERAL, _NOT_LITERAL, "RANGE"):
                        characters[chr(one[0] if str(kind) == "RANGE" else one)] = None
        sets = [self._leaf(*leaf).fullmatch for leaf in leaves.values() if leaf[0] != _LITERAL or len(leaves) < 300]
        alike: dict[tuple[bool, ...], str] = {}
        for character in characters:
            kind = character.isalnum(), character.isspace()  # at the edges of words
            alike.setdefault((*kind, *(holds(character) is not None for holds in sets)), character)
        self._characters = list(alike.values())  # one of each that this pattern can't tell apart

    def pumps(self) -> Iterator[tuple[str, str]]:
        """Yield the text before a repeat, and one round of it."""
        for before, body, flags in self._repeats(self._tree, self._flags, ""):
            for pump in filter(None, self._rounds(body, flags)):
                yield before, pump
                if before:
                    yield "", before + pump
                    yield "", before
        for least in (True, False):
            if whole := self._sample(self._tree, self._flags, least=least):
                yield "", whole

    def _rounds(self, body: Any, flags: int) -> Iterator[str]:
        if len(body) == 1 and str(body[0][0]) in _LEAVES:
            name, value = str(body[0][0]), body[0][1]
            yield from filter(self._leaf(name, value, flags).fullmatch, self._characters)
            return
        branches = [len(value[1]) for name, value, _ in _nodes(body, flags) if name == "BRANCH"]
        for branch in range(min(max(branches, default=1), 6)):
            yield self._sample(body, flags, branch=branch)
            yield self._sample(body, flags, branch=branch, least=True)
        for character in self._characters[:12]:
            yield self._sample(body, flags, wanted=character)

    def _repeats(self, tree: Any, flags: int, before: str) -> Iterator[tuple[str, Any, int]]:
        """Yield the text before each wide repeat, and what repeats."""
        for code, value in tree:
            name = str(code)
            if name in _REPEATS and value[1] >= _WIDE:
                yield before, value[2], flags
            for inner, inner_flags in _inner(name, value, flags):
                yield from self._repeats(inner, inner_flags, before)
            before += self._sample([(code, value)], flags, least=True)

    def _sample(self, tree: Any, flags: int, *, wanted: str = "", least: bool = False, branch: int = 0) -> str:
        """Return a text that a piece of the pattern matches, without its lookarounds."""
        made = ""
        for code, value in tree:
            name = str(code)
            if name in _LEAVES:
                made += self._character(name, value, flags, wanted)
            elif name in _REPEATS:
                times = min(value[0] if least or value[0] else 1, 50)
                made += self._sample(value[2], flags, wanted=wanted, least=least, branch=branch) * times
            elif name not in ("ASSERT", "ASSERT_NOT") and (inner := _inner(name, value, flags)):
                piece, inner_flags = inner[branch % len(inner)]
                made += self._sample(piece, inner_flags, wanted=wanted, least=least, branch=branch)
        return made

    def _character(self, name: str, value: Any, flags: int, wanted: str) -> str:
        if name == _LITERAL:
            return chr(value)
        holds = self._leaf(name, value, flags).fullmatch
        candidates = [wanted] if wanted else []
        return next(filter(holds, (*candidates, *self._characters, *map(chr, range(33, 256)))), "")

    def _leaf(self, name: str, value: Any, flags: int) -> re.Pattern[str]:
        """Return a part of the pattern that stands for one character, as a pattern of its own."""
        key = name, value if isinstance(value, int) else id(value), flags
        if key not in self._made:
            self._made[key] = _made(name, value, flags)
        return self._made[key]


_MADE: dict[str, re.Pattern[str]] = {}


def _made(name: str, value: Any, flags: int) -> re.Pattern[str]:
    """Return a pattern of one character; most are those of other patterns, too."""
    key = f"{name} {value} {flags}"
    if key not in _MADE:
        state = _PARSER.State()
        state.flags, state.str = flags, ""
        part = _PARSER.SubPattern(state, [(getattr(_CODES, name), value)])
        _MADE[key] = _COMPILER.compile(part, flags)
    return _MADE[key]
