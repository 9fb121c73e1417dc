"""Cleaning of what language models write around a character's words, as it streams: "Name:" before them, lines of the
person after them, headings of the prompt, quotation marks around the whole.

Only the form is judged, never the content; whatever is doubtful stays.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable

from soulkeep.lang.prompt_safety import is_fence, may_be_fence
from soulkeep.models.chat.thoughts import ThoughtFilter

_OTHERS = ("User", "Human")
"""Names under which models write the person's lines, beside the person's own."""

HEADINGS = (
    "What you remember:",
    "What you have read:",
    "Memories:",
    "Earlier in this conversation:",
    "When you talked before:",
    "(For this answer alone.",
    "(For this answer alone.)",
)
"""Lines of the prompt that models repeat."""

_ABOUT = "What you know about "
_MARKUP = "*_#>[( "
_ITEM = re.compile(r"\s*+(?:\[m\d++\]|-\s)\s*+\S", re.IGNORECASE)
_MAYBE_ITEM = re.compile(r"\s*(?:-\s*|\[m?\d*\]?\s*)?", re.IGNORECASE)
_QUOTES = {"“": "”", "„": "“", '"': '"', "«": "»", "「": "」", "『": "』"}
_LABELS_AFTER = re.compile(r"(?<!\s)(?:\s*+\[m\d++(?:,\s*+m\d++){0,20}+\]){0,20}+\s*+$")

_SAY, _WAIT, _DROP, _END = "say", "wait", "drop", "end"


class SpeechCleaner:
    """A filter of what a model writes, piece by piece, that passes on what the character says.

    Args:
        name: the character's name.
        people: the person's name and id.
    """

    def __init__(self, name: str, people: Collection[str]) -> None:
        self._own = _Names([name, *(part for part in name.split() if len(part) > 1)])
        self._others = _Names(one for one in (*people, *_OTHERS) if one not in ("", name))
        self._thoughts = ThoughtFilter()
        self._held = ""
        self._line = _WAIT
        self._began = self._ended = self._listing = False
        self._quote = _Wrapped()

    def feed(self, piece: str) -> str:
        """Take the next piece; return what can be passed on."""
        return self._quote.feed(self._read(self._thoughts.feed(piece), last=False))

    def finish(self) -> str:
        """Return the rest."""
        said = self._quote.feed(self._read(self._thoughts.finish(), last=True))
        return (said + self._quote.finish()).rstrip()

    def _read(self, piece: str, *, last: bool) -> str:
        """Return what is said in the lines so far. The beginning of a line is held back until its kind is clear."""
        self._held += piece
        said: list[str] = []
        while self._held and not self._ended:
            head, newline, after = self._held.partition("\n")
            whole = last or bool(newline)
            if self._line == _WAIT:
                self._line = self._judge(head, whole=whole)
                if self._line == _WAIT:
                    break
                if self._line == _END:
                    self._ended = True
                    break
                if self._line == _SAY:
                    self._held = self._held[self._own.prefix(head) :]
                    continue
            if self._line == _SAY:
                said.append(head + newline)
            self._held = after
            if newline:
                self._line = _WAIT
        if self._ended:
            self._held = ""
        return "".join(said)

    def _judge(self, head: str, *, whole: bool) -> str:
        """Judge what to do with a line, by as much of it as has come."""
        plain = head.strip().lstrip(_MARKUP)
        if not whole and self._own.prefix(head) == len(head) > 0:
            return _WAIT  # more of the mark-up may come
        if self._others.prefix(head):
            return _END
        if self._listing and _ITEM.match(head):
            return _DROP
        shown = head.strip().strip("*_# ")
        heading = shown in HEADINGS or (shown.startswith(_ABOUT) and shown.endswith(":"))
        if whole and (heading or is_fence(head)):
            self._listing = True
            return _DROP
        if not plain and whole:
            was, self._listing = self._listing, False
            return _SAY if self._began and not was else _DROP
        if not whole and (
            not plain
            or self._own.may_begin(head)
            or self._others.may_begin(head)
            or any(heading.startswith(shown) for heading in HEADINGS)
            or may_be_fence(head)
            or _ABOUT.startswith(shown)
            or (shown.startswith(_ABOUT) and len(shown) < 100 and ":" not in shown)
            or (self._listing and _MAYBE_ITEM.fullmatch(head))
        ):
            return _WAIT
        if not whole and len(shown) < 40 and any(shown.startswith(heading) for heading in HEADINGS):
            return _WAIT
        self._listing = False
        self._began = True
        return _SAY


class _Names:
    """A matcher of names before a line, as in a script: "Anna:", "**Anna:**", "[Anna]：".

    Args:
        names: the names to match.
    """

    def __init__(self, names: Iterable[str]) -> None:
        self._names = [name.casefold() for name in names]
        listed = "|".join(re.escape(name) for name in sorted(self._names, key=len, reverse=True)) or r"(?!)"
        self._pattern = re.compile(
            rf"[^\S\n]?[*_#>\[(]{{0,4}}[^\S\n]?(?:{listed})[*_\])]{{0,4}}[^\S\n]?[:：][*_]{{0,3}}[^\S\n]*",
            re.IGNORECASE,
        )

    def prefix(self, line: str) -> int:
        """Return how many characters at the beginning of a line are a name with its colon; 0 if none."""
        match = self._pattern.match(line)
        return match.end() if match else 0

    def may_begin(self, head: str) -> bool:
        """Return whether a line that begins with `head` may yet turn out to begin with a name."""
        text = head.strip().lstrip(_MARKUP).casefold()
        if self.prefix(head):
            return False
        rest = [text[len(name) :] for name in self._names if text.startswith(name)]
        return any(name.startswith(text) for name in self._names) or any(
            len(one) < 6 and not one.strip("*_]) ") for one in rest
        )


class _Wrapped:
    """A filter that removes the quotation marks of an answer that is one quotation and nothing else."""

    def __init__(self) -> None:
        self._held: str | None = ""

    def feed(self, said: str) -> str:
        """Return what can be passed on: nothing while all of it may be one quotation."""
        if self._held is None:
            return said
        self._held += said
        start = self._held.lstrip()
        if not start:
            return ""
        closing = _QUOTES.get(start[0])
        if closing is not None:
            end = start.find(closing, 1)
            if end < 0 or not _LABELS_AFTER.sub("", start[end + 1 :]).strip():
                return ""
        passed, self._held = self._held, None
        return passed

    def finish(self) -> str:
        """Return the rest, without its quotation marks if they surround all of it."""
        rest, self._held = (self._held or "").strip(), None
        closing = _QUOTES.get(rest[:1])
        if closing is None or len(rest) < 3:
            return rest
        end = rest.find(closing, 1)
        after = rest[end + 1 :]
        if end < 0 or _LABELS_AFTER.sub("", after).strip():
            return rest
        return rest[1:end].strip() + after
