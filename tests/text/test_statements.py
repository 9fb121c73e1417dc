"""What somebody states about themselves is found, and what they do not state is not."""

from __future__ import annotations

import re
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from soulkeep.text.statements import RELATIONS, SINGLE, same_value, statements

LANGUAGES = ("en", "de", "fr", "es", "ko", "ja", "zh")


def told(text: str, language: str = "en") -> set[tuple[str, str, str, bool]]:
    """Subject, relation, value and truth of what a text states."""
    return {(one.subject, one.relation, one.value, one.holds) for one in statements(text, language)}


@pytest.mark.parametrize(
    ("text", "relation", "value"),
    [
        ("My name is Greta Holm.", "name", "Greta Holm"),
        ("Hi, I'm Greta and I bake.", "name", "Greta"),
        ("You can call me Gigi.", "name", "Gigi"),
        ("I'm 41 years old.", "age", "41"),
        ("My birthday is on June 9th.", "birthday", "June 9th"),
        ("I was born on April 2, 1988.", "birthday", "April 2, 1988"),
        ("These days I live in Porto with two friends.", "home", "Porto"),
        ("I've been living in Salt Lake City since 2015.", "home", "Salt Lake City"),
        ("I'm originally from Ghana.", "origin", "Ghana"),
        ("I grew up in Cork, by the sea.", "origin", "Cork"),
        ("I work as a landscape architect in a small office.", "role", "landscape architect"),
        ("I'm a retired carpenter.", "role", "retired carpenter"),
        ("I work for Bluebird Airways.", "employer", "Bluebird Airways"),
        ("I'm a nurse at Mercy General.", "employer", "Mercy General"),
        ("I'm studying marine biology at Kiel University.", "studies", "marine biology"),
        ("I'm learning Turkish.", "learning", "Turkish"),
        ("I'm dating Henrik.", "partner", "Henrik"),
        ("I'm married to Paula.", "spouse", "Paula"),
        ("My wife Paula paints.", "spouse", "Paula"),
        ("I have three kids.", "child", "three kids"),
        ("My son is called Emil.", "son", "Emil"),
        ("My daughter's name is Ronja.", "daughter", "Ronja"),
        ("My mom Irene sings.", "mother", "Irene"),
        ("My dad Otto fishes.", "father", "Otto"),
        ("My older sister Birgit called.", "sister", "Birgit"),
        ("I have a brother named Jonas.", "brother", "Jonas"),
        ("My best friend is Aylin.", "friend", "Aylin"),
        ("My grandma Hilde knits.", "grandmother", "Hilde"),
        ("My grandpa Karl gardens.", "grandfather", "Karl"),
        ("I have a cat named Pepper.", "pet", "Pepper"),
        ("I adopted a cat called Miso yesterday!", "pet", "Miso"),
        ("I've got a rabbit.", "pet", "rabbit"),
        ("I love rowing.", "likes", "rowing"),
        ("I'm really into jazz.", "likes", "jazz"),
        ("I'm a huge fan of jazz.", "likes", "jazz"),
        ("I can't stand licorice.", "dislikes", "licorice"),
        ("I don't like horror films.", "dislikes", "horror films"),
        ("My favorite color is teal.", "favourite color", "teal"),
        ("Dune is my favourite book.", "favourite book", "Dune"),
        ("I'm allergic to walnuts.", "allergy", "walnuts"),
        ("I have a severe latex allergy.", "allergy", "latex"),
        ("I'm vegetarian.", "diet", "vegetarian"),
        ("I was diagnosed with asthma.", "health", "asthma"),
        ("I speak Finnish and some Russian.", "language", "Finnish"),
        ("I use Lightroom for my photos.", "uses", "Lightroom"),
        ("We use Basecamp at work.", "uses", "Basecamp"),
        ("I'm planning to visit Lisbon in May.", "plan", "visit Lisbon"),
        ("I promise to water the plants.", "promise", "water the plants"),
        ("My goal is to run a half marathon.", "goal", "run a half marathon"),
        ("I prefer trains over planes.", "prefers", "trains"),
        ("I like it when you give me short answers.", "prefers", "short answers"),
        ("I prefer to keep things simple.", "prefers", "to keep things simple"),
        ("I'd rather have soup than salad.", "prefers", "to have soup"),
        ("I usually need step-by-step instructions.", "prefers", "step-by-step instructions"),
        ("I like my answers short.", "prefers", "my answers short"),
        ("Please keep explanations brief and simple.", "prefers", "brief and simple explanations"),
        ("I'm very much a visual learner.", "learning style", "visual"),
        ("I avoid fried food.", "avoids", "fried food"),
        ("I tend to steer clear of crowds.", "avoids", "crowds"),
        ("I try to stay away from sugar.", "avoids", "sugar"),
        ("I'm not a fan of karaoke.", "dislikes", "karaoke"),
        ("I have a strong aversion to perfume.", "dislikes", "perfume"),
        ("I turned 30 last week.", "age", "30"),
        ("I'm married.", "marital status", "married"),
        ("I'm Korean.", "nationality", "Korean"),
        ("I have a motorbike.", "has", "motorbike"),
        ("I follow a vegan diet.", "diet", "vegan"),
        ("I'm a chef at a hotel in Ghent.", "home", "Ghent"),
        ("Based in Ghent, I mostly travel.", "home", "Ghent"),
        ("It rains all day here in Ghent.", "home", "Ghent"),
        ("I study at Stanford.", "school", "Stanford"),
        ("We run everything on Azure.", "uses", "Azure"),
        ("We're rewriting the client in Svelte.", "uses", "Svelte"),
        ("I ported my engine to Rust.", "uses", "Rust"),
        ("I build our shop using Ember Light.", "uses", "Ember Light"),
        ("I went to a puppet festival last week.", "attended", "puppet festival"),
        ("I'm planning a puppet show for my class.", "plan", "a puppet show"),
        ("I'm going to a puppet conference.", "plan", "go to a puppet conference"),
    ],
)
def test_every_relation(text: str, relation: str, value: str) -> None:
    assert ("", relation, value, True) in told(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("My sister lives in Vienna.", ("sister", "home", "Vienna", True)),
        ("My mom works at Google as an engineer.", ("mother", "employer", "Google", True)),
        ("My brother is a plumber.", ("brother", "role", "plumber", True)),
        ("My son is 7.", ("son", "age", "7", True)),
        ("My husband loves chess.", ("spouse", "likes", "chess", True)),
        ("My sister Clara lives in Graz.", ("Clara", "home", "Graz", True)),
        ("I went with my partner Noor, who's 38, to the sea.", ("Noor", "age", "38", True)),
        ("My dog Biscuit ran off.", ("Biscuit", "kind", "dog", True)),
    ],
)
def test_people_and_pets(text: str, expected: tuple[str, str, str, bool]) -> None:
    assert expected in told(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I moved from Leeds to Bath.", {("", "home", "Leeds", False), ("", "home", "Bath", True)}),
        ("I used to live in Oslo.", {("", "home", "Oslo", False)}),
        ("We're switching from Trello to Asana.", {("", "uses", "Trello", False), ("", "uses", "Asana", True)}),
        ("I migrated from Evernote to Joplin.", {("", "uses", "Evernote", False), ("", "uses", "Joplin", True)}),
        ("I'm not using Slack any more.", {("", "uses", "Slack", False)}),
        ("I've never used Photoshop.", {("", "uses", "Photoshop", False)}),
        ("I got promoted to Head Chef.", {("", "role", "Head Chef", True)}),
        ("I quit my job at Initech.", {("", "employer", "Initech", False)}),
        ("I broke up with Dario.", {("", "partner", "Dario", False)}),
        ("I'm not vegan any more.", {("", "diet", "vegan", False)}),
        ("I don't drink jasmine tea any more.", {("", "diet", "jasmine tea", False)}),
        ("I no longer eat pork.", {("", "diet", "pork", False)}),
        ("I don't like coffee any more.", {("", "likes", "coffee", False)}),
    ],
)
def test_changes(text: str, expected: set[tuple[str, str, str, bool]]) -> None:
    assert told(text) == expected


