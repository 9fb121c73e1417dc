"""The client is the library elsewhere: the same methods, parameters, records and errors."""

from __future__ import annotations

import inspect
import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from typing import Any

import pytest

import soulkeep
from server_support import quiet_in, running, serving
from soulkeep.character.knowledge import KnowledgeSources
from soulkeep.character.stories import Stories
from soulkeep.client.episodes import RemoteEpisodes
from soulkeep.client.knowledge import RemoteKnowledge
from soulkeep.client.stories import RemoteStories
from soulkeep.types.lists import Profile

AT_HOME = {
    soulkeep.Keep: {
        "backup",
        "reembed",
        "check",
        "embedder_name",
        "mind_bytes",
        "bound_minds",
    },
    soulkeep.Character: set[str](),
    KnowledgeSources: set[str](),
    Stories: set[str](),
    soulkeep.Episodes: set[str](),
    soulkeep.World: set[str](),
}
"""What only makes sense where the memories lie."""

PAIRS = [
    (soulkeep.Keep, soulkeep.RemoteKeep),
    (soulkeep.Character, soulkeep.RemoteCharacter),
    (KnowledgeSources, RemoteKnowledge),
    (Stories, RemoteStories),
    (soulkeep.Episodes, RemoteEpisodes),
    (soulkeep.World, soulkeep.RemoteWorld),
]


def public(thing: type) -> dict[str, Any]:
    return {name: getattr(thing, name) for name in dir(thing) if not name.startswith("_")}


@pytest.mark.parametrize(("local", "remote"), PAIRS)
def test_it_has_the_methods_of_the_library_with_their_parameters(local: type, remote: type) -> None:
    there = public(remote)
    for name, method in public(local).items():
        if name in AT_HOME[local]:
            continue
        assert name in there, f"{remote.__name__} lacks {name}"
        if not callable(method):
            continue
        own = inspect.signature(method).parameters
        other = inspect.signature(there[name]).parameters
        expected = {key: (one.default, one.kind) for key, one in own.items() if key != "progress"}
        assert {key: (one.default, one.kind) for key, one in other.items()} == expected, f"{remote.__name__}.{name}"
        returns = str(inspect.signature(method).return_annotation).replace("Character", "RemoteCharacter")
        found = str(inspect.signature(there[name]).return_annotation).replace("RemoteEpisodes", "Episodes")
        found = found.replace("RemoteWorld", "World")
        assert found == returns, f"{remote.__name__}.{name}"


@pytest.fixture
def url(tmp_path: Path) -> Iterator[str]:
    with running(quiet_in(tmp_path)) as url:
        yield url


@pytest.mark.parametrize("id", ["a/b", "셜록", "a b", "a%2Fb", "?x=1", "#", ".", "..", "a;b", "%", "+", "é", "x" * 200])
def test_ids_may_hold_anything(url: str, id: str) -> None:
    with soulkeep.connect(url) as keep:
        character = keep.character(id, name="Somebody")
        assert (character.id, character.name) == (id, "Somebody")
        assert [one.id for one in keep.characters()] == [id]
        person = f"{id}ö"[-200:]
        assert character.observe("Hello.", person=person, id=id).id == id
        assert character.memory(id, person=person).text == "Hello."
        assert character.history(id, person=person)[0].what == "stored"
        assert keep.people(id) == [person]
        assert keep.erase(person=person).memories == 1


def test_errors_are_those_of_the_library(url: str) -> None:
    with soulkeep.connect(url) as keep:
        holmes = keep.character("holmes")
        holmes.observe("One.", id="t1")
        cases: list[tuple[type[soulkeep.SoulkeepError], Callable[[], object]]] = [
            (soulkeep.UnknownCharacter, lambda: keep.character("nobody", create=False)),
            (soulkeep.UnknownCharacter, lambda: soulkeep.RemoteKeep(keep._transport).people("nobody")),
            (soulkeep.UnknownMemory, lambda: holmes.memory("nothing")),
            (soulkeep.IdConflict, lambda: holmes.observe("Two.", id="t1")),
            (soulkeep.BadText, lambda: holmes.observe("")),
            (soulkeep.BadText, lambda: holmes.observe("\ud800")),
            (soulkeep.NaiveTime, lambda: holmes.observe("x", time=datetime(2026, 1, 1))),
            (soulkeep.NaiveTime, lambda: holmes.observe_many([soulkeep.Turn("x", time=datetime(2026, 1, 1))])),
            (soulkeep.NaiveTime, lambda: holmes.mood(time=datetime(2026, 1, 1))),
            (soulkeep.InputError, lambda: holmes.memory("")),
            (soulkeep.InputError, lambda: holmes.observe_many(5)),  # type: ignore[arg-type]
            (soulkeep.InputError, lambda: holmes.recall("x", k=0)),
            (soulkeep.InputError, lambda: holmes.under(soulkeep.Settings())),
            (soulkeep.QueryError, lambda: holmes.episodes().sparql("nonsense")),
            (soulkeep.BadFile, lambda: holmes.stage("/no/such/story")),
        ]
        for kind, attempt in cases:
            with pytest.raises(kind) as error:
                attempt()
            assert type(error.value) is kind
            assert error.value.message
        assert len(list(holmes.memories())) == 1


