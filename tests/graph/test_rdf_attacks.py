"""RDF that was written to do harm: each is refused with an error that names the file, or read without harm."""

from __future__ import annotations

import gzip
import json
import resource
import zlib
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from time import thread_time

import pytest

import soulkeep
from soulkeep.errors import BadFile
from soulkeep.graph import bounds, reading
from soulkeep.graph.bounds import BOUNDS, DEPTH, Bounds, Refused, look_over
from soulkeep.graph.files import read_bytes
from soulkeep.graph.knowledge import Knowledge
from soulkeep.graph.reading import RdfData, Readers

_RDF = 'xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:x="http://example.org/"'
_P = "http://example.org/p"
DEEP = 200_000


def xml(inner: str, before: str = "") -> str:
    return f"{before}<rdf:RDF {_RDF}><rdf:Description rdf:about='x:s'>{inner}</rdf:Description></rdf:RDF>"


def lines(content: bytes | str, **how: str) -> set[bytes]:
    data = content if isinstance(content, bytes) else content.encode()
    return set(zlib.decompress(read_bytes(data, "data", **how).data).splitlines())


def loaded(read: RdfData) -> int:
    """Return how many of the triples this process has, for each way in which knowledge is loaded."""
    data = zlib.decompress(read.data)
    assert read_bytes(data, "again", format="n-triples").triples == read.triples  # as an export is taken in
    return len(Knowledge([read.data]))


@pytest.fixture(autouse=True)
def own_readers(monkeypatch: pytest.MonkeyPatch) -> Iterator[Readers]:
    """Give each test reader processes of its own; no attack may make this process itself grow."""
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    readers = Readers()
    monkeypatch.setattr(reading, "_readers", readers)
    yield readers
    for one in readers._idle:
        one.end()
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 512 << 10, "this process grew with the attack"


# Document types


ENTITY = '<!ENTITY a "put in">'
GROWING = '<!ENTITY a0 "lololololol">' + "".join(f'<!ENTITY a{level + 1} "{f"&a{level};" * 30}">' for level in range(7))
DOCTYPES = {
    "plain": f"<!DOCTYPE rdf:RDF [{ENTITY}]>",
    "no blank after ENTITY": '<!DOCTYPE rdf:RDF [<!ENTITYa "put in">]>',
    "no blank after DOCTYPE": f"<!DOCTYPErdf:RDF[{ENTITY}]>",
    "lines": '<!DOCTYPE\nrdf:RDF\n[\n<!ENTITY\na\n"put in"\n>\n]\n>',
    "lower case": f"<!doctype rdf:RDF [{ENTITY}]>",
    "after a comment": f"<!-- a comment --><!DOCTYPE rdf:RDF [{ENTITY}]>",
    "after an odd comment": f"<!--->--><!DOCTYPE rdf:RDF [{ENTITY}]>",
    "after an instruction": f"<?x y?><!DOCTYPE rdf:RDF [{ENTITY}]>",
    "after the declaration": f'<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE rdf:RDF [{ENTITY}]>',
    "after a marked section": f"<![CDATA[]]><!DOCTYPE rdf:RDF [{ENTITY}]>",
    "growing": f"<!DOCTYPE rdf:RDF [{GROWING}]>",
    "parameters": "<!DOCTYPE rdf:RDF [<!ENTITY % b \"<!ENTITY a 'put in'>\">%b;]>",
    "elsewhere": '<!DOCTYPE rdf:RDF SYSTEM "file:///etc/passwd" []>',
    "none in it": "<!DOCTYPE rdf:RDF>",
}


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "gzip"])
@pytest.mark.parametrize("doctype", DOCTYPES.values(), ids=DOCTYPES)
def test_a_document_type_is_refused_however_it_is_written(doctype: str, encoding: str) -> None:
    text = xml("<x:p>&a;</x:p>", doctype)
    content = gzip.compress(text.encode()) if encoding == "gzip" else text.encode(encoding)
    with pytest.raises(BadFile, match=r"^data, line \d+, holds a document type \(DOCTYPE\).*xmllint"):
        read_bytes(content, "data", format="rdf/xml")


@pytest.mark.parametrize("inner", ["<x:p>{}&a;</x:p>", "{}<x:p>&a;</x:p>", "<x:p rdf:parseType='Literal'>{}&a;</x:p>"])
def test_a_document_type_within_the_document_is_refused(inner: str) -> None:
    with pytest.raises(BadFile, match="DOCTYPE"):
        read_bytes(xml(inner.format(DOCTYPES["plain"])).encode(), "data", format="rdf/xml")


