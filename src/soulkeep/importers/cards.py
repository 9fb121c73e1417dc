"""Character cards as SillyTavern, Chub and others write them: JSON, a PNG that contains it, or a .charx archive.

It reads `chara_card_v1`, `chara_card_v2`, `chara_card_v3` and Pygmalion's names for the same fields.
"""

from __future__ import annotations

import base64
import binascii
import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from soulkeep.errors import BadFile
from soulkeep.importers.containers import png_texts
from soulkeep.importers.fields import LeftOut, as_name, first_text, text_in, texts_in
from soulkeep.importers.files import json_of, text_of
from soulkeep.importers.lorebook import Lorebook, lorebook_of
from soulkeep.importers.macros import USER, filled
from soulkeep.lang.language import detect
from soulkeep.lang.pack import saying, wording

_LONGEST = 200_000
"""Most characters in a description: a prompt holds a few thousand; a book should be learnt."""

_NAME = ("name", "char_name")
_DESCRIPTION = ("description", "char_persona")
_SCENARIO = ("scenario", "world_scenario")
_GREETING = ("first_mes", "char_greeting")
_EXAMPLES = ("mes_example", "example_dialogue")
_TELLING = {*_DESCRIPTION, *_SCENARIO, *_GREETING, *_EXAMPLES, "personality"}
_READ = {*_NAME, *_TELLING, "nickname", "alternate_greetings", "character_book"}
_COPIES = {"avatar", "chat", "create_date", "creation_date", "modification_date", "fav", "talkativeness", "spec",
    "spec_version", "data", "metadata"}  # fmt: skip
"""Fields in which programs keep their own notes beside a card."""

_WHY = {
    "system_prompt": "told to a model for every character: Settings.instructions",
    "post_history_instructions": "told to a model for every character: Settings.instructions",
    "alternate_greetings": "only the first greeting is spoken",
    "creator_notes": "for readers",
    "creator_notes_multilingual": "for readers",
    "creator": "for readers",
    "character_version": "for readers",
    "source": "for readers",
    "tags": "for readers",
    "assets": "pictures and sounds",
    "group_only_greetings": "for groups",
    "extensions": "of one program",
}
_UNKNOWN = "unknown here"

