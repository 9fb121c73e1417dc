"""Measure what a language model's memories are worth, on the recorded talks.

    python -m benchmarks.talks.report           # tables
    python -m benchmarks.talks.report --json

For each talk: how many of the facts that the model gave were kept; whether each of its 20 questions finds in its prompt
all that is needed to answer it, with the model's memories and with the rules'; calls and tokens by role. A turn that is
needed counts as found if its words stand in the prompt, or a fact that rests on it. How many of the facts that hold at
the end are wrong then was judged by a reader who had seen nothing but the talks (`judged.json`). And for the
association set: recall with cues and without.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter, defaultdict
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from benchmarks.talks.recorded import ASSOCIATION, SETTINGS, contexts, live_associations, recording
from benchmarks.talks.talk import FOLDER, NAMES, Talk, live, talk

import soulkeep
from soulkeep.evals.datasets import read_dataset
from soulkeep.judgement.talk import asks_something
from soulkeep.lang.references import leans_on_talk
from soulkeep.memory.schemas import Remembered
from soulkeep.memory.statuses import NO_FACT
from soulkeep.models.chat.structured import read_json
from soulkeep.testing.recording import ReplayChat, read_recording

BY_RULES = replace(SETTINGS, model_memories=False)


@dataclass
class Report:
    """The findings on a talk.

    Attributes:
        turns: said by both.
        emitted, kept: facts and promises that the model gave, and those of them that are stored.
        standing, unverified: facts that hold at the end, and stored ones that name no turn.
        wrong: of those that hold at the end, the ones that were judged wrong then; None if they are not those that were
            judged.
        found: questions whose evidence is whole in the prompt, by kind, with the model's memories and with the rules'.
        questions: by kind.
        prompt: tokens of a question's prompt, on average, with and without.
        calls: of the memory model; `per_message` with the answers and the look-ups, for each message of the person's.
        tokens: that the memory model read and wrote, for each turn.
    """

    turns: int = 0
    emitted: int = 0
    kept: int = 0
    standing: int = 0
    unverified: int = 0
    wrong: int | None = None
    questions: Counter[str] = field(default_factory=Counter)
    found: dict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    prompt: dict[str, int] = field(default_factory=dict)
    calls: int = 0
    per_message: float = 0.0
    tokens: float = 0.0


def emitted(name: str) -> list[str]:
    """Return the statements of facts and promises in the model's answers, each once."""
    found: list[str] = []
    for exchange in read_recording(recording(name)):
        if exchange.schema is None or exchange.schema.get("title") != "Remembered":
            continue
        seen = read_json("".join(piece for piece in exchange.pieces if isinstance(piece, str)), Remembered)
        found += [fact.statement for fact in seen.facts if fact.status not in NO_FACT]
        found += [promise.statement for promise in seen.promises]
    return list(dict.fromkeys(found))


def held(character: soulkeep.Character, given: Talk, context: soulkeep.Context) -> set[str]:
    """Return the ids of the turns that a prompt holds, by their own words or by a fact's."""
    text = " ".join("\n".join(message["content"] for message in context.messages).split())
    ids = {turn["id"] for turn in given.turns if " ".join(turn["text"].split()) in text}
    for memory in context.labels.values():
        ids |= set(memory.turns)
    for fact in character.facts(person=given.person["id"], past=True):
        if fact.text in text:
            ids |= set(fact.turns)
    return ids


def wrong(name: str, standing: list[str]) -> int | None:
    """Return how many of the facts that hold at the end were judged wrong; None if others were judged."""
    judged = json.loads((FOLDER / "judged.json").read_text(encoding="utf-8")).get(name, {"standing": 0, "wrong": []})
    statements = {one["statement"] for one in judged["wrong"]}
    same = judged["standing"] == len(standing) and statements <= set(standing)
    return len(statements) if same else None


def whole(evidence: list[Any], ids: set[str]) -> bool:
    """Return whether all of the evidence is there; one suffices of a list of alternatives."""
    return all(any(one in ids for one in need) if isinstance(need, list) else need in ids for need in evidence)


