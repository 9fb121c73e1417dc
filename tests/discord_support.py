"""A stand-in for Discord: its gateway and its HTTP, as far as a bot needs them, at a port of this machine."""

from __future__ import annotations

import asyncio
import itertools
import json
from typing import Any

from aiohttp import web

Payload = dict[str, Any]

BOT, GUILD, APPLICATION = 1000, 2000, 1000
HELLO, HEARTBEAT, ACKNOWLEDGED = 10, 1, 11


def user(id: int, name: str, **more: Any) -> Payload:
    return {"id": str(id), "username": name, "discriminator": "0", "global_name": name, "avatar": None, **more}


def _json(data: Any, *, status: int = 200) -> web.Response:
    """Return a response whose type is JSON and nothing more: discord.py takes no other for JSON."""
    return web.Response(body=json.dumps(data).encode(), status=status, headers={"Content-Type": "application/json"})


class Discord:
    """What the bot has said and done, and the events that it is sent.

    Attributes:
        said: what it posted into channels: channel and text.
        answers: answers to commands: text, and whether only the user sees them.
        commands: the commands that it registered.
    """

    def __init__(self) -> None:
        self.said: asyncio.Queue[tuple[int, str]] = asyncio.Queue()
        self.answers: asyncio.Queue[tuple[str, bool]] = asyncio.Queue()
        self.commands: list[Payload] = []
        self._ids = itertools.count(5000)
        self._deferred_ephemeral = False
        self._socket: web.WebSocketResponse | None = None
        self._connected = asyncio.Event()
        self._runner: web.AppRunner | None = None
        self._sequence = itertools.count(1)
        self.url = ""

    async def start(self) -> None:
        app = web.Application()
        app.router.add_get("/", self._gateway)
        app.router.add_route("*", "/api/{path:.*}", self._http)
        self._runner = web.AppRunner(app)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", 0)
        await site.start()
        self.url = f"http://127.0.0.1:{self._runner.addresses[0][1]}"

    async def stop(self) -> None:
        assert self._runner is not None
        await self._runner.cleanup()

    # -- the gateway

    async def _gateway(self, request: web.Request) -> web.WebSocketResponse:
        self._socket = web.WebSocketResponse()
        await self._socket.prepare(request)
        await self._socket.send_json({"op": HELLO, "d": {"heartbeat_interval": 40_000}})
        async for message in self._socket:
            told = message.json()
            if told["op"] == HEARTBEAT:
                await self._socket.send_json({"op": ACKNOWLEDGED})
            elif told["op"] == 2:  # it says who it is
                await self._introduce()
                self._connected.set()
        return self._socket

    async def _introduce(self) -> None:
        bot = user(BOT, "Mara", bot=True)
        await self.send("READY", {
            "v": 10, "user": bot, "session_id": "s", "resume_gateway_url": self.url.replace("http", "ws"),
            "guilds": [{"id": str(GUILD), "unavailable": True}], "application": {"id": str(APPLICATION), "flags": 0},
        })  # fmt: skip
        rooms: list[Payload] = [
            {"id": id, "type": 0, "name": f"room {id}", "position": 0, "permission_overwrites": []} for id in ("1", "2")
        ]
        everyone = {"id": str(GUILD), "name": "@everyone", "permissions": "0", "position": 0, "color": 0}
        member: Payload = {"user": bot, "roles": [], "joined_at": None, "deaf": False, "mute": False, "flags": 0}
        await self.send("GUILD_CREATE", {
            "id": str(GUILD), "name": "Pier", "owner_id": "1", "member_count": 3, "channels": rooms,
            "roles": [everyone], "members": [member],
        })  # fmt: skip

    async def send(self, kind: str, data: Payload) -> None:
        """Send the bot an event."""
        assert self._socket is not None
        await self._socket.send_json({"op": 0, "s": next(self._sequence), "t": kind, "d": data})

    async def write(self, who: Payload, text: str, *, channel: int, private: bool = False) -> int:
        """Let somebody write a message; return its id."""
        await self._connected.wait()
        id = next(self._ids)
        mentions = [user(BOT, "Mara", bot=True)] if f"<@{BOT}>" in text else []
        place = {} if private else {"guild_id": str(GUILD), "member": {"roles": [], "joined_at": None, "flags": 0}}
        await self.send("MESSAGE_CREATE", {**self._message(id, who, text, channel), "mentions": mentions, **place})
        return id

    async def delete(self, id: int, *, channel: int, private: bool = False) -> None:
        """Let a message be deleted."""
        place = {} if private else {"guild_id": str(GUILD)}
        await self.send("MESSAGE_DELETE", {"id": str(id), "channel_id": str(channel), **place})

    async def type(self, who: Payload, command: str, **options: str) -> tuple[str, bool]:
        """Let somebody type a command in a channel; return the answer, and whether only they see it."""
        await self._connected.wait()
        given = [{"name": name, "type": 3, "value": value} for name, value in options.items()]
        registered = next(one for one in self.commands if one["name"] == command)
        await self.send("INTERACTION_CREATE", {
            "id": str(next(self._ids)), "application_id": str(APPLICATION), "type": 2, "token": "t", "version": 1,
            "channel_id": "1", "channel": {"id": "1", "type": 0, "name": "room 1", "permissions": "0"}, "user": who,
            "data": {"id": registered["id"], "name": command, "type": 1, "options": given}, "locale": "en-GB",
            "entitlements": [], "authorizing_integration_owners": {}, "app_permissions": "0",
            "attachment_size_limit": 1,
        })  # fmt: skip
        return await asyncio.wait_for(self.answers.get(), 30)

    # -- HTTP

    async def _http(self, request: web.Request) -> web.Response:
        parts = request.match_info["path"].split("/")[1:]
        body = await request.json() if request.can_read_body else {}
        match request.method, parts:
            case "GET", ["users", "@me"]:
                return _json(user(BOT, "Mara", bot=True))
            case "GET", ["oauth2", "applications", "@me"]:
                about = {"id": str(APPLICATION), "name": "Mara", "description": "", "bot_public": True, "flags": 0}
                rest = {"verify_key": "", "icon": None, "team": None, "bot_require_code_grant": False}
                return _json({**about, **rest, "owner": user(1, "Kim")})
            case "GET", ["gateway", *_]:
                return _json({"url": self.url.replace("http", "ws"), "shards": 1})
            case "PUT", ["applications", _, "commands"]:
                self.commands = [
                    {**one, "id": str(8000 + place), "application_id": str(APPLICATION), "version": "1"}
                    for place, one in enumerate(body)
                ]
                return _json(self.commands)
            case "POST", ["channels", _, "typing"]:
                return web.Response(status=204)
            case "POST", ["channels", channel, "messages"]:
                self.said.put_nowait((int(channel), body["content"]))
                bot = user(BOT, "Mara", bot=True)
                return _json(self._message(next(self._ids), bot, body["content"], int(channel)))
            case "POST", ["interactions", _, _, "callback"]:
                data = body.get("data") or {}
                self._deferred_ephemeral = bool(data.get("flags", 0) & 64)
                if body["type"] == 4:  # a message, at once; otherwise it follows
                    self.answers.put_nowait((data["content"], self._deferred_ephemeral))
                return _json({"interaction": {"id": "1", "type": 2}, "resource": {"type": body["type"]}})
            case "POST", ["webhooks", _, _]:
                self.answers.put_nowait((body["content"], bool(body.get("flags", 0) & 64) and self._deferred_ephemeral))
                bot = user(BOT, "Mara", bot=True)
                return _json(self._message(next(self._ids), bot, body["content"], 1))
        return _json({"message": f"nothing at {request.path}", "code": 0}, status=404)

    def _message(self, id: int, who: Payload, text: str, channel: int) -> Payload:
        return {
            "id": str(id), "channel_id": str(channel), "author": who, "content": text, "edited_timestamp": None,
            "timestamp": "2026-05-08T18:30:00+00:00", "tts": False, "mention_everyone": False, "mentions": [],
            "mention_roles": [], "attachments": [], "embeds": [], "pinned": False, "type": 0,
        }  # fmt: skip
