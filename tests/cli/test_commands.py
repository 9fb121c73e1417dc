"""The command line, as a person or a script would use it."""

from __future__ import annotations

import io
import json
from datetime import UTC, datetime
from pathlib import Path

import pytest
from rich.console import Console

import soulkeep
from command_support import ok, run
from soulkeep.cli import console, settle
from soulkeep.types.records import Job, Memory, Reference
from soulkeep.types.replies import Reply

CHAT = {
    "id": "holmes",
    "language": "en",
    "speakers": ["anna", "holmes"],
    "sessions": [
        {
            "id": "s1",
            "time": "2026-04-01T20:00:00",
            "turns": [
                {"id": "1", "speaker": "anna", "text": "I adopted a cat called Miso."},
                {"id": "2", "speaker": "holmes", "text": "A capital name for a cat."},
            ],
        },
        {"id": "s2", "time": None, "turns": [{"id": "3", "speaker": "anna", "text": "My brother mends clocks."}]},
    ],
}
QUESTIONS = [
    {"id": "q1", "conversation": "holmes", "question": "What is the cat called?", "category": "one", "evidence": ["1"]},
    {"id": "q2", "conversation": "holmes", "question": "Who mends clocks?", "category": "one", "evidence": ["3"]},
    {"id": "q3", "conversation": "holmes", "question": "Who sings?", "category": "none", "evidence": []},
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a keep into which a chat and a text were read."""
    folder = tmp_path_factory.mktemp("cli")
    (folder / "conversations.jsonl").write_text(json.dumps(CHAT), encoding="utf-8")
    (folder / "questions.jsonl").write_text("\n".join(map(json.dumps, QUESTIONS)), encoding="utf-8")
    (folder / "book.txt").write_text("CHAPTER I\n\nThe snake came down the bell rope.\n", encoding="utf-8")
    imported = ok("import", "conversations.jsonl", cwd=folder)
    assert [(one["kind"], one["character"], one["person"], one["new"], one["known"]) for one in imported] == [
        ("chat", "holmes", "user", 3, 0)
    ]
    assert ok("learn", "book.txt", "-c", "holmes", cwd=folder) == {
        "source": "book",
        "passages": 1,
        "known": 0,
        "resumed": False,
    }
    return folder


def test_doing_it_again_adds_nothing(folder: Path) -> None:
    assert ok("import", "conversations.jsonl", cwd=folder)[0]["new"] == 0
    assert ok("learn", "book.txt", "-c", "holmes", cwd=folder)["passages"] == 0
    assert "0 new turns, 3 known" in run("import", "conversations.jsonl", cwd=folder).stdout


def test_recall(folder: Path) -> None:
    found = ok("recall", "What is my cat called?", "-k", "2", cwd=folder)
    assert found["hits"][0]["memory"]["id"] == "1"
    assert found["hits"][0]["memory"]["time"] == "2026-04-01T20:00:00+00:00"
    assert len(found["hits"]) == 2
    shown = run("recall", "How did the snake come down?", "--source", "book", cwd=folder)
    assert "The snake came down the bell rope." in shown.stdout
    assert "CHAPTER I" in shown.stdout
    undated = ok("recall", "brother clocks", "-k", "1", cwd=folder)["hits"][0]["memory"]
    assert (undated["id"], undated["time"]) == ("3", None)
    assert ok("recall", "cat", "--since", "2026-05-01", cwd=folder)["hits"] == []
    assert ok("recall", "cat", "--person", "someone-else", "--kind", "turn", cwd=folder)["hits"] == []


def test_chat_by_script(folder: Path) -> None:
    done = run("chat", "-c", "holmes", "--show", cwd=folder, stdin="What is my cat called?\nMy aunt sings.\n")
    assert done.returncode == 0, done.stderr
    assert "I adopted a cat called Miso." in done.stdout
    assert done.stdout.count("holmes:") == 2
    reply = ok("chat", "-c", "new-one", cwd=folder, stdin="Hello there.\n")
    assert reply["responder"] == "courtesy"


def test_eval_retrieval(folder: Path) -> None:
    [report] = ok("eval", "retrieval", ".", cwd=folder)
    assert report["overall"]["questions"] == 2
    assert report["unanswerable"] == 1
    assert report["overall"]["recall"]["5"] == 1.0
    assert report["overall"]["tokens"] > 0
    shown = run("eval", "retrieval", ".", cwd=folder)
    for word in ("R@5", "R@10", "R@20", "R@30", "all@10", "NDCG@10", "tokens", "ms", "one", "overall"):
        assert word in shown.stdout


def test_doctor(folder: Path) -> None:
    report = ok("doctor", cwd=folder)
    assert report["problems"] == []
    assert report["keep"]["memories"] >= 4
    shown = run("doctor", cwd=folder)
    assert "All well" in shown.stdout
    nothing = ok("doctor", "--keep", "none.db", cwd=folder)
    assert "keep" not in nothing
    assert not (folder / "none.db").exists()


def test_doctor_finds_what_is_wrong(tmp_path: Path) -> None:
    (tmp_path / "keep.db").write_bytes(b"no database at all" * 100)
    done = run("doctor", "--json", cwd=tmp_path)
    assert done.returncode == 1
    assert "no soulkeep database" in json.loads(done.stdout)["problems"][0]


def test_reembed(folder: Path) -> None:
    assert ok("reembed", cwd=folder)["vectors"] == 0
    assert "embedded with" in run("reembed", cwd=folder).stdout


def test_demo_without_a_terminal(tmp_path: Path) -> None:
    done = run("demo", "--keep", "demo.db", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    for part in ("The Adventures of Sherlock Holmes", "meaning", "Miso", "[m1]", "soulkeep chat"):
        assert part in done.stdout
    played = ok("demo", "--keep", "demo.db", cwd=tmp_path)  # again: nothing new
    assert played["learned"]["passages"] == 0
    answers = {answer["question"]: answer["reply"] for answer in played["answers"]}
    assert "Miso" in answers["What is my cat called?"]["text"]
    assert "Toyota" not in answers["What was my first car?"]["text"]


@pytest.mark.parametrize(
    ("arguments", "kind", "hint"),
    [
        (("recall", "x", "-c", "nobody"), "UnknownCharacter", "Known"),
        (("recall", "x", "--keep", "none.db"), "BadFile", "--keep"),
        (("learn", "none.txt", "-c", "holmes"), "BadFile", "path"),
        (("learn", "binary.txt", "-c", "holmes"), "BadFile", "iconv"),
        (("import", "book.txt"), "InputError", "--character"),
        (("import", "conversations.jsonl", "--zone", "Mars/Base"), "InputError", "Asia/Seoul"),
        (("import", "half.jsonl"), "BadFile", "sessions"),
        (("recall", " ", "-c", "holmes"), "BadText", "words"),
        (("reembed", "--embedder", "no-such-folder"), "EmbedderError", "static"),
        (("eval", "retrieval", "nowhere"), "BadFile", "path"),
    ],
)
def test_errors_say_what_to_do(folder: Path, arguments: tuple[str, ...], kind: str, hint: str) -> None:
    (folder / "binary.txt").write_bytes(b"caf\xe9 \xff")
    (folder / "half.jsonl").write_text('{"id": "x"}')
    before = ok("doctor", cwd=folder)["keep"]["memories"]
    done = run(*arguments, "--json", cwd=folder)
    assert done.returncode == 1
    error = json.loads(done.stdout)["error"]
    assert error["type"] == kind
    assert hint in error["hint"]
    told = run(*arguments, cwd=folder)
    assert told.returncode == 1
    assert "error:" in told.stderr
    assert "Traceback" not in told.stderr
    assert ok("doctor", cwd=folder)["keep"]["memories"] == before


def test_forget_and_restore(tmp_path: Path) -> None:
    with soulkeep.open(tmp_path / "keep.db") as keep:
        holmes = keep.character("holmes")
        holmes.observe("My cat is called Miso.", person="user", id="cat")
        holmes.observe("It rained.", person="user", id="rain")
        holmes.learn("The snake came down the bell rope.", source="book")
    assert [m["id"] for m in ok("forget", "cat", cwd=tmp_path)] == ["cat"]
    assert [m["id"] for m in ok("forget", "--list", cwd=tmp_path)] == ["cat"]
    held = ok("recall", "What is my cat called?", cwd=tmp_path)["held_back"]
    assert [(h["memory"]["id"], h["reason"]) for h in held] == [("cat", "forgotten")]
    assert [m["id"] for m in ok("restore", "cat", cwd=tmp_path)] == ["cat"]
    assert ok("forget", "--list", cwd=tmp_path) == []
    assert len(ok("forget", "--way", "oldest", "--count", "2", cwd=tmp_path)) == 2
    assert len(ok("forget", "--of-nobody", "--way", "unused", "--count", "5", cwd=tmp_path)) == 1
    assert "2 memories." in run("forget", "--list", cwd=tmp_path).stdout
    wrong = run("forget", cwd=tmp_path)
    assert wrong.returncode == 1
    assert "How many" in wrong.stderr


def test_due(tmp_path: Path) -> None:
    with soulkeep.open(tmp_path / "keep.db") as keep:
        keep.character("holmes").observe("I have an exam tomorrow.", person="user", id="exam")
    [item] = ok("due", cwd=tmp_path)
    assert (item["memory"]["id"], item["expression"]) == ("exam", "tomorrow")
    assert "exam tomorrow" in run("due", cwd=tmp_path).stdout
    assert ok("due", "--person", "boris", cwd=tmp_path) == []


def test_what_was_made_of_the_talk(tmp_path: Path) -> None:
    with soulkeep.open(tmp_path / "keep.db", settings=soulkeep.Settings(background=False)) as keep:
        holmes = keep.character("holmes")
        holmes.observe("I live in Seoul and I work as a nurse.", person="user", session="a")
        holmes.observe("I moved to Busan! Thank you, you are wonderful.", person="user", session="b")
    jobs = ok("settle", "--jobs", cwd=tmp_path)
    assert [(job["character"], job["person"], job["error"]) for job in jobs] == [("holmes", "user", "")]
    assert ok("settle", "--over", cwd=tmp_path) == []
    homes = ok("facts", "--relation", "home", cwd=tmp_path)
    assert [fact["value"] for fact in homes] == ["Busan"]
    assert len(ok("facts", "--relation", "home", "--past", cwd=tmp_path)) == 2
    assert ok("facts", "--as-of", "2000-01-01", cwd=tmp_path) == []
    kinds = {memory["kind"] for memory in ok("memories", cwd=tmp_path)}
    assert {"turn", "fact", "summary"} <= kinds
    assert ok("feel", cwd=tmp_path)["valence"] > 0
    assert ok("feel", "--trust", "0.5", cwd=tmp_path)["trust"] == pytest.approx(0.5)
    assert isinstance(ok("reflect", cwd=tmp_path), list)
    assert ok("settle", "--turn-days", "90", cwd=tmp_path) == {"people": [], "turns": []}
    assert ok("settle", "--silent-days", "0.0000001", cwd=tmp_path)["people"] == ["user"]
    assert "user: " in run("settle", "--silent-days", "0.0000001", cwd=tmp_path).stdout
    for command in ("facts", "memories", "feel", "reflect", "settle"):
        assert run(command, cwd=tmp_path).returncode == 0


MARKUP = "[/b] and [red] :cat:"


def test_what_people_wrote_is_shown_as_they_wrote_it(tmp_path: Path) -> None:
    """Square brackets are no markup of ours, whoever wrote them."""
    with soulkeep.open(tmp_path / "keep.db", settings=soulkeep.Settings(background=False)) as keep:
        holmes = keep.character("[/b] h", name="[/b] Holmes")
        for i in range(3):
            holmes.observe(f"I have an exam tomorrow {MARKUP}", person="[/i] p", speaker="[/i]", id=f"[/u] {i}")
        holmes.observe("I live in Seoul [red].", person="[/i] p", speaker="[/i]")
        holmes.observe(f"My cat {MARKUP} sleeps.", person="[/i] p", id="cat [/i]")
    person = ("--person", "[/i] p")

    def shown(*arguments: str) -> str:
        done = run(*arguments, cwd=tmp_path)
        assert done.returncode == 0, done.stderr
        return done.stdout

    assert "[/b] h, [/i] p: due" in shown("settle", "--jobs")
    shown("settle", "--over")
    listed = shown("memories", *person)
    assert listed.count(f"[/i]: I have an exam tomorrow {MARKUP}") == 3
    assert "[/u] 0  turn" in listed
    assert "[/i]" in shown("facts", *person, "--past")
    assert shown("due", *person, "--days", "2").count(f"exam tomorrow {MARKUP}") >= 3
    assert MARKUP in shown("forget", "cat [/i]", *person)
    assert "cat [/i]  My cat" in shown("forget", "--list", *person)
    recalled = shown("recall", f"My exam {MARKUP} and my cat", *person)
    assert f"I have an exam tomorrow {MARKUP}" in recalled
    assert "[/i], " in recalled
    assert f"held back (forgotten): My cat {MARKUP} sleeps." in recalled
    assert MARKUP in shown("restore", "cat [/i]", *person)
    shown("reflect", *person)
    shown("feel", *person)


def test_replies_jobs_and_insights_are_shown_as_they_are(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    screen = io.StringIO()
    plain = Console(file=screen, highlight=False, width=200)
    for module in (console, settle):
        monkeypatch.setattr(module, "out", plain)
    now = datetime.now(UTC)
    memory = Memory(id="x [/i]", kind="insight", text=MARKUP, owner="h", speaker="anna [/i]", accessed=now)
    with soulkeep.open(":memory:") as keep:
        reply = keep.character("h").reply("Hello.", person="anna")
    fields = {name: getattr(reply, name) for name in Reply.__slots__}
    reply = Reply(**{**fields, "text": f"{MARKUP} [m1]", "references": (Reference(label="m1", memory=memory),)})
    console.show_reply("Holmes [/b]", reply)
    assert f"Holmes [/b]: {MARKUP} [m1]\n" in screen.getvalue()
    assert "[m1] anna [/i] (x [/i])" in screen.getvalue()

    with soulkeep.open(tmp_path / "keep.db") as keep:
        keep.character("h")
    failed = Job(character="h", person="p", since=now, due=now, attempts=2, error=MARKUP)
    monkeypatch.setattr(soulkeep.Keep, "jobs", lambda _: [failed])
    monkeypatch.setattr(soulkeep.Character, "reflect", lambda *_, **__: [memory])
    settle.settle(str(tmp_path / "keep.db"), jobs=True)
    settle.reflect(str(tmp_path / "keep.db"))
    assert f"{MARKUP} (tried 2 times)" in screen.getvalue()
    assert f"{MARKUP}  (rests on 0 memories)" in screen.getvalue()
