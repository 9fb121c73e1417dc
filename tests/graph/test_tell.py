"""Tests of the character's texts for each communicative intent, from templates that anybody can change."""

from __future__ import annotations

import itertools
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jinja2 import Environment, nodes

from soulkeep.errors import BadFile, InputError
from soulkeep.graph.episodes.tell import Templates
from soulkeep.lang.pack import PACKS

SHARED = Templates()
LANGUAGES = ("en", "ko", "de", "fr", "es", "ja", "zh")
DAYPARTS = ("morning", "noon", "afternoon", "evening", "night")

FREQUENT = {
    "greeting", "greeting_back",
    "greeting_again", "farewell", "farewell_topics", "thanked", "criticised", "criticised_answer", "agreed",
    "rejected", "unknown_value", "unknown_values", "what_is_known", "needs_entity", "yes", "no",
    "no_idea", "count", "answered", "statement_known", "statement_differs", "statement_new", "liked", "disliked",
    "same_question_trivia", "same_question_again", "same_question_annoyed", "interest_value", "interest_offer",
    "reminded_same", "reminded_class",
}  # fmt: skip

WORDS: dict[str, dict[str, Any]] = {
    "en": {
        "fact": "Charlie Parker was born in Kansas City.", "property": "birth place", "entity": "The Beatles",
        "other": "Miles Davis", "noun": "artist", "ago": "3 weeks ago", "first_ago": "last year", "when": "yesterday",
        "value": "Kansas City", "question": "Where was Charlie Parker born?",
    },
    "ko": {
        "fact": "찰리 파커는 캔자스시티에서 태어났어.", "property": "출생지", "entity": "비틀즈",
        "other": "마일스 데이비스",
        "noun": "음악가", "ago": "3주 전", "first_ago": "작년", "when": "어제", "value": "캔자스시티",
        "question": "찰리 파커는 어디서 태어났어?",
    },
    "de": {
        "fact": "Charlie Parker wurde in Kansas City geboren.", "property": "Geburtsort", "entity": "The Beatles",
        "other": "Miles Davis", "noun": "Künstler", "ago": "vor 3 Wochen", "first_ago": "letztes Jahr",
        "when": "gestern", "value": "Kansas City", "question": "Wo wurde Charlie Parker geboren?",
    },
    "fr": {
        "fact": "Charlie Parker est né à Kansas City.", "property": "lieu de naissance", "entity": "The Beatles",
        "other": "Miles Davis", "noun": "artiste", "ago": "il y a 3 semaines", "first_ago": "l'an dernier",
        "when": "hier", "value": "Kansas City", "question": "Où est né Charlie Parker ?",
    },
    "es": {
        "fact": "Charlie Parker nació en Kansas City.", "property": "lugar de nacimiento", "entity": "The Beatles",
        "other": "Miles Davis", "noun": "artista", "ago": "hace 3 semanas", "first_ago": "el año pasado",
        "when": "ayer", "value": "Kansas City", "question": "¿Dónde nació Charlie Parker?",
    },
    "ja": {
        "fact": "チャーリー・パーカーはカンザスシティで生まれました。", "property": "出生地", "entity": "ビートルズ",
        "other": "マイルス・デイヴィス", "noun": "音楽家", "ago": "3週間前", "first_ago": "昨年", "when": "昨日",
        "value": "カンザスシティ", "question": "チャーリー・パーカーはどこで生まれましたか。",
    },
    "zh": {
        "fact": "查理·帕克出生在堪萨斯城。", "property": "出生地", "entity": "披头士乐队", "other": "迈尔斯·戴维斯",
        "noun": "音乐家", "ago": "3周前", "first_ago": "去年", "when": "昨天", "value": "堪萨斯城",
        "question": "查理·帕克出生在哪里？",
    },
}  # fmt: skip

