"""Compare libraries that could be used in place of our own code: languages, times, reasoning, words, broken JSON.

    pip install bm25s dateparser json-repair langdetect py3langid reasonable
    python -m benchmarks.libraries

Each is measured on the same texts in the same run. `docs/internals.md` says what follows from it.
"""

from __future__ import annotations

import json
import random
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import numpy as np
import pyoxigraph as ox

from soulkeep.graph.entailed import entail
from soulkeep.judgement.talk import tongue
from soulkeep.lang.language import detect
from soulkeep.lang.times import time_spans
from soulkeep.search.bm25 import Postings, inverse_frequency

SHEETS = Path(__file__).parents[1] / "tests" / "sheets"
NOW = datetime(2026, 5, 8, 18, 30, tzinfo=UTC)
THINGS = 25_000


def main() -> None:
    languages()
    times()
    words()
    reasoning()


def told(what: str, seconds: float, count: int, right: float | None = None) -> None:
    """Print one line: how long each took, and the share that was right."""
    print(f"{what:34} {1e6 * seconds / count:10.0f} µs" + ("" if right is None else f"   {right:.3f}"))


def timed(do: Callable[[], Any]) -> tuple[float, Any]:
    """Return the seconds that a call takes, and its result."""
    start = time.perf_counter()
    found = do()
    return time.perf_counter() - start, found


# -- languages


def languages() -> None:
    """Compare the detection of languages in short messages by people who write as they chat, in seven languages."""
    import py3langid
    from langdetect import DetectorFactory
    from langdetect import detect as by_langdetect

    said = list(dict.fromkeys(messages()))
    codes = sorted({code for code, _ in said})
    py3langid.set_languages(codes)
    DetectorFactory.seed = 0

    def langdetect(text: str) -> str:
        with suppress(Exception):  # of a text without letters
            return str(by_langdetect(text))[:2]
        return ""

    print(f"Language of {len(said)} messages")
    ways: dict[str, Callable[[str], str]] = {
        "soulkeep, by words": detect,
        "soulkeep, learnt": tongue,
        "py3langid": lambda text: str(py3langid.classify(text)[0]),
        "langdetect": langdetect,
    }
    for name, way in ways.items():
        way("Where do you live?")  # what is loaded first isn't counted
        seconds, found = timed(lambda way=way: [way(text) for _, text in said])  # type: ignore[misc]
        told(f"  {name}", seconds, len(said), float(np.mean([a == b for a, (b, _) in zip(found, said, strict=True)])))


def messages() -> Iterator[tuple[str, str]]:
    for sheet in sorted((SHEETS / "offline").glob("*.jsonl")):
        for line in map(json.loads, sheet.read_text(encoding="utf-8").splitlines()):
            for name in ("say", "ask", "grave", "trivial"):
                if isinstance(line.get(name), str):
                    yield sheet.name[:2], line[name]


# -- times


def times() -> None:
    """Compare the reading of times in sentences with days and ranges, in Italian and Portuguese, whose sheets were
    written blind."""
    from dateparser.search import search_dates

    cases = [
        (sheet.stem, line["text"], [span[1:] for span in line["spans"]])
        for sheet in sorted((SHEETS / "packs").glob("*.jsonl"))
        for line in map(json.loads, sheet.read_text(encoding="utf-8").splitlines())
        if line["kind"] == "time"
    ]

    def ours(code: str, text: str) -> list[list[str]]:
        found = time_spans(text, code, NOW)
        ends = [max(one.end - timedelta(hours=12), one.start).date() for one in found]
        return [[str(one.start.date()), str(end + timedelta(days=1))] for one, end in zip(found, ends, strict=True)]

    def dateparser(code: str, text: str) -> list[list[str]]:
        settings = {"RELATIVE_BASE": NOW.replace(tzinfo=None), "PREFER_DATES_FROM": "past"}
        found = search_dates(text, languages=[code], settings=settings) or []
        return [[str(day.date()), str(day.date() + timedelta(days=1))] for _, day in found]

    print(f"Times of {len(cases)} sentences, of which {sum(not wanted for *_, wanted in cases)} have none")
    for name, way in (("soulkeep", ours), ("dateparser", dateparser)):
        way("it", "Ieri sono stato dal dentista.")
        seconds, found = timed(lambda way=way: [way(code, text) for code, text, _ in cases])  # type: ignore[misc]
        right = [one == wanted for one, (*_, wanted) in zip(found, cases, strict=True)]
        told(f"  {name}", seconds, len(cases), float(np.mean(right)))
        days = [
            one == wanted
            for one, (*_, wanted) in zip(found, cases, strict=True)
            if all(str(datetime.fromisoformat(a).date() + timedelta(days=1)) == b for a, b in wanted)
        ]
        print(f"    where only single days, or none, are meant   {float(np.mean(days)):.3f} of {len(days)}")


