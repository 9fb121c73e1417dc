"""The frame of every page: the header with character and person, the navigation, and the keyboard shortcuts."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from copy import copy
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

from nicegui import ui

from soulkeep.errors import SoulkeepError
from soulkeep.inspector.choices import LANGUAGE
from soulkeep.inspector.newcomers import character_dialog, person_dialog
from soulkeep.inspector.parts import initial, words
from soulkeep.inspector.picker import Listing, Picker, PickerItem, choice
from soulkeep.inspector.texts import LANGUAGES, NAMES, SHELL, text
from soulkeep.inspector.view import View
from soulkeep.types.records import Mood

THEMES = {"auto": None, "light": False, "dark": True}
_THEME_ICONS = {"auto": "brightness_auto", "light": "light_mode", "dark": "dark_mode"}

_DIGITS = 10
"""Number of pages that have a key."""

_TABS = 4
"""Pages in the bar at the bottom of a phone's screen; the others are under "more"."""

_STRONG = 0.12
"""Least strength of a mood that is put into words."""

_FILES = Path(__file__).parent / "static"


def stamp() -> str:
    """Return a value that changes with any of the inspector's own files, so that browsers fetch them anew."""
    return format(max(int(file.stat().st_mtime) for file in _FILES.iterdir()), "x")


@dataclass(frozen=True, slots=True, kw_only=True)
class HeaderState:
    """The contents of the header, as of when the page was opened.

    Attributes:
        mood: the character's mood, facing the person.
        workspaces: the workspaces that the user may open.
        keyed: whether requests need a key.
    """

    mood: Mood
    workspaces: tuple[str, ...]
    keyed: bool


@contextmanager
def frame(view: View, modules: Sequence[ModuleType], around: HeaderState, *, theme: str) -> Iterator[None]:
    """Build the frame around a page's content."""
    theme = theme if theme in THEMES else "auto"
    page = copy(view.client.page)
    page.dark, page.language = THEMES[theme], "ko-KR" if view.language == "ko" else "en-US"
    view.client.page = page
    ui.add_head_html(
        f'<link rel="stylesheet" href="/_soulkeep/theme.css?{stamp()}">'
        f'<link rel="stylesheet" href="/_soulkeep/talk.css?{stamp()}">'
        f'<script defer src="/_soulkeep/shell.js?{stamp()}"></script>'
    )
    ui.page_title(_title(view))
    view.client.on_exception(lambda error: view.tell(error if isinstance(error, SoulkeepError) else view.t("error")))
    ui.colors(
        primary="#3d6f60", secondary="#5b6b66", accent="#3d6f60", positive="#3f7d4f", negative="#b3403a",
        warning="#a8741a", info="#3d6f60", dark="#1b1f1e", dark_page="#131615",
    )  # fmt: skip
    words(view.t("skip"), tag="a", classes="sk-skip").props["href"] = "#sk-main"
    help_dialog = _shortcuts(view, modules)
    more = _more(view, modules)
    with ui.element("div").classes("sk-app"):
        with ui.element("header").classes("sk-top"):
            _who(view, around.mood)
            _settings(view, around, theme, help_dialog)
        _navigation(view, modules, more)
        with ui.element("main").classes(f"sk-main sk-page-{view.page}").props('id="sk-main" tabindex="-1"'):
            words(_name_of(view, view.page), tag="h1", classes="sk-page-title")
            yield


def _title(view: View) -> str:
    character = view.character
    name = _name_of(view, view.page)
    return f"{character.name} · {name}" if character else name


def _name_of(view: View, page: str) -> str:
    return text(f"page_{page}", view.language, SHELL)


# -- whom it is about


def mood_word(mood: Mood) -> str:
    """Return the key of the word for a mood, by its quarter of valence and arousal, and its strength."""
    valence, arousal = mood.valence, mood.arousal
    if max(abs(valence), abs(arousal)) < _STRONG:
        return "mood_neutral"
    if abs(valence) < _STRONG:
        return "mood_restless" if arousal > 0 else "mood_drowsy"
    if valence > 0:
        return "mood_excited" if arousal > 0.35 else "mood_calm" if arousal < -_STRONG else "mood_glad"
    return "mood_angry" if arousal > _STRONG else "mood_sad"


