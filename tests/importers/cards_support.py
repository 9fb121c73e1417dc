"""Card files as tests need them: made here, of our own characters."""

from __future__ import annotations

import base64
import io
import json
import struct
import zipfile
import zlib
from collections.abc import Iterable
from typing import Any

BOOK: dict[str, Any] = {
    "name": "Harbour town",
    "entries": [
        {
            "keys": ["lighthouse", "lamp"],
            "comment": "The lighthouse",
            "content": "The lighthouse of Varn has been dark since the flood. {{char}} keeps its key.",
            "enabled": True,
        },
        {"keys": ["/gr(e|a)y cat/i", "Tumble"], "content": "Tumble is the grey cat of the net loft.", "enabled": True},
        {"keys": ["smuggler"], "content": "Nobody smuggles any more.", "enabled": False},
        {"keys": ["nothing"], "content": "  ", "enabled": True},
    ],
}
INNER: dict[str, Any] = {
    "name": "Mara",
    "description": "{{char}} is a harbour pilot of forty. She has a grey coat.",
    "personality": "gruff, patient, honest",
    "scenario": "{{char}} meets {{user}} on the quay.",
    "first_mes": "*{{char}} looks up.* Mind the ropes, {{user}}. {Careful!}",
    "alternate_greetings": ["You again."],
    "mes_example": "<START>\n{{user}}: Is it late?\n{{char}}: Tide waits for nobody.",
    "system_prompt": "Write in the third person.",
    "creator_notes": "Made for a test.",
    "tags": ["harbour"],
    "fancy_field": 3,
    "character_book": BOOK,
}
V2: dict[str, Any] = {"spec": "chara_card_v2", "spec_version": "2.0", "data": INNER}
V3: dict[str, Any] = {"spec": "chara_card_v3", "spec_version": "3.0", "data": {**INNER, "nickname": "Mar"}}
V1 = {key: INNER[key] for key in ("name", "description", "personality", "scenario", "first_mes", "mes_example")}
KOREAN: dict[str, Any] = {
    "spec": "chara_card_v2",
    "spec_version": "2.0",
    "data": {
        "name": "유나",
        "description": "유나는 스무 살 대학생이다. 노란 우산을 들고 다닌다.",
        "personality": "다정하고 장난기가 많다",
        "first_mes": "안녕, {{user}}! 나는 {{char}}야.",
        "mes_example": "{{user}}: 뭐 해?\n{{char}}: 떡볶이 먹고 있지!",
        "character_book": {"entries": [{"keys": ["마루"], "content": "마루는 유나가 키우는 강아지다."}]},
    },
}


def coded(card: Any) -> bytes:
    return base64.b64encode(json.dumps(card, ensure_ascii=False).encode())


def chunk(kind: bytes, content: bytes) -> bytes:
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))


def png(*chunks: bytes) -> bytes:
    """Return a picture of one pixel, with text chunks."""
    head = chunk(b"IHDR", struct.pack(">IIBBBBB", 1, 1, 8, 0, 0, 0, 0))
    pixel = chunk(b"IDAT", zlib.compress(b"\0\0"))
    return b"".join([b"\x89PNG\r\n\x1a\n", head, pixel, *chunks, chunk(b"IEND", b"")])


def plain_chunk(card: Any, keyword: bytes = b"chara") -> bytes:
    return chunk(b"tEXt", keyword + b"\0" + coded(card))


def packed_chunk(card: Any) -> bytes:
    return chunk(b"zTXt", b"chara\0\0" + zlib.compress(coded(card)))


def international_chunk(card: Any, *, packed: bool = False) -> bytes:
    content = zlib.compress(coded(card)) if packed else coded(card)
    return chunk(b"iTXt", b"chara\0" + (b"\1" if packed else b"\0") + b"\0en\0titre\0" + content)


def charx(content: bytes, name: str = "card.json") -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(name, content)
        archive.writestr("assets/icon.txt", "a picture")
    return file.getvalue()


TAVERN: list[dict[str, Any]] = [
    {"user_name": "Anna", "character_name": "Mara", "create_date": "2026-5-1 @10h 00m 00s 0ms"},
    {"name": "Anna", "is_user": True, "send_date": "June 15, 2025 3:45pm", "mes": "Hello. I have a parrot, Polly."},
    {"name": "Mara", "is_user": False, "send_date": 1750000000000, "mes": "Mind the ropes.", "swipes": ["a", "b"]},
]


def said(role: str, text: str, parent: str | None, *children: str, time: float | None = None) -> dict[str, Any]:
    """Return a node of a ChatGPT conversation.

    Args:
        role: who says it: `"user"`, `"assistant"` or `"system"`.
        text: what is said; also the node's id.
        parent: id of the node before; None for none.
        children: ids of the nodes after.
        time: when it is said, in seconds since the epoch.
    """
    content = {"content_type": "text", "parts": [text]}
    message = {"id": f"id of {text}", "author": {"role": role}, "create_time": time, "content": content}
    return {"id": text, "message": message, "parent": parent, "children": list(children)}


CHATGPT: list[dict[str, Any]] = [
    {
        "title": "Boats",
        "conversation_id": "c1",
        "current_node": "yes",
        "mapping": {
            "root": {"id": "root", "message": None, "parent": None, "children": ["system"]},
            "system": said("system", "Be brief.", "root", "hi"),
            "hi": said("user", "Are there boats?", "system", "no", "yes", time=1750000000.5),
            "no": said("assistant", "No.", "hi"),
            "yes": said("assistant", "Yes, three.", "hi", time=1750000009),
        },
    }
]
ROLES: list[dict[str, Any]] = [
    {"role": "system", "content": "You are Mara."},
    {"role": "user", "content": "Are there boats?"},
    {"role": "assistant", "content": [{"type": "text", "text": "Yes,"}, {"type": "text", "text": "three."}]},
]
NEUTRAL: dict[str, Any] = {
    "id": "m",
    "sessions": [{"id": "s", "time": "2026-01-01T00:00:00", "turns": [{"id": "1", "speaker": "a", "text": "x"}]}],
}


def lines(objects: Iterable[Any]) -> bytes:
    """Return values as JSON Lines."""
    return "\n".join(json.dumps(one, ensure_ascii=False) for one in objects).encode()
