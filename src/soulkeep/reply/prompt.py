"""Working memory: the prompt that a language model reads (1: response generation; 4: working memory).

Its layout lets a server reuse what it has read before. First comes the description of the character, then what is known
of the person and a summary of earlier talk, which change when the oldest turns leave together; then the talk, each
message with the memories that came to mind with it, as it was sent; and last what holds for this answer alone. From one
message to the next, only the end is new.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import NamedTuple

from soulkeep.lang.date_words import ago, date_words, human_date
from soulkeep.lang.forms import both_ends
from soulkeep.lang.prompt_safety import fenced, line, passage
from soulkeep.memory.hearsay import told_by
from soulkeep.models.chat.base import Message
from soulkeep.prompts import prompt
from soulkeep.reply.citations import ReferenceReader, disarmed, label
from soulkeep.reply.persona import persona_text
from soulkeep.reply.situation import Situation
from soulkeep.settings import Settings
from soulkeep.types.records import FACT, INSIGHT, PASSAGE, Hit, Memory, Recall, Scene
from soulkeep.types.replies import Section

BUDGETS: Mapping[str, int] = {
    "known": 1500,
    "earlier": 300,
    "memories": 1200,
    "lore": 1000,
    "knowledge": 400,
    "event": 300,
    "scene": 200,
}
"""Tokens of each section, unless `Settings.section_tokens` says otherwise."""

_FIRST_TO_GO = ("lore", "known", "earlier", "scene", "memories", "knowledge", "talk")
"""Sections that are shortened if the prompt is too long, in this order. The others are never cut."""

_STABLE = ("instructions", "description", "known", "earlier", "talk")

_MOST_OUTDATED = 4
"""Number of outdated things, said in turns, that are told at most."""

_BETWEEN = 110
"""Tokens reserved for headings, fences and notes about memories."""

_BEGIN = "(You speak first.)"

_REMEMBERED, _READ = "What you remember:\n", "What you have read:\n"

Count = Callable[[str], int]


@dataclass(frozen=True, slots=True, kw_only=True)
class WorkingMemory:
    """A prompt.

    Attributes:
        messages: the messages that the model reads.
        sections: the sections it is made of, in their order.
        labels: the memories that may be named, by label.
        fresh: labels of the memories that are given with this message, in their order.
        shown: the memories of the recall that found room.
        tokens: tokens of all messages.
    """

    messages: tuple[Message, ...]
    sections: tuple[Section, ...]
    labels: Mapping[str, Memory]
    fresh: tuple[str, ...]
    shown: tuple[Memory, ...]
    tokens: int


def working_memory(situation: Situation, settings: Settings, count: Count, *, task: str = "") -> WorkingMemory:
    """Return the prompt for an answer.

    Args:
        situation: what the answer is made from.
        settings: budgets.
        count: returns the tokens of a text.
        task: instructions for this answer alone.
    """
    composed = _Composition(situation, settings, count, task)
    if left_out := composed.turns_left_out:  # then the memories that came to mind with them aren't shown either
        history = situation.history[left_out:]
        ids = {turn.id for turn in history}
        standing = [one for one in situation.given if one.turn in ids]
        composed = _Composition(replace(situation, history=history, given=standing), settings, count, task)
        return composed.finish(left_out)
    return composed.finish()


class _Item(NamedTuple):
    """A piece of a section that is told whole or not at all; for a memory its label, for a turn its id."""

    text: str
    of: str = ""


class _Composition:
    """A builder of a prompt: collects items for its sections, and leaves some out where room is short."""

    def __init__(self, situation: Situation, settings: Settings, count: Count, task: str) -> None:
        self._situation = situation
        self._settings = settings
        self._count = count
        self._budgets = {**BUDGETS, **settings.section_tokens}
        self._left_out: dict[str, int] = {}
        self._labels = {one.label: one.memory for one in situation.given if one.memory is not None}
        labels_of = {(memory.person, memory.id): name for name, memory in self._labels.items()}
        first = max((int(one.label[1:]) for one in situation.given), default=0)
        self._again: dict[str, Hit] = {}
        self._new: dict[str, Hit] = {}
        for hit in () if situation.narrative else situation.recall.hits:
            if name := labels_of.get((hit.memory.person, hit.memory.id)):
                self._again[name] = hit
            else:
                self._new[label(first + len(self._new))] = hit
        blocks = self._blocks()
        told_now = [_Item(self._line(name, hit.memory, situation.now), name) for name, hit in self._new.items()]
        read = {name for name, hit in self._new.items() if hit.memory.kind == PASSAGE}
        description = persona_text(situation.persona, settings.description_words)
        self._items: dict[str, list[_Item]] = {
            "instructions": _items(*instructions(situation), settings.instructions.strip()),
            "description": _items(passage(description)),
            "known": _items(*(f"- {_memory_line(text)}" for text in situation.known)),
            "earlier": _items(_memory_line(situation.earlier)),
            "talk": [
                _Item(_turn_line(turn, situation, blocks.get(turn.id, "")), turn.id) for turn in situation.history
            ],
            "memories": _items(passage(situation.narrative)) or [item for item in told_now if item.of not in read],
            "lore": [item for item in told_now if item.of in read],
            "said": _items(_speech_line(situation.said, situation)),
            "knowledge": _items(*_knowledge(situation)),
            "event": _items(passage(situation.event.guide) if situation.event else "", task),
            "feelings": _items(feelings(situation)),
            "scene": _items(*_scene(situation.scene)),
        }
        self._fit()
        self._number(first)

    def _line(self, name: str, memory: Memory, now: datetime) -> str:
        """Return a memory in one line, so that it can't look like several; cut to its section's budget."""
        text = _memory_line(memory.text)
        budget = self._budgets["lore" if memory.kind == PASSAGE else "memories"]
        tokens = self._count(text)
        text = _shortened(text, tokens, budget) if tokens > budget else text
        return f"[{name}] {_origin(memory, now, self._situation)}: {text}"

    def _blocks(self) -> dict[str, str]:
        """Return what came to mind with earlier messages, as told then, by the id of the turn that it precedes."""
        times = {turn.id: turn.time for turn in self._situation.history}
        lines: dict[str, dict[bool, list[str]]] = {}
        for one in self._situation.given:
            memory, then = one.memory, times.get(one.turn)
            if memory is None or then is None:
                continue
            line = self._line(one.label, memory, then.astimezone(self._situation.now.tzinfo))
            lines.setdefault(one.turn, {}).setdefault(memory.kind == PASSAGE, []).append(line)
        return {
            turn: fenced(
                _joined((_READ if read else _REMEMBERED) + "\n".join(texts) for read, texts in sorted(kinds.items()))
            )
            for turn, kinds in lines.items()
        }

    def _number(self, first: int) -> None:
        """Number the new memories that found room, so that each keeps its label as long as it is shown."""
        numbered = {item.of for item in (*self._items["memories"], *self._items["lore"])}
        named = {old: label(first + at) for at, old in enumerate(name for name in self._new if name in numbered)}
        self._new = {named[old]: hit for old, hit in self._new.items() if old in named}
        for section in ("memories", "lore"):
            self._items[section] = [
                _Item(f"[{named[item.of]}]{item.text.partition(']')[2]}", named[item.of]) if item.of else item
                for item in self._items[section]
            ]

    # -- fitting

    def _fit(self) -> None:
        sizes = {name: [self._count(item.text) for item in items] for name, items in self._items.items()}
        for name, items in self._items.items():
            budget = self._budgets.get(name)
            if budget is None or name == "talk":  # the talk is bounded when its view is chosen
                continue
            while len(items) > 1 and sum(sizes[name]) > budget:
                self._drop(name, sizes)
            if items and sizes[name][0] > budget and not items[0].of:
                items[0] = _Item(_shortened(items[0].text, sizes[name][0], budget), items[0].of)
                sizes[name][0] = self._count(items[0].text)
        most = self._settings.prompt_tokens // 2
        if sizes["said"] and sizes["said"][0] > most:  # such as a pasted book: kept whole, and shown by its two ends
            said = self._items["said"][0].text
            self._items["said"] = [_Item(both_ends(said, len(said) * most // sizes["said"][0], " … "))]
            sizes["said"], self._left_out["said"] = [self._count(self._items["said"][0].text)], 1
        over = sum(map(sum, sizes.values())) + _BETWEEN - self._settings.prompt_tokens
        for name in _FIRST_TO_GO:
            while over > 0 and self._items[name]:
                over -= self._drop(name, sizes)

    def _drop(self, name: str, sizes: Mapping[str, list[int]]) -> int:
        """Leave out an item, the oldest turn or the last of anything else; return its tokens."""
        at = 0 if name == "talk" else -1
        del self._items[name][at]
        self._left_out[name] = self._left_out.get(name, 0) + 1
        return sizes[name].pop(at)

    # -- what came to mind before, and what has changed

    def _notes(self) -> list[str]:
        """Return notes on memories: how well they fit, which of those given earlier fit now, and what no longer
        holds."""
        notes = [_fit(self._situation.recall)]
        if self._again:
            notes.append(f"Of what came to mind before, this fits: {' '.join(f'[{name}]' for name in self._again)}.")
        texts = {memory.text for memory in self._labels.values()}
        over = [
            (name, fact)
            for name, hit in {**self._again, **self._new}.items()
            for fact in hit.outdated
            if fact.text not in texts
        ]
        for name, fact in over[:_MOST_OUTDATED]:
            since = f" since {human_date(fact.until, 'en')}" if fact.until else ""
            notes.append(f"[{name}] is no longer so{since}: {_memory_line(fact.text)}")
        replaced = [name for name, memory in self._labels.items() if memory.kind == FACT and memory.superseded]
        if replaced:
            notes.append(f"No longer so: {' '.join(f'[{name}]' for name in replaced)}.")
        return list(filter(None, notes))

    # -- putting it together

    @property
    def turns_left_out(self) -> int:
        """Number of the oldest turns that found no room."""
        return self._left_out.get("talk", 0)

    def finish(self, left_out: int = 0) -> WorkingMemory:
        """Return the prompt; `left_out` is the number of turns that an earlier attempt left out."""
        situation = self._situation
        shown = situation.history[self.turns_left_out :]
        if left_out:
            self._left_out["talk"] = left_out + self.turns_left_out
        texts = {name: "\n".join(item.text for item in items) for name, items in self._items.items()}
        for name, title in self._titles().items():
            texts[name] = title + texts[name] if texts[name] else ""
        notes = "\n".join(self._notes())
        moment = "\n".join(_moment(situation))
        known_text = fenced(_joined((texts["known"], texts["earlier"])))
        messages = [Message("system", _joined((texts["instructions"], texts["description"], known_text)))]
        if shown and shown[0].speaker in situation.own_names:
            messages.append(Message("user", _BEGIN))  # many chat templates require that the user begins
        for turn, item in zip(shown, self._items["talk"], strict=True):
            _add(messages, "assistant" if turn.speaker in situation.own_names else "user", item.text)
        beside = fenced(_lines(moment, notes, texts["knowledge"], texts["feelings"], texts["scene"]))
        now = _lines("For this answer alone.", beside, texts["event"])
        _add(
            messages, "user", _joined((fenced(_joined((texts["memories"], texts["lore"]))), texts["said"], f"({now})"))
        )
        texts["memories"] = "\n".join(filter(None, (texts["memories"], notes)))
        texts["moment"] = moment
        texts["talk"] = _joined(item.text for item in self._items["talk"])
        hits = situation.recall.hits if situation.narrative else [*self._again.values(), *self._new.values()]
        return WorkingMemory(
            messages=tuple(messages),
            sections=tuple(self._section(name, text) for name, text in texts.items() if text or name in self._left_out),
            labels={**self._labels, **{name: hit.memory for name, hit in self._new.items()}},
            fresh=tuple(self._new),
            shown=tuple(hit.memory for hit in hits),
            tokens=sum(self._count(message.content) for message in messages),
        )

    def _titles(self) -> dict[str, str]:
        earlier = "Earlier in this conversation" if self._situation.same_talk else "When you talked before"
        return {
            "known": f"What you know about {line(self._situation.person_called)}:\n",
            "earlier": f"{earlier}:\n",
            "memories": _REMEMBERED,
            "lore": _READ,
        }

    def _section(self, name: str, text: str) -> Section:
        return Section(
            name=name,
            text=text,
            tokens=self._count(text),
            budget=self._settings.history_tokens if name == "talk" else self._budgets.get(name),
            left_out=self._left_out.get(name, 0),
            stable=name in _STABLE,
        )


def _items(*texts: str) -> list[_Item]:
    return [_Item(text) for text in texts if text]


def _joined(texts: Iterable[str]) -> str:
    return "\n\n".join(filter(None, texts))


def _lines(*texts: str) -> str:
    return "\n".join(filter(None, texts))


def _memory_line(text: str) -> str:
    """Return a remembered text in one line, in which nothing looks like the label of a memory."""
    return disarmed(line(text))


def _add(messages: list[Message], role: str, text: str) -> None:
    """Add a message; join it to one of the same role, as many chat templates require alternating roles."""
    if messages[-1].role == role:
        messages[-1] = Message(messages[-1].role, f"{messages[-1].content}\n\n{text}")
    else:
        messages.append(Message(role, text))  # type: ignore[arg-type]


def instructions(situation: Situation) -> list[str]:
    """Return the instructions on how to speak, which are the same for all characters."""
    names = {"name": line(situation.name), "person": line(situation.person_called)}
    labels = [] if situation.narrative else [prompt("reply_labels")]
    return ["\n\n".join([prompt("reply", **names), *labels, prompt("material"), prompt("reply_memory", **names)])]


def _turn_line(turn: Memory, situation: Situation, block: str) -> str:
    """Return a turn of the talk with what came to mind with it. Speakers other than the two are named; the character's
    own turns keep their labels, if these still name something."""
    others = turn.speaker is not None and turn.speaker not in (*situation.own_names, situation.person)
    own = situation.labelled.get(turn.id) if turn.speaker in situation.own_names else None
    text = _speech_line(turn.text, situation) if own is None else passage(_kept_labels(own, situation))
    text = f"{line(turn.speaker or '')}: {text}" if others else text
    return f"{block}\n\n{text}" if block else text


def _speech_line(text: str, situation: Situation) -> str:
    """Return what somebody says; in one line if several people speak, as a second line could pose as another's turn."""
    return line(text) if situation.several_speak else passage(text)


