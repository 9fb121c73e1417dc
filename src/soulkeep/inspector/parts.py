"""Parts that the inspector's pages share: cards, bars, meters."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping

from nicegui import ui
from nicegui.elements.mixins.text_element import TextElement

Naming = Callable[[str], str]
"""A function that returns the name of a part of a score."""

PARTS = (
    "meaning",
    "words",
    "context",
    "together",
    "speaker",
    "stated",
    "detail",
    "kinds",
    "time",
    "tangent",
    "recency",
    "importance",
    "retention",
)
"""The positive parts of a score, in the order of drawing. Each has a colour: `--sk-part-meaning` …"""


_LINE = 300
"""Most characters of a text in a list."""


def words(text: str, *, tag: str = "div", classes: str = "") -> TextElement:
    """Return an element of any tag with a literal text, in which nothing is markup."""
    element = TextElement(tag=tag, text=text)
    return element.classes(classes) if classes else element


def beginning(text: str) -> str:
    """Return a text for a list, shortened if it is long."""
    return text if len(text) <= _LINE else f"{text[:_LINE].rstrip()} …"


def initial(name: str) -> ui.element:
    """Return a round picture with the first letter of a name, in its own colour."""
    hue = sum(ord(letter) * (place + 7) for place, letter in enumerate(name)) % 360
    element = words(name[:1].upper() or "?", tag="span", classes="sk-initial").style(f"--hue:{hue}")
    element.props["aria-hidden"] = "true"
    return element


def card(title: str = "", *, icon: str = "", note: str = "") -> ui.element:
    """Return a card, with optional title, icon and note; content is added in its `with` block."""
    element = ui.element("section").classes("sk-card")
    if title:
        element.props["aria-label"] = title
        with element, ui.element("div").classes("sk-card-head"):
            if icon:
                ui.icon(icon).props["aria-hidden"] = "true"
            words(title, tag="h2")
            if note:
                words(note, classes="sk-soft sk-card-note")
    return element


def parts_in_words(score_parts: Mapping[str, float], naming: Naming) -> list[str]:
    """Return the parts of a score in words, the largest first: "meaning: similar in sense +0.52"."""
    ranked = sorted(score_parts.items(), key=lambda part: -abs(part[1]))
    return [f"{naming(name)} {value:+z.2f}" for name, value in ranked if abs(value) >= 0.005]


def bars(score_parts: Mapping[str, float], best: float | None, naming: Naming) -> ui.element:
    """Return a score as one stacked bar of its parts; negative parts are hatched, over the bar's end."""
    score = sum(score_parts.values())
    added = {name: value for name, value in score_parts.items() if value > 0}
    ordered = [*(name for name in PARTS if name in added), *(name for name in added if name not in PARTS)]
    whole = max(best or 0.0, sum(added.values()), 1e-9)
    subtracted = -sum(value for value in score_parts.values() if value < 0)
    spoken = parts_in_words(score_parts, naming)
    with ui.element("div").classes("sk-bars") as element:
        element.props.update({"role": "img", "aria-label": f"{score:.2f} = " + ", ".join(spoken), "tabindex": "0"})
        for name in ordered:
            piece = ui.element("i").style(f"width:{100 * added[name] / whole:.2f}%")
            piece.style(f"background:{colour(name)}")
        if subtracted > 0:
            end = 100 * sum(added.values()) / whole
            width = min(end, 100 * subtracted / whole)
            ui.element("b").style(f"left:{end - width:.2f}%;width:{width:.2f}%")
        with ui.tooltip().classes("sk-tip"):
            words(f"{score:.2f}", classes="sk-tip-head")
            for line in spoken:
                words(line)
    return element


def colour(name: str) -> str:
    """Return a part's colour, as CSS."""
    return f"var(--sk-part-{name})" if name in PARTS else "var(--sk-part-other)"


def legend(names: Collection[str], naming: Naming, short: Naming) -> ui.element:
    """Return a legend of the colours; `short` gives its texts, `naming` the tooltips."""
    with ui.element("div").classes("sk-legend") as element:
        for name in (*(one for one in PARTS if one in names), *sorted(set(names) - set(PARTS))):
            with ui.element("span"):
                ui.element("i").style(f"background:{colour(name)}")
                words(short(name), tag="span")
                ui.tooltip(naming(name))
    return element


def meter(share: float, label: str) -> ui.element:
    """Return a share, 0…1, as a small bar with its number."""
    within = min(max(share, 0.0), 1.0)
    with ui.element("div").classes("sk-meter") as element:
        element.props.update({"role": "img", "aria-label": f"{label}: {share:.2f}"})
        with ui.element("span").classes("sk-meter-track"):
            ui.element("i").style(f"width:{100 * within:.1f}%")
        words(f"{share:.2f}", tag="span", classes="sk-number")
        ui.tooltip(f"{label}: {share:.2f}")
    return element


def scale(label: str, value: float) -> ui.element:
    """Return a number from -1 to 1 as a bar to the left or to the right of the middle."""
    within = min(max(value, -1.0), 1.0)
    with ui.element("div").classes("sk-scale") as element:
        words(label, tag="span")
        with ui.element("span").classes("sk-scale-track") as track:
            track.props.update({"role": "img", "aria-label": f"{label}: {value:+z.2f}"})
            left = 50 + min(within, 0.0) * 50
            ui.element("i").style(f"left:{left:.1f}%;width:{abs(within) * 50:.1f}%").classes(
                "sk-scale-bad" if within < 0 else ""
            )
        words(f"{value:+z.2f}", tag="span", classes="sk-number")
    return element


def empty(message: str, icon: str) -> ui.element:
    """Return the placeholder where there is nothing yet."""
    with ui.element("div").classes("sk-empty") as element:
        ui.icon(icon).props["aria-hidden"] = "true"
        words(message)
    return element
