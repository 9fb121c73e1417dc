"""`soulkeep demo`: a character with a past, in a minute."""

from __future__ import annotations

import sys
import tempfile
from contextlib import ExitStack
from datetime import datetime
from itertools import groupby
from pathlib import Path
from shlex import quote
from time import perf_counter
from typing import Annotated, Any

import typer
from rich.text import Text

import soulkeep
from soulkeep.cli.chat import talk
from soulkeep.cli.console import out, progress, say_json, shorten, show_recall, show_reply
from soulkeep.cli.demo_story import StoryDemo, embedder
from soulkeep.cli.opening import without_password
from soulkeep.cli.options import PERSON, AsJson
from soulkeep.cli.typed import how_to_end
from soulkeep.demo import BOOK, book, talks
from soulkeep.demo import story as watson_story
from soulkeep.extras import GRAPH, require


def demo(
    keep: Annotated[
        str | None, typer.Option("--keep", "-f", help="Keep the character in this file; by default it is gone after.")
    ] = None,
    music: Annotated[
        bool, typer.Option("--music", help="Meet Ella instead, who knows music and what you asked her.")
    ] = False,
    story: Annotated[
        bool, typer.Option("--story", help="Meet Yuna instead, who goes through one story with two people.")
    ] = False,
    language: Annotated[str, typer.Option(help="Of the story: en or ko.")] = "en",
    json: AsJson = False,
) -> None:
    """Meet Dr. Watson: he reads his own book, remembers your talks, and answers with references. Then talk to him.

    With --music, meet Ella: she answers from a knowledge base of music, and what happened between you shapes what she
    says. With --story, meet Yuna: three scripted events, two people, and what she remembers of each. Needs no network
    and no language model; with SOULKEEP_CHAT_URL set, the model speaks.
    """
    if music and story:
        raise soulkeep.InputError("Whom do you want to meet?", hint="Give --music or --story.")
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        chosen = embedder(language) if story else None
        opened = stack.enter_context(soulkeep.open(keep or folder / "demo.db", embedder=chosen))
        if story:
            StoryDemo(opened, language, json=json).play(keep)
            return
        if music:
            require(GRAPH)
            from soulkeep.cli.demo_music import MusicDemo  # needed by no other command

            MusicDemo(opened, json=json).play(keep)
            return
        summary = _tell(opened, json=json)
        if json:
            say_json(summary)
        elif sys.stdin.isatty():
            out.rule("Now you")
            out.print("[dim]Ask him about his book, about your talks, or tell him something new.[/dim]")
            out.print(f"[dim]{how_to_end()}[/dim]\n")
            talk(opened.character("watson"), PERSON, show=True, json=False)
        else:
            where = f"soulkeep chat --keep {quote(without_password(keep))}" if keep else "soulkeep demo, in a terminal"
            out.print(Text(f"Talk to him yourself: {where}", "dim"), soft_wrap=True)


def _tell(keep: soulkeep.Keep, *, json: bool) -> dict[str, Any]:
    """Play the demo; return what happened."""
    story = watson_story()
    watson = keep.character(**story["character"])
    if not json:
        out.rule(f"[bold]{watson.name}[/bold] reads what he wrote")
    started = perf_counter()
    with progress(f"Learning {BOOK}", quiet=json) as bar:
        learned = watson.learn(book(), source=BOOK, progress=bar)
    seconds = perf_counter() - started
    if not json:
        out.print(f"{BOOK}: [bold]{learned.passages}[/bold] passages in {seconds:.1f} s, no model asked.\n")
        out.rule("He hears what you told him, over six weeks")
    turns = [] if PERSON in keep.people(watson.id) else list(talks(datetime.now().astimezone(), PERSON, watson.name))
    started = perf_counter()
    for session, said in groupby(turns, key=lambda turn: turn.session):
        observed = list(said)
        for turn in observed:
            watson.observe(turn.text, person=PERSON, speaker=turn.speaker, time=turn.time, session=session)
        if not json:
            day = observed[0].time.strftime("%d %B") if observed[0].time else ""
            more = f"[dim]+{len(observed) - 1}[/dim]"
            out.print(f"[dim]{day}[/dim]  {observed[0].speaker}: {shorten(observed[0].text, 80)} {more}")
    each = (perf_counter() - started) / max(len(turns), 1) * 1000
    if not json:
        reminder = "He remembers them from last time." if not turns else ""
        out.print(reminder or f"{len(turns)} turns, each on disk and findable after {each:.1f} ms.")
        out.print()
    derived = _made_of_it(keep, watson, json=json)
    answers = []
    for question in story["questions"]:
        if not json:
            out.rule(f"[bold]{question}[/bold]", align="left")
        recall = watson.recall(question, person=PERSON, k=3)
        if not json:
            show_recall(recall)
        reply = watson.reply(question, person=PERSON, id=f"demo/{question}")
        if not json:
            show_reply(watson.name, reply)
            out.print()
        answers.append({"question": question, "recall": recall, "reply": reply})
    return {
        "learned": learned, "seconds": seconds, "turns": len(turns), "milliseconds_per_turn": each, **derived,
        "answers": answers,
    }  # fmt: skip


def _made_of_it(keep: soulkeep.Keep, watson: soulkeep.Character, *, json: bool) -> dict[str, Any]:
    """Print what he made of the talks: facts, summaries, and his feelings; return it."""
    started = perf_counter()
    keep.settle(over=True)
    seconds = perf_counter() - started
    facts = watson.facts(person=PERSON, past=True)
    summaries = list(watson.memories(person=PERSON, kinds={"summary"}))
    mood, bond = watson.mood(person=PERSON), watson.bond(PERSON)
    if not json:
        out.rule("What he made of it, by himself")
        for fact in facts:
            over = bool(fact.superseded)
            note = "  [dim](no longer)[/dim]" if over else ""
            out.print(f"  {fact.text}{note}", style="strike" if over else "", highlight=False)
        if summaries:
            out.print(f"[dim]The last talk, in short:[/dim] {summaries[-1].text}", highlight=False)
        out.print(
            f"[dim]He feels[/dim] {mood.valence:+.2f} [dim]and is[/dim] {bond.closeness:+.2f} [dim]close to you "
            f"(-1 … 1). {seconds * 1000:.0f} ms, no model asked.[/dim]\n",
            highlight=False,
        )
    return {"facts": facts, "summaries": summaries, "mood": mood, "bond": bond}
