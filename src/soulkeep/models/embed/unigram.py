"""SentencePiece's Unigram tokenizer: text to the ids of its most likely pieces.

A piece's score is the log of its probability, and of all ways to cut a word into pieces the one with the highest sum
wins, as in the `tokenizers` library. Words are split more simply, for chat: case doesn't matter, punctuation only
separates words, and Chinese characters, kana and each emoji are separate from other letters. Unknown text is left out.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Sequence

from soulkeep.lang.forms import normalized

# Before a piece that starts a word, as in SentencePiece. Words of Chinese characters and kana go without: where no
# spaces are written, what starts a word is an accident.
START = "\u2581"

# Longer words are cut anew each time: they hardly come twice.
_LONGEST_CACHED = 32

# Inside a regular expression's brackets.
HAN_AND_KANA = (
    "\u3005\u3007\u3040-\u3096\u3099\u309a\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff"
    "\uf900-\ufaff\U00020000-\U0003ffff"
)
SYMBOLS = "\u2190-\u2bff\U0001f000-\U0001faff"
_WORD = rf"([{HAN_AND_KANA}]+|[{SYMBOLS}])|[^\W_{HAN_AND_KANA}{SYMBOLS}]+"


class Unigram:
    """Cuts texts into the pieces of a vocabulary.

    Safe to share between threads.

    Args:
        vocabulary: the pieces in lower case, in the order of their ids.
        scores: the log probability of each piece.
        cache: how many different words to cache. The cache starts over when full.
    """

    def __init__(self, vocabulary: Sequence[str], scores: Sequence[float], *, cache: int = 32_768) -> None:
        if len(vocabulary) != len(scores):
            raise ValueError("There must be as many scores as pieces.")
        self._pieces = {piece: id for id, piece in enumerate(vocabulary)}
        self._scores = array("d", scores)  # beside the pieces: a pair for each would take twice the memory
        # How long a piece that starts with a character gets: saves most of the looking up.
        self._longest = {piece[:1]: len(piece) for piece in sorted(vocabulary, key=len)}
        self._unknown = min(scores, default=0.0) - 10
        self._cache: dict[str, tuple[int, ...]] = {}
        self._cache_size = cache

    def ids(self, text: str) -> list[int]:
        """Return the ids of a text's pieces in reading order. Time grows linearly with the text."""
        all_ids: list[int] = []
        cache = self._cache
        for word in split_words(text):
            pieces = cache.get(word)
            if pieces is None:
                pieces = self._cut(word)
                if len(word) <= _LONGEST_CACHED:
                    if len(cache) >= self._cache_size:
                        cache.clear()
                    cache[word] = pieces
            all_ids += pieces
        return all_ids

    def _cut(self, word: str) -> tuple[int, ...]:
        """Cut a word (Viterbi): `best[end]` is the best score up to `end`, `last[end]` where its last piece starts."""
        size = len(word)
        best = [float("-inf")] * (size + 1)
        best[0] = 0.0
        last = [(0, -1)] * (size + 1)
        pieces, scores, longest, unknown = self._pieces, self._scores, self._longest, self._unknown
        for start in range(size):
            before = best[start]
            for end in range(start + 1, min(size, start + longest.get(word[start], 0)) + 1):
                piece = pieces.get(word[start:end])
                if piece is not None and (score := before + scores[piece]) > best[end]:
                    best[end] = score
                    last[end] = start, piece
            if word[start] not in pieces and before + unknown > best[start + 1]:
                best[start + 1] = before + unknown
                last[start + 1] = start, -1
        cut: list[int] = []
        end = size
        while end:
            end, id = last[end]
            if id >= 0:
                cut.append(id)
        return tuple(reversed(cut))


def split_words(text: str) -> list[str]:
    """Return the words of a text as they are cut: normalised (NFKC), lower case, marked at the start."""
    text = text.lower() if text.isascii() else normalized("NFKC", normalized("NFKC", text).lower())
    return [match[0] if match[1] else START + match[0] for match in re.finditer(_WORD, text)]
