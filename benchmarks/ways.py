"""How many ways of asking for a property, in other words than its name, are understood.

    python -m benchmarks.ways [en-a en-b de ko]

Each class of `data/ways` becomes a small graph: a thing with a value of each property, and a thing for each value from
which it is asked backwards. A question counts as right if it is read as one for the property, in its direction; as
guessed if it is read as another one with a doubt, as wrong if without.
"""

from __future__ import annotations

import argparse
import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from soulkeep.graph.episodes.understand import understand
from soulkeep.graph.files import read_file
from soulkeep.graph.knowledge import Knowledge

DATA = Path(__file__).parents[1] / "data" / "ways"
THING, VALUE = "Xavra", "Zorrel"
VALUES = {
    "number": '"37"^^xsd:integer', "money": '"12.5"^^xsd:decimal', "date": '"2011-05-04"^^xsd:date',
    "time": '"18:30:00"^^xsd:time', "duration": '"PT2H"^^xsd:duration', "yes/no": "true",
}  # fmt: skip
KINDS = {"person": ":Person", "place": ":Place"}
HEAD = """
@prefix : <http://example.org/> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
:Person rdfs:label "person"@en, "사람"@ko, "Person"@de .
:Place rdfs:label "place"@en, "장소"@ko, "Ort"@de .
"""


def spaced(label: str) -> str:
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", label).replace("_", " ")


def named(text: str, language: str) -> str:
    return f"{json.dumps(spaced(text), ensure_ascii=False)}@{language}"


def graph_of(told: dict[str, Any], folder: Path) -> tuple[Knowledge, list[str]]:
    """A class's graph, and the IRI of each of its properties."""
    language, names = told["lang"], dict[str, str]()
    lines = [HEAD, f":C rdfs:label {named(told['class'], language)} .", f':x a :C ; rdfs:label "{THING}" .']
    properties: list[str] = []
    for number, one in enumerate(told["properties"]):
        name = names.setdefault(spaced(one["label"]).lower(), f"p{len(names)}")
        properties.append(f"<http://example.org/{name}>")
        foreign = language == "ko" and one["label"].isascii()
        lines.append(f":{name} rdfs:label {named(one['label'], 'en' if foreign else language)} .")
        kind = f"; a {KINDS[one['leads']]}" if one["leads"] in KINDS else ""
        if one.get("inverse"):
            lines += [f':z{number} rdfs:label "{VALUE}{number}" {kind} .', f":y{number} a :C ; :{name} :z{number} ."]
            lines.append(f':y{number} rdfs:label "Wubble{number}" .')
        elif one["leads"] in VALUES:
            lines.append(f":x :{name} {VALUES[one['leads']]} .")
        elif one["leads"] == "text":
            lines.append(f':x :{name} "mirthful gloom {number}" .')
        else:
            lines.append(f':v{number} rdfs:label "Valtor{number}" {kind} . :x :{name} :v{number} .')
    path = folder / "class.ttl"
    path.write_text("\n".join(lines), encoding="utf-8")
    return Knowledge([read_file(path).data]), properties


def put(way: str, name: str) -> str:
    """A way of asking, put of a name."""
    return re.sub(r"\bX(?=\b|['’가-힣])|X(?=[가-힣])", name, way).rstrip(" .?") + "?"


def asks_for(query: Mapping[str, Any], property: str, *, inverse: bool) -> bool:
    """Whether a question's form asks for a property, in its direction."""
    meant = json.dumps([query.get(key) for key in ("links", "bounds", "project")])
    return f'"{property}", {json.dumps(inverse)}' in meant


def verdicts(path: Path, folder: Path) -> Iterator[str]:
    for line in path.read_text(encoding="utf-8").splitlines():
        told = json.loads(line)
        knowledge, properties = graph_of(told, folder)
        for number, (one, property) in enumerate(zip(told["properties"], properties, strict=True)):
            name = f"{VALUE}{number}" if one.get("inverse") else THING
            for way in one["ask"]:
                said = understand(put(way, name), told["lang"], knowledge)
                if said.query is None:
                    yield "silent"
                    continue
                right = asks_for(said.query, property, inverse=bool(one.get("inverse")))
                yield "right" if right else "wrong" if said.sure else "guessed wrong"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sheets", nargs="*", default=["en-a", "en-b", "de", "ko"])
    with TemporaryDirectory() as folder:
        for sheet in parser.parse_args().sheets:
            count = Counter(verdicts(DATA / f"{sheet}.jsonl", Path(folder)))
            of = count.total()
            shares = ", ".join(
                f"{name} {count[name] / of:.3f}" for name in ("right", "wrong", "guessed wrong", "silent")
            )
            print(f"{sheet:6} {shares} of {of}")


if __name__ == "__main__":
    main()
