"""The real Open WebUI before a real server: both as processes, a stand-in model behind them, with all requests noted.

It is installed by `make .frontends/open-webui`, and kept from the network: all that it calls is at this machine.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import quote

import httpx2
import uvicorn
from playwright.sync_api import Browser, Locator, expect, sync_playwright
from playwright.sync_api import Error as PlaywrightError

from upstream_support import Body, Upstream

PROGRAM = Path(__file__).parents[2] / ".frontends" / "open-webui" / "bin" / "open-webui"

STARTING = 600.0
"""Seconds that it may take to start: it imports torch."""

PATIENCE = 120_000
"""Milliseconds that something may take to appear, on a busy machine."""

expect.set_options(timeout=PATIENCE)

_CHROMIUM = ("chromium-headless-shell", "chromium", "chromium-browser")

_NEVER_ON = ("connection", "content-length", "host", "keep-alive", "transfer-encoding")


@dataclass
class Noted:
    """A request that Open WebUI sent."""

    path: str
    headers: dict[str, str]
    body: Body


@dataclass
class Between:
    """Passes requests on from Open WebUI to the server, which may be another after a restart, and notes them.

    Attributes:
        target: the server's URL.
        url: its own, up to `/v1`.
        noted: what came by, in order.
    """

    target: str = ""
    url: str = ""
    noted: list[Noted] = field(default_factory=list)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "lifespan":
            while (await receive())["type"] != "lifespan.shutdown":
                await send({"type": "lifespan.startup.complete"})
            await send({"type": "lifespan.shutdown.complete"})
            return
        raw, more = b"", True
        while more:
            message = await receive()
            raw, more = raw + message.get("body", b""), message.get("more_body", False)
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        self.noted.append(Noted(scope["path"], headers, json.loads(raw) if raw else {}))
        passed = {name: value for name, value in headers.items() if name not in _NEVER_ON}
        async with (
            httpx2.AsyncClient(timeout=120, trust_env=False) as client,
            client.stream(scope["method"], f"{self.target}{scope['path']}", content=raw, headers=passed) as answer,
        ):
            back = [(name.encode(), value.encode()) for name, value in answer.headers.items() if name not in _NEVER_ON]
            await send({"type": "http.response.start", "status": answer.status_code, "headers": back})
            async for piece in answer.aiter_raw():
                await send({"type": "http.response.body", "body": piece, "more_body": True})
        await send({"type": "http.response.body", "body": b""})


class Embedding:
    """A stand-in for an embedder: vectors of letters' counts, so that texts alike lie near each other."""

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Answer a request for embeddings."""
        raw, more = b"", True
        while more:
            message = await receive()
            raw, more = raw + message.get("body", b""), message.get("more_body", False)
        given = json.loads(raw).get("input", [])
        texts = [given] if isinstance(given, str) else given
        data = [
            {"object": "embedding", "index": at, "embedding": [1.0 + text.count(chr(97 + n)) for n in range(26)]}
            for at, text in enumerate(texts)
        ]
        body = json.dumps({"object": "list", "data": data, "model": "letters"}).encode()
        head = [(b"content-type", b"application/json")]
        await send({"type": "http.response.start", "status": 200, "headers": head})
        await send({"type": "http.response.body", "body": body})


@contextmanager
def at_a_port(app: Any, *, lifespan: str = "off") -> Iterator[str]:
    """Run an application in a thread, and yield its URL."""
    config = uvicorn.Config(app, host="127.0.0.1", port=0, log_level="critical", lifespan=lifespan)  # type: ignore[arg-type]
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    try:
        while not server.started:
            time.sleep(0.01)
        yield f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join(30)


class Process:
    """A server in a process of its own, with its log in a file.

    Args:
        command: how it is started.
        env: its environment.
        health: the URL that answers once it serves.
        log: its log's file.
    """

    def __init__(self, command: list[str], env: dict[str, str], health: str, log: Path) -> None:
        self._command, self._env, self._health, self._log = command, env, health, log
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it, and wait until it serves."""
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(
                self._command, env=self._env, stdout=log, stderr=log, stdin=subprocess.DEVNULL, cwd=self._log.parent
            )
        late = time.monotonic() + STARTING
        while time.monotonic() < late:
            assert self._process.poll() is None, self._log.read_text()[-3000:]
            try:
                if httpx2.get(self._health, timeout=2, trust_env=False).status_code == 200:
                    return
            except httpx2.HTTPError:
                pass
            time.sleep(0.2)
        raise AssertionError(self._log.read_text()[-3000:])

    def stop(self) -> None:
        """End it, and wait for that."""
        if self._process is not None:
            self._process.terminate()
            try:
                self._process.wait(60)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait(60)


