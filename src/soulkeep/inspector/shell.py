"""Adds the inspector's pages to the server's application, and checks who may see them."""

from __future__ import annotations

import inspect
import re
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType
from typing import Any
from urllib.parse import urlencode

from fastapi import FastAPI, Request
from fastapi.responses import RedirectResponse, Response
from nicegui import app as pages
from nicegui import ui
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocketClose

from soulkeep.character.character import Character
from soulkeep.errors import SoulkeepError, UnknownCharacter
from soulkeep.extras import GRAPH, has
from soulkeep.inspector import sign_in
from soulkeep.inspector.choices import CHARACTER, LANGUAGE, PERSON, THEME, chosen
from soulkeep.inspector.frame import HeaderState, frame
from soulkeep.inspector.live import Watches
from soulkeep.inspector.pages.compare import page as compare
from soulkeep.inspector.pages.facts import page as facts
from soulkeep.inspector.pages.forgetting import page as forgetting
from soulkeep.inspector.pages.imports import page as imports
from soulkeep.inspector.pages.memories import page as memories
from soulkeep.inspector.pages.people import page as people
from soulkeep.inspector.pages.quarantine import page as quarantine
from soulkeep.inspector.pages.talk import page as talk
from soulkeep.inspector.pages.timeline import page as timeline
from soulkeep.inspector.sockets import SOCKET, bind, forget_ended, require_same
from soulkeep.inspector.texts import language_of
from soulkeep.inspector.threads import in_thread
from soulkeep.inspector.view import View
from soulkeep.server.access import Access, Unauthenticated
from soulkeep.server.config import ServerConfig
from soulkeep.server.service import Service, grant_of, secret_of
from soulkeep.types.records import Mood


def _of_graph() -> tuple[ModuleType, ...]:
    """Return the pages on RDF and episodes, if these are installed."""
    if not has(GRAPH):
        return ()
    from soulkeep.inspector.pages.episodes import page as episodes
    from soulkeep.inspector.pages.knowledge import page as knowledge

    return episodes, knowledge


PAGES: tuple[ModuleType, ...] = (
    talk, memories, timeline, forgetting, facts, *_of_graph(), people, imports, compare, quarantine,
)  # fmt: skip
"""The pages, in the order of the navigation and of the keys 1…9 and 0."""

STATIC = "/_soulkeep"
"""Path of the inspector's own files."""

_FILES = Path(__file__).parent / "static"
_AWAY = 180.0
"""Seconds for which a disconnected page keeps its state, such as the talk with its thoughts, and forms."""

_OURS = ("/_nicegui", STATIC)
_CHOICES = (CHARACTER, PERSON, "workspace")
_SCOPE = "soulkeep.inspector"

ICON = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="9" fill="#3f6b5c"/>'
    '<path d="M10 21c0-6 12-4 12-10M10 11c0 3 3 4 6 5s6 2 6 5" fill="none" stroke="#fff" stroke-width="2.6" '
    'stroke-linecap="round"/></svg>'
)


_HOST = re.compile(rb"[A-Za-z0-9.-]{1,253}(?::[0-9]{1,5})?|\[[0-9A-Fa-f:.]{2,45}\](?::[0-9]{1,5})?")


def _headers(host: bytes) -> list[tuple[bytes, bytes]]:
    """Return the headers of pages at a host: they load nothing from other sites, connect only to this server, and can't
    be embedded. Inline scripts must be allowed, since Vue compiles its templates in the browser."""
    socket = b" ws://%b wss://%b" % (host, host) if _HOST.fullmatch(host) else b""  # missing in some browsers' 'self'
    policy = (
        b"default-src 'self' 'unsafe-inline' 'unsafe-eval' data: blob:; connect-src 'self'%b; "
        b"frame-ancestors 'none'; form-action 'self'; base-uri 'none'"
    )
    return [
        (b"content-security-policy", policy % socket),
        (b"x-content-type-options", b"nosniff"),
        (b"referrer-policy", b"same-origin"),
    ]


@dataclass(slots=True)
class _Inspector:
    """The inspector of one application."""

    app: FastAPI
    modules: Sequence[ModuleType]
    watches: Watches = field(default_factory=Watches)

    @property
    def service(self) -> Service:
        service: Service = self.app.state.service
        return service


@dataclass(frozen=True, slots=True, kw_only=True)
class _Admitted:
    """The contents of a page, and its user."""

    access: Access
    character: Character | None
    person: str | None
    surroundings: HeaderState


