"""Answers worded as their question expects them: Korean endings and titles, German prepositions and articles,
durations, comparisons, the only one of several, and whose something is."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import soulkeep
from episodes_support import told_as_answer
from soulkeep.graph.episodes.endings_ko import ended
from soulkeep.graph.knowledge import Knowledge
from soulkeep.graph.words.doubt_ko import guessed, seeming
from soulkeep.graph.words.grammar_de import after_preposition, named_with_article
from soulkeep.graph.words.numbers_ko import native
from soulkeep.graph.words.politeness_ko import as_called, honours, polite, raised, spoken_to_friends, titled
from soulkeep.graph.words.spoken import spoken
from soulkeep.judgement.talk import tongue

YARD = """
@prefix : <http://example.org/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> . @prefix schema: <https://schema.org/> .
:Boat rdfs:label "boat"@en, "Boot"@de . :Person rdfs:label "person"@en . :NPC rdfs:label "character"@en .
:speed rdfs:label "top speed (km/h)"@en, "Höchstgeschwindigkeit (km/h)"@de . :skipper rdfs:label "skipper"@en .
:race rdfs:label "race"@en . :takes rdfs:label "duration"@en . :sails rdfs:label "sails"@en .
:nick rdfs:label "nickname"@en .
:gull a :Boat ; rdfs:label "Grey Gull" ; :speed 22 ; :skipper :ann ; :takes "PT4H30M"^^xsd:duration .
:tern a :Boat ; rdfs:label "Tern" ; :speed 18 ; :skipper :bea ;
    schema:offers [ schema:price 40 ; schema:priceCurrency "EUR" ] .
