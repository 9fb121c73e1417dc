"""Expressions of time, resolved to ranges of local days against the moment they were said."""

from __future__ import annotations

import random
import time
from datetime import UTC, datetime, timedelta, timezone
from zoneinfo import ZoneInfo

import pytest

from soulkeep.lang.pack import languages, subject
from soulkeep.lang.time_rules import grammar
from soulkeep.lang.times import TimeSpan, time_spans

BERLIN = ZoneInfo("Europe/Berlin")
NOW = datetime(2023, 5, 10, 15, tzinfo=BERLIN)  # a Wednesday


def said(span: TimeSpan) -> str:
    """Return a range as the tables below write it: "2023-05-09", "2023-05-01..2023-05-08", "05-09T18..05-10T06"."""
    if span.grain == "part":
        return f"{span.start:%m-%dT%H}..{span.end:%m-%dT%H}"
    assert span.start.hour == span.end.hour == 0
    if span.end - span.start == timedelta(days=1):
        return f"{span.start:%Y-%m-%d}"
    return f"{span.start:%Y-%m-%d}..{span.end:%Y-%m-%d}"


LAST_WEEK, THIS_WEEK, NEXT_WEEK = "2023-05-01..2023-05-08", "2023-05-08..2023-05-15", "2023-05-15..2023-05-22"
LAST_WEEKEND, THIS_WEEKEND = "2023-05-06..2023-05-08", "2023-05-13..2023-05-15"
LAST_MONTH, NEXT_MONTH = "2023-04-01..2023-05-01", "2023-06-01..2023-07-01"
MAY, MAY_2022, MARCH = "2023-05-01..2023-06-01", "2022-05-01..2022-06-01", "2023-03-01..2023-04-01"
LAST_YEAR, THIS_YEAR, NEXT_YEAR = "2022-01-01..2023-01-01", "2023-01-01..2024-01-01", "2024-01-01..2025-01-01"
SUMMER_2022, WINTER_2022 = "2022-06-01..2022-09-01", "2022-12-01..2023-03-01"
TWO_WEEKS_AGO, IN_TWO_WEEKS = "2023-04-24..2023-04-29", "2023-05-22..2023-05-27"
FEW_DAYS_AGO = "2023-05-05..2023-05-09"
THREE_MONTHS_AGO = "2023-02-01..2023-03-01"
LAST_NIGHT, TONIGHT = "05-09T18..05-10T06", "05-10T18..05-11T06"
THIS_MORNING, LAST_EVENING = "05-10T04..05-10T12", "05-09T17..05-10T00"