def test_a_coming_move_counts_with_less_confidence() -> None:
    coming, done = statements("I'm moving to Turin next month.", "en"), statements("I moved to Turin.", "en")
    assert [one.value for one in coming] == [one.value for one in done] == ["Turin"]
    assert coming[0].confidence < done[0].confidence


@pytest.mark.parametrize(
    ("text", "relation", "value"),
    [
        ("My lunch budget is $12.", "lunch budget", "$12"),
        ("I've increased the lunch budget to $15, can you suggest a place?", "lunch budget", "$15"),
        ("Our shop gets about 3K visitors per day.", "visitors", "3K visitors per day"),
        ("We hired two more, so the team is now 9.", "team size", "9"),
        ("I worked on the line coverage, which has recently improved to 91%.", "line coverage", "91%"),
        ("It has to fit the new monthly quota of 2,500 calls.", "quota", "2,500 calls"),
        ("The new daily quota of 900 calls per day is tight.", "daily quota", "900 calls per day"),
        ("We hired again, the team grew to 14 people.", "team size", "14 people"),
        ("We're 14 people now.", "team size", "14 people"),
        ("Our team is 6 people total.", "team size", "6 people"),
        ("I could go over my budget of $80 total for candles.", "candle budget", "$80"),
        ("We raised our winter candle budget to $95.", "candle budget", "$95"),
        ("We agreed on a $300 monthly joint budget for pastries.", "pastry budget", "$300"),
        ("I worry about the $2,000 budget for stage lights and costumes.", "light budget", "$2,000"),
        ("There is the increased budget allocation to $2,500 for stage lights.", "light budget", "$2,500"),
        ("I've allocated $700 for printing fees and $900 for court fees.", "printing fee budget", "$700"),
        ("I've allocated $700 for printing fees and $900 for court fees.", "court fee budget", "$900"),
        ("We went from 51% to 64% branch coverage.", "branch coverage", "64%"),
        ("I want full line coverage on my parser, and I've currently reached 51%.", "line coverage", "51%"),
        ("My line coverage for the parser has improved to 64%.", "line coverage", "64%"),
        ("Now our mAP hit 71.2% again.", "mAP", "71.2%"),
    ],
)
def test_measures(text: str, relation: str, value: str) -> None:
    found = [one for one in statements(text, "en") if one.relation == relation and one.holds]
    assert [(one.value, one.holds, one.single) for one in found] == [(value, True, True)]