def test_it_is_refused_by_the_line_in_264_bytes_that_grow_to_gigabytes() -> None:
    entities = '<!ENTITYa "llllllllllllllllll">' + "".join(
        f'<!ENTITY{name} "{f"&{inner};" * 9}">' for inner, name in zip("abc", "bcd", strict=True)
    )
    text = f"<!DOCTYPE a\n[{entities}]>" + xml("<x:p>&d;</x:p>")
    with pytest.raises(BadFile, match="line 1, holds a document type"):
        read_bytes(text.encode(), "data", format="rdf/xml")


@pytest.mark.parametrize(
    "inner",
    [
        "<x:p><!-- <!DOCTYPE a> -->a</x:p>",
        "<x:p><![CDATA[a<!-- <!DOCTYPE a>]]></x:p>",
        "<?x <!DOCTYPE a> ?><x:p>a</x:p>",
        "<x:p>a > b &lt;!DOCTYPE a></x:p>",
        "<x:p x:q='a > b'/>",
    ],
)
def test_what_only_speaks_of_one_is_read(inner: str) -> None:
    assert lines(xml(inner), format="rdf/xml")


@pytest.mark.parametrize("inner", ["<x:p><!a></x:p>", "<x:p x:q='<!DOCTYPE a>'>a</x:p>", '<x:p><"></x:p>', "<!-- a"])
def test_markup_that_is_none_is_refused(inner: str) -> None:
    with pytest.raises(BadFile, match=r"is no RDF/XML|DOCTYPE"):
        read_bytes(xml(inner).encode(), "data", format="rdf/xml")


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be", "utf-32", "cp037"])
def test_an_encoding_that_hides_it_is_not_read(encoding: str) -> None:
    declared = f'<?xml version="1.0" encoding="{encoding}"?>' + xml("<x:p>&a;</x:p>", DOCTYPES["plain"])
    with pytest.raises(BadFile):
        read_bytes(declared.encode(encoding), "data", format="rdf/xml")


# Depth


def star(depth: int) -> str:
    return "<x:s> <x:p> " + "<<( <x:s> <x:p> " * depth + "<x:o>" + " )>>" * depth


def nested(begin: str, middle: str, end: str, before: str = "", after: str = "") -> Callable[[int], str]:
    return lambda depth: before + begin * depth + middle + end * depth + after


