"""The context for building a page of the inspector: user, character, person, language, and common parts.

A page is a module with

    NAME = "memories"                     # its address: /memories
    ICON = "bookmarks"                    # a Material icon
    TEXTS = texts("memories")             # its words, for view.t(key, **values): locale/en/memories.toml …

    def build(view: View) -> None: …      # or async; elements made here land in the page's main column

The shell has created the header, the navigation and the main column. There is no Tailwind (its compiler runs in the
browser and is slow): use the classes of static/theme.css (`sk-…`), Quasar's (`row`, `col`, `q-mt-md` …) or `.style(…)`,
with the colours of theme.css (`var(--sk-ink)`, `--sk-soft`, `--sk-line`, `--sk-card`, `--sk-accent` …), which suit
light and dark.
"""

from __future__ import annotations

import inspect
import logging
from collections.abc import Awaitable, Callable, Collection, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import ParamSpec, TypeVar
from urllib.parse import urlencode

from nicegui import Client, context, ui

from soulkeep.character.character import Character
from soulkeep.errors import SoulkeepError
from soulkeep.inspector import parts, texts, times
from soulkeep.inspector.errors import error_words
from soulkeep.inspector.live import Watches, state_of
from soulkeep.inspector.texts import Texts
from soulkeep.inspector.threads import in_thread
from soulkeep.server.access import Access, Right, Unauthenticated
from soulkeep.server.service import Service
from soulkeep.types.records import Memory

P = ParamSpec("P")
T = TypeVar("T")

_log = logging.getLogger("soulkeep.inspector")


