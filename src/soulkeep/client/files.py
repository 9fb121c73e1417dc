"""Reading of local files to be sent to a server."""

from __future__ import annotations

import os
from pathlib import Path

from soulkeep.errors import BadFile


def read_file(path: str | os.PathLike[str]) -> bytes:
    """Return a file's content."""
    try:
        return Path(path).read_bytes()
    except (OSError, ValueError) as error:
        raise BadFile(f"{os.fspath(path)!s:.200} can't be read: {error!s:.200}", hint="Check the path.") from None
