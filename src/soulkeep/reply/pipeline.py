"""One exchange: stores what the person said, has the best responder answer, and stores the answer."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import aclosing, suppress
from dataclasses import replace
from datetime import datetime
from functools import partial
from hashlib import blake2b
from threading import Lock
from typing import Any

from soulkeep.character.relationship import ROLE, Relationship
from soulkeep.errors import Erased, IdConflict, SoulkeepError
from soulkeep.judgement.talk import asks_something
from soulkeep.lang.validity import NAME_CHARACTERS, cleaned, require_text
from soulkeep.memory.audience import audience_of
from soulkeep.memory.entries import Answered, answered_by, memory_of, responder_of
from soulkeep.memory.mood_and_bond import inner as inner_of
from soulkeep.memory.observe import perceive_turns, store_turns
from soulkeep.memory.worker import LookingThrough
from soulkeep.reply.bids import EVENT, MODEL
from soulkeep.reply.citations import label, without_labels
from soulkeep.reply.gather import gather, recalled, view_of
from soulkeep.reply.heard import Heard
from soulkeep.reply.in_view import others_in_view, others_told
from soulkeep.reply.respond import Answer, pick, respond
from soulkeep.reply.routing import Choice
from soulkeep.reply.situation import Situation
from soulkeep.reply.stream import aside, called_off
from soulkeep.reply.timing import Watch
from soulkeep.routing_rules import Rules
from soulkeep.search.recall import Place
from soulkeep.stores.rows import Entry, PlacedEntry
from soulkeep.stories.progress import next_step, openings
from soulkeep.stories.staging import TALK, Step
from soulkeep.telemetry import passing_over
from soulkeep.types.records import TURN, Memory, Recall, Reference, Turn
from soulkeep.types.replies import CHOSEN, Offer, Reply, Trace


async def exchange(
    relationship: Relationship, turn: Turn, rules: Rules | None = None, *, remember: bool = True
) -> AsyncGenerator[str | Reply, None]:
    """Hear a turn and answer it, piece by piece; the last item is the whole reply.

    Args:
        relationship: the character, and the person it faces.
        turn: what was said.
        rules: who may answer, in place of the settings'.
        remember: False for a rehearsal, in which nothing is stored. If the turn's id is that of a stored one, that is
            answered anew, as if nothing had come after it in its conversation.
    """
    parts, settings = relationship.runtime, relationship.settings
    watch, ruling = Watch(), rules or settings.rules
    looks = remember and parts.chat is None and asks_something(require_text(turn.text))

    def hear() -> tuple[Heard, PlacedEntry | None, list[str]]:
        heard = _hear(relationship, turn, looks) if remember else overhear(relationship, turn)
        stored = _stored_answer(relationship, turn) if remember else None
        return heard, stored, [] if stored else _spoke(relationship, heard, ruling)

    heard, stored, spoke = await watch.over("hear", aside(hear))
    if stored:
        reply = await _again(relationship, stored, heard)
        yield reply.text
        yield reply
        return
    quiet = {name: count for count, name in reversed(list(enumerate(spoke)))}
    writes = parts.chat is not None and not ruling.against(MODEL, quiet.get(MODEL))  # else no prompt shows the talk
    if remember and not writes and not looks and asks_something(turn.text):
        looking = LookingThrough(parts, relationship.key, relationship.row, heard.entry.id)
        await watch.over("look through", aside(looking.finish))
    situation = replace(await gather(relationship, heard, writes=writes, watch=watch), spoke=spoke)
    choice = await pick(parts.responders, situation, ruling, parts.chat, settings, watch)
    assert choice.responder is not None
    assert choice.bid is not None
    saying = _Saying(relationship, heard, situation, sees_all=choice.responder.sees_all) if remember else None
    if saying is not None:
        await aside(saying.look)
    said: list[str] = []
    answer: Answer | None = None
    own: Entry | None = None
    began = watch.now()
    try:
        async with aclosing(respond(situation, choice.responder, choice.bid, parts.models, settings)) as items:
            async for item in items:
                if isinstance(item, Answer):
                    answer = item
                    continue
                if not said:
                    watch.steps["first words"] = (began, watch.now())
                said.append(item)
                yield item
        assert answer is not None
        watch.steps["answer"] = (began, watch.now())
        if saying is not None:
            own = await watch.over("store", aside(saying.store, answer.plain, answer.responder, answer))
    except called_off():  # the listener left: what they heard counts as said
        with passing_over("answer", SoulkeepError), suppress(Erased, IdConflict):  # … or answered by a parallel call
            if saying is None:
                pass
            elif answer is not None:
                saying.store(answer.plain, answer.responder, answer)
            elif text := without_labels("".join(said)):
                saying.store(text, choice.responder.name)
        raise
    except IdConflict:  # a parallel call with the same turn was answered first
        first = await aside(_stored_answer, relationship, turn)
        if first is None:
            raise
        yield await _again(relationship, first, heard)
        return
    except Erased:
        pass  # the person was erased meanwhile, or somebody whose words were in view
    assert answer is not None
    considered = situation.considered
    notes_told = considered.notes if considered is not None else ()
    checked = answer.check.notes if answer.check is not None else ()
    notes = tuple(dict.fromkeys((*choice.notes, *situation.recall.notes, *notes_told, *checked, *answer.notes)))
    yield _reply(situation, answer, heard.entry.id if remember else None, own, _trace(choice, answer, watch, notes))


def begin(
    relationship: Relationship,
    *,
    session: str | None,
    now: datetime,
    given: datetime | None,
    language: str | None,
    heard_by: Sequence[str] | None = None,
) -> Reply | None:
    """Return what the character says first, if a story has something to say; it is stored as a turn.

    Args:
        relationship: the character, and the person it faces.
        session: the conversation.
        now: the present.
        given: the time that the caller gave, if any.
        language: language to speak in, ISO 639-1; by default that of what was said last.
        heard_by: who else hears it.
    """
    if relationship.settings.rules.against(EVENT, None):
        return None
    stamp = now.timestamp()
    if language is None:
        last = relationship.runtime.store.last(relationship.key, 1, kind=TURN)
        language = relationship.row.language or (last[0].entry.language if last else "")
    inner = inner_of(relationship, stamp)
    step = next_step(relationship, inner.scripts, None, language, now, inner.mood, inner.bond, None)
    if step is None or not step.text:
        return None
    turn = Turn(
        text=step.text,
        speaker=relationship.row.name,
        time=given,
        session=session,
        heard_by=heard_by,  # type: ignore[arg-type]
        importance=1.0,
    )
    beside = openings(relationship, step, language)
    answer = Answered(responder=EVENT, event=step.data())
    try:
        entry, _ = store_turns(relationship, [turn], answer=answer, beside=beside)[0]
    except IdConflict:  # a parallel call has opened it
        return None
    offer = Offer(responder=EVENT, score=1.0, weighed=1.0, why=step.why, outcome=CHOSEN)
    return Reply(
        text=step.text,
        references=(),
        responder=EVENT,
        recall=Recall(hits=(), asked=now, language=entry.language),
        said=entry.id,
        trace=Trace(offers=(offer,), why=step.why),
    )


def _hear(relationship: Relationship, turn: Turn, looks: bool) -> Heard:
    """Store the person's turn, and return it with those before. With `looks`, these are worked through first."""
    looking = LookingThrough(relationship.runtime, relationship.key, relationship.row) if looks else None
    also = looking.begin if looking is not None else None
    entry, _ = store_turns(relationship, [turn], speaker=relationship.person or ROLE, also=also)[0]
    if looking is not None:
        looking.finish()
    return _in_talk(relationship, turn, entry, None, prompted=relationship.runtime.chat is not None)


