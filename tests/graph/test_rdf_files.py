"""RDF files: every format, and whatever is wrong with them."""

from __future__ import annotations

import gzip
import json
import socket
import zlib
from pathlib import Path
from typing import Any

import pyoxigraph as ox
import pytest

import soulkeep
from soulkeep.errors import BadFile, InputError
from soulkeep.graph.files import read_bytes, read_file
from soulkeep.importers.rdf_files import FORMATS, is_rdf

TURTLE = """@prefix ex: <http://example.org/> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
ex:Person a rdfs:Class ; rdfs:label "person"@en .
ex:birthPlace rdfs:label "birth place"@en ; rdfs:domain ex:Person ; rdfs:range ex:Place .
ex:anna a ex:Person ; rdfs:label "Anna Karlov"@en, "안나 카를로프"@ko ; ex:birthPlace ex:rome ;
    ex:age "42"^^xsd:integer .
ex:rome a ex:Place ; rdfs:label "Roma" .
"""
EXTENSIONS = {
    "turtle": "ttl", "n-triples": "nt", "rdf/xml": "rdf", "json-ld": "jsonld", "n-quads": "nq", "trig": "trig",
}  # fmt: skip
_OX = {
    "turtle": ox.RdfFormat.TURTLE, "n-triples": ox.RdfFormat.N_TRIPLES, "rdf/xml": ox.RdfFormat.RDF_XML,
    "json-ld": ox.RdfFormat.JSON_LD, "n-quads": ox.RdfFormat.N_QUADS, "trig": ox.RdfFormat.TRIG,
}  # fmt: skip
_RDF = 'xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:x="http://example.org/"'


def _as(format: str) -> bytes:
    """Return the data in a format; in a named graph, if the format has them."""
    triples = list(ox.parse(TURTLE.encode(), format=ox.RdfFormat.TURTLE))
    if format in ("n-quads", "trig"):
        triples = [ox.Quad(t.subject, t.predicate, t.object, ox.NamedNode("http://example.org/graph")) for t in triples]
    written = ox.serialize(triples, format=_OX[format])
    assert written is not None
    return written


def _lines(content: bytes, **how: str) -> set[bytes]:
    return set(zlib.decompress(read_bytes(content, "x", **how).data).splitlines())


def _xml(doctype: str, text: str) -> bytes:
    return (
        f'<?xml version="1.0"?><!DOCTYPE rdf:RDF [{doctype}]><rdf:RDF {_RDF}>'
        f'<rdf:Description rdf:about="http://example.org/s"><x:p>{text}</x:p></rdf:Description></rdf:RDF>'
    ).encode()


@pytest.fixture
def no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("something went out")

    monkeypatch.setattr(socket, "socket", refuse)
    monkeypatch.setattr(socket, "create_connection", refuse)


@pytest.mark.parametrize("zipped", [False, True])
@pytest.mark.parametrize("format", FORMATS)
def test_every_format_gives_the_same_triples(format: str, zipped: bool, tmp_path: Path) -> None:
    path = tmp_path / f"data.{EXTENSIONS[format]}{'.gz' if zipped else ''}"
    path.write_bytes(gzip.compress(_as(format)) if zipped else _as(format))
    read = read_file(path)
    assert set(zlib.decompress(read.data).splitlines()) == _lines(TURTLE.encode())
    assert read.triples == 12


@pytest.mark.parametrize("format", [one for one in FORMATS if one not in ("n-quads", "trig")])
def test_the_beginning_tells_the_format_where_the_name_does_not(format: str) -> None:
    assert _lines(_as(format)) == _lines(TURTLE.encode())


def test_a_digest_is_of_the_content_the_format_and_the_base() -> None:
    digests = {
        read_bytes(TURTLE.encode(), "a").digest,
        read_bytes(TURTLE.encode(), "another name").digest,
        read_bytes(gzip.compress(TURTLE.encode()), "a").digest,
    }
    assert len(digests) == 1
    assert read_bytes(TURTLE.encode(), "a", base="http://x.org/").digest not in digests
    assert read_bytes(TURTLE.encode() + b"\n", "a").digest not in digests


@pytest.mark.parametrize(
    ("content", "line"),
    [(TURTLE + "ex:x ex:y ", "line 9"), (TURTLE.replace("ex:rome a ex:Place", "ex:rome is is"), "line 8")],
)
def test_the_line_of_a_mistake_is_named(content: str, line: str) -> None:
    with pytest.raises(BadFile, match=f"music, {line} is no Turtle"):
        read_bytes(content.encode(), "music")


