"""Choosing who answers: bids are gathered, rules applied, and one is chosen (1: response routing; 2: dialogue manager).

The choice is made by score, or by a language model among those who bid, given their reasons and the memories they would
rest on, in a prompt apart from any writing (1: "a prompt is either for a decision or for content generation").
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any, NamedTuple

from soulkeep.lang.prompt_safety import line
from soulkeep.models.chat.asking import asking
from soulkeep.models.chat.base import ChatModel, Message
from soulkeep.models.chat.structured import answer
from soulkeep.reply.bids import MUST, Bid, Responder
from soulkeep.reply.situation import Situation
from soulkeep.reply.stream import aside, done, together
from soulkeep.routing_rules import Rules
from soulkeep.search.query import Said
from soulkeep.telemetry import passed_over
from soulkeep.types.records import Memory
from soulkeep.types.replies import CHOSEN, FAILED, OUTBID, Offer

if TYPE_CHECKING:
    from pydantic import BaseModel

_SHOWN = 160
"""Number of characters of a memory that a model sees when it decides."""


class Decision(NamedTuple):
    """The responder that a language model chose, and why."""

    responder: str
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """The choice of who answers.

    Attributes:
        responder, bid: the chosen responder and its bid; None if nobody who may speak has anything to say.
        offers: all bids, the best first.
        router: `"score"` or `"model"`.
        why: the reason for the choice.
        notes: what could not be done as usual.
    """

    responder: Responder | None
    bid: Bid | None
    offers: tuple[Offer, ...]
    router: str
    why: str
    notes: tuple[str, ...] = ()


async def gather_bids(
    responders: Sequence[Responder], situation: Situation, *, seconds: float, at_once: bool = True
) -> list[tuple[Responder, Bid | Exception]]:
    """Return the bids of all who make one; an error in place of the bid of a responder that failed or took too long.

    Args:
        responders: the responders to ask.
        situation: what they see.
        seconds: time limit for each.
        at_once: False to ask one after the other.
    """
    ready = [one for one in responders if not one.waits and _is_ours(one)]
    if len(ready) == len(responders):  # all in one thread, one after the other
        return _told(zip(responders, await aside(_bids_of, responders, situation), strict=True))
    import asyncio

    own = [one for one in responders if one not in ready]

    async def ask(responder: Responder) -> Bid | Exception | None:
        bidding = asyncio.ensure_future(responder.bid(situation))
        try:
            await asyncio.wait({bidding}, timeout=seconds)
        finally:
            late = not bidding.done()
            bidding.cancel()
        if late:
            return TimeoutError(f"It took longer than {seconds:g} seconds.")
        if bidding.cancelled():
            return TimeoutError("It was cancelled.")
        error = bidding.exception()  # a failure only excludes its responder
        return error if isinstance(error, Exception) else RuntimeError(repr(error)) if error else bidding.result()

    bids_made, *asked = await together(
        lambda: aside(_bids_of, ready, situation), *(partial(ask, one) for one in own), at_once=at_once
    )
    bids = {id(one): bid for one, bid in zip([*ready, *own], [*bids_made, *asked], strict=True)}
    return _told((one, bids[id(one)]) for one in responders)


def _told(made: Iterable[tuple[Responder, Bid | Exception | None]]) -> list[tuple[Responder, Bid | Exception]]:
    """Return those who bid or failed, and report the failures."""
    bids = [(one, bid) for one, bid in made if bid is not None]
    for _, bid in bids:
        if isinstance(bid, Exception):
            passed_over("responder", bid)
    return bids


def _is_ours(responder: Responder) -> bool:
    """Return whether a responder is a built-in one. A user's subclass isn't: it may wait."""
    return type(responder).__module__.startswith(__name__.partition(".")[0] + ".")


def _bids_of(responders: Sequence[Responder], situation: Situation) -> list[Bid | Exception | None]:
    """Return the bids of responders that don't wait, or their errors instead."""
    bids: list[Bid | Exception | None] = []
    for responder in responders:
        try:
            bids.append(done(responder.bid(situation)))
        except Exception as error:  # a failure only excludes its responder
            bids.append(error)
    return bids