NEEDS = {
    "greeting": "person daypart name",
    "greeting_back": "person daypart",
    "greeting_again": "person daypart ago topics",
    "farewell": "person daypart",
    "farewell_topics": "person topics",
    "thanked": "",
    "criticised": "",
    "criticised_answer": "subject",
    "agreed": "",
    "rejected": "",
    "unknown_value": "property entity",
    "unknown_values": "noun description",
    "what_is_known": "thing fact text",
    "needs_entity": "property",
    "yes": "fact sure",
    "no": "fact sure",
    "no_idea": "",
    "count": "n noun people counter of sure",
    "answered": "text",
    "unsure": "text",
    "statement_known": "fact",
    "statement_differs": "fact",
    "statement_new": "entity",
    "statement_beside": "fact",
    "told_you": "words fact",
    "liked": "entity fact",
    "disliked": "entity",
    "same_question_trivia": "n ago first_ago",
    "same_question_again": "n ago",
    "same_question_annoyed": "n minutes",
    "same_question_bad": "ago",
    "interest_value": "property entity fact",
    "interest_comment": "property",
    "interest_offer": "property entity",
    "tendency": "property value n of noun",
    "tendency_favourite": "property value entity fact noun",
    "tendency_other": "property value entities fact noun",
    "noticed": "fact value",
    "reminded_same": "entity ago",
    "reminded_class": "entity other noun property ago",
    "reminded_subset": "entities ago",
    "past_topics": "when topics more",
    "past_questions": "when questions more",
    "past_statements": "when statements more",
    "past_nothing": "when",
    "past_yes": "what ago n",
    "past_no": "what",
    "past_count": "what n ago",
    "past_first": "question ago",
    "past_last": "question ago",
    "interests": "things properties",
    "no_interests": "",
    "recommendation": "thing liked value",
    "no_recommendation": "",
    "error": "",
}
MAY_BE_NONE = {
    "greeting": "person name", "greeting_back": "person", "greeting_again": "person", "farewell": "person",
    "farewell_topics": "person", "unknown_values": "noun description", "yes": "fact sure", "no": "fact sure",
    "count": "of sure noun counter",
    "unknown_value": "entity",
    "statement_known": "fact", "statement_differs": "fact", "statement_new": "entity", "liked": "fact",
    "told_you": "fact", "what_is_known": "fact",
    "same_question_trivia": "first_ago", "tendency": "noun", "tendency_favourite": "noun fact",
    "tendency_other": "noun fact", "past_topics": "when", "past_questions": "when", "past_nothing": "when",
    "past_statements": "when", "interests": "properties",
    "past_yes": "ago", "past_count": "ago", "past_first": "ago", "past_last": "ago",
}  # fmt: skip
NO_NOUN = {
    "unknown_value": "property", "needs_entity": "property", "reminded_class": "property",
    "interest_value": "property", "tendency_favourite": "property", "tendency_other": "property",
}  # fmt: skip
"""What is missing in English and German where a property's name is no noun."""
NUMBERS = {
    "count": (0, 1, 3), "same_question_trivia": (1, 2), "same_question_again": (1, 3),
    "same_question_annoyed": (5, 8, 12), "tendency": (11,), "past_yes": (1, 4), "past_count": (0, 1, 12),
}  # fmt: skip

Values = dict[str, Any]


def sample(intent: str, language: str) -> Values:
    """Return values for all slots of an intent."""
    words = WORDS[language]
    every: Values = {
        **words,
        "person": "Mary" if language != "ko" else "민준",
        "name": "Watson",
        "daypart": "evening",
        "topics": [words["entity"], words["other"]],
        "entities": [words["other"], words["entity"]],
        "questions": [words["question"], words["question"]],
        "statements": [words["fact"], words["question"]],
        "subject": words["entity"],
        "what": words["entity"],
        "said": "Bird",
        "description": words["value"],
        "things": [words["entity"], words["other"]],
        "properties": [words["property"]],
        "thing": words["other"],
        "liked": words["entity"],
        "text": words["fact"],
        "words": words["question"],
        "n": NUMBERS.get(intent, (0,))[0],
        "of": 15 if intent == "tendency" else words["entity"],
        "minutes": 10,
        "more": 0,
        "sure": True,
        "people": False,
        "counter": "개" if language == "ko" else None,
    }
    return {name: every[name] for name in NEEDS[intent].split()}


