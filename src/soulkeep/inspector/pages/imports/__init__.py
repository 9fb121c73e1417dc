"""The page on imports."""
