"""The schema's history: numbered SQL scripts in `schema`, each migrating the database by one version.

Never edit one that was released; add the next. `PRAGMA user_version` holds how many have run.
"""

from __future__ import annotations

from contextlib import closing
from functools import cache
from pathlib import Path

import apsw

APPLICATION_ID = 0x534F554C  # "SOUL": tells our files from other SQLite files

MIGRATIONS = tuple(
    file.read_text(encoding="utf-8") for file in sorted(Path(__file__).with_name("schema").glob("[0-9]*.sql"))
)


@cache
def newest() -> str:
    """Return the statements that make in an empty database what the migrations make, in a third of their time."""
    with closing(apsw.Connection(":memory:")) as connection:
        for script in MIGRATIONS:
            connection.execute(script)
        # What SQLite names itself, it also makes itself.
        made = connection.execute("SELECT sql FROM sqlite_schema WHERE name NOT GLOB 'sqlite_*' ORDER BY rowid")
        return "".join(f"{sql};\n" for (sql,) in made)
