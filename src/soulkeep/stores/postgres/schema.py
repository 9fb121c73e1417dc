"""PostgreSQL's tables: hash-partitioned by tenant, each row in a workspace, nothing but plain SQL.

A tenant is a partition of memories; `names` finds it by owner and person, and is partitioned by a hash of them.
Characters, scripts and knowledge are rows of their owner.

The schema's history is a list of functions, each migrating the database by one version. They change nothing that the
version before needs (columns are added, never renamed), so workers of both versions may run together; a migration that
breaks this raises `OLDEST`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from psycopg import Connection

SCHEMA = "soulkeep"
SHARDS = 16
"""Into how many tables each table is cut."""

OLDEST = 1
"""The oldest version of the code's schema that can work with the newest schema."""

TENANT_TABLES = {
    "partitions": "id",
    "names": "tenant",
    "memories": "partition",
    "journal": "partition",
    "vectors": "partition",
    "feelings": "partition",
    "work": "partition",
    "heard": "partition",
    "again": "partition",
}
"""Tables of tenants, and the column that says whose a row is."""

OWNER_TABLES = {"characters": "id", "scripts": "owner", "known": "owner"}
"""Tables of owners, and the column that says whose a row is."""

SMALL_TABLES = ("spaces", "graphs")
"""Tables that every tenant of a workspace reads."""

TABLES = (*TENANT_TABLES, *OWNER_TABLES, *SMALL_TABLES)

Migration = Callable[["Connection[tuple[object, ...]]", int], None]

