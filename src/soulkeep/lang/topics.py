"""The topics of a stretch of talk: names, nouns and phrases from it (4: keywords, many languages).

They are found by counting. A word weighs more where its context shows a noun: after an article or a possessive, with a
Korean particle, with a German capital. Words of any talk ("good", "time", "really") never count.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from soulkeep.lang import pack
from soulkeep.lang.function_words import function_terms
from soulkeep.lang.names import proper_names
from soulkeep.lang.terms import terms
from soulkeep.lang.topic_words import is_hollow

_LONGEST = 4000
"""Characters of a text that are read: the beginning of a long one says what it is about."""

_ELIDING = frozenset(["fr", "it", "ca"])

_UNSURE = 0.4
"""Weight of an occurrence that nothing shows to be a noun."""

_NAME, _PHRASE = 1.6, 1.3
"""Factors of a name, and of a repeated phrase, over their words alone."""

_SHORTEST = 3
_LONGEST_WORD = 40

_MARKUP = re.compile(r"```.*?(?:```|\Z)|[*_#`|>]+", re.DOTALL)
"""Code shows no topic in any language, and a capital after a mark is no name."""

_UNITS = frozenset(["KB", "MB", "GB", "TB", "MS", "PM", "AM", "KM", "CM", "MM", "KG", "PG"])
_I_AM = re.compile(r"^I['’]m\s+")
_WORD = re.compile(r"[^\W\d_]+(?:[-'’][^\W\d_]+)*")
_OTHER_SCRIPT = "[가-힣\u3040-\u30ff㐀-䶿一-鿿々]"
_HANGUL = re.compile("[가-힣]+")
_KANA = re.compile("[ァ-ヺー]{2,12}")
_HAN = "[㐀-䶿一-鿿々]+"
_HAN_LONGEST = 4


class _Word(NamedTuple):
    surface: str
    low: str
    stem: str | None
    joined: bool
    """Whether only a blank separates it from the word before."""
    elided: bool
    """Whether it had an article before an apostrophe: l'hôpital."""


def topics(texts: Sequence[str], language: str, *, count: int = 5) -> tuple[str, ...]:
    """Return up to `count` words or short phrases that say what texts are about, verbatim, most telling first.

    Args:
        texts: in any order, of any length; only the beginning of very long ones counts.
        language: the language of all of them, ISO 639-1.
        count: how many at most.
    """
    return topics_of([(text, language) for text in texts], count=count)


def topics_of(
    texts: Iterable[tuple[str, str]],
    *,
    count: int = 5,
    without: Sequence[str] = (),
    pause: Callable[[], None] | None = None,
) -> tuple[str, ...]:
    """Return the topics as `topics` does, for texts that each have their own language.

    Args:
        texts: pairs of a text and its language.
        count: how many at most.
        without: names that aren't topics, such as the speakers'.
        pause: called between texts.
    """
    barred = {part.casefold() for name in without for part in re.findall(r"[^\W_]+", name)}
    barred |= {name.casefold() for name in without}
    by_language: dict[str, list[str]] = {}
    for text, language in texts:
        by_language.setdefault(language, []).append(_MARKUP.sub("\n", text[:_LONGEST]))
    topics: dict[str, float] = {}
    for language, said in by_language.items():
        finder = {"ko": _korean, "ja": _japanese, "zh": _chinese}.get(language)
        scores = finder(said) if finder else {}
        for surface, score in [*scores.items(), *_spaced(said, language, barred, pause).items()]:
            if is_hollow(surface, language) and (language == "de" or surface == surface.lower()):
                continue
            topics[surface] = topics.get(surface, 0.0) + score
    ranked = sorted(topics, key=lambda surface: -topics[surface])  # stable: of equals, the one found first
    return tuple(_distinct(ranked, barred, count))


def _distinct(ranked: Sequence[str], barred: set[str], count: int) -> list[str]:
    """Return the first ones that aren't barred and don't repeat an earlier one."""
    distinct: list[str] = []
    for surface in ranked:
        if len(distinct) >= count:
            break
        low = surface.casefold()
        if low in barred or all(word in barred for word in low.split()):
            continue
        if len(low) >= _SHORTEST and any(name.startswith(low) for name in barred):
            continue  # Mel for Melanie
        if not any(_within(low, other.casefold()) or _within(other.casefold(), low) for other in distinct):
            distinct.append(surface)
    return distinct


