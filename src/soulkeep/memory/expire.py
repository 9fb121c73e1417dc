"""Deletion by the retention rules of the settings: turns that are too old, and people who fell silent."""

from __future__ import annotations

from collections.abc import Callable, Collection
from itertools import groupby
from operator import itemgetter

from soulkeep.character.relationship import Relationship
from soulkeep.errors import UnknownMemory
from soulkeep.memory.amend import delete
from soulkeep.memory.erase import erase
from soulkeep.runtime import Runtime
from soulkeep.stores.rows import PartitionKey
from soulkeep.telemetry import log
from soulkeep.types.receipts import Expiring, OldTurns

_DAY = 86_400.0
_AT_ONCE = 200
"""Number of turns that are deleted together."""


def expire(parts: Runtime, *, stopped: Callable[[], bool]) -> None:
    """Delete turns older than `Settings.turn_days`, and erase people silent for `Settings.silent_days`.

    Args:
        parts: the keep's.
        stopped: asked before each step whether to stop; the rest is deleted the next time.
    """
    settings, now = parts.settings, parts.clock.now().timestamp()
    if settings.silent_days:
        _erase_silent(parts, now - settings.silent_days * _DAY, stopped)
    if settings.turn_days:
        _delete_turns(parts, now - settings.turn_days * _DAY, stopped)


def expiring(parts: Runtime, *, turn_days: float, silent_days: float) -> Expiring:
    """Return what `expire` would delete under such settings, deleting nothing."""
    now = parts.clock.now().timestamp()
    people = parts.store.silent(now - silent_days * _DAY) if silent_days else []
    old = parts.store.count_old_turns(now - turn_days * _DAY) if turn_days else []
    characters = {row.id for row in parts.store.characters()}
    turns = tuple(
        OldTurns(character=key.owner, person=key.person, turns=count)
        for key, count in old
        if key.owner in characters and key.person not in people
    )
    return Expiring(people=tuple(people), turns=turns)


def _erase_silent(parts: Runtime, before: float, stopped: Callable[[], bool]) -> None:
    people = parts.store.silent(before)
    for number, person in enumerate(people, 1):
        if stopped():
            return
        receipt = erase(parts, person, None, answers=True, scrub=number == len(people))
        log().info("Somebody was silent for too long: %d memories were erased", receipt.memories)


def _delete_turns(parts: Runtime, before: float, stopped: Callable[[], bool]) -> None:
    characters = {row.id: row for row in parts.store.characters()}
    tried: Collection[tuple[PartitionKey, str]] = ()
    while not stopped():
        expired = parts.store.old_turns(before, _AT_ONCE)
        if not expired or expired == tried:  # what can't be deleted now is left for next time
            return
        tried = expired
        for key, ids in groupby(expired, key=itemgetter(0)):
            if key.owner not in characters:
                continue
            relationship = Relationship(characters[key.owner], key.person, parts)
            try:
                count = delete(relationship, [id for _, id in ids])
            except UnknownMemory:  # somebody deleted one of them meanwhile
                continue
            log().info("Turns were too old: %d memories were deleted with them", count)
