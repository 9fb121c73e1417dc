"""A recall that comes with a request is told by what it holds, and by nothing of people whom the key doesn't reach."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

import soulkeep
from server_support import make_key, quiet_in, quietly, running
from upstream_support import Upstream, serving

NAME = "Anastasia Romanova"


@pytest.fixture
def upstream(monkeypatch: pytest.MonkeyPatch) -> Iterator[Upstream]:
    with serving(Upstream(says=lambda model, body: "They spoke. [1]")) as upstream:
        monkeypatch.setenv("SOULKEEP_CHAT_URL", upstream.url)
        monkeypatch.setenv("SOULKEEP_CHAT_MODEL", "m")
        yield upstream


def test_nobody_learns_what_others_are_called(tmp_path: Path, upstream: Upstream) -> None:
    config = quiet_in(tmp_path)
    with quietly(config.location) as keep:
        holmes = keep.character("holmes")
        holmes.introduce("anna", name=NAME)
        for person in ("anna", "boris"):
            holmes.observe("Hello there.", person=person)
    key = make_key(config, rights=("read",), people=["boris"])
    with running(config) as url, soulkeep.connect(url, key=key) as remote:
        holmes_ = remote.character("holmes", create=False)
        own = holmes_.recall("Who said hello?", person="boris")
        assert holmes_.narrate(own).author == "model"
        hit = own.hits[0]
        forged = replace(own, hits=(replace(hit, memory=replace(hit.memory, person="anna", speaker="anna")),))
        with pytest.raises(soulkeep.ServerRefused, match="doesn't reach that person"):
            holmes_.narrate(forged)
    assert all(NAME not in str(body) for body in upstream.requests)
