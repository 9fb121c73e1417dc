"""Semantic memory: what a character knows of its domain, as RDF (2)."""
