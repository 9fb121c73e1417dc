"""`Character`, and the modules that implement its methods."""
