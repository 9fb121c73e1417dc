"""What comes to mind: search, scores in parts, and what is held back."""
