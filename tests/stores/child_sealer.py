"""Seals relationships for ever, each with a key of its own, until it is killed: python child_sealer.py KEEP KEYS NAME.

Every line it prints is a person whose words are on disk, and readable for whoever has the keys.
"""

from __future__ import annotations

import os
import sys
from itertools import count

from soulkeep.stores.contract.store import entry
from soulkeep.stores.keys import KeyFile
from soulkeep.stores.rows import PartitionKey
from soulkeep.stores.sqlite.store import SqliteStore


def main(keep: str, keys: str, name: str) -> None:
    store = SqliteStore(keep, keys=KeyFile(keys))
    for number in count():
        person = f"{name}.{number}"
        store.append(PartitionKey("holmes", person), [entry(person, f"{person} says so.")], None)
        os.write(1, f"{person}\n".encode())


if __name__ == "__main__":
    main(*sys.argv[1:])
