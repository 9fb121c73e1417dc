"""Stories: events that begin with fixed lines, after which the person talks freely (3, section 3.2, figure 3).

A story is written in YAML. docs/stories.md says how.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from soulkeep.errors import BadFile
from soulkeep.lang.particles import attached
from soulkeep.stories.conditions import Conditions, NamedEvent, read_conditions, read_language
from soulkeep.stories.yaml_tree import Node, read_yaml

TURNS = 4
"""Free turns of the person, unless the story says otherwise."""

HOURS = 12.0
"""Hours of silence after which an event that was left is over, unless the story says otherwise."""

_MOST_EVENTS = 500
_MOST_TURNS = 1000
_MOST_HOURS = 876_000
_STORY = ("story", "language", "events")
_EVENT = ("id", "title", "when", "open", "talk", "follow", "close")
_TALK = ("turns", "hours", "guide", "ask")
_FOLLOW = ("id", "when", "say", "once")
_BRACE = re.compile(r"\{\{|\}\}|\{(?P<name>[^{}]*)\}|[{}]")
_PLACEHOLDERS = ("person", "name")
_COLON = "Put a text that holds a colon in quotes. Of lines in several languages, write the languages around the lists."


@dataclass(frozen=True, slots=True)
class Wording:
    """Lines in one language or several.

    Attributes:
        lines: pairs of a language and its lines, in the story's order; the language is "" if the story doesn't say.
    """

    lines: tuple[tuple[str, tuple[str, ...]], ...]

    def text(self, language: str, otherwise: str = "", *, person: str = "", name: str = "") -> str:
        """Return the lines in a language, else in `otherwise`, else in the first there is, joined by newlines.

        `{person}` and `{name}` are replaced, and Korean particles after them, such as 은/는, take the right form.
        """
        by_language = dict(self.lines)
        lines = by_language.get(language) or by_language.get(otherwise) or self.lines[0][1]
        values = {"person": person, "name": name}
        return "\n".join(_filled(line, values) for line in lines)


@dataclass(frozen=True, slots=True, kw_only=True)
class Talk:
    """The free part of an event.

    Attributes:
        turns: number of the person's turns before the event closes.
        hours: hours of silence after which the event is over without a closing.
        guide: what a language model is told about the scene.
        ask: questions that the character asks, one after another.
    """

    turns: int = TURNS
    hours: float = HOURS
    guide: Wording | None = None
    ask: tuple[Wording, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class FollowUp:
    """Lines for when some conditions hold during an event.

    Attributes:
        id: unique within its event.
        when: the conditions.
        say: the lines.
        once: whether they are said only once.
    """

    id: str
    when: Conditions
    say: Wording
    once: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """Something that happens at most once between the character and each person.

    Attributes:
        id: unique within its story.
        title: what the character remembers it as.
        when: conditions for it to open.
        open: its first lines.
        talk: the free talk that follows.
        follow: lines for when conditions hold meanwhile.
        close: its last lines, if any.
    """

    id: str
    title: Wording
    when: Conditions = field(default_factory=Conditions)
    open: Wording
    talk: Talk = field(default_factory=Talk)
    follow: tuple[FollowUp, ...] = ()
    close: Wording | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Script:
    """A story: its events, in the order in which they are considered.

    Attributes:
        id: staging a story of the same id replaces it.
        language: used where a text isn't in the person's language; "" if the story doesn't say.
        events: at least one.
    """

    id: str
    language: str = ""
    events: tuple[Event, ...]

    @classmethod
    def read(cls, text: str) -> Script:
        """Read a story.

        Args:
            text: YAML, 256 KiB at most.

        Raises:
            BadFile: the story can't be read; the message names the line, the event and the key.
            InputError: the text is no `str`, or can't be stored.
        """
        root = read_yaml(text)
        entries = _entries(root, "", _STORY, ("story", "events"))
        language = ""
        if "language" in entries:
            language = read_language(entries["language"], "language", entries["language"].text("language"))
        named: list[NamedEvent] = []
        nodes = entries["events"].items("events")
        if len(nodes) > _MOST_EVENTS:
            entries["events"].fail(
                "events", f"there are {len(nodes)}; {_MOST_EVENTS} are allowed.", "Make two stories."
            )
        events: list[Event] = []
        lines: dict[str, int] = {}
        for number, node in enumerate(nodes, start=1):
            event = _event(node, number, named)
            if event.id in lines:
                node.fail("events", f"the id {event.id!r} is that of line {lines[event.id]}, too.", "Give another id.")
            lines[event.id] = node.line
            events.append(event)
        for name in named:
            if name.event not in lines:
                name.node.fail(name.at, f"there is no event {name.event!r}.", f"Known: {', '.join(list(lines)[:12])}.")
        _check_all_can_open(events, lines)
        return cls(id=entries["story"].name("story"), language=language, events=tuple(events))

    def event(self, id: str) -> Event | None:
        """Return the event with an id; None if there is none."""
        return next((event for event in self.events if event.id == id), None)


def _event(node: Node, number: int, named: list[NamedEvent]) -> Event:
    at = f"event {number}"
    if isinstance(node.value, dict) and "id" in node.value:
        at = f"event {node.value['id'].name(at)!r}"
    entries = _entries(node, at, _EVENT, ("id", "open"))
    id = entries["id"].name(at)
    return Event(
        id=id,
        title=_wording(entries["title"], f"{at}, title") if "title" in entries else Wording((("", (id,)),)),
        when=read_conditions(entries["when"], f"{at}, when", named) if "when" in entries else Conditions(),
        open=_wording(entries["open"], f"{at}, open"),
        talk=_talk(entries["talk"], f"{at}, talk") if "talk" in entries else Talk(),
        follow=_follow_ups(entries["follow"], id, at, named) if "follow" in entries else (),
        close=_wording(entries["close"], f"{at}, close") if "close" in entries else None,
    )


def _talk(node: Node, at: str) -> Talk:
    entries = node.entries(at, _TALK)
    return Talk(
        turns=entries["turns"].whole(f"{at}, turns", _MOST_TURNS) if "turns" in entries else TURNS,
        hours=entries["hours"].number(f"{at}, hours", 0, _MOST_HOURS) if "hours" in entries else HOURS,
        guide=_wording(entries["guide"], f"{at}, guide") if "guide" in entries else None,
        ask=_questions(entries["ask"], f"{at}, ask") if "ask" in entries else (),
    )


def _questions(node: Node, at: str) -> tuple[Wording, ...]:
    """Read questions: each a wording, or a mapping from language to questions, which are matched by position."""
    if not isinstance(node.value, dict):
        return tuple(_wording(item, at) for item in node.items(at))
    by_language = _by_language(node, at)
    counts = {code: len(lines) for code, lines in by_language}
    if len(set(counts.values())) > 1:
        counted = ", ".join(f"{count} in {code}" for code, count in counts.items())
        node.fail(at, f"there are {counted}.", "Give each question in each language.")
    return tuple(
        Wording(tuple((code, (lines[place],)) for code, lines in by_language))
        for place in range(len(by_language[0][1]))
    )


def _follow_ups(node: Node, event: str, at: str, named: list[NamedEvent]) -> tuple[FollowUp, ...]:
    ups: dict[str, FollowUp] = {}
    for item in node.items(f"{at}, follow"):
        entries = _entries(item, f"{at}, follow", _FOLLOW, ("id", "when", "say"))
        id = entries["id"].name(f"{at}, follow")
        here = f"{at}, follow {id!r}"
        if id in ups:
            item.fail(f"{at}, follow", f"the id {id!r} is there already.", "Give another id.")
        when = read_conditions(entries["when"], f"{here}, when", named)
        if not when.may_hold(frozenset(name.event for name in named) - {event}):
            entries["when"].fail(here, "it waits for the end of its own event.", "It is said only while that lasts.")
        once = entries["once"].truth(f"{here}, once") if "once" in entries else True
        ups[id] = FollowUp(id=id, when=when, say=_wording(entries["say"], f"{here}, say"), once=once)
    return tuple(ups.values())


def _entries(node: Node, at: str, allowed: tuple[str, ...], needed: tuple[str, ...]) -> dict[str, Node]:
    entries = node.entries(at, allowed)
    for key in needed:
        if key not in entries:
            node.fail(at, f"the key {key!r} is missing.", f"Write {key}: …")
    return entries


def _wording(node: Node, at: str) -> Wording:
    """Read a text, a list of lines, or a mapping from language to either."""
    if isinstance(node.value, dict):
        return Wording(_by_language(node, at))
    return Wording((("", _lines(node, at)),))


def _by_language(node: Node, at: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
    assert isinstance(node.value, dict)
    if not node.value:
        node.fail(at, "there is nothing in it.", 'Put a text that begins with a brace in quotes: "{person}, …".')
    return tuple((read_language(item, at, code), _lines(item, f"{at}, {code}")) for code, item in node.value.items())


def _lines(node: Node, at: str) -> tuple[str, ...]:
    return tuple(_line(item, at) for item in node.items(at))


def _line(node: Node, at: str) -> str:
    """Read a line, in which braces are placeholders or doubled."""
    if isinstance(node.value, dict):
        node.fail(at, f"expected a text, not {node}.", _COLON)
    text = node.text(at)
    for match in _BRACE.finditer(text):
        name = match["name"]
        if match[0] in ("{{", "}}") or name in _PLACEHOLDERS:
            continue
        if name is None:
            node.fail(at, f"a brace stands alone in {node}.", "Write {{ or }} for a brace that is said.")
        node.fail(
            at, f"nothing is known to fill in for {match[0]!r}.", f"Write {{person}}, {{name}}, or {{{{{name}}}}}."
        )
    return text


def _filled(line: str, values: Mapping[str, str]) -> str:
    """Return a line with its placeholders replaced. The values inserted aren't searched for placeholders."""
    done, pending, end = "", "", 0
    for match in _BRACE.finditer(line):
        pending += line[end : match.start()]
        end = match.end()
        name = match["name"]
        if name is None:
            pending += match[0][0]
        else:
            done = attached(done, pending) + values[name]
            pending = ""
    return attached(done, pending + line[end:])


def _check_all_can_open(events: list[Event], lines: Mapping[str, int]) -> None:
    """Raise `BadFile` if events wait for one another, so that none of them can ever open."""
    ended: frozenset[str] = frozenset()
    waiting = events
    while waiting:
        opened = {event.id for event in waiting if event.when.may_hold(ended)}
        if not opened:
            ids = ", ".join(repr(event.id) for event in waiting[:12])
            raise BadFile(
                f"Line {lines[waiting[0].id]}: these events wait for one another's end, so none ever opens: {ids}.",
                hint="Let one of them open without `after`.",
            )
        ended |= opened
        waiting = [event for event in waiting if event.id not in ended]
