"""Gathering all that bears on a reply: memories, knowledge, the shared past and feelings.

No step waits for another that it doesn't need, so a model that writes queries, a model that routes, and the search run
side by side (1: future work, "reduce latency by exploiting parallelism").
"""

from __future__ import annotations

from collections.abc import Awaitable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from soulkeep.character.relationship import ROLE, Relationship
from soulkeep.extras import GRAPH, has, hint
from soulkeep.importers.macros import filled
from soulkeep.judgement.talk import asks_something
from soulkeep.lang.references import leans_on_talk
from soulkeep.lang.tokens import count_tokens
from soulkeep.memory.audience import heard_by_all
from soulkeep.memory.entries import memory_of
from soulkeep.memory.people import ABOUT_PERSON, clock_of, person_in
from soulkeep.memory.short_term import recent_turns
from soulkeep.models.chat.base import ChatModel
from soulkeep.reply.heard import Heard
from soulkeep.reply.narrator import tell
from soulkeep.reply.prompt_background import background, scene_now, told_before
from soulkeep.reply.prompt_memories import facts_for, recall_with_facts, relevant, told_beside, with_facts
from soulkeep.reply.query_creator import create_queries
from soulkeep.reply.situation import Situation
from soulkeep.reply.stream import aside, together
from soulkeep.reply.timing import Watch
from soulkeep.search.ask import question_of, search_memories
from soulkeep.search.filters import Filters
from soulkeep.search.query import Said
from soulkeep.search.question import Question
from soulkeep.search.recall import merged
from soulkeep.stores.rows import Entry, PlacedEntry
from soulkeep.telemetry import passed_over
from soulkeep.types.episodes import Understanding
from soulkeep.types.records import INSIGHT, TURN, Hit, Person, Recall

if TYPE_CHECKING:
    from soulkeep.graph.episodes.consideration import Consideration

T = TypeVar("T")

_NARRATIVE_SECONDS = 20.0


class TurnsInView(NamedTuple):
    """The turns of a talk that are in view, oldest first; the id of the turn at which the view began, whoever heard it;
    and what was said about the person whom the character faces."""

    began: str
    turns: list[PlacedEntry]
    about: Person


def view_of(
    relationship: Relationship,
    session: str | None,
    audience: Sequence[str],
    coming: Sequence[PlacedEntry] = (),
    before: int | None = None,
    *,
    prompted: bool,
) -> TurnsInView:
    """Return the turns of a talk in view. All who hear the answer have heard them.

    Args:
        relationship: the character, and the person it faces.
        session: the conversation; None for none.
        audience: who else hears the answer.
        coming: turns that aren't stored yet.
        before: only turns before this sequence number; None for all.
        prompted: whether a prompt may show them.
    """
    chat, store, settings = relationship.runtime.chat, relationship.runtime.store, relationship.settings
    most = settings.history_turns + (settings.history_stride if prompted else settings.window_turns) - len(coming)
    talk = store.talk(relationship.key, most, kind=TURN, session=session, before=before, also=ABOUT_PERSON)
    turns = [*talk.last, *coming]
    if prompted:
        turns = recent_turns(
            turns,
            store,
            relationship.key,
            session,
            settings,
            own=relationship.own_names,
            count=chat.count_tokens if chat else count_tokens,
        )
    else:
        turns = [place for place in turns if place.entry.forgotten is None]
    began = turns[0].entry.id if turns else ""
    heard = [place for place in turns if heard_by_all(place.entry, audience)] if audience else turns
    return TurnsInView(began, heard, person_in(talk.also, relationship.key))


