"""Checking by a language model: its two decision prompts, and what of its answers can be used (1: Fig. 4).

One call scans all sentences for claims; a second one judges all claims against all sources at once, memory by memory.
So the verdicts against all memories and against the referenced ones come from one answer and can't disagree, and a
reply costs two calls, however many claims it makes. Imports pydantic by way of the schemas.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

from soulkeep.claims import CONTRADICTED, NOT_FOUND, SUPPORTED
from soulkeep.dialogue.entailment_schemas import Judged, Scanned
from soulkeep.dialogue.references import disarmed
from soulkeep.models.chat import ChatModel, Message
from soulkeep.models.structured import answer
from soulkeep.text.evidence import Evidence, rests_on
from soulkeep.text.moments import human_date

_PROMPTS = Path(__file__).parent.parent / "prompts"


async def scanned(
    chat: ChatModel, sentences: Sequence[str], name: str, person: str, language: str
) -> list[tuple[int, str]]:
    """The claims of a reply, each with the number of its sentence from 0; those that aren't in the text are dropped.

    Args:
        chat: the model.
        sentences: of the reply, without labels.
        name, person: who says "I", and whom they say "you" to.
        language: of the reply.

    Raises:
        ChatError: the model failed.
    """
    if not sentences:
        return []
    lines = "\n".join(f"[{number}] {' '.join(one.split())}" for number, one in enumerate(sentences, 1))
    seen = await answer(chat, _messages("claims", name, person, lines), Scanned)
    found: list[tuple[int, str]] = []
    for one in seen.claims:
        number = one.sentence - 1
        if not 0 <= number < len(sentences) or (number, one.claim) in found:
            continue
        said = Evidence(f"{sentences[number]} {name} {person}", language)
        if rests_on(one.claim, said):
            found.append((number, one.claim))
    return sorted(found, key=lambda claim: claim[0])


async def judged(
    chat: ChatModel,
    claims: Sequence[str],
    memories: Sequence[tuple[str, str | None]],
    description: str,
    name: str,
    person: str,
    today: datetime | None,
) -> tuple[list[tuple[list[str], str]], tuple[str, ...]]:
    """For each claim the verdict of each memory and that of the description; also notes on what the model left out.

    Args:
        chat: the model.
        claims: what to judge.
        memories: texts and their speakers.
        description: who the character is.
        name, person: the character, and whom it faces.
        today: the present, if it is known.

    Raises:
        ChatError: the model failed.
    """
    parts = [
        f"Description of {name}:\n{description.strip() or '(none)'}",
        "Memories:\n" + ("\n".join(_memory(i, *memory) for i, memory in enumerate(memories, 1)) or "(none)"),
        "Claims:\n" + "\n".join(f"[{number}] {claim}" for number, claim in enumerate(claims, 1)),
    ]
    if today is not None:
        parts.insert(0, f"Today is {human_date(today, 'en')}.")
    seen = await answer(chat, _messages("verdicts", name, person, "\n\n".join(parts)), Judged)
    by_claim = {one.claim: one for one in reversed(seen.verdicts)}
    found: list[tuple[list[str], str]] = []
    missing = 0
    for number in range(1, len(claims) + 1):
        one = by_claim.get(number)
        missing += one is None
        against = [] if one is None else one.contradicted_by
        for_it = [] if one is None else one.supported_by
        places = [
            SUPPORTED if place in for_it else CONTRADICTED if place in against else NOT_FOUND
            for place in range(1, len(memories) + 1)
        ]
        described = one.description if one is not None and description.strip() else NOT_FOUND
        found.append((places, described))
    notes = (f"{chat.name} gave no verdict on {missing} of {len(claims)} claims; they count as not found.",)
    return found, notes if missing else ()


def _memory(number: int, text: str, speaker: str | None) -> str:
    said = f"{speaker} said: " if speaker else ""
    return f"[{number}] {said}{disarmed(' '.join(text.split()))}"


def _messages(task: str, name: str, person: str, lines: str) -> list[Message]:
    system = (_PROMPTS / f"{task}.md").read_text(encoding="utf-8").strip()
    return [Message("system", system.replace("{name}", name).replace("{person}", person)), Message("user", lines)]
