"""The dialog about one memory, with everything that can be done with it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from nicegui import ui

from soulkeep.character.character import Character
from soulkeep.errors import UnknownMemory
from soulkeep.inspector.memory_look import Dial
from soulkeep.inspector.memory_row import ICONS, meta, source_of
from soulkeep.inspector.parts import words
from soulkeep.inspector.view import View
from soulkeep.types.lists import Change
from soulkeep.types.records import DERIVED, FACT, Memory


class ActOnMemory(Protocol):
    """A function that changes the shown memory, and shows the message with a key; `erases`: its text can't be found any
    more."""

    def __call__(self, call: Callable[[Character], Any], message: str = "", *, erases: bool = False) -> Awaitable[None]:
        """Change the memory."""


_LINKS = 50
"""Most memories in a list of links."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Story:
    """A memory with its relations.

    Attributes:
        memory: the memory.
        left: its retention, 0…1.
        bases: the memories that it rests on.
        rests: the memories that rest on it.
        history: its changes, oldest first.
    """

    memory: Memory
    left: float
    bases: tuple[Memory, ...]
    rests: tuple[Memory, ...]
    history: tuple[Change, ...]


def story_of(character: Character, id: str, person: str | None) -> Story:
    """Return a memory with its relations.

    Raises:
        UnknownMemory: the memory doesn't exist.
    """
    memory = character.memory(id, person=person)
    named = dict.fromkeys((*memory.turns, *memory.references))
    bases = [base for one in named if one != id and (base := _found(character, one, person)) is not None]
    rests = [
        other
        for other in character.memories(person=memory.person)
        if other.id != id and (id in other.references or (other.kind in DERIVED and id in other.turns))
    ]
    return Story(
        memory=memory,
        left=character.retention(memory),
        bases=tuple(bases),
        rests=tuple(rests),
        history=tuple(character.history(id, person=person)),
    )


def _found(character: Character, id: str, person: str | None) -> Memory | None:
    try:
        return character.memory(id, person=person)
    except UnknownMemory:
        return None  # deleted since


