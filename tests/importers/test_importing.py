"""The one door: lorebooks, texts, RDF, what it makes of files that aren't anything, and two at once."""

from __future__ import annotations

import gzip
import io
import json
import subprocess
import sys
import tracemalloc
import zlib
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from cards_support import BOOK, CHATGPT, KOREAN, NEUTRAL, ROLES, TAVERN, V2, charx, lines, plain_chunk, png
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import soulkeep
from soulkeep.errors import BadFile, InputError
from soulkeep.importers.import_file import Taken, take_in, what_is
from soulkeep.server.files import look_at
from soulkeep.testing.models import HashEmbedder

NOVEL = "# The pilot\n\nMara took the night boat out.\n\nShe came back with the grey cat, which nobody had asked for.\n"
TURTLE = b'@prefix ex: <https://example.org/> .\nex:mara ex:name "Mara" .\nex:mara ex:pet ex:tumble .\n'
TRIPLE = b'<https://example.org/mara> <https://example.org/name> "Mara" .\n'
JSON_LD = b'{"@id": "https://example.org/mara", "https://example.org/name": "Mara"}'
RDF_XML = (
    b'<?xml version="1.0"?>'
    b'<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:e="https://example.org/">'
    b'<rdf:Description rdf:about="https://example.org/mara"><e:name>Mara</e:name></rdf:Description></rdf:RDF>'
)
WORLD_INFO = {
    "entries": {
        "0": {"key": ["Varn", "harbour"], "comment": "", "content": "Varn lies below the cliffs.", "disable": False},
        "1": {"key": [], "comment": "Old law", "content": "@@depth 4\nNobody sails on the first day."},
        "2": {"key": ["x"], "content": "Off.", "disable": True},
    }
}


@pytest.mark.parametrize("book", [WORLD_INFO, {"spec": "lorebook_v3", "data": WORLD_INFO}], ids=["world info", "v3"])
def test_a_lorebook_becomes_knowledge_below_its_titles_and_keys(keep: soulkeep.Keep, book: dict[str, Any]) -> None:
    data = json.dumps(book).encode()
    assert what_is(data, name="varn.json").kind == "lorebook"
    done = take_in(keep, data, name="varn.json", character="mara")
    assert done.taken == (Taken(what="passages", character="mara", source="varn", new=2),)
    assert [(one.what, one.why, one.count) for one in done.left_out] == [("entries", "switched off", 1)]
    found = list(keep.character("mara").memories(kinds={"passage"}))
    assert [(one.heading, one.text) for one in found] == [
        ("Varn (harbour)", "Varn lies below the cliffs."), ("Old law", "Nobody sails on the first day."),
    ]  # fmt: skip
    assert take_in(keep, data, name="varn.json", character="mara").taken[0].known == 2


def test_lorebooks_of_other_programs_are_read() -> None:
    novel_ai = {"lorebookVersion": 5, "entries": [{"displayName": "Varn", "keys": ["v"], "text": "A town."}]}
    agnai = {"kind": "memory", "name": "World", "entries": [{"name": "Varn", "keywords": ["v"], "entry": "A town."}]}
    assert [what_is(json.dumps(book).encode(), name="b.json").items for book in (novel_ai, agnai)] == [1, 1]


def test_a_person_in_lore_is_called_so_in_its_language(keep: soulkeep.Keep) -> None:
    texts = ("Mara waits for {{user}}.", "유나는 {{user}}를 기다린다.")
    book = {"entries": [{"keys": [text[:4]], "content": text} for text in texts]}
    take_in(keep, json.dumps(book).encode(), name="b.json", character="mara")
    found = [one.text for one in keep.character("mara").memories(kinds={"passage"})]
    assert found == ["Mara waits for the person.", "유나는 상대를 기다린다."]


def test_a_text_is_learnt_from_a_path_or_bytes_packed_or_not(keep: soulkeep.Keep, tmp_path: Path) -> None:
    path = tmp_path / "pilot.md"
    path.write_text(NOVEL, encoding="utf-8")
    calls: list[tuple[int, int]] = []
    done = take_in(keep, path, character="mara", progress=lambda *at: calls.append(at))
    assert (done.kind, done.taken[0].source, done.taken[0].new) == ("text", "pilot", 1)
    assert calls[-1] == (len(NOVEL), len(NOVEL))
    again = take_in(keep, gzip.compress(NOVEL.encode()), name="pilot.md.gz", character="mara")
    assert (again.taken[0].source, again.taken[0].known) == ("pilot", 1)
    assert take_in(keep, path, character="mara", source="canon").taken[0].source == "canon"


