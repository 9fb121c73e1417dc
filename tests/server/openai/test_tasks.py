"""What a front end asks for itself is answered and not stored; what it puts around a person's words neither."""

from __future__ import annotations

import json
from base64 import urlsafe_b64encode
from pathlib import Path
from typing import Any

import pytest
from proxy_support import Talk, talking

import soulkeep
from soulkeep.server.openai_proxy.retrieval import own_words
from soulkeep.server.openai_proxy.task_answers import answer_to_task
from soulkeep.server.openai_proxy.tasks import TalkTurn, is_task, tells_of
from soulkeep.server.openai_proxy.users import User, user_of
from upstream_support import Upstream

OPEN_WEBUI = {"x-openwebui-user-id": "u-1"}

SOURCE = '<source id="1" name="cats.txt">Miso is a cat.</source>'


def asking(text: str, system: str | None = None) -> list[dict[str, Any]]:
    """Return the messages of a request with a single message of the user's."""
    return [*([{"role": "system", "content": system}] if system else []), {"role": "user", "content": text}]


def test_a_wrapped_question_is_no_task() -> None:
    wrapped = "### Task:\nRespond to the user query using the provided context.\n<context>…</context>\nMy cat?"
    assert not is_task(asking(wrapped), {}, streamed=True)
    assert not is_task(asking(wrapped.replace("…", "<chat_history>")), {}, streamed=True)
    assert is_task(asking("### Task:\nSuggest tags.\n<chat_history>\n…"), {}, streamed=True)


def test_a_shown_chat_is_a_task_where_nobody_reads_along() -> None:
    shown = asking("Give it a name!\nUSER: I adopted a cat.\nASSISTANT: Which one?")
    assert is_task(shown, OPEN_WEBUI, streamed=False)
    assert not is_task(shown, OPEN_WEBUI, streamed=True)
    assert not is_task(shown, {}, streamed=False)
    assert not is_task([*shown, *shown], OPEN_WEBUI, streamed=False)
    tool = 'History:\nUSER: """Hi."""\nQuery: What time is it?'
    assert is_task(asking(tool, "Choose one of: []"), OPEN_WEBUI, streamed=False)
    assert not is_task(asking("Query: cats", "You are Holmes."), {}, streamed=False)
    assert not is_task([], {}, streamed=False)


def test_a_request_tells_of_a_talk_if_it_shows_turns_in_lines() -> None:
    talk = [TalkTurn("user", "I adopted a cat."), TalkTurn("assistant", "Which one?\n\nA black one?")]
    shown = "Sum up.\n\nanna: I adopted  a cat.\nHolmes: Which one?\nA black one?"
    assert tells_of(asking(shown), [[], talk], whole=False)
    assert tells_of(asking("> I adopted a cat.\n".replace("> ", "“") + "Which one?\nA black one?"), [talk], whole=False)
    assert not tells_of(asking(shown), [talk[:1]], whole=False)
    assert not tells_of(asking("Yesterday I said I adopted a cat. You said Which one? Why?"), [talk], whole=False)
    assert not tells_of(asking("I adopted a cat. Really."), [talk], whole=True)
    assert tells_of(asking(f"Is «I adopted a cat.» {'friendly or hostile, polite or rude? ' * 2}"), [talk], whole=True)


@pytest.mark.parametrize("words", ["What does Miso eat?", "Two\n\nlines of it.", "`</context>`?"])
@pytest.mark.parametrize(
    "template",
    [
        f"### Task:\nRespond to the user query using the provided context.\n<context>\n{SOURCE}\n</context>\n\n{{0}}",
        "### Task:\nRespond to the user query using the provided context.\n<context>\nMiso </context>\n\n"
        "<user_query>\n{0}\n</user_query>\n\n{0}",
        f"Context:\n<context>\n{SOURCE}\n</context>\n{{0}}",
        f"Question: {{0}}\n<context>\n{SOURCE}\n</context>\nAnswer in verse.\n{{0}}",
        f"{SOURCE}\n{SOURCE}\nAnswer this: {{0}}\n{{0}}",
    ],
)
def test_of_a_wrapped_message_the_words_are_left(template: str, words: str) -> None:
    assert own_words(template.format(words)).strip() == words


@pytest.mark.parametrize("text", ["Hi.", "<context>\nMy cat.\n</context>", "What does <source> mean?", SOURCE])
def test_other_messages_are_whole(text: str) -> None:
    assert own_words(text) == text


