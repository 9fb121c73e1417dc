"""Whether a source says what a claim says, or otherwise, by rules over their words (1: fact checking, step 2).

A claim is laid beside each clause of a source: what has its like in the clause, in its sentence or in the source at
large counts as said. Supported is what has nearly all of its matter, all of its numbers and names, the same subject and
the same "not". Contradicted is what fits as well but for one thing: another number of the same, another name, day or
colour in the same place, an opposite, or a "not" on one side alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from soulkeep.claims import CONTRADICTED, NOT_FOUND, SUPPORTED
from soulkeep.dialogue.entailment_unspaced import unspaced_verdict
from soulkeep.text.claims import clauses
from soulkeep.text.claims_grammar import OTHERS, OWNERS, PLACES
from soulkeep.text.claims_tokens import (
    CALLED,
    FIRST_PERSON,
    NAME,
    NUMBER,
    SECOND_PERSON,
    WE,
    WHO,
    WORD,
    Token,
    is_light,
    same_kind,
    takes_several,
    tokens,
)
from soulkeep.text.classes import members
from soulkeep.text.questions import is_question
from soulkeep.text.sentences import sentences

UNSPACED = frozenset(("ja", "zh", "th", "lo", "km", "my"))
"""Languages that are compared by their characters."""

_NEARBY, _ELSEWHERE = 0.9, 0.7
"""What a match counts in the same sentence, and elsewhere in the source, where one in the same clause counts 1."""

_SAID = 0.66
"""Share of a claim's matter, 0…1, that a source must hold to support it…"""

_BUT_FOR_ONE = 0.55
"""…or to contradict it, leaving out what differs."""

_WEIGHTS = {WORD: 1.0, NAME: 1.2, NUMBER: 1.0, WHO: 0.3}
_LIGHT = 0.3

_PREFIX = 5
"""Letters that words of one family share, such as Vienna and Viennese…"""

_DIFFERENCE = 3
"""…and how many more the longer one may have."""


class Voice(NamedTuple):
    """Who is meant in a text by "I" and by "you"; "" for nobody known."""

    speaker: str
    hearer: str


class _Clause(NamedTuple):
    tokens: tuple[Token, ...]
    sentence: int
    subject: str
    """Whom or what it is said of, if its first word tells; else ""."""
    owned: str
    """What of the subject's it is said of: "my brother"; else ""."""
    supposed: bool = False
    """Whether it is wished, planned, possible or past rather than so."""


_SUPPOSED = {
    language: re.compile(rf"\b(?:{words})\b" if language != "ko" else words, re.IGNORECASE)
    for language, words in {
        "en": r"if|wish\w*|want(?:s|ed)?|hop(?:e[sd]?|ing)|might|plan(?:s|ned|ning)?|almost|nearly|dream\w*|used to|"
        r"maybe|perhaps|pretend\w*|thinking (?:of|about)|considering",
        "de": r"wenn|falls|möchte\w*|will|wollte\w*|wünsch\w*|hoff\w*|vielleicht|könnte\w*|würde\w*|beinahe|fast|"
        r"träum\w*|früher",
        "fr": r"si|voudr\w+|aimerai\w*|souhait\w*|espèr\w*|peut-être|pourrai\w*|presque|failli|rêv\w+|autrefois|avant",
        "es": r"si|quisier\w+|quier\w+|gustaría|dese\w+|esper\w+|quizás?|tal vez|podría\w*|casi|soñ\w+|antes|solía\w*",
        "ko": r"싶|만약|다면|으면 좋|할 뻔|을 뻔|아마|혹시|예전에|꿈꾸|바라",
    }.items()
}
"""Words of what is wished, planned, supposed, almost or no longer so: a source that says it so doesn't support it."""

_Place = tuple[int, Token]
"""The number of a clause, and a token in it."""

_Pair = tuple[Token, Token | None, float]
"""A token of a claim, its like in the source, and how close that is, 0…1."""


class Reading(NamedTuple):
    """A source, read for comparing: its clauses, where each key and each written word stands, and its sentences."""

    clauses: tuple[_Clause, ...]
    places: dict[str, list[_Place]]
    families: dict[str, list[str]]
    """Keys by what their family shares."""
    raws: dict[str, list[str]]
    """Keys by words as written."""
    sentences: tuple[str, ...]


