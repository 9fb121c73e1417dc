"""Finds what an English sentence states about its speaker, around "I", "we", "my" and "our"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from soulkeep.text.statement_cuts import Span
from soulkeep.text.statement_kinds import KINDS, listed
from soulkeep.text.statement_measures import measures
from soulkeep.text.statement_rules_en import (
    BE,
    BOUNDARY,
    CALLED,
    CLAUSE_END,
    DIED,
    DO,
    DO_BEGINS,
    ENDED,
    FAVOURITE,
    FRONT,
    GONE,
    HAVE,
    JOB,
    KIN_IS,
    KIN_NAME,
    KIN_PHRASE,
    MY,
    NAMED,
    NEGATION,
    NOT_WHOLLY,
    OPENERS,
    PLACED,
    RATHER,
    REQUEST,
    SCHOOL,
    UNREAL,
    WAS,
    WISH,
    Rule,
)
from soulkeep.text.statement_values import name, plain
from soulkeep.text.statement_words import KIN, KIN_PLURAL, PETS

_SUBJECT = re.compile(r"(?<![\w'’.-])(?:(?P<self>i|we)|(?P<my>my|our))(?![\w-])", re.IGNORECASE)
_ANIMALS = frozenset(PETS)
_PREDICATE = re.compile(
    r"\s*(?:$|[.,!?;:)]|['’]s )|\s(?:is|was|has|had|loves?|likes?|just|and|keeps?|always|got|gets|needs?|ate|sleeps?|barks?|wants?|to|for|with|in|on|at)\b",
    re.IGNORECASE,
)
_AGED = re.compile(r", (?P<age>\d{1,3})(?=[,.;!?)]|$)")
_APPOSITIVE = re.compile(r",? (?:who|he|she)(?:['’]s| is) |, ", re.IGNORECASE)
_IS_BEFORE = re.compile(r"\b(?:is|are|was|were|isn['’]t|no|not)\s+$", re.IGNORECASE)
_TECHNICAL = re.compile(
    r"\b(?:migrat\w+|cluster|code|framework|apps?|database|editor|stack|services?|pipeline|cloud|server|platform|infrastructure)\b",
    re.IGNORECASE,
)
_STUDIES = re.compile(r"\b(?:student|phd|undergraduate|undergrad|freshman|sophomore)\b", re.IGNORECASE)
_UNSURE = re.compile(
    r"\b(?:should|could|would|might|if|want(?:ed)? to|trying to|hop(?:e|ing) to|aim(?:ing)? to|plan(?:ning)? to)\s+(?:\w+\s){0,3}$",
    re.IGNORECASE,
)
_TO_DO = re.compile(r"\b(?:like|love|hate|enjoy|adore|dislike|loathe|detest)s? to $", re.IGNORECASE)
_WE = re.compile(r"(?:i|we)\b", re.IGNORECASE)
_SURE = re.compile(
    r"\bwhich (?:has|have|is)\b|\b(?:over|within|under|exceed|beyond|stick to|below) (?:my|our|the)\b", re.IGNORECASE
)
"""What tells of an amount that there is, whatever is thought of it: "I might go over my budget of …"."""
_NEGATED_AWAY = frozenset(
    (
        "plan",
        "promise",
        "goal",
        "prefers",
        "dislikes",
        "avoids",
        "age",
        "birthday",
        "learning",
        "name",
        "marital status",
        "nationality",
        "learning style",
    )
)
_ONLY_NEGATED = re.compile(r"(?:eat|drink|care)", re.IGNORECASE)


_STANDS_FOR = {
    "owns": "employer", "known": "uses", "affair": "plan", "aim": "goal", "style": "prefers", "marital": "marital status",
    "manner": "learning style",
}  # fmt: skip
"""Groups whose values are cut in another way than their relation's."""
_IN = re.compile(r" in (?:the )?(?=[A-Z])")
_NOUNS_BEGIN = ("a ", "an ", "the ", "my ", "our ", "some ", "to ", "more ", "less ", "no ")


