"""URLs are taken apart and put together again, and libpq finds in them what was meant."""

from __future__ import annotations

from pathlib import Path

import psycopg
import pytest
from psycopg.conninfo import conninfo_to_dict

from postgres_support import Databases
from soulkeep.errors import InputError
from soulkeep.stores.location import of_workspace, parse
from soulkeep.stores.postgres.store import PostgresStore

URLS = [
    "postgresql://",
    "postgresql:///db",
    "postgres:///db",
    "postgresql:///db?host=/socket",
    "postgresql://?service=mine",
    "postgresql://h1,h2:5433/db",
    "postgresql://anna:s3cret@h1:5432,[::1]:5433/db?target_session_attrs=read-write",
    "postgresql://anna@/db?host=%2Ftmp%2Fpg&options=-c%20statement_timeout%3D7s",
    "postgresql://h/db?application_name=a+b&connect_timeout=3",
    "postgresql://h/%EA%B8%B0%EC%96%B5?sslmode=verify-full&sslrootcert=/etc/ca.pem",
]


@pytest.mark.parametrize("url", URLS)
def test_libpq_is_told_what_was_given_whatever_the_workspace(url: str) -> None:
    assert parse(url).url == url
    elsewhere = of_workspace(url, "홈즈 & co+")
    assert elsewhere != url
    assert parse(elsewhere).workspace == "홈즈 & co+"
    assert parse(elsewhere).url == url
    assert of_workspace(elsewhere, "default") == url
    assert conninfo_to_dict(parse(elsewhere).url) == conninfo_to_dict(url)


def test_a_workspace_is_found_wherever_it_stands() -> None:
    for query in (
        "workspace=acme&sslmode=require",
        "sslmode=require&workspace=acme",
        "sslmode=require&work%73pace=acme",
    ):
        location = parse(f"postgresql://h/db?{query}")
        assert (location.url, location.workspace) == ("postgresql://h/db?sslmode=require", "acme")


@pytest.mark.parametrize("url", URLS)
def test_what_is_shown_leads_to_the_same_database(url: str) -> None:
    wanted = conninfo_to_dict(url)
    wanted.pop("password", None)
    assert conninfo_to_dict(parse(url).shown) == wanted


def test_what_is_shown_holds_no_secret() -> None:
    url = "postgresql://anna:s3cret@h/db?password=s3cret&passw%6Frd=s3cret&sslpassword=s3cret&sslkey=/k&workspace=acme"
    assert parse(url).shown == "postgresql://anna@h/db?sslkey=/k&workspace=acme"


@pytest.mark.parametrize(
    "url",
    [
        "postgresql://anna:s3@cret@h/db",
        "postgresql://anna:s3/cret@h/db",
        "postgresql://anna:s3#cret@h/db",
        "postgresql://anna:s3?cret@h/db",
        "postgresql://anna:s3 cret@h/db",
        "postgresql://anna:s3%cret@h/db",
        "postgresql://anna:s3[cret@h:x/db",
        "postgresql://h/db?password=s3&cret",
        "postgresql://h/db?password=s3=cret",
    ],
)
def test_a_url_that_can_not_be_read_is_refused_without_a_word_of_it(url: str) -> None:
    for read in (parse, lambda url: of_workspace(url, "acme")):
        with pytest.raises(InputError, match="can't be read") as error:
            read(url)
        assert "cret" not in str(error.value)


def test_an_empty_workspace_is_refused() -> None:
    with pytest.raises(InputError, match="empty workspace"):
        parse("postgresql://h/db?workspace=")


def test_parameters_reach_the_server(postgres: Databases) -> None:
    mark = "&" if "?" in postgres.url else "?"
    location = parse(of_workspace(f"{postgres.url}{mark}options=-c%20statement_timeout%3D7s", "acme"))
    with psycopg.connect(location.url) as db:
        assert db.execute("SHOW statement_timeout").fetchone() == ("7s",)


def test_a_service_names_the_database(postgres: Databases, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    url = postgres.make()
    told = "".join(f"{name}={value}\n" for name, value in conninfo_to_dict(url).items())
    (tmp_path / "services").write_text(f"[keep]\n{told}")
    monkeypatch.setenv("PGSERVICEFILE", str(tmp_path / "services"))
    try:
        PostgresStore("postgresql://?service=keep&workspace=acme").close()
        monkeypatch.setenv("PGSERVICE", "keep")
        PostgresStore("postgresql://?workspace=other").close()
        with psycopg.connect(url) as db:
            assert {*db.execute("SELECT name FROM soulkeep.workspaces")} >= {("acme",), ("other",)}
    finally:
        postgres.drop(url)


def test_the_environment_names_what_the_url_does_not(postgres: Databases, monkeypatch: pytest.MonkeyPatch) -> None:
    url = postgres.make()
    given = conninfo_to_dict(url)
    for name, variable in (("host", "PGHOST"), ("port", "PGPORT"), ("user", "PGUSER"), ("password", "PGPASSWORD")):
        if given.get(name):
            monkeypatch.setenv(variable, str(given[name]))
    try:
        PostgresStore(f"postgres:///{given['dbname']}?workspace=acme").close()
        with psycopg.connect(url) as db:
            assert ("acme",) in db.execute("SELECT name FROM soulkeep.workspaces").fetchall()
    finally:
        postgres.drop(url)
