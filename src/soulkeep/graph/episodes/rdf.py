"""A past as RDF: episodes, situations, interests and facts, in the vocabulary of `vocabulary.ttl`, as N-Quads."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from urllib.parse import quote

from soulkeep.graph.episodes.log import Input, Log, SpokenMessage, TalkSituation
from soulkeep.graph.episodes.people import UserModel
from soulkeep.graph.episodes.trace import input_id, of_input, of_message
from soulkeep.graph.terms import iri, is_variable, literal
from soulkeep.graph.vocabulary import RDF, SITUATIONS, SK, XSD
from soulkeep.stores.base import Store
from soulkeep.types.episodes import Act, Episode
from soulkeep.types.records import Fact

EPISODES, FACTS, INTERESTS = "urn:soulkeep:episodes", "urn:soulkeep:facts", "urn:soulkeep:interests"
"""Names of the graphs; each situation's triples are in a graph of their own."""

_KINDS = {
    "input": "Input", "answer": "AnswerFromKnowledge", "similar": "FindSimilar", "patterns": "PatternSearch",
    "context": "RetrieveContext", "message": "SendMessage",
}  # fmt: skip
_TYPE = iri(f"{RDF}type")


def source_graph(source: str) -> str:
    """Return the name of the graph of a source of knowledge."""
    return f"urn:soulkeep:source:{quote(source, safe='')}"


def of_sources(store: Store, owner: str) -> Iterator[bytes]:
    """Yield all RDF that a character was taught, as N-Quads in pieces."""
    for graph in store.graphs(owner):
        data = store.graph(graph.digest)
        if data is not None:
            yield from _as_named_graph(data, source_graph(graph.source))


def _as_named_graph(data: bytes, graph: str) -> Iterable[bytes]:
    """Return deflated N-Triples as N-Quads of a graph."""
    unpacked = zlib.decompressobj()
    rest = b""
    name = f" <{graph}> .\n".encode()
    for start in range(0, len(data), 1 << 20):
        rest += unpacked.decompress(data[start : start + (1 << 20)])
        lines = rest.split(b"\n")
        rest = lines.pop()
        yield b"".join(line.rstrip().removesuffix(b".").rstrip() + name for line in lines if line.strip())


def situation_graph(situation: TalkSituation) -> str:
    """Return the name of a situation, which is also that of the graph of its triples."""
    return f"{SITUATIONS}{situation.number}"


def of_log(log: Log) -> Iterator[str]:
    """Yield the lines of a log's episodes and situations."""
    for one in log.inputs:
        for episode in of_input(one):
            yield from _input(one, episode)
    for message in log.messages:
        for episode in of_message(message):
            yield from _action(message, episode)
    for situation in log.situations.values():
        yield from _situation(situation)


def _input(one: Input, episode: Episode) -> Iterator[str]:
    yield from _episode(episode, "Input")
    name = iri(episode.id)
    said = one.understanding
    yield _line(name, "speaker", literal(one.speaker))
    yield _line(name, "text", literal(one.text))
    yield _line(name, "utterance", literal(said.utterance))
    yield _line(name, "retrieved", _time(datetime.fromtimestamp(one.accessed, UTC)))
    if said.asks:
        yield _line(name, "asks", literal(said.asks))
    for spoken_of in said.classes:
        yield _line(name, "class", spoken_of)
    if one.situation is not None:
        yield _line(name, "situation", iri(situation_graph(one.situation)))


def _action(message: SpokenMessage, episode: Episode) -> Iterator[str]:
    if episode.kind == "evaluation":
        assert episode.evaluation is not None
        yield from _episode(episode, "PositiveEvaluation" if episode.evaluation > 0 else "NegativeEvaluation")
        yield _line(iri(episode.id), "evaluates", iri(episode.of or ""))
        yield _line(iri(episode.id), "internal", _plain(str(episode.internal).lower(), "boolean"))
        return
    yield from _episode(episode, _KINDS[episode.kind])
    name = iri(episode.id)
    if message.to is not None:
        yield _line(name, "inReplyTo", iri(input_id(message.to)))
    if episode.kind == "message":
        yield _line(name, "text", literal(episode.text))
    for act in episode.acts:
        yield from _act(name, act)


