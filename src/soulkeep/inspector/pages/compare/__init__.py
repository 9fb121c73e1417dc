"""The page that compares two recipes."""
