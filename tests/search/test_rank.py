"""The default score's second pass: each part says what it claims to."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

import soulkeep
from soulkeep import Turn

SEOUL = ZoneInfo("Asia/Seoul")
MAY = datetime(2023, 5, 8, 13, 56, tzinfo=UTC)


@pytest.fixture
def npc() -> Iterator[soulkeep.Character]:
    with soulkeep.open(":memory:", clock=soulkeep.ManualClock(datetime(2023, 9, 1, 12, tzinfo=UTC))) as keep:
        yield keep.character("npc")


def parts(recall: soulkeep.Recall) -> dict[str, dict[str, float]]:
    return {hit.memory.id: dict(hit.parts) for hit in recall.hits}


def test_surroundings_reach_over_short_messages_but_not_over_sessions(npc: soulkeep.Character) -> None:
    talk = ["How was the marathon?", "oh", "well", "so", "I came in third!", "nice"]
    npc.observe_many([Turn(text, session="a", id=f"a{i}") for i, text in enumerate(talk)])
    npc.observe("I came in third!", session="b", id="b")
    found = parts(npc.recall("marathon"))
    assert found["a4"]["context"] > 0
    assert found["a4"]["together"] > 0
    assert found["a1"]["context"] > found["a4"]["context"]  # nearer
    assert found["b"]["context"] == found["b"]["together"] == 0


def test_the_one_who_is_named_or_asks_of_themselves(npc: soulkeep.Character) -> None:
    for speaker in ("anna", "Melanie Smith", "Boris"):
        npc.observe("I play the cello.", person="anna", speaker=speaker, id=speaker)
    for question in ("What does Melanie play?", "What does MELANIE's band play?", "What does Mel play?"):
        assert npc.recall(question, person="anna").hits[0].memory.id == "Melanie Smith"
    assert npc.recall("What do I play?", person="anna").hits[0].memory.id == "anna"
    assert "speaker" not in parts(npc.recall("Who plays the cello?", person="anna"))["anna"]
    both = npc.recall("What do Anna, Boris and Melanie play?", person="anna")
    assert "speaker" not in parts(both)["anna"]  # everybody is named: that tells nothing


@pytest.mark.parametrize(
    ("language", "turns", "question"),
    [
        ("en", ("I like the film Alien.", "The film Alien is good."), "Which film did you recommend to me?"),
        ("de", ("Ich mag den Film Alien.", "Der Film Alien ist gut."), "Welchen Film hast du mir empfohlen?"),
        ("fr", ("J'aime le film Alien.", "Le film Alien est bon."), "Quel film m'as-tu dit que tu m'as recommandé ?"),
        ("es", ("Me gusta la película Alien.", "La película Alien es buena."), "¿Qué película me recomendaste?"),
        ("ko", ("나는 에일리언 영화를 좋아해.", "에일리언 영화가 좋아."), "네가 나한테 추천한 영화가 뭐였지?"),
        ("ja", ("私はエイリアンの映画が好き。", "エイリアンの映画がいいよ。"), "私に勧めてくれた映画は何？"),
        ("zh", ("我喜欢电影异形。", "电影异形很好。"), "你给我推荐的电影是什么？"),
    ],
)
def test_what_the_other_one_said(language: str, turns: tuple[str, str], question: str) -> None:
    with soulkeep.open(":memory:") as keep:
        npc = keep.character("npc", language=language)
        npc.observe(turns[0], person="anna", id="own", session="a")
        npc.observe(turns[1], person="anna", speaker="npc", id="told", session="b")
        found = parts(npc.recall(question, person="anna"))
        assert found["told"]["speaker"] > found["own"]["speaker"] == 0


def test_korean_particles_do_not_hide_a_name(npc: soulkeep.Character) -> None:
    for speaker in ("민지", "철수"):
        npc.observe("나는 첼로를 연주해.", person="anna", speaker=speaker, id=speaker)
    assert npc.recall("철수가 뭘 연주하지?", person="anna").hits[0].memory.id == "철수"
    assert npc.recall("민지의 악기는?", person="anna").hits[0].memory.id == "민지"


def test_an_answer_ranks_above_the_question(npc: soulkeep.Character) -> None:
    npc.observe("What is the name of your boat?", session="s", id="q", speaker="boris", person="anna")
    npc.observe("My boat's name is Petrel.", session="s", id="a", speaker="anna", person="anna")
    recall = npc.recall("the name of the boat", person="anna")
    assert recall.hits[0].memory.id == "a"
    assert parts(recall)["q"]["asking"] < 0
    assert parts(recall)["a"]["asking"] == 0


def test_the_same_thing_said_again_and_the_same_question_make_room(npc: soulkeep.Character) -> None:
    for i in range(6):
        npc.observe("Where did I put my keys?", person="anna", session=f"q{i}", id=f"q{i}")
        npc.observe("I love walking by the sea.", person="anna", session=f"s{i}", id=f"s{i}")
    npc.observe("My keys hang behind the clock.", person="anna", session="k", id="keys")
    recall = npc.recall("Where did I put my keys?", person="anna", k=4)
    found = parts(recall)
    assert recall.hits[0].memory.id == "keys"
    assert len({hit.memory.text for hit in recall.hits[:3]}) == 3
    again = parts(npc.recall("Where did I put my keys?", person="anna", k=13))
    assert len(again) == 13  # k is honoured all the same
    assert sum("again" in part and part["again"] < 0 for part in again.values()) == 10
    assert found["keys"].get("again", 0) == 0


def test_a_thing_of_the_kind_that_is_asked_for(npc: soulkeep.Character) -> None:
    for i, text in enumerate(
        ("I cooked lasagna and soup last night.", "We watched the rain for hours.", "I cleaned up.")
    ):
        npc.observe(text, person="anna", speaker="Boris", id=f"{i}", session=f"s{i}")
    npc.observe_many([Turn(f"Day {i} was long.", "anna") for i in range(20)], person="anna")
    found = parts(npc.recall("Which dishes has Boris made?", person="anna"))
    assert found["0"]["kinds"] > 0
    assert found["1"]["kinds"] == 0


DATED = [
    pytest.param("en", "I went to the support group yesterday.", "What did I do on 7 May 2023?", id="yesterday"),
    pytest.param("en", "We will move house next week.", "What happened on 17 May 2023?", id="next week"),
    pytest.param("en", "Last month I broke my arm.", "What happened in April 2023?", id="last month"),
    pytest.param("en", "In 2019 I lived in Oslo.", "Where did I live in 2019?", id="a year"),
    pytest.param("ko", "어제 병원에 갔어.", "2023년 5월 7일에 뭐 했지?", id="ko"),
    pytest.param("zh", "我昨天去了医院。", "2023年5月7日我做了什么？", id="zh"),
    pytest.param("ja", "昨日病院に行きました。", "2023年5月7日に何をしましたか？", id="ja"),
    pytest.param("de", "Gestern war ich beim Arzt.", "Was war am 7. Mai 2023?", id="de"),
    pytest.param("fr", "Hier je suis allée chez le médecin.", "Qu'ai-je fait le 7 mai 2023 ?", id="fr"),
    pytest.param("es", "Ayer fui al médico.", "¿Qué hice el 7 de mayo de 2023?", id="es"),
]


@pytest.mark.parametrize(("language", "told", "question"), DATED)
def test_a_relative_date_is_resolved_when_it_is_stored(language: str, told: str, question: str) -> None:
    with soulkeep.open(":memory:", clock=soulkeep.ManualClock(datetime(2023, 9, 1, tzinfo=UTC))) as keep:
        npc = keep.character("npc", language=language)
        npc.observe(told, person="anna", time=MAY, id="then", session="a")
        npc.observe(told, person="anna", time=MAY + timedelta(days=60), id="later", session="b")
        recall = npc.recall(question, person="anna")
        found = parts(recall)
        if told.startswith("In 2019"):
            assert found["then"]["time"] == found["later"]["time"] > 0
        else:
            assert recall.hits[0].memory.id == "then"
            assert found["then"]["time"] > found["later"]["time"] == 0
        assert npc.memory("then", person="anna").text == told


def test_days_are_those_of_the_time_zone_it_was_told_in(npc: soulkeep.Character) -> None:
    late = datetime(2023, 5, 8, 0, 30, tzinfo=SEOUL)  # still 7 May in Europe
    npc.observe("어제 축구를 했어.", person="anna", time=late, id="x")
    asked = datetime(2023, 9, 1, 12, tzinfo=SEOUL)
    assert parts(npc.recall("2023년 5월 7일에 뭐 했지?", person="anna", time=asked))["x"]["time"] > 0
    assert parts(npc.recall("2023년 5월 6일에 뭐 했지?", person="anna", time=asked))["x"]["time"] == 0


def test_a_bare_year_is_a_whole_year(npc: soulkeep.Character) -> None:
    npc.observe("I ran a marathon.", time=datetime(2022, 11, 3, tzinfo=UTC), id="november")
    npc.observe("I ran a marathon.", time=datetime(2023, 1, 1, tzinfo=UTC), id="new year")
    found = parts(npc.recall("What did I run in 2022?"))
    assert found["november"]["time"] > 0
    assert found["new year"]["time"] == 0


def test_times_against_the_moment_of_asking(npc: soulkeep.Character) -> None:
    npc.observe("We ate at the harbour.", time=datetime(2023, 8, 26, 19, tzinfo=UTC), id="weekend")
    npc.observe("We ate at the harbour.", time=datetime(2023, 8, 30, 19, tzinfo=UTC), id="week")
    assert npc.recall("Where did we eat last weekend?").hits[0].memory.id == "weekend"
    wednesday = datetime(2023, 8, 31, 12, tzinfo=UTC)
    assert npc.recall("Where did we eat yesterday?", time=wednesday).hits[0].memory.id == "week"


def test_before_and_after_an_event(npc: soulkeep.Character) -> None:
    npc.observe("I walk to work.", time=MAY, id="before", session="a")
    npc.observe("The move to Bonn was a mess.", time=MAY + timedelta(days=10), id="move", session="b")
    npc.observe("I walk to work.", time=MAY + timedelta(days=20), id="after", session="c")
    assert npc.recall("How did I get to work before the move?").hits[0].memory.id == "before"
    assert npc.recall("How do I get to work since the move?").hits[0].memory.id == "after"


def test_facing_nobody_in_particular_the_user_asks(npc: soulkeep.Character) -> None:
    for speaker in ("user", "assistant"):
        npc.observe("I play the cello.", speaker=speaker, id=speaker, session=speaker)
    found = parts(npc.recall("What do I play?"))
    assert found["user"]["speaker"] > found["assistant"]["speaker"] == 0


def test_what_was_told_on_an_unknown_day_is_not_dated(npc: soulkeep.Character) -> None:
    npc.observe_many(
        [Turn("I broke my arm yesterday.", id="x"), Turn("In May 2020 I broke my leg.", id="y")], undated=True
    )
    now = datetime.now(UTC)
    found = parts(npc.recall("What did I break yesterday?", time=now))
    assert found["x"]["time"] == 0
    assert parts(npc.recall("What did I break in May 2020?"))["y"]["time"] > 0


def test_when_asks_for_what_tells_a_time(npc: soulkeep.Character) -> None:
    npc.observe("I adopted Miso last spring.", id="told")
    npc.observe("I adopted Miso, she is lovely.", id="untold")
    found = parts(npc.recall("When did I adopt Miso?"))
    assert found["told"]["time"] > found["untold"]["time"] == 0


def test_own_weights(npc: soulkeep.Character) -> None:
    npc.observe("My boat is called Petrel?", id="x")
    with soulkeep.open(":memory:", settings=soulkeep.Settings(weights={"meaning": 0.0, "asking": 1.0})) as keep:
        own = keep.character("npc")
        own.observe("My boat is called Petrel?", id="x")
        found = parts(own.recall("boat"))["x"]
        assert found["meaning"] == 0
        assert found["asking"] == -1
    for wrong in ({"meening": 1.0}, {"meaning": -1.0}, {"meaning": -1e-9}, {"meaning": float("nan")}):
        with soulkeep.open(":memory:", settings=soulkeep.Settings(weights=wrong)) as keep:
            keep.character("npc").observe("x y")
            with pytest.raises(soulkeep.InputError, match="weight"):
                keep.character("npc").recall("x")


def test_more_hits_than_candidates(npc: soulkeep.Character) -> None:
    npc.observe_many([Turn(f"Line {i} of many.", session="s") for i in range(700)])
    for k in (1, 150, 500, 700, 900):
        assert len(npc.recall("line", k=k).hits) == min(k, 700)
    since = npc.recall("line", k=300, kinds={"passage"})
    assert since.hits == ()
    assert len(since.held_back) == 300


def test_confidence_tells_what_was_never_talked_of() -> None:
    with soulkeep.open(":memory:") as keep:
        holmes = keep.character("holmes")
        assert holmes.recall("Where is my violin?", person="anna").confidence == 0
        for text in ("My cat is called Miso.", "I moved to Bonn in May.", "I am allergic to peanuts.", "It rains."):
            holmes.observe(text, person="anna")
        known = holmes.recall("What is my cat called?", person="anna")
        unknown = holmes.recall("Who won the chess championship in Iceland?", person="anna")
        assert known.confidence is not None
        assert unknown.confidence is not None
        assert known.confidence > 0.5 > unknown.confidence
        assert holmes.recall("cat", person="anna", preset="mimir").confidence is None
        nothing = holmes.recall("What is my cat called?", person="anna", budget=1)
        assert (nothing.hits, nothing.confidence) == ((), 0)


@pytest.mark.parametrize("text", ["." * 90_000 + "x", "any dog " * 12_000, "ㅋ" * 90_000, "? ! " * 20_000])
def test_hostile_questions_take_no_age(npc: soulkeep.Character, text: str) -> None:
    npc.observe("Rex is a dog.")
    assert len(npc.recall(text).hits) == 1
    assert npc.recall("What did the US say, i.e. the dog?").hits[0].parts.get("speaker", 0) == 0