def test_tools_each_for_something() -> None:
    found = told("We use Terraform for servers, Vault for secrets and Grafana for charts.")
    assert {value for _, relation, value, _ in found if relation == "uses"} == {"Terraform", "Vault", "Grafana"}


@pytest.mark.parametrize(
    ("text", "relation", "value"),
    [
        ("I prefer plain, solid fabrics.", "prefers", "plain, solid fabrics"),
        ("I prefer staying at small, quiet inns.", "prefers", "staying at small, quiet inns"),
        ("My dream is to build a warm and open kitchen.", "goal", "build a warm and open kitchen"),
        ("I prefer tools that keep me focused.", "prefers", "tools that keep me focused"),
        ("I love arts and crafts.", "likes", "arts and crafts"),
        ("I prefer board or card games.", "prefers", "board or card games"),
        ("I like to collect stamps.", "likes", "to collect stamps"),
        ("My goal is to build trust between bakers and millers.", "goal", "build trust between bakers and millers"),
        ("My goal is to eat healthier.", "goal", "eat healthier"),
        ("I plan to share my songs with you.", "plan", "share my songs"),
    ],
)
def test_values_are_whole(text: str, relation: str, value: str) -> None:
    assert ("", relation, value, True) in told(text)


def test_what_is_over_meets_what_was() -> None:
    assert {("", "uses", "Unity", True), ("", "uses", "C#", True)} <= told("I'm working on a game using Unity and C#.")
    assert ("", "uses", "Unity", False) in told("I'm switching from Unity to Godot.")
    assert ("", "uses", "C#", False) in told("I'm rewriting it in Rust instead of using C#.")
    assert ("", "attended", "pottery workshops", False) in told("I've never attended any pottery workshops.")
    assert ("", "attended", "pottery workshop", True) in told("I attended a pottery workshop.")


