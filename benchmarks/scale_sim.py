"""Ten million tenants, simulated: what docs/scale.md says, from measured service times and an assumed activity curve.

    python benchmarks/scale_sim.py [--tenants 10_000_000] [--memory 6] [--goal 100] [--json] …
    python benchmarks/scale_sim.py --table            # the arithmetic, in Markdown
    python benchmarks/scale_sim.py --write-docs       # docs/scale.md's tables, its plots, benchmarks/scale_found.json
    python benchmarks/scale_sim.py --write-docs --again       # of what was found before, after a change of words
    python benchmarks/scale_sim.py --measure sqlite   # into benchmarks/measured.json
    python benchmarks/scale_sim.py --measure postgresql://…   # an empty database

The whole takes some minutes. The same figures and seed give the same result. What was measured is in the file of
`--measured`; benchmarks/scale/measured.py says what it holds. A turn is what a person says and what the character
answers: one recall, two observes, and the work on both in the background.
"""

from __future__ import annotations

import argparse
import hashlib
import json
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

from scale.activity import Activity
from scale.measured import read, write
from scale.minds import Routing
from scale.pages import arithmetic, fill, parts
from scale.pictures import pictures
from scale.study import Effort, Plan, study

HERE = Path(__file__).parent
DOCS = HERE.parent / "docs"
MEASURED, FOUND = HERE / "measured.json", HERE / "scale_found.json"
PAGE = "scale.md"

QUICK = Effort(sample=20_000, hour=1.0, alone=5.0, trouble=6.0, memories=(1, 4, 16), sizes=(0.1, 1.0))


def digest(measured: Path) -> str:
    """Return a hash of the figures that something was simulated with."""
    return hashlib.sha256(measured.read_bytes()).hexdigest()


def documents(plan: Plan, measured: Path, found: dict[str, Any], page: str) -> dict[str, str]:
    """Return the page and its plots, by name, made from the measurements and the simulation."""
    return {PAGE: fill(page, parts(plan, read(measured), found)), **pictures(found)}


def plan_of(options: argparse.Namespace) -> Plan:
    """Return the plan that the options describe."""
    own = {knob.name for knob in fields(Plan)} - {"activity", "routing"}
    values = {name: value for name, value in vars(options).items() if name in own and value is not None}
    people = {name: getattr(options, name) for name in ("active", "sessions", "turns", "pause", "memories")}
    activity = replace(Activity(), **{name: value for name, value in people.items() if value is not None})
    return Plan(**values, activity=activity, routing=Routing(affinity=options.affinity, own_work=options.own_work))


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--measured", type=Path, default=MEASURED, help="service times and sizes")
    parser.add_argument("--measure", metavar="KEEP", help='measure "sqlite" or an empty database into that file')
    parser.add_argument("--table", action="store_true", help="only the arithmetic")
    parser.add_argument("--write-docs", action="store_true")
    parser.add_argument("--again", action="store_true", help="with what was found for the docs; nothing is simulated")
    parser.add_argument("--quick", action="store_true", help="roughly, to see that it works")
    parser.add_argument("--json", action="store_true")
    what = parser.add_argument_group("the plan", "its defaults are those of docs/scale.md")
    for knob, kind, words in (
        ("tenants", int, "characters times people"),
        ("memory", float, "GB of working sets a worker"),
        ("goal", float, "ms of p99"),
        ("shard-memories", float, "memories of a shard"),
        ("shard-cores", int, "cores of a shard's server"),
        ("shard-memory", float, "its GB of memory"),
        ("replicas", int, "servers of a shard"),
        ("network", float, "ms to a shard and back"),
        ("core-hour", float, "$ of a core"),
        ("memory-hour", float, "$ of a GB of memory"),
        ("disk-month", float, "$ of a GB of SSD"),
        ("seed", int, "of the chance"),
        ("active", float, "share of the tenants that talk on a day"),
        ("sessions", float, "of who talks on a day"),
        ("turns", float, "of a session, median"),
        ("pause", float, "seconds between turns, median"),
        ("memories", float, "of a tenant, mean"),
    ):
        what.add_argument(f"--{knob}", type=kind, help=words)
    what.add_argument("--no-affinity", dest="affinity", action="store_false", help="requests go to any worker")
    what.add_argument("--any-work", dest="own_work", action="store_false", help="workers claim anybody's work")
    return parser.parse_args()


def main() -> None:
    """Measure, or simulate and print or write."""
    options = _options()
    if options.measure:
        if options.measured.exists():
            read(options.measured)  # what can't be kept needn't be measured
        from scale.measuring import measure

        write(options.measured, measure(options.measure))
        return
    plan, effort = plan_of(options), QUICK if options.quick else Effort()
    measured = read(options.measured)
    if options.again:
        found = json.loads(FOUND.read_text(encoding="utf-8"))
    else:
        found = study(plan, effort, measured) | {"measured": digest(options.measured)}
    if options.write_docs:
        FOUND.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
        page = (DOCS / PAGE).read_text(encoding="utf-8")
        for name, text in documents(plan, options.measured, found, page).items():
            (DOCS / name).write_text(text, encoding="utf-8")
    elif options.json:
        print(json.dumps(found, indent=1))
    elif options.table:
        print(arithmetic(plan, measured["postgresql"], found))
    else:
        print("\n\n".join(f"{name}\n\n{text}" for name, text in parts(plan, measured, found).items()))


if __name__ == "__main__":
    main()
