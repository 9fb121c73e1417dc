"""Entailment in scripts written without blanks: claim and source are laid beside each other character by character.

Pronouns, particles, polite endings and measure words are left out first, numerals become digits. What differs at one
place alone, amid what is the same, contradicts.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import SequenceMatcher
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from soulkeep.claims import CONTRADICTED, NOT_FOUND, SUPPORTED
from soulkeep.text.claims import clauses
from soulkeep.text.claims_numbers import sino_number
from soulkeep.text.claims_words import CHARACTERS
from soulkeep.text.forms import normalized
from soulkeep.text.negation import denies

if TYPE_CHECKING:
    from soulkeep.dialogue.entailment import Voice

_FIRST = {"ja": re.compile("私|僕|俺|わたし|ぼく|あたし"), "zh": re.compile("我(?!们)|咱(?!们)")}
_SECOND = {"ja": re.compile("あなた|君|きみ|お前"), "zh": re.compile("[你您](?!们)")}
_NUMERAL = re.compile(
    "[〇零一二三四五六七八九十百千万萬两兩]+(?=[歳岁才年月日号號人匹只隻個个時时点點天週周冊本回度階楼層层枚杯番件円元块塊])"
)
_MYRIADS = re.compile("([0-9]+)[万萬]")
_LEFT_OUT = {
    "ja": re.compile(
        "わたし|あなた|きみ|ぼく|私|僕|俺|君(?!が代)|さん|ちゃん|くん|様|お(?=[姉母父兄祖名仕])|つもり|予定|と言って|という|ている|ていて|ていた|てい|ました|ます|"
        "ません|なかった|ない|です|でした|だった|だ(?=$|[。、])|でしょ|から|まで|より|[はがをにへでともの](?![ぁ-ゖ]{2})|[よねたてし]$|[\\s。、「」！!？?・…]"
    ),
    "zh": re.compile(
        "我们|你们|他们|从来|一直|经常|一[只个位条家本]|[我你您他她它咱的了是在有很就也都和跟着过吗呢吧啊只不没]|[\\s。，「」“”！!？?、；：…]"
    ),
}
_ELSE = re.compile(r"\W+")
_DIGITS = re.compile(r"\d+")
_WORD = re.compile(r"(?:[㐀-鿿]{2,}|[ァ-ヺー]{2,}|\d+)")

_SAID = 0.75
"""Share of a claim's characters that must be there, in order, to support it…"""

_BUT_FOR_ONE = 0.5
"""…or, beside what differs, to contradict it; more where the end of the claim, which tells most, differs."""
_BUT_FOR_THE_END = 0.6

_LONGEST = 6
"""Characters of what differs."""


class _Read(NamedTuple):
    text: str
    denies: bool
    speaks: str
    """Whom it is about, if it says "I" or "you"."""


def unspaced_verdict(claim: str, source: Sequence[str], language: str, asked: Voice, told: Voice) -> str:
    """What a source says of a claim.

    Args:
        claim: one clause.
        source: sentences.
        language: of both.
        asked, told: who is meant by "I" and "you" in the claim, and in the source.
    """
    read = _read(claim, language, asked)
    if not read.text:
        return NOT_FOUND
    found = NOT_FOUND
    letters = set(read.text)
    for sentence in source:
        for place, part in enumerate(clauses(sentence, language)):
            other = _read(part.text, language, told)
            if len(letters & set(other.text)) < 0.4 * len(letters):
                continue
            if place and other.speaks == "":
                other = other._replace(speaks=_read(sentence, language, told).speaks)
            seen = _compared(read, other, language)
            if seen == SUPPORTED:
                return seen
            if seen == CONTRADICTED:
                found = seen
    return found


@lru_cache(maxsize=8192)
def _read(text: str, language: str, voice: Voice) -> _Read:
    plain = normalized("NFKC", text)
    plain = _NUMERAL.sub(lambda match: str(sino_number(match[0])), plain)
    plain = _MYRIADS.sub(lambda match: f"{match[1]}0000", plain)
    who = ""
    if (first := _FIRST.get(language)) and first.search(plain):
        who = voice.speaker
    elif (second := _SECOND.get(language)) and second.search(plain):
        who = voice.hearer
    return _Read(_LEFT_OUT.get(language, _ELSE).sub("", plain), denies(plain, language), who)


def _compared(claim: _Read, source: _Read, language: str) -> str:
    if claim.speaks and source.speaks and claim.speaks != source.speaks:
        return NOT_FOUND
    same = 0
    replaced: list[tuple[str, str, bool]] = []
    added = 0
    one, other = _pieces(claim.text), _pieces(source.text)
    matcher = SequenceMatcher(None, one, other, autojunk=False)
    for kind, a, b, c, d in matcher.get_opcodes():
        length = sum(map(len, one[a:b]))
        if kind == "equal":
            same += length
        elif kind == "replace":
            replaced.append(("".join(one[a:b]), "".join(other[c:d]), b == len(one)))
        elif kind == "delete":
            added += length
    share = same / len(claim.text)
    if added <= 1 and claim.denies == source.denies and any(_excludes(*pair[:2], language) for pair in replaced):
        return CONTRADICTED if share >= _BUT_FOR_ONE else NOT_FOUND
    numbers = set(_DIGITS.findall(claim.text)) <= set(_DIGITS.findall(source.text))
    if share >= _SAID and numbers:
        return SUPPORTED if claim.denies == source.denies else CONTRADICTED
    if len(replaced) != 1 or added > 1:
        return NOT_FOUND
    mine, theirs, last = replaced[0]
    if claim.denies != source.denies or len(mine) > _LONGEST or len(theirs) > _LONGEST:
        return NOT_FOUND
    both_numbers = bool(_DIGITS.search(mine)) and bool(_DIGITS.search(theirs))
    return CONTRADICTED if both_numbers or share >= (_BUT_FOR_THE_END if last else _BUT_FOR_ONE) else NOT_FOUND


def _excludes(mine: str, theirs: str, language: str) -> bool:
    """Whether two pieces in one place name different things: words of at least two characters, or of one kind."""
    if _WORD.fullmatch(mine) and _WORD.fullmatch(theirs):
        return max(len(mine), len(theirs)) <= _LONGEST
    return any(mine in kind and theirs in kind for kind in CHARACTERS.get(language, "").split())


def _pieces(text: str) -> list[str]:
    """Characters, numbers as wholes."""
    return re.findall(r"\d+|.", text, re.DOTALL)
