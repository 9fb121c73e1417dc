"""An evaluation imports, asks and measures through the public functions; a known ranking gives known figures."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from soulkeep.errors import BadFile
from soulkeep.evals.bench import make_questions, make_turns, measure_install, measure_recall
from soulkeep.evals.datasets import read_dataset
from soulkeep.evals.run import evaluate
from soulkeep.testing.models import HashEmbedder

TURNS = ["red apples", "green pears", "blue plums", "yellow quinces", "black grapes", "white currants"]


def write(folder: Path, questions: list[dict[str, object]]) -> Path:
    turns = [{"id": f"t{i}", "speaker": "anna", "text": text} for i, text in enumerate(TURNS)]
    sessions = [{"id": "s", "time": "2026-01-01T10:00:00", "turns": turns}]
    conversation = {"id": "c", "speakers": ["anna"], "language": "en", "sessions": sessions}
    (folder / "conversations.jsonl").write_text(json.dumps(conversation))
    (folder / "questions.jsonl").write_text("\n".join(json.dumps({"conversation": "c", **q}) for q in questions))
    return folder


def test_figures(tmp_path: Path) -> None:
    questions: list[dict[str, object]] = [
        {"id": "1", "question": "green pears", "category": "easy", "evidence": ["t1"], "time": "2026-03-01T00:00:00"},
        {"id": "2", "question": "red apples", "category": "easy", "evidence": ["t0", "no-such-turn"]},
        {"id": "3", "question": "none", "category": "void", "evidence": []},
        {"id": "4", "question": "black grapes", "category": "left out", "evidence": ["t4"]},
    ]
    report = evaluate(read_dataset(write(tmp_path, questions)), embedder=HashEmbedder(), leave_out=["left out"])
    assert (report.memories, report.unanswerable) == (6, 1)
    assert report.overall.questions == 2
    assert report.overall.recall["5"] == 0.75
    assert report.overall.all_evidence["5"] == 0.5
    assert report.categories["left out"].recall["5"] == 1
    assert report.overall.tokens > 6
    json.dumps(report.as_dict())


@pytest.mark.parametrize(
    ("line", "what"),
    [("{", "not JSON"), ("[]", "not a JSON object"), ('{"id": "x"}', "not a question"), ('{"id": 1', "line 1")],
)
def test_bad_questions_name_the_line(tmp_path: Path, line: str, what: str) -> None:
    write(tmp_path, [])
    (tmp_path / "questions.jsonl").write_text(line)
    with pytest.raises(BadFile, match=what):
        read_dataset(tmp_path)


def test_a_question_of_no_conversation_is_refused(tmp_path: Path) -> None:
    write(tmp_path, [])
    (tmp_path / "questions.jsonl").write_text(
        '{"id": "1", "conversation": "elsewhere", "question": "?", "category": "x", "evidence": []}'
    )
    with pytest.raises(BadFile, match="elsewhere"):
        read_dataset(tmp_path)


def test_the_benchmark_measures(tmp_path: Path) -> None:
    assert [turn.text for turn in make_turns(50)] == [turn.text for turn in make_turns(50)]
    assert len(set(make_questions(100))) == 100
    found = measure_recall(300, questions=20)
    assert found["recall_ms"]["p50"] > 0
    assert measure_install()["megabytes"] > 10
