"""A server in a process of its own, which a test may kill: says its URL on the first line, and ends with its stdin or
by a signal."""

from __future__ import annotations

import sys
import threading
from pathlib import Path

import uvicorn

from server_support import quiet_in
from soulkeep.server import create_app


def main() -> None:
    """Serve a keep in the folder that the command line names."""
    app = create_app(quiet_in(Path(sys.argv[1])))
    server = uvicorn.Server(uvicorn.Config(app, host="127.0.0.1", port=0, log_level="warning"))

    def tell() -> None:
        while not server.started:
            threading.Event().wait(0.02)
        port = server.servers[0].sockets[0].getsockname()[1]
        print(f"http://127.0.0.1:{port}", flush=True)

    threading.Thread(target=tell, daemon=True).start()
    server.run()


if __name__ == "__main__":
    main()