def texts(intent: str, language: str) -> list[Values]:
    """Answers of one sentence, of two, and of a noun alone, for an intent that tells them otherwise."""
    if intent == "what_is_known":
        return [{"text": f"{WORDS[language]['property']} {WORDS[language]['value']}"}]
    if intent != "unsure":
        return [{}]
    fact, value = WORDS[language]["fact"], WORDS[language]["value"]
    return [{"text": fact}, {"text": f"{fact} {fact}"}, {"text": f"{value}야." if language == "ko" else f"{value}."}]


def samples(intent: str, language: str) -> list[Values]:
    """Values for an intent in all the ways they can come."""
    found = [sample(intent, language) | text for text in texts(intent, language)]
    found = [one | ({"n": n} if n is not None else {}) for one in found for n in NUMBERS.get(intent, (None,))]
    if "daypart" in found[0]:
        found = [one | {"daypart": daypart} for one in found for daypart in DAYPARTS]
    if "more" in found[0]:
        found = [one | {"more": more} for one in found for more in (0, 1, 2)]
    no_noun = NO_NOUN.get(intent, "") if language in ("en", "de") else ""
    for optional in f"{MAY_BE_NONE.get(intent, '')} {no_noun}".split():
        found += [one | {optional: None} for one in found]
    return found


def pieces(path: Path) -> list[str]:
    """Return the wordings of a file, as they are written."""
    return re.split(r"^---\n", re.sub(r"\{#.*?#\}", "", path.read_text(encoding="utf-8"), flags=re.DOTALL), flags=re.M)


_TOLD: dict[tuple[object, ...], list[str]] = {}


def told(templates: Templates, intent: str, language: str, values: Values, count: int = 14) -> list[str]:
    """Return a number of wordings in turn, cached because several tests look at the same.

    Args:
        templates: the templates to tell by.
        intent: the communicative intent.
        language: the language to tell in.
        values: values of the intent's slots.
        count: number of wordings.
    """
    key = templates, intent, language, repr(values), count
    if key not in _TOLD:
        _TOLD[key] = [templates.tell(intent, language, values, variant=variant) for variant in range(count)]
    return _TOLD[key]


def fits(templates: Templates, intent: str, language: str, values: Values) -> bool:
    """Return whether there is a wording for these values."""
    try:
        return bool(templates.tell(intent, language, values, variant=0))
    except InputError as error:
        if not error.message.startswith("No wording"):
            raise
        return False


@pytest.fixture
def templates() -> Templates:
    return SHARED


@pytest.fixture(scope="module")
def apart(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Templates]:
    """Return a folder for wordings of one's own, and the templates that read it."""
    folder = tmp_path_factory.mktemp("apart")
    return folder, Templates(folder)


FILES = [(language, intent) for language in LANGUAGES for intent in sorted(NEEDS)]


def test_every_intent_exists_in_every_language() -> None:
    for language in LANGUAGES:
        names = {path.stem for path in (PACKS / language / "templates").glob("*.j2")} - {"_words"}
        assert names == set(NEEDS), language
        assert Templates().intents(language) == set(NEEDS)
    assert {path.parent.name for path in PACKS.glob("*/templates")} == set(LANGUAGES)


@pytest.mark.parametrize(("language", "intent"), FILES)
def test_every_wording_can_be_told(templates: Templates, language: str, intent: str) -> None:
    for values in samples(intent, language):
        for text in told(templates, intent, language, values):
            assert text, (intent, values)
            assert not re.search(
                r"\{\{|\}\}|\{%|\bNone\b(?! of the)|\bundefined\b|[가-힣]\([가-힣]+\)|\([으이]\)", text
            ), text
            assert re.search(r"[.!?。！？](?:[”“»」]| »)?$", text), text
            assert not re.search(r"\s[,.]|\s\s|\.\.|\(\s|,,|[.,!?]{2}|。。|。\.|：：", text), text
            assert len(re.findall("[!！]", text)) <= 1, text
            for name, value in values.items():
                if name in ("fact", "text") and value and value in text and intent != "what_is_known":
                    assert re.search(rf"(?:^|[.:?!。，：,、？！] ?|는 ){re.escape(value)}(?:$| ?\w)", text), text


