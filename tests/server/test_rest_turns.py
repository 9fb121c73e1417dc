"""Observing and learning over REST, and doing nothing twice."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

import httpx2
import pytest

import soulkeep
from nursery import PIPE, SERVER, Child
from server_support import quiet_in, running

CHILD = Path(__file__).parent.parent / "child_server.py"
NOW = datetime(2026, 5, 8, 18, 30, tzinfo=UTC)


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with running(quiet_in(tmp_path_factory.mktemp("turns"))) as url:
        yield url


@pytest.fixture
def holmes(url: str, request: pytest.FixtureRequest) -> Iterator[soulkeep.RemoteCharacter]:
    with soulkeep.connect(url) as keep:
        yield keep.character(request.node.name, name="Sherlock Holmes")


def post(url: str, character: str, what: str, body: Mapping[str, object], key: str | None = None) -> httpx2.Response:
    headers = {"Idempotency-Key": key} if key else {}
    return httpx2.post(f"{url}/v1/characters/{character}/{what}", json=dict(body), headers=headers, timeout=30)


def test_what_is_observed_comes_back_as_it_was(holmes: soulkeep.RemoteCharacter) -> None:
    scene = soulkeep.Scene(place="부엌", present=("anna",), objects=("cup",), events=("rain",))
    done = holmes.observe(
        "나는 미소라는 고양이를 입양했어요.",
        person="anna",
        speaker="anna",
        time=NOW,
        session="s1",
        id="a/1",
        scene=scene,
        heard_by=["ben"],
        importance=7,
    )
    assert done == soulkeep.Observed(id="a/1", new=True)
    kept = holmes.memory("a/1", person="anna")
    assert kept.text == "나는 미소라는 고양이를 입양했어요."
    assert (kept.speaker, kept.time, kept.session, kept.scene) == ("anna", NOW, "s1", scene)
    assert (kept.heard_by, kept.importance) == (("ben",), 7)
    assert holmes.recall("고양이 이름이 뭐예요?", person="anna").hits[0].memory == kept


def test_turns_go_in_together_or_not_at_all(holmes: soulkeep.RemoteCharacter) -> None:
    turns = [soulkeep.Turn("It rains."), soulkeep.Turn("  ")]
    with pytest.raises(soulkeep.BadText):
        holmes.observe_many(turns, person="anna")
    assert list(holmes.memories(person="anna")) == []
    stored = holmes.observe_many([turns[0], soulkeep.Turn("Yes.", "holmes", metadata={"n": 1})], person="anna")
    assert [one.new for one in stored] == [True, True]
    assert [one.metadata for one in holmes.memories(person="anna")] == [None, {"n": 1}]


def test_messages_are_the_persons_and_the_characters(holmes: soulkeep.RemoteCharacter, url: str) -> None:
    said = [
        {"role": "system", "content": "You are Holmes."},
        {"role": "user", "content": "It rains."},
        {"role": "assistant", "content": "So it does."},
    ]
    for _ in range(2):
        stored = post(url, holmes.id, "observe_many", {"messages": said, "person": "anna"}, key="k")
        assert (stored.status_code, len(stored.json())) == (201, 2)
    assert [one.speaker for one in holmes.memories(person="anna")] == ["anna", holmes.name]
    both = post(url, holmes.id, "observe_many", {"messages": said, "turns": [], "person": "anna"})
    assert (both.status_code, both.json()["detail"]) == (422, "There must be either turns or messages.")


def test_undated_turns_have_no_time(holmes: soulkeep.RemoteCharacter) -> None:
    holmes.observe_many([soulkeep.Turn("Long ago.")], person="anna", undated=True)
    assert [one.time for one in holmes.memories(person="anna")] == [None]


def test_learning_twice_adds_nothing(holmes: soulkeep.RemoteCharacter) -> None:
    text = "Baker Street 221B was let to two gentlemen. " * 10
    first = holmes.learn(text, source="canon")
    assert first.passages > 0
    assert holmes.learn(text, source="canon") == soulkeep.Learned(source="canon", passages=0, known=first.passages)


def test_the_same_key_and_body_give_the_first_response(url: str, holmes: soulkeep.RemoteCharacter) -> None:
    body = {"text": "I live in Busan.", "person": "anna"}
    first = post(url, holmes.id, "observe", body, "k1")
    again = post(url, holmes.id, "observe", body, "k1")
    assert (first.status_code, again.status_code) == (201, 201)
    assert first.json() == again.json()
    assert "idempotent-replayed" not in first.headers
    assert again.headers["idempotent-replayed"] == "true"
    assert len(list(holmes.memories(person="anna"))) == 1


def test_the_same_key_for_another_request_is_refused(url: str, holmes: soulkeep.RemoteCharacter) -> None:
    post(url, holmes.id, "observe", {"text": "One.", "person": "anna"}, "k2")
    other = post(url, holmes.id, "observe", {"text": "Two.", "person": "anna"}, "k2")
    assert other.status_code == 422
    assert other.json()["type"].endswith(":key-reused")
    elsewhere = post(url, holmes.id, "learn", {"text": "One.", "source": "s"}, "k2")
    assert elsewhere.status_code == 422


def test_a_request_that_failed_may_be_sent_again_with_its_key(url: str, holmes: soulkeep.RemoteCharacter) -> None:
    assert post(url, holmes.id, "observe", {"text": " ", "person": "anna"}, "k3").status_code == 422
    assert post(url, holmes.id, "observe", {"text": "Now.", "person": "anna"}, "k3").status_code == 201


@pytest.mark.parametrize("key", ["x" * 256, ""])
def test_a_key_that_cannot_be_used_is_refused(url: str, holmes: soulkeep.RemoteCharacter, key: str) -> None:
    headers = {"Idempotency-Key": key}
    answer = httpx2.post(f"{url}/v1/characters/{holmes.id}/observe", json={"text": "Hi."}, headers=headers)
    assert answer.status_code == 422
    assert list(holmes.memories()) == []


def test_many_at_once_with_one_key_store_one_turn(url: str, holmes: soulkeep.RemoteCharacter) -> None:
    barrier = threading.Barrier(6)

    def send(_: int) -> int:
        barrier.wait()
        return post(url, holmes.id, "observe", {"text": "Once.", "person": "anna"}, "k4").status_code

    with ThreadPoolExecutor(6) as pool:
        statuses = set(pool.map(send, range(6)))
    assert statuses <= {201, 409}
    assert 201 in statuses
    assert len(list(holmes.memories(person="anna"))) == 1


def test_a_response_outlives_a_restart(tmp_path: Path) -> None:
    config = quiet_in(tmp_path)
    answers = []
    for _ in range(2):
        with running(config) as url, soulkeep.connect(url) as keep:
            holmes = keep.character("holmes")
            answers.append(post(url, "holmes", "observe", {"text": "I live in Busan.", "person": "anna"}, "k1"))
            assert [one.text for one in holmes.memories(person="anna")] == ["I live in Busan."]
    assert answers[0].json() == answers[1].json() == {"id": answers[0].json()["id"], "new": True}


def test_a_killed_server_lost_nothing_and_stores_nothing_twice(tmp_path: Path) -> None:
    """It is killed at any moment while turns come in; each is then sent again with its key."""
    bodies = [{"text": f"Turn number {n}.", "person": "anna", "session": "s"} for n in range(60)]
    accepted: set[int] = set()
    with child(tmp_path) as (process, url):
        httpx2.put(f"{url}/v1/characters/holmes", json={})
        sender = threading.Thread(target=send_all, args=(url, bodies, accepted))
        sender.start()
        while len(accepted) < 15 and sender.is_alive():
            sender.join(0.005)
        process.kill()
        process.wait()
        sender.join()
    assert 15 <= len(accepted) < 60
    with child(tmp_path) as (_, url), soulkeep.connect(url) as keep:
        holmes = keep.character("holmes")
        there = {one.text for one in holmes.memories(person="anna")}
        assert there >= {bodies[n]["text"] for n in accepted}
        for n, body in enumerate(bodies):
            assert post(url, "holmes", "observe", body, f"key-{n}").status_code == 201
        assert sorted(one.text for one in holmes.memories(person="anna")) == sorted(one["text"] for one in bodies)


def send_all(url: str, bodies: Sequence[Mapping[str, object]], accepted: set[int]) -> None:
    with suppress(httpx2.TransportError):
        for n, body in enumerate(bodies):
            if post(url, "holmes", "observe", body, f"key-{n}").status_code == 201:
                accepted.add(n)


class child:  # noqa: N801 - reads as a function
    """A server in a process of its own."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def __enter__(self) -> tuple[Child, str]:
        self._process = Child([CHILD, self._folder], stdout=PIPE, preload=SERVER)
        assert self._process.stdout is not None
        return self._process, self._process.stdout.readline().strip()

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.wait()
        assert self._process.stdout is not None
        self._process.stdout.close()
