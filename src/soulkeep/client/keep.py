"""A keep on a server."""

from __future__ import annotations

import json
import os
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import datetime, tzinfo
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from soulkeep.client.character import RemoteCharacter
from soulkeep.client.files import read_file
from soulkeep.client.operations import OPERATIONS
from soulkeep.client.records import ApiKey, Health
from soulkeep.client.remote import Remote, remote
from soulkeep.client.transport import Transport, understanding
from soulkeep.client.world import RemoteWorld
from soulkeep.errors import InputError, UnknownCharacter
from soulkeep.importers.import_file import Imported, Look
from soulkeep.keep import Keep
from soulkeep.memory.arguments import names_of
from soulkeep.types.lists import Profile
from soulkeep.types.receipts import ErasureReceipt, TakenIn
from soulkeep.types.records import Mood


class RemoteKeep(Remote):
    """A keep on a server, with the methods of `soulkeep.Keep`, created by `soulkeep.connect`. Close it, or use it in a
    `with` block. Safe to use from any thread."""

    people = remote(Keep.people)
    worlds = remote(Keep.worlds)
    settle = remote(Keep.settle)
    jobs = remote(Keep.jobs)
    usage = remote(Keep.usage)
    stats = remote(Keep.stats)
    expiring = remote(Keep.expiring)

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
        body = {
            "name": name, "description": description, "language": language, "forgetfulness": forgetfulness,
            "learning": learning, "temperament": temperament, "worlds": names_of(worlds, "worlds"),
        }  # fmt: skip
        profile: Profile | None = None
        if not create or all(value is None for value in body.values()):
            try:
                profile = self._ask("character", {"character": id})
            except UnknownCharacter:
                if not create:
                    raise
        if profile is None or any(value is not None for value in body.values()):
            profile = self._ask("define", {"character": id, **body})
        return RemoteCharacter(self._transport, profile)

    def characters(self) -> list[RemoteCharacter]:
        """As `Keep.characters`, for those that the key reaches."""
        return [RemoteCharacter(self._transport, one) for one in self._ask("characters", {})]

    def world(self, name: str) -> RemoteWorld:
        """As `Keep.world`. The key must reach all characters and people."""
        return RemoteWorld(self._transport, name)

    def erase(
        self,
        *,
        person: str | None = None,
        character: str | None = None,
        world: str | None = None,
        answers: str = "erase",
    ) -> ErasureReceipt:
        """As `Keep.erase`."""
        receipt: ErasureReceipt
        if world is not None:
            if person is not None or character is not None:
                raise InputError("A world is erased by itself.", hint="Leave out person= and character=.")
            receipt = self._ask("erase_world", {"world": world})
        elif person is not None:
            receipt = self._ask("erase", {"person": person, "character": character, "answers": answers})
        elif character is not None:
            receipt = self._ask("erase_character", {"character": character})
        else:
            raise InputError("Erase whom?", hint="Give person=, character=, both, or world=.")
        return receipt

    def export(
        self, *, character: str | None = None, person: str | None = None, world: str | None = None
    ) -> Iterator[dict[str, Any]]:
        """As `Keep.export`; rows are received while they are used."""
        path = self._path(OPERATIONS["export"], {})
        for line in self._transport.lines(path, character=character, person=person, world=world):
            with understanding():
                row = json.loads(line)
            yield row

    def take_in(self, rows: str | os.PathLike[str] | Iterable[Mapping[str, Any]]) -> TakenIn:
        """As `Keep.take_in`; a file is read here, and sent."""
        if isinstance(rows, str | os.PathLike):
            content = read_file(rows)
        elif isinstance(rows, Iterable):
            content = "".join(json.dumps(row) + "\n" for row in rows).encode()
        else:
            raise InputError(f"{rows!r:.80} is no export.", hint="Give a file's path, or the rows of export().")
        receipt: TakenIn = self._ask("take_in", {}, content=content)
        return receipt

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
        """As `soulkeep.importers.import_file.take_in`, for a card, a lorebook, a chat, a text, or RDF. An export is
        taken in, too, and returns the receipt of `take_in`."""
        content, called = _file(file, name)
        wishes = {
            "name": called, "character": character, "person": person, "world": world, "source": source,
            "zone": _zone(zone),
        }  # fmt: skip
        receipt: Imported | TakenIn = self._ask("import_file", wishes, content=content)
        return receipt

    def what_is(
        self, file: str | os.PathLike[str] | bytes, *, name: str | None = None, zone: tzinfo | None = None
    ) -> Look:
        """As `soulkeep.importers.import_file.what_is`; an export's kind is `"export"`. Nothing is stored."""
        content, called = _file(file, name)
        look: Look = self._ask("what_is", {"name": called, "zone": _zone(zone)}, content=content)
        return look

    def health(self) -> Health:
        """Return whether the server can be used."""
        state: Health = self._ask("health", {})
        return state

    # -- keys and workspaces

    def api_keys(self) -> list[ApiKey]:
        """Return the keys of the workspace, the oldest first, including revoked ones."""
        keys: list[ApiKey] = self._ask("api_keys", {})
        return keys

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
        """Create a key. Its `secret` is returned only here.

        Args:
            name: what the key is for.
            rights: some of `"read"`, `"write"` and `"admin"`; none that the asking key lacks.
            characters, people: the only ones that it reaches; all by default.
            rate: requests per second; the server's default if None.
            expires: when it becomes invalid; never by default.
        """
        body = {
            "name": name, "rights": rights, "characters": characters, "people": people, "rate": rate,
            "expires": expires,
        }  # fmt: skip
        key: ApiKey = self._ask("create_key", body)
        return key

    def rotate_key(self, id: str, *, grace_seconds: float = 0.0) -> ApiKey:
        """Give a key a new secret. The old one stays valid for `grace_seconds`, at most thirty days."""
        key: ApiKey = self._ask("rotate_key", {"id": id, "grace_seconds": grace_seconds})
        return key

    def revoke_key(self, id: str) -> ApiKey:
        """Revoke a key, so that it opens nothing any more, at once."""
        key: ApiKey = self._ask("revoke_key", {"id": id})
        return key

    def workspaces(self) -> list[str]:
        """Return the workspaces, the default one first."""
        names: list[str] = self._ask("workspaces", {})
        return names

    def create_workspace(self, name: str) -> list[str]:
        """Create a workspace, which is a database of its own; return all workspaces."""
        names: list[str] = self._ask("create_workspace", {"name": name})
        return names

    def close(self) -> None:
        """Close the connections."""
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
    """Return a keep on a server (`soulkeep serve`), to be used like a local one.

    Args:
        url: the server's URL, such as `"http://localhost:8642"`; or those of its workers, in any order: then requests
            about a character and a person go to one of them, and to the next if that can't be reached.
        key: an API key, if the server needs one.
        workspace: the workspace to use; the key's own by default.
        timeout: seconds for a response; replies by a slow language model may need more.
        retries: how often to repeat a request after a temporary failure. Nothing is done twice by that.

    Raises:
        MissingExtra: `httpx2` isn't installed.
    """
    return RemoteKeep(Transport(url, key=key, workspace=workspace, timeout=timeout, retries=retries))


def _file(file: str | os.PathLike[str] | bytes, name: str | None) -> tuple[bytes, str | None]:
    """Return a file's content and name."""
    if isinstance(file, bytes):
        return file, name
    if not isinstance(file, str | os.PathLike):
        raise InputError(f"{file!r:.80} is no file and no bytes.", hint="Give a path, or what the file holds as bytes.")
    return read_file(file), name or Path(file).name


def _zone(zone: tzinfo | None) -> str | None:
    """Return the name of a time zone."""
    return None if zone is None else getattr(zone, "key", None) or str(zone)