@pytest.mark.parametrize(("language", "intent"), FILES)
def test_every_wording_is_said_some_time(language: str, intent: str, apart: tuple[Path, Templates]) -> None:
    folder, templates = apart
    (folder / language).mkdir(exist_ok=True)
    for number, piece in enumerate(pieces(PACKS / language / "templates" / f"{intent}.j2")):
        alone = f"{intent}_{number}"
        (folder / language / f"{alone}.j2").write_text(piece, encoding="utf-8")
        assert any(fits(templates, alone, language, values) for values in samples(intent, language)), piece


@pytest.mark.parametrize(("language", "intent"), FILES)
def test_a_file_says_what_it_is_and_which_values_it_takes(language: str, intent: str) -> None:
    text = (PACKS / language / "templates" / f"{intent}.j2").read_text(encoding="utf-8")
    comment = re.match(r"\{# (\w+): .*?#\}", text, flags=re.DOTALL)
    assert comment is not None
    assert comment[1] == intent
    assert re.findall(r"^   (\w+): ", comment[0], flags=re.M) == list(sample(intent, language))


@pytest.mark.parametrize("intent", sorted(NEEDS))
def test_there_are_enough_wordings(templates: Templates, intent: str) -> None:
    for language in ("en", "ko"):
        files = pieces(PACKS / language / "templates" / f"{intent}.j2")
        assert len(files) >= (1 if intent == "answered" else 4 if intent in FREQUENT else 2)
        if intent in FREQUENT - {"answered"}:
            assert len(set(told(templates, intent, language, sample(intent, language)))) >= (
                2 if intent == "count" else 4
            ), (language, intent)


def test_counting_and_annoyance_have_enough_wordings_for_every_number(templates: Templates) -> None:
    for language in ("en", "ko"):
        for intent, numbers in {"count": (1, 3), "same_question_annoyed": (5, 6, 7, 9, 10, 20)}.items():
            for n in numbers:
                assert len(set(told(templates, intent, language, sample(intent, language) | {"n": n}))) >= 4


@pytest.mark.parametrize(("language", "intent"), FILES)
def test_two_variants_in_a_row_differ(templates: Templates, language: str, intent: str) -> None:
    for values in samples(intent, language):
        texts = told(templates, intent, language, values)
        if intent != "answered" and len(set(texts)) > 1:
            assert all(one != other for one, other in itertools.pairwise(texts)), texts


def test_an_answer_stands_for_itself(templates: Templates) -> None:
    for language in LANGUAGES:
        texts = told(templates, "answered", language, {"text": "So."}, count=20)
        assert texts == ["So."] * 20


def test_the_variant_is_any_number_and_decides(templates: Templates) -> None:
    first = templates.tell("thanked", "en", {}, variant=0)
    assert templates.tell("thanked", "en", {}, variant=0) == first
    assert templates.tell("thanked", "en", {}, variant=5) == first
    assert templates.tell("thanked", "en", {}, variant=-5) == first
    assert templates.tell("thanked", "en", {}, variant=10**30) in told(templates, "thanked", "en", {})


def test_what_was_said_lately_is_passed_over(templates: Templates) -> None:
    said: list[str] = []
    for _ in range(5):
        said.append(templates.tell("thanked", "en", {}, variant=0, lately=said))
    assert len(set(said)) == 5


def test_what_was_said_longest_ago_is_said_again_when_nothing_else_is_left(templates: Templates) -> None:
    said = told(templates, "thanked", "en", {}, count=5)
    assert templates.tell("thanked", "en", {}, variant=2, lately=said) == said[0]
    assert templates.tell("thanked", "en", {}, variant=2, lately=[*said, said[0]]) == said[1]


