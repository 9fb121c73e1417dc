"""Memories in PostgreSQL."""
