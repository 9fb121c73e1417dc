"""Search: finds memories, scores them in parts, and tells what is held back."""
