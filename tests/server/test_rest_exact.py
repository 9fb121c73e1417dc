"""REST does exactly what it is asked, or nothing: no parameter, condition or part of a change is ignored."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx2
import pytest

import soulkeep
from server_support import config_in, quiet_in, quietly, running

ADMIN = "an-admin-key-that-nobody-guesses"


@pytest.fixture
def url(tmp_path: Path) -> Iterator[str]:
    with running(quiet_in(tmp_path)) as url, soulkeep.connect(url) as keep:
        for id in ("holmes", "watson"):
            keep.character(id).observe("Hello.", person="anna", id="t1")
        yield url


def post(url: str, path: str, body: dict[str, Any], key: str = "k1", **headers: str) -> httpx2.Response:
    return httpx2.post(f"{url}/v1/{path}", json=body, headers={"Idempotency-Key": key, **headers})


def texts(url: str, character: str) -> list[str]:
    with soulkeep.connect(url) as keep:
        return [one.text for one in keep.character(character).memories(person="anna")]


def test_a_misspelt_parameter_is_refused(url: str) -> None:
    answer = httpx2.delete(f"{url}/v1/people/anna?charcter=holmes")
    assert answer.status_code == 422
    assert "charcter" in answer.json()["detail"]
    assert "character" in answer.json()["hint"]
    assert texts(url, "watson") == ["Hello."]
    assert httpx2.get(f"{url}/v1/health?x=1").status_code == 422
    assert httpx2.delete(f"{url}/v1/people/anna?character=holmes").json()["characters"] == ["holmes"]


@pytest.mark.parametrize(
    "path", ["people/anna", "keys/key_1", "characters/holmes/knowledge/music", "characters/holmes/stories/visit"]
)
def test_a_condition_that_is_not_heeded_is_refused(url: str, path: str) -> None:
    answer = httpx2.delete(f"{url}/v1/{path}", headers={"If-Match": '"nonsense"'})
    assert (answer.status_code, answer.json()["type"]) == (422, "urn:soulkeep:problem:input-error")
    assert "If-Match" in answer.json()["hint"]
    assert texts(url, "holmes") == ["Hello."]


def test_the_openapi_lists_the_conditions_that_are_heeded(url: str) -> None:
    found = httpx2.get(f"{url}/v1/openapi.json").json()["paths"]
    listed = {
        operation["operationId"]
        for operations in found.values()
        for operation in operations.values()
        if any(one["name"] == "If-Match" for one in operation.get("parameters", ()))
    }
    assert listed == {"define", "erase_character", "amend", "delete", "erase_world", "world_amend", "world_delete"}


def test_a_change_is_done_whole_or_not_at_all(url: str) -> None:
    target = f"{url}/v1/characters/holmes/memories/t1?person=anna"
    headers = {"Content-Type": "application/json"}
    answer = httpx2.patch(target, content=b'{"text": "Changed.", "metadata": {"a": 1e999}}', headers=headers)
    assert answer.status_code == 422
    assert texts(url, "holmes") == ["Hello."]


def test_nothing_is_done_twice_after_a_memory_was_corrected(url: str) -> None:
    body = {"text": "I live in Busan.", "person": "ben"}
    id = post(url, "characters/holmes/observe", body).json()["id"]
    learn = {"text": "Cats were sacred in Egypt.", "source": "almanac"}
    assert post(url, "characters/watson/learn", learn, "k2").status_code == 201
    assert httpx2.delete(f"{url}/v1/characters/holmes/memories/{id}?person=ben").status_code == 200
    for path, sent, key in (("holmes/observe", body, "k1"), ("watson/learn", learn, "k2")):
        again = post(url, f"characters/{path}", sent, key)
        assert (again.status_code, again.json()["type"]) == (409, "urn:soulkeep:problem:already-done")
        assert not again.json()["retryable"]
    with soulkeep.connect(url) as keep:
        assert list(keep.character("holmes").memories(person="ben")) == []
    assert post(url, "characters/holmes/observe", {**body, "text": "Other."}).json()["type"].endswith(":key-reused")


def test_a_key_that_is_made_twice_is_made_once(tmp_path: Path) -> None:
    admin = {"Authorization": f"Bearer {ADMIN}"}
    with running(config_in(tmp_path, admin_key=ADMIN)) as url:
        made = post(url, "keys", {"name": "x"}, **admin).json()
        again = post(url, "keys", {"name": "x"}, **admin)
        assert (again.status_code, again.json()["type"]) == (409, "urn:soulkeep:problem:already-done")
        assert made["id"] in again.json()["detail"]
        assert len(httpx2.get(f"{url}/v1/keys", headers=admin).json()) == 1
        rotated = post(url, f"keys/{made['id']}/rotate", {}, "k2", **admin).json()
        assert post(url, f"keys/{made['id']}/rotate", {}, "k2", **admin).status_code == 409
        own = {"Authorization": f"Bearer {rotated['secret']}"}
        assert httpx2.get(f"{url}/v1/characters", headers=own).status_code == 200
        for file in tmp_path.glob("keep.server.db*"):
            assert rotated["secret"].encode() not in file.read_bytes()


def test_the_first_key_locks_nobody_out(url: str) -> None:
    for lesser in ({"rights": ["read", "write"]}, {"rights": ["admin"], "people": ["anna"]}):
        answer = httpx2.post(f"{url}/v1/keys", json={"name": "front end", **lesser})
        assert answer.status_code == 422
        assert "admin" in answer.json()["hint"]
    assert httpx2.get(f"{url}/v1/characters").status_code == 200
    first = httpx2.post(f"{url}/v1/keys", json={"name": "first", "rights": ["read", "write", "admin"]})
    assert first.status_code == 201
    headers = {"Authorization": f"Bearer {first.json()['secret']}"}
    assert httpx2.post(f"{url}/v1/keys", json={"name": "front end"}, headers=headers).status_code == 201


@pytest.mark.parametrize("path", ["/v1/health", "/docs", "/v1/characters/holmes", "/v1/export", "/metrics"])
def test_head_is_get_without_the_body(url: str, path: str) -> None:
    got, headed = httpx2.get(url + path), httpx2.head(url + path)
    assert (headed.status_code, headed.content) == (200, b"")
    assert headed.headers["content-type"] == got.headers["content-type"]
    assert httpx2.head(f"{url}/v1/nothing").status_code == 404


def test_the_start_page_takes_head(tmp_path: Path) -> None:
    with running(config_in(tmp_path, inspector=True)) as url:
        assert httpx2.head(url, follow_redirects=True).status_code == 200


def test_kinds_and_limits_that_there_are_not_are_refused(url: str, tmp_path: Path) -> None:
    with soulkeep.connect(url) as keep, quietly(tmp_path / "other.db") as local:
        for holmes in (keep.character("holmes"), local.character("holmes")):
            for wrong in ({"limit": 0}, {"limit": -1}, {"limit": "5"}, {"kinds": ["turns"]}, {"kinds": "turn"}):
                with pytest.raises(soulkeep.InputError):
                    holmes.memories(person="anna", **wrong)
            with pytest.raises(soulkeep.InputError, match="turns"):
                holmes.recall("Hello?", person="anna", kinds=["turns"])


def deep(levels: int) -> str:
    """Return the JSON of an object within an object, and so on."""
    return '{"a":' * levels + "1" + "}" * levels


STORING = {
    "rest": (
        "/v1/characters/holmes/observe_many",
        '{"person": "anna", "turns": [{"text": "I keep bees.", "metadata": %s}]}',
    ),
    "mem0": (
        "/mem0/v3/memories/add/",
        '{"messages": [{"role": "user", "content": "I keep bees."}], "user_id": "anna", "agent_id": "holmes",'
        ' "metadata": %s}',
    ),
}


@pytest.mark.parametrize("door", STORING)
def test_nothing_that_is_stored_breaks_what_tells_of_it(url: str, door: str) -> None:
    (path, body), headers = STORING[door], {"Content-Type": "application/json"}
    refused = [
        httpx2.post(url + path, content=body % deep(levels), headers=headers) for levels in (65, 250, 900, 90_000)
    ]
    assert {one.status_code // 100 for one in refused} == {4}
    assert httpx2.post(url + path, content=body % deep(60), headers=headers).status_code < 300
    facing = {"person": "anna"}
    for told in (
        httpx2.get(f"{url}/v1/characters/holmes/memories", params=facing),
        httpx2.get(f"{url}/v1/export"),
        httpx2.post(f"{url}/v1/characters/holmes/recall", json={"question": "What do I keep?", **facing}),
        httpx2.post(f"{url}/v1/characters/holmes/reply", json={"text": "What do I keep?", **facing}),
        httpx2.post(f"{url}/mem0/v3/memories/", json={"filters": {"user_id": "anna", "agent_id": "holmes"}}),
    ):
        assert told.status_code == 200, told.text
        assert deep(60) in told.text.replace(" ", "")
