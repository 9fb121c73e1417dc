"""Extractive summaries: a window of talk in a few of its own sentences (5: condensing without a language model).

Sentences are scored by how much they tell, how central they are to the window, and whether they make sense alone. The
best are taken, without repetitions, in the order they were said.
"""

from __future__ import annotations

import math
import re
from bisect import insort
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from soulkeep.judgement.model import judge
from soulkeep.lang.function_words import telling_terms
from soulkeep.lang.names import proper_names
from soulkeep.lang.negation import denies
from soulkeep.lang.pack import holds, pattern, subject
from soulkeep.lang.questions import is_question
from soulkeep.lang.references import leans_on_talk
from soulkeep.lang.selfhood import speaks_of_self
from soulkeep.lang.sentences import sentences
from soulkeep.lang.terms import terms
from soulkeep.lang.topics import idle_terms, topics_of


class GistLine(NamedTuple):
    """One turn: who said it, its words, their language (ISO 639-1), and how much it matters (4), 1…10."""

    speaker: str
    text: str
    language: str
    importance: float = 1.0


class Chosen(NamedTuple):
    """A sentence that stands in a summary, verbatim, and the index of the line it was taken from."""

    line: int
    sentence: str


class Gist(NamedTuple):
    """The summary of a window: its text, the sentences it is made of, and its topics, most telling first."""

    text: str
    chosen: tuple[Chosen, ...]
    topics: tuple[str, ...]


_LONGEST = 4000
"""Characters of a line that are read: the beginning of a long one says what it is about."""

_MOST_SENTENCES = 30
_OF_A_TURN, _OF_AN_ANSWER = 3, 2
_ANSWER = 6
"""Most sentences taken from one line, and from one with more than six: a long answer isn't the whole talk."""

_LONG_SENTENCE = 45
"""Words above which a sentence is too long for a summary, unless nothing else is left."""

_LETTERS = 12
"""Number of characters that count as a word at least, since text without blanks isn't one word."""

_WIDE = frozenset(["ko", "ja", "zh"])
"""Languages in which two characters are counted as a word."""

_UNSPACED = frozenset(["ja", "zh"])
_FULL_STOPS = ("。", "！", "？", "…", "」", "』", "”")
"""Marks after which languages that write no blanks need none."""

_REPEATS = 0.6
"""Share of the shorter sentence's significant terms, from which it repeats the other."""

_FULLER = 1.0
"""How much lower a later and fuller sentence may score and still replace the one it repeats."""

_WORTH = 0.0
"""Score from which a sentence is worth a place, if something better has one."""

# What a sentence is weighed by, tuned on which turns of talk the facts about people are drawn from.
_LINE_MATTERS, _MATTERS = 0.5, 1.0
_CENTRAL = 0.5
_SELF, _SELF_FIRST = 0.5, 0.45
_ANSWERS = 0.5
_NAME, _NUMBER = 0.6, 0.6
_LENGTH = 1.5
_ASKS = -2.5
_SMALL_TALK = -3.0
_REACTS = -0.8
_INTRODUCES = 2.5
_LEANS = -0.7
_ADDRESSES, _ADDRESSES_TOO = -0.5, -0.4
_CALLS_OUT = -0.15
_MARKUP = -2.5
_OF_MANY = -0.5
_OWN, _OWN_TELLING = -1.0, -0.5
_ADVISES = -1.0
_LISTED = -2.2
_ASIDE, _PASSING = -0.9, -3.0
_NEW = 0.8
"""Bonus of the newest of several texts over the oldest."""

_SHARE, _FEW = 0.38, 42.0
"""Greatest share of a window's words in its summary, and length of a summary that needs no shortening."""

_LECTURE = 80
"""Words from which a turn of the character counts as little as any."""

_ITEMS = 3
"""Number of list items from which a line counts as a list."""

_MATTERING = 5.0
"""Importance of a sentence that is used though it was said by the way."""

_PAUSE = re.compile(r"[,;:]\s|[，、；：]|\s[-–—]\s|\n")
_CODE = re.compile(r"```.*?(?:```|\Z)|~~~.*?(?:~~~|\Z)", re.DOTALL)
_BULLET = re.compile(r"^\s*(?:[-*+•·>]+|\d{1,2}[.)]|#{1,6})\s+")
_ITEM = re.compile(r"(?:^|[\s:;.])(?:\d{1,2}[.)]|[-*•])\s+(?=\S)")
_BROKEN = re.compile(r"\n+")
_WRAPPED = 50
"""Length of a line from which it may end at the margin rather than at the end of a sentence."""

