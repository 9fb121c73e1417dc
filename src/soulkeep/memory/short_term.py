"""Short-term memory: the last turns of a conversation, read whole (3), and a running summary of what left it (1)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from soulkeep.records import SUMMARY, TURN
from soulkeep.settings import Settings
from soulkeep.stores.base import Found, PartitionKey, Store
from soulkeep.text.tokens import count_tokens

_SUMMARIES = 6
"""Windows that the running summary is made of; what was before them comes up by recall."""


class Earlier(NamedTuple):
    """What was said before the turns in view, in short; and whether that was in the same conversation."""

    text: str
    same_talk: bool


def recent_turns(store: Store, key: PartitionKey, session: str | None, settings: Settings) -> list[Found]:
    """The turns of a conversation that are in view, oldest first: `history_turns` of them, more until the next window
    of them is condensed, within `history_tokens`.

    What was condensed leaves together, so that the prompt's beginning stays the same for several turns.
    """
    last = store.last(key, settings.history_turns + settings.window_turns, kind=TURN, session=session)
    turns = [place for place in last if place.entry.forgotten is None]
    summaries = store.last(key, 1, kind=SUMMARY, session=session)
    covered = set(summaries[0].entry.details["turns"]) if summaries else set()
    left_out = max((i for i, place in enumerate(turns) if place.entry.id in covered), default=-1)
    turns = turns[max(0, min(left_out + 1, len(turns) - settings.history_turns)) :]
    left = settings.history_tokens
    for at in range(len(turns) - 1, -1, -1):
        left -= count_tokens(turns[at].entry.text)
        if left < 0:
            return turns[at + 1 :]
    return turns


def earlier(
    store: Store,
    key: PartitionKey,
    session: str | None,
    view: Sequence[Found],
    *,
    language: str,
    own: frozenset[str],
    settings: Settings,
) -> Earlier:
    """What was said before the turns in view: earlier in the conversation, or else in the one before.

    Args:
        store, key, session: whose conversation, and which.
        view: the turns in view.
        language: of the talk.
        own: the names under which the character speaks.
        settings: how long it may be.
    """
    seen = {place.entry.id for place in view}
    found = [
        place.entry
        for place in store.last(key, _SUMMARIES, kind=SUMMARY, session=session)
        if place.entry.forgotten is None and not seen.issuperset(place.entry.details["turns"])
    ]
    same_talk = bool(found)
    if not found and session is not None:
        found = [place.entry for place in store.last(key, 1, kind=SUMMARY) if place.entry.forgotten is None]
    if not found:
        return Earlier("", same_talk)
    from soulkeep.text.gist import gist_of_texts  # its tables take long to import

    text = gist_of_texts([entry.text for entry in found], language, words=settings.running_words, own=own)
    return Earlier(text, same_talk)
