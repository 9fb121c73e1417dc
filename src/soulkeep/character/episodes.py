"""`Episodes`: what happened between a character and a person, to list, search, query and export."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime

from soulkeep.character.relationship import Relationship
from soulkeep.errors import InputError, StoreClosed, UnknownMemory
from soulkeep.graph.episodes import rdf, trace
from soulkeep.graph.episodes.consider import consider
from soulkeep.graph.episodes.listener import CONTEXT, LONGEST
from soulkeep.graph.episodes.past import Past
from soulkeep.graph.episodes.patterns import PatternSearch
from soulkeep.graph.episodes.understand import understand
from soulkeep.graph.verbalise.sentences import spoken
from soulkeep.graph.vocabulary import PREFIXES
from soulkeep.judgement.talk import tongue
from soulkeep.lang.calendar import RELATIVE, relative
from soulkeep.lang.validity import require_text
from soulkeep.memory.entries import fact_of
from soulkeep.types.episodes import INTERESTS, Answers, Episode, Interest, Pattern, Similar, Understanding
from soulkeep.types.records import FACT

_PRESENT = 1 << 60
"""Order of an input that isn't stored: after all others."""

_CHUNK = 5000


class Episodes:
    """The shared past of a character and a person, as episodes (2). `Character.episodes` returns it; it is always up to
    date.

    Args:
        relationship: the character facing the person.
        now: the present, in the person's time zone.
    """

    def __init__(self, relationship: Relationship, now: datetime) -> None:
        self._relationship = relationship
        self._now = now

    def __iter__(self) -> Iterator[Episode]:
        """Yield all episodes, in the order they happened."""
        return iter(self._all())

    def __len__(self) -> int:
        past = self._past()
        if past is None:
            return 0
        with past.lock:
            return trace.count(past.log)

    def _all(self) -> list[Episode]:
        past = self._past()
        if past is None:
            return []
        with past.lock:
            return list(trace.episodes(past.log))

    def _past(self) -> Past | None:
        return self._relationship.past()

    def during(self, when: str) -> list[Episode]:
        """Return the episodes of a period.

        Args:
            when: `"today"`, `"yesterday"`, `"this week"` (before yesterday), `"this month"`, `"this year"`,
                `"last year"` or `"earlier"`, by the calendar in the person's time zone.
        """
        if when not in RELATIVE:
            raise InputError(f"There is no time {when!r}.", hint=f"There are: {', '.join(RELATIVE)}.")
        return [one for one in self._all() if one.time is not None and relative(one.time, self._now) == when]

    def trace(self, id: str, *, back: bool = False) -> list[Episode]:
        """Return what followed an episode within its exchange, up to its evaluation; with `back`, what led to it.

        Args:
            id: an episode's IRI, or a turn's id.

        Raises:
            UnknownMemory: there is no such episode.
        """
        episodes = self._all()
        matches = [one for one in episodes if id in (one.id, one.turn)]
        if not matches:
            raise UnknownMemory(id)
        first, last = matches[0].order, matches[-1].order
        if back:
            begin = max((one.order for one in episodes if one.kind == "input" and one.order <= first), default=first)
            return [one for one in episodes if begin <= one.order < first][::-1]
        inputs = [one.order for one in episodes if one.kind == "input" and one.order > last]
        end = inputs[0] if inputs else _PRESENT
        after = [one for one in episodes if last < one.order < end]
        ids = {one.id for one in [*matches, *after]}
        return after + [one for one in episodes if one.order >= end and one.of in ids]

    # -- remembering

    def understand(self, text: str) -> Understanding:
        """Interpret an utterance in terms of what the character knows, in the light of the talk so far.

        "When was Charlie Parker born?" is a wh-question and (Charlie Parker, birth date, ?value).

        Args:
            text: what the person says.
        """
        require_text(text)
        row, knowledge = self._relationship.row, self._relationship.knowledge
        past = self._past()
        context = [one.understanding for one in past.log.inputs[-CONTEXT:]] if past is not None else []
        text = text[:LONGEST]
        own = None if knowledge is None else knowledge.lexicon.tongue
        return understand(
            text, row.language or tongue(text, own=own), knowledge, context=context, today=self._now.date()
        )

    def similar(self, text: str) -> tuple[Similar, ...]:
        """Return earlier situations that resemble one in which this text is said, most alike first."""
        return consider(self._relationship, self.understand(text), text, before=_PRESENT, now=self._now).similar

    def patterns(self, text: str) -> list[Pattern]:
        """Return patterns in what the person asks, such as tendencies, as they bear on this text."""
        said = self.understand(text)
        past = self._past()
        if past is None or past.person is None or past.knowledge is None:
            return []
        with past.lock:
            past.learn_all()
            settings = self._relationship.settings
            search = PatternSearch(past.log, past.person, past.knowledge, settings, before=_PRESENT, now=self._now)
            return search.find(said)

    def interests(self, kind: str | None = None) -> list[Interest]:
        """Return what the person cares about, strongest first and dislikes last (2: user model).

        Args:
            kind: only `"entity"`, `"class"`, `"property"` or `"value"`.
        """
        if kind is not None and kind not in INTERESTS:
            raise InputError(
                f"There are no interests of kind {kind!r:.80}.", hint=f"There are: {', '.join(INTERESTS)}."
            )
        past = self._past()
        if past is None or past.person is None or past.knowledge is None:
            return []
        language = self._relationship.row.language or "en"
        with past.lock:
            past.learn_all()
            likings = past.person.interests(self._now.timestamp(), kind)
        return [
            Interest(
                kind=liking.kind,
                term=liking.term,
                property=liking.property,
                weight=weight,
                label=spoken(liking.term, past.knowledge.lexicon, language),
            )
            for liking, weight in likings
        ]

    # -- as a graph

    def trig(self) -> str:
        """Return episodes, situations, interests and facts as TriG; `vocabulary.ttl` documents the terms."""
        import pyoxigraph as ox

        quads = ox.parse("\n".join(self._lines()), format=ox.RdfFormat.N_QUADS)
        written = ox.serialize(quads, format=ox.RdfFormat.TRIG, prefixes=PREFIXES)
        return (written or b"").decode()

    def sparql(
        self,
        query: str,
        *,
        seconds: float | None = None,
        rows: int | None = None,
        prefixes: Mapping[str, str] | None = None,
    ) -> Answers:
        """Run a read-only SPARQL 1.1 query over what the character knows and what happened with this person.

        It runs in a process of its own, which is stopped when the time is up. The data is loaded there first, and again
        whenever it has changed; that isn't counted in `seconds`. Queries run one after another.

        Args:
            query: SELECT, ASK, CONSTRUCT or DESCRIBE. `sk:`, `rdf:`, `rdfs:`, `owl:`, `skos:` and `xsd:` are known.
            seconds: most time to run, and as much again to wait for other queries. `Settings.sparql_seconds` by
                default.
            rows: how many to return at most; `Settings.sparql_rows` by default.
            prefixes: more prefixes that the query need not declare, by name.

        Raises:
            QueryError: the query is invalid, or does more than read.
            InputError: `seconds`, `rows` or `prefixes` is invalid.
            QueryTimeout: it took too long, or too much memory, or waited too long for others.
        """
        settings, graph_cache = self._relationship.settings, self._relationship.runtime.graph_cache
        if prefixes is None:
            prefixes = PREFIXES
        elif isinstance(prefixes, Mapping):  # anything else is refused with the other arguments
            prefixes = {**PREFIXES, **prefixes}
        while True:
            sandbox = graph_cache.sandbox
            try:
                return sandbox.query(
                    query,
                    self._chunks,
                    self._version(),
                    seconds=settings.sparql_seconds if seconds is None else seconds,
                    rows=settings.sparql_rows if rows is None else rows,
                    prefixes=prefixes,
                )
            except StoreClosed:
                if graph_cache.sandbox is sandbox:
                    raise
                # An erasure ended the process with what it held: ask a new one, which holds what is left.

    def _version(self) -> str:
        """Return a version that changes whenever the data does, and daily, since interests fade."""
        store, key = self._relationship.runtime.store, self._relationship.key
        _, heads = store.heads(self._relationship.own)
        graphs = [(graph.source, graph.digest) for graph in store.graphs(key.owner)]
        return repr((key, graphs, heads, self._now.date()))

    def _chunks(self) -> Iterator[bytes]:
        """Yield all of the data as N-Quads."""
        yield from rdf.of_sources(self._relationship.runtime.store, self._relationship.row.id)
        lines = self._lines()
        while chunk := [line for line, _ in zip(lines, range(_CHUNK), strict=False)]:
            yield ("\n".join(chunk) + "\n").encode()

    def _lines(self) -> Iterator[str]:
        past = self._past()
        lines: list[str] = []
        if past is not None:
            with past.lock:  # not while yielding: the reader may stop, or take long
                lines += rdf.of_log(past.log)
                if past.person is not None:
                    past.learn_all()
                    lines += rdf.of_person(past.person, self._now.timestamp())
        yield from lines
        facts = (fact_of(entry) for _, entry in self._relationship.derived(FACT) if entry.forgotten is None)
        yield from rdf.of_facts(facts)