class Statement(NamedTuple):
    """A claim, read for comparing."""

    text: str
    tokens: tuple[Token, ...]
    subject: str
    owned: str
    voice: Voice
    empty: bool
    """Whether it says nothing beside who is meant: "I am Holmes"."""


def read_claim(text: str, subject: str, language: str, voice: Voice, names: tuple[str, ...]) -> Statement:
    """A claim as tokens.

    Args:
        text: one clause.
        subject: whom it is said of, where the clause doesn't say so itself.
        language: of the text.
        voice: who speaks to whom.
        names: of those who may be named.
    """
    if language in UNSPACED:
        return Statement(text, (), "", "", voice, empty=False)
    found = _resolved(tokens(text, language), voice, names)
    if subject:
        carried = _resolved(tokens(subject, language), voice, names)
        found = (*carried, *(token._replace(first=False) for token in found if token not in carried))
    return Statement(text, found, *_subject(found), voice, all(token.kind == WHO for token in found))


@lru_cache(maxsize=2048)
def read_source(text: str, language: str, voice: Voice, names: tuple[str, ...], about: str = "") -> Reading:
    """A source, clause by clause. Cached: memories come again.

    Args:
        text: the source.
        language: of the text.
        voice: who speaks to whom.
        names: of those who may be named.
        about: whom "he" and "she" mean at the beginning of a clause; "" if that isn't known.
    """
    found: list[_Clause] = []
    whole = tuple(sentence for sentence in sentences(text) if not is_question(sentence))  # what is asked isn't told
    if language not in UNSPACED:
        for number, sentence in enumerate(whole):
            for part in clauses(sentence, language):
                said = _resolved(tokens(part.text, language), voice, names)
                carried = _resolved(tokens(part.subject, language), voice, names) if part.subject else said
                if not said:
                    continue
                subject, owned = _subject(carried)
                if about and not subject and _opens_with_other(part.subject or part.text, language):
                    subject = f"@{about}"
                pattern = _SUPPOSED.get(language)
                found.append(
                    _Clause(said, number, subject, owned, pattern is not None and pattern.search(part.text) is not None)
                )
    places: dict[str, list[_Place]] = {}
    families: dict[str, list[str]] = {}
    raws: dict[str, list[str]] = {}
    for number, clause in enumerate(found):
        for token in clause.tokens:
            if token.key not in places:
                places[token.key] = []
                for family in _families(token.key, language) if token.kind not in (WHO, NUMBER) else ():
                    families.setdefault(family, []).append(token.key)
            places[token.key].append((number, token))
            raws.setdefault(token.raw, []).append(token.key)
    return Reading(tuple(found), places, families, raws, whole)


def verdict(claim: Statement, source: Reading, language: str, voice: Voice) -> str:
    """What one source says of a claim."""
    if language in UNSPACED:
        return unspaced_verdict(claim.text, source.sentences, language, claim.voice, voice)
    matter = [token for token in claim.tokens if token.kind != WHO]
    if all(token.kind == NAME or is_light(token.key, language) for token in matter):
        return NOT_FOUND
    likes = [_likes(token, source, language) for token in claim.tokens]
    focuses = {
        number for token, found in zip(claim.tokens, likes, strict=True) if token.kind != WHO for number, _ in found
    }
    best = {SUPPORTED: 0, CONTRADICTED: 0}
    for number in sorted(focuses):
        seen, inside = _compared(claim, likes, number, source, language)
        if seen in best:
            best[seen] = max(best[seen], inside)
    # The clause that holds the most of the claim tells most.
    if best[SUPPORTED] and best[SUPPORTED] >= best[CONTRADICTED]:
        return SUPPORTED
    return CONTRADICTED if best[CONTRADICTED] else NOT_FOUND


def _likes(token: Token, source: Reading, language: str) -> list[_Place]:
    """Where a source says the same as a token."""
    if token.kind == NUMBER:
        return [
            (number, other)
            for number, other in source.places.get(token.key, ())
            if other.kind == NUMBER and _counts_alike(token, other)
        ]
    if token.kind == WHO:
        return source.places.get(token.key, [])
    family = [key for family in _families(token.key, language) for key in source.families.get(family, ())]
    keys = {key for key in family if _akin(token.key, key, language)}
    if language == "en" and token.kind == WORD:
        keys.update(key for word in members(token.raw) if word in source.raws for key in source.raws[word])
    keys.add(token.key)
    return [
        place for key in sorted(keys) for place in source.places.get(key, ()) if _both_names(token, place[1], language)
    ]


