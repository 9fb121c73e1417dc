"""The stories of a character on a server."""

from __future__ import annotations

from collections.abc import Iterator

from soulkeep.character.stories import Stories
from soulkeep.client.remote import Remote, remote


class RemoteStories(Remote):
    """As `Stories`, for a character on a server; see `RemoteCharacter.stories`."""

    remove = remote(Stories.remove, "unstage")
    events = remote(Stories.events, "story")

    def __iter__(self) -> Iterator[str]:
        return iter(self._ask("stories", {}))
