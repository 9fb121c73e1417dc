"""The page on forgetting."""