def _who(view: View, felt_now: Mood) -> None:
    character = view.character
    with ui.element("div").classes("sk-who"):
        with ui.button(color=None).props("flat no-caps").classes("sk-pick sk-pick-character") as button:
            button.props["aria-label"] = f"{view.t('character')}: {character.name if character else '–'}"
            initial(character.name if character else "?")
            with ui.element("span").classes("sk-pick-text"):
                words(character.name if character else view.t("no_character"), tag="b")
                mood = words("", tag="small")
            ui.icon("expand_more").props["aria-hidden"] = "true"
            with Picker(view, view.t("search_characters"), _characters(view), on=view.character_id).menu(button):
                if view.may("admin"):
                    ui.separator()
                    _action("add", view.t("new_character"), character_dialog(view).open)
                    if character is not None:
                        _action("edit", view.t("edit_character"), character_dialog(view, character).open)
        if character is None:
            return
        facing = view.person or view.t("nobody")
        with ui.button(color=None).props("flat no-caps").classes("sk-pick sk-pick-person") as button:
            button.props["aria-label"] = f"{view.t('person')}: {facing}"
            ui.icon("person").props["aria-hidden"] = "true"
            with ui.element("span").classes("sk-pick-text"):
                words(view.t("person"), tag="small")
                words(facing, tag="b")
            ui.icon("expand_more").props["aria-hidden"] = "true"
            with Picker(view, view.t("search_names"), _people(view), on=view.person).menu(button):
                if view.opened.grant.people is None or view.person is None:
                    choice(view.t("nobody"), view.link(view.page, person=""), on=view.person is None)
                if view.may("write") or view.may("admin"):
                    ui.separator()
                    _action("person_add", view.t("new_person"), person_dialog(view).open)

    def show(felt: Mood) -> None:
        mood.text = view.t(mood_word(felt))
        hint.text = view.t("mood_hint", valence=f"{felt.valence:+z.2f}", arousal=f"{felt.arousal:+z.2f}")

    async def feel() -> None:
        felt = await view.run(lambda: view.acting("read").mood(person=view.person))
        if felt is not None:
            show(felt)

    with mood:
        hint = ui.tooltip("")
    show(felt_now)
    view.changed(feel)
    remembered = json.dumps([view.character_id, view.person or ""])
    ui.add_body_html(f"<script>window.skLast = {_in_script(remembered)}</script>")


def _characters(view: View) -> Listing:
    """Return a listing of characters by parts of their names."""

    def found(sought: str) -> list[PickerItem]:
        return [
            PickerItem(one.id, one.name, view.link(view.page, character=one.id, person=None))
            for one in view.access.characters()
            if sought in one.name.casefold() or sought in one.id.casefold()
        ]

    return found


def _people(view: View) -> Listing:
    """Return a listing of people by parts of their names, including the person faced, who may be new."""

    def found(sought: str) -> list[PickerItem]:
        people = {*view.access.people(view.character_id or ""), *((view.person,) if view.person else ())}
        names = sorted(one for one in people if sought in one.casefold())
        return [PickerItem(one, one, view.link(view.page, person=one)) for one in names]

    return found


def _in_script(data: str) -> str:
    return data.replace("<", "\\u003c")


def _action(icon: str, label: str, do: object, *, on: bool = False) -> None:
    item = ui.menu_item(on_click=do).props("role=menuitem")  # type: ignore[arg-type]
    with item, ui.element("span").classes("sk-menu-line"):
        ui.icon(icon).props["aria-hidden"] = "true"
        words(label, tag="span")
        if on:
            ui.icon("check").props["aria-hidden"] = "true"


# -- how it is shown


