"""Memories one by one over REST: pages, tags, corrections, and what became of them."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import httpx2
import pytest

import soulkeep
from server_support import quiet_in, running

TEXTS = [f"Turn number {n}." for n in range(7)]


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with running(quiet_in(tmp_path_factory.mktemp("memories"))) as url:
        yield url


@pytest.fixture
def holmes(url: str, request: pytest.FixtureRequest) -> Iterator[soulkeep.RemoteCharacter]:
    with soulkeep.connect(url) as keep:
        holmes = keep.character(request.node.name)
        turns = [soulkeep.Turn(text, id=f"t{n}", session="s1" if n < 4 else "s2") for n, text in enumerate(TEXTS)]
        holmes.observe_many(turns, person="anna")
        yield holmes


def path(url: str, holmes: soulkeep.RemoteCharacter, rest: str) -> str:
    return f"{url}/v1/characters/{holmes.id}/{rest}"


def test_pages_follow_one_another_by_their_links(url: str, holmes: soulkeep.RemoteCharacter) -> None:
    texts, pages, target = [], 0, path(url, holmes, "memories?person=anna&limit=3")
    while target:
        answer = httpx2.get(target)
        texts += [one["text"] for one in answer.json()["items"]]
        pages += 1
        following = answer.links.get("next", {}).get("url")
        target = f"{url}{following}" if following else ""
        assert bool(following) == (answer.json()["next"] is not None)
    assert texts == TEXTS
    assert pages == 3


def test_a_page_that_is_just_full_is_the_last(url: str, holmes: soulkeep.RemoteCharacter) -> None:
    answer = httpx2.get(path(url, holmes, "memories?person=anna&limit=7"))
    assert answer.json()["next"] is None
    assert "link" not in answer.headers


def test_memories_are_filtered_and_turned_round(holmes: soulkeep.RemoteCharacter) -> None:
    assert [one.id for one in holmes.memories(person="anna", session="s2")] == ["t4", "t5", "t6"]
    assert [one.id for one in holmes.memories(person="anna", limit=2, newest=True)] == ["t6", "t5"]
    assert [one.id for one in holmes.memories(person="anna", after="t4")] == ["t5", "t6"]
    holmes.forget("t1", person="anna")
    assert [one.id for one in holmes.memories(person="anna", forgotten=True)] == ["t1"]
    assert [one.id for one in holmes.memories(person="anna", forgotten=True)] == ["t1"]
    assert "t1" not in [one.id for one in holmes.memories(person="anna", forgotten=False)]
    assert list(holmes.memories(person="anna", kinds={"passage"})) == []
    assert [one.id for one in holmes.sessions(person="anna")] == ["s2", "s1"]
    with pytest.raises(soulkeep.UnknownMemory):
        list(holmes.memories(person="anna", after="nobody"))


def test_a_memory_is_corrected_and_its_history_tells(holmes: soulkeep.RemoteCharacter) -> None:
    assert holmes.amend("t0", "부산에 살아요.", person="anna").text == "부산에 살아요."
    assert holmes.amend("t0", importance=9, person="anna").importance == 9
    assert holmes.amend("t0", person="anna", pinned=True).pinned
    assert not holmes.amend("t0", person="anna", pinned=False).pinned
    assert holmes.amend("t0", metadata={"나": [1, 2]}, person="anna").metadata == {"나": [1, 2]}
    told = holmes.history("t0", person="anna")
    assert {"stored", "amended", "rated", "pinned", "unpinned"} <= {one.what for one in told}
    amended = next(one for one in told if one.what == "amended")
    assert (amended.before["text"], amended.after["text"]) == (TEXTS[0], "부산에 살아요.")
    assert holmes.recall("부산", person="anna").hits[0].memory.id == "t0"


def test_what_was_forgotten_comes_back(holmes: soulkeep.RemoteCharacter) -> None:
    assert [one.id for one in holmes.forget("t2", person="anna")] == ["t2"]
    assert "t2" not in [hit.memory.id for hit in holmes.recall(TEXTS[2], person="anna").hits]
    assert holmes.restore("t2", person="anna").forgotten is None
    assert holmes.recall(TEXTS[2], person="anna").hits[0].memory.id == "t2"
    assert len(holmes.forget(person="anna", way="oldest", count=2)) == 2
    with pytest.raises(soulkeep.InputError, match="How many"):
        holmes.forget(person="anna")


def test_a_deleted_memory_is_gone(url: str, holmes: soulkeep.RemoteCharacter) -> None:
    assert holmes.delete("t3", person="anna", scrub=True) == 1
    with pytest.raises(soulkeep.UnknownMemory):
        holmes.memory("t3", person="anna")
    assert httpx2.delete(path(url, holmes, "memories/t3?person=anna")).status_code == 404


def test_retention_falls_with_time(holmes: soulkeep.RemoteCharacter) -> None:
    memory = holmes.memory("t0", person="anna")
    soon, late = (memory.accessed + timedelta(days=days) for days in (1, 300))
    assert 0 < holmes.retention(memory, time=late) < holmes.retention(memory, time=soon) <= 1


def test_who_has_the_present_state_need_not_read_it_again(url: str, holmes: soulkeep.RemoteCharacter) -> None:
    for rest in ("", "facts?person=anna", "memories?person=anna", "memories/t0?person=anna"):
        target = path(url, holmes, rest).rstrip("/")
        first = httpx2.get(target)
        tag = first.headers["etag"]
        again = httpx2.get(target, headers={"If-None-Match": f'"other", W/{tag}'})
        assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", tag)
        assert httpx2.get(target, headers={"If-None-Match": '"other"'}).status_code == 200


def test_nobody_overwrites_what_changed_meanwhile(url: str, holmes: soulkeep.RemoteCharacter) -> None:
    target = path(url, holmes, "memories/t0?person=anna")
    tag = httpx2.get(target).headers["etag"]
    changed = httpx2.patch(target, json={"importance": 5}, headers={"If-Match": tag})
    assert changed.status_code == 200
    for late in (
        httpx2.patch(target, json={"importance": 1}, headers={"If-Match": tag}),
        httpx2.delete(target, headers={"If-Match": tag}),
    ):
        assert late.status_code == 412
        assert late.json()["type"].endswith(":changed")
    assert holmes.memory("t0", person="anna").importance == 5
    assert httpx2.delete(target, headers={"If-Match": changed.headers["etag"]}).status_code == 200


def test_a_character_is_created_only_where_there_is_none(url: str, holmes: soulkeep.RemoteCharacter) -> None:
    target = f"{url}/v1/characters/{holmes.id}"
    tag = httpx2.get(target).headers["etag"]
    assert httpx2.put(target, json={"name": "Holmes"}, headers={"If-Match": '"other"'}).status_code == 412
    assert httpx2.put(target, json={"name": "Holmes"}, headers={"If-Match": tag}).json()["name"] == "Holmes"
    assert httpx2.put(f"{target}-2", json={}, headers={"If-Match": "*"}).status_code == 412
    assert httpx2.get(f"{target}-2").status_code == 404


def test_feelings_are_set_and_followed(holmes: soulkeep.RemoteCharacter) -> None:
    holmes.feel(person="anna", valence=0.5, trust=0.6)
    assert holmes.mood(person="anna").valence == pytest.approx(0.5, abs=0.05)
    assert holmes.bond("anna").trust == pytest.approx(0.6, abs=0.05)
    course = holmes.course(person="anna", points=5)
    assert len(course) == 5
    assert course[-1].bond.trust == pytest.approx(0.6, abs=0.05)
    with pytest.raises(soulkeep.InputError):
        holmes.feel(person="anna", trust=2)


def test_plans_facts_and_reflections_are_found(holmes: soulkeep.RemoteCharacter) -> None:
    now = datetime(2026, 5, 8, 9, 0, tzinfo=UTC)
    holmes.observe("My interview is tomorrow. I live in Busan.", person="anna", time=now, id="i")
    due = holmes.due(person="anna", time=now + timedelta(hours=20), within=timedelta(days=2))
    assert [one.memory.id for one in due] == ["i"]
    holmes.consolidate(person="anna")
    assert [fact.value for fact in holmes.facts(person="anna", relation="home")] == ["Busan"]
    assert holmes.reflect(person="anna") is not None
    with pytest.raises(soulkeep.InputError):
        holmes.due(person="anna", within=timedelta(days=400))
    with pytest.raises(soulkeep.InputError):
        holmes.due(person="anna", time=datetime(9998, 12, 31, tzinfo=UTC), within=timedelta(days=366))
