"""The shape of the tree: imports point one way, and the public names are just those listed."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import soulkeep

ROOT = Path(soulkeep.__file__).parent

LAYERS = [
    {"errors", "clock", "ending", "forking", "pace", "rules", "settings", "telemetry", "_version"},
    {"affinity", "prompts", "text"},
    {"receipts", "records", "experience", "claims", "listing", "replies", "recipes"},
    {"stores", "models", "semantics"},
    {"judgement"},
    {"questions"},
    {"mind"},
    {"memory", "knowledge"},
    {"recall", "episodes"},
    {"dialogue"},
    {"workings"},
    {"relationship"},
    {
        "considering",
        "episodic",
        "erasing",
        "forgetting",
        "heard",
        "introducing",
        "prompt_memories",
        "revising",
        "steps",
        "stories",
    },
    {"condensing", "expiring", "prompt_background", "viewed"},
    {"enrichment"},
    {"background"},
    {"gathering"},
    {"exchange"},
    {"contexts"},
    {"archive", "feeling", "knowing", "learning", "remembering", "speaking"},
    {"character", "world"},
    {"keep"},
    {"importing", "wire"},
    {"client"},
    {"__init__"},
    {"demo"},
    {"evals"},
    {"server"},
    {"inspector"},
    {"cli"},
    {"__main__"},
]
RANK = {name: rank for rank, names in enumerate(LAYERS) for name in names}
WITHIN_LAYER = {
    ("clock", "errors"),
    ("rules", "errors"),
    ("settings", "errors"),
    ("settings", "rules"),
    ("telemetry", "errors"),
    ("server", "inspector"),  # serves it, if it is wanted
    ("replies", "claims"),
    ("replies", "experience"),
    ("replies", "records"),
}

HEAVY = {
    "cryptography",
    "openai",
    "onnxruntime",
    "tokenizers",
    "torch",
    "typer",
    "rich",
    "pydantic",
    "pyoxigraph",
    "jinja2",
    "yaml",
    "fastapi",
    "httpx2",
    "mcp",
    "nicegui",
    "opentelemetry",
    "prometheus_client",
    "psycopg",
    "psycopg_pool",
    "pytest",
    "usearch",
}


def modules() -> list[Path]:
    return sorted(path for path in ROOT.rglob("*.py") if "__pycache__" not in path.parts)


def room(path: Path) -> str:
    """The first part of a module's path under the package."""
    return path.relative_to(ROOT).parts[0].removesuffix(".py")


def imported(path: Path) -> Iterator[str]:
    """The rooms of soulkeep that a module imports, anywhere in it."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        names: list[str] = []
        if isinstance(node, ast.ImportFrom) and node.module:
            names = [node.module] if node.module != "soulkeep" else ["soulkeep.__init__"]
        elif isinstance(node, ast.Import):
            names = [f"{alias.name}.__init__" if alias.name == "soulkeep" else alias.name for alias in node.names]
        for name in names:
            parts = name.split(".")
            if parts[0] == "soulkeep":
                yield parts[1]


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(ROOT)))
def test_imports_point_one_way(path: Path) -> None:
    own = room(path)
    assert own in RANK, f"{own} has no place in LAYERS: decide where it belongs"
    for other in imported(path):
        allowed = other == own or RANK[other] < RANK[own] or (own, other) in WITHIN_LAYER
        assert allowed, f"{path.relative_to(ROOT)} imports {other}, which stands above or beside it"


def test_stores_and_models_know_nothing_of_each_other() -> None:
    for path in modules():
        if room(path) in ("stores", "models"):
            assert not {"stores", "models"} - {room(path)} & set(imported(path)), path


def test_public_names_are_those_listed() -> None:
    listed = soulkeep.__all__
    assert listed == sorted(listed)
    own = {name for name in vars(soulkeep) if not name.startswith("_")}
    submodules = {path.stem if path.is_file() else path.name for path in ROOT.iterdir()}
    on_demand = set(soulkeep._ON_DEMAND)
    assert own - submodules - on_demand - {"open", "TYPE_CHECKING"} == set(listed) - on_demand - {"__version__", "open"}
    for name in listed:
        found = getattr(soulkeep, name)
        assert isinstance(found, str) or found.__doc__, f"{name} has no docstring"


def test_importing_is_light() -> None:
    code = f"import sys, soulkeep; print(*sorted({HEAVY!r} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""


def test_modules_stay_small() -> None:
    for path in modules():
        assert len(path.read_text(encoding="utf-8").splitlines()) <= 500, f"{path} holds two rooms in one"
