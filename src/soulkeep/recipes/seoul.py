"""(3) Shin et al. (University of Seoul): "LLM과 상호작용하는 RAG 기반 AI 캐릭터".

Each person has a store of their own. What is said stays in a short-term memory that is read whole; reflection turns it
into higher memories. Of the others, the thirty of greatest importance + recency + similarity are given to the model,
which is asked for empathy, common interests, experiences of its own and natural questions. Events begin with a script
(`Character.stage`). Without a language model the voice answers from the same memories, and reflects by counting.
"""

from __future__ import annotations

from soulkeep.settings import Settings

INSTRUCTIONS = """\
Show that you feel with the other: take up what moves them before anything else. Find out what the two of you have in \
common, and come back to it. Share experiences of your own where they fit, as your description and your memories tell \
them. Ask natural questions that follow from what was said, one at a time."""
"""The four things that (3), section 3.1, asks for in the prompt: empathy, common interests, own experience, natural
questions."""

SETTINGS = Settings(
    # three scores, top 30
    preset="seoul",
    k=30,
    reply_memories=30,
    statement_memories=30,
    # what was condensed, and the turns, which the offline voice quotes
    reply_kinds=("turn", "passage", "summary", "blend", "insight"),
    section_tokens={"memories": 3000},
    # short-term memory: read whole; its size is not given
    history_turns=24,
    history_tokens=6000,
    prompt_tokens=14_000,
    # reflection: about once for each such buffer of talk
    model_memories=True,
    reflect_above=40.0,
    # generation subsystem
    instructions=INSTRUCTIONS,
    memories_as="list",
    router="score",
    model_queries="never",
    # not of this paper
    forgetfulness=0.0,
    remarks=0.0,
)
"""The knobs of (3)."""
