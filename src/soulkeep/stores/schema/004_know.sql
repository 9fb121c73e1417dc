-- Add the RDF that characters know. The same data known to many is stored once, under its digest.

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
