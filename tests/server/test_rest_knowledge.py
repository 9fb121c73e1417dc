"""Knowledge, episodes, imports, exports and erasing over REST."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import httpx2
import pytest

import soulkeep
from server_support import quiet_in, running
from soulkeep.character.relationship import relationship_of
from soulkeep.importers.import_file import Imported
from soulkeep.memory.entries import Answered
from soulkeep.memory.observe import store_turns

RDF = b"""@prefix ex: <http://example.org/>. @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#>.
ex:parker a ex:Musician; rdfs:label "Charlie Parker"@en; ex:plays ex:saxophone.
ex:saxophone rdfs:label "saxophone"@en. ex:plays rdfs:label "plays"@en. ex:Musician rdfs:label "musician"@en.
"""


@pytest.fixture
def url(tmp_path: Path) -> Iterator[str]:
    with running(quiet_in(tmp_path)) as url:
        yield url


@pytest.fixture
def keep(url: str) -> Iterator[soulkeep.RemoteKeep]:
    with soulkeep.connect(url) as keep:
        keep.character("holmes", name="Sherlock Holmes")
        yield keep


def test_rdf_is_learnt_asked_and_let_go(keep: soulkeep.RemoteKeep, tmp_path: Path) -> None:
    holmes = keep.character("holmes")
    file = tmp_path / "music.ttl"
    file.write_bytes(RDF)
    assert holmes.know(file) == soulkeep.Known(source="music", triples=6, new=True)
    assert holmes.know(RDF, source="music").new is False
    assert [one.source for one in list(holmes.knowledge)] == ["music"]
    query = "SELECT ?who WHERE { ?who a ex:Musician }"
    found = holmes.episodes().sparql(query, prefixes={"ex": "http://example.org/"}, rows=5, seconds=5)
    assert found.rows == (("<http://example.org/parker>",),)
    assert holmes.episodes().understand("What does Charlie Parker play?").entities == ("<http://example.org/parker>",)
    holmes.knowledge.remove("music")
    assert list(holmes.knowledge) == []
    with pytest.raises(soulkeep.InputError, match="knows nothing"):
        holmes.knowledge.remove("music")


def test_bad_rdf_and_bad_queries_say_what_is_wrong(keep: soulkeep.RemoteKeep) -> None:
    holmes = keep.character("holmes")
    with pytest.raises(soulkeep.BadFile, match="line 1"):
        holmes.know(b"ex:a", source="x", format="turtle")
    with pytest.raises(soulkeep.BadFile):
        holmes.know("/no/such/file.ttl")
    with pytest.raises(soulkeep.QueryError):
        holmes.episodes().sparql("DELETE WHERE { ?s ?p ?o }")
    with pytest.raises(soulkeep.InputError):
        holmes.episodes().sparql("ASK {}", seconds=0)


def test_json_ld_is_taken_as_bytes(url: str, keep: soulkeep.RemoteKeep) -> None:
    content = json.dumps({"@id": "http://e.x/a", "http://e.x/b": [{"@id": "http://e.x/c"}]}).encode()
    headers = {"Content-Type": "application/ld+json"}
    answer = httpx2.post(f"{url}/v1/characters/holmes/know?source=ld", content=content, headers=headers)
    assert answer.json() == {"source": "ld", "triples": 1, "new": True}


def test_episodes_are_those_of_the_library(keep: soulkeep.RemoteKeep, tmp_path: Path) -> None:
    holmes = keep.character("holmes")
    holmes.know(RDF, source="music")
    holmes.reply("What does Charlie Parker play?", person="anna")
    holmes.reply("I like Charlie Parker.", person="anna")
    keep.settle(over=True)
    there = holmes.episodes(person="anna")
    asked = [one for one in there if one.kind == "input"]
    assert [one.text for one in asked] == ["What does Charlie Parker play?", "I like Charlie Parker."]
    assert len(there) == len(list(there)) == len(there.during("today"))
    assert [one.kind for one in there.trace(asked[0].id)]
    assert there.trace(asked[0].id, back=True) == []
    assert there.similar("What does Charlie Parker play?")[0].resemblance > 0
    assert [one.label for one in there.interests("entity")] == ["Charlie Parker"]
    assert "Charlie Parker" in there.trig()
    assert there.sparql("SELECT * WHERE { ?s ?p ?o }", rows=3).complete is False
    assert isinstance(there.patterns("What does Charlie Parker play?"), list)
    with pytest.raises(soulkeep.InputError):
        there.during("next year")


def test_what_was_exported_comes_back_elsewhere(keep: soulkeep.RemoteKeep, tmp_path: Path) -> None:
    holmes = keep.character("holmes")
    holmes.observe("나는 부산에 살아요.", person="anna", id="t1")
    holmes.observe("I live in Leeds.", person="ben", id="t1")
    rows = list(keep.export(person="anna"))
    assert any("부산" in str(row) for row in rows)
    assert not any("Leeds" in str(row) for row in rows)
    elsewhere = quiet_in(tmp_path, location=str(tmp_path / "other.db"))
    with running(elsewhere) as url, soulkeep.connect(url) as other:
        assert other.take_in(list(keep.export())).memories == 2
        assert other.take_in(list(keep.export())).known == 2
        assert other.character("holmes").memory("t1", person="anna").text == "나는 부산에 살아요."
        with pytest.raises(soulkeep.BadFile):
            other.take_in([{"type": "nonsense"}])


def test_an_export_is_a_file_like_any_other(keep: soulkeep.RemoteKeep, tmp_path: Path) -> None:
    keep.character("holmes").observe("나는 부산에\u2028살아요.", person="anna", id="t1")
    file = tmp_path / "anna.jsonl"
    file.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in keep.export()), encoding="utf-8")
    with running(quiet_in(tmp_path, location=str(tmp_path / "other.db"))) as url, soulkeep.connect(url) as other:
        look = other.what_is(file)
        assert (look.kind, look.name) == ("export", "anna")
        done = other.import_file(file)
        assert isinstance(done, soulkeep.TakenIn)
        assert done.memories == 1
        assert other.character("holmes").memory("t1", person="anna").text == "나는 부산에\u2028살아요."
        damaged = file.read_bytes() + b"{"
        with pytest.raises(soulkeep.BadFile, match="Line"):
            other.import_file(damaged)


@pytest.mark.parametrize("content", [b"{", b"[1]\n", b"\xff\n", b'{"a": ' * 5000])
def test_what_is_no_export_is_refused(url: str, keep: soulkeep.RemoteKeep, content: bytes) -> None:
    answer = httpx2.post(f"{url}/v1/import/rows", content=content)
    assert (answer.status_code, answer.json()["type"]) == (422, "urn:soulkeep:problem:bad-file")


def test_erasing_leaves_nothing_even_of_the_responses(url: str, keep: soulkeep.RemoteKeep, tmp_path: Path) -> None:
    holmes = keep.character("holmes")
    body = {"text": "My stradivarius is in the attic.", "person": "anna"}
    httpx2.post(f"{url}/v1/characters/holmes/observe", json=body, headers={"Idempotency-Key": "one"})
    question = {"text": "Where is my stradivarius?", "person": "anna"}
    reply = httpx2.post(f"{url}/v1/characters/holmes/reply", json=question, headers={"Idempotency-Key": "two"})
    assert "stradivarius" in reply.text
    assert any(b"stradivarius" in file.read_bytes() for file in tmp_path.glob("keep.server.db*"))
    receipt = keep.erase(person="anna")
    assert (receipt.remaining, receipt.clean) == (0, True)
    assert list(holmes.memories(person="anna")) == []
    assert [file.name for file in tmp_path.glob("keep*.db*") if b"stradivarius" in file.read_bytes()] == []


def test_answers_to_others_may_be_listed(keep: soulkeep.RemoteKeep, tmp_path: Path) -> None:
    keep.character("holmes").observe("The key lies under the pot.", person="anna", heard_by=["boris"])
    with soulkeep.open(tmp_path / "keep.db", settings=soulkeep.Settings(background=False)) as here:
        answer = soulkeep.Turn("Somewhere in the garden.", "holmes", id="vague")
        facing = relationship_of(here.character("holmes"), "boris")
        store_turns(facing, [answer], answer=Answered(responder="model", saw=("anna",)))
    receipt = keep.erase(person="anna", answers="list")
    left = soulkeep.Leftover(character="holmes", person="boris", id="vague", kind="turn")
    assert (receipt.memories, receipt.remaining, receipt.left) == (2, 1, (left,))
    receipt = keep.erase(person="anna")
    assert (receipt.memories, receipt.answers, receipt.remaining, receipt.left) == (1, 1, 0, ())


def test_a_character_and_one_relationship_can_be_erased(keep: soulkeep.RemoteKeep) -> None:
    for id in ("holmes", "watson"):
        keep.character(id).observe("Hello.", person="anna")
    assert keep.erase(person="anna", character="holmes").characters == ("holmes",)
    assert len(list(keep.character("watson").memories(person="anna"))) == 1
    assert keep.erase(character="watson").character == "watson"
    assert [one.id for one in keep.characters()] == ["holmes"]
    with pytest.raises(soulkeep.InputError):
        keep.erase()


def test_files_are_imported_whatever_they_are(url: str, keep: soulkeep.RemoteKeep, tmp_path: Path) -> None:
    novel = tmp_path / "소설.md"
    novel.write_text("# 첫째 장\n\n어두운 밤이었다. 런던에는 아무도 없었다.", encoding="utf-8")
    look = keep.what_is(novel)
    assert (look.kind, look.name) == ("text", "소설")
    done = keep.import_file(novel, character="holmes")
    assert isinstance(done, Imported)
    assert [one.what for one in done.taken] == ["passages"]
    again = keep.import_file(novel, character="holmes")
    assert isinstance(again, Imported)
    assert again.taken[0].new == 0
    files = {"file": ("card.json", json.dumps(CARD).encode())}
    answer = httpx2.post(f"{url}/v1/import", files=files)
    assert (answer.status_code, answer.json()["kind"]) == (201, "card")
    assert keep.character("Yuna", create=False).profile.description


CARD = {
    "spec": "chara_card_v2",
    "spec_version": "2.0",
    "data": {"name": "Yuna", "description": "{{char}} sells flowers in Busan.", "first_mes": "Welcome!"},
}


@pytest.mark.parametrize(
    ("content", "query", "kind"),
    [
        (b"\x00\x01\x02\xff" * 50, "character=holmes", "bad-file"),
        (b"Hello there, this is a text.", "", "input-error"),
        (b"Hello there, this is a text.", "character=holmes&zone=Nowhere/At_all", "input-error"),
        (b"Hello there, this is a text.", "character=holmes&zone=../etc", "input-error"),
    ],
)
def test_what_cannot_be_imported_says_why(
    url: str, keep: soulkeep.RemoteKeep, content: bytes, query: str, kind: str
) -> None:
    answer = httpx2.post(f"{url}/v1/import?{query}", content=content)
    assert (answer.status_code, answer.json()["type"]) == (422, f"urn:soulkeep:problem:{kind}")
    assert answer.json()["hint"]


def test_a_form_without_a_file_says_so(url: str, keep: soulkeep.RemoteKeep) -> None:
    answer = httpx2.post(f"{url}/v1/import/look", files={"other": ("x", b"text")})
    assert answer.status_code == 422
    assert "file" in answer.json()["detail"]
    broken = httpx2.post(f"{url}/v1/import/look", content=b"x", headers={"Content-Type": "multipart/form-data"})
    assert 400 <= broken.status_code < 500


def test_work_that_waits_is_listed_and_done(keep: soulkeep.RemoteKeep) -> None:
    holmes = keep.character("holmes")
    holmes.observe("I live in Busan.", person="anna")
    assert {job.character for job in keep.jobs()} <= {"holmes"}
    assert keep.settle(timeout=30, over=True) == []
    assert [fact.value for fact in holmes.facts(person="anna")] == ["Busan"]
    assert keep.stats().memories > 0
    assert keep.people("holmes") == ["anna"]