CASES: dict[str, list[tuple[str, str]]] = {
    "en": [
        ("I went there yesterday.", "2023-05-09"), ("today's cake", "2023-05-10"), ("see you Tomorrow", "2023-05-11"),
        ("the day before yesterday", "2023-05-08"), ("the day after tomorrow", "2023-05-12"), ("tonight", TONIGHT),
        ("last night", LAST_NIGHT), ("this morning", THIS_MORNING), ("yesterday evening", LAST_EVENING),
        ("Saturday night", "05-06T18..05-07T06"), ("two weeks ago", TWO_WEEKS_AGO), ("a few days ago", FEW_DAYS_AGO),
        ("3 months ago", THREE_MONTHS_AGO), ("a week ago", "2023-05-02..2023-05-05"),
        ("twelve years ago", "2011-01-01..2012-01-01"), ("a couple of days ago", "2023-05-07..2023-05-09"),
        ("two weekends ago", "2023-04-29..2023-05-01"), ("the other day", FEW_DAYS_AGO),
        ("in the last three days", "2023-05-07..2023-05-11"), ("half a year ago", "2022-11-01..2022-12-01"),
        ("in two weeks", IN_TWO_WEEKS), ("what did she do last weekend?", LAST_WEEKEND),
        ("this weekend", THIS_WEEKEND), ("the weekend", LAST_WEEKEND), ("last week", LAST_WEEK),
        ("this week", THIS_WEEK), ("next week", NEXT_WEEK), ("the week before last", "2023-04-24..2023-05-01"),
        ("last month", LAST_MONTH), ("next month", NEXT_MONTH), ("last year's trip", LAST_YEAR),
        ("this year", THIS_YEAR), ("last season", WINTER_2022), ("last Monday", "2023-05-08"),
        ("last Friday", "2023-05-05"), ("this Friday", "2023-05-12"), ("last Wednesday", "2023-05-03"),
        ("next Wednesday", "2023-05-17"), ("on Wednesday", "2023-05-10"), ("on Friday", "2023-05-05"),
        ("on Fri", "2023-05-05"), ("Friday last week", "2023-05-05"), ("last summer", SUMMER_2022),
        ("in the summer", SUMMER_2022), ("summer of 2021", "2021-06-01..2021-09-01"),
        ("this spring", "2023-03-01..2023-06-01"), ("in winter", WINTER_2022),
        ("in the fall", "2022-09-01..2022-12-01"), ("in May 2023", MAY), ("in May", MAY),
        ("In June", "2022-06-01..2022-07-01"), ("last May", MAY_2022), ("next May", "2024-05-01..2024-06-01"),
        ("early May", MAY), ("mid-May", MAY), ("at the end of March", MARCH), ("in march 2023", MARCH),
        ("May of last year", MAY_2022), ("May 7", "2023-05-07"), ("7 May 2023", "2023-05-07"),
        ("May 7th, 2023", "2023-05-07"), ("on may 7", "2023-05-07"), ("Monday, May 8, 2023", "2023-05-08"),
        ("the 8th of May 2023", "2023-05-08"), ("Dec 5", "2022-12-05"), ("29 February", "2020-02-29"),
        ("May 7-9, 2023", "2023-05-07..2023-05-10"), ("in 2022", LAST_YEAR), ("Up (2009)", "2009-01-01..2010-01-01"),
        ("on 2023-05-07T10:00", "2023-05-07"), ("in the 1990s", "1990-01-01..2000-01-01"),
        ("the week before 9 June 2023", "2023-06-02..2023-06-09"), ("the Friday before 20 May 2023", "2023-05-19"),
        ("the weekend before 17 July 2023", "2023-07-15..2023-07-17"), ("two days before 3 June 2022", "2022-06-01"),
        ("the month before May 2023", LAST_MONTH), ("the week of May 10", THIS_WEEK),
        ("the Sunday after 20 May 2023", "2023-05-21"),
    ],
    "ko": [
        ("어제는 뭐 했어?", "2023-05-09"), ("오늘도", "2023-05-10"), ("그저께", "2023-05-08"), ("내일", "2023-05-11"),
        ("모레", "2023-05-12"), ("어젯밤에 잤어", LAST_NIGHT), ("오늘 아침", THIS_MORNING),
        ("어제 저녁에", LAST_EVENING), ("오늘밤", TONIGHT), ("3일 전", "2023-05-07"), ("이틀 전에", "2023-05-08"),
        ("2주 전에", TWO_WEEKS_AGO), ("며칠 전", FEW_DAYS_AGO), ("세 달 전", THREE_MONTHS_AGO),
        ("열두 해 전", "2011-01-01..2012-01-01"), ("2주 후", IN_TWO_WEEKS),
        ("지난 3일 동안", "2023-05-07..2023-05-11"), ("지난주에", LAST_WEEK), ("이번 주", THIS_WEEK),
        ("다음 주에", NEXT_WEEK), ("지난 주말에", LAST_WEEKEND), ("이번 주말", THIS_WEEKEND), ("지난달", LAST_MONTH),
        ("다음 달에", NEXT_MONTH), ("작년에", LAST_YEAR), ("올해는", THIS_YEAR), ("내년", NEXT_YEAR),
        ("지난주 월요일", "2023-05-01"), ("지난 월요일", "2023-05-08"), ("금요일에", "2023-05-05"),
        ("다음 주 금요일", "2023-05-19"), ("지난 여름", SUMMER_2022), ("여름에", SUMMER_2022),
        ("재작년 겨울", "2021-12-01..2022-03-01"), ("2023년 5월", MAY), ("5월에", MAY), ("5월 7일", "2023-05-07"),
        ("2023년 5월 7일", "2023-05-07"), ("작년 5월", MAY_2022), ("지난달 5일", "2023-04-05"),
        ("2022년에", LAST_YEAR), ("90년대", "1990-01-01..2000-01-01"),
    ],
    "zh": [
        ("我昨天去了", "2023-05-09"), ("今天", "2023-05-10"), ("前天", "2023-05-08"), ("明天", "2023-05-11"),
        ("后天", "2023-05-12"), ("昨晚", LAST_NIGHT), ("今天早上", THIS_MORNING), ("今晚", TONIGHT),
        ("三天前", "2023-05-07"), ("两周前", TWO_WEEKS_AGO), ("几天前", FEW_DAYS_AGO), ("3个月前", THREE_MONTHS_AGO),
        ("十二年前", "2011-01-01..2012-01-01"), ("两个星期后", IN_TWO_WEEKS), ("二十三天前", "2023-04-17"),
        ("上周", LAST_WEEK), ("这个星期", THIS_WEEK), ("下週", NEXT_WEEK), ("上周末", LAST_WEEKEND),
        ("这个周末", THIS_WEEKEND), ("上个月", LAST_MONTH), ("下个月", NEXT_MONTH), ("去年", LAST_YEAR),
        ("今年", THIS_YEAR), ("明年", NEXT_YEAR), ("上周五", "2023-05-05"), ("上个星期天", "2023-05-07"),
        ("星期一", "2023-05-08"), ("下周三", "2023-05-17"), ("去年夏天", SUMMER_2022), ("夏天的时候", SUMMER_2022),
        ("2023年5月7日", "2023-05-07"), ("2023年5月", MAY), ("五月七号", "2023-05-07"), ("三月", MARCH),
        ("去年五月", MAY_2022), ("上个月5号", "2023-04-05"), ("2022年", LAST_YEAR), ("二〇二二年", LAST_YEAR),
    ],
    "ja": [
        ("昨日は", "2023-05-09"), ("今日", "2023-05-10"), ("おととい", "2023-05-08"), ("明日", "2023-05-11"),
        ("明後日", "2023-05-12"), ("昨夜", LAST_NIGHT), ("今朝", THIS_MORNING), ("今夜", TONIGHT),
        ("昨日の夜", LAST_NIGHT), ("3日前", "2023-05-07"), ("二週間前に", TWO_WEEKS_AGO), ("数日前", FEW_DAYS_AGO),
        ("3か月前", THREE_MONTHS_AGO), ("十二年前", "2011-01-01..2012-01-01"), ("2週間後", IN_TWO_WEEKS),
        ("先週", LAST_WEEK), ("今週", THIS_WEEK), ("来週", NEXT_WEEK), ("先週末", LAST_WEEKEND),
        ("今週末", THIS_WEEKEND), ("先月", LAST_MONTH), ("来月", NEXT_MONTH), ("去年", LAST_YEAR),
        ("今年", THIS_YEAR), ("来年", NEXT_YEAR), ("先週の月曜日", "2023-05-01"), ("この前の土曜日", "2023-05-06"),
        ("日曜日に", "2023-05-07"), ("今度の金曜日", "2023-05-12"), ("去年の夏", SUMMER_2022), ("夏に", SUMMER_2022),
        ("2023年5月7日", "2023-05-07"), ("2023年5月", MAY), ("5月7日", "2023-05-07"), ("去年の5月", MAY_2022),
        ("２０２２年", LAST_YEAR),
    ],
    "de": [
        ("gestern", "2023-05-09"), ("Heute nicht", "2023-05-10"), ("vorgestern", "2023-05-08"),
        ("morgen", "2023-05-11"), ("Morgen gehe ich", "2023-05-11"), ("übermorgen", "2023-05-12"),
        ("letzte Nacht", LAST_NIGHT), ("heute Morgen", THIS_MORNING), ("gestern Abend", LAST_EVENING),
        ("vor drei Tagen", "2023-05-07"), ("vor zwei Wochen", TWO_WEEKS_AGO), ("vor ein paar Tagen", FEW_DAYS_AGO),
        ("vor drei Monaten", THREE_MONTHS_AGO), ("vor zwölf Jahren", "2011-01-01..2012-01-01"),
        ("in zwei Wochen", IN_TWO_WEEKS), ("letzte Woche", LAST_WEEK), ("diese Woche", THIS_WEEK),
        ("nächste Woche", NEXT_WEEK), ("letztes Wochenende", LAST_WEEKEND), ("dieses Wochenende", THIS_WEEKEND),
        ("letzten Monat", LAST_MONTH), ("nächsten Monat", NEXT_MONTH), ("letztes Jahr", LAST_YEAR),
        ("dieses Jahr", THIS_YEAR), ("nächstes Jahr", NEXT_YEAR), ("letzten Montag", "2023-05-08"),
        ("am Freitag", "2023-05-05"), ("nächsten Mittwoch", "2023-05-17"), ("Freitagabend", "2023-05-05"),
        ("letzten Sommer", SUMMER_2022), ("im Sommer", SUMMER_2022), ("7. Mai 2023", "2023-05-07"),
        ("am 7. Mai", "2023-05-07"), ("7.5.2023", "2023-05-07"), ("im Mai", MAY), ("Mai 2022", MAY_2022),
        ("im Jahr 2022", LAST_YEAR), ("Ich bin 2022 umgezogen", LAST_YEAR),
    ],
    "fr": [
        ("hier", "2023-05-09"), ("aujourd’hui", "2023-05-10"), ("avant-hier", "2023-05-08"), ("demain", "2023-05-11"),
        ("après-demain", "2023-05-12"), ("la nuit dernière", LAST_NIGHT), ("ce matin", THIS_MORNING),
        ("hier soir", LAST_EVENING), ("il y a trois jours", "2023-05-07"), ("il y a deux semaines", TWO_WEEKS_AGO),
        ("il y a quelques jours", FEW_DAYS_AGO), ("il y a trois mois", THREE_MONTHS_AGO),
        ("il y a douze ans", "2011-01-01..2012-01-01"), ("dans deux semaines", IN_TWO_WEEKS),
        ("la semaine dernière", LAST_WEEK), ("cette semaine", THIS_WEEK), ("la semaine prochaine", NEXT_WEEK),
        ("le week-end dernier", LAST_WEEKEND), ("ce week-end", THIS_WEEKEND), ("le mois dernier", LAST_MONTH),
        ("le mois prochain", NEXT_MONTH), ("l'année dernière", LAST_YEAR), ("cette année", THIS_YEAR),
        ("l'an prochain", NEXT_YEAR), ("lundi dernier", "2023-05-08"), ("vendredi", "2023-05-05"),
        ("mercredi prochain", "2023-05-17"), ("l'été dernier", SUMMER_2022), ("en été", SUMMER_2022),
        ("le 7 mai 2023", "2023-05-07"), ("7 mai", "2023-05-07"), ("le 1er mai", "2023-05-01"), ("en mai", MAY),
        ("mai 2022", MAY_2022), ("mai dernier", MAY_2022), ("en 2022", LAST_YEAR),
    ],
    "es": [
        ("ayer", "2023-05-09"), ("Hoy", "2023-05-10"), ("anteayer", "2023-05-08"), ("nos vemos mañana", "2023-05-11"),
        ("pasado mañana", "2023-05-12"), ("anoche", LAST_NIGHT), ("esta mañana", THIS_MORNING),
        ("esta noche", TONIGHT), ("ayer por la noche", LAST_NIGHT), ("hace tres días", "2023-05-07"),
        ("hace dos semanas", TWO_WEEKS_AGO), ("hace unos días", FEW_DAYS_AGO), ("hace tres meses", THREE_MONTHS_AGO),
        ("hace doce años", "2011-01-01..2012-01-01"), ("dentro de dos semanas", IN_TWO_WEEKS),
        ("la semana pasada", LAST_WEEK), ("esta semana", THIS_WEEK), ("la próxima semana", NEXT_WEEK),
        ("el fin de semana pasado", LAST_WEEKEND), ("este fin de semana", THIS_WEEKEND),
        ("el mes pasado", LAST_MONTH), ("el mes que viene", NEXT_MONTH), ("el año pasado", LAST_YEAR),
        ("este año", THIS_YEAR), ("el próximo año", NEXT_YEAR), ("el lunes pasado", "2023-05-08"),
        ("el viernes", "2023-05-05"), ("el próximo miércoles", "2023-05-17"), ("el verano pasado", SUMMER_2022),
        ("en verano", SUMMER_2022), ("mayo de 2023", MAY), ("7 de mayo de 2023", "2023-05-07"),
        ("el 7 de mayo", "2023-05-07"), ("en mayo", MAY), ("mayo pasado", MAY_2022), ("en 2022", LAST_YEAR),
    ],
    "ru": [("в 2022 году", LAST_YEAR), ("2023-05-07", "2023-05-07")],
    "th": [("ในปี2022", LAST_YEAR)],
}  # fmt: skip

