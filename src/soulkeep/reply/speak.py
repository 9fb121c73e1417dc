"""Replies for callers: spoken piece by piece or whole, and measured for telemetry."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from contextlib import aclosing
from datetime import datetime

from soulkeep.character.relationship import Relationship
from soulkeep.errors import InputError
from soulkeep.reply.stream import ReplyStream
from soulkeep.routing_rules import Rules
from soulkeep.telemetry import INVOKE, Telemetry, Value, attributes_of
from soulkeep.types.records import Scene, Turn
from soulkeep.types.replies import Reply


def stream_reply(
    facing: Callable[[str | None], Relationship],
    text: str,
    *,
    person: str | None = None,
    session: str | None = None,
    scene: Scene | None = None,
    time: datetime | None = None,
    id: str | None = None,
    heard_by: Sequence[str] | None = None,
    rules: Rules | None = None,
    remember: bool = True,
) -> ReplyStream:
    """Return the answer to a text, as it is spoken. The other arguments are as in `Character.reply`.

    Args:
        facing: returns the character facing a person, by the person's id.
        text: what the person says.
    """
    turn = Turn(text, None, time, session, id, scene, heard_by)  # type: ignore[arg-type]
    return stream_turn(facing(person), turn, rules, remember=remember)


def stream_turn(relationship: Relationship, turn: Turn, rules: Rules | None, *, remember: bool) -> ReplyStream:
    """Return the answer to a turn, as it is spoken.

    Args:
        relationship: the character, and the person it faces.
        turn: what the person says.
        rules: who may answer, in place of the settings'.
        remember: False to rehearse.
    """
    if rules is not None and not isinstance(rules, Rules):
        raise InputError("The rules must be a soulkeep.Rules.", hint='Write rules=soulkeep.Rules(forbid={"event"}).')
    from soulkeep.reply.pipeline import exchange  # imports all that replies need, which takes long

    items = exchange(relationship, turn, rules, remember=remember)
    telemetry, row = relationship.runtime.telemetry, relationship.row
    if telemetry is None:
        return ReplyStream(items)
    attributes: dict[str, Value] = {
        **attributes_of(row.id, row.name),
        "soulkeep.call": "reply",
        "soulkeep.person": relationship.person is not None,
    }
    if isinstance(turn.session, str):
        attributes["gen_ai.conversation.id"] = turn.session
    return ReplyStream(_measured(items, telemetry, attributes))


async def whole_reply(stream: ReplyStream) -> Reply:
    """Return the complete reply, after it was spoken."""
    async for _ in stream:
        pass
    return stream.reply


async def _measured(
    items: AsyncGenerator[str | Reply, None], telemetry: Telemetry, attributes: Mapping[str, Value]
) -> AsyncGenerator[str | Reply, None]:
    """Yield a reply as it is spoken, and record it in telemetry at its end."""
    with telemetry.operation(INVOKE, attributes) as note:
        async with aclosing(items):
            async for item in items:
                if isinstance(item, Reply):
                    note["soulkeep.responder"] = item.responder
                    note["gen_ai.memory.search.result.count"] = len(item.recall.hits)
                    note["gen_ai.usage.input_tokens"] = item.usage.prompt
                    note["gen_ai.usage.output_tokens"] = item.usage.completion
                    note.steps = item.trace.steps
                yield item
