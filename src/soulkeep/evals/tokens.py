"""Input tokens of the prompt for one question after a talk of about 100 turns (3: section 3.3, Fig. 6).

The prompt of `Character.reply` is compared with all turns, and with a file search over the talk by OpenAI's default
parameters. None may lose the turns that answer the question.
"""

from __future__ import annotations

import re
import shutil
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field, replace
from datetime import timedelta
from itertools import accumulate
from pathlib import Path
from typing import Any

import numpy as np

import soulkeep
from soulkeep.evals.datasets import LabelledQuestion
from soulkeep.evals.metrics import mean
from soulkeep.evals.talks import BETWEEN, Played, Recorded, Talks, asker, dated, replay
from soulkeep.importers.conversations import ImportedConversation
from soulkeep.lang.tokens import count_tokens
from soulkeep.models.embed.base import Embedder
from soulkeep.models.embed.choose import choose_embedder
from soulkeep.reply.citations import disarmed
from soulkeep.settings import Settings
from soulkeep.types.records import Turn

CHUNK, OVERLAP, BEST = 800, 400, 20
"""Defaults of OpenAI's file search: tokens of a chunk, overlap of chunks in tokens, and chunks in a prompt."""

SAME, LATER = "same session", "days later"
WHEN = (SAME, LATER)
"""When a question is asked: at once, in one session with the talk; or three days later, in a new one."""

STAGGERED = 20
"""Questions at once are spread over so many of the last turns, since the part of the talk in a prompt depends on when
its oldest turns left it last."""

_LATER = timedelta(days=3)
OVERALL = "overall"

Count = Callable[[str], int]


