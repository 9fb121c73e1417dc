"""Cutting raw text into passages at natural boundaries, word for word, each with the headings above it.

Text is cut at headings (a passage never crosses one), then paragraphs, lines of a chat or a list, sentences, and, if
all else fails, between characters. Short pieces are joined until a passage has about the desired size.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from soulkeep.lang.pack import of_any_language
from soulkeep.lang.sentences import sentences

_UNSPACED = re.compile(r"[\u0e00-\u0eff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]")
_WORD = re.compile(r"\S+")
_CHARACTERS_A_WORD = 2.5
"""Characters that count as a word in scripts without blanks, and on average in Korean."""

_LONG_WORD = 12
"""Most characters that count as one word: text without blanks, such as a base64 dump, is cut too."""

_MARKDOWN = re.compile(r"(#{1,6})\s+(.*)")
_WIKI = re.compile(r"(={2,6})\s*+([^=\s].*)=")
_ROMAN = re.compile(r"(?:[IVXLC]+|\d{1,3})[.)]?$")
_CAPITALS = re.compile(r"(?>[^a-zà-öø-ÿ]*?[A-ZÀ-Þ]{2})[^a-zà-öø-ÿ]*+$")
_SPEAKER = re.compile(r"\s*(?:\[[^\]\n]{1,30}\]\s*)?[^\s:][^:\n]{0,30}:\s+\S")

_CHAPTER_LEVEL, _SECTION_LEVEL = 1, 2
_LONGEST_HEADING = 100


@lru_cache(maxsize=1)
def _chapter() -> re.Pattern[str]:
    """Return a pattern of lines that begin a chapter, in any language."""
    word, line = of_any_language("books", "chapter").pattern, of_any_language("books", "chapter_line").pattern
    numbered = rf"(?:the\s+)?(?:{word})\s+(?:[ivxlcdm]+|\d+|the\s+\w+)\b.{{0,80}}"
    return re.compile(rf"(?:{numbered}|{line})$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Passage:
    """A piece of a text.

    Attributes:
        text: the passage, verbatim, without surrounding blanks.
        heading: the headings above it, outermost first, joined by " › "; empty if there is none.
        start, end: its character offsets in the text.
    """

    text: str
    heading: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class _Span:
    """A stretch of the text, with its size in words."""

    start: int
    end: int
    words: float


def passages(text: str, *, words: int = 90) -> Iterator[Passage]:
    """Cut a text into passages of about `words` words, in order.

    Every character that is neither blank nor part of a heading is in exactly one of them.
    """
    trail: list[tuple[int, str]] = []
    waiting: list[_Span] = []
    size = 0.0
    for block in _blocks(text):
        heading = _heading(text[block.start : block.end])
        if heading is not None:
            yield from _packed(text, waiting, trail, words)
            waiting, size = [], 0.0
            level, title = heading
            trail = [(above, name) for above, name in trail if above < level]
            trail.append((level, title))
        else:
            waiting.append(block)
            size += block.words
            if size > 40 * words:
                *done, last = waiting
                yield from _packed(text, done, trail, words)
                waiting, size = [last], last.words
    yield from _packed(text, waiting, trail, words)


def _blocks(text: str) -> Iterator[_Span]:
    """Yield paragraphs: stretches between blank lines, with heading lines separate."""
    start = at = 0
    for row in text.split("\n"):
        if not row or row.isspace():
            yield from _filled(text, start, at)
            start = at = at + len(row) + 1
            continue
        for line in f"{row}\n".splitlines(keepends=True):
            if _marked(line.strip(), first=at == start):
                yield from _filled(text, start, at)
                yield _span(text, at, at + len(line))
                start = at + len(line)
            at += len(line)
    yield from _filled(text, start, at)


def _filled(text: str, start: int, end: int) -> Iterator[_Span]:
    """Yield a stretch if it isn't blank; a page break before a heading is a line of its own."""
    if text[start:end].strip():
        yield _span(text, start, end)


def _marked(line: str, *, first: bool) -> bool:
    """Return whether a line is marked as a heading; a chapter title counts only at the start of a paragraph."""
    if len(line) > _LONGEST_HEADING:
        return False
    return bool(_MARKDOWN.fullmatch(line) or _WIKI.fullmatch(line) or (first and _chapter().match(line)))


