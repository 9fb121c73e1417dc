"""SillyTavern 1.19 itself with soulkeep: a day of talk, and the next day. What is stored is what was said."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from chromium import page_of
from relay import Relay, relaying
from sillytavern import Tavern, card, serving_tavern

import soulkeep
from server_support import config_in, quietly, running
from soulkeep.server import ServerConfig
from upstream_support import Upstream, serving

pytestmark = [pytest.mark.frontends, pytest.mark.timeout(1200)]

RECORDED = Path(__file__).parents[1] / "server" / "openai" / "recorded" / "sillytavern-1.19"

HOLMES, WATSON = "Sherlock Holmes", "John Watson"

OPTIONS = 'soulkeep:\n  character: "{{char}}"\n  person: "{{user}}"\n  generation: "{{lastGenerationType}}"'

Shown = list[tuple[str, str]]


class Day:
    """Both servers, and a person in front of them.

    Args:
        folder: for their data.
        location: the keep's.
    """

    def __init__(self, folder: Path, location: str) -> None:
        self.folder = folder
        self.upstream = Upstream()
        self.relay = Relay()
        self.config: ServerConfig = config_in(folder, location=location, settings=soulkeep.Settings(background=False))
        self._stack = ExitStack()
        self._port: int | None = None
        self.tavern: Tavern

    def begin(self) -> None:
        """Start all there is."""
        self._stack.enter_context(serving(self.upstream))
        self.relay = self._stack.enter_context(relaying())
        self.config = config_in(
            self.folder,
            location=self.config.location,
            settings=self.config.settings,
            upstream=self.upstream.url,
            upstream_model="m",
        )
        with quietly(self.config.location) as keep:
            keep.character("holmes", name=HOLMES, description="A consulting detective.")
            keep.character("watson", name=WATSON, description="A doctor.")

    def end(self) -> None:
        """Stop it."""
        self._stack.close()

    @contextmanager
    def session(self, name: str | None = None) -> Iterator[Tavern]:
        """Run both servers, with SillyTavern's pages open; `name`: what one is called, the first time."""
        with running(self.config) as ours, serving_tavern(self.folder / "tavern") as url, page_of() as page:
            self.relay.to = ours
            self.tavern = Tavern(page, url, self.folder)
            self.tavern.enter(name)
            yield self.tavern
            page.wait_for_timeout(2000)  # its settings are saved a little later

    def stored(self, character: str, person: str = "anna") -> Shown:
        """Return who said what, as the character remembers it."""
        with quietly(self.config.location) as keep:
            turns = keep.character(character).memories(person=person, kinds={"turn"})
            return [(turn.speaker or "", turn.text) for turn in turns if turn.forgotten is None]

    def asked(self, text: str) -> str:
        """Return the prompt of the request for an answer to these words."""
        found = [one for one in self.upstream.requests if text in str(one["messages"][-1]["content"])]
        return json.dumps(found[-1]["messages"], ensure_ascii=False)


@pytest.fixture
def day(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Day]:
    postgres = getattr(request, "param", None) == "postgres"
    location = request.getfixturevalue("postgres").make() if postgres else str(tmp_path / "keep.db")
    day = Day(tmp_path, location)
    day.begin()
    yield day
    day.end()


def said(tavern: Tavern, *, person: str = "anna", own: str | None = None) -> Shown:
    """Return who said what since the person's first words; for a group's member `own`, up to their own last."""
    lines = [(person if one["user"] else one["name"], one["mes"]) for one in tavern.chat if not one["system"]]
    first = next(at for at, (name, _) in enumerate(lines) if name == person)
    last = max((at for at, (name, _) in enumerate(lines) if name == own), default=len(lines) - 1)
    return lines[first : last + 1]


