"""A day in the real Open WebUI, with a server in front of a stand-in model: what is stored is what was said."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx2
import pytest
from open_webui import (
    PROGRAM,
    Between,
    Chat,
    Embedding,
    Listed,
    Noted,
    Process,
    StandIn,
    at_a_port,
    chromium,
    open_webui_serving,
    soulkeep_serving,
)
from playwright.sync_api import Browser
from recording import keep

import soulkeep
from postgres_support import Databases
from proxies_support import free_port
from upstream_support import Upstream, serving

pytestmark = [pytest.mark.frontends, pytest.mark.timeout(3600)]

FILTER = Path(__file__).parents[2] / "integrations" / "open-webui" / "soulkeep_filter.py"

QUIET = soulkeep.Settings(background=False, busy_seconds=10)

FIRST = ("Zoë Ångström", "zoe@example.org", "a password of hers, 1")
SECOND = ("민수 Kim", "minsu@example.org", "a password of his, 2")

DAY = [
    "I adopted a cat called Miso yesterday.",
    "She is black, with one white paw.",
    "My sister Ingrid lives in Bergen, by the harbour.",
    "I play the violin in the town's orchestra.",
    "We rehearse Sibelius on Thursdays.",
    "My knee hurts when it rains.",
    "The old lighthouse keeper told me a story about a whale.",
    "I'm allergic to walnuts.",
    "On Monday I start a new job at the library.",
    "The librarian is called Mr Okafor.",
    "I never liked Mondays, though.",
    "Do you know a remedy for hiccups?",
    "My neighbour's parrot swears in Portuguese.",
    "I baked bread today, and it was flat.",
    "The bus was late again.",
    "I'd like to see the northern lights once.",
    "My bicycle is green, and was my grandfather's.",
    "He was a watchmaker in Turku.",
    "I keep his tools in a biscuit tin.",
    "Tea without milk, always.",
]


@dataclass
class Servers:
    """Both servers, and what is around them.

    Attributes:
        location: of the keep.
        url: Open WebUI's.
        model: the stand-in.
        upstream: what the stand-in was sent.
        between: what Open WebUI sent to the server.
        soulkeep, open_webui: the processes.
    """

    location: str
    url: str
    model: StandIn
    upstream: Upstream
    between: Between
    soulkeep: Process
    open_webui: Process

    def restart(self) -> None:
        """Stop both, and start them again."""
        for process in (self.open_webui, self.soulkeep):
            process.stop()
        for process in (self.soulkeep, self.open_webui):
            process.start()

    def settle(self) -> None:
        """Wait until Open WebUI asks for nothing more."""
        count = -1
        while count != len(self.upstream.requests):
            count = len(self.upstream.requests)
            time.sleep(2)

    def character(self, path: str, body: dict[str, Any]) -> Any:
        """Send a request about a character to the server."""
        answer = httpx2.put(f"{self.between.target}/v1/characters/{path}", json=body, trust_env=False, timeout=60)
        answer.raise_for_status()
        return answer.json()

    def api(self, chat: Chat, path: str, body: dict[str, Any] | None = None) -> Any:
        """Send a request to Open WebUI's own API, as a user does."""
        headers = {"Authorization": f"Bearer {chat.token}"}
        method = "GET" if body is None else "POST"
        answer = httpx2.request(
            method, f"{self.url}/api/{path}", json=body, headers=headers, trust_env=False, timeout=60
        )
        assert answer.status_code == 200, answer.text
        return answer.json()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as opened:
        yield opened


@pytest.fixture(params=["sqlite", "postgres"])
def servers(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Servers]:
    location = str(tmp_path / "keep.db")
    if request.param == "postgres":
        databases: Databases = request.getfixturevalue("postgres")
        location = databases.make()
    with standing(tmp_path, location) as found:
        yield found


