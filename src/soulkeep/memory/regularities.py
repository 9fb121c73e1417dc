"""Regularities in what somebody told: reflection without a model, each conclusion with its evidence.

They are found by counting. A tendency is what at least two thirds of the latest fifteen occasions show, and at least
three. The sentences are literally true of the turns given, and claim nothing else.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from functools import lru_cache
from typing import NamedTuple

from soulkeep.judgement.model import judge
from soulkeep.lang.classes import members
from soulkeep.lang.function_words import function_terms
from soulkeep.lang.pack import subject, words
from soulkeep.lang.questions import is_question
from soulkeep.lang.selfhood import speaks_of_self
from soulkeep.lang.sentences import sentences
from soulkeep.lang.terms import terms
from soulkeep.lang.topic_words import is_hollow, names_matter, no_matters
from soulkeep.lang.topics import idle_terms, korean_noun, topics_of
from soulkeep.lang.wordings import (
    asked_wording,
    feeling_wording,
    hour_wording,
    taste_wording,
    topic_wording,
    weekday_wording,
)

_MOST = 7
_EACH = 3
"""Most regularities of one kind, to leave room for others."""

_FEWEST, _FEWEST_ASKED, _MOST_EVIDENCE = 3, 4, 12

_ENOUGH, _TASK = 20, 0.12
"""Turns needed to tell what most of the talk is about, and the share that makes a topic its main task."""

_WEAKEST = 0.2
"""Strength below which a topic is as much the others', or too rare."""

_TENDENCY = 0.66
_LATEST = 15
"""Number of latest occasions by which a tendency is judged: people change."""

_FEWEST_TALKS = 10
_PAUSE = timedelta(hours=3)
"""Silence that ends a conversation."""

_STRETCH = 6
"""Number of undated turns that count as a day."""

_CANDIDATES, _CANDIDATES_ASKED = 60, 20

_SHOWN = 0.3
"""Least intensity of a feeling that counts: a polite "nice" shows less."""

_MORE = 1.25
"""How many times more a feeling must show with a topic than without it, where enough is known of the latter."""

_AGAIN = 0.75
"""Share of evidence in common with a stronger regularity, from which a weaker one of its kind says nothing new."""

_NOUNLY = 0.4
"""Share of its turns in which an article or the like must precede a noun: verbs and adverbs aren't topics."""

_UNSPACED = ("ko", "ja", "zh")
_MARK = re.compile("[?？؟;]")
_HANGUL = re.compile("[가-힣]+")
_BEFORE_PREPOSITION = re.compile(
    r"(?<!\s)\s++(?:in|on|at|with|of|for|to|from|by|and|or|during|after|before|when|while|that|because)\s.*", re.I
)


class SaidTurn(NamedTuple):
    """One turn of talk.

    Attributes:
        id: of the turn's memory.
        speaker: who said it.
        text: verbatim.
        language: ISO 639-1.
        time: when, in the speaker's time zone; None if unknown.
        importance: 1…10.
        emotions: strength of each emotion shown, 0…1; those not shown may be missing.
    """

    id: str
    speaker: str
    text: str
    language: str
    time: datetime | None
    importance: float
    emotions: Mapping[str, float]


class KnownFact(NamedTuple):
    """One fact that holds.

    Attributes:
        id: of the fact's memory.
        told_by: who stated it.
        subject: whom or what it is about; empty for the teller.
        relation: "likes", "favourite film" …
        value: as it was said.
        turns: ids of the turns it rests on.
    """

    id: str
    told_by: str
    subject: str
    relation: str
    value: str
    turns: tuple[str, ...]


class Regularity(NamedTuple):
    """Something that shows repeatedly.

    Attributes:
        text: a sentence that states it.
        because: ids of its evidence, oldest first: at least three, the latest twelve at most. For a taste, ids of
            facts, followed by those of the turns they rest on.
        strength: 0…1.
    """

    text: str
    because: tuple[str, ...]
    strength: float


class _Turn(NamedTuple):
    """A turn with its topics, terms and feelings worked out."""

    told: SaidTurn
    telling: str
    """The sentences that aren't questions, as terms."""
    asking: str
    told_letters: str
    """The same, casefolded, for scripts without blanks."""
    asked_letters: str
    questions: tuple[str, ...]
    feelings: frozenset[str]
    occasion: object
    """The day, or the stretch of undated talk, it belongs to."""


