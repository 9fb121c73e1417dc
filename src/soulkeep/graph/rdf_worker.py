"""The child process of `soulkeep.graph.reading`: parses RDF contents, one after the other.

Messages (`worker`) are JSON in UTF-8, except for the contents.

in   {"format", "base", "own_base", "bytes", "bounds"}, the content in chunks, an empty message: as often as wanted
out  {"begun"}, {"bytes", "format"}, {"triples", "digest"}, deflated N-Triples in chunks, an empty message; or instead
     of one of these {"error", "message"}: "size", "packed", "encoding", "depth", "doctype", "markup", "base", "syntax",
     "statement", "result"; the message is what the parser says, the line, or how many bytes it may be

Any other error ends the process.
"""

from __future__ import annotations

import codecs
import contextlib
import encodings.utf_16  # noqa: F401  a later import would find no file to open
import gzip
import io
import json
import os
import re
import sys
import types
import zlib
from hashlib import blake2b
from typing import IO, Any, cast

if __name__ == "__main__":
    sys.path.append(sys.argv[1])
    sys.modules["soulkeep"] = types.ModuleType("soulkeep")  # for our modules, without the package's `__init__`
    sys.modules["soulkeep"].__path__ = [os.path.dirname(os.path.dirname(os.path.abspath(__file__)))]

import pyoxigraph
from pyoxigraph import DefaultGraph, Quad, RdfFormat, Store, Triple

from soulkeep.graph.bounds import DEPTH, STATEMENT, Bounds, Refused, look_over
from soulkeep.graph.packed import Packer
from soulkeep.graph.worker import Chunks, Inbox, Limit, MemoryLimit, cut_off, hear_alarms, send, send_bytes

_IDLE = 60.0
"""Seconds without a request after which this process ends."""
_STEP = 1 << 20
_HEAD = 4096
_SAID = 400
_GZIP = b"\x1f\x8b"
_XML_ENCODING = re.compile(rb"""\A(<\?xml[^>]*?encoding=["'])[^"']+(["'])""")
_FORMATS = {
    "turtle": RdfFormat.TURTLE, "n-triples": RdfFormat.N_TRIPLES, "rdf/xml": RdfFormat.RDF_XML,
    "json-ld": RdfFormat.JSON_LD, "n-quads": RdfFormat.N_QUADS, "trig": RdfFormat.TRIG,
}  # fmt: skip


class UnreadableRdf(Exception):
    """Error for a content that can't be read: one of the kinds above, and its message."""


class Lines:
    """A writer that deflates N-Triples up to a limit of bytes."""

    def __init__(self, most: int) -> None:
        self.quoted = False
        """Whether there may be triples within triples."""
        self._length = 0
        self._packer = Packer()
        self._left = most
        self._end = b""

    def write(self, data: bytes) -> int:
        """Deflate more data; return its length."""
        self._left -= len(data)
        if self._left < 0:
            raise UnreadableRdf("result", "")
        self.quoted = self.quoted or b"<<" in data or (self._end == b"<" and data.startswith(b"<"))
        self._end = data[-1:]
        first, last = data.find(b"\n"), data.rfind(b"\n")
        self._length += len(data) if first < 0 else first
        longest = max(map(len, data.split(b"\n"))) if len(data) > STATEMENT else 0
        if max(self._length, longest) > STATEMENT:
            raise UnreadableRdf("statement", "")
        if last >= 0:
            self._length = len(data) - last - 1
        return self._packer.write(data)

    def flush(self) -> None:
        """Deflate what is buffered."""
        self._packer.flush()

    def packed(self) -> bytes:
        """Return everything deflated."""
        return self._packer.packed()


def received(inbox: Inbox, largest: int) -> bytes:
    """Return the next content from the parent, unpacked."""
    packed = io.BufferedReader(Chunks(inbox), _STEP)
    gzipped = packed.peek(2)[:2] == _GZIP
    try:
        content = _all(cast(IO[bytes], gzip.GzipFile(fileobj=packed)) if gzipped else packed, largest)
    except (EOFError, OSError, zlib.error) as error:
        raise UnreadableRdf("packed", str(error)) from None
    finally:
        while packed.read(_STEP):  # the next message belongs to the next content
            pass
    return content


def _all(file: IO[bytes] | io.BufferedReader, largest: int) -> bytes:
    content = io.BytesIO()  # its buffer is returned without a copy
    while piece := file.read(_STEP):
        if content.tell() + len(piece) > largest:
            raise UnreadableRdf("size", str(largest))
        content.write(piece)
    return content.getvalue()