GRAMMARS = {code: grammar(words) for code in sorted(languages()) if (words := subject("times", code))}


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [(language, text, expected) for language, cases in CASES.items() for text, expected in cases],
)
def test_resolved(language: str, text: str, expected: str) -> None:
    spans = time_spans(text, language, NOW)
    assert [said(span) for span in spans] == [expected]
    assert text[spans[0].at :].startswith(spans[0].text)
    assert spans[0].start.tzinfo is BERLIN
    assert spans[0].end.tzinfo is BERLIN


NOTHING = {
    "en": [
        "I may go.", "May I?", "may 7 of them", "we march on", "march 5 miles", "in may", "June said hi",
        "a gift from April", "spring rolls", "I fall in love", "last call", "next door", "2000 dollars",
        "in 2000 steps", "since 1999 people", "$2000", "every Friday", "Black Friday", "on Fridays",
        "the sun sat low", "the first Friday of May", "99999999 days ago", "9999 years ago", "31 February 2023",
        "2023-02-31", "0000-00-00", "1.5 days ago", "room 2020", "her 30s", "the week before the wedding",
        "yesterdays", "12023-05-071", "year 0", "", "\n",
    ],
    "ko": [
        "오늘날", "안내일", "그제야", "다음 주제", "이번 주인공", "다음 달리기", "3년 전쟁", "2000명", "매주 월요일",
        "월요일마다", "여름", "13월", "2월 31일",
    ],
    "zh": ["每天", "每周一", "一周一次", "周杰伦", "我喜欢夏天", "2000块", "第三天", "一百二十天前", "2月31日"],
    "ja": ["毎日", "動きのうち", "冬が好き", "3年ぶり", "毎週月曜日", "1500年間", "2月31日"],
    "de": [
        "guten Morgen", "am Morgen", "jeden Montag", "der Sommer", "2000 Euro", "1999 Menschen", "ich wog 2015 kg",
        "31. Februar 2023", "Mai Tai",
    ],
    "fr": ["tous les lundi", "mars est une planète", "j'ai été malade", "2000 euros", "en 2000 pas", "31 février"],
    "es": ["por la mañana", "los lunes", "cada viernes", "hoy en día", "2000 euros", "la primavera", "31 de febrero"],
    "ru": ["вчера", "12345", "1899", "20220"],
    "xx": ["", "yesterday"],
}  # fmt: skip