_PARTITIONED = """
CREATE TABLE names (
    tenant BIGINT NOT NULL,
    owner TEXT COLLATE "C" NOT NULL,
    person TEXT COLLATE "C" NOT NULL,
    workspace INTEGER NOT NULL DEFAULT {here},
    id BIGINT NOT NULL DEFAULT ({here}::bigint << 40) + nextval('partition_ids'),
    PRIMARY KEY (tenant, owner, person, workspace)
) PARTITION BY HASH (tenant);

CREATE TABLE partitions (
    id BIGINT PRIMARY KEY,
    seq BIGINT NOT NULL DEFAULT 0,
    workspace INTEGER NOT NULL DEFAULT {here},
    owner TEXT COLLATE "C" NOT NULL,
    person TEXT COLLATE "C" NOT NULL
) PARTITION BY HASH (id);
CREATE INDEX partitions_owner ON partitions (workspace, owner);
CREATE INDEX partitions_person ON partitions (workspace, person);

CREATE TABLE memories (
    partition BIGINT NOT NULL,
    seq BIGINT NOT NULL,
    changed BIGINT NOT NULL,
    amended BIGINT NOT NULL DEFAULT 0,
    base BIGINT,
    stored DOUBLE PRECISION NOT NULL,
    time DOUBLE PRECISION,
    importance DOUBLE PRECISION NOT NULL,
    stability DOUBLE PRECISION NOT NULL,
    accessed DOUBLE PRECISION NOT NULL,
    forgotten DOUBLE PRECISION,
    ended DOUBLE PRECISION,
    workspace INTEGER NOT NULL DEFAULT {here},
    zone INTEGER,
    terms_version INTEGER NOT NULL,
    live SMALLINT NOT NULL,
    pinned SMALLINT NOT NULL DEFAULT 0,
    kind TEXT COLLATE "C" NOT NULL,
    source TEXT COLLATE "C" NOT NULL,
    session TEXT COLLATE "C",
    speaker TEXT COLLATE "C",
    superseded TEXT COLLATE "C",
    language TEXT COLLATE "C" NOT NULL,
    id TEXT COLLATE "C" NOT NULL,
    heading TEXT COLLATE "C" NOT NULL,
    details TEXT COLLATE "C" NOT NULL,
    text TEXT COLLATE "C" NOT NULL,
    terms BYTEA NOT NULL,
    PRIMARY KEY (partition, seq)
) PARTITION BY HASH (partition);
CREATE UNIQUE INDEX memories_id ON memories (partition, id);
CREATE INDEX memories_changed ON memories (partition, changed);
CREATE INDEX memories_session ON memories (partition, session, seq) WHERE session IS NOT NULL;
CREATE INDEX memories_kind ON memories (partition, kind, seq);
CREATE INDEX memories_forgotten ON memories (partition, seq) WHERE forgotten IS NOT NULL;

CREATE TABLE journal (
    partition BIGINT NOT NULL,
    seq BIGINT NOT NULL,
    memory BIGINT NOT NULL,
    at DOUBLE PRECISION NOT NULL,
    workspace INTEGER NOT NULL DEFAULT {here},
    op TEXT COLLATE "C" NOT NULL,
    data TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (partition, seq)
) PARTITION BY HASH (partition);
CREATE INDEX journal_memory ON journal (partition, memory);

CREATE TABLE vectors (
    partition BIGINT NOT NULL,
    seq BIGINT NOT NULL,
    space INTEGER NOT NULL,
    workspace INTEGER NOT NULL DEFAULT {here},
    vector BYTEA NOT NULL,
    PRIMARY KEY (partition, space, seq)
) PARTITION BY HASH (partition);

CREATE TABLE feelings (
    partition BIGINT NOT NULL,
    workspace INTEGER NOT NULL DEFAULT {here},
    name TEXT COLLATE "C" NOT NULL,
    amount DOUBLE PRECISION NOT NULL,
    time DOUBLE PRECISION NOT NULL,
    half_life DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (partition, name)
) PARTITION BY HASH (partition);

CREATE TABLE work (
    partition BIGINT PRIMARY KEY,
    since DOUBLE PRECISION NOT NULL,
    due DOUBLE PRECISION,
    lease DOUBLE PRECISION NOT NULL,
    wakes BIGINT NOT NULL,
    workspace INTEGER NOT NULL DEFAULT {here},
    token TEXT COLLATE "C",
    marks TEXT COLLATE "C" NOT NULL
) PARTITION BY HASH (partition);
CREATE INDEX work_due ON work (workspace, due) WHERE due IS NOT NULL;

CREATE TABLE heard (
    partition BIGINT NOT NULL,
    seq BIGINT NOT NULL,
    owner TEXT COLLATE "C" NOT NULL,
    person TEXT COLLATE "C" NOT NULL,
    of BIGINT,
    workspace INTEGER NOT NULL DEFAULT {here},
    PRIMARY KEY (partition, seq, owner, person)
) PARTITION BY HASH (partition);
CREATE INDEX heard_owner ON heard (workspace, owner, person);
CREATE INDEX heard_person ON heard (workspace, person);

CREATE TABLE again (
    partition BIGINT NOT NULL,
    seq BIGINT NOT NULL,
    workspace INTEGER NOT NULL DEFAULT {here},
    data TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (partition, seq)
) PARTITION BY HASH (partition);

CREATE TABLE characters (
    id TEXT COLLATE "C" NOT NULL,
    workspace INTEGER NOT NULL DEFAULT {here},
    name TEXT NOT NULL,
    description TEXT NOT NULL,
    language TEXT NOT NULL,
    forgetfulness DOUBLE PRECISION,
    learning DOUBLE PRECISION,
    valence DOUBLE PRECISION NOT NULL DEFAULT 0,
    arousal DOUBLE PRECISION NOT NULL DEFAULT 0,
    worlds TEXT NOT NULL DEFAULT '[]',
    PRIMARY KEY (workspace, id)
) PARTITION BY HASH (id);

CREATE TABLE scripts (
    owner TEXT COLLATE "C" NOT NULL,
    workspace INTEGER NOT NULL DEFAULT {here},
    name TEXT COLLATE "C" NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (workspace, owner, name)
) PARTITION BY HASH (owner);

CREATE TABLE known (
    owner TEXT COLLATE "C" NOT NULL,
    workspace INTEGER NOT NULL DEFAULT {here},
    source TEXT COLLATE "C" NOT NULL,
    digest TEXT COLLATE "C" NOT NULL,
    added DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (workspace, owner, source)
) PARTITION BY HASH (owner);
CREATE INDEX known_digest ON known (workspace, digest);
"""

