"""How responses that are kept for requests sent again are sealed, where a server's memories are: they tell of them."""

from __future__ import annotations

import hmac
import json
import os
from functools import cached_property
from typing import NamedTuple

from soulkeep.errors import SoulkeepError
from soulkeep.stores.keys import Keys

KEY = "server answers"
"""The id of the key, one for all servers that use the same keys."""

_NONCE = 12
_VERSION = b"\x01"


class UnreadableAnswer(SoulkeepError):
    """A response was sealed with a key that is gone, or not at all."""


class _Secrets(NamedTuple):
    """What is made of the key: one secret for bodies, one for marks."""

    bodies: bytes
    marks: bytes


class AnswerSeal:
    """Seals responses by AES-256-GCM, each for the request that it answers. Without keys they stay as they are.

    Args:
        keys: that the memories are sealed with; None if they aren't.
    """

    def __init__(self, keys: Keys | None) -> None:
        self._keys = keys

    def shut(self, place: tuple[str, ...], body: bytes) -> bytes:
        """A body as it is to be stored."""
        if self._keys is None:
            return body
        from cryptography.hazmat.primitives.ciphers.aead import AESGCM  # only where something is sealed

        nonce = os.urandom(_NONCE)
        return _VERSION + nonce + AESGCM(self._secrets.bodies).encrypt(nonce, body, _bound(place))

    def open(self, place: tuple[str, ...], stored: bytes) -> bytes:
        """A stored body as it was.

        Raises:
            Unreadable: it was sealed with another key, for another request, or before there were keys.
        """
        if self._keys is None:
            return stored
        from cryptography.exceptions import InvalidTag
        from cryptography.hazmat.primitives.ciphers.aead import AESGCM

        begin = len(_VERSION)
        try:
            cipher = AESGCM(self._secrets.bodies)
            return cipher.decrypt(stored[begin : begin + _NONCE], stored[begin + _NONCE :], _bound(place))
        except (InvalidTag, ValueError) as error:
            raise UnreadableAnswer("The response can't be read any more.") from error

    def mark(self, fingerprint: bytes) -> bytes:
        """What tells a request from others; with keys, nobody can try whether it was a certain one."""
        return fingerprint if self._keys is None else hmac.digest(self._secrets.marks, fingerprint, "sha256")

    @cached_property
    def _secrets(self) -> _Secrets:
        assert self._keys is not None
        key = self._keys.get(KEY)
        if key is None:
            try:
                key = self._keys.make(KEY, None)
            except Exception:  # whatever these keys raise where another worker has just made it
                key = self._keys.get(KEY)
                if key is None:
                    raise
        return _Secrets(*(hmac.digest(key, b"soulkeep answers " + what, "sha256") for what in (b"bodies", b"marks")))


def _bound(place: tuple[str, ...]) -> bytes:
    return json.dumps(place).encode()
