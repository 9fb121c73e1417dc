"""One exchange: what the person said is stored, what comes to mind is answered from, and the answer is stored."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Sequence
from contextlib import suppress
from dataclasses import replace
from hashlib import blake2b
from typing import TYPE_CHECKING, Any

from soulkeep.dialogue.query_creator import create_query
from soulkeep.dialogue.references import label, without_labels
from soulkeep.dialogue.respond import Answer, respond
from soulkeep.dialogue.situation import Situation
from soulkeep.errors import ChatError, Erased, IdConflict, SoulkeepError
from soulkeep.experience import Understanding
from soulkeep.memory.feelings import impulses
from soulkeep.memory.scene import faded
from soulkeep.memory.short_term import earlier, recent_turns
from soulkeep.mind.entries import Answered, answered_by, memory_of, scene_of
from soulkeep.recall.filters import Filters
from soulkeep.recall.queries import Said
from soulkeep.recall.recollect import Question, merged
from soulkeep.records import BLEND, FACT, INSIGHT, PASSAGE, TURN, Recall, Reference, Reply, Scene, Turn
from soulkeep.relationship import ROLE, Relationship
from soulkeep.stores.base import Entry, Found, PartitionKey
from soulkeep.text.references import leans_on_talk
from soulkeep.text.validity import NAME_CHARACTERS

if TYPE_CHECKING:
    from soulkeep.episodes.companion import Consideration

_TOLD = (TURN, PASSAGE, BLEND, INSIGHT)
"""Kinds of the memories that a reply rests on. What is known of the person, and what was said before, in short, is told
beside them, and would be told twice."""


async def exchange(relationship: Relationship, turn: Turn) -> AsyncGenerator[str | Reply, None]:
    """Hear a turn and answer it, piece by piece; the last item is the whole reply."""
    import asyncio

    row, person, parts = relationship.row, relationship.person, relationship.workings
    settings = relationship.settings
    entry, before = await asyncio.to_thread(_hear, relationship, turn)
    heard = await asyncio.to_thread(parts.store.find, relationship.key, entry.id)
    into = heard.partition if heard else 0
    in_view = frozenset((place.partition, place.seq) for place in [heard, *(before if parts.chat else [])] if place)
    history = [Said(place.entry.text, place.entry.speaker) for place in before[-settings.history_turns :]]
    asked = relationship.question(
        turn.text,
        k=settings.reply_memories,
        time=turn.time,
        filters=Filters(kinds=_TOLD),
        in_view=in_view,
        history=history,
    )
    recall, understood, considered = await _remember(relationship, asked, entry, heard)
    if answered := _stored_answer(relationship, turn):
        reply = _answered(relationship, answered, recall, entry.id)
        yield reply.text
        yield reply
        return
    situation = Situation(
        said=turn.text,
        person=person or ROLE,
        name=row.name,
        description=row.description,
        own_names=relationship.own_names,
        recall=recall,
        history=[place.entry for place in before],
        scene=_scene(relationship, turn.scene, before, asked.now.timestamp()),
        language=asked.language,
        now=asked.now,
        considered=considered,
    )
    if parts.chat is not None:
        situation = await asyncio.to_thread(_with_background, relationship, situation, asked, before, turn.session)
    said: list[str] = []
    answer: Answer | None = None
    try:
        async for item in respond(situation, parts.chat, settings):
            if isinstance(item, Answer):
                answer = item
            else:
                said.append(item)
                yield item
    except (GeneratorExit, asyncio.CancelledError):  # the listener left: what was heard was said
        if text := without_labels("".join(said)):
            with suppress(SoulkeepError):  # erased, or answered beside this call
                _say(relationship, text, (), turn, into)
        raise
    assert answer is not None
    own: Entry | None = None
    try:
        own = await asyncio.to_thread(
            _say, relationship, answer.plain, answer.references, turn, into, answer.responder, entry.id, considered
        )
    except IdConflict:  # the same call ran beside this one, and was answered first
        if first := _stored_answer(relationship, turn):
            yield _answered(relationship, first, recall, entry.id)
            return
        raise
    except Erased:
        pass  # the person was erased while it was spoken
    yield Reply(
        text=answer.text,
        references=answer.references,
        responder=answer.responder,
        recall=recall,
        unknown_references=answer.unknown_references,
        usage=answer.usage,
        heard=entry.id,
        said=own.id if own else None,
        understanding=understood,
        similar=() if considered is None else considered.similar,
        patterns=() if considered is None else considered.patterns,
        remarks=() if considered is None else considered.remarks,
    )


async def _remember(
    relationship: Relationship, asked: Question, entry: Entry, heard: Found | None
) -> tuple[Recall, Understanding | None, Consideration | None]:
    """What comes to mind, and beside it what was understood, and what knowledge and the shared past say to it."""
    import asyncio

    if relationship.workings.chat is not None and relationship.knowledge is None:
        recall, _ = await _recollect(relationship, asked)
        return recall, None, None
    from soulkeep.considering import consider, is_unclear, refined, understanding_of

    understood = await asyncio.to_thread(understanding_of, relationship, entry)
    (recall, query), considered = await asyncio.gather(
        _recollect(relationship, asked, unclear=is_unclear(understood)),
        asyncio.to_thread(consider, relationship, entry, understood, heard, asked.now),
    )
    meant = None if understood is None else refined(relationship, understood, query)
    if meant is not None:
        understood = meant
        considered = await asyncio.to_thread(consider, relationship, entry, meant, heard, asked.now)
    if considered is not None and considered.notes:
        recall = replace(recall, notes=(*recall.notes, *considered.notes))
    return recall, understood, considered


async def _recollect(relationship: Relationship, asked: Question, *, unclear: bool = False) -> tuple[Recall, str]:
    """What comes to mind, by the rules' query and, where the message leans on the talk or names what is known without
    being understood, beside it by a model's; and the model's query, "" if there is none."""
    import asyncio

    chat, settings = relationship.workings.chat, relationship.workings.settings
    by_rules = asyncio.to_thread(relationship.recollect, asked)
    leans = bool(asked.history) and leans_on_talk(asked.text, asked.language)
    if chat is None or not settings.model_queries or not (leans or unclear):
        return await by_rules, ""
    message = Said(asked.text, relationship.person or ROLE)
    creating = asyncio.wait_for(
        create_query(chat, relationship.row.name, asked.history, message), settings.query_seconds
    )
    recall, created = await asyncio.gather(by_rules, creating, return_exceptions=True)
    if isinstance(recall, BaseException):
        raise recall
    if isinstance(created, (ChatError, TimeoutError)):
        note = f"Searched by the rules' query only: {created or 'the model took too long to say what to search for.'}"
        return replace(recall, notes=(*recall.notes, note)), ""
    if isinstance(created, BaseException):
        raise created
    if not created.strip():
        return replace(recall, notes=(*recall.notes, "Searched by the rules' query only: the model named none.")), ""
    again = await asyncio.to_thread(relationship.recollect, replace(asked, text=created, history=()))
    return merged(recall, again, asked.k), created


def _with_background(
    relationship: Relationship, situation: Situation, asked: Question, before: Sequence[Found], session: str | None
) -> Situation:
    """The situation with what a language model is told beside what came to mind."""
    store, settings, now = relationship.workings.store, relationship.settings, asked.now.timestamp()
    # What was just said is felt at once; it is stored with the work that waits.
    moved = impulses(asked.text, asked.language, now, settings)
    said_before = earlier(
        store,
        relationship.key,
        session,
        before,
        language=asked.language,
        own=relationship.own_names,
        settings=settings,
    )
    facts = replace(asked, k=settings.profile_facts, filters=Filters(kinds=(FACT,)), history=())
    known = relationship.recollect(facts).hits
    return replace(
        situation,
        earlier=said_before.text,
        same_talk=said_before.same_talk,
        facts=[
            hit
            for hit in known
            if hit.memory.speaker == situation.person
            and (hit.memory.ended is None or hit.memory.ended.timestamp() > now)
        ],
        mood=relationship.mood(now, moved),
        bond=relationship.bond(now, moved),
    )


def _scene(relationship: Relationship, scene: Scene | None, before: Sequence[Found], now: float) -> Scene | None:
    """What is around: as it was told now, or what is left of what was told last."""
    if scene is not None:
        return scene
    for place in reversed(before):
        told = scene_of(place.entry)
        if told is not None:
            when = place.entry.stored if place.entry.time is None else place.entry.time
            return faded(told, now - when, relationship.settings)
    return None


def _hear(relationship: Relationship, turn: Turn) -> tuple[Entry, list[Found]]:
    """Store the person's turn; also the turns before it."""
    parts = relationship.workings
    entry, _ = relationship.store_turns([turn], speaker=relationship.person or ROLE)[0]
    last = recent_turns(parts.store, relationship.key, turn.session, relationship.settings)
    return entry, [place for place in last if place.entry.id != entry.id]