LIST = (
    "Here is what my neighbour wrote, and I would be glad to hear what you think of it before the week is over.\n" * 4
)


@pytest.mark.parametrize(
    "text",
    [
        LIST + "- I live in Ghent.\n- I love rowing.",
        LIST + "# I live in Ghent",
        LIST + "Dear Sir or Madam\n\nI live in Ghent and I love rowing.\n\nSincerely,\nOtto",
        LIST + "Subject: A room\n\nI live in Ghent.",
    ],
)
def test_lists_and_letters_state_nothing(text: str) -> None:
    assert told(text) == set()
    assert told(text.rpartition("\n")[0] + "\nI live in Ghent.") or "Dear" in text or "Subject" in text


def test_a_letter_to_the_reader_is_talk() -> None:
    assert ("", "home", "Ghent", True) in told("Dear Mina,\n\nI live in Ghent now.\n\n" + LIST)


def test_a_measure_that_went_from_one_number_to_another() -> None:
    assert told("Weekly visitors went from 4K to 9K.") == {
        ("", "weekly visitors", "4K", False),
        ("", "weekly visitors", "9K", True),
    }


@pytest.mark.parametrize(
    "text",
    [
        "Do I live in Porto?",
        "Should I move to Porto?",
        "Am I a nurse?",
        "I live in Porto?",
        "If I lived in Porto, I'd swim.",
        "If I win and I move to Porto, we'll see.",
        "I wish I lived in Porto.",
        "Imagine I'm a teacher.",
        "Suppose my name is Bob.",
        "I might move to Porto.",
        "I would love pizza.",
        "I'd love a coffee.",
        "You are a teacher and you live in Rome.",
        "She said I'm a teacher.",
        'He told me: "I live in Rome and I love opera."',
        "I live in a castle in Narnia, just kidding!",
        "Can you help me find a flat?",
        "I love it!",
        "I love your painting.",
        "I like that idea.",
        "I'm so tired.",
        "I'm Sorry.",
        "I'm a bit late.",
        "I'm the only welder here.",
        "I've extended my piano sessions to 3 hours.",
        "I've increased my drills to 15 fingering exercises.",
        "I like simple.",
        "I've used a few.",
        "I'm learning a ton.",
        "I've been studying for 4 hours.",
        "I'm using Otto's drill.",
        "My evening was fine, e.g. I love jazz.",
        "'I'm a baker and I'm glad', the sign reads.",
        "I have a car accident to report.",
        "I went to the store.",
        "I'm from the marketing team.",
        "I work on pipelines.",
        "The city I love is far.",
        "Thanks, that sounds great!",
        "```\nI live in Rome\n```",
        "I should be at 5.",
    ],
)
def test_what_states_nothing(text: str) -> None:
    assert told(text) == set()


def test_a_question_after_a_statement() -> None:
    assert ("", "home", "Porto", True) in told("I live in Porto, so can you find me a swimming pool?")


def test_values_end_where_another_clause_begins() -> None:
    found = told("I live in Porto and work as a baker because I love bread, but my sister Ida hates it.")
    assert ("", "home", "Porto", True) in found
    assert ("", "likes", "bread", True) in found
    assert ("", "sister", "Ida", True) in found


def test_lists() -> None:
    assert {value for _, _, value, _ in told("I love rowing, knitting and baking.")} == {"rowing", "knitting", "baking"}
    assert {value for _, _, value, _ in told("We use Terraform, Ansible and Packer for this.")} == {
        "Terraform",
        "Ansible",
        "Packer",
    }