def _within(short: str, long: str) -> bool:
    if short.isascii() or " " in long:
        return f" {short} " in f" {long} "
    return short in long


@lru_cache(maxsize=64)
def _idle(language: str) -> frozenset[str]:
    return frozenset(pack.words("words", "idle", language))


@lru_cache(maxsize=64)
def idle_terms(language: str) -> frozenset[str]:
    """Return the terms of words of any talk ("good", "time", "really") and of function words."""
    words = [term for word in _idle(language) for term in terms(word, language)]
    return frozenset(words) | function_terms(language)


def _is_date(word: str) -> bool:
    return pack.of_any_language("topics", "dates").fullmatch(word) is not None


@lru_cache(maxsize=64)
def _words(key: str, language: str = "en") -> frozenset[str]:
    return frozenset(pack.words("topics", key, language))


@lru_cache(maxsize=20_000)
def _stem(word: str, language: str) -> str | None:
    """Return what the forms of a word share; None for a word that tells nothing."""
    if len(word) < _SHORTEST or len(word) > _LONGEST_WORD or word in _idle(language) or _is_date(word):
        return None
    stems = terms(word, language)
    if not stems or idle_terms(language).issuperset(stems):
        return None
    if language == "en" and (word.endswith("ly") or "'" in word or "’" in word):
        return None  # adverbs and contractions
    return stems[0]


def _doing(words: Sequence[_Word], at: int) -> bool:
    """Return whether an English word in -ing is a verb with an object, not the name of an activity."""
    word = words[at]
    if not word.low.endswith("ing") or len(word.low) < 6:
        return False
    before = words[at - 1].low if at and word.joined else ""
    after = words[at + 1] if at + 1 < len(words) and words[at + 1].joined else None
    if before in _words("does"):
        return False
    if after is not None and (after.low in _words("objects") or after.stem is not None):
        return True
    return before not in _words("about_it") and before not in _words("articles")


def _spaced(
    texts: Sequence[str], language: str, barred: set[str], pause: Callable[[], None] | None
) -> dict[str, float]:
    """Return words and phrases in alphabets, with weights."""
    weights: dict[str, float] = {}
    surfaces: dict[str, Counter[str]] = {}
    phrases: dict[tuple[str, str], Counter[str]] = {}
    shown_phrases: set[tuple[str, str]] = set()
    names: Counter[str] = Counter()
    doing: set[str] = set()
    named: set[str] = set()
    small: set[str] = set()
    for text in texts:
        if pause is not None:
            pause()
        said = [] if language == "de" else _joined(text, [name for name in proper_names(text) if not _shouted(name)])
        said = [" ".join(word for word in name.split() if not _is_date(word.casefold())) for name in said]
        said = [_I_AM.sub("", name) for name in said]
        names.update(name for name in said if _is_name(name, language, barred))
        words = _alphabetic(text, language, barred | {word.casefold() for name in said for word in name.split()})
        in_text: dict[str, float] = {}
        for at, word in enumerate(words):
            if word.stem is None:
                continue
            if word.surface == word.low:
                small.add(word.low)
            if language == "en" and _doing(words, at):
                doing.add(word.stem)
            else:
                named.add(word.stem)
            shown = _shows_noun(words, at, language)
            in_text[word.stem] = max(in_text.get(word.stem, 0.0), 1.0 if shown else _UNSURE)
            surfaces.setdefault(word.stem, Counter())[word.surface if language == "de" else word.low] += 1
            before = words[at - 1] if at and word.joined else None
            if before is not None and before.stem is not None and before.stem != word.stem:
                pair = (before.stem, word.stem)
                phrases.setdefault(pair, Counter())[f"{before.surface} {word.surface}"] += 1
                if shown:
                    shown_phrases.add(pair)
        for stem, weight in in_text.items():  # said twice in one turn is said once
            weights[stem] = weights.get(stem, 0.0) + weight
    scores = {_surface(surfaces[stem]): weight for stem, weight in weights.items() if stem not in doing - named}
    for pair in shown_phrases:
        if (times := phrases[pair].total()) > 1:
            scores[_surface(phrases[pair])] = times * _PHRASE + (weights[pair[0]] + weights[pair[1]]) / 2
    for name, times in names.items():
        if name.casefold() in small:
            continue  # a common word at the beginning of a heading
        scores[name] = times * _NAME
    return scores


