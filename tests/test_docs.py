"""The documents are true: their examples run, and no command is missing."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from typer.main import get_command

from soulkeep.cli.app import command_line
from soulkeep.evals.datasets import read_dataset

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
PAGES += [*sorted((ROOT / "examples").glob("README.md")), *sorted((ROOT / "integrations").glob("*/README.md"))]


def blocks(page: Path, language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)


@pytest.mark.filterwarnings("ignore:RunnableWithMessageHistory is deprecated")
@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_examples_run(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    monkeypatch.chdir(tmp_path)
    if "DATABASE_URL" in page.read_text(encoding="utf-8"):
        monkeypatch.setenv("DATABASE_URL", request.getfixturevalue("postgres").make())
    names: dict[str, object] = {}
    for number, code in enumerate(blocks(page, "python"), start=1):
        exec(compile(code, f"{page.name}, example {number}", "exec"), names)


@pytest.mark.filterwarnings("ignore:RunnableWithMessageHistory is deprecated")
@pytest.mark.parametrize("number", range(1, 6))
def test_a_framework_s_example_stands_alone_and_runs_again(
    number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    top, *examples, end = blocks(ROOT / "docs" / "integrations.md", "python")
    assert len(examples) == 5
    for _ in range(2):
        names: dict[str, object] = {}
        for code in (top, examples[number - 1], end):
            exec(compile(code, f"integrations.md, example {number}", "exec"), names)


def test_the_readme_promises_what_it_prints() -> None:
    assert any("holmes.reply(" in code for code in blocks(ROOT / "README.md", "python"))


def test_every_command_is_documented() -> None:
    text = (ROOT / "docs" / "cli.md").read_text(encoding="utf-8")
    for name in get_command(command_line()).commands:  # type: ignore[attr-defined]
        assert f"`soulkeep {name} " in text or f"`soulkeep {name}`" in text, f"docs/cli.md lacks {name}"


def test_the_formats_in_the_docs_can_be_read(tmp_path: Path) -> None:
    conversation, question = (json.loads(code) for code in blocks(ROOT / "docs" / "cli.md", "json"))
    (tmp_path / "conversations.jsonl").write_text(json.dumps(conversation))
    (tmp_path / "questions.jsonl").write_text(json.dumps(question))
    dataset = read_dataset(tmp_path)
    assert dataset.questions["holmes"][0].evidence == {"1"}


def files_named(page: Path) -> set[str]:
    """Return the files and folders that a page names: quoted, in a tree that it draws, or, of the architecture,
    anywhere."""
    text = page.read_text(encoding="utf-8")
    found = set(re.findall(r"`((?:[a-z_]+/)*[a-z_]+\.(?:py|toml|npz))`", text))
    if tree := re.search(r"^src/soulkeep/\n(?:  .*\n)+", text, re.MULTILINE):
        found |= {f"soulkeep/{name}" for name in re.findall(r"(?<=  )([a-z_]+(?:\.py|(?=/)))", tree[0])}
    if page.name in {"ARCHITECTURE.md", "internals.md"}:
        found |= set(re.findall(r"(?<![\w/.])[a-z_]+(?:/[a-z_0-9]+)+", text))
    return found


@pytest.mark.parametrize("page", [ROOT / "ARCHITECTURE.md", *PAGES], ids=lambda page: page.name)
def test_a_file_that_is_named_is_there(page: Path) -> None:
    folders = ("src", "tests", "scripts", "docs", "data", "benchmarks", "examples", "integrations")
    paths = {path for folder in folders for path in (ROOT / folder).rglob("*")}
    ends = tuple({str(path) for path in paths} | {str(path.with_suffix("")) for path in paths})
    assert {name for name in files_named(page) if not any(end.endswith(f"/{name}") for end in ends)} == set()


@pytest.mark.parametrize("page", [*PAGES, ROOT / "ARCHITECTURE.md"], ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)[^)]*\)", page.read_text(encoding="utf-8")):
        if "://" not in target:
            assert (page.parent / target).exists(), f"{page.name} links to {target}"
