"""How a character speaks: replies, stories of scripted events, and how well its replies rest on what it knows."""

from __future__ import annotations

import os
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import aclosing
from datetime import datetime
from pathlib import Path

from soulkeep.character.relationship import Facing
from soulkeep.clock import require_aware
from soulkeep.errors import BadFile, InputError
from soulkeep.lang.validity import require_name
from soulkeep.memory.entries import answered_by
from soulkeep.reply.stream import ReplyStream, run
from soulkeep.rules import Rules
from soulkeep.telemetry import INVOKE, Telemetry, Value
from soulkeep.types.claims import Grounding
from soulkeep.types.records import Scene, StoryEvent, Turn
from soulkeep.types.replies import Context, Reply


class Speaking(Facing):
    """Replies, and tells stories (1, 2, 3)."""

    def reply(
        self,
        text: str,
        *,
        person: str | None = None,
        session: str | None = None,
        scene: Scene | None = None,
        time: datetime | None = None,
        id: str | None = None,
        heard_by: Sequence[str] | None = None,
        rules: Rules | None = None,
        remember: bool = True,
    ) -> Reply:
        """Answer. Both turns are remembered: the person's before anything else, the character's once it is said.

        Whoever bids best answers, such as the language model, which writes from what comes to mind, or without one the
        offline voice, which quotes it. `[m1]` in the text names what it rests on; `trace` tells how it came about.

        Args:
            text: what the person says.
            person: whom the character faces.
            session: the conversation.
            scene: what is around; it is kept with the turn.
            time: now by default.
            id: the caller's own id of the person's turn. Repeating a call with it goes on where the last one failed,
                and gives the same answer again if there was one.
            heard_by: who else hears both turns. They become theirs, too, and the answer rests on nothing that one of
                them hasn't heard. Left out, it stays between the two, like a whisper.
            rules: who may answer, in place of `Settings.rules`.
            remember: False to rehearse: what would it say? Nothing is stored, no memory is strengthened and no story
                goes on; `heard` and `said` are None. The `id` of a turn that is stored answers that one anew: what came
                after it in its conversation is left out.

        Raises:
            ChatUnavailable, ChatRefused, ChatError: the model failed. The person's turn is stored.
        """
        return run(
            self.areply(
                text,
                person=person,
                session=session,
                scene=scene,
                time=time,
                id=id,
                heard_by=heard_by,
                rules=rules,
                remember=remember,
            ),
            alone=self._runtime.alone,
        )

    async def areply(
        self,
        text: str,
        *,
        person: str | None = None,
        session: str | None = None,
        scene: Scene | None = None,
        time: datetime | None = None,
        id: str | None = None,
        heard_by: Sequence[str] | None = None,
        rules: Rules | None = None,
        remember: bool = True,
    ) -> Reply:
        """`reply`, async."""
        stream = self.stream(
            text,
            person=person,
            session=session,
            scene=scene,
            time=time,
            id=id,
            heard_by=heard_by,
            rules=rules,
            remember=remember,
        )
        async for _ in stream:
            pass
        return stream.reply

    def stream(
        self,
        text: str,
        *,
        person: str | None = None,
        session: str | None = None,
        scene: Scene | None = None,
        time: datetime | None = None,
        id: str | None = None,
        heard_by: Sequence[str] | None = None,
        rules: Rules | None = None,
        remember: bool = True,
    ) -> ReplyStream:
        """`reply`, piece by piece: iterate over the stream, `async for` or plainly, then read its `reply`."""
        if rules is not None and not isinstance(rules, Rules):
            raise InputError(
                "The rules must be a soulkeep.Rules.", hint='Write rules=soulkeep.Rules(forbid={"event"}).'
            )
        from soulkeep.reply.pipeline import (
            exchange,  # with all that replies need: half of what importing soulkeep takes
        )

        turn = Turn(text, None, time, session, id, scene, heard_by)  # type: ignore[arg-type]
        items = exchange(self._facing(person, once=True), turn, rules, remember=remember)
        telemetry = self.telemetry
        if telemetry is None:
            return ReplyStream(items)
        known = {**self.attributes, "soulkeep.call": "reply", "soulkeep.person": person is not None}
        if isinstance(session, str):
            known["gen_ai.conversation.id"] = session
        return ReplyStream(_told(items, telemetry, known))

    def context(
        self,
        text: str,
        *,
        person: str | None = None,
        tokens: int | None = None,
        session: str | None = None,
        scene: Scene | None = None,
        time: datetime | None = None,
        id: str | None = None,
        heard_by: Sequence[str] | None = None,
    ) -> Context:
        """What a language model needs to answer, as messages for a call of one's own: who the character is, what it
        knows of the person, the talk, and what comes to mind. Nothing is stored: `observe_many` what was said then.

            found = holmes.context("Where is my cat?", person="anna", tokens=3000)
            answer = client.chat.completions.create(model="…", messages=list(found.messages))

        Args:
            text: what the person says.
            person: whom the character faces.
            tokens: of the whole at most, besides who the character is, which is never cut; `Settings.prompt_tokens` by
                default.
            session, scene, time, heard_by: as in `reply`.
            id: of a turn that is stored already: it is taken in its place.

        Raises:
            InputError: this can't be said.
        """
        return run(
            self.acontext(
                text,
                person=person,
                tokens=tokens,
                session=session,
                scene=scene,
                time=time,
                id=id,
                heard_by=heard_by,
            )
        )

    async def acontext(
        self,
        text: str,
        *,
        person: str | None = None,
        tokens: int | None = None,
        session: str | None = None,
        scene: Scene | None = None,
        time: datetime | None = None,
        id: str | None = None,
        heard_by: Sequence[str] | None = None,
    ) -> Context:
        """`context`, async."""
        if tokens is not None and (not isinstance(tokens, int) or isinstance(tokens, bool) or tokens < 1):
            raise InputError(
                f"tokens must be a whole number, 1 or more, not {tokens!r}.", hint="Leave it out for the settings'."
            )
        from soulkeep.reply.context import context

        turn = Turn(text, None, time, session, id, scene, heard_by)  # type: ignore[arg-type]
        return await context(self._facing(person, once=True), turn, tokens)

    def grounding(self, *, person: str | None = None, session: str | None = None) -> Grounding:
        """How well the character's replies to a person rest on what it knew, added up (1: evaluation).

        Args:
            person: whom it faced.
            session: only of this conversation.
        """
        relationship = self._facing(person)
        checks = (
            answered_by(entry).check
            for entry in relationship.runtime.store.walk(relationship.key)
            if session is None or entry.session == session
        )
        return Grounding.of_data(check for check in checks if check is not None)

    # -- stories

    def stage(self, story: str | os.PathLike[str]) -> str:
        """Give the character a story of scripted events, which it goes through with everyone it meets (3). Staging a
        story of the same id again replaces it; people stay where they were in it.

        Args:
            story: a YAML file's path, or the YAML itself.

        Returns:
            The story's id.

        Raises:
            BadFile: it can't be read; the message names the line and what to write instead.
        """
        from soulkeep.stories.progress import read

        text = _text(story)
        script = read(text)
        self._runtime.store.put_script(self._row.id, script.id, text)
        return script.id

    def unstage(self, story: str) -> bool:
        """Take a story away, by its id; False if there was none. What was said of it stays."""
        return self._runtime.store.drop_script(self._row.id, require_name(story, "story"))

    def stories(self) -> list[str]:
        """The ids of the character's stories."""
        return list(self._runtime.store.scripts(self._row.id))

    def begin(
        self,
        *,
        person: str | None = None,
        session: str | None = None,
        time: datetime | None = None,
        language: str | None = None,
        heard_by: Sequence[str] | None = None,
    ) -> Reply | None:
        """Let the character speak first, if a story has something to say now.

        Args:
            person: whom it faces.
            session: the conversation.
            time: now by default.
            language: to speak in, ISO 639-1; by default that of the person's last turn, or the story's.
            heard_by: who else hears it.

        Returns:
            What it says, stored as its turn; None if nothing.
        """
        from soulkeep.reply.pipeline import begin

        relationship = self._facing(person)
        now = self._runtime.clock.now() if time is None else require_aware(time)
        return begin(relationship, session=session, now=now, given=time, language=language, heard_by=heard_by)

    def story(self, *, person: str | None = None) -> list[StoryEvent]:
        """The events that have opened with a person, in that order."""
        from soulkeep.stories.progress import progress, titles

        relationship = self._facing(person)
        told = titles(relationship)
        found = [
            StoryEvent(
                story=script.id,
                event=one.event,
                title=told.get((script.id, one.event), one.event),
                opened=one.opened,
                closed=one.closed,
            )
            for script, so_far in progress(relationship)
            for one in so_far.events
        ]
        return sorted(found, key=lambda one: one.opened)


async def _told(
    items: AsyncGenerator[str | Reply, None], telemetry: Telemetry, known: Mapping[str, Value]
) -> AsyncGenerator[str | Reply, None]:
    """A reply as it is spoken, and told of once it is over."""
    with telemetry.operation(INVOKE, known) as note:
        async with aclosing(items):
            async for item in items:
                if isinstance(item, Reply):
                    note["soulkeep.responder"] = item.responder
                    note["gen_ai.memory.search.result.count"] = len(item.recall.hits)
                    note["gen_ai.usage.input_tokens"] = item.usage.prompt
                    note["gen_ai.usage.output_tokens"] = item.usage.completion
                    note.steps = item.trace.steps
                yield item


def _text(story: str | os.PathLike[str]) -> str:
    """The YAML of a story: what was given, or what the file of that path holds."""
    if isinstance(story, str) and ("\n" in story or story.lstrip().startswith("{")):
        return story
    if not isinstance(story, str | os.PathLike):
        raise InputError(f"{story!r:.60} is no story.", hint="Give a YAML file's path, or the YAML itself.")
    try:
        return Path(story).read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError, ValueError) as error:
        raise BadFile(f"The story {os.fspath(story):.200} can't be read: {error}", hint="Give a YAML file.") from None
