"""The shape of the tree: imports point one way, and the public names are just those listed."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

import soulkeep

ROOT = Path(soulkeep.__file__).parent

LEVELS = [
    {"_version", "errors", "threads"},
    {"clock", "extras", "routing_rules", "telemetry"},
    {"settings"},
    {"lang", "prompts"},
    {"types"},
    {"recipes"},
    {"models", "stores"},
    {"judgement"},
    {"archive", "character", "graph", "importers", "keep", "memory", "reply", "runtime", "search", "stories", "world"},
    {"client", "testing"},
    {"__init__"},
    {"demo", "integrations"},
    {"evals"},
    {"inspector", "server"},
    {"cli"},
    {"__main__"},
]
"""Layers of modules: those that all use come first. Each part of the library is about one subject; there, too, no
module imports one that imports it."""

RANK = {name: rank for rank, names in enumerate(LEVELS) for name in names}
TOGETHER = {
    "archive", "character", "graph", "importers", "inspector", "keep", "memory", "reply", "runtime", "search", "server",
    "stories", "world",
}  # fmt: skip
"""Parts that may import others of their level."""

HEAVY = {
    "agents",
    "cryptography",
    "openai",
    "onnxruntime",
    "tokenizers",
    "torch",
    "typer",
    "rich",
    "pydantic",
    "pydantic_ai",
    "pyoxigraph",
    "jinja2",
    "langchain_core",
    "langgraph",
    "llama_index",
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


@cache
def tree(path: Path) -> ast.Module:
    """Return the syntax tree of a module."""
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def nodes(path: Path) -> tuple[ast.AST, ...]:
    """Return all nodes of a module."""
    return tuple(ast.walk(tree(path)))


@cache
def imported(path: Path) -> tuple[str, ...]:
    """Return the modules of soulkeep that a module imports, anywhere in it, except for types alone."""
    return tuple(_imported(tree(path)))


def _imported(tree: ast.Module) -> Iterator[str]:
    for node in running(tree):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.split(".")[0] == "soulkeep":
            for alias in node.names:
                name = f"{node.module}.{alias.name}"
                yield name if name in MODULES else node.module
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in MODULES)


def running(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes of a tree, except what is there for types alone."""
    left = [node]
    while left:
        node = left.pop()
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            left += node.orelse
        else:
            yield node
            left += ast.iter_child_nodes(node)


def name_called(function: ast.expr) -> str:
    return getattr(function, "id", "") or getattr(function, "attr", "")


def name_of(path: Path) -> str:
    return ".".join(path.relative_to(ROOT.parent).with_suffix("").parts).removesuffix(".__init__")


def part(module: str) -> str:
    return module.split(".")[1] if "." in module else "__init__"


MODULES = {name_of(path): path for path in modules()}


def test_imports_are_seen_wherever_they_stand(tmp_path: Path) -> None:
    """In functions, methods and branches, too: a circle is one, whenever it is closed."""
    path = tmp_path / "module.py"
    path.write_text("""
from soulkeep.clock import Clock
if TYPE_CHECKING:
    from soulkeep.keep import Keep
else:
    import soulkeep.settings
def one():
    from soulkeep.reply import prompt
    async def two():
        with open("x"):
            import soulkeep.errors as errors
class Three:
    def four(self):
        try:
            from soulkeep.types import wire, records
        except ImportError:
            from soulkeep.memory.facts import stands
""")
    assert sorted(imported(path)) == [
        "soulkeep.clock",
        "soulkeep.errors",
        "soulkeep.memory.facts",
        "soulkeep.reply.prompt",
        "soulkeep.settings",
        "soulkeep.types.records",
        "soulkeep.types.wire",
    ]


def test_nothing_of_ours_is_imported_by_a_name_put_together() -> None:
    """Else nobody would see it; the commands and what is public on demand are above all that they name."""
    calls = {
        name_of(path)
        for path in modules()
        for node in nodes(path)
        if isinstance(node, ast.Call) and name_called(node.func) in ("import_module", "__import__")
    }
    assert calls == {"soulkeep", "soulkeep.cli.app", "soulkeep.stores.drivers"}


@pytest.mark.parametrize("module", MODULES)
def test_imports_point_one_way(module: str) -> None:
    own = part(module)
    assert own in RANK, f"{own} has no place in LEVELS: decide where it belongs"
    for other in map(part, imported(MODULES[module])):
        beside = own in TOGETHER and RANK[other] == RANK[own]
        assert other == own or RANK[other] < RANK[own] or beside, f"{module} imports {other}, which stands above it"


