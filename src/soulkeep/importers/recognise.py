"""Recognising the kind of a file by its content, and reading it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import tzinfo
from pathlib import Path
from typing import TYPE_CHECKING, Any

from soulkeep.errors import BadFile
from soulkeep.extras import GRAPH, require
from soulkeep.importers.cards import Card, card_in_png, card_of, card_of_json, is_card
from soulkeep.importers.chats import Chat
from soulkeep.importers.chats_plain import plain_chat
from soulkeep.importers.chats_roles import chatgpt_chats, has_messages, is_chatgpt, is_message, role_chats
from soulkeep.importers.chats_tavern import Line, is_tavern, tavern_chat
from soulkeep.importers.containers import MOST, PNG, ZIP, zip_member
from soulkeep.importers.conversations import conversation_of
from soulkeep.importers.fields import UNNAMED
from soulkeep.importers.files import is_packed, json_of, require_size, require_sparse, text_of, unpacked, unpacked_of
from soulkeep.importers.lorebook import Lorebook, lorebook_of
from soulkeep.importers.rdf_files import EXTENSIONS
from soulkeep.lang.validity import require_name, require_new_name, require_text

if TYPE_CHECKING:
    from soulkeep.graph.files import RdfData

_LOOSE = {"xml", "json"}
"""Extensions of RDF files that other files have, too."""

_RDF_KEYS = {"@context", "@id", "@graph"}
_XML = re.compile(r"\s*<(?:\?xml|rdf:|!DOCTYPE|!--)")
_TURTLE = re.compile(r"(?:\s*+#[^\n]*+\n)*+\s*+(?:@prefix|@base|PREFIX|BASE)\s++[^\n]*<[^<>\s]*>")
_TRIPLE = re.compile(
    r"(?:\s*+#[^\n]*+\n)*+\s*+(?:<[a-z][^<>\s]*>|_:\w++)\s++<[a-z][^<>\s]*>\s++(?:<[^<>\s]*>|_:\w++|\")[^\n]*\.\s"
)
_HEAD = 4096
_JSON = re.compile(r"\s*(?:\{\s*[\"}]|\[\s*[\]{\"])")
"""A beginning of JSON text that can't be prose."""

_PICTURES = {b"\xff\xd8\xff": "a JPEG picture", b"GIF8": "a GIF picture", b"RIFF": "a WebP picture"}
_OTHERS = {b"%PDF": "a PDF file", b"\xd0\xcf\x11\xe0": "an old Office file", b"SQLite format 3": "a database"}
_KINDS = (
    'Known are character cards, lorebooks ({"entries"}), chats ({"messages": [{"role", "content"}]}, SillyTavern\'s, '
    'ChatGPT\'s, {"id", "sessions"}), RDF and plain text.'
)


@dataclass(frozen=True, slots=True)
class Rdf:
    """RDF data as it was given, its format, and what was read."""

    content: bytes
    format: str | None
    read: RdfData


Found = Card | Lorebook | str | Rdf | tuple[Chat, ...]
"""The content of a file; a str is a text to be learnt."""


def recognise(data: bytes, name: str, zone: tzinfo) -> Found:
    """Read a file of any known kind.

    Args:
        data: its content.
        name: the file's name; its extension counts only if the content doesn't tell.
        zone: the time zone of a chat's times that name none.

    Raises:
        BadFile: the file is damaged, or of no known kind.
        InputError: something in it can't be stored.
        MissingExtra: the file is RDF, and the extra `graph` isn't installed.
    """
    require_size(data, name)
    if data.startswith(PNG):
        return card_in_png(data, name)
    if data.startswith(ZIP) or Path(name).suffix.lower() == ".charx":
        return _archived(data, name, zone)
    plain = name.removesuffix(".gz")
    ending = Path(plain).suffix.lower().removeprefix(".")
    if ending in EXTENSIONS and ending not in _LOOSE:  # it is unpacked where it is parsed
        return _rdf(data, plain, EXTENSIONS[ending])
    if is_packed(data) or name != plain:
        data, name = unpacked(data, name), plain
    for signs, hint in (
        (_PICTURES, "A card's picture is a PNG: download that, or its JSON."),
        (_OTHERS, "Save what it says as plain text."),
    ):
        for sign, what in signs.items():
            if data.startswith(sign):
                raise BadFile(f"{name} is {what}, which can't be read.", hint=hint)
    text = text_of(data, name)
    if not text.strip():
        raise BadFile(f"{name} is empty.", hint="Is it the right file?")
    if "\0" in text:
        raise BadFile(f"{name} holds NUL characters: it is no text.", hint=_KINDS)
    if _JSON.match(text) or ending in ("json", "jsonl"):
        return _in_json(text, data, name, zone)
    head = text[:_HEAD]
    if _XML.match(head) and "rdf:RDF" in head:
        return _rdf(data, name, "rdf/xml")
    if _TURTLE.match(head) or _TRIPLE.match(head):
        return _rdf(data, name, "turtle")
    require_sparse(text, name, "\n", "lines")
    chat = plain_chat(text, "" if name == UNNAMED else Path(name).stem, zone)
    return text if chat is None else _checked([chat], name)


