-- Create characters, partitions, memories, their journal, and vectors by space.
--
-- Partition ids are never reused (AUTOINCREMENT), so that a working set of an erased partition can't be mistaken for
-- that of its successor. Narrow columns come first, so that working sets can skip the text.

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
