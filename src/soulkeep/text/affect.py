"""What feeling a text shows, by its words: how good or bad, how stirred, and which emotions.

A lexicon and a few rules, not understanding: irony, and feelings told only by what happened, pass unseen. The word lists
are our own. Of what there is, vaderSentiment (MIT) knows English alone, was last released in 2020, brings `requests` and
agrees less with labels than these lists do (AUC 0.87 against 0.97 on MADial's English part), and NRC's lists may not be
used commercially. `benchmarks/affect.py` measures these.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import NamedTuple

import Stemmer

from soulkeep.text import affect_words as words
from soulkeep.text.forms import normalized

EMOTIONS = (
    "joy", "affection", "pride", "gratitude", "sadness", "loneliness", "anger", "fear", "shame", "disgust", "surprise",
)  # fmt: skip


class Emotion(NamedTuple):
    """An emotion and how strongly it shows, 0…1."""

    name: str
    intensity: float


class Affect(NamedTuple):
    """The feeling of a text: bad to good and calm to stirred, -1…1 each, and its emotions, the strongest first."""

    valence: float
    arousal: float
    emotions: tuple[Emotion, ...]


NEUTRAL = Affect(0.0, 0.0, ())

_KINDS: dict[str, tuple[str, int, float]] = {
    "joy": ("joy", 1, 0.5),
    "calm": ("joy", 1, -0.5),
    "affection": ("affection", 1, 0.3),
    "pride": ("pride", 1, 0.4),
    "gratitude": ("gratitude", 1, 0.2),
    "sadness": ("sadness", -1, -0.3),
    "loneliness": ("loneliness", -1, -0.4),
    "anger": ("anger", -1, 0.8),
    "fear": ("fear", -1, 0.7),
    "shame": ("shame", -1, 0.2),
    "disgust": ("disgust", -1, 0.4),
    "surprise": ("surprise", 0, 0.8),
    "good": ("", 1, 0.1),
    "bad": ("", -1, 0.1),
    "tired": ("", -1, -0.7),
}
"""Emotion (none where a word is only good or bad), sign of valence and arousal of each kind of word."""

_STRENGTH = (0.85, 0.6, 0.35)
"""Of the rows of a kind of word."""
_STRONGER, _WEAKER = 1.35, 0.55
_DENIED = 0.5
"""What is left of a good word that is denied, turned round: "not happy" is half as bad as "happy" is good."""
_RELIEVED = 0.15
"""The same of a bad one: who isn't sad isn't happy yet."""
_BEFORE_BUT = 0.5
_ASKED = 0.5
_EXCLAIMED = 1.15
_SHOUTED = 1.2
_REACH = 3
"""Words from an intensifier to what it strengthens."""
_DENIAL_REACH = 4
_BACK = 4
"""Words back to what "very much" or the German "nicht" speaks of."""
_MOST = 0.98
_SADDENED = "joy"
"""Emotion whose denial is sadness; denials of others are no emotion."""
_MAX_WORD = 64
_CACHED = 100_000


class _Entry(NamedTuple):
    kinds: tuple[tuple[str, float], ...]
    valence: float
    """Signed strength, -1…1; 0 for words that are neither good nor bad."""


def _entry(kinds: dict[str, float]) -> _Entry:
    signed = [_KINDS[kind][1] * strength for kind, strength in kinds.items()]
    return _Entry(tuple(kinds.items()), max(signed, key=abs, default=0.0))


def _listed(table: dict[str, tuple[str, ...]], separator: str | None = ",") -> dict[str, _Entry]:
    """The entries of a table: what they say, of each kind the strongest."""
    found: dict[str, dict[str, float]] = {}
    for kind, rows in table.items():
        for strength, row in zip(_STRENGTH, rows, strict=False):
            for word in filter(None, (word.strip() for word in row.split(separator))):
                kinds = found.setdefault(word, {})
                if kind != words.NOTHING:
                    kinds[kind] = max(strength, kinds.get(kind, 0))
    return {word: _entry(kinds) for word, kinds in found.items()}


class _Reading:
    """The words of feeling found so far, and what the sentence makes of them."""

    def __init__(self) -> None:
        self.hits: list[_Entry] = []
        self.factors: list[float] = []
        self.denied: list[bool] = []
        self._sentence = self._before = 0

    def hit(self, entry: _Entry, factor: float, denied: bool) -> None:
        self.hits.append(entry)
        self.factors.append(factor)
        self.denied.append(denied)

    def contrast(self) -> None:
        """What came before in this sentence counts less: in the one before, if this one begins with "but"."""
        start = self._sentence if self._sentence < len(self.hits) else self._before
        for place in range(start, len(self.hits)):
            self.factors[place] *= _BEFORE_BUT
        self._sentence = len(self.hits)

    def end(self, mark: str) -> None:
        """A sentence ends, with its marks."""
        start = self._sentence
        factor = _ASKED if mark[0] in "?？" else _EXCLAIMED if mark[0] in "!！" else 1.0
        if factor != 1.0:
            for place in range(start, len(self.hits)):
                self.factors[place] *= factor
        self._before, self._sentence = start, len(self.hits)

    def affect(self) -> Affect:
        """What all of it amounts to."""
        good = bad = stir = weight = 0.0
        left = dict.fromkeys(EMOTIONS, 1.0)
        rest = 1.0
        for entry, factor, denied in zip(self.hits, self.factors, self.denied, strict=True):
            valence = entry.valence * factor
            if denied:
                valence *= -(_DENIED if valence > 0 else _RELIEVED)
            valence = max(-_MOST, min(_MOST, valence))
            good, bad = good + max(valence, 0), bad - min(valence, 0)
            rest *= 1 - abs(valence)
            for kind, strength in entry.kinds:
                emotion, sign, arousal = _KINDS[kind]
                if denied:
                    if emotion != _SADDENED or sign < 0:
                        continue
                    emotion, arousal, strength = "sadness", -0.3, strength * _DENIED
                strength = min(_MOST, strength * factor)
                stir, weight = stir + arousal * strength, weight + strength
                if emotion:
                    left[emotion] *= 1 - strength
        if not good + bad + weight:
            return NEUTRAL
        valence = (1 - rest) * (good - bad) / (good + bad) if good + bad else 0.0
        arousal = stir / weight * (0.5 + min(1.0, weight) / 2) if weight else 0.0
        shown = ((name, round(1 - part, 4)) for name, part in left.items())
        emotions = sorted((Emotion(*pair) for pair in shown if pair[1] > 0), key=lambda emotion: -emotion.intensity)
        return Affect(round(valence, 4), round(max(-1.0, min(1.0, arousal)), 4), tuple(emotions))


# Languages with blanks between words.

_STEMMERS = {"en": "english", "de": "german", "fr": "french", "es": "spanish"}
_TOKEN = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*|[.!?…]+|[,;:\n()—]")
_REPEATED = re.compile(r"(.)\1{2,}")
_ELIDED = re.compile(r"^(?:qu|[cdjlmnst])['’]", re.IGNORECASE)


def _plain(word: str) -> str:
    """Without accents and typographic apostrophes: people leave them out."""
    if word.isascii():
        return word
    word = normalized("NFD", word.replace("’", "'").replace("œ", "oe"))
    return "".join(c for c in word if not unicodedata.combining(c))


class _Phrase(NamedTuple):
    """The words after the first one; of the last one only its beginning if it is open."""

    rest: tuple[str, ...]
    open: bool
    entry: _Entry

    def stands(self, following: list[str]) -> bool:
        """Whether lower-cased words begin with it."""
        rest, found = self.rest, tuple(map(_plain, following[: len(self.rest)]))
        return found == rest or (self.open and found[:-1] == rest[:-1] and "".join(found[-1:]).startswith(rest[-1]))


class _Word(NamedTuple):
    """What a word does to a text."""

    entry: _Entry | None
    phrases: tuple[_Phrase, ...]
    """Those that it begins, the longest first."""
    denies: bool
    factor: float
    contrasts: bool
    never: bool
    so: bool
    goes_on: bool
    afterwards: bool


class _Lexicon:
    """The words of a language that writes blanks; any word is looked up once."""

    def __init__(self, language: str) -> None:
        self.language = language
        self._exact: dict[str, _Entry] = {}
        self._stems: dict[str, _Entry] = {}
        self._prefixes: dict[str, _Entry] = {}
        self._phrases: dict[str, list[_Phrase]] = {}
        self._known: dict[str, _Word | None] = {}
        for text, entry in _listed(words.WORDS[language]).items():
            first, *rest = (_plain(word) for word in self._split(text.rstrip("=*")))
            if rest:
                self._phrases.setdefault(first, []).append(_Phrase(tuple(rest), text.endswith("*"), entry))
            elif text.endswith("*"):
                self._prefixes[first] = entry
            elif text.endswith("="):
                self._exact[first] = entry
            else:
                self._exact[first] = entry
                self._stems.setdefault(self._stem(first), entry)
        for phrases in self._phrases.values():
            phrases.sort(key=lambda phrase: -len(phrase.rest))
        self._longest = max(map(len, self._prefixes))
        (
            self._denials,
            self._afterwards,
            self._never,
            self._so,
            self._stronger,
            self._weaker,
            self._contrast,
            self._on_and_on,
        ) = (
            frozenset(map(_plain, table[language].split()))
            for table in (
                words.DENIALS, words.AFTERWARDS, words.NEVER, words.SO, words.STRONGER, words.WEAKER, words.CONTRAST, words.ON_AND_ON,
            )
        )  # fmt: skip

    def _split(self, text: str) -> list[str]:
        return [part for token in _TOKEN.findall(text) for part in self.parts(token)]

    def parts(self, token: str) -> tuple[str, ...]:
        """A token's words: French elides (j'aime is j and aime), elsewhere apostrophes stay."""
        if self.language == "fr" and (elided := _ELIDED.match(token)):
            return elided[0][:-1], token[elided.end() :]
        return (token,)

    def _stem(self, word: str) -> str:
        # Made anew: a stemmer belongs to one thread, and each word is looked up once.
        return _plain(str(Stemmer.Stemmer(_STEMMERS[self.language], 0).stemWord(word)))

    def look_up(self, word: str) -> _Word | None:
        """What a lower-cased word does; None if nothing."""
        try:
            return self._known[word]
        except KeyError:
            found = self._read(word[:_MAX_WORD])
            if len(self._known) >= _CACHED:
                self._known.clear()
            if len(word) <= _MAX_WORD:
                self._known[word] = found
            return found

    def _read(self, word: str) -> _Word | None:
        word = _plain(word)
        entry = self._find(word)
        if entry is None and _REPEATED.search(word):  # soooo, haaaappy
            once, twice = _REPEATED.sub(r"\1", word), _REPEATED.sub(r"\1\1", word)
            word = twice if self._find(twice) else once
            entry = self._find(word)
        found = _Word(
            entry,
            tuple(self._phrases.get(word, ())),
            word in self._denials or (self.language == "en" and word.endswith("n't")),
            _STRONGER if word in self._stronger else _WEAKER if word in self._weaker else 1.0,
            word in self._contrast,
            word in self._never,
            word in self._so,
            word in self._on_and_on,
            word in self._afterwards,
        )
        return found if any(found[:3]) or found.factor != 1 or found.contrasts or found.so or found.goes_on else None

    def _find(self, word: str) -> _Entry | None:
        entry = self._exact.get(word)
        if entry is None:
            for length in range(min(len(word), self._longest), 1, -1):
                entry = self._prefixes.get(word[:length])
                if entry is not None:
                    return entry
            entry = self._stems.get(self._stem(word))
            if entry is None and self.language == "de" and word.startswith("ge") and len(word) > 5:
                return self._find(word[2:])  # participles: gelacht
        return entry


@lru_cache(maxsize=8)
def _lexicon(language: str) -> _Lexicon:
    return _Lexicon(language)


def _spaced(text: str, language: str, reading: _Reading) -> None:
    """Reads a text with blanks between its words."""
    lexicon = _lexicon(language)
    tokens = _TOKEN.findall(text)
    if language == "fr":
        tokens = [part for token in tokens for part in lexicon.parts(token)]
    lowered = [token.lower() for token in tokens]
    shouting = not text.isupper()
    look_up = lexicon.look_up
    denial = denial_never = strong = last = -100  # where they stood last; `last` is the last hit
    factor = 1.0
    skip = 0
    for place, token in enumerate(lowered):
        if place < skip:
            continue
        if not token[0].isalpha():
            _settle(reading, last, strong, factor, place)
            denial = strong = last = -100
            if token[0] in ".!?…\n":
                reading.end(token)
            continue
        word = look_up(token)
        if word is None:
            continue
        entry, length = word.entry, 1
        for phrase in word.phrases:
            if phrase.stands(lowered[place + 1 : place + 6]):
                entry, length = phrase.entry, 1 + len(phrase.rest)
                break
        if entry is not None and entry.kinds:
            near = factor if place - strong <= _REACH else 1.0
            if shouting and len(token) > 2 and tokens[place].isupper():
                near *= _SHOUTED
            denied = place - denial <= _DENIAL_REACH
            reading.hit(entry, near, denied)
            skip, last = place + length, place + length - 1
            denial = strong = -100
            continue
        if length > 1:  # a phrase that means nothing, whatever is in it
            skip = place + length
            continue
        if word.contrasts:
            _settle(reading, last, strong, factor, place)
            reading.contrast()
            denial = strong = last = -100
        if word.so and denial == denial_never and place - denial <= 3:
            denial = -100  # never been so happy
        if word.goes_on and place - denial <= 2:
            denial = -100
        if word.denies:
            if word.afterwards and place - last <= _BACK and not _feels_soon(lowered, place, lexicon):
                reading.denied[-1] = True
            else:
                denial = place
                if word.never:
                    denial_never = place
        if word.factor != 1.0:
            factor = factor * word.factor if place - strong == 1 else word.factor
            strong = place
    _settle(reading, last, strong, factor, len(lowered))


def _settle(reading: _Reading, last: int, strong: int, factor: float, place: int) -> None:
    """An intensifier that ends its clause speaks of what stands before it: I love you very much."""
    if last >= 0 and last < strong <= last + _BACK and place - strong <= 2 and reading.factors:
        reading.factors[-1] *= factor


def _feels_soon(lowered: list[str], place: int, lexicon: _Lexicon) -> bool:
    """Whether a word of feeling follows in the clause, which a denial then speaks of."""
    for token in lowered[place + 1 : place + 1 + _DENIAL_REACH]:
        if not token[0].isalpha():
            return False
        word = lexicon.look_up(token)
        if word is not None and word.entry is not None and word.entry.kinds:
            return True
    return False


# Languages without blanks, and Korean, whose endings grow onto its words.

_LOOK_BACK, _LOOK_AHEAD = 9, 12


class _Patterns(NamedTuple):
    finds: re.Pattern[str]
    entries: dict[str, _Entry]
    contrasts: re.Pattern[str]
    before: tuple[re.Pattern[str], ...]
    after: tuple[re.Pattern[str], ...]


@lru_cache(maxsize=8)
def _patterns(language: str) -> _Patterns:
    entries = _listed(words.WORDS[language])
    by_first: dict[str, list[str]] = {}
    for word in sorted(entries, key=len, reverse=True):
        by_first.setdefault(word[0], []).append(word[1:])
    grouped = (re.escape(first) + f"(?:{'|'.join(map(re.escape, rest))})" for first, rest in by_first.items())
    contrasts = words.CONTRAST[language]
    return _Patterns(
        re.compile(f"[.!?…。！？\n]+|(?:{'|'.join(grouped)})|[,、，]|{contrasts}"),
        entries,
        re.compile(contrasts),
        tuple(map(re.compile, words.BEFORE[language])),
        tuple(map(re.compile, words.AFTER[language])),
    )


def _unspaced(text: str, language: str, reading: _Reading) -> None:
    """Reads a text whose words are found wherever they stand."""
    finds, entries, contrasts, before, after = _patterns(language)
    if language == "zh":
        text = text.translate(words.TRADITIONAL)
    clause = 0
    for match in finds.finditer(text):
        found, start, end = match[0], match.start(), match.end()
        entry = entries.get(found)
        if entry is None:
            if found[0] in ".!?…。！？\n":
                reading.end(found)
            elif contrasts.match(found):
                reading.contrast()
            clause = end
            continue
        if not entry.kinds:
            continue
        head = text[max(clause, start - _LOOK_BACK) : start]
        tail = text[end : end + _LOOK_AHEAD]
        factor = 1.0
        if before[2].search(head):
            factor = _WEAKER
        elif before[1].search(head) or after[1].search(tail):
            factor = _STRONGER
        reading.hit(entry, factor, bool(before[0].search(head) or after[0].search(tail)))
        clause = end


# Emoji and emoticons.

_SIGNS = _listed(words.SIGNS, None)
_SIGN = re.compile("|".join(map(re.escape, sorted(_SIGNS, key=len, reverse=True))))


def _signs(text: str, reading: _Reading) -> None:
    """Reads the emoji and emoticons of a text; any one counts up to three times."""
    counts: dict[str, int] = {}
    for match in _SIGN.finditer(text):
        sign = match[0]
        if not sign.isascii() or _stands_alone(text, match):
            counts[sign] = counts.get(sign, 0) + 1
    for sign, count in counts.items():
        reading.hit(_SIGNS[sign], 1 + (min(count, 3) - 1) * 0.15, False)


def _stands_alone(text: str, match: re.Match[str]) -> bool:
    """Whether nothing that is a word or an address grows on an emoticon of plain letters: http://, XDocument."""
    before, after = text[match.start() - 1 : match.start()], text[match.end() : match.end() + 1]
    return not (after.isalnum() or after == "/") and not (match[0][0].isalnum() and before.isalnum())


def affect(text: str, language: str) -> Affect:
    """What feeling a text shows; `Affect(0, 0, ())` for a neutral one.

    A word of feeling gives its emotion; negation turns it, intensifiers and exclamation marks strengthen it, what is asked
    counts half, and what stands before "but" counts half. In languages that aren't known here, only emoji and
    emoticons are read.

    Args:
        text: any text.
        language: ISO 639-1.
    """
    reading = _Reading()
    if language in _STEMMERS:
        _spaced(text, language, reading)
    elif language in words.BEFORE:
        _unspaced(normalized("NFC", text), language, reading)
    _signs(text, reading)
    return reading.affect() if reading.hits else NEUTRAL
