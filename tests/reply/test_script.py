"""Stories are read as they are meant, and a mistake in one says where it is and what to write instead."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from soulkeep.errors import BadFile, InputError
from soulkeep.stories.conditions import Between, PhraseCondition
from soulkeep.stories.script import Script, Wording
from soulkeep.stories.yaml_tree import CHARACTERS

HARBOUR = (Path(__file__).parent / "story" / "harbour.yaml").read_text(encoding="utf-8")
DEMO = files("soulkeep.demo").joinpath("story.yaml").read_text(encoding="utf-8")
DOCS = (Path(__file__).parents[2] / "docs" / "stories.md").read_text(encoding="utf-8")

ONE = "story: s\nevents:\n  - id: e\n    open: Hi\n"
TWO = "story: s\nevents:\n  - id: a\n    open: A\n    when: {%s}\n  - id: b\n    open: B\n    when: {%s}\n"


def one(more: str) -> str:
    """Return a story of one event with additional fields."""
    return ONE + "".join(f"    {line}\n" for line in more.splitlines())


def test_every_key_is_read() -> None:
    script = Script.read(HARBOUR)
    assert (script.id, script.language) == ("harbour", "ko")
    meeting, letter, farewell = script.events
    assert script.event("letter") is letter
    assert script.event("nothing") is None
    assert meeting.title.text("en") == "the first day"
    assert (letter.title.text("en"), farewell.title.text("ko")) == ("letter", "farewell")
    assert [when.first for when in meeting.when.any] == [True, None]
    assert meeting.when.any[1].persons == ("old friend",)
    assert (meeting.talk.turns, meeting.talk.hours, letter.talk.turns, farewell.talk.turns) == (2, 12, 1, 0)
    assert meeting.talk.guide is not None
    assert meeting.talk.guide.text("ko", person="Anna") == "You meet Anna at the harbour."
    assert [question.text("en") for question in meeting.talk.ask] == ["Do you sail?", "Where to?"]
    assert [question.text("ja") for question in meeting.talk.ask] == ["船に乗りますか?", "どこへ行きますか?"]
    assert [(up.id, up.once) for up in meeting.follow] == [("storm", True), ("hush", False)]
    assert meeting.follow[0].when.said == (PhraseCondition("", ("storm", "폭풍", "嵐")),)
    assert letter.when.after == letter.when.since == ("meeting",)
    assert (letter.when.hours, letter.when.days) == (1.5, None)
    assert letter.close is None


def test_what_is_not_written_has_its_default() -> None:
    event = Script.read(ONE).events[0]
    assert (event.talk.turns, event.talk.hours, event.talk.ask, event.follow, event.close) == (4, 12, (), (), None)
    assert event.title.text("en") == "e"


def test_conditions_are_read() -> None:
    more = (
        "when:\n  turns: 3\n  asked: no\n  daypart: [Morning, evening]\n  weekday: [fri, Sunday]\n"
        "  date: {from: 2026-12-01, until: 2026-12-26}\n  closeness: {above: 0.3}\n  trust: {above: -1, below: .5}\n"
        "  valence: {below: 0}\n  said: {en: [yes, no], ko: 네}\n  not: {date: 2026-12-24, days: 2}"
    )
    when = Script.read(one(more)).events[0].when
    assert (when.turns, when.asked, when.dayparts, when.weekdays) == (3, False, ("morning", "evening"), (4, 6))
    assert (str(when.start), str(when.end)) == ("2026-12-01", "2026-12-26")
    assert when.closeness is not None
    assert when.closeness.above == 0.3
    assert when.closeness.below > 1
    assert when.trust == Between(-1, 0.5)
    assert when.said == (PhraseCondition("en", ("yes", "no")), PhraseCondition("ko", ("네",)))
    assert when.none[0].start == when.none[0].end
    assert when.none[0].days == 2


def test_inner_conditions_count_from_the_events_around_them() -> None:
    when = Script.read(TWO % ("turns: 1", "after: a, any: [{days: 1}, {after: [a], hours: 2}]")).events[1].when
    assert [inner.since for inner in when.any] == [("a",), ("a",)]


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Good day, 지성.\nI'm Yuna. I keep the lighthouse."),
        ("ko", "안녕, 지성아.\n난 Yuna라고 해. 등대를 지켜."),
        ("ja", "こんにちは、지성さん。"),
        ("de", "안녕, 지성아.\n난 Yuna라고 해. 등대를 지켜."),  # the story's language
    ],
)
def test_the_language_of_the_person_chooses(language: str, text: str) -> None:
    script = Script.read(HARBOUR)
    assert script.events[0].open.text(language, script.language, person="지성", name="Yuna") == text


def test_without_the_languages_asked_for_the_first_is_spoken() -> None:
    script = Script.read(HARBOUR)
    assert script.events[2].open.text("en", script.language) == "Leb wohl!"


def test_lines_stay_as_they_are_written() -> None:
    letter = Script.read(HARBOUR).events[1]
    assert letter.open.text("en") == 'A bottle! There is a letter in it.\n"Dear finder", it says. {illegible}'


def test_what_is_filled_in_is_said_as_it_is() -> None:
    wording = Wording((("", ("{person}와/과 {{name}}",)),))
    assert wording.text("ko", person="{name} 은/는", name="x") == "{name} 은/는과 {name}"


def test_words_of_yaml_are_words_of_the_story() -> None:
    script = Script.read(
        one("title: null and void\nclose: {no: Farvel, en: No}\ntalk: {ask: [yes, 12, 1e3, 2026-05-08]}")
    )
    event = script.events[0]
    assert event.close is not None
    assert (event.close.text("no"), event.close.text("en")) == ("Farvel", "No")
    assert [question.text("en") for question in event.talk.ask] == ["yes", "12", "1e3", "2026-05-08"]


MISTAKES = [
    # what is wrong with the file
    ("", "is empty"),
    ("# nothing\n", "is empty"),
    ("story: [\n", "Line 2"),
    ("story: s\nevents:\n\t- id: e\n", "Line 3.*not with tabs"),
    (one("close: *smiles* Hi"), r"Line 5: .*quotes if it begins with one of \{ \[ \*"),
    (one("close: {person}, hi"), "Line 5: .*quotes"),
    (one("close: '*smiles*'\ntitle: *x"), r"Line 6: \*x is an alias"),
    (one("close: &x Hi"), "Line 5: &x is an anchor"),
    (one("close: !!python/object:os.system Hi"), "Line 5: .*python/object:os.system' is a tag"),
    (one("talk: {ask: [What do you do?, Why]}"), "Line 5: .*Between brackets"),
    (ONE + "---\n" + ONE, "Line 6: a second document"),
    (one("close: Hi\nclose: Ho"), "Line 6: the key 'close' stands in line 5"),
    (one("? [a, b]\n: c"), "Line 5: a key must be a word"),
    ('story: "\\ud800"\nevents: [{id: e, open: Hi}]', "Line 1, story: .*surrogate"),
    (one('close: "a\\0b"'), "Line 5, event 'e', close: .*NUL"),
    ('story: "\\UFFFFFFFF"', "no YAML"),
    # its keys
    ("- a\n- b\n", "Line 1: expected keys with values, not a list"),
    ("events: []\n", "the key 'story' is missing"),
    ("story: s\n", "the key 'events' is missing"),
    ("story: s\nevents: []\n", "Line 2, events: there is nothing in it"),
    ("story: s\nevents: hello\n", "event 1: expected keys with values, not 'hello'"),
    ("story: s\nevents: [~]\n", "event 1: expected keys with values, not nothing"),
    ("story: s\nevent:\n", "Line 2: there is no key 'event'. Did you mean 'events'?"),
    ("story: s\nevents:\n  - open: Hi\n", "Line 3, event 1: the key 'id' is missing"),
    ("story: s\nevents:\n  - id: e\n", "Line 3, event 'e': the key 'open' is missing"),
    (one("opne: Hi"), "Line 5, event 'e': there is no key 'opne'. Did you mean 'open'?"),
    (one("xyz: Hi"), "there is no key 'xyz'. Known: id, title"),
    (one("talk: 4"), "Line 5, event 'e', talk: expected keys with values, not '4'"),
    (one("talk: {turn: 4}"), "Did you mean 'turns'"),
    (one("talk: {turns: four}"), "Line 5, event 'e', talk, turns: expected a whole number from 0 to 1,000, not 'four'"),
    (one("talk: {turns: -1}"), "expected a whole number"),
    (one("talk: {turns: 1.5}"), "expected a whole number"),
    (one("talk: {turns: 99999999999999999999}"), "expected a whole number"),
    (one("talk: {hours: nan}"), "talk, hours: expected a number"),
    (one("talk: {hours: 1e999}"), "talk, hours: expected a number"),
    ("story: s\nlanguage: english\nevents: []\n", "Line 2, language: 'english' is no language"),
    (f"story: {'s' * 201}\nevents: [{{id: e, open: Hi}}]\n", "longer than 200"),
    (
        "story: s\nevents:\n  - id: e\n    open: Hi\n  - id: e\n    open: Ho\n",
        "Line 5, events: the id 'e' is that of line 3",
    ),
    # texts
    ("story: s\nevents: [{id: e, open: }]\n", "event 'e', open: there is nothing in it"),
    ("story: s\nevents: [{id: e, open: []}]\n", "event 'e', open: there is nothing in it"),
    ("story: s\nevents: [{id: e, open: {}}]\n", "event 'e', open: there is nothing in it"),
    ("story: s\nevents: [{id: e, open: {person}}]\n", "'person' is no language.*quotes"),
    ("story: s\nevents: [{id: e, open: [Hi, ' ']}]\n", "event 'e', open: there is nothing in it"),
    ("story: s\nevents:\n  - id: e\n    open:\n    - Hi\n    - Note: listen\n", "Line 6, .*a colon in quotes"),
    (one("close: {kr: 안녕}"), "Line 5, event 'e', close: 'kr' is no language. Write ko."),
    (one("close: {en: [[Hi]]}"), "event 'e', close, en: expected a text, not a list"),
    (one("close: a { b"), "Line 5, event 'e', close: a brace stands alone.*Write {{"),
    (one("close: a } b"), "a brace stands alone"),
    (one("close: Hi {persn}!"), "nothing is known to fill in for '{persn}'"),
    (one("close: Hi {person.__class__}!"), "nothing is known to fill in"),
    (one("close: Hi {}!"), "nothing is known to fill in"),
    (one("talk: {ask: {en: [A, B], ko: [가]}}"), "talk, ask: there are 2 in en, 1 in ko"),
    (one("talk: {ask: }"), "talk, ask: there is nothing in it"),
    # follow-ups
    (one("follow: [{id: f, say: Hi}]"), "event 'e', follow: the key 'when' is missing"),
    (one("follow: [{id: f, say: Hi, when: {}}]"), "follow 'f', when: there is no condition in it"),
    (one("follow: [{id: f, say: Hi, when: {turns: 1}, once: maybe}]"), "once: expected true or false, not 'maybe'"),
    (
        one("follow:\n- {id: f, say: Hi, when: {turns: 1}}\n- {id: f, say: Ho, when: {turns: 2}}"),
        "Line 7, .*'f' is there",
    ),
    (one("follow: [{id: f, say: Hi, when: {after: e}}]"), "it waits for the end of its own event"),
    # conditions
    (one("when: {frist: true}"), "event 'e', when: there is no key 'frist'. Did you mean 'first'?"),
    (one("when: {after: x}"), "Line 5, event 'e', when, after: there is no event 'x'. Known: e."),
    (one("when: {not: {after: x}}"), "there is no event 'x'"),
    (one("when: {any: []}"), "when, any: there is nothing in it"),
    (one("when: {any: [{}]}"), "when, any: there is no condition in it"),
    (one("when: {weekday: someday}"), "there is no weekday 'someday'"),
    (one("when: {daypart: night}"), "there is no 'night'.*the night is evening"),
    (one("when: {date: tomorrow}"), "date: 'tomorrow' is no date. Write it as 2026-12-24"),
    (one("when: {date: {from: 2026-02-30}}"), "is no date"),
    (one("when: {date: {from: 2026-03-02, until: 2026-03-01}}"), "ends on 2026-03-01 before it begins"),
    (one("when: {date: {}}"), "date: there is nothing in it. Give from or until"),
    (one("when: {trust: 0.5}"), "trust: expected keys with values.*above: …"),
    (one("when: {trust: {above: 2}}"), "trust, above: expected a number from -1 to 1, not '2'"),
    (one("when: {trust: {above: 0.5, below: 0.5}}"), "nothing is above 0.5 and below 0.5"),
    (one("when: {said: ['!?']}"), "said: there is no word in '!\\?'"),
    (one("when: {said: {}}"), "said: there is nothing in it"),
    (one("when: {first: 1}"), "first: expected true or false"),
    (TWO % ("after: b", "after: a"), "Line 3: these events wait for one another's end.*'a', 'b'"),
    (TWO % ("after: a", "turns: 1"), "wait for one another's end.*'a'"),
    (TWO % ("any: [{after: b}, {after: a}]", "any: [{after: a, turns: 1}]"), "wait for one another"),
    (TWO % ("turns: 1", "first: true, after: a"), "first: true never holds after an event"),
]


@pytest.mark.parametrize(("text", "said"), MISTAKES, ids=range(len(MISTAKES)))
def test_a_mistake_says_where_it_is_and_what_to_write(text: str, said: str) -> None:
    with pytest.raises(BadFile) as caught:
        Script.read(text)
    assert re.search(said, str(caught.value)), caught.value


def test_events_may_wait_for_one_another_where_there_is_another_way() -> None:
    assert len(Script.read(TWO % ("any: [{after: b}, {first: true}]", "after: a")).events) == 2
    assert len(Script.read(TWO % ("not: {after: b}", "after: a")).events) == 2


def test_a_file_that_is_no_text_is_an_error_of_ours() -> None:
    with pytest.raises(InputError, match="must be a str"):
        Script.read(ONE.encode())  # type: ignore[arg-type]
    with pytest.raises(InputError, match="NUL"):
        Script.read("story: \0")


@pytest.mark.parametrize(
    ("bomb", "said"),
    [
        ("a0: &a0 [x]\n" + "".join(f"a{i + 1}: &a{i + 1} [*a{i}, *a{i}]\n" for i in range(20)), "anchor"),
        ("[" * 200_000, "nest deeper"),
        ("{a: " * 60_000, "nest deeper"),
        ("- " * 100_000, "nest deeper"),
        ("".join(" " * i + "a:\n" for i in range(600)), "nest deeper"),
        ("story: s\nevents: [" + "a," * 100_000, "more than 20,000 values"),
        ("a" * (CHARACTERS + 1), "262,144 are allowed"),
        ("story: s\nevents:\n" + "".join(f"- {{id: e{i}, open: Hi}}\n" for i in range(501)), "500 are allowed"),
    ],
    ids=range(8),
)  # fmt: skip
def test_what_would_take_too_long_is_refused(bomb: str, said: str) -> None:
    with pytest.raises(BadFile, match=said):
        Script.read(bomb)


def test_the_largest_chain_of_events_is_read() -> None:
    chain = [f"- {{id: e{i}, open: Hi, when: {{after: e{i + 1}}}}}\n" for i in range(499)]
    script = Script.read("story: s\nevents:\n" + "".join(chain) + "- {id: e499, open: Hi}\n")
    assert len(script.events) == 500


_PIECES = st.sampled_from(
    [
        *"{}[]:,&*!|>'\"%@`#?-~\n\t ",
        *("  ", ": ", "- ", "\n  - ", "\n    ", "{person}", "{{", "1", "-1", "nan", "true", "2026-05-08", "한국어"),
        *("story: s\n", "events:", "id: e", "open: Hi", "when:", "after: e", "said:", "any:", "not:", "talk:", "ask:"),
        *("follow:", "say:", "en:", "ko:", "<<:", "%YAML 1.1", "!!python/name:os.system", "\\ud800", '"\\x00"'),
        *("\u2028", "\x85", "\ufeff"),
    ]
)


def read_or_refused(text: str) -> Script | None:
    """Return the story; None if it is refused by one of soulkeep's errors. Any other error fails the test."""
    try:
        return Script.read(text)
    except InputError:
        return None


