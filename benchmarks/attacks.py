"""Measure how long somebody else waits while a server is attacked: health, asked twenty times a second by another
process.

    python -m benchmarks.attacks [--seconds 8] [--rounds 1] [--only NAME …] [--compare]

Each attack runs by itself, repeated by one client, against `soulkeep serve` in a process of its own with a key that may
read and write for one character. Told are the waits for `/v1/health` of all rounds (milliseconds), the p99 of each
round, what the attacker was answered in the last one, and how much the server grew. Rounds go through all attacks, so
that what else the machine does meets them alike. With `--compare`, a server that accepts connections as asyncio does,
without a lobby, takes its turn in each round.
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable
from itertools import product
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

import httpx2

from soulkeep.server.keys import ApiKeys
from soulkeep.server.workspaces import server_file

_EVERY = 0.05
_RDF = 'xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:x="http://example.org/"'
_ENTITIES = '<!ENTITYa0 "lolololol">' + "".join(f'<!ENTITYa{at + 1} "{f"&a{at};" * 10}">' for at in range(15))

FILES: dict[str, tuple[str, bytes]] = {
    "entities": ("a.rdf", f"<!DOCTYPE a [{_ENTITIES}]><rdf:RDF {_RDF}><x:s><x:p>&a15;</x:p></x:s></rdf:RDF>".encode()),
    "quoted triples": ("a.nt", b"<x:s> <x:p> " + b"<<( <x:s> <x:p> " * 40_000 + b"<x:o>" + b" )>>" * 40_000 + b" ."),
    "nested JSON-LD": ("a.jsonld", b'{"http://x.org/p":' * 40_000 + b'"a"' + b"}" * 40_000),
    "blanks in a card": (
        "a.json",
        json.dumps(
            {"spec": "chara_card_v2", "data": {"name": "A", "description": "{{" + " " * 20_000 + "==" + " " * 20_000}}
        ).encode(),
    ),
    "blanks in a text": ("a.md", b"# " + b" " * 20_000 + b"#x\n" + b"[[" + b" " * 20_000),
    "brackets": ("a.json", b"[" + b"[]," * 15_000_000 + b"[]]"),
    "lines of nothing": ("a.jsonl", b"{}\n" * 15_000_000),
    "gzipped zeros": ("a.txt.gz", gzip.compress(bytes(600 << 20), 6)),
    "gzipped brackets": ("a.json.gz", gzip.compress(b"[" + b"[]," * 8_000_000 + b"[]]", 6)),
}


_WITHOUT_LOBBY = """
import uvicorn
from soulkeep.server.run import Server
async def listen(server):
    await uvicorn.Server.startup(server)
Server._listen = listen
from soulkeep.cli import main
main()
"""


class Target:
    """The server that is attacked.

    Args:
        folder: where it keeps its files.
        lobby: whether its connections wait in a lobby for their first request.
    """

    def __init__(self, folder: Path, *, lobby: bool = True) -> None:
        folder.mkdir()
        keep = str(folder / "keep.db")
        keys = ApiKeys(server_file(keep))
        self.key = keys.create("attacker", characters=["holmes"])[1]
        self.admin = keys.create("admin", rights=["read", "write", "admin"])[1]
        keys.close()
        start = ["-m", "soulkeep"] if lobby else ["-c", _WITHOUT_LOBBY]
        command = [sys.executable, *start, "serve", "--keep", keep, "--port", "0", "--json"]
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        assert self._process.stdout is not None
        self.url: str = json.loads(self._process.stdout.readline())["url"]
        httpx2.put(f"{self.url}/v1/characters/holmes", json={}, headers=self.bearer(self.admin)).raise_for_status()

    def bearer(self, key: str = "") -> dict[str, str]:
        return {"Authorization": f"Bearer {key or self.key}"}

    def memory(self) -> int:
        """Return the MiB of memory that the target's processes hold."""
        pids = [self._process.pid, *_children(self._process.pid)]
        return sum(_resident(pid) for pid in pids) >> 20

    def connect(self) -> socket.socket:
        where = urlsplit(self.url)
        return socket.create_connection((where.hostname or "", where.port or 0), timeout=10)

    def stop(self) -> None:
        self._process.terminate()
        self._process.wait(60)


def _children(pid: int) -> list[int]:
    try:
        told = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii")
    except OSError:
        return []
    found = [int(one) for one in told.split()]
    return [*found, *(below for one in found for below in _children(one))]


def _resident(pid: int) -> int:
    try:
        return int(Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()[1]) * os.sysconf("SC_PAGESIZE")
    except OSError:
        return 0


def _files(name: str) -> Callable[[Target], str]:
    file, data = FILES[name]

    def attack(target: Target) -> str:
        url = f"{target.url}/v1/import/look?name={file}"
        return str(httpx2.post(url, content=data, headers=target.bearer(), timeout=120).status_code)

    return attack


def _sign_in(target: Target) -> str:
    return str(httpx2.post(f"{target.url}/sign-in", content=b"key=" + b"&a=" * 1_000_000, timeout=60).status_code)