class Found(NamedTuple):
    """A statement with the place of its value; its words only where they differ from those that stand there."""

    subject: str
    relation: str
    value: Span
    holds: bool
    confidence: float
    start: int
    end: int
    words: str = ""


class Sentence(NamedTuple):
    """A sentence within its text; `asks` if it ends with a question mark."""

    text: str
    start: int
    end: int
    asks: bool

    def clause_end(self, place: int) -> int:
        """Where the clause ends that goes on at a place."""
        found = CLAUSE_END.search(self.text, place, self.end)
        return min(found.start() if found else self.end, place + 240)

    def told(self, start: int, end: int) -> bool:
        """Whether a clause tells: nothing before it makes it another's or a mere thought, nothing makes it a question."""
        begin = self.start
        for boundary in BOUNDARY.finditer(self.text, self.start, start + 2):  # sees the "I" that "and" joins
            if boundary.end() <= start:
                begin = boundary.end()
        before = self.text[begin:start].strip()
        if len(before) > 60 or not OPENERS.fullmatch(before):
            return False
        if UNREAL.search(self.text, self.start, start):
            return False
        return not self.asks or REQUEST.search(self.text, end, self.end) is not None


def english(text: str, start: int, end: int) -> Iterator[Found]:
    """What one sentence states, as far as it shows."""
    said = text[start:end]
    sentence = Sentence(text, start, end, said.rstrip("\"'”’) \n").endswith("?"))
    for found in _SUBJECT.finditer(text, start, end):
        if found["self"]:
            yield from _self(sentence, found)
        else:
            yield from _my(sentence, found)
    yield from _numbers(sentence)
    yield from _fragments(sentence)
    if (
        "call me" in said
        and (called := CALLED.search(text, start, sentence.end))
        and not sentence.asks
        and not UNREAL.search(text, start, called.start())
    ):
        limit = sentence.clause_end(called.start("name"))
        if value := name(text, called.start("name"), limit):
            yield Found("", "name", value, True, 0.9, called.start("name") - len("call me "), max(limit, value[1]))
    if (
        ("rite" in said and " my " in said)
        and (favourite := FAVOURITE.search(text, start, end))
        and sentence.told(favourite.start(), favourite.end())
    ):
        value = KINDS["favourite"](text, *favourite.span("favourite"))
        if value and value == favourite.span("favourite"):
            yield Found("", f"favourite {favourite['thing'].casefold()}", value, True, 0.85, *favourite.span())


def _self(sentence: Sentence, subject: re.Match[str]) -> Iterator[Found]:
    if sentence.text.find(" rather ", subject.end(), subject.end() + 20) > 0 and (
        rather := RATHER.match(sentence.text, subject.end(), sentence.clause_end(subject.end()))
    ):
        limit = sentence.clause_end(subject.end())
        if (would := list(_values(sentence, rather, 0.8, "", subject.start(), limit, True))) and sentence.told(
            subject.start(), limit
        ):
            yield from would
        return
    front = FRONT.match(sentence.text, subject.end(), sentence.end)
    if front is None or (front["aux"] is None and not DO_BEGINS.match(sentence.text, front.end())):
        return
    limit = sentence.clause_end(front.end())
    plural = subject["self"].casefold() == "we"
    told = None
    for found in _predicate(sentence, front, limit, "", subject.start()):
        if told is None:
            told = sentence.told(subject.start(), found.end)
        if not told:
            return
        if (
            plural
            and found.relation in ("home", "age", "name", "studies")
            and _TECHNICAL.search(sentence.text, sentence.start, sentence.end)
        ):
            return
        yield found
    if (
        told is not None
        or (front["aux"] or "").strip().casefold() not in ("'m", "’m", "am")
        or front["between"].strip()
    ):
        return
    value = name(sentence.text, front.end(), limit)
    if (
        value
        and sentence.text[value[0]].isupper()
        and not plural
        and _named_only(sentence, value, limit)
        and sentence.told(subject.start(), value[1])
    ):
        yield Found("", "name", value, True, 0.8, subject.start(), limit)
        yield from _appositive(sentence, value[1], "", subject.start())


