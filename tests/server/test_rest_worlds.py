"""Worlds over REST: what readers recall, what keys may, tags and repeated requests."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx2
import pytest

import soulkeep
from server_support import make_key, quiet_in, quietly, running

ADMIN = "an-admin-key-that-nobody-guesses"

GUIDE = """\
# Baker Street

Mrs Hudson keeps the house at 221B Baker Street. Her parrot is called Admiral.

# 베이커가

베이커가의 하숙집 주인은 허드슨 부인이다.
"""

QUESTION = "Who keeps the house at 221B Baker Street?"

EVERY = ("read", "write", "admin")


@pytest.fixture
def url(tmp_path: Path) -> Iterator[str]:
    with running(quiet_in(tmp_path)) as url:
        yield url


@pytest.fixture
def keep(url: str) -> Iterator[soulkeep.RemoteKeep]:
    """Yield a keep at a server, with a world that Holmes reads, and Moriarty doesn't."""
    with soulkeep.connect(url) as keep:
        keep.world("london").learn(GUIDE, source="guide")
        keep.character("holmes", worlds=["london"])
        keep.character("moriarty", name="Moriarty")
        yield keep


def test_who_reads_it_recalls_it_and_who_does_not_cannot(url: str, keep: soulkeep.RemoteKeep) -> None:
    holmes, moriarty = keep.character("holmes"), keep.character("moriarty")
    for question, found in ((QUESTION, "Hudson"), ("하숙집 주인은 누구야?", "허드슨")):
        best = holmes.recall(question, person="anna").hits[0].memory
        assert (found in best.text, best.world, best.owner) == (True, "london", "world:london")
        assert holmes.memory(best.id) == best
        with pytest.raises(soulkeep.UnknownMemory):
            moriarty.memory(best.id)
        assert moriarty.recall(question, person="anna").considered == 0
    reply = holmes.reply(QUESTION, person="anna")
    assert [one.memory.world for one in reply.references] == ["london"]
    assert "Hudson" not in moriarty.reply(QUESTION, person="anna").text
    assert "Hudson" not in "".join(map(str, keep.export(character="moriarty")))


def test_what_a_character_reads_is_part_of_it(url: str, keep: soulkeep.RemoteKeep) -> None:
    assert httpx2.get(f"{url}/v1/characters/holmes").json()["worlds"] == ["london"]
    assert keep.character("moriarty").profile.worlds == ()
    assert keep.character("moriarty", worlds=["런던", "guild"]).profile.worlds == ("런던", "guild")
    assert keep.character("moriarty", name="Professor").profile.worlds == ("런던", "guild")
    assert keep.character("moriarty", worlds=[]).profile.worlds == ()
    for wrong in ("london", [""], [3]):
        answer = httpx2.put(f"{url}/v1/characters/moriarty", json={"worlds": wrong})
        assert answer.status_code == 422, answer.text
    answer = httpx2.put(f"{url}/v1/characters/world:london", json={"name": "London"})
    assert answer.status_code == 422
    assert "keep.world('london')" in answer.json()["hint"]


def test_a_world_is_listed_read_and_corrected_as_in_the_library(keep: soulkeep.RemoteKeep) -> None:
    london = keep.world("london")
    assert london.learn(GUIDE, source="guide") == soulkeep.Learned(source="guide", passages=0, known=2)
    assert keep.worlds() == ["london"]
    expected = soulkeep.WorldStats(name="london", memories=2, sources={"guide": 2}, readers=("holmes",))
    assert london.stats() == expected
    assert london.readers() == ["holmes"]
    first, second = london.memories()
    assert list(london.memories(limit=1, newest=True)) == [second]
    assert list(london.memories(after=first.id)) == [second]
    assert london.memory(first.id) == first
    assert london.amend(first.id, "Mrs Turner keeps the house at 221B Baker Street.").text.startswith("Mrs Turner")
    assert [one.id for one in london.forget(second.id)] == [second.id]
    assert [one.id for one in london.memories(forgotten=True)] == [second.id]
    assert london.restore(second.id).forgotten is None
    assert [one.what for one in london.history(second.id)] == ["stored", "forgotten", "restored"]
    assert london.delete(first.id) == 1
    with pytest.raises(soulkeep.UnknownMemory):
        london.memory(first.id)
    assert not keep.character("holmes").recall("221B").hits[0].memory.text.startswith("Mrs")


