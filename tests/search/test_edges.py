"""The papers' scores, confidence, queries and times: what a plain reckoning says, on both sides of each edge."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from math import exp
from typing import Any

import numpy as np
import pytest
from plain_rank import Row, rows_of
from test_rank_plainly import talk

import soulkeep
from soulkeep import Turn
from soulkeep.lang.terms import terms
from soulkeep.lang.times import TimeSpan
from soulkeep.models.embed.base import Embedder
from soulkeep.search import due, presets, recall
from soulkeep.search.confidence import confidence, measure
from soulkeep.search.indexed_terms import query_hashes, time_marks
from soulkeep.search.query import Said, damped, make_query, with_names
from soulkeep.search.rank import rank
from soulkeep.search.signals import Scored, Signals
from soulkeep.search.weights import weights
from soulkeep.testing.models import HashEmbedder
from soulkeep.types.records import Hit
from tests_support import static_keep

NOW = datetime(2026, 5, 10, 18, tzinfo=UTC)


# -- the papers' scores

Parts = dict[str, float]


def mimir(rows: list[Row], signals: Signals, allowed: list[bool]) -> Callable[[Row], Parts]:
    said = [float(signals.keywords[row.at]) for row in rows if row.verbatim and allowed[row.at]]
    start = min((row.time for row in rows if row.time == row.time), default=0.0)

    def parts(row: Row) -> Parts:
        differ = bool(said) and max(said) > min(said)
        words = (float(signals.keywords[row.at]) - min(said)) / (max(said) - min(said)) if differ else 0
        found = {"meaning": 0.5 * max(row.similarity, 0), "words": 0.5 * min(max(words, 0), 1) * row.live}
        age = min(max((signals.now - row.time) / max(signals.now - start, 1), 0), 1)
        aged = (1 - exp(-4.6 * age * age)) / (1 - exp(-4.6)) if row.time == row.time else 0
        importance = signals.settings.importance_weight * row.boost
        return {**found, "age": -0.3 * aged * (found["meaning"] + found["words"]), "importance": importance}

    return parts


def seoul(rows: list[Row], signals: Signals, allowed: list[bool]) -> Callable[[Row], Parts]:
    def parts(row: Row) -> Parts:
        [*stored] = [int(seq) for seq in signals.mind.partitions[row.part - 1].seqs]
        begins = signals.mind.offsets[row.part - 1]
        last = stored[signals.mind.partitions[row.part - 1].size - 1]
        place = (stored[row.at - begins] - stored[0]) / max(last - stored[0], 1)
        return {"importance": 10**row.boost / 10, "recency": 0.7 + 0.3 * place, "meaning": row.similarity}

    return parts


def landwehr(rows: list[Row], signals: Signals, allowed: list[bool]) -> Callable[[Row], Parts]:
    return lambda row: {
        "meaning": max(row.similarity, 0),
        "retention": -max(row.similarity, 0) * (1 - row.retention),
    }


def requery(rows: list[Row], signals: Signals, allowed: list[bool]) -> Callable[[Row], Parts]:
    fit = {row.at: max(row.similarity, 0) if row.live else 0.0 for row in rows}
    best = sorted([row for row in rows if allowed[row.at]], key=lambda row: -fit[row.at])[:3]

    def parts(row: Row) -> Parts:
        by_way = [fit[hit.at] * max(float(hit.vector @ row.vector), 0) for hit in best if hit.at != row.at]
        return {"meaning": fit[row.at], "tangent": max([*by_way, fit[row.at]]) - fit[row.at]}

    return parts


PLAIN = {"mimir": mimir, "seoul": seoul, "landwehr": landwehr, "requery": requery}


@pytest.fixture(scope="module")
def holmes() -> soulkeep.Character:
    return talk(6, 80, forgetfulness=0.05, importance_weight=0.2)


@pytest.mark.parametrize("preset", PLAIN)
@pytest.mark.parametrize(
    ("question", "options"),
    [("Where is the lantern near the bridge?", {}), ("curry", {"kinds": {"passage"}}), ("zzz qqq", {})],
)
def test_a_paper_s_score_is_what_its_definition_says(
    holmes: soulkeep.Character, preset: str, question: str, options: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    scored: list[Scored] = []
    formula = presets.PRESETS[preset]

    def checked(signals: Signals, allowed: presets.Rows) -> Scored:
        found = formula(signals, allowed)
        scored.append(found)
        rows = rows_of(signals)
        parts = PLAIN[preset](rows, signals, allowed.tolist())
        for row in rows:
            real = {name: float(part[row.at]) for name, part in found.parts.items()}
            assert real == pytest.approx(parts(row), abs=1e-4)
        return found

    monkeypatch.setitem(presets.PRESETS, preset, checked)
    holmes.recall(question, person="anna", preset=preset, **options)
    assert scored


# -- how many are looked at


@pytest.mark.parametrize(("k", "looked_at"), [(1, 200), (100, 200), (101, 202), (140, 280)])
def test_two_hundred_rows_or_twice_the_hits_are_looked_at_closely(
    k: int, looked_at: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    scored: list[Scored] = []

    def watched(*given: Any) -> Scored:
        scored.append(rank(*given))
        return scored[-1]

    monkeypatch.setattr(recall, "rank", watched)
    with soulkeep.open(":memory:") as keep:
        npc = keep.character("npc")
        npc.observe_many([Turn(f"Line {number}.", session=f"s{number}") for number in range(300)])
        npc.recall("line", k=k)
    assert len(scored[0].rows) == looked_at


# -- confidence


def hits(*similarities: float, stated: int | None = None, speaker: str | None = "anna") -> list[Hit]:
    with static_keep(soulkeep.ManualClock(NOW)) as keep:
        npc = keep.character("npc")
        npc.observe("My cat is called Miso.", person="anna")
        [hit] = npc.recall("cat", person="anna", kinds={"turn"}).hits
    memory = replace(hit.memory, speaker=speaker)
    return [
        replace(hit, memory=memory, score=0.5, similarity=similarity, parts={"stated": float(place == stated)})
        for place, similarity in enumerate(similarities)
    ]


def test_confidence_rests_on_the_best_three() -> None:
    assert confidence(hits(0.4, 0.3, 0.2), foreign=False) == confidence(hits(0.4, 0.3, 0.2, 0.1), foreign=False)
    assert confidence(hits(0.4, 0.3, 0.2), foreign=False) < confidence(hits(0.4, 0.3), foreign=False)
    assert measure(hits(0.1, 0.3, 0.2, 0.4), foreign=True) == pytest.approx((0.5, 0.3, 1.0))


def test_a_book_is_as_good_as_somebody_who_might_have_said_it() -> None:
    told, read = hits(0.4), hits(0.4, speaker=None)
    assert measure(read, foreign=False).score == pytest.approx(measure(told, foreign=False).score + 0.4)
    assert confidence(told, foreign=False) == pytest.approx(1 / (1 + exp(5.14 - 2.0 * 0.5 - 2.82 * 0.4)))
    assert confidence(told, foreign=True) == pytest.approx(1 / (1 + exp(5.14 - 2.0 * 0.5 - 2.82 * 0.4 - 2.98)))


def test_who_said_the_best_hit_counts_alone() -> None:
    [told], [read] = hits(0.4), hits(0.4, speaker=None)
    assert measure([read, told, told], foreign=False).score == pytest.approx(0.9)
    assert measure([told, read, read], foreign=False).score == 0.5
    best = [replace(told, score=0.7), replace(told, score=0.1), replace(told, score=0.3)]
    assert measure(best, foreign=False).score == 0.7


@pytest.mark.parametrize(("place", "sure"), [(0, True), (2, True), (3, False), (None, False)])
def test_a_fact_that_is_asked_for_and_stated_by_one_of_the_best_three_is_known(place: int | None, sure: bool) -> None:
    found = hits(0.2, 0.2, 0.2, 0.2, stated=place)
    plain = confidence(found, foreign=False)
    assert confidence(found, foreign=False, fact=True) == (0.9 if sure else plain)
    certain = [replace(hit, score=9.0) for hit in found]
    assert confidence(certain, foreign=False, fact=True) > 0.9


# -- what the talk adds to a question


@pytest.fixture
def embedder() -> Embedder:
    with static_keep(soulkeep.ManualClock(NOW)) as keep:
        return keep._runtime.embeddings.embedder


def weight_of(query: Any, text: str) -> float:
    weights = dict(zip(query.terms.tolist(), query.weights.tolist(), strict=True))
    [hash] = query_hashes(text, "en").tolist()
    return float(weights[hash])


def test_a_question_of_function_words_alone_weighs_less_than_what_was_talked_of(embedder: Embedder) -> None:
    history = [Said("I love the orchard.", "anna")]
    query = make_query("And where?", "en", history, embedder)
    assert weight_of(query, "where") == pytest.approx(0.4)
    [own, added] = (embedder.embed_query(text) for text in ("And where?", "orchard love"))
    assert weight_of(query, "orchard") == pytest.approx(1.3)
    whole = own + 0.8 / 0.4 * added
    assert float(query.vector @ (whole / np.linalg.norm(whole))) == pytest.approx(1, abs=1e-3)
    assert query.text == "And where? (orchard, love)"


def test_a_question_with_words_of_its_own_keeps_their_weight(embedder: Embedder) -> None:
    query = make_query("Where are they located?", "en", [Said("I love Wiard's orchard.", "anna")], embedder)
    assert weight_of(query, "located") == 1
    own, added = embedder.embed_query("Where are they located?"), embedder.embed_query("Wiard love orchard")
    whole = own + 0.8 * added
    assert float(query.vector @ (whole / np.linalg.norm(whole))) == pytest.approx(1, abs=1e-2)
    assert np.linalg.norm(query.vector) == pytest.approx(1, abs=1e-5)


class Opposed(HashEmbedder):
    """One that knows what was talked of as the opposite of what is asked; or nothing at all."""

    def __init__(self, length: float) -> None:
        super().__init__(dimensions=2)
        self.length = length

    def embed(self, texts: Sequence[str]) -> Any:
        return np.array([[self.length if "?" in text else -self.length, 0] for text in texts], dtype=np.float32)


@pytest.mark.parametrize(("length", "vector"), [(1.0, [1, 0]), (0.0, [0, 0])])
def test_a_question_s_vector_is_of_length_one_or_nothing(length: float, vector: list[float]) -> None:
    history = [Said("I love Wiard's orchard.", "anna")]
    query = make_query("Where are they located?", "en", history, Opposed(length))
    assert query.vector.tolist() == pytest.approx(vector)
    assert make_query("Where are they?", "en", history, Opposed(1.0), by_words=True).vector.tolist() == [0, 0]


def test_a_time_s_words_weigh_half(embedder: Embedder) -> None:
    query = damped(make_query("What did I cook on 7 May 2023?", "en", (), embedder), ["7 May 2023"], "en")
    assert weight_of(query, "May") == 0.5
    assert weight_of(query, "cook") == 1


def test_who_is_named_is_looked_for_by_the_whole_name(embedder: Embedder) -> None:
    query = make_query("What did Mel paint?", "en", (), embedder)
    assert with_names(query, [], "en").terms.tolist() == query.terms.tolist()
    named = with_names(query, ["Melanie Smith", "Mel"], "en")
    assert (weight_of(named, "Melanie"), weight_of(named, "Smith"), weight_of(named, "paint")) == (1, 1, 1)
    assert len(named.terms) == len(named.weights) == len(query.terms) + 2
    half = damped(query, ["Mel"], "en")
    assert weight_of(with_names(half, ["Mel"], "en"), "Mel") == 0.5


# -- times


@pytest.mark.parametrize(("days", "marked"), [(1, 1), (7, 7), (8, 0), (30, 0)])
def test_days_are_marked_for_a_week_at_most(days: int, marked: int) -> None:
    start = datetime(2025, 12, 30, tzinfo=UTC)
    span = TimeSpan(start=start, end=start + timedelta(days=days), text="", at=0, grain="day", relative=False)
    marks = time_marks(span)
    assert marks[:marked] == [f"\0day {(start + timedelta(days=n)).date()}" for n in range(marked)]
    months = ["2025-12", "2026-1"] if days > 2 else ["2025-12"]
    years = ["2025", "2026"] if days > 2 else ["2025"]
    assert marks[marked:] == [*(f"\0month {one}" for one in months), *(f"\0year {one}" for one in years)]
    finest = marks[:marked] if marked else marks[: len(months)]
    assert time_marks(span, finest=True) == finest


def test_a_year_is_marked_as_a_year_alone() -> None:
    start = datetime(2025, 1, 1, tzinfo=UTC)
    for grain, years in (("year", 1), ("decade", 10)):
        end = datetime(2025 + years, 1, 1, tzinfo=UTC)
        span = TimeSpan(start=start, end=end, text="", at=0, grain=grain, relative=False)
        assert time_marks(span) == [f"\0year {2025 + year}" for year in range(years)] == time_marks(span, finest=True)


def test_a_memory_is_found_by_the_first_twelve_times_that_it_names() -> None:
    with static_keep(soulkeep.ManualClock(NOW)) as keep:
        npc = keep.character("npc")
        days = ", ".join(f"{day} March 2026" for day in range(1, 14))
        npc.observe(f"I swam on {days}.", person="anna")
        for day, found in ((1, True), (12, True), (13, False)):
            [hit] = npc.recall(f"What did I do on {day} March 2026?", person="anna", kinds={"turn"}).hits
            assert (hit.parts.get("time", 0.0) > 0) is found, day


@pytest.mark.parametrize(("days", "is_due"), [(1, True), (45, True), (46, False), (365, False)])
def test_what_takes_longer_than_six_weeks_is_not_due(days: int, is_due: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    with static_keep(soulkeep.ManualClock(NOW)) as keep:
        npc = keep.character("npc")
        npc.observe("Tomorrow I will see the dentist.", person="anna", id="plan")
        start = NOW + timedelta(hours=6)
        span = TimeSpan(start=start, end=start + timedelta(days=days), text="x", at=0, grain="day", relative=True)
        monkeypatch.setattr(due, "times_of", lambda entry: [span])
        assert [item.memory.id for item in npc.due(person="anna")] == ["plan"] * is_due


@pytest.mark.parametrize(
    ("asked", "within", "is_due"),
    [
        (timedelta(0), timedelta(hours=5, minutes=59), False),
        (timedelta(0), timedelta(hours=6), True),  # it begins at midnight
        (timedelta(days=1, hours=5, minutes=59), timedelta(0), True),
        (timedelta(days=1, hours=6), timedelta(0), False),  # and is over at the next
        (timedelta(days=-3), timedelta(days=3, hours=6), True),
        (timedelta(days=-3), timedelta(days=3, hours=5), False),
    ],
)
def test_what_is_due_begins_in_time_and_is_not_over(asked: timedelta, within: timedelta, is_due: bool) -> None:
    with static_keep(soulkeep.ManualClock(NOW)) as keep:
        npc = keep.character("npc")
        npc.observe("Tomorrow I will see the dentist.", person="anna", time=NOW)
        assert bool(npc.due(person="anna", time=NOW + asked, within=within)) is is_due


@pytest.mark.parametrize(("later", "is_due"), [(1, True), (0, False), (-1, False)])
def test_what_was_over_when_it_was_told_is_not_due(later: int, is_due: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    with static_keep(soulkeep.ManualClock(NOW)) as keep:
        npc = keep.character("npc")
        npc.observe("Tomorrow I will see the dentist.", person="anna", time=NOW)
        begins, ends = NOW - timedelta(hours=3), NOW + timedelta(seconds=later)
        span = TimeSpan(start=begins, end=ends, text="x", at=0, grain="day", relative=True)
        monkeypatch.setattr(due, "times_of", lambda entry: [span])
        assert bool(npc.due(person="anna", time=NOW - timedelta(hours=1), within=timedelta(0))) is is_due


# -- echoes


def test_a_turn_that_only_echoes_the_question_is_no_longer_than_it_by_date_and_speaker() -> None:
    shipped, question = weights({}), "Where did I put my silver keys?"
    longest = len(terms(question, "en")) + 8
    lengths = set()
    for more in range(7):
        with static_keep(soulkeep.ManualClock(NOW)) as keep:
            npc = keep.character("npc")
            npc.observe(f"{question[:-1]}{' the' * more}?", person="anna", time=NOW)
            [hit] = npc.recall(question, person="anna", kinds={"turn"}).hits
        assert hit.similarity > 0.8
        length = round(20 ** (hit.parts["detail"] / shipped.detail) - 1)
        lengths.add(length)
        taken = shipped.echo if length <= longest else shipped.own_asking
        assert hit.parts["asking"] == pytest.approx(-taken), length
    assert {longest - 1, longest, longest + 1} <= lengths
