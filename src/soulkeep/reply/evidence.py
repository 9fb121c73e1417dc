"""Choosing the recalled memories that bear on what was said and, as far as is known, still hold."""

from __future__ import annotations

from collections.abc import Container, Sequence
from typing import NamedTuple

from soulkeep.judgement.analysed import Analysed, analysed
from soulkeep.judgement.changes import over, same_matter, same_people
from soulkeep.judgement.talk import act
from soulkeep.lang.asked_facts import asked_fact
from soulkeep.lang.questions import asks_of_past
from soulkeep.lang.selfhood import speaks_of_self
from soulkeep.lang.sentences import sentences
from soulkeep.lang.terms import terms
from soulkeep.lang.utterances import WHETHER
from soulkeep.reply.answering import answers
from soulkeep.types.records import CONCLUDED, DERIVED, Hit, Memory, Recall

_MOST = 2
"""Number of memories in one answer."""

_COVERED, _ALIKE = 0.4, 0.55
"""Share of the question's words, or similarity (cosine), of which a passage needs one to be considered."""

SURE = 0.55
"""Likelihood from which a memory is told as the answer,"""

PERHAPS = 0.25
"""… from which it is told as what may be the answer,"""

NEAREST = 0.14
"""… and from which it is told as what comes nearest, after admitting that nothing is remembered."""

_ALIKE_STATED, _SHARED = 0.7, 2
"""Least similarity (cosine) of a memory to a statement that shares fewer telling words with it than the second."""

_OVER = -0.25
"""Value of the score's part `outdated` below which a question is about what no longer holds of a memory."""

_GREETED = 1
"""Number of telling words that a mere introduction may hold beside the name."""

_HINTS = 0.2
"""Likelihood that a memory says something is over, from which it may replace an earlier one that shares words …"""

_ENDS, _SAME_MATTER = 0.4, 0.35
"""… and the same if it shares none; and how likely both must then be about the same matter."""

_IN_DOUBT, _OTHERWISE = 0.2, 0.4
"""Likelihood that something said later means a memory no longer holds: from the first on, the memory isn't told as
certain; from the second, the later words are told first."""

_MAY_BE_OF = 0.5
"""Likelihood that both are about the same people, needed where they share no word."""

_BRIEF = 6
"""Number of telling words up to which a memory is about one thing only."""

_NEARLY_AS_GOOD = 0.85
"""Least ratio of a further answer's score to the best one's."""


class Evidence(NamedTuple):
    """The memories that bear on what was said.

    Attributes:
        hits: at most two, the best first.
        likely: how likely an answer is among them, 0…1; 1 where nothing was asked.
        sure: whether the first surely answers: it states the very fact that is asked for, or is judged sure.
    """

    hits: Sequence[Hit] = ()
    likely: float = 0.0
    sure: bool = False

    def at_least(self, likely: float) -> Sequence[Hit]:
        """Return the hits, if they answer at least as likely as `likely` (0…1); else none."""
        return self.hits if self.likely >= likely else ()


def evidence(
    said: str, recall: Recall, language: str, own_names: frozenset[str], *, of_character: bool = False
) -> Evidence:
    """Return the hits that bear on what was said and, as far as is known, still hold.

    Args:
        said, recall, language, own_names: as of `Situation`.
        of_character: whether it is asked about the character: then the person's words of themselves are left out.
    """
    heard = analysed(said, language)
    searched = recall.queries[0] if recall.queries else said  # includes what the talk tells is meant
    if heard.asks and not analysed(searched, language).telling:
        return Evidence()  # a question such as "Who are you?" shares its words with anything
    if not heard.asks and (heard.requests or heard.says_nothing):
        return Evidence()
    fitting = [hit for hit in recall.hits if _bears_on(hit, heard, own_names)]
    if heard.asks and speaks_of_self(said, language):  # no book knows the person
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
    """Return what answers a question, or comes nearest to it."""
    readable = [hit for hit in fitting if hit.memory.speaker is not None or _passage_answers(hit)]
    conflicts = [hit for hit in recall.hits if hit.memory.kind not in CONCLUDED]
    seen = [
        (hit, 1.0 if value_asked(said.text, said.language, hit.memory) else likely)
        for hit, likely in answers(said, conflicts, recall.confidence)
    ]
    ids = set(map(id, readable))
    near = [hit for hit, likely in seen if likely >= NEAREST and id(hit) in ids]
    past = asks_of_past(said.text, said.language)
    for hit in _standing(near)[:1]:
        newest = _newest(hit, recall.hits, said, own_names, past=past)
        since, doubted = (None, 0.0) if past else _since(newest, recall.hits, said, own_names)
        doubt = since if doubted >= _OTHERWISE else None
        likely = next(likely for one, likely in seen if one is hit)
        sure = doubted < _IN_DOUBT and any(likely >= SURE for one, likely in seen if one is newest)
        return Evidence([doubt, newest] if doubt else [newest], likely, sure)
    return Evidence()


