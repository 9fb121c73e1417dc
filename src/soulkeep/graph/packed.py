"""Deflating and inflating piece by piece: in one piece, a million triples would briefly take 130 MB more."""

from __future__ import annotations

import zlib

_PIECE, _READY = 1 << 16, 1 << 20


class Packer:
    """A writer that deflates what is written to it."""

    def __init__(self) -> None:
        self._deflate = zlib.compressobj(1)
        self._pieces: list[bytes] = []
        self._waiting = bytearray()

    def write(self, data: bytes) -> int:
        """Deflate more data; return its length."""
        self._waiting += data
        if len(self._waiting) > _PIECE:
            self.flush()
        return len(data)

    def flush(self) -> None:
        """Deflate what is buffered."""
        self._pieces.append(self._deflate.compress(self._waiting))
        self._waiting.clear()

    def packed(self) -> bytes:
        """Return everything deflated; nothing can be written afterwards."""
        self.flush()
        return b"".join([*self._pieces, self._deflate.flush()])


class Unpacker:
    """A file that inflates deflated data and can be read once.

    Args:
        data: the deflated data.
    """

    def __init__(self, data: bytes) -> None:
        self._data = memoryview(data)
        self._inflate = zlib.decompressobj()
        self._at = 0
        self._ready = memoryview(b"")

    def read(self, size: int = _PIECE) -> bytes:
        """Return at most `size` bytes; none at the end."""
        while not self._ready and not self._inflate.eof:
            packed: bytes | memoryview = self._inflate.unconsumed_tail
            if not packed:
                packed = self._data[self._at : self._at + _PIECE]
                self._at += _PIECE
                if not packed:
                    break
            self._ready = memoryview(self._inflate.decompress(packed, _READY))
        piece, self._ready = self._ready[:size].tobytes(), self._ready[size:]
        return piece
