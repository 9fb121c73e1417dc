"""Reading text files, plain or gzipped."""

from __future__ import annotations

import gzip
from pathlib import Path

from soulkeep.errors import BadFile


def read_text(path: Path) -> str:
    """The text of a UTF-8 file (a byte order mark is dropped; `.gz` is unpacked).

    Raises:
        BadFile: it isn't there, can't be read, or isn't UTF-8 text.
    """
    try:
        data = path.read_bytes()
        if path.suffix == ".gz":
            data = gzip.decompress(data)
        return data.decode("utf-8-sig")
    except FileNotFoundError:
        raise BadFile(f"There is no file {path}.", hint="Check the path.") from None
    except (gzip.BadGzipFile, EOFError) as error:
        raise BadFile(f"{path} is no complete gzip file ({error}).", hint="Download or pack it again.") from error
    except UnicodeDecodeError as error:
        raise BadFile(
            f"{path} is not UTF-8 text (byte {error.start}: {error.reason}).",
            hint=f"Convert it, for example: iconv -f LATIN1 -t UTF-8 {path.name}",
        ) from error
    except OSError as error:
        raise BadFile(
            f"{path} can't be read ({error.strerror or error}).", hint="Give a readable text file."
        ) from error
