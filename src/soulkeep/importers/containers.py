"""The contents of pictures and archives: text chunks of a PNG, members of a zip. No length in them is trusted."""

from __future__ import annotations

import io
import struct
import zipfile
import zlib
from collections.abc import Collection, Iterator, Sequence

from soulkeep.errors import BadFile

PNG = b"\x89PNG\r\n\x1a\n"
ZIP = b"PK\x03\x04"

MOST = 16 * 1024 * 1024
"""Most bytes of an unpacked text chunk or card."""

_AGAIN = "Download it again."

_END, _END_LENGTH, _COMMENT = b"PK\5\6", 22, 65535
_END_64 = b"PK\6\7"
_DIRECTORY = 4 * 1024 * 1024
"""Most bytes of a zip archive's directory: each entry takes ten times its size when it is read."""


def png_texts(data: bytes, wanted: Collection[str], name: str) -> dict[str, bytes]:
    """Return the texts in a PNG under some keywords (chunks tEXt, zTXt and iTXt), the first of each.

    Raises:
        BadFile: the file is cut off or damaged, or a text is too large.
    """
    texts: dict[str, bytes] = {}
    for kind, content in _chunks(data, name):
        if kind not in (b"tEXt", b"zTXt", b"iTXt"):
            continue
        keyword, _, rest = content.partition(b"\0")
        key = keyword.decode("latin1")
        if key in wanted and key not in texts:
            texts[key] = _text(kind, rest, name)
    return texts


def zip_member(data: bytes, wanted: Sequence[str], name: str, most: int) -> tuple[str, bytes] | None:
    """Return the first of some members that a zip archive has, with its name; None if it has none.

    Args:
        data: the archive.
        wanted: names of members, in the order in which they are looked for.
        name: the archive's name, for messages.
        most: the greatest size of a member, in bytes.

    Raises:
        BadFile: the archive is damaged, encrypted, has too many members, or one of more than `most` bytes.
    """
    if _directory(data) > _DIRECTORY:
        raise BadFile(f"{name} is an archive of too many files.", hint="Is it the right file?")
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            names_held = set(archive.namelist())
            member = next((one for one in wanted if one in names_held), None)
            if member is None:
                return None
            with archive.open(member) as file:
                content = file.read(most + 1)
    except (
        zipfile.BadZipFile, zlib.error, struct.error, EOFError, OSError, ValueError, RuntimeError, OverflowError,
    ) as error:  # fmt: skip
        # RuntimeError: it wants a password, or is packed in a way (NotImplementedError) that nobody uses
        raise BadFile(f"{name} is a zip archive that can't be unpacked ({error}).", hint=_AGAIN) from None
    if len(content) > most:
        raise BadFile(f"{name}: its {member} is larger than {most >> 20} MiB.", hint="Is it the right file?")
    return member, content


def _directory(data: bytes) -> int:
    """Return the size in bytes of a zip archive's directory, from the record at its end; 0 if there is none.
    Directories that need 64-bit sizes are too large."""
    if data[-_END_LENGTH:].startswith(_END) and data.endswith(b"\0\0"):
        at = len(data) - _END_LENGTH
    else:
        at = data.rfind(_END, max(0, len(data) - _END_LENGTH - _COMMENT))
    if at < 0 or len(data) < at + _END_LENGTH:
        return 0
    if data[max(0, at - 20) :].startswith(_END_64):
        return _DIRECTORY + 1
    return int.from_bytes(data[at + 12 : at + 16], "little")


def _chunks(data: bytes, name: str) -> Iterator[tuple[bytes, bytes]]:
    at = len(PNG)
    while True:
        head = data[at : at + 8]
        if len(head) < 8:
            raise BadFile(f"{name} is a picture that breaks off.", hint=_AGAIN)
        length, kind = struct.unpack(">I4s", head)
        end = at + 8 + length
        if end + 4 > len(data):
            raise BadFile(f"{name} is a picture that breaks off.", hint=_AGAIN)
        if kind == b"IEND":
            return
        if kind[1:] in (b"EXt", b"TXt"):  # damage in other chunks doesn't matter
            content = data[at + 8 : end]
            if zlib.crc32(kind + content) != struct.unpack(">I", data[end : end + 4])[0]:
                raise BadFile(f"{name} is damaged: a text in it fails its checksum.", hint=_AGAIN)
            yield kind, content
        at = end + 4


def _text(kind: bytes, rest: bytes, name: str) -> bytes:
    if kind == b"tEXt":
        packed, content = False, rest
    elif kind == b"zTXt":
        packed, content = True, rest[1:]
    else:
        packed = rest[:1] == b"\1"
        _language, _, content = rest[2:].partition(b"\0")
        _translated, _, content = content.partition(b"\0")
    if packed:
        unpacking = zlib.decompressobj()
        try:
            content = unpacking.decompress(content, MOST + 1)
        except zlib.error as error:
            raise BadFile(f"{name}: a text in the picture can't be unpacked ({error}).", hint=_AGAIN) from None
    if len(content) > MOST:
        raise BadFile(f"{name}: a text in the picture is larger than {MOST >> 20} MiB.", hint="Is it a card?")
    return content
