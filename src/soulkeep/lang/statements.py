"""Explicit statements about oneself that can mean nothing else: "I live in Porto".

A pattern must cover a whole clause, so few statements match, but hardly ever wrongly; others are kept in the speaker's
own words (`memory.facts`). The patterns of a language are data: `packs/en/statements.toml`.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from soulkeep.lang.forms import normalized
from soulkeep.lang.pack import having, of_any_language, pattern, subject
from soulkeep.lang.sentences import sentences

RELATIONS: Mapping[str, Any] = tomllib.loads(Path(__file__).with_name("relations.toml").read_text(encoding="utf-8"))
SINGLE = frozenset(RELATIONS["single"].split())
"""Relations with one value at a time, which a new value supersedes; so do favourites."""

LANGUAGES = having("statements")

_LONGEST = 400
"""Characters of a sentence that are read; longer ones are lists, logs or code."""
_WIDE = ("ja", "ko", "zh")

_MONTH = r"(?:Jan|Feb|Mär|Apr|Mai|Jun|Jul|Aug|Sep|Okt|Nov|Dez)"
_STOP = rf"(?<!\bSt)(?<!\bMt)(?<!\bFt)(?<!\bDr)(?<!\bMr)(?<!\b[A-Z])(?:(?<!\d)\.|(?<=\d)\.(?!\s{_MONTH}))"
"""A full stop that ends a clause: not that of "St. Louis", "J. R. Ewing" and "9. Juni"."""
_CLAUSES = re.compile(
    rf"(?:[,;:!?…()\n–—]|{_STOP}){{1,80}}+(?:\s+|$|(?<=\n))|[，。！？；：、…~～\n]+|(?<!\s)\s++[-–]\s+"
)
_ASKS = ("?", "？", "؟")
_MONTHS = (
    r"(?:\d{1,2}(?:st|nd|rd|th|\.|er)? ?(?:of |de |d')?[^\W\d_]{3,10}(?: (?:de )?\d{4})?|[^\W\d_]{3,10} \d{1,2}(?:st|nd|rd|th)?(?:,? \d{4})?"
    r"|\d{1,2}[./]\d{1,2}\.?(?:\d{4})?|(?:\d{4} ?[년年] ?)?\d{1,2} ?[월月] ?\d{1,2} ?[일日号號]?)"
)


class Statement(NamedTuple):
    """A statement about the speaker or their people and things.

    Attributes:
        relation: the kind of statement: "home", "name", "sister", "favourite film" …
        value: as it was said.
        single: whether only one value can hold at a time.
        start, end: its character offsets in the text.
        clause: the words that state it.
    """

    relation: str
    value: str
    single: bool
    start: int
    end: int
    clause: str


class Ending(NamedTuple):
    """A statement that something is over: its matter ("work", "partner"), and its place in the text."""

    matter: str
    start: int
    end: int


class _StatementPatterns(NamedTuple):
    lead: re.Pattern[str]
    """What may go before a statement ("well, "); it matches at once for all patterns, which begin after it."""
    facts: tuple[tuple[re.Pattern[str], str], ...]
    ends: tuple[tuple[re.Pattern[str], str], ...]
    kin: Mapping[str, str]
    unreal: re.Pattern[str]


@lru_cache(maxsize=8)
def _patterns(language: str) -> _StatementPatterns:
    """Return the patterns of a language, compiled on first use."""
    data = subject("statements", language)
    kin: dict[str, str] = data["kin"]
    name = data["name"] if language in _WIDE else rf"(?-i:{data['name']})"
    parts = {
        "name": name, "few": data["few"], "thing": data["thing"], "when": data["when"], "be": data.get("be", ""),
        "age": r"[1-9]\d", "date": _MONTHS, "job": rf"(?:{data['thing']}|{data['few']})",
        "place": name if language in _WIDE else rf"(?:{of_any_language('statements', 'the').pattern})?{name}",
        "organisation": rf"(?:{name}|{data['thing']})",
        "kin": "(?P<who>" + "|".join(sorted(map(re.escape, kin), key=len, reverse=True)) + ")",
    }  # fmt: skip
    gap = "[ ,]*+" if language in _WIDE else "[ ,]++"
    before = rf"(?:{data['lead']}[ ,、，]+)*+"
    lead, tail = rf"(?:{data['lead']}[ ,、，]+|{data.get('topic', '(?!)')}{gap})*+", rf"(?:{gap}{data['tail']}){{0,8}}"

    def compiled(written: str) -> re.Pattern[str]:
        return re.compile(rf"(?P<said>{_filled(written, parts)}){tail}", re.IGNORECASE)

    return _StatementPatterns(
        re.compile(lead, re.IGNORECASE),
        tuple((compiled(written), relation) for written, relation in data["facts"]),
        tuple((compiled(written), matter) for written, matter in data["ends"]),
        kin,
        re.compile(before + data["unreal"], re.IGNORECASE),
    )


def _filled(pattern: str, parts: Mapping[str, str]) -> str:
    """Return a pattern with its slots filled: `{(home)place}` is a place, as the group "home"."""
    text, end = "", 0
    for slot in re.finditer(r"\{(?:\((\w+)\))?((?:[^{}]|\{\d+(?:,\d*)?\})*)\}", pattern):
        if slot[0][1:-1].replace(",", "").isdigit():
            continue
        text += pattern[end : slot.start()]
        end = slot.end()
        inner = parts.get(slot[2], slot[2])
        text += f"(?P<{slot[1]}>{inner})" if slot[1] else inner
    return text + pattern[end:]


def statements(text: str, language: str) -> list[Statement]:
    """Return the statements that somebody makes about themselves and theirs, in order; none in languages not covered,
    in questions, next to "if …" or "in my novel", or where a clause says more than a pattern covers.

    Args:
        text: one turn of talk, in the speaker's own words.
        language: the turn's language, ISO 639-1.
    """
    if language not in LANGUAGES:
        return []
    patterns = _patterns(language)
    all_stated: list[Statement] = []
    for clause, start in _clauses(text, language):
        begin = _after_lead(clause, patterns)
        for stated, relation in patterns.facts:
            match = stated.fullmatch(clause, begin)
            if match is None or not _fits(match, language):
                continue
            all_stated += _stated(match, relation, patterns.kin, start)
            break
    return all_stated


def endings(text: str, language: str) -> list[Ending]:
    """Return what somebody explicitly says is over, of their own matters: "I quit my job", "we broke up"."""
    if language not in LANGUAGES:
        return []
    patterns = _patterns(language)
    return [
        Ending(matter, start, start + len(clause))
        for clause, start in _clauses(text, language)
        for begin in (_after_lead(clause, patterns),)
        for ended, matter in patterns.ends
        if ended.fullmatch(clause, begin)
    ]


def _after_lead(clause: str, patterns: _StatementPatterns) -> int:
    """Return where a clause begins to state something."""
    lead = patterns.lead.match(clause)
    return lead.end() if lead else 0


def _stated(match: re.Match[str], relation: str, kin: Mapping[str, str], start: int) -> Iterator[Statement]:
    groups: dict[str, Any] = match.groupdict()
    for group, value in groups.items():
        if value is None or group in ("who", "thing", "said"):
            continue
        named = group
        if group == "kin":
            named = kin[groups["who"].lower()]
        elif group == "favourite":
            named = f"favourite {groups['thing'].lower()}"
        single = named in SINGLE or named.startswith("favourite")
        yield Statement(
            named, value.strip(), single, start + match.start(group), start + match.end(group), match["said"]
        )


def _fits(match: re.Match[str], language: str) -> bool:
    """Return whether what a pattern took for names is written like names, where writing shows that."""
    if language in _WIDE:
        return all(value is None or value for value in match.groupdict().values())
    for group in ("name", "home", "origin", "spouse", "kin"):
        value = match.groupdict().get(group)
        if value and not any(word[:1].isupper() for word in value.split()):
            return False
    return True


_KEPT = 1000
"""Characters up to which the clauses of a text are kept: what it states and what it ends are asked for together."""


def _clauses(text: str, language: str) -> tuple[tuple[str, int], ...]:
    """Yield the clauses of a text that are neither questions nor next to something imagined, with their offsets."""
    return (_cut if len(text) <= _KEPT else _cut.__wrapped__)(text, language)


@lru_cache(maxsize=256)
def _cut(text: str, language: str) -> tuple[tuple[str, int], ...]:
    plain = text.replace("’", "'")
    place = 0
    clauses: list[tuple[str, int]] = []
    unreal = _patterns(language).unreal
    for sentence in sentences(plain):
        place = plain.index(sentence, place)
        begin = place
        place += len(sentence)
        if sentence.rstrip().endswith(_ASKS) or "¿" in sentence or len(sentence) > _LONGEST:
            continue
        parts = _parts(sentence, begin, language)
        if not any(map(unreal.match, [part for part, _ in parts])):
            clauses += parts
    return tuple(clauses)


def _parts(sentence: str, begin: int, language: str) -> list[tuple[str, int]]:
    parts: list[tuple[str, int]] = []
    spans = [match.span() for match in _CLAUSES.finditer(sentence)]
    joining = pattern("statements", "and", language, ignore_case=True)
    at = 0
    for stop, after in [*spans, (len(sentence), len(sentence))]:
        for joint in () if joining is None else joining.finditer(sentence, at, stop):
            parts.append((sentence[at : joint.start()].strip(), begin + at))
            at = joint.end()
        if part := sentence[at:stop].strip():
            parts.append((part, begin + sentence.index(part, at)))
        at = after
    return parts


_MARKS = re.compile(r"[^\w%$€£¥₩+#./-]+")
_PLURAL = re.compile(r"(?<=[a-z]{3}[b-df-hj-np-rtv-z])s$|(?<=[a-z]{3}e)s$")


@lru_cache(maxsize=8192)
def _normal(value: str, language: str) -> str:
    plain = normalized("NFKC", value).casefold().strip()
    articles = pattern("statements", "articles", language)
    article = None if articles is None else articles.match(plain)
    plain = plain[article.end() :] or plain if article else plain
    return _MARKS.sub(" ", plain).strip(" .-/") or plain


def same_value(one: str, other: str, language: str) -> bool:
    """Return whether values differ only in case, articles and marks: "a software engineer", "Software Engineer".

    In English, "walnut" and "walnuts" are the same, too.
    """
    first, second = _normal(one, language), _normal(other, language)
    if first == second or language != "en" or abs(len(first) - len(second)) != 1 or not (one + other)[-1].islower():
        return first == second
    lower = one.split()[-1:] + other.split()[-1:]
    return all(word.islower() for word in lower) and _PLURAL.sub("", first) == _PLURAL.sub("", second)


def value_key(value: str, language: str) -> str:
    """Return a key that is the same for values that `same_value` takes as equal, to find them without comparing all."""
    plain = _normal(value, language)
    return _PLURAL.sub("", plain) if language == "en" else plain


def kin_words(language: str) -> frozenset[str]:
    """Return a language's words for relatives and pets; none if it isn't covered."""
    return frozenset(_patterns(language).kin) if language in LANGUAGES else frozenset()
