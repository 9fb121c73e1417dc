"""Counting tokens with a language model's own tokenizer."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

from soulkeep.errors import BadFile, MissingExtra

Tokenizer: TypeAlias = Callable[[str], int] | str | os.PathLike[str]
"""A function from a text to its number of tokens; or a Hugging Face `tokenizer.json`; or the folder that holds one."""


def token_counter(tokenizer: Tokenizer) -> Callable[[str], int]:
    """Return a function that counts the tokens of a text. Safe to share between threads.

    Tokens that mark the beginning and end of a text aren't counted, and nothing is truncated or padded, whatever the
    file says. Lone surrogates count as their replacement character.

    Raises:
        BadFile: the file is missing, or holds no tokenizer.
        MissingExtra: a file is given, and the extra `transformer` is not installed.
    """
    if callable(tokenizer):
        return tokenizer
    try:
        import tokenizers
    except ImportError:
        raise MissingExtra("Counting tokens with a tokenizer.json", "transformer") from None
    path = Path(tokenizer)
    file = path / "tokenizer.json" if path.is_dir() else path
    if not file.is_file():
        raise BadFile(
            f"There is no tokenizer at {file}.",
            hint="Give the model's tokenizer.json, or the folder that holds it, as published on Hugging Face.",
        )
    try:
        loaded = tokenizers.Tokenizer.from_file(str(file))
    except Exception as error:  # the library has no errors of its own
        raise BadFile(f"{file} is not a tokenizer: {error}", hint="Give the model's own tokenizer.json.") from error
    loaded.no_truncation()
    loaded.no_padding()

    def count(text: str) -> int:
        storable = text.encode("utf-8", "replace").decode("utf-8")
        return len(loaded.encode(storable, add_special_tokens=False).ids)

    return count
