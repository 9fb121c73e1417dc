"""What a request shows: who said what, and what the front end adds that nobody says.

Front ends merge messages, put names before them, and give instructions after the last one. Which words are somebody's
is told by their places, by names, and by what is stored already; only then by the wording of a front end's own prompts.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, Protocol

from soulkeep.server.openai_proxy.group import PARAGRAPH, sanitized
from soulkeep.server.openai_proxy.instructions import LEAST, LEAST_OF_SYSTEM, LEAST_STREAMED, instruction
from soulkeep.server.openai_proxy.known_prompts import known_prompt
from soulkeep.server.openai_proxy.retrieval import wordings
from soulkeep.server.openai_proxy.transcript import Line, Role, lines_of, text_of

Kind = Literal["turn", "continue", "task"]

_QUIET = ("quiet", "impersonate")
"""Generations of which nothing is said in the chat."""

_MOST = 24
"""Most paragraphs of a message that are looked up singly."""

_SYSTEM = ("system", "developer")

_TAG = re.compile(r"</?[a-z]{1,10}>")
"""A tag of a text's form, in what a front end shows of it."""

_LABEL = re.compile(r"([^\n:：]{1,80})[:：]\s*\S")
"""The beginning of a paragraph that says whose it is."""


class SaidBefore(Protocol):
    """What is known of the conversations."""

    def key_of(self, text: str) -> str:
        """Return the comparable part of a text, as a digest."""

    def said(self, role: Role, key: str) -> bool:
        """Return whether something was said."""

    def latest(self, key: str) -> bool:
        """Return whether these are the person's last words in a conversation."""

    def unanswered(self, key: str) -> bool:
        """Return whether a conversation ends with these words of the person's."""

    def described(self, key: str) -> bool:
        """Return whether what the system says came with a talk before."""

    def instructs(self, key: str) -> bool:
        """Return whether a text is an instruction that came with turns before."""

    @property
    def instructed(self) -> bool:
        """Return whether a turn has come by yet, so that its instructions are known."""


@dataclass(frozen=True, slots=True)
class TalkNames:
    """The names that may stand before words.

    Attributes:
        own: the character's.
        person: the person's.
        others: those of other characters in a group.
    """

    own: frozenset[str]
    person: frozenset[str]
    others: tuple[str, ...] = ()

    def role_of(self, name: str) -> tuple[Role, str | None]:
        """Return the role of somebody for the character, and their name unless they are the character or the person."""
        plain = name.casefold()
        if plain in {one.casefold() for one in self.own} or name in map(sanitized, self.own):
            return "assistant", None
        if plain in {one.casefold() for one in self.person}:
            return "user", None
        return "user", next((one for one in self.others if plain in (one.casefold(), sanitized(one).casefold())), name)


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownRequest:
    """A request as it is understood.

    Attributes:
        lines: who said what, oldest first.
        kind: "turn", if the character is to say something; "continue", if it goes on with its last words; "task", if
            what is asked for is nobody's turn.
        instructions: digests of what the front end adds to the lines.
        followed: whether the answer doesn't belong to the last line, though that is the character's.
        told: whether the messages describe the character.
        merged: whether the whole chat stands in one message of the user's.
        system: digest of what the system says; "" if nothing.
        unsaid: what stands in the person's place and is taken for a program's instruction; "" for nothing.
    """

    lines: Sequence[Line]
    kind: Kind
    instructions: Collection[str] = ()
    followed: bool = False
    told: bool = False
    merged: bool = False
    system: str = ""
    unsaid: str = ""


