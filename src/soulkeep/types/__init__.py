"""The public records: frozen records that know no database and no model."""
