"""Macros of character cards: placeholders in braces, such as `{{char}}` and `{{user}}`."""

from __future__ import annotations

import re

USER = "{{user}}"
"""Stands for the person that the character faces, until that is known."""

_CHAR = re.compile(r"\{\{\s*(?:char|bot|charIfNotGroup)\s*\}\}|<(?:bot|char)>", re.IGNORECASE)
_USER = re.compile(r"\{\{\s*user\s*\}\}|<user>", re.IGNORECASE)
_COMMENT = re.compile(r"\{\{\s*(?://|comment:|hidden_key:)[^{}]*\}\}[ \t]*\n?", re.IGNORECASE)
_CHOICE = re.compile(r"\{\{\s*(?:random|pick)\s*::?([^{}]*)\}\}", re.IGNORECASE)
_NEWLINE = re.compile(r"\{\{\s*newline\s*\}\}", re.IGNORECASE)
_NOTHING = re.compile(r"\{\{\s*(?:trim|noop|original)\s*\}\}", re.IGNORECASE)


def filled(text: str, *, name: str, user: str = USER) -> str:
    """Return a text with its macros replaced.

    Comments are removed, of alternatives the first is taken, and a front end's own ({{time}}, {{roll:6}}) stay.

    Args:
        text: a text from a card.
        name: what the character is called.
        user: what the person is called.
    """
    text = _COMMENT.sub("", text)
    text = _CHOICE.sub(lambda match: re.split(r"::|,", match[1])[0].strip(), text)
    text = _NOTHING.sub("", _NEWLINE.sub("\n", text))
    text = _CHAR.sub(lambda _: name, text)
    return _USER.sub(lambda _: user, text).strip()
