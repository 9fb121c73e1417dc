"""Taking memories along to another store."""

from __future__ import annotations

from collections.abc import Sequence

from soulkeep.stores.bundle import Bundle, BundleCounts, BundledPartition
from soulkeep.stores.jobs import Jobs
from soulkeep.stores.rows import PartitionKey, Space
from soulkeep.stores.sql import bundle as bundles


class Carrying(Jobs):
    """Taking memories along to another store."""

    def hand_over(self, key: PartitionKey, seqs: Sequence[int] | None = None) -> BundledPartition | None:
        """All that a partition holds, or some of its memories only; None if there is none. Nothing is removed."""
        return self.read(lambda db: bundles.hand_over(db, key, seqs))

    def take_in(self, bundle: Bundle, space: Space | None, *, at: float) -> BundleCounts:
        """Add what was handed over, here or by another store, in one transaction, all or none. What is there stays as
        it is. A partition that is new takes its numbers over; others give numbers of their own, and are worked on.

        Raises:
            IdConflict: an id is taken by other content; nothing is stored.
        """
        return self.write(lambda db: bundles.take_in(db, bundle, space, at))