def overhear(relationship: Relationship, turn: Turn) -> Heard:
    """Return the person's turn and the turns before it without storing it, for a rehearsal; at its place if it is
    stored."""
    store = relationship.runtime.store
    there = store.find(relationship.key, turn.id) if turn.id is not None else None
    before = there.seq if there else None
    [entry] = perceive_turns(relationship, [turn], speaker=relationship.person or ROLE, before=before)
    if there is None:
        place = relationship.imagine(entry)
        return _in_talk(relationship, turn, entry, place, coming=[place])
    place = PlacedEntry(there.partition, there.seq, entry)
    later = store.select(there.partition, [TURN], after=there.seq)
    hidden = [one for one in later if one.entry.session == turn.session]
    return _in_talk(relationship, turn, entry, place, coming=[place], hidden=hidden)


def _in_talk(
    relationship: Relationship,
    turn: Turn,
    entry: Entry,
    place: PlacedEntry | None,
    coming: Sequence[PlacedEntry] = (),
    hidden: Sequence[PlacedEntry] = (),
    prompted: bool = True,
) -> Heard:
    audience = audience_of(relationship.person, relationship.own_names, turn.heard_by)
    before = place.seq if place and coming else None
    began, view, about = view_of(relationship, turn.session, audience, coming, before, prompted=prompted)
    if place is None:  # it was just stored, as the latest of the talk
        place = next((one for one in reversed(view) if one.entry.id == entry.id), None)
        place = place or relationship.runtime.store.find(relationship.key, entry.id)
    return Heard(
        turn=turn,
        entry=entry,
        place=place,
        view=[place for place in view if place.entry.id != entry.id],
        began=began or entry.id,
        audience=audience,
        hidden=hidden,
        about=about,
    )


