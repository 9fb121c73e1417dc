"""mem0's published clients, pointed at a running server."""

from __future__ import annotations

import asyncio
import os
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import httpx2
import pytest

from server_support import config_in, make_key, quietly, running
from soulkeep.server import ServerConfig

os.environ["MEM0_TELEMETRY"] = "False"  # read when mem0 is imported
os.environ["MEM0_DIR"] = tempfile.mkdtemp(prefix="mem0-")

from mem0 import AsyncMemoryClient, MemoryClient
from mem0.exceptions import (
    MemoryError,
    MemoryNotFoundError,
    ValidationError,
)

ANNA = {"user_id": "anna"}


@pytest.fixture
def config(tmp_path: Path) -> ServerConfig:
    return config_in(tmp_path)


@pytest.fixture
def base(config: ServerConfig) -> Iterator[str]:
    with running(config) as base:
        yield base


@contextmanager
def connected(base: str, key: str = "any") -> Iterator[Any]:
    client = MemoryClient(api_key=key, host=f"{base}/mem0")
    with closing(client.client):
        yield client


@pytest.fixture
def client(base: str) -> Iterator[Any]:
    with connected(base) as client:
        yield client


def texts(found: dict[str, Any]) -> list[str]:
    return [one["memory"] for one in found["results"]]


def test_what_is_added_is_found(client: Any) -> None:
    added = client.add(
        [
            {"role": "system", "content": "You are helpful."},
            {"role": "user", "content": "I adopted a cat called Miso."},
            {"role": "assistant", "content": "How lovely! Is she settling in?"},
        ],
        user_id="anna",
        agent_id="nell",
        run_id="first",
        metadata={"channel": "web"},
    )["results"]
    assert [(one["event"], one["role"], one["memory"]) for one in added] == [
        ("ADD", "user", "I adopted a cat called Miso."),
        ("ADD", "assistant", "How lovely! Is she settling in?"),
    ]
    best = client.search("What is my cat called?", filters=ANNA)["results"][0]
    assert best["id"] == added[0]["id"]
    assert (best["user_id"], best["agent_id"], best["run_id"]) == ("anna", "nell", "first")
    assert best["metadata"] == {"channel": "web"}
    assert 0 < best["score"] <= 1
    one = client.get(added[0]["id"])
    assert one["memory"] == "I adopted a cat called Miso."
    assert one["created_at"] == one["updated_at"]


def test_a_string_in_any_language_is_what_the_user_said(client: Any) -> None:
    client.add("내 고양이 이름은 나비야.", user_id="안나")
    found = client.search("고양이 이름이 뭐지?", filters={"user_id": "안나"})
    assert texts(found) == ["내 고양이 이름은 나비야."]
    assert found["results"][0]["agent_id"] == "mem0"


def test_facts_are_not_told_beside_the_turns_that_state_them(config: ServerConfig) -> None:
    with quietly(config.location) as keep:
        keep.character("nell").observe("I live in Leeds.", person="anna")
        keep.settle(over=True)
        assert keep.character("nell").facts(person="anna")
    with running(config) as base, connected(base) as client:
        assert texts(client.search("Where does she live?", filters=ANNA)) == ["I live in Leeds."]
        assert texts(client.get_all(filters=ANNA)) == ["I live in Leeds."]
        facts = client.get_all(filters={**ANNA, "kind": "fact"})["results"]
        assert [one["kind"] for one in facts] == ["fact"]


def test_memories_are_listed_page_by_page_the_latest_first(client: Any) -> None:
    for day in range(1, 6):
        client.add(f"Day {day} was fine.", user_id="anna", timestamp=1_700_000_000 + 86_400 * day)
    client.add("Something else.", user_id="boris")
    first = client.get_all(filters=ANNA, page=1, page_size=2)
    assert (first["count"], texts(first)) == (5, ["Day 5 was fine.", "Day 4 was fine."])
    assert "page=2" in first["next"]
    last = client.get_all(filters=ANNA, page=3, page_size=2)
    assert (texts(last), last["next"]) == (["Day 1 was fine."], None)
    assert texts(client.get_all(filters=ANNA, start_date="2023-11-17", end_date="2023-11-18")) == [
        "Day 4 was fine.",
        "Day 3 was fine.",
    ]


