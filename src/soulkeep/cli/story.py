"""`soulkeep stage`, `story` and `grounding`: what a character plays, what has happened, and what its words rest on."""

from __future__ import annotations

from datetime import datetime
from itertools import groupby
from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

import soulkeep
from soulkeep.cli.console import meter, out, say_json
from soulkeep.cli.opening import open_character, pick_character, require_keep
from soulkeep.cli.options import KEEP, PERSON, AsJson, Description, Embedder, KeepFile, Name, Person, Who, described
from soulkeep.importers.files import read_text
from soulkeep.stories.progress import read_script


def stage(
    file: Annotated[Path | None, typer.Argument(help="A story in YAML, as docs/stories.md tells.")] = None,
    keep: KeepFile = KEEP,
    character: Who = None,
    name: Name = None,
    description: Description = None,
    remove: Annotated[
        str | None, typer.Option(help="Take away the story of this id; what was said of it stays.")
    ] = None,
    json: AsJson = False,
    embedder: Embedder = None,
) -> None:
    """Give a character a story of scripted events, for everyone it meets; a character that isn't there yet is made.

    A story of the same id is replaced; people stay where they were in it. Without a file, its stories are listed.
    """
    text = None if file is None else read_text(file)
    script = None if text is None else read_script(text)  # errors must show before anything is created
    about = described(description)
    if script is None:
        require_keep(keep)
    with soulkeep.open(keep, embedder=embedder) as opened:
        if character is not None and script is not None:
            opened.character(character)
        who = pick_character(opened, character)
        who = opened.character(who.id, name=name, description=about)
        gone = remove is not None and who.stories.remove(remove)
        if text is not None:
            who.stage(text)
        stories = list(who.stories)
    if remove is not None and not gone:
        raise soulkeep.InputError(
            f"{who.id} has no story {remove!r}.", hint=f"There are: {', '.join(stories) or 'none'}."
        )
    if json:
        staged = None if script is None else {"story": script.id, "events": [event.id for event in script.events]}
        say_json({"character": who.id, "stories": stories, "staged": staged, "removed": remove})
        return
    if script is not None:
        events = ", ".join(event.id for event in script.events)
        out.print(Text.assemble((script.id, "bold"), f": {len(script.events)} events for everyone {who.name} meets"))
        out.print(Text(f"  {events}", "dim"))
    elif remove is not None:
        out.print(Text(f"{remove} is gone."))
    else:
        out.print(Text("\n".join(stories)) if stories else "[dim]No stories. Give one: soulkeep stage story.yaml[/dim]")


def story(
    keep: KeepFile = KEEP,
    character: Who = None,
    person: Person = PERSON,
    json: AsJson = False,
    embedder: Embedder = None,
) -> None:
    """What has happened with a person: the events that opened, and when."""
    with open_character(keep, character, embedder) as who:
        events, stories = who.stories.events(person=person), list(who.stories)
    if json:
        say_json(events)
        return
    show_story(events)
    if not events:
        staged = f"It has: {', '.join(stories)}." if stories else "It has no story: soulkeep stage story.yaml"
        out.print(Text(f"Nothing has happened with {person} yet. {staged}", "dim"))


def show_story(events: list[soulkeep.StoryEvent]) -> None:
    """Print events, one per line, by story."""
    for name, those in groupby(sorted(events, key=lambda event: event.story), key=lambda event: event.story):
        out.print(Text(name, "bold"))
        for event in those:
            until = f" – {_when(event.closed)}" if event.closed else ", going on"
            title = event.title if event.title != event.event else ""
            out.print(Text.assemble((f"  {_when(event.opened)}{until}  ", "dim"), event.event, f"  {title}"))


def grounding(
    keep: KeepFile = KEEP,
    character: Who = None,
    person: Person = PERSON,
    session: Annotated[str | None, typer.Option(help="Only this conversation.")] = None,
    json: AsJson = False,
    embedder: Embedder = None,
) -> None:
    """How well the replies to a person rest on what is known: their claims, checked and added up."""
    with open_character(keep, character, embedder) as who:
        grounded = who.grounding(person=person, session=session)
    shares = {"grounded": grounded.grounded, "reference_accuracy": grounded.reference_accuracy}
    counts = {
        "replies": grounded.replies, "claims": grounded.claims, "supported": grounded.supported,
        "contradicted": grounded.contradicted, "not_found": grounded.not_found, "cited": grounded.cited,
        "cited_supported": grounded.cited_supported,
    }  # fmt: skip
    if json:
        say_json({**counts, **shares})
        return
    if not grounded.claims:
        out.print(Text(f"No reply to {person} has claimed anything that was checked.", "dim"))
        return
    replies = "1 reply" if grounded.replies == 1 else f"{grounded.replies} replies"
    out.print(Text(f"{grounded.claims} claim{'s' * (grounded.claims > 1)} in {replies}"))
    for name, style in (("supported", "green"), ("contradicted", "red"), ("not_found", "yellow")):
        count = counts[name]
        label = name.replace("_", " ")
        out.print(Text.assemble(f"  {label:14}{count:5} ", (meter(count, grounded.claims), style)))
    for name, share in shares.items():
        said = "–" if share is None else f"{share:.0%}"
        label = name.replace("_", " ")
        out.print(Text.assemble(f"{label:20}{said:>6}"))


def _when(time: datetime | None) -> str:
    return "" if time is None else f"{time.astimezone():%Y-%m-%d %H:%M}"
