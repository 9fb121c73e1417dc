"""Queries of users: read-only, cut off from everything, stopped when they take too much, and right."""

from __future__ import annotations

import importlib.util
import json
import os
import random
import signal
import socket
import subprocess
import sys
import textwrap
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("pyoxigraph")

from soulkeep import InputError, QueryError, QueryTimeout, StoreClosed, StoreCorrupt
from soulkeep.graph import guard, sparql, worker
from soulkeep.graph.child import started
from soulkeep.graph.sparql import Sandbox
from soulkeep.types.episodes import Answers

EX = "http://example.org/"
INTEGER = "http://www.w3.org/2001/XMLSchema#integer"
COUNT = "SELECT (COUNT(*) AS ?count) { ?s ?p ?o }"

SMALL = f"""
<{EX}ringo> <{EX}plays> <{EX}drums> <{EX}people> .
<{EX}ringo> <{EX}born> "1940-07-07"^^<http://www.w3.org/2001/XMLSchema#date> <{EX}people> .
<{EX}paul> <{EX}plays> <{EX}bass> <{EX}people> .
<{EX}drums> <{EX}label> "drums"@en <{EX}things> .
<{EX}drums> <{EX}label> "드럼"@ko <{EX}things> .
_:b7 <{EX}says> "a \\"b\\"\\n" .
""".encode()


def tangle(triples: int = 3000, nodes: int = 2000) -> bytes:
    """Return a graph on which queries can explode."""
    chance = random.Random(7)
    return b"".join(
        f"<{EX}n{chance.randrange(nodes)}> <{EX}p{number % 3}> <{EX}n{chance.randrange(nodes)}> .\n".encode()
        for number in range(triples)
    )


TANGLE = tangle()
CROSS = "?a ?b ?c . ?d ?e ?f . ?g ?h ?i . ?j ?k ?l"


@pytest.fixture
def sandbox() -> Iterator[Sandbox]:
    sandbox = Sandbox()
    yield sandbox
    sandbox.close()


def ask(
    sandbox: Sandbox,
    query: str,
    data: bytes = SMALL,
    *,
    seconds: float = 60,
    rows: int = 1000,
    prefixes: Mapping[str, str] | None = None,
    base: str | None = None,
) -> Answers:
    return sandbox.query(
        query,
        lambda: [data],
        str(hash(data)),
        seconds=seconds,
        rows=rows,
        prefixes={"ex": EX} if prefixes is None else prefixes,
        base=base,
    )


def count(sandbox: Sandbox, data: bytes, query: str = COUNT) -> int:
    (row,) = ask(sandbox, query, data).rows
    assert row[0] is not None
    return int(row[0].split('"')[1])


def pid(sandbox: Sandbox) -> int:
    assert sandbox._child is not None
    return sandbox._child._process.pid


def gone(number: int) -> bool:
    """Return whether a process has ended, even if nobody has waited for it."""
    try:
        os.kill(number, 0)
        return Path(f"/proc/{number}/stat").read_text().rsplit(")", 1)[1].split()[0] == "Z"
    except (ProcessLookupError, FileNotFoundError):
        return True


def wait_for(done: Callable[[], bool], what: str) -> None:
    until = time.monotonic() + 60
    while not done():
        assert time.monotonic() < until, what
        time.sleep(0.02)


# What a query finds.


def test_a_select_gives_terms_in_the_order_asked_for(sandbox: Sandbox) -> None:
    found = ask(sandbox, "SELECT ?what ?who ?nothing { ?who ex:plays ?what } ORDER BY ?who")
    assert found.kind == "select"
    assert found.variables == ("what", "who", "nothing")
    assert found.rows == ((f"<{EX}bass>", f"<{EX}paul>", None), (f"<{EX}drums>", f"<{EX}ringo>", None))
    assert found.truth is None
    assert found.complete
    assert found.milliseconds > 0


def test_select_all_gives_variables_in_the_order_they_are_named_in(sandbox: Sandbox) -> None:
    found = ask(sandbox, "SELECT DISTINCT * { ?who ex:plays ?instrument . OPTIONAL { ?instrument ex:label ?as } }")
    assert found.variables == ("who", "instrument", "as")
    assert (f"<{EX}paul>", f"<{EX}bass>", None) in found.rows
    assert (f"<{EX}ringo>", f"<{EX}drums>", '"드럼"@ko') in found.rows


def test_literals_and_blank_nodes_are_given_as_they_are_stored(sandbox: Sandbox) -> None:
    found = ask(sandbox, "SELECT ?s ?o { { ?s ex:says ?o } UNION { ?s ex:born ?o } }")
    assert set(found.rows) == {
        ("_:b7", '"a \\"b\\"\\n"'),
        (f"<{EX}ringo>", '"1940-07-07"^^<http://www.w3.org/2001/XMLSchema#date>'),
    }


