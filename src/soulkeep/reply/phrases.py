"""What the offline voice says around the words it quotes: by language, by register, and by how the other is addressed.

The wordings of a language are data: `data/en.toml` and so on. Where politeness changes words, a
wording holds both: "[Du hast|Sie haben]" is "Du hast" to somebody familiar and "Sie haben" to be polite.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import lru_cache
from typing import Any

from soulkeep.lang.pack import having, subject
from soulkeep.lang.particles import attached
from soulkeep.reply.persona import Persona

LANGUAGES = having("voice")
REGISTERS = ("plain", "warm", "terse", "formal", "casual")

_REGISTER_OF = {
    "terse": "terse",
    "formal": "formal",
    "archaic": "formal",
    "warm": "warm",
    "playful": "casual",
    "casual": "casual",
}
_POLITE_BY_DEFAULT = frozenset(["ja"])
_EITHER = re.compile(r"\[([^\[\]|]*)\|([^\[\]|]*)\]")


@dataclass(frozen=True, slots=True)
class Phrases:
    """The wordings of one language. `{when}`, `{who}`, `{where}`, `{name}` and `{quote}` are filled in.

    Attributes:
        told: the person said it.       said: the character said it itself.
        heard: somebody else did.       read: it stands in a knowledge source.
        dated: how a date is joined to who said it; used where there is one.
        today: the same of what was said today.
        also: joins a further memory.   nothing: nothing is remembered.
        noted: the answer to a statement that recalls nothing.
        reminded: leads over from a statement to what it recalls.
        again: leads over to what was said before.
        sorry: the answer to bad news; leads over to what it recalls, too.
        glad: the answer to good news.
        amused: the answer to a joke.
        unsure: leads over to what may be the answer.
        go_on: the answer to what tells nothing.
        unable: the answer to what the character is bidden to do.
        you_are: the name of whom it faces.
        of_you: leads over to what is known of them.
        of_me: what the character's description says of it.
        i_am: its name.
        quotes: the quotation marks.
    """

    told: tuple[str, ...]
    said: tuple[str, ...]
    heard: tuple[str, ...]
    read: tuple[str, ...]
    dated: str
    today: str
    also: tuple[str, ...]
    nothing: tuple[str, ...]
    noted: tuple[str, ...]
    reminded: tuple[str, ...]
    again: tuple[str, ...]
    of_me: tuple[str, ...]
    i_am: tuple[str, ...]
    quotes: tuple[str, str] = ("“", "”")
    sorry: tuple[str, ...] = ()
    glad: tuple[str, ...] = ()
    amused: tuple[str, ...] = ()
    unsure: tuple[str, ...] = ()
    go_on: tuple[str, ...] = ()
    unable: tuple[str, ...] = ()
    you_are: tuple[str, ...] = ()
    of_you: tuple[str, ...] = ()


@lru_cache(maxsize=16)
def _tables(language: str) -> Mapping[str, Mapping[str, Any]]:
    return {
        register: {name: way if isinstance(way, str) else tuple(way) for name, way in table.items()}
        for register, table in subject("voice", language).items()
    }


@lru_cache(maxsize=512)
def reactions(name: str, language: str, *, polite: bool) -> tuple[str, ...]:
    """The ways to take what asks for no memory, by their name in the tables; in English where we have none."""
    return _addressed(_tables(language if language in LANGUAGES else "en")["reactions"][name], polite=polite)


def _addressed(ways: Sequence[str], *, polite: bool) -> tuple[str, ...]:
    """Wordings as they are said to somebody familiar, or politely; each once."""
    return tuple(dict.fromkeys(_EITHER.sub(lambda match: match[2 if polite else 1], one) for one in ways))


@lru_cache(maxsize=128)
def phrases(language: str, register: str = "plain", *, polite: bool | None = None) -> Phrases:
    """The wordings of a language; English where we have none.

    Args:
        language: ISO 639-1.
        register: one of `REGISTERS`. What a register doesn't word in its own way is worded plainly.
        polite: how the other is addressed, where the language makes a difference; by default as is usual in it.
    """
    language = language if language in LANGUAGES else "en"
    tables = _tables(language)
    plain = Phrases(**tables["plain"])
    own = tables.get(register, {})
    polite = language in _POLITE_BY_DEFAULT if polite is None else polite
    wordings = {
        field.name: _addressed(phrase, polite=polite)
        for field in fields(Phrases)
        if field.name not in ("dated", "today", "quotes")
        and (phrase := own.get(field.name) or getattr(plain, field.name))
    }
    return replace(plain, **wordings)  # type: ignore[arg-type]


def phrases_of(persona: Persona | None, language: str) -> Phrases:
    """The wordings that fit a character: in the register that its description shows most, polite or not as it is."""
    return phrases(language, _register(persona), polite=is_polite(persona, language))


def _register(persona: Persona | None) -> str:
    styles = () if persona is None else persona.style
    return next((_REGISTER_OF[style] for style in styles if style in _REGISTER_OF), "plain")


def is_polite(persona: Persona | None, language: str) -> bool:
    """Whether a character addresses others politely, in a language in which that makes a difference."""
    if persona is not None and persona.address is not None:
        return persona.address == "polite"
    if _register(persona) == "formal":
        return True
    if persona is not None and "casual" in persona.style:
        return False
    return language in _POLITE_BY_DEFAULT


def worded(wording: str, **filled: str) -> str:
    """A wording with its slots filled; Korean particles after a name fit it."""
    if "{name}" in wording:
        before, _, after = wording.partition("{name}")
        return before + attached(filled["name"], after)
    return wording.format(**filled)