@contextmanager
def answering(*statuses: int, body: dict[str, Any] | None = None) -> Iterator[tuple[str, list[tuple[str, str]]]]:
    """Yield a server that answers with these statuses, and then with a receipt; and the paths and keys of its
    requests."""
    asked: list[tuple[str, str]] = []
    left = list(statuses)

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            asked.append((self.path, self.headers.get("Idempotency-Key", "")))
            self.rfile.read(int(self.headers.get("Content-Length", 0)))
            status = left.pop(0) if left else 201
            if status == 0:  # it breaks off
                self.close_connection = True
                return
            found = {"id": "t1", "new": True} if status == 201 else (body or {})
            data = json.dumps(found).encode()
            self.send_response(status)
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        do_GET = do_POST  # noqa: N815

        def log_message(self, *_: object) -> None:
            pass

    with serving(Handler) as port:
        yield f"http://127.0.0.1:{port}", asked


@contextmanager
def character_at(url: str, **options: Any) -> Iterator[soulkeep.RemoteCharacter]:
    with soulkeep.connect(url, **options) as keep:
        yield soulkeep.RemoteCharacter(keep._transport, Profile(id="holmes", name="Holmes"))


BUSY = {"type": "urn:soulkeep:problem:store-busy", "detail": "Busy.", "hint": "", "retryable": True}


def test_what_fails_in_passing_is_sent_again_with_the_same_key() -> None:
    with answering(503, 0, 503, body=BUSY) as (url, asked), character_at(url) as holmes:
        assert holmes.observe("Hello.") == soulkeep.Observed(id="t1", new=True)
    assert len(asked) == 4
    assert len({key for _, key in asked}) == 1
    assert asked[0][1]


def test_it_gives_up_in_the_end() -> None:
    with answering(503, 503, 503, body=BUSY) as (url, asked), character_at(url, retries=1) as holmes:
        with pytest.raises(soulkeep.StoreBusy):
            holmes.observe("Hello.")
        assert len(asked) == 2
    with character_at(url, retries=1) as holmes, pytest.raises(soulkeep.ServerUnavailable) as error:
        holmes.observe("Hello.")
    assert error.value.retryable


@pytest.mark.parametrize("kind", ["chat-unavailable", "forbidden"])
def test_what_would_fail_again_is_not_sent_again(kind: str) -> None:
    body = {**BUSY, "type": f"urn:soulkeep:problem:{kind}", "retryable": kind != "forbidden"}
    with answering(503, body=body) as (url, asked), character_at(url) as holmes:
        with pytest.raises(soulkeep.SoulkeepError):
            holmes.reply("Hello?")
        assert len(asked) == 1


def test_two_calls_are_two_requests() -> None:
    with answering() as (url, asked), character_at(url) as holmes:
        holmes.observe("Hello.")
        holmes.observe("Hello.")
    assert len({key for _, key in asked}) == 2


def test_what_is_no_soulkeep_server_is_told(url: str) -> None:
    with (
        answering(404, body={"message": "no"}) as (other, _),
        soulkeep.connect(other) as keep,
        pytest.raises(soulkeep.ServerRefused, match="soulkeep server"),
    ):
        keep.jobs()
    with pytest.raises(soulkeep.InputError, match="URL"):
        soulkeep.connect("localhost:8642")
    for address in (f"{url}/v1", f"{url}/v1/", f"{url}/"):
        with soulkeep.connect(address) as keep:
            assert keep.health().ready
    with soulkeep.connect(f"{url}/there") as keep, pytest.raises(soulkeep.ServerRefused) as error:
        keep.jobs()
    assert "http" in error.value.hint
    with (
        soulkeep.connect("http://127.0.0.1:9", retries=0, timeout=2) as keep,
        pytest.raises(soulkeep.ServerUnavailable),
    ):
        keep.health()


def test_what_is_wrong_is_a_sentence_and_then_a_hint(url: str) -> None:
    with soulkeep.connect(url) as keep, pytest.raises(soulkeep.InputError) as error:
        keep.character("holmes").observe("Hello.", importance="much")  # type: ignore[arg-type]
    assert error.value.message.endswith(".")
    assert ". /docs shows" in str(error.value)


def test_a_keep_is_closed_by_its_block(url: str) -> None:
    with soulkeep.connect(url) as keep:
        assert keep.health().ready
    with pytest.raises(soulkeep.SoulkeepError):
        keep.health()
