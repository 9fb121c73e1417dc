"""BERT's uncased WordPiece tokenizer: text to token ids.

It gives the ids of the `tokenizers` library with two differences, both for chat: what the vocabulary lacks is left out
instead of becoming [UNK], and symbols are separate tokens as CJK characters are, because otherwise an emoji typed right
after a word would make the whole word unknown.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from unicodedata import category

from soulkeep.lang.forms import normalized

# As in BERT: longer words are unknown, which also keeps the search for pieces from growing with the word's square.
LONGEST_WORD = 100

_CONTROLS = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")
_ASCII_WORDS = re.compile(r"[a-z0-9]+|[^a-z0-9\s]")
_ASCII_PUNCTUATION = frozenset("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~")
_CJK = (
    "[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
    "\U00020000-\U0002a6df\U0002a700-\U0002b73f\U0002b740-\U0002b81f\U0002b920-\U0002ceaf\U0002f800-\U0002fa1f]"
)


class WordPiece:
    """Splits texts into the pieces of a vocabulary.

    Safe to share between threads.

    Args:
        vocabulary: the pieces, in the order of their ids. A piece inside a word starts with `##`.
        cache: how many different words to cache. The cache starts over when full.
    """

    def __init__(self, vocabulary: Sequence[str], *, cache: int = 32_768) -> None:
        self._heads: dict[str, int] = {}
        self._tails: dict[str, int] = {}
        for id, piece in enumerate(vocabulary):
            if piece.startswith("##"):
                self._tails[piece[2:]] = id
            else:
                self._heads[piece] = id
        self._longest = max(map(len, vocabulary), default=0)
        self._cache: dict[str, tuple[int, ...]] = {}
        self._cache_size = cache

    def ids(self, text: str) -> list[int]:
        """Return the ids of a text's pieces in reading order. Time grows linearly with the text."""
        if not text.isprintable():
            # Before splitting: str.split takes some control characters for spaces, BERT drops them.
            text = _CONTROLS.sub("", text)
        all_ids: list[int] = []
        cache = self._cache
        for chunk in text.split():
            pieces = cache.get(chunk)
            if pieces is None:
                pieces = self._chunk(chunk)
            all_ids += pieces
        return all_ids

    def _chunk(self, chunk: str) -> tuple[int, ...]:
        """Return the ids of a stretch of text without spaces."""
        pieces = tuple([id for word in _split_words(chunk) for id in self._word(word)])
        if len(chunk) <= LONGEST_WORD:
            if len(self._cache) >= self._cache_size:
                self._cache.clear()
            self._cache[chunk] = pieces
        return pieces

    def _word(self, word: str) -> Sequence[int]:
        """Return the ids of one normalised word, longest pieces first; none if a part of it is unknown."""
        if len(word) > LONGEST_WORD:
            return ()
        pieces: list[int] = []
        table, start = self._heads, 0
        while start < len(word):
            for end in range(min(len(word), start + self._longest), start, -1):
                id = table.get(word[start:end])
                if id is not None:
                    break
            else:
                return ()
            pieces.append(id)
            table, start = self._tails, end
        return pieces


def _split_words(chunk: str) -> Iterable[str]:
    """Yield lower-case words without accents, punctuation marks, symbols and CJK characters, each separately."""
    if chunk.isascii():
        return _ASCII_WORDS.findall(chunk.lower())
    clean = "".join([char for char in chunk if char != "\ufffd" and category(char)[0] != "C"])
    bare = [char for char in normalized("NFD", re.sub(_CJK, r" \g<0> ", clean)) if category(char) != "Mn"]
    # Letter by letter, since str.lower alone treats a sigma at a word's end differently from one inside.
    return "".join([f" {char} " if _apart(char) else char.lower() for char in bare]).split()


def _apart(char: str) -> bool:
    kind = category(char)
    return kind[0] == "P" or kind in ("So", "Sk") or char in _ASCII_PUNCTUATION
