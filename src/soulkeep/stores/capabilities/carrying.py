"""Handing memories over to another store, and taking them in."""

from __future__ import annotations

from collections.abc import Sequence

from soulkeep.stores.bundle import Bundle, BundleCounts, BundledPartition
from soulkeep.stores.jobs import Jobs
from soulkeep.stores.rows import PartitionKey, Space
from soulkeep.stores.sql import bundle as bundles


class Carrying(Jobs):
    """Operations that hand memories over to another store, and take them in."""

    def hand_over(self, key: PartitionKey, seqs: Sequence[int] | None = None) -> BundledPartition | None:
        """Return what a partition holds, or only some of its memories; None if there is no partition."""
        return self.read(lambda db: bundles.hand_over(db, key, seqs))

    def take_in(self, bundle: Bundle, space: Space | None, *, at: float) -> BundleCounts:
        """Add what a store handed over, in one transaction, all or none. Memories that exist stay as they are. A new
        partition keeps the numbers handed over; others assign their own, and are queued for work.

        Raises:
            IdConflict: an id exists with other content; nothing is stored.
        """
        return self.write(lambda db: bundles.take_in(db, bundle, space, at))