def _spoke(relationship: Relationship, heard: Heard, rules: Rules) -> list[str]:
    """Return who gave the character's last answers, the latest first: those in view, or as many as rules need."""
    longest = max(rules.cool_down.values(), default=0)
    if not longest:
        return [name for place in reversed(heard.view) if (name := responder_of(place.entry))]
    before = heard.place.seq if heard.place else None
    last = relationship.runtime.store.last(relationship.key, 2 * longest + len(heard.view), kind=TURN, before=before)
    return [name for place in reversed(last) if (name := responder_of(place.entry))]


class _Saying:
    """The answer to one turn, which it stores once.

    Args:
        relationship: the character, and the person it faces.
        heard: the turn.
        situation: what the answer was made from.
        sees_all: whether its words may come from anything in the situation.
    """

    def __init__(self, relationship: Relationship, heard: Heard, situation: Situation, *, sees_all: bool) -> None:
        self.relationship = relationship
        self.heard = heard
        self.situation = situation
        self.sees_all = sees_all
        self._others: tuple[str, ...] | None = None
        self._lock = Lock()
        self._stored: Entry | None = None

    def look(self) -> None:
        """Note whose words are in view before anything is said, as they may be erased meanwhile."""
        with suppress(Erased):  # if so, nothing is stored
            self._others = others_in_view(self.relationship, self.heard, self.situation)

    def _saw(self, answer: Answer | None) -> tuple[str, ...]:
        """Return the people whose words were in view of the answer."""
        if self._others is None:
            raise Erased
        if not self._others or self.sees_all or answer is None:
            return self._others
        return others_told(self.relationship, self.situation, answer)

    def store(self, text: str, responder: str, answer: Answer | None = None) -> Entry:
        """Store the answer beside the turn it answers, and strengthen the memories it rests on (1)."""
        with self._lock:  # a listener who leaves meanwhile must not make it be stored twice
            if self._stored is None:
                self._stored = self._store(text, responder, answer)
            return self._stored

    def _store(self, text: str, responder: str, answer: Answer | None) -> Entry:
        relationship, turn = self.relationship, self.heard.turn
        used = [reference.memory for reference in answer.references] if answer else []
        step = self._step(responder) if answer or responder == EVENT else None  # its beginning was heard
        own = Turn(
            text=cleaned(text, relationship.settings.turn_characters),
            speaker=relationship.row.name,
            time=turn.time,
            session=turn.session,
            id=turn.id and _answer_id(turn.id),
            heard_by=turn.heard_by,
            importance=None if used or responder == MODEL else 1.0,  # such as the voice's "I'll remember that"
        )
        linked = self._linked(responder, answer, step)
        beside = openings(relationship, step, self.situation.language) if step else []
        lived = [memory for memory in used if memory.world is None]  # one reader's use doesn't strengthen lore
        uses = self._uses(lived, responder)
        try:
            entry = self._append(own, linked, beside, uses)
        except IdConflict as conflict:
            opened = any(event.id == conflict.id for event in beside)
            if not opened and (turn.id is None or _stored_answer(relationship, turn)):
                raise
            # The event was opened by a parallel call, or the caller has used the answer's id for something else.
            entry = self._append(own if opened else replace(own, id=None), linked, [] if opened else beside, uses)
        return entry

    def _append(self, own: Turn, linked: Answered, beside: Sequence[Entry], uses: Mapping[int, Sequence[int]]) -> Entry:
        into = self.heard.place.partition if self.heard.place else 0
        stored = store_turns(
            self.relationship,
            [own],
            answer=linked,
            into=into,
            beside=beside,
            also=partial(self._strengthen, uses) if uses else None,
            spoken_before=self.heard.entry.language,
        )
        return stored[0][0]

    def _step(self, responder: str) -> Step | None:
        """Return the story step that was taken: its lines were said, told to the model, or it has none."""
        step = self.situation.event
        if step is None or responder == EVENT:
            return step
        return step if step.kind == TALK and (not step.text or responder == MODEL) else None

    def _linked(self, responder: str, answer: Answer | None, step: Step | None) -> Answered:
        """Return what is stored with the answer. In company, it names no memory of this person's, as others hear it."""
        turn, prompt = self.heard.turn, answer.prompt if answer else None
        event = step.data() if step else None
        linked = Answered(
            to=turn.id, heard=self.heard.entry.id, responder=responder, event=event, saw=self._saw(answer)
        )
        if answer is None:
            return linked
        fresh = [answer.labels[name] for name in prompt.fresh] if prompt else []
        places = [place for memory in fresh if (place := self._place(memory))]
        return linked._replace(
            references=tuple((one.memory.id, one.memory.person) for one in answer.references),
            acts=self._acts(responder),
            given=tuple(places),
            weight=sum(section.tokens for section in prompt.sections if section.name in _BESIDE) if prompt else 0,
            view=self.heard.began if prompt else None,
            check=answer.check.data() if answer.check and answer.check.claims else None,
            labelled=answer.text if prompt and answer.text != answer.plain else None,
        )

    def _place(self, memory: Memory) -> tuple[int | str, int] | None:
        """Return where a memory is stored, in the form in which answers refer to it."""
        place = self.relationship.place_of(memory)
        return (memory.world or int(memory.person is not None), place.seq) if place else None

    def _acts(self, responder: str) -> tuple[dict[str, Any], ...]:
        """Return the acts before the answer that are stored with it."""
        considered = self.situation.considered
        if considered is None:
            return ()
        from soulkeep.graph.episodes.consideration import acts_to_keep

        return tuple(act.data() for act in acts_to_keep(considered, responder))

    def _uses(self, used: Sequence[Memory], responder: str) -> dict[int, list[int]]:
        """Return the memories that are used: sequence numbers by partition."""
        considered, parts = self.situation.considered, self.relationship.runtime
        places: list[Place | PlacedEntry | None] = [self.relationship.place_of(memory) for memory in used]
        if considered is not None and considered.responder == responder:
            places += [parts.store.find(self.relationship.key, id) for id in considered.retrieved]
        uses: dict[int, list[int]] = {}
        for place in places:
            if place is not None:
                uses.setdefault(place.partition, []).append(place.seq)
        return uses

    def _strengthen(self, uses: Mapping[int, Sequence[int]], stored: Sequence[Entry]) -> None:
        parts = self.relationship.runtime
        now = (self.heard.turn.time or parts.clock.now()).timestamp()
        parts.store.touch(uses, boost=self.relationship.settings.learning, at=now)


