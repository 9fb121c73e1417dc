"""`soulkeep import`, as a person or a script would use it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from cards_support import KOREAN, TAVERN, V2, lines, plain_chunk, png

from command_support import run


def rows(*arguments: str, cwd: Path) -> Any:
    done = run("import", *arguments, "--json", cwd=cwd)
    assert done.returncode == 0, done.stdout + done.stderr
    return json.loads(done.stdout)


def test_several_kinds_of_files_in_one_command(tmp_path: Path) -> None:
    (tmp_path / "mara.png").write_bytes(png(plain_chunk(V2)))
    (tmp_path / "chat.jsonl").write_bytes(lines(TAVERN))
    found = rows("mara.png", "chat.jsonl", "--zone", "Asia/Seoul", cwd=tmp_path)
    assert [(one["file"], one["what"], one["character"], one["person"], one["new"]) for one in found] == [
        ("mara.png", "character", "Mara", None, 1),
        ("mara.png", "passages", "Mara", None, 2),
        ("chat.jsonl", "turns", "Mara", "user", 2),
    ]
    told = {one["what"]: one["why"] for one in found[0]["left_out"]}
    assert told["fancy_field"] == "unknown here"
    again = run("import", "mara.png", "chat.jsonl", cwd=tmp_path).stdout
    assert "Mara: changed by the card." in again
    assert "Mara learnt Harbour town: 0 new passages, 2 known." in again
    assert "Mara: 0 new turns, 2 known." in again
    assert "left out: creator_notes (for readers)" in again


def test_a_korean_card_by_the_command_line(tmp_path: Path) -> None:
    (tmp_path / "유나.json").write_text(json.dumps(KOREAN, ensure_ascii=False), encoding="utf-8")
    assert "유나: made by the card." in run("import", "유나.json", cwd=tmp_path).stdout


def test_a_broken_file_among_others_stops_before_anything_is_stored(tmp_path: Path) -> None:
    (tmp_path / "chat.jsonl").write_bytes(lines(TAVERN))
    (tmp_path / "broken.png").write_bytes(png(plain_chunk(V2))[:-30])
    done = run("import", "chat.jsonl", "broken.png", "--json", cwd=tmp_path)
    assert done.returncode == 1
    assert json.loads(done.stdout)["error"]["type"] == "BadFile"
    assert not (tmp_path / "keep.db").exists()
