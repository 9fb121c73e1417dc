"""Stories on the command line: staged, played, looked at; and the demo that tells one."""

from __future__ import annotations

import json
import subprocess
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

import soulkeep
from command_support import ok, run
from soulkeep.demo.yuna import LANGUAGES, demo_in, evenings, script

STORY = """
story: mine
events:
  - id: hello
    title: how we met [b]
    open: {en: "Hi {person}, I'm {name}!", ko: "안녕 {person}아/야!"}
    talk: {turns: 1}
    close: Bye!
  - id: later
    when: {after: hello, days: 1}
    open: You are back!
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with a story that Yuna was given."""
    (tmp_path / "story.yaml").write_text(STORY, encoding="utf-8")
    staged = ok("stage", "story.yaml", "-c", "yuna", "--name", "Yuna", cwd=tmp_path)
    assert staged["staged"] == {"story": "mine", "events": ["hello", "later"]}
    return tmp_path


def chat(folder: Path, *arguments: str, says: str) -> list[dict[str, Any]]:
    """Return the replies of a talk."""
    done = run("chat", "--json", *arguments, cwd=folder, stdin=says)
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


# -- commands


def test_a_character_is_named_and_described_where_it_is_made(tmp_path: Path) -> None:
    (tmp_path / "nell.txt").write_text("Nell keeps a lighthouse.\n", encoding="utf-8")
    chat(tmp_path, "-c", "nell", "--name", "Nell", "--description", "@nell.txt", says="Hello.\n")
    with soulkeep.open(tmp_path / "keep.db") as keep:
        nell = keep.character("nell", create=False)
        assert (nell.name, nell.profile.description) == ("Nell", "Nell keeps a lighthouse.")
    (tmp_path / "story.yaml").write_text(STORY, encoding="utf-8")
    ok("stage", "story.yaml", "-c", "nell", "--description", "Nell is old.", cwd=tmp_path)
    with soulkeep.open(tmp_path / "keep.db") as keep:
        nell = keep.character("nell", create=False)
        assert (nell.name, nell.profile.description) == ("Nell", "Nell is old.")


def test_a_description_that_cannot_be_read_makes_nothing(tmp_path: Path) -> None:
    done = run("chat", "-c", "nell", "--description", "@nell.txt", cwd=tmp_path, stdin="Hello.\n")
    assert done.returncode != 0
    assert "nell.txt" in done.stderr
    assert not (tmp_path / "keep.db").exists()


def test_an_empty_keep_says_how_a_character_is_made(tmp_path: Path) -> None:
    done = run("chat", cwd=tmp_path, stdin="Hello.\n")
    assert done.returncode != 0
    assert "soulkeep chat -c nell" in " ".join(done.stderr.split())


def test_the_character_speaks_first_and_the_story_is_remembered(folder: Path) -> None:
    opening, free, closing = chat(folder, says="I paint boats.\nSo long.\n")
    assert (opening["text"], opening["responder"], opening["heard"]) == ("Hi user, I'm Yuna!", "event", None)
    assert free["responder"] != "event"
    assert (closing["text"], closing["responder"]) == ("Bye!", "event")
    assert [reply["responder"] for reply in chat(folder, says="Hello.\n")] != ["event"], "it opens only once"
    [hello] = ok("story", cwd=folder)
    assert (hello["event"], hello["title"]) == ("hello", "how we met [b]")
    assert hello["closed"] is not None
    shown = run("story", cwd=folder).stdout
    assert "hello  how we met [b]" in shown
    assert "going on" not in shown


def test_the_language_of_the_first_words_can_be_said(folder: Path) -> None:
    [opening] = chat(folder, "--language", "ko", "-p", "민재", says="")
    assert opening["text"] == "안녕 민재야!"


def test_a_person_who_was_not_met_has_no_story(folder: Path) -> None:
    assert ok("story", "-p", "boris", cwd=folder) == []
    assert "Nothing has happened with boris yet. It has: mine." in run("story", "-p", "boris", cwd=folder).stdout


def test_an_event_that_is_open_is_going_on(folder: Path) -> None:
    chat(folder, says="")
    assert "going on" in run("story", cwd=folder).stdout


def test_stories_are_listed_and_taken_away(folder: Path) -> None:
    assert ok("stage", cwd=folder)["stories"] == ["mine"]
    assert run("stage", cwd=folder).stdout == "mine\n"
    wrong = run("stage", "--remove", "other", cwd=folder)
    assert wrong.returncode == 1
    assert "There are: mine." in wrong.stderr
    assert ok("stage", "--remove", "mine", cwd=folder)["stories"] == []
    assert "No stories" in run("stage", cwd=folder).stdout
    assert chat(folder, says="Hello.\n")[0]["heard"] is not None, "nothing opens any more"


@pytest.mark.parametrize("text", ["story: mine\nevents:\n  - id: hello\n    opn: Hi!\n", "nothing"])
def test_a_mistake_is_told_before_anything_is_made(tmp_path: Path, text: str) -> None:
    (tmp_path / "story.yaml").write_text(text, encoding="utf-8")
    done = run("stage", "story.yaml", "-c", "yuna", "--json", cwd=tmp_path)
    assert done.returncode == 1
    assert json.loads(done.stdout)["error"]["type"] == "BadFile"
    assert [file.name for file in tmp_path.iterdir()] == ["story.yaml"]


