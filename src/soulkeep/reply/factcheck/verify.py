"""Collecting what a reply may rest on, and checking it against that (1: fact-checking pipeline)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial

from soulkeep.models.chat.ledger import Metered
from soulkeep.reply.factcheck.check import Source, check
from soulkeep.reply.situation import Situation
from soulkeep.reply.stream import aside
from soulkeep.settings import Settings
from soulkeep.telemetry import passed_over
from soulkeep.types.claims import CONTRADICTED, RULES, Check
from soulkeep.types.records import FACT, INSIGHT, Memory


def contradictions(found: Check | None) -> list[str]:
    """Return the claims of an answer that a language model found contradicted; none of rules, which only annotate."""
    if found is None or found.author == RULES:
        return []
    return [claim.text for claim in found.claims if claim.verdict == CONTRADICTED]


async def verify(
    text: str, situation: Situation, labels: Mapping[str, Memory], checker: Metered | None, settings: Settings
) -> Check | None:
    """Check what is to be said; return None if `Settings.check` is off.

    Args:
        text: the reply, with its labels.
        situation: what it was made from.
        labels: the memories that it could name.
        checker: a language model, if `Settings.checker` asks for one; else rules check, and only annotate.
        settings: whether to check.
    """
    if settings.check == "off":
        return None

    sources, public = _sources(situation, labels)
    cited = {label: label for label in labels}
    notes: tuple[str, ...] = ()
    checked: Check | None = None
    if checker is not None:
        from soulkeep.reply.factcheck.by_model import Grounds, check_by_model

        grounds = Grounds(
            name=situation.name,
            person=situation.person_called,
            said=situation.said,
            description=situation.description,
            sources=[_with_person_named(source, situation) for source in sources],
            cited=cited,
            today=situation.now,
        )
        try:
            checker.ledger.require(checker.role)
            checked = await check_by_model(checker, text, grounds)
        except Exception as error:  # the caller's own model may raise anything
            passed_over("check", error)
            notes = (f"Checked by rules: {error}",)
    if checked is None:
        by_rules = partial(
            check,
            text,
            recalled=sources,
            cited=cited,
            description=situation.description,
            name=situation.name,
            person=situation.person,
            language=situation.language,
        )
        checked = await aside(by_rules)
    claims = tuple(replace(one, sources=_public(one.sources, public)) for one in checked.claims)
    return replace(checked, claims=claims, notes=(*checked.notes, *notes))


def _with_person_named(source: Source, situation: Situation) -> Source:
    """Return a source with the person's id replaced by their name."""
    return source._replace(speaker=situation.who(source.speaker))


def _public(sources: Sequence[str], ids: Mapping[str, str]) -> tuple[str, ...]:
    """Return the ids of those sources that are memories; others are left out."""
    return tuple(dict.fromkeys(ids[id] for id in sources if id in ids))


def _sources(situation: Situation, labels: Mapping[str, Memory]) -> tuple[list[Source], dict[str, str]]:
    """Return all sources of a reply except the description, and the memory ids of those that are memories. The person's
    message is no source: that they say or ask something supports nothing."""
    sources = [_memory(label, memory) for label, memory in labels.items()]
    talk = [Source(f"talk {i}", turn.text, turn.speaker, turn.time) for i, turn in enumerate(situation.history)]
    texts: list[tuple[str, str]] = [("Known", text) for text in situation.known]
    texts += [("Due", text) for text in situation.due]
    texts += [("Said before, in short", situation.earlier), ("Remembered", situation.narrative)]
    if situation.considered is not None:
        texts += [("Known for certain", text) for text in situation.considered.facts]
        texts += [("Told by the person", text) for text in situation.considered.told]
        texts += [("Remarked", one.text) for one in situation.considered.remarks if one.told]
    if situation.scene is not None:
        scene = situation.scene
        texts += [("Around", text) for text in (scene.place, *scene.objects, *scene.events)]
    others = [Source(f"known {i}", text, None, None, what) for i, (what, text) in enumerate(texts) if text]
    ids = {label: memory.id for label, memory in labels.items()}
    ids |= {f"talk {i}": turn.id for i, turn in enumerate(situation.history)}
    return [*sources, *talk, *others], ids


def _memory(label: str, memory: Memory) -> Source:
    if memory.kind in (FACT, INSIGHT):
        return Source(label, memory.text, None, memory.time, "Known" if memory.kind == FACT else "Concluded")
    return Source(label, memory.text, memory.speaker, memory.time, memory.heading or memory.source)
