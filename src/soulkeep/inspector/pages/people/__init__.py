"""The page on people."""
