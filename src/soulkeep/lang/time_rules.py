"""Compiling grammars of time expressions: rules in a small language become regexes, tried only where they may begin.

A table is a line of `word=value`, where `_` is a space and a word may end in a regex guard such as `오늘(?!날)`. A rule is
`kind: element element ...`. An element is `{class}` (a table, or a class of digits) or literal words separated by `|`;
a final `?` makes it optional. The kinds are the `read_` methods of the reader in `times`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

TOKEN = re.compile(r"[^\W_]+")
_NUMERALS = "一二两兩三四五六七八九十"
_GUARD = re.compile(r"\(\?[=!].{0,200}\)$")
_ELEMENT = re.compile(r"\{(\w+)\}(.*)")
_OR = re.compile(r"\|(?![^(]{0,200}\))")
"""A bar outside a guard."""

Y = "(?P<y>1[0-9]{3}|20[0-9]{2}|2100)"
D = "(?P<d>3[01]|[12][0-9]|0?[1-9])"
DIGITS = {
    "y": Y,
    "d": D,
    "m": "(?P<m>1[0-2]|0?[1-9])",
    "iso": r"(?P<y>[12][0-9]{3})\s?[-/.]\s?(?P<m>1[0-2]|0?[1-9])\s?[-/.]\s?(?P<d>3[01]|[12][0-9]|0?[1-9])",
    "dmy": r"(?P<d>3[01]|[12][0-9]|0?[1-9])[./](?P<m>1[0-2]|0?[1-9])[./](?P<y>[12][0-9]{3})",
    "dec": "(?P<dec>(?:1[0-9]|20)?[0-9]0)",
}
HAN_DIGITS = {
    "y": "(?P<y>1[0-9]{3}|20[0-9]{2}|2100|[一二][〇零○一二三四五六七八九]{3})",
    "m": "(?P<m>1[0-2]|0?[1-9]|十[一二]?|[一二三四五六七八九])",
    "d": "(?P<d>3[01]|[12][0-9]|0?[1-9]|三十一?|二?十[一二三四五六七八九]?|[一二三四五六七八九])",
}


@dataclass(frozen=True, slots=True)
class Grammar:
    """A language's time words and rules, as its pack writes them."""

    spaced: bool
    """Whether words are separated by spaces; else a rule is tried at each character that may begin one."""
    rules: str
    hangul: bool = False
    """Whether words begin after a space but are followed by particles, and spaces within an expression are optional."""
    tables: dict[str, str] = field(default_factory=dict)
    classes: dict[str, str] = field(default_factory=dict)
    """Regexes for the language's own classes of digits."""
    near: dict[str, str] = field(default_factory=dict)
    """What must (`month`, `season`, `year`, `year_weak`) or mustn't (`never`, `not_day`) precede a bare name, must
    follow one (`season_after`, `year_free`), and mustn't (`never_after`, `year_after`)."""


def grammar(words: Mapping[str, Any]) -> Grammar:
    """Return the grammar in a language's pack: `{Y}` and `{D}` in its classes are the digits of a year and a day."""
    own = {name: digits.replace("{Y}", Y).replace("{D}", D) for name, digits in words.get("classes", {}).items()}
    return Grammar(
        spaced=words["spaced"],
        rules=words["rules"],
        hangul=words.get("hangul", False),
        tables=words.get("tables", {}),
        classes=(HAN_DIGITS if words.get("han_digits") else {}) | own,
        near=words.get("near", {}),
    )


OTHER = Grammar(spaced=False, rules="bare_year: {y}(?![0-9A-Za-z])")
"""The grammar for languages not covered: dates and years in digits."""


@dataclass(frozen=True)
class Rule:
    kind: str
    source: str

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        """The rule's pattern, compiled when a text has what it begins with, as few have."""
        return re.compile(self.source)


@dataclass(frozen=True, slots=True)
class Language:
    """A grammar, compiled."""

    spaced: bool
    tables: dict[str, dict[str, str]]
    rules: dict[str, list[Rule]]
    """Rules by the word or character they begin with; "#" is any number."""
    anchors: frozenset[str]
    """Words of which every text with an expression of time has one, unless it has digits."""
    starts: re.Pattern[str]
    near: dict[str, re.Pattern[str]]


