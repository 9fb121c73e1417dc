"""Tests of the understanding of labelled utterances about the music of the demo, and of others that have nothing to do
with it.

The sets are in `understood`: how they are written stands at the top of `en.txt`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

import soulkeep
from episodes_support import dbo, dbr
from soulkeep.graph.episodes.answers import answers
from soulkeep.graph.episodes.understand import understand
from soulkeep.graph.files import read_file
from soulkeep.graph.knowledge import ANYTHING, Knowledge
from soulkeep.graph.schema import TYPE
from soulkeep.graph.terms import is_literal, is_variable, parsed
from soulkeep.lang.language import detect
from soulkeep.types.episodes import Understanding

_SETS = Path(__file__).parent / "understood"
_MUSIC = Path(soulkeep.__file__).parent / "demo" / "music.ttl"
_RDF = {TYPE: "type", ANYTHING: "anything"}


class Labelled(NamedTuple):
    """An utterance, those before it, and what it means; what may be left out apart."""

    utterances: list[str]
    triples: set[str]
    may: set[str]
    entities: set[str]
    may_name: set[str]


class Score(NamedTuple):
    """The share of what was found that is right, the share of what is right that was found, and what wasn't found."""

    precision: float
    recall: float
    misses: list[str]


@pytest.fixture(scope="module")
def music() -> Knowledge:
    return Knowledge([read_file(_MUSIC).data])


def _set(name: str) -> Iterator[Labelled]:
    for line in (_SETS / f"{name}.txt").read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            said, means, *named = line.split("|")
            triples, may = _listed(means)
            if named:
                entities, may_name = _listed(named[0])
            else:
                entities = {part for one in triples for part in _ends(one)}
                may_name = {part for one in may for part in _ends(one)}
            yield Labelled([part.strip() for part in said.split(">>")], triples, may, entities, may_name)


def _listed(text: str) -> tuple[set[str], set[str]]:
    parts = [part.strip() for part in text.split(";") if part.strip()]
    return {one for one in parts if one[0] != "~"}, {one[1:].strip() for one in parts if one[0] == "~"}


def _ends(triple: str) -> list[str]:
    """Return the entities of a written triple."""
    subject, predicate, object = triple.split(" > ")
    return [
        one for one in (subject, "" if predicate == "type" else object) if one not in ("?", "") and not one.isdigit()
    ]


def _label(term: str, knowledge: Knowledge) -> str:
    if is_variable(term):
        return "?"
    if is_literal(term):
        return parsed(term).value
    return _RDF.get(term) or knowledge.lexicon.label(term, "en")


def _understood(one: Labelled, knowledge: Knowledge) -> Understanding:
    context: list[Understanding] = []
    for text in one.utterances:
        context.append(understand(text, detect(text), knowledge, context=context))
    return context[-1]


def _score(found: set[str], wanted: set[str], may: set[str], count: Counter[str]) -> bool:
    count["right"] += len(found & wanted)
    count["found"] += len(found - may)
    count["wanted"] += len(wanted)
    return found - may == wanted


def _measured(name: str, knowledge: Knowledge) -> tuple[Score, Score]:
    """Return the scores of the triples and of the entities of a set."""
    triples, entities = Counter[str](), Counter[str]()
    missed: tuple[list[str], list[str]] = [], []
    for one in _set(name):
        said = _understood(one, knowledge)
        found = {" > ".join(_label(term, knowledge) for term in triple) for triple in said.triples}
        names = {_label(term, knowledge) for term in said.entities}
        if not _score(found, one.triples, one.may, triples):
            missed[0].append(f"{' >> '.join(one.utterances)}: {sorted(found)}, not {sorted(one.triples)}")
        if not _score(names, one.entities, one.may_name, entities):
            missed[1].append(f"{' >> '.join(one.utterances)}: names {sorted(names)}, not {sorted(one.entities)}")
    return tuple(  # type: ignore[return-value]
        Score(count["right"] / (count["found"] or 1), count["right"] / (count["wanted"] or 1), misses)
        for count, misses in zip((triples, entities), missed, strict=True)
    )


@pytest.mark.parametrize("name", ["en", "ko", "en_unseen", "ko_unseen", "de", "fr", "es", "ja", "zh"])
def test_what_is_meant_is_understood_and_little_else(name: str, music: Knowledge) -> None:
    triples, entities = _measured(name, music)
    for score in (triples, entities):
        print(f"{name}: precision {score.precision:.3f}, recall {score.recall:.3f}", *score.misses, sep="\n    ")
        # In German a spouse is sought from the other side since forms near the best have a second score.
        assert score.precision >= (0.84 if name == "de" else 0.9), score.misses
        assert score.recall >= 0.85, score.misses


@pytest.mark.parametrize(("name", "least"), [("en", 120), ("ko", 80), ("en_unseen", 30), ("ko_unseen", 20)])
def test_the_sets_are_large_and_a_quarter_of_them_has_nothing_to_do_with_music(name: str, least: int) -> None:
    labelled = list(_set(name))
    assert len(labelled) >= least
    assert len({" ".join(one.utterances) for one in labelled}) == len(labelled)
    assert sum(not one.triples and not one.may for one in labelled) >= len(labelled) / 4


