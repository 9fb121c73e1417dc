"""Search for names and wordings in a text: longest match, case-insensitive, with possessives and Korean particles."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from soulkeep.lang.forms import normalized
from soulkeep.lang.function_words import function_terms
from soulkeep.lang.terms import PARTICLES, terms

_UNSPACED = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
_HANGUL = "\uac00-\ud7a3"
_TOKEN = re.compile(
    rf"(?P<unspaced>[{_UNSPACED}])|(?P<hangul>[{_HANGUL}]+)|(?P<word>(?:(?![{_UNSPACED}{_HANGUL}])\w)+"
    rf"(?:['’.&-](?:(?![{_UNSPACED}{_HANGUL}])\w)+)*)"
)
_PLAIN = re.compile("[A-Za-z0-9]+(?: [A-Za-z0-9]+)*")
_SYLLABLES = re.compile(f"[{_HANGUL}]+(?: [{_HANGUL}]+)*")
POSSESSIVE = re.compile(r"['’]s?$")
_MORE_PARTICLES = (
    "들의 들도 랑은 이랑은 하고는 말고 말이야 요 이요 씨 님 씨는 님은 씨가 님이 "
    "이가 이는 이를 이도 이의 이네 이한테 이에게 네 은요 는요 도요 이는요 엔 에선 에겐 한텐 께선 께서는 "
    "인 이면서 이던 였던 이었던 이지만 이라던 라던 께서도 이랑도 랑도 과는 와는"
)
AFTER_NAMES = frozenset(f"{PARTICLES} {_MORE_PARTICLES}".split())
"""What may be written behind a Korean name as one word with it."""

_ENDING_WORDS = "었 았 는 은 고 지 니 나 던 어 아 여 기"
_ENDINGS = tuple(normalized("NFD", _ENDING_WORDS).split())
_LETTERS_AFTER = ("ᆫ", "ᆯ", "ᆻ")
_LONGEST = 12
"""Most words of a name."""

TITLES = frozenset(("frau", "herr", "herrn", "mr", "mrs", "ms", "miss", "dr", "prof", "sir", "lady", "onkel", "tante"))
"""What may stand before a last name."""

_YEAR = re.compile(r"((?:1[0-9]|20)\d\d)(?:er)?")
_IN_NAME = re.compile(r"(?<!\d)([12]\d{3})(?!\d)")
_AFTER_YEAR = frozenset(["년", "년도", "의", "s"])
_BEFORE_YEAR = frozenset(["in", "of", "from", "for", "im", "jahr", "des", "vom", "von", "aus", "the", "year"])
"""A year by which things of one name are told apart, and what may stand between it and the name."""

_BLANKS, _SHORT = 3, 5
"""Most words that one Korean name may be written in, and fewest syllables of one that is written in several."""


class Token(NamedTuple):
    """A word of a text: its place, its script, and its letters without case and accents."""

    start: int
    end: int
    script: str
    form: str


class Mention(NamedTuple):
    """A name in a text: its place, its possible terms, and whether it is capitalised (otherwise it may be a word)."""

    start: int
    end: int
    terms: tuple[str, ...]
    cased: bool
    first: bool
    """Whether it begins a sentence, where every word is capitalised."""


class WordingSpan(NamedTuple):
    """Words of a text that may denote classes or properties."""

    start: int
    end: int
    terms: tuple[str, ...]


def is_word(form: str) -> bool:
    """Return whether a word is written in an alphabet."""
    if form[:1].isascii() and form[:1].isalnum():
        return True
    return (match := _TOKEN.match(form)) is not None and match.lastgroup == "word"


def tokens(text: str) -> list[Token]:
    """Return the words of a text; in scripts without blanks, its characters."""
    return [
        Token(match.start(), match.end(), str(match.lastgroup), _plain(match[0])) for match in _TOKEN.finditer(text)
    ]


def spelt(name: str) -> tuple[str, ...]:
    """Return the words of a name, without case and accents; optimised for simple names, of which dumps have many."""
    if _PLAIN.fullmatch(name):
        return tuple(name.lower().split(" "))
    if _SYLLABLES.fullmatch(name):
        return tuple(name.split(" "))
    return tuple(token.form for token in tokens(name))


class Gazetteer:
    """An index of resources by name."""

    def __init__(self) -> None:
        self._terms: dict[str, str | tuple[str, ...]] = {}  # a single term for the many names with one meaning
        self._last: dict[str, tuple[str, ...]] = {}
        self._longest: dict[str, int] = {}
        self._lower: set[str] = set()
        self._dated: dict[str, dict[str, str]] = {}

    def __len__(self) -> int:
        return len(self._terms)

    def add(self, name: str, term: str) -> tuple[str, ...]:
        """Add a name of a resource; return its words."""
        words = spelt(name)
        if not words or len(words) > _LONGEST:
            return words
        lower = name == name.lower()
        self._add(words, term, lower=lower)
        if len(words) > 1:
            for edition, others in _editions(words):  # one of several of that name, or of what it ends in
                for begin in (0, *range(1, len(others) - 1)):
                    of_edition = self._dated.setdefault(" ".join(others[begin:]), {})
                    of_edition[edition] = term if of_edition.get(edition, term) == term else ""
        if len(words) > 1:
            if words[0] == "the":
                self._add(words[1:], term, lower=lower)
            if _is_hangul(name):
                self._add(("".join(words),), term, lower=lower)
        return words

    def _add(self, words: tuple[str, ...], term: str, *, lower: bool) -> None:
        key = " ".join(words)
        terms = self._terms.get(key)
        if terms is None:
            self._terms[key] = term
        elif terms != term and (isinstance(terms, str) or term not in terms):
            self._terms[key] = (*((terms,) if isinstance(terms, str) else terms), term)
        if self._longest.get(words[0], 0) < len(words):
            self._longest[words[0]] = len(words)
        if lower:
            self._lower.add(key)

    def add_last(self, name: str, term: str) -> None:
        """Add a last name of a person, which is found where no other name precedes it, or a Korean given name."""
        names = self._last.get(name, ())
        self._last[name] = names if term in names else (*names, term)

    def means(self, name: str) -> tuple[str, ...]:
        """Return the resources of a name."""
        return self._meant(" ".join(spelt(name)))

    def editions(self, name: str) -> dict[str, str]:
        """Return the things that have a name but for their year or number, by that: the cups of 2019 and 2022."""
        for _, others in _editions(spelt(name)):
            if dated := self._dated.get(" ".join(others)):
                return {edition: term for edition, term in dated.items() if term}
        return {}

    def _meant(self, key: str) -> tuple[str, ...]:
        terms = self._terms.get(key, ())
        return (terms,) if isinstance(terms, str) else terms

    def find(self, text: str) -> list[Mention]:
        """Return the names in a text, from left to right, without overlaps."""
        words = tokens(text)
        mentions: list[Mention] = []
        at = 0
        while at < len(words):
            mention, length = self._at(text, words, at)
            if mention is not None:
                mentions.append(mention)
            at += max(length, 1)
        return mentions

    def _at(self, text: str, words: Sequence[Token], at: int) -> tuple[Mention | None, int]:
        if self._dated and (dated := self._with_year(text, words, at)) is not None:
            return dated
        longest = max((self._longest.get(form, 0) for form in _forms(words[at])), default=0)
        joined = _joined_run(text, words, at)
        for length in range(min(max(longest, joined), len(words) - at), 0, -1):
            run = words[at : at + length]
            head = [token.form for token in run[:-1]]
            for form in _forms(run[-1], within=length > 1):
                terms = self._meant(" ".join([*head, form])) if length <= longest else ()
                if not terms and 1 < length <= joined and len(name := "".join([*head, form])) >= _SHORT:
                    terms = self._meant(name)
                if terms:
                    return self._mention(text, run, form, terms), length
        return self._last_name(text, words, at), 1

    def _with_year(self, text: str, words: Sequence[Token], at: int) -> tuple[Mention, int] | None:
        """Return the mention of one of several things of a name, by its year: "the Golden Peel in 2015"."""
        year, begin = _edition_at(words, at)
        while year and begin < len(words) and words[begin].form in _AFTER_YEAR:
            begin += 1
        for length in range(min(_LONGEST, len(words) - begin), 0, -1):
            run = words[begin : begin + length]
            for form in _forms(run[-1], within=length > 1):
                dated = self._dated.get(" ".join([*(one.form for one in run[:-1]), form]))
                if dated is None:
                    continue
                last = begin + length
                while year is None and last < len(words) and words[last].form in _BEFORE_YEAR:
                    last += 1
                after, end_at = _edition_at(words, last) if year is None and last < len(words) else (None, last)
                if (said := year or after) is None or not dated.get(said):
                    continue
                count = (begin + length if after is None else end_at) - at
                end = words[at + count - 1].end if after is not None else run[-1].start + len(form)
                return Mention(words[at].start, end, (dated[said],), True, begins(text, words[at].start)), count
        return None

    def _mention(self, text: str, run: Sequence[Token], form: str, terms: tuple[str, ...]) -> Mention:
        start, last = run[0].start, run[-1]
        end = last.start + (len(form) if last.script == "hangul" else last.end - last.start)
        key = " ".join([*(token.form for token in run[:-1]), form])
        letters = text[start:end]
        cased = key in self._lower or letters != letters.lower() or letters.lower() == letters.upper()
        return Mention(start, end, terms, cased, begins(text, start))

    def _last_name(self, text: str, words: Sequence[Token], at: int) -> Mention | None:
        word = words[at]
        for form in _forms(word):
            if form not in self._last:
                continue
            said = text[word.start : word.end]
            cased = said != said.lower() or said.lower() == said.upper()
            before = words[at - 1] if at else None
            if word.script == "word" and before is not None and before.end + 1 == word.start:
                titled = before.form in TITLES  # Frau Brömmelkamp
                capital = text[before.start].isupper() and not begins(text, before.start) and not titled
                if capital or (not cased and before.form not in function_terms("en")):
                    return None  # someone else with that last name
            return Mention(word.start, word.start + len(form), self._last[form], cased, begins(text, word.start))
        return None


def year_in(name: str) -> str | None:
    """Return the year in a name: 2022, of the Harbour Cup 2022; None if there is none."""
    match = _IN_NAME.search(name)
    return None if match is None else match[1]


def _editions(words: Sequence[str]) -> Iterator[tuple[str, Sequence[str]]]:
    """Yield the year, or the Korean number, by which a name is told from others, with its other words."""
    for edition, others in ((words[-1], words[:-1]), (words[0], words[1:])):
        if (year := _YEAR.fullmatch(edition)) is not None:
            yield year[1], others
    if len(words) > 3 and words[0] == "제" and words[1].isdecimal() and words[2] == "회":
        yield f"{words[1]}회", words[3:]


def _edition_at(words: Sequence[Token], at: int) -> tuple[str | None, int]:
    """Return the year, or the Korean number, that stands at a word, and the word after it: "2022", "제2회"."""
    if (year := _YEAR.fullmatch(words[at].form)) is not None:
        return year[1], at + 1
    begin = at + 1 if words[at].form == "제" else at
    numbered = [one.form for one in words[begin : begin + 2]]
    if len(numbered) == 2 and numbered[0].isdecimal() and numbered[1] == "회":
        return f"{numbered[0]}회", begin + 2
    return None, at


class WordIndex:
    """An index of the wordings of classes and properties, by language."""

    def __init__(self) -> None:
        self._stemmed: dict[str, dict[str, list[tuple[tuple[str, ...], str]]]] = {}
        self._pieces: dict[str, dict[str, list[tuple[str, str]]]] = {}

    def add(self, wording: str, language: str, term: str) -> None:
        """Add a wording of a class or property."""
        if language in ("ko", "ja", "zh"):
            piece = _joined(wording)
            if piece:
                self._pieces.setdefault(language, {}).setdefault(piece[0], []).append((piece, term))
            return
        for spoken in {language, "en"} if not language else {language}:
            stems = _stems(wording, spoken)
            if stems and len(stems) <= _LONGEST:
                self._stemmed.setdefault(spoken, {}).setdefault(stems[0], []).append((stems, term))

    def find(self, text: str, language: str) -> list[WordingSpan]:
        """Return the wordings in a text, from left to right, longer ones before shorter; they may overlap."""
        wordings: dict[tuple[int, int], dict[str, None]] = {}
        if language in self._pieces:
            self._find_pieces(text, language, wordings)
        spoken = language if language in self._stemmed else "en"
        index = self._stemmed.get(spoken, {})
        words = [token for token in tokens(text) if token.script == "word"]
        stems = [_stem(token.form, spoken) for token in words]
        for at, stem in enumerate(stems):
            for phrase, term in index.get(stem, ()):
                if tuple(stems[at : at + len(phrase)]) == phrase:
                    span = words[at].start, words[at + len(phrase) - 1].end
                    wordings.setdefault(span, {})[term] = None
        spans = sorted(wordings, key=lambda span: (span[0], -span[1]))
        return [WordingSpan(start, end, tuple(wordings[start, end])) for start, end in spans]

    def _find_pieces(self, text: str, language: str, wordings: dict[tuple[int, int], dict[str, None]]) -> None:
        """Find wordings at the beginning of Korean words, and anywhere in Japanese and Chinese."""
        index = self._pieces[language]
        if language == "ko":
            letters, places = _apart(text)
            starts = [at for at, letter in enumerate(letters) if at == 0 or not letters[at - 1].isalnum()]
        else:
            letters, places = text, list(range(len(text) + 1))
            starts = list(range(len(text)))
        for start in starts:
            for piece, term in index.get(letters[start : start + 1], ()):
                end = _matches(letters, start, piece, language)
                if end and _goes_on(letters, end, piece, language):
                    wordings.setdefault((places[start], places[end - 1] + 1), {})[term] = None


def _matches(letters: str, start: int, piece: str, language: str) -> int:
    """Return the end of a piece at a place, with blanks optional; 0 if it doesn't stand there."""
    at = start
    for letter in piece:
        while letter != " " and at < len(letters) and letters[at] == " " and at > start:
            at += 1
        if letter == " ":
            continue
        if at >= len(letters) or letters[at] != letter:
            return 0
        at += 1
    return at


