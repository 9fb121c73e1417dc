"""The statements of a turn: facts that are parsed where only one reading is possible, and lasting statements in the
speaker's own words where the learnt model is sure enough. Anything else is only stored as it was said."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from soulkeep.judgement.model import Judgement, judge
from soulkeep.judgement.notes import as_note
from soulkeep.lang.function_words import telling_terms
from soulkeep.lang.questions import is_question
from soulkeep.lang.sentences import sentences
from soulkeep.lang.statements import Ending, endings, statements

SAYS = "says"
"""The relation of statements that are kept in the teller's own words."""

_LASTS = 0.75
"""Least probability that a sentence states something lasting, planned or promised, for it to be kept."""
_NOTE, _NOTES = 0.8, 2
"""Least probability of a note in the third person, and most sentences, for a text to be judged as one."""
_MAY_LAST = 0.5
"""Least probability that a quotation does so, for it to be left out."""
_KIND = 0.5
"""Least probability of a plan or promise, for a statement to be kept as one."""
_JEST = 0.7
"""Probability of a joke or question up to which a sentence is parsed: a cat with an odd name sounds like a joke."""
_ENDS = 0.6
"""Least probability that it says something is over…"""
_MATTER = 0.5
"""…and that it is about a matter."""
_TELLING = 2
"""Significant words that the rest of a sentence needs to be read by itself."""
_JOINTS = " ,;:–—-、，；："
_SUREST = 0.9
"""Greatest confidence in a statement until it is repeated."""
_LONGEST = 300
"""Most characters of a sentence that is kept in its own words."""

_QUOTED = re.compile(
    r"\"[^\"]{3,}\"|“[^”]{3,300}”|„[^“”]{3,300}[“”]|«[^»]{3,300}»|「[^」]{3,300}」|『[^』]{3,300}』|‘[^’]{3,300}’"
    r"|(?<!\w)'(?:[^']|\b'\b){3,}'(?!\w)"
)
_WIDE = "[\u3040-\u30ff\u3400-\u9fff]"
_NAME, _WIDE_NAME = 2, 6
"""Longest name in quotation marks: words, and characters where words aren't separated."""

_LEFT_OUT = "…"

_RELATIONS = {"lasting": SAYS, "plan": "plan", "promise": "promise"}


class StatedClaim(NamedTuple):
    """A statement of a turn, and how certain it is.

    Attributes:
        relation: the kind of statement: "home", "name" …; `SAYS` for the teller's own words.
        value: as it was said.
        single: whether only one value can hold at a time.
        confidence: 0…1.
        text: the words that state it.
        ends: whether it says that something is over.
        matter: its topic, if clear: one of `judgement.model.MATTERS`, else "".
        subject, holds: as in `Fact`.
    """

    relation: str
    value: str
    single: bool
    confidence: float
    text: str
    ends: bool = False
    matter: str = ""
    subject: str = ""
    holds: bool = True


def stated_in(text: str, language: str, pace: Callable[[], None] = lambda: None) -> Iterator[StatedClaim]:
    """Yield what a text states about the speaker and their people and things, in the order of the text.

    Args:
        text: one turn of talk.
        language: ISO 639-1.
        pace: called after each sentence.
    """
    said = [" ".join(sentence.split()) for sentence in sentences(text)]
    noted = len(said) <= _NOTES and all(as_note(sentence).note >= _NOTE for sentence in said)
    for sentence in said:
        if len(sentence) <= _LONGEST:
            yield from _of_sentence(sentence, language, noted)
        pace()


def _of_sentence(sentence: str, language: str, noted: bool) -> Iterator[StatedClaim]:
    unquoted = _QUOTED.sub(_left_out, sentence)  # a quotation is nobody's statement
    bare = _QUOTED.sub(_without_quotation, sentence)
    if bare != sentence and not statements(unquoted, language) and not _lasts(judge(bare)):
        return
    seen = judge(sentence)
    over = endings(unquoted, language)
    jest = seen.kinds["joke"] + seen.kinds["question"]
    parsed = [one for one in statements(unquoted, language) if jest <= _JEST and _LEFT_OUT not in one.value]
    lasting = {kind: seen.kinds[kind] for kind in _RELATIONS}
    sure = sum(lasting.values())
    if noted and ((lasts := as_note(sentence).lasts) >= _LASTS) != (sure >= _LASTS):
        lasting = {kind: share * lasts / sure for kind, share in lasting.items()}
        sure = lasts
    matter = _matter(seen, over)
    ends = bool(over) or (seen.ends >= _ENDS and seen.who["self"] + seen.who["theirs"] >= _MATTER)
    for one in parsed:
        yield StatedClaim(
            one.relation, one.value, one.single, min(_SUREST, max(0.8, sure)), one.clause, ends=ends, matter=matter
        )
    if parsed and (rest := _without([one.clause for one in parsed], unquoted)):
        if len(telling_terms(rest, language)) >= _TELLING:
            yield from _of_sentence(rest, language, noted)
    elif not parsed and not is_question(sentence) and (sure >= _LASTS or over):
        kind = max(lasting, key=lambda name: lasting[name])
        ahead = lasting["plan"] + lasting["promise"]
        relation = SAYS if ends or max(lasting[kind], ahead) < _KIND else _RELATIONS[kind]
        yield StatedClaim(
            relation, sentence, False, min(_SUREST, max(sure, 0.8 if over else 0.0)), sentence, ends=ends, matter=matter
        )


def _without_quotation(quote: re.Match[str]) -> str:
    """Replace a quotation by nothing; a name of a word or two by itself, without the quotation marks."""
    text = quote[0][1:-1].strip()
    return text if len(text.split()) <= _NAME and len(re.findall(_WIDE, text)) <= _WIDE_NAME else _LEFT_OUT


def _left_out(quote: re.Match[str]) -> str:
    """Replace a quotation by nothing, unless it is a title or the like, which states nothing."""
    name = _without_quotation(quote)
    kinds = judge(quote[0][1:-1].strip()).kinds
    return quote[0] if name == _LEFT_OUT and sum(kinds[kind] for kind in _RELATIONS) < _MAY_LAST else name


def _lasts(seen: Judgement) -> bool:
    return sum(seen.kinds[kind] for kind in _RELATIONS) >= _LASTS


def _without(clauses: list[str], sentence: str) -> str:
    """Return what a sentence says before or after some clauses, verbatim; "" if that isn't one piece."""
    for clause in clauses:
        before, _, after = sentence.partition(clause)
        sides = [side.strip(_JOINTS) for side in (before, after)]
        sides = [side for side in sides if any(character.isalnum() for character in side)]
        if len(sides) != 1:
            return ""
        sentence = sides[0]
    return sentence


def _matter(seen: Judgement, over: list[Ending]) -> str:
    if over:
        return over[0].matter
    matter = max(seen.matters, key=seen.matters.__getitem__)
    return matter if seen.matters[matter] >= _MATTER and matter != "other" else ""
