"""The parts of a prompt beside recalled memories: the person, earlier talk, what is due, feelings, and the scene."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from soulkeep.character.relationship import ROLE, Relationship
from soulkeep.lang.asked_facts import asked_fact
from soulkeep.lang.date_words import ago, date_words
from soulkeep.lang.selfhood import asks_about_oneself
from soulkeep.lang.tokens import count_tokens
from soulkeep.memory.days import end_of
from soulkeep.memory.entries import Answered, answered_by, memory_of, scene_of
from soulkeep.memory.facts import KnownFacts, claims, stands, stated_of, take_in
from soulkeep.memory.feelings import impulses
from soulkeep.memory.hearsay import told_by
from soulkeep.memory.mood_and_bond import inner as inner_of
from soulkeep.memory.profile import profile, worded
from soulkeep.memory.scene import faded
from soulkeep.memory.short_term import Earlier, Summaries, earlier, summaries_in, summaries_wanted
from soulkeep.memory.statuses import PLANNED
from soulkeep.reply.citations import label
from soulkeep.reply.heard import Heard
from soulkeep.reply.prompt import BUDGETS
from soulkeep.reply.situation import Given
from soulkeep.search.indexed_terms import happened
from soulkeep.search.question import Question
from soulkeep.stores.base import Store
from soulkeep.stores.rows import Entry, Newest, Numbered, PartitionKey, PlacedEntry
from soulkeep.stories.progress import next_step
from soulkeep.types.records import FACT, TURN, Bond, Memory, Scene

_FACTS = 200
"""Number of the latest facts, from which those for the prompt are chosen."""

_DAY = timedelta(days=1)
_LATELY, _SOON = timedelta(days=7), timedelta(days=2)
"""How long ago, and how far ahead, a day may be for it to be told as due."""

_DUE = 5
"""Number of things told as due, at most."""


def background(relationship: Relationship, heard: Heard, asked: Question, writes: bool) -> dict[str, Any]:
    """Return a situation's fields about the person, the talk and feelings; few but feelings if no model writes.

    Args:
        relationship: the character, and the person it faces.
        heard: what is answered.
        asked: the question put to the memories.
        writes: whether a language model may write the answer.
    """
    settings, now = relationship.settings, asked.now.timestamp()
    # What was just said is felt at once, though stored later by background work; a model sees it for itself.
    by_model = relationship.runtime.models is not None and settings.model_memories
    moved = () if by_model else impulses(asked.text, now, settings)
    inner = inner_of(relationship, now, moved)
    felt: dict[str, Any] = {"mood": inner.mood, "bond": inner.bond}
    felt["event"] = next_step(
        relationship,
        inner.scripts,
        heard.turn.text,
        asked.language,
        asked.now,
        felt["mood"],
        felt["bond"],
        heard.place.seq if heard.place else None,
    )
    if heard.audience:
        felt["bond"] = Bond()  # the bond isn't shown to others
    if not writes:
        answers, ids = _asked_of_oneself(relationship, heard, asked, now)
        return felt | {"known": answers, "told": ids}
    before = _answers_in_view(heard)
    keys = relationship.linked
    given = Numbered({seq for one in before for own, seq in one.given if keys.get(own) == relationship.key})
    wanted: list[Newest | Numbered] = [Newest(FACT, _FACTS), given, *summaries_wanted(heard.turn.session)]
    facts, given_here, *summaries = relationship.runtime.store.several(relationship.key, wanted)
    said_before = _told_before(relationship, heard, heard.view, asked.language, summaries_in(summaries))
    latest = _in_force(relationship, facts, heard.audience)
    profile_places = _profile(relationship, _since(heard), latest, now)
    trusted = (relationship.person or ROLE, *relationship.own_names)
    due = _due(latest, asked.now, trusted)
    known_ids = {place.entry.id for place in profile_places}
    return felt | {
        "given": _memories_of_view(relationship, before, given_here),
        "labelled": _labelled(heard),
        "earlier": said_before.text,
        "same_talk": said_before.same_talk,
        "known": [worded(place.entry, trusted) for place in profile_places],
        "known_ids": known_ids,
        "due": [text for text, _ in due],
        "told": {*known_ids, *(id for _, id in due), *said_before.by},
        "last_talk": _last_talk(relationship, heard, asked.now),
    }


def told_before(relationship: Relationship, heard: Heard, view: Sequence[PlacedEntry], language: str) -> Earlier:
    """Return a summary of what was said before the turns in view, as far as all who hear the answer may know it.

    Args:
        relationship: the character, and the person it faces.
        heard: what is answered.
        view: the turns in view.
        language: the language of the summary.
    """
    lists = relationship.runtime.store.several(relationship.key, summaries_wanted(heard.turn.session))
    return _told_before(relationship, heard, view, language, summaries_in(lists))


def _told_before(
    relationship: Relationship, heard: Heard, view: Sequence[PlacedEntry], language: str, summaries: Summaries
) -> Earlier:
    def may_tell(entry: Entry) -> bool:
        return relationship.may_tell(memory_of(relationship.key, entry), heard.audience)

    return earlier(
        summaries,
        heard.turn.session,
        view,
        language=language,
        own=relationship.own_names,
        settings=relationship.settings,
        may_tell=may_tell if heard.audience else None,
    )


def _asked_of_oneself(
    relationship: Relationship, heard: Heard, asked: Question, now: float
) -> tuple[list[str], set[str]]:
    """Return what is known of the person, the latest first, if they ask for that, including what they just said and
    leaving out what no longer holds; and the ids of the memories that tell it."""
    if not asks_about_oneself(asked.text, asked.language) and asked_fact(asked.text, asked.language) != "name":
        return [], set()
    person = relationship.person or ROLE
    facts = [place for place in _latest(relationship, heard.audience) if stands(place.entry, now)]
    facts_known = KnownFacts(lambda: [place for place in facts if place.entry.speaker == person])
    for place in heard.view:
        if place.entry.speaker == person:
            for claim in claims(place.entry):
                if not claim.subject:
                    take_in(facts_known, claim, place, now=now)  # the facts it ends are marked as superseded
    said = [entry for entry in reversed(facts_known.added) if entry.superseded is None and stands(entry, now)]
    before = _profile(relationship, None, [place for place in facts if place.entry.superseded is None], now)
    texts = [entry.text for entry in said] + [place.entry.text for place in reversed(before)]
    turns = {id for entry in said for id in entry.details["turns"]}  # these facts aren't stored yet
    return list(dict.fromkeys(texts)), turns | {place.entry.id for place in before}


def known_of_person(relationship: Relationship, now: float) -> list[Memory]:
    """Return the facts about a person that are always told, the older first.

    Args:
        relationship: the character, and the person it faces.
        now: seconds since the epoch.
    """
    latest = _latest(relationship, ())
    return [memory_of(relationship.key, place.entry) for place in _profile(relationship, None, latest, now)]


def _latest(relationship: Relationship, audience: Collection[str]) -> list[PlacedEntry]:
    """Return the latest facts that aren't superseded, and that all who hear the answer may know."""
    return _in_force(relationship, relationship.runtime.store.last(relationship.key, _FACTS, kind=FACT), audience)


