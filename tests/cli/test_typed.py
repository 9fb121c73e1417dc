"""Talking at a terminal: how one leaves, and how one doesn't."""

from __future__ import annotations

import contextlib
import io
import os
import pty
import re
import subprocess
import sys
from pathlib import Path

import pytest

import command_support
import nursery
import soulkeep
from soulkeep.cli.typed import lines


def typed(monkeypatch: pytest.MonkeyPatch, text: str) -> list[str]:
    monkeypatch.setattr(sys, "stdin", io.StringIO(text))
    return list(lines("you", commands={"??": "tells why"}))


def test_empty_lines_end_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    assert typed(monkeypatch, "\n\nHello.\n \nGoodbye.\n") == ["Hello.", "Goodbye."]


@pytest.mark.parametrize("word", ["/quit", "/exit", "/bye", "/q", "quit", "Exit", " QUIT "])
def test_a_word_ends_it(monkeypatch: pytest.MonkeyPatch, word: str) -> None:
    assert typed(monkeypatch, f"Hello.\n{word}\nMore.\n") == ["Hello."]


@pytest.mark.parametrize("word", ["/help", "/halp"])
def test_what_may_be_typed_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], word: str
) -> None:
    assert typed(monkeypatch, f"{word}\n??\n/me waves\n") == ["??", "/me waves"]
    said = capsys.readouterr().out
    assert "tells why" in said
    assert "/quit" in said


@pytest.mark.parametrize("word", ["Bye", "Goodbye!", "help", "I quit", "exit through the gift shop"])
def test_what_may_be_said_to_somebody_is_said(monkeypatch: pytest.MonkeyPatch, word: str) -> None:
    assert typed(monkeypatch, f"{word}\n") == [word]


@pytest.mark.parametrize("json", [(), ("--json",)])
def test_commands_work_where_no_terminal_is(tmp_path: Path, json: tuple[str, ...]) -> None:
    done = command_support.run(
        "chat", "-c", "mara", *json, cwd=tmp_path, stdin="\nI have a dog called Rex.\n/help\nquit\nMore.\n"
    )
    assert done.returncode == 0
    assert len(done.stdout.splitlines()) == 1
    assert "/quit" in done.stderr
    with soulkeep.open(tmp_path / "keep.db") as keep:
        told = [memory.text for memory in keep.character("mara").memories(person="user", kinds={"turn"})]
    assert told[0] == "I have a dog called Rex."
    assert len(told) == 2


def at_a_terminal(folder: Path, *arguments: str, typed: str) -> str:
    """Run a command at a terminal at which all is typed ahead; return what it shows. It is forked from a process that
    has replied before: a start at a terminal is tested by a talk."""
    ours, theirs = pty.openpty()
    command = ["-m", "soulkeep", *arguments]
    with (
        contextlib.chdir(folder),
        nursery.Child(
            command, stdin=theirs, stdout=theirs, stderr=theirs, preload=["soulkeep.cli.app", "warm_talker"]
        ) as process,
    ):
        os.close(theirs)
        os.write(ours, typed.encode())
        shown = b""
        with contextlib.suppress(OSError):  # the terminal is gone when the process is
            while piece := os.read(ours, 65536):
                shown += piece
        process.wait(timeout=60)
        os.close(ours)
    assert process.returncode == 0
    return re.sub(r"\x1b\[[\d;?]*[A-Za-z]", "", shown.decode())


ENTERS = "\n" * 15
"""More than there are pauses in any demo."""


@pytest.mark.parametrize(
    ("demo", "first"), [((), ""), (("--music",), ""), (("--story",), "Kim\n")], ids=["watson", "music", "story"]
)
def test_enter_typed_ahead_ends_no_demo(tmp_path: Path, demo: tuple[str, ...], first: str) -> None:
    shown = at_a_terminal(tmp_path, "demo", *demo, typed=f"{ENTERS}{first}\n/help\nI have a dog.\n\nquit\n")
    talk = shown.split("Now you")[1]
    assert "/quit ends it" in talk
    assert "ends the talk" in talk
    assert re.search("(Dr. Watson|Ella|Yuna): .*", talk.split("I have a dog.")[-1]), talk


@pytest.mark.parametrize("word", ["quit", "/exit"])
@pytest.mark.parametrize("demo", ["--music", "--story"])
def test_a_demo_ends_where_it_waits(tmp_path: Path, demo: str, word: str) -> None:
    shown = at_a_terminal(tmp_path, "demo", demo, typed=f"\n{word}\n")
    assert shown.count("/quit ends it") == 2
    assert "Now you" not in shown
    assert "Traceback" not in shown


def test_the_end_of_input_ends_a_demo(tmp_path: Path) -> None:
    assert "Now you" in at_a_terminal(tmp_path, "demo", "--story", typed="\x04\x04")


def test_a_talk_at_a_real_terminal(tmp_path: Path) -> None:
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "soulkeep", "chat", "-c", "mara"]
    with subprocess.Popen(command, cwd=tmp_path, stdin=theirs, stdout=subprocess.PIPE, text=True) as process:
        os.close(theirs)
        os.write(ours, b"\n\nI have a dog called Rex.\nWhat is my dog called?\n/quit\n")
        said, _ = process.communicate(timeout=60)
        os.close(ours)
    assert process.returncode == 0
    assert said.count("mara:") == 2
    assert "Rex" in said