def test_answers_without_a_model_have_the_form_that_is_shown() -> None:
    title = 'A title.\n{ "title": "Stocks" }\n{ "title": "Cookies" }\nUSER: I adopted a cat.\nASSISTANT: {"a": 1}'
    assert json.loads(answer_to_task(asking(title)) or "") == {"title": "I adopted a cat."}
    long = asking(f'{{ "title": "…" }}\nUSER: {"word " * 20}')
    assert json.loads(answer_to_task(long) or "") == {"title": f"{'word ' * 7}word…"}
    tools = 'Available Tools: [{"name": "clock"}]\n{\n  "tool_calls": [{"name": "toolName1"}]\n}'
    assert json.loads(answer_to_task(asking("Query: Hi.", tools)) or "") == {"tool_calls": []}
    assert answer_to_task(asking("A title for { this }!")) is None


def test_users_are_read_from_headers_or_a_token() -> None:
    assert user_of({"x-openwebui-user-id": "u-1", "x-openwebui-user-name": "Zo%C3%AB B"}) == User("u-1", "Zoë B")
    assert user_of({"x-openwebui-user-id": "u-1", "x-openwebui-user-name": "a%0Ab"}) == User("u-1", None)
    claims = urlsafe_b64encode(json.dumps({"sub": "u-2", "name": "안나"}).encode()).decode().rstrip("=")
    assert user_of({"x-openwebui-user-jwt": f"e30.{claims}.x"}) == User("u-2", "안나")
    for token in ("", "x", "a.b.c", "a.W10.c", "....."):
        assert user_of({"x-openwebui-user-jwt": token}) == User()


def open_webui(chat: str, **more: str) -> dict[str, str]:
    """Return the headers of Open WebUI's requests."""
    who = {"X-OpenWebUI-User-Id": "4a8f0c1e-77b2-4c39-9d11-0123456789ab", "X-OpenWebUI-User-Name": "Zo%C3%AB"}
    return {**who, "X-OpenWebUI-Chat-Id": chat, **more}


def said_by(talk: Talk, person: str) -> list[tuple[str, str | None]]:
    """Return what is stored of a person."""
    return [(turn.text, turn.session) for turn in talk.turns(person=person)]


def test_a_user_is_called_by_name_and_their_id_stays_here(tmp_path: Path) -> None:
    with talking(tmp_path, Upstream()) as talk:
        headers = open_webui("c-1")
        user = headers["X-OpenWebUI-User-Id"]
        names = {one["id"] for one in talk.http.get("/v1/models", headers=headers).json()["data"]}
        assert names == {"holmes"}
        for n, text in enumerate(["I adopted a cat called Miso.", "I live in Porto.", "I work as a nurse."]):
            talk.send(asking(text), model="holmes~m", headers=open_webui(f"c-{n}"))
        with soulkeep.open(talk.location) as keep:
            holmes = keep.character("holmes")
            keep.settle()
            assert holmes.introduce(user).name == "Zoë"
        talk.send(asking("What is my cat called, and where do I live?"), model="holmes~m", headers=open_webui("c-9"))
        assert "Miso" in str(talk.upstream.messages)
        assert "Zoë" in str(talk.upstream.messages)
        assert user not in str(talk.upstream.requests)
        assert "openwebui" not in str(talk.upstream.headers).lower()


def test_tasks_are_answered_and_not_stored(tmp_path: Path) -> None:
    with talking(tmp_path, Upstream()) as talk:
        user = open_webui("c-1")["X-OpenWebUI-User-Id"]
        answer = talk.send(asking("I adopted a cat called Miso."), model="holmes~m", headers=open_webui("c-1"))
        stored = said_by(talk, user)
        assert stored == [("I adopted a cat called Miso.", "c-1"), (answer, "c-1")]
        shown = f"I adopted a cat called Miso.\n{answer}"
        tasks: list[tuple[str, dict[str, str], dict[str, Any]]] = [
            ("Anything.", {"X-Soulkeep-Task": "title_generation"}, {}),
            ("Anything.", {}, {"extra_body": {"metadata": {"task": "title_generation"}}}),
            ("Anything.", {}, {"extra_body": {"soulkeep": {"task": "title"}}}),
            (f"Sum this up, please:\n{shown}", {}, {}),
            (
                "Which emoji fits this text? Answer by an emoji and by nothing else: I adopted a cat called Miso.",
                {},
                {},
            ),
            ("Suggest a search.\nUSER: What do cats eat?", {}, {}),
        ]
        for text, headers, more in tasks:
            for at, chat in enumerate(("c-1", "c-1")):
                said = talk.send(
                    asking(text), model="holmes~m", headers=open_webui(chat, **headers), stream=False, **more
                )
                assert said.startswith("Answer "), at
                assert said_by(talk, user) == stored, text
                assert talk.upstream.messages == asking(text)
        talk.send(asking("Anything."), model="holmes~m", headers=open_webui("c-2", **{"X-Soulkeep-Task": ""}))
        assert len(said_by(talk, user)) == 4


