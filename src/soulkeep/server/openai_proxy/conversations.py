"""A request's place in a conversation: found by what it shows, stored as far as it is new, told what is remembered."""

from __future__ import annotations

import itertools
import logging
from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime, timedelta, timezone

from soulkeep.character import Character
from soulkeep.dialogue.bids import MODEL
from soulkeep.errors import InputError, SoulkeepError, UnknownMemory
from soulkeep.mind.entries import Answered, new_id
from soulkeep.recall.queries import Said as Heard
from soulkeep.records import Turn
from soulkeep.relationship import Relationship
from soulkeep.server.openai_proxy.addressing import Addressed
from soulkeep.server.openai_proxy.finding import find
from soulkeep.server.openai_proxy.plan import Kept, Plan, plan
from soulkeep.server.openai_proxy.recalled import Beside, blocks, recollect, strengthen
from soulkeep.server.openai_proxy.shelf import Given, Place, Shelves
from soulkeep.server.openai_proxy.transcript import Line
from soulkeep.text.language import detect
from soulkeep.text.validity import cleaned

_LOG = logging.getLogger("soulkeep.server")

_NUMBERS = itertools.count(1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Slot:
    """Where an answer goes.

    Attributes:
        number: of the request; the later one's answer stays.
        session: the conversation.
        after: id of the turn before the answer; None if there is none.
        heard: id of the turn that is answered.
        answer: id of the turn that it takes the place of.
        dropped: ids of turns that go with that.
        prefix: what it begins with.
        given: the memories that came with what is answered.
    """

    number: int = field(default_factory=lambda: next(_NUMBERS))
    session: str
    after: str | None = None
    heard: str | None = None
    answer: str | None = None
    dropped: tuple[str, ...] = ()
    prefix: str = ""
    given: tuple[Place, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Prepared:
    """A request whose place is known, and whose new lines are stored.

    Attributes:
        session: the conversation; None where nothing is stored.
        history: how its history compares, for the response's header.
        blocks: what stands before messages, by their places.
        slot: where the answer goes; None if nowhere.
        said: the person's words that are to be answered; None if there are none.
        fresh: these words are new: who answers must store them, under `heard`.
        heard: id of their turn.
    """

    session: str | None
    history: Mapping[str, int]
    blocks: Mapping[int, str] = field(default_factory=dict)
    slot: Slot | None = None
    said: str | None = None
    fresh: bool = False
    heard: str | None = None


class Conversation:
    """The conversations between a character and a person.

    Args:
        character: who is spoken to.
        person: who speaks.
        shelves: the turns held in memory.
        workspace: whose they are.
    """

    def __init__(self, character: Character, person: str, shelves: Shelves, workspace: str) -> None:
        self._character = character
        self._person = person
        self._relationship: Relationship = character.facing(person)  # the stored turns' links have no public name
        self._shelf = shelves.of(workspace, self._relationship)

    @property
    def relationship(self) -> Relationship:
        """Who faces whom."""
        return self._relationship

    @property
    def character(self) -> Character:
        """Who is spoken to."""
        return self._character

    @property
    def names(self) -> Collection[str]:
        """Names that front ends may put before somebody's words."""
        return {*self._relationship.own_names, self._person}

    def prepare(
        self,
        asking: Addressed,
        lines: Sequence[Line],
        *,
        followed: bool = False,
        alone: bool = False,
        retry: bool = False,
    ) -> Prepared:
        """Find a request's conversation, set it right, store what is new and recall.

        Args:
            asking: what it asks for.
            lines: what it shows.
            followed: something that isn't said stands after the last line, such as the result of a tool.
            alone: the character answers by itself: it stores the last new line, and recalls for itself.
            retry: the client says that it sends this again.
        """
        shelf = self._shelf
        with shelf.lock:
            shelf.catch_up(self._relationship)
            now = self._relationship.workings.clock.now().timestamp()
            session = asking.session or find(shelf, lines, followed=followed, retry=retry, now=now)
            turns = list(shelf.sessions.get(session, ())) if session else []
            found = plan(lines, turns, followed=followed)
            history = {
                "matched": found.matched,
                "edited": len(found.edits),
                "new": len(found.new),
                "unknown": len(found.unknown),
            }
            said = _said(lines)
            if not asking.remember:
                given = {} if alone or said is None else self._for_nothing(found, lines, turns, said)
                return Prepared(session=session, history=history, blocks=given, said=said)
            session = session or new_id()
            self._set_right(found, lines, turns)
            if asking.history == "import":
                self._take_over(found, lines, session)
            heard, fresh, beside = self._hear(found, lines, turns, session, alone)
            slot = self._slot(found, turns, session, heard, beside.values())
            told = {} if alone else blocks(self._relationship, shelf, beside)
            if slot.after is not None:
                shelf.open.setdefault(slot.after, set()).add(slot.number)
        return Prepared(
            session=session,
            history=history,
            blocks=told,
            slot=slot,
            said=said,
            fresh=fresh,
            heard=heard,
        )

    def _for_nothing(self, found: Plan, lines: Sequence[Line], turns: Sequence[Kept], said: str) -> Mapping[int, str]:
        """What stands before messages of which nothing is stored."""
        beside = _beside(found, lines, turns)
        now = self._relationship.workings.clock.now()
        language = self._relationship.row.language or detect(said)
        last = max(at for at, line in enumerate(lines) if line.role == "user")
        if lines[last].at not in beside:
            beside[lines[last].at] = Beside("", now, language, self._recollect(found, lines, turns, last, now, beside))
        return blocks(self._relationship, self._shelf, beside)

    def _set_right(self, found: Plan, lines: Sequence[Line], turns: Sequence[Kept]) -> None:
        """Let the stored conversation be what the front end shows, as far as that is sure."""
        for turn, line in found.edits:
            with suppress(SoulkeepError):  # it can't be stored so, or is gone by now
                self._character.amend(turns[turn].id, lines[line].text, person=self._person)
        for turn in found.forget:
            with suppress(SoulkeepError):
                self._character.forget(turns[turn].id, person=self._person)
        for turn in found.restore:
            with suppress(SoulkeepError):
                self._character.restore(turns[turn].id, person=self._person)
        if found.edits or found.forget or found.restore:
            self._shelf.catch_up(self._relationship)  # so that nothing is told as it was

    def _take_over(self, found: Plan, lines: Sequence[Line], session: str) -> None:
        """Store what was said before, where nothing of what is stored comes after it."""
        last = max((at for at, pair in enumerate(found.pairs) if pair), default=-1)
        before = [self._turn(lines[at], session) for at in found.unknown if at > last]
        if before:
            self._character.observe_many(before, person=self._person, undated=True)

    def _turn(self, line: Line, session: str, time: datetime | None = None, id: str | None = None) -> Turn:
        own = line.role == "assistant"
        return Turn(
            text=cleaned(line.text, self._relationship.settings.turn_characters),
            speaker=self._relationship.row.name if own else line.speaker or self._person,
            time=time,
            session=session,
            id=id,
        )

    def _hear(
        self, found: Plan, lines: Sequence[Line], turns: Sequence[Kept], session: str, alone: bool
    ) -> tuple[str | None, bool, dict[int, Beside]]:
        """Store what the person says now, with what comes to mind; the turn's id, whether it is yet to be stored, and
        what stands beside which message."""
        relationship = self._relationship
        beside = _beside(found, lines, turns)
        if not found.new:
            again = turns[found.heard].id if found.heard is not None else None
            if again is not None:
                self._shelf.sent_again.add(again)
            return again, False, beside
        now = relationship.workings.clock.now()
        *before, last = found.new
        if before:
            self._character.observe_many([self._turn(lines[at], session, now) for at in before], person=self._person)
        id = new_id()
        if alone:
            return id, True, beside
        given: Sequence[Place] = ()
        try:
            given = self._recollect(found, lines, turns, last, now, beside)
        except SoulkeepError as error:  # what was said is kept, whatever comes to mind
            _LOG.warning("nothing was recalled: %s", error)
        turn = self._turn(lines[last], session, now, id)
        linked = Answered(given=tuple(given)) if given else None
        entry, _ = relationship.store_turns([turn], answer=linked)[0]
        if given:
            beside[lines[last].at] = Beside(id, _time(entry.time, entry.zone) or now, entry.language, given)
        return id, False, beside

    def _recollect(
        self,
        found: Plan,
        lines: Sequence[Line],
        turns: Sequence[Kept],
        last: int,
        now: datetime,
        beside: Mapping[int, Beside],
    ) -> list[Place]:
        relationship = self._relationship
        own = relationship.row.name
        before = lines[max(0, last - relationship.settings.history_turns) : last]
        known = []
        if not any(turn.active for turn in turns):
            facts = [fact for fact in self._character.facts(person=self._person) if fact.told_by == self._person]
            for fact in facts[-relationship.settings.profile_facts :]:
                with suppress(SoulkeepError):
                    known.append(self._character.memory(fact.id, person=self._person))
        return recollect(
            relationship,
            lines[last].text,
            time=now,
            history=[
                Heard(line.text, own if line.role == "assistant" else line.speaker or self._person) for line in before
            ],
            shown={place for one in beside.values() for place in one.given},
            in_view=[(turns[pair.stored].partition, turns[pair.stored].seq) for pair in found.pairs if pair],
            known=known,
        )

    def _slot(
        self, found: Plan, turns: Sequence[Kept], session: str, heard: str | None, beside: Iterable[Beside]
    ) -> Slot:
        last = found.pairs[-1] if found.pairs else None
        return Slot(
            session=session,
            after=turns[last.stored].id if last and not found.new else heard,
            heard=heard,
            answer=None if found.answer is None else turns[found.answer].id,
            dropped=tuple(turns[at].id for at in found.dropped),
            prefix=found.prefix,
            given=tuple(place for one in beside if one.turn == heard for place in one.given),
        )

    def until(self, id: str, most: int) -> tuple[str, list[dict[str, str]]] | None:
        """The conversation that a turn belongs to, and what was said in it up to that turn, as messages.

        Args:
            id: the turn's.
            most: messages at most, the last ones.
        """
        store = self._relationship.workings.store
        place = store.find(self._relationship.key, id)
        if place is None or place.entry.session is None:
            return None
        with self._shelf.lock:
            self._shelf.catch_up(self._relationship)
            turns = [
                turn
                for turn in self._shelf.sessions.get(place.entry.session, ())
                if turn.seq <= place.seq and turn.active
            ][-most:]
        texts = store.fetch(place.partition, [turn.seq for turn in turns])
        return place.entry.session, [
            {"role": turn.said.role, "content": texts[turn.seq].text} for turn in turns if turn.seq in texts
        ]

    def leave(self, slot: Slot | None) -> None:
        """Note that the client doesn't wait any more, if it did."""
        if slot is not None and slot.after is not None:
            self._shelf.leave(slot.after, slot.number)

    def answer(self, slot: Slot, text: str, id: str | None = None) -> str | None:
        """Store what the character said, in place of what it said before, if that is answered anew.

        Args:
            slot: where it goes.
            text: the answer; where it is empty, nothing is stored.
            id: of the turn, if it is new; by chance by default.

        Returns:
            The turn's id; None if nothing was stored.
        """
        if not text.strip():
            return None
        character, shelf = self._character, self._shelf
        begun = slot.prefix and not text.startswith(slot.prefix)
        text = cleaned(slot.prefix + text if begun else text, self._relationship.settings.turn_characters)
        with shelf.lock:
            given = shelf.answers.get(slot.after) if slot.after else None
            if given is not None and given.number > slot.number:
                return given.id  # it was asked again meanwhile, and answered
            there = slot.answer or (given.id if given else None)
            if there is not None:
                try:
                    self._reword(there, text)
                except InputError:  # deleted meanwhile, or such as can't be amended: another goes in its place
                    with suppress(UnknownMemory):
                        character.forget(there, person=self._person)
                    there = None
            if there is None:
                there = self._say(slot, text, id)
            for gone in slot.dropped:
                with suppress(SoulkeepError):
                    character.forget(gone, person=self._person)
            strengthen(self._relationship, slot.given, text)
            if slot.after:
                shelf.answered(slot.after, Given(slot.number, there))
        return there

    def _reword(self, id: str, text: str) -> None:
        """Let a turn read otherwise; what it said stays in its history."""
        memory = self._character.memory(id, person=self._person)
        if memory.forgotten is not None:
            self._character.restore(id, person=self._person)
        if memory.text != text:
            self._character.amend(id, text, person=self._person)

    def _say(self, slot: Slot, text: str, id: str | None) -> str:
        turn = Turn(text=text, speaker=self._relationship.row.name, session=slot.session, id=id or new_id())
        linked = Answered(heard=slot.heard, responder=MODEL)
        try:
            entry, _ = self._relationship.store_turns([turn], answer=linked)[0]
        except SoulkeepError:
            if id is None:
                raise
            return self._say(slot, text, None)  # the id is taken
        return entry.id


def _said(lines: Sequence[Line]) -> str | None:
    return next((line.text for line in reversed(lines) if line.role == "user"), None)


def _beside(found: Plan, lines: Sequence[Line], turns: Sequence[Kept]) -> dict[int, Beside]:
    """What came to mind with earlier lines, by the messages that these are."""
    paired = [(lines[at], turns[pair.stored]) for at, pair in enumerate(found.pairs) if pair]
    return {
        line.at: Beside(turn.id, time, turn.language, turn.given)
        for line, turn in paired
        if line.role == "user" and turn.given and (time := _time(turn.time, turn.zone))
    }


def _time(stamp: float | None, zone: int | None) -> datetime | None:
    return None if stamp is None else datetime.fromtimestamp(stamp, timezone(timedelta(minutes=zone or 0)))
