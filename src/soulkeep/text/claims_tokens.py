"""What a clause says, as tokens that can be compared: words of matter, names, numbers, and who is spoken of.

Words are stemmed and brought to one word of those that mean the same; opposites share a word and differ in sign, so that
"hates" is "does not like". Numbers are read from digits and number words, with what they count. A token also keeps its
place: the preposition or word before it, and the word it stands before.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from soulkeep.text.claims_grammar import FIRST, LIGHT, MEASURES, NAMED, PLURAL, SECOND, SEVERAL
from soulkeep.text.claims_numbers import KO_COUNTERS, KO_UNIT, with_digits
from soulkeep.text.claims_words import KINDS, OPPOSITES, PHRASES, SAME
from soulkeep.text.forms import normalized
from soulkeep.text.function_words import function_terms
from soulkeep.text.negation import denies
from soulkeep.text.statement_words import words
from soulkeep.text.terms import terms

WORD, NAME, NUMBER, WHO = "word", "name", "number", "who"

FIRST_PERSON, SECOND_PERSON, WE = "@1", "@2", "@we"
"""Keys of pronouns; who is meant depends on who speaks."""

CALLED = "called"
"""The place of a name that something is said to bear."""

_RUN = re.compile(r"\d+(?:[.,:]\d+)*|[^\W\d_]+(?:['’][^\W\d_]+)*|[.,;:!?()\"“”«»—–]")
_ORDINAL = re.compile(r"(?<=\d)(?:st|nd|rd|th|er|ère|ème|º|ª)\b")
_NEGATOR = {
    "en": re.compile(r"(?:not|never|no|nobody|nothing|neither|nor|without|cannot|\w+n['’]t)$"),
    "de": re.compile(r"(?:nicht|nie|niemals|niemand|nichts|ohne|kein\w*)$"),
    "fr": re.compile(r"(?:ne|n|pas|jamais|rien|aucune?|sans)$"),
    "es": re.compile(r"(?:no|nunca|jamás|nadie|nada|ningun[oa]?|ningún|sin)$"),
}
_ENDS_NEGATION = words(". , ; : ! ? and but und aber et mais y pero")
_ARTICLES = words(
    "a an the this that these those some any my your his her its our their be is are was were am been have has had do "
    "does did very so just der die das den dem des ein eine einen einem einer mein dein le la les l un une des el los las una "
    "mon ma mes ton ta tes mi mis tu tus su sus ist bist bin hat hast habe es est ai as s"
)
_DETERMINERS = words(
    "a an the this that these those some any my your his her its our their der die das den dem des ein eine einen einem einer "
    "le la les l un une el los las una mon ma mes ton ta tes mi mis tu tus su sus"
)
_TITLES = words("mr mrs ms miss dr prof sir madam herr frau monsieur madame señor señora m mme mlle")
_VERB_ES = re.compile("(?:aste|iste|[ae]s|é|í)$")
_TIMED = frozenset(("year", "jahr", "an", "año", "살", "년", "해"))


_KO_ENDINGS = re.compile(
    r"(?:(?:으)?(?:세요|셨어요?|셔요?|시)|습니다|습니까|ㅂ니다|입니다|이에요|예요|잖아요?|거든요?|었던|았던|던|이었어|였어|이야|"
    r"네요|군요|구나|다고|라고|라는|이라는|지요?|죠|다가|다|니까|면서|면|러|려고|려|고|서|며|게|는데|은데|는지|는|은|을|ㄹ|기|"
    r"어요?|아요?|여요?|야|요|째|씩|들)$"
)
_NOUN_PARTICLES = words("은 는 이 가 을 를 의 에 에서 로 으로 와 과 랑 이랑 도 에게 한테")
_CONTRACTED = {6: 20, 14: 13, 9: 8}
"""Vowels that a stem and an ending make of two, by their numbers: ㅕ of ㅣ, ㅝ of ㅜ, ㅘ of ㅗ."""
_KO_TAILS = (
    "에서",
    "에게",
    "한테",
    "으로",
    "로",
    "에",
    "와",
    "과",
    "랑",
    "을",
    "를",
    "이",
    "가",
    "은",
    "는",
    "도",
    "의",
)


class Token(NamedTuple):
    """One thing that a clause says.

    Attributes:
        key: what is compared.      kind: word, name, number or who.
        sign: -1 of the second word of an opposite, or if it is denied; 1 if neither; then again 1 if both.
        before: the preposition before it, or the key before it with ">".
        after: the key it stands right before, "" if none.
        unit: what a number counts; "" if it isn't said.
        raw: as written, in lower case.
        first: whether it opens the clause.
    """

    key: str
    kind: str
    sign: int
    before: str
    after: str
    unit: str
    raw: str
    first: bool


@lru_cache(maxsize=16)
def _canon(language: str) -> dict[str, tuple[str, int]]:
    """Of each stem in the tables the one that stands for it, and its sign."""
    same: dict[str, str] = {}
    for line in SAME.get(language, "").strip().splitlines():
        stems = [_entry(word, language) for word in line.split()]
        for stem in stems:
            same.setdefault(stem, same.get(stems[0], stems[0]))
    found = {stem: (first, 1) for stem, first in same.items()}
    for line in OPPOSITES.get(language, "").strip().splitlines():
        one, other = ([_entry(word, language) for word in side.split()] for side in line.split("|"))
        base, sign = found.get(one[0], (same.get(one[0], one[0]), 1))
        for stems, turned in ((one, sign), (other, -sign)):
            for stem in stems:
                first = same.get(stem, stem)
                for member in [stem, *(known for known, head in same.items() if head == first)]:
                    if found.get(member, (member, 1)) in ((first, 1), (member, 1)):
                        found[member] = (base, turned)
    return found


@lru_cache(maxsize=16)
def _kinds(language: str) -> dict[str, frozenset[int]]:
    found: dict[str, frozenset[int]] = {}
    for number, line in enumerate(KINDS.get(language, "").strip().splitlines()):
        for word in line.split():
            stem = _entry(word, language)
            key = _canon(language).get(stem, (stem, 1))[0]
            found[key] = found.get(key, frozenset()) | {number}
    return found


def same_kind(one: str, other: str, language: str) -> bool:
    """Whether two keys name things of a kind that exclude each other."""
    kinds = _kinds(language)
    return not kinds.get(one, frozenset()).isdisjoint(kinds.get(other, frozenset()))


@lru_cache(maxsize=16)
def _keys(table: str, language: str) -> frozenset[str]:
    source = {"light": LIGHT, "several": SEVERAL}[table]
    stems = [_entry(word, language) for word in source.get(language, "").split()]
    return frozenset(_canon(language).get(stem, (stem, 1))[0] for stem in stems)


def is_light(key: str, language: str) -> bool:
    """Whether a key says little."""
    return key in _keys("light", language)


def takes_several(key: str, language: str) -> bool:
    """Whether a verb is true of several things at a time."""
    return key in _keys("several", language)


def _entry(word: str, language: str) -> str:
    """A word of a table as a stem; those of Korean are stems already."""
    return word if language == "ko" else _stem(word, language)


@lru_cache(maxsize=50_000)
def _stem(word: str, language: str) -> str:
    if language == "ko" and word and "가" <= word[0] <= "힣":
        return _korean_stem(word)
    found = terms(word, language)
    return found[0] if found else word.casefold()


def _korean_stem(word: str) -> str:
    """An eojeol without its particles and endings; 했 and 하여 are 하, 갔 is 가."""
    stem = next(iter(terms(word, "ko")), word.casefold())
    noun = word[len(stem) :] in _NOUN_PARTICLES and len(stem) > 1
    for _ in range(0 if noun else 4):
        cut = _KO_ENDINGS.sub("", stem)
        if not cut or cut == stem:
            break
        stem = cut
    if stem[-1] in "었았였" and len(stem) > 1:
        stem = stem[:-1]
    elif "가" <= stem[-1] <= "힣" and (ord(stem[-1]) - 0xAC00) % 28 == 20 and stem != "있":  # a final ㅆ
        stem = stem[:-1] + chr(ord(stem[-1]) - 20)
    if noun:
        return stem
    if "가" <= stem[-1] <= "힣" and (last := ord(stem[-1]) - 0xAC00) % 28 == 0 and len(stem) > 1:
        vowel = _CONTRACTED.get(last // 28 % 21)  # 마셔 is 마시어
        stem = stem[:-1] + chr(ord(stem[-1]) + 28 * (vowel - last // 28 % 21)) if vowel is not None else stem
    if stem[-1] == "해":
        stem = stem[:-1] + "하"
    if len(stem) > 2 and stem[-1] == "하":
        stem = stem[:-1] if stem[:-1] not in ("좋아", "싫어", "무서워", "시작", "사랑") else stem
    return stem


def _phrased(text: str, language: str) -> str:
    for pattern, instead in PHRASES.get(language, {}).items():
        text = re.sub(pattern, f" {instead} ", text, flags=re.IGNORECASE)
    return text


@lru_cache(maxsize=16)
def _pronouns(language: str) -> dict[str, str]:
    found = dict.fromkeys(FIRST.get(language, "").split(), FIRST_PERSON)
    found |= dict.fromkeys(SECOND.get(language, "").split(), SECOND_PERSON)
    return found | dict.fromkeys(PLURAL.get(language, "").split(), WE)


@lru_cache(maxsize=16)
def _measures(language: str) -> frozenset[str]:
    return frozenset(_stem(word, language) for word in MEASURES.split())


@lru_cache(maxsize=16)
def _named(language: str) -> re.Pattern[str] | None:
    source = NAMED.get(language)
    return re.compile(source) if source else None


@lru_cache(maxsize=16_384)
def tokens(clause: str, language: str) -> tuple[Token, ...]:
    """The tokens of a clause, in order."""
    text = with_digits(_phrased(normalized("NFKC", clause), language), language)
    text = _ORDINAL.sub("", text).replace("’", "'")
    if language == "ko":
        return _korean_tokens(text, clause)
    return _spaced_tokens(text, language)


def _spaced_tokens(text: str, language: str) -> tuple[Token, ...]:
    pronouns, function = _pronouns(language), function_terms(language)
    negator = _NEGATOR.get(language)
    named = _named(language)
    called = {match.end() for match in named.finditer(text)} if named else set()
    found: list[Token] = []
    before, denied, touching, opening, determined = "", False, False, True, False
    for match in _RUN.finditer(text):
        raw = match[0]
        low = raw.casefold()
        if low in _ENDS_NEGATION:
            denied = False
            touching = False
            before = "" if not low.isalpha() else before
            continue
        if not raw[0].isalnum():
            touching = False
            continue
        bare = low.removesuffix("'s") if language == "en" else low
        head, _, rest = low.partition("'")
        if negator is not None and (negator.match(low) or (rest and negator.match(head))):
            denied = True
            if not (rest and language == "fr"):
                continue
            low = bare = rest
        who = pronouns.get(bare) or (pronouns.get(head) if rest else None)
        if who and not (language == "fr" and rest and head in ("m", "t", "j") and rest not in pronouns):
            found.append(Token(who, WHO, 1, before, "", "", bare, opening))
            opening, touching, determined = False, False, True
            continue
        if who:
            found.append(Token(who, WHO, 1, before, "", "", head, opening))
            low = bare = rest
        near = any(0 <= match.start() - end <= 1 for end in called)
        if raw[0].isdigit():
            number = raw.replace(",", "") if re.fullmatch(r"\d{1,3}(?:,\d{3})+", raw) else raw.replace(",", ".")
            number = re.sub(r"\.0+$", "", number)
            found.append(Token(number, NUMBER, 1, before, "", "", raw, opening))
            touching, opening = True, False
            continue
        stem = _stem(bare, language)
        if bare in _TITLES:
            continue
        if stem in function or bare in _ARTICLES or len(stem) < 2:
            if bare not in _ARTICLES:
                before, touching = bare, False
            determined = bare in _DETERMINERS
            continue
        key, sign = _canon(language).get(stem, (stem, 1))
        capital = raw[0].isupper() and len(raw) > 1 and language != "de"
        if opening and language == "es" and (_VERB_ES.search(low) or stem in _canon("es")):
            capital = False  # no pronoun stands before it
        kind = (
            NAME
            if (capital and (not opening or key not in _kinds(language)) and not _is_kind(key, language)) or near
            else WORD
        )
        place = CALLED if near else before
        if not place and determined and found and found[-1].kind != WHO:
            place = f">{found[-1].key}"
        if found and touching and not before:
            found[-1] = found[-1]._replace(after=key)
        if found and found[-1].kind == NUMBER and not found[-1].unit and (touching or before == "of"):
            found[-1] = found[-1]._replace(unit=key)
            if key in _measures(language):
                touching = False
                continue
        if kind == WORD and found and found[-1].kind == NAME and found[-1].raw == raw:
            continue
        found.append(Token(key, kind, -sign if denied else sign, place, "", "", bare, opening))
        before, touching, opening, determined = "", True, False, False
        denied = False  # what is denied is the verb, the noun or the adjective that follows
    return tuple(_dated(found, language))


def _is_kind(key: str, language: str) -> bool:
    """Whether a word written like a name is none: a weekday, a month."""
    return bool(_kinds(language).get(key, frozenset()) & {0, 1})


def _dated(found: list[Token], language: str) -> list[Token]:
    """With the units of days of a month and of years, which stand alone."""
    kinds = _kinds(language)
    for place, token in enumerate(found):
        if token.kind != NUMBER:
            continue
        beside = {found[at].key for at in (place - 1, place + 1) if 0 <= at < len(found)}
        if re.fullmatch(r"1[0-9]{3}|20[0-9]{2}", token.key) and token.unit not in ("pound", "dollar", "euro"):
            found[place] = token._replace(unit="#year")
        elif any(1 in kinds.get(key, frozenset()) for key in beside) and token.unit not in _TIMED:
            found[place] = token._replace(unit="#day")
    return found


def _korean_tokens(text: str, clause: str) -> tuple[Token, ...]:
    pronouns, function = _pronouns("ko"), function_terms("ko")
    denied = denies(clause, "ko")
    found: list[Token] = []
    opening, called = True, False
    for raw in text.split():
        word = raw.strip(".,!?~…\"'“”‘’()「」")
        if not any(char.isalnum() for char in word) or word in ("안", "못"):
            continue
        if who := pronouns.get(word):
            found.append(Token(who, WHO, 1, "", "", "", word, opening))
            opening = False
            continue
        numbers = list(re.finditer(r"(\d+(?:[.,:]\d+)*)([가-힣]{0,2})", word))
        if numbers:
            for match in numbers:
                unit = match[2]
                known = next(
                    (
                        u
                        for u in (*KO_COUNTERS.split("|"), "년", "월", "일", "분", "주", "원", "층", "세")
                        if unit.startswith(u)
                    ),
                    "",
                )
                unit = "#year" if known == "년" and len(match[1]) == 4 else KO_UNIT.get(known, known)
                found.append(Token(match[1], NUMBER, 1, "", "", unit, word, opening))
            opening = False
            continue
        if re.match(r"(?:않|없|아니)", word):
            continue
        stem = _korean_stem(word)
        if re.fullmatch(r"이름\S*", word):
            called = True
            opening = False
            continue
        if stem in function and stem not in ("집",):
            continue
        key, sign = _canon("ko").get(stem, (stem, 1))
        bears = called or re.search(r"[가-힣](?:이)?라는$", word) is not None
        tail = next((tail for tail in _KO_TAILS if word.endswith(tail) and len(word) > len(tail)), "")
        tail = {
            "은": "가",
            "는": "가",
            "이": "가",
            "을": "를",
            "으로": "로",
            "랑": "와",
            "과": "와",
            "한테": "에게",
        }.get(tail, tail)
        if found and found[-1].kind == WORD:
            found[-1] = found[-1]._replace(after=key)
        kind = NAME if bears else WORD
        found.append(Token(key, kind, sign, CALLED if bears else tail, "", "", word, opening))
        opening, called = False, False
    if denied and found:  # the verb comes last
        last = max((at for at, token in enumerate(found) if token.kind == WORD), default=len(found) - 1)
        found[last] = found[last]._replace(sign=-found[last].sign)
    return tuple(found)
