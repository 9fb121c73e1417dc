"""Evaluation of memories: whether important ones are found, outdated ones marked, and no false ones made.

A data set is imported as a user would, background work is done, and all figures are computed from the public functions'
results, without a language model.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from typing import Any

import soulkeep
from soulkeep.evals.datasets import Dataset, LabelledQuestion
from soulkeep.evals.derived import Facts, Junk, judge_facts, judge_junk, noise_held, shared_words, would_merge
from soulkeep.evals.metrics import mean
from soulkeep.evals.run import afterwards
from soulkeep.importers.conversations import ImportedConversation
from soulkeep.lang.function_words import telling_terms
from soulkeep.models.embed.base import Embedder
from soulkeep.models.embed.choose import choose_embedder
from soulkeep.settings import Settings
from soulkeep.types.records import DERIVED, FACT, TURN, Hit, Memory, Recall

K = 10
UPDATES = ("contradiction_update", "temporal_relevance", "knowledge_update", "contradiction_resolution")
"""Categories of questions about changes."""

BOTH = "contradiction_resolution"
"""The category of updates for which both contradictory statements should be found, as neither is known to be over."""

NOISE = "noise_resistance"
PREFERENCES = "preference"
"""Part of the names of categories about preferences."""

_OLD_PARTS, _NEW_PARTS = ("original_info", "first_statement"), ("updated_info", "second_statement")
_FEW_TURNS = 3
"""Most turns of a derived memory that counts as its turns; summaries of more are too unspecific."""

_SHARED = 0.5
_UNSURE = 0.5


@dataclass(slots=True)
class FoundTally:
    """For each question with evidence, the share of it that is found: among all hits, among turns only, and in what a
    reply is given."""

    everything: list[float] = field(default_factory=list)
    turns: list[float] = field(default_factory=list)
    given: list[float] = field(default_factory=list)

    def as_dict(self) -> dict[str, Any]:
        """Return the figures for JSON."""
        return {
            "questions": len(self.turns),
            "recall": mean(self.everything),
            "recall_turns": mean(self.turns),
            "in_reply": mean(self.given),
        }


@dataclass(slots=True)
class Updated:
    """Counts of questions about changes, by how old and new evidence are presented.

    Attributes:
        questions: number of questions with both known.
        new_first: the new evidence precedes the old.
        marked: the old evidence comes first, marked as outdated.
        held_back: neither is a hit, and the old is held back.
        old_first: the old evidence comes first, as if it were valid.
        neither: neither is found.
        both: both are hits.
        stale: a longer memory that rests on the old evidence alone precedes the new.
        voices: number of the offline voice's answers that were judged.
        voice_new, voice_old: numbers of those with the new value, and with the old one alone.
    """

    questions: int = 0
    new_first: int = 0
    marked: int = 0
    held_back: int = 0
    old_first: int = 0
    neither: int = 0
    both: int = 0
    stale: int = 0
    voices: int = 0
    voice_new: int = 0
    voice_old: int = 0

    def as_dict(self) -> dict[str, Any]:
        """Return the counts for JSON, as shares of the questions, and of the answers."""
        of, answers = max(1, self.questions), max(1, self.voices)
        return {
            "questions": self.questions,
            "right": (self.new_first + self.marked + self.held_back) / of,
            "new_first": self.new_first / of,
            "marked": self.marked / of,
            "held_back": self.held_back / of,
            "old_first": self.old_first / of,
            "neither": self.neither / of,
            "both": self.both / of,
            "stale": self.stale / of,
            "voices": self.voices,
            "voice_new": self.voice_new / answers,
            "voice_old": self.voice_old / answers,
        }


@dataclass(slots=True)
class Noise:
    """Counts of questions about things not worth remembering: all, those with low confidence, and derived memories."""

    questions: int = 0
    unsure: int = 0
    held: list[dict[str, str]] = field(default_factory=list)

    def as_dict(self) -> dict[str, Any]:
        """Return the counts for JSON."""
        of = max(1, self.questions)
        return {
            "questions": self.questions,
            "unsure": self.unsure / of,
            "derived": len(self.held) / of,
            "held": self.held,
        }


@dataclass(slots=True)
class MemoryReport:
    """The figures of a data set.

    Attributes:
        dataset, embedder: their names.
        found: figures by category, and overall as `overall`.
        updated: counts by category.
        preferences: for questions about preferences, whether the turn that shows it, or a fact from it, is found.
        facts: facts against expected memories; None if the data set has none.
        would_merge: pairs of expected memories that consolidation would merge, with similarities; None likewise. junk,
            noise: undesirable memories.
        failures: failed questions, for inspection.
    """

    dataset: str
    embedder: str
    found: dict[str, FoundTally] = field(default_factory=dict)
    updated: dict[str, Updated] = field(default_factory=dict)
    preferences: list[float] = field(default_factory=list)
    facts: Facts | None = None
    would_merge: list[tuple[str, str, float]] | None = None
    junk: Junk = field(default_factory=Junk)
    noise: Noise = field(default_factory=Noise)
    failures: list[dict[str, Any]] = field(default_factory=list)

    def as_dict(self) -> dict[str, Any]:
        """Return the figures for JSON."""
        return {
            "dataset": self.dataset,
            "embedder": self.embedder,
            "found": {name: one_found.as_dict() for name, one_found in self.found.items()},
            "updated": {name: updated.as_dict() for name, updated in self.updated.items()},
            "preferences": {"questions": len(self.preferences), "found": mean(self.preferences)},
            "facts": self.facts.as_dict() if self.facts else None,
            "would_merge": self.would_merge,
            "junk": self.junk.as_dict(),
            "noise": self.noise.as_dict(),
            "failures": self.failures,
        }


@dataclass(frozen=True, slots=True)
class _Asked:
    """A question asked of a character: all hits, hits among turns only (as many as a reply is given), and the facts
    given to a reply."""

    question: LabelledQuestion
    character: soulkeep.Character
    conversation: ImportedConversation
    asker: str
    recall: Recall
    turns: Recall
    given: Recall
    known: Recall


def evaluate(
    dataset: Dataset,
    *,
    embedder: Embedder | str | None = None,
    settings: Settings | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> MemoryReport:
    """Return the figures of a data set's memories.

    Each conversation becomes one character's memory: the first speaker is the person faced, the second the character.

    Args:
        dataset: a data set with gold evidence.
        embedder: as in `soulkeep.open`.
        settings: as in `soulkeep.open`; background work is done by `settle` instead.
        progress: a function called with the number of questions asked and the total.
    """
    parts = settings or Settings(background=False)
    chosen = embedder if isinstance(embedder, Embedder) else choose_embedder(embedder)
    with (
        tempfile.TemporaryDirectory() as folder,
        _without_model(),
        soulkeep.open(Path(folder) / "eval.db", embedder=chosen, settings=parts) as keep,
    ):
        report = MemoryReport(dataset=dataset.name, embedder=keep.embedder_name)
        characters = [_import(keep, conversation) for conversation in dataset.conversations]
        keep.settle(over=True)
        if dataset.memories:
            report.facts = Facts()
            texts = [memory.text for memory in chain.from_iterable(dataset.memories.values())]
            report.would_merge = would_merge(texts, chosen, parts)
        done, total = 0, sum(map(len, dataset.questions.values()))
        for character, conversation in zip(characters, dataset.conversations, strict=True):
            asker = _asker(conversation)
            memories = list(character.memories(person=asker))
            judge_junk(report.junk, memories, chosen)
            if report.facts is not None:
                facts = character.facts(person=asker, past=True)
                judge_facts(report.facts, conversation.id, facts, dataset.memories.get(conversation.id, ()))
            asked = [_ask(character, conversation, question, parts) for question in dataset.questions[conversation.id]]
            for one in asked:  # all recalls come before replies, whose questions are remembered
                _judge(report, one, memories)
                done += 1
                if progress:
                    progress(done, total)
    return report


def outdated_turns(
    question: LabelledQuestion, conversation: ImportedConversation
) -> tuple[frozenset[str], frozenset[str]]:
    """Return the turns with the old and with the new state in a question about a change; both empty if the data set
    doesn't show them.

    If the evidence has no roles, the old turn is the earlier one of the same speaker with most words of the wrong
    answer, at least half; new turns are the newest evidence, and later turns with half of the words that only the right
    answer has.
    """
    parts = question.evidence_parts
    old = frozenset(chain.from_iterable(parts.get(name, ()) for name in _OLD_PARTS))
    new = frozenset(chain.from_iterable(parts.get(name, ()) for name in _NEW_PARTS))
    if old or new:
        return (old - new, new) if old - new and new else (frozenset(), frozenset())
    places = [at for at, turn in enumerate(conversation.turns) if turn.id in question.evidence]
    wanted = telling_terms(question.wrong_answer, "en") - telling_terms(question.text, "en")
    if not places or not wanted:
        return frozenset(), frozenset()
    newest = conversation.turns[places[-1]]
    earlier = [turn for turn in conversation.turns[: places[-1]] if turn.speaker == newest.speaker]
    shares = [shared_words(wanted, telling_terms(turn.text, "en")) for turn in earlier]
    best = max(shares, default=0.0)
    if best < _SHARED:
        return frozenset(), frozenset()
    right, _ = _values(question)
    later = [turn for turn in conversation.turns[places[-1] + 1 :] if turn.speaker == newest.speaker]
    again = [turn for turn in later if shared_words(right, telling_terms(turn.text, "en")) >= _SHARED]
    return frozenset({str(earlier[shares.index(best)].id)}), frozenset(str(turn.id) for turn in (newest, *again))


def _values(question: LabelledQuestion) -> tuple[set[str], set[str]]:
    """Return the words that only the right answer has, and those of the wrong one; without the question's words."""
    about = telling_terms(question.text, "en")
    right = telling_terms(" ".join(question.required_memories) or question.answer, "en") - about
    wrong = telling_terms(question.wrong_answer, "en") - about
    return right - wrong or right, wrong


