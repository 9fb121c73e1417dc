"""What goes in and what comes out: frozen records that know no database and no model."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from soulkeep.lang.narrative import Narrated, narrate
from soulkeep.lang.owners import world_of

LIVED = "lived"
"""The source of what a character perceived itself. Knowledge sources have other names."""

TURN = "turn"
"""The kind of a memory that is one verbatim turn."""

PASSAGE = "passage"
"""The kind of a memory that is one passage of a knowledge source."""


FACT = "fact"
"""The kind of a memory that is one statement of somebody about themselves or their world."""

SUMMARY = "summary"
"""The kind of a memory that a stretch of talk was condensed into (4: medium-term memory)."""

BLEND = "blend"
"""The kind of a memory that several alike were made one of (4: long-term memory; 2: episode blending)."""

INSIGHT = "insight"
"""The kind of a memory that reflecting on others brought (3)."""

EVENT = "event"
"""The kind of a memory that a scripted event took place (3)."""

CUE = "cue"
"""The kind of a sentence that is to call a memory to mind: it is never told itself."""

PERSON = "person"
"""The kind of what the caller said of a person: what they are called, and where their clock stands."""

DERIVED = (FACT, SUMMARY, BLEND, INSIGHT, CUE)
"""The kinds that rest on others, and could be made again from them."""

KINDS = frozenset({TURN, PASSAGE, EVENT, *DERIVED})
"""All kinds of memories that can be asked for."""

INFERRED = "inferred"
"""The source of what a character concluded from what it perceived."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """What was around when something was said (4: scene awareness).

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
    """One thing said, as given to `observe_many`.

    Attributes:
        text: verbatim.
        speaker: who said it, any name; None for the person the character faces.
        time: when, timezone-aware; None for now.
        session: the conversation it belongs to; turns of a session are each other's context.
        id: the caller's own id. The same id with the same content is a no-op, with other content an error.
        scene: what was around.
        heard_by: who else heard it; kept with the memory.
        importance: 1 (small talk) … 10 (life-changing); None to have it judged by what it speaks of.
        metadata: the caller's own notes on it, a JSON object of up to 16,384 characters and 64 levels. Nothing is
            made of them.
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
    """What a stretch of talk held (4: topics, personal details, emotions).

    Attributes:
        topics: words for what it was about, most telling first.
        emotions: how strongly each was shown, 0…1.
        participants: who took part.
        times: expressions of time in it, as they were said.
        start, end: when it began and ended; None if unknown.
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
    """One thing remembered. Two are equal if every attribute is.

    Attributes:
        id: unique within its character and person.
        kind: `"turn"` or `"passage"`, verbatim; or derived from others: `"fact"`, `"summary"`, `"blend"` (several
            memories that were alike) or `"insight"`. `"event"`: a scripted one took place.
        text: of a turn or passage, verbatim; of what is derived, a wording of it.
        owner: id of the character whose memory it is; of a world's lore, `"world:"` and the world's name.
        person: whom it was shared with; None for nobody in particular.
        source: `"lived"`, the knowledge source it was read in, or `"inferred"` for what is derived.
        speaker: who said it; None for a passage.
        time: when it happened, timezone-aware; None if unknown.
        session: the conversation it belongs to.
        heading: where in its source a passage stands.
        language: ISO 639-1 code.
        importance: 1…10.
        stability: S of the forgetting curve (1), 1 when new.
        accessed: when a reply last used it, or else when it was stored.
        pinned: it never fades.
        forgotten: when it was forgotten; None if it wasn't. It is held back from recalls until it is restored.
        ended: since when what it says no longer holds; None if it does, as far as is known.
        superseded: id of the memory that stands in its place: a newer fact, or a blend it is part of.
        about: of a fact that a language model found, the name of whom or what it is about.
        verified: False for a fact or an insight of a language model's that names nothing which shows it: it comes last,
            and takes nobody's place.
        turns: ids of the verbatim turns it rests on; its own, if it is one.
        references: ids of the memories that this turn, said by the character, rested on; of a blend or an insight, the
            memories it was made of.
        responder: of a turn that the character said in a reply, who spoke, as `Reply.responder` says.
        summary: of a summary or blend, what the talk held.
        scene: what was around.
        heard_by: who else heard it.
        metadata: of a turn, the caller's own notes on it.
        left_out: of a turn, how many more things it states than the hundred that facts are made of.
        suspect: signs that it was made to pose as something else to a language model: `"template"`, `"fence"`,
            `"hidden"`; none once it is released. It comes last and is told as doubtful; a passage doesn't come up.
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
    """What somebody stated about themselves or their world.

    Attributes:
        id: the memory's.
        told_by: who said so.
        subject: whom or what it is of: the teller's name, or `"anna's sister"`.
        relation: `"home"`, `"name"`, `"likes"` …, or what was measured: `"snack budget"`.
        value: as it was said.
        holds: False if it was said that it isn't so, or no longer.
        confidence: 0…1; being told again raises it.
        since: when it was said first: valid from then on, at the latest. None if unknown.
        until: when it ended: something else was said, or its time is over. None if it holds, as far as is known.
        superseded: id of the fact that stands in its place.
        turns: ids of the turns it rests on.
        text: a wording of it; of what a language model found, its statement.
        status: how it stands, where a language model judged it: `"current"`, `"past"`, `"planned"` or `"wished"`; ""
            for what rules found.
        verified: False where it names no turn that says so: it comes last, and takes nobody's place.
        grave: a misfortune that still weighs on somebody.
        begins, ends: ISO dates, as fine as they were told, from when and until when it is so; of a plan, when it is to
            happen. "" if nobody said so.
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
        parts: what the score is made of; they sum to it. `meaning` (similar in sense), `words` (shares words),
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
        similarity: how alike it is to the question in meaning, as a cosine,
            -1…1; 0 if the embedder doesn't know the question's language.
        coverage: share of the question's words that it holds, weighted by how telling they are, 0…1.
        retention: how much of it is left, 0…1 (1).
        tokens: estimated tokens of its text.
        outdated: what it states that no longer holds: these facts were superseded since.
        later: id of a further hit, said later by the same speaker, that answers a question about the present as well.
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
    """A memory that fitted, but was not given.

    Attributes:
        memory: the memory.
        score: as a hit's.
        reason: `"over budget"`, `"faded"`, `"forgotten"`, `"superseded"` (another stands in its place), `"other kind"`,
            `"other source"`, `"outside the time range"`, `"quarantined"` (a suspect passage), `"private"` (others would
            hear of it who have not), or `"in view"` (the asker has it before them, in the talk that the prompt shows).
    """

    memory: Memory
    score: float
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Recall:
    """What came to mind, and why.

    Attributes:
        hits: best first, at most k.
        held_back: what would have been among the hits but for a filter, the budget or forgetting, best first.
        queries: the texts searched for.
        tokens: estimated tokens of all hits' texts.
        considered: how many memories were searched.
        notes: what could not be done as usual, in words.
        timings: milliseconds by step: `embed`, `catch_up`, `search` and its `second_pass`, `fetch`, `total`.
        asked: the moment of asking.
        language: of the question, ISO 639-1.
        confidence: how likely it is that the answer is among the hits, 0…1; below a half, better say that you don't
            remember. None for the papers' presets. It knows what was never talked of, not a false premise:
            docs/benchmarks.md has the figures.
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
        """The hits as one chronological text in their own words (5): every time in human words, nothing added.

        What was derived is told as what the character learnt, and left out where the turns themselves are told.

        Args:
            language: of the words around them, ISO 639-1; the question's by default.
        """
        memories = [hit.memory for hit in self.hits]
        said = {memory.id for memory in memories if memory.kind == TURN}
        lines = []
        for m in memories:
            derived = m.kind in DERIVED
            # any turn that states a fact tells all of it; the others tell what several turns tell together
            if derived and m.turns and (said & set(m.turns) if m.kind == FACT else said.issuperset(m.turns)):
                continue
            lines.append(Narrated(m.text, m.time, m.speaker, m.heading or m.source, derived, m.ended is not None))
        return narrate(lines, language or self.language, self.asked or datetime.now(UTC))


@dataclass(frozen=True, slots=True, kw_only=True)
class Mood:
    """How a character feels, facing somebody.

    Attributes:
        valence: -1 (bad) … 1 (good).
        arousal: -1 (drowsy) … 1 (excited).
    """

    valence: float = 0.0
    arousal: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Bond:
    """What is between a character and a person.

    Attributes:
        closeness: -1 (hostile) … 0 (strangers) … 1 (intimate).
        trust: -1 … 1.
    """

    closeness: float = 0.0
    trust: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    """What was said of a person, apart from what they say themselves.

    Attributes:
        name: what they are called, where their id is another; "" if nobody said.
        zone: their time zone, such as "Europe/Berlin"; "" if nobody said.
    """

    name: str = ""
    zone: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """Work on memories that waits or is being done: facts, summaries, consolidation, reflection.

    Attributes:
        character, person: whose memories; of a world's lore, `"world:"` and its name.
        since: when the first of what waits was stored.
        due: when it is to be done (again).
        running: somebody is at it.
        attempts: how often it failed in a row.
        error: why, the last time.
        provisional: stretches of talk that were condensed by rules while the language model was away, or whose turns
            were changed, and that wait to be condensed anew.
        skipped: turns of which something could not be worked out, by a fault of ours (`error`, and the log). They are
            kept as they are, and tried again, now and then, and whenever `settle(over=True)` is called.
        left_out: statements that no facts were made of so far, for a turn makes a hundred at most; `Memory.left_out` of
            that turn tells how many are its.
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
    """Something that was planned, promised or expected for a time that has come.

    Attributes:
        memory: where it was said.
        expression: the words of the time, as they stand there.
        start, end: the time they mean, half-open, timezone-aware.
    """

    memory: Memory
    expression: str
    start: datetime
    end: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Reference:
    """What a reply rests on.

    Attributes:
        label: as it stands in the reply, `"m1"` for `[m1]`.
        memory: the memory it names.
    """

    label: str
    memory: Memory


@dataclass(frozen=True, slots=True, kw_only=True)
class Usage:
    """Tokens of a reply.

    Attributes:
        prompt: tokens read by the language model; 0 if there was none.
        completion: tokens it wrote.
        cached: of the prompt's, those that the server had read before, if it tells.
        exact: counted by the model's server, not estimated here.
    """

    prompt: int = 0
    completion: int = 0
    cached: int = 0
    exact: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class StoryEvent:
    """A scripted event as it went with a person (3).

    Attributes:
        story, event: ids.
        title: what it is remembered as.
        opened, closed: when; `closed` is None while it is on.
    """

    story: str
    event: str
    title: str
    opened: datetime
    closed: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Felt:
    """How a character felt at some time.

    Attributes:
        time: when, timezone-aware.
        mood: how it felt, facing somebody.
        bond: what was between the two.
    """

    time: datetime
    mood: Mood
    bond: Bond


def _shorten(text: str, length: int = 60) -> str:
    return text if len(text) <= length else text[: length - 1] + "…"
