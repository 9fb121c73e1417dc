"""Runs the server until it is told to stop."""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable
from contextlib import closing
from socket import socket

import uvicorn
from uvicorn.config import STARTUP_FAILURE

from soulkeep.errors import InputError
from soulkeep.server.app import create_app
from soulkeep.server.config import ServerConfig, is_loopback
from soulkeep.server.connections import Bounded, bounded_protocol, close_silent
from soulkeep.server.keys import ApiKeys
from soulkeep.server.lobby import Lobby, bound
from soulkeep.server.logs import log_to
from soulkeep.server.service import Service
from soulkeep.server.workspaces import server_file

_log = logging.getLogger("soulkeep.server")

_TURN = 0.001
"""Seconds after which a computing thread gives way to others. The event loop is one of them: at Python's default of 5
ms, each step of a request would wait that long for others."""


def serve(config: ServerConfig, *, started: Callable[[str], None] = lambda url: None) -> None:
    """Serve until SIGINT or SIGTERM. Requests in progress are finished, and accepted data is written.

    Args:
        config: the configuration.
        started: called with the server's URL once it can be reached.

    Raises:
        InputError: other machines could reach the server, and anybody there could read and erase everything; or the
            port is taken.
        StoreError: a file can't be opened.
    """
    require_safe(config)
    Service.start(config).stop()  # errors in the files are reported here, not in the server's log
    log_to()
    sys.setswitchinterval(_TURN)
    server = Server(config, started)
    try:
        server.run()
    except SystemExit:  # uvicorn exits like that if it can't start
        if server.started:
            raise
        where = f"{config.host}:{config.port}"
        raise InputError(f"Nothing can listen at {where}.", hint="Is it taken? Try another --port.") from None


class Server(uvicorn.Server):
    """The server of a configuration. It reports its address when it runs, tells the application when it begins to stop,
    and closes silent connections.

    Args:
        config: the configuration; port 0 for any free port.
        started: called with its URL.
    """

    def __init__(self, config: ServerConfig, started: Callable[[str], None] = lambda url: None) -> None:
        super().__init__(
            uvicorn.Config(
                create_app(config),
                host=config.host,
                port=config.port,
                http=bounded_protocol(config),
                log_config=None,
                access_log=False,
                server_header=False,
                timeout_graceful_shutdown=max(1, round(config.shutdown_seconds)),
            )
        )
        self._tell = started
        self._header_seconds = config.header_seconds
        self._most = config.connections
        self._lobby: Lobby | None = None

    async def on_tick(self, counter: int) -> bool:
        close_silent(self.server_state.connections, self._header_seconds)
        if self._lobby is not None:
            self._lobby.close_silent(self._header_seconds)
        return await super().on_tick(counter)

    async def startup(self, sockets: list[socket] | None = None) -> None:
        if sockets is None and sys.platform != "win32":  # it can't wait for sockets of others
            await self._listen()
        else:
            await super().startup(sockets)
        if self.started:
            host, port = self.servers[0].sockets[0].getsockname()[:2]
            self._tell(f"http://{f'[{host}]' if ':' in host else host}:{port}")

    async def _listen(self) -> None:
        """Start as uvicorn does, with a lobby before the connections."""
        config, state = self.config, self.server_state
        try:
            sockets = bound(config.host, config.port)
        except OSError as error:
            _log.error("%s", error)
            sys.exit(STARTUP_FAILURE)
        await self.lifespan.startup()
        if self.lifespan.should_exit:
            sys.exit(STARTUP_FAILURE)

        def enter(begun: bytes) -> Bounded:
            protocol: Bounded = config.http_protocol_class(  # type: ignore[call-arg,assignment]
                config=config,
                server_state=state,
                app_state=self.lifespan.state,
                begun=begun,
            )
            return protocol

        self._lobby = Lobby(sockets, enter, most=self._most, within=lambda: len(state.connections))
        self.servers = [self._lobby]  # type: ignore[list-item]
        self.started = True

    async def shutdown(self, sockets: list[socket] | None = None) -> None:
        service: Service = self.config.app.state.service  # type: ignore[union-attr]
        service.begin_stopping()
        await super().shutdown(sockets)


def require_safe(config: ServerConfig) -> None:
    """Raise unless the server can be reached only from this machine, or has keys."""
    elsewhere = [name for name in (config.host, *config.hosts) if not is_loopback(name)]
    if not elsewhere:
        return
    with closing(ApiKeys(server_file(config.location), admin_key=config.admin_key)) as keys:
        if not keys.any():
            raise InputError(
                f"Whoever reaches {elsewhere[0]} could read and erase every memory: there are no keys.",
                hint="Make one first: soulkeep keys create NAME --admin (or set SOULKEEP_ADMIN_KEY).",
            )
