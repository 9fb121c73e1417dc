"""Measure what a large shared source costs: the lore of a world, searched by an index and exactly.

    python benchmarks/large_source.py [--rows 1000000] [--questions 200] [--keep FILE] [--json]

The world is made up: a seed, the words and sentences of the demo's book, and topics whose words lie near one another in
meaning. Each chronicle tells of one topic in a row of passages, one in twenty of them in Korean. The text is learnt as
anybody would, by `World.learn`. A keep that is there already (`--keep`) is used as it is.

Recall@30 is the share of the 30 hits of an exact search (`Settings(large_index=False)`) that the indexed one has, too.
Every measurement runs in a process of its own, so that memory is its alone. `cpu_ms` is the mean time that a recall's
thread was at work: on a machine that others use, too, it says more than the clock.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import random
import re
import resource
import statistics
import tempfile
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from datetime import UTC, datetime
from itertools import accumulate
from pathlib import Path
from time import perf_counter, thread_time
from typing import Any, NamedTuple

import numpy as np

import soulkeep
from soulkeep.demo import book

SEED = 20261121
WORLD = "annals"
READER = "archivist"
K = 30
NOW = datetime(2026, 11, 21, tzinfo=UTC)
PASSAGES = (3, 14)
"""Least and greatest number of passages of a chronicle."""
PASSAGES_OF_A_TOPIC = 250
CHRONICLES = 40
"""Told in one text."""
KOREAN = 0.05
"""Share of the chronicles in Korean."""
CONTENT = 0.7
"""Share of a sentence's words of content that its topic puts in their place."""
SYLLABLES = "ka ma ra tol ven dur bri sa lo mi nor eth ul gar wen fi das qu or ze pel th ay ic"
NOUNS = (
    "왕 성 강 산 배 검 책 달 별 숲 길 문 집 마을 시장 항구 다리 탑 종 등불 편지 지도 약초 사냥꾼 상인 학자 기사 "
    "어부 대장장이 농부 여행자 사제 도둑 장군 공주 노인 아이 말 늑대 까마귀 용 보석 반지 금화 빵 포도주 소금 비단 "
    "겨울 여름 새벽 폭풍 안개 불 얼음 전쟁 평화 약속 비밀 노래 전설 축제 무덤 동굴 우물 정원 도서관 왕관"
)
VERBS = (
    "찾았다 잃었다 지켰다 만들었다 팔았다 샀다 숨겼다 보았다 들었다 불태웠다 세웠다 건넜다 떠났다 기다렸다 훔쳤다 "
    "나누었다 기억했다 노래했다 두려워했다 발견했다 무너뜨렸다 약속했다"
)


class Topic(NamedTuple):
    """The topic of a chronicle: names, and words with how often each comes, as running sums."""

    language: str
    names: list[str]
    words: list[str]
    sums: list[float]