@pytest.mark.parametrize(
    ("language", "text"), [(language, text) for language, texts in NOTHING.items() for text in texts]
)
def test_no_time(language: str, text: str) -> None:
    assert time_spans(text, language, NOW) == []


def test_a_span_tells_all() -> None:
    (first, second) = time_spans("We met in May 2022, and again last  weekend!", "en", NOW)
    assert first == TimeSpan(
        datetime(2022, 5, 1, tzinfo=BERLIN), datetime(2022, 6, 1, tzinfo=BERLIN), "May 2022", 10, "month", False
    )
    assert (second.text, second.at, second.grain, second.relative) == ("last  weekend", 30, "weekend", True)


@pytest.mark.parametrize(
    ("text", "grain", "relative"),
    [
        ("yesterday", "day", True), ("last night", "part", True), ("last week", "week", True),
        ("in May", "month", True), ("last summer", "season", True), ("last year", "year", True),
        ("May 7", "day", True), ("7 May 2023", "day", False), ("in 2022", "year", False),
        ("summer 2022", "season", False), ("the 1990s", "decade", False), ("two years ago", "year", True),
        ("the day before 9 June 2023", "day", False), ("the day before May 9", "day", True),
    ],
)  # fmt: skip
def test_grain_and_relative(text: str, grain: str, relative: bool) -> None:
    (span,) = time_spans(text, "en", NOW)
    assert (span.grain, span.relative) == (grain, relative)


