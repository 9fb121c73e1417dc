"""Short-term memory: the last turns of a conversation, verbatim (3), and a running summary of those before (1)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import lru_cache
from typing import NamedTuple

from soulkeep.memory.entries import PROVISIONAL, SO_FAR, view_begun, weight_of
from soulkeep.settings import Settings
from soulkeep.stores.base import Store
from soulkeep.stores.rows import Entry, Newest, PartitionKey, PlacedEntry
from soulkeep.types.records import SUMMARY

_SUMMARIES = 6
"""Most windows that the running summary is made of; what was before is left to recall."""

_LATEST = 40
"""Number of latest summaries that are read."""


class Earlier(NamedTuple):
    """A summary of what was said before the turns in view; whether in the same conversation; and the ids of the
    summaries it uses."""

    text: str
    same_talk: bool
    by: tuple[str, ...]


def recent_turns(
    last: Sequence[PlacedEntry],
    store: Store,
    key: PartitionKey,
    session: str | None,
    settings: Settings,
    *,
    own: Collection[str],
    count: Callable[[str], int],
) -> list[PlacedEntry]:
    """Return the turns of a conversation that are in view, oldest first: at least the last `history_turns`, and those
    said since the view last began, up to `history_stride` more, within `history_tokens`.

    Turns leave the view together, if possible once they are condensed, so that the prompt begins the same for many
    messages. Each stored answer names the turn at which its view began.

    Args:
        last: its last turns, `history_turns` and `history_stride` together, if there are as many.
        store, key, session: whose conversation, and which.
        settings: how long it may be.
        own: the names under which the character speaks.
        count: tokens of a text.
    """
    turns = [place for place in last if place.entry.forgotten is None]
    views = [view_begun(place.entry) for place in turns]
    began = next(filter(None, reversed(views)), None)
    ids = [place.entry.id for place in turns]
    if began in ids:
        view = turns[ids.index(began) :]
    elif began is None and len(last) < settings.history_turns + settings.history_stride:
        view = turns  # the conversation is young
    else:
        view = []
    if view and sum(_weight(place.entry, began, count) for place in view) <= settings.history_tokens:
        return view
    return _cut(store, key, session, turns, settings, own, count)


def _weight(entry: Entry, began: str | None, count: Callable[[str], int]) -> int:
    """Return a turn's tokens in the prompt, with the memories recalled for it if its view began where this does."""
    return count(entry.text) + (weight_of(entry) if view_begun(entry) == began else 0)


def _cut(
    store: Store,
    key: PartitionKey,
    session: str | None,
    turns: Sequence[PlacedEntry],
    settings: Settings,
    own: Collection[str],
    count: Callable[[str], int],
) -> list[PlacedEntry]:
    """Return a view that begins anew: short, so that it can grow, but with all turns that wait to be condensed.

    It begins with a turn that isn't the character's, as many chat templates require.
    """
    summaries = store.last(key, 1, kind=SUMMARY, session=session)
    covered = set(summaries[0].entry.details["turns"]) if summaries else set()
    condensed = max((i for i, place in enumerate(turns) if place.entry.id in covered), default=-1)
    fewest, most = settings.history_turns, settings.history_turns + settings.window_turns
    view = list(turns[max(0, len(turns) - most, min(condensed + 1, len(turns) - fewest)) :])
    left = settings.history_tokens // 2
    for at in range(len(view) - 1, -1, -1):
        left -= count(view[at].entry.text)
        if left < 0 and at < len(view) - 1:
            view = view[at + 1 :]
            break
    while len(view) > 1 and view[0].entry.speaker in own:
        del view[0]
    return view


class Summaries(NamedTuple):
    """The latest summaries, of one conversation and of any, in the order in which what they tell was said."""

    of_talk: list[Entry]
    of_any: list[Entry]


def summaries_wanted(session: str | None) -> list[Newest]:
    """Return what to read for the summaries of one conversation and of any."""
    return [Newest(SUMMARY, _LATEST), *([Newest(SUMMARY, _LATEST, session)] if session is not None else [])]


def summaries_in(lists: Sequence[Sequence[PlacedEntry]]) -> Summaries:
    """Return the summaries among the lists that were read for `summaries_wanted`. A summary that was made anew is
    stored last."""
    of_any, of_talk = (
        sorted([place.entry for place in places], key=lambda entry: entry.base or 0) for places in (lists[0], lists[-1])
    )
    return Summaries(of_talk, of_any)