def _of_life(language: str) -> tuple[str, ...]:
    """Return matters too common in every life to say what a talk is about, though they may be on somebody's mind."""
    return words("habits", "life", language)


def regularities(
    turns: Sequence[SaidTurn],
    facts: Sequence[KnownFact],
    *,
    person: str,
    language: str | None = None,
    pause: Callable[[], None] = lambda: None,
) -> list[Regularity]:
    """Return what shows repeatedly in what a person told, strongest first, at most seven.

    Args:
        turns: everybody's, in the order they were said.
        facts: the facts that hold.
        person: whose habits to look for; their name as in `speaker` and `told_by`.
        language: ISO 639-1 code of the sentences to write, English if it isn't covered; by default the one that the
            person spoke most.
        pause: called between turns and between topics, for so long that others would wait.
    """

    if all(turn.time is not None for turn in turns):
        turns = sorted(turns, key=lambda told: told.time.timestamp() if told.time else 0.0)
    own = [_taken_apart(turn, place, pause) for place, turn in enumerate(turns) if turn.speaker == person]
    wording = language or _mostly(turn.language for turn in turns if turn.speaker == person)
    speakers = list(dict.fromkeys([person, *(turn.speaker for turn in turns)]))
    noticed: list[Regularity] = []
    if len(own) >= _FEWEST:
        others = [_taken_apart(turn, place, pause) for place, turn in enumerate(turns) if turn.speaker != person]
        spoken = _spoken_of(own, speakers, pause)
        noticed += _strongest(_topics_again(own, others, spoken, person, wording))
        noticed += _strongest(_feelings(own, spoken, person, wording))
        noticed += _strongest(_asked_about(own, speakers, person, wording))
    noticed += _times_of_talk(turns, person, wording)
    noticed += _strongest(_tastes(facts, person, wording))
    return sorted(noticed, key=lambda regularity: -regularity.strength)[:_MOST]


def _mostly(languages: Iterable[str]) -> str:
    return max(Counter(languages).items(), key=lambda item: item[1], default=("en", 0))[0]


def _strongest(noticed: Sequence[Regularity]) -> list[Regularity]:
    """Return the strongest regularities of one kind, without those that share evidence with a stronger one."""
    best: list[Regularity] = []
    for regularity in sorted(noticed, key=lambda regularity: -regularity.strength):
        because = set(regularity.because)
        if all(len(because & set(other.because)) < _AGAIN * len(because) for other in best):
            best.append(regularity)
        if len(best) == _EACH:
            break
    return best


def _evidence(turns: Iterable[_Turn]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(turn.told.id for turn in turns))[-_MOST_EVIDENCE:]


def _strength(share: float, count: int) -> float:
    """Return a strength that grows with the evidence: half of the share for three pieces, five sixths for fifteen."""
    return round(share * count / (count + _FEWEST), 4)


def _since(turns: Sequence[_Turn]) -> datetime | None:
    """Return when the first of some turns was said; None if the time of any is unknown."""
    return turns[0].told.time if all(turn.told.time is not None for turn in turns) else None


def _taken_apart(turn: SaidTurn, place: int, pause: Callable[[], None]) -> _Turn:
    pause()
    parts = sentences(turn.text[:4000]) if _MARK.search(turn.text) else [turn.text[:4000]]
    telling = " ".join(part for part in parts if not is_question(part))
    questions = tuple(dict.fromkeys(part for part in parts if is_question(part)))
    asking = " ".join(questions)
    return _Turn(
        turn,
        f" {' '.join(terms(telling, turn.language))} ",
        f" {' '.join(terms(asking, turn.language))} ",
        telling.casefold(),
        asking.casefold(),
        questions,
        frozenset(name for name, strength in turn.emotions.items() if strength >= _SHOWN),
        turn.time.date() if turn.time is not None else place // _STRETCH,
    )


def _finder(topic: str, language: str) -> Callable[[str, str], bool]:
    """Return a test whether a text mentions a topic: by its terms if blanks part words, else by its letters."""
    low = topic.casefold()
    if language == "ko" and _HANGUL.fullmatch(low):
        return lambda _, letters: low in letters and any(_noun(word) == low for word in _HANGUL.findall(letters))
    if language in _UNSPACED and not low.isascii():
        return lambda _, letters: low in letters
    wanted = f" {' '.join(terms(topic, language))} "
    return lambda spaced, _: wanted.strip() != "" and wanted in spaced


