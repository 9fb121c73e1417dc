"""Tests of what an install may leave out: the rest works without it, and whoever asks for it is told what to
install."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Collection, Sequence
from pathlib import Path

import pytest

import soulkeep

ROOT = Path(soulkeep.__file__).parent

OPTIONAL = ("graph", "reply/voice", "server/mem0")
"""Folders that an install may lack."""

AROUND = (
    "graph",
    "reply/voice",
    "server",
    "inspector",
    "client",
    "integrations",
    "evals",
    "demo",
    "stores/postgres",
    "stores/migrate.py",
    "stores/sql/moving.py",
    "stores/contract",
    "testing",
    "cli/bench.py",
    "cli/demo.py",
    "cli/demo_music.py",
    "cli/demo_story.py",
    "cli/evaluate.py",
    "cli/migrate.py",
    "cli/scenes.py",
)
"""Parts outside the core, which works without any of them."""

COUNTED = tuple(name for name in AROUND if name.startswith("cli/"))
"""Commands that it works without, but that count as much as the others."""

CORE_TRIED = tuple(name for name in AROUND if name != "testing")
"""Parts that are left out where a scripted model is tried."""

EXTRA = ("pyoxigraph", "jinja2")
"""What the extra `graph` brings."""

RDF = b'<http://e.org/bird> <http://www.w3.org/2000/01/rdf-schema#label> "Charlie Parker" .\n'

ABSENT = """
import sys

class Without:
    def __init__(self, finder):
        self._finder = finder

    def find_spec(self, name, path=None, target=None):
        return None if name.split(".")[0] in {names!r} else self._finder.find_spec(name, path, target)

    def __getattr__(self, name):
        return getattr(self._finder, name)

sys.meta_path[:] = map(Without, sys.meta_path)
"""
"""Makes packages as if they weren't installed."""

TALK = """
import asyncio
import soulkeep
from soulkeep.testing.models import ScriptedChat

chat = ScriptedChat(default="It is called Miso [m1].")
with soulkeep.open("keep.db", chat=chat) as keep:
    holmes = keep.character("holmes", name="Sherlock Holmes", description="A consulting detective. He is polite.")
    holmes.learn("My brother Mycroft audits the books in some government departments.", source="canon")
    stored = holmes.observe("I adopted a cat called Miso.", person="anna")
    assert [hit.memory.id for hit in holmes.recall("What is my cat called?", person="anna", k=1).hits] == [stored.id]
    reply = holmes.reply("What is my cat called?", person="anna")
    assert reply.text.startswith("It is called Miso") and reply.responder == "model", reply
    assert reply.check is not None
    keep.settle()
    assert keep.erase(person="anna").memories >= 3
"""

REFUSALS = """
import soulkeep
from soulkeep.importers import import_file

def refused(do, hint):
    try:
        do()
    except soulkeep.MissingExtra as error:
        assert isinstance(error, ImportError) and hint in str(error), error
    else:
        raise AssertionError("it wasn't refused")

with soulkeep.open("keep.db") as keep:
    holmes = keep.character("holmes", name="Sherlock Holmes")
    holmes.observe("I adopted a cat called Miso.", person="anna")
    graph = "pip install 'soulkeep[graph]'"
    refused(lambda: holmes.know({rdf!r}, source="music"), graph)
    refused(lambda: holmes.episodes(person="anna"), graph)
    refused(lambda: holmes.episodes().sparql("ASK {{}}"), graph)
    refused(lambda: holmes.episodes().understand("When was Charlie Parker born?"), graph)
    refused(lambda: import_file.take_in(keep, {rdf!r}, name="music.nt", character="holmes"), graph)
    {voice}
"""


@pytest.fixture(scope="module")
def copies(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("copies")


def without(folder: Path, *left_out: str) -> Path:
    """Return the path of a copy of the package without some folders."""
    place = folder / "-".join(name.replace("/", ".") for name in left_out or ("whole",))
    if not place.exists():
        gone = {ROOT / name for name in left_out}

        def ignored(path: str, names: list[str]) -> Collection[str]:
            return {name for name in names if Path(path, name) in gone}

        shutil.copytree(ROOT, place / "soulkeep", ignore=ignored)
    return place


def run(place: Path, tmp_path: Path, code: str, *absent: str) -> str:
    """Run code by the copy, in a process of its own; return its output."""
    code = f"import sys\nsys.path.insert(0, {str(place)!r})\n{ABSENT.format(names=absent)}\n{code}"
    env = {**os.environ, "PYTHONPATH": str(place), "PYTHONWARNINGS": "error"}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=tmp_path, env=env)
    assert done.returncode == 0, done.stderr[-3000:]
    return done.stdout


