"""The page on quarantine: memories that pose as something else to a language model, why they are suspect, and a button
to release them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from nicegui import ui

from soulkeep.inspector.memory_look import add_look
from soulkeep.inspector.parts import beginning, words
from soulkeep.inspector.texts import texts
from soulkeep.inspector.view import View
from soulkeep.lang.unseen import visible
from soulkeep.types.records import Memory

__all__ = ["ICON", "NAME", "TEXTS", "build"]

NAME = "quarantine"
ICON = "gpp_maybe"
TEXTS = texts("quarantine")


def build(view: View) -> None:
    """Build the page."""
    add_look()
    if view.character is None:
        view.empty(view.t("pick_character"))
        return
    QuarantinePage(view).begin()


class QuarantinePage:
    """The list of suspect memories, shared with the person faced and with nobody in particular."""

    def __init__(self, view: View) -> None:
        self._view = view
        self._shown: list[Memory] | None = None

    def begin(self) -> None:
        """Lay out and fill the page."""
        view = self._view
        with view.card(view.t("summary"), icon=ICON, note=view.t("note")):
            self._box = ui.element("ul").classes("sk-mem-list").props("data-sk-quarantine")
        view.changed(self._reload)
        ui.timer(0.0, self._reload, once=True)

    def _read(self) -> list[Memory]:
        view, person = self._view, self._view.person
        character = view.acting("read")
        suspects = character.quarantine(person=person) if person is not None else []
        worlds = character.profile.worlds if view.may_whole("read") else ()
        lore = [memory for world in worlds for memory in view.access.world(world, "read").quarantine()]
        return [*suspects, *character.quarantine(), *lore]

    async def _reload(self) -> None:
        suspects = await self._view.run(self._read)
        if suspects is None or self._view.client.is_deleted or suspects == self._shown:
            return
        self._shown = suspects
        self._box.clear()
        with self._box:
            for memory in suspects:
                self._row(memory)
            if not suspects:
                words(self._view.t("nothing"), tag="li", classes="sk-soft")

    def _row(self, memory: Memory) -> None:
        view, text = self._view, visible(beginning(memory.text))
        with ui.element("li").classes("sk-mem-item") as item:
            item.props["data-memory"] = memory.id
            words(text, classes="sk-mem-text").props["lang"] = memory.language
            with ui.element("div").classes("sk-mem-meta"):
                for sign in memory.suspect:
                    words(view.t(f"sign_{sign}"), tag="span", classes="sk-pill sk-pill-held")
                words(memory.speaker or memory.source, tag="span")
            if memory.world is not None:
                words(view.t("of_world", world=memory.world), classes="sk-soft sk-small")
            elif view.may_change(memory.person):
                with ui.element("div").classes("sk-row"):
                    self._button("release", text, partial(self._release, memory.id))
                    self._button("forget", text, partial(self._forget, memory.id))

    def _button(self, key: str, text: str, on_click: Callable[[], object]) -> None:
        button = ui.button(self._view.t(key), on_click=on_click).props("flat dense no-caps")
        button.props["aria-label"] = self._view.t(f"{key}_this", text=text)

    async def _release(self, id: str) -> None:
        view = self._view
        if await view.run(lambda: view.changing(id)[0].release(id, person=view.person)) is not None:
            view.tell(view.t("released"))
            await self._reload()

    async def _forget(self, id: str) -> None:
        view = self._view
        if await view.run(lambda: view.changing(id)[0].forget(id, person=view.person)) is not None:
            view.tell(view.t("forgot"))
            await self._reload()
