"""Checking the claims of a reply against its sources, by rules (1: fact-checking pipeline, Fig. 4).

Step 1 scans each sentence for claims; step 2 checks each claim three times: against all recalled memories, against
those that its sentence references, and against the character's description. `check_by_model` has a model do the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from functools import cached_property, lru_cache
from operator import itemgetter
from typing import NamedTuple

from soulkeep.judgement.talk import claims_something
from soulkeep.lang.language import detect
from soulkeep.lang.sentences import sentences
from soulkeep.reply.citations import labels_named, without_labels
from soulkeep.reply.factcheck.entailment import Sayings, Speakers
from soulkeep.reply.phrases import REGISTERS, Phrases, phrases, worded
from soulkeep.types.claims import NOT_CHECKED, NOT_FOUND, SUPPORTED, Check, Claim, aggregate

_LEADING_LABELS = re.compile(r"^(?:\s*\[\s*m\d+(?:\s*[,;]\s*m\d+)*\s*\])+[.!?…]?", re.IGNORECASE)

_MARKS = (("“", "”"), ("„", "“"), ("« ", " »"), ("«", "»"), ("「", "」"), ("『", "』"), ('"', '"'))
_QUOTED = re.compile(
    r"“([^“”]{8,})”|„([^„“”]{8,})[“”]|«([^«»]{8,})»|「([^「」]{4,})」|『([^『』]{4,})』|\"([^\"]{12,})\""
)
"""Pattern of quotations. Shorter ones are titles and names."""

_INTRODUCES = re.compile(r"[:：][\s.!?。]*$")
"""Pattern at the end of a text that only says who is quoted: "On 3 May you told me:"."""

_OPEN, _CLOSE = "\ue000", "\ue001"
_HIDDEN = re.compile(f"{_OPEN}(\\d+){_CLOSE}")
"""Pattern of the placeholder for a quotation while a text is cut into sentences."""


_DESCRIPTION = -1
"""Number of the description among the sources."""


class Source(NamedTuple):
    """A source that a reply may rest on.

    Attributes:
        id: id of a memory, or any other unique id.
        text: what it says.
        speaker: who said it; None for what is read or known.
        time: when it was said; None if unknown.
        what: what kind of source it is, if it has no speaker.
    """

    id: str
    text: str
    speaker: str | None
    time: datetime | None = None
    what: str = ""


class Sentence(NamedTuple):
    """One sentence of a reply.

    Attributes:
        text: the sentence without labels.
        sources: ids of the memories that it references, each once.
        quotations: what it quotes.
        beside: the text without its quotations.
    """

    text: str
    sources: tuple[str, ...]
    quotations: tuple[str, ...]
    beside: str


def check(
    text: str,
    *,
    recalled: Sequence[Source],
    cited: Mapping[str, str],
    description: str,
    name: str,
    person: str,
    language: str,
) -> Check:
    """Check a reply by rules. They only tell what they are sure of: what they don't find may be said in other words, so
    it counts as not checked.

    Args:
        text: the reply with its labels, such as "You adopted a cat [m1]."
        recalled: the memories and other sources that it was made from.
        cited: the id of the memory that each label names.
        description: who the character is.
        name: the character, who says "I".
        person: the person, whom it calls "you".
        language: language of the reply, ISO 639-1; a sentence that is clearly in another is read in that.
    """
    judge = _Judge(recalled, description, name, person, language)
    cut = cut_reply(text, cited, [source.text for source in recalled], voice=language)
    referenced = tuple(dict.fromkeys(id for sentence in cut for id in sentence.sources))
    claims: list[Claim] = []
    for number, sentence in enumerate(cut):
        seen = [(quotation, judge.quoted(quotation)) for quotation in sentence.quotations]
        if not (sentence.quotations and _INTRODUCES.search(sentence.beside)):
            seen += judge.said(sentence.beside)
        claims += [
            _sure(claim_of(claim, number, by_source, described, sentence.sources, referenced))
            for claim, (by_source, described) in seen
        ]
    return Check(claims=tuple(claims))


Verdicts = tuple[dict[str, str], str]
"""The verdict of each source on a claim, by its id; and the verdict of the description."""


class _Judge:
    """A judge of claims by rules, given the sources."""

    def __init__(self, recalled: Sequence[Source], description: str, name: str, person: str, language: str) -> None:
        self._recalled, self._description, self._language = recalled, description, language
        self._name, self._person = name, person
        speakers = sorted({source.speaker for source in recalled if source.speaker})
        voices: list[str | None] = [None, *speakers]
        self._voices = {speaker: self._voice(speaker) for speaker in voices}
        self._names = tuple(dict.fromkeys([name, person, *speakers]))
        self._plain = [_plain(source.text) for source in recalled]
        self._sayings: dict[str, Sayings] = {}
        self._read_before: dict[tuple[str, str], Verdicts] = {}

    @cached_property
    def _languages(self) -> list[str]:
        """The language of each source, ISO 639-1."""
        return [detect(source.text, self._language) for source in self._recalled]

    def said(self, sentence: str) -> list[tuple[str, Verdicts]]:
        """Return the claim of a sentence with its verdicts; nothing if it claims nothing."""
        language = detect(sentence, self._language)
        if sentence in _fixed(self._language, self._name) or not claims_something(sentence, language):
            return []
        verdicts = self._read_before.get((sentence, language))
        if verdicts is None:
            verdicts = self._read_before[sentence, language] = self._read(sentence, language)
        return [(sentence, verdicts)]

    def quoted(self, quotation: str) -> Verdicts:
        """Return the verdicts on quoted words: a source that holds them supports them."""
        plain = _plain(quotation)
        verdicts = dict.fromkeys([source.id for source in self._recalled], NOT_FOUND)
        for source, text in zip(self._recalled, self._plain, strict=True):
            if plain and plain in text:
                verdicts[source.id] = SUPPORTED
        described = SUPPORTED if plain and plain in _plain(self._description) else NOT_FOUND
        if SUPPORTED in (described, *verdicts.values()):
            return verdicts, described
        return verdicts, described  # other words may have been paraphrased

    def _read(self, claim: str, language: str) -> Verdicts:
        seen = self._said_in(language).of(claim, Speakers(self._name, self._person))
        verdicts: dict[str, str] = {}
        for number, source in enumerate(self._recalled):
            verdicts[source.id] = aggregate([verdicts.get(source.id, NOT_FOUND), seen.get(number, NOT_FOUND)])
        return verdicts, seen.get(_DESCRIPTION, NOT_FOUND)

    def _said_in(self, language: str) -> Sayings:
        """Return what the sources of a language say, and what the description says, whatever its language."""
        sayings = self._sayings.get(language)
        if sayings is None:
            sayings = self._sayings[language] = Sayings(language, self._names)
            for number, (source, spoken) in enumerate(zip(self._recalled, self._languages, strict=True)):
                if spoken == language:
                    sayings.add(number, source.text, self._voices[source.speaker or None])
            own = Speakers(self._name, self._name)  # a description says "I", "you" or the name
            sayings.add(_DESCRIPTION, self._description, own, about=self._name)
        return sayings

    def _voice(self, speaker: str | None) -> Speakers:
        """Return whom somebody means by "I" and "you"."""
        if speaker is None:
            return Speakers("", "")
        return Speakers(speaker, {self._person: self._name, self._name: self._person}.get(speaker, ""))


def claim_of(
    text: str,
    sentence: int,
    by_source: Mapping[str, str],
    description: str,
    cited: Sequence[str],
    referenced: Sequence[str],
) -> Claim:
    """Build a claim from the verdicts of the memories and of the description.

    Args:
        text, sentence: as in `Claim`.
        by_source: the verdict of each memory, by id.
        description: the verdict of the description.
        cited: ids of the memories that its sentence references.
        referenced: ids of those that the whole reply references.
    """
    recalled = aggregate(by_source.values())
    whole = aggregate([recalled, description])
    return Claim(
        text=text,
        sentence=sentence,
        recalled=recalled,
        referenced=aggregate([by_source.get(id, NOT_FOUND) for id in cited or referenced]),
        description=description,
        verdict=whole,
        sources=tuple(id for id, seen in by_source.items() if seen == whole != NOT_FOUND),
        cited=bool(cited),
    )


def _sure(claim: Claim) -> Claim:
    """Return a claim with the verdict "not found", of which rules can't be sure, replaced by "not checked"."""

    def sure(verdict: str) -> str:
        return NOT_CHECKED if verdict == NOT_FOUND else verdict

    return replace(
        claim,
        recalled=sure(claim.recalled),
        referenced=sure(claim.referenced),
        description=sure(claim.description),
        verdict=sure(claim.verdict),
    )


