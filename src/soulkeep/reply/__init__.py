"""Replies: everything from what came to mind to what a character says."""
