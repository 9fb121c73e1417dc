"""The panel with a character's thoughts when it answered."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from nicegui import ui

from soulkeep.inspector.parts import beginning, words
from soulkeep.inspector.view import View
from soulkeep.types.claims import CONTRADICTED, SUPPORTED, Check
from soulkeep.types.records import CONCLUDED, Bond, HeldBack, Memory, Mood, Recall, Reference
from soulkeep.types.replies import CHOSEN, FAILED, Offer, Reply, Section

_NO_WONDER = ("in view", "other kind")
"""Reasons for which memories are always held back from replies: shown already, or told elsewhere in the prompt."""

VERDICT_ICONS = {SUPPORTED: "check_circle", CONTRADICTED: "cancel"}
_UNKNOWN_ICON = "help"


@dataclass(frozen=True, slots=True)
class Feelings:
    """A character's mood and its bond to a person at one time; no bond with nobody in particular."""

    mood: Mood
    bond: Bond | None


@dataclass(frozen=True, slots=True)
class Thought:
    """An answer with how it came about.

    Attributes:
        asked: the text that it answers.
        reply: the reply with its trace.
        before, after: the character's feelings; `after` is None until it is known.
        rehearsed: whether nothing of it was stored.
    """

    asked: str
    reply: Reply
    before: Feelings | None = None
    after: Feelings | None = None
    rehearsed: bool = False


def key_of(memory: Memory) -> str:
    """Return the mark of elements about a memory, so that they are highlighted together."""
    person = memory.person or ""
    return f"{len(person)}:{person}/{memory.id}"


def chip(reference: Reference, view: View) -> ui.element:
    """Return a reference as a small number, with the memory as tooltip."""
    number = reference.label.lstrip("m")
    button = words(number, tag="button", classes="sk-ref")
    button.props.update(
        {
            "type": "button",
            "data-sk-memory": key_of(reference.memory),
            "aria-label": f"{reference.label}: {beginning(reference.memory.text)}",
        }
    )
    button.on("click", js_handler="(event) => sk.reveal(event.currentTarget)")
    with button, ui.tooltip().classes("sk-tip"):
        words(beginning(reference.memory.text))
        words(source(reference.memory, view), classes="sk-tip-note")
    return button


def source(memory: Memory, view: View) -> str:
    """Return a memory's source: who said it when, or where it was read."""
    if memory.speaker is None or memory.kind in CONCLUDED:
        place = view.t(f"kind_{memory.kind}") if memory.kind in CONCLUDED else memory.heading or memory.source
        return f"{place} · {view.when(memory.time)}" if memory.time else place
    return f"{memory.speaker} · {view.when(memory.time)}" if memory.time else memory.speaker


def show_thought(view: View, thought: Thought) -> Callable[[Feelings], None]:
    """Show a thought in cards, in the present slot.

    Returns:
        A function that shows the feelings afterwards, once they are known.
    """
    reply = thought.reply
    labels = {key_of(one.memory): one for one in reply.references}
    feel = _summary(view, thought)
    recalled(view, reply.recall, labels)
    _ignored(view, reply.ignored)
    _held_back(view, reply.recall.held_back)
    _offers(view, reply)
    if reply.check is not None and reply.check.claims:
        _claims(view, reply.check, {one.memory.id: one for one in reply.references})
    _experience(view, reply)
    _prompt(view, reply)
    if reply.trace.steps:
        with view.card(view.t("steps"), icon="timeline", note=view.t("steps_hint")):
            gantt(view, reply.trace.steps)
    checked = reply.check.notes if reply.check is not None else ()  # shown beside the claims
    notes = [note for note in reply.trace.notes if note not in checked]
    if reply.unknown_references:
        notes.append(view.t("invented", labels=", ".join(reply.unknown_references)))
    if notes:
        with view.card(view.t("notes"), icon="info"):
            for note in notes:
                words(note, classes="sk-small")
    return feel


