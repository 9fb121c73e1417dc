"""`soulkeep eval tokens`, as a person or a script would use it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from test_commands import CHAT, QUESTIONS

from command_support import run

FIRST = {"file search", "whole talk", "ours"}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("tokens")
    (folder / "conversations.jsonl").write_text(json.dumps(CHAT), encoding="utf-8")
    (folder / "questions.jsonl").write_text("\n".join(map(json.dumps, QUESTIONS)), encoding="utf-8")
    return folder


def test_tokens_of_a_data_set_are_shown_and_drawn(folder: Path) -> None:
    done = run("eval", "tokens", "--data", ".", "--plot", "tokens.svg", cwd=folder)
    assert done.returncode == 0, done.stderr
    assert all(head in done.stdout for head in FIRST)
    assert [line.split()[:3] for line in done.stdout.splitlines() if line.startswith("holmes")] == [
        ["holmes", "same", "session"],
        ["holmes", "days", "later"],
    ]
    assert "Evidence is missing" not in done.stdout
    picture = (folder / "tokens.svg").read_text(encoding="utf-8")
    assert picture.count("<rect") == 1 + 2 * 4 + 4  # the ground, bars of the talk and over all, the legend
    assert "the whole talk" in picture


def test_tokens_as_json_hold_every_question(folder: Path) -> None:
    done = run("eval", "tokens", "--data", ".", "--turns", "2", "--json", cwd=folder)
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)
    assert set(report["figures"]) == {"holmes", "overall"}
    assert [one["question"] for one in report["asked"]] == ["q1", "q1"]
    assert report["figures"]["overall"]["days later"]["kept_ours"] == 1


def test_tokens_are_counted_by_a_tokenizer(folder: Path) -> None:
    tokenizers = pytest.importorskip("tokenizers")
    made = tokenizers.Tokenizer(tokenizers.models.WordLevel({"?": 0}, unk_token="?"))
    made.pre_tokenizer = tokenizers.pre_tokenizers.WhitespaceSplit()
    made.save(str(folder / "tokenizer.json"))
    done = run("eval", "tokens", "--data", ".", "--tokenizer", "tokenizer.json", "--json", cwd=folder)
    assert done.returncode == 0, done.stderr
    last = json.loads(done.stdout)["asked"][-1]
    said = [
        "I adopted a cat called Miso.",
        "A capital name for a cat.",
        "My brother mends clocks.",
        "Who mends clocks?",
    ]
    words = sum(len(text.split()) for text in said)
    assert last["full"] == words + last["sections"]["instructions"] + last["sections"]["description"]


def test_a_folder_that_is_not_there_is_told(tmp_path: Path) -> None:
    done = run("eval", "tokens", "--data", "nowhere", cwd=tmp_path)
    assert done.returncode == 1
    assert "nowhere" in done.stderr
