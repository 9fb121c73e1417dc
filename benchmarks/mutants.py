"""Mutants: faults put into the code one at a time, and how many of them the tests catch.

    pip install cosmic-ray coverage
    python -m benchmarks.mutants [AREA …] [--count 100] [--seed 1] [--jobs 2]

The operators are cosmic-ray's (comparisons, and/or, not, numbers, true/false, plus/minus, break/continue), and some for
what stands in SQL, which it doesn't see. A sample of all mutants of an area is tried, each in a copy of the tree,
against those of the area's tests that run its lines. Told are the shares that were caught and what survived. Those
that somebody read and found to mean the same as the original are left out of the sample (`same_mutants.txt`).
"""

from __future__ import annotations

import argparse
import ast
import io
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import tokenize
from collections.abc import Callable, Iterator
from compileall import compile_dir
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from difflib import unified_diff
from functools import partial
from itertools import islice
from pathlib import Path
from py_compile import PycInvalidationMode
from queue import SimpleQueue
from typing import NamedTuple

from benchmarks.coverage_contexts import Covering
from benchmarks.pytest_server import WAITING, PytestServer

ROOT = Path(__file__).parents[1]
_SHORT = {"SOULKEEP_BIT_ROT": "3", "SOULKEEP_ISOLATION": "1"}
_PYTEST = ("-q", "-x", "-n", "0", "-p", "no:cacheprovider", "--timeout", f"{WAITING:.0f}")
"""Options: until one fails; what hangs isn't waited for less long on a busy machine."""

_OPERATORS = (
    "AddNot", "ReplaceAndWithOr", "ReplaceOrWithAnd", "NumberReplacer", "ReplaceTrueWithFalse", "ReplaceFalseWithTrue",
    "ReplaceBreakWithContinue", "ReplaceContinueWithBreak", "ReplaceUnaryOperator_Delete_Not",
    "ReplaceBinaryOperator_Add_Sub", "ReplaceBinaryOperator_Sub_Add", "ReplaceBinaryOperator_Mul_Div",
    "ReplaceComparisonOperator_Eq_NotEq", "ReplaceComparisonOperator_NotEq_Eq", "ReplaceComparisonOperator_Is_IsNot",
    "ReplaceComparisonOperator_IsNot_Is", "ReplaceComparisonOperator_Lt_LtE", "ReplaceComparisonOperator_LtE_Lt",
    "ReplaceComparisonOperator_Gt_GtE", "ReplaceComparisonOperator_GtE_Gt",
)  # fmt: skip
_SQL = re.compile(r"\b(SELECT|UPDATE|INSERT|DELETE|WHERE|ORDER BY)\b")
_IN_SQL = (
    (r" AND ", " OR "), (r" = ", " <> "), (r" <> ", " = "), (r" < ", " <= "), (r" <= ", " < "), (r" > ", " >= "),
    (r" >= ", " > "), (r"\bNOT EXISTS\b", "EXISTS"), (r"\bIS NOT NULL\b", "IS NULL"), (r"\bIS NULL\b", "IS NOT NULL"),
    (r"\bDESC\b", "ASC"), (r"\bASC\b", "DESC"), (r"\bmax\(", "min("), (r"\bmin\(", "max("), (r"= 1\b", "= 0"),
    (r" \+ ", " - "), (r"\bLEFT JOIN\b", "JOIN"), (r"\bDISTINCT\b ?", ""),
)  # fmt: skip


class Area(NamedTuple):
    """A part of the code that is mutated, and the tests that are to notice."""

    files: tuple[str, ...]
    tests: tuple[str, ...]


_SCORING = (
    "aim", "candidates", "confidence", "due", "filters", "indexed_terms", "overtaken", "presets", "query", "question",
    "rank", "recall", "signals", "times", "trust", "weights",
)  # fmt: skip