def as_utf8(content: bytes) -> bytes:
    """Return a content in UTF-8 (also of UTF-16), without a byte order mark, which the parsers take for text."""
    if content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        try:
            content = content.decode("utf-16").encode()
        except UnicodeError as error:
            raise UnreadableRdf("encoding", str(error)) from None
        return _XML_ENCODING.sub(rb"\1UTF-8\2", content, count=1)
    return content.removeprefix(codecs.BOM_UTF8)


def guessed(content: bytes) -> str:
    """Return the format of a content, guessed from its beginning."""
    start = content[:_HEAD].lstrip(b"\xef\xbb\xbf \t\r\n")
    if start.startswith((b"<?xml", b"<rdf:", b"<!DOCTYPE", b"<!--")):
        return "rdf/xml"
    return "json-ld" if start.startswith((b"{", b"[")) else "turtle"


def parsed(content: bytes, format: str, base: str | None) -> Store:
    """Parse a content into a store; names of graphs are dropped."""
    store = Store()
    try:
        if format in ("turtle", "n-triples", "rdf/xml"):
            store.load(content, format=_FORMATS[format], base_iri=base)
        else:
            quads = pyoxigraph.parse(content, format=_FORMATS[format], base_iri=base, rename_blank_nodes=True)
            store.bulk_extend(Quad(quad.subject, quad.predicate, quad.object) for quad in quads)
    except SyntaxError as error:
        raise UnreadableRdf("syntax", str(error)) from None
    except ValueError as error:
        raise UnreadableRdf("base", str(error)) from None
    except MemoryError as error:
        if "maximal size" not in str(error):  # the size of one term
            raise
        raise UnreadableRdf("statement", "") from None
    return store


def written(store: Store, most: int) -> bytes:
    """Return a store's N-Triples, deflated; they nest no deeper than `look_over` allows, so loading them is safe."""
    lines = Lines(most)
    store.dump(cast(IO[bytes], lines), format=RdfFormat.N_TRIPLES, from_graph=DefaultGraph())
    if lines.quoted and any(_depth(quad) > DEPTH for quad in store):
        raise UnreadableRdf("depth", "")
    return lines.packed()


def _depth(quad: Quad) -> int:
    """Return how deep triples nest in a quad's object, as far as it matters."""
    inner, depth = quad.object, 0
    while isinstance(inner, Triple) and depth <= DEPTH:
        inner, depth = inner.object, depth + 1
    return depth


def answer(inbox: Inbox, memory: MemoryLimit, request: dict[str, Any]) -> None:
    """Read a content and send its triples."""
    bounds = Bounds(**request["bounds"])
    with Limit(bounds.arriving):
        memory.limit(bounds.memory_for(0) + 3 * bounds.largest)
        content = as_utf8(received(inbox, bounds.unpacked_of(request["bytes"])))
    size = len(content)
    format = request["format"] or guessed(content)
    send({"bytes": size, "format": format})
    memory.limit(bounds.memory_for(size))
    with Limit(bounds.seconds_for(size)):
        base = request["base"] or (request["own_base"] if format in ("turtle", "rdf/xml", "trig") else None)
        digest = blake2b(f"{format}\0{request['base'] or ''}\0".encode(), digest_size=16)
        digest.update(content)
        try:
            look_over(content, format)
        except Refused as refused:
            raise UnreadableRdf(refused.kind, str(refused.line)) from None
        store = parsed(content, format, base)
        del content
        data = memoryview(written(store, bounds.result_of(size)))
    send({"triples": len(store), "digest": digest.hexdigest()})
    for start in range(0, len(data), _STEP):
        send_bytes(data[start : start + _STEP])
    send_bytes(b"")


def main() -> None:
    """Answer requests until stdin ends or the process is idle."""
    hear_alarms()
    with contextlib.suppress(AttributeError, OSError):  # Windows has no `nice`
        os.nice(5)  # processes that answer people come first
    memory = MemoryLimit()
    cut_off()
    inbox = Inbox()
    while True:
        request = json.loads(inbox.take(_IDLE))
        send({"begun": True})
        try:
            answer(inbox, memory, request)
        except UnreadableRdf as error:
            kind, message = error.args
            send({"error": kind, "message": message[:_SAID]})  # the message may quote the whole content


if __name__ == "__main__":
    try:
        main()
    except BaseException:  # out of memory, a panic in Rust or a broken pipe: the parent learns of it by the exit code
        os._exit(1)
    os._exit(0)