def test_filters_join_entities_times_and_metadata(client: Any) -> None:
    client.add("Tea at the Ritz.", user_id="anna", agent_id="nell", metadata={"topic": "food", "stars": 5})
    client.add("Rain all day.", user_id="anna", agent_id="holmes", metadata={"topic": "weather", "stars": 1})
    client.add("Tea with Boris.", user_id="boris", agent_id="nell", run_id="r1", app_id="phone")

    def listed(filters: dict[str, Any]) -> set[str]:
        return set(texts(client.get_all(filters=filters)))

    ritz, rain, boris = "Tea at the Ritz.", "Rain all day.", "Tea with Boris."
    assert listed({"OR": [{"user_id": "boris"}, {"agent_id": "holmes"}]}) == {rain, boris}
    assert listed({"AND": [{"user_id": "*"}, {"NOT": [{"agent_id": "nell"}]}]}) == {rain}
    assert listed({"user_id": "anna", "metadata": {"topic": "food"}}) == {ritz}
    assert listed({"user_id": "anna", "stars": {"gte": 2}}) == {ritz}
    assert listed({"user_id": {"in": ["anna", "boris"]}, "keywords": {"icontains": "TEA"}}) == {ritz, boris}
    assert listed({"user_id": "*", "created_at": {"lt": "2020-01-01"}}) == set()
    assert listed({"run_id": "r1"}) == listed({"app_id": "phone"}) == {boris}
    assert listed({"user_id": "anna", "topic": {"ne": "food"}}) == {rain}
    assert texts(client.search("tea", filters={"AND": [{"user_id": "anna"}, {"topic": "food"}]})) == [ritz]
    with pytest.raises(ValidationError, match="There is no operator 'like'"):
        client.get_all(filters={"user_id": {"like": "a"}})
    with pytest.raises(ValidationError, match="Whose memories"):
        client.search("tea", filters={"topic": "food"})


def test_a_search_looks_further_until_enough_passes_the_filter(client: Any) -> None:
    client.add(
        [{"role": "user", "content": f"I ate an apple of kind {number}."} for number in range(60)],
        user_id="anna",
        metadata={"odd": False},
    )
    client.add("I ate fruit.", user_id="anna", metadata={"odd": True})
    found = client.search("Which kind of apple?", filters={"user_id": "anna", "odd": True}, top_k=1)
    assert texts(found) == ["I ate fruit."]
    assert len(client.search("Which kind of apple?", filters=ANNA, top_k=3)["results"]) == 3


def test_an_update_keeps_the_id_and_the_history(client: Any) -> None:
    id = client.add("I live in Leeds.", user_id="anna", metadata={"a": 1})["results"][0]["id"]
    changed = client.update(id, text="I live in York.", metadata={"b": [1, 2]})
    assert (changed["id"], changed["memory"]) == (id, "I live in York.")
    now = client.get(id)
    assert (now["memory"], now["metadata"]) == ("I live in York.", {"b": [1, 2]})
    assert now["updated_at"] > now["created_at"]
    steps = [(one["event"], one["old_memory"], one["new_memory"]) for one in client.history(id)]
    assert steps == [("ADD", None, "I live in Leeds."), ("UPDATE", "I live in Leeds.", "I live in York.")]
    assert {one["memory_id"] for one in client.history(id)} == {id}


