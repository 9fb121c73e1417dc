"""Reading text files, plain or gzipped, and JSON. Whatever they contain, the only error is `BadFile`."""

from __future__ import annotations

import codecs
import gzip
import io
import json
import re
import zlib
from pathlib import Path
from typing import Any

from soulkeep.errors import BadFile

LARGEST = 512 * 1024 * 1024
"""Most bytes of an unpacked file."""

_LARGEST_UNPACKED = 128 << 20
"""Most bytes unpacked from an archive: a few MB can unpack to any number, and reading it takes several times as
much."""

_VALUES, _SPARSE = 1_000_000, 20
"""Most values or lines of a text, or one per so many characters, if that is more: an empty list takes two characters
and, once read, 64 bytes; and while they are made, nothing else runs."""

_STEP = 1 << 20
_GZIP = b"\x1f\x8b"
_HANGUL = re.compile("[가-힣]")


def read_text(path: Path) -> str:
    """Return the text of a UTF-8 file (a byte order mark is dropped; `.gz` is unpacked).

    Raises:
        BadFile: the file is missing, can't be read, or isn't UTF-8 text.
    """
    data = read_bytes(path)
    return text_of(unpacked(data, str(path)) if path.suffix == ".gz" else data, str(path))


def read_bytes(path: Path) -> bytes:
    """Return the content of a file.

    Raises:
        BadFile: the file is missing, can't be read, or is too large.
    """
    try:
        with path.open("rb") as file:
            data = file.read(LARGEST + 1)
    except FileNotFoundError:
        raise BadFile(f"There is no file {path}.", hint="Check the path.") from None
    except OSError as error:
        raise BadFile(f"{path} can't be read ({error.strerror or error}).", hint="Give a readable file.") from error
    except ValueError:  # a NUL, or half a surrogate pair
        raise BadFile(f"{str(path)!r} can't be the path of a file.", hint="Check the path.") from None
    return require_size(data, str(path))


def require_size(data: bytes, name: str) -> bytes:
    """Return the data if it isn't too large, or raise `BadFile`."""
    if len(data) > LARGEST:
        raise BadFile(f"{name} is larger than {LARGEST >> 20} MiB.", hint="Cut it into parts.")
    return data


def unpacked(data: bytes, name: str) -> bytes:
    """Return the unpacked content of a gzip file.

    Raises:
        BadFile: the data isn't gzip, is damaged, or too large when unpacked.
    """
    most = unpacked_of(len(data))
    try:
        with gzip.GzipFile(fileobj=io.BytesIO(data)) as file:
            content = io.BytesIO()  # pieces to be joined would take twice the room
            while content.tell() <= most and (piece := file.read(_STEP)):
                content.write(piece)
    except (EOFError, OSError, zlib.error) as error:
        raise BadFile(f"{name} is no complete gzip file ({error}).", hint="Download or pack it again.") from error
    if content.tell() > most:
        raise BadFile(f"{name} is larger than {most >> 20} MiB unpacked.", hint="Cut it into parts.")
    return content.getvalue()


def unpacked_of(packed: int) -> int:
    """Return how many bytes an archive of so many may unpack to: text packs tenfold, endless zeros a thousandfold."""
    return min(_LARGEST_UNPACKED, (32 << 20) + 100 * packed)


def is_packed(data: bytes) -> bool:
    """Return whether data is gzipped."""
    return data.startswith(_GZIP)


def text_of(data: bytes, name: str) -> str:
    """Return UTF-8 data as text.

    Raises:
        BadFile: the data is something else; the hint names the encoding, if it can be told.
    """
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        advice = f"Convert it, for example: iconv -f {_encoding(data)} -t UTF-8 {Path(name).name}"
        raise BadFile(f"{name} is not UTF-8 text (byte {error.start}: {error.reason}).", hint=advice) from error


def require_sparse(text: str, name: str, signs: str, what: str) -> None:
    """Raise `BadFile` if a text consists of too many pieces.

    Args:
        text: the whole text, before it is parsed.
        name: the file's name.
        signs: characters that separate or begin pieces; each is counted.
        what: what the pieces are called.
    """
    most, count = max(_VALUES, len(text) // _SPARSE), 0
    if len(text) <= most:
        return
    for at in range(0, len(text), _STEP):  # other threads run in between, and dense text ends early
        count += sum(map(text[at : at + _STEP].count, signs))
        if count > most:
            raise BadFile(
                f"{name} has more than {most:,} {what}.", hint="Is it the right file? Else cut it into parts."
            )


def json_of(text: str, name: str) -> Any:
    """Return the value of a JSON text.

    Raises:
        BadFile: the text isn't JSON, is too deeply nested, or has so many values that they would fill the memory.
    """
    require_sparse(text, name, ",[{", "values")
    try:
        return json.loads(text)
    except RecursionError:
        raise BadFile(f"{name} is nested too deeply.", hint="Is it the right file?") from None
    except ValueError as error:  # also raised for numbers of thousands of digits
        raise BadFile(f"{name} is not JSON ({error!s:.200}).".replace("\n", " "), hint="Export it again.") from None


def _encoding(data: bytes) -> str:
    """Return the probable encoding of data, for a hint."""
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return "UTF-16"
    head = data[:4096].decode("cp949", "ignore")
    foreign = sum(not letter.isascii() for letter in head)
    return "CP949" if foreign and len(_HANGUL.findall(head)) > foreign / 2 else "LATIN1"
