"""The columns that are encrypted in a partition that has a key, and how."""

from __future__ import annotations

TEXTS = frozenset({"text", "heading", "details", "data", "marks"})
"""Columns of texts. Each value is sealed for its row alone."""

BYTES = frozenset({"terms", "vector"})
"""Columns of bytes, sealed in the same way."""

NAMES = frozenset({"session", "speaker"})
"""Columns of names that rows are found by: within a partition, equal ones are equal when they are sealed."""
