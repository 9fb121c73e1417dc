"""The patterns of one language, from its pack, of how people greet, ask, agree, refuse and judge.

They match lower-case text with straight apostrophes and single blanks; the first matching entry of a table counts.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from soulkeep.lang.pack import subject

NEVER = r"(?!)"
"""A pattern that matches nothing."""

_PART = re.compile(r"\{([a-z_]+)\}")


@dataclass(frozen=True, slots=True)
class Words:
    """The patterns of one language.

    Attributes:
        acts: openings of a sentence, or whole sentences, by what they do: "greeting", "farewell", "agreement",
            "rejection", "thanks", "praise", "mild" (praise), "confirm" ("exactly"), "blame", "tired" (mild blame),
            "and", "filler".
        stop: what must follow an act.
        starts: what may follow an act after only a blank ("no one was there" is no refusal, "no I wasn't" may be).
        asked: question words, by what they ask for.
        indefinite: question words that ask nothing ("어디선가"); cut out before question words are looked for.
        plain: sentences that look like questions but aren't ("what a day").
        requests: wordings that ask without a question's form, by what they ask for.
        inverted: a yes/no question without its mark, from its beginning, or by its end where `final`.
        final: whether question words keep their place in the sentence and its end shows that it asks.

        Where not `final`:
        before: prepositions that question words follow.
        opens: what follows a question word in a question without its mark.
        bare: which question words may be followed by anything but `subjects` in a question without its mark.
        subjects: see `bare`.
        embeds: what a question may depend on: "do you know", "tell me".
        whether: the conjunctions of an embedded yes/no question; where `final`, its endings.
        subordinate: conjunctions that a question word may be, as in "when I was young".
        tags: "wasn't he", "right", after a comma; sure_tags: those that ask even without a mark.
        joins: conjunctions that a question may follow.
        between: what may stand between `embeds` and the question.
        memories: "do you remember when we …", which asks whether.
        attributes: what a noun and a mark ask: "His birthplace?"
        situ: what may follow a question word at the end of a question: "he did what exactly?"

        Where `final`:
        told: sentences that hold a question and tell it ("I know where he is"); they don't ask without a mark.
        closed: ends of sentences that don't ask without a mark, whatever question words are in them.
        requesting: ends of sentences that ask to be told something.
        lists: words that ask for several things.
        topic: what a name alone asks: "마일스 데이비스는?".
        names: what the character may be called after a greeting; None for nothing.
    """

    acts: tuple[tuple[str, str], ...]
    asked: tuple[tuple[str, str], ...]
    starts: str = ""
    stop: str = r"(?![\w'’-])"
    indefinite: str = NEVER
    plain: str = NEVER
    requests: tuple[tuple[str, str], ...] = ()
    inverted: str = NEVER
    final: bool = False
    before: str = ""
    opens: str = NEVER
    bare: tuple[str, ...] = ()
    subjects: str = NEVER
    embeds: str = NEVER
    whether: str = NEVER
    subordinate: str = NEVER
    tags: str = NEVER
    sure_tags: tuple[str, ...] = ()
    joins: tuple[str, ...] = ("and",)
    between: str = r" "
    memories: str = NEVER
    situ: str = "please"
    attributes: str = NEVER
    told: str = NEVER
    closed: str = NEVER
    requesting: str = NEVER
    lists: str = NEVER
    topic: str = NEVER
    names: str | None = None


def words_of(language: str) -> Words | None:
    """Return the patterns of a language; None if its pack has none."""
    data = subject("utterances", language)
    if not data:
        return None
    parts: Mapping[str, str] = data.get("parts", {})
    return Words(**{name: _filled(value, parts) for name, value in data.items() if name != "parts"})


def _filled(value: Any, parts: Mapping[str, str]) -> Any:
    """Return patterns with their parts in place of `{name}`, and lists as tuples."""
    if isinstance(value, list):
        return tuple(_filled(one, parts) for one in value)
    return _PART.sub(lambda slot: parts[slot[1]], value) if isinstance(value, str) else value