def read(
    messages: Sequence[Any],
    names: TalkNames,
    known: SaidBefore,
    generation: str | None = None,
    streamed: bool | None = None,
) -> ShownRequest:
    """Return what a request shows.

    Args:
        messages: the request's messages.
        names: who may speak.
        known: what was said before.
        generation: what the front end says that it wants.
        streamed: whether the answer is to come in pieces, as for somebody who reads it; None if new words are never
            taken for a program's instruction.
    """
    plain = _with_keys(lines_of(messages, ()), known)
    single = _single(plain, messages, names, known, generation)
    lines, told = (single, True) if single is not None else (_split(plain, messages, names), _has_system(messages))
    lines = _without_openings(lines)
    lines, inside = _by_what_is_known(lines, known, single=single is not None)
    lines = _from_the_person_on(lines)
    if generation == "continue":
        lines = lines[: max((at for at, line in enumerate(lines, 1) if line.role == "assistant"), default=len(lines))]
    if streamed is not None and not any(_role(message) in ("user", "assistant") for message in messages):
        return ShownRequest(lines=(), kind="task", told=True)
    if generation is None and streamed is not None and _is_for_a_program(lines, messages, known, streamed):
        *lines, unsaid = lines
        merged = single is not None
        return ShownRequest(lines=lines, kind="task", told=told, merged=merged, unsaid=unsaid.text)
    last = lines[-1] if lines else None
    added = [
        text
        for message in messages[last.at + 1 if last else 0 :]
        if _role(message) in _SYSTEM and (text := text_of(message.get("content")).strip())
    ]
    tools = last is not None and any(_role(message) in ("tool", "function") for message in messages[last.at + 1 :])
    after = [known.key_of(text) for text in added] + [key for key, _ in inside]
    texts = added + [text for _, text in inside]
    between = [
        known.key_of(text)
        for message in messages[lines[0].at if lines else 0 : last.at if last else 0]
        if _role(message) in _SYSTEM and (text := text_of(message.get("content")).strip())
    ]
    kind = _kind(last, after, texts, known, generation)
    own_last = last is not None and last.role == "assistant"
    return ShownRequest(
        lines=lines,
        kind=kind,
        instructions=(*between, *after),
        followed=tools or (own_last and kind == "turn" and (bool(after) or generation is not None)),
        told=told,
        merged=single is not None,
        system=known.key_of(system) if (system := _system(messages)) else "",
    )


def _kind(
    last: Line | None, after: Sequence[str], texts: Sequence[str], known: SaidBefore, generation: str | None
) -> Kind:
    if generation in _QUIET:
        return "task"
    if generation == "continue":
        return "continue" if last is not None and last.role == "assistant" else "turn"
    prompts = {kind for text in texts for kind in _prompts_in(text)}
    if "tasks" in prompts:
        return "task"
    if "continues" in prompts:
        return "continue" if last is not None and last.role == "assistant" else "turn"
    if generation is not None or last is None:
        return "turn"
    unknown = any(not known.instructs(key) and not _prompts_in(text) for key, text in zip(after, texts, strict=True))
    if not unknown:
        return "turn"
    if last.role == "assistant":
        return "task"
    if last.speaker is not None and known.instructed and not any(known.instructs(key) for key in after):
        return "task"  # after another character's words, what usually asks this one to speak is missing
    return "task" if known.instructed and known.latest(last.key) else "turn"


def _prompts_in(text: str) -> set[str]:
    """Return the kinds of a front end's own prompts that a text is, or that are merged into it."""
    parts = text.split(PARAGRAPH)[:_MOST]
    ends = [PARAGRAPH.join(parts[at:]) for at in range(len(parts))]
    return {prompt.kind for part in (*parts, *ends) if (prompt := known_prompt(part)) is not None}


def _is_for_a_program(lines: Sequence[Line], messages: Sequence[Any], known: SaidBefore, streamed: bool) -> bool:
    """Return whether the last line, though it stands in the person's place, is nothing that they say: a request that a
    program makes of the talk. A lone message may also be text for the instruction in the system's message: then it is
    the character's own, for instance."""
    line = lines[-1] if lines else None
    if line is None or not _says(line) or known.said("user", line.key) or line.at != len(messages) - 1:
        return False
    if len(messages) == 1 and not streamed and any(line.text == test["text"] for test in wordings()["test"]):
        return True
    system = _system(messages) if len(lines) == 1 else ""
    if system and known.described(known.key_of(system)):
        system = ""
    if system and known.said("assistant", known.key_of(_TAG.sub("", line.text).strip())):
        return True
    if system and instruction(system, "system") >= LEAST_OF_SYSTEM:
        return True
    return instruction(line.text) >= (LEAST_STREAMED if streamed else LEAST)


