"""Dialogs for creating a character, and for naming a person."""

from __future__ import annotations

import re
from itertools import chain, count

from nicegui import ui

from soulkeep.character.character import Character
from soulkeep.inspector.parts import words
from soulkeep.inspector.view import View
from soulkeep.lang.validity import require_new_name

_SOMEBODY = "user"
"""The person whom a new character faces by default, as on the command line."""


def character_dialog(view: View, edited: Character | None = None) -> ui.dialog:
    """Return a dialog that creates a character from a name and a description, and opens it; or edits one."""

    def make(called: str, about: str) -> str:
        access = view.access
        id = _free_id(called, {one.id for one in access.keep.characters()}) if edited is None else edited.id
        return access.define(id, name=called, description=about).id

    async def create() -> None:
        if not name.value.strip():
            name.run_method("focus")
            return
        created = await view.run(make, name.value.strip(), description.value.strip())
        if created is not None:
            person = view.person or _SOMEBODY  # without a person, there would be nobody to talk to
            ui.navigate.to(
                view.link(view.page, character=created, person=person) if edited is None else view.link(view.page)
            )

    with ui.dialog() as dialog, ui.element("div").classes("sk-card sk-dialog"):
        words(view.t("new_character" if edited is None else "edit_character"), tag="h2")
        name = ui.input(view.t("name"), value=edited.name if edited else "").props("outlined autofocus maxlength=200")
        name.on("keydown.enter", create)
        description = ui.textarea(view.t("description"), value=edited.profile.description if edited else "")
        description.props("outlined autogrow")
        _foot(view, dialog, create, "create" if edited is None else "save")
    return dialog


def _free_id(name: str, ids_taken: set[str]) -> str:
    """Return an unused id derived from a name."""
    plain = re.sub(r"[^\w-]+", "-", name.casefold()).strip("-") or "character"
    return next(one for one in chain([plain], (f"{plain}-{number}" for number in count(2))) if one not in ids_taken)


def person_dialog(view: View) -> ui.dialog:
    """Return a dialog that asks for a person's name, and faces that person, who is stored with the first turn."""

    async def face() -> None:
        person = name.value.strip()
        if await view.run(_may_face, view, person):
            ui.navigate.to(view.link(view.page, person=person))

    with ui.dialog() as dialog, ui.element("div").classes("sk-card sk-dialog"):
        words(view.t("new_person"), tag="h2")
        name = ui.input(view.t("person_name")).props("outlined autofocus maxlength=200").on("keydown.enter", face)
        _foot(view, dialog, face, "create")
    return dialog


def _may_face(view: View, person: str) -> bool:
    """Return True if this is a name, of a person that the user may face; else raise."""
    require_new_name(person, "name")
    view.access.require_person(person, right="read")
    return True


def _foot(view: View, dialog: ui.dialog, do: object, label: str) -> None:
    with ui.element("div").classes("sk-dialog-foot"):
        ui.button(view.t("cancel"), on_click=dialog.close).props("flat no-caps")
        ui.button(view.t(label), on_click=do).props("unelevated no-caps")  # type: ignore[arg-type]