_BESIDE = ("memories", "lore")
"""Sections that stay in the prompt beside the message they came with."""


def _trace(choice: Choice, answer: Answer, watch: Watch, notes: tuple[str, ...]) -> Trace:
    return Trace(
        offers=choice.offers,
        router=choice.router,
        why=choice.why,
        prompt=answer.prompt.sections if answer.prompt else (),
        steps=dict(watch.steps),
        notes=notes,
    )


def _reply(situation: Situation, answer: Answer, heard: str | None, own: Entry | None, trace: Trace) -> Reply:
    considered = situation.considered
    used = {(one.memory.person, one.memory.id) for one in answer.references}
    shown = answer.prompt.shown if answer.prompt else tuple(answer.labels.values())
    return Reply(
        text=answer.text,
        references=answer.references,
        ignored=tuple(memory for memory in shown if (memory.person, memory.id) not in used),
        responder=answer.responder,
        recall=situation.recall,
        unknown_references=answer.unknown_references,
        check=answer.check,
        usage=answer.usage,
        heard=heard,
        said=own.id if own else None,
        understanding=situation.understanding,
        similar=() if considered is None else considered.similar,
        patterns=() if considered is None else considered.patterns,
        remarks=() if considered is None else considered.remarks,
        trace=trace,
    )


def _stored_answer(relationship: Relationship, turn: Turn) -> PlacedEntry | None:
    """Return the answer that this turn got before; None if it got none."""
    if turn.id is None:
        return None
    place = relationship.runtime.store.find(relationship.key, _answer_id(turn.id))
    return place if place and answered_by(place.entry).to == turn.id else None


async def _again(relationship: Relationship, place: PlacedEntry, heard: Heard) -> Reply:
    """Return the reply made of a stored answer, with a new recall. No model is asked."""

    recall = await aside(recalled, relationship, heard)
    return _answered(relationship, place, recall, heard.entry.id)


def _answered(relationship: Relationship, place: PlacedEntry, recall: Recall, heard: str) -> Reply:
    """Return the reply made of a stored answer."""
    pairs = answered_by(place.entry).references
    memories = [one for id, person in pairs if (one := _referred(relationship, id, person))]  # others were deleted
    references = tuple(Reference(label=label(i), memory=memory) for i, memory in enumerate(memories))
    text = place.entry.text + "".join(f" [{reference.label}]" for reference in references)
    return Reply(text=text, references=references, responder="stored", recall=recall, heard=heard, said=place.entry.id)


def _referred(relationship: Relationship, id: str, person: str | None) -> Memory | None:
    """Return a memory that an answer names. Passages may be in several worlds, but their ids follow from their content,
    so any copy will do."""
    for key in relationship.visible:
        if key.person == person and (place := relationship.runtime.store.find(key, id)):
            return memory_of(key, place.entry)
    return None


def _answer_id(id: str) -> str:
    """Return the id of the answer to a turn: the turn's with a suffix; a digest where that would be too long."""
    whole = f"{id}/answer"
    return whole if len(whole) <= NAME_CHARACTERS else f"{blake2b(id.encode(), digest_size=16).hexdigest()}/answer"
