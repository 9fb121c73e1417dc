"""YAML as a tree that knows its line numbers, so that errors in a story name the line.

Every value stays the text that was written: `yes` is a word until a key asks for a truth value. Anchors, aliases and
tags aren't interpreted: a text that begins with `*` is far more often a line of speech than an alias.
"""

from __future__ import annotations

import math
import re
from collections.abc import Collection
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any, NoReturn

from soulkeep.errors import BadFile, BadText, InputError
from soulkeep.lang.validity import NAME_CHARACTERS, require_storable

CHARACTERS = 256 * 1024
"""Most characters in a story."""

_DEPTH = 20
_NODES = 20_000
_EMPTY = ("", "~", "null")
_TRUTH = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}
_QUOTES = "Put a text in quotes if it begins with one of { [ * & ! % @ ` \" ' # or holds a colon and a blank."


@dataclass(slots=True)
class Node:
    """A value and the line it is on.

    Attributes:
        line: line number, from 1; for a value in a mapping, that of its key.
        value: a text, a list of items or a mapping of entries.
        empty: whether nothing, or `~`, is written.
    """

    line: int
    value: str | list[Node] | dict[str, Node]
    empty: bool = False

    def fail(self, at: str, message: str, hint: str = "") -> NoReturn:
        """Raise `BadFile`, naming the line and what it is about."""
        raise BadFile(f"Line {self.line}{f', {at}' if at else ''}: {message}", hint=hint)

    def entries(self, at: str, allowed: Collection[str]) -> dict[str, Node]:
        """Return the entries of a mapping, which may have only the allowed keys."""
        if not isinstance(self.value, dict):
            names = ", ".join(f"{key}: …" for key in list(allowed)[:3])
            self.fail(at, f"expected keys with values, not {self}.", f"Write for example {names}")
        for key, node in self.value.items():
            if key not in allowed:
                near = get_close_matches(key, allowed, n=1, cutoff=0.5)
                listed = f"Known: {', '.join(allowed)}."
                node.fail(at, f"there is no key {key!r}.", f"Did you mean {near[0]!r}? {listed}" if near else listed)
        return self.value

    def items(self, at: str) -> list[Node]:
        """Return the items of a non-empty list; anything else counts as a list of one."""
        values = self.value if isinstance(self.value, list) else [self]
        if not values or self.empty:
            self.fail(at, "there is nothing in it.", "Write something, or leave the key out.")
        return values

    def text(self, at: str) -> str:
        """Return a non-empty text, without surrounding blanks."""
        if not isinstance(self.value, str):
            self.fail(at, f"expected a text, not {self}.", _QUOTES)
        if self.empty or not self.value.strip():
            self.fail(at, "there is nothing in it.", "Write something, or leave the key out.")
        try:
            require_storable(self.value, "text")
        except BadText as error:
            self.fail(at, error.message, error.hint)
        return self.value.strip()

    def name(self, at: str) -> str:
        """Return a text that is a valid id."""
        text = self.text(at)
        if len(text) > NAME_CHARACTERS:
            self.fail(at, f"it is longer than {NAME_CHARACTERS} characters.", "Give a shorter one.")
        return text

    def number(self, at: str, least: float, most: float) -> float:
        """Return a number from `least` to `most`."""
        text = self.text(at)
        try:
            value = float(text)
        except ValueError:
            value = math.nan
        if not least <= value <= most:
            self.fail(at, f"expected a number from {least:,g} to {most:,g}, not {_short(text)}.")
        return value

    def whole(self, at: str, most: int) -> int:
        """Return a whole number from 0 to `most`."""
        text = self.text(at)
        if not re.fullmatch(r"[0-9]{1,9}", text) or int(text) > most:
            self.fail(at, f"expected a whole number from 0 to {most:,}, not {_short(text)}.")
        return int(text)

    def truth(self, at: str) -> bool:
        """Return true or false."""
        value = _TRUTH.get(self.text(at).lower())
        if value is None:
            self.fail(at, f"expected true or false, not {self}.")
        return value

    def __str__(self) -> str:
        if isinstance(self.value, str):
            return "nothing" if self.empty else _short(self.value)
        return (
            "a list" if isinstance(self.value, list) else f"keys with values ({_short(next(iter(self.value), ''))}: …)"
        )


