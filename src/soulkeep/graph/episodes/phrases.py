"""Predicate phrases about a thing: made idiomatic, merged, ordered, and joined to sentences."""

from __future__ import annotations

import re
from collections.abc import Sequence

from soulkeep.graph.words import grammar_en
from soulkeep.graph.words.articles import bare_words
from soulkeep.graph.words.verbs_en import is_participle

_NUMBER = re.compile(r"\d[\d.,]*\d|\d")
_BY_RANK = (
    re.compile(r"(?:(?:was|wurde\b.*) (?:born|geboren)|began|begann)\b"),
    re.compile(r"(?:died|starb)\b"),
    re.compile(r"(?:works|worked|leads|runs|plays|is (?:an?|the) |founded|wrote|directed)\b"),
    re.compile(r"(?!is [\d.,]+ |weighs |was (?:hired|employed|enrolled)|joined |enrolled |retired |has [\d.,]+ )"),
)
"""Patterns of phrases in the order in which they are told."""

_AS = re.compile(r"(?:works|worked) as (an? (.+))")
_NO_WORK = re.compile(r"an? (?:(?:retired|former) .*|pensioner|retiree|student|pupil)")
_CHILD_OF = re.compile(r"is (?:an?|the) child of (.+)")
_SIBLING_OF = re.compile(r"is (?:an?|the) sibling of ((?:(?! and )[^,])++)(?: and .*)?")
_PARENT_OF = re.compile(r"is (?:an?|the) parent of (.+)")
_HIGH = re.compile(r"is ([\d.,]+ \w+) high")
_LONG = re.compile(r"is ([^.]{1,60}?) long")
_DIED_IN_IT = re.compile(r"has ([\d,]+) (?:deaths|casualties)")
_IN_THE_DATA_ALONE = re.compile(
    r"(?:and |und |is the (?:country|material|language|genre|location|setting|place|kind|type|colour|color) of "
    r"|ist der Geburtsort von |ist ein Kind von |\S+ing takes )"
)
"""Phrases that occur in data but that people wouldn't say."""

_OVER = {
    "works": "worked", "lives": "lived", "plays": "played", "belongs": "belonged", "leads": "led", "runs": "ran",
    "is employed": "was employed",
}  # fmt: skip
_OF_THE_LIVING = re.compile(rf"^(?:{'|'.join(_OVER)})(?= )")
"""Present-tense verbs that become past for the dead."""

_OF_DATA = re.compile(r"(?:\w+ )?(?:code|id|url|number|text|name|type|time|sex|gender|note|key)(?: is | are )", re.I)
_THERE = bare_words("there")
_FOUND = bare_words("found")
_BARE_AMOUNT = re.compile(
    r"(?:\w+|has an? (?:area|elevation|length|depth|width|diameter|mass|radius|height|capacity) of"
    r"|hat eine[n]? (?:Fläche|Höhe|Länge|Tiefe|Breite|Durchmesser|Radius|Masse) von) [\d.,]+"
)
"""A number without a unit: "yields 5"."""


def idiomatic(phrase: str, kinds: set[str], gender: str | None, *, lives: bool = True) -> str:
    """Return an English phrase in idiomatic form; "" if people wouldn't say it.

    Args:
        phrase: the words after the name.
        kinds: names of the thing's classes, in lower case.
        gender: the subject's gender, "feminine", "masculine" or None.
        lives: False for a dead person.
    """
    if " --" in phrase:
        return ""  # a day without a year
    if not lives:
        phrase = _OF_THE_LIVING.sub(lambda verb: _OVER[verb[0]], phrase, count=1)
    if _IN_THE_DATA_ALONE.match(phrase) or _BARE_AMOUNT.fullmatch(phrase):
        return ""
    if child := _CHILD_OF.fullmatch(phrase):
        return f"is the {_of_gender(gender, 'daughter', 'son', 'child')} of {child[1]}"
    if (sibling := _SIBLING_OF.fullmatch(phrase)) is not None:
        return f"is {grammar_en.possessed(sibling[1], _of_gender(gender, 'sister', 'brother', ''))}" if gender else ""
    if (parent := _PARENT_OF.fullmatch(phrase)) is not None:
        return f"is the {_of_gender(gender, 'mother', 'father', '')} of {parent[1]}" if gender else ""
    if (work := _AS.fullmatch(phrase)) and _NO_WORK.fullmatch(work[1]):
        return f"is {work[1]}"
    if kinds & _THERE and (high := _HIGH.fullmatch(phrase)):
        return f"lies {high[1]} above sea level"
    if kinds & bare_words("events"):
        phrase = _LONG.sub(r"lasted \1", phrase)
        phrase = _DIED_IN_IT.sub(r"cost \1 lives", phrase)
        phrase = re.sub(r"^is (?:based )?(?=(?:in|at|on) )", "took place ", phrase)
    if kinds & bare_words("works"):
        phrase = re.sub(r"^is (?:based )?in (?=[A-Z])", "is from ", phrase)
    if kinds & _FOUND:
        phrase = re.sub(r"^goes back to ", "was discovered by ", phrase)
    if kinds & {"recipe", "dish", "soup", "cake", "dessert"}:
        phrase = re.sub(r"^was written by ", "is a recipe by ", phrase)
    return re.sub(r"^(?:is|was) (\w+) (?:at|on) (?=\d{1,2} [A-Z])", r"was \1 on ", phrase)


