"""Every pattern of the package, with the methods that it is called by.

What is compiled is recorded while all modules are imported, and while functions that build patterns later are called in
each language. Patterns that stand in a function are evaluated where they stand, names of people in place of what is
only known later. A place where none was reached is told (`Found.missed`).
"""

from __future__ import annotations

import ast
import builtins
import contextlib
import importlib
import importlib.util
import inspect
import itertools
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

METHODS = {"search", "match", "fullmatch", "split", "findall", "finditer", "sub", "subn"}
SCANNING = {"split": "finditer", "findall": "finditer", "sub": "finditer", "subn": "finditer"}
GIVEN: dict[str, tuple[Any, ...]] = {
    "language": ("de", "en", "es", "fr", "ja", "ko", "zh"),
    "code": ("de", "en", "es", "fr", "ja", "ko", "zh"),
    "names": (("Anna", "안나"),),
    "spoken": (True, False),
    "inside": (True, False),
    "form": ("polite", "familiar"),
    "register": ("terse", "formal", "archaic", "warm", "playful", "casual"),
    "topic": (
        "name", "who", "nature", "work", "home", "origin", "age", "likes", "dislikes", "fears", "wishes", "family",
        "married", "siblings", "children", "parents",
    ),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Site:
    """A call of `re` in a module, by its lines."""

    module: str
    start: int
    end: int


@dataclass(slots=True)
class Found:
    """Patterns as (pattern, flags) with where they stand; and the calls of `re` that no pattern was seen at."""

    patterns: dict[tuple[Any, int], set[Site]] = field(default_factory=dict)
    methods: dict[Site, set[str]] = field(default_factory=dict)

    @property
    def missed(self) -> list[Site]:
        reached = set().union(*self.patterns.values())
        return sorted(
            (site for site in self.methods if site not in reached), key=lambda site: (site.module, site.start)
        )

    def used(self) -> Iterator[tuple[Any, int, str, str]]:
        """Yield each pattern with its flags, method and place; `finditer` stands for whatever scans the whole text."""
        for (pattern, flags), sites in self.patterns.items():
            ways = {SCANNING.get(way, way): site for site in sites for way in self.methods[site]}
            for harder, easier in (("fullmatch", "match"), ("finditer", "search")):
                if harder in ways:
                    ways.pop(easier, None)
            for way, site in sorted(ways.items(), key=lambda item: item[0]):
                yield pattern, flags, way, f"{site.module}:{site.start}"


def found() -> Found:
    """Return all patterns of the package. It records what is compiled, so it needs a process of its own that hasn't
    imported the package."""
    assert "soulkeep" not in sys.modules, "patterns are compiled on import"
    trees = dict(_trees())
    sites = {name: [_site(name, node) for node in _inside(tree) if _calls_re(node)] for name, tree in trees.items()}
    result = Found(methods=_methods(trees))
    compiled = vars(re)["_compile"]

    def add(pattern: Any, flags: int, site: Site) -> None:
        text = pattern.pattern if isinstance(pattern, re.Pattern) else pattern
        if isinstance(text, str | bytes):
            flags = pattern.flags if isinstance(pattern, re.Pattern) else compiled(text, flags).flags
            result.patterns.setdefault((text, flags), set()).add(site)

    def recording(pattern: Any, flags: Any) -> Any:
        frame = sys._getframe(1)
        while frame.f_back is not None and frame.f_globals["__name__"].split(".")[0] in ("re", "functools"):
            frame = frame.f_back
        for site in sites.get(frame.f_globals.get("__name__", ""), ()):
            if site.start <= frame.f_lineno <= site.end:
                add(pattern, int(flags), site)
        return compiled(pattern, flags)

    vars(re)["_compile"] = recording
    try:
        modules = [importlib.import_module(name) for name in trees if not name.endswith("__main__")]
        for module in modules:
            if sites[module.__name__]:
                _build(module, trees[module.__name__])
        _of_packs(trees)
        _late()
    finally:
        vars(re)["_compile"] = compiled
    for module in modules:
        for pattern, flags, site in _standing(module, trees[module.__name__]):
            add(pattern, flags, site)
    return result


def _trees() -> Iterator[tuple[str, ast.Module]]:
    spec = importlib.util.find_spec("soulkeep")
    assert spec is not None
    assert spec.origin is not None
    base = Path(spec.origin).parent
    for path in sorted(base.rglob("*.py")):
        name = ".".join(("soulkeep", *path.relative_to(base).with_suffix("").parts)).removesuffix(".__init__")
        source = path.read_text(encoding="utf-8")
        if any(f".{method}(" in source for method in METHODS | {"compile"}):
            yield name, ast.parse(source)


@cache
def _inside(tree: ast.Module) -> list[ast.AST]:
    """Return all nodes of a module."""
    return list(ast.walk(tree))


def _calls_re(node: ast.AST) -> bool:
    return (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and _way(node) is not None
        and _base(node) == "re"
    )


def _base(node: ast.AST) -> str:
    """Return the name that a method is called on: `re` of `re.compile(…)`."""
    held = node.func.value if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) else None
    return held.id if isinstance(held, ast.Name) else ""


