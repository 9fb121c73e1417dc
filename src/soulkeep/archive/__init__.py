"""What a keep holds as plain rows, to be written as JSON Lines: an export, and reading it back."""
