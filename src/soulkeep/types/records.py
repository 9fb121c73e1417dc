"""Records of turns, memories, facts, recalls and feelings: frozen records that know no database and no model."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from soulkeep.lang.narrative import Narrated, narrate
from soulkeep.lang.owners import world_of

LIVED = "lived"
"""The source of what a character experienced itself. Knowledge sources have other names."""

TURN = "turn"
"""The kind of a memory that is one verbatim turn."""

PASSAGE = "passage"
"""The kind of a memory that is one passage of a knowledge source."""


FACT = "fact"
"""The kind of a memory that is one statement by somebody about themselves or their world."""

SUMMARY = "summary"
"""The kind of a memory that a stretch of talk was condensed into (4: medium-term memory)."""

BLEND = "blend"
"""The kind of a memory merged from several similar ones (4: long-term memory; 2: episode blending)."""

INSIGHT = "insight"
"""The kind of a memory concluded from others by reflection (3)."""

EVENT = "event"
"""The kind of a memory that records a scripted event (3)."""

CUE = "cue"
"""The kind of a sentence that is to call another memory to mind; it is never told itself."""

PERSON = "person"
"""The kind of a memory that holds what the caller set about a person: name and time zone."""

EXCERPT = "excerpt"
"""The kind of a memory that is a passage, verbatim, of a turn too long to come to mind whole."""

WHOLE = 8_000
"""Characters up to which a turn comes to mind whole, and is read for facts: longer ones are nobody's own words."""

CONCLUDED = (FACT, SUMMARY, BLEND, INSIGHT, CUE)
"""The kinds that are worded anew from other memories."""

DERIVED = (*CONCLUDED, EXCERPT)
"""The kinds that are derived from other memories, and could be derived again."""

KINDS = frozenset({TURN, PASSAGE, EVENT, *DERIVED})
"""All kinds of memories that can be asked for."""

INFERRED = "inferred"
"""The source of what a character concluded from what it perceived."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """The surroundings in which something was said (4: scene awareness).

    Attributes:
        place: where.
        present: who was there.
        objects: what lay about.
        events: what had just happened.
    """

    place: str = ""
    present: tuple[str, ...] = ()
    objects: tuple[str, ...] = ()
    events: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn of talk, as given to `observe_many`.

    Attributes:
        text: what was said, verbatim.
        speaker: who said it, any name; None for the person the character faces.
        time: when, timezone-aware; None for now.
        session: the conversation it belongs to; turns of a session are each other's context.
        id: an id of the caller's choice. Storing it again with the same content does nothing, with other content
            raises.
        scene: the surroundings.
        heard_by: ids of others who heard it; stored with the memory.
        importance: 1 (small talk) … 10 (life-changing); None to estimate it from the text.
        metadata: the caller's notes, a JSON object of up to 16,384 characters and 64 levels. They are only stored.
    """

    text: str
    speaker: str | None = None
    time: datetime | None = None
    session: str | None = None
    id: str | None = None
    scene: Scene | None = None
    heard_by: tuple[str, ...] | None = None
    importance: float | None = None
    metadata: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary:
    """The details of a summary (4: topics, personal details, emotions).

    Attributes:
        topics: words for what the talk was about, most telling first.
        emotions: strength of each emotion shown, 0…1.
        participants: who took part.
        times: expressions of time, as they were said.
        start, end: when the talk began and ended; None if unknown.
        author: `"rules"`, the language model's name, or `"amended"` if somebody corrected it.
    """

    topics: tuple[str, ...] = ()
    emotions: Mapping[str, float] = field(default_factory=dict)
    participants: tuple[str, ...] = ()
    times: tuple[str, ...] = ()
    start: datetime | None = None
    end: datetime | None = None
    author: str = "rules"


