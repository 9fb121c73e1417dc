"""Which conversation a front end goes on with, told by what it shows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from soulkeep.server.openai_proxy.alignment import SaidLine
from soulkeep.server.openai_proxy.plan import Plan, StoredTurn, fresh_of, plan
from soulkeep.server.openai_proxy.transcript import Line
from soulkeep.server.openai_proxy.turn_cache import TurnCache

_LINES = 12
"""Last lines by which conversations are looked for."""

_EACH, _CLOSEST = 20, 4
"""Conversations that are looked up for each of them, and that are compared."""

_OPENING_SECONDS = 1800.0
"""How long the same opening is taken as sent again, as long as nothing followed; later, another talk begins so."""

_AGAINST = 2
"""Lines that an edit, or turns left behind, weigh up, where another conversation fits as well."""

_SURE = 3
"""Lines that must be the same before what follows them is taken as left behind, where the opening was sent more than
once and answered alike: fewer may belong to another talk that began so."""


def find(turn_cache: TurnCache, lines: Sequence[Line], *, followed: bool, retry: bool, now: float) -> str | None:
    """The conversation that lines belong to; None if they begin another one.

    Args:
        turn_cache: the turns there are, caught up.
        lines: what the front end shows.
        followed: as `plan` takes it.
        retry: the client says that it sends this again.
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
    return session_found


def _fits(
    turn_cache: TurnCache, lines: Sequence[Line], turns: Sequence[StoredTurn], compared: Plan, retry: bool, now: float
) -> bool:
    """Whether lines belong to a conversation."""
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
    """Whether an opening was sent before: not answered yet, or answered and nothing more."""
    asked = [turn for turn in turns if turn.active and turn.said.role == "user"]
    if compared.heard is None or compared.new or compared.forget or len(asked) != len(fresh):
        return False
    heard = turns[compared.heard]
    if compared.answer is None and turn_cache.open.get(heard.id) and not retry:
        return False  # somebody waits for its answer: two talks that begin alike
    return heard.time is not None and now - heard.time < _OPENING_SECONDS
