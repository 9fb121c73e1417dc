"""Tests that explicit statements about oneself are parsed, and nothing else is."""

from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from soulkeep.lang.statements import LANGUAGES, SINGLE, endings, kin_words, same_value, statements


def told(text: str, language: str = "en") -> list[tuple[str, str]]:
    """Return the relation and value of each fact that a text states."""
    return [(one.relation, one.value) for one in statements(text, language)]


ENGLISH = [
    ("My name is Greta Holm.", "name", "Greta Holm"),
    ("You can call me Gigi.", "name", "Gigi"),
    ("My name’s Greta!", "name", "Greta"),
    ("I'm 41 years old.", "age", "41"),
    ("I just turned 30.", "age", "30"),
    ("My birthday is on June 9th.", "birthday", "June 9th"),
    ("I live in Porto.", "home", "Porto"),
    ("Well, I live in Salt Lake City now.", "home", "Salt Lake City"),
    ("I live in St. Louis.", "home", "St. Louis"),
    ("No, I live in Porto.", "home", "Porto"),
    ("I moved from Leeds to Bath last year.", "home", "Bath"),
    ("We're based in Oslo.", "home", "Oslo"),
    ("I'm originally from Ghana.", "origin", "Ghana"),
    ("I grew up in Cork, by the sea.", "origin", "Cork"),
    ("I work as a nurse.", "role", "a nurse"),
    ("I work for Bluebird Airways.", "employer", "Bluebird Airways"),
    ("I'm studying marine biology.", "studies", "marine biology"),
    ("I'm severely allergic to walnuts.", "allergy", "walnuts"),
    ("I'm a strict vegetarian.", "diet", "vegetarian"),
    ("I'm married to Noor.", "spouse", "Noor"),
    ("My cat is called Miso.", "pet", "Miso"),
    ("My sister's name is Clara.", "sister", "Clara"),
    ("My dad is called J. R. Ewing.", "father", "J. R. Ewing"),
    ("We have a dog named Biscuit.", "pet", "Biscuit"),
    ("My favourite film is Amelie.", "favourite film", "Amelie"),
]
GERMAN = [
    ("Ich heiße Greta Holm.", "name", "Greta Holm"),
    ("Nenn mich Gigi.", "name", "Gigi"),
    ("Ich bin 41 Jahre alt.", "age", "41"),
    ("Mein Geburtstag ist am 9. Juni.", "birthday", "9. Juni"),
    ("Ich wohne in Bremen.", "home", "Bremen"),
    ("Ich lebe seit zwei Jahren in Köln.", "home", "Köln"),
    ("Wir sind nach Jena gezogen.", "home", "Jena"),
    ("Ich komme aus Wien.", "origin", "Wien"),
    ("Ich arbeite als Tischlerin.", "role", "Tischlerin"),
    ("Ich arbeite bei Siemens.", "employer", "Siemens"),
    ("Ich studiere Physik.", "studies", "Physik"),
    ("Ich bin allergisch gegen Pollen.", "allergy", "Pollen"),
    ("Ich bin Veganerin.", "diet", "Veganerin"),
    ("Ich bin mit Jonas verheiratet.", "spouse", "Jonas"),
    ("Meine Katze heißt Miso.", "pet", "Miso"),
    ("Ich habe einen Hund namens Bello.", "pet", "Bello"),
    ("Mein Lieblingsfilm ist Amelie.", "favourite film", "Amelie"),
]
FRENCH = [
    ("Je m'appelle Odile.", "name", "Odile"),
    ("J’ai 41 ans.", "age", "41"),
    ("Mon anniversaire est le 9 juin.", "birthday", "9 juin"),
    ("J'habite à Nantes.", "home", "Nantes"),
    ("On a emménagé à Metz.", "home", "Metz"),
    ("Je viens de Brest.", "origin", "Brest"),
    ("Je travaille comme menuisier.", "role", "menuisier"),
    ("Je travaille chez Renault.", "employer", "Renault"),
    ("Je suis allergique aux noix.", "allergy", "noix"),
    ("Je suis végétarienne.", "diet", "végétarienne"),
    ("Je suis mariée à Paul.", "spouse", "Paul"),
    ("Mon frère s'appelle Luc.", "brother", "Luc"),
    ("J'ai un chat qui s'appelle Miso.", "pet", "Miso"),
    ("Mon film préféré est Amélie.", "favourite film", "Amélie"),
]
SPANISH = [
    ("Me llamo Inés.", "name", "Inés"),
    ("Tengo 41 años.", "age", "41"),
    ("Mi cumpleaños es el 9 de junio.", "birthday", "9 de junio"),
    ("Vivo en Cádiz.", "home", "Cádiz"),
    ("Me mudé a Cuenca.", "home", "Cuenca"),
    ("Soy de Quito.", "origin", "Quito"),
    ("Trabajo como carpintera.", "role", "carpintera"),
    ("Trabajo en Telefónica.", "employer", "Telefónica"),
    ("Soy alérgica a las nueces.", "allergy", "nueces"),
    ("Soy vegana.", "diet", "vegana"),
    ("Estoy casada con Pablo.", "spouse", "Pablo"),
    ("Mi hermano se llama Luis.", "brother", "Luis"),
    ("Mi película favorita es Amélie.", "favourite película", "Amélie"),
]
KOREAN = [
    ("내 이름은 하늘이야.", "name", "하늘"),
    ("보리라고 불러 줘.", "name", "보리"),
    ("나는 41살이야.", "age", "41"),
    ("내 생일은 6월 9일이야.", "birthday", "6월 9일"),
    ("나는 대구에 살아.", "home", "대구"),
    ("광주로 이사했어.", "home", "광주"),
    ("부산 출신이야.", "origin", "부산"),
    ("요리사로 일해.", "role", "요리사"),
    ("삼성에서 일해요.", "employer", "삼성"),
    ("새우 알레르기가 있어.", "allergy", "새우"),
    ("나는 비건이야.", "diet", "비건"),
    ("우리 고양이 이름은 미소야.", "pet", "미소"),
    ("제일 좋아하는 영화는 괴물이야.", "favourite 영화", "괴물"),
]
JAPANESE = [
    ("私の名前は美咲です。", "name", "美咲"),
    ("41歳です。", "age", "41"),
    ("私の誕生日は6月9日です。", "birthday", "6月9日"),
    ("札幌に住んでいます。", "home", "札幌"),
    ("長崎に引っ越しました。", "home", "長崎"),
    ("さいたま市に引っ越した。", "home", "さいたま市"),
    ("京都出身です。", "origin", "京都"),
    ("看護師として働いています。", "role", "看護師"),
    ("トヨタで働いています。", "employer", "トヨタ"),
    ("エビアレルギーがあります。", "allergy", "エビ"),
    ("私はベジタリアンです。", "diet", "ベジタリアン"),
    ("うちの猫の名前はミソです。", "pet", "ミソ"),
    ("一番好きな映画は千と千尋です。", "favourite 映画", "千と千尋"),
]
CHINESE = [
    ("我叫小美。", "name", "小美"),
    ("我今年41岁。", "age", "41"),
    ("我的生日是6月9日。", "birthday", "6月9日"),
    ("我住在成都。", "home", "成都"),
    ("我们搬到了上海。", "home", "上海"),
    ("我是北京人。", "origin", "北京"),
    ("我在华为工作。", "employer", "华为"),
    ("我对花生过敏。", "allergy", "花生"),
    ("我是素食主义者。", "diet", "素食主义者"),
    ("我家猫叫味噌。", "pet", "味噌"),
    ("我最喜欢的电影是霸王别姬。", "favourite 电影", "霸王别姬"),
]
TABLES = {
    "en": ENGLISH, "de": GERMAN, "fr": FRENCH, "es": SPANISH, "ko": KOREAN, "ja": JAPANESE, "zh": CHINESE,
}  # fmt: skip


