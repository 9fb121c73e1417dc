"""Groups of characters in one chat: who they are, and who is asked to speak."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from soulkeep.character.character import Character
from soulkeep.errors import InputError
from soulkeep.server.access import Access
from soulkeep.server.openai_proxy.addressing import Addressed
from soulkeep.server.openai_proxy.known_prompts import known_prompt
from soulkeep.server.openai_proxy.resolving import character_named, person_named
from soulkeep.server.openai_proxy.transcript import text_of

_LABEL = re.compile(r"([^\n:：]{1,80})[:：]\s*\S")
"""The beginning of a message that says whose it is."""

_UNSOUND = re.compile(r"[^a-zA-Z0-9_-]")
"""What SillyTavern replaces by `_` where a message's `name` says who speaks."""

_LAST = 3
"""Number of the last messages that may say who is to speak."""

PARAGRAPH = "\n\n"
"""What stands between messages that were merged."""


def grouped(asking: Addressed, messages: object, character: Character, access: Access) -> Addressed:
    """Return a request's addressees in a group's chat: the member who is asked to speak, whatever the model's name,
    unless the request names the character otherwise.

    Args:
        asking: the addressees by the model's name and options.
        messages: the request's messages.
        character: the character of `asking`.
        access: the access to characters.
    """
    if not isinstance(messages, list):
        return asking

    def is_character(name: str) -> bool:
        try:
            return character_named(access, name) is not None
        except InputError:  # several are called so
            return True

    members = members_of(messages, {character.id, character.name}, is_character)
    if not members:
        return asking
    asking = replace(asking, group=members)
    asked = None if asking.by_option else asked_member(messages, members)
    if asked is None or asked.casefold() in (character.id.casefold(), character.name.casefold()):
        return asking
    id = character_named(access, asked)
    if id is None:
        return replace(asking, stranger=asked)
    return replace(asking, character=id, person=person_named(access, id, asking.person))


def members_of(messages: Sequence[Any], own: Collection[str], is_character: Callable[[str], bool]) -> list[str]:
    """Return the names of the characters in a group's chat, as the front end shows them; none if it is no group.

    Args:
        messages: a request's messages.
        own: names of the character that the request's model names.
        is_character: returns whether somebody is a character here.
    """
    listed = [
        name
        for text in _paragraphs(messages, roles=("system", "user"))
        if (prompt := known_prompt(text)) is not None and "group" in prompt.names
        for name in map(str.strip, prompt.names["group"].split(","))
    ]
    if len(listed) > 1:
        return list(dict.fromkeys(listed))
    said = [one for one in messages if isinstance(one, Mapping) and one.get("role") == "assistant"]
    if not said and len(messages) == 1:  # the whole chat in one message
        within = _labels_within(messages)
        named = [name for name in within if is_character(name)]
        return named if len(named) > 1 else []
    labels = [_label(one) for one in said]
    begins = list(dict.fromkeys(filter(None, labels)))
    more = [name for name in _labels_within(said) if name not in begins and is_character(name)]
    names = [*begins, *more]
    ours = {name.casefold() for name in own} | {sanitized(name) for name in own}
    others = [name for name in names if name.casefold() not in ours and name not in ours]
    if not others or None in labels:  # somebody's own words may begin with a word and a colon
        return []
    with_own = len(others) < len(names)
    return names if with_own or all(map(is_character, others)) else []


def _label(message: Mapping[str, Any]) -> str | None:
    name = message.get("name")
    if isinstance(name, str) and name.strip():
        return name.strip()
    match = _LABEL.match(text_of(message.get("content")))
    return match[1].strip() if match else None


def _labels_within(messages: Sequence[Any]) -> list[str]:
    """Return what may be names before words, at the beginning of paragraphs."""
    paragraphs = _paragraphs(messages, roles=("user", "assistant"))
    return list(dict.fromkeys(match[1].strip() for match in map(_LABEL.match, paragraphs) if match))


def sanitized(name: str) -> str:
    """Return a name as SillyTavern writes it into a message's `name`."""
    return _UNSOUND.sub("_", name)


def asked_member(messages: Sequence[Any], members: Sequence[str]) -> str | None:
    """Return the member of a group who is asked to speak: by the last instruction that names one of them alone, else by
    the first; None if nothing says so."""
    ends = list(_paragraphs(messages[-_LAST:], roles=("system", "user")))
    for text in reversed(ends):
        prompt = known_prompt(text)
        if prompt is not None and prompt.kind == "asks":
            return _member(prompt.names["char"], members)
    for message in reversed(_after_the_chat(messages)):
        if (named := _named_alone(text_of(message.get("content")), members)) is not None:
            return named
    for text in _paragraphs(messages[:1], roles=("system", "user")):
        prompt = known_prompt(text)
        if prompt is not None and prompt.kind == "main":
            return _member(prompt.names["char"], members)
        if (named := _named_alone(text, members)) is not None:
            return named
    return None


def _member(name: str, members: Iterable[str]) -> str:
    return next((one for one in members if one.casefold() == name.casefold()), name)


def _after_the_chat(messages: Sequence[Any]) -> list[Mapping[str, Any]]:
    """Return the messages of the system after the last line."""
    found: list[Mapping[str, Any]] = []
    for message in reversed(messages):
        if not isinstance(message, Mapping) or message.get("role") != "system":
            break
        found.insert(0, message)
    return found


def _named_alone(text: str, members: Iterable[str]) -> str | None:
    """Return the only member whom a text names."""
    named = [name for name in members if re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text, re.IGNORECASE)]
    return named[0] if len(named) == 1 else None


def _paragraphs(messages: Iterable[Any], *, roles: Collection[str]) -> Iterable[str]:
    for message in messages:
        if isinstance(message, Mapping) and message.get("role") in roles:
            yield from text_of(message.get("content")).split(PARAGRAPH)
