"""A recall told as one coherent account by a language model (5), with a check that it adds nothing."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from soulkeep.errors import ChatError
from soulkeep.models.chat import ChatModel, Message, complete
from soulkeep.records import Recall
from soulkeep.text.evidence import Evidence, rests_on
from soulkeep.text.sentences import sentences

_PROMPT = Path(__file__).parent.parent / "prompts" / "narrative.md"


@dataclass(frozen=True, slots=True, kw_only=True)
class Narrative:
    """One account of several memories.

    Attributes:
        text: the account.
        author: `"model"`, or `"template"` where there is no model, it failed, or nothing it wrote rests on a memory.
        dropped: sentences of the model's that rest on no memory; they were left out.
    """

    text: str
    author: str
    dropped: tuple[str, ...] = ()


async def tell(recall: Recall, chat: ChatModel | None) -> Narrative:
    """Tell a recall as one account."""
    template = recall.narrative()
    if chat is None or not recall.hits:
        return Narrative(text=template, author="template")
    messages = [
        Message("system", _PROMPT.read_text(encoding="utf-8").strip()),
        Message("user", f"{recall.queries[0]}\n\nThe memories:\n\n{template}"),
    ]
    try:
        written = await complete(chat, messages)
    except ChatError:
        return Narrative(text=template, author="template")
    kept: list[str] = []
    dropped: list[str] = []
    evidence = Evidence(template, recall.language)
    for sentence in sentences(written):
        (kept if rests_on(sentence, evidence) else dropped).append(sentence)
    if not kept:
        return Narrative(text=template, author="template", dropped=tuple(dropped))
    return Narrative(text=" ".join(kept), author="model", dropped=tuple(dropped))
