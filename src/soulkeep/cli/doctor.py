"""`soulkeep doctor`: what is installed, which embedder, and how the keep is."""

from __future__ import annotations

import os
import platform
import sys
from dataclasses import asdict
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from shlex import quote
from typing import Any

import apsw
from rich.text import Text

import soulkeep
from soulkeep.cli.console import out, say_json
from soulkeep.cli.opening import without_password
from soulkeep.cli.options import KEEP, AsJson, Embedder, KeepFile
from soulkeep.importers.learn import begun
from soulkeep.lang.owners import world_of
from soulkeep.models.embed.choose import word_for
from soulkeep.stores.base import Store
from soulkeep.stores.drivers import require_postgres
from soulkeep.stores.location import SECRET, is_postgres, parse
from soulkeep.stores.opening import open_store

_PACKAGES = (
    "numpy", "apsw", "PyStemmer", "pydantic", "pyoxigraph", "openai", "onnxruntime", "psycopg", "usearch",
)  # fmt: skip
_REQUIRED = {"numpy", "apsw", "PyStemmer", "pydantic"}


def doctor(keep: KeepFile = KEEP, embedder: Embedder = None, json: AsJson = False) -> None:
    """Tell what is installed and whether the keep is well, in plain words. Ends with status 1 if something is wrong."""
    report: dict[str, Any] = {
        "soulkeep": soulkeep.__version__,
        "python": platform.python_version(),
        "platform": sys.platform,
        "sqlite": apsw.sqlite_lib_version(),
        "packages": {name: _version(name) for name in _PACKAGES},
        "chat": os.environ.get("SOULKEEP_CHAT_URL"),
    }
    problems: list[str] = []
    report["warnings"] = []
    chosen: soulkeep.Embedder | None = None
    try:
        chosen = soulkeep.choose_embedder(embedder)
        report["embedder"] = {"name": chosen.name, "dimensions": chosen.dimensions}
    except soulkeep.SoulkeepError as error:
        problems.append(str(error))
    absent = False
    try:
        absent = not _is_there(keep, report)
        if not absent:
            report["keep"], problems_found = _examine(keep, chosen)
            problems += problems_found
    except soulkeep.SoulkeepError as error:
        problems.append(str(error))
    report["problems"] = problems
    if json:
        say_json(report)
    else:
        _tell(report, without_password(keep), absent=absent)
    if problems:
        raise SystemExit(1)


def _is_there(keep: str, report: dict[str, Any]) -> bool:
    """Return whether there is a keep to examine; for a database, the report shows more."""
    if not is_postgres(keep):
        return "://" in keep or Path(keep).exists()  # something that isn't a path shows when it is opened
    require_postgres()
    from soulkeep.stores.postgres.care import Database  # needed only here

    secret = bool(os.environ.get(SECRET))
    if not secret:
        report["warnings"].append(f"{SECRET} isn't set: whoever may use the tables may enter any workspace.")
    status = Database(keep).status()
    report["postgres"] = {
        "server": status.server,
        "workspaces": len(status.workspaces),
        "secret": secret,
        "unwalled": status.unwalled,
        "checksums": status.checksums,
    }
    if not status.checksums:
        report["warnings"].append(
            "The server has no checksums, so what its disk garbles isn't found: stop it and run pg_checksums --enable"
        )
    if status.unwalled:
        report["warnings"].append(
            "This user is a superuser or has BYPASSRLS: the wall between workspaces doesn't hold for it. "
            "Make one for workers: soulkeep store init URL --role soulkeep_app"
        )
    return parse(keep).workspace in status.workspaces


