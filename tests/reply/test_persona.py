"""Personality, speaking style and example lines are read from a description, and shape what is said of oneself."""

# ruff: noqa: E501 - letters of some scripts count double

from __future__ import annotations

import pytest

from soulkeep.reply.persona import Persona, persona_of, persona_text, statements
from soulkeep.reply.voice.self_talk import speak_of_self

HOLMES = """Sherlock Holmes is a consulting detective in Victorian London. He is brilliant, curious and impatient, \
and speaks formally, in short sentences.
He lives in Baker Street with his friend Watson. He plays the violin and keeps bees. He was born in 1854.
His brother Mycroft works for the government. He is lazy. Holmes hates boredom and is afraid of nothing.

Example lines:
- "Elementary!"
- "You see, but you do not observe."
{{char}}: *sighs* The game is afoot, {{user}}.

Likes: riddles, tobacco"""

CARD = """[Character("Lina")
Age("25")
Personality("curious" + "gruff" + "loyal")]
<START>
{{user}}: Hi
{{char}}: Hmph. What now?
Don't touch that!
{{user}}: sorry
<START>
{{char}}: Fine..."""

# -- what is read ------------------------------------------------------------------------------------------------------


def test_traits_style_and_examples_are_read_from_prose_and_lists() -> None:
    persona = persona_of(HOLMES, "Sherlock Holmes")
    assert persona.traits[:2] == ("curious", "impatient")
    assert set(persona.style) == {"terse", "formal"}
    assert persona.examples == (
        "Elementary!",
        "You see, but you do not observe.",
        "The game is afoot, {{user}}.",
    )


def test_a_card_s_talk_gives_the_character_s_lines_and_nobody_else_s() -> None:
    persona = persona_of(CARD, "Lina")
    assert persona.traits == ("curious", "gruff", "loyal")
    assert persona.examples == ("Hmph. What now?", "Don't touch that!", "Fine...")
    assert statements(persona) == ("Character: Lina", "Age: 25", "Personality: curious, gruff, loyal")


@pytest.mark.parametrize(
    ("description", "name", "examples"),
    [
        ("유나는 대학생이다.\n예시 대사:\n“야, 같이 게임하자!”\n“진짜?”", "유나", ("야, 같이 게임하자!", "진짜?")),
        ("집사다. 예시 대사: “알겠습니다.” / “네, 주인님.”", "집사", ("알겠습니다.", "네, 주인님.")),
        ("明るい。\n口癖：「なるほどですね！」", "さくら", ("なるほどですね！",)),
        ("程序员。\n口头禅：“没问题！”", "小明", ("没问题！",)),
        ("Schmiedin.\nBeispielsätze:\n„Was willst du?“\n„Lass das.“", "Greta", ("Was willst du?", "Lass das.")),
        ("Elle dit souvent : « Oh là là ! »", "Amélie", ("Oh là là !",)),
        ("Dice: «¡Vaya!»", "Pepa", ("¡Vaya!",)),
        ("Frasi tipiche:\n«Mamma mia!»\n«Andiamo.»", "Gino", ("Mamma mia!", "Andiamo.")),
        ("Exemplos de falas:\n“Pois é.”\n“Vamos lá.”", "Rita", ("Pois é.", "Vamos lá.")),
        ("Borin: Bah!\nBorin: Leave my axe alone.", "Borin", ("Bah!", "Leave my axe alone.")),
        ('They call him "The Rat". He often says "Cheese, please".', "Bob", ("Cheese, please",)),
        ("He is tall.\nSays: “Hm.”\nHe lives in Bath.", "Bob", ("Hm.",)),
    ],
)
def test_example_lines_are_found_in_every_language_and_layout(
    description: str, name: str, examples: tuple[str, ...]
) -> None:
    assert persona_of(description, name).examples == examples


@pytest.mark.parametrize(
    ("description", "style"),
    [
        ("He speaks tersely.", "terse"),
        ("She is warm-hearted.", "warm"),
        ("A playful fox.", "playful"),
        ("말투는 정중하다.", "formal"),
        ("무뚝뚝한 대장장이.", "terse"),
        ("장난기 많은 소녀.", "playful"),
        ("彼は寡黙だ。", "terse"),
        ("古風な口調で話す。", "archaic"),
        ("性格温柔。", "warm"),
        ("Eine wortkarge Schmiedin.", "terse"),
        ("Sie ist herzlich.", "warm"),
        ("Il est espiègle.", "playful"),
        ("Elle parle d'un ton soutenu.", "formal"),
        ("Es un hombre de pocas palabras.", "terse"),
        ("Habla de forma coloquial.", "casual"),
        ("Un fabbro di poche parole.", "terse"),
        ("È una persona premurosa.", "warm"),
        ("Fala de modo descontraído.", "casual"),
        ("Uma raposa brincalhona.", "playful"),
    ],
)
def test_style_is_read_in_the_languages_that_have_words_of_it(description: str, style: str) -> None:
    assert persona_of(description, "X").style[0] == style


