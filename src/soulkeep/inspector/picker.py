"""A menu of as many names as there may be: it shows the first of them when it is opened, and finds the others."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass

from nicegui import ui

from soulkeep.inspector.parts import initial, words
from soulkeep.inspector.view import View

MOST = 100
"""Names that are shown at a time; with more, there is a field to search them."""


@dataclass(frozen=True, slots=True)
class PickerItem:
    """One entry.

    Attributes:
        id: what tells it from the others.
        name: as it is shown.
        address: of the page that it leads to.
    """

    id: str
    name: str
    address: str


Listing = Callable[[str], list[PickerItem]]
"""The choices whose names hold some words, given in small letters. It is called in a thread."""


class Picker:
    """The menu of a button.

    Args:
        view: of the page.
        label: of the search field.
        listing: what there is.
        on: the id of what is chosen.
    """

    def __init__(self, view: View, label: str, listing: Listing, *, on: str | None) -> None:
        self._view = view
        self._listing = listing
        self._on = on
        self._asked = 0
        with ui.menu().props("no-parent-event role=menu").classes("sk-menu") as self._menu:
            self._field = ui.input(placeholder=label).props("outlined dense clearable debounce=200")
            self._field.classes("sk-menu-search").props["aria-label"] = label
            self._field.on_value_change(self._fill)
            self._field.visible = False
            self._box = ui.element("div").classes("sk-menu-names")
            self._note = words("", classes="sk-soft sk-menu-note")

    def menu(self, button: ui.button) -> AbstractContextManager[object]:
        """Have the button open it; what is made within stands below the names."""
        button.on_click(self._toggle).props["aria-haspopup"] = "menu"
        return self._menu

    async def _toggle(self) -> None:
        if self._menu.value:
            self._menu.close()
        elif await self._fill():
            self._menu.open()

    async def _fill(self) -> bool:
        view, sought = self._view, (self._field.value or "").strip().casefold()
        self._asked += 1
        mine = self._asked
        listed = await view.run(self._listing, sought)
        if listed is None or mine != self._asked:
            return False
        with self._box.clear():
            for one in listed[:MOST]:
                choice(one.name, one.address, on=one.id == self._on)
        more = len(listed) - MOST
        self._field.visible = self._field.visible or more > 0
        self._note.text = view.t("more_names", count=f"{more:,}") if more > 0 else ""
        self._note.visible = more > 0
        return True


def choice(name: str, address: str, *, on: bool) -> None:
    """An entry of a menu, which leads to a page."""
    with ui.menu_item(on_click=lambda: ui.navigate.to(address)).props("role=menuitemradio") as item:
        item.props["aria-checked"] = "true" if on else "false"
        with ui.element("span").classes("sk-menu-line"):
            initial(name)
            words(name, tag="span")
            if on:
                ui.icon("check").props["aria-hidden"] = "true"
