"""The page on compare."""
