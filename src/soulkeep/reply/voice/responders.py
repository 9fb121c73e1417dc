"""The responders that speak without a language model: they quote what is remembered, and admit what is not."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from soulkeep.judgement.model import judge
from soulkeep.judgement.talk import act, asks_something
from soulkeep.lang.function_words import telling_terms
from soulkeep.lang.selfhood import speaks_of_self
from soulkeep.lang.shared_past import asks_of_shared_past
from soulkeep.lang.terms import terms
from soulkeep.lang.utterances import utterance
from soulkeep.reply.about_self import asks_about_character
from soulkeep.reply.admission import Admission, variant_of, ways_to_admit
from soulkeep.reply.bids import VOICE, Bid, Responder
from soulkeep.reply.evidence import NEAREST, PERHAPS
from soulkeep.reply.fresh import fresh
from soulkeep.reply.reactions import QUESTIONS, reaction, wordings
from soulkeep.reply.situation import Situation
from soulkeep.reply.voice.second_person import told_to_face
from soulkeep.reply.voice.self_talk import speak_of_self
from soulkeep.reply.voice.voice import Spoken, speak
from soulkeep.types.records import Hit

_SAD = -0.4
"""Valence (-1…1) up to which a memory isn't told as the nearest one."""
_ADDRESS = re.compile(r"[,，、](?:\s*[^\W\d_]+){1,2}\W*$")
"""Pattern of a form of address at the end: ", my friend"."""
_SURELY = 0.92
"""Likelihood that somebody asks, from which the last words are taken for a form of address."""


class VoiceResponder(Responder):
    """The offline voice, which quotes memories, or sentences of the description about the character."""

    name = VOICE
    what = "Quotes a memory word for word."
    sees_all = False
    waits = False

    async def bid(self, situation: Situation) -> Bid | None:
        if not situation.said:
            return None
        if _of_self(situation) is not None:
            return Bid(0.6, "The description tells what is asked of the character.")
        if _of_person(situation) is not None:
            return Bid(0.6, "It is known of the person.")
        evidence = situation.evidence.at_least(PERHAPS)
        if _reaction(situation) is not None:
            return Bid(0.6, "It asks for no memory.")
        if evidence:
            return Bid(
                0.6, f"Memories that bear on it: {len(evidence)}.", memories=tuple(hit.memory for hit in evidence)
            )
        if asks_something(situation.said) or _is_understood_as_question(situation):
            return None
        return Bid(0.35, "It is worth remembering.")

    def worded(self, situation: Situation, bid: Bid) -> Bid:
        evidence = situation.evidence.at_least(PERHAPS) if bid.memories else ()
        spoken = _of_self(situation) or (None if evidence else _reaction(situation)) or _spoken(situation, evidence)
        return replace(bid, text=spoken.text, memories=spoken.memories, plain=spoken.plain)


class NearestAdmission(Admission):
    """An admission that nothing is remembered, followed by what comes nearest to what is asked."""

    def worded(self, situation: Situation, bid: Bid) -> Bid:
        if not asks_something(situation.said):
            return super().worded(situation, bid)
        near = situation.evidence.at_least(NEAREST)
        if any(judge(hit.memory.text).valence <= _SAD for hit in near):
            near = ()  # sad memories aren't told where they don't answer
        spoken = _spoken(situation, near, near=True)
        return replace(bid, text=spoken.text, memories=spoken.memories, plain=spoken.plain)


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
        nothing=ways_to_admit(situation),
    )


def _of_person(situation: Situation) -> str | None:
    """Return what is known of the person, if that is what they ask; else None."""
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
    """Return the answer to what asks for no memory; None if a memory surely answers, or there is no such answer."""
    said, language = situation.said, situation.language
    done = act(said)
    name = reaction(done, situation.mood)
    if name is None:
        return None
    if done in QUESTIONS and (
        speaks_of_self(_ADDRESS.sub("", said) if judge(said).acts[done] >= _SURELY else said, language)
        or asks_of_shared_past(said, language) is not None
        or situation.evidence.sure
        or (done == "about_you" and _is_hardly_of_self(situation))
        or (situation.evidence.at_least(PERHAPS) if done == "how_are_you" else _touches_told(situation))
    ):
        return None
    if done == "remember" and (utterance(said, language).asks is not None or asks_something(said)):
        return None
    text = fresh(wordings(name, situation.persona, language), situation.lately, variant_of(situation))
    return Spoken(text, text, (), VOICE)


def _is_understood_as_question(situation: Situation) -> bool:
    """Return whether something of the character's knowledge may be asked, by the rules that read such questions."""
    return situation.understanding is not None and situation.understanding.is_question


def _is_hardly_of_self(situation: Situation) -> bool:
    """Return whether a question is hardly about the character: it names what it knows, or doesn't address it."""
    known = situation.understanding
    if known is None:
        return False
    if known.entities or known.classes or known.properties:
        return True
    said, persona, language = situation.said, situation.persona, situation.language
    return not asks_about_character(said, persona, language=language, person=situation.person)


def _touches_told(situation: Situation) -> bool:
    """Return whether a question speaks of what the person told, so that it is hardly about the character."""
    asked = telling_terms(situation.said, situation.language)
    told_memories = (hit.memory for hit in situation.recall.hits if hit.memory.speaker == situation.person)
    return any(not asked.isdisjoint(terms(memory.text, memory.language)) for memory in told_memories)


def _of_self(situation: Situation) -> Spoken | None:
    return speak_of_self(
        situation.said,
        situation.persona,
        language=situation.language,
        person=situation.person,
        lately=situation.lately,
    )
