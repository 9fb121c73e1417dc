"""Checking a reply by rules: what is claimed, and what the sources surely say of it. What they don't is not checked."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from soulkeep.lang.date_words import ago, human_date
from soulkeep.reply.factcheck.check import Source, check
from soulkeep.reply.phrases import LANGUAGES, REGISTERS, phrases, worded
from soulkeep.types.claims import CONTRADICTED, NOT_CHECKED, SUPPORTED, Check

NAME = "Sherlock Holmes"
MEMORIES = (
    Source("cat", "I adopted a cat called Miso.", "anna"),
    Source("tom", "My brother Tom lives in Oslo.", "anna"),
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
    """Return the verdict on a text with one claim, against what somebody said."""
    sources = [Source(str(i), one, speaker) for i, one in enumerate(said)]
    [claim] = checked(text, sources, cited={}, description="", language=language).claims
    return claim.verdict


def test_what_rules_find_nowhere_counts_neither_for_nor_against() -> None:
    done = checked("You adopted a cat called Miso. I hunted whales.")
    assert [claim.verdict for claim in done.claims] == [SUPPORTED, NOT_CHECKED]
    assert (done.grounded, done.holds) == (1.0, True)
    wrong = checked("You adopted a cat called Miso. Your brother Tom doesn't live in Oslo. I hunted whales.")
    assert (wrong.grounded, wrong.holds) == (0.5, False)


def test_a_claim_has_three_verdicts_and_their_sum() -> None:
    [claim] = checked("I live in London [m1].").claims
    assert (claim.recalled, claim.referenced, claim.description) == (NOT_CHECKED, NOT_CHECKED, SUPPORTED)
    assert claim.verdict == SUPPORTED
    assert claim.sources == ()
    assert claim.cited
    assert claim.text == "I live in London."


def test_a_sentence_is_checked_against_what_it_cites() -> None:
    right, wrong = checked("You adopted a cat called Miso [m1]. Your brother Tom lives in Oslo [m1].").claims
    assert (right.recalled, right.referenced, right.sources) == (SUPPORTED, SUPPORTED, ("cat",))
    assert (wrong.recalled, wrong.referenced, wrong.sources) == (SUPPORTED, NOT_CHECKED, ("tom",))
    assert (right.sentence, wrong.sentence) == (0, 1)


def test_a_sentence_that_cites_nothing_is_checked_against_what_the_reply_cites() -> None:
    first, second = checked("You adopted a cat called Miso. Your brother Tom lives in Oslo [m1].").claims
    assert first.referenced == SUPPORTED
    assert not first.cited
    assert second.cited
    [alone] = checked("You adopted a cat called Miso.").claims
    assert (alone.referenced, alone.verdict) == (NOT_CHECKED, SUPPORTED)


@pytest.mark.parametrize(
    "text",
    [
        "Your brother Tom lives in Oslo. [m2] I adopted it.",
        "Your brother Tom lives in Oslo.[m2]",
        "Your brother Tom lives in Oslo [M2].",
    ],
)
def test_a_label_belongs_to_the_sentence_before_it(text: str) -> None:
    first, *others = checked(text).claims
    assert first.cited
    assert first.referenced == SUPPORTED
    assert not any(claim.cited for claim in others)


def test_several_labels_and_unknown_ones() -> None:
    [claim] = checked("Your brother Tom lives in Oslo [m1, m2; m9].").claims
    assert claim.referenced == SUPPORTED
    assert not checked("Your brother Tom lives in Oslo [m9].").claims[0].cited


def test_a_sentence_is_one_claim() -> None:
    [claim] = checked("You adopted a cat called Miso, and I keep my tobacco in a Persian slipper.").claims
    assert claim.verdict == NOT_CHECKED
    apart = checked("You adopted a cat called Miso. I keep my tobacco in a Persian slipper.").claims
    assert [claim.verdict for claim in apart] == [SUPPORTED, SUPPORTED]


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Good evening, Anna!", "en"),
        ("How is your cat?", "en"),
        ("I don't remember that.", "en"),
        ("Thank you, that is kind of you.", "en"),
        ("Please sit down.", "en"),
        ("I'll remember that.", "en"),
        ("정말 고마워!", "ko"),
        ("그건 기억나지 않아.", "ko"),
        ("Vielen Dank!", "de"),
        ("Daran erinnere ich mich nicht.", "de"),
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
        ("I adopted a cat called Miso.", "You didn't adopt a cat called Miso.", CONTRADICTED),
        ("I adopted a cat called Miso.", "You adopted a cat called Pixel.", NOT_CHECKED),
        ("I adopted a cat called Miso.", "Miso likes tuna.", NOT_CHECKED),
        # the persons
        ("I adopted a cat called Miso.", "I adopted a cat called Miso.", NOT_CHECKED),
        ("I adopted a cat called Miso.", "Anna adopted a cat called Miso.", SUPPORTED),
        ("My brother has a dog.", "You have a dog.", NOT_CHECKED),
        ("My sister Clara lives in Lisbon.", "Your sister Clara lives in Lisbon.", SUPPORTED),
        ("My sister Clara lives in Lisbon.", "You live in Lisbon.", NOT_CHECKED),
        ("My sister Clara lives in Lisbon.", "Your brother lives in Lisbon.", NOT_CHECKED),
        # numbers
        ("My dog is 11 years old.", "Your dog is 11 years old.", SUPPORTED),
        ("My dog is 11 years old.", "Your dog is 12 years old.", CONTRADICTED),
        ("My dog is eleven years old.", "Your dog is 12 years old.", NOT_CHECKED),
        ("I stayed 12 days in Tokyo.", "You stayed 14 days in Tokyo.", CONTRADICTED),
        ("I stayed 12 days in Tokyo.", "You stayed 14 days in Osaka.", NOT_CHECKED),
        ("My train leaves at 7:30.", "Your train leaves at 8:30.", CONTRADICTED),
        ("The race is on 24 September.", "The race is on 24 September.", SUPPORTED),
        ("The race is on 24 September.", "The race is on 14 September.", CONTRADICTED),
        # "not"
        ("I don't eat meat.", "You don't eat meat.", SUPPORTED),
        ("I don't eat meat.", "You eat meat.", CONTRADICTED),
        ("I live in Porto.", "You don't live in Porto.", CONTRADICTED),
        ("Paul is afraid of flying.", "Paul isn't afraid of flying.", CONTRADICTED),
        ("I play the violin when I can't sleep.", "You don't play the violin.", NOT_CHECKED),
        # what is over
        ("I stopped playing the cello.", "You still play the cello.", CONTRADICTED),
        ("I play the cello.", "You stopped playing the cello.", NOT_CHECKED),
        # what is asked, wished, planned, or told by others
        ("Do I have a dog called Rex?", "You have a dog called Rex.", NOT_CHECKED),
        ("I want to adopt a cat.", "You adopted a cat.", NOT_CHECKED),
        ("If I adopt a cat, I will call it Miso.", "You adopted a cat.", NOT_CHECKED),
        ("Maybe I'll move to Lisbon.", "You moved to Lisbon.", NOT_CHECKED),
        ("Tom says that I have a dog.", "You have a dog.", NOT_CHECKED),
        # opposites, other words, other things, other places: words alone can't tell
        ("I hate running in the rain.", "You love running in the rain.", NOT_CHECKED),
        ("The concert was cheap.", "The concert was expensive.", NOT_CHECKED),
        ("I gave up smoking.", "You quit smoking.", NOT_CHECKED),
        ("I drink tea.", "You drink coffee.", NOT_CHECKED),
        ("My interview is on Tuesday.", "Your interview is on Thursday.", NOT_CHECKED),
        ("My sister Clara lives in Lisbon.", "Your sister Clara lives in Madrid.", NOT_CHECKED),
        # a name is no thing
        ("Holmes lives in Baker Street.", "I am a baker.", NOT_CHECKED),
    ],
)  # fmt: skip
def test_rules(said: str, text: str, expected: str) -> None:
    assert verdict(text, said) == expected


@pytest.mark.parametrize(
    ("language", "said", "same", "other"),
    [
        ("ko", "기차는 아침 7시에 출발해.", "기차는 아침 7시에 출발해.", "기차는 아침 8시에 출발해."),
        ("ko", "강아지는 11살이야.", "강아지는 11살이야.", "강아지는 4살이야."),
        ("ja", "トムの家には部屋が3つあります。", "トムの家には部屋が3つあります。", "トムの家には部屋が5つあります。"),
        ("zh", "米索2021年搬到了上海。", "米索2021年搬到了上海。", "米索2019年搬到了上海。"),
        ("zh", "火车早上7点出发。", "火车早上7点出发。", "火车早上8点出发。"),
        ("de", "Mein Sohn ist 37 Jahre alt.", "Dein Sohn ist 37 Jahre alt.", "Dein Sohn ist 35 Jahre alt."),
        ("de", "Ich trinke keinen Kaffee.", "Du trinkst keinen Kaffee.", "Du trinkst Kaffee."),
        ("fr", "Ma sœur habite à Lisbonne.", "Ta sœur habite à Lisbonne.", "Ta sœur n'habite pas à Lisbonne."),
        ("fr", "Mon fils a 12 ans.", "Ton fils a 12 ans.", "Ton fils a 14 ans."),
        ("fr", "Je ne mange pas de viande.", "Tu ne manges pas de viande.", "Tu manges de la viande."),
        ("es", "Mi perro Bruno tiene 12 años.", "Tu perro Bruno tiene 12 años.", "Tu perro Bruno tiene 14 años."),
        ("es", "Mi hermana vive en Lisboa.", "Tu hermana vive en Lisboa.", "Tu hermana no vive en Lisboa."),
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


@pytest.mark.parametrize("quoted", ["I crossed the Gobi desert on a camel.", "I adopted a cat called Pixel."])
def test_a_quotation_that_nobody_said_is_not_checked(quoted: str) -> None:
    [claim] = checked(f"You told me: “{quoted}” [m1]").claims
    assert (claim.text, claim.verdict, claim.referenced) == (quoted, NOT_CHECKED, NOT_CHECKED)


def test_what_introduces_a_quotation_claims_nothing_itself() -> None:
    [claim] = checked("Last spring, over tea, you wrote to me: “My brother Tom lives in Oslo.” [m2]").claims
    assert (claim.verdict, claim.referenced) == (SUPPORTED, SUPPORTED)


def test_a_sentence_that_quotes_may_claim_more() -> None:
    told = (*MEMORIES, Source("words", "The best cat in the whole world.", "anna"))
    quoted, claim = checked(
        "You called her “the best cat in the whole world” and adopted a dog called Rex.", told
    ).claims
    assert quoted.verdict == SUPPORTED
    assert claim.verdict != SUPPORTED


def test_a_cut_quotation_is_supported() -> None:
    [claim] = checked("You told me: “My brother Tom lives …” [m2]").claims
    assert (claim.verdict, claim.referenced) == (SUPPORTED, SUPPORTED)


def test_he_in_a_description_is_the_character() -> None:
    [claim] = checked("Tom lives in London.", MEMORIES[:1]).claims
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
    text = "You adopted a cat called Miso [m1]. Your brother Tom doesn't live in Oslo. I hunted whales."
    first, *others = [checked(text, order).claims for order in permutations(MEMORIES)]
    verdicts = [(claim.recalled, claim.referenced, claim.verdict, set(claim.sources)) for claim in first]
    assert {claim.verdict for claim in first} == {SUPPORTED, CONTRADICTED, NOT_CHECKED}
    for claims in others:
        assert [(one.recalled, one.referenced, one.verdict, set(one.sources)) for one in claims] == verdicts


def test_labels_make_no_difference_to_the_verdict() -> None:
    plain = "You adopted a cat called Miso. Your brother Tom doesn't live in Oslo. I am a baker."
    labelled = "You adopted a cat [m2] called Miso [m1]. Your brother Tom doesn't live in Oslo [m2]. I am a baker. [m3]"
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