_noun = lru_cache(maxsize=20_000)(korean_noun)
_Spoken = tuple[str, str, list[_Turn]]
"""A topic, its language, and the turns that mention it."""


def _spoken_of(own: Sequence[_Turn], speakers: Sequence[str], pause: Callable[[], None]) -> list[_Spoken]:
    spoken: list[_Spoken] = []
    said = [(turn.told.text, turn.told.language) for turn in own]
    for topic, language in _candidates(said, speakers, _CANDIDATES, pause):
        pause()
        told_of = _finder(topic, language)
        turns = [turn for turn in own if turn.told.language == language and told_of(turn.telling, turn.told_letters)]
        if len(turns) >= _FEWEST and _is_matter(topic, language, turns):
            spoken.append((topic, language, turns))
    return spoken


def _is_matter(topic: str, language: str, turns: Sequence[_Turn], gap: str = r"(?:\w+ )?") -> bool:
    """Return whether a topic is a thing or a name: no feeling ("joy"), no verb, no word of small talk."""
    if is_hollow(topic, language) or (language == "en" and topic == topic.lower() and not names_matter(topic)):
        return False
    if topic.casefold() in no_matters() or judge(topic).emotions:
        return False
    before = subject("habits", language).get("before_nouns")
    if before is None or topic != topic.lower():
        return True
    stem = re.escape(topic.removesuffix("s"))
    noun = re.compile(rf"\b{before}{gap}{stem}", re.IGNORECASE)
    return sum(noun.search(turn.told.text) is not None for turn in turns) >= _NOUNLY * len(turns)


def _candidates(
    said: Iterable[tuple[str, str]], speakers: Sequence[str], count: int, pause: Callable[[], None] | None = None
) -> list[tuple[str, str]]:
    """Return topics of texts, each with its language; speakers and their nicknames are left out."""
    by_language: dict[str, list[tuple[str, str]]] = {}
    for text, language in said:
        by_language.setdefault(language, []).append((text, language))
    barred = [part for name in speakers for part in re.findall(r"[^\W_]+", name.casefold())]
    return [
        (topic, language)
        for language, texts in by_language.items()
        for topic in dict.fromkeys(
            (*topics_of(texts, count=count, without=speakers, pause=pause), *words("habits", "life", language))
        )
        if not any(part.startswith(topic.casefold()) for part in barred)
    ]


def _topics_again(
    own: Sequence[_Turn], others: Sequence[_Turn], spoken: Sequence[_Spoken], person: str, language: str
) -> list[Regularity]:
    """Return what somebody speaks of on at least three days, and more than those they talk with."""
    occasions = len({turn.occasion for turn in own})
    noticed: list[Regularity] = []
    for topic, of, turns in spoken:
        on = {turn.occasion for turn in turns}
        if len(on) < _FEWEST or topic in _of_life(of):
            continue
        told_of = _finder(topic, of)
        elsewhere = sum(turn.told.language == of and told_of(turn.telling, turn.told_letters) for turn in others)
        mine, theirs = len(turns) / len(own), elsewhere / max(1, len(others))
        if theirs >= mine and not _ones_own(topic, of, turns):
            continue
        dated = all(turn.told.time is not None for turn in turns)
        strength = _strength(mine / (mine + theirs), len(on)) * (0.5 + 0.5 * len(on) / occasions)
        if strength < _WEAKEST:
            continue
        text = topic_wording(person, topic, len(on) if dated else len(turns), _since(turns), language)
        noticed.append(Regularity(text, _evidence(turns), round(strength, 4)))
    return noticed


def _ones_own(topic: str, language: str, turns: Sequence[_Turn]) -> bool:
    """Return whether most turns about a topic speak of the teller in the same sentence."""
    told_of = _finder(topic, language)
    count = 0
    for turn in turns:
        parts = sentences(turn.told.text[:4000])
        count += any(
            speaks_of_self(part, language) and told_of(f" {' '.join(terms(part, language))} ", part.casefold())
            for part in parts
        )
    return count >= _FEWEST and count >= _TENDENCY * len(turns)


