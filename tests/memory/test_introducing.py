"""Tests that a person's name is kept by every store."""

from __future__ import annotations

import soulkeep
from soulkeep.testing.models import HashEmbedder


def test_what_somebody_is_called_is_kept_and_changed(location: str) -> None:
    with soulkeep.open(location, embedder=HashEmbedder()) as keep:
        holmes = keep.character("holmes")
        assert holmes.introduce("u_17", name="Anna").name == "Anna"
        holmes.introduce("u_17", zone="Asia/Seoul")
    with soulkeep.open(location, embedder=HashEmbedder()) as keep:
        assert keep.character("holmes").introduce("u_17") == soulkeep.Person(name="Anna", zone="Asia/Seoul")
