"""Chats as lists of messages with roles, as language models use them; and ChatGPT's export of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from datetime import tzinfo
from typing import Any

from soulkeep.errors import BadFile
from soulkeep.importers.chats import Chat, Taking, message_text

_PERSON = {"user", "human", "person"}
_OWN = {"assistant", "ai", "gpt", "bot", "model", "char", "character"}
_ROLE = ("role", "from")
_CONTENT = ("content", "value", "text")
_TIME = ("time", "timestamp", "created_at", "create_time", "date")
_LISTS = ("messages", "conversations")
_ASSISTANT = "assistant"


def has_messages(data: object) -> bool:
    """Return whether a value is an object with a list of messages."""
    return isinstance(data, dict) and any(isinstance(data.get(key), list) for key in _LISTS)


def is_message(data: object) -> bool:
    """Return whether a value is a message with a role."""
    return isinstance(data, dict) and any(key in data for key in _ROLE) and any(key in data for key in _CONTENT)


def is_chatgpt(data: object) -> bool:
    """Return whether a value is a conversation from ChatGPT's export."""
    return isinstance(data, dict) and isinstance(data.get("mapping"), dict)


def role_chats(chats: Sequence[Mapping[str, Any]], name: str, zone: tzinfo) -> Iterator[Chat]:
    """Read chats whose messages have roles.

    Args:
        chats: objects that hold "messages".
        name: the file's name.
        zone: the time zone of times that name none.

    Raises:
        BadFile: a message is invalid; the error says which.
    """
    alike: Counter[str] = Counter()
    for data in chats:
        messages = next(data[key] for key in _LISTS if isinstance(data.get(key), list))
        title = _first(data, ("title", "name"))
        begun = _first(data, ("id", "conversation_id", *_TIME)) or title or _beginning(messages)
        alike[begun] += 1
        taking = Taking("messages", begun, alike[begun], session=title)
        for number, message in enumerate(messages, start=1):
            where = f"{name}, message {number}"
            if not isinstance(message, dict):
                raise BadFile(f"{where}: not an object but {message!r:.60}.", hint='Expected {"role", "content"}.')
            _take(taking, message, zone, where)
        yield taking.chat("messages", own=_ASSISTANT)


def chatgpt_chats(chats: Sequence[object], name: str, zone: tzinfo) -> Iterator[Chat]:
    """Read the conversations that ChatGPT exports (`conversations.json`).

    Args:
        chats: the list in the file.
        name: the file's name.
        zone: the time zone of times that name none.

    Raises:
        BadFile: a conversation is invalid; the error says which.
    """
    for number, data in enumerate(chats, start=1):
        if not isinstance(data, dict) or not isinstance(data.get("mapping"), dict):
            raise BadFile(f"{name}, conversation {number}: it has no mapping.", hint="Export the data again.")
        taking = Taking(
            "chatgpt", _first(data, ("conversation_id", "id", "create_time", "title")), session=_session(data)
        )
        chosen = _chosen(data["mapping"], data.get("current_node"))
        for message in chosen:
            role, text = _said(message)
            if role is None:
                taking.leave("messages", "of the system, of tools, or without text")
            else:
                id = message.get("id")
                speaker = None if role in _PERSON else _ASSISTANT
                taking.add(text, speaker, message.get("create_time"), zone, id if isinstance(id, str) else None)
        others = sum(
            1
            for node in data["mapping"].values()
            if isinstance(node, dict) and isinstance(node.get("message"), dict) and _said(node["message"])[0]
        )
        taking.leave("messages", "replaced by later ones", others - sum(1 for one in chosen if _said(one)[0]))
        yield taking.chat("ChatGPT", own=_ASSISTANT)


def _take(taking: Taking, message: Mapping[str, Any], zone: tzinfo, where: str) -> None:
    role = _first(message, _ROLE).casefold()
    if not role:
        raise BadFile(f"{where}: it has no role.", hint='Expected {"role": "user" or "assistant", "content": "…"}.')
    text = message_text(next((message[key] for key in _CONTENT if message.get(key) is not None), None))
    if role not in _PERSON | _OWN:
        taking.leave("messages", "of the system or of tools")
    elif text is None:
        taking.leave("messages", "without text")
    else:
        stamp = next((message[key] for key in _TIME if message.get(key) is not None), None)
        id = message.get("id")
        taking.add(
            text, None if role in _PERSON else _ASSISTANT, stamp, zone, id if isinstance(id, str) and id else None
        )


def _chosen(mapping: Mapping[str, Any], last: object) -> list[Mapping[str, Any]]:
    """Return the messages that lead to the last one, in order."""
    if not isinstance(last, str) or last not in mapping:
        leaves = [key for key, node in mapping.items() if isinstance(node, dict) and not node.get("children")]
        last = leaves[-1] if leaves else None
    branch: list[Mapping[str, Any]] = []
    seen: set[str] = set()
    while isinstance(last, str) and last not in seen:
        seen.add(last)
        node = mapping.get(last)
        if not isinstance(node, dict):
            break
        if isinstance(node.get("message"), dict):
            branch.append(node["message"])
        last = node.get("parent")
    return branch[::-1]


def _said(message: Mapping[str, Any]) -> tuple[str | None, str]:
    """Return the role and text of a ChatGPT message; no role if it wasn't said by either side."""
    author, content, about = (message.get(key) for key in ("author", "content", "metadata"))
    role = author.get("role") if isinstance(author, dict) else None
    kind = content.get("content_type") if isinstance(content, dict) else None
    hidden = isinstance(about, dict) and about.get("is_visually_hidden_from_conversation") is True
    text = message_text(content) if kind in ("text", "multimodal_text", None) else None
    if role not in ("user", "assistant") or hidden or text is None or not text.strip():
        return None, ""
    return role, text


def _session(data: Mapping[str, Any]) -> str:
    """Return the name of a conversation: its title, and what distinguishes it from others of that title."""
    title = _first(data, ("title",))
    id = _first(data, ("conversation_id", "id"))
    return f"{title[:120]} ({id[:40]})" if title and id else title or id


def _first(data: Mapping[str, Any], keys: Sequence[str]) -> str:
    """Return the first of some fields that holds a text or a number, as text."""
    values = (data.get(key) for key in keys)
    return next((str(one) for one in values if isinstance(one, str | float) and one), "")


def _beginning(messages: Sequence[object]) -> str:
    """Return the first message that isn't the system's."""
    for message in messages:
        if isinstance(message, dict) and _first(message, _ROLE).casefold() in _PERSON | _OWN:
            return str(message)
    return ""
