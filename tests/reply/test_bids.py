"""Tests of who answers: bids, rules, a router, and responders of one's own."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from datetime import timedelta
from typing import Any

import pytest

import soulkeep
from soulkeep.lang.prompt_safety import unfenced
from soulkeep.reply.bids import Bid, Called, Responder
from soulkeep.reply.routing import Decision, choose
from soulkeep.testing.models import HashEmbedder, ScriptedChat
from soulkeep.types.records import Usage
from soulkeep.types.replies import Offer

Open = Callable[..., soulkeep.Character]


@pytest.fixture
def opened(clock: soulkeep.ManualClock) -> Iterator[Open]:
    keeps: list[soulkeep.Keep] = []

    def open(*responders: Any, chat: soulkeep.ChatModel | None = None, **settings: Any) -> soulkeep.Character:
        knobs = soulkeep.Settings(background=False, **settings)
        keep = soulkeep.open(
            ":memory:", clock=clock, embedder=HashEmbedder(), chat=chat, settings=knobs, responders=responders
        )
        keeps.append(keep)
        return keep.character("holmes", name="Holmes", description="A consulting detective of London.")

    yield open
    for keep in keeps:
        keep.close()


def weather(situation: soulkeep.Situation) -> Bid | None:
    """Tells the weather.

    More than that it doesn't.
    """
    return Bid(0.9, "asked of the weather", "It rains.") if "weather" in situation.said else None


def outcomes(reply: soulkeep.Reply) -> dict[str, str]:
    return {offer.responder: offer.outcome for offer in reply.trace.offers}


def test_a_function_answers_what_it_bids_for(opened: Open) -> None:
    holmes = opened(weather)
    reply = holmes.reply("How is the weather?", person="anna")
    assert (reply.text, reply.responder, reply.trace.why) == ("It rains.", "weather", "asked of the weather")
    assert outcomes(reply)["weather"] == "chosen"
    assert holmes.memory(reply.said or "", person="anna").responder == "weather"
    other = holmes.reply("I bought a hat.", person="anna")
    assert "weather" not in outcomes(other)


def test_functions_may_be_async_and_run_beside_one_another(opened: Open) -> None:
    here = threading.get_ident()
    seen: list[int] = []
    meet = asyncio.Event()

    async def first(situation: soulkeep.Situation) -> Bid:
        await meet.wait()  # for the other
        return Bid(0.9, "first", "First.")

    async def second(situation: soulkeep.Situation) -> None:
        meet.set()

    def third(situation: soulkeep.Situation) -> None:
        seen.append(threading.get_ident())

    assert opened(first, second, third).reply("Hm.", person="anna").text == "First."
    assert seen
    assert seen != [here]  # it may take its time without holding up the others


def test_a_bid_names_memories(opened: Open) -> None:
    def quoting(situation: soulkeep.Situation) -> Bid | None:
        hits = situation.recall.hits
        return Bid(0.9, "there is one", "So it was [m1], and so [m2].", (hits[0].memory,)) if hits else None

    holmes = opened(quoting)
    holmes.observe("I adopted a cat called Miso.", person="anna", id="cat")
    reply = holmes.reply("What is my cat called?", person="anna")
    assert reply.text == "So it was [m1], and so."
    assert [one.memory.id for one in reply.references] == ["cat"]
    assert reply.unknown_references == ("m2",)
    assert holmes.memory("cat", person="anna").stability > 1


def test_a_responder_may_write_by_itself_and_count(opened: Open) -> None:
    class Poet(Responder):
        name = "poet"
        what = "Writes verse."

        async def bid(self, situation: soulkeep.Situation) -> Bid:
            return Bid(0.9, "always")

        async def speak(self, situation: soulkeep.Situation, bid: Bid) -> AsyncIterator[str | Usage]:
            yield "O moon, "
            yield "O spoon."
            yield Usage(prompt=7, completion=3, exact=True)

    holmes = opened(Poet())
    stream = holmes.stream("Sing!", person="anna")
    assert "".join(stream) == "O moon, O spoon."
    assert stream.reply.text == "O moon, O spoon."
    assert stream.reply.usage.completion == 3


def test_one_who_fails_is_out_of_the_running(opened: Open) -> None:
    def broken(situation: soulkeep.Situation) -> Bid:
        raise ZeroDivisionError("by nought")

    def wrong(situation: soulkeep.Situation) -> Any:
        return "a text"

    async def slow(situation: soulkeep.Situation) -> Bid:
        await asyncio.sleep(60)
        raise AssertionError

    reply = opened(broken, wrong, slow, decision_seconds=0.05).reply("I bought a hat.", person="anna")
    assert reply.responder == "voice"
    failed = {offer.responder: offer.why for offer in reply.trace.offers if offer.outcome == "failed"}
    assert failed["broken"] == "by nought"
    assert "soulkeep.Bid" in failed["wrong"] or "returned 'a text'" in failed["wrong"]
    assert failed["slow"] == "It took longer than 0.05 seconds."


def test_one_who_says_nothing_is_an_error_and_loses_no_turn(opened: Open) -> None:
    def mute(situation: soulkeep.Situation) -> Bid:
        return Bid(1.0, "always", "  ")

    holmes = opened(mute)
    with pytest.raises(soulkeep.ChatRefused, match="mute said nothing"):
        holmes.reply("Hm.", person="anna", id="hm")
    assert [memory.id for memory in holmes.memories(person="anna")] == ["hm"]


@pytest.mark.parametrize("name", ["voice", "admission", "model"])
def test_names_are_unique(opened: Open, name: str) -> None:
    def other(situation: soulkeep.Situation) -> None: ...

    other.__name__ = name
    with pytest.raises(soulkeep.InputError, match="two responders"):
        opened(other)
    with pytest.raises(soulkeep.InputError, match="two responders"):
        opened(weather, weather)


@pytest.mark.parametrize("given", [3, "voice", Responder, None])
def test_what_is_no_responder(opened: Open, given: Any) -> None:
    with pytest.raises(soulkeep.InputError):
        opened(given)


@pytest.mark.parametrize("score", [-0.1, 1.1, float("nan"), True, "high"])
def test_a_score_is_between_0_and_1(score: Any) -> None:
    with pytest.raises(soulkeep.InputError, match="between 0 and 1"):
        Bid(score)


# -- rules


def test_rules_of_the_keep_and_of_a_call(opened: Open) -> None:
    holmes = opened(weather, rules=soulkeep.Rules(forbid={"weather"}))
    assert outcomes(holmes.reply("The weather?", person="anna"))["weather"] == "forbidden"
    again = holmes.reply("The weather?", person="anna", rules=soulkeep.Rules(allow={"weather", "admission"}))
    assert again.responder == "weather"
    assert set(outcomes(again).values()) <= {"chosen", "not allowed", "outbid"}


def test_whoever_spoke_cools_down(opened: Open) -> None:
    holmes = opened(weather, rules=soulkeep.Rules(cool_down={"weather": 2}))
    said = [holmes.reply(f"The weather, please! {i}", person="anna") for i in range(5)]
    assert [reply.responder == "weather" for reply in said] == [True, False, False, True, False]
    assert outcomes(said[1])["weather"] == "cooling down"
    assert holmes.reply("The weather, please!", person="boris").responder == "weather"  # facing another, it is fresh


def test_preferences_weigh(opened: Open) -> None:
    holmes = opened(weather, rules=soulkeep.Rules(prefer={"weather": 0.1}))
    reply = holmes.reply("I like this weather.", person="anna")
    assert reply.responder == "voice"
    [offer] = [offer for offer in reply.trace.offers if offer.responder == "weather"]
    assert (offer.score, round(offer.weighed, 3)) == (0.9, 0.09)


def test_where_nobody_may_speak_it_is_admitted(opened: Open) -> None:
    holmes = opened(rules=soulkeep.Rules(allow=set()))
    holmes.observe("I adopted a cat called Miso.", person="anna")
    reply = holmes.reply("What is my cat called?", person="anna")
    assert reply.responder == "admission"
    assert "Miso" not in reply.text
    assert reply.references == ()


@pytest.mark.parametrize(
    "wrong",
    [{"allow": "voice"}, {"forbid": {3}}, {"prefer": {"voice": -1}}, {"prefer": {"voice": float("inf")}},
     {"cool_down": {"voice": 1.5}}, {"cool_down": 3}],
)  # fmt: skip
def test_rules_are_checked(wrong: dict[str, Any]) -> None:
    with pytest.raises(soulkeep.InputError):
        soulkeep.Rules(**wrong)


def test_rules_of_a_call_are_rules(opened: Open) -> None:
    with pytest.raises(soulkeep.InputError, match="must be a soulkeep"):
        opened().reply("Hm.", person="anna", rules={"forbid": "voice"})  # type: ignore[arg-type]


# -- admission and clarification


GRANDMOTHER = "What was my grandmother's maiden name?"


def test_what_nobody_told_is_the_models_to_say(opened: Open, clock: soulkeep.ManualClock) -> None:
    chat = ScriptedChat("I'm afraid you never told me.")
    holmes = opened(chat=chat)
    films = [soulkeep.Turn(f"I saw film number {i} today.", session="old") for i in range(60)]
    holmes.observe_many(films, person="anna")
    clock.advance(timedelta(days=1))
    reply = holmes.reply(GRANDMOTHER, person="anna", session="new")
    assert (reply.responder, reply.text) == ("model", "I'm afraid you never told me.")
    assert "Nothing close came to mind." in chat.prompts[0][-1].content


@pytest.mark.parametrize(("chat", "score"), [(None, 0.2), (ScriptedChat("Well!"), 0.05)])
def test_an_admission_is_what_remains(opened: Open, chat: soulkeep.ChatModel | None, score: float) -> None:
    reply = opened(chat=chat).reply(GRANDMOTHER, person="anna")
    [offer] = [offer for offer in reply.trace.offers if offer.responder == "admission"]
    assert (offer.score, offer.outcome) == (score, "outbid" if chat else "chosen")


@pytest.mark.parametrize("check", ["annotate", "regenerate", "admit"])
def test_no_admission_stands_in_for_what_a_model_says(opened: Open, check: str) -> None:
    invented = "I don't remember, but she was called Edith Moran and came from York."
    holmes = opened(chat=ScriptedChat(invented), check=check)
    stream = holmes.stream(GRANDMOTHER, person="anna")
    assert "".join(stream).strip() == stream.reply.text == invented
    assert (stream.reply.responder, stream.reply.trace.notes) == ("model", ())
    assert holmes.memory(stream.reply.said or "", person="anna").text == invented


@pytest.mark.parametrize(
    "said", ["What is the capital of France?", "How are you?", "I adopted a cat.", "Which pet do I have?"]
)
def test_whatever_is_said_is_left_to_the_model(opened: Open, said: str) -> None:
    holmes = opened(chat=ScriptedChat("Well!"), model_queries="never")
    holmes.observe("I adopted a kitten called Miso.", person="anna", session="old")
    assert holmes.reply(said, person="anna", session="new").responder == "model"


@pytest.mark.parametrize(("language", "said"), [("en", "Where are they located?"), ("ko", "그건 어디에 있어?")])
def test_asks_back_where_nothing_was_said_to_lean_on(opened: Open, language: str, said: str) -> None:
    holmes = opened()
    first = holmes.reply(said, person="anna")
    assert first.responder == "clarification"
    assert first.text.rstrip().endswith("?")
    assert holmes.reply("I like apples from Wiard's orchard.", person="anna").responder != "clarification"
    assert holmes.reply(said, person="anna").responder != "clarification"


# -- routing


def offers(*given: tuple[str, float]) -> list[tuple[Responder, Bid | Exception]]:
    def named(name: str) -> Responder:
        def function(situation: soulkeep.Situation) -> None: ...

        function.__name__ = name
        return Called(function)

    return [(named(name), Bid(score, f"why {name}")) for name, score in given]


def test_of_equal_bids_the_first_wins() -> None:
    choice = choose(offers(("a", 0.5), ("b", 0.5)), soulkeep.Rules(), [])
    assert choice.responder is not None
    assert choice.responder.name == "a"
    assert [offer.responder for offer in choice.offers] == ["a", "b"]


def test_a_decision_goes_before_the_score_but_not_before_a_must() -> None:
    decision = Decision("b", "it suits")
    chosen = choose(offers(("a", 0.9), ("b", 0.1)), soulkeep.Rules(), [], decision)
    assert (chosen.responder and chosen.responder.name, chosen.router, chosen.why) == ("b", "model", "it suits")
    must = choose(offers(("a", 1.0), ("b", 0.1)), soulkeep.Rules(), [], decision)
    assert (must.responder and must.responder.name, must.router) == ("a", "score")
    unheard = choose(offers(("a", 0.9)), soulkeep.Rules(), [], decision)
    assert (unheard.responder and unheard.responder.name, unheard.router) == ("a", "score")


def test_a_decision_is_bound_by_the_rules() -> None:
    rules = soulkeep.Rules(forbid={"b"})
    chosen = choose(offers(("a", 0.9), ("b", 0.1)), rules, [], Decision("b", "it suits"))
    assert chosen.responder is not None
    assert chosen.responder.name == "a"


def test_a_model_decides_in_a_prompt_of_its_own(opened: Open) -> None:
    chat = ScriptedChat('{"because": "they ask of the sky", "responder": "weather"}')
    holmes = opened(weather, chat=chat, router="model")
    reply = holmes.reply("How is the weather?", person="anna")
    assert (reply.responder, reply.trace.router, reply.trace.why) == ("weather", "model", "they ask of the sky")
    [prompt] = chat.prompts  # it wrote nothing else
    assert '- weather: Tells the weather. asked of the weather Would say: "It rains."' in prompt[1].content
    assert unfenced(prompt[1].content).endswith("\n\nThe talk:\nanna: How is the weather?")
    assert sorted(chat.schemas[0]["properties"]["responder"]["enum"]) == ["admission", "model", "weather"]


def test_it_decides_among_those_who_bid_by_what_they_would_rest_on(opened: Open) -> None:
    def silent(situation: soulkeep.Situation) -> None:
        """Says nothing."""

    def broken(situation: soulkeep.Situation) -> Bid:
        raise ZeroDivisionError("by nought")

    chat = ScriptedChat('{"because": "", "responder": "voice"}')
    holmes = opened(weather, silent, broken, chat=chat, router="model", rules=soulkeep.Rules(forbid={"admission"}))
    holmes.observe("I adopted a cat called Miso. " + "She is grey. " * 40, person="anna", session="old")
    reply = holmes.reply("What is my cat called?", person="anna", session="new")
    assert (reply.responder, reply.trace.router) == ("voice", "model")
    listed = [line for line in chat.prompts[0][1].content.splitlines() if line.startswith("- ")]
    model, voice = listed
    assert model.startswith("- model: Answers in character")
    assert "Memories that came to mind: 1." in model
    assert voice.startswith("- voice: Quotes a memory word for word. Memories that bear on it: 1.")
    for line in listed:
        assert 'Memory: "I adopted a cat called Miso.' in line
        assert line.endswith('…"')


def test_it_reads_the_talk_with_the_names_of_those_who_talk(opened: Open) -> None:
    chat = ScriptedChat("Well!", '{"because": "", "responder": "weather"}')
    holmes = opened(weather, chat=chat, router="model", rules=soulkeep.Rules(forbid={"voice", "admission"}))
    holmes.introduce("u-17", name="Anna")
    holmes.reply("I bought a hat.", person="u-17", session="s")
    holmes.reply("How is\nthe weather?", person="u-17", session="s")
    talk = unfenced(chat.prompts[1][-1].content).partition("The talk:\n")[2]
    assert talk == "Anna: I bought a hat.\nHolmes: Well!\nAnna: How is the weather?"


def test_one_alone_needs_no_decision(opened: Open) -> None:
    chat = ScriptedChat("Well!")
    holmes = opened(chat=chat, router="model", rules=soulkeep.Rules(allow={"model"}))
    reply = holmes.reply("How is the weather?", person="anna")
    assert (reply.responder, reply.trace.router) == ("model", "score")
    assert len(chat.prompts) == 1
    assert "route" not in reply.trace.steps


def test_a_must_needs_no_decision(opened: Open) -> None:
    def must(situation: soulkeep.Situation) -> Bid:
        return Bid(1.0, "must", "I must.")

    chat = ScriptedChat()
    assert opened(must, chat=chat, router="model").reply("How is the weather?", person="anna").text == "I must."
    assert chat.prompts == []


@pytest.mark.parametrize(
    "bad", ['{"responder": "nobody"}', "I would rather not.", soulkeep.ChatUnavailable("gone", hint="")]
)
def test_without_a_decision_the_best_bid_wins_and_it_is_noted(opened: Open, bad: str | Exception) -> None:
    chat = ScriptedChat(bad, bad, "Fine weather.") if isinstance(bad, str) else ScriptedChat(bad, "Fine weather.")
    holmes = opened(chat=chat, router="model")
    reply = holmes.reply("Good evening.", person="anna")
    assert (reply.responder, reply.text, reply.trace.router) == ("model", "Fine weather.", "score")
    assert reply.trace.notes
    assert reply.trace.notes[0].startswith("The best bid was chosen: ")


def test_it_is_decided_after_the_bids_and_looked_up_beside_the_recall(opened: Open) -> None:
    def spy(messages: Any) -> str:
        if "You direct Holmes" in messages[0].content:
            return '{"because": "", "responder": "model"}'
        return "Where are Wiard's apples?" if "You look things up" in messages[0].content else "Near Ypsilanti."

    def asked(**settings: Any) -> soulkeep.Reply:
        holmes = opened(chat=ScriptedChat(default=spy, delay=0.05), router="model", **settings)
        holmes.observe("I like apples.", person="anna", session="s")
        holmes.observe("Especially those from Wiard's orchard!", person="anna", speaker="Holmes", session="s")
        return holmes.reply("Where are they located?", person="anna", session="s")

    reply = asked()
    assert (reply.text, reply.trace.router) == ("Near Ypsilanti.", "model")
    steps = reply.trace.steps
    assert {"hear", "recall", "query", "recall again", "background", "bids", "route", "answer", "store"} <= set(steps)
    assert steps["recall"][0] < steps["query"][1]
    assert steps["background"][0] < steps["query"][1]
    assert steps["query"][1] <= steps["recall again"][0] < steps["bids"][0]
    assert steps["bids"][1] <= steps["route"][0] < steps["route"][1] <= steps["answer"][0]
    steps = asked(parallel=False).trace.steps
    assert steps["recall"][0] >= steps["query"][1]


def test_offers_tell_all_there_is(opened: Open) -> None:
    reply = opened(weather).reply("How is the weather?", person="anna")
    assert reply.trace.offers[0] == Offer(
        responder="weather", score=0.9, weighed=0.9, why="asked of the weather", outcome="chosen"
    )
    assert all(a.weighed >= b.weighed for a, b in zip(reply.trace.offers[1:], reply.trace.offers[2:], strict=False))
