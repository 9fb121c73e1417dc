"""What things of a graph are called, and how values are said."""
