"""The dialog that erases a person for good, and shows the receipt."""

from __future__ import annotations

from nicegui import ui

from soulkeep import ErasureReceipt
from soulkeep.inspector.parts import words
from soulkeep.inspector.view import View


def erase_dialog(view: View, name: str) -> ui.dialog:
    """Return a dialog that, given the person's name, erases what one or all characters share with them.

    Args:
        view: the page's view, which faces the person.
        name: the character's name.
    """
    person = view.person or ""

    def erase(everywhere: bool) -> ErasureReceipt:
        access = view.access
        if everywhere:
            access.require_whole("admin")
            receipt = access.keep.erase(person=person)
        else:
            access.character(view.character_id or "", "admin", person=person)
            receipt = access.keep.erase(person=person, character=view.character_id)
        view.erased()
        return receipt

    async def do() -> None:
        if typed.value != person:
            return
        button.props("loading")
        receipt = await view.run(erase, bool(everywhere.value))
        button.props(remove="loading")
        if receipt is not None:
            box.clear()
            with box:
                _receipt(view, receipt)

    with ui.dialog() as dialog, ui.element("div").classes("sk-card sk-dialog") as box:
        words(view.t("erase_title", person=person), tag="h2")
        words(view.t("erase_lead", name=name, person=person))
        everywhere = ui.checkbox(view.t("erase_all"))
        everywhere.set_visibility(view.may_whole("admin"))
        typed = ui.input(view.t("erase_name", person=person)).props("outlined autofocus autocomplete=off")
        with ui.element("div").classes("sk-dialog-foot"):
            ui.button(view.t("cancel"), on_click=dialog.close).props("flat no-caps")
            button: ui.button = ui.button(view.t("erase_do"), on_click=do).props("unelevated no-caps color=negative")
            button.set_enabled(False)
        typed.on_value_change(lambda event: button.set_enabled(event.value == person))
    return dialog


def _receipt(view: View, receipt: ErasureReceipt) -> None:
    words(view.t("erased"), tag="h2").props("role=status")
    rows = (
        ("receipt_memories", f"{receipt.memories:,}"),
        ("receipt_answers", f"{receipt.answers:,}"),
        ("receipt_characters", ", ".join(receipt.characters) or "–"),
        ("receipt_remaining", f"{receipt.remaining:,}"),
        ("receipt_clean", view.t("yes" if receipt.clean else "not_clean")),
    )
    with ui.element("dl").classes("sk-receipt"):
        for key, value in rows:
            words(view.t(key), tag="dt")
            words(value, tag="dd")
    with ui.element("div").classes("sk-dialog-foot"):
        done = view.link("people", person="")
        ui.button(view.t("done"), on_click=lambda: ui.navigate.to(done)).props("unelevated no-caps")
