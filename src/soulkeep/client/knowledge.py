"""The RDF data that a character at a server knows."""

from __future__ import annotations

from collections.abc import Iterator

from soulkeep.character.knowledge import KnowledgeSources
from soulkeep.client.remote import Remote, remote
from soulkeep.types.episodes import Known


class RemoteKnowledge(Remote):
    """As `KnowledgeSources`; `RemoteCharacter.knowledge` gives it."""

    remove = remote(KnowledgeSources.remove, "unknow")

    def __iter__(self) -> Iterator[Known]:
        return iter(self._ask("knows", {}))