def cards(tavern: Tavern) -> None:
    """Bring two characters."""
    tavern.bring(
        card(
            HOLMES,
            "A consulting detective of Baker Street, who answers {{user}}.",
            greeting="Good evening, {{user}}. Pray sit down.",
            mes_example="<START>\n{{user}}: What do you see?\n{{char}}: Everything.",
            extensions={"depth_prompt": {"prompt": "It is foggy.", "depth": 1, "role": "system"}},
        )
    )
    instructions = "Be brief, {{user}} is tired."
    tavern.bring(card(WATSON, "A doctor.", greeting="Hullo, {{user}}!", post_history_instructions=instructions))


# -- what is recorded


def one(tavern: Tavern) -> None:
    """Talk with one character, and do all that the menu offers."""
    tavern.meet(HOLMES)
    tavern.say("I adopted a cat called Miso in Lisbon.")
    tavern.swipe()
    tavern.swipe_back()
    tavern.say("What do you make of that?")
    tavern.option("regenerate")
    tavern.option("continue")
    tavern.continue_with_prefill(True)
    tavern.option("continue")
    tavern.continue_with_prefill(False)
    tavern.option("impersonate")
    tavern.type("")
    tavern.run("/gen Describe the room in five words.")
    tavern.edit(2, "A cat, then.")
    tavern.say("Yes.")
    tavern.delete_last(2)
    tavern.say("No.")
    tavern.run("/note-depth 0 | /note Mind the fog.")
    tavern.say("With a note of the author's.")
    tavern.swipe()
    tavern.summarise()
    tavern.say("Let us go on.")


def instructed(tavern: Tavern) -> None:
    """Talk with a character that has instructions after the history, and send nothing."""
    tavern.meet(WATSON)
    tavern.say("I live in Porto.")
    tavern.swipe()
    tavern.say("")
    tavern.run("/gen What is he thinking?")
    tavern.say("And you?")


def processed(kind: str) -> Callable[[Tavern], None]:
    """Return a talk whose messages SillyTavern merges."""

    def talk(tavern: Tavern) -> None:
        tavern.post_process(kind)
        tavern.meet(WATSON)
        tavern.say(f"I like {kind} tea.")
        tavern.swipe()
        tavern.say("Do you?")
        tavern.option("continue")
        tavern.option("impersonate")
        tavern.type("")
        tavern.run("/gen Describe the room in five words.")
        tavern.say("I see.\n\nQuite so.")
        tavern.say("Good night.")

    return talk


def group(kind: str = "") -> Callable[[Tavern], None]:
    """Return a talk with two characters."""

    def talk(tavern: Tavern) -> None:
        tavern.post_process(kind)
        tavern.meet_group("Baker Street", [HOLMES, WATSON])
        tavern.say("My sister Clara lives in Leeds.", answers=2)
        tavern.say("What about her?", answers=2)
        tavern.swipe()
        tavern.option("continue")
        tavern.by_no_chance()  # whose words are to be the example for the person's
        tavern.option("impersonate")
        tavern.type("")
        tavern.say("Well.", answers=2)

    return talk


def named(tavern: Tavern) -> None:
    """Talk with the character, person and purpose named in the request's body."""
    tavern.set_body(OPTIONS)
    group("semi")(tavern)
    tavern.run("/gen Describe the room in five words.")
    tavern.say("Good night.", answers=2)


TALKS: dict[str, Callable[[Tavern], None]] = {
    "one": one,
    "instructed": instructed,
    **{kind: processed(kind) for kind in ("merge", "semi", "strict", "single")},
    "group": group(),
    "group_merge": group("merge"),
    "group_strict": group("strict"),
    "group_single": group("single"),
    "named": named,
}


MODELS = {"one": "holmes", "group": "holmes", "group_merge": "holmes", "named": "Sherlock Holmes"}
"""The character in the model's name, where it isn't Watson's."""


