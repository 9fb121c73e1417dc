"""Does what a process does at its first turns: patterns are compiled, tables are read. Who imports it before it forks
spares that to each process."""

from __future__ import annotations

import gc

import soulkeep
from soulkeep.testing.models import HashEmbedder

with soulkeep.open(":memory:", embedder=HashEmbedder(), settings=soulkeep.Settings(background=False)) as _keep:
    _holmes = _keep.character("holmes")
    _holmes.observe("I live in Oslo. My sister is called Mina. I love black tea.", person="anna")
    _holmes.recall("Where do I live?", person="anna")
    _keep.settle(over=True)
del _keep, _holmes
gc.collect()
