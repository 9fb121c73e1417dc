"""The page on facts."""
