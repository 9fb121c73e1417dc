"""RDF files as they are found: Turtle, N-Triples, RDF/XML, JSON-LD, N-Quads and TriG, plain or gzipped."""

from __future__ import annotations

import codecs
import gzip
import io
import re
import zlib
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import IO, TYPE_CHECKING, cast
from urllib.parse import quote

from soulkeep.errors import BadFile, InputError
from soulkeep.semantics.packed import Packer
from soulkeep.text.validity import require_storable

if TYPE_CHECKING:
    from pyoxigraph import Quad, RdfFormat

EXTENSIONS: dict[str, str | None] = {
    "ttl": "turtle", "turtle": "turtle", "n3": "turtle", "nt": "n-triples", "ntriples": "n-triples", "rdf": "rdf/xml",
    "owl": None, "xml": "rdf/xml", "jsonld": "json-ld", "json": "json-ld", "nq": "n-quads", "trig": "trig",
}  # fmt: skip
"""How the names of RDF files end, and in what format they then are; None where only the content tells."""
FORMATS = ("turtle", "n-triples", "rdf/xml", "json-ld", "n-quads", "trig")

_LARGEST = 4 * 1024**3
"""Bytes of a file at most, unpacked: a small archive can hold endless zeros."""

_STEP = 1 << 20
_PACKED = b"\x1f\x8b"
_HEAD = 4096
"""Bytes at the beginning of a file that tell what it is."""
_SIGNS = {"xml": (b"rdf:RDF",), "json": (b'"@context"', b'"@id"', b'"@graph"')}
"""What a file holds at its beginning if it is RDF, where its name leaves that open."""

_LONGEST_ENTITY = 4096
"""Bytes that an XML entity may stand for: they are there to shorten IRIs."""

_ENTITY = re.compile(rb"""<!ENTITY\s+([^\s%'">]+)\s+(["'])(.*?)\2""", re.DOTALL)
_REFERENCE = re.compile(rb"&([^\s#;&]+);")
_XML_ENCODING = re.compile(rb"""\A(<\?xml[^>]*?encoding=["'])[^"']+(["'])""")
_LINE = re.compile(r"at line (\d+)")
_PLACE = re.compile(r"^Parser error at line \d+ (?:between )?columns? \d+(?: and \d+)?: | \(line \d+\)$")
_TITLES = {
    "turtle": "Turtle", "n-triples": "N-Triples", "rdf/xml": "RDF/XML", "json-ld": "JSON-LD", "n-quads": "N-Quads",
    "trig": "TriG",
}  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class RdfData:
    """What was read: N-Triples, deflated; how many they are; and a digest of the file's content."""

    digest: str
    triples: int
    data: bytes


def read_file(path: Path, *, format: str | None = None, base: str | None = None) -> RdfData:
    """Read an RDF file.

    Args:
        path: its name tells the format, and its first characters where the name doesn't; `.gz` is unpacked.
        format: one of `FORMATS`.
        base: what relative IRIs are relative to; the file's name, if not given.

    Raises:
        BadFile: it can't be read or isn't RDF; the message names the line. Nothing was kept.
    """
    try:
        content = path.read_bytes()
    except OSError as error:
        raise BadFile(f"{path} can't be read: {error.strerror or error}.", hint="Check the path.") from None
    except ValueError:  # a NUL, or half a surrogate pair
        raise BadFile(f"{str(path)!r} can't be the path of a file.", hint="Check the path.") from None
    return read_bytes(content, str(path), format=format or EXTENSIONS.get(_extension(path)), base=base)


def is_rdf(path: Path) -> bool:
    """Whether a file is RDF, by its name; if that ends in .xml or .json, by its beginning, too."""
    extension = _extension(path)
    if extension not in _SIGNS:
        return extension in EXTENSIONS
    try:
        with path.open("rb") as file:
            head = file.read(_HEAD)
        if head.startswith(_PACKED):
            with gzip.open(path) as unpacked:
                head = unpacked.read(_HEAD)
    except (EOFError, OSError, ValueError, zlib.error):
        return False  # whoever reads it says what is wrong
    head = head.replace(b"\0", b"")  # of UTF-16
    return any(sign in head for sign in _SIGNS[extension])


def _extension(path: Path) -> str:
    """What a file's name ends in, without the dot; "" if there is none."""
    return Path(path.name.lower().removesuffix(".gz")).suffix.removeprefix(".")


def read_bytes(content: bytes, name: str, *, format: str | None = None, base: str | None = None) -> RdfData:
    """Read RDF, as `read_file` does; `name` is for messages."""
    if base is not None:
        require_storable(base, "base")
    content = _as_utf8(_unpacked(content, name), name)
    format = format or _guessed(content)
    if format not in FORMATS:
        raise InputError(f"There is no RDF format {format!r}.", hint=f"There are: {', '.join(FORMATS)}.")
    digest = blake2b(f"{format}\0{base or ''}\0".encode(), digest_size=16)
    digest.update(content)
    triples, data = _parsed(content, name, format, base or _own_base(name, format))
    if not triples:
        raise BadFile(f"{name} holds no triples.", hint="Is it the right file, and in the right format?")
    return RdfData(digest=digest.hexdigest(), triples=triples, data=data)


