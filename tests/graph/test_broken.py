"""One broken template or property names itself in the trace and costs itself only."""

from __future__ import annotations

from pathlib import Path

import pytest

from episodes_support import BORN, EX, Talk
from soulkeep.graph.episodes.nouns import noun_of
from soulkeep.graph.files import read_bytes
from soulkeep.graph.knowledge import Knowledge

BROKEN = {
    "a syntax error": ("Aye: {% if %}{{ text }}", "line 1 of en/answered.j2 is no template"),
    "an undefined value": ("Aye: {{ txet }}", "'txet' is undefined"),
    "an exception": ("Aye: {{ 1 // 0 }} {{ text }}", "can't be filled in"),
    "a filter that isn't": ("Aye: {{ text|shout }}", "shout"),
    "a reach too far": ("{{ text.__class__.__mro__ }}", "reaches for what it may not"),
    "nothing": ("{# nothing #}", "No wording in en/answered.j2"),
}


def template(folder: Path, text: str | bytes, name: str = "answered") -> Path:
    (folder / "en").mkdir(exist_ok=True)
    (folder / "en" / f"{name}.j2").write_bytes(text if isinstance(text, bytes) else text.encode())
    return folder


@pytest.mark.parametrize("fault", BROKEN)
def test_a_broken_template_is_named_and_the_answer_told_in_our_words(fault: str, tmp_path: Path) -> None:
    text, named = BROKEN[fault]
    with Talk(templates=template(tmp_path, text)) as talk:
        reply = talk.say(BORN)
        assert reply.text == "Charlie Parker was born on 29 August 1920."
        assert any(named in note and "answered.j2" in note for note in reply.trace.notes), reply.trace.notes


def test_a_template_that_is_no_text_is_named(tmp_path: Path) -> None:
    with Talk(templates=template(tmp_path, b"\xff\xfe")) as talk:
        reply = talk.say(BORN)
        assert "29 August 1920" in reply.text
        assert any("answered.j2 can't be read" in note for note in reply.trace.notes)


def test_broken_macros_cost_nothing_but_the_users_words(tmp_path: Path) -> None:
    template(tmp_path, "{% macro hello( %}", "_words")
    with Talk(templates=tmp_path) as talk:
        reply = talk.say(BORN)
        assert "29 August 1920" in reply.text
        assert any("_words.j2" in note for note in reply.trace.notes)


def test_a_broken_remark_leaves_the_answer_as_it_is(tmp_path: Path) -> None:
    with Talk(templates=template(tmp_path, "{{ 1 // 0 }}", "same_question_again")) as talk:
        talk.say(BORN)
        reply = talk.say(BORN)
        assert "29 August 1920" in reply.text
        assert any("same_question_again.j2" in note for note in reply.trace.notes)
        assert all("same_question_again.j2" not in note for note in talk.say("Who wrote Imagine?").trace.notes)


def tower(annotation: str) -> bytes:
    return (
        EX
        + f"""@prefix sk: <urn:soulkeep:vocabulary#> .
        ex:Tower a owl:Class ; rdfs:label "tower"@en . ex:keeper rdfs:label "keeper"@en ; {annotation} .
        ex:builder rdfs:label "builder"@en ; sk:sentence "{{subject}} was built by {{object}}"@en .
        ex:ash a ex:Tower ; rdfs:label "Ash Tower"@en ; ex:keeper ex:mary ; ex:builder ex:mary .
        ex:mary rdfs:label "Mary Crow"@en .
        """
    ).encode()


@pytest.mark.parametrize(
    ("annotation", "named"),
    [
        ('sk:sentence "{subject} is kept"@en', "sk:sentence of <http://example.org/keeper> needs"),
        ('sk:sentence "{subject} {subject} {object}"@en', "sk:sentence of <http://example.org/keeper> needs"),
        ('sk:sentence "{object"@en', "sk:sentence of <http://example.org/keeper> needs"),
        ('sk:sentence ""@en', "sk:sentence of <http://example.org/keeper> is no text"),
        ("sk:sentence ex:mary", "sk:sentence of <http://example.org/keeper> is no text"),
        ('sk:inverseSentence "kept"@en', "sk:inverseSentence of <http://example.org/keeper> needs"),
        ('sk:noun " "@en', "sk:noun of <http://example.org/keeper> is no text"),
    ],
)
def test_a_badly_annotated_property_is_named_and_told_by_its_name(annotation: str, named: str) -> None:
    with Talk(knowing=tower(annotation)) as talk:
        reply = talk.say("Who is the keeper of Ash Tower?")
        assert "Mary Crow" in reply.text
        assert any(named in note for note in reply.trace.notes), reply.trace.notes
        other = talk.say("Who is the builder of Ash Tower?")
        assert "Ash Tower was built by Mary Crow." in other.text
        assert other.trace.notes == ()


@pytest.mark.parametrize("language", ["en", "de", "ko"])
def test_a_property_with_an_empty_noun_still_has_a_name(language: str) -> None:
    data = tower(f'sk:noun " "@{language} ; rdfs:label "Wächter"@de, "관리인"@ko')
    knowledge = Knowledge([read_bytes(data, "tower.ttl").data])
    assert noun_of("<http://example.org/keeper>", knowledge.lexicon, language)