def _wrong_keys(target: Target) -> str:
    return str(
        httpx2.get(f"{target.url}/v1/characters", headers=target.bearer("sk-soul-wrong"), timeout=60).status_code
    )


def _slow(target: Target) -> str:
    """Open 1,500 connections that each send half a request, and stay; return how many could be opened."""
    held = []
    for _ in range(1500):
        try:
            one = target.connect()
            one.sendall(b"GET /v1/health HTTP/1.1\r\nHost: 127")
            held.append(one)
        except OSError:
            break
    time.sleep(2)
    for one in held:
        one.close()
    return f"{len(held)} opened"


def _broken_off(target: Target) -> str:
    """Break off as many connections as one client can begin."""
    head = b"POST /v1/import/look HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 60000000\r\n\r\n"
    with target.connect() as one:
        one.sendall(head + b"x" * 9999)
    return "broken off"


def _facts(target: Target) -> str:
    """Send a turn that states thousands of things."""
    text = " ".join(f"My {word}{number} is {number}." for number in range(1500) for word in ("boat", "tree", "hat"))
    url = f"{target.url}/v1/characters/holmes/observe"
    body = {"text": text, "person": f"p{time.monotonic_ns()}"}
    return str(httpx2.post(url, json=body, headers=target.bearer(), timeout=120).status_code)


ATTACKS: dict[str, Callable[[Target], str] | None] = {
    "nothing": None,
    **{name: _files(name) for name in FILES},
    "8 MB to sign in": _sign_in,
    "wrong keys": _wrong_keys,
    "1,500 slow connections": _slow,
    "bodies broken off": _broken_off,
    "4,500 facts in a turn": _facts,
}


class Outcome(NamedTuple):
    """What came of an attack: the waits of each round in milliseconds, the answers and the memory of the last."""

    rounds: list[list[float]]
    answers: Counter[str]
    memory: int

    def told(self) -> str:
        """Return the cells of its row in the table."""
        every = sorted(wait for waits in self.rounds for wait in waits)
        each = ", ".join(f"{_at(waits, 0.99):.0f}" for waits in self.rounds)
        answers = ", ".join(f"{count} × {answer}" for answer, count in self.answers.most_common(3))
        figures = [f"{_at(every, 0.5):.0f}", f"{_at(every, 0.99):.0f}", each, f"{every[-1]:.0f}"]
        return " | ".join([*figures, answers, str(self.memory)])


def _at(ordered: list[float], part: float) -> float:
    return ordered[min(len(ordered) - 1, int(len(ordered) * part))]


def tried(target: Target, attack: Callable[[Target], str] | None, seconds: float) -> tuple[list[float], Counter[str]]:
    """Repeat an attack, and return the waits for health meanwhile, in milliseconds, and the answers to the attacker."""
    answers: Counter[str] = Counter()
    over = threading.Event()

    def repeat() -> None:
        while attack is not None and not over.is_set():
            try:
                answers[attack(target)] += 1
            except (httpx2.HTTPError, OSError) as error:
                answers[type(error).__name__] += 1

    thread = threading.Thread(target=repeat, daemon=True)
    command = [sys.executable, "-c", _ASKER, f"{target.url}/v1/health", str(seconds), str(_EVERY)]
    asker = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    thread.start()
    told, _ = asker.communicate()
    over.set()
    thread.join(130)
    return sorted(json.loads(told)), answers


_ASKER = """
import json, sys, time, urllib.request
url, seconds, every = sys.argv[1], float(sys.argv[2]), float(sys.argv[3])
urllib.request.urlopen(url, timeout=60).read()
waits, until = [], time.monotonic() + seconds
while time.monotonic() < until:
    began = time.perf_counter()
    urllib.request.urlopen(url, timeout=60).read()
    waits.append((time.perf_counter() - began) * 1000)
    time.sleep(every)
print(json.dumps(waits))
"""


def main() -> None:
    """Measure, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=8.0, help="how long each attack lasts")
    parser.add_argument("--rounds", type=int, default=1, help="how often all of them run")
    parser.add_argument("--only", nargs="+", choices=ATTACKS, default=[*ATTACKS], metavar="NAME", help="some attacks")
    parser.add_argument("--compare", action="store_true", help="with a server that has no lobby")
    options = parser.parse_args()
    outcomes: dict[str, Outcome] = {}
    with tempfile.TemporaryDirectory() as folder:
        targets = {"": Target(Path(folder, "server"))}
        if options.compare:
            targets[", without a lobby"] = Target(Path(folder, "without"), lobby=False)
        for _, name, (kind, target) in product(range(options.rounds), options.only, targets.items()):
            waits, answers = tried(target, ATTACKS[name], options.seconds)
            outcomes.setdefault(name + kind, Outcome([], Counter(), 0))
            outcomes[name + kind] = Outcome([*outcomes[name + kind].rounds, waits], answers, target.memory())
        for target in targets.values():
            target.stop()
    print("| attack | p50 | p99 | of each round | longest | the attacker got | MiB |")
    print("| --- | ---: | ---: | ---: | ---: | --- | ---: |")
    for name, outcome in outcomes.items():
        print(f"| {name} | {outcome.told()} |")


if __name__ == "__main__":
    main()
