"""Conversations of the proxy: a request is located by its messages, stored as far as it is new, and given memories."""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, suppress
from dataclasses import replace
from datetime import datetime, timedelta, timezone
from functools import partial
from typing import Any

from soulkeep.character.character import Character
from soulkeep.character.relationship import Relationship, relationship_of
from soulkeep.errors import Erased, InputError, SoulkeepError, UnknownMemory
from soulkeep.judgement.talk import tongue
from soulkeep.lang.validity import cleaned
from soulkeep.memory.entries import Answered, answered_by, linked_of, new_id
from soulkeep.memory.observe import store_turns
from soulkeep.memory.people import called, introduce
from soulkeep.reply.bids import MODEL
from soulkeep.reply.in_view import people_in
from soulkeep.reply.prompt_background import known_of_person
from soulkeep.search.query import Said as Heard
from soulkeep.server.openai_proxy.addressing import Addressed
from soulkeep.server.openai_proxy.finding import find
from soulkeep.server.openai_proxy.learning import learnt, shown_as_said, where_moved
from soulkeep.server.openai_proxy.plan import Plan, StoredTurn, fresh_of, plan
from soulkeep.server.openai_proxy.prepared import Prepared, Slot
from soulkeep.server.openai_proxy.recalled import Beside, blocks, recollect, strengthen, taken_up
from soulkeep.server.openai_proxy.scene import ShownRequest, TalkNames, read, without_instructions, without_name
from soulkeep.server.openai_proxy.tasks import TalkTurn
from soulkeep.server.openai_proxy.transcript import Line, LinePlace
from soulkeep.server.openai_proxy.turn_cache import Place, Shelves, StoredAnswer
from soulkeep.stores.rows import PlacedEntry
from soulkeep.telemetry import SEARCH, UPDATE, Note, passing_over, tracing
from soulkeep.types.records import Memory, Turn

_LOG = logging.getLogger("soulkeep.server")

_OVERTAKEN = (Erased, InputError, UnknownMemory)
"""Errors of storing a turn that is invalid, or gone by now; they are ignored."""

_GONE = 0
"""A number that no partition has."""

_TALKS, _TALK_TURNS = 4, 8
"""Number of conversations, and of the last turns of each, that a front end's request may be about."""

_SHOWN = 64
"""Number of the last lines whose memories the answer may use."""


