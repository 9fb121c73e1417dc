"""Finding the stored conversation that a front end continues, by its lines."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from soulkeep.server.openai_proxy.alignment import SaidLine
from soulkeep.server.openai_proxy.plan import Plan, StoredTurn, fresh_of, plan
from soulkeep.server.openai_proxy.transcript import Line
from soulkeep.server.openai_proxy.turn_cache import TurnCache

_LINES = 12
"""Number of the last lines that are looked up."""

_EACH, _CLOSEST = 20, 4
"""Most conversations looked up for each line, and most that are compared."""

_OPENING_SECONDS = 1800.0
"""Seconds in which the same opening without continuation is taken for a repetition; later, it begins a new talk."""

_AGAINST = 2
"""Number of equal lines that outweigh an edit, or turns left behind, when conversations are compared."""

_SURE = 3
"""Least number of equal lines before turns count as left behind, if the opening was sent several times with equal
answers; fewer lines may belong to another talk with the same opening."""


def find(turn_cache: TurnCache, lines: Sequence[Line], *, followed: bool, retry: bool, now: float) -> str | None:
    """Return the conversation of lines; None if they begin a new one.

    Args:
        turn_cache: the stored turns, up to date.
        lines: the front end's lines.
        followed: as in `plan`.
        retry: whether the client marks the request as repeated.
        now: the present, in seconds since the epoch.
    """
    counted: Counter[str] = Counter()
    for line in lines[-_LINES:]:
        counted.update(turn_cache.holding(SaidLine(line.role, line.key), _EACH))
    best: tuple[int, int] | None = None
    session_found: str | None = None
    candidates = [
        (count, turns[-1].seq, session) for session, count in counted.items() if (turns := turn_cache.sessions[session])
    ]
    for _, _, session in sorted(candidates, reverse=True)[:_CLOSEST]:
        turns = turn_cache.sessions[session]
        compared = plan(lines, turns, followed=followed)
        if not _fits(turn_cache, lines, turns, compared, retry, now):
            continue
        against = len(compared.edits) + bool(compared.forget)
        rank = (compared.matched - _AGAINST * against, turns[-1].seq)
        if best is None or rank > best:
            best, session_found = rank, session
        if not against and compared.matched == len(lines) - len(compared.new):
            break  # nothing fits better
    return session_found


def _fits(
    turn_cache: TurnCache, lines: Sequence[Line], turns: Sequence[StoredTurn], compared: Plan, retry: bool, now: float
) -> bool:
    """Return whether lines belong to a conversation."""
    fresh = fresh_of(lines)
    before = [pair for pair in compared.pairs[: fresh.start] if pair]
    if not any(line.role == "user" for line in lines[: fresh.start]):
        return _opens(turn_cache, turns, compared, fresh, retry, now)
    same = [pair for pair in before if pair.same]
    opening = next((turn.id for turn in turns if turn.said.role == "user"), "")
    if compared.forget and len(same) < _SURE and opening in turn_cache.sent_again:
        return False
    if any(turns[pair.stored].said.role == "assistant" for pair in same):
        return True
    whole = {at for at, turn in enumerate(turns) if turn.active} <= {pair.stored for pair in compared.pairs if pair}
    return bool(same) and whole


def _opens(
    turn_cache: TurnCache, turns: Sequence[StoredTurn], compared: Plan, fresh: range, retry: bool, now: float
) -> bool:
    """Return whether an opening was sent before, and either isn't answered yet or has only its answer after it."""
    asked = [turn for turn in turns if turn.active and turn.said.role == "user"]
    if compared.heard is None or compared.new or compared.forget or len(asked) != len(fresh):
        return False
    heard = turns[compared.heard]
    if compared.answer is None and turn_cache.open.get(heard.id) and not retry:
        return False  # another client waits for its answer: two talks have the same opening
    return heard.time is not None and now - heard.time < _OPENING_SECONDS
