"""Korean predicates: the words after a sentence's values, denied, or joined to a further predicate by -고.

Predicates may have particles in both forms, such as "이(가)"; these are kept. Independent of RDF.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from soulkeep.lang.particles import final_consonant

_COPULAS = {
    "(이)었습니다": (True, "니다"), "이었습니다": (True, "니다"), "였습니다": (True, "니다"),
    "(이)었어요": (True, "요"),
    "이었어요": (True, "요"), "였어요": (True, "요"), "(이)었어": (True, ""), "이었어": (True, ""), "였어": (True, ""),
    "(이)었다": (True, "다"), "이었다": (True, "다"), "였다": (True, "다"), "(이)에요": (False, "요"),
    "이에요": (False, "요"),
    "예요": (False, "요"), "입니다": (False, "니다"), "(이)야": (False, ""), "이야": (False, ""),
    "(이)다": (False, "다"),
    "이다": (False, "다"), "야": (False, ""),
}  # fmt: skip
"""The forms of "to be": whether past, and the style. The first that fits is the longest."""

_BE_NOT = {
    (False, ""): "아니야", (True, ""): "아니었어", (False, "요"): "아니에요", (True, "요"): "아니었어요",
    (False, "니다"): "아닙니다", (True, "니다"): "아니었습니다", (False, "다"): "아니다", (True, "다"): "아니었다",
}  # fmt: skip
_DO_NOT = {
    (False, ""): "지 않아", (True, ""): "지 않았어", (False, "요"): "지 않아요", (True, "요"): "지 않았어요",
    (False, "니다"): "지 않습니다", (True, "니다"): "지 않았습니다", (False, "다"): "지 않는다",
    (True, "다"): "지 않았다",
}  # fmt: skip
_THERE_IS = {
    (False, ""): "어", (True, ""): "었어", (False, "요"): "어요", (True, "요"): "었어요",
    (False, "니다"): "습니다", (True, "니다"): "었습니다", (False, "다"): "다", (True, "다"): "었다",
}  # fmt: skip
_NOT_KNOWN = {
    (False, ""): "몰라", (True, ""): "몰랐어", (False, "요"): "몰라요", (True, "요"): "몰랐어요",
    (False, "니다"): "모릅니다", (True, "니다"): "몰랐습니다", (False, "다"): "모른다", (True, "다"): "몰랐다",
}  # fmt: skip

_VOWELS = "ㅏㅐㅑㅒㅓㅔㅕㅖㅗㅘㅙㅚㅛㅜㅝㅞㅟㅠㅡㅢㅣ"
_NO_FINAL, _N, _R, _P, _SS = 0, 4, 8, 17, 20

_WHOLE = {  # words in -아/-어 from which the stem can't be derived
    "들어": "듣", "물어": "묻", "걸어": "걷", "깨달아": "깨닫", "지어": "짓", "이어": "잇", "나아": "낫", "부어": "붓",
    "도와": "돕", "고와": "곱", "모아": "모으", "담가": "담그", "잠가": "잠그", "들러": "들르", "치러": "치르",
    "따라": "따르",
    "이르러": "이르", "펴": "펴", "만나": "만나",
}  # fmt: skip
_EU_STEMS = frozenset("써커떠꺼퍼뻐파빠")
"""Contracted syllables of stems in ㅡ: 쓰다, 크다, 뜨다, 아프다, 바쁘다."""

_U_STEMS = frozenset("배싸키피태지비채세외깨재치띄새메돋미")
"""Syllables before 워 in stems that end in 우, such as 배우다; other stems end in ㅂ, such as 가깝다."""

_PASSIVES = (
    "보",
    "쓰",
    "놓",
    "모",
    "쌓",
    "섞",
    "꺾",
    "높",
    "줄",
    "붙",
    "속",
    "끓",
    "녹",
    "죽",
    "먹",
    "기울",
    "움직",
    "들",
)
"""Stems before 였 of verbs in -이다, such as 보이다."""

_NOUNS_IN_I = ("고양", "어린", "젊은", "놀", "길", "높", "깊", "넓", "굽", "먹")
"""Beginnings of nouns in -이, before 이야."""


_GOING_ON = re.compile(r"(?:고|[돼져려여해와워봐내나커써떠뎌켜혀쳐]|[아어]) 있$")
"""A verb with 있다 for a lasting action or state: 알려져 있다."""


class Predicate(NamedTuple):
    """The parts of a predicate.

    Attributes:
        stem: everything up to the end of the verb's stem, or a predicate noun.
        base: the form that -고 is appended to.
        past: whether it is in the past tense.
        style: the level of politeness: "" for 반말, else "요", "니다" or "다".
        is_noun: whether it is a noun with the copula.
    """

    stem: str
    base: str
    past: bool
    style: str
    is_noun: bool


def taken_apart(words: str) -> Predicate | None:
    """Return the parts of a predicate; None if it is not of a known form, or already denied.

    Args:
        words: the words after the values: "에서 태어났어", "(이)야", "의 음반이야".
    """
    if re.search(r"(?:^|\s)(?:안|못)\s|지 (?:않|못|말)|아니(?:야|었|에|다|고)|아닙", words):
        return None
    return _noun(words) or _verb(words)


def denied(words: str) -> str | None:
    """Return a predicate, denied: "에서 태어났어" → "에서 태어나지 않았어"; None if it can't be denied."""
    parts = taken_apart(words)
    if parts is None:
        return None
    stem, _, past, style, is_noun = parts
    if is_noun:
        return f"{stem}이(가) {_BE_NOT[past, style]}"
    if stem.endswith("있") and not _GOING_ON.search(stem):
        return f"{stem[:-1]}없{_THERE_IS[past, style]}"
    if stem.endswith("없"):
        return f"{stem[:-1]}있{_THERE_IS[past, style]}"
    if re.search(r"(?:^|\s)알$", stem):
        return stem[:-1] + _NOT_KNOWN[past, style]
    return stem + _DO_NOT[past, style]


