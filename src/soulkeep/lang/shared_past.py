"""Whether a person asks about earlier talk between them and the character: "What did I ask you yesterday?" (3).

Only questions about the conversation itself count, not those about what else happened ("What did I eat yesterday?") or
what was said to others. The time asked about is read elsewhere.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, fields
from functools import lru_cache

from soulkeep.lang.pack import filled, pattern, subject
from soulkeep.lang.sentences import sentences
from soulkeep.lang.utterances import WHETHER, utterance


@dataclass(frozen=True, slots=True)
class SharedPast:
    """A question about the conversations so far.

    Attributes:
        asks: "what", "whether", "when", "how often", "first" or "last" (what was asked or said first or last).
        who: whose words it asks about: "I" (the person's), "you" (the character's) or "we".
        what: what they did: "ask", "say" or "talk".
    """

    asks: str
    who: str
    what: str


_LONG = 400
"""Characters of a sentence that are read."""

_NOTHING = re.compile(r"(?!)")


@dataclass(frozen=True, slots=True)
class _PastPatterns:
    """A language pack's patterns of questions about the talk."""

    never: re.Pattern[str]
    often: re.Pattern[str]
    first: re.Pattern[str]
    last: re.Pattern[str]
    thing: re.Pattern[str]
    when: re.Pattern[str]
    ours: re.Pattern[str]
    remembered: re.Pattern[str]


@lru_cache(maxsize=16)
def _patterns(language: str) -> _PastPatterns | None:
    said = subject("shared_past", language)
    if not said:
        return None
    names = [field.name for field in fields(_PastPatterns)]
    return _PastPatterns(**{name: pattern("shared_past", name, language) or _NOTHING for name in names})


@lru_cache(maxsize=16)
def _deeds(language: str) -> tuple[tuple[str, str, re.Pattern[str]], ...]:
    """Return patterns of who did what; they take longest to compile, and are needed for questions only."""
    said = subject("shared_past", language)
    return tuple((who, what, re.compile(filled(deed, said))) for who, what, deed in said["deeds"])


@lru_cache(maxsize=64)
def asks_of_shared_past(text: str, language: str) -> SharedPast | None:
    """Return what a text asks about the conversations so far; None if nothing, or if the language isn't covered.

    If several sentences ask, the last one about the conversations counts.
    """
    patterns = _patterns(language)
    if patterns is None:
        return None
    for sentence in reversed(sentences(text)):
        folded = patterns.ours.sub("", " ".join(sentence[:_LONG].replace("’", "'").lower().split()))
        asks = _asks(folded, sentence, language, patterns)
        deed = None if asks is None else _who_did_what(folded, language, patterns)
        if asks is not None and deed is not None:
            return SharedPast(asks, *deed)
    return None


def _who_did_what(sentence: str, language: str, patterns: _PastPatterns) -> tuple[str, str] | None:
    """Return whose words a sentence is about, and whether they asked, said or talked."""
    deed = next(((who, what) for who, what, pattern in _deeds(language) if pattern.search(sentence)), None)
    return None if deed is None or patterns.never.search(sentence) else deed


def _asks(folded: str, sentence: str, language: str, patterns: _PastPatterns) -> str | None:
    """Return what a sentence asks about earlier words; None if it asks nothing, or why or how."""
    asked = utterance(sentence[:_LONG], language).asks
    if asked is None:
        return None
    if patterns.often.search(folded):
        return "how often"
    if asked == "when" or (asked != WHETHER and patterns.when.search(folded)):
        return "when"
    if asked == WHETHER:
        thing = patterns.thing.search(folded)
        if thing is None:
            return "what" if patterns.remembered.search(folded) else WHETHER
        return "first" if patterns.first.search(thing[0]) else "last"
    if asked in ("why", "how long", "how old") or (asked == "how" and language not in ("ja", "zh", "ko")):
        return None
    if patterns.first.search(folded):
        return "first"
    return "last" if patterns.last.search(folded) else "what"
