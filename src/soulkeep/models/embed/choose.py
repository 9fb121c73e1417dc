"""Choosing an embedder by one word, for the command line and the environment."""

from __future__ import annotations

import os

from soulkeep.errors import EmbedderError
from soulkeep.models.embed.base import CachedEmbedder, Embedder

STATIC = "static"
MULTILINGUAL = "multilingual"


def choose_embedder(spec: str | None = None, *, kept: tuple[str, int] | None = None) -> Embedder:
    """Return the embedder that a word names, with a cache.

    Args:
        spec: `"static"`, the embedded default, for English; `"multilingual"`, its sibling for German, English, Spanish,
            French, Japanese, Korean and Chinese; an OpenAI-compatible URL up to `/v1`, the model's name after a `#`
            (`http://localhost:11434/v1#nomic-embed-text`), the key in SOULKEEP_EMBED_KEY; or a folder with an ONNX
            transformer. None takes SOULKEEP_EMBEDDER, or else the default.
        kept: name and dimensions of the stored vectors, so that their server need not be up yet.
    """
    spec = spec or os.environ.get("SOULKEEP_EMBEDDER") or STATIC
    return CachedEmbedder(_make(spec, kept))


def word_for(name: str) -> str | None:
    """Return the word that chooses the embedder of a name; None if only the opener of the keep knows it."""
    return {"soulkeep-static-en-256@1": STATIC, "soulkeep-static-multi-128@1": MULTILINGUAL}.get(name)


def _make(spec: str, space: tuple[str, int] | None) -> Embedder:
    if spec in (STATIC, MULTILINGUAL):
        from soulkeep.models.embed import static

        return static.shipped(static.WEIGHTS if spec == STATIC else static.MULTILINGUAL)
    if spec.startswith(("http://", "https://")):
        from soulkeep.models.embed.remote import RemoteEmbedder

        url, _, model = spec.partition("#")
        if not model:
            raise EmbedderError(f"{spec} names no model.", hint="Put it after a #: http://host/v1#model-name.")
        length = space[1] if space and space[0] == f"{model}/{space[1]}" else None
        return RemoteEmbedder(url, model, key=os.environ.get("SOULKEEP_EMBED_KEY"), length=length)
    if os.path.isdir(spec):
        from soulkeep.models.embed.transformer import TransformerEmbedder

        return TransformerEmbedder(spec)
    raise EmbedderError(
        f"{spec!r} is no embedder.",
        hint=f"Give {STATIC!r}, {MULTILINGUAL!r}, a URL with #model, or the folder of an ONNX model.",
    )