def earlier(
    summaries: Summaries,
    session: str | None,
    view: Sequence[PlacedEntry],
    *,
    language: str,
    own: frozenset[str],
    settings: Settings,
    may_tell: Callable[[Entry], bool] | None = None,
) -> Earlier:
    """Return a summary of what was said before the turns in view: earlier in the conversation, or in the one before.

    Args:
        summaries: the latest.
        session: which conversation.
        view: the turns in view.
        language: the language of the talk.
        own: the names under which the character speaks.
        settings: for the length of the summary.
        may_tell: tells whether a summary may be told to all who hear the answer, if others do.
    """
    seen = {place.entry.id for place in view}

    def tells(entry: Entry) -> bool:
        unseen = entry.forgotten is None and not seen.issuperset(entry.details["turns"])
        return unseen and (may_tell is None or may_tell(entry))

    telling = [entry for entry in summaries.of_talk if tells(entry)]
    same_talk = bool(telling)
    if not telling and session is not None:
        others = [entry for entry in summaries.of_any if entry.session != session and tells(entry)]
        telling = (
            [entry for entry in others if entry.session == others[-1].session] if may_tell is None else others[-1:]
        )
    whole = may_tell is None
    story = _story(
        telling, language, settings, own, whole=_last_whole_summary(summaries.of_any, telling) if whole else None
    )
    return Earlier(story, same_talk, tuple(entry.id for entry in telling))


class TalkSoFar(NamedTuple):
    """A summary of what was said before a turn, and the summaries it was made of."""

    text: str
    by: tuple[Entry, ...]


def so_far(
    store: Store, key: PartitionKey, session: str | None, *, before: int, language: str, settings: Settings
) -> TalkSoFar:
    """Summarise what was said before a turn, in its conversation or else in the one before; "" if nothing was.

    Args:
        store, key, session: where the conversation is stored.
        before: sequence number of the turn.
        language: the language of the talk.
        settings: for the length of the summary.
    """
    summaries = summaries_in(store.several(key, summaries_wanted(session)))
    telling = [entry for entry in summaries.of_talk if _is_ground(entry, before)]
    if not telling and session is not None:
        others = [entry for entry in summaries.of_any if entry.session != session and _is_ground(entry, before)]
        telling = [entry for entry in others if entry.session == others[-1].session]
    whole = _last_whole_summary(summaries.of_any, telling)
    return TalkSoFar(_story(telling, language, settings, frozenset(), whole=whole), tuple(telling))


def _is_ground(summary: Entry, seq: int) -> bool:
    """Return whether a summary is of talk before a turn, and isn't about to be replaced."""
    there = summary.forgotten is None and not summary.details.get(PROVISIONAL)
    return there and summary.base is not None and summary.base < seq


def _last_whole_summary(latest: Sequence[Entry], summaries: Sequence[Entry]) -> int | None:
    """Return the index of the last summary that tells the whole of a conversation, and nothing that was forgotten since
    it was made; None if none does. `latest` are the summaries of all conversations."""
    able = [at for at, entry in enumerate(summaries) if entry.details.get(SO_FAR)]
    hidden = [entry for entry in latest if entry.forgotten is not None] if able else []
    for at in reversed(able):
        stored, base = summaries[at].stored, summaries[at].base or 0
        if all((entry.forgotten or 0.0) < stored or (entry.base or 0) > base for entry in hidden):
            return at
    return None


def _story(
    summaries: Sequence[Entry], language: str, settings: Settings, own: frozenset[str], *, whole: int | None
) -> str:
    """Summarise a conversation from the summary that covers all of it (its index is `whole`) and those after it, or
    else from the last few."""
    if not summaries:
        return ""
    if whole is None:
        texts = tuple(entry.text for entry in summaries[-_SUMMARIES:])
        return _gist(texts, language, settings.running_words, own)
    later = [entry.text for entry in summaries[whole + 1 :]]
    if len(later) > _SUMMARIES:  # made while the language model was away
        later = [_gist(tuple(later), language, settings.running_words, own)]
    return "\n".join([summaries[whole].details[SO_FAR], *later])


@lru_cache(maxsize=512)
def _gist(texts: tuple[str, ...], language: str, words: int, own: frozenset[str]) -> str:
    """Summarise texts; cached until the texts change."""
    from soulkeep.memory.gist import gist_of_texts  # its tables take long to import

    return gist_of_texts(list(texts), language, words=words, own=own)
