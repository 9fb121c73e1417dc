"""Reading RDF files: Turtle, N-Triples, RDF/XML, JSON-LD, N-Quads and TriG, plain or gzipped."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import quote

from soulkeep.errors import BadFile, InputError
from soulkeep.graph import bounds
from soulkeep.graph.bounds import DEPTH, STATEMENT
from soulkeep.graph.reading import RdfData, Unreadable, readers
from soulkeep.importers.rdf_files import EXTENSIONS, FORMATS, extension_of
from soulkeep.lang.validity import require_storable

__all__ = ["RdfData", "read_bytes", "read_file"]


_LINE = re.compile(r"at line (\d+)")
_PLACE = re.compile(r"^Parser error at line \d+ (?:between )?columns? \d+(?: and \d+)?: | \(line \d+\)$")
_TITLES = {
    "turtle": "Turtle", "n-triples": "N-Triples", "rdf/xml": "RDF/XML", "json-ld": "JSON-LD", "n-quads": "N-Quads",
    "trig": "TriG",
}  # fmt: skip


def read_file(path: Path, *, format: str | None = None, base: str | None = None) -> RdfData:
    """Read an RDF file.

    Args:
        path: the file. Its name tells the format, else its first characters do; `.gz` is unpacked.
        format: one of `FORMATS`.
        base: the IRI to which relative IRIs are relative; by default the file's name.

    Raises:
        BadFile: the file can't be read or isn't RDF; the message names the line. Nothing was stored.
    """
    try:
        with path.open("rb") as file:
            content = file.read(bounds.BOUNDS.largest + 1)
    except OSError as error:
        raise BadFile(f"{path} can't be read: {error.strerror or error}.", hint="Check the path.") from None
    except ValueError:  # a NUL, or half a surrogate pair
        raise BadFile(f"{str(path)!r} can't be the path of a file.", hint="Check the path.") from None
    return read_bytes(content, str(path), format=format or EXTENSIONS.get(extension_of(path)), base=base)


def read_bytes(content: bytes, name: str, *, format: str | None = None, base: str | None = None) -> RdfData:
    """Read RDF from bytes, as `read_file` does; `name` is used in messages."""
    if base is not None:
        require_storable(base, "base")
    if format is not None and format not in FORMATS:
        raise InputError(f"There is no RDF format {format!r}.", hint=f"There are: {', '.join(FORMATS)}.")
    if len(content) > bounds.BOUNDS.largest:
        raise _refused(Unreadable("size", str(bounds.BOUNDS.largest)), name, base)
    own_base = f"urn:soulkeep:file:{quote(Path(name).name.partition('.')[0] or 'data')}/"
    try:
        read = readers().read(content, name, format=format, base=base, own_base=own_base)
    except Unreadable as error:
        raise _refused(error, name, base) from None
    if not read.triples:
        raise BadFile(f"{name} holds no triples.", hint="Is it the right file, and in the right format?")
    return read


def _refused(error: Unreadable, name: str, base: str | None) -> InputError:
    """Return the child's error as an `InputError`."""
    said = error.message
    where = f"{name}, line {said}," if said else name
    match error.kind:
        case "size":
            return BadFile(f"{name} is larger than {int(said) >> 20:,} MiB unpacked.", hint="Cut it into parts.")
        case "statement":
            return BadFile(f"{name} holds an IRI or a text of more than {STATEMENT >> 20} MiB.", hint="Shorten it.")
        case "result":
            return BadFile(f"{name} grows beyond measure as N-Triples.", hint="Cut it into parts, or shorten its IRIs.")
        case "packed":
            return BadFile(f"{name} is a broken gzip file: {said}.", hint="Fetch it again.")
        case "encoding":
            return BadFile(f"{name} is broken UTF-16: {said}.", hint="Save it as UTF-8.")
        case "depth":
            return BadFile(f"{where} nests deeper than {DEPTH} levels.", hint="Name what is inside, and refer to it.")
        case "doctype":
            return BadFile(
                f"{where} holds a document type (DOCTYPE), which isn't read: its entities can grow without end.",
                hint="Put them in and leave it out, such as by: xmllint --noent --dropdtd. Or save it as Turtle.",
            )
        case "markup":
            return BadFile(f"{where} is no RDF/XML: what begins with < there is no tag.", hint=_hint(""))
        case "base":  # the base is no IRI
            return InputError(f"{base!r} can't be a base: {said}.", hint="Give a whole IRI.")
    line = _LINE.search(said)
    at = f", line {line[1]}" if line else ""
    said = _PLACE.sub("", said)
    return BadFile(f"{name}{at} is no {_TITLES[error.format]}: {said}.", hint=_hint(said))


def _hint(said: str) -> str:
    if "remote context" in said:
        return "Its context stands elsewhere, and nothing is fetched: put the context into the file."
    return "Nothing was kept. Mend the file, or name its format with format=."