def _kept_labels(text: str, situation: Situation) -> str:
    reader = ReferenceReader({one.label: one.memory for one in situation.given if one.memory is not None})
    return (reader.feed(text) + reader.finish()).strip()


def _moment(situation: Situation) -> list[str]:
    """Return the present, the time since the last talk, and what is due."""
    now = situation.now
    lines = [f"It is {date_words(now, 'en')}, {now:%H:%M}."]
    if situation.last_talk is not None:
        last = situation.last_talk.astimezone(now.tzinfo)
        lines[0] += f" You last talked on {date_words(last, 'en')} ({ago(last, now, 'en')})."
    if situation.due:
        lines.append(f"Due: {' '.join(map(_memory_line, situation.due))}")
    return lines


_TELLS = 0.5
"""Similarity (cosine), or share of the question's words, from which a fact is close."""

_LOOSELY, _WELL = 0.25, 0.6
"""Values of `Recall.confidence` from which what came to mind may fit, and from which it seems to."""


def _fit(recall: Recall) -> str:
    """Return a note on how well what came to mind fits; the model judges for itself."""
    if not recall.hits:
        return "Nothing came to mind with this."
    is_told = any(hit.memory.kind == FACT and max(hit.similarity, hit.coverage) >= _TELLS for hit in recall.hits)
    if is_told or recall.confidence is None or recall.confidence >= _WELL:
        return ""
    return "What came to mind may fit." if recall.confidence >= _LOOSELY else "Nothing close came to mind."