def read_yaml(text: str) -> Node:
    """Read one YAML document.

    Raises:
        BadFile: the text isn't YAML, is empty, too long or too deeply nested; the message names the line.
        InputError: the text is no `str`, or can't be stored.
    """
    if not isinstance(text, str):
        raise InputError(f"A story must be a str, not {type(text).__name__}.", hint="Read the file as UTF-8 first.")
    require_storable(text, "story")
    if len(text) > CHARACTERS:
        raise BadFile(f"The story has {len(text):,} characters; {CHARACTERS:,} are allowed.", hint="Cut it in two.")
    import yaml

    tree = _Tree(text)
    try:
        for event in yaml.parse(text, Loader=yaml.SafeLoader):  # event by event: nothing is built of a bomb
            tree.take(event)
    except yaml.YAMLError as error:
        raise _unreadable(error, text) from None
    except BadFile:
        raise
    except (ValueError, OverflowError) as error:  # an escape that is no character, a version of a million digits
        raise BadFile(f"The story is no YAML: {error}.", hint=_QUOTES) from None
    if tree.root is None:
        raise BadFile("The story is empty.", hint="Begin with story: and its id, then events: and a list of them.")
    return tree.root


class _Tree:
    """Builds the tree of nodes, without recursion."""

    def __init__(self, text: str) -> None:
        self.root: Node | None = None
        self._open: list[Node] = []
        self._keys: list[Node | None] = []
        self._count = 0

    def take(self, event: Any) -> None:
        """Add the parser's next event."""
        kind = type(event).__name__
        if kind in ("SequenceEndEvent", "MappingEndEvent"):
            self._open.pop()
            self._keys.pop()
        elif kind in ("ScalarEvent", "SequenceStartEvent", "MappingStartEvent", "AliasEvent"):
            node = Node(event.start_mark.line + 1, "")
            self._refuse(event, kind, node)
            if kind == "ScalarEvent":
                node.value = event.value
                node.empty = event.style is None and event.value in _EMPTY
                self._place(node)
            else:
                node.value = [] if kind == "SequenceStartEvent" else {}
                self._place(node)
                self._open.append(node)
                self._keys.append(None)

    def _refuse(self, event: Any, kind: str, node: Node) -> None:
        self._count += 1
        if self._count > _NODES:
            node.fail("", f"the story holds more than {_NODES:,} values.", "Cut it in two.")
        if len(self._open) >= _DEPTH:
            node.fail("", f"lists and keys nest deeper than {_DEPTH}.", _QUOTES)
        if kind == "AliasEvent":
            quoted = f'"*{event.anchor}…"'
            node.fail(
                "", f"*{event.anchor} is an alias, which isn't read.", f"To have it said, put it in quotes: {quoted}"
            )
        if event.anchor is not None:
            node.fail(
                "", f"&{event.anchor} is an anchor, which isn't read.", "Write the text out, or put it in quotes."
            )
        if event.tag is not None:
            node.fail(
                "", f"{_short(event.tag)} is a tag, which isn't read.", "Put a text that begins with ! in quotes."
            )

    def _place(self, node: Node) -> None:
        """Put a node into the open list, or into the open mapping as a key or value."""
        if not self._open:
            if self.root is not None:
                node.fail("", "a second document begins here.", "One file holds one story; take out the line ---.")
            self.root = node
            return
        into = self._open[-1].value
        if isinstance(into, list):
            into.append(node)
        elif isinstance(into, dict):
            key = self._keys[-1]
            if key is None:
                if not isinstance(node.value, str):
                    node.fail("", "a key must be a word.", _QUOTES)
                self._keys[-1] = node
                return
            name = str(key.value)
            if name in into:
                key.fail("", f"the key {_short(name)} stands in line {into[name].line} already.", "Give it once.")
            node.line = key.line
            into[name] = node
            self._keys[-1] = None


def _unreadable(error: Any, text: str) -> BadFile:
    """Return a `BadFile` in place of the parser's error."""
    mark = getattr(error, "problem_mark", None)
    problem = getattr(error, "problem", None) or getattr(error, "reason", None) or "it can't be read"
    if mark is None:
        return BadFile(f"The story is no YAML: {problem}.", hint=_QUOTES)
    lines = re.split("\r\n|[\n\r\x85\u2028\u2029]", text)  # as YAML counts them
    shown = _short(lines[mark.line].strip()) if mark.line < len(lines) and lines[mark.line].strip() else "its end"
    hint = _QUOTES
    if "'\\t'" in problem:
        hint = "Indent with blanks, not with tabs."
    elif "flow" in str(getattr(error, "context", "")):
        hint = "Between brackets, put texts that hold one of , ? : in quotes, and close each bracket."
    return BadFile(f"Line {mark.line + 1}: this is no YAML at {shown} ({problem}).", hint=hint)


def _short(text: str) -> str:
    return repr(text if len(text) <= 60 else f"{text[:59]}…")
