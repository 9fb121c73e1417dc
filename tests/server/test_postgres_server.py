"""The server on PostgreSQL, as the application role: several workers, one set of keys, answers and workspaces."""

from __future__ import annotations

import asyncio
import io
import json
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx2
import openai
import pytest
from fastapi import Response
from mcp import Client
from mcp.client.streamable_http import streamable_http_client

import soulkeep
from postgres_support import Databases
from server_support import make_key, running
from soulkeep.cli.app import main
from soulkeep.server import ServerConfig, runners
from soulkeep.server.answered import LEASE, AlreadyDone, Requests, StillRunning
from soulkeep.server.keys import ApiKeys
from soulkeep.server.register.base import UnknownWorkspace
from soulkeep.server.workspaces import Workspaces, file_of, server_file
from soulkeep.stores.location import SECRET
from walls_support import OUR_SECRET, PASSWORD, Walls, walls

ADMIN = "an-admin-key-that-nobody-guesses"
SCOPE = ("default", "key_1", "k1")

Workers = tuple[str, str]


@pytest.fixture(autouse=True)
def _with_the_secret(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(SECRET, OUR_SECRET)


@pytest.fixture(scope="module")
def two(postgres: Databases) -> Iterator[Walls]:
    with walls(postgres) as found:
        yield found


@pytest.fixture(scope="module")
def config(two: Walls) -> ServerConfig:
    settings = soulkeep.Settings(background=False)
    return ServerConfig(location=two.role, settings=settings, admin_key=ADMIN, inspector=False)


@pytest.fixture(scope="module")
def workers(config: ServerConfig) -> Iterator[Workers]:
    """Yield two servers that share nothing but the database."""
    with running(config) as one, running(config) as other:
        with connect(one) as keep:
            for name in ("holmes", "lestrade"):
                keep.character(name)
        yield one, other


def connect(url: str, key: str = ADMIN, **more: Any) -> soulkeep.RemoteKeep:
    return soulkeep.connect(url, key=key, retries=0, **more)


def observe(url: str, text: str, idempotency: str, *, character: str = "holmes") -> httpx2.Response:
    headers = {"Authorization": f"Bearer {ADMIN}", "Idempotency-Key": idempotency}
    body = {"text": text, "person": "anna"}
    return httpx2.post(f"{url}/v1/characters/{character}/observe", json=body, headers=headers, timeout=60)


@dataclass(frozen=True, slots=True)
class Done:
    """The status of a command that ended, and its output."""

    status: int
    out: str
    err: str


def command(location: str, *words: str) -> Done:
    """Run a command of the command line, here."""
    status, out, err = 0, io.StringIO(), io.StringIO()
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(out), redirect_stderr(err):
        patch.setattr(sys, "argv", ["soulkeep", *words, "--keep", location])
        try:
            main()
        except SystemExit as ended:
            status = int(ended.code or 0)
    return Done(status, out.getvalue(), err.getvalue())


# -- memories, from any worker


def test_what_one_worker_stored_the_other_recalls(workers: Workers) -> None:
    one, other = workers
    with connect(one) as here, connect(other) as there:
        here.character("셜록", name="셜록 홈즈").observe("내 고양이 이름은 나비야.", person="안나")
        found = there.character("셜록").recall("고양이 이름이 뭐지?", person="안나").hits
        assert found[0].memory.text == "내 고양이 이름은 나비야."
        assert there.character("셜록").reply("내 고양이를 기억해?", person="안나").text
        rows = list(here.export(person="안나"))
        assert any("나비야" in str(row) for row in rows)
        assert there.erase(person="안나").remaining == 0
        assert list(here.character("셜록").memories(person="안나")) == []


# -- workspaces


def test_a_workspace_made_at_one_worker_is_there_at_the_other(workers: Workers) -> None:
    one, other = workers
    with connect(one) as here, connect(other) as there:
        assert "acme" in here.create_workspace("acme")
        assert there.workspaces() == ["default", "a", "acme", "b"]
    with connect(one, workspace="acme") as here, connect(other, workspace="acme") as there:
        here.character("watson").observe("Elsewhere.", person="ben")
        assert [one.text for one in there.character("watson").memories(person="ben")] == ["Elsewhere."]
    with connect(other) as keep, pytest.raises(soulkeep.UnknownCharacter):
        keep.character("watson", create=False)


def test_a_workspace_that_nobody_made_is_not_there(workers: Workers) -> None:
    headers = {"Authorization": f"Bearer {ADMIN}", "X-Soulkeep-Workspace": "nowhere"}
    for more in ({}, {"Idempotency-Key": "nowhere"}):
        answer = httpx2.post(
            f"{workers[0]}/v1/characters/holmes/observe", json={"text": "Hi."}, headers=headers | more, timeout=60
        )
        assert answer.status_code == 404, answer.text
        assert answer.json()["type"].endswith("unknown-workspace")
    with connect(workers[0]) as keep:
        assert "nowhere" not in keep.workspaces()


def test_a_workspace_is_a_url_of_the_same_database(config: ServerConfig) -> None:
    assert file_of(config.location, "acme").endswith("&workspace=acme")
    assert server_file(config.location) == file_of(config.location, "default")
    with pytest.raises(soulkeep.InputError, match="all workspaces"):
        ServerConfig(location=file_of(config.location, "acme"))
    with closing(Workspaces(config)) as spaces, pytest.raises(UnknownWorkspace):
        spaces.open("nobodys")


# -- keys


def test_a_key_opens_and_ends_at_all_workers_at_once(workers: Workers, config: ServerConfig) -> None:
    made = command(config.location, "keys", "create", "shop", "--read-only", "--json")
    assert made.status == 0, made.out + made.err
    key = json.loads(made.out)
    for url in workers:
        with connect(url, key["secret"]) as keep:
            assert isinstance(keep.characters(), list)
    with connect(workers[0]) as admin:
        rotated = admin.rotate_key(key["id"], grace_seconds=0)
    with connect(workers[1], key["secret"]) as keep, pytest.raises(soulkeep.ServerRefused, match="unknown"):
        keep.characters()
    with connect(workers[1], rotated.secret or "") as keep:
        keep.characters()
    assert command(config.location, "keys", "revoke", key["id"]).status == 0
    for url in workers:
        with connect(url, rotated.secret or "") as keep, pytest.raises(soulkeep.ServerRefused, match="revoked"):
            keep.characters()
    listed = command(config.location, "keys", "list", "--json").out
    assert [one["active"] for one in json.loads(listed) if one["id"] == key["id"]] == [False]
    assert key["secret"] not in listed


def test_a_key_opens_its_own_workspace(workers: Workers, config: ServerConfig) -> None:
    secret = make_key(config, workspace="shop", rights=("read", "write", "admin"))
    with connect(workers[1], secret) as keep:
        keep.character("holmes").observe("In the shop.", person="anna")
        assert [one.workspace for one in keep.api_keys()] == ["shop"]
        with connect(workers[0], secret, workspace="default") as wrong, pytest.raises(soulkeep.ServerRefused):
            wrong.characters()


def test_a_secret_is_kept_nowhere(two: Walls, config: ServerConfig) -> None:
    secret = make_key(config, people=["안나"])
    assert two.all("SELECT people FROM keys WHERE people IS NOT NULL") == [('["안나"]',)]
    assert secret not in str(two.all("SELECT * FROM keys")) + str(two.all("SELECT * FROM secrets"))


def test_keys_are_made_before_there_are_tables(postgres: Databases) -> None:
    url = postgres.make(ready=False)
    with closing(ApiKeys(url)) as keys:
        assert not keys.any()
        key, secret = keys.create("first", rights=("read",))
        found = keys.find(secret)
        assert found is not None
        assert found.id == key.id
        assert keys.any()
        keys.revoke(key.id)
        assert keys.find(secret) is None
        assert keys.any()
    postgres.drop(url)


# -- nothing twice, whichever worker is asked


def test_a_request_repeated_at_another_worker_gets_the_first_answer(workers: Workers) -> None:
    first, again = (observe(url, "Once.", "k-replay") for url in workers)
    assert (first.status_code, again.status_code) == (201, 201)
    assert first.json() == again.json()
    assert again.headers["idempotent-replayed"] == "true"
    assert observe(workers[1], "Something else.", "k-replay").status_code == 422


def test_many_at_once_at_both_workers_store_one_turn(workers: Workers) -> None:
    barrier = threading.Barrier(8)

    def send(number: int) -> int:
        barrier.wait()
        return observe(workers[number % 2], "Only once.", "k-many", character="lestrade").status_code

    with ThreadPoolExecutor(8) as pool:
        statuses = list(pool.map(send, range(8)))
    assert set(statuses) <= {201, 409}
    assert 201 in statuses
    with connect(workers[0]) as keep:
        assert [one.text for one in keep.character("lestrade").memories(person="anna")] == ["Only once."]


def test_a_response_is_dropped_at_all_workers(workers: Workers) -> None:
    id = observe(workers[0], "A secret.", "k-drop").json()["id"]
    with connect(workers[1]) as keep:
        assert keep.character("holmes").delete(id, person="anna") == 1
    for url in workers:
        assert observe(url, "A secret.", "k-drop").json()["type"].endswith("already-done")


@pytest.fixture(params=["sqlite", "postgres"])
def place(request: pytest.FixtureRequest, config: ServerConfig, tmp_path: Path) -> str:
    """Return the place where workers keep their answers: what holds for several workers holds for a file, too."""
    return server_file(config.location if request.param == "postgres" else str(tmp_path / "keep.db"))


@contextmanager
def asking(place: str) -> Iterator[Requests]:
    with closing(Requests(place)) as requests:
        yield requests


def test_a_worker_that_starts_leaves_the_running_requests_of_others(place: str) -> None:
    with asking(place) as first:
        assert first.begin(SCOPE, b"f") is None
        with asking(place) as second:
            with pytest.raises(StillRunning):
                second.begin(SCOPE, b"f")
            second.abandon(SCOPE)  # it isn't theirs
            first.finish(SCOPE, Response("Done."))
            replayed = second.begin(SCOPE, b"f")
            assert replayed is not None
            assert replayed.body == b"Done."
            second.forget("default")
            with pytest.raises(AlreadyDone):
                first.begin(SCOPE, b"f")


def test_what_a_killed_worker_was_answering_is_taken_over_at_once(place: str) -> None:
    code = (
        "import sys; from soulkeep.server.answered import Requests; import os, signal\n"
        f"Requests(sys.argv[1]).begin({(*SCOPE[:2], 'k-killed')!r}, b'f'); os.kill(os.getpid(), signal.SIGKILL)"
    )
    done = subprocess.run([sys.executable, "-c", code, place], timeout=240)
    assert done.returncode < 0
    with asking(place) as requests:
        assert requests.begin((*SCOPE[:2], "k-killed"), b"f") is None


def test_what_a_worker_elsewhere_was_answering_is_taken_over_when_its_lease_is_over(
    config: ServerConfig, two: Walls
) -> None:
    scope = (*SCOPE[:2], "k-elsewhere")
    place = server_file(config.location)
    with asking(place) as first, asking(place) as second:
        first.begin(scope, b"f")
        two.all("UPDATE answers SET runner = 'another-machine/1/x' WHERE key = 'k-elsewhere' RETURNING 1")
        with pytest.raises(StillRunning):
            second.begin(scope, b"f")
        late = time.time() - LEASE
        two.all(f"UPDATE answers SET lease = {late} WHERE key = 'k-elsewhere' RETURNING 1")
        assert second.begin(scope, b"f") is None
        first.finish(scope, Response("Too late."))
        with pytest.raises(StillRunning):
            first.begin(scope, b"f")


def test_what_takes_long_is_not_taken_over(config: ServerConfig, two: Walls, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("soulkeep.server.answered.LEASE", 0.6)
    scope = (*SCOPE[:2], "k-long")
    with asking(server_file(config.location)) as first:
        first.begin(scope, b"f")
        ((begun,),) = two.all("SELECT lease FROM answers WHERE key = 'k-long'")
        until = time.monotonic() + 30
        while two.all("SELECT lease FROM answers WHERE key = 'k-long'")[0][0] <= begun:
            assert time.monotonic() < until, "it isn't renewed"
            time.sleep(0.05)


def test_only_a_process_that_is_gone_has_ended() -> None:
    mine = runners.begin()
    assert not runners.has_ended(mine)
    place, _, _ = mine.split("/")
    runners.end(mine)
    assert runners.has_ended(mine)
    assert not runners.has_ended(f"{place}/1/x")
    assert not runners.has_ended("another/999999999/x")
    assert not runners.has_ended("")


# -- every front end


def test_openais_protocol(workers: Workers) -> None:
    client = openai.OpenAI(base_url=f"{workers[0]}/v1", api_key=ADMIN, max_retries=0)
    with client, connect(workers[1]) as keep:
        keep.character("mycroft", name="Mycroft")
        said: Any = [{"role": "user", "content": "My cat is called Miso."}]
        answer = client.chat.completions.create(model="mycroft@anna", messages=said)
        assert answer.choices[0].message.content
        turns = [one.text for one in keep.character("mycroft").memories(person="anna", kinds={"turn"})]
        assert turns[0] == "My cat is called Miso."


def test_mcp(workers: Workers) -> None:
    with connect(workers[0]) as keep:
        keep.character("셜록", name="셜록 홈즈")

    async def call() -> Any:
        headers = {"Authorization": f"Bearer {ADMIN}"}
        async with (
            httpx2.AsyncClient(headers=headers, trust_env=False, timeout=60) as http,
            Client(streamable_http_client(f"{workers[1]}/mcp", http_client=http)) as client,
        ):
            who = {"character": "셜록", "person": "보라"}
            await client.call_tool("remember", {"text": "내 고양이 이름은 나비야.", **who})
            return (await client.call_tool("recall", {"question": "고양이 이름이 뭐지?", **who})).structured_content

    found = asyncio.run(call())
    assert [one["text"] for one in found["memories"]] == ["내 고양이 이름은 나비야."]


def test_mem0s_protocol(workers: Workers) -> None:
    headers = {"Authorization": f"Token {ADMIN}"}
    said = {"messages": [{"role": "user", "content": "I adopted a cat called Miso."}], "user_id": "mia"}
    added = httpx2.post(f"{workers[0]}/mem0/v3/memories/add/", json=said, headers=headers, timeout=60)
    assert added.status_code == 200, added.text
    asked = {"query": "What is my cat called?", "filters": {"user_id": "mia"}}
    found = httpx2.post(f"{workers[1]}/mem0/v3/memories/search/", json=asked, headers=headers, timeout=60)
    assert [one["memory"] for one in found.json()["results"]] == ["I adopted a cat called Miso."]


def test_the_inspector_and_no_password_anywhere(two: Walls, capfd: pytest.CaptureFixture[str]) -> None:
    config = ServerConfig(location=two.role, admin_key=ADMIN)
    headers = {"Authorization": f"Bearer {ADMIN}"}
    shown = [repr(config)]
    with running(config) as url, httpx2.Client(base_url=url, headers=headers, timeout=60) as http:
        page = http.get("/", follow_redirects=True)
        assert page.status_code == 200
        for path in ("/v1/health", "/metrics", "/v1/characters/nobody/memories", "/v1/workspaces", "/v1/jobs"):
            answer = http.get(path)
            assert answer.status_code < 500
            shown.append(answer.text)
        shown.append(page.text)
    for words in (("doctor",), ("doctor", "--json"), ("keys", "list"), ("recall", "Hi?", "--character", "nobody")):
        done = command(two.role, *words)
        shown += [done.out, done.err]
    shown.append("".join(capfd.readouterr()))
    assert "soulkeep_memories" in shown[2]
    for text in shown:
        assert PASSWORD not in text


def test_doctor_examines_a_database_and_makes_nothing(two: Walls, postgres: Databases) -> None:
    report = json.loads(command(file_of(two.role, "a"), "doctor", "--json", "--embedder", "static").out)
    assert report["keep"]["memories"] > 0
    assert report["postgres"]["workspaces"] >= 2
    assert report["postgres"]["secret"] is True
    assert "not there yet" in command(file_of(two.role, "never-made"), "doctor").out
    assert two.all("SELECT 1 FROM workspaces WHERE name = 'never-made'") == []
    url = postgres.make(ready=False)
    assert "keep" not in json.loads(command(url, "doctor", "--json").out)
    postgres.drop(url)


@pytest.mark.parametrize(
    "url",
    [
        "postgresql://u:s3c/ret@h/db",
        "postgresql://u:s3c@ret@h/db",
        "postgresql://u:s3c#ret@h/db",
        "postgresql://u:s3c?ret@h/db",
        "postgresql://u:s3c ret@h/db",
        "postgresql://u:s3c%ret@h/db",
        "postgresql://u:s3cret@[h/db",
        "mysql://u:s3cret@h/db",
    ],
)
def test_a_url_that_cannot_be_read_shows_no_password(url: str) -> None:
    for attempt in (lambda: soulkeep.open(url), lambda: ServerConfig(location=url)):
        with pytest.raises(soulkeep.InputError) as refused:
            attempt()
        assert "s3c" not in str(refused.value)
        assert "ret" not in str(refused.value)
