"""Questions in natural language, translated to queries over any RDF (2, sections 1 and 2.1)."""
