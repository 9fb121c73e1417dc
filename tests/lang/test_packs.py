"""Languages as data: packs are as the schema says, and mistakes and gaps are told with file and line."""

from __future__ import annotations

import ast
import json
from pathlib import Path
from shutil import copytree

import pytest
from typer.testing import CliRunner

from soulkeep.cli.app import command_line
from soulkeep.lang.pack import PACKS, having, languages, pattern, subject, words
from soulkeep.lang.pack_check import check_all, checked, schema

SOURCE = PACKS.parents[1]

WHOLE = ("de", "en", "ko")
"""Languages that cover every subject that isn't only English…"""

MOSTLY = ("es", "fr", "ja", "zh")
"""… all but questions of a graph by words of their own, and of taste."""

ENGLISH = {"people", "matters"}
"""Subjects that only English has words of."""

KOREAN = {"finals", "names"}
"""Subjects that only Korean has words of."""

BY_SCRIPT = ("ko", "ja", "zh")
"""Languages that their script tells: they need no words for it."""


def test_every_pack_is_right_and_lacks_what_is_known_to_be_lacking() -> None:
    found = check_all()
    assert {code: one.wrong for code, one in found.items() if one.wrong} == {}
    lacks = {
        code: set(found[code].lacks) - ({"detection"} if code in BY_SCRIPT else set()) for code in (*WHOLE, *MOSTLY)
    }
    assert lacks == dict.fromkeys(WHOLE, ENGLISH | KOREAN) | {
        code: {"kinds", "naming", "placing", "qualifiers", "tastes"} | ENGLISH | KOREAN for code in MOSTLY
    } | {"en": KOREAN, "ko": ENGLISH}
    assert [found[code].part for code in (*WHOLE, *MOSTLY)] == [{}] * 7


@pytest.mark.parametrize(
    ("file", "line", "told"),
    [
        ("signs.toml", "denies = '('", "no pattern"),
        ("signs.toml", "denise = 'x'", "'denise' is none of this subject's keys"),
        ("calendar.toml", "weekdays = 'one two'", "7 words, not 2"),
        ("calendar.toml", "date = '{day} {month}'", "no slot is called day"),
        ("calendar.toml", "ago = ['today']", "10 of them, not 1"),
        ("words.toml", "function = 3", "as one string"),
        ("asked_facts.toml", "asked = [['home']]", "a list of pairs"),
        ("asked_facts.toml", "asked = [['home', '[']]", "no pattern"),
        ("phrases.toml", "[narrative]", "the wordings are day, undated"),
        ("questions.toml", "before = 'x'", "a list of strings"),
        ("descriptions.toml", "speech = ['a', '[']", "no pattern"),
        ("descriptions.toml", "styles = 'a'", "a table of patterns"),
        ("descriptions.toml", "styles = {loud = 'a'}", "it may have terse"),
        ("descriptions.toml", "styles = {warm = ['[']}", "warm: no pattern"),
    ],
)
def test_a_mistake_is_told_with_its_line(tmp_path: Path, file: str, line: str, told: str) -> None:
    copytree(PACKS / "es", tmp_path / "es")
    (tmp_path / "es" / file).write_text(f"# A comment.\n\n{line}\n", encoding="utf-8")
    [wrong, *_] = checked("es", tmp_path).wrong
    assert wrong.startswith(f"es/{file}, line 3: ")
    assert told in wrong


def test_what_is_no_toml_and_what_is_no_subject(tmp_path: Path) -> None:
    (tmp_path / "xx").mkdir()
    (tmp_path / "xx" / "signs.toml").write_text("denies = \n", encoding="utf-8")
    (tmp_path / "xx" / "sings.toml").write_text("", encoding="utf-8")
    wrong = checked("xx", tmp_path).wrong
    assert wrong[0].startswith("xx/signs.toml: ")
    assert "line 1" in wrong[0]
    assert wrong[1] == "xx/sings.toml: there is no such subject."


def test_what_a_pack_leaves_out_is_named(tmp_path: Path) -> None:
    (tmp_path / "xx").mkdir()
    (tmp_path / "xx" / "signs.toml").write_text("denies = 'nix'\n", encoding="utf-8")
    found = checked("xx", tmp_path)
    assert found.part == {"signs": ("ahead", "opening")}
    assert {*found.lacks} == {*schema()} - {"signs"}


@pytest.mark.parametrize("language", ["", "xx", "..", "../en", "en/../en", "EN", "english"])
def test_whatever_is_no_language_has_no_pack(language: str) -> None:
    assert subject("signs", language) == {}
    assert pattern("signs", "denies", language) is None
    assert words("words", "self", language) == ()


def test_the_commands_show_what_there_is() -> None:
    runner = CliRunner()
    table = runner.invoke(command_line(), ["languages"])
    assert table.exit_code == 0
    assert {*languages()} <= {*table.output.split()}
    assert "asked_facts" in table.output
    full = runner.invoke(command_line(), ["languages", "es"])
    assert "– qualifiers: what qualifies a question of a graph" in full.output
    [told] = json.loads(runner.invoke(command_line(), ["languages", "es", "--json"]).output)
    assert {*told["lacks"]} == {"kinds", "naming", "placing", "qualifiers", "tastes"} | ENGLISH | KOREAN
    assert "signs" in told["covers"]
    nothing = runner.invoke(command_line(), ["languages", "xx"])
    assert nothing.exit_code != 0


def test_subjects_are_found_in_the_packs_that_have_them() -> None:
    assert {*WHOLE, *MOSTLY} <= {*having("times")}
    assert set(having("qualifiers")) >= {*WHOLE}
    assert having("nonsense") == ()


def test_no_table_of_languages_is_code() -> None:
    """A table that says something for each of several languages belongs into their packs."""
    named = {
        (path.relative_to(SOURCE).as_posix(), line)
        for path in sorted(SOURCE.rglob("*.py"))
        if "inspector" not in path.parts  # whose words are beside it
        for line in _tables(path)
    }
    assert named == set()


def _tables(path: Path) -> list[int]:
    """Lines where a dictionary begins that has two or more languages as keys."""
    return [
        node.lineno
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Dict)
        and not all(isinstance(value, ast.Name) for value in node.values)  # by language, which function
        and len({key.value for key in node.keys if isinstance(key, ast.Constant)} & {*WHOLE, *MOSTLY}) >= 2
    ]
