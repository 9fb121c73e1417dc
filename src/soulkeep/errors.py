"""Every error soulkeep raises.

SoulkeepError
├── InputError                 what the caller gave cannot be used (also a ValueError)
│   ├── BadText                empty, too long, or not storable as text
│   ├── NaiveTime              a time without a time zone
│   ├── IdConflict             an id given before, with other content
│   ├── UnknownCharacter       no character of that id in this keep
│   ├── UnknownMemory          no memory of that id
│   ├── BadFile                a file that cannot be read as what it should be
│   └── QueryError             a SPARQL query that cannot be read, or is not allowed
├── StoreError                 the database
│   ├── StoreBusy              another process held the write lock too long (retryable)
│   ├── StoreClosed            the keep was closed
│   ├── StoreCorrupt           not a database, or a damaged one
│   ├── StoreFull              no space left (retryable once there is)
│   ├── StoreReadOnly          the file or folder can't be written
│   ├── StoreUnreachable       the database server can't be reached (retryable)
│   ├── StoreTooNew            written by a newer soulkeep
│   ├── KeyGone                the key that memories were sealed with is gone
│   └── Erased                 what this belongs to was erased meanwhile
├── EmbedderError              the embedding model
│   ├── EmbedderChanged        the keep's vectors come from another model
│   ├── EmbedderUnavailable    the embedding server can't be reached (retryable)
│   └── WeightsDamaged         the shipped weights fail their checksum
├── ChatError                  the language model
│   ├── ChatUnavailable        it can't be reached, or timed out (retryable)
│   ├── ChatRefused            it answered with nothing usable
│   ├── BadAnswer              it did not keep to the form it was asked for (retryable)
│   └── BudgetSpent            today's tokens are used up (retryable tomorrow)
├── QueryTimeout               a SPARQL query that took too long, or too much memory
└── MissingExtra               an optional dependency is not installed (also an ImportError)

Each error carries `hint`, what to do about it, and `retryable`, whether the same call may work later.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import ClassVar


class SoulkeepError(Exception):
    """The base of all of them. `str(error)` is the message and the hint."""

    retryable: ClassVar[bool] = False

    def __init__(self, message: str, *, hint: str = "") -> None:
        super().__init__(f"{message} {hint}".strip())
        self.message = message
        self.hint = hint


class InputError(SoulkeepError, ValueError):
    """What the caller gave cannot be used."""


class BadText(InputError):
    """A text that is empty, too long, or not storable as text."""


class NaiveTime(InputError):
    """A time without a time zone."""

    def __init__(self, time: datetime) -> None:
        super().__init__(
            f"The time {time.isoformat()} has no time zone.",
            hint="Give an aware one, such as datetime.now(timezone.utc) or time.replace(tzinfo=…).",
        )


class IdConflict(InputError):
    """An id given before, with other content."""

    def __init__(self, id: str, what: str) -> None:
        super().__init__(
            f"The id {id!r} is taken by another memory: {what}.",
            hint="Nothing was stored. Use a new id; repeat an id only to retry the very same turn.",
        )
        self.id = id


class UnknownCharacter(InputError):
    """No character of that id in this keep."""

    def __init__(self, id: str, known: Iterable[str] | None = None) -> None:
        names = sorted(known or ())
        listed = ", ".join(names[:12]) + (", …" if len(names) > 12 else "")
        hint = f"Known: {listed}." if names else "This keep has no characters yet."
        super().__init__(f"There is no character {id!r} here.", hint="" if known is None else hint)


class UnknownMemory(InputError):
    """No memory of that id."""

    def __init__(self, id: str) -> None:
        super().__init__(
            f"There is no memory {id!r} here.", hint="It may have been erased, or belong to another person."
        )


class BadFile(InputError):
    """A file that cannot be read as what it should be."""


class QueryError(InputError):
    """A SPARQL query that cannot be read, or is not allowed."""


class StoreError(SoulkeepError):
    """The database could not do what was asked."""


class StoreBusy(StoreError):
    """Another process held the write lock for too long."""

    retryable = True


class StoreClosed(StoreError):
    """The keep was closed."""

    def __init__(self) -> None:
        super().__init__("This keep is closed.", hint="Open it again with soulkeep.open(…).")


class StoreCorrupt(StoreError):
    """Not a database of ours, or a damaged one."""


class StoreFull(StoreError):
    """No space left on the device."""

    retryable = True


class StoreReadOnly(StoreError):
    """The file, or its folder, can't be written."""


class StoreUnreachable(StoreError):
    """The database server can't be reached."""

    retryable = True


class StoreTooNew(StoreError):
    """Written by a newer soulkeep."""


class KeyGone(StoreError):
    """The key that memories were sealed with is gone: they are as good as erased.

    Attributes:
        owner: whose memories they were.
        person: about whom; None for nobody in particular.
    """

    def __init__(self, owner: str, person: str | None) -> None:
        whom = "nobody in particular" if person is None else person
        erasing = "erasing it" if person is None else f"keep.erase(person={person!r})"
        super().__init__(
            f"The key to what {owner} shares with {whom} is gone: it can't be read any more.",
            hint=f"If that was meant, {erasing} removes the rest. If not, open the keep with the keys that have it.",
        )
        self.owner = owner
        self.person = person


class Erased(StoreError):
    """What this belongs to was erased meanwhile."""

    def __init__(self) -> None:
        super().__init__("These memories were erased meanwhile.", hint="Nothing was stored.")


class EmbedderError(SoulkeepError):
    """The embedding model could not do what was asked."""


class EmbedderChanged(EmbedderError):
    """The keep's vectors come from another embedding model than the one it was opened with."""


class EmbedderUnavailable(EmbedderError):
    """The embedding server can't be reached. Turns are stored all the same and found by their words."""

    retryable = True


class WeightsDamaged(EmbedderError):
    """The shipped weights fail their checksum."""


class ChatError(SoulkeepError):
    """The language model could not do what was asked. The person's turn is stored all the same."""


class ChatUnavailable(ChatError):
    """The language model can't be reached, or took too long."""

    retryable = True


class ChatRefused(ChatError):
    """The language model answered with nothing usable."""


class BadAnswer(ChatError):
    """The language model did not keep to the form it was asked for, even when told what was wrong."""

    retryable = True


class BudgetSpent(ChatError):
    """A language model may read and write no more today."""

    retryable = True


class QueryTimeout(SoulkeepError):
    """A SPARQL query that took too long, or too much memory, and was stopped."""


class MissingExtra(SoulkeepError, ImportError):
    """An optional dependency is not installed."""

    def __init__(self, what: str, extra: str = "") -> None:
        """Tell that `what` needs the `extra`; without one, that it needs a part of soulkeep itself that was left
        out."""
        if extra:
            super().__init__(f"{what} needs an extra.", hint=f"Install it with: pip install 'soulkeep[{extra}]'")
        else:
            super().__init__(f"{what} needs a part that was left out here.", hint="Install soulkeep whole.")
