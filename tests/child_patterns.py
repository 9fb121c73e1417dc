"""Prints which patterns of the package grow faster than their texts. A process of its own: it imports the package."""

from __future__ import annotations

import gc
import json
import re
import time
from collections import Counter

from patterns_found import found
from patterns_hard import growth, is_wide, shape

MOST = 9.0
"""Seconds of the processor for patterns that are made from one table at one place."""


def main() -> None:
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
        if spent[place] > 1000 * MOST:
            continue
        began = time.process_time()
        if growth(compiled, method) and (how := growth(compiled, method)):  # twice, as a busy machine may be slow once
            grown.append(f"{place} {method}: {how}\n    {pattern[:300]!r}")
        spent[place] += round(1000 * (time.process_time() - began))
    print(json.dumps({"missed": [str(site) for site in every.missed], "patterns": len(every.patterns), "grown": grown}))


if __name__ == "__main__":
    main()
