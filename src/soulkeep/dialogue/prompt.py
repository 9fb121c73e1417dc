"""Working memory: the prompt that a language model reads.

What stays the same comes first (who the character is), then the talk as it grows, and what changes with every message
last (memories, feelings, the scene), so that a server can reuse what it has read before.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path

from soulkeep.dialogue.references import disarmed, label
from soulkeep.dialogue.situation import Situation
from soulkeep.models.chat import Message
from soulkeep.records import Hit, Memory, Scene
from soulkeep.text.moments import ago, human_date

_PROMPTS = Path(__file__).parent.parent / "prompts"


def reply_prompt(situation: Situation, *, description_words: int) -> list[Message]:
    """The messages for a reply. Memories are labelled m1, m2, … in the order of the recall's hits.

    Args:
        situation: what the reply is made from.
        description_words: how many words of the character's description are told.
    """
    template = (_PROMPTS / "reply.md").read_text(encoding="utf-8")
    short = " ".join(situation.description.split(" ")[:description_words])
    messages = [Message("system", template.format(name=situation.name, description=short).strip())]
    for entry in situation.history:
        role = "assistant" if entry.speaker in situation.own_names else "user"
        messages.append(Message(role, entry.text))  # type: ignore[arg-type]
    blocks = [
        _earlier(situation),
        _known(situation),
        _memories(situation.recall.hits, situation.now),
        _considered(situation),
        _feelings(situation),
        _scene(situation.scene),
        situation.said,
    ]
    messages.append(Message("user", "\n\n".join(block for block in blocks if block)))
    return messages


def _earlier(situation: Situation) -> str:
    if not situation.earlier:
        return ""
    when = "Earlier in this conversation" if situation.same_talk else "When you talked before"
    return f"{when}:\n{disarmed(situation.earlier)}"


def _known(situation: Situation) -> str:
    if not situation.facts:
        return ""
    lines = [f"- {disarmed(hit.memory.text)}" for hit in situation.facts]
    return f"What you know about {situation.person}:\n" + "\n".join(lines)


def _considered(situation: Situation) -> str:
    """What the character knows of what is asked, and what it could remark."""
    considered = situation.considered
    if considered is None:
        return ""
    told = [f"- {fact}" for fact in considered.facts]
    remark = next((one.text for one in considered.remarks if one.told), None)
    known = "\n".join(["You know this for certain:", *told]) if told else ""
    return "\n".join(filter(None, [known, f"If it fits, you may remark: {remark}" if remark else ""]))


def _memories(hits: Sequence[Hit], now: datetime) -> str:
    if not hits:
        return "(You remember nothing that fits.)"
    labels = {hit.memory.id: label(i) for i, hit in enumerate(hits)}
    return "What you remember:\n" + "\n".join(_memory(hit, labels, now) for hit in hits)


def _memory(hit: Hit, labels: Mapping[str, str], now: datetime) -> str:
    """One memory, with what of it no longer holds, and what was said later."""
    name = labels[hit.memory.id]
    line = f"[{name}] {_origin(hit.memory, now)}: {disarmed(hit.memory.text)}"
    for fact in hit.outdated:
        since = f" since {human_date(fact.until, 'en')}" if fact.until else ""
        line += f" (No longer so{since}: {disarmed(fact.text)})"
    if hit.later is not None and hit.later in labels:
        line += f" (Said before [{labels[hit.later]}].)"
    return line


def _origin(memory: Memory, now: datetime) -> str:
    """Where a memory comes from, for a reader."""
    who = memory.speaker or memory.heading or memory.source
    if memory.time is None:
        return who
    return f"{who}, {human_date(memory.time, 'en')} ({ago(memory.time, now, 'en')})"


def _feelings(situation: Situation) -> str:
    """Mood and bond in words; nothing where they are neutral."""
    mood, bond = situation.mood, situation.bond
    felt = [_grade(mood.valence, _VALENCE), _grade(mood.arousal, _AROUSAL)]
    between = [_grade(bond.closeness, _CLOSENESS), _grade(bond.trust, _TRUST)]
    lines = []
    if any(felt):
        lines.append(f"You feel {' and '.join(filter(None, felt))}.")
    if any(between):
        lines.append(f"To you, {situation.person} is {' and '.join(filter(None, between))}.")
    return " ".join(lines)


_VALENCE = ("miserable", "low", "good", "happy")
_AROUSAL = ("drained", "tired", "lively", "agitated")
_CLOSENESS = ("an enemy", "somebody you keep away from", "somebody you like", "very close to you")
_TRUST = ("nobody you would believe", "somebody to be careful with", "somebody you trust", "somebody you trust blindly")
_SLIGHT, _STRONG = 0.2, 0.6


def _grade(value: float, words: tuple[str, str, str, str]) -> str:
    """A feeling of -1…1 as one of four words, nothing about 0."""
    if abs(value) < _SLIGHT:
        return ""
    strong = abs(value) >= _STRONG
    return words[3 if strong else 2] if value > 0 else words[0 if strong else 1]


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
