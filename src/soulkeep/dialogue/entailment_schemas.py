"""What a language model is asked for when it checks a reply. Imports pydantic, so import it where it is used.

Each docstring here is read by the model, as part of the schema.
"""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from soulkeep.claims import CONTRADICTED, NOT_FOUND, SUPPORTED
from soulkeep.memory.schemas import Numbers, Text


def _listed(value: Any) -> Any:
    """A list without nulls; null is an empty one, one thing alone is a list of one."""
    return [item for item in (value if isinstance(value, list) else [value]) if item is not None]


def _verdict(value: Any) -> Any:
    """A verdict out of what small models write for it."""
    if value is None or isinstance(value, bool):
        return {None: NOT_FOUND, True: SUPPORTED, False: NOT_FOUND}[value]
    word = str(value).casefold().replace("_", " ").strip()
    if word.startswith(("support", "entail", "yes")):
        return SUPPORTED
    return CONTRADICTED if word.startswith("contra") else NOT_FOUND


Verdict = Annotated[str, BeforeValidator(_verdict)]


class _Answer(BaseModel):
    model_config = ConfigDict(extra="ignore", frozen=True)


class ClaimSeen(_Answer):
    """A verifiable claim, and the number of the sentence that makes it."""

    sentence: int
    claim: Text


class Scanned(_Answer):
    """The claims of a reply, in order."""

    claims: Annotated[list[ClaimSeen], Field(max_length=200), BeforeValidator(_listed)]


class VerdictSeen(_Answer):
    """The numbers of the memories that support or contradict a claim, and what the description says of it."""

    claim: int
    supported_by: Numbers = Field(default_factory=list)
    contradicted_by: Numbers = Field(default_factory=list)
    description: Verdict = NOT_FOUND


class Judged(_Answer):
    """A verdict on each claim."""

    verdicts: Annotated[list[VerdictSeen], BeforeValidator(_listed)]