class _Mounted:
    """ASGI middleware that passes on the inspector's own paths, and answers all others as not found."""

    def __init__(self, inspector: _Inspector, inner: ASGIApp) -> None:
        self._inspector = inspector
        self._inner = inner
        self._paths = {"/", "/favicon.ico", *(f"/{module.NAME}" for module in inspector.modules)}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        path = scope["path"].removeprefix(scope.get("root_path", "").rstrip("/"))
        if path not in self._paths and not path.startswith(_OURS):
            if scope["type"] == "websocket":
                await WebSocketClose()(scope, receive, send)
                return
            raise HTTPException(404, f"There is nothing at {path}.")
        if path.startswith(SOCKET):
            try:
                await in_thread(require_same, self._inspector.service, HTTPConnection(scope))
            except SoulkeepError:
                if scope["type"] != "websocket":
                    raise
                await WebSocketClose()(scope, receive, send)
                return
            forget_ended(HTTPConnection(scope))
        scope[_SCOPE] = self._inspector

        host = next((value for name, value in scope["headers"] if name == b"host"), b"")

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", ()), *_headers(host)]
            await send(message)

        await self._inner(scope, receive, guarded)


def mount(app: FastAPI, config: ServerConfig) -> None:
    """Add the inspector at an application's `/`. Only one application at a time can serve it in a process, since
    NiceGUI keeps one event loop."""
    inspector = _Inspector(app, PAGES)
    sign_in.install(app)
    pages.middleware_stack = None  # resets it, since another application of this process may have served it
    pages.user_middleware.clear()
    pages.add_static_files(STATIC, _FILES, max_cache_age=0)
    _register()
    bind()
    ui.run_with(
        app,
        title="soulkeep",
        favicon=ICON,
        dark=None,
        language="en-US",
        tailwind=False,
        reconnect_timeout=10.0,
        show_welcome_message=False,
        binding_refresh_interval=None,
    )
    app.router.routes.pop()
    app.mount("/", _Mounted(inspector, pages))


def _register() -> None:
    @ui.page("/")
    def first(request: Request) -> Response:
        query = request.url.query
        return RedirectResponse(f"/{PAGES[0].NAME}" + (f"?{query}" if query else ""))

    for module in PAGES:
        ui.page(f"/{module.NAME}", response_timeout=30, reconnect_timeout=_AWAY)(_page(module))


def _admitted(inspector: _Inspector, request: Request) -> _Admitted:
    """Return the contents of a page for its user, with all data of the frame read at once.

    Raises:
        Unauthenticated, Forbidden, TooMany, UnknownWorkspace.
    """
    grant_of(HTTPConnection({**request.scope, "app": inspector.app}))
    service = inspector.service
    access = service.access(service.grant(secret_of(request), request.query_params.get("workspace")))
    id, person = chosen(access, request.query_params, request.cookies)
    try:
        character = None if id is None else access.character(id, "read", person=person)
    except UnknownCharacter:
        character = None
    return _Admitted(
        access=access,
        character=character,
        person=person,
        surroundings=HeaderState(
            mood=Mood() if character is None else character.mood(person=person),
            workspaces=tuple(service.workspaces.names()) if access.grant.operator else (),
            keyed=service.keys.any(),
        ),
    )


def _page(module: ModuleType) -> Callable[[Request], Awaitable[Any]]:
    async def show(request: Request) -> Response | None:
        inspector: _Inspector = request.scope[_SCOPE]
        here = request.url.path + (f"?{request.url.query}" if request.url.query else "")
        language = language_of(request.cookies.get(LANGUAGE), request.headers.get("accept-language", ""))
        try:
            admitted = await in_thread(_admitted, inspector, request)
        except Unauthenticated:
            return RedirectResponse(f"/sign-in?{urlencode({'next': here})}")
        except SoulkeepError as error:
            return sign_in.refused(error, language)
        view = View(
            service=inspector.service,
            watches=inspector.watches,
            secret=secret_of(request),
            workspace=request.query_params.get("workspace"),
            opened=admitted.access,
            character=admitted.character,
            person=admitted.person,
            language=language,
            page=module.NAME,
            query={key: value for key, value in request.query_params.items() if key not in _CHOICES},
            tables=(module.TEXTS,),
        )
        theme = request.cookies.get(THEME, "auto")
        with frame(view, inspector.modules, admitted.surroundings, theme=theme):
            if admitted.character is None and module is not imports:
                view.empty(view.t("choose_character"), icon="person_add")
            else:
                built = module.build(view)
                if inspect.isawaitable(built):
                    await built
        return None

    return show
