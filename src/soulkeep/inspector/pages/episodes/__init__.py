"""The page on episodes."""