def test_an_ask_is_true_or_false(sandbox: Sandbox) -> None:
    assert ask(sandbox, "ASK { ex:ringo ex:plays ex:drums }").truth is True
    found = ask(sandbox, "ASK { ex:ringo ex:plays ex:bass }")
    assert (found.kind, found.truth, found.rows, found.variables) == ("ask", False, (), ())


def test_a_constructed_graph_has_each_triple_once(sandbox: Sandbox) -> None:
    found = ask(sandbox, "CONSTRUCT { ?s ex:has 'something' } { ?s ?p ?o }")
    assert found.kind == "graph"
    assert sorted(str(row[0]) for row in found.rows) == sorted([f"<{EX}ringo>", f"<{EX}paul>", f"<{EX}drums>", "_:b7"])
    assert {row[1:] for row in found.rows} == {(f"<{EX}has>", '"something"')}
    assert len(ask(sandbox, "DESCRIBE ex:ringo").rows) == 2
    repeated = b"".join(b'_:b <urn:p> "%d" .\n<urn:s> <urn:p> "%d" .\n' % (number, number) for number in range(20))
    assert len(ask(sandbox, "CONSTRUCT { ?s ?p 'x' } { ?s ?p ?o }", repeated).rows) == 2


def test_a_triple_as_a_term_is_written_as_one(sandbox: Sandbox) -> None:
    found = ask(sandbox, "SELECT (<<( ex:a ex:b 'c' )>> AS ?t) {}")
    assert found.rows == ((f'<<( <{EX}a> <{EX}b> "c" )>>',),)


def test_no_more_rows_than_asked_for(sandbox: Sandbox) -> None:
    for rows, complete in ((0, False), (5, False), (6, True), (7, True)):
        found = ask(sandbox, "SELECT * { ?s ?p ?o }", rows=rows)
        assert (len(found.rows), found.complete) == (min(rows, 6), complete)


def test_rows_beyond_those_asked_for_are_not_computed(sandbox: Sandbox) -> None:
    found = ask(sandbox, f"SELECT * {{ {CROSS} }}", TANGLE, rows=2000)
    assert (len(found.rows), found.complete) == (2000, False)


def test_all_that_was_asked_for_is_given_though_looking_for_more_takes_too_long(sandbox: Sandbox) -> None:
    endless = f"EXISTS {{ {CROSS} FILTER(STR(?a) = CONCAT(STR(?l), '!')) }}"
    query = f"SELECT ?x {{ VALUES ?x {{ 1 2 }} FILTER(?x = 1 || {endless}) }}"
    found = ask(sandbox, query, TANGLE, rows=1, seconds=1)
    assert (found.rows, found.complete) == (((f'"1"^^<{INTEGER}>',),), False)
    assert count(sandbox, SMALL) == 6
    with pytest.raises(QueryTimeout):
        ask(sandbox, query, TANGLE, rows=2, seconds=1)


def test_many_rows_come_through_whole(sandbox: Sandbox) -> None:
    found = ask(sandbox, "SELECT ?a ?d { ?a ex:p0 ?c . ?d ex:p1 ?f }", TANGLE, rows=50_000)
    assert len(found.rows) == 50_000
    assert len(set(found.rows)) > 10_000
    assert all(row[0] and row[1] for row in found.rows)


def test_prefixes_and_a_base_need_not_be_declared(sandbox: Sandbox) -> None:
    assert ask(sandbox, "ASK { e:ringo <plays> ?x }", prefixes={"e": EX}, base=EX).truth is True
    assert ask(sandbox, "PREFIX ex: <http://else.where/> ASK { ex:ringo ?p ?x }").truth is False
    with pytest.raises(QueryError, match="prefix"):
        ask(sandbox, "ASK {}", prefixes={"e": "no iri"})


def test_functions_work_without_files(sandbox: Sandbox) -> None:
    found = ask(sandbox, "SELECT (MD5('a') AS ?m) (NOW() AS ?n) (UUID() AS ?u) (RAND() AS ?r) (1/0 AS ?e) {}")
    row = found.rows[0]
    assert row[0] == '"0cc175b9c0f1b6a831c399e269772661"'
    assert all(row[1:4])
    assert row[4] is None


# The dataset.


def test_the_default_graph_is_all_graphs_together(sandbox: Sandbox) -> None:
    assert count(sandbox, SMALL) == 6
    found = ask(sandbox, "SELECT ?g (COUNT(*) AS ?n) { GRAPH ?g { ?s ?p ?o } } GROUP BY ?g ORDER BY ?g")
    assert [row[0] for row in found.rows] == [f"<{EX}people>", f"<{EX}things>"]