def test_a_wording_is_the_same_with_other_values(templates: Templates) -> None:
    """ "Yes, indeed." before nine facts in a row is the same nine times."""
    said: list[str] = []
    for number in range(12):
        fact = f"Number {number} is so."
        said.append(
            templates.tell("yes", "en", {"fact": fact, "sure": True}, variant=3, lately=said).removesuffix(fact)
        )
    assert all(len(set(said[start : start + 4])) == 4 for start in range(0, 12, 4))


def test_a_language_we_do_not_have_is_told_in_english(templates: Templates) -> None:
    english = templates.tell("agreed", "en", {}, variant=0)
    for language in ("sw", "", "../de", "xx-YY"):
        assert templates.tell("agreed", language, {}, variant=0) == english
    assert templates.intents("sw") == set(NEEDS)


def test_a_region_does_not_hide_the_language(templates: Templates) -> None:
    for tag in ("ko-KR", "ko_KR", "KO"):
        assert templates.tell("agreed", tag, {}, variant=0) == templates.tell("agreed", "ko", {}, variant=0)


def test_an_unknown_intent_names_those_there_are(templates: Templates) -> None:
    for intent in ("greetings", "../en/greeting", "_words", ""):
        with pytest.raises(InputError, match=r"(?s)no wording for .*Known: agreed, .*farewell_topics, .*yes\."):
            templates.tell(intent, "en", {}, variant=0)


@pytest.mark.parametrize(("language", "intent"), FILES)
def test_a_missing_value_is_named_with_the_file(templates: Templates, language: str, intent: str) -> None:
    text = (PACKS / language / "templates" / f"{intent}.j2").read_text(encoding="utf-8")
    names = Environment().parse(text).find_all(nodes.Name)
    used = {node.name for node in names if node.ctx == "load"} - {"words"}
    assert used <= set(sample(intent, language)), "a wording takes a value that isn't said at the top"
    for name in used:
        may_be_left_out = re.search(rf"\b{name} is defined", text) is not None
        missed = 0
        for values in samples(intent, language):
            del values[name]
            try:
                templates.tell(intent, language, values, variant=0)
            except InputError as error:
                if f"{language}/{intent}.j2 can't be filled in: '{name}' is undefined" not in error.message:
                    raise
                missed += 1
        assert (missed == 0) if may_be_left_out else missed, name


def test_wordings_that_would_say_none_are_left_out(tmp_path: Path) -> None:
    wordings = "Hello, {{ person }}.\n---\nHello.\n---\n{{ person|cap }}!\n---\n{{ [person]|listed }}?"
    folder = written(tmp_path, "en/greeting.j2", wordings)
    assert set(told(Templates(folder), "greeting", "en", {"person": None})) == {"Hello."}
    assert set(told(Templates(folder), "greeting", "en", {"person": ""})) == {"Hello."}
    assert set(told(Templates(folder), "greeting", "en", {"person": "al"})) == {"Hello, al.", "Hello.", "Al!", "al?"}


def test_it_is_an_error_when_no_wording_fits(tmp_path: Path) -> None:
    folder = written(tmp_path, "en/greeting.j2", "Hello, {{ person }}.\n---\n{% if person %}Hi!{% endif %}")
    with pytest.raises(InputError, match=r"No wording in en/greeting\.j2 fits these values\. None: person\."):
        Templates(folder).tell("greeting", "en", {"person": None}, variant=0)


# A user's folder