def lookups(given: Talk) -> int:
    """Return how many messages of the talk ask what to look up: questions, and openings, that lean on the talk."""
    opening = {session[0]["id"] for session in given.sessions[1:]}
    said = [turn for turn in given.turns if turn["by"] == "person"]
    leaning = [turn for turn in said if leans_on_talk(turn["text"], given.language) > 0]
    return sum(asks_something(turn["text"]) or turn["id"] in opening for turn in leaning)


def judge(name: str) -> Report:
    """Live through a talk with the recorded model, and without it."""
    given, report = talk(name), Report()
    report.turns = len(given.turns)
    report.questions = Counter(question["kind"] for question in given.questions)
    for way, settings in (("with", SETTINGS), ("without", BY_RULES)):
        keep, character, _ = live(given, ReplayChat(recording(name)), settings)
        with keep:
            prompts = contexts(given, character)
            for question in given.questions:
                if whole(question["evidence"], held(character, given, prompts[question["id"]])):
                    report.found[way][question["kind"]] += 1
            report.prompt[way] = sum(context.tokens for context in prompts.values()) // len(prompts)
            if way == "with":
                person = given.person["id"]
                stored = character.facts(person=person, past=True)
                texts = {fact.text for fact in stored}
                given_facts = emitted(name)
                report.emitted, report.kept = len(given_facts), sum(text in texts for text in given_facts)
                now = [fact.text for fact in character.facts(person=person)]
                report.standing, report.wrong = len(now), wrong(name, now)
                report.unverified = sum(not fact.verified for fact in stored)
                spent = keep.usage()["memory"]
                messages = sum(turn["by"] == "person" for turn in given.turns)
                answers = sum(turn["by"] == "character" for turn in given.turns)
                report.calls = spent.calls
                report.per_message = round((answers + spent.calls + lookups(given)) / messages, 3)
                report.tokens = round(spent.tokens / report.turns, 1)
    return report


def associations() -> dict[str, dict[str, float]]:
    """Recall at 1, 5 and 10 on the association set, with the model's cues and without."""
    questions = read_dataset(FOLDER.parent / ASSOCIATION).questions[ASSOCIATION]
    found: dict[str, dict[str, float]] = {}
    for way in ("without", "with"):
        keep, character = live_associations(ReplayChat(recording(ASSOCIATION)) if way == "with" else None)
        with keep:
            ranks = []
            for question in questions:
                hits = character.recall(question.text, person="anna", k=10, kinds={"turn"}).hits
                ids = [hit.memory.id for hit in hits]
                ranks.append(next((at for at, id in enumerate(ids) if id in question.evidence), 10))
        found[way] = {f"R@{k}": round(sum(rank < k for rank in ranks) / len(ranks), 3) for k in (1, 5, 10)}
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    reports = {name: judge(name) for name in NAMES if recording(name).exists()}
    cues = associations()
    if options.json:
        print(json.dumps({"talks": {name: asdict(report) for name, report in reports.items()}, "cues": cues}))
        return
    for name, report in reports.items():
        found = {way: sum(kinds.values()) for way, kinds in report.found.items()}
        print(
            f"{name}: {report.turns} turns, {report.calls} memory calls, {report.tokens} tokens a turn, "
            f"{report.per_message} calls a message; facts kept {report.kept} of {report.emitted}, "
            f"{report.standing} standing, {report.wrong} of them wrong, {report.unverified} unverified; "
            f"evidence in the prompt {found.get('without', 0)} -> {found.get('with', 0)} of "
            f"{sum(report.questions.values())}, "
            f"tokens {report.prompt['without']} -> {report.prompt['with']}"
        )
    kinds = sorted({kind for report in reports.values() for kind in report.questions})
    for kind in kinds:
        of = sum(report.questions[kind] for report in reports.values())
        row = [sum(report.found[way][kind] for report in reports.values()) for way in ("without", "with")]
        print(f"  {kind:16} {row[0]:3} -> {row[1]:3} of {of}")
    print("association set:", cues)


if __name__ == "__main__":
    main()