def _import(keep: soulkeep.Keep, conversation: ImportedConversation) -> soulkeep.Character:
    names = conversation.speakers
    character = keep.character(
        conversation.id, name=names[1] if len(names) > 1 else None, language=conversation.language
    )
    character.observe_many(conversation.turns, person=_asker(conversation), undated=True)
    return character


def _asker(conversation: ImportedConversation) -> str:
    return conversation.speakers[0] if conversation.speakers else "user"


def _ask(
    character: soulkeep.Character, conversation: ImportedConversation, question: LabelledQuestion, settings: Settings
) -> _Asked:
    asker, time = _asker(conversation), question.time or afterwards(conversation)
    return _Asked(
        question=question,
        character=character,
        conversation=conversation,
        asker=asker,
        recall=character.recall(question.text, person=asker, k=K, time=time),
        turns=character.recall(question.text, person=asker, k=K, time=time, kinds={TURN}),
        given=character.recall(question.text, person=asker, k=settings.reply_memories, time=time),
        known=character.recall(question.text, person=asker, k=settings.profile_facts, time=time, kinds={FACT}),
    )


def _judge(report: MemoryReport, asked: _Asked, memories: Sequence[Memory]) -> None:
    question = asked.question
    if question.evidence:
        _judge_found(report, asked)
    if question.evidence and PREFERENCES in question.category:
        rests_on = _rests(chain(asked.recall.hits, asked.known.hits))
        report.preferences.append(float(bool(rests_on & question.evidence)))
        if not rests_on & question.evidence:
            _fail(report, "preference", asked, question.evidence)
    if question.category in UPDATES:
        _judge_updated(report, asked)
    if question.category == NOISE:
        _judge_noise(report.noise, asked, memories)


