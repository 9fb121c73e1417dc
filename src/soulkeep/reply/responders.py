"""The responders that every character has."""

from __future__ import annotations

import re
import zlib
from collections.abc import Sequence
from dataclasses import replace

from soulkeep.judgement.model import judge
from soulkeep.judgement.talk import act, asks_something
from soulkeep.lang.function_words import telling_terms
from soulkeep.lang.questions import is_question
from soulkeep.lang.references import leans_on_talk
from soulkeep.lang.selfhood import speaks_of_self
from soulkeep.lang.shared_past import asks_of_shared_past
from soulkeep.lang.terms import terms
from soulkeep.lang.utterances import utterance
from soulkeep.models.chat.base import ChatModel
from soulkeep.reply.bids import (
    ADMISSION,
    CLARIFICATION,
    COURTESY,
    EPISODE,
    EVENT,
    KNOWLEDGE,
    MODEL,
    MUST,
    VOICE,
    Bid,
    Responder,
)
from soulkeep.reply.evidence import NEAREST, PERHAPS
from soulkeep.reply.prompt import WorkingMemory, working_memory
from soulkeep.reply.situation import Situation
from soulkeep.reply.voice.fresh import fresh
from soulkeep.reply.voice.reactions import QUESTIONS, UNCLEAR, reaction, wordings
from soulkeep.reply.voice.second_person import told_to_face
from soulkeep.reply.voice.self_talk import speak_of_self
from soulkeep.reply.voice.voice import Spoken, speak
from soulkeep.settings import Settings
from soulkeep.types.records import Hit

_SAD = -0.4
"""Valence (-1…1) of a memory that isn't told beside the point."""
_ADDRESS = re.compile(r"[,，、](?:\s*[^\W\d_]+){1,2}\W*$")
"""How one is called, at the end: ", my friend"."""
_SURELY = 0.92
"""How likely somebody must ask something for the last words to be how one is called."""
_LEANING = 0.5
"""How much a message must lean on the talk before it to mean nothing without."""


class Writer(Responder):
    """A responder that has a language model write.

    Args:
        chat: the model.
        settings: budgets of the prompt.
    """

    task = ""
    """What holds for what it writes, beyond being in character."""
    rests_on_memories = True

    def __init__(self, chat: ChatModel, settings: Settings) -> None:
        self.chat = chat
        self.settings = settings

    def compose(self, situation: Situation) -> WorkingMemory:
        """What the model reads."""
        return working_memory(situation, self.settings, self.chat.count_tokens, task=self.task)


class Grounded(Writer):
    """The language model, which writes from what comes to mind (1: response generation)."""

    name = MODEL
    what = "Answers in character from what is remembered; fits most messages."

    async def bid(self, situation: Situation) -> Bid | None:
        count = len(situation.recall.hits)
        return Bid(0.7, f"Memories that came to mind: {count}." if count else "Whatever is said can be answered.")


class Voice(Responder):
    """The offline voice, which quotes from memory, or from the description what the character is."""

    name = VOICE
    what = "Quotes a memory word for word."
    sees_all = False

    async def bid(self, situation: Situation) -> Bid | None:
        if not situation.said:
            return None
        if _of_self(situation) is not None:
            return Bid(0.6, "The description tells what is asked of the character.")
        if _of_person(situation) is not None:
            return Bid(0.6, "It is known of the person.")
        found = situation.evidence.at_least(PERHAPS)
        if _reaction(situation) is not None:
            return Bid(0.6, "It asks for no memory.")
        if found:
            return Bid(0.6, f"Memories that bear on it: {len(found)}.", memories=tuple(hit.memory for hit in found))
        if asks_something(situation.said):
            return None
        return Bid(0.35, "It is worth remembering.")

    def worded(self, situation: Situation, bid: Bid) -> Bid:
        found = situation.evidence.at_least(PERHAPS) if bid.memories else ()
        spoken = _of_self(situation) or (None if found else _reaction(situation)) or _spoken(situation, found)
        return replace(bid, text=spoken.text, memories=spoken.memories, plain=spoken.plain)


class KnowledgeResponder(Responder):
    """What knowledge or the shared past say, as a consideration made it out (2: dialogue manager).

    Args:
        name: which of the two, or courtesy.
        what: what it answers.
        beside_model: a language model is told the same, and says it in its own words.
    """

    sees_all = False

    def __init__(self, name: str, what: str, *, beside_model: bool) -> None:
        self.name = name
        self.what = what
        self._beside_model = beside_model

    async def bid(self, situation: Situation) -> Bid | None:
        found = situation.considered
        if found is None or found.responder != self.name or not found.text:
            return None
        why = next((f"It answers what is asked: {fact}" for fact in found.facts), "It fits what was said.")
        if not found.sure:
            return Bid(0.25 if self._beside_model else 0.3, "It may be meant.", found.text)
        return Bid(0.65 if self._beside_model else 0.8, why, found.text)


class Event(Responder):
    """A scripted event (3): its lines are said as they stand; free talk is left to the others."""

    name = EVENT
    what = "Says the lines of the story that is being told."
    sees_all = False

    def __init__(self, *, beside_model: bool) -> None:
        self._beside_model = beside_model

    async def bid(self, situation: Situation) -> Bid | None:
        step = situation.event
        if step is None or not step.text:
            return None
        if step.kind != "talk":
            return Bid(MUST, step.why, step.text)
        return None if self._beside_model else Bid(0.65, step.why, step.text)  # a model is told what to steer to


