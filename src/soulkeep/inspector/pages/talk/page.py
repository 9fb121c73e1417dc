"""The page for talking to a character, with its thoughts beside the talk."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import aclosing
from dataclasses import replace
from datetime import UTC, datetime
from uuid import uuid4

from nicegui import ui
from nicegui.events import GenericEventArguments

from soulkeep.character.character import Character
from soulkeep.errors import SoulkeepError
from soulkeep.inspector.errors import error_words
from soulkeep.inspector.pages.talk.bubbles import Bubble, bubble, foot, growing, waiting, write
from soulkeep.inspector.pages.talk.conversation import SpokenTurn, feelings, latest
from soulkeep.inspector.pages.talk.thoughts import Feelings, Thought, show_kept, show_thought
from soulkeep.inspector.parts import words
from soulkeep.inspector.texts import texts
from soulkeep.inspector.threads import in_thread
from soulkeep.inspector.view import View
from soulkeep.server.access import Right, Unauthenticated
from soulkeep.types.replies import Reply

__all__ = ["ICON", "NAME", "TEXTS", "build"]

NAME = "talk"
ICON = "forum"
TEXTS = texts("talk")

_TURNS = 60
"""Number of turns shown at first, and added with each request for earlier ones."""

_NEW = 40
"""Number of the last turns that are read after a change."""

_PEOPLE = 100
"""Most people who are offered as company."""

_THOUGHTS = 50
"""Number of answers whose thoughts are kept while the page is open; of earlier ones, only the references are shown."""

_ENTER = (
    "(event) => { if (event.isComposing || event.shiftKey) return; event.preventDefault(); emit(event.target.value) }"
)
"""JavaScript handler: Enter sends, except while a character is being composed, as in Korean."""


async def build(view: View) -> None:
    """Build the page."""
    page = _TalkPage(view)
    await page.load()
    await page.invite()
    view.changed(page.refresh)


class _TalkPage:
    """The page of one tab."""

    def __init__(self, view: View) -> None:
        self._view = view
        self._bubbles: list[Bubble] = []
        self._chosen: Bubble | None = None
        self._feel: Callable[[Feelings], None] | None = None
        self._count = _TURNS
        self._busy = False
        self._speaking: asyncio.Task[Reply] | None = None
        self._name = character.name if (character := view.character) else ""
        with ui.element("div").classes("sk-talk"):
            self._switch()
            with ui.element("section").classes("sk-talk-left") as left:
                left.props["aria-label"] = view.t("page_talk")
                self._list = ui.element("div").classes("sk-turns").props('data-sk-follow tabindex="0" role="log"')
                self._list.props["aria-label"] = view.t("page_talk")
                self._compose()
            with ui.element("aside").classes("sk-talk-right") as right:
                right.props["aria-label"] = view.t("thoughts")
                self._panel = ui.element("div").classes("sk-thoughts")

    # -- parts

    def _switch(self) -> None:
        """Add the switch between talk and thoughts for narrow screens."""
        with ui.element("div").classes("sk-switch").props("role=tablist"):
            for name in ("talk", "thoughts"):
                button = words(self._view.t(f"show_{name}"), tag="button")
                button.props.update({"type": "button", "role": "tab", "data-sk-show": name})
                button.props["aria-selected"] = "true" if name == "talk" else "false"
                button.on("click", js_handler=f"() => sk.show('{name}')")

    def _compose(self) -> None:
        view = self._view
        writes = view.may("write")
        with ui.element("div").classes("sk-compose"):
            with ui.element("div").classes("sk-compose-line"):
                self._field = ui.textarea(placeholder=view.t("message"))
                self._field.props('outlined autogrow dense rows=1 data-sk-search input-class="sk-message"')
                self._field.props["aria-label"] = view.t("ask_first", name=self._name)
                self._field.classes("sk-grow").on("keydown.enter", self._entered, js_handler=_ENTER)
                self._button = ui.button(icon="arrow_upward", on_click=self._pressed).props("round unelevated")
                self._button.props["aria-label"] = view.t("send")
            with ui.element("details").classes("sk-options"):
                with ui.element("summary"):
                    ui.icon("tune").props["aria-hidden"] = "true"
                    words(view.t("options"), tag="span")
                with ui.element("div").classes("sk-options-body"):
                    self._rehearse = ui.switch(view.t("rehearse"), value=not writes)
                    self._rehearse.set_enabled(writes)
                    self._audience = ui.select(
                        [], multiple=True, with_input=True, new_value_mode="add-unique", label=view.t("company")
                    )
                    self._audience.props("outlined dense use-chips").props["hint"] = view.t("audience_hint")
                    if writes:
                        ui.button(view.t("first_words", name=self._name), icon="campaign", on_click=self._begin).props(
                            "flat no-caps"
                        )

    # -- what is stored

    async def load(self) -> None:
        """Load the last turns, and the thoughts of the last answer."""
        turns = await self._view.run(lambda: latest(self._view.acting("read"), self._view.person, self._count + 1))
        self._bubbles.clear()
        with self._list.clear():
            spoken = (turns or [])[-self._count :]
            if len(turns or []) > self._count:
                with ui.element("div").classes("sk-earlier"):
                    ui.button(self._view.t("earlier"), icon="history", on_click=self._earlier).props("flat no-caps")
            for one in spoken:
                self._append(one)
            if not spoken:
                self._view.empty(self._view.t("ask_first", name=self._name), icon="forum")
        last = next((one for one in reversed(self._bubbles) if one.spoken and one.spoken.memory.responder), None)
        self._show(last)

    async def invite(self) -> None:
        """Offer people who may also hear it; others can be named."""
        view = self._view
        people = await view.run(lambda: view.access.people(view.character_id or "")[:_PEOPLE])
        self._audience.set_options([one for one in people or () if one != view.person])

    async def _earlier(self) -> None:
        self._count += _TURNS
        await self.load()

    async def refresh(self) -> None:
        """Show turns stored since, by anybody, and changes and deletions."""
        if self._busy:
            return
        turns = await self._view.run(lambda: latest(self._view.acting("read"), self._view.person, _NEW))
        if turns is None or self._busy:
            return
        bubbles_by_id = {one.spoken.memory.id: one for one in self._bubbles if one.spoken}
        ids = {one.memory.id for one in turns}
        first = next(
            (place for place, one in enumerate(self._bubbles) if one.spoken and one.spoken.memory.id in ids), 0
        )
        for old in [one for one in self._bubbles[first:] if one.spoken and one.spoken.memory.id not in ids]:
            self._bubbles.remove(old)
            old.element.delete()
        if not self._bubbles and turns:
            self._list.clear()
        for one in turns:
            bubble_shown = bubbles_by_id.get(one.memory.id)
            if bubble_shown is None:
                with self._list:
                    self._append(one)
            elif bubble_shown.spoken is not None and bubble_shown.spoken.memory.text != one.memory.text:
                bubble_shown.spoken = one
                write(self._view, bubble_shown.body, one.memory.text, one.references)
        if self._feel is not None and self._chosen is self._last_thought():
            now = await self._view.run(lambda: feelings(self._view.acting("read"), self._view.person))
            if now is not None:
                self._feel(now)

    def _last_thought(self) -> Bubble | None:
        return next((one for one in reversed(self._bubbles) if one.thought), None)

    def _append(self, spoken: SpokenTurn) -> None:
        memory = spoken.memory
        element = bubble(self._view, memory.speaker or "–", own=spoken.own, time=memory.time, heard_by=memory.heard_by)
        element.spoken = spoken
        element.asked = next(
            (one.spoken.memory.text for one in reversed(self._bubbles) if one.spoken and not one.own), ""
        )
        if memory.forgotten is not None:
            element.element.classes("sk-gone")
        write(self._view, element.body, memory.text, spoken.references)
        if spoken.own and memory.responder:
            foot(self._view, element, memory.responder, lambda: self._choose(element))
        self._bubbles.append(element)

    # -- saying something

    async def _entered(self, event: GenericEventArguments) -> None:
        await self._send(event.args if isinstance(event.args, str) else self._field.value)

    async def _pressed(self) -> None:
        if self._speaking is not None:
            self._speaking.cancel()
        elif not self._busy:
            await self._send(self._field.value)

    def _working(self, busy: bool) -> None:
        """Show whether an answer is being made, which the button then stops."""
        self._busy = busy
        self._button.icon = "stop" if busy else "arrow_upward"
        self._button.props["aria-label"] = self._view.t("stop" if busy else "send")

    async def _send(self, text: str | None) -> None:
        text = (text or "").strip()
        if not text or self._busy:
            return
        rehearsed = bool(self._rehearse.value)
        if not self._bubbles:
            self._list.clear()
        with self._list:
            theirs = bubble(
                self._view, self._view.person or self._view.t("you"), own=False, time=datetime.now(UTC),
                rehearsed=rehearsed, heard_by=self._audience.value,
            )  # fmt: skip
            write(self._view, theirs.body, text)
        self._bubbles.append(theirs)
        self._field.value = ""
        await self._answer(text, uuid4().hex, rehearsed, theirs)

    async def _answer(self, text: str, id: str, rehearsed: bool, theirs: Bubble | None) -> None:
        """Have a text answered, piece by piece, and show the thoughts."""
        view = self._view
        audience = list(self._audience.value or ()) or None
        with self._list:
            element = bubble(view, self._name, own=True, time=datetime.now(UTC), rehearsed=rehearsed, heard_by=audience)
        waiting(element, view.t("typing", name=self._name))
        self._bubbles.append(element)
        self._working(True)
        try:
            before = await view.run(lambda: feelings(view.acting("read"), view.person))
            self._speaking = asyncio.create_task(self._stream(element, text, id, rehearsed, audience))
            await asyncio.wait([self._speaking])
            speaking, self._speaking = self._speaking, None
            if speaking.cancelled():  # stopped: what was heard of it counts as said
                await self.load()
                return
            reply = speaking.result()
        except Exception as error:
            message = (
                " ".join(error_words(error, view.language)) if isinstance(error, SoulkeepError) else view.t("error")
            )
            self._failed(element, message, lambda: self._again(element, text, id, rehearsed, theirs))
            if isinstance(error, Unauthenticated):
                view.tell(error)
            elif not isinstance(error, SoulkeepError):
                raise
            return
        finally:
            self._working(False)
        element.asked = text
        element.thought = Thought(asked=text, reply=reply, before=before, rehearsed=rehearsed)
        if not view.client.is_deleted:
            write(view, element.body, reply.text, reply.references, reply.check)
            foot(view, element, reply.responder, lambda: self._choose(element))
            self._show(element)
        stored = await view.run(lambda: _stored(view.acting("read"), view.person, reply))
        for bubbled, spoken in zip((theirs, element), stored or (None, None), strict=True):
            if bubbled is not None:
                bubbled.spoken = spoken
        for old in [one for one in self._bubbles if one.thought and one.spoken][:-_THOUGHTS]:
            old.thought = None
        await self.refresh()

    async def _stream(self, element: Bubble, text: str, id: str, rehearsed: bool, audience: list[str] | None) -> Reply:
        """Write an answer as it is spoken."""
        view = self._view
        right: Right = "read" if rehearsed else "write"
        character = await in_thread(
            lambda: view.access.character(view.character_id or "", right, person=view.person, heard_by=audience)
        )
        stream = character.stream(
            text, person=view.person, id=None if rehearsed else id, heard_by=audience, remember=not rehearsed
        )
        written = None
        async with aclosing(aiter(stream)) as spoken:  # type: ignore[type-var]  # a generator
            async for piece in spoken:
                if view.client.is_deleted:
                    continue  # the page was left; the whole answer is still stored
                if written is None:
                    written = growing(element)
                written.text += piece
        return stream.reply

    def _failed(self, element: Bubble, message: str, again: Callable[[], object]) -> None:
        with element.body.clear():
            words(self._view.t("failed"), classes="sk-bad")
            words(message, classes="sk-small")
        with element.foot.clear():
            ui.button(self._view.t("try_again"), icon="refresh", on_click=again).props("flat dense no-caps")

    async def _again(self, element: Bubble, text: str, id: str, rehearsed: bool, theirs: Bubble | None) -> None:
        self._bubbles.remove(element)
        element.element.delete()
        await self._answer(text, id, rehearsed, theirs)

    async def _begin(self) -> None:
        view = self._view
        reply = await view.run(lambda: (view.acting("write").begin(person=view.person, language=view.language),))
        if reply == (None,):
            view.tell(view.t("first_nothing"))
        await self.refresh()

    # -- thoughts

    def _choose(self, element: Bubble) -> None:
        self._show(element)
        ui.run_javascript("sk.show('thoughts')")

    def _show(self, element: Bubble | None) -> None:
        """Show how an answer came about; for an earlier one, what is stored about it."""
        view = self._view
        if self._chosen is not None:
            self._chosen.element.classes(remove="sk-chosen")
        self._chosen, self._feel = element, None
        with self._panel.clear():
            words(view.t("thoughts"), tag="h2", classes="sk-thoughts-title")
            if element is None:
                view.empty(view.t("no_answer"), icon="psychology")
                return
            element.element.classes("sk-chosen")
            if element.thought is not None:
                self._feel = show_thought(view, element.thought)
            elif element.spoken is not None:
                show_kept(view, element.spoken.memory, element.spoken.references)
                if element.asked:
                    ui.button(view.t("again"), icon="replay", on_click=lambda: self._rethink(element)).props(
                        "outline no-caps"
                    ).tooltip(view.t("again_hint"))

    async def _rethink(self, element: Bubble) -> None:
        """Show what the character would think now about an earlier question."""
        view = self._view
        before = await view.run(lambda: feelings(view.acting("read"), view.person))
        try:
            character = await in_thread(view.acting, "read")
            reply = await character.areply(element.asked, person=view.person, remember=False)
        except SoulkeepError as error:
            view.tell(error)
            return
        thought = Thought(asked=element.asked, reply=reply, before=before, rehearsed=True)
        if self._chosen is element:
            with self._panel.clear():
                words(view.t("thoughts"), tag="h2", classes="sk-thoughts-title")
                with view.card():
                    words(reply.text)
                show_thought(view, thought)


def _stored(character: Character, person: str | None, reply: Reply) -> tuple[SpokenTurn | None, SpokenTurn | None]:
    """Return the turns as which a reply was stored: the person's and the character's."""
    stored = {one.memory.id: one for one in latest(character, person, _NEW)}
    own = stored.get(reply.said or "")
    return stored.get(reply.heard or ""), None if own is None else replace(own, references=reply.references)