def written(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.parent.mkdir(exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return folder


def test_a_file_of_the_users_stands_in_place_of_ours(tmp_path: Path) -> None:
    folder = written(tmp_path, "en/thanked.j2", "{# mine #}\nElementary.\n---\n\n---\n  The pleasure\n  is mine.\n")
    templates = Templates(folder)
    assert set(told(templates, "thanked", "en", {})) == {"Elementary.", "The pleasure is mine."}
    assert templates.tell("agreed", "en", {}, variant=0) == Templates().tell("agreed", "en", {}, variant=0)
    assert templates.tell("thanked", "ko", {}, variant=0) == Templates().tell("thanked", "ko", {}, variant=0)


def test_a_folder_can_add_intents_and_languages(tmp_path: Path) -> None:
    written(tmp_path, "it/agreed.j2", "Va bene, {{ ['a', 'b']|listed }}, {{ 3|times }}.")
    written(tmp_path, "en/toast.j2", "Cheers!")
    templates = Templates(tmp_path)
    assert templates.tell("agreed", "it", {}, variant=0) == "Va bene, a e b, 3×."
    assert templates.tell("thanked", "it", {}, variant=0) == Templates().tell("thanked", "en", {}, variant=0)
    assert templates.tell("toast", "ko", {}, variant=0) == "Cheers!"
    assert templates.intents("it") == templates.intents("ko") == set(NEEDS) | {"toast"}


def test_macros_of_ours_serve_the_users_wordings_and_can_be_replaced(tmp_path: Path) -> None:
    written(tmp_path, "en/toast.j2", "{{ words.hello('morning', 'Mary') }}!")
    assert Templates(tmp_path).tell("toast", "en", {}, variant=0) == "Good morning, Mary!"
    written(tmp_path, "en/_words.j2", "{% macro hello(daypart, person) %}Hey {{ person }}{% endmacro %}")
    assert Templates(tmp_path).tell("toast", "en", {}, variant=0) == "Hey Mary!"


def test_a_folder_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadFile, match="is no folder"):
        Templates(tmp_path / "nowhere")


def test_a_file_that_is_no_text_is_refused(tmp_path: Path) -> None:
    written(tmp_path, "en/agreed.j2", "")
    (tmp_path / "en" / "agreed.j2").write_bytes(b"\xff\xfe\xff")
    with pytest.raises(BadFile, match="can't be read"):
        Templates(tmp_path).tell("agreed", "en", {}, variant=0)


def test_a_broken_template_is_named_with_its_line(tmp_path: Path) -> None:
    folder = written(tmp_path, "en/agreed.j2", "{# mine #}\nGood.\n---\nFine.\n---\n\n{% if %}")
    with pytest.raises(InputError, match=r"line 7 of en/agreed\.j2 is no template"):
        Templates(folder).tell("agreed", "en", {}, variant=0)


@pytest.mark.parametrize("wording", ["{{ 1 // 0 }}", "{{ 'x'|nth }}", "{{ 'x'.upper(1, 2) }}"])
def test_a_template_that_fails_is_an_input_error(wording: str, tmp_path: Path) -> None:
    folder = written(tmp_path, "en/agreed.j2", wording)
    with pytest.raises(InputError, match=r"en/agreed\.j2 can't be filled in"):
        Templates(folder).tell("agreed", "en", {}, variant=0)


@pytest.mark.parametrize(
    "wording",
    [
        "{{ ''.__class__.__mro__ }}",
        "{{ ''.__class__.__mro__[1].__subclasses__() }}",
        "{{ words.__class__ }}",
        "{{ words.hello.__globals__ }}",
        "{{ cycler.__init__.__globals__ }}",
        "{{ ''|attr('__class__') }}",
        "{{ '{0.__class__}'.format(1) }}",
        "{{ topics.append('x') }}",
        "{{ range(10000000)|list }}",
        "{% include '../../tell.py' %}",
    ],
)
def test_a_template_cannot_reach_what_is_none_of_its_business(wording: str, tmp_path: Path) -> None:
    folder = written(tmp_path, "en/agreed.j2", wording)
    topics: list[str] = []
    with pytest.raises(InputError, match="agreed"):
        Templates(folder).tell("agreed", "en", {"topics": topics}, variant=0)
    assert topics == []


@given(st.text())
def test_values_are_said_and_never_run(value: str) -> None:
    said = SHARED.tell("answered", "en", {"text": "It's " + value + "{{ 1 + 1 }}<b>."}, variant=0)
    assert said == " ".join(f"It's {value}{{{{ 1 + 1 }}}}<b>.".split())


def test_importing_soulkeep_does_not_import_jinja2() -> None:
    code = "import sys, soulkeep.graph.episodes.tell as t; t.Templates(); print('jinja2' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


# Filters


def filtered(tmp_path: Path, language: str, expression: str, **values: object) -> str:
    written(tmp_path, f"{language}/agreed.j2", f"{{{{ {expression} }}}}")
    return Templates(tmp_path).tell("agreed", language, values, variant=0)


@pytest.mark.parametrize(
    ("word", "pair", "expected"),
    [
        ("민준", "은(는)", "민준은"), ("수지", "은(는)", "수지는"), ("물", "이(가)", "물이"),
        ("나무", "을(를)", "나무를"),
        ("책", "과(와)", "책과"), ("너", "과(와)", "너와"), ("너", "와(과)", "너와"), ("책", "와(과)", "책과"),
        ("수지", "는(은)", "수지는"), ("민준", "아(야)", "민준아"), ("수지", "아(야)", "수지야"),
        ("민준", "(이)야", "민준이야"), ("수지", "(이)야", "수지야"), ("서울", "(으)로", "서울로"),
        ("부산", "(으)로", "부산으로"),
        ("제주", "(으)로", "제주로"), ("지난주", "(이)었어", "지난주였어"),
        ("13", "은(는)", "13은"), ("12", "은(는)", "12는"), ("1", "(으)로", "1로"), ("10", "이(가)", "10이"),
        ("“물”", "을(를)", "“물”을"), ("비 (가수)", "이(가)", "비 (가수)가"), ("“왜?”", "은(는)", "“왜?”는"),
        ("Miles", "은(는)", "Miles는"), ("Bill", "은(는)", "Bill은"), ("Bill", "(으)로", "Bill로"),
        ("Joel", "이(가)", "Joel이"),
        ("Parker", "이(가)", "Parker가"), ("Nation", "을(를)", "Nation을"), ("Rock", "은(는)", "Rock은"),
        ("BTS", "은(는)", "BTS는"), ("FM", "은(는)", "FM은"), ("Apple", "은(는)", "Apple은"),
        ("Prince", "이(가)", "Prince가"),
        ("52nd Street", "을(를)", "52nd Street를"),
    ],
)  # fmt: skip
def test_korean_particles_fit_the_end_of_the_word(tmp_path: Path, word: str, pair: str, expected: str) -> None:
    assert filtered(tmp_path, "ko", "word|josa(pair)", word=word, pair=pair) == expected


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("'birth place'|plural", "birth places"), ("'date of birth'|plural", "dates of birth"),
        ("'person'|plural", "people"), ("'family'|plural", "families"), ("'birthday'|plural", "birthdays"),
        ("'church'|plural", "churches"), ("'frontman'|plural", "frontmen"), ("'German'|plural", "Germans"),
        ("'Child'|plural", "Children"),
        ("'album'|a", "an album"), ("'guitarist'|a", "a guitarist"), ("'university'|a", "a university"),
        ("'uncle'|a", "an uncle"), ("'hour'|a", "an hour"), ("'European'|a", "a European"),
        ("'one-hit'|a", "a one-hit"),
        ("'MP3 player'|a", "an MP3 player"), ("'UFO'|a", "a UFO"), ("'Miles fan'|a", "a Miles fan"),
        ("'11th'|a", "an 11th"), ("'8-track'|a", "an 8-track"),
        ("'Parker'|possessive", "Parker's"), ("'The Beatles'|possessive", "The Beatles'"),
        ("'charlie'|cap", "Charlie"), ("''|cap", ""),
        ("1|times", "once"), ("2|times", "twice"), ("3|times", "three times"), ("12|times", "12 times"),
        ("0|times", "never"),
        ("5|nth", "fifth"), ("11|nth", "11th"), ("21|nth", "21st"), ("112|nth", "112th"), ("33|nth", "33rd"),
        ("1|count('album')", "one album"), ("3|count('album')", "three albums"), ("0|count('album')", "no albums"),
        ("['A']|listed", "A"), ("['A', 'B']|listed", "A and B"), ("['A', 'B', 'C']|listed", "A, B and C"),
        ("'Why?'|quoted", "“Why?”"), ("'“Why?”'|quoted", "“Why?”"),
        ("'“Why?”'|ended", "“Why?”"), ("'“Why”'|ended", "“Why”."), ("'So'|ended", "So."),
        ("'3 weeks ago'|at", "3 weeks ago"),
    ],
)  # fmt: skip
def test_english_filters(tmp_path: Path, expression: str, expected: str) -> None:
    assert filtered(tmp_path, "en", f"{expression} ~ '|'") == f"{expected}|"


