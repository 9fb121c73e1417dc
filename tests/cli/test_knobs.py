"""Settings on the command line and in the environment."""

from __future__ import annotations

import re

import pytest

import soulkeep
from soulkeep.cli.settings import VARIABLE, given_settings


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


def test_what_has_several_values_is_given_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, "daily_tokens.memory=2_000_000,weights.time=0.5")
    given = given_settings(["daily_tokens.check=500", "weights.time=0"])
    assert given == {"daily_tokens": {"memory": 2_000_000, "check": 500}, "weights": {"time": 0.0}}
    soulkeep.Settings(**given)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ("mind_byte=5", "Did you mean mind_bytes"),
        ("나비=5", "There is no setting '나비'"),
        ("warm", "is no setting"),
        ("warm=perhaps", "warm must be true or false"),
        ("mind_bytes=2.5", "mind_bytes must be a whole number"),
        ("busy_seconds=long", "busy_seconds must be a number, not 'long'. The default is 30.0"),
        ("weights=5", "Write weights.NAME=VALUE for each"),
        ("daily_tokens.memory=lots", "daily_tokens.memory must be a whole number"),
        ("warm.memory=true", "can't be given as a text"),
    ],
)
def test_what_makes_no_sense_is_said(given: str, words: str) -> None:
    with pytest.raises(soulkeep.InputError, match=re.escape(words)):
        given_settings([given])
