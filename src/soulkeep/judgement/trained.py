"""Reading the weights of the small models."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from zipfile import BadZipFile

from soulkeep.errors import WeightsDamaged


@contextmanager
def reading(weights: Path) -> Iterator[None]:
    """Return a context manager that turns errors in reading weights into `WeightsDamaged`.

    Raises:
        WeightsDamaged: a file is missing, or isn't the one that was trained.
    """
    try:
        yield
    except (OSError, EOFError, BadZipFile, ValueError, LookupError, TypeError) as error:
        raise WeightsDamaged(
            f"The weights in {weights} can't be read: {error!r}.",
            hint="Install soulkeep again: pip install --force-reinstall soulkeep",
        ) from error
