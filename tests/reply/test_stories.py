"""Stories as they are told: kept with the character, gone through by each person, erased with the talk."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from importlib.resources import files
from pathlib import Path

import pytest

import soulkeep
from soulkeep.testing.models import HashEmbedder, ScriptedChat

STORY = """
story: club
events:
  - id: hello
    title: how we met
    open: Hi, I'm {name}! What do you like?
    talk:
      turns: 2
      guide: Find out what {person} likes.
      ask: And why is that?
    follow:
      - id: football
        when: {said: [football]}
        say: Football! I was in goal at school.
    close: It was nice to meet you.
  - id: later
    title: how we met again
    when: {after: hello, days: 1}
    open: There you are again, {person}!
"""


@pytest.fixture
def keep(clock: soulkeep.ManualClock) -> Iterator[soulkeep.Keep]:
    with soulkeep.open(":memory:", clock=clock, embedder=HashEmbedder()) as keep:
        yield keep


@pytest.fixture
def yuna(keep: soulkeep.Keep) -> soulkeep.Character:
    yuna = keep.character("yuna", name="Yuna")
    assert yuna.stage(STORY) == "club"
    return yuna


def test_an_event_from_its_opening_to_its_end(yuna: soulkeep.Character, clock: soulkeep.ManualClock) -> None:
    opening = yuna.begin(person="anna", session="s")
    assert opening is not None
    assert (opening.text, opening.responder) == ("Hi, I'm Yuna! What do you like?", "event")
    assert yuna.begin(person="anna", session="s") is None
    football = yuna.reply("I play football.", person="anna", session="s")
    assert (football.responder, football.text) == ("event", "Football! I was in goal at school.")
    asked = yuna.reply("Ah.", person="anna", session="s")
    assert asked.text == "And why is that?"
    closed = yuna.reply("It keeps me fit.", person="anna", session="s")
    assert (closed.responder, closed.text) == ("event", "It was nice to meet you.")
    [event] = yuna.stories.events(person="anna")
    assert (event.story, event.event, event.title, event.opened) == ("club", "hello", "how we met", clock.now())
    assert event.closed == clock.now()
    assert yuna.reply("I play football.", person="anna", session="s").responder != "event"
    clock.advance(timedelta(days=1))
    again = yuna.reply("Good evening.", person="anna", session="t")
    assert again.text == "There you are again, anna!"
    assert again.trace.offers[0].responder == "event"
    assert "hello" in again.trace.why or again.trace.why
    assert [one.event for one in yuna.stories.events(person="anna")] == ["hello", "later"]


def test_each_person_goes_through_it_alone(yuna: soulkeep.Character) -> None:
    assert yuna.begin(person="anna")
    yuna.reply("I play football.", person="anna")
    assert yuna.stories.events(person="boris") == []
    assert yuna.begin(person="boris")
    assert yuna.reply("I read comics.", person="boris").text != "Football! I was in goal at school."
    assert [memory.text for memory in yuna.memories(person="boris", kinds={"event"})] == ["how we met"]


def test_another_process_goes_on_where_it_stands(tmp_path: Path, clock: soulkeep.ManualClock) -> None:
    path = tmp_path / "keep.db"
    with soulkeep.open(path, clock=clock, embedder=HashEmbedder()) as one:
        one.character("yuna", name="Yuna").stage(STORY)
        assert one.character("yuna").begin(person="anna")
        with soulkeep.open(path, clock=clock, embedder=HashEmbedder()) as other:
            yuna = other.character("yuna")
            assert list(yuna.stories) == ["club"]
            assert yuna.begin(person="anna") is None
            assert yuna.reply("I play football.", person="anna").responder == "event"
        assert one.character("yuna").reply("I play football.", person="anna").text == "And why is that?"


def test_opened_twice_at_once_it_opened_once(tmp_path: Path, clock: soulkeep.ManualClock) -> None:
    path = tmp_path / "keep.db"
    with soulkeep.open(path, clock=clock, embedder=HashEmbedder()) as keep:
        yuna = keep.character("yuna", name="Yuna")
        yuna.stage(STORY)
        streams = [yuna.stream(f"Hello {i}!", person="anna") for i in range(2)]
        pieces = [iter(stream) for stream in streams]
        for piece in pieces:  # both chose before either was stored
            next(piece)
        for piece in pieces:
            list(piece)
        assert [event.event for event in yuna.stories.events(person="anna")] == ["hello"]
        assert len(list(yuna.memories(person="anna", kinds={"event"}))) == 1


def test_it_is_erased_with_the_person(keep: soulkeep.Keep, yuna: soulkeep.Character) -> None:
    yuna.begin(person="anna")
    keep.erase(person="anna")
    assert yuna.stories.events(person="anna") == []
    assert yuna.begin(person="anna")


def test_a_story_is_replaced_or_taken_away(yuna: soulkeep.Character, tmp_path: Path) -> None:
    yuna.begin(person="anna")
    path = tmp_path / "story.yaml"
    path.write_text(STORY.replace("And why is that?", "But why?"), encoding="utf-8")
    yuna.stage(path)
    assert yuna.reply("I like tea.", person="anna").text == "But why?"
    assert yuna.stories.remove("club")
    assert not yuna.stories.remove("club")
    assert yuna.reply("I like tea.", person="anna").responder != "event"
    assert yuna.begin(person="boris") is None


@pytest.mark.parametrize("wrong", ["", "nowhere.yaml", "story: a\nevents: []\n", "story: a\nevents: {\n", 3])
def test_what_is_no_story(yuna: soulkeep.Character, wrong: object) -> None:
    with pytest.raises(soulkeep.SoulkeepError):
        yuna.stage(wrong)  # type: ignore[arg-type]
    assert list(yuna.stories) == ["club"]


def test_rules_may_keep_it_quiet(yuna: soulkeep.Character) -> None:
    quiet = soulkeep.Rules(forbid={"event"})
    assert yuna.reply("Good evening.", person="anna", rules=quiet).responder != "event"
    assert yuna.stories.events(person="anna") == []
    assert yuna.reply("Good evening.", person="anna").responder == "event"


def test_a_model_talks_freely_within_it(clock: soulkeep.ManualClock) -> None:
    chat = ScriptedChat(default="How nice.")
    settings = soulkeep.Settings(model_queries="never", background=False)
    with soulkeep.open(":memory:", clock=clock, embedder=HashEmbedder(), chat=chat, settings=settings) as keep:
        yuna = keep.character("yuna", name="Yuna")
        yuna.stage(STORY)
        assert yuna.begin(person="anna", session="s")
        talks = [yuna.reply(said, person="anna", session="s") for said in ("I like tea.", "It calms me.", "Bye.")]
    assert [reply.responder for reply in talks] == ["model", "model", "event"]
    guided, later = (prompt[-1].content for prompt in chat.prompts)
    assert "Find out what anna likes." in guided
    assert "And why is that?" in guided
    assert "And why is that?" not in later  # asked once
    assert talks[-1].text == "It was nice to meet you."


@pytest.mark.parametrize("language", ["en", "ko"])
def test_the_same_question_is_answered_from_different_memories(language: str, clock: soulkeep.ManualClock) -> None:
    """(3), section 3.2: games and comics, or football."""
    said = {
        "en": {
            "games": [
                "I love video games and comics.",
                "The best are games for two, like Starlight Duel.",
                "With friends.",
            ],
            "plan games": [
                "Let's play Starlight Duel together on Saturday!",
                "Yes, I promise: Starlight Duel.",
                "Deal!",
            ],
            "football": ["I love football.", "I play as a striker.", "With my team."],
            "plan football": ["Let's play football in the park on Saturday!", "Yes, I promise: football.", "Deal!"],
            "question": "What did we plan to play on Saturday?",
        },
        "ko": {
            "games": [
                "나는 게임이랑 만화책을 좋아해.",
                "둘이서 하는 별빛대결이라는 게임이 제일 재밌어.",
                "친구들이랑 해.",
            ],
            "plan games": ["토요일에 같이 별빛대결 게임 하자!", "응, 약속할게. 별빛대결 하자.", "좋아!"],
            "football": ["나는 축구를 좋아해.", "나는 공격수를 맡고 있어.", "우리 팀이랑 해."],
            "plan football": ["토요일에 공원에서 같이 축구 하자!", "응, 약속할게. 축구 하자.", "좋아!"],
            "question": "토요일에 무슨 게임 하기로 했지?",
        },
    }[language]
    story = (files("soulkeep.demo") / "story.yaml").read_text(encoding="utf-8")
    answers = {}
    with soulkeep.open(":memory:", clock=clock) as keep:
        yuna = keep.character("yuna", name="유나" if language == "ko" else "Yuna")
        yuna.stage(story)
        for person, likes in (("jisung", "games"), ("minjun", "football")):
            for day, lines in enumerate((said[likes], said[f"plan {likes}"])):
                clock.advance(timedelta(days=2))
                opening = yuna.begin(person=person, session=f"day {day}", language=language)
                assert opening is not None
                for line in lines:
                    yuna.reply(line, person=person, session=f"day {day}")
            clock.advance(timedelta(days=2))
            opening = yuna.begin(person=person, session="weekend", language=language)
            assert opening is not None
            answers[likes] = yuna.reply(str(said["question"]), person=person, session="weekend")
            assert [event.event for event in yuna.stories.events(person=person)] == ["hello", "plan", "weekend"]
    games, football = ("Starlight Duel", "football") if language == "en" else ("별빛대결", "축구")
    assert games in answers["games"].text
    assert football not in answers["games"].text
    assert football in answers["football"].text
    assert games not in answers["football"].text


def test_who_leaves_amid_an_opening_is_not_told_it_again(yuna: soulkeep.Character) -> None:
    pieces = iter(yuna.stream("Good evening.", person="anna"))
    next(pieces)
    pieces.close()  # type: ignore[attr-defined]
    assert [event.event for event in yuna.stories.events(person="anna")] == ["hello"]
    assert yuna.reply("I like tea.", person="anna").text != "Hi, I'm Yuna! What do you like?"
