"""Statements become whole sentences: grammatical in English and Korean, plain in other languages, always true."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from soulkeep.graph.files import read_bytes
from soulkeep.graph.knowledge import Knowledge
from soulkeep.graph.terms import iri, literal
from soulkeep.graph.verbalise.sentences import GraphStatement, indefinite, listed, plural, spoken, verbalise
from soulkeep.graph.vocabulary import RDF, XSD
from soulkeep.graph.words import grammar_ko
from soulkeep.graph.words.grammar_en import common, negated
from soulkeep.graph.words.verbs_en import base_form

TYPE = iri(RDF + "type")
NAMES = {
    "charlie": ("Charlie Parker", "찰리 파커"),
    "duke": ("Duke Ellington", "듀크 엘링턴"),
    "miles": ("Miles Davis", "마일스 데이비스"),
    "joel": ("Billy Joel", "빌리 조엘"),
    "lou": ("Lou Reed", "루 리드"),
    "coltrane": ("John Coltrane", "John Coltrane"),
    "dc": ("Washington, D.C.", "워싱턴"),
    "kansas": ("Kansas City", "캔자스시티"),
    "alton": ("Alton, Illinois", "앨턴"),
    "hamlet": ("Hamlet", "햄릿"),
    "york": ("New York", "뉴욕"),
    "chicago": ("Chicago", "시카고"),
    "jazz": ("Jazz", "재즈"),
    "bebop": ("Bebop", "비밥"),
    "rock": ("Rock", "록"),
    "alto": ("alto saxophone", "알토 색소폰"),
    "blue": ("Kind of Blue", "카인드 오브 블루"),
    "piano": ("Piano Man", "피아노 맨"),
    "stranger": ("The Stranger", "스트레인저"),
    "sunny": ("Sunny (song)", "Sunny(노래)"),
    "columbia": ("Columbia", "컬럼비아"),
    "artist": ("Musical Artist", "음악가"),
    "album": ("album", "음반"),
    "birthPlace": ("birth place", "출생지"),
    "genre": ("genre", "장르"),
    "label": ("record label", "음반사"),
    "by": ("performer", "연주자"),
    "knownFor": ("known for", "대표작"),
}
PERSONS = {"charlie", "duke", "miles", "joel", "lou", "coltrane"}
PATTERNS = {
    ("birthPlace", "en", False): "{subject} was born in {object}",
    ("birthPlace", "ko", False): "{subject}은(는) {object}에서 태어났어",
    ("birthDate", "en", False): "{subject} was born on {object}.",
    ("birthDate", "ko", False): "{subject}은(는) {object}에 태어났어.",
    ("plays", "en", False): "{subject} played the {object}",
    ("plays", "ko", False): "{subject}은(는) {object}을(를) 연주했어",
    ("albumBy", "en", False): "{subject} is an album by {object}",
    ("albumBy", "ko", False): "{subject}은(는) {object}의 음반이야",
    ("artist", "en", False): "{subject} is by {object}",
    ("artist", "en", True): "{object} recorded {subject}",
    ("artist", "ko", True): "{object}은(는) {subject}을(를) 녹음했어",
    ("released", "en", False): "{subject} was released on {object}",
    ("home", "en", False): "{subject} still lives in {object}",
    ("home", "ko", False): "{subject}이(가) 사는 곳은 {object}(이)야",
    ("cast", "en", False): "In {object}, {subject} was the star",
    ("capital", "en", False): "The capital of {subject} is {object}",
    ("nick", "en", False): "{subject}'s nickname is {object}",
    ("nick", "ko", False): "{subject}의 별명은 {object}(이)야",
    ("wrote", "en", False): "{subject} wrote and sang {object}",
    ("wrote", "ko", False): "{object}을(를) 쓴 사람은 {subject}(이)지",
    ("birthPlace", "fr", False): "{subject} est né à {object}",
}


def term(name: str) -> str:
    return TYPE if name == "type" else name if name.startswith(('"', "_:", "?")) else iri(f"http://example.org/{name}")


def local(resource: str) -> str:
    return resource[1:-1].rpartition("/")[2]


class Names:
    """A lexicon of the tables above."""

    def label(self, term: str, language: str) -> str:
        english, korean = NAMES.get(local(term), (local(term), local(term)))
        return korean if language == "ko" else english

    def value(self, term: str, predicate: str, language: str) -> str:
        return spoken(term, self, language)

    def held(self, node: str, language: str) -> str:
        return "12 Abbey Road" if node == "_:address" else ""

    def class_of(self, term: str) -> str | None:
        return iri("http://example.org/album") if term == "_:record" else None

    def is_person(self, term: str) -> bool:
        return local(term) in PERSONS

    def has_article(self, term: str) -> bool:
        return False

    def may_live(self, term: str) -> bool:
        return False

    def sentence(self, predicate: str, language: str, *, inverse: bool = False, living: bool = False) -> str | None:
        return PATTERNS.get((local(predicate), language, inverse))

    def noun(self, predicate: str, language: str) -> str:
        return self.label(predicate, language)

    def ends(self, predicate: str) -> tuple[frozenset[str], frozenset[str]]:
        return frozenset(), frozenset()


def say(text: str, language: str = "en", about: str | None = None, most: int = 8) -> str:
    """Return the wording of "subject predicate object; …", with "not" in front of what isn't so."""
    statements = []
    for part in text.split("; "):
        words = part.removeprefix("not ").split(" ", 2)
        subject, predicate, object_ = (term(word) for word in words)
        statements.append(GraphStatement(subject, predicate, object_, not part.startswith("not ")))
    return verbalise(statements, Names(), language, about=about and term(about), most=most)


