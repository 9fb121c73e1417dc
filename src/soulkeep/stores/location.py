"""The location of a PostgreSQL store, from its URL."""

from __future__ import annotations

import hashlib
import hmac
import os
import re
from dataclasses import dataclass
from urllib.parse import quote, unquote

from soulkeep.errors import InputError

SCHEMES = ("postgresql", "postgres")
DEFAULT_WORKSPACE = "default"
SECRET = "SOULKEEP_WORKSPACE_SECRET"
"""The environment's variable with what workspaces' passes are made of. Whoever doesn't know it can't enter any."""

OLD_SECRET = "SOULKEEP_OLD_WORKSPACE_SECRET"
"""The environment's variable with what they were made of until now, when that is changed."""

_URL = re.compile(
    r"(?P<scheme>postgres(?:ql)?)://(?:(?P<user>[^:/?#@]*)(?P<password>:[^/?#@]*)?@)?"
    r"(?P<hosts>[^/?#@]*)(?P<path>/[^?@]*)?(?:\?(?P<query>.*))?"
)
_HOST = re.compile(r"(\[[^\]]*\]|[^:\[\]]*)(:\d*)?")
_MARRED = re.compile(r"%(?![0-9A-Fa-f]{2})|\s")
_HIDDEN = ("password", "sslpassword", "oauth_client_secret", "scram_client_key", "scram_server_key")
"""Options of libpq that nobody else may see."""


@dataclass(frozen=True, slots=True)
class PostgresLocation:
    """A database, and a workspace in it.

    Attributes:
        url: the URL for libpq.
        workspace: the workspace's name.
        shown: the URL without its secrets.
    """

    url: str
    workspace: str
    shown: str

    @property
    def token(self) -> str:
        """The pass that opens the workspace."""
        return pass_of(self.workspace, os.environ.get(SECRET, ""))


def pass_of(workspace: str, secret: str) -> str:
    """Return the pass of a workspace, where passes are derived from a secret."""
    return hmac.new(secret.encode(), workspace.encode(), hashlib.sha256).hexdigest()


def is_postgres(location: str) -> bool:
    """Return whether a location is a PostgreSQL URL."""
    return location.partition("://")[0] in SCHEMES and "://" in location


def parse(location: str) -> PostgresLocation:
    """Parse a URL: `postgresql://user:password@host/database?workspace=acme`, with any options of libpq."""
    parts, query = _parts(location)
    own, others = DEFAULT_WORKSPACE, []
    for name, value in query:
        if unquote(name) == "workspace":
            own = unquote(value)
        else:
            others.append((name, value))
    if not own.strip() or "\0" in own:
        raise InputError("The URL names an empty workspace.", hint="Leave out workspace=, or give it a name.")
    user = f"{parts['user']}@" if parts["user"] else ""
    open_to_all = f"{parts['scheme']}://{user}{parts['hosts']}{parts['path'] or ''}"
    shown = [(name, value) for name, value in others if unquote(name) not in _HIDDEN]
    return PostgresLocation(
        _joined(location.partition("?")[0], others), own, _joined(open_to_all, [*shown, *_naming(own)])
    )


def of_workspace(location: str, workspace: str) -> str:
    """Return the URL of another workspace in the same database."""
    _, query = _parts(location)
    others = [(name, value) for name, value in query if unquote(name) != "workspace"]
    return _joined(location.partition("?")[0], [*others, *_naming(workspace)])


def _naming(workspace: str) -> list[tuple[str, str]]:
    return [("workspace", quote(workspace, safe=""))] if workspace != DEFAULT_WORKSPACE else []


def _joined(before: str, query: list[tuple[str, str]]) -> str:
    """Return a URL whose query is written as given: libpq takes a + for a +, not for a space."""
    return before + "".join(f"{'&' if number else '?'}{name}={value}" for number, (name, value) in enumerate(query))


def _parts(location: str) -> tuple[re.Match[str], list[tuple[str, str]]]:
    """Return the parts of a URL, and those of its query.

    Raises:
        InputError: the URL is invalid. libpq's own message would show the password, or half of it.
    """
    parts = None if _MARRED.search(location) else _URL.fullmatch(location)
    if parts is not None and all(_HOST.fullmatch(host) for host in parts["hosts"].split(",")):
        pieces = [piece.partition("=") for piece in (parts["query"] or "").split("&") if piece]
        if all(mark and "=" not in value and "@" not in name for name, mark, value in pieces):
            return parts, [(name, value) for name, _, value in pieces]
    raise InputError(
        "The URL of the database can't be read.",
        hint="In its password, write @ as %40, / as %2F, : as %3A, ? as %3F, # as %23, % as %25, a space as %20; "
        "among its parameters, = as %3D and & as %26, too.",
    )
