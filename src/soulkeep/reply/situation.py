"""The situation: all that a reply is made from."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from typing import TYPE_CHECKING

from soulkeep.reply.about_self import asks_about_character
from soulkeep.reply.evidence import Evidence, evidence
from soulkeep.reply.persona import Persona, persona_of
from soulkeep.types.episodes import Understanding
from soulkeep.types.records import Bond, Memory, Mood, Recall, Scene

if TYPE_CHECKING:
    from soulkeep.graph.episodes.consideration import Consideration
    from soulkeep.stories.staging import Step


@dataclass(frozen=True, slots=True, kw_only=True)
class Given:
    """A memory that an earlier answer of the talk was given, and that the prompt still shows.

    Attributes:
        turn: id of the turn before which it is shown.
        label: its label in the prompt.
        memory: None once it is forgotten or deleted; its label isn't used again.
    """

    turn: str
    label: str
    memory: Memory | None


@dataclass(frozen=True, kw_only=True)
class Situation:
    """All that a reply is made from.

    Attributes:
        said: what the person just said; "" where the character speaks first.
        person: id of the person whom the character faces, which is the speaker of their turns.
        called: the person's name, if known.
        name, description: who the character is.
        own_names: the speakers under which the character's own turns are stored.
        recall: what came to mind.
        history: the last turns before this one, oldest first.
        given: the memories that the prompt shows before those turns, in the order of their labels.
        labelled: the character's answers among those turns, with the labels that they had, by turn id.
        narrative: what came to mind as one account; "" where it is told memory by memory.
        earlier: a summary of what was said before those turns; `same_talk`: whether that was in this conversation.
        known: what was known of the person before those turns; it changes seldom.
        due: plans and promises whose day is near, or just was.
        told: ids of the memories that `earlier`, `known` and `due` tell of.
        last_talk: when the two talked last, if that was another occasion.
        mood, bond: how the character feels, and its bond with the person.
        understanding: the message in terms of what the character knows; None if it knows no RDF.
        considered: what knowledge and the shared past have to say, if anything.
        event: the current step of a scripted event, if one is on.
        scene: the surroundings.
        audience: who else hears the answer.
        spoke: who gave the character's last answers, the latest first.
        language: language of the message, ISO 639-1.
        now: the present, in the person's time zone.
    """

    said: str
    person: str
    name: str
    description: str
    own_names: frozenset[str]
    recall: Recall
    history: Sequence[Memory]
    scene: Scene | None
    language: str
    now: datetime
    called: str = ""
    given: Sequence[Given] = ()
    labelled: Mapping[str, str] = field(default_factory=dict)
    narrative: str = ""
    earlier: str = ""
    same_talk: bool = True
    known: Sequence[str] = ()
    due: Sequence[str] = ()
    told: Collection[str] = frozenset()
    last_talk: datetime | None = None
    mood: Mood = field(default_factory=Mood)
    bond: Bond = field(default_factory=Bond)
    understanding: Understanding | None = None
    considered: Consideration | None = None
    event: Step | None = None
    audience: tuple[str, ...] = ()
    spoke: Sequence[str] = ()

    @property
    def person_called(self) -> str:
        """The person's name; their id, if it is unknown."""
        return self.called or self.person

    def who(self, speaker: str | None) -> str | None:
        """Return what a speaker is called."""
        return self.person_called if speaker == self.person else speaker

    @property
    def persona(self) -> Persona:
        """How the character speaks, as read from its description."""
        return persona_of(self.description, self.name)

    @property
    def lately(self) -> list[str]:
        """The character's last texts, oldest first."""
        return [turn.text for turn in self.history if turn.speaker in self.own_names]

    @cached_property
    def several_speak(self) -> bool:
        """Whether anybody besides the two speaks in the talk."""
        two = (*self.own_names, self.person, None)
        return any(turn.speaker not in two for turn in self.history)

    @cached_property
    def evidence(self) -> Evidence:
        """The recalled memories that bear on what was said."""
        return evidence(
            self.said,
            self.recall,
            self.language,
            self.own_names,
            of_character=asks_about_character(self.said, self.persona, language=self.language, person=self.person),
        )
