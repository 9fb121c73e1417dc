"""A recall told as one coherent account by a language model (5), with a check that it adds nothing."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from soulkeep.errors import ChatError
from soulkeep.models.chat import ChatModel, Message, complete
from soulkeep.records import Recall
from soulkeep.text.function_words import telling_terms
from soulkeep.text.language import detect
from soulkeep.text.names import proper_names
from soulkeep.text.negation import denies
from soulkeep.text.sentences import sentences
from soulkeep.text.terms import terms

_PROMPT = Path(__file__).parent.parent / "prompts" / "narrative.md"

_RESTING = 0.6
"""Share of a sentence's telling words that its memories must hold."""

_NUMBER = re.compile(r"\d+")


class Evidence:
    """What a narrative may rest on, read once."""

    def __init__(self, text: str, language: str) -> None:
        self.language = language
        self.terms = frozenset(terms(text, language))
        self.numbers = frozenset(_NUMBER.findall(text))
        self.denies = denies(text, language)


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


def rests_on(sentence: str, evidence: Evidence) -> bool:
    """Whether a sentence says nothing that isn't in the evidence.

    Its numbers, its names and most of its telling words must be there, and a "not" if it has one.
    """
    language = detect(sentence, evidence.language)
    if not set(_NUMBER.findall(sentence)) <= evidence.numbers:
        return False
    if any(evidence.terms.isdisjoint(terms(name, language)) for name in proper_names(sentence)):
        return False
    if denies(sentence, language) and not evidence.denies:
        return False
    telling = telling_terms(sentence, language)
    return not telling or len(telling & evidence.terms) >= _RESTING * len(telling)
