"""A memory as a row of a list."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime

from nicegui import ui

from soulkeep.inspector.parts import words
from soulkeep.inspector.view import View
from soulkeep.types.records import INFERRED, LIVED, Memory

ICONS = {
    "turn": "chat_bubble_outline",
    "passage": "menu_book",
    "fact": "fact_check",
    "summary": "short_text",
    "blend": "join_full",
    "insight": "lightbulb",
    "event": "theaters",
    "excerpt": "segment",
}


def kind_of(view: View, kind: str) -> str:
    """Return a kind's name in the page's language."""
    return view.t(f"kind_{kind}")


def source_of(view: View, source: str) -> str:
    """Return a source in words: `"lived"` and `"inferred"` translated, a knowledge source by its name."""
    return view.t(f"source_{source}") if source in (LIVED, INFERRED) else source


def row(
    view: View,
    memory: Memory,
    on_open: Callable[[], object],
    *,
    left: float | None = None,
    reason: str = "",
    score: Mapping[str, float] | None = None,
    best: float | None = None,
) -> ui.element:
    """Return a list item with a button that opens a memory, and a summary of it.

    Args:
        view: the page's view.
        memory: the memory to show.
        on_open: called when the button is pressed.
        left: the memory's retention, 0…1.
        reason: why recalls hold it back, as in `HeldBack.reason`; "" if they don't.
        score: the parts of its score, if it is a hit.
        best: the best hit's score.
    """
    with ui.element("li").classes("sk-mem-item") as item:
        with ui.element("button").classes("sk-mem" + (" sk-mem-held" if reason else "")) as button:
            button.props["type"] = "button"
            button.props["data-memory"] = memory.id
            button.on("click", on_open)
            ui.icon(ICONS.get(memory.kind, "bookmark_border")).classes("sk-mem-icon").props('aria-hidden="true"')
            with ui.element("span").classes("sk-mem-body"):
                words(memory.text, tag="span", classes="sk-mem-text").props["lang"] = memory.language
                with ui.element("span").classes("sk-mem-meta"):
                    for word in meta(view, memory):
                        words(word, tag="span")
                    if reason:
                        words(view.t(f"reason_{reason}"), tag="span", classes="sk-pill sk-pill-held")
                    if memory.pinned:
                        words(view.t("pinned"), tag="span", classes="sk-pill sk-pill-pin")
            with ui.element("span").classes("sk-mem-side"):
                important = view.t("importance_of", value=f"{memory.importance:.2g}")
                with ui.element("span").classes("sk-mem-weight") as weight:
                    weight.props["aria-label"] = weight.props["title"] = important
                    weight.props["role"] = "img"
                    for step in range(5):
                        full = memory.importance > step * 2 + 0.5
                        ui.element("i").classes("sk-dot-full" if full else "sk-dot")
                if left is not None:
                    view.meter(left, view.t("left"))
        if score is not None:
            view.bars(score, best)
    return item


def meta(view: View, memory: Memory) -> list[str]:
    """Return speaker, kind and time in words."""
    parts = [memory.speaker or "", kind_of(view, memory.kind)]
    parts.append(view.when(memory.time) if memory.time else view.t("undated"))
    if memory.source not in (LIVED, INFERRED):
        parts += [memory.world or "", memory.heading or memory.source]
    elif memory.person is None and view.person is not None:
        parts.append(view.t("with_nobody"))
    return [word for word in parts if word]


def day_of(time: float) -> str:
    """Return the date of a time, in this machine's zone, as ISO 8601."""
    return datetime.fromtimestamp(time).astimezone().date().isoformat()
