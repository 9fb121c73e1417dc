"""The names, classes and properties of the knowledge that an utterance mentions, and the utterance's language.

A name may also be an ordinary word: "Queen" is a band, "a queen" isn't.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from soulkeep.graph.episodes.connectives import asking
from soulkeep.graph.episodes.liking import is_liking, without_liking
from soulkeep.graph.knowledge import Knowledge
from soulkeep.graph.questions.dictionary import is_entry
from soulkeep.graph.questions.near import is_word
from soulkeep.graph.questions.qualifier_words import is_light
from soulkeep.graph.words.gazetteer import TITLES, Mention, WordingSpan, begins
from soulkeep.lang.function_words import function_terms
from soulkeep.lang.language import detect
from soulkeep.lang.pack import pattern
from soulkeep.lang.selfhood import speaks_of_self
from soulkeep.lang.terms import terms

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
_HANGUL = re.compile("[가-힣]*")
_NEXT = re.compile(r" ((?!I\b)[A-ZÀ-ÖØ-Þ][^\W\d_]+)")
_LAST = re.compile(r"((?!I\b)\b[A-ZÀ-ÖØ-Þ][^\W\d_]+) $")
_SMALL = re.compile(r"\bI(?:['’]\w+)?\b")
_ASKING = re.compile(r"(?:how|what|who|whom|whose|when|where|which|why)\b", re.IGNORECASE)
_OBJECT = re.compile(
    r"\s+(?:an?|the|my|your|his|her|its|our|their|this|that|these|those|some|me|us|you|if|how|what"
    r"|I|we|he|she|they|it)\b|!"
)
"""Text after a first word that is a verb or an adverb ("Imagine a world …", "Yesterday I …")."""

_FEW = 6
"""Most words of a request for a list that has no verb."""

_LATIN = ("de", "fr", "es")


class NameSpans(NamedTuple):
    """The spans of a text that mention things, classes and properties."""

    mentions: list[Mention]
    wordings: list[WordingSpan]

    def rest(self, text: str) -> str:
        """Return the text without the spans, and without Korean endings after a property."""
        whole = [one._replace(end=_HANGUL.match(text, one.end).end()) for one in self.wordings]  # type: ignore[union-attr]
        return blanked(text, [*self.mentions, *whole])


def language_of(text: str, language: str, knowledge: Knowledge) -> str:
    """Return the language of a text that was taken for English because of the names in it."""
    if language != "en":
        return language
    rest = blanked(text, knowledge.gazetteer.find(text))
    if (detected := detect(rest)) != "en":
        return detected
    words = _WORD.findall(rest.casefold())

    def speaks(other: str) -> int:
        count = sum(is_function(word, other) or _is_about(word, other) for word in words)
        return count + len(knowledge.words.find(rest, other))

    own = knowledge.lexicon.tongue  # where nothing tells, as in "billigste Reparatur?", that of the data
    told = own not in _LATIN or any(is_word(word) and not is_entry(word, own) for word in words)
    return max(("en", *_LATIN) if told else (own, "en"), key=speaks)


def spans_of(text: str, language: str, asks: str | None, knowledge: Knowledge) -> NameSpans:
    """Return the names and wordings in a text; of overlapping ones the longer, else the name.

    Args:
        text: the text.
        language: ISO 639-1.
        asks: the question word, as in `Utterance.asks`.
        knowledge: the data with the names.
    """
    mentions = knowledge.gazetteer.find(text)
    wordings = knowledge.words.find(text, language)
    wordings = [
        one for one in wordings if not any(_within(one, other) and length(other) > length(one) for other in wordings)
    ]
    mentions = [mention for mention in mentions if not _is_part(mention, text, [*mentions, *wordings])]
    sure = [mention for mention in mentions if _is_sure(mention, text, language, asks)]
    perhaps = [mention for mention in mentions if mention not in sure and not _is_ordinary(mention, text, language)]
    standing = _standing(sure, wordings)
    left = [one for one in wordings if not any(overlap(one, mention) for mention in standing)]
    for mention in _standing(perhaps, wordings):
        others = [one for one in left if not overlap(one, mention)]
        if _is_meant(mention, text, language, asks, NameSpans([*standing, mention], others), knowledge):
            standing.append(mention)
            left = others
    return NameSpans(sorted(standing), left)


def is_bare(text: str, language: str, spans: NameSpans) -> bool:
    """Return whether the text besides the names only asks to tell something about them."""
    if pattern("questions", "beside_name", language) is None:
        return True
    left = _WORD.findall(re.sub(r"['’]s?\b", " ", spans.rest(text)).casefold())
    return all(is_function(word, language) or _is_about(word, language) for word in left)


def is_listing(text: str, language: str, knowledge: Knowledge) -> bool:
    """Return whether a text does no more than ask for a list of the things of a class: "list of suspects", "용의자 명단 좀"."""
    listing = pattern("asking", "listing", language)
    match = listing.search(text.lower()) if listing is not None and len(text.split()) <= _FEW else None
    kinds = knowledge.words.find(text, language) if match is not None else []
    if match is None or len(kinds) != 1 or not any(term in knowledge.schema.classes for term in kinds[0].terms):
        return False
    rest = NameSpans([], kinds).rest(text[: match.start()] + " " * len(match[0]) + text[match.end() :])
    return all(is_light(word, language) for word in _WORD.findall(rest.casefold()))


def is_weighty(word: str, language: str) -> bool:
    """Return whether a word says something of what is asked: it is neither a function word nor a light one."""
    return not is_function(word, language) and not is_light(word, language)


def without_request(text: str) -> str:
    """Return a text with blanks in place of a request to tell."""
    return asking("request").sub(lambda request: " " * len(request[0]), text)


def is_personal(text: str, language: str) -> bool:
    """Return whether a text is about the two speakers, not about what was mentioned: "When is my birthday?"."""
    rest = without_request(text)
    return speaks_of_self(rest, language) or asking("you").search(rest) is not None


def _standing(mentions: Sequence[Mention], wordings: Sequence[WordingSpan]) -> list[Mention]:
    """Return the names that don't overlap with a wording."""
    return [
        mention
        for mention in mentions
        if not any(overlap(mention, one) and (length(one) > length(mention) or not mention.cased) for one in wordings)
    ]


