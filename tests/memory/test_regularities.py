"""Tests of regularities: each kind at its threshold, and every sentence true of the evidence it names."""

from __future__ import annotations

import re
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from soulkeep.memory.regularities import KnownFact, Regularity, SaidTurn, regularities

MONDAY = datetime(2026, 5, 4, 19, 30, tzinfo=UTC)
DAY = timedelta(days=1)

FILLER = {
    "en": [
        "Fine, thanks.",
        "It rained again.",
        "I slept badly.",
        "Let us see.",
        "That would be lovely.",
        "Good night!",
    ],
    "ko": ["응, 고마워.", "비가 또 왔어.", "잠을 잘 못 잤어.", "두고 보자.", "그러면 좋겠다.", "잘 자!"],
}


THINGS = ["harbour", "violin", "garden", "bakery", "novel", "kitchen", "bicycle", "river", "museum", "painter"]


def said(
    *lines: str,
    speaker: str = "anna",
    language: str = "en",
    apart: timedelta | None = DAY,
    emotions: Mapping[str, float] | Sequence[Mapping[str, float]] = (),
) -> list[SaidTurn]:
    """Return turns of one speaker at given intervals; without times if that is None."""
    return [
        SaidTurn(
            id=f"{speaker}-{place}",
            speaker=speaker,
            text=line,
            language=language,
            time=None if apart is None else MONDAY + place * apart,
            importance=3.0,
            emotions=emotions if isinstance(emotions, Mapping) else emotions[place] if emotions else {},
        )
        for place, line in enumerate(lines)
    ]


def likes(*values: str, relation: str = "likes", subject: str = "") -> list[KnownFact]:
    return [
        KnownFact(f"fact-{place}", "anna", subject, relation, value, (f"turn-{place}",))
        for place, value in enumerate(values)
    ]


def texts(found: Sequence[Regularity]) -> list[str]:
    return [regularity.text for regularity in found]


def only(found: Sequence[Regularity], part: str) -> Regularity:
    matching = [regularity for regularity in found if part in regularity.text]
    assert len(matching) == 1, texts(found)
    return matching[0]


CLIMBING = [
    "I went climbing in the hall with the ropes.",
    "It rained again.",
    "My climbing shoes are too small by now.",
    "We had soup.",
    "The climbing hall was empty today.",
    "I am reading a detective novel.",
]


def test_a_topic_told_of_on_three_days() -> None:
    turns = said(*CLIMBING)
    found = only(regularities(turns, [], person="anna", language="en"), "climbing")
    assert re.fullmatch(r"anna speaks of climbing.* again and again, on 3 different days since May 2026\.", found.text)
    assert found.because == tuple(turn.id for turn in turns if "climbing" in turn.text)


@pytest.mark.parametrize("apart", [timedelta(minutes=1), DAY])
def test_two_days_are_no_habit(apart: timedelta) -> None:
    lines = CLIMBING if apart < DAY else CLIMBING[:4]
    assert regularities(said(*lines, apart=apart), [], person="anna", language="en") == []


def test_undated_talk_is_counted_in_turns() -> None:
    lines = [line for place in range(4) for line in [CLIMBING[0].replace("ropes", f"wall {place}"), *FILLER["en"]]]
    found = only(regularities(said(*lines, apart=None), [], person="anna", language="en"), "4 times")
    assert "since" not in found.text
    assert len(found.because) == 4


def test_what_is_only_asked_is_not_told() -> None:
    asked = ("Is the harbour open?", "Was the harbour loud?", "Did you see the harbour lights?")
    turns = said(*asked, "Who runs the harbour?", "It rained again.")
    found = regularities(turns, [], person="anna", language="en")
    assert texts(found) == ["anna has asked about harbour 4 times since May 2026."]
    assert regularities(said(*asked, "It rained again."), [], person="anna", language="en") == []


