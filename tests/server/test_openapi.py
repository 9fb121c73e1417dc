"""The OpenAPI tells the truth: its examples work, its names are the client's, and nothing in it breaks the server."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx2
import pytest
import schemathesis
from api_walk import operations, seed
from hypothesis import HealthCheck, given, settings

import soulkeep
from server_support import quiet_in, quietly, running
from soulkeep.client.episodes import RemoteEpisodes
from soulkeep.client.operations import OPERATIONS
from soulkeep.server import create_app

EXAMPLES = 5
"""Random requests for each operation."""

OTHER_NAMES = {
    "define": "character",
    "erase_character": "erase",
    "erase_world": "erase",
    "export_person": "export",
    "forget_memory": "forget",
    "knows": "knowledge",
    "pin": "amend",
    "story": "stories",
    "unknow": "knowledge",
    "unpin": "amend",
    "unstage": "stories",
}
"""Operations that are another method's of the client."""


@pytest.fixture(scope="module")
def openapi() -> dict[str, Any]:
    return create_app(quiet_in(Path("."))).openapi()


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    config = quiet_in(tmp_path_factory.mktemp("openapi"))
    with quietly(config.location) as keep:
        seed(keep)
    with running(config) as url:
        yield url


@schemathesis.serializer("application/jsonl", "application/yaml")
def as_text(context: Any, value: Any) -> bytes:
    """Serialise a body of a kind that schemathesis doesn't know."""
    return str(value).encode("utf-8", "replace")


def ours(openapi: dict[str, Any]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    for path, methods in openapi["paths"].items():
        for method, operation in methods.items():
            if path.startswith("/v1/") and "OpenAI" not in operation["tags"]:
                yield path, method, operation


def test_every_example_works(url: str, openapi: dict[str, Any]) -> None:
    known = {"rotate_key", "revoke_key"}  # there are no keys
    with httpx2.Client(base_url=url, timeout=60) as http:
        for one in operations(openapi):
            if one.name in ("create_key", "erase_character", "take_in", *known):
                continue
            answer = one.send(http)
            assert answer.status_code < 400, f"{one.name}: {answer.status_code} {answer.text:.300}"


def test_operations_are_named_as_the_clients_methods(openapi: dict[str, Any]) -> None:
    names = [operation["operationId"] for _, _, operation in ours(openapi)]
    assert len(names) == len(set(names))
    for name in names:
        method = OTHER_NAMES.get(name, name)
        owners: tuple[type, ...] = (soulkeep.RemoteKeep, soulkeep.RemoteCharacter, RemoteEpisodes)
        if name.startswith("world_"):
            owners, method = (soulkeep.RemoteWorld,), name.removeprefix("world_")
        assert any(hasattr(owner, method) for owner in owners) or name == "similar", name


def test_everything_is_described(openapi: dict[str, Any]) -> None:
    assert openapi["openapi"].startswith("3.1")
    for path, method, operation in ours(openapi):
        where = f"{method} {path}"
        assert operation.get("summary"), where
        assert operation["tags"], where
        assert "application/problem+json" in operation["responses"]["default"]["content"], where
        assert "422" not in operation["responses"], where
        for parameter in operation.get("parameters", ()):
            assert parameter.get("description"), f"{where}: {parameter['name']}"
    schemas = openapi["components"]["schemas"]
    for name in ("Memory", "Hit", "Recall", "Reply", "Fact", "ErasureReceipt", "Page", "ApiKey", "Change", "Session"):
        assert schemas[name]["description"], name
        for field, schema in schemas[name]["properties"].items():
            assert schema.get("description"), f"{name}.{field}"
    bodies = {
        operation["requestBody"]["content"]["application/json"]["schema"]["$ref"].rpartition("/")[2]
        for _, _, operation in ours(openapi)
        if "application/json" in operation.get("requestBody", {}).get("content", ())
    }
    assert len(bodies) > 15
    for name in bodies | {"SceneBody", "TurnBody", "RulesBody", "MoodBody"}:
        assert schemas[name].get("additionalProperties") is False, name
        for field, schema in schemas[name]["properties"].items():
            nested = name in ("SceneBody", "TurnBody", "RulesBody", "MoodBody")
            assert nested or schema.get("description"), f"{name}.{field}"


def test_all_references_lead_somewhere(openapi: dict[str, Any]) -> None:
    schemas = openapi["components"]["schemas"]

    def walk(value: Any) -> Iterator[str]:
        if isinstance(value, dict):
            if isinstance(value.get("$ref"), str):
                yield value["$ref"]
            for part in value.values():
                yield from walk(part)
        elif isinstance(value, list):
            for part in value:
                yield from walk(part)

    assert {ref for ref in walk(openapi) if ref.rpartition("/")[2] not in schemas} == set()


def test_the_page_of_the_endpoints_loads_nothing_from_elsewhere(url: str, openapi: dict[str, Any]) -> None:
    page = httpx2.get(f"{url}/docs")
    assert page.headers["content-security-policy"].startswith("default-src 'none'")
    assert not re.search(r"<script|<link|<img|<iframe|@import|url\(|(?:src|href)=.?(?:https?:)?//", page.text)
    for path, _, _ in ours(openapi):
        assert path in page.text


@pytest.mark.filterwarnings("ignore")
def test_no_request_breaks_the_server(url: str) -> None:
    schema = schemathesis.openapi.from_url(f"{url}/v1/openapi.json")
    broken: list[str] = []
    for found in schema.get_all_operations():
        operation: Any = found.ok()  # type: ignore[union-attr]
        tags = operation.definition.raw.get("tags", ())
        if not operation.path.startswith("/v1/") or "OpenAI" in tags or operation.path.startswith("/v1/keys"):
            continue  # OpenAI's has tests of its own, and a key would lock the others out

        @settings(max_examples=EXAMPLES, derandomize=True, suppress_health_check=list(HealthCheck))
        @given(case=operation.as_strategy())
        def check(case: Any) -> None:
            response = case.call(timeout=60)
            if response.status_code >= 500:
                broken.append(f"{case.as_curl_command()} -> {response.status_code} {response.text:.200}")

        check()
    assert not broken, "\n".join(broken)


def test_every_operation_of_the_table_is_served_and_no_other() -> None:
    """What the client asks and what the server answers stand in one table: a row that neither has would be dead."""
    served = {
        operation["operationId"]: (method.upper(), path.removeprefix("/v1"))
        for path, methods in create_app(quiet_in(Path("."))).openapi()["paths"].items()
        for method, operation in methods.items()
        if path.startswith("/v1/") and not {"chat", "models", "responses"} & set(path.split("/"))
    }
    assert served == {one.name: (one.method, one.path) for one in OPERATIONS.values()}