@pytest.mark.parametrize(
    ("language", "text", "relation", "value"), [(language, *row) for language, table in TABLES.items() for row in table]
)
def test_a_fact_is_parsed(language: str, text: str, relation: str, value: str) -> None:
    [one] = statements(text, language)
    assert (one.relation, one.value) == (relation, value)
    assert one.single == (relation in SINGLE or relation.startswith("favourite"))
    assert text[one.start : one.end] == value
    assert value in one.clause


ENDED: dict[str, dict[str, tuple[str, ...]]] = {
    "en": {
        "work": ("I quit my job.", "I lost my job last week.", "I got fired!", "I've been laid off.", "I retired."),
        "partner": ("We broke up.", "I broke up with Dario.", "I'm single again.", "We got divorced."),
    },
    "de": {
        "work": ("Ich habe gekündigt.", "Ich wurde entlassen."),
        "partner": ("Wir haben uns getrennt.", "Ich habe mich von Dario getrennt.", "Ich bin wieder Single."),
    },
    "fr": {
        "work": ("J'ai démissionné.", "J'ai perdu mon travail."),
        "partner": ("On s'est séparés.", "J'ai rompu avec Luc.", "Je suis célibataire."),
    },
    "es": {
        "work": ("Renuncié.", "Dejé mi trabajo.", "Me despidieron."),
        "partner": ("Rompimos.", "Terminé con Luis.", "Estoy soltera."),
    },
    "ko": {"work": ("회사를 그만뒀어.", "퇴사했어."), "partner": ("남자친구랑 헤어졌어.", "이혼했어.")},
    "ja": {"work": ("会社を辞めました。", "クビになった。"), "partner": ("彼氏と別れました。", "離婚しました。")},
    "zh": {"work": ("我辞职了。", "我被裁了。"), "partner": ("我和男朋友分手了。", "我们离婚了。")},
}