_TTL = "@prefix : <x:> . "
_S = _TTL + ":s :p "
NESTED: dict[str, tuple[str, Callable[[int], str]]] = {
    "n-triples, quoted": ("n-triples", lambda depth: star(depth) + " ."),
    "n-quads, quoted": ("n-quads", lambda depth: star(depth) + " <x:g> ."),
    "turtle, quoted": ("turtle", lambda depth: star(depth) + " ."),
    "trig, quoted": ("trig", lambda depth: "<x:g> { " + star(depth - 1) + " }"),
    "quoted, close together": ("turtle", nested("<<(<x:s><x:p>", "<x:o>", ")>>", "<x:s><x:p>", ".")),
    "quoted, with strings": ("n-triples", nested("<<(<x:s><x:p>", '"a\\"<<("', ")>>", "<x:s><x:p>", ".")),
    "reified": ("turtle", nested("<< :s :p ", ":o", " >>", _TTL, " :p :o .")),
    "reified objects": ("turtle", nested("<<:s :p ", ":o", ">>", _S, ".")),
    "annotations": ("turtle", nested("{| :p :o ", "", "|}", _S + ":o ", ".")),
    "blank nodes": ("turtle", nested("[ :p ", ":o", " ]", _S, ".")),
    "blank nodes, with comments": ("turtle", nested("[ :p # ] it's\n", ":o", " ]", _S, ".")),
    "blank nodes, with strings": ("turtle", nested("[ :q ']', ']]' ; :p ", ":o", " ]", _S, ".")),
    "blank nodes, with long strings": ("turtle", nested('[ :q """ ] "] """ ; :p ', ":o", " ]", _S, ".")),
    "blank nodes, with odd names": ("turtle", nested("[ <x:q'> :s\\'s ; :p ", ":o", " ]", _S, ".")),
    "collections": ("turtle", nested("( ", ":o", " )", _S, ".")),
    "formulas": ("turtle", nested("{ :p :q ", ":o", " }", _S, ".")),
    "graphs": ("trig", nested("{ :p :q ", ":o", " }", _TTL + ":g ")),
    "objects": ("json-ld", nested(f'{{"{_P}":', '"a"', "}")),
    "objects with much beside": ("json-ld", nested(f'{{"x:q": [1, {{}}, "]}}\\"]"], "{_P}":', '"a"', "}")),
    "arrays": ("json-ld", nested("[", '"a"', "]", f'{{"{_P}":', "}")),
    "@graph": ("json-ld", nested('{"@id":"x:s","@graph":', "[]", "}")),
    "@list": ("json-ld", nested('{"@list":[', '"a"', "]}", f'{{"{_P}":', "}")),
    "@included": ("json-ld", nested('{"@included":', f'{{"{_P}":1}}', "}")),
    "@reverse": ("json-ld", nested('{"@reverse":{"x:p":', '{"@id":"x:a"}', "}}")),
    "contexts in turn": ("json-ld", nested('{"@context":{"p":"x:p"},"p":', '"a"', "}")),
    "contexts in contexts": ("json-ld", nested('"@context":{"t":{"@id":"x:t",', '"@context":{}', "}}", "{", "}")),
    "contexts in arrays": ("json-ld", nested("[", "{}", "]", '{"@context":', "}")),
    "JSON literals": ("json-ld", nested("[", "", "]", f'{{"{_P}":{{"@type":"@json","@value":', "}}")),
    "elements": ("rdf/xml", lambda depth: xml(nested("<x:p><rdf:Description>", "", "</rdf:Description></x:p>")(depth))),
    "parseType Collection": (
        "rdf/xml",
        lambda depth: xml(
            nested("<x:p rdf:parseType='Collection'><rdf:Description>", "", "</rdf:Description></x:p>")(depth)
        ),
    ),
    "parseType Literal": (
        "rdf/xml",
        lambda depth: xml("<x:p rdf:parseType='Literal'>" + nested("<a>", "", "</a>")(depth) + "</x:p>"),
    ),
    "elements with misleading values": (
        "rdf/xml",
        lambda depth: xml(
            nested("<x:p><rdf:Description x:q='/>' x:r=\"' />\">", "", "</rdf:Description></x:p>")(depth)
        ),
    ),
    "quoted in XML": (
        "rdf/xml",
        lambda depth: xml(
            nested("<x:p rdf:parseType='Triple'><rdf:Description rdf:about='x:s'>", "", "</rdf:Description></x:p>")(
                depth
            )
        ),
    ),
}  # fmt: skip


