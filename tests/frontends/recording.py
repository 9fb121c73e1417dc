"""What Open WebUI sends, kept beside the tests of the proxy: compared, or written if SOULKEEP_RECORDED is "write"."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from open_webui import Noted

FOLDER = Path(__file__).parents[1] / "server" / "openai" / "recorded" / "open-webui-0.12.4"

WRITE = os.environ.get("SOULKEEP_RECORDED") == "write"

_CHANGING = re.compile(r"[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}|[0-9]{4}-[0-9]{2}-[0-9]{2}")
"""Ids and dates, which differ with each run."""

_BY_FUNCTIONS = ("memory_review", "compaction")
"""What the pages don't send: made by the functions `_generate_memory_operations` and `_generate_summary`."""

_TOOLS = 1
"""Number of Open WebUI's own tools that are kept of a request; they are long, and none is called."""


def recorded_of(noted: Noted) -> dict[str, Any]:
    """Return what is kept of a request: the headers that say something, and the body."""
    headers = {name: value for name, value in sorted(noted.headers.items()) if name.startswith("x-openwebui-")}
    body = {**noted.body}
    if "tools" in body:
        body["tools"] = body["tools"][:_TOOLS]
    return {"headers": headers, "body": body}


def keep(sent: Sequence[tuple[str, Noted]]) -> None:
    """Write requests, or see that the same are recorded, in whatever order: some are sent side by side.

    Args:
        sent: the requests, each with what it is.
    """
    texts = [json.dumps(recorded_of(one), ensure_ascii=False, indent=1) + "\n" for _, one in sent]
    if WRITE:
        FOLDER.mkdir(parents=True, exist_ok=True)
        for at, ((kind, _), text) in enumerate(zip(sent, texts, strict=True)):
            (FOLDER / f"{at:02}-{kind}.json").write_text(text, encoding="utf-8")
        return
    files = [file for file in FOLDER.glob("*.json") if not file.stem.endswith(_BY_FUNCTIONS)]
    recorded = sorted(_steady(file.read_text(encoding="utf-8")) for file in files)
    assert sorted(map(_steady, texts)) == recorded


def _steady(text: str) -> str:
    return _CHANGING.sub("…", text)
