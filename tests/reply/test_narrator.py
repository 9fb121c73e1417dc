"""A recall told by a model, each sentence with the memories that it tells."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

import pytest

import soulkeep
from soulkeep.lang.prompt_safety import unfenced
from soulkeep.models.chat.base import Message
from soulkeep.reply.narrator import cited
from soulkeep.testing.models import HashEmbedder, ScriptedChat

MAY = datetime(2023, 5, 8, tzinfo=UTC)
CAT, MOUSE = "I adopted a cat called Miso.", "Miso caught a mouse."
TRUE = "On 8 May 2023, Anna took in a kitten. The day after, a mouse was the worse for it."


def narrate(
    chat: soulkeep.ChatModel | None, said: Sequence[str] = (CAT, MOUSE), asked: str = "Miso the cat"
) -> tuple[soulkeep.Recall, soulkeep.Narrative]:
    clock = soulkeep.ManualClock(datetime(2023, 6, 1, tzinfo=UTC))
    settings = soulkeep.Settings(background=False)
    with soulkeep.open(":memory:", chat=chat, clock=clock, embedder=HashEmbedder(), settings=settings) as keep:
        npc = keep.character("npc")
        for day, text in enumerate(said):
            npc.observe(text, person="anna", time=MAY.replace(day=8 + day))
        recall = npc.recall(asked, person="anna")
        return recall, npc.narrate(recall)


def told_by(written: str) -> ScriptedChat:
    """Return a model that writes a given text, with {cat} and {mouse} replaced by the numbers of these memories."""

    def write(prompt: Sequence[Message]) -> str:
        lines = prompt[-1].content.splitlines()
        numbers = {text: line[1 : line.index("]")] for line in lines for text in (CAT, MOUSE) if line.endswith(text)}
        return written.format(
            cat=f"[{numbers[CAT]}]", mouse=f"[{numbers[MOUSE]}]", both=f"[{numbers[CAT]}, {numbers[MOUSE]}]"
        )

    return ScriptedChat(write)


def texts(told: soulkeep.Narrative) -> list[list[str]]:
    """Return the memories of each piece."""
    return [[memory.text for memory in piece] for piece in told.sources]


def test_a_model_tells_it_in_its_own_words() -> None:
    chat = told_by("On 8 May 2023, Anna took in a kitten. {cat} The day after, a mouse was the worse for it. {mouse}")
    _, told = narrate(chat)
    assert (told.text, told.author, told.dropped, told.notes) == (TRUE, "model", (), ())
    assert texts(told) == [[CAT], [MOUSE]]


def test_it_sees_the_message_the_day_and_every_memory() -> None:
    chat = told_by("Anna adopted a cat. {cat}")
    recall, _ = narrate(chat)
    [[system, asked]] = chat.prompts
    lines = {
        CAT: "Monday 8 May 2023, anna said: I adopted a cat called Miso.",
        MOUSE: "Tuesday 9 May 2023, anna said: Miso caught a mouse.",
    }
    listed = [f"[{number}] {lines[hit.memory.text]}" for number, hit in enumerate(recall.hits, start=1)]
    assert unfenced(asked.content).split("\n\n") == [
        "Today is Thursday 1 June 2023.",
        "The message: Miso the cat",
        "\n".join(["The memories:", *listed]),
    ]
    assert "in English" in system.content


def test_it_is_told_in_the_language_of_the_talk() -> None:
    chat = ScriptedChat("미소를 입양했다. [1]")
    _, told = narrate(chat, ["나는 미소라는 고양이를 입양했어."], "내 고양이 이름이 뭐야?")
    assert "in Korean" in chat.prompts[0][0].content
    assert (told.text, told.author) == ("미소를 입양했다.", "model")


@pytest.mark.parametrize(
    ("written", "dropped"),
    [
        ("She moved to Lisbon with her brother Pedro.", "She moved to Lisbon with her brother Pedro."),
        ("Miso is grey. [9]", "Miso is grey."),
        ("Miso is grey. [0] [7]", "Miso is grey."),
        ("Miso is grey (1).", "Miso is grey (1)."),
    ],
)
def test_what_names_no_memory_is_left_out_and_listed(written: str, dropped: str) -> None:
    _, told = narrate(told_by(f"Anna took in a kitten. {{cat}} A mouse was the worse for it. {{mouse}} {written}"))
    assert told.text == "Anna took in a kitten. A mouse was the worse for it."
    assert told.dropped == (dropped,)
    assert texts(told) == [[CAT], [MOUSE]]


def test_words_decide_nothing() -> None:
    _, told = narrate(told_by("Nobody ever owned an animal. {both} [9]"))
    assert (told.text, told.dropped) == ("Nobody ever owned an animal.", ())
    assert texts(told) == [[CAT, MOUSE]]


@pytest.mark.parametrize(
    ("written", "pieces"),
    [
        ("In May she moved to Leeds. [2] [5]", [("In May she moved to Leeds.", [2, 5])]),
        ("In May she moved [2, 5; 7].", [("In May she moved.", [2, 5, 7])]),
        ("She moved.[1]He\nstayed. [ 12 ]", [("She moved.", [1]), ("He stayed.", [12])]),
        ("彼女は引っ越した[1]。猫を飼った。[2]", [("彼女は引っ越した。", [1]), ("猫を飼った。", [2])]),
        ("She moved. [1] He stayed.", [("She moved.", [1]), ("He stayed.", [])]),
        ("In the year [2019] she moved.", [("In the year [2019] she moved.", [])]),
        ("[1]", []),
        ("", []),
    ],
)
def test_numbers_stand_for_the_sentence_before_them(written: str, pieces: list[tuple[str, list[int]]]) -> None:
    assert cited(written) == pieces


def test_numbers_within_a_sentence_leave_it_whole() -> None:
    _, told = narrate(told_by("Anna took in a kitten {cat}, and a mouse was the worse for it {mouse}."))
    assert told.text == "Anna took in a kitten, and a mouse was the worse for it."


def test_without_a_model_the_template_tells_it() -> None:
    recall, told = narrate(None)
    assert (told.text, told.author, told.notes) == (recall.narrative(), "template", ())


@pytest.mark.parametrize(
    ("written", "note", "dropped"),
    [
        (soulkeep.ChatUnavailable("Away."), "Told memory by memory: Away.", ()),
        ("So Pedro came.", "Told memory by memory: the account named none of them.", ("So Pedro came.",)),
    ],
)
def test_without_a_usable_answer_the_template_tells_it_and_says_why(
    written: str | Exception, note: str, dropped: tuple[str, ...]
) -> None:
    recall, told = narrate(ScriptedChat(written))
    assert (told.text, told.author) == (recall.narrative(), "template")
    assert (told.notes, told.dropped) == ((note,), dropped)


def test_of_nothing_no_model_is_asked() -> None:
    chat = ScriptedChat()
    recall, told = narrate(chat, ())
    assert (told.text, told.author, chat.prompts) == (recall.narrative(), "template", [])
