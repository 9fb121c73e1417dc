"""Sentences about what is remembered: grammatical by template, true of what is given."""

from __future__ import annotations

import string
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from soulkeep.text import wording_tables as tables
from soulkeep.text.wordings import (
    asked_wording,
    fact_wording,
    feeling_wording,
    hour_wording,
    repeated_wording,
    taste_wording,
    topic_wording,
    weekday_wording,
)

LANGUAGES = ["en", "de", "fr", "es", "ko", "ja", "zh"]
MAY = datetime(2026, 5, 17, 9, tzinfo=UTC)
RELATIONS = [
    "name", "age", "birthday", "home", "origin", "role", "employer", "studies", "partner", "spouse", "child", "son",
    "daughter", "mother", "father", "sister", "brother", "friend", "grandmother", "grandfather", "pet", "likes",
    "dislikes", "allergy", "diet", "health", "language", "uses", "plan", "promise", "goal", "prefers", "avoids",
    "attended",
]  # fmt: skip

ENGLISH = [
    ("", "name", "Anna Kim", "anna is called Anna Kim.", "anna is not called Anna Kim."),
    ("", "age", "29", "anna is 29 years old.", "anna is not 29 years old."),
    ("", "birthday", "3 May", "anna's birthday is 3 May.", "anna's birthday is not 3 May."),
    ("", "home", "Busan", "anna lives in Busan.", "anna no longer lives in Busan."),
    ("sister", "home", "Vienna", "anna's sister lives in Vienna.", "anna's sister no longer lives in Vienna."),
    ("Clara", "home", "Vienna", "Clara lives in Vienna.", "Clara no longer lives in Vienna."),
    ("Mom", "likes", "roses", "anna's mom likes roses.", "anna's mom does not like roses."),
    ("kids", "likes", "tennis", "anna's kids like tennis.", "anna's kids do not like tennis."),
    ("kids", "school", "Hill School", "anna's kids' place of study is Hill School.", None),
    ("dog", "name", "Rex", "anna's dog is called Rex.", "anna's dog is not called Rex."),
    ("", "role", "nurse", "anna is a nurse.", "anna is not a nurse."),
    ("", "role", "engineer", "anna is an engineer.", "anna is not an engineer."),
    ("", "role", "SRE lead", "anna is an SRE lead.", None),
    ("", "role", "UX designer", "anna is a UX designer.", None),
    ("", "role", "university teacher", "anna is a university teacher.", None),
    ("", "role", "the mayor", "anna is the mayor.", None),
    ("", "role", "head of sales", "anna is head of sales.", None),
    ("", "role", "Senior PM", "anna is Senior PM.", "anna is not Senior PM."),
    ("", "employer", "Lovelace Labs", "anna works for Lovelace Labs.", "anna does not work for Lovelace Labs."),
    ("", "employer", "fintech startup", "anna works for a fintech startup.", None),
    ("", "likes", "get lost in books", "anna likes to get lost in books.", "anna does not like to get lost in books."),
    ("", "likes", "hiking", "anna likes hiking.", None),
    ("", "dislikes", "work calls", "anna dislikes work calls.", None),
    ("", "active users", "15K active users", "anna has 15K active users.", None),
    ("", "studies", "physics", "anna's field of study is physics.", "anna's field of study is not physics."),
    ("", "studies", "Kyoto University", "anna's place of study is Kyoto University.", None),
    ("", "sister", "Clara", "anna has a sister, Clara.", "Clara is not anna's sister."),
    ("", "sister", "", "anna has a sister.", "anna does not have a sister."),
    ("", "brother", "two brothers", "anna has two brothers.", "anna does not have two brothers."),
    ("", "partner", "Tom", "anna's partner is Tom.", "Tom is not anna's partner."),
    ("", "pet", "Rex", "anna has a pet, Rex.", "Rex is not anna's pet."),
    ("", "pet", "dog", "anna has a dog.", "anna does not have a dog."),
    ("", "pet", "3 cats", "anna has 3 cats.", "anna does not have 3 cats."),
    ("", "favourite film", "Alien", "anna's favourite film is Alien.", "anna's favourite film is not Alien."),
    ("", "diet", "vegan", "anna is vegan.", "anna is not vegan."),
    ("", "diet", "pork", "anna eats pork.", "anna does not eat pork."),
    ("", "diet", "alcohol", "anna drinks alcohol.", "anna does not drink alcohol."),
    ("", "health", "asthma", "anna has asthma.", "anna does not have asthma."),
    ("", "health", "diabetic", "anna is diabetic.", "anna is not diabetic."),
    ("", "uses", "Excel", "anna uses Excel.", "anna does not use Excel."),
    ("", "plan", "move to Berlin", "anna plans to move to Berlin.", "anna does not plan to move to Berlin."),
    ("", "plan", "a trip to Rome", "anna plans a trip to Rome.", "anna does not plan a trip to Rome."),
    ("", "promise", "call Tom", "anna promised to call Tom.", "anna's promise does not stand: to call Tom."),
    ("", "goal", "run a marathon", "anna's goal is to run a marathon.", "anna's goal is not to run a marathon."),
    ("", "snack budget", "$75", "anna's snack budget is $75.", "anna's snack budget is not $75."),
    ("", "savings", "$5", "anna's savings are $5.", "anna's savings are not $5."),
    ("", "plan", "a movie night", "anna plans a movie night.", None),
    ("", "plan", "visiting my aunt", "anna plans on visiting their aunt.", None),
    ("", "plan", "make my dreams come true", "anna plans to make their dreams come true.", None),
    ("", "favourite film", "my night", "anna's favourite film is my night.", None),
    ("", "prefers", "my tea hot", "anna prefers their tea hot.", None),
    ("", "avoids", "crowds", "anna avoids crowds.", "anna does not avoid crowds."),
    (
        "",
        "attended",
        "pottery workshop",
        "anna attended a pottery workshop.",
        "anna has never attended a pottery workshop.",
    ),
    ("", "marital status", "married", "anna is married.", "anna is not married."),
    ("", "nationality", "Korean", "anna is Korean.", "anna is not Korean."),
    ("", "origin", "Korean", "anna is Korean.", None),
    ("", "has", "motorbike", "anna has a motorbike.", "anna does not have a motorbike."),
    ("", "role", "2nd year PhD", "anna is a 2nd year PhD.", None),
    ("", "boss", "Ms Kim", "anna's boss is Ms Kim.", "Ms Kim is not anna's boss."),
    ("", "origin", "Washington D.C.", "anna comes from Washington D.C.", None),
]


