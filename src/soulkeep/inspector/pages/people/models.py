"""The table of the language models' use, by task, for users with access to all characters and people."""

from __future__ import annotations

from collections.abc import Mapping

from nicegui import ui

from soulkeep import Spent
from soulkeep.inspector.parts import words
from soulkeep.inspector.view import View

_COLUMNS = ("role", "model", "calls", "failed", "read", "written", "malformed", "today")


class ModelsCard:
    """The table; empty without a model, or if the key reaches only some characters or people."""

    def __init__(self, view: View) -> None:
        self._view = view
        self._drawn: Mapping[str, Spent] = {}
        with view.card(view.t("models"), icon="memory", note=view.t("models_note")).classes("sk-spent") as card:
            self._box = ui.element("div").classes("sk-spent-scroll").props("tabindex=0")
        self._card = card
        card.set_visibility(False)

    async def reload(self) -> None:
        """Show the present numbers."""
        view = self._view
        if not view.may_whole("read"):
            return
        spent = await view.run(self._spent)
        if spent is not None and spent != self._drawn:
            self._drawn = spent
            self._draw(spent)

    def _spent(self) -> dict[str, Spent]:
        access = self._view.access
        access.require_whole("read")
        return access.keep.usage()

    def _draw(self, by_role: Mapping[str, Spent]) -> None:
        view = self._view
        self._card.set_visibility(bool(by_role))
        self._box.clear()
        with self._box, ui.element("table").classes("sk-table"):
            with ui.element("thead"), ui.element("tr"):
                for name in _COLUMNS:
                    cell = words(view.t(f"spent_{name}"), tag="th", classes="" if name in _COLUMNS[:2] else "sk-number")
                    cell.props["scope"] = "col"
            with ui.element("tbody"):
                for role, spent in by_role.items():
                    with ui.element("tr"):
                        words(view.t(f"role_{role}"), tag="th").props["scope"] = "row"
                        words(spent.model, tag="td")
                        for value in self._numbers(role, spent):
                            words(value, tag="td", classes="sk-number")

    def _numbers(self, role: str, spent: Spent) -> tuple[str, ...]:
        """Return the columns after a role's model."""
        view = self._view
        read, today = f"{spent.prompt:,}", f"{spent.today:,}"
        if spent.cached:
            read = view.t("spent_cached", count=read, cached=f"{spent.cached:,}")
        budget = view.service.config.settings.daily_tokens.get(role)
        if budget is not None:
            today = view.t("spent_of", count=today, budget=f"{budget:,}")
        return f"{spent.calls:,}", f"{spent.failed:,}", read, f"{spent.completion:,}", f"{spent.malformed:,}", today
