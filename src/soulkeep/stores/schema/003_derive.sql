-- Add what derived memories need: validity, feelings, queued work, and settings of each character.
--
-- `ended`: when a memory ceased to hold. `superseded`: the id of the one that replaces it. `base`: the sequence number
-- of the memory that it primarily rests on.

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