def date(value: str, kind: str = "date") -> str:
    return literal(value, datatype=XSD + kind)


@pytest.mark.parametrize(
    ("statements", "sentence"),
    [
        ("duke birthPlace dc", "Duke Ellington was born in Washington, D.C."),
        ("duke genre jazz", "Duke Ellington's genre is Jazz."),
        ("charlie genre jazz; charlie genre bebop", "Charlie Parker's genres are Jazz and Bebop."),
        ("charlie genre jazz; charlie genre jazz", "Charlie Parker's genre is Jazz."),
        ("sunny genre jazz", "The genre of Sunny (song) is Jazz."),
        ("dc genre jazz", "The genre of Washington, D.C. is Jazz."),
        ("miles type artist", "Miles Davis is a musical artist."),
        ("blue type album", "Kind of Blue is an album."),
        ("charlie knownFor bebop", "Charlie Parker is known for Bebop."),
        ("charlie nick jazz; charlie nick rock", "Charlie Parker's nicknames are Jazz and Rock."),
        ("kansas capital dc", "The capital of Kansas City is Washington, D.C."),
        ("charlie cast dc", "In Washington, D.C., Charlie Parker was the star."),
        ("_:record genre jazz", "An album's genre is Jazz."),
        ("_:b0 genre jazz", "Something's genre is Jazz."),
    ],
)
def test_one_fact_is_one_sentence(statements: str, sentence: str) -> None:
    assert say(statements) == sentence


@pytest.mark.parametrize(
    ("statements", "sentence"),
    [
        (
            "charlie birthPlace kansas; charlie plays alto",
            "Charlie Parker was born in Kansas City and played the alto saxophone.",
        ),
        (
            "duke birthPlace dc; duke plays alto",
            "Duke Ellington was born in Washington, D.C., and played the alto saxophone.",
        ),
        (
            "charlie birthPlace kansas; charlie genre jazz; charlie genre bebop",
            "Charlie Parker, whose genres are Jazz and Bebop, was born in Kansas City.",
        ),
        (
            "miles type artist; miles birthPlace alton; miles plays alto",
            "Miles Davis is a musical artist who was born in Alton, Illinois, and played the alto saxophone.",
        ),
        (
            "miles genre jazz; miles type artist; miles plays alto",
            "Miles Davis is a musical artist whose genre is Jazz and who played the alto saxophone.",
        ),
        ("blue genre jazz; blue label columbia", "Kind of Blue's genre is Jazz, and its record label is Columbia."),
        ("lou genre rock; lou label columbia", "Lou Reed's genre is Rock, and their record label is Columbia."),
        ("blue type album; blue artist miles", "Kind of Blue is an album by Miles Davis."),
        (
            "charlie cast kansas; charlie plays alto",
            "Charlie Parker played the alto saxophone. In Kansas City, Charlie Parker was the star.",
        ),
    ],
)
def test_facts_of_one_subject_share_it(statements: str, sentence: str) -> None:
    assert say(statements) == sentence


def test_where_and_when_stand_in_one_phrase() -> None:
    assert say(f"charlie birthDate {date('1920-08-29')}; charlie birthPlace kansas") == (
        "Charlie Parker was born in Kansas City on 29 August 1920."
    )
    assert say(f"charlie birthDate {date('1920-08-29')}; charlie birthPlace kansas", "ko") == (
        "찰리 파커는 1920년 8월 29일에 캔자스시티에서 태어났어."
    )


