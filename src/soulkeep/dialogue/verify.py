"""What a reply may rest on, and whether it does (1: fact-checking pipeline)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from soulkeep.claims import Check
from soulkeep.dialogue.check import Source, check, check_by_model
from soulkeep.dialogue.situation import Situation
from soulkeep.models.chat import ChatModel
from soulkeep.records import Memory
from soulkeep.settings import Settings


def passes(found: Check | None, settings: Settings) -> bool:
    """Whether what was checked may be said: nothing contradicted, and enough of it grounded."""
    if found is None or found.grounded is None:
        return True
    return not found.contradicted and found.grounded >= settings.grounded_above


async def verify(
    text: str, situation: Situation, labels: Mapping[str, Memory], chat: ChatModel | None, settings: Settings
) -> Check | None:
    """Check what is to be said; None if nothing is to be checked.

    Args:
        text: the reply, with its labels.
        situation: what it was made from.
        labels: the memories that it could name.
        chat: a language model, where `Settings.checker` asks for one.
        settings: whether to check, and by whom.
    """
    if settings.check == "off":
        return None
    import asyncio

    recalled, public = _sources(situation, labels)
    grounds: dict[str, Any] = {
        "recalled": recalled,
        "cited": {label: label for label in labels},
        "description": situation.description,
        "name": situation.name,
        "person": situation.person,
        "language": situation.language,
        "today": situation.now,
    }
    notes: tuple[str, ...] = ()
    found: Check | None = None
    if settings.checker == "model" and chat is not None:
        try:
            found = await check_by_model(chat, text, **grounds)
        except Exception as error:  # a model of the caller's own may raise anything
            notes = (f"Checked by rules: {error}",)
    if found is None:
        found = await asyncio.to_thread(partial(check, text, **grounds))
    claims = tuple(replace(one, sources=_public(one.sources, public)) for one in found.claims)
    return replace(found, claims=claims, notes=(*found.notes, *notes))


def _public(sources: Sequence[str], ids: Mapping[str, str]) -> tuple[str, ...]:
    """Sources by the ids of the memories that they are; others have none."""
    return tuple(dict.fromkeys(ids[id] for id in sources if id in ids))


def _sources(situation: Situation, labels: Mapping[str, Memory]) -> tuple[list[Source], dict[str, str]]:
    """All that a reply may rest on beside the description; and of those that are memories, their ids."""
    found = [Source(label, memory.text, memory.speaker) for label, memory in labels.items()]
    talk = [Source(f"talk {i}", turn.text, turn.speaker) for i, turn in enumerate(situation.history)]
    said = [Source("said", situation.said, situation.person)] if situation.said else []
    told = [*situation.known, *(hit.memory.text for hit in situation.facts), situation.earlier, situation.narrative]
    if situation.considered is not None:
        told += [*situation.considered.facts, *(one.text for one in situation.considered.remarks if one.told)]
    if situation.scene is not None:
        told += [situation.scene.place, *situation.scene.objects, *situation.scene.events]
    known = [Source(f"known {i}", text, None) for i, text in enumerate(filter(None, told))]
    ids = {label: memory.id for label, memory in labels.items()}
    ids |= {f"talk {i}": turn.id for i, turn in enumerate(situation.history)}
    return [*found, *talk, *said, *known], ids