def _way(node: ast.AST) -> str | None:
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in METHODS | {"compile"}:
        return node.func.attr
    return None


def _site(module: str, node: ast.AST) -> Site:
    assert isinstance(node, ast.Call)
    return Site(module, node.lineno, node.end_lineno or node.lineno)


def _build(module: ModuleType, tree: ast.Module) -> None:
    """Call the functions of a module that build patterns, or keep what was built, with each of what is GIVEN."""
    for node in tree.body:
        if not isinstance(node, ast.FunctionDef):
            continue
        cached = any("cache" in ast.unparse(decorator) for decorator in node.decorator_list)
        if not cached and not any(_way(inner) == "compile" for inner in ast.walk(node)):
            continue
        build = getattr(module, node.name)
        asked = [one.name for one in inspect.signature(build).parameters.values() if one.default is one.empty]
        for given in itertools.product(*(GIVEN.get(name, ("Anna",)) for name in asked)):
            options = dict(zip(asked, given, strict=True))
            with contextlib.suppress(Exception):  # it wants something else: then `Found.missed` tells
                build(**options)


def _of_packs(trees: dict[str, ast.Module]) -> None:
    """Build the patterns of all languages' packs that modules name."""
    from soulkeep.lang.pack import of_any_language

    for node in itertools.chain.from_iterable(map(_inside, trees.values())):
        if isinstance(node, ast.Call):
            name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
            given = [one.value for one in node.args if isinstance(one, ast.Constant) and isinstance(one.value, str)]
            if name in ("of_any_language", "asking") and given and len(given) == len(node.args):
                of_any_language(*(["asking"] if name == "asking" else []), *given)


def _late() -> None:
    """Build the patterns that are compiled when a text needs them."""
    from soulkeep.graph.questions.near import rewritings
    from soulkeep.lang.times import grammar_of
    from soulkeep.reply.factcheck.check import _frames

    for language in GIVEN["language"]:
        assert all(rule.pattern for rules in grammar_of(language).rules.values() for rule in rules)
        assert all(frame.pattern for frame in _frames(language))
        assert all(pattern.pattern for pattern, _ in rewritings(language))


class _Names(dict[str, Any]):
    """The names that a pattern in a function may refer to; a person's name stands for what is only known there."""

    def __missing__(self, name: str) -> Any:
        return getattr(builtins, name) if hasattr(builtins, name) else "Anna"


def _standing(module: ModuleType, tree: ast.Module) -> Iterator[tuple[Any, int, Site]]:
    """Yield the patterns that stand in functions, and their flags."""
    for node in _inside(tree):
        if not _calls_re(node):
            continue
        assert isinstance(node, ast.Call)
        flags = next((one.value for one in node.keywords if one.arg == "flags"), None)
        place = {"compile": 1, "sub": 4, "subn": 4, "split": 3}.get(_way(node) or "", 2)
        if flags is None and len(node.args) > place:
            flags = node.args[place]
        for language in GIVEN["language"]:
            names = _Names(vars(module), language=language)
            try:
                pattern = _value(node.args[0], names)
                chosen = int(_value(flags, names)) if flags is not None else 0
                re.compile(pattern, 0 if isinstance(pattern, re.Pattern) else chosen)
            except Exception:  # other languages have it, or it is built: else `Found.missed` tells
                continue
            yield pattern, chosen, _site(module.__name__, node)


def _value(node: ast.expr, names: _Names) -> Any:
    return eval(compile(ast.Expression(node), "<pattern>", "eval"), {"__builtins__": {}}, names)


def _methods(trees: dict[str, ast.Module]) -> dict[Site, set[str]]:
    """Return the methods called on what is compiled at each site: by its name, or by names that it is passed on to."""
    nodes = {module: _inside(tree) for module, tree in trees.items()}
    calls = {
        module: [({*_chain(node.func.value)}, way) for node in inside if (way := _method(node))]  # type: ignore[attr-defined]
        for module, inside in nodes.items()
    }
    mentioned = {module: _mentioned(inside) for module, inside in nodes.items()}
    passed = {module: _passed(inside) for module, inside in nodes.items()}
    methods: dict[Site, set[str]] = {}
    for module, inside in nodes.items():
        parents = {inner: node for node in inside for inner in ast.iter_child_nodes(node)}
        for node in filter(_calls_re, inside):
            ways = {_way(node) or ""}
            if ways == {"compile"}:
                name, kind = _named(node, parents)
                near = [other for other in nodes if other == module or (kind, name) in mentioned[other]]
                ways = {
                    way
                    for one in near
                    for names in [_aliases(passed[one], name)]
                    for chain, way in calls[one]
                    if chain & names
                }
            methods.setdefault(_site(module, node), set()).update(ways or {"search", "fullmatch"})
    return methods


