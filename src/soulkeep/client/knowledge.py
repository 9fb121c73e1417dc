"""RDF data of a character on a server."""

from __future__ import annotations

from collections.abc import Iterator

from soulkeep.character.knowledge import KnowledgeSources
from soulkeep.client.remote import Remote, remote
from soulkeep.types.episodes import Known


class RemoteKnowledge(Remote):
    """As `KnowledgeSources`, for a character on a server; see `RemoteCharacter.knowledge`."""

    remove = remote(KnowledgeSources.remove, "unknow")

    def __iter__(self) -> Iterator[Known]:
        return iter(self._ask("knows", {}))
