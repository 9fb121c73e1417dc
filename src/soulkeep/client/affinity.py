"""The worker for a character's talk with a person, by rendezvous hashing: the same in every process and machine.

Each worker holds the minds in memory that it was asked about. If requests about one character and person always reach
the same worker, each mind is held once instead of in every worker, which saves memory and time. Results are the same
either way.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from hashlib import blake2b
from urllib.parse import quote

from soulkeep.errors import InputError

HEADER = "Soulkeep-Tenant"
"""Name of the header with a request's tenant, for load balancers."""

_LONGEST = 200
"""Most characters of a tenant; longer ones are replaced by a digest."""


def tenant_of(character: str, person: str | None = None, *, workspace: str | None = None) -> str:
    """Return the tenant of a character facing a person, for `Soulkeep-Tenant`: `[WORKSPACE/]CHARACTER[@PERSON]`.

    Each part is percent-encoded, so it is ASCII without spaces; longer than 200 characters, it is a digest. Without a
    person, it is the part of REST's paths: `/v1/characters/CHARACTER/…`.

    Args:
        character, person: ids; None for nobody.
        workspace: a workspace of the server; None for the key's own.
    """
    tenant = _quoted(character)
    if person is not None:
        tenant += f"@{_quoted(person)}"
    if workspace is not None:
        tenant = f"{_quoted(workspace)}/{tenant}"
    return tenant if len(tenant) <= _LONGEST else f"~{blake2b(tenant.encode(), digest_size=16).hexdigest()}"


def rank(tenant: str, workers: Iterable[str] | Mapping[str, float]) -> list[str]:
    """Return the workers in the order in which a tenant's requests should try them.

    A worker that comes or goes moves only the tenants that it gets or had. The order of `workers` doesn't matter.

    Args:
        tenant: the tenant, as returned by `tenant_of`; any text will do.
        workers: their names, such as their URLs; or their weights by name, 0 or more: a worker of weight 2 gets twice
            as many tenants as one of weight 1; one of weight 0 comes last, so that it can be emptied.

    Raises:
        InputError: a weight is negative or no number.
    """
    if isinstance(workers, str):
        raise InputError(f"{workers!r:.80} is no list of workers.", hint='Give their names: ["http://a:8642", …].')
    rest = b"\0" + tenant.encode("utf-8", "surrogatepass")
    weights = workers if isinstance(workers, Mapping) else dict.fromkeys(workers, 1.0)
    weighted = len(set(weights.values())) > 1
    scored: list[tuple[float, int, str]] = []
    for worker, weight in weights.items():
        if not (weight >= 0 and math.isfinite(weight)):
            raise InputError(f"The weight of {worker!r:.80} is {weight!r}.", hint="Give 0 or more.")
        drawn = int.from_bytes(blake2b(worker.encode("utf-8", "surrogatepass") + rest, digest_size=8).digest(), "big")
        # The order of exponential races whose rates are the weights; with equal weights, whole numbers decide exactly.
        score = -weight / math.log(((drawn >> 12) + 0.5) / 2.0**52) if weighted else 0.0
        scored.append((score, drawn, worker))
    return [worker for _, _, worker in sorted(scored, reverse=True)]


def choose(tenant: str, workers: Iterable[str] | Mapping[str, float]) -> str:
    """Return the worker for a tenant's requests: the first of `rank`.

    Raises:
        InputError: there are no workers, or a weight is invalid.
    """
    ranked = rank(tenant, workers)
    if not ranked:
        raise InputError("There are no workers.", hint="Name one at least.")
    return ranked[0]


def _quoted(name: str) -> str:
    return quote(name, safe="", errors="surrogatepass")
