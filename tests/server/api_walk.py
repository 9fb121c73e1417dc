"""Every operation of the REST API with a request that fits it, made from the OpenAPI: new routes can't be forgotten."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote

import httpx2

import soulkeep
from soulkeep.memory.entries import passage_id

CHARACTER, PERSON, MEMORY, SOURCE, STORY, WORLD = "holmes", "anna", "t0", "music", "visit", "london"

LORE = "The fog of London hides many a crime, and the river hides the rest."

SECRET, SHARED = "stradivarius", "persian slipper"
"""Words of what is between the two alone, and of what the character knows whoever it faces."""

RDF = b"@prefix ex: <http://example.org/>. ex:holmes ex:plays ex:violin ."

YAML = b"""\
story: visit
events:
  - id: hello
    title: how we met
    open: Welcome.
"""

FILES = {
    "application/octet-stream": b"# A novel\n\nIt was a dark night in London, and nobody was about.",
    "application/yaml": YAML,
    "application/jsonl": b'{"type": "soulkeep", "format": 1}\n',
}


@dataclass(frozen=True, slots=True)
class Operation:
    """One operation and a request for it."""

    name: str
    method: str
    path: str
    params: dict[str, Any] = field(default_factory=dict)
    json: dict[str, Any] | None = None
    content: bytes | None = None

    def send(self, client: httpx2.Client) -> httpx2.Response:
        """Send the request and return its response."""
        return client.request(self.method, self.path, params=self.params, json=self.json, content=self.content)


def operations(
    found: dict[str, Any], *, character: str = CHARACTER, person: str = PERSON, memory: str = MEMORY
) -> Iterator[Operation]:
    """Yield all operations under `/v1` but those of OpenAI's protocol; those that delete come last, and keys at the
    very end.

    Args:
        found: the OpenAPI document.
        character, person, memory: the ids that the requests name.
    """
    everything = [
        _operation(path, method, operation, found, {"character": character, "person": person, "id": memory})
        for path, methods in found["paths"].items()
        for method, operation in methods.items()
        if path.startswith("/v1/") and "OpenAI" not in operation["tags"]
    ]
    yield from sorted(everything, key=lambda one: (one.method == "DELETE", "keys" in one.path, one.path.count("/") < 4))


def _operation(
    path: str, method: str, operation: dict[str, Any], found: dict[str, Any], about: dict[str, str]
) -> Operation:
    known = {**about, "source": SOURCE, "story": STORY, "world": WORLD}
    if "/worlds/" in path:
        known["id"] = passage_id("guide", "", LORE)
    params: dict[str, Any] = {}
    for parameter in operation.get("parameters", ()):
        name = parameter["name"]
        if parameter["in"] == "path":
            path = path.replace(f"{{{name}}}", quote(known[name], safe=""))
        elif parameter["in"] == "query" and (name == "person" or parameter.get("required")):
            params[name] = known.get(name, SECRET)
    if "/import" in path and not path.endswith(("rows", "look")):
        params |= {"character": about["character"], "person": about["person"], "name": "novel.md"}
    content = operation.get("requestBody", {}).get("content", {})
    body, raw = None, None
    if "application/json" in content:
        schema = content["application/json"]["schema"]
        shape = found["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
        assert shape.get("examples"), f"{path} has no example"
        body = dict(shape["examples"][0])
        if "person" in shape["properties"]:
            body["person"] = about["person"]
    elif content:
        raw = RDF if path.endswith("/know") else FILES[next(iter(content))]
    return Operation(operation["operationId"], method.upper(), path, params, body, raw)


def seed(keep: soulkeep.Keep) -> None:
    """Store what the requests speak of: a secret between a character and a person, and more."""
    holmes = keep.character(CHARACTER, name="Sherlock Holmes", description=f"He has a {SHARED}.")
    holmes.observe(
        f"My {SECRET} is hidden in the attic. My interview is tomorrow.", person=PERSON, id=MEMORY, session="s"
    )
    holmes.observe(f"I love my {SECRET}, it is wonderful!", person=PERSON, session="s")
    holmes.reply(f"Where is my {SECRET}?", person=PERSON)
    holmes.learn(f"The {SHARED} was bought in Tottenham Court Road for fifty-five shillings.", source="canon")
    holmes.know(RDF, source=SOURCE)
    holmes.stage(YAML.decode())
    holmes.feel(person=PERSON, trust=0.5)
    keep.world(WORLD).learn(LORE, source="guide")
    keep.settle(over=True)
