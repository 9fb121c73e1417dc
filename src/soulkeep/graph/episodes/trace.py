"""The episodes of a log, in order: inputs, actions, messages and evaluations (2, section 2.1)."""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from urllib.parse import quote

from soulkeep.graph.episodes.log import STEPS, Input, Log, SpokenMessage
from soulkeep.graph.episodes.situations import SituationMatch
from soulkeep.types.episodes import Act, Episode, Similar

_PREFIX = "urn:soulkeep:turn:"


def episodes(log: Log) -> Iterator[Episode]:
    """Yield all episodes of a log, in order."""
    inputs = (episode for one in log.inputs for episode in of_input(one))
    messages = (episode for one in log.messages for episode in of_message(one))
    return heapq.merge(inputs, messages, key=lambda episode: episode.order)


def count(log: Log) -> int:
    """Return the number of episodes, without creating them, since `list` needs it first."""
    return len(log.inputs) + sum(_count(one) for one in log.messages)


def _count(message: SpokenMessage) -> int:
    """Return the number of episodes of a message, as `of_message` yields them."""
    acts = [act for act in message.acts if act.kind != "message"]
    return len(acts) + sum(_failed(act) for act in acts) + 1 + (message.by is not None)


def _failed(act: Act) -> bool:
    """Return whether an act found no answer."""
    return act.kind == "answer" and act.found == 0


def of_input(one: Input) -> Iterator[Episode]:
    """Yield the episode of an input."""
    yield Episode(
        id=input_id(one),
        kind="input",
        order=one.order,
        time=one.moment,
        turn=one.turn,
        text=one.text,
        understanding=one.understanding,
        evaluation=one.evaluation,
    )


def of_message(one: SpokenMessage) -> Iterator[Episode]:
    """Yield the episodes of the acts before a message, of the message, and of their evaluations."""
    step = 0
    turn = _turn(one.turn)
    for act in one.acts:
        if act.kind == "message":
            continue
        failed = _failed(act)
        id = f"{turn}#{act.kind}{step}"
        yield Episode(
            id=id,
            kind=act.kind,
            order=one.seq * STEPS + step,
            time=one.moment,
            turn=one.turn,
            acts=(act,),
            evaluation=-1.0 if failed else None,
        )
        step += 1
        if failed:
            yield Episode(
                id=f"{id}-evaluation",
                kind="evaluation",
                order=one.seq * STEPS + step,
                time=one.moment,
                turn=one.turn,
                evaluation=-1.0,
                of=id,
                internal=True,
            )
            step += 1
    yield Episode(
        id=message_id(one),
        kind="message",
        order=one.order,
        time=one.moment,
        turn=one.turn,
        text=one.text,
        acts=tuple(one.intents),
        evaluation=one.feedback,
    )
    if one.by is not None:
        yield Episode(
            id=f"{_turn(one.by.turn)}#evaluation",
            kind="evaluation",
            order=one.by.order + 1,
            time=one.by.moment,
            turn=one.by.turn,
            evaluation=one.feedback,
            of=message_id(one),
        )


def similar(match: SituationMatch, before: int) -> Similar | None:
    """Return an earlier situation as callers see it; None if none of its inputs is remembered individually."""
    earlier = match.situation.earlier(before)
    if not earlier:
        return None
    last = earlier[-1]
    sent = () if last.message is None else of_message(last.message)
    return Similar(
        episode=next(of_input(last)),
        resemblance=match.resemblance,
        parts=match.parts,
        by=match.by,
        via=match.via,
        times=len(earlier) + match.situation.blended,
        outcome=next((one for one in sent if one.kind == "message"), None),
        evaluation=last.evaluation,
    )


def input_id(one: Input) -> str:
    """Return the IRI of an input's episode."""
    return f"{_turn(one.turn)}#input"


def message_id(one: SpokenMessage) -> str:
    """Return the IRI of a message's episode."""
    return f"{_turn(one.turn)}#message"


def _turn(id: str) -> str:
    return _PREFIX + quote(id, safe="")
