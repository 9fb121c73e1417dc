"""Episodic memory as RDF: events between a character and a person, and what the character derives from them (2)."""
