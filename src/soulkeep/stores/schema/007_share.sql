-- Add which worlds' lore a character has read: a JSON array of their names.

ALTER TABLE characters ADD COLUMN worlds TEXT NOT NULL DEFAULT '[]';
