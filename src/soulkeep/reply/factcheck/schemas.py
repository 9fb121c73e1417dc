"""What a language model is asked for when it checks a reply. Imports pydantic, so import it where it is used.

Each docstring here is read by the model, as part of the schema.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Literal

from pydantic import BeforeValidator, Field

from soulkeep.memory.schemas import Item, ModelAnswer, Numbers, Text
from soulkeep.types.claims import CONTRADICTED, NOT_FOUND, SUPPORTED


def _verdict(value: Any) -> Any:
    """Return the verdict that is meant by what small models write for it."""
    if value is None or isinstance(value, bool):
        return {None: NOT_FOUND, True: SUPPORTED, False: NOT_FOUND}[value]
    word = str(value).casefold().replace("_", " ").strip()
    if word.startswith(("support", "entail", "yes")):
        return SUPPORTED
    return CONTRADICTED if word.startswith("contra") else NOT_FOUND


Verdict = Annotated[Literal["supported", "contradicted", "not found"], BeforeValidator(_verdict)]


class ClaimSeen(Item):
    """A claim of a sentence, and how the sources stand to it."""

    sentence: int
    claim: Text
    verdict: Verdict
    sources: Numbers = Field(default_factory=list)


class Checked(ModelAnswer):
    """The claims of an answer, in order."""

    items: ClassVar[Mapping[str, type[Item]]] = {"claims": ClaimSeen}

    claims: Annotated[list[ClaimSeen], Field(max_length=200)]
