"""Write docs/prompts.md: every prompt, and the exact messages it becomes for a small example.

python scripts/prompts_page.py            # writes the page
python scripts/prompts_page.py --check    # says whether it is as it should be
"""

from __future__ import annotations

import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

from soulkeep.graph.episodes.outline import outline
from soulkeep.graph.episodes.understand import understand
from soulkeep.graph.files import read_bytes
from soulkeep.graph.knowledge import Knowledge
from soulkeep.lang.tokens import count_tokens
from soulkeep.memory.by_model import Stretch, memory_messages, reflection_messages
from soulkeep.models.chat.base import Message
from soulkeep.reply.factcheck.by_model import Grounds, check_messages
from soulkeep.reply.factcheck.check import Source, cut_reply
from soulkeep.reply.narrator import narrative_messages
from soulkeep.reply.prompt import working_memory
from soulkeep.reply.query_creator import query_messages
from soulkeep.reply.routing import route_messages
from soulkeep.reply.situation import Given, Situation
from soulkeep.reply.sparql_writer import sparql_messages
from soulkeep.search.query import Said
from soulkeep.settings import Settings
from soulkeep.stores.rows import Entry, PlacedEntry
from soulkeep.types.records import FACT, INSIGHT, TURN, Hit, Memory, Recall

PAGE = Path(__file__).parent.parent / "docs" / "prompts.md"
NOW = datetime(2026, 5, 8, 18, 30, tzinfo=UTC)

_HEAD = """# Prompts

What a language model is asked, word for word. One file a task, in `src/soulkeep/prompts/`; the gaps are filled with
names. Below each stands what it becomes for Sherlock Holmes, who talks with Anna (her id is `u_17`). Where JSON is
asked for, its schema stands in the system message, too, and in the request. This page is made by
`scripts/prompts_page.py`; a test holds it true.

| task | asked | role |
| --- | --- | --- |
| [memory](#memory) | once a window of talk, in the background | `memory` |
| [reflect](#reflect) | when enough of importance was said | `memory` |
| [reply](#reply) | for an answer | `chat` |
| [query](#query) | where a message leans on the talk, at the same time as the search by rules | `chat` |
| [sparql](#sparql) | where a question names what is known as RDF, and no rule reads it | `chat` |
| [route](#route) | with `Settings(router="model")`, if more than one bids | `chat` |
| [narrative](#narrative) | by `character.narrate`, or with `Settings(memories_as="narrative")` | `chat` |
| [check](#check) | with `Settings(checker="model")`, once an answer | `check` |
"""


def _turn(number: int, speaker: str, text: str, days: float, **more: object) -> Entry:
    time = (NOW - timedelta(days=days)).timestamp()
    return Entry(id=f"t{number}", kind=TURN, text=text, source="lived", stored=time, time=time, speaker=speaker, **more)  # type: ignore[arg-type]


def _fact(number: int, text: str, days: float, status: str = "current", until: str = "") -> PlacedEntry:
    stated = {
        "subject": "", "relation": "pet", "value": "", "confidence": 0.9, "holds": True, "status": status,
        "until": until,
    }  # fmt: skip
    entry = _turn(number, "u_17", text, days, details={"fact": stated, "turns": []})
    entry.kind = FACT
    return PlacedEntry(1, number, entry)


def _memory(id: str, kind: str, text: str, days: float, speaker: str | None = "u_17") -> Memory:
    time = NOW - timedelta(days=days)
    return Memory(id=id, kind=kind, text=text, owner="holmes", person="u_17", speaker=speaker, time=time, accessed=time)


def _hit(memory: Memory) -> Hit:
    return Hit(memory=memory, score=1.0, parts={}, similarity=0.4, coverage=0.4, retention=1.0, tokens=12)


TALK = (
    _turn(1, "u_17", "She hid from the vet under the stove again.", 2),
    _turn(2, "holmes", "Miso? A wise animal. Is the appointment still on Friday?", 1.999),
    _turn(3, "u_17", "Moved to next week. And I've stopped eating meat, did I say?", 1.998),
    _turn(4, "holmes", "You did not. Since when?", 1.997),
    _turn(5, "u_17", "Since Easter.", 1.996),
)
CAT = _memory("a", TURN, "I adopted a cat called Miso.", 60)
VET = _memory("b", FACT, "Miso sees the vet in the week of 11 May 2026.", 2)
ALWAYS = _memory("c", INSIGHT, "Anna worries more about Miso than about herself.", 1, None)


