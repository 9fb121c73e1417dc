"""A turn of the talk on the page: speaker, time, text, references, and results of the fact check."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from nicegui import ui
from nicegui.elements.mixins.text_element import TextElement

from soulkeep.inspector.pages.talk.answer import pieces
from soulkeep.inspector.pages.talk.conversation import SpokenTurn
from soulkeep.inspector.pages.talk.thoughts import Thought, chip
from soulkeep.inspector.parts import initial, words
from soulkeep.inspector.view import View
from soulkeep.types.claims import Check
from soulkeep.types.records import Reference

LONG = 3000
"""Characters from which on a turn is folded."""


@dataclass(slots=True, eq=False)
class Bubble:
    """A turn on the page.

    Attributes:
        element: the whole element.
        body: the element with the text.
        foot: the element below the text.
        own: whether the character says it.
        spoken: the stored turn; None while it is spoken, and for a rehearsal.
        thought: how it came about; None for earlier turns.
        asked: the text that it answers.
    """

    element: ui.element
    body: ui.element
    foot: ui.element
    own: bool
    spoken: SpokenTurn | None = None
    thought: Thought | None = None
    asked: str = ""


def bubble(
    view: View,
    name: str,
    *,
    own: bool,
    time: datetime | None,
    rehearsed: bool = False,
    heard_by: Sequence[str] | None = None,
) -> Bubble:
    """Return an empty turn, at the end of the present slot.

    Args:
        view: the page in its tab.
        name: who speaks.
        own: whether the character speaks.
        time: when it is said; None if unknown.
        rehearsed: whether it is only imagined.
        heard_by: who else hears it.
    """
    with ui.element("article").classes("sk-turn sk-own" if own else "sk-turn sk-theirs") as element:
        element.props["aria-label"] = name
        if rehearsed:
            element.classes("sk-rehearsed")
        if own:
            initial(name)
        with ui.element("div").classes("sk-turn-main"):
            with ui.element("div").classes("sk-turn-head"):
                words(name, tag="b")
                with words(view.when(time), tag="span", classes="sk-soft"):
                    ui.tooltip(view.exact(time))
                if heard_by:
                    with words(", ".join(heard_by), tag="span", classes="sk-tag sk-clip"):
                        ui.tooltip(view.t("company") + ": " + ", ".join(heard_by))
                if rehearsed:
                    words(view.t("rehearsal"), tag="span", classes="sk-tag sk-tag-accent")
            body = ui.element("div").classes("sk-turn-body")
            foot = ui.element("div").classes("sk-turn-foot")
    return Bubble(element, body, foot, own)


def waiting(bubble_element: Bubble, label: str) -> None:
    """Show that an answer is being made."""
    with bubble_element.body.clear(), ui.element("span").classes("sk-dots") as dots:
        dots.props.update({"role": "status", "aria-label": label})
        for _ in range(3):
            ui.element("i")


def growing(bubble_element: Bubble) -> TextElement:
    """Return the element into which an answer is written as it is spoken."""
    with bubble_element.body.clear():
        return words("", tag="span")


def write(
    view: View, body: ui.element, text: str, references: Sequence[Reference] = (), check: Check | None = None
) -> None:
    """Write a whole turn into an element, in place of its content: references as chips, claims underlined. References
    that aren't in the text follow it. Of a long turn, only the beginning is shown at first."""
    by_label: Mapping[str, Reference] = {one.label: one for one in references}
    seen: set[str] = set()
    body.classes(remove="sk-folded")
    with body.clear():
        for piece in pieces(text, check):
            if piece.label is not None:
                if piece.label in by_label:
                    seen.add(piece.label)
                    chip(by_label[piece.label], view)
            elif piece.claim is None:
                words(piece.text, tag="span")
            else:
                verdict = piece.claim.verdict
                marked = words(piece.text, tag="span", classes=f"sk-claimed sk-verdict-{verdict.replace(' ', '-')}")
                marked.props["tabindex"] = "0"
                with marked:
                    ui.tooltip(f"{view.t(verdict)}: {view.t(f'{verdict}_hint')}")
        for reference in references:
            if reference.label not in seen:
                chip(reference, view)
        if len(text) > LONG:
            _fold(view, body)


def _fold(view: View, body: ui.element) -> None:
    def unfold() -> None:
        body.classes(remove="sk-folded")
        more.delete()

    body.classes("sk-folded")
    more = words(view.t("show_all"), tag="button", classes="sk-unfold").on("click", unfold)
    more.props["type"] = "button"


def foot(view: View, bubble_element: Bubble, responder: str, choose: Callable[[], object]) -> None:
    """Add the responder below an answer, as a button that shows its thoughts."""
    with bubble_element.foot.clear(), ui.element("button").classes("sk-think").on("click", choose) as button:
        button.props.update({"type": "button", "aria-label": f"{view.t('thoughts')}: {responder}"})
        ui.icon("psychology").props["aria-hidden"] = "true"
        words(responder, tag="span")