@dataclass(frozen=True, slots=True, kw_only=True)
class Memory:
    """A memory. Two are equal if all their attributes are.

    Attributes:
        id: unique within its character and person.
        kind: `"turn"` or `"passage"`, verbatim; or derived from others: `"fact"`, `"summary"`, `"blend"` (several
            memories that were alike) or `"insight"`. `"event"`: a scripted event took place. `"excerpt"`: a passage of
            a turn of more than 8,000 characters, which comes to mind in its place.
        text: verbatim for a turn or passage; a wording for what is derived.
        owner: id of the character whose memory it is; `"world:"` and the world's name for lore.
        person: whom it is shared with; None for nobody in particular.
        source: `"lived"`, the knowledge source it was read in, or `"inferred"` for what is derived.
        speaker: who said it; None for a passage.
        time: when it happened, timezone-aware; None if unknown.
        session: the conversation it belongs to.
        heading: the headings above a passage in its source.
        language: ISO 639-1 code.
        importance: 1…10.
        stability: S of the forgetting curve (1), 1 when new.
        accessed: when a reply last used it, or else when it was stored.
        pinned: whether it never fades.
        forgotten: when it was forgotten; None if it wasn't. Recalls hold it back until it is restored.
        ended: when it ceased to hold; None if it still holds, as far as is known.
        superseded: id of the memory that replaces it: a newer fact, or a blend it is part of.
        about: for a fact that a language model found, the name of whom or what it is about.
        verified: False for a fact or insight of a language model that names no evidence: it ranks last, supersedes
            none.
        turns: ids of the verbatim turns it rests on; its own id, if it is a turn.
        references: ids of the memories that an answer of the character rests on; those a blend or insight was made of.
        responder: for an answer of the character, who gave it, as in `Reply.responder`.
        summary: the details of a summary or blend.
        scene: the surroundings.
        heard_by: ids of others who heard it.
        metadata: the caller's notes on a turn.
        left_out: for a turn, number of statements beyond the hundred that facts are made of.
        suspect: signs that it imitates something else to mislead a language model: `"template"`, `"fence"`, `"hidden"`;
            empty once released. A suspect turn ranks last and is told as doubtful; a suspect passage isn't recalled.
    """

    id: str
    kind: str
    text: str
    owner: str
    person: str | None = None
    source: str = LIVED
    speaker: str | None = None
    time: datetime | None = None
    session: str | None = None
    heading: str = ""
    language: str = "en"
    importance: float = 1.0
    stability: float = 1.0
    accessed: datetime
    pinned: bool = False
    forgotten: datetime | None = None
    ended: datetime | None = None
    superseded: str | None = None
    about: str | None = None
    verified: bool = True
    turns: tuple[str, ...] = ()
    references: tuple[str, ...] = ()
    responder: str | None = None
    scene: Scene | None = None
    heard_by: tuple[str, ...] | None = None
    summary: Summary | None = None
    metadata: Mapping[str, Any] | None = None
    left_out: int = 0
    suspect: tuple[str, ...] = ()

    @property
    def world(self) -> str | None:
        """The name of the world whose lore it is; None for a character's own memory."""
        return world_of(self.owner)

    def __repr__(self) -> str:
        return f"Memory({self.id!r}, {self.kind}, {_shorten(self.text)!r})"


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    """A fact that somebody stated about themselves or their world.

    Attributes:
        id: the memory's.
        told_by: who said so.
        subject: whom or what it is about: the teller's name, or `"anna's sister"`.
        relation: `"home"`, `"name"`, `"likes"` …, or what was measured: `"snack budget"`.
        value: as it was said.
        holds: False if the statement was that it isn't so, or no longer.
        confidence: 0…1; being told again raises it.
        since: when it was first said; it holds from then on at the latest. None if unknown.
        until: when it ended, as something else was said or its time was over. None if it holds, as far as known.
        superseded: id of the fact that replaces it.
        turns: ids of the turns it rests on.
        text: a wording; for a fact that a language model found, the model's statement.
        status: as a language model judged it: `"current"`, `"past"`, `"planned"` or `"wished"`; "" if rules found it.
        verified: False if it names no turn as evidence: it ranks last and supersedes nothing.
        grave: whether it is a misfortune that still weighs on somebody.
        begins, ends: ISO dates, as precise as they were told, between which it holds; for a plan, when it is to happen.
            "" if nobody said.
        author: `"rules"`, or the language model's name.
    """

    id: str
    told_by: str
    subject: str
    relation: str
    value: str
    holds: bool = True
    confidence: float = 1.0
    since: datetime | None = None
    until: datetime | None = None
    superseded: str | None = None
    turns: tuple[str, ...] = ()
    text: str = ""
    status: str = ""
    verified: bool = True
    grave: bool = False
    begins: str = ""
    ends: str = ""
    author: str = "rules"


