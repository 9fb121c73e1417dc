"""An embedder behind a URL: any server with OpenAI's embeddings endpoint.

OpenAI, Ollama, llama.cpp, vLLM, LM Studio and text-embeddings-inference have it.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

import numpy as np

from soulkeep.errors import EmbedderError, EmbedderUnavailable, MissingExtra
from soulkeep.models.embed.base import Embedder, Vectors

_TEXTS_AT_ONCE = 128


class RemoteEmbedder(Embedder):
    """Embeds by asking a server. Blank texts aren't sent and get a zero row. Safe to share between threads.

    Args:
        url: the base URL, up to and including `/v1`.
        model: the model's name on the server.
        key: the API key, by default SOULKEEP_EMBED_KEY; local servers take any.
        dimensions: asks the server for vectors of this length, for models that can be shortened. By default the
            model's own length, found out by embedding one word at once.
        length: the known length of its vectors, so that the server need not be up yet.
        timeout: seconds to wait for the server.
        retries: how often to retry, waiting longer each time.

    Raises:
        EmbedderUnavailable: the server can't be reached, is overloaded or too slow.
        EmbedderError: the server can't be used as configured, or doesn't answer with vectors.
        MissingExtra: the extra `openai` is not installed.
    """

    def __init__(
        self,
        url: str,
        model: str,
        *,
        key: str | None = None,
        dimensions: int | None = None,
        length: int | None = None,
        timeout: float = 30.0,
        retries: int = 2,
    ) -> None:
        try:
            import openai
        except ImportError:
            raise MissingExtra("An embedding model behind a URL", "openai") from None
        self.url = url
        self.model = model
        self._openai = openai
        self._client = openai.OpenAI(
            base_url=url,
            api_key=key or os.environ.get("SOULKEEP_EMBED_KEY") or "none",
            timeout=timeout,
            max_retries=retries,
        )
        self._options: dict[str, Any] = {} if dimensions is None else {"dimensions": dimensions}
        self.dimensions = dimensions or length or self._ask(["soul"]).shape[1]
        self.name = f"{model}/{self.dimensions}"

    def embed(self, texts: Sequence[str]) -> Vectors:
        vectors = np.zeros((len(texts), self.dimensions), dtype=np.float32)
        spoken = [place for place, text in enumerate(texts) if text.strip()]
        for start in range(0, len(spoken), _TEXTS_AT_ONCE):
            places = spoken[start : start + _TEXTS_AT_ONCE]
            answer = self._ask([texts[place] for place in places])
            if answer.shape[1] != self.dimensions:
                raise self._odd(f"vectors of length {answer.shape[1]} instead of {self.dimensions}")
            vectors[places] = answer
        lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
        vectors /= np.where(lengths > 0, lengths, 1.0)
        return vectors

    def close(self) -> None:
        """Close the connections to the server."""
        self._client.close()

    def _ask(self, texts: list[str]) -> Vectors:
        """Send one request; return the vectors in the order of the texts, of whatever length."""
        openai = self._openai
        try:
            # Plain floats, since not every server speaks base64.
            answer = self._client.embeddings.create(
                input=texts, model=self.model, encoding_format="float", **self._options
            )
            rows = {item.index: item.embedding for item in answer.data}
        except (openai.APIConnectionError, openai.RateLimitError, openai.InternalServerError) as error:
            raise EmbedderUnavailable(
                f"The embedding model at {self.url} did not answer: {error}",
                hint="Check that the server runs; memories are found by their words until it does.",
            ) from error
        except openai.APIStatusError as error:
            raise EmbedderError(
                f"The embedding model at {self.url} turned the request down: {error}",
                hint=self._hint(error.status_code),
            ) from error
        except (openai.APIError, ValueError, TypeError, AttributeError) as error:
            raise self._odd(f"something else than vectors: {error}") from error
        if sorted(rows) != list(range(len(texts))):
            raise self._odd(f"{len(answer.data)} vectors for {len(texts)} texts")
        try:
            vectors = np.array([rows[place] for place in range(len(texts))], dtype=np.float32)
        except (ValueError, TypeError) as error:
            raise self._odd(f"vectors that are none: {error}") from error
        if vectors.ndim != 2 or not vectors.size or not np.isfinite(vectors).all():
            raise self._odd("vectors that are empty or not finite")
        return vectors

    def _hint(self, status: int) -> str:
        if status in (401, 403):
            return "Check the key, for example in SOULKEEP_EMBED_KEY."
        if status == 404:
            return f"Check that the URL ends in /v1 and that the server has a model {self.model!r}."
        shortened = " without dimensions" if self._options else ""
        return f"Check that {self.model!r} is an embedding model and that its texts aren't too long; try it{shortened}."

    def _odd(self, what: str) -> EmbedderError:
        return EmbedderError(
            f"The embedding model at {self.url} answered with {what}.",
            hint=f"Check that {self.model!r} is an embedding model.",
        )
