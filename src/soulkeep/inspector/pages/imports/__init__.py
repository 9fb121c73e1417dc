"""The page for importing files."""