def is_of_data(phrase: str) -> bool:
    """Return whether a possession is a matter of data only: "iata code is VLD"."""
    if phrase.startswith("species name"):
        return False
    return _OF_DATA.match(phrase) is not None or re.match(r"\w+ing takes |[a-z]+[^su]s \w+ is ", phrase) is not None


def in_german(phrase: str, kinds: set[str], gender: str | None) -> str:
    """Return a German phrase in idiomatic form; "" if people wouldn't say it."""
    if gender and phrase.startswith("ist ein Kind von "):
        who = "die Tochter" if gender == "feminine" else "der Sohn"
        return f"ist {who} von {phrase.removeprefix('ist ein Kind von ')}"
    if _IN_THE_DATA_ALONE.match(phrase) or _BARE_AMOUNT.fullmatch(phrase):
        return ""
    if re.match(r"ist von Beruf [a-z]", phrase):
        return ""  # the data has no German word for it
    if kinds & _FOUND and (found := re.fullmatch(r"geht auf (.+) zurück", phrase)):
        return f"wurde von {found[1]} entdeckt"
    return phrase


def _of_gender(gender: str | None, feminine: str, masculine: str, other: str) -> str:
    return {"feminine": feminine, "masculine": masculine}.get(gender or "", other)


def in_order(said: Sequence[str], kind: str) -> list[str]:
    """Return facts in biographical order, without implied ones: the captain of a ship works as a captain."""
    left = []
    for phrase in said:
        work = _AS.fullmatch(phrase)
        word = work[2].split()[-1].casefold() if work else ""
        others = [kind, *(one for one in said if one != phrase)]
        if not word or not any(word in re.findall(r"\w+", one.casefold()) for one in others):
            left.append(phrase)
    return sorted(left, key=_rank)


def _rank(phrase: str) -> int:
    return next((rank for rank, pattern in enumerate(_BY_RANK) if pattern.match(phrase)), len(_BY_RANK))


_ROLE = re.compile(r"is (an?|the) ")
_SAME_VERB = re.compile(r"((?:is|was) )(\w+) ")
"""The verb that two phrases may share: "was born in Porto and educated at Stowell College"."""

_ACTIVE = re.compile(r"(?!is |was |has |had |are |were )([a-z]+s) (?=(?:in|on|at|to|into|through|from|for|with) )")


def joined(phrases: Sequence[str]) -> str:
    """Return English phrases joined, with a shared verb once: "is the captain of A and the leader of B"."""
    said = list(phrases)
    for number in range(len(said) - 1, 0, -1):
        if _ROLE.match(said[number]) and _ROLE.match(said[number - 1]) and number == len(said) - 1:
            said[number - 1 :] = [f"{said[number - 1]} and {said[number].removeprefix('is ')}"]
    for number in range(len(said) - 1, 0, -1):
        plain = " and " not in said[number - 1]
        both, before = _SAME_VERB.match(said[number]), _SAME_VERB.match(said[number - 1])
        if both and before and both[0] == before[0] and is_participle(both[2]) and number == len(said) - 1:
            said[number - 1 :] = [f"{said[number - 1]} {said[number].removeprefix(both[0])}"]
            continue
        if both and before and both[1] == before[1] and is_participle(both[2]) and " and " not in said[number]:
            said[number] = said[number].removeprefix(both[1])
        does, did = _ACTIVE.match(said[number]), _ACTIVE.match(said[number - 1])
        if does and did and does[1] == did[1] and plain:
            said[number] = said[number].removeprefix(does[0])
    return grammar_en.coordinated(said)


