"""`soulkeep demo --music`, as a person or a script would run it: a fresh process, and nobody at the keyboard."""

from __future__ import annotations

import json
import re
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

import command_support
import soulkeep
from soulkeep.cli import why
from soulkeep.cli.why import show_more, show_why, understanding_words
from soulkeep.demo import MUSIC, companion, music, visits
from soulkeep.graph.episodes.understand import understand
from soulkeep.graph.files import read_bytes
from soulkeep.graph.knowledge import Knowledge
from soulkeep.types.episodes import Understanding

HANGUL = re.compile("[가-힣]")
PARKER = "When was Charlie Parker born?"


def demo(folder: Path, *arguments: str) -> str:
    done = command_support.run("demo", "--music", *arguments, cwd=folder)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stderr == ""
    return done.stdout


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("music")


@pytest.fixture(scope="module")
def played(folder: Path) -> dict[str, Any]:
    """Return the outcome of the demo, with Ella kept."""
    found: dict[str, Any] = json.loads(demo(folder, "--json", "--keep", "ella.db"))
    return found


@pytest.fixture(scope="module")
def again(folder: Path, played: dict[str, Any]) -> dict[str, Any]:
    """Return the outcome of running it once more."""
    found: dict[str, Any] = json.loads(demo(folder, "--json", "--keep", "ella.db"))
    return found


@pytest.fixture(scope="module")
def today(played: dict[str, Any]) -> list[dict[str, Any]]:
    return [turn for scene in played["today"] for turn in scene["turns"]]


@pytest.fixture(scope="module")
def knowledge() -> Knowledge:
    return Knowledge([read_bytes(music(), MUSIC, format="turtle").data])


def told(turn: dict[str, Any]) -> list[str]:
    return [remark["intent"] for remark in turn["remarks"] if remark["told"]]


def one(turns: list[dict[str, Any]], text: str) -> dict[str, Any]:
    return next(turn for turn in turns if text in turn["said"])


def test_it_runs_to_its_end_without_a_terminal(tmp_path: Path) -> None:
    shown = demo(tmp_path)
    for part in (
        "triples", "180 people", "A year ago", "Yesterday", "Joe Satriani · birth date · ?", "also a guitarist",
        "remarked", "What she has learnt about Sam", "█", "soulkeep episodes", "soulkeep sparql",
    ):  # fmt: skip
        assert part in shown, part
    assert "http" not in shown, "names are shown in words"
    assert "Now you" not in shown
    assert list(tmp_path.iterdir()) == [], "nothing is left where it ran"


def test_she_learns_what_there_is(played: dict[str, Any], knowledge: Knowledge) -> None:
    learned = played["learned"]
    assert learned["triples"] == len(knowledge)
    assert min(learned["people"], learned["albums"], learned["songs"]) > 100
    assert learned["new"]


def test_the_past_is_told_with_its_dates(played: dict[str, Any]) -> None:
    starts = [datetime.fromisoformat(visit["turns"][0]["time"]) for visit in played["past"]]
    ago = [(datetime.now().astimezone().date() - start.date()).days for start in starts]
    assert ago in ([374, 8, 1], [375, 9, 2])  # midnight may have come in between
    assert [visit["title"] for visit in played["past"]] == ["A year ago", "Last week", "Yesterday"]
    week = played["past"][1]["turns"]
    assert one(week, "great answer")["understanding"]["feedback"] > 0
    assert one(week, "wrong")["understanding"]["feedback"] < 0
    yesterday = one(played["past"][2]["turns"], "Norah Jones")
    assert told(yesterday) == ["tendency_favourite"]
    assert "Lou Reed" in yesterday["text"]


def test_everything_is_answered(played: dict[str, Any]) -> None:
    turns = [turn for part in (*played["past"], *played["today"]) for turn in part["turns"]]
    assert {turn["responder"] for turn in turns} == {"knowledge", "episode", "courtesy"}
    assert all(turn["text"] for turn in turns)


def test_she_greets_by_the_last_talk(today: list[dict[str, Any]]) -> None:
    assert today[0]["said"] == "Hello!"
    assert "Piano Man" in today[0]["text"]
    assert "yesterday" in today[0]["text"].lower()


def test_one_guitarist_relates_to_another(today: list[dict[str, Any]]) -> None:
    turn = one(today, "Joe Satriani")
    assert "15 July 1956" in turn["text"]
    assert told(turn) == ["reminded_class"]
    nearest = turn["similar"][0]
    assert nearest["by"] == "class"
    assert nearest["via"].endswith("Guitarist>")
    assert nearest["episode"]["text"] == "When was Jimi Hendrix born?"
    assert "Jimi Hendrix" in turn["text"]


def test_a_korean_question_is_answered_in_korean_and_known_again(today: list[dict[str, Any]]) -> None:
    turn = one(today, "지미 헨드릭스")
    assert turn["responder"] == "knowledge"
    assert len(HANGUL.findall(turn["text"])) > 10
    assert not re.search("[a-z]", turn["text"])
    assert "1942년 11월 27일" in turn["text"]
    assert told(turn) == ["same_question_trivia"]
    assert turn["similar"][0]["by"] == "same"


def test_a_value_that_the_person_asks_about_is_noticed_in_something_else(today: list[dict[str, Any]]) -> None:
    turn = one(today, "Which albums did Billy Joel")
    assert "The Stranger" in turn["text"]
    assert "The Bronx" in turn["text"]
    assert "New York" in turn["text"]
    assert told(turn) == ["noticed"]


