"""A companion without knowledge: it returns courtesies, and tells of the talks themselves (2)."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from datetime import datetime

from soulkeep.errors import InputError
from soulkeep.graph.episodes.consideration import COURTESY, EPISODE, Consideration
from soulkeep.graph.episodes.log import Input, SpokenMessage
from soulkeep.graph.episodes.past import Past
from soulkeep.graph.episodes.recollections import Recollections
from soulkeep.graph.episodes.tell import Templates, shipped
from soulkeep.lang.calendar import daypart, how_long_ago
from soulkeep.settings import Settings
from soulkeep.types.episodes import Act, Understanding

_SPOKEN_LATELY = 60
"""Number of the latest messages whose wordings aren't repeated while others are left."""

Plain = tuple[str, str, bool]
"""A responder, what it says, and whether that is reliable."""


class Companion:
    """Considers the inputs of one person.

    Args:
        past: the past of character and person; the caller holds its lock.
        templates: the wordings of messages.
        settings: the settings with the thresholds.
        person, name: the person faced, and the character's own name.
        before: the present input's sequence number.
        now: the present time, in the person's time zone.
        discreet: whether others hear the answer, so that nothing is told about the past.
    """

    def __init__(
        self,
        past: Past,
        templates: Templates,
        settings: Settings,
        *,
        person: str | None,
        name: str,
        before: int,
        now: datetime,
        discreet: bool = False,
    ) -> None:
        self._past = past
        self._discreet = discreet
        self._log = past.log
        self._templates = templates
        self._settings = settings
        self._person = person
        self._name = name
        self._before = before
        self._now = now
        self._acts: list[Act] = []
        self._notes: dict[str, None] = {}
        self._worded: list[str] = []

    def consider(self, said: Understanding, text: str) -> Consideration:
        """Return what there is to say to an input.

        Args:
            said: the input's understanding.
            text: the input.
        """
        return self._recollected(said, text) or self._considered(said, text)

    def _considered(self, said: Understanding, text: str) -> Consideration:
        """Return what there is to say to an input that asks nothing about earlier talks."""
        plain = self._courtesy(said)
        return Consideration() if plain is None else self._spoken(plain[0], plain[1].strip())

    def _recollected(self, said: Understanding, text: str) -> Consideration | None:
        """Return what was asked or told in earlier talks, if that is asked."""
        if said.past is None or self._discreet:
            return None
        recollected = Recollections(self._past, self._before, self._now).tell(said, text)
        if recollected is None:
            return None
        intent, values = recollected
        self._message(intent)
        return self._spoken(EPISODE, self._tell(intent, said, values))

    def _spoken(self, responder: str, text: str) -> Consideration:
        return Consideration(responder=responder, text=text, acts=tuple(self._acts), notes=tuple(self._notes))

    # -- courtesies

    def _courtesy(self, said: Understanding) -> Plain | None:
        """Return the reply to a greeting, thanks and the like."""
        part = daypart(self._now)
        base: dict[str, object] = {"person": self._person, "daypart": part, "name": self._name}
        last = self._log.messages[-1] if self._log.messages else None
        if said.utterance == "greeting":
            return self._greeting(said, base)
        if said.utterance == "farewell":
            topics = self._topics(said, self._this_talk())
            intent = "farewell_topics" if topics else "farewell"
            return self._courteous(intent, said, {**base, "topics": topics})
        if said.utterance == "feedback":
            return self._courteous("thanked", said, base) if said.feedback >= 0 else self._criticised(said, base, last)
        if said.utterance == "agreement":
            return self._courteous("agreed", said, base)
        if said.utterance == "rejection":
            return self._rejected(said, base, last)
        return None

    def _criticised(self, said: Understanding, base: dict[str, object], last: SpokenMessage | None) -> Plain:
        return self._courteous("criticised", said, base)

    def _rejected(self, said: Understanding, base: dict[str, object], last: SpokenMessage | None) -> Plain:
        """Return the reply to a "no", which turns down an offer or denies an answer."""
        intents = {act.intent for act in last.intents} if last is not None else set()
        if said.feedback < 0 and "answered" in intents and "interest_offer" not in intents:
            return self._criticised(said, base, last)
        return self._courteous("rejected", said, base)

    def _courteous(self, intent: str, said: Understanding, values: dict[str, object]) -> Plain:
        self._message(intent)
        return COURTESY, self._tell(intent, said, values), True

    def _greeting(self, said: Understanding, base: dict[str, object]) -> Plain:
        earlier = [one for one in self._log.inputs if one.seq < self._before]
        gap = self._settings.session_minutes * 60  # in seconds, since a timedelta has a limit
        last = next((one for one in reversed(earlier) if one.moment is not None), None)
        if last is None or last.moment is None:
            return self._courteous("greeting_back" if earlier else "greeting", said, base)
        if (self._now - last.moment).total_seconds() < gap:
            return self._courteous("greeting_back", said, base)
        session = [
            one for one in earlier if one.moment is not None and (last.moment - one.moment).total_seconds() < 4 * gap
        ]
        topics = self._topics(said, session)
        if not topics:
            return self._courteous("greeting_back", said, base)
        ago = how_long_ago(last.moment, self._now, said.language)
        return self._courteous("greeting_again", said, {**base, "ago": ago, "topics": topics})

    def _this_talk(self) -> list[Input]:
        gap = self._settings.session_minutes * 60  # in seconds, since a timedelta has a limit
        inputs: list[Input] = []
        after = self._now
        for one in reversed(self._log.inputs):
            if one.seq >= self._before or one.moment is None:
                continue
            if (after - one.moment).total_seconds() > gap:
                break
            after = one.moment
            inputs.append(one)
        return inputs[::-1]

    def _topics(self, said: Understanding, inputs: Sequence[Input]) -> list[str]:
        """Return the names of what was talked about, the latest first, as far as there are words for it."""
        return []

    # -- words

    def _message(self, intent: str) -> None:
        self._acts.append(Act(kind="message", intent=intent))

    def _tell(self, intent: str, said: Understanding, values: dict[str, object]) -> str:
        lately = [*(message.text for message in self._log.messages[-_SPOKEN_LATELY:]), *self._worded]
        variant = zlib.crc32(f"{intent}|{self._person}".encode()) + self._before
        try:
            told = self._templates.tell(intent, said.language, values, variant=variant, lately=lately)
        except InputError as error:  # a broken template of the user's costs only this message
            self._notes[f"Told in our words: {error.message}"] = None
            told = shipped().tell(intent, said.language, values, variant=variant, lately=lately)
        self._worded.append(told)
        return told
