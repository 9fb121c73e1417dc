"""Running the server until it is told to stop."""

from __future__ import annotations

import sys
from contextlib import closing

import uvicorn

from soulkeep.errors import InputError
from soulkeep.server.app import create_app
from soulkeep.server.config import ServerConfig, is_loopback
from soulkeep.server.keys import Keys
from soulkeep.server.logs import log_to
from soulkeep.server.workspaces import server_file

_TURN = 0.001
"""Seconds after which a thread that reckons lets another one go on: the event loop is one of them, and at Python's 5 ms
every step of a request would wait that long while others are being answered."""


def serve(config: ServerConfig) -> None:
    """Serve until SIGINT or SIGTERM. What is being answered is finished, what was accepted is written.

    Raises:
        InputError: it would be reached from other machines, and anybody there could read and erase everything.
    """
    require_safe(config)
    log_to()
    sys.setswitchinterval(_TURN)
    uvicorn.run(
        create_app(config),
        host=config.host,
        port=config.port,
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=max(1, round(config.shutdown_seconds)),
    )


def require_safe(config: ServerConfig) -> None:
    """Raise unless the server listens on this machine alone, or has keys."""
    elsewhere = [name for name in (config.host, *config.hosts) if not is_loopback(name)]
    if not elsewhere:
        return
    with closing(Keys(server_file(config.location), admin_key=config.admin_key)) as keys:
        if not keys.any():
            raise InputError(
                f"Whoever reaches {elsewhere[0]} could read and erase every memory: there are no keys.",
                hint="Make one first: soulkeep keys create NAME --admin (or set SOULKEEP_ADMIN_KEY).",
            )