def test_no_modules_import_each_other() -> None:
    graph = {module: {*imported(path)} - {module} for module, path in MODULES.items()}
    TopologicalSorter(graph).prepare()  # it names a circle


def test_stores_and_models_know_nothing_of_each_other() -> None:
    for path in modules():
        own = part(name_of(path))
        if own in ("stores", "models"):
            assert not {"stores", "models"} - {own} & {part(module) for module in imported(path)}, path


def test_public_names_are_those_listed() -> None:
    listed = soulkeep.__all__
    assert listed == sorted(listed)
    assert {*listed} == {*soulkeep._WHERE, "__version__"}
    known_to_checkers = {
        alias.name: node.module
        for node in nodes(ROOT / "__init__.py")
        if isinstance(node, ast.ImportFrom) and node.col_offset
        for alias in node.names
    }
    del known_to_checkers["import_module"]
    assert known_to_checkers == soulkeep._WHERE
    for name in listed:
        found = getattr(soulkeep, name)
        assert isinstance(found, str) or found.__doc__, f"{name} has no docstring"


@pytest.mark.parametrize(
    ("code", "absent"), [("import soulkeep", {*HEAVY, "numpy", "apsw"}), ("import soulkeep; soulkeep.open", HEAVY)]
)
def test_importing_is_light(code: str, absent: set[str]) -> None:
    code = f"{code}; import sys; print(*sorted({absent!r} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""


def test_a_name_that_is_not_public_is_missed() -> None:
    with pytest.raises(AttributeError, match="no attribute 'remember'"):
        soulkeep.remember  # noqa: B018
    assert dir(soulkeep) == soulkeep.__all__


def test_modules_stay_small() -> None:
    for path in modules():
        source = path.read_text(encoding="utf-8")
        imports = [node for node in tree(path).body if isinstance(node, ast.Import | ast.ImportFrom)]
        lines = len(source.splitlines()) - sum((node.end_lineno or 0) - node.lineno + 1 for node in imports)
        assert lines <= 500, f"{path} holds two rooms in one"


def test_a_class_name_stands_for_one_thing() -> None:
    where: dict[str, list[str]] = {}
    for module, path in MODULES.items():
        for node in nodes(path):
            if isinstance(node, ast.ClassDef):
                where.setdefault(node.name, []).append(module)
    assert {name: those for name, those in where.items() if len(those) > 1} == {}


def test_a_character_can_be_looked_over() -> None:
    for character in (soulkeep.Character, soulkeep.RemoteCharacter):
        assert len([name for name in dir(character) if not name.startswith("_")]) <= 40


def described(doc: str, section: str) -> Iterator[str]:
    """Yield the names that a section of a docstring describes."""
    if found := re.search(rf"\n( *){section}:\n((?:\1 +.*\n|\n(?=\1 ))*)", f"{doc}\n"):
        lines = [line for line in found[2].splitlines() if line.strip()]
        indent = min((len(line) - len(line.lstrip()) for line in lines), default=0)
        for line in lines:
            names, colon, _ = line[indent:].partition(": ")
            if colon and not names.startswith(" "):
                yield from (name.strip(" *`") for name in names.split(","))


def misdescribed(path: Path) -> Iterator[str]:
    """Yield what docstrings describe and the code lacks: arguments of functions, attributes of classes."""
    for node in nodes(path):
        if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            continue
        doc = ast.get_docstring(node, clean=False) or ""
        told = {section: [*described(doc, section)] for section in ("Args", "Attributes")}
        if not any(told.values()):
            continue
        inside = list(ast.walk(node))
        args = {one.arg for one in inside if isinstance(one, ast.arg)}
        fields = {one.id for one in inside if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store)}
        fields |= {one.attr for one in inside if isinstance(one, ast.Attribute)}
        fields |= {one.name for one in inside if isinstance(one, ast.FunctionDef)}
        for section, has in (("Args", args | fields), ("Attributes", fields)):
            yield from (
                f"{path.stem}.{node.name}: {name}" for name in told[section] if name.isidentifier() and name not in has
            )


def test_docstrings_describe_what_there_is() -> None:
    options = {"base.OpenAIChat: options", "testing.ScriptedChat: replies"}  # those of `**options`, `*replies`
    assert {name for path in modules() for name in misdescribed(path)} - options == set()
