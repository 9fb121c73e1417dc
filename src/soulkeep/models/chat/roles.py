"""The roles of language models: replies, memories and checks may each have their own."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from typing import Any

from soulkeep.errors import ChatError
from soulkeep.models.chat.base import ChatModel, OpenAIChat
from soulkeep.models.chat.ledger import CHAT, CHECK, MEMORY, Ledger, Metered
from soulkeep.settings import ROLES


@dataclass(frozen=True, slots=True, kw_only=True)
class Models:
    """Language models by role. Roles that aren't given fall to `chat`.

    Attributes:
        chat: writes replies and search queries, and routes.
        memory: extracts summaries, facts, promises, cues and reflections. A small, cheap, slow one will do.
        check: checks answers (`Settings.checker="model"`).
    """

    chat: ChatModel
    memory: ChatModel | None = None
    check: ChatModel | None = None


@dataclass(frozen=True, slots=True)
class Roles:
    """The models as a keep uses them, each counted in its role."""

    chat: Metered
    memory: Metered
    check: Metered
    ledger: Ledger

    @classmethod
    def of(cls, models: Models | ChatModel | None, ledger: Ledger) -> Roles | None:
        """Return the models in their roles; None if there are none."""
        if models is None:
            return None
        by_role = models if isinstance(models, Models) else Models(chat=models)
        return cls(
            chat=Metered(by_role.chat, CHAT, ledger),
            memory=Metered(by_role.memory or by_role.chat, MEMORY, ledger),
            check=Metered(by_role.check or by_role.chat, CHECK, ledger),
            ledger=ledger,
        )


def models_from_environment() -> Models | None:
    """Return the models that SOULKEEP_CHAT_URL, _MODEL, _KEY and _OPTIONS name, and likewise SOULKEEP_MEMORY_… and
    SOULKEEP_CHECK_…, which default to the chat's values. None if SOULKEEP_CHAT_URL is not set.

    Raises:
        ChatError: a setting is missing or can't be read.
    """
    url = os.environ.get("SOULKEEP_CHAT_URL")
    if not url:
        return None
    if not os.environ.get("SOULKEEP_CHAT_MODEL"):
        raise ChatError("SOULKEEP_CHAT_URL is set but SOULKEEP_CHAT_MODEL is not.", hint="Set it to the model's name.")
    by_role = {role: _model_of_role(role) for role in ROLES}
    chat = by_role[CHAT]
    assert chat is not None
    return Models(chat=chat, memory=by_role[MEMORY], check=by_role[CHECK])


def _model_of_role(role: str) -> ChatModel | None:
    """Return the model of a role; None if no variable names one."""
    own = {what: os.environ.get(f"SOULKEEP_{role.upper()}_{what}") for what in ("URL", "MODEL", "KEY", "OPTIONS")}
    if not any(own.values()):
        return None
    values = {what: value or os.environ.get(f"SOULKEEP_CHAT_{what}") for what, value in own.items()}
    if own["URL"] and not own["KEY"]:
        values["KEY"] = None  # a key belongs to the server that it was given for
    url, model = values["URL"], values["MODEL"]
    assert url
    assert model
    return OpenAIChat(url, model, key=values["KEY"], **_options(role, values["OPTIONS"]))


def _options(role: str, text: str | None) -> dict[str, Any]:
    """Return the further fields of each request."""
    if not text:
        return {}
    try:
        options = json.loads(text)
    except ValueError:
        options = None
    if not isinstance(options, dict):
        raise ChatError(
            f"SOULKEEP_{role.upper()}_OPTIONS is no JSON object: {text!r:.80}", hint='Write {"temperature": 0.2}.'
        )
    return options