@pytest.mark.parametrize(
    "lines",
    [
        ["I need some suggestions for {}.", "Your suggestions about {} helped.", "The suggestions for {} were fine."],
        ["I no longer eat {}.", "I wait longer for {}.", "The {} takes a longer time."],
        ["I am managing the {}.", "The managing of {} is mine.", "We talked of managing {}."],
        ["I left you a note about {}.", "My note on {} is lost.", "It was in the note with {}."],
        ["I wrote detailed advice on {}.", "The detailed advice on {} helped.", "I want detailed advice on {}."],
    ],
)
def test_words_of_any_talk_are_no_topic(lines: list[str]) -> None:
    things = ["soup", "rent", "tyres", "paint", "hats", "glue", "ink", "rope", "salt"]
    told = [lines[place % 3].format(thing) for place, thing in enumerate(things)]
    assert regularities(said(*told), [], person="anna", language="en") == []
    asked = [f"Any {word} on {thing}?" for word, thing in zip(["suggestions", "new advice"] * 4, things, strict=False)]
    assert regularities(said(*asked), [], person="anna", language="en") == []


def test_what_the_other_speaks_of_as_much_is_no_topic() -> None:
    mine = said("It has museums.", "The museum is open.", "There is a museum.", *FILLER["en"][:3])
    theirs = [turn._replace(id=f"b{turn.id}", speaker="boris") for turn in mine]
    found = regularities([*mine, *theirs], [], person="anna", language="en")
    assert not any("museum" in text for text in texts(found))


def test_what_nearly_all_the_talk_is_about_is_no_question() -> None:
    asked = [f"Is the museum {word}?" for word in ("open", "loud", "old", "grand", "quiet")] * 5
    assert not any("museum" in text for text in texts(regularities(said(*asked), [], person="anna", language="en")))


def test_the_same_question_again_is_none_of_ours() -> None:
    turns = said(*["When is Clara's birthday?"] * 8)
    assert regularities(turns, [], person="anna", language="en") == []


def test_in_the_language_the_person_speaks() -> None:
    turns = said(
        "등산을 또 다녀왔어.", "이번에도 등산은 힘들었어.", "내일 등산을 가려고 해.", speaker="민지", language="ko"
    )
    turns += said(*FILLER["en"], speaker="boris")
    assert "등산 이야기를 거듭한다" in only(regularities(turns, [], person="민지"), "등산").text


def test_of_others_nothing_is_said() -> None:
    turns = said(*CLIMBING, speaker="boris")
    assert regularities(turns, likes("tea"), person="anna", language="en") == []


def test_greetings_and_small_talk_are_no_habit() -> None:
    lines = ["Hello there!", "Good morning!", "Thanks a lot.", "How are you?", "What's up?", "Good night.", "Hey!"] * 8
    assert regularities(said(*lines, apart=timedelta(hours=5)), [], person="anna", language="en") == []


def test_speakers_are_no_topic() -> None:
    turns = said(*[f"Well, Boris, I ate {what}." for what in ("soup", "bread", "rice", "stew")])
    turns += said("Fine, Anna.", speaker="boris")
    assert not any("Boris" in text for text in texts(regularities(turns, [], person="anna", language="en")))


WORK = [
    "My work was dreadful again.",
    "I dread my work tomorrow.",
    "The work never ends, I could cry.",
    "My work keeps me up late.",
    "I left work at five.",
]


def test_the_feeling_that_goes_with_a_topic() -> None:
    feelings = [{"sadness": 0.8}, {"sadness": 0.6}, {"sadness": 0.7, "anger": 0.4}, {"joy": 0.5}, {"sadness": 0.05}]
    turns = said(*WORK, emotions=feelings)
    found = only(regularities(turns, [], person="anna", language="en"), "sadness")
    assert found.text == ("When anna speaks of work and shows a feeling, it is mostly sadness (3 of the last 4 times).")
    assert found.because == ("anna-0", "anna-1", "anna-2")


@pytest.mark.parametrize(
    "feelings",
    [
        [{"sadness": 0.8}, {"sadness": 0.6}, {}, {}, {}],
        [{"sadness": 0.8}, {"sadness": 0.6}, {"sadness": 0.6}, {"joy": 0.6}, {"joy": 0.8}],
        [{"sadness": 0.1}] * 5,
    ],
)
def test_no_feeling_from_two_turns_or_from_three_of_five(feelings: list[Mapping[str, float]]) -> None:
    found = regularities(said(*WORK, emotions=feelings), [], person="anna", language="en")
    assert not any("feeling" in text for text in texts(found))


