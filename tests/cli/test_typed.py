"""Talking at a terminal: how one leaves, and how one doesn't."""

from __future__ import annotations

import io
import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

from soulkeep.cli.typed import lines


def typed(monkeypatch: pytest.MonkeyPatch, text: str) -> list[str]:
    monkeypatch.setattr(sys, "stdin", io.StringIO(text))
    return list(lines("you", commands={"??": "tells why"}))


def test_empty_lines_end_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    assert typed(monkeypatch, "\n\nHello.\n \nGoodbye.\n") == ["Hello.", "Goodbye."]


@pytest.mark.parametrize("word", ["/quit", "/exit", "/q", "quit", "Exit", " QUIT "])
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
