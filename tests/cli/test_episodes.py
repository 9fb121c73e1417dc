"""The commands for knowledge and episodes, as a person or a script would use them: a fresh process each time."""

from __future__ import annotations

import gzip
import json
from importlib.resources import files
from pathlib import Path

import pytest

import soulkeep
from command_support import ok, run
from soulkeep.importers.rdf_files import EXTENSIONS

MUSIC = files("soulkeep.demo").joinpath("music.ttl").read_bytes()
DBR, DBO = "http://dbpedia.org/resource/", "http://dbpedia.org/ontology/"
PREFIXES = f"PREFIX dbr: <{DBR}> PREFIX dbo: <{DBO}> "
KNOWN = "GRAPH <urn:soulkeep:source:music>"
BROKEN = "@prefix ex: <http://example.org/> .\nex:a ex:b ex:c .\nex:a ex:b ?? .\n"
SAID = (
    "When was Charlie Parker born?",
    "And Miles Davis?",
    "Thanks, great!",
    "Which awards did Joe Satriani win?",
    "Who wrote [b]Imagine[/b]?",
)


def shown(*arguments: str | Path, cwd: Path, stdin: str = "") -> str:
    """Run a command and return what it printed for people."""
    done = run(*arguments, cwd=cwd, stdin=stdin)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a keep whose character knows music and was asked about it."""
    folder = tmp_path_factory.mktemp("episodes")
    (folder / "music.ttl").write_bytes(MUSIC)
    (folder / "broken.ttl").write_text(BROKEN, encoding="utf-8")
    learnt = shown("learn", "music.ttl", "-c", "ella", cwd=folder)
    assert learnt.startswith("ella learnt music: ")
    assert learnt.endswith(" triples.\n")
    shown("chat", cwd=folder, stdin="\n".join(SAID) + "\n")
    return folder


# -- learning RDF


def test_rdf_is_known_and_texts_are_read_as_before(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "music.ttl.gz").write_bytes(gzip.compress(MUSIC))
    (tmp_path / "book.txt").write_text("CHAPTER I\n\nThe snake came down the bell rope.\n", encoding="utf-8")
    (tmp_path / "More.NT").write_text("<http://e.org/a> <http://e.org/b> <http://e.org/c> .\n", encoding="utf-8")
    done = run("learn", "music.ttl.gz", "book.txt", "More.NT", "-c", "ella", "--json", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    music, book, more = map(json.loads, done.stdout.splitlines())
    assert (music["source"], music["new"], music["triples"] > 1000) == ("music", True, True)
    assert book == {"source": "book", "passages": 1, "known": 0, "resumed": False}
    assert more == {"source": "More", "triples": 1, "new": True}
    assert ok("learn", "music.ttl.gz", "-c", "ella", cwd=tmp_path)["new"] is False
    assert "triples were known" in shown("learn", "music.ttl.gz", "-c", "ella", cwd=tmp_path)


def test_a_format_and_a_base_can_be_named(tmp_path: Path) -> None:
    (tmp_path / "export").write_text("<#a> <#b> <#c> .", encoding="utf-8")
    learnt = ok(
        "learn", "export", "-c", "ella", "--format", "turtle", "--base", "http://e.org/", "--source", "x", cwd=tmp_path
    )
    assert learnt == {"source": "x", "triples": 1, "new": True}
    found = ok("sparql", "SELECT ?s { ?s ?p ?o }", cwd=tmp_path)
    assert found["rows"] == [{"s": {"type": "uri", "value": "http://e.org/#a"}}]


def test_a_broken_file_is_named_with_its_line_and_nothing_is_learnt(tmp_path: Path) -> None:
    (tmp_path / "music.ttl").write_bytes(MUSIC)
    (tmp_path / "broken.ttl").write_text(BROKEN, encoding="utf-8")
    done = run("learn", "music.ttl", "broken.ttl", "-c", "ella", cwd=tmp_path)
    assert done.returncode == 1
    told = " ".join(done.stderr.split())
    assert "broken.ttl, line 3" in told
    assert "no Turtle" in told
    assert "Traceback" not in told
    assert not (tmp_path / "keep.db").exists()


def test_data_of_one_name_is_not_learnt_over_itself(tmp_path: Path) -> None:
    for name in ("a.ttl", "b.ttl"):
        (tmp_path / name).write_text("<http://e.org/a> <http://e.org/b> 1 .", encoding="utf-8")
    done = run("learn", "a.ttl", "b.ttl", "--source", "same", "-c", "ella", "--json", cwd=tmp_path)
    assert done.returncode == 1
    assert json.loads(done.stdout)["error"]["type"] == "InputError"


def test_xml_and_json_that_are_no_rdf_are_read_as_texts(tmp_path: Path) -> None:
    (tmp_path / "book.xml").write_text("<p>The snake came down the bell rope.</p>", encoding="utf-8")
    (tmp_path / "notes.json").write_text('{"note": "The keys hang behind the clock."}', encoding="utf-8")
    (tmp_path / "data.json").write_text('{"@id": "http://e.org/a", "http://e.org/b": 1}', encoding="utf-8")
    (tmp_path / "more.n3").write_text("<http://e.org/a> <http://e.org/b> 2 .", encoding="utf-8")
    done = run("learn", "book.xml", "notes.json", "data.json", "more.n3", "-c", "ella", "--json", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    book, notes, data, more = map(json.loads, done.stdout.splitlines())
    assert (book["passages"], notes["passages"], data["triples"], more["triples"]) == (1, 1, 1, 1)


def test_the_help_names_what_rdf_files_are_called(tmp_path: Path) -> None:
    told = shown("learn", "--help", cwd=tmp_path)
    assert [one for one in EXTENSIONS if f".{one}" not in told] == []


@pytest.mark.parametrize("file", ["book.txt", "data.nt"])
def test_a_source_without_a_name_is_refused(file: str, tmp_path: Path) -> None:
    (tmp_path / file).write_text('<http://e.org/a> <http://e.org/b> "1" .\n', encoding="utf-8")
    done = run("learn", file, "-c", "ella", "--source", "", "--json", cwd=tmp_path)
    assert done.returncode == 1
    assert "source" in json.loads(done.stdout)["error"]["message"]
    assert not (tmp_path / "keep.db").exists()


# -- whether RDF is understood

TOWERS = """@prefix ex: <http://example.org/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
ex:ash a ex:Tower ; rdfs:label "Ash [b]Tower[/b]"@en ; ex:girthCm 1200 ; ex:P4021 17 ; ex:spriteFile "ash.png" .
"""


def test_data_is_checked_without_being_learnt(tmp_path: Path) -> None:
    (tmp_path / "towers.ttl").write_text(TOWERS, encoding="utf-8")
    told = shown("learn", "--check", "towers.ttl", cwd=tmp_path)
    assert "5 triples" in told
    assert "1 of 2 statements (50%)" in told
    assert "Tower: 1" in told
    assert "spriteFile" in told
    assert told.index("P4021: 1") < told.index("girth cm: 1, in cm")
    assert "told by its name: The girth of Ash [b]Tower[/b] is 1,200 cm." in told
    assert 'sk:sentence "The girth of {subject} is {object}"@en ; sk:wording "girth"@en .\n' in told
    found = ok("learn", "--check", "towers.ttl", cwd=tmp_path)
    assert (found["triples"], found["coverage"], found["annotated"]) == (5, 0.5, None)
    assert [one["name"] for one in found["properties"]] == ["P4021", "girth cm"]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["towers.ttl"]


def test_annotations_are_written_and_learnt_beside_the_data(tmp_path: Path) -> None:
    (tmp_path / "towers.ttl").write_text(TOWERS, encoding="utf-8")
    assert "out.ttl" in shown("learn", "--annotate", "out.ttl", "towers.ttl", cwd=tmp_path)
    after = ok("learn", "--check", "towers.ttl", "out.ttl", cwd=tmp_path)["properties"][1]
    assert after["sample"] == "The girth of Ash [b]Tower[/b] is 1,200 cm."
    shown("learn", "towers.ttl", "out.ttl", "-c", "ella", cwd=tmp_path)
    done = run("learn", "--annotate", "out.ttl", "towers.ttl", "--json", cwd=tmp_path)
    assert done.returncode == 1
    assert "there already" in json.loads(done.stdout)["error"]["message"]
    (tmp_path / "out.ttl").write_text("old", encoding="utf-8")
    assert ok("learn", "--annotate", "out.ttl", "--force", "towers.ttl", cwd=tmp_path)["annotated"] == "out.ttl"
    assert (tmp_path / "out.ttl").read_text(encoding="utf-8").startswith("@prefix sk:")


def test_without_anything_to_annotate_no_file_is_written(tmp_path: Path) -> None:
    (tmp_path / "a.ttl").write_text("<http://e.org/a> <http://e.org/author> <http://e.org/b> .", encoding="utf-8")
    assert "nothing to annotate" in shown("learn", "--annotate", "out.ttl", "a.ttl", cwd=tmp_path)
    assert not (tmp_path / "out.ttl").exists()


@pytest.mark.parametrize(
    ("command", "error", "told"),
    [
        (("--check", "broken.ttl"), "BadFile", "line 3"),
        (("--check", "none.ttl"), "BadFile", "can't be read"),
        (("--check", "book.txt"), "InputError", "called as RDF"),
        (("--annotate", "music.ttl", "--force", "music.ttl"), "InputError", "the data itself"),
        (("--annotate", "none/out.ttl", "towers.ttl"), "BadFile", "can't be written"),
    ],
)
def test_what_cannot_be_checked_is_refused(command: tuple[str, ...], error: str, told: str, folder: Path) -> None:
    (folder / "book.txt").write_text("The snake came down the bell rope.", encoding="utf-8")
    (folder / "towers.ttl").write_text(TOWERS, encoding="utf-8")
    done = run("learn", *command, "--json", cwd=folder)
    assert done.returncode == 1
    found = json.loads(done.stdout)["error"]
    assert (found["type"], told in found["message"]) == (error, True)
    assert (folder / "music.ttl").read_bytes() == MUSIC


# -- episodes


def test_episodes_are_listed_in_their_order(folder: Path) -> None:
    found = ok("episodes", cwd=folder)
    assert [one["text"] for one in found if one["kind"] == "input"] == list(SAID)
    assert [one["order"] for one in found] == sorted(one["order"] for one in found)
    first = found[0]
    assert first["understanding"]["utterance"] == "wh-question"
    assert first["understanding"]["triples"] == [[f"<{DBR}Charlie_Parker>", f"<{DBO}birthDate>", "?value"]]
    assert {"answer", "similar", "patterns", "message", "evaluation"} <= {one["kind"] for one in found}
    assert ok("episodes", "--when", "today", cwd=folder) == found
    assert ok("episodes", "--when", "yesterday", cwd=folder) == []
    assert ok("episodes", "--last", "2", cwd=folder) == found[-2:]
    assert ok("episodes", "--person", "boris", cwd=folder) == []


def test_episodes_are_shown_with_their_kinds_intents_and_evaluations(folder: Path) -> None:
    text = shown("episodes", cwd=folder)
    lines = text.splitlines()
    assert lines[-1] == f"{len(lines) - 1} episodes."
    [message] = [line for line in lines if "On 26 May 1926." in line]
    assert "message" in message
    assert "answered  +1.0" in message
    assert "birthDate of Miles Davis: 1 found" in text
    assert any("-1.0  by itself, nothing was found" in line for line in lines)
    assert any("+1.0  by the person" in line for line in lines)
    assert SAID[-1] in text  # its square brackets are no markup


def test_an_episode_is_traced_forward_and_back(folder: Path) -> None:
    everything = ok("episodes", cwd=folder)
    asked = next(one for one in everything if one["text"] == "And Miles Davis?")
    after = ok("episodes", "--trace", asked["turn"], cwd=folder)
    assert [one["kind"] for one in after][-2:] == ["message", "evaluation"]
    assert after[-1]["evaluation"] == 1.0
    message = after[-2]
    back = ok("episodes", "--trace", message["id"], "--back", cwd=folder)
    assert back[-1]["id"] == asked["id"]
    assert "answer" in {one["kind"] for one in back}


def test_similar_situations_tell_why(folder: Path) -> None:
    found = ok("similar", "When was Joe Satriani born?", cwd=folder)
    best = found[0]
    assert best["by"] == "class"
    assert best["via"].startswith(f"<{DBO}")
    assert best["resemblance"] == pytest.approx(sum(best["parts"].values()))
    assert (best["times"], best["evaluation"]) == (1, 1.0)
    assert "26 May 1926" in best["outcome"]["text"]
    text = shown("similar", "When was Joe Satriani born?", cwd=folder)
    assert f"{best['resemblance']:.2f}  And Miles Davis?" in text
    assert "entities +0.28" in text
    assert "Nothing like it happened." in shown("similar", "Hm.", cwd=folder)


def test_interests_are_listed_by_weight(folder: Path) -> None:
    found = ok("interests", cwd=folder)
    weights = [one["weight"] for one in found]
    assert weights == sorted(weights, reverse=True)
    entities = ok("interests", "--kind", "entity", cwd=folder)
    assert [one["term"] for one in entities] == [one["term"] for one in found if one["kind"] == "entity"]
    assert "Charlie Parker" in {one["label"] for one in found}
    assert "property birth date" in shown("interests", cwd=folder)


def test_the_graph_is_written_or_printed(folder: Path) -> None:
    printed = shown("graph", cwd=folder)
    assert "<urn:soulkeep:episodes> {" in printed
    assert "sk:Input" in printed
    written = ok("graph", "past.trig", cwd=folder)
    assert written == {"episodes": len(ok("episodes", cwd=folder)), "file": "past.trig"}
    assert (folder / "past.trig").read_text(encoding="utf-8").count("a sk:Input") == len(SAID)
    assert ok("graph", cwd=folder)["trig"].startswith("@prefix")


# -- SPARQL


def test_select_prints_a_table_with_short_names(folder: Path) -> None:
    query = f"{PREFIXES} SELECT ?who ?label {{ {KNOWN} {{ ?who dbo:birthPlace dbr:Liverpool ; rdfs:label ?label }} }}"
    head, *lines = shown("sparql", query, cwd=folder).splitlines()
    assert head.split() == ["who", "label"]
    assert ["dbr:John_Lennon", "John", "Lennon@en"] in [line.split() for line in lines]
    unbound = shown("sparql", "SELECT ?a ?b { BIND(<urn:soulkeep:vocabulary#Input> AS ?a) }", cwd=folder)
    assert unbound.splitlines()[1].strip() == "sk:Input"
    assert "[b]Imagine[/b]" in shown("sparql", "SELECT ?t { ?e a sk:Input ; sk:text ?t }", cwd=folder)
    assert "Nothing was found." in shown("sparql", "SELECT ?x { ?x a sk:Nothing }", cwd=folder)


def test_select_as_json_names_variables_and_rows(folder: Path) -> None:
    query = f"{PREFIXES} SELECT ?d ?l ?none {{ {KNOWN} {{ dbr:Charlie_Parker dbo:birthDate ?d ; rdfs:label ?l }} }}"
    found = ok("sparql", query, cwd=folder)
    assert (found["kind"], found["variables"], found["complete"]) == ("select", ["d", "l", "none"], True)
    date = {"type": "literal", "value": "1920-08-29", "datatype": "http://www.w3.org/2001/XMLSchema#date"}
    label = {"type": "literal", "value": "Charlie Parker", "xml:lang": "en"}
    assert {"d": date, "l": label} in found["rows"]
    plain = ok("sparql", 'SELECT ?x ?y { VALUES (?x ?y) { ("a" sk:Input) } }', cwd=folder)["rows"]
    value = {"type": "uri", "value": "urn:soulkeep:vocabulary#Input"}
    assert plain == [{"x": {"type": "literal", "value": "a"}, "y": value}]


def test_ask_prints_yes_or_no(folder: Path) -> None:
    assert shown("sparql", "ASK { ?e a sk:PositiveEvaluation }", cwd=folder) == "yes\n"
    (folder / "no.rq").write_text("ASK { ?e a sk:Nothing }", encoding="utf-8")
    assert shown("sparql", "@no.rq", cwd=folder) == "no\n"
    assert ok("sparql", "-", cwd=folder, stdin="ASK { ?e a sk:Input }")["truth"] is True


def test_construct_prints_turtle_that_can_be_learnt(folder: Path, tmp_path: Path) -> None:
    query = f"{PREFIXES} CONSTRUCT {{ ?x dbo:birthDate ?d }} WHERE {{ {KNOWN} {{ ?x dbo:birthDate ?d }} }} LIMIT 3"
    turtle = shown("sparql", query, cwd=folder)
    assert "dbo:birthDate" in turtle
    (tmp_path / "dates.ttl").write_text(turtle, encoding="utf-8")
    assert ok("learn", "dates.ttl", "-c", "bill", cwd=tmp_path)["triples"] == 3
    found = ok("sparql", query, cwd=folder)
    assert [set(row) for row in found["rows"]] == [{"subject", "predicate", "object"}] * 3


def test_it_says_if_there_are_more_rows(folder: Path) -> None:
    done = run("sparql", "SELECT ?s { ?s ?p ?o }", "--rows", "2", cwd=folder)
    assert len(done.stdout.splitlines()) == 3
    assert "more than the 2 shown" in done.stderr
    cut = ok("sparql", "SELECT ?s { ?s ?p ?o }", "--rows", "2", cwd=folder)
    assert (len(cut["rows"]), cut["complete"]) == (2, False)
    assert run("sparql", "SELECT ?s { ?s ?p ?o } LIMIT 2", "--rows", "2", cwd=folder).stderr == ""


@pytest.mark.parametrize(
    ("arguments", "kind", "message"),
    [
        (("learn", "broken.ttl", "-c", "ella"), "BadFile", "line 3"),
        (("learn", "none.ttl", "-c", "ella"), "BadFile", "can't be read"),
        (("episodes", "--trace", "no-such-id"), "UnknownMemory", "no-such-id"),
        (("episodes", "--when", "never"), "InputError", "never"),
        (("episodes", "--back"), "InputError", "Back from where"),
        (("episodes", "--trace", "x", "--when", "today"), "InputError", "together"),
        (("episodes", "--keep", "none.db"), "BadFile", "none.db"),
        (("similar", " "), "BadText", ""),
        (("interests", "--kind", "food"), "InputError", "food"),
        (("graph", "no/such/folder.trig"), "BadFile", "can't be written"),
        (("sparql", "SELEC ?x { ?x ?y ?z }"), "QueryError", "line 1, column 10"),
        (("sparql", "SELECT * { SERVICE <http://e.org/> { ?a ?b ?c } }"), "QueryError", "another server"),
        (("sparql", "INSERT DATA { <a:b> <a:b> <a:b> }"), "QueryError", "read-only"),
        (("sparql", "@none.rq"), "BadFile", "none.rq"),
        (("sparql", "ASK {}", "--seconds", "0"), "InputError", "seconds"),
    ],
)
def test_errors_say_what_is_wrong(folder: Path, arguments: tuple[str, ...], kind: str, message: str) -> None:
    done = run(*arguments, "--json", cwd=folder)
    assert done.returncode == 1
    error = json.loads(done.stdout)["error"]
    assert error["type"] == kind
    assert message in error["message"]
    assert done.stderr == ""


def test_errors_are_told_to_people(folder: Path) -> None:
    told = run("sparql", "SELEC ?x { ?x ?y ?z }", cwd=folder)
    assert (told.returncode, told.stdout) == (1, "")
    assert told.stderr.startswith("error: The query can't be read at line 1")


def test_a_character_that_knows_no_rdf_has_episodes_too(tmp_path: Path) -> None:
    with soulkeep.open(tmp_path / "keep.db") as keep:
        keep.character("holmes", name="Holmes [/b]").reply("Good morning!", person="user")
    assert [one["kind"] for one in ok("episodes", cwd=tmp_path)] == ["input", "message"]
    assert ok("similar", "Good morning!", cwd=tmp_path) == []
    assert ok("interests", cwd=tmp_path) == []
    assert "Nothing is known" in shown("interests", cwd=tmp_path)
    assert ok("sparql", "SELECT ?t { ?e a sk:Input ; sk:text ?t }", cwd=tmp_path)["rows"] == [
        {"t": {"type": "literal", "value": "Good morning!"}}
    ]
    (tmp_path / "book [i].txt").write_text("The snake came down the bell rope.", encoding="utf-8")
    assert "Holmes [/b] learnt book [i]: 1 new" in shown("learn", "book [i].txt", "-c", "holmes", cwd=tmp_path)