def test_no_feeling_from_thanks_or_from_another_sentence() -> None:
    thanked = said(*WORK, emotions={"gratitude": 0.8})
    assert not any("feeling" in text for text in texts(regularities(thanked, [], person="anna", language="en")))
    beside = [
        f"{line} I am so happy about the harbour!"
        for line in ("I left work.", "My work is far.", "The work is in Bath.")
    ]
    found = regularities(said(*beside, emotions={"joy": 0.8}), [], person="anna", language="en")
    assert not any("work" in text and "feeling" in text for text in texts(found))


def test_a_feeling_that_goes_with_everything_is_not_of_a_topic() -> None:
    turns = said(*(WORK + [f"The {what} was here." for what in ("postman", "plumber", "aunt", "baker", "tailor")] * 6))
    joyful = [turn._replace(emotions={"joy": 0.8}) for turn in turns]
    found = regularities(joyful, [], person="anna", language="en")
    assert not any("work" in text and "feeling" in text for text in texts(found))


def conversations(count: int, *, evening: int, every: timedelta = DAY) -> list[SaidTurn]:
    """Return one conversation a day, a number of them in the evening and the others in the morning."""
    turns: list[SaidTurn] = []
    for place in range(count):
        start = MONDAY + place * every - (timedelta(hours=11) if place >= evening else timedelta())
        for minute, line in enumerate(FILLER["en"][:3]):
            turns.append(SaidTurn(f"{place}-{minute}", "anna", line, "en", start + timedelta(minutes=minute), 3.0, {}))
            turns.append(
                SaidTurn(f"{place}-b{minute}", "boris", line, "en", start + timedelta(minutes=minute), 3.0, {})
            )
    return turns


def test_the_time_of_day_of_most_talks() -> None:
    found = only(regularities(conversations(12, evening=9), [], person="anna", language="en"), "evening")
    assert found.text == "anna mostly talks in the evening (9 of the last 12 conversations)."
    assert found.because == tuple(f"{place}-0" for place in range(9))


@pytest.mark.parametrize(("count", "evening"), [(9, 9), (12, 7)])
def test_no_time_of_day_from_nine_talks_or_from_half(count: int, evening: int) -> None:
    assert regularities(conversations(count, evening=evening), [], person="anna", language="en") == []


def test_the_latest_talks_count() -> None:
    turns = conversations(10, evening=0)
    later = [
        turn._replace(id="x" + turn.id, time=turn.time + 10 * DAY if turn.time else None)
        for turn in conversations(15, evening=15)
    ]
    found = only(regularities(turns + later, [], person="anna", language="en"), "conversations")
    assert found.text == "anna mostly talks in the evening (15 of the last 15 conversations)."
    assert len(found.because) == 12


def test_the_weekday_of_most_talks() -> None:
    found = only(regularities(conversations(11, evening=5, every=7 * DAY), [], person="anna", language="ko"), "요일")
    assert found.text == "anna는 주로 월요일에 이야기한다(최근 대화 11번 중 11번)."


def test_dates_alone_tell_no_time_of_day() -> None:
    turns = [
        turn._replace(time=turn.time.replace(hour=0, minute=0) if turn.time else None)
        for turn in conversations(12, evening=12)
    ]
    assert regularities(turns, [], person="anna", language="en") == []


def test_likes_that_share_a_word() -> None:
    found = only(
        regularities(
            [], likes("green tea", "iced tea in summer", "Earl Grey tea", "rain"), person="anna", language="en"
        ),
        "in common",
    )
    assert "“tea”" in found.text
    assert "(3 of 4)" in found.text
    assert found.because == ("fact-0", "fact-1", "fact-2", "turn-0", "turn-1", "turn-2")


def test_likes_of_one_class() -> None:
    found = only(
        regularities([], likes("apples", "ripe mangoes", "plums", "opera"), person="anna", language="en"), "one kind"
    )
    assert found.text == "Most things that anna likes are of one kind, fruit: apples, ripe mangoes, plums (3 of 4)."


@pytest.mark.parametrize(
    "facts",
    [
        likes("green tea", "black tea"),
        likes("green tea", "black tea", "white tea", "rain", "chess"),
        likes("green tea", "black tea", "white tea", relation="dislikes"),
        likes("green tea", "black tea", "white tea", subject="sister"),
        likes("green tea", "Green  tea", "green tea"),
        [fact._replace(told_by="boris") for fact in likes("green tea", "black tea", "white tea")],
    ],
)
def test_no_taste(facts: list[KnownFact]) -> None:
    assert regularities([], facts, person="anna", language="en") == []