@pytest.mark.parametrize(
    ("language", "matter", "text"),
    [
        (language, matter, text)
        for language, table in ENDED.items()
        for matter, texts in table.items()
        for text in texts
    ],
)
def test_what_is_over_is_parsed(language: str, matter: str, text: str) -> None:
    [one] = endings(text, language)
    assert one.matter == matter
    assert text[one.start : one.end] == text.rstrip(".!。")
    assert told(text, language) == []


NOTHING: dict[str, dict[str, tuple[str, ...]]] = {
    "question": {
        "en": ("Do I live in Porto?", "I live in Porto?", "What if I moved to Porto?", "My cat is called Miso?"),
        "de": ("Wohne ich in Bremen?", "Ich wohne in Bremen?"),
        "fr": ("Est-ce que j'habite à Nantes ?", "J'habite à Nantes ?"),
        "es": ("¿Vivo en Cádiz?", "¿Me llamo Inés?"),
        "ko": ("내가 대구에 살아?", "나는 대구에 살아?"),
        "ja": ("札幌に住んでいますか？", "札幌に住んでいます？"),
        "zh": ("我住在成都吗？", "我住在成都？"),
    },
    "if": {
        "en": ("If I win, I live in Porto.", "I'm vegan, if that matters.", "Unless it rains, I'm 41."),
        "de": ("Wenn ich gewinne, wir sind nach Jena gezogen.", "Falls ich in Bremen wohne, gut."),
        "fr": ("Si je gagne, j'habite à Nantes.", "Si j'habite à Nantes, tant mieux."),
        "es": ("Si gano, vivo en Cádiz.", "Ojalá viviera en Cádiz."),
        "ko": ("만약 이기면, 나는 대구에 살아.", "대구에 살면 좋겠다."),
        "ja": ("もし勝ったら、札幌に住んでいます。", "札幌に住んでいたらいいな。"),
        "zh": ("如果赢了，我住在成都。", "如果我住在成都就好了。"),
    },
    "fiction": {
        "en": (
            "In my novel, I live in Porto.",
            "In the game, my name is Bob.",
            "Imagine that, I live in Porto.",
            "Pretend: I'm 30.",
            "As Napoleon, I live in Paris.",
            "I live in Porto, just kidding.",
            "I live in a castle in Narnia.",
            "Suppose my name is Bob.",
        ),
        "de": ("In meinem Roman, ich wohne in Bremen.", "Stell dir vor, ich heiße Bob.", "Ich bin 41, nur Spaß."),
        "fr": ("Dans mon roman, j'habite à Nantes.", "Imagine, je m'appelle Bob.", "J'ai 41 ans, je plaisante."),
        "es": ("En mi novela, vivo en Cádiz.", "Imagina, me llamo Bob.", "Tengo 41 años, es broma."),
        "ko": ("내 소설에서, 나는 대구에 살아.", "상상해 봐, 내 이름은 하늘이야.", "나는 41살이야, 농담이야."),
        "ja": ("私の小説では、札幌に住んでいます。", "想像して、私の名前は美咲です。", "41歳です、冗談です。"),
        "zh": ("在我的小说里，我住在成都。", "想象一下，我叫小美。", "我今年41岁，开玩笑的。"),
    },
    "said by others": {
        "en": ("She said I live in Porto.", "He said: I live in Rome.", 'He told me: "I live in Rome."', "Tom is 41."),
        "de": ("Sie sagte, ich wohne in Bremen.", "Du wohnst in Bremen.", "Jonas wohnt in Bremen."),
        "fr": ("Elle a dit, j'habite à Nantes.", "Tu habites à Nantes.", "Paul habite à Nantes."),
        "es": ("Ella dijo, vivo en Cádiz.", "Vives en Cádiz.", "Pablo vive en Cádiz."),
        "ko": ("철수는 대구에 살아.", "엄마가 삼성에서 일해."),
        "ja": ("田中さんは札幌に住んでいます。", "妹が札幌に住んでいます。", "彼はトヨタで働いています。"),
        "zh": ("他说，我住在成都。", "小王住在成都。", "我妈妈住在成都。"),
    },
    "half a clause": {
        "en": (
            "I live in Porto only on paper and hate it.",
            "I'm 41 minutes late.",
            "My cat is called Miso by my wife.",
            "I'm allergic to nothing but cats of the neighbours.",
            "The city I live in Porto told me about.",
            "I think I live in Porto.",
            "I live in fear.",
        ),
        "de": ("Ich wohne in Bremen nur auf dem Papier und hasse es.", "Ich glaube ich wohne in Bremen."),
        "fr": ("J'habite à Nantes seulement sur le papier.", "Je crois que j'habite à Nantes."),
        "es": ("Vivo en Cádiz solo en los papeles.", "Creo que vivo en Cádiz."),
        "ko": ("나는 대구에 살아 보고 싶어.", "나는 대구에 살아야 해."),
        "ja": ("札幌に住んでいます友達がいます。", "札幌に住んでいますと言われました。"),
        "zh": ("我住在成都的朋友来了。", "我住在成都是不可能的。"),
    },
    "not so": {
        "en": ("I don't live in Porto.", "I no longer live in Porto.", "I used to live in Oslo.", "I'm not vegan."),
        "de": ("Ich wohne nicht in Bremen.", "Ich heiße nicht Bob."),
        "fr": ("Je n'habite pas à Nantes.", "Je ne m'appelle pas Bob."),
        "es": ("No vivo en Cádiz.", "No me llamo Bob."),
        "ko": ("나는 대구에 안 살아.", "내 이름은 하늘이 아니야."),
        "ja": ("札幌に住んでいません。", "私の名前は美咲ではありません。"),
        "zh": ("我不住在成都。", "我不叫小美。"),
    },
    "no value": {
        "en": ("I'm studying for my exam.", "I'm studying hard.", "I'm so tired.", "My name is mud.", "Call me later."),
    },
}  # fmt: skip