def _alphabetic(text: str, language: str, barred: set[str]) -> list[_Word]:
    """Return the words of a text that are written in an alphabet."""
    words: list[_Word] = []
    end = -1
    for match in _WORD.finditer(text):
        surface = match[0] if match[0].isalnum() else _bare(match[0], language)
        start = match.end() - len(surface) if language in _ELIDING else match.start()
        if not surface.isascii() and re.match(_OTHER_SCRIPT, surface):
            continue
        low = surface.casefold()
        stem = None if low in barred else _stem(low, language)
        words.append(_Word(surface, low, stem, match.start() == end + 1 and text[end] == " ", start > match.start()))
        end = match.end()
    return words


def _shows_noun(words: Sequence[_Word], at: int, language: str) -> bool:
    """Return whether the words around a word show that it is a noun."""
    word = words[at]
    if language == "de":
        return word.joined and word.surface[0].isupper()
    determiners = pack.words("words", "determiners", language)
    if not determiners or word.elided:
        return True
    after = words[at + 1] if at + 1 < len(words) else None
    if (
        pack.subject("words", language).get("adjectives_first", False)
        and after is not None
        and after.joined
        and after.stem is not None
    ):
        return False  # "a red bicycle": not the last of its phrase
    if not at or not word.joined:
        return False
    before = words[at - 1]
    if before.low in determiners:
        return True
    return (
        pack.subject("words", language).get("adjectives_first", False)
        and before.stem is not None
        and at > 1
        and before.joined
        and words[at - 2].low in determiners
    )


def _is_name(name: str, language: str, barred: set[str]) -> bool:
    words = [word.casefold() for word in name.split()]
    if not words or any(word in barred for word in words):
        return False
    if len(name) == 2 and (not name.isupper() or name in _UNITS):
        return False
    return any(_stem(word, language) is not None or (len(word) == 2 and word not in _idle(language)) for word in words)


@lru_cache(maxsize=1)
def _links() -> tuple[str, ...]:
    """Return the small words within names, of all languages."""
    return tuple(
        dict.fromkeys(link for code in pack.saying("topics", "links") for link in pack.subject("topics", code)["links"])
    )


def _joined(text: str, names: Sequence[str]) -> list[str]:
    """Return names, joining those connected by a small word: Lope de Vega."""
    joined: list[str] = []
    for name in names:
        if joined:
            whole = next((w for link in _links() if (w := f"{joined[-1]} {link} {name}") in text), None)
            if whole is not None:
                joined[-1] = whole
                continue
        joined.append(name)
    return joined


def _shouted(name: str) -> bool:
    """Return whether a run of capitals is shouted rather than a name."""
    return len(name.split()) > 3 and name.isupper()


def _bare(word: str, language: str) -> str:
    """Return a word without its possessive, elided article or contracted verb."""
    parts = re.split("['’]", word)
    if len(parts) == 1:
        return word
    if language in _ELIDING and len(parts[0]) <= 2:
        return parts[-1] or word
    return parts[0] if parts[-1] in ("s", "S") and parts[0] else word


def _surface(forms: Counter[str]) -> str:
    """Return the form that represents a stem: the most common, of equals the longest."""
    return max(forms, key=lambda form: (forms[form], len(form)))


