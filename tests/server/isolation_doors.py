"""The doors of a server beside REST, by which a key may ask and say something: MCP, mem0, OpenAI's protocol, pages."""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Iterator
from typing import Any

import httpx2

from soulkeep.inspector.shell import PAGES
from soulkeep.inspector.sockets import SOCKET
from soulkeep.server.service import COOKIE

QUESTION = "Where does my sister live, what do I love, and what is the secret?"

GRAPHS = "SELECT * { { GRAPH ?g { ?s ?p ?o } } UNION { ?s ?p ?o } }"

Sent = tuple[str, httpx2.Response]
"""The name of a request, and the response."""

_WAIT = 60.0


class Door:
    """A key at a server, by every protocol that it speaks.

    Args:
        url: the server's.
        secret: the key.
        workspace: named to it, where the key opens several.
    """

    def __init__(self, url: str, secret: str, workspace: str | None = None) -> None:
        self.url = url
        headers = {"Authorization": f"Bearer {secret}"}
        if workspace is not None:
            headers["X-Soulkeep-Workspace"] = workspace
        self.http = httpx2.Client(base_url=url, headers=headers, timeout=_WAIT, trust_env=False)
        self._secret = secret

    def close(self) -> None:
        self.http.close()

    # -- MCP

    def mcp(self, method: str, params: dict[str, Any] | None = None, **query: str) -> httpx2.Response:
        """Send one message by MCP, without a session."""
        message = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params or {}}
        accept = {"Accept": "application/json, text/event-stream"}
        return self.http.post("/mcp", params=query, json=message, headers=accept)

    def tool(self, name: str, **arguments: Any) -> httpx2.Response:
        """Call a tool, and return the response."""
        return self.mcp("tools/call", {"name": name, "arguments": arguments})

    def tools(self, character: str, person: str | None, id: str) -> Iterator[Sent]:
        """Yield the tools that only read, the prompts, and the resources of a character facing somebody."""
        who = {"character": character, **({"person": person} if person is not None else {})}
        yield "mcp recall", self.tool("recall", question=QUESTION, **who)
        yield "mcp ask_episodes", self.tool("ask_episodes", question=QUESTION, **who)
        yield "mcp sparql", self.tool("ask_episodes", sparql=GRAPHS, **who)
        yield "mcp get_person", self.tool("get_person", **who)
        for prompt in ("in_character", "look_back"):
            topic = {"topic": QUESTION} if prompt == "in_character" else {}
            yield f"mcp {prompt}", self.mcp("prompts/get", {"name": prompt, "arguments": {**who, **topic}})
        for address in (character, f"{character}/memories/{id}"):
            yield f"mcp {address}", self.resource(address)
        if person is not None:
            for address in (f"{character}/people/{person}", f"{character}/people/{person}/memories/{id}"):
                yield f"mcp {address}", self.resource(address)

    def resource(self, address: str) -> httpx2.Response:
        """Read the resource at an address."""
        return self.mcp("resources/read", {"uri": f"soulkeep://{address}"})

    def lists(self) -> Iterator[Sent]:
        """Yield every list that a key can choose from, by any protocol."""
        for path in ("/v1/characters", "/v1/jobs", "/v1/models", "/mem0/v1/entities/", "/mem0/v1/ping/"):
            yield path, self.http.get(path)
        for path in ("/v1/stats", "/v1/usage", "/v1/keys", "/v1/worlds", "/v1/workspaces", "/v1/export", "/metrics"):
            yield path, self.http.get(path)
        for what in ("tools", "resources", "prompts", "resources/templates"):
            yield f"mcp {what}", self.mcp(f"{what}/list")
        yield "mcp characters", self.resource("characters")
        yield "mcp whom", self.tool("get_person")
        for argument in ("character", "person"):
            completed = {
                "ref": {"type": "ref/prompt", "name": "look_back"},
                "argument": {"name": argument, "value": ""},
            }
            yield f"mcp completing {argument}", self.mcp("completion/complete", completed)
        everything = {"OR": [{"user_id": "*"}, {"agent_id": "*"}]}
        yield "mem0 all", self.http.post("/mem0/v3/memories/", json={"filters": everything})
        yield (
            "mem0 search all",
            self.http.post("/mem0/v3/memories/search/", json={"query": QUESTION, "filters": everything, "top_k": 100}),
        )

    # -- mem0

    def mem0(self, character: str, person: str | None, id: str) -> Iterator[Sent]:
        """Yield what mem0's endpoints tell of a character and a user."""
        filters = {"agent_id": character, **({"user_id": person} if person is not None else {})}
        yield "mem0 list", self.http.post("/mem0/v3/memories/", json={"filters": filters})
        yield "mem0 search", self.http.post("/mem0/v3/memories/search/", json={"query": QUESTION, "filters": filters})
        yield "mem0 own list", self.http.get("/mem0/memories", params=filters)
        yield "mem0 own search", self.http.post("/mem0/search", json={"query": QUESTION, **filters})
        named = mem0_id(character, person, id)
        yield "mem0 get", self.http.get(f"/mem0/v1/memories/{named}/")
        yield "mem0 history", self.http.get(f"/mem0/v1/memories/{named}/history/")

    # -- OpenAI's protocol

    def talk(self, character: str, person: str, text: str, **more: Any) -> httpx2.Response:
        """Ask for a chat completion, and return the response.

        Args:
            character, person: whom the model's name stands for.
            text: the user's message.
            more: further members of the body.
        """
        body = {"model": f"{character}@{person}", "messages": [{"role": "user", "content": text}], **more}
        return self.http.post("/v1/chat/completions", json=body)

    def respond(self, character: str, person: str, text: str, **more: Any) -> httpx2.Response:
        """Ask for a response by OpenAI's Responses API, and return it.

        Args:
            character, person, text, more: as in `talk`.
        """
        return self.http.post("/v1/responses", json={"model": f"{character}@{person}", "input": text, **more})

    # -- pages

    def sign_in(self) -> str:
        """Sign in, and return the secret of the browser's session."""
        answer = httpx2.post(f"{self.url}/sign-in", data={"key": self._secret, "next": "/"}, timeout=_WAIT)
        assert answer.status_code == 303, answer.text
        return answer.cookies[COOKIE]

    def page(self, name: str, session: str, **query: str) -> httpx2.Response:
        """Return a page of the inspector, as it is sent."""
        cookie = {"Cookie": f"{COOKIE}={session}"}
        return httpx2.get(f"{self.url}/{name}", params=query, headers=cookie, timeout=_WAIT)

    def act(self, page: str, session: str, most: int) -> str:
        """Use what a page has to be clicked or filled in, and return what the page shows then.

        Args:
            page: as it came.
            session: of the browser.
            most: how many of its elements.
        """
        [client] = re.findall(r"'client_id': '([^']+)'", page)
        query = {"EIO": "4", "transport": "polling", "client_id": client, "tab_id": "tab", "document_id": "doc",
                 "next_message_id": "0", "implicit_handshake": "true"}  # fmt: skip
        address, cookie = f"{self.url}{SOCKET}/socket.io/", {"Cookie": f"{COOKIE}={session}"}
        with httpx2.Client(headers=cookie, timeout=_WAIT, trust_env=False) as http:
            began = http.get(address, params=query)
            query["sid"] = json.loads(began.text[1:])["sid"]
            http.post(address, params=query, content="40")
            shown = [http.get(address, params=query).text]
            for element, listener, args in _listeners(page)[:most]:
                event = {"client_id": client, "id": element, "listener_id": listener, "args": args}
                http.post(address, params=query, content="42" + json.dumps(["event", event]))
            http.post(
                address, params=query, content="42" + json.dumps(["ack", {"client_id": client, "next_message_id": 0}])
            )
            shown.append(http.get(address, params=query).text)
            http.post(address, params=query, content="41")
        return "\n".join(shown)


def page_names() -> list[str]:
    """Return the inspector's pages."""
    return [module.NAME for module in PAGES]


def mem0_id(character: str, person: str | None, id: str) -> str:
    """Return a memory's id as mem0's endpoints write it."""
    parts = json.dumps([character, person, id], separators=(",", ":"))
    return base64.urlsafe_b64encode(parts.encode()).rstrip(b"=").decode()


def _listeners(page: str) -> list[tuple[int, str, list[str]]]:
    """Return what a page listens to: element, listener, and what is sent."""
    found: list[tuple[int, str, list[str]]] = []
    for listener, kind in re.findall(r'"listener_id":"([^"]+)","type":"([^"]+)"', page):
        at = page.index(listener)
        element = re.findall(r'"(\d+)":\{"tag"', page[:at])[-1]
        args = [json.dumps(QUESTION)] if kind == "update:modelValue" else []
        if kind in ("click", "update:modelValue", "keydown.enter", "change"):
            found.append((int(element), listener, args))
    return found
