"""Checking language packs against `packs/schema.toml`: errors, with file and line, and what is missing."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from string import Formatter
from typing import Any, NamedTuple

from soulkeep.lang.pack import PACKS, filled, languages


class PackReport(NamedTuple):
    """The result of checking a pack.

    Attributes:
        covers: subjects that are complete.
        part: missing keys of incomplete subjects, by subject.
        lacks: subjects that are missing.
        wrong: errors, each with file and line.
    """

    covers: tuple[str, ...]
    part: Mapping[str, tuple[str, ...]]
    lacks: tuple[str, ...]
    wrong: tuple[str, ...]


@lru_cache(maxsize=1)
def schema() -> Mapping[str, Mapping[str, str]]:
    """Return what a pack may contain: the keys of each subject and their types, and what it is `about`."""
    return tomllib.loads((PACKS / "schema.toml").read_text(encoding="utf-8"))


def checked(language: str, packs: Path = PACKS) -> PackReport:
    """Check a language's pack.

    Args:
        language: ISO 639-1.
        packs: the folder that contains its folder.
    """
    covers: list[str] = []
    part: dict[str, tuple[str, ...]] = {}
    lacks: list[str] = []
    wrong: list[str] = []
    folder = packs / language
    for name, keys in schema().items():
        if name == "templates":
            (covers if (folder / name).is_dir() else lacks).append(name)
            continue
        file = folder / f"{name}.toml"
        if not file.exists():
            lacks.append(name)
            continue
        try:
            said = tomllib.loads(source := file.read_text(encoding="utf-8"))
        except tomllib.TOMLDecodeError as error:
            wrong.append(f"{language}/{file.name}: {error}.")
            continue
        wrong += [f"{language}/{file.name}, line {_line(source, key)}: {why}" for key, why in _mistakes(said, keys)]
        missing = tuple(key for key in keys if key not in (*said, "about", "*") and not keys[key].endswith("?"))
        if missing:
            part[name] = missing
        else:
            covers.append(name)
    file_names = {f"{name}.toml" for name in schema()}
    wrong += [
        f"{language}/{file.name}: there is no such subject."
        for file in folder.glob("*.toml")
        if file.name not in file_names
    ]
    return PackReport(tuple(covers), part, tuple(lacks), tuple(wrong))


def check_all() -> dict[str, PackReport]:
    """Check each language that has a pack."""
    return {language: checked(language) for language in sorted(languages())}


def _line(source: str, key: str) -> int:
    match = re.search(rf"^\s*(?:\[{re.escape(key)}\]|\"?{re.escape(key)}\"?\s*=)", source, re.MULTILINE)
    return source.count("\n", 0, match.start()) + 1 + match[0].count("\n") if match else 1


def _mistakes(said: Mapping[str, Any], keys: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    parts = said.get("parts", {})
    for key, value in said.items():
        if key not in keys and "*" not in keys:
            yield key, f"{key!r} is none of this subject's keys: {', '.join(name for name in keys if name != 'about')}."
            continue
        kind, *more = keys.get(key, "any").removesuffix("?").split()
        if (why := _KINDS[kind](value, more, parts)) is not None:
            yield key, f"{key}: {why}"


def _words(value: Any, more: list[str], parts: Mapping[str, str]) -> str | None:
    if not isinstance(value, str):
        return "words parted by blanks, as one string"
    return f"{more[0]} words, not {len(value.split())}" if more and len(value.split()) != int(more[0]) else None


def _pattern(value: Any, more: list[str], parts: Mapping[str, str]) -> str | None:
    if not isinstance(value, str):
        return "a pattern, as a string"
    try:
        re.compile(filled(value, {"parts": parts}))
    except re.error as error:
        return f"no pattern: {error}"
    return None


def _alternatives(value: Any, more: list[str], parts: Mapping[str, str]) -> str | None:
    each = value if isinstance(value, list) else [value]
    return next((why for one in each if (why := _pattern(one, more, parts)) is not None), None)


def _registers(value: Any, more: list[str], parts: Mapping[str, str]) -> str | None:
    if not isinstance(value, Mapping) or not {*value} <= {*more}:
        return f"a table of patterns; it may have {', '.join(more)}"
    return next((f"{name}: {why}" for name, one in value.items() if (why := _alternatives(one, [], parts))), None)


def _text(value: Any, more: list[str], parts: Mapping[str, str]) -> str | None:
    if not isinstance(value, str):
        return "a wording, as a string"
    unknown = {name for _, name, _, _ in Formatter().parse(value) if name} - {*more}
    return f"no slot is called {', '.join(sorted(unknown))}; there are: {', '.join(more)}" if more and unknown else None


def _texts(value: Any, more: list[str], parts: Mapping[str, str]) -> str | None:
    if not isinstance(value, Mapping) or not all(isinstance(one, str) for one in value.values()):
        return "a table of wordings"
    if {*value} != {*more}:
        return f"the wordings are {', '.join(more)}; not {', '.join(sorted({*value} ^ {*more}))}"
    return None


def _list(value: Any, more: list[str], parts: Mapping[str, str]) -> str | None:
    if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
        return "a list of strings"
    return f"{more[0]} of them, not {len(value)}" if more and len(value) != int(more[0]) else None


def _pairs(value: Any, more: list[str], parts: Mapping[str, str]) -> str | None:
    if not isinstance(value, list) or not all(isinstance(one, list) and len(one) == 2 for one in value):
        return "a list of pairs: a name and a pattern"
    return next((why for _, pattern in value if (why := _pattern(pattern, more, parts)) is not None), None)


def _any(value: Any, more: list[str], parts: Mapping[str, str]) -> None:
    return None


_KINDS: Mapping[str, Callable[[Any, list[str], Mapping[str, str]], str | None]] = {
    "words": _words,
    "pattern": _pattern,
    "alternatives": _alternatives,
    "registers": _registers,
    "text": _text,
    "texts": _texts,
    "list": _list,
    "pairs": _pairs,
    "any": _any,
}
