"""A file on the import page: its kind, its target, its progress and its result."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Literal

from nicegui import ui

from soulkeep import TakenIn
from soulkeep.errors import SoulkeepError
from soulkeep.importers.fields import LeftOut
from soulkeep.importers.import_file import CARD, CHAT, RDF, Imported, Look, Taken
from soulkeep.inspector.errors import error_words
from soulkeep.inspector.parts import words
from soulkeep.inspector.threads import in_thread
from soulkeep.inspector.view import View
from soulkeep.server import files as data
from soulkeep.server.access import Unauthenticated
from soulkeep.server.files import FOR_A_CHARACTER, Wish

State = Literal["sending", "looking", "ready", "waiting", "working", "done", "failed"]

ICONS = {
    "card": "badge",
    "chat": "forum",
    "lorebook": "auto_stories",
    "text": "menu_book",
    "rdf": "schema",
    "export": "inventory_2",
}

_NAMES = 4
_GREETING = 160


class FileCard:
    """A file to be imported.

    Args:
        view: the page's view.
        name: the file's name.
        lock: a lock, so that only one file is imported at a time.
        changed: called when its state changes.
        gone: called when it is removed.
    """

    def __init__(
        self,
        view: View,
        name: str,
        *,
        lock: asyncio.Lock,
        changed: Callable[[], None],
        gone: Callable[[FileCard], None],
    ) -> None:
        self.name = name
        self.state: State = "sending"
        self._view = view
        self._lock = lock
        self._changed = changed
        self._gone = gone
        self._path: Path | None = None
        self._look: Look | None = None
        self._characters: dict[str, str] = {}
        self._done: tuple[int, int] = (0, 0)
        with view.card().classes("sk-file") as self.card:
            self.card.props.update({"role": "group", "aria-label": name})
            with ui.element("div").classes("sk-file-head"):
                self._icon = ui.icon("upload_file")
                self._icon.props["aria-hidden"] = "true"
                with ui.element("div"):
                    words(name, tag="b")
                    self._told = words("", tag="span", classes="sk-soft sk-small")
                remove = ui.button(icon="close", on_click=self.remove).props("flat round dense")
                remove.props["aria-label"] = view.t("remove", name=name)
                self._remove = remove
            self._box = ui.element("div").classes("sk-column")
        self._draw()

    # -- its way

    async def sent(self, path: Path) -> None:
        """Determine the kind of a file that has been uploaded."""
        self._path = path
        self._go("looking")
        try:
            self._look, self._characters = look, _ = await in_thread(self._read, path)
        except SoulkeepError as error:
            self.fail(error)
            return
        self._icon.props["name"] = ICONS.get(look.kind, "description")
        self._icon.update()
        self._told.text = _file_line(self._view, look)
        self._go("ready")

    def _read(self, path: Path) -> tuple[Look, dict[str, str]]:
        """Return the file's kind and contents, and the names by id of its possible characters."""
        return data.look_at(path, self.name), {one.id: one.name for one in self._view.access.characters()}

    async def take(self) -> None:
        """Import it, after those before it."""
        if self.state != "ready" or self._path is None or self._look is None:
            return
        path, look, wish, view = self._path, self._look, self._wish(), self._view
        self._go("waiting")
        async with self._lock:
            self._done = (0, 0)
            self._go("working")
            try:
                result = await in_thread(lambda: data.take(view.access, path, self.name, look, wish, self._progressed))
            except SoulkeepError as error:
                self.fail(error)
                return
        path.unlink(missing_ok=True)
        self._go("done")
        with self._box:
            self._show(result)

    def _progressed(self, done: int, total: int) -> None:
        self._done = (done, total)

    def fail(self, error: SoulkeepError | str) -> None:
        """Show why it can't be imported."""
        if isinstance(error, Unauthenticated):
            self._view.tell(error)
        self._go("failed")
        with self._box, ui.element("div").props("role=alert"):
            message, hint = (error, "") if isinstance(error, str) else error_words(error, self._view.language)
            words(message, classes="sk-file-wrong")
            if hint:
                words(hint, classes="sk-soft sk-small")
            if self._look is not None:
                with ui.element("div").classes("sk-file-foot"):
                    ui.button(self._view.t("again"), on_click=lambda: self._go("ready")).props("flat no-caps")

    def remove(self) -> None:
        """Remove it from the page."""
        if self._path is not None:
            self._path.unlink(missing_ok=True)
        self.card.delete()
        self._gone(self)

    def _go(self, state: State) -> None:
        self.state = state
        if self._view.client.is_deleted:
            return
        self._draw()
        self._changed()

    # -- how it looks

    def _draw(self) -> None:
        view = self._view
        self._remove.set_enabled(self.state not in ("sending", "waiting", "working"))
        self._box.clear()
        with self._box:
            if self.state == "ready" and self._look is not None:
                self._ask(self._look)
            elif self.state not in ("done", "failed", "ready"):
                self._bar(view.t(self.state))

    def _bar(self, note: str) -> None:
        with ui.element("div").classes("sk-file-bar"):
            with ui.element("span") as track:
                track.props.update({"role": "progressbar", "aria-label": self.name})
                piece = ui.element("i").classes("sk-file-waiting")
            text = words(note, tag="span", classes="sk-soft sk-number")
        if self.state != "working":
            return

        def tick() -> None:
            done, total = self._done
            if not total:
                return
            percent = min(100.0, 100 * done / total)
            piece.classes(remove="sk-file-waiting").style(f"width:{percent:.1f}%")
            track.props["aria-valuenow"] = round(percent)
            track.update()
            text.text = f"{percent:.0f} %"

        ui.timer(0.2, tick)

    def _ask(self, look: Look) -> None:
        """Ask for its target, and show a button."""
        view = self._view
        if look.greeting:
            greeting = look.greeting if len(look.greeting) <= _GREETING else look.greeting[: _GREETING - 1] + "…"
            words(view.t("greets", text=greeting), classes="sk-soft")
        self._who: ui.select | None = None
        self._person: ui.input | None = None
        self._source: ui.input | None = None
        self._zone: ui.input | None = None
        if look.kind != data.EXPORT:
            with ui.element("div").classes("sk-file-fields"):
                self._who = self._character(look)
                if look.kind == CHAT:
                    self._person = ui.input(view.t("for_person"), value="" if look.people else view.person or "")
                    self._person.props["placeholder"] = ", ".join(look.people[:_NAMES]) or "user"
                    self._zone = ui.input(view.t("zone"), value="UTC")
                if look.kind in FOR_A_CHARACTER:
                    self._source = ui.input(view.t("source"), value=look.name)
                for field in (self._person, self._source, self._zone):
                    if field is not None:
                        field.props("outlined dense")
        if look.left_out:
            _left_out(view, look.left_out)
        with ui.element("div").classes("sk-file-foot"):
            ui.button(view.t("import"), icon="download", on_click=self.take).props("unelevated no-caps")

    def _character(self, look: Look) -> ui.select:
        view = self._view
        options = self._characters
        value = view.character_id or ""
        if look.characters or look.kind not in FOR_A_CHARACTER:
            placeholder = view.t("as_told_name", name=", ".join(look.characters[:_NAMES])) if look.characters else ""
            options = {"": placeholder or view.t("as_told"), **options}
            value = "" if look.characters or look.kind == CARD else value
        select = ui.select(
            options,
            value=value if value in options else None,
            label=view.t("for_character"),
            with_input=True,
            new_value_mode="add-unique",
            key_generator=lambda new: new,
        )
        select.props("outlined dense options-dense").props["hint"] = view.t("character_hint")
        return select

    def _wish(self) -> Wish:
        def value(field: ui.input | ui.select | None) -> str | None:
            return None if field is None else (str(field.value or "").strip() or None)

        return Wish(
            character=value(self._who),
            person=value(self._person),
            source=value(self._source),
            zone=value(self._zone) or "UTC",
        )

    # -- what became of it

    def _show(self, result: Imported | TakenIn) -> None:
        view = self._view
        if isinstance(result, TakenIn):
            lines = _of_export(view, result)
            new = result.characters + result.memories + result.stories + result.knowledge
        else:
            lines = [_line(view, receipt) for receipt in result.taken]
            new = sum(receipt.new for receipt in result.taken)
        words(view.t("done" if new else "done_before"), tag="b").props("role=status")
        with ui.element("ul").classes("sk-file-done"):
            for line, already_there in lines:
                with ui.element("li"):
                    ui.icon("check").props["aria-hidden"] = "true"
                    words(line, tag="span")
                    if already_there:
                        words(view.t("known", known=f"{already_there:,}"), tag="span", classes="sk-soft sk-small")
        if isinstance(result, TakenIn):
            return
        if result.left_out:
            _left_out(view, result.left_out)
        if result.taken:
            self._links(result.taken)

    def _links(self, receipts: tuple[Taken, ...]) -> None:
        view, last = self._view, receipts[-1]
        person = last.person or ""
        pages = {"memories": "see", "talk": "talk"}
        if self._look is not None and self._look.kind == RDF:
            pages = {"knowledge": "see_understood", "episodes": "see_facts", "talk": "talk"}
        with ui.element("div").classes("sk-row"):
            for page, name in pages.items():
                link = words(view.t(name), tag="a", classes="sk-who-link")
                link.props["href"] = view.link(page, character=last.character, person=person)


