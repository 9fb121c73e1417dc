"""The scripts for game engines, run against a real server: Unity's in Mono, where stand-ins take Unity's place; that of
Godot 4, translated, in Godot 3, which is the one that Debian has."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

import pytest

import soulkeep
from server_support import config_in, make_key, running

pytestmark = pytest.mark.frontends

ROOT = Path(__file__).parents[2]
HERE = Path(__file__).parent / "engines"
CELLO = 'My "sister" Clara\tplays the cello.'


@pytest.fixture
def server(tmp_path: Path) -> Iterator[tuple[str, str]]:
    """Yield the URL of a server, and a key to it."""
    config = config_in(tmp_path)
    key = make_key(config, rights=("read", "write", "admin"))  # only who may admin makes characters
    with running(config) as url:
        yield url, key


def was_played(shown: str, folder: Path) -> None:
    """Look at what a game showed, and at what is remembered of it."""
    lines = [line.split(": ", 1) for line in shown.splitlines() if ": " in line]
    told = dict(lines)
    failures = [text for what, text in lines if what == "failed"]
    assert "brida" in failures[0], "there was no Brida yet"
    assert failures[1].endswith("soulkeep serve")
    assert len(failures) == 2
    assert "early" not in told
    assert told["made"] == "Brida"
    assert told["found"] == CELLO
    assert "Clara" in next(text for what, text in lines if what == "said")
    assert told["rests on"] == "turn-1"
    assert "Clara" not in told["overheard"], "ben listens, and wasn't told"
    assert told["trust"] == "-0.5"
    with soulkeep.open(folder / "keep.db") as keep:
        brida = keep.character("brida", create=False)
        assert brida.profile.description == "An innkeeper.\nShe says “By my kettle!”"
        turns = {memory.text: memory for memory in brida.memories(person="Jo & Söhne", kinds={"turn"})}
        assert turns[CELLO].id == "turn-1"
        assert turns[CELLO].session == "save-3"
        assert turns[CELLO].time == datetime.fromisoformat("1386-05-01T18:00:00+00:00")
        assert turns["A dragon flies over the inn."].speaker == "narrator"
        assert turns["A dragon flies over the inn."].importance == 9.5
        assert any(memory.text == "Who plays the cello?" for memory in brida.memories(person="ben"))
        assert "Nobody hears this." not in turns


@pytest.mark.skipif(not shutil.which("mcs") or not shutil.which("mono"), reason="no Mono here")
def test_unity(server: tuple[str, str], tmp_path: Path) -> None:
    game, shown = tmp_path / "game.exe", tmp_path / "Brida.cs"
    folder = ROOT / "integrations" / "unity"
    (example,) = re.findall(r"```csharp\n(.*?)```", (folder / "README.md").read_text(encoding="utf-8"), re.DOTALL)
    shown.write_text(example, encoding="utf-8")
    code = [str(path) for path in (folder / "Soulkeep.cs", shown, HERE / "Unity.cs")]
    subprocess.run(["mcs", "-nologo", "-r:System.Web.Extensions", f"-out:{game}", *code], check=True, timeout=120)
    done = subprocess.run(["mono", game, *server], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stdout + done.stderr
    was_played(done.stdout, tmp_path)


TRANSLATED = (
    (r"class_name .*", ""),
    (r"^##.*", ""),
    (r"^@export var (\w+): \w+", r"export var \1"),
    (r"\) -> \w+:", "):"),
    (r"(var \w+): \w+", r"\1"),
    (r"(?<=[(,\s])(\w+): (?:String|float|int|Array|Dictionary)\b", r"\1"),
    (r"await (\w+)\.(request_completed)", r'yield(\1, "\2")'),
    (r"await (_send\(.*\))", r'yield(\1, "completed")'),
    (r"(\w+)\.emit\((.*)\)", r'emit_signal("\1", \2)'),
    (r"JSON\.stringify\((.*)\)", r"JSON.print(\1)"),
    (r"JSON\.parse_string\((\w+)\)", r"JSON.parse(\1).result"),
    (r"request\.request\(where, headers, method, sent\)", "request.request(where, headers, true, method, sent)"),
    (r"\.is_empty\(\)", ".empty()"),
    (r"\.uri_encode\(\)", ".percent_encode()"),
    (r"PackedStringArray", "PoolStringArray"),
)
"""What the script says in the words of Godot 4, and how Godot 3 says it."""


@pytest.mark.skipif(not shutil.which("godot3-server"), reason="no Godot here")
def test_godot(server: tuple[str, str], tmp_path: Path) -> None:
    script = (ROOT / "integrations" / "godot" / "soulkeep.gd").read_text(encoding="utf-8")
    for now, before in TRANSLATED:
        script, changed = re.subn(now, before, script, flags=re.MULTILINE)
        assert changed, f"nothing is said by {now} any longer"
    game = tmp_path / "game"
    game.mkdir()
    (game / "soulkeep.gd").write_text(script, encoding="utf-8")
    (game / "project.godot").write_text("config_version=4\n", encoding="utf-8")
    shutil.copy(HERE / "game.gd", game)
    done = subprocess.run(
        ["godot3-server", "--path", game, "-s", "game.gd", *server],
        capture_output=True, text=True, timeout=60, env={"HOME": str(tmp_path), "PATH": "/usr/bin:/bin:/usr/games"},
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    assert "SCRIPT ERROR" not in done.stderr, done.stderr
    was_played(done.stdout, tmp_path)
