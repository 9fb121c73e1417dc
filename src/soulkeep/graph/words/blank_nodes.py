"""Wording of blank nodes: they have no names, and are told by their values."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import TYPE_CHECKING

from soulkeep.graph.schema import TYPE
from soulkeep.graph.terms import is_iri, is_literal, local_name, parsed
from soulkeep.graph.words.measures import TIME, measure
from soulkeep.graph.words.spoken import primary, spoken
from soulkeep.lang.pack import subject

if TYPE_CHECKING:
    from soulkeep.graph.words.lexicon import Lexicon

_AMOUNT = re.compile(r"[\d.,]+")
_UNIT = re.compile(r"[^\W\d]{1,12}|[€$£¥₩%]")
_BEGINS = re.compile(r"open|from|start|begin|von|ab|öffn", re.IGNORECASE)
_ENDS = re.compile(r"clos|until|till|to$|end|bis|schlie", re.IGNORECASE)
"""Local names of the times from which and until which something is open."""

_PARTS = 3
"""Most values of a blank node that are told."""


def held(node: str, lexicon: Lexicon, language: str, but: Collection[str] = ()) -> str:
    """Return a nameless node's values in words: the street and the town of an address, a number and its unit.

    Args:
        node: the node.
        lexicon: the names of the graph that it is in.
        language: ISO 639-1.
        but: values that aren't told, as the question named them.
    """
    by_property: dict[str, list[str]] = {}
    for predicate, value in sorted(lexicon.about(node)):
        if predicate != TYPE and value not in but and (is_literal(value) or _is_named(value, node, lexicon)):
            by_property.setdefault(predicate, []).append(value)
    if (hours := _hours(by_property, lexicon, language)) is not None:
        return hours
    texts: list[str] = []
    for values in [by_property[name] for name in sorted(by_property, key=_of_address)]:
        own = [one for one in values if is_literal(one) and primary(parsed(one).language) == language]
        texts += [text for one in (own or values)[:1] if (text := spoken(one, lexicon, language))]
    numbers = [text for text in texts if _AMOUNT.fullmatch(text)]
    units = [text for text in texts if _UNIT.fullmatch(text)]
    if len(numbers) == 1 == len(units) and len(texts) == 2:
        return f"{numbers[0]} {units[0]}"
    return ", ".join(texts[:_PARTS])


def _hours(by_property: dict[str, list[str]], lexicon: Lexicon, language: str) -> str | None:
    """Return from when to when something is open, with what else is told of it where that has a name in the language:
    "09:00 to 17:30, closed on Sunday"; None for other nodes."""
    between = subject("amounts", language).get("days_to")
    times = [name for name, values in by_property.items() if (one := measure(values[0])) and one.kind == TIME]
    begins = [name for name in times if _BEGINS.match(local_name(name))]
    ends = [name for name in times if _ENDS.match(local_name(name))]
    if between is None or len(begins) != 1 or len(ends) != 1:
        return None
    texts = [between.format(*(spoken(by_property[name][0], lexicon, language) for name in (*begins, *ends)))]
    for name, values in by_property.items():
        tongues = {tongue or "en" for _, tongue in lexicon.labels(name)} or {"en"}
        if name not in times and language in tongues:
            texts.append(f"{lexicon.noun(name, language)} {spoken(values[0], lexicon, language)}")
    return ", ".join(texts[:_PARTS])


def _of_address(predicate: str) -> int:
    """Return the position of a part in an address: the street first, the town last."""
    name = local_name(predicate).casefold()
    return 0 if "street" in name else 2 if re.search("locality|city|town", name) else 1


def _is_named(value: str, node: str, lexicon: Lexicon) -> bool:
    """Return whether a value is a named thing other than the node's own subject."""
    if not is_iri(value) or not lexicon.has_label(value):
        return False
    return all(end != node for _, end in lexicon.about(value))
