"""Questions in people's words, made into queries over whatever RDF is known (2, sections 1 and 2.1)."""
