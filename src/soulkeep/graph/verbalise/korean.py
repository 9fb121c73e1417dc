"""Groups of statements as Korean sentences, in 반말: predicates of a topic are joined by -고, after its name."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from soulkeep.graph.verbalise.statement_groups import TYPE, Group
from soulkeep.graph.words import grammar_ko as grammar
from soulkeep.graph.words.frames import frame_of
from soulkeep.graph.words.grammar_any import Conjunction
from soulkeep.graph.words.spoken import TermNames, listed_words, quoted, spoken
from soulkeep.lang.particles import attached

_PREDICATES = 3
"""Most predicates of a sentence."""

_TOPIC = re.compile(r"\s*(?:은\(는\)|는\(은\)|은/는|는/은|은|는)\s+")
_ONCE = re.compile(
    r"(에|에서) ((?:태어났|죽었|사망했|숨졌|설립(?:됐|되었)|결성(?:됐|되었)|발매(?:됐|되었)|묻혔|세워졌|만들어졌|"
    r"세상을 떠났)[^ ]+)"
)
"""Predicates for what happens only once, so that its time and its place go into one sentence."""

_DATED = re.compile(r"[\d년월일시분 ]+[년월일시분]")
_OF = re.compile(r"\s*의\s+")


class _KoreanClause(NamedTuple):
    """A clause about a topic.

    Attributes:
        kind: "said" (follows the topic with its particle), "owned" (follows the topic with 의), "whole" (stands alone).
        before: words between the topic and the values.
        values: the values in words, as a list.
        after: words after the values, with particles unresolved, such as "이(가)".
    """

    kind: str
    before: str
    values: str
    after: str


def korean(groups: Mapping[str, Sequence[Group]], lexicon: TermNames, most: int) -> str:
    """Return groups of statements by topic as whole sentences, in the order of the topics."""
    return " ".join(text for topic, group in groups.items() for text in _sentences_of(topic, group, lexicon, most))


def _sentences_of(topic: str, groups: Sequence[Group], lexicon: TermNames, most: int) -> list[str]:
    name = spoken(topic, lexicon, "ko") or "무언가"
    in_order = sorted(groups, key=lambda group: group.predicate != TYPE or not group.holds)
    clauses = _merged([clause for group in in_order if (clause := _clause(group, name, lexicon, most))])
    said = [one for one in clauses if one.kind == "said"]
    owned = [one for one in clauses if one.kind == "owned"]
    sentences: list[str] = []
    for run in _runs(said):
        sentences.append(_sentence("" if sentences else attached(name, "은(는) "), run, " "))
    for run in _runs(owned):
        sentences.append(_sentence("" if sentences else f"{name}의 ", run, ", "))
    sentences += [_stopped(attached(one.before + one.values, one.after)) for one in clauses if one.kind == "whole"]
    return sentences


def _merged(clauses: Sequence[_KoreanClause]) -> list[_KoreanClause]:
    """Return clauses, with those merged that give the time and the place of one event."""
    merged: list[_KoreanClause] = []
    for one in clauses:
        same = [number for number, other in enumerate(merged) if _happened_once(one, other)]
        if not same:
            merged.append(one)
            continue
        time, place = sorted((merged[same[0]], one), key=lambda clause: not _DATED.fullmatch(clause.values))
        merged[same[0]] = place._replace(before=f"{time.values}{time.after.split(' ')[0]} ")
    return merged


def _happened_once(one: _KoreanClause, other: _KoreanClause) -> bool:
    """Return whether two clauses give the time and the place of one event that happens only once."""
    first_match, another = _ONCE.fullmatch(one.after), _ONCE.fullmatch(other.after)
    if not first_match or not another or one.before or other.before or {one.kind, other.kind} != {"said"}:
        return False
    dated = _DATED.fullmatch(one.values), _DATED.fullmatch(other.values)
    return first_match[2] == another[2] and sum(map(bool, dated)) == 1


def _runs(clauses: Sequence[_KoreanClause]) -> list[list[_KoreanClause]]:
    """Return clauses by sentence, up to the limit; a predicate that can't be joined to the next ends its sentence."""
    runs: list[list[_KoreanClause]] = []
    for one in clauses:
        if runs and len(runs[-1]) < _PREDICATES and grammar.joined(runs[-1][-1].after) is not None:
            runs[-1].append(one)
        else:
            runs.append([one])
    return runs


def _sentence(text: str, run: Sequence[_KoreanClause], comma: str) -> str:
    for number, one in enumerate(run):
        text = attached(text, one.before) + one.values
        last = number == len(run) - 1
        text = attached(text, one.after if last else (grammar.joined(one.after) or one.after) + comma)
    return _stopped(text)


def _stopped(text: str) -> str:
    text = text.strip()
    return text if text.endswith((".", "!", "?", "…")) else f"{text}."


def _clause(group: Group, name: str, lexicon: TermNames, most: int) -> _KoreanClause | None:
    words = {term: text for term in group.values if (text := lexicon.value(term, group.predicate, "ko"))}
    if not words:
        return None
    persons = all(lexicon.is_person(term) for term in words if term.startswith("<"))
    conjunction: Conjunction = "and" if group.holds else "or"

    def values(texts: Sequence[str]) -> str:
        counted = persons and any(term.startswith("<") for term in words)
        return listed_words(texts, "ko", most=most, conjunction=conjunction, persons=counted)

    texts = list(words.values())
    be = "(이)야" if group.holds else "이(가) 아니야"
    if group.predicate == TYPE:
        if group.inverse:
            return _KoreanClause("whole", attached(values(texts), "은(는) "), name, be)
        if group.holds and len(texts) <= most:
            return _KoreanClause("said", "", "이자 ".join(texts), be)
        return _KoreanClause("said", "", values(texts), be)
    frame = frame_of(group, lexicon, "ko")
    if frame is None:
        noun = " ".join(lexicon.noun(group.predicate, "ko").split()) or spoken(group.predicate, lexicon, "ko")
        if group.inverse:
            return _KoreanClause("said", "", f"{values(texts)}의 {noun}", be)
        quotes = [quoted(term, text, "ko") for term, text in words.items()]
        return _KoreanClause("owned", attached(noun, "은(는) "), values(quotes), be)
    closing = frame.closing if group.holds else grammar.denied(frame.closing)
    if frame.topic_first and not frame.opening.strip() and closing is not None:
        if topic := _TOPIC.match(frame.middle):
            return _KoreanClause("said", frame.middle[topic.end() :], values(texts), closing)
        if of := _OF.match(frame.middle):
            return _KoreanClause("owned", frame.middle[of.end() :], values(texts), closing)
    first, second = (name, values(texts)) if frame.topic_first else (values(texts), name)
    return _whole(frame.opening, first, frame.middle, second, frame.closing, closing)


def _whole(opening: str, first: str, middle: str, second: str, closing: str, said: str | None) -> _KoreanClause:
    """Return a sentence that stands alone; `said` is its end (None: the sentence is denied as a whole)."""
    start = attached("", opening) + first
    start = attached(start, middle)
    if said is not None:
        return _KoreanClause("whole", start, second, said)
    sentence = _stopped(attached(start + second, closing))
    return _KoreanClause("whole", "", f"“{sentence}”", "라는 말은 사실이 아니야")
