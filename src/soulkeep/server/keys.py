"""API keys: kept as hashes, in a file beside the keep's or in its PostgreSQL database."""

from __future__ import annotations

import hashlib
import hmac
import json
import re
import secrets
import time
from collections.abc import Collection
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from soulkeep.clock import require_aware
from soulkeep.errors import InputError
from soulkeep.lang.validity import require_name
from soulkeep.server.access import ADMIN, RIGHTS, Grant, everything
from soulkeep.server.config import DEFAULT_WORKSPACE
from soulkeep.server.register.opening import register_at
from soulkeep.stores.sql.connection import Connection

PREFIX = "sk-soul-"
SESSION = "session-soul-"
"""Prefixes of the secrets of keys, and of the sessions of browsers that signed in with one."""

_SIGNED = re.compile(rf"(?P<begin>{SESSION}(?P<until>[0-9]{{1,12}})\.)(?P<sign>[0-9a-f]{{64}})")
_COLUMNS = "id, name, workspace, rights, characters, people, rate, created, expires, revoked"


class UnknownKey(InputError):
    """Error: there is no key with that id."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Key:
    """An API key, without its secret.

    Attributes:
        id: the key's public id.
        grant: its permissions.
        created, expires, revoked: the times of these events; None for never.
    """

    id: str
    grant: Grant
    created: datetime
    expires: datetime | None = None
    revoked: datetime | None = None

    @property
    def active(self) -> bool:
        """Return whether it opens anything now."""
        return self.revoked is None and (self.expires is None or self.expires > datetime.now(UTC))


class ApiKeys:
    """The keys of a server. Safe to use from any thread; changes by another process show at the next request.

    A secret has 256 random bits, so it can't be guessed from its SHA-256, even without salt.

    Args:
        location: the register's location, as `server_file` returns it; ":memory:" for tests.
        admin_key: a secret with every right, in the default workspace and in any that a request names.
    """

    def __init__(self, location: str, *, admin_key: str | None = None) -> None:
        self._register = register_at(location)
        self._admin = _hash(admin_key) if admin_key else None
        self._sign = admin_key or ""
        self._made = False

    @property
    def remote(self) -> bool:
        """Return whether keys are looked up over a network, so that callers who mustn't wait need a thread."""
        return self._register.remote

    def find(self, secret: str) -> Grant | None:
        """Return what a secret permits now; None if nothing."""
        digest = _hash(secret)
        if self._admin is not None and (secrets.compare_digest(digest, self._admin) or self._is_admins(secret)):
            return everything(DEFAULT_WORKSPACE, id=ADMIN)
        statement = f"SELECT until, {_COLUMNS} FROM secrets JOIN keys ON id = key WHERE hash = ?"
        for until, *row in self._register.read(statement, (digest,)):
            key = _key_of(row)
            if key.active and (until is None or until > time.time()):
                return key.grant
        return None

    def _is_admins(self, session: str) -> bool:
        """Return whether a browser's session was made from the admin key, and hasn't expired."""
        match = _SIGNED.fullmatch(session)
        if match is None:
            return False
        return (
            secrets.compare_digest(_signed(match["begin"], self._sign), match["sign"])
            and int(match["until"]) > time.time()
        )

    def any(self) -> bool:
        """Return whether there is a key, or was: the server must not become open to everybody when a key ends."""
        if self._admin is None and not self._made:
            self._made = bool(self._register.read("SELECT 1 FROM keys LIMIT 1"))  # none is ever taken out
        return self._admin is not None or self._made

    def create(
        self,
        name: str,
        *,
        workspace: str = DEFAULT_WORKSPACE,
        rights: Collection[str] = ("read", "write"),
        characters: Collection[str] | None = None,
        people: Collection[str] | None = None,
        rate: float | None = None,
        expires: datetime | None = None,
    ) -> tuple[Key, str]:
        """Create a key.

        Args:
            name: a name for people.
            workspace: the workspace that it opens.
            rights: some of `RIGHTS`.
            characters: ids of the characters that it reaches; None for all.
            people: ids of the people that it reaches; None for all, and for memories shared with nobody in particular.
            rate: requests per second; None for the server's default.
            expires: when it ends; None for never.

        Returns:
            The key, and its secret, which is returned only here and not stored.
        """
        unknown = set(rights) - set(RIGHTS)
        if unknown or not rights:
            raise InputError(f"Not rights: {', '.join(sorted(unknown)) or 'none'}.", hint=f"Some of {RIGHTS}.")
        if rate is not None and not rate > 0:
            raise InputError(f"The rate must be above 0, not {rate!r}.", hint="Leave it out for the server's.")
        key = Key(
            id=f"key_{secrets.token_hex(6)}",
            grant=Grant(
                id="",
                name=require_name(name, "name"),
                workspace=workspace,
                rights=frozenset(rights),
                characters=None if characters is None else frozenset(characters),
                people=None if people is None else frozenset(people),
                rate=rate,
            ),
            created=datetime.now(UTC),
            expires=None if expires is None else require_aware(expires),
        )
        grant, secret = key.grant, _new_secret()
        row = (
            key.id,
            grant.name,
            grant.workspace,
            json.dumps(sorted(grant.rights)),
            _listed(grant.characters),
            _listed(grant.people),
            grant.rate,
            key.created.timestamp(),
            None if key.expires is None else key.expires.timestamp(),
            None,
        )

        def job(db: Connection) -> None:
            values = "(?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
            db.run(f"INSERT INTO keys ({_COLUMNS}) VALUES {values} ON CONFLICT DO NOTHING", row)
            _put_secret(db, secret, key.id)

        self._register.write(workspace, job, make=True)
        return _key_of(row), secret

    def rotate(self, id: str, *, grace: timedelta = timedelta(0)) -> tuple[Key, str]:
        """Give a key a new secret. The old one stays valid for `grace`, so that clients can change over."""
        key = self.get(id)
        if not key.active:
            raise InputError(f"The key {id!r} is revoked or expired.", hint="Make a new one.")
        secret, until = _new_secret(), time.time() + grace.total_seconds()

        def job(db: Connection) -> None:
            old = "UPDATE secrets SET until = ?1 WHERE key = ?2 AND hash <> ?3 AND (until IS NULL OR until > ?1)"
            db.run(old, (until, key.id, _hash(secret)))
            _put_secret(db, secret, key.id)

        self._register.write(key.grant.workspace, job)
        return key, secret

    def revoke(self, id: str) -> Key:
        """Revoke a key, so that it opens nothing any more."""
        key = self.get(id)

        def job(db: Connection) -> None:
            db.run("UPDATE keys SET revoked = ? WHERE id = ? AND revoked IS NULL", (time.time(), key.id))
            db.run("DELETE FROM secrets WHERE key = ?", (key.id,))

        self._register.write(key.grant.workspace, job)
        return self.get(id)

    def begin_session(self, secret: str, seconds: float) -> str:
        """Return a session secret for a browser with a key's permissions, valid no longer than the key.

        It ends when the key is revoked, and after the grace period when the key gets a new secret.

        Args:
            secret: the secret of a valid key.
            seconds: how long the session lasts.
        """
        if self._admin is not None and secrets.compare_digest(_hash(secret), self._admin):
            until = f"{SESSION}{int(time.time() + seconds)}."
            return until + _signed(until, secret)
        [(key, workspace)] = self._register.read(
            "SELECT id, workspace FROM secrets JOIN keys ON id = key WHERE hash = ?", (_hash(secret),)
        )
        session, until_then = SESSION + secrets.token_urlsafe(32), time.time() + seconds

        def job(db: Connection) -> None:
            db.run("DELETE FROM secrets WHERE key = ? AND until < ?", (key, time.time()))
            statement = "INSERT INTO secrets (hash, key, until) VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
            db.run(statement, (_hash(session), key, until_then))

        self._register.write(workspace, job)
        return session

    def end_session(self, session: str) -> None:
        """End a browser's session. One made with the admin key isn't stored, and ends by its time or when the key
        changes."""
        statement = "SELECT workspace FROM secrets JOIN keys ON id = key WHERE hash = ?"
        for (workspace,) in self._register.read(statement, (_hash(session),)) if session.startswith(SESSION) else ():

            def job(db: Connection) -> None:
                db.run("DELETE FROM secrets WHERE hash = ?", (_hash(session),))

            self._register.write(workspace, job)

    def get(self, id: str) -> Key:
        """Return a key by its id."""
        for row in self._register.read(f"SELECT {_COLUMNS} FROM keys WHERE id = ?", (id,)):
            return _key_of(row)
        raise UnknownKey(f"There is no key {id!r}.", hint="List them: soulkeep keys list")

    def list(self, workspace: str | None = None) -> list[Key]:
        """Return all keys of a workspace or of all workspaces, the oldest first, including revoked ones."""
        rows = self._register.read(f"SELECT {_COLUMNS} FROM keys ORDER BY created, id")
        keys = [_key_of(row) for row in rows]
        return [key for key in keys if workspace is None or key.grant.workspace == workspace]

    def close(self) -> None:
        """Close the database."""
        self._register.close()


