"""Short-term memory: the last turns of a conversation, read whole (3), and a running summary of what left it (1)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from soulkeep.records import SUMMARY, TURN
from soulkeep.settings import Settings
from soulkeep.stores.base import Entry, Found, PartitionKey, Store

_SUMMARIES = 6
"""Windows that the running summary is made of; what was before them comes up by recall."""


class Earlier(NamedTuple):
    """What was said before the turns in view, in short; and whether that was in the same conversation."""

    text: str
    same_talk: bool


def recent_turns(
    store: Store, key: PartitionKey, session: str | None, settings: Settings, *, weight: Callable[[Entry], int]
) -> list[Found]:
    """The turns of a conversation that are in view, oldest first: `history_turns` of them at least, and as many more as
    have come since the oldest left, up to `history_stride`, within `history_tokens`.

    Turns leave together, once what they say is condensed if that isn't long in coming, so that the prompt begins the
    same for many messages. Each answer names the turn at which its view began.

    Args:
        store, key, session: whose conversation, and which.
        settings: how long it may be.
        weight: tokens of a turn in the prompt.
    """
    last = store.last(key, settings.history_turns + settings.history_stride, kind=TURN, session=session)
    turns = [place for place in last if place.entry.forgotten is None]
    ids = [place.entry.id for place in turns]
    began = next((began for place in reversed(turns) if (began := place.entry.details.get("view"))), None)
    if began in ids:
        view = turns[ids.index(began) :]
        if sum(weight(place.entry) for place in view) <= settings.history_tokens:
            return view
    elif len(last) < settings.history_turns + settings.history_stride and began is None:
        view = turns  # the conversation is young
        if sum(weight(place.entry) for place in view) <= settings.history_tokens:
            return view
    return _cut(store, key, session, turns, settings, weight)


def _cut(
    store: Store,
    key: PartitionKey,
    session: str | None,
    turns: Sequence[Found],
    settings: Settings,
    weight: Callable[[Entry], int],
) -> list[Found]:
    """The view that begins anew: short, so that it can grow, but nothing leaves that is about to be condensed."""
    summaries = store.last(key, 1, kind=SUMMARY, session=session)
    covered = set(summaries[0].entry.details["turns"]) if summaries else set()
    condensed = max((i for i, place in enumerate(turns) if place.entry.id in covered), default=-1)
    fewest, most = settings.history_turns, settings.history_turns + settings.window_turns
    view = turns[max(0, len(turns) - most, min(condensed + 1, len(turns) - fewest)) :]
    left = settings.history_tokens
    for at in range(len(view) - 1, -1, -1):
        left -= weight(view[at].entry)
        if left < 0:
            return list(view[at + 1 :])
    return list(view)


def earlier(
    store: Store,
    key: PartitionKey,
    session: str | None,
    view: Sequence[Found],
    *,
    language: str,
    own: frozenset[str],
    settings: Settings,
    may_tell: Callable[[Entry], bool] = lambda entry: True,
) -> Earlier:
    """What was said before the turns in view: earlier in the conversation, or else in the one before.

    Args:
        store, key, session: whose conversation, and which.
        view: the turns in view.
        language: of the talk.
        own: the names under which the character speaks.
        settings: how long it may be.
        may_tell: whether a summary may be told to all who hear the answer.
    """
    seen = {place.entry.id for place in view}
    found = [
        place.entry
        for place in store.last(key, _SUMMARIES, kind=SUMMARY, session=session)
        if place.entry.forgotten is None and not seen.issuperset(place.entry.details["turns"]) and may_tell(place.entry)
    ]
    same_talk = bool(found)
    if not found and session is not None:
        last = store.last(key, 1, kind=SUMMARY)
        found = [place.entry for place in last if place.entry.forgotten is None and may_tell(place.entry)]
    if not found:
        return Earlier("", same_talk)
    from soulkeep.text.gist import gist_of_texts  # its tables take long to import

    text = gist_of_texts([entry.text for entry in found], language, words=settings.running_words, own=own)
    return Earlier(text, same_talk)
