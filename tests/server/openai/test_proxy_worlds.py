"""The proxy tells a front end's model of the lore that a character has read."""

from __future__ import annotations

from pathlib import Path

from proxy_support import QUIET, talking

import soulkeep
from upstream_support import Upstream

GUIDE = "Mrs Hudson keeps the house at 221B Baker Street. Her parrot is called Admiral."

QUESTION = "What is the parrot of Mrs Hudson called?"


def test_lore_comes_beside_the_message_as_long_as_it_says_so(tmp_path: Path) -> None:
    with talking(tmp_path, Upstream()) as talk, soulkeep.open(talk.location, settings=QUIET) as keep:
        keep.world("london").learn(GUIDE, source="guide")
        keep.character("holmes", worlds=["london"])
        [passage] = keep.world("london").memories()

        def told() -> list[str]:
            return [str(one["content"]) for one in talk.upstream.messages if "Admiral" in str(one["content"])]

        talk.say(QUESTION)
        [first] = told()
        assert first.endswith(QUESTION)
        talk.say("Good night.")
        assert told() == [first]  # as it was
        assert list(keep.world("london").memories()) == [passage]  # and no stronger
        keep.world("london").amend(passage.id, "Mrs Hudson keeps the house. Her parrot is called Captain.")
        talk.say("Sleep well.")
        assert told() == []
        keep.character("holmes", worlds=[])
        talk.say("And you?")
        assert not any("Captain" in str(one["content"]) for one in talk.upstream.messages)


def test_who_takes_lore_up_refers_to_it(tmp_path: Path) -> None:
    upstream = Upstream(says=lambda *_: "The parrot is called Admiral.")
    with talking(tmp_path, upstream) as talk, soulkeep.open(talk.location, settings=QUIET) as keep:
        keep.world("london").learn("The parrot is called Admiral.", source="guide")
        keep.character("holmes", worlds=["london"])
        [passage] = keep.world("london").memories()
        talk.say("What is the parrot called?")
        assert passage.id in talk.turns()[-1].references
        assert list(keep.world("london").memories()) == [passage]
