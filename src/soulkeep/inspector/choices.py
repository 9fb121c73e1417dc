"""The character and person of a page: by its address, else as shown last, else any."""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import unquote

from soulkeep.errors import SoulkeepError
from soulkeep.server.access import Access

CHARACTER, PERSON = "character", "person"
"""Parameters of an address."""

LANGUAGE, THEME, LAST = "soulkeep_language", "soulkeep_theme", "soulkeep_last"
"""Names of cookies with choices, which hold no secrets. LAST is "character/person", each percent-encoded."""


def _reached(access: Access, character: str) -> bool:
    try:
        access.character(character, "read")
    except SoulkeepError:
        return False
    return True


def chosen(access: Access, query: Mapping[str, str], cookies: Mapping[str, str]) -> tuple[str | None, str | None]:
    """Return the character and the person that a page shows.

    Args:
        access: the user's access.
        query: the address's parameters; an empty person is nobody in particular.
        cookies: the browser's cookies.

    Returns:
        Their ids; no character if none can be seen.
    """
    access.require("read")
    last, _, faced = (unquote(part) for part in cookies.get(LAST, "").partition("/"))
    character = query.get(CHARACTER)
    if character is None:
        character = last if _reached(access, last) else next((one.id for one in access.characters()), None)
    if character is None:
        return None, None
    access.require_character(character)
    if PERSON in query:
        person = query[PERSON] or None
        access.require_person(person, right="read")
        return character, person
    people = access.people(character)
    if character == last and (faced in people or (not faced and access.grant.people is None)):
        return character, faced or None
    allowed = access.grant.people
    return character, next(iter(people or sorted(allowed or ())), None)