def test_a_year_takes_another_preposition_than_a_day() -> None:
    assert say(f"charlie birthDate {date('1920', 'gYear')}") == "Charlie Parker was born in 1920."
    assert say(f"charlie birthDate {date('1920-08', 'gYearMonth')}") == "Charlie Parker was born in August 1920."
    assert say(f"charlie birthPlace {date('1920-08-29')}") == "Charlie Parker was born on 29 August 1920."


def test_many_facts_become_several_sentences() -> None:
    text = say("; ".join(f"blue plays x{number}; blue {name} jazz" for number, name in enumerate(["was", "in", "at"])))
    assert text.startswith("Kind of Blue")
    long = say("blue albumBy miles; blue released x; blue birthPlace york; blue artist lou; blue home dc")
    assert re.findall(r"Kind of Blue|\bIt\b", long) == ["Kind of Blue", "It"]


@pytest.mark.parametrize(
    ("statements", "sentence"),
    [
        (
            "blue albumBy miles; miles birthPlace alton",
            "Kind of Blue is an album by Miles Davis, who was born in Alton, Illinois.",
        ),
        (
            "miles birthPlace alton; blue albumBy miles",
            "Kind of Blue is an album by Miles Davis, who was born in Alton, Illinois.",
        ),
        ("blue by miles; miles genre jazz", "Kind of Blue's performer is Miles Davis, whose genre is Jazz."),
        (
            "blue albumBy miles; miles type artist; miles birthPlace alton",
            "Kind of Blue is an album by Miles Davis, a musical artist who was born in Alton, Illinois.",
        ),
        (
            f"blue albumBy miles; miles birthPlace alton; blue released {date('1959', 'gYear')}",
            "Kind of Blue was released in 1959 and is an album by Miles Davis, who was born in Alton, Illinois.",
        ),
        (
            "blue albumBy miles; blue albumBy coltrane; miles birthPlace alton; coltrane birthPlace hamlet",
            "Kind of Blue is an album by Miles Davis, who was born in Alton, Illinois, and John Coltrane, who was "
            "born in Hamlet.",
        ),
        (
            "blue albumBy miles; miles birthPlace alton; alton capital york",
            "Kind of Blue is an album by Miles Davis, who was born in Alton, Illinois. The capital of Alton, "
            "Illinois is New York.",
        ),
    ],
)
def test_a_subject_that_is_an_object_too_is_told_in_a_relative_clause(statements: str, sentence: str) -> None:
    assert say(statements) == sentence


@pytest.mark.parametrize("language", ["en", "ko", "de"])
def test_circles_end_and_tell_everything(language: str) -> None:
    text = say("miles knows lou; lou knows miles; miles knows miles; lou genre rock", language)
    name = "루 리드" if language == "ko" else "Lou Reed"
    assert text.count(name) == (1 if language == "en" else 2)
    assert ("록" if language == "ko" else "Rock") in text


@pytest.mark.parametrize(
    ("statements", "sentence"),
    [
        ("not charlie birthPlace york", "Charlie Parker wasn't born in New York."),
        (
            "not charlie birthPlace york; not charlie birthPlace chicago",
            "Charlie Parker wasn't born in New York or Chicago.",
        ),
        ("not charlie genre rock", "Charlie Parker's genre isn't Rock."),
        ("not charlie genre rock; not charlie genre jazz", "Charlie Parker's genre isn't Rock or Jazz."),
        ("not charlie nick rock", "Charlie Parker's nickname isn't Rock."),
        ("not charlie plays alto", "Charlie Parker didn't play the alto saxophone."),
        ("not charlie home york", "Charlie Parker doesn't live in New York any more."),
        ("not miles type album", "Miles Davis isn't an album."),
        ("not miles type album; not miles type artist", "Miles Davis isn't an album or a musical artist."),
        ("not charlie wrote blue", "It isn't true that Charlie Parker wrote and sang Kind of Blue."),
        ("not kansas capital york", "The capital of Kansas City isn't New York."),
        ("not charlie cast york", "It isn't true that in New York, Charlie Parker was the star."),
        ("not charlie knownFor rock", "Charlie Parker isn't known for Rock."),
        ("not charlie genre _:b0", "Charlie Parker's genre isn't anything."),
        (
            "charlie birthPlace kansas; not charlie birthPlace york",
            "Charlie Parker was born in Kansas City but wasn't born in New York.",
        ),
    ],
)
def test_what_isnt_so_is_denied(statements: str, sentence: str) -> None:
    assert say(statements) == sentence


