"""The life of a memory after it was perceived."""
