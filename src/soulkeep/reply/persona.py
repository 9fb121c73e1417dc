"""A character's persona: what in its description shapes how it speaks, read by rules.

A description may be prose, a list of keys and values or a character card, in any language; anything else is ignored.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from typing import Literal, NamedTuple

from soulkeep.lang.language import detect
from soulkeep.lang.pack import pattern, saying, subject
from soulkeep.lang.sentences import sentences
from soulkeep.reply.phrases_persona import STYLES, address, denied, heading, instructs, speech, style, titles, traits_in
from soulkeep.reply.topics import entries_in

Address = Literal["polite", "familiar"]

_EXAMPLES_KEPT = 20
_EXAMPLES_TOLD = 3
"""Number of example lines that a prompt always holds."""

_EXAMPLE_CHARACTERS = 400
_SPOKEN_WEIGHT = 3
"""Weight of a word that shows a register in a sentence about speech; elsewhere it has 1."""

PROSE, EXAMPLE, HEADING, OTHERS = "prose", "example", "heading", "others"


@dataclass(frozen=True, slots=True)
class Persona:
    """A character's manner of speaking, as far as it is known.

    Attributes:
        name: what it is called.
        description: as it was given.
        traits: words of personality in the description, lower-cased, in the order of first mention.
        style: registers that the description shows, of those in `STYLES`, the most frequent first.
        examples: lines that the character says, as examples of how it speaks; at most 20.
        address: how it addresses others, in languages that make a difference; None if unknown.
    """

    name: str
    description: str = ""
    traits: tuple[str, ...] = ()
    style: tuple[str, ...] = ()
    examples: tuple[str, ...] = ()
    address: Address | None = None

    @property
    def language(self) -> str:
        """Language of the description, ISO 639-1; English if unclear."""
        return detect(self.description)


class _Unit(NamedTuple):
    """A part of a description that is told or left out as a whole: a line of a list, or a sentence."""

    start: int
    end: int
    kind: str
    examples: tuple[str, ...] = ()


@lru_cache(maxsize=64)
def persona_of(description: str, name: str) -> Persona:
    """Read a description.

    Args:
        description: text of any length, language and layout; may be empty.
        name: what the character is called; lines that begin with it and a colon are its own.
    """
    units = _units(description, name)
    examples = tuple(dict.fromkeys(line for unit in units for line in unit.examples))[:_EXAMPLES_KEPT]
    prose = [description[unit.start : unit.end] for unit in units if unit.kind == PROSE]
    parts = (
        match[0].lower() for part in prose for match in traits_in(part) if not denied(part, match.start(), match.end())
    )
    return Persona(
        name=name,
        description=description,
        traits=tuple(dict.fromkeys(parts)),
        style=_styles(prose),
        examples=examples,
        address=_address_said(prose) or _address_shown(examples),
    )


def persona_text(persona: Persona, words: int) -> str:
    """Return the description for a prompt.

    A short one is returned as it is. Of a longer one, up to three example lines and the sentences about how the
    character speaks come first; the rest is added from its beginning, in whole sentences, as far as there is room.

    Args:
        persona: the result of `persona_of`.
        words: number of words there is room for; two characters of Chinese or Japanese count as one.
    """
    text = persona.description
    if _count_words(text) <= words:
        return text
    units = _units(text, persona.name)
    lines_kept: set[int] = set()
    room = words
    for wanted in (_examples_first(units), _about_speech(text, units)):
        for group in wanted:
            cost = sum(_count_words(text[units[i].start : units[i].end]) for i in group if i not in lines_kept)
            if cost <= room:
                lines_kept.update(group)
                room -= cost
    for i, unit in enumerate(units):
        if i in lines_kept or unit.kind == HEADING:
            continue
        cost = _count_words(text[unit.start : unit.end])
        if cost > room:
            break
        lines_kept.add(i)
        room -= cost
    if not lines_kept:
        return _first_words(text, words)
    return _joined(text, [units[i] for i in sorted(lines_kept)])


def statements(persona: Persona) -> tuple[str, ...]:
    """Return the sentences of a description about the character: no example lines, headings or instructions."""
    return _statements(persona.description, persona.name)


def names_of(name: str) -> list[str]:
    """Return what a character may be called in its description: its name, parts of it, and the cards' `{{char}}`."""
    parts = [
        part
        for part in re.split(r"[\s·・]+", name)
        if part and (not part.isascii() or (len(part) > 2 and part[0].isupper()))
    ]
    own = [part for part in parts if part.casefold().rstrip(".") not in titles()]
    return list(dict.fromkeys(filter(None, [name.strip(), *own, "{{char}}", "<BOT>", "{{Char}}"])))


