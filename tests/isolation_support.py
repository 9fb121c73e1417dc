"""The reference model of isolation: for each word that was ever put in, the places where it may be seen."""

from __future__ import annotations

import logging
import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from io import StringIO
from itertools import count
from typing import NamedTuple

from soulkeep.server.logs import JsonLines

PEOPLE = ANNA, BORIS, CLARA = "qxannaxq", "qxborisxq", "qxclaraxq"
"""Ids of people, which may be seen only where they were, too."""

NOBODY = "qxnobodyxq"
"""The id of a person, or of anything, that there is not."""

_LETTERS = "bcdfghklmnprstvw"
_MARK = re.compile(rf"qx(?:(?:[{_LETTERS}]a){{5}}|anna|boris|clara|nobody)xq", re.IGNORECASE)
_NUMBERS = count()


class Place(NamedTuple):
    """Where memories are: a keep, an owner (a character's id, or "world:" and a world's name), and whom it faces."""

    keep: str
    owner: str
    person: str | None


class Viewer(NamedTuple):
    """A viewer: a character of a keep facing somebody, and who else is there."""

    keep: str
    character: str
    person: str | None
    audience: tuple[str, ...] = ()


def new_word() -> str:
    """Return a word that no text holds and that this process hasn't given before."""
    number, letters = next(_NUMBERS), ""
    for _ in range(5):
        number, digit = divmod(number, len(_LETTERS))
        letters += _LETTERS[digit] + "a"
    return f"qx{letters}xq"


def marks(text: str) -> set[str]:
    """Return the made-up words that a text holds."""
    return {found.lower() for found in _MARK.findall(text)}