def cut_reply(
    text: str, cited: Mapping[str, str], labels: Iterable[str] = (), *, voice: str | None = None
) -> list[Sentence]:
    """Cut a reply into sentences, each with the memories that it references and what it quotes.

    A label after the full stop belongs to the sentence before it. A quotation is part of one sentence, however many it
    holds itself.

    Args:
        text: the reply, with labels.
        cited: the id of the memory that each label names.
        labels: texts that may be quoted, even with quotations in them.
        voice: language of the offline voice, to leave out what it says around quotations; None leaves that in.
    """
    quotations: list[str] = []

    def hidden(quotation: str) -> str:
        quotations.append(quotation.strip())
        return f"“{_OPEN}{len(quotations) - 1}{_CLOSE}”"

    text = text.replace(_OPEN, "").replace(_CLOSE, "")
    for whole in sorted({" ".join(one.split()) for one in labels}, key=len, reverse=True):
        for opening, closing in _MARKS:
            if len(whole) > 1 and f"{opening}{whole}{closing}" in text:
                text = text.replace(f"{opening}{whole}{closing}", hidden(whole))
    text = _QUOTED.sub(
        lambda match: match[0] if _OPEN in match[0] else hidden(next(group for group in match.groups() if group)), text
    )
    if voice is not None and quotations:
        for frame in [frame for frame in _frames(voice) if frame.word in text]:
            text = frame.pattern.sub(itemgetter(1), text)
    ids = {name.casefold(): id for name, id in cited.items()}
    pieces: list[tuple[str, list[str]]] = []
    for part in sentences(text):
        leading = _LEADING_LABELS.match(part)
        if leading is not None and pieces:
            pieces[-1][1].extend(labels_named(leading[0]))
            part = part[leading.end() :].strip()
        if part:
            pieces.append((part, labels_named(part)))
    cut: list[Sentence] = []
    for part, names in pieces:
        plain = without_labels(part)
        if not re.search(r"\w", plain):
            continue
        places = [int(place) for place in _HIDDEN.findall(plain) if int(place) < len(quotations)]
        cut.append(
            Sentence(
                text=_HIDDEN.sub(lambda match: quotations[int(match[1])], plain),
                sources=tuple(dict.fromkeys(ids[name] for name in names if name in ids)),
                quotations=tuple(quotations[place] for place in places),
                beside=_HIDDEN.sub("", plain).replace("“”", "").strip(),
            )
        )
    return cut