@pytest.mark.parametrize(("subject", "relation", "value", "holds", "ended"), ENGLISH)
def test_english(subject: str, relation: str, value: str, holds: str, ended: str | None) -> None:
    assert fact_wording("anna", subject, relation, value, True, "en") == holds
    if ended is not None:
        assert fact_wording("anna", subject, relation, value, False, "en") == ended


KOREAN = [
    ("anna", "", "home", "부산", "anna는 부산에 산다.", "anna는 이제 부산에 살지 않는다."),
    ("민준", "", "likes", "라면", "민준은 라면을 좋아한다.", "민준은 라면을 좋아하지 않는다."),
    ("민지", "", "likes", "커피", "민지는 커피를 좋아한다.", "민지는 커피를 좋아하지 않는다."),
    ("민지", "", "role", "간호사", "민지의 직업은 간호사다.", "민지의 직업은 간호사가 아니다."),
    ("민지", "", "role", "선생님", "민지의 직업은 선생님이다.", "민지의 직업은 선생님이 아니다."),
    ("민지", "", "age", "29", "민지는 29살이다.", "민지는 29살이 아니다."),
    ("민지", "누나", "home", "서울", "민지의 누나는 서울에 산다.", None),
    ("민지", "sister", "home", "서울", "민지의 자매는 서울에 산다.", None),
    ("민지", "수빈", "home", "서울", "수빈은 서울에 산다.", None),
    ("Tom", "", "pet", "초코", "Tom에게는 반려동물 초코가 있다.", "초코는 Tom의 반려동물이 아니다."),
    ("Tom", "", "uses", "Excel", "Tom은 Excel을 쓴다.", "Tom은 Excel을 쓰지 않는다."),
    ("민지", "", "favourite 영화", "괴물", "민지가 가장 좋아하는 영화는 괴물이다.", None),
    ("민지", "", "간식 예산", "$75", "민지의 간식 예산은 $75다.", "민지의 간식 예산은 $75가 아니다."),
    ("민지", "", "allergy", "땅콩 알레르기", "민지에게는 땅콩 알레르기가 있다.", "민지에게는 땅콩 알레르기가 없다."),
]