def _situation(**more: object) -> Situation:
    recall = Recall(hits=(_hit(VET), _hit(ALWAYS)), queries=("Is she well?",), asked=NOW, confidence=0.2)
    values: dict[str, object] = {
        "said": "And when is it now?",
        "person": "u_17",
        "called": "Anna",
        "name": "Sherlock Holmes",
        "description": "A consulting detective of Baker Street. Dry, exact, kinder than he admits.",
        "own_names": frozenset({"holmes", "Sherlock Holmes"}),
        "recall": recall,
        "history": [
            _memory("h1", TURN, "Do you remember my cat?", 0),
            _memory("h2", TURN, "Of course: Miso.", 0, "holmes"),
        ],
        "given": [Given(turn="h1", label="m1", memory=CAT)],
        "labelled": {"h2": "Of course: Miso [m1]."},
        "known": ["Anna has not eaten meat since Easter 2026."],
        "earlier": "Anna adopted a cat called Miso in March and is looking for a flat.",
        "same_talk": False,
        "due": ["Anna's flat viewing (Saturday 9 May 2026: tomorrow)"],
        "last_talk": NOW - timedelta(days=2),
        "scene": None,
        "language": "en",
        "now": NOW,
    }
    return Situation(**{**values, **more})  # type: ignore[arg-type]


def examples() -> dict[str, list[Message]]:
    """Return the messages of each task for the example."""
    stretch = Stretch(
        name="Sherlock Holmes",
        person="Anna",
        called={"u_17": "Anna", "holmes": "Sherlock Holmes"},
        window=[PlacedEntry(1, number, entry) for number, entry in enumerate(TALK[2:], start=3)],
        before=TALK[:2],
        earlier="Anna adopted a cat called Miso in March and is looking for a flat.",
        known=[
            _fact(11, "Anna has a cat called Miso.", 60),
            _fact(12, "Miso sees the vet on Friday 8 May 2026.", 9, "planned", "2026-05-08"),
        ],
    )
    told = "You adopted her in March [m1]. The vet sees her next week [m2]. Shall I come along?"
    grounds = Grounds(
        name="Sherlock Holmes",
        person="Anna",
        said="And when is it now?",
        description="A consulting detective of Baker Street.",
        sources=[
            Source("m1", CAT.text, "u_17", CAT.time),
            Source("m2", VET.text, None, VET.time, "Known"),
        ],
        cited={"m1": "m1", "m2": "m2"},
        today=NOW,
    )
    offers = {
        "model": "Answers in character from what is remembered; fits most messages. Memories that came to mind: 2. "
        'Memory: "I adopted a cat called Miso."',
        "event": 'Says the lines of the story that is being told. It is time. Would say: "A telegram, Mr Holmes."',
    }
    talk = [Said("Do you remember my cat?", "Anna"), Said("Of course: Miso.", "Sherlock Holmes")]
    said = Said("And when is it now?", "Anna")
    recall = Recall(hits=(_hit(CAT), _hit(VET)), queries=("Is she well?",), asked=NOW, language="en")
    cats = b"""@prefix : <http://example.org/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
    :Cat a rdfs:Class ; rdfs:label "cat"@en . :miso a :Cat ; rdfs:label "Miso"@en ; :vet :bell ; :born 2021 .
    :bell rdfs:label "Dr Bell"@en ."""
    knowledge = Knowledge([read_bytes(cats, "cats.ttl", format="turtle").data])
    asked = understand("And when is Miso next seen by hers?", "en", knowledge)
    vet = "When does Miso's vet see her next?"
    return {
        "memory": memory_messages(stretch),
        "reflect": reflection_messages(
            "Sherlock Holmes",
            "Anna",
            TALK[::2],
            [_fact(21, "Anna worries about Miso.", 20).entry],
            NOW,
            {"u_17": "Anna"},
        ),
        "reply": list(working_memory(_situation(), Settings(), count_tokens).messages),
        "query": query_messages("Sherlock Holmes", "Anna", talk, said),
        "sparql": sparql_messages("Sherlock Holmes", vet, outline(knowledge, asked, vet).text),
        "route": route_messages("Sherlock Holmes", talk, said, offers),
        "narrative": narrative_messages(recall),
        "check": check_messages(cut_reply(told, grounds.cited), grounds),
    }


def page() -> str:
    """Return the page on prompts."""
    parts = [_HEAD]
    for task, messages in examples().items():
        parts.append(f"## {task}\n")
        parts += [f"**{message.role}**\n\n````text\n{message.content}\n````\n" for message in messages]
    return "\n".join(parts)


def main() -> int:
    if "--check" in sys.argv:
        return 0 if PAGE.read_text(encoding="utf-8") == page() else 1
    PAGE.write_text(page(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
