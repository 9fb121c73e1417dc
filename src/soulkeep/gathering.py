"""All that bears on a reply, gathered at once: memories, knowledge, the shared past, feelings, and who should answer.

Nothing here waits for anything that it doesn't need, so that a model that writes queries, a model that routes, and the
search run side by side (1: future work, "reduce latency by exploiting parallelism").
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from time import perf_counter
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from soulkeep.dialogue.bids import MODEL
from soulkeep.dialogue.narrator import tell
from soulkeep.dialogue.query_creator import create_query
from soulkeep.dialogue.references import label
from soulkeep.dialogue.route import Decision, decide
from soulkeep.dialogue.second_person import asks_about_oneself
from soulkeep.dialogue.situation import Given, Situation
from soulkeep.dialogue.voice import asks_something
from soulkeep.experience import Understanding
from soulkeep.knowledge.macros import filled
from soulkeep.memory.company import heard_by_all
from soulkeep.memory.facts import claims
from soulkeep.memory.feelings import impulses
from soulkeep.memory.scene import faded
from soulkeep.memory.short_term import earlier, recent_turns
from soulkeep.mind.entries import answered_by, memory_of, scene_of
from soulkeep.models.chat import ChatModel
from soulkeep.recall.filters import Filters
from soulkeep.recall.queries import Said
from soulkeep.recall.recollect import Question, merged
from soulkeep.records import FACT, Bond, Hit, Recall, Scene, Turn
from soulkeep.relationship import ROLE, Relationship
from soulkeep.settings import Settings
from soulkeep.stores.base import Entry, Found
from soulkeep.stories import next_step
from soulkeep.text.asked_facts import asked_fact
from soulkeep.text.references import leans_on_talk
from soulkeep.text.tokens import count_tokens
from soulkeep.text.wordings import fact_wording

if TYPE_CHECKING:
    from soulkeep.episodes.companion import Consideration

T = TypeVar("T")

_FACTS = 60
"""Latest facts that the prompt's are chosen from."""

_NARRATIVE_SECONDS = 20.0

_FITTING = 5
"""Facts that come in because they fit, where they aren't in the prompt anyway."""


@dataclass(slots=True)
class Watch:
    """When what was done, in milliseconds since it was made."""

    started: float = field(default_factory=perf_counter)
    steps: dict[str, tuple[float, float]] = field(default_factory=dict)

    def now(self) -> float:
        """Milliseconds since it was made."""
        return (perf_counter() - self.started) * 1000

    async def over(self, name: str, work: Awaitable[T]) -> T:
        """Do something, and note from when to when."""
        began = self.now()
        try:
            return await work
        finally:
            self.steps[name] = (began, self.now())


class View(NamedTuple):
    """The turns of a talk that are in view, oldest first; and the id of that at which it began, whoever heard it."""

    began: str
    turns: list[Found]