@pytest.fixture
def lone(tmp_path: Path) -> Iterator[Servers]:
    with standing(tmp_path, str(tmp_path / "keep.db")) as found:
        yield found


@contextmanager
def standing(tmp_path: Path, location: str) -> Iterator[Servers]:
    """Start both servers with what is around them."""
    if not PROGRAM.exists():
        pytest.skip("Open WebUI isn't installed: make .frontends/open-webui")
    model, between = StandIn(), Between()
    with ExitStack() as stack:
        upstream = stack.enter_context(serving(Upstream(says=model)))
        models = stack.enter_context(at_a_port(between, lifespan="auto"))
        plain = stack.enter_context(at_a_port(Listed(upstream)))
        embedder = stack.enter_context(at_a_port(Embedding()))
        own, theirs = free_port(), free_port()
        between.target = f"http://127.0.0.1:{own}"
        server = soulkeep_serving(location, own, upstream.url, tmp_path / "soulkeep.log")
        front = open_webui_serving(
            tmp_path, theirs, [f"{models}/v1", f"{plain}/v1"], f"{embedder}/v1", tmp_path / "open-webui.log"
        )
        found = Servers(location, f"http://127.0.0.1:{theirs}", model, upstream, between, server, front)
        for process in (server, front):
            stack.callback(process.stop)
            process.start()
        found.character("holmes", {"name": "Sherlock Holmes", "description": "A consulting detective."})
        found.character("watson", {"name": "John Watson", "description": "A doctor, back from Afghanistan."})
        yield found


@dataclass
class Talk:
    """A user's talk in a chat, with what has been said there so far as they see it."""

    servers: Servers
    chat: Chat
    shown: list[str] = field(default_factory=list)
    id: str = ""

    @property
    def _answer(self) -> str:
        return self.servers.model.answers[-1]

    def begin(self, character: str) -> None:
        """Begin a chat with a character."""
        self.chat.begin()
        self.chat.pick(character)

    def say(self, text: str) -> None:
        """Say something."""
        self.chat.say(text)
        self.chat.shows(self._answer)
        self.shown += [text, self._answer]
        self.id = self.chat.id

    def regenerate(self, how: str = "Try Again") -> None:
        """Have the last answer written again."""
        self.chat.regenerate(self.shown[-1], how)
        self.chat.shows(self._answer)
        self.shown[-1] = self._answer

    def say_otherwise(self, text: str) -> None:
        """Change one's last message, and have it answered."""
        self.chat.say_otherwise(text, self.shown[-1])
        self.chat.shows(self._answer)
        self.shown[-2:] = [text, self._answer]

    def correct(self, at: int, text: str) -> None:
        """Change a message without asking for an answer."""
        self.chat.correct(at - len(self.shown), text)
        self.shown[at] = text


def stored(servers: Servers, character: str, person: str) -> dict[str, list[tuple[str, str]]]:
    """Return who said what by chat, as the keep has it, and see that the person is called by name."""
    with soulkeep.open(servers.location, settings=QUIET) as opened:
        turns = list(opened.character(character).memories(person=person, kinds={"turn"}))
    chats: dict[str, list[tuple[str, str]]] = {}
    for turn in turns:
        if turn.forgotten is None:
            assert turn.person == person
            chats.setdefault(turn.session or "", []).append((turn.speaker or "", turn.text))
    return chats


def expected(talks: list[Talk], name: str, person: str) -> dict[str, list[tuple[str, str]]]:
    """Return who said what by chat, as their users saw it."""
    return {talk.id: [((person, name)[at % 2], text) for at, text in enumerate(talk.shown)] for talk in talks}


CLOCK = '''
class Tools:
    def clock(self) -> str:
        """Tell the time."""
        return "noon"
'''

TOLD = [
    {"role": "user", "content": "I adopted a cat called Miso."},
    {"role": "assistant", "content": "Number 1 it is, my dear friend."},
]