def test_looking_makes_no_keep(tmp_path: Path) -> None:
    for command in ("stage", "story", "grounding"):
        done = run(command, cwd=tmp_path)
        assert done.returncode == 1
        assert "There is no keep" in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_grounding_adds_up_what_replies_rest_on(tmp_path: Path) -> None:
    with soulkeep.open(tmp_path / "keep.db") as keep:
        holmes = keep.character("holmes")
        holmes.observe("I adopted a cat called Miso.", person="user", session="old")
        holmes.reply("What is my cat called?", person="user", session="new")
    found = ok("grounding", cwd=tmp_path)
    assert (found["replies"], found["claims"], found["supported"], found["grounded"]) == (1, 1, 1, 1.0)
    assert ok("grounding", "--session", "old", cwd=tmp_path)["claims"] == 0
    shown = run("grounding", cwd=tmp_path).stdout
    assert "1 claim in 1 reply" in shown
    assert "100%" in shown
    assert "No reply to boris" in run("grounding", "-p", "boris", cwd=tmp_path).stdout


# -- the demo


@pytest.fixture(scope="module", params=LANGUAGES)
def played(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """Return the outcome of the story in a language."""
    found: dict[str, Any] = ok(
        "demo", "--story", "--language", request.param, cwd=tmp_path_factory.mktemp(f"story-{request.param}")
    )
    return found


def test_both_go_through_the_same_script(played: dict[str, Any]) -> None:
    mine, other = played["people"]
    for person in (mine, other):
        assert [event["event"] for event in person["events"]] == ["hello", "plan", "weekend"]
        assert [event["closed"] is None for event in person["events"]] == [False, False, True]
    openings = [[day[0]["text"].replace(person["person"], "") for day in person["days"]] for person in (mine, other)]
    assert openings[0] == openings[1]
    assert mine["person"] in mine["days"][1][0]["text"]


def test_the_same_question_is_answered_from_what_each_told_her(played: dict[str, Any]) -> None:
    people = demo_in(played["language"]).people
    answers = [person["answer"] for person in played["people"]]
    for person, shown, answer in zip(people, played["people"], answers, strict=True):
        assert shown["days"][-1][-1]["said"] == played["question"]
        own = {line for day in person.says for line in day}
        assert answer["responder"] == "voice"
        [reference] = answer["references"]
        assert reference["memory"]["text"] in own, "and nothing that the other told"
        assert reference["memory"]["text"] in answer["text"]
        assert answer["check"]["claims"]
        assert all(claim["verdict"] == "supported" for claim in answer["check"]["claims"])
    assert answers[0]["text"] != answers[1]["text"]


def test_the_questions_of_the_script_are_asked_and_each_evening_ends(played: dict[str, Any]) -> None:
    for person in played["people"]:
        for day in person["days"][:-1]:
            assert [turn["responder"] for turn in day].count("event") == 4, "opening, two questions, closing"
            assert day[-1]["responder"] == "event"


def lines(done: subprocess.CompletedProcess[str]) -> str:
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    return done.stdout


def test_it_is_shown_without_a_terminal_and_kept_if_wanted(tmp_path: Path) -> None:
    shown = lines(run("demo", "--story", "--keep", "y.db", cwd=tmp_path))
    for part in (
        "Mia likes games",
        "how we made a plan",
        "Hollow Lantern",
        "football",
        "bids",
        "█",
        "stage story.yaml",
    ):
        assert part in shown, part
    assert "Now you" not in shown
    again = lines(run("demo", "--story", "--keep", "y.db", cwd=tmp_path))
    assert "Yuna remembers them" in again
    assert "Hollow Lantern" not in again, "nothing is said twice"
    assert [event["event"] for event in ok("story", "-p", "Leo", "-f", "y.db", cwd=tmp_path)][-1] == "weekend"


def test_the_story_that_it_invites_to_write_can_be_staged(tmp_path: Path) -> None:
    shown = lines(run("demo", "--story", cwd=tmp_path))
    text = shown[shown.index("story: mine") : shown.index("That is a whole story")]
    with soulkeep.open(":memory:") as keep:
        assert keep.character("yuna").stage(text) == "mine"


def test_a_language_that_it_is_not_told_in_is_an_error(tmp_path: Path) -> None:
    done = run("demo", "--story", "--language", "fr", cwd=tmp_path)
    assert done.returncode == 1
    assert "en, ko" in done.stderr
    both = run("demo", "--story", "--music", cwd=tmp_path)
    assert both.returncode == 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_everybody_in_the_data_says_as_much_as_the_script_has_room_for(language: str) -> None:
    demo = demo_in(language)
    assert len(demo.people) == 2
    assert {len(person.says) for person in demo.people} == {2}
    assert {len(day) for person in demo.people for day in person.says} == {4}
    with soulkeep.open(":memory:") as keep:
        assert keep.character(**demo.character).stage(script()) == "yuna"


def test_the_last_evening_is_a_friday_that_is_over() -> None:
    for day in range(1, 15):
        for hour in (0, 12, 18, 19, 20, 23):
            now = datetime(2026, 1, day, hour, 45).astimezone()
            monday, wednesday, friday = evenings(now)
            assert [one.weekday() for one in (monday, wednesday, friday)] == [0, 2, 4]
            assert timedelta() < now - friday < timedelta(days=8)
            assert friday - monday == timedelta(days=4)