@pytest.mark.parametrize(
    "description",
    [
        "He lives in a warm country.",
        "She is never formal.",
        "He is not polite.",
        "Some kind of elf.",
        "전혀 친절하지 않다.",
        "Non è cortese.",
        "Nunca é carinhosa.",
        "It has a formal garden.",
        "",
    ],
)
def test_what_only_looks_like_style_is_none(description: str) -> None:
    assert persona_of(description, "X").style == ()


@pytest.mark.parametrize(
    ("description", "address"),
    [
        ("존댓말을 쓴다.", "polite"),
        ("반말을 쓴다.", "familiar"),
        ("존댓말을 쓰지 않는다.", "familiar"),
        ("Sie siezt niemanden.", "familiar"),
        ("Elle vouvoie tout le monde.", "polite"),
        ("Trata de usted a todos.", "polite"),
        ("Dà del lei a tutti.", "polite"),
        ("Trata por tu toda a gente.", "familiar"),
        ("A polite butler.", "polite"),
        ("예시 대사:\n- 알겠습니다.\n- 차를 드릴까요?", "polite"),
        ("예시 대사:\n- 야, 뭐 해?\n- 같이 가자!", "familiar"),
        ("セリフ：「わかりました。」\nセリフ：「お茶をどうぞ、冷めますよ。」", "polite"),
        ("セリフ：「俺に任せろ！」「行くぜ！」", "familiar"),
        ("Zitate:\n- „Haben Sie gut geschlafen?“", "polite"),
        ("Répliques :\n- « Tu viens ? »", "familiar"),
        ("Frases:\n- «¿Cómo está usted?»", "polite"),
        ("A detective.", None),
    ],
)
def test_address_is_read_from_words_or_from_the_lines(description: str, address: str | None) -> None:
    assert persona_of(description, "X").address == address


@pytest.mark.parametrize(
    "description",
    ["", "  \n\n ", "{{char}}:", "“”" * 50, "<START>" * 30, ":" * 300, "[(" * 500, "-\n" * 100, "# A\n**B**\n", "\x00"],
)
def test_anything_can_be_read(description: str) -> None:
    for name in ("X", "", "{{char}}", "Li (2)"):
        persona = persona_of(description, name)
        assert persona_text(persona, 3) == description or len(persona_text(persona, 3).split()) <= 3
        statements(persona)
        for language in ("en", "ko", "ja", "it"):
            speak_of_self("Who are you?", persona, language=language, person=None)


# -- the description in a prompt ---------------------------------------------------------------------------------------


def test_a_description_that_fits_is_told_byte_for_byte() -> None:
    odd = "  A  detective.\r\n\n\tLikes: tea \n"
    assert persona_text(persona_of(odd, "X"), 500) == odd
    assert persona_text(persona_of(HOLMES, "Sherlock Holmes"), 500) == HOLMES


@pytest.mark.parametrize("words", [5, 30, 60, 100, 400])
def test_a_long_description_keeps_what_shapes_speech_and_never_exceeds_its_room(words: int) -> None:
    filler = "He walks slowly along the river every morning. " * 300
    persona = persona_of(f"Borin is a dwarf. {filler}\nHe speaks in short, gruff sentences.\n\nExample lines:\n- Bah!\n"
                         f"- Leave my axe alone.\n- What now?\n- One too many.\n\n{filler}", "Borin")  # fmt: skip
    short = persona_text(persona, words)
    assert 0 < len(short.split()) <= words
    if words >= 30:
        for part in (
            "He speaks in short, gruff sentences.",
            "Example lines:\n- Bah!\n- Leave my axe alone.",
            "What now?",
        ):
            assert part in short
        assert short.startswith("Borin is a dwarf.")
        assert "every morning. " in short or words == 30
        assert not short.replace("\n", " ").rstrip().endswith("He walks")


def test_a_long_description_without_blanks_is_cut_too() -> None:
    short = persona_text(persona_of("彼は毎朝川沿いを歩く。" * 400 + "敬語で話す。", "X"), 50)
    assert "敬語で話す。" in short
    assert len(short) <= 100


def test_a_single_endless_sentence_is_cut_by_words() -> None:
    assert persona_text(persona_of("very " * 900 + "old", "X"), 7).split() == ["very"] * 7


# -- asked about itself ------------------------------------------------------------------------------------------------