def _archived(data: bytes, name: str, zone: tzinfo) -> Found:
    packed = zip_member(data, ("card.json", "conversations.json"), name, unpacked_of(len(data)))
    if packed is None:
        hint = "Expected a .charx with card.json, or ChatGPT's export. Unpack others, and import what is in them."
        raise BadFile(f"{name} is an archive without a card or conversations in it.", hint=hint)
    member, content = packed
    if member != "card.json":
        return _in_json(text_of(content, name), content, name, zone)
    if len(content) > MOST:
        raise BadFile(f"{name}: its card is larger than {MOST >> 20} MiB.", hint="Is it the right file?")
    return card_of_json(content, name)


def _rdf(data: bytes, name: str, format: str | None) -> Rdf:
    require(GRAPH)
    from soulkeep.graph.files import read_bytes

    return Rdf(data, format, read_bytes(data, name, format=format))


def _in_json(text: str, data: bytes, name: str, zone: tzinfo) -> Found:
    """Return what a JSON text, or JSON lines, hold."""
    require_sparse(text, name, ",[{\n", "values")
    lines = text.strip().split("\n", 1)
    if len(lines) == 2 and _is_whole(lines[0]):
        return _in_lines(_lines(text, name), name, zone)
    content = json_of(text, name)
    if isinstance(content, dict) and not content.keys().isdisjoint(_RDF_KEYS):
        return _rdf(data, name, "json-ld")
    if isinstance(content, list):
        if content and isinstance(content[0], dict) and not content[0].keys().isdisjoint(_RDF_KEYS):
            return _rdf(data, name, "json-ld")
        return _in_list(content, name, zone)
    if not isinstance(content, dict):
        raise BadFile(f"{name} is JSON, but no object and no list.", hint=_KINDS)
    if is_card(content):
        return card_of(content, name)
    inner = content.get("data")
    book = inner if isinstance(inner, dict) and str(content.get("spec")).startswith("lorebook") else content
    if "entries" in book:
        return _filled(lorebook_of(book, name), name)
    if is_chatgpt(content):
        return _checked(list(chatgpt_chats([content], name, zone)), name)
    if has_messages(content):
        return _checked(list(role_chats([content], name, zone)), name)
    return _in_lines([(1, content)], name, zone)


def _in_list(content: list[Any], name: str, zone: tzinfo) -> Found:
    if not content:
        raise BadFile(f"{name} is an empty list.", hint="Is it the right file?")
    if any(map(is_chatgpt, content)):
        return _checked(list(chatgpt_chats(content, name, zone)), name)
    for number, item in enumerate(content, start=1):
        if not isinstance(item, dict):
            raise BadFile(f"{name}, item {number}: not an object but {item!r:.60}.", hint=_KINDS)
    if is_message(content[0]) and "mes" not in content[0]:
        return _checked(list(role_chats([{"messages": content}], name, zone)), name)
    return _in_lines(list(enumerate(content, start=1)), name, zone)


def _in_lines(lines: Sequence[Line], name: str, zone: tzinfo) -> Found:
    """Return what a list of objects holds, each given with its line number."""
    objects = [data for _, data in lines]
    if any("sessions" in data for data in objects):
        return _checked([_neutral(data, zone, f"{name}, line {number}") for number, data in lines], name)
    if is_tavern(lines):
        return _checked([tavern_chat(lines, name, zone)], name)
    if all(map(has_messages, objects)):
        return _checked(list(role_chats(objects, name, zone)), name)
    if is_message(objects[0]):
        return _checked(list(role_chats([{"messages": objects}], name, zone)), name)
    raise BadFile(f"{name} is JSON, but nothing that is known.", hint=_KINDS)


def _lines(text: str, name: str) -> list[Line]:
    lines: list[Line] = []
    for number, line in enumerate(text.split("\n"), start=1):
        if line.strip():
            data = json_of(line, f"{name}, line {number}")
            if not isinstance(data, dict):
                raise BadFile(f"{name}, line {number}: not a JSON object.", hint="Expected one object a line.")
            lines.append((number, data))
    return lines


def _is_whole(line: str) -> bool:
    """Return whether a line is a complete JSON value."""
    try:
        json_of(line, "")
    except BadFile:
        return False
    return True


def _neutral(data: Any, zone: tzinfo, where: str) -> Chat:
    conversation = conversation_of(data, zone, where)
    return Chat(
        format="soulkeep",
        name=conversation.id,
        turns=conversation.turns,
        character=require_name(conversation.id, "conversation's id"),
        language=conversation.language if isinstance(conversation.language, str) else None,
        verbatim=True,
    )


def _filled(book: Lorebook, name: str) -> Lorebook:
    if not book.entries:
        raise BadFile(f"{name}: no entry of the lorebook says anything.", hint='Expected {"keys", "content"} in each.')
    return book


def _checked(chats: list[Chat], name: str) -> tuple[Chat, ...]:
    """Return the chats that have turns; raise `BadFile` if none has, `InputError` if a turn can't be stored."""
    for chat in chats:
        for turn in chat.turns:
            require_text(turn.text, what="turn")
            if turn.speaker is not None:
                require_new_name(turn.speaker, "speaker")
            for value, what in ((turn.session, "session"), (turn.id, "id")):
                if value is not None:
                    require_name(value, what)
    with_turns = tuple(chat for chat in chats if chat.turns)
    if not with_turns:
        raise BadFile(f"{name} is a chat in which nothing is said.", hint="Is it the right file?")
    return with_turns
