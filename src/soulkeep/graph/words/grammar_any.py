"""Words between names, by language: conjunctions, "more", "not", yes and no. Knows nothing of RDF.

A language that isn't in a table gets signs that are read anywhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

Conjunction = Literal["and", "or"]

_AND = {
    "de": " und ", "fr": " et ", "es": " y ", "it": " e ", "pt": " e ", "nl": " en ", "pl": " i ", "ru": " и ",
    "tr": " ve ", "ja": "と", "zh": "和",
}  # fmt: skip
_OR = {
    "de": " oder ", "fr": " ou ", "es": " o ", "it": " o ", "pt": " ou ", "nl": " of ", "pl": " lub ", "ru": " или ",
    "tr": " veya ", "ja": "か", "zh": "或",
}  # fmt: skip
_MORE = {
    "de": " und {} weitere", "fr": " et {} de plus", "es": " y {} más", "it": " e altri {}", "pt": " e mais {}",
    "nl": " en nog {}", "pl": " i {} więcej", "ru": " и ещё {}", "tr": " ve {} tane daha", "ja": "ほか{}件",
    "zh": "等，另有{}个",
}  # fmt: skip
_NOT = {
    "de": "nicht {}", "fr": "pas {}", "es": "no {}", "it": "non {}", "pt": "não {}", "nl": "niet {}", "pl": "nie {}",
    "ru": "не {}", "tr": "{} değil", "ja": "{}ではない", "zh": "不是{}",
}  # fmt: skip
_YES_NO = {
    "en": ("yes", "no"), "ko": ("예", "아니요"), "de": ("ja", "nein"), "fr": ("oui", "non"), "es": ("sí", "no"),
    "it": ("sì", "no"), "pt": ("sim", "não"), "nl": ("ja", "nee"), "pl": ("tak", "nie"), "ru": ("да", "нет"),
    "tr": ("evet", "hayır"), "ja": ("はい", "いいえ"), "zh": ("是", "否"),
}  # fmt: skip
_SOMETHING = {
    "en": "something", "ko": "무언가", "de": "etwas", "fr": "quelque chose", "es": "algo", "it": "qualcosa",
    "pt": "algo", "nl": "iets", "pl": "coś", "ru": "что-то", "tr": "bir şey", "ja": "何か", "zh": "某物",
}  # fmt: skip
DECIMAL_COMMA = frozenset(("de", "fr", "es", "it", "pt", "nl", "pl", "ru", "tr"))
"""Languages that write 3,5 for three and a half."""


def listed_words(items: Sequence[str], more: int, conjunction: Conjunction, language: str) -> str:
    """Names joined as a list, with how many more there are; commas alone in languages without words here."""
    comma = separator(language)
    if more:
        return comma.join(items) + _MORE.get(language, " (+{})").format(more)
    word = (_AND if conjunction == "and" else _OR).get(language, comma if conjunction == "and" else " / ")
    return word.join([comma.join(items[:-1]), items[-1]]) if len(items) > 1 else "".join(items)


def bare_list(items: Sequence[str], more: int, language: str) -> str:
    """Names with nothing but commas between them, with how many more there are."""
    return separator(language).join(items) + (_MORE.get(language, " (+{})").format(more) if more else "")


def separator(language: str) -> str:
    """What stands between the names of a list."""
    return "、" if language in ("ja", "zh") else ", "


def labelled(names: Sequence[str], language: str) -> str:
    """What is told, each after the name of what it tells of: "Charlie Parker: genre: Jazz"."""
    return {"fr": " : ", "zh": "：", "ja": "："}.get(language, ": ").join(names)


def denied(values: str, language: str) -> str:
    """Values that aren't so; "≠" in languages without a word here."""
    return _NOT.get(language, "≠ {}").replace("{}", values)


def sentence(text: str, language: str) -> str:
    """A text with one stop at its end."""
    text = text.strip()
    if text.endswith((".", "!", "?", "…", "。", "！", "？")):
        return text
    return text + ("。" if language in ("ja", "zh") else ".")


def yes_or_no(value: bool, language: str) -> str:
    """The word for true or false."""
    return _YES_NO.get(language, ("true", "false"))[0 if value else 1]


def something(language: str) -> str:
    """What is said of a thing that has no name."""
    return _SOMETHING.get(language, "…")
