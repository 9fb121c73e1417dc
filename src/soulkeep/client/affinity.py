"""Which worker a character's talk with a person goes to: rendezvous hashing, the same in every process and machine.

Each worker holds the minds in memory that it was asked about. Where the requests about one character and person always
reach the same worker, each mind is held once instead of in every worker. That saves memory and time; nothing is wrong
where they don't.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from hashlib import blake2b
from urllib.parse import quote

from soulkeep.errors import InputError

HEADER = "Soulkeep-Tenant"
"""The header that names the tenant of a request, for load balancers."""

_LONGEST = 200
"""Characters of a tenant; of longer ones, a digest is sent."""


def tenant_of(character: str, person: str | None = None, *, workspace: str | None = None) -> str:
    """The tenant of a character facing a person, as `Soulkeep-Tenant` takes it: `[WORKSPACE/]CHARACTER[@PERSON]`.

    Each part is percent-encoded, so it is ASCII without spaces, 200 characters at most: of longer ones it is a digest.
    With nobody, it is what stands in the paths of REST: `/v1/characters/CHARACTER/…`.

    Args:
        character, person: ids; None for nobody.
        workspace: of the server's; None for the key's own.
    """
    tenant = _quoted(character)
    if person is not None:
        tenant += f"@{_quoted(person)}"
    if workspace is not None:
        tenant = f"{_quoted(workspace)}/{tenant}"
    return tenant if len(tenant) <= _LONGEST else f"~{blake2b(tenant.encode(), digest_size=16).hexdigest()}"


def rank(tenant: str, workers: Iterable[str] | Mapping[str, float]) -> list[str]:
    """The workers in the order in which a tenant's requests should go to them: if the first is gone, the second.

    A worker that comes or goes moves only the tenants that it gets or had. The order in which they are given doesn't
    matter.

    Args:
        tenant: as `tenant_of` makes it; any text will do.
        workers: their names, such as their URLs; or their weights by name, 0 or more: a worker of weight 2 gets twice
            as many tenants as one of weight 1; one of weight 0 comes last, to be emptied.

    Raises:
        InputError: a weight is negative or no number.
    """
    if isinstance(workers, str):
        raise InputError(f"{workers!r:.80} is no list of workers.", hint='Give their names: ["http://a:8000", …].')
    rest = b"\0" + tenant.encode("utf-8", "surrogatepass")
    weights = workers if isinstance(workers, Mapping) else dict.fromkeys(workers, 1.0)
    weighted = len(set(weights.values())) > 1
    scored: list[tuple[float, int, str]] = []
    for worker, weight in weights.items():
        if not (weight >= 0 and math.isfinite(weight)):
            raise InputError(f"The weight of {worker!r:.80} is {weight!r}.", hint="Give 0 or more.")
        drawn = int.from_bytes(blake2b(worker.encode("utf-8", "surrogatepass") + rest, digest_size=8).digest(), "big")
        # The first of exponential races whose rates are the weights; with equal ones, whole numbers tell it exactly.
        score = -weight / math.log(((drawn >> 12) + 0.5) / 2.0**52) if weighted else 0.0
        scored.append((score, drawn, worker))
    return [worker for _, _, worker in sorted(scored, reverse=True)]


def choose(tenant: str, workers: Iterable[str] | Mapping[str, float]) -> str:
    """The worker that a tenant's requests should go to: the first of `rank`.

    Raises:
        InputError: there is none, or a weight can't be used.
    """
    ranked = rank(tenant, workers)
    if not ranked:
        raise InputError("There are no workers.", hint="Name one at least.")
    return ranked[0]


def _quoted(name: str) -> str:
    return quote(name, safe="", errors="surrogatepass")
