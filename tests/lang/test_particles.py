"""Korean particles follow the sound of what they stand after, in whatever letters it is written."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from soulkeep.lang.particles import attached, final_consonant, particle


@pytest.mark.parametrize(
    ("text", "final"),
    [
        ("재즈", ""), ("비밥", "ㅂ"), ("서울", "ㄹ"), ("닭", "ㄺ"), ("밖", "ㄲ"), ("있", "ㅆ"),
        ("Jazz", ""), ("Bebop", "ㅂ"), ("Charlie Parker", ""), ("John Coltrane", "ㄴ"), ("Miles Davis", ""),
        ("Billy Joel", "ㄹ"), ("Lou Reed", ""), ("Duke Ellington", "ㄴ"), ("New York", "ㄱ"), ("Mike", ""),
        ("Rock", "ㄱ"),
        ("Scott", "ㅅ"), ("Robert", ""), ("Elmer", ""), ("Tom", "ㅁ"), ("Sting", "ㅇ"), ("Blue", ""), ("Apple", "ㄹ"),
        ("Beat", ""), ("Park", ""), ("Facebook", "ㄱ"), ("Name", "ㅁ"), ("Beyoncé", ""), ("Cafe", ""), ("Philip", "ㅂ"),
        ("MIT", ""), ("IBM", "ㅁ"), ("CNN", "ㄴ"), ("URL", "ㄹ"), ("NASA", ""), ("Malcolm X", ""), ("L", "ㄹ"),
        ("Washington, D.C.", ""), ("Sgt. Pepper's", ""), ("C#", "ㅂ"), ("C++", ""),
        ("0", "ㅇ"), ("1", "ㄹ"), ("2", ""), ("3", "ㅁ"), ("4", ""), ("5", ""), ("6", "ㄱ"), ("7", "ㄹ"), ("8", "ㄹ"),
        ("9", ""),
        ("10", "ㅂ"), ("1900", "ㄱ"), ("2000", "ㄴ"), ("10,000", "ㄴ"), ("100000000", "ㄱ"), ("1000000000000", ""),
        ("3.5", ""), ("3.0", "ㅇ"), ("50%", ""), ("$30", ""), ("₩300", "ㄴ"), ("5 km", ""), ("5kg", "ㅁ"),
        ("카인드 오브 블루(음반)", ""), ("홍길동 (Hong)", "ㅇ"), ("김[1][2]", "ㅁ"), ("(밥)", "ㅂ"), ("“비밥”", "ㅂ"),
        ("태어났다.", ""),
        ("ラーメン", "ㄴ"), ("東京", ""), ("", ""), ("…", ""), ("()", ""),
    ],
)  # fmt: skip
def test_a_text_ends_as_korean_reads_it(text: str, final: str) -> None:
    assert final_consonant(text) == final


@pytest.mark.parametrize(
    ("text", "form", "expected"),
    [
        ("찰리", "은(는)", "는"), ("엘링턴", "은(는)", "은"), ("찰리", "이(가)", "가"), ("엘링턴", "이/가", "이"),
        ("재즈", "을(를)", "를"), ("비밥", "를(을)", "을"), ("재즈", "와(과)", "와"), ("비밥", "와(과)", "과"),
        ("재즈", "과/와", "와"), ("재즈", "(이)야", "야"), ("비밥", "(이)야", "이야"), ("가수", "(이)었어", "였어"),
        ("학생", "(이)었어", "이었어"), ("가수", "(이)에요", "예요"), ("학생", "(이)에요", "이에요"),
        ("록", "(이)나", "이나"),
        ("부산", "(으)로", "으로"), ("서울", "(으)로", "로"), ("파리", "(으)로", "로"), ("서울", "으로(로)", "로"),
        ("지아", "이에요/예요", "예요"), ("민준", "예요/이에요", "이에요"), ("지아", "이라고/라고", "라고"),
        ("민준", "이라고(라고)", "이라고"), ("지아", "이랑/랑", "랑"), ("민준", "랑/이랑", "이랑"),
        ("지아", "이야/야", "야"), ("민준", "이야/야", "이야"), ("Yuna", "이야/야", "야"),
        ("민준", "아(야)", "아"), ("지아", "아/야", "야"), ("서울", "에서", "에서"), ("", "은(는)", "는"),
    ],
)  # fmt: skip
def test_a_particle_takes_the_form_that_fits(text: str, form: str, expected: str) -> None:
    assert particle(text, form) == expected


def test_each_particle_is_chosen_by_what_stands_before_it() -> None:
    assert attached("Jazz", "은(는) 음악(이)고 Blues와(과) 록을(를)") == "Jazz는 음악이고 Blues와 록을"


def test_a_noun_in_front_of_the_copula_keeps_its_last_syllable() -> None:
    assert attached("그는 ", "작곡가(이)야") == "그는 작곡가야"


def test_the_text_itself_stays_as_it_is() -> None:
    assert attached("은(는) 이(가)", "을(를)") == "은(는) 이(가)를"


@given(st.text(), st.text())
def test_any_text_can_be_followed_by_anything(text: str, words: str) -> None:
    assert attached(text, words).startswith(text)
    assert len(final_consonant(text)) <= 1