@pytest.mark.parametrize("where", ["<urn:g:1> .\n{} <urn:g:2> .", ".\n{} <urn:g:2> .", "<urn:g:1> .\n{} ."])
def test_a_triple_in_two_graphs_counts_once(sandbox: Sandbox, where: str) -> None:
    triple = "<urn:s> <urn:p> <urn:o>"
    data = f"{triple} {where.format(triple)}\n<urn:s> <urn:p> 'x' <urn:g:1> .\n".replace("'", '"').encode()
    assert count(sandbox, data) == 2
    assert count(sandbox, data, "SELECT (COUNT(*) AS ?n) { GRAPH ?g { ?s ?p ?o } }") == data.count(b"<urn:g:")


def test_from_reaches_only_graphs_of_the_dataset(sandbox: Sandbox) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.setblocking(False)
        address = f"http://127.0.0.1:{server.getsockname()[1]}/"
        for foreign in (address, Path(__file__).as_uri(), "http://example.net/"):
            assert ask(sandbox, f"SELECT * FROM <{foreign}> {{ ?s ?p ?o }}").rows == ()
            assert ask(sandbox, f"SELECT * FROM NAMED <{foreign}> {{ GRAPH ?g {{ ?s ?p ?o }} }}").rows == ()
            assert ask(sandbox, f"SELECT * {{ GRAPH <{foreign}> {{ ?s ?p ?o }} }}").rows == ()
        with pytest.raises(BlockingIOError):
            server.accept()
    assert count(sandbox, SMALL, "SELECT (COUNT(*) AS ?n) FROM ex:things { ?s ?p ?o }") == 2
    assert count(sandbox, SMALL, "SELECT (COUNT(*) AS ?n) FROM ex:things FROM ex:people { ?s ?p ?o }") == 5
    assert count(sandbox, SMALL, "SELECT (COUNT(*) AS ?n) FROM NAMED ex:things { ?s ?p ?o }") == 0


def test_a_dataset_is_loaded_once(sandbox: Sandbox) -> None:
    loads: list[str] = []

    def dataset(name: str) -> list[bytes]:
        loads.append(name)
        return [SMALL[:100], b"", SMALL[100:]]

    for name in ("a", "a", "a", "b", "b", "a"):
        answers = sandbox.query(COUNT, lambda name=name: dataset(name), name, seconds=60, rows=1, prefixes={})  # type: ignore[misc]
        assert answers.rows == ((f'"6"^^<{INTEGER}>',),)
    assert loads == ["a", "b", "a"]


def test_two_datasets_do_not_mix(sandbox: Sandbox) -> None:
    mine = f"<{EX}me> <{EX}secret> 'mine' <{EX}g> .\n".replace("'", '"').encode()
    yours = f"<{EX}you> <{EX}secret> 'yours' <{EX}g> .\n".replace("'", '"').encode()
    queries = (
        "SELECT ?o { ?s ex:secret ?o }",
        "SELECT ?o FROM ex:g { ?s ex:secret ?o }",
        "SELECT ?o { GRAPH ?g { ?s ?p ?o } }",
    )
    for query in queries:
        assert ask(sandbox, query, mine).rows == (('"mine"',),)
        assert ask(sandbox, query, yours).rows == (('"yours"',),)


def test_an_empty_dataset_finds_nothing(sandbox: Sandbox) -> None:
    assert ask(sandbox, "SELECT * { ?s ?p ?o }", b"").rows == ()


def test_a_damaged_dataset_is_told_and_the_next_one_works(sandbox: Sandbox) -> None:
    with pytest.raises(StoreCorrupt, match="can't be read"):
        ask(sandbox, COUNT, b"this is no quad\n" + SMALL * 20_000)
    assert count(sandbox, SMALL) == 6


def test_an_error_of_the_dataset_comes_out_and_the_next_query_works(sandbox: Sandbox) -> None:
    def broken() -> Iterator[bytes]:
        yield SMALL
        raise OSError("the disk is gone")

    with pytest.raises(OSError, match="the disk is gone"):
        sandbox.query(COUNT, broken, "v", seconds=60, rows=1, prefixes={})
    whole = sandbox.query(COUNT, lambda: [SMALL], "v", seconds=60, rows=1, prefixes={})
    assert whole.rows == ((f'"6"^^<{INTEGER}>',),)


def test_loading_has_its_own_limit(sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sparql, "LOADING", 0.3)

    def slow() -> Iterator[bytes]:
        for _ in range(100_000):
            time.sleep(0.01)
            yield SMALL

    with pytest.raises(QueryTimeout, match="Loading"):
        sandbox.query(COUNT, slow, "v", seconds=60, rows=1, prefixes={})
    monkeypatch.undo()
    assert count(sandbox, SMALL) == 6