def show_kept(view: View, memory: Memory, rests_on: Sequence[Reference]) -> None:
    """Show what is stored about an earlier answer: its responder, and the memories that it rests on."""
    with view.card(view.t("rested"), icon="link", note=view.t("role_hint", responder=memory.responder or "–")):
        words(view.t("looking_back"), classes="sk-soft sk-small")
        if not rests_on:
            words(view.t("rested_nothing"), classes="sk-soft")
        for reference in rests_on:
            with _memory_row(reference.memory).classes("sk-hit"):
                with ui.element("div").classes("sk-hit-head"):
                    chip(reference, view)
                    words(source(reference.memory, view), tag="span", classes="sk-soft sk-small")
                words(beginning(reference.memory.text), classes="sk-hit-text")


# -- how sure, how it felt


def _summary(view: View, thought: Thought) -> Callable[[Feelings], None]:
    reply, before = thought.reply, thought.before
    with view.card().classes("sk-summary"):
        words(view.t("thoughts_of", text=beginning(thought.asked)), classes="sk-quote")
        with ui.element("div").classes("sk-figures"):
            with ui.element("div"):
                words(view.t("spoken_by"), classes="sk-soft sk-small")
                words(reply.responder, tag="b")
            if reply.recall.confidence is not None:
                with ui.element("div"):
                    words(view.t("confidence"), classes="sk-soft sk-small")
                    view.meter(reply.recall.confidence, view.t("confidence"))
            if thought.rehearsed:
                words(view.t("rehearsal"), classes="sk-tag sk-tag-accent")
            felt = ui.element("div").classes("sk-figures")

    def feel(after: Feelings) -> None:
        if before is not None:
            with felt.clear():
                _felt(view, before, after)

    if before is not None:
        feel(thought.after or before)
    return feel


def _felt(view: View, before: Feelings, after: Feelings) -> None:
    rows: list[tuple[str, tuple[str, str], Mood | Bond, Mood | Bond]] = [
        ("mood", ("valence", "arousal"), before.mood, after.mood)
    ]
    if before.bond is not None and after.bond is not None:
        rows.append(("bond", ("closeness", "trust"), before.bond, after.bond))
    for title, names, first, last in rows:
        with ui.element("div"):
            words(view.t(title), classes="sk-soft sk-small")
            for name in names:
                old, new = getattr(first, name), getattr(last, name)
                with ui.element("div").classes("sk-felt sk-number"):
                    words(view.t(name), tag="span", classes="sk-soft")
                    words(f"{old:+z.2f}", tag="span")
                    if abs(new - old) >= 0.005:
                        words("→", tag="span", classes="sk-soft").props["aria-hidden"] = "true"
                        words(f"{new:+z.2f}", tag="span", classes="sk-up" if new > old else "sk-down")


# -- what came to mind


def recalled(view: View, recall: Recall, labels: Mapping[str, Reference], *, title: str = "") -> None:
    """Show the hits with the parts of their scores, the legend, and what was searched.

    Args:
        view: the page in its tab.
        recall: the hits.
        labels: the references that an answer made, by the memories' keys.
        title: the card's title; a general one by default.
    """
    ms = recall.timings.get("total", 0.0)
    note = view.t("considered", count=recall.considered, ms=f"{ms:.1f}")
    with view.card(title or view.t("recalled"), icon="psychology", note=note).classes("sk-recalled"):
        if not recall.hits:
            words(view.t("no_hits"), classes="sk-soft")
        best = max((sum(part for part in hit.parts.values() if part > 0) for hit in recall.hits), default=1.0)
        with ui.element("ol").classes("sk-hits"):
            for rank, hit in enumerate(recall.hits, start=1):
                with _memory_row(hit.memory, tag="li").classes("sk-hit"):
                    with ui.element("div").classes("sk-hit-head"):
                        reference = labels.get(key_of(hit.memory))
                        if reference:
                            chip(reference, view)
                        else:
                            words(str(rank), tag="span", classes="sk-rank")
                        words(source(hit.memory, view), tag="span", classes="sk-soft sk-small sk-grow")
                        if hit.outdated:
                            words(view.t("reason_superseded"), classes="sk-tag")
                        words(f"{hit.score:.2f}", tag="b", classes="sk-number")
                    words(beginning(hit.memory.text), classes="sk-hit-text")
                    view.bars(hit.parts, best)
                    with ui.element("div").classes("sk-hit-foot"):
                        with words(f"{view.t('similarity')} {hit.similarity:.2f}", tag="span", classes="sk-number"):
                            ui.tooltip(view.t("similarity_hint"))
                        view.meter(hit.retention, view.t("retention"))
                        words(view.t("tokens", count=hit.tokens), tag="span", classes="sk-number")
        shown = {name for hit in recall.hits for name, part in hit.parts.items() if part > 0}
        if shown:
            view.legend(shown)
        if recall.queries:
            with ui.element("div").classes("sk-small sk-soft"):
                words(view.t("queries") + ":", tag="span")
                for query in recall.queries:
                    words(f"“{query}”", tag="span", classes="sk-query")