STORY = "card-greeting"
"""Id of the story that says a card's greeting."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """A character as described by a card; texts are verbatim, including macros.

    Attributes:
        format: "chara_card_v1", "chara_card_v2" or "chara_card_v3".
        name: the name on the card.
        called: the character's nickname, or else its name.
        description, personality, scenario: the card's texts; empty if missing.
        greetings: what it may say first.
        examples: examples of how it talks.
        book: the card's lorebook, if it has one.
        left_out: what isn't imported.
    """

    format: str
    name: str
    called: str
    description: str = ""
    personality: str = ""
    scenario: str = ""
    greetings: tuple[str, ...] = ()
    examples: str = ""
    book: Lorebook | None = None
    left_out: tuple[LeftOut, ...] = ()


def is_card(data: Mapping[str, Any]) -> bool:
    """Return whether a JSON object is a card, valid or not."""
    spec = data.get("spec")
    if isinstance(spec, str) and spec.startswith("chara_card"):
        return True
    return any(key in data for key in _NAME) and any(key in data for key in _TELLING)


def card_of(data: Mapping[str, Any], name: str) -> Card:
    """Read a card.

    Args:
        data: the card's JSON object.
        name: the file's name, for messages.

    Raises:
        BadFile: the card has no name, no content, or an invalid field.
    """
    spec = data.get("spec")
    inner = data.get("data")
    if isinstance(spec, str) and spec.startswith("chara_card"):
        if not isinstance(inner, dict):
            raise BadFile(f'{name}: a card of {spec:.40} without "data".', hint="Export the card again.")
        format = "chara_card_v3" if spec.startswith("chara_card_v3") else "chara_card_v2"
        fields: Mapping[str, Any] = inner
    else:
        format, fields = "chara_card_v1", data
    book = fields.get("character_book")
    if book is not None and not isinstance(book, dict):
        raise BadFile(f"{name}: its character_book is no object.", hint='Expected {"entries": […]}.')
    greetings = filter(None, (first_text(fields, _GREETING, name), *texts_in(fields, "alternate_greetings", name)))
    called = as_name(first_text(fields, _NAME, name))
    card = Card(
        format=format,
        name=called,
        called=as_name(text_in(fields, "nickname", name)) or called,
        description=first_text(fields, _DESCRIPTION, name),
        personality=text_in(fields, "personality", name),
        scenario=first_text(fields, _SCENARIO, name),
        greetings=tuple(dict.fromkeys(greetings)),
        examples=first_text(fields, _EXAMPLES, name),
        book=None if book is None else lorebook_of(book, name),
    )
    if not card.name:
        raise BadFile(f"{name}: a card without a name.", hint='Give it a "name".')
    if not (card.description or card.personality or card.scenario or card.greetings or card.examples or card.book):
        raise BadFile(f"{name}: the card tells nothing of {card.name}.", hint='Give it a "description".')
    if len(about(card)) > _LONGEST:
        hint = "Put what is lore into a lorebook, or into a text that the character learns."
        raise BadFile(f"{name}: the card's description is longer than {_LONGEST:,} characters.", hint=hint)
    return replace(card, left_out=(*_left_out(fields, format, card), *(card.book.left_out if card.book else ())))


def card_in_png(data: bytes, name: str) -> Card:
    """Return the card contained in a PNG, in its newest form.

    Raises:
        BadFile: the PNG has no card, or a damaged one.
    """
    texts = png_texts(data, ("ccv3", "chara"), name)
    coded = texts.get("ccv3") or texts.get("chara")
    if coded is None:
        raise BadFile(f"{name} is a picture without a card in it.", hint="Download the card's PNG, not a copy of it.")
    try:
        plain = base64.b64decode(b"".join(coded.split()), validate=True)
    except binascii.Error as error:
        raise BadFile(f"{name}: the card in the picture is no base64 ({error}).", hint="Download it again.") from None
    return card_of_json(plain, name)


def card_of_json(data: bytes, name: str) -> Card:
    """Return the card in a JSON file.

    Raises:
        BadFile: the file isn't a card.
    """
    content = json_of(text_of(data, name), name)
    if not isinstance(content, dict) or not is_card(content):
        raise BadFile(f"{name} holds JSON that is no card.", hint='Expected {"spec": "chara_card_v2", "data": {…}}.')
    return card_of(content, name)


def about(card: Card) -> str:
    """Return a card as a description of its character: who it is, where it is, and how it talks.

    `{{user}}` is kept, as the character faces many people.
    """
    language = detect(card.description or card.personality)
    personality, scenario = wording("phrases", "personality", language), wording("phrases", "scenario", language)
    examples = card.examples
    if examples and not examples.lstrip().upper().startswith("<START>"):
        examples = f"<START>\n{examples}"
    parts = (
        card.description,
        f"{personality}: {card.personality}" if card.personality else "",
        f"{scenario}: {card.scenario}" if card.scenario else "",
        examples,
    )
    return filled("\n\n".join(filter(None, parts)), name=card.called)


def greeting_story(card: Card) -> str | None:
    """Return a story in which the character says the card's greeting to whoever it meets; None if there is none.

    The greeting is said when the character speaks first, never as an answer.
    """
    if not card.greetings:
        return None
    line = greeting(card).replace("{", "{{").replace("}", "}}").replace("{{{{user}}}}", "{person}")
    event = {
        "id": "greeting",
        "title": {language: wording("phrases", "first_met", language) for language in saying("phrases", "first_met")},
        "when": {"first": True, "not": {"turns": 1}},
        "open": [line],
        "talk": {"turns": 1},
    }
    return json.dumps({"story": STORY, "events": [event]}, ensure_ascii=False)


def greeting(card: Card) -> str:
    """Return what the character says first; "" if the card doesn't tell."""
    return filled(card.greetings[0], name=card.called, user=USER) if card.greetings else ""


def _left_out(fields: Mapping[str, Any], format: str, card: Card) -> list[LeftOut]:
    left_out = [
        LeftOut(what=key[:80], why=_WHY.get(key, _UNKNOWN))
        for key, value in fields.items()
        if key not in _READ and not (format == "chara_card_v1" and key in _COPIES) and value not in (None, "", [], {})
    ]
    if len(card.greetings) > 1:
        others = len(card.greetings) - 1
        left_out.append(LeftOut(what="alternate_greetings", why=_WHY["alternate_greetings"], count=others))
    return left_out