def test_pages_follow_one_another_by_their_links(url: str, keep: soulkeep.RemoteKeep) -> None:
    answer = httpx2.get(f"{url}/v1/worlds/london/memories?limit=1")
    following = answer.links["next"]["url"]
    last = httpx2.get(f"{url}{following}")
    assert [one["text"][:3] for one in (*answer.json()["items"], *last.json()["items"])] == ["Mrs", "베이커"]
    assert "link" not in last.headers


def test_a_request_sent_twice_is_done_once(url: str, keep: soulkeep.RemoteKeep) -> None:
    key = {"Idempotency-Key": "k1"}
    body = {"text": "The fog comes from the river.", "source": "weather"}
    first, second = (httpx2.post(f"{url}/v1/worlds/london/learn", json=body, headers=key) for _ in range(2))
    assert first.status_code == second.status_code == 201
    assert first.json() == second.json() == {"source": "weather", "passages": 1, "known": 0, "resumed": False}


def test_only_what_is_unchanged_is_changed(url: str, keep: soulkeep.RemoteKeep) -> None:
    first, _ = keep.world("london").memories()
    here = f"{url}/v1/worlds/london/memories/{first.id}"
    tag = httpx2.get(here).headers["ETag"]
    assert httpx2.get(here, headers={"If-None-Match": tag}).status_code == 304
    changed = httpx2.patch(here, json={"text": "Mrs Turner keeps it."}, headers={"If-Match": tag})
    assert changed.status_code == 200
    for again in (
        httpx2.patch(here, json={"text": "Nobody keeps it."}, headers={"If-Match": tag}),
        httpx2.delete(here, headers={"If-Match": tag}),
    ):
        assert again.status_code == 412
    assert keep.world("london").memory(first.id).text == "Mrs Turner keeps it."
    world = f"{url}/v1/worlds/london"
    tag = httpx2.get(world).headers["ETag"]
    keep.world("london").learn("More fog.", source="weather")
    assert httpx2.delete(world, headers={"If-Match": tag}).status_code == 412
    assert keep.world("london").stats().memories == 3


def test_a_character_cannot_change_what_others_have_read(url: str, keep: soulkeep.RemoteKeep) -> None:
    first, _ = keep.world("london").memories()
    here = f"{url}/v1/characters/holmes/memories/{first.id}"
    for answer in (
        httpx2.patch(here, json={"text": "Nobody keeps it."}),
        httpx2.post(f"{here}/forget"),
        httpx2.delete(here),
    ):
        assert answer.status_code == 422
        assert "keep.world('london')" in answer.json()["hint"]
    assert keep.world("london").memory(first.id) == first


def test_a_world_is_erased_and_taken_along(keep: soulkeep.RemoteKeep) -> None:
    rows = list(keep.export(world="london"))
    assert {row["world"] for row in rows if row["type"] == "memory"} == {"london"}
    receipt = keep.erase(world="london")
    assert (receipt.world, receipt.memories, receipt.characters, receipt.remaining) == ("london", 2, ("holmes",), 0)
    assert keep.worlds() == []
    assert not keep.character("holmes").recall(QUESTION).hits
    assert keep.character("holmes").profile.worlds == ()
    assert keep.take_in(rows).memories == 2
    assert keep.character("moriarty", worlds=["london"]).recall(QUESTION).hits
    with pytest.raises(soulkeep.InputError):
        keep.erase(world="london", person="anna")


def test_a_file_becomes_lore(keep: soulkeep.RemoteKeep) -> None:
    done = keep.import_file(b"The guild meets on Mondays.", name="rules.txt", world="guild")
    assert isinstance(done, soulkeep.importers.import_file.Imported)
    assert [(one.world, one.new) for one in done.taken] == [("guild", 1)]
    assert keep.world("guild").stats().sources == {"rules": 1}


