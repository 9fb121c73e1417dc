"""Summaries of talk: the speakers' own words, in their order, no longer than asked, and what matters in them."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from soulkeep.memory.gist import GistLine, gist, gist_of_texts

TALKS = {
    "en": (
        ("Anna", "Hi there! How are you?"),
        ("Holmes", "Good evening, Anna. I am well, thank you. And you?"),
        ("Anna", "Busy. I adopted a grey cat called Miso last Tuesday."),
        ("Holmes", "That's wonderful! What does she eat?"),
        ("Anna", "Only tuna. I know, I spoil her."),
        ("Holmes", "Does Leo like cats?"),
        ("Anna", "Leo is allergic to cats, so he never visits me in Leeds any more."),
        ("Holmes", "That is a pity."),
        ("Anna", "I start as a nurse at the children's hospital on 3 May."),
        ("Holmes", "Congratulations! Good night, Anna."),
    ),
    "de": (
        ("Lena", "Hallo! Wie geht es dir?"),
        ("Watson", "Guten Abend! Mir geht es gut, danke. Und dir?"),
        ("Lena", "Ich bin letzte Woche nach Hamburg gezogen, weil ich dort als Tierärztin arbeite."),
        ("Watson", "Das klingt großartig! Wie gefällt dir die Stadt?"),
        ("Lena", "Mein Hund Bruno mag die Elbe. Am 3. Mai besucht mich meine Schwester Ida."),
        ("Watson", "Wie schön. Gute Nacht, Lena!"),
    ),
    "fr": (
        ("Camille", "Bonjour ! Comment ça va ?"),
        ("Hugo", "Très bien, merci. Et toi ?"),
        ("Camille", "J'ai adopté une chienne de trois ans, Prune."),
        ("Hugo", "C'est génial !"),
        ("Camille", "Je travaille comme infirmière à l'hôpital de Lyon. Ma mère garde Prune la nuit."),
        ("Hugo", "Bonne nuit !"),
    ),
    "es": (
        ("Lucía", "¡Hola! ¿Qué tal?"),
        ("Mateo", "Muy bien, gracias. ¿Y tú?"),
        ("Lucía", "Soy profesora de música en Sevilla y toco el violonchelo."),
        ("Mateo", "¡Qué bonito!"),
        ("Lucía", "Mi abuelo me regaló el violonchelo antes de morir. En junio tocaré un concierto en su memoria."),
        ("Mateo", "Buenas noches."),
    ),
    "ko": (
        ("지우", "안녕! 잘 지냈어?"),
        ("왓슨", "안녕 지우야. 어떻게 지내?"),
        ("지우", "지난주에 부산으로 이사했어. 바다 앞에 있는 수족관에서 일하게 됐어."),
        ("왓슨", "우와, 정말 멋지다!"),
        ("지우", "나는 새우 알레르기가 있어서 해산물은 거의 못 먹어. 강아지 보리도 수족관을 좋아해."),
        ("왓슨", "그렇구나. 잘 자!"),
    ),
    "ja": (
        ("美咲", "こんにちは！元気ですか？"),
        ("ワトソン", "こんにちは。元気ですよ。"),
        ("美咲", "先月、札幌の病院に看護師として転職しました。"),
        ("ワトソン", "すごいですね！"),
        ("美咲", "猫のモカも一緒に引っ越しました。モカは雪が大好きです。来年の春に結婚します。"),
        ("ワトソン", "おめでとうございます！"),
    ),
    "zh": (
        ("小林", "你好！最近怎么样？"),
        ("华生", "还不错，谢谢。你呢？"),
        ("小林", "我上个月搬到了成都，在一家出版社做编辑。"),
        ("华生", "太好了！"),
        ("小林", "我养了一只橘猫，叫豆包。豆包特别怕打雷。我妹妹下个月结婚。"),
        ("华生", "恭喜恭喜！"),
    ),
}
TELLING = {
    "en": ("Miso", "allergic", "nurse"),
    "de": ("Hamburg", "Ida"),
    "fr": ("Prune", "infirmière"),
    "es": ("profesora", "abuelo"),
    "ko": ("부산", "알레르기"),
    "ja": ("看護師", "結婚"),
    "zh": ("成都", "结婚"),
}
IDLE = {
    "en": ("Hi there", "Good evening", "Congratulations", "pity"),
    "de": ("Hallo", "danke", "Nacht", "schön"),
    "fr": ("Bonjour", "merci", "génial", "Bonne"),
    "es": ("Hola", "gracias", "bonito", "noches"),
    "ko": ("안녕", "멋지다", "그렇구나", "잘 자"),
    "ja": ("こんにちは", "すごい", "おめでとう"),
    "zh": ("你好", "谢谢", "太好了", "恭喜"),
}
WIDE = ("ko", "ja", "zh")


def talk(language: str) -> list[GistLine]:
    return [GistLine(speaker, text, language) for speaker, text in TALKS[language]]


def length(text: str, language: str) -> float:
    return len(text) / 2 if language in WIDE else len(text.split())


@pytest.mark.parametrize("language", TALKS)
def test_what_people_tell_of_themselves_is_kept(language: str) -> None:
    said = gist(talk(language), words=50)
    assert all(word in said.text for word in TELLING[language]), said.text
    assert not any(word in said.text for word in IDLE[language]), said.text
    assert "?" not in said.text
    assert "？" not in said.text


@pytest.mark.parametrize("language", TALKS)
@pytest.mark.parametrize("words", [5, 12, 25, 80])
def test_no_longer_than_asked(language: str, words: int) -> None:
    said = gist(talk(language), words=words)
    assert length(said.text, language) <= words
    assert said.text


def test_the_form() -> None:
    lines = [
        GistLine("Anna", "I adopted a cat called Miso.", "en"),
        GistLine("Anna", "I work at the harbour in Leeds", "en"),
        GistLine("Sherlock Holmes", "I keep bees in Sussex.", "en"),
    ]
    assert gist(lines).text == (
        "Anna: I adopted a cat called Miso. I work at the harbour in Leeds. Sherlock Holmes: I keep bees in Sussex."
    )
    assert [one.line for one in gist(lines).chosen] == [0, 1, 2]


def test_a_speaker_without_a_name() -> None:
    assert gist([GistLine("", "I keep bees in Sussex.", "en")]).text == "I keep bees in Sussex."


def test_nothing_said() -> None:
    assert gist([]) == ("", (), ())
    assert gist([GistLine("Anna", "", "en"), GistLine("Anna", "…", "en")]).text == ""
    assert gist_of_texts([], "en", words=20) == ""
    assert gist_of_texts([""], "en", words=20) == ""


def test_a_greeting_is_better_than_nothing() -> None:
    assert gist([GistLine("Anna", "Hello!", "en")]).text == "Anna: Hello!"


def test_what_is_said_again_is_told_once() -> None:
    lines = [
        GistLine("Anna", "I adopted a cat in Leeds.", "en"),
        GistLine("Holmes", "The violin needs new strings.", "en"),
        GistLine("Anna", "As I said, I adopted a grey cat called Miso in Leeds.", "en"),
    ]
    said = gist(lines).text
    assert said.count("adopted") == 1
    assert "Miso" in said


def test_what_is_taken_back_is_no_repeat() -> None:
    lines = [GistLine("Anna", "I eat meat at home.", "en"), GistLine("Anna", "I don't eat meat at home.", "en")]
    assert len(gist(lines).chosen) == 2


def test_the_newer_of_two_versions_stays() -> None:
    lines = [
        GistLine("Anna", "My landlord Frank Miller is selling the old boat house in Bath.", "en"),
        GistLine("Anna", "My landlord Frank Miller is painting the old boat house in Bath.", "en"),
    ]
    assert [one.line for one in gist(lines).chosen] == [1]
    numbers = [GistLine("Anna", "I run 5 kilometres a day.", "en"), GistLine("Anna", "I run 9 kilometres a day.", "en")]
    assert [one.line for one in gist(numbers).chosen] == [0, 1]


def test_words_are_not_cut() -> None:
    said = gist([GistLine("Anna", "I " + "remember everything about extraordinary " * 30, "en")], words=15)
    assert set(said.text.rstrip(".").split()) <= {"Anna:", "I", "remember", "everything", "about", "extraordinary"}


def test_what_matters_goes_first() -> None:
    lines = [
        GistLine("Anna", "The bus was full again in the morning.", "en"),
        GistLine("Anna", "My mother died on Sunday after a stroke.", "en"),
        GistLine("Anna", "The bakery had run out of rye bread.", "en"),
    ]
    assert gist(lines, words=10).text == "Anna: My mother died on Sunday after a stroke."
    rated = [line._replace(importance=10.0 if "bakery" in line.text else 1.0) for line in lines]
    assert "bakery" in gist(rated, words=20).text


def test_a_long_answer_does_not_take_over() -> None:
    answer = "Here is what to do. " + " ".join(
        f"Bring {thing} to the pier at {hour}."
        for hour, thing in enumerate(
            ("a lamp", "two oars", "dry rope", "a compass", "warm socks", "black tea", "a whistle", "the harbour map")
        )
    )
    lines = [GistLine("Anna", "I bought an old rowing boat.", "en"), GistLine("Holmes", answer, "en")]
    said = gist(lines)
    assert "rowing boat" in said.text
    assert sum(one.line == 1 for one in said.chosen) <= 2


def test_a_short_talk_is_told_in_less() -> None:
    places = ["Leeds", "Bath", "York", "Ely", "Hull", "Dover", "Kent", "Wells", "Deal", "Rye", "Bude", "Looe"]
    lines = [
        GistLine("Anna", f"I rented a {place} flat with {n} rooms for {n * 90} pounds.", "en")
        for n, place in enumerate(places, 3)
    ]
    whole = sum(len(line.text.split()) for line in lines)
    said = gist(lines, words=80)
    assert len(said.text.split()) <= 0.42 * whole
    assert said.chosen


ASIDES = {
    "en": (
        "I moved to Leeds and work as a nurse at the hospital.",
        "Oh man, I just spilled coffee all over the desk. The keyboard survived.",
    ),
    "de": (
        "Ich wohne in Bremen und arbeite als Tierärztin im Zoo.",
        "Übrigens war heute schon wieder Stau auf der Brücke.",
    ),
    "fr": ("J'habite à Lyon et je travaille comme infirmière.", "Au fait, le métro avait du retard ce matin."),
    "es": (
        "Vivo en Sevilla y trabajo como profesora de música.",
        "Por cierto, hoy el tráfico era horrible en el puente.",
    ),
    "ko": ("나는 부산에 살고 수족관에서 사육사로 일해.", "아 참, 오늘 출근길에 지하철이 연착돼서 짜증 났어."),
    "ja": ("私は札幌に住んで、病院で看護師をしています。", "そういえば、今朝は電車がずいぶん遅れました。"),
    "zh": ("我住在成都，在一家出版社做编辑。", "对了，今天早上地铁又晚点了二十分钟。"),
}


@pytest.mark.parametrize("language", ASIDES)
def test_what_is_said_by_the_way_is_left_out(language: str) -> None:
    telling, aside = ASIDES[language]
    assert gist([GistLine("A", f"{telling} {aside}", language)]).text == f"A: {telling}"


def test_what_is_said_by_the_way_and_matters_is_told() -> None:
    said = gist(
        [
            GistLine(
                "Anna",
                "I rent a room in Leeds. Oh also, my mother passed away last night, I'm still in the traffic.",
                "en",
            )
        ]
    )
    assert "passed away" in said.text
    back = gist([GistLine("Anna", "I just spilled coffee on the desk. Anyway, I moved to Leeds in 2019.", "en")])
    assert back.text == "Anna: Anyway, I moved to Leeds in 2019."


def test_the_characters_words_count_less() -> None:
    told = "I keep twelve bees in Sussex and I play the violin on Mondays."
    lines = [
        GistLine("Anna", told, "en"),
        GistLine("Holmes", told.replace("Sussex", "Dover").replace("bees", "hives"), "en"),
    ]
    assert gist(lines, words=16, own=frozenset(["Holmes"])).chosen[0].line == 0
    assert gist(lines, words=16, own=frozenset(["Anna"])).chosen[0].line == 1


def test_advice_gives_way() -> None:
    advice = (
        "Here are options: 1. You could wear a dress from Leeds. 2. Try the blue trousers with a shirt. "
        "3. A long skirt. 4. A suit."
    )
    lines = [
        GistLine("Anna", "I look for something to wear at my sister's wedding.", "en"),
        GistLine("Holmes", advice, "en"),
    ]
    assert [one.line for one in gist(lines).chosen] == [0]


def test_code_and_markup_are_left_out() -> None:
    text = "## Plan\n\n```python\nprint('I love tuna')\n```\n\n- I bring the tuna to Leo on Friday.\n- **Note:**\n"
    assert gist([GistLine("Anna", text, "en")]).text == "Anna: I bring the tuna to Leo on Friday."


def test_a_sentence_that_leans_on_another_comes_with_it_or_not_at_all() -> None:
    lines = [
        GistLine("Anna", "My sister Ida opened a bakery in Bath. She bakes rye bread there.", "en"),
        GistLine("Holmes", "It was rather heavy.", "en"),
    ]
    assert gist(lines, words=12).text == "Anna: My sister Ida opened a bakery in Bath."
    assert "She bakes" in gist(lines, words=30).text


def test_one_sentence_that_is_too_long() -> None:
    long = "I walked along the river, past the mill and the church, " + "and on and on " * 60
    said = gist([GistLine("Anna", long, "en")], words=20)
    assert said.chosen[0].sentence in long
    assert said.text.startswith("Anna: I walked along the river")
    assert len(said.text.split()) <= 20


def test_mixed_languages() -> None:
    lines = [line for language in ("de", "ko", "zh") for line in talk(language)]
    said = gist(lines, words=90)
    assert "Hamburg" in said.text
    assert "成都" in said.text
    assert all(one.sentence in lines[one.line].text for one in said.chosen)


def test_topics_come_along_without_the_speakers() -> None:
    about = gist(talk("en")).topics
    assert {"Miso", "Leo"} & set(about)
    assert not {"Anna", "Holmes"} & set(about)


def test_summaries_of_summaries() -> None:
    first = gist(talk("en")[:5]).text
    second = gist(talk("en")[5:]).text
    said = gist_of_texts([first, second], "en", words=30)
    assert len(said.split()) <= 30
    assert said.startswith("Anna: ")
    assert "nurse" in said
    assert gist_of_texts([said], "en", words=30) == said


def test_summaries_keep_who_said_it() -> None:
    summary = "Anna: The bus was late. I adopted a cat called Miso. Sherlock Holmes: I keep bees in Sussex."
    assert gist_of_texts([summary], "en", words=13) in (
        "Anna: I adopted a cat called Miso. ",
        "Anna: I adopted a cat called Miso.",
    )
    assert "Sherlock Holmes: I keep bees in Sussex." in gist_of_texts([summary], "en", words=80)


def test_the_newer_summary_wins() -> None:
    texts = ["Anna: I rent a room in Leeds.", "Anna: I rent a house in Bath."]
    assert gist_of_texts(texts, "en", words=8) == "Anna: I rent a house in Bath."


LINES = st.lists(
    st.builds(
        GistLine,
        st.sampled_from(["Anna", "Sherlock Holmes", "민지", ""]),
        st.one_of(
            st.text(max_size=200),
            st.lists(
                st.sampled_from(
                    [
                        *(text for said in TALKS.values() for _, text in said),
                        "\n- ",
                        "```",
                        "# ",
                        ": ",
                        ", ",
                        "?",
                        "a" * 90,
                    ]
                ),
                max_size=6,
            ).map(" ".join),
        ),
        st.sampled_from([*TALKS, "ru", "xx", ""]),
        st.floats(1, 10),
    ),
    max_size=8,
)


def after(told: str, pieces: list[tuple[str, str]]) -> Iterator[str]:
    """Yield what may be left of a text after some pieces, which follow one another with nothing but their speakers and
    marks between. There may be several places: "n" is in "Anna", too."""
    if not pieces:
        yield told
        return
    piece, speaker = pieces[0]
    for match in re.finditer(f"(?={re.escape(piece)})", told):
        if told[: match.start()].strip(" .。:") in ("", speaker):
            yield from after(told[match.start() + len(piece) :], pieces[1:])


@settings(max_examples=150)
@given(lines=LINES, words=st.integers(0, 60))
def test_any_talk(lines: list[GistLine], words: int) -> None:
    said = gist(lines, words=words)
    assert said == gist(lines, words=words)
    at = -1, -1
    for one in said.chosen:
        assert one.sentence in lines[one.line].text
        assert one.sentence.strip()
        assert one.line >= at[0]
        at = one.line, 0
    pieces = [(" ".join(one.sentence.split()), lines[one.line].speaker) for one in said.chosen]
    assert any(rest in ("", ".", "。") for rest in after(said.text, pieces))
    assert len(said.topics) <= 5
    if len({line.language for line in lines}) == 1:
        assert length(said.text, lines[0].language) <= words


@settings(max_examples=100)
@given(
    texts=st.lists(st.text(max_size=200), max_size=5),
    language=st.sampled_from([*TALKS, "xx"]),
    words=st.integers(0, 40),
)
def test_any_summaries(texts: list[str], language: str, words: int) -> None:
    assert length(gist_of_texts(texts, language, words=words), language) <= words


@pytest.mark.parametrize(
    "text",
    [
        "x" * 100_000,
        "word " * 20_000,
        "I ate. " * 14_000,
        "\n" * 100_000,
        "我吃" * 50_000,
        ": " * 50_000,
        "[" * 100_000,
        "\ud800",
    ],
)
@pytest.mark.parametrize("language", ["en", "ko", "zh"])
def test_long_lines_take_no_time(text: str, language: str) -> None:
    begun = time.thread_time()  # of this thread alone, however busy the machine is
    gist([GistLine("Anna", text, language)] * 3)
    gist_of_texts([text], language, words=40)
    assert time.thread_time() - begun < 2.0


def test_runs_are_told_apart_wherever_they_begin() -> None:
    summary = "Anna: I bake bread. I rent a room in Leeds. Dr. Watson: I broke my leg. Anna: I work as a nurse in Bath."
    assert gist_of_texts([summary], "en", words=80) == summary
    assert gist_of_texts([summary], "en", words=9) in (
        "Anna: I rent a room in Leeds.",
        "Anna: I work as a nurse in Bath.",
    )
