"""Memory for frameworks: LangGraph, LangChain, LlamaIndex, OpenAI's agents, Pydantic AI.

Each module is for one of them, and imports it: `from soulkeep.integrations.langgraph import SoulkeepStore`. All take a
character of a keep, here (`soulkeep.open`) or on a server (`soulkeep.connect`). What they store are turns as any other,
so that facts, summaries and recalls come of them. docs/integrations.md has examples.
"""
