"""What headers say in other letters than ASCII."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from urllib.parse import unquote


def header_of(headers: Mapping[str, str], name: str) -> str | None:
    """What a header says, in UTF-8 or percent-encoded, as clients send what isn't ASCII; None if it says nothing.

    Args:
        headers: of a request, by names in lower case, as the server reads them (Latin-1).
        name: of the header.
    """
    raw = headers.get(name)
    if not raw:
        return None
    with suppress(UnicodeError):  # else it is meant as it was read
        raw = raw.encode("latin-1").decode()
    return unquote(raw)