def _judge_found(report: MemoryReport, asked: _Asked) -> None:
    question = asked.question
    everything = _share(question.evidence, _rests(asked.recall.hits))
    by_turns = _share(question.evidence, _rests(asked.turns.hits))
    in_reply = _share(question.evidence, _rests(chain(asked.given.hits, asked.known.hits)))
    for name in (question.category, "overall"):
        tally = report.found.setdefault(name, FoundTally())
        tally.everything.append(everything)
        tally.turns.append(by_turns)
        tally.given.append(in_reply)
    if everything < by_turns:
        _fail(report, "crowded out", asked, question.evidence)
    elif not in_reply:
        _fail(report, "not found", asked, question.evidence)


def _judge_updated(report: MemoryReport, asked: _Asked) -> None:
    question, hits = asked.question, asked.recall.hits
    counts = report.updated.setdefault(question.category, Updated())
    if question.wrong_answer:
        _judge_voice(report, counts, asked, _reply(asked).text)
    old, new = outdated_turns(question, asked.conversation)
    if not old:
        return
    counts.questions += 1
    first_new = _first(hits, new)
    first_old = next((at for at, hit in enumerate(hits) if _turns(hit) & old and not _turns(hit) & new), len(hits))
    counts.both += first_new < len(hits) and first_old < len(hits)
    counts.stale += any(
        hit.memory.kind != TURN and set(hit.memory.turns) & old and not set(hit.memory.turns) & new and not hit.outdated
        for hit in hits[:first_new]
        if len(hit.memory.turns) > _FEW_TURNS
    )
    if first_new < first_old:
        counts.new_first += 1
    elif first_old < len(hits) and (hits[first_old].outdated or _said_before(hits[first_old], hits, new)):
        counts.marked += 1
    elif first_old < len(hits):
        counts.old_first += 1
        _fail(report, "old first", asked, old)
    elif any(
        one_held.reason == "superseded" and set(one_held.memory.turns) & old for one_held in asked.recall.held_back
    ):
        counts.held_back += 1
    else:
        counts.neither += 1
    if question.category == BOTH and not (first_new < len(hits) and first_old < len(hits)):
        _fail(report, "not both", asked, old | new)


