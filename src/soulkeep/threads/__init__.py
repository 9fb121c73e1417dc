"""Threads and processes: how they end, fork and keep out of the way."""