def _standing(hits: Sequence[Hit]) -> Sequence[Hit]:
    """Return the hits that still hold; all hits, if none does."""
    ids = {hit.memory.id for hit in hits}
    return [hit for hit in hits if not _is_over(hit) and hit.later not in ids] or hits


def _passage_answers(hit: Hit) -> bool:
    """Return whether a passage holds enough of what is asked: some part of a large book is always similar."""
    return hit.coverage >= _COVERED or hit.similarity >= _ALIKE


def _newest(recalled: Hit, hits: Sequence[Hit], said: Analysed, own_names: frozenset[str], *, past: bool) -> Hit:
    """Return the hit to tell in place of another: its speaker's last words on the matter having ended or changed, if
    any. For a question about the past, a changed value doesn't replace the old one."""
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


def _since(recalled: Hit, hits: Sequence[Hit], said: Analysed, own_names: frozenset[str]) -> tuple[Hit | None, float]:
    """Return what a memory's speaker said later that most likely means it has changed; how likely it does, 0…1."""
    memory, earlier = recalled.memory, _read(recalled.memory)
    tells_of_several = len(sentences(memory.text)) > 1
    if memory.time is None or memory.speaker is None or memory.speaker in own_names:
        return None, 0.0
    later = [
        (over(memory.text, hit.memory.text, memory.language), hit.memory.time, hit)
        for hit in hits
        if hit.memory.speaker == memory.speaker
        and hit.memory.kind not in DERIVED
        and hit.memory.time is not None
        and hit.memory.time > memory.time
        and not (after := _read(hit.memory)).asks
        and not _tells_nothing(after)
        and (not tells_of_several or _concerns(said, after, earlier))
    ]
    likely, _, hit = max(later, key=lambda one: one[:2], default=(0.0, None, None))
    return hit, likely


def _concerns(said: Analysed, memory: Analysed, before: Analysed) -> bool:
    """Return whether a later memory is about what is asked, in case the earlier one tells of several things."""
    if len(before.telling) <= _BRIEF:
        return True
    asked = said if said.language == memory.language else analysed(said.text, memory.language)
    return not asked.telling.isdisjoint(memory.telling) or same_matter(said.judged, memory.judged) >= _SAME_MATTER


def _states(memory: Analysed, relations: Container[str]) -> bool:
    """Return whether a memory states something by one of some relations."""
    return any(one.relation in relations for one in memory.statements)


def value_asked(said: str, language: str, memory: Memory) -> str:
    """Return the value of the fact about the asker that is asked for, if a memory states it explicitly; else ""."""
    relation = asked_fact(said, language)
    return next((one.value for one in _read(memory).statements if one.relation == relation), "") if relation else ""


def _bears_on(hit: Hit, said: Analysed, own_names: frozenset[str]) -> bool:
    """Return whether a hit tells of what was said; not if it asks, echoes it, or only repeats other memories."""
    memory = hit.memory
    if memory.kind in CONCLUDED:
        return False  # the voice quotes what was said, not what was derived from it
    read = _read(memory)
    if read.asks or (memory.speaker is not None and _tells_nothing(read)):
        return False
    if not said.asks and (_only_introduces(read) or not _shares_matter(hit, read, said)):
        return False
    if memory.speaker in own_names and (memory.references or memory.responder not in (None, "model")):
        return False  # an answer from memories or knowledge adds nothing
    if said.utterance.asks == WHETHER:
        return True  # the same words answer "Did I adopt a cat?"
    words = read if memory.language == said.language else analysed(memory.text, said.language)
    return not words.terms <= said.terms


def _tells_nothing(memory: Analysed) -> bool:
    """Return whether a memory holds nothing but a greeting, a yes, or a request."""
    return (memory.says_nothing or memory.requests) and act(memory.text) != "remember" and not memory.statements


def _only_introduces(memory: Analysed) -> bool:
    """Return whether somebody only introduced themselves."""
    said = memory.statements
    if any(one.relation != "name" for one in said) or not said:
        return False
    names = set(terms(" ".join([one.value for one in said]), memory.language))
    return len(memory.telling - names) <= _GREETED


def _shares_matter(hit: Hit, memory: Analysed, said: Analysed) -> bool:
    """Return whether a hit is about what a statement says, not just phrased like it: "I'm a nurse", "I'm Tom"."""
    if hit.similarity >= _ALIKE_STATED or memory.language != said.language:
        return True
    return len(said.telling & memory.terms) >= _SHARED


def _is_over(hit: Hit) -> bool:
    """Return whether the question is about what no longer holds of a memory."""
    return bool(hit.outdated) and hit.parts.get("outdated", 0.0) < _OVER