_BOILERPLATE = re.compile(r"^[\[(*_].*[\])*_]$|\*\*|__|[|`{}<>\\]|https?://|:\s*$|^\W*$", re.DOTALL)
"""Stage directions, captions, markup, links, headings, lines without a word."""

_SMALL_LEFT = 2
"""Up to this many significant terms besides a greeting, thanks or praise, nothing else was said."""

_BLANKS = re.compile(r"\s+")
_PART = re.compile(r"[^\W_]+")
_WORD = re.compile(r"[^\W_]")
_DIGITS = re.compile(r"\d+")
_CAPITAL = re.compile(r"\s(?!I\b)[^\W\d_a-z]")
_UNSAID_SELF = frozenset(["ko", "ja", "es"])
"""Languages that leave out the subject: if none is named, it is the speaker."""


class _Sentence(NamedTuple):
    line: int
    place: int
    text: str
    language: str
    terms: frozenset[str]
    cost: float
    score: float
    leans: float
    own: bool


def gist(lines: Sequence[GistLine], *, words: int = 80, own: frozenset[str] = frozenset()) -> Gist:
    """Summarise a window of talk in a few of its sentences, verbatim, each with its speaker, in the order said.

    What people tell about themselves comes first. Questions, greetings and sentences that need the one before are taken
    only for lack of better. If every sentence is too long, the beginning of the best is used.

    Args:
        lines: oldest first.
        words: most words in the summary, with speakers' names; in Korean, Japanese and Chinese two characters count as
            one. A short window is cut to about a third.
        own: speakers whose words count less: the character's names, since it remembers what others say.
    """
    speakers = [line.speaker for line in lines]
    weighed = _weigh(lines, own)
    whole = sum(_size(line.text[:_LONGEST], line.language) for line in lines)
    chosen = _choose(weighed, min(words, max(_FEW, _SHARE * whole)), speakers)
    text = _as_text(chosen, speakers)
    about = topics_of([(line.text, line.language) for line in lines], without=tuple(dict.fromkeys(speakers)))
    return Gist(text, tuple(Chosen(one.line, one.text) for one in chosen), about)


def gist_of_texts(texts: Sequence[str], language: str, *, words: int, own: frozenset[str] = frozenset()) -> str:
    """Summarise summaries in a shorter one, of their own sentences in order, preferring the newest and most important.

    A sentence keeps the speaker that its summary names before it.

    Args:
        texts: oldest first.
        language: of all of them, ISO 639-1.
        words: most words in the summary; in Korean, Japanese and Chinese two characters count as one.
        own: speakers whose words count less.
    """
    runs = [(number, *run) for number, text in enumerate(texts) for run in _runs(text[: 5 * _LONGEST])]
    lines = [GistLine(speaker, said, language) for _, speaker, said in runs]
    newness = [_NEW * (number + 1) / len(texts) for number, _, _ in runs]
    weighed = [one._replace(score=one.score + newness[one.line]) for one in _weigh(lines, own)]
    speakers = [line.speaker for line in lines]
    return _as_text(_choose(weighed, words, speakers, capped=False), speakers)


_TITLE = r"(?:Dr|Mr|Mrs|Ms|Prof|St|Mme|Sra?|[A-Z])\. "
_LABEL = re.compile(
    rf"(?:(?<=^)|(?<=[.!?…\"'”’»)\]] )|(?<=[。！？] ))(?P<speaker>(?:{_TITLE})?[^\s.:：!?,;。]{{1,40}}(?: (?:{_TITLE})?[^\s.:：!?,;。]{{1,40}}){{0,4}}): "
)


def _runs(text: str) -> list[tuple[str, str]]:
    """Return the runs of a summary: each speaker ("" where none is named) with their sentences."""
    first = _LABEL.match(text)
    if first is None or not _may_be_name(first["speaker"]):
        return [("", text)]
    marks = [mark for mark in _LABEL.finditer(text) if _may_be_name(mark["speaker"])]
    ends = [mark.start() for mark in marks[1:]] + [len(text)]
    return [(mark["speaker"], text[mark.end() : end]) for mark, end in zip(marks, ends, strict=True)]