# Bombs.


@pytest.mark.parametrize(
    "query",
    [
        f"SELECT (COUNT(*) AS ?n) {{ {CROSS} }}",
        f"ASK {{ {CROSS} FILTER(STR(?a) = CONCAT(STR(?l), '!')) }}",
        f"SELECT * {{ {CROSS} }} ORDER BY ?l OFFSET 99999999999",
        "SELECT (COUNT(*) AS ?n) { ?a (ex:p0|!ex:p0)* ?b . ?b (ex:p0|!ex:p0)* ?c . ?c (ex:p0|!ex:p0)* ?d }",
        f"CONSTRUCT {{ ?a ?b ?a }} {{ {CROSS} FILTER(?a = ex:nobody || ?l = CONCAT(STR(?c), '')) }}",
        f"SELECT ?a {{ {CROSS} FILTER NOT EXISTS {{ {CROSS.replace('?', '?z')} FILTER(?zl = 1) }} }} GROUP BY ?a",
        "SELECT * { ?s " + "/".join(["ex:p0"] * 2000) + " ?o }",
    ],
    ids=["count", "ask", "order", "path", "construct", "exists", "planning"],
)
def test_a_query_without_end_is_stopped_and_the_next_works(sandbox: Sandbox, query: str) -> None:
    with pytest.raises(QueryTimeout, match=r"longer than 0\.5 s and was stopped.*LIMIT|used up its memory"):
        ask(sandbox, query, TANGLE, seconds=0.5)
    assert count(sandbox, TANGLE) == len(set(TANGLE.splitlines()))


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="memory is limited on Linux only")
@pytest.mark.parametrize(
    "query",
    [
        f"SELECT * {{ {CROSS} }} ORDER BY ?l ?a",
        f"SELECT (GROUP_CONCAT(CONCAT(STR(?a), STR(?c), STR(?l))) AS ?x) {{ {CROSS} }}",
        f"SELECT (CONCAT({', '.join(['?x'] * 1000)}) AS ?y) {{ VALUES ?x {{ '{'x' * 100_000}' }} }}",
    ],
    ids=["order", "concatenation", "string"],
)
def test_a_query_that_takes_all_memory_is_stopped_and_the_next_works(query: str) -> None:
    sandbox = Sandbox(memory=64 << 20)
    try:
        with pytest.raises(QueryTimeout, match="used up its memory, 64 MiB"):
            ask(sandbox, query, TANGLE, seconds=300, rows=10_000_000)
        assert count(sandbox, TANGLE) == len(set(TANGLE.splitlines()))
    finally:
        sandbox.close()


def test_answers_too_large_are_told_and_the_child_lives_on(sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sparql, "ANSWER", 1 << 20)
    assert count(sandbox, TANGLE) > 0
    first = pid(sandbox)
    with pytest.raises(QueryTimeout, match="more than 1 MiB"):
        ask(sandbox, "SELECT * { ?a ?b ?c . ?d ?e ?f }", TANGLE, rows=100_000)
    long = f"SELECT (CONCAT({', '.join(['?x'] * 10)}) AS ?y) {{ VALUES ?x {{ '{'가' * 50_000}' }} }}"
    with pytest.raises(QueryTimeout, match="more than 1 MiB"):
        ask(sandbox, long, TANGLE)
    assert count(sandbox, TANGLE) > 0
    assert pid(sandbox) == first


def test_regular_expressions_do_not_explode(sandbox: Sandbox) -> None:
    bombs = (f"'{'a' * 60}b', '^(a+)+$'", f"'{'a' * 60}b', '^(a|a)*$'", "'a', '(a{1000}){1000}{1000}'")
    for bomb in bombs:
        assert ask(sandbox, f"SELECT * {{ ?s ?p ?o FILTER(REGEX({bomb})) }}").rows == ()


@pytest.mark.parametrize(
    "query",
    [
        "SELECT * { FILTER(" + "!" * 100_000 + "1) }",
        "SELECT * { FILTER(" + " + ".join(["1"] * 60_000) + ") }",
        "SELECT * { " + " UNION ".join(["{}"] * 20_000) + " }",
    ],
    ids=["not", "sum", "union"],
)
def test_a_query_that_breaks_the_parser_breaks_only_the_child(sandbox: Sandbox, query: str) -> None:
    with pytest.raises(QueryTimeout):
        ask(sandbox, query)
    assert count(sandbox, SMALL) == 6


# What is refused.