async def gather(relationship: Relationship, heard: Heard, *, writes: bool, watch: Watch) -> Situation:
    """Gather all that bears on a reply.

    Args:
        relationship: the character, and the person it faces.
        heard: what was said.
        writes: whether a language model may answer, so that a prompt shows the talk.
        watch: records when each step began and ended.
    """
    turn, settings, parts = heard.turn, relationship.settings, relationship.runtime
    asked = await aside(_asked, relationship, heard, heard.view if writes else (), writes)
    understood = await watch.over("understand", _understood(relationship, heard.entry, writes))
    done = await together(
        lambda: _remembered(relationship, heard, asked, understood, watch, writes),
        lambda: watch.over("background", aside(background, relationship, heard, asked, writes)),
        at_once=settings.parallel,
    )
    (recall, facts, understood, considered), gathered = done
    history = [memory_of(relationship.key, place.entry) for place in heard.view]
    about, narrative = heard.about, ""
    known_ids: set[str] = gathered.pop("known_ids", set())
    if writes:
        fitting = [hit for hit in facts if hit.memory.id not in known_ids]
        beside = told_beside(recall.hits, fitting, history, count=settings.reply_facts)
        recall = with_facts(relevant(recall, len(beside) + len(known_ids)), beside)
    if parts.chat is not None and writes and settings.memories_as == "narrative" and recall.hits:
        named = {relationship.person or ROLE: about.name or relationship.person or ROLE}
        narrative, notes = await watch.over("narrative", _narrated(recall, parts.chat, named))
        recall = replace(recall, notes=(*recall.notes, *notes))
    return Situation(
        said=turn.text,
        person=relationship.person or ROLE,
        called=about.name or relationship.person or ROLE,
        name=relationship.row.name,
        description=filled(
            relationship.row.description, name=relationship.row.name, user=about.name or relationship.person or ROLE
        ),
        own_names=relationship.own_names,
        recall=recall,
        narrative=narrative,
        history=history,
        scene=scene_now(relationship, turn.scene, heard.view, asked.now.timestamp()),
        audience=heard.audience,
        language=asked.language,
        now=asked.now,
        understanding=understood,
        considered=considered,
        **gathered,
    )


async def _narrated(recall: Recall, chat: ChatModel, called: Mapping[str, str]) -> tuple[str, tuple[str, ...]]:
    """Return what came to mind as one account, told memory by memory if the model fails or takes too long; and notes on
    that."""
    import asyncio

    try:
        narrative = await asyncio.wait_for(tell(recall, chat, called), _NARRATIVE_SECONDS)
    except Exception as error:  # the caller's own model may raise anything
        passed_over("narrator", error)
        return recall.narrative(), (f"Told memory by memory: {error or 'the narrator took too long.'}",)
    left_out = [f"Left out of the account, as it named no memory: {text}" for text in narrative.dropped]
    return narrative.text, (*narrative.notes, *left_out)


def recalled(relationship: Relationship, heard: Heard) -> Recall:
    """Return what comes to mind by the query that rules make."""
    return search_memories(relationship, _asked(relationship, heard, ()), heard.audience)


# -- what comes to mind


def _asked(relationship: Relationship, heard: Heard, in_view: Sequence[PlacedEntry], writes: bool = False) -> Question:
    """Return the question to the character's memories; those of the turns in view are left out."""
    turn, settings = heard.turn, relationship.settings
    asks = asks_something(turn.text)
    kinds = settings.reply_kinds
    if not writes and INSIGHT not in kinds:
        kinds = (*kinds, INSIGHT)  # in a model's prompt, they have a section of their own
    time = turn.time
    zone = clock_of(heard.about)
    if time is None and zone is not None:
        time = relationship.runtime.clock.now().astimezone(zone)
    return question_of(
        relationship,
        turn.text,
        k=settings.reply_memories if asks else settings.statement_memories,
        time=time,
        filters=Filters(kinds=kinds),
        in_view=frozenset((place.partition, place.seq) for place in (heard.place, *heard.hidden, *in_view) if place),
        history=heard.talk(settings.history_turns),
        language=heard.entry.language,
    )


async def _understood(relationship: Relationship, entry: Entry, writes: bool) -> Understanding | None:

    if not has(GRAPH) or (writes and relationship.knowledge is None):
        return None  # so nothing has to be imported
    from soulkeep.reply.knowledge import understanding_of

    return await aside(understanding_of, entry, writes)


async def _remembered(
    relationship: Relationship,
    heard: Heard,
    asked: Question,
    understood: Understanding | None,
    watch: Watch,
    writes: bool,
) -> tuple[Recall, list[Hit], Understanding | None, Consideration | None]:
    """Return what comes to mind with facts for a prompt, what was understood, and what knowledge and the shared past
    say to that."""
    if understood is None:
        recall, facts, _ = await _recollected(relationship, heard, asked, watch, writes)
        if not has(GRAPH) and relationship.runtime.store.graphs(relationship.row.id):
            recall = replace(recall, notes=(*recall.notes, f"What it knows as RDF was left out. {hint(GRAPH)}"))
        return recall, facts, None, None
    from soulkeep.reply.knowledge import asked_by_model, is_unclear, knowledge_and_past, may_be_known, refined

    def considering(said: Understanding) -> Awaitable[Consideration | None]:
        coming = aside(
            knowledge_and_past, relationship, heard.entry, said, heard.place, asked.now, bool(heard.audience)
        )
        return watch.over("patterns", coming)

    unclear, first = is_unclear(understood), understood
    (recall, facts, query), considered = await together(
        lambda: _recollected(relationship, heard, asked, watch, writes, unclear=unclear),
        lambda: considering(first),
        at_once=relationship.settings.parallel,
    )
    reworded = await aside(refined, relationship, understood, query)
    if reworded is not None:
        understood = reworded
        considered = await considering(reworded)
    asks_model = relationship.runtime.chat is not None and relationship.settings.model_queries != "never"
    question = query or heard.turn.text
    if asks_model and await aside(may_be_known, relationship, understood, question):
        asking = asked_by_model(relationship, understood, question, considered)
        considered = await watch.over("sparql", asking)
    if considered is not None and considered.notes:
        recall = replace(recall, notes=(*recall.notes, *considered.notes))
    return recall, facts, understood, considered


