"""Data of the page on episodes: a stretch of exchanges and what they mention, without user interface."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from urllib.parse import unquote

from soulkeep.character.character import Character
from soulkeep.character.relationship import relationship_of
from soulkeep.errors import UnknownMemory
from soulkeep.graph.episodes.consider import consider
from soulkeep.graph.episodes.log import Input, SpokenMessage
from soulkeep.graph.episodes.past import Past
from soulkeep.graph.episodes.trace import of_input, of_message
from soulkeep.graph.terms import bare, is_iri, is_variable, local_name
from soulkeep.graph.words.spoken import spoken
from soulkeep.lang.calendar import relative
from soulkeep.types.episodes import Episode, Interest, Known, Pattern, Similar

MOST = 200
"""Most episodes shown at once; earlier and later ones are on other stretches."""

THREADS = 6
"""Most things with a row of their own, namely those in several exchanges; the others share one."""

KINDS = ("input", "context", "answer", "similar", "patterns", "message", "evaluation")
"""Kinds of episodes, in their usual order."""

_TURN = "urn:soulkeep:turn:"
"""Prefix of the IRIs of episodes, before the turn's percent-encoded id."""

ACTIONS = ("context", "answer", "similar", "patterns")


@dataclass(frozen=True, slots=True, kw_only=True)
class Sieve:
    """A filter of exchanges.

    Attributes:
        during: a time as in `Episodes.during`; "" for all.
        entity: a term that must be mentioned; "" for all.
        kinds: the kinds of episodes to draw; empty for all.
    """

    during: str = ""
    entity: str = ""
    kinds: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class EpisodeExchange:
    """An utterance with the episodes that it caused.

    Attributes:
        time: its time; None if unknown.
        episodes: the input, the acts, the message, and the evaluation, in order.
        entities: the terms mentioned.
    """

    time: datetime | None
    episodes: tuple[Episode, ...]
    entities: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class EpisodeStretch:
    """The data that the page shows at once.

    Attributes:
        exchanges: the exchanges, oldest first.
        first: index of the first among all that pass the filter.
        total: number of exchanges that pass.
        names: names of all terms in it.
        things: the entities mentioned most in the whole past, with their names.
        knows: whether the character has RDF data.
    """

    exchanges: tuple[EpisodeExchange, ...] = ()
    first: int = 0
    total: int = 0
    names: dict[str, str] = field(default_factory=dict)
    things: dict[str, str] = field(default_factory=dict)
    knows: tuple[Known, ...] = ()

    @property
    def episodes(self) -> Iterator[Episode]:
        """Yield all episodes, in order."""
        return (one for exchange in self.exchanges for one in exchange.episodes)

    @property
    def threads(self) -> list[str]:
        """Return the entities with a row of their own, the most mentioned first."""
        counts = Counter(term for exchange in self.exchanges for term in set(exchange.entities))
        return [term for term, count in counts.most_common(THREADS) if count > 1]


@dataclass(frozen=True, slots=True, kw_only=True)
class EpisodeInsight:
    """Details of an episode.

    Attributes:
        episode: the episode.
        before: the episodes that led to it, the latest first.
        after: the episodes that followed, the earliest first.
        similar: for an input, the earlier situations that resembled it.
        patterns: for an input, the patterns found in the person's behaviour.
        names: names of all terms in it.
    """

    episode: Episode
    before: tuple[Episode, ...]
    after: tuple[Episode, ...]
    similar: tuple[Similar, ...] = ()
    patterns: tuple[Pattern, ...] = ()
    names: dict[str, str] = field(default_factory=dict)


def stretch(
    character: Character, person: str | None, sieve: Sieve, now: datetime, *, end: int | None, language: str
) -> EpisodeStretch:
    """Return a stretch of exchanges.

    Args:
        character, person: whose past to show.
        sieve: the filter of exchanges.
        now: the present time, in the person's time zone.
        end: index after the last exchange; None for the latest.
        language: the language of names.
    """
    knows = tuple(character.knowledge)
    past = relationship_of(character, person).past()
    if past is None:
        return EpisodeStretch(knows=knows)
    with past.lock:
        passing = [one for one in _inputs_and_messages(past) if _passes(one, sieve, now)]
        stop = len(passing) if end is None else max(0, min(end, len(passing)))
        in_stretch: list[EpisodeExchange] = []
        size = 0
        while stop - len(in_stretch) > 0:
            exchange = _exchange(passing[stop - len(in_stretch) - 1], sieve)
            size += len(exchange.episodes)
            if in_stretch and size > MOST:
                break
            in_stretch.append(exchange)
        exchanges = tuple(reversed(in_stretch))
        counts = Counter(term for one in past.log.inputs for term in one.understanding.entities)
        things = [term for term, _ in counts.most_common(100)]
        terms = {*things, *(term for one in exchanges for term in one.entities)}
        terms.update(term for one in exchanges for episode in one.episodes for term in terms_of(episode))
        names = _names(past, terms, language)
    return EpisodeStretch(
        exchanges=exchanges,
        first=stop - len(exchanges),
        total=len(passing),
        names=names,
        things={term: names[term] for term in things},
        knows=knows,
    )