def _may_be_name(label: str) -> bool:
    """Return whether a label may be a name: its first and last word don't begin with a small letter."""
    return not label[0].islower() and not label.split()[-1][0].islower()


def _as_text(chosen: Sequence[_Sentence], speakers: Sequence[str]) -> str:
    """Join sentences into one text; a speaker is named where it isn't the one before."""
    text, before = "", None
    for one in chosen:
        speaker = speakers[one.line]
        if text and not (one.language in _UNSPACED and text.endswith(_FULL_STOPS) and speaker == before):
            text += " "
        if speaker and speaker != before:
            text += f"{speaker}: "
        before = speaker
        said = " ".join(one.text.split())
        if said[-1:].isalnum():  # people often end messages so; the next sentence is separate
            said += "。" if one.language in _UNSPACED else "."
        text += said
    return text


def _size(text: str, language: str) -> float:
    """Return the approximate number of words in a text."""
    return len(text) / 2 if language in _WIDE else max(len(text.split()), len(text) / _LETTERS)


def _prose(text: str) -> list[str]:
    """Return the sentences of a turn without its code; list items lose their bullets."""
    cut = len(text) > _LONGEST
    prose: list[str] = []
    for block in _CODE.split(text[:_LONGEST]):
        start, pieces = 0, []
        for match in _BROKEN.finditer(block):
            rest = block[match.end() : match.end() + 8]
            line_start = block.rfind("\n", 0, match.start()) + 1
            if len(match[0]) > 1 or match.start() - line_start < _WRAPPED or _BULLET.match(rest):
                pieces.append(block[start : match.start()])
                start = match.end()
        pieces.append(block[start:])
        for piece in pieces:
            if not piece.lstrip().startswith("#"):  # a heading
                prose += sentences(_BULLET.sub("", piece, count=1))
    if cut and len(prose) > 1:
        prose.pop()  # it may be cut off
    return [sentence for sentence in prose if _WORD.search(sentence)][:_MOST_SENTENCES]


def _small_talk(text: str, language: str, ordinary: frozenset[str]) -> float:
    """Return how much of a sentence is greeting, thanks or praise: 1 (all), ½ (it begins so), 0."""
    text = text.lstrip("¡¿ ")
    small = pattern("gist", "small", language)
    match = small.match(text.casefold().replace("’", "'")) if small else None
    if match is None:
        return 0.0
    rest = text[match.end() :]
    left = len(set(terms(rest, language)) - ordinary)
    if left <= _SMALL_LEFT * subject("gist", language).get("terms_of_a_word", 1):
        return 1.0
    return 0.0 if speaks_of_self(rest, language) else 0.5


def _weigh(lines: Sequence[GistLine], own: frozenset[str] = frozenset()) -> list[_Sentence]:
    """Score every sentence of a window.

    Args:
        lines: oldest first.
        own: speakers whose words count less.
    """
    parts_of = {speaker: _PART.findall(speaker) for speaker in {line.speaker for line in lines}}
    naming = {part.casefold() for parts in parts_of.values() for part in parts}
    ordinary_of = {
        language: idle_terms(language) | frozenset(terms(" ".join(sorted(naming)), language))
        for language in {line.language for line in lines}
    }
    split = [_prose(line.text) for line in lines]
    known_terms: list[list[frozenset[str]]] = []
    own_names: list[list[bool]] = []
    lines_with: Counter[str] = Counter()
    for line, parts in zip(lines, split, strict=True):
        own_name = frozenset(terms(" ".join(parts_of[line.speaker]), line.language))
        found_terms = [frozenset(terms(part, line.language)) for part in parts]
        known_terms.append([held_terms - ordinary_of[line.language] for held_terms in found_terms])
        own_names.append([not own_name.isdisjoint(held_terms) for held_terms in found_terms])
        lines_with.update(frozenset().union(*known_terms[-1]))
    shared = {term: math.log(times) for term, times in lines_with.items() if times > 1}
    weighed: list[_Sentence] = []
    for number, line in enumerate(lines):
        language, ordinary, leading = (
            line.language,
            ordinary_of[line.language],
            pattern("gist", "leading", line.language),
        )
        listed = len(_ITEM.findall(line.text[:_LONGEST])) >= _ITEMS
        lecture = min(1.0, _size(line.text[:_LONGEST], language) / _LECTURE)
        astray = 0.0
        for place, sentence in enumerate(split[number]):
            held_terms = known_terms[number][place]
            of_self = speaks_of_self(sentence, language)
            score = _telling(sentence, language, held_terms, ordinary, naming, of_self)
            if own_names[number][place] and of_self:  # "I'm Anna."
                score += _INTRODUCES
            score += _LINE_MATTERS * (line.importance - 1) / 9 + _CENTRAL * _centrality(held_terms, shared)
            if number and split[number - 1] and is_question(split[number - 1][-1]):
                score += _ANSWERS
            score += _OF_MANY * min(1.0, max(0, len(split[number]) - 4) / 8)
            if line.speaker in own:
                score += _OWN_TELLING if of_self else _OWN * (1 + lecture)
            if listed:
                score += _LISTED
            astray = _astray(sentence, language, astray)
            score += astray
            leans = 0.0
            if score >= _WORTH:
                leans = 0.0 if of_self else leans_on_talk(sentence, language)
                leans = 1.0 if leading is not None and leading.match(sentence) else leans
            cost = _size(sentence, language)
            weighed.append(
                _Sentence(number, place, sentence, language, held_terms, cost, score, leans, line.speaker in own)
            )
    return weighed


