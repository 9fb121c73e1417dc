"""Memories in a file of SQLite's."""