@pytest.mark.parametrize("name", ["a/b", "런던", "a b", "?x=1", "..", "world:london", "x" * 200])
def test_names_may_hold_anything(keep: soulkeep.RemoteKeep, name: str) -> None:
    keep.world(name).learn("The guild meets on Mondays.", source="rules")
    assert keep.character("watson", worlds=[name]).recall("When does the guild meet?").hits[0].memory.world == name
    assert keep.world(name).stats().readers == ("watson",)
    assert keep.erase(world=name).memories == 1


@pytest.mark.parametrize("scope", [{"characters": ["holmes"]}, {"people": ["anna"]}], ids=["characters", "people"])
def test_a_limited_key_reads_lore_through_its_characters_alone(tmp_path: Path, scope: dict[str, list[str]]) -> None:
    config = quiet_in(tmp_path, admin_key=ADMIN)
    with quietly(config.location) as here:
        here.world("london").learn(GUIDE, source="guide")
        here.world("guild").learn("The guild meets on Mondays.", source="rules")
        here.character("holmes", worlds=["london"])
    key = make_key(config, "limited", rights=EVERY, **scope)
    with running(config) as url, soulkeep.connect(url, key=key) as keep:
        holmes = keep.character("holmes")
        found = holmes.recall(QUESTION, person="anna")
        assert found.hits[0].memory.world == "london"
        assert not any("guild" in hit.memory.text for hit in found.hits)
        london, passage = keep.world("london"), found.hits[0].memory
        attempts: list[Any] = [
            keep.worlds,
            london.stats,
            lambda: list(london.memories()),
            lambda: london.memory(passage.id),
            lambda: london.history(passage.id),
            lambda: london.learn("It is foggy.", source="weather"),
            lambda: london.amend(passage.id, "Nobody keeps it."),
            lambda: london.forget(passage.id),
            lambda: london.restore(passage.id),
            lambda: london.delete(passage.id),
            lambda: keep.erase(world="london"),
            lambda: list(keep.export(world="london")),
            lambda: keep.character("holmes", worlds=["london", "guild"]),
            lambda: keep.import_file(b"It is foggy.", name="fog.txt", world="london"),
        ]
        for attempt in attempts:
            with pytest.raises(soulkeep.ServerRefused):
                attempt()
        with soulkeep.connect(url, key=ADMIN) as all_:
            assert all_.character("holmes").profile.worlds == ("london",)
            assert all_.world("london").memory(passage.id) == passage
            assert all_.world("london").stats().memories == 2


@pytest.mark.parametrize("right", EVERY)
def test_a_right_gives_nothing_but_itself(tmp_path: Path, right: str) -> None:
    config = quiet_in(tmp_path, admin_key=ADMIN)
    with quietly(config.location) as here:
        here.world("london").learn(GUIDE, source="guide")
        here.character("holmes")
    key = make_key(config, "limited", rights=[right])
    with running(config) as url, httpx2.Client(base_url=url, headers={"Authorization": f"Bearer {key}"}) as http:
        statuses = {
            "read": http.get("/v1/worlds/london/memories").status_code,
            "write": http.post("/v1/worlds/london/learn", json={"text": "Fog.", "source": "fog"}).status_code,
            "admin": http.put("/v1/characters/holmes", json={"worlds": ["london"]}).status_code,
        }
        assert {name for name, status in statuses.items() if status < 300} == {right}
        erased = http.delete("/v1/worlds/london").status_code
        assert erased == (200 if right == "admin" else 403)


def test_mem0_goes_on_without_what_is_no_agents(url: str, keep: soulkeep.RemoteKeep) -> None:
    keep.character("holmes").observe("I keep the house in order.", person="anna")
    query = {"query": QUESTION, "filters": {"agent_id": "holmes"}}
    found = httpx2.post(f"{url}/mem0/v3/memories/search/", json=query)
    assert found.status_code == 200, found.text
    listed = found.json() if isinstance(found.json(), list) else found.json()["results"]
    assert [one["memory"] for one in listed] == ["I keep the house in order."]
