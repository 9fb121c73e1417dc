"""The page on talk."""
