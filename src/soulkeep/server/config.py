"""How the server runs: each knob with its default, unit and meaning."""

from __future__ import annotations

import ipaddress
import os
import socket
from dataclasses import dataclass, field

from soulkeep.errors import InputError
from soulkeep.settings import Settings
from soulkeep.stores.location import is_postgres, parse

MIB = 1024 * 1024

DEFAULT_WORKSPACE = "default"
"""The workspace that the keep's own file is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerConfig:
    """What `soulkeep serve` is told.

    Attributes:
        location: the keep's file, beside which other workspaces and the keys lie; or the URL of a PostgreSQL database,
            which holds all of them.
        host, port: where it listens; only this machine by default.
        settings: of every workspace's keep.
        embedder: a word that `soulkeep.choose_embedder` knows; the embedded one by default.
        sealed_with: the file of the keys that memories are sealed with, of all workspaces; by default the one that
            SOULKEEP_KEYS names, or none.
        origins: web pages' origins that may call it ("https://play.example"); none by default.
        hosts: names under which it may be reached, beside `host` and this machine's. Others are refused: a page that
            points its own name here gets nothing.
        rate: requests per second that each key may make, in bursts of five seconds' worth; None for no limit. A key may
            have its own.
        body_bytes: longest request.
        import_bytes: longest file to be imported. Reading one takes some twenty times its size in memory.
        connections: most connections at once. Beyond them, those go that have been silent longest; where all are being
            answered, a new one is refused.
        header_seconds: how long a connection may take to ask something.
        body_seconds: how long a request's body may take, beside a second for every 16 KB of it; and how long nothing of
            an answer may be taken.
        inspector: whether the inspector is served at `/`.
        upstream: base URL of the language model that the proxy passes requests to, such as "http://localhost:11434/v1";
            the keep's own by default (SOULKEEP_CHAT_URL), or none: then the character answers by itself.
        upstream_key, upstream_model: its key; and the model, where the front end names a character instead of one.
        admin_key: a key with every right, known from the start: for containers.
        worker: its name among the processes that serve the same keep; every response says it (`Soulkeep-Worker`). The
            machine's name and the process's number by default.
        telemetry: tell OpenTelemetry what is done.
        log_text: also log what people said. It is never logged otherwise.
        shutdown_seconds: how long what is being answered may take once the server is told to stop.
    """

    location: str = field(default="keep.db", repr=False)  # it may hold a password
    host: str = "127.0.0.1"
    port: int = 8000
    settings: Settings = field(default_factory=Settings)
    embedder: str | None = None
    sealed_with: str | None = None
    origins: tuple[str, ...] = ()
    hosts: tuple[str, ...] = ()
    rate: float | None = None
    body_bytes: int = 8 * MIB
    import_bytes: int = 64 * MIB
    connections: int = 800
    header_seconds: float = 10.0
    body_seconds: float = 30.0
    inspector: bool = True
    upstream: str | None = None
    upstream_key: str | None = field(default=None, repr=False)
    upstream_model: str | None = None
    admin_key: str | None = field(default=None, repr=False)
    worker: str | None = None
    telemetry: bool = False
    log_text: bool = False
    shutdown_seconds: float = 20.0

    def __post_init__(self) -> None:
        if is_postgres(self.location):
            if parse(self.location).workspace != DEFAULT_WORKSPACE:
                hint = "Leave workspace= out of the URL: a key opens its own, the header X-Soulkeep-Workspace others."
                raise InputError("A server serves all workspaces of its database.", hint=hint)
        elif "://" in self.location:
            kind = self.location.partition("://")[0]
            raise InputError(f"{kind}:// is no kind of store.", hint="Give a file's path, or a postgresql:// URL.")
        if self.admin_key is not None and len(self.admin_key) < 24:
            raise InputError("The admin key is too short.", hint="Give 24 characters or more, by chance.")
        if self.admin_key is not None and not _in_header(self.admin_key):
            raise InputError("The admin key can't be sent in a header.", hint="Use letters and digits of ASCII.")
        if self.worker is not None and not (_in_header(self.worker) and len(self.worker) <= 100):
            raise InputError(f"{self.worker!r:.120} can't name a worker.", hint="Use up to 100 letters of ASCII.")
        for name in ("body_bytes", "import_bytes", "connections", "header_seconds", "body_seconds", "shutdown_seconds"):
            if not getattr(self, name) > 0:
                raise InputError(f"{name} must be above 0, not {getattr(self, name)!r}.", hint="Leave it out.")
        if self.rate is not None and not self.rate > 0:
            raise InputError(f"The rate must be above 0, not {self.rate!r}.", hint="Leave it out for no limit.")
        if "*" in self.origins:
            raise InputError("Any web page could read everybody's memories.", hint="Name the origins that may.")

    @property
    def local(self) -> bool:
        """Whether it is reached from this machine alone."""
        return is_loopback(self.host)

    @property
    def worker_name(self) -> str:
        """What responses call this process."""
        return self.worker or f"{socket.gethostname()}:{os.getpid()}"


def _in_header(text: str) -> bool:
    """Whether a header can hold a text as it is."""
    return text.isascii() and text.isprintable() and bool(text.strip())


def is_loopback(host: str) -> bool:
    """Whether an address is this machine's own."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False
