"""(4) Durbin: "Long Term Memory – A Technical Overview" (Mimir).

The tiers of human memory for characters in games: the scene, the last N turns, windows of talk condensed into memories
with an importance, similar ones consolidated within a range of similarity, and all of it together as the prompt. The
search is hybrid, less for age, more for importance, and takes in the recent talk. No model is asked before the reply.
"""

from __future__ import annotations

from soulkeep.settings import Settings

SETTINGS = Settings(
    # hybrid search, recency bias, importance scaling
    preset="mimir",
    k=10,
    reply_memories=10,
    statement_memories=10,
    # what was condensed, and the turns, which the offline voice quotes
    reply_kinds=("turn", "passage", "summary", "blend"),
    importance_weight=0.3,
    # query: from the recent talk, by rules, for a model costs latency
    model_queries="never",
    router="score",
    checker="rules",
    # sensory memory: what just happened fades within seconds, what is around stays
    scene_minutes=30.0,
    event_minutes=0.5,
    # short-term memory: the last N turns, word for word
    history_turns=12,
    history_stride=8,
    # medium-term memory: a window beyond them is condensed
    window_turns=8,
    model_memories=True,
    summary_words=80,
    # long-term memory: the range of similarity in which two are consolidated
    merge_above=0.9,
    merge_below=1.0,
    # not of this paper
    forgetfulness=0.0,
    reflect_above=0.0,
    remarks=0.0,
)
"""The knobs of (4)."""
