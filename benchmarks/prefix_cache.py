"""Measure how much of each prompt a server has read before: the common prefix with the prompt of the message before.

    python benchmarks/prefix_cache.py [--data DIR …] [--turns 200] [--sweep] [--svg FILE] [--json]

Long talks are had through `Character.reply` in one session, with a language model that gives recorded answers; the work
on memories is done every fourth exchange. Prompts are compared as the text that a chat template (ChatML) makes of them.
Beside each stands the same prompt with its memories before the talk, as most systems lay it out.

Without --data there are three talks: one of 200 turns, each two sentences of the demo's novel at random, where much
comes to mind that fits nothing; and the two of `soulkeep eval tokens`, of 100 turns. The first is had with descriptions
of 150 and of 400 words, the others with their own.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import pairwise, product
from pathlib import Path

import soulkeep
from soulkeep.demo import book
from soulkeep.evals.bench import PERSON, make_turns
from soulkeep.evals.metrics import mean
from soulkeep.evals.plots import curves
from soulkeep.evals.talks import Played, Recorded, Talks, asker, dated, read_talks, replay, shipped_talks
from soulkeep.lang.sentences import sentences
from soulkeep.lang.tokens import count_tokens
from soulkeep.types.records import Turn

SETTINGS = soulkeep.Settings(background=False, model_memories=False, model_queries="never", check="off")
DESCRIPTIONS = (150, 400)
SWEEP = {
    "history_turns": (8, 12),
    "history_stride": (16, 28, 40),
    "history_tokens": (3000, 4000),
    "reply_memories": (4, 8, 12),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Talk:
    """A talk to be had: who says what to whom."""

    name: str
    turns: Sequence[Turn]
    person: str
    played: Played
    language: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    """The figures of a talk.

    Attributes:
        talk: its name.
        replies: how many prompts there were.
        tokens: of a prompt, mean.
        shares: of each prompt after the first, the share of its tokens that stood at the beginning of the one before.
        mean, least: of them.
        read: tokens of a prompt that are new to the server, mean.
        rebuilt: mean share where the memories stand before the talk.
    """

    talk: str
    replies: int
    tokens: float
    shares: tuple[float, ...]
    mean: float
    least: float
    read: float
    rebuilt: float


def talk_of_novel(turns: int, words: int) -> Talk:
    """Return a talk of two sentences per turn, and a character whose description has a number of words."""
    told: list[str] = []
    for sentence in sentences(book()):
        if sum(len(text.split()) for text in told) >= words:
            break
        told.append(" ".join(sentence.split()))
    played = Played(name="Dr. Watson", description=" ".join(" ".join(told).split()[:words]))
    return Talk(name=f"novel, {words} words", turns=list(make_turns(turns + 1))[1:], person=PERSON, played=played)


def talks_of(found: Talks, turns: int) -> Iterator[Talk]:
    """Yield the talks of a data set, each in one session."""
    for one in found.dataset.conversations:
        yield Talk(
            name=one.id,
            turns=dated(one.turns[:turns]),
            person=asker(one),
            played=found.played(one),
            language=one.language,
        )


def measure(talk: Talk, settings: soulkeep.Settings = SETTINGS) -> Figures:
    """Have a talk, and compare each prompt with the one before."""
    chat = Recorded()
    replies: list[soulkeep.Reply] = []
    with (
        tempfile.TemporaryDirectory() as folder,
        soulkeep.open(Path(folder) / "talk.db", chat=chat, settings=settings) as keep,
    ):
        character = keep.character(
            "character", name=talk.played.name, description=talk.played.description, language=talk.language
        )
        replay(keep, character, chat, talk.turns, person=talk.person, session="talk", heard=replies.append)
    prompts = [templated([(message.role, message.content) for message in prompt]) for prompt in chat.prompts]
    elsewhere = [
        rebuilt(reply, [message.role for message in prompt], talk.turns)
        for reply, prompt in zip(replies, chat.prompts, strict=True)
    ]
    shares = [shared(before, after) for before, after in pairwise(prompts)]
    sizes = [count_tokens(prompt) for prompt in prompts]
    return Figures(
        talk=talk.name,
        replies=len(prompts),
        tokens=mean([float(size) for size in sizes]),
        shares=tuple(shares),
        mean=mean(shares),
        least=min(shares),
        read=mean([size * (1 - share) for size, share in zip(sizes[1:], shares, strict=True)]),
        rebuilt=mean([shared(before, after) for before, after in pairwise(elsewhere)]),
    )


def templated(messages: Sequence[tuple[str, str]]) -> str:
    """Return the text that a chat template makes of messages."""
    return "".join(f"<|im_start|>{role}\n{content}<|im_end|>\n" for role, content in messages)


def rebuilt(reply: soulkeep.Reply, roles: Sequence[str], turns: Sequence[Turn]) -> str:
    """Return the same prompt with the memories that came to mind before the talk, and none of the talk itself."""
    said = next(i for i, turn in enumerate(turns) if turn.id == reply.heard)
    sections = {section.name: section.text for section in reply.trace.prompt}
    memories = "\n".join(f"[m{i}] {hit.memory.text}" for i, hit in enumerate(reply.recall.hits, start=1))
    names = ("instructions", "description", "known", "earlier")
    first = "\n\n".join(filter(None, [*(sections.get(name, "") for name in names), memories]))
    view = turns[max(0, said + 2 - len(roles)) : said + 1]
    return templated([("system", first), *zip(roles[1:], (turn.text for turn in view), strict=True)])


def shared(before: str, after: str) -> float:
    """Return the share of a prompt's tokens in the prefix that it has in common with the one before."""
    same = next((i for i, (old, new) in enumerate(zip(before, after, strict=False)) if old != new), len(before))
    return count_tokens(after[:same]) / count_tokens(after)