def _is_sure(mention: Mention, text: str, language: str, asks: str | None) -> bool:
    """Return whether a name is capitalised as a name, and for no other reason."""
    letters = text[mention.start : mention.end]
    words = letters.split()
    ordinary = all(is_function(word, language) for word in words)
    if mention.cased and mention.first:
        if len(words) > 1 and letters.lower() != letters.upper():
            return any(word != word.lower() for word in words[1:])
        return not ordinary and not _OBJECT.match(text, mention.end)
    if mention.cased:
        return True
    if len(words) < 2 or ordinary or asking("determiner", r"\b", r"\s+$").search(text[: mention.start]):
        return False
    return asks is not None or _SMALL.sub("", text).islower()


def _is_meant(
    mention: Mention, text: str, language: str, asks: str | None, spans: NameSpans, knowledge: Knowledge
) -> bool:
    """Return whether a possible name is meant as one, because something is said about it or nothing else is said."""
    if mention.first and _ASKING.match(text, mention.start):
        return False
    determiner = asking("determiner", r"\b", r"\s+$").search(text[: mention.start])
    if determiner and (determiner[0].strip().casefold() != "the" or " " not in text[mention.start : mention.end]):
        return False
    careless = _SMALL.sub("", text).islower()
    if asks is None and not careless:
        return False
    if _fits(mention, spans, knowledge):
        return True
    if is_personal(text, language) and not is_liking(text):
        return False
    return (asks is not None or is_liking(text)) and is_bare(without_liking(text), language, spans)


def _fits(mention: Mention, spans: NameSpans, knowledge: Knowledge) -> bool:
    """Return whether a mentioned property or class fits the thing."""
    schema = knowledge.schema
    spoken = [term for wording in spans.wordings for term in wording.terms]
    for types in map(knowledge.lexicon.types, mention.terms):
        if any(
            schema.suits(term, types) or schema.suits_value(term, types) or schema.is_a(types, term) for term in spoken
        ):
            return True
    return False


def _is_part(mention: Mention, text: str, others: Sequence[Mention | WordingSpan]) -> bool:
    """Return whether a one-word name is part of a longer, unknown one: the Queen of "Queen Elizabeth"."""
    letters = text[mention.start : mention.end]
    if re.search(r"[\s'’]", letters) or letters == letters.lower() or text.isupper():
        return False
    after, before = _NEXT.match(text, mention.end), _LAST.search(text[: mention.start])
    if before is not None and before[1].rstrip(".").casefold() in TITLES:
        before = None  # Frau Brömmelkamp
    beside = [match.start(1) for match in (after, before) if match and not begins(text, match.start(1))]
    return any(
        not any(
            one.start <= place < one.end and (isinstance(one, WordingSpan) or " " in text[one.start : one.end])
            for one in others
        )
        for place in beside
    )


def _is_ordinary(mention: Mention, text: str, language: str) -> bool:
    return all(is_function(word, language) for word in text[mention.start : mention.end].split())


def is_function(word: str, language: str) -> bool:
    """Return whether a word is a function word."""
    return all(term in function_terms(language) for term in terms(word, language))


def _is_about(word: str, language: str) -> bool:
    about = pattern("questions", "beside_name", language)
    return about is not None and about.fullmatch(word) is not None


def blanked(text: str, spans: Sequence[Mention | WordingSpan]) -> str:
    """Return a text with blanks in place of some spans."""
    letters = list(text)
    for span in spans:
        letters[span.start : span.end] = " " * length(span)
    return "".join(letters)


def _within(one: WordingSpan, other: WordingSpan) -> bool:
    return other.start <= one.start and one.end <= other.end and one is not other


def overlap(one: Mention | WordingSpan, other: Mention | WordingSpan) -> bool:
    """Return whether two spans share a letter."""
    return one.start < other.end and other.start < one.end


def length(one: Mention | WordingSpan) -> int:
    """Return the number of letters of a span."""
    return one.end - one.start