GERMAN = [
    ("Ich heiße Greta Holm.", ("", "name", "Greta Holm", True)),
    ("Ich wohne in Bremen und arbeite als Tischlerin.", ("", "home", "Bremen", True)),
    ("Ich arbeite als Tischlerin.", ("", "role", "Tischlerin", True)),
    ("Ich bin 41 Jahre alt.", ("", "age", "41", True)),
    ("Wir sind von Kiel nach Jena gezogen.", ("", "home", "Kiel", False)),
    ("Wir sind von Kiel nach Jena gezogen.", ("", "home", "Jena", True)),
    ("Ich mag Tee.", ("", "likes", "Tee", True)),
    ("Ich mag keinen Käse.", ("", "dislikes", "Käse", True)),
    ("Ich bin allergisch gegen Pollen.", ("", "allergy", "Pollen", True)),
    ("Meine Schwester Ida wohnt in Graz.", ("sister", "home", "Graz", True)),
    ("Ich habe einen Hund namens Bello.", ("", "pet", "Bello", True)),
    ("Ich bin nach Jena gezogen.", ("", "home", "Jena", True)),
    ("Ich kann Lärm nicht ausstehen.", ("", "dislikes", "Lärm", True)),
    ("Ich esse lieber Reis als Nudeln.", ("", "prefers", "Reis", True)),
    ("Ich bin verlobt.", ("", "marital status", "verlobt", True)),
    ("Ich lerne Finnisch.", ("", "learning", "Finnisch", True)),
    ("Ich vertrage keine Nüsse.", ("", "diet", "Nüsse", False)),
]
FRENCH = [
    ("Je m'appelle Odile.", ("", "name", "Odile", True)),
    ("J'habite à Nantes depuis longtemps.", ("", "home", "Nantes", True)),
    ("Je travaille comme menuisier.", ("", "role", "menuisier", True)),
    ("J'ai 41 ans.", ("", "age", "41", True)),
    ("J'ai déménagé de Metz à Brest.", ("", "home", "Metz", False)),
    ("J'adore le fromage.", ("", "likes", "fromage", True)),
    ("Je n'aime pas les huîtres.", ("", "dislikes", "huîtres", True)),
    ("Je suis allergique aux noix.", ("", "allergy", "noix", True)),
    ("Mon frère s'appelle Luc.", ("", "brother", "Luc", True)),
    ("J'ai un chat.", ("", "pet", "chat", True)),
    ("Je viens d'emménager à Metz.", ("", "home", "Metz", True)),
    ("Je ne supporte pas la chaleur.", ("", "dislikes", "la chaleur", True)),
    ("Je suis divorcée.", ("", "marital status", "divorcée", True)),
    ("J'apprends le grec.", ("", "learning", "le grec", True)),
    ("Je bosse comme libraire.", ("", "role", "libraire", True)),
]
SPANISH = [
    ("Me llamo Inés.", ("", "name", "Inés", True)),
    ("Vivo en Cádiz desde hace años.", ("", "home", "Cádiz", True)),
    ("Trabajo como carpintera.", ("", "role", "carpintera", True)),
    ("Tengo 41 años.", ("", "age", "41", True)),
    ("Me mudé de Quito a Cuenca.", ("", "home", "Cuenca", True)),
    ("Me gusta el té.", ("", "likes", "té", True)),
    ("No me gusta el queso.", ("", "dislikes", "queso", True)),
    ("Soy alérgica a las nueces.", ("", "allergy", "nueces", True)),
    ("Mi hermano se llama Luis.", ("", "brother", "Luis", True)),
    ("Tengo un perro.", ("", "pet", "perro", True)),
    ("No soporto el calor.", ("", "dislikes", "el calor", True)),
    ("Estoy casada.", ("", "marital status", "casada", True)),
    ("Estoy aprendiendo griego.", ("", "learning", "griego", True)),
    ("Prefiero el arroz al pan.", ("", "prefers", "arroz", True)),
    ("Soy chilena.", ("", "nationality", "chilena", True)),
]
KOREAN = [
    ("내 이름은 하늘이야.", ("", "name", "하늘", True)),
    ("나는 대구에 살아.", ("", "home", "대구", True)),
    ("요리사로 일해.", ("", "role", "요리사", True)),
    ("나는 41살이야.", ("", "age", "41", True)),
    ("대전에서 광주로 이사했어.", ("", "home", "대전", False)),
    ("대전에서 광주로 이사했어.", ("", "home", "광주", True)),
    ("등산을 좋아해.", ("", "likes", "등산", True)),
    ("가지를 싫어해.", ("", "dislikes", "가지", True)),
    ("새우 알레르기가 있어.", ("", "allergy", "새우", True)),
    ("우리 언니는 제주에 살아.", ("sister", "home", "제주", True)),
    ("강아지를 키워.", ("", "pet", "강아지", True)),
    ("작년에 대전으로 이사 왔어.", ("", "home", "대전", True)),
    ("서점에서 점원으로 일하게 됐어.", ("", "role", "점원", True)),
    ("대전에 있는 서점에서 점원으로 일하게 됐어.", ("", "role", "점원", True)),
    ("가지는 못 먹어.", ("", "diet", "가지", False)),
    ("나는 술을 안 마셔.", ("", "diet", "술", False)),
    ("나는 서른두 살이야.", ("", "age", "32", True)),
    ("나 결혼했어.", ("", "marital status", "기혼", True)),
    ("첼로를 배우고 있어.", ("", "learning", "첼로", True)),
    ("그림 그리는 걸 좋아해.", ("", "likes", "그림 그리는 것", True)),
    ("보리라고 불러 줘.", ("", "name", "보리", True)),
]
JAPANESE = [
    ("私の名前は美咲です。", ("", "name", "美咲", True)),
    ("札幌に住んでいます。", ("", "home", "札幌", True)),
    ("看護師として働いています。", ("", "role", "看護師", True)),
    ("私は41歳です。", ("", "age", "41", True)),
    ("神戸から長崎に引っ越しました。", ("", "home", "神戸", False)),
    ("登山が好きです。", ("", "likes", "登山", True)),
    ("私はエビアレルギーがあります。", ("", "allergy", "エビ", True)),
    ("妹は奈良に住んでいます。", ("sister", "home", "奈良", True)),
    ("犬を飼っています。", ("", "pet", "犬", True)),
    ("牛乳が飲めません。", ("", "diet", "牛乳", False)),
    ("結婚しています。", ("", "marital status", "既婚", True)),
    ("バイオリンを習っています。", ("", "learning", "バイオリン", True)),
    ("札幌に住んで五年になります。", ("", "home", "札幌", True)),
]
CHINESE = [
    ("我叫王芳。", ("", "name", "王芳", True)),
    ("我住在成都。", ("", "home", "成都", True)),
    ("我是一名护士。", ("", "role", "护士", True)),
    ("我今年41岁。", ("", "age", "41", True)),
    ("我从西安搬到了武汉。", ("", "home", "西安", False)),
    ("我喜欢爬山。", ("", "likes", "爬山", True)),
    ("我喜欢北京的冬天。", ("", "likes", "北京的冬天", True)),
    ("我讨厌香菜。", ("", "dislikes", "香菜", True)),
    ("我对海鲜过敏。", ("", "allergy", "海鲜", True)),
    ("我妹妹住在昆明。", ("sister", "home", "昆明", True)),
    ("我养了一只狗。", ("", "pet", "狗", True)),
    ("我在书店做店员。", ("", "role", "店员", True)),
    ("我不能吃花生。", ("", "diet", "花生", False)),
    ("我离婚了。", ("", "marital status", "离异", True)),
    ("我在学法语。", ("", "learning", "法语", True)),
    ("我三十二岁了。", ("", "age", "32", True)),
    ("我住在成都五年了。", ("", "home", "成都", True)),
]
TABLES = {"de": GERMAN, "fr": FRENCH, "es": SPANISH, "ko": KOREAN, "ja": JAPANESE, "zh": CHINESE}


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [(language, text, expected) for language, table in TABLES.items() for text, expected in table],
)
def test_other_languages(language: str, text: str, expected: tuple[str, str, str, bool]) -> None:
    assert expected in told(text, language)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("de", "Wohne ich in Bremen?"),
        ("de", "Wenn ich in Bremen wohne, bin ich froh."),
        ("de", "Du wohnst in Bremen."),
        ("fr", "Est-ce que j'habite à Nantes ?"),
        ("fr", "Si j'habite à Nantes, tant mieux."),
        ("es", "¿Vivo en Cádiz?"),
        ("es", "Ojalá viviera en Cádiz."),
        ("ko", "내가 대구에 살아?"),
        ("ko", "대구에 살면 좋겠다."),
        ("ko", "철수는 대구에 살아."),
        ("ko", "나 좀 좋아해줬으면."),
        ("ko", "철수가 사회를 봐주기로 했어."),
        ("ko", "그 사람을 좋아해도 될까."),
        ("ja", "札幌に住んでいますか？"),
        ("ja", "田中さんは札幌に住んでいます。"),
        ("zh", "我住在成都吗？"),
        ("zh", "如果我住在成都就好了。"),
        ("xx", "I live in Porto."),
    ],
)
def test_what_states_nothing_elsewhere(language: str, text: str) -> None:
    assert told(text, language) == set()