@pytest.mark.parametrize(
    ("data", "name"),
    [
        (TURTLE, "a.ttl"), (TURTLE, "x"), (TRIPLE, "x"), (JSON_LD, "a.json"), (RDF_XML, "a.xml"),
        (gzip.compress(TURTLE, mtime=0), "a.ttl.gz"),
    ],
)  # fmt: skip
def test_rdf_is_known_whatever_it_is_called(keep: soulkeep.Keep, data: bytes, name: str) -> None:
    done = take_in(keep, data, name=name, character="mara")
    assert done.kind == "rdf"
    assert done.taken[0].new == what_is(data, name=name).items > 0
    assert take_in(keep, data, name=name, character="mara").taken[0].new == 0
    assert len(list(keep.character("mara").knowledge)) == 1


@pytest.mark.parametrize(
    "text",
    ["[The wind] rose.", "{So it begins.}", "# Notes\n\n@mara: see below", "<p>Mara</p>", "유나는 노란 우산을 들었다."],
)
def test_prose_that_begins_oddly_is_still_text(text: str) -> None:
    assert what_is(text.encode()).kind == "text"


@pytest.mark.parametrize(
    ("data", "name", "hint"),
    [
        (b"", "a.txt", "right file"),
        (b" \n ", "a.txt", "right file"),
        ("노란 우산을 든 유나".encode("cp949"), "a.txt", "CP949"),
        ("Mara".encode("utf-16"), "a.txt", "UTF-16"),
        ("café".encode("latin1"), "a.txt", "LATIN1"),
        (b"a\0b", "a.txt", "plain text"),
        (b"%PDF-1.7", "a.pdf", "plain text"),
        (b"\x1f\x8b broken", "a.txt", "again"),
        (gzip.compress(b"x" * 9999, mtime=0)[:-4], "a.gz", "again"),
        (b"[]", "a.json", "right file"),
        (b"12", "a.json", "Known are"),
        (b'{"a": 1}', "a.json", "Known are"),
        (b'["a"]', "a.json", "Known are"),
        (b'{"entries": 3}', "a.json", "entries"),
        (b'{"entries": []}', "a.json", "content"),
        (b"ex:a ex:b", "a.ttl", "format"),
        (b"not JSON", "a.json", "Export"),
    ],
)
def test_what_is_nothing_known_is_refused_with_a_hint(keep: soulkeep.Keep, data: bytes, name: str, hint: str) -> None:
    with pytest.raises(BadFile) as caught:
        take_in(keep, data, name=name, character="mara")
    assert hint in caught.value.hint
    assert keep.characters() == []


def test_a_text_needs_a_character_and_a_file_must_be_one(keep: soulkeep.Keep) -> None:
    with pytest.raises(InputError, match="whose") as caught:
        take_in(keep, NOVEL.encode(), name="pilot.md")
    assert "--character" in caught.value.hint
    with pytest.raises(InputError, match="called") as caught:
        take_in(keep, NOVEL.encode(), character="mara")
    assert "name=" in caught.value.hint
    assert take_in(keep, b'{"name": "Varn", "entries": [{"content": "x"}]}', character="b").taken[0].source == "Varn"
    with pytest.raises(InputError, match="no file"):
        take_in(keep, 3, character="mara")  # type: ignore[arg-type]
    with pytest.raises(BadFile, match="no file"):
        take_in(keep, "nowhere.txt", character="mara")
    with pytest.raises(InputError):
        take_in(keep, NOVEL.encode(), name="lived.txt", character="mara")
    assert [one.id for one in keep.characters()] == ["b"]


def test_a_file_is_not_unpacked_beyond_measure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("soulkeep.importers.files.LARGEST", 1000)
    monkeypatch.setattr("soulkeep.importers.files._LARGEST_UNPACKED", 1000)
    for data in (b"x" * 2000, gzip.compress(b"x" * 5_000_000), charx(b"x" * 5_000_000)):
        with pytest.raises(BadFile, match="larger"):
            what_is(data, name="a.txt")