class Chronicler:
    """Writes chronicles, always the same.

    Args:
        passages: about as many as will be written.
    """

    def __init__(self, passages: int) -> None:
        self.chance = random.Random(SEED)
        self.syllables, self.verbs = SYLLABLES.split(), VERBS.split()
        topics = max(20, passages // PASSAGES_OF_A_TOPIC)
        text = book()
        self.sentences = [
            sentence
            for sentence in re.split(r"(?<=[.!?])\s+", re.sub(r"\s+", " ", text))
            if 6 <= sentence.count(" ") <= 30 and sentence[0].isupper() and sentence[-1] in ".!?"
        ]
        counts: dict[str, int] = {}
        for word in re.findall(r"\b[a-z]{4,}\b", text):
            counts[word] = counts.get(word, 0) + 1
        common = sorted(counts, key=lambda word: -counts[word])
        self.content = frozenset(common[150:])
        self.vocabulary = [word for word in common[150:] if counts[word] > 1]
        vectors = soulkeep.choose_embedder().embed(self.vocabulary)
        self.topics = [self._topic(vectors) for _ in range(topics)]

    def _topic(self, vectors: np.ndarray) -> Topic:
        chance = self.chance
        names = ["".join(chance.choices(self.syllables, k=chance.randint(2, 3))).capitalize() for _ in range(4)]
        if chance.random() < KOREAN:
            return Topic("ko", names, *_zipf(chance.sample(NOUNS.split(), 24)))
        near = np.argsort(-(vectors @ vectors[chance.randrange(len(vectors))]))[:60].tolist()
        words = [self.vocabulary[at] for at in chance.sample(near, 40)]
        words += chance.choices(self.vocabulary, k=20)
        return Topic("en", names, *_zipf(words))

    def texts(self, passages: int) -> Iterator[str]:
        """Yield texts that hold about a number of passages together."""
        written = 0
        while written < passages:
            parts: list[str] = []
            for _ in range(CHRONICLES):
                topic = self.chance.choice(self.topics)
                length = min(self.chance.randint(*PASSAGES), passages - written)
                if length <= 0:
                    break
                parts.append(f"# {self.chance.choice(topic.names)}")
                parts += (self.passage(topic) for _ in range(length))
                written += length
            yield "\n\n".join(parts)

    def passage(self, topic: Topic) -> str:
        """Return one paragraph."""
        return " ".join(self._sentence(topic) for _ in range(self.chance.randint(3, 5)))

    def _sentence(self, topic: Topic) -> str:
        chance = self.chance
        if topic.language == "ko":
            one, two, three = chance.choices(topic.words, cum_weights=topic.sums, k=3)
            name, place = chance.choices(topic.names, k=2)
            did, then = chance.choices(self.verbs, k=2)
            return f"{name}은 {one}에서 {two}와 {three}을 {did} 그리고 {place}로 {then}."

        def other(match: re.Match[str]) -> str:
            word = match[0]
            if word[0].isupper():
                return chance.choice(topic.names) if match.start() else word
            if word in self.content and chance.random() < CONTENT:
                return chance.choices(topic.words, cum_weights=topic.sums)[0]
            return word

        return re.sub(r"[A-Za-z]+", other, chance.choice(self.sentences))

    def questions(self, count: int) -> list[str]:
        """Return questions that somebody may ask, the same whatever was written before."""
        self.chance.seed(SEED + 1)
        return [self._question() for _ in range(count)]

    def _question(self) -> str:
        topic, chance = self.chance.choice(self.topics), self.chance
        one, two, three = chance.choices(topic.words, cum_weights=topic.sums, k=3)
        name = chance.choice(topic.names)
        if topic.language == "ko":
            return chance.choice([f"{name}은 {one}에서 무엇을 했어?", f"{one}와 {two}에 대해 {name}은 뭐라고 했어?"])
        return chance.choice(
            [
                f"What did {name} do with the {one} and the {two}?",
                f"Who told of the {one} in the {two}, and why the {three}?",
                f"Where did {name} find the {one}?",
                f"What is known about the {one} of {name} when the {two} was {three}?",
                f"Why was the {one} so {two}?",
            ]
        )


def _zipf(words: Sequence[str]) -> tuple[list[str], list[float]]:
    return list(words), list(accumulate((rank + 3) ** -0.8 for rank in range(len(words))))


def write(path: Path, passages: int) -> dict[str, Any]:
    """Make the keep."""
    chronicler, writing = Chronicler(passages), 0.0
    started = perf_counter()
    learnt = 0
    with soulkeep.open(path) as keep:
        world = keep.world(WORLD)
        texts = chronicler.texts(passages)
        while True:
            before = perf_counter()
            text = next(texts, None)
            writing += perf_counter() - before
            if text is None:
                break
            learnt += world.learn(text, source=f"annals {learnt // 20_000}").passages
        keep.character(READER, worlds=[WORLD])
    return {"passages": learnt, "writing_s": writing, "learning_s": perf_counter() - started - writing}


def ask(
    path: Path, questions: Sequence[str], *, indexed: bool, folder: str | None, threads: int, rows: int
) -> dict[str, Any]:
    """Open the keep, load the world, index it or not, and recall.

    Args:
        path: the keep's file.
        questions: what to ask, each once.
        indexed: build a vector index and search it; otherwise search exactly.
        folder: the folder for what a large source keeps on disk; None for the default.
        threads: threads that build the index.
        rows: number of passages of the world.
    """
    settings = soulkeep.Settings(
        large_index=indexed,
        large_rows=min(100_000, rows // 2),  # fewer passages are to be indexed, too
        large_folder=folder,
        index_threads=threads,
        background=False,
    )
    figures: dict[str, Any] = {"mb_before": _resident()}
    with soulkeep.open(path, settings=settings, clock=soulkeep.ManualClock(NOW)) as keep:
        reader = keep.character(READER)
        started = perf_counter()
        first = reader.recall("Who was here?", k=K)
        figures |= {"load_s": perf_counter() - started, "mb_loaded": _resident(), "passages": first.considered}
        if indexed:
            cache = keep._runtime.embeddings.cache
            meanwhile: list[float] = []
            while not cache.indexed(10):
                meanwhile.append(_timed(lambda: reader.recall(questions[0], k=K))[0])
            figures |= {"build_s": perf_counter() - started - figures["load_s"], "mb_indexed": _resident()}
            figures["meanwhile_ms"] = statistics.median(meanwhile) if meanwhile else 0.0
        for question in questions[:20]:
            reader.recall(question, k=K)
        took: list[float] = []
        parts: dict[str, list[float]] = {}
        hits: list[list[str]] = []
        worked = thread_time()
        for question in questions:
            ms, recall = _timed(lambda question=question: reader.recall(question, k=K))  # type: ignore[misc]
            took.append(ms)
            hits.append([hit.memory.id for hit in recall.hits])
            for name, value in recall.timings.items():
                parts.setdefault(name, []).append(value)
        figures["cpu_ms"] = (thread_time() - worked) / len(questions) * 1e3
    took.sort()
    figures |= {"p50_ms": statistics.median(took), "p95_ms": took[int(0.95 * len(took))]}
    figures["parts_ms"] = {name: round(statistics.median(values), 2) for name, values in parts.items()}
    figures["hits"] = hits
    return figures


def _timed(call: Callable[[], Any]) -> tuple[float, Any]:
    started = perf_counter()
    result = call()
    return (perf_counter() - started) * 1e3, result


def _resident() -> float:
    """Return the megabytes of this process in memory, files mapped into it included."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize() / 1e6


def apart(function: Callable[..., Any], *args: Any, **options: Any) -> Any:
    """Call it in a process of its own."""
    with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")) as pool:
        return pool.submit(function, *args, **options).result()


def shared(one: Sequence[Sequence[str]], other: Sequence[Sequence[str]], count: int) -> float:
    """Return the mean share of the first hits that two searches have in common."""
    return statistics.fmean(
        len(set(a[:count]) & set(b[:count])) / max(len(b[:count]), 1) for a, b in zip(one, other, strict=True)
    )


def main() -> None:
    """Make the keep, measure, and tell."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, default=1_000_000, help="passages, about (default: 1,000,000)")
    parser.add_argument("--questions", type=int, default=200, help="how many (default: 200)")
    parser.add_argument("--keep", type=Path, help="the keep's file, made with as many --rows; made, if it isn't there")
    parser.add_argument("--folder", help="map the vectors into memory from this folder")
    parser.add_argument("--threads", type=int, default=1, help="that build the index")
    parser.add_argument("--json", action="store_true", help="for programs")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        path = chosen.keep or Path(folder) / "keep.db"
        figures: dict[str, Any] = {} if path.exists() else {"made": apart(write, path, chosen.rows)}
        figures["keep_mb"] = path.stat().st_size / 1e6
        questions = Chronicler(chosen.rows).questions(chosen.questions)
        options = {"folder": chosen.folder, "threads": chosen.threads, "rows": chosen.rows}
        figures["indexed"] = apart(ask, path, questions, indexed=True, **options)
        figures["exact"] = apart(ask, path, questions, indexed=False, **options)
    found, true = figures["indexed"].pop("hits"), figures["exact"].pop("hits")
    figures["recall"] = {f"@{count}": shared(found, true, count) for count in (1, 10, K)}
    if chosen.json:
        print(json.dumps(figures, indent=2))
        return
    for name, values in figures.items():
        print(name, values if not isinstance(values, dict) else "")
        for part, value in values.items() if isinstance(values, dict) else ():
            print(f"  {part}: {value:,.3f}" if isinstance(value, float) else f"  {part}: {value}")


if __name__ == "__main__":
    main()
