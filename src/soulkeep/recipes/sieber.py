"""(2) Sieber, Krenn: "Episodic Memory for Companion Dialogue".

Components that know nothing of one another, such as knowledge, the shared past and the voice, bid for the reply; the
best score that the rules let speak is chosen. The past is kept as RDF episodes, and patterns in it are remarked on
without being asked for. It speaks by templates and from triples: no language model is asked, even if there is one.
Nothing of it shows unless the character knows RDF (`Character.know`).
"""

from __future__ import annotations

from soulkeep.routing_rules import Rules
from soulkeep.settings import Settings

SETTINGS = Settings(
    # dialogue manager: independent components in parallel, a score and rules
    router="score",
    rules=Rules(forbid=frozenset({"model", "admission"})),  # what nobody may answer is admitted in fixed words
    parallel=True,
    model_queries="never",
    model_memories=False,
    checker="rules",
    # patterns and remarks: the numbers are the paper's, but for those that it leaves open
    remarks=0.5,
    interactions=15,
    tendency_above=0.66,
    tendency_fewest=5,
    annoyed_minutes=10.0,
    annoyed_times=5,
    trivia_days=30.0,
    interest_days=30.0,
    interest_above=2.5,
    # episode dynamics: beyond so many, the longest unretrieved are blended, but for those of much feeling
    episodes=20_000,
    episode_feeling=0.8,
    # not of this paper
    reflect_above=0.0,
)
"""The knobs of (2)."""
