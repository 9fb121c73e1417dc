"""Front ends' own requests beside people's words, on sheets that were written without sight of the code and its data
(`tests/sheets/requests-*.jsonl`): who wants it is told by all that a request shows."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import httpx2
import pytest
from proxy_support import QUIET, config_in, running

import soulkeep
from upstream_support import Upstream, serving

SHEETS = sorted((Path(__file__).parents[2] / "sheets").glob("requests-*.jsonl"))

ANSWER = "Here it is."

LEAST = {"chore": 0.85, "said": 0.8}
"""Least share that is right at once, of each kind."""

_NEXT = re.compile(r'["”»]?\s*\n+\s*(?:[^\n:]{1,40}:\s*)?(.+?)(?=\n[^\n:]{1,40}: |\n\s*<|\n\n|\n#|\Z)', re.DOTALL)

Messages = Sequence[Mapping[str, Any]]


def text_of(message: Mapping[str, Any]) -> str:
    content = message["content"]
    return content if isinstance(content, str) else "\n".join(part.get("text", "") for part in content)


def answer_to(text: str, shown: Sequence[Messages]) -> str:
    """Return what was answered, as later requests show it."""
    for messages in shown:
        for said, answer in pairwise(messages):
            if (said["role"], answer["role"]) == ("user", "assistant") and text_of(said) == text:
                return text_of(answer)
    for messages in shown:
        whole = "\n".join(map(text_of, messages))
        if text in whole and (found := _NEXT.match(whole, whole.index(text) + len(text))):
            return found[1].strip()
    return "I see."


class Talks:
    """A server, and a person for each line of a sheet.

    Args:
        http: the client.
        keep: the server's keep, opened beside it.
        upstream: where its requests go.
    """

    def __init__(self, http: httpx2.Client, keep: soulkeep.Keep, upstream: Upstream) -> None:
        self._http = http
        self._character = keep.character("holmes")
        self._upstream = upstream

    def send(self, person: str, messages: Messages, answer: str, body: Mapping[str, Any]) -> None:
        """Send a request that is answered so."""
        self._upstream.says = lambda upstream, sent: answer
        whole = {**body, "model": f"holmes@{person}~m", "messages": messages}
        response = self._http.post("/v1/chat/completions", json=whole)
        assert response.status_code == 200, response.text

    def stored(self, person: str) -> list[str]:
        """Return what is stored of a person's talk."""
        turns = self._character.memories(person=person, kinds={"turn"})
        return [turn.text.strip() for turn in turns if turn.forgotten is None]


@pytest.fixture(scope="module")
def talks(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Talks]:
    upstream = Upstream()
    with serving(upstream):
        folder = tmp_path_factory.mktemp("talks")
        config = config_in(folder, settings=QUIET, upstream=upstream.url, upstream_model="m")
        with soulkeep.open(config.location, settings=QUIET) as keep:
            keep.character("holmes", name="Holmes", description="A friend.")
            with running(config) as url, httpx2.Client(base_url=url, timeout=60, trust_env=False) as http:
                yield Talks(http, keep, upstream)


def right(talks: Talks, person: str, row: Mapping[str, Any]) -> tuple[bool, bool]:
    """Return whether the store holds what was said, and nothing else: at once, and after the next request, if there is
    one."""
    requests: list[Messages] = [*row.get("earlier", []), row["messages"]]
    for at, messages in enumerate(requests[:-1]):
        said = next((text_of(one) for one in reversed(messages) if one["role"] == "user"), "")
        talks.send(person, messages, answer_to(said, requests[at + 1 :]), {"stream": True})
    before = talks.stored(person) if row.get("earlier") else []
    body = {name: value for name, value in (row.get("body") or {}).items() if name != "model"}
    talks.send(person, row["messages"], ANSWER, body)
    spoken = {text_of(one).strip() for messages in (*row.get("earlier", []), row["messages"][:-1]) for one in messages}
    now = holds(talks.stored(person), row, before, spoken)
    if not row.get("later"):
        return now, now
    talks.send(person, row["later"], "And so on.", {"stream": True})
    spoken |= {text_of(one).strip() for one in row["later"]} | {"And so on."}
    return now, holds(talks.stored(person), row, before, spoken)


def holds(stored: Sequence[str], row: Mapping[str, Any], before: Sequence[str], spoken: set[str]) -> bool:
    if not row["chore"]:
        return row["said"].strip() in [text.removesuffix("\n[image]") for text in stored]
    return all(text in before or text in spoken for text in stored)


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda sheet: sheet.stem)
def test_what_a_front_end_wants_is_not_taken_for_said(talks: Talks, sheet: Path) -> None:
    rows = [json.loads(line) for line in sheet.read_text(encoding="utf-8").splitlines()]
    found = [(row, *right(talks, f"{sheet.stem}-{n}", row)) for n, row in enumerate(rows)]
    for kind, least in LEAST.items():
        these = [(at_once, after) for row, at_once, after in found if row["chore"] is (kind == "chore")]
        at_once, after = (sum(column) / len(these) for column in zip(*these, strict=True))
        print(f"{sheet.stem} {kind}: {at_once:.3f} at once, {after:.3f} after the next request, of {len(these)}")
        wrong = [row["why"] for row, ok, _ in found if not ok and row["chore"] is (kind == "chore")]
        assert at_once >= least, wrong
        assert after >= at_once
