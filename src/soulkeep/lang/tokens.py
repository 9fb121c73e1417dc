"""Estimating how many tokens a language model will count, without its tokenizer."""

from __future__ import annotations

import re
from functools import lru_cache

_WIDE = r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3\uf900-\ufaff]"
_PIECE = (
    r"[A-Za-z]{1,7}"  # common words are one token, longer ones two
    r"|\d{1,3}"
    r"|[^\W\d_A-Za-z]{1,3}"  # other alphabets
    r"|[^\s\w]|_"
)
_PLAIN = re.compile(_PIECE)
_WIDE_RATE = 0.8

_CACHED = 2000
"""Longest text, in characters, whose count is cached: the same turns and memories are counted again and again."""


def count_tokens(text: str) -> int:
    """Estimate the number of tokens in a text.

    It counts one for each (begun) seven letters of an ASCII word, three letters of another alphabet, three digits, and
    each mark; 0.8 for a Han, Kana or Hangul character. That is usually within 15 % of today's byte-pair tokenizers,
    rather too high than too low. Small models without Korean, Chinese or Japanese need up to three times as many for
    these: give them their own tokenizer.
    """
    return _counted(text) if len(text) <= _CACHED else _count(text)


def _count(text: str) -> int:
    if text.isascii():
        return max(1, len(_PLAIN.findall(text))) if text else 0
    return max(1, len(re.findall(f"{_WIDE}|{_PIECE}", text)) - round(len(re.findall(_WIDE, text)) * (1 - _WIDE_RATE)))


_counted = lru_cache(maxsize=8192)(_count)
