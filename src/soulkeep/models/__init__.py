"""Embedding models and language models, each behind a boundary with a fake."""
