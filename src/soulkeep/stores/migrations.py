"""The schema's history: numbered functions, each migrating the database by one version.

Never edit one that was released; append the next. `PRAGMA user_version` holds how many have run.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from functools import cache

import apsw

APPLICATION_ID = 0x534F554C  # "SOUL": tells our files from other SQLite files

Migration = Callable[[apsw.Connection], None]


def m001_create_tables(connection: apsw.Connection) -> None:
    """Create characters, partitions, memories, their journal, and vectors by space.

    Partition ids are never reused (AUTOINCREMENT), so that a working set of an erased partition can't be mistaken for
    that of its successor. Narrow columns come first, so that working sets can skip the text.
    """
    connection.execute(
        """
        CREATE TABLE characters (
            id TEXT PRIMARY KEY,
            name TEXT NOT NULL,
            description TEXT NOT NULL,
            language TEXT NOT NULL
        ) STRICT;

        CREATE TABLE partitions (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            owner TEXT NOT NULL,
            person TEXT NOT NULL,          -- '' for nobody in particular
            seq INTEGER NOT NULL DEFAULT 0,
            UNIQUE (owner, person)
        ) STRICT;
        CREATE INDEX partitions_person ON partitions (person);

        CREATE TABLE memories (
            partition INTEGER NOT NULL,
            seq INTEGER NOT NULL,          -- when it came into the sequence
            changed INTEGER NOT NULL,      -- when it last changed
            live INTEGER NOT NULL,
            kind TEXT NOT NULL,
            source TEXT NOT NULL,
            session TEXT,
            time REAL,
            zone INTEGER,
            importance REAL NOT NULL,
            stability REAL NOT NULL,
            accessed REAL NOT NULL,
            terms_version INTEGER NOT NULL,
            terms BLOB NOT NULL,
            id TEXT NOT NULL,
            stored REAL NOT NULL,
            speaker TEXT,
            language TEXT NOT NULL,
            heading TEXT NOT NULL,
            text TEXT NOT NULL,
            details TEXT NOT NULL,
            PRIMARY KEY (partition, seq)
        ) STRICT, WITHOUT ROWID;
        CREATE UNIQUE INDEX memories_id ON memories (partition, id);
        CREATE INDEX memories_changed ON memories (partition, changed);
        CREATE INDEX memories_session ON memories (partition, session, seq);

        CREATE TABLE journal (             -- updates and deletions; an addition is its memory's own row
            partition INTEGER NOT NULL,
            seq INTEGER NOT NULL,
            op TEXT NOT NULL,
            memory INTEGER NOT NULL,
            at REAL NOT NULL,
            data TEXT NOT NULL,
            PRIMARY KEY (partition, seq)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX journal_memory ON journal (partition, memory);

        CREATE TABLE spaces (
            id INTEGER PRIMARY KEY,
            name TEXT NOT NULL UNIQUE,
            dimensions INTEGER NOT NULL,
            state TEXT NOT NULL CHECK (state IN ('in use', 'filling'))
        ) STRICT;

        CREATE TABLE vectors (
            space INTEGER NOT NULL,
            partition INTEGER NOT NULL,
            seq INTEGER NOT NULL,
            vector BLOB NOT NULL,          -- float16, little-endian
            PRIMARY KEY (space, partition, seq)
        ) STRICT, WITHOUT ROWID;
        """
    )


def m002_pin_and_forget(connection: apsw.Connection) -> None:
    """Add whether a memory never fades, and when it was forgotten (NULL if it wasn't)."""
    connection.execute(
        """
        ALTER TABLE memories ADD COLUMN pinned INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE memories ADD COLUMN forgotten REAL;
        """
    )


def m003_derive(connection: apsw.Connection) -> None:
    """Add what derived memories need: validity, feelings, queued work, and settings of each character.

    `ended`: when a memory ceased to hold. `superseded`: the id of the one that replaces it. `base`: the sequence number
    of the memory that it primarily rests on.
    """
    connection.execute(
        """
        ALTER TABLE characters ADD COLUMN forgetfulness REAL;
        ALTER TABLE characters ADD COLUMN learning REAL;
        ALTER TABLE characters ADD COLUMN valence REAL NOT NULL DEFAULT 0;
        ALTER TABLE characters ADD COLUMN arousal REAL NOT NULL DEFAULT 0;

        ALTER TABLE memories ADD COLUMN ended REAL;
        ALTER TABLE memories ADD COLUMN superseded TEXT;
        ALTER TABLE memories ADD COLUMN base INTEGER;
        CREATE INDEX memories_kind ON memories (partition, kind, seq);

        CREATE TABLE feelings (
            partition INTEGER NOT NULL,
            name TEXT NOT NULL,
            amount REAL NOT NULL,
            time REAL NOT NULL,
            half_life REAL NOT NULL,
            PRIMARY KEY (partition, name)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE work (
            partition INTEGER PRIMARY KEY,
            since REAL NOT NULL,           -- when the first of what waits came
            due REAL,                      -- NULL: nothing waits
            wakes INTEGER NOT NULL,
            token TEXT,                    -- of whoever holds it …
            lease REAL NOT NULL,           -- … until then
            marks TEXT NOT NULL
        ) STRICT;
        CREATE INDEX work_due ON work (due) WHERE due IS NOT NULL;
        INSERT INTO work                   -- what was said before is worked on, too
            SELECT id, unixepoch(), unixepoch(), 1, NULL, 0, '{}' FROM partitions p
            WHERE EXISTS (SELECT 1 FROM memories WHERE partition = p.id AND kind = 'turn' AND live = 1);
        """
    )


def m004_know(connection: apsw.Connection) -> None:
    """Add the RDF that characters know. The same data known to many is stored once, under its digest."""
    connection.execute(
        """
        CREATE TABLE graphs (
            digest TEXT PRIMARY KEY,
            triples INTEGER NOT NULL,
            data BLOB NOT NULL             -- N-Triples, deflated
        ) STRICT;

        CREATE TABLE known (
            owner TEXT NOT NULL,
            source TEXT NOT NULL,
            digest TEXT NOT NULL,
            added REAL NOT NULL,
            PRIMARY KEY (owner, source)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX known_digest ON known (digest);
        """
    )


def m005_hear_and_stage(connection: apsw.Connection) -> None:
    """Add where copies of what others heard are, so that they are erased with it; and characters' scripts."""
    connection.execute(
        """
        CREATE TABLE heard (
            owner TEXT NOT NULL,           -- to whom it was said …
            person TEXT NOT NULL,          -- … facing whom
            partition INTEGER NOT NULL,    -- whoever heard it, too
            seq INTEGER NOT NULL,
            of INTEGER,                    -- the original's number there
            PRIMARY KEY (owner, person, partition, seq)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX heard_partition ON heard (partition, seq);
        CREATE INDEX heard_person ON heard (person);

        CREATE TABLE scripts (
            owner TEXT NOT NULL,
            name TEXT NOT NULL,
            text TEXT NOT NULL,
            PRIMARY KEY (owner, name)
        ) STRICT, WITHOUT ROWID;
        """
    )


def m006_amend(connection: apsw.Connection) -> None:
    """Add the memories whose text was changed, what the work must go through again because of that, and an index of
    forgotten memories.

    `amended`: the sequence number of the last change of the text; 0 for none.
    """
    connection.execute(
        """
        ALTER TABLE memories ADD COLUMN amended INTEGER NOT NULL DEFAULT 0;
        CREATE INDEX memories_forgotten ON memories (partition, seq) WHERE forgotten IS NOT NULL;

        CREATE TABLE again (
            partition INTEGER NOT NULL,
            seq INTEGER NOT NULL,
            data TEXT NOT NULL,
            PRIMARY KEY (partition, seq)
        ) STRICT, WITHOUT ROWID;
        """
    )


def m007_share(connection: apsw.Connection) -> None:
    """Add which worlds' lore a character has read: a JSON array of their names."""
    connection.execute("ALTER TABLE characters ADD COLUMN worlds TEXT NOT NULL DEFAULT '[]'")


def m008_seal(connection: apsw.Connection) -> None:
    """Add the id of the key that encrypts a partition; NULL for none."""
    connection.execute(
        """
        ALTER TABLE partitions ADD COLUMN key TEXT;
        CREATE INDEX partitions_key ON partitions (key) WHERE key IS NOT NULL;
        """
    )


MIGRATIONS: list[Migration] = [
    m001_create_tables,
    m002_pin_and_forget,
    m003_derive,
    m004_know,
    m005_hear_and_stage,
    m006_amend,
    m007_share,
    m008_seal,
]


@cache
def newest() -> str:
    """Return the statements that make in an empty database what the migrations make, in a third of their time."""
    with closing(apsw.Connection(":memory:")) as connection:
        for migrate in MIGRATIONS:
            migrate(connection)
        # What SQLite names itself, it also makes itself.
        made = connection.execute("SELECT sql FROM sqlite_schema WHERE name NOT GLOB 'sqlite_*' ORDER BY rowid")
        return "".join(f"{sql};\n" for (sql,) in made)