def _in_force(relationship: Relationship, facts: Sequence[PlacedEntry], audience: Collection[str]) -> list[PlacedEntry]:
    return [
        place
        for place in facts
        if place.entry.forgotten is None
        and place.entry.superseded is None
        and (not audience or relationship.may_tell(memory_of(relationship.key, place.entry), audience))
    ]


def _since(heard: Heard) -> int:
    """Return the sequence number at which the talk in view begins. Facts learnt since are in the talk itself, so the
    facts told change only when the oldest turns leave."""
    return heard.view[0].seq if heard.view else heard.place.seq if heard.place else 0


def _profile(
    relationship: Relationship, since: int | None, facts: Sequence[PlacedEntry], now: float
) -> list[PlacedEntry]:
    """Return the facts that are always told of the person, learnt before a sequence number, the older first."""
    person = relationship.person or ROLE
    before = [
        place
        for place in facts
        if (since is None or place.entry.base is None or place.entry.base < since)
        and (place.entry.speaker == person or stated_of(place.entry).by_model)
    ]
    settings, chat = relationship.settings, relationship.runtime.chat
    return profile(
        before,
        now,
        count=settings.profile_facts,
        tokens=settings.section_tokens.get("known", BUDGETS["known"]),
        size=chat.count_tokens if chat else count_tokens,
        trusted=(person, *relationship.own_names),
    )


