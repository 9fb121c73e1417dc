"""The page on facts: what is known about people and their world, since when, and what it superseded."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import partial
from typing import Any, NamedTuple

from nicegui import ui

from soulkeep.inspector.memory_look import Dial, add_look, soon
from soulkeep.inspector.memory_row import row
from soulkeep.inspector.pages.facts import data as data
from soulkeep.inspector.pages.facts.data import Axis, Chain
from soulkeep.inspector.pages.memories.detail import MemoryDialog
from soulkeep.inspector.parts import words
from soulkeep.inspector.texts import texts
from soulkeep.inspector.view import View
from soulkeep.types.records import FACT, Fact, Memory

__all__ = ["ICON", "NAME", "TEXTS", "build"]

NAME = "facts"
ICON = "fact_check"
TEXTS = texts("facts", "memory")

PAGE = 80
"""Number of chains shown at first, and added by each "more"."""

_STEPS = 400


def build(view: View) -> None:
    """Build the page."""
    add_look()
    if view.character is None:
        view.empty(view.t("pick_character"))
        return
    FactsPage(view).begin()


class _LoadedFacts(NamedTuple):
    """The data that the page loads at once."""

    facts: list[Fact]
    holding: frozenset[str]
    forgotten: list[Memory]


class FactsPage:
    """The table of facts, with a slider for a moment in time."""

    def __init__(self, view: View) -> None:
        self._view = view
        self._chains: list[Chain] = []
        self._axis = Axis(first=0.0, last=1.0)
        self._forgotten: list[Memory] = []
        self._total = 0
        self._now_holding: frozenset[str] = frozenset()
        self._holding: frozenset[str] = frozenset()
        self._place = 100.0
        self._only = False
        self._shown = PAGE
        self._asked = 0
        self._chips: dict[str, ui.element] = {}

    def begin(self) -> None:
        """Lay out and fill the page."""
        view = self._view
        self._dialog = MemoryDialog(view, self._reload)
        with ui.element("div").classes("sk-fact-page"):
            with ui.element("div").classes("sk-fact-bar"):
                self._field = ui.input(placeholder=view.t("search")).props("outlined dense clearable")
                self._field.classes("sk-mem-search sk-search").props["aria-label"] = view.t("search")
                self._field.on_value_change(self._draw)
                with ui.element("div").classes("sk-fact-time"):
                    words(view.t("as_of"), tag="span", classes="sk-soft")
                    self._slider = Dial(min=0, max=_STEPS, step=1, value=_STEPS, on_change=self._moved)
                    self._slider.classes("col sk-fact-slider").props["aria-label"] = view.t("as_of")
                    self._moment = words(view.t("present"), tag="b", classes="sk-fact-moment")
                    self._moment.props["aria-live"] = "polite"
                only = ui.checkbox(view.t("only"), value=False).props("dense")
                only.on_value_change(lambda event: self._narrow(bool(event.value)))
            self._count = words("", classes="sk-soft")
            self._table = ui.element("div").classes("sk-fact-table")
        view.changed(self._reload)
        soon(self._reload)

    async def _reload(self) -> None:
        view, person = self._view, self._view.person

        def read() -> _LoadedFacts:
            character = view.acting("read")
            everywhere = dict.fromkeys((None, person))
            return _LoadedFacts(
                character.facts(person=person, past=True),
                frozenset(fact.id for fact in character.facts(person=person)),
                [
                    memory
                    for who in everywhere
                    for memory in character.memories(person=who, kinds={FACT})
                    if memory.forgotten is not None
                ],
            )

        loaded = await view.run(read)
        if loaded is None:
            return
        self._total, self._forgotten = len(loaded.facts), loaded.forgotten
        self._now_holding = loaded.holding
        self._chains = data.chains_of(loaded.facts, loaded.holding)
        self._axis = data.axis_of(loaded.facts, datetime.now(UTC))
        await self._ask()
        self._draw()

    # -- as of when

    @property
    def _at(self) -> datetime | None:
        """Return the chosen moment; None for now."""
        if self._place >= 100:
            return None
        return datetime.fromtimestamp(self._axis.moment(self._place), UTC)

    async def _moved(self, event: Any) -> None:
        self._place = 100 * float(event.value or 0) / _STEPS
        await self._ask()
        if self._only:
            self._draw()
        else:
            self._mark()

    async def _ask(self) -> None:
        """Determine which facts hold at the chosen moment, by the library."""
        view, at = self._view, self._at
        self._asked += 1
        mine = self._asked
        self._moment.text = view.t("present") if at is None else view.when(at)
        if at is None:
            self._holding = self._now_holding
            return
        facts = await view.run(lambda: view.acting("read").facts(person=view.person, as_of=at))
        if facts is not None and mine == self._asked:
            self._holding = frozenset(fact.id for fact in facts)

    def _mark(self) -> None:
        """Mark the facts that hold, without redrawing the table."""
        view = self._view
        self._table.style(f"--at: {self._place:.2f}%")
        for id, chip in self._chips.items():
            chip.classes(add="sk-fact-on" if id in self._holding else "", remove="sk-fact-on")
        self._count.text = view.t("count", holding=f"{len(self._holding):,}", total=f"{self._total:,}")

    def _narrow(self, only: bool) -> None:
        self._only = only
        self._draw()

    # -- the table

    def _draw(self) -> None:
        view = self._view
        sought = self._field.value or ""
        chains = [
            chain
            for chain in self._chains
            if data.matches(chain, sought) and (not self._only or any(fact.id in self._holding for fact in chain.facts))
        ]
        self._chips = {}
        self._table.clear()
        with self._table:
            if not chains:
                view.empty(view.t("nothing" if self._chains else "none"))
            subject, subject_heads = None, 0
            for chain in chains[: self._shown]:
                if chain.last.subject.casefold() != subject:
                    subject = chain.last.subject.casefold()
                    words(chain.last.subject, tag="h2", classes="sk-fact-subject")
                    if subject_heads == 0:
                        self._head()
                    subject_heads += 1
                self._chain(chain)
            if len(chains) > self._shown:
                more = ui.button(view.t("more_chains", count=len(chains) - self._shown), on_click=self._more)
                more.props("flat no-caps")
            gone = [memory for memory in self._forgotten if sought.casefold() in memory.text.casefold()]
            if gone:
                words(view.t("forgotten_facts"), tag="h2", classes="sk-fact-subject")
                with ui.element("ul").classes("sk-mem-rows sk-fact-forgotten"):
                    for memory in gone[:PAGE]:
                        row(view, memory, partial(self._dialog.show, memory.id), reason="forgotten")
        self._mark()

    def _more(self) -> None:
        self._shown += PAGE
        self._draw()

    def _head(self) -> None:
        with ui.element("div").classes("sk-fact-row sk-fact-head").props("aria-hidden=true"):
            for name in ("relation", "value", "validity", "confidence", "told_by"):
                words(self._view.t(name), tag="span")

    def _chain(self, chain: Chain) -> None:
        view, last = self._view, chain.last
        with ui.element("div").classes("sk-fact-row") as line:
            line.props.update({"role": "group", "aria-label": f"{last.subject}: {self._relation(last.relation)}"})
            with ui.element("div").classes("sk-fact-relation"):
                words(self._relation(last.relation), tag="b")
                if chain.conflicts:
                    self._conflict(chain)
            with ui.element("div").classes("sk-fact-values"):
                for at, fact in enumerate(chain.facts):
                    if at:
                        ui.icon("arrow_forward").classes("sk-fact-arrow").props["aria-label"] = view.t("follows")
                    self._value(fact)
            with ui.element("div").classes("sk-fact-bars"):
                for fact in chain.facts:
                    self._bar(fact)
            view.meter(last.confidence, view.t("confidence"))
            words(last.told_by, tag="span", classes="sk-soft")

    def _value(self, fact: Fact) -> None:
        view = self._view
        said = fact.value if fact.holds else view.t("not", value=fact.value)
        with ui.element("button").classes("sk-fact-open" + ("" if fact.holds else " sk-fact-not")) as chip:
            chip.props.update({"type": "button", "title": fact.text or said, "data-memory": fact.id})
            chip.on("click", partial(self._dialog.show, fact.id))
            words(said, tag="span")
        self._chips[fact.id] = chip

    def _bar(self, fact: Fact) -> None:
        view = self._view
        begins, width = self._axis.bar(fact)
        since = view.when(fact.since) or view.t("ever")
        until = view.when(fact.until) or view.t("still")
        title = view.t("bar", value=fact.value, since=since, until=until)
        with ui.element("div").classes("sk-fact-bar-line") as line:
            line.props.update({"role": "img", "aria-label": title, "title": title})
            piece = ui.element("i").style(f"left:min({begins:.2f}%, 100% - 4px);width:{width:.2f}%")
            piece.classes("sk-fact-bar-not" if not fact.holds else "")

    def _conflict(self, chain: Chain) -> None:
        view = self._view
        others = [fact for one in self._chains for fact in one.facts if fact.id in chain.conflicts]
        said = [fact.value if fact.holds else view.t("not", value=fact.value) for fact in others]
        pill = words(view.t("conflict"), tag="span", classes="sk-pill sk-pill-no")
        pill.props["title"] = pill.props["aria-label"] = view.t("conflict_note", others=", ".join(said))

    def _relation(self, relation: str) -> str:
        """Return a relation in the page's language if it is a known one, else as it was said."""
        kind, _, thing = relation.partition(" ")  # for example "favourite colour"
        for name, rest in ((relation, ""), (kind, thing)):
            label = self._view.t(f"relation_{name}")
            if label != f"relation_{name}":
                return f"{label}: {rest}" if rest else label
        return relation
