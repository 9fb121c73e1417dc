"""Measure how well questions about somebody's RDF data are answered, without a line of annotation (2).

    python -m benchmarks.knowledge tests/sheets/knowledge/*.jsonl [--each]

Beside each `NAME.jsonl` lies `NAME.ttl`, the data. A line of questions holds `ask`, `right` (of which the answer must
say all, or one; variants between `|`; none where the data doesn't tell), `kind`, and perhaps `all`, `lang`, and
`before`: questions asked earlier in the same talk. Each question is asked by another person, by the public `reply`. An
answer counts as wrong where something is told as known that isn't what was asked for; saying that one doesn't know, or
doesn't follow, is no wrong answer.
"""

from __future__ import annotations

import argparse
import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

import soulkeep

WRITTEN = datetime(2026, 11, 29, 12, tzinfo=UTC)
"""When the questions were written: ages are of that day."""

RIGHT, WRONG, PERHAPS, BESIDE, SILENT = "right", "wrong", "perhaps", "beside", "silent"
"""Judgements of an answer; `PERHAPS` is one that is wrong, but was told as a guess at what was meant, `BESIDE` the right
one, but told as what else is known beside not knowing what was asked."""


_NO = re.compile(r"^I['’]m afraid not\b")
"""Another word for "no", which sheets seldom list."""


class Asked(NamedTuple):
    """A question, what was answered, how that is judged, and the query by which it was answered, if there was one."""

    case: dict[str, object]
    text: str
    verdict: str
    query: Mapping[str, object] | None


def says(text: str, variants: str) -> bool:
    """Return whether a text holds one of the variants between `|`, as whole words if they are written in letters."""
    told = " ".join(text.casefold().replace("’", "'").split())
    return any(_holds(told, one.strip().casefold().replace("’", "'")) for one in variants.split("|"))


def _holds(told: str, wanted: str) -> bool:
    if not wanted:
        return False
    edge_before = r"(?<![\w])" if wanted[0].isalnum() and wanted[0].isascii() else ""
    edge_after = r"(?![a-z0-9])" if wanted[-1].isalnum() and wanted[-1].isascii() else ""
    plain = told.replace(",", "") if wanted.isdigit() else told
    return re.search(f"{edge_before}{re.escape(wanted)}{edge_after}", plain) is not None


def judged(case: dict[str, object], text: str, *, knows: bool, sure: bool, beside: bool = False) -> str:
    """Return how an answer is judged. `knows`: something is told as known; `sure`: without a doubt about what was
    meant; `beside`: what else is known is told."""
    wrong = WRONG if sure else PERHAPS
    text = _NO.sub("No", text)
    right = [str(one) for one in case.get("right", ())]  # type: ignore[attr-defined]
    if not right:
        return wrong if knows else RIGHT
    found = [says(text, one) for one in right]
    holds = all(found) if case.get("all") else any(found)
    if knows:
        return RIGHT if holds else wrong
    return BESIDE if beside and holds else SILENT


def asked(data: Path, cases: Sequence[dict[str, object]]) -> Iterator[Asked]:
    """Ask a character who knows the data every question, each in a talk of its own, and yield the answers."""
    still = soulkeep.Settings(background=False)
    with soulkeep.open(":memory:", settings=still, clock=soulkeep.ManualClock(WRITTEN)) as keep:
        keeper = keep.character("Keeper")
        keeper.know(data)
        for number, case in enumerate(cases):
            person = f"p{number}"
            for earlier in case.get("before", ()):  # type: ignore[attr-defined]
                keeper.reply(str(earlier), person=person)
            reply = keeper.reply(str(case["ask"]), person=person)
            episodes = [*keeper.episodes(person=person)]
            acts = [act for one in episodes if one.kind == "answer" for act in one.acts][-1:]
            said = [act.intent for one in episodes if one.kind == "message" for act in one.acts]
            beside = said[-1:] == ["what_is_known"] and reply.responder == "knowledge"
            sure = reply.understanding is None or reply.understanding.sure
            knows = reply.responder == "knowledge" and not beside and any(act.found for act in acts)
            query = reply.understanding.query if reply.understanding is not None else None
            yield Asked(case, reply.text, judged(case, reply.text, knows=knows, sure=sure, beside=beside), query)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sheets", nargs="+", type=Path)
    parser.add_argument("--each", action="store_true", help="print every question that isn't answered rightly")
    parser.add_argument("--all", action="store_true", help="print every question with its answer")
    options = parser.parse_args()
    total: Counter[str] = Counter()
    kinds: dict[str, Counter[str]] = {}
    for sheet in options.sheets:
        cases = [json.loads(line) for line in sheet.read_text(encoding="utf-8").splitlines() if line.strip()]
        count: Counter[str] = Counter()
        for one in asked(sheet.with_suffix(".ttl"), cases):
            count[one.verdict] += 1
            kinds.setdefault(str(one.case["kind"]), Counter())[one.verdict] += 1
            if options.all or (options.each and one.verdict != RIGHT):
                before = "".join(f"{text} >> " for text in one.case.get("before", ()))  # type: ignore[attr-defined]
                print(f"[{one.verdict}] {before}{one.case['ask']}\n    -> {one.text}\n    ({one.case.get('right')})")
        total += count
        print(f"{sheet.stem:12} {_figures(count)}")
    for kind, count in kinds.items():
        print(f"  {kind:14} {_figures(count)}")
    print(f"{'all':12} {_figures(total)}")


def _figures(count: Counter[str]) -> str:
    of = sum(count.values()) or 1
    return f"right {count[RIGHT] / of:.2f}, wrong {count[WRONG] / of:.3f}, guessed wrong {count[PERHAPS] / of:.3f}, told beside {count[BESIDE] / of:.2f}, silent {count[SILENT] / of:.2f} of {of}"


if __name__ == "__main__":
    main()