def _due(facts: Sequence[PlacedEntry], now: datetime, trusted: Collection[str]) -> list[tuple[str, str]]:
    """Return plans and promises whose day is near, or was within a week, each with the fact's id."""
    coming: list[tuple[datetime, str, str]] = []
    for place in facts:
        dates = place.entry.details["fact"]
        if len(dates.get("until") or dates.get("since", "")) < len("2026-03-14"):
            continue  # a month alone doesn't tell when it is due
        data = stated_of(place.entry)
        end = end_of(data.until or data.since, now.tzinfo) if data.status == PLANNED else None
        if end is not None and now - _LATELY < end <= now + _SOON + _DAY:
            day = end - _DAY
            teller = told_by(place.entry.speaker, place.entry.details["fact"].get("about"), trusted)
            said = f"{teller}: {place.entry.text}" if teller else place.entry.text
            text = f"{said} ({date_words(day, 'en')}: {_when(day, now)})"
            coming.append((day, text, place.entry.id))
    return [(text, id) for _, text, id in sorted(coming)[:_DUE]]


def _when(day: datetime, now: datetime) -> str:
    days = (day.date() - now.astimezone(day.tzinfo).date()).days
    return {0: "today", 1: "tomorrow"}.get(days, f"in {days} days" if days > 0 else ago(day, now, "en"))


def _last_talk(relationship: Relationship, heard: Heard, now: datetime) -> datetime | None:
    """Return when the two talked last, if that was another occasion; None if it wasn't, or is unknown."""
    if heard.view:
        entry = heard.view[-1].entry
    else:
        before = heard.place.seq if heard.place else None
        last = relationship.runtime.store.last(relationship.key, 1, kind=TURN, before=before)
        if not last:
            return None
        entry = last[0].entry
    time = happened(entry)
    pause = timedelta(minutes=relationship.settings.session_minutes)
    return time if time is not None and now - time >= pause else None


def _labelled(heard: Heard) -> dict[str, str]:
    """Return the character's turns in view with the labels that they had, by turn id."""
    labels: dict[str, str] = {}
    for place in heard.view:
        answered = answered_by(place.entry)
        if answered.labelled and answered.view == heard.began:
            labels[place.entry.id] = answered.labelled
    return labels


def _answers_in_view(heard: Heard) -> list[Answered]:
    """Return the links of the character's turns in view to which memories came to mind since the view began."""
    answers = [answered for place in heard.view if (answered := answered_by(place.entry)).given]
    return [answered for answered in answers if answered.view == heard.began]


def _memories_of_view(
    relationship: Relationship, answers: Sequence[Answered], here: Sequence[PlacedEntry]
) -> list[Given]:
    """Return the memories that came to mind with some answers, in the order of their labels; `here`: those of them that
    lie in the partition of who is faced."""
    keys = relationship.linked
    entries = {own: {place.seq: place.entry for place in here} for own in keys if keys[own] == relationship.key}
    wanted: dict[int | str, set[int]] = {}
    for answered in answers:
        for own, seq in answered.given:
            if own in keys and own not in entries:  # the character may not read a world any more
                wanted.setdefault(own, set()).add(seq)
    entries |= _fetched(relationship.runtime.store, keys, wanted)
    standing: list[Given] = []
    for answered in answers:
        for own, seq in answered.given:
            entry = entries.get(own, {}).get(seq)
            is_kept = entry is not None and entry.forgotten is None
            memory = memory_of(keys[own], entry) if is_kept and entry is not None else None
            standing.append(Given(turn=answered.heard or "", label=label(len(standing)), memory=memory))
    return standing


def _fetched(
    store: Store, keys: Mapping[int | str, PartitionKey], wanted: Mapping[int | str, Collection[int]]
) -> dict[int | str, dict[int, Entry]]:
    """Return the memories wanted of some partitions, by sequence number."""
    if not wanted:
        return {}
    _, heads = store.heads([keys[own] for own in wanted])
    found = [(own, head.partition) for own, head in zip(wanted, heads, strict=True) if head]
    return {own: store.fetch(partition, sorted(wanted[own])) for own, partition in found}


def scene_now(
    relationship: Relationship, scene: Scene | None, before: Sequence[PlacedEntry], now: float
) -> Scene | None:
    """Return the scene: as it was told now, or what is left of the one told last.

    Args:
        relationship: the character, and the person it faces.
        scene: the scene that was told now; None if none was.
        before: the turns before, oldest first.
        now: seconds since the epoch.
    """
    if scene is not None:
        return scene
    for place in reversed(before):
        told_scene = scene_of(place.entry) if "scene" in place.entry.details else None
        if told_scene is not None:
            when = place.entry.stored if place.entry.time is None else place.entry.time
            return faded(told_scene, now - when, relationship.settings)
    return None
