"""References in a reply: `[m1]` names the first memory that was given. References to nothing are cut and counted.

Models also write (m1), 【m1】 or [M1]: these are read as references, too, if there is such a memory.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from soulkeep.types.records import Memory, Reference

_LISTED = r"m\d+(?:\s*[,;、]\s*m\d+)*"
_BRACKETS = re.compile(rf" ?\[\s*({_LISTED})\s*\]", re.IGNORECASE)
"""Pattern of a reference as it is asked for, and stored."""

_COMMA = re.compile(r"(?:(?<!\s)\s++)?[,;、]\s*")
_WRITTEN = re.compile(
    rf"( ?)(?:\[\s*({_LISTED})\s*\]|【\s*({_LISTED})\s*】|[(（]\s*({_LISTED})\s*[)）])", re.IGNORECASE
)
"""Pattern of all forms in which models write references."""

_MIGHT_OPEN = re.compile(r" ?[\[【(（][\sm\d,;、]{0,60}$| $", re.IGNORECASE)


def without_labels(text: str) -> str:
    """Remove all references from a reply, as it is stored."""
    return _BRACKETS.sub("", text).strip()


def disarmed(text: str) -> str:
    """Return a memory's text for the prompt, with the brackets changed of what looks like a reference."""
    return _WRITTEN.sub(lambda match: f"{match[1]}⟨{match[0].strip()[1:-1].strip()}⟩", text)


def label(position: int) -> str:
    """Return the label of the memory at a position, counted from 0."""
    return f"m{position + 1}"


def labels_named(text: str) -> list[str]:
    """Return the labels that a text names, in its order."""
    return [name for match in _BRACKETS.finditer(text) for name in _COMMA.split(match[1].lower())]


def labelled(memories: Sequence[Memory]) -> dict[str, Memory]:
    """Return memories by their labels, in their order."""
    return {label(i): memory for i, memory in enumerate(memories)}


class ReferenceReader:
    """A reader of a streamed reply: passes on the text without references to nothing, and notes the others.

    Args:
        known: the memories that were given, by label.
    """

    def __init__(self, known: Mapping[str, Memory]) -> None:
        self._known = known
        self._held = ""
        self._used: dict[str, Memory] = {}
        self._unknown: list[str] = []

    @property
    def references(self) -> tuple[Reference, ...]:
        """The references so far, in order of first mention."""
        return tuple(Reference(label=name, memory=memory) for name, memory in self._used.items())

    @property
    def unknown(self) -> tuple[str, ...]:
        """Labels so far that belong to no memory."""
        return tuple(self._unknown)

    def feed(self, piece: str) -> str:
        """Take the next piece; return what can be passed on. A bracket that may yet become a reference is held back."""
        text, read = self._held + piece, 0
        passed = ""
        for match in _WRITTEN.finditer(text):  # text before a match is never held back
            passed += text[read : match.start()] + self._replace(match)
            read = match.end()
        opening = _MIGHT_OPEN.search(text, read)
        cut = opening.start() if opening else len(text)
        self._held = text[cut:]
        return passed + text[read:cut]

    def finish(self) -> str:
        """Return the text that is still held back."""
        rest, self._held = self._held, ""
        return rest

    def _replace(self, match: re.Match[str]) -> str:
        listed = match[2] or match[3] or match[4]
        names = _COMMA.split(listed.lower())
        labels = [name for name in names if name in self._known]
        if match[4] and len(labels) < len(names) and (not labels and listed != listed.lower()):
            return match[0]  # "(M1)" may be a motorway
        for name in names:
            if name in self._known:
                self._used.setdefault(name, self._known[name])
            else:
                self._unknown.append(name)
        return f"{match[1]}[{', '.join(labels)}]" if labels else ""
