"""A person's card: mood and bond over time, facts, and stored data."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any
from urllib.parse import quote, urlencode

from nicegui import ui

from soulkeep.inspector.frame import mood_word
from soulkeep.inspector.memory_look import Dial, chart, show
from soulkeep.inspector.pages.memories.detail import MemoryDialog
from soulkeep.inspector.pages.people import charts as charts
from soulkeep.inspector.pages.people import data as data
from soulkeep.inspector.pages.people.data import COUNTED, Portrait
from soulkeep.inspector.pages.people.erase import erase_dialog
from soulkeep.inspector.parts import initial, words
from soulkeep.inspector.view import View
from soulkeep.types.lists import Session
from soulkeep.types.records import Due, Fact, StoryEvent

_MOOD, _BOND = ("valence", "arousal"), ("closeness", "trust")

_FACTS = 12
_SESSIONS = 20

_VERDICTS = {"supported": "var(--sk-good)", "contradicted": "var(--sk-bad)", "not_found": "var(--sk-warn)"}

_SAVE = """(async () => {
  const answer = await fetch(%s, {headers: %s});
  if (!answer.ok) throw new Error(String(answer.status));
  const link = document.createElement("a");
  link.href = URL.createObjectURL(await answer.blob());
  link.download = %s;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
})()"""


class PersonCard:
    """The person in the page's address; with nobody, what the character experienced by itself."""

    def __init__(self, view: View) -> None:
        self._view = view
        self._dirty = False
        self._chosen: dict[str, float] = {}
        self._memory = MemoryDialog(view, self.reload)
        character = view.character
        self._name = character.name if character else ""
        person = view.person or view.t("to_nobody")
        with ui.element("div").classes("sk-who-detail"):
            with ui.element("section").classes("sk-card") as top:
                top.props["aria-label"] = person
                with ui.element("div").classes("sk-who-top"):
                    initial(view.person or "·")
                    words(person, tag="h2")
                    with ui.element("div").classes("sk-row"):
                        self._actions()
                self._figures = ui.element("div").classes("sk-who-figures")
            with view.card(view.t("course"), icon="show_chart", note=view.t("course_note")):
                self._chart = chart({"xAxis": [], "yAxis": [], "series": []}, view.t("course"), "sk-course")
                self._chart.on("componentClick", self._clicked, ["data"])
            if view.may("write"):
                self._dials()
            else:
                self._sliders: dict[str, ui.slider] = {}
            with ui.element("div").classes("sk-who-two"):
                self._facts = self._box("known", "fact_check")
                self._sessions = self._box("sessions", "forum")
                self._due = self._box("due", "event")
                self._events = self._box("events", "theaters")
                self._grounds = self._box("grounding", "verified")

    def _box(self, name: str, icon: str) -> ui.element:
        with self._view.card(self._view.t(name), icon=icon):
            return ui.element("div").classes("sk-column")

    def _actions(self) -> None:
        view = self._view
        for page, name in (("talk", "talk"), ("memories", "see_memories")):
            words(view.t(name), tag="a", classes="sk-who-link").props["href"] = view.link(page)
        if view.person is None:
            return
        ui.button(view.t("export"), icon="download", on_click=self._export).props("flat no-caps dense")
        if view.may("admin"):
            dialog = erase_dialog(view, self._name)
            ui.button(view.t("erase"), icon="delete_forever", on_click=dialog.open).props(
                "flat no-caps dense color=negative"
            )

    def _dials(self) -> None:
        view = self._view
        self._sliders = {}
        with view.card(view.t("set"), icon="tune", note=view.t("set_note")):
            with ui.element("div").classes("sk-dials"):
                for name in (*_MOOD, *(_BOND if view.person is not None else ())):
                    self._sliders[name] = self._dial(name)
            with ui.element("div").classes("sk-file-foot"):
                ui.button(view.t("set_do"), on_click=self._set).props("unelevated no-caps")

    def _dial(self, name: str) -> ui.slider:
        view = self._view
        with ui.element("div"):
            with ui.element("div").classes("sk-dial-head"):
                words(view.t(name), tag="b")
                words(view.t(f"{name}_note"), tag="span", classes="sk-soft")
            slider = Dial(min=-1, max=1, step=0.05, value=0).props("label switch-label-side")
            slider.props["aria-label"] = view.t(name)
            slider.on("pan", self._touched).on("change", lambda event: self._let_go(name, event.args))
        return slider

    def _touched(self) -> None:
        self._dirty = True

    def _let_go(self, name: str, value: float) -> None:
        # The slider's own value is throttled on its way: the last one may come after the click on "Set".
        self._touched()
        self._chosen[name] = value

    async def _set(self) -> None:
        view = self._view
        values = {name: float(slider.value) for name, slider in self._sliders.items()} | self._chosen

        def do() -> bool:
            view.acting("write").feel(person=view.person, **values)
            return True

        if await view.run(do):
            self._dirty = False
            self._chosen.clear()
            view.tell(view.t("set_done"))
            await self.reload()

    # -- what is shown

    async def reload(self) -> None:
        """Load the data anew."""
        view = self._view
        portrait = await view.run(lambda: data.portrait(view.acting("read"), view.person))
        if portrait is None:
            return
        show(self._chart, charts.course(view, portrait, bond=view.person is not None))
        now = {
            "valence": portrait.mood.valence,
            "arousal": portrait.mood.arousal,
            "closeness": portrait.bond.closeness,
            "trust": portrait.bond.trust,
        }
        self._chart.props["aria-label"] = view.t("course_label", **now)
        if not self._dirty:
            for name, slider in self._sliders.items():
                slider.set_value(round(now[name] * 20) / 20)
        self._fill_figures(portrait, now)
        self._fill(self._facts, portrait.facts[:_FACTS], "no_facts", self._fact)
        if len(portrait.facts) > _FACTS:
            with self._facts:
                words(view.t("known_more"), tag="a").props["href"] = view.link("facts")
        self._fill(self._sessions, portrait.sessions[:_SESSIONS], "no_sessions", self._session)
        self._fill(self._due, portrait.due[:_FACTS], "no_due", self._plan)
        self._fill(self._events, portrait.events[-_FACTS:], "no_events", self._event)
        self._grounding(portrait)

    def _fill(self, box: ui.element, items: Any, none: str, draw: Callable[[Any], None]) -> None:
        box.clear()
        with box:
            if not items:
                words(self._view.t(none), classes="sk-soft")
                return
            with ui.element("ul").classes("sk-plain"):
                for one in items:
                    with ui.element("li"):
                        draw(one)

    def _fill_figures(self, portrait: Portrait, now: dict[str, float]) -> None:
        view = self._view
        count = f"{portrait.memories:,}" + ("+" if portrait.memories >= COUNTED else "")
        figures = [
            (view.t(mood_word(portrait.mood)), "mood_now"),
            *((f"{now[name]:+z.2f}", name) for name in (_BOND if view.person is not None else _MOOD)),
            (view.when(portrait.last) or "–", "last"),
            (count, "memories"),
            (f"{len(portrait.sessions):,}", "sessions_count"),
        ]
        self._figures.clear()
        with self._figures:
            for value, name in figures:
                with ui.element("div").classes("sk-who-figure"):
                    words(value, tag="b")
                    words(view.t(name), tag="span")

    def _fact(self, fact: Fact) -> None:
        view = self._view
        words(fact.text or f"{fact.subject}: {fact.relation}: {fact.value}", tag="span")
        words(view.t("since", when=view.when(fact.since)) if fact.since else "", tag="span", classes="sk-soft")

    def _session(self, session: Session) -> None:
        view = self._view
        summary = (
            f"{view.when(session.ended) or view.t('never')} · {view.t('turns', count=session.turns)} · {session.id}"
        )
        if session.summary:
            words(session.summary, tag="span")
        words(summary, tag="span", classes="sk-soft")

    def _plan(self, due: Due) -> None:
        words(due.memory.text, tag="span")
        words(f"{due.expression} · {self._view.when(due.start)}", tag="span", classes="sk-soft")

    def _event(self, event: StoryEvent) -> None:
        view = self._view
        words(event.title, tag="span")
        opened = view.when(event.opened)
        closed = view.t("event_closed", first=opened, last=view.when(event.closed))
        state = view.t("event_open", when=opened) if event.closed is None else closed
        words(f"{event.story} · {state}", tag="span", classes="sk-soft")

    def _grounding(self, grounding: Portrait) -> None:
        view, grounds = self._view, grounding.grounding
        self._grounds.clear()
        with self._grounds:
            if not grounds.claims:
                words(view.t("no_grounding"), classes="sk-soft")
                return
            words(view.t("grounding_note", replies=grounds.replies, claims=grounds.claims))
            counts = {name: getattr(grounds, name) for name in _VERDICTS}
            with ui.element("div").classes("sk-share-verdict") as bar:
                bar.props.update({"role": "img"})
                bar.props["aria-label"] = ", ".join(f"{view.t(name)}: {count}" for name, count in counts.items())
                for name, count in counts.items():
                    ui.element("i").style(f"width:{100 * count / grounds.claims:.1f}%;background:{_VERDICTS[name]}")
            with ui.element("div").classes("sk-legend"):
                for name, count in counts.items():
                    with ui.element("span"):
                        ui.element("i").style(f"background:{_VERDICTS[name]}")
                        words(f"{view.t(name)} {count}", tag="span")

    # -- doing

    async def _clicked(self, event: Any) -> None:
        clicked = event.args.get("data")
        if isinstance(clicked, dict) and (id := clicked.get("memory")):
            await self._memory.show(id)

    async def _export(self) -> None:
        view, person = self._view, self._view.person
        assert person is not None
        if await view.run(lambda: view.acting("read")) is None:
            return
        address = f"/v1/people/{quote(person, safe='')}/export?{urlencode({'character': view.character_id or ''})}"
        headers = {} if view.workspace is None else {"x-soulkeep-workspace": view.workspace}
        name = f"{view.character_id}-{person}.jsonl"
        ui.run_javascript(_SAVE % tuple(map(json.dumps, (address, headers, name))))