@settings(max_examples=300)
@given(st.one_of(st.text(max_size=200), st.lists(_PIECES, max_size=40).map("".join)))
@example("%YAML " + "9" * 5000 + "\n---\na: b")
@example("a: !<tag:%ff> b")
@example("'")
@example("\ufeff")
@example("a: >" + "9" * 5000 + "\n b")
def test_garbage_is_an_error_of_ours(text: str) -> None:
    script = read_or_refused(text)
    assert script is None or script.events


@settings(max_examples=300)
@given(st.data())
def test_a_damaged_story_is_an_error_of_ours_or_still_a_story(data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(HARBOUR)))
    gone = data.draw(st.integers(0, 20))
    piece = data.draw(st.one_of(_PIECES, st.text(max_size=5)))
    script = read_or_refused(HARBOUR[:at] + piece + HARBOUR[at + gone :])
    assert script is None or all(event.open.text("en", script.language) for event in script.events)


def test_the_stories_of_the_docs_can_be_read() -> None:
    stories = re.findall(r"```yaml\n(.*?)```", DOCS, re.DOTALL)
    assert [Script.read(story).id for story in stories] == ["harbour", "greetings", "seasons"]


def test_the_story_of_the_demo_speaks_english_and_korean() -> None:
    for event in Script.read(DEMO).events:
        guide = event.talk.guide
        assert guide is not None
        for wording in filter(None, (event.title, event.open, guide, event.close, *event.talk.ask)):
            assert [language for language, _ in wording.lines] == ["en", "ko"]
            assert len({len(lines) for _, lines in wording.lines}) == 1
