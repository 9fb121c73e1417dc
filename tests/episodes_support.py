"""Helpers that the tests of episodes share: a talk with a character that knows music, and terms of what it knows."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import soulkeep
from soulkeep.graph.episodes.library import shared
from soulkeep.graph.knowledge import Knowledge
from soulkeep.lang.pack import PACKS
from soulkeep.testing.models import HashEmbedder

MUSIC = Path(soulkeep.__file__).parent / "demo" / "music.ttl"
NOW = datetime(2026, 5, 8, 18, 30, tzinfo=UTC)
BORN = "When was Charlie Parker born?"
NEW_YORKERS = ("Lou Reed", "Barbra Streisand", "Norah Jones", "Cyndi Lauper", "Lady Gaga")
OTHER_TALK = (
    "Which albums did Prince record?", "When was Abbey Road released?", "Who recorded Abbey Road?",
    "Which songs did Bob Dylan write?", "Who wrote Imagine?", "Which instrument did Bob Dylan play?",
    "Which albums did Miles Davis record?", "Which songs did Stevie Wonder write?", "Which pianists do you know?",
    "When was Jimi Hendrix born?", "When was Tina Turner born?", "When was Bob Dylan born?", "When was Prince born?",
    "When was Duke Ellington born?", "When was Janet Jackson born?",
)  # fmt: skip
"""Fifteen questions, none about a birth place."""

_BESIDE = tuple(
    re.sub(r"^{%.*?%}", "", way).split("{{")[0].strip()
    for language in ("en", "de", "ko")
    for way in (PACKS / language / "templates" / "what_is_known.j2")
    .read_text("utf-8")
    .split("#}\n")[1]
    .split("\n---\n")
)
"""How it begins that something isn't known, where what is known is told beside it."""

EX = """
@prefix ex: <http://example.org/> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
"""


def told_as_answer(text: str) -> str:
    """Return what a reply tells as the answer: nothing, if it says what is known beside not knowing that."""
    return "" if text.startswith(_BESIDE) else text


def dbr(name: str) -> str:
    """Return a thing of the music knowledge base, as a term."""
    return f"<http://dbpedia.org/resource/{name}>"


def dbo(name: str) -> str:
    """Return a class or a property of the music knowledge base, as a term."""
    return f"<http://dbpedia.org/ontology/{name}>"


def ex(name: str) -> str:
    """Return a term of an ontology that a test makes up."""
    return f"<http://example.org/{name}>"


def painters(*born_in: str) -> bytes:
    """Return data on painters `Painter Aa`, `Painter Ab` … born in the given towns, in this order, and 150 more, each
    born in another place."""
    names = [f"Painter {letters(number)}" for number in range(len(born_in) + 150)]
    places = [*born_in, *(f"Hamlet {letters(number)}" for number in range(150))]
    towns = {place: f"ex:t{number}" for number, place in enumerate(dict.fromkeys(places))}
    lines = [
        EX,
        'ex:Painter a owl:Class ; rdfs:label "painter"@en . ex:Town a owl:Class ; rdfs:label "town"@en .',
        'ex:birthPlace rdfs:label "birth place"@en ; rdfs:domain ex:Painter ; rdfs:range ex:Town .',
        'ex:studio rdfs:label "studio"@en ; rdfs:domain ex:Painter ; rdfs:range ex:Town .',
        *(f'{term} a ex:Town ; rdfs:label "{place}"@en .' for place, term in towns.items()),
        *(
            f'ex:p{number} a ex:Painter ; rdfs:label "{name}"@en ; '
            f"ex:birthPlace {towns[place]} ; ex:studio {towns[place]} ."
            for number, (name, place) in enumerate(zip(names, places, strict=True))
        ),
    ]
    return "\n".join(lines).encode()


def letters(number: int) -> str:
    """Return a name for a number: Aa, Ab …"""
    return chr(ord("A") + number // 26) + chr(ord("a") + number % 26)


_HELD: dict[tuple[str, ...], Knowledge] = {}
"""Knowledge from earlier talks, so that the next doesn't read it again."""


class Talk:
    """A character that knows RDF, and a clock. Use it in a `with` block.

    Args:
        knowing: what it knows: a file, or Turtle; None for nothing.
        path: of the keep.
        chat: a language model.
        zone: the time zone in which it begins, at half past six in the evening by default.
        settings: of the keep; nothing happens in the background.
    """

    def __init__(
        self,
        *,
        knowing: Path | bytes | None = MUSIC,
        path: str | Path = ":memory:",
        chat: soulkeep.ChatModel | None = None,
        start: datetime = NOW,
        **settings: Any,
    ) -> None:
        self.clock = soulkeep.ManualClock(start)
        self.keep = soulkeep.open(
            path,
            clock=self.clock,
            embedder=HashEmbedder(),
            chat=chat,
            settings=soulkeep.Settings(**{"background": False, **settings}),
        )
        self.ella = self.keep.character("ella", name="Ella")
        if knowing is not None:
            self.ella.know(knowing, source="data")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        _HELD.update(shared)
        self.keep.close()

    def say(self, text: str, *, person: str | None = "anna", **more: Any) -> soulkeep.Reply:
        """Say something, 40 seconds after what was said before."""
        self.clock.advance(timedelta(seconds=40))
        return self.ella.reply(text, person=person, **more)

    def say_all(self, texts: Iterable[str]) -> soulkeep.Reply:
        """Say one thing after the other; return the last reply."""
        replies = [self.say(text) for text in texts]
        return replies[-1]

    def wait(self, **time: float) -> None:
        """Let time pass."""
        self.clock.advance(timedelta(**time))

    def episodes(self, person: str | None = "anna") -> soulkeep.Episodes:
        """Return all episodes so far."""
        return self.ella.episodes(person=person)

    def texts(self, person: str | None = "anna") -> list[str]:
        """Return what was said by a person, as the episodes have it."""
        return [episode.text for episode in self.episodes(person) if episode.kind == "input"]


def told(reply: soulkeep.Reply) -> str | None:
    """Return the intent of the remark that was made."""
    return next((remark.intent for remark in reply.remarks if remark.told), None)


def suggested(reply: soulkeep.Reply) -> dict[str, soulkeep.Remark]:
    """Return all remarks that were possible, by their intent."""
    return {remark.intent: remark for remark in reply.remarks}


def noticed(patterns: Iterable[soulkeep.Pattern], kind: str) -> list[soulkeep.Pattern]:
    """Return the patterns of a kind."""
    return [pattern for pattern in patterns if pattern.kind == kind]


def plain(text: str) -> str:
    """Return a text without its layout."""
    return re.sub(r"\s+", " ", text).strip()