def _goes_on(letters: str, end: int, piece: str, language: str) -> bool:
    """Return whether a Korean verb's one-syllable stem is followed by an ending: 쓰레기 isn't a form of 쓰다."""
    if language != "ko" or len(normalized("NFC", piece)) > 1 or end >= len(letters):
        return True
    return letters.startswith((*_ENDINGS, *_LETTERS_AFTER), end) or not letters[end].isalnum()


def _apart(text: str) -> tuple[str, list[int]]:
    """Return a text's syllables as single letters (태어났 begins with 태어나), and each letter's place in the text."""
    letters: list[str] = []
    places: list[int] = []
    for at, character in enumerate(text.casefold() if len(text.casefold()) == len(text) else text):
        for letter in normalized("NFD", character):
            letters.append(letter)
            places.append(at)
    places.append(len(text))
    return "".join(letters), places


def _joined(wording: str) -> str:
    return normalized("NFD", wording.casefold().strip()) if _is_hangul(wording) else wording.strip()


def _is_hangul(text: str) -> bool:
    return any("가" <= character <= "힣" for character in text)


def _stems(wording: str, language: str) -> tuple[str, ...]:
    return tuple(_stem(token.form, language) for token in tokens(wording))


def _stem(form: str, language: str) -> str:
    return " ".join(terms(form, language)) or form