class Clarification(Responder):
    """Asks back where a message leans on a talk that isn't there."""

    name = CLARIFICATION
    what = "Asks what is meant, where that can't be told."
    sees_all = False

    def __init__(self, *, beside_model: bool) -> None:
        self._beside_model = beside_model

    async def bid(self, situation: Situation) -> Bid | None:
        unclear = act(situation.said) == "unclear"
        if situation.history or not (unclear or is_question(situation.said)):
            return None
        if not unclear and leans_on_talk(situation.said, situation.language) < _LEANING:
            return None
        ways = wordings(UNCLEAR, situation.persona, situation.language)
        text = fresh(ways, situation.lately, _variant(situation))
        return Bid(0.3 if self._beside_model else 0.45, "It refers to something that wasn't said.", text)


class Admission(Responder):
    """Admits that nothing is remembered: what remains where nothing else is to be said, so that no lack of memory
    becomes an invention (1: future work). Beside a language model it is the model's to say so."""

    name = ADMISSION
    what = "Admits to remember nothing of what is asked."
    sees_all = False

    def __init__(self, *, beside_model: bool) -> None:
        self._beside_model = beside_model

    async def bid(self, situation: Situation) -> Bid | None:
        return Bid(0.05 if self._beside_model else 0.2, "Nothing remembered bears on it.")

    def worded(self, situation: Situation, bid: Bid) -> Bid:
        if self._beside_model or not asks_something(situation.said):
            return replace(bid, text=admission(situation))
        near = situation.evidence.at_least(NEAREST)
        if any(judge(hit.memory.text).valence <= _SAD for hit in near):
            near = ()  # no grief is near anything
        spoken = _spoken(situation, near, near=True)
        return replace(bid, text=spoken.text, memories=spoken.memories, plain=spoken.plain)


def built_in(chat: ChatModel | None, settings: Settings) -> tuple[Responder, ...]:
    """All of them; of equal bids, the first wins. The last always bids."""
    beside = chat is not None
    writers = () if chat is None else (Grounded(chat, settings),)
    return (
        Event(beside_model=beside),
        *writers,
        KnowledgeResponder(KNOWLEDGE, "Tells what is known for certain of things.", beside_model=beside),
        KnowledgeResponder(
            EPISODE, "Tells of earlier talks: what was asked, said and done, and when.", beside_model=beside
        ),
        KnowledgeResponder(COURTESY, "Greets, thanks, says goodbye.", beside_model=beside),
        Voice(),
        Clarification(beside_model=beside),
        Admission(beside_model=beside),
    )


def _spoken(situation: Situation, found: Sequence[Hit] = (), *, near: bool = False) -> Spoken:
    return speak(
        situation.said,
        found,
        language=situation.language,
        person=situation.person,
        own_names=situation.own_names,
        now=situation.now,
        persona=situation.persona,
        lately=situation.lately,
        sure=bool(found) and situation.evidence.sure,
        facts=_facts(situation),
        near=near,
    )


def _of_person(situation: Situation) -> str | None:
    """What is known of the person, if that is what they ask."""
    return told_to_face(
        situation.said,
        _facts(situation),
        situation.persona,
        situation.person,
        language=situation.language,
        lately=situation.lately,
    )


def _facts(situation: Situation) -> list[str]:
    return list(situation.known)


def _reaction(situation: Situation) -> Spoken | None:
    """What is said to what asks for no memory; None where a memory surely answers, or nothing is to be said."""
    said, language = situation.said, situation.language
    done = act(said)
    name = reaction(done, situation.mood)
    if name is None:
        return None
    if done in QUESTIONS and (
        speaks_of_self(_ADDRESS.sub("", said) if judge(said).acts[done] >= _SURELY else said, language)
        or asks_of_shared_past(said, language) is not None
        or situation.evidence.sure
        or (situation.evidence.at_least(PERHAPS) if done == "how_are_you" else _touches_told(situation))
    ):
        return None
    if done == "remember" and (utterance(said, language).asks is not None or asks_something(said)):
        return None
    text = fresh(wordings(name, situation.persona, language), situation.lately, _variant(situation))
    return Spoken(text, text, (), VOICE)


def _touches_told(situation: Situation) -> bool:
    """Whether a question speaks of what the person told: then it is hardly about the character."""
    asked = telling_terms(situation.said, situation.language)
    told = (hit.memory for hit in situation.recall.hits if hit.memory.speaker == situation.person)
    return any(not asked.isdisjoint(terms(memory.text, memory.language)) for memory in told)


def _of_self(situation: Situation) -> Spoken | None:
    return speak_of_self(
        situation.said,
        situation.persona,
        language=situation.language,
        person=situation.person,
        lately=situation.lately,
    )


def admission(situation: Situation) -> str:
    """That nothing is remembered, in the character's way."""
    return _spoken(situation, near=True).text


def _variant(situation: Situation) -> int:
    return zlib.crc32(f"{situation.said}|{situation.now.isoformat()}".encode())