@pytest.mark.parametrize(
    "clause",
    [
        "SERVICE <{}> {{ ?s ?p ?o }}",
        "service <{}> {{ ?s ?p ?o }}",
        "SeRvIcE SILENT <{}> {{ ?s ?p ?o }}",
        "SERVICESILENT<{}>{{ ?s ?p ?o }}",
        "SERVICE<{}>{{ ?s ?p ?o }}",
        "?s ?p ?o .SERVICE#\n<{}>{{ ?s ?p ?o }}",
        "?s ?p ?o #\rSERVICE <{}> {{ ?s ?p ?o }}",
        "?s ?p '# \\' #' SERVICE <{}> {{ ?s ?p ?o }}",
        "?s ?p '''x'' ' SERVICE ''' . SERVICE <{}> {{ ?s ?p ?o }}",
        "?s ?p ?o FILTER(1 < 2) SERVICE <{}> {{ ?s ?p ?o FILTER(2 > 1) }}",
        "FILTER EXISTS {{ SERVICE <{}> {{ ?s ?p ?o }} }}",
        "BIND(<{}> AS ?where) SERVICE ?where {{ ?s ?p ?o }}",
        "{{ SELECT * {{ SERVICE ex:a {{ ?s ?p ?o }} }} }}",
        # oxigraph takes keywords without spaces around them:
        "?s ?p 1SERVICE<{}>{{ ?s ?p ?o }}",
        "?s ?p trueSERVICE<{}>{{ ?s ?p ?o }}",
        "SERVICE:x {{ ?s ?p ?o }}",
        "SERVICE: {{ ?s ?p ?o }}",
        "SERVICEex:a {{ ?s ?p ?o }}",
        "?s ?p trueserviceex:a {{ ?s ?p ?o }}",
        # a name that makes no IRI is taken as a shorter one and a keyword:
        "?s ?p port:SERVICE<{}>{{ ?s ?p ?o }}",
        "?s ?p port:SERVICE SILENT ex:a {{ ?s ?p ?o }}",
    ],
)
def test_no_query_asks_another_server(sandbox: Sandbox, clause: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.setblocking(False)
        address = f"http://127.0.0.1:{server.getsockname()[1]}/"
        prefixes = {"": address, "ex": address, "port": "http://a:1"}
        for form in ("SELECT * {{ {} }}", "ASK {{ {} }}", "CONSTRUCT {{ ?s ?p ?o }} {{ {} }}"):
            with pytest.raises(QueryError) as caught:
                ask(sandbox, form.format(clause.format(address)), prefixes=prefixes)
            assert "SERVICE" in str(caught.value) or "can't be read" in str(caught.value)
        with pytest.raises(BlockingIOError):
            server.accept()


def test_a_service_is_told_where_it_stands(sandbox: Sandbox) -> None:
    with pytest.raises(QueryError, match=r"SERVICE at line 2, column 3 would ask another server\. .*Import"):
        ask(sandbox, "SELECT * {\n  service <http://example.net/> { ?s ?p ?o } }")


@pytest.mark.parametrize(
    "query",
    [
        "SELECT * { ?service ?p ?o . FILTER(?o != 'SERVICE <http://example.net/> {}') }",
        "SELECT * { ?s ?p ?o # SERVICE <http://example.net/> { ?s ?p ?o }\n}",
        "SELECT * { ?s ?p ?o FILTER(?o != '''\n' SERVICE <http://example.net/> {''' && ?o != \"\\\" SERVICE\") }",
        "SELECT * { ?s ?p ?o FILTER(?s != <http://example.net/SERVICE>) }",
        "SELECT * { ?s ?p ?o FILTER(?s != ex:SERVICE && ?s != ex:a.service) }",
        "SELECT * { ?s ?p ?o MINUS { ?s ex:service ?o } }",
        "PREFIX service: <http://example.net/> SELECT * { ?s ?p ?o MINUS { ?s service:service ?o } }",
        "SELECT * { ?s ?p ?o FILTER(!BOUND($SERVICE) && ?o != 'x'@service) }",
        "PREFIX Service: <http://example.net/> SELECT ?s ?p ?o FROM Service: { ?s ?p ?o }",
    ],
    ids=["variable", "comment", "string", "iri", "name", "local", "prefix", "language", "graph"],
)
def test_the_word_service_is_allowed_where_it_is_no_keyword(sandbox: Sandbox, query: str) -> None:
    assert len(ask(sandbox, query).rows) == (0 if "FROM" in query else 6)


@pytest.mark.parametrize(
    "update",
    [
        "INSERT DATA { ex:a ex:b ex:c }",
        "insert { ?s ex:b ?o } WHERE { ?s ?p ?o }",
        "DELETE WHERE { ?s ?p ?o }",
        "WITH ex:g DELETE { ?s ?p ?o } WHERE { ?s ?p ?o }",
        "LOAD <http://example.net/>",
        "CLEAR ALL",
        "DROP SILENT ALL",
        "CREATE GRAPH ex:g",
        "ADD ex:a TO ex:b",
        "MOVE ex:a TO ex:b",
        "COPY DEFAULT TO ex:b",
        "# SELECT * {}\nBASE <http://example.net/>\nPREFIX drop: <http://example.net/>\nDROP ALL",
        "SELECT * {} ; DROP ALL",
    ],
)
def test_updates_are_refused_since_the_graph_is_read_only(sandbox: Sandbox, update: str) -> None:
    with pytest.raises(QueryError, match="read-only"):
        ask(sandbox, update)
    assert count(sandbox, SMALL) == 6


def test_names_of_updates_are_no_updates(sandbox: Sandbox) -> None:
    query = "SELECT ?insert { ?insert ?delete ?o FILTER(?o != 'DROP') MINUS { ?insert drop:load ?o } }"
    query = f"PREFIX drop: <http://example.net/> {query}"
    assert len(ask(sandbox, query).rows) == 6


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("SELECT * {\n ?s ?p }", r"at line 2, column \d+"),
        ("SELECT * { ?s foo:p ?o }", r"column \d+: Prefix not found\. Declare foo: first"),
        ("SELECT * { ?s <plays> ?o }", r"column \d+: IRI parsing failed\. If <plays> is not a whole IRI"),
        ("SELECT * { ?s ?p ?o } GROUP BY ?s", r"column \d+: SELECT \* is not authorized with GROUP BY"),
        ("SELECT ?x WHERE ?x", 'expected "{"'),
        ("한국어", "at line 1, column"),
        ("", "at line 1, column 1"),
        ("SELECT * {\n ?s ?p 'open }", "the string at line 2, column 8 has no end"),
        ("SELECT (ex:f(1) AS ?x) {}", "can't be answered: The custom function"),
        ("SELECT * {\ud800}", "not text at line 1, column 11"),
        ("SELECT * " + "{" * 200 + "}" * 200, r"too deep at line 1, column \d+"),
        ("#" * (guard.LENGTH + 1), "262,145 characters"),
    ],
)
def test_a_query_that_cannot_be_read_says_where_and_why(sandbox: Sandbox, query: str, said: str) -> None:
    with pytest.raises(QueryError, match=said):
        ask(sandbox, query)
    assert count(sandbox, SMALL) == 6


