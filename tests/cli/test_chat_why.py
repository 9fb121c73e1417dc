"""Tests of `soulkeep chat --why`, which shows how a reply came about."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from rich.console import Console

import soulkeep
from command_support import run
from soulkeep.cli import console
from soulkeep.cli.console import meter, show_trace
from soulkeep.testing.models import HashEmbedder, ScriptedChat

CAT = "I adopted a cat called Miso."
ASKED = "What is my cat called?"

Shown = Callable[[soulkeep.Reply], str]


@pytest.fixture
def shown(monkeypatch: pytest.MonkeyPatch) -> Shown:
    """Return what is printed of a reply."""

    def show(reply: soulkeep.Reply) -> str:
        screen = io.StringIO()
        monkeypatch.setattr(console, "out", Console(file=screen, highlight=False, width=120))
        show_trace(reply)
        return screen.getvalue()

    return show


def weather(situation: soulkeep.Situation) -> soulkeep.Bid | None:
    """Tells the weather."""
    return soulkeep.Bid(0.9, "asked [b] for it", "Rain.") if "weather" in situation.said else None


def broken(situation: soulkeep.Situation) -> soulkeep.Bid | None:
    raise ValueError("no [/b] sensor :cat:")


def told(clock: soulkeep.ManualClock, chat: soulkeep.ChatModel | None = None, **settings: object) -> soulkeep.Character:
    """Return a character that was told of a cat yesterday."""
    keep = soulkeep.open(
        ":memory:",
        chat=chat,
        clock=clock,
        embedder=HashEmbedder(),
        responders=[weather, broken],
        settings=soulkeep.Settings(background=False, **settings),  # type: ignore[arg-type]
    )
    holmes = keep.character("holmes", name="Holmes", description="A consulting detective.")
    holmes.observe(CAT, person="anna", id="cat", session="old")
    holmes.observe("My dog [b] is Rex.", person="anna", id="dog", session="old")
    clock.advance(timedelta(days=1))
    return holmes


def row(text: str, name: str) -> str:
    """Return the line with a name, or the one that tells of it."""
    return next(line for line in text.splitlines() if line[4:].startswith(name) or line[14:].startswith(name))


def test_who_bid_what_and_what_became_of_it(clock: soulkeep.ManualClock, shown: Shown) -> None:
    rules = soulkeep.Rules(prefer={"weather": 0.5}, forbid={"admission"})
    text = shown(told(clock).reply("What is my cat called, and the weather?", person="anna", rules=rules))
    assert "chosen" in row(text, "voice ")
    assert row(text, "voice ").count("█") == 20
    assert "forbidden" in row(text, "admission")
    for part in ("0.45", "█████", "outbid", "asked [b] for it", "(bid 0.90)"):
        assert part in row(text, "weather"), part
    assert "failed" in row(text, "broken")
    assert "no [/b] sensor :cat:" in row(text, "broken"), "what others wrote is no markup"
    assert text.index("voice ") < text.index("weather") < text.index("broken"), "the best first"


def test_a_winner_that_a_model_chose_is_told_apart(clock: soulkeep.ManualClock, shown: Shown) -> None:
    chat = ScriptedChat('{"because": "A quotation will do.", "responder": "voice"}')
    holmes = told(clock, chat, router="model", model_queries="never")
    text = shown(holmes.reply(ASKED, person="anna", session="new"))
    assert "a language model chose voice: A quotation will do." in text
    assert "chosen" in row(text, "voice ")
    assert "outbid" in row(text, "model ")
    assert "route" in text


def test_what_it_rests_on_and_what_was_left(clock: soulkeep.ManualClock, shown: Shown) -> None:
    holmes = told(clock, ScriptedChat("You have Miso [m1], who is thirteen years old [m9]."))
    text = shown(holmes.reply(ASKED, person="anna", session="new"))
    assert "[m1] anna, 8 May 2026 (cat)" in row(text, "rests on")
    assert "My dog [b] is Rex." in row(text, "not named")
    assert "m9" in row(text, "invented")


def test_claims_show_their_verdicts(clock: soulkeep.ManualClock, shown: Shown) -> None:
    holmes = told(clock, ScriptedChat("You adopted a cat called Miso [m1]. You live in Lisbon."))
    text = shown(holmes.reply(ASKED, person="anna", session="new"))
    assert "✓ supported  You adopted a cat called Miso.  cat" in text
    assert "not checked  You live in Lisbon." in text


def test_claims_that_a_model_found_nowhere_are_told_apart(clock: soulkeep.ManualClock, shown: Shown) -> None:
    lisbon = {"sentence": 1, "claim": "Anna lives in Lisbon.", "verdict": "not found", "sources": []}
    named = {"sentence": 2, "claim": "Anna's cat is called Bello.", "verdict": "contradicted", "sources": [1]}
    chat = ScriptedChat("You live in Lisbon. Bello is your cat.", json.dumps({"claims": [lisbon, named]}))
    text = shown(told(clock, chat, checker="model").reply(ASKED, person="anna", session="new"))
    assert "? not found  Anna lives in Lisbon." in text
    assert "✗ contradicted  Anna's cat is called Bello.  the description" in text


def test_the_prompt_is_drawn_by_section(clock: soulkeep.ManualClock, shown: Shown) -> None:
    holmes = told(clock, ScriptedChat("Miso [m1]."), section_tokens={"memories": 20})
    reply = holmes.reply(ASKED, person="anna", session="new")
    text = shown(reply)
    assert row(text, "instructions").count("█") == 20
    assert "stable" in row(text, "description")
    assert "of 20" in row(text, "memories ")
    assert "1 left out" in row(text, "memories ")
    assert f"{reply.usage.prompt} read" in row(text, "tokens")
    assert "prompt" not in shown(replace(reply, trace=replace(reply.trace, prompt=())))


def test_steps_at_the_same_time_are_drawn_below_one_another(clock: soulkeep.ManualClock, shown: Shown) -> None:
    reply = told(clock).reply(ASKED, person="anna")
    steps = {"store": (50.0, 100.0), "hear": (0.0, 25.0), "recall": (25.0, 50.0), "patterns": (25.0, 50.0)}
    text = shown(replace(reply, trace=replace(reply.trace, steps=steps)))
    drawn = {name: row(text, f"{name} ") for name in steps}
    assert [line.count("█") for line in drawn.values()] == [20, 10, 10, 10]
    starts = {name: line.index("█") for name, line in drawn.items()}
    assert starts["hear"] + 10 == starts["recall"] == starts["patterns"] == starts["store"] - 10
    assert text.index("hear") < text.index("recall") < text.index("store")
    assert "100.0 ms" in row(text, "all ")
    still = shown(replace(reply, trace=replace(reply.trace, steps={"hear": (0.0, 0.0)})))
    assert row(still, "hear").count("█") == 1


def test_what_is_private_is_shown_as_held_back(clock: soulkeep.ManualClock, shown: Shown) -> None:
    text = shown(told(clock).reply(ASKED, person="anna", heard_by=["boris"]))
    assert f"private: {CAT}" in text
    assert "rests on" not in text


def test_who_speaks_when_nobody_may_is_told(clock: soulkeep.ManualClock, shown: Shown) -> None:
    text = shown(told(clock).reply(ASKED, person="anna", rules=soulkeep.Rules(allow=())))
    assert "not allowed" in row(text, "voice ")
    assert "admission is always left" in row(text, "why")


def test_notes_and_repeated_answers_are_told(clock: soulkeep.ManualClock, shown: Shown) -> None:
    named = {"sentence": 1, "claim": "Anna's cat is called Bello.", "verdict": "contradicted", "sources": [2]}
    judged = json.dumps({"claims": [named]})
    chat = ScriptedChat("Your cat is called Bello.", judged, "I am not sure.", json.dumps({"claims": []}))
    holmes = told(clock, chat, check="admit", checker="model")
    text = shown(holmes.reply(ASKED, person="anna", session="new", id="q"))
    assert "broken made no bid: no [/b] sensor :cat:" in row(text, "note")
    assert "Written anew, as its sources say otherwise: Anna's cat is called Bello." in text
    assert "answered before" in shown(holmes.reply(ASKED, person="anna", session="new", id="q"))


@pytest.mark.parametrize(("value", "cells"), [(0.0, 0), (0.001, 1), (0.5, 10), (1.0, 20)])
def test_a_bar_is_empty_only_for_nothing(value: float, cells: int) -> None:
    assert meter(value, 1.0) == f"{'█' * cells:20}"
    assert meter(value, 0.0) == " " * 20


def test_the_command_shows_it(tmp_path: Path) -> None:
    done = run("chat", "-c", "holmes", "--why", cwd=tmp_path, stdin=f"{CAT}\n{ASKED}\n")
    assert done.returncode == 0, done.stderr
    for part in ("bids", "voice", "chosen", "rests on", "claims", "✓ supported", "time", "recall", " ms"):
        assert part in done.stdout, part
    plain = run("chat", "-c", "holmes", cwd=tmp_path, stdin=f"{ASKED}\n").stdout
    assert "bids" not in plain
    assert "[m1] user" in plain