def sweep(talks: Sequence[Talk], knobs: Mapping[str, Sequence[int]]) -> Iterator[tuple[dict[str, int], list[Figures]]]:
    """Yield the figures of some talks for each combination of settings."""
    for values in product(*knobs.values()):
        chosen = dict(zip(knobs, values, strict=True))
        yield chosen, [measure(talk, replace(SETTINGS, **chosen)) for talk in talks]  # type: ignore[arg-type]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, nargs="+", default=[], help="folders with conversations, instead")
    parser.add_argument("--turns", type=int, default=200, help="of each talk, at most")
    parser.add_argument("--sweep", action="store_true", help="try settings")
    parser.add_argument("--svg", type=Path, help="draw the shares over the talk into this file")
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    talks = [talk for folder in args.data for talk in talks_of(read_talks(folder), args.turns)]
    if not talks:
        talks = [talk_of_novel(args.turns, words) for words in DESCRIPTIONS]
        talks += talks_of(shipped_talks(), args.turns)
    if args.sweep:
        print(*SWEEP, "prefix tokens new", sep="  ")
        for chosen, found in sweep(talks, SWEEP):
            figures = [mean([getattr(one, name) for one in found]) for name in ("mean", "tokens", "read")]
            print(*chosen.values(), f"{figures[0]:.3f} {figures[1]:.0f} {figures[2]:.0f}", sep="  ", flush=True)
        return
    found = [measure(talk) for talk in talks]
    if args.json:
        json.dump([asdict(one) for one in found], sys.stdout, indent=2)
    else:
        for one in found:
            print(
                f"{one.talk:20} {one.replies} replies: prefix {one.mean:.3f} (least {one.least:.3f}), "
                f"{one.tokens:.0f} tokens, {one.read:.0f} of them new; memories before the talk: {one.rebuilt:.3f}"
            )
    if args.svg:
        shares = {one.talk: one.shares for one in found}
        args.svg.write_text(
            curves(shares, title="share of a prompt that was read before", most=1, along="replies"), encoding="utf-8"
        )


if __name__ == "__main__":
    main()