@pytest.mark.parametrize(
    ("words", "denied"),
    [
        ("recorded ", "didn't record "), ("plays ", "doesn't play "), ("wrote ", "didn't write "),
        ("has been to ", "hasn't been to "),
        ("has ", "doesn't have "), ("had ", "didn't have "), ("can sing ", "can't sing "), ("did ", "didn't do "),
        ("are from ", "aren't from "), ("isn't from ", "is from "), ("didn't sing ", "did sing "),
        ("was not in ", "was in "),
        ("originally came from ", "didn't originally come from "), ("was once in ", "wasn't once in "),
        ("has some songs by ", "doesn't have any songs by "), ("studied at ", "didn't study at "),
        ("died in ", "didn't die in "),
        ("used to sing with ", "didn't use to sing with "), ("has won ", "hasn't won "),
    ],
)  # fmt: skip
def test_verb_phrases_are_denied_by_their_auxiliary(words: str, denied: str) -> None:
    found = negated(words)
    assert found is not None
    assert found.words == denied


@pytest.mark.parametrize("words", ["", " ", "never sang ", "sing ", "zzz ", "no longer plays ", "wrote and sang "])
def test_what_cant_be_denied_is_said_so(words: str) -> None:
    assert negated(words) is None


def test_what_is_asked_about_comes_first_and_is_told_of() -> None:
    albums = "piano artist joel; stranger artist joel"
    assert say(albums, about="joel") == "Billy Joel recorded Piano Man and The Stranger."
    assert say(albums, "ko", about="joel") == "빌리 조엘은 피아노 맨이랑 스트레인저를 녹음했어."
    assert say(albums) == "Piano Man is by Billy Joel. The Stranger is by Billy Joel."
    assert say("piano label columbia; stranger label columbia", about="columbia") == (
        "Columbia is the record label of Piano Man and The Stranger."
    )
    assert say("not piano label columbia; not stranger label columbia", about="columbia") == (
        "Columbia isn't the record label of Piano Man or The Stranger."
    )
    assert say("miles type artist; lou type artist", about="artist") == "Miles Davis and Lou Reed are musical artists."
    assert say("not miles type album; not lou type album", about="album") == (
        "Neither Miles Davis nor Lou Reed is an album."
    )
    assert say(f"{albums}; stranger released {date('1977', 'gYear')}", about="joel") == (
        "Billy Joel recorded Piano Man and The Stranger, which was released in 1977."
    )


@pytest.mark.parametrize(
    ("statements", "sentence"),
    [
        ("duke birthPlace dc", "듀크 엘링턴은 워싱턴에서 태어났어."),
        ("duke genre jazz", "듀크 엘링턴의 장르는 재즈야."),
        ("charlie genre jazz; charlie genre bebop", "찰리 파커의 장르는 재즈랑 비밥이야."),
        ("charlie genre bebop; charlie genre coltrane", "찰리 파커의 장르는 비밥이랑 John Coltrane이야."),
        (
            "charlie birthPlace kansas; charlie plays alto",
            "찰리 파커는 캔자스시티에서 태어났고 알토 색소폰을 연주했어.",
        ),
        ("charlie genre jazz; charlie label columbia", "찰리 파커의 장르는 재즈이고, 음반사는 컬럼비아야."),
        ("charlie plays alto; charlie genre jazz", "찰리 파커는 알토 색소폰을 연주했어. 장르는 재즈야."),
        ("miles birthPlace alton; miles type artist", "마일스 데이비스는 음악가이고 앨턴에서 태어났어."),
        ("miles type artist; miles type album", "마일스 데이비스는 음악가이자 음반이야."),
        (
            "blue albumBy miles; miles birthPlace alton",
            "카인드 오브 블루는 마일스 데이비스의 음반이야. 마일스 데이비스는 앨턴에서 태어났어.",
        ),
        ("coltrane home york", "John Coltrane이 사는 곳은 뉴욕이야."),
        ("sunny genre jazz", "Sunny(노래)의 장르는 재즈야."),
        ("not charlie birthPlace york", "찰리 파커는 뉴욕에서 태어나지 않았어."),
        (
            "not charlie birthPlace york; not charlie birthPlace chicago",
            "찰리 파커는 뉴욕이나 시카고에서 태어나지 않았어.",
        ),
        ("not charlie genre rock", "찰리 파커의 장르는 록이 아니야."),
        ("not charlie genre jazz; not charlie genre rock", "찰리 파커의 장르는 재즈나 록이 아니야."),
        ("not miles type artist", "마일스 데이비스는 음악가가 아니야."),
        ("not blue albumBy miles", "카인드 오브 블루는 마일스 데이비스의 음반이 아니야."),
        ("not charlie wrote blue", "“카인드 오브 블루를 쓴 사람은 찰리 파커지.”라는 말은 사실이 아니야."),
        (
            "charlie birthPlace kansas; not charlie plays alto",
            "찰리 파커는 캔자스시티에서 태어났고 알토 색소폰을 연주하지 않았어.",
        ),
    ],
)  # fmt: skip
def test_korean_is_natural(statements: str, sentence: str) -> None:
    assert say(statements, "ko") == sentence


