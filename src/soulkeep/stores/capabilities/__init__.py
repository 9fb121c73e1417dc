"""The operations of a store, by subject: each documents its contract and runs jobs on a connection."""
