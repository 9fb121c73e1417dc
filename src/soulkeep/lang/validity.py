"""Validating texts and names before they are stored."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from soulkeep.errors import BadText, InputError
from soulkeep.lang.unseen import ranges

NAME_CHARACTERS = 200
"""Longest name or id."""

NESTING = 64
"""Deepest nesting of objects and lists in stored JSON. At some 255 levels the server could no longer write it as JSON,
which would break every list that contains it."""

_UNFIT = re.compile(f"[{ranges('controls', 'turning')}\t\n\u2028\u2029]")
"""What no name may contain: line breaks, terminal controls, changes of text direction."""


def require_text(text: str, *, limit: int | None = None, what: str = "text") -> str:
    """Return the text if it can be stored, or raise `BadText` with the reason.

    Args:
        text: the text to check.
        limit: most characters.
        what: what the text is, for the message.
    """
    require_storable(text, what)
    if not text.strip():
        raise BadText(f"The {what} is empty.", hint="Leave out turns without words.")
    if limit is not None and len(text) > limit:
        raise BadText(
            f"The {what} has {len(text):,} characters; {limit:,} are allowed.",
            hint="Give a long text to learn(), which cuts it into passages, or raise Settings.turn_characters.",
        )
    return text


def require_name(name: str, what: str) -> str:
    """Return a name or id if it is valid, or raise `InputError`."""
    if not isinstance(name, str) or not name.strip():
        raise InputError(
            f"The {what} must be a non-empty string, not {name!r}.", hint="Give one such as 'anna', or leave it out."
        )
    if len(name) > NAME_CHARACTERS:
        raise InputError(f"The {what} is longer than {NAME_CHARACTERS} characters.", hint="Give a shorter one.")
    require_storable(name, what)
    return name


def is_fit(name: str) -> bool:
    """Return whether somebody or something new may have this name: it is one line, and visible."""
    return _UNFIT.search(name) is None


def require_new_name(name: str, what: str) -> str:
    """Return the name or id of something new if it is valid, or raise `InputError`. Older names need only satisfy
    `require_name`."""
    if unfit := _UNFIT.search(require_name(name, what)):
        raise InputError(
            f"The {what} {name!r:.80} holds a control character at position {unfit.start()}: {unfit[0]!r}.",
            hint="Give a name in one line, without line breaks, escapes, or characters that turn the text around.",
        )
    return name


def require_storable(text: str, what: str) -> None:
    """Raise `BadText` if a string can't be stored, naming the offending character and what to do."""
    if not isinstance(text, str):
        raise BadText(f"The {what} must be a str, not {type(text).__name__}.", hint="Decode bytes first.")
    nul = text.find("\0")
    if nul >= 0:
        raise BadText(
            f"The {what} holds a NUL character at position {nul}.",
            hint="It is probably binary data; otherwise take NULs out with text.replace('\\0', '').",
        )
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise BadText(
            f"The {what} holds half a surrogate pair at position {error.start}, which is no character.",
            hint="Decode the source with errors='replace', or repair it with "
            "text.encode('utf-16', 'surrogatepass').decode('utf-16', 'replace').",
        ) from None


def require_shallow(value: object, what: str) -> None:
    """Raise `InputError` if objects and lists in a JSON value nest deeper than `NESTING`."""
    level = {id(value): value}
    for _ in range(NESTING + 1):
        level = {id(inner): inner for one in level.values() for inner in _within(one)}  # each once, though shared
        if not level:
            return
    raise InputError(f"The {what} nests deeper than {NESTING} levels.", hint="Keep it elsewhere, or flatten it.")


def _within(value: object) -> Iterable[object]:
    if isinstance(value, Mapping):
        return value.values()
    return value if isinstance(value, list | tuple) else ()


def cleaned(text: str, limit: int) -> str:
    """Return a said text as it can be stored: without NULs and lone surrogates, and cut to a limit."""
    storable = text.encode("utf-8", "ignore").decode("utf-8").replace("\0", "").strip()[:limit]
    return storable or "…"
