"""Vectors, kept in a space for each embedder."""

from __future__ import annotations

from collections.abc import Sequence

from soulkeep.stores.jobs import Jobs
from soulkeep.stores.rows import Complete, PlacedEntry, Space
from soulkeep.stores.sql import reads, spaces
from soulkeep.stores.sql.rows import space_number, without_vector


class Spaces(Jobs):
    """Operations on vectors and vector spaces."""

    def open_space(self, space: Space) -> Space:
        """Return the space in use; if there is none, `space` becomes it."""
        return self.read(spaces.in_use) or self.write(lambda db: spaces.begin(db, space))

    def fill_space(self, space: Space) -> None:
        """Begin or continue to fill another space while the present one is in use."""
        self.write(lambda db: spaces.fill(db, space))

    def unembedded(self, space: Space, limit: int, *, after: tuple[int, int] = (0, 0)) -> list[PlacedEntry]:
        """Return the next live memories without a vector in a space, by (partition, seq), after `after`."""
        return self.read(lambda db: reads.unembedded(db, space, limit, after))

    def count_unembedded(self, space: Space) -> int:
        """Return the number of live memories without a vector in a space."""
        return self.read(lambda db: without_vector(db, space_number(db, space)))

    def put_vectors(self, space: Space, vectors: Sequence[tuple[int, int, bytes]]) -> None:
        """Store vectors (partition, seq, float16 bytes) of a space."""
        self.write(lambda db: spaces.put(db, space, vectors))

    def switch_space(self, space: Space, complete: Complete | None = None) -> bool:
        """Make a filled space the one in use and drop the others; return False if memories lack vectors in it.

        Args:
            space: the filled space.
            complete: makes the vectors of the few memories that came meanwhile, as `put_vectors` takes them, while
                writers wait: otherwise there would always be some.
        """
        return self.write(lambda db: spaces.switch(db, space, complete))
