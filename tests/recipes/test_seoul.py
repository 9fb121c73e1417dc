"""(3) as a recipe: three events with two people, whose same question is answered from different memories.

The formula of the three scores is tested in tests/search/test_presets.py, stories in tests/reply/story.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

import pytest
from recipes_support import Model, section

import soulkeep
from soulkeep.models.chat.base import Message
from soulkeep.recipes.seoul import INSTRUCTIONS

FRIDAY = datetime(2026, 5, 8, 18, 30, tzinfo=UTC)
STORY = """
story: yeona
language: ko
events:
  - id: hello
    title: {ko: 처음 만난 날, en: how we met}
    open: {ko: "안녕, 난 {name}(이)야. 넌 뭘 좋아해?", en: "Hi, I'm {name}. What do you like?"}
    talk: {turns: 2}
    close: {ko: 재미있었어. 또 봐!, en: That was fun. See you!}
  - id: plan
    title: {ko: 약속한 날, en: our plan}
    when: {after: hello, days: 1}
    open: {ko: "우리 같이 뭐 할까?", en: "What shall we do together?"}
    talk: {turns: 1}
    close: {ko: 그래 좋아!, en: "Fine with me!"}
  - id: weekend
    title: {ko: 심심한 날, en: a dull day}
    when: {after: plan, days: 1}
    open: {ko: "심심하지 않아?", en: "Aren't you bored?"}
    talk: {turns: 4}
"""


class User(NamedTuple):
    """The turns of somebody in the first two events, and a word of them that nobody else says."""

    likes: tuple[str, str]
    promise: str
    word: str


class Talks(NamedTuple):
    """The two people of the paper's scenario in a language, and the question of the third event."""

    name: str
    games: User
    football: User
    bye: str
    question: str


KOREAN = Talks(
    "유나",
    User(
        ("나는 게임이랑 만화책을 좋아해.", "용이 나오는 만화책을 제일 좋아해."),
        "우리 약속하자, 같이 게임 하기로.",
        "게임",
    ),
    User(("나는 축구를 좋아해.", "난 골키퍼를 맡고 있어."), "우리 약속하자, 같이 축구 하기로.", "축구"),
    "이제 가 볼게.",
    "우리 같이 뭐 하기로 약속했지?",
)
ENGLISH = Talks(
    "Yeona",
    User(
        ("I love video games and comics.", "Those with dragons above all."),
        "I promise to play a game with you.",
        "game",
    ),
    User(("I love football.", "I am a goalkeeper."), "I promise to play football with you.", "football"),
    "I have to go now.",
    "What did I promise to play with you?",
)
BOTH = [pytest.param(KOREAN, "ko", id="ko"), pytest.param(ENGLISH, "en", id="en")]


def yeona_of(keep: soulkeep.Keep, talks: Talks) -> soulkeep.Character:
    yeona = keep.character("yeona", name=talks.name, description="A student who has just moved here.")
    yeona.stage(STORY)
    return yeona


def played(
    yeona: soulkeep.Character, clock: soulkeep.ManualClock, talks: Talks, language: str
) -> dict[str, soulkeep.Reply]:
    """Play the three events with both people, and return the answers to the question of the third, by person."""
    users = {"jisung": talks.games, "minho": talks.football}
    for session, lines in (("hello", lambda user: user.likes), ("plan", lambda user: (user.promise,))):
        for person, user in users.items():
            opening = yeona.begin(person=person, session=session, language=language)
            assert opening is not None
            assert opening.responder == "event"
            for text in (*lines(user), talks.bye):
                clock.advance(timedelta(minutes=1))
                reply = yeona.reply(text, person=person, session=session)
            assert reply.responder == "event"  # the fixed closing; what came before was free talk
        clock.advance(timedelta(days=1))
    found = {}
    for person in users:
        assert yeona.begin(person=person, session="weekend", language=language) is not None
        clock.advance(timedelta(minutes=1))
        found[person] = yeona.reply(talks.question, person=person, session="weekend")
    return found


@pytest.mark.parametrize(("talks", "language"), BOTH)
def test_the_same_question_of_two_people_is_answered_from_different_memories(talks: Talks, language: str) -> None:
    """3.2, Fig. 4 and 5: a game with the first, football with the second; by the voice, which quotes."""
    clock = soulkeep.ManualClock(FRIDAY)
    with soulkeep.open(":memory:", recipe="seoul", clock=clock, embedder="multilingual") as keep:
        replies = played(yeona_of(keep, talks), clock, talks, language)
        for person, user, other in (
            ("jisung", talks.games, talks.football),
            ("minho", talks.football, talks.games),
        ):
            reply = replies[person]
            assert reply.responder == "voice"
            assert reply.references[0].memory.text == user.promise
            assert user.word in reply.text
            assert all(other.word not in hit.memory.text for hit in reply.recall.hits)
            assert set(reply.recall.hits[0].parts) == {"importance", "recency", "meaning"}