ON_REQUEST: dict[str, dict[str, Any]] = {
    "emoji": {"prompt": "A cat called Miso!"},
    "auto": {"type": "General", "prompt": "My cat", "messages": TOLD},
    "image_prompt": {"messages": TOLD},
    "queries": {"type": "web_search", "messages": TOLD},
    "moa": {"prompt": TOLD[0]["content"], "responses": ["A cat!", TOLD[1]["content"]], "stream": False},
}
"""Open WebUI's own tasks that a day doesn't bring about, by their endpoint."""


def own_tasks(servers: Servers, chat: Chat) -> dict[str, Noted]:
    """Have Open WebUI ask for things itself, and return what it sent."""
    config = servers.api(chat, "v1/tasks/config")
    servers.api(chat, "v1/tasks/config/update", config | {"ENABLE_AUTOCOMPLETE_GENERATION": True})
    sent: dict[str, Noted] = {}
    for name, body in ON_REQUEST.items():
        servers.api(chat, f"v1/tasks/{name}/completions", {"model": "holmes", "chat_id": chat.id, **body})
        sent[name] = servers.between.noted[-1]
    return sent


def choosing_a_tool(servers: Servers, chat: Chat) -> Noted:
    """Have a tool chosen by a prompt, as for models that can't call one, and return the request for that."""
    tool = {"id": "clock", "name": "Clock", "content": CLOCK, "meta": {"description": "Tells the time."}}
    servers.api(chat, "v1/tools/create", tool)
    count = len(servers.between.noted)
    asked = {"role": "user", "content": "What time is it?"}
    body = {"model": "holmes", "messages": [*TOLD, asked], "tool_ids": ["clock"], "stream": False}
    servers.api(chat, "chat/completions", {**body, "params": {"function_calling": "legacy"}})
    return servers.between.noted[count]


def test_what_open_webui_sends(lone: Servers, browser: Browser, tmp_path: Path) -> None:
    hers = Chat(browser, lone.url)
    hers.sign_up(*FIRST)
    noted = lone.between.noted
    talk = Talk(lone, hers)
    talk.begin("holmes")
    talk.say("I adopted a cat called Miso.")
    lone.settle()
    talk.say("She is black.")
    lone.settle()
    talk.regenerate()
    talk.say_otherwise("She is black, with one white paw.")
    lone.settle()
    talk.regenerate("Add Details")
    talk.say("What is my cat called?")
    lone.settle()
    notes = tmp_path / "shelter.txt"
    notes.write_text("The shelter says: cats of this kind sleep on pianos, and eat salmon at seven.\n")
    reading = Talk(lone, hers)
    reading.begin("holmes")
    hers.attach(notes)
    reading.say("Where do such cats sleep?")
    reading.say("And what do they eat?")
    lone.settle()
    own = [one for one in noted if one.path.endswith("/completions")]
    others = {**own_tasks(lone, hers), "tools": choosing_a_tool(lone, hers)}
    keep([*((kind_of(one), one) for one in own), *others.items()])


def kind_of(noted: Noted) -> str:
    """Return a name for a request that the pages send."""
    text = str(noted.body["messages"][-1]["content"])
    if noted.body["stream"]:
        return "retrieval" if "<source " in text else "talk"
    return next(name for name in ("follow_ups", "tags", "queries", "title") if f'"{name}":' in text)