def _korean(texts: Sequence[str]) -> dict[str, float]:
    """Return Korean nouns with weights: words with particles, or never seen with verb endings."""
    idle = _idle("ko")
    scores: dict[str, float] = {}
    forms: dict[str, set[str]] = {}
    for text in texts:
        in_text: dict[str, float] = {}
        for word in _HANGUL.findall(text):
            stem = korean_noun(word)
            if stem is None or stem in idle or word in idle:
                continue
            weight = 1.0 if stem != word else 2 * _UNSURE
            in_text[stem] = max(in_text.get(stem, 0.0), weight)
            forms.setdefault(stem, set()).add(word)
        for stem, weight in in_text.items():
            scores[stem] = scores.get(stem, 0.0) + weight
    for stem in [stem for stem in scores if stem.endswith("이") and stem[:-1] in scores]:
        scores[stem[:-1]] += scores.pop(stem)  # 수연이가, 수연은
    for stem in scores:
        if len(forms[stem]) > 1:
            scores[stem] *= _PHRASE  # nouns change their particles
    return scores


@lru_cache(maxsize=1)
def _korean_particles() -> list[str]:
    return sorted(pack.words("topics", "particles", "ko"), key=len, reverse=True)


def korean_noun(word: str) -> str | None:
    """Return a Korean word without its particle; None if it looks like a verb or is too short."""
    if len(word) < 2 or len(word) > _LONGEST_WORD:
        return None
    if not pack.holds("topics", "ends_like_one", "ko", word):
        for particle in _korean_particles():
            rest = word[: -len(particle)]
            if not word.endswith(particle):
                continue
            if len(rest) < 2:
                if particle in _words("certain", "ko"):
                    return None  # of a noun of one syllable
                continue
            consonant = (ord(rest[-1]) - 0xAC00) % 28
            if particle in _words("after_consonant", "ko") and (
                not consonant or (particle == "으로" and consonant == 8)
            ):
                continue
            if (
                particle in _words("after_vowel", "ko")
                and consonant
                and not (particle in ("로", "로는") and consonant == 8)
            ):
                continue
            return rest if particle in _words("sure", "ko") or not pack.holds("topics", "verbs", "ko", rest) else None
    return None if pack.holds("topics", "verbs", "ko", word) else word


def _japanese(texts: Sequence[str]) -> dict[str, float]:
    """Return Japanese words in katakana and compounds in Han characters, with weights."""
    idle = _idle("ja")
    scores: dict[str, float] = {}
    for text in texts:
        runs = _KANA.findall(text) + [run for run in re.findall(_HAN, text) if 2 <= len(run) <= 2 * _HAN_LONGEST]
        for run in dict.fromkeys(runs):
            if run not in idle and not run.startswith(pack.words("topics", "idle_begins", "ja")):
                scores[run] = scores.get(run, 0.0) + 1.0
    return scores


def _chinese(texts: Sequence[str]) -> dict[str, float]:
    """Return Chinese words with weights: what is between common characters, or is repeated."""
    idle = _idle("zh")
    seen: Counter[str] = Counter()
    whole: Counter[str] = Counter()
    idle_words = _chinese_idle()
    borders = pack.pattern("topics", "borders", "zh")
    assert borders is not None
    for text in texts:
        pieces = {
            piece for run in re.findall(_HAN, text) for part in idle_words.split(run) for piece in borders.split(part)
        }
        whole.update(piece for piece in pieces if 2 <= len(piece) <= _HAN_LONGEST)
        seen.update(
            {
                piece[at : at + size]
                for piece in pieces
                for size in range(2, _HAN_LONGEST + 1)
                for at in range(len(piece) - size + 1)
            }
        )
    again = {piece for piece, times in seen.items() if times > 1}
    scores: dict[str, float] = {}
    for piece in sorted(again | set(whole), key=lambda piece: (-len(piece), -seen[piece], piece)):
        if piece in idle:
            continue
        # part of a longer word that is said as often
        if any(piece in longer and seen[longer] >= seen[piece] for longer in scores):
            continue
        if len(piece) > 2 and any(
            piece not in other and (piece[1:] in other or piece[:-1] in other) for other in scores
        ):
            continue  # across the border of one found before
        scores[piece] = seen[piece] + 0.5 * (piece in whole) + 0.1 * len(piece)
    return scores


@lru_cache(maxsize=1)
def _chinese_idle() -> re.Pattern[str]:
    words = sorted((word for word in _idle("zh") if len(word) > 1), key=lambda word: (-len(word), word))
    return re.compile("|".join(words))
