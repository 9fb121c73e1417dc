"""Tests that the size of a database is shown in the default workspace alone: a tenant isn't told how much the others
have."""

from __future__ import annotations

import httpx2

import soulkeep
from postgres_support import Databases
from server_support import running
from soulkeep.server import ServerConfig

ADMIN = "an-admin-key-that-nobody-guesses"


def test_a_workspace_in_a_shared_database_does_not_tell_the_size_of_all(postgres: Databases) -> None:
    settings = soulkeep.Settings(background=False)
    config = ServerConfig(location=postgres.make(), settings=settings, admin_key=ADMIN, inspector=False)
    headers = {"Authorization": f"Bearer {ADMIN}"}
    with running(config) as url, httpx2.Client(base_url=url, headers=headers, timeout=60) as http:
        with soulkeep.connect(url, key=ADMIN) as keep:
            keep.create_workspace("acme")
        with soulkeep.connect(url, key=ADMIN, workspace="acme") as keep:
            keep.character("holmes").observe("바이올린은 다락방에 있어.", person="anna")
            own = keep.stats()
        whole = http.get("/v1/stats").json()
        figures = http.get("/metrics").text
    assert whole["bytes"] > 0
    assert (own.bytes, own.memories) == (None, 1)
    assert 'soulkeep_memories{workspace="acme"} 1.0' in figures
    assert 'soulkeep_database_bytes{workspace="default"}' in figures
    assert 'soulkeep_database_bytes{workspace="acme"}' not in figures
