"""The table of a character's properties: their wording, its source, and suggested annotations."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from nicegui import events, ui

from soulkeep.graph.checkup import CheckedProperty, Checkup
from soulkeep.graph.terms import bare
from soulkeep.graph.vocabulary import SK
from soulkeep.inspector.pages.knowledge.data import matching
from soulkeep.inspector.parts import words
from soulkeep.inspector.view import View

ROWS = 100
"""Most properties shown at once; search finds the others."""

_WORDS = 8
"""Most words of a property that are shown."""

_COLUMNS = ("property", "said_now", "wording", "suggestion")
_COPY = "async () => emit(await sk.copy(getHtmlElement(%d)))"


class PropertyTable:
    """The table, with a search field.

    Args:
        view: the page's view.
        checkup: the examination of the character's knowledge.
        download: sends all suggestions to the browser.
    """

    def __init__(self, view: View, checkup: Checkup, download: Callable[[], Awaitable[None]]) -> None:
        self._view = view
        self._properties = checkup.properties
        with view.card(view.t("properties"), icon="record_voice_over", note=view.t("properties_note")):
            with ui.element("div").classes("sk-known-bar"):
                self._field = ui.input(placeholder=view.t("search"), on_change=self._draw)
                self._field.props("outlined dense clearable debounce=250 data-sk-search").classes("sk-known-search")
                self._field.props["aria-label"] = view.t("search")
                self._count = words("", classes="sk-soft sk-small").props("role=status")
                if any(one.suggestion for one in checkup.properties):
                    button = ui.button(view.t("download"), icon="download", on_click=download)
                    button.props("unelevated no-caps dense").classes("q-px-md")
            if any(one.suggestion for one in checkup.properties):
                words(view.t("paste_note", prefix=f"@prefix sk: <{SK}> ."), classes="sk-soft sk-small")
            self._box = ui.element("div").classes("sk-known-scroll").props("tabindex=0")
        self._draw()

    def _draw(self) -> None:
        view = self._view
        matches = matching(self._properties, self._field.value or "")
        cut, count = len(matches) > ROWS, f"{len(matches):,}"
        self._count.text = view.t("counted_cut", shown=ROWS, count=count) if cut else view.t("counted", count=count)
        self._box.clear()
        with self._box:
            if not matches:
                words(view.t("none_found"), classes="sk-soft")
                return
            with ui.element("table").classes("sk-table sk-known"):
                with ui.element("thead"), ui.element("tr"):
                    for name in _COLUMNS:
                        words(view.t(name), tag="th").props["scope"] = "col"
                with ui.element("tbody"):
                    for one in matches[:ROWS]:
                        with ui.element("tr"):
                            self._row(one)

    def _row(self, one: CheckedProperty) -> None:
        view = self._view
        with ui.element("th").props("scope=row"):
            words(one.name, tag="b")
            words(bare(one.iri), classes="sk-soft sk-small")
            values = {"count": f"{one.statements:,}", "unit": one.unit}
            words(view.t("in_unit" if one.unit else "statements", **values), classes="sk-soft sk-small")
        with ui.element("td"):
            words(one.sample or view.t("no_sample"), classes="" if one.sample else "sk-soft")
            if one.wordings:
                texts = list(dict.fromkeys(text for text, _ in one.wordings))
                shown = ", ".join(texts[:_WORDS]) + ", …" * (len(texts) > _WORDS)
                words(view.t("words", words=shown), classes="sk-soft sk-small")
        with ui.element("td"):
            words(view.t("by_nothing" if one.opaque else f"by_{one.told_by}"), tag="span", classes="sk-tag")
            if one.remark:
                words(view.t(one.remark), classes="sk-known-wrong sk-small")
        with ui.element("td"):
            if one.suggestion:
                self._suggestion(one.name, one.suggestion)
            elif not one.remark:
                words(view.t("no_suggestion"), classes="sk-soft")

    def _suggestion(self, name: str, turtle: str) -> None:
        view = self._view
        with ui.element("div").classes("sk-known-turtle"):
            code = words(turtle, tag="code")
            button = ui.button(icon="content_copy").props("flat round dense")
            button.props["aria-label"] = view.t("copy", name=name)
            button.on("click", self._copied, js_handler=_COPY % code.id)

    def _copied(self, event: events.GenericEventArguments) -> None:
        self._view.tell(self._view.t("copied" if event.args else "selected"))
