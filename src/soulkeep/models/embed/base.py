"""The embedder boundary: texts to unit vectors.

Knows nothing of memories or stores. Everything that makes vectors implements `Embedder`, with one essential method.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import OrderedDict
from collections.abc import Sequence
from threading import Lock

import numpy as np
from numpy.typing import NDArray

Vectors = NDArray[np.float32]


class Embedder(ABC):
    """Turns texts into vectors of one space.

    Attributes:
        name: the name of the vector space. Vectors of different names are never compared, so a new version of a model
            needs a new name.
        dimensions: length of each vector.
        languages: those it knows, ISO 639-1; None for many. For questions in others, words count more than meaning.
    """

    name: str
    dimensions: int
    languages: frozenset[str] | None = None

    @abstractmethod
    def embed(self, texts: Sequence[str]) -> Vectors:
        """Embed texts: shape (len(texts), dimensions), each row of length 1, or all zeros if nothing is known.

        Raises:
            EmbedderUnavailable: the model can't be reached now.
        """

    def embed_query(self, text: str) -> Vectors:
        """Embed one question, shape (dimensions,). It differs from `embed` only for models that distinguish the two."""
        vector: Vectors = self.embed([text])[0]
        return vector


class CachedEmbedder(Embedder):
    """Caches the vectors of the texts embedded last, so that repeated texts cost nothing."""

    def __init__(self, inner: Embedder, *, size: int = 4096) -> None:
        self.inner = inner
        self.name = inner.name
        self.dimensions = inner.dimensions
        self.languages = inner.languages
        self._size = size
        self._lock = Lock()
        self._texts: OrderedDict[str, Vectors] = OrderedDict()
        self._queries: OrderedDict[str, Vectors] = OrderedDict()

    def embed(self, texts: Sequence[str]) -> Vectors:
        with self._lock:
            cached = {text: self._texts[text] for text in texts if text in self._texts}
        missing = list(dict.fromkeys(text for text in texts if text not in cached))
        if missing:
            fresh = self.inner.embed(missing)
            cached.update(zip(missing, fresh, strict=True))
            self._keep(self._texts, missing, fresh)
        if not texts:
            return np.zeros((0, self.dimensions), dtype=np.float32)
        return np.stack([cached[text] for text in texts])

    def embed_query(self, text: str) -> Vectors:
        with self._lock:
            vector = self._queries.get(text)
        if vector is None:
            vector = self.inner.embed_query(text)
            self._keep(self._queries, [text], [vector])
        return vector

    def clear(self) -> None:
        """Empty the cache."""
        with self._lock:
            self._texts.clear()
            self._queries.clear()

    def _keep(
        self, cache: OrderedDict[str, Vectors], texts: Sequence[str], vectors: Sequence[Vectors] | Vectors
    ) -> None:
        with self._lock:
            for text, vector in zip(texts[-self._size :], vectors[-self._size :], strict=True):
                cache[text] = np.array(vector, dtype=np.float32)
                cache.move_to_end(text)
            while len(cache) > self._size:
                cache.popitem(last=False)
