"""Tests that a keep's files are for its owner alone, until the owner decides otherwise."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import soulkeep
from soulkeep.server.register.sqlite import SqliteRegister
from soulkeep.testing.models import HashEmbedder

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="files have other rights there")


@pytest.fixture(autouse=True)
def _open_to_all() -> Iterator[None]:
    before = os.umask(0)
    yield
    os.umask(before)


def rights(folder: Path) -> dict[str, str]:
    return {path.name: oct(path.stat().st_mode & 0o777) for path in folder.iterdir() if path.is_file()}


def test_a_keep_and_what_lies_beside_it_is_the_owners_alone(tmp_path: Path) -> None:
    with soulkeep.open(tmp_path / "keep.db", embedder=HashEmbedder()) as keep:
        keep.character("holmes").observe("I live in Seoul.", person="anna")
        found = rights(tmp_path)
        assert {"keep.db", "keep.db-wal", "keep.db-shm"} <= found.keys()
        assert set(found.values()) == {"0o600"}


def test_what_the_owner_set_since_stays(tmp_path: Path) -> None:
    path = tmp_path / "keep.db"
    soulkeep.open(path, embedder=HashEmbedder()).close()
    path.chmod(0o660)
    with soulkeep.open(path, embedder=HashEmbedder()) as keep:
        keep.character("holmes").observe("I live in Seoul.", person="anna")
        assert set(rights(tmp_path).values()) == {"0o660"}


def test_where_a_link_points_nobody_else_may_read_either(tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    (tmp_path / "keep.db").symlink_to(tmp_path / "there" / "real.db")
    with soulkeep.open(tmp_path / "keep.db", embedder=HashEmbedder()) as keep:
        keep.character("holmes").observe("I live in Seoul.", person="anna")
        assert set(rights(tmp_path / "there").values()) == {"0o600"}


def test_the_servers_register_is_the_owners_alone_until_the_owner_says_otherwise(tmp_path: Path) -> None:
    path = tmp_path / "keep.server.db"
    SqliteRegister(str(path)).close()
    assert set(rights(tmp_path).values()) == {"0o600"}
    path.chmod(0o640)
    SqliteRegister(str(path)).close()
    assert rights(tmp_path)["keep.server.db"] == "0o640"


def test_a_folder_that_cannot_be_written_is_told_as_before(tmp_path: Path) -> None:
    with pytest.raises(soulkeep.StoreError):
        soulkeep.open(tmp_path / "none" / "keep.db", embedder=HashEmbedder())
    assert not (tmp_path / "none").exists()
