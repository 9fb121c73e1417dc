"""From what was said to what is stored. No model is asked: a turn is durable before anyone thinks about it."""

from __future__ import annotations

import json
from datetime import datetime

from soulkeep.clock import require_aware
from soulkeep.errors import InputError
from soulkeep.mind.entries import details_of, new_id, zone_minutes
from soulkeep.records import LIVED, TURN, Scene, Turn
from soulkeep.stores.base import Entry
from soulkeep.text.language import detect
from soulkeep.text.validity import require_name, require_storable, require_text


def perceive(
    turn: Turn,
    *,
    speaker: str,
    now: datetime,
    language: str | None,
    limit: int,
    undated: bool = False,
    references: tuple[str, ...] = (),
) -> Entry:
    """A turn as a row to be stored.

    Args:
        turn: what was said.
        speaker: who said it, where the turn doesn't tell.
        now: the present, in the person's time zone; the turn's time, where it doesn't tell and isn't undated.
        language: ISO 639-1; None to detect it.
        limit: characters at most.
        undated: a turn without a time happened at an unknown one, not now.
        references: ids of the memories that it rests on.

    Raises:
        BadText, NaiveTime, InputError: the turn can't be stored.
    """
    if not isinstance(turn, Turn):
        raise InputError(f"{turn!r:.80} is no soulkeep.Turn.", hint="Write soulkeep.Turn(text, speaker, time).")
    text = require_text(turn.text, limit=limit, what="turn")
    time = require_aware(turn.time) if turn.time is not None else None if undated else now
    importance = _importance(turn.importance)
    if turn.scene is not None and not isinstance(turn.scene, Scene):
        raise InputError("The scene must be a soulkeep.Scene.", hint="Write scene=soulkeep.Scene(place=…).")
    if isinstance(turn.heard_by, str):
        raise InputError(
            "heard_by must be a list of names, not one string.", hint=f"Write heard_by=[{turn.heard_by!r}]."
        )
    details = details_of(turn, references)
    require_storable(json.dumps(details, ensure_ascii=False), "scene or list of hearers")
    given = {"time": turn.time, "speaker": turn.speaker, "session": turn.session}
    stamp = now.timestamp()
    return Entry(
        id=new_id() if turn.id is None else require_name(turn.id, "id"),
        kind=TURN,
        text=text,
        source=LIVED,
        stored=stamp,
        session=None if turn.session is None else require_name(turn.session, "session"),
        speaker=speaker if turn.speaker is None else require_name(turn.speaker, "speaker"),
        language=language or detect(text),
        time=None if time is None else time.timestamp(),
        zone=None if time is None else zone_minutes(time),
        importance=importance,
        accessed=stamp if time is None else min(stamp, time.timestamp()),
        details=details,
        defaulted=frozenset(name for name, value in given.items() if value is None),
    )


def _importance(given: float | None) -> float:
    if given is None:
        return 1.0
    if isinstance(given, int | float) and 1 <= given <= 10:
        return float(given)
    raise InputError(
        f"The importance {given!r} is not between 1 and 10.",
        hint="1 is small talk, 10 changes a life; leave it out where nobody rated it.",
    )
