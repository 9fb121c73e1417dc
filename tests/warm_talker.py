"""Does what a process does at its first reply: patterns are compiled, tables are read. Who imports it before it forks
spares that to each process; each reads for itself what its keep holds."""

from __future__ import annotations

import gc

from episodes_support import BORN, Talk

_talk = Talk()
_talk.say(BORN)
_talk.keep.close()  # and nothing that is known is held, as it would be after a `with`
del _talk
gc.collect()