class Conversation:
    """The conversations between a character and a person, for one request.

    Args:
        character: the character.
        person: the person.
        shelves: the cached turns.
        workspace: the workspace of both.
    """

    def __init__(self, character: Character, person: str, shelves: Shelves, workspace: str) -> None:
        self._character = character
        self._person = person
        # The links of stored turns have no public name.
        self._relationship: Relationship = relationship_of(character, person, once=True)
        self._turn_cache = shelves.of(workspace, self._relationship)

    @property
    def relationship(self) -> Relationship:
        """Return the relationship of character and person."""
        return self._relationship

    @property
    def character(self) -> Character:
        """Return the character."""
        return self._character

    def read(self, messages: Sequence[Any], asking: Addressed, *, streamed: bool | None = None) -> ShownRequest:
        """Return what a request shows.

        Args:
            messages: the request's messages.
            asking: its addressees and options.
            streamed: as in `scene.read`.
        """
        store, row = self._relationship.runtime.store, self._relationship
        person = {self._person, called(store, row.key)} - {""}
        names = TalkNames(row.own_names, frozenset(person), tuple(asking.group))
        with self._turn_cache.lock:
            self._turn_cache.catch_up(self._relationship)
            return read(messages, names, self._turn_cache, asking.generation, streamed)

    def prepare(
        self, asking: Addressed, scene: ShownRequest, *, alone: bool = False, retry: bool = False, whole: bool = False
    ) -> Prepared:
        """Locate a request in its conversation, update the stored turns, store new ones, and recall memories.

        Args:
            asking: the request's addressees and options.
            scene: what it shows.
            alone: whether the character answers by itself, and so recalls by itself.
            retry: whether the client marks the request as repeated.
            whole: whether the front end shows all of the conversation.
        """
        turn_cache, compare = self._turn_cache, partial(plan, followed=scene.followed, whole=whole)
        lines: Sequence[Line] = self._storable(scene.lines)
        if asking.name is not None and asking.remember:
            with passing_over("proxy", SoulkeepError), suppress(*_OVERTAKEN):
                introduce(self._relationship, name=asking.name, zone=None)
        with turn_cache.lock:
            turn_cache.catch_up(self._relationship)
            now = self._relationship.runtime.clock.now().timestamp()
            session = asking.session or where_moved(turn_cache, lines)
            session = session or find(turn_cache, lines, followed=scene.followed, retry=retry, now=now)
            turns = list(turn_cache.sessions.get(session, ())) if session else []
            planned = compare(lines, turns)
            talk = session or new_id()
            if asking.remember:
                lines, turns, planned = self._learn(planned, lines, turns, talk, compare)
            history = {
                "matched": planned.matched,
                "edited": len(planned.edits),
                "new": len(planned.new),
                "unknown": len(planned.unknown),
            }
            said = _said(lines)
            heard = None if planned.heard is None else turns[planned.heard].id
            if not asking.remember:
                for_nothing = {} if alone or said is None else self._for_nothing(planned, lines, turns, said)
                return Prepared(session=session, history=history, blocks=for_nothing, said=said, heard=heard)
            turn_cache.instruct(scene.instructions)
            if scene.system and len(scene.lines) > 1:
                turn_cache.describe(scene.system)
            self._set_right(planned, lines, turns)
            if asking.history == "import":
                self._take_over(planned, lines, talk)
            beside = _beside(planned, lines, turns)
            told: dict[Place, Memory] = {}
            if planned.new:
                heard, told = self._hear(planned, lines, turns, talk, beside, alone)
            elif heard is not None:
                turn_cache.sent_again.add(heard)
            there = None if heard is None else self._relationship.runtime.store.find(self._relationship.key, heard)
            joined = " " if scene.kind == "continue" and planned.prefix and not planned.prefix[-1].isspace() else ""
            slot = self._slot(planned, turns, talk, heard, there, beside.values(), joined)
            blocks_by_place = {} if alone else blocks(self._relationship, turn_cache, beside, told)
            if slot.after is not None:
                turn_cache.open.setdefault(slot.after, set()).add(slot.number)
        return Prepared(
            session=talk,
            history=history,
            blocks=blocks_by_place,
            slot=slot,
            said=there.entry.text if there else said,
            heard=heard,
            fresh=heard is not None and not slot.prefix and slot.answer is None and not _answered(planned, turns),
        )

    def _learn(
        self, planned: Plan, lines: Sequence[Line], turns: list[StoredTurn], session: str, compare: Callable[..., Plan]
    ) -> tuple[Sequence[Line], list[StoredTurn], Plan]:
        """Take instructions from among new lines, and store answers that were held and are shown now; return what is
        compared then."""
        turn_cache = self._turn_cache
        found = learnt(self._relationship.runtime.store, turn_cache, planned, lines, turns)
        if found.instructions or found.accepted:
            turn_cache.instruct(found.instructions)
            self._forget(found.moved)
            start = fresh_of(lines).start
            lines = [*lines[:start], *without_instructions(lines[start:], turn_cache)]
        elif said := shown_as_said(turn_cache, planned, lines):
            self._character.observe_many([self._turn(line, session) for line in said], person=self._person)
        else:
            return lines, turns, planned
        turn_cache.catch_up(self._relationship, found.moved)
        turns = list(turn_cache.sessions.get(session, ()))
        return lines, turns, compare(lines, turns, accepted=found.accepted)

    def _forget(self, ids: Iterable[str]) -> set[str]:
        """Forget turns to match the front end; return the ids of all that is forgotten with them."""
        gone = set[str]()
        for id in ids:
            with passing_over("proxy", SoulkeepError), suppress(*_OVERTAKEN):
                gone.update(one.id for one in self._character.forget(id, person=self._person))
        return gone

    def hold(self, text: str) -> None:
        """Keep what isn't stored, in case the front end shows it as said."""
        with self._turn_cache.lock:
            self._turn_cache.hold(text)

    def _storable(self, lines: Sequence[Line]) -> list[Line]:
        """Return the lines in storable form, so that they compare equal to stored ones."""
        limit, storable = self._relationship.settings.turn_characters, list[Line]()
        for line in lines:
            text = cleaned(line.text, limit)
            storable.append(line if text == line.text else replace(line, text=text, key=self._turn_cache.key_of(text)))
        return storable

    def _telling(self, operation: str, call: str, session: str | None) -> AbstractContextManager[Note]:
        """Report an operation to telemetry that doesn't use a method of the character."""
        return tracing(self._character, operation, call, person=True, session=session)

    def _speaker(self, line: Line) -> str:
        """Return the speaker of a line; a user's line is never the character's, whatever its name."""
        own = {name.casefold() for name in self._relationship.own_names}
        if line.role == "assistant":
            return self._relationship.row.name
        return line.speaker if line.speaker and line.speaker.strip().casefold() not in own else self._person

    def _for_nothing(
        self, planned: Plan, lines: Sequence[Line], turns: Sequence[StoredTurn], said: str
    ) -> Mapping[LinePlace, str]:
        """Return the memories to put before messages, without storing anything."""
        beside = _beside(planned, lines, turns)
        now = self._relationship.runtime.clock.now()
        language = self._relationship.row.language or tongue(said)
        last = max(at for at, line in enumerate(lines) if line.role == "user")
        told: Mapping[Place, Memory] = {}
        if lines[last].spot not in beside:
            told = self._recollect(planned, lines, turns, last, now, beside)
            beside[lines[last].spot] = Beside("", now, language, tuple(told))
        return blocks(self._relationship, self._turn_cache, beside, told)

    def _set_right(self, planned: Plan, lines: Sequence[Line], turns: Sequence[StoredTurn]) -> None:
        """Edit, forget and restore stored turns to match the front end, as far as that is certain."""
        own = {turns[turn].id for turn in (*(turn for turn, _ in planned.edits), *planned.restore)}
        for turn, line in planned.edits:
            with passing_over("proxy", SoulkeepError), suppress(*_OVERTAKEN):
                self._character.amend(turns[turn].id, lines[line].text, person=self._person)
        own |= self._forget(turns[turn].id for turn in planned.forget)
        for turn in planned.restore:
            with passing_over("proxy", SoulkeepError), suppress(*_OVERTAKEN):
                self._character.restore(turns[turn].id, person=self._person)
        if planned.edits or planned.forget or planned.restore:
            self._turn_cache.catch_up(self._relationship, own)  # so that no memory is told in its old form

    def _take_over(self, planned: Plan, lines: Sequence[Line], session: str) -> None:
        """Store earlier lines that are unknown, if they come after all stored turns."""
        last = max((at for at, pair in enumerate(planned.pairs) if pair), default=-1)
        before = [self._turn(lines[at], session) for at in planned.unknown if at > last]
        if before:
            self._character.observe_many(before, person=self._person, undated=True)

    def _turn(self, line: Line, session: str, time: datetime | None = None, id: str | None = None) -> Turn:
        return Turn(text=line.text, speaker=self._speaker(line), time=time, session=session, id=id)

    def _hear(
        self,
        planned: Plan,
        lines: Sequence[Line],
        turns: Sequence[StoredTurn],
        session: str,
        beside: dict[LinePlace, Beside],
        alone: bool,
    ) -> tuple[str, dict[Place, Memory]]:
        """Store the person's new words with their memories, and add these to what is put `beside` messages; return the
        turn's id, and the memories."""
        relationship = self._relationship
        now = relationship.runtime.clock.now()
        words = [n for n, at in enumerate(planned.new) if lines[at].speaker is None]
        main = words[-1] if words else len(planned.new) - 1  # the person's own words, before another character's
        before, last, after = planned.new[:main], planned.new[main], planned.new[main + 1 :]
        if before:
            self._character.observe_many([self._turn(lines[at], session, now) for at in before], person=self._person)
        told: dict[Place, Memory] = {}
        try:
            told = {} if alone else self._recollect(planned, lines, turns, last, now, beside)
        except SoulkeepError as error:  # the words stay stored if recalling fails
            _LOG.warning("nothing was recalled: %s", error)
        turn = self._turn(lines[last], session, now, new_id())
        places = tuple(told)
        linked = Answered(given=places) if places else None
        language = turns[-1].language if turns else None
        with self._telling(UPDATE, "observe_many", session):
            entry, _ = store_turns(relationship, [turn], answer=linked, spoken_before=language)[0]
        if places:
            beside[lines[last].spot] = Beside(entry.id, _time(entry.time, entry.zone) or now, entry.language, places)
        if not after:
            return entry.id, told
        heard = [self._turn(lines[at], session, now, new_id()) for at in after]
        self._character.observe_many(heard, person=self._person)
        return heard[-1].id or entry.id, told

    def _recollect(
        self,
        planned: Plan,
        lines: Sequence[Line],
        turns: Sequence[StoredTurn],
        last: int,
        now: datetime,
        beside: Mapping[LinePlace, Beside],
    ) -> dict[Place, Memory]:
        relationship = self._relationship
        before = lines[max(0, last - relationship.settings.history_turns) : last]
        begins = not any(turn.active for turn in turns)
        known_memories = known_of_person(relationship, now.timestamp()) if begins else []
        with self._telling(SEARCH, "recall", None) as note:
            told = recollect(
                relationship,
                lines[last].text,
                time=now,
                history=[Heard(line.text, self._speaker(line)) for line in before],
                shown={place for one in beside.values() for place in one.given},
                in_view=[(turns[pair.stored].partition, turns[pair.stored].seq) for pair in planned.pairs if pair],
                known=known_memories,
            )
            note["gen_ai.memory.search.result.count"] = len(told)
        return told

    def _slot(
        self,
        planned: Plan,
        turns: Sequence[StoredTurn],
        session: str,
        heard: str | None,
        there: PlacedEntry | None,
        beside: Collection[Beside],
        joined: str,
    ) -> Slot:
        last = planned.pairs[-1] if planned.pairs else None
        shown = [turns[pair.stored] for pair in planned.pairs[-_SHOWN:] if pair]
        before = {turn.seq for turn in shown if turn.said.role == "user"} | ({there.seq} if there else set())
        in_view = {turns[pair.stored].seq for pair in planned.pairs if pair}
        in_view |= {seq for one in beside for own, seq in one.given if own == 1}
        return Slot(
            session=session,
            after=turns[last.stored].id if last and not planned.new else heard,
            heard=heard,
            answer=None if planned.answer is None else turns[planned.answer].id,
            dropped=tuple(turns[at].id for at in planned.dropped),
            prefix=planned.prefix + joined,
            given=tuple(place for one in beside if one.turn == heard for place in one.given),
            heard_before=tuple((1, seq) for seq in sorted(before)),
            saw=people_in(self._relationship, (), in_view),
            into=there.partition if there else self._turn_cache.partition if heard is None else _GONE,
        )

    def era(self) -> int:
        """Return a number that changes whenever something said is changed, forgotten, deleted or erased, except to
        match the front end."""
        with self._turn_cache.lock:
            self._turn_cache.catch_up(self._relationship)
            return self._turn_cache.era

    def until(self, id: str, most: int) -> tuple[str, list[dict[str, str]]] | None:
        """Return the conversation of a turn, and what was said in it up to that turn, as messages.

        Args:
            id: the turn's id.
            most: most messages; the last ones are returned.
        """
        store = self._relationship.runtime.store
        place = store.find(self._relationship.key, id)
        if place is None or place.entry.session is None:
            return None
        with self._turn_cache.lock:
            self._turn_cache.catch_up(self._relationship)
            turns = [
                turn
                for turn in self._turn_cache.sessions.get(place.entry.session, ())
                if turn.seq <= place.seq and turn.active
            ][-most:]
        texts = store.fetch(place.partition, [turn.seq for turn in turns])
        return place.entry.session, [
            {"role": turn.said.role, "content": texts[turn.seq].text} for turn in turns if turn.seq in texts
        ]

    def talks(self, session: str | None) -> list[list[TalkTurn]]:
        """Return the last turns of a conversation; of the latest ones, if none is named."""
        with self._turn_cache.lock:
            self._turn_cache.catch_up(self._relationship)
            sessions = self._turn_cache.sessions
            latest = sorted(filter(None, sessions.values()), key=lambda turns: turns[-1].seq)[-_TALKS:]
            wanted = [sessions.get(session, [])] if session else latest
            last = [[turn for turn in turns if turn.active][-_TALK_TURNS:] for turns in wanted]
        store = self._relationship.runtime.store
        texts = [store.fetch(turns[0].partition, [turn.seq for turn in turns]) if turns else {} for turns in last]
        return [
            [TalkTurn(turn.said.role, found[turn.seq].text) for turn in turns if turn.seq in found]
            for turns, found in zip(last, texts, strict=True)
        ]

    def leave(self, slot: Slot | None) -> None:
        """Note that the client no longer waits for the answer."""
        if slot is not None and slot.after is not None:
            self._turn_cache.leave(slot.after, slot.number)

    def answer(self, slot: Slot, text: str, id: str | None = None) -> str | None:
        """Store the character's answer, in place of the former one if it is generated again.

        Args:
            slot: the answer's place.
            text: the answer; nothing is stored if it is empty.
            id: the id of a new turn; random by default.

        Returns:
            The turn's id; None if nothing was stored, also if the person or somebody whose words were visible to the
            answer was erased meanwhile.
        """
        if not text.strip():
            return None
        character, turn_cache = self._character, self._turn_cache
        text = without_name(text, self._relationship.own_names)
        begun = slot.prefix and not text.startswith(slot.prefix.rstrip())
        text = cleaned(slot.prefix + text if begun else text, self._relationship.settings.turn_characters)
        with turn_cache.lock:
            earlier = turn_cache.answers.get(slot.after) if slot.after else None
            if earlier is not None and earlier.number > slot.number:
                return earlier.id  # another request for it was answered meanwhile
            there = slot.answer or (earlier.id if earlier else None)
            changed = {*slot.dropped, *filter(None, [there])}
            taken_up_places = taken_up(self._relationship, {*slot.given, *slot.heard_before}, text)
            rests_on = [(entry.id, self._person if own == 1 else None) for (own, _), entry in taken_up_places.items()]
            if there is not None:
                try:
                    self._reword(there, text, rests_on, slot)
                except Erased:
                    return None
                except InputError:  # deleted meanwhile, or not amendable: a new turn replaces it
                    with suppress(UnknownMemory):
                        character.forget(there, person=self._person)
                    there = None
            if there is None:
                try:
                    there = self._say(slot, text, rests_on, id)
                except Erased:
                    return None
            self._forget(slot.dropped)
            strengthen(self._relationship, taken_up_places.keys() & {*slot.given})
            if slot.after:
                turn_cache.answered(slot.after, StoredAnswer(slot.number, there))
            if changed:
                turn_cache.catch_up(self._relationship, changed)
        return there

    def _reword(self, id: str, text: str, rests_on: Sequence[tuple[str, str | None]], slot: Slot) -> None:
        """Change an answer's text; its history keeps the old text, and links to what that rested on stay."""
        _, place = self._relationship.place(id)
        entry = place.entry
        if entry.forgotten is not None:
            self._character.restore(id, person=self._person)
        before = answered_by(entry)
        more = Answered(
            references=tuple(dict.fromkeys((*before.references, *rests_on))),
            saw=tuple(dict.fromkeys((*before.saw, *slot.saw))),
        )
        if (more.references, more.saw) != (before.references, before.saw):
            self._relationship.change(id, {"details": {**entry.details, **linked_of(more)}})
        if entry.text != text:
            self._character.amend(id, text, person=self._person)
            self._turn_cache.sent_again.discard(slot.heard or "")

    def _say(self, slot: Slot, text: str, rests_on: Sequence[tuple[str, str | None]], id: str | None) -> str:
        turn = Turn(text=text, speaker=self._relationship.row.name, session=slot.session, id=id or new_id())
        linked = Answered(heard=slot.heard, responder=MODEL, references=tuple(rests_on), saw=slot.saw)
        try:
            with self._telling(UPDATE, "observe_many", slot.session):
                entry, _ = store_turns(self._relationship, [turn], answer=linked, into=slot.into)[0]
        except InputError:
            if id is None:
                raise
            return self._say(slot, text, rests_on, None)  # the id is taken
        return entry.id


def _answered(found: Plan, turns: Sequence[StoredTurn]) -> bool:
    """Return whether the turn to answer has been answered before, even if that answer is forgotten."""
    after = turns[found.heard + 1 :] if found.heard is not None else ()
    return bool(after) and after[0].said.role == "assistant"


def _said(lines: Sequence[Line]) -> str | None:
    return next((line.text for line in reversed(lines) if line.role == "user"), None)


def _beside(found: Plan, lines: Sequence[Line], turns: Sequence[StoredTurn]) -> dict[LinePlace, Beside]:
    """Return the memories given with earlier lines, by the lines' places."""
    paired = [(lines[at], turns[pair.stored]) for at, pair in enumerate(found.pairs) if pair]
    return {
        line.spot: Beside(turn.id, time, turn.language, turn.given)
        for line, turn in paired
        if line.role == "user" and turn.given and (time := _time(turn.time, turn.zone))
    }


def _time(stamp: float | None, zone: int | None) -> datetime | None:
    return None if stamp is None else datetime.fromtimestamp(stamp, timezone(timedelta(minutes=zone or 0)))
