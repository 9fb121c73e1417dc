"""`soulkeep demo --music`: Ella, who knows music and has known the user for a year."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from shlex import quote
from time import perf_counter
from typing import Any

from rich.text import Text

import soulkeep
from soulkeep.cli.console import out, report, show_references
from soulkeep.cli.opening import without_password
from soulkeep.cli.scenes import SceneDemo, now
from soulkeep.cli.typed import how_to_end, lines
from soulkeep.cli.why import show_more, show_why
from soulkeep.demo import MUSIC, companion, music, visits
from soulkeep.graph.files import read_bytes
from soulkeep.graph.knowledge import Knowledge
from soulkeep.graph.terms import iri

_ONTOLOGY = "http://dbpedia.org/ontology/"
_COUNTED = {"people": "Person", "bands": "Band", "albums": "Album", "songs": "Song"}

_SHOWN = ("text", "responder", "understanding", "similar", "patterns", "remarks")
"""Attributes of a reply that are output as JSON."""

_KINDS = {"entity": "cares for", "property": "asks for", "value": "drawn to", "class": "kinds"}
_MOST = 3
"""Most interests of a kind that are shown."""

_BAR = 24

_WHY = "??"
"""Input that asks for the reasons of the last reply, and isn't passed to her."""

_QUERY = "SELECT ?text ?time { ?e a sk:Input ; sk:text ?text ; sk:time ?time } ORDER BY DESC(?time) LIMIT 5"


