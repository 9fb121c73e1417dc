"""A request that is located in its conversation, and the place of its answer."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from dataclasses import dataclass, field

from soulkeep.server.openai_proxy.transcript import LinePlace
from soulkeep.server.openai_proxy.turn_cache import Place

_NUMBERS = itertools.count(1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Slot:
    """The place of an answer.

    Attributes:
        number: the request's number; the answer to a later request prevails.
        session: the conversation.
        after: id of the turn before the answer; None if there is none.
        heard: id of the turn to answer.
        answer: id of the turn that it replaces.
        dropped: ids of turns that are removed with that.
        prefix: the text with which it begins.
        given: the memories given with the turn to answer.
        heard_before: the person's turns that are shown, including the one to answer.
        saw: other people whose words are visible to the answer.
        into: the partition of the turns; None if it doesn't exist yet.
    """

    number: int = field(default_factory=lambda: next(_NUMBERS))
    session: str
    after: str | None = None
    heard: str | None = None
    answer: str | None = None
    dropped: tuple[str, ...] = ()
    prefix: str = ""
    given: tuple[Place, ...] = ()
    heard_before: tuple[Place, ...] = ()
    saw: tuple[str, ...] = ()
    into: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Prepared:
    """A request that is located, with its new lines stored.

    Attributes:
        session: the conversation; None where nothing is stored.
        history: how its messages compare with stored turns, for the response's header.
        blocks: memories to put before lines, by their places.
        slot: the answer's place; None if it isn't stored.
        said: the person's words to answer; None if there are none.
        heard: id of their turn, if it is stored.
        fresh: whether they weren't answered before, so that a character answering by itself stores them and its answer.
    """

    session: str | None
    history: Mapping[str, int]
    blocks: Mapping[LinePlace, str] = field(default_factory=dict)
    slot: Slot | None = None
    said: str | None = None
    heard: str | None = None
    fresh: bool = False
