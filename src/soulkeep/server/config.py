"""Configuration of the server: each option with its default, unit and meaning."""

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
"""Name of the workspace in the keep's own file."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerConfig:
    """Options of `soulkeep serve`.

    Attributes:
        location: the keep's file, with other workspaces and the keys in files beside it; or the URL of a PostgreSQL
            database, which holds all of them.
        host, port: the address to listen at; by default only this machine can reach it.
        settings: settings of every workspace's keep.
        embedder: a word that `soulkeep.choose_embedder` knows; the embedded one by default.
        sealed_with: the file of the keys with which memories of all workspaces are sealed; by default the one named by
            SOULKEEP_KEYS, or none.
        origins: origins of web pages that may call the server ("https://play.example"); none by default.
        hosts: names by which the server may be reached, besides `host` and this machine's. Others are refused, so that
            a page that resolves its own name to this address gets nothing.
        rate: requests per second that each key may make, in bursts of five seconds' worth; None for no limit. A key may
            have its own.
        body_bytes: greatest size of a request, in bytes.
        import_bytes: greatest size of a file to import, in bytes. Reading takes some twenty times its size in memory.
        connections: most connections at once. Beyond that, those silent for longest are closed; if all are being
            answered, a new one is refused.
        header_seconds: time in which a connection must send a request's head, in seconds.
        body_seconds: time for a request's body, plus a second for every 16 KB; and the longest pause of a client in
            reading its answer.
        inspector: whether the inspector is served at `/`.
        upstream: base URL of the language model for the proxy's requests, such as "http://localhost:11434/v1"; by
            default the keep's own (SOULKEEP_CHAT_URL). With none, the character answers by itself.
        upstream_key, upstream_model: its key, and the model used if the front end names a character instead of one.
        admin_key: a key with every right that exists from the start, for containers.
        worker: name of this process among those that serve the same keep, sent with every response (`Soulkeep-Worker`).
            By default the machine's name and the process id.
        telemetry: whether to report operations to OpenTelemetry.
        log_text: whether to log also what people said, which is never logged otherwise.
        shutdown_seconds: time for requests in progress once the server is told to stop, in seconds.
    """

    location: str = field(default="keep.db", repr=False)  # may contain a password
    host: str = "127.0.0.1"
    port: int = 8642
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
        """Return whether only this machine can reach it."""
        return is_loopback(self.host)

    @property
    def worker_name(self) -> str:
        """Return the name of this process in responses."""
        return self.worker or f"{socket.gethostname()}:{os.getpid()}"


def _in_header(text: str) -> bool:
    """Return whether a header can contain a text as it is."""
    return text.isascii() and text.isprintable() and bool(text.strip())


def is_loopback(host: str) -> bool:
    """Return whether an address is this machine's own."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False
