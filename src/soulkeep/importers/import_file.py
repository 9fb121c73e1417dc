"""Importing any file: character cards, lorebooks, chats, novels and RDF, recognised by their content.

`what_is` only describes a file, `take_in` imports it. docs/importing.md says what is read of each.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, tzinfo
from pathlib import Path

from soulkeep.character.character import Character
from soulkeep.character.relationship import relationship_of
from soulkeep.errors import IdConflict, InputError, UnknownMemory
from soulkeep.importers.cards import STORY, Card, about, greeting, greeting_story
from soulkeep.importers.chats import Chat
from soulkeep.importers.fields import UNNAMED, LeftOut, as_name
from soulkeep.importers.files import read_bytes
from soulkeep.importers.learn import require_source
from soulkeep.importers.lorebook import Lorebook, as_text
from soulkeep.importers.recognise import Found, Rdf, recognise
from soulkeep.keep import Keep
from soulkeep.lang.owners import require_character, require_world
from soulkeep.lang.validity import require_name
from soulkeep.types.records import Turn
from soulkeep.world import World

Progress = Callable[[int, int], None]

CARD, LOREBOOK, CHAT, TEXT, RDF = "card", "lorebook", "chat", "text", "rdf"
"""Kinds of files."""

PERSON = "user"
"""The person whom the character faces in a chat that doesn't name them."""