def test_korean_tells_of_an_object() -> None:
    labelled = "piano label columbia; stranger label columbia"
    assert say(labelled, "ko", about="columbia") == "컬럼비아는 피아노 맨이랑 스트레인저의 음반사야."
    assert say("miles type artist; lou type artist", "ko", about="artist") == "마일스 데이비스랑 루 리드는 음악가야."


@pytest.mark.parametrize(
    ("words", "joined", "denied"),
    [
        ("에서 태어났어", "에서 태어났고", "에서 태어나지 않았어"),
        ("을(를) 불렀어", "을(를) 불렀고", "을(를) 부르지 않았어"),
        ("을(를) 썼어", "을(를) 썼고", "을(를) 쓰지 않았어"),
        ("을(를) 배웠어", "을(를) 배웠고", "을(를) 배우지 않았어"),
        ("을(를) 그려", "을(를) 그리고", "을(를) 그리지 않아"),
        ("을(를) 좋아해", "을(를) 좋아하고", "을(를) 좋아하지 않아"),
        ("을(를) 만들었어", "을(를) 만들었고", "을(를) 만들지 않았어"),
        ("을(를) 들었어", "을(를) 들었고", "을(를) 듣지 않았어"),
        ("에 가까워", "에 가깝고", "에 가깝지 않아"), ("이(가) 됐어", "이(가) 됐고", "이(가) 되지 않았어"),
        ("에 살아", "에 살고", "에 살지 않아"),
        ("에 있어", "에 있고", "에 없어"), ("에 실려 있어", "에 실려 있고", "에 실려 있지 않아"),
        ("을(를) 부를 수 있어", "을(를) 부를 수 있고", "을(를) 부를 수 없어"),
        ("을(를) 알아", "을(를) 알고", "을(를) 몰라"), ("(이)야", "이고", "이(가) 아니야"),
        ("(이)었어", "(이)었고", "이(가) 아니었어"),
        ("의 음반이야", "의 음반이고", "의 음반이(가) 아니야"),
        ("의 작곡가야", "의 작곡가이고", "의 작곡가이(가) 아니야"),
        ("와(과) 아는 사이야", "와(과) 아는 사이이고", "와(과) 아는 사이이(가) 아니야"),
        ("의 고양이야", "의 고양이이고", "의 고양이이(가) 아니야"),
        ("에서 태어났어요", "에서 태어났고", "에서 태어나지 않았어요"),
        ("을(를) 연주합니다", "을(를) 연주하고", "을(를) 연주하지 않습니다"),
        ("을(를) 연주했습니다", "을(를) 연주했고", "을(를) 연주하지 않았습니다"),
        ("을(를) 연주한다", "을(를) 연주하고", "을(를) 연주하지 않는다"),
        ("의 음반입니다", "의 음반이고", "의 음반이(가) 아닙니다"),
        ("이(가) 보였어", "이(가) 보였고", "이(가) 보이지 않았어"),
        ("에서 태어나지 않았어", "에서 태어나지 않았고", None), ("이(가) 아니야", "이(가) 아니고", None),
        ("", None, None), ("음악", None, None),
    ],
)  # fmt: skip
def test_korean_predicates_are_joined_and_denied(words: str, joined: str | None, denied: str | None) -> None:
    assert grammar_ko.joined(words) == joined
    assert grammar_ko.denied(words) == denied


