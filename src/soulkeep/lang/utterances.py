"""Classifying what a person says to a character: greeting, question, statement and the like (1, 2.1).

Rules use a language's own words, thoroughly in English and Korean, for common cases in German, French, Spanish,
Japanese and Chinese. A text is read sentence by sentence: first acts that open a sentence ("hi", "no thanks", "great
answer"), then whether the rest asks. In other languages only question marks are recognised.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from soulkeep.lang.forms import both_ends
from soulkeep.lang.sentences import sentences
from soulkeep.lang.short_texts import kept_of_short
from soulkeep.lang.utterance_words import Words, words_of

GREETING = "greeting"
FAREWELL = "farewell"
WH_QUESTION = "wh-question"
YES_NO_QUESTION = "yes/no question"
STATEMENT = "statement"
AGREEMENT = "agreement"
REJECTION = "rejection"
FEEDBACK = "feedback"

WHETHER = "whether"
"""What a yes/no question asks."""


@dataclass(frozen=True, slots=True)
class Utterance:
    """The acts of a text, as far as its words show them.

    Attributes:
        kind: one of the classes above.
        asks: for a wh-question "who", "when", "where", "what", "which", "how many" (also how much), "how long", "how
            old", "how" or "why"; for a yes/no question "whether"; else None.
        feedback: how the person takes what the character said last, -1…1; 0 if nothing shows it.
    """

    kind: str
    asks: str | None
    feedback: float


_MARKS = "?？؟"
_ASKING = frozenset(_MARKS)
_FEEDBACK = {"praise": 1.0, "confirm": 1.0, "thanks": 0.5, "mild": 0.5, "tired": -0.5, "blame": -1.0}
"""How each act takes the character's last words, -1…1."""
_CALLED = frozenset({"greeting", "farewell", "thanks"})
"""Acts that a name may follow."""
_LAST = frozenset({"farewell", "thanks", "praise", "blame"})
"""Acts that may end a sentence after a comma: "I'm tired, good night"."""

_TALE = 6
"""Most sentences in a text that may ask anywhere; a longer one is a story, and asks only at its end."""
_ENDS = 3
"""Sentences at a story's end that may ask."""
_LONG = 400
"""Characters of a sentence that are read: a longer one shows at its beginning what it does."""
_MOST = 4_000
"""Characters of a text that are read; of a longer one, its two ends."""
_NAME = 2
"""Most words in the character's name after a greeting."""
_TURNED = 5
"""Most words in a name that is asked about by "and …?"."""

_QUOTED = re.compile(r"\"[^\"]{0,300}\"|[“„][^“”„]{0,300}[”“]|«[^«»]{0,300}»|「[^「」]{0,300}」|『[^『』]{0,300}』")
_LAUGHTER = re.compile(r"[ㅋㅎㅠㅜ]{2,}|\b(?:www+|xd|lol)$")
_GAP = re.compile(r"[\s,.!?~…;:()\-–—、。，！？；：·¡¿♪♥❤^*]*")
_NAMED = re.compile(r"([^,、，!！]{1,24})[,、，!！]\s*")
_COMMA = re.compile(r"(?:(?<!\s)\s++)?[,;:–—]\s*|(?<!\s)\s++-\s+|\.{2,}\s*|…\s*")
_WIDE_COMMA = re.compile(r"[，、；：]")

_CONTRACTED = re.compile(r"'(?:s|re|d|ll|ve)$|^(?:what|where|who|how|when)s$")
"""A question word with its verb: "what's"."""
_WITH_NOUN = re.compile(r"(?:^| )(?:what|which) \w")
"""A question word with its noun: "which city"."""
_ABOUT = "what_0"
"""The group of "what about", which takes no verb."""


class _UtteranceReading(NamedTuple):
    """The reading of one sentence: the acts that open it, what it asks, and whether it has more than acts."""

    acts: list[str]
    asks: str | None
    says: bool


