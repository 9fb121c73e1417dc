"""Tests that digests of several strings differ if any of the strings does, wherever they are cut."""

from __future__ import annotations

import ast
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

import soulkeep
from soulkeep.lang.digests import digest, joined
from soulkeep.memory.audience import handed_out
from soulkeep.memory.entries import passage_id
from soulkeep.stores.rows import Entry, PartitionKey
from soulkeep.stories.progress import _id_of

PARTS = st.lists(st.text(alphabet="ab1:\0 /", max_size=4), min_size=1, max_size=4)

HASHES = {"blake2b", "sha256", "sha1", "md5", "hashed"}

LOOKED_AT = {
    "client/affinity.py": "names of workers hold no NUL, and tenants are quoted",
    "memory/audience.py": "told with lengths: test_copies_…",
    "server/idempotency.py": "joined, and the body after a NUL",
    "stores/migrate.py": "lines that begin with what repr wrote, and end with a checksum",
    "graph/rdf_worker.py": "formats are ours, and bases hold no NUL",
    "stores/postgres/connection.py": "a number before a slash",
}
"""Modules that hash several strings without the helper, and why that may be."""


@given(PARTS, PARTS)
def test_different_strings_are_joined_differently(one: list[str], other: list[str]) -> None:
    assert (joined(one) == joined(other)) == (one == other)


def test_what_was_made_before_is_made_still() -> None:
    assert passage_id("canon", "Family", "My brother.") == "p468dae7cfa1eb97c2ac81ca5"
    assert digest("a", "bc") != digest("ab", "c")


def test_copies_of_what_different_people_said_have_different_ids() -> None:
    def copy(person: str, id: str) -> str:
        said = Entry(id=id, kind="turn", text="x", source="lived", stored=0.0, details={"heard_by": ["zoe"]})
        [[made]] = handed_out(PartitionKey("holmes", person), (), [said]).values()
        return made.id

    pairs = [("a b", "c"), ("a", "b c"), ("a b c", ""), ("3:a", "b c"), ("3:a b", "c"), ("a ", "b c"), ("a", " b c")]
    assert len({copy(*pair) for pair in pairs}) == len(pairs)
    assert copy("anna", "t1") == "c929f4b01b7af51a958937cdf"  # found again by those who made it before


def test_what_different_stories_begin_has_different_ids() -> None:
    pairs = [("a/b", "c"), ("a", "b/c"), ("3:a", "b/c"), ("/3:a", "b/c"), ("a/", "b/c")]
    assert len({_id_of(*pair) for pair in pairs}) == len(pairs)
    assert _id_of("picnic", "rain") == "event/picnic/rain"


def _several(node: ast.AST) -> bool:
    """Return whether an expression joins several strings."""
    for one in ast.walk(node):
        if isinstance(one, ast.JoinedStr) and sum(isinstance(value, ast.FormattedValue) for value in one.values) > 1:
            return True
        if isinstance(one, ast.Call) and isinstance(one.func, ast.Attribute) and one.func.attr == "join":
            return True
        if isinstance(one, ast.BinOp) and isinstance(one.op, ast.Add):
            return True
    return False


def test_nobody_else_hashes_several_strings_as_one() -> None:
    package = Path(soulkeep.__file__).parent
    for path in package.rglob("*.py"):
        module = path.relative_to(package).as_posix()
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and module not in LOOKED_AT:
                name = getattr(node.func, "attr", getattr(node.func, "id", ""))
                assert name not in HASHES or not any(map(_several, node.args)), f"{module}, line {node.lineno}"