def _plain(word: str) -> str:
    folded = normalized("NFKC", word).casefold()
    if folded.isascii() or not folded[0] < "\u0370":
        return folded
    return "".join(c for c in normalized("NFD", folded) if not unicodedata.combining(c))


def _forms(token: Token, *, within: bool = False) -> Iterable[str]:
    """Yield the forms that a word may stand for: itself, without its possessive (`within` a longer name also without a
    mark, "lady gagas"), or without its particle."""
    yield token.form
    if (token.script == "word" and not token.form[-1:].isalnum()) or "'" in token.form or "’" in token.form:
        yield POSSESSIVE.sub("", token.form)
    elif within and token.script == "word" and len(token.form) > 3 and token.form.endswith("s"):
        yield token.form[:-1]
    if token.script == "hangul":
        for length in range(len(token.form) - 1, 0, -1):
            if token.form[length:] in AFTER_NAMES:
                yield token.form[:length]


def _joined_run(text: str, words: Sequence[Token], at: int) -> int:
    """Return how many words from a place on may be one Korean name, whose blanks people set differently; 1 where it is
    one word, or begins with a word for anybody."""
    length = 1
    while length < _BLANKS and at + length < len(words):
        one, before = words[at + length], words[at + length - 1]
        if one.script != "hangul" or one.start - before.end > 1 or text[before.end : one.start].strip():
            break
        length += 1
    return 1 if length > 1 and function_terms("ko").intersection(_forms(words[at])) else length


def begins(text: str, start: int) -> bool:
    """Return whether a sentence begins at a place."""
    before = text[:start].rstrip(" \t\"'“‘«(¿¡")
    return not before or before[-1] in ".!?:;\n…。！？"
