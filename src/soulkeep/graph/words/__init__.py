"""Names of a graph's terms, and values in words."""
