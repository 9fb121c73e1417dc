"""Workspaces, which are isolated from each other. In SQLite, each is a file of its own; in PostgreSQL, they share
tables, with row-level security between them."""

from __future__ import annotations

import re
from pathlib import Path
from threading import RLock

import soulkeep
from soulkeep.errors import InputError, StoreError
from soulkeep.keep import Keep
from soulkeep.server.config import DEFAULT_WORKSPACE, ServerConfig
from soulkeep.server.pulse import Pulse
from soulkeep.server.register.base import UnknownWorkspace
from soulkeep.stores.drivers import require_postgres
from soulkeep.stores.location import is_postgres, of_workspace
from soulkeep.telemetry import Telemetry

_NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,62}")

_SERVER = "server"
"""The name in the server's own file beside the keep, which no workspace may have."""

_NOBODY = "-"
"""A character that is looked up, whether or not it exists, to test whether a workspace can be read."""


def file_of(location: str, workspace: str) -> str:
    """Return a workspace's location: the keep's own file for the default one, `keep.acme.db` for "acme"; for
    PostgreSQL, a URL that names it."""
    if is_postgres(location):
        return of_workspace(location, workspace)
    if workspace == DEFAULT_WORKSPACE or location == ":memory:":
        return location
    return _beside(location, workspace)


def server_file(location: str) -> str:
    """Return where keys and answered requests are: a file beside the keep's, or the same PostgreSQL database."""
    if is_postgres(location):
        return of_workspace(location, DEFAULT_WORKSPACE)
    return location if location == ":memory:" else _beside(location, _SERVER)


def names_beside(location: str) -> set[str]:
    """Return the workspaces in files beside the keep's own, or in the same PostgreSQL database."""
    if is_postgres(location):
        require_postgres()
        from soulkeep.server.register.postgres import workspace_names  # needed only here

        return {name for name in workspace_names(location) if _may_be(name)}
    names: set[str] = set()
    if location != ":memory:":
        path = Path(location)
        start, end = f"{path.stem}.", path.suffix
        for file in path.parent.iterdir():
            name = file.name[len(start) : len(file.name) - len(end)]
            if file.name == f"{start}{name}{end}" and _may_be(name):
                names.add(name)
    return names


def _beside(location: str, name: str) -> str:
    path = Path(location)
    if path.is_dir():  # "." has no name
        raise StoreError(f"{path} is a folder.", hint="Give the path of a file, such as keep.db.")
    return str(path.with_name(f"{path.stem}.{name}{path.suffix}"))


def _may_be(name: str) -> bool:
    """Return whether a workspace can have this name; a database's log must not be taken for a workspace."""
    return bool(_NAME.fullmatch(name)) and name != _SERVER and not name.endswith(("-wal", "-shm"))


def require_workspace(name: str) -> str:
    """Return the name if a workspace can have it."""
    if not _may_be(name):
        raise InputError(
            f"{name!r} can't name a workspace.",
            hint="Use a-z, 0-9 and -, up to 63 characters; not 'server', and no -wal or -shm at its end.",
        )
    return name


class Workspaces:
    """The open keeps of a server, one per workspace. Safe to use from any thread.

    Args:
        config: their location, and how to open them.
        telemetry: told of every operation on memories.

    Attributes:
        pulse: the state of the default workspace's database.
    """

    def __init__(self, config: ServerConfig, telemetry: Telemetry | None = None) -> None:
        self._telemetry = telemetry
        self._config = config
        self._keeps: dict[str, Keep] = {}
        self._lock = RLock()
        self._closed = False
        self.open(DEFAULT_WORKSPACE, create=True)
        self.pulse = Pulse(self._glance)

    def open(self, name: str, *, create: bool = False) -> Keep:
        """Return a workspace's keep.

        Raises:
            UnknownWorkspace: the workspace doesn't exist, and isn't to be created.
        """
        keep = self._keeps.get(name)
        if keep is not None:
            return keep
        require_workspace(name)
        with self._lock:
            if self._closed:
                raise soulkeep.StoreClosed
            if name not in self._keeps:
                if not create and name not in self.names():
                    raise UnknownWorkspace(f"There is no workspace {name!r}.", hint="An admin can make it.")
                config = self._config
                self._keeps[name] = soulkeep.open(
                    file_of(config.location, name),
                    settings=config.settings,
                    embedder=config.embedder,
                    telemetry=self._telemetry,
                    keys=config.sealed_with,
                )
                for keep in self._keeps.values():  # the memory for working sets is divided among them
                    keep.bound_minds(config.settings.mind_bytes // len(self._keeps))
            return self._keeps[name]

    def names(self) -> list[str]:
        """Return the names of the workspaces, the default one first."""
        names = names_beside(self._config.location) | set(self._keeps)
        return [DEFAULT_WORKSPACE, *sorted(names - {DEFAULT_WORKSPACE})]

    def opened(self) -> dict[str, Keep]:
        """Return the open keeps."""
        return dict(self._keeps)

    def _glance(self) -> None:
        """Look something up in the default workspace; it is fast, however large that is."""
        self.open(DEFAULT_WORKSPACE).people(_NOBODY)

    def close(self) -> None:
        """Finish writing, and close all keeps."""
        with self._lock:
            self._closed = True
            keeps, self._keeps = self._keeps, {}
        for keep in keeps.values():
            keep.close()
