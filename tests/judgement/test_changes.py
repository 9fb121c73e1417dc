"""Whether what was said later ends what was said before, and what damaged weights are told as."""

from __future__ import annotations

from pathlib import Path

import pytest

from soulkeep.errors import WeightsDamaged
from soulkeep.judgement import changes


@pytest.mark.parametrize(
    ("language", "earlier", "end", "close"),
    [
        ("en", "I work at Bosch.", "I quit my job at Bosch last week.", "The canteen at Bosch was closed today."),
        ("de", "Ich wohne in Kiel.", "Wir sind nach Bremen umgezogen.", "In Kiel regnet es schon wieder."),
        ("ko", "나는 담배를 피워.", "담배 끊었어.", "오늘 비가 왔어."),
    ],
)
def test_an_end_is_likelier_than_what_is_close(language: str, earlier: str, end: str, close: str) -> None:
    likely = [changes.over(earlier, later, language) for later in (end, close)]
    assert 1 >= likely[0] > likely[1] >= 0


@pytest.mark.parametrize("broken", [b"", b"PK\x03\x04", b"{}"])
def test_damaged_weights_are_told(broken: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "changes.npz"
    path.write_bytes(broken)
    monkeypatch.setattr(changes, "WEIGHTS", path)
    changes._model.cache_clear()
    try:
        with pytest.raises(WeightsDamaged, match="can't be read"):
            changes._model()
    finally:
        changes._model.cache_clear()