@pytest.mark.parametrize(
    ("content", "format", "says"),
    [
        (TURTLE.encode(), "n-triples", "is no N-Triples"),
        (TURTLE.encode(), "rdf/xml", "is no RDF/XML"),
        (TURTLE.encode(), "json-ld", "is no JSON-LD"),
        (b"", "turtle", "holds no triples"),
        (b" \n# nothing\n", "turtle", "holds no triples"),
        (b'<x:a> <x:b> "R\xf6ma" .', "turtle", "UTF-8"),
        (TURTLE.encode("utf-16-le"), "turtle", "is no Turtle"),
        (TURTLE.encode("utf-16")[:-1], "turtle", "broken UTF-16"),
        (b'{"@context": {}, "a" ', "json-ld", "is no JSON-LD"),
        (gzip.compress(TURTLE.encode(), mtime=0)[:-9], "turtle", "broken gzip"),
        (b"\x1f\x8b nonsense", "turtle", "broken gzip"),
        (bytes(range(256)), "turtle", "is no Turtle"),
    ],
)
def test_what_is_no_rdf_is_refused(content: bytes, format: str, says: str) -> None:
    with pytest.raises(BadFile, match=says):
        read_bytes(content, "data", format=format)


def test_a_file_of_another_format_than_its_name_says_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "data.nt"
    path.write_text(TURTLE)
    with pytest.raises(BadFile, match=r"line 1 is no N-Triples.*format=") as caught:
        read_file(path)
    assert str(path) in str(caught.value)
    assert read_file(path, format="turtle").triples == 12


def test_a_missing_file_a_folder_and_an_unknown_format_are_refused(tmp_path: Path) -> None:
    with pytest.raises(BadFile, match="No such file"):
        read_file(tmp_path / "none.ttl")
    with pytest.raises(BadFile, match="can't be read"):
        read_file(tmp_path)
    with pytest.raises(InputError, match="no RDF format 'excel'"):
        read_bytes(TURTLE.encode(), "x", format="excel")


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
@pytest.mark.parametrize("format", ["turtle", "n-triples", "rdf/xml", "json-ld"])
def test_a_byte_order_mark_does_no_harm(format: str, encoding: str) -> None:
    text = _as(format).decode().replace('encoding="UTF-8"', 'encoding="UTF-16"' if encoding == "utf-16" else "UTF-8")
    content = _as(format).decode() if encoding == "utf-8-sig" else text
    assert _lines(content.encode(encoding)) == _lines(TURTLE.encode())


def test_relative_iris_are_relative_to_a_base_or_to_the_files_name() -> None:
    assert _lines(b"<a> <b> <img/c.jpg> .") == {
        b"<urn:soulkeep:file:x/a> <urn:soulkeep:file:x/b> <urn:soulkeep:file:x/img/c.jpg> ."
    }
    assert _lines(b"<a> <b> <c> .", base="http://x.org/") == {b"<http://x.org/a> <http://x.org/b> <http://x.org/c> ."}
    with pytest.raises(InputError, match="can't be a base"):
        read_bytes(b"<a> <b> <c> .", "x", base="no base")


@pytest.mark.usefixtures("no_network")
@pytest.mark.parametrize(
    "context",
    ["https://schema.org/", ["https://schema.org/", {}], {"@version": 1.1, "@import": "http://127.0.0.1:9/context"}],
)
def test_a_context_that_stands_elsewhere_is_not_fetched(context: object) -> None:
    content = json.dumps({"@context": context, "@id": "http://example.org/a", "http://example.org/name": "Bo"})
    with pytest.raises(BadFile, match="nothing is fetched"):
        read_bytes(content.encode(), "x")


