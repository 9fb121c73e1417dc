"""The page on quarantine."""
