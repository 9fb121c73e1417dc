"""Conversion of familiar Korean (반말) to polite Korean (해요체), for answers to polite questions."""

from __future__ import annotations

import re
from collections.abc import Sequence

_POLITE = re.compile(r"(?:[가-힣](?:요|죠|니다|니까|시오|ㅂ니까)|[가-힣]ㅛ)[\s.!?~…^ㅎㅋ]*$")
_SENTENCE = re.compile(r"[^.!?…]+(?:(?<=\d)\.(?=\d)[^.!?…]*)*[.!?…]*\s*")
_MARKS = ".!?…"
_WORDS = (
    (re.compile(r"(?<![가-힣])내가(?![가-힣])"), "제가"),
    (
        re.compile(r"(?:^|(?<=, )|(?<=^그건 )|(?<=^그런 건 ))나(?=(?:도|는|한테|에게)(?![가-힣]))"),
        "저",
    ),  # 소리 나는 골목
    (re.compile(r"^난(?![가-힣])"), "저는"),
    (re.compile(r"^내(?= [가-힣])"), "제"),
    (re.compile(r"^응(?=[,.\s]|$)"), "네"),
    (re.compile(r"^네, 그럼$"), "네, 그럼요"),
    (re.compile(r"^아니(?=,)"), "아니요"),
    (re.compile(r"^글쎄(?=,)"), "글쎄요"),
    (re.compile(r"^미안(?=,)"), "미안해요"),
)
_WHOLE = {
    "응": "네",
    "네": "네",
    "아니": "아니요",
    "미안": "미안해요",
    "글쎄": "글쎄요",
    "그렇지": "그렇지요",
    "그럼": "그럼요",
}
_NOUNS_IN_I = (
    "고양",
    "어린",
    "젊은",
    "호랑",
    "원숭",
    "놀",
    "높",
    "깊",
    "넓",
    "떡볶",
    "목걸",
    "귀걸",
    "곰팡",
    "외눈",
    "반딧불",
    "손잡",
    "절름발",
    "멍멍",
    "달맞",
    "해돋",
)
"""Beginnings of nouns in -이, such as 호랑이."""
_REQUEST = re.compile(
    r"(?:알려|말해|말씀해|가르쳐|얘기해|이야기해|소개해|보여|찾아)\s?(?:주|줄)\S*"
    r"|안녕하\S+|(?:혹시 )?아(?:세요|시나요|십니까|시죠|세여)"
)
_HONOURS = re.compile(
    r"(?:세요|셔요?|셨\w*|십니까|신가요|신가|시나요|시나|시죠|시지|신지\w*|실까요?)\W*(?:$|\s)"
    r"|계[세셔신시]|[가-힣]신 분|(?<![가-힣\d])분(?:[은이들]|께|\W*$)|께서|연세|성함"
)
_TITLE = re.compile(r"(?P<title>[가-힣]{1,5}님)들?[은는이가]?\s*(?:어떤|누구|누가|어느|다 )")
_TITLED = re.compile(r"(?:[님씨왕]|할머니|할아버지|아저씨|아주머니|이모|삼촌|선생|마마|대감|장군)$")
_PERSON = r"([님씨]|(?<!\d)(?<!\d )분|\d살)"
_RAISED = (
    (re.compile(rf"{_PERSON}이에요"), r"\1이세요"),
    (re.compile(rf"{_PERSON}이야"), r"\1이셔"),
    (re.compile(r"(?<= 씨)예요"), "세요"),
    (re.compile(r"(?<= 씨)야(?![가-힣])"), "셔"),
    (re.compile(rf"{_PERSON}인 것"), r"\1이신 것"),
    (re.compile(rf"{_PERSON}일 거"), r"\1이실 거"),
)
"""Ends of sentences about people, but not of minutes, and those in which they are honoured."""
_OPEN = "".join(map(chr, range(ord("가"), ord("힣") + 1, 28)))
"""Syllables that end in a vowel."""
_PAST = "".join(map(chr, range(ord("갔"), ord("힣") + 1, 28)))
"""Syllables that end in ㅆ, as of what was and of 있다."""
_WRITTEN = (
    (re.compile(rf"(?<=[가-힣][{_OPEN}])(?<![아나사차오])이다(?=[.!…]|$)"), "야"),
    (re.compile(r"(?<=[가-힣])(?<!움직)이다(?=[.!…]|$)"), "이야"),
    (re.compile(r"(?<=없)다(?=[.!…]|$)"), "어"),
    (re.compile(r"(?<=[가-힣])한다(?=[.!…]|$)"), "해"),
    (re.compile(r"(?<=[가-힣])된다(?=[.!…]|$)"), "돼"),
    (re.compile(rf"(?<=[{_PAST}])다(?=[.!…]|$)"), "어"),
)
"""Ends of sentences as they are written, and as they are said among friends."""
_EACH = 2
"""Most people of whom each is told with a title."""


