"""Partitions in memory, and the view of one character facing one person."""