AREAS = {
    "store": Area(
        ("stores/sql/*.py", "stores/sqlite/*.py", "stores/sealing.py", "memory/erase.py", "memory/amend.py"),
        ("tests/stores/test_sqlite.py", "tests/memory/test_erase.py", "tests/memory/test_deleting.py",
         "tests/archive/test_export.py",
         "tests/stores/test_sealing.py", "tests/stores/test_sealed_stores.py", "tests/stores/test_bit_rot.py",
         "tests/stores/test_restore_backup.py", "tests/stores/test_backup.py", "tests/stores/test_migrate.py",
         "tests/memory/test_expiring.py", "tests/memory/test_amending.py", "tests/stores/test_bad_files.py",
         "tests/memory/test_erase_answers.py"),
    ),
    "scoring": Area(
        (*(f"search/{name}.py" for name in _SCORING), "memory/retention.py"),
        ("tests/search", "tests/memory/test_retention.py", "tests/memory/test_forgetting.py"),
    ),
    "isolation": Area(
        ("memory/audience.py", "search/withheld.py", "server/access.py", "server/keys.py", "server/workspaces.py",
         "server/limits.py", "stores/sql/heard.py", "stores/sql/seen.py", "stores/sql/spaces.py", "reply/in_view.py",
         "lang/owners.py"),
        ("tests/server/test_access.py", "tests/server/test_isolation.py", "tests/server/test_keys.py",
         "tests/server/test_limits.py", "tests/test_worlds.py", "tests/memory/test_erase_answers.py",
         "tests/memory/test_erase.py", "tests/isolation", "tests/stores/test_sqlite.py", "tests/stores/test_reembed.py",
         "tests/stores/test_encryption.py",
         "tests/reply/test_company.py", "tests/memory/test_may_tell.py", "tests/search"),
    ),
}  # fmt: skip


class Mutant(NamedTuple):
    """A file with one fault."""

    file: Path
    code: str
    what: str
    lines: range  # of the statement it is in, in the original


def main() -> None:
    """Try a sample of each area's mutants."""
    options = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    options.add_argument("areas", nargs="*", metavar="AREA", help=", ".join(AREAS))
    options.add_argument("--count", type=int, default=100, help="mutants of each area")
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    options.add_argument("--skip", type=int, default=0, help="mutants of the sample that were tried before")
    options.add_argument(
        "--covering", type=Path, help="a folder for what tests run which lines, looked up if it is there"
    )
    chosen = options.parse_args()
    os.environ.update(_SHORT)
    same = frozenset((ROOT / "benchmarks" / "same_mutants.txt").read_text(encoding="utf-8").splitlines())
    for name in chosen.areas or AREAS:
        area = AREAS[name]
        files = [file for pattern in area.files for file in sorted(_package().glob(pattern))]
        places = [(file, changed) for file in files for changed in changes(file)]
        random.Random(chosen.seed).shuffle(places)
        found = (mutant for file, changed in places if (mutant := made(file, changed())))
        sample = list(islice((mutant for mutant in found if _told(mutant) not in same), chosen.count))
        sample, caught = sample[chosen.skip :], 0
        covering = _covering(area.tests, chosen.covering / name) if chosen.covering else None
        for tried, (mutant, alive) in enumerate(_tried(sample, area.tests, chosen.jobs, covering), chosen.skip + 1):
            caught += not alive
            print(f"{tried}: {_told(mutant)}" if alive else f"{tried}", flush=True)
        print(f"{name}: {caught} of {len(sample)} caught ({caught / len(sample):.2f}), of {len(places):,} places")


def _told(mutant: Mutant) -> str:
    return f"{mutant.file.relative_to(_package())}: {mutant.what}"


def _package() -> Path:
    return ROOT / "src" / "soulkeep"


def changes(file: Path) -> Iterator[Callable[[], str | None]]:
    """Yield a function for each place of a file that can be changed; it returns the changed source."""
    source = file.read_text(encoding="utf-8")
    yield from _of_python(source)
    yield from _of_sql(source)


def made(file: Path, code: str | None) -> Mutant | None:
    """Return the mutant with some changed source; None if that isn't Python, or changes no behaviour."""
    source = file.read_text(encoding="utf-8")
    try:
        if code is None or ast.dump(ast.parse(code)) == ast.dump(ast.parse(source)):
            return None
    except SyntaxError:
        return None
    changed = list(unified_diff(source.splitlines(), code.splitlines(), lineterm="", n=0))[2:]
    lines = [line for line in changed if line[:1] in "+-"]
    star = lines[0][1:].replace("*,", "/,") == lines[1][1:]
    if star or "@dataclass(" in lines[0]:  # this changes only how calls are written, or slots
        return None
    first = int(re.findall(r"\d+", changed[0])[0])
    return Mutant(file, code, "  ".join(" ".join(line.split()) for line in lines), _statement(source, first))