def _said_before(old: Hit, hits: Sequence[Hit], new: Collection[str]) -> bool:
    """Return whether a hit is marked as said before another with the new state."""
    later = next((hit for hit in hits if hit.memory.id == old.later), None)
    return later is not None and not _turns(later).isdisjoint(new)


def _judge_voice(report: MemoryReport, counts: Updated, asked: _Asked, said: str) -> None:
    """Count whether an answer contains the right answer's words, or the wrong one's alone."""
    told_terms, (right, wrong) = telling_terms(said, "en"), _values(asked.question)
    counts.voices += 1
    if shared_words(right, told_terms) >= _SHARED:
        counts.voice_new += 1
    elif shared_words(wrong, told_terms) >= _SHARED:
        counts.voice_old += 1
        _fail(report, "voice tells the old", asked, asked.question.evidence, said=said)


def _judge_noise(noise: Noise, asked: _Asked, memories: Sequence[Memory]) -> None:
    question, confidence = asked.question, asked.recall.confidence
    noise.questions += 1
    noise.unsure += confidence is not None and confidence < _UNSURE
    derived = [m for m in memories if m.kind in DERIVED and m.superseded is None and m.forgotten is None]
    noise_memory = noise_held(question.text, question.wrong_answer, derived)
    if noise_memory is not None:
        noise.held.append(
            {"question": question.id, "text": question.text, "kind": noise_memory.kind, "memory": noise_memory.text}
        )


def _reply(asked: _Asked) -> soulkeep.Reply:
    """Return the offline voice's answer, in a separate talk; both turns are forgotten again."""
    character, asker, id = asked.character, asked.asker, asked.question.id
    reply = character.reply(asked.question.text, person=asker, session=f"eval {id}", time=asked.recall.asked)
    for turn in (reply.heard, reply.said):
        if turn is not None:
            character.forget(turn, person=asker)
    return reply


def _turns(hit: Hit) -> frozenset[str]:
    """Return the turns that a hit represents."""
    memory = hit.memory
    return frozenset(memory.turns) if memory.kind == FACT or len(memory.turns) <= _FEW_TURNS else frozenset()


def _rests(hits: Iterator[Hit] | Sequence[Hit]) -> frozenset[str]:
    return frozenset(chain.from_iterable(map(_turns, hits)))


def _first(hits: Sequence[Hit], turns: Collection[str]) -> int:
    """Return the index of the first hit that represents one of some turns; the number of hits if none does."""
    return next((at for at, hit in enumerate(hits) if not _turns(hit).isdisjoint(turns)), len(hits))


def _share(evidence: Collection[str], turns: Collection[str]) -> float:
    return len(set(evidence) & set(turns)) / len(set(evidence))


def _fail(report: MemoryReport, what: str, asked: _Asked, turns: Collection[str], **more: str) -> None:
    """Record a failed question, with its hits and what was or wasn't expected."""
    texts: Mapping[str | None, str] = {turn.id: turn.text for turn in asked.conversation.turns}
    report.failures.append(
        {
            "measure": what,
            "question": asked.question.id,
            "category": asked.question.category,
            "text": asked.question.text,
            "turns": {id: texts.get(id, "") for id in sorted(turns)},
            "hits": [f"{hit.memory.kind} {','.join(hit.memory.turns)}: {hit.memory.text}" for hit in asked.recall.hits],
            **more,
        }
    )


@contextmanager
def _without_model() -> Iterator[None]:
    """Run the body without a language model, even if the environment names one."""
    url = os.environ.pop("SOULKEEP_CHAT_URL", None)
    try:
        yield
    finally:
        if url is not None:
            os.environ["SOULKEEP_CHAT_URL"] = url