def _put_secret(db: Connection, secret: str, key: str) -> None:
    db.run("INSERT INTO secrets (hash, key, until) VALUES (?, ?, NULL) ON CONFLICT DO NOTHING", (_hash(secret), key))


def _new_secret() -> str:
    return PREFIX + secrets.token_urlsafe(32)


def _signed(text: str, key: str) -> str:
    return hmac.new(key.encode(), text.encode(), hashlib.sha256).hexdigest()


def _hash(secret: str) -> bytes:
    return hashlib.sha256(secret.encode()).digest()


def _listed(names: frozenset[str] | None) -> str | None:
    return None if names is None else json.dumps(sorted(names), ensure_ascii=False)


def _key_name(text: str | None) -> frozenset[str] | None:
    return None if text is None else frozenset(json.loads(text))


def _at(stamp: float | None) -> datetime | None:
    return None if stamp is None else datetime.fromtimestamp(stamp, UTC)


def _key_of(row: Any) -> Key:
    id, name, workspace, rights, characters, people, rate, created, expires, revoked = row
    grant = Grant(
        id=id,
        name=name,
        workspace=workspace,
        rights=frozenset(json.loads(rights)),
        characters=_key_name(characters),
        people=_key_name(people),
        rate=rate,
    )
    return Key(
        id=id,
        grant=grant,
        created=datetime.fromtimestamp(created, UTC),
        expires=_at(expires),
        revoked=_at(revoked),
    )
