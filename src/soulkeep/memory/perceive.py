"""From what was said to a row to be stored. No model is asked: a turn is durable before anyone interprets it."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Any

from soulkeep.clock import require_aware
from soulkeep.errors import InputError
from soulkeep.judgement.model import judge
from soulkeep.judgement.talk import tongue
from soulkeep.lang.redaction import redact
from soulkeep.lang.suspicion import marked_suspect
from soulkeep.lang.validity import require_name, require_new_name, require_shallow, require_storable, require_text
from soulkeep.memory.entries import Answered, details_of, new_id, zone_minutes
from soulkeep.stores.rows import Entry
from soulkeep.types.records import LIVED, TURN, Scene, Turn

METADATA_CHARACTERS = 16 * 1024
"""Longest metadata, in characters of JSON."""


def perceive(
    turn: Turn,
    *,
    speaker: str,
    own: Collection[str] = (),
    now: datetime,
    language: str | None,
    spoken_before: str | None = None,
    own_language: str | None = None,
    limit: int,
    undated: bool = False,
    answer: Answered | None = None,
    redacted: Collection[str] = (),
) -> Entry:
    """Return a turn as a row to be stored.

    Args:
        turn: what was said.
        speaker: who said it, if the turn doesn't tell.
        own: the character's names, which are valid whatever they are.
        now: the present, in the person's time zone; it is the turn's time if that has none and isn't undated.
        language: ISO 639-1; None to detect it.
        spoken_before: the language of the talk so far, if there was any.
        own_language: the language of what the character knows, if it knows anything.
        limit: most characters in the text.
        undated: a turn without a time gets an unknown one, not now.
        answer: its links, if it is an answer of the character.
        redacted: kinds of data to remove from the text (`Settings.redact`).

    Raises:
        BadText, NaiveTime, InputError: the turn can't be stored.
    """
    if not isinstance(turn, Turn):
        raise InputError(f"{turn!r:.80} is no soulkeep.Turn.", hint="Write soulkeep.Turn(text, speaker, time).")
    text = redact(require_text(turn.text, limit=limit, what="turn"), redacted)
    time = require_aware(turn.time) if turn.time is not None else None if undated else now
    spoken = language or tongue(text, spoken_before, own_language)
    importance = round(judge(text).importance, 1) if turn.importance is None else require_importance(turn.importance)
    if turn.scene is not None and not isinstance(turn.scene, Scene):
        raise InputError("The scene must be a soulkeep.Scene.", hint="Write scene=soulkeep.Scene(place=…).")
    if turn.heard_by is not None:
        _require_names(turn.heard_by, "heard_by")
        for hearer in turn.heard_by:
            require_new_name(hearer, "name in heard_by")
    if turn.scene is not None:
        require_storable(turn.scene.place, "scene's place")
        for what in ("present", "objects", "events"):
            _require_names(getattr(turn.scene, what), f"scene's {what}")
    if turn.metadata is not None:
        require_metadata(turn.metadata)
    details = marked_suspect(details_of(turn, answer), text)
    stated = {"time": turn.time, "speaker": turn.speaker, "session": turn.session}
    stamp = now.timestamp()
    return Entry(
        id=new_id() if turn.id is None else require_name(turn.id, "id"),
        kind=TURN,
        text=text,
        source=LIVED,
        stored=stamp,
        session=None if turn.session is None else require_name(turn.session, "session"),
        speaker=speaker if turn.speaker is None else _require_speaker(turn.speaker, {speaker, *own}),
        language=spoken,
        time=None if time is None else time.timestamp(),
        zone=None if time is None else zone_minutes(time),
        importance=importance,
        accessed=stamp if time is None else min(stamp, time.timestamp()),
        details=details,
        defaulted=frozenset(name for name, value in stated.items() if value is None),
    )


def _require_speaker(name: str, own_names: Collection[str]) -> str:
    return require_name(name, "speaker") if name in own_names else require_new_name(name, "speaker")


def _require_names(names: object, what: str) -> None:
    if isinstance(names, str) or not isinstance(names, Collection):
        raise InputError(f"The {what} must be a list of strings, not {names!r}.", hint='Write ["Anna", "Boris"].')
    for name in names:
        require_storable(name, what)


def require_metadata(metadata: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return a caller's notes if they can be stored, or raise `InputError`."""
    hint = "Give a JSON object: names, and plain values."
    if not isinstance(metadata, Mapping):
        raise InputError(f"The metadata must be a mapping, not {metadata!r:.80}.", hint=hint)
    require_shallow(metadata, "metadata")
    try:
        text = json.dumps(dict(metadata), ensure_ascii=False, allow_nan=False)
        same = json.loads(text) == dict(metadata)
    except (TypeError, ValueError, RecursionError) as error:
        raise InputError(f"The metadata is no JSON: {error}.", hint=hint) from None
    if not same:
        raise InputError("The metadata would come back changed.", hint=hint)
    require_storable(text, "metadata")
    if len(text) > METADATA_CHARACTERS:
        raise InputError(f"The metadata is longer than {METADATA_CHARACTERS:,} characters.", hint="Keep it elsewhere.")
    return metadata


def require_importance(importance: float) -> float:
    """Return an importance if it is valid (1…10), or raise `InputError`."""
    if isinstance(importance, int | float) and 1 <= importance <= 10:
        return float(importance)
    raise InputError(
        f"The importance {importance!r} is not between 1 and 10.",
        hint="1 is small talk, 10 changes a life; leave it out where nobody rated it.",
    )
