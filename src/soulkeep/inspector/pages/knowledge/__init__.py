"""The page on knowledge."""
