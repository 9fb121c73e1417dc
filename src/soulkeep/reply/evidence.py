"""Which of the memories that came to mind bear on what was said, and hold now as far as is known."""

from __future__ import annotations

from collections.abc import Container, Sequence
from typing import NamedTuple

from soulkeep.judgement.analysed import Analysed, analysed
from soulkeep.judgement.changes import over, same_matter, same_people
from soulkeep.judgement.talk import act
from soulkeep.lang.asked_facts import asked_fact
from soulkeep.lang.questions import asks_of_past
from soulkeep.lang.selfhood import speaks_of_self
from soulkeep.lang.terms import terms
from soulkeep.lang.utterances import WHETHER
from soulkeep.reply.answering import answers
from soulkeep.types.records import DERIVED, Hit, Memory, Recall

_MOST = 2
"""Memories of one answer."""

_COVERED, _ALIKE = 0.4, 0.55
"""Share of the question's words that a passage must hold to be looked at, or how alike (cosine) it must be."""

_SURE = 0.55
"""How likely a memory must answer to be told as the answer,"""

PERHAPS = 0.25
"""as what may be it,"""

NEAREST = 0.14
"""or as what comes nearest, where it is admitted that nothing is remembered."""

_ALIKE_STATED = 0.7
"""How alike in meaning (cosine) a memory must be to a statement that shares no two telling words with it."""

_SHARED = 2

_OVER = -0.25
"""Part of the score below which a question is about what a memory says that no longer holds."""

_GREETED = 1
"""Telling words that an introduction may hold, beside the name."""

_HINTS = 0.2
"""How likely a memory must say that something is over to be told in place of an earlier one with words asked for…"""

_ENDS, _SAME_MATTER = 0.4, 0.35
"""…and if it shares none, nor a name, and how likely both must be about the same matter then."""

_IN_DOUBT, _OTHERWISE = 0.2, 0.4
"""How likely something said since must mean that a memory is no longer so for it not to be told as certain, and for
what was said since to be told first."""

_MAY_BE_OF = 0.5
"""How likely both must be about the same people, where they share no word."""

_BRIEF = 6
"""Telling words of a memory that tells of one thing only."""

_NEARLY_AS_GOOD = 0.85
"""Share of the best answer's score that a further one must have."""


class Evidence(NamedTuple):
    """What bears on what was said.

    Attributes:
        hits: at most two, the best first.
        likely: how likely an answer is among them, 0…1; 1 where nothing was asked.
        sure: whether the first answers surely: it states just the fact that is asked for, or is judged so.
    """

    hits: Sequence[Hit] = ()
    likely: float = 0.0
    sure: bool = False

    def at_least(self, likely: float) -> Sequence[Hit]:
        """The hits, if they are as likely to answer as that."""
        return self.hits if self.likely >= likely else ()


def evidence(
    said: str, recall: Recall, language: str, own_names: frozenset[str], *, of_character: bool = False
) -> Evidence:
    """The hits that bear on what was said, and hold now as far as is known.

    Args:
        said, recall, language, own_names: as of `speak`.
        of_character: the character itself is asked about: what the person said of themselves answers nothing.
    """
    heard = analysed(said, language)
    searched = recall.queries[0] if recall.queries else said  # with what the talk tells is meant
    if heard.asks and not analysed(searched, language).telling:
        return Evidence()  # "Who are you?" shares its words with anything
    if not heard.asks and (heard.requests or heard.says_nothing):
        return Evidence()
    fitting = [hit for hit in recall.hits if _bears_on(hit, heard, own_names)]
    if heard.asks and speaks_of_self(said, language):  # no book knows of them
        fitting = [hit for hit in fitting if hit.memory.speaker is not None] or fitting
    if of_character:
        fitting = [hit for hit in fitting if hit.memory.speaker is None or hit.memory.speaker in own_names]
    if heard.asks:
        return _answering(fitting, heard, recall, own_names)
    hits: list[Hit] = []
    for hit in _standing(fitting):
        if hits and hit.score < _NEARLY_AS_GOOD * hits[0].score:
            break
        if hit.memory.speaker is None and any(other.memory.speaker is None for other in hits):
            continue  # one passage is long enough
        hits.append(hit)
    return Evidence(hits[:_MOST], 1.0)


def _read(memory: Memory) -> Analysed:
    return analysed(memory.text, memory.language)


def _answering(fitting: Sequence[Hit], said: Analysed, recall: Recall, own_names: frozenset[str]) -> Evidence:
    """What answers a question, or comes nearest to it."""
    readable = [hit for hit in fitting if hit.memory.speaker is not None or _passage_answers(hit)]
    conflicts = [hit for hit in recall.hits if hit.memory.kind not in DERIVED]
    seen = [
        (hit, 1.0 if value_asked(said.text, said.language, hit.memory) else likely)
        for hit, likely in answers(said, conflicts, recall.confidence)
    ]
    ids = set(map(id, readable))
    near = [hit for hit, likely in seen if likely >= NEAREST and id(hit) in ids]
    past = asks_of_past(said.text, said.language)
    for hit in _standing(near)[:1]:
        newest = _newest(hit, recall.hits, said, own_names, past=past)
        since, doubted = (None, 0.0) if past else _since(newest, recall.hits, own_names)
        doubt = since if doubted >= _OTHERWISE else None
        likely = next(likely for one, likely in seen if one is hit)
        sure = doubted < _IN_DOUBT and any(likely >= _SURE for one, likely in seen if one is newest)
        return Evidence([doubt, newest] if doubt else [newest], likely, sure)
    return Evidence()


