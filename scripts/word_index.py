"""Make the index of words from the dictionary and the table of other words, after either was changed.

    python scripts/word_index.py [--check]

A line is a table, a language and words, and behind a tab what they mean: numbers of the dictionary's lines, or whether
it is a noun (1) and the words that it stands for. `--check` only tells whether the index is as it should be.
"""

from __future__ import annotations

import argparse
import gzip
import re
import sys
import tomllib
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from soulkeep.graph.questions.near import stem
from soulkeep.graph.questions.qualifier_words import COVERED
from soulkeep.graph.questions.word_index import ENTRY, FILE, OTHERWISE, STEMS, key
from soulkeep.lang.terms import terms

DATA: Path = FILE.parent
_WORD = re.compile(r"[^\W_]+")


def entries() -> Iterator[tuple[str, str, int]]:
    """Yield the dictionary's entries: language, words, and the number of their line."""
    for number, line in enumerate((DATA / "dictionary.tsv").read_text(encoding="utf-8").splitlines()):
        for language, column in zip(COVERED, line.split("\t"), strict=True):
            yield from ((language, entry, number) for entry in column.split(", "))


def stems_of(entry: str, language: str) -> set[str]:
    """Return the words of an entry as stems, and as terms: "to found", beside the past of "to find"."""
    words = _WORD.findall(entry)
    plain = ((terms(word, language) or [word])[0] for word in words)
    return {" ".join(stem(word, language) for word in words), " ".join(plain)}


def other_words() -> Iterator[tuple[str, str, bool, str]]:
    """Yield what is said in other words: language, words or their stems, whether it is a noun, what it stands for."""
    tables = tomllib.loads((DATA / "other_words.toml").read_text(encoding="utf-8"))
    nouns = tables.pop("nouns")
    for noun, by_language in ((False, tables), (True, nouns)):
        for language, table in by_language.items():
            for said, instead in table.items():
                words = said.split()
                stems = words if language == "ko" else [stem(word, language) for word in words]
                yield language, " ".join(stems), noun, instead


def made() -> bytes:
    """Return the index."""
    numbers: defaultdict[bytes, dict[int, None]] = defaultdict(dict)
    for language, entry, number in entries():
        numbers[key(ENTRY, language, entry)][number] = None
        for stems in stems_of(entry, language) if language != "ko" else ():
            numbers[key(STEMS, language, stems)][number] = None
    lines = {begin: " ".join(map(str, of)) for begin, of in numbers.items()}
    meant: dict[bytes, tuple[bool, dict[str, None]]] = {}
    for language, words, noun, instead in other_words():
        is_noun, those = meant.get(key(OTHERWISE, language, words), (noun, {}))
        meant[key(OTHERWISE, language, words)] = (noun and is_noun, those | dict.fromkeys(instead.split()))
    lines |= {begin: f"{noun:d} {' '.join(those)}" for begin, (noun, those) in meant.items()}
    return b"".join(begin + b"\t" + told.encode() + b"\n" for begin, told in sorted(lines.items()))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true")
    index = made()
    if parser.parse_args().check:
        if not FILE.exists() or gzip.decompress(FILE.read_bytes()) != index:
            sys.exit(f"{FILE} isn't what the tables say: run `python scripts/word_index.py`")
        return
    FILE.write_bytes(gzip.compress(index, mtime=0))
    print(f"{FILE} ({len(index):,} bytes, {FILE.stat().st_size:,} compressed)")


if __name__ == "__main__":
    main()
