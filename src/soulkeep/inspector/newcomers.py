"""The dialogs that make a character, and name a person."""

from __future__ import annotations

import re
from itertools import chain, count

from nicegui import ui

from soulkeep.character.character import Character
from soulkeep.inspector.parts import words
from soulkeep.inspector.view import View
from soulkeep.lang.validity import require_new_name

_SOMEBODY = "user"
"""Whom a new character faces until somebody else is chosen, as on the command line."""


def character_dialog(view: View, edited: Character | None = None) -> ui.dialog:
    """Asks for a name and who it is, makes the character, and goes there; or changes one that is there."""

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
            person = view.person or _SOMEBODY  # a character that faces nobody can't be talked to
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
    """An id made of a name, which no character has."""
    plain = re.sub(r"[^\w-]+", "-", name.casefold()).strip("-") or "character"
    return next(one for one in chain([plain], (f"{plain}-{number}" for number in count(2))) if one not in ids_taken)


def person_dialog(view: View) -> ui.dialog:
    """Asks for a name, and faces that person. They exist from the first word on."""

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
    """Raise unless this is a name, of somebody whom who looks may face."""
    require_new_name(person, "name")
    view.access.require_person(person, right="read")
    return True


def _foot(view: View, dialog: ui.dialog, do: object, label: str) -> None:
    with ui.element("div").classes("sk-dialog-foot"):
        ui.button(view.t("cancel"), on_click=dialog.close).props("flat no-caps")
        ui.button(view.t(label), on_click=do).props("unelevated no-caps")  # type: ignore[arg-type]
