"""Where tests write: in memory where there is room, as a commit to a disk takes hundreds of times as long."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

__all__ = ["ROOM", "in_memory", "tmp_path"]

ROOM = 4 << 30
"""Bytes that must be free."""


def in_memory() -> str | None:
    """Return a folder whose files are in memory; None if there is none with enough room."""
    folder = "/dev/shm"
    if os.path.isdir(folder) and os.access(folder, os.W_OK | os.X_OK) and shutil.disk_usage(folder).free >= ROOM:
        return folder
    return None


@pytest.fixture
def tmp_path() -> Iterator[Path]:
    """Yield a folder on a disk: a module that imports it tests what only a disk can get wrong, or is slow at."""
    with tempfile.TemporaryDirectory(prefix="soulkeep-") as folder:
        yield Path(folder).resolve()
