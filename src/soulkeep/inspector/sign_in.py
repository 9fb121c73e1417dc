"""Signing in with a key, and out, by plain pages, so that no script ever sees the key or the session's cookie."""

from __future__ import annotations

from html import escape
from urllib.parse import parse_qs

from fastapi import FastAPI, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from starlette.requests import HTTPConnection

from soulkeep.errors import SoulkeepError
from soulkeep.inspector.choices import LANGUAGE, THEME
from soulkeep.inspector.errors import error_words
from soulkeep.inspector.texts import SHELL, language_of, text
from soulkeep.server.limits import TooMany
from soulkeep.server.problems import status_of
from soulkeep.server.service import COOKIE, WORKSPACE_HEADER, grant_of, service_of

_DAYS = 30
"""Days for which a browser stays signed in."""

_KEY_CHARACTERS = 1000
_FIELDS = 10


def install(app: FastAPI) -> None:
    """Add the pages to an application."""

    @app.get("/sign-in", include_in_schema=False)
    def ask(request: Request) -> Response:
        after = _local(request.query_params.get("next"))
        if not service_of(request).keys.any():
            return RedirectResponse(after)
        return _page(request, after)

    @app.post("/sign-in", include_in_schema=False)
    async def enter(request: Request) -> Response:
        return await run_in_threadpool(_entered, request, await request.body())

    @app.post("/sign-out", include_in_schema=False)
    def leave(request: Request) -> Response:
        service_of(request).keys.end_session(request.cookies.get(COOKIE, ""))
        response = RedirectResponse("/sign-in", status_code=303)
        response.delete_cookie(COOKIE, httponly=True, samesite="strict")
        return response


def _entered(request: Request, body: bytes) -> Response:
    """Return the answer to a form with a key: a session for the browser, if the key is valid."""
    try:
        form = parse_qs(body.decode("utf-8", "replace"), max_num_fields=_FIELDS)
    except ValueError:
        form = {}
    after = _local(form.get("next", [""])[0])
    key = form.get("key", [""])[0].strip()[:_KEY_CHARACTERS]
    headers = [(name, value) for name, value in request.scope["headers"] if name == WORKSPACE_HEADER.encode()]
    bearer = (b"authorization", b"Bearer " + key.encode("latin-1", "replace"))
    keys = service_of(request).keys
    try:
        grant_of(HTTPConnection({**request.scope, "headers": [*headers, bearer]}))
        session = keys.begin_session(key, _DAYS * 86400) if keys.any() else ""
    except SoulkeepError as error:
        return _page(request, after, error)
    response = RedirectResponse(after, status_code=303)
    if session:
        response.set_cookie(
            COOKIE,
            session,
            max_age=_DAYS * 86400,
            httponly=True,
            samesite="strict",
            secure=request.url.scheme == "https",
        )
    return response


def refused(error: SoulkeepError, language: str) -> Response:
    """Return the page for a user who may not see what they requested."""
    message, hint = error_words(error, language)
    body = (
        f"<p class='sk-error' role='alert'>{escape(message)}<br><span>{escape(hint)}</span></p>"
        f"<p><a href='/'>{_t('to_start', language)}</a></p>"
        f"<form method='post' action='/sign-out'><button class='sk-quiet'>{_t('sign_out', language)}</button></form>"
    )
    return HTMLResponse(_document(body, language, ""), status_code=status_of(error))


def _page(request: Request, after: str, error: SoulkeepError | None = None) -> Response:
    language = language_of(request.cookies.get(LANGUAGE), request.headers.get("accept-language", ""))
    error_html = ""
    if error is not None:
        message = _t("too_many", language) if isinstance(error, TooMany) else " ".join(error_words(error, language))
        error_html = f"<p class='sk-error' id='told' role='alert'>{escape(message)}</p>"
    body = (
        f"<p class='sk-soft'>{_t('sign_in_lead', language)}</p>"
        f"<form method='post' action='/sign-in'><input type='hidden' name='next' value='{escape(after)}'>"
        f"<label for='key'>{_t('key', language)}</label>"
        f"<input id='key' name='key' type='password' autocomplete='current-password' required autofocus"
        f" placeholder='sk-soul-…' aria-describedby='hint'>"
        f"<small id='hint'>{_t('key_hint', language)}</small>{error_html}"
        f"<button>{_t('sign_in', language)}</button></form>"
    )
    status = 200 if error is None else status_of(error)
    return HTMLResponse(_document(body, language, request.cookies.get(THEME, "")), status_code=status)


def _document(body: str, language: str, theme: str) -> str:
    dark = {"dark": "body--dark", "light": "body--light"}.get(theme, "sk-auto")
    return (
        f"<!doctype html><html lang='{language}'><head><meta charset='utf-8'>"
        "<meta name='viewport' content='width=device-width, initial-scale=1'>"
        f"<title>soulkeep</title><link rel='stylesheet' href='/_soulkeep/theme.css'></head>"
        f"<body class='sk-sign {dark}'><main><h1>soulkeep</h1>{body}</main></body></html>"
    )


def _t(key: str, language: str) -> str:
    return escape(text(key, language, SHELL))


def _local(address: str | None) -> str:
    """Return an address of this server, whatever was requested."""
    if address and address.startswith("/") and not address.startswith(("//", "/\\")) and "\n" not in address:
        return address
    return "/"
