"""The page for talking to a character."""
