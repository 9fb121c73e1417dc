"""Reasons for a character's reply, for people: what was understood, recalled, and could be remarked on."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from datetime import datetime

from rich.table import Table
from rich.text import Text

import soulkeep
from soulkeep.cli.console import out, shorten
from soulkeep.graph.episodes.hearing import COURTESIES
from soulkeep.graph.knowledge import ANYTHING, Knowledge
from soulkeep.graph.schema import TYPE
from soulkeep.graph.terms import is_variable
from soulkeep.graph.verbalise.sentences import indefinite, spoken
from soulkeep.lang.calendar import how_long_ago

_LANGUAGE = "en"
_LINE, _NAME = 110, 17
"""Most columns of a line of reasons, and of its name."""

_TRIPLES = 3
_HELD_BACK = 2
_SITUATIONS = 3

_KINDS = {"wh-question": "question", "yes/no question": "question"}
_LEFT_OUT = {"entity": "of whom", "property": "what"}
_FROM = {
    "knowledge": "what I know",
    "episode": "what happened between us",
    "courtesy": "good manners",
    "voice": "what you and I said",
    "admission": "nothing: I have no answer",
    "model": "a language model",
}
"""Names of responders."""

_BY = {"same": "the very same", "subset": "about the same", "interest": "you often ask for it"}
"""Words for how an earlier situation was found."""


def show_why(
    reply: soulkeep.Reply, knowledge: Knowledge, now: datetime, *, shown: Collection[tuple[str, str]] = ()
) -> list[tuple[str, str]]:
    """Print the reasons for a reply, dimmed, in one to three lines; return them.

    Args:
        reply: the reply.
        knowledge: the knowledge with the names of terms.
        now: the present time.
        shown: reasons shown just before, which are left out.
    """
    reasons = list(_reasons(reply, knowledge, now))
    for reason in reasons:
        if reason not in shown:
            _line(*reason)
    return reasons


def show_more(reply: soulkeep.Reply, knowledge: Knowledge, now: datetime) -> None:
    """Print the reasons for a reply in detail: earlier situations, patterns, and every remark in words."""
    if reply.understanding is not None:
        _line("understood", understanding_words(reply.understanding, knowledge), whole=True)
    _line("spoken", f"from {_FROM.get(reply.responder, reply.responder)}", whole=True)
    for place, one in enumerate(reply.similar[:_SITUATIONS]):
        parts = ", ".join(f"{name} {part:.2f}" for name, part in one.parts.items() if part)
        _line("came to mind" if not place else "", f"{_earlier(one, knowledge, now)} = {parts}", whole=True)
    for place, pattern in enumerate(reply.patterns):
        _line("noticed" if not place else "", _noticed(pattern, knowledge), whole=True)
    for place, remark in enumerate(reply.remarks):
        said = f"{'said' if remark.told else 'not said'} ({remark.score:.2f}): “{remark.text}”"
        _line("could remark" if not place else "", said, whole=True)


def understanding_words(said: soulkeep.Understanding, knowledge: Knowledge) -> str:
    """Return an understanding in words: "Charlie Parker · birth date · ?"."""
    carried = " and ".join(_LEFT_OUT[one] for one in said.carried)
    named = [_label(entity, knowledge) for entity in said.entities]
    if said.past is not None:
        parts = ["about our talks", *named]
    elif said.triples:
        parts = [_in_words(triple, knowledge) for triple in said.triples[:_TRIPLES]]
        parts += ["…"] if len(said.triples) > _TRIPLES else []
    elif said.likes:
        parts = [
            f"you {'like' if way > 0 else 'dislike'} {_label(term, knowledge)}" for term, way in said.likes.items()
        ]
    else:
        kind = indefinite(_KINDS.get(said.utterance, said.utterance))
        about = "" if said.utterance in COURTESIES else " about nothing that I know"
        parts = [f"{kind} about {', '.join(named)}" if named else kind + about]
    return f"{'; '.join(parts)} ({carried}: from the talk before)" if carried else "; ".join(parts)


def _reasons(reply: soulkeep.Reply, knowledge: Knowledge, now: datetime) -> Iterator[tuple[str, str]]:
    if reply.understanding is not None:
        yield "understood", understanding_words(reply.understanding, knowledge)
    if reply.similar:
        yield "came to mind", _earlier(reply.similar[0], knowledge, now)
    remarks_told = [f"{one.why} ({one.score:.2f})" for one in reply.remarks if one.told]
    remarks_kept = [f"{one.why} ({one.score:.2f})" for one in reply.remarks if not one.told][:_HELD_BACK]
    if remarks_told:
        yield "remarked", "; ".join(remarks_told) + (f"; held back: {', '.join(remarks_kept)}" if remarks_kept else "")
    elif remarks_kept:
        yield "held back", ", ".join(remarks_kept)


def _earlier(one: soulkeep.Similar, knowledge: Knowledge, now: datetime) -> str:
    """Return an earlier situation: what was said and when, its resemblance and why, and its evaluation."""
    when = f" {how_long_ago(one.episode.time.astimezone(), now, _LANGUAGE)}" if one.episode.time else ""
    way = f"also {indefinite(_label(one.via, knowledge))}" if one.via else _BY.get(one.by, one.by)
    reception = "" if one.evaluation is None else ", taken well" if one.evaluation > 0 else ", taken badly"
    return f"“{shorten(one.episode.text, 50)}”{when}, {one.resemblance:.2f} alike: {way}{reception}"


def _in_words(triple: soulkeep.Triple, knowledge: Knowledge) -> str:
    subject, predicate, object = triple
    if predicate == TYPE:
        return f"{_label(subject, knowledge)} · is · {indefinite(_label(object, knowledge))}"
    what = "anything" if predicate == ANYTHING else knowledge.lexicon.noun(predicate, _LANGUAGE)
    return f"{_label(subject, knowledge)} · {what} · {_label(object, knowledge)}"


def _label(term: str, knowledge: Knowledge) -> str:
    return "?" if is_variable(term) else spoken(term, knowledge.lexicon, _LANGUAGE)


def _noticed(pattern: soulkeep.Pattern, knowledge: Knowledge) -> str:
    """Return a pattern in words: "tendency: birth place, New York City (4 of 5)"."""
    about = [knowledge.lexicon.noun(pattern.property, _LANGUAGE)] if pattern.property else []
    about += [_label(term, knowledge) for term in (pattern.entity, pattern.value) if term]
    often = f" ({pattern.count} of {pattern.of})" if pattern.count and pattern.of > pattern.count else ""
    return f"{pattern.kind}: {', '.join(about)}{often}"


def _line(name: str, said: str, *, whole: bool = False) -> None:
    """Print a reason on one line, shortened; or `whole`, on as many lines as needed."""
    grid = Table.grid(padding=(0, 1))
    grid.add_column(width=_NAME)
    grid.add_column(no_wrap=not whole, overflow="fold" if whole else "ellipsis")
    grid.add_row(Text(f"    {name}", "dim"), Text(said, "dim"))
    out.print(grid, width=min(out.width, _LINE))