def joined_in_german(parts: Sequence[str]) -> str:
    """Return German phrases joined, with a shared verb once: "hat eine Garzeit von … und eine Ruhezeit von …"."""
    said = list(parts)
    for number in range(len(said) - 1, 0, -1):
        verb, _, rest = said[number].partition(" ")
        if verb == said[number - 1].split(" ")[0] and verb in ("hat", "ist", "hatte"):
            said[number] = rest
    return f"{', '.join(said[:-1])} und {said[-1]}" if len(said) > 1 else "".join(said)


def repeats(phrase: str, said: Sequence[str]) -> bool:
    """Return whether a fact repeats another: the same value after the same verb, or that verb again."""
    numbers = {word.replace(",", "") for other in said for word in _NUMBER.findall(other)}
    number = [word.replace(",", "") for word in _NUMBER.findall(phrase)]
    if number and len(number[0]) > 1 and {*number} <= numbers and not re.search(r"\b(?:1\d|20)\d\d$", phrase):
        return True
    words = phrase.split()
    for other in said:
        before = other.split()
        if words[-2:] == before[-2:] and (words[0] == before[0] or _by_same(phrase, other)):
            return True
        if (here := _LIES.fullmatch(phrase)) and (there := _LIES.fullmatch(other)) and here[1] == there[1]:
            return True
        if words[:2] == before[:2] and words[0] not in (
            "is",
            "was",
            "has",
            "had",
            "ist",
            "war",
            "wurde",
            "hat",
            "hatte",
        ):
            return _PLACED.match(phrase) is None
    return False


_LIES = re.compile(r"(?:befindet sich|liegt|ist) in (.+)")


def _by_same(phrase: str, other: str) -> bool:
    """Return whether one agent did two things: "was founded by" and "is owned by"."""
    first, second = (re.fullmatch(r"(?:is|was) \w+ by (.+)", one) for one in (phrase, other))
    return first is not None and second is not None and first[1] == second[1]


_PLACED = re.compile(r"(?P<verb>(?:was \w+|died|opened|began|ended)) (?P<how>in|on|by) (?P<what>.+)")
_PLACED_IN_GERMAN = re.compile(r"(?P<verb>starb) (?P<how>in|am|im) (?P<what>.+)")
_ORDER = ("by", "in", "am", "im", "on")


def put_to(said: Sequence[str], phrase: str, language: str) -> list[str]:
    """Return facts with one more, merging time and place of one event: "was born in Porto on 8 July 1971"."""
    words = phrase.split()
    pattern = _PLACED_IN_GERMAN if language == "de" else _PLACED
    placed = pattern.fullmatch(phrase)
    for number, other in enumerate(said):
        before = other.split()
        if language == "de" and before[0] == words[0] == "wurde" and before[-1] == words[-1]:
            dated, there = (other, phrase) if re.search(r"\d{4}", other) else (phrase, other)
            if re.search(r"\d{4}", dated) and not re.search(r"\d{4}", there):
                middle = [*dated.split()[:-1], *there.split()[1:-1]]
                return [*said[:number], " ".join([*middle, words[-1]]), *said[number + 1 :]]
        same = pattern.fullmatch(other)
        if placed and same and placed["verb"] == same["verb"] and _happens_once(placed, same):
            first, second = sorted((same, placed), key=_when)
            if language == "de":
                first, second = second, first
            whole = f"{first['verb']} {first['how']} {first['what']} {second['how']} {second['what']}"
            return [*said[:number], whole, *said[number + 1 :]]
    return [*said, phrase]


def _when(match: re.Match[str]) -> tuple[bool, int]:
    return re.search(r"\d{3,4}$", match["what"]) is not None, _ORDER.index(match["how"])


def _happens_once(one: re.Match[str], other: re.Match[str]) -> bool:
    """Return whether two phrases give different details of one event, such as its time and its place or agent."""
    dated = [re.search(r"\d{3,4}$", match["what"]) is not None for match in (one, other)]
    by = [match["how"] == "by" for match in (one, other)]
    plain = not any(re.search(r" (?:and|on|by|in) ", match["what"]) for match in (one, other))
    return plain and (sum(dated) == 1 or (sum(by) == 1 and not all(dated)))