def _span(text: str, start: int, end: int) -> _Span:
    """Return a stretch without surrounding blanks."""
    piece = text[start:end]
    start += len(piece) - len(piece.lstrip())
    piece = piece.strip()
    return _Span(start, start + len(piece), _size(piece))


def _size(piece: str) -> float:
    wide = len(_UNSPACED.findall(piece))
    if wide * 2 < len(piece):
        return max(float(len(_WORD.findall(piece))), len(piece) / _LONG_WORD)
    return wide / _CHARACTERS_A_WORD


def _heading(block: str) -> tuple[int, str] | None:
    """Return the level and title of a heading; None for anything else."""
    lines = [" ".join(line.split()) for line in block.splitlines()]
    first = lines[0]
    if len(first) > _LONGEST_HEADING:
        return None
    if len(lines) == 2 and re.fullmatch(r"=+|-+", lines[1]) and len(lines[1]) >= 3:
        return (1 if lines[1][0] == "=" else 2), first
    if len(lines) > 1:
        return None
    if marked := _MARKDOWN.fullmatch(first):
        return len(marked[1]), marked[2].rstrip("#").rstrip()
    if marked := _WIKI.fullmatch(first):
        return len(marked[1]) - 1, marked[2].rstrip("=").rstrip()
    if _ROMAN.fullmatch(first):
        return _SECTION_LEVEL, first
    ends_open = first[-1] not in ".,;:!?\"'”’」。！？" or bool(_CAPITALS.match(first))
    if _chapter().match(first) and ends_open:
        return _CHAPTER_LEVEL, first
    quoted = first.startswith(('"', "“", "'", "-", "—", "*"))
    if _CAPITALS.match(first) and not quoted and first[-1] != "." and len(first) > 3 and len(first.split()) <= 12:
        return _CHAPTER_LEVEL, first
    return None


def _packed(text: str, spans: list[_Span], trail: list[tuple[int, str]], words: int) -> Iterator[Passage]:
    """Yield the passages of one section."""
    heading = " › ".join(title for _, title in trail)
    pieces = [piece for span in spans for piece in _pieces(text, span, words)]
    group: list[_Span] = []
    size = 0.0
    for index, piece in enumerate(pieces):
        rest = sum(later.words for later in pieces[index : index + 4])
        orphan = index + 4 > len(pieces) and rest < words / 4  # the section's last words join the passage
        stub = size < words / 3 and size + piece.words <= words * 1.5
        if group and size + piece.words > words and not orphan and not stub:
            yield _passage(text, group, heading)
            group, size = [], 0.0
        group.append(piece)
        size += piece.words
    if group:
        yield _passage(text, group, heading)


def _passage(text: str, group: list[_Span], heading: str) -> Passage:
    start, end = group[0].start, group[-1].end
    return Passage(text[start:end], heading, start, end)


def _pieces(text: str, span: _Span, words: int) -> Iterator[_Span]:
    """Yield a paragraph whole, or, if it is too long, cut at lines (in a chat) or sentences."""
    if span.words <= words * 1.3:
        yield span
        return
    block = text[span.start : span.end]
    lines = block.splitlines()
    spoken = sum(bool(_SPEAKER.match(line)) for line in lines)
    parts = [line for line in lines if line.strip()] if spoken * 2 > len(lines) else sentences(block)
    at = span.start
    for part in parts:
        start = text.index(part, at)
        at = start + len(part)
        piece = _span(text, start, at)
        if piece.words > words * 2:
            yield from _slices(text, piece, words)
        else:
            yield piece


def _slices(text: str, span: _Span, words: int) -> Iterator[_Span]:
    """Yield the pieces of a sentence that is too long, cut at blanks, or anywhere if there are none."""
    most = max(int((span.end - span.start) * words / span.words), 1)
    start = span.start
    while start < span.end:
        end = min(start + most, span.end)
        if end < span.end:
            blank = max(text.rfind(" ", start + most // 2, end), text.rfind("\n", start + most // 2, end))
            end = blank if blank > start else end
        piece = _span(text, start, end)
        if piece.end > piece.start:
            yield piece
        start = end
