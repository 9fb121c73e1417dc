"""Words that join names, by language: conjunctions, "more", "not", yes and no. Independent of RDF.

A language whose pack lacks them gets signs that are understood everywhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from soulkeep.lang.pack import subject

Conjunction = Literal["and", "or"]

DECIMAL_COMMA = frozenset(("de", "fr", "es", "it", "pt", "nl", "pl", "ru", "tr"))
"""Languages with a decimal comma: 3,5 for three and a half."""


def listed_words(items: Sequence[str], more: int, conjunction: Conjunction, language: str) -> str:
    """Return names joined as a list, with the number of further ones; with commas alone if the language lacks words.

    Args:
        items: the names.
        more: the number of further ones.
        conjunction: the word before the last name.
        language: ISO 639-1.
    """
    comma = separator(language)
    if more:
        return comma.join(items) + _more(more, language)
    return joined(items, _said(conjunction, language, comma if conjunction == "and" else " / "), language)


def joined(items: Sequence[str], last: str, language: str) -> str:
    """Return names joined by commas, the last one by a word of its own."""
    return last.join([separator(language).join(items[:-1]), items[-1]]) if len(items) > 1 else "".join(items)


def bare_list(items: Sequence[str], more: int, language: str) -> str:
    """Return names joined by commas alone, with the number of further ones."""
    return separator(language).join(items) + (_more(more, language) if more else "")


def separator(language: str) -> str:
    """Return the separator between the names of a list."""
    return _said("comma", language, ", ")


def labelled(names: Sequence[str], language: str) -> str:
    """Return names as labels followed by what is told: "Charlie Parker: genre: Jazz"."""
    return _said("colon", language, ": ").join(names)


def denied(values: str, language: str) -> str:
    """Return denied values; with "≠" in languages without a word for it."""
    return _said("not", language, "≠ {}").replace("{}", values)


def is_ended(text: str) -> bool:
    """Return whether a text ends with a mark that ends sentences, quotation marks and brackets aside."""
    return text.rstrip("\"'”’“»」』)）] ").endswith((".", "!", "?", "…", "。", "！", "？"))


def sentence(text: str, language: str) -> str:
    """Return a text with a full stop, unless it is ended."""
    text = text.strip()
    return text if is_ended(text) else text + ("。" if language in ("ja", "zh") else ".")


def yes_or_no(value: bool, language: str) -> str:
    """Return the word for true or false."""
    return _said("yes", language, "true") if value else _said("no", language, "false")


def something(language: str) -> str:
    """Return the word for a thing without a name."""
    return _said("something", language, "…")


def _more(count: int, language: str) -> str:
    return _said("more", language, " (+{})").format(count)


def _said(key: str, language: str, otherwise: str) -> str:
    said: str = subject("joining", language).get(key, otherwise)
    return said
