"""Which of the memories that came to mind bear on what was said, and hold now as far as is known."""

from __future__ import annotations

from collections.abc import Container, Sequence
from typing import NamedTuple

from soulkeep.judgement.changes import over, same_matter, same_people
from soulkeep.judgement.model import judge
from soulkeep.judgement.talk import act, asks_something, requests, says_nothing
from soulkeep.lang.asked_facts import asked_fact
from soulkeep.lang.function_words import telling_terms
from soulkeep.lang.names import proper_names
from soulkeep.lang.questions import asks_of_past
from soulkeep.lang.selfhood import speaks_of_self
from soulkeep.lang.statements import endings, statements
from soulkeep.lang.terms import terms
from soulkeep.lang.utterances import WHETHER, utterance
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
    searched = recall.queries[0] if recall.queries else said  # with what the talk tells is meant
    asked = asks_something(said)
    if asked and not telling_terms(searched, language):
        return Evidence()  # "Who are you?" shares its words with anything
    if not asked and (requests(said) or says_nothing(said, language)):
        return Evidence()
    fitting = [hit for hit in recall.hits if _bears_on(hit, said, language, own_names, asked=asked)]
    if asked and speaks_of_self(said, language):  # no book knows of them
        fitting = [hit for hit in fitting if hit.memory.speaker is not None] or fitting
    if of_character:
        fitting = [hit for hit in fitting if hit.memory.speaker is None or hit.memory.speaker in own_names]
    if asked:
        return _answering(fitting, said, recall, language, own_names)
    hits: list[Hit] = []
    for hit in _standing(fitting):
        if hits and hit.score < _NEARLY_AS_GOOD * hits[0].score:
            break
        if hit.memory.speaker is None and any(other.memory.speaker is None for other in hits):
            continue  # one passage is long enough
        hits.append(hit)
    return Evidence(hits[:_MOST], 1.0)


def _answering(fitting: Sequence[Hit], said: str, recall: Recall, language: str, own_names: frozenset[str]) -> Evidence:
    """What answers a question, or comes nearest to it."""
    readable = [hit for hit in fitting if hit.memory.speaker is not None or _passage_answers(hit)]
    conflicts = [hit for hit in recall.hits if hit.memory.kind not in DERIVED]
    seen = [
        (hit, 1.0 if value_asked(said, language, hit.memory) else likely)
        for hit, likely in answers(said, language, conflicts, recall.confidence)
    ]
    near = [hit for hit, likely in seen if likely >= NEAREST and any(hit is one for one in readable)]
    past = asks_of_past(said, language)
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


def _newest(recalled: Hit, hits: Sequence[Hit], said: str, own_names: frozenset[str], *, past: bool) -> Hit:
    """What is to be told in place of a memory: what its speaker said last of the matter being over, or otherwise, if
    they did. Who asks of the past is told how it was, even if it is otherwise now."""
    memory = recalled.memory
    before = judge(memory.text)
    words = telling_terms(memory.text, memory.language)
    asked = telling_terms(said, memory.language)
    named = set(terms(" ".join(proper_names(memory.text)), memory.language))
    single = set() if past else {one.relation for one in statements(memory.text, memory.language) if one.single}
    later = [
        hit
        for hit in hits
        if hit.memory.speaker == memory.speaker not in own_names
        and hit.memory.kind not in DERIVED
        and _concerns(said, hit.memory, memory)
        and hit.memory.time is not None
        and memory.time is not None
        and (
            hit.memory.time > memory.time or (recalled.outdated and not hit.outdated and hit.memory.time == memory.time)
        )
        and (
            judge(hit.memory.text).ends >= _HINTS
            or endings(hit.memory.text, hit.memory.language)
            or _states(hit.memory, single)
        )
    ]
    for hit in sorted(later, key=lambda hit: hit.memory.time or memory.time, reverse=True):  # type: ignore[arg-type, return-value]
        if _states(hit.memory, single):
            return hit
        after = judge(hit.memory.text)
        alike = same_matter(before, after)
        ended = bool(endings(hit.memory.text, hit.memory.language))
        shared = words & telling_terms(hit.memory.text, hit.memory.language)
        if (alike >= _SAME_MATTER and after.ends >= _ENDS and same_people(before, after) >= _MAY_BE_OF) or (
            shared and (ended or len(shared) >= _SHARED or not shared.isdisjoint(asked | named))
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
        and not asks_something(hit.memory.text)
    ]
    likely, _, hit = max(later, key=lambda one: one[:2], default=(0.0, None, None))
    return hit, likely


def _concerns(said: str, memory: Memory, before: Memory) -> bool:
    """Whether what came later is about what is asked, where an earlier memory tells of several things."""
    if len(telling_terms(before.text, before.language)) <= _BRIEF:
        return True
    if not telling_terms(said, memory.language).isdisjoint(telling_terms(memory.text, memory.language)):
        return True
    return same_matter(judge(said), judge(memory.text)) >= _SAME_MATTER


def _states(memory: Memory, relations: Container[str]) -> bool:
    """Whether a memory states something of one of some relations."""
    return any(one.relation in relations for one in statements(memory.text, memory.language))


def value_asked(said: str, language: str, memory: Memory) -> str:
    """The value of the fact about the asker that is asked for, if a memory states it in so many words; else ""."""
    relation = asked_fact(said, language)
    stated = statements(memory.text, memory.language) if relation else []
    return next((one.value for one in stated if one.relation == relation), "")


def _bears_on(hit: Hit, said: str, language: str, own_names: frozenset[str], *, asked: bool) -> bool:
    """Whether a hit tells of what was said: no question, no echo of it, nothing that only repeats other memories."""
    memory = hit.memory
    if memory.kind in DERIVED:
        return False  # the voice quotes what was said, not what was made of it
    if asks_something(memory.text) or (memory.speaker is not None and _tells_nothing(memory)):
        return False
    if not asked and (_only_introduces(memory) or not _shares_matter(hit, said, language)):
        return False
    if memory.speaker in own_names and (memory.references or memory.responder not in (None, "model")):
        return False  # told from memories or from what it knows: there is nothing in it of its own
    whether = utterance(said, language).asks == WHETHER  # "Did I adopt a cat?" is answered by the same words
    return whether or not set(terms(memory.text, language)) <= set(terms(said, language))


def _tells_nothing(memory: Memory) -> bool:
    """Whether a memory holds a greeting, a yes, or what the other was bidden to do, and nothing else."""
    if not (says_nothing(memory.text, memory.language) or requests(memory.text)):
        return False
    return act(memory.text) != "remember" and not statements(memory.text, memory.language)


def _only_introduces(memory: Memory) -> bool:
    """Whether somebody said who they are, and nothing else."""
    language = memory.language
    said = statements(memory.text, language)
    names = set(terms(" ".join(one.value for one in said), language))
    only = bool(said) and all(one.relation == "name" for one in said)
    return only and len(telling_terms(memory.text, language) - names) <= _GREETED


def _shares_matter(hit: Hit, said: str, language: str) -> bool:
    """Whether a hit is about what a statement says: not only said in the same way, as "I'm a nurse" and "I'm Tom"."""
    if hit.similarity >= _ALIKE_STATED or hit.memory.language != language:
        return True
    return len(telling_terms(said, language) & set(terms(hit.memory.text, language))) >= _SHARED


def _is_over(hit: Hit) -> bool:
    """Whether the question is about what a memory says that no longer holds."""
    return bool(hit.outdated) and hit.parts.get("outdated", 0.0) < _OVER