@dataclass(slots=True)
class Ledger:
    """A record of who may see what.

    Attributes:
        places: where each word may be seen.
        origin: where it was put in, by owner and person: it goes with that.
        repeated: words that an answer told where they weren't put in: they stay where it is stored.
        heard: who heard each word from a character, by owner and person, whatever has become of it since.
        names: what people are called: whoever is with them may hear it.
        worlds: the worlds that a character of a keep reads.
        shown: how many words were seen where they may be: a model that shows nothing leaks nothing.
        views: how many views were looked through.
    """

    places: dict[str, set[Place]] = field(default_factory=dict)
    origin: dict[str, tuple[str, str | None]] = field(default_factory=dict)
    repeated: set[tuple[str, Place]] = field(default_factory=set)
    heard: set[tuple[str, str, str | None]] = field(default_factory=set)
    names: set[str] = field(default_factory=set)
    worlds: dict[tuple[str, str], tuple[str, ...]] = field(default_factory=dict)
    shown: int = 0
    views: int = 0

    # -- what happens

    def put(self, place: Place, hearers: Iterable[str] = ()) -> str:
        """Return a new word, noted as put in somewhere and heard by others."""
        word = new_word()
        self.origin[word] = (place.owner, place.person)
        self.places[word] = set()
        self._tell(word, _heard(place, hearers))
        return word

    def call(self, place: Place) -> str:
        """Return a new word as the name of whoever is faced."""
        self.meet(place)
        self.names.add(word := self.put(place))
        return word

    def _tell(self, word: str, places: Iterable[Place]) -> None:
        for there in places:
            self.places[word].add(there)
            self.heard.add((word, there.owner, there.person))

    def meet(self, place: Place, hearers: Iterable[str] = ()) -> None:
        """Note that people were together, so each may know of the others."""
        for one in {place.person, *hearers} - {None}:
            self.places.setdefault(str(one), set())
            self._tell(str(one), _heard(place, hearers))

    def say(self, text: str, place: Place, hearers: Iterable[str] = ()) -> None:
        """Note that an answer was heard: what it tells may be seen where it is stored."""
        for word in marks(text):
            more = _heard(place, hearers) - self.places[word]
            self.repeated |= {(word, there) for there in more}
            self._tell(word, more)

    def instead(self, word: str) -> str:
        """Return a new word in place of another, which is still in the history."""
        new = new_word()
        self.origin[new] = self.origin[word]
        self.places[new] = set()
        self._tell(new, [there for there in self.places[word] if (word, there) not in self.repeated])
        return new

    def delete(self, word: str, place: Place) -> None:
        """Note that what was put in is deleted: everywhere, or the copy of one who heard it."""
        whole = self.origin[word] == (place.owner, place.person)
        for there in list(self.places[word]):
            if there.keep == place.keep and (whole or there == place) and (word, there) not in self.repeated:
                self.places[word].discard(there)

    def erase(self, place: Place) -> None:
        """Note that a place is gone, and that what was put in there is gone wherever else it was heard or told."""
        for word, places in self.places.items():
            if self.origin.get(word) == (place.owner, place.person):
                places -= {there for there in places if there.keep == place.keep}
            places.discard(place)

    def erase_owner(self, keep: str, owner: str) -> None:
        """Note that a character or a world is gone; what was said of a world's lore stays."""
        for places in self.places.values():
            places -= {there for there in places if (there.keep, there.owner) == (keep, owner)}

    def carry(self, rows: Iterable[Place], keep: str) -> None:
        """Note that the content of some places was exported, with what others heard of it, and imported into another
        keep."""
        taken = set(rows)
        for word, places in self.places.items():
            from_here = self.origin.get(word, (None, None))
            for there in list(places):
                along = any(there.keep == one.keep and from_here == (one.owner, one.person) for one in taken)
                if there in taken or along or (word not in self.origin and any(there[:2] == one[:2] for one in taken)):
                    places.add(there._replace(keep=keep))
                    if (word, there) in self.repeated:
                        self.repeated.add((word, there._replace(keep=keep)))

    # -- who may see it

    def sees(self, viewer: Viewer) -> set[Place]:
        """Return the places that a viewer sees, when nobody else is there."""
        keep, character, person, _ = viewer
        worlds = self.worlds.get((keep, character), ())
        shared = {Place(keep, character, None), *(Place(keep, f"world:{world}", None) for world in worlds)}
        return shared | {Place(keep, character, person)}

    def may(self, word: str, viewer: Viewer) -> bool:
        """Return whether a viewer may see a word: it is in a place that they see and that everyone present heard."""
        if word in (viewer.person, *viewer.audience):
            return True
        places, own = self.places.get(word, set()), Place(*viewer[:3])
        if places & (self.sees(viewer) - ({own} if viewer.person is not None else set())):
            return True
        return own in places and (word in self.names or self._all_heard(word, viewer))

    def _all_heard(self, word: str, viewer: Viewer) -> bool:
        return all((word, viewer.character, one) in self.heard for one in viewer.audience)

    def exports(self, word: str, viewer: Viewer) -> bool:
        """Return whether a word is in what a viewer exports, including what others keep of their words."""
        own = self.origin.get(word) == (viewer.character, viewer.person)
        return self.may(word, viewer) or (own and any(there.keep == viewer.keep for there in self.places[word]))

    def leaks(self, text: str, *viewers: Viewer, exported: bool = False) -> set[str]:
        """Return the words in a text that none of the viewers may see."""
        found, may = marks(text), self.exports if exported else self.may
        leaked = {word for word in found if not any(may(word, viewer) for viewer in viewers)}
        self.shown += len(found) - len(leaked)
        self.views += 1
        return leaked

    def outside(self, text: str, places: Collection[Place]) -> set[str]:
        """Return the words in a text that are in none of some places."""
        found = marks(text)
        leaked = {word for word in found if self.places.get(word, set()).isdisjoint(places)}
        self.shown += len(found) - len(leaked)
        self.views += 1
        return leaked

    def gone(self) -> set[str]:
        """Return the words that nobody may see any more."""
        return {word for word, places in self.places.items() if not places}


def _heard(place: Place, hearers: Iterable[str]) -> set[Place]:
    return {place, *(place._replace(person=one) for one in hearers if place.person is not None)}


class Log(logging.Handler):
    """All that is logged, as lines of JSON and as plain text."""

    def __init__(self) -> None:
        super().__init__(logging.INFO)
        self._formatters = (JsonLines(), logging.Formatter("%(name)s %(message)s"))
        self.text = StringIO()

    def emit(self, record: logging.LogRecord) -> None:
        for formatter in self._formatters:
            self.text.write(formatter.format(record) + "\n")

    def require_silent(self) -> None:
        """Assert that nothing that was logged since is anybody's words or id; and begin anew."""
        told = self.text.getvalue()
        self.text = StringIO()
        assert not marks(told), f"a log tells {sorted(marks(told))}: {told[-2000:]}"

    def __enter__(self) -> Log:
        for name in ("soulkeep", "uvicorn", "nicegui"):
            logging.getLogger(name).addHandler(self)
            logging.getLogger(name).setLevel(logging.INFO)
        return self

    def __exit__(self, *_: object) -> None:
        for name in ("soulkeep", "uvicorn", "nicegui"):
            logging.getLogger(name).removeHandler(self)