def test_same_value() -> None:
    assert same_value("a software engineer", "Software Engineer", "en")
    assert same_value("Busan", "busan", "en")
    assert same_value("$1,200", "$1200", "en")
    for amount in ("$550/month", "$550 per month", "$550 monthly", "$550 total", "$550 a month"):
        assert same_value("$550", amount, "en")
    assert not same_value("$550", "$550 per day", "en")
    assert same_value("900 calls/day", "900 calls per day", "en")
    assert same_value("$4k", "$4,000", "en")
    assert same_value("6 people", "6", "en")
    assert same_value("walnut", "walnuts", "en")
    assert not same_value("Slack", "Slacks", "en")
    assert same_value("le fromage", "Fromage", "fr")
    assert not same_value("Busan", "Seoul", "en")
    assert not same_value("C", "C++", "en")


def test_relations() -> None:
    assert set(RELATIONS) >= SINGLE
    assert len(set(RELATIONS)) == len(RELATIONS)


PIECES = (
    "I I'm I've my our we sister Clara dog live in Porto Oslo from to and but , . ? ! love not never any more use "
    "Excel budget is $5 7 a an the nurse at for name because who's was \n \" ( ) — switched promoted moved"
)
ENGLISH = st.lists(st.sampled_from(PIECES.split(" ")), max_size=40).map(" ".join)


