"""The SQL statements that all stores share."""