def test_without_headers_a_request_about_the_last_talk_is_known_by_its_lines(tmp_path: Path) -> None:
    with talking(tmp_path, Upstream()) as talk:
        talk.say("I adopted a cat called Miso.")
        stored = talk.said()
        shown = f"Sum up:\nanna: {stored[0]}\nSherlock Holmes: {stored[1]}"
        talk.send(asking(shown), stream=False)
        assert talk.said() == stored
        talk.send(asking(f"You said: {stored[1]} I said: {stored[0]}"), stream=False)
        assert len(talk.said()) == 4


def test_words_found_in_documents_are_not_the_persons(tmp_path: Path) -> None:
    wrapped = f"### Task:\nRespond to the user query using the provided context.\n<context>\n{SOURCE}\n</context>\n\n"
    with talking(tmp_path, Upstream()) as talk:
        asked = "What does Miso eat?"
        answer = talk.send(asking(f"{wrapped}{asked}"))
        assert wrapped in talk.upstream.messages[-1]["content"]
        history = [*asking(asked), {"role": "assistant", "content": answer}]
        second = talk.send([*history, *asking(f"{wrapped}And drink?")])
        assert talk.history == "matched=2; edited=0; new=1; unknown=0"
        assert talk.said() == [asked, answer, "And drink?", second]


def test_a_character_by_itself_answers_a_task_in_its_form(tmp_path: Path) -> None:
    shown = "<chat_history>\nUSER: I adopted a cat.\nASSISTANT: A cat!\n</chat_history>"
    task = f'### Task:\nA title.\n{{ "title": "…" }}\n{shown}'
    with talking(tmp_path, None) as talk:
        for stream in (False, True):
            assert json.loads(talk.send(asking(task), stream=stream)) == {"title": "I adopted a cat."}
        response = talk.client.responses.create(model="holmes@anna", input=task)
        assert json.loads(response.output_text) == {"title": "I adopted a cat."}
        assert talk.said() == []


def test_an_instruction_that_is_not_shown_later_is_left_behind(tmp_path: Path) -> None:
    """Open WebUI has an answer written again in more words by an instruction, which it shows nowhere."""
    with talking(tmp_path, Upstream()) as talk:
        headers = open_webui("c-1")
        user = headers["X-OpenWebUI-User-Id"]
        asked = asking("I adopted a cat called Miso.")
        short = {"role": "assistant", "content": talk.send(asked, model="holmes~m", headers=headers)}
        long = {
            "role": "assistant",
            "content": talk.send([*asked, short, *asking("Add Details")], model="holmes~m", headers=headers),
        }
        again = talk.send([*asked, long, *asking("She is black.")], model="holmes~m", headers=headers)
        said = [asked[0]["content"], long["content"], "She is black.", again]
        assert [text for text, _ in said_by(talk, user)] == said
        back = talk.send([*asked, short, *asking("She is white.")], model="holmes~m", headers=headers)
        said = [asked[0]["content"], short["content"], "She is white.", back]
        assert [text for text, _ in said_by(talk, user)] == said


@pytest.mark.parametrize(("words", "stored"), [("What does Miso eat?", "What does Miso eat?"), ("", "[file]")])
def test_a_list_of_files_is_not_the_persons(words: str, stored: str) -> None:
    files = '<attached_files>\n<file type="file" id="1" name="cats.txt"/>\n</attached_files>\n\n'
    wrapped = f"### Task:\nRespond to the user query using the provided context.\n<context>\n{SOURCE}\n</context>\n\n"
    assert own_words(f"{files}{words}").strip() == stored
    assert own_words(f"{wrapped}{files}{words}").strip() == stored


@pytest.mark.parametrize("chat", ["temporary:abc", "local:abc"])
def test_of_a_temporary_chat_nothing_is_stored_unless_it_is_wanted(tmp_path: Path, chat: str) -> None:
    with talking(tmp_path, Upstream()) as talk:
        user = open_webui(chat)["X-OpenWebUI-User-Id"]
        talk.send(asking("I adopted a cat called Miso."), model="holmes~m", headers=open_webui("c-1"))
        talk.send(asking("What is my cat called?"), model="holmes~m", headers=open_webui(chat))
        assert "I adopted a cat called Miso." in talk.upstream.messages[-1]["content"]
        assert len(said_by(talk, user)) == 2
        wanted = open_webui(chat, **{"X-Soulkeep-Remember": "true"})
        talk.send(asking("What is my cat called?"), model="holmes~m", headers=wanted)
        assert len(said_by(talk, user)) == 4
