"""Measure how the offline mind does on sheets: inputs and expected outcomes, written by people who have seen neither
code nor data.

    python -m benchmarks.first_look tests/sheets/offline/*.jsonl [--each]

A case is tried through the public functions alone: a keep in memory, the default settings, no language model; `settle`
does the work that would else be done in the background.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, NamedTuple

import soulkeep
from soulkeep.models.embed.base import Embedder
from soulkeep.models.embed.choose import choose_embedder
from soulkeep.reply.phrases import LANGUAGES, phrases

START = datetime(2026, 3, 2, 9, 30, tzinfo=UTC)
"""When the first turn of a case is said: a Monday."""

_SETTINGS = soulkeep.Settings(background=False)

Case = Mapping[str, Any]

_UNSURE = tuple(
    lead.strip()
    for language in LANGUAGES
    for polite in (True, False)
    for lead in phrases(language, polite=polite).unsure
)
"""How the voice begins what it isn't sure of: that is no confident answer."""


class Outcome(NamedTuple):
    """The outcome of a case: whether it is right, whether it is wrong the wrong way, and what was seen."""

    right: bool
    wrong: bool
    seen: str


class Tried(NamedTuple):
    """A case of a language, and what became of it."""

    language: str
    case: Case
    outcome: Outcome


def cases(path: Path) -> list[Case]:
    """Return the cases of a sheet."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]


def tried(case: Case, embedder: Embedder) -> Outcome:
    """Try a case, and return its outcome."""
    clock = soulkeep.ManualClock(START)
    with soulkeep.open(":memory:", clock=clock, embedder=embedder, settings=_SETTINGS) as keep:
        ada = keep.character("ada", name="Ada")
        return _TRIALS[case["kind"]](case, keep, ada, clock)


def _say(case: Case, ada: soulkeep.Character, clock: soulkeep.ManualClock) -> None:
    """Say the turns of a case, an hour apart or on their days."""
    for line in case["say"]:
        text, day = (line, None) if isinstance(line, str) else (line[1], line[0])
        if day is not None:
            clock.advance(datetime.fromisoformat(day).replace(hour=9, tzinfo=UTC) - clock.now())
        ada.observe(text, person="anna", speaker="anna", session=clock.now().date().isoformat())
        clock.advance(timedelta(hours=1))


def _holds(text: str, words: Sequence[str]) -> bool:
    folded = text.casefold()
    return any(word.casefold() in folded for word in words)


def _grave(case: Case, keep: soulkeep.Keep, ada: soulkeep.Character, clock: soulkeep.ManualClock) -> Outcome:
    observed = [ada.observe(case[name], person="anna", speaker="anna", id=name) for name in ("grave", "trivial")]
    one, other = (ada.memory(turn.id, person="anna").importance for turn in observed)
    return Outcome(one > other, one < other, f"{one:.3g} {other:.3g}")


def _fact(case: Case, keep: soulkeep.Keep, ada: soulkeep.Character, clock: soulkeep.ManualClock) -> Outcome:
    _say(case, ada, clock)
    keep.settle(over=True)
    known = [f"{fact.text} {fact.value}" for fact in ada.facts(person="anna", past=True)]
    now = [fact.text for fact in ada.facts(person="anna")]
    kept = all(any(_holds(text, [word]) for text in known) for word in case.get("keeps", []))
    wrong = any(_holds(text, case.get("not", [])) for text in now) or bool(case.get("none") and known)
    return Outcome(kept and not wrong and (bool(case.get("none")) or bool(known)), wrong, " | ".join(known))


def _ask(case: Case, keep: soulkeep.Keep, ada: soulkeep.Character, clock: soulkeep.ManualClock) -> soulkeep.Reply:
    _say(case, ada, clock)
    keep.settle(over=True)
    if "asked" in case:
        clock.advance(datetime.fromisoformat(case["asked"]).replace(hour=10, tzinfo=UTC) - clock.now())
    else:
        clock.advance(timedelta(days=3))
    return ada.reply(case["ask"], person="anna", session="later")


def _change(case: Case, keep: soulkeep.Keep, ada: soulkeep.Character, clock: soulkeep.ManualClock) -> Outcome:
    reply = _ask(case, keep, ada, clock)
    said = [line if isinstance(line, str) else line[1] for line in case["say"]]
    # The old words may stand in what ended them ("I left Bosch"); what was said before that must not be told as it was.
    old = any(_holds(reply.text, [before]) for before in said[:-1]) or (
        _holds(reply.text, case["old"]) and not _holds(reply.text, [said[-1]]) and not _holds(said[-1], case["old"])
    )
    new = not case["new"] or _holds(reply.text, case["new"])
    return Outcome(new and not old, old and _is_sure(reply), f"{reply.responder}: {reply.text}")


def _answer(case: Case, keep: soulkeep.Keep, ada: soulkeep.Character, clock: soulkeep.ManualClock) -> Outcome:
    reply = _ask(case, keep, ada, clock)
    told = bool(reply.references) or reply.responder not in ("admission", "clarification", "courtesy")
    sure = told and _is_sure(reply)
    offered = told and not sure and not case["right"]
    right = _holds(reply.text, case["right"]) if case["right"] else not sure
    first = ada.recall(case["ask"], person="anna", k=3, kinds={"turn"})
    found = bool(case["right"]) and any(_holds(hit.memory.text, case["right"]) for hit in first.hits)
    seen = "found " if found else "offered " if offered else ""
    return Outcome(right, sure and not right, f"{seen}{reply.responder}: {reply.text}")


def _is_sure(reply: soulkeep.Reply) -> bool:
    """Return whether something is told as the answer, and not as a possible or the nearest one."""
    return reply.responder != "admission" and not reply.text.startswith(_UNSURE)


def _claim(case: Case, keep: soulkeep.Keep, ada: soulkeep.Character, clock: soulkeep.ManualClock) -> Outcome:
    from soulkeep.lang.language import detect
    from soulkeep.reply.factcheck.check import Source, check

    found = check(
        case["claim"],
        recalled=[Source("m1", case["source"], "anna", clock.now())],
        cited={},
        description="",
        name="Ada",
        person="anna",
        language=detect(case["claim"]),
    )
    judged = {claim.verdict for claim in found.claims}
    verdict = next((one for one in ("contradicted", "supported") if one in judged), "open")
    wanted = case["verdict"]
    swapped = {verdict, wanted} == {"supported", "contradicted"}
    return Outcome(
        verdict == wanted,
        swapped or (verdict != "open" and wanted == "open"),
        f"{'swapped ' if swapped else ''}{verdict}",
    )


def _react(case: Case, keep: soulkeep.Keep, ada: soulkeep.Character, clock: soulkeep.ManualClock) -> Outcome:
    reply = ada.reply(case["say"], person="anna", session="now")
    return Outcome(True, False, f"{reply.responder}: {reply.text}")  # these are judged by a reader


_TRIALS = {
    "grave": _grave, "fact": _fact, "change": _change, "answer": _answer, "plan": _answer, "claim": _claim, "react": _react,
}  # fmt: skip


def run(paths: Sequence[Path], part: int = 1) -> Iterator[Tried]:
    """Try each case of some sheets, named LANGUAGE-NUMBER.jsonl, or one in `part`."""
    for path in paths:
        language = path.stem.split("-")[0]
        embedder = choose_embedder("static" if language == "en" else "multilingual")
        for case in cases(path)[::part]:
            yield Tried(language, case, tried(case, embedder))


def figures(found: Sequence[Tried]) -> dict[str, float]:
    """Return the shares that are reported."""
    by: dict[str, list[Tried]] = defaultdict(list)
    for one in found:
        by[one.case["kind"]].append(one)
    told: dict[str, float] = {}
    for kind, some in by.items():
        told[f"{kind} right"] = sum(one.outcome.right for one in some) / len(some)
        told[f"{kind} wrong"] = sum(one.outcome.wrong for one in some) / len(some)
    facts = by.get("fact", [])
    lasting = [one for one in facts if not one.case.get("none")]
    if lasting:
        told["facts: recall"] = sum(one.outcome.right for one in lasting) / len(lasting)
        kept = [one for one in facts if one.outcome.seen]
        told["facts: precision"] = sum(not one.outcome.wrong for one in kept) / max(1, len(kept))
    asked = [one for one in by.get("answer", []) + by.get("plan", []) if one.outcome.seen.startswith("found ")]
    if asked:
        told["answers: right of found"] = sum(one.outcome.right for one in asked) / len(asked)
    unknown = [one for one in by.get("answer", []) + by.get("plan", []) if not one.case["right"]]
    if unknown:
        told["answers: offered where there is none"] = sum(
            one.outcome.seen.startswith("offered ") for one in unknown
        ) / len(unknown)
    claims = by.get("claim", [])
    if claims:
        told["claims: swaps"] = sum(one.outcome.seen.startswith("swapped") for one in claims)
        judged = [one for one in claims if not one.outcome.seen.endswith("open")]
        told["claims: right of judged"] = sum(one.outcome.right for one in judged) / max(1, len(judged))
        told["claims: judged"] = len(judged) / len(claims)
    return told


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sheets", nargs="+", type=Path)
    parser.add_argument("--each", action="store_true", help="tell each case that isn't right")
    arguments = parser.parse_args()
    found = list(run(arguments.sheets))
    for language in dict.fromkeys(one.language for one in found):
        some = [one for one in found if one.language == language]
        print(
            language,
            Counter(one.case["kind"] for one in some).total(),
            *(f"{name} {value:.2f}" for name, value in figures(some).items()),
            sep="  ",
        )
    print("all", *(f"{name} {value:.2f}" for name, value in figures(found).items()), sep="  ")
    if arguments.each:
        for one in found:
            if not one.outcome.right or one.outcome.wrong or one.case["kind"] == "react":
                print(
                    one.language,
                    json.dumps(one.case, ensure_ascii=False),
                    "->",
                    "WRONG" if one.outcome.wrong else "",
                    one.outcome.seen,
                )


if __name__ == "__main__":
    main()
