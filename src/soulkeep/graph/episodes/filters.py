"""Filters for templates: particles and plurals, lists, numbers in words, quotation marks."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any

from soulkeep.graph.words import grammar_any
from soulkeep.graph.words.doubt_ko import guessed, seeming
from soulkeep.graph.words.grammar_en import indefinite, plural
from soulkeep.graph.words.numbers_ko import native
from soulkeep.lang.pack import subject
from soulkeep.lang.particles import attached
from soulkeep.lang.quoting import marks
from soulkeep.lang.sentences import sentences


class SaysNone(Exception):
    """Error: a template outputs a value that is None."""


def said(value: Any) -> Any:
    """Return a value; raise SaysNone if it is None."""
    if value is None:
        raise SaysNone
    return value


def filters(code: str) -> dict[str, Callable[..., str]]:
    """Return the filters of a language; none of them accepts None."""
    by_name: dict[str, Callable[..., str]] = {
        "josa": lambda word, pair: attached(str(word), pair),
        "at": lambda moment: _at(moment, code),
        "plural": lambda word: plural(str(word)),
        "a": lambda word: indefinite(str(word)),
        "possessive": _possessive,
        "cap": _capitalised,
        "quoted": lambda text: _quoted(text, code),
        "ended": lambda text: grammar_any.sentence(str(text), code),
        "unended": _unended,
        "single": _single,
        "guessed": lambda text: guessed(str(text)) or _none(),
        "seeming": lambda text: seeming(str(text)) or _none(),
        "listed": lambda items: listed(items, code),
        "times": lambda number: in_times(number, code),
        "nth": lambda number: _nth(number, code),
        "number": lambda number: in_words(number, code),
        "counted_by": _counted_by,
        "count": lambda number, word, people=False: _counted(number, word, code, people),
    }
    return {name: _of_something(filter) for name, filter in by_name.items()}


def _of_something(filter: Callable[..., str]) -> Callable[..., str]:
    """Return a filter that raises SaysNone if any argument is None."""

    def checked(*arguments: Any) -> str:
        return filter(*[said(argument) for argument in arguments])

    return checked


def _capitalised(text: str) -> str:
    """Return a text with an initial capital; names such as "iPhone" are kept."""
    text = str(text)
    return text if re.match(r"[a-z]+[A-Z]", text) else text[:1].upper() + text[1:]


_OPENING = ("“", "„", "«", "「", "『", '"', "‘")


def _quoted(text: str, code: str) -> str:
    text = str(text).strip()
    opening, closing = marks(code)
    return text if text.startswith(_OPENING) else f"{opening}{text}{closing}"


_ABBREVIATED = re.compile(r"(?:\.[^\W\d_]|\b(?:Mr|Mrs|Ms|Dr|St|Jr|Sr|No|usw|bzw|etc))\.$")


def _unended(text: str) -> str:
    """Return a text without its full stop, for continuation; the stop of an abbreviation is kept."""
    text = str(text).rstrip()
    return text if _ABBREVIATED.search(text) or not text.endswith(".") or text.endswith("..") else text[:-1]


def _single(text: str) -> str:
    """Return a text of one sentence; "" for a longer one."""
    text = str(text)
    return text if len(sentences(text)) == 1 else ""


def _none() -> str:
    raise SaysNone


def listed(items: Iterable[str], code: str) -> str:
    texts = [str(said(item)) for item in ([items] if isinstance(items, str) else items)]
    words = subject("joining", code)
    last: str = words.get("and_told", words.get("and", ", "))
    if code == "es" and texts and re.match(r"h?[ií](?![aeoáéó])", texts[-1], re.IGNORECASE):
        last = " e "
    return grammar_any.joined(texts, last, code)


def in_words(number: int, code: str) -> str:
    """Return a small number in words; others, and in languages without such words, in digits."""
    words: list[str] = subject("joining", code).get("numbers", [])
    return words[number - 1] if 0 < number <= len(words) else str(number)


def in_times(number: int, code: str) -> str:
    """Return how often: "twice", "12 times"."""
    said = subject("joining", code)
    counted: list[str] = said.get("times", [])
    more: str = said.get("times_more", "{}×")
    return counted[number] if 0 <= number < len(counted) else more.format(number)


_ORDINALS = ("zeroth", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")


def _nth(number: int, code: str) -> str:
    if code == "ko":
        return "첫 번째" if number == 1 else f"{in_times(number, code)}째"
    if code != "en":
        return str(number)
    if 0 <= number < len(_ORDINALS):
        return _ORDINALS[number]
    ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


_COUNTERS = (
    (r"(?:사람|멤버|[단회]원|가수|래퍼|배우|감독|[작곡악화]가|리스트|연주자|자녀|아들|딸|형제|자매|아이|친구)$", "명"),
    (r"(?:노래|곡)$", "곡"),
    (r"(?:책|소설)$", "권"),
    (
        r"(?:마리|동물|고양이|강아지|코끼리|호랑이|사자|곰|늑대|여우|원숭이|고릴라|기린|얼룩말|돼지|염소|오리|펭귄|독수리|부엉이|앵무새?|"
        r"물고기|고래|상어|거북이?|도마뱀|악어|개구리|토끼|다람쥐|판다|캥거루|코알라|낙타|하마|코뿔소|치타|표범|수달|물개|사슴|순록|"
        r"괴물|몬스터|드래곤)$",
        "마리",
    ),
    (r"(?:선박|범선|비행선|우주선|함선|잠수함)$", "척"),
    (r"(?:자동차|버스|트럭|택시|전차|열차|자전거|비행기)$", "대"),
    (r"(?:도시|마을|식당|가게|도서관|박물관|미술관|극장|공원|장소)$", "곳"),
)  # fmt: skip


def _counted_by(number: int, counter: str) -> str:
    """Return a Korean number with its counter: "3마리", but "세 분", since "3분" is a time."""
    words = native(number) if counter == "분" else None
    return f"{number}{counter}" if words is None else f"{words} {counter}"


def _counted(number: int, word: str, code: str, people: bool = False) -> str:
    word = str(word)
    if code == "ko":
        counter = next((counter for nouns, counter in _COUNTERS if re.search(nouns, word)), "명" if people else "개")
        return f"{word} {number}{counter}"
    if code == "en":
        return f"{in_words(number, code) if number else 'no'} {word if number == 1 else plural(word)}"
    return f"{number} {word}"


def _possessive(word: str) -> str:
    word = str(word)
    return f"{word}'" if word.endswith(("s", "S")) else f"{word}'s"


_BARE_MOMENTS = re.compile(r"(?:오늘|어제|그제|그저께|내일|모레|방금|아까|지금|올해|요즘|에|로)$")


def _at(moment: str, code: str) -> str:
    """Return a moment as an adverbial: Korean "3주 전에", Japanese 「3日前に」; in other languages unchanged."""
    moment = str(moment)
    if code == "ko" and not _BARE_MOMENTS.search(moment):
        return f"{moment}에"
    return f"{moment}に" if code == "ja" and moment.endswith("前") else moment