def _astray(sentence: str, language: str, before: float) -> float:
    """Return the penalty of a sentence that digresses or complains of the day; it lasts until one is back on topic.

    Args:
        sentence: verbatim.
        language: its language.
        before: the penalty of the sentence before.
    """
    aside, back, passing = (pattern("gist", key, language) for key in ("asides", "back", "passing"))
    if aside is None or back is None or passing is None or (before and back.match(sentence)):
        return 0.0
    loss = before
    if passing.search(sentence) and holds("gist", "passing_when", language, sentence):
        loss = _PASSING
    elif aside.match(sentence):
        loss = _ASIDE
    if not loss:
        return 0.0
    parts = (part for part in _PAUSE.split(sentence) if len(telling_terms(part, language)) > 1)
    gravest = max(judge(part).importance for part in (sentence, *parts))  # if several things are said at once
    return 0.0 if gravest >= _MATTERING else loss


def _telling(
    sentence: str, language: str, held_terms: frozenset[str], ordinary: frozenset[str], naming: set[str], of_self: bool
) -> float:
    """Return how much a sentence tells, by itself."""
    score = _MATTERS * (judge(sentence).importance - 1) / 9
    few = len(held_terms) / subject("gist", language).get("terms_of_a_word", 1)
    score += _LENGTH * min(1.0, math.log1p(few) / math.log(9))
    if few < (1 if language in _WIDE else 2):
        score -= _LENGTH
    you = holds("gist", "you", language, sentence)
    begins = pattern("gist", "self_begins", language)
    reacts = not of_self and holds("gist", "reacting", language, sentence)
    if is_question(sentence) or holds("gist", "asking", language, sentence):
        score += _ASKS
    elif of_self:
        score += _SELF + _SELF_FIRST * (begins is not None and begins.match(sentence) is not None)
    elif language in _UNSAID_SELF and not you and not reacts:
        score += _SELF / 2
    if reacts:
        score += _REACTS
    if you:
        score += _ADDRESSES_TOO if of_self else _ADDRESSES
    if not of_self and holds("gist", "advice", language, sentence):
        score += _ADVISES
    if sentence.endswith(("!", "！")):
        score += _CALLS_OUT
    score += _SMALL_TALK * _small_talk(sentence, language, ordinary)
    if _BOILERPLATE.search(sentence):
        score += _MARKUP
    if _DIGITS.search(sentence):
        score += _NUMBER
    if (
        language != "de"  # there, every noun looks like a name
        and _CAPITAL.search(sentence)
        and any(not _speaks(word, naming) for name in proper_names(sentence) for word in name.split())
    ):
        score += _NAME
    if _size(sentence, language) > _LONG_SENTENCE:
        score += _MARKUP
    return score


def _speaks(word: str, naming: set[str]) -> bool:
    """Return whether a name is a speaker's, or short for it: Mel for Melanie."""
    low = word.casefold()
    return low in naming or (len(low) > 2 and any(name.startswith(low) for name in naming))