class _UtterancePatterns:
    """A language's patterns, compiled."""

    def __init__(self, words: Words) -> None:
        self.words = words
        asked = "|".join(
            f"(?P<{asks.replace(' ', '_')}_{number}>{pattern})" for number, (asks, pattern) in enumerate(words.asked)
        )
        acts = "|".join(f"(?P<{act}>{pattern})" for act, pattern in words.acts)
        acts = acts.replace(")*", "){0,8}")  # "so", "very", "really" … are said a few times, not a thousand
        self.acting = re.compile(f"(?:{acts}){words.stop}")
        self.starts = re.compile(words.starts)
        self.names = re.compile(words.names) if words.names else None
        self.indefinite = re.compile(words.indefinite)
        self.plain = re.compile(words.plain)
        self.exclaims = re.compile(words.exclaims)
        self.requests = tuple((asks, re.compile(pattern)) for asks, pattern in words.requests)
        self.inverted = re.compile(words.inverted)
        self.whether = re.compile(words.whether)
        if words.final:
            self.asked = re.compile(asked)
            self.told = re.compile(words.told)
            self.closed = re.compile(words.closed)
            self.requesting = re.compile(words.requesting)
            self.lists = re.compile(words.lists)
            self.topic = re.compile(words.topic)
            return
        self.asked = re.compile(rf"(?:{words.before})?(?:{asked})(?![\w-])")
        self.opens = re.compile(words.opens)
        self.subjects = re.compile(words.subjects)
        self.embeds = re.compile(words.embeds)
        self.attributes = re.compile(words.attributes)
        self.between = re.compile(words.between)
        self.memories = re.compile(words.memories)
        self.subordinate = re.compile(words.subordinate)
        self.tags = re.compile(words.tags)
        joined = "|".join(words.joins)
        self.joins = re.compile(rf"(?:{joined}) ")
        self.joined = re.compile(
            rf" (?:{joined}) (?={self.asked.pattern.replace('(?P<', '(?P<later_')}(?:{words.opens}))"
        )
        self.situ = re.compile(rf"(?:^|[ ,]){self.asked.pattern}(?: {words.situ})?$")


def _asks(match: re.Match[str]) -> str:
    """Return what a question word asks for, from the name of its group."""
    return (match.lastgroup or "").rsplit("_", 1)[0].replace("_", " ")


@lru_cache(maxsize=16)
def _patterns(language: str) -> _UtterancePatterns | None:
    words = words_of(language)
    return None if words is None else _UtterancePatterns(words)


@kept_of_short(512)
def utterance(text: str, language: str) -> Utterance:
    """Return the class of a text, what it asks for, and how it takes the character's last words.

    A text that asks is a question, whatever else it says; of several, its last wh-question counts.

    Args:
        text: what the person said: some words, or several sentences.
        language: ISO 639-1. In languages other than en, ko, de, fr, es, ja and zh only question marks are read.
    """
    patterns = _patterns(language)
    if patterns is None:
        asked = not _ASKING.isdisjoint(text)
        return Utterance(YES_NO_QUESTION, WHETHER, 0.0) if asked else Utterance(STATEMENT, None, 0.0)
    readings = [_read_utterance(sentence, patterns) for sentence in _cut(both_ends(text, _MOST))]
    is_tale = len(readings) > _TALE
    acts = [act for reading in ([*readings[:1], *readings[-_ENDS:]] if is_tale else readings) for act in reading.acts]
    says = any(reading.says for reading in readings)
    asking = readings[-_ENDS:] if is_tale else readings
    asked_for = [reading.asks for reading in asking if reading.asks is not None]
    feedback = _feedback(acts, says)
    if asked_for:
        asks = next((one for one in reversed(asked_for) if one != WHETHER), WHETHER)
        return Utterance(YES_NO_QUESTION if asks == WHETHER else WH_QUESTION, asks, feedback)
    return Utterance(_kind(acts, says), None, feedback)


def _kind(acts: list[str], says: bool) -> str:
    """Return the class of a text that asks nothing."""
    if "farewell" in acts:
        return FAREWELL
    if says:
        return STATEMENT
    if any(act in ("praise", "confirm", "blame", "tired") for act in acts):
        return FEEDBACK
    for act in acts:
        if act in ("agreement", "rejection"):
            return AGREEMENT if act == "agreement" else REJECTION
    if "thanks" in acts or "mild" in acts:
        return FEEDBACK
    return GREETING if "greeting" in acts else STATEMENT


def _feedback(acts: list[str], says: bool) -> float:
    """Return how a text's acts take what was said last; blame outweighs thanks, "exactly" before more is no praise."""
    if "rejection" in acts and "blame" not in acts:
        return 0.0
    values = [_FEEDBACK[act] for act in dict.fromkeys(acts) if act in _FEEDBACK and not (says and act == "confirm")]
    blame = sum(value for value in values if value < 0)
    return max(-1.0, blame) if blame else min(1.0, sum(values))