def soulkeep_serving(keep: str, port: int, upstream: str, log: Path) -> Process:
    """Return `soulkeep serve` at a port, with a model behind it."""
    program = str(Path(sys.executable).with_name("soulkeep"))
    command = [program, "serve", "--keep", keep, "--port", str(port), "--no-inspector"]
    command += ["--upstream", upstream, "--upstream-model", "stand-in"]
    env = {name: value for name, value in os.environ.items() if not name.startswith("SOULKEEP_")}
    return Process(command, env, f"http://127.0.0.1:{port}/v1/health", log)


def open_webui_serving(folder: Path, port: int, models: Sequence[str], embedder: str, log: Path) -> Process:
    """Return Open WebUI at a port, with its data in a folder and nothing of it reached over a network."""
    data = folder / "data"
    data.mkdir(exist_ok=True)
    env = {
        "PATH": os.environ["PATH"],
        "HOME": str(folder),
        "DATA_DIR": str(data),
        "OFFLINE_MODE": "true",
        "HF_HUB_OFFLINE": "1",
        "ENABLE_VERSION_UPDATE_CHECK": "false",
        "ENABLE_OLLAMA_API": "false",
        "OPENAI_API_BASE_URLS": ";".join(models),
        "OPENAI_API_KEYS": ";".join("none" for _ in models),
        "ENABLE_FORWARD_USER_INFO_HEADERS": "true",
        "RAG_EMBEDDING_ENGINE": "openai",
        "RAG_EMBEDDING_MODEL": "letters",
        "RAG_OPENAI_API_BASE_URL": embedder,
        "RAG_OPENAI_API_KEY": "none",
        "WEBUI_SECRET_KEY": "of this test only",
        "WEBUI_URL": f"http://127.0.0.1:{port}",
        "DEFAULT_USER_ROLE": "user",
        "ENABLE_SIGNUP": "true",
        "ENABLE_COMMUNITY_SHARING": "false",
        "BYPASS_MODEL_ACCESS_CONTROL": "true",
        "ANONYMIZED_TELEMETRY": "false",
        "SCARF_NO_ANALYTICS": "true",
        "DO_NOT_TRACK": "true",
        "USER_AGENT": "tests",
    }
    command = [str(PROGRAM), "serve", "--host", "127.0.0.1", "--port", str(port)]
    return Process(command, env, f"http://127.0.0.1:{port}/health", log)


_FORM = re.compile(r"\{\s*\"(title|tags|follow_ups|queries|tool_calls|text|prompt)\":")

_OWN = {
    "title": {"title": "A talk"},
    "tags": {"tags": ["Talk"]},
    "follow_ups": {"follow_ups": ["And then?", "Why?", "Who?"]},
    "queries": {"queries": ["cats"]},
    "tool_calls": {"tool_calls": []},
    "text": {"text": "and so on"},
    "prompt": {"prompt": "a cat"},
}


@dataclass
class StandIn:
    """A model whose answers each have a number, and that does a front end's tasks in their form.

    Attributes:
        answers: what it answered in talks.
        asked: the requests that it answered so.
    """

    answers: list[str] = field(default_factory=list)
    asked: list[Body] = field(default_factory=list)

    def __call__(self, model: Upstream, body: Body) -> str:
        """Return an answer."""
        asked, system = (str(body["messages"][at]["content"]) for at in (-1, 0))
        if body.get("stream") is not True and (form := _FORM.search(asked) or _FORM.search(system)):
            return json.dumps(_OWN[form[1]])
        self.asked.append(body)
        self.answers.append(f"Number {len(self.answers) + 1} it is, my dear friend.")
        return self.answers[-1]


class Listed:
    """An upstream with a list of its models, for Open WebUI to speak to without a server between."""

    def __init__(self, upstream: Upstream) -> None:
        self._upstream = upstream

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """List the models, or pass on."""
        if scope["path"] != "/v1/models":
            await self._upstream(scope, receive, send)
            return
        body = json.dumps(
            {"object": "list", "data": [{"id": "plain", "object": "model", "owned_by": "tests"}]}
        ).encode()
        head = [(b"content-type", b"application/json")]
        await send({"type": "http.response.start", "status": 200, "headers": head})
        await send({"type": "http.response.body", "body": body})


@contextmanager
def chromium() -> Iterator[Browser]:
    """Yield the system's Chromium, without a window."""
    found = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, _CHROMIUM)), None)
    assert found is not None, "there is no Chromium here"
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=found, args=["--no-sandbox", "--disable-gpu"])
        try:
            yield opened
        finally:
            opened.close()