def _centrality(held: frozenset[str], shared: Mapping[str, float]) -> float:
    """Return how much a sentence shares with the other lines of its window, 0…1."""
    common = sum(shared[term] for term in held if term in shared)
    return common / (common + 3.0)


def _choose(
    weighed: Sequence[_Sentence], words: float, speakers: Sequence[str], *, capped: bool = True
) -> list[_Sentence]:
    """Choose the best sentences that fit into so many words, in order.

    Args:
        weighed: every sentence with its score, in order.
        words: at most.
        speakers: of the lines.
        capped: whether one line may give only a few.
    """
    several = Counter(one.line for one in weighed)
    numbers = {(one.line, one.place): number for number, one in enumerate(weighed)}
    left = sorted((one.score + _LEANS * one.leans, number) for number, one in enumerate(weighed))
    chosen: list[_Sentence] = []
    while left:
        worth, number = left.pop()
        if chosen and worth < _WORTH:
            break
        one = weighed[number]
        repeated = [other for other in chosen if _repeats(one, other)]
        if repeated and not (len(repeated) == 1 and _says_more(one, repeated[0])):
            continue
        distinct = [other for other in chosen if other not in repeated]
        most = _OF_AN_ANSWER if several[one.line] > _ANSWER else _OF_A_TURN
        if capped and sum(other.line == one.line for other in distinct) >= most:
            continue
        if _cost([*distinct, one], speakers) > words:
            continue
        chosen = [*distinct, one]
        after = numbers.get((one.line, one.place + 1), number)
        entry = (weighed[after].score + _LEANS * weighed[after].leans, after)
        if entry[0] < weighed[after].score and entry in left:  # next to the sentence it depends on, it makes sense
            left.remove(entry)
            insort(left, (weighed[after].score, after))
    if not chosen and weighed:  # all are too long: the beginning of the best
        best = max(weighed, key=lambda one: one.score)
        label = f"{speakers[best.line]}: " if speakers[best.line] else ""
        beginning = _beginning(best.text, best.language, words - _size(label, best.language) - 1)
        return [best._replace(text=beginning)] if beginning else []
    return sorted(chosen, key=lambda one: (one.line, one.place))


def _beginning(text: str, language: str, words: float) -> str:
    """Return the beginning of a text, cut to a number of words, or at a pause in its second half."""
    if words < 1:
        return ""
    end = int(words * (2 if language in _WIDE else _LETTERS))
    if language not in _WIDE and (blanks := [match.start() for match in _BLANKS.finditer(f"{text} "[: end + 1])]):
        end = min(end, blanks[min(len(blanks), int(words)) - 1])
    if end >= len(text):
        return text
    pauses = [match.start() for match in _PAUSE.finditer(text[:end])]
    if pauses and pauses[-1] >= end / 2:
        end = pauses[-1]
    beginning = text[:end].rstrip()
    return beginning if _WORD.search(beginning) else ""


def _cost(chosen: Sequence[_Sentence], speakers: Sequence[str]) -> float:
    """Return the approximate number of words in the sentences with their speakers."""
    total, before = 0.0, None
    for one in sorted(chosen, key=lambda one: (one.line, one.place)):
        speaker = speakers[one.line]
        gap = 1.0 if one.language in _WIDE else 0.0  # a blank, and a full stop that was missing
        if speaker and speaker != before:
            total += _size(f"{speaker}:", one.language) + gap
        before = speaker
        total += one.cost + gap
    return total


def _says_more(one: _Sentence, other: _Sentence) -> bool:
    """Return whether one sentence repeats another later and no more briefly, so that it tells the newer state."""
    if one.own and not other.own:
        return False
    return one.line > other.line and len(one.terms) >= len(other.terms) and one.score > other.score - _FULLER


def _repeats(one: _Sentence, other: _Sentence) -> bool:
    """Return whether two sentences say the same by their words; other numbers, or a negation, make them differ."""
    if not one.terms or not other.terms:
        return one.text == other.text
    if len(one.terms & other.terms) < _REPEATS * min(len(one.terms), len(other.terms)):
        return False
    numbers, others = set(_DIGITS.findall(one.text)), set(_DIGITS.findall(other.text))
    if numbers and others and numbers != others:
        return False
    return denies(one.text, one.language) == denies(other.text, other.language)
