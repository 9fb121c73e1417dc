-- Add where copies of what others heard are, so that they are erased with it; and characters' scripts.

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
