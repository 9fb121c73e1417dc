"""The German indefinite article, where the words themselves tell it."""

from __future__ import annotations

import re

_ADJECTIVE = re.compile(r"(?:[a-zäöüß][\w-]*|[A-ZÄÖÜ]\w+(?:isch|sch))(e|er|es) (?=[A-ZÄÖÜ])")
"""An adjective before a noun: its ending tells the gender."""

_FEMININE = re.compile(
    r"\w+(?:ung|heit|keit|schaft|tät|ion|ei|enz|anz|gruppe|bühne|straße|insel|stadt|burg|bahn|linie)"
)
_OTHERS = re.compile(r"\w+(?:chen|lein|ment|tum|ium|ling|ismus|haus|schiff|werk|dorf|spiel|stück|fest|rennen|museum)")


def german_article(phrase: str) -> str | None:
    """ "ein" or "eine" before a phrase in the singular; None where neither adjective nor noun tells.

    Args:
        phrase: a noun with what belongs to it: "jährliches Etappenrennen in Valdora".
    """
    if adjective := _ADJECTIVE.match(phrase):
        return "eine" if adjective[1] == "e" else "ein"
    noun = phrase.split()[0]
    if not noun[:1].isupper():
        return None
    return "eine" if _FEMININE.fullmatch(noun) else "ein" if _OTHERS.fullmatch(noun) else None
