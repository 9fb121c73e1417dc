"""Parts that an install may leave out, and what they need of others.

What is left out isn't imported by anything else; it is asked for here, and who needs it is told what to install.
"""

from __future__ import annotations

from functools import lru_cache
from importlib.util import find_spec
from typing import NamedTuple

from soulkeep.errors import MissingExtra


class Part(NamedTuple):
    """A part that an install may lack.

    Attributes:
        what: it does, as the subject of a sentence.
        package: of soulkeep.
        needs: packages of others, without which it does nothing.
        extra: that brings these; "" if there are none.
    """

    what: str
    package: str
    needs: tuple[str, ...] = ()
    extra: str = ""


GRAPH = Part("Knowledge as RDF, with episodes,", "soulkeep.graph", ("pyoxigraph", "jinja2"), "graph")
VOICED = Part("An answer without a language model", "soulkeep.reply.voice")
MEM0 = Part("mem0's protocol", "soulkeep.server.mem0")
EVALS = Part("Measuring", "soulkeep.evals")
DEMO = Part("The demo", "soulkeep.demo")
MIGRATION = Part("Moving a keep to another database", "soulkeep.stores.migrate")


@lru_cache(maxsize=16)
def has(part: Part) -> bool:
    """Return whether a part is installed, with all that it needs."""
    return all(find_spec(name) is not None for name in (part.package, *part.needs))


def hint(part: Part) -> str:
    """Return what to do if a part isn't installed."""
    return MissingExtra(part.what, part.extra).hint or ""


def require(part: Part) -> None:
    """Do nothing if a part is installed.

    Raises:
        MissingExtra: it isn't; the hint tells what to install.
    """
    if not has(part):
        raise MissingExtra(part.what, part.extra)
