"""Query creation: what a question takes along from the talk before it."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

import soulkeep
from soulkeep import Turn
from soulkeep.testing.models import FlakyEmbedder, HashEmbedder, ScriptedChat

LONG_AGO = datetime(2020, 5, 1, tzinfo=UTC)

PLACES = (
    "The bakery is located on Market Street.",
    "They are located in the north wing.",
    "Wiard's orchard lies behind the mill, off the old toll road.",
    "The barracks are located by the gate.",
)
NAMES = (
    "My brother's name is Mycroft.",
    "The landlady's name is Mrs Hudson.",
    "My father was called Siger, a country squire.",
    "The dog's name is Toby.",
)
KOREAN = (
    "우리 아버지 성함은 김철수야.",
    "강아지 이름은 콩이야.",
    "학교는 망원동에 있어.",
    "위어드 과수원은 방앗간 뒤에 있어.",
)
CHINESE = ("李家果园在磨坊后面。", "面包店在市场街。", "学校在北边。", "我爸爸叫王建国。")
GERMAN = ("Der Obsthof Wiard liegt hinter der Mühle.", "Die Bäckerei liegt am Markt.", "Mein Vater hieß Siger.")

CASES = [
    pytest.param(
        PLACES,
        (("anna", "I like apples."), ("npc", "Oh, me too, especially the ones from Wiard's orchard!")),
        "Where are they located?",
        "orchard",
        id="(4) apples",
    ),
    pytest.param(
        NAMES, (("npc", "I thought about my father yesterday."),), "What is his name?", "father", id="(1) father"
    ),
    pytest.param(PLACES, (("anna", "Tell me of the orchard."),), "And where?", "orchard", id="half a question"),
    pytest.param(
        KOREAN,
        (("anna", "나는 사과를 좋아해."), ("npc", "나도! 특히 위어드 과수원 사과가 좋아.")),
        "그건 어디에 있어?",
        "과수원",
        id="ko: apples",
    ),
    pytest.param(KOREAN, (("anna", "어제 아버지 생각이 났어."),), "그분 성함이 뭐야?", "아버지", id="ko: father"),
    pytest.param(
        CHINESE,
        (("anna", "我喜欢苹果。"), ("npc", "我也是，尤其是李家果园的苹果！")),
        "它们在哪里？",
        "果园",
        id="zh: apples",
    ),
    pytest.param(
        GERMAN,
        (("anna", "Ich mag Äpfel."), ("npc", "Ich auch, am liebsten die vom Obsthof Wiard!")),
        "Wo liegt er?",
        "Obsthof",
        id="de: apples",
    ),
]


@pytest.mark.parametrize(("memories", "talk", "question", "expected"), CASES)
def test_a_question_that_leans_on_the_talk(
    memories: tuple[str, ...], talk: tuple[tuple[str, str], ...], question: str, expected: str
) -> None:
    with soulkeep.open(":memory:") as keep:
        npc = keep.character("npc", name="npc")
        npc.observe_many([Turn(text, "npc", LONG_AGO) for text in memories], person="anna")
        history = [Turn(text, speaker) for speaker, text in talk]
        recall = npc.recall(question, person="anna", history=history)
        assert expected in recall.hits[0].memory.text
        assert expected in recall.queries[0]
        alone = npc.recall(question, person="anna")
        assert alone.queries == (question,)


def test_a_question_that_stands_by_itself_takes_nothing_along() -> None:
    with soulkeep.open(":memory:") as keep:
        npc = keep.character("npc")
        npc.observe("The violin is in the wardrobe.", person="anna")
        recall = npc.recall("Where is the violin?", person="anna", history=[Turn("I love my cat Miso.", "anna")])
        assert recall.queries == ("Where is the violin?",)


def test_a_reply_asks_with_the_talk_before_it() -> None:
    with soulkeep.open(":memory:") as keep:
        npc = keep.character("npc", name="npc")
        npc.observe_many([Turn(text, "npc", LONG_AGO) for text in PLACES], person="anna")
        npc.observe("Especially the apples from Wiard's orchard!", person="anna", speaker="npc", session="s")
        reply = npc.reply("Where are they located?", person="anna", session="s")
        assert "orchard" in reply.recall.queries[0]


def test_a_model_says_what_to_search_for_beside_the_rules() -> None:
    chat = ScriptedChat("Name of the npc's father", "Siger [m1].")
    with soulkeep.open(":memory:", chat=chat) as keep:
        npc = keep.character("npc", name="npc")
        npc.observe_many([Turn(text, "npc", LONG_AGO) for text in NAMES], person="anna")
        npc.observe("I thought about my father yesterday.", person="anna", speaker="npc", session="s")
        reply = npc.reply("What is his name?", person="anna", session="s")
        assert reply.recall.queries[1] == "Name of the npc's father"
        assert reply.references[0].memory.text == NAMES[2]
        assert "my father" in chat.prompts[0][1].content


@pytest.mark.parametrize("trouble", [soulkeep.ChatUnavailable("Away."), [""], '""'])
def test_a_model_that_cannot_say_is_done_without(trouble: soulkeep.ChatError | list[str] | str) -> None:
    chat = ScriptedChat(trouble, "Siger.")
    with soulkeep.open(":memory:", chat=chat) as keep:
        npc = keep.character("npc", name="npc")
        npc.observe_many([Turn(text, "npc", LONG_AGO) for text in NAMES], person="anna")
        npc.observe("I thought about my father yesterday.", person="anna", speaker="npc", session="s")
        reply = npc.reply("What is his name?", person="anna", session="s")
        assert reply.text == "Siger."
        assert "rules' query only" in reply.recall.notes[0]
        assert reply.recall.hits[0].memory.text == NAMES[2]
    settings = soulkeep.Settings(model_queries="never")
    with soulkeep.open(":memory:", chat=ScriptedChat("Siger."), settings=settings) as keep:
        npc = keep.character("npc", name="npc")
        npc.observe("I thought about my father yesterday.", person="anna", speaker="npc", session="s")
        assert npc.reply("What is his name?", person="anna", session="s").recall.notes == ()


def test_small_talk_does_not_hide_a_question_of_its_own() -> None:
    with soulkeep.open(":memory:") as keep:
        npc = keep.character("npc")
        npc.observe("Hi, my name is Annabel Lee, by the way.", person="anna", session="a")
        npc.observe_many([Turn(f"Pizza number {i} had basil.", session="b") for i in range(8)], person="anna")
        talk = [
            Turn("Luigi in Naples makes the best pizza with basil.", "anna"),
            Turn("Luigi's oven is famous.", "npc"),
        ]
        recall = npc.recall("What's my name?", person="anna", history=talk)
        assert "Annabel" in recall.hits[0].memory.text
        assert recall.queries == ("What's my name?",)


def test_without_its_embedder_a_question_is_searched_by_its_words_and_those_of_the_talk() -> None:
    flaky = FlakyEmbedder(HashEmbedder())
    with soulkeep.open(":memory:", embedder=flaky) as keep:
        npc = keep.character("npc", name="npc")
        npc.observe_many([Turn(text, "npc", LONG_AGO) for text in PLACES], person="anna")
        flaky.down = True
        recall = npc.recall("Where are they located?", person="anna", history=[Turn("Ah, Wiard's orchard!", "npc")])
        assert "orchard" in recall.hits[0].memory.text
        assert {hit.similarity for hit in recall.hits} == {0}
        assert recall.notes[0].startswith("Searched by words only: ")
        before = npc.recall("What lay there before the move to the orchard?", person="anna")
        assert before.notes[0].startswith("Searched by words only: ")
        flaky.down = False
        again = npc.recall("Where is the orchard?", person="anna")
        assert again.hits[0].similarity > 0
        assert again.notes == ()