@pytest.mark.parametrize("seconds", [0, -1, float("nan"), float("inf"), 86_401, 10**400, "x", None, True])
def test_seconds_must_be_some(sandbox: Sandbox, seconds: Any) -> None:
    with pytest.raises(InputError, match="seconds"):
        ask(sandbox, COUNT, seconds=seconds)


@pytest.mark.parametrize("rows", [-1, "x", 1.5, True, None])
def test_rows_must_be_a_count(sandbox: Sandbox, rows: Any) -> None:
    with pytest.raises(InputError, match="rows"):
        ask(sandbox, COUNT, rows=rows)


def test_rows_beyond_measure_are_as_many_as_there_are(sandbox: Sandbox) -> None:
    assert len(ask(sandbox, "SELECT * { ?s ?p ?o }", rows=10**5000).rows) == 6


@pytest.mark.parametrize("prefixes", [5, "ex", {"a": 5}, {5: EX}, [("ex", EX)]])
def test_prefixes_must_be_names_and_iris(sandbox: Sandbox, prefixes: Any) -> None:
    with pytest.raises(InputError, match="prefixes"):
        ask(sandbox, COUNT, prefixes=prefixes)


@pytest.mark.parametrize("query", [None, 5, b"ASK {}"])
def test_a_query_must_be_text(sandbox: Sandbox, query: Any) -> None:
    with pytest.raises(QueryError, match=f"a str, not {type(query).__name__}"):
        ask(sandbox, query)


@pytest.mark.parametrize("unit", ['"', "'''\"\"\"", '"""\\""', "<a", "a.", "a:\\", "[(", "'\\\n", "_:", "a-", "# \n"])
def test_odd_queries_are_looked_over_in_one_pass(unit: str) -> None:
    query = (unit * guard.LENGTH)[: guard.LENGTH]
    try:
        seen = guard.outline(query, {})
    except QueryError:
        return
    assert not seen.dataset


# The process.


def test_threads_share_a_sandbox(sandbox: Sandbox) -> None:
    def work(number: int) -> int | str:
        if number % 10 == 9:
            try:
                ask(sandbox, f"SELECT (COUNT(*) AS ?n) {{ {CROSS} }}", TANGLE, seconds=0.3)
            except QueryTimeout:
                return "stopped"
        return count(sandbox, TANGLE, f"SELECT (COUNT(*) + {number} AS ?n) {{ ?s ?p ?o }}")

    triples = len(set(TANGLE.splitlines()))
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(work, range(40)))
    assert found == ["stopped" if number % 10 == 9 else triples + number for number in range(40)]