def test_other_languages_have_a_plain_form() -> None:
    assert say("charlie genre jazz; charlie genre bebop", "xx") == "Charlie Parker: genre: Jazz, Bebop."
    assert say("charlie genre jazz; charlie label columbia", "de") == (
        "Charlie Parker: genre: Jazz; record label: Columbia."
    )
    assert say("not charlie genre jazz", "de") == "Charlie Parker: genre: nicht Jazz."
    assert say("not charlie genre jazz", "xx") == "Charlie Parker: genre: ≠ Jazz."
    assert say("miles type artist", "xx") == "Miles Davis: Musical Artist."
    assert say(f"charlie born {date('1920-08-29')}", "de") == "Charlie Parker: born: 29. August 1920."
    assert say("charlie genre jazz", "ja") == "Charlie Parker：genre：Jazz。"
    assert (
        say("charlie birthPlace york; charlie birthPlace chicago", "fr")
        == "Charlie Parker est né à New York et Chicago."
    )
    assert say("piano label columbia; stranger label columbia", "xx", about="columbia") == (
        "Piano Man, The Stranger: record label: Columbia."
    )


def test_a_region_makes_no_other_language() -> None:
    assert say("duke genre jazz", "en-GB") == "Duke Ellington's genre is Jazz."
    assert say("duke genre jazz", "ko_KR") == "듀크 엘링턴의 장르는 재즈야."


def test_long_lists_tell_how_many_more_there_are() -> None:
    many = "; ".join(f"charlie genre g{number}" for number in range(20))
    assert say(many).endswith(" g6, g7 and 12 more.")
    assert say(many, "ko").endswith(" g6, g7 외 12개야.")
    assert say(many, "de").endswith(" g6, g7 und 12 weitere.")
    assert say(many, most=1) == "Charlie Parker's genres are g0 and 19 more."


def test_lists_count_people_as_people() -> None:
    people = [term(name) for name in ("joel", "lou", "miles", "duke", "charlie")]
    assert listed(people, Names(), "en", most=2) == "Billy Joel, Lou Reed and 3 more"
    assert listed(people, Names(), "ko", most=2) == "빌리 조엘, 루 리드 외 3명"
    assert listed([*people, term("blue")], Names(), "ko", most=2) == "빌리 조엘, 루 리드 외 4개"
    assert listed(people[:3], Names(), "en", conjunction="or") == "Billy Joel, Lou Reed or Miles Davis"
    assert listed(people[:3], Names(), "ko", conjunction="or") == "빌리 조엘, 루 리드나 마일스 데이비스"
    assert listed(people[:3], Names(), "ko") == "빌리 조엘, 루 리드, 마일스 데이비스"
    assert listed(people[:2], Names(), "de") == "Billy Joel und Lou Reed"
    assert listed([], Names(), "en") == ""
    assert listed([term("dc"), term("alton"), term("york")], Names(), "en") == (
        "Washington, D.C.; Alton, Illinois; and New York"
    )


def test_a_list_names_at_least_one() -> None:
    with pytest.raises(ValueError, match="at least 1"):
        say("charlie genre jazz", most=0)
    with pytest.raises(ValueError, match="at least 1"):
        listed([term("jazz")], Names(), "en", most=0)


@pytest.mark.parametrize(
    ("value", "kind", "english", "korean"),
    [
        ("1920-08-29", "date", "29 August 1920", "1920년 8월 29일"),
        ("1920-08-29Z", "date", "29 August 1920", "1920년 8월 29일"),
        ("1920-08-29T00:00:00", "dateTime", "29 August 1920", "1920년 8월 29일"),
        ("1920-08-29T14:05:00+09:00", "dateTime", "29 August 1920 at 14:05", "1920년 8월 29일 오후 2시 5분"),
        ("1959", "gYear", "1959", "1959년"), ("0476", "gYear", "476", "476년"), ("-0044", "gYear", "-0044", "-0044"),
        ("1959-08", "gYearMonth", "August 1959", "1959년 8월"), ("--08-29", "gMonthDay", "29 August", "8월 29일"),
        ("1920-13-45", "date", "1920-13-45", "1920-13-45"), ("-0044-03-15", "date", "-0044-03-15", "-0044-03-15"),
        ("1920", "date", "1920", "1920"), ("007", "integer", "7", "7"), ("+5", "int", "5", "5"),
        ("-012", "integer", "-12", "-12"), ("0", "integer", "0", "0"),
        ("3.50", "decimal", "3.5", "3.5"), ("4.0", "decimal", "4", "4"), ("-0.0", "decimal", "0", "0"),
        ("1.5E3", "double", "1500", "1500"),
        ("100", "decimal", "100", "100"), ("1E300", "double", "1E300", "1E300"), ("NaN", "double", "NaN", "NaN"),
        ("x", "decimal", "x", "x"),
        ("true", "boolean", "yes", "예"), ("0", "boolean", "no", "아니요"), ("maybe", "boolean", "maybe", "maybe"),
        ("PT1H30M", "duration", "an hour and a half", "1시간 30분"),
        ("P1Y2M3DT4.50S", "duration", "1 year 2 months 3 days and 4.5 seconds", "1년 2개월 3일 4.5초"),
        ("PT0S", "duration", "0 seconds", "0초"), ("P", "duration", "P", "P"), ("-P1D", "duration", "-P1D", "-P1D"),
        ("a\nb  c\x00", "string", "a b c", "a b c"), ("", "string", "", ""),
    ],
)  # fmt: skip
def test_literals_are_spoken_as_a_language_writes_them(value: str, kind: str, english: str, korean: str) -> None:
    assert spoken(date(value, kind), Names(), "en") == english
    assert spoken(date(value, kind), Names(), "ko") == korean


