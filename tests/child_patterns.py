"""Prints which patterns of the package grow faster than their texts. A process of its own: it imports the package.

What was measured once needs no second time: `patterns_measured.txt` holds a digest of each. `--write` (`make patterns`)
measures all and writes them anew; with SOULKEEP_EXAMPLES above 100, all are measured, too, and for longer.
"""

from __future__ import annotations

import gc
import hashlib
import json
import os
import re
import sys
import time
from collections import Counter
from pathlib import Path

from patterns_found import found
from patterns_hard import growth, is_wide, shape

MOST = 9.0
"""Seconds of the processor for patterns that are made from one table at one place."""


MEASURED = Path(__file__).with_name("patterns_measured.txt")


def digest(pattern: str | bytes, flags: int, method: str) -> str:
    """Return what a pattern is known by that was measured."""
    return hashlib.sha256(repr((pattern, flags, method)).encode()).hexdigest()[:16]


def main() -> None:
    anew = "--write" in sys.argv or int(os.environ.get("SOULKEEP_EXAMPLES", "100")) > 100
    known = set() if anew else set(MEASURED.read_text(encoding="ascii").split())
    measured: set[str] = set()
    gc.disable()  # all modules' trees are held to the end, and would be gone through again and again
    every = found()
    grown: list[str] = []
    seen: set[tuple[str, str, str]] = set()
    spent: Counter[str] = Counter()
    for pattern, flags, method, place in every.used():
        compiled = re.compile(pattern, flags)
        if not is_wide(compiled) or (key := (place, method, shape(compiled))) in seen:
            continue
        seen.add(key)
        if (told := digest(pattern, flags, method)) in known:
            continue
        if spent[place] > 1000 * MOST:
            continue
        began = time.process_time()
        if growth(compiled, method) and (how := growth(compiled, method)):  # twice, as a busy machine may be slow once
            grown.append(f"{place} {method}: {how}\n    {pattern[:300]!r}")
        else:
            measured.add(told)
        spent[place] += round(1000 * (time.process_time() - began))
    if "--write" in sys.argv:
        MEASURED.write_text("".join(f"{one}\n" for one in sorted(measured)), encoding="ascii")
    counts = {"patterns": len(every.patterns), "anew": len(measured) + len(grown)}
    print(json.dumps({"missed": [str(site) for site in every.missed], **counts, "grown": grown}))


if __name__ == "__main__":
    main()