def test_the_question_of_a_year_ago_is_trivia_and_then_an_annoyance(today: list[dict[str, Any]]) -> None:
    asked = [turn for turn in today if turn["said"] == PARKER]
    trivia, again, annoyed = (f"same_question_{kind}" for kind in ("trivia", "again", "annoyed"))
    assert [told(turn) for turn in asked] == [[trivia], [again], [again], [again], [annoyed], [annoyed]]
    assert len({turn["text"] for turn in asked}) == len(asked), "no two are worded alike"
    assert all("29 August 1920" in turn["text"] for turn in asked)


def test_what_is_left_out_is_taken_from_the_talk(today: list[dict[str, Any]]) -> None:
    turn = one(today, "And Miles Davis?")
    assert turn["understanding"]["carried"] == ["property"]
    assert "26 May 1926" in turn["text"]


def test_an_answer_that_was_taken_badly_is_remembered_as_that(today: list[dict[str, Any]]) -> None:
    turn = one(today, "How many albums")
    assert told(turn) == ["same_question_bad"]
    assert turn["similar"][0]["evaluation"] < 0


def test_she_remembers_what_was_asked_yesterday(today: list[dict[str, Any]]) -> None:
    turn = one(today, "yesterday")
    assert turn["responder"] == "episode"
    assert "Norah Jones" in turn["text"]
    assert "Jimi Hendrix" not in turn["text"]


def test_an_offer_is_made_and_taken(today: list[dict[str, Any]]) -> None:
    offer, taken = today[-2:]
    assert told(offer) == ["interest_offer"]
    assert "Nina Simone" in offer["text"]
    assert taken["said"] == "Yes, please"
    assert taken["responder"] == "knowledge"
    assert taken["text"].startswith(("Nina Simone", "Here"))
    assert "jazz" in taken["text"]


def test_what_she_learnt_about_the_person_is_told(played: dict[str, Any]) -> None:
    labels = {
        kind: [one["label"] for one in played["interests"] if one["kind"] == kind] for kind in ("entity", "value")
    }
    assert {"Charlie Parker", "Nina Simone", "Billy Joel"} <= set(labels["entity"][:5])
    assert "New York City" in labels["value"][:4]
    assert played["episodes"] > 100


def test_the_story_is_not_played_into_a_keep_that_has_it(
    folder: Path, played: dict[str, Any], again: dict[str, Any]
) -> None:
    assert again["past"] == []
    assert [turn["said"] for scene in again["today"] for turn in scene["turns"]] == ["Hello!"]
    assert not again["learned"]["new"]
    assert played["episodes"] < again["episodes"] <= played["episodes"] + 5
    with soulkeep.open(folder / "ella.db") as keep:
        asked = [one.text for one in keep.character("ella", create=False).episodes(person="Sam") if one.kind == "input"]
    assert asked.count("Where was Norah Jones born?") == 1


def test_the_past_is_dated_back_from_any_hour_of_any_day() -> None:
    for now in ("2026-01-01T00:01:00+09:00", "2028-02-29T23:59:00-05:00", "2026-07-01T12:00:00+00:00"):
        moment = datetime.fromisoformat(now)
        found = list(visits(moment))
        assert [visit.title for visit in found] == [told["title"] for told in companion()["past"]]
        times = [time for visit in found for time, _ in visit.said]
        assert times == sorted(times)
        assert times[-1].date() == moment.date() - timedelta(days=1)


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ("When was Charlie Parker born?", "Charlie Parker · birth date · ?"),
        ("Which bands come from Liverpool?", "? · home town · Liverpool; ? · is · a band"),
        ("Tell me about Nina Simone", "Nina Simone · anything · ?"),
        ("I don't like ABBA.", "you dislike ABBA"),
        ("Did we talk about ABBA?", "about our talks; ABBA"),
        ("Hello!", "a greeting"),
        ("I bought a lamp.", "a statement about nothing that I know"),
    ],
)
def test_what_was_understood_is_told_in_words(knowledge: Knowledge, said: str, words: str) -> None:
    assert understanding_words(understand(said, "en", knowledge), knowledge) == words


def test_what_was_taken_from_the_talk_is_marked(knowledge: Knowledge) -> None:
    said = Understanding(utterance="greeting", carried=("entity", "property"))
    assert understanding_words(said, knowledge) == "a greeting (of whom and what: from the talk before)"


def test_reasons_are_shown_once_and_at_length(knowledge: Knowledge, monkeypatch: pytest.MonkeyPatch) -> None:
    lines: list[tuple[str, str]] = []
    monkeypatch.setattr(why, "_line", lambda name, said, *, whole=False: lines.append((name, said)))
    with soulkeep.open(":memory:", settings=soulkeep.Settings(background=False)) as keep:
        ella = keep.character("ella")
        ella.know(music(), source=MUSIC, format="turtle")
        now = datetime.now().astimezone()
        ella.reply(PARKER, person="Sam", time=now - timedelta(days=400))
        reply = ella.reply(PARKER, person="Sam", time=now)
    shown = show_why(reply, knowledge, now)
    assert lines == shown
    assert [name for name, _ in shown] == ["understood", "came to mind", "remarked"]
    assert "1.00 alike: the very same" in shown[1][1]
    assert show_why(reply, knowledge, now, shown=shown) == shown
    assert len(lines) == 3, "what was just shown is not shown again"
    lines.clear()
    show_more(reply, knowledge, now)
    whole = " ".join(said for _, said in lines)
    for part in ("what I know", "entities 0.55", "same question", "said (0.80)"):
        assert part in whole