def test_a_query_waits_for_others_no_longer_than_it_may_take(sandbox: Sandbox) -> None:
    loading, loaded = threading.Event(), threading.Event()

    def slow() -> Iterator[bytes]:
        loading.set()
        loaded.wait(60)
        yield SMALL

    with ThreadPoolExecutor(2) as pool:
        first = pool.submit(sandbox.query, COUNT, slow, "v", seconds=60, rows=1, prefixes={})
        try:
            assert loading.wait(60)
            second = pool.submit(ask, sandbox, COUNT, seconds=0.05)
            with pytest.raises(QueryTimeout, match=r"other queries are being answered.*Try again"):
                second.result(30)
        finally:
            loaded.set()
        assert len(first.result(60).rows) == 1
    assert count(sandbox, SMALL) == 6


def test_a_query_that_waits_is_told_of_the_closing(sandbox: Sandbox) -> None:
    sandbox._closed = True
    with sandbox._lock, pytest.raises(StoreClosed):
        ask(sandbox, COUNT, seconds=0.05)


def test_a_child_killed_from_outside_is_replaced(sandbox: Sandbox) -> None:
    assert count(sandbox, SMALL) == 6
    first = pid(sandbox)
    os.kill(first, getattr(signal, "SIGKILL", signal.SIGTERM))
    assert count(sandbox, SMALL) == 6
    assert pid(sandbox) != first


def test_a_child_that_ends_just_before_a_query_is_replaced(sandbox: Sandbox) -> None:
    assert count(sandbox, SMALL) == 6
    assert sandbox._child is not None
    process = sandbox._child._process
    process.kill()
    process.wait()
    process.returncode = None  # as if it had not been seen yet
    process.poll = lambda: None  # type: ignore[method-assign]
    process.wait = lambda timeout=None: -9  # type: ignore[method-assign]
    process.kill = lambda: None  # type: ignore[method-assign]
    assert count(sandbox, SMALL) == 6
    process.returncode = -9


def test_closing_ends_the_child_and_a_query_that_runs(sandbox: Sandbox) -> None:
    assert count(sandbox, TANGLE) > 0
    first = pid(sandbox)
    raised: list[Exception] = []

    def endless() -> None:
        try:
            ask(sandbox, f"SELECT (COUNT(*) AS ?n) {{ {CROSS} }}", TANGLE, seconds=3600)
        except StoreClosed as error:
            raised.append(error)

    thread = threading.Thread(target=endless)
    thread.start()
    wait_for(lambda: sandbox._child is not None and not sandbox._child.idle, "the query never began")
    sandbox.close()
    thread.join(60)
    assert len(raised) == 1
    assert gone(first)
    sandbox.close()
    with pytest.raises(StoreClosed):
        ask(sandbox, COUNT)


def test_a_forgotten_sandbox_leaves_no_child() -> None:
    sandbox = Sandbox()
    assert count(sandbox, SMALL) == 6
    first = pid(sandbox)
    del sandbox
    wait_for(lambda: gone(first), "the child lives on")


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_the_death_of_the_parent_ends_the_child(tmp_path: Path) -> None:
    file = tmp_path / "tangle.nq"
    file.write_bytes(TANGLE)
    code = f"""
        from soulkeep.graph.sparql import Sandbox
        sandbox = Sandbox()
        with open({str(file)!r}, "rb") as file:
            data = file.read()
        def ask(query):
            return sandbox.query(query, lambda: [data], "v", seconds=3600, rows=1, prefixes={{}})
        ask("ASK {{}}")
        print(sandbox._child._process.pid, flush=True)
        ask("SELECT (COUNT(*) AS ?n) {{ {CROSS} }}")
    """
    with subprocess.Popen([sys.executable, "-c", textwrap.dedent(code)], stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None
        child = int(parent.stdout.readline())
        time.sleep(0.5)  # into the query
        assert not gone(child)
        parent.kill()
    wait_for(lambda: gone(child), "the child outlives its parent")


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork")
def test_a_fork_takes_a_child_of_its_own() -> None:
    code = f"""
        import os
        from soulkeep.graph.sparql import Sandbox
        sandbox = Sandbox()
        def ask():
            answers = sandbox.query("ASK {{ ?s ?p ?o }}", lambda: [{SMALL!r}], "v", seconds=60, rows=1, prefixes={{}})
            return f"{{answers.truth}} {{sandbox._child._process.pid}}"
        print(ask(), flush=True)
        if (forked := os.fork()) == 0:
            print(ask(), flush=True)
            sandbox.close()
        else:
            os.waitpid(forked, 0)
            print(ask(), flush=True)
            sandbox.close()
    """
    command = [sys.executable, "-W", "error", "-c", textwrap.dedent(code)]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=240)
    before, forked, after = done.stdout.splitlines()
    assert before == after != forked
    assert forked.startswith("True ")
    assert done.stderr == ""


