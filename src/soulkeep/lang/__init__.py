"""Reading text: its language, terms, sentences, length and dates. Knows nothing of memories."""