def test_literals_of_other_languages_and_types() -> None:
    assert spoken(date("1920-08", "gYearMonth"), Names(), "es") == "agosto de 1920"
    assert spoken(date("--08-29", "gMonthDay"), Names(), "es") == "29 de agosto"
    assert spoken(date("3.50", "decimal"), Names(), "de") == "3,5"
    assert spoken(date("PT1H30M", "duration"), Names(), "de") == "anderthalb Stunden"
    assert spoken(date("P1Y", "duration"), Names(), "fr") == "P1Y"
    assert spoken(literal("1.50", language="fr"), Names(), "en") == "1.50"
    assert spoken(literal("<b>Bird</b> &amp; co", datatype=RDF + "HTML"), Names(), "en") == "Bird & co"
    assert spoken('"broken', Names(), "en") == "broken"
    assert spoken("_:b0", Names(), "en") == "something"
    assert spoken("_:record", Names(), "en") == "an album"
    assert spoken("_:record", Names(), "ko") == "어떤 음반"
    assert spoken("?who", Names(), "ko") == "무언가"


@pytest.mark.parametrize(
    ("one", "many"),
    [
        ("album", "albums"), ("city", "cities"), ("child", "children"), ("person", "people"), ("series", "series"),
        ("birth place", "birth places"), ("place of birth", "places of birth"), ("sister-in-law", "sisters-in-law"),
        ("day", "days"), ("wife", "wives"), ("woman", "women"), ("human", "humans"), ("box", "boxes"),
        ("church", "churches"),
        ("status", "statuses"), ("basis", "bases"), ("genus", "genera"), ("photo", "photos"), ("hero", "heroes"),
        ("CD", "CDs"),
        ("music", "music"), ("albums", "albums"), ("children", "children"), ("spokesperson", "spokespeople"),
        ("Country", "Countries"),
        ("출생지", "출생지"), ("", ""), ("album (LP)", "albums (LP)"),
    ],
)  # fmt: skip
def test_plurals(one: str, many: str) -> None:
    assert plural(one) == many


@pytest.mark.parametrize(
    ("noun", "expected"),
    [
        ("album", "an album"), ("city", "a city"), ("university", "a university"), ("hour", "an hour"),
        ("MBA", "an MBA"),
        ("UFO", "a UFO"), ("umbrella", "an umbrella"), ("European", "a European"), ("one-man band", "a one-man band"),
        ("unidentified object", "an unidentified object"), ("unit", "a unit"), ("8-track", "an 8-track"),
        ("LP", "an LP"),
        ("the mayor", "the mayor"), ("people", "people"), ("music", "music"), ("", ""),
    ],
)  # fmt: skip
def test_indefinite_articles(noun: str, expected: str) -> None:
    assert indefinite(noun) == expected


def test_labels_become_common_nouns() -> None:
    assert common("Musical Artist") == "musical artist"
    assert common("American TV series") == "American TV series"