def answer(said: str, persona: Persona, language: str = "en", lately: tuple[str, ...] = ()) -> str | None:
    spoken = speak_of_self(said, persona, language=language, person="anna", lately=lately)
    if spoken is None:
        return None
    assert (spoken.responder, spoken.memories, spoken.text) == ("voice", (), spoken.plain)
    return spoken.plain


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("Who are you?", "I am a consulting detective in Victorian London."),
        ("Hello! Tell me about yourself, Holmes!", "I am a consulting detective in Victorian London."),
        ("What are you like?", "I am brilliant, curious and impatient, and speak formally, in short sentences."),
        ("What do you do for a living?", "I am a consulting detective in Victorian London."),
        ("Where do you live?", "I live in Baker Street with my friend Watson."),
        ("I live in Bath. Where do you live?", "I live in Baker Street with my friend Watson."),
        ("When were you born?", "I was born in 1854."),
        ("What do you hate?", "I hate boredom and am afraid of nothing."),
        ("Do you play the violin?", "I play the violin and keep bees."),
        ("Do you have any brothers?", "My brother Mycroft works for the government."),
    ],
)
def test_questions_about_the_character_are_answered_in_the_first_person(asked: str, said: str) -> None:
    assert answer(asked, persona_of(HOLMES, "Sherlock Holmes")) == said


@pytest.mark.parametrize(
    "asked",
    [
        "Who am I?", "Where do I live?", "What do you like about me?", "What did you tell me about London?",
        "Where is the violin?", "Who is Watson?", "Do you know where Baker Street is?", "Do you remember the bees?",
        "What do you think of bees?", "How are you?", "Do you like my violin?", "Is he lazy?", "Are you lazy?",
        "What did anna do in Baker Street?", "I play the violin.", "",
    ],
)  # fmt: skip
def test_questions_about_others_and_the_shared_past_are_left_alone(asked: str) -> None:
    assert answer(asked, persona_of(HOLMES, "Sherlock Holmes")) is None


YUNA = persona_of(
    "유나는 게임과 만화책을 좋아하는 스무 살 대학생이다. 서울에 산다. 그녀는 밝고 장난기가 많으며 반말을 쓴다. 유나의 꿈은 "
    "게임 개발자가 되는 것이다. 거미를 무서워한다.",
    "유나",
)


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("넌 누구야?", "나는 게임과 만화책을 좋아하는 스무 살 대학생이야."),
        ("너는 뭘 좋아해?", "나는 게임과 만화책을 좋아하는 스무 살 대학생이야."),
        ("어디 살아?", "나는 서울에 살아."),
        ("성격이 어때?", "나는 밝고 장난기가 많으며 반말을 써."),
        ("꿈이 뭐야?", "내 꿈은 게임 개발자가 되는 것이야."),
        ("뭐가 제일 무서워?", "나는 거미를 무서워해."),
        ("유나야, 자기소개 해줘", "나는 게임과 만화책을 좋아하는 스무 살 대학생이야."),
        ("너 게임 좋아해?", "나는 게임과 만화책을 좋아하는 스무 살 대학생이야."),
    ],
)
def test_korean_questions_are_answered_in_the_first_person(asked: str, said: str) -> None:
    assert (answer(asked, YUNA, "ko") or "").startswith(said)


@pytest.mark.parametrize(
    "asked", ["나는 누구야?", "내가 뭘 좋아한다고 했지?", "내 이름이 뭐야?", "비 와?", "엄마는 게임 좋아해?"]
)
def test_korean_questions_about_others_are_left_alone(asked: str) -> None:
    assert answer(asked, YUNA, "ko") is None


@pytest.mark.parametrize(
    ("description", "said"),
    [
        ("유나, 스물네 살.", "나는 스물네 살이야."),
        ("얼마 전 이사 와서 아는 사람이 거의 없다.", "나는 얼마 전 이사 와서 아는 사람이 거의 없어."),
        ("여동생이 한 명 있다.", "나는 여동생이 한 명 있어."),
        ("어머니가 유나를 키웠다.", "“어머니가 유나를 키웠다.”"),
        ("유나는 그를 미워했다.", "“유나는 그를 미워했다.”"),
        ("유나와 그는 친구다.", "“유나와 그는 친구다.”"),
    ],
)
def test_korean_is_turned_where_it_is_safe(description: str, said: str) -> None:
    assert (answer("넌 누구야?", persona_of(description, "유나"), "ko") or "").endswith(said)


def test_a_polite_korean_speaks_politely_of_himself() -> None:
    butler = persona_of("존댓말을 쓴다. 세바스찬은 저택에서 일하는 집사이다. 그는 홍차를 좋아한다.", "세바스찬")
    assert answer("누구세요?", butler, "ko") == "저는 저택에서 일하는 집사예요. 저는 홍차를 좋아해요."
    assert "세바스찬" in (answer("이름이 뭐예요?", butler, "ko") or "")
    assert (answer("이름이 뭐예요?", butler, "ko") or "").endswith(("니다.", "요."))