def _named_only(sentence: Sentence, value: Span, limit: int) -> bool:
    """Whether a name after "I'm" ends there: "I'm Sam and I …", unlike "I'm Sam's sister", "I'm Team Blue"."""
    rest = sentence.text[value[1] : limit].strip()
    return not rest or rest.split()[0].casefold() in ("and", "from", "but", "by", "here", "the", "your", "btw")


def _appositive(sentence: Sentence, place: int, subject: str, start: int) -> Iterator[Found]:
    """What stands behind a name: ", an engineer at …", ", who's 57"."""
    if aged := _AGED.match(sentence.text, place, sentence.end):
        yield from _values(sentence, aged, 0.85, subject, start, aged.end(), True)
        return
    joint = _APPOSITIVE.match(sentence.text, place, sentence.end)
    if joint is None:
        return
    limit = sentence.clause_end(joint.end())
    if joint[0] == ", ":
        if job := JOB.match(sentence.text, joint.end(), limit):
            yield from _values(sentence, job, 0.85, subject, start, limit, True)
        return
    for pattern, confidence in BE:
        if (match := pattern.match(sentence.text, joint.end(), limit)) and (
            found := list(_values(sentence, match, confidence, subject, start, limit, True))
        ):
            yield from found
            return


def _frames(front: re.Match[str]) -> tuple[tuple[Rule, ...], ...]:
    aux = (front["aux"] or "").strip().casefold().lstrip("'’")
    if aux in ("'m", "m", "am", "re", "are", "is"):
        return (BE,)
    if aux == "s":
        return (BE, HAVE)
    if aux in ("ve", "have", "has"):
        return (HAVE,)
    return (WAS,) if aux in ("was", "were") else (DO,)


def _predicate(sentence: Sentence, front: re.Match[str], limit: int, subject: str, start: int) -> Iterator[Found]:
    """What the verb after a subject states: the first rule that yields a value."""
    text = sentence.text
    frames = _frames(front)
    if frames[0] is DO and not DO_BEGINS.match(text, front.end()):
        return
    denied = NEGATION.search(front[0]) is not None
    if denied and NOT_WHOLLY.search(text, front.start(), min(limit, front.end() + 12)):
        return
    ended = ENDED.search(text, front.start(), limit) is not None
    for rules in frames:
        for pattern, confidence in rules:
            match = pattern.match(text, front.end(), limit)
            if match is None or (_ONLY_NEGATED.match(match[0]) and not denied):
                continue
            found: list[Found] = []
            for one in _values(sentence, match, confidence, subject, start, limit, not denied):
                if denied and one.relation in _NEGATED_AWAY:
                    continue
                if ended and one.relation in ("plan", "goal", "promise"):
                    continue
                if denied and one.relation == "likes" and not ended:
                    one = one._replace(relation="dislikes", holds=True)
                found.append(one._replace(holds=False) if ended and not denied else one)
            if found:
                yield from found
                return