def _feelings(own: Sequence[_Turn], spoken: Sequence[_Spoken], person: str, language: str) -> list[Regularity]:
    """Return the feelings that go with topics; stronger, the less a feeling goes with everything."""
    laden = [turn for turn in own if turn.feelings]
    usual = Counter(feeling for turn in laden for feeling in turn.feelings)
    fewest = _FEWEST + (len(laden) >= _ENOUGH)  # among many turns, three may be similar by chance
    noticed: list[Regularity] = []
    for topic, of, turns in spoken:
        moved = [(turn, shown) for turn in turns if (shown := _shown_with(topic, of, turn))][-_LATEST:]
        for feeling, count in Counter(feeling for _, shown in moved for feeling in shown).items():
            share = count / len(moved)
            if feeling == "gratitude":  # it is mere courtesy
                continue
            if count < fewest or share < _TENDENCY:
                continue
            about = {turn.told.id for turn in turns}
            elsewhere = [turn for turn in laden if turn.told.id not in about]
            if len(elsewhere) >= _LATEST and share < _MORE * sum(feeling in t.feelings for t in elsewhere) / len(
                elsewhere
            ):
                continue
            text = feeling_wording(person, topic, feeling, count, len(moved), language)
            telling = 1 - 0.5 * usual[feeling] / len(laden)
            because = _evidence(turn for turn, shown in moved if feeling in shown)
            noticed.append(Regularity(text, because, round(_strength(share, count) * telling, 4)))
    return noticed


def _questions_of(turns: Sequence[_Turn], asked_of: Callable[[str, str], bool]) -> int:
    """Return how many different questions about a topic some turns ask, told apart by their significant terms."""
    questions: set[frozenset[str]] = set()
    for turn in turns:
        of = turn.told.language
        for question in turn.questions:
            question_terms = terms(question, of)
            if asked_of(f" {' '.join(question_terms)} ", question.casefold()):
                questions.add(frozenset(question_terms) - function_terms(of))
    return len(questions)


def _shown_with(topic: str, language: str, turn: _Turn) -> frozenset[str]:
    """Return the feelings that a turn shows where it mentions a topic: all of them, if it is one sentence."""
    if not turn.feelings:
        return turn.feelings
    parts = [part for part in sentences(turn.told.text[:4000]) if not is_question(part)]
    if len(parts) < 2:
        return turn.feelings
    told_of = _finder(topic, language)
    shown = {
        emotion.name
        for part in parts
        if told_of(f" {' '.join(terms(part, language))} ", part.casefold())
        for emotion in judge(part).emotions
        if emotion.intensity >= _SHOWN
    }
    return turn.feelings & shown


def _asked_about(own: Sequence[_Turn], speakers: Sequence[str], person: str, language: str) -> list[Regularity]:
    """Return what somebody asked about four times or more, mostly in different words."""
    asking = [turn for turn in own if turn.questions]
    said = [(" ".join(turn.questions), turn.told.language) for turn in asking]
    noticed: list[Regularity] = []
    for topic, of in _candidates(said, speakers, _CANDIDATES_ASKED):
        asked_of = _finder(topic, of)
        turns = [turn for turn in asking if turn.told.language == of and asked_of(turn.asking, turn.asked_letters)]
        if (
            len(turns) < _FEWEST_ASKED
            or (len(own) >= _ENOUGH and len(turns) > _TASK * len(own))
            or not _is_matter(topic, of, turns, gap="")
            or _questions_of(turns, asked_of) < _FEWEST
        ):
            continue
        text = asked_wording(person, topic, len(turns), _since(turns), language)
        share = 0.5 + 0.5 * len(turns) / len(asking)
        noticed.append(Regularity(text, _evidence(turns), round(_strength(1.0, len(turns)) * share, 4)))
    return noticed


def _times_of_talk(turns: Sequence[SaidTurn], person: str, language: str) -> list[Regularity]:
    """Return the part of the day, and the day of the week, at which most of the latest conversations began."""
    talks: list[tuple[datetime, SaidTurn]] = []
    before: datetime | None = None
    start: datetime | None = None
    for turn in turns:
        if turn.time is None:
            continue
        if before is None or abs(turn.time.timestamp() - before.timestamp()) > _PAUSE.total_seconds():
            start = turn.time
        before = turn.time
        if turn.speaker == person and start is not None:
            talks.append((start, turn))  # their first turn represents the conversation
            start = None
    latest: list[tuple[datetime, SaidTurn]] = []
    days: set[object] = set()
    for talk in reversed(talks):
        if len(latest) >= _LATEST and len(days) >= _FEWEST_TALKS:
            break
        latest.insert(0, talk)
        days.add(talk[0].date())
    if len(days) < _FEWEST_TALKS:
        return []
    noticed: list[Regularity] = []
    if any((time.hour, time.minute, time.second) != (0, 0, 0) for time, _ in latest):  # otherwise only dates are known
        noticed += _most(latest, [_part_of_day(time) for time, _ in latest], hour_wording, person, language)
    return noticed + _most(latest, [time.weekday() for time, _ in latest], weekday_wording, person, language)


