"""A key reaches through the proxy what it reaches elsewhere, and nothing else."""

from __future__ import annotations

from pathlib import Path

import openai
import pytest
from proxy_support import Talk, talking

from server_support import config_in, make_key, quietly
from upstream_support import Upstream


def test_keys_say_who_may_speak_with_whom(tmp_path: Path) -> None:
    config = config_in(tmp_path)
    own = make_key(config, "anna's", characters=["holmes"], people=["anna"])
    reader = make_key(config, "reader", rights=["read"])
    writer = make_key(config, "writer", rights=["write"])
    with talking(tmp_path, Upstream()) as nobody:
        with quietly(nobody.location) as keep:
            keep.character("watson")
        with pytest.raises(openai.AuthenticationError) as caught:
            nobody.say("Hello.")
        assert caught.value.body["type"] == "authentication_error"  # type: ignore[index]
        talk = Talk(nobody.url, nobody.location, nobody.upstream, key=own)
        talk.say("Hello.", model="holmes")  # the key's only person
        assert "authorization" not in talk.upstream.headers[-1]
        for model in ("holmes@bob", "watson@anna", "nobody@anna"):
            with pytest.raises(openai.PermissionDeniedError):
                talk.send([{"role": "user", "content": "Hello."}], model=model)
        named = talk.client.models.list(extra_query={"people": "true"})
        assert [one.id for one in named] == ["holmes", "holmes@anna"]
        looking = Talk(nobody.url, nobody.location, nobody.upstream, key=reader)
        with pytest.raises(openai.PermissionDeniedError, match="right to write"):
            looking.say("Hello.")
        telling = Talk(nobody.url, nobody.location, nobody.upstream, key=writer)
        for answer in ("upstream", "character"):  # what comes to mind would be told
            with pytest.raises(openai.PermissionDeniedError, match="right to read"):
                telling.send([{"role": "user", "content": "What do I say?"}], headers={"X-Soulkeep-Answer": answer})
        assert talk.said() == ["Hello.", "Answer 1. Indeed."]
        for one in (talk, looking, telling):
            one.client.close()


def test_the_upstream_gets_its_own_key_and_never_ours(tmp_path: Path) -> None:
    with talking(tmp_path, Upstream(), upstream_key="theirs") as talk:
        talk.say("Hello.", headers={"OpenAI-Organization": "org", "Cookie": "secret=1"})
        headers = talk.upstream.headers[-1]
        assert headers["authorization"] == "Bearer theirs"
        assert headers["openai-organization"] == "org"
        assert "cookie" not in headers


def test_the_clients_key_goes_to_the_upstream_where_neither_has_one(tmp_path: Path) -> None:
    with talking(tmp_path, Upstream()) as talk:
        other = Talk(talk.url, talk.location, talk.upstream, key="sk-of-the-upstream")
        other.say("Hello.")
        assert talk.upstream.headers[-1]["authorization"] == "Bearer sk-of-the-upstream"
        ours = Talk(talk.url, talk.location, talk.upstream, key="sk-soul-old")
        ours.say("Hello there.")
        assert "authorization" not in talk.upstream.headers[-1]
        other.client.close()
        ours.client.close()