@dataclass(frozen=True, slots=True, kw_only=True)
class Hit:
    """A memory that came to mind.

    Attributes:
        memory: the memory.
        score: higher is better; comparable within one recall only.
        parts: the components of the score, which sum to it. `meaning` (similar in sense), `words` (shares words),
            `context` (what was said around it fits), `together` (with what was said around it, it holds the words asked
            for), `speaker` (told by the one who asks about themselves, or whom the question names), `asking` (negative:
            it asks rather than tells), `again` (negative: it repeats a better hit), `detail` (says more than a few
            words), `kinds` (holds a thing of the kind asked for), `time` (fits the time asked about, or tells one),
            `stated` (a fact that it states fits better than its own words), `cued` (a sentence that is to call it to
            mind does), `unverified` (negative: it names nothing that shows it), `derived` (negative: it rests on other
            memories, which come first), `outdated` (negative: what is asked for no longer holds as it says),
            `overtaken` (negative: asked about the present, a later turn of the same speaker answers, too), `trust`
            (negative: somebody else's word, or read), `crowd` (negative: its source says nearly the same in several
            better ones), `recency`, `importance`, `retention` (0 when fresh, negative when faded). Papers' presets also
            have `age` (negative: old) and `tangent` (found by way of a hit).
        similarity: similarity of meaning to the question, a cosine, -1…1; 0 if the embedder lacks its language.
        coverage: share of the question's words that it contains, weighted by their significance, 0…1.
        retention: how much of it is left, 0…1 (1).
        tokens: estimated tokens of its text.
        outdated: the facts it states that were superseded since.
        later: id of another hit, said later by the same speaker, that answers a question about the present, too.
    """

    memory: Memory
    score: float
    parts: Mapping[str, float]
    similarity: float
    coverage: float
    retention: float
    tokens: int
    outdated: tuple[Fact, ...] = ()
    later: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class HeldBack:
    """A memory that matched, but was not returned.

    Attributes:
        memory: the memory.
        score: as in `Hit`.
        reason: `"over budget"`, `"faded"`, `"forgotten"`, `"superseded"` (another replaces it), `"other kind"`,
            `"other source"`, `"outside the time range"`, `"quarantined"` (a suspect passage), `"private"` (others who
            haven't heard it would), or `"in view"` (the talk that the prompt shows contains it).
    """

    memory: Memory
    score: float
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Recall:
    """The result of a recall: what came to mind, and why.

    Attributes:
        hits: memories found, best first, at most k.
        held_back: what would have been among the hits but for a filter, the budget or forgetting, best first.
        queries: the texts searched for.
        tokens: estimated tokens of all hits' texts.
        considered: how many memories were searched.
        notes: exceptions to the usual course, in words.
        timings: milliseconds by step: `embed`, `catch_up`, `search` and its `second_pass`, `fetch`, `total`.
        asked: when it was asked.
        language: the question's, ISO 639-1.
        confidence: probability that the answer is among the hits, 0…1; below 0.5, better admit not remembering. None
            for the papers' presets. It detects what was never talked about, not false premises (docs/benchmarks.md).
    """

    hits: tuple[Hit, ...]
    held_back: tuple[HeldBack, ...] = ()
    queries: tuple[str, ...] = ()
    tokens: int = 0
    considered: int = 0
    notes: tuple[str, ...] = ()
    timings: Mapping[str, float] = field(default_factory=dict, compare=False)
    asked: datetime | None = None
    language: str = "en"
    confidence: float | None = None

    def narrative(self, language: str | None = None) -> str:
        """Return the hits as one chronological text in their own words (5), with times in words and nothing added.

        Derived memories are told as what the character learnt, and left out if the turns themselves are told.

        Args:
            language: the language of the connecting words, ISO 639-1; the question's by default.
        """
        memories = [hit.memory for hit in self.hits]
        said = {memory.id for memory in memories if memory.kind == TURN}
        lines = []
        for m in memories:
            derived = m.kind in CONCLUDED
            # a turn that states a fact tells all of it; other kinds tell what several turns tell together
            if m.kind in DERIVED and m.turns and (said & set(m.turns) if m.kind == FACT else said.issuperset(m.turns)):
                continue
            lines.append(Narrated(m.text, m.time, m.speaker, m.heading or m.source, derived, m.ended is not None))
        return narrate(lines, language or self.language, self.asked or datetime.now(UTC))


