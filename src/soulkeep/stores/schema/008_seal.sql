-- Add the id of the key that encrypts a partition; NULL for none.

ALTER TABLE partitions ADD COLUMN key TEXT;
CREATE INDEX partitions_key ON partitions (key) WHERE key IS NOT NULL;
