"""Removing from a text what identifies somebody or is a secret, recognised by form and check digits alone.

What has no distinct form (a name, an address, a phone number without country code) isn't guessed.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Collection, Mapping
from functools import cache, partial
from itertools import accumulate
from pathlib import Path
from typing import NamedTuple

_WIDE = "".join(letter for letter in map(chr, range(0xFF01, 0xFF5F)) if letter.isalnum()) + "＋－＠"
_NARROW = {ord(letter): ord(letter) - 0xFEE0 for letter in _WIDE}
"""Full-width letters and digits, as Chinese and Japanese keyboards write them, with their usual forms."""


class RedactedForm(NamedTuple):
    """A form of data to be removed.

    Attributes:
        name: the placeholder, without brackets.
        pattern: matches it; its group "what", if there is one, is what is removed.
        length: tells how many characters of a match belong to it; 0 if it isn't one.
    """

    name: str
    pattern: re.Pattern[str]
    length: Callable[[str], int]


def redact(text: str, names: Collection[str]) -> str:
    """Return a text in which data of these names (`Settings.redact`) is replaced by the name in brackets."""
    for form in _forms() if names else ():
        if form.name in names:
            text = _without(form, text)
    return text


def _without(form: RedactedForm, text: str) -> str:
    left, at = [], 0
    for match in form.pattern.finditer(text.translate(_NARROW)):
        start, end = match.span("what" if "what" in form.pattern.groupindex else 0)
        if length := form.length(match.string[start:end]):
            left += [text[at:start], f"[{form.name}]"]
            at = start + length
    return "".join([*left, text[at:]])


def _card(text: str) -> int:
    """Return the length of a card number if its check digit is right (ISO/IEC 7812-1), else 0."""
    digits = [int(letter) for letter in reversed(text) if letter.isdigit()]
    doubled = (sum(divmod(2 * digit, 10)) for digit in digits[1::2])
    return 0 if (sum(digits[::2]) + sum(doubled)) % 10 else len(text)


def _iban(lengths: Mapping[str, int], text: str) -> int:
    """Return the length of an IBAN, by its country, if its check digits are right (ISO 13616), else 0."""
    wanted = lengths.get(text[:2].upper(), 0)
    so_far = list(accumulate(int(letter.isalnum()) for letter in text))
    if not wanted or so_far[-1] < wanted:
        return 0
    end = so_far.index(wanted) + 1
    plain = "".join(letter for letter in text[:end] if letter.isalnum())
    turned = "".join(str(int(letter, 36)) for letter in plain[4:] + plain[:4])
    return end if int(turned) % 97 == 1 and not text[end : end + 1].isalnum() else 0


def _phone(text: str) -> int:
    """Return the length of a phone number if it has a valid number of digits (ITU-T E.164) and isn't round, else 0."""
    digits = "".join(letter for letter in text if letter.isdigit()).lstrip("0")
    fits = len(digits) == 11 if digits[0] in "17" else 9 <= len(digits) <= 15
    return len(text) if fits and not digits.endswith("0000") else 0


@cache
def _forms() -> list[RedactedForm]:
    """Return the forms in the order of search: those that may contain others first."""
    data = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
    lengths: dict[str, Callable[[str], int]] = {"card": _card, "iban": partial(_iban, data["lengths"]), "phone": _phone}
    return [
        RedactedForm(one["name"], re.compile(one["pattern"].strip(), re.ASCII), lengths.get(one["name"], len))
        for one in data["form"]
    ]
