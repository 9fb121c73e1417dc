"""Encryption of responses kept for repeated requests, where memories are encrypted, since responses tell of them."""

from __future__ import annotations

import hmac
import json
import os
from functools import cached_property
from typing import NamedTuple

from soulkeep.errors import SoulkeepError
from soulkeep.stores.keys import Keys

KEY = "server answers"
"""Id of the key, which all servers with the same keys share."""

_NONCE = 12
_VERSION = b"\x01"


class UnreadableAnswer(SoulkeepError):
    """Error: a response was sealed with a key that is gone, or wasn't sealed."""


class _Secrets(NamedTuple):
    """Secrets derived from the key: one for bodies, one for marks."""

    bodies: bytes
    marks: bytes


class AnswerSeal:
    """Seals responses by AES-256-GCM, each for the request that it answers. Without keys they are kept as they are.

    Args:
        keys: the keys with which memories are sealed; None if they aren't.
    """

    def __init__(self, keys: Keys | None) -> None:
        self._keys = keys

    def shut(self, place: tuple[str, ...], body: bytes) -> bytes:
        """Return a body as it is to be stored."""
        if self._keys is None:
            return body
        from cryptography.hazmat.primitives.ciphers.aead import AESGCM  # needed only where something is sealed

        nonce = os.urandom(_NONCE)
        return _VERSION + nonce + AESGCM(self._secrets.bodies).encrypt(nonce, body, _bound(place))

    def open(self, place: tuple[str, ...], stored: bytes) -> bytes:
        """Return a stored body in the clear.

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
        """Return a mark that identifies a request; with keys, it can't be used to test guesses."""
        return fingerprint if self._keys is None else hmac.digest(self._secrets.marks, fingerprint, "sha256")

    @cached_property
    def _secrets(self) -> _Secrets:
        assert self._keys is not None
        key = self._keys.get(KEY)
        if key is None:
            try:
                key = self._keys.make(KEY, None)
            except Exception:  # these keys may raise anything where another worker has just created it
                key = self._keys.get(KEY)
                if key is None:
                    raise
        return _Secrets(*(hmac.digest(key, b"soulkeep answers " + what, "sha256") for what in (b"bodies", b"marks")))


def _bound(place: tuple[str, ...]) -> bytes:
    return json.dumps(place).encode()