OTHERS = {
    "de": ("Greta ist Schmiedin in Köln. Sie wohnt über ihrer Werkstatt.", "Greta",
           ("Wer bist du?", "Wo wohnst du?", "Was machst du beruflich?", "Wie heißt du?"), ("Wer bin ich?", "Wie heiße ich?")),
    "fr": ("Amélie est serveuse à Paris. Elle habite à Montmartre.", "Amélie",
           ("Qui es-tu ?", "Où habites-tu ?", "Que fais-tu dans la vie ?", "Comment tu t'appelles ?"), ("Qui suis-je ?",)),
    "es": ("Pepa es enfermera. Vive en Cádiz.", "Pepa",
           ("¿Quién eres?", "¿Dónde vives?", "¿A qué te dedicas?", "¿Cómo te llamas?"), ("¿Quién soy?", "¿Cómo me llamo?")),
    "ja": ("さくらは京都に住む大学生です。猫が好きです。", "さくら",
           ("あなたは誰？", "どこに住んでいますか？", "お仕事は何ですか？", "お名前は？", "猫は好き？"), ("私は誰？", "私の名前は？")),
    "zh": ("小明是个程序员，住在上海。他喜欢打篮球。", "小明",
           ("你是谁？", "你住在哪里？", "你是做什么的？", "你叫什么名字？", "你喜欢篮球吗？"), ("我是谁？", "我叫什么名字？")),
}  # fmt: skip


@pytest.mark.parametrize("language", OTHERS)
def test_other_languages_quote_what_is_said_of_the_character(language: str) -> None:
    description, name, asked, left_alone = OTHERS[language]
    persona = persona_of(description, name)
    for question in asked:
        said = answer(question, persona, language)
        assert said is not None, question
        assert name in said or any(sentence in said for sentence in statements(persona)), question
    for question in left_alone:
        assert answer(question, persona, language) is None, question


def test_a_description_in_another_language_is_quoted() -> None:
    said = answer("넌 누구야?", persona_of(HOLMES, "Sherlock Holmes"), "ko")
    assert said is not None
    assert "“Sherlock Holmes is a consulting detective in Victorian London.”" in said


@pytest.mark.parametrize(
    ("description", "said"),
    [
        ("You are a gruff dwarf. You guard your axe.", "I am a gruff dwarf. I guard my axe."),
        ("I am a tailor at court.", "I am a tailor at court."),
        ("A noble priest who resides in his chapel and heals the sick.",
         "I am a noble priest who resides in his chapel and heals the sick."),
        ("In his spare time, Bob paints.", "In my spare time, I paint."),
        ("Bob, 24, has just moved in and hardly knows anyone.", "I am 24, and I have just moved in and hardly know anyone."),
        ("Bob, a baker, lives in Bath.", "I am a baker, and I live in Bath."),
        ("Bob works and walks in the woods.", "“Bob works and walks in the woods.”"),
        ("Bob loves his sister and her dog.", "“Bob loves his sister and her dog.”"),
        ("Bob met Jim when he was young.", "“Bob met Jim when he was young.”"),
        ("Everybody fears Bob.", "“Everybody fears Bob.”"),
        ("Bob is a man who hunts and fishes.", "“Bob is a man who hunts and fishes.”"),
    ],
)  # fmt: skip
def test_only_what_is_safe_is_turned(description: str, said: str) -> None:
    told_of_self = answer("Who are you?", persona_of(description, "Bob")) or ""
    assert told_of_self.endswith(said)
    assert ("“" in told_of_self) == ("“" in said)


def test_what_the_description_does_not_tell_is_not_made_up() -> None:
    persona = persona_of("Holmes is a detective.", "Holmes")
    for asked in ("Where do you live?", "What are you afraid of?", "Do you like tea?", "How old are you?"):
        assert answer(asked, persona) is None
    assert answer("Who are you?", persona_of("", "Holmes")) in (
        "I am Holmes.",
        "My name is Holmes.",
        "I'm called Holmes.",
    )
    assert answer("Who are you?", persona_of("You must always reply in rhyme to {{user}}.", "")) is None


def test_asked_again_it_says_so_and_never_the_same_words_in_a_row() -> None:
    persona = persona_of("Holmes is a detective.", "Holmes")
    lately: list[str] = []
    for _ in range(50):
        for asked in ("Who are you?", "What is your name?"):
            said = answer(asked, persona, "en", tuple(lately[-4:]))
            assert said is not None
            assert said not in lately[-1:]
            lately.append(said)
    assert len({said for said in lately if said.endswith("I am a detective.")}) >= 4