@pytest.mark.parametrize(
    ("language", "text", "past", "future"),
    [
        ("en", "on Friday", "2023-05-05", "2023-05-12"),
        ("en", "on Wednesday", "2023-05-10", "2023-05-10"),
        ("en", "in June", "2022-06-01..2022-07-01", "2023-06-01..2023-07-01"),
        ("en", "in summer", SUMMER_2022, "2023-06-01..2023-09-01"),
        ("en", "in spring", "2023-03-01..2023-06-01", "2023-03-01..2023-06-01"),
        ("en", "May 11", "2022-05-11", "2023-05-11"),
        ("en", "next week", NEXT_WEEK, NEXT_WEEK),
        ("ko", "주말에", LAST_WEEKEND, THIS_WEEKEND),
        ("zh", "星期五", "2023-05-05", "2023-05-12"),
    ],
)
def test_bare_names_look_back_or_ahead(language: str, text: str, past: str, future: str) -> None:
    assert [said(s) for s in time_spans(text, language, NOW)] == [past]
    assert [said(s) for s in time_spans(text, language, NOW, past=False)] == [future]


def test_several_in_order_and_the_longest_wins() -> None:
    text = "From 2019 to 2021, on Monday, May 8, 2023, and the day before yesterday; this winter too"
    assert [s.text for s in time_spans(text, "en", NOW)] == [
        "2019", "2021", "Monday, May 8, 2023", "the day before yesterday", "this winter",
    ]  # fmt: skip
    assert [s.text for s in time_spans("三天前天气很好", "zh", NOW)] == ["三天前"]