def _settings(view: View, around: HeaderState, theme: str, help_dialog: ui.dialog) -> None:
    dark = ui.dark_mode(THEMES[theme])

    def show(name: str) -> None:
        dark.value = THEMES[name]
        ui.run_javascript(f"sk.keep('soulkeep_theme', {json.dumps(name)})")

    def speak(language: str) -> None:
        ui.run_javascript(f"sk.keep({json.dumps(LANGUAGE)}, {json.dumps(language)}); location.reload()")

    with ui.element("div").classes("sk-tools"):
        if view.character_id and not view.may("write"):
            with ui.icon("lock").classes("sk-soft"):
                ui.tooltip(view.t("read_only"))
        with (
            ui.button(NAMES[view.language], color=None)
            .props("flat no-caps icon=translate")
            .classes("sk-tool sk-wide") as button
        ):
            button.props["aria-label"] = f"{view.t('language')}: {NAMES[view.language]}"
            with ui.menu().props("auto-close role=menu").classes("sk-menu"):
                for language in LANGUAGES:
                    _action("", NAMES[language], lambda _=None, to=language: speak(to), on=language == view.language)
        with ui.button(icon="tune", color=None).props("flat round").classes("sk-tool") as button:
            button.props["aria-label"] = view.t("appearance")
            with ui.menu().props("auto-close role=menu").classes("sk-menu"):
                for name, icon in _THEME_ICONS.items():
                    _action(icon, view.t(name), lambda _=None, to=name: show(to))
                ui.separator().classes("sk-narrow")
                for language in LANGUAGES:
                    with ui.element("div").classes("sk-narrow"):
                        _action("translate", NAMES[language], lambda _=None, to=language: speak(to))
                _workspaces(view, around.workspaces)
                ui.separator()
                _action("keyboard", view.t("shortcuts"), help_dialog.open)
                if view.secret is not None and around.keyed:
                    name = view.opened.grant.name or view.opened.grant.id
                    ui.separator()
                    words(view.t("signed_as", name=name), classes="sk-soft sk-menu-note")
                    _action("logout", view.t("sign_out"), lambda: ui.run_javascript("sk.leave()"))
        ask = (
            ui.button("?", color=None, on_click=help_dialog.open).props("flat round").classes("sk-tool sk-wide sk-help")
        )
        ask.props["aria-label"] = view.t("shortcuts")


def _workspaces(view: View, names: Sequence[str]) -> None:
    """Add links to the other workspaces, for users who may open them."""
    if len(names) < 2:
        return
    ui.separator()
    for name in names:
        there = view.link(view.page, workspace=name, character=None, person=None)
        _action(
            "folder", view.t("workspace", name=name), lambda _=None, to=there: ui.navigate.to(to),
            on=name == view.opened.grant.workspace,
        )  # fmt: skip


def _shortcuts(view: View, modules: Sequence[ModuleType]) -> ui.dialog:
    rows = [
        *((str(place % 10), _name_of(view, module.NAME)) for place, module in enumerate(modules[:_DIGITS], start=1)),
        ("/", view.t("shortcut_search")),
        ("t", view.t("shortcut_theme")),
        ("Esc", view.t("shortcut_close")),
        ("?", view.t("shortcut_help")),
    ]
    with ui.dialog() as dialog, ui.element("div").classes("sk-card sk-dialog"):
        words(view.t("shortcuts"), tag="h2")
        with ui.element("dl").classes("sk-keys"):
            for key, meaning in rows:
                words(key, tag="kbd")
                words(meaning, tag="span")
        with ui.element("div").classes("sk-dialog-foot"):
            ui.button(view.t("close"), on_click=dialog.close).props("flat no-caps")
    return dialog


# -- the pages


def _navigation(view: View, modules: Sequence[ModuleType], more: ui.dialog) -> None:
    with ui.element("nav").classes("sk-nav") as nav:
        nav.props["aria-label"] = view.t("menu")
        for place, module in enumerate(modules):
            _page_link(view, module).classes("" if place < _TABS else "sk-beyond")
        with ui.element("button").classes("sk-nav-link sk-nav-more").on("click", more.open) as button:
            button.props["type"] = "button"
            ui.icon("more_horiz").props["aria-hidden"] = "true"
            words(view.t("more"), tag="span")
            if view.page in [module.NAME for module in modules[_TABS:]]:
                button.classes("sk-here")


def _page_link(view: View, module: ModuleType) -> ui.element:
    with ui.element("a").classes("sk-nav-link") as link:
        link.props["href"] = view.link(module.NAME)
        if view.page == module.NAME:
            link.props["aria-current"] = "page"
            link.classes("sk-here")
        ui.icon(module.ICON).props["aria-hidden"] = "true"
        words(_name_of(view, module.NAME), tag="span")
    return link


def _more(view: View, modules: Sequence[ModuleType]) -> ui.dialog:
    with ui.dialog().props("position=bottom") as dialog, ui.element("div").classes("sk-card sk-sheet"):
        for module in modules[_TABS:]:
            _page_link(view, module)
    return dialog
