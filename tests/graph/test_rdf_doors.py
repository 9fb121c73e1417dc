"""Every door by which RDF comes in refuses what was written to do harm, and whoever else asks is answered meanwhile."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from time import monotonic
from typing import Any

import httpx2
import pytest

import command_support
import soulkeep
from server_support import make_key, quiet_in, running
from soulkeep.graph import bounds
from soulkeep.graph.bounds import Bounds
from soulkeep.importers.import_file import take_in, what_is

RDF = 'xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:x="http://example.org/"'
ENTITIES = '<!ENTITYa0 "lolololol">' + "".join(f'<!ENTITYa{at + 1} "{f"&a{at};" * 10}">' for at in range(15))
TERMS = ",".join(f'"t{number}":"http://x.org/{number}"' for number in range(20_000))
DEEP = 120_000

ATTACKS: dict[str, str] = {
    "entities.rdf": f"<!DOCTYPE a [{ENTITIES}]><rdf:RDF {RDF}><x:s><x:p>&a15;</x:p></x:s></rdf:RDF>",
    "quoted.nt": "<x:s> <x:p> " + "<<( <x:s> <x:p> " * DEEP + "<x:o>" + " )>>" * DEEP + " .",
    "quoted.nq": "<x:s> <x:p> " + "<<( <x:s> <x:p> " * DEEP + "<x:o>" + " )>>" * DEEP + " <x:g> .",
    "nested.jsonld": '{"http://x.org/p":' * DEEP + '"a"' + "}" * DEEP,
    "contexts.jsonld": f'{{"@context":{{{TERMS}}}' + ',"t0":{"@context":{"u":"x:u"},"t1":1' * 120 + "}" * 121,
    "slow.jsonld": f'{{"@context":{{"T":{{"@id":"x:T","@context":{{{TERMS}}}}}}},"@type":"T","@graph":['
    + ",".join('{"@type":"T","t1":"x"}' for _ in range(2000)) + "]}",
    "elsewhere.json": '{"@context": "http://127.0.0.1:9/context", "@id": "x:a", "name": "Bo"}',
}  # fmt: skip
FORMATS = {"rdf": "rdf/xml", "nt": "n-triples", "nq": "n-quads", "jsonld": "json-ld", "json": "json-ld"}


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Stop what would take ten seconds after one or two."""
    monkeypatch.setattr(bounds, "BOUNDS", Bounds(seconds=1.0))


def _know(keep: soulkeep.Keep, name: str, content: bytes, folder: Path) -> object:
    return keep.character("ella").know(content, source=name, format=FORMATS[name.partition(".")[2]])


def _know_file(keep: soulkeep.Keep, name: str, content: bytes, folder: Path) -> object:
    (folder / name).write_bytes(content)
    return keep.character("ella").know(folder / name)


def _look(keep: soulkeep.Keep, name: str, content: bytes, folder: Path) -> object:
    return what_is(content, name=name)


def _import(keep: soulkeep.Keep, name: str, content: bytes, folder: Path) -> object:
    return take_in(keep, content, name=name, character="ella")


@pytest.mark.parametrize("door", [_know, _know_file, _look, _import])
@pytest.mark.parametrize("name", ATTACKS)
def test_a_door_of_the_library_refuses_it(
    name: str, door: Callable[..., object], keep: soulkeep.Keep, tmp_path: Path
) -> None:
    keep.character("ella")
    with pytest.raises(soulkeep.BadFile, match=name) as caught:
        door(keep, name, ATTACKS[name].encode(), tmp_path)
    assert caught.value.hint
    assert list(keep.character("ella").knowledge) == []


def test_an_export_that_holds_it_is_refused(keep: soulkeep.Keep) -> None:
    ella = keep.character("ella")
    ella.know(b"<x:a> <x:b> <x:c> .", source="music", format="turtle")
    rows = list(keep.export())
    for row in rows:
        if row["type"] == "knowledge":
            row["ntriples"] = ATTACKS["quoted.nt"]
    with soulkeep.open(":memory:") as other, pytest.raises(soulkeep.BadFile, match="nests deeper"):
        other.take_in(rows)


