"""Recalling for a character: checks the arguments, searches, and leaves out what listeners may not be told."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime

from soulkeep.character.relationship import ROLE, Relationship
from soulkeep.clock import require_aware
from soulkeep.errors import InputError
from soulkeep.judgement.talk import tongue
from soulkeep.lang.forms import both_ends
from soulkeep.lang.questions import asking_part
from soulkeep.lang.selfhood import asks_what_was_told, speaks_of_self
from soulkeep.lang.validity import require_text
from soulkeep.memory.arguments import kinds_of, names_of
from soulkeep.memory.audience import audience_of
from soulkeep.search.filters import Filters
from soulkeep.search.presets import HITS, PRESETS
from soulkeep.search.query import Said
from soulkeep.search.question import DEFAULT_PRESET, Question
from soulkeep.search.withheld import discreet, widened
from soulkeep.types.records import WHOLE, Recall, Turn


def recall(
    relationship: Relationship,
    question: str,
    *,
    k: int | None,
    filters: Filters,
    budget: int | None,
    time: datetime | None,
    history: Sequence[Said],
    preset: str | None,
    heard_by: Collection[str],
) -> Recall:
    """Return what comes to mind at a question and may be told to all listeners. Arguments: see `Character.recall`."""
    require_text(question, limit=relationship.runtime.settings.turn_characters, what="question")
    asked = question_of(
        relationship, question, k=k, time=time, budget=budget, filters=filters, preset=preset, history=history
    )
    return search_memories(relationship, asked, audience_of(relationship.person, relationship.own_names, heard_by))


def question_of(
    relationship: Relationship,
    text: str,
    *,
    k: int | None,
    time: datetime | None,
    budget: int | None = None,
    filters: Filters = Filters(),  # noqa: B008 - frozen
    preset: str | None = None,
    history: Sequence[Said] = (),
    in_view: frozenset[tuple[int, int]] = frozenset(),
    language: str | None = None,
) -> Question:
    """Check the arguments of a recall, and build the question from them.

    Args:
        relationship: the character, and the person it faces.
        text: the question.
        k: number of hits, 1 or more; as the preset or the settings say by default.
        time: the moment of asking, with a time zone; now by default.
        budget: estimated tokens of all hits at most; None for no limit.
        filters: which memories may come up.
        preset: name of the scoring formula; as the settings say by default.
        history: the turns before the question, oldest first.
        in_view: memories that the prompt shows anyway, by partition id and sequence number.
        language: language of the question, ISO 639-1; detected by default.

    Raises:
        InputError: an argument is out of range, or there is no such preset.
    """
    runtime = relationship.runtime
    preset = runtime.settings.preset if preset is None else preset
    _require_preset(preset)
    count = _count(HITS.get(preset, runtime.settings.k) if k is None else k)
    _require_budget(budget)
    language = language or relationship.row.language or tongue(text)
    text = both_ends(text, WHOLE)
    asks_of_telling = asks_what_was_told(asking_part(text), language)
    asker = relationship.person or ROLE
    return Question(
        text=text,
        language=language,
        asker=asker if not asks_of_telling and speaks_of_self(text, language) else None,
        told=asker if asks_of_telling else None,
        trusted=(asker, *relationship.own_names),
        now=runtime.clock.now() if time is None else require_aware(time),
        k=count,
        budget=budget,
        filters=filters,
        preset=preset,
        history=[Said(both_ends(one.text, WHOLE), one.speaker) for one in history],
        in_view=in_view,
        of_class=_of_class(relationship, text, language),
    )


def search_memories(relationship: Relationship, question: Question, audience: Collection[str] = ()) -> Recall:
    """Return what comes to mind and may be told to an audience; searches for more hits where too few may be told."""
    recollection = relationship.recollection
    if not audience:
        return recollection.recall(relationship.working_sets, question)
    times = 1
    while True:
        wide = widened(question, times)
        recall = recollection.recall(relationship.working_sets, wide)
        allowed = discreet(recall, question, lambda memory: relationship.may_tell(memory, audience))
        if len(allowed.hits) >= question.k or len(recall.hits) < wide.k or question.budget is not None:
            return allowed
        times *= 4


def search_each(
    relationship: Relationship, questions: Sequence[Question], audience: Collection[str] = ()
) -> list[Recall]:
    """Return, for each of several questions, what `search_memories` does; by one read, unless there is an audience."""
    if audience:
        return [search_memories(relationship, question, audience) for question in questions]
    return relationship.recollection.recall_each(relationship.working_sets, questions)


def filters_of(
    kinds: Collection[str] | None, sources: Collection[str] | None, since: datetime | None, until: datetime | None
) -> Filters:
    """Build the filters from a caller's arguments, checked.

    Args:
        kinds: kinds of memories; None for all.
        sources: names of sources; None for all.
        since, until: timezone-aware limits of time; None for no limit.
    """
    return Filters(
        kinds=kinds_of(kinds),
        sources=names_of(sources, "sources"),
        since=None if since is None else require_aware(since),
        until=None if until is None else require_aware(until),
    )


def talk_of(history: Sequence[Turn], person: str | None) -> list[Said]:
    """Return the turns before a question as the caller gave them, checked."""
    if not isinstance(history, Sequence) or not all(isinstance(turn, Turn) for turn in history):
        raise InputError("The history must be a list of turns.", hint="Write history=[soulkeep.Turn(text, speaker)].")
    return [Said(require_text(turn.text, what="turn of the history"), turn.speaker or person) for turn in history]


def _require_preset(preset: str) -> None:
    presets = (DEFAULT_PRESET, *PRESETS)
    if preset not in presets:
        raise InputError(f"There is no preset {preset!r}.", hint=f"There are: {', '.join(presets)}.")


def _count(k: int) -> int:
    if not isinstance(k, int) or k < 1:
        raise InputError(f"k must be a whole number, 1 or more, not {k!r}.", hint="Leave it out for Settings.k.")
    return k


def _require_budget(tokens: int | None) -> None:
    if tokens is not None and (not isinstance(tokens, int) or tokens < 1):
        raise InputError(
            f"The budget must be a whole number of tokens, 1 or more, not {tokens!r}.",
            hint="Leave it out for no limit.",
        )


def _of_class(relationship: Relationship, text: str, language: str) -> frozenset[tuple[int, int]]:
    """Return the memories (partition id, sequence number) that speak of members of a class which the question names."""
    past = relationship.past_in_terms()
    if past is None:
        return frozenset()
    from soulkeep.graph.episodes.generalise import spoken_of

    with past.lock:
        return frozenset((past.partition, seq) for seq in spoken_of(past, text, language))
