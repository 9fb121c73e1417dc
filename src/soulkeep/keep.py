"""`Keep`: an open store, the working sets held in memory, and the characters it hands out."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import astuple, replace
from datetime import UTC, datetime
from threading import Lock
from types import TracebackType
from typing import Any, Self

from soulkeep.character.character import Character
from soulkeep.clock import Clock, SystemClock
from soulkeep.errors import EmbedderChanged, InputError, UnknownCharacter
from soulkeep.lang.owners import owner_of, require_character, require_world, world_of
from soulkeep.lang.validity import is_fit, require_name, require_new_name, require_storable
from soulkeep.memory.arguments import names_of
from soulkeep.memory.checkpoint import WorkProgress
from soulkeep.memory.erase import erase, erase_world
from soulkeep.memory.expire import expiring
from soulkeep.memory.worker import Worker, settle
from soulkeep.models.chat.base import ChatModel
from soulkeep.models.chat.ledger import Ledger, Spent
from soulkeep.models.chat.roles import Models, Roles, models_from_environment
from soulkeep.models.embed.base import CachedEmbedder, Embedder
from soulkeep.models.embed.choose import choose_embedder, word_for
from soulkeep.recipes import recipe as settings_of
from soulkeep.reply.bids import Answering, Responder, responders_of
from soulkeep.runtime import Embeddings, Runtime
from soulkeep.search.cache import PartitionCache
from soulkeep.search.index import Progress, fill, index, reembed, space_of
from soulkeep.settings import Settings
from soulkeep.stores.base import Store
from soulkeep.stores.keys import Keys
from soulkeep.stores.opening import open_store
from soulkeep.stores.rows import Entry, StoreStats
from soulkeep.telemetry import DELETE, Telemetry, Value, traced
from soulkeep.types.receipts import BackupReceipt, ErasureReceipt, Expiring, TakenIn
from soulkeep.types.records import Job, Mood
from soulkeep.world import World


class Keep:
    """An open store of memories. `soulkeep.open` returns one; close it, or use it in a `with` block."""

    def __init__(
        self,
        store: Store,
        embedder: Embedder,
        chat: Models | ChatModel | None,
        settings: Settings,
        clock: Clock,
        responders: Sequence[Responder] = (),
        telemetry: Telemetry | None = None,
    ) -> None:
        space = space_of(embedder)
        stored = store.open_space(space)
        if stored != space:
            raise EmbedderChanged(
                f"The memories were embedded with {stored.name}, but the keep is opened with {space.name}.",
                hint=f"Open it with the embedder {word_for(stored.name) or stored.name}, or move it over with: "
                f"soulkeep reembed --embedder {word_for(space.name) or 'URL#MODEL, or its folder'}",
            )
        self._store = store
        cache = PartitionCache(store, space, budget=settings.mind_bytes, settings=settings)
        ledger = Ledger(clock, settings.daily_tokens)
        parts = (store, Embeddings(embedder, cache), Roles.of(chat, ledger), settings, clock)
        self._runtime = Runtime(*parts, own=tuple(responders), telemetry=telemetry)
        if settings.templates is not None:
            self._runtime.graph_cache  # noqa: B018 - a wrong folder shows at once
        self._worker = Worker(self._runtime)
        self._closing = Lock()
        self._process = os.getpid()
        if settings.warm:
            store.watch(lambda partition: self._runtime.embeddings.cache.warm(partition))
        if settings.background:
            self._runtime.woken = self._worker.wake
            if settings.turn_days or settings.silent_days or store.waiting(limit=1):  # left by a process that ended
                self._worker.wake()

    def character(
        self,
        id: str,
        *,
        name: str | None = None,
        description: str | None = None,
        language: str | None = None,
        forgetfulness: float | None = None,
        learning: float | None = None,
        temperament: Mood | None = None,
        worlds: Collection[str] | None = None,
        create: bool = True,
    ) -> Character:
        """Return the character with this id, creating it if need be. Arguments left out leave their values as they are.

        Args:
            id: any string of the caller's choice.
            name: what it is called; the id by default.
            description: who it is, up to 500 words; it goes into the prompt.
            language: ISO 639-1 code of the language of its memories; detected for each text by default.
            forgetfulness, learning: values for this character, in place of the keep's `Settings`.
            temperament: the mood that its mood drifts back to; neutral by default.
            worlds: names of the worlds (`world`) whose lore it has read, replacing earlier ones; none by default. It
                never recalls the lore of any other.
            create: False to raise `UnknownCharacter` if there is no such character.
        """
        require_character(id)
        values: dict[str, str | float | tuple[str, ...]] = {}
        if name is not None:
            values["name"] = require_name(name, "name")
        if description is not None:
            require_storable(description, "description")
            values["description"] = description
        if language is not None:
            values["language"] = require_name(language, "language")
        for dial, value in (("forgetfulness", forgetfulness), ("learning", learning)):
            if value is not None:
                Settings(**{dial: value})  # type: ignore[arg-type]
                values[dial] = value
        if temperament is not None:
            if not isinstance(temperament, Mood) or not all(-1 <= part <= 1 for part in astuple(temperament)):
                raise InputError("The temperament must be a soulkeep.Mood within -1…1.", hint="Try Mood(valence=0.2).")
            values |= {"valence": temperament.valence, "arousal": temperament.arousal}
        if worlds is not None:
            values["worlds"] = tuple(dict.fromkeys(map(self._require_world, names_of(worlds, "worlds") or ())))
        row = self._store.character(id)
        if row is None and not create:
            raise UnknownCharacter(id, (row.id for row in self._store.characters()))
        if row is None:
            require_new_name(id, "character id")
        if name is not None and (row is None or row.name != name):
            require_new_name(name, "name")
        if row is None or any(getattr(row, column) != value for column, value in values.items()):
            row = self._store.put_character(id, values)
        return Character(row, self._runtime)

    def characters(self) -> list[Character]:
        """Return all characters, sorted by id."""
        return [Character(row, self._runtime) for row in self._store.characters()]

    def people(self, character: str) -> list[str]:
        """Return the people with whom a character shares memories."""
        keys = self._store.keys(owner=require_character(character))
        return [key.person for key in keys if key.person is not None]

    def world(self, name: str) -> World:
        """Return a world by its name: the lore of a setting, guild or faction, which characters read (`character(…,
        worlds=…)`). It exists once something was learnt in it.

        Args:
            name: any string of the caller's choice; a character may have the same.
        """
        return World(self._require_world(name), self._runtime)

    def worlds(self) -> list[str]:
        """Return the names of all worlds in which something was learnt, or that a character reads."""
        learnt = {world_of(owner) for owner in self._store.owners(owner_of(""))}
        read = {world for row in self._store.characters() for world in row.worlds}
        return sorted(name for name in learnt | read if name is not None)

    def _require_world(self, name: str) -> str:
        """Return the name of a world that exists or may be created, or raise `InputError`."""
        return name if not is_fit(require_world(name)) and name in self.worlds() else require_new_name(name, "world")

    @traced(DELETE, lambda receipt: {"gen_ai.memory.record.count": receipt.memories})
    def erase(
        self,
        *,
        person: str | None = None,
        character: str | None = None,
        world: str | None = None,
        answers: str = "erase",
    ) -> ErasureReceipt:
        """Erase for good, also from the file. This can't be undone: `export` first what you want to keep.

        The file is rewritten without what was erased, which takes about a second for each 100 MB.

        Args:
            person: everything that any character shares with them, and the copies others hold: what they heard of it,
                answers given to them with it in the prompt, and what was derived from either.
            character: the character itself, with all its memories, stories and knowledge. With `person`, only what the
                two share. Worlds that it reads stay.
            world: all of its lore. Characters no longer read it; what they said about it stays.
            answers: `"list"` keeps, and lists in the receipt, the answers given to others with the person's words in
                the prompt, except those that cite them.
        """
        if answers not in ("erase", "list"):
            raise InputError(f"answers can't be {answers!r:.40}.", hint='Write answers="erase" or answers="list".')
        if world is not None:
            if person is not None or character is not None:
                raise InputError("A world is erased by itself.", hint="Leave out person= and character=.")
            return erase_world(self._runtime, require_world(world), self.world(world).readers())
        if person is None and character is None:
            raise InputError(
                "Erase whom?", hint="Give person=, character=, both for what the two share, or world= for its lore."
            )
        if person is not None:
            require_name(person, "person")
        if character is not None:
            require_character(character)
        return erase(self._runtime, person, character, answers=answers == "erase")

    def export(
        self, *, character: str | None = None, person: str | None = None, world: str | None = None
    ) -> Iterator[dict[str, Any]]:
        """Yield everything stored, row by row, as plain values for JSON. `take_in` reads it back, here or elsewhere.

        Args:
            character: only this character: its profile, knowledge, memories, feelings and stories, and the names of the
                worlds that it reads.
            person: only this person: what any character shares with them, and what others heard of it; for somebody who
                asks what is stored about them.
            world: only this world's lore.

        Raises:
            UnknownCharacter: there is no such character.
        """
        if world is not None:
            require_world(world)
            if person is not None or character is not None:
                raise InputError("A world is exported by itself.", hint="Leave out person= and character=.")
        if character is not None:
            self.character(character, create=False)
        if person is not None:
            require_name(person, "person")
        from soulkeep.archive.rows import rows  # rarely needed

        return rows(self._store, self._runtime.clock.now(), character=character, person=person, world=world)

    def take_in(
        self, rows: str | os.PathLike[str] | Iterable[Mapping[str, Any]], *, progress: Progress | None = None
    ) -> TakenIn:
        """Read back an export of this keep or another: all of it, or nothing.

        Memories that are already here stay as they are, and those deleted here stay deleted, so reading an export twice
        adds nothing. New ones keep their ids, times, importance and history, and are embedded anew.

        Args:
            rows: a file of JSON Lines, or the rows of `export`.
            progress: called with the number of memories embedded so far and the total.

        Raises:
            BadFile: a row is malformed; the message names its line.
            IdConflict: an id already belongs to another memory here.
        """
        from soulkeep.archive.reading import read_export

        parts, store = self._runtime, self._store
        bundle = read_export(rows)
        embeddings = parts.embeddings
        new: list[Entry] = []
        for part in bundle.partitions:
            known_ids = {entry.id for entry in store.walk(part.key)}
            new += [entry for _, entry in part.memories if entry.id not in known_ids]
        index(new, embeddings.embedder, progress)
        added = store.take_in(bundle, embeddings.cache.space, at=parts.clock.now().timestamp())
        parts.woken()
        return TakenIn(
            characters=added.characters,
            memories=added.memories,
            known=added.known,
            deleted=added.deleted,
            stories=added.scripts,
            knowledge=added.graphs,
        )

    def backup(
        self, path: str | os.PathLike[str], *, force: bool = False, progress: Progress | None = None
    ) -> BackupReceipt:
        """Copy the database file as it is at one moment, while this process and others keep writing. The copy appears
        once it is complete, checked and on disk. `soulkeep.restore_backup` puts it back.

        Args:
            path: the backup's file. Only its owner may read it.
            force: replace an older backup.
            progress: called with the number of bytes copied so far and the total.

        Raises:
            InputError: the keep is in memory, or in PostgreSQL.
            BadFile: there can't be a backup at that path.
            StoreError: the copy can't be written: no space, no permission, no such folder.
        """
        from soulkeep.stores.sqlite.backup import backup  # rarely needed

        return backup(self._store.stats().location, path, force=force, progress=progress)

    def reembed(self, embedder: Embedder | str | None = None, *, progress: Progress | None = None) -> int:
        """Embed every memory that lacks a vector; with another embedder, embed all of them anew.

        The old vectors serve until the new ones are complete. An interrupted run resumes where it stopped. Other
        processes must open the keep again with the new embedder once it has taken over.

        Args:
            embedder: a name that `soulkeep.choose_embedder` knows, or your own `Embedder`. The keep's by default.
            progress: called with the number of memories done and the total.

        Returns:
            The number of vectors made.
        """
        if embedder is not None and not isinstance(embedder, str | Embedder):
            raise InputError(
                "The embedder must be a soulkeep.Embedder or a word.", hint="Subclass Embedder, or leave it out."
            )
        parts = self._runtime
        if isinstance(embedder, str):
            embedder = choose_embedder(embedder, kept=self._store.heads(())[0])
        if embedder is None or space_of(embedder) == parts.embeddings.cache.space:
            return fill(self._store, parts.embeddings.embedder, progress)
        count = reembed(self._store, embedder, progress)
        settings = parts.settings
        cache = PartitionCache(self._store, space_of(embedder), budget=settings.mind_bytes, settings=settings)
        parts.embeddings.cache.clear()
        parts.embeddings = Embeddings(embedder, cache)
        return count

    @property
    def embedder_name(self) -> str:
        """The name of the vector space that the memories are embedded in."""
        return self._runtime.embeddings.embedder.name

    @property
    def mind_bytes(self) -> int:
        """Bytes of working sets held in memory now; `Settings.mind_bytes` and `large_bytes` bound them."""
        return self._runtime.embeddings.cache.nbytes

    def bound_minds(self, bytes: int) -> None:
        """Bound the bytes of working sets in memory, in place of `Settings.mind_bytes`. What exceeds the bound is
        dropped as others are loaded."""
        self._runtime.embeddings.cache.budget = max(1, bytes)

    def settle(self, *, timeout: float | None = None, over: bool = False) -> list[Job]:
        """Do now the work otherwise done in the background: facts, summaries, consolidation, reflection. Returns when
        nothing is left that any process can do.

        Args:
            timeout: seconds to take at most; unlimited by default.
            over: treat every conversation as over, instead of waiting until it has been silent.

        Returns:
            The work left: conversations still open, and what a language model failed at and will be asked again.
        """
        settle(self._runtime, seconds=timeout, over=over)
        return self.jobs()

    def jobs(self) -> list[Job]:
        """Return the work on memories that is waiting or running, soonest due first."""
        return [
            Job(
                character=waiting.key.owner,
                person=waiting.key.person,
                since=datetime.fromtimestamp(waiting.since, UTC),
                due=datetime.fromtimestamp(waiting.due, UTC),
                running=waiting.running,
                attempts=max(marks.attempts, marks.unreflected, marks.tries),
                error=marks.error,
                provisional=len(marks.windows),
                skipped=marks.passed_over,
                left_out=marks.left_out,
            )
            for waiting in self._store.waiting()
            for marks in [WorkProgress.of(waiting.marks)]
        ]

    def expiring(self, *, turn_days: float | None = None, silent_days: float | None = None) -> Expiring:
        """Return what retention rules would delete now, to be checked before they are set. Nothing is deleted.

        Args:
            turn_days, silent_days: days, as in `Settings`, whose values are the default; 0 for no such rule.

        Raises:
            InputError: one of them isn't a valid number of days.
        """
        asked = self._runtime.settings
        if turn_days is not None:
            asked = replace(asked, turn_days=turn_days)
        if silent_days is not None:
            asked = replace(asked, silent_days=silent_days)
        return expiring(self._runtime, turn_days=asked.turn_days, silent_days=asked.silent_days)

    def usage(self) -> dict[str, Spent]:
        """Return the tokens and calls spent on language models since the keep was opened, by role: `"chat"`,
        `"memory"`, `"check"`. Empty if there are none."""
        models = self._runtime.models
        return models.ledger.spent() if models else {}

    def stats(self) -> StoreStats:
        """Return counts of what is stored, and its size."""
        return self._store.stats()

    def check(self) -> list[str]:
        """Return the faults found in the database, in words; empty if there are none."""
        return self._store.check()

    def close(self) -> None:
        """Finish writing and close the database, also while other threads use it: what they have handed over is stored,
        and whatever they ask for afterwards raises `StoreClosed`. Unfinished background work resumes when the keep
        is opened again."""
        if os.getpid() != self._process:
            return  # a forked child doesn't own it
        with self._closing:  # a second caller also returns once it is closed
            self._worker.stop()
            self._store.close()
            self._runtime.embeddings.cache.clear()
            self._runtime.moves.clear()
            if self._runtime.held is not None:
                self._runtime.held.close()

    @property
    def _telemetry(self) -> Telemetry | None:
        return self._runtime.telemetry

    @property
    def _attributes(self) -> Mapping[str, Value]:
        return {}

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def open(
    location: str | os.PathLike[str],
    *,
    embedder: Embedder | str | None = None,
    chat: ChatModel | Models | None = None,
    settings: Settings | None = None,
    clock: Clock | None = None,
    responders: Sequence[Responder | Answering] = (),
    recipe: str | None = None,
    telemetry: Telemetry | None = None,
    keys: Keys | str | os.PathLike[str] | None = None,
) -> Keep:
    """Open a keep, creating it if need be.

    Args:
        location: a file such as `"keep.db"`, or `":memory:"` for tests.
        embedder: a name that `soulkeep.choose_embedder` knows, or your own `Embedder`. The bundled one by default.
        chat: the language model, or several by role (`soulkeep.Models`). By default those that SOULKEEP_CHAT_URL,
            _MODEL and _KEY name, and in the same way SOULKEEP_MEMORY_… and SOULKEEP_CHECK_…; or else none.
        settings: how the keep and its characters behave.
        clock: tells the time.
        recipe: a paper's system, in place of `settings`: `"landwehr"`, `"sieber"`, `"seoul"`, `"mimir"` or `"requery"`.
        telemetry: receives a report of every operation, such as `soulkeep.OpenTelemetry()`; nobody by default.
        responders: your own, asked beside the built-in ones: functions that take a `Situation` and return a `Bid` or
            None, or `Responder`s.
        keys: encrypts what is stored, so that the file alone can't be read: the path of a separate file of keys,
            created if there is none, or a `soulkeep.Keys`. By default the file that SOULKEEP_KEYS names; without it
            nothing is encrypted.

    Raises:
        EmbedderChanged: the stored vectors come from another embedder.
        MissingExtra: keys are given, but no cipher is installed.
        StoreError: the keep can't be opened; the file is left as it was.
    """
    if embedder is not None and not isinstance(embedder, str | Embedder):
        raise InputError(
            "The embedder must be a soulkeep.Embedder or a word.", hint="Subclass Embedder, or leave it out."
        )
    if settings is not None and not isinstance(settings, Settings):
        raise InputError("The settings must be a soulkeep.Settings.", hint="Write settings=soulkeep.Settings(k=20).")
    if recipe is not None and settings is not None:
        hint = f"Write settings=soulkeep.recipe({recipe!r}, k=20), with the changes you need."
        raise InputError("A recipe is settings: give one of the two.", hint=hint)
    parts = settings or (Settings() if recipe is None else settings_of(recipe))
    own = responders_of(responders)
    store = open_store(location, busy_seconds=parts.busy_seconds, notify=parts.warm, keys=keys)
    try:
        if embedder is None or isinstance(embedder, str):
            chosen = choose_embedder(embedder, kept=store.heads(())[0])
        else:
            chosen = CachedEmbedder(embedder)
        return Keep(store, chosen, chat or models_from_environment(), parts, clock or SystemClock(), own, telemetry)
    except BaseException:
        store.close()
        raise
