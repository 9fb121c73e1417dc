"""The page with a timeline of memories."""
