"""An embedder by one word."""

from __future__ import annotations

from pathlib import Path

import pytest

import soulkeep
from soulkeep.models.embed.choose import choose_embedder


def test_the_default() -> None:
    assert choose_embedder().name.startswith("soulkeep-static-en")
    assert choose_embedder("static").languages == frozenset({"en"})


def test_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOULKEEP_EMBEDDER", "no-such-thing")
    with pytest.raises(soulkeep.EmbedderError, match="no embedder"):
        choose_embedder()
    assert choose_embedder("static").dimensions == 256


def test_a_url_needs_a_model() -> None:
    with pytest.raises(soulkeep.EmbedderError, match="names no model"):
        choose_embedder("http://127.0.0.1:9/v1")


def test_a_folder_needs_a_model(tmp_path: Path) -> None:
    with pytest.raises(soulkeep.SoulkeepError) as caught:
        choose_embedder(str(tmp_path))
    assert caught.value.hint
