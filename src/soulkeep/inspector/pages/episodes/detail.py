"""The panel about one episode: its meaning, causes, consequences, and similar ones."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial

from nicegui import ui

from soulkeep.inspector.pages.episodes.data import ACTIONS, EpisodeInsight, plain
from soulkeep.inspector.pages.episodes.graph import KIND_COLOURS, episode_label
from soulkeep.inspector.parts import beginning, scale, words
from soulkeep.inspector.view import View
from soulkeep.types.episodes import Act, Episode, Pattern, Similar, Understanding

Open = Callable[[str], Awaitable[None]]
"""A function that opens an episode or a memory by its id."""

_LINKS = 12
"""Most episodes in a list of links."""

_VALUES = 8
"""Most values that are named."""


def show(view: View, found: EpisodeInsight, *, go: Open, about: Callable[[str], Awaitable[None]], memory: Open) -> None:
    """Fill the panel.

    Args:
        view: the page's view.
        found: the episode's details.
        go: opens another episode.
        about: shows other exchanges about a thing.
        memory: opens a turn's memory.
    """
    episode, names = found.episode, found.names
    with ui.element("div").classes("sk-ep-head"):
        dot(episode.kind)
        words(view.t(f"kind_{episode.kind}"), tag="b")
        words(view.when(episode.time), tag="span", classes="sk-soft").props["title"] = view.exact(episode.time)
        if episode.turn:
            button = ui.button(icon="bookmark_border", on_click=partial(memory, episode.turn))
            button.props("flat round dense").props["aria-label"] = view.t("open", text=beginning(episode.text))
    if episode.text:
        words(episode.text, classes="sk-ep-text")
    if episode.evaluation is not None:
        scale(view.t("taken"), episode.evaluation)
    if episode.kind == "evaluation":
        words(episode_label(view, episode), classes="sk-soft")
    if episode.understanding is not None:
        _understood(view, episode.understanding, names, about)
    if episode.acts:
        _heading(view.t("did"))
        for act in episode.acts:
            _act(view, act, names, about)
    if found.patterns:
        _heading(view.t("patterns"))
        for pattern in found.patterns:
            words(_noticed(view, pattern, names), classes="sk-small")
    if found.similar:
        _similar(view, found.similar, names, go)
    _links(view, view.t("led"), found.before, go)
    _links(view, view.t("then"), found.after, go)


def dot(kind: str) -> ui.element:
    """Return a dot in a kind's colour."""
    element = ui.element("i").classes("sk-ep-dot").style(f"background:{KIND_COLOURS[kind]}")
    element.props["aria-hidden"] = "true"
    return element


def line_of(view: View, episode: Episode) -> str:
    """Return an episode as a line."""
    return beginning(episode.text) or episode_label(view, episode)


def link(view: View, episode: Episode, go: Open) -> ui.element:
    """Return a button that opens an episode."""
    with ui.element("button").classes("sk-ep-link") as button:
        label = f"{view.t(f'kind_{episode.kind}')}: {line_of(view, episode)}"
        button.props.update({"type": "button", "data-episode": episode.id, "aria-label": label})
        button.on("click", partial(go, episode.id))
        dot(episode.kind)
        with ui.element("span"):
            words(view.t(f"kind_{episode.kind}"), tag="b")
            words(line_of(view, episode), tag="span")
    return button


def _heading(text: str, note: str = "") -> None:
    with ui.element("div").classes("sk-ep-heading"):
        words(text, tag="h3")
        if note:
            words(note, tag="span", classes="sk-soft sk-small")