def _role(message: object) -> object:
    return message.get("role") if isinstance(message, Mapping) else None


def _system(messages: Iterable[Any]) -> str:
    """Return what the system says, in one text."""
    return "\n".join(text_of(one.get("content")) for one in messages if _role(one) in _SYSTEM)


def _has_system(messages: Iterable[Any]) -> bool:
    return any(_role(message) in _SYSTEM for message in messages)


def _with_keys(lines: Iterable[Line], known: SaidBefore) -> list[Line]:
    return [replace(line, key=known.key_of(line.text)) for line in lines]


# -- names


def _pattern(names: Iterable[str]) -> re.Pattern[str]:
    """Return a pattern of names before words, at the beginning of a text or of a paragraph."""
    listed = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))
    return re.compile(rf"(?:\A|\n\n)(?P<name>{listed})[^\S\n]?[:：][^\S\n]*(?=\S)", re.IGNORECASE)


def _split(plain: Sequence[Line], messages: Sequence[Any], names: TalkNames) -> list[Line]:
    """Return lines without the names before them; what several said in one message becomes several lines."""
    own = _pattern({*names.own, *names.others} - {""})
    person = _pattern(names.person - {""}) if names.person - {""} else None
    lines: list[Line] = []
    for line in plain:
        if line.role == "user":
            speaker = line.speaker and names.role_of(line.speaker)[1]
            begun = person.match(line.text) if person is not None else None
            text = line.text[begun.end() :] if begun else line.text
            lines.append(replace(line, text=text, speaker=speaker))
            continue
        named = messages[line.at].get("name") if names.others else None
        role, speaker = names.role_of(named) if isinstance(named, str) and named.strip() else ("assistant", None)
        before, said = _spoken(replace(line, role=role, speaker=speaker), own, names)
        lines += [before, *said] if before is not None else said
    return lines


def _spoken(line: Line, pattern: re.Pattern[str], names: TalkNames) -> tuple[Line | None, list[Line]]:
    """Return the text before the first name, if there is some, and the lines in a text, cut where a name stands."""
    found = list(pattern.finditer(line.text))
    if not found:
        return line, []
    ends = [*(match.start() for match in found[1:]), len(line.text)]
    lines = list[Line]()
    for match, end in zip(found, ends, strict=True):
        role, speaker = names.role_of(match["name"])
        said = replace(_cut(line, match.end(), end), role=role, speaker=speaker, begins=match.start("name"))
        lines += [said] if said.text else []
    return (_cut(line, 0, found[0].start()) if found[0].start() else None), lines


def _cut(line: Line, start: int, end: int) -> Line:
    """Return a part of a line."""
    text = line.text[start:end]
    if text == line.text:
        return line
    ahead = start + len(text) - len(text.lstrip())
    return replace(line, text=text.strip(), key="", begins=line.begins + (ahead if start else 0))


def _single(
    plain: Sequence[Line], messages: Sequence[Any], names: TalkNames, known: SaidBefore, generation: str | None
) -> list[Line] | None:
    """Return the lines of a chat that is shown in one message of the user's; None if it isn't."""
    if len(plain) != 1 or plain[0].role != "user" or _has_system(messages):
        return None
    line = plain[0]
    names = replace(names, person=names.person | _labels(line.text, names))
    opening = [end for start, end in _parts(line) if _begins(line.text[start:end])]
    before, lines = _spoken(line, _pattern({*names.own, *names.person, *names.others} - {""}), names)
    said = _keyed((one for one in lines if not opening or one.begins > opening[-1]), known)
    if not said or (before is None and len(said) < 2):
        return None
    preamble = before.text if before is not None else ""
    told = preamble.casefold()
    shown = (
        generation is not None
        or bool(opening)
        or any(prompt.kind == "main" for prompt in filter(None, map(known_prompt, preamble.split(PARAGRAPH))))
        or any(known.said(one.role, one.key) for one in said)
        or all(any(name.casefold() in told for name in group) for group in (names.own, names.person))
    )
    return said if shown else None