def is_polite(text: str) -> bool:
    """Return whether a text is in a polite style: "어디예요?", "누구입니까?"."""
    return _POLITE.search(text.strip()) is not None


def honours(asked: str) -> bool:
    """Return whether a question honours whom it asks about: "누구세요?", "몇 분 계세요?", but not "알려 주세요"."""
    return _TITLE.search(asked) is not None or _HONOURS.search(_REQUEST.sub("", asked)) is not None


def titled(names: Sequence[str], asked: str) -> list[str]:
    """Return people's names with the title that a question calls them by, or 님; of more than two, the last alone."""
    called = _TITLE.search(asked)
    title = f" {called['title']}" if called is not None else " 님"
    first = 0 if len(names) <= _EACH else len(names) - 1
    return [*names[:first], *(one if _TITLED.search(one) else one + title for one in names[first:])]


def as_called(name: str, asked: str) -> str:
    """Return somebody's name with the title that a question puts after it: "차도윤 씨"."""
    match = re.search(rf"{re.escape(name)} ?(씨|님|선생님|스님|사범님|코치님|감독님|작가님)", asked)
    return name if match is None else f"{name} {match[1]}"


def raised(text: str) -> str:
    """Return an answer in which people are honoured: "한서우 님이세요." for "한서우 님이에요."."""
    for plain, honoured in _RAISED:
        text = plain.sub(honoured, text)
    return text


def ends_in_i(noun: str) -> bool:
    """Return whether what stands before 이 is no noun without it: 고양 of 고양이, 나 of 나이."""
    if noun == "길" or noun.endswith(_NOUNS_IN_I):  # 노을길 is a way, and no length
        return True
    return noun[-1:] in _OPEN and noun != ""  # 나이, 오이, 사이: "is" has no 이 after a vowel


def spoken_to_friends(text: str) -> str:
    """Return sentences of data as they are said: "…이름이야." for "…이름이다."; quotations are kept."""
    if "“" in text:
        return text
    for written, said in _WRITTEN:
        text = written.sub(said, text)
    return text


def polite(text: str) -> str:
    """Return sentences in 반말 in the polite style; quotations and other endings are kept."""
    if "“" in text:
        return text
    return "".join(_polite(sentence) for sentence in _SENTENCE.findall(text)) or text


def _polite(sentence: str) -> str:
    said = sentence.rstrip().rstrip(_MARKS)
    end = sentence[len(said) :]
    if not said.strip():
        return sentence
    for words, instead in _WORDS:
        said = words.sub(instead, said)
    return _ended(said) + end


def _ended(said: str) -> str:
    if said in _WHOLE:
        return _WHOLE[said]
    last = said[-1]
    if not "가" <= last <= "힣" or said.endswith(("요", "다", "니까")):  # "한다" is written so in the data
        return said
    if said.endswith("아니야"):
        return f"{said[:-1]}에요"
    if said.endswith(("거야", "건데", "거지")):
        return f"{said[:-2]}거예요" if said.endswith("거야") else f"{said}요"
    if said.endswith("이야"):
        noun = said.removesuffix("이야")
        return f"{noun}이예요" if ends_in_i(noun) else f"{noun}이에요"
    if last == "야":
        return f"{said[:-1]}예요"
    return f"{said}요" if (ord(last) - 0xAC00) % 28 == 0 else said