def test_korean() -> None:
    lines = [
        "등산을 또 다녀왔어.",
        "누나 생일이 언제야?",
        "이번에도 등산은 힘들었어.",
        "누나 생일이 언제지?",
        "내일 등산을 가려고 신발을 샀어.",
        "형 생일이 언제야?",
        "그런데 누나 생일이 언제야?",
    ]
    feelings: list[Mapping[str, float]] = [{"joy": 0.7}, {}, {"joy": 0.5}, {}, {"joy": 0.9}, {}, {}]
    turns = said(*lines, speaker="민지", language="ko", emotions=feelings)
    facts = [fact._replace(told_by="민지") for fact in likes("녹차 라떼", "녹차 빙수", "녹차", "비")]
    found = regularities(turns, facts, person="민지", language="ko")
    habit = only(found, "거듭한다")
    assert habit.text == "민지는 2026년 5월부터 등산 이야기를 거듭한다. 서로 다른 3일에 했다."
    assert habit.because == ("민지-0", "민지-2", "민지-4")
    assert only(found, "기쁨").text == "민지가 등산 이야기를 하며 감정을 보일 때는 대개 기쁨이다(최근 3번 중 3번)."
    assert "“녹차”가 들어간다" in only(found, "들어간다").text


@pytest.mark.parametrize("language", ["de", "fr", "es", "ja", "zh"])
def test_other_languages(language: str) -> None:
    lines = {
        "de": ["Der Garten blüht.", "Ich war im Garten.", "Unser Garten ist groß."],
        "fr": ["Le jardin est en fleur.", "Mon jardin est petit.", "Je vois le jardin."],
        "es": ["El jardín está verde.", "Mi jardín es grande.", "Veo el jardín."],
        "ja": ["庭園に花が咲いた。", "庭園を歩いた。", "庭園は広い。"],
        "zh": ["花园很美。", "我在花园。", "我的花园很大。"],
    }[language]
    found = regularities(said(*lines, language=language), [], person="anna", language=language)
    word = {"de": "Garten", "fr": "jardin", "es": "jardín", "ja": "庭園", "zh": "花园"}[language]
    assert len(only(found, word).because) == 3


def test_at_most_seven_and_the_strongest_first() -> None:
    lines = [f"I was at the {thing} with the {THINGS[place - 1]}." for place, thing in enumerate(THINGS)] * 6
    lines += [f"Is the {thing} open?" for thing in THINGS for _ in range(4)]
    turns = said(*lines, emotions=[{"joy": 0.9} if "harbour" in line else {"fear": 0.5} for line in lines])
    found = regularities(turns, likes("tea", "black tea", "green tea"), person="anna", language="en")
    assert 5 <= len(found) <= 7
    assert [regularity.strength for regularity in found] == sorted((r.strength for r in found), reverse=True)
    assert all(0 < regularity.strength <= 1 for regularity in found)


# The truth, computed again in another way.

SUBJECTS = ["harbour", "violin", "garden", "bakery"]
turn_lines = st.one_of(
    st.sampled_from(FILLER["en"]),
    st.sampled_from(SUBJECTS).map("I was at the {} today.".format),
    st.tuples(st.sampled_from(SUBJECTS), st.sampled_from(["open", "loud", "far"])).map(
        lambda parts: "Is the {} {}?".format(*parts)
    ),
    st.sampled_from(SUBJECTS).map("I saw the {}. Why did it rain?".format),
)
shown = st.dictionaries(st.sampled_from(["joy", "sadness", "anger"]), st.sampled_from([0.0, 0.1, 0.5, 0.9]))