def _begins(text: str) -> bool:
    """Return whether a text is what SillyTavern puts before a chat."""
    prompt = known_prompt(text)
    return prompt is not None and prompt.kind == "begins"


def _labels(text: str, names: TalkNames) -> set[str]:
    """Return names before words that stand in the first paragraph, too, as a front end's introduction has them."""
    first, *rest = text.split(PARAGRAPH)
    labels = {match[1].strip() for match in map(_LABEL.match, rest) if match}
    others = {name.casefold() for name in (*names.own, *names.others)}
    return {name for name in labels if name in first and name.casefold() not in others}


def _keyed(lines: Iterable[Line], known: SaidBefore) -> list[Line]:
    return [line if line.key else replace(line, key=known.key_of(line.text)) for line in lines]


# -- instructions, and merged messages


def _without_openings(lines: Sequence[Line]) -> list[Line]:
    """Return the lines without what a front end says in the person's place before the first of them."""
    if lines and lines[0].role == "user" and len(lines) > 1:
        return list(lines[1:]) if _begins(lines[0].text) else list(lines)
    return list(lines)


def _by_what_is_known(
    lines: Sequence[Line], known: SaidBefore, *, single: bool
) -> tuple[list[Line], list[tuple[str, str]]]:
    """Return the lines without instructions, merged ones apart; and the instructions after the last line."""
    lines = _keyed(lines, known)
    if lines and lines[-1].role == "assistant":
        lines = _as_it_was_said(lines, known)
    fresh = next((at + 1 for at in range(len(lines) - 1, -1, -1) if not _says(lines[at])), 0)
    found: list[Line] = []
    inside: list[tuple[str, str]] = []
    for at, line in enumerate(lines):
        last = at == len(lines) - 1
        if at >= fresh or (single and last):
            left, taken = _without_instructions(line, known)
            if single and last and line.role == "assistant":
                left, more = _without_what_follows(left, known)
                taken = more + taken
            inside += taken
            found += left
        elif line.role == "user" or single:
            found += [part for left in _without_instructions(line, known)[0] for part in _merged(left, known)]
        else:
            found += _merged(line, known)
    return found, inside


def _as_it_was_said(lines: Sequence[Line], known: SaidBefore) -> list[Line]:
    """Return the lines with the person's last as it is stored, if a front end's instructions, which stand at the end of
    the chat, are merged into it, while the character's own words come last."""
    last = next((at for at in range(len(lines) - 1, -1, -1) if _says(lines[at])), None)
    if last is None or known.said("user", lines[last].key):
        return list(lines)
    parts = _parts(lines[last])[:_MOST]
    ends = [(0, parts[n - 1][1]) for n in range(len(parts) - 1, 0, -1)] + [
        (parts[n][0], len(lines[last].text)) for n in range(1, len(parts))
    ]
    for start, end in ends:
        if known.latest(key := known.key_of(lines[last].text[start:end])):
            said = replace(_cut(lines[last], start, end), key=key)
            return [*lines[:last], said, *lines[last + 1 :]]
    return list(lines)


def _without_what_follows(lines: Sequence[Line], known: SaidBefore) -> tuple[list[Line], list[tuple[str, str]]]:
    """Return the character's last line without what follows its stored words, and that."""
    if not lines or known.said(lines[-1].role, lines[-1].key):
        return list(lines), []
    *before, line = lines
    parts = _parts(line)
    for n in range(min(len(parts) - 1, _MOST), 0, -1):
        said, rest = line.text[: parts[n - 1][1]], line.text[parts[n][0] :]
        if known.said(line.role, key := known.key_of(said)):
            return [*before, replace(line, text=said, key=key)], [(known.key_of(rest), rest)]
    return list(lines), []