def any_of(names: Sequence[str]) -> str:
    """Return a pattern of any of several names, the longest first; without names, one that matches nothing."""
    return "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True)) or "(?!)"


# -- layout ------------------------------------------------------------------------------------------------------------

_LINE = re.compile(r"[^\n]+")
_START = re.compile(
    r"(?:(?<!\s)\s++)?(?:<\s*START\s*>|\{\{example_dialogue\}\}|<(?:mes_)?examples?>)\s*", re.IGNORECASE
)
_BULLET = re.compile(r"^\s*(?:[-*+•·–—>]+\s+|\d{1,2}[.)]\s+)")
_SPEAKER = re.compile(r"\s*(?P<who>\{\{\w+\}\}|<\w+>|[^\s:：][^:：\n]{0,40}?)\s*[:：]\s*(?P<line>.*)")
_KEY = re.compile(r"\s*+(?:[-*+•·#]++\s*+)?[*_\[(【]{0,4}+[^\s.!?:：][^.!?:：\n]{0,30}+[*_\])】]{0,4}+\s*+[:：]")
_MARKUP_HEADING = re.compile(r"\s*(?:#+\s|\[[^\]\n]+\]\s*$|【[^】\n]+】\s*$|=+[^=\n]+=+\s*$|\*\*[^*\n]+\*\*:?\s*$)")
_QUOTED = re.compile(
    r"“([^“”\n]{2,400})”|\"([^\"\n]{2,400})\"|«\s?([^«»\n]{2,400}?)\s?»|„([^„“”\n]{2,400})[“”]|"
    r"[「『]([^「」『』\n]{2,400})[」』]"
)
_ACTION = re.compile(r"\*[^*\n]*\*|_[^_\n]+_(?=\s|$)")
_WRAPPED = 50
"""Least number of characters of a line that may go on in the next."""
_ENDS_SENTENCE = re.compile(r"[.!?…。！？:：;][\"'”’»)\]」』]*\s*$")
_ENDS_SPOKEN = re.compile(r"[.!?…~。！？～♪]$")
_QUOTES = '"“”„«»「」『』'


def _units(text: str, name: str) -> list[_Unit]:
    return sorted(_read_units(text, name), key=lambda unit: unit.start)


def _read_units(text: str, name: str) -> Iterator[_Unit]:
    """Yield the units of a description, not in order: text that runs over several lines comes late."""
    own = {called.casefold() for called in names_of(name)}
    block: str | None = None  # example lines: "start" (a card's talk), "list", or "listed" (with bullets or quoted)
    speaking = False
    end = before = 0
    wrapped: int | None = None  # the start of prose that goes on in the next line
    for match in _LINE.finditer(text):
        line, start = match[0], match.start()
        blank_before = text.count("\n", end, start) > 1
        end = match.end()
        if not line.strip():
            continue
        if _START.match(line):
            block, speaking = "start", False
            yield _Unit(start, end, HEADING)
            continue
        announced = heading().match(line)
        if announced is not None:
            rest = announced["rest"] or ""
            block = "listed" if rest.strip() else "list"
            examples = _lines_of(rest)
            yield _Unit(start, end, EXAMPLE if examples else HEADING, examples)
            continue
        bare = _BULLET.sub("", line, count=1)
        speaker = _SPEAKER.fullmatch(bare.strip())
        if speaker is not None and speaker["who"].strip("*_ ").casefold() in own:
            speaking = True
            yield _Unit(start, end, EXAMPLE, _lines_of(speaker["line"].removeprefix("**"), whole=True))
            continue
        if block == "start":
            if speaker is not None:
                speaking = False
            yield _Unit(start, end, EXAMPLE if speaking else OTHERS, _lines_of(bare, whole=True) if speaking else ())
            continue
        listed = bare != line or bare.strip()[0] in _QUOTES
        if block == "list" and not _MARKUP_HEADING.match(line) and (listed or not (blank_before or _KEY.match(line))):
            yield _Unit(start, end, EXAMPLE, _lines_of(bare, whole=True))
            continue
        block = None
        if (
            wrapped is not None
            and not blank_before
            and not text[before:start].strip()
            and not (listed or _KEY.match(line))
        ):
            start = wrapped
        elif wrapped is not None:
            yield from _sentences(text, wrapped, before)
        wrapped, before = start, end
        if len(line) < _WRAPPED or _ENDS_SENTENCE.search(line):
            yield from _sentences(text, start, end)
            wrapped = None
    if wrapped is not None:
        yield from _sentences(text, wrapped, before)


