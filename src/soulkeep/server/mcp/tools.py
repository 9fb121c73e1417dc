"""The tools by which a model uses a character's memory."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from functools import partial
from itertools import islice
from typing import Annotated, Literal

from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp_types import CallToolResult, ToolAnnotations
from pydantic import AwareDatetime, Field

from soulkeep.character.character import Character
from soulkeep.errors import InputError
from soulkeep.judgement.analysed import analysed
from soulkeep.reply.answering import answers
from soulkeep.reply.evidence import PERHAPS, SURE
from soulkeep.server.access import Access
from soulkeep.server.mcp.asker import asking
from soulkeep.server.mcp.results import (
    Happened,
    Insights,
    KeptResult,
    KnownPerson,
    LetGo,
    PastResult,
    Recalled,
    due_result,
    episode_line,
    fact_result,
    memory_line,
    memory_result,
    tool_result,
)
from soulkeep.types.records import TURN, Turn

CHARACTER = Annotated[
    str | None,
    Field(description="Whose memory: a character's id. May be left out if there is only one."),
]
PERSON = Annotated[
    str | None,
    Field(
        description="Whom the character faces: a stable id, always the same for the same person. What is kept with a "
        "person comes back with that person only; left out, it belongs to nobody in particular, and everybody who "
        "talks with the character may hear of it."
    ),
]

_asking = partial(asking, ToolError)


def remember(
    text: Annotated[
        str,
        Field(description="What was said, verbatim and in its own language: one turn, or one fact in a sentence."),
    ],
    speaker: Annotated[
        str | None,
        Field(description="Who said it. Left out: the person. The character's id or name for what you said yourself."),
    ] = None,
    time: Annotated[
        AwareDatetime | None, Field(description="When it was said, ISO 8601 with a zone. Left out: now.")
    ] = None,
    session: Annotated[
        str | None, Field(description="The conversation it belongs to; the same word for all of its turns.")
    ] = None,
    importance: Annotated[
        float | None,
        Field(ge=1, le=10, description="1 is small talk, 10 changes a life. Left out: judged by what it speaks of."),
    ] = None,
    character: CHARACTER = None,
    person: PERSON = None,
) -> Annotated[CallToolResult, KeptResult]:
    """Keep something in long-term memory, for good and across conversations. Use it whenever the person says something
    that may matter later: who they are, what they like, plans, promises, dates, feelings, what happened to them; and
    when they ask you to remember. One call for each thing said. Facts are drawn from it in the background. It is never
    needed for what `recall` gave you."""
    with _asking() as asker:
        who, whom = asker.facing("write", character, person)
        said = who.name if speaker == who.id else speaker
        turn = Turn(text, speaker=said, time=time, session=session, importance=importance)
        receipt = KeptResult(id=who.observe_many([turn], person=whom)[0].id, character=who.id, person=whom)
        return tool_result(receipt, f"Kept as {receipt.id}.")


def recall(
    question: Annotated[
        str, Field(description="What you want to know, as a question or a few words, in the person's language.")
    ],
    limit: Annotated[int, Field(ge=1, le=50, description="Memories at most.")] = 8,
    since: Annotated[AwareDatetime | None, Field(description="Only what happened then or later.")] = None,
    until: Annotated[AwareDatetime | None, Field(description="Only what happened then or earlier.")] = None,
    character: CHARACTER = None,
    person: PERSON = None,
) -> Annotated[CallToolResult, Recalled]:
    """What comes to mind: the memories that fit a question, each with its time and id, and how sure it is that the
    answer is among them. Use it before you answer anything that leans on earlier conversations, on the person, or on
    what the character has read; and at the beginning of a conversation. If it says that it is probably not remembered,
    say so instead of guessing."""
    with _asking() as asker:
        who, whom = asker.facing("read", character, person)
        recalled = who.recall(question, person=whom, k=limit, since=since, until=until)
        hits = tuple(memory_result(hit.memory, hit) for hit in recalled.hits)
        likely = answers(analysed(question, recalled.language), recalled.hits, recalled.confidence)
        sure = likely[0].likely if likely else 0.0
        result = Recalled(memories=hits, confidence=round(sure, 3), held_back=len(recalled.held_back))
        now = recalled.asked or _now()
        fits = "What comes to mind" if sure >= SURE else "Perhaps among these"
        head = (
            "Nothing comes to mind."
            if not hits
            else f"Probably not remembered (confidence {sure:.2f}). The nearest:"
            if sure < PERHAPS
            else f"{fits}, best first (confidence {sure:.2f}):"
        )
        return tool_result(result, head, (memory_line(hit, now) for hit in hits))


def reflect(character: CHARACTER = None, person: PERSON = None) -> Annotated[CallToolResult, Insights]:
    """Look back on what was said lately, and keep the insights that it brings ("Anna often speaks of the sea when she
    is sad"). Use it at the end of a long conversation, or when you are asked what you make of things. It also happens
    by itself, so there is no need to call it often."""
    with _asking() as asker:
        asker.access.require("read")  # the insights are returned
        who, whom = asker.facing("write", character, person)
        insights = tuple(memory_result(memory) for memory in who.reflect(person=whom))
        head = "New insights:" if insights else "Nothing new comes of it."
        return tool_result(Insights(insights=insights), head, (memory_line(one, _now()) for one in insights))


def forget(
    id: Annotated[str, Field(description="The memory's id, as `recall`, `get_person` or `ask_episodes` gave it.")],
    restore: Annotated[bool, Field(description="Bring it back instead.")] = False,
    character: CHARACTER = None,
    person: PERSON = None,
) -> Annotated[CallToolResult, LetGo]:
    """Let go of one memory, and of what was derived from it alone: it doesn't come to mind any more. Use it when the
    person asks you to forget something, or when a memory is wrong. Nothing is deleted: with `restore`, it is back."""
    with _asking() as asker:
        who, whom = asker.facing("write", character, person)
        asker.access.changing(who.id, id, person=whom)
        changed = [who.restore(id, person=whom)] if restore else who.forget(id, person=whom)
        result = LetGo(memories=tuple(memory_result(memory) for memory in changed), restored=restore)
        head = "Remembered again:" if restore else "Forgotten (it can be restored by its id):"
        return tool_result(result, head, (memory_line(one, _now()) for one in result.memories))


def ask_episodes(
    question: Annotated[
        str | None, Field(description='About the talks themselves: "When did we first speak of the violin?"')
    ] = None,
    when: Annotated[
        Literal["today", "yesterday", "this week", "this month", "this year", "last year", "earlier"] | None,
        Field(description="Only what happened then, by the calendar."),
    ] = None,
    sparql: Annotated[
        str | None,
        Field(
            description="A read-only SPARQL 1.1 query instead, over what the character knows as RDF, its episodes and "
            "facts. Known prefixes: sk, rdf, rdfs, owl, skos, xsd."
        ),
    ] = None,
    limit: Annotated[int, Field(ge=1, le=200, description="Episodes or rows at most.")] = 20,
    character: CHARACTER = None,
    person: PERSON = None,
) -> Annotated[CallToolResult, PastResult]:
    """The shared past as episodes, in the order in which they happened: what was talked about and when, for the first
    or the last time, how often, and how it was taken. Use it for questions about the conversations themselves ("what
    did we do yesterday?"); use `recall` for what was told in them. Give `question`, `when`, both, or `sparql`."""
    with _asking() as asker:
        who, whom = asker.facing("read", character, person)
        if sparql is not None:
            answers = who.episodes(person=whom).sparql(sparql, rows=limit)
            past = PastResult(
                variables=answers.variables, rows=answers.rows, truth=answers.truth, complete=answers.complete
            )
            head = " | ".join(answers.variables) or {True: "yes", False: "no", None: "A graph:"}[answers.truth]
            return tool_result(past, head, (" | ".join(term or "" for term in row) for row in answers.rows))
        if question is None and when is None:
            raise InputError("What of the shared past?", hint="Give question, when, or sparql.")
        past = _past(who, whom, question, when, limit)
        head = "Nothing of that kind." if not past.episodes else "The first to happen first:"
        if not past.complete:
            head = f"There was more; the last {len(past.episodes)}, the first to happen first:"
        return tool_result(past, head, (episode_line(one, _now()) for one in past.episodes))


def get_person(character: CHARACTER = None, person: PERSON = None) -> Annotated[CallToolResult, KnownPerson]:
    """What the character knows of a person: the facts that hold, the bond and the mood, when they last talked, and
    plans and promises whose time is near. Use it once at the beginning of a conversation."""
    with _asking() as asker:
        who, whom = asker.facing("read", character, person)
        if whom is None:
            raise InputError("Which person?", hint=_people(asker.access, who.id))
        turns, last = 0, None
        for memory in who.memories(person=whom, kinds={TURN}):
            turns, last = turns + 1, memory.time or last
        person_known = KnownPerson(
            character=who.id,
            person=whom,
            facts=tuple(fact_result(fact) for fact in who.facts(person=whom)),
            mood=who.mood(person=whom),
            bond=who.bond(whom),
            turns=turns,
            last_talk=last,
            due=tuple(due_result(one) for one in who.due(person=whom)),
        )
        return tool_result(person_known, *person_summary(person_known))


def person_summary(known: KnownPerson) -> tuple[str, list[str]]:
    """Return what is known of a person as text: its first line, and the others."""
    head = f"Turns with {known.person}: {known.turns}" if known.turns else "You haven't talked yet."
    if known.last_talk is not None:
        head += f", the last on {known.last_talk:%Y-%m-%d %H:%M %Z}".rstrip()
    lines = [
        f"Closeness {known.bond.closeness:+.2f}, trust {known.bond.trust:+.2f}; "
        f"mood: valence {known.mood.valence:+.2f}, arousal {known.mood.arousal:+.2f} (-1…1 each)."
    ]
    lines += [f"- {fact.text} [id {fact.id}]" for fact in known.facts if fact.holds]
    lines += [f"- due {one.start:%Y-%m-%d}: {one.text} [id {one.memory}]" for one in known.due]
    return head, lines


def install(server: MCPServer) -> None:
    """Add the tools."""
    for tool, title, reads, destroys, again in (
        (remember, "Remember", False, False, False),
        (recall, "Recall", True, False, True),
        (reflect, "Reflect", False, False, False),
        (forget, "Forget or restore", False, True, True),
        (ask_episodes, "Ask about the shared past", True, False, True),
        (get_person, "Get a person", True, False, True),
    ):
        hints = ToolAnnotations(
            title=title,
            read_only_hint=reads,
            destructive_hint=destroys,
            idempotent_hint=again,
            open_world_hint=False,
        )
        server.add_tool(tool, title=title, description=" ".join((tool.__doc__ or "").split()), annotations=hints)


_BOTH = frozenset({"read", "write"})

_RIGHTS: Mapping[str, frozenset[str]] = {"remember": frozenset({"write"}), "reflect": _BOTH, "forget": _BOTH}
"""Rights that a tool needs, where reading isn't enough."""


def usable(tool: str, rights: frozenset[str]) -> bool:
    """Return whether a tool can do anything with these rights."""
    return _RIGHTS.get(tool, frozenset({"read"})) <= rights


def _past(who: Character, whom: str | None, question: str | None, when: str | None, limit: int) -> PastResult:
    """Return the matching episodes; only the latest, if there are more than `limit`."""
    episodes = who.episodes(person=whom)
    episodes_told = [
        one for one in (episodes if when is None else episodes.during(when)) if one.kind in ("input", "message")
    ]
    if question is not None:
        hits = who.recall(question, person=whom, k=limit + 1, kinds={TURN}).hits
        near = {hit.memory.id for hit in hits} | {one.episode.turn for one in islice(episodes.similar(question), limit)}
        episodes_told = [one for one in episodes_told if one.turn in near and one.text != question]
    fitting = tuple(
        Happened(turn=one.turn, kind=one.kind, text=one.text, time=one.time, evaluation=one.evaluation)
        for one in episodes_told[-limit:]
    )
    return PastResult(episodes=fitting, complete=len(fitting) == len(episodes_told))


def _people(access: Access, character: str) -> str:
    names = ", ".join(access.people(character)[:12])
    return f"Known: {names}." if names else "It has met nobody yet."


def _now() -> datetime:
    return datetime.now(UTC).astimezone()
