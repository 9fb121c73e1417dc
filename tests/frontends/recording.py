"""What Open WebUI sends, kept beside the tests of the proxy: compared, or written if SOULKEEP_RECORDED is "write"."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import Any

from open_webui import Noted

FOLDER = Path(__file__).parents[1] / "server" / "openai" / "recorded" / "open-webui-0.12.4"

WRITE = os.environ.get("SOULKEEP_RECORDED") == "write"

_CHANGING = re.compile(r"[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}|[0-9]{4}-[0-9]{2}-[0-9]{2}")
"""Ids and dates, which differ with each run."""

_TOOLS = 1
"""Number of Open WebUI's own tools that are kept of a request; they are long, and none is called."""


def recorded_of(noted: Noted) -> dict[str, Any]:
    """Return what is kept of a request: the headers that say something, and the body."""
    headers = {name: value for name, value in sorted(noted.headers.items()) if name.startswith("x-openwebui-")}
    body = {**noted.body}
    if "tools" in body:
        body["tools"] = body["tools"][:_TOOLS]
    return {"headers": headers, "body": body}


def keep(at: int, name: str, noted: Noted) -> None:
    """Write a request, or see that it is as recorded.

    Args:
        at: its place in the talk.
        name: what it is.
        noted: the request.
    """
    file = FOLDER / f"{at:02}-{name}.json"
    text = json.dumps(recorded_of(noted), ensure_ascii=False, indent=1) + "\n"
    if WRITE:
        FOLDER.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    else:
        assert _steady(text) == _steady(file.read_text(encoding="utf-8")), file.name


def _steady(text: str) -> str:
    return _CHANGING.sub("…", text)
