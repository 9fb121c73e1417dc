"""Records of episodic and semantic memory: interpretations, actions and episodes (2)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, NamedTuple

INTERESTS = ("entity", "class", "property", "value")
"""Kinds of things that a person can care about."""


class Triple(NamedTuple):
    """Subject, predicate and object in N-Triples syntax: `<http://…>`, `"text"@en`, or a variable such as `?value` for
    what is asked."""

    subject: str
    predicate: str
    object: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Understanding:
    """A character's interpretation of an utterance, in terms of what it knows (2, section 2.1).

    Attributes:
        utterance: `"greeting"`, `"wh-question"`, `"yes/no question"`, `"statement"`, `"agreement"`, `"rejection"`,
            `"feedback"` or `"farewell"`.
        asks: the question word: `"who"`, `"when"`, `"where"`, `"what"`, `"which"`, `"how many"` …; `"whether"`.
        feedback: how the person takes what the character said before, -1…1.
        feeling: how much feeling it shows, 0…1.
        language: ISO 639-1.
        triples: what is said or asked; variables stand for what is asked. Triples that share one belong together.
        entities, classes, properties: terms of the knowledge that are mentioned, in the order of the text.
        carried: what the text left out and was taken from earlier talk: `"entity"`, `"property"`.
        query: what is asked of the knowledge, as stored by `graph.questions.forms.Form`, with its `"sparql"`; or None.
        sure: False if the words hardly matched what is known; the answer then shows the doubt.
        likes: the entities that the person says to like (1) or not (-1).
        news: what a statement says about things, as triples; a variable stands for what only its words express.
        past: what is asked about earlier talk: `"what"`, `"whether"`, `"when"`, `"how often"`, `"first"`,
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
        """Return it as JSON to be stored."""
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
        """Read back what `data` returned."""
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
        found: number of results; 0 counts as an internal, negative evaluation.
        intent: for a message, what it communicates: `"answered"`, `"same_question_annoyed"`, `"tendency"` …
        property: the property that was asked for, found or offered.
        entity: the entity it is about.
        values: the values found or told.
    """

    kind: str
    found: int = 0
    intent: str | None = None
    property: str | None = None
    entity: str | None = None
    values: tuple[str, ...] = ()

    def data(self) -> dict[str, Any]:
        """Return it as JSON to be stored."""
        values: dict[str, Any] = {"kind": self.kind, "found": self.found}
        for name in ("intent", "property", "entity"):
            if getattr(self, name):
                values[name] = getattr(self, name)
        return {**values, "values": list(self.values)} if self.values else values

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> Act:
        """Read back what `data` returned."""
        return cls(**{**data, "values": tuple(data.get("values", ()))})


@dataclass(frozen=True, slots=True, kw_only=True)
class Episode:
    """Something that happened between a character and a person (2, section 2.1).

    Attributes:
        id: its IRI in the graph.
        kind: `"input"`, `"answer"`, `"similar"`, `"patterns"`, `"context"`, `"message"` or `"evaluation"`.
        order: its place in the sequence of episodes.
        time: when it was created, timezone-aware; None if unknown.
        turn: id of the turn it came from.
        text: for an input or a message, what was said.
        understanding: the interpretation of an input.
        acts: for an action, the act; for a message, all that it communicates.
        evaluation: -1…1; for kinds other than an evaluation, how it was evaluated, None if it wasn't.
        of: for an evaluation, the IRI of the episode it evaluates.
        internal: whether an evaluation came from the character (nothing was found), not the person.
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
        resemblance: 0…1; 1 for the same situation.
        parts: what the resemblance is made of.
        by: how it was found: `"same"` (the exact situation), `"subset"` (some of its entities or relations), `"class"`
            (a thing of the same class, or of one above it) or `"interest"` (what the person often asks for).
        via: the class by which it was found, as a term.
        times: how often the situation occurred.
        outcome: the message that followed.
        evaluation: how the person took that, -1…1; None if they didn't say.
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
    """A pattern noticed in what the person asks (2, section 3).

    Attributes:
        kind: `"same question"`, `"interest"` (a property of interest not asked for lately), `"tendency"` (most of what
            was asked has one value) or `"shared value"` (what is spoken of has one that the person often asks about).
        property, value, entity: what it is about, as terms.
        count: how often it occurred; `of`: out of how many.
        since: when it was last asked before; `first`: the first time.
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
        term: what it is, as a term; for a value, the value.
        property: the property of a value.
        weight: grows with each mention, fades with time; negative for dislikes.
        label: its name in words.
    """

    kind: str
    term: str
    weight: float
    property: str | None = None
    label: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Remark:
    """A remark on the past that the character could make unasked.

    Attributes:
        intent: what it communicates: `"same_question_annoyed"`, `"tendency_favourite"`, `"reminded_class"` …
        score: how apt it is, 0…1.
        why: the reason, in words.
        text: the wording.
        told: whether it was made.
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
        source: the name of the data set.
        triples: how many triples it holds.
        new: False if the same data was known under that name already.
    """

    source: str
    triples: int
    new: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Answers:
    """The answers to a SPARQL query."""

    kind: str
    """"select", "ask", or "graph" (CONSTRUCT, DESCRIBE)."""
    variables: tuple[str, ...]
    """The variables of a SELECT, in order; after `SELECT *` in the order in which the query mentions them."""
    rows: tuple[tuple[str | None, ...], ...]
    """Terms in N-Triples syntax, None where unbound; for a graph, its triples, each once."""
    truth: bool | None
    """The answer to an ASK."""
    complete: bool
    """False if there were more rows than asked for, or if looking for one more took too long or too much memory."""
    milliseconds: float
    """How long the query itself took, in the child process."""