def _sentences(text: str, start: int, end: int) -> Iterator[_Unit]:
    """Yield the sentences of a passage, each with its quotations; none ends within one. Of cards, yield the entries."""
    entries = list(entries_in(text[start:end]))
    if entries:
        yield from (_Unit(start + begins, start + ends, PROSE) for begins, ends in entries)
        return
    quoted = [(start + match.start(), start + match.end()) for match in _QUOTED.finditer(text[start:end])]
    place, begins = start, -1
    for sentence in sentences(text[start:end]):
        begin = text.index(sentence, place, end)
        begins = begin if begins < 0 else begins
        place = begin + len(sentence)
        if any(opens < place < closes for opens, closes in quoted):
            continue
        yield _Unit(begins, place, PROSE, tuple(_said_in(text[begins:place])))
        begins = -1
    if begins >= 0:
        yield _Unit(begins, place, PROSE, tuple(_said_in(text[begins:place])))


def _said_in(sentence: str) -> Iterator[str]:
    """Yield what the character says in quotation marks in a sentence, rather than titles or nicknames."""
    for match in _QUOTED.finditer(sentence):
        line = next(group for group in match.groups() if group is not None).strip()
        near = sentence[max(0, match.start() - 60) : match.start()] + " " + sentence[match.end() : match.end() + 30]
        if _ENDS_SPOKEN.search(line) or (len(line.split()) > 1 and speech().search(near)):
            yield line[:_EXAMPLE_CHARACTERS]


def _lines_of(text: str, *, whole: bool = False) -> tuple[str, ...]:
    """Return the example lines on a line: those in quotation marks, or (`whole`) all of it."""
    spoken = " ".join(_ACTION.sub(" ", text).split())
    if not re.search(r"\w", spoken):
        return ()
    quoted = [next(group for group in match.groups() if group) for match in _QUOTED.finditer(spoken)]
    left = re.sub(r"[\s,;/、，|·\-]+", "", _QUOTED.sub("", spoken))
    if quoted and (not left or not whole):
        return tuple(line.strip()[:_EXAMPLE_CHARACTERS] for line in quoted)
    if whole:
        return (spoken[:_EXAMPLE_CHARACTERS],)
    return tuple(part.strip()[:_EXAMPLE_CHARACTERS] for part in re.split(r"\s[/|]\s|;\s", spoken) if part.strip())


# -- what shapes speech ------------------------------------------------------------------------------------------------


def _holding(pattern: re.Pattern[str], text: str) -> Iterator[re.Match[str]]:
    return (match for match in pattern.finditer(text) if not denied(text, match.start(), match.end()))


def _styles(prose: Sequence[str]) -> tuple[str, ...]:
    counts: Counter[str] = Counter()
    for sentence in prose:
        spoken = speech().search(sentence) is not None
        for name in STYLES:
            shown = sum(1 for _ in _holding(style(name, spoken=spoken), sentence))
            counts[name] += shown * (_SPOKEN_WEIGHT if spoken else 1)
    return tuple(
        sorted((name for name in STYLES if counts[name]), key=lambda name: (-counts[name], STYLES.index(name)))
    )


def _address_said(prose: Sequence[str]) -> Address | None:
    """Return how the description says that the character addresses others."""
    counts = {"polite": 0, "familiar": 0}
    for sentence in prose:
        for kind, other in (("polite", "familiar"), ("familiar", "polite")):
            for match in address(kind).finditer(sentence):
                counts[other if denied(sentence, match.start(), match.end()) else kind] += 1
    return _more(counts["polite"], counts["familiar"])


def _more(polite: int, familiar: int) -> Address | None:
    if polite == familiar:
        return None
    return "polite" if polite > familiar else "familiar"


_CLOSING = re.compile(r"(?<![\W_ㅋㅎㅠㅜwｗ])[\W_ㅋㅎㅠㅜwｗ]++$")


def _shown(language: str) -> tuple[re.Pattern[str] | None, re.Pattern[str] | None]:
    """Return the patterns of polite and of familiar forms in a language."""
    return pattern("persona", "polite", language), pattern("persona", "familiar", language)


