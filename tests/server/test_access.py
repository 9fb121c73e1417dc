"""Tests of access: what a key, an address or a workspace must not open."""

from __future__ import annotations

from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import httpx2
import pytest

import soulkeep
from server_support import config_in, make_key, quietly, running
from soulkeep.server import ServerConfig
from soulkeep.server.keys import ApiKeys
from soulkeep.server.run import require_safe
from soulkeep.server.workspaces import Workspaces, server_file


def test_a_server_whose_only_key_has_ended_is_not_open_to_everybody(tmp_path: Path) -> None:
    config = config_in(tmp_path)
    with closing(ApiKeys(server_file(config.location))) as keys:
        key, secret = keys.create("short", rights=("read",))
        keys.revoke(key.id)
    with running(config) as url:
        assert httpx2.get(f"{url}/v1/characters").status_code == 401
        assert httpx2.get(f"{url}/v1/characters", headers={"Authorization": f"Bearer {secret}"}).status_code == 401


def test_a_name_for_others_to_reach_it_by_needs_a_key_as_an_address_does() -> None:
    with pytest.raises(soulkeep.InputError, match=r"memory\.example\.org could read"):
        require_safe(ServerConfig(location=":memory:", hosts=("memory.example.org",)))
    require_safe(ServerConfig(location=":memory:", hosts=("localhost",)))


def test_a_limited_admin_gets_no_unlimited_key_by_rotating_one(tmp_path: Path) -> None:
    config = config_in(tmp_path)
    with closing(ApiKeys(server_file(config.location))) as keys:
        other, _ = keys.create("other")
        rights = ("read", "write", "admin")
        _, secret = keys.create("brief", rights=rights, rate=50, expires=datetime.now(UTC) + timedelta(minutes=5))
    with running(config) as url:
        headers = {"Authorization": f"Bearer {secret}"}
        answer = httpx2.post(f"{url}/v1/keys/{other.id}/rotate", json={}, headers=headers)
    assert answer.status_code == 403


def test_an_admin_of_one_workspace_sees_no_figures_of_another(tmp_path: Path) -> None:
    config = config_in(tmp_path, admin_key="a" * 32)
    with closing(ApiKeys(server_file(config.location))) as keys:
        _, secret = keys.create("acme", workspace="acme", rights=("read", "write", "admin"))
    with running(config) as url:
        operator = {"Authorization": f"Bearer {'a' * 32}"}
        for name in ("acme", "rival"):
            assert httpx2.post(f"{url}/v1/workspaces", json={"name": name}, headers=operator).status_code == 201
        assert httpx2.get(f"{url}/metrics", headers={"Authorization": f"Bearer {secret}"}).status_code == 403
        assert 'workspace="rival"' in httpx2.get(f"{url}/metrics", headers=operator).text


def test_a_keys_hint_names_characters_only_to_those_who_may_read(tmp_path: Path) -> None:
    config = config_in(tmp_path)
    writes = make_key(config, rights=("write",))
    reads = make_key(config, rights=("read",))
    with quietly(config.location) as keep:
        keep.character("secret-agent")
    with running(config) as url:
        for key, named in ((writes, False), (reads, True)):
            headers = {"Authorization": f"Bearer {key}"}
            path = "observe" if key == writes else "recall"
            body = {"text": "Hello."} if key == writes else {"question": "Hello?"}
            answer = httpx2.post(f"{url}/v1/characters/nobody/{path}", json=body, headers=headers)
            assert answer.status_code == 404
            assert ("secret-agent" in answer.text) is named


def test_an_origin_that_cannot_be_read_is_foreign(tmp_path: Path) -> None:
    with running(config_in(tmp_path)) as url:
        assert httpx2.get(f"{url}/v1/characters", headers={"Origin": "http://["}).status_code == 403


@pytest.mark.parametrize("file", ["keep.db", "keep[1].db", "keep"])
def test_workspaces_are_found_again_whatever_the_keep_is_called(tmp_path: Path, file: str) -> None:
    config = ServerConfig(location=str(tmp_path / file))
    for _ in range(2):
        spaces = Workspaces(config)
        spaces.open("acme", create=True)
        spaces.open("acme").character("holmes").observe("I adopted a cat.")
        assert spaces.names() == ["default", "acme"]
        spaces.close()


def test_workspaces_share_the_memory_for_working_sets(tmp_path: Path) -> None:
    config = ServerConfig(location=str(tmp_path / "keep.db"), settings=soulkeep.Settings(mind_bytes=1))
    spaces = Workspaces(config)
    for name in ("default", "acme"):
        watson = spaces.open(name, create=True).character("watson")
        for person in ("anna", "ben", "cleo"):
            watson.observe("The moor is wide.", person=person)
            watson.recall("What is wide?", person=person)
    held = [keep.mind_bytes for keep in spaces.opened().values()]
    spaces.close()
    alone = max(held)
    assert 0 < alone < 100_000  # one working set each is always held, and no more