def _say(
    relationship: Relationship,
    text: str,
    references: Sequence[Reference],
    turn: Turn,
    into: int,
    responder: str = "model",
    to: str | None = None,
    considered: Consideration | None = None,
) -> Entry:
    """Store the character's turn beside the one it answers, and strengthen the memories it rests on (1)."""
    parts = relationship.workings
    used = tuple(reference.memory for reference in references)
    answer = Answered(
        to=turn.id,
        references=tuple((memory.id, memory.person) for memory in used),
        heard=to,
        acts=_kept(considered, responder),
        responder=responder,
    )
    own = Turn(
        text=text,
        speaker=relationship.row.name,
        time=turn.time,
        session=turn.session,
        id=turn.id and _answer_id(turn.id),
        importance=None if references or responder == "model" else 1.0,  # the voice's "I'll remember that"
    )
    try:
        stored = relationship.store_turns([own], answer=answer, into=into)
    except IdConflict:
        if turn.id is None or _stored_answer(relationship, turn):
            raise
        # The caller has used the answer's id for something else.
        stored = relationship.store_turns([replace(own, id=None)], answer=answer, into=into)
    uses: dict[int, list[int]] = {}
    places = [(PartitionKey(memory.owner, memory.person), memory.id) for memory in used]
    if considered is not None and considered.responder == responder:
        places += [(relationship.key, id) for id in considered.retrieved]
    for key, id in places:
        place = parts.store.find(key, id)
        if place is not None:
            uses.setdefault(place.partition, []).append(place.seq)
    if uses:
        now = (turn.time or parts.clock.now()).timestamp()
        parts.store.touch(uses, boost=relationship.settings.learning, at=now)
    return stored[0][0]