def _address_shown(examples: Sequence[str]) -> Address | None:
    """Return how the example lines address others."""
    polite = familiar = 0
    telling = [one for one in saying("persona", "polite") if "ending" not in subject("persona", one)]
    for line in examples:
        language = detect(line, "")
        for kind in (0, 1):
            if _shown(language)[0] is None:
                language = next((one for one in telling if (said := _shown(one)[kind]) and said.search(line)), "")
        marks, others = _shown(language)
        if marks is None or others is None:
            continue
        at_end = "ending" in subject("persona", language)
        for sentence in sentences(line):
            read = _CLOSING.sub("", sentence) if at_end else sentence
            if marks.search(read):
                polite += 1
            elif others.search(read):
                familiar += 1
    return _more(polite, familiar)


# -- the description in short ------------------------------------------------------------------------------------------

_WIDE = r"[぀-ヿ㐀-䶿一-鿿]"


def _count_words(text: str) -> int:
    """Count the words of a text; in scripts without blanks, two characters count as one."""
    wide = 0 if text.isascii() else len(re.findall(_WIDE, text))
    return (wide + 1) // 2 + (len(re.sub(_WIDE, " ", text).split()) if wide else len(text.split()))


def _examples_first(units: Sequence[_Unit]) -> Iterator[list[int]]:
    """Yield the units of the example lines that are always told, each with the heading above it."""
    above: int | None = None
    count = 0
    for i, unit in enumerate(units):
        if unit.kind == HEADING:
            above = i
        elif unit.kind == PROSE:
            above = None
        if unit.examples and count < _EXAMPLES_TOLD:
            count += len(unit.examples)
            yield [i] if above is None else [above, i]


def _about_speech(text: str, units: Sequence[_Unit]) -> Iterator[list[int]]:
    """Return the sentences on how the character speaks: first those that name a register, then the others."""
    named: list[int] = []
    others: list[int] = []
    for i, unit in enumerate(units):
        if unit.kind != PROSE:
            continue
        sentence = text[unit.start : unit.end]
        spoken = speech().search(sentence) is not None
        shown = any(style(name, spoken=spoken).search(sentence) for name in STYLES)
        said = any(address(kind).search(sentence) for kind in ("polite", "familiar"))
        if (spoken and shown) or said:
            named.append(i)
        elif spoken or shown:
            others.append(i)
    return ([i] for i in [*named, *others])


def _joined(text: str, units: Sequence[_Unit]) -> str:
    """Join units as they stand in the text; a blank or a new line replaces what is left out between two."""
    parts: list[str] = []
    for i, unit in enumerate(units):
        if i:
            between = text[units[i - 1].end : unit.start]
            parts.append(between if not between.strip() else "\n" if "\n" in between else " ")
        parts.append(text[unit.start : unit.end])
    return "".join(parts)


def _first_words(text: str, words: int) -> str:
    """Return the beginning of a text that has no sentence short enough."""
    pieces = re.finditer(rf"{_WIDE}{{1,2}}|(?:(?!{_WIDE})\S)+", text)
    return text[: max((piece.end() for piece in islice(pieces, words)), default=0)]


# -- what is said of the character -------------------------------------------------------------------------------------

_CARD = re.compile(r"\s*+(?:\[\s*+)?([^\W\d_][\w ]{0,30})\s*\(\s*+((?:\"[^\"]*+\"|[^()\"]++)++)\)\s*+\]?\s*+")
_EMPTY_KEY = re.compile(r"[^.!?。！？]{1,40}[:：]\W*$")


def _only_quotes(line: str) -> bool:
    """Return whether a line holds only example lines and what announces them."""
    rest = _QUOTED.sub("", line).strip(" \t/|,;-–·")
    return rest != line and (not re.search(r"\w", rest) or heading().fullmatch(rest) is not None)


@lru_cache(maxsize=64)
def _statements(description: str, name: str) -> tuple[str, ...]:
    statements: list[str] = []
    for unit in _units(description, name):
        if unit.kind != PROSE:
            continue
        line = description[unit.start : unit.end]
        card = _CARD.fullmatch(line)
        if card is not None:
            values = re.findall(r"\"([^\"]+)\"", card[2]) or [card[2].strip()]
            line = f"{card[1].strip()}: {', '.join(values)}"
        line = " ".join(_BULLET.sub("", line, count=1).split()).strip("*_ ")
        if (
            not re.search(r"\w", line)
            or line.startswith("#")
            or _only_quotes(line)
            or _EMPTY_KEY.fullmatch(line)
            or instructs().search(line)
        ):
            continue
        statements.append(line.replace("{{char}}", name).replace("{{Char}}", name).replace("<BOT>", name))
    return tuple(statements)