@pytest.mark.parametrize(
    "words",
    [
        ("learn", "{}", "-c", "ella"),
        ("learn", "{}", "--check"),
        ("learn", "{}", "--annotate", "annotations.ttl"),
        ("import", "{}", "-c", "ella"),
    ],
)
@pytest.mark.parametrize("name", ["entities.rdf", "quoted.nt"])
def test_a_door_of_the_command_line_refuses_it(name: str, words: tuple[str, ...], tmp_path: Path) -> None:
    (tmp_path / name).write_text(ATTACKS[name], encoding="utf-8")
    done = command_support.run(*(part.format(name) for part in words), cwd=tmp_path)
    assert done.returncode == 1
    told = " ".join(done.stderr.split())
    assert name in told
    assert "nests deeper" in told or "DOCTYPE" in told


def test_the_server_answers_others_while_it_is_attacked(tmp_path: Path) -> None:
    config = quiet_in(tmp_path)
    reader, writer = make_key(config, "reader", rights=["read"]), make_key(config, "writer")
    admin = make_key(config, "admin", rights=["read", "write", "admin"])
    over = threading.Event()
    served: list[tuple[float, int]] = []

    def other(url: str) -> None:
        headers = {"Authorization": f"Bearer {writer}"}
        with httpx2.Client(base_url=url, headers=headers, timeout=60) as client:
            while not over.is_set():
                answers = [
                    client.get("/v1/health"),
                    client.post("/v1/characters/holmes/observe", json={"text": "I saw a dog."}),
                    client.post("/v1/characters/holmes/recall", json={"question": "What did I see?"}),
                ]
                served.append((monotonic(), max(answer.status_code for answer in answers)))

    def attack(url: str, name: str, number: int) -> tuple[str, float, float, httpx2.Response]:
        key = writer if number % 2 else reader
        path = f"characters/ella/know?source={name}&format={FORMATS[name.partition('.')[2]]}"
        target = path if number % 2 else f"import/look?name={name}"
        start = monotonic()
        answer = httpx2.post(
            f"{url}/v1/{target}",
            content=ATTACKS[name].encode(),
            headers={"Authorization": f"Bearer {key}"},
            timeout=120,
        )
        return name, start, monotonic(), answer

    with running(config) as url:
        for character in ("holmes", "ella"):
            made = httpx2.put(f"{url}/v1/characters/{character}", json={}, headers={"Authorization": f"Bearer {admin}"})
            assert made.status_code < 300
        thread = threading.Thread(target=other, args=[url])
        thread.start()
        try:
            with ThreadPoolExecutor(8) as pool:
                names = [(name, number) for number in range(2) for name in ATTACKS]
                done = list(pool.map(lambda one: attack(url, *one), names))
        finally:
            over.set()
            thread.join(60)
        assert not thread.is_alive()
        for name, _, _, answer in done:
            problem: Any = answer.json()
            assert (answer.status_code, problem["type"]) == (422, "urn:soulkeep:problem:bad-file"), name
            assert name in problem["detail"]
            assert problem["hint"]
        slow = [(start, end) for name, start, end, _ in done if name == "slow.jsonld"]
        for start, end in slow:  # while it is read, and waits for its turn to be
            assert any(start < at < end for at, _ in served), len(served)
        assert {status for _, status in served} <= {200, 201}
        with soulkeep.connect(url, key=writer) as keep:
            known = keep.character("ella").know(b"<x:a> <x:b> <x:c> .", source="music", format="turtle")
            assert known.triples == 1


def test_what_is_kept_is_what_the_child_wrote(keep: soulkeep.Keep) -> None:
    ella = keep.character("ella")
    ella.know(b"@prefix : <x:> . :a :b ( 1 [ :c 2 ] ) .", source="music", format="turtle")
    (row,) = (row for row in keep.export() if row["type"] == "knowledge")
    assert row["triples"] == len(row["ntriples"].strip().splitlines()) == 6