def _standing(hits: Sequence[Hit]) -> Sequence[Hit]:
    """What holds: what no longer does is told only if there is nothing newer."""
    ids = {hit.memory.id for hit in hits}
    return [hit for hit in hits if not _is_over(hit) and hit.later not in ids] or hits


def _passage_answers(hit: Hit) -> bool:
    """Whether a passage holds enough of what is asked: books are large, and something in them is always near."""
    return hit.coverage >= _COVERED or hit.similarity >= _ALIKE


def _newest(recalled: Hit, hits: Sequence[Hit], said: Analysed, own_names: frozenset[str], *, past: bool) -> Hit:
    """What is to be told in place of a memory: what its speaker said last of the matter being over, or otherwise, if
    they did. Who asks of the past is told how it was, even if it is otherwise now."""
    memory = recalled.memory
    earlier = _read(memory)
    asked = analysed(said.text, memory.language).telling
    single = set() if past else {one.relation for one in earlier.statements if one.single}
    later = [
        (hit, after)
        for hit in hits
        if hit.memory.speaker == memory.speaker not in own_names
        and hit.memory.kind not in DERIVED
        and hit.memory.time is not None
        and memory.time is not None
        and (
            hit.memory.time > memory.time or (recalled.outdated and not hit.outdated and hit.memory.time == memory.time)
        )
        and _concerns(said, after := _read(hit.memory), earlier)
        and (after.judged.ends >= _HINTS or after.endings or _states(after, single))
    ]
    for hit, after in sorted(later, key=lambda one: one[0].memory.time or memory.time, reverse=True):  # type: ignore[arg-type, return-value]
        if _states(after, single):
            return hit
        alike = same_matter(earlier.judged, after.judged)
        people = same_people(earlier.judged, after.judged)
        shared = earlier.telling & after.telling
        if (alike >= _SAME_MATTER and after.judged.ends >= _ENDS and people >= _MAY_BE_OF) or (
            shared and (after.endings or len(shared) >= _SHARED or not shared.isdisjoint(asked | earlier.named))
        ):
            return hit
    return recalled


def _since(recalled: Hit, hits: Sequence[Hit], own_names: frozenset[str]) -> tuple[Hit | None, float]:
    """What the speaker of a memory said since that likeliest means that it is otherwise now, and how likely it does."""
    memory = recalled.memory
    if memory.time is None or memory.speaker is None or memory.speaker in own_names:
        return None, 0.0
    later = [
        (over(memory.text, hit.memory.text, memory.language), hit.memory.time, hit)
        for hit in hits
        if hit.memory.speaker == memory.speaker
        and hit.memory.kind not in DERIVED
        and hit.memory.time is not None
        and hit.memory.time > memory.time
        and not _read(hit.memory).asks
    ]
    likely, _, hit = max(later, key=lambda one: one[:2], default=(0.0, None, None))
    return hit, likely


def _concerns(said: Analysed, memory: Analysed, before: Analysed) -> bool:
    """Whether what came later is about what is asked, where an earlier memory tells of several things."""
    if len(before.telling) <= _BRIEF:
        return True
    asked = said if said.language == memory.language else analysed(said.text, memory.language)
    return not asked.telling.isdisjoint(memory.telling) or same_matter(said.judged, memory.judged) >= _SAME_MATTER


def _states(memory: Analysed, relations: Container[str]) -> bool:
    """Whether a memory states something of one of some relations."""
    return any(one.relation in relations for one in memory.statements)


def value_asked(said: str, language: str, memory: Memory) -> str:
    """The value of the fact about the asker that is asked for, if a memory states it in so many words; else ""."""
    relation = asked_fact(said, language)
    return next((one.value for one in _read(memory).statements if one.relation == relation), "") if relation else ""


def _bears_on(hit: Hit, said: Analysed, own_names: frozenset[str]) -> bool:
    """Whether a hit tells of what was said: no question, no echo of it, nothing that only repeats other memories."""
    memory = hit.memory
    if memory.kind in DERIVED:
        return False  # the voice quotes what was said, not what was made of it
    read = _read(memory)
    if read.asks or (memory.speaker is not None and _tells_nothing(read)):
        return False
    if not said.asks and (_only_introduces(read) or not _shares_matter(hit, read, said)):
        return False
    if memory.speaker in own_names and (memory.references or memory.responder not in (None, "model")):
        return False  # told from memories or from what it knows: there is nothing in it of its own
    if said.utterance.asks == WHETHER:
        return True  # "Did I adopt a cat?" is answered by the same words
    words = read if memory.language == said.language else analysed(memory.text, said.language)
    return not words.terms <= said.terms


def _tells_nothing(memory: Analysed) -> bool:
    """Whether a memory holds a greeting, a yes, or what the other was bidden to do, and nothing else."""
    return (memory.says_nothing or memory.requests) and act(memory.text) != "remember" and not memory.statements


def _only_introduces(memory: Analysed) -> bool:
    """Whether somebody said who they are, and nothing else."""
    said = memory.statements
    if any(one.relation != "name" for one in said) or not said:
        return False
    names = set(terms(" ".join([one.value for one in said]), memory.language))
    return len(memory.telling - names) <= _GREETED


def _shares_matter(hit: Hit, memory: Analysed, said: Analysed) -> bool:
    """Whether a hit is about what a statement says: not only said in the same way, as "I'm a nurse" and "I'm Tom"."""
    if hit.similarity >= _ALIKE_STATED or memory.language != said.language:
        return True
    return len(said.telling & memory.terms) >= _SHARED


def _is_over(hit: Hit) -> bool:
    """Whether the question is about what a memory says that no longer holds."""
    return bool(hit.outdated) and hit.parts.get("outdated", 0.0) < _OVER