def _understood(
    view: View, said: Understanding, names: Mapping[str, str], about: Callable[[str], Awaitable[None]]
) -> None:
    _heading(view.t("said_as"))
    with ui.element("div").classes("sk-row"):
        utterance = view.t(f"utterance_{said.utterance}")
        words(said.utterance if utterance.startswith("utterance_") else utterance, tag="span", classes="sk-tag")
        if said.asks:
            words(view.t("asks", word=said.asks), tag="span", classes="sk-tag")
    if said.feedback:
        scale(view.t("feedback"), said.feedback)
    if said.feeling:
        view.meter(said.feeling, view.t("feeling"))
    if said.carried:
        what = ", ".join(view.t(f"carried_{one}") for one in said.carried)
        words(view.t("carried", what=what), classes="sk-soft sk-small")
    if said.triples:
        _heading(view.t("triples"))
        with ui.element("ul").classes("sk-triples"):
            for triple in said.triples:
                with ui.element("li"):
                    for term in triple:
                        words(names.get(term) or plain(term), tag="span").props["title"] = term
        with ui.element("details").classes("sk-fold"):
            words(view.t("terms"), tag="summary")
            with ui.element("pre").classes("sk-ep-terms"):
                for triple in said.triples:
                    words(" ".join(triple) + " .", tag="code")
    things = tuple(dict.fromkeys((*said.entities, *said.classes)))
    if things:
        _heading(view.t("things"))
        with ui.element("div").classes("sk-row"):
            for term in things:
                _thing(term, names, about if term in said.entities else None)


def _thing(term: str, names: Mapping[str, str], about: Callable[[str], Awaitable[None]] | None) -> None:
    name = names.get(term) or plain(term)
    if about is None:
        words(name, tag="span", classes="sk-tag").props["title"] = term
        return
    button = words(name, tag="button", classes="sk-tag sk-tag-accent sk-ep-thing")
    button.props.update({"type": "button", "title": term})
    button.on("click", partial(about, term))


def _act(view: View, act: Act, names: Mapping[str, str], about: Callable[[str], Awaitable[None]]) -> None:
    with ui.element("div").classes("sk-ep-act"):
        if act.intent:
            words(act.intent.replace("_", " "), tag="span", classes="sk-tag")
        if act.kind in ACTIONS:
            words(view.t("found", count=act.found), tag="span", classes="sk-soft sk-small")
        if act.entity:
            _thing(act.entity, names, about)
        if act.property:
            words(names.get(act.property) or plain(act.property), tag="span", classes="sk-small")
        for value in act.values[:_VALUES]:
            words(names.get(value) or plain(value), tag="span", classes="sk-tag").props["title"] = value
        if len(act.values) > _VALUES:
            words(f"+{len(act.values) - _VALUES}", tag="span", classes="sk-soft sk-small")


def _noticed(view: View, pattern: Pattern, names: Mapping[str, str]) -> str:
    def named(term: str | None) -> str:
        return (names.get(term) or plain(term)) if term else ""

    others = ", ".join(named(term) for term in pattern.entities[:_VALUES])
    return view.t(
        f"pattern_{pattern.kind}",
        count=pattern.count,
        of=pattern.of,
        property=named(pattern.property),
        value=named(pattern.value),
        others=others or named(pattern.entity),
    )


def _similar(view: View, similar: Sequence[Similar], names: Mapping[str, str], go: Open) -> None:
    _heading(view.t("similar"), view.t("similar_note"))
    best = max(one.resemblance for one in similar)
    for one in similar[:_LINKS]:
        with ui.element("div").classes("sk-ep-similar"):
            link(view, one.episode, go)
            view.bars(one.parts, max(best, 1e-9))
            with ui.element("div").classes("sk-row sk-small sk-soft"):
                words(f"{one.resemblance:.2f}", tag="span", classes="sk-number")
                by = view.t(f"by_{one.by}") + (f": {names.get(one.via) or plain(one.via)}" if one.via else "")
                words(by, tag="span", classes="sk-tag")
                if one.times > 1:
                    words(view.t("times", count=one.times), tag="span")
                words(view.when(one.episode.time), tag="span")
            if one.evaluation is not None:
                scale(view.t("taken"), one.evaluation)


def _links(view: View, title: str, episodes: Sequence[Episode], go: Open) -> None:
    if not episodes:
        return
    _heading(title)
    for one in episodes[:_LINKS]:
        link(view, one, go)
