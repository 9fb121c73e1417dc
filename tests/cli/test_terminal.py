"""The door to terminals: whatever a keep holds, no command prints an escape sequence that isn't ours."""

from __future__ import annotations

import io
import json
import logging
import re
import shutil
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from rich.progress import Progress
from rich.table import Table
from rich.text import Text

import soulkeep
from soulkeep.cli import app as cli
from soulkeep.cli import console
from soulkeep.cli.terminal import Console, Guarded, guard
from soulkeep.lang.unseen import visible
from soulkeep.server.logs import JsonLines
from tests_support import allow_any_name

POISON = "\x1b[2J\x1b]0;owned\x07\x9b31m\x1b[8m\u202egpj\u2066\r\x08"
RAW = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\u2028\u2029]")
WHO = "hol\x1b[31mmes\u202e\x9b"
NAME = "an\x1b[31mna\u202e\x9b"
NOW = datetime(2026, 5, 8, 18, 30, tzinfo=UTC)
CATS = (
    f"""@prefix : <http://example.org/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
:Cat a rdfs:Class ; rdfs:label "cat"@en . :miso a :Cat ; rdfs:label "Miso{POISON}"@en ; :vet :bell .
:vet rdfs:label "vet"@en . :bell rdfs:label "Doctor Bell{POISON}"@en .""".replace("\r", "\\r")
    .replace("\x08", "\\b")
    .encode()
)
STORY = f"""
story: picnic
language: en
events:
  - id: rain
    title: "It rained {POISON.encode("unicode_escape").decode()}"
    open: "Oh no, it rains! {POISON.encode("unicode_escape").decode()}"
"""


def test_what_steers_a_terminal_is_an_escape() -> None:
    assert visible("a\x1b[31m\u202eb\x9bc\td\ne") == "a\\u001b[31m\\u202eb\\u009bc\td\ne"
    assert not RAW.search(visible(POISON))
    for fine in ("Größe 漢字 한글", "می‌خواهم", "क्‍ष", "שלום", "👩‍👩‍👧‍👦 🏴󠁧󠁢󠁳󠁣󠁴󠁿"):
        assert visible(fine) == fine


def test_a_command_in_an_error_stands_in_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(console, "err", Console(stderr=True, highlight=False, width=60))
    console.report(soulkeep.MissingExtra("The server", "server"), json=False)
    assert "pip install 'soulkeep[server]'\n" in capsys.readouterr().err


def test_in_json_and_in_turtle_it_means_the_same() -> None:
    text = POISON + "\udc9b\\"
    assert json.loads(visible(json.dumps(text, ensure_ascii=False))) == text


def test_the_console_colours_what_is_ours_alone() -> None:
    file = io.StringIO()
    out = Console(file=file, force_terminal=True, color_system="standard", width=200)
    table = Table(POISON)
    table.add_row(Text(POISON, "red"))
    out.print(table)
    out.print(Text(POISON, "bold"), POISON)
    for piece in POISON:  # as an answer is streamed
        out.print(piece, end="", markup=False)
    out.rule(POISON)
    with Progress(console=out) as bar:
        bar.add_task(POISON.replace("[", "("))
    printed = file.getvalue()
    ours = re.sub(r"\x1b\[[\d;?]*[A-Za-z]", "", printed)
    assert "\x1b[1m" in printed
    assert not RAW.search(ours.replace("\r", ""))
    assert not re.search(r"\x1b\[(?:2J|8m)|\x1b\]", printed)
    assert "\\u001b[2J" in printed


def test_the_guard_is_put_up_once_and_shows_what_others_write(monkeypatch: pytest.MonkeyPatch) -> None:
    behind = {"stdout": io.StringIO(), "stderr": io.StringIO()}
    for name, stream in behind.items():
        monkeypatch.setattr(sys, name, stream)
    guard()
    guard()
    assert isinstance(sys.stderr, Guarded)
    assert sys.stderr.behind is behind["stderr"]
    print(POISON)
    sys.stderr.writelines([POISON, "\n"])
    logging.getLogger("elsewhere").warning("look: %s", POISON)
    try:
        raise ValueError(POISON)
    except ValueError as error:
        sys.excepthook(type(error), error, error.__traceback__)
    for stream in behind.values():
        assert "\\u001b[2J" in stream.getvalue()
        assert not RAW.search(stream.getvalue())


def test_a_servers_log_is_json_that_can_be_looked_at() -> None:
    record = logging.LogRecord("soulkeep", logging.INFO, "x", 1, "said %s", (POISON,), None)
    record.more = {"body": POISON}
    line = JsonLines().format(record)
    assert not RAW.search(line)
    assert json.loads(line)["body"] == POISON


# -- every command


