"""Chats as plain text: "Name: text", one message per line."""

from __future__ import annotations

import re
from collections import Counter
from datetime import tzinfo

from soulkeep.importers.chats import Chat, Taking

_LINE = re.compile(
    r"(?:\[(?P<time>\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d)?(?:Z|[+-]\d\d:?\d\d)?)\] ?)?"
    r"(?P<who>[^\s:：\[\]#*>|\-][^:：\n.!?]{0,39}?)[:：](?:[ \t]+(?P<text>\S.*)|[ \t]*)"
)
_FEWEST = 4
"""Least number of messages in a chat…"""
_SHARE = 0.8
"""… and least share of its lines that begin one."""


def plain_chat(text: str, name: str, zone: tzinfo) -> Chat | None:
    """Read a chat between two; return None if the text isn't clearly one.

    Args:
        text: the file's text.
        name: the file's name.
        zone: the time zone of times that name none.
    """
    lines = [line for line in text.splitlines() if line.strip()]
    matches = [_LINE.fullmatch(line.strip()) for line in lines]
    speakers = Counter(match["who"].strip() for match in matches if match)
    spoken = sum(speakers.values())
    if len(speakers) != 2 or min(speakers.values()) < 2 or spoken < max(_FEWEST, _SHARE * len(lines)) or not matches[0]:
        return None
    messages: list[tuple[str, str | None, list[str]]] = []
    for line, match in zip(lines, matches, strict=True):
        if match:
            messages.append((match["who"].strip(), match["time"], [match["text"] or ""]))
        else:
            messages[-1][2].append(line)
    who, time, said = messages[0]
    taking = Taking("plain", who, time, said[0], session=name)
    for who, time, said in messages:
        taking.add("\n".join(said).strip(), who, time, zone)
    return taking.chat("Name: text")