@dataclass(frozen=True, slots=True, kw_only=True)
class Mood:
    """The mood of a character, facing somebody.

    Attributes:
        valence: -1 (bad) … 1 (good).
        arousal: -1 (drowsy) … 1 (excited).
    """

    valence: float = 0.0
    arousal: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Bond:
    """The bond between a character and a person.

    Attributes:
        closeness: -1 (hostile) … 0 (strangers) … 1 (intimate).
        trust: -1 (distrust) … 1 (trust).
    """

    closeness: float = 0.0
    trust: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    """The data that callers set about a person, apart from what the person says.

    Attributes:
        name: what they are called, if not by their id; "" if not set.
        zone: their time zone, such as "Europe/Berlin"; "" if not set.
    """

    name: str = ""
    zone: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """Work on memories that is waiting or running: facts, summaries, consolidation, reflection.

    Attributes:
        character, person: whose memories; for a world's lore, `character` is `"world:"` and its name.
        since: when the first memory that waits was stored.
        due: when it is to be done or retried.
        running: whether a thread or process is working on it.
        attempts: how often it failed in a row.
        error: the reason of the last failure.
        provisional: number of windows that wait to be condensed anew: rules stood in for the model, or turns changed.
        skipped: number of turns that could not be processed through a fault of this library (see `error` and the log).
            They are stored as they are, and retried now and then and at each `settle(over=True)`.
        left_out: number of statements that no facts were made of, as a turn makes a hundred at most; `Memory.left_out`
            counts those of one turn.
    """

    character: str
    person: str | None
    since: datetime
    due: datetime
    running: bool = False
    attempts: int = 0
    error: str = ""
    provisional: int = 0
    skipped: int = 0
    left_out: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Due:
    """Something planned, promised or expected for a time that has come.

    Attributes:
        memory: the memory that says so.
        expression: the expression of time, verbatim.
        start, end: the time meant, half-open, timezone-aware.
    """

    memory: Memory
    expression: str
    start: datetime
    end: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Reference:
    """A memory that a reply rests on.

    Attributes:
        label: as in the reply: `"m1"` for `[m1]`.
        memory: the memory it names.
    """

    label: str
    memory: Memory


@dataclass(frozen=True, slots=True, kw_only=True)
class Usage:
    """The tokens spent on a reply.

    Attributes:
        prompt: tokens that the language model read; 0 if there was none.
        completion: tokens it wrote.
        cached: those of the prompt that the server had cached, if it tells.
        exact: whether the server counted them; otherwise they are estimated.
    """

    prompt: int = 0
    completion: int = 0
    cached: int = 0
    exact: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class StoryEvent:
    """A scripted event as it happened with a person (3).

    Attributes:
        story, event: their ids.
        title: what it is remembered as.
        opened, closed: when; `closed` is None while the event is open.
    """

    story: str
    event: str
    title: str
    opened: datetime
    closed: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Felt:
    """The feelings of a character at one moment.

    Attributes:
        time: when, timezone-aware.
        mood: its mood, facing somebody.
        bond: its bond with that person.
    """

    time: datetime
    mood: Mood
    bond: Bond


def _shorten(text: str, length: int = 60) -> str:
    return text if len(text) <= length else text[: length - 1] + "…"