_SMALL = """
CREATE TABLE spaces (
    id INTEGER GENERATED ALWAYS AS IDENTITY,
    workspace INTEGER NOT NULL DEFAULT {here},
    dimensions INTEGER NOT NULL,
    name TEXT COLLATE "C" NOT NULL,
    state TEXT COLLATE "C" NOT NULL CHECK (state IN ('in use', 'filling')),
    PRIMARY KEY (workspace, id),
    UNIQUE (workspace, name)
);

CREATE TABLE graphs (
    workspace INTEGER NOT NULL DEFAULT {here},
    digest TEXT COLLATE "C" NOT NULL,
    triples INTEGER NOT NULL,
    data BYTEA NOT NULL,
    PRIMARY KEY (workspace, digest)
);
ALTER TABLE graphs ALTER COLUMN data SET STORAGE EXTERNAL;
"""

_WORKSPACES = """
CREATE TABLE workspaces (
    id INTEGER GENERATED ALWAYS AS IDENTITY PRIMARY KEY CHECK (id < 1 << 22),  -- partitions' ids begin with it
    name TEXT COLLATE "C" NOT NULL UNIQUE,
    pass BYTEA NOT NULL UNIQUE
);
REVOKE ALL ON workspaces FROM PUBLIC;

-- The workspace that this connection may read, by the pass it holds. Nobody but the owner can read the passes' digests.
CREATE FUNCTION entered() RETURNS INTEGER LANGUAGE sql STABLE SECURITY DEFINER SET search_path = soulkeep, pg_temp AS $$
    SELECT id FROM workspaces WHERE pass = sha256(convert_to(current_setting('soulkeep.pass', true), 'UTF8'))
$$;

-- Its name.
CREATE FUNCTION entered_name() RETURNS TEXT LANGUAGE sql STABLE SECURITY DEFINER SET search_path = soulkeep, pg_temp
AS $$
    SELECT name FROM workspaces WHERE pass = sha256(convert_to(current_setting('soulkeep.pass', true), 'UTF8'))
$$;

-- The number of a workspace, for those who hold its pass; made if there is none of that name, and it is to be. NULL for
-- the others.
CREATE FUNCTION enter(wanted TEXT, pass_held TEXT, make BOOLEAN DEFAULT true) RETURNS INTEGER LANGUAGE plpgsql
SECURITY DEFINER SET search_path = soulkeep, pg_temp AS $$
BEGIN
    -- Looked for first: an insertion that is given up takes a number, too.
    IF make AND NOT EXISTS (SELECT 1 FROM workspaces WHERE name = wanted) THEN
        INSERT INTO workspaces (name, pass) VALUES (wanted, sha256(convert_to(pass_held, 'UTF8')))
            ON CONFLICT DO NOTHING;  -- of another that enters it at this moment: by the name, or by the pass
    END IF;
    RETURN (SELECT id FROM workspaces WHERE name = wanted AND pass = sha256(convert_to(pass_held, 'UTF8')));
END
$$;

-- The names of all workspaces: no secret, and nothing is read by a name alone.
CREATE FUNCTION workspace_names() RETURNS SETOF TEXT LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = soulkeep, pg_temp AS $$ SELECT name FROM workspaces ORDER BY name $$;
"""

_SERVER = """
CREATE TABLE keys (
    id TEXT COLLATE "C" PRIMARY KEY,
    name TEXT NOT NULL,
    workspace TEXT COLLATE "C" NOT NULL,
    rights TEXT NOT NULL,
    characters TEXT,
    people TEXT,
    rate DOUBLE PRECISION,
    created DOUBLE PRECISION NOT NULL,
    expires DOUBLE PRECISION,
    revoked DOUBLE PRECISION
);

CREATE TABLE secrets (
    hash BYTEA PRIMARY KEY,
    key TEXT COLLATE "C" NOT NULL REFERENCES keys (id),
    until DOUBLE PRECISION
);
CREATE INDEX secrets_key ON secrets (key);

CREATE TABLE answers (
    workspace TEXT COLLATE "C" NOT NULL,
    asker TEXT COLLATE "C" NOT NULL,
    key TEXT COLLATE "C" NOT NULL,
    fingerprint BYTEA NOT NULL,
    at DOUBLE PRECISION NOT NULL,
    runner TEXT NOT NULL,
    lease DOUBLE PRECISION NOT NULL,
    status INTEGER,
    type TEXT,
    body BYTEA,
    gone TEXT,
    PRIMARY KEY (workspace, asker, key)
);
CREATE INDEX answers_at ON answers (workspace, at);
"""

