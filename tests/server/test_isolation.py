"""Tests that nobody reaches what isn't theirs: every operation that there is, by keys that must not."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx2
import pytest
from api_walk import CHARACTER, MEMORY, PERSON, SECRET, SHARED, Operation, operations, seed

import soulkeep
from server_support import make_key, quiet_in, quietly, running
from soulkeep.server import ServerConfig, create_app

ADMIN = "an-admin-key-that-nobody-guesses"

EVERY = ("read", "write", "admin")

OPEN = {"health", "characters", "jobs", "what_is"}
"""Operations that anybody with a key may try: they show what the key reaches, and nothing else."""

FOREIGN: dict[str, dict[str, Any]] = {
    "for another person": {"rights": EVERY, "people": ["ben"]},
    "for another character": {"rights": EVERY, "characters": ["watson"]},
    "of another workspace": {"rights": EVERY, "workspace": "acme"},
    "for nobody": {"rights": EVERY, "people": []},
}

OF_ALL = {"character", "people", "knows", "stories"}
"""What whoever reaches the character may read, whomever it faces."""

WRITING = {"observe", "observe_many", "learn", "begin", "forget", "reflect", "consolidate", "feel", "know"}


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, dict[str, str], list[Operation]]]:
    """Yield a server, keys by what they are for, and all operations."""
    config = quiet_in(tmp_path_factory.mktemp("isolation"), admin_key=ADMIN)
    with quietly(config.location) as keep:
        seed(keep)
        keep.character("watson").observe("Hello.", person="ben")
    keys = {name: make_key(config, name, **scope) for name, scope in FOREIGN.items()}
    keys |= {right: make_key(config, right, rights=[right]) for right in EVERY}
    keys["own"] = make_key(config, "own", rights=EVERY, characters=[CHARACTER], people=[PERSON])
    keys["no key"] = ""
    keys["a wrong key"] = "sk-soul-wrong"
    walked = list(operations(create_app(quiet_in(Path("."))).openapi()))
    with running(config) as url:
        with soulkeep.connect(url, key=ADMIN) as keep_:
            keep_.create_workspace("acme")
        yield url, keys, walked


def client(url: str, key: str) -> httpx2.Client:
    return httpx2.Client(base_url=url, headers={"Authorization": f"Bearer {key}"} if key else {}, timeout=60)


def everything(url: str) -> list[dict[str, Any]]:
    """Return everything in the default workspace, without the time of asking."""
    with soulkeep.connect(url, key=ADMIN) as keep:
        return list(keep.export())[1:]


@pytest.mark.parametrize("who", [*FOREIGN, "no key", "a wrong key"])
def test_a_foreign_key_reads_and_changes_nothing(served: tuple[str, dict[str, str], list[Operation]], who: str) -> None:
    url, keys, walked = served
    before = everything(url)
    refused = 0
    with client(url, keys[who]) as http:
        for one in walked:
            answer = one.send(http)
            assert SECRET not in answer.text, f"{one.name} shows the secret: {answer.text:.300}"
            facing = FOREIGN.get(who, {}).get("people") is not None
            if not facing:
                assert SHARED not in answer.text, f"{one.name} shows what the character knows: {answer.text:.300}"
            if one.name == "health" or (one.name in OPEN and who in FOREIGN) or (facing and one.name in OF_ALL):
                continue
            if who != "of another workspace":  # there it may do as it likes
                allowed = {401, 429} if who in ("no key", "a wrong key") else {403, 404}
                assert answer.status_code in allowed, f"{one.name}: {answer.status_code} {answer.text:.300}"
            refused += answer.status_code >= 400
    assert refused > 10
    assert everything(url) == before


def test_a_key_of_another_workspace_works_there_alone(served: tuple[str, dict[str, str], list[Operation]]) -> None:
    url, keys, _ = served
    with soulkeep.connect(url, key=keys["of another workspace"]) as keep:
        keep.character(CHARACTER).observe("Elsewhere.", person=PERSON, id=MEMORY)
        assert keep.character(CHARACTER).memory(MEMORY, person=PERSON).text == "Elsewhere."
    wrong = soulkeep.connect(url, key=keys["of another workspace"], workspace="default")
    with wrong as keep, pytest.raises(soulkeep.ServerRefused, match="another workspace"):
        keep.characters()
    with soulkeep.connect(url, key=ADMIN) as keep:
        assert SECRET in keep.character(CHARACTER).memory(MEMORY, person=PERSON).text
    nowhere = soulkeep.connect(url, key=ADMIN, workspace="nowhere")
    with nowhere as keep, pytest.raises(soulkeep.ServerRefused, match="no workspace"):
        keep.characters()


@pytest.mark.parametrize("right", EVERY)
def test_a_right_gives_nothing_but_itself(served: tuple[str, dict[str, str], list[Operation]], right: str) -> None:
    url, keys, walked = served
    before = everything(url)
    with client(url, keys[right]) as http:
        for one in walked:
            changing = one.method in ("PUT", "PATCH", "DELETE") or one.name in WRITING
            if one.name == "health" or (right == "write" and changing) or right == "admin":
                continue
            answer = one.send(http)
            if right == "read" and changing:
                assert answer.status_code == 403, f"{one.name}: {answer.status_code} {answer.text:.200}"
            if right == "write":
                assert SECRET not in answer.text, f"{one.name} shows the secret"
        if right == "admin":
            for one in walked:
                if one.method == "GET" and one.name not in ("health", "api_keys", "workspaces"):
                    assert one.send(http).status_code == 403, one.name
    if right != "write":
        assert everything(url) == before


def test_what_all_share_is_read_by_a_key_for_one_person_and_changed_by_none(
    served: tuple[str, dict[str, str], list[Operation]],
) -> None:
    url, keys, _ = served
    with soulkeep.connect(url, key=keys["own"]) as keep:
        holmes = keep.character(CHARACTER)
        shared = next(iter(holmes.memories(kinds={"passage"})))
        assert holmes.memory(shared.id, person=PERSON) == shared
        for attempt in (
            lambda: holmes.forget(shared.id, person=PERSON),
            lambda: holmes.amend(shared.id, person=PERSON, pinned=True),
            lambda: holmes.amend(shared.id, "Something else.", person=PERSON),
            lambda: holmes.amend(shared.id, importance=1, person=PERSON),
            lambda: holmes.delete(shared.id, person=PERSON),
            lambda: holmes.restore(shared.id, person=PERSON),
            lambda: holmes.learn("More.", source="canon"),
            lambda: holmes.observe("To all."),
            lambda: holmes.stories.remove("visit"),
            lambda: keep.character(CHARACTER, name="Moriarty"),
        ):
            with pytest.raises(soulkeep.ServerRefused) as error:
                attempt()
            assert error.value.kind == "forbidden"
        assert holmes.memory(shared.id) == shared
        assert keep.people(CHARACTER) == [PERSON]


def test_who_hears_along_must_be_reached_too(served: tuple[str, dict[str, str], list[Operation]]) -> None:
    url, keys, _ = served
    with soulkeep.connect(url, key=keys["own"]) as keep:
        holmes = keep.character(CHARACTER)
        for attempt in (
            lambda: holmes.observe("Hear this.", person=PERSON, heard_by=["ben"]),
            lambda: holmes.observe_many([soulkeep.Turn("Hear this.", heard_by=("ben",))], person=PERSON),
            lambda: holmes.reply("Hear this.", person=PERSON, heard_by=["ben"]),
            lambda: holmes.recall("What?", person=PERSON, heard_by=["ben"]),
            lambda: holmes.begin(person=PERSON, heard_by=["ben"]),
        ):
            with pytest.raises(soulkeep.ServerRefused, match="doesn't reach that person"):
                attempt()


def test_a_key_for_one_person_works_for_them(served: tuple[str, dict[str, str], list[Operation]]) -> None:
    url, keys, _ = served
    with soulkeep.connect(url, key=keys["own"]) as keep:
        holmes = keep.character(CHARACTER)
        assert SECRET in holmes.recall(f"Where is the {SECRET}?", person=PERSON).hits[0].memory.text
        assert holmes.observe("I slept well.", person=PERSON).new
        assert [one.id for one in keep.characters()] == [CHARACTER]
        rows = list(keep.export(character=CHARACTER, person=PERSON))
        assert any(SECRET in str(row) for row in rows)


def test_without_keys_only_this_machine_may_ask(tmp_path: Path) -> None:
    """A server that listens elsewhere needs a key even when the last one was revoked."""
    config = quiet_in(tmp_path, host="0.0.0.0")
    with running(config) as url:
        assert httpx2.get(f"{url}/v1/characters").status_code == 401
        assert httpx2.get(f"{url}/v1/health").status_code == 200


def test_the_configuration_of_the_walk_is_not_empty(served: tuple[str, dict[str, str], list[Operation]]) -> None:
    assert len(served[2]) > 60
    assert isinstance(quiet_in(Path(".")), ServerConfig)
