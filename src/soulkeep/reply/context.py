"""The prompt for a language model that the caller runs: the same working memory that replies are written from."""

from __future__ import annotations

from dataclasses import replace

from soulkeep.character.relationship import Relationship
from soulkeep.lang.tokens import count_tokens
from soulkeep.reply.gather import gather
from soulkeep.reply.pipeline import overhear
from soulkeep.reply.prompt import working_memory
from soulkeep.reply.timing import Watch
from soulkeep.types.records import Turn
from soulkeep.types.replies import Context


async def context(relationship: Relationship, turn: Turn, tokens: int | None) -> Context:
    """Return the prompt and memories by which a model can answer a turn. Nothing is stored.

    Args:
        relationship: the character, and the person it faces.
        turn: what is said; the id of a stored turn means its place in the talk.
        tokens: size of the whole at most, without the description, which is never cut; None: as in the settings.
    """
    import asyncio

    chat, settings = relationship.runtime.chat, relationship.settings
    if tokens is not None:
        settings = replace(settings, prompt_tokens=tokens)
    heard = await asyncio.to_thread(overhear, relationship, turn)
    situation = await gather(relationship, heard, writes=True, watch=Watch())
    prompt = working_memory(situation, settings, chat.count_tokens if chat else count_tokens)
    return Context(
        messages=tuple({"role": message.role, "content": message.content} for message in prompt.messages),
        sections=prompt.sections,
        labels=prompt.labels,
        recall=situation.recall,
        tokens=prompt.tokens,
        notes=situation.recall.notes,
    )