def _most(
    talks: Sequence[tuple[datetime, SaidTurn]],
    marks: Sequence[int],
    wording: Callable[[str, int, int, int, str], str],
    person: str,
    language: str,
) -> list[Regularity]:
    mark, count = Counter(marks).most_common(1)[0]
    if count / len(marks) < _TENDENCY:
        return []
    because = [turn.id for (_, turn), its in zip(talks, marks, strict=True) if its == mark]
    text = wording(person, mark, count, len(marks), language)
    return [Regularity(text, tuple(because[-_MOST_EVIDENCE:]), _strength(count / len(marks), count))]


def _part_of_day(time: datetime) -> int:
    """Return the part of the day: 0 at night, 1 in the morning, 2 in the afternoon, 3 in the evening."""
    return 0 if time.hour < 5 or time.hour >= 23 else 1 if time.hour < 12 else 2 if time.hour < 17 else 3


def _tastes(facts: Sequence[KnownFact], person: str, language: str) -> list[Regularity]:
    """Return what most things that somebody likes have in common: a word, or in English a class."""
    liked: dict[str, KnownFact] = {}
    for fact in facts:
        favourite = fact.relation.startswith(("favourite ", "favorite "))
        if fact.told_by == person and not fact.subject and (fact.relation == "likes" or favourite):
            liked.setdefault(" ".join(fact.value.casefold().split()), fact)
    of = len(liked)
    if of < _FEWEST:
        return []
    idle = idle_terms(language)
    shared: dict[str, list[KnownFact]] = {}
    for value, fact in liked.items():
        for word in dict.fromkeys(re.findall(r"[^\W\d_]{2,}", value)):
            stems = terms(word, language)
            if stems and not idle.issuperset(stems):
                shared.setdefault(word, []).append(fact)
    tastes = [_taste(person, word, of_it, of, language, False) for word, of_it in shared.items() if _tends(of_it, of)]
    if language == "en":
        heads = [(_head(value), fact) for value, fact in liked.items()]
        classes: list[tuple[int, str, list[KnownFact]]] = []
        for kind in words("matters", "classes", "en"):
            members = _members(kind)
            of_it = [fact for head, fact in heads if not members.isdisjoint(head)]
            if _tends(of_it, of):
                classes.append((len(members), kind, of_it))
        if classes:  # the narrowest class says most
            _, kind, of_it = min(classes, key=lambda entry: entry[:2])
            tastes.append(_taste(person, kind, of_it, of, language, True))
    return tastes


def _tends(some: Sequence[KnownFact], of: int) -> bool:
    return len(some) >= _FEWEST and len(some) / of >= _TENDENCY


def _taste(person: str, shared: str, facts: Sequence[KnownFact], of: int, language: str, is_class: bool) -> Regularity:
    text = taste_wording(person, shared, [fact.value for fact in facts], of, language, is_class=is_class)
    ids = [fact.id for fact in facts][-_MOST_EVIDENCE // 2 :]
    turns = dict.fromkeys(turn for fact in facts for turn in fact.turns)
    because = [*ids, *list(turns)[len(ids) - _MOST_EVIDENCE :]]
    return Regularity(text, tuple(dict.fromkeys(because)), _strength(len(facts) / of, len(facts)))


def _head(value: str) -> set[str]:
    """Return forms of the noun that an English phrase is about: for "green tea in the morning", tea."""
    words = re.findall(r"[a-z]+", _BEFORE_PREPOSITION.sub("", value)) or [""]
    return {words[-1], re.sub("ies$", "y", words[-1]), re.sub("es$", "", words[-1]), re.sub("s$", "", words[-1])}


@lru_cache(maxsize=64)
def _members(kind: str) -> frozenset[str]:
    return frozenset(members(kind)) | {kind}
