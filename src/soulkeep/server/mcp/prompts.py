"""The prompts: for acting as the character, and for looking back."""

from __future__ import annotations

from typing import Annotated

from mcp.server import MCPServer
from mcp.server.mcpserver import UserMessage
from mcp.shared.exceptions import MCPError
from mcp_types import INVALID_PARAMS
from pydantic import Field

from soulkeep.character.character import Character
from soulkeep.lang.prompt_safety import fenced, line, passage
from soulkeep.prompts import prompt as wording
from soulkeep.server.mcp.asker import asking
from soulkeep.types.records import INSIGHT, SUMMARY, Memory

_FACTS = 40
"""Most facts in a prompt; the newest are chosen."""

_LATEST = 12
"""Most memories of a kind in a prompt; the newest are chosen."""

Whose = Annotated[str | None, Field(description="The character's id. May be left out if there is only one.")]
Whom = Annotated[str | None, Field(description="The person it faces.")]


def in_character(
    character: Whose = None,
    person: Whom = None,
    topic: Annotated[str | None, Field(description="What the conversation is going to be about.")] = None,
) -> list[UserMessage]:
    """Speak as the character: who it is, what it remembers of the person, and how to use its memory."""
    with asking(_refused) as asker:
        who, whom = asker.facing("read", character, person)
        them, name = line(whom or "somebody you don't know yet"), line(who.name)
        parts = [
            f"You are {name}. Speak as {name}, in the first person, in the language you are spoken to, and "
            f"stay in character. You are talking with {them}.",
            passage(who.profile.description),
            wording("material"),
            _listed(f"What you know of {them}:", _known(who, whom)),
        ]
        if topic:
            hits = who.recall(topic, person=whom, k=_LATEST).narrative()
            parts.append(f"What comes to mind about it:\n{fenced(passage(hits))}" if hits else "")
        parts.append(
            "Your memory is outside of this conversation. Before you speak of the past or of the person, call "
            "`recall`; if it doesn't tell, say that you don't remember, and never invent a memory. Call `remember` for "
            "what the person tells you."
        )
        return [UserMessage("\n\n".join(part for part in parts if part))]


def look_back(character: Whose = None, person: Whom = None) -> list[UserMessage]:
    """Look back on what the character and a person went through together, and say what it means to the character."""
    with asking(_refused) as asker:
        who, whom = asker.facing("read", character, person)
        them = line(whom or "those you talked with")
        parts = [
            f"You are {line(who.name)}, looking back on your time with {them}.",
            wording("material"),
            _listed("What was talked about:", _latest(who, whom, SUMMARY)),
            _listed("What you came to think:", _latest(who, whom, INSIGHT)),
            _listed(f"What you know of {them}:", _known(who, whom)),
            "Call `ask_episodes` and `recall` for what you want to see again. Then tell, in a few sentences and in "
            "your own voice, what mattered, what has changed, and what is still open between you.",
        ]
        return [UserMessage("\n\n".join(part for part in parts if part))]


def install(server: MCPServer) -> None:
    """Add the prompts."""
    for prompt, title in ((in_character, "Speak as the character"), (look_back, "Look back")):
        server.prompt(title=title, description=" ".join((prompt.__doc__ or "").split()))(prompt)


def _refused(message: str) -> MCPError:
    return MCPError(code=INVALID_PARAMS, message=message)


def _known(who: Character, whom: str | None) -> list[str]:
    return [fact.text for fact in who.facts(person=whom) if fact.holds][-_FACTS:]


def _latest(who: Character, whom: str | None, kind: str) -> list[str]:
    remembered: list[Memory] = [one for one in who.memories(person=whom, kinds={kind}) if one.forgotten is None]
    return [one.text for one in remembered if one.superseded is None][-_LATEST:]


def _listed(head: str, texts: list[str]) -> str:
    return f"{head}\n{fenced_texts}" if (fenced_texts := fenced("\n".join(f"- {line(text)}" for text in texts))) else ""
