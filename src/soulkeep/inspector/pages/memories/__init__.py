"""The page on memories."""
