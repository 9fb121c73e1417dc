"""The examples, run as somebody would who has just found them: in a folder of their own, with lines typed."""

from __future__ import annotations

import re
import subprocess
import sys
from contextlib import chdir
from pathlib import Path

import pytest

import nursery
from nursery import PIPE

ROOT = Path(__file__).parents[1]
EXAMPLES = ROOT / "examples"


_started: set[str] = set()
"""Examples that ran in a process that was started for it, as a user's is; then they are forked."""


def run(name: str, *typed: str, folder: Path, end: bool = False) -> str:
    """Run an example; return what it shows.

    Args:
        name: of its file, without the ending.
        typed: lines that are typed.
        folder: where it runs.
        end: whether the input ends there, in place of `quit`.
    """
    example = EXAMPLES / f"{name}.py"
    told = "".join(f"{line}\n" for line in ([*typed] if end else [*typed, "quit"]))
    if name not in _started:
        _started.add(name)
        done = subprocess.run([sys.executable, example], input=told, cwd=folder, capture_output=True, text=True)
        status, out, errors = done.returncode, done.stdout, done.stderr
    else:
        with chdir(folder):
            child = nursery.Child([example], stdin=PIPE, stdout=PIPE, stderr=PIPE, preload=["warm_talker"])
        out, errors = child.communicate(told)
        status = child.wait()
    assert status == 0, errors
    assert errors == ""
    return out


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.py")), ids=lambda path: path.stem)
def test_an_example_is_read_in_a_minute(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= 80
    table = (EXAMPLES / "README.md").read_text(encoding="utf-8")
    assert f"({path.name})" in table, "it has a line in the table"


def test_a_companion_remembers_the_next_day(tmp_path: Path) -> None:
    first = run(
        "companion", "Anna", "", "My sister Clara plays the cello.", "I live in Lisbon.",
        "I have a job interview tomorrow.", "The vault opens with 7731.", "/forget", "Thank you, you are wonderful!",
        "/heart", folder=tmp_path,
    )  # fmt: skip
    assert "A new face" in first
    assert "Gone" in first
    assert re.search(r"closeness +─+●─+ \+0\.\d", first)
    again = run(
        "companion", "Anna", "Who plays the cello?", "What opens the vault?", "I moved to Porto.", "/me",
        folder=tmp_path, end=True,
    )  # fmt: skip
    assert "Talk number 2" in again
    assert "job interview tomorrow" in again.split("Anna: ")[0], "she speaks of it first"
    assert "Clara" in again.split("Anna: ")[1]
    assert "7731" not in again
    assert "✗ Anna: “I live in Lisbon”" in again
    assert "♥ Anna: “I moved to Porto”" in again
    assert b"7731" not in b"".join(path.read_bytes() for path in tmp_path.glob("mara.db*"))


def test_a_companion_speaks_of_plans_alone_and_forgets_all_when_told(tmp_path: Path) -> None:
    run(
        "companion", "Ida", "I live in Bergen with my dog Rufus.", "What is my dog called?", "I had soup today.",
        "Will it rain tomorrow?", "I have an exam tomorrow.", folder=tmp_path,
    )  # fmt: skip
    again = run(
        "companion", "Ida", "forget everything about me", "/forget all", "/forget", "Where do I live?", folder=tmp_path
    )
    assert re.findall("“(.*?)” That's", again) == ["I have an exam tomorrow."]
    assert "/forget all" in again.split("Ida: ")[1], "she points to what does it"
    assert "Bergen" not in again


def test_a_companion_keeps_people_apart(tmp_path: Path) -> None:
    run("companion", "Anna", "My sister Clara plays the cello.", folder=tmp_path)
    other = run("companion", "Ben", "Who plays the cello?", "/me", folder=tmp_path)
    assert "A new face" in other
    assert "Clara" not in other


def test_an_innkeeper_forgets_what_was_small_and_not_what_was_done_to_her(tmp_path: Path) -> None:
    played = run(
        "npc_loop", "I come from Dunmere.", "*steals a spoon*", "I like my ale warm.", "*pays for it*",
        "wait a moment!", "Who told you of the bridge?", "How do I like my ale?", "wait 60", "How do I like my ale?",
        "Who steals spoons?", folder=tmp_path,
    )  # fmt: skip
    assert [int(coppers) for coppers in re.findall(r"A bed is (\d+)", played)] == [15, 13]
    before, after = played.split("It is 30 June.")
    assert "the bridge at Dunmere has fallen" in before.split("A rider shouts", 1)[1], "she tells it"
    assert "“I like my ale warm.”" in before
    assert "(Once, she knew: “I like my ale warm.”)" in after
    assert re.search("Brida: .*“The stranger steals a spoon.”", after)
    assert re.search(r"She feels [+-]0\.\d\d, and trusts you -0\.\d\d", after)


def test_an_innkeeper_knows_what_was_done(tmp_path: Path) -> None:
    played = run("npc_loop", "hello", "*", "*steal a spoon*", "What did I steal?", "wait 999999999", folder=tmp_path)
    assert "A bed is 15 coppers" in played
    assert re.search("Brida: .*“I steal a spoon.”", played)
    assert played.count("Brida: ") == 2, "a lone star is neither a word nor a deed"
    assert "trusts you -0." in played


def test_a_scene_tells_who_knows_what(tmp_path: Path) -> None:
    shown = run("group_scene", folder=tmp_path, end=True)
    marks = {
        line[:32].strip(): re.findall("[✓·]", line[32:]) for line in shown.splitlines() if line[32:].count("  ") > 5
    }
    pairs = re.findall(r"(\w+) → (\w+)", next(line for line in shown.splitlines() if "Nell → Anna" in line))
    knows = {question: [pair for pair, mark in zip(pairs, found, strict=True) if mark == "✓"]
             for question, found in marks.items() if found}  # fmt: skip
    assert knows == {
        "Where is the wedding?": pairs,
        "What is hidden in the piano?": [("Vera", "Ben")],
        "Who ate the last cinnamon roll?": [pair for pair in pairs if pair[0] in ("Nell", "Otto")],
    }
    to_anna, to_ben, overheard = re.findall(r"Vera → \w+: (.*)", shown.split("Anna asks Vera")[1])
    assert "ring" in to_ben
    assert "ring" not in to_anna + overheard


def test_a_guide_is_made_of_a_text_and_knows_its_visitors(tmp_path: Path) -> None:
    first = run(
        "museum_guide", "Ida", "When was she born?", "How did she pay for the voyage to Suriname?",
        "Which animals were in her luggage?", "My daughter draws beetles.", folder=tmp_path,
    )  # fmt: skip
    born, paid, animals, _ = re.findall(r"Ida: Guard: (.*(?:\n +.*)?)", first)[:4]
    for answer, holds, place in (
        (born, "2 April 1647", "Childhood in Frankfurt"),
        (paid, "255 of her pictures", "The voyage to Suriname"),
        (animals, "a small crocodile", "The voyage to Suriname"),
    ):
        assert holds in answer
        assert f"[m1] {place}" in answer, "it says where that stands"
    assert "You have been to: Childhood in Frankfurt, The voyage to Suriname" in first
    again = run("museum_guide", "Ida", "What does my daughter draw?", folder=tmp_path)
    assert "learnt: 0, known from before: 12" in again
    assert "“Which animals were in her luggage?”" in again
    assert "beetles" in again
    assert "[m1] what Ida said" in again


def test_a_guide_to_another_text(tmp_path: Path) -> None:
    (tmp_path / "lamp.md").write_text(
        "# The lamp\n\nThe lamp was carried here from Alexandria in 1732.\n", encoding="utf-8"
    )
    done = subprocess.run(
        [sys.executable, EXAMPLES / "museum_guide.py", "lamp.md"], input="Ida\nWhere does the lamp come from?\nquit\n",
        cwd=tmp_path, capture_output=True, text=True, timeout=120,
    )  # fmt: skip
    assert "Alexandria" in done.stdout
    assert "[m1] The lamp" in done.stdout


def test_a_guide_to_a_text_without_headings_and_to_none(tmp_path: Path) -> None:
    (tmp_path / "mine.md").write_text("The lamp was carried here from Alexandria in 1732.", encoding="utf-8")
    (tmp_path / "empty.md").write_text(" ", encoding="utf-8")
    (tmp_path / "picture.md").write_bytes(b"\xff\xd8\xff")
    for name, shown in (
        ("mine.md", "[m1] mine\n"),
        ("empty.md", "There is no text in empty.md."),
        ("absent.md", "There is no text in absent.md."),
        ("picture.md", "picture.md is no text in UTF-8: save it as such, please."),
    ):
        done = subprocess.run(
            [sys.executable, EXAMPLES / "museum_guide.py", name],
            input="Ida\nWhat was carried here from Alexandria?\nquit\n",
            cwd=tmp_path, capture_output=True, text=True, timeout=120,
        )  # fmt: skip
        assert shown in done.stdout + done.stderr
        assert "Traceback" not in done.stderr
