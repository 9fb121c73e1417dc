"""Files that are what they should be, and files that aren't."""

from __future__ import annotations

import gzip
import json
from datetime import UTC, timedelta, timezone
from pathlib import Path

import pytest

from soulkeep.errors import BadFile
from soulkeep.importers.conversations import read_conversations
from soulkeep.importers.files import read_text


def test_text_plain_packed_and_with_a_byte_order_mark(tmp_path: Path) -> None:
    text = "안녕, Miso! 🐈\n"
    (tmp_path / "a.txt").write_text(text, encoding="utf-8")
    (tmp_path / "b.txt").write_text(text, encoding="utf-8-sig")
    (tmp_path / "c.txt.gz").write_bytes(gzip.compress(text.encode()))
    assert [read_text(tmp_path / name) for name in ("a.txt", "b.txt", "c.txt.gz")] == [text] * 3


@pytest.mark.parametrize(
    ("name", "data", "hint"),
    [
        ("latin.txt", "café".encode("latin1"), "iconv"),
        ("cut.gz", gzip.compress(b"text" * 100, mtime=0)[:-9], "again"),
        ("no.gz", b"not gzip", "again"),
    ],
)
def test_bad_text_files(tmp_path: Path, name: str, data: bytes, hint: str) -> None:
    (tmp_path / name).write_bytes(data)
    with pytest.raises(BadFile, match=name) as caught:
        read_text(tmp_path / name)
    assert hint in caught.value.hint


def test_missing_files_and_folders(tmp_path: Path) -> None:
    for path in (tmp_path / "none.txt", tmp_path):
        with pytest.raises(BadFile) as caught:
            read_text(path)
        assert caught.value.hint


def conversation(**session: object) -> str:
    turns = [{"id": "1", "speaker": "a", "text": "x"}, {"id": "2", "speaker": "b", "text": "y"}]
    return json.dumps({"id": "c", "sessions": [{"id": "s", "turns": turns, **session}]})


def test_times(tmp_path: Path) -> None:
    path = tmp_path / "c.jsonl"
    seoul = timezone(timedelta(hours=9))
    path.write_text(
        "\n".join(
            [conversation(time="2026-01-01T10:00:00"), "", conversation(time="2026-01-01T10:00:00Z"), conversation()]
        )
    )
    local, zoned, undated = read_conversations(path, seoul)
    assert [turn.time and turn.time.isoformat() for turn in local.turns] == [
        "2026-01-01T10:00:00+09:00", "2026-01-01T10:00:01+09:00",
    ]  # fmt: skip
    assert zoned.turns[0].time is not None
    assert zoned.turns[0].time.tzinfo == UTC
    assert [turn.time for turn in undated.turns] == [None, None]


@pytest.mark.parametrize(
    ("line", "what"),
    [
        ("{oops", "not JSON"),
        ("[1]", "not a JSON object"),
        ('{"id": 1}', "not a conversation"),
        (conversation(time="May"), "May"),
    ],
)
def test_bad_lines_are_named(tmp_path: Path, line: str, what: str) -> None:
    path = tmp_path / "c.jsonl"
    path.write_text(f"{conversation()}\n{line}\n")
    with pytest.raises(BadFile, match=what) as caught:
        list(read_conversations(path, UTC))
    assert "line 2" in str(caught.value)
