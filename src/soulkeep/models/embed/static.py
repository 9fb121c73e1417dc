"""The shipped embedders, one for English, one for seven languages: a text's vector is the mean of its word pieces'.

`scripts/distill.py` and `scripts/distill_multilingual.py` make the weights. They need no network and no deep-learning
library, and are hundreds of times as fast as the transformer they come from.
"""

from __future__ import annotations

import gzip
import hashlib
import json
from collections.abc import Sequence
from functools import cache
from math import sqrt
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from soulkeep.errors import WeightsDamaged
from soulkeep.models.embed.base import Embedder, Vectors
from soulkeep.models.embed.unigram import Unigram
from soulkeep.models.embed.wordpiece import WordPiece

WEIGHTS = Path(__file__).parent / "weights"
MULTILINGUAL = WEIGHTS / "multilingual"

_TEXTS_AT_ONCE = 1024
_TOKENS_AT_ONCE = 1024  # 1 MB as float32: fits the processor's cache, whatever the length of the texts


class StaticEmbedder(Embedder):
    """Embeds text offline, thousands of chat turns a second.

    Word order and case don't matter. A text without known word pieces gets a zero row. Thread-safe.

    Args:
        folder: weights as the scripts write them; the shipped English ones if not given. `MULTILINGUAL` has the others.

    Raises:
        WeightsDamaged: a file is missing, or isn't the one that was distilled.
    """

    def __init__(self, folder: Path | None = None) -> None:
        folder = folder or WEIGHTS
        try:
            self._load(folder)
        except (OSError, EOFError, ValueError, LookupError, TypeError, AttributeError) as error:
            raise _damaged(f"The weights in {folder} can't be read: {error!r}.") from error

    def _load(self, folder: Path) -> None:
        about = json.loads((folder / "model.json").read_bytes())
        for name, expected in about["sha256"].items():
            with (folder / name).open("rb") as file:
                if hashlib.file_digest(file, "sha256").hexdigest() != expected:
                    raise _damaged(f"{folder / name} is not the file that was distilled.")
        self.name = about["name"]
        self.dimensions = about["dimensions"]
        self.languages = frozenset(about["languages"])
        pieces = gzip.decompress((folder / "vocab.txt.gz").read_bytes()).decode().splitlines()
        if "scores.npy" in about["sha256"]:
            self._tokenizer: WordPiece | Unigram = Unigram(pieces, np.load(folder / "scores.npy").tolist())
        else:
            self._tokenizer = WordPiece(pieces)
        # Mapped, not read: processes share the pages, and only those of words in use take memory.
        # As a plain array: numpy's own for files goes through Python at each look.
        self._rows: NDArray[np.int8] = np.asarray(np.load(folder / "rows.npy", mmap_mode="r"))
        self._scales: Vectors = np.load(folder / "scales.npy").astype(np.float32)

    def embed(self, texts: Sequence[str]) -> Vectors:
        if len(texts) == 1:
            return self._one(texts[0])
        vectors = np.zeros((len(texts), self.dimensions), dtype=np.float32)
        for start in range(0, len(texts), _TEXTS_AT_ONCE):
            self._add_up(texts[start : start + _TEXTS_AT_ONCE], vectors[start : start + _TEXTS_AT_ONCE])
        lengths = np.sqrt(np.einsum("ij,ij->i", vectors, vectors))
        vectors /= np.where(lengths > 0, lengths, 1.0)[:, np.newaxis]
        return vectors

    def _one(self, text: str) -> Vectors:
        """Return the vector of one text; faster for one than the way for many."""
        ids = np.array(self._tokenizer.ids(text), dtype=np.intp)
        vectors = np.zeros((1, self.dimensions), dtype=np.float32)
        for start in range(0, len(ids), _TOKENS_AT_ONCE):
            some = ids[start : start + _TOKENS_AT_ONCE]
            vectors += np.add.reduce(self._rows.take(some, axis=0) * self._scales.take(some)[:, np.newaxis], axis=0)
        length = sqrt(float(vectors[0] @ vectors[0]))
        if length > 0:
            vectors /= np.float32(length)
        return vectors

    def _add_up(self, texts: Sequence[str], sums: Vectors) -> None:
        """Add to each row of `sums` the vectors of that text's pieces. Their mean has the same direction."""
        pieces = [self._tokenizer.ids(text) for text in texts]
        ids = np.array([id for text_ids in pieces for id in text_ids], dtype=np.intp)
        owners = np.repeat(np.arange(len(texts)), [len(text_ids) for text_ids in pieces])
        for start in range(0, len(ids), _TOKENS_AT_ONCE):
            some = ids[start : start + _TOKENS_AT_ONCE]
            owner = owners[start : start + _TOKENS_AT_ONCE]
            # reduceat can't express an empty text, so only texts that own one of these pieces take part.
            firsts = np.flatnonzero(np.diff(owner, prepend=-1))
            vectors = self._rows[some] * self._scales[some, np.newaxis]
            sums[owner[firsts]] += np.add.reduceat(vectors, firsts, axis=0)


@cache
def shipped(folder: Path = WEIGHTS) -> StaticEmbedder:
    """Return the embedder of shipped weights, which are read once per process.

    Args:
        folder: `WEIGHTS` or `MULTILINGUAL`.

    Raises:
        WeightsDamaged: as `StaticEmbedder`.
    """
    return StaticEmbedder(folder)


def _damaged(message: str) -> WeightsDamaged:
    return WeightsDamaged(message, hint="Install soulkeep again: pip install --force-reinstall soulkeep")