def _values(
    sentence: Sentence, match: re.Match[str], confidence: float, subject: str, start: int, limit: int, holds: bool
) -> Iterator[Found]:
    """The values of a rule's groups, each cut by its relation's kind; nothing if the chief one cannot be told."""
    text = sentence.text
    groups = match.groupdict()
    found: list[tuple[str, Span, bool]] = []
    for group, said in groups.items():
        if said is None or group in ("kind", "kin", "plural", "thing", "way"):
            continue
        relation, _, no = group.partition("_")
        kind = "swapped" if relation == "uses" and groups.get("uses_no") else relation
        relation = _STANDS_FOR.get(relation, relation)
        span = KINDS.get(kind, plain)(text, match.start(group), min(match.end(group), limit))
        if span is None:
            if relation in ("role", "named", "pet", "uses") or not found:
                return
            continue
        found.append((group, span, bool(no)))
    for group, span, gone in found:
        relation = group.partition("_")[0]
        truth = holds and not gone
        said = text[span[0] : span[1]]
        stop = max(limit, span[1])
        if relation == "named":
            kin = KIN.get(groups["kin"].casefold(), "pet")
            yield Found(subject, kin, span, truth, confidence, start, stop)
        elif relation == "many":
            yield Found(subject, KIN_PLURAL[groups["plural"].casefold()], span, truth, confidence, start, stop)
        elif relation == "favourite":
            yield Found(subject, f"favourite {groups['thing'].casefold()}", span, truth, confidence, start, stop)
        elif relation == "age" and groups.get("kin") and groups.get("named"):
            yield Found(KIN.get(groups["kin"].casefold(), "pet"), "age", span, truth, confidence, start, stop)
        elif relation == "age" and "kind" in groups:
            continue
        elif relation == "pet":
            yield Found(subject, "pet", span, truth, confidence, start, stop)
            if groups.get("kind"):
                yield Found(text[span[0] : span[1]], "kind", match.span("kind"), True, confidence, start, stop)
        elif relation == "language":
            for one in re.finditer(r"\b(?!and\b)[^\s,]+(?: language)?", text[span[0] : span[1]]):
                yield Found(
                    subject, "language", (span[0] + one.start(), span[0] + one.end()), truth, confidence, start, stop
                )
        elif relation == "going":
            yield Found(subject, "plan", span, truth, confidence, start, stop, f"go {groups['way']} {said}")
        elif relation == "rather":
            yield Found(subject, "prefers", span, truth, confidence, start, stop, _to(said))
        else:
            relation = _STANDS_FOR.get(relation, relation)
            if relation == "studies" and SCHOOL.search(said):
                relation = "school"
            if relation == "employer" and _STUDIES.search(groups.get("role") or ""):
                relation = "school"
            if relation == "employer" and truth and (groups.get("role") or match[0].casefold().startswith("work")):
                yield from _there(sentence, span[1], subject, start)
            verb = relation in ("likes", "dislikes") and _TO_DO.search(text, max(0, span[0] - 14), span[0])
            for value in listed(text, relation, span, sentence.end) if not gone else [span]:
                to = f"to {text[value[0] : value[1]]}" if verb else ""
                yield Found(subject, relation, value, truth, confidence, start, max(stop, value[1]), to)


def _to(said: str) -> str:
    """What somebody would rather do, with "to" before a verb; things stay as they are."""
    return said if said.casefold().startswith(_NOUNS_BEGIN) or " " not in said else f"to {said}"


def _there(sentence: Sentence, place: int, subject: str, start: int) -> Iterator[Found]:
    """Where somebody lives, by where they work: "a designer at a bank in Milan"."""
    if at := _IN.match(sentence.text, place, sentence.end):
        limit = sentence.clause_end(at.end())
        if value := KINDS["home"](sentence.text, at.end(), limit):
            yield Found(subject, "home", value, True, 0.6, start, max(limit, value[1]))


def _fragments(sentence: Sentence) -> Iterator[Found]:
    """What is said without "I": "Based in Boston.", "here in Boston", "please keep explanations short"."""
    text, start, end = sentence.text, sentence.start, sentence.end
    said = text[start:end]
    if (
        not sentence.asks
        and ("ased in " in said or "ere in " in said)
        and (at := PLACED.search(text, start, end))
        and not UNREAL.search(text, start, at.start())
        and (value := KINDS["home"](text, at.start("home"), limit := sentence.clause_end(at.start("home"))))
    ):
        sure = 0.6 if "here" in at[0].casefold() else 0.8
        yield Found("", "home", value, True, sure, at.start(), max(limit, value[1]))
    if ("eep " in said or "ake " in said) and (wish := WISH.search(text, start, end)):
        value = wish.span("things")
        manner = re.split(r"\s*(?:\.|$)", wish["manner"])[0].casefold()
        yield Found("", "prefers", value, True, 0.75, wish.start(), wish.end(), f"{manner} {wish['things'].casefold()}")