@dataclass(frozen=True, slots=True, kw_only=True)
class Heard:
    """What was just said, and the talk that it belongs to.

    Attributes:
        turn: as it was given.
        entry, place: as it is stored, or would be in a rehearsal.
        view: the turns before it that are in view, oldest first; `began`: id of the turn at which the view began.
        company: who else hears the answer.
        hidden: the turns after it, where it is answered anew.
    """

    turn: Turn
    entry: Entry
    place: Found | None
    view: Sequence[Found]
    began: str
    company: tuple[str, ...] = ()
    hidden: Sequence[Found] = ()

    def talk(self, turns: int) -> list[Said]:
        """The last turns in view, for a query or a decision."""
        return [Said(place.entry.text, place.entry.speaker) for place in self.view[-turns:]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Gathered:
    """A situation, whom a model wants to answer it, and what could not be done as usual."""

    situation: Situation
    decision: Decision | None
    notes: tuple[str, ...]


def view_of(
    relationship: Relationship,
    session: str | None,
    company: Sequence[str],
    coming: Sequence[Found] = (),
    before: int | None = None,
) -> View:
    """The turns of a talk that are in view `before` a sequence number, and that all who hear the answer have heard;
    those that are `coming`, which aren't stored, included."""
    count = relationship.workings.chat.count_tokens if relationship.workings.chat else count_tokens
    turns = recent_turns(
        relationship.workings.store,
        relationship.key,
        session,
        relationship.settings,
        own=relationship.own_names,
        count=count,
        coming=coming,
        before=before,
    )
    began = turns[0].entry.id if turns else ""
    return View(began, [place for place in turns if heard_by_all(place.entry, company)])


async def gather(relationship: Relationship, heard: Heard, candidates: Mapping[str, str], watch: Watch) -> Gathered:
    """Gather all that bears on a reply.

    Args:
        relationship: who faces whom.
        heard: what was said.
        candidates: who may answer and what each answers, for a model that routes.
        watch: notes when what was done.
    """
    import asyncio

    turn, settings, parts = heard.turn, relationship.settings, relationship.workings
    writes = parts.chat is not None and MODEL in candidates  # else no prompt shows the talk
    asked = _asked(relationship, heard, in_view=heard.view if writes else (), facts=writes)
    understood = await watch.over("understand", _understood(relationship, heard.entry, writes))
    work: list[Callable[[], Awaitable[Any]]] = [
        lambda: _remembered(relationship, heard, asked, understood, watch),
        lambda: watch.over("background", asyncio.to_thread(_background, relationship, heard, asked, writes)),
        lambda: _routed(relationship, heard, candidates, watch),
    ]
    if settings.parallel:
        done = await asyncio.gather(*(one() for one in work))
    else:
        done = [await one() for one in work]
    (recall, understood, considered), background, (decision, note) = done
    recall, facts = _without_facts(recall, settings)
    fitting = [hit for hit in facts if hit.memory.text not in background.get("known", ())]
    now = asked.now.timestamp()
    narrative = ""
    if parts.chat is not None and writes and settings.memories_as == "narrative" and recall.hits:
        narrative = await watch.over("narrative", _narrated(recall, parts.chat))
    situation = Situation(
        said=turn.text,
        person=relationship.person or ROLE,
        name=relationship.row.name,
        description=filled(relationship.row.description, name=relationship.row.name, user=relationship.person or ROLE),
        own_names=relationship.own_names,
        recall=recall,
        narrative=narrative,
        facts=[hit for hit in fitting if _stands(hit, relationship, now)],
        history=[memory_of(relationship.key, place.entry) for place in heard.view],
        scene=_scene(relationship, turn.scene, heard.view, now),
        company=heard.company,
        language=asked.language,
        now=asked.now,
        understanding=understood,
        considered=considered,
        **background,
    )
    return Gathered(situation=situation, decision=decision, notes=(note,) if note else ())


def _without_facts(recall: Recall, settings: Settings) -> tuple[Recall, list[Hit]]:
    """A recall without what is known of the person, and the best of that."""
    facts = [hit for hit in recall.hits if hit.memory.kind == FACT][:_FITTING]
    if FACT in settings.reply_kinds or (not facts and len(recall.hits) <= settings.reply_memories):
        return recall, []
    hits = tuple(hit for hit in recall.hits if hit.memory.kind != FACT)[: settings.reply_memories]
    return replace(recall, hits=hits, tokens=sum(hit.tokens for hit in hits)), facts


async def _narrated(recall: Recall, chat: ChatModel) -> str:
    """What came to mind as one account; by the template where the model fails or takes too long."""
    import asyncio

    try:
        return (await asyncio.wait_for(tell(recall, chat), _NARRATIVE_SECONDS)).text
    except Exception:  # a model of the caller's own may raise anything
        return recall.narrative()


def recalled(relationship: Relationship, heard: Heard) -> Recall:
    """What comes to mind, by the rules' query alone."""
    return relationship.recollect(_asked(relationship, heard, in_view=()), heard.company)


# -- what comes to mind


def _asked(relationship: Relationship, heard: Heard, *, in_view: Sequence[Found], facts: bool = False) -> Question:
    """What is asked of the mind; what stands in view needn't come to it. With `facts`, some more hits, for these."""
    turn, settings = heard.turn, relationship.settings
    asks = asks_something(turn.text, heard.entry.language)
    count = settings.reply_memories if asks else settings.statement_memories
    facts = facts and asks and FACT not in settings.reply_kinds
    return relationship.question(
        turn.text,
        k=count + 2 * _FITTING if facts else count,
        time=turn.time,
        filters=Filters(kinds=(*settings.reply_kinds, FACT) if facts else settings.reply_kinds),
        in_view=frozenset((place.partition, place.seq) for place in (heard.place, *heard.hidden, *in_view) if place),
        history=heard.talk(settings.history_turns),
        language=heard.entry.language,
    )


async def _understood(relationship: Relationship, entry: Entry, writes: bool) -> Understanding | None:
    import asyncio

    if writes and relationship.knowledge is None:
        return None  # nothing has to be imported for it
    from soulkeep.considering import understanding_of

    return await asyncio.to_thread(understanding_of, entry, writes)


async def _remembered(
    relationship: Relationship, heard: Heard, asked: Question, understood: Understanding | None, watch: Watch
) -> tuple[Recall, Understanding | None, Consideration | None]:
    """What comes to mind, and beside it what knowledge and the shared past say to what was understood."""
    import asyncio

    if understood is None:
        recall, _ = await _recollected(relationship, heard, asked, watch)
        return recall, None, None
    from soulkeep.considering import consider, is_unclear, refined

    def considering(said: Understanding) -> Awaitable[Consideration | None]:
        made = asyncio.to_thread(consider, relationship, heard.entry, said, heard.place, asked.now, bool(heard.company))
        return watch.over("patterns", made)

    unclear = is_unclear(understood)
    if relationship.settings.parallel:
        (recall, query), considered = await asyncio.gather(
            _recollected(relationship, heard, asked, watch, unclear=unclear), considering(understood)
        )
    else:
        recall, query = await _recollected(relationship, heard, asked, watch, unclear=unclear)
        considered = await considering(understood)
    meant = refined(relationship, understood, query)
    if meant is not None:
        understood = meant
        considered = await considering(meant)
    if considered is not None and considered.notes:
        recall = replace(recall, notes=(*recall.notes, *considered.notes))
    return recall, understood, considered


async def _recollected(
    relationship: Relationship, heard: Heard, asked: Question, watch: Watch, *, unclear: bool = False
) -> tuple[Recall, str]:
    """What comes to mind, by the rules' query and, where the message leans on the talk or names what is known without
    being understood, beside it by a model's; and the model's query, "" if there is none."""
    import asyncio

    chat, settings = relationship.workings.chat, relationship.settings

    def by_rules() -> Awaitable[Recall]:
        return watch.over("recall", asyncio.to_thread(relationship.recollect, asked, heard.company))

    leans = bool(asked.history) and leans_on_talk(asked.text, asked.language)
    asks = settings.model_queries == "always" or (settings.model_queries == "leaning" and (leans or unclear))
    if chat is None or not asks:
        return await by_rules(), ""
    message = Said(asked.text, relationship.person or ROLE)
    creating = create_query(chat, relationship.row.name, asked.history, message)
    query = watch.over("query", asyncio.wait_for(creating, settings.query_seconds))
    recall: Recall | BaseException
    created: str | BaseException
    if settings.parallel:
        recall, created = await asyncio.gather(by_rules(), query, return_exceptions=True)
    else:
        [created] = await asyncio.gather(query, return_exceptions=True)
        recall = await by_rules()
    if isinstance(recall, BaseException):
        raise recall
    if isinstance(created, Exception):  # a model of the caller's own may raise anything
        note = f"Searched by the rules' query only: {created or 'the model took too long to say what to search for.'}"
        return replace(recall, notes=(*recall.notes, note)), ""
    if isinstance(created, BaseException):
        raise created
    if not created.strip():
        return replace(recall, notes=(*recall.notes, "Searched by the rules' query only: the model named none.")), ""
    again = await watch.over(
        "recall again",
        asyncio.to_thread(relationship.recollect, replace(asked, text=created, history=()), heard.company),
    )
    return merged(recall, again, asked.k), created


# -- who should answer


async def _routed(
    relationship: Relationship, heard: Heard, candidates: Mapping[str, str], watch: Watch
) -> tuple[Decision | None, str]:
    """Whom a language model wants to answer, and why it doesn't say, if so."""
    import asyncio

    chat, settings = relationship.workings.chat, relationship.settings
    if chat is None or settings.router != "model" or len(candidates) < 2 or not heard.turn.text:
        return None, ""
    message = Said(heard.turn.text, relationship.person or ROLE)
    deciding = decide(chat, relationship.row.name, heard.talk(settings.history_turns), message, candidates)
    try:
        decision = await watch.over("route", asyncio.wait_for(deciding, settings.decision_seconds))
    except Exception as error:  # a model of the caller's own may raise anything
        return None, f"The best bid was chosen: {error or 'the model took too long to decide who answers.'}"
    return decision, "" if decision else "The best bid was chosen: the model named nobody who may answer."


# -- what a language model is told beside


def _background(relationship: Relationship, heard: Heard, asked: Question, writes: bool) -> dict[str, Any]:
    """What a situation holds of the person, the talk and feelings; where no model writes, little more than feelings."""
    settings, now = relationship.settings, asked.now.timestamp()
    # What was just said is felt at once; it is stored with the work that waits.
    moved = impulses(asked.text, asked.language, now, settings)
    felt: dict[str, Any] = {"mood": relationship.mood(now, moved), "bond": relationship.bond(now, moved)}
    felt["event"] = next_step(
        relationship,
        heard.turn.text,
        asked.language,
        asked.now,
        felt["mood"],
        felt["bond"],
        heard.place.seq if heard.place else None,
    )
    if heard.company:
        felt["bond"] = Bond()  # it is between the two
    if not writes:
        return felt | {"known": _asked_of_oneself(relationship, heard, asked, now)}
    said_before = earlier(
        relationship.workings.store,
        relationship.key,
        heard.turn.session,
        heard.view,
        language=asked.language,
        own=relationship.own_names,
        settings=settings,
        may_tell=lambda entry: relationship.may_tell(memory_of(relationship.key, entry), heard.company),
    )
    return felt | {
        "given": _given(relationship, heard),
        "earlier": said_before.text,
        "same_talk": said_before.same_talk,
        "known": _known(relationship, heard, now),
    }


def _asked_of_oneself(relationship: Relationship, heard: Heard, asked: Question, now: float) -> list[str]:
    """What is known of the person, the latest first, where they ask for that; just said or long since."""
    if not asks_about_oneself(asked.text, asked.language) and asked_fact(asked.text, asked.language) != "name":
        return []
    person = relationship.person or ROLE
    said = [
        fact_wording(person, "", claim.relation, claim.value, claim.holds, place.entry.language)
        for place in reversed(heard.view)
        if place.entry.speaker == person
        for claim in claims(place.entry)
        if not claim.subject
    ]
    return list(dict.fromkeys([*said, *reversed(_known(relationship, heard, now))]))


def _known(relationship: Relationship, heard: Heard, now: float) -> list[str]:
    """What is known of the person from before the talk in view, the older first.

    What was learnt since stands in the talk itself; so this changes only when the talk's oldest turns leave.
    """
    store, settings = relationship.workings.store, relationship.settings
    since = heard.view[0].seq if heard.view else heard.place.seq if heard.place else 0
    person = relationship.person or ROLE
    before = [
        place
        for place in store.last(relationship.key, _FACTS, kind=FACT)
        if place.entry.forgotten is None
        and place.entry.superseded is None
        and (place.entry.ended is None or place.entry.ended > now)
        and place.entry.speaker == person
        and (place.entry.base is None or place.entry.base < since)
        and relationship.may_tell(memory_of(relationship.key, place.entry), heard.company)
    ]
    best = sorted(before, key=lambda place: (-place.entry.importance, -place.seq))[: settings.profile_facts]
    return list(dict.fromkeys(place.entry.text for place in sorted(best, key=lambda place: place.seq)))


def _stands(hit: Hit, relationship: Relationship, now: float) -> bool:
    memory = hit.memory
    mine = memory.speaker == (relationship.person or ROLE)
    return mine and (memory.ended is None or memory.ended.timestamp() > now)


def _given(relationship: Relationship, heard: Heard) -> list[Given]:
    """The memories that came to mind with the turns since the view began, in the order of their labels."""
    store = relationship.workings.store
    keys = relationship.linked
    answers = [answered for place in heard.view if (answered := answered_by(place.entry)).given]
    answers = [answered for answered in answers if answered.view == heard.began]
    wanted: dict[int | str, set[int]] = {}
    for answered in answers:
        for own, seq in answered.given:
            wanted.setdefault(own, set()).add(seq)
    if not wanted:
        return []
    here = [own for own in wanted if own in keys]  # a world may be read no more
    _, heads = store.heads([keys[own] for own in here])
    entries = {
        own: store.fetch(head.partition, sorted(wanted[own])) for own, head in zip(here, heads, strict=True) if head
    }
    found: list[Given] = []
    for answered in answers:
        for own, seq in answered.given:
            entry = entries.get(own, {}).get(seq)
            kept = entry is not None and entry.forgotten is None
            memory = memory_of(keys[own], entry) if kept and entry is not None else None
            found.append(Given(turn=answered.heard or "", label=label(len(found)), memory=memory))
    return found


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
