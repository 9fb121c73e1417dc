"""Input tokens are counted as they are sent, of talks that are had through `reply`, and evidence is looked for as it
stands."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

import soulkeep
from soulkeep.errors import BadFile
from soulkeep.evals.plots import bars, curves
from soulkeep.evals.talks import Recorded, Talks, asker, dated, read_talks, replay, shipped_talks
from soulkeep.evals.tokens import BEST, CHUNK, LATER, OVERALL, OVERLAP, SAME, WHEN, TokensReport, chunked, measure
from soulkeep.lang.tokens import count_tokens
from soulkeep.testing.models import HashEmbedder

START = datetime(2026, 4, 1, 20, tzinfo=UTC)
LONG = "and so we went on along the shore in the rain for the whole of a long and windy afternoon " * 3


def turn(number: int, speaker: str, text: str) -> dict[str, str]:
    return {"id": f"t{number}", "speaker": speaker, "text": text}


def conversation(pairs: int = 30) -> dict[str, Any]:
    """Return a talk in two sessions; what is asked for stands at its beginning."""
    turns = [turn(0, "anna", "My cat is called Miso."), turn(1, "holmes", "A capital name.")]
    for i in range(1, pairs):
        turns.append(turn(2 * i, "anna", f"Day {i}, {LONG}"))
        turns.append(turn(2 * i + 1, "holmes", f"You did well on day {i}."))
    first = {"id": "s1", "time": START.isoformat(), "turns": turns[: len(turns) // 2]}
    second = {"id": "s2", "time": (START + timedelta(days=7)).isoformat(), "turns": turns[len(turns) // 2 :]}
    return {"id": "baker", "language": "en", "speakers": ["anna", "holmes"], "sessions": [first, second]}


QUESTIONS = [
    {"id": "q1", "conversation": "baker", "question": "What is my cat called?", "category": "a", "evidence": ["t0"]},
    {"id": "q2", "conversation": "baker", "question": "Who sings?", "category": "none", "evidence": []},
    {"id": "q3", "conversation": "baker", "question": "And at last?", "category": "a", "evidence": ["t58"]},
]
CHARACTER = {"conversation": "baker", "name": "Sherlock Holmes", "description": "A detective of few words."}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "conversations.jsonl").write_text(json.dumps(conversation()), encoding="utf-8")
    (tmp_path / "questions.jsonl").write_text("\n".join(map(json.dumps, QUESTIONS)), encoding="utf-8")
    (tmp_path / "characters.jsonl").write_text(json.dumps(CHARACTER), encoding="utf-8")
    return tmp_path


def measured(folder: Path, **more: Any) -> TokensReport:
    return measure(read_talks(folder), embedder=HashEmbedder(), **more)


# -- the shipped talks


def test_the_shipped_talks_have_100_turns_of_realistic_length_and_evidence_all_over() -> None:
    talks = shipped_talks()
    assert [one.language for one in talks.dataset.conversations] == ["en", "ko"]
    for one in talks.dataset.conversations:
        assert len(one.turns) == 100
        assert {turn.speaker for turn in one.turns} == set(one.speakers) == {asker(one), talks.played(one).name}
        words = [len(turn.text.split()) for turn in one.turns]
        assert sum(words) / 100 > (30 if one.language == "en" else 14)
        places = {turn.id: place for place, turn in enumerate(one.turns)}
        asked = talks.dataset.questions[one.id]
        assert len(asked) >= 10
        first = [min(places[id] for id in question.evidence) for question in asked]
        assert all(any(start <= place < start + 20 for place in first) for start in range(0, 100, 20))
        assert all(question.answer for question in asked)


# -- having a talk once more


@pytest.fixture
def had() -> Iterator[tuple[soulkeep.Character, Recorded, list[soulkeep.Reply]]]:
    said = [
        soulkeep.Turn("Good evening.", "holmes", START, "s1", "a"),
        soulkeep.Turn("My cat is called Miso.", "anna", START + timedelta(minutes=1), "s1", "b"),
        soulkeep.Turn("A capital name.", "holmes", START + timedelta(minutes=2), "s1", "c"),
        soulkeep.Turn("He eats too much.", "anna", START + timedelta(minutes=3), "s1", "d"),
        soulkeep.Turn("Back again!", "anna", START + timedelta(days=1), "s2", "e"),
        soulkeep.Turn("So I see.", "holmes", START + timedelta(days=1), "s2", "f"),
    ]
    chat, replies = Recorded(), list[soulkeep.Reply]()
    settings = soulkeep.Settings(background=False, model_memories=False)
    with soulkeep.open(":memory:", chat=chat, embedder=HashEmbedder(), settings=settings) as keep:
        holmes = keep.character("holmes", name="Sherlock Holmes")
        replay(keep, holmes, chat, said, person="anna", heard=replies.append)
        yield holmes, chat, replies


def test_a_talk_is_had_as_it_was(had: tuple[soulkeep.Character, Recorded, list[soulkeep.Reply]]) -> None:
    holmes, chat, replies = had
    turns = [memory for memory in holmes.memories(person="anna") if memory.kind == "turn"]
    assert [(memory.speaker, memory.text) for memory in turns] == [
        ("Sherlock Holmes", "Good evening."),
        ("anna", "My cat is called Miso."),
        ("Sherlock Holmes", "A capital name."),
        ("anna", "He eats too much."),
        ("anna", "Back again!"),
        ("Sherlock Holmes", "So I see."),
    ]
    assert [memory.session for memory in turns] == ["s1"] * 4 + ["s2"] * 2
    assert [reply.responder for reply in replies] == ["model", "model"]
    assert len(chat.prompts) == 2


def test_turns_without_a_time_follow_those_before() -> None:
    bare, timed = soulkeep.Turn("One.", "anna"), soulkeep.Turn("Two.", "anna", START)
    times = [turn.time for turn in dated([timed, bare, bare])]
    assert times == [START, START + timedelta(minutes=1), START + timedelta(minutes=2)]
    assert all(turn.time is not None for turn in dated([bare]))


# -- the file search


def test_chunks_have_800_tokens_and_share_400() -> None:
    words = [f"w{i}" for i in range(2100)]
    chunks = chunked(" ".join(words), lambda text: len(text.split()))
    assert [chunk.split()[0] for chunk in chunks] == ["w0", "w400", "w800", "w1200", "w1600"]
    assert [len(chunk.split()) for chunk in chunks] == [CHUNK] * 4 + [500]
    assert chunks[0].split()[-OVERLAP:] == chunks[1].split()[:OVERLAP]
    assert chunked("one two", lambda text: len(text.split())) == ["one two"]
    assert chunked("", len) == [""]


def test_a_file_search_takes_the_best_20_chunks_only(folder: Path) -> None:
    found = [measured(folder, turns=turns, count=lambda text: 10 * count_tokens(text)).asked[-1] for turns in (60, 40)]
    assert found[0].full > found[1].full + 5000
    for one in found:
        searched = one.file_search - one.sections["instructions"] - one.sections["description"] - one.sections["said"]
        assert BEST * CHUNK * 0.9 < searched < BEST * CHUNK * 1.1


# -- the figures


def test_tokens_are_those_of_the_prompts(folder: Path) -> None:
    report = measured(folder)
    assert [(one.question, one.when) for one in report.asked] == [
        ("q1", SAME),
        ("q3", SAME),
        ("q1", LATER),
        ("q3", LATER),
    ]
    turns = [turn.text for turn in read_talks(folder).dataset.conversations[0].turns]
    for one in report.asked:
        question = next(str(data["question"]) for data in QUESTIONS if data["id"] == one.question)
        assert one.turns == (42 if (one.question, one.when) == ("q1", SAME) else 60)
        same = one.sections["instructions"] + one.sections["description"]
        assert one.full == same + sum(map(count_tokens, [*turns[: one.turns], question]))
        assert one.sections["description"] == count_tokens(CHARACTER["description"])
        assert one.full < one.file_search
        assert one.ours < one.full or one.when == SAME
        assert one.kept_full == 1
    later = next(one for one in report.asked if (one.question, one.when) == ("q1", LATER))
    assert later.kept_ours == 1
    assert "talk" not in later.sections
    assert "talk" in report.asked[0].sections
    assert list(report.figures) == ["baker", OVERALL]
    overall = report.figures[OVERALL]
    assert tuple(overall) == WHEN
    assert overall[LATER].questions == 2
    assert overall[LATER].ours == sum(one.ours for one in report.asked if one.when == LATER) / 2
    assert overall[LATER].of_full == pytest.approx(overall[LATER].ours / overall[LATER].full)
    json.dumps(report.as_dict())


def test_evidence_that_the_prompt_lacks_is_missed(folder: Path) -> None:
    report = measured(folder, settings=soulkeep.Settings(reply_kinds=("passage",), profile_facts=1))
    [asked] = [one for one in report.asked if (one.question, one.when) == ("q3", LATER)]  # no fact quotes its evidence
    assert asked.kept_ours == 0
    assert report.figures[OVERALL][LATER].kept_full == 1


def test_all_that_a_reply_asks_the_model_is_counted(folder: Path) -> None:
    questions = [QUESTIONS[0] | {"question": "And what was he called?"}]
    (folder / "questions.jsonl").write_text("\n".join(map(json.dumps, questions)), encoding="utf-8")
    asking, silent = (
        measured(folder, turns=4, settings=soulkeep.Settings(model_queries=when)).asked[0]
        for when in ("leaning", "never")
    )
    assert asking.when == silent.when == SAME
    assert asking.ours > silent.ours + 100


def test_only_questions_that_the_first_turns_answer_are_asked(folder: Path) -> None:
    seen: list[tuple[int, int]] = []
    report = measured(folder, turns=20, progress=lambda done, total: seen.append((done, total)))
    assert {one.question for one in report.asked} == {"q1"}
    assert [one.turns for one in report.asked] == [2, 20]
    assert seen == [(1, 2), (2, 2)]


def test_questions_at_once_are_asked_at_different_moments_after_their_evidence(folder: Path) -> None:
    many = [QUESTIONS[0] | {"id": f"q{i}"} for i in range(12)] + [QUESTIONS[2]]
    (folder / "questions.jsonl").write_text("\n".join(map(json.dumps, many)), encoding="utf-8")
    report = measured(folder)
    assert [one.turns for one in report.asked if one.when == SAME] == [*range(42, 62, 2), 42, 44, 60]
    assert {one.turns for one in report.asked if one.when == LATER} == {60}


def test_a_question_is_not_remembered_at_the_next(folder: Path) -> None:
    twice = [QUESTIONS[0], QUESTIONS[0] | {"id": "again"}]
    (folder / "questions.jsonl").write_text("\n".join(map(json.dumps, twice)), encoding="utf-8")
    *_, first, again = measured(folder).asked
    assert (first.ours, first.sections) == (again.ours, again.sections)


def test_a_count_of_ones_own_is_used_throughout(folder: Path) -> None:
    report = measured(folder, count=lambda text: len(text.split()))
    turns = [turn.text for turn in read_talks(folder).dataset.conversations[0].turns]
    assert report.asked[0].sections["description"] == len(CHARACTER["description"].split())
    assert 1 < report.asked[-1].full / sum(len(text.split()) for text in turns) < 1.2


def test_a_data_set_without_questions_has_no_figures(folder: Path) -> None:
    (folder / "questions.jsonl").write_text("", encoding="utf-8")
    assert measured(folder).figures == {}


# -- who the characters are


def test_a_character_that_the_data_set_does_not_tell_is_its_second_speaker(folder: Path) -> None:
    (folder / "characters.jsonl").unlink()
    talks = read_talks(folder)
    played = talks.played(talks.dataset.conversations[0])
    assert played.name == "holmes"
    assert "anna" in played.description
    assert 80 < len(played.description.split()) < 200


def test_a_file_of_characters_that_is_none_is_told_by_line(folder: Path) -> None:
    (folder / "characters.jsonl").write_text('{"name": "Holmes"}', encoding="utf-8")
    with pytest.raises(BadFile, match=r"characters\.jsonl, line 1: not a character"):
        read_talks(folder)


def test_talks_of_a_data_set_can_be_made_by_hand(folder: Path) -> None:
    dataset = read_talks(folder).dataset
    assert Talks(dataset=dataset).played(dataset.conversations[0]).name == "holmes"


# -- pictures


def test_bars_stand_for_their_values() -> None:
    picture = bars({"<en>": {"whole": 5000.0, "ours": 1000.0}, "ko": {"ours": 2500.0}}, title="Tokens & more")
    heights = [float(part.split('"')[0]) for part in picture.split('height="')[2:]]
    assert heights[0] == pytest.approx(5 * heights[1], rel=0.01)
    assert heights[2] == pytest.approx(2.5 * heights[1], rel=0.01)
    assert "Tokens &amp; more" in picture
    assert "&lt;en&gt;" in picture
    assert "5,000" in picture


def test_curves_go_from_left_to_right_and_up() -> None:
    picture = curves({"share": [0.0, 0.5, 1.0]}, title="Share", most=1, along="replies")
    line = picture.split('<polyline points="')[1].split('"')[0]
    points = [tuple(map(float, point.split(","))) for point in line.split()]
    assert [x for x, _ in points] == sorted(x for x, _ in points)
    assert [y for _, y in points] == sorted((y for _, y in points), reverse=True)
    assert points[0][1] - points[1][1] == points[1][1] - points[2][1]
