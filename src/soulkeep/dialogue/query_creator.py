"""What to search for, asked of a language model (1: query creator)."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from soulkeep.models.chat import ChatModel, Message, complete
from soulkeep.recall.queries import Said

_PROMPT = Path(__file__).parent.parent / "prompts" / "query.md"
_LONGEST = 300


async def create_query(chat: ChatModel, name: str, history: Sequence[Said], said: Said) -> str:
    """One line that asks what the last message asks, understood without the talk before it.

    Raises:
        ChatError: the model failed.
    """
    talk = "\n".join(f"{turn.speaker or 'somebody'}: {turn.text}" for turn in (*history, said))
    system = _PROMPT.read_text(encoding="utf-8").strip().format(name=name)
    written = await complete(chat, [Message("system", system), Message("user", talk)])
    return (written.strip().splitlines() or [""])[0].strip(" \"'“”「」")[:_LONGEST]
