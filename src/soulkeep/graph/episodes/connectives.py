"""Function words that join the parts of a question, by language."""

from __future__ import annotations

import re

YEAR = re.compile(r"(?<![\d.,])(1\d{3}|20\d{2})(?![\d.,]\d|\d)")

BOTH = re.compile(
    r"\b(?:when and where|where and when|wann und wo|wo und wann)\b"
    r"|언제,? ?어디|언제 그리고 어디|어디서,? ?언제",
    re.IGNORECASE,
)
HEADLINE = 80
"""Most characters of a text that names only a thing and a property."""

OF = re.compile(r"['’]s?\b|\b(?:the|of|a|an|der|die|das|von|de|la|le|du|el|del)\b|의|좀", re.IGNORECASE)
"""Words that may stand between a thing and its property in a text that is no sentence."""

OWNED = re.compile(r"(?:['’]s?|의|の|的)\s*$")
OWNER = re.compile(
    r"(?<!\s)\s++(?:of|von|de|du|del|des)\s+(?:(?:the|der|des|la|le|el|los|las)\s+)?[\"“«]?", re.IGNORECASE
)
"""Words between a thing and its owner."""

JOINED = re.compile(r"[,、，]|\b(?:and|or|und|oder|et|ou|y|o)\b|그리고|[와과랑](?=\s)|하고|と|和", re.IGNORECASE)

BEFORE_CLASS = re.compile(r"(?:\b(?:an?|eine?|une?|una?)|[은는이가])\s+$", re.IGNORECASE)
"""Words before a class that something is said to belong to."""

ENDS = {"deathDate", "deathYear", "dissolutionDate", "dissolutionYear"}
"""Local names of properties for the end of a life."""