@pytest.mark.parametrize(("teller", "subject", "relation", "value", "holds", "ended"), KOREAN)
def test_korean_particles(teller: str, subject: str, relation: str, value: str, holds: str, ended: str | None) -> None:
    assert fact_wording(teller, subject, relation, value, True, "ko") == holds
    if ended is not None:
        assert fact_wording(teller, subject, relation, value, False, "ko") == ended


OTHERS = [
    ("de", "", "home", "Wien", "anna lebt in Wien."),
    ("de", "Schwester", "home", "Wien", "annas Schwester lebt in Wien."),
    ("de", "Clara", "home", "Wien", "Clara lebt in Wien."),
    ("de", "", "favourite Film", "Alien", "Lieblingsfilm von anna: Alien."),
    ("fr", "", "home", "Lyon", "anna vit à Lyon."),
    ("fr", "", "home", "France", "anna vit en France."),
    ("fr", "sœur", "home", "Lyon", "La sœur d'anna vit à Lyon."),
    ("fr", "", "mother", "Eva", "La mère d'anna est Eva."),
    ("es", "", "likes", "el café", "A anna le gusta el café."),
    ("es", "hermano", "likes", "el café", "Al hermano de anna le gusta el café."),
    ("ja", "", "home", "東京", "annaは東京に住んでいる。"),
    ("ja", "姉", "home", "東京", "annaの姉は東京に住んでいる。"),
    ("zh", "", "allergy", "花生", "anna对花生过敏。"),
    ("zh", "妹妹", "likes", "茶", "anna的妹妹喜欢茶。"),
    ("de", "", "plan", "meine Oma besuchen", "anna hat vor: „meine Oma besuchen“."),
    ("fr", "", "goal", "aider ma sœur", "But d'anna : « aider ma sœur »."),
    ("ko", "", "plan", "우리 집을 고치기", "anna의 계획: “우리 집을 고치기”."),
    ("ja", "", "marital status", "既婚", "annaの婚姻状況は既婚だ。"),
    ("zh", "", "nationality", "韩国", "anna的国籍是韩国。"),
    ("pl", "", "home", "Lublin", "anna lives in Lublin."),
]


@pytest.mark.parametrize(("language", "subject", "relation", "value", "wording"), OTHERS)
def test_other_languages(language: str, subject: str, relation: str, value: str, wording: str) -> None:
    assert fact_wording("anna", subject, relation, value, True, language) == wording


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("relation", [*RELATIONS, "favourite film", "boss", "cousin", "snack budget"])
def test_what_holds_and_what_does_not_are_told_apart(relation: str, language: str) -> None:
    for subject in ("", "sister", "Clara"):
        holds = fact_wording("anna", subject, relation, "Quilp", True, language)
        ended = fact_wording("anna", subject, relation, "Quilp", False, language)
        assert holds != ended
        for text in (holds, ended):
            assert "Quilp" in text
            assert ("Clara" if subject == "Clara" else "anna") in text
            assert text.endswith((".", "。"))
            assert not set("{}<>[]|") & set(text)