def joined(words: str) -> str | None:
    """Return a predicate joined to a following one: "에서 태어났어" → "에서 태어났고"; None if it can't be joined."""
    if ends := re.search(r"아니(?:야|에요|다)$|아닙니다$", words):
        return words[: ends.start()] + "아니고"
    parts = _noun(words) or _verb(words)
    if parts is None:
        return None
    if parts.is_noun:
        return f"{parts.stem}{'(이)었' if parts.past else '이'}고"
    return f"{parts.base}고"


def _noun(words: str) -> Predicate | None:
    for form in sorted(_COPULAS, key=len, reverse=True):
        if not words.endswith(form):
            continue
        past, style = _COPULAS[form]
        noun = words.removesuffix(form)
        if form in ("이야", "이다", "이에요") and noun and (noun.endswith(_NOUNS_IN_I) or not _has_final(noun)):
            noun += "이"
        if form == "야" and noun and _has_final(noun):
            return None
        if form.startswith("였") and (re.search("하$", noun) or (noun and _before_passive(noun))):
            return None
        if form == "이다" and noun and _before_passive(noun):
            return None
        return Predicate(noun, noun, past, style, True)
    return None


def _before_passive(noun: str) -> bool:
    return re.search(rf"(?:^|\s)(?:{'|'.join(_PASSIVES)})$", noun) is not None


def _verb(words: str) -> Predicate | None:
    """Return the parts of a verb or an adjective, by the end of its last word."""
    style, form = "", words
    if words.endswith("습니다"):
        style, form = "니다", words[:-3]
    elif words.endswith("니다") and len(words) > 2 and _parts(words[-3])[2] == _P:
        stem = words[:-3] + _with_final(words[-3], _NO_FINAL)
        return Predicate(stem, stem, False, "니다", False)
    elif words.endswith("요"):
        style, form = "요", words[:-1]
    elif words.endswith("는다"):
        return Predicate(words[:-2], words[:-2], False, "다", False)
    elif words.endswith("다"):
        style, form = "다", words[:-1]
    if not form or not "가" <= form[-1] <= "힣":
        return None
    last = form[-1]
    final = _parts(last)[2]
    if style in ("니다", "다"):
        if final == _SS and last not in "있겠":
            return _past(form, style)
        if style == "다" and final == _N:  # an example: 연주한다
            form = form[:-1] + _with_final(last, _NO_FINAL)
        return None if last == "겠" else Predicate(form, form, False, style, False)
    if last == "어" and len(form) > 1 and _parts(form[-2])[2] == _SS and form[-2] not in "있겠":
        return _past(form[:-1], style)
    present = None if form.endswith("겠어") else _stem(form)
    return None if present is None else Predicate(present, present, False, style, False)


def _past(base: str, style: str) -> Predicate | None:
    stem = _stem(base[:-1] + _with_final(base[-1], _NO_FINAL))
    return None if stem is None else Predicate(stem, base, True, style, False)


def _stem(form: str) -> str | None:
    """Return the stem of a form in -아/-어, such as 태어나 of 태어나, 배우 of 배워, 부르 of 불러."""
    for ending, whole in _WHOLE.items():
        before = form.removesuffix(ending)
        if form.endswith(ending) and (not before or before[-1].isspace()):
            return before + whole
    last, before = form[-1], form[:-1]
    onset, vowel, final = _parts(last)
    if final != _NO_FINAL:
        return None
    letter = _VOWELS[vowel]
    previous = before[-1] if before and "가" <= before[-1] <= "힣" else ""
    if last in "아어":
        return before or None
    if last in ("여", "해"):
        if last == "여" and previous == "하":
            return before
        return before + ("하" if last == "해" else "이")
    if last in "러라" and previous and _parts(previous)[2] == _R:
        return before[:-1] + _with_final(previous, _NO_FINAL) + "르"
    if last in _EU_STEMS:
        return before + _syllable(onset, "ㅡ")
    if letter in "ㅏㅐㅓㅔ":
        return form
    if letter == "ㅕ":
        return before + _syllable(onset, "ㅣ")
    if letter == "ㅘ":
        return before + _syllable(onset, "ㅗ")
    if letter == "ㅙ":
        return before + _syllable(onset, "ㅚ")
    if letter == "ㅝ":
        if last == "워" and previous and previous not in _U_STEMS and _parts(previous)[2] == _NO_FINAL:
            return before[:-1] + _with_final(previous, _P)
        return before + _syllable(onset, "ㅜ")
    return None


def _has_final(text: str) -> bool:
    return final_consonant(text) != ""


def _parts(syllable: str) -> tuple[int, int, int]:
    """Return onset, vowel and final of a syllable as numbers; final 0 for any other character."""
    code = ord(syllable) - 0xAC00
    if not 0 <= code < 11172:
        return 0, 0, _NO_FINAL
    return code // 588, code % 588 // 28, code % 28


def _with_final(syllable: str, final: int) -> str:
    code = ord(syllable) - 0xAC00
    return chr(0xAC00 + code - code % 28 + final)


def _syllable(onset: int, vowel: str) -> str:
    return chr(0xAC00 + onset * 588 + _VOWELS.index(vowel) * 28)