@pytest.mark.parametrize(
    ("day", "expected"),
    [(5, "04-29"), (6, "04-29"), (7, "04-29"), (8, "05-06"), (10, "05-06"), (13, "05-06"), (15, "05-13")],
)
def test_last_weekend_is_over(day: int, expected: str) -> None:
    (span,) = time_spans("last weekend", "en", datetime(2023, 5, day, 12, tzinfo=UTC))
    assert f"{span.start:%m-%d}" == expected


def test_winter_spans_two_years() -> None:
    january = datetime(2023, 1, 20, tzinfo=UTC)
    assert [said(s) for s in time_spans("this winter", "en", january)] == [WINTER_2022]
    assert [said(s) for s in time_spans("last winter", "en", january)] == ["2021-12-01..2022-03-01"]


def test_days_are_local_ones_through_a_change_of_clocks() -> None:
    now = datetime(2023, 3, 27, 0, 30, tzinfo=BERLIN)
    (span,) = time_spans("yesterday", "en", now)
    assert span.start.isoformat() == "2023-03-26T00:00:00+01:00"
    assert span.end.isoformat() == "2023-03-27T00:00:00+02:00"
    assert span.end.astimezone(UTC) - span.start.astimezone(UTC) == timedelta(hours=23)


def test_days_are_those_of_the_speaker() -> None:
    now = datetime(2023, 5, 8, 23, 30, tzinfo=UTC)
    (span,) = time_spans("어제", "ko", now.astimezone(timezone(timedelta(hours=9))))
    assert span.start.isoformat() == "2023-05-08T00:00:00+09:00"


def test_offsets_hold_where_lower_case_is_longer() -> None:
    (span,) = time_spans("İİİ yesterday", "en", NOW)
    assert (span.text, span.at) == ("yesterday", 4)


def test_garbage_never_raises() -> None:
    dice = random.Random(7)
    letters = "0123456789-./,:$()%'’ 　\n\x00İßſ²٣一十年月日前週오전년월일전後の\ud800😀aZ"
    nows = [
        NOW,
        datetime(1, 1, 1, tzinfo=UTC),
        datetime(9999, 12, 31, 23, tzinfo=BERLIN),
        datetime(2024, 2, 29, tzinfo=UTC),
    ]
    for language, words_of in [*GRAMMARS.items(), ("xx", GRAMMARS["en"])]:
        words = " ".join([*words_of.tables.values(), words_of.rules]).replace("=", " ").replace("_", " ").split()
        for _ in range(400):
            pieces = (
                dice.choice(words) if dice.random() < 0.7 else dice.choice(letters) * dice.randint(1, 4)
                for _ in range(12)
            )
            text = dice.choice([" ", " ", "", ", "]).join(pieces)
            end = 0
            for span in time_spans(text, language, dice.choice(nows), past=dice.random() < 0.5):
                assert span.start < span.end
                assert span.text == text[span.at : span.at + len(span.text)] != ""
                assert span.at >= end
                end = span.at + len(span.text)
                span.start.astimezone(UTC), span.end.astimezone(timezone(timedelta(hours=14)))


@pytest.mark.parametrize("language", [*GRAMMARS, "xx"])
@pytest.mark.parametrize(
    "piece", ["1", " ", "the day before ", "in 2 ", "2023-", "一", "지난 ", "vor ", "la ", "yesterday "]
)
def test_long_texts_take_linear_time(language: str, piece: str) -> None:
    text = piece * (200_000 // len(piece))
    start = time.thread_time()  # of this thread alone, however busy the machine is
    time_spans(text, language, NOW)
    assert time.thread_time() - start < 5
