"""Korean numbers, in digits with scales (3만 5천), Sino-Korean (이만) or native (스물다섯) words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from math import prod

_SCALES = {"십": 10, "백": 100, "천": 1000, "만": 10_000, "억": 100_000_000}
_DIGITS = {one: at for at, one in enumerate("영일이삼사오육칠팔구")}
_TENS = {
    "열": 10, "스물": 20, "스무": 20, "서른": 30, "마흔": 40, "쉰": 50, "예순": 60, "일흔": 70, "여든": 80, "아흔": 90,
}  # fmt: skip
_ONES = {
    "하나": 1, "한": 1, "둘": 2, "두": 2, "셋": 3, "세": 3, "넷": 4, "네": 4, "다섯": 5, "여섯": 6, "일곱": 7,
    "여덟": 8, "아홉": 9,
}  # fmt: skip

_SCALED = re.compile(
    r"(?<![\w.,])\d{1,20}(?:,\d{3}){0,6}(?:\.\d{1,20})?\s?(?:[십백천]?[만억]|[천백])"
    r"(?:\s?\d{1,4}(?:,\d{3})?\s?(?:[십백천]?만|[천백])){0,3}"
)
_PART = re.compile(r"([\d,.]{1,40})\s?([십백천]?[만억]|[천백])")
_SINO = re.compile(
    r"(?<![가-힣\d])(?<!\d )(?:(?=[일이삼사오육칠팔구]{0,3}[십백천만억])[일이삼사오육칠팔구십백천만억]{2,9}"
    r"|[백천만](?=[원명개]|\s(?!(?:한|두|세|네|다섯|여섯|일곱|여덟|아홉|열|스물|스무|서른|마흔|쉰)(?:\s|살|명))))(?=\s?[가-힣])"
)
"""Numbers in Sino-Korean words, with a scale: "사건" isn't four of something."""

_NATIVE = re.compile(
    rf"(?<![가-힣])(?:(?:{'|'.join(_TENS)})(?:{'|'.join(_ONES)})?|(?!한|하나)(?:{'|'.join(_ONES)}))"
    r"(?=\s?[가-힣]{1,3}\s?(?:[안못] 넘"
    r"|이상|이하|미만|초과|이내|넘|보다|안 되|까지|부터|에서|[와과랑]|뿐|밖에|인 [가-힣]))"
)
"""Native numbers, where something is compared with them, or is that many: "두 명" alone says that there are two."""


_AGED = re.compile(
    rf"(?<![가-힣])(?:{'|'.join(_TENS)})(?:{'|'.join(_ONES)})?(?=(?:[이을를도])?\s?(?:[안못] (?:넘|[된되])|넘))"
)
"""Native numbers of years, which need no word for them: "마흔 넘은 사람"."""


def numbers_in(text: str, counters: re.Pattern[str]) -> Iterator[tuple[int, int, float, str]]:
    """Yield the numbers in a text with scales or in words, each with its place, its amount, and the word it counts.

    Args:
        text: the text.
        counters: pattern of what is counted and paid. It is part of a number's place; what is in words alone is a
            number only before it.
    """
    for match in _SCALED.finditer(text):
        parts = _PART.findall(match[0])
        amount = sum(float(number.replace(",", "")) * prod(_SCALES[one] for one in scale) for number, scale in parts)
        end = _with_counter(text, match.end(), counters)
        yield match.start(), end, amount, text[match.end() : end].strip()
    for pattern, amount_of in ((_SINO, _sino), (_NATIVE, _native)):
        for match in pattern.finditer(text):
            end = _with_counter(text, match.end(), counters)
            if match[0] and end > match.end():
                yield match.start(), end, float(amount_of(match[0])), text[match.end() : end].strip()

    for match in _AGED.finditer(text):
        yield match.start(), match.end(), float(_native(match[0])), "살"


def _with_counter(text: str, end: int, counters: re.Pattern[str]) -> int:
    after = counters.match(text, end)
    return end if after is None else after.end()


def _sino(said: str) -> int:
    """Return the amount of a Sino-Korean number: 이만오천."""
    total = section = digit = 0
    for one in said:
        if one in _DIGITS:
            digit = _DIGITS[one]
        elif _SCALES[one] < _SCALES["만"]:
            section, digit = section + prod((digit or 1, _SCALES[one])), 0
        else:
            total, section, digit = total + (section + digit or 1) * _SCALES[one], 0, 0
    return total + section + digit


def _native(said: str) -> int:
    """Return the amount of a native number: 스물다섯."""
    tens = next((one for one in _TENS if said.startswith(one)), "")
    return _TENS.get(tens, 0) + _ONES.get(said.removeprefix(tens), 0)


_COUNTING_ONES = ("", "한", "두", "세", "네", "다섯", "여섯", "일곱", "여덟", "아홉")
_COUNTING_TENS = ("", "열", "스물", "서른", "마흔", "쉰", "예순", "일흔", "여든", "아흔")


def native(number: int) -> str | None:
    """Return a native number as it stands before a counter: "다섯" of "다섯 분"; None outside of 1 to 99."""
    if not 0 < number < 100:
        return None
    return "스무" if number == 20 else _COUNTING_TENS[number // 10] + _COUNTING_ONES[number % 10]