def _method(node: ast.AST) -> str | None:
    """Return the method of a pattern that is called, if it is one. Strings are split, too."""
    way = _way(node)
    literal = isinstance(node, ast.Call) and (not node.args or isinstance(node.args[0], ast.Constant))
    return None if way == "compile" or _base(node) == "re" or (way == "split" and literal) else way


def _mentioned(nodes: list[ast.AST]) -> set[tuple[str, str]]:
    """Return the names that a module has from elsewhere: those imported, and attributes."""
    imported = {("name", one.name) for node in nodes if isinstance(node, ast.ImportFrom) for one in node.names}
    return imported | {("attribute", node.attr) for node in nodes if isinstance(node, ast.Attribute)}


def _passed(nodes: list[ast.AST]) -> list[tuple[set[str], set[str]]]:
    """Return where a module passes something on: the names that hold it before, and those that hold it afterwards."""
    functions = {node.name: node for node in nodes if isinstance(node, ast.FunctionDef)}
    found: list[tuple[ast.expr, set[str]]] = []
    for node in nodes:
        if isinstance(node, ast.Assign | ast.AnnAssign | ast.NamedExpr) and node.value is not None:
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            found.append((node.value, {name for to in targets for name in _given_to(to)}))
        elif isinstance(node, ast.For | ast.comprehension):
            found.append((node.iter, {*_given_to(node.target)}))
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in functions:
            takes = functions[node.func.id].args.args
            found += [(given, {argument.arg}) for argument, given in zip(takes, node.args, strict=False)]
    for function in functions.values():
        returned = [
            node.value for node in ast.walk(function) if isinstance(node, ast.Return) and node.value is not None
        ]
        found += [(value, {function.name}) for value in returned]
    return [({*_carried(given)}, names) for given, names in found]


def _given_to(target: ast.AST) -> Iterator[str]:
    if isinstance(target, ast.Tuple | ast.List):
        for one in target.elts:
            yield from _given_to(one)
    else:
        yield from itertools.islice(_chain(target), 1)


def _aliases(passed: list[tuple[set[str], set[str]]], name: str) -> set[str]:
    """Return a name, and those of variables, arguments and functions of a module that may hold the same."""
    names, before = {name} - {""}, 0
    while before < len(names):
        before = len(names)
        for given, others in passed:
            if not others <= names and given & names:
                names |= others
    return names


def _carried(node: ast.AST) -> Iterator[str]:
    """Yield the names whose objects an expression may hold, without those of which it only calls a method."""
    if _method(node) or _base(node) == "re":
        return
    if isinstance(node, ast.Name | ast.Attribute):
        yield node.id if isinstance(node, ast.Name) else node.attr
    inside = list(ast.iter_child_nodes(node))
    if isinstance(node, ast.Subscript):
        inside = [node.value]  # not the key
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        inside = [node.func]  # `get`, `items`: not what they are given
    for one in inside:
        yield from _carried(one)


def _chain(node: ast.AST) -> Iterator[str]:
    """Yield the names in `self.patterns[language]`: self, patterns."""
    while True:
        if isinstance(node, ast.Attribute):
            yield node.attr
            node = node.value
        elif isinstance(node, ast.Subscript):
            node = node.value
        elif isinstance(node, ast.Call):
            node = node.func
        else:
            break
    if isinstance(node, ast.Name):
        yield node.id


def _named(node: ast.AST, parents: dict[ast.AST, ast.AST]) -> tuple[str, str]:
    """Return the name of a compiled pattern, or of what it is a part of ("" for none), and the kind of that name: a
    "name" of its module, an "attribute", or "local" to a function."""
    name, kind = "", "name"
    while node in parents:
        node = parents[node]
        if isinstance(node, ast.FunctionDef):
            name, kind = (name, "local") if name else (node.name, kind)
        elif name:
            continue
        elif isinstance(node, ast.Assign | ast.AnnAssign | ast.NamedExpr):
            target = node.targets[0] if isinstance(node, ast.Assign) else node.target
            name = next(_chain(target), "")
            if isinstance(target, ast.Attribute):
                return name, "attribute"
        elif isinstance(node, ast.keyword) and node.arg:
            return node.arg, "attribute"
    return name, kind
