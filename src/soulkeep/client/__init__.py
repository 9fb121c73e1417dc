"""A client of the server: a remote keep with the library's methods, parameters, records and errors."""

from soulkeep.client.character import RemoteCharacter
from soulkeep.client.errors import ServerBusy, ServerRefused, ServerUnavailable
from soulkeep.client.keep import RemoteKeep, connect
from soulkeep.client.world import RemoteWorld

__all__ = [
    "RemoteCharacter",
    "RemoteKeep",
    "RemoteWorld",
    "ServerBusy",
    "ServerRefused",
    "ServerUnavailable",
    "connect",
]
