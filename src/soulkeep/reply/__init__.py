"""From what came to mind to what is said."""
