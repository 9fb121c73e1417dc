"""Removing from a stream what a model thinks before it answers."""

from __future__ import annotations

import re

_PAIRS = (
    ("<think>", "</think>"),
    ("<thinking>", "</thinking>"),
    ("<thought>", "</thought>"),
    ("<reasoning>", "</reasoning>"),
    ("[THINK]", "[/THINK]"),
    ("<|channel|>analysis<|message|>", "<|end|>"),
)
_LONGEST = max(len(tag) for pair in _PAIRS for tag in pair)
_FINAL = re.compile(r"\s*(?:<\|start\|>assistant)?<\|channel\|>final<\|message\|>")


class ThoughtFilter:
    """Removes the thoughts that begin a stream, wherever its pieces are cut. Later ones are part of the answer."""

    def __init__(self) -> None:
        self._held: str | None = ""  # what may be the beginning of a tag; None once the model speaks
        self._closing = ""
        self._thought = False

    def feed(self, piece: str) -> str:
        """Add a piece and return the text that now certainly belongs to the answer."""
        if self._held is None:
            return piece
        self._held += piece
        while True:
            if self._closing:
                at = self._held.find(self._closing)
                if at < 0:
                    self._held = self._held[-_LONGEST:]
                    return ""
                self._held, self._closing = self._held[at + len(self._closing) :], ""
            start = self._held.lstrip()
            opened = next((pair for pair in _PAIRS if start.startswith(pair[0])), None)
            if opened is None:
                break
            self._closing, self._thought = opened[1], True
            self._held = start[len(opened[0]) :]
        if (final := _FINAL.match(self._held)) is not None:
            self._held, self._thought = self._held[final.end() :], True
        start = self._held.lstrip()
        if any(tag.startswith(start) for tag in _OPENINGS) or (start.startswith("<|") and len(start) < _LONGEST + 20):
            return ""
        said, self._held = start if self._thought else self._held, None
        return said

    def finish(self) -> str:
        """Return the held-back text that belongs to the answer, now that the stream has ended."""
        rest, self._held = self._held or "", None
        return "" if self._closing else rest.lstrip() if self._thought else rest


_OPENINGS = tuple(opening for opening, _ in _PAIRS)
