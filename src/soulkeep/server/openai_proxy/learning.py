"""What a comparison with the stored turns shows of a front end: which of its words are instructions, and which answers,
though given for no turn, it shows as said."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import pairwise
from types import MappingProxyType
from typing import NamedTuple

from soulkeep.server.openai_proxy.alignment import SaidLine
from soulkeep.server.openai_proxy.plan import Plan, StoredTurn, fresh_of
from soulkeep.server.openai_proxy.transcript import Line
from soulkeep.server.openai_proxy.turn_cache import TurnCache
from soulkeep.stores.base import Store

_PARAGRAPH = "\n\n"

_EACH = 4
"""Most conversations looked up for each line."""


class Learnt(NamedTuple):
    """What a request shows of a front end.

    Attributes:
        instructions: digests of texts that stood with earlier words of the person's, and stand with these now.
        moved: ids of turns that were such texts.
        accepted: edits that only take such texts away, or go on with an answer: turns by lines.
    """

    instructions: frozenset[str] = frozenset()
    moved: tuple[str, ...] = ()
    accepted: Mapping[int, int] = MappingProxyType({})


def where_moved(turn_cache: TurnCache, lines: Sequence[Line]) -> str | None:
    """Return the conversation in which new lines are instructions that were taken for the person's words before."""
    new = {SaidLine(line.role, line.key) for line in lines[fresh_of(lines).start :] if line.role == "user"}
    for said in new:
        for session in turn_cache.holding(said, _EACH):
            if _left_out(lines, turn_cache.sessions[session], new):
                return session
    return None


def learnt(
    store: Store, turn_cache: TurnCache, planned: Plan, lines: Sequence[Line], turns: Sequence[StoredTurn]
) -> Learnt:
    """Return the instructions among new lines: they were taken for the person's words before, are no longer shown
    there, and come at the end again."""
    new = lines[fresh_of(lines).start :]
    if len(turns) < 2:
        return Learnt()
    moved = _left_out(lines, turns, {SaidLine("user", line.key) for line in new if line.role == "user"})
    keys = {turn.said.key for turn in moved}
    if not planned.new:
        return Learnt(frozenset(keys), tuple(turn.id for turn in moved))
    gap = _gap(planned, lines, turns)
    compared = {at: turn for turn, at in planned.edits if turns[turn].said.role == "user"} | gap
    texts = _texts(store, [turns[turn] for turn in compared.values()])
    explained = set[int]()
    for at, turn in compared.items():
        was, line = texts.get(turns[turn].seq, ""), lines[at]
        removed = _removed(was, line.text)
        if line.role == "user" and removed and all(_stands(text, new) for text in removed):
            keys |= {turn_cache.key_of(text) for text in removed}
            explained.add(at)
        elif turns[turn].said.key == line.key or (line.role == "assistant" and was and line.text.startswith(was)):
            explained.add(at)
    accepted = gap if explained.issuperset(gap) else {}
    return Learnt(frozenset(keys), tuple(turn.id for turn in moved), accepted)


def _gap(planned: Plan, lines: Sequence[Line], turns: Sequence[StoredTurn]) -> dict[int, int]:
    """Return the turns in the places of the lines between the last known one and the new ones; none unless all have one
    of the same role."""
    start = planned.new[0]
    known = [(at, pair) for at, pair in enumerate(planned.pairs[:start]) if pair is not None and pair.same]
    last, after = (known[-1][0], known[-1][1].stored) if known else (-1, -1)
    places = list(range(last + 1, start))
    if not known:  # nothing but a greeting stands before
        places = places[next((n for n, at in enumerate(places) if lines[at].role == "user"), len(places)) :]
    active = [at for at, turn in enumerate(turns) if turn.active and at > after][: len(places)]
    same = [lines[at].role for at in places] == [turns[turn].said.role for turn in active]
    return dict(zip(places, active, strict=True)) if same else {}


def _texts(store: Store, turns: Sequence[StoredTurn]) -> dict[int, str]:
    """Return the texts of turns of one partition, by their sequence numbers."""
    if not turns:
        return {}
    return {seq: entry.text for seq, entry in store.fetch(turns[0].partition, [turn.seq for turn in turns]).items()}


def _left_out(lines: Sequence[Line], turns: Sequence[StoredTurn], new: Collection[SaidLine]) -> list[StoredTurn]:
    """Return the person's turns that are said again, while those before and after them are shown side by side."""
    shown = [SaidLine(line.role, line.key) for line in lines]
    beside = set(pairwise(shown))
    active = [turn for turn in turns if turn.active]
    return [
        turn
        for before, turn, after in zip(active, active[1:], active[2:], strict=False)
        if turn.said in new and (before.said, after.said) in beside and (before.said, turn.said) not in beside
    ]


def _removed(was: str, text: str) -> list[str]:
    """Return the paragraphs that an edit took away before and after a text."""
    at = was.find(text)
    if not text or at < 0:
        return []
    before, after = was[:at], was[at + len(text) :]
    whole = (not before or before.endswith(_PARAGRAPH)) and (not after or after.startswith(_PARAGRAPH))
    return [part.strip() for part in (before, after) if part.strip()] if whole else []


def _stands(text: str, lines: Sequence[Line]) -> bool:
    """Return whether a text stands at the beginning or end of lines, or is one."""
    return any(
        line.text == text or line.text.startswith(f"{text}{_PARAGRAPH}") or line.text.endswith(f"{_PARAGRAPH}{text}")
        for line in lines
    )


def shown_as_said(turn_cache: TurnCache, planned: Plan, lines: Sequence[Line]) -> list[Line]:
    """Return the lines after all stored turns that were held, and what stands before such an answer, which may be shown
    without what a front end had put around it; they aren't held any longer."""
    last = max((at for at, pair in enumerate(planned.pairs) if pair is not None), default=-1)
    beyond = {at for at in planned.unknown if at > last}
    held = {at for at in sorted(beyond) if turn_cache.held.pop(lines[at].key, None) is not None}
    answered = {at - 1 for at in held if lines[at].role == "assistant"} & beyond
    return [lines[at] for at in sorted(held | {at for at in answered if lines[at].role == "user"})]
