"""The contents of a keep as plain rows, for JSON Lines: exporting them and reading them back."""
