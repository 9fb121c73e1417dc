"""What reading RDF may take, and how deep it may nest: looked over before it is parsed.

The parsers are those of pyoxigraph. They put entities of XML in wherever they stand, however large they grow; their
JSON-LD takes memory by the square of the depth; and a triple within a triple within a triple … is let go of by
recursion, which overflows the stack. So there are no document types, and brackets are counted first.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

DEPTH = 256
"""How deep brackets, quoted triples, objects or elements may nest."""

STATEMENT = 8 << 20
"""Bytes of a statement as N-Triples. Turtle's parser and its kin stop at twice that, others nowhere: what they take
couldn't be loaded again."""

# Possessive (`++`), and what has no end goes to the end: no content, however odd, takes more than one pass.
_TURTLE = re.compile(
    rb"""
    (?:
        [^\]\[(){}"'<>\#\\]++
      | \"{3} (?: [^"\\]++ | \\. | "(?!"") )*+ (?: \"{3} | \Z ) | '{3} (?: [^'\\]++ | \\. | '(?!'') )*+ (?: '{3} | \Z )
      | " (?: [^"\\\r\n]++ | \\. )*+ " | ' (?: [^'\\\r\n]++ | \\. )*+ '
      | < [^<>"\x00-\x20]*+ > | \#[^\r\n]*+ | \\.
      | ["'\\] | <(?!<) | >(?!>)
    )*+
    (?: ( <<\(? | [\[({] ) | ( \)?>> | [\])}] ) | \Z )
    """,
    re.VERBOSE | re.DOTALL,
)
_TEXT = rb"""[^\]\[{}"]++ | " (?: [^"\\]++ | \\. )*+ (?: " | \\?\Z )"""
_JSON = re.compile(
    rb"(?: %b | [\[{] (?: %b )*+ [\]}] )*+ (?: ( [\[{] ) | ( [\]}] ) | \Z )" % (_TEXT, _TEXT), re.VERBOSE | re.DOTALL
)
_TAG = rb"""<[^<>"'!?/](?:[^<>"']++|"[^"<]*+"|'[^'<]*+')*+>"""
_XML = re.compile(
    rb"""
    (?:
        [^<]++ | %b (?: (?<=/>) | [^<]*+ </[^<>]*+> )
      | <!--.*? (?: --> | \Z ) | <!\[CDATA\[.*? (?: \]\]> | \Z ) | <\?.*? (?: \?> | \Z )
    )*+
    (?: ( %b ) | ( </[^<>]*+> ) | ( < ) | \Z )
    """
    % (_TAG, _TAG),
    re.VERBOSE | re.DOTALL,
)
_NESTING = {"json-ld": _JSON, "rdf/xml": _XML}
_OPENING = {
    "turtle": (b"<<", b"(", b"[", b"{"), "trig": (b"<<", b"(", b"[", b"{"), "n-triples": (b"<<",), "n-quads": (b"<<",),
    "json-ld": (b"{", b"["), "rdf/xml": (b"<",),
}  # fmt: skip
_DOCTYPE = re.compile(rb"<!\s*doctype", re.IGNORECASE)


class Refused(Exception):
    """A content that isn't parsed at all.

    Args:
        kind: "depth", "doctype" or "markup" (what begins with `<` here is nothing in XML).
        line: where, counted from 1.
    """

    def __init__(self, kind: str, line: int) -> None:
        super().__init__(kind, line)
        self.kind = kind
        self.line = line


@dataclass(frozen=True, slots=True, kw_only=True)
class Bounds:
    """What one content may take. Sizes are in bytes."""

    largest: int = 512 << 20
    """Of a content, unpacked."""
    result: int = 512 << 20
    """As N-Triples: what was read is exported so, and can be read again."""
    memory: int = 4 << 30
    seconds: float = 10.0
    """For the smallest content; larger ones have more."""
    arriving: float = 60.0
    """Seconds until it has been sent and unpacked."""

    def unpacked_of(self, packed: int) -> int:
        """Bytes that a content of a size may hold: a small archive can hold endless zeros, and text packs tenfold."""
        return min(self.largest, (32 << 20) + 100 * packed)

    def result_of(self, size: int) -> int:
        """Bytes of the N-Triples that a content of a size may become: long prefixes make a lot of little."""
        return min(self.result, (64 << 20) + 64 * size)

    def memory_for(self, size: int) -> int:
        """Bytes of memory for a content of a size: a triple takes some 400 bytes, and can be written in three."""
        return min(self.memory, (256 << 20) + 128 * size)

    def seconds_for(self, size: int) -> float:
        """Seconds for a content of a size: some ten times what reading it takes."""
        return self.seconds + size / (1 << 20)


BOUNDS = Bounds()


def look_over(content: bytes, format: str) -> None:
    """Raise Refused for a content that nests deeper than `DEPTH`, or has a document type.

    Args:
        content: in UTF-8.
        format: one of the formats of `files`.
    """
    if sum(map(content.count, _OPENING[format])) <= DEPTH and format != "rdf/xml":
        return
    depth = 0
    for match in _NESTING.get(format, _TURTLE).finditer(content):
        if match[1]:
            depth += 1
            if depth > DEPTH:
                raise Refused("depth", _line(content, match.start(1)))
        elif match[2]:
            depth = max(0, depth - 1)
        elif match.lastindex == 3:
            at = match.start(3)
            raise Refused("doctype" if _DOCTYPE.match(content, at) else "markup", _line(content, at))


def _line(content: bytes, at: int) -> int:
    return content.count(b"\n", 0, at) + 1