@given(ENGLISH)
@settings(max_examples=300, deadline=None)
def test_values_stand_in_their_clauses(text: str) -> None:
    for one in statements(text, "en"):
        assert 0 <= one.start < one.end <= len(text)
        assert one.value
        assert one.value in text[one.start : one.end]
        assert 0 < one.confidence <= 1
        assert one.single == (one.relation in SINGLE or one.relation not in RELATIONS) or one.relation in RELATIONS


@given(st.text(max_size=200), st.sampled_from(LANGUAGES))
@settings(max_examples=300, deadline=None)
def test_any_text_is_borne(text: str, language: str) -> None:
    for one in statements(text, language):
        assert one.value in text
        assert 0 <= one.start < one.end <= len(text)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "piece",
    [
        "I live in ",
        "a",
        "I'm a ",
        "my a a ",
        "[",
        '"',
        "1,000 ",
        "내 이름은 ",
        "我喜欢",
        "ich bin in ",
        "- ",
        "really ",
    ],
)
def test_work_grows_with_the_text(language: str, piece: str) -> None:
    """Counted in calls of functions; the patterns themselves only ever see short clauses."""

    def calls(text: str) -> int:
        count = 0

        def tally(frame: object, event: str, argument: object) -> None:
            nonlocal count
            count += event in ("call", "c_call")

        sys.setprofile(tally)
        try:
            statements(text, language)
        finally:
            sys.setprofile(None)
        return count

    short = piece * (2_000 // len(piece))
    statements(short, language)
    assert calls(short * 8) <= 16 * calls(short) + 200


def test_no_value_is_a_whole_clause() -> None:
    text = "I love hiking because my brother who lives in Oslo taught me when I was ten and we still go every year"
    assert all(len(re.findall(r"\w+", one.value)) <= 2 for one in statements(text, "en"))