@pytest.mark.parametrize("name", TALKS)
def test_what_is_said_is_stored_and_what_is_recorded_is_what_it_sends(day: Day, name: str) -> None:
    """With SOULKEEP_RECORD=write, what it sends is recorded anew."""
    with day.session("Anna") as tavern:
        tavern.connect(f"{day.relay.url}/v1", f"{MODELS.get(name, 'watson')}@anna")
        cards(tavern)
        TALKS[name](tavern)
        members = {"holmes": HOLMES, "watson": WATSON} if tavern.in_group else {}
        shown = {id: said(tavern, own=own) for id, own in members.items()} or {MODELS.get(name, "watson"): said(tavern)}
    sent = [
        {"headers": one.headers, "body": one.body, "answer": answer_in(one.answer)}
        for one in day.relay.chats
        if one.body is not None
    ]
    data = {"shown": shown, "requests": sent}
    file = RECORDED / f"{name}.json"
    if os.environ.get("SOULKEEP_RECORD") == "write":
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps(data, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    assert json.loads(file.read_text(encoding="utf-8")) == json.loads(json.dumps(data))
    assert {id: day.stored(id) for id in shown} == shown


def answer_in(text: str) -> str:
    """Return the answer in a response."""
    if not text.startswith("data:"):
        return str(json.loads(text)["choices"][0]["message"]["content"])
    chunks = [json.loads(line[6:]) for line in text.splitlines() if line.startswith("data: {")]
    return "".join(choice["delta"].get("content") or "" for chunk in chunks for choice in chunk["choices"])


# -- a day, and the next


WEATHER = ("It rains again.", "I have lost my umbrella.", "Do you own one?", "Thank you.", "I must be off soon.")


def talk_of_a_day(tavern: Tavern) -> None:
    """Talk with one character for long, as people do."""
    one(tavern)
    for kind in ("", "merge", "semi", "strict", "single"):
        tavern.post_process(kind)
        tavern.stream(kind != "merge")
        for text in WEATHER:
            tavern.say(f"{text} {kind}".strip())
        tavern.swipe()
        tavern.swipe()
        tavern.swipe_back()
        tavern.edit(len(tavern.chat) - 4, f"Do you own an umbrella? {kind}".strip())
        tavern.option("regenerate")
        tavern.option("continue")
        tavern.option("impersonate")
        tavern.type("")
        tavern.run("/gen Describe the weather in five words.")
        tavern.run("/gen What is he thinking?")
    tavern.post_process("")
    tavern.stream(True)


@pytest.mark.parametrize("day", ["sqlite", "postgres"], indirect=True)
def test_a_day_and_the_next(day: Day) -> None:
    """A hundred requests, with two restarts; in the group, both characters answer by one model."""
    with day.session("Anna") as tavern:
        tavern.connect(f"{day.relay.url}/v1", "holmes@anna")
        cards(tavern)
        talk_of_a_day(tavern)
        alone = said(tavern)
        assert day.stored("holmes") == alone
    with day.session() as tavern:  # both servers have started anew
        tavern.connect(f"{day.relay.url}/v1", "holmes@anna")
        tavern.meet(HOLMES)
        assert said(tavern) == alone
        for text in (*WEATHER, "Farewell.", "Until tomorrow."):
            tavern.say(f"Again: {text}")
        tavern.swipe()
        tavern.option("regenerate")
        tavern.option("continue")
        alone = said(tavern)
        assert day.stored("holmes") == alone
        group()(tavern)
        together = {id: said(tavern, own=own) for id, own in (("holmes", HOLMES), ("watson", WATSON))}
        assert day.stored("holmes") == [*alone, *together["holmes"]]
        assert day.stored("watson") == together["watson"]
    assert [name for name, _ in [*alone, *together["holmes"]]].count("anna") >= 40
    assert len(day.relay.chats) >= 100
    with day.session() as tavern:
        tavern.connect(f"{day.relay.url}/v1", "holmes@anna")
        tavern.meet(HOLMES)
        tavern.new_chat()
        tavern.say("What is my cat called?")
        assert "Miso in Lisbon" in day.asked("What is my cat called?")
        assert day.stored("holmes") == [*alone, *together["holmes"], *said(tavern)]