@pytest.mark.parametrize(
    ("language", "expression", "expected"),
    [
        ("ko", "1|times", "한 번"), ("ko", "2|times", "두 번"), ("ko", "5|times", "다섯 번"),
        ("ko", "12|times", "12번"),
        ("ko", "5|nth", "다섯 번째"), ("ko", "1|nth", "첫 번째"), ("ko", "12|nth", "12번째"),
        ("ko", "3|count('음반')", "음반 3개"), ("ko", "4|count('멤버')", "멤버 4명"),
        ("ko", "2|count('국가')", "국가 2개"),
        ("ko", "['A', 'B', 'C']|listed", "A, B, C"), ("ko", "'3주 전'|at", "3주 전에"), ("ko", "'어제'|at", "어제"),
        ("ko", "'지난주'|at", "지난주에"), ("ko", "'왜'|quoted", "“왜”"),
        ("ja", "['A', 'B', 'C']|listed", "A、B、C"), ("ja", "5|times", "5回"), ("ja", "'3日前'|at", "3日前に"),
        ("ja", "'昨日'|at", "昨日"), ("ja", "'何'|quoted|ended", "「何」。"),
        ("zh", "['A', 'B', 'C']|listed", "A、B和C"), ("zh", "2|times", "两次"), ("zh", "12|times", "12次"),
        ("de", "5|times", "fünfmal"), ("de", "12|times", "12-mal"), ("de", "['A', 'B']|listed", "A und B"),
        ("de", "'Wo?'|quoted|ended", "„Wo?“"), ("fr", "2|times", "deux fois"),
        ("fr", "'Où ?'|quoted|ended", "« Où ? »"),
        ("es", "1|times", "una vez"), ("es", "['A', 'B']|listed", "A y B"), ("es", "['A', 'Iggy']|listed", "A e Iggy"),
        ("es", "2|count('disco')", "2 disco"), ("fr", "2|nth", "2"),
    ],
)  # fmt: skip
def test_filters_of_other_languages(tmp_path: Path, language: str, expression: str, expected: str) -> None:
    assert filtered(tmp_path, language, expression) == expected


