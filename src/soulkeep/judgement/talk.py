"""What somebody does by saying something: asks, requests, says nothing much."""

from __future__ import annotations

from soulkeep.judgement.model import judge
from soulkeep.text.function_words import telling_terms
from soulkeep.text.questions import is_question

_SURE = 0.5
_ASKING = 0.6
"""How likely a text without a question mark must be a question to be taken for one."""
_SHORT = 200
"""Characters of a text that may be a question without a mark."""


def asks_something(text: str) -> bool:
    """Whether a text asks: by a question mark at its end, or, where it is short, as it is judged."""
    return is_question(text) or (len(text) <= _SHORT and judge(text).kinds["question"] >= _ASKING)


def requests(text: str) -> bool:
    """Whether a text wants the other to do something, and tells nothing."""
    return judge(text).kinds["request"] >= _SURE


def says_nothing(text: str, language: str) -> bool:
    """Whether a text holds nothing to remember: ":)", "hm", "ok", "thanks"."""
    if not telling_terms(text, language):
        return True
    kinds = judge(text).kinds
    return kinds["small_talk"] + kinds["courtesy"] >= _SURE


def claims_something(text: str, language: str) -> bool:
    """Whether a text says that something is so: neither asks, requests nor says nothing."""
    if is_question(text) or not telling_terms(text, language):
        return False
    kinds = judge(text).kinds
    return kinds["question"] + kinds["request"] + kinds["courtesy"] + kinds["small_talk"] < _SURE
