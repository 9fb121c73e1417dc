"""Tests that what is locked is what pyproject.toml asks for, and that every file of it has a hash."""

from __future__ import annotations

import re
import tomllib
from itertools import chain
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
EXTRAS = PROJECT["project"]["optional-dependencies"]
LOCKED = {
    "dev": [EXTRAS["graph"], EXTRAS["server"], PROJECT["dependency-groups"]["dev"]],
    "image": [EXTRAS["graph"], EXTRAS["server"], EXTRAS["postgres"], EXTRAS["large"], EXTRAS["encryption"]],
}


@pytest.mark.parametrize("name", LOCKED)
def test_the_lock_fits_what_is_asked_for(name: str) -> None:
    text = (ROOT / "requirements" / f"{name}.txt").read_text(encoding="utf-8")
    locked: dict[str, list[Version]] = {}
    for block in re.split(r"\n(?=\S)", text.strip()):
        pinned = Requirement(block.split("\\\n")[0].strip())
        [pin] = pinned.specifier
        assert pin.operator == "=="
        assert "--hash=sha256:" in block, pinned.name
        locked.setdefault(canonicalize_name(pinned.name), []).append(Version(pin.version))
    build = PROJECT["build-system"]["requires"]
    for wanted in map(Requirement, [*PROJECT["project"]["dependencies"], *build, *chain(*LOCKED[name])]):
        versions = locked.get(canonicalize_name(wanted.name), [])
        assert any(version in wanted.specifier for version in versions), f"run `make lock`: {wanted}, not {versions}"


@pytest.mark.parametrize("name", LOCKED)
def test_the_lock_names_no_place(name: str) -> None:
    text = (ROOT / "requirements" / f"{name}.txt").read_text(encoding="utf-8")
    assert "://" not in text
    assert "--index" not in text
    assert "--find-links" not in text
