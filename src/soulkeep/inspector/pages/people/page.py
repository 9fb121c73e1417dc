"""The page on people: everybody whom a character knows, their relationship, and what is known about them."""

from __future__ import annotations

from nicegui import ui

from soulkeep.inspector.frame import mood_word, stamp
from soulkeep.inspector.memory_look import add_look, soon
from soulkeep.inspector.pages.people import data as data
from soulkeep.inspector.pages.people.data import COUNTED, Face
from soulkeep.inspector.pages.people.detail import PersonCard
from soulkeep.inspector.pages.people.models import ModelsCard
from soulkeep.inspector.parts import initial, scale, words
from soulkeep.inspector.texts import texts
from soulkeep.inspector.view import View

__all__ = ["ICON", "NAME", "TEXTS", "build"]

NAME = "people"
ICON = "groups"
TEXTS = texts("people", "memory")

_SHOWN = 40
"""Number of people shown at first, and added by each "more"."""


def build(view: View) -> None:
    """Build the page."""
    add_look()
    ui.add_head_html(f'<link rel="stylesheet" href="/_soulkeep/past.css?{stamp()}">')
    PeoplePage(view).begin()


class PeoplePage:
    """The list, the person in the page's address, and the use of language models."""

    def __init__(self, view: View) -> None:
        self._view = view
        self._shown = _SHOWN
        self._asked = 0

    def begin(self) -> None:
        """Lay out and fill the page."""
        view = self._view
        with ui.element("div").classes("sk-people"):
            with view.card(view.t("people"), icon=ICON).classes("sk-people-list"):
                self._field = ui.input(placeholder=view.t("search_people")).props("outlined dense clearable")
                self._field.props("debounce=250").classes("sk-search").props["aria-label"] = view.t("search_people")
                self._field.props["data-sk-search"] = True
                self._field.on_value_change(self._list)
                self._rows = ui.element("ul").classes("sk-people-rows")
            self._card = PersonCard(view)
        self._models = ModelsCard(view)
        view.changed(self._reload)
        soon(self._reload)

    async def _reload(self) -> None:
        await self._list()
        await self._models.reload()
        await self._card.reload()

    async def _list(self) -> None:
        view, sought = self._view, (self._field.value or "").strip()
        self._asked += 1
        mine = self._asked
        listed = await view.run(lambda: data.faces(view.access, view.character_id or "", sought, self._shown))
        if listed is None or mine != self._asked:
            return
        faces, total = listed
        self._rows.clear()
        with self._rows:
            if not faces:
                with ui.element("li"):
                    view.empty(view.t("none_found" if sought else "none"), icon="person_off")
            for face in faces:
                self._row(face)
            if not sought:
                self._to_nobody()
            if total > len(faces):
                with ui.element("li"):
                    ui.button(view.t("more_people", count=total - len(faces)), on_click=self._more).props(
                        "flat no-caps"
                    )

    async def _more(self) -> None:
        self._shown += _SHOWN
        await self._list()

    def _row(self, face: Face) -> None:
        view = self._view
        count = view.t("count_more" if face.memories >= COUNTED else "count", count=f"{face.memories:,}")
        with ui.element("li"), ui.element("a").classes("sk-who-card") as link:
            link.props["href"] = view.link(NAME, person=face.person)
            if face.person == view.person:
                link.props["aria-current"] = "true"
            initial(face.person)
            with ui.element("span"):
                with ui.element("span").classes("sk-who-name"):
                    words(face.person, tag="b")
                    words(view.when(face.last) or view.t("never"), tag="span", classes="sk-soft")
                words(f"{view.t(mood_word(face.mood))} · {count}", tag="span", classes="sk-soft")
            with ui.element("span").classes("sk-who-bars"):
                scale(view.t("closeness"), face.bond.closeness)
                scale(view.t("trust"), face.bond.trust)

    def _to_nobody(self) -> None:
        view = self._view
        with ui.element("li"), ui.element("a").classes("sk-who-card") as link:
            link.props["href"] = view.link(NAME, person="")
            if view.person is None:
                link.props["aria-current"] = "true"
            initial("·")
            with ui.element("span"):
                words(view.t("to_nobody"), tag="b")
                words(view.t("to_nobody_note"), classes="sk-soft")
