"""A plain page that lists the endpoints, and loads nothing from other sites."""

from __future__ import annotations

from html import escape
from typing import Any

from fastapi import APIRouter, Request, Response

router = APIRouter()

_STYLE = """
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
code, pre { font: 0.875rem/1.5 ui-monospace, monospace; }
pre { padding: 0.75rem; overflow-x: auto; background: color-mix(in srgb, currentColor 8%, transparent); }
summary { cursor: pointer; padding: 0.25rem 0; }
dt { font-weight: 600; } dd { margin: 0 0 0.5rem 1.5rem; }
b { display: inline-block; min-width: 4.5rem; }
"""


@router.get("/docs", include_in_schema=False)
def docs(request: Request) -> Response:
    document = request.app.openapi()
    groups: dict[str, list[str]] = {}
    for path, operations in document["paths"].items():
        for method, operation in operations.items():
            tag = (operation.get("tags") or ["more"])[0]
            groups.setdefault(tag, []).append(_entry(method, path, operation, document))
    parts = [f"<h2>{escape(tag)}</h2>{''.join(entries)}" for tag, entries in groups.items()]
    title = f"{escape(document['info']['title'])} {escape(document['info']['version'])}"
    text = "".join(f"<p>{escape(part)}</p>" for part in document["info"].get("description", "").split("\n\n"))
    page = (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{title}</title>'
        f'<meta name="viewport" content="width=device-width"><style>{_STYLE}</style><h1>{title}</h1>{text}'
        f'<p><a href="{request.app.openapi_url}">OpenAPI 3.1</a></p>{"".join(parts)}</html>'
    )
    policy = "default-src 'none'; style-src 'unsafe-inline'"
    return Response(page, media_type="text/html", headers={"Content-Security-Policy": policy})


def _entry(method: str, path: str, operation: dict[str, Any], found: dict[str, Any]) -> str:
    summary = escape(operation.get("summary", ""))
    parts = [f"<p>{escape(operation['description'])}</p>"] if operation.get("description") else []
    fields = {one["name"]: one.get("description", "") for one in operation.get("parameters", ())}
    content = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
    schema = content.get("schema", {})
    body = found["components"]["schemas"].get(schema.get("$ref", "").rpartition("/")[2], {})
    fields |= {name: one.get("description", "") for name, one in body.get("properties", {}).items()}
    if fields:
        listed = (f"<dt><code>{escape(name)}</code></dt><dd>{escape(text)}</dd>" for name, text in fields.items())
        parts.append(f"<dl>{''.join(listed)}</dl>")
    if body.get("examples"):
        parts.append(f"<pre>{escape(_json(body['examples'][0]))}</pre>")
    head = f"<b>{method.upper()}</b> <code>{escape(path)}</code> {summary}"
    return f"<details><summary>{head}</summary>{''.join(parts)}</details>"


def _json(value: Any) -> str:
    import json

    return json.dumps(value, ensure_ascii=False, indent=2)