def _origin(memory: Memory, now: datetime, situation: Situation) -> str:
    """Return where a memory comes from, in words."""
    if memory.kind in (FACT, INSIGHT):
        teller = told_by(memory.speaker, memory.about, (situation.person, *situation.own_names))
        who = "Your own conclusion" if memory.kind == INSIGHT else teller or "Known"
        who = who if memory.verified else f"{who}, unsure"
    elif memory.kind == PASSAGE:
        who = f"From {memory.source}, {memory.heading}" if memory.heading else f"From {memory.source}"
    else:
        who = memory.speaker or memory.source
        who = situation.person_called if who == situation.person else who
    who = line(f"{who}, doubtful" if memory.suspect else who)
    if memory.time is None:
        return who
    time = memory.time.astimezone(now.tzinfo)
    if memory.kind == FACT and memory.ended is not None and (memory.superseded or memory.ended <= now):
        over = memory.ended.astimezone(now.tzinfo)
        return f"No longer so since {human_date(over, 'en')}"
    return f"{who}, {date_words(time, 'en')} ({ago(time, now, 'en')})"


def _shortened(text: str, tokens: int, budget: int) -> str:
    """Return as much of a text as fits into a budget of tokens, cut between words if it has blanks."""
    shortened = text[: len(text) * budget // max(1, tokens)]
    return (shortened.rsplit(" ", 1)[0] if " " in shortened else shortened) + " …"


def _knowledge(situation: Situation) -> list[str]:
    """Return what the character knows about what is asked, what the person told of it, and what it could remark."""
    considered = situation.considered
    lines: list[str] = []
    if considered is not None:
        person = line(situation.person_called)
        lines += [f"You know for certain: {line(fact)}" for fact in considered.facts]
        lines += [f"{person} told you of this before: {line(words)}" for words in considered.told]
        remark = next((one.text for one in considered.remarks if one.told), None)
        lines += [f"If it fits, you may remark: {line(remark)}"] if remark else []
    return lines


def feelings(situation: Situation) -> str:
    """Return mood and bond in words; "" where they are neutral."""
    mood, bond = situation.mood, situation.bond
    felt = [_grade(mood.valence, _VALENCE), _grade(mood.arousal, _AROUSAL)]
    between = [_grade(bond.closeness, _CLOSENESS), _grade(bond.trust, _TRUST)]
    lines = []
    if any(felt):
        lines.append(f"You feel {' and '.join(filter(None, felt))}.")
    if any(between):
        lines.append(f"To you, {line(situation.person_called)} is {' and '.join(filter(None, between))}.")
    return " ".join(lines)


_VALENCE = ("miserable", "low", "good", "happy")
_AROUSAL = ("drained", "tired", "lively", "agitated")
_CLOSENESS = ("an enemy", "somebody you keep away from", "somebody you like", "very close to you")
_TRUST = ("nobody you would believe", "somebody to be careful with", "somebody you trust", "somebody you trust blindly")
_SLIGHT, _STRONG = 0.2, 0.6


def _grade(value: float, words: tuple[str, str, str, str]) -> str:
    """Return a feeling of -1…1 as one of four words, from the most negative; "" near 0."""
    if abs(value) < _SLIGHT:
        return ""
    strong = abs(value) >= _STRONG
    return words[3 if strong else 2] if value > 0 else words[0 if strong else 1]


def _scene(scene: Scene | None) -> list[str]:
    if scene is None:
        return []
    parts = [
        f"Place: {line(scene.place)}." if scene.place else "",
        f"Present: {', '.join(map(line, scene.present))}." if scene.present else "",
        f"Around: {', '.join(map(line, scene.objects))}." if scene.objects else "",
        f"Just now: {' '.join(map(line, scene.events))}" if scene.events else "",
    ]
    return list(filter(None, parts))