def compiled(grammar: Grammar) -> Language:
    """Return the rules of a grammar as regexes, by what they begin with."""
    raw = {name: [entry.rsplit("=", 1) for entry in table.split()] for name, table in grammar.tables.items()}
    tables = {
        name: {_GUARD.sub("", word).replace("_", " "): value for word, value in entries}
        for name, entries in raw.items()
    }
    words = {name: [word for word, _ in entries] for name, entries in raw.items()}
    rules: dict[str, list[Rule]] = {}
    anchors: set[str] = set()
    for line in f"{grammar.rules.strip()}\niso: {{iso}}".splitlines():
        kind, _, template = line.strip().partition(": ")
        elements = [_element(text, grammar, words) for text in template.split()]
        rule = Rule(kind, _joined(elements, grammar.spaced))
        for key in {key for element in _leading(elements) for key in element.keys}:
            rules.setdefault(key, []).append(rule)
        if kind != "anchor":  # "the week before": the date after it will tell
            required = [e for e in elements if not e.optional]
            anchors |= ([e for e in required if e.named] or required)[-1].last
    chars = re.escape("".join(key for key in rules if key != "#"))
    numeral = f"(?<![0-9{_NUMERALS}百千万萬])[{_NUMERALS}]"
    others = "".join(c for c in chars if c not in _NUMERALS)
    heads = f"(?<![가-힣])[{chars}]" if grammar.hangul else f"{numeral}|[{others}]" if others else "(?!)"
    return Language(
        spaced=grammar.spaced,
        tables=tables,
        rules=rules,
        anchors=frozenset(anchors),
        starts=TOKEN if grammar.spaced else re.compile(f"(?<![0-9])[0-9]+|{heads}"),
        near={name: re.compile(pattern) for name, pattern in grammar.near.items()},
    )


@dataclass(frozen=True, slots=True)
class _Element:
    pattern: str
    keys: frozenset[str]
    last: frozenset[str]
    optional: bool
    named: bool


def _element(text: str, grammar: Grammar, words: dict[str, list[str]]) -> _Element:
    """Return an element of a rule as a regex, with the keys it may begin with and the words it may end with."""
    optional = text.endswith("?")
    text = text.removesuffix("?")
    named = _ELEMENT.fullmatch(text)
    name, suffix = named.groups() if named else ("", "")
    choices = words.get(name, []) if named else _OR.split(text)
    digits = grammar.classes.get(name) or DIGITS.get(name, "")
    if name == "n":
        digits = "[0-9]{1,4}" if grammar.spaced else f"[0-9]{{1,4}}|[{_NUMERALS}]{{1,3}}"
    choices = sorted((choice.replace("_", r"\s") for choice in choices), key=len, reverse=True)
    body = "|".join([*choices, *([digits] if digits else [])])
    group = name if name in words else ""  # a class of digits names its groups itself
    pattern = (f"(?P<{group}>{body})" if group else f"(?:{body})") + suffix
    plain = [_GUARD.sub("", choice).replace(r"\s", " ") for choice in choices]
    split = [TOKEN.findall(choice) if grammar.spaced else list(choice) for choice in plain]
    keys = {tokens[0] for tokens in split}
    if digits:
        keys |= {"#"} if grammar.spaced else {"#", *_NUMERALS}
    return _Element(pattern, frozenset(keys), frozenset(tokens[-1] for tokens in split), optional, bool(named))


def _joined(elements: list[_Element], spaced: bool) -> str:
    gap = r"(?:,\s{0,2}|\s{1,3})" if spaced else r"\s{0,2}"
    pattern, begun = "", False
    for element in elements:
        if not begun:
            pattern += f"(?:{element.pattern}{gap})?" if element.optional else element.pattern
            begun = not element.optional
        else:
            pattern += f"(?:{gap}{element.pattern})" + "?" * element.optional
    return pattern + (r"(?!(?!t[0-9])[^\W_]|[.,:][0-9]|%)" if spaced else "(?![0-9])")


def _leading(elements: list[_Element]) -> Iterator[_Element]:
    for element in elements:
        yield element
        if not element.optional:
            return


def number(digits: str) -> int:
    """Return the number in digits, or in Chinese numerals up to 99 or digit by digit."""
    if digits.isdecimal():
        return int(digits)
    digits = digits.replace("两", "二").replace("兩", "二")
    if "十" in digits:
        tens, _, ones = digits.partition("十")
        return 10 * (number(tens) if tens else 1) + (number(ones) if ones else 0)
    values = {c: str(i % 10) for i, c in enumerate("〇一二三四五六七八九零○")} | {"零": "0", "○": "0"}
    return int("".join(values.get(c, "x") for c in digits))  # a ValueError for what is none