BOMBS = r"""
import io, re, zipfile, zlib
from soulkeep.errors import BadFile
from soulkeep.importers.import_file import what_is

def refused(data, name):
    try:
        what_is(data, name=name)
    except BadFile as error:
        return str(error)
    return "taken"

def gzipped(pieces):
    packer = zlib.compressobj(1, wbits=31)
    return b"".join(map(packer.compress, pieces)) + packer.flush()

file = io.BytesIO()
with zipfile.ZipFile(file, "w") as archive:
    archive.writestr("card.json", "{}")
data, count = file.getvalue(), 900_000
start, stop = data.index(b"PK\x01\x02"), data.index(b"PK\x05\x06")
end = b"PK\x05\x06" + bytes(8) + ((stop - start) * count).to_bytes(4, "little") + start.to_bytes(4, "little") + bytes(2)
print(refused(data[:start] + data[start:stop] * count + end, "card.charx"))
print(refused(gzipped([b"[" + b"[]," * 1000] + [b"[]," * 1000] * 8_000 + [b"[]]"]), "chat.json.gz"))
print(refused(gzipped([bytes(1 << 20)] * 900), "novel.txt.gz"))
print(re.search(r"VmHWM:\s+(\d+)", open("/proc/self/status").read())[1])
"""


@pytest.mark.skipif(sys.platform != "linux", reason="how much a process took is told by /proc")
def test_no_archive_takes_a_gigabyte() -> None:
    run = subprocess.run([sys.executable, "-c", BOMBS], capture_output=True, text=True, check=True)
    *told, peak = run.stdout.splitlines()
    assert "too many files" in told[0]
    assert "more than 1,200,150 values" in told[1]
    assert "MiB unpacked" in told[2]
    assert int(peak) < 1_000_000, "KiB"


IMPORTER = """
import sys, soulkeep
from soulkeep.importers.import_file import take_in
from soulkeep.testing.models import HashEmbedder
with soulkeep.open(sys.argv[1], embedder=HashEmbedder()) as keep:
    for file in sys.argv[2:]:
        print(*(one.new for one in take_in(keep, file).taken))
"""


def test_two_processes_that_import_at_once_store_nothing_twice(tmp_path: Path) -> None:
    (tmp_path / "mara.png").write_bytes(png(plain_chunk(V2)))
    chat: list[dict[str, Any]] = [
        {"user_name": "anna", "character_name": "Mara", "create_date": "2026-05-01@10h00m00s"}
    ]
    chat += [
        {"name": "anna", "is_user": True, "mes": f"Boat {i} is in.", "send_date": 1_750_000_000 + i} for i in range(300)
    ]
    (tmp_path / "chat.jsonl").write_bytes(lines(chat))
    soulkeep.open(tmp_path / "keep.db", embedder=HashEmbedder()).close()
    command = [sys.executable, "-c", IMPORTER, "keep.db", "mara.png", "chat.jsonl"]
    running = [subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, text=True) for _ in range(2)]
    counts = [process.communicate(timeout=120)[0].split() for process in running]
    assert [process.returncode for process in running] == [0, 0]
    passages, turns = ([int(count[place]) for count in counts] for place in (1, 2))
    assert (sum(passages), sum(turns)) == (2, 300)
    with soulkeep.open(tmp_path / "keep.db", embedder=HashEmbedder()) as keep:
        mara = keep.character("Mara", create=False)
        assert sum(1 for _ in mara.memories(person="anna", kinds={"turn"})) == 300
        assert sum(1 for _ in mara.memories(kinds={"passage"})) == 2
        assert len(keep.characters()) == 1


# -- damage ------------------------------------------------------------------------------------------------------------

SOUND = {
    "png": png(plain_chunk(V2)), "json": json.dumps(V2).encode(), "charx": charx(json.dumps(KOREAN).encode()),
    "book": json.dumps(BOOK).encode(), "tavern": lines(TAVERN), "chatgpt": json.dumps(CHATGPT).encode(),
    "roles": lines(ROLES), "neutral": json.dumps(NEUTRAL).encode(),
    "plain": b"Anna: hi\nMara: yes\nAnna: is it late\nMara: no", "rdf": TURTLE,
    "packed": gzip.compress(lines(TAVERN)),
}  # fmt: skip


