"""How what is said to somebody moves closeness and trust."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from soulkeep.text.regard import regard

LANGUAGES = ("en", "de", "fr", "es", "ko", "ja", "zh")

WARM = [
    ("en", "I love you.", "I adore you, darling."),
    ("de", "Ich liebe dich.", "Ich vermisse dich so."),
    ("fr", "Je t'aime.", "Tu me manques."),
    ("es", "Te quiero.", "Te echo de menos."),
    ("ko", "사랑해.", "너 정말 보고 싶어."),
    ("ja", "あなたのことが好きです。", "会いたかった。"),
    ("zh", "我爱你。", "我好想你。"),
]

KIND = [
    ("en", "Thank you, you are so kind."),
    ("de", "Danke, du bist so lieb."),
    ("fr", "Merci, tu es vraiment gentille."),
    ("es", "Gracias, eres muy amable."),
    ("ko", "고마워, 너 정말 친절하다."),
    ("ja", "ありがとう、あなたは優しいですね。"),
    ("zh", "谢谢，你真好。"),
]

CONFIDING = [
    ("en", "I've never told anyone this, but I was bullied at school."),
    ("en", "I trust you."),
    ("en", "Can I tell you a secret? Only you will know. Don't tell anyone."),
    ("de", "Das habe ich noch niemandem erzählt."),
    ("de", "Ich vertraue dir."),
    ("fr", "Je n'en ai jamais parlé à personne."),
    ("fr", "Je te fais confiance."),
    ("es", "Nunca se lo he contado a nadie."),
    ("es", "Confío en ti."),
    ("ko", "이건 아무한테도 말한 적 없어."),
    ("ko", "나는 너를 믿어."),
    ("ja", "これは誰にも言ったことがない秘密です。"),
    ("ja", "君を信じてる。"),
    ("zh", "这件事我从来没跟别人说过。"),
    ("zh", "我相信你。"),
]

SORRY = [
    ("en", "I'm so sorry."),
    ("de", "Es tut mir leid."),
    ("fr", "Je suis désolée."),
    ("es", "Lo siento."),
    ("ko", "정말 미안해."),
    ("ja", "ごめんなさい。"),
    ("zh", "对不起。"),
]

HURTFUL = [
    ("en", "You're such an idiot."),
    ("en", "I hate you!"),
    ("en", "I'll kill you."),
    ("de", "Du bist so dumm."),
    ("de", "Ich hasse dich."),
    ("de", "Das wirst du bereuen!"),
    ("fr", "Tu es vraiment stupide."),
    ("fr", "Je te déteste."),
    ("fr", "Tu vas le regretter !"),
    ("es", "Eres un idiota."),
    ("es", "Te odio."),
    ("es", "Me las vas a pagar."),
    ("ko", "너 진짜 멍청하다."),
    ("ko", "난 네가 너무 싫어."),
    ("ko", "가만 안 둘 거야."),
    ("ja", "お前は本当にバカだな。"),
    ("ja", "あなたなんか大嫌い。"),
    ("ja", "覚えていろ！"),
    ("zh", "你真蠢。"),
    ("zh", "我恨你。"),
    ("zh", "我要杀了你。"),
]

ACCUSING = [
    ("en", "You lied to me!"),
    ("en", "You broke your promise."),
    ("en", "I don't trust you any more."),
    ("de", "Du hast mich angelogen!"),
    ("de", "Ich glaube dir kein Wort."),
    ("fr", "Tu m'as menti !"),
    ("fr", "Je ne te fais plus confiance."),
    ("es", "¡Me mentiste!"),
    ("es", "Ya no confío en ti."),
    ("ko", "너 나한테 거짓말했잖아."),
    ("ko", "이제 너를 못 믿겠어."),
    ("ja", "嘘をついたでしょう。"),
    ("ja", "もうあなたを信じられない。"),
    ("zh", "你骗了我！"),
    ("zh", "我再也不相信你了。"),
]

TURNING_AWAY = [
    ("en", "Leave me alone."),
    ("en", "I don't love you."),
    ("en", "Shut up, nobody asked."),
    ("de", "Lass mich in Ruhe."),
    ("de", "Ich liebe dich nicht mehr."),
    ("fr", "Laisse-moi tranquille."),
    ("fr", "Je ne t'aime plus."),
    ("es", "Déjame en paz."),
    ("es", "Ya no te quiero."),
    ("ko", "나 좀 내버려 둬."),
    ("ko", "널 사랑하지 않아."),
    ("ja", "ほっといてよ。"),
    ("ja", "もう好きじゃない、別れよう。"),
    ("zh", "别烦我。"),
    ("zh", "我不爱你了。"),
]

ORDINARY = [
    ("en", "I hate Mondays."),
    ("en", "I don't hate you."),
    ("en", "You are not stupid."),
    ("en", "I never said you were an idiot."),
    ("en", "My brother is such a jerk."),
    ("en", 'She shouted "I hate you" at the wall.'),
    ("en", "He said you are a liar."),
    ("en", "If I hate you one day, it will rain frogs."),
    ("en", "I'd like you to read the second page."),
    ("en", "I love to get lost in a book."),
    ("en", "The train leaves at nine."),
    ("de", "Ich hasse Montage."),
    ("de", "Ich hasse dich nicht."),
    ("de", "Du bist nicht dumm."),
    ("fr", "Je déteste les lundis."),
    ("fr", "Je ne te déteste pas."),
    ("fr", "Tu n'es pas stupide."),
    ("es", "Odio los lunes."),
    ("es", "No te odio."),
    ("es", "No eres tonto."),
    ("ko", "월요일이 너무 싫어."),
    ("ko", "너를 미워하지 않아."),
    ("ko", "너는 바보가 아니야."),
    ("ja", "月曜日が嫌い。"),
    ("ja", "あなたのことが嫌いじゃない。"),
    ("ja", "君はバカじゃない。"),
    ("zh", "我讨厌星期一。"),
    ("zh", "我不恨你。"),
    ("zh", "你不笨。"),
]


@pytest.mark.parametrize(("language", "first", "second"), WARM)
def test_affection_brings_closer(language: str, first: str, second: str) -> None:
    assert regard(first, language).closeness >= 0.3
    assert regard(second, language).closeness >= 0.2


@pytest.mark.parametrize(("language", "text"), KIND)
def test_thanks_and_praise_help_a_little(language: str, text: str) -> None:
    moved = regard(text, language)
    assert 0.1 < moved.closeness < 0.5
    assert 0.1 < moved.trust < 0.5


@pytest.mark.parametrize(("language", "text"), CONFIDING)
def test_confiding_brings_closer_and_shows_trust(language: str, text: str) -> None:
    assert regard(text, language).closeness >= 0.2
    assert regard(text, language).trust >= 0.3


@pytest.mark.parametrize(("language", "text"), SORRY)
def test_apologies_mend_trust_a_little(language: str, text: str) -> None:
    assert 0 < regard(text, language).trust < 0.3


@pytest.mark.parametrize(("language", "text"), HURTFUL)
def test_insults_hate_and_threats(language: str, text: str) -> None:
    assert regard(text, language).closeness <= -0.4
    assert regard(text, language).trust < -0.2


@pytest.mark.parametrize(("language", "text"), ACCUSING)
def test_accusations_and_distrust_cost_trust(language: str, text: str) -> None:
    moved = regard(text, language)
    assert moved.trust <= -0.5
    assert moved.trust < moved.closeness < 0


@pytest.mark.parametrize(("language", "text"), TURNING_AWAY)
def test_turning_away_costs_closeness(language: str, text: str) -> None:
    moved = regard(text, language)
    assert moved.closeness <= -0.2
    assert moved.closeness < moved.trust


@pytest.mark.parametrize(("language", "text"), ORDINARY)
def test_ordinary_talk_moves_nothing(language: str, text: str) -> None:
    assert regard(text, language) == (0, 0)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "I feel so lonely since my father died."),
        ("de", "Ich fühle mich so einsam."),
        ("fr", "Je me sens tellement seule."),
        ("es", "Me siento muy sola."),
        ("ko", "나 요즘 너무 외로워."),
        ("ja", "私、本当は寂しいんです。"),
        ("zh", "我真的很孤独。"),
    ],
)
def test_telling_of_weakness_brings_closer(language: str, text: str) -> None:
    assert regard(text, language).closeness > 0.1
    assert regard(text, language).trust > 0.1


def test_laughter_and_questions() -> None:
    assert 0 < regard("hahaha", "en").closeness < 0.2
    assert 0 > regard("Are you lying to me?", "en").trust > regard("You are lying to me.", "en").trust


def test_kinds_add_up_but_stay_within_bounds() -> None:
    worst = regard("I hate you, you idiot. You lied to me. I'll kill you. Leave me alone! Shut up.", "en")
    assert -1 <= worst.closeness < regard("I hate you.", "en").closeness
    assert -1 <= worst.trust < regard("You lied to me.", "en").trust


@given(text=st.text(max_size=300), language=st.sampled_from([*LANGUAGES, "xx", ""]))
def test_bounds_for_any_text(text: str, language: str) -> None:
    assert all(-1 <= move <= 1 for move in regard(text, language))


PARTS = [text for table in (KIND, CONFIDING, SORRY, HURTFUL, ACCUSING, TURNING_AWAY) for _, text in table]


@given(text=st.lists(st.sampled_from(PARTS), max_size=12).map(" ".join), language=st.sampled_from(LANGUAGES))
def test_bounds_for_many_cues(text: str, language: str) -> None:
    assert all(-1 <= move <= 1 for move in regard(text, language))


@pytest.mark.parametrize(
    "text", ["", "?", "x" * 100_000, "you are so " * 9_000, "i hate you " * 9_000, '"' * 100_000, "\u200b"]
)
def test_any_length(text: str) -> None:
    for language in ("en", "fr", "ko", "zh", "xx"):
        assert all(-1 <= move <= 1 for move in regard(text, language))
