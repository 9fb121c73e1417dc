"""Fixtures that all tests share: a keep in memory with a clock that stands still, and no external language model."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from functools import cache
from pathlib import Path

import httpx2._transports.default as httpx2_transports
import hypothesis
import pytest
from httpx2._config import DEFAULT_TIMEOUT_CONFIG

import soulkeep
from memory_folder import in_memory
from postgres_support import Databases, databases
from soulkeep.telemetry import failures
from soulkeep.testing.models import HashEmbedder

# What is compiled is kept, whatever the environment says (that of images often says otherwise): tests start hundreds of
# processes, and each would compile all that it imports anew.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

# Each client of httpx2 reads all certificates of the world, which takes 25 ms; here they speak to this machine alone.
httpx2_transports.create_ssl_context = cache(httpx2_transports.create_ssl_context)  # type: ignore[attr-defined]

# Their default timeout is 5 s; a busy machine may take longer to answer.
for wait in ("connect", "read", "write", "pool"):
    setattr(DEFAULT_TIMEOUT_CONFIG, wait, 60.0)

if (folder := in_memory()) is not None:
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", folder)

hypothesis.settings.register_profile(
    "any machine",
    max_examples=int(os.environ.get("SOULKEEP_EXAMPLES", "100")),
    deadline=None,
    suppress_health_check=[hypothesis.HealthCheck.too_slow],
)
hypothesis.settings.load_profile("any machine")

NOW = datetime(2026, 5, 8, 18, 30, tzinfo=UTC)

gc.disable()  # until all tests are found: what is imported stays


def pytest_collection_finish() -> None:
    """Let the garbage collector leave alone what stays to the end: the tests, and what they import; and look seldom, as
    tests leave little in circles."""
    gc.freeze()
    gc.enable()
    gc.set_threshold(20_000, 20, 20)


@pytest.fixture(autouse=True)
def _no_outside(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in (
        "SOULKEEP_CHAT_URL",
        "SOULKEEP_CHAT_MODEL",
        "SOULKEEP_CHAT_KEY",
        "SOULKEEP_CHAT_OPTIONS",
        *(f"SOULKEEP_{role}_{what}" for role in ("MEMORY", "CHECK") for what in ("URL", "MODEL", "KEY", "OPTIONS")),
        "SOULKEEP_EMBEDDER",
        "SOULKEEP_KEEP",
        "SOULKEEP_WORKER",
        "SOULKEEP_SETTINGS",
        "SOULKEEP_WORKSPACE_SECRET",
        "SOULKEEP_KEYS",
        "SOULKEEP_MASTER_KEY",
    ):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture(autouse=True)
def _no_rule_fails() -> Iterator[None]:
    """A rule may fail, and costs only itself then; here, none may but what is broken on purpose."""
    before = failures()
    yield
    new = [key for key, count in failures().items() if count > before.get(key, 0)]
    assert not [
        key for key in new if key[0] in ("understanding", "knowledge") and key[1] not in ("Broken", "InputError")
    ]


@pytest.fixture(scope="session")
def postgres() -> Iterator[Databases]:
    """Yield databases on a real server."""
    with databases() as found:
        yield found


@pytest.fixture(params=["sqlite", "postgres"])
def location(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """Yield a location for a keep, in either kind of store: a test that asks for it runs with both."""
    if request.param == "sqlite":
        yield str(tmp_path / "keep.db")
        return
    server: Databases = request.getfixturevalue("postgres")
    url = server.make()
    yield url
    server.drop(url)


@pytest.fixture
def clock() -> soulkeep.ManualClock:
    return soulkeep.ManualClock(NOW)


@pytest.fixture
def keep(clock: soulkeep.ManualClock) -> Iterator[soulkeep.Keep]:
    with soulkeep.open(":memory:", clock=clock, embedder=HashEmbedder()) as keep:
        yield keep


@pytest.fixture
def holmes(keep: soulkeep.Keep) -> soulkeep.Character:
    return keep.character("holmes", name="Sherlock Holmes", description="A consulting detective.")


@pytest.fixture(params=["here", "server"])
def any_keep(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[soulkeep.Keep | soulkeep.RemoteKeep]:
    """Yield a keep of this process, and one on a server, without background work: a test that asks for it runs with
    both."""
    if request.param == "here":
        with soulkeep.open(":memory:", settings=soulkeep.Settings(background=False)) as keep:
            yield keep
        return
    from server_support import quiet_in, running  # heavy

    with running(quiet_in(tmp_path)) as url, soulkeep.connect(url) as there:
        yield there