def choose(
    bids: Sequence[tuple[Responder, Bid | Exception]],
    rules: Rules,
    spoke: Sequence[str],
    decision: Decision | None = None,
) -> Choice:
    """Choose the best bid that the rules allow.

    A model's decision puts its responder first, if that bids; a bid of 1 takes precedence.

    Args:
        bids: responders with their bids; of equal ones, the first wins.
        rules: who may speak.
        spoke: who gave the last answers, the latest first.
        decision: a model's decision, if any.
    """
    quiet: dict[str, int] = {}
    for count, name in enumerate(spoke):
        quiet.setdefault(name, count)
    standing: list[tuple[float, Responder, Bid]] = []
    offers: list[Offer] = []
    for responder, bid in bids:
        name = responder.name
        if isinstance(bid, Exception):
            why = str(bid) or type(bid).__name__
            offers.append(Offer(responder=name, score=0.0, weighed=0.0, why=why, outcome=FAILED))
            continue
        weighed = bid.score * rules.prefer.get(name, 1.0)
        against = rules.against(name, quiet.get(name))
        if not against:
            standing.append((weighed, responder, bid))
        outcome = against or OUTBID
        offers.append(Offer(responder=name, score=bid.score, weighed=weighed, why=bid.why, outcome=outcome))
    if not standing:
        return Choice(responder=None, bid=None, offers=_best_first(offers), router="score", why="Nobody may speak.")
    must = [one for one in standing if one[2].score >= MUST]
    _, responder, bid = max(must or standing, key=lambda one: one[0])
    router, why = "score", bid.why
    if decision is not None and not must:
        for _, other, offered in standing:
            if other.name == decision.responder:
                responder, bid, router, why = other, offered, "model", decision.why
    chosen = [replace(offer, outcome=CHOSEN) if offer.responder == responder.name else offer for offer in offers]
    return Choice(responder=responder, bid=bid, offers=_best_first(chosen), router=router, why=why)


def _best_first(offers: Sequence[Offer]) -> tuple[Offer, ...]:
    return tuple(sorted(offers, key=lambda one: (one.outcome != CHOSEN, -one.weighed)))


def candidates(
    bids: Sequence[tuple[Responder, Bid | Exception]], rules: Rules, spoke: Sequence[str], best: Memory | None = None
) -> dict[str, str]:
    """Return the responders that a model may choose among: what each answers, its reason and the memory it would rest
    on, by name. Nobody, if one must speak.

    Args:
        bids: all bids.
        rules: who may speak.
        spoke: who gave the last answers, the latest first.
        best: the best memory that came to mind, for responders that name none.
    """
    quiet: dict[str, int] = {}
    for count, name in enumerate(spoke):
        quiet.setdefault(name, count)
    outcomes: dict[str, str] = {}
    for responder, bid in bids:
        if isinstance(bid, Exception) or rules.against(responder.name, quiet.get(responder.name)):
            continue
        if bid.score >= MUST:
            return {}
        memory = bid.memories[0] if bid.memories else best if responder.rests_on_memories else None
        shown = f' Memory: "{_short(memory.text)}"' if memory is not None else f' Would say: "{_short(bid.text)}"'
        outcomes[responder.name] = (
            f"{responder.what} {bid.why}{shown if memory is not None or bid.text else ''}".strip()
        )
    return outcomes


def _short(text: str) -> str:
    plain = " ".join(text.split())
    return plain if len(plain) <= _SHOWN else f"{plain[:_SHOWN]}…"


async def decide(
    chat: ChatModel, name: str, history: Sequence[Said], said: Said, candidates: Mapping[str, str]
) -> Decision | None:
    """Ask a language model who should answer (1).

    Args:
        chat: the model.
        name: the character's name.
        history, said: the talk, and the message to be answered.
        candidates: who may speak, and why (`candidates`).

    Returns:
        The decision; None if it names none of the candidates.

    Raises:
        ChatError: the model failed, or didn't answer as asked.
    """
    decided = await answer(chat, route_messages(name, history, said, candidates), _schema(tuple(candidates)))
    chosen, why = getattr(decided, "responder", ""), getattr(decided, "because", "")
    return Decision(chosen, why) if chosen in candidates else None


def route_messages(name: str, history: Sequence[Said], said: Said, candidates: Mapping[str, str]) -> list[Message]:
    """Return the messages that ask who should answer.

    Args:
        name: the character's.
        history: the turns before.
        said: the turn to answer.
        candidates: what each responder does, by its name.
    """
    listed = "\n".join(f"- {line(one)}: {line(what)}" for one, what in candidates.items())
    talk = "\n".join(f"{line(turn.speaker or 'somebody')}: {line(turn.text)}" for turn in (*history, said))
    return asking("route", f"Who can answer:\n{listed}\n\nThe talk:\n{talk}", name=name)


@lru_cache(maxsize=64)
def _schema(names: tuple[str, ...]) -> type[BaseModel]:
    """Return the schema of a decision, in which only some names may be chosen."""
    from typing import Literal

    from pydantic import create_model

    one_of: Any = Literal[names]
    return create_model("Decision", because=(str, ""), responder=(one_of, ...))
