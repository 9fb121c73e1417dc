"""Where a PostgreSQL store is, as its URL tells."""

from __future__ import annotations

import hashlib
import hmac
import os
import re
from dataclasses import dataclass
from urllib.parse import SplitResult, parse_qsl, urlencode, urlsplit, urlunsplit

from soulkeep.errors import InputError

SCHEMES = ("postgresql", "postgres")
DEFAULT_WORKSPACE = "default"
SECRET = "SOULKEEP_WORKSPACE_SECRET"
"""The environment's variable with what workspaces' passes are made of. Whoever doesn't know it can't enter any."""

_HOST = re.compile(r"(\[[^\]]*\]|[^:\[\]]*)(:\d*)?")
_MARRED = re.compile(r"%(?![0-9A-Fa-f]{2})|\s")


@dataclass(frozen=True, slots=True)
class PostgresLocation:
    """A database, and a workspace in it.

    Attributes:
        url: for libpq.
        workspace: whose rows.
        shown: the URL without its password.
    """

    url: str
    workspace: str
    shown: str

    @property
    def token(self) -> str:
        """What opens the workspace."""
        secret = os.environ.get(SECRET, "").encode()
        return hmac.new(secret, self.workspace.encode(), hashlib.sha256).hexdigest()


def is_postgres(location: str) -> bool:
    """Whether a location is a PostgreSQL URL."""
    return location.partition("://")[0] in SCHEMES and "://" in location


def parse(location: str) -> PostgresLocation:
    """Take a URL apart: `postgresql://user:password@host/database?workspace=acme`, and whatever libpq knows."""
    parts = _parts(location)
    own, others = DEFAULT_WORKSPACE, []
    for name, value in parse_qsl(parts.query, keep_blank_values=True):
        if name == "workspace":
            own = value
        else:
            others.append((name, value))
    if not own.strip() or "\0" in own:
        raise InputError("The URL names an empty workspace.", hint="Leave out workspace=, or give it a name.")
    url = urlunsplit(parts._replace(query=urlencode(others)))
    host = parts.netloc.rpartition("@")[2]
    user = f"{parts.username}@" if parts.username else ""
    shown = [("workspace", own)] if own != DEFAULT_WORKSPACE else []
    return PostgresLocation(url, own, urlunsplit((parts.scheme, user + host, parts.path, urlencode(shown), "")))


def of_workspace(location: str, workspace: str) -> str:
    """The URL of another workspace in the same database."""
    parts = _parts(location)
    others = [(name, value) for name, value in parse_qsl(parts.query, keep_blank_values=True) if name != "workspace"]
    if workspace != DEFAULT_WORKSPACE:
        others.append(("workspace", workspace))
    return urlunsplit(parts._replace(query=urlencode(others)))


def _parts(location: str) -> SplitResult:
    """The parts of a URL.

    Raises:
        InputError: it can't be read. What libpq says of such a one shows its password, or half of it.
    """
    try:
        parts = urlsplit(location)
        users, _, hosts = parts.netloc.rpartition("@")
        elsewhere = (parts.path, parts.fragment, *(name for name, _ in parse_qsl(parts.query, keep_blank_values=True)))
        if (
            "@" in users
            or any("@" in part for part in elsewhere)
            or _MARRED.search(location)
            or not all(_HOST.fullmatch(host) for host in hosts.split(","))
        ):
            raise ValueError
    except ValueError:
        raise InputError(
            "The URL of the database can't be read.",
            hint="In its password, write @ as %40, / as %2F, : as %3A, ? as %3F, # as %23, % as %25, a space as %20.",
        ) from None
    return parts