class MemoryDialog:
    """A dialog that shows one memory at a time, with a button to go back.

    Args:
        view: the page's view.
        done: called after a change.
    """

    def __init__(self, view: View, done: Callable[[], Awaitable[None]]) -> None:
        self._view = view
        self._done = done
        self._trail: list[str] = []
        with ui.dialog().classes("sk-memory-dialog") as self._dialog:
            self._dialog.props("position=right full-height maximized-on-phone")
            self._dialog.props["aria-label"] = view.t("details")
            self._box = ui.element("div").classes("sk-memory-box")

    async def show(self, id: str) -> None:
        """Open a memory, and clear the way back."""
        self._trail = []
        await self._go(id)

    async def _go(self, id: str) -> None:
        view = self._view
        story = await view.run(lambda: story_of(view.acting("read"), id, view.person))
        if story is None:
            return
        self._trail.append(id)
        self._draw(story)
        self._dialog.open()

    async def _back(self) -> None:
        self._trail.pop()
        await self._go(self._trail.pop())

    async def _again(self) -> None:
        await self._done()
        if self._trail:
            await self._go(self._trail.pop())

    # -- what is done

    async def _do(self, memory: Memory, act: Callable[[Character], Any], message: str, *, erases: bool) -> bool:
        view = self._view

        def acting() -> tuple[Any]:
            character, _ = view.changing(memory.id)
            try:
                return (act(character),)
            finally:
                if erases:
                    view.erased()

        result = await view.run(acting)
        if result is None:
            return False
        count = len(result[0]) if isinstance(result[0], list) else result[0]
        if message:
            view.tell(view.t(message, count=count))
        return True

    # -- what is shown

    def _draw(self, story: Story) -> None:
        view, memory = self._view, story.memory
        self._box.clear()
        with self._box:
            with ui.element("header").classes("sk-memory-head"):
                if len(self._trail) > 1:
                    ui.button(icon="arrow_back", on_click=self._back).props("flat round dense").props["aria-label"] = (
                        view.t("back")
                    )
                ui.icon(ICONS.get(memory.kind, "bookmark_border")).props("aria-hidden=true")
                words(" · ".join(meta(view, memory)), classes="sk-soft col")
                ui.button(icon="close", on_click=self._dialog.close).props("flat round dense").props["aria-label"] = (
                    view.t("close")
                )
            words(memory.text, tag="p", classes="sk-memory-text").props["lang"] = memory.language
            self._status(story)
            if memory.world is None and view.may_change(memory.person):  # lore is shared by all its readers
                self._actions(story)
            self._links(view.t("rests_on"), story.bases)
            self._links(view.t("rests_here"), story.rests)
            self._history(story)
            self._about(memory)

    def _status(self, story: Story) -> None:
        view, memory = self._view, story.memory
        with ui.element("div").classes("sk-memory-status"):
            view.meter(story.left, view.t("left"))
            words(view.t("fade_now", share=f"{100 * story.left:.0f}"), tag="span", classes="sk-soft")
            reason = "forgotten" if memory.forgotten else "superseded" if memory.superseded else ""
            if reason:
                words(view.t(f"reason_{reason}"), tag="span", classes="sk-pill sk-pill-held")
            if memory.pinned:
                words(view.t("pinned"), tag="span", classes="sk-pill sk-pill-pin")

    def _actions(self, story: Story) -> None:
        view, memory = self._view, story.memory
        id, person = memory.id, memory.person

        async def act(call: Callable[[Character], Any], message: str = "", *, erases: bool = False) -> None:
            if await self._do(memory, call, message, erases=erases):
                await self._again()

        bar = ui.element("div").classes("sk-memory-actions")
        edit, sure = _editing(view, memory, act), self._deleting(memory)
        with bar:
            if memory.pinned:
                _action(view, "unpin", "push_pin", lambda: act(lambda one: one.amend(id, person=person, pinned=False)))
            else:
                _action(
                    view,
                    "pin",
                    "push_pin",
                    lambda: act(lambda one: one.amend(id, person=person, pinned=True)),
                    "pin_hint",
                )
            if memory.forgotten or memory.superseded:
                _action(view, "restore", "restore", lambda: act(lambda one: one.restore(id, person=person), "restored"))
            if not memory.forgotten:
                _action(
                    view,
                    "forget",
                    "visibility_off",
                    lambda: act(lambda one: one.forget(id, person=person), "forgot"),
                    "forget_hint",
                )
            if memory.kind == FACT:
                words(view.t("edit_turns"), tag="span", classes="sk-soft sk-fade-note")
            else:
                _action(view, "edit", "edit", lambda: edit.set_visibility(not edit.visible), "edit_hint")
            _action(view, "delete", "delete_outline", lambda: sure.set_visibility(not sure.visible))
        _rating(view, memory, act)

    def _deleting(self, memory: Memory) -> ui.element:
        """Return the confirmation before a memory is deleted."""
        view = self._view

        async def delete() -> None:
            id, person = memory.id, memory.person
            if await self._do(memory, lambda one: one.delete(id, person=person), "deleted", erases=True):
                self._dialog.close()
                await self._done()

        with ui.element("div").classes("sk-memory-panel sk-memory-danger") as panel:
            words(view.t("delete_lead"))
            sure = ui.checkbox(view.t("delete_sure"))
            ui.button(view.t("delete"), icon="delete_forever", on_click=delete).props(
                "unelevated no-caps color=negative"
            ).bind_enabled_from(sure, "value")
        panel.visible = False
        return panel

    # -- what belongs to it

    def _links(self, title: str, memories: tuple[Memory, ...]) -> None:
        if not memories:
            return
        words(f"{title} · {len(memories)}", tag="h3", classes="sk-memory-title")
        with ui.element("ul").classes("sk-memory-links"):
            for memory in memories[:_LINKS]:
                with ui.element("li"), ui.element("button").classes("sk-memory-link") as button:
                    button.props["type"] = "button"
                    button.on("click", lambda id=memory.id: self._go(id))
                    words(memory.text, tag="span", classes="sk-memory-link-text")
                    words(" · ".join(meta(self._view, memory)), tag="span", classes="sk-soft")

    def _history(self, story: Story) -> None:
        view = self._view
        words(view.t("history"), tag="h3", classes="sk-memory-title")
        with ui.element("ol").classes("sk-memory-history"):
            for change in story.history:
                with ui.element("li"):
                    with ui.element("div").classes("row items-baseline q-gutter-x-sm"):
                        words(view.t(f"change_{change.what}"), tag="b")
                        words(view.when(change.at), tag="time", classes="sk-soft").props["title"] = view.exact(
                            change.at
                        )
                    _difference(view, change)

    def _about(self, memory: Memory) -> None:
        view = self._view
        fold = ui.expansion(view.t("details"), icon="info").classes("sk-memory-about").props("dense")
        with fold, ui.element("dl"):
            for name, value in _attributes(view, memory):
                words(view.t(f"field_{name}"), tag="dt")
                words(value, tag="dd")