def _cut(text: str) -> list[str]:
    """Return the sentences of a text, folded, without quotations."""
    folded = text.replace("’", "'").replace("‘", "'")
    parts: list[str] = []
    for line in folded.splitlines():
        if not line.strip():
            continue
        unquoted = _QUOTED.sub("x", line)
        rest = unquoted if len(unquoted) > _NAME + 1 else line
        parts += [" ".join(sentence[:_LONG].lower().split()) for sentence in sentences(rest)]
    return parts


def _read_utterance(sentence: str, patterns: _UtterancePatterns) -> _UtteranceReading:
    sentence = _LAUGHTER.sub("", sentence)
    end = len(sentence)
    while end and not (sentence[end - 1].isalnum() or sentence[end - 1] == "'"):
        end -= 1
    marked = not _ASKING.isdisjoint(sentence[end:]) or "¿" in sentence
    exclaimed = "!" in sentence[end:] or "！" in sentence[end:]
    sentence = sentence[:end]
    acts, rest = _peeled(sentence, patterns)
    turns = "and" in acts
    if not rest:
        # "Why not?", "Really?", "맞아?"
        return _UtteranceReading([] if marked else acts, _whole(sentence, patterns) if marked else None, False)
    if patterns.words.final:
        asks = _asked_by_its_end(_WIDE_COMMA.sub(",", rest), marked, turns, patterns)
    elif exclaimed and not marked:
        asks = _asked_strictly(rest, patterns)
    else:
        asks = _asked(rest, marked, turns, patterns)
    called = asks is None and not marked and bool(acts) and acts[-1] in _CALLED and _is_name(rest, patterns)
    return _UtteranceReading(acts, asks, asks is None and not called)


def _whole(sentence: str, patterns: _UtterancePatterns) -> str | None:
    """Return what a sentence made only of acts asks by its question mark: "why not?" agrees, "what about it?" asks."""
    match = patterns.asked.match(sentence)
    return _asks(match) if match is not None else WHETHER


def _peeled(sentence: str, patterns: _UtterancePatterns) -> tuple[list[str], str]:
    """Return the acts that open or end a sentence, and the rest of it."""
    peeled: list[str] = []
    start = _after_gap(sentence, 0)
    while start < len(sentence):
        match = patterns.acting.match(sentence, start)
        if match is None or match.end() == start:
            called = _NAMED.match(sentence, start) if peeled and peeled[-1] in _CALLED else None
            if called is None or not _is_name(called[1], patterns):
                break
            start = called.end()
            continue
        act = match.lastgroup or ""
        after = _after_gap(sentence, match.end())
        if (
            after < len(sentence)
            and act != "and"
            and not sentence[match.end() : after].strip()
            and not patterns.acting.match(sentence, after)
            and not (patterns.starts.match(sentence, after) and (act not in _FEEDBACK or act == "thanks"))
            and not (act in _CALLED and _is_name(sentence[after:].split(",")[0], patterns))
        ):
            break
        peeled.append(act)
        start = after
    comma = max(sentence.rfind(","), sentence.rfind("、"), sentence.rfind("，"))
    if comma > start:
        match = patterns.acting.fullmatch(sentence, _after_gap(sentence, comma))
        if match is not None and match.lastgroup in _LAST:
            peeled.append(match.lastgroup or "")
            return peeled, sentence[start:comma]
    return peeled, sentence[start:]


def _after_gap(sentence: str, start: int) -> int:
    """Return where the blanks and marks that begin at `start` end."""
    gap = _GAP.match(sentence, start)
    return gap.end() if gap else start


def _is_name(text: str, patterns: _UtterancePatterns) -> bool:
    """Return whether a word or two may be the character's name."""
    if not 0 < len(text.split()) <= _NAME:
        return False
    if patterns.words.final:
        return patterns.names is not None and patterns.names.fullmatch(text) is not None
    return not patterns.starts.match(text)


def _asked_strictly(rest: str, patterns: _UtterancePatterns) -> str | None:
    """Return what an exclamation asks, such as "tell me who he is!"; "how lovely she is!" asks nothing."""
    return None if patterns.asked.match(rest) else _asked(rest, False, False, patterns)


