"""Tests of who speaks: characters and people by their names, groups, and instructions that nobody says."""

from __future__ import annotations

import http.client
import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import openai
import pytest
from proxy_support import QUIET, Talk, talking

import soulkeep
from upstream_support import Upstream

Message = dict[str, Any]

NUDGE = "[Write the next reply only as {}.]"


def user(text: str, **more: Any) -> Message:
    return {"role": "user", "content": text, **more}


def answer(text: str, **more: Any) -> Message:
    return {"role": "assistant", "content": text, **more}


def system(text: str) -> Message:
    return {"role": "system", "content": text}


@contextmanager
def house(folder: Path, **values: Any) -> Iterator[Talk]:
    """Yield a front end at a server with Holmes and Watson."""
    with talking(folder, Upstream(), **values) as talk:
        with soulkeep.open(talk.location, settings=QUIET) as keep:
            keep.character("watson", name="John Watson")
        yield talk


def stored(talk: Talk, character: str = "holmes", person: str = "anna") -> list[tuple[str | None, str]]:
    """Return who said what, as a character remembers it."""
    with soulkeep.open(talk.location, settings=QUIET) as keep:
        turns = keep.character(character).memories(person=person, kinds={"turn"})
        return [(turn.speaker, turn.text) for turn in turns if turn.forgotten is None]


def test_names_fold_case_and_display_names_count(tmp_path: Path) -> None:
    with house(tmp_path) as talk:
        talk.send([user("One.")], model="holmes@anna")
        talk.send([user("Two.")], model="Holmes@Anna")
        talk.send([user("Three.")], model="sherlock  HOLMES@ANNA")
        talk.send([user("Four.")], model="gpt", headers={"X-Soulkeep-Character": "Sherlock Holmes"}, user="anna")
        talk.send([user("Five.")], model="watson@anna", headers={"X-Soulkeep-Character": "Sherlock Holmes"})
        assert [text for who, text in stored(talk) if who == "anna"] == ["One.", "Two.", "Three.", "Four.", "Five."]
        assert [one["model"] for one in talk.upstream.requests[-2:]] == ["gpt", "m"]
        assert stored(talk, "watson") == []


def test_an_exact_id_goes_before_one_in_other_capitals(tmp_path: Path) -> None:
    with house(tmp_path) as talk:
        with soulkeep.open(talk.location, settings=QUIET) as keep:
            keep.character("Watson")
        talk.send([user("To the other.")], model="Watson@anna")
        talk.send([user("To the first.")], model="watson@anna")
        assert stored(talk, "Watson")[0] == ("anna", "To the other.")
        assert stored(talk, "watson")[0] == ("anna", "To the first.")
        with pytest.raises(openai.UnprocessableEntityError, match=r"Several characters.*Watson, watson"):
            talk.send([user("To whom?")], model="WATSON@anna")


def test_a_person_whose_name_is_given_is_called_by_it(tmp_path: Path) -> None:
    with house(tmp_path) as talk:
        talk.send([user("I adopted a cat called Miso.")])
        options = {"soulkeep": {"person": "Anna", "character": "Sherlock Holmes"}}
        talk.send([user("What is my cat called?")], extra_body=options)
        assert "Anna" in talk.upstream.messages[-1]["content"]
        assert len(stored(talk)) == 4


def test_a_placeholder_without_its_name_is_an_error(tmp_path: Path) -> None:
    with house(tmp_path) as talk:
        with pytest.raises(openai.UnprocessableEntityError, match=r"Character is '\{\{char\}\}'.*SillyTavern"):
            talk.send([user("Hello.")], headers={"X-Soulkeep-Character": "{{char}}"})
        assert stored(talk) == []


def test_an_empty_key_is_no_key(tmp_path: Path) -> None:
    with house(tmp_path) as talk:
        there = http.client.HTTPConnection(urlsplit(talk.url).netloc, timeout=60)
        body = json.dumps({"model": "holmes@anna", "messages": [user("Hello.")]})
        headers = {"Content-Type": "application/json", "Authorization": "Bearer "}
        there.request("POST", "/v1/chat/completions", body=body, headers=headers)
        assert there.getresponse().status == 200
        there.close()
        assert "authorization" not in talk.upstream.headers[-1]


def test_each_member_of_a_group_has_their_own_memory(tmp_path: Path) -> None:
    opening = system("[Start a new group chat. Group members: Sherlock Holmes, John Watson]")
    with house(tmp_path) as talk:
        shown = [opening, answer("John Watson: Hullo."), user("Who has the key?")]
        said = talk.send([*shown, system(NUDGE.format("Sherlock Holmes"))])
        shown.append(answer(f"Sherlock Holmes: {said}"))
        more = talk.send([*shown, system(NUDGE.format("John Watson"))])
        assert talk.upstream.messages[-2]["content"] == f"Sherlock Holmes: {said}"
        shown += [answer(f"John Watson: {more}"), user("Thank you.")]
        last = talk.send([*shown, system(NUDGE.format("Sherlock Holmes"))])
        asked, thanks = ("anna", "Who has the key?"), ("anna", "Thank you.")
        holmes, watson = ("Sherlock Holmes", said), ("John Watson", more)
        assert stored(talk, "watson") == [asked, holmes, watson]
        assert stored(talk) == [asked, holmes, watson, thanks, ("Sherlock Holmes", last)]


