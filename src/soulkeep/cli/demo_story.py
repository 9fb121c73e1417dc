"""`soulkeep demo --story`: Yuna goes through a story with two people, and remembers what each told her."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import zip_longest
from shlex import quote
from time import perf_counter
from typing import Any

from rich.table import Table
from rich.text import Text

import soulkeep
from soulkeep.cli.console import out, references_of, report, show_trace
from soulkeep.cli.opening import without_password
from soulkeep.cli.scenes import SceneDemo, now
from soulkeep.cli.story import show_story
from soulkeep.cli.typed import how_to_end, lines
from soulkeep.demo.yuna import Somebody, demo_in, evenings, script

_WIDEST, _SIDE_BY_SIDE = 130, 100
"""Greatest width of the talk, and least width for two columns, in columns of the terminal."""

_SCRIPTED, _REMEMBERED, _FREE = "magenta", "bold green", "green"
"""Styles of her words: scripted, from memory, and others."""

_NEXT_DAY = "+"
"""Input that lets a day pass, and isn't passed to her."""

_OWN = """\
story: mine
events:
  - id: hello
    open: Hi {person}! What did you do today?
  - id: later
    when: {after: hello, days: 1}
    open: You're back! Ask me what you told me."""
"""A first story for the user to extend."""


def embedder(language: str) -> str | None:
    """Return the embedder for a language; None for the default, which reads English best."""
    return None if language == "en" else "multilingual"


@dataclass(frozen=True, slots=True)
class _Line:
    """An utterance, by her or to her."""

    said: str | None
    reply: soulkeep.Reply | None


