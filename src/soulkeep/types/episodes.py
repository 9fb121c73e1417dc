"""Records of episodic and semantic memory: what was understood, what was done, and what an episode was (2)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, NamedTuple

INTERESTS = ("entity", "class", "property", "value")
"""Kinds of what a person cares about."""


class Triple(NamedTuple):
    """Subject, predicate and object, in the syntax of N-Triples: `<http://…>`, `"text"@en`, or a variable, `?value`,
    for what is asked."""

    subject: str
    predicate: str
    object: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Understanding:
    """What a character makes of an utterance, in terms of what it knows (2, section 2.1).

    Attributes:
        utterance: `"greeting"`, `"wh-question"`, `"yes/no question"`, `"statement"`, `"agreement"`, `"rejection"`,
            `"feedback"` or `"farewell"`.
        asks: the question word: `"who"`, `"when"`, `"where"`, `"what"`, `"which"`, `"how many"` …; `"whether"`.
        feedback: how the person takes what the character said before, -1…1.
        feeling: how much feeling is in it, 0…1.
        language: ISO 639-1.
        triples: what is said or asked; variables stand for what is wanted. Those that share one hold together.
        entities, classes, properties: what of the knowledge is spoken of, as terms, in the order of the text.
        carried: what was left out, and taken from the talk before: `"entity"`, `"property"`.
        query: what is asked of the knowledge, as `graph.questions.forms.Form` stores itself, and as
            `"sparql"`; None where nothing is.
        sure: False where it was asked in words that hardly fit what is known: the answer says what it answers.
        likes: the entities that the person says to like (1) or not (-1).
        news: what a statement says of things, as triples; a variable stands for what only its words tell.
        past: what is asked about the talks themselves: `"what"`, `"whether"`, `"when"`, `"how often"`, `"first"`,
            `"last"`; None if nothing is.
    """

    utterance: str
    asks: str | None = None
    feedback: float = 0.0
    feeling: float = 0.0
    language: str = "en"
    triples: tuple[Triple, ...] = ()
    entities: tuple[str, ...] = ()
    classes: tuple[str, ...] = ()
    properties: tuple[str, ...] = ()
    carried: tuple[str, ...] = ()
    query: Mapping[str, Any] | None = None
    sure: bool = True
    likes: Mapping[str, float] = field(default_factory=dict)
    news: tuple[Triple, ...] = ()
    past: str | None = None

    @property
    def is_question(self) -> bool:
        """Whether something is asked."""
        return self.asks is not None

    def data(self) -> dict[str, Any]:
        """To be stored as JSON."""
        values: dict[str, Any] = {"utterance": self.utterance, "language": self.language}
        for name in ("asks", "feedback", "feeling", "past"):
            if getattr(self, name):
                values[name] = getattr(self, name)
        for name in ("triples", "entities", "classes", "properties", "carried", "news"):
            if getattr(self, name):
                values[name] = [list(item) if isinstance(item, tuple) else item for item in getattr(self, name)]
        if self.query is not None:
            values["query"] = dict(self.query)
        if not self.sure:
            values["sure"] = False
        return {**values, "likes": dict(self.likes)} if self.likes else values

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> Understanding:
        """As it was stored."""
        values: dict[str, Any] = {
            name: tuple(value) if isinstance(value, list) else value for name, value in data.items()
        }
        for name in ("triples", "news"):
            values[name] = tuple(Triple(*triple) for triple in data.get(name, ()))
        return cls(**values)


@dataclass(frozen=True, slots=True, kw_only=True)
class Act:
    """Something that the character did before it spoke (2: action episodes).

    Attributes:
        kind: `"answer"` (from what it knows), `"similar"` (find similar interactions), `"patterns"` (pattern search),
            `"context"` (retrieve what was left out) or `"message"` (what it said).
        found: how many results there were; none is an internal, negative evaluation.
        intent: of a message: what it communicates: `"answered"`, `"same_question_annoyed"`, `"tendency"` …
        property: that was asked for, found or offered.
        entity: that it is about.
        values: found or told.
    """

    kind: str
    found: int = 0
    intent: str | None = None
    property: str | None = None
    entity: str | None = None
    values: tuple[str, ...] = ()

    def data(self) -> dict[str, Any]:
        """To be stored as JSON."""
        values: dict[str, Any] = {"kind": self.kind, "found": self.found}
        for name in ("intent", "property", "entity"):
            if getattr(self, name):
                values[name] = getattr(self, name)
        return {**values, "values": list(self.values)} if self.values else values

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> Act:
        """As it was stored."""
        return cls(**{**data, "values": tuple(data.get("values", ()))})


@dataclass(frozen=True, slots=True, kw_only=True)
class Episode:
    """Something that happened between a character and a person (2, section 2.1).

    Attributes:
        id: its IRI in the graph.
        kind: `"input"`, `"answer"`, `"similar"`, `"patterns"`, `"context"`, `"message"` or `"evaluation"`.
        order: episodes follow one another by it.
        time: of creation, timezone-aware; None if unknown.
        turn: id of the turn it came from.
        text: of an input or a message, what was said.
        understanding: of an input.
        acts: of an action, what it was; of a message, all that it communicates.
        evaluation: of an evaluation, -1…1; of others, how they were evaluated, None if they weren't.
        of: of an evaluation, the IRI of what it evaluates.
        internal: whether it comes from inside (nothing was found), not from the person.
    """

    id: str
    kind: str
    order: int
    time: datetime | None = None
    turn: str = ""
    text: str = ""
    understanding: Understanding | None = None
    acts: tuple[Act, ...] = ()
    evaluation: float | None = None
    of: str | None = None
    internal: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Similar:
    """An earlier situation that resembles the present one.

    Attributes:
        episode: the latest input of that situation.
        resemblance: 0…1; 1 is the very same.
        parts: what it is made of.
        by: how it was found: `"same"` (the exact situation), `"subset"` (some of its entities or relations), `"class"`
            (a thing of the same class, or of one above it) or `"interest"` (what the person often asks for).
        via: the class by which, if so, as a term.
        times: how often it was met.
        outcome: the message that followed.
        evaluation: how that was taken, -1…1; None if nobody said.
    """

    episode: Episode
    resemblance: float
    parts: Mapping[str, float]
    by: str
    via: str | None = None
    times: int = 1
    outcome: Episode | None = None
    evaluation: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Pattern:
    """Something noticed in the person's ways (2, section 3).

    Attributes:
        kind: `"same question"`, `"interest"` (a property of interest not asked for lately), `"tendency"` (most of what
            was asked has one value) or `"shared value"` (what is spoken of has one that the person often asks about).
        property, value, entity: what it is about, as terms, where it is.
        count: how often; `of` out of how many.
        since: when it was asked before, the latest; `first`, the first time.
        entities: others that share the value, favourites first.
    """

    kind: str
    property: str | None = None
    value: str | None = None
    entity: str | None = None
    count: int = 0
    of: int = 0
    since: datetime | None = None
    first: datetime | None = None
    entities: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Interest:
    """Something that a person cares about (2: user model).

    Attributes:
        kind: `"entity"`, `"class"`, `"property"` or `"value"` (a property with a value: born in New York).
        term: what, as a term; of a value, the value.
        property: of a value.
        weight: grows with each mention, fades with time; negative for what they don't like.
        label: in words.
    """

    kind: str
    term: str
    weight: float
    property: str | None = None
    label: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Remark:
    """Something that the character could say of the past by itself.

    Attributes:
        intent: what it communicates: `"same_question_annoyed"`, `"tendency_favourite"`, `"reminded_class"` …
        score: how much it suggests itself, 0…1.
        why: in words.
        text: as it would be said.
        told: whether it was.
    """

    intent: str
    score: float
    why: str
    text: str
    told: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Known:
    """The receipt of RDF data that was learnt.

    Attributes:
        source: its name.
        triples: how many it holds.
        new: False if just this was known under the name.
    """

    source: str
    triples: int
    new: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Answers:
    """What a SPARQL query found."""

    kind: str
    """"select", "ask", or "graph" (CONSTRUCT, DESCRIBE)."""
    variables: tuple[str, ...]
    """Of a SELECT, in order; after `SELECT *` in the order in which the query names them."""
    rows: tuple[tuple[str | None, ...], ...]
    """Terms in the syntax of N-Triples, None where unbound; of a graph its triples, each once."""
    truth: bool | None
    """Of an ASK."""
    complete: bool
    """False if there were more rows than asked for, or if looking for one more took too long or too much memory."""
    milliseconds: float
    """Of the query itself, in the child."""