SERVER_TABLES = {
    "keys": ("SELECT", "INSERT", "UPDATE"),
    "secrets": ("SELECT", "INSERT", "UPDATE", "DELETE"),
    "answers": ("SELECT", "INSERT", "UPDATE", "DELETE"),
}
"""Tables of the server, and what the application may do there. Their `workspace` is a name."""

_HERE = "current_setting('soulkeep.workspace')::integer"


def m001_create_tables(db: Connection[tuple[object, ...]], shards: int) -> None:
    """Create everything that SQLite's migrations up to 7 did, and workspaces.

    Narrow columns of fixed width come first. Long values stay in the row up to a page: a vector moved to a TOAST table
    would take six times as long to read. The database fills in each row's workspace, and only holders of the
    workspace's pass see the row. The server's keys are visible to all who may use the tables, since a secret must be
    looked up before its workspace is known; but they are created and changed only inside their workspace.
    """
    db.execute("CREATE SEQUENCE partition_ids AS BIGINT")
    db.execute(_WORKSPACES)
    db.execute(_PARTITIONED.replace("{here}", _HERE))
    db.execute(_SMALL.replace("{here}", _HERE))
    for table in (*TENANT_TABLES, *OWNER_TABLES):
        for number in range(shards):
            storage = " WITH (toast_tuple_target = 8160)" if table in ("memories", "vectors") else ""
            if table in ("partitions", "work"):
                storage = (
                    " WITH (fillfactor = 60)"  # every write of a tenant updates its row, in place if there is room
                )
            db.execute(
                f"CREATE TABLE {table}_{number} PARTITION OF {table} "
                f"FOR VALUES WITH (MODULUS {shards}, REMAINDER {number}){storage}"
            )
            for column in {"memories": ("terms",), "vectors": ("vector",)}.get(table, ()):
                db.execute(f"ALTER TABLE {table}_{number} ALTER COLUMN {column} SET STORAGE EXTERNAL")
            _wall(db, f"{table}_{number}", _OURS, _made(table))
        _wall(db, table, _OURS, _made(table))
    for table in SMALL_TABLES:
        _wall(db, table, _OURS)
    db.execute(_SERVER)
    _wall(db, "keys", _NAMED)
    _wall(db, "secrets", f"EXISTS (SELECT 1 FROM keys WHERE id = secrets.key AND {_NAMED})")
    _wall(db, "answers", _NAMED)
    for table in ("keys", "secrets"):
        db.execute(f"CREATE POLICY readable ON {table} FOR SELECT USING (true)")


_OURS = "workspace = (SELECT entered())"
_NAMED = "workspace = (SELECT entered_name())"


def _made(table: str) -> str:
    """Return the condition on rows that may be written. A partition's number begins with its workspace's, so that
    nobody can take a place in another's."""
    if table not in TENANT_TABLES:
        return _OURS
    return f"{_OURS} AND {'id' if table in ('partitions', 'names') else 'partition'} >> 40 = workspace"


def _wall(db: Connection[tuple[object, ...]], table: str, seen: str, made: str | None = None) -> None:
    """Let connections, also of the tables' owner, see only the rows of their own workspace."""
    db.execute(f"ALTER TABLE {table} ENABLE ROW LEVEL SECURITY")
    db.execute(f"ALTER TABLE {table} FORCE ROW LEVEL SECURITY")
    db.execute(f"CREATE POLICY workspaces ON {table} USING ({seen}) WITH CHECK ({made or seen})")


def m002_seal(db: Connection[tuple[object, ...]], shards: int) -> None:
    """Add the id of the key that encrypts a partition; NULL for none. Workers of the version before can't read
    encrypted data: use keys only once all are updated."""
    db.execute('ALTER TABLE partitions ADD COLUMN key TEXT COLLATE "C"')
    db.execute("CREATE INDEX partitions_key ON partitions (workspace, key) WHERE key IS NOT NULL")


MIGRATIONS: list[Migration] = [m001_create_tables, m002_seal]
