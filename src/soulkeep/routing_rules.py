"""Rules for which responders may speak, and which are preferred (2: a scoring mechanism in connection with a rule
set)."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from soulkeep.errors import InputError


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """Rules for who may answer. Responders go by name: `"model"`, `"voice"`, `"knowledge"`, `"episode"`, `"courtesy"`,
    `"event"`, `"clarification"`, `"admission"`, and those of your own.

    What nobody may answer is admitted, whatever the rules say: a character never says nothing.

    Attributes:
        allow: only these; None for all.
        forbid: not these.
        prefer: factor of a responder's score, 0 or more: 2 doubles it.
        cool_down: how many answers a responder keeps quiet for after it spoke.
    """

    allow: Collection[str] | None = None
    forbid: Collection[str] = frozenset()
    prefer: Mapping[str, float] = field(default_factory=dict)
    cool_down: Mapping[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for what in ("allow", "forbid"):
            names = getattr(self, what)
            if names is not None and (isinstance(names, str) or not all(isinstance(name, str) for name in names)):
                raise InputError(f"{what} must be a set of responders' names.", hint=f'Write {what}={{"voice"}}.')
        for what, least in (("prefer", "0 or more"), ("cool_down", "a whole number, 0 or more")):
            values = getattr(self, what)
            if not isinstance(values, Mapping):
                raise InputError(f"{what} must map names to numbers.", hint=f'Write {what}={{"episode": 2}}.')
            for name, value in values.items():
                whole = isinstance(value, int) and not isinstance(value, bool)
                if not (whole or (what == "prefer" and isinstance(value, float))) or not 0 <= value < float("inf"):
                    raise InputError(f"{what} of {name!r} must be {least}, not {value!r}.", hint='Try {"episode": 2}.')

    def against(self, name: str, quiet: int | None) -> str:
        """Return why a responder may not speak now; "" if it may.

        Args:
            name: the responder's.
            quiet: answers since it spoke; None if it didn't, as far as is remembered.
        """
        if self.allow is not None and name not in self.allow:
            return "not allowed"
        if name in self.forbid:
            return "forbidden"
        if quiet is not None and quiet < self.cool_down.get(name, 0):
            return "cooling down"
        return ""