_CHARACTER_HINT = "Name it: character=…, or --character on the command line."


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """The kind and contents of a file, before it is imported.

    Attributes:
        kind: `"card"`, `"lorebook"`, `"chat"`, `"text"` or `"rdf"`.
        format: the program or specification: `"chara_card_v3"`, `"SillyTavern"`, `"ChatGPT"` …
        name: the name it gives itself, or the file's.
        characters: names of the characters in the file; empty if the caller has to name one.
        people: who speaks to them; in a plain chat, all speakers.
        items: number of turns in chats, entries in a lorebook (also a card's), triples in RDF, letters in a text.
        greeting: what a card's character says first; empty if there is none.
        left_out: what wouldn't be imported.
    """

    kind: str
    format: str
    name: str
    characters: tuple[str, ...] = ()
    people: tuple[str, ...] = ()
    items: int = 0
    greeting: str = ""
    left_out: tuple[LeftOut, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Taken:
    """The receipt of a file, or a part of it, that was imported.

    Attributes:
        what: `"character"`, `"turns"`, `"passages"` or `"triples"`.
        character: id of the character it was imported for; "" for a world.
        world: the world whose lore it became; None for a character.
        person: for turns, whom the character faced; else None.
        source: for passages and triples, the name of the knowledge source; else None.
        new: how many were stored; for a character, 1 if it was created.
        known: how many existed already.
    """

    what: str
    character: str
    world: str | None = None
    person: str | None = None
    source: str | None = None
    new: int = 0
    known: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Imported:
    """The receipt of an imported file.

    Attributes:
        kind, format, name: as in `Look`.
        taken: what was imported, and for whom.
        left_out: what wasn't imported, and why.
    """

    kind: str
    format: str
    name: str
    taken: tuple[Taken, ...]
    left_out: tuple[LeftOut, ...] = ()


def what_is(file: str | os.PathLike[str] | bytes, *, name: str | None = None, zone: tzinfo = UTC) -> Look:
    """Describe the content of a file. Nothing is stored.

    Args:
        file: a path, or the file's content.
        name: the file's name, if its content is given.
        zone: the time zone of times that name none.

    Raises:
        BadFile: the file is damaged, or of no known kind.
    """
    data, called = _read_file(file, name)
    return _look(recognise(data, called, zone), called)


def take_in(
    keep: Keep,
    file: str | os.PathLike[str] | bytes,
    *,
    name: str | None = None,
    character: str | None = None,
    person: str | None = None,
    world: str | None = None,
    source: str | None = None,
    zone: tzinfo = UTC,
    progress: Progress | None = None,
) -> Imported:
    """Import a file of any known kind. Importing it again adds nothing.

    A card creates a character, or changes the one of its name. Lorebooks (also a card's) and texts become passages,
    chats become turns, RDF becomes knowledge. The file is read to its end before anything is stored.

    Args:
        keep: where to store it.
        file: a path, or the file's content.
        name: the file's name, if its content is given.
        character: id of the character to import for. By default the one the file names, found or created.
        person: whom the character faces in a chat; by default as the file names them, else `"user"`.
        world: for a text or a lorebook, the world whose lore it becomes (`Keep.world`), in place of a character's
            knowledge. `{{char}}` is then kept.
        source: the knowledge source's name; the lorebook's or the file's by default.
        zone: the time zone of times that name none.
        progress: called with the amount done and the total.

    Raises:
        BadFile: the file is damaged, or of no known kind. Nothing was stored.
        InputError: the file doesn't tell which character it is for, or holds something that can't be stored.
    """
    if character is not None:
        require_character(character)
    if person is not None:
        require_name(person, "person")
    if world is not None and (require_world(world), character, person) != (world, None, None):
        raise InputError("A file is a character's or a world's.", hint="Name the world alone.")
    if source is not None:
        require_source(source)
    data, called = _read_file(file, name)
    recognised = recognise(data, called, zone)
    look = _look(recognised, called)
    if world is not None:
        if not isinstance(recognised, Lorebook | str):
            raise InputError(f"This is a {look.kind}: no lore.", hint="A world takes texts and lorebooks.")
        lore = recognised if isinstance(recognised, str) else as_text(recognised, name="{{char}}")
        results = [_learnt(keep.world(world), lore, source or _source(look.name), progress)]
    elif isinstance(recognised, Card):
        results = _take_card(keep, recognised, character, source, progress)
    elif isinstance(recognised, tuple):
        results, longer = _take_chats(keep, recognised, character, person, progress)
        look = replace(look, left_out=(*look.left_out, *longer))
    else:
        who = _required(character)
        source_name = source or _source(look.name)
        if isinstance(recognised, Rdf):
            rdf = keep.character(who).know(recognised.content, source=source_name, format=recognised.format)
            new = rdf.triples if rdf.new else 0
            results = [Taken(what="triples", character=who, source=source_name, new=new, known=rdf.triples - new)]
        elif isinstance(recognised, Lorebook):
            reader = keep.character(who)
            results = [_learnt(reader, as_text(recognised, name=reader.name), source_name, progress)]
        else:
            results = [_learnt(keep.character(who), recognised, source_name, progress)]
    return Imported(kind=look.kind, format=look.format, name=look.name, taken=tuple(results), left_out=look.left_out)


def _read_file(file: str | os.PathLike[str] | bytes, name: str | None) -> tuple[bytes, str]:
    """Return the content and name of a file."""
    if isinstance(file, bytes | bytearray | memoryview):
        return bytes(file), UNNAMED if name is None else require_name(name, "file's name")
    if not isinstance(file, str | os.PathLike):
        raise InputError(f"{file!r:.80} is no file and no bytes.", hint="Give a path, or what the file holds as bytes.")
    path = Path(file)
    return read_bytes(path), path.name if name is None else require_name(name, "file's name")


def _look(recognised: Found, called: str) -> Look:
    stem = Path(called.removesuffix(".gz")).stem or called
    if isinstance(recognised, Card):
        entries = len(recognised.book.entries) if recognised.book else 0
        return Look(
            kind=CARD,
            format=recognised.format,
            name=recognised.name,
            characters=(recognised.called,),
            items=entries,
            greeting=greeting(recognised),
            left_out=recognised.left_out,
        )
    if isinstance(recognised, Lorebook):
        named = recognised.name or stem
        return Look(
            kind=LOREBOOK, format="lorebook", name=named, items=len(recognised.entries), left_out=recognised.left_out
        )
    if isinstance(recognised, Rdf):
        return Look(kind=RDF, format=recognised.format or "rdf", name=stem, items=recognised.read.triples)
    if isinstance(recognised, str):
        return Look(kind=TEXT, format="text", name=stem, items=len(recognised))
    named_ones = tuple(dict.fromkeys(chat.character for chat in recognised if chat.character is not None))
    people = [chat.person for chat in recognised if chat.person is not None]
    people += [speaker for chat in recognised if chat.own is None for speaker in chat.speakers]
    return Look(
        kind=CHAT,
        format=recognised[0].format,
        name=recognised[0].name if len(recognised) == 1 else stem,
        characters=named_ones,
        people=tuple(dict.fromkeys(people)),
        items=sum(len(chat.turns) for chat in recognised),
        left_out=_added(recognised),
    )


def _added(chats: tuple[Chat, ...]) -> tuple[LeftOut, ...]:
    """Add up what isn't imported of several chats."""
    counts: dict[tuple[str, str], int] = {}
    for chat in chats:
        for one in chat.left_out:
            counts[one.what, one.why] = counts.get((one.what, one.why), 0) + one.count
    return tuple(LeftOut(what=what, why=why, count=count) for (what, why), count in counts.items())


def _required(character: str | None) -> str:
    if character is None:
        raise InputError("The file doesn't tell whose it is to be.", hint=_CHARACTER_HINT)
    return character


def _known_as(keep: Keep, *names: str) -> Character | None:
    """Return the character that has one of some names as its id or name; None if there is none.

    Raises:
        InputError: several characters match.
    """
    wanted = {name.casefold() for name in names}
    characters = keep.characters()
    by_id = [one for one in characters if one.id in names]
    candidates = by_id or [one for one in characters if {one.id.casefold(), one.name.casefold()} & wanted]
    if len(candidates) > 1:
        ids = ", ".join(one.id for one in candidates)
        raise InputError(f"Several characters are called {names[0]!r}: {ids}.", hint=_CHARACTER_HINT)
    return candidates[0] if candidates else None


def _take_card(
    keep: Keep, card: Card, character: str | None, source: str | None, progress: Progress | None
) -> list[Taken]:
    """Create or change a character from a card; its lorebook is stored before what makes it speak by the card."""
    story = greeting_story(card)
    if story is not None:
        from soulkeep.stories.script import Script

        Script.read(story)  # check it before anything is stored
    there = _known_as(keep, card.name, card.called) if character is None else None
    id = character or (there.id if there else card.name)
    book = source or require_source(as_name((card.book.name if card.book else "") or card.name))
    new = _called(keep, id) is None
    who = keep.character(id, name=card.called, description=about(card))
    results = [Taken(what="character", character=id, new=int(new), known=int(not new))]
    if card.book is not None and card.book.entries:
        results.append(_learnt(who, as_text(card.book, name=card.called), book, progress))
    if story is not None:
        who.stage(story)
    else:
        who.stories.remove(STORY)
    return results


def _source(name: str) -> str:
    """Return the name of a knowledge source from a file's name."""
    if name == UNNAMED:
        raise InputError("What is this knowledge to be called?", hint='Give the file\'s name: name="canon.txt".')
    return require_source(as_name(name))


def _learnt(who: Character | World, text: str, source: str, progress: Progress | None) -> Taken:
    learned = who.learn(text, source=source, progress=progress)
    id, world = ("", who.name) if isinstance(who, World) else (who.id, None)
    return Taken(what="passages", character=id, world=world, source=source, new=learned.passages, known=learned.known)


def _take_chats(
    keep: Keep, chats: tuple[Chat, ...], character: str | None, person: str | None, progress: Progress | None
) -> tuple[list[Taken], list[LeftOut]]:
    """Store the turns of chats, those of one character and person together, all or none."""
    together: dict[tuple[str, str], list[Turn]] = {}
    verbatim = all(chat.verbatim for chat in chats)
    names: dict[str, tuple[str, str | None]] = {}
    for chat in chats:
        id, called, other = _between(keep, chat, character, person)
        if other in (id, called):
            raise InputError(f"{called} can't face itself.", hint="Name the person: person=…, or --person.")
        names.setdefault(id, (called, chat.language))
        if chat.verbatim:
            turns = list(chat.turns)
        else:
            turns = [replace(turn, speaker=_speaker(turn.speaker, chat, id, called, other)) for turn in chat.turns]
        together.setdefault((id, other), []).extend(turns)
    results, longer = [], 0
    for (id, other), turns in together.items():
        name, language = names[id]
        who = keep.character(id, name=None if _called(keep, id) else name, language=language)
        limit = relationship_of(who, None).settings.turn_characters
        short = turns if verbatim else [turn for turn in turns if len(turn.text) <= limit]
        longer += len(turns) - len(short)
        results.append(_observed(who, other, short, verbatim, progress))
    why = "too long for a turn: have the character learn it"
    return results, [LeftOut(what="messages", why=why, count=longer)] if longer else []


def _between(keep: Keep, chat: Chat, character: str | None, person: str | None) -> tuple[str, str, str]:
    """Return the id and name of a chat's character, and whom it faces."""
    if chat.verbatim:
        id = character or str(chat.character)
        return id, _called(keep, id) or id, person or PERSON
    own, other = chat.character, chat.person
    if chat.own is None:  # of two speakers, the caller must say who is who
        own = _own_speaker(keep, chat, character, person)
        other = next((one for one in chat.speakers if one != own), None)
    if character is None:
        known_character = _known_as(keep, own) if own is not None else None
        character = known_character.id if known_character else _required(own)
    elif character in chat.speakers:  # of a group, the one named
        own = character
    return character, _called(keep, character) or own or character, person or other or PERSON


def _called(keep: Keep, id: str) -> str | None:
    """Return the name of a character; None if there is none of that id."""
    return next((one.name for one in keep.characters() if one.id == id), None)


def _own_speaker(keep: Keep, chat: Chat, character: str | None, person: str | None) -> str:
    """Return which of the two speakers of a chat is the character."""
    speakers = chat.speakers
    own = set()
    if character is not None:
        own = {character.casefold(), (_called(keep, character) or character).casefold()}
    matches = [one for one in speakers if one.casefold() in own]
    if not matches and person is not None:
        others = [one for one in speakers if one.casefold() != person.casefold()]
        matches = others if len(others) == 1 and len(speakers) == 2 else []
    if not matches:
        hint = f"Name the one that is the character: character={speakers[0]!r}, or --character {speakers[0]!r}."
        raise InputError(f"This is a chat of {' and '.join(speakers)}: which one is the character?", hint=hint)
    return matches[0]


def _speaker(speaker: str | None, chat: Chat, id: str, called: str, person: str) -> str | None:
    """Return who said a turn, as the keep knows them: None for the person, the character by its name."""
    if speaker is None or speaker == chat.person:
        return None
    own = {id.casefold(), called.casefold()}
    if own.isdisjoint(one.casefold() for one in chat.speakers):  # the keep and the chat use different names
        own |= {one.casefold() for one in (chat.own, chat.character) if one}
    if speaker.casefold() in own:
        return called
    if chat.own is None or speaker.casefold() == person.casefold():  # of two speakers, the other one
        return None
    return speaker


def _observed(who: Character, person: str, turns: list[Turn], verbatim: bool, progress: Progress | None) -> Taken:
    """Store turns that aren't stored yet. Turns with derived ids are skipped if stored before, even if the character
    was renamed or one was deleted since."""
    fresh = turns if verbatim else [turn for turn in turns if not _is_there(who, turn, person)]
    while True:
        try:
            stored = who.observe_many(fresh, person=person, undated=True, progress=progress)
            break
        except IdConflict as conflict:
            left = [turn for turn in fresh if turn.id != conflict.id]
            if verbatim or len(left) == len(fresh):
                raise
            fresh = left
    new = sum(one.new for one in stored)
    return Taken(what="turns", character=who.id, person=person, new=new, known=len(turns) - new)


def _is_there(who: Character, turn: Turn, person: str) -> bool:
    try:
        who.memory(str(turn.id), person=person)
    except UnknownMemory:
        return False
    return True
