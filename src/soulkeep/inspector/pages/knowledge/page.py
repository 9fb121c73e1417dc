"""The page on knowledge: how much of a character's RDF is understood, its wording, and suggested annotations."""

from __future__ import annotations

from collections.abc import Sequence

from nicegui import ui

from soulkeep.graph.checkup import Checkup
from soulkeep.graph.terms import local_name
from soulkeep.inspector.frame import stamp
from soulkeep.inspector.memory_look import add_look
from soulkeep.inspector.pages.knowledge import data as data
from soulkeep.inspector.pages.knowledge.data import Understood
from soulkeep.inspector.pages.knowledge.table import PropertyTable
from soulkeep.inspector.parts import words
from soulkeep.inspector.texts import texts
from soulkeep.inspector.view import View

__all__ = ["ICON", "NAME", "TEXTS", "build"]

NAME = "knowledge"
ICON = "schema"
TEXTS = texts("knowledge")

_NAMES = 60
"""Most classes, and properties for programs, that are listed."""


def build(view: View) -> None:
    """Build the page."""
    add_look()
    ui.add_head_html(f'<link rel="stylesheet" href="/_soulkeep/past.css?{stamp()}">')
    KnowledgePage(view).begin()


class KnowledgePage:
    """The counts, the table of properties, and lists of everything else."""

    def __init__(self, view: View) -> None:
        self._view = view
        self._found: Understood | None = None

    def begin(self) -> None:
        """Lay out and fill the page."""
        with ui.element("div").classes("sk-loading").props("role=status") as self._waiting:
            ui.spinner(size="2rem").props("aria-hidden=true")
            words(self._view.t("looking"))
        self._box = ui.element("div").classes("sk-known-page")
        self._view.changed(self._reload)
        ui.timer(0.0, self._reload, once=True)

    def _read(self) -> Understood:
        view = self._view
        return data.checkup_shown(view.acting("read"), view.person, view.language)

    async def _reload(self) -> None:
        loaded = await self._view.run(self._read)
        if self._view.client.is_deleted:  # large data takes time, so the page may be gone
            return
        self._waiting.set_visibility(False)
        if loaded is None or loaded == self._found:
            return
        self._found = loaded
        self._box.clear()
        with self._box:
            if loaded.checkup is None:
                self._nothing()
            else:
                self._summary(loaded, loaded.checkup)
                PropertyTable(self._view, loaded.checkup, self._download)
                self._others(loaded.checkup)

    async def _download(self) -> None:
        """Send all suggestions for the present knowledge, if the user may still read it."""
        loaded = await self._view.run(self._read)
        if loaded is not None and loaded.checkup is not None:
            name = f"{self._view.character_id}-annotations.ttl"
            ui.download.content(loaded.checkup.annotations(), name, "text/turtle")

    # -- how it looks

    def _nothing(self) -> None:
        view, character = self._view, self._view.character
        with view.card(view.t("summary"), icon=ICON):
            words(view.t("no_rdf", name=character.name if character else ""))
            words(view.t("no_rdf_do"), classes="sk-soft")
            words(view.t("teach"), tag="a", classes="sk-small").props["href"] = view.link("importing")

    def _summary(self, understood: Understood, checkup: Checkup) -> None:
        view = self._view
        figures = {
            "coverage": f"{checkup.percent}%" if checkup.statements else "–",
            "triples": f"{checkup.triples:,}",
            "entailed": f"{checkup.entailed:,}",
            "named": f"{checkup.named:,}",
            "classes": f"{len(checkup.classes):,}",
            "properties": f"{len(checkup.properties):,}",
            "technical": f"{len(checkup.technical):,}",
        }
        share = {"understood": f"{checkup.understood:,}", "statements": f"{checkup.statements:,}"}
        with view.card(view.t("summary"), icon=ICON):
            words(view.t("share", **share) if checkup.statements else view.t("no_statements"))
            with ui.element("div").classes("sk-who-figures"):
                for name, value in figures.items():
                    with ui.element("div").classes("sk-who-figure"):
                        words(value, tag="b")
                        words(view.t(f"figure_{name}"), tag="span")
            with ui.element("div").classes("sk-row"):
                for rdf in understood.sources:
                    source_line = view.t("source", source=rdf.source, count=f"{rdf.triples:,}")
                    words(source_line, tag="span", classes="sk-tag")

    def _others(self, checkup: Checkup) -> None:
        """Show what isn't in the table."""
        named = {
            "classes": [f"{one.name}: {one.members:,}" for one in checkup.classes],
            "technical": [local_name(one) for one in checkup.technical],
        }
        if not any(named.values()):
            return
        with self._view.card():
            for key, names in named.items():
                if names:
                    with ui.element("details").classes("sk-fold"):
                        words(self._view.t(key, count=f"{len(names):,}"), tag="summary")
                        self._tags(names)

    def _tags(self, names: Sequence[str]) -> None:
        with ui.element("div").classes("sk-row"):
            for name in names[:_NAMES]:
                words(name, tag="span", classes="sk-tag")
            if len(names) > _NAMES:
                words(self._view.t("beyond", count=f"{len(names) - _NAMES:,}"), tag="span", classes="sk-soft sk-small")