def commands(place: Path, tmp_path: Path, *several: Sequence[str]) -> list[tuple[int, str, str]]:
    """Run commands by the copy, one after the other, where what the extra `graph` brings is absent; return the status,
    the output and the errors of each. They are forked from a process that has imported what each would import first."""
    code = f"""{ABSENT.format(names=EXTRA)}
import json, os
from soulkeep.cli import main

for words in json.loads(sys.argv.pop()):
    if not (command := os.fork()):
        for name, fd in ("out", 1), ("err", 2):
            os.dup2(os.open(name, os.O_CREAT | os.O_TRUNC | os.O_WRONLY), fd)
        sys.argv += words
        sys.exit(main())
    status = os.waitstatus_to_exitcode(os.waitpid(command, 0)[1])
    print(json.dumps([status, *(open(name, encoding="utf-8").read() for name in ("out", "err"))]))
"""
    env = {**os.environ, "PYTHONPATH": str(place), "COLUMNS": "200"}
    command = [sys.executable, "-c", code, json.dumps(several)]
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, env=env, input="")
    assert done.returncode == 0, done.stderr
    return [tuple(json.loads(line)) for line in done.stdout.splitlines()]


def test_the_copy_is_what_is_tested(copies: Path, tmp_path: Path) -> None:
    place = without(copies, *OPTIONAL)
    assert run(place, tmp_path, "import soulkeep; print(soulkeep.__file__)").strip().startswith(str(place))
    asked = "from importlib.util import find_spec as f; print(f('soulkeep.graph'), f('soulkeep.reply.voice'))"
    assert run(place, tmp_path, asked).split() == ["None", "None"]


@pytest.mark.parametrize("left_out", [(), OPTIONAL, CORE_TRIED], ids=["whole", "optional", "core"])
def test_it_remembers_and_answers_without(left_out: tuple[str, ...], copies: Path, tmp_path: Path) -> None:
    run(without(copies, *left_out), tmp_path, TALK, *EXTRA)


@pytest.mark.parametrize("left_out", [(), ("graph",)], ids=["packages", "folder"])
def test_without_a_model_it_answers_without_the_graph(left_out: tuple[str, ...], copies: Path, tmp_path: Path) -> None:
    code = """
import soulkeep
with soulkeep.open("keep.db") as keep:
    holmes = keep.character("holmes", name="Sherlock Holmes")
    holmes.observe("I adopted a cat called Miso.", person="anna")
    for said in ("Hello!", "What is my cat called?", "Thank you!", "What did we talk about?", "Where do I work?"):
        print(holmes.reply(said, person="anna", remember=False).text)
"""
    hello, cat, thanks, *_ = run(without(copies, *left_out), tmp_path, code, *EXTRA).splitlines()
    assert "Miso" in cat
    assert hello
    assert thanks


@pytest.mark.parametrize("left_out", [(), OPTIONAL], ids=["packages", "folders"])
def test_who_asks_for_more_is_told_what_to_install(left_out: tuple[str, ...], copies: Path, tmp_path: Path) -> None:
    voice = "refused(lambda: holmes.reply('Hello!', person='anna'), 'Install soulkeep whole')" if left_out else ""
    run(without(copies, *left_out), tmp_path, REFUSALS.format(rdf=RDF, voice=voice), *EXTRA)


def test_what_was_known_waits_for_the_extra(copies: Path, tmp_path: Path) -> None:
    """A keep with RDF in it is opened where the extra lacks: talk goes on, the reply says so, nothing is lost."""
    with soulkeep.open(tmp_path / "keep.db") as keep:
        keep.character("holmes", name="Sherlock Holmes").know(RDF, source="music")
    code = """
import soulkeep
with soulkeep.open("keep.db") as keep:
    holmes = keep.character("holmes")
    holmes.observe("I heard Charlie Parker.", person="anna")
    reply = holmes.reply("Whom did I hear?", person="anna")
    keep.settle()
    print(reply.text)
    print(*reply.recall.notes)
    print(*[known.source for known in holmes.knowledge])
"""
    text, notes, known = run(without(copies, "graph"), tmp_path, code, *EXTRA).splitlines()
    assert "Charlie Parker" in text
    assert "pip install 'soulkeep[graph]'" in notes
    assert known == "music"
    with soulkeep.open(tmp_path / "keep.db") as keep:
        keep.character("holmes").observe("I like his music.", person="anna")
        keep.settle()
        said = {episode.text: episode for episode in keep.character("holmes").episodes(person="anna")}
        assert "<http://e.org/bird>" in str(said["I heard Charlie Parker."])