def test_a_day_in_open_webui(servers: Servers, browser: Browser, tmp_path: Path) -> None:
    hers = Chat(browser, servers.url)
    hers.sign_up(*FIRST)
    zoe = servers.api(hers, "v1/auths/")["id"]
    servers.api(hers, "v1/auths/add", dict(zip(("name", "email", "password"), SECOND, strict=True)) | {"role": "user"})

    morning = Talk(servers, hers)
    morning.begin("holmes")
    for at, text in enumerate(DAY):
        morning.say(text)
        if at % 5 == 2:
            morning.regenerate()
        if at == 3:
            morning.say_otherwise("I play the viola in the town's orchestra.")
        if at == 4:
            morning.correct(1, "A cat! How wonderful.")
        if at == 5:
            morning.correct(10, "My left knee hurts when it rains.")
        if at == 8:
            morning.regenerate("Add Details")

    servers.settle()
    servers.restart()
    hers.open(morning.id)
    morning.say("Here I am again, after a nap.")
    morning.regenerate()

    his = Chat(browser, servers.url)
    his.sign_in(*SECOND[1:])
    minsu = servers.api(his, "v1/auths/")["id"]
    other = Talk(servers, his)
    other.begin("holmes")
    other.say("I have a dog called Baram.")
    other.say("What do you know of a cat?")
    assert "Miso" not in json.dumps(servers.model.asked[-1]["messages"])

    evening = Talk(servers, hers)
    evening.begin("holmes")
    evening.say("What is my cat called?")
    asked = json.dumps(servers.model.asked[-1]["messages"], ensure_ascii=False)
    assert "Miso" in asked
    assert FIRST[0] in asked
    evening.say("Where does my sister live?")
    assert "Bergen" in json.dumps(servers.model.asked[-1]["messages"])
    evening.regenerate()
    evening.say("I ought to write to her.")

    notes = tmp_path / "shelter.txt"
    notes.write_text("The shelter says: cats of this kind sleep on pianos, and eat salmon at seven.\n")
    reading = Talk(servers, hers)
    reading.begin("holmes")
    hers.attach(notes)
    reading.say("Where do such cats sleep?")
    assert "sleep on pianos" in json.dumps(servers.model.asked[-1]["messages"])
    reading.say("And what do they eat?")

    doctor = Talk(servers, hers)
    doctor.begin("watson")
    doctor.say("My knee hurts, doctor.")

    own_tasks(servers, hers)
    servers.settle()
    assert stored(servers, "holmes", zoe) == expected([morning, evening, reading], "Sherlock Holmes", zoe)
    assert stored(servers, "holmes", minsu) == expected([other], "Sherlock Holmes", minsu)
    assert stored(servers, "watson", zoe) == expected([doctor], "John Watson", zoe)
    with soulkeep.open(servers.location, settings=QUIET) as opened:
        assert opened.character("holmes").introduce(minsu).name == SECOND[0]
    sent = json.dumps(servers.upstream.requests, ensure_ascii=False)
    assert zoe not in sent
    assert minsu not in sent
    for what in ("a concise title", "1-3 broad tags", "user might naturally send next", "search queries"):
        assert what in sent, what
    with_the_filter(servers, hers)
    assert len(servers.upstream.requests) >= 100


def with_the_filter(servers: Servers, chat: Chat) -> None:
    """Install the filter in Open WebUI, and talk with a model that remembers nothing by itself."""
    content = FILTER.read_text(encoding="utf-8")
    function = {"id": "soulkeep", "name": "Soulkeep", "content": content, "meta": {"description": "Memory."}}
    servers.api(chat, "v1/functions/create", function)
    servers.api(chat, "v1/functions/id/soulkeep/valves/update", {"url": servers.between.target})
    servers.api(chat, "v1/functions/id/soulkeep/toggle", {})
    servers.api(chat, "v1/functions/id/soulkeep/toggle/global", {})
    first = Talk(servers, chat)
    first.begin("plain")
    first.say("I collect stamps from Peru.")
    first.say("Most of them show llamas.")
    first.regenerate()
    servers.settle()
    second = Talk(servers, chat)
    second.begin("plain")
    second.say("What do I collect?")
    asked = servers.model.asked[-1]["messages"][-1]["content"]
    assert f"{FIRST[0]}: I collect stamps from Peru." in asked
    servers.settle()
    person = servers.api(chat, "v1/auths/")["id"]
    assert stored(servers, "companion", person) == expected([first, second], "Companion", person)