@pytest.mark.parametrize(
    ("form", "base"),
    [
        ("recorded", "record"), ("released", "release"), ("studied", "study"), ("died", "die"), ("stopped", "stop"),
        ("created", "create"),
        ("treated", "treat"), ("edited", "edit"), ("invited", "invite"), ("produced", "produce"), ("called", "call"),
        ("travelled", "travel"),
        ("agreed", "agree"), ("argued", "argue"), ("mastered", "master"), ("inspired", "inspire"),
        ("managed", "manage"), ("belonged", "belong"),
        ("developed", "develop"), ("sang", "sing"), ("goes", "go"), ("teaches", "teach"), ("uses", "use"),
        ("carries", "carry"), ("dies", "die"),
        ("sing", None), ("bus", None), ("is", None),
    ],
)  # fmt: skip
def test_base_forms_of_verbs(form: str, base: str | None) -> None:
    assert base_form(form) == base


def test_whole_sentences_of_others_are_quoted() -> None:
    assert say('lou motto "Live now. Pay later."') == "Lou Reed's motto is “Live now. Pay later.”"
    assert say('lou motto "Live now"') == "Lou Reed's motto is Live now."


class Odd(Names):
    """A lexicon in which everything has one name."""

    def __init__(self, name: str, pattern: str | None = None) -> None:
        self._name = name
        self._pattern = pattern

    def label(self, term: str, language: str) -> str:
        return self._name

    def sentence(self, predicate: str, language: str, *, inverse: bool = False, living: bool = False) -> str | None:
        return self._pattern


ONE = GraphStatement(term("charlie"), term("birthPlace"), term("york"))


@pytest.mark.parametrize("language", ["en", "ko", "de"])
def test_odd_labels_are_said_as_they_are(language: str) -> None:
    assert "{object} {0} <x>" in verbalise([ONE], Odd("{object} {0} <x>"), language)
    assert "은(는)" in verbalise([ONE], Odd("은(는)"), language)
    assert "\n" not in verbalise([ONE], Odd("a\nb"), language)
    assert "charlie" in verbalise([ONE], Odd(""), language).casefold()  # the local name stands in for an empty label


def test_a_pattern_without_its_slots_is_not_used() -> None:
    assert verbalise([ONE], Odd("x", "{subject} is dead"), "en") == "X's x is x."
    assert verbalise([ONE], Odd("x", "{subject} {0} {object}"), "en") == "X {0} x."


def test_nothing_is_said_of_nothing() -> None:
    assert verbalise([], Names(), "en") == ""
    assert verbalise([GraphStatement(term("charlie"), term("nick"), '""')], Names(), "ko") == ""


RESOURCES = st.sampled_from(["charlie", "miles", "blue", "kansas", "artist", "_:b0", "?x", '"a. b"', '"', '""']).map(
    term
)
STATEMENTS = st.builds(
    GraphStatement,
    RESOURCES,
    st.sampled_from(["birthPlace", "plays", "genre", "type", "artist", "nick", "cast", "knownFor"]).map(term),
    RESOURCES,
    st.booleans(),
)


@given(st.lists(STATEMENTS, max_size=12), st.sampled_from(["en", "ko", "de", "ja"]), st.none() | RESOURCES, st.text())
def test_anything_can_be_said(statements: list[GraphStatement], language: str, about: str | None, name: str) -> None:
    for lexicon in (Names(), Odd(name), Odd(name, "{subject} was born in {object}" + name)):
        text = verbalise(statements, lexicon, language, about=about, most=2)
        assert "\n" not in text
        assert "  " not in text
        assert text == text.strip()


@given(st.lists(STATEMENTS, max_size=8, unique=True))
def test_every_value_is_told(statements: list[GraphStatement]) -> None:
    for language in ("en", "ko"):
        text = verbalise(statements, Names(), language, most=20).casefold()
        for statement in statements:
            value = spoken(statement.object, Names(), language).casefold()
            if value and statement.object not in ("_:b0", "?x"):
                assert value in text


def test_a_blank_node_is_spoken_through_what_it_holds() -> None:
    data = """@prefix : <http://example.org/> .
        :cafe a :Cafe ; :address [ :street "12 Quay Lane"@en, "Kaigasse 12"@de ; :town "Bergen" ] ;
            :rent [ :value 900 ; :currency "euros" ] ."""
    lexicon = Knowledge([read_bytes(data.encode(), "cafe.ttl").data]).lexicon
    (address,) = (value for property, value in lexicon.about(iri("http://example.org/cafe")) if "address" in property)
    (rent,) = (value for property, value in lexicon.about(iri("http://example.org/cafe")) if "rent" in property)
    assert spoken(address, lexicon, "en") == "12 Quay Lane, Bergen"
    assert spoken(address, lexicon, "de") == "Kaigasse 12, Bergen"
    assert spoken(rent, lexicon, "en") == "900 euros"
