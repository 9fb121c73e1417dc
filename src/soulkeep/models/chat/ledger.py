"""Counts of what language models were asked, by role and day."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta
from threading import Lock
from typing import Any

from soulkeep.clock import Clock
from soulkeep.errors import BudgetSpent
from soulkeep.lang.prompt_safety import sealed
from soulkeep.models.chat.base import ChatModel, Message, listening
from soulkeep.settings import ROLES
from soulkeep.types.records import Usage

CHAT, MEMORY, CHECK = ROLES

_DAYS = 32
"""Number of days whose counts are kept."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Spent:
    """The calls of the model of a role.

    Attributes:
        model: the model's name.
        calls: how often it was asked.
        failed: how often it failed, or its answer was abandoned.
        prompt, completion: tokens read and written; estimated if the server didn't count.
        cached: tokens read that the server had cached, if it tells.
        malformed: number of items in its answers that could not be used.
        today: tokens read and written today.
    """

    model: str = ""
    calls: int = 0
    failed: int = 0
    prompt: int = 0
    completion: int = 0
    cached: int = 0
    malformed: int = 0
    today: int = 0

    @property
    def tokens(self) -> int:
        """Number of tokens read and written."""
        return self.prompt + self.completion


class Ledger:
    """Counts since the keep was opened, and daily limits. Safe to use from any thread.

    Args:
        clock: tells the day, in UTC.
        budget: most tokens per day, by role; other roles have no limit.
    """

    def __init__(self, clock: Clock, budget: Mapping[str, int]) -> None:
        self._clock = clock
        self._budget = dict(budget)
        self._lock = Lock()
        self._spent: dict[str, Spent] = {}
        self._days: dict[tuple[str, date], int] = {}

    def spent(self) -> dict[str, Spent]:
        """Return what each role was asked since the keep was opened."""
        today = self._today()
        with self._lock:
            return {role: replace(spent, today=self._days.get((role, today), 0)) for role, spent in self._spent.items()}

    def known(self, role: str, model: str) -> None:
        """Note which model a role has."""
        with self._lock:
            self._spent[role] = replace(self._spent.get(role, Spent()), model=model)

    def count(self, role: str, usage: Usage, *, failed: bool) -> None:
        """Count a call."""
        with self._lock:
            before = self._spent.get(role, Spent())
            self._spent[role] = replace(
                before,
                calls=before.calls + 1,
                failed=before.failed + failed,
                prompt=before.prompt + usage.prompt,
                completion=before.completion + usage.completion,
                cached=before.cached + usage.cached,
            )
            today = self._today()
            self._days[role, today] = self._days.get((role, today), 0) + usage.prompt + usage.completion
            for key in [key for key in self._days if key[1] < today - timedelta(days=_DAYS)]:
                del self._days[key]

    def lost(self, role: str, items: int) -> None:
        """Count items of an answer that could not be used."""
        if items:
            with self._lock:
                before = self._spent.get(role, Spent())
                self._spent[role] = replace(before, malformed=before.malformed + items)

    def require(self, role: str) -> None:
        """Raise `BudgetSpent` if a role has used up its tokens for today."""
        budget = self._budget.get(role)
        if budget is not None and self._days.get((role, self._today()), 0) >= budget:
            raise BudgetSpent(
                f"Today's {budget:,} tokens for {role} are used up.",
                hint="It goes on tomorrow (UTC). Raise Settings.daily_tokens for more.",
            )

    def tomorrow(self) -> float:
        """Return when the next day begins, in seconds since the epoch."""
        now = self._clock.now().timestamp()
        return now - now % 86_400 + 86_400

    def _today(self) -> date:
        return datetime.fromtimestamp(self._clock.now().timestamp(), tz=UTC).date()


class Metered(ChatModel):
    """A model in a role, whose calls are counted. Since every call passes here, messages are sanitised once more: parts
    that were safe alone may form a special token together.

    Args:
        inner: the model.
        role: the role it has.
        ledger: counts its calls.
    """

    def __init__(self, inner: ChatModel, role: str, ledger: Ledger) -> None:
        self.inner = inner
        self.role = role
        self.ledger = ledger
        self.name = inner.name
        self.counts_exactly = inner.counts_exactly
        ledger.known(role, inner.name)

    def stream(self, messages: Sequence[Message]) -> AsyncIterator[str | Usage]:
        asked = _sealed(messages)
        return self._counted(asked, self.inner.stream(asked))

    def stream_json(self, messages: Sequence[Message], schema: Mapping[str, Any]) -> AsyncIterator[str | Usage]:
        asked = _sealed(messages)
        return self._counted(asked, self.inner.stream_json(asked, schema))

    def count_tokens(self, text: str) -> int:
        return self.inner.count_tokens(text)

    async def _counted(
        self, messages: Sequence[Message], stream: AsyncIterator[str | Usage]
    ) -> AsyncIterator[str | Usage]:
        counted: Usage | None = None
        written: list[str] = []
        whole = False
        try:
            async with listening(stream) as pieces:
                async for piece in pieces:
                    if isinstance(piece, Usage):
                        counted = piece
                    else:
                        written.append(piece)
                    yield piece
            whole = True
        finally:
            if counted is None:
                read = sum(self.count_tokens(message.content) for message in messages)
                counted = Usage(prompt=read, completion=self.count_tokens("".join(written)) if written else 0)
            self.ledger.count(self.role, counted, failed=not whole)


def _sealed(messages: Sequence[Message]) -> list[Message]:
    return [replace(message, content=sealed(message.content)) for message in messages]
