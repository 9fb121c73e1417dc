"""Keys over REST: made, rotated, revoked, and never worth more than the key that made them."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import httpx2
import pytest

import soulkeep
from server_support import config_in, make_key, running
from soulkeep.server.keys import ApiKeys

ADMIN = "an-admin-key-that-nobody-guesses"


@pytest.fixture
def url(tmp_path: Path) -> Iterator[str]:
    with running(config_in(tmp_path, admin_key=ADMIN)) as url:
        yield url


@pytest.fixture
def admin(url: str) -> Iterator[soulkeep.RemoteKeep]:
    with soulkeep.connect(url, key=ADMIN) as keep:
        yield keep


def refused(url: str, key: str | None, kind: str) -> bool:
    with soulkeep.connect(url, key=key, retries=0) as keep:
        try:
            keep.characters()
        except soulkeep.ServerRefused as error:
            return error.kind == kind
    return False


def test_the_secret_is_shown_once_and_kept_nowhere(url: str, admin: soulkeep.RemoteKeep, tmp_path: Path) -> None:
    key = admin.create_key("the tavern", rights=["read"], characters=["holmes"], people=["안나"], rate=50)
    assert key.secret is not None
    assert (key.rights, key.characters, key.people, key.rate) == (("read",), ("holmes",), ("안나",), 50)
    listed = admin.api_keys()
    assert [(one.id, one.secret, one.active) for one in listed] == [(key.id, None, True)]
    files = [file for file in tmp_path.iterdir() if file.is_file()]
    assert files
    assert not any(key.secret.encode() in file.read_bytes() for file in files)


def test_the_old_secret_opens_until_the_grace_is_over(url: str, admin: soulkeep.RemoteKeep) -> None:
    key = admin.create_key("a", rights=["read"])
    graced = admin.rotate_key(key.id, grace_seconds=3600)
    for secret in (key.secret, graced.secret):
        with soulkeep.connect(url, key=secret) as keep:
            assert keep.characters() == []
    at_once = admin.rotate_key(key.id)
    assert refused(url, key.secret, "unauthenticated")
    assert refused(url, graced.secret, "unauthenticated")
    assert not refused(url, at_once.secret, "unauthenticated")


def test_a_revoked_key_opens_nothing_at_once(url: str, admin: soulkeep.RemoteKeep) -> None:
    key = admin.create_key("a", rights=["read"])
    assert not refused(url, key.secret, "unauthenticated")
    assert not admin.revoke_key(key.id).active
    assert refused(url, key.secret, "unauthenticated")
    with pytest.raises(soulkeep.InputError, match="revoked"):
        admin.rotate_key(key.id)
    with pytest.raises(soulkeep.ServerRefused, match="no key"):
        admin.revoke_key("key_none")


def test_a_key_gives_no_more_than_it_has(url: str, admin: soulkeep.RemoteKeep) -> None:
    soon = datetime.now(UTC) + timedelta(hours=1)
    mighty = admin.create_key("mighty", rights=["read", "write", "admin"])
    lesser = admin.create_key("lesser", rights=["admin"], rate=5, expires=soon)
    with soulkeep.connect(url, key=lesser.secret, retries=10) as keep:
        for attempt in (
            lambda: keep.create_key("x", rights=["admin", "read"], rate=5, expires=soon),
            lambda: keep.create_key("x", rights=["admin"], rate=6, expires=soon),
            lambda: keep.create_key("x", rights=["admin"], expires=soon),
            lambda: keep.create_key("x", rights=["admin"], rate=5),
            lambda: keep.create_key("x", rights=["admin"], rate=5, expires=soon + timedelta(hours=1)),
            lambda: keep.rotate_key(mighty.id),
            keep.workspaces,
        ):
            with pytest.raises(soulkeep.ServerRefused) as error:
                attempt()
            assert error.value.kind == "forbidden"
        assert keep.create_key("x", rights=["admin"], rate=5, expires=soon).active


def test_a_key_is_given_as_this_client_takes_it(url: str, admin: soulkeep.RemoteKeep) -> None:
    key = admin.create_key("a", rights=["read"])
    with soulkeep.connect(url) as keep, pytest.raises(soulkeep.ServerRefused, match="key=") as error:
        keep.characters()
    assert "Authorization" not in str(error.value)
    with (
        soulkeep.connect(url, key=key.secret, workspace="other") as keep,
        pytest.raises(soulkeep.ServerRefused, match="workspace="),
    ):
        keep.characters()


def test_a_key_that_only_reads_opens_a_character_that_is_so_already(url: str, admin: soulkeep.RemoteKeep) -> None:
    told: dict[str, Any] = {"name": "Sherlock Holmes", "temperament": soulkeep.Mood(valence=0.2), "worlds": ["London"]}
    admin.world("London")
    before = admin.character("holmes", **told).profile
    admin.character("moriarty", name="Moriarty")
    some = admin.create_key("some", rights=["read", "write"], people=["anna"], characters=["holmes"])
    writing = admin.create_key("writing", rights=["write"])
    with soulkeep.connect(url, key=some.secret) as keep:
        assert keep.character("holmes", name="Sherlock Holmes").profile == before
        assert keep.character("holmes", **told).profile == before
        for id, changed in (
            ("holmes", {"name": "Sherlock"}),
            ("holmes", {"name": "Sherlock Holmes", "worlds": ["Paris"]}),
            ("holmes", {"name": "Sherlock Holmes", "forgetfulness": 0.5}),
            ("moriarty", {"name": "Moriarty"}),
            ("watson", {"name": "Watson"}),
        ):
            with pytest.raises(soulkeep.ServerRefused, match="admin"):
                keep.character(id, **changed)
    with soulkeep.connect(url, key=writing.secret) as keep, pytest.raises(soulkeep.ServerRefused, match="admin"):
        keep.character("holmes", name="Sherlock Holmes")
    assert admin.character("holmes").profile == before


def test_a_key_for_some_people_makes_no_keys(url: str, admin: soulkeep.RemoteKeep) -> None:
    some = admin.create_key("some", rights=["read", "write", "admin"], people=["anna"])
    with soulkeep.connect(url, key=some.secret) as keep:
        for attempt in (keep.api_keys, lambda: keep.create_key("x"), lambda: keep.rotate_key(some.id)):
            with pytest.raises(soulkeep.ServerRefused, match="only some"):
                attempt()


def test_a_key_for_some_people_is_not_told_what_others_were_answered(url: str, admin: soulkeep.RemoteKeep) -> None:
    admin.character("holmes").observe("I keep bees.", person="anna", heard_by=["boris"])
    some = admin.create_key("some", rights=["read", "write", "admin"], people=["anna"])
    with soulkeep.connect(url, key=some.secret) as keep:
        with pytest.raises(soulkeep.ServerRefused, match="only some"):
            keep.erase(person="anna", character="holmes", answers="list")
        assert keep.erase(person="anna", character="holmes").memories >= 2


def test_keys_of_another_workspace_are_not_there(url: str, admin: soulkeep.RemoteKeep) -> None:
    here = admin.create_key("here")
    assert admin.create_workspace("acme") == ["default", "acme"]
    assert admin.workspaces() == ["default", "acme"]
    with soulkeep.connect(url, key=ADMIN, workspace="acme") as acme:
        there = acme.create_key("there", rights=["read", "admin"])
        assert there.workspace == "acme"
        assert [one.id for one in acme.api_keys()] == [there.id]
    with soulkeep.connect(url, key=there.secret) as keep:
        assert [one.id for one in keep.api_keys()] == [there.id]
        for act in (keep.rotate_key, keep.revoke_key):
            with pytest.raises(soulkeep.ServerRefused, match="no key"):
                act(here.id)
    assert [one.id for one in admin.api_keys()] == [here.id]


@pytest.mark.parametrize("name", ["Acme", "a/b", "server", "", "a" * 64, "../x"])
def test_a_workspace_has_a_plain_name(admin: soulkeep.RemoteKeep, name: str) -> None:
    with pytest.raises(soulkeep.InputError):
        admin.create_workspace(name)
    assert admin.workspaces() == ["default"]


def test_a_key_made_before_it_started_is_known(tmp_path: Path) -> None:
    config = config_in(tmp_path)
    secret = make_key(config, rights=["read"])
    with running(config) as url:
        assert refused(url, None, "unauthenticated")
        assert not refused(url, secret, "unauthenticated")


@pytest.mark.parametrize(
    ("options", "why"),
    [({"rights": []}, "none"), ({"rights": ["read", "fly"]}, "fly"), ({"rate": 0.0}, "rate"), ({"rate": -1.0}, "rate")],
)
def test_a_key_that_makes_no_sense_is_not_made(tmp_path: Path, options: dict[str, Any], why: str) -> None:
    with closing(ApiKeys(str(tmp_path / "keep.db"))) as keys:
        with pytest.raises(soulkeep.InputError, match=why):
            keys.create("odd", **options)
        assert keys.list() == []


def test_a_session_of_the_admin_key_is_signed_and_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    with closing(ApiKeys(":memory:", admin_key="a" * 40)) as keys:
        session = keys.begin_session("a" * 40, 60)
        grant = keys.find(session)
        assert grant is not None
        assert grant.rights == {"read", "write", "admin"}
        begin, _, sign = session.rpartition(".")
        forged = [
            begin,
            f"{begin}.",
            f"{session}0",
            session[1:],
            f"{begin}0.{sign}",
            f"{begin}.{sign[:-1]}é",
            f"{session}.1",
        ]
        assert [keys.find(one) for one in forged] == [None] * len(forged)
        with closing(ApiKeys(":memory:", admin_key="b" * 40)) as others:
            assert others.find(session) is None
        later = time.time() + 61
        monkeypatch.setattr(time, "time", lambda: later)
        assert keys.find(session) is None


def test_letters_of_no_key_are_refused_as_any_others(url: str) -> None:
    secret = "session-soul-99999999999.é".encode()
    for headers in ([(b"Authorization", b"Bearer " + secret)], [(b"Cookie", b"soulkeep_session=" + secret)]):
        assert httpx2.get(f"{url}/v1/characters", headers=headers).status_code == 401


def test_signing_in_ends_no_other_session_and_not_the_key(tmp_path: Path) -> None:
    with closing(ApiKeys(str(tmp_path / "keep.db"))) as keys:
        key, secret = keys.create("a")
        over = keys.begin_session(secret, -1)
        _, other = keys.create("b")
        sessions = [keys.begin_session(secret, 60), keys.begin_session(other, 60), keys.begin_session(secret, 60)]
        assert keys.find(over) is None
        assert all(keys.find(one) for one in (secret, other, *sessions))
        keys.end_session(sessions[0])
        assert [keys.find(one) is None for one in (secret, *sessions)] == [False, True, False, False]
        keys.revoke(key.id)
        assert [keys.find(one) is None for one in (secret, *sessions)] == [True, True, False, True]
