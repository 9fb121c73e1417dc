"""Memories after they were stored: facts, summaries, reflection, mood, forgetting, erasure."""