def test_the_labels_of_the_sets_are_those_of_the_data(music: Knowledge) -> None:
    names = {_label(term, music) for term, _, _, _ in music.lexicon.named()}
    said = {"anything", "type"} | {_label(term, music) for term in music.schema.properties}
    kinds = {_label(term, music) for term in music.schema.classes}
    for path in _SETS.glob("*.txt"):
        for one in _set(path.stem):
            assert one.entities | one.may_name <= names, one
            for triple in one.triples | one.may:
                _, predicate, object = triple.split(" > ")
                assert predicate in said, triple
                assert predicate != "type" or object in kinds, triple


def _hear(music: Knowledge, *texts: str) -> Understanding:
    return _understood(Labelled(list(texts), set(), set(), set(), set()), music)


@pytest.mark.parametrize(
    ("text", "means"),
    [
        ("When was Thriller released?", "Thriller"),
        ("Which songs are on Thriller?", "Thriller"),
        ("Who recorded the album Imagine?", "Imagine_(John_Lennon_album)"),
        ("Who wrote the song Imagine?", "Imagine_(John_Lennon_song)"),
        ("How long is Thriller?", "Thriller_(song)"),
    ],
)
def test_of_an_album_and_a_song_of_one_name_that_is_meant_which_fits(text: str, means: str, music: Knowledge) -> None:
    assert _hear(music, text).entities == (_thing(music, means),)


def _thing(music: Knowledge, name: str) -> str:
    wanted = dbo("Song") if name.endswith("song)") else dbo("Album")
    plain = name.split("_(")[0]
    return next(term for term in music.gazetteer.means(plain) if music.is_a(term, wanted))


@pytest.mark.parametrize(
    ("text", "likes"),
    [
        ("I love Billy Joel", {"Billy_Joel": 1.0}),
        ("I don't like Madonna at all.", {"Madonna": -1.0}),
        ("I can't stand Madonna.", {"Madonna": -1.0}),
        ("My favourite singer is Nina Simone.", {"Nina_Simone": 1.0}),
        ("마돈나는 별로 안 좋아해.", {"Madonna": -1.0}),
        ("나는 빌리 조엘을 좋아해", {"Billy_Joel": 1.0}),
        ("Do you like Madonna?", {}),
        ("I saw Billy Joel.", {}),
    ],
)
def test_what_somebody_likes_is_noted(text: str, likes: dict[str, float], music: Knowledge) -> None:
    assert _hear(music, text).likes == {_named(music, name): way for name, way in likes.items()}


def _named(music: Knowledge, name: str) -> str:
    return next(iter(music.gazetteer.means(name.replace("_", " "))))


def test_several_questions_in_one_have_several_answers(music: Knowledge) -> None:
    said = _hear(music, "What is the birth name and the birthplace of Prince?")
    assert len({triple.object for triple in said.triples}) == 2
    assert {triple.predicate for triple in said.triples} == {dbo("birthName"), dbo("birthPlace")}
    assert [found.text for found in answers(said, music)] == [
        "Prince's birth name is Prince Rogers Nelson.",
        "Prince was born in Minneapolis.",
    ]


@pytest.mark.parametrize(
    ("texts", "told"),
    [
        (["Where was the writer of Bohemian Rhapsody born?"], "Stone Town"),
        (["When was the drummer of Queen born?"], "26 July 1949"),
        (["Which albums by Miles Davis came out in 1959?"], "Kind of Blue"),
        (["Which albums did The Beatles release in 1966?"], "Revolver"),
        (["Who was influenced by Joe Satriani?"], "Steve Vai"),
        (["Who influenced Steve Vai?"], "Joe Satriani"),
        (["Tell me about Queen", "What are their albums?"], "Sheer Heart Attack"),
        (["How old is Adele?"], "5 May 1988"),
    ],
)
def test_what_is_asked_by_way_of_something_else_is_answered(texts: list[str], told: str, music: Knowledge) -> None:
    found = answers(_hear(music, *texts), music)
    assert len(found) == 1
    assert told in found[0].text


def test_whether_somebody_is_in_a_band_is_answered_with_yes(music: Knowledge) -> None:
    (found,) = answers(_hear(music, "Is Brian May in Queen?"), music)
    assert found.kind == "yes"


def test_only_what_was_asked_for_is_among_what_came_out_in_a_year(music: Knowledge) -> None:
    (found,) = answers(_hear(music, "Which albums by Miles Davis came out in 1959?"), music)
    assert found.values == (dbr("Kind_of_Blue"),)


def test_a_question_that_is_not_understood_is_not_answered_with_something_else(music: Knowledge) -> None:
    said = _hear(music, "How much did the yacht of Madonna cost?")
    assert said.triples == ()
    assert said.entities == (dbr("Madonna_(entertainer)"),) or music.lexicon.label(said.entities[0], "en") == "Madonna"


def test_a_statement_asks_for_nothing(music: Knowledge) -> None:
    for text in ("My sister was born in Busan.", "My brother plays the guitar.", "우리 누나는 부산에서 태어났어."):
        assert _hear(music, text).triples == (), text


@pytest.mark.parametrize("text", ["It's a headline", "?", "...", "“”", "의", "🎵" * 40, "born " * 300, "Queen " * 300])
def test_odd_texts_are_survived(text: str, music: Knowledge) -> None:
    assert len(_hear(music, text).triples) < 10


def test_what_was_understood_is_stored_and_read_as_it_was(music: Knowledge) -> None:
    said = _hear(music, "Tell me about Freddie Mercury", "Where was he born?")
    assert said.carried == ("entity",)
    assert Understanding.of(said.data()) == said
