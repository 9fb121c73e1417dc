"""Names and wordings in a text."""

from __future__ import annotations

import tracemalloc
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from soulkeep.graph.words.gazetteer import Gazetteer, WordIndex, tokens

_NAMES = {
    "Charlie Parker": "parker", "The Beatles": "beatles", "Queen": "queen", "Queen II": "queen2", "New York": "ny",
    "New York State of Mind": "song", "Beyoncé": "bey", "Simon & Garfunkel": "simon", "Getz/Gilberto": "getz",
    "B.B. King": "bb", "Ol' Blue Eyes": "frank", "찰리 파커": "parker", "퀸": "queen", "아이유": "iu",
    "guitar": "guitar", "Lady Gaga": "gaga", "崔健": "cui", "A-ha": "aha", "'39": "39",
}  # fmt: skip


@pytest.fixture(scope="module")
def names() -> Gazetteer:
    found = Gazetteer()
    for name, term in _NAMES.items():
        found.add(name, term)
    found.add_last("parker", "parker")
    return found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("When was Charlie Parker born?", ["Charlie Parker"]),
        ("when was charlie parker born", ["charlie parker"]),
        ("CHARLIE PARKER'S ALBUMS", ["CHARLIE PARKER'S"]),
        ("Charlie Parker’s albums", ["Charlie Parker’s"]),
        ("I heard the Beatles and Beatles songs", ["the Beatles", "Beatles"]),
        ("New York State of Mind is about New York.", ["New York State of Mind", "New York"]),
        ("Queen II is by Queen", ["Queen II", "Queen"]),
        ("a queen-size bed", []),
        ("Beyonce and BEYONCÉ", ["Beyonce", "BEYONCÉ"]),
        ("Simon & Garfunkel", ["Simon & Garfunkel"]),
        ("lady gagas songs", ["lady gagas"]),
        ("Where was Parker born?", ["Parker"]),
        ("Where was Robert Parker born?", []),
        ("찰리 파커는 언제 태어났어?", ["찰리 파커"]),
        ("찰리파커의 음반", ["찰리파커"]),
        ("퀸사이즈 침대", []),
        ("퀸은 언제 결성됐어?", ["퀸"]),
        ("아이유랑 퀸이랑", ["아이유", "퀸"]),
        ("崔健是谁？", ["崔健"]),
        ("I have a Fender guitar.", ["guitar"]),
        ("", []),
        ("!?", []),
    ],
)
def test_names_are_found_as_people_write_them(text: str, found: list[str], names: Gazetteer) -> None:
    assert [text[mention.start : mention.end] for mention in names.find(text)] == found


def test_a_name_may_mean_several_things_and_one_thing_have_several_names(names: Gazetteer) -> None:
    both = Gazetteer()
    both.add("Thriller", "album")
    both.add("Thriller", "song")
    both.add("Thriller", "song")
    assert both.means("thriller") == ("album", "song")
    assert names.means("찰리파커") == names.means("CHARLIE PARKER") == ("parker",)
    assert names.means("nobody") == ()


def test_it_is_told_whether_a_name_is_written_as_one_and_begins_a_sentence(names: Gazetteer) -> None:
    [first, second] = names.find("Queen? I saw a queen.")
    assert (first.cased, first.first) == (True, True)
    assert (second.cased, second.first) == (False, False)
    [word] = names.find("She plays guitar")
    assert word.cased


@pytest.mark.parametrize("name", ["", "   ", "!!!", "…", "word " * 40])
def test_what_is_no_name_is_left_out(name: str) -> None:
    found = Gazetteer()
    found.add(name, "x")
    assert len(found) == 0


@given(st.text())
def test_mentions_stand_in_the_text_and_do_not_overlap(text: str) -> None:
    found = Gazetteer()
    for name in _NAMES:
        found.add(name, name)
    mentions = found.find(f"{text} Queen {text}")
    assert all(mention.start < mention.end for mention in mentions)
    assert all(one.end <= other.start for one, other in pairwise(mentions))


@given(st.text())
def test_tokens_are_pieces_of_the_text(text: str) -> None:
    assert all(text[token.start : token.end].strip() for token in tokens(text))


def test_a_hundred_thousand_names_take_little_memory() -> None:
    syllables = ["ka", "lo", "mi", "ren", "tas", "vor", "ul", "esh", "da", "pin"]
    found = Gazetteer()
    tracemalloc.start()
    for number in range(100_000):
        name = "".join(syllables[int(digit)] for digit in f"{number:05}")
        found.add(f"{name[:5].title()} {name[5:].title()}", f"<http://example.org/{number}>")
    used, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert len(found) > 90_000
    assert used < 80_000_000


# -- wordings


@pytest.fixture(scope="module")
def words() -> WordIndex:
    found = WordIndex()
    for wording, language, term in [
        ("born", "en", "birth"), ("date of birth", "en", "birth"), ("write", "en", "writer"),
        ("written by", "en", "writer"), ("singer", "en", "Singer"), ("singer-songwriter", "en", "Songwriter"),
        ("태어나", "ko", "birth"), ("쓰", "ko", "writer"), ("밴드 멤버", "ko", "member"),
        ("geboren", "de", "birth"), ("生まれ", "ja", "birth"), ("出生", "zh", "birth"),
    ]:  # fmt: skip
        found.add(wording, language, term)
    return found


@pytest.mark.parametrize(
    ("text", "language", "found"),
    [
        ("When was she born?", "en", ["birth"]),
        ("Her date of birth", "en", ["birth"]),
        ("Who writes songs?", "en", ["writer"]),
        ("It was written by him", "en", ["writer"]),
        ("Which singers do you know?", "en", ["Singer"]),
        ("a singer-songwriter", "en", ["Songwriter"]),
        ("He is stubborn", "en", []),
        ("언제 태어났어?", "ko", ["birth"]),
        ("누가 쓰는 노래야?", "ko", ["writer"]),
        ("쓰레기", "ko", []),
        ("밴드멤버", "ko", ["member"]),
        ("Wann wurde sie geboren?", "de", ["birth"]),
        ("いつ生まれましたか", "ja", ["birth"]),
        ("什么时候出生的", "zh", ["birth"]),
        ("Where was she born?", "fi", ["birth"]),
        ("", "ko", []),
    ],
)
def test_wordings_are_found_in_their_forms(text: str, language: str, found: list[str], words: WordIndex) -> None:
    spans = words.find(text, language)
    longest = [
        one
        for one in spans
        if not any(other != one and other.start <= one.start and one.end <= other.end for other in spans)
    ]
    assert [term for one in longest for term in one.terms] == found


@given(st.text(), st.sampled_from(["en", "ko", "ja", "zh", "de", "xx"]))
def test_any_text_can_be_searched_for_wordings(text: str, language: str) -> None:
    index = WordIndex()
    for wording, spoken in (("born", "en"), ("태어나", "ko"), ("生", "ja"), ("İ", "en"), ("", "ko")):
        index.add(wording, spoken, wording)
    assert all(0 <= one.start < one.end <= len(text) for one in index.find(text, language))
