"""The built-in responders, which every character has."""

from __future__ import annotations

from soulkeep.extras import VOICED, has, require
from soulkeep.judgement.talk import act
from soulkeep.lang.questions import is_question
from soulkeep.lang.references import leans_on_talk
from soulkeep.models.chat.base import ChatModel
from soulkeep.reply.admission import Admission, variant_of
from soulkeep.reply.bids import (
    CLARIFICATION,
    COURTESY,
    EPISODE,
    EVENT,
    KNOWLEDGE,
    MODEL,
    MUST,
    Bid,
    Responder,
    RuleResponder,
)
from soulkeep.reply.evidence import NEAREST
from soulkeep.reply.fresh import fresh
from soulkeep.reply.prompt import WorkingMemory, working_memory
from soulkeep.reply.reactions import UNCLEAR, wordings
from soulkeep.reply.situation import Situation
from soulkeep.settings import Settings

_LEANING = 0.5
"""How much a message must lean on the talk before it (0…1) to mean nothing by itself."""


class ModelResponder(Responder):
    """A responder that has a language model write.

    Args:
        chat: the model.
        settings: budgets of the prompt.
    """

    task = ""
    """Instructions for what it writes, beyond being in character."""
    rests_on_memories = True
    waits = False

    def __init__(self, chat: ChatModel, settings: Settings) -> None:
        self.chat = chat
        self.settings = settings

    def compose(self, situation: Situation) -> WorkingMemory:
        """Return the prompt that the model reads."""
        return working_memory(situation, self.settings, self.chat.count_tokens, task=self.task)


class GroundedResponder(ModelResponder):
    """The language model, which writes from what comes to mind (1: response generation)."""

    name = MODEL
    what = "Answers in character from what is remembered; fits most messages."

    async def bid(self, situation: Situation) -> Bid | None:
        count = len(situation.recall.hits)
        return Bid(0.7, f"Memories that came to mind: {count}." if count else "Whatever is said can be answered.")


class KnowledgeResponder(RuleResponder):
    """What knowledge or the shared past say, as a consideration made it out (2: dialogue manager).

    Args:
        name: the responder's name: knowledge, episode or courtesy.
        what: what it answers, in a few words.
        beside_model: whether a language model is told the same, and says it in its own words.
    """

    def __init__(self, name: str, what: str, *, beside_model: bool) -> None:
        super().__init__(beside_model=beside_model)
        self.name = name
        self.what = what

    async def bid(self, situation: Situation) -> Bid | None:
        considered = situation.considered
        if considered is None or considered.responder != self.name or not considered.text:
            return None
        why = next((f"It answers what is asked: {fact}" for fact in considered.facts), "It fits what was said.")
        if considered.beside and not self._beside_model:
            return Bid(0.1 if situation.evidence.at_least(NEAREST) else 0.5, "It names a thing.", considered.text)
        if not considered.sure:
            return Bid(0.25 if self._beside_model else 0.3, "It may be meant.", considered.text)
        return Bid(0.65 if self._beside_model else 0.8, why, considered.text)


class EventResponder(RuleResponder):
    """The responder of scripted events (3): their lines are said as they stand; free talk is left to the others."""

    name = EVENT
    what = "Says the lines of the story that is being told."

    async def bid(self, situation: Situation) -> Bid | None:
        step = situation.event
        if step is None or not step.text:
            return None
        if step.kind != "talk":
            return Bid(MUST, step.why, step.text)
        return None if self._beside_model else Bid(0.65, step.why, step.text)  # a model is told what to steer to


class ClarificationResponder(RuleResponder):
    """The responder that asks back where a message leans on a talk that isn't there."""

    name = CLARIFICATION
    what = "Asks what is meant, where that can't be told."

    async def bid(self, situation: Situation) -> Bid | None:
        unclear = act(situation.said) == "unclear"
        if situation.history or not (unclear or is_question(situation.said)):
            return None
        if not unclear and leans_on_talk(situation.said, situation.language) < _LEANING:
            return None
        ways = wordings(UNCLEAR, situation.persona, situation.language)
        text = fresh(ways, situation.lately, variant_of(situation))
        return Bid(0.3 if self._beside_model else 0.45, "It refers to something that wasn't said.", text)


def built_in(chat: ChatModel | None, settings: Settings) -> tuple[Responder, ...]:
    """Return all built-in responders; of equal bids, the first wins. The last always bids.

    Raises:
        MissingExtra: there is no language model, and the offline voice was left out of the install.
    """
    beside = chat is not None
    writers = () if chat is None else (GroundedResponder(chat, settings),)
    voiced: tuple[Responder, ...] = ()
    last: Responder = Admission(beside_model=beside)
    if not beside:
        require(VOICED)
    if has(VOICED):
        from soulkeep.reply.voice.responders import NearestAdmission, VoiceResponder

        voiced = (VoiceResponder(),)
        last = last if beside else NearestAdmission(beside_model=False)
    return (
        EventResponder(beside_model=beside),
        *writers,
        KnowledgeResponder(KNOWLEDGE, "Tells what is known for certain of things.", beside_model=beside),
        KnowledgeResponder(
            EPISODE, "Tells of earlier talks: what was asked, said and done, and when.", beside_model=beside
        ),
        KnowledgeResponder(COURTESY, "Greets, thanks, says goodbye.", beside_model=beside),
        *voiced,
        ClarificationResponder(beside_model=beside),
        last,
    )