@pytest.mark.parametrize(
    ("why", "language", "text"),
    [(why, language, text) for why, table in NOTHING.items() for language, texts in table.items() for text in texts],
)
def test_what_states_nothing(why: str, language: str, text: str) -> None:
    assert told(text, language) == [], why


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Did I quit my job?"),
        ("en", "If it goes on like this, I quit my job."),
        ("en", "In my novel, we broke up."),
        ("en", "I almost quit my job."),
        ("en", "Tom quit his job."),
        ("en", "I haven't quit my job."),
        ("de", "Wenn das so weitergeht, ich habe gekündigt."),
        ("de", "Ich habe nicht gekündigt, oder?"),
        ("fr", "Si ça continue, j'ai démissionné."),
        ("es", "¿Renuncié?"),
        ("ko", "철수가 퇴사했어."),
        ("ja", "田中さんは離婚しました。"),
        ("zh", "他辞职了。"),
        ("xx", "I quit my job."),
    ],
)
def test_what_is_not_over(language: str, text: str) -> None:
    assert endings(text, language) == []


def test_a_sentence_states_as_much_as_its_clauses_do() -> None:
    assert told("I live in Porto, but I work for Siemens.") == [("home", "Porto"), ("employer", "Siemens")]
    assert told("Hi, my name's Greta and I bake.") == [("name", "Greta")]
    assert told("I work as a nurse at Mercy General.") == [("role", "a nurse"), ("employer", "Mercy General")]
    assert told("I live in Porto because I like the sea.") == [("home", "Porto")]
    assert told("I'm 41. I live in Porto! Do I like it? My cat is called Miso.") == [
        ("age", "41"), ("home", "Porto"), ("pet", "Miso"),
    ]  # fmt: skip
    assert told("Ich bin 41. Ich wohne in Köln.", "de") == [("age", "41"), ("home", "Köln")]


