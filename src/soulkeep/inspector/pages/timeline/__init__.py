"""The page on timeline."""
