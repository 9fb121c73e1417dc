"""A program that the tests of episodes run as a process: python child_talker.py MODE PATH …"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from itertools import count
from threading import Thread

from episodes_support import Talk

ARTISTS = ("Charlie Parker", "Miles Davis", "Jimi Hendrix", "Joe Satriani", "Tina Turner")


def question(number: int) -> str:
    """Return the n-th question."""
    return f"When was {ARTISTS[number % len(ARTISTS)]} born?"


def tell(answer: object) -> None:
    """Print a line in one write."""
    os.write(1, (json.dumps(answer) + "\n").encode())


def reply_for_ever(path: str, run: str) -> None:
    """Reply to Anna from two threads until it is killed; each line is the id of a turn that was answered."""
    talk = Talk(path=path)

    def work(thread: int) -> None:
        for number in count():
            id = f"{run}.{thread}.{number}"
            talk.ella.reply(question(number), person="anna", id=id)
            tell(id)

    threads = [Thread(target=work, args=(number,)) for number in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def serve(path: str, _: str) -> None:
    """Answer each line with what Ella says to Anna, and how many inputs her episodes then have."""
    with Talk(path=path, knowing=None) as talk:
        tell("ready")
        for line in sys.stdin:
            reply = talk.say(json.loads(line))
            tell([reply.text, [remark.intent for remark in reply.remarks if remark.told], talk.texts()])


MODES: dict[str, Callable[[str, str], None]] = {"reply_for_ever": reply_for_ever, "serve": serve}

if __name__ == "__main__":
    MODES[sys.argv[1]](sys.argv[2], sys.argv[3])