def test_if_speaks_for_its_own_sentence_alone() -> None:
    assert told("If you ask me, fine. I live in Porto.") == [("home", "Porto")]
    assert told("I live in Porto. If it rains, I swim.") == [("home", "Porto")]


def test_names_are_written_as_such() -> None:
    assert told("i live in Porto") == [("home", "Porto")]
    assert told("I live in porto.") == []
    assert told("My cat is called often.") == []


@pytest.mark.parametrize("text", ["I live in Porto.", "Ik woon in Gent.", "?"])
def test_languages_unknown_here_state_nothing(text: str) -> None:
    assert told(text, "xx") == told(text, "nl") == []
    assert kin_words("xx") == frozenset()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_words_for_people_and_pets(language: str) -> None:
    assert len(kin_words(language)) >= 15


def test_same_value() -> None:
    assert same_value("a software engineer", "Software Engineer", "en")
    assert same_value("Busan", "busan", "en")
    assert same_value("walnut", "walnuts", "en")
    assert same_value("le fromage", "Fromage", "fr")
    assert same_value("１２３", "123", "ja")
    assert not same_value("Slack", "Slacks", "en")
    assert not same_value("Busan", "Seoul", "en")
    assert not same_value("C", "C++", "en")


# -- whatever is said --------------------------------------------------------------------------------------------------

WORDS = """
    I I'm my our we sister cat live in Porto Oslo from to and but , . ? ! if imagine moved called is named a an the
    nurse at for because said 41 years old name " ( ) — quit job broke up with
"""


@given(st.lists(st.sampled_from([*WORDS.split(), "\n"]), max_size=40).map(" ".join))
@settings(max_examples=300)
def test_values_stand_where_they_are_said_to(text: str) -> None:
    for one in statements(text, "en"):
        assert one.value
        assert text[one.start : one.end].strip() == one.value
        assert one.value in one.clause
        assert one.clause in text
    for end in endings(text, "en"):
        assert 0 <= end.start < end.end <= len(text)


@given(st.text(max_size=200), st.sampled_from(LANGUAGES))
@settings(max_examples=300)
def test_any_text_is_borne(text: str, language: str) -> None:
    for one in statements(text, language):
        assert 0 <= one.start < one.end <= len(text)
    endings(text, language)


REPEATED = (
    "I live in ", "I live in Porto in ", "I'm a ", "a", "A ", "well, ", "well ", "now ", "by the way ", "if ",
    "x said ", "in my ", "J. ", "St. ", "1. ", "... ", "?!", ".", "[", '"', "(", "\n", "- ", "1,000 ",
    "ich wohne seit ", "j'habite à ", "vivo en ", "내 이름은 ", "나는 ", "대구", "ㅋ", "私は", "今は", "東京",
    "よね", "に住んで", "我住在", "我在", "了",
)  # fmt: skip


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("piece", REPEATED)
def test_work_grows_with_the_text_and_no_faster(language: str, piece: str) -> None:
    """The longest sentence that is read, made of what patterns begin with, costs little; texts cost by their length."""

    def took(text: str) -> float:
        begun = time.process_time()
        statements(text, language)
        endings(text, language)
        return time.process_time() - begun

    took("x")
    sentence = (piece * 400)[:399]
    assert any(took(sentence) < 0.1 for _ in range(3))
    short = (piece * 4_000)[:4_000]
    first = min(took(short) for _ in range(3))
    assert any(took(short * 8) < 16 * first + 0.1 for _ in range(3))
