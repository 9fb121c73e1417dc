-- Add whether a memory never fades, and when it was forgotten (NULL if it wasn't).

ALTER TABLE memories ADD COLUMN pinned INTEGER NOT NULL DEFAULT 0;
ALTER TABLE memories ADD COLUMN forgotten REAL;