def _says(line: Line) -> bool:
    """Return whether a line is the person's."""
    return line.role == "user" and line.speaker is None


def _parts(line: Line) -> list[tuple[int, int]]:
    """Return the places of a line's paragraphs."""
    places, at = list[tuple[int, int]](), 0
    for text in line.text.split(PARAGRAPH):
        places.append((at, at + len(text)))
        at += len(text) + len(PARAGRAPH)
    return places


def _is_instruction(text: str, known: SaidBefore) -> bool:
    return known_prompt(text) is not None or known.instructs(known.key_of(text))


def _without_instructions(line: Line, known: SaidBefore) -> tuple[list[Line], list[tuple[str, str]]]:
    """Return a person's line without instructions at its beginning and end, apart from words that are stored already;
    and the instructions."""
    parts = _parts(line)
    if len(parts) > _MOST or (known.said(line.role, line.key) and not known.instructs(line.key)):
        return [line], []
    first, last, taken = 0, len(parts), list[tuple[str, str]]()

    def take(start: int, end: int) -> bool:
        text = line.text[parts[start][0] : parts[end - 1][1]]
        if not _is_instruction(text, known):
            return False
        taken.append((known.key_of(text), text))
        return True

    while first < last and (n := next((n for n in range(last, first, -1) if take(first, n)), 0)):
        first = n
    if (own := next((n for n in range(first + 1, last - 1) if known_prompt(line.text[slice(*parts[n])])), 0)) > 0:
        for place in (parts[own], (parts[own + 1][0], parts[last - 1][1])):  # after one of its own comes another
            taken.append((known.key_of(text := line.text[slice(*place)]), text))
        last = own
    while first < last and (n := next((n for n in range(first, last) if take(n, last)), -1)) >= 0:
        last = n
    if first == last:
        return [], taken
    rest = _keyed([_cut(line, parts[first][0], parts[last - 1][1])], known)[0]
    for n in range(last - 1, first, -1):
        before, after = (parts[first][0], parts[n - 1][1]), (parts[n][0], parts[last - 1][1])
        if not known.said("user", rest.key) and known.unanswered(known.key_of(line.text[slice(*before)])):
            return _keyed([_cut(line, *before), _cut(line, *after)], known), taken
    return [rest], taken


def _merged(line: Line, known: SaidBefore) -> list[Line]:
    """Return the lines that were merged into one, if all of it is known."""
    parts = _parts(line)
    if not 1 < len(parts) <= _MOST or known.said(line.role, line.key):
        return [line]
    lines, at = list[Line](), 0
    while at < len(parts):
        for end in range(len(parts), at, -1):
            text = line.text[parts[at][0] : parts[end - 1][1]]
            if known.said(line.role, known.key_of(text)):
                lines.append(_cut(line, parts[at][0], parts[end - 1][1]))
                break
            if line.role == "user" and _is_instruction(text, known):
                break  # a note that the front end shows at some depth
        else:
            return [line]
        at = end
    return _keyed(lines, known) or [line]


def _from_the_person_on(lines: Sequence[Line]) -> list[Line]:
    """Return the lines without what other characters say before the person's first words, such as greetings."""
    first = next((at for at, line in enumerate(lines) if _says(line)), 0)
    return [line for at, line in enumerate(lines) if at >= first or line.role == "assistant"]


def without_instructions(lines: Sequence[Line], known: SaidBefore) -> list[Line]:
    """Return lines without the instructions at the beginning and end of those that the character heard."""
    return [
        left for line in lines for left in (_without_instructions(line, known)[0] if line.role == "user" else [line])
    ]


def without_name(text: str, names: Collection[str]) -> str:
    """Return an answer without a name and a colon before it."""
    match = _pattern(names).match(text.lstrip())
    return text.lstrip()[match.end() :] if match else text
