"""Measure the cost of knowledge and a shared past: understanding, remembering, patterns, graphs and replies (2).

    python benchmarks/episodes.py [--quick] [--json]

A person asks about 150 musicians of the demo's knowledge (a few of them often, most of them rarely), eight properties
and what leans on the talk before; in between they greet, like, state, praise and chat, over eight months. Each input is
stored as a turn, and so is each answer, with what was done before it. An input and what follows it make about five
episodes, so sizes are given in both. Each part runs in a process of its own.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import random
import re
import statistics
import tempfile
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from itertools import islice
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple, TypeVar

import soulkeep
from soulkeep.character.relationship import Relationship, relationship_of
from soulkeep.demo import book, music
from soulkeep.graph.episodes.answers import answers
from soulkeep.graph.episodes.consider import consider
from soulkeep.graph.episodes.hearing import understanding_stored
from soulkeep.graph.episodes.patterns import PatternSearch
from soulkeep.memory.entries import Answered
from soulkeep.memory.observe import store_turns
from soulkeep.types.episodes import Act, Understanding

T = TypeVar("T")

STILL = soulkeep.Settings(background=False)
START = datetime(2026, 1, 5, 9, tzinfo=UTC)
SPAN = timedelta(days=240)
TALK = 15
"""Exchanges of one conversation."""

MUSICIANS = 150
PERSON = "anna"
PRESENT = 1 << 60
SEED = 20261121

ASKED = {
    "en": "When was {} born?|Where was {} born?|When did {} die?|Where did {} die?|What instrument does {} play?|"
    "What kind of music does {} play?|Which albums did {} record?|Who influenced {}?",
    "ko": "{}은 언제 태어났어?|{}은 어디서 태어났어?|{}은 언제 죽었어?|{}은 어디서 죽었어?|{}은 무슨 악기를 연주해?|"
    "{}의 장르는 뭐야?|{}의 앨범은 뭐가 있어?|{}의 본명은 뭐야?",
}
LEANING = {"en": "And {}?|Where was he born?|And when was she born?", "ko": "{}은?|어디서 태어났어?"}
OTHERS = {
    "en": "Tell me about {}|Was {} born in New York City?|I love {}|{} was born in London.",
    "ko": "{}에 대해 알려줘|{}은 뉴욕에서 태어났어?|나는 {}을 좋아해|{}은 런던에서 태어났어.",
}
PLAIN = {
    "en": "Hello!|Good evening|Thanks, great!|That's wrong|I had pasta for lunch today.|Yes please|"
    "My sister is moving to Leeds next month and I'm helping her.",
    "ko": "안녕!|고마워, 잘했어|그건 틀렸어|오늘 점심에 파스타를 먹었어.|응, 그래",
}
SYLLABLES = (
    "ka카 ki키 ko코 ma마 mi미 mo모 na나 ni니 no노 ra라 ri리 ro로 ta타 ti티 to토 sa사 si시 so소 "
    "pa파 pi피 po포 ha하 hi히 ho호 ba바 bi비 bo보 da다 di디 do도 ga가 ge게 go고 ya야 yu유 yo요 le레 ne네 re레 te테"
)
TRADES = "Singer Guitarist Pianist Saxophonist Trumpeter Drummer Bassist Composer SongWriter"
RESOURCES = {
    "MusicGenre": 60, "Instrument": 40, "Place": 2000, "Person": 29_000, "Band": 5000, "Album": 25_000, "Song": 47_000,
}  # fmt: skip
"""Numbers of things of each class in a million triples."""


class Size(NamedTuple):
    """The size of a measurement: pasts, inputs at most, episodes at most, and whether much is known."""

    pasts: tuple[tuple[int, int, bool], ...]
    triples: int
    utterances: int
    asked: int


PASTS = ((1_000, PRESENT, False), (PRESENT, 20_000, False), (20_000, PRESENT, False), (1_000, PRESENT, True))
FULL = Size(PASTS, 1_000_000, 1000, 200)
QUICK = Size(((300, PRESENT, False),), 20_000, 200, 40)


# -- what is known and said


def write_music(path: Path, triples: int) -> None:
    """Write about `triples` triples of made-up musicians, bands, albums, songs and places, in the demo's ontology, as
    Turtle: a tenth as many resources, each with an English and a Korean name."""
    chance = random.Random(SEED)
    words = sorted({word.title() for word in re.findall(r"[a-z]{4,9}", book())})
    syllables, trades = SYLLABLES.split(), TRADES.split()
    many = {name: max(1, count * triples // 1_000_000) for name, count in RESOURCES.items()}

    def name(words: int) -> str:
        chosen = [chance.choices(syllables, k=chance.choice((2, 3))) for _ in range(words)]
        latin = " ".join("".join(one[:-1] for one in word).title() for word in chosen)
        return f'"{latin}"@en, "{" ".join("".join(one[-1] for one in word) for word in chosen)}"@ko'

    def title() -> str:
        return f'"{" ".join(chance.choices(words, k=chance.choice((1, 2, 2, 3, 3, 4))))}"@en, {name(2).split(", ")[1]}'

    def date(first: int, last: int) -> str:
        return f'"{chance.randint(first, last)}-{chance.randint(1, 12):02}-{chance.randint(1, 28):02}"^^xsd:date'

    def any_of(kind: str, count: int = 1) -> str:
        return ", ".join(f"dbr:{kind}{chance.randrange(many[kind])}" for _ in range(count))

    def place(i: int) -> str:  # cities in regions in countries
        part = f" ; dbo:isPartOf dbr:Place{i // 20}" if i >= 20 else ""
        return f"dbo:{'City' if i >= 100 else 'Region'} ; rdfs:label {name(1)}{part}"

    def person(i: int) -> str:
        dead = f" ; dbo:deathDate {date(1990, 2025)} ; dbo:deathPlace {any_of('Place')}" if i % 2 else ""
        return (
            f"dbo:{chance.choice(trades)}, dbo:MusicalArtist ; rdfs:label {name(2)} ; skos:altLabel {name(2)} ; "
            f"dbo:birthDate {date(1900, 1989)} ; dbo:birthPlace {any_of('Place')}{dead} ; "
            f"dbo:genre {any_of('MusicGenre', 2)} ; dbo:instrument {any_of('Instrument')} ; "
            f"dbo:influencedBy {any_of('Person')}"
        )

    def band(i: int) -> str:
        told = f'dbo:foundingYear "{1950 + i % 70}"^^xsd:gYear ; dbo:bandMember {any_of("Person", 4)}'
        return f"dbo:Band ; rdfs:label {name(1)} ; dbo:hometown {any_of('Place')} ; {told}"

    def work(kind: str, more: str = "") -> str:
        told = f"dbo:releaseDate {date(1950, 2025)} ; dbo:runtime {chance.randint(90, 4000)}{more}"
        return f"dbo:{kind} ; rdfs:label {title()} ; dbo:artist {any_of('Person')} ; {told}"

    kinds: dict[str, Callable[[int], str]] = {
        "MusicGenre": lambda i: f"dbo:MusicGenre ; rdfs:label {name(1)}",
        "Instrument": lambda i: f"dbo:Instrument ; rdfs:label {name(1)}",
        "Place": place,
        "Person": person,
        "Band": band,
        "Album": lambda i: work("Album"),
        "Song": lambda i: work("Song", f" ; dbo:album {any_of('Album')} ; dbo:writer {any_of('Person', 2)}"),
    }
    with path.open("w", encoding="utf-8") as file:
        file.write(music().decode().split("# Places")[0])
        for kind, described in kinds.items():
            file.writelines(f"dbr:{kind}{i} a {described(i)} .\n" for i in range(many[kind]))


def musicians(character: soulkeep.Character, language: str) -> list[str]:
    """Return names of people that the character knows."""
    found = character.episodes().sparql(
        "PREFIX dbo: <http://dbpedia.org/ontology/> SELECT ?name { ?s dbo:birthDate ?d ; rdfs:label ?name "
        f'FILTER(lang(?name) = "{language}") }} ORDER BY ?s LIMIT {MUSICIANS}',
        seconds=60,
    )
    names = [str(row[0]).split('"')[1] for row in found.rows]
    random.Random(SEED).shuffle(names)
    return names


def inputs(names: Sequence[str], language: str = "en", seed: int = SEED) -> Iterator[str]:
    """Yield inputs of the person, without end."""
    chance = random.Random(seed)
    weights = [1 / (rank + 1) for rank in range(len(names))]  # Zipf
    kinds = (ASKED, LEANING, OTHERS, PLAIN)
    while True:
        wording = chance.choice(chance.choices(kinds, (60, 15, 12, 13))[0][language].split("|"))
        yield wording.format(chance.choices(names, weights)[0])


# -- a past


def answered(relationship: Relationship, text: str, said: Understanding) -> tuple[str, list[Act]]:
    """Return what the character says to an input, and what `reply` would note of it, without looking at the past."""
    knowledge = relationship.knowledge
    found = answers(said, knowledge) if knowledge is not None else []
    acts = [Act(kind="context", found=len(said.carried))] if said.carried else []
    acts += [one.act for one in found] if said.is_question else []
    if said.entities or said.properties:
        acts.append(Act(kind="similar", found=10))
    acts.append(Act(kind="patterns", found=len(text) % 2))
    acts += [Act(kind="message", intent="answered", property=one.act.property, entity=one.entity) for one in found]
    if not found or len(text) % 4 == 0:
        acts.append(Act(kind="message", intent="reminded_class" if found else "agreed"))
    return " ".join(one.text for one in found) or "I see.", acts


def exchanged(relationship: Relationship, text: str, time: datetime, session: str) -> int:
    """Store an input and its answer, five seconds after `time`; return how many episodes they make."""
    entry, _ = store_turns(relationship, [soulkeep.Turn(text, time=time, session=session)])[0]
    said = understanding_stored(entry)
    assert said is not None
    spoken, acts = answered(relationship, text, said)
    turn = soulkeep.Turn(spoken, relationship.row.name, time + timedelta(seconds=5), session)
    store_turns(relationship, [turn], answer=Answered(heard=entry.id, acts=tuple(act.data() for act in acts)))
    failed = sum(act.kind == "answer" and act.found == 0 for act in acts)
    return 2 + failed + sum(act.kind != "message" for act in acts)


def make_past(path: Path, data: Path, most_inputs: int, most_episodes: int) -> tuple[int, int]:
    """Store a past of `most_inputs`, or `most_episodes` (without the person's evaluations); return how many of both."""
    step = SPAN / min(most_inputs, most_episodes // 5)
    with soulkeep.open(path, settings=STILL) as keep:
        ella = keep.character("ella", name="Ella", language="en")
        ella.know(data)
        relationship = facing(ella)
        said = inputs(musicians(ella, "en"))
        count = episodes = 0
        while count < most_inputs and episodes < most_episodes:
            begun = START + step * TALK * (count // TALK)
            time = begun + timedelta(seconds=40) * (count % TALK)
            episodes += exchanged(relationship, next(said), time, f"talk {count // TALK}")
            count += 1
    return count, episodes


def facing(character: soulkeep.Character) -> Relationship:
    """Return the relationship that `character.episodes` and `reply` work with."""
    return relationship_of(character, PERSON)


@contextmanager
def opened(path: Path) -> Iterator[tuple[soulkeep.Character, soulkeep.ManualClock]]:
    """Yield a character after its past, with its knowledge loaded, but not its past; and its clock."""
    clock = soulkeep.ManualClock(START + SPAN + timedelta(hours=5))
    with soulkeep.open(path, settings=STILL, clock=clock) as keep:
        ella = keep.character("ella")
        ella.episodes(person="somebody else").understand("When was Miles Davis born?")
        yield ella, clock


# -- measures


def measure_understanding(path: Path, number: int) -> dict[str, float]:
    """Return the utterances per second that `Character.understand` reads, in English and Korean, hardly any twice."""
    found = {}
    with soulkeep.open(path, settings=STILL) as keep:
        ella = keep.character("ella")
        for language in ("en", "ko"):
            said = inputs(musicians(ella, language), language)
            ella.episodes().understand(next(said))
            texts = list(islice(said, number))
            took, _ = timed(lambda: [ella.episodes().understand(text) for text in texts])  # noqa: B023
            found[language] = number / took * 1000
    return found


def measure_inputs(path: Path, number: int) -> dict[str, dict[str, float]]:
    """Return the milliseconds of considering inputs that speak of something known, and of the parts of that."""
    times: dict[str, list[float]] = {}
    with opened(path) as (ella, clock):
        relationship, said = facing(ella), inputs(musicians(ella, "en"), seed=SEED + 1)
        relationship.past()
        while len(times.get("whole", ())) < number + 10:
            clock.advance(timedelta(minutes=1))
            for name, value in considered(relationship, next(said), clock.now()).items():
                times.setdefault(name, []).append(value)
    return {name: percentiles(values[10:]) for name, values in times.items()}


def considered(relationship: Relationship, text: str, now: datetime) -> dict[str, float]:
    """Store an input, consider it and store the answer, as `reply` does: milliseconds of considering it, with bringing
    the past up to date, and of its parts once more; nothing for what speaks of nothing known."""
    entry, _ = store_turns(relationship, [soulkeep.Turn(text, time=now, session="now")])[0]
    heard = relationship.runtime.store.find(relationship.key, entry.id)
    said = understanding_stored(entry)
    assert heard is not None
    assert said is not None
    if not said.entities and not said.properties:
        return {}
    before, settings = heard.seq, relationship.settings
    updating, past = timed(relationship.past)
    whole, found = timed(lambda: consider(relationship, said, text, before=before, now=now))
    assert past is not None
    person, knowledge, situations = past.person, past.knowledge, past.situations
    assert person is not None
    assert knowledge is not None
    assert situations is not None
    told = [(one.predicate, value) for one in found.answers for value in one.values if one.predicate]
    search = PatternSearch(past.log, person, knowledge, settings, before=before, now=now)
    liked = frozenset(person.favourites(now.timestamp(), settings.interest_above))
    times = {
        "whole": updating + whole,
        "up to date": updating,
        "answers": timed(lambda: answers(said, knowledge))[0],
        "situations": timed(lambda: situations.alike(said, before=before, now=now, preferred=liked))[0],
        "patterns": timed(lambda: search.find(said, told))[0],
    }
    turn = soulkeep.Turn(found.text or "I see.", relationship.row.name, now, "now")
    acts = tuple(act.data() for act in found.acts)
    store_turns(relationship, [turn], answer=Answered(heard=entry.id, acts=acts))
    return times


def measure_load(path: Path) -> dict[str, float]:
    """Return the seconds until a past on disk can be considered, queried and exported; its knowledge is loaded
    before."""
    with opened(path) as (ella, clock):
        relationship, text = facing(ella), next(inputs(musicians(ella, "en")))
        said = ella.episodes(person="somebody else").understand(text)

        def considered_once() -> object:
            return consider(relationship, said, text, before=PRESENT, now=clock.now())

        first = timed(considered_once)[0]
        warm = statistics.median(timed(considered_once)[0] for _ in range(5))
        episodes = ella.episodes(person=PERSON)
        asked = timed(lambda: episodes.sparql("ASK {}", seconds=60))[0]
        again = timed(lambda: episodes.sparql("SELECT (COUNT(*) AS ?n) { ?e a sk:Input }", seconds=60))[0]
        exported, trig = timed(episodes.trig)
    return {
        "load_s": (first - warm) / 1000,
        "sparql_s": asked / 1000,
        "sparql_again_ms": again,
        "trig_s": exported / 1000,
        "trig_mb": len(trig.encode()) / 1e6,
    }


def measure_knowing(data: Path, path: Path) -> dict[str, float]:
    """Return the seconds of learning a file of RDF, and the megabytes of the file and of the keep."""
    with soulkeep.open(path, settings=STILL) as keep:
        took, known = timed(lambda: keep.character("ella", name="Ella").know(data))
    kept = path.stat().st_size / 1e6
    return {"triples": known.triples, "know_s": took / 1000, "file_mb": data.stat().st_size / 1e6, "kept_mb": kept}


def measure_using(path: Path, number: int) -> dict[str, Any]:
    """Measure a keep on disk: the first use of what is known, the memory it takes, and queries."""
    query = (
        "PREFIX dbo: <http://dbpedia.org/ontology/> PREFIX dbr: <http://dbpedia.org/resource/> "
        "SELECT ?s ?name {{ ?s dbo:birthPlace dbr:Place{} ; rdfs:label ?name }}"
    )
    with soulkeep.open(path, settings=STILL) as keep:
        ella = keep.character("ella")
        before = resident()
        first = timed(lambda: ella.episodes().understand("When was Miles Davis born?"))[0]
        memory = resident() - before
        loaded = timed(lambda: ella.episodes().sparql("ASK {}", seconds=60))[0]
        selected = [timed(lambda: ella.episodes().sparql(query.format(i), seconds=60))[0] for i in range(number)]  # noqa: B023
    return {
        "first_use_s": first / 1000,
        "memory_mb": memory,
        "sparql_load_s": loaded / 1000,
        "sparql_ms": percentiles(selected[5:]),
    }


def measure_observing(path: Path, number: int) -> dict[str, float]:
    """Return the turns per second stored one by one and together, with knowledge and without, in turn."""
    rates: dict[str, list[float]] = {}

    def store(name: str, character: soulkeep.Character, turns: Sequence[soulkeep.Turn]) -> None:
        single = turns[: number // 4]
        one = timed(lambda: [character.observe(t.text, person=PERSON, time=t.time, session="one") for t in single])[0]
        many = timed(lambda: character.observe_many(turns, person="bert"))[0]
        rates.setdefault(f"observe {name}", []).append(len(single) / one * 1000)
        rates.setdefault(f"observe_many {name}", []).append(number / many * 1000)

    with soulkeep.open(path, settings=STILL) as keep:
        known, plain = keep.character("ella"), keep.character("bella")
        known.know(music(), source="music")
        said = inputs(musicians(known, "en"))
        for block in range(9):
            time = START + timedelta(hours=block)
            turns = [soulkeep.Turn(text, time=time, session=f"{block}") for text in islice(said, number)]
            store("with", known, turns)
            store("without", plain, turns)
    return {name: statistics.median(values[1:]) for name, values in rates.items()}


def measure_reply(path: Path, number: int) -> dict[str, float]:
    """Return the milliseconds of an offline reply, the storing of both turns included."""
    times = []
    with opened(path) as (ella, clock):
        for text in islice(inputs(musicians(ella, "en"), seed=SEED + 2), number + 5):
            clock.advance(timedelta(minutes=1))
            times.append(timed(lambda: ella.reply(text, person=PERSON, session="now"))[0])  # noqa: B023
    return percentiles(times[5:])


# -- tools


def timed(work: Callable[[], T]) -> tuple[float, T]:
    """Return how many milliseconds a call takes, and its result."""
    started = perf_counter()
    found = work()
    return (perf_counter() - started) * 1000, found


def percentiles(values: Sequence[float]) -> dict[str, float]:
    ordered = sorted(values)
    return {"p50": statistics.median(ordered), "p95": ordered[int(len(ordered) * 0.95)]}


def resident() -> float:
    """Return the megabytes of memory that this process has now."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def apart(work: Callable[..., T], *arguments: object) -> T:
    """Return what a measurement gives in a fresh process."""
    with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")) as pool:
        return pool.submit(work, *arguments).result()


# -- all of it


def measure(size: Size, folder: Path) -> dict[str, Any]:
    """Return all figures."""
    small, large = folder / "small.db", folder / "large.db"
    demo, data = folder / "music.ttl", folder / "made_up.ttl"
    demo.write_bytes(music())
    write_music(data, size.triples)
    apart(measure_knowing, demo, small)
    found: dict[str, Any] = {
        "knowing": apart(measure_knowing, data, large) | apart(measure_using, large, size.asked),
        "understanding": {
            "demo": apart(measure_understanding, small, size.utterances),
            "large": apart(measure_understanding, large, size.utterances),
        },
        "observing": apart(measure_observing, folder / "observing.db", size.utterances // 2),
        "pasts": [],
    }
    for number, (most_inputs, most_episodes, much) in enumerate(size.pasts):
        path = folder / f"past{number}.db"
        count, episodes = apart(make_past, path, data if much else demo, most_inputs, most_episodes)
        past = {"inputs": count, "episodes": episodes, "much": much, "load": apart(measure_load, path)}
        past["input_ms"] = apart(measure_inputs, path, size.asked)
        past["reply_ms"] = apart(measure_reply, path, size.asked // 2)
        found["pasts"].append(past)
    return found


def rows(found: dict[str, Any]) -> Iterator[tuple[str, str, str]]:
    """Yield the name of each measurement, its figures and its aim."""

    def latency(values: dict[str, float]) -> str:
        return f"{values['p50']:.2f} / {values['p95']:.2f} ms"

    knowing = found["knowing"]
    large = f"{knowing['triples']:,} triples"
    for name, what in (("demo", "the demo's music"), ("large", large)):
        rates = found["understanding"][name]
        yield f"understanding, {what}: English, Korean", f"{rates['en']:,.0f}/s, {rates['ko']:,.0f}/s", "≥ 200/s"
    for past in found["pasts"]:
        times, load, aim = past["input_ms"], past["load"], "≤ 15 ms" if past["inputs"] <= 1000 else "≤ 60 ms"
        size = f"{past['inputs']:,} inputs ({past['episodes']:,} episodes{', ' + large if past['much'] else ''})"
        yield f"considering an input, {size}, p50 / p95", latency(times["whole"]), aim
        for name in ("up to date", "answers", "situations", "patterns"):
            yield f"… {name}", latency(times[name]), ""
        yield "… a whole reply, offline", latency(past["reply_ms"]), ""
        yield "… loading it from disk", f"{load['load_s']:.2f} s", "≤ 2.5 s"
        yield (
            "… the first SPARQL query of it (the next)",
            f"{load['sparql_s']:.2f} s ({load['sparql_again_ms']:.1f} ms)",
            "",
        )
        yield "… as TriG", f"{load['trig_s']:.2f} s, {load['trig_mb']:.1f} MB", ""
    yield f"learning {large}, {knowing['file_mb']:.0f} MB of Turtle", f"{knowing['know_s']:.1f} s", ""
    yield "… in the keep", f"{knowing['kept_mb']:.1f} MB", ""
    yield "… first use", f"{knowing['first_use_s']:.1f} s", ""
    yield "… memory", f"{knowing['memory_mb']:.0f} MB", ""
    query = f"{knowing['sparql_load_s']:.1f} s; {latency(knowing['sparql_ms'])}"
    yield "… the first SPARQL query; a simple one when warm, p50 / p95", query, ""
    rates = found["observing"]
    for name in ("observe", "observe_many"):
        known, plain = rates[f"{name} with"], rates[f"{name} without"]
        yield f"`{name}`, with knowledge (without)", f"{known:,.0f}/s ({plain:,.0f}/s): ×{plain / known:.2f}", ""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="small sizes, to see that it works")
    parser.add_argument("--json", action="store_true", help="all figures as JSON")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        found = measure(QUICK if chosen.quick else FULL, Path(folder))
    if chosen.json:
        print(json.dumps(found, indent=1))
        return
    print("| | measured | aim |\n| --- | ---: | ---: |")
    for row in rows(found):
        print(f"| {' | '.join(row)} |")


if __name__ == "__main__":
    main()