async def _recollected(
    relationship: Relationship, heard: Heard, asked: Question, watch: Watch, writes: bool, *, unclear: bool = False
) -> tuple[Recall, list[Hit], str]:
    """Return what comes to mind by the rules' query and, if need be, by a model's; facts for a prompt; and the first of
    the model's queries, "" if there is none."""
    settings = relationship.settings
    count = settings.reply_facts if asked.k >= settings.reply_memories else (settings.reply_facts + 1) // 2
    count = 2 * count if writes else 0
    audience = heard.audience

    def facts(*questions: Question) -> list[Hit]:
        return facts_for(relationship, questions, count=count, audience=audience)

    def alone() -> tuple[Recall, list[Hit]] | None:
        leans = leans_on_talk(asked.text, asked.language) > 0
        if _asks_for_queries(relationship, heard, leans=leans, unclear=unclear):
            return None
        return recall_with_facts(relationship, asked, count=count, audience=audience)

    if (both := await watch.over("recall", aside(alone))) is not None:
        return *both, ""
    import asyncio

    def by_rules() -> Awaitable[Recall]:  # beside the request to the model, which it mustn't hold up
        return watch.over("recall", asyncio.to_thread(search_memories, relationship, asked, audience))

    async def creating() -> list[str] | Exception:
        making = asyncio.wait_for(_create_queries(relationship, heard, asked), settings.query_seconds)
        try:
            return await watch.over("query", making)
        except Exception as error:  # the caller's own model may raise anything
            return error

    created: list[str] | Exception
    created, recall = await together(creating, by_rules, at_once=settings.parallel)
    if isinstance(created, Exception):
        passed_over("query", created)
        note = f"Searched by the rules' query only: {created or 'the model took too long to say what to search for.'}"
        return replace(recall, notes=(*recall.notes, note)), await aside(facts, asked), ""
    if not created:
        note = "Searched by the rules' query only: the model named none."
        return replace(recall, notes=(*recall.notes, note)), await aside(facts, asked), ""
    questions = [replace(asked, text=text, history=()) for text in created]
    again = [await watch.over("recall again", aside(search_memories, relationship, one, audience)) for one in questions]
    recall = merged([recall, *again], asked.k)
    return recall, await aside(facts, asked, *questions), created[0]


def _asks_for_queries(relationship: Relationship, heard: Heard, *, leans: bool, unclear: bool) -> bool:
    """Return whether a model is asked what to look up: always, never, or if a question leans on the talk before it, an
    opening on an earlier talk, or a message names known things without being understood."""
    chat, when = relationship.runtime.chat, relationship.settings.model_queries
    if chat is None or when == "never" or not heard.turn.text:
        return False
    if when == "always" or unclear:
        return True
    if not leans:
        return False
    if heard.view:
        return asks_something(heard.turn.text)
    before = heard.place.seq if heard.place else None  # an opening leans on an earlier talk, if there was one
    return bool(relationship.runtime.store.last(relationship.key, 1, kind=TURN, before=before))


async def _create_queries(relationship: Relationship, heard: Heard, asked: Question) -> list[str]:

    chat = relationship.runtime.chat
    assert chat is not None
    person = relationship.person or ROLE
    called = heard.about.name or person
    talk = [Said(one.text, called if one.speaker == person else one.speaker) for one in asked.history]
    before = ""
    if not talk:  # the opening of a talk may lean on the talk before it
        before = (await aside(told_before, relationship, heard, (), asked.language)).text
    return await create_queries(chat, relationship.row.name, called, talk, Said(asked.text, called), earlier=before)