@pytest.mark.skipif(not hasattr(signal, "SIGALRM"), reason="no SIGALRM")
def test_the_child_stops_itself_if_nobody_does() -> None:
    def framed(data: bytes) -> bytes:
        return len(data).to_bytes(worker.PREFIX, "big") + data

    request: dict[str, object] = {
        "query": f"SELECT (COUNT(*) AS ?n) {{ {CROSS} }}",
        "prefixes": {},
        "base": None,
        "dataset": False,
        "order": [],
        "seconds": 0.1,
        "most": 1,
        "bytes": 1000,
    }
    with started(sparql._WORKER) as child:
        assert child.stdin is not None
        for message in (json.dumps({"memory": 1 << 30, "loading": 60, "aside": ""}).encode(), TANGLE, b""):
            child.stdin.write(framed(message))
        child.stdin.write(framed(json.dumps(request).encode()))
        child.stdin.flush()
        assert child.wait(60) == -signal.SIGALRM


@pytest.mark.skipif(sys.platform == "win32", reason="limits of POSIX")
def test_the_child_can_open_neither_files_nor_sockets() -> None:
    code = """
        import sys
        from pyoxigraph import Store
        from soulkeep.graph import sparql_worker
        sparql_worker.confine(1 << 30)
        for attempt in (
            lambda: open(sys.argv[1]).close(),
            lambda: list(Store().query(f"SELECT * { SERVICE <{sys.argv[2]}> { ?s ?p ?o } }")),
        ):
            try:
                attempt()
            except (OSError, RuntimeError) as error:
                print(error)
    """.replace("{ SERVICE", "{{ SERVICE").replace("> { ?s ?p ?o } }", "> {{ ?s ?p ?o }} }}")
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.setblocking(False)
        address = f"http://127.0.0.1:{server.getsockname()[1]}/"
        command = [sys.executable, "-c", textwrap.dedent(code), __file__, address]
        done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=240)
        with pytest.raises(BlockingIOError):
            server.accept()
    assert len(done.stdout.splitlines()) == 2
    assert done.stdout.count("Too many open files") == 2


def test_the_child_sees_nothing_of_the_environment(sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOULKEEP_CHAT_KEY", "very-secret")
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:9/")
    assert count(sandbox, SMALL) == 6
    environment = Path(f"/proc/{pid(sandbox)}/environ")
    if not environment.exists():
        pytest.skip("no /proc")
    assert b"secret" not in environment.read_bytes()
    assert b"proxy" not in environment.read_bytes()


@pytest.mark.parametrize("script", ["sparql_worker.py", "rdf_worker.py"])
def test_a_child_starts_without_the_package(script: str) -> None:
    found = importlib.util.find_spec("pyoxigraph")
    assert found is not None
    assert found.origin is not None
    folder, path = Path(found.origin).parent.parent, sparql._WORKER.with_name(script)
    command = [sys.executable, "-I", "-S", "-X", "importtime", str(path), str(folder)]
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=True)
    imported = {line.rpartition("|")[2].strip() for line in done.stderr.splitlines()}
    ours = {name.removeprefix("soulkeep.graph.") for name in imported if name.startswith("soulkeep")}
    assert ours <= {"soulkeep.graph", "worker", "bounds", "packed"}
    assert "worker" in ours


def test_graphs_that_stand_aside_are_reached_by_name_only() -> None:
    told = b'<http://a> <http://p> "known" <urn:k> .\n<http://a> <http://p> "said" <urn:aside:1> .\n'
    shared = told + b'<http://a> <http://p> "known" <urn:l> .\n'
    sandbox = Sandbox(aside="urn:aside:")
    try:
        for version, data in enumerate((told, shared)):

            def asked(query: str, data: bytes = data, version: int = version) -> list[str]:
                found = sandbox.query(query, lambda: [data], str(version), seconds=5, rows=10, prefixes={})
                return sorted(str(row[0]) for row in found.rows)

            assert asked("SELECT ?o { ?s ?p ?o }") == ['"known"']
            assert asked("SELECT ?o { GRAPH <urn:aside:1> { ?s ?p ?o } }") == ['"said"']
            assert asked("SELECT ?o FROM <urn:aside:1> { ?s ?p ?o }") == ['"said"']
    finally:
        sandbox.close()
