"""`soulkeep backup` and `soulkeep restore-backup`: a keep's file copied while it is in use, and put back."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

import soulkeep
from soulkeep.cli.console import out, progress, say_json
from soulkeep.cli.options import AsJson
from soulkeep.stores.migrations import APPLICATION_ID
from soulkeep.stores.sqlite.backup import backup as copy
from soulkeep.stores.sqlite.backup import require_place
from soulkeep.stores.sqlite.copies import Progress, file_path, require_file
from soulkeep.stores.sqlite.restore import Restoration
from soulkeep.types.receipts import BackupReceipt, RestoreReceipt

_SERVERS = 0
"""Application id of the server's own file."""

_MB = 1_000_000

Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Say nothing, unless it fails.")]


def backup(
    keep: Annotated[str, typer.Argument(help="The file that holds the memories.")],
    target: Annotated[str, typer.Argument(help="The backup's file; with --all, its folder.")],
    whole: Annotated[
        bool, typer.Option("--all", help="With all workspaces and the server's own file, into a folder.")
    ] = False,
    force: Annotated[bool, typer.Option("--force", help="Replace an older backup.")] = False,
    quiet: Quiet = False,
    json: AsJson = False,
) -> None:
    """Copy a keep while it is in use, as it is at one moment. The copy is there once it is complete and checked."""
    source, place = file_path(keep), file_path(target)
    require_file(source)
    files = _with_all(source) if whole else {source: APPLICATION_ID}
    if whole:
        _require_folder(place)
        targets = [place / file.name for file in files]
    else:
        _require_no_workspace(source, place)
        targets = [place]
    for (file, application), path in zip(files.items(), targets, strict=True):  # all or none
        require_place(file, path, force=force, application=application)
    receipts = []
    for (file, application), path in zip(files.items(), targets, strict=True):
        with progress(file.name, quiet=quiet or json) as bar:
            receipts.append(copy(file, path, force=force, progress=_in_mb(bar), application=application))
    if json:
        say_json(receipts if whole else receipts[0])
    elif not quiet:
        for receipt in receipts:
            _tell(receipt, f"sha256 {receipt.sha256}")


def restore_backup(
    backup: Annotated[str, typer.Argument(help="The backup: a file, or the folder that --all has made.")],
    keep: Annotated[str, typer.Argument(help="The keep's file, which it replaces.")],
    discard: Annotated[bool, typer.Option("--discard", help="Don't keep what was there before.")] = False,
    force: Annotated[
        bool, typer.Option("--force", help="Also a backup that was changed since, and over a file that can't be read.")
    ] = False,
    quiet: Quiet = False,
    json: AsJson = False,
) -> None:
    """Put a backup in a keep's place, which nobody may have open. The keep isn't touched before the backup is proven;
    then it stays beside the new one as keep.db.before-restore-TIME.

    What was forgotten comes back with `soulkeep restore`."""
    source, live = file_path(backup), file_path(keep)
    whole = source.is_dir()
    files = _in_folder(source, live) if whole else {source: (live, APPLICATION_ID)}
    with ExitStack() as stack:
        proven = []
        for file, (path, application) in files.items():
            with progress(file.name, quiet=quiet or json) as bar:
                one = Restoration(
                    file, path, force=force, discard=discard, progress=_in_mb(bar), application=application
                )
                proven.append(stack.enter_context(one))
        placed = [one.place() for one in proven]  # all are checked before any is put in place
    if json:
        say_json(placed if whole else placed[0])
    elif not quiet:
        for receipt in placed:
            _tell(receipt, f"before: {receipt.kept}" if receipt.kept else "")


def _with_all(keep: Path) -> dict[Path, int]:
    """Return a keep's file, those of the workspaces beside it, and the server's, with their application ids."""
    try:
        from soulkeep.server.workspaces import file_of, names_beside, server_file
    except ImportError as error:
        raise soulkeep.MissingExtra(f"The server ({error.name})", "server") from None
    spaces = {Path(file_of(str(keep), name)) for name in names_beside(str(keep))}
    files = dict.fromkeys([keep, *sorted(spaces - {keep})], APPLICATION_ID)
    servers = Path(server_file(str(keep)))
    return {**files, servers: _SERVERS} if servers.exists() else files


def _in_folder(folder: Path, keep: Path) -> dict[Path, tuple[Path, int]]:
    """Return the backups in a folder, each with the file that it replaces."""
    if not (folder / keep.name).exists():
        raise soulkeep.BadFile(
            f"There is no backup of {keep.name} in {folder}.", hint="Name the keep's file as it was, or the backup's."
        )
    return {
        file: (keep.with_name(file.name), application) for file, application in _with_all(folder / keep.name).items()
    }


def _require_folder(place: Path) -> None:
    try:
        place.mkdir(mode=0o700, exist_ok=True)
    except OSError as error:
        raise soulkeep.BadFile(
            f"{place} can't be made into a folder ({error.strerror}).", hint="Give the path of a folder."
        ) from error


def _require_no_workspace(keep: Path, place: Path) -> None:
    """Raise if the place would make a server take the keep for a workspace, like `keep.acme.db` beside `keep.db`."""
    named = place.name.startswith(f"{keep.stem}.") and place.suffix == keep.suffix
    if place.parent == keep.parent and place != keep and named:
        raise soulkeep.BadFile(
            f"A server would take {place.name} for a workspace of {keep.name}.",
            hint="Give the backup another folder, or another name.",
        )


def _in_mb(bar: Progress) -> Progress:
    return lambda done, total: bar(done // _MB, total // _MB)


def _tell(receipt: BackupReceipt | RestoreReceipt, more: str) -> None:
    memories = f"{receipt.memories:,} memories, " if receipt.memories or receipt.characters else ""
    out.print(Text(f"{receipt.path}: {memories}{receipt.bytes / _MB:.1f} MB in {receipt.seconds:.1f} s."))
    if more:
        out.print(Text(f"    {more}", "dim"), soft_wrap=True)
