"""Comparison of a front end's history with stored turns: which are new, edited, left behind, or answered again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from types import MappingProxyType

from soulkeep.server.openai_proxy.alignment import LinePair, SaidLine, align, older
from soulkeep.server.openai_proxy.transcript import Line

_WINDOW = 48
"""Number of the last lines that are searched for edits."""

_REPLACED = 2
"""Number of turns that an instruction leaves behind: the answer that it is about, and itself."""

_TURNS = 64
"""Number of the last turns with which they are compared."""


@dataclass(frozen=True, slots=True)
class StoredTurn:
    """The parts of a stored turn that are compared.

    Attributes:
        partition, seq, id: its place and id.
        said: its role, and its text's digest.
        active: whether it isn't forgotten.
        time: when it was said, in seconds since the epoch; None if unknown.
        zone: its time zone, in minutes east of UTC.
        language: ISO 639-1.
        given: the memories given with it, as in `Answered.given`.
    """

    partition: int
    seq: int
    id: str
    said: SaidLine
    active: bool
    time: float | None
    zone: int | None
    language: str
    given: tuple[tuple[int | str, int], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """The changes to make. Lines and turns are identified by index.

    Attributes:
        pairs: for each line, its turn.
        new: lines that the person says now.
        unknown: lines before these without a stored turn.
        edits: pairs of turn and line, whose text the turn gets.
        forget: turns that the front end has left behind.
        restore: forgotten turns to which it has returned.
        heard: the turn to answer, if it is stored already.
        answer: the turn that the answer replaces, if there is one.
        dropped: turns to remove once the answer is stored.
        prefix: the text with which the answer begins.
    """

    pairs: tuple[LinePair | None, ...]
    new: tuple[int, ...] = ()
    unknown: tuple[int, ...] = ()
    edits: tuple[tuple[int, int], ...] = ()
    forget: tuple[int, ...] = ()
    restore: tuple[int, ...] = ()
    heard: int | None = None
    answer: int | None = None
    dropped: tuple[int, ...] = ()
    prefix: str = ""

    @property
    def matched(self) -> int:
        """Return how many lines are stored turns, word for word."""
        return sum(pair is not None and pair.same for pair in self.pairs)


def fresh_of(lines: Sequence[Line]) -> range:
    """Return the person's last lines without an answer, apart from one that the front end has begun itself."""
    end = next((at for at in range(len(lines), 0, -1) if lines[at - 1].role == "user"), 0)
    start = end
    while start and lines[start - 1].role == "user":
        start -= 1
    return range(start, end)


def plan(
    lines: Sequence[Line],
    turns: Sequence[StoredTurn],
    *,
    followed: bool = False,
    whole: bool = False,
    accepted: Mapping[int, int] = MappingProxyType({}),
) -> Plan:
    """Return the changes that follow from comparing lines with stored turns.

    Args:
        lines: the request's lines, oldest first.
        turns: the conversation's turns, oldest first, including forgotten ones.
        followed: whether something unspoken follows the last line, such as the result of a tool.
        whole: whether the front end shows all of the conversation: an instruction that it doesn't show later, with the
            answer that it replaced, is left behind.
        accepted: edits that are certain whatever stands beside them: turns by lines.
    """
    fresh = fresh_of(lines)
    pairs = _paired(lines, turns, fresh)
    active = [at for at, turn in enumerate(turns) if turn.active]
    if _without_history(pairs, fresh, active, turns):
        for at in fresh:
            pairs[at] = None
    new: list[int] = []
    for at in reversed(fresh):
        if pairs[at] is not None:
            break
        new.insert(0, at)
    for at, turn in accepted.items():
        pairs[at] = LinePair(turn, False)
    edits = _settle_edits(lines, pairs, active, turns, new, accepted)
    unknown = [at for at, pair in enumerate(pairs) if pair is None and at not in new and at < fresh.stop]
    shown = Plan(pairs=tuple(pairs), new=tuple(new), unknown=tuple(unknown), edits=tuple(edits))
    if new:
        planned = _going_on(shown, active, turns, lines[fresh.stop :], followed)
    else:
        planned = _answering_again(shown, fresh, active, turns, lines, followed)
    return replace(planned, forget=(*_instructions(pairs, active, turns), *planned.forget)) if whole else planned


def _instructions(
    pairs: Sequence[LinePair | None], active: Sequence[int], turns: Sequence[StoredTurn]
) -> tuple[int, ...]:
    """Return the turns of instructions that the front end doesn't show between a message and its answer: the answer
    that one replaced, and the instruction itself."""
    place = {at: n for n, at in enumerate(active)}
    hidden: list[int] = []
    for said, answer in pairwise(pairs):
        if said is None or answer is None or not (said.same and answer.same):
            continue
        first, last = place.get(said.stored), place.get(answer.stored)
        if first is None or last is None or last - first != _REPLACED + 1:
            continue
        between = active[first + 1 : last]
        roles = [turns[at].said.role for at in (said.stored, *between, answer.stored)]
        if all(role == ("user", "assistant")[n % 2] for n, role in enumerate(roles)):
            hidden += between
    return tuple(hidden)


