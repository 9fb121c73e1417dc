"""Checking a reply by a language model: what it is asked, and what of its answers counts."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from datetime import UTC, datetime

import pytest

from soulkeep.claims import CONTRADICTED, NOT_FOUND, SUPPORTED, Check
from soulkeep.dialogue.check import Source, check_by_model
from soulkeep.errors import BadAnswer, ChatError, ChatRefused, ChatUnavailable
from soulkeep.models.testing import ScriptedChat

MEMORIES = (
    Source("cat", "I adopted a cat called Miso. See [m9].", "anna"),
    Source("tom", "My brother Tom lives in Oslo.", "anna"),
    Source("home", "Holmes lives at 221B Baker Street.", None),
)
LABELS = {"m1": "cat", "m2": "tom"}
REPLY = "You adopted a cat called Miso [m1]. Tom lives in Bergen [m2]. Shall we go?"
SCAN = json.dumps(
    {
        "claims": [
            {"sentence": 2, "claim": "Tom lives in Bergen."},
            {"sentence": 1, "claim": "anna adopted a cat called Miso."},
        ]
    }
)
JUDGE = json.dumps(
    {
        "verdicts": [
            {"claim": 1, "supported_by": [1], "contradicted_by": [], "description": "not found"},
            {"claim": 2, "supported_by": [], "contradicted_by": ["[2]"], "description": "Contradicts"},
        ]
    }
)


def checked(chat: ScriptedChat, text: str = REPLY, recalled: Sequence[Source] = MEMORIES) -> Check:
    return asyncio.run(
        check_by_model(
            chat,
            text,
            recalled=recalled,
            cited=LABELS,
            description="A detective of London.",
            name="Sherlock Holmes",
            person="anna",
            language="en",
            today=datetime(2026, 5, 8, tzinfo=UTC),
        )
    )


def test_two_calls_check_a_reply() -> None:
    chat = ScriptedChat(SCAN, JUDGE)
    done = checked(chat)
    assert done.author == "scripted"
    assert done.notes == ()
    cat, tom = done.claims
    assert (cat.sentence, cat.recalled, cat.referenced, cat.sources) == (0, SUPPORTED, SUPPORTED, ("cat",))
    assert (tom.sentence, tom.verdict, tom.description) == (1, CONTRADICTED, CONTRADICTED)
    assert tom.sources == ("tom",)
    assert cat.cited
    assert len(chat.prompts) == len(chat.schemas) == 2


def test_the_prompts_hold_what_is_to_be_judged() -> None:
    chat = ScriptedChat(SCAN, JUDGE)
    checked(chat)
    scan, judge = (prompt[-1].content for prompt in chat.prompts)
    assert "[1] You adopted a cat called Miso." in scan
    assert "[m1]" not in scan
    assert "[1] anna said: I adopted a cat called Miso. See (m9)." in judge
    assert "[3] Holmes lives at 221B Baker Street." in judge
    assert "A detective of London." in judge
    assert "8 May 2026" in judge
    assert "[2] Tom lives in Bergen." in judge
    for prompt in chat.prompts:
        assert "Sherlock Holmes" in prompt[0].content
        assert "{name}" not in prompt[0].content
        assert "{person}" not in prompt[0].content


def test_claims_that_are_not_in_the_text_are_dropped() -> None:
    invented = {
        "claims": [
            {"sentence": 1, "claim": "You adopted a cat called Pixel."},
            {"sentence": 1, "claim": "You adopted 3 cats."},
            {"sentence": 7, "claim": "Tom lives in Bergen."},
            {"sentence": 0, "claim": "Tom lives in Bergen."},
            {"sentence": 2, "claim": "Tom lives in Bergen."},
            {"sentence": 2, "claim": "Tom lives in Bergen."},
        ]
    }
    chat = ScriptedChat(json.dumps(invented), '{"verdicts": [{"claim": 1, "supported_by": [2, 99]}]}')
    [claim] = checked(chat).claims
    assert (claim.text, claim.verdict, claim.sources) == ("Tom lives in Bergen.", SUPPORTED, ("tom",))


def test_without_claims_nothing_is_judged() -> None:
    chat = ScriptedChat('{"claims": []}')
    assert checked(chat).claims == ()
    assert len(chat.prompts) == 1
    silent = ScriptedChat()
    assert checked(silent, " [m1] ").claims == ()
    assert silent.prompts == []


def test_a_claim_without_a_verdict_is_not_found_and_noted() -> None:
    done = checked(ScriptedChat(SCAN, '{"verdicts": [{"claim": 2, "contradicted_by": 2}]}'))
    assert [claim.verdict for claim in done.claims] == [NOT_FOUND, CONTRADICTED]
    assert done.notes == ("scripted gave no verdict on 1 of 2 claims; they count as not found.",)


def test_a_quotation_is_shown_whole() -> None:
    chat = ScriptedChat('{"claims": []}')
    checked(chat, "You told me on 3 May: “I adopted a cat called Miso. See [m9].” [m1] Is she well?")
    assert "[1] You told me on 3 May: I adopted a cat called Miso." in chat.prompts[0][-1].content.replace("“", "")


def test_a_bad_answer_is_asked_for_again() -> None:
    chat = ScriptedChat("Certainly! There are two claims.", SCAN, JUDGE)
    assert len(checked(chat).claims) == 2
    assert len(chat.prompts) == 3


@pytest.mark.parametrize(
    ("replies", "error"),
    [
        (("No.", "Still no."), BadAnswer),
        ((SCAN, "{}", '{"verdicts": 3}'), BadAnswer),
        (("", ""), ChatRefused),
        ((ChatUnavailable("Down.", hint="Wait."),), ChatUnavailable),
        ((SCAN, ChatUnavailable("Down.", hint="Wait.")), ChatUnavailable),
    ],
)
def test_a_failing_model_says_so(replies: tuple[str | Exception, ...], error: type[ChatError]) -> None:
    with pytest.raises(error):
        checked(ScriptedChat(*replies))


def test_memories_of_one_id_count_as_one() -> None:
    twice = (MEMORIES[0], MEMORIES[0]._replace(text="I have a cat."), MEMORIES[1])
    judged = '{"verdicts": [{"claim": 1, "supported_by": [2]}, {"claim": 2, "contradicted_by": [3]}]}'
    done = checked(ScriptedChat(SCAN, judged), recalled=twice)
    assert [claim.sources for claim in done.claims] == [("cat",), ("tom",)]
