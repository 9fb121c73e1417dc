"""A person's own words in a message around which a front end has put documents or instructions."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

_SOURCE = re.compile(r"<source id=\"[^\"]*\"[^<>]*>")
"""The beginning of a document, as Open WebUI quotes it in any template."""

_SOURCE_ENDS = "</source>"

_STAMP = re.compile(r"\[\d{4}-\d\d-\d\d[ T]\d\d:\d\d(?::\d\d)?(?: ?[A-Z]{3,4}| ?[+-]\d\d:?\d\d|Z)?\][^\S\n]*(?=\S)")
"""A moment that a front end puts before a message."""

_TELLING = 8
"""Least number of letters that are taken for words repeated; fewer may be so by chance."""

_CLOSING = re.compile(r"\s*</?[\w-]+>\s*?\n")
"""A line of a template that only closes or opens a tag."""


@cache
def wordings() -> dict[str, list[dict[str, Any]]]:
    """Return what front ends put into requests in words of their own."""
    return tomllib.loads((Path(__file__).parent / "front_ends.toml").read_text(encoding="utf-8"))


def own_words(text: str) -> str:
    """Return a message of the user's without what a front end has put around the person's words."""
    for after in wordings()["after"]:
        text = text.partition(after["begins"])[0]
    words = _behind_known(text)
    if words is None:
        words = _behind_sources(text)
    text = text if words is None or not words.strip() else words
    return _without_list(_STAMP.sub("", text, count=1) if _STAMP.match(text) else text)


def _without_list(text: str) -> str:
    """Return a message without a list of what is attached to it."""
    for before in wordings()["before"]:
        if (listed := text.lstrip()).startswith(before["begins"]):
            _, found, words = listed.partition(before["ends"])
            if found:
                alone: str = before["alone"]
                return words if words.strip() else alone
    return text


def is_retrieval(text: str) -> bool:
    """Return whether documents stand before a person's words, in a front end's usual wording."""
    return _behind_known(text) is not None


def _behind_known(text: str) -> str | None:
    """Return the words after a front end's usual text around documents; None if it isn't there."""
    for retrieval in wordings()["retrieval"]:
        if not text.startswith(retrieval["begins"]):
            continue
        _, found, words = text.rpartition(f"{_SOURCE_ENDS}\n{retrieval['ends']}")
        if not found:
            _, found, words = text.rpartition(retrieval["ends"])
        if found:
            return words.rpartition(retrieval["until"])[0] if "until" in retrieval else words
    return None


def _behind_sources(text: str) -> str | None:
    """Return the words after documents in a template of somebody's own; None if there are no documents.

    Some templates have the words, too, so that the text's end repeats them; otherwise they begin after the documents
    and the tags that close them. What is left of a template there goes with the next request, which shows the words
    alone.
    """
    if _SOURCE.search(text) is None:
        return None
    head, found, behind = text.rpartition(_SOURCE_ENDS)
    if not found:
        return None
    while closing := _CLOSING.match(behind):
        behind = behind[closing.end() :]
    return _repeated(_SOURCE.split(head)[0], behind) or behind


def _repeated(head: str, behind: str) -> str | None:
    """Return the most lines at a text's end that also stand before; None if there are none.

    Args:
        head: the text before the documents.
        behind: the text after them.
    """
    lines = behind.strip("\n").split("\n")
    for at in range(1, len(lines)):
        words = "\n".join(lines[at:]).strip()
        if len(words) >= _TELLING and (words in head or words in "\n".join(lines[:at])):
            return words
    return None