@pytest.mark.parametrize(("talks", "language"), BOTH)
def test_a_model_writes_it_from_the_same_memories(talks: Talks, language: str) -> None:
    """3.2 with a language model, which is given the memories of one person and no word of the other's."""

    def write(prompt: Sequence[Message]) -> str:
        text = "\n".join(message.content for message in prompt)
        for user in (talks.games, talks.football):
            found = re.search(rf"\[(m\d+)\][^\n]*{re.escape(user.promise)}", text)
            if found and talks.question in prompt[-1].content:
                return f"{user.promise} [{found[1]}]"
        return "…"

    model, clock = Model(reply=write), soulkeep.ManualClock(FRIDAY)
    settings = soulkeep.recipe("seoul", background=False)
    with soulkeep.open(":memory:", settings=settings, chat=model, clock=clock, embedder="multilingual") as keep:
        replies = played(yeona_of(keep, talks), clock, talks, language)
        assert [reply.references[0].memory.text for reply in replies.values()] == [
            talks.games.promise, talks.football.promise,
        ]  # fmt: skip
        first, second = (
            "".join(message.content for message in prompt)
            for prompt in model.asked("reply")
            if talks.question in prompt[-1].content
        )
        assert talks.games.word in first
        assert talks.football.word not in first
        assert talks.football.promise in second
        assert talks.games.promise not in second


def test_the_prompt_asks_for_empathy_common_interests_own_experience_and_questions() -> None:
    """3.1, the four things that were prompt-engineered."""
    for what in ("feel with", "in common", "experiences of your own", "natural questions"):
        assert what in INSTRUCTIONS
    model = Model(reply="Oh no!")
    with soulkeep.open(":memory:", recipe="seoul", chat=model) as keep:
        keep.character("yeona", name="Yeona").reply("I failed my exam.", person="jisung")
        assert INSTRUCTIONS in model.prompts[0][0].content
        assert model.prompts[0][0].content.startswith("You are Yeona.")


def test_short_term_memory_is_read_whole_and_thirty_of_the_others() -> None:
    """3.1: everything in the buffer; 30 of the long-term memory, none of them out of the buffer."""
    model, clock = Model(reply="Aha."), soulkeep.ManualClock(FRIDAY)
    settings = soulkeep.recipe("seoul", background=False)
    with soulkeep.open(":memory:", settings=settings, chat=model, clock=clock) as keep:
        yeona = keep.character("yeona", name="Yeona")
        long = "with a dragon on it that breathes fire over the roofs of a town, and a knight who would rather draw it"
        old = [soulkeep.Turn(f"Long ago I drew comic number {i} {long}.", session="old") for i in range(60)]
        yeona.observe_many(old, person="jisung")
        buffer = [f"Today I bought comic number {i} with a tiger on it." for i in range(2 * settings.history_turns)]
        yeona.observe_many([soulkeep.Turn(text, session="now") for text in buffer], person="jisung")
        reply = yeona.reply("Which comic is best?", person="jisung", session="now")
        assert len(buffer) == 48
        assert all(text in section(reply, "talk") for text in buffer)
        assert len(reply.recall.hits) == 30
        assert all(long in hit.memory.text for hit in reply.recall.hits)
        memories = next(one for one in reply.trace.prompt if one.name == "memories")
        assert (memories.text.count(long), memories.left_out) == (30, 0)


def test_reflection_turns_the_buffer_into_higher_memories_that_come_to_mind() -> None:
    """3.1: what is in short-term memory is made into higher memories, which go to long-term memory."""
    insight = "jisung reads comics about dragons whenever jisung can."

    def remember(prompt: Sequence[Message]) -> str:
        days = re.findall(r"On (\S+) I read comics", prompt[1].content.partition("Remember these turns:")[2])
        return json.dumps({"summary": f"jisung read comics on {' and '.join(days)}.", "importance": 10})

    def reflect(prompt: Sequence[Message]) -> str:
        numbers = [int(n) for n in re.findall(r"\[(\d+)\][^\n]*comics", prompt[1].content)]
        return json.dumps({"questions": [], "insights": [{"insight": insight, "because": numbers}]})

    model, clock = Model(reply="Aha.", memory=remember, reflect=reflect), soulkeep.ManualClock(FRIDAY)
    settings = soulkeep.recipe("seoul", background=False)
    with soulkeep.open(":memory:", settings=settings, chat=model, clock=clock) as keep:
        yeona = keep.character("yeona", name="Yeona")
        days = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday", "Easter")
        for day in days[:-1]:
            yeona.observe(f"On {day} I read comics about dragons.", person="jisung", session="old")
        keep.settle(over=True)
        assert list(yeona.memories(person="jisung", kinds={"insight"})) == []  # 35 of 40
        yeona.observe(f"On {days[-1]} I read comics about dragons.", person="jisung", session="old")
        keep.settle(over=True)
        [higher] = yeona.memories(person="jisung", kinds={"insight"})
        assert (higher.text, len(higher.turns)) == (insight, 8)
        reply = yeona.reply("What could we read?", person="jisung", session="new")
        assert higher.id in [hit.memory.id for hit in reply.recall.hits]
        assert insight in section(reply, "memories")


def test_each_person_has_a_store_of_their_own() -> None:
    """3.1: "사용자 전용"; what is told by one comes up with nobody else."""
    with soulkeep.open(":memory:", recipe="seoul") as keep:
        yeona = keep.character("yeona")
        yeona.observe("나는 축구를 좋아해.", person="minho")
        assert yeona.recall("축구", person="jisung").hits == ()
        assert [hit.memory.person for hit in yeona.recall("축구", person="minho").hits] == ["minho"]
