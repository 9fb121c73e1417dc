"""Bringing a past up to date: each turn once, whatever is stored, forgotten or read beside it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from episodes_support import BORN, Talk
from soulkeep.graph.episodes.past import Past, PastCache
from soulkeep.settings import Settings
from soulkeep.stores.rows import Head, PartitionKey

ANNA = PartitionKey("ella", "anna")
OWN = frozenset({"ella", "Ella"})
MILES = "When was Miles Davis born?"


@pytest.fixture
def talk() -> Iterator[Talk]:
    with Talk() as talk:
        yield talk


def head_of(talk: Talk) -> Head:
    _, [head] = talk.keep._store.heads([ANNA])
    assert head is not None
    return head


def past_of(talk: Talk) -> Past:
    knowledge = talk.keep._runtime.graph_cache.library.of("ella")
    return Past(head_of(talk).partition, OWN, knowledge, talk.keep._runtime.settings)


def texts(past: Past) -> list[str]:
    return [one.text for one in past.log.inputs]


def test_a_head_that_was_read_before_the_latest_turns_takes_nothing_in_twice(talk: Talk) -> None:
    talk.say(BORN)
    old = head_of(talk)
    talk.say(MILES)
    new = head_of(talk)
    past = past_of(talk)
    store = talk.keep._store
    past.catch_up(store, old)
    assert texts(past) == [BORN]
    for head in (new, old, new):  # as threads do that read the head before, and come to it later
        past.catch_up(store, head)
        assert texts(past) == [BORN, MILES]
        assert len(past.log.messages) == 2
    talk.say(BORN)
    past.catch_up(store, head_of(talk))
    assert texts(past) == [BORN, MILES, BORN]


def test_what_is_forgotten_between_head_and_reading_is_left_out_and_restored_it_comes_back(talk: Talk) -> None:
    reply = talk.say(BORN)
    talk.say(MILES)
    head = head_of(talk)
    talk.ella.forget(reply.heard or "", person="anna")
    past = past_of(talk)
    past.catch_up(talk.keep._store, head)
    assert texts(past) == [MILES]
    past.catch_up(talk.keep._store, head_of(talk))
    assert texts(past) == [MILES]
    talk.ella.restore(reply.heard or "", person="anna")
    past.catch_up(talk.keep._store, head_of(talk))
    assert texts(past) == [BORN, MILES]


def test_a_turn_that_is_only_used_does_not_begin_everything_anew(talk: Talk) -> None:
    reply = talk.say(BORN)
    past = past_of(talk)
    past.catch_up(talk.keep._store, head_of(talk))
    [one] = past.log.inputs
    found = talk.keep._store.find(ANNA, reply.heard or "")
    assert found is not None
    later = one.accessed + 3600
    talk.keep._store.touch({found.partition: [found.seq]}, boost=1.5, at=later)
    past.catch_up(talk.keep._store, head_of(talk))
    assert past.log.inputs == [one]
    assert one.accessed == later


def test_the_user_model_is_the_same_however_often_it_is_looked_at(talk: Talk) -> None:
    watched, store = past_of_nothing(talk), talk.keep._store
    for text in (BORN, "Thanks, great!", "I love Billy Joel.", "Where was Lou Reed born?", MILES):
        talk.say(text)
        watched.catch_up(store, head_of(talk))
        watched.learn_all()
    once = past_of(talk)
    once.catch_up(store, head_of(talk))
    once.learn_all()
    assert once.person is not None
    assert watched.person is not None
    expected = once.person.interests(0.0)
    assert dict(watched.person.interests(0.0)) == {liking: pytest.approx(weight) for liking, weight in expected}


def past_of_nothing(talk: Talk) -> Past:
    talk.ella.observe("It rains.", person="anna")
    return past_of(talk)


def test_an_answer_that_comes_after_the_next_input_counts_as_well(talk: Talk) -> None:
    """Two threads reply to one person: both inputs are stored, then both answers."""
    born_in = "Where was Lou Reed born?"
    streams = [talk.ella.stream(born_in, person="anna"), talk.ella.stream(MILES, person="anna")]
    pieces = [iter(stream) for stream in streams]
    for piece in pieces:
        next(piece)
    assert len(list(talk.episodes())) == 2
    talk.episodes().interests()
    for piece in pieces:
        list(piece)
    assert "Brooklyn" in {one.label for one in talk.episodes().interests("value")}
    replies = [one for one in talk.episodes() if one.kind == "message"]
    rows = (
        talk.ella.episodes(person="anna")
        .sparql("SELECT ?asked { ?m a sk:SendMessage ; sk:inReplyTo/sk:text ?asked }")
        .rows
    )
    assert {row[0] for row in rows} == {f'"{born_in}"', f'"{MILES}"'}
    assert len(replies) == 2


def test_the_cache_drops_the_least_recently_used(talk: Talk) -> None:
    settings = Settings(episodes=1)
    cache = PastCache(talk.keep._store, settings)
    knowledge = talk.keep._runtime.graph_cache.library.of("ella")
    people = [f"p{number}" for number in range(12)]
    for person in people:
        talk.say(BORN, person=person)
    pasts = {person: cache.get(PartitionKey("ella", person), OWN, knowledge) for person in people}
    assert cache.get(PartitionKey("ella", "p11"), OWN, knowledge) is pasts["p11"]
    again = cache.get(PartitionKey("ella", "p0"), OWN, knowledge)
    assert again is not pasts["p0"]
    assert again is not None
    assert texts(again) == [BORN]


def test_there_is_no_past_with_somebody_unknown(talk: Talk) -> None:
    cache = PastCache(talk.keep._store, Settings())
    assert cache.get(PartitionKey("ella", "nobody"), OWN, None) is None
