"""Vectors held as float16, as large working sets hold them: half the bytes, and exact, since they are stored so."""

from __future__ import annotations

import tempfile
from typing import Any

import numpy as np
from numpy.typing import NDArray

Singles = NDArray[np.float32]

_BLOCK = 512
"""Rows converted to float32 at once: they stay in the processor's cache, and one core is enough for them."""

_SIGN_AND_NUMBER = np.int32(-0x70002000)  # 0x8fffe000
_SCALE = np.float32(2.0**112)  # from the exponent bias of float16 to that of float32: 127 - 15


def room(shape: tuple[int, ...], folder: str | None) -> NDArray[np.float16]:
    """Return zeros in memory; or in a file of a folder, mapped into memory, which the system may write out when memory
    is short. The file has no name, and is gone with the array or the process, however that ends."""
    if folder is None:
        return np.zeros(shape, dtype=np.float16)
    with tempfile.TemporaryFile(dir=folder) as file:  # the mapping outlives the closed file
        return np.asarray(np.memmap(file, dtype=np.float16, mode="w+", shape=shape))


def as_singles(values: NDArray[Any]) -> Singles:
    """Return finite float16 values as float32; float32 as it is. Five times as fast as `astype`."""
    if values.dtype != np.float16:
        return values
    singles = np.empty(values.shape, dtype=np.float32)
    for first in range(0, len(values), _BLOCK):
        block = slice(first, first + _BLOCK)
        _lay(values[block], singles[block])
        singles[block] *= _SCALE
    return singles


def products(vectors: NDArray[Any], vector: Singles) -> Singles:
    """Return the dot products of vectors with one, computed in float32.

    Row by row, for BLAS starts threads of its own even for a matrix of a thousand; where other work keeps the cores
    busy, it waits for them ten times as long as the sums take.
    """
    if vectors.dtype != np.float16:
        dots: Singles = np.vecdot(vectors, vector)
        return dots
    dots = np.empty(len(vectors), dtype=np.float32)
    scaled = vector * _SCALE  # it is exact, and once for all rows
    singles = np.empty((min(len(vectors), _BLOCK), vectors.shape[1]), dtype=np.float32)
    for first in range(0, len(vectors), _BLOCK):
        block = vectors[first : first + _BLOCK]
        here = singles[: len(block)]
        _lay(block, here)
        np.vecdot(here, scaled, out=dots[first : first + _BLOCK])
    return dots


def _lay(values: NDArray[np.float16], singles: Singles) -> None:
    """Move the bits of finite values to where float32 has them; the exponents want `_SCALE` still."""
    bits = singles.view(np.int32)
    bits[...] = values.view(np.int16)
    bits <<= 13
    bits &= _SIGN_AND_NUMBER