def _act(name: str, act: Act) -> Iterator[str]:
    if act.kind != "message":
        yield _line(name, "found", _plain(act.found, "integer"))
    if act.intent:
        yield _line(name, "intent", literal(act.intent))
    if act.property:
        yield _line(name, "property", act.property)
    if act.entity:
        yield _line(name, "entity", act.entity)
    for value in act.values:
        yield _line(name, "value", value)


def _episode(episode: Episode, kind: str) -> Iterator[str]:
    name = iri(episode.id)
    yield f"{name} {_TYPE} <{SK}{kind}> <{EPISODES}> ."
    yield _line(name, "order", _plain(episode.order, "integer"))
    yield _line(name, "turn", literal(episode.turn))
    if episode.time is not None:
        yield _line(name, "time", _time(episode.time))


def _situation(situation: TalkSituation) -> Iterator[str]:
    name = iri(situation_graph(situation))
    yield f"{name} {_TYPE} <{SK}Situation> <{EPISODES}> ."
    for what, terms in (("entity", situation.entities), ("property", situation.properties)):
        for term in terms:
            yield _line(name, what, term)
    if situation.blended:
        yield _line(name, "times", _plain(situation.blended, "integer"))
        for what, time in (("first", situation.first), ("last", situation.last)):
            if time is not None:
                yield _line(name, what, _time(datetime.fromtimestamp(time, UTC)))
    for triple in situation.triples:
        said = [f"_:s{situation.number}{term[1:]}" if is_variable(term) else term for term in triple]
        yield f"{' '.join(said)} {name} ."


def of_person(person: UserModel, now: float) -> Iterator[str]:
    """Yield the lines of a person's interests."""
    for number, (liking, weight) in enumerate(person.interests(now)):
        name = f"_:i{number}"
        yield f"{name} {_TYPE} <{SK}Interest> <{INTERESTS}> ."
        yield f"{name} <{SK}kind> {literal(liking.kind)} <{INTERESTS}> ."
        yield f"{name} <{SK}term> {liking.term} <{INTERESTS}> ."
        yield f"{name} <{SK}weight> {_plain(f'{weight:.4f}', 'decimal')} <{INTERESTS}> ."
        if liking.property:
            yield f"{name} <{SK}property> {liking.property} <{INTERESTS}> ."


def of_facts(facts: Iterable[Fact]) -> Iterator[str]:
    """Yield the lines of stated facts, with the times from and until which they hold."""
    for fact in facts:
        name = iri(f"urn:soulkeep:fact:{quote(fact.id, safe='')}")
        values: Sequence[tuple[str, str | None]] = (
            ("toldBy", literal(fact.told_by)),
            ("subject", literal(fact.subject)),
            ("relation", literal(fact.relation)),
            ("object", literal(fact.value)),
            ("text", literal(fact.text)),
            ("holds", _plain(str(fact.holds).lower(), "boolean")),
            ("confidence", _plain(f"{fact.confidence:.3f}", "decimal")),
            ("since", None if fact.since is None else _time(fact.since)),
            ("until", None if fact.until is None else _time(fact.until)),
        )
        yield f"{name} {_TYPE} <{SK}Fact> <{FACTS}> ."
        for what, value in values:
            if value is not None:
                yield f"{name} <{SK}{what}> {value} <{FACTS}> ."
        for turn in fact.turns:
            yield f"{name} <{SK}turn> {literal(turn)} <{FACTS}> ."


def _line(name: str, what: str, value: str) -> str:
    return f"{name} <{SK}{what}> {value} <{EPISODES}> ."


def _time(time: datetime) -> str:
    return _plain(time.isoformat(), "dateTime")


def _plain(value: object, datatype: str) -> str:
    """Return a literal that needs no escaping, of which a long past has hundreds of thousands."""
    return f'"{value}"^^<{XSD}{datatype}>'
