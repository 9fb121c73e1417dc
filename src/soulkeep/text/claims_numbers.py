"""Numbers in a text, in digits: number words of European languages, Korean counts, Chinese numerals."""

from __future__ import annotations

import re
from functools import lru_cache

from soulkeep.text.claims_grammar import NUMERALS, ORDINALS
from soulkeep.text.statement_words import words

_NOT_ONE_BEFORE = words("the this that which no any some each every other another")

_NOT_ONE_AFTER = words("of another more who that which day night morning")

_KO_NATIVE = {
    "열": 10, "스물": 20, "스무": 20, "서른": 30, "마흔": 40, "쉰": 50, "예순": 60, "일흔": 70, "여든": 80, "아흔": 90,
}  # fmt: skip

_KO_ONES = {
    "한": 1,
    "하나": 1,
    "두": 2,
    "둘": 2,
    "세": 3,
    "셋": 3,
    "네": 4,
    "넷": 4,
    "다섯": 5,
    "여섯": 6,
    "일곱": 7,
    "여덟": 8,
    "아홉": 9,
}

KO_COUNTERS = "살|명|마리|개월|개|번|시간|시|달|해|잔|권|채|대|그루|송이|가지"

_KO_COUNT = re.compile(
    rf"(?<![가-힣])({'|'.join(_KO_NATIVE)})?({'|'.join(sorted(_KO_ONES, key=len, reverse=True))})?\s?({KO_COUNTERS})(?=[가-힣]?)"
)

_KO_SINO = re.compile(r"(?<![가-힣])([일이삼사오육칠팔구십백천만]+)\s?(년|세|월|분|명|원|개월|주|층|일째|일간|도)")

_KO_AGE_ALONE = re.compile(rf"(?<![가-힣])({'|'.join(_KO_NATIVE)})(?=이 |이야|이다|이 ?되|에 )")

KO_UNIT = {"세": "살", "해": "년", "달": "개월"}

_SINO = {
    c: i for digits in ("영일이삼사오육칠팔구", "〇一二三四五六七八九", "零壱弐参") for i, c in enumerate(digits)
} | {"两": 2, "兩": 2}

_POWERS = {"십": 10, "백": 100, "천": 1000, "만": 10_000, "十": 10, "百": 100, "千": 1000, "万": 10_000, "萬": 10_000}


@lru_cache(maxsize=16)
def _numerals(language: str) -> dict[str, int]:
    found: dict[str, int] = {}
    if language in NUMERALS:
        ones, tens = (side.split() for side in NUMERALS[language])
        found |= {word: value for value, word in enumerate(ones)}
        for ten, word in enumerate(tens, 2):
            found[word] = 10 * ten
            for one in range(1, 10):
                joined = {
                    "de": f"{ones[one].removesuffix('s') if one == 1 else ones[one]}und{word}",
                    "es": f"{word} y {ones[one]}",
                }
                found[joined.get(language, f"{word}-{ones[one]}")] = 10 * ten + one
                if language == "en":
                    found[f"{word} {ones[one]}"] = 10 * ten + one
    if language in ORDINALS:
        ones, tens = (side.split() for side in ORDINALS[language])
        found |= {word: value for value, word in enumerate(ones) if word != "_"}
        for ten, word in enumerate(tens, 2):
            found[word] = 10 * ten
            for one in range(1, 10):
                found[f"{NUMERALS[language][1].split()[ten - 2]}-{ones[one]}"] = 10 * ten + one
    for article in {"de": ("eins",), "fr": ("un",), "es": ("uno",)}.get(language, ()):
        found.pop(article, None)
    return found


@lru_cache(maxsize=16)
def _numeral_pattern(language: str) -> re.Pattern[str] | None:
    words = sorted(_numerals(language), key=len, reverse=True)
    return re.compile(rf"\b(?:{'|'.join(words)})\b(?:[ -]hundred\b)?", re.IGNORECASE) if words else None


def with_digits(text: str, language: str) -> str:
    """A text with its number words in digits."""
    if language == "ko":
        return _korean_digits(text)
    pattern = _numeral_pattern(language)
    if pattern is None:
        return text
    values = _numerals(language)

    def digits(match: re.Match[str]) -> str:
        low = match[0].lower()
        if low == "one":
            before = text[: match.start()].casefold().split()[-1:]
            after = re.findall(r"[^\W\d_]+", text[match.end() : match.end() + 20].casefold())[:1]
            counted = before in (["only"], ["just"])
            if not counted and (set(before) & _NOT_ONE_BEFORE or set(after) & _NOT_ONE_AFTER):
                return match[0]
        if low == "second" and text[match.end() : match.end() + 1] == "s":
            return match[0]
        hundred = re.search(r"[ -]hundred$", low)
        value = values[low[: hundred.start()] if hundred else low]
        return str(value * 100 if hundred else value)

    return pattern.sub(digits, text)


def sino_number(numeral: str) -> int:
    """A number in Chinese numerals, or in Korean words for them; up to 99,999,999."""
    if not any(char in _POWERS for char in numeral):
        return int("".join(str(_SINO[char]) for char in numeral))
    whole = part = current = 0
    for char in numeral:
        if char in _SINO:
            current = _SINO[char]
        elif _POWERS[char] == 10_000:
            whole += (part + current or 1) * 10_000
            part = current = 0
        else:
            part += (current or 1) * _POWERS[char]
            current = 0
    return whole + part + current


def _korean_digits(text: str) -> str:
    def count(match: re.Match[str]) -> str:
        tens, one, unit = match.groups()
        if not tens and not one:
            return match[0]
        return f"{_KO_NATIVE.get(tens or '', 0) + _KO_ONES.get(one or '', 0)}{KO_UNIT.get(unit, unit)}"

    def sino(match: re.Match[str]) -> str:
        return f"{sino_number(match[1])}{KO_UNIT.get(match[2], match[2])}"

    text = _KO_AGE_ALONE.sub(lambda match: f"{_KO_NATIVE[match[1]]}살", text)
    text = _KO_SINO.sub(sino, _KO_COUNT.sub(count, text))
    return re.sub(r"(?<=\d)\s?(세(?![가-힣]{2})|해(?=[가-힣]?)|달(?=[가-힣]?))", lambda m: KO_UNIT[m[1]], text)