class StoryDemo(SceneDemo):
    """The state of the demo."""

    def __init__(self, keep: soulkeep.Keep, language: str, *, json: bool) -> None:
        super().__init__(json=json)
        self._told = demo_in(language)
        self._language = language
        self._yuna = keep.character(**self._told.character)
        self._story = self._yuna.stage(script())
        self._known = set(keep.people(self._yuna.id))
        self._replies = 0
        self._seconds = 0.0

    def run(self) -> dict[str, Any]:
        """Play all events; return what happened."""
        people = self._told.people
        days: list[list[list[_Line]]] = []
        if any(one.name in self._known for one in people):
            self._rule(f"[bold]{self._yuna.name}[/bold] remembers them")
        else:
            self._say_who(people)
            for place, evening in enumerate(evenings(now())):
                days.append([self._talked(one, place, evening) for one in people])
                self._show_day(evening, days[-1])
            self._say_what_was_shown(days[-1])
        events = {one.name: self._yuna.stories.events(person=one.name) for one in people}
        if not self._quiet:
            for name, happened in events.items():
                out.print(Text(f"What has happened with {name}:"))
                show_story(happened)
        return {
            "character": self._yuna.id,
            "story": self._story,
            "language": self._language,
            "question": self._told.question,
            "people": [
                {
                    "person": one.name,
                    "events": events[one.name],
                    "days": [[_plain(line) for line in day[number]] for day in days],
                    "answer": days[-1][number][-1].reply if days else None,
                }
                for number, one in enumerate(people)
            ],
            "seconds": self._seconds,
        }

    # -- the parts

    def _talked(self, person: Somebody, day: int, evening: datetime) -> list[_Line]:
        """Play one evening with one person; return the utterances."""
        started = perf_counter()
        lines = [_Line(None, self._yuna.begin(person=person.name, time=evening, language=self._language))]
        says = person.says[day] if day < len(person.says) else (self._told.question,)
        for minutes, text in enumerate(says, start=1):
            reply = self._yuna.reply(text, person=person.name, time=evening + timedelta(minutes=minutes))
            lines.append(_Line(text, reply))
        self._replies += len(lines)
        self._seconds += perf_counter() - started
        return lines

    def _say_who(self, people: Sequence[Somebody]) -> None:
        self._rule(f"[bold]{self._yuna.name}[/bold] meets two people")
        self._print(Text(self._yuna.profile.description, "italic"))
        likes = " ".join(f"{one.name} likes {one.likes}." for one in people)
        self._print(Text(f"She has a script of three events, the same for everyone. {likes}"))
        words = Text.assemble("Her words: ", ("from the script", _SCRIPTED), ", ", ("from memory", _REMEMBERED), ".\n")
        self._print(words)

    def _show_day(self, evening: datetime, talks: Sequence[Sequence[_Line]]) -> None:
        if self._quiet:
            return
        self._pause()
        first = self._told.people[0].name
        opened = [
            one for one in self._yuna.stories.events(person=first) if one.opened.astimezone().date() == evening.date()
        ]
        title = f": {opened[0].title}" if opened else ""
        out.rule(f"{evening:%A, %d %B, %H:%M}{title}", align="left", style="dim")
        names = [one.name for one in self._told.people]
        if out.width >= _SIDE_BY_SIDE:
            grid = Table.grid(padding=(0, 3), expand=True)
            for _ in names:
                grid.add_column(ratio=1, overflow="fold")
            for row in zip_longest(*talks):
                grid.add_row(*(self._line(name, line) for name, line in zip(names, row, strict=True)))
            out.print(grid, width=min(out.width, _WIDEST))
            out.print()
        else:
            for name, lines in zip(names, talks, strict=True):
                for line in lines:
                    out.print(self._line(name, line))
                out.print()

    def _line(self, name: str, line: _Line | None) -> Text:
        if line is None:
            return Text()
        text_line = Text()
        if line.said is not None:
            text_line.append(f"{name}: ", "cyan").append(line.said)
        if line.reply is not None:
            style = _SCRIPTED if line.reply.responder == "event" else _REMEMBERED if line.reply.references else _FREE
            text_line.append("\n" if line.said is not None else "")
            text_line.append(f"{self._yuna.name}: ", "bold").append(line.reply.text, style)
            for one in references_of(line.reply):
                text_line.append(f"\n{one}", "dim")
        return text_line

    def _say_what_was_shown(self, last: Sequence[Sequence[_Line]]) -> None:
        if self._quiet:
            return
        self._pause()
        out.rule("The same script, the same question, two memories")
        asked = any(line.reply is not None and line.reply.responder == "model" for talk in last for line in talk)
        model = "" if asked else ", no language model asked"
        out.print(Text(f"{self._replies} turns of hers in {self._seconds:.1f} s{model}."))
        reply = last[-1][-1].reply
        if reply is not None:
            out.print(Text(f"How she came to answer {self._told.people[-1].name}:"))
            show_trace(reply)
        out.print()

    def say_where_to_go(self, file: str | None) -> None:
        """Print how to write a story of one's own."""
        out.rule("Write your own")
        out.print(Text(f"{_OWN}\n", "yellow"))
        where = quote(without_password(file or "yuna.db"))
        extra = "" if embedder(self._language) is None else f" --embedder {embedder(self._language)}"
        out.print("[dim]That is a whole story. Put it into a file, give it to a character, and talk:[/dim]")
        for command in (f"stage story.yaml -c yuna -f {where}{extra}", f"chat -c yuna -p you --why -f {where}{extra}"):
            out.print(Text(f"  soulkeep {command}"), soft_wrap=True)
        out.print("[dim]docs/stories.md tells the rest: follow-ups, conditions, languages, guides for a model.[/dim]\n")

    def talk(self) -> None:
        """Go through the story with the user at the terminal."""
        out.rule("Now you")
        out.print(f"[dim]Meet her yourself. {_NEXT_DAY} lets a day pass; {how_to_end()}[/dim]\n")
        you = next(lines("Your name", "cyan"), "")
        if not you:
            return
        days = timedelta()
        self._begin(you, days)
        for said in lines(you, "cyan", commands={_NEXT_DAY: "lets a day pass"}):
            if said == _NEXT_DAY:
                days += timedelta(days=1)
                out.rule(f"{now() + days:%A}", align="left", style="dim")
                self._begin(you, days)
                continue
            try:
                reply = self._yuna.reply(said, person=you, time=now() + days)
            except soulkeep.ChatError as error:  # the words are stored; the talk goes on
                report(error, json=False)
                continue
            out.print(self._line(you, _Line(None, reply)))

    def _begin(self, you: str, days: timedelta) -> None:
        opening = self._yuna.begin(person=you, time=now() + days, language=self._language)
        if opening is not None:
            out.print(self._line(you, _Line(None, opening)))


def _plain(line: _Line) -> dict[str, Any]:
    reply = line.reply
    return {
        "said": line.said,
        "responder": None if reply is None else reply.responder,
        "text": None if reply is None else reply.text,
    }