def _both_names(token: Token, other: Token, language: str) -> bool:
    """Whether two words may be the same: "Baker Street" is no baker. What opens a clause has its capital from that."""
    if other.kind not in (WORD, NAME):
        return False
    return token.kind == other.kind or token.first or other.first or language in ("ko", "de")


def _families(key: str, language: str) -> tuple[str, ...]:
    """What keys of one family share: their beginning; in Korean it or their end."""
    return (key[:2], f"~{key[-2:]}") if language == "ko" else (key[:_PREFIX],)


def _akin(one: str, two: str, language: str) -> bool:
    """Whether two keys are of one family of words."""
    one, two = sorted((one, two), key=len)
    if language == "ko":  # particles and endings follow, and the last part of a compound says what it is
        return len(one) >= 2 and (two.startswith(one) or two.endswith(one)) and len(two) - len(one) <= 2
    return (
        len(one) >= _PREFIX and two.startswith(one[: max(_PREFIX, len(one) - 1)]) and len(two) - len(one) <= _DIFFERENCE
    )


def _resolved(found: tuple[Token, ...], voice: Voice, names: tuple[str, ...]) -> tuple[Token, ...]:
    """Tokens with persons in place of pronouns and of the names of those who are known, each person once."""
    persons: list[Token] = []
    for token in found:
        if token.kind == WHO:
            who = {FIRST_PERSON: voice.speaker, SECOND_PERSON: voice.hearer, WE: voice.speaker}[token.key]
            key = f"@{who}" if who else ""
            if token.key == WE and token.first:
                token = token._replace(first=False)  # "we" may be said of either
        else:
            key = next((f"@{name}" for name in names if _is_part(token, name)), token.key)
        if not key:
            continue
        if key.startswith("@"):
            if any(known.key == key for known in persons):
                continue
            token = token._replace(key=key, kind=WHO)
        persons.append(token)
    return tuple(persons)


def _is_part(token: Token, name: str) -> bool:
    return (token.kind == NAME and token.raw in _parts(name)) or (token.kind == WORD and token.raw == name)


@lru_cache(maxsize=1024)
def _parts(name: str) -> frozenset[str]:
    return frozenset(re.findall(r"[^\W_]+", name.casefold()))


def _subject(found: tuple[Token, ...]) -> tuple[str, str]:
    """Whom a clause is about, if it opens with that, and what of theirs."""
    if not found or not found[0].first or found[0].kind not in (WHO, NAME):
        return "", ""
    owned = found[0].kind == WHO and found[0].raw in OWNERS and len(found) > 1
    return found[0].key, found[1].key if owned else ""


def _opens_with_other(text: str, language: str) -> bool:
    first = text.casefold().split(maxsplit=1)[:1]
    return bool(first) and first[0] in OTHERS.get(language, "").split()


def _compared(
    claim: Statement, likes: list[list[_Place]], number: int, source: Reading, language: str
) -> tuple[str, int]:
    """What a clause says of a claim, and how much of the claim's matter stands in it."""
    focus = source.clauses[number]
    pairs: list[_Pair] = []
    inside = 0
    for token, places in zip(claim.tokens, likes, strict=True):
        match, closeness = _closest(token, places, number, source)
        pairs.append((token, match, closeness))
        inside += closeness == 1.0 and token.kind != WHO
    if not inside or not _same_subject(claim, focus, pairs, language):
        return NOT_FOUND, 0
    denied = [token for token, match, _ in pairs if match is not None and _turned(token, match)]
    missing = [token for token, match, _ in pairs if match is None]
    if denied:
        matter = [token for token in missing if token.kind != WHO and not is_light(token.key, language)]
        holds = not matter and _share(pairs, (), language) >= _SAID
        return (CONTRADICTED if holds else NOT_FOUND), inside
    here = [*focus.tokens]
    for clause in source.clauses:
        if clause.sentence == focus.sentence and clause is not focus:
            here += clause.tokens
    if _differs(pairs, missing, here, language):
        return CONTRADICTED, inside
    if _share(pairs, (), language) >= _SAID and not any(token.kind in (NUMBER, NAME) for token in missing):
        pattern = _SUPPOSED.get(language)
        if focus.supposed and pattern is not None and not pattern.search(claim.text):
            return NOT_FOUND, inside
        return SUPPORTED, inside
    return NOT_FOUND, inside


