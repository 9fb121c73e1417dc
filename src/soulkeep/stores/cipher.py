"""Encryption of a partition's values: AES-256-GCM, and AES-SIV for names by which rows are found."""

from __future__ import annotations

import hmac
import json
import os
from binascii import Error, a2b_base64, b2a_base64
from typing import Any

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM, AESSIV

from soulkeep.errors import StoreCorrupt, StoreError
from soulkeep.stores.rows import PartitionKey
from soulkeep.stores.sealed_columns import BYTES, NAMES

KEY_BYTES = 32
_NONCE = 12
_VERSION = b"\x01"
_NAMES_KNOWN = 1_000


class Cipher:
    """Encrypts values for their places: a partition, a column, a row.

    An encrypted value is a version byte, a nonce of 12 random bytes, the AES-256-GCM ciphertext and its tag of 16
    bytes; texts are in base64. Names have no nonce: AES-SIV encrypts equal names equally.

    Args:
        key: 32 bytes.
        whose: the partition.
    """

    def __init__(self, key: bytes, whose: PartitionKey) -> None:
        if len(key) != KEY_BYTES:
            raise StoreError(f"A key has {KEY_BYTES} bytes, not {len(key)}.", hint="Look at what gives the keys.")
        self._values = AESGCM(hmac.digest(key, b"soulkeep values", "sha256"))
        self._names = AESSIV(hmac.digest(key, b"soulkeep names", "sha512"))
        self._whose = whose
        self._place = json.dumps([whose.owner, whose.person]).encode()
        self._known: dict[tuple[str, str], str] = {}

    def shut(self, column: str, number: int, value: Any) -> Any:
        """Return a value encrypted for storage."""
        if column in NAMES:
            return _text(_VERSION + self._names.encrypt(value.encode(), [self._place, column.encode()]))
        nonce = os.urandom(_NONCE)
        plain = value if column in BYTES else value.encode()
        sealed = _VERSION + nonce + self._values.encrypt(nonce, plain, self._bound(column, number))
        return sealed if column in BYTES else _text(sealed)

    def open(self, column: str, number: int, value: Any) -> Any:
        """Return a stored value decrypted.

        Raises:
            StoreCorrupt: the value wasn't encrypted for this place with this key.
        """
        try:
            if column in NAMES:
                return self._name(column, value)
            sealed = value if column in BYTES else a2b_base64(value, strict_mode=True)
            _require_version(sealed)
            plain = self._values.decrypt(sealed[1 : 1 + _NONCE], sealed[1 + _NONCE :], self._bound(column, number))
            return plain if column in BYTES else plain.decode()
        except (InvalidTag, Error, ValueError) as error:
            raise self._otherwise(column, number) from error

    def _name(self, column: str, value: str) -> str:
        name = self._known.get((column, value))
        if name is None:
            sealed = a2b_base64(value, strict_mode=True)
            _require_version(sealed)
            name = self._names.decrypt(sealed[1:], [self._place, column.encode()]).decode()
            if len(self._known) < _NAMES_KNOWN:
                self._known[column, value] = name
        return name

    def _bound(self, column: str, number: int) -> bytes:
        return b"%s %s %d" % (self._place, column.encode(), number)

    def _otherwise(self, column: str, number: int) -> StoreCorrupt:
        owner, person = self._whose
        return StoreCorrupt(
            f"What {owner} shares with {person or 'nobody in particular'} isn't what was sealed there "
            f"({column}, {number}): the disk garbled it, somebody changed it, or its key is another one.",
            hint="Restore a backup, and open it with the keys that it was made with.",
        )


def _require_version(sealed: bytes) -> None:
    if sealed[:1] != _VERSION:
        raise ValueError("sealed in no way that is known here")


def _text(sealed: bytes) -> str:
    return b2a_base64(sealed, newline=False).decode()