def test_a_member_that_is_no_character_speaks_and_is_heard(tmp_path: Path) -> None:
    opening = system("[Start a new group chat. Group members: Sherlock Holmes, Mrs. Hudson]")
    with house(tmp_path) as talk:
        shown = [opening, user("Is there tea?")]
        said = talk.send([*shown, system(NUDGE.format("Mrs. Hudson"))])
        assert stored(talk) == []
        shown += [answer(f"Mrs. Hudson: {said}")]
        more = talk.send([*shown, system(NUDGE.format("Sherlock Holmes"))])
        assert stored(talk) == [("anna", "Is there tea?"), ("Mrs. Hudson", said), ("Sherlock Holmes", more)]
    with talking(tmp_path, None) as talk, pytest.raises(openai.NotFoundError, match=r"Mrs\. Hudson"):
        talk.send([opening, user("And now?"), system(NUDGE.format("Mrs. Hudson"))], model="holmes@anna")


def test_a_name_before_an_answer_is_no_part_of_it(tmp_path: Path) -> None:
    with talking(tmp_path, Upstream(says=lambda model, body: "Sherlock Holmes: Elementary.")) as talk:
        talk.say("Anna: How did you know?")
        assert stored(talk) == [("anna", "How did you know?"), ("Sherlock Holmes", "Elementary.")]
        talk.say("Note: I am no wiser.")
        assert stored(talk)[-2] == ("anna", "Note: I am no wiser.")
        assert talk.history == "matched=2; edited=0; new=1; unknown=0"


def test_a_word_and_a_colon_make_no_group(tmp_path: Path) -> None:
    with talking(tmp_path, Upstream(says=lambda model, body: "Plan: we wait.")) as talk:
        for text in ("What now?", "And then?"):
            talk.say(text)
        assert [text for _, text in stored(talk)] == ["What now?", "Plan: we wait.", "And then?", "Plan: we wait."]


def test_an_instruction_in_the_persons_place_is_taken_back_once_it_moves(tmp_path: Path) -> None:
    with house(tmp_path) as talk:
        rule = user("Answer in one sentence.")
        shown = [user("I live in Porto."), answer(talk.send([user("I live in Porto."), rule]))]
        for text in ("Where do I live?", "Is it far?"):
            shown.append(user(text))
            shown.append(answer(talk.send([*shown, rule])))
        assert [text for _, text in stored(talk)] == [one["content"] for one in shown]


def test_a_paragraph_that_was_said_again_stays(tmp_path: Path) -> None:
    with house(tmp_path) as talk:
        talk.say("Yes.\n\nThank you.")
        talk.say("I see.\n\nThank you.")
        talk.say("Yes.")
        talk.say("Yes.\n\nI think so, too.")
        assert [text for who, text in stored(talk) if who == "anna"] == [
            "Yes.\n\nThank you.",
            "I see.\n\nThank you.",
            "Yes.",
            "Yes.\n\nI think so, too.",
        ]


def test_what_is_asked_after_the_characters_words_is_answered_and_not_stored(tmp_path: Path) -> None:
    with house(tmp_path) as talk:
        talk.say("I adopted a cat called Miso.")
        before = stored(talk)
        for instruction in ("Summarise it.", "Schreibe, was Anna als Nächstes sagt.", "방을 묘사해 줘."):
            assert talk.send([*talk.messages, system(instruction)])
            assert talk.upstream.messages[-1] == system(instruction)
        assert stored(talk) == before
        for purpose in ("quiet", "impersonate"):
            talk.send([*talk.messages, user("What next?")], headers={"X-Soulkeep-Generation": purpose})
        assert stored(talk) == before


def test_an_answer_counts_as_said_once_it_is_shown(tmp_path: Path) -> None:
    with house(tmp_path) as talk:
        talk.say("Good evening.")
        shown = talk.send([*talk.messages, system("Do go on.")])
        assert len(stored(talk)) == 2
        talk.messages.append(answer(shown))
        talk.say("I see.")
        assert [text for _, text in stored(talk)] == [one["content"] for one in talk.messages]


def test_a_transcript_in_somebodys_own_message_is_theirs(tmp_path: Path) -> None:
    text = "What did I mean by this?\n\nAnna: I am off.\n\nSherlock Holmes: Are you?"
    with house(tmp_path) as talk:
        talk.say(text)
        assert stored(talk)[0] == ("anna", text)
