"""The page that compares two recipes on the same question and memories."""

from __future__ import annotations

import time
from dataclasses import dataclass

from nicegui import ui

from soulkeep.errors import SoulkeepError
from soulkeep.inspector.pages.compare.aligned import HitPair, aligned
from soulkeep.inspector.pages.talk.bubbles import write
from soulkeep.inspector.pages.talk.thoughts import gantt, key_of, source
from soulkeep.inspector.parts import words
from soulkeep.inspector.texts import texts
from soulkeep.inspector.threads import in_thread
from soulkeep.inspector.view import View
from soulkeep.recipes import RECIPES
from soulkeep.types.records import Hit, Recall
from soulkeep.types.replies import Reply

__all__ = ["ICON", "NAME", "TEXTS", "build"]

NAME = "compare"
ICON = "compare_arrows"
TEXTS = texts("compare")

_FIRST, _SECOND = "soulkeep", "seoul"


@dataclass(frozen=True, slots=True)
class _Side:
    """The results of one recipe; without a reply if none was wanted."""

    recipe: str
    recall: Recall
    reply: Reply | None
    ms: float


async def build(view: View) -> None:
    """Build the page. The address may give question and recipes: `?question=…&left=mimir&right=seoul`."""
    recipes = list(RECIPES)
    words(view.t("intro"), classes="sk-soft sk-lead")
    with view.card(), ui.element("form").classes("sk-compare-form") as form:
        question = ui.input(view.t("question"), value=view.query.get("question", ""))
        question.props("outlined data-sk-search").classes("sk-grow sk-compare-question")
        left = ui.select(recipes, value=_known(view.query.get("left"), _FIRST), label=view.t("left"))
        swap = ui.button(icon="swap_horiz", color=None).props("flat round type=button")
        swap.props["aria-label"] = view.t("swap")
        right = ui.select(recipes, value=_known(view.query.get("right"), _SECOND), label=view.t("right"))
        answers = ui.switch(view.t("answer"), value=True).tooltip(view.t("answer_hint"))
        go = ui.button(view.t("compare")).props("unelevated no-caps type=submit")
        for one in (left, right):
            one.props("outlined options-dense").classes("sk-compare-recipe")
    with ui.element("div").classes("sk-compare-abouts sk-soft sk-small"):
        for one in (left, right):
            words("").bind_text_from(one, "value", lambda name: f"{name}: {view.t(f'about_{name}')}")
    result = ui.element("div").classes("sk-column sk-compare").props("aria-live=polite")

    async def compare() -> None:
        asked = (question.value or "").strip()
        if not asked:
            question.run_method("focus")
            return
        go.props("loading")
        try:
            await in_thread(lambda: view.acting("read").recall(asked, person=view.person))  # what is loaded once
            sides = [await _side(view, name, asked, answer=bool(answers.value)) for name in (left.value, right.value)]
        except SoulkeepError as error:
            view.tell(error)
            return
        finally:
            go.props(remove="loading")
        address = view.link(NAME, question=asked, left=left.value, right=right.value)
        ui.navigate.history.replace(address)
        with result.clear():
            _show(view, *sides)

    def exchange() -> None:
        left.value, right.value = right.value, left.value

    swap.on_click(exchange)
    form.on("submit", compare, js_handler="(event) => { event.preventDefault(); emit() }")
    if question.value:
        await compare()


def _known(name: str | None, default: str) -> str:
    return name if name is not None and name in RECIPES else default


async def _side(view: View, recipe: str, question: str, *, answer: bool) -> _Side:
    """Return a recipe's recall and reply. The recipes run in turn, since simultaneous runs would distort the times."""
    character = await in_thread(lambda: view.acting("read").under(recipe))
    began = time.perf_counter()
    if answer:
        reply = await character.areply(question, person=view.person, remember=False)
        return _Side(recipe, reply.recall, reply, 1000 * (time.perf_counter() - began))
    recall = await in_thread(character.recall, question, person=view.person)
    return _Side(recipe, recall, None, 1000 * (time.perf_counter() - began))


def _show(view: View, left: _Side, right: _Side) -> None:
    sides = (left, right)
    if left.reply is not None:
        with ui.element("div").classes("sk-sides"):
            for side in sides:
                _said(view, side)
    pairs = aligned(left.recall, right.recall)
    counts = {
        "same": sum(pair.change is not None for pair in pairs),
        "left": sum(pair.right is None for pair in pairs),
        "right": sum(pair.left is None for pair in pairs),
    }
    note = view.t("ranks", first=left.recipe, second=right.recipe, **counts)
    with view.card(view.t("aligned"), icon="format_list_numbered", note=note):
        if not pairs:
            words(view.t("nothing"), classes="sk-soft")
            return
        with ui.element("ol").classes("sk-aligned"):
            for pair in pairs:
                _pair(view, pair, sides)
        view.legend(
            {name for side in sides for hit in side.recall.hits for name, part in hit.parts.items() if part > 0}
        )


def _said(view: View, side: _Side) -> None:
    """Show a recipe's reply, its responder, and the time."""
    reply = side.reply
    if reply is None:
        return
    note = f"{reply.responder} · {view.t('took', ms=f'{side.ms:.0f}')}"
    with view.card(view.t("says", recipe=side.recipe), note=note).classes("sk-said"):
        write(view, ui.element("div").classes("sk-turn-body"), reply.text, reply.references, reply.check)
        if side.recall.confidence is not None:
            with ui.element("div").classes("sk-row sk-small sk-soft"):
                words(view.t("confidence"), tag="span")
                view.meter(side.recall.confidence, view.t("confidence"))
        gantt(view, reply.trace.steps)
        for one in reply.trace.notes:
            words(one, classes="sk-soft sk-small")


def _pair(view: View, pair: HitPair, sides: tuple[_Side, _Side]) -> None:
    """Show a memory with its hits in both recalls."""
    with ui.element("li").classes("sk-pairing") as row:
        row.props.update({"data-sk-memory": key_of(pair.memory), "tabindex": "0"})
        with ui.element("div").classes("sk-hit-head"):
            words(source(pair.memory, view), tag="span", classes="sk-soft sk-small sk-grow")
            if pair.change:
                key, icon = ("better", "arrow_upward") if pair.change > 0 else ("worse", "arrow_downward")
                with ui.element("span").classes("sk-tag"):
                    ui.icon(icon).props["aria-hidden"] = "true"
                    words(view.t(key, count=abs(pair.change)), tag="span")
            elif pair.change is None:
                only = sides[0] if pair.right is None else sides[1]
                words(view.t("only", recipe=only.recipe), tag="span", classes="sk-tag sk-tag-accent")
        words(pair.memory.text, classes="sk-hit-text")
        with ui.element("div").classes("sk-sides"):
            for side, hit in zip(sides, (pair.left, pair.right), strict=True):
                _scored(view, side, hit)


def _scored(view: View, side: _Side, scored: tuple[int, Hit] | None) -> None:
    with ui.element("div").classes("sk-scored"):
        words(side.recipe, tag="span", classes="sk-soft sk-small")
        if scored is None:
            words("–", tag="span", classes="sk-soft")
            return
        rank, hit = scored
        words(f"#{rank}", tag="b", classes="sk-number")
        best = max(sum(part for part in one.parts.values() if part > 0) for one in side.recall.hits)
        view.bars(hit.parts, best)
        words(f"{hit.score:.2f}", tag="span", classes="sk-number")
