"""The import page: files dropped or chosen, with their kinds, targets and results."""

from __future__ import annotations

import asyncio
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from nicegui import events, ui

from soulkeep.inspector.frame import stamp
from soulkeep.inspector.pages.imports.file import ICONS, FileCard
from soulkeep.inspector.parts import words
from soulkeep.inspector.texts import texts
from soulkeep.inspector.view import View
from soulkeep.server.config import MIB
from soulkeep.server.files import KINDS

__all__ = ["ICON", "NAME", "TEXTS", "build"]

NAME = "importing"
ICON = "upload_file"
TEXTS = texts("importing")

_FORM_BYTES = 4096
"""Bytes of a form in addition to its file."""

_ADDED = "(files) => emit(files.map((file) => file.name))"
_FAILED = "(info) => emit(info.files.map((file) => file.name), info.xhr ? info.xhr.status : 0)"
_REJECTED = "(found) => emit(found.map((one) => one.file.name))"


def build(view: View) -> None:
    """Build the page."""
    ui.add_head_html(f'<link rel="stylesheet" href="/_soulkeep/past.css?{stamp()}">')
    if not view.may_whole("write"):
        view.empty(view.t("forbidden"), icon="lock")
        return
    ImportPage(view).begin()


def _may(view: View) -> bool:
    """Raise unless the user may still import files."""
    view.access.require_whole("write")
    return True


class ImportPage:
    """The area for dropping files, and the files being imported."""

    def __init__(self, view: View) -> None:
        self._view = view
        self._limit = view.service.config.import_bytes - _FORM_BYTES
        whole = self._limit + _FORM_BYTES
        self._size = f"{whole // MIB:,} MiB" if whole >= MIB else f"{whole:,} B"
        self._files: list[FileCard] = []
        self._lock = asyncio.Lock()
        self._folder: TemporaryDirectory[str] | None = None
        self._number = 0

    def begin(self) -> None:
        """Lay out the page."""
        view = self._view
        with ui.element("section").classes("sk-drop") as drop:
            drop.props["aria-label"] = view.t("drop")
            ui.icon(ICON).props["aria-hidden"] = "true"
            words(view.t("drop"), tag="b")
            words(view.t("drop_note", size=self._size), classes="sk-soft sk-small")
            upload = ui.upload(multiple=True, auto_upload=True, max_file_size=self._limit, on_upload=self._sent)
            upload.props("tabindex=-1 aria-hidden=true")
            upload.on("added", self._added, js_handler=_ADDED)
            upload.on("failed", self._failed, js_handler=_FAILED)
            upload.on("rejected", self._rejected, js_handler=_REJECTED)
            self._upload = upload
            button = ui.button(view.t("choose_files"), icon="folder_open").props("unelevated no-caps")
            button.on("click", js_handler=f"() => runMethod({upload.id}, 'pickFiles', [])")
        with ui.element("div").classes("sk-row") as self._bar:
            words(view.t("queue"), tag="h2")
            self._all = ui.button(view.t("import_all"), icon="download", on_click=self._take_all)
            self._all.props("unelevated no-caps dense").classes("q-px-md")
            self._clear = ui.button(view.t("clear"), on_click=self._clear_done).props("flat no-caps dense")
        self._queue = ui.element("div").classes("sk-queue").props("aria-live=polite")
        with view.card(view.t("kinds"), icon="help_outline"), ui.element("div").classes("sk-file-kinds"):
            for kind in KINDS:
                with ui.element("div"):
                    ui.icon(ICONS[kind]).props["aria-hidden"] = "true"
                    with ui.element("span"):
                        words(view.t(f"kind_{kind}"), tag="b")
                        words(view.t(f"about_{kind}"), classes="sk-soft sk-small")
        view.client.on_delete(self._end)
        self._changed()

    def _end(self) -> None:
        """Drop uploaded files that aren't imported when the page is left."""
        if self._folder is not None:
            self._folder.cleanup()

    # -- files arrive

    def _added(self, event: events.GenericEventArguments) -> None:
        names: Any = event.args
        with self._queue:
            for name in names if isinstance(names, list) else ():
                self._card(str(name))

    def _card(self, name: str) -> FileCard:
        card = FileCard(self._view, name, lock=self._lock, changed=self._changed, gone=self._gone)
        self._files.append(card)
        self._changed()
        return card

    def _sending(self, name: str) -> FileCard | None:
        return next((card for card in self._files if card.name == name and card.state == "sending"), None)

    async def _sent(self, event: events.UploadEventArguments) -> None:
        view = self._view
        if not await view.run(_may, view):
            return
        if self._folder is None:
            self._folder = TemporaryDirectory(prefix="soulkeep-", ignore_cleanup_errors=True)
        self._number += 1
        path = Path(self._folder.name) / f"upload-{self._number:04}"
        await event.file.save(path)  # on disk rather than in memory, since files can be large and wait for others
        self._upload.run_method("removeUploadedFiles")  # lets the same file be sent again
        card = self._sending(event.file.name)
        if card is None:
            with self._queue:
                card = self._card(event.file.name)
        await card.sent(path)

    def _failed(self, event: events.GenericEventArguments) -> None:
        names, status = event.args
        for name in names:
            card = self._sending(str(name))
            if card is not None:
                too_large = self._view.t("too_large", size=self._size)
                card.fail(too_large if status == 413 else self._view.t("not_sent", status=status))

    def _rejected(self, event: events.GenericEventArguments) -> None:
        names: Any = event.args
        shown = ", ".join(map(str, names)) if isinstance(names, list) else str(names)
        self._view.tell(self._view.t("rejected", names=shown))

    # -- the queue

    def _changed(self) -> None:
        self._bar.set_visibility(bool(self._files))
        self._all.set_visibility(sum(card.state == "ready" for card in self._files) > 1)
        self._clear.set_visibility(any(card.state == "done" for card in self._files))

    def _gone(self, card: FileCard) -> None:
        self._files.remove(card)
        self._changed()

    def _clear_done(self) -> None:
        for card in [card for card in self._files if card.state == "done"]:
            card.remove()

    async def _take_all(self) -> None:
        await asyncio.gather(*(card.take() for card in self._files if card.state == "ready"))
