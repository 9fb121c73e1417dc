"""Korean particles, by the final consonant of what they follow: 은/는, 이/가, 을/를, 와/과, (으)로, (이)야.

What isn't written in Hangul is taken as read in Korean: Latin words by the usual transcription of English, numbers in
Sino-Korean, abbreviations letter by letter, units and currencies by their names. A final bracket isn't read.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from soulkeep.lang.forms import normalized
from soulkeep.lang.pack import subject

_FINALS = "ㄱㄲㄳㄴㄵㄶㄷㄹㄺㄻㄼㄽㄾㄿㅀㅁㅂㅄㅅㅆㅇㅈㅊㅋㅌㅍㅎ"
_DIGITS = dict(zip("0123456789", ("ㅇ", "ㄹ", "", "ㅁ", "", "", "ㄱ", "ㄹ", "ㄹ", ""), strict=True))
_POWERS = ("", "ㅂ", "ㄱ", "ㄴ", "ㄴ", "ㄴ", "ㄴ", "ㄴ", "ㄱ", "ㄱ", "ㄱ", "ㄱ", "", "", "", "")
"""Final consonants of 십, 백, 천, 만, 억 and 조, by the number of zeros."""

_BRACKETS = re.compile(r"(?<=[^\s(\[{（［【])\s*(?:\([^()]*\)|\[[^\[\]]*\]|（[^（）]*）|［[^［］]*］|【[^【】]*】)\s*$")
_MARK = r"(?:[^\w%℃°+&#€$£¥₩()\[\]（）［］【】]|_)"
_UNREAD = re.compile(rf"(?<!{_MARK}){_MARK}++$")
_LATIN = re.compile(r"(?<![A-Za-z])[A-Za-z]++$")
_NUMBER = re.compile(r"(?P<sign>[€$£¥₩]?)\s?(?P<digits>[0-9][0-9,]{0,40}(?:\.[0-9]{1,40})?)$")
_UNIT = re.compile(r"[0-9]\s?(?P<unit>[A-Za-z]+)$")

_PAIRS = (
    ("은", "는"), ("이", "가"), ("을", "를"), ("과", "와"), ("아", "야"), ("으로", "로"),
    ("이에요", "예요"), ("이라고", "라고"), ("이랑", "랑"), ("이야", "야"),
)  # fmt: skip
_WHOLE = {
    form: (closed, open_)
    for closed, open_ in _PAIRS
    for form in (f"{closed}({open_})", f"{open_}({closed})", f"{closed}/{open_}", f"{open_}/{closed}")
}
_STARTS = {"(이)었": ("이었", "였"), "(이)에요": ("이에요", "예요"), "(이)": ("이", ""), "(으)": ("으", "")}
_FORMS = _WHOLE | _STARTS
_FORM = re.compile(rf"(?:{'|'.join(map(re.escape, _WHOLE))})(?![가-힣])|{'|'.join(map(re.escape, _STARTS))}")
"""Particles with both forms. "작곡가(이)야" holds (이), not 가(이): nothing but a particle's end follows those of two forms."""


def final_consonant(text: str) -> str:
    """Return the final consonant of a text as read in Korean, as a letter such as "ㄴ"; empty after a vowel."""
    text = _last_part(normalized("NFC", text))
    if not text:
        return ""
    last = text[-1]
    if "가" <= last <= "힣":
        return _final(last)
    if (sign := _named("signs", last)) is not None:
        return sign
    if number := _NUMBER.search(text):
        return _named("signs", number["sign"]) or "" if number["sign"] else _number(number["digits"])
    if "ㄱ" <= last <= "ㅎ":
        return last
    if last in "んン":
        return "ㄴ"
    plain = "".join(part for part in normalized("NFD", text) if not unicodedata.combining(part))
    word = _LATIN.search(plain)
    if word is None or (plain[-1] == "e" and last != "e"):  # é is a syllable of its own
        return ""
    unit = _UNIT.search(plain)
    named = _named("units", unit["unit"]) if unit else None
    return _word(word[0]) if named is None else named


def particle(text: str, form: str) -> str:
    """Return the form of a particle that follows a text.

    Args:
        text: the text before the particle.
        form: both forms, such as "은(는)", "이/가", "이에요/예요", "(으)로" or "(이)야"; anything else is returned as it is.
    """
    return attached(text, form)[len(text) :]


def attached(text: str, words: str) -> str:
    """Return a text with words after it, in which every "은(는)", "(으)로" … is chosen by what then precedes it.

    The text itself stays as it is, whatever it contains.
    """
    end = 0
    for match in _FORM.finditer(words):
        text += words[end : match.start()]
        end = match.end()
        closed, open_ = _FORMS[match[0]]
        final = final_consonant(text)
        if match[0] == "(으)" or closed == "으로":
            final = final.replace("ㄹ", "")
        text += closed if final else open_
    return text + words[end:]


@lru_cache(maxsize=1)
def _endings() -> tuple[tuple[str, re.Pattern[str]], ...]:
    """Return the final consonants of Latin words, each with a pattern of how they end."""
    return tuple((final, re.compile(ending)) for final, ending in subject("finals", "ko")["endings"])


def _named(kind: str, name: str) -> str | None:
    """Return the final consonant of what is read by its name; None if it has none that is known."""
    finals: dict[str, str] = subject("finals", "ko")[kind]
    return finals.get(name)


def _last_part(text: str) -> str:
    """Return the part of a text that is read last: without closing marks and bracketed text."""
    while True:
        marked = _UNREAD.sub("", text)
        shorter = _BRACKETS.sub("", marked)
        if shorter == marked and marked[-1:] in tuple("()[]（）［］【】"):
            shorter = marked[:-1]  # a bracket that nothing opens, or with nothing before it
        if shorter == text:
            return text
        text = shorter


def _final(syllable: str) -> str:
    index = (ord(syllable) - 0xAC00) % 28
    return _FINALS[index - 1] if index else ""


def _number(digits: str) -> str:
    whole, _, fraction = digits.replace(",", "").partition(".")
    if fraction:
        return _DIGITS[fraction[-1]]
    zeros = len(whole) - len(whole.rstrip("0"))
    if not zeros or zeros == len(whole):
        return _DIGITS[whole[-1]]
    return _POWERS[zeros] if zeros < len(_POWERS) else "ㅇ"


def _word(word: str) -> str:
    """Return the final consonant of a word in Latin letters."""
    if word.isupper() and (len(word) <= 3 or not re.search("[AEIOUY]", word)):
        return _named("letters", word[-1]) or ""
    word = word.casefold()
    if (named := _named("words", word)) is not None:
        return named
    return next((final for final, ending in _endings() if ending.search(word)), "")
