"""The wordings that the offline voice puts around the words it quotes: by language, by register, and by how the other
is addressed.

The wordings of a language are data in its pack (`voice.toml`). Where politeness changes words, a wording holds both:
"[Du hast|Sie haben]" is "Du hast" to somebody familiar and "Sie haben" to be polite.
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
        told: what the person said.     said: what the character said itself.
        heard: what others said.        read: what stands in a knowledge source.
        dated: how a date is joined to who said it; used where there is one.
        today: the same for what was said today.
        also: joins a further memory.   nothing: admits that nothing is remembered.
        unknown: admits not to know something of the world, where memory was hardly asked.
        noted: the answer to a statement that recalls nothing.
        reminded: leads over from a statement to what it recalls.
        again: leads over to what was said before.
        sorry: the answer to bad news; leads over to what it recalls, too.
        glad: the answer to good news.
        amused: the answer to a joke.
        unsure: leads over to what may be the answer.
        go_on: the answer to a message that tells nothing.
        unable: the answer to a request to do something.
        you_are: tells the person's name.
        of_you: leads over to what is known of the person.
        of_me: tells what the character's description says.
        i_am: tells the character's name.
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
    unknown: tuple[str, ...] = ()
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
    """Return the wordings that answer what asks for no memory, by name; English where a language has none."""
    return _addressed(_tables(language if language in LANGUAGES else "en")["reactions"][name], polite=polite)


def _addressed(ways: Sequence[str], *, polite: bool) -> tuple[str, ...]:
    """Return wordings in their familiar or their polite form, each once."""
    return tuple(dict.fromkeys(_EITHER.sub(lambda match: match[2 if polite else 1], one) for one in ways))


@lru_cache(maxsize=128)
def phrases(language: str, register: str = "plain", *, polite: bool | None = None) -> Phrases:
    """Return the wordings of a language; the English ones if the language has none.

    Args:
        language: ISO 639-1.
        register: one of `REGISTERS`. The plain wordings are used where a register has none of its own.
        polite: whether the other is addressed politely; by default as is usual in the language.
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
    """Return a character's wordings: in the register that its description shows most, polite or not as it is."""
    return phrases(language, _register(persona), polite=is_polite(persona, language))


def _register(persona: Persona | None) -> str:
    styles = () if persona is None else persona.style
    return next((_REGISTER_OF[style] for style in styles if style in _REGISTER_OF), "plain")


def is_polite(persona: Persona | None, language: str) -> bool:
    """Return whether a character addresses others politely, in languages that make a difference."""
    if persona is not None and persona.address is not None:
        return persona.address == "polite"
    if _register(persona) == "formal":
        return True
    if persona is not None and "casual" in persona.style:
        return False
    return language in _POLITE_BY_DEFAULT


def worded(wording: str, **filled: str) -> str:
    """Fill in the slots of a wording; Korean particles after a name are made to fit it."""
    if "{name}" in wording:
        before, _, after = wording.partition("{name}")
        return before + attached(filled["name"], after)
    return wording.format(**filled)