def _own_base(name: str, format: str) -> str | None:
    """What relative IRIs are relative to where nobody says it: the file's own name, wherever it lies."""
    if format not in ("turtle", "rdf/xml", "trig"):
        return None
    return f"urn:soulkeep:file:{quote(Path(name).name.partition('.')[0] or 'data')}/"


def _parsed(content: bytes, name: str, format: str, base: str | None) -> tuple[int, bytes]:
    """How many triples it holds, and them as N-Triples, deflated."""
    import pyoxigraph as ox

    if format == "rdf/xml":
        _check_entities(content, name)
    store = ox.Store()
    try:
        if format in ("turtle", "n-triples", "rdf/xml"):
            store.load(content, format=_format(format), base_iri=base)
        else:  # of named graphs only what they say is kept
            quads = ox.parse(content, format=_format(format), base_iri=base, rename_blank_nodes=True)
            store.bulk_extend(map(_in_default, quads))
    except SyntaxError as error:
        line = _LINE.search(str(error))
        where = f", line {line[1]}" if line else ""
        said = _PLACE.sub("", str(error))
        raise BadFile(f"{name}{where} is no {_TITLES[format]}: {said}.", hint=_hint(said)) from None
    except ValueError as error:  # a base that is no IRI
        raise InputError(f"{base!r} can't be a base: {error}.", hint="Give a whole IRI.") from None
    packer = Packer()
    store.dump(cast(IO[bytes], packer), format=ox.RdfFormat.N_TRIPLES, from_graph=ox.DefaultGraph())
    return len(store), packer.packed()


def _as_utf8(content: bytes, name: str) -> bytes:
    """Without a byte order mark, which the parsers take for text; of UTF-16, in UTF-8."""
    if content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        try:
            content = content.decode("utf-16").encode()
        except UnicodeError as error:
            raise BadFile(f"{name} is broken UTF-16: {error}.", hint="Save it as UTF-8.") from None
        return _XML_ENCODING.sub(rb"\1UTF-8\2", content, count=1)
    return content.removeprefix(codecs.BOM_UTF8)


def _check_entities(content: bytes, name: str) -> None:
    """Refuse an XML file whose entities grow beyond measure when they are put in: a few lines can become terabytes."""
    sizes: dict[bytes, int] = {}
    for key, _, value in _ENTITY.findall(content):  # what one refers to stands before it, or the parser refuses it
        put_in = len(value) + sum(sizes.get(one, 0) for one in _REFERENCE.findall(value))
        sizes[key] = max(sizes.get(key, 0), put_in)
        if sizes[key] > _LONGEST_ENTITY:
            raise BadFile(
                f"{name} holds an entity, {key.decode(errors='replace')}, that is too long when it is put in.",
                hint="Write it out, or put the data into another format.",
            )
    if sum(sizes.get(one, 0) for one in _REFERENCE.findall(content)) > _LARGEST:
        raise BadFile(f"{name} is too large when its entities are put in.", hint="Cut it into parts.")


def _in_default(quad: Quad) -> Quad:
    import pyoxigraph as ox

    return ox.Quad(quad.subject, quad.predicate, quad.object)


def _format(name: str) -> RdfFormat:
    import pyoxigraph as ox

    return {
        "turtle": ox.RdfFormat.TURTLE, "n-triples": ox.RdfFormat.N_TRIPLES, "rdf/xml": ox.RdfFormat.RDF_XML,
        "json-ld": ox.RdfFormat.JSON_LD, "n-quads": ox.RdfFormat.N_QUADS, "trig": ox.RdfFormat.TRIG,
    }[name]  # fmt: skip


def _hint(said: str) -> str:
    if "remote context" in said:
        return "Its context stands elsewhere, and nothing is fetched: put the context into the file."
    return "Nothing was kept. Mend the file, or name its format with format=."


def _guessed(content: bytes) -> str:
    """The format of a content whose name doesn't tell."""
    start = content[:_HEAD].lstrip(b"\xef\xbb\xbf \t\r\n")
    if start.startswith((b"<?xml", b"<rdf:", b"<!DOCTYPE", b"<!--")):
        return "rdf/xml"
    return "json-ld" if start.startswith((b"{", b"[")) else "turtle"


def _unpacked(content: bytes, name: str) -> bytes:
    if not content.startswith(_PACKED):
        return content
    pieces: list[bytes] = []
    size = 0
    try:
        with gzip.GzipFile(fileobj=io.BytesIO(content)) as file:
            while piece := file.read(_STEP):
                size += len(piece)
                if size > _LARGEST:
                    raise BadFile(f"{name} is larger than {_LARGEST >> 30} GiB unpacked.", hint="Cut it into parts.")
                pieces.append(piece)
    except (EOFError, OSError, zlib.error) as error:
        raise BadFile(f"{name} is a broken gzip file: {error}.", hint="Fetch it again.") from None
    return b"".join(pieces)