def _memory_row(memory: Memory, *, tag: str = "div") -> ui.element:
    element = ui.element(tag)
    element.props.update({"data-sk-memory": key_of(memory), "tabindex": "0"})
    return element


def _ignored(view: View, memories: Sequence[Memory]) -> None:
    """Show the memories that were given to the responder and aren't named."""
    if not memories:
        return
    with view.card(), _fold(f"{view.t('ignored')} · {len(memories)}", opened=False):
        for memory in memories:
            with _memory_row(memory).classes("sk-held"):
                words(beginning(memory.text), tag="span", classes="sk-clip sk-grow")
                words(source(memory, view), tag="span", classes="sk-soft")


def _held_back(view: View, held: Sequence[HeldBack]) -> None:
    if not held:
        return
    telling = [one for one in held if one.reason not in _NO_WONDER]
    with view.card(), _fold(f"{view.t('held')} · {len(held)}", opened=bool(telling)):
        for one in [*telling, *(one for one in held if one.reason in _NO_WONDER)]:
            with _memory_row(one.memory).classes("sk-held"):
                reason = view.t(f"reason_{one.reason}")
                words(one.reason if reason.startswith("reason_") else reason, tag="span", classes="sk-tag")
                words(beginning(one.memory.text), tag="span", classes="sk-clip sk-grow")
                words(f"{one.score:.2f}", tag="span", classes="sk-number sk-soft")


# -- who answers


def _offers(view: View, reply: Reply) -> None:
    with view.card(view.t("bids"), icon="record_voice_over").classes("sk-bids"):
        if reply.responder == "stored":
            words(view.t("no_trace"), classes="sk-soft")
        best = max((offer.weighed for offer in reply.trace.offers), default=0.0) or 1.0
        for offer in reply.trace.offers:
            _offer(view, offer, best)
        if reply.trace.router == "model":
            words(f"{view.t('chose_model')} {reply.trace.why}", classes="sk-soft sk-small")


def _offer(view: View, offer: Offer, best: float) -> None:
    with ui.element("div").classes(f"sk-offer sk-offer-{offer.outcome.replace(' ', '-')}"):
        words(offer.responder, tag="b")
        with ui.element("span").classes("sk-offer-bar"):
            ui.element("i").style(f"width:{100 * max(0.0, offer.weighed) / best:.1f}%")
        words(f"{offer.weighed:.2f}", tag="span", classes="sk-number")
        outcome = view.t(f"outcome_{offer.outcome}")
        classes = "sk-tag sk-tag-accent" if offer.outcome == CHOSEN else "sk-tag"
        words(offer.outcome if outcome.startswith("outcome_") else outcome, tag="span", classes=classes)
        weighed = view.t("weighed", weighed=f"{offer.weighed:.2f}", score=f"{offer.score:.2f}")
        why = f"{offer.why} ({weighed})" if offer.weighed != offer.score else offer.why
        words(why, classes="sk-offer-why sk-bad" if offer.outcome == FAILED else "sk-offer-why")


def _claims(view: View, check: Check, named: Mapping[str, Reference]) -> None:
    with view.card(view.t("claims"), icon="fact_check", note=view.t("claims_by", author=check.author)):
        for claim in check.claims:
            with ui.element("div").classes(f"sk-claim sk-verdict-{claim.verdict.replace(' ', '-')}"):
                with ui.icon(VERDICT_ICONS.get(claim.verdict, _UNKNOWN_ICON)):
                    ui.tooltip(view.t(f"{claim.verdict}_hint"))
                words(claim.text, tag="span", classes="sk-grow")
                for id in claim.sources:
                    if id in named:
                        chip(named[id], view)
                if claim.description == claim.verdict == SUPPORTED and not claim.sources:
                    words(view.t("description_source"), tag="span", classes="sk-tag")
                words(view.t(claim.verdict), tag="span", classes="sk-small")
        for note in check.notes:
            words(note, classes="sk-soft sk-small")