def _kept(considered: Consideration | None, responder: str) -> tuple[dict[str, Any], ...]:
    """What was done before the answer, to be stored with it."""
    if considered is None:
        return ()
    from soulkeep.episodes.companion import kept

    return tuple(act.data() for act in kept(considered, responder))


def _stored_answer(relationship: Relationship, turn: Turn) -> Found | None:
    """The answer that this turn had before."""
    if turn.id is None:
        return None
    found = relationship.workings.store.find(relationship.key, _answer_id(turn.id))
    return found if found and answered_by(found.entry).to == turn.id else None


def _answered(relationship: Relationship, place: Found, recall: Recall, heard: str) -> Reply:
    """The reply made of a stored answer."""
    store = relationship.workings.store
    pairs = answered_by(place.entry).references
    keys = [(PartitionKey(relationship.row.id, person), id) for id, person in pairs]
    places = [(key, found) for key, id in keys if (found := store.find(key, id))]  # the others were deleted since
    references = tuple(
        Reference(label=label(i), memory=memory_of(key, found.entry)) for i, (key, found) in enumerate(places)
    )
    text = place.entry.text + "".join(f" [{reference.label}]" for reference in references)
    return Reply(
        text=text,
        references=references,
        responder="stored",
        recall=recall,
        heard=heard,
        said=place.entry.id,
    )


def _answer_id(id: str) -> str:
    """The id of the answer to a turn: its own, marked; a digest of it where that would be too long."""
    whole = f"{id}/answer"
    return whole if len(whole) <= NAME_CHARACTERS else f"{blake2b(id.encode(), digest_size=16).hexdigest()}/answer"