# -- BM25


def words(rows: int = 20_000, more: int = 20) -> None:
    """Compare a search after each of some turns that come in: bm25s makes its index anew, ours takes the turn in."""
    import bm25s

    chance = np.random.default_rng(1)
    turns = [np.unique(chance.zipf(1.3, 12) % 30_000).astype(np.uint32) for _ in range(rows + more)]
    lengths = np.array([len(turn) for turn in turns], dtype=np.float64)
    texts = [[str(term) for term in turn.tolist()] for turn in turns]
    asked = [4, 40, 400]
    postings = Postings()
    for row, turn in enumerate(turns[:rows]):
        postings.append(row, turn, np.ones(len(turn), np.uint8), np.array([len(turn)]))

    def ours(row: int) -> Any:
        turn = turns[row]
        postings.append(row, turn, np.ones(len(turn), np.uint8), np.array([len(turn)]))
        scores = np.zeros(row + 1)
        for term in asked:
            found, counts = postings.find(term)
            scale = 0.9 * (0.6 + 0.4 * lengths[found] / lengths[: row + 1].mean())
            scores[found] += inverse_frequency(len(found), row + 1) * counts / (counts + scale)
        return scores

    def theirs(row: int) -> Any:
        index = bm25s.BM25(method="lucene", k1=0.9, b=0.4)
        index.index(texts[: row + 1], show_progress=False)
        return index.get_scores([str(term) for term in asked])

    print(f"Words: a turn among {rows:,}, and a search")
    for name, way in (("soulkeep", ours), ("bm25s", theirs)):
        way(rows)
        seconds, _ = timed(lambda way=way: [way(row) for row in range(rows + 1, rows + more)])  # type: ignore[misc]
        told(f"  {name}", seconds, more - 1)


# -- reasoning


def reasoning() -> None:
    """Compare what is inferred from 100,000 triples of an ontology in use."""
    import reasonable

    text = dump()
    store = ox.Store()
    store.bulk_load(text.encode(), format=ox.RdfFormat.TURTLE)
    print(f"What follows from {len(store):,} triples")
    path = Path("libraries.ttl")
    path.write_text(text)
    try:
        size = len(store)
        seconds, count = timed(lambda: entail(store, size))
        print(f"  soulkeep     {seconds:6.1f} s   {count:,} more")
        reasoner = reasonable.PyReasoner()

        def reason() -> list[Any]:
            reasoner.load_file(str(path))
            return list(reasoner.reason())

        seconds, found = timed(reason)
        print(f"  reasonable   {seconds:6.1f} s   {len(found) - size:,} more")
    finally:
        path.unlink()


def dump() -> str:
    """Return triples about things of fifty classes in a hierarchy, with forty properties: some have a superproperty,
    one is transitive, one symmetric."""
    chance = random.Random(1)
    lines = [
        "@prefix e: <http://e.org/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .",
        "@prefix owl: <http://www.w3.org/2002/07/owl#> .",
        "e:partOf a owl:TransitiveProperty . e:knows a owl:SymmetricProperty .",
        *(f"e:C{number} rdfs:subClassOf e:C{number // 3} ." for number in range(1, 50)),
    ]
    for number in range(40):
        lines.append(f"e:p{number} rdfs:subPropertyOf e:q{number % 8} ; rdfs:domain e:C{number} .")
        if number % 4 == 0:
            lines.append(f"e:p{number} owl:inverseOf e:r{number} .")
    for thing in range(THINGS):
        whole, other = thing // 2, (thing * 7 + 10) % THINGS
        joined = f"e:partOf e:t{whole}" if thing % 10 == 0 else f"e:knows e:t{other}"
        lines.append(
            f'e:t{thing} a e:C{thing % 50} ; rdfs:label "thing {thing}" ; '
            f"e:p{thing % 40} e:t{chance.randrange(THINGS)} ; {joined} ."
        )
    return "\n".join(lines)


if __name__ == "__main__":
    main()
