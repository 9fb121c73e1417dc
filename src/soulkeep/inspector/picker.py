"""A menu for any number of names, which shows the first ones, and finds others by search."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass

from nicegui import ui

from soulkeep.inspector.parts import initial, words
from soulkeep.inspector.view import View

MOST = 100
"""Most names shown at a time; if there are more, there is a search field."""


@dataclass(frozen=True, slots=True)
class PickerItem:
    """An entry of the menu.

    Attributes:
        id: its unique id.
        name: the name shown.
        address: address of the page that it opens.
    """

    id: str
    name: str
    address: str


Listing = Callable[[str], list[PickerItem]]
"""A function that returns the entries whose names contain a text in lower case. It is called in a thread."""


class Picker:
    """The menu of a button.

    Args:
        view: the page's view.
        label: the label of the search field.
        listing: a function that returns the entries.
        on: id of the selected entry.
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
        """Attach the menu to a button; elements created in the body stand below the names."""
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
    """Add an entry of a menu, which opens a page."""
    with ui.menu_item(on_click=lambda: ui.navigate.to(address)).props("role=menuitemradio") as item:
        item.props["aria-checked"] = "true" if on else "false"
        with ui.element("span").classes("sk-menu-line"):
            initial(name)
            words(name, tag="span")
            if on:
                ui.icon("check").props["aria-hidden"] = "true"