def _file_line(view: View, look: Look) -> str:
    """Return a file's kind and contents, in one line."""
    parts = [view.t(f"kind_{look.kind}"), look.format if look.format != look.kind else "", look.name]
    if look.items:
        parts.append(view.t(f"items_{look.kind}", count=f"{look.items:,}"))
    for key, names in (("of", look.characters), ("with", look.people)):
        if names:
            shown = ", ".join(names[:_NAMES]) + (" …" if len(names) > _NAMES else "")
            parts.append(view.t(key, names=shown))
    return " · ".join(dict.fromkeys(one for one in parts if one))


def _line(view: View, receipt: Taken) -> tuple[str, int]:
    if receipt.what == "character":
        return view.t("taken_character_new" if receipt.new else "taken_character", character=receipt.character), 0
    values = {
        "character": receipt.character,
        "person": receipt.person,
        "source": receipt.source,
        "new": f"{receipt.new:,}",
    }
    return view.t(f"taken_{receipt.what}", **values), receipt.known


def _of_export(view: View, result: TakenIn) -> list[tuple[str, int]]:
    lines = [(view.t("export_memories", count=f"{result.memories:,}"), result.known)]
    if result.characters:
        lines.append((view.t("export_characters", count=result.characters), 0))
    if result.deleted:
        lines.append((view.t("export_deleted", count=result.deleted), 0))
    if result.stories or result.knowledge:
        lines.append((view.t("export_more", stories=result.stories, knowledge=result.knowledge), 0))
    return lines


def _left_out(view: View, left_out: tuple[LeftOut, ...]) -> None:
    with ui.element("details").classes("sk-fold"):
        words(view.t("left_out", count=sum(one.count for one in left_out)), tag="summary")
        with ui.element("ul").classes("sk-plain"):
            for one in left_out:
                left_line = view.t("left_line", what=view.t(one.what), count=one.count, why=view.t(one.why))
                words(left_line, tag="li", classes="sk-small")
