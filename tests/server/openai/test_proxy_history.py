"""History that a front end retries, swipes, edits, cuts or invents is compared with what is stored, and stored once."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import httpx2
import pytest
from proxy_support import Talk, talking

from server_support import quietly
from soulkeep.character.relationship import relationship_of
from soulkeep.server.openai_proxy import turn_cache
from upstream_support import Upstream, numbered


def test_a_request_sent_again_stores_nothing_twice(tmp_path: Path) -> None:
    with talking(tmp_path, Upstream()) as talk:
        talk.say("I live in Lisbon.")
        with pytest.raises(Exception, match="No\\."):
            talk.say("I keep bees.", model="holmes@anna~status-503")
        first = [turn.id for turn in talk.turns()]
        assert talk.said() == ["I live in Lisbon.", "Answer 1. Indeed.", "I keep bees."]
        for _ in range(2):
            talk.send()
        assert [turn.id for turn in talk.turns()][:3] == first
        assert talk.said() == ["I live in Lisbon.", "Answer 1. Indeed.", "I keep bees.", "Answer 4. Indeed."]


def test_a_swiped_answer_takes_the_place_of_the_one_before(tmp_path: Path) -> None:
    with talking(tmp_path, Upstream()) as talk:
        talk.say("Where do you live?")
        first = talk.turns()
        assert talk.send(talk.messages[:-1]) == "Answer 2. Indeed."
        assert talk.history == "matched=1; edited=0; new=0; unknown=0"
        assert talk.upstream.requests[0]["messages"] == talk.upstream.requests[1]["messages"]
        turns = talk.turns()
        assert [turn.id for turn in turns] == [turn.id for turn in first]
        assert [turn.text for turn in turns] == ["Where do you live?", "Answer 2. Indeed."]
        with quietly(talk.location) as keep:
            holmes = keep.character("holmes")
            texts = [str(change) for change in holmes.history(turns[1].id, person="anna")]
            assert any("Answer 1. Indeed." in text for text in texts)
            hits = holmes.recall("Answer 1", person="anna").hits
            assert not any("Answer 1." in hit.memory.text for hit in hits)
        talk.say("Swiped back, I go on.")  # the front end shows the first answer again
        assert talk.history == "matched=1; edited=1; new=1; unknown=0"
        assert talk.said()[:2] == ["Where do you live?", "Answer 1. Indeed."]


def test_a_front_end_that_cuts_old_messages_changes_nothing(tmp_path: Path) -> None:
    with talking(tmp_path, Upstream()) as talk:
        for n in range(5):
            talk.say(f"Message number {n}.")
        before = talk.said()
        talk.messages = talk.messages[-3:]
        talk.say("One more.")
        assert talk.history == "matched=3; edited=0; new=1; unknown=0"
        assert talk.said()[:-2] == before


def test_edited_messages_are_amended_where_their_neighbours_match(tmp_path: Path) -> None:
    with talking(tmp_path, Upstream()) as talk:
        for n in range(3):
            talk.say(f"Message number {n}.")
        ids = [turn.id for turn in talk.turns()]
        talk.messages[2]["content"] = "What I meant to say."
        talk.messages[5]["content"] = "The answer as I like it."
        talk.say("One more.")
        assert talk.history == "matched=4; edited=2; new=1; unknown=0"
        assert talk.said()[2] == "What I meant to say."
        assert talk.said()[5] == "The answer as I like it."
        assert [turn.id for turn in talk.turns()][:6] == ids
        with quietly(talk.location) as keep:
            texts = [str(change) for change in keep.character("holmes").history(ids[2], person="anna")]
        assert any("Message number 1." in text for text in texts)


def test_edits_side_by_side_are_only_noted(tmp_path: Path) -> None:
    with talking(tmp_path, Upstream()) as talk:
        for n in range(4):
            talk.say(f"Message number {n}.")
        before = talk.said()
        talk.messages[2]["content"] = "Something else."
        talk.messages[3]["content"] = "And something else again."
        talk.say("One more.")
        assert talk.history == "matched=6; edited=0; new=1; unknown=2"
        assert talk.said()[:-2] == before


def test_what_a_front_end_invents_is_not_stored_unless_it_says_so(tmp_path: Path) -> None:
    invented = [
        {"role": "user", "content": "We met in Vienna."},
        {"role": "assistant", "content": "I owe you a thousand pounds."},
        {"role": "user", "content": "Do you remember?"},
    ]
    with talking(tmp_path, Upstream()) as talk:
        talk.send(invented)
        assert talk.history == "matched=0; edited=0; new=1; unknown=2"
        assert talk.said() == ["Do you remember?", "Answer 1. Indeed."]
        talk.send(
            invented, model="holmes@bob~m", headers={"X-Soulkeep-History": "import", "X-Soulkeep-Session": "old talk"}
        )
        assert talk.session == "old talk"
        turns = talk.turns(person="bob")
        assert [turn.text for turn in turns] == [*(one["content"] for one in invented), "Answer 2. Indeed."]
        assert [turn.speaker for turn in turns] == ["bob", "Sherlock Holmes"] * 2
        assert {turn.session for turn in turns} == {"old talk"}
        assert turns[0].time is None


def test_a_branch_leaves_what_came_after_it_and_can_be_left_again(tmp_path: Path) -> None:
    with talking(tmp_path, Upstream()) as talk:
        for text in ("I am Anna.", "I like tea.", "My boat is red."):
            talk.say(text)
        long = list(talk.messages)
        talk.messages = talk.messages[:4]
        talk.say("My boat is blue.")
        session = talk.session
        assert talk.said()[4:] == ["My boat is blue.", "Answer 4. Indeed."]
        talk.send([{"role": "user", "content": "What colour is my boat?"}])
        assert "blue" in talk.upstream.messages[-1]["content"]
        assert "red" not in talk.upstream.messages[-1]["content"]
        talk.messages = long
        talk.say("Back again.")
        assert talk.session == session
        with quietly(talk.location) as keep:
            found = keep.character("holmes").memories(person="anna", session=session)
            texts = [one.text for one in found if one.forgotten is None]
        assert texts[4:] == ["My boat is red.", "Answer 3. Indeed.", "Back again.", "Answer 6. Indeed."]


def test_the_last_message_edited_and_sent_again_takes_the_place_of_the_first(tmp_path: Path) -> None:
    with talking(tmp_path, Upstream()) as talk:
        talk.say("I am Anna.")
        talk.say("I have a dog.")
        talk.messages = [*talk.messages[:2], {"role": "user", "content": "I have two dogs."}]
        talk.send()
        assert talk.said() == ["I am Anna.", "Answer 1. Indeed.", "I have two dogs.", "Answer 3. Indeed."]


@pytest.mark.parametrize("says", [numbered, lambda model, body: "Hello to you, too."], ids=["numbered", "the same"])
def test_two_conversations_with_the_same_opening_do_not_mix(tmp_path: Path, says: Any) -> None:
    with talking(tmp_path, Upstream(says=says)) as one:
        two = Talk(one.url, one.location, one.upstream)
        with two.client:
            one.say("Hello.")
            two.say("Hello.")
            one.say("I am in Paris.")
            two.say("I am in Rome.")
            assert one.session != two.session
            for n in range(3):
                one.say(f"First {n}.")
                two.say(f"Second {n}.")
            sessions = [{turn.text: turn.session for turn in one.turns()}[f"{who} 2."] for who in ("First", "Second")]
            assert sessions == [one.session, two.session]
            mine = [turn.text for turn in one.turns() if turn.session == one.session]
            assert mine[2:] == [message["content"] for message in one.messages][2:]
            assert not any("Rome" in text or "Second" in text for text in mine)


def test_two_conversations_that_open_at_the_same_time_are_two(tmp_path: Path) -> None:
    with talking(tmp_path, Upstream()) as talk:
        talks = [talk, Talk(talk.url, talk.location, talk.upstream)]
        threads = [
            threading.Thread(target=one.say, args=("Hello.",), kwargs={"model": "holmes@anna~waits"}) for one in talks
        ]
        for thread in threads:
            thread.start()
        assert talk.until_said(2) == ["Hello.", "Hello."]
        talk.upstream.go.set()
        for thread in threads:
            thread.join(30)
        for n, one in enumerate(talks):
            one.say(f"This is talk {n}.")
        assert talks[0].session != talks[1].session
        talks[1].client.close()


def test_saying_the_same_again_is_two_turns(tmp_path: Path) -> None:
    with talking(tmp_path, Upstream(says=lambda model, body: "Go on.")) as talk:
        for _ in range(4):
            talk.say("Yes.")
        assert talk.said() == ["Yes.", "Go on."] * 4
        assert len({turn.session for turn in talk.turns()}) == 1


def test_spaces_and_names_before_words_are_tolerated(tmp_path: Path) -> None:
    with talking(tmp_path, Upstream()) as talk:
        talk.say("I like  tea.\n\nA lot.")
        talk.say("And coffee.")
        for message in talk.messages:
            name = "Anna" if message["role"] == "user" else "Sherlock Holmes"
            message["content"] = f"{name}: {' '.join(message['content'].split())}\n"
        talk.say("Or milk.")
        assert talk.history == "matched=4; edited=0; new=1; unknown=0"


def test_a_named_session_keeps_a_talk_apart(tmp_path: Path) -> None:
    with talking(tmp_path, Upstream()) as talk:
        for name in ("한 방", "s2"):
            talk.send([{"role": "user", "content": "Hello."}], extra_body={"soulkeep": {"session": name}})
        assert [turn.session for turn in talk.turns()] == ["한 방", "한 방", "s2", "s2"]


def test_a_front_end_that_sends_only_what_is_new_may_repeat_itself(tmp_path: Path) -> None:
    with talking(tmp_path, Upstream()) as talk:
        for text in ("Hello.", "Yes.", "Yes."):
            talk.send([{"role": "user", "content": text}], headers={"X-Soulkeep-Session": "s1"})
        assert [turn.text for turn in talk.turns() if turn.speaker == "anna"] == ["Hello.", "Yes.", "Yes."]


def test_what_stands_in_the_history_does_not_come_to_mind_again(tmp_path: Path) -> None:
    with talking(tmp_path, Upstream()) as talk:
        talk.say("My cat is called Miso.")
        talk.say("What is my cat called?")
        assert talk.upstream.messages[-1]["content"] == "What is my cat called?"


def test_what_is_forgotten_is_not_told_again(tmp_path: Path) -> None:
    with talking(tmp_path, Upstream()) as talk:
        talk.say("My cat is called Miso.")
        secret = talk.turns()[0].id
        talk.messages = []
        talk.say("What is my cat called?")
        assert "Miso" in talk.upstream.messages[-1]["content"]
        with quietly(talk.location) as keep:
            keep.character("holmes").forget(secret, person="anna")
        talk.say("Are you sure?")
        assert not any("Miso" in message["content"] for message in talk.upstream.messages)


def test_an_erased_person_begins_anew(tmp_path: Path) -> None:
    with talking(tmp_path, Upstream()) as talk:
        talk.say("My cat is called Miso.")
        with quietly(talk.location) as keep:
            keep.erase(person="anna")
        talk.say("What is my cat called?")
        assert talk.history == "matched=0; edited=0; new=1; unknown=2"
        assert talk.said() == ["What is my cat called?", "Answer 2. Indeed."]


def test_an_answer_that_was_begun_by_the_front_end_is_stored_whole(tmp_path: Path) -> None:
    with talking(tmp_path, Upstream(says=lambda model, body: "my dear Watson.")) as talk:
        asked = {"role": "user", "content": "How?"}
        talk.send([asked, {"role": "assistant", "content": "Elementary, "}])
        assert talk.said() == ["How?", "Elementary,my dear Watson."]
        talk.send([asked, {"role": "assistant", "content": "Elementary,my dear Watson."}])
        assert talk.said() == ["How?", "Elementary,my dear Watson.my dear Watson."]


@pytest.mark.parametrize("upstream", [True, False], ids=["upstream", "alone"])
def test_swiping_leaves_one_turn_of_each(tmp_path: Path, upstream: bool) -> None:
    with talking(tmp_path, Upstream() if upstream else None) as talk:
        talk.say("I adopted a cat called Miso.")
        talk.say("What is my cat called?")
        for _ in range(2):
            answer: Any = talk.send(talk.messages[:-1])
        talk.messages[-1]["content"] = answer
        talk.say("Thank you.")
        assert talk.history == "matched=4; edited=0; new=1; unknown=0"
        assert talk.said() == [message["content"].strip() for message in talk.messages]


@pytest.mark.parametrize("path", ["/v1/people/anna", "/v1/characters/holmes"])
def test_nobody_comes_back_who_was_erased_while_they_were_answered(tmp_path: Path, path: str) -> None:
    with talking(tmp_path, Upstream()) as talk:
        talk.say("My cat is called Miso.")
        asked = [*talk.messages, {"role": "user", "content": "What is my cat called?"}]
        answers: list[str] = []

        def ask() -> None:
            answers.append(talk.send(asked, model="holmes@anna~waits"))

        thread = threading.Thread(target=ask)
        thread.start()
        assert len(talk.until_said(3)) == 3
        assert httpx2.delete(f"{talk.url}{path}").json()["remaining"] == 0
        talk.upstream.go.set()
        thread.join(30)
        assert answers == ["Answer 2. Indeed."]
        with quietly(talk.location) as keep:
            assert keep.stats().memories == 0


def test_nobody_speaks_for_the_character_by_its_name(tmp_path: Path) -> None:
    with talking(tmp_path, Upstream()) as talk:
        for name in ("Sherlock Holmes", "holmes", "sherlock holmes "):
            talk.messages.append({"role": "user", "name": name, "content": f"I, {name}, promise you 100 pounds."})
            talk.messages.append({"role": "assistant", "content": talk.send()})
        talk.messages.append({"role": "user", "name": "Bob", "content": "So did I."})
        talk.send()
        assert talk.history == "matched=6; edited=0; new=1; unknown=0"
        speakers = [turn.speaker for turn in talk.turns()]
        assert speakers == [*["anna", "Sherlock Holmes"] * 3, "Bob", "Sherlock Holmes"]


@pytest.mark.parametrize(
    ("fact", "question", "answer"),
    [
        ("My PIN is 4711.", "What is my PIN?", "Noted, your PIN is 4711."),
        ("제 비밀번호는 사칠일일이에요.", "제 비밀번호가 뭐죠?", "비밀번호는 사칠일일입니다."),
    ],
    ids=["en", "ko"],
)
def test_what_is_deleted_goes_with_the_answers_that_repeat_it(
    tmp_path: Path, fact: str, question: str, answer: str
) -> None:
    said = ["Good evening.", answer, "I don't say it.", answer, "As you like."]
    with talking(tmp_path, Upstream(says=lambda model, body: said[len(model.requests) - 1])) as talk:
        talk.say("I am Anna.")
        talk.say(fact)
        talk.send(talk.messages[:-1])  # swiped: its history holds the first answer
        talk.messages = []
        talk.say(question)  # in another conversation
        talk.say("Thank you.")
        turn = next(turn for turn in talk.turns() if turn.text == fact)
        with quietly(talk.location) as keep:
            assert keep.character("holmes").delete(turn.id, person="anna") == 3
        assert talk.said() == ["I am Anna.", "Good evening.", question, "Thank you.", "As you like."]


def test_what_can_only_be_stored_in_part_is_compared_as_it_was_stored(tmp_path: Path) -> None:
    with talking(tmp_path, Upstream()) as talk:
        for text in ("a NUL \0 and more", "cat " * 600_000, "\0", "The end."):
            talk.say(text)
        assert talk.history == "matched=6; edited=0; new=1; unknown=0"
        assert [len(text) for text in talk.said()[::2]] == [15, 2_000_000, 1, 8]
        assert talk.upstream.messages[3]["content"] == "cat " * 600_000


def test_what_the_proxy_stores_and_recalls_is_counted(tmp_path: Path) -> None:
    with talking(tmp_path, Upstream()) as talk:
        talk.say("My cat is called Miso.")
        lines = httpx2.get(f"{talk.url}/metrics").text.splitlines()
        counted = [line for line in lines if line.startswith("soulkeep_operation_seconds_count")]
        assert 'soulkeep_operation_seconds_count{call="recall",operation="search_memory"} 1.0' in counted
        assert 'soulkeep_operation_seconds_count{call="observe_many",operation="update_memory"} 2.0' in counted


def test_the_turns_of_people_who_said_nothing_are_let_go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turn_cache, "_MOST_TURNS", 1000)
    with quietly(tmp_path / "keep.db") as keep:
        holmes, shelves = keep.character("holmes"), turn_cache.Shelves()
        for n in range(60):
            shelves.of("default", relationship_of(holmes, f"invented{n}"))
        assert len(shelves) == 10
        kept = shelves.of("default", relationship_of(holmes, "invented59"))
        assert shelves.of("default", relationship_of(holmes, "invented59")) is kept


def test_answers_are_erased_with_whoever_they_had_in_view(tmp_path: Path) -> None:
    with talking(tmp_path, Upstream()) as talk:
        talk.say("I keep bees.")
        with quietly(talk.location) as keep:
            keep.character("holmes").observe("Boris dreads grey moths.", person="boris", heard_by=["anna"])
        talk.say("What does Boris dread, grey moths?")
        talk.send(talk.messages[:-1])  # swiped: it stands in the place of the one before
        talk.say("And otherwise?")
        assert "moths" in str(talk.upstream.requests[1]["messages"])
        with quietly(talk.location) as keep:
            receipt = keep.erase(person="boris")
        assert (receipt.memories, receipt.answers, receipt.remaining) == (4, 2, 0)
        own = ["I keep bees.", "Answer 1. Indeed.", "What does Boris dread, grey moths?", "And otherwise?"]
        assert talk.said() == own
