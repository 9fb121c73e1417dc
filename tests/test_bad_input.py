"""Tests that unusable input is refused in words, and that the keep goes on as if it had not been given."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

import soulkeep
from soulkeep.graph.sparql import LONGEST
from soulkeep.testing.models import HashEmbedder
from soulkeep.types.records import Scene, Turn

MEGABYTE = 1_000_000
NAIVE = datetime(2026, 5, 8, 18, 30)
HALF = "half \ud83d of a pair"
NUL = "a\0b"


@pytest.fixture
def holmes(keep: soulkeep.Keep) -> soulkeep.Character:
    """Return a character who remembers something, which no error may take away."""
    holmes = keep.character("holmes")
    holmes.observe("Miso is a cat.", person="anna", id="known")
    holmes.learn("The keys hang behind the clock.", source="house")
    return holmes


@contextmanager
def refused(
    keep: soulkeep.Keep,
    holmes: soulkeep.Character,
    kind: type[soulkeep.SoulkeepError],
    match: str | None = None,
    hint: str = "",
) -> Iterator[None]:
    """Assert that an error of exactly this type is raised, with a hint; that nothing is lost or added; and that the
    keep goes on."""
    before, kept = keep.stats(), [*holmes.memories(person="anna"), *holmes.memories()]
    with pytest.raises(soulkeep.SoulkeepError, match=match) as caught:
        yield
    assert type(caught.value) is kind
    assert caught.value.hint
    assert hint in caught.value.hint
    assert str(caught.value) == f"{caught.value.message} {caught.value.hint}"
    assert keep.stats() == before
    assert [*holmes.memories(person="anna"), *holmes.memories()] == kept
    assert keep.check() == []
    assert holmes.observe("Still here.", person="after", id="after").new
    assert holmes.recall("Who is Miso?", person="anna", sources={"lived"}).hits[0].memory.id == "known"
    assert holmes.recall("Who is here?", person="after", sources={"lived"}).hits[0].memory.id == "after"
    assert keep.erase(person="after").memories == 1


# -- texts

BAD_TEXTS = [
    pytest.param("", "is empty", id="empty"),
    pytest.param(" \n\t\u3000 ", "is empty", id="blank"),
    pytest.param(NUL, "NUL character at position 1", id="nul"),
    pytest.param(HALF, "surrogate", id="surrogate"),
    pytest.param(b"bytes", "must be a str, not bytes", id="bytes"),
    pytest.param(None, "must be a str, not NoneType", id="none"),
    pytest.param(7, "must be a str, not int", id="number"),
]


@pytest.mark.parametrize(("text", "message"), BAD_TEXTS)
def test_texts(keep: soulkeep.Keep, holmes: soulkeep.Character, text: Any, message: str) -> None:
    calls: list[Callable[[], object]] = [
        lambda: holmes.observe(text, person="anna"),
        lambda: holmes.observe_many([Turn("Good."), Turn(text)], person="anna"),
        lambda: holmes.learn(text, source="book"),
        lambda: holmes.recall(text, person="anna"),
        lambda: holmes.reply(text, person="anna"),
    ]
    for call in calls:
        with refused(keep, holmes, soulkeep.BadText, message):
            call()


def test_a_text_too_long_for_a_turn_belongs_to_learn(keep: soulkeep.Keep, holmes: soulkeep.Character) -> None:
    text = "A line of a novel, as there are many. " * (10 * MEGABYTE // 38)
    for call in (holmes.observe, holmes.recall, holmes.reply):
        with refused(keep, holmes, soulkeep.BadText, "2,000,000 are allowed", "learn()"):
            call(text, person="anna")


def test_a_turn_of_just_the_limit(holmes: soulkeep.Character) -> None:
    text = "Miso " * 20_000
    assert holmes.observe(text, person="anna", id="long").new
    assert holmes.memory("long", person="anna").text == text


def test_a_long_text_is_learnt(keep: soulkeep.Keep, holmes: soulkeep.Character) -> None:
    """2 MB in paragraphs; ten of them work alike, in five times the time."""
    paragraphs = [f"In year {year} the river rose to {year * 7} feet, " * 4 + "they say.\n\n" for year in range(9300)]
    text = "".join(paragraphs)
    assert len(text) > 1.5 * MEGABYTE
    learned = holmes.learn(text, source="chronicle")
    assert (learned.known, learned.passages) == (0, keep.stats().memories - 2)
    assert sum(len(memory.text) for memory in holmes.memories() if memory.source == "chronicle") > 0.95 * len(text)
    hits = holmes.recall("How high was the river in year 4321?", sources={"chronicle"}).hits
    assert "year 4321 " in hits[0].memory.text
    assert holmes.learn(text, source="chronicle").passages == 0


def test_a_long_line_without_any_boundary_is_learnt(holmes: soulkeep.Character) -> None:
    text = "".join(map(str, range(MEGABYTE // 30)))
    assert holmes.learn(text, source="noise").passages > 1
    assert "".join(memory.text for memory in holmes.memories() if memory.source == "noise") == text


# -- times


def test_times_without_a_zone(keep: soulkeep.Keep, holmes: soulkeep.Character) -> None:
    calls: list[Callable[[], object]] = [
        lambda: holmes.observe("When?", person="anna", time=NAIVE),
        lambda: holmes.observe_many([Turn("Good."), Turn("When?", time=NAIVE)], person="anna"),
        lambda: holmes.recall("When?", person="anna", since=NAIVE),
        lambda: holmes.recall("When?", person="anna", until=NAIVE),
        lambda: holmes.recall("When?", person="anna", time=NAIVE),
        lambda: holmes.reply("When?", person="anna", time=NAIVE),
    ]
    for call in calls:
        with refused(keep, holmes, soulkeep.NaiveTime, "has no time zone", "tzinfo"):
            call()
    with refused(keep, holmes, soulkeep.NaiveTime):
        soulkeep.ManualClock(NAIVE)


# -- names

LONG = "a" * 201
FAR = datetime(9999, 12, 31, 23, 59, tzinfo=UTC)
NAMES: dict[str, Callable[[soulkeep.Character, Any], object]] = {
    "person": lambda holmes, name: holmes.observe("Hello.", person=name),
    "recalled person": lambda holmes, name: holmes.recall("Hello?", person=name),
    "replied person": lambda holmes, name: holmes.reply("Hello?", person=name),
    "speaker": lambda holmes, name: holmes.observe("Hello.", person="anna", speaker=name),
    "session": lambda holmes, name: holmes.observe("Hello.", person="anna", session=name),
    "id": lambda holmes, name: holmes.observe("Hello.", person="anna", id=name),
    "source": lambda holmes, name: holmes.learn("Hello.", source=name),
}


@pytest.mark.parametrize("what", NAMES)
@pytest.mark.parametrize(
    ("name", "kind", "message"),
    [
        pytest.param("", soulkeep.InputError, "must be a non-empty string", id="empty"),
        pytest.param(" \n", soulkeep.InputError, "must be a non-empty string", id="blank"),
        pytest.param(7, soulkeep.InputError, "must be a non-empty string, not 7", id="number"),
        pytest.param(LONG, soulkeep.InputError, "longer than 200", id="long"),
        pytest.param(NUL, soulkeep.BadText, "NUL", id="nul"),
        pytest.param(HALF, soulkeep.BadText, "surrogate", id="surrogate"),
    ],
)
def test_names(
    keep: soulkeep.Keep,
    holmes: soulkeep.Character,
    what: str,
    name: Any,
    kind: type[soulkeep.SoulkeepError],
    message: str,
) -> None:
    with refused(keep, holmes, kind, message):
        NAMES[what](holmes, name)


def test_the_source_of_what_was_lived(keep: soulkeep.Keep, holmes: soulkeep.Character) -> None:
    with refused(keep, holmes, soulkeep.InputError, "'lived' is the source of", "Name the text otherwise"):
        holmes.learn("I was there.", source="lived")


@pytest.mark.parametrize("id", [LONG, NUL, HALF])
def test_characters_names(keep: soulkeep.Keep, holmes: soulkeep.Character, id: str) -> None:
    calls: list[Callable[[], object]] = [lambda: keep.character(id), lambda: keep.character("holmes", name=id)]
    for call in calls:
        with pytest.raises(soulkeep.InputError) as caught:
            call()
        assert caught.value.hint
    assert [character.id for character in keep.characters()] == ["holmes"]
    assert keep.character("holmes").name == "holmes"


@pytest.mark.parametrize(
    "call",
    [
        pytest.param(lambda keep, holmes: keep.character("holmes", description=HALF), id="description"),
        pytest.param(lambda keep, holmes: holmes.observe("Hi.", person="anna", scene=Scene(place=HALF)), id="scene"),
        pytest.param(lambda keep, holmes: holmes.observe("Hi.", person="anna", heard_by=[HALF]), id="heard_by"),
    ],
)
def test_half_a_surrogate_pair_beside_the_text(
    keep: soulkeep.Keep, holmes: soulkeep.Character, call: Callable[[soulkeep.Keep, soulkeep.Character], object]
) -> None:
    with refused(keep, holmes, soulkeep.BadText, "surrogate"):
        call(keep, holmes)


# -- numbers and filters


@pytest.mark.parametrize("importance", [0, 0.99, 10.01, -1, 1e9, float("nan"), float("inf")])
def test_importance(keep: soulkeep.Keep, holmes: soulkeep.Character, importance: float) -> None:
    with refused(keep, holmes, soulkeep.InputError, "is not between 1 and 10"):
        holmes.observe("So what.", person="anna", importance=importance)


@pytest.mark.parametrize("k", [0, -1])
def test_k(keep: soulkeep.Keep, holmes: soulkeep.Character, k: int) -> None:
    with refused(keep, holmes, soulkeep.InputError, "k must be a whole number, 1 or more"):
        holmes.recall("Who is Miso?", person="anna", k=k)


def test_a_huge_k_is_as_many_as_there_are(holmes: soulkeep.Character) -> None:
    assert len(holmes.recall("Who is Miso?", person="anna", k=10**12).hits) == 2


def test_a_string_where_a_set_of_names_is_meant(keep: soulkeep.Keep, holmes: soulkeep.Character) -> None:
    with refused(keep, holmes, soulkeep.InputError, "kinds must be a set", "kinds={'turn'}"):
        holmes.recall("Who is Miso?", person="anna", kinds="turn")
    with refused(keep, holmes, soulkeep.InputError, "sources must be a set", "sources={'house'}"):
        holmes.recall("Who is Miso?", person="anna", sources="house")


@pytest.mark.parametrize("name", ["k", "mind_bytes", "turn_characters"])
def test_settings(name: str) -> None:
    with pytest.raises(soulkeep.InputError, match=f"The setting {name} must be 1 or more"):
        soulkeep.Settings(**{name: 0})  # type: ignore[arg-type]


@pytest.mark.parametrize("value", [float("inf"), float("-inf"), float("nan"), 10**400, True])
@pytest.mark.parametrize("name", ["mood_hours", "annoyed_minutes", "session_minutes", "bm25_k1", "sparql_seconds"])
def test_settings_are_finite(name: str, value: Any) -> None:
    with pytest.raises(soulkeep.InputError, match=f"The setting {name} must be a (finite )?number"):
        soulkeep.Settings(**{name: value})


def test_a_query_may_be_given_a_day() -> None:
    assert soulkeep.Settings(sparql_seconds=LONGEST).sparql_seconds == LONGEST
    with pytest.raises(soulkeep.InputError, match="a day"):
        soulkeep.Settings(sparql_seconds=LONGEST + 1)


@pytest.mark.parametrize("templates", [5, b"wordings", ["wordings"], True])
def test_templates_are_a_folder(templates: Any) -> None:
    with pytest.raises(soulkeep.InputError, match="The setting templates must be a folder's path"):
        soulkeep.Settings(templates=templates)


def test_templates_may_be_a_path(tmp_path: Path) -> None:
    with soulkeep.open(":memory:", settings=soulkeep.Settings(templates=tmp_path)) as keep:
        assert keep.character("holmes").reply("Hello!", person="anna").text


@pytest.mark.parametrize("path", ["\0", "a\ud800.ttl"])
def test_paths_of_knowledge(keep: soulkeep.Keep, holmes: soulkeep.Character, path: str) -> None:
    with refused(keep, holmes, soulkeep.BadFile, "can't be the path of a file"):
        holmes.know(path)


# -- what there is not


def test_an_unknown_character(keep: soulkeep.Keep, holmes: soulkeep.Character) -> None:
    with refused(keep, holmes, soulkeep.UnknownCharacter, "no character 'homes'", "holmes"):
        keep.character("homes", create=False)
    assert keep.character("holmes", create=False).id == "holmes"


def test_an_unknown_memory(keep: soulkeep.Keep, holmes: soulkeep.Character) -> None:
    for id, person in (("unknown", "anna"), ("known", "boris"), ("known", None)):
        with refused(keep, holmes, soulkeep.UnknownMemory, f"no memory '{id}'", "another person"):
            holmes.memory(id, person=person)


# -- ids


@pytest.mark.parametrize(
    ("turn", "differs"),
    [
        (Turn("Miso is a dog.", id="known"), "text"),
        (Turn("Miso is a cat.", id="known", speaker="boris"), "speaker"),
        (Turn("Miso is a cat.", id="known", session="s"), "session"),
        (Turn("Miso is a cat.", id="known", time=datetime.fromisoformat("1999-01-01T00:00Z")), "time"),
    ],
)
def test_an_id_with_other_content(keep: soulkeep.Keep, holmes: soulkeep.Character, turn: Turn, differs: str) -> None:
    for turns in ([turn], [Turn("One.", id="1"), turn, Turn("Two.")], [turn, turn]):
        with refused(keep, holmes, soulkeep.IdConflict, f"its {differs} differs", "Nothing was stored"):
            holmes.observe_many(turns, person="anna")


def test_an_id_twice_in_one_call(keep: soulkeep.Keep, holmes: soulkeep.Character) -> None:
    with refused(keep, holmes, soulkeep.IdConflict, "its text differs"):
        holmes.observe_many([Turn("One.", id="1"), Turn("Another.", id="1")], person="anna")
    receipts = holmes.observe_many([Turn("One.", id="1"), Turn("One.", id="1")], person="anna")
    assert [receipt.new for receipt in receipts] == [True, False]


def test_an_id_repeated_without_a_time(
    keep: soulkeep.Keep, holmes: soulkeep.Character, clock: soulkeep.ManualClock
) -> None:
    before = holmes.memory("known", person="anna")
    clock.advance(timedelta(days=3))
    assert not holmes.observe("Miso is a cat.", person="anna", id="known").new
    assert holmes.memory("known", person="anna") == before
    assert holmes.observe("Miso is a cat.", person="boris", id="known").new  # another relationship has its own ids
    assert keep.stats().memories == 3


# -- locations


def test_locations(tmp_path: Path) -> None:
    with soulkeep.open(tmp_path / "keep.db", embedder=HashEmbedder()) as keep:
        holmes = keep.character("holmes")
        holmes.observe("Miso is a cat.", person="anna", id="known")
        holmes.learn("The keys hang behind the clock.", source="house")
        places: list[tuple[str | Path, type[soulkeep.SoulkeepError], str, str]] = [
            ("postgresql://localhost:9/keep", soulkeep.StoreUnreachable, "can't be reached", "PostgreSQL runs"),
            ("sqlite:///keep.db", soulkeep.InputError, "no kind of store", "file's path"),
            (tmp_path / "missing" / "keep.db", soulkeep.StoreError, "does not exist", "Create it"),
            (tmp_path, soulkeep.StoreError, "is a folder", "keep.db"),
        ]
        for place, kind, message, hint in places:
            with refused(keep, holmes, kind, message, hint):
                soulkeep.open(place, embedder=HashEmbedder())
        assert sorted(file.name for file in tmp_path.iterdir()) == ["keep.db", "keep.db-shm", "keep.db-wal"]


def test_a_closed_keep(tmp_path: Path) -> None:
    keep = soulkeep.open(tmp_path / "keep.db", embedder=HashEmbedder())
    holmes = keep.character("holmes")
    holmes.observe("Miso is a cat.", person="anna")
    keep.close()
    keep.close()
    calls: list[Callable[[], object]] = [
        lambda: holmes.observe("Hello.", person="anna"),
        lambda: holmes.recall("Hello?", person="anna"),
        lambda: list(holmes.memories(person="anna")),
        keep.stats,
    ]
    for call in calls:
        with pytest.raises(soulkeep.StoreClosed) as caught:
            call()
        assert "soulkeep.open" in caught.value.hint
    with soulkeep.open(tmp_path / "keep.db", embedder=HashEmbedder()) as again:
        assert again.stats().memories == 1


# -- the wrong kind of thing


@pytest.mark.parametrize(
    ("call", "message"),
    [
        pytest.param(lambda h: h.observe("Hi.", person="anna", time="2026-01-01"), "datetime", id="time as text"),
        pytest.param(lambda h: h.observe("Hi.", person="anna", time=FAR), "out of range", id="time too far"),
        pytest.param(lambda h: h.recall("Hi?", person="anna", since=FAR), "out of range", id="since too far"),
        pytest.param(lambda h: h.observe("Hi.", person="anna", scene={"place": "x"}), "soulkeep.Scene", id="scene"),
        pytest.param(lambda h: h.observe("Hi.", person="anna", heard_by="watson"), "heard_by", id="heard_by"),
        pytest.param(lambda h: h.observe("Hi.", person="anna", importance="high"), "importance", id="importance"),
        pytest.param(lambda h: h.observe_many(["Hi."], person="anna"), "soulkeep.Turn", id="turns of text"),
        pytest.param(lambda h: h.recall("Hi?", person="anna", k=2.5), "whole number", id="k"),
        pytest.param(lambda h: h.recall("Hi?", person="anna", budget=0), "budget", id="budget"),
        pytest.param(lambda h: soulkeep.Settings(k=1.5), "whole number", id="setting"),  # type: ignore[arg-type]
        pytest.param(lambda h: soulkeep.Settings(recency_weight=float("nan")), "recency_weight", id="nan"),
        pytest.param(lambda h: soulkeep.open(":memory:", embedder=5), "Embedder", id="embedder"),  # type: ignore[arg-type]
        pytest.param(lambda h: soulkeep.open(None), "path", id="location"),  # type: ignore[arg-type]
        pytest.param(lambda h: soulkeep.open(":memory:", settings={}), "Settings", id="settings"),  # type: ignore[arg-type]
        pytest.param(lambda h: h.observe("Hi.", person="anna", heard_by=5), "heard_by", id="a number heard"),
        pytest.param(lambda h: h.recall("Hi?", person="anna", budget="5"), "budget", id="budget of text"),
        pytest.param(lambda h: h.recall("Hi?", person="anna", sources=5), "sources", id="sources"),
        pytest.param(lambda h: h.recall("Hi?", person="anna", history=["Hello."]), "history", id="history of text"),
        pytest.param(lambda h: h.recall("Hi?", person="anna", history="Hello."), "history", id="history"),
        pytest.param(lambda h: h.observe_many(None, person="anna"), "list", id="no turns"),
    ],
)
def test_the_wrong_kind_of_thing(
    keep: soulkeep.Keep, holmes: soulkeep.Character, call: Callable[[Any], object], message: str
) -> None:
    with refused(keep, holmes, soulkeep.InputError, message):
        call(holmes)


@pytest.mark.parametrize("location", ["k\0.db", "~nobody-of-this-name/x.db"])
def test_odd_paths(location: str) -> None:
    with pytest.raises(soulkeep.StoreError):
        soulkeep.open(location)


def test_a_scene_may_be_given_in_any_collection(holmes: soulkeep.Character) -> None:
    scene = soulkeep.Scene(place="Baker Street", present={"Watson"}, objects=["a violin"])  # type: ignore[arg-type]
    id = holmes.observe("Hi.", person="anna", scene=scene).id
    found = holmes.memory(id, person="anna").scene
    assert found == soulkeep.Scene(place="Baker Street", present=("Watson",), objects=("a violin",))


def test_names_of_half_characters(keep: soulkeep.Keep, holmes: soulkeep.Character) -> None:
    for call in (lambda: holmes.memory("\ud800", person="anna"), lambda: keep.people("\ud800")):
        with pytest.raises(soulkeep.BadText, match="surrogate"):
            call()
