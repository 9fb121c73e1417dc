"""(1) as a recipe: from a question that leans on the talk to a reply with references, checked; and what time does.

The formula of R is tested in tests/memory/test_retention.py, the score in tests/search/test_presets.py, the checks by
rules and by a model in tests/dialogue.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Sequence
from datetime import timedelta

import pytest
from recipes_support import Model, last, section

import soulkeep
from soulkeep.models.chat.base import Message

FAMILY = """# Family

My father's name was Siger Holmes; he was a country squire of North Riding.

# Mycroft

My brother Mycroft audits the books of the government."""
CASES = """# Cases

The Hound of the Baskervilles was a dog painted with phosphorus.

Irene Adler kept a photograph of the King of Bohemia."""
DESCRIPTION = "Sherlock Holmes is a consulting detective. He lives at 221B Baker Street."
QUERY = "Name of Sherlock Holmes' father"


def routed(responder: str = "model") -> str:
    return json.dumps({"because": "It fits.", "responder": responder})


def claims(*found: tuple[int, str, list[int]]) -> str:
    """Return a checker's answer: for each claim its sentence, what it claims, and the sources that say so, if any."""
    listed = [
        {"sentence": at, "claim": text, "verdict": "supported" if sources else "not found", "sources": sources}
        for at, text, sources in found
    ]
    return json.dumps({"claims": listed})


def label(prompt: Sequence[Message], words: str) -> str:
    """Return the label of the memory that holds some words."""
    found = re.search(rf"\[(m\d+)\][^\n]*{words}", "\n".join(message.content for message in prompt))
    assert found, f"No memory holds {words}."
    return found[1]


def number(prompt: Sequence[Message], words: str) -> int:
    """Return the number of the source that holds some words."""
    sources = last(prompt).split("Sources:")[1].split("The message of")[0]
    found = re.search(rf"\[(\d+)\][^\n]*{words}", sources)
    assert found, f"No source holds {words}."
    return int(found[1])


def holmes_of(keep: soulkeep.Keep) -> soulkeep.Character:
    holmes = keep.character("holmes", name="Sherlock Holmes", description=DESCRIPTION)
    holmes.learn(FAMILY, source="family")
    holmes.learn(CASES, source="cases")
    holmes.observe("I thought about my father yesterday.", person="anna", speaker="Sherlock Holmes", session="s")
    return holmes


def test_what_is_his_name_from_query_to_checked_reply(clock: soulkeep.ManualClock) -> None:
    """The example of the query creator, through the whole of the proposed system."""
    model = Model(
        query=QUERY,
        route=routed(),
        reply=lambda prompt: f"His name was Siger [{label(prompt, 'Siger')}]. I live at 221B Baker Street.",
        check=lambda prompt: claims(
            (1, "His name was Siger.", [number(prompt, "Siger")]),
            (2, "Holmes lives at 221B Baker Street.", [number(prompt, "consulting detective")]),
        ),
    )
    with soulkeep.open(":memory:", recipe="landwehr", chat=model, clock=clock) as keep:
        holmes = holmes_of(keep)
        reply = holmes.reply("What is his name?", person="anna", session="s")
        # query creator: it reads the chat history
        assert "Sherlock Holmes: I thought about my father yesterday.\nanna: What is his name?" in last(
            model.asked("query")[0]
        )
        assert QUERY in reply.recall.queries
        # character memory: retrieved by meaning, reranked by retention
        assert {hit.memory.source for hit in reply.recall.hits} >= {"family", "cases"}
        assert set(reply.recall.hits[0].parts) == {"meaning", "retention"}
        # response routing: a prompt that decides and does nothing else, knowing what each would rest on
        assert (reply.trace.router, reply.responder) == ("model", "model")
        asked = model.asked("route")[0]
        routing = asked[0].content
        assert "you only decide who answers" in routing
        assert re.search(r"^- voice: .*Siger Holmes", asked[1].content, re.MULTILINE)
        # response generation: instructions, description, history, memories
        names = [one.name for one in reply.trace.prompt]
        assert [name for name in names if name in ("instructions", "description", "talk", "lore")] == [
            "instructions", "description", "talk", "lore",
        ]  # fmt: skip
        assert "I thought about my father yesterday." in section(reply, "talk")
        # the reply names what it rests on
        assert [(one.memory.source, one.memory.text) for one in reply.references] == [
            ("family", "My father's name was Siger Holmes; he was a country squire of North Riding.")
        ]
        # fact-checking, in one prompt: against all memories, those referenced, and the description
        assert len(model.asked("check")) == 1
        assert reply.check is not None
        assert reply.check.author == "scripted"
        first, second = reply.check.claims
        assert (first.recalled, first.referenced, first.description) == ("supported", "supported", "not found")
        assert (second.recalled, second.description, second.verdict) == ("not found", "supported", "supported")
        assert (reply.check.grounded, reply.check.reference_accuracy) == (1.0, 1.0)
        # and the message becomes part of the history
        assert [memory.text for memory in holmes.memories(person="anna", kinds={"turn"})][-1] == (
            "His name was Siger. I live at 221B Baker Street."
        )