class Chat:
    """A user before Open WebUI's page.

    Args:
        page: a browser's.
        url: Open WebUI's.
    """

    def __init__(self, browser: Browser, url: str) -> None:
        context = browser.new_context(viewport={"width": 1280, "height": 900}, locale="en-GB", reduced_motion="reduce")
        context.set_default_timeout(PATIENCE)
        self._page, self._url = context.new_page(), url

    @property
    def _messages(self) -> Locator:
        return self._page.locator("#messages-container [id^=message-]:not([id^=message-edit])")

    def sign_up(self, name: str, email: str, password: str) -> None:
        """Become the first user, who is the admin."""
        self._page.goto(self._url)
        self._page.get_by_role("button", name="Get started").click()
        self._page.locator("input[autocomplete=name]").fill(name)
        self._enter(email, password)

    def sign_in(self, email: str, password: str) -> None:
        """Come in as a user whom the admin has added."""
        self._page.goto(f"{self._url}/auth")
        self._enter(email, password)

    def _enter(self, email: str, password: str) -> None:
        self._page.locator("input[type=email]").fill(email)
        self._page.locator("input[type=password]").fill(password)
        self._page.locator("button[type=submit]").click()
        expect(self._page.locator("#chat-input")).to_be_visible()
        with suppress(PlaywrightError):  # what is new in this version
            self._page.get_by_role("button", name="Okay, Let's Go!").click(timeout=20_000)

    @property
    def token(self) -> str:
        """What Open WebUI knows the user by."""
        token: str = self._page.evaluate("localStorage.token")
        return token

    @property
    def id(self) -> str:
        """The chat's id."""
        return self._page.url.rpartition("/c/")[2]

    def begin(self, model: str | None = None) -> None:
        """Begin a chat, with a model."""
        self._page.goto(f"{self._url}/{f'?models={quote(model)}' if model else ''}")
        expect(self._page.locator("#chat-input")).to_be_visible()

    def pick(self, model: str) -> None:
        """Pick the model in the page's list."""
        self._page.locator("#model-selector-model-button").click()
        self._page.get_by_role("option", name=model, exact=False).first.click()

    def open(self, id: str) -> None:
        """Open a chat again."""
        self._page.goto(f"{self._url}/c/{id}")
        try:
            expect(self._messages.last).to_be_visible()
        except AssertionError:  # it shows nothing where it comes up before its socket does
            self._page.reload()
            expect(self._messages.last).to_be_visible()

    def say(self, text: str) -> None:
        """Say something, and wait for the answer."""
        self._page.locator("#chat-input").fill(text)
        self._page.keyboard.press("Enter")
        expect(self._page.locator("#messages-container .user-message").last).to_contain_text(text)
        self._answered("")

    def _answered(self, before: str) -> None:
        """Wait until the last answer is whole, and another than before."""
        if before:
            expect(self._messages.last).not_to_contain_text(before)
        expect(self._messages.last.get_by_label("Regenerate", exact=True)).to_be_visible()

    def shows(self, text: str) -> None:
        """Wait until the last message shows a text."""
        expect(self._messages.last).to_contain_text(text)

    def attach(self, file: Path) -> None:
        """Attach a file to what is said next."""
        self._page.locator("input[type=file]").first.set_input_files(file)
        expect(self._page.get_by_text(file.name)).to_be_visible()

    def regenerate(self, before: str, how: str = "Try Again") -> None:
        """Have the last answer, which was `before`, written again."""
        self._messages.last.get_by_label("Regenerate", exact=True).click()
        self._page.get_by_text(how).click()
        self._answered(before)

    def say_otherwise(self, text: str, before: str) -> None:
        """Change the last of one's own messages, whose answer was `before`, and send it."""
        self._edit(self._page.locator("#messages-container .user-message").last, text, "confirm-edit-message-button")
        self._answered(before)

    def correct(self, at: int, text: str) -> None:
        """Change a message of the chat, by its place from the end (-1, …), without sending anything."""
        message = self._messages.nth(at)
        own = "user-message" in (message.get_attribute("class") or "")
        self._edit(message, text, "save-edit-message-button" if own else "confirm-edit-message-button")
        expect(message).to_contain_text(text)

    def _edit(self, message: Locator, text: str, button: str) -> None:
        message.hover()
        message.get_by_label("Edit").first.click()
        message.locator("textarea").first.fill(text)
        message.locator(f"#{button}").click()