@dataclass(slots=True, eq=False, kw_only=True)
class View:
    """One page in one browser tab.

    Attributes:
        service: the server's service.
        secret: the user's key; None without keys.
        workspace: the workspace in the address; None for the key's own.
        opened: the user's access as of when the page was opened; for deciding what to show, never for acting.
        character: the page's character as of then; None if there is no character yet.
        person: the person faced; None for nobody in particular.
        language: the language of the page's texts.
        page: the page's name.
        query: further parameters of the address: `view.query.get("id")`.
        client: NiceGUI's side of the tab.
    """

    service: Service
    watches: Watches
    secret: str | None
    workspace: str | None
    opened: Access
    character: Character | None
    person: str | None
    language: str
    page: str
    query: Mapping[str, str]
    tables: tuple[Texts, ...] = ()
    client: Client = field(default_factory=lambda: context.client)

    @property
    def character_id(self) -> str | None:
        """Return the character's id; None if there is no character yet."""
        return None if self.character is None else self.character.id

    # -- rights: looked up anew each time, so that nothing outlives a key that is revoked

    @property
    def access(self) -> Access:
        """Return the user's present access to the keep. It may read the database, as `acting` does, so use it in `run`.

        Raises:
            Unauthenticated: the key isn't valid (any more).
        """
        return self.service.access(self.service.grant(self.secret, self.workspace))

    def acting(self, right: Right) -> Character:
        """Return the character, for an action facing `person`.

        Raises:
            Forbidden, Unauthenticated, UnknownCharacter.
        """
        assert self.character_id is not None
        return self.access.character(self.character_id, right, person=self.person)

    def changing(self, memory: str) -> tuple[Character, Memory]:
        """Return the character, and one of its memories facing `person`, for a change.

        Raises:
            Forbidden, Unauthenticated, UnknownCharacter, UnknownMemory.
        """
        return self.access.changing(self.character_id or "", memory, person=self.person)

    def erased(self) -> None:
        """Drop the server's kept responses, since something that they may tell was erased or changed."""
        self.service.requests.forget(self.opened.grant.workspace)

    # -- what may be shown: by the rights that there were when the page was opened, without reading anything

    def may(self, right: Right) -> bool:
        """Return whether the user has this right, facing this person; for hiding or disabling controls."""
        return self._may(right, self.person)

    def may_change(self, person: str | None) -> bool:
        """Return whether the user may change a memory that is shared with a person, as `changing` decides."""
        return self.may("read") and self.may("write") and self._may("write", person)

    def may_whole(self, right: Right) -> bool:
        """Return whether the user has this right for every character and person."""
        return self.opened.grant.whole and self._may(right, None)

    def _may(self, right: Right, person: str | None) -> bool:
        try:
            self.opened.require(right)
            self.opened.require_person(person, right=right)
        except SoulkeepError:
            return False
        return True

    # -- words

    def t(self, key: str, **values: object) -> str:
        """Return a text in the page's language: from the page's own TEXTS, else the shell's."""
        return texts.text(key, self.language, *self.tables, texts.SHELL, **values)

    def when(self, time: datetime | None) -> str:
        """Return a time in words: "14:03", "yesterday 9:15", "3 days ago", "8 May 2023"; "" if unknown."""
        return "" if time is None else times.time_in_words(time, datetime.now(UTC), self.language)

    def exact(self, time: datetime | None) -> str:
        """Return a time in full, for tooltips: "8 May 2023, 18:30:05"."""
        return "" if time is None else times.exact(time, self.language)

    def link(self, page: str, **query: str | None) -> str:
        """Return the address of a page for the same character and person: `view.link("memories", id=memory.id)`."""
        whole = {"workspace": self.workspace, "character": self.character_id, "person": self.person or "", **query}
        params = {key: value for key, value in whole.items() if value is not None}
        return f"/{page}" + (f"?{urlencode(params)}" if params else "")

    # -- doing

    async def run(self, fn: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T | None:
        """Call the library in a thread, so that no page waits for another. Rights are checked where `fn` takes its
        character from `acting`: `await view.run(lambda: view.acting("write").restore(id, person=view.person))`.

        Returns:
            The function's result; None after an error, which is shown.
        """
        try:
            return await in_thread(fn, *args, **kwargs)
        except SoulkeepError as error:
            self.tell(error)
        return None

    def tell(self, error: SoulkeepError | str) -> None:
        """Show an error, with advice; or a short message."""
        if self.client.is_deleted:
            return
        with self.client:
            if isinstance(error, Unauthenticated):
                ui.navigate.to(f"/sign-in?{urlencode({'next': self.link(self.page)})}")
            elif isinstance(error, str):
                ui.notify(error, position="bottom", classes="sk-notice")
            else:
                message, hint = error_words(error, self.language)
                ui.notify(
                    message,
                    caption=hint or None,
                    position="bottom",
                    close_button=self.t("close"),
                    timeout=9000,
                    classes="sk-notice sk-notice-error",
                )

    def changed(self, callback: Callable[[], Awaitable[None] | None]) -> None:
        """Have `callback` called, about a second later, whenever anything was stored, changed or forgotten facing this
        person, or the mood changed, by this or another page, the API, or another process. A disconnected page is
        notified when it reconnects. The notifications end with the page."""
        if self.character is None:
            return
        character_id, person = self.character_id, self.person

        missed = False

        async def told() -> None:
            nonlocal missed
            missed = not self.client.has_socket_connection
            if missed or self.client.is_deleted or await self.run(lambda: self.acting("read")) is None:
                return
            with self.client:
                result = callback()
                if inspect.isawaitable(result):
                    await result

        def look() -> object:
            keep = self.service.workspaces.open(workspace)
            assert character_id is not None
            return state_of(keep.character(character_id, create=False), person)

        async def back() -> None:
            if missed:
                await told()

        workspace = self.opened.grant.workspace
        stop = self.watches.watch((workspace, character_id, person), look, told)
        self.client.on_connect(back)
        self.client.on_delete(stop)

    # -- parts

    def card(self, title: str = "", *, icon: str = "", note: str = "") -> ui.element:
        """Return a card: `with view.card(view.t("title")).classes("my-card"): …`."""
        return parts.card(title, icon=icon, note=note)

    def bars(self, score_parts: Mapping[str, float], best: float | None = None) -> ui.element:
        """Return a score's parts as one stacked bar, with the numbers as a tooltip and for screen readers.

        Args:
            score_parts: `Hit.parts`.
            best: the score that fills the bar; the score's own by default.
        """
        return parts.bars(score_parts, best, self._part_name)

    def legend(self, names: Collection[str]) -> ui.element:
        """Return a legend of the colours of bars, for the parts named."""
        return parts.legend(names, self._part_name, self._part_short)

    def meter(self, share: float, label: str) -> ui.element:
        """Return a share, 0…1, as a small bar with its number; the label describes it to screen readers."""
        return parts.meter(share, label)

    def empty(self, message: str, *, icon: str = "inbox") -> ui.element:
        """Return the placeholder of a page where there is nothing yet."""
        return parts.empty(message, icon)

    def _part_short(self, name: str) -> str:
        """Return a part's short name: in English as recalls name it, in other languages translated."""
        return name if self.language == "en" else self._part_name(name).removeprefix(f"{name}: ")

    def _part_name(self, name: str) -> str:
        label = self.t(f"part_{name}")
        return name if label == f"part_{name}" else f"{name}: {label}"