def insight(character: Character, person: str | None, id: str, now: datetime, *, language: str) -> EpisodeInsight:
    """Return the details of an episode; its causes and consequences are as in `Episodes.trace`.

    Args:
        character: whose episode it is.
        person: whom the character faces; None for nobody in particular.
        id: the episode's.
        now: the present.
        language: the language of names.

    Raises:
        UnknownMemory: the episode doesn't exist.
    """
    relationship = relationship_of(character, person)
    past = relationship.past()
    if past is None:
        raise UnknownMemory(id)
    with past.lock:
        number, episode, before, after = _traced(past, id)
    similar: tuple[Similar, ...] = ()
    patterns: tuple[Pattern, ...] = ()
    said = episode.understanding
    if past.knowledge is not None and said is not None:
        considered = consider(relationship, said, episode.text, before=number, now=episode.time or now)
        similar, patterns = considered.similar, considered.patterns
    terms = {term for one_episode in (episode, *before, *after) for term in terms_of(one_episode)}
    terms.update(one.via for one in similar if one.via)
    for pattern in patterns:
        terms.update(term for term in (pattern.property, pattern.value, pattern.entity, *pattern.entities) if term)
    with past.lock:
        names = _names(past, terms, language)
    return EpisodeInsight(
        episode=episode, before=tuple(before), after=tuple(after), similar=similar, patterns=patterns, names=names
    )


def _traced(past: Past, id: str) -> tuple[int, Episode, Sequence[Episode], Sequence[Episode]]:
    """Return the number of an episode's input or message, the episode, its causes and its consequences, without
    creating all other episodes."""
    turn = unquote(id.removeprefix(_TURN).partition("#")[0])
    for one in _inputs_and_messages(past):
        message = one.message if isinstance(one, Input) else one
        if turn not in (one.turn, message.turn if message else one.turn):
            continue
        sent = list(of_message(message)) if message else []
        evaluations = [episode for episode in sent if _is_persons(episode)]
        run = [episode for episode in sent if not _is_persons(episode)]
        if isinstance(one, Input):
            run += of_input(one)
            if one.evaluates is not None:
                run += filter(_is_persons, of_message(one.evaluates))
        run.sort(key=lambda episode: episode.order)
        at = next((place for place, episode in enumerate(run) if episode.id == id), None)
        if at is not None:
            ids = {episode.id for episode in run[at:]}
            after = [*run[at + 1 :], *(episode for episode in evaluations if episode.of in ids)]
            return one.seq, run[at], run[:at][::-1], after
    raise UnknownMemory(id)


def _is_persons(episode: Episode) -> bool:
    """Return whether an episode is the person's evaluation."""
    return episode.kind == "evaluation" and not episode.internal


def interests(character: Character, person: str | None, now: datetime, most: int) -> list[Interest]:
    """Return the person's interests, the strongest first."""
    return character.episodes(person=person, time=now).interests()[:most]


def terms_of(episode: Episode) -> Iterator[str]:
    """Yield the terms that an episode mentions."""
    said = episode.understanding
    if said is not None:
        yield from (*said.entities, *said.classes, *said.properties, *said.likes)
        yield from (term for triple in said.triples for term in triple if not is_variable(term))
    for act in episode.acts:
        yield from (term for term in (act.property, act.entity, *act.values) if term)


def plain(term: str) -> str:
    """Return a readable form of a term whose name is unknown."""
    if is_variable(term):
        return "?"
    return local_name(term).replace("_", " ") if is_iri(term) else bare(term)


def _names(past: Past, terms: set[str], language: str) -> dict[str, str]:
    if past.knowledge is None:
        return {term: plain(term) for term in terms}
    lexicon = past.knowledge.lexicon
    return {term: spoken(term, lexicon, language) or plain(term) for term in terms}


def _inputs_and_messages(past: Past) -> Sequence[Input | SpokenMessage]:
    """Return inputs, and messages that answer none, in order."""
    alone = [one for one in past.log.messages if one.to is None or one.to.message is not one]
    return sorted([*past.log.inputs, *alone], key=lambda one: one.seq)


def _passes(one: Input | SpokenMessage, sieve: Sieve, now: datetime) -> bool:
    if sieve.during and (one.moment is None or relative(one.moment, now) != sieve.during):
        return False
    if sieve.entity:
        return isinstance(one, Input) and sieve.entity in one.understanding.entities
    return True


def _exchange(one: Input | SpokenMessage, sieve: Sieve) -> EpisodeExchange:
    message = one.message if isinstance(one, Input) else one
    episodes = [*(of_input(one) if isinstance(one, Input) else ()), *(of_message(message) if message else ())]
    if sieve.kinds:
        episodes = [episode for episode in episodes if episode.kind in sieve.kinds]
    entities = one.understanding.entities if isinstance(one, Input) else ()
    return EpisodeExchange(time=one.moment, episodes=tuple(episodes), entities=entities)