class MusicDemo(SceneDemo):
    """The state of the demo."""

    def __init__(self, keep: soulkeep.Keep, *, json: bool) -> None:
        super().__init__(json=json)
        self._told = companion()
        self._person: str = self._told["person"]
        self._ella = keep.character(**self._told["character"])
        self._knows_you = self._person in keep.people(self._ella.id)
        self._knowledge = Knowledge([read_bytes(music(), MUSIC, format="turtle").data])
        self._reasons: list[tuple[str, str]] = []

    def run(self) -> dict[str, Any]:
        """Play all scenes; return what happened."""
        learned = self._learn()
        if self._knows_you:
            past: list[dict[str, Any]] = []
            self._rule("She remembers you")
            today = [self._scene("She knows you, and the last talk", self._told["today"][0]["says"])]
        else:
            past = self._past()
            self._rule("Today")
            today = [self._scene(scene["title"], scene["says"]) for scene in self._told["today"]]
        episodes = self._ella.episodes(person=self._person, time=now())
        interests = [one for one in episodes.interests() if one.weight > 0]
        self._show_interests(interests, len(episodes))
        return {
            "character": self._ella.id, "person": self._person, "learned": learned, "past": past, "today": today,
            "interests": interests, "episodes": len(episodes),
        }  # fmt: skip

    # -- the parts

    def _learn(self) -> dict[str, Any]:
        started = perf_counter()
        learned = self._ella.know(music(), source=MUSIC, format="turtle")
        milliseconds = (perf_counter() - started) * 1000
        counts = {what: len(self._knowledge.members(iri(_ONTOLOGY + name))) for what, name in _COUNTED.items()}
        self._rule(f"[bold]{self._ella.name}[/bold] learns about music")
        self._print(Text(self._ella.profile.description, "italic"))
        listed = ", ".join(f"[bold]{count}[/bold] {what}" for what, count in counts.items())
        took = f"{milliseconds:.0f} ms, no model asked" if learned.new else "known from last time"
        self._print(f"[bold]{learned.triples}[/bold] triples: {listed}. [dim]{took}.[/dim]\n")
        return {"triples": learned.triples, "new": learned.new, **counts, "milliseconds": milliseconds}

    def _past(self) -> list[dict[str, Any]]:
        """Play the talks before today; return each with her answers."""
        self._rule(f"You are {self._person}, a customer of hers. This has been so far")
        shown = []
        started, turns = perf_counter(), 0
        for visit in visits(now()):
            self._print(f"[bold]{visit.title}[/bold] [dim]{visit.said[0][0]:%d %B %Y}[/dim]")
            replies = []
            for time, text in visit.said:
                reply = self._ella.reply(text, person=self._person, time=time)
                self._print(Text.assemble((f"  {self._person}: ", "dim"), text))
                self._print(Text(f"  {self._ella.name}: {reply.text}", "dim"))
                replies.append({"time": time, "said": text, **_shown(reply)})
            turns += len(replies)
            shown.append({"title": visit.title, "turns": replies})
            self._print()
        each = (perf_counter() - started) / turns * 1000
        self._print(f"[dim]{turns} replies, each remembered as episodes, in {each:.0f} ms.[/dim]\n")
        return shown

    def _scene(self, title: str, says: Sequence[str]) -> dict[str, Any]:
        """Play one scene; return what she does and the reasons."""
        self._pause()
        self._rule(title, minor=True)
        self._reasons = []
        replies = []
        for text in says:
            reply = self._ella.reply(text, person=self._person)
            self._print(Text.assemble((f"{self._person}: ", "cyan"), text))
            self._show(reply)
            replies.append({"said": text, **_shown(reply)})
        self._print()
        return {"title": title, "turns": replies}

    def _show_interests(self, interests: Sequence[soulkeep.Interest], episodes: int) -> None:
        self._pause()
        self._rule(f"What she has learnt about {self._person}")
        best = max((one.weight for one in interests), default=1.0)
        for kind, of_kind in _by_kind(interests):
            for place, one in enumerate(of_kind[:_MOST]):
                what = f"{self._noun(one.property)}: {one.label}" if one.property else one.label
                bar = "█" * max(1, round(one.weight / best * _BAR))
                name = _KINDS[kind] if not place else ""
                self._print(Text.assemble((f"  {name:11}", "dim"), f"{what:30} ", (f"{bar:{_BAR}}", "cyan"),
                    (f" {one.weight:.1f}", "dim")))  # fmt: skip
        self._print(f"[dim]From {episodes} episodes. Interests fade: half of each in 30 days.[/dim]\n")

    def say_where_to_go(self, file: str | None) -> None:
        """Print where to look at the keep, and how to come back."""
        where = f"--keep {quote(without_password(file or 'ella.db'))} --person {self._person}"
        if file is None:
            out.print("[dim]She is gone after this. To keep her: soulkeep demo --music --keep ella.db[/dim]")
            out.print("[dim]Then look inside:[/dim]")
        else:
            out.print("[dim]Look inside, or go on another day:[/dim]")
        lines = [f"soulkeep episodes {where}", f"soulkeep sparql '{_QUERY}' {where}"]
        lines += [f"soulkeep chat {where}"] if file is not None else []
        for line in lines:
            out.print(Text(f"  {line}", "dim"), soft_wrap=True)
        out.print()

    def talk(self) -> None:
        """Answer the user's input, with reasons."""
        out.rule("Now you")
        out.print(f"[dim]Go on as {self._person}. Try:[/dim]")
        for text in self._told["try"]:
            out.print(Text(f"  {text}", "dim"))
        out.print(f"[dim]Ask the same a few times, too. {_WHY} tells why she said that. {how_to_end()}[/dim]\n")
        reply: soulkeep.Reply | None = None
        for said in lines(self._person, "cyan", commands={_WHY: "tells why she said that"}):
            if said == _WHY:
                if reply is not None:
                    show_more(reply, self._knowledge, now())
                continue
            try:
                reply = self._ella.reply(said, person=self._person)
                self._show(reply)
            except soulkeep.ChatError as error:  # the words are stored; the talk goes on
                report(error, json=False)

    # -- showing

    def _show(self, reply: soulkeep.Reply) -> None:
        if self._quiet:
            return
        out.print(Text.assemble((f"{self._ella.name}: ", "bold green"), reply.text))
        show_references(reply)
        self._reasons = show_why(reply, self._knowledge, now(), shown=self._reasons)

    def _noun(self, property: str) -> str:
        return self._knowledge.lexicon.noun(property, "en")


def _by_kind(interests: Iterable[soulkeep.Interest]) -> Iterator[tuple[str, list[soulkeep.Interest]]]:
    order = list(_KINDS)
    ordered = sorted(interests, key=lambda one: order.index(one.kind))
    for kind, those in groupby(ordered, key=lambda one: one.kind):
        yield kind, list(those)


def _shown(reply: soulkeep.Reply) -> dict[str, Any]:
    return {name: getattr(reply, name) for name in _SHOWN}
