"""The server's own file, of keys and answered requests: whoever keeps it busy stops nobody else."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

import apsw
import httpx2
import pytest
from fastapi import Response

import soulkeep
from server_support import make_key, quiet_in, running
from soulkeep.character.episodes import Episodes
from soulkeep.errors import StoreBusy
from soulkeep.server.answered import AlreadyDone, KeyReused, Requests
from soulkeep.server.keys import ApiKeys

ADMIN = "an-admin-key-that-nobody-guesses"
SCOPE = ("default", "key_1", "k1")
SECRET = "My stradivarius is in the attic."

PATIENCE = 6.0
"""Seconds that a request may take here: less than the server waits for its file."""


@pytest.fixture
def requests(tmp_path: Path) -> Iterator[Requests]:
    with closing(Requests(str(tmp_path / "keep.server.db"))) as requests:
        yield requests


def told(folder: Path) -> bool:
    """Return whether any file still holds the secret."""
    return any(SECRET.encode() in file.read_bytes() for file in folder.glob("keep.server.db*"))


def test_requests_are_served_while_another_process_locks_the_file(tmp_path: Path) -> None:
    config = quiet_in(tmp_path, admin_key=ADMIN)
    key = make_key(config, rights=["read"])
    with (
        running(config) as url,
        closing(apsw.Connection(str(tmp_path / "keep.server.db"))) as other,
        ThreadPoolExecutor(1) as pool,
    ):
        other.execute("BEGIN IMMEDIATE")
        body = {"name": "x", "rights": ["read"]}
        making = pool.submit(httpx2.post, f"{url}/v1/keys", json=body, headers=bearer(ADMIN), timeout=30)
        time.sleep(0.5)  # it waits for the file
        assert httpx2.get(f"{url}/v1/characters", headers=bearer(key), timeout=2).status_code == 200
        assert not making.done()
        other.execute("ROLLBACK")
        assert making.result().status_code == 201


def bearer(key: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {key}"}


def test_keys_that_cannot_be_written_say_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = str(tmp_path / "keep.server.db")
    monkeypatch.setattr("soulkeep.server.register.sqlite._BUSY", 10)
    with closing(ApiKeys(path)) as keys, closing(apsw.Connection(path)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreBusy, match="busy"):
            keys.create("x")
        other.execute("ROLLBACK")
        assert not keys.any()


def test_whoever_reads_the_file_makes_nobody_wait(tmp_path: Path) -> None:
    with (
        running(quiet_in(tmp_path)) as url,
        soulkeep.connect(url, timeout=PATIENCE, retries=0) as keep,
        closing(apsw.Connection(str(tmp_path / "keep.server.db"))) as other,
    ):
        holmes = keep.character("holmes")
        holmes.observe("One.", person="anna", id="t1")
        other.execute("BEGIN")
        other.execute("SELECT count(*) FROM answers").fetchall()
        assert holmes.amend("t1", "Two.", person="anna").text == "Two."
        assert holmes.delete("t1", person="anna") == 1
        other.execute("ROLLBACK")


def test_what_was_dropped_leaves_the_file_when_nobody_reads_it_any_more(tmp_path: Path, requests: Requests) -> None:
    requests.begin(SCOPE, b"f")
    requests.finish(SCOPE, Response(SECRET))
    with closing(apsw.Connection(str(tmp_path / "keep.server.db"))) as other:
        other.execute("BEGIN")
        other.execute("SELECT count(*) FROM answers").fetchall()
        requests.forget("default")
        other.execute("ROLLBACK")
    assert told(tmp_path)
    requests._cleaned = 0.0  # a while ago
    requests.begin(("default", "key_1", "k2"), b"f")
    assert not told(tmp_path)


def test_a_response_that_is_finished_after_a_deletion_is_not_kept(tmp_path: Path, requests: Requests) -> None:
    requests.begin(SCOPE, b"f")
    requests.forget("default")
    requests.finish(SCOPE, Response(SECRET))
    assert not told(tmp_path)
    with pytest.raises(AlreadyDone):
        requests.begin(SCOPE, b"f")


def test_a_file_from_before_there_were_several_workers_is_used(tmp_path: Path) -> None:
    path = str(tmp_path / "keep.server.db")
    with closing(apsw.Connection(path)) as old:
        old.execute(
            "CREATE TABLE answers (workspace TEXT NOT NULL, asker TEXT NOT NULL, key TEXT NOT NULL, fingerprint BLOB "
            "NOT NULL, at REAL NOT NULL, status INTEGER, type TEXT, body BLOB, gone TEXT, "
            "PRIMARY KEY (workspace, asker, key)) STRICT, WITHOUT ROWID"
        )
        row = (*SCOPE, b"f", time.time())
        old.execute("INSERT INTO answers (workspace, asker, key, fingerprint, at) VALUES (?, ?, ?, ?, ?)", row)
    with closing(Requests(path)) as requests:
        assert requests.begin(SCOPE, b"f") is None  # nobody goes on with it
        requests.finish(SCOPE, Response(SECRET))
        again = requests.begin(SCOPE, b"f")
        assert again is not None
        assert again.body == SECRET.encode()


@pytest.mark.parametrize("keys", [None, "keep.keys"], ids=["open", "sealed"])
def test_with_keys_the_file_tells_no_response(tmp_path: Path, keys: str | None) -> None:
    config = quiet_in(tmp_path, sealed_with=None if keys is None else str(tmp_path / keys))
    answers = []
    for text in ("My secret is a stradivarius.", "My secret is a stradivarius.", "Another."):
        with running(config) as url:  # each time another process would
            httpx2.put(f"{url}/v1/characters/holmes", json={}, timeout=60)
            target, headers = f"{url}/v1/characters/holmes/reply", {"Idempotency-Key": "k1"}
            answers.append(httpx2.post(target, json={"text": text, "person": "anna"}, headers=headers, timeout=60))
    first, again, other = answers
    assert "stradivarius" in first.text
    assert (again.headers["Idempotent-Replayed"], again.content) == ("true", first.content)
    assert other.status_code == 422
    held = b"".join(file.read_bytes() for file in tmp_path.glob("keep.server.db*"))
    assert (b"stradivarius" in held) == (keys is None)


def test_what_keys_can_not_open_is_done_and_not_told(tmp_path: Path) -> None:
    path = str(tmp_path / "keep.server.db")
    with closing(Requests(path)) as before:
        before.begin(SCOPE, b"f")
        before.finish(SCOPE, Response(SECRET))
    keys = soulkeep.KeyFile(tmp_path / "keep.keys")
    with closing(Requests(path, keys)) as sealed, closing(Requests(path, keys)) as other:
        with pytest.raises(AlreadyDone):
            sealed.begin(SCOPE, b"f")
        later = (*SCOPE[:2], "k2")
        assert sealed.begin(later, b"f") is None
        sealed.finish(later, Response("Sealed."))
        told = other.begin(later, b"f")
        assert told is not None
        assert told.body == b"Sealed."
        [row] = [one for one in rows(path) if one["key"] == "k2"]
        assert b"Sealed." not in row["body"]
        assert row["fingerprint"] != b"f"
        with apsw.Connection(path) as db:  # put in another's place
            values = (row["body"], row["fingerprint"])
            db.execute("UPDATE answers SET body = ?, fingerprint = ? WHERE key = 'k1'", values)
        with pytest.raises(AlreadyDone):
            other.begin(SCOPE, b"f")
    others = soulkeep.KeyFile(tmp_path / "other.keys")
    with closing(Requests(path, others)) as lost, pytest.raises(KeyReused):
        lost.begin(later, b"f")


def rows(path: str) -> list[dict[str, Any]]:
    with closing(apsw.Connection(path, flags=apsw.SQLITE_OPEN_READONLY)) as db:
        found = db.execute("SELECT key, body, fingerprint FROM answers")
        return [dict(zip(("key", "body", "fingerprint"), row, strict=True)) for row in found]


def test_responses_of_other_workspaces_stay(requests: Requests) -> None:
    requests.begin(SCOPE, b"f")
    requests.finish(SCOPE, Response(SECRET))
    requests.forget("acme")
    again = requests.begin(SCOPE, b"f")
    assert again is not None
    assert again.body == SECRET.encode()


def test_work_that_takes_long_leaves_threads_for_the_rest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with running(quiet_in(tmp_path)) as url, ThreadPoolExecutor(45) as pool:
        httpx2.put(f"{url}/v1/characters/holmes", json={})
        begun, may_end = threading.Semaphore(0), threading.Event()

        def slow(*_: object, **__: object) -> None:
            begun.release()
            may_end.wait(60)
            raise soulkeep.QueryError("Enough.")

        monkeypatch.setattr(Episodes, "sparql", slow)
        target, body = f"{url}/v1/characters/holmes/sparql", {"query": "ASK {}"}
        asked = [pool.submit(httpx2.post, target, json=body, timeout=60) for _ in range(45)]
        try:
            assert begun.acquire(timeout=30)
            time.sleep(0.5)  # the others came, too
            for path in ("health", "characters", "characters/holmes/memories"):
                assert httpx2.get(f"{url}/v1/{path}", timeout=PATIENCE).status_code == 200
        finally:
            may_end.set()
        assert {one.result().status_code for one in asked} == {422}
