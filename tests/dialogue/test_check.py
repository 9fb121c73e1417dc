"""Checking a reply by rules: what is claimed, and what the sources surely say of it. What they don't is not checked."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from soulkeep.claims import CONTRADICTED, NOT_CHECKED, SUPPORTED, Check
from soulkeep.dialogue.check import Source, check
from soulkeep.dialogue.phrases import LANGUAGES, REGISTERS, phrases, worded
from soulkeep.text.moments import ago, human_date

NAME = "Sherlock Holmes"
MEMORIES = (
    Source("cat", "I adopted a cat called Miso.", "anna"),
    Source("tom", "My brother Tom lives in Oslo with two dogs.", "anna"),
    Source("violin", "I play the violin when I can't sleep.", NAME),
    Source("home", "Holmes lives at 221B Baker Street with Dr. Watson.", None),
)
LABELS = {"m1": "cat", "m2": "tom", "m3": "violin", "m4": "home"}
DESCRIPTION = (
    "Sherlock Holmes is a consulting detective. He lives in London and keeps his tobacco in a Persian slipper."
)


def checked(
    text: str,
    recalled: Sequence[Source] = MEMORIES,
    *,
    cited: dict[str, str] | None = None,
    description: str = DESCRIPTION,
    language: str = "en",
) -> Check:
    return check(
        text,
        recalled=recalled,
        cited=LABELS if cited is None else cited,
        description=description,
        name=NAME,
        person="anna",
        language=language,
    )


def verdict(text: str, *said: str, language: str = "en", speaker: str | None = "anna") -> str:
    """The verdict on a text with one claim, against what somebody said."""
    sources = [Source(str(i), one, speaker) for i, one in enumerate(said)]
    [claim] = checked(text, sources, cited={}, description="", language=language).claims
    return claim.verdict


def test_what_rules_find_nowhere_counts_neither_for_nor_against() -> None:
    done = checked("You adopted a cat called Miso. I hunted whales.")
    assert [claim.verdict for claim in done.claims] == [SUPPORTED, NOT_CHECKED]
    assert (done.grounded, done.holds) == (1.0, True)
    wrong = checked("You adopted a cat called Miso. Tom lives in Bergen. I hunted whales.")
    assert (wrong.grounded, wrong.holds) == (0.5, False)


def test_a_claim_has_three_verdicts_and_their_sum() -> None:
    [claim] = checked("I live in London [m1].").claims
    assert (claim.recalled, claim.referenced, claim.description) == (NOT_CHECKED, NOT_CHECKED, SUPPORTED)
    assert claim.verdict == SUPPORTED
    assert claim.sources == ()
    assert claim.cited
    assert claim.text == "I live in London."


def test_a_sentence_is_checked_against_what_it_cites() -> None:
    right, wrong = checked("You adopted a cat called Miso [m1]. Tom lives in Oslo [m1].").claims
    assert (right.recalled, right.referenced, right.sources) == (SUPPORTED, SUPPORTED, ("cat",))
    assert (wrong.recalled, wrong.referenced, wrong.sources) == (SUPPORTED, NOT_CHECKED, ("tom",))
    assert (right.sentence, wrong.sentence) == (0, 1)


def test_a_sentence_that_cites_nothing_is_checked_against_what_the_reply_cites() -> None:
    first, second = checked("You adopted a cat called Miso. Tom lives in Oslo [m1].").claims
    assert first.referenced == SUPPORTED
    assert not first.cited
    assert second.cited
    [alone] = checked("You adopted a cat called Miso.").claims
    assert (alone.referenced, alone.verdict) == (NOT_CHECKED, SUPPORTED)


@pytest.mark.parametrize(
    "text", ["Tom lives in Oslo. [m2] I adopted it.", "Tom lives in Oslo.[m2]", "Tom lives in Oslo [M2]."]
)
def test_a_label_belongs_to_the_sentence_before_it(text: str) -> None:
    first, *others = checked(text).claims
    assert first.cited
    assert first.referenced == SUPPORTED
    assert not any(claim.cited for claim in others)


def test_several_labels_and_unknown_ones() -> None:
    [claim] = checked("Tom lives in Oslo [m1, m2; m9].").claims
    assert claim.referenced == SUPPORTED
    assert not checked("Tom lives in Oslo [m9].").claims[0].cited


def test_clauses_are_claims_of_their_own() -> None:
    claims = checked("You adopted a cat called Miso, and I keep my tobacco in a Persian slipper.").claims
    assert [claim.verdict for claim in claims] == [SUPPORTED, SUPPORTED]
    assert {claim.sentence for claim in claims} == {0}


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Good evening, Anna!", "en"),
        ("How is your cat?", "en"),
        ("I don't remember that.", "en"),
        ("Let me pour you some tea.", "en"),
        ("I hope Miso is well.", "en"),
        ("I'm so glad to hear that.", "en"),
        ("You should get some sleep.", "en"),
        ("I'll remember that.", "en"),
        ("안녕!", "ko"),
        ("그건 기억나지 않아.", "ko"),
        ("내가 차를 끓여 줄게.", "ko"),
        ("Daran erinnere ich mich nicht.", "de"),
        ("Das weiß ich leider nicht.", "de"),
        ("Je ne m'en souviens pas.", "fr"),
        ("No recuerdo nada de eso.", "es"),
        ("そのことは覚えていません。", "ja"),
        ("这件事我不记得了。", "zh"),
    ],
)
def test_what_nobody_could_verify_is_no_claim(text: str, language: str) -> None:
    assert checked(text, language=language).claims == ()


@pytest.mark.parametrize(
    ("said", "text", "expected"),
    [
        ("I adopted a cat called Miso.", "You adopted a cat called Miso.", SUPPORTED),
        ("I adopted a cat called Miso.", "Your cat is called Miso.", SUPPORTED),
        ("I adopted a cat called Miso.", "Your cat is called Pixel.", CONTRADICTED),
        ("I adopted a cat called Miso.", "Miso likes tuna.", NOT_CHECKED),
        # the subject
        ("I adopted a cat called Miso.", "I adopted a cat called Miso.", NOT_CHECKED),
        ("I adopted a cat called Miso.", "Anna adopted a cat called Miso.", SUPPORTED),
        ("My brother has a dog.", "You have a dog.", NOT_CHECKED),
        # numbers, in digits and in words, with what they count
        ("My dog is eleven years old.", "Your dog is 11 years old.", SUPPORTED),
        ("My dog is eleven years old.", "Your dog is twelve years old.", CONTRADICTED),
        ("We stayed twelve days in Tokyo in 2019.", "You stayed 12 days in Tokyo.", SUPPORTED),
        ("We stayed twelve days in Tokyo in 2019.", "You stayed in Tokyo in 2018.", CONTRADICTED),
        # dates and days
        ("The race is on 24 September.", "The race is on the 24th of September.", SUPPORTED),
        ("The race is on 24 September.", "The race is on 14 September.", CONTRADICTED),
        ("The race is on 24 September.", "The race is on 24 October.", CONTRADICTED),
        ("My interview is on Tuesday.", "Your interview is on Thursday.", CONTRADICTED),
        # places
        ("My sister Clara lives in Lisbon.", "Clara lives in Lisbon.", SUPPORTED),
        ("My sister Clara lives in Lisbon.", "Clara lives in Madrid.", CONTRADICTED),
        # "not", and its like
        ("I don't eat meat.", "You don't eat meat.", SUPPORTED),
        ("I don't eat meat.", "You eat meat.", CONTRADICTED),
        ("Paul is afraid of flying.", "Paul isn't afraid of flying.", CONTRADICTED),
        # opposites
        ("I hate running in the rain.", "You love running in the rain.", CONTRADICTED),
        ("I hate running in the rain.", "You don't like running in the rain.", SUPPORTED),
        ("The concert was cheap.", "The concert was expensive.", CONTRADICTED),
        # words of a meaning, and of a class
        ("I gave up smoking.", "You quit smoking.", SUPPORTED),
        ("I broke my arm at twelve.", "You broke your leg at twelve.", CONTRADICTED),
        ("My house has a red door.", "Your house has a blue door.", CONTRADICTED),
        # who drinks tea may drink coffee
        ("I drink tea.", "You drink coffee.", NOT_CHECKED),
        # a name is no thing
        ("Holmes lives in Baker Street.", "I am a baker.", NOT_CHECKED),
    ],
)  # fmt: skip
def test_rules(said: str, text: str, expected: str) -> None:
    assert verdict(text, said) == expected


@pytest.mark.parametrize(
    ("language", "said", "same", "other"),
    [
        ("ko", "나는 미소라는 고양이를 입양했어.", "너는 미소라는 고양이를 입양했지.", "네 고양이 이름은 별이야."),
        ("ko", "강아지는 열한 살이야.", "강아지는 11살이야.", "강아지는 네 살이야."),
        ("ko", "나는 커피를 안 마셔.", "너는 커피를 마시지 않아.", "너는 커피를 마셔."),
        ("ko", "언니는 부산으로 이사했어.", "네 언니는 부산으로 이사했어.", "네 언니는 대구로 이사했어."),
        ("ja", "姉は大阪へ引っ越しました。", "お姉さんは大阪へ引っ越しました。", "お姉さんは京都へ引っ越しました。"),
        ("ja", "娘は六歳です。", "娘さんは6歳です。", "娘さんは八歳です。"),
        ("ja", "私はコーヒーを飲みません。", "あなたはコーヒーを飲みません。", "あなたはコーヒーを飲みます。"),
        ("zh", "我姐姐2021年搬到了上海。", "你姐姐2021年搬到了上海。", "你姐姐2021年搬到了北京。"),
        ("zh", "我女儿六岁。", "你女儿6岁了。", "你女儿八岁了。"),
        ("zh", "我不喝咖啡。", "你不喝咖啡。", "你喝咖啡。"),
        ("de", "Ich habe einen Hund namens Bello.", "Du hast einen Hund namens Bello.", "Dein Hund heißt Rex."),
        ("de", "Mein Sohn ist siebenunddreißig.", "Dein Sohn ist 37.", "Dein Sohn ist 35."),
        ("de", "Ich trinke keinen Kaffee.", "Du trinkst keinen Kaffee.", "Du trinkst Kaffee."),
        ("fr", "Ma sœur habite à Lisbonne.", "Ta sœur vit à Lisbonne.", "Ta sœur habite à Madrid."),
        ("fr", "Je ne bois jamais de café.", "Tu ne bois jamais de café.", "Tu bois du café."),
        ("es", "Mi gata tiene tres años.", "Tu gata tiene 3 años.", "Tu gata tiene cinco años."),
        ("es", "No como carne.", "No comes carne.", "Comes carne."),
    ],
)  # fmt: skip
def test_languages(language: str, said: str, same: str, other: str) -> None:
    assert verdict(same, said, language=language) == SUPPORTED
    assert verdict(other, said, language=language) == CONTRADICTED


@pytest.mark.parametrize("language", ["sv", "ru", "th"])
def test_other_languages_are_compared_by_their_words(language: str) -> None:
    said, other = {
        "sv": ("Min hund Bruno sover under bordet.", "Himlen var full av stjärnor."),
        "ru": ("Моя собака Бруно спит под столом.", "Небо было полно звёзд."),
        "th": ("สุนัขของฉันนอนใต้โต๊ะ", "ท้องฟ้าเต็มไปด้วยดาว"),
    }[language]
    assert verdict(said, said, language=language, speaker=NAME) == SUPPORTED
    assert verdict(other, said, language=language, speaker=NAME) == NOT_CHECKED


QUOTED = {
    "en": "I adopted a cat called “Miso” in May. She is grey.",
    "ko": "나는 미소라는 고양이를 입양했어. 회색이야.",
    "ja": "ミソという猫を飼い始めました。灰色です。",
    "zh": "我领养了一只叫米索的猫。它是灰色的。",
    "de": "Ich habe eine Katze namens Miso adoptiert. Sie ist grau.",
    "fr": "J'ai adopté un chat qui s'appelle Miso. Il est gris.",
    "es": "Adopté una gata que se llama Miso. Es gris.",
}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("register", REGISTERS)
@pytest.mark.parametrize("dated", [True, False])
@pytest.mark.parametrize("polite", [True, False])
def test_the_offline_voice_is_supported_by_what_it_quotes(
    language: str, register: str, dated: bool, polite: bool
) -> None:
    words, said = phrases(language, register, polite=polite), QUOTED[language]
    then, now = datetime(2023, 5, 3, tzinfo=UTC), datetime(2025, 5, 8, tzinfo=UTC)
    when = words.dated.format(date=human_date(then, language), ago=ago(then, now, language)) if dated else ""
    opening, closing = words.quotes
    leads = (*words.reminded, *words.again)
    for place, wording in enumerate((*words.told, *words.said, *words.heard, *words.read, *words.of_me)):
        quoted = worded(wording, when=when, who="Tom", where="The Book of Cats", quote=f"{opening}{said}{closing}")
        quoted = " ".join(quoted.split()).replace(" ,", ",").replace(",:", ":")
        also = words.also[place % len(words.also)]
        reply = f"{leads[place % len(leads)]}{quoted} [m1] {also}{quoted} [m2]"
        sources = [Source("1", said, "anna"), Source("2", said, "anna")]
        done = checked(reply, sources, cited={"m1": "1", "m2": "2"}, description="", language=language)
        assert [claim.text for claim in done.claims] == [said, said], reply
        assert done.holds
        assert done.reference_accuracy == 1.0


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("register", REGISTERS)
@pytest.mark.parametrize("polite", [True, False])
def test_the_offline_voice_claims_nothing_when_it_remembers_nothing(language: str, register: str, polite: bool) -> None:
    words = phrases(language, register, polite=polite)
    introduced = [worded(one, name=NAME) for one in words.i_am]
    for text in (*words.nothing, *words.noted, *words.also, *words.reminded, *words.again, *introduced):
        assert checked(text, language=language).claims == (), text


def test_a_quotation_that_nobody_said_is_in_doubt() -> None:
    [claim] = checked("You told me: “I crossed the Gobi desert on a camel.”").claims
    assert claim.verdict == NOT_CHECKED
    [changed] = checked("You told me: “I adopted a cat called Pixel.”").claims
    assert changed.verdict == CONTRADICTED


def test_what_introduces_a_quotation_claims_nothing_itself() -> None:
    [claim] = checked(
        "Last spring, over tea, you wrote to me: “My brother Tom lives in Oslo with two dogs.” [m2]"
    ).claims
    assert (claim.verdict, claim.referenced) == (SUPPORTED, SUPPORTED)


def test_a_sentence_that_quotes_may_claim_more() -> None:
    told = (*MEMORIES, Source("words", "The best cat in the whole world.", "anna"))
    quoted, claim = checked(
        "You called her “the best cat in the whole world” and adopted a dog called Rex.", told
    ).claims
    assert quoted.verdict == SUPPORTED
    assert claim.verdict != SUPPORTED


def test_a_cut_quotation_is_supported() -> None:
    [claim] = checked("You told me: “My brother Tom lives in Oslo …” [m2]").claims
    assert (claim.verdict, claim.referenced) == (SUPPORTED, SUPPORTED)


def test_he_in_a_description_is_the_character() -> None:
    [claim] = checked("Tom lives in Bergen.", MEMORIES[:1]).claims
    assert claim.verdict == NOT_CHECKED


def test_a_question_tells_nothing() -> None:
    assert verdict("You have a dog called Rex.", "Do I have a dog called Rex?") == NOT_CHECKED
    assert verdict("너는 렉스라는 개를 키워.", "내가 렉스라는 개를 키워?", language="ko") == NOT_CHECKED


def test_support_by_one_memory_outweighs_an_older_one() -> None:
    moved = (Source("old", "I live in Lisbon.", "anna"), Source("new", "I live in Porto.", "anna"))
    [claim] = checked("You live in Porto.", moved, description="").claims
    assert (claim.verdict, claim.sources) == (SUPPORTED, ("new",))


def test_a_memory_in_another_language_tells_nothing_of_a_claim() -> None:
    assert verdict("You adopted a cat called Miso.", "나는 미소라는 고양이를 입양했어.") == NOT_CHECKED


def test_the_order_of_the_sources_makes_no_difference() -> None:
    text = "You adopted a cat called Miso [m1]. Tom lives in Bergen. I play the violin. I hunted whales."
    first, *others = [checked(text, order).claims for order in permutations(MEMORIES)]
    verdicts = [(claim.recalled, claim.referenced, claim.verdict, set(claim.sources)) for claim in first]
    assert {claim.verdict for claim in first} == {SUPPORTED, CONTRADICTED, NOT_CHECKED}
    for claims in others:
        assert [(one.recalled, one.referenced, one.verdict, set(one.sources)) for one in claims] == verdicts


def test_labels_make_no_difference_to_the_verdict() -> None:
    plain = "You adopted a cat called Miso. Tom lives in Bergen. I am a baker."
    labelled = "You adopted a cat [m2] called Miso [m1]. Tom lives in Bergen [m2]. I am a baker. [m3]"
    one, other = checked(plain).claims, checked(labelled).claims
    assert [(claim.text, claim.verdict) for claim in one] == [(claim.text, claim.verdict) for claim in other]


def test_no_memories_and_no_description() -> None:
    done = checked("You adopted a cat.", (), description=" ")
    [claim] = done.claims
    assert claim.verdict == NOT_CHECKED
    assert (done.not_checked, done.not_found, done.grounded, done.holds) == (1, 0, None, True)
    assert checked("").claims == checked("  …  [m1] ").claims == ()


ODD = st.text(
    alphabet=st.sampled_from(
        "aIyou not 12.7“”„«»「」『』\"'[m1], m2]?!。、…\n나는네안이가 私は猫六歳我你不是三ไทย\ue000\ue001\u200b-—ÀßŒ"
    ),
    max_size=120,
)


@given(
    text=st.one_of(ODD, st.text(max_size=80)),
    said=st.one_of(ODD, st.text(max_size=80)),
    language=st.sampled_from([*LANGUAGES, "th", "xx"]),
)
def test_odd_text_is_survived(text: str, said: str, language: str) -> None:
    sources = [Source("cat", said, "anna"), Source("tom", said, None)]
    done = checked(text, sources, description=said, language=language)
    assert all(claim.verdict in (SUPPORTED, CONTRADICTED, NOT_CHECKED) for claim in done.claims)
    assert all({*claim.sources} <= {"cat", "tom"} for claim in done.claims)
    assert done == checked(text, sources, description=said, language=language)


def test_very_long_text_is_read_in_time() -> None:
    long = "I adopted a cat called Miso and " * 3000
    assert checked(long, [Source("cat", long, "anna")]).claims is not None
    assert checked("[m1" * 20_000 + "“" * 20_000).claims is not None