def test_what_is_deleted_is_gone(client: Any) -> None:
    added = client.add([{"role": "user", "content": text} for text in ("One bee.", "Two bees.")], user_id="anna")
    first, second = (one["id"] for one in added["results"])
    client.delete(first)
    for call in (client.get, client.history, client.delete):
        with pytest.raises(MemoryNotFoundError):
            call(first)
    assert texts(client.get_all(filters=ANNA)) == ["Two bees."]
    client.batch_update([{"memory_id": second, "text": "Three bees."}])
    assert client.get(second)["memory"] == "Three bees."
    client.batch_delete([{"memory_id": second}])
    assert client.get_all(filters=ANNA)["count"] == 0
    with pytest.raises(MemoryNotFoundError):
        client.get("nonsense")


def test_deleting_all_of_one_spares_the_others(client: Any) -> None:
    client.add("Mine.", user_id="anna", run_id="r1")
    client.add("Mine, too.", user_id="anna", run_id="r2")
    client.add("Not mine.", user_id="boris")
    client.delete_all(user_id="anna", run_id="r1")
    assert texts(client.get_all(filters=ANNA)) == ["Mine, too."]
    client.delete_all(filters={"user_id": "anna"})
    assert texts(client.get_all(filters={"user_id": "*"})) == ["Not mine."]
    with pytest.raises(ValidationError, match="Whose memories"):
        client.delete_all()


def test_deleting_all_by_a_key_that_only_writes_spares_the_others(config: ServerConfig) -> None:
    with quietly(config.location) as keep:
        for text in ("I keep bees.", "I live in Leeds.", "My sister is called Clara."):
            keep.character("nell").observe(text, person="anna")
        keep.character("nell").observe("The violin is sold.", person="boris")
        keep.settle(over=True)
    with running(config) as base, connected(base, make_key(config)) as client:
        client.delete_all(user_id="anna")
        assert client.get_all(filters={**ANNA, "kind": "*"})["count"] == 0
        assert texts(client.get_all(filters={"user_id": "*"})) == ["The violin is sold."]


def test_entities_are_listed_and_erased(client: Any) -> None:
    client.add("Hello.", user_id="anna", agent_id="nell", run_id="r1")
    client.add("Hello, too.", user_id="boris", agent_id="nell")
    listed = {(one["type"], one["name"]): one["total_memories"] for one in client.users()["results"]}
    assert listed == {("agent", "nell"): 2, ("run", "r1"): 1, ("user", "anna"): 1, ("user", "boris"): 1}
    client.delete_users(user_id="anna")
    assert texts(client.get_all(filters={"user_id": "*"})) == ["Hello, too."]
    with pytest.raises(MemoryNotFoundError, match="no user 'anna'"):
        client.delete_users(user_id="anna")
    client.add("Hello again.", user_id="a/b c", agent_id="nell")
    client.delete_users(user_id="a/b c")
    client.delete_users(agent_id="nell")
    assert client.users()["count"] == 0


def test_what_has_expired_is_shown_only_on_demand(client: Any) -> None:
    id = client.add("The code is 4711.", user_id="anna", expiration_date="2020-01-01")["results"][0]["id"]
    assert client.get_all(filters=ANNA)["count"] == 0
    assert client.search("code", filters=ANNA)["results"] == []
    assert client.get_all(filters=ANNA, show_expired=True)["count"] == 1
    client.update(id, expiration_date=None)
    assert texts(client.search("code", filters=ANNA)) == ["The code is 4711."]


def test_feedback_moves_the_importance(client: Any, config: ServerConfig) -> None:
    id = client.add("I like tea.", user_id="anna")["results"][0]["id"]
    client.feedback(id, "POSITIVE")
    with quietly(config.location) as keep:
        high = next(keep.character("mem0").memories(person="anna")).importance
    client.feedback(id, "VERY_NEGATIVE")
    with quietly(config.location) as keep:
        assert next(keep.character("mem0").memories(person="anna")).importance == 1 < high