@pytest.fixture(scope="module")
def scrap() -> soulkeep.Keep:
    return soulkeep.open(":memory:", embedder=HashEmbedder(), settings=soulkeep.Settings(background=False))


def tried(keep: soulkeep.Keep, data: bytes, name: str = "the file") -> None:
    """Import what may be anything: it works, or is refused in words."""
    with suppress(InputError):
        what_is(data, name=name)
    with suppress(InputError):
        take_in(keep, data, name=name, character="mara", person="someone")


CUT = st.tuples(st.floats(0, 1), st.binary(max_size=6), st.integers(0, 9))


@given(kind=st.sampled_from(sorted(SOUND)), cuts=st.lists(CUT, min_size=1, max_size=4))
@settings(max_examples=300, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_damaged_file_is_taken_or_refused_but_never_a_crash(
    scrap: soulkeep.Keep, kind: str, cuts: list[tuple[float, bytes, int]]
) -> None:
    data = SOUND[kind]
    for place, put_in, left_out in cuts:
        at = int(place * len(data))
        data = data[:at] + put_in + data[at + left_out :]
    tried(scrap, data)


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8) | st.just("2026-01-01T00:00:00"),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=6,
)


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Return the places of all values in a JSON value."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *(place for key, inner in items for place in places(inner, (*path, key)))]


def with_in_place(value: Any, path: tuple[Any, ...], new: Any) -> Any:
    if not path:
        return new
    copy = dict(value) if isinstance(value, dict) else list(value)
    copy[path[0]] = with_in_place(value[path[0]], path[1:], new)
    return copy


DOCUMENTS = [V2, KOREAN, BOOK, CHATGPT, ROLES, NEUTRAL, TAVERN]


@given(data=st.data())
@settings(max_examples=400, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_field_that_holds_anything_else_is_taken_or_refused(scrap: soulkeep.Keep, data: st.DataObject) -> None:
    document = data.draw(st.sampled_from(DOCUMENTS))
    for _ in range(data.draw(st.integers(1, 3))):
        path = data.draw(st.sampled_from(places(document)))
        document = with_in_place(document, path, data.draw(ANYTHING))
    plain = json.dumps(document)
    tried(scrap, plain.encode(), "a.json")
    if isinstance(document, list):
        tried(scrap, lines(document), "a.jsonl")
    if isinstance(document, dict):
        tried(scrap, png(plain_chunk(document)))
        tried(scrap, charx(plain.encode()))


@given(st.binary(max_size=60))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_bytes_behind_any_sign_are_taken_or_refused(scrap: soulkeep.Keep, tail: bytes) -> None:
    for sign in (b"", b"\x89PNG\r\n\x1a\n", b"PK\x03\x04", b"\x1f\x8b\x08", b"{", b"[{", b"@prefix "):
        tried(scrap, sign + tail)
    tried(scrap, io.BytesIO(gzip.compress(tail)).getvalue())
    tried(scrap, zlib.compress(tail), "a.charx")


PIECES = {
    "lists in a line": ("a.json", b"[" + b"[]," * 2_000_000 + b"[]]"),
    "lists after an export's beginning": ("a.jsonl", b'{"type":"soulkeep","a":[' + b"{}," * 2_000_000 + b"{}]}"),
    "objects in lines": ("a.jsonl", b"{}\n" * 2_000_000),
    "lists in lines": ("a.txt", b"[]\n" * 2_000_000),
    "lines": ("a.txt", b"a\n" * 3_000_000),
}


@pytest.mark.parametrize(("name", "data"), PIECES.values(), ids=PIECES)
def test_what_consists_of_small_pieces_is_refused_before_it_is_taken_apart(name: str, data: bytes) -> None:
    """Taken apart, it would take twenty times its size, and hold up everybody else meanwhile."""
    tracemalloc.start()
    try:
        with pytest.raises(soulkeep.BadFile, match=r"more than [\d,]+ (values|lines)"):
            look_at(data, name)
        assert tracemalloc.get_traced_memory()[1] < 5 * len(data)
    finally:
        tracemalloc.stop()


def test_a_large_file_of_ordinary_lines_is_read() -> None:
    assert look_at(b"It rained, and we walked on, and on.\n" * 400_000, "walk.txt").kind == "text"