def _experience(view: View, reply: Reply) -> None:
    """Show the contributions of knowledge and the shared past, if the character has any."""
    rows: list[tuple[str, str]] = []
    if reply.understanding is not None and (reply.understanding.triples or reply.understanding.entities):
        said = reply.understanding
        triples_said = "; ".join(" · ".join(triple) for triple in said.triples) or ", ".join(said.entities)
        rows.append((view.t("understood"), f"{said.utterance}: {triples_said}"))
    rows += [
        (view.t("similar"), f"“{beginning(one.episode.text)}” · {view.when(one.episode.time)} · {one.resemblance:.2f}")
        for one in reply.similar[:3]
    ]
    rows += [
        (view.t("told") if one.told else view.t("remarks"), f"{one.why} ({one.score:.2f})") for one in reply.remarks[:4]
    ]
    if rows:
        with view.card(view.t("patterns"), icon="hub"):
            for name, text in rows:
                with ui.element("div").classes("sk-pair"):
                    words(name, tag="span", classes="sk-soft sk-small")
                    words(text, tag="span")


# -- what the model read


def _prompt(view: View, reply: Reply) -> None:
    sections = reply.trace.prompt
    usage = reply.usage
    note = view.t("tokens_read", prompt=usage.prompt, completion=usage.completion) if sections else ""
    with view.card(view.t("prompt"), icon="article", note=note).classes("sk-prompt"):
        if not sections:
            words(view.t("no_prompt", responder=reply.responder), classes="sk-soft")
            return
        whole = sum(section.tokens for section in sections) or 1
        with ui.element("div").classes("sk-share"):
            for place, section in enumerate(sections):
                with ui.element("i").style(f"width:{100 * section.tokens / whole:.2f}%;{_shade(place)}"):
                    ui.tooltip(f"{section.name}: {view.t('tokens', count=section.tokens)}")
        for place, section in enumerate(sections):
            with _fold("", opened=False) as summary:
                _section_head(view, place, section, summary)
                words(section.text, tag="pre", classes="sk-prompt-text")


def _shade(place: int) -> str:
    return f"background:hsl({(158 + place * 47) % 360} 34% 52%)"


def _section_head(view: View, place: int, section: Section, summary: ui.element) -> None:
    with summary:
        ui.element("i").classes("sk-dot").style(_shade(place))
        words(section.name, tag="b")
        words(view.t("tokens", count=section.tokens), tag="span", classes="sk-number")
        if section.budget is not None:
            words(view.t("of_budget", budget=section.budget), tag="span", classes="sk-soft sk-number")
        if section.left_out:
            words(view.t("left_out", count=section.left_out), tag="span", classes="sk-tag")
        if section.stable:
            with ui.icon("lock_clock").classes("sk-soft"):
                ui.tooltip(view.t("stable"))


def gantt(view: View, steps: Mapping[str, tuple[float, float]]) -> None:
    """Show each step as a bar on a time line."""
    ordered = sorted(steps.items(), key=lambda step: step[1])
    whole = max((end for _, (_, end) in ordered), default=0.0) or 1e-9
    with ui.element("div").classes("sk-gantt"):
        for name, (begin, end) in ordered:
            step = view.t(f"step_{name}")
            words(name if step == f"step_{name}" else step, tag="span", classes="sk-gantt-name")
            with ui.element("span").classes("sk-gantt-track"):
                bar = ui.element("i")
                bar.style(f"left:{100 * begin / whole:.2f}%;width:{max(0.6, 100 * (end - begin) / whole):.2f}%")
            words(f"{end - begin:.1f} ms", tag="span", classes="sk-number sk-soft")


@contextmanager
def _fold(title: str, *, opened: bool) -> Iterator[ui.element]:
    """Build a part that the browser can unfold, also by keyboard; yield the part that stays visible."""
    with ui.element("details").classes("sk-fold") as details:
        if opened:
            details.props["open"] = True
        with ui.element("summary") as summary:
            if title:
                words(title, tag="span", classes="sk-fold-title")
        yield summary
