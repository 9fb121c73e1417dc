"""(5) "An approach to managing memory for interactive AI agents".

What the person said is searched for, then the best of what was found, which brings up tangents; all of it is merged
into one account that keeps the times and adds nothing, and the reply is written from that. Conversations are condensed
into synopses. Without a language model the account is put together from the memories' own words
(`Recall.narrative`), and the voice quotes them.
"""

from __future__ import annotations

from soulkeep.settings import Settings

SETTINGS = Settings(
    # search, and search again
    preset="requery",
    k=10,
    reply_memories=10,
    statement_memories=10,
    # what was condensed, and the turns, which the offline voice quotes
    reply_kinds=("turn", "passage", "summary", "blend"),
    model_queries="never",
    # reading memories: one account
    memories_as="narrative",
    # writing memories: a synopsis by a model
    model_memories=True,
    router="score",
    # not of this paper
    forgetfulness=0.0,
    reflect_above=0.0,
    remarks=0.0,
)
"""The knobs of (5)."""