# Wordings that the paper names


def test_the_same_question_a_year_later_is_trivia(templates: Templates) -> None:
    values = {"n": 1, "ago": "last year", "first_ago": None}
    assert "Funny, you asked me the very same thing last year." in told(templates, "same_question_trivia", "en", values)


def test_the_fifth_time_within_ten_minutes_annoys_and_the_tenth_more(templates: Templates) -> None:
    fifth = told(templates, "same_question_annoyed", "en", {"n": 5, "minutes": 10})
    assert "That's the fifth time within 10 minutes. Are you listening to me at all?" in fifth
    tenth = told(templates, "same_question_annoyed", "en", {"n": 10, "minutes": 10})
    assert not set(fifth) & set(tenth)
    assert any("ten times within 10 minutes" in text for text in tenth)


def test_the_last_talk_is_remembered_in_the_greeting(templates: Templates) -> None:
    values = {"person": None, "daypart": "evening", "ago": "yesterday", "topics": ["Charlie Parker"]}
    assert (
        templates.tell("greeting_again", "en", values, variant=0)
        == "Good evening! Yesterday you wanted to know about Charlie Parker."
    )
    korean = values | {"person": "민준", "ago": "어제", "topics": ["찰리 파커"]}
    assert (
        templates.tell("greeting_again", "ko", korean, variant=0)
        == "좋은 저녁, 민준아! 어제 찰리 파커에 대해 알고 싶어 했지."
    )