def _statement(source: str, line: int) -> range:
    """Return the lines of the innermost statement at a line; for a compound statement, those of its head."""
    lines = range(line, line + 1)
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.stmt):
            inner = getattr(node, "body", None)
            end = (inner[0].lineno - 1 if isinstance(inner, list) else node.end_lineno) or node.lineno
            if node.lineno <= line <= end:
                lines = range(node.lineno, end + 1)
    return lines


def _of_python(source: str) -> Iterator[Callable[[], str | None]]:
    from cosmic_ray.ast import ast_nodes, get_ast
    from cosmic_ray.mutating import mutate_code
    from cosmic_ray.plugins import get_operator

    nodes = list(ast_nodes(get_ast(source)))
    for name in _OPERATORS:
        operator = get_operator(f"core/{name}")()
        places = sum(len(list(operator.mutation_positions(node))) for node in nodes)
        yield from (partial(mutate_code, source, operator, occurrence) for occurrence in range(places))


def _of_sql(source: str) -> Iterator[Callable[[], str | None]]:
    lines = source.splitlines(keepends=True)
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line))
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type != tokenize.STRING or not _SQL.search(token.string) or token.string.startswith('"""'):
            continue
        begin = starts[token.start[0] - 1] + token.start[1]
        for pattern, other in _IN_SQL:
            for found in re.finditer(pattern, token.string):
                one, two = begin + found.start(), begin + found.end()
                yield partial("".join, (source[:one], other, source[two:]))


def _tried(
    sample: list[Mutant], tests: tuple[str, ...], jobs: int, known: Covering | None
) -> Iterator[tuple[Mutant, bool]]:
    """Yield each mutant, and whether no test catches it."""
    with tempfile.TemporaryDirectory(prefix="soulkeep-mutants-") as folder, ExitStack() as servers:
        covering = known or _covering(tests, Path(folder, "coverage"))
        places: SimpleQueue[tuple[Path, PytestServer]] = SimpleQueue()
        for number in range(jobs):
            tree = Path(folder, str(number))
            shutil.copytree(ROOT, tree, ignore=shutil.ignore_patterns(".*", "__pycache__", "node_modules"))
            compile_dir(tree / "src", quiet=1, invalidation_mode=PycInvalidationMode.CHECKED_HASH)
            places.put((tree, servers.enter_context(PytestServer())))

        def lives(mutant: Mutant) -> bool:
            tree, server = places.get()
            try:
                return _passes(tree, server, mutant, covering.tests(mutant.file, mutant.lines))
            finally:
                places.put((tree, server))

        with ThreadPoolExecutor(jobs) as pool:
            yield from zip(sample, pool.map(lives, sample), strict=True)


def _covering(tests: tuple[str, ...], file: Path) -> Covering:
    """Run the tests without any mutant, and see what they run; if there is such a file, read it."""
    if file.exists():
        return Covering(file)
    file.parent.mkdir(parents=True, exist_ok=True)
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *_PYTEST, *tests, "-p", "benchmarks.coverage_contexts", "-k", "not postgres"],
        cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT), "COVERAGE_CONTEXTS": str(file)},
        capture_output=True, text=True, errors="replace",
    )  # fmt: skip
    if done.returncode:
        raise SystemExit(f"The tests fail without any mutant.\n{done.stdout[-2000:]}")
    return Covering(file)


def _passes(tree: Path, server: PytestServer, mutant: Mutant, tests: list[str]) -> bool:
    """Return whether all these tests pass in a tree with a mutant in its place."""
    path = tree / mutant.file.relative_to(ROOT)
    path.write_text(mutant.code, encoding="utf-8")
    try:
        return not tests or server.passes(tree, [*_PYTEST, *tests])
    finally:
        shutil.copyfile(mutant.file, path)


if __name__ == "__main__":
    main()