def _paired(lines: Sequence[Line], turns: Sequence[StoredTurn], fresh: range) -> list[LinePair | None]:
    """Return the turn of each line: by alignment at the end, by equality before that."""
    shown = [SaidLine(line.role, line.key) for line in lines]
    stored = [turn.said for turn in turns]
    cut, base = max(0, len(shown) - _WINDOW), max(0, len(stored) - _TURNS)
    near = align(
        shown[cut:],
        stored[base:],
        fresh=min(len(shown) - fresh.start, len(shown) - cut),
        active=[turn.active for turn in turns[base:]],
    )
    pairs = [pair and LinePair(pair.stored + base, pair.same) for pair in near]
    first = next((pair.stored for pair in pairs if pair), len(stored))
    return [*older(shown[:cut], stored[:first]), *pairs] if cut else pairs


def _without_history(
    pairs: Sequence[LinePair | None], fresh: range, active: Sequence[int], turns: Sequence[StoredTurn]
) -> bool:
    """Return whether a front end shows only new words, though there are earlier turns: then an equal turn isn't a
    repetition of the request."""
    first = pairs[fresh.start] if fresh.start < len(pairs) else None
    if first is None or fresh.start > 0:
        return False
    return any(at < first.stored and turns[at].said.role == "user" for at in active)


def _settle_edits(
    lines: Sequence[Line],
    pairs: list[LinePair | None],
    active: Sequence[int],
    turns: Sequence[StoredTurn],
    new: Sequence[int],
    accepted: Mapping[int, int],
) -> list[tuple[int, int]]:
    """Return the edits between equal neighbours, and remove all other unequal pairs."""
    edits: list[tuple[int, int]] = []
    place = {at: n for n, at in enumerate(active)}
    before = list(pairs)
    for at, pair in enumerate(before):
        if pair is None or pair.same:
            continue
        n = place.get(pair.stored)
        settled = n is not None and (
            at in accepted or (_begins(lines, before, at, n, turns) and _ends(before, at, n, len(active), turns, new))
        )
        if settled:
            edits.append((pair.stored, at))
        else:
            pairs[at] = None
    return edits


def _begins(
    lines: Sequence[Line], pairs: Sequence[LinePair | None], at: int, n: int, turns: Sequence[StoredTurn]
) -> bool:
    """Return whether the preceding pair is equal, or there is nothing before but a greeting."""
    if n == 0 or at == 0:
        return n == 0 and all(line.role == "assistant" for line in lines[:at])
    before = pairs[at - 1]
    return before is not None and before.same and _adjoin(before, pairs[at], turns)


def _ends(
    pairs: Sequence[LinePair | None], at: int, n: int, count: int, turns: Sequence[StoredTurn], new: Sequence[int]
) -> bool:
    """Return whether the following pair is equal, or only new lines follow."""
    after = pairs[at + 1] if at + 1 < len(pairs) else None
    if n + 1 == count and after is None:
        return at + 1 in new or at + 1 == len(pairs)
    return after is not None and after.same and _adjoin(pairs[at], after, turns)


def _adjoin(one: LinePair | None, next: LinePair | None, turns: Sequence[StoredTurn]) -> bool:
    """Return whether there are only forgotten turns between two turns."""
    if one is None or next is None:
        return False
    return not any(turn.active for turn in turns[one.stored + 1 : next.stored])


def _going_on(
    shown: Plan, active: Sequence[int], turns: Sequence[StoredTurn], begun: Sequence[Line], followed: bool
) -> Plan:
    """Return the plan for new words of the person, after the last turn or, after going back, an earlier one."""
    before = shown.pairs[shown.new[0] - 1] if shown.new[0] else None
    beyond = [at for at in active if before is not None and at > before.stored]
    left = any(turns[at].said.role == "user" for at in beyond)
    return replace(
        shown,
        forget=tuple(beyond) if left else (),
        restore=_returned(shown, turns) if left else (),
        prefix=begun[-1].text if begun and not followed else "",
    )


def _answering_again(
    shown: Plan, fresh: range, active: Sequence[int], turns: Sequence[StoredTurn], lines: Sequence[Line], followed: bool
) -> Plan:
    """Return the plan for answering known words: for the first time, again, or by continuing an answer."""
    heard = shown.pairs[fresh.stop - 1] if fresh.stop else None
    begun = lines[fresh.stop :]
    last = shown.pairs[-1] if begun else None
    place = last or heard
    after = [at for at in active if place is not None and at > place.stored]
    own = next((n for n, at in enumerate(after) if turns[at].said.role == "user"), len(after))
    answers, left = after[:own], after[own:]
    answer, dropped = (answers[0] if answers else None), answers[1:]
    prefix = ""
    if begun and not followed:
        prefix = begun[-1].text
        if last is not None:  # the front end continues from there
            answer, dropped = last.stored, answers
    return replace(
        shown,
        forget=tuple(left),
        restore=_returned(shown, turns) if left else (),
        heard=heard.stored if heard else None,
        answer=answer,
        dropped=tuple(dropped),
        prefix=prefix,
    )


def _returned(shown: Plan, turns: Sequence[StoredTurn]) -> tuple[int, ...]:
    return tuple(pair.stored for pair in shown.pairs if pair and pair.same and not turns[pair.stored].active)
