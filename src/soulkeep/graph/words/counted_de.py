"""German words for the number of something: a club's "Mitgliederzahl" tells how many Mitglieder it has."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator

_NO_NUMBER = "Jahres|Post|Haus|Kenn|Mess|Prüf|Prim|Rück|Nach|Schlüssel|Schlag|Dreh|Lauf"
"""Beginnings of words in -zahl that count nothing: a Postleitzahl."""

_NUMBER_OF = re.compile(rf"(?!(?:{_NO_NUMBER})\w*zahl)([A-Za-zÄÖÜäöü]{{3,}}?)(?:an)?zahl", re.IGNORECASE)
_PLURAL = re.compile(r"e?r$|e$")


def counted(texts: Iterable[str], names: Collection[str]) -> Iterator[str]:
    """Yield what the words for numbers among texts count, unless something else is called so: the Besucher of a
    "Besucherzahl", where no property gives the Besucher themselves.

    Args:
        texts: the German wordings of a property.
        names: what classes and properties are called, in small letters.
    """
    for text in texts:
        match = _NUMBER_OF.fullmatch(text)
        if match is None:
            continue
        noun = match[1].casefold()
        if noun not in names and _PLURAL.sub("", noun) not in names:
            yield match[1]