def test_without_a_model_rules_make_the_query_choose_and_check(clock: soulkeep.ManualClock) -> None:
    with soulkeep.open(":memory:", recipe="landwehr", clock=clock) as keep:
        holmes = holmes_of(keep)
        leaning = holmes.reply("What is his name?", person="anna", session="s")
        assert "father" in leaning.recall.queries[0]
        passages = [hit.memory for hit in leaning.recall.hits if hit.memory.kind == "passage"]
        assert passages[0].source == "family"
        reply = holmes.reply("Who kept a photograph of the King?", person="anna", session="t")
        assert [one.memory.source for one in reply.references] == ["cases"]
        assert "Irene Adler" in reply.text
        assert (reply.trace.router, reply.responder) == ("score", "voice")
        assert reply.check is not None
        assert (reply.check.author, reply.check.reference_accuracy) == ("rules", 1.0)


def test_a_response_behaviour_of_ones_own_is_chosen_by_the_router(clock: soulkeep.ManualClock) -> None:
    """Response routing: "we may want custom response behaviors"."""

    def riddle(situation: soulkeep.Situation) -> soulkeep.Bid:
        """Poses a riddle, when a game is wanted."""
        return soulkeep.Bid(0.1, "A riddle always fits.", "What has keys and opens no door?")

    model = Model(route=routed("riddle"), query="a game to play", check=claims())
    with soulkeep.open(":memory:", recipe="landwehr", chat=model, clock=clock, responders=[riddle]) as keep:
        reply = holmes_of(keep).reply("Let us play!", person="anna", session="s")
        assert (reply.responder, reply.text) == ("riddle", "What has keys and opens no door?")
        assert "riddle: Poses a riddle, when a game is wanted." in model.asked("route")[0][1].content
        assert next(one for one in reply.trace.offers if one.outcome == "outbid").score > 0.1
        assert model.asked("reply") == []


def test_the_figures_of_many_replies_add_up(clock: soulkeep.ManualClock) -> None:
    """Fig. 5: how grounded responses are, and how accurate their references: these were "partially incorrect"."""
    replies = iter(
        [
            ("Siger", "My father was called Siger [{}].", "family"),
            ("I thought", "My father was called Siger [{}].", "wrong label"),
            ("Siger", "My father sold hats in Paris [{}].", "invented"),
        ]
    )
    verdicts = iter(["Siger", "Siger", None])

    def write(prompt: Sequence[Message]) -> str:
        words, text, _ = next(replies)
        return text.format(label(prompt, words))

    def judge(prompt: Sequence[Message]) -> str:
        words = next(verdicts)
        return claims((1, "It is so.", [number(prompt, words)] if words else []))

    model = Model(route=routed(), query=QUERY, reply=write, check=judge)
    with soulkeep.open(":memory:", recipe="landwehr", chat=model, clock=clock) as keep:
        holmes = holmes_of(keep)
        for i in range(3):
            holmes.reply("What was your father called?", person="anna", session=f"s{i}")
        figures = holmes.grounding(person="anna")
        assert (figures.replies, figures.claims, figures.supported, figures.not_found) == (3, 3, 2, 1)
        assert figures.grounded == pytest.approx(2 / 3)
        assert figures.reference_accuracy == pytest.approx(1 / 3)