def test_what_there_is_nothing_for_is_said_so(client: Any) -> None:
    for call in (
        lambda: client.create_memory_export(schema="{}"),
        client.get_summary,
        lambda: client.get_profile("anna"),
        lambda: client.get_webhooks("p"),
        lambda: client.add("Tea.", user_id="anna", custom_instructions="Be brief."),
        lambda: client.add([{"role": "user", "content": [{"type": "image_url"}]}], user_id="anna"),
        lambda: client.get_all(filters=ANNA, categories=["food"]),
    ):
        with pytest.raises(MemoryError) as error:
            call()
        assert error.value.error_code == "HTTP_501"
        assert error.value.message.startswith(("There is nothing here", "Only text is kept"))


def test_bad_input_is_told_and_nothing_is_stored(client: Any, base: str) -> None:
    for kwargs in ({}, {"run_id": "r"}, {"user_id": "anna", "metadata": {"mem0.app_id": "x"}}, {"user_id": "a" * 5000}):
        with pytest.raises(ValidationError):
            client.add("Hello.", **kwargs)
    with pytest.raises(ValidationError, match="no date"):
        client.add("Hello.", user_id="anna", expiration_date="soon")
    with pytest.raises(ValidationError, match="no time"):
        client.add("Hello.", user_id="anna", timestamp="later")
    assert client.users()["results"] == []
    deep: dict[str, Any] = {"user_id": "anna"}
    for _ in range(60):
        deep = {"AND": [deep]}
    with pytest.raises(ValidationError, match="too large"):
        client.get_all(filters=deep)
    assert httpx2.post(f"{base}/mem0/v3/memories/search/", json={"query": 3}).status_code == 422


def test_a_key_reaches_its_own_people_only(config: ServerConfig) -> None:
    with quietly(config.location) as keep:
        keep.character("nell").observe("The violin is sold.", person="boris")
        keep.character("nell").observe("I keep bees.", person="anna")
    own = make_key(config, people=["anna"])
    read = make_key(config, "reader", rights=["read"])
    with running(config) as base, connected(base, own) as client, connected(base, read) as reader:
        assert texts(client.get_all(filters={"user_id": "*"})) == ["I keep bees."]
        assert texts(client.search("violin", filters={"agent_id": "nell"})) == ["I keep bees."]
        with pytest.raises(MemoryError, match="doesn't reach that person"):
            client.add("Hello.", user_id="boris")
        with pytest.raises(MemoryError, match="may not make one"):
            client.add("Hello.", user_id="anna", agent_id="watson")
        with pytest.raises(MemoryError, match="right to admin"):
            client.delete_users(user_id="anna")
        boris = reader.get_all(filters={"user_id": "boris"})["results"][0]["id"]
        for call in (client.get, client.delete, client.history):
            with pytest.raises(MemoryError, match="doesn't reach that person"):
                call(boris)
        with pytest.raises(MemoryError, match="right to write"):
            reader.delete_all(user_id="anna")


def test_no_key_opens_nothing(config: ServerConfig) -> None:
    make_key(config)
    with running(config) as base:
        for headers in ({}, {"Authorization": "Token sk-soul-wrong"}):
            answered = httpx2.get(f"{base}/mem0/v1/ping/", headers=headers)
            assert answered.status_code == 401
            assert answered.headers["content-type"] == "application/json"
            assert "key" in answered.json()["detail"]


def test_the_asynchronous_client_does_the_same(base: str) -> None:
    async def talk() -> tuple[list[str], list[str], int]:
        client = AsyncMemoryClient(api_key="any", host=f"{base}/mem0")
        try:
            added = await client.add("I play the cello.", user_id="anna")
            found = await client.search("Which instrument?", filters=ANNA)
            await client.update(added["results"][0]["id"], text="I play the viola.")
            events = [one["event"] for one in await client.history(added["results"][0]["id"])]
            await client.delete_all(user_id="anna")
            return texts(found), events, (await client.get_all(filters=ANNA))["count"]
        finally:
            await client.async_client.aclose()

    assert asyncio.run(talk()) == (["I play the cello."], ["ADD", "UPDATE"], 0)


