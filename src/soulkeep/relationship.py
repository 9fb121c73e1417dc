"""One character facing one person: what observing, recalling and replying have in common."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from soulkeep.clock import Clock, require_aware
from soulkeep.errors import InputError, UnknownMemory
from soulkeep.memory.forgetting import WAYS, first_to_go
from soulkeep.memory.perceive import perceive
from soulkeep.mind.cache import PartitionCache
from soulkeep.mind.entries import Answered
from soulkeep.mind.index import Progress, index
from soulkeep.mind.view import visible
from soulkeep.models.chat import ChatModel
from soulkeep.models.embed import Embedder
from soulkeep.recall.filters import Filters
from soulkeep.recall.presets import HITS, PRESETS
from soulkeep.recall.queries import Said
from soulkeep.recall.recollect import DEFAULT_PRESET, Question, Recollection
from soulkeep.records import Recall, Turn
from soulkeep.settings import Settings
from soulkeep.stores.base import CharacterRow, Entry, PartitionKey, Store
from soulkeep.text.language import detect
from soulkeep.text.questions import asking_part
from soulkeep.text.selfhood import asks_what_was_told, speaks_of_self
from soulkeep.text.validity import require_name

ROLE = "user"
"""Who asks where the character faces nobody in particular: so chats call the person."""


@dataclass(frozen=True, slots=True)
class Meanings:
    """An embedder and the working sets of its vectors: they change together or not at all."""

    embedder: Embedder
    cache: PartitionCache


@dataclass(slots=True)
class Workings:
    """What all characters of a keep share."""

    store: Store
    meanings: Meanings
    chat: ChatModel | None
    settings: Settings
    clock: Clock


class Relationship:
    """One character facing one person, or nobody in particular.

    Args:
        row: the character.
        person: None for nobody in particular.
        workings: what all share.
    """

    def __init__(self, row: CharacterRow, person: str | None, workings: Workings) -> None:
        self.row = row
        self.person = None if person is None else require_name(person, "person")
        self.workings = workings
        self.key = PartitionKey(row.id, self.person)

    @property
    def visible(self) -> list[PartitionKey]:
        """The partitions that the character sees here."""
        return visible(self.row.id, self.person)

    def store_turns(
        self,
        turns: Sequence[Turn],
        *,
        speaker: str | None = None,
        undated: bool = False,
        answer: Answered | None = None,
        into: int | None = None,
        progress: Progress | None = None,
    ) -> list[tuple[Entry, bool]]:
        """Make turns findable and durable; each as it was stored, and whether it is new."""
        parts = self.workings
        now = parts.clock.now()
        entries = [
            perceive(
                turn,
                speaker=speaker or self.person or self.row.name,
                now=now,
                language=self.row.language or None,
                limit=parts.settings.turn_characters,
                undated=undated,
                answer=answer,
            )
            for turn in turns
        ]
        if not entries:
            return []
        meanings = parts.meanings
        index(entries, meanings.embedder, progress)
        stored = parts.store.append(self.key, entries, meanings.cache.space, into=into)
        return [(entry, place.new) for entry, place in zip(entries, stored, strict=True)]

    def question(
        self,
        text: str,
        *,
        k: int | None,
        time: datetime | None,
        budget: int | None = None,
        filters: Filters = Filters(),  # noqa: B008 - frozen
        preset: str | None = None,
        history: Sequence[Said] = (),
        in_view: frozenset[tuple[int, int]] = frozenset(),
    ) -> Question:
        """What is asked of the mind, checked."""
        parts = self.workings
        preset = parts.settings.preset if preset is None else preset
        if preset not in (DEFAULT_PRESET, *PRESETS):
            known = ", ".join((DEFAULT_PRESET, *PRESETS))
            raise InputError(f"There is no preset {preset!r}.", hint=f"There are: {known}.")
        count = HITS.get(preset, parts.settings.k) if k is None else k
        if not isinstance(count, int) or count < 1:
            raise InputError(
                f"k must be a whole number, 1 or more, not {count!r}.", hint="Leave it out for Settings.k."
            )
        if budget is not None and (not isinstance(budget, int) or budget < 1):
            raise InputError(
                f"The budget must be a whole number of tokens, 1 or more, not {budget!r}.",
                hint="Leave it out for no limit.",
            )
        language = self.row.language or detect(text)
        told = asks_what_was_told(asking_part(text), language)
        asker = self.person or ROLE
        return Question(
            text=text,
            language=language,
            asker=asker if not told and speaks_of_self(text, language) else None,
            told=asker if told else None,
            now=parts.clock.now() if time is None else require_aware(time),
            k=count,
            budget=budget,
            filters=filters,
            preset=preset,
            history=history,
            in_view=in_view,
        )

    def change(self, id: str, values: Mapping[str, float | None]) -> tuple[PartitionKey, Entry]:
        """Change columns of a memory, journalling what they were; the memory as it is then."""
        require_name(id, "id")
        store = self.workings.store
        for key in self.visible:
            place = store.find(key, id)
            if place is not None:
                store.update(place.partition, [place.seq], values, at=self.workings.clock.now().timestamp())
                found = store.find(key, id)
                if found is not None:
                    return key, found.entry
        raise UnknownMemory(id)

    def forget(
        self, id: str | None, way: str, count: int | None, below: float | None
    ) -> list[tuple[PartitionKey, Entry]]:
        """Forget one memory, or the first to go; what was forgotten."""
        parts = self.workings
        now = parts.clock.now().timestamp()
        if id is not None:
            return [self.change(id, {"forgotten": now, "pinned": 0})]
        if way not in WAYS:
            raise InputError(f"There is no way {way!r} to forget.", hint=f"There are: {', '.join(WAYS)}.")
        if count is None and below is None:
            raise InputError("How many memories?", hint="Give count=, or below= a retention, or the id of one.")
        if below is not None and way not in ("decay", "redundant"):
            raise InputError(f"below= means nothing for {way!r}.", hint="Give count=.")
        if count is not None and (not isinstance(count, int) or count < 1):
            raise InputError(f"count must be a whole number, 1 or more, not {count!r}.", hint="Try count=100.")
        gone: list[tuple[PartitionKey, Entry]] = []
        for partition in parts.meanings.cache.get([self.key]):
            with partition.lock:
                rows, values = first_to_go(partition, way, now=now, settings=parts.settings)
                limit = 0.0 if below is None else below if way == "decay" else below - 1
                seqs = [
                    int(partition.seqs[row])
                    for row, value in zip(rows, values, strict=True)
                    if below is None or value < limit
                ][:count]
            parts.store.update(partition.id, seqs, {"forgotten": now}, at=now)
            entries = parts.store.fetch(partition.id, seqs)
            gone += [(self.key, entries[seq]) for seq in seqs if seq in entries]
        return gone

    def recollect(self, question: Question) -> Recall:
        """What comes to mind."""
        parts = self.workings
        meanings = parts.meanings
        recollection = Recollection(parts.store, meanings.cache, meanings.embedder, parts.settings)
        return recollection.recall(self.visible, question)
