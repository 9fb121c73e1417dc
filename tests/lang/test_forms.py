"""Normal forms, whatever is piled up."""

from __future__ import annotations

import unicodedata

import pytest

from soulkeep.lang.forms import normalized

TEXTS = [
    "plain", "Käse", "Ka\u0308se", "\ufb01ne", "가나", "\u1100\u1161", "か\u3099",
    "👩\u200d👩\u200d👧 und é", "a\u0315\u0300\u05ae\u0300b",
]  # fmt: skip


@pytest.mark.parametrize("form", ["NFC", "NFD", "NFKC", "NFKD"])
@pytest.mark.parametrize("text", TEXTS)
def test_what_people_write_comes_out_as_unicode_has_it(form: str, text: str) -> None:
    assert normalized(form, text) == unicodedata.normalize(form, text)  # type: ignore[arg-type]


def test_marks_that_are_piled_up_are_left_as_they_are() -> None:
    pile = "\u0315\u0300" * 50_000
    assert normalized("NFC", f"Ka\u0308se a{pile} Ka\u0308se") == f"Käse a{pile} Käse"