@pytest.mark.parametrize("zipped", [False, True])
@pytest.mark.parametrize(("format", "made"), NESTED.values(), ids=NESTED)
def test_what_nests_without_measure_is_refused_before_it_is_parsed(
    format: str, made: Callable[[int], str], zipped: bool
) -> None:
    content = made(DEEP // 4 if zipped else DEEP).encode()
    with pytest.raises(Refused):  # it isn't left to a child's end
        look_over(content, format)
    with pytest.raises(BadFile, match=rf"^data, line \d+, nests deeper than {DEPTH} levels\. Name what is inside"):
        read_bytes(gzip.compress(content, 1) if zipped else content, "data", format=format)


@pytest.mark.parametrize(("format", "made"), NESTED.values(), ids=NESTED)
def test_what_nests_as_deep_as_may_be_does_no_harm(format: str, made: Callable[[int], str]) -> None:
    content = made(DEPTH // 2 - 8).encode()
    look_over(content, format)
    try:
        read = read_bytes(content, "data", format=format)
    except BadFile as error:  # some can't be written at all
        said = str(error)
    else:
        with ThreadPoolExecutor(1) as pool:  # a thread's stack is small
            said = "is no " if pool.submit(loaded, read).result() == read.triples else ""
    assert "is no " in said or "holds no triples" in said


@pytest.mark.parametrize(
    ("format", "content"),
    [
        ("turtle", _S + '"[((<<("' + ", '[((<<('" * 1000 + "."),
        ("turtle", _S + ' """[(\n"((""" .' * 1 + (":s :p '''[(\n'[(''' . " * 1000)),
        ("turtle", _S + "<x:((((> ." + " # [[[[((((<<<<\n" * 1000),
        ("turtle", _S + "[], (), (1 2), [ :p 1 ]" * 1 + ", [ :p [ :p 1 ] ], (1 (2))" * 1000 + "."),
        ("turtle", _TTL + "<< :s :p :o >> :p :o . :s :p <<( :s :p :o )>> . " * 1000),
        ("n-triples", '<x:s> <x:p> "<<( <<(" .\n' * 1000),
        ("json-ld", json.dumps([{"@id": f"x:{at}", _P: ["[[[{{{", '\\"[', {"@id": "x:b"}]} for at in range(1000)])),
        ("rdf/xml", xml("<x:p>a</x:p><x:p rdf:resource='x:b'/><x:p><rdf:Description/></x:p>" * 1000)),
        ("rdf/xml", xml("<x:p>a<!-- <a><a> --></x:p><x:p><![CDATA[<a><a>]]></x:p>" * 1000)),
    ],
)
def test_brackets_that_open_nothing_or_are_closed_do_not_count(format: str, content: str) -> None:
    assert lines(content, format=format)


_ODD = (
    "'\n", '"""', '"""\\"', "<", "<a ", "\\", "<!--", "<?", "<![CDATA[", "<a b='", "<a>x", '"\\', "<a/>", '{"', "[]",
    "#", "'''a'", "<<(", ")>>",
)  # fmt: skip


@pytest.mark.parametrize("format", ["turtle", "json-ld", "rdf/xml"])
@pytest.mark.parametrize("piece", _ODD)
def test_looking_over_takes_one_pass(piece: str, format: str) -> None:
    def spent(times: int) -> float:
        content = piece.encode() * times + b"[" * 300
        best = 1e9
        for _ in range(3):
            start = thread_time()
            with suppress(Refused):
                look_over(content, format)
            best = min(best, thread_time() - start)
        return best

    few = 10_000
    assert spent(16 * few) < 64 * max(spent(few), 1e-3)  # were it quadratic: 256


def test_a_depth_that_was_overlooked_never_comes_back(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    worker = Path(reading.__file__).with_name("rdf_worker.py")
    blind = tmp_path / "blind_worker.py"
    code = worker.read_text(encoding="utf-8").replace("            look_over(content, format)\n", "            pass\n")
    blind.write_text(code.replace("os.path.abspath(__file__)", repr(str(worker))), encoding="utf-8")
    monkeypatch.setattr(reading, "_WORKER", blind)
    assert read_bytes(star(DEPTH).encode() + b" .", "data", format="n-triples").triples == 1
    with pytest.raises(BadFile, match="nests deeper"):
        read_bytes(star(2 * DEPTH).encode() + b" .", "data", format="n-triples")
    with pytest.raises(BadFile, match=r"data can't be read: .* made the parser fail"):  # its stack overflows
        read_bytes(star(DEEP).encode() + b" .", "data", format="n-triples")


# Size


def test_prefixes_that_make_a_lot_of_little_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    text = f"@prefix p: <x:{'y' * 1_000_000}> .\n" + "".join(f"p:a p:b p:{number} .\n" for number in range(20_000))
    with pytest.raises(
        BadFile, match=r"^data (can't be read: it takes more memory|grows beyond measure|took longer than)"
    ):
        read_bytes(text.encode(), "data", format="turtle")
    monkeypatch.setattr(bounds, "BOUNDS", Bounds(result=1 << 20))
    text = f"@prefix p: <x:{'y' * 1000}> .\n" + "".join(f"p:a p:b p:{number} .\n" for number in range(2000))
    with pytest.raises(BadFile, match="grows beyond measure as N-Triples"):
        read_bytes(text.encode(), "data", format="turtle")


def test_very_many_prefixes_do_no_harm() -> None:
    text = "".join(f"@prefix p{number}: <x:{number}#> .\n" for number in range(200_000)) + "p0:a p1:b p2:c ."
    assert lines(text, format="turtle") == {b"<x:0#a> <x:1#b> <x:2#c> ."}


@pytest.mark.parametrize(
    ("format", "text"),
    [
        ("turtle", '<x:a> <x:b> "%s" .'),
        ("turtle", "<x:a> <x:b> <x:%s> ."),
        ("turtle", "<x:a> <x:b> '''%s''' ."),
        ("json-ld", '{"x:p": "%s"}'),
        ("json-ld", '{"@id": "x:%s", "x:p": 1}'),
        ("rdf/xml", xml("<x:p>%s</x:p>")),
        ("rdf/xml", xml("<x:p rdf:resource='x:%s'/>")),
    ],
)
def test_very_long_terms_are_read_or_refused(format: str, text: str) -> None:
    for size in (1_000_000, 8_000_000):
        assert loaded(read_bytes((text % ("y" * size)).encode(), "data", format=format)) == 1
    for size in (9_000_000, 17_000_000, 30_000_000):
        with pytest.raises(BadFile, match="data holds an IRI or a text of more than 8 MiB"):
            read_bytes((text % ("y" * size)).encode(), "data", format=format)


def test_what_an_error_quotes_is_cut() -> None:
    with pytest.raises(BadFile) as caught:
        read_bytes(b"<x:a> <x:b> <x:" + b"<" * 5_000_000 + b"> .", "data", format="turtle")
    assert len(str(caught.value)) < 1000


_TERMS = ",".join(f'"t{number}":"http://x.org/{number}"' for number in range(20_000))


_THINGS = ",".join(2000 * ['{"@type":"T","t1":"x"}'])
_SLOW = f'{{"@context":{{"T":{{"@id":"x:T","@context":{{{_TERMS}}}}}}},"@type":"T","@graph":[{_THINGS}]}}'
"""Half a minute's work."""


def test_contexts_that_are_copied_on_each_level_are_refused() -> None:
    inner = "".join(f',"t0":{{"@context":{{"u{level}":"x:u"}},"t1":"a"' for level in range(120))
    text = f'{{"@context":{{{_TERMS}}}{inner}{"}" * 121}'
    with pytest.raises(BadFile, match=r"^data can't be read: it takes more memory than the \d+ MiB .*N-Triples"):
        read_bytes(text.encode(), "data", format="json-ld")


def test_what_takes_too_long_is_stopped(monkeypatch: pytest.MonkeyPatch, own_readers: Readers) -> None:
    monkeypatch.setattr(bounds, "BOUNDS", Bounds(seconds=0.2))
    with pytest.raises(BadFile, match=r"^data took longer than \d s to read and was stopped\. Nothing was kept\. Cut"):
        read_bytes(_SLOW.encode(), "data", format="json-ld")
    monkeypatch.setattr(bounds, "BOUNDS", BOUNDS)
    assert lines("<x:a> <x:b> <x:c> .") == {b"<x:a> <x:b> <x:c> ."}


def _packed(content: bytes, times: int) -> bytes:
    """What is packed of a content that repeats so often."""
    packing = zlib.compressobj(1, wbits=31)  # gzip
    return b"".join([*(packing.compress(content) for _ in range(times)), packing.flush()])


@pytest.mark.parametrize(
    ("content", "times", "members"),
    [
        (b"\n" * (1 << 20), 256, 1),
        (b"\n" * (1 << 20), 64, 4),  # one after the other
        (b"[]," * (1 << 20), 80, 1),
    ],
    ids=["lines", "members", "lists"],
)
def test_an_archive_that_grows_without_end_is_refused(content: bytes, times: int, members: int) -> None:
    packed = _packed(content, times) * members  # made here: each worker reads this file, one runs the test
    assert len(packed) < 2 << 20
    with pytest.raises(BadFile, match=r"^bomb is larger than \d+ MiB unpacked\. Cut it"):
        read_bytes(packed, "bomb")


def test_what_is_larger_than_anything_read_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bounds, "BOUNDS", Bounds(largest=1 << 20))
    with pytest.raises(BadFile, match="larger than 1 MiB"):
        read_bytes(b"\n" * ((1 << 20) + 1), "data")
    with pytest.raises(BadFile, match="larger than 1 MiB"):
        read_bytes(gzip.compress(b"\n" * ((1 << 20) + 1)), "data")
    assert lines(b"\n" * 1000 + b"<x:a> <x:b> <x:c> .")


def test_the_bounds_grow_with_the_content() -> None:
    small, large = 1000, 100 << 20
    for of in (BOUNDS.memory_for, BOUNDS.seconds_for, BOUNDS.result_of, BOUNDS.unpacked_of):
        assert of(small) < of(large) <= of(BOUNDS.largest)
    assert replace(BOUNDS, memory=1).memory_for(large) == 1


# What others notice


def test_triples_about_triples_are_kept_and_hinder_no_answer(keep: soulkeep.Keep) -> None:
    ella = keep.character("ella", name="Ella")
    label = "<http://www.w3.org/2000/01/rdf-schema#label>"
    told = f'<x:anna> {label} "Anna Karlov"@en .\n<x:born> {label} "birth place"@en .\n<x:anna> <x:born> "Rome" .\n'
    told += "<x:anna> <x:born> <<( <x:anna> <x:born> <x:rome> )>> .\n<x:rome> <x:told> " + star(100)[12:] + " .\n"
    assert ella.know(told.encode(), source="people", format="n-triples").triples == 5
    assert "Rome" in ella.reply("What is the birth place of Anna Karlov?", person="anna").text
    found = ella.episodes().sparql("SELECT ?o { <x:rome> <x:told> ?o }")
    assert str(found.rows[0][0]).count("<<(") == 100
