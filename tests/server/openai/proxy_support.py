"""Helpers that the proxy's tests share: a server with an upstream, OpenAI's client, and access to the keep beside
them."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import httpx2
import openai

import soulkeep
from server_support import config_in, running
from soulkeep.server import ServerConfig
from soulkeep.types.records import Memory
from upstream_support import Upstream, serving

__all__ = ["ServerConfig", "Talk", "config_in", "running", "talking"]

QUIET = soulkeep.Settings(background=False, busy_seconds=10)


class Talk:
    """A front end that talks through the proxy, and sends its history along.

    Args:
        url: the server's.
        location: the keep's file.
        upstream: where the proxy passes requests on to; None for nowhere.
        key: sent to the server.
    """

    def __init__(self, url: str, location: str, upstream: Upstream | None, key: str = "none") -> None:
        self.url = url
        self.location = location
        self._upstream = upstream
        self.client = openai.OpenAI(base_url=f"{url}/v1", api_key=key, max_retries=0)
        self.http = httpx2.Client(base_url=url, timeout=60, trust_env=False)
        self.messages: list[dict[str, Any]] = []
        self.history = ""
        self.session = ""

    @property
    def upstream(self) -> Upstream:
        """Where requests went."""
        assert self._upstream is not None
        return self._upstream

    def say(self, text: Any, *, model: str = "holmes@anna~m", stream: bool = True, **more: Any) -> str:
        """Say something, add it and the answer to the history, and return the answer.

        Args:
            text: what is said, as a message's content.
            model: the name of the model: `CHARACTER@PERSON~UPSTREAM`.
            stream: whether the answer comes in pieces.
            more: further arguments of the SDK.
        """
        self.messages.append({"role": "user", "content": text})
        answer = self.send(model=model, stream=stream, **more)
        self.messages.append({"role": "assistant", "content": answer})
        return answer

    def say_plainly(self, text: str, *, model: str = "holmes@anna~m") -> str:
        """Say something without the SDK, which looks over all messages again at each request: for long talks."""
        self.messages.append({"role": "user", "content": text})
        body = {"model": model, "messages": self.messages, "stream": True}
        answer = ""
        with self.http.stream("POST", "/v1/chat/completions", json=body) as response:
            assert response.status_code == 200
            for line in response.iter_lines():
                if line.startswith("data: {"):
                    chunk = json.loads(line.removeprefix("data: "))
                    answer += "".join(choice["delta"].get("content") or "" for choice in chunk["choices"])
        assert answer
        self.messages.append({"role": "assistant", "content": answer})
        return answer

    def send(
        self,
        messages: list[dict[str, Any]] | None = None,
        *,
        model: str = "holmes@anna~m",
        stream: bool = True,
        headers: dict[str, str] | None = None,
        **more: Any,
    ) -> str:
        """Send messages, by default the history; return the answer."""
        create = self.client.chat.completions.with_raw_response.create
        given: Any = self.messages if messages is None else messages
        raw = create(model=model, messages=given, stream=stream, extra_headers=headers, **more)
        self.history = raw.headers.get("x-soulkeep-history", "")
        self.session = raw.headers.get("x-soulkeep-session", "")
        answer: Any = raw.parse()
        if not stream:
            return answer.choices[0].message.content or ""
        return "".join(chunk.choices[0].delta.content or "" for chunk in answer if chunk.choices)

    def turns(self, *, person: str = "anna", forgotten: bool = False) -> list[Memory]:
        """Return the stored turns, in their order."""
        with soulkeep.open(self.location, settings=QUIET) as keep:
            found = keep.character("holmes").memories(person=person, kinds={"turn"})
            return [one for one in found if forgotten or one.forgotten is None]

    def said(self, *, person: str = "anna") -> list[str]:
        """Return the texts of the stored turns."""
        return [turn.text for turn in self.turns(person=person)]

    def until_said(self, count: int, *, person: str = "anna") -> list[str]:
        """Return the texts of the stored turns once there are as many, since what nobody waits for is stored a little
        later."""
        late = time.monotonic() + 20
        while len(found := self.said(person=person)) < count and time.monotonic() < late:
            time.sleep(0.05)
        return found


@contextmanager
def talking(folder: Path, upstream: Upstream | None, *, passed_to: str | None = None, **values: Any) -> Iterator[Talk]:
    """Yield a front end at a server with an upstream, and Holmes in its keep."""
    with ExitStack() as stack:
        if upstream is not None:
            stack.enter_context(serving(upstream))
            passed_to = upstream.url
        if passed_to is not None:
            values = {"upstream": passed_to, "upstream_model": "m", **values}
        config = config_in(folder, settings=QUIET, **values)
        with soulkeep.open(config.location, settings=QUIET) as keep:
            keep.character("holmes", name="Sherlock Holmes", description="A consulting detective of Baker Street.")
        talk = Talk(stack.enter_context(running(config)), config.location, upstream)
        stack.callback(talk.client.close)
        stack.callback(talk.http.close)
        yield talk
