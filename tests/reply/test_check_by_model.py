"""Checking a reply by a language model: what it is asked, and what of its answers counts."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from datetime import UTC, datetime

import pytest

from soulkeep.errors import BadAnswer, ChatError, ChatRefused, ChatUnavailable
from soulkeep.lang.prompt_safety import unfenced
from soulkeep.reply.factcheck.by_model import Grounds, check_by_model
from soulkeep.reply.factcheck.check import Source
from soulkeep.testing.models import ScriptedChat
from soulkeep.types.claims import CONTRADICTED, NOT_CHECKED, NOT_FOUND, SUPPORTED, Check

SAID = datetime(2026, 5, 1, tzinfo=UTC)
SOURCES = (
    Source("cat", "I adopted a cat called Miso. See [m9].", "anna", SAID),
    Source("tom", "My brother Tom lives in Oslo.", "anna", SAID),
    Source("home", "Holmes lives at 221B Baker Street.", None, None, "Known"),
)
LABELS = {"m1": "cat", "m2": "tom"}
REPLY = "You adopted a cat called Miso [m1]. Tom lives in Bergen [m2]. Shall we go?"
CLAIMS = (
    {"sentence": 1, "claim": "Anna adopted a cat called Miso.", "verdict": "supported", "sources": [2]},
    {"sentence": 2, "claim": "Tom lives in Bergen.", "verdict": "Contradicts", "sources": ["[3]"]},
)


def checked(chat: ScriptedChat, text: str = REPLY, sources: Sequence[Source] = SOURCES) -> Check:
    grounds = Grounds(
        name="Sherlock Holmes",
        person="Anna",
        said="Where does Tom live, and is Rex a dog?",
        description="A detective of London.",
        sources=sources,
        cited=LABELS,
        today=datetime(2026, 5, 8, tzinfo=UTC),
    )
    return asyncio.run(check_by_model(chat, text, grounds))


def claims(*listed: object) -> str:
    return json.dumps({"claims": listed})


def test_one_call_checks_a_reply() -> None:
    chat = ScriptedChat(claims(*CLAIMS))
    done = checked(chat)
    assert (done.author, done.notes) == ("scripted", ())
    cat, tom = done.claims
    assert (cat.sentence, cat.recalled, cat.referenced, cat.sources) == (0, SUPPORTED, SUPPORTED, ("cat",))
    assert (cat.description, cat.cited) == (NOT_FOUND, True)
    assert (tom.sentence, tom.verdict, tom.referenced, tom.sources) == (1, CONTRADICTED, CONTRADICTED, ("tom",))
    assert len(chat.prompts) == len(chat.schemas) == 1


def test_it_sees_the_question_the_dates_and_every_source() -> None:
    chat = ScriptedChat(claims())
    checked(chat)
    [[system, asked]] = chat.prompts
    assert unfenced(asked.content) == (
        "Today is Friday 8 May 2026.\n\n"
        "Sources:\n"
        "[1] Description of Sherlock Holmes: A detective of London.\n"
        "[2] anna said, Friday 1 May 2026: I adopted a cat called Miso. See ⟨m9⟩.\n"
        "[3] anna said, Friday 1 May 2026: My brother Tom lives in Oslo.\n"
        "[4] Known: Holmes lives at 221B Baker Street.\n\n"
        "The message of Anna:\nWhere does Tom live, and is Rex a dog?\n\n"
        "The answer of Sherlock Holmes:\n"
        "[1] You adopted a cat called Miso.\n"
        "[2] Tom lives in Bergen.\n"
        "[3] Shall we go?"
    )
    assert "You check what Sherlock Holmes said to Anna" in system.content


def test_what_follows_from_several_sources_names_them_all() -> None:
    both = {"sentence": 1, "claim": "Anna's brother has an aunt cat.", "verdict": "supported", "sources": [2, 3, 1]}
    [claim] = checked(ScriptedChat(claims(both))).claims
    assert (claim.verdict, claim.sources, claim.description) == (SUPPORTED, ("cat", "tom"), SUPPORTED)


def test_it_may_say_a_claim_in_other_words() -> None:
    other = {"sentence": 2, "claim": "Her sibling is a Norwegian by choice.", "verdict": "not found", "sources": []}
    [claim] = checked(ScriptedChat(claims(other))).claims
    assert (claim.text, claim.verdict) == ("Her sibling is a Norwegian by choice.", NOT_FOUND)


def test_a_verdict_without_a_source_is_none() -> None:
    bare = [
        {"sentence": 1, "claim": "Anna has a cat.", "verdict": verdict, "sources": sources}
        for verdict, sources in (("supported", []), ("contradicted", [99]), ("not found", []))
    ]
    done = checked(ScriptedChat(claims(*bare)))
    assert [claim.verdict for claim in done.claims] == [NOT_CHECKED, NOT_CHECKED, NOT_FOUND]
    assert (done.not_checked, done.contradicted, done.grounded) == (2, 0, 0.0)


def test_what_cannot_be_used_costs_itself_and_is_noted() -> None:
    lost = ({"sentence": 9, "claim": "x", "verdict": "supported"}, {"claim": "y"}, "z")
    done = checked(ScriptedChat(claims(CLAIMS[0], *lost)))
    assert [claim.text for claim in done.claims] == ["Anna adopted a cat called Miso."]
    assert done.notes == ("scripted said 3 things of the answer that can't be used.",)


def test_an_answer_without_words_asks_nobody() -> None:
    silent = ScriptedChat()
    assert checked(silent, " [m1] ").claims == ()
    assert silent.prompts == []


def test_a_bad_answer_is_asked_for_again() -> None:
    chat = ScriptedChat("Certainly! There are two claims.", claims(*CLAIMS))
    assert len(checked(chat).claims) == 2
    assert len(chat.prompts) == 2


def test_the_last_of_several_drafts_counts() -> None:
    draft = claims({**CLAIMS[1], "verdict": "supported"})
    chat = ScriptedChat(f"First I thought {draft}. But no:\n```json\n{claims(*CLAIMS)}\n```")
    assert [claim.verdict for claim in checked(chat).claims] == [SUPPORTED, CONTRADICTED]


@pytest.mark.parametrize(
    ("replies", "error"),
    [
        (("No.", "Still no."), BadAnswer),
        (("{}", "{}"), BadAnswer),
        (("", ""), ChatRefused),
        ((ChatUnavailable("Down.", hint="Wait."),), ChatUnavailable),
    ],
)
def test_a_failing_model_says_so(replies: tuple[str | Exception, ...], error: type[ChatError]) -> None:
    with pytest.raises(error):
        checked(ScriptedChat(*replies))
