"""Words that name things of a kind: a question about dishes is answered by talk of pasta (2: classes of entities).

English only, from WordNet's nouns; `scripts/classes.py` makes the table. A word's two most common senses count.
"""

from __future__ import annotations

import gzip
import re
from functools import lru_cache
from pathlib import Path

from soulkeep.lang import pack

_DATA = Path(__file__).parent / "data" / "nouns.txt.gz"
_LEVELS = 9
"""How many levels below a class its members may be; further down, words have little to do with it."""

_FEWEST, _MOST = 3, 3000
"""Classes with fewer members say no more than their name, those with more ("things") say nothing."""

_WORD = re.compile(r"[a-z]+")
_MOST_ASKED = 6
_REACH = 4
"""Words after "what", "which" and the like that may be the class: "what kinds of musical instruments"."""

_ALSO = {  # classes that WordNet defines differently from everyday talk
    "pet": "dog cat puppy kitten rabbit hamster parrot goldfish turtle pony",
    "hobby": "painting drawing hiking reading gardening knitting cooking dancing photography fishing chess running",
}


class _Nouns:
    """The table, which is read on first use."""

    def __init__(self) -> None:
        self.words: list[str] = []
        senses: dict[str, tuple[int, ...]] = {}
        below: dict[int, list[int]] = {}
        for number, line in enumerate(gzip.decompress(_DATA.read_bytes()).decode().split("\n")):
            above, _, words = line.partition("|")
            self.words.append(words)
            for parent in above.split():
                below.setdefault(int(parent), []).append(number)
            for word in words.split():
                senses[word] = (*senses.get(word, ()), number)
        # Tuples: the garbage collector, which stops all threads, looks at tens of thousands of lists each time.
        self.senses = senses
        self.below = {number: tuple(those) for number, those in below.items()}


@lru_cache(maxsize=1)
def _nouns() -> _Nouns:
    return _Nouns()


@lru_cache(maxsize=8192)
def is_noun(word: str) -> bool:
    """Return whether a lower-case English word is a common noun, singular or plural."""
    return word in _nouns().senses or _singular(word) in _nouns().senses


def asked_classes(question: str) -> tuple[str, ...]:
    """Return the nouns of a question that may name a class of things it asks for, lower-case, in their order."""
    classes: dict[str, None] = {}
    asks = pack.pattern("questions", "asks_class", "en")
    assert asks is not None
    no_class, ends = pack.words("questions", "no_class", "en"), pack.words("questions", "after_class", "en")
    for match in asks.finditer(question.casefold()):
        for word in _WORD.findall(match[1])[:_REACH]:
            if word in ends:
                break
            if len(word) > 2 and word not in no_class:
                classes[word] = None
        if len(classes) >= _MOST_ASKED:
            break
    return tuple(classes)


@lru_cache(maxsize=4096)
def members(noun: str) -> tuple[str, ...]:
    """Return words for things of the kind that a noun names, singular or plural; empty if it names none.

    Args:
        noun: one English word, lower-cased.
    """
    nouns = _nouns()
    name = _singular(noun)
    names: set[str] = set(_ALSO.get(name, "").split())
    for sense in nouns.senses.get(name, ()):
        of_sense: set[str] = set()
        level, seen = [sense], {sense}
        for _ in range(_LEVELS):
            level = [below for above in level for below in nouns.below.get(above, ()) if below not in seen]
            seen.update(level)
            of_sense.update(word for number in level for word in nouns.words[number].split())
        if _FEWEST <= len(of_sense) <= _MOST:
            names |= of_sense
    return tuple(sorted(names - {name}))


def _singular(noun: str) -> str:
    senses = _nouns().senses
    if noun in _ALSO:
        return noun
    for ending, instead in (("ies", "y"), ("sses", "ss"), ("ches", "ch"), ("shes", "sh"), ("xes", "x"), ("s", "")):
        short = noun.removesuffix(ending) + instead
        if noun.endswith(ending) and not noun.endswith("ss") and (short in senses or short in _ALSO):
            return short
    return noun