@pytest.mark.usefixtures("no_network")
@pytest.mark.parametrize("where", ["SYSTEM 'file://{}'", 'SYSTEM "file://{}"', 'PUBLIC "x" "http://127.0.0.1:9/x"'])
def test_entities_that_stand_elsewhere_are_not_read(where: str, tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("a secret")
    with pytest.raises(BadFile) as caught:
        read_bytes(_xml(f"<!ENTITY a {where.format(secret)}>", "&a;"), "x")
    assert "a secret" not in str(caught.value)


def test_of_named_graphs_what_they_say_is_kept_once() -> None:
    quads = b"<x:a> <x:b> <x:c> <x:g1> .\n<x:a> <x:b> <x:c> <x:g2> .\n<x:a> <x:b> <x:d> .\n"
    assert read_bytes(quads, "x", format="n-quads").triples == 2


@pytest.mark.parametrize(
    ("format", "content"),
    [
        ("turtle", b"_:b0 <x:a> 1 ."),
        ("n-triples", b'_:b0 <x:a> "1" .'),
        ("n-quads", b'_:b0 <x:a> "1" <x:g> .'),
        ("trig", b"<x:g> { _:b0 <x:a> _:b1 . _:b1 <x:a> 1 }"),
        ("json-ld", b'{"@id": "_:b0", "http://example.org/a": "1"}'),
        (
            "rdf/xml",
            f'<rdf:RDF {_RDF}><rdf:Description rdf:nodeID="b0"><x:p>1</x:p></rdf:Description></rdf:RDF>'.encode(),
        ),
    ],
)
def test_blank_nodes_of_two_sources_are_two(format: str, content: bytes) -> None:
    first, second = ({word for line in _lines(content, format=format) for word in line.split()} for _ in range(2))
    assert any(word.startswith(b"_:") for word in first)
    assert not any(word.startswith(b"_:") for word in first & second)


def test_a_blank_node_is_one_within_its_source() -> None:
    lines = _lines(b"<x:g> { _:b0 <x:a> 1 } <x:h> { _:b0 <x:b> 2 }", format="trig")
    assert len({line.split()[0] for line in lines}) == 1


@pytest.mark.parametrize("path", ["\0", "a\ud800.ttl"])
def test_what_cannot_be_a_path_is_refused(path: str) -> None:
    with pytest.raises(BadFile, match="can't be the path of a file") as caught:
        read_file(Path(path))
    str(caught.value).encode()  # it can be printed
    assert not is_rdf(Path(path).with_suffix(".xml"))


@pytest.mark.parametrize("base", [5, b"http://x.org/", "\ud800", "a\0b"])
def test_what_cannot_be_a_base_is_refused(base: Any) -> None:
    with pytest.raises(InputError, match="base"):
        read_bytes(TURTLE.encode(), "x", base=base)


_PADDING = b" " * 5000


@pytest.mark.parametrize(
    ("name", "content", "is_it"),
    [
        ("a.ttl", b"whatever", True),
        ("A.OWL.gz", b"whatever", True),
        ("a.n3", b"", True),
        ("a.txt", TURTLE.encode(), False),
        ("ttl", TURTLE.encode(), False),
        ("a.xml", _xml("", "x"), True),
        ("a.xml", gzip.compress(_xml("", "x"), mtime=0), True),
        ("a.xml.gz", gzip.compress(_xml("", "x"), mtime=0), True),
        ("a.xml", _xml("", "x").decode().encode("utf-16"), True),
        ("a.xml", b"<book>A rose is a rose.</book>", False),
        ("a.xml", b"<!--" + _PADDING + b"-->" + _xml("", "x"), False),
        ("a.xml", b"\x1f\x8b broken", False),
        ("a.json", b'{"@context": {}, "a": 1}', True),
        ("a.json", b'[{"@id": "http://example.org/a"}]', True),
        ("a.json", b'{"@graph": []}', True),
        ("a.json", b'{"title": "The @context of it"}', False),
        ("a.json", b'{"a": "' + _PADDING + b'", "@id": "x:a"}', False),
    ],
)
def test_a_file_is_rdf_by_its_name_and_where_that_is_open_by_its_beginning(
    name: str, content: bytes, is_it: bool, tmp_path: Path
) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    assert is_rdf(path) is is_it


def test_an_ontology_is_read_in_the_format_its_beginning_tells(tmp_path: Path) -> None:
    path = tmp_path / "a.owl"
    for format in ("turtle", "rdf/xml"):
        path.write_bytes(_as(format))
        assert read_file(path).triples == 12


@pytest.fixture
def ella(keep: soulkeep.Keep) -> soulkeep.Character:
    character = keep.character("ella", name="Ella")
    character.know(TURTLE.encode(), source="people")
    return character


@pytest.mark.parametrize(
    "content",
    [b"", b"ex:a ex:b", b"\x1f\x8b broken", _xml('<!ENTITY a "x">', "&unknown;")],
)
def test_after_a_bad_file_what_was_known_is_known_and_answered_from(content: bytes, ella: soulkeep.Character) -> None:
    before = list(ella.knowledge)
    with pytest.raises(BadFile):
        ella.know(content, source="people")
    with pytest.raises(BadFile):
        ella.know(content, source="more")
    assert list(ella.knowledge) == before
    assert "Anna Karlov was born in Roma." in ella.reply("Where was Anna Karlov born?", person="anna").text
