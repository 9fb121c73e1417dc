"""Limits on the size, time and nesting of RDF that is read; contents are checked before they are parsed.

The parsers are those of pyoxigraph. They expand XML entities without limit; their JSON-LD parser takes memory by the
square of the depth; and deeply nested triples within triples are freed by recursion, which overflows the stack. So
document types are refused, and the depth of brackets is counted first.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

DEPTH = 256
"""Greatest depth to which brackets, quoted triples, objects or elements may nest."""

STATEMENT = 8 << 20
"""Greatest size of a statement as N-Triples, in bytes. The parsers of Turtle and its kin stop at twice that, others
nowhere; larger statements couldn't be loaded again."""

# Possessive quantifiers (`++`), and unterminated tokens match to the end: any content is scanned in one pass.
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
    """Error for a content that must not be parsed.

    Args:
        kind: "depth", "doctype" or "markup" (text that begins with `<` and isn't XML).
        line: the line of the error, counted from 1.
    """

    def __init__(self, kind: str, line: int) -> None:
        super().__init__(kind, line)
        self.kind = kind
        self.line = line


@dataclass(frozen=True, slots=True, kw_only=True)
class Bounds:
    """Limits on reading one content. Sizes are in bytes."""

    largest: int = 512 << 20
    """Size of a content when unpacked."""
    result: int = 512 << 20
    """Size of the result as N-Triples; it is exported in this form, and can be read again."""
    memory: int = 4 << 30
    seconds: float = 10.0
    """Time for the smallest content, in seconds; larger contents have more."""
    arriving: float = 60.0
    """Time for a content to be sent and unpacked, in seconds."""

    def unpacked_of(self, packed: int) -> int:
        """Return how many bytes a packed content may unpack to: texts shrink to a tenth, while zeros have no limit."""
        return min(self.largest, (32 << 20) + 100 * packed)

    def result_of(self, size: int) -> int:
        """Return how many bytes the N-Triples of a content may take: written out, prefixes make it much longer."""
        return min(self.result, (64 << 20) + 64 * size)

    def memory_for(self, size: int) -> int:
        """Return the bytes of memory for a content: a triple takes some 400 bytes, and can be written in three."""
        return min(self.memory, (256 << 20) + 128 * size)

    def seconds_for(self, size: int) -> float:
        """Return the seconds for a content: about ten times what reading it takes."""
        return self.seconds + size / (1 << 20)


BOUNDS = Bounds()


def look_over(content: bytes, format: str) -> None:
    """Raise Refused for a content that nests deeper than `DEPTH`, or has a document type.

    Args:
        content: the text, in UTF-8.
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
