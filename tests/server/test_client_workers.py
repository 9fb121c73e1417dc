"""The client of several workers: each tenant at one of them, and at the next where that one is gone."""

from __future__ import annotations

import json
import signal
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from http.server import BaseHTTPRequestHandler
from pathlib import Path

import pytest

import soulkeep
from nursery import PIPE, SERVER, Child
from proxies_support import free_port
from server_support import STARTING, quiet_in, running, serving
from soulkeep.client.affinity import choose, rank, tenant_of
from soulkeep.client.workers import tenant_asked
from soulkeep.types.lists import Profile

CHILD = Path(__file__).parent.parent / "child_server.py"
EVENTS = b'event: delta\ndata: {"text": "Yes."}\n\nevent: error\ndata: {"detail": "Enough."}\n\n'

Asked = tuple[str, str, str]
"""Path, tenant and idempotency key of a request."""


@contextmanager
def noting(*, broken: bool = False) -> Iterator[tuple[str, list[Asked]]]:
    """Yield the URL of a worker that says it stored a turn, or breaks off every request; and its requests."""
    asked: list[Asked] = []

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            self.rfile.read(int(self.headers.get("Content-Length", 0)))
            told = (self.headers.get(name, "") for name in ("Soulkeep-Tenant", "Idempotency-Key"))
            asked.append((self.path, *told))  # type: ignore[arg-type]
            if broken:
                self.close_connection = True
                return
            data = EVENTS if self.path.endswith("/reply") else json.dumps({"id": "t1", "new": True}).encode()
            self.send_response(201)
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        do_GET = do_POST  # noqa: N815

        def log_message(self, *_: object) -> None:
            pass

    with serving(Handler) as port:
        yield f"http://127.0.0.1:{port}", asked


@pytest.fixture
def three() -> Iterator[dict[str, list[Asked]]]:
    with ExitStack() as opened:
        yield dict(opened.enter_context(noting()) for _ in range(3))


def character_of(keep: soulkeep.RemoteKeep, id: str = "holmes") -> soulkeep.RemoteCharacter:
    return soulkeep.RemoteCharacter(keep._transport, Profile(id=id, name=id))


@pytest.mark.parametrize(
    ("path", "params", "body", "tenant"),
    [
        ("/v1/characters/holmes/observe", {}, {"person": "anna"}, "holmes@anna"),
        ("/v1/characters/holmes/memories", {"person": "안나"}, {}, "holmes@%EC%95%88%EB%82%98"),
        ("/v1/characters/a%2Fb", {}, {}, "a%2Fb"),
        ("/v1/characters/holmes/learn", {"person": None}, {"person": None}, "holmes"),
        ("/v1/export", {"character": "holmes", "person": "anna"}, {}, "holmes@anna"),
        ("/v1/people/anna", {"character": "holmes"}, {}, "holmes@anna"),
        ("/v1/people/anna", {"character": None}, {}, None),
        ("/v1/characters", {}, {}, None),
        ("/v1/settle", {}, {"timeout": None}, None),
    ],
)
def test_a_request_says_whom_it_concerns(
    path: str, params: dict[str, object], body: dict[str, object], tenant: str | None
) -> None:
    assert tenant_asked(path, params, body) == tenant
    if tenant is not None:
        assert tenant_asked(path, params, body, "acme") == f"acme/{tenant}"


def test_one_server_is_told_too(three: dict[str, list[Asked]]) -> None:
    url = next(iter(three))
    with soulkeep.connect(f"{url}/", workspace="acme") as keep:
        character_of(keep, "셜록").observe("Hello.", person="anna")
        assert len(list(keep.export())) == 1
    assert [tenant for _, tenant, _ in three[url]] == [tenant_of("셜록", "anna", workspace="acme"), ""]


def test_each_tenant_goes_to_its_worker(three: dict[str, list[Asked]]) -> None:
    people = [f"person{number}" for number in range(30)]
    for urls in (list(three), list(three)[::-1]):  # in any order
        with soulkeep.connect(urls) as keep:
            holmes = character_of(keep)
            for person in people:
                holmes.observe("Hello.", person=person)
    for url, asked in three.items():
        expected = [person for person in people if choose(tenant_of("holmes", person), list(three)) == url]
        assert [tenant for _, tenant, _ in asked] == [tenant_of("holmes", person) for person in expected * 2]
        assert expected


def test_the_next_worker_is_asked_where_one_is_gone(three: dict[str, list[Asked]]) -> None:
    gone = f"http://127.0.0.1:{free_port()}"
    urls = [gone, *three]
    person = next(f"p{n}" for n in range(1000) if choose(tenant_of("holmes", f"p{n}"), urls) == gone)
    second = rank(tenant_of("holmes", person), urls)[1]
    with soulkeep.connect(urls, retries=0) as keep:
        holmes = character_of(keep)
        assert holmes.observe("Hello.", person=person).id == "t1"
        pieces = iter(holmes.stream("Hello?", person=person))
        assert next(pieces) == "Yes."
        with pytest.raises(soulkeep.SoulkeepError, match="Enough"):
            next(pieces)
        assert list(keep.export(character="holmes", person=person)) == [{"id": "t1", "new": True}]
    assert len(three[second]) == 3
    assert {url for url, asked in three.items() if asked} == {second}


def test_a_request_that_was_broken_off_goes_to_the_next_worker_with_the_same_key() -> None:
    with noting() as (well, heard), noting(broken=True) as (ill, lost):
        person = next(f"p{n}" for n in range(1000) if choose(tenant_of("holmes", f"p{n}"), [well, ill]) == ill)
        with soulkeep.connect([well, ill]) as keep:
            character_of(keep).observe("Hello.", person=person)
            character_of(keep).observe("Hello again.", person=person)
        assert len(lost) == 1, "a worker that is ill is asked last"
        assert lost[0] == heard[0]
        assert lost[0][2]
        assert len(heard) == 2


def test_when_all_are_gone_it_says_so() -> None:
    urls = [f"http://127.0.0.1:{free_port()}" for _ in range(2)]
    with soulkeep.connect(urls, retries=1) as keep, pytest.raises(soulkeep.ServerUnavailable):
        keep.jobs()


@pytest.mark.parametrize("urls", [[], ["localhost:8642"], ["http://localhost:8642", 5], ["http://a", ""]])
def test_what_is_no_list_of_urls_is_refused(urls: list[str]) -> None:
    with pytest.raises(soulkeep.InputError, match="URL"):
        soulkeep.connect(urls)


def test_a_talk_goes_on_when_its_worker_is_killed(tmp_path: Path) -> None:
    with running(quiet_in(tmp_path)) as here, Child([CHILD, tmp_path], stdout=PIPE, preload=SERVER) as child:
        assert child.stdout
        urls = [here, child.stdout.readline().strip()]
        people = [f"p{n}" for n in range(12)]
        theirs = [person for person in people if choose(tenant_of("holmes", person), urls) == urls[1]]
        assert 0 < len(theirs) < len(people)
        try:
            with soulkeep.connect(urls) as keep:
                holmes = keep.character("holmes", name="Sherlock Holmes")
                for person in people:
                    holmes.observe(f"My cat is called Miso, says {person}.", person=person)
                child.send_signal(signal.SIGKILL)
                child.wait(STARTING)
                for person in people:
                    found = holmes.recall("What is my cat called?", person=person).hits[0].memory.text
                    assert found == f"My cat is called Miso, says {person}."
                    holmes.observe("He is well.", person=person)
                    assert len(list(holmes.memories(person=person))) == 2
        finally:
            child.kill()