@settings(max_examples=60)
@given(
    lines=st.lists(st.tuples(turn_lines, shown, st.integers(0, 9), st.sampled_from(["anna", "boris"])), max_size=60),
)
def test_every_sentence_is_true(lines: list[tuple[str, dict[str, float], int, str]]) -> None:
    days = sorted(day for _, _, day, _ in lines)
    turns = [
        SaidTurn(str(place), who, line, "en", MONDAY + day * DAY + timedelta(seconds=place), 3.0, emotions)
        for place, ((line, emotions, _, who), day) in enumerate(zip(lines, days, strict=True))
    ]
    own = {turn.id: turn for turn in turns if turn.speaker == "anna"}
    for regularity in regularities(turns, [], person="anna", language="en"):
        assert 3 <= len(regularity.because) <= 12
        assert len(set(regularity.because)) == len(regularity.because)
        assert list(regularity.because) == sorted(regularity.because, key=int)
        evidence = [own[id] for id in regularity.because]
        if match := re.fullmatch(
            r"anna speaks of (\w+) again and again, on (\d+) different days since.*", regularity.text
        ):
            told = [t for t in own.values() if match[1] in t.text and not t.text.startswith("Is the")]
            assert int(match[2]) == len({t.time.date() for t in told if t.time}) >= 3
            assert evidence == told[-12:]
        elif match := re.fullmatch(r"anna has asked about (\w+) (\d+) times since.*", regularity.text):
            asked = [t for t in own.values() if f"Is the {match[1]} " in t.text]
            assert int(match[2]) == len(asked) >= 4
            assert evidence == asked[-12:]
        elif match := re.fullmatch(
            r"When anna speaks of (\w+) and .* mostly (\w+) \((\d+) of the last (\d+) times\)\.", regularity.text
        ):
            told = [t for t in own.values() if match[1] in t.text and not t.text.startswith("Is the")]
            laden = [t for t in told if any(strength >= 0.3 for strength in t.emotions.values())][-15:]
            with_it = [t for t in laden if t.emotions.get(match[2], 0) >= 0.3]
            assert (int(match[3]), int(match[4])) == (len(with_it), len(laden))
            assert len(with_it) >= max(3, 0.66 * len(laden))
            assert evidence == with_it[-12:]
        else:
            match = re.fullmatch(
                r"anna mostly talks in the evening \((\d+) of the last \1 conversations\)\.", regularity.text
            )
            assert match is not None, regularity.text
            assert int(match[1]) == len(Counter(t.time.date() for t in own.values() if t.time)) >= 10


@settings(max_examples=80)
@given(
    turns=st.lists(
        st.builds(
            SaidTurn,
            id=st.text(max_size=4),
            speaker=st.sampled_from(["anna", "boris", ""]),
            text=st.text(max_size=80),
            language=st.sampled_from(["en", "ko", "zh", "ja", "de", "xx", ""]),
            time=st.one_of(st.none(), st.datetimes(timezones=st.just(UTC))),
            importance=st.floats(1, 10),
            emotions=st.dictionaries(st.text(max_size=8), st.floats(0, 1), max_size=3),
        ),
        max_size=25,
    ),
    facts=st.lists(
        st.builds(
            KnownFact,
            id=st.text(max_size=4),
            told_by=st.just("anna"),
            subject=st.just(""),
            relation=st.sampled_from(["likes", "favourite film"]),
            value=st.text(max_size=20),
            turns=st.lists(st.text(max_size=3), max_size=3).map(tuple),
        ),
        max_size=8,
    ),
    language=st.sampled_from(["en", "ko", "zh", "xx"]),
)
def test_anything_at_all(turns: list[SaidTurn], facts: list[KnownFact], language: str) -> None:
    for regularity in regularities(turns, facts, person="anna", language=language):
        assert 0 < regularity.strength <= 1
        assert regularity.text


def test_two_thousand_turns_are_looked_through_at_once() -> None:
    lines = [
        f"Yesterday I was at the {THINGS[place % 10]} and told them about the {THINGS[place * 7 % 9]} number {place}. "
        f"Would you like to see the {THINGS[place % 7]}?"
        for place in range(2000)
    ]
    turns = said(*lines, apart=timedelta(hours=1), emotions={"joy": 0.5})
    regularities(turns[:50], [], person="anna", language="en")
    began = time.thread_time()  # of this thread alone, however busy the machine is
    assert regularities(turns, [], person="anna", language="en")
    assert time.thread_time() - began < 2.0  # half a second on an idle machine


def test_others_may_go_first_between_turns_and_topics() -> None:
    paused = 0

    def pause() -> None:
        nonlocal paused
        paused += 1

    turns = said(*["I went climbing with Lena again."] * 6)
    assert regularities(turns, [], person="anna", pause=pause) == regularities(turns, [], person="anna")
    assert paused > 2 * len(turns)  # to take them apart, to look for topics, and at each topic
