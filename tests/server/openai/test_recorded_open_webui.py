"""What the real Open WebUI sent, sent again: what is said is stored, and what it asks for itself is only answered.

`recorded/open-webui-0.12.4` holds a talk in its pages, request by request, and its own tasks; `make test-frontends`
compares it with what is sent. `recorded/open-webui-older.json` holds older prompts, by version and kind.
"""

from __future__ import annotations

import json
from pathlib import Path

from proxy_support import Talk, talking

import soulkeep
from upstream_support import Body, Upstream

RECORDED = Path(__file__).parent / "recorded"

REQUESTS = sorted((RECORDED / "open-webui-0.12.4").glob("*.json"))

OLDER: dict[str, dict[str, list[Body]]] = json.loads((RECORDED / "open-webui-older.json").read_text(encoding="utf-8"))

SAID = "I adopted a cat called Miso."


def read(file: Path) -> Body:
    """Return a recorded request: headers and body."""
    found: Body = json.loads(file.read_text(encoding="utf-8"))
    return found


def kind_of(file: Path) -> str:
    """Return what a recorded request is."""
    return file.stem.partition("-")[2]


def is_talk(file: Path) -> bool:
    """Return whether a recorded request is part of a talk."""
    return kind_of(file) in ("talk", "retrieval")


def number(n: int) -> str:
    """Return an answer of the model that was there when it was recorded."""
    return f"Number {n} it is, my dear friend."


class Numbering:
    """Answers as that model did."""

    def __init__(self) -> None:
        self._count = 0

    def __call__(self, model: Upstream, body: Body) -> str:
        """Return the next answer of a talk; an empty object for a task."""
        if not body["stream"]:
            return "{}"
        self._count += 1
        return number(self._count)


def send(talk: Talk, file: Path, **more: str) -> None:
    """Send a recorded request."""
    recorded = read(file)
    response = talk.http.post("/v1/chat/completions", json=recorded["body"], headers={**recorded["headers"], **more})
    assert response.status_code == 200, response.text


def turns(talk: Talk, person: str) -> dict[str, list[tuple[str | None, str]]]:
    """Return what is stored, by chat: who said it, and what."""
    chats: dict[str, list[tuple[str | None, str]]] = {}
    for turn in talk.turns(person=person):
        chats.setdefault(turn.session or "", []).append((turn.speaker, turn.text))
    return chats


def test_every_kind_is_recorded() -> None:
    kinds = {
        "title",
        "tags",
        "follow_ups",
        "queries",
        "emoji",
        "auto",
        "image_prompt",
        "moa",
        "tools",
        "talk",
        "retrieval",
    }
    assert kinds | {"memory_review", "compaction"} == {kind_of(file) for file in REQUESTS}


def test_a_recorded_day(tmp_path: Path) -> None:
    with talking(tmp_path, Upstream(says=Numbering())) as talk:
        chats: list[str] = []
        for file in REQUESTS:
            recorded = read(file)
            person = recorded["headers"]["x-openwebui-user-id"]
            before = turns(talk, person)
            send(talk, file)
            if is_talk(file):
                chats.append(recorded["headers"]["x-openwebui-chat-id"])
            else:
                assert turns(talk, person) == before, file.name
                assert talk.upstream.messages == recorded["body"]["messages"], file.name
        first, second = dict.fromkeys(chats)
        holmes = "Sherlock Holmes"
        assert turns(talk, person) == {
            first: [
                (person, SAID),
                (holmes, number(1)),
                (person, "She is black, with one white paw."),
                (holmes, number(5)),
                (person, "What is my cat called?"),
                (holmes, number(6)),
            ],
            second: [
                (person, "Where do such cats sleep?"),
                (holmes, number(7)),
                (person, "And what do they eat?"),
                (holmes, number(8)),
            ],
        }
        assert person not in json.dumps(talk.upstream.requests)
        with soulkeep.open(talk.location) as keep:
            assert keep.character("holmes").introduce(person).name == "Zoë Ångström"


def test_a_task_alone_is_known_without_headers_too(tmp_path: Path) -> None:
    with talking(tmp_path, Upstream()) as talk:
        for file in REQUESTS:
            if not is_talk(file):
                messages = read(file)["body"]["messages"]
                talk.send(messages, stream=False)
                assert talk.said() == [], file.name
                assert talk.upstream.messages == messages, file.name


def test_a_character_by_itself_answers_in_the_form_asked_for(tmp_path: Path) -> None:
    with talking(tmp_path, None) as talk:
        for file in REQUESTS:
            if not is_talk(file):
                answer = talk.send(read(file)["body"]["messages"], stream=False)
                assert talk.said() == [], file.name
                if kind_of(file) not in ("emoji", "moa", "compaction"):
                    [value] = json.loads(answer).values()
                    assert value == [] or isinstance(value, str), file.name


def test_tasks_of_older_versions_are_not_stored(tmp_path: Path) -> None:
    with talking(tmp_path, Upstream()) as talk:
        for version, prompts in OLDER.items():
            for name, messages in prompts.items():
                for stream in (False, True):
                    if name != "rag":
                        talk.send(messages, stream=stream)
                        assert talk.said() == [], (version, name)
                        assert talk.upstream.messages == messages, (version, name)


def test_words_are_stored_without_documents_of_older_versions(tmp_path: Path) -> None:
    with talking(tmp_path, Upstream()) as talk:
        for at, (version, prompts) in enumerate(OLDER.items()):
            answer = talk.send(prompts["rag"], model=f"holmes@p{at}~m")
            assert talk.said(person=f"p{at}") == [SAID, answer], version