def _examine(keep: str, chosen: soulkeep.Embedder | None) -> tuple[dict[str, Any], list[str]]:
    store = open_store(keep)
    try:
        stats = store.stats()
        waiting = store.waiting()
        problems = [f"Database: {problem}." for problem in store.check()]
        problems += _half_read(store)
    finally:
        store.close()
    if chosen and stats.space and stats.space.name != chosen.name:
        problems.append(
            f"The keep is embedded with {stats.space.name}, but {chosen.name} is in use. "
            f"Name the old one with --embedder, or run: soulkeep reembed --keep {quote(without_password(keep))} "
            f"--embedder {word_for(chosen.name) or '…'}"
        )
    if stats.without_vector:
        problems.append(
            f"{stats.without_vector} memories wait for their vectors and are found by their words only. "
            f"Run: soulkeep reembed --keep {quote(without_password(keep))}"
        )
    skipped = [work.marks for work in waiting if work.marks.get("skipped")]
    if skipped:
        problems.append(
            f"Something that was said in {len(skipped)} relationships couldn't be worked out: "
            f"{skipped[0].get('error', '')} The words are kept. It is tried again; soulkeep settle --jobs tells when."
        )
    failing = [str(work.marks.get("error", "")) for work in waiting if work.marks.get("attempts")]
    if failing:
        problems.append(
            f"A language model fails to condense the talks of {len(failing)} relationships: {failing[0]} "
            "It is asked again; soulkeep settle --jobs tells when."
        )
    return {**asdict(stats), "waiting": len(waiting)}, problems


def _half_read(store: Store) -> list[str]:
    """Return the texts of which some passages may be missing."""
    keys = [key for key in store.keys() if key.person is None]  # noqa: SIM118 - it is no dict
    _, heads = store.heads(keys)
    return [
        f"{world_of(key.owner) or key.owner} is reading {place.entry.source!r}, or was broken off: some of it may be "
        "missing. Learn it again, and what is missing is added."
        for key, head in zip(keys, heads, strict=True)
        if head is not None
        for place in begun(store, head.partition)
    ]


def _tell(report: dict[str, Any], location: str, *, absent: bool) -> None:
    out.print(
        f"soulkeep {report['soulkeep']}, Python {report['python']} on {report['platform']}, SQLite {report['sqlite']}"
    )
    for name, state in report["packages"].items():
        note = state or ("[red]missing[/red]" if name in _REQUIRED else "[dim]not installed (optional)[/dim]")
        out.print(f"  {name}: {note}")
    if "embedder" in report:
        _say(f"Embedder: {report['embedder']['name']}, {report['embedder']['dimensions']} dimensions")
    _say(f"Language model: {report['chat'] or 'none, the offline voice answers (set SOULKEEP_CHAT_URL to change it)'}")
    if "postgres" in report:
        state = report["postgres"]
        out.print(f"PostgreSQL {state['server']}, {state['workspaces']} workspaces")
    if "keep" in report:
        keep_report = report["keep"]
        size = "" if keep_report["bytes"] is None else f"{keep_report['bytes'] / 1024 / 1024:.1f} MB, "
        _say(
            f"{location}: {keep_report['memories']} memories of {keep_report['characters']} characters "
            f"in {keep_report['partitions']} partitions, {size}schema {keep_report['schema']}"
        )
        if keep_report["waiting"]:
            out.print(f"  Work waits for {keep_report['waiting']} relationships; it is done while a keep is open.")
        if keep_report["filling"]:
            _say(f"  A move to {keep_report['filling']['name']} is under way; soulkeep reembed goes on with it.")
    elif absent:
        _say(f"{location}: not there yet")
    else:
        _say(f"{location}: not examined")
    for warning in report["warnings"]:
        _say(warning, ("! ", "yellow"))
    for problem in report["problems"]:
        _say(problem, ("✗ ", "red"))
    if not report["problems"]:
        out.print("[green]✓[/green] All well.")


def _say(text: str, mark: tuple[str, str] = ("", "")) -> None:
    """Print a line literally: in locations and commands, "[…]" is no markup, and line breaks would be copied."""
    out.print(Text.assemble(mark, text), soft_wrap=True)


def _version(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None
