-- Add the memories whose text was changed, what the work must go through again because of that, and an index of
-- forgotten memories.
--
-- `amended`: the sequence number of the last change of the text; 0 for none.

ALTER TABLE memories ADD COLUMN amended INTEGER NOT NULL DEFAULT 0;
CREATE INDEX memories_forgotten ON memories (partition, seq) WHERE forgotten IS NOT NULL;

CREATE TABLE again (
    partition INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    data TEXT NOT NULL,
    PRIMARY KEY (partition, seq)
) STRICT, WITHOUT ROWID;