def test_the_chat_history_is_the_last_messages_with_a_summary_and_becomes_memories(clock: soulkeep.ManualClock) -> None:
    model = Model(
        route=routed(),
        query="the weather",
        reply="Indeed.",
        check=claims(),
        memory=json.dumps({"summary": "anna told of the colours of birds in the garden.", "importance": 3}),
    )
    settings = soulkeep.recipe("landwehr", background=False)
    with soulkeep.open(":memory:", settings=settings, chat=model, clock=clock) as keep:
        holmes = holmes_of(keep)
        colours = ("red", "blue", "grey", "brown", "white")
        for i in range(60):
            text = f"In the garden I saw bird number {i}, a {colours[i % 5]} one."
            holmes.observe(text, person="anna", speaker=("anna", "Sherlock Holmes")[i % 2], session="s", id=f"{i}")
        keep.settle()
        reply = holmes.reply("Lovely weather.", person="anna", session="s")
        talk = section(reply, "talk")
        assert all(f"bird number {i}," in talk for i in range(60 - settings.history_turns, 60))
        assert "bird number 3," not in talk
        assert "anna told of the colours of birds in the garden." in section(reply, "earlier")
        later = holmes.recall("Which bird was brown?", person="anna", k=100)
        kinds = {hit.memory.kind for hit in later.hits}
        assert "turn" in kinds
        assert kinds & {"summary", "blend"}  # similar summaries are merged
        assert "3" in {hit.memory.id for hit in later.hits}  # the turn itself comes to mind, too


def test_memories_fade_by_the_formula_alone_and_are_strengthened_when_used(clock: soulkeep.ManualClock) -> None:
    """R = exp(-d·t/S): t since the last access; S is multiplied by b at each; importance keeps nothing."""
    settings = soulkeep.recipe("landwehr", background=False)
    with soulkeep.open(":memory:", settings=settings, clock=clock) as keep:
        holmes = keep.character("holmes", name="Sherlock Holmes")
        holmes.observe("My cat is called Miso.", person="anna", id="cat", importance=1)
        holmes.observe("My sister married a clockmaker.", person="anna", id="wedding", importance=10)

        def left() -> dict[str, float]:
            hits = holmes.recall("cat, sister", person="anna", kinds={"turn"}).hits
            return {hit.memory.id: hit.retention for hit in hits if hit.memory.id in ("cat", "wedding")}

        clock.advance(timedelta(days=200))
        assert left() == pytest.approx(dict.fromkeys(("cat", "wedding"), math.exp(-0.005 * 200)), rel=1e-4)
        assert holmes.reply("What is my cat called?", person="anna", session="new").references
        assert holmes.memory("cat", person="anna").stability == 1.5
        assert left()["cat"] == 1.0
        clock.advance(timedelta(days=100))
        assert left()["cat"] == pytest.approx(math.exp(-0.005 * 100 / 1.5), rel=1e-4)
        assert left()["wedding"] == pytest.approx(math.exp(-0.005 * 300), rel=1e-4)


def test_what_is_used_ranks_before_what_is_not(clock: soulkeep.ManualClock) -> None:
    """Reranked: of two that fit about as well, the one that was used comes first, though it fits a little less."""
    with soulkeep.open(":memory:", recipe="landwehr", clock=clock) as keep:
        holmes = keep.character("holmes")
        holmes.observe("My aunt Rosa has a green parrot that talks.", person="anna", id="rosa")
        holmes.observe("My aunt has a parrot.", person="anna", id="short")
        before = holmes.recall("aunt, parrot", person="anna", kinds={"turn"})
        assert [hit.memory.id for hit in before.hits] == ["short", "rosa"]
        clock.advance(timedelta(days=300))
        assert holmes.reply("What is the green parrot of Rosa like?", person="anna", session="new").references
        after = holmes.recall("aunt, parrot", person="anna", kinds={"turn"})
        hits = [hit for hit in after.hits if hit.memory.id in ("rosa", "short")]
        assert [hit.memory.id for hit in hits] == ["rosa", "short"]
        assert hits[1].score == pytest.approx(hits[1].similarity * math.exp(-0.005 * 300), rel=1e-3)


def test_it_neither_reflects_nor_holds_back_by_itself() -> None:
    settings = soulkeep.recipe("landwehr")
    assert (settings.reflect_above, settings.fade_below, settings.importance_floor) == (0, 0, 0)
