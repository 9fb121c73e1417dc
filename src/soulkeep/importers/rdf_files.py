"""Recognising RDF files by their name and beginning."""

from __future__ import annotations

import gzip
import zlib
from pathlib import Path

EXTENSIONS: dict[str, str | None] = {
    "ttl": "turtle", "turtle": "turtle", "n3": "turtle", "nt": "n-triples", "ntriples": "n-triples", "rdf": "rdf/xml",
    "owl": None, "xml": "rdf/xml", "jsonld": "json-ld", "json": "json-ld", "nq": "n-quads", "trig": "trig",
}  # fmt: skip
"""Extensions of RDF files with their formats; None if only the content tells."""
FORMATS = ("turtle", "n-triples", "rdf/xml", "json-ld", "n-quads", "trig")

_PACKED = b"\x1f\x8b"
_HEAD = 4096
"""Bytes at the beginning of a file that are searched."""
_SIGNS = {"xml": (b"rdf:RDF",), "json": (b'"@context"', b'"@id"', b'"@graph"')}
"""What a file contains at its beginning if it is RDF, for ambiguous extensions."""


def is_rdf(path: Path) -> bool:
    """Return whether a file is RDF, by its name; if that ends in .xml or .json, by its beginning, too."""
    extension = extension_of(path)
    if extension not in _SIGNS:
        return extension in EXTENSIONS
    try:
        with path.open("rb") as file:
            head = file.read(_HEAD)
        if head.startswith(_PACKED):
            with gzip.open(path) as unpacked:
                head = unpacked.read(_HEAD)
    except (EOFError, OSError, ValueError, zlib.error):
        return False  # reading it will report the error
    head = head.replace(b"\0", b"")  # of UTF-16
    return any(sign in head for sign in _SIGNS[extension])


def extension_of(path: Path) -> str:
    """Return the extension of a file's name, without the dot; "" if there is none."""
    return Path(path.name.lower().removesuffix(".gz")).suffix.removeprefix(".")
