"""The callers of MCP, and the character and person for which a connection speaks."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass

from soulkeep.character.character import Character
from soulkeep.errors import InputError, SoulkeepError
from soulkeep.server.access import Access, Right

_LISTED = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class Asker:
    """An MCP connection and its access to memories.

    Attributes:
        access: its access to the keep, from which every character must come.
        character, person: for whom it speaks, by options of the command, headers, or the address's query. None if each
            call says so.
    """

    access: Access
    character: str | None = None
    person: str | None = None

    @property
    def only_character(self) -> str | None:
        """Return the default character of calls: the connection's, or the only one that its key reaches."""
        return self.character or _single(self.access.grant.characters)

    @property
    def only_person(self) -> str | None:
        """Return the default person of calls: the connection's, or the only one that its key reaches."""
        return self.person or _single(self.access.grant.people)

    def facing(self, right: Right, character: str | None, person: str | None) -> tuple[Character, str | None]:
        """Return the character and the person of a call, if the key may do this.

        Args:
            right: the right that the call needs.
            character, person: the names in the call; omitted where the connection has them. A name in another case
                ("Anna" for "anna") is the same person if only one matches.

        Raises:
            InputError: it is unclear who is meant, or the connection speaks for somebody else.
            Forbidden: the key doesn't allow it.
        """
        id = self._character(character)
        return self.access.character(id, right, person=(who := self._person(id, person))), who

    def _character(self, named: str | None) -> str:
        only = self.only_character
        if only is not None:
            return _same(only, named, "character")
        readable = "read" in self.access.grant.rights
        names = {one.id: one.name for one in self.access.characters()} if readable else {}
        if named is not None:
            return _meant_id(named, names)
        if len(names) == 1:
            return next(iter(names))
        listed = ", ".join(sorted(names)[:_LISTED])
        raise InputError(
            "Which character?" if names or not readable else "There are no characters yet.",
            hint=f"Name one: {listed}." if names else "Make one first, by POST /v1/characters or: soulkeep chat -c ID",
        )

    def _person(self, character: str, named: str | None) -> str | None:
        only = self.only_person
        if only is not None:
            return _same(only, named, "person")
        if named is None or "read" not in self.access.grant.rights:
            return named
        return _meant_id(named, {person: person for person in self.access.people(character)})


_CURRENT: ContextVar[Asker] = ContextVar("soulkeep_mcp_asker")


@contextmanager
def speaking(asker: Asker) -> Iterator[None]:
    """Set the asker while a message of this connection is handled."""
    token = _CURRENT.set(asker)
    try:
        yield
    finally:
        _CURRENT.reset(token)


@contextmanager
def asking(error: Callable[[str], Exception]) -> Iterator[Asker]:
    """Yield the present asker; errors of ours become errors of the protocol, with advice."""
    try:
        yield _CURRENT.get()
    except SoulkeepError as problem:
        raise error(str(problem)) from problem


def current() -> Asker:
    """Return the asker whose message is being handled."""
    return _CURRENT.get()


def _single(names: frozenset[str] | None) -> str | None:
    return next(iter(names)) if names is not None and len(names) == 1 else None


def _same(only: str, named: str | None, what: str) -> str:
    if named is not None and named.casefold() != only.casefold():
        raise InputError(f"This connection speaks for the {what} {only!r} alone.", hint=f"Leave the {what} out.")
    return only


def _meant_id(named: str, known: dict[str, str]) -> str:
    """Return the id that a caller means: an exact match, or the only one that differs in case or has that name."""
    if named in known:
        return named
    folded = named.strip().casefold()
    alike = [id for id, name in known.items() if folded in (id.casefold(), name.casefold())]
    return alike[0] if len(alike) == 1 else named


def limited(names: Collection[str], beginning: str, most: int) -> list[str]:
    """Return the names with a beginning, in any case, in their order."""
    folded = beginning.casefold()
    return sorted(name for name in names if name.casefold().startswith(folded))[:most]
