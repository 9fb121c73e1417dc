"""A session of OpenAI's agents: `SoulkeepSession`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, cast

from soulkeep.integrations.framework import as_material, finished, importing, remembered
from soulkeep.integrations.messages import Kept, MessageLog, Sent, TextOf, text_at

with importing("A session of OpenAI's agents", "openai-agents"):
    from agents.memory import SessionSettings
    from agents.run import CallModelData, ModelInputData

if TYPE_CHECKING:
    from collections.abc import Sequence

    from agents.items import TResponseInputItem

    from soulkeep.integrations.framework import AnyCharacter

_FRAMEWORK = "openai_agents"

_SAID = {"input_text": "text", "output_text": "text", "text": "text", "refusal": "refusal"}
"""Kinds of parts of a message that somebody says, and where their words are."""


class SoulkeepSession:
    """The items of one conversation, which the character remembers: a `Session` to be given to `Runner.run`.

    Args:
        character: who remembers; the agent's own words become its.
        session_id: the conversation's id.
        person: whom the agent talks with; None for nobody in particular. A session of one person never holds what
            another said, though it has the same id.
        session_settings: how many items `get_items` returns by default.
    """

    def __init__(
        self,
        character: AnyCharacter,
        session_id: str,
        *,
        person: str | None,
        session_settings: SessionSettings | None = None,
    ) -> None:
        self.session_id = session_id
        self.session_settings: SessionSettings | None = session_settings or SessionSettings()
        self._log = MessageLog(character, person=person, session=session_id, framework=_FRAMEWORK)

    async def get_items(self, limit: int | None = None) -> list[TResponseInputItem]:
        """Return the items, the oldest first; the latest `limit` of them, or as many as the settings say."""
        if limit is None and self.session_settings is not None:
            limit = self.session_settings.limit
        most = limit if limit is None or limit >= 0 else None
        return [self._item(kept) for kept in await finished(lambda: self._log.read(most))]

    async def add_items(self, items: list[TResponseInputItem]) -> None:
        """Store items, all or none."""
        await finished(lambda: self._log.append([self._sent(cast("dict[str, Any]", item)) for item in items]))

    async def pop_item(self) -> TResponseInputItem | None:
        """Delete the latest item and return it; None if there is none."""
        kept = await finished(self._log.pop)
        return None if kept is None else self._item(kept)

    async def clear_session(self) -> None:
        """Delete all turns of the conversation, with what was derived from them."""
        await finished(self._log.clear)

    async def with_memories(self, data: CallModelData[Any]) -> ModelInputData:
        """Add what the character remembers to the instructions of one call of the model.

        Give it to a run: `RunConfig(call_model_input_filter=session.with_memories)`.
        """
        items, log = data.model_data.input, self._log
        said, sent = _last_said(items), [text for item in items for text in _texts(item)]
        told = await finished(
            lambda: remembered(log.character, said, person=log.person, session=log.session, sent=sent)
        )
        given = data.model_data.instructions
        return ModelInputData(input=items, instructions="\n\n".join(filter(None, (given, as_material(told)))) or None)

    def _sent(self, item: dict[str, Any]) -> Sent:
        character = self._log.character.name
        role, kind, content = item.get("role"), item.get("type"), item.get("content")
        if role in ("user", "assistant", "system", "developer"):
            speaker = {"user": self._log.speaker, "assistant": character}.get(role, role)
            silent = role in ("system", "developer")
            return Sent(item, speaker, [TextOf(path, silent=silent) for path in _said(content)])
        if kind == "function_call":
            return Sent(item, character, shown=f"{item.get('name')}({item.get('arguments')})"[:1000])
        if isinstance(item.get("output"), str):
            return Sent(item, "tool", [TextOf(("output",), silent=True)])
        return Sent(item, character, shown=str(kind or "item"))

    def _item(self, kept: Kept) -> TResponseInputItem:
        item = kept.content
        if item is None:  # said elsewhere
            role = "assistant" if kept.first.speaker == self._log.character.name else "user"
            item = {"role": role, "content": kept.first.text}
        return cast("TResponseInputItem", item)


def _said(content: object) -> Iterator[tuple[str | int, ...]]:
    """Yield the paths of what is said in a message."""
    if isinstance(content, str):
        yield ("content",)
    elif isinstance(content, list):
        for at, part in enumerate(content):
            name = _SAID.get(part.get("type", "")) if isinstance(part, dict) else None
            if name and isinstance(part.get(name), str):
                yield ("content", at, name)


def _last_said(items: Sequence[TResponseInputItem]) -> str:
    """Return the latest words of the user."""
    for item in reversed(items):
        if item.get("role") == "user":
            return "\n".join(_texts(item))
    return ""


def _texts(item: TResponseInputItem) -> list[str]:
    """Return what is said in an item."""
    return [text_at(item, path) for path in _said(item.get("content"))]
