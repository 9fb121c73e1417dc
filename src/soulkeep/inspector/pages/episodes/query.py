"""The card for SPARQL queries over a character's knowledge and past."""

from __future__ import annotations

from collections.abc import Mapping

from nicegui import ui

from soulkeep.errors import SoulkeepError
from soulkeep.inspector.errors import error_words
from soulkeep.inspector.pages.episodes.data import plain
from soulkeep.inspector.parts import words
from soulkeep.inspector.view import View
from soulkeep.types.episodes import Answers

ROWS = 200
"""Most rows that are shown."""

EXAMPLES: Mapping[str, str] = {
    "example_said": """SELECT ?time ?text {
  ?input a sk:Input ; sk:text ?text ; sk:time ?time .
} ORDER BY DESC(?time) LIMIT 20""",
    "example_things": """SELECT ?thing (COUNT(?input) AS ?times) {
  ?input a sk:Input ; sk:situation/sk:entity ?thing .
} GROUP BY ?thing ORDER BY DESC(?times) LIMIT 20""",
    "example_bad": """SELECT ?asked ?answered {
  ?evaluation a sk:NegativeEvaluation ; sk:evaluates ?message .
  ?message sk:text ?answered ; sk:inReplyTo/sk:text ?asked .
} LIMIT 20""",
    "example_facts": """SELECT ?subject ?relation ?object ?since {
  ?fact a sk:Fact ; sk:subject ?subject ; sk:relation ?relation ; sk:object ?object .
  OPTIONAL { ?fact sk:since ?since }
} LIMIT 50""",
    "example_classes": """SELECT ?class (COUNT(?thing) AS ?things) {
  ?thing a ?class .
} GROUP BY ?class ORDER BY DESC(?things) LIMIT 20""",
}
"""Example queries, by the key of their description."""


class QueryCard:
    """A field for a query, examples, and a table of results."""

    def __init__(self, view: View, seconds: float) -> None:
        self._view = view
        note = view.t("query_note", seconds=seconds)
        with view.card(view.t("query"), icon="manage_search", note=note).classes("sk-ep-query"):
            names = {name: view.t(name) for name in EXAMPLES}
            choice = ui.select(names, label=view.t("examples")).props("outlined dense options-dense")
            choice.classes("sk-ep-example")
            self._field = ui.textarea(value=EXAMPLES["example_said"]).props("outlined autogrow spellcheck=false")
            self._field.classes("sk-ep-code").props["aria-label"] = view.t("query_field")
            self._field.on("keydown.ctrl.enter", self._ask)
            choice.on_value_change(lambda event: self._field.set_value(EXAMPLES[event.value]))
            with ui.element("div").classes("sk-row"):
                self._button = ui.button(view.t("ask"), icon="play_arrow", on_click=self._ask)
                self._button.props("unelevated no-caps")
                self._note = words("", tag="span", classes="sk-soft sk-small").props("role=status")
            self._result = ui.element("div").classes("sk-ep-result")

    async def _ask(self) -> None:
        view, query = self._view, self._field.value or ""
        self._button.props("loading")
        self._note.text = ""

        def ask() -> Answers | SoulkeepError:
            try:
                return view.acting("read").episodes(person=view.person).sparql(query, rows=ROWS)
            except SoulkeepError as error:
                return error

        outcome = await view.run(ask)
        self._button.props(remove="loading")
        self._result.clear()
        with self._result:
            if isinstance(outcome, SoulkeepError):
                with ui.element("div").classes("sk-ep-error").props("role=alert"):
                    message, hint = error_words(outcome, view.language)
                    words(message)
                    words(hint, classes="sk-soft")
            elif outcome is not None:
                self._show(outcome)

    def _show(self, outcome: Answers) -> None:
        view = self._view
        if outcome.kind == "ask":
            words(view.t("yes" if outcome.truth else "no"), tag="b")
        elif not outcome.rows:
            words(view.t("no_rows"), classes="sk-soft")
        else:
            key = "rows" if outcome.complete else "rows_cut"
            self._note.text = view.t(key, count=len(outcome.rows), time=outcome.milliseconds)
            _table(outcome)


def _table(answers: Answers) -> None:
    with ui.element("div").classes("sk-ep-scroll").props("tabindex=0"), ui.element("table").classes("sk-table"):
        if answers.variables:
            with ui.element("thead"), ui.element("tr"):
                for name in answers.variables:
                    words(name, tag="th").props["scope"] = "col"
        with ui.element("tbody"):
            for row in answers.rows:
                with ui.element("tr"):
                    for term in row:
                        words(plain(term) if term else "", tag="td").props["title"] = term or ""
