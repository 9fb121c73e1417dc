"""A keep at a server."""

from __future__ import annotations

import json
import os
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import datetime, tzinfo
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from soulkeep.character.memories import names_of
from soulkeep.client.character import RemoteCharacter
from soulkeep.client.memories import read
from soulkeep.client.records import ApiKey, Health, Profile
from soulkeep.client.transport import Transport, path_of, understanding
from soulkeep.client.world import RemoteWorld
from soulkeep.errors import InputError, UnknownCharacter
from soulkeep.importers.import_file import Imported, Look
from soulkeep.models.chat.ledger import Spent
from soulkeep.stores.base import StoreStats
from soulkeep.types.receipts import ErasureReceipt, Expiring, TakenIn
from soulkeep.types.records import Job, Mood


class RemoteKeep:
    """A keep at a server, with the methods of `soulkeep.Keep`. `soulkeep.connect` makes it; close it, or use it in a
    `with` block. Safe to use from any thread."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def character(
        self,
        id: str,
        *,
        name: str | None = None,
        description: str | None = None,
        language: str | None = None,
        forgetfulness: float | None = None,
        learning: float | None = None,
        temperament: Mood | None = None,
        worlds: Collection[str] | None = None,
        create: bool = True,
    ) -> RemoteCharacter:
        """As `Keep.character`. To create one, or change it, the key needs the right to admin."""
        path = path_of("characters", id)
        body = {
            "name": name, "description": description, "language": language, "forgetfulness": forgetfulness,
            "learning": learning, "temperament": temperament, "worlds": names_of(worlds, "worlds"),
        }  # fmt: skip
        found: Profile | None = None
        if not create or all(value is None for value in body.values()):
            try:
                found = self._transport.get(Profile, path)
            except UnknownCharacter:
                if not create:
                    raise
        if found is None or any(value is not None for value in body.values()):
            found = self._transport.call(Profile, "PUT", path, body=body)
        return RemoteCharacter(self._transport, found)

    def characters(self) -> list[RemoteCharacter]:
        """As `Keep.characters`: those that the key reaches."""
        found = self._transport.get(list[Profile], path_of("characters"))
        return [RemoteCharacter(self._transport, one) for one in found]

    def people(self, character: str) -> list[str]:
        """As `Keep.people`: those that the key reaches."""
        return self._transport.get(list[str], path_of("characters", character, "people"))

    def world(self, name: str) -> RemoteWorld:
        """As `Keep.world`. The key must reach all characters and people."""
        return RemoteWorld(self._transport, name)

    def worlds(self) -> list[str]:
        """As `Keep.worlds`. The key must reach all characters and people."""
        return self._transport.get(list[str], path_of("worlds"))

    def erase(
        self,
        *,
        person: str | None = None,
        character: str | None = None,
        world: str | None = None,
        answers: str = "erase",
    ) -> ErasureReceipt:
        """As `Keep.erase`."""
        params: dict[str, str | None] = {}
        if world is not None:
            if person is not None or character is not None:
                raise InputError("A world is erased by itself.", hint="Leave out person= and character=.")
            path = path_of("worlds", world)
        elif person is not None:
            path, params = path_of("people", person), {"character": character, "answers": answers}
        elif character is not None:
            path = path_of("characters", character)
        else:
            raise InputError("Erase whom?", hint="Give person=, character=, both, or world=.")
        return self._transport.call(ErasureReceipt, "DELETE", path, params=params)

    def export(
        self, *, character: str | None = None, person: str | None = None, world: str | None = None
    ) -> Iterator[dict[str, Any]]:
        """As `Keep.export`; read while it is looked through."""
        for line in self._transport.lines(path_of("export"), character=character, person=person, world=world):
            with understanding():
                row = json.loads(line)
            yield row

    def take_in(self, rows: str | os.PathLike[str] | Iterable[Mapping[str, Any]]) -> TakenIn:
        """As `Keep.take_in`; a file is read here, and sent."""
        if isinstance(rows, str | os.PathLike):
            content = read(rows)
        elif isinstance(rows, Iterable):
            content = "".join(json.dumps(row) + "\n" for row in rows).encode()
        else:
            raise InputError(f"{rows!r:.80} is no export.", hint="Give a file's path, or the rows of export().")
        return self._transport.call(TakenIn, "POST", path_of("import", "rows"), content=content, once=True)

    def import_file(
        self,
        file: str | os.PathLike[str] | bytes,
        *,
        name: str | None = None,
        character: str | None = None,
        person: str | None = None,
        world: str | None = None,
        source: str | None = None,
        zone: tzinfo | None = None,
    ) -> Imported | TakenIn:
        """As `soulkeep.importers.import_file.take_in`: a card, a lorebook, a chat, a text, or RDF. An export is taken,
        too, as by `take_in`; its receipt is that one's."""
        content, called = _file(file, name)
        params = {
            "name": called, "character": character, "person": person, "world": world, "source": source,
            "zone": _zone(zone),
        }  # fmt: skip
        done: type[Imported | TakenIn] = Imported | TakenIn  # type: ignore[assignment]  # no type in the eyes of mypy
        return self._transport.call(done, "POST", path_of("import"), params=params, content=content, once=True)

    def what_is(
        self, file: str | os.PathLike[str] | bytes, *, name: str | None = None, zone: tzinfo | None = None
    ) -> Look:
        """As `soulkeep.importers.import_file.what_is`; an export's kind is `"export"`. Nothing is stored."""
        content, called = _file(file, name)
        params = {"name": called, "zone": _zone(zone)}
        return self._transport.call(Look, "POST", path_of("import", "look"), params=params, content=content)

    def settle(self, *, timeout: float | None = None, over: bool = False) -> list[Job]:
        """As `Keep.settle`; for ten minutes at most, a minute by default."""
        return self._transport.post(list[Job], path_of("settle"), {"timeout": timeout, "over": over}, once=False)

    def jobs(self) -> list[Job]:
        """As `Keep.jobs`: those on memories that the key reaches."""
        return self._transport.get(list[Job], path_of("jobs"))

    def expiring(self, *, turn_days: float | None = None, silent_days: float | None = None) -> Expiring:
        """As `Keep.expiring`."""
        return self._transport.get(Expiring, path_of("expiring"), turn_days=turn_days, silent_days=silent_days)

    def usage(self) -> dict[str, Spent]:
        """As `Keep.usage`."""
        return self._transport.get(dict[str, Spent], path_of("usage"))

    def stats(self) -> StoreStats:
        """As `Keep.stats`."""
        return self._transport.get(StoreStats, path_of("stats"))

    def health(self) -> Health:
        """Whether the server can be used."""
        return self._transport.get(Health, path_of("health"))

    # -- keys and workspaces

    def api_keys(self) -> list[ApiKey]:
        """The keys of the workspace, the older first, the revoked ones too."""
        return self._transport.get(list[ApiKey], path_of("keys"))

    def create_key(
        self,
        name: str,
        *,
        rights: Collection[str] = ("read", "write"),
        characters: Collection[str] | None = None,
        people: Collection[str] | None = None,
        rate: float | None = None,
        expires: datetime | None = None,
    ) -> ApiKey:
        """Make a key. Its `secret` is shown this once.

        Args:
            name: what it is for.
            rights: of `"read"`, `"write"` and `"admin"`; none that the asking key hasn't.
            characters, people: the only ones it reaches; all by default.
            rate: requests per second; the server's by default.
            expires: when it stops opening anything; never by default.
        """
        body = {
            "name": name, "rights": rights, "characters": characters, "people": people, "rate": rate,
            "expires": expires,
        }  # fmt: skip
        return self._transport.post(ApiKey, path_of("keys"), body)

    def rotate_key(self, id: str, *, grace_seconds: float = 0.0) -> ApiKey:
        """Give a key a new secret. The old one opens for `grace_seconds` longer, thirty days at most."""
        return self._transport.post(ApiKey, path_of("keys", id, "rotate"), {"grace_seconds": grace_seconds})

    def revoke_key(self, id: str) -> ApiKey:
        """Let a key open nothing any more, at once."""
        return self._transport.call(ApiKey, "DELETE", path_of("keys", id))

    def workspaces(self) -> list[str]:
        """The workspaces there are, the default one first."""
        return self._transport.get(list[str], path_of("workspaces"))

    def create_workspace(self, name: str) -> list[str]:
        """Make a workspace: a database of its own; all that there are then."""
        return self._transport.post(list[str], path_of("workspaces"), {"name": name})

    def close(self) -> None:
        """Let go of the connections."""
        self._transport.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def connect(
    url: str | Sequence[str],
    *,
    key: str | None = None,
    workspace: str | None = None,
    timeout: float = 60.0,
    retries: int = 3,
) -> RemoteKeep:
    """Use a keep at a server (`soulkeep serve`) as if it were here.

    Args:
        url: the server's, such as `"http://localhost:8000"`; or those of its workers, in any order: then the requests
            about a character and a person go to one of them, and to the next if that can't be reached.
        key: an API key, if it needs one.
        workspace: the one to use; the key's own by default.
        timeout: seconds that a response may take; replies by a slow language model may need more.
        retries: how often a request is sent again that failed in passing. Nothing is done twice by that.

    Raises:
        MissingExtra: `httpx2` isn't installed.
    """
    return RemoteKeep(Transport(url, key=key, workspace=workspace, timeout=timeout, retries=retries))


def _file(file: str | os.PathLike[str] | bytes, name: str | None) -> tuple[bytes, str | None]:
    """What a file holds, and its name."""
    if isinstance(file, bytes):
        return file, name
    if not isinstance(file, str | os.PathLike):
        raise InputError(f"{file!r:.80} is no file and no bytes.", hint="Give a path, or what the file holds as bytes.")
    return read(file), name or Path(file).name


def _zone(zone: tzinfo | None) -> str | None:
    """A zone's name."""
    return None if zone is None else getattr(zone, "key", None) or str(zone)