@lru_cache(maxsize=16)
def _wordings(language: str) -> tuple[Phrases, ...]:
    """Return all wordings of the offline voice in a language."""
    return tuple(phrases(language, register, polite=polite) for register in REGISTERS for polite in (False, True))


class _Frame:
    """What the offline voice says around a quotation, which is the group of its pattern.

    Attributes:
        word: stands in each text that the pattern matches.
    """

    def __init__(self, wording: str, parts: Mapping[str, str]) -> None:
        self.source = rf"(?<!\w){_filled(wording, parts)}"
        self.word = max(re.sub(r"\{\w+\}", " ", wording).split(), key=len, default="")

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        """The pattern, compiled when a text has the word: compiling all takes longer than an answer."""
        return re.compile(self.source)


@lru_cache(maxsize=16)
def _frames(language: str) -> tuple[_Frame, ...]:
    """Return what the offline voice says around quotations; the longest pattern first."""
    parts = {
        "who": r"[^\s“”.!?。][^“”\n.!?。]{0,60}?",
        "where": r"[^\s“”\n][^“”\n]{0,120}?",
        "quote": rf"(“{_OPEN}\d+{_CLOSE}”)",
        "date": r"[^“”\n]{1,40}?",
        "ago": r"[^“”\n]{1,40}?",
    }
    frames: dict[str, _Frame] = {}
    for words in _wordings(language):
        parts["when"] = rf"(?:{_filled(words.dated, parts).removesuffix(',')},?)?"
        for wording in (*words.told, *words.said, *words.heard, *words.read, *words.of_me):
            frame = _Frame(wording, parts)
            frames.setdefault(frame.source, frame)
    return tuple(sorted(frames.values(), key=lambda frame: len(frame.source), reverse=True))


def _filled(wording: str, parts: Mapping[str, str]) -> str:
    """Return a wording of the voice as a pattern. Blanks may be missing, as the voice tidies them."""
    pieces = re.split(r"\{(\w+)\}", wording)
    return "".join(
        parts[piece] if place % 2 else r"\s{0,3}+".join(map(re.escape, re.split(r"\s+", piece)))
        for place, piece in enumerate(pieces)
    )


@lru_cache(maxsize=256)
def _fixed(language: str, name: str) -> frozenset[str]:
    """Return the sentences of the offline voice that claim nothing."""
    said: list[str] = []
    for words in _wordings(language):
        said += (
            *words.also,
            *words.nothing,
            *words.unknown,
            *words.noted,
            *words.reminded,
            *words.again,
            *words.unsure,
        )
        said += (worded(one, name=name) for one in words.i_am)
    return frozenset(part for one in said for part in sentences(one))


@lru_cache(maxsize=4096)
def _plain(text: str) -> str:
    """Normalise a text for comparing it word for word."""
    folded = " ".join(without_labels(text).split()).casefold()
    return folded.removesuffix("…").strip(" .,!?;:。！？、，\"'“”„«»「」『』")
