"""Episodic memory as RDF: what happened between a character and a person, and what it makes of it (2)."""
