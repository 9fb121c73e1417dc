"""Knowledge is loaded once for all who know the same, and nobody waits for what somebody else knows."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Sequence
from threading import Event, Thread

import pytest

import soulkeep
from episodes_support import MUSIC
from soulkeep.character.relationship import relationship_of
from soulkeep.graph.episodes import library
from soulkeep.graph.knowledge import Knowledge
from soulkeep.testing.models import HashEmbedder


class _Slow(Knowledge):
    """Waits while it is loaded, if it knows of a giant."""

    begun, going = Event(), Event()
    loads = 0

    def __init__(self, parts: Sequence[bytes]) -> None:
        super().__init__(parts)
        if self.graph.about("<urn:giant>"):
            type(self).loads += 1
            self.begun.set()
            assert self.going.wait(20)


def test_others_do_not_wait_for_a_load(keep: soulkeep.Keep, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(library, "Knowledge", _Slow)
    names = ("giant", "same", "small")
    for name in names:
        own = "small" if name == "small" else "giant"
        keep.character(name).know(f'<urn:{own}> <urn:p> "x" .'.encode(), source="data", format="turtle")
    found: dict[str, object] = {}
    threads = [
        Thread(target=lambda name=name: found.update({name: relationship_of(keep.character(name), "a").knowledge}))
        for name in names
    ]
    threads[0].start()
    assert _Slow.begun.wait(20)
    for thread in threads[1:]:
        thread.start()
    threads[2].join(20)
    assert [*found] == ["small"]
    _Slow.going.set()
    for thread in threads:
        thread.join(20)
    assert found["giant"] is found["same"] is not None
    assert _Slow.loads == 1


def test_a_load_that_fails_is_tried_again(keep: soulkeep.Keep, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(parts: Sequence[bytes]) -> Knowledge:
        raise MemoryError

    one = keep.character("one")
    one.know(b'<urn:a> <urn:p> "x" .', source="data", format="turtle")
    with monkeypatch.context() as patch:
        patch.setattr(library, "Knowledge", broken)
        with pytest.raises(MemoryError):
            _ = relationship_of(one, "a").knowledge
    assert relationship_of(one, "a").knowledge is not None


def test_what_a_closed_keep_knew_is_let_go() -> None:
    with soulkeep.open(":memory:", embedder=HashEmbedder(), settings=soulkeep.Settings(background=False)) as keep:
        ella = keep.character("ella")
        ella.know(MUSIC)
        ella.know(b"<http://e.org/alone> <http://e.org/is> 'known to nobody else' .", source="alone")
        assert ella.reply("When was Miles Davis born?", person="anna").responder == "knowledge"
        keep.settle()
        held = weakref.ref(relationship_of(ella, "anna").knowledge)
        assert held() is not None
    del keep, ella
    gc.collect()
    assert held() is None