def test_the_endpoints_of_the_own_server_do_the_same(base: str) -> None:
    with httpx2.Client(base_url=f"{base}/mem0", trust_env=False) as http:
        messages = [{"role": "user", "content": "I play chess."}]
        added = http.post("/memories", json={"messages": messages, "user_id": "anna"}).json()["results"][0]
        path = f"/memories/{added['id']}"
        assert http.get("/memories", params=ANNA).json()["results"][0]["memory"] == "I play chess."
        found = http.post("/search", json={"query": "Which game?", "user_id": "anna"}).json()
        assert texts(found) == ["I play chess."]
        assert http.put(path, json={"text": "I play go."}).json()["message"] == "Memory updated successfully!"
        assert http.get(path).json()["memory"] == "I play go."
        assert [one["event"] for one in http.get(f"{path}/history").json()] == ["ADD", "UPDATE"]
        assert http.delete(path).status_code == 200
        assert http.delete("/memories", params=ANNA).status_code == 200
        assert http.get(path).status_code == 404
        assert http.get("/memories").status_code == 422
        assert http.post("/reset").status_code == 422


def test_nobody_speaks_as_the_character(client: Any) -> None:
    said = [{"role": "user", "name": name, "content": f"I am {name}."} for name in ("nell", "Clara")]
    added = client.add(said, user_id="anna", agent_id="nell")["results"]
    assert [(one["actor_id"], one["role"]) for one in added] == [("anna", "user"), ("Clara", "user")]


def test_what_belongs_to_nobody_is_found_once(config: ServerConfig) -> None:
    with quietly(config.location) as keep:
        for person in (None, "anna", "boris"):
            keep.character("nell").observe(f"The violin is for {person}.", person=person)
    with running(config) as base, connected(base) as client:
        found = client.search("violin", filters={"agent_id": "nell"})
        assert sorted(texts(found)) == [f"The violin is for {person}." for person in ("None", "anna", "boris")]
        assert texts(client.search("violin", filters=ANNA)) == ["The violin is for anna."]


@pytest.mark.parametrize("operator", ["contains", "icontains"])
@pytest.mark.parametrize(
    ("wanted", "count"), [("color", 1), ("size", 0), (["color"], 0), ({"color": "red"}, 0), (None, 0)]
)
def test_an_object_in_metadata_contains_its_names(client: Any, operator: str, wanted: Any, count: int) -> None:
    client.add("A red ball.", user_id="anna", metadata={"look": {"color": "red"}})
    assert client.get_all(filters={**ANNA, "look": {operator: wanted}})["count"] == count


def test_a_body_without_a_length_is_read_to_the_limit_and_only_for_a_key(config: ServerConfig) -> None:
    key = make_key(config)

    def endless() -> Iterator[bytes]:
        yield from [b" " * 65_536] * (1 + config.body_bytes // 65_536)

    with running(config) as base:
        for path in ("v3/memories/add/", "memories"):
            for headers, status in ({"Authorization": f"Token {key}"}, 413), ({}, 401):
                answered = httpx2.post(f"{base}/mem0/{path}", content=endless(), headers=headers)
                assert answered.status_code == status


def test_several_are_deleted_together_or_not_at_all(client: Any) -> None:
    added = client.add([{"role": "user", "content": text} for text in ("One bee.", "Two bees.")], user_id="anna")
    added["results"] += client.add("Three bees.", user_id="boris")["results"]
    ids = [{"memory_id": one["id"]} for one in added["results"]]
    client.delete(ids[2]["memory_id"])
    with pytest.raises(MemoryNotFoundError):
        client.batch_delete(ids)
    assert client.get_all(filters=ANNA)["count"] == 2
    client.batch_delete([*ids[:2], ids[0]])
    assert client.get_all(filters=ANNA)["count"] == 0