:ann a :Person ; rdfs:label "Ann Pell" ; :nick "Pip" . :bea a :Person ; rdfs:label "Bea Rudd" .
:g1 a :NPC ; rdfs:label "Gork" ; :race "goblin" . :g2 a :NPC ; rdfs:label "Mork" ; :race "goblin" .
:g3 a :NPC ; rdfs:label "Elda" ; :race "elf" . :g4 a :NPC ; rdfs:label "Isil" ; :race "elf" .
"""


@pytest.fixture(scope="module")
def keeper(tmp_path_factory: pytest.TempPathFactory) -> Iterator[soulkeep.Character]:
    data = tmp_path_factory.mktemp("yard") / "yard.ttl"
    data.write_text(YARD, encoding="utf-8")
    with soulkeep.open(":memory:", settings=soulkeep.Settings(background=False)) as keep:
        one = keep.character("Keeper")
        one.know(data)
        yield one


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ("Is the Grey Gull faster than the Tern?", "The Grey Gull does 22 km/h and the Tern 18."),
        ("Whose boat is the Tern?", "Bea Rudd's"),
        ("Which boats are faster than 20 km/h?", "ust the Grey Gull"),
        ("How long does the Grey Gull take?", "our and a half hours"),
        ("How many goblins are there?", "wo"),
        ("How many boats are there?", "wo"),
        ("What does the Tern cost?", "40"),
        ("Who do they call Pip?", "Ann Pell"),
    ],
)
def test_answers_are_worded_as_asked(keeper: soulkeep.Character, asked: str, told: str) -> None:
    assert told in keeper.reply(asked, person=asked).text


@pytest.mark.parametrize("asked", ["What is the name of Ann Pell's husband?", "Why did Ann Pell leave?"])
def test_nobody_is_no_boat(keeper: soulkeep.Character, asked: str) -> None:
    answer = told_as_answer(keeper.reply(asked, person=asked).text)
    assert not any(name in answer for name in ("Gull", "Tern", "Bea", "Gork", "22", "18")), answer


@pytest.mark.parametrize(
    ("text", "asked", "told"),
    [
        ("별지기, 문라이더", "어떤 팬클럽들이 있나요?", "별지기, 문라이더가 있어."),
        ("조아라 사범님", "사범님들 누구누구 계셔?", "조아라 사범님이 계셔."),
        ("물쇼", "어떤 공연을 볼 수 있어?", "물쇼를 볼 수 있어."),
        ("103일", "해결하는 데 얼마나 걸렸어?", "103일 걸렸어."),
        ("2시간", "가는 데 얼마나 걸려?", "2시간 걸려."),
        ("2014년 9월 1일", "언제부터 일했어?", "2014년 9월 1일부터야."),
        ("12월 31일", "유통기한이 언제까지야?", "12월 31일까지야."),
        ("강철비", "지휘관은 누구였는데?", "강철비였어."),
        ("은행원", "전에 무슨 일 하셨어요?", "은행원이었어."),
        ("선반", "고양이는 뭐 위에서 자고 있어?", "선반이야."),
        ("서점", "책은 어느 가게에 있어?", "서점이야."),
        ("금고실", "거울은 어떤 방에 보관돼 있어?", "금고실이야."),
        ("흰색", "주전자는 어떤 색으로 칠해져 있어?", "흰색이야."),
        ("78살에 죽었어.", "몇 살에 죽었어?", "78살에 죽었어."),
    ],
)
def test_korean_answers_end_as_their_question_wants(text: str, asked: str, told: str) -> None:
    assert ended(text, asked) == told


@pytest.mark.parametrize(
    ("told", "guess", "impression"),
    [
        ("물쇼가 있어.", "물쇼가 있을 거야.", "물쇼가 있는 것 같아."),
        ("103일 걸렸어.", "103일 걸렸을 거야.", "103일 걸린 것 같아."),
        ("강철비였어.", "강철비였을 거야.", "강철비였던 것 같아."),
        ("사범님이 계셔.", "사범님이 계실 거야.", "사범님이 계신 것 같아."),
    ],
)
def test_korean_verbs_are_doubted(told: str, guess: str, impression: str) -> None:
    assert (guessed(told), seeming(told)) == (guess, impression)


def test_people_are_honoured_whom_a_question_honours() -> None:
    assert honours("나이가 제일 많으신 분은 누구세요?")
    assert honours("사범님은 누구누구예요?")
    assert not honours("이 동네에 누가 사는지 알려 주세요")
    assert not honours("2분 걸려?")
    assert not honours("안녕하세요, 보리는 몇 살이에요?")
    assert not honours("보리 주인이 누군지 아세요?")
    assert raised("1시간 30분이에요.") == "1시간 30분이에요."
    assert raised("차도윤 씨예요.") == "차도윤 씨세요."
    assert titled(["한서우"], "수의사 선생님이 누구세요?") == ["한서우 선생님"]
    assert titled(["무진 스님"], "그 분은 누구세요?") == ["무진 스님"]
    assert titled(["가온", "나래", "다솜"], "사범님은 누구누구세요?") == ["가온", "나래", "다솜 사범님"]
    assert as_called("차도윤", "차도윤 씨랑 엄지손 씨 중에 누가 먼저예요?") == "차도윤 씨"
    assert raised("한서우 님이에요.") == "한서우 님이세요."
    assert raised("아마 68살일 거예요.") == "아마 68살이실 거예요."
    assert (native(5), native(20), native(31), native(100)) == ("다섯", "스무", "서른한", None)


def test_what_data_has_written_is_said_and_titles_keep_their_words() -> None:
    assert spoken_to_friends("할머니 턱처럼 생겨서 붙은 이름이다.") == "할머니 턱처럼 생겨서 붙은 이름이야."
    assert spoken_to_friends("천 년 된 나무이다. 나중에 장터에서 샀다.") == "천 년 된 나무야. 나중에 장터에서 샀어."
    assert polite("내가 알기로는 소리 나는 골목이야.") == "제가 알기로는 소리 나는 골목이에요."
    assert polite("까마귀 난이야.") == "까마귀 난이에요."
    assert polite("그건 나도 모르겠어.") == "그건 저도 모르겠어요."
    assert polite("회색 곰팡이야.") == "회색 곰팡이예요."


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("Langer Heinrich", "der Lange Heinrich"), ("Dicke Berta", "die Dicke Berta"),
        ("Die Windsbraut", "die Windsbraut"), ("Seekircher Sprint 2026", "der Seekircher Sprint 2026"),
        ("24-Stunden-Übung", "die 24-Stunden-Übung"), ("Parzelle 15", None), ("Nebelbakken", None),
    ],
)  # fmt: skip
def test_german_names_have_the_article_that_they_show(name: str, told: str | None) -> None:
    assert named_with_article(name, "Welche sind das?") == told


def test_german_names_are_declined_after_prepositions() -> None:
    assert after_preposition("mit", "Langer Heinrich") == "mit dem Langen Heinrich"
    assert after_preposition("auf", "Alte Veitschanze") == "auf der Alten Veitschanze"


@pytest.mark.parametrize(
    ("duration", "english", "german"),
    [
        ("PT1H30M", "an hour and a half", "anderthalb Stunden"),
        ("PT4H30M", "four and a half hours", "viereinhalb Stunden"),
        ("P1DT12H", "a day and a half", "anderthalb Tage"),
        ("P2Y6M", "two and a half years", "zweieinhalb Jahre"),
        ("PT3H10M", "3 hours and 10 minutes", "3 Stunden und 10 Minuten"),
    ],
)
def test_durations_are_said_as_people_say_them(duration: str, english: str, german: str) -> None:
    term, names = f'"{duration}"^^<http://www.w3.org/2001/XMLSchema#duration>', Knowledge([b""]).lexicon
    assert (spoken(term, names, "en"), spoken(term, names, "de")) == (english, german)


@pytest.mark.parametrize(
    ("said", "own", "heard"),
    [
        ("Anzahl Marionetten?", "de", "de"), ("Anzahl Marionetten?", None, "en"),
        ("Welche Augenfarbe hat Adelheid?", None, "de"), ("cheapest cheese per kilo?", "de", "en"),
        ("Who has the most hens?", "de", "en"), ("Hat Edmund zwei Pferde?", "de", "de"),
    ],
)  # fmt: skip
def test_a_first_turn_that_tells_no_language_is_heard_in_that_of_the_data(
    said: str, own: str | None, heard: str
) -> None:
    assert tongue(said, None, own) == heard