def test_every_language_has_every_template() -> None:
    for language in LANGUAGES:
        assert set(RELATIONS) - set(tables.ONE_OF) - set(tables.THE_ONE) <= set(tables.RELATIONS[language])
        assert set(tables.HABITS[language]) == set(tables.HABITS["en"])
        assert len(tables.FEELINGS[language].split()) == 11
        assert len(tables.WEEKDAYS[language].split("|")) == 7
        if language != "en":
            assert set(tables.ONE_OF[:9]) | {"mother", "father"} <= set(tables.KIN[language])
        known = {
            "who", "whose", "of", "To", "relation", "is", "a kin", "kin", "the kin", "value", "of value", "in value",
        }  # fmt: skip
        for pair in tables.RELATIONS[language].values():
            for template in pair:
                assert {field for _, field, _, _ in string.Formatter().parse(template) if field} <= known


def test_said_and_asked_again() -> None:
    assert repeated_wording("anna", "When is  her\nbirthday?", 5, MAY, True, "en") == (
        "anna has asked this 5 times since May 2026: “When is her birthday?”"
    )
    assert repeated_wording("anna", "I miss Rex.", 4, None, False, "en") == "anna has said this 4 times: “I miss Rex.”"
    assert repeated_wording("민지", "생일이 언제야?", 3, MAY, True, "ko") == (
        "민지는 2026년 5월부터 이것을 3번 물었다. “생일이 언제야?”"
    )
    assert "seit Mai 2026" in repeated_wording("anna", "Wie?", 3, MAY, True, "de")
    assert "depuis mai 2026" in repeated_wording("anna", "Où ?", 3, MAY, True, "fr")
    assert "desde mayo de 2026" in repeated_wording("anna", "¿Qué?", 3, MAY, True, "es")
    assert "2026年5月から" in repeated_wording("anna", "何？", 3, MAY, True, "ja")
    assert "自2026年5月以来" in repeated_wording("anna", "谁？", 3, MAY, True, "zh")


@pytest.mark.parametrize("language", [*LANGUAGES, "xx"])
def test_habits_name_what_they_count(language: str) -> None:
    for text, held in [
        (repeated_wording("anna", "Quilp?", 31, MAY, True, language), ["Quilp?", "31", "2026"]),
        (topic_wording("anna", "Quilp", 31, MAY, language), ["Quilp", "31", "2026"]),
        (topic_wording("anna", "Quilp", 31, None, language), ["Quilp", "31"]),
        (asked_wording("anna", "Quilp", 31, MAY, language), ["Quilp", "31", "2026"]),
        (feeling_wording("anna", "Quilp", "sadness", 31, 47, language), ["Quilp", "31", "47"]),
        (hour_wording("anna", 3, 31, 47, language), ["31", "47"]),
        (weekday_wording("anna", 6, 31, 47, language), ["31", "47"]),
        (taste_wording("anna", "tea", ["a", "b", "c", "Quilp"], 47, language, is_class=True), ["tea", "a", "4", "47"]),
        (taste_wording("anna", "tea", ["a", "b", "Quilp"], 47, language, is_class=False), ["tea", "Quilp", "3", "47"]),
    ]:
        assert all(part in text for part in ["anna", *held])
        assert not set("{}<>[]|") & set(text)


@given(
    told_by=st.text(max_size=20),
    subject=st.text(max_size=20),
    relation=st.one_of(st.text(max_size=20), st.sampled_from([*RELATIONS, "favourite film", "favourite ", ""])),
    value=st.text(max_size=60),
    holds=st.booleans(),
    language=st.sampled_from([*LANGUAGES, "xx", ""]),
)
def test_any_words(told_by: str, subject: str, relation: str, value: str, holds: bool, language: str) -> None:
    text = fact_wording(told_by, subject, relation, value, holds, language)
    assert text
    assert "\n" not in text
    shown = value.strip()
    if shown and relation != "allergy":
        assert " ".join(shown.split()).casefold() in text.casefold() + "."
    assert repeated_wording(told_by, value, 3, MAY, holds, language)
