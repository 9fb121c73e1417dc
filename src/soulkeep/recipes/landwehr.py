"""(1) Landwehr, Varis Doggett, Weber: "Memories for Virtual AI Characters".

A model writes what is searched for; what is found by meaning is reranked by how much of it is left; a prompt of its own
decides who answers; and the reply names the memories that it rests on. Each claim of it is checked against all
memories, against those that it names, and against the description. What was said becomes memories, which fade unless
they are used. Without a language model, rules take the place of each of these.
"""

from __future__ import annotations

from soulkeep.settings import Settings

SETTINGS = Settings(
    # character memory: by meaning, reranked, the k best; the paper gives no k
    preset="landwehr",
    k=10,
    reply_memories=10,
    statement_memories=10,
    # query creator
    model_queries="always",
    # chat history: the last k messages and a summary of those before
    history_turns=12,
    running_words=120,
    # response routing, by a prompt that does nothing else
    router="model",
    # response generation
    description_words=500,
    memories_as="list",
    # fact-checking pipeline, by a model, after the reply was said
    check="annotate",
    checker="model",
    # forgetting, by R alone: the paper gives no d and no b, and keeps nothing back for being important
    forgetfulness=0.005,
    learning=1.5,
    importance_floor=0.0,
    fade_below=0.0,
    # not of this paper
    reflect_above=0.0,
    remarks=0.0,
)
"""The knobs of (1)."""
