"""Results of the tools: structured, with a schema, and as a short text for models that read only text."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from mcp_types import CallToolResult, TextContent
from pydantic import BaseModel

from soulkeep.lang import prompt_safety
from soulkeep.lang.date_words import ago, human_date
from soulkeep.types.records import Bond, Due, Fact, Hit, Memory, Mood


class KeptResult(BaseModel, frozen=True):
    """What was kept: the memory's id, and whose it is."""

    id: str
    character: str
    person: str | None


class ShownResult(BaseModel, frozen=True):
    """A memory. `kind` is "turn", "excerpt" (of a long turn) or "passage" (verbatim), or "fact", "summary", "blend",
    "insight", "event" (derived); `score` is comparable within one answer only; `outdated` holds what it says that no
    longer holds."""

    id: str
    kind: str
    text: str
    speaker: str | None = None
    time: datetime | None = None
    session: str | None = None
    score: float | None = None
    outdated: tuple[str, ...] = ()
    forgotten: bool = False


class Recalled(BaseModel, frozen=True):
    """What came to mind, best first. `confidence`: how likely it is that the answer is among it, 0…1, as a small model
    judges that reads the question and the memories; below 0.25 better say that you don't remember."""

    memories: tuple[ShownResult, ...]
    confidence: float = 0.0
    held_back: int = 0


class Insights(BaseModel, frozen=True):
    """What looking back brought that is new."""

    insights: tuple[ShownResult, ...]


class LetGo(BaseModel, frozen=True):
    """What was forgotten, or what is remembered again."""

    memories: tuple[ShownResult, ...]
    restored: bool = False


class Happened(BaseModel, frozen=True):
    """An episode: `kind` "input" (the person said it) or "message" (the character did), or what lay between.
    `evaluation`: how it was taken, -1…1; null if nobody said."""

    turn: str
    kind: str
    text: str
    time: datetime | None = None
    evaluation: float | None = None


class PastResult(BaseModel, frozen=True):
    """What the shared past holds, in the order in which it happened. Of a SPARQL query: its variables and rows, with
    terms as in N-Triples; `truth` of an ASK. `complete` is false if there was more."""

    episodes: tuple[Happened, ...] = ()
    variables: tuple[str, ...] = ()
    rows: tuple[tuple[str | None, ...], ...] = ()
    truth: bool | None = None
    complete: bool = True


class StatedResult(BaseModel, frozen=True):
    """A fact that holds: of whom, what, and since when it is known. `id` names it, to forget it."""

    id: str
    subject: str
    relation: str
    value: str
    text: str
    holds: bool = True
    confidence: float = 1.0
    since: datetime | None = None


class Open(BaseModel, frozen=True):
    """A plan, promise or date whose time is near."""

    memory: str
    text: str
    start: datetime
    end: datetime


class KnownPerson(BaseModel, frozen=True):
    """What a character knows of a person. Mood and bond are -1…1 each."""

    character: str
    person: str
    facts: tuple[StatedResult, ...]
    mood: Mood
    bond: Bond
    turns: int
    last_talk: datetime | None
    due: tuple[Open, ...]


def tool_result(result: BaseModel, head: str, lines: Iterable[str] = ()) -> CallToolResult:
    """Return a tool's result: the record, and the text that describes it."""
    text = TextContent(type="text", text="\n".join(map(prompt_safety.line, [head, *lines])))
    return CallToolResult(content=[text], structured_content=result.model_dump(mode="json"))


def memory_result(memory: Memory, hit: Hit | None = None) -> ShownResult:
    """Return a memory as a result, with its score and outdated parts from a recall."""
    return ShownResult(
        id=memory.id,
        kind=memory.kind,
        text=memory.text,
        speaker=memory.speaker,
        time=memory.time,
        session=memory.session,
        score=None if hit is None else round(hit.score, 4),
        outdated=() if hit is None else tuple(fact.text for fact in hit.outdated),
        forgotten=memory.forgotten is not None,
    )


def fact_result(fact: Fact) -> StatedResult:
    """Return a fact as a result."""
    return StatedResult(
        id=fact.id,
        subject=fact.subject,
        relation=fact.relation,
        value=fact.value,
        text=fact.text,
        holds=fact.holds,
        confidence=fact.confidence,
        since=fact.since,
    )


def due_result(due: Due) -> Open:
    """Return something due as a result."""
    return Open(memory=due.memory.id, text=due.memory.text, start=due.start, end=due.end)


def memory_line(memory: ShownResult, now: datetime) -> str:
    """Return a memory as a line: its text, who said it when, and its id."""
    parts = [part for part in (memory.speaker, _when(memory.time, now)) if part]
    if memory.kind not in ("turn", "passage"):
        parts.insert(0, memory.kind)
    gone = f" (no longer so: {'; '.join(memory.outdated)})" if memory.outdated else ""
    return f"- {memory.text}{gone} [{', '.join([*parts, f'id {memory.id}'])}]"


def episode_line(happened: Happened, now: datetime) -> str:
    """Return an episode as a line."""
    return f"- {_when(happened.time, now) or '?'}: {happened.text} [id {happened.turn}]"


def _when(time: datetime | None, now: datetime) -> str | None:
    """Return a date with how long ago it was, in the words of the tools."""
    return None if time is None else f"{human_date(time, 'en')}, {ago(time, now, 'en')}"
