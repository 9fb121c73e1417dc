"""Pages of other sites: the ones that the server was told of may call it, as a browser asks for them; no others may."""

from __future__ import annotations

from collections.abc import Iterator

import httpx2
import pytest

import soulkeep
from server_support import make_key, quiet_in, running
from soulkeep.server import ServerConfig

PAGE, OTHER = "http://127.0.0.1:8000", "https://elsewhere.example"


class Served:
    """A server that lets one page in, and a key."""

    def __init__(self, url: str, key: str) -> None:
        self.url = url
        self.headers = {"Authorization": f"Bearer {key}"}


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    config = quiet_in(tmp_path_factory.mktemp("origins"), origins=(PAGE,))
    key = make_key(config, rights=frozenset({"read", "write", "admin"}))
    with running(config) as url:
        yield Served(url, key)


@pytest.mark.parametrize("method", ["GET", "POST", "PUT", "PATCH", "DELETE"])
def test_a_browser_that_asks_beforehand_is_told_yes(served: Served, method: str) -> None:
    asked = {
        "Origin": PAGE,
        "Access-Control-Request-Method": method,
        "Access-Control-Request-Headers": "authorization,content-type,idempotency-key,soulkeep-tenant",
    }
    answer = httpx2.request("OPTIONS", f"{served.url}/v1/characters/holmes", headers=asked)
    assert answer.status_code == 200
    assert answer.headers["access-control-allow-origin"] == PAGE
    assert method in answer.headers["access-control-allow-methods"]
    for name in ("authorization", "idempotency-key", "soulkeep-tenant"):
        assert name in answer.headers["access-control-allow-headers"]


def test_the_page_may_read_answers_and_errors(served: Served) -> None:
    headers = {**served.headers, "Origin": PAGE}
    made = httpx2.put(f"{served.url}/v1/characters/holmes", json={"name": "Sherlock Holmes"}, headers=headers)
    unfit = httpx2.post(f"{served.url}/v1/characters/holmes/recall", json={"k": 0}, headers=headers)
    unknown = httpx2.get(f"{served.url}/v1/characters/moriarty", headers=headers)
    locked = httpx2.get(f"{served.url}/v1/characters", headers={"Origin": PAGE})
    assert [one.status_code for one in (made, unfit, unknown, locked)] == [200, 422, 404, 401]
    for one in (made, unfit, unknown, locked):
        assert one.headers["access-control-allow-origin"] == PAGE
        assert one.headers["access-control-expose-headers"] == "*"  # Retry-After among them
    assert "access-control-allow-credentials" not in made.headers  # a key is sent by the page, or not at all


@pytest.mark.parametrize("method", ["OPTIONS", "GET", "POST"])
def test_another_page_is_refused_and_told_nothing(served: Served, method: str) -> None:
    headers = {**served.headers, "Origin": OTHER, "Access-Control-Request-Method": "POST"}
    answer = httpx2.request(method, f"{served.url}/v1/characters/holmes/recall", headers=headers)
    assert answer.status_code == 403
    assert answer.json()["type"].endswith("foreign-origin")
    assert "--origin" in answer.json()["detail"]
    assert not [name for name in answer.headers if name.startswith("access-control")]


def test_no_server_lets_every_page_in() -> None:
    with pytest.raises(soulkeep.InputError, match="everybody's"):
        ServerConfig(origins=("*",))