def _turned(token: Token, match: Token) -> bool:
    """Whether one says the opposite of the other."""
    return token.kind == match.kind == WORD and token.sign != match.sign


def _closest(token: Token, places: list[_Place], number: int, source: Reading) -> tuple[Token | None, float]:
    """What says the same nearest to a clause, best with the same neighbour, else with the same sign; and how close."""
    best: tuple[float, bool, bool, bool] | None = None
    found: Token | None = None
    for place, other in places:
        same = source.clauses[place].sentence == source.clauses[number].sentence
        closeness = 1.0 if place == number else _NEARBY if same else _ELSEWHERE
        rank = (
            closeness,
            bool(token.after) and other.after == token.after,
            other.sign == token.sign,
            other.before == token.before,
        )
        if best is None or rank > best:
            best, found = rank, other
    return found, best[0] if best is not None else 0.0


def _counts_alike(token: Token, other: Token) -> bool:
    """Whether two numbers may count the same."""
    return token.unit == other.unit or not token.unit or not other.unit


def _same_subject(claim: Statement, focus: _Clause, pairs: list[_Pair], language: str) -> bool:
    """Whether a clause is about what the claim is about, as far as both say."""
    if focus.owned and claim.subject.startswith("@") and not claim.owned:
        # "My brother has a dog" isn't about me, unless the claim speaks of him, too.
        return any(token.key == focus.owned or _akin(token.key, focus.owned, language) for token, _, _ in pairs)
    if not claim.subject or not focus.subject or claim.subject == focus.subject:
        return True
    if any(token.key == focus.subject for token, _, _ in pairs):
        return True
    both_persons = claim.subject.startswith("@") and focus.subject.startswith("@")
    return not both_persons and any(token.key == claim.subject for token in focus.tokens)


def _share(pairs: list[_Pair], without: Iterable[Token], language: str) -> float:
    """Share of a claim's matter that a source holds, leaving out some of it; 0 if nothing is left."""
    left_out = set(without)
    whole = held = 0.0
    for token, match, closeness in pairs:
        if token in left_out:
            continue
        weight = _LIGHT if token.kind == WORD and is_light(token.key, language) else _WEIGHTS[token.kind]
        whole += weight
        held += weight * closeness if match is not None else 0.0
    return held / whole if whole else 0.0


def _differs(
    pairs: list[_Pair],
    missing: list[Token],
    here: list[Token],
    language: str,
) -> bool:
    """Whether the source says another thing in the place of what it lacks of the claim."""
    taken = {match.key for _, match, _ in pairs if match is not None}
    free = [token for token in here if token.key not in taken and token.kind != WHO]
    held = [token for token, match, _ in pairs if match is not None and token.kind != WHO]
    if not held:
        return False
    telling = [token for token in held if not takes_several(token.key, language)]
    for token in missing:
        rest = _share(
            pairs, [other for other in missing if other is token or token.kind == other.kind == NAME], language
        )
        if rest < _BUT_FOR_ONE:
            continue
        for other in free:
            if token.kind == NUMBER:
                if other.kind == NUMBER and _counts_alike(token, other):
                    return True
                continue
            if other.kind == NUMBER or not telling:
                continue
            if same_kind(token.key, other.key, language):
                return True
            if token.kind == NAME and other.kind == NAME and _same_place(token, other, names=True):
                return True
            if (
                rest >= _SAID
                and token.kind == other.kind
                and _same_place(token, other, names=False)
                and not _opens_verb(token, other)
            ):
                return True
    return False


def _opens_verb(token: Token, other: Token) -> bool:
    """Whether both stand where the verb does, right after who does it: "fixed" and "mended" may both be true."""
    return not token.before and not other.before


def _same_place(token: Token, other: Token, *, names: bool) -> bool:
    """Whether two things stand in the same place of what is said."""
    if token.before == CALLED or other.before == CALLED:
        return token.before == other.before or (names and not (token.before and other.before))
    if names and token.before in PLACES and other.before in PLACES:
        return True
    if token.after and token.after == other.after:
        return True
    return bool(token.before) and token.before == other.before
