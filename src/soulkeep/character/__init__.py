"""A character, and what each of its methods does."""