@dataclass(frozen=True, slots=True, kw_only=True)
class AskedQuestion:
    """The prompts of one question.

    Attributes:
        question, conversation: ids.
        when: one of `WHEN`.
        turns: number of turns before the question.
        full, file_search, ours: input tokens; `ours` includes all calls of the model for the reply.
        kept_full, kept_file_search, kept_ours: share of the evidence turns that the prompt contains whole, 0…1.
        sections: tokens of each section of our prompt.
    """

    question: str
    conversation: str
    when: str
    turns: int
    full: int
    file_search: int
    ours: int
    kept_full: float
    kept_file_search: float
    kept_ours: float
    sections: dict[str, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    """Means over several questions.

    Attributes:
        questions: number of questions.
        full, file_search, ours: input tokens.
        of_full, of_file_search: our tokens as a share of the others'.
        kept_full, kept_file_search, kept_ours: share of the evidence turns that the prompt contains.
        sections: tokens of each section of our prompt.
    """

    questions: int
    full: float
    file_search: float
    ours: float
    of_full: float
    of_file_search: float
    kept_full: float
    kept_file_search: float
    kept_ours: float
    sections: dict[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class TokensReport:
    """Figures of a data set, by conversation and time of asking; `"overall"` is over all questions."""

    dataset: str
    embedder: str
    figures: dict[str, dict[str, Figures]]
    asked: tuple[AskedQuestion, ...]

    def as_dict(self) -> dict[str, Any]:
        """Return the figures for JSON."""
        return asdict(self)


def measure(
    talks: Talks,
    *,
    turns: int = 100,
    count: Count = count_tokens,
    embedder: Embedder | str | None = None,
    settings: Settings | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> TokensReport:
    """Have each talk through `reply`, ask its questions of copies of the memory, and return the figures.

    Args:
        talks: talks with questions; only those with their evidence in the turns used are asked.
        turns: number of turns of each conversation, from its beginning.
        count: a function that counts a text's tokens as the model does.
        embedder: as in `soulkeep.open`; also used for the file search.
        settings: as in `soulkeep.open`.
        progress: a function called with the number of questions asked and the total.
    """
    settings = replace(settings or Settings(), background=False, model_memories=False)
    model = choose_embedder(embedder) if embedder is None or isinstance(embedder, str) else embedder
    had = [(one, dated(one.turns[:turns])) for one in talks.dataset.conversations]
    asking = {one.id: _answered(talks.dataset.questions[one.id], said) for one, said in had}
    total = len(WHEN) * sum(map(len, asking.values()))
    asked: list[AskedQuestion] = []
    for conversation, said in had:
        if not asking[conversation.id]:
            continue
        played = talks.played(conversation)
        for when in WHEN:
            talk = _CountedTalk(conversation, said, played, when, model, count, settings)
            with talk.had() as moments:
                for number, question in enumerate(asking[conversation.id]):
                    asked.append(talk.ask(moments, number, question))
                    if progress:
                        progress(len(asked), total)
    return TokensReport(dataset=talks.dataset.name, embedder=model.name, figures=_figures(asked), asked=tuple(asked))


def _answered(questions: Sequence[LabelledQuestion], turns: Sequence[Turn]) -> list[LabelledQuestion]:
    """Return the questions whose evidence is in some turns."""
    ids = {turn.id for turn in turns}
    return [question for question in questions if question.evidence and question.evidence <= ids]


def searched_file(turns: Sequence[Turn], question: str, embedder: Embedder, count: Count) -> str:
    """Return the result of a file search in a talk: its most similar chunks, joined.

    Args:
        turns: the talk.
        question: what is searched for.
        embedder: the model that makes the vectors.
        count: returns the number of tokens of a text.
    """
    chunks = chunked("\n".join(f"{turn.speaker}: {turn.text}" for turn in turns), count)
    likeness = embedder.embed(chunks) @ embedder.embed_query(question)
    return "\n\n".join(chunks[i] for i in np.argsort(-likeness, kind="stable")[:BEST])


def chunked(text: str, count: Count) -> list[str]:
    """Return a text in chunks of `CHUNK` tokens, cut between words, which overlap by `OVERLAP` tokens."""
    words = re.findall(r"(?:(?<!\s)\s++)?\S++", text)
    sizes = [count(word) for word in words]
    scale = count(text) / max(1, sum(sizes))
    ends = [end * scale for end in accumulate(sizes)]
    chunks: list[str] = []
    start = 0.0
    while True:
        within = [word for word, end in zip(words, ends, strict=True) if start < end <= start + CHUNK]
        chunks.append("".join(within).strip())
        if not ends or start + CHUNK >= ends[-1]:
            return chunks
        start += CHUNK - OVERLAP


@dataclass(frozen=True, slots=True)
class _CountedTalk:
    """A talk to be had and asked about."""

    conversation: ImportedConversation
    turns: Sequence[Turn]
    played: Played
    when: str
    embedder: Embedder
    count: Count
    settings: Settings

    @contextmanager
    def had(self) -> Iterator[dict[int, Path]]:
        """Have the talk; yield folders with copies of the memory, by the number of turns so far."""
        with tempfile.TemporaryDirectory() as folder:
            now = Path(folder) / "now"
            now.mkdir()
            paths: dict[int, Path] = {}
            places = {turn.id: place for place, turn in enumerate(self.turns)}

            def copy(reply: soulkeep.Reply) -> None:
                had = places[reply.heard] + 2
                if self.when == SAME and len(self.turns) - STAGGERED < had < len(self.turns):
                    paths[had] = Path(shutil.copytree(now, Path(folder) / str(had)))

            chat = Recorded(self.count)
            # Without a search query by the model, which would answer with its next line instead.
            settings = replace(self.settings, model_queries="never", check="off")
            with soulkeep.open(now / "keep.db", chat=chat, embedder=self.embedder, settings=settings) as keep:
                replay(
                    keep,
                    self._character(keep),
                    chat,
                    self.turns,
                    person=asker(self.conversation),
                    session="talk" if self.when == SAME else None,
                    heard=copy,
                )
                keep.settle(over=self.when == LATER)
            yield paths | {len(self.turns): now}

    def _character(self, keep: soulkeep.Keep) -> soulkeep.Character:
        return keep.character(
            self.conversation.id,
            name=self.played.name,
            description=self.played.description,
            language=self.conversation.language,
        )

    def ask(self, moments: Mapping[int, Path], number: int, question: LabelledQuestion) -> AskedQuestion:
        """Ask a question of a copy, so that later questions don't remember it.

        Args:
            moments: the folders from `had`.
            number: the question's number, which selects the folder.
            question: the question with its evidence.
        """
        answered = max(place for place, turn in enumerate(self.turns, start=1) if turn.id in question.evidence)
        fitting = sorted(had for had in moments if had >= answered)
        had = fitting[number % len(fitting)]
        turns = self.turns[:had]
        chat = Recorded(self.count)
        chat.line = question.text  # as a model that adds nothing to the search query
        last = turns[-1].time
        assert last is not None
        with tempfile.TemporaryDirectory() as folder:
            copy = Path(shutil.copytree(moments[had], Path(folder) / "copy"))
            with soulkeep.open(copy / "keep.db", chat=chat, embedder=self.embedder, settings=self.settings) as keep:
                reply = self._character(keep).reply(
                    question.text,
                    person=asker(self.conversation),
                    session="talk" if self.when == SAME else "the next talk",
                    time=last + (BETWEEN if self.when == SAME else _LATER),
                )
        sections = {section.name: section for section in reply.trace.prompt}
        same = [sections[name].text for name in ("instructions", "description") if name in sections]
        full = [*same, *(turn.text for turn in turns), question.text]
        searched = [*same, searched_file(turns, question.text, self.embedder, self.count), question.text]
        ours = [message.content for message in chat.prompts[-1]]
        gold = [turn.text for turn in turns if turn.id in question.evidence]
        return AskedQuestion(
            question=question.id,
            conversation=self.conversation.id,
            when=self.when,
            turns=had,
            full=sum(map(self.count, full)),
            file_search=sum(map(self.count, searched)),
            ours=sum(self.count(message.content) for prompt in chat.prompts for message in prompt),
            kept_full=_kept(gold, full),
            kept_file_search=_kept(gold, searched),
            kept_ours=_kept(gold, ours),
            sections={name: section.tokens for name, section in sections.items()},
        )


def _kept(gold: Sequence[str], prompt: Sequence[str]) -> float:
    """Return the share of some turns that a prompt contains whole."""
    whole = "\n".join(prompt)
    return mean([float(text in whole or disarmed(text) in whole) for text in gold])


def _figures(asked: Sequence[AskedQuestion]) -> dict[str, dict[str, Figures]]:
    names = list(dict.fromkeys(one.conversation for one in asked))
    figures = {
        name: {when: _mean([one for one in asked if (one.conversation, one.when) == (name, when)]) for when in WHEN}
        for name in names
    }
    if asked:
        figures[OVERALL] = {when: _mean([one for one in asked if one.when == when]) for when in WHEN}
    return figures


def _mean(asked: Sequence[AskedQuestion]) -> Figures:
    full, file_search, ours = (
        mean([float(getattr(one, name)) for one in asked]) for name in ("full", "file_search", "ours")
    )
    sections = dict.fromkeys(name for one in asked for name in one.sections)
    return Figures(
        questions=len(asked),
        full=full,
        file_search=file_search,
        ours=ours,
        of_full=ours / full,
        of_file_search=ours / file_search,
        kept_full=mean([one.kept_full for one in asked]),
        kept_file_search=mean([one.kept_file_search for one in asked]),
        kept_ours=mean([one.kept_ours for one in asked]),
        sections={name: mean([float(one.sections.get(name, 0)) for one in asked]) for name in sections},
    )