def _my(sentence: Sentence, subject: re.Match[str]) -> Iterator[Found]:
    """What is said of one's people, pets and things."""
    text, start = sentence.text, subject.start()
    place = subject.end() + 1
    limit = sentence.clause_end(place)
    for pattern in (KIN_NAME, KIN_IS):
        if match := pattern.match(text, place, limit):
            found = list(_values(sentence, match, 0.95, "", start, limit, True))
            if found and sentence.told(start, found[0].end):
                kin = match["kin"].casefold()
                yield from found
                if kin in _ANIMALS:
                    yield Found(
                        text[found[0].value[0] : found[0].value[1]],
                        "kind",
                        match.span("kin"),
                        True,
                        0.9,
                        start,
                        found[0].end,
                    )
                return
    if kin_phrase := KIN_PHRASE.match(text, place, sentence.end):
        yield from _kin(sentence, kin_phrase, start)
        return
    for rule, confidence in MY:
        if match := rule.match(text, place, limit):
            found = list(_values(sentence, match, confidence, "", start, limit, True))
            if found:
                if sentence.told(start, found[0].end):
                    yield from found
                return


def _kin(sentence: Sentence, phrase: re.Match[str], start: int) -> Iterator[Found]:
    text = sentence.text
    word = phrase["kin"].casefold()
    relation = KIN.get(word, "pet")
    subject, place = (word if relation == "pet" else relation), phrase.end()
    doubtful = UNREAL.search(text, sentence.start, start) is not None or _IS_BEFORE.search(
        text, max(sentence.start, start - 12), start
    )
    gone = GONE.search(phrase[0]) is not None
    named = NAMED.match(text, place, sentence.end)
    value = name(text, *named.span("name")) if named else None
    if named and value and named[0].startswith(",") and not text.startswith(",", value[1]):
        value = None
    if value:
        subject, place = text[value[0] : value[1]], value[1]
        died = DIED.match(text, place, sentence.end) is not None and relation == "pet"
        if not doubtful:
            yield Found("", relation, value, not gone and not died, 0.9 if not sentence.asks else 0.8, start, place)
            if relation == "pet":
                yield Found(subject, "kind", phrase.span("kin"), True, 0.85, start, place)
    elif relation == "pet" and not doubtful and not sentence.asks and _PREDICATE.match(text, place):
        yield Found("", "pet", phrase.span("kin"), DIED.match(text, place) is None, 0.65, start, place)
    if gone or doubtful:
        return
    if years := re.search(r"(\d{1,2})[- ]year[- ]old", phrase[0]):
        yield Found(
            subject, "age", (phrase.start() + years.start(1), phrase.start() + years.end(1)), True, 0.85, start, place
        )
    if value:
        yield from _appositive(sentence, place, subject, start)
        if text.startswith(",", place):
            return
    front = FRONT.match(text, place, sentence.end)
    if front is None:
        return
    limit = sentence.clause_end(front.end())
    for found in _predicate(sentence, front, limit, subject, start):
        if not sentence.told(start, found.end):
            return
        if found.relation not in ("name", "plan", "promise", "uses", "learning") or found.relation == "uses":
            yield found._replace(
                confidence=round(found.confidence * (0.9 if relation == "friend" and not value else 1.0), 2)
            )


def _numbers(sentence: Sentence) -> Iterator[Found]:
    text = sentence.text
    for measure in measures(text, sentence.start, sentence.end):
        before = max(sentence.start, measure.start - 40)
        unsure = _UNSURE.search(text, before, measure.start) and not _SURE.search(text, before, measure.end)
        if unsure or UNREAL.search(text, sentence.start, measure.start):
            continue
        if _WE.match(text, measure.start) and not sentence.told(measure.start, measure.end):
            continue
        if sentence.asks and text[sentence.start : sentence.start + 6].casefold().startswith(
            ("is ", "was ", "are ", "do ", "did ", "has ")
        ):
            continue
        if measure.before:
            yield Found("", measure.what, measure.before, False, measure.confidence, measure.start, measure.end)
        yield Found("", measure.what, measure.now, True, measure.confidence, measure.start, measure.end)
