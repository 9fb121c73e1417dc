"""Tests that a key sees the work on memories that it reaches, and no other."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import soulkeep
from server_support import make_key, quiet_in, running

ADMIN = "an-admin-key-that-nobody-guesses"


@pytest.mark.parametrize(
    ("scope", "reached"),
    [
        ({}, {("holmes", "anna"), ("holmes", "boris"), ("watson", "anna"), ("watson", "boris")}),
        ({"people": ["anna"]}, {("holmes", "anna"), ("watson", "anna")}),
        ({"characters": ["holmes"]}, {("holmes", "anna"), ("holmes", "boris")}),
        ({"characters": ["watson"], "people": ["boris"]}, {("watson", "boris")}),
        ({"people": []}, set()),
    ],
)
def test_a_key_hears_of_work_on_what_it_reaches(
    tmp_path: Path, scope: dict[str, Any], reached: set[tuple[str, str]]
) -> None:
    config = quiet_in(tmp_path, admin_key=ADMIN)
    secret = make_key(config, rights=["read"], **scope)
    with running(config) as url:
        with soulkeep.connect(url, key=ADMIN) as keep:
            for character in ("holmes", "watson"):
                for person in ("anna", "boris"):
                    keep.character(character).observe("I live in Leeds.", person=person)
        with soulkeep.connect(url, key=secret) as keep:
            assert {(job.character, job.person) for job in keep.jobs()} == reached


def test_without_the_right_to_read_none_is_told(tmp_path: Path) -> None:
    config = quiet_in(tmp_path, admin_key=ADMIN)
    secret = make_key(config, rights=["write"])
    with running(config) as url, soulkeep.connect(url, key=secret) as keep, pytest.raises(soulkeep.ServerRefused):
        keep.jobs()
