"""`soulkeep reembed`: move a keep to another embedding model."""

from __future__ import annotations

import soulkeep
from soulkeep.cli.console import out, progress, say_json
from soulkeep.cli.opening import require_keep
from soulkeep.cli.options import KEEP, AsJson, Embedder, KeepFile
from soulkeep.search.index import reembed as move
from soulkeep.stores.opening import open_store


def reembed(keep: KeepFile = KEEP, embedder: Embedder = None, json: AsJson = False) -> None:
    """Give every memory a vector of an embedder, the default one unless you name another.

    The old vectors serve meanwhile. Interrupt it whenever you like: run again, it goes on where it stopped.
    """
    require_keep(keep)
    chosen = soulkeep.choose_embedder(embedder)
    store = open_store(keep)
    try:
        with progress("Embedding", quiet=json) as bar:
            count = move(store, chosen, bar)
    finally:
        store.close()
    if json:
        say_json({"embedder": chosen.name, "vectors": count})
    else:
        out.print(f"{count} vectors made. The keep is embedded with {chosen.name}.")
