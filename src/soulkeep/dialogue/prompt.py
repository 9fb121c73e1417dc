"""Working memory: the prompt that a language model reads.

What stays the same comes first (who the character is), then the talk as it grows, and what changes with every message
last (the memories, the scene), so that a server can reuse what it has read before.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

from soulkeep.dialogue.references import disarmed, label
from soulkeep.models.chat import Message
from soulkeep.records import Memory, Scene
from soulkeep.stores.base import Entry
from soulkeep.text.moments import ago, human_date

_PROMPTS = Path(__file__).parent.parent / "prompts"


def reply_prompt(
    *,
    name: str,
    description: str,
    description_words: int,
    memories: Sequence[Memory],
    history: Sequence[Entry],
    own_names: frozenset[str],
    said: str,
    scene: Scene | None,
    now: datetime,
) -> list[Message]:
    """The messages for a reply.

    Args:
        name, description: who the character is; of the description, the first `description_words` words.
        memories: what came to mind; they are labelled m1, m2, … in this order.
        history: the last turns, oldest first, without the one to be answered.
        own_names: the speakers under which the character's own turns are stored.
        said: what the person just said.
        scene: what is around.
        now: the present, in the person's time zone.
    """
    template = (_PROMPTS / "reply.md").read_text(encoding="utf-8")
    short = " ".join(description.split(" ")[:description_words])
    messages = [Message("system", template.format(name=name, description=short).strip())]
    for entry in history:
        role = "assistant" if entry.speaker in own_names else "user"
        messages.append(Message(role, entry.text))  # type: ignore[arg-type]
    blocks = [_memories(memories, now), _scene(scene), said]
    messages.append(Message("user", "\n\n".join(block for block in blocks if block)))
    return messages


def _memories(memories: Sequence[Memory], now: datetime) -> str:
    if not memories:
        return "(You remember nothing that fits.)"
    lines = [f"[{label(i)}] {_origin(memory, now)}: {disarmed(memory.text)}" for i, memory in enumerate(memories)]
    return "What you remember:\n" + "\n".join(lines)


def _origin(memory: Memory, now: datetime) -> str:
    """Where a memory comes from, for a reader."""
    who = memory.speaker or memory.heading or memory.source
    if memory.time is None:
        return who
    return f"{who}, {human_date(memory.time, 'en')} ({ago(memory.time, now, 'en')})"


def _scene(scene: Scene | None) -> str:
    if scene is None:
        return ""
    parts = [
        f"Place: {scene.place}." if scene.place else "",
        f"Present: {', '.join(scene.present)}." if scene.present else "",
        f"Around: {', '.join(scene.objects)}." if scene.objects else "",
        f"Just now: {' '.join(scene.events)}" if scene.events else "",
    ]
    return " ".join(filter(None, parts))
