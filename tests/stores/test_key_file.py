"""A file of keys: only its owner's, for several processes, and what is forgotten is gone from it."""

from __future__ import annotations

import os
import subprocess
import sys
from base64 import b64encode
from collections.abc import Callable
from pathlib import Path

import apsw
import pytest

import soulkeep
from soulkeep.stores import drivers
from soulkeep.stores.keys import KeyFile, keys_of

MASTER = bytes(range(32))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "keep.keys"


def test_a_key_is_there_until_it_is_forgotten(path: Path) -> None:
    keys = KeyFile(path)
    key = keys.make("a", "anna")
    assert len(key) == 32
    assert keys.make("b", None) != key
    again = KeyFile(path)
    assert (again.name, again.get("a"), again.get("c")) == (keys.name, key, None)
    assert again.forget("a")
    assert not keys.forget("a")
    assert keys.get("a") is None
    assert keys.get("b") is not None


@pytest.mark.skipif(os.name == "nt", reason="there are no modes")
def test_only_its_owner_may_read_it(path: Path) -> None:
    KeyFile(path).make("a", "anna")
    assert path.stat().st_mode & 0o777 == 0o600
    assert [file.name for file in path.parent.iterdir()] == [path.name]


def test_what_is_forgotten_leaves_no_bytes(path: Path) -> None:
    keys = KeyFile(path)
    made = {f"{number:04}": keys.make(f"{number:04}", "anna") for number in range(300)}  # many pages, split
    forgotten = [id for id in made if id.endswith("7")]
    for id in forgotten[:3]:
        keys.forget(id)
    left = path.read_bytes()
    assert all(made[id] not in left for id in forgotten[:3])
    assert all(key in left for id, key in made.items() if id not in forgotten[:3])


def test_a_master_key_wraps_them(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    keys = KeyFile(path, master=MASTER)
    key = keys.make("a", "anna")
    assert key not in path.read_bytes()
    assert KeyFile(path, master=MASTER).get("a") == key
    monkeypatch.setenv("SOULKEEP_MASTER_KEY", b64encode(MASTER).decode())
    assert KeyFile(path).get("a") == key
    file = path.with_name("master")
    file.write_text(b64encode(MASTER).decode() + "\n")
    monkeypatch.setenv("SOULKEEP_MASTER_KEY", f"@{file}")
    assert KeyFile(path).get("a") == key


def test_a_wrapped_key_fits_its_id_alone(path: Path) -> None:
    keys = KeyFile(path, master=MASTER)
    keys.make("a", "anna")
    keys.make("b", "boris")
    db = apsw.Connection(str(path))
    db.execute("UPDATE keys SET key = (SELECT key FROM keys WHERE id = 'a') WHERE id = 'b'")
    db.close()
    with pytest.raises(soulkeep.StoreError, match="master key"):
        keys.get("b")


@pytest.mark.parametrize(
    ("made", "opened"), [(MASTER, None), (MASTER, MASTER[::-1]), (None, MASTER)], ids=["none", "another", "unwrapped"]
)
def test_another_master_key_is_refused(path: Path, made: bytes | None, opened: bytes | None) -> None:
    KeyFile(path, master=made).make("a", "anna")
    before = path.read_bytes()
    with pytest.raises(soulkeep.StoreError, match="wrapped"):
        KeyFile(path, master=opened)
    assert path.read_bytes() == before


@pytest.mark.parametrize("wrong", ["short", "%%%", "@nowhere"])
def test_a_master_key_that_is_none(path: Path, monkeypatch: pytest.MonkeyPatch, wrong: str) -> None:
    monkeypatch.setenv("SOULKEEP_MASTER_KEY", wrong)
    with pytest.raises(soulkeep.InputError, match="openssl"):
        KeyFile(path)
    assert not path.exists()


def _another_program(path: Path) -> None:
    db = apsw.Connection(str(path))
    db.execute("CREATE TABLE t (x)")
    db.close()


def _a_keep(path: Path) -> None:
    soulkeep.open(path).close()


@pytest.mark.parametrize("make", [_another_program, _a_keep, lambda path: path.write_text("no database" * 99)])
def test_another_file_is_left_as_it_is(path: Path, make: Callable[[Path], object]) -> None:
    make(path)
    before = path.read_bytes()
    with pytest.raises(soulkeep.StoreError):
        KeyFile(path)
    assert path.read_bytes() == before


def test_several_processes_make_it_at_once(path: Path) -> None:
    code = (
        "import sys\nfrom soulkeep.stores.keys import KeyFile\nkeys = KeyFile(sys.argv[1])\n"
        "for n in range(20): print(f'{sys.argv[2]}{n}', keys.make(f'{sys.argv[2]}{n}', 'anna').hex())\n"
    )
    children = [
        subprocess.Popen([sys.executable, "-c", code, str(path), name], stdout=subprocess.PIPE, text=True)
        for name in "abc"
    ]
    told = [line.split() for child in children for line in child.communicate()[0].splitlines()]
    assert len(told) == 60
    keys = KeyFile(path)
    assert all(keys.get(id) == bytes.fromhex(key) for id, key in told)


def test_what_is_given_for_keys(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert keys_of(None) is None
    made = keys_of(path)
    assert made is not None
    assert keys_of(made) is made
    monkeypatch.setenv("SOULKEEP_KEYS", str(path))
    found = keys_of(None)
    assert found is not None
    assert found.name == made.name
    with pytest.raises(soulkeep.InputError, match=r"soulkeep\.Keys"):
        keys_of(7)  # type: ignore[arg-type]
    with pytest.raises(soulkeep.StoreError, match="does not exist"):
        KeyFile(path.parent / "nowhere" / "keys")


def test_without_the_cipher_it_says_what_to_install(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> None:
        raise ImportError(name)

    monkeypatch.setattr(drivers, "import_module", missing)
    with pytest.raises(soulkeep.MissingExtra, match=r"pip install 'soulkeep\[encryption\]'"):
        KeyFile(path)
    with pytest.raises(soulkeep.MissingExtra):
        soulkeep.open(path.with_name("keep.db"), keys=path)
    assert list(path.parent.iterdir()) == []
