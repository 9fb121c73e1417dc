"""Tests of the statements of a turn: parsed facts, what is kept in the speaker's own words, plans and promises, and
what ends what."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

import soulkeep
from soulkeep.memory.stated import SAYS, stated_in

PARSED = [
    ("en", "I live in Porto.", ("home", "Porto")),
    ("en", "We moved to New Orleans last year.", ("home", "New Orleans")),
    ("en", "My name is Ines.", ("name", "Ines")),
    ("en", "I'm 34 years old.", ("age", "34")),
    ("en", "My birthday is on 3 May.", ("birthday", "3 May")),
    ("en", "I work as a nurse.", ("role", "a nurse")),
    ("en", "My cat is called Miso.", ("pet", "Miso")),
    ("en", "My cat is called Quetzalcoatl.", ("pet", "Quetzalcoatl")),
    ("en", "My sister's name is Clara.", ("sister", "Clara")),
    ("en", "I'm allergic to walnuts.", ("allergy", "walnuts")),
    ("en", "I'm married to Tom.", ("spouse", "Tom")),
    ("de", "Ich wohne in Bremen.", ("home", "Bremen")),
    ("de", "Meine Katze heißt Miso.", ("pet", "Miso")),
    ("de", "Ich bin allergisch gegen Walnüsse.", ("allergy", "Walnüsse")),
    ("fr", "J'habite à Lyon.", ("home", "Lyon")),
    ("fr", "Ma sœur s'appelle Claire.", ("sister", "Claire")),
    ("es", "Vivo en Sevilla.", ("home", "Sevilla")),
    ("es", "Mi hermana se llama Clara.", ("sister", "Clara")),
    ("ko", "나는 부산에 살아.", ("home", "부산")),
    ("ko", "내 이름은 지우야.", ("name", "지우")),
    ("ja", "札幌に住んでいます。", ("home", "札幌")),
    ("ja", "私の名前は美咲です。", ("name", "美咲")),
    ("zh", "我住在成都。", ("home", "成都")),
    ("zh", "我叫小林。", ("name", "小林")),
]

IN_OWN_WORDS = [
    ("en", "My father has cancer."),
    ("en", "My brother Leo is afraid of dogs."),
    ("en", "I have been sober for ten years."),
    ("de", "Meine Tochter ist seit ihrer Geburt gehörlos."),
    ("fr", "Ma fille est sourde de naissance."),
    ("es", "Mi padre tiene cáncer."),
    ("ko", "우리 딸은 태어날 때부터 귀가 안 들려."),
    ("ja", "父は癌です。"),
    ("zh", "我女儿天生耳聋。"),
]

PLANS = [
    ("en", "We're flying to Crete tomorrow."),
    ("de", "Nächste Woche fliegen wir nach Kreta."),
    ("fr", "La semaine prochaine, on part en Crète."),
    ("es", "La semana que viene volamos a Creta."),
    ("ko", "다음 주에 제주도로 여행 갈 거야."),
    ("ja", "来週沖縄に旅行する予定です。"),
    ("zh", "下周我们要去海南旅行。"),
]

PROMISES = [
    ("en", "I promise I will bring you the map tomorrow."),
    ("de", "Ich verspreche dir, dass ich morgen komme."),
    ("fr", "Je te promets de venir demain."),
    ("es", "Te prometo que vendré mañana."),
    ("ko", "내일 꼭 올게, 약속해."),
    ("ja", "明日必ず来ると約束する。"),
    ("zh", "我答应你，明天一定来。"),
]

NOTHING = [
    ("en", ["Hello!", "Thanks a lot!", "What time is it?", "Do I live in Porto?", "The bus was late again.", "lol"]),
    ("en", ["Tell me a story.", "The queen sat on her throne.", "", " \n", "🐈", "!!!"]),
    ("de", ["Hallo!", "Vielen Dank!", "Wie spät ist es?", "Wohne ich in Bremen?", "Der Bus war wieder zu spät."]),
    ("fr", ["Bonjour !", "Merci beaucoup !", "Quelle heure est-il ?", "Le bus était encore en retard."]),
    ("es", ["¡Hola!", "¡Muchas gracias!", "¿Qué hora es?", "¿Vivo en Sevilla?", "El autobús llegó tarde otra vez."]),
    ("ko", ["안녕!", "고마워!", "지금 몇 시야?", "버스가 또 늦었어."]),
    ("ja", ["こんにちは！", "ありがとう！", "今何時？", "バスがまた遅れた。"]),
    ("zh", ["你好！", "谢谢你！", "现在几点？", "公交车又晚点了。"]),
]


def stated(text: str, language: str = "en") -> list[tuple[str, str]]:
    return [(claim.relation, claim.value) for claim in stated_in(text, language)]


def said(words: str) -> str:
    """Return words without their closing punctuation."""
    return words.rstrip(".!。！")


# -- what is stated


@pytest.mark.parametrize(("language", "text", "fact"), PARSED)
def test_what_nothing_else_can_be_meant_by_is_parsed(language: str, text: str, fact: tuple[str, str]) -> None:
    assert stated(text, language) == [fact]


@pytest.mark.parametrize(("language", "text"), IN_OWN_WORDS)
def test_other_lasting_statements_are_kept_as_they_were_said(language: str, text: str) -> None:
    assert stated(text, language) == [(SAYS, text)]


@pytest.mark.parametrize(("language", "text"), PLANS)
def test_plans(language: str, text: str) -> None:
    assert stated(text, language) == [("plan", text)]


@pytest.mark.parametrize(("language", "text"), PROMISES)
def test_promises(language: str, text: str) -> None:
    assert stated(text, language) == [("promise", text)]


@pytest.mark.parametrize(("language", "texts"), NOTHING)
def test_what_is_not_kept(language: str, texts: list[str]) -> None:
    assert {text: found for text in texts if (found := stated(text, language))} == {}


@pytest.mark.parametrize(
    "text",
    ["I don't live in Porto.", "I never lived in Porto.", "I wish I lived in Porto.", "My sister lives in Porto."],
)
def test_what_is_denied_wished_or_of_others_is_not_parsed(text: str) -> None:
    assert not any(relation == "home" for relation, _ in stated(text))


def test_a_turn_may_state_several_things() -> None:
    found = stated("Hello, my name is Ines. I live in Lisbon and I work as a carpenter. The bus was late again.")
    assert found == [("name", "Ines"), ("home", "Lisbon"), ("role", "a carpenter")]


def test_a_language_that_is_not_known_is_never_parsed() -> None:
    assert all(relation in (SAYS, "plan", "promise") for relation, _ in stated("Ik woon in Gent. Ik heet Ines.", "nl"))


def test_a_sentence_of_great_length_is_no_fact() -> None:
    assert stated("I have been sober for ten years and " + "so on and " * 60 + "that is all.") == []


# -- what becomes of it


@pytest.fixture
def holmes(keep: soulkeep.Keep) -> soulkeep.Character:
    return keep.character("holmes")


def tell(keep: soulkeep.Keep, holmes: soulkeep.Character, clock: soulkeep.ManualClock, *texts: str) -> datetime:
    """Say something, each on a day of its own; return when the last was said."""
    for text in texts:
        clock.advance(timedelta(days=1))
        holmes.observe(text, person="anna", session=text)
    keep.settle()
    return clock.now()


def known(holmes: soulkeep.Character, *, past: bool = False) -> list[str]:
    return [said(fact.value) for fact in holmes.facts(person="anna", past=past)]


def test_a_fact_is_told_in_the_words_of_who_told_it(
    keep: soulkeep.Keep, holmes: soulkeep.Character, clock: soulkeep.ManualClock
) -> None:
    tell(keep, holmes, clock, "I live in Porto.", "My father has cancer.")
    home, father = holmes.facts(person="anna")
    assert home.text.startswith("anna: “I live in Porto")
    assert (father.relation, father.text) == (SAYS, "anna: “My father has cancer.”")
    assert {home.told_by, father.told_by} == {"anna"}
    for fact in (home, father):
        [turn] = fact.turns
        assert said(fact.value) in holmes.memory(turn, person="anna").text
        assert 0.5 < fact.confidence <= 1


def test_what_is_said_again_is_no_second_fact(
    keep: soulkeep.Keep, holmes: soulkeep.Character, clock: soulkeep.ManualClock
) -> None:
    tell(keep, holmes, clock, "My father has cancer.", "My father has cancer.")
    [fact] = holmes.facts(person="anna", past=True)
    assert len(fact.turns) == 2


@pytest.mark.parametrize("text", ["We're flying to Crete tomorrow.", "I promise I will bring you the map tomorrow."])
def test_plans_and_promises_end_with_their_day(
    keep: soulkeep.Keep, holmes: soulkeep.Character, clock: soulkeep.ManualClock, text: str
) -> None:
    tell(keep, holmes, clock, text)
    assert known(holmes) == [said(text)]
    clock.advance(timedelta(days=3))
    assert known(holmes) == []
    assert known(holmes, past=True) == [said(text)]


@pytest.mark.parametrize(
    "text", ["Anna lives in Paris.", "You told me: “I live in Seoul.”", "Your father has cancer.", "You live in Seoul."]
)
def test_what_the_character_says_of_others_is_no_fact(
    keep: soulkeep.Keep, holmes: soulkeep.Character, text: str
) -> None:
    holmes.observe(text, person="anna", speaker="holmes")
    keep.settle()
    assert list(holmes.facts(person="anna", past=True)) == []


@pytest.mark.parametrize(
    ("text", "language", "kept"),
    [
        ("The man at the counter goes, 'I'm a beekeeper from Wales.'", "en", False),
        ("Der Mann an der Kasse meinte: „Ich bin Vegetarier und Buddhist“.", "de", False),
        ("Dans la pièce, il dit « je suis boulanger à Nantes ».", "fr", False),
        ("映画で主人公が「俺は東京で医者をやってるんだ」って言ってた。", "ja", False),
        ("My dog is called “Lady Marmalade”.", "en", True),
    ],
)
def test_what_somebody_is_quoted_with_is_stated_by_nobody(text: str, language: str, kept: bool) -> None:
    assert bool(list(stated_in(text, language))) == kept


# -- what ends what


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("I live in Seoul.", "I moved to Busan."),
        ("I work as a nurse.", "I quit my job."),
        ("I work at Bosch.", "I was laid off."),
        ("My boyfriend is called Tom.", "We broke up."),
        ("I play the cello.", "I stopped playing the cello."),
        ("I drive an old Volvo.", "I sold the Volvo."),
    ],
)
def test_what_is_over_makes_room(
    keep: soulkeep.Keep, holmes: soulkeep.Character, clock: soulkeep.ManualClock, before: str, after: str
) -> None:
    then = tell(keep, holmes, clock, before, after)
    old, new = holmes.facts(person="anna", past=True)
    assert (old.superseded, old.until) == (new.id, then)
    assert new.superseded is None
    assert [fact.id for fact in holmes.facts(person="anna")] == [new.id]
    assert [fact.id for fact in holmes.facts(person="anna", as_of=then - timedelta(hours=1))] == [old.id]


@pytest.mark.parametrize(
    ("language", "before", "after"),
    [
        ("de", "Ich arbeite bei Bosch.", "Ich habe gekündigt."),
        ("fr", "Je travaille chez Michelin.", "J'ai démissionné."),
        ("es", "Trabajo en Telefónica.", "Me despidieron."),
        ("ko", "나는 현대에서 일해.", "회사 그만뒀어."),
        ("ja", "トヨタで働いています。", "会社を辞めました。"),
        ("zh", "我在华为工作。", "我辞职了。"),
    ],
)
def test_work_that_is_over_in_every_language(
    keep: soulkeep.Keep, holmes: soulkeep.Character, clock: soulkeep.ManualClock, language: str, before: str, after: str
) -> None:
    for text in (before, after):
        clock.advance(timedelta(days=1))
        turn = holmes.observe(text, person="anna")
        assert holmes.memory(turn.id, person="anna").language == language
    keep.settle()
    old, new = holmes.facts(person="anna", past=True)
    assert old.relation == "employer"
    assert old.superseded == new.id


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("I live in Seoul.", "I quit my job."),
        ("I work as a nurse.", "We broke up."),
        ("I work as a nurse.", "My brother lost his job."),
        ("My brother Leo is allergic to cats.", "My brother Leo moved to Leeds."),
        ("My aunt Vera lives in Rome.", "My aunt Clara married a baker from Lisbon."),
        ("I'm allergic to walnuts.", "I'm allergic to bees."),
        ("My cat is called Miso.", "My dog is called Rex."),
    ],
)
def test_what_is_not_over_stays(
    keep: soulkeep.Keep, holmes: soulkeep.Character, clock: soulkeep.ManualClock, before: str, after: str
) -> None:
    tell(keep, holmes, clock, before)
    [fact] = holmes.facts(person="anna")
    tell(keep, holmes, clock, after)
    assert fact.id in [left.id for left in holmes.facts(person="anna")]


def test_what_one_person_says_ends_nothing_that_another_said(
    keep: soulkeep.Keep, holmes: soulkeep.Character, clock: soulkeep.ManualClock
) -> None:
    tell(keep, holmes, clock, "I work as a nurse.")
    holmes.observe("I quit my job.", person="boris")
    holmes.observe("I quit my job.", person="anna", speaker="boris")
    keep.settle()
    assert [fact.value for fact in holmes.facts(person="anna", relation="role")] == ["a nurse"]


def test_without_what_ended_it_a_fact_stands_again(
    keep: soulkeep.Keep, holmes: soulkeep.Character, clock: soulkeep.ManualClock
) -> None:
    tell(keep, holmes, clock, "I work as a nurse.")
    quit = holmes.observe("I quit my job.", person="anna")
    keep.settle()
    assert list(holmes.facts(person="anna", relation="role")) == []
    holmes.delete(quit.id, person="anna")
    keep.settle()
    [fact] = holmes.facts(person="anna", past=True)
    assert (fact.value, fact.superseded, fact.until) == ("a nurse", None, None)