def _action(view: View, name: str, icon: str, do: Callable[[], Any], hint: str = "") -> None:
    button = ui.button(view.t(name), icon=icon, on_click=do).props("flat no-caps dense")
    if hint:
        button.props["title"] = view.t(hint)


def _editing(view: View, memory: Memory, act: ActOnMemory) -> ui.element:
    """Return the form for correcting a memory's text, with the old text beside it."""
    with ui.element("div").classes("sk-memory-panel") as panel:
        words(view.t("was"), classes="sk-soft")
        words(memory.text, classes="sk-memory-was")
        field = ui.textarea(view.t("text"), value=memory.text).props("outlined autogrow").classes("full-width")

        async def save() -> None:
            text = field.value or ""
            await act(lambda one: one.amend(memory.id, text, person=memory.person), "saved", erases=True)

        ui.button(view.t("save"), icon="check", on_click=save).props("unelevated no-caps")
    panel.visible = False
    return panel


def _rating(view: View, memory: Memory, act: ActOnMemory) -> None:
    """Add the slider for importance, which takes effect when it is released."""
    with ui.element("div").classes("sk-memory-rating"):
        words(view.t("importance"), tag="span")
        slider = Dial(min=1, max=10, step=0.5, value=memory.importance).props("label snap").classes("col")
        slider.props["aria-label"] = view.t("importance")
        words(f"{memory.importance:.2g}", tag="span", classes="sk-number").bind_text_from(
            slider, "value", lambda value: f"{value:.2g}" if isinstance(value, int | float) else ""
        )
        id, person = memory.id, memory.person
        slider.on(
            "change", lambda: act(lambda one: one.amend(id, importance=float(slider.value or 1), person=person), "")
        )


def _difference(view: View, change: Change) -> None:
    """Show a change's old and new values."""
    for name in dict.fromkeys((*change.before, *change.after)):
        before, after = change.before.get(name), change.after.get(name)
        if name == "text":
            if before is not None:
                words(str(before), tag="del", classes="sk-memory-del")
            if after is not None:
                words(str(after), tag="ins", classes="sk-memory-ins")
        elif isinstance(before, float | int | None) and isinstance(after, float) and not isinstance(before, bool):
            was = "" if before is None else f"{before:.3g} "
            words(f"{view.t(f'field_{name}')} {was}→ {after:.3g}", classes="sk-soft")


def _attributes(view: View, memory: Memory) -> list[tuple[str, str]]:
    """Return a memory's other attributes, as names and values in words."""
    scene, summary = memory.scene, memory.summary
    values: Mapping[str, object] = {
        "id": memory.id,
        "person": memory.person or view.t("with_nobody"),
        "speaker": memory.speaker,
        "time": view.exact(memory.time) if memory.time else view.t("undated"),
        "session": memory.session,
        "source": source_of(view, memory.source),
        "heading": memory.heading,
        "language": memory.language,
        "accessed": view.exact(memory.accessed),
        "stability": f"{memory.stability:.3g}",
        "heard_by": memory.heard_by and ", ".join(memory.heard_by),
        "ended": memory.ended and view.exact(memory.ended),
        "superseded": memory.superseded,
        "forgotten": memory.forgotten and view.exact(memory.forgotten),
        "responder": memory.responder,
        "left_out": memory.left_out,
        "place": scene and scene.place,
        "present": scene and ", ".join(scene.present),
        "objects": scene and ", ".join(scene.objects),
        "events": scene and ", ".join(scene.events),
        "topics": summary and ", ".join(summary.topics),
        "emotions": summary and ", ".join(f"{name} {value:.2f}" for name, value in summary.emotions.items()),
        "author": summary and summary.author,
    }
    return [(name, str(value)) for name, value in values.items() if value]
