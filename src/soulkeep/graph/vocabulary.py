"""IRIs of the vocabularies that are read and written; `vocabulary.ttl` defines the project's own."""

from __future__ import annotations

SK = "urn:soulkeep:vocabulary#"
RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
RDFS = "http://www.w3.org/2000/01/rdf-schema#"
OWL = "http://www.w3.org/2002/07/owl#"
SKOS = "http://www.w3.org/2004/02/skos/core#"
XSD = "http://www.w3.org/2001/XMLSchema#"
DIRECT = "http://www.wikidata.org/prop/direct/"
OCCUPATION = f"{DIRECT}P106"
"""Wikidata's people are all of one class: pilots are those whose occupation that is."""

SITUATIONS = "urn:soulkeep:situation:"
"""Prefix of the names of situations. Their graphs hold what was said or asked, which needn't be true."""

PREFIXES = {"sk": SK, "rdf": RDF, "rdfs": RDFS, "owl": OWL, "skos": SKOS, "xsd": XSD}
"""Prefixes that queries may use without declaring them."""
