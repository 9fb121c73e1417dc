"""Settings on the command line and in the environment."""

from __future__ import annotations

import re

import pytest

import soulkeep
from soulkeep.cli.knobs import VARIABLE, given_settings


def test_each_type_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, "mind_bytes=2_000_000_000, warm=true,busy_seconds=5,")
    given = given_settings(["busy_seconds=2.5", "large_folder=/var/tmp", "instructions=짧게, a=b", "large_index=off"])
    assert given == {
        "mind_bytes": 2_000_000_000,
        "warm": True,
        "busy_seconds": 2.5,
        "large_folder": "/var/tmp",
        "instructions": "짧게, a=b",
        "large_index": False,
    }
    soulkeep.Settings(**given)
    assert given_settings(["large_folder=none"])["large_folder"] is None


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ("mind_byte=5", "Did you mean mind_bytes"),
        ("나비=5", "There is no setting '나비'"),
        ("warm", "is no setting"),
        ("warm=perhaps", "warm must be true or false"),
        ("mind_bytes=2.5", "mind_bytes must be a whole number"),
        ("busy_seconds=long", "busy_seconds must be a number, not 'long'. The default is 30.0"),
        ("weights=5", "Set it in Python"),
    ],
)
def test_what_makes_no_sense_is_said(given: str, words: str) -> None:
    with pytest.raises(soulkeep.InputError, match=re.escape(words)):
        given_settings([given])