def test_an_export_with_knowledge_needs_it(copies: Path, tmp_path: Path) -> None:
    with soulkeep.open(":memory:") as keep:
        keep.character("holmes", name="Sherlock Holmes").know(RDF, source="music")
        (tmp_path / "keep.jsonl").write_text("".join(f"{json.dumps(row)}\n" for row in keep.export()))
    code = """
import soulkeep
with soulkeep.open("other.db") as keep:
    try:
        keep.take_in("keep.jsonl")
    except soulkeep.MissingExtra as error:
        print(error)
    print(len(keep.characters()))
"""
    said = run(without(copies, "graph"), tmp_path, code, *EXTRA)
    assert "soulkeep[graph]" in said
    assert said.split()[-1] == "0"


def test_commands_work_without(copies: Path, tmp_path: Path) -> None:
    place = without(copies, *AROUND)
    (tmp_path / "canon.txt").write_text("My brother Mycroft audits the books in some government departments.")
    (tmp_path / "music.nt").write_bytes(RDF)
    done = commands(
        place,
        tmp_path,
        ("--help",),
        ("learn", "canon.txt", "--character", "holmes"),
        ("recall", "Who audits the books?", "--character", "holmes", "--json"),
        ("memories", "--character", "holmes"),
        ("settle",),
        ("export", "--output", "out.jsonl"),
        ("doctor",),
        ("languages",),
        ("forget", "--help"),
    )
    assert [status for status, _, _ in done] == [0] * 9, done
    assert "Not installed here" in done[0][1]
    refused = (
        (("episodes", "--character", "holmes"), "soulkeep[graph]"),
        (("sparql", "ASK {}", "--json"), "soulkeep[graph]"),
        (("learn", "music.nt", "--character", "holmes"), "soulkeep[graph]"),
        (("learn", "music.nt", "--check"), "soulkeep[graph]"),
        (("serve",), "soulkeep[server]"),
        (("demo",), "soulkeep whole"),
        (("bench",), "soulkeep whole"),
        (("doctor", "--keep", "postgresql://localhost/none"), "soulkeep[postgres]"),
    )
    done = commands(place, tmp_path, *(words for words, _ in refused))
    for (words, hint), (status, out, errors) in zip(refused, done, strict=True):
        assert status == 1, (words, out, errors)
        assert hint in out + errors, (words, out, errors)
        assert "Traceback" not in errors


def test_the_server_serves_without(copies: Path, tmp_path: Path) -> None:
    code = """
from starlette.testclient import TestClient
from soulkeep.server import ServerConfig
from soulkeep.server.app import create_app

with TestClient(create_app(ServerConfig(location="keep.db")), base_url="http://127.0.0.1:8642") as server:
    def post(path, **body):
        return server.post(f"/v1/characters/holmes{path}", json=body)
    assert server.put("/v1/characters/holmes", json={"name": "Sherlock Holmes"}).is_success
    assert post("/observe", text="I adopted a cat called Miso.", person="anna").is_success
    recalled = post("/recall", question="What is my cat called?", person="anna")
    assert "Miso" in recalled.text, recalled.text
    for path, body in (("/sparql", {"query": "ASK {}"}), ("/understand", {"text": "Hello"})):
        refused = post(path, **body)
        assert refused.status_code == 501 and "soulkeep[graph]" in refused.json()["hint"], refused.text
    assert server.get("/v1/characters/holmes/episodes").status_code == 501
    assert server.get("/mem0/v1/memories/").status_code == 404
    replied = post("/reply", text="Hello!", person="anna")
    assert replied.status_code == 501 and "whole" in replied.json()["hint"], replied.text
    assert server.get("/talk").status_code == 200
    assert server.get("/knowledge").status_code == 404
"""
    run(without(copies, *OPTIONAL), tmp_path, code, "pyoxigraph")


def test_the_core_is_no_more_than_it_was_meant_to_be() -> None:
    """Lines of Python of whatever is not around it, all commands among it: no more than 45,000."""
    around = tuple(ROOT / name for name in AROUND if name not in COUNTED)
    core = [path for path in ROOT.rglob("*.py") if not any(path.is_relative_to(one) for one in around)]
    assert sum(len(path.read_text(encoding="utf-8").splitlines()) for path in core) <= 45_000
