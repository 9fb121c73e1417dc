"""The page on suspect memories."""