def _asked(rest: str, marked: bool, turns: bool, patterns: _UtterancePatterns) -> str | None:
    """Return what a sentence asks, in a language whose question words come first."""
    unmarked = WHETHER if marked else None
    if patterns.plain.match(rest) or (not marked and patterns.exclaims.match(rest)):
        return None
    embedding = patterns.embeds.match(rest)
    if embedding is not None and (marked or not embedding.groupdict().get("weak")):
        asks = _embedded(rest, embedding.end(), patterns)
        if asks is not None:
            return asks
    for asks, pattern in patterns.requests:
        if pattern.match(rest):
            return unmarked if asks == "plain" else asks
    match = patterns.asked.match(rest)
    if match is not None:
        opens = _opens(rest, match, patterns)
        if opens or (marked and not _leads_up(rest, patterns)):
            return _asks(match)
    parts = _COMMA.split(rest)
    if len(parts) > 1:
        if marked or len(parts[-1]) > 2:
            tag = patterns.tags.fullmatch(parts[-1])
            if tag is not None and (marked or " " in parts[-1] or parts[-1] in patterns.words.sure_tags):
                return WHETHER
        for part in reversed(parts[1:]):
            join = patterns.joins.match(part)
            clause = part[join.end() :] if join else part
            match = patterns.asked.match(clause)
            if match is not None and (
                _opens(clause, match, patterns)
                if marked
                else _asks(match) not in ("who", "which")  # these are relative pronouns, too
                and (patterns.opens.match(clause, match.end()) or _CONTRACTED.search(match[0]))
            ):
                return _asks(match)
            if marked and (embedding := patterns.embeds.match(clause)):
                asks = _embedded(clause, embedding.end(), patterns)
                if asks is not None:
                    return asks
    joined = patterns.joined.search(rest) if marked else None
    if joined is not None and not patterns.inverted.match(rest):
        match = patterns.asked.match(rest, joined.end())
        if match is not None:
            return _asks(match)
    if patterns.inverted.match(rest):
        return WHETHER
    if not marked:
        return None
    situ = patterns.situ.search(rest)
    if situ is not None:
        return _asks(situ)
    named = turns and len(rest.split()) <= _TURNED
    return "what" if named or patterns.attributes.search(rest) else WHETHER


def _leads_up(rest: str, patterns: _UtterancePatterns) -> bool:
    """Return whether a sentence begins with a clause that leads up to another: "when she came, …", but not "wie lang
    brennt er, wenn …"."""
    if not patterns.subordinate.match(rest):
        return False
    after = _COMMA.split(rest, maxsplit=1)[1:] if "," in rest else []
    return bool(after) and patterns.subordinate.match(after[0]) is None


def _opens(rest: str, match: re.Match[str], patterns: _UtterancePatterns) -> bool:
    """Return whether the words after a question word show a question: "when was she", not "when she was"."""
    if match.end() >= len(rest) or patterns.opens.match(rest, match.end()):
        return True
    if match.lastgroup == _ABOUT or _CONTRACTED.search(match[0]):
        return True
    if _WITH_NOUN.search(match[0]):
        return not patterns.subjects.match(rest, match.end())
    return _asks(match) in patterns.words.bare and not patterns.subjects.match(rest, match.end())


def _embedded(rest: str, end: int, patterns: _UtterancePatterns) -> str | None:
    """Return what the question asks that depends on "do you know" or the like, which ends at `end`."""
    gap = patterns.between.match(rest, end)
    start = gap.end() if gap else end
    if start == end and start < len(rest):
        return None
    if patterns.whether.match(rest, start):
        return WHETHER
    if patterns.memories.match(rest):
        return None
    match = patterns.asked.match(rest, start)
    return _asks(match) if match is not None else None


def _asked_by_its_end(rest: str, marked: bool, turns: bool, patterns: _UtterancePatterns) -> str | None:
    """Return what a sentence asks, in a language whose question words keep their place."""
    text = patterns.indefinite.sub("·", rest)
    if patterns.plain.search(text):
        return None
    match = patterns.asked.search(text)
    if not marked and patterns.told.search(text):
        return None
    if patterns.requesting.search(text):
        several = patterns.lists.search(rest) is not None and not patterns.whether.search(text)
        if match is not None and not (several and _asks(match) == "how many"):
            return _asks(match)
        if patterns.whether.search(text):
            return WHETHER
        if patterns.lists.search(rest):
            return "which"
        for asks, pattern in patterns.requests:
            if pattern.search(text):
                return asks if asks != "plain" else None
    if match is not None:
        if marked or not patterns.closed.search(text):
            return _asks(match)
        return None
    if patterns.topic.search(text) and (marked or turns):
        return "what"
    return WHETHER if marked or patterns.inverted.search(text) else None