@pytest.fixture(scope="module")
def poisoned(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a keep in which every text holds escape sequences, and files that do."""
    folder = tmp_path_factory.mktemp("poisoned")
    clock = soulkeep.ManualClock(NOW)
    settings = soulkeep.Settings(background=False)
    with pytest.MonkeyPatch.context() as before:
        allow_any_name(before)
        with soulkeep.open(folder / "keep.db", clock=clock, embedder="static", settings=settings) as keep:
            who = keep.character(WHO, name=f"Holmes{NAME}", description=f"A detective.{POISON}", worlds=[NAME])
            keep.world(NAME).learn(f"The inn is old.{POISON}", source=f"atlas{NAME}")
            who.learn(f"The cat inn sells fish.{POISON}", source=f"canon{NAME}")
            who.know(CATS, source=f"cats{NAME}.ttl")
            who.introduce(NAME, name=f"Anna{NAME}")
            who.stage(STORY)
            scene = soulkeep.Scene(place=POISON, present=(POISON,), objects=(POISON,), events=(POISON,))
            texts = ("My home is in Lisbon.", "I like cats.", "I will visit Miso tomorrow.", "I hate rain.")
            for at, text in enumerate(texts):
                who.observe(f"{text}{POISON}", person=NAME, id=f"t{at}{NAME}", session=f"s{NAME}", scene=scene)
                who.observe(f"I live in Lisbon number {at}.", person=NAME, speaker=NAME, session=f"s{NAME}")
            who.reply(f"Who is the vet of Miso?{POISON}", person=NAME, session=f"s{NAME}")
            who.begin(person=NAME)
            clock.advance(timedelta(days=1))
            keep.settle(over=True)
            who.forget(f"t3{NAME}", person=NAME)
        with soulkeep.open(folder / "keep.db", clock=clock, embedder="static", settings=settings) as keep:
            rows = "\n".join(json.dumps(row, ensure_ascii=False) for row in keep.export())
    (folder / "export.jsonl").write_text(rows + "\n", encoding="utf-8")
    (folder / f"lore{NAME}.txt").write_text(f"An inn.{POISON}", encoding="utf-8")
    (folder / f"cats{NAME}.ttl").write_bytes(CATS)
    (folder / f"broken{NAME}.ttl").write_bytes(b"<a> <b " + POISON.encode())
    (folder / "story.yaml").write_text(STORY, encoding="utf-8")
    card = {"spec": "chara_card_v2", "data": {"name": f"Nell{NAME}", "description": POISON, "first_mes": POISON}}
    (folder / f"card{NAME}.json").write_text(json.dumps(card), encoding="utf-8")
    (folder / "keep.server.db").unlink(missing_ok=True)
    return folder


FACING = ("-c", WHO, "-p", NAME)
COMMANDS: dict[str, list[tuple[str, ...]]] = {
    "chat": [(*FACING, "--show", "--why"), (*FACING, "--json"), ("-c", f"nobody{NAME}")],
    "stage": [("story.yaml", "-c", WHO), ("--remove", f"x{NAME}", "-c", WHO), (f"missing{NAME}.yaml", "-c", WHO)],
    "story": [FACING],
    "grounding": [FACING],
    "learn": [
        (f"lore{NAME}.txt", "-c", WHO), (f"cats{NAME}.ttl", "-c", WHO), (f"cats{NAME}.ttl", "--check"),
        (f"broken{NAME}.ttl", "-c", WHO), (f"missing{NAME}.txt", "-c", WHO), (f"lore{NAME}.txt", "-c", f"new{NAME}"),
    ],
    "import": [(f"lore{NAME}.txt", *FACING), (f"card{NAME}.json", "-p", NAME), (f"broken{NAME}.ttl", *FACING)],
    "worlds": [(), ("-c", WHO), ("-c", WHO, "--unread", NAME)],
    "recall": [(f"cat {POISON}", *FACING), ("cat", *FACING, "--json"), ("cat", "-c", f"x{NAME}")],
    "facts": [(*FACING, "--past"), (*FACING, "--relation", NAME)],
    "memories": [FACING, ("-w", NAME), (*FACING, "--kind", NAME)],
    "episodes": [FACING, (*FACING, "--when", NAME), (*FACING, "--trace", NAME)],
    "similar": [(f"Who is the vet of Miso?{POISON}", *FACING)],
    "interests": [FACING, (*FACING, "--kind", NAME)],
    "graph": [("-", *FACING), (f"out{NAME}.trig", *FACING), (f"no{NAME}/out.trig", *FACING)],
    "sparql": [
        ("SELECT * { ?s rdfs:label ?o }", *FACING), ("CONSTRUCT { ?s ?p ?o } WHERE { ?s ?p ?o }", *FACING),
        (f"SELECT {POISON}", *FACING),
    ],
    "due": [(*FACING, "--days", "4000")],
    "feel": [FACING, (*FACING, "--valence", "0.5")],
    "reflect": [FACING],
    "settle": [("--jobs",), ("--turn-days", "0.0000001"), ("--silent-days", "0.0000001"), ("--over",)],
    "forget": [(*FACING, "--list"), (f"t1{NAME}", *FACING), (*FACING, "--way", NAME), (f"x{NAME}", *FACING)],
    "restore": [(f"t3{NAME}", *FACING), (f"x{NAME}", *FACING)],
    "quarantine": [FACING, (*FACING, "--json"), ("--release", f"x{NAME}", *FACING), ("-w", NAME)],
    "export": [(), ("-o", f"out{NAME}.jsonl"), ("-o", f"no{NAME}/out.jsonl")],
    "take-in": [("export.jsonl",), (f"lore{NAME}.txt",), (f"missing{NAME}",)],
    "erase": [("-p", NAME, "-y"), ("-c", WHO, "-y"), ("-w", NAME, "-y"), ("-p", NAME)],
    "backup": [("keep.db", f"copy{NAME}.db"), (f"missing{NAME}.db", "x.db")],
    "restore-backup": [(f"missing{NAME}.db", "keep.db"), ("keep.db", f"restored{NAME}.db")],
    "migrate": [("keep.db", f"moved{NAME}.db"), (f"missing{NAME}.db", "x.db")],
    "reembed": [(), ("--embedder", f"none{NAME}")],
    "doctor": [(), ("--embedder", f"none{NAME}")],
    "keys create": [(f"key{NAME}",), ("key", "-c", WHO, "-p", NAME, "--json")],
    "keys list": [()],
    "keys revoke": [(f"x{NAME}",)],
    "keys rotate": [(f"x{NAME}",)],
    "languages": [(), ("ko", "--json"), (f"no{NAME}",)],
    "store scrub": [(f"postgresql://{NAME}@127.0.0.1:1/x",)],
    "store secret": [(f"postgresql://{NAME}@127.0.0.1:1/x",)],
    "store status": [(f"postgresql://{NAME}@127.0.0.1:1/x",)],
    "store init": [(f"postgresql://{NAME}@127.0.0.1:1/x",)],
    "demo": [(f"--no{NAME}",)],
    "serve": [("--port", NAME)],
    "mcp": [("--person", NAME)],
    "bench": [("--size", NAME)],
    "eval retrieval": [(f"no{NAME}",)],
    "eval memory": [(f"no{NAME}",)],
    "eval tokens": [(f"no{NAME}",)],
}  # fmt: skip
"""The calls that are tried of each command: for what it shows, and for what it complains of."""


SHOWING = {
    name: COMMANDS[name][:1]
    for name in (
        "chat", "stage", "story", "grounding", "learn", "import", "worlds", "recall", "facts", "memories", "episodes",
        "similar", "graph", "sparql", "export", "restore", "erase", "backup", "migrate", "keys create",
    )
}  # fmt: skip
"""Commands that print words of the keep, or names of files."""


def names_of(group: Any, before: str = "") -> set[str]:
    """Return the commands of a Typer application, each with the groups it is in."""
    found = {before + (one.name or one.callback.__name__.replace("_", "-")) for one in group.registered_commands}
    for inner in group.registered_groups:
        found |= names_of(inner.typer_instance, f"{before}{inner.name} ")
    return found


def test_every_command_is_tried() -> None:
    assert names_of(cli.command_line()) == set(COMMANDS)


@pytest.mark.parametrize(("command", "given"), [(name, one) for name, tried in COMMANDS.items() for one in tried])
def test_nothing_that_steers_a_terminal_is_printed(
    command: str, given: tuple[str, ...], poisoned: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = tmp_path / "here"
    shutil.copytree(poisoned, here)
    monkeypatch.chdir(here)
    said = io.BytesIO(f"I have a dog.{POISON}\nWho is the vet of Miso?\n".encode())
    streams = {"stdin": said, "stdout": io.BytesIO(), "stderr": io.BytesIO()}
    for name, stream in streams.items():
        monkeypatch.setattr(sys, name, io.TextIOWrapper(stream, encoding="utf-8", write_through=True))
    monkeypatch.setattr(sys, "argv", ["soulkeep", *command.split(), *given])
    try:
        cli.main()
    except SystemExit:
        pass
    except Exception as error:  # as the interpreter would tell it
        sys.excepthook(type(error), error, error.__traceback__)
        raise
    stdout, stderr = (streams[name].getvalue().decode() for name in ("stdout", "stderr"))
    assert not RAW.search(stdout + stderr), repr(stdout + stderr)
    assert given not in SHOWING.get(command, ()) or "\\u001b" in (stdout + stderr).lower(), "it showed none of it"
    if "--json" in given:
        answers = [json.loads(line) for line in (stdout.splitlines() if command == "chat" else [stdout])]
        assert not any("error" in one for one in answers)


def test_a_complaint_shows_what_it_complains_of(monkeypatch: pytest.MonkeyPatch) -> None:
    said = io.StringIO()
    monkeypatch.setattr(console, "err", Console(file=said, width=200))
    console.report(soulkeep.InputError(f"No {POISON}", hint=POISON), json=False)
    assert "\\u001b[2J" in said.getvalue()
    assert not RAW.search(said.getvalue())
