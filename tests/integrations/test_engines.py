"""The scripts for game engines call what the server has, by the names it has; they run in tests/frontends."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx2
import pytest
from gdtoolkit.linter import DEFAULT_CONFIG, lint_code
from gdtoolkit.parser import parser

from server_support import quiet_in, running
from soulkeep.server import create_app

ROOT = Path(__file__).parents[2] / "integrations"
GODOT, UNITY = ROOT / "godot" / "soulkeep.gd", ROOT / "unity" / "Soulkeep.cs"

Call = tuple[str, str, frozenset[str]]
"""A method, a path below the character, and the fields or parameters that are sent."""


@pytest.fixture(scope="module")
def openapi() -> dict[str, Any]:
    return create_app(quiet_in(Path("."))).openapi()


def of_path(path: str) -> tuple[str, frozenset[str]]:
    """Return a path without its query, and the names in the query."""
    path, _, query = path.partition("?")
    return path, frozenset(re.findall(r"(\w+)=", query))


def godot_calls() -> Iterator[Call]:
    code = re.sub(r"^##.*\n", "", GODOT.read_text(encoding="utf-8"), flags=re.MULTILINE)
    for function in re.split(r"^func ", code, flags=re.MULTILINE)[1:]:
        if sent := re.search(r'_send\(HTTPClient\.METHOD_(\w+), "([^"]*)', function):
            path, asked = of_path(sent[2])
            named = re.findall(r'"(\w+)":|body\["(\w+)"\]', function)
            yield sent[1], path, asked | {one or other for one, other in named}


def unity_calls() -> Iterator[Call]:
    code = UNITY.read_text(encoding="utf-8")
    for method, path, fields in re.findall(r'Send(?:<\w+>)?\(\s*"(\w+)", "([^"]*)"(.*?)\);\n', code, re.DOTALL):
        path, asked = of_path(path)
        yield method, path, asked | set(re.findall(r'\{ "(\w+)"', fields))


CALLS = [
    pytest.param(call, id=f"{name} {call[0]} {call[1]}")
    for name, calls in (("godot", godot_calls()), ("unity", unity_calls()))
    for call in calls
]


def schema(openapi: dict[str, Any], name: str) -> dict[str, Any]:
    found: dict[str, Any] = openapi["components"]["schemas"][name]["properties"]
    return found


@pytest.mark.parametrize("call", CALLS)
def test_a_call_is_one_that_the_server_has(openapi: dict[str, Any], call: Call) -> None:
    method, path, named = call
    operation = openapi["paths"][f"/v1/characters/{{character}}{path}"][method.lower()]
    if "requestBody" in operation:
        body = operation["requestBody"]["content"]["application/json"]["schema"]["$ref"].split("/")[-1]
        has = set(schema(openapi, body))
        lacks = set(openapi["components"]["schemas"][body].get("required", ())) - named
        assert not lacks
    else:
        has = {one["name"] for one in operation["parameters"]}
    assert named <= has


def test_all_calls_were_found() -> None:
    paths = {"", "/observe", "/recall", "/reply", "/bond", "/feelings"}
    for calls in (list(godot_calls()), list(unity_calls())):
        assert {path for _, path, _ in calls} == paths
        (named,) = [named for _, path, named in calls if path == "/reply"]
        assert named == {"text", "person", "id", "session", "time", "heard_by"}


def test_unity_reads_what_the_server_answers(openapi: dict[str, Any]) -> None:
    text = UNITY.read_text(encoding="utf-8")
    classes = re.findall(r"\[Serializable\] public class (\w+) \{(.*)\}", text)
    assert len(classes) == 9
    for name, fields in classes:
        assert set(re.findall(r"(\w+);", fields)) <= set(schema(openapi, name)), name


def test_godot_reads_what_the_server_answers(openapi: dict[str, Any]) -> None:
    text = GODOT.read_text(encoding="utf-8")
    reads = set(re.findall(r'\b(stored|found|answer|told)(?:\["|\.get\(")(\w+)"', text))
    assert reads == {
        ("stored", "id"), ("found", "hits"), ("answer", "text"), ("answer", "references"), ("told", "detail"),
        ("told", "hint"),
    }  # fmt: skip
    of = {"stored": "Observed", "found": "Recall", "answer": "Reply", "told": "Problem"}
    for name, field in reads:
        assert field in schema(openapi, of[name])


def test_the_example_in_the_readme_is_gdscript() -> None:
    (example,) = re.findall(
        r"```gdscript\n(.*?)```", (GODOT.parent / "README.md").read_text(encoding="utf-8"), re.DOTALL
    )
    assert parser.parse(example)
    functions = set(re.findall(r"^func (\w+)|^signal (\w+)", GODOT.read_text(encoding="utf-8"), re.MULTILINE))
    assert set(re.findall(r"\$Soulkeep\.(\w+)", example)) <= {name or signal for name, signal in functions}


def test_godot_takes_the_script() -> None:
    code = GODOT.read_text(encoding="utf-8")
    assert parser.parse(code)
    assert [problem.description for problem in lint_code(code, DEFAULT_CONFIG)] == []


def test_the_requests_on_the_page_do_what_it_says(tmp_path: Path) -> None:
    page = (ROOT.parent / "docs" / "engines.md").read_text(encoding="utf-8")
    rows = re.findall(r"\| `(PUT|POST|GET) (/v1/[^`]*)` \| (?:`(\{.*?\})`)?", page)
    with (
        running(quiet_in(tmp_path)) as url,
        httpx2.Client(base_url=url, headers={"Content-Type": "application/json"}) as client,
    ):
        answers = [client.request(method, path, content=body or None) for method, path, body in rows]
    assert [answer.is_success for answer in answers] == [True] * 4
    _, _, reply, bond = (answer.json() for answer in answers)
    assert "The stranger steals a spoon." in reply["text"]
    assert reply["references"]
    assert set(bond) == {"closeness", "trust"}
