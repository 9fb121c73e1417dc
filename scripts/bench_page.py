"""Write the part of docs/benchmarks.md that shows the recorded run of `soulkeep bench`.

soulkeep bench --record src/soulkeep/evals/data/bench.json    # measures anew; `before` is kept
python scripts/bench_page.py            # writes the part
python scripts/bench_page.py --check    # says whether it is as it should be
"""

from __future__ import annotations

import sys
from pathlib import Path

from soulkeep.evals.recorded import recorded, section, with_section

PAGE = Path(__file__).parents[1] / "docs" / "benchmarks.md"


def main() -> None:
    before = PAGE.read_text(encoding="utf-8")
    after = with_section(before, section(recorded()))
    if "--check" in sys.argv[1:]:
        sys.exit(0 if before == after else "docs/benchmarks.md shows another run: python scripts/bench_page.py")
    PAGE.write_text(after, encoding="utf-8")


if __name__ == "__main__":
    main()
