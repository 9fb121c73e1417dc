"""SillyTavern with the extension in it, and what a person does on its page."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, Page
from sillytavern import Tavern, serving_tavern

ROOT = Path(__file__).resolve().parents[2]
EXTENSION = ROOT / "integrations" / "sillytavern"

PATIENCE = 240_000
"""Milliseconds that something may take, on a busy machine."""


@contextmanager
def tavern(folder: Path) -> Iterator[str]:
    """Run SillyTavern with its data in a folder and the extension installed; yield its URL."""
    place = folder / "data" / "default-user" / "extensions" / "soulkeep"
    if not place.exists():
        shutil.copytree(EXTENSION, place)
    with serving_tavern(folder) as url:
        yield url


class Visitor(Tavern):
    """What a person does on SillyTavern's page with the extension.

    Args:
        page: the browser's.
        url: SillyTavern's.
        folder: for files that are given to it.
    """

    def __init__(self, page: Page, url: str, folder: Path) -> None:
        super().__init__(page, url, folder)
        page.set_default_timeout(PATIENCE)

    def enter(self, name: str | None = None) -> None:
        """Open the page; the first time, say by which name one wants to be called."""
        super().enter(name)
        self.page.wait_for_selector("#soulkeep_settings", state="attached")

    def set(self, name: str, value: str) -> None:
        """Set one of the extension's settings."""
        self.page.evaluate(
            """([name, value]) => {
                const input = document.querySelector(`#soulkeep_${name}`);
                if (input.type === 'checkbox') input.checked = value === 'true';
                else input.value = value;
                input.dispatchEvent(new Event('change'));
            }""",
            [name, value],
        )

    def meet(self, name: str) -> None:
        """Choose a character."""
        super().meet(name)
        self._rendered()

    def _rendered(self) -> None:
        """Wait until the page shows the chat: SillyTavern mixes two of them if another is opened before."""
        self.page.wait_for_function(
            """() => SillyTavern.getContext().chat.length > 0 &&
                document.querySelectorAll('#chat .mes').length === SillyTavern.getContext().chat.length"""
        )

    def open_group(self, *names: str) -> None:
        """Make a group whose members answer one after another, and open it."""
        self.page.evaluate(
            """async names => {
                const here = SillyTavern.getContext();
                const members = names.map(name => here.characters.find(one => one.name === name).avatar);
                const body = JSON.stringify({name: names.join(', '), members, avatar_url: '',
                    allow_self_responses: false, activation_strategy: 1, generation_mode: 0, disabled_members: [],
                    chat_metadata: {}, fav: false, chat_id: 'g1', chats: ['g1'], auto_mode_delay: 5});
                const headers = here.getRequestHeaders();
                await fetch('/api/groups/create', {method: 'POST', headers, body});
                await here.getCharacters();
            }""",
            list(names),
        )
        self.page.evaluate(
            "name => { SillyTavern.getContext().executeSlashCommandsWithOptions(`/go ${name}`); }", ", ".join(names)
        )
        self.page.wait_for_function("() => SillyTavern.getContext().groupId && SillyTavern.getContext().chat.length")

    @property
    def chat(self) -> list[dict[str, Any]]:
        """Return the chat's messages."""
        found: list[dict[str, Any]] = self.page.evaluate("() => SillyTavern.getContext().chat")
        return found

    @property
    def shown(self) -> list[str]:
        """Return what the chat shows to be said."""
        return [one["mes"] for one in self.chat if not one.get("is_system")]

    def swipe_back(self) -> str:
        """Swipe back to the answer before."""
        before = self.chat[-1]["mes"]
        self.page.click(".last_mes .swipe_left")
        self.page.wait_for_function("before => SillyTavern.getContext().chat.at(-1).mes !== before", arg=before)
        return str(self.chat[-1]["mes"])

    def edit(self, at: int, text: str) -> None:
        """Edit a message."""
        message = self._message(at)
        message.hover()
        message.locator(".extraMesButtonsHint").click()
        message.locator(".mes_edit").click()
        self.page.locator("#curEditTextarea").fill(text)
        message.locator(".mes_edit_done").click()
        self.page.wait_for_function("([at, text]) => SillyTavern.getContext().chat.at(at).mes === text", arg=[at, text])

    def delete(self, at: int) -> None:
        """Delete a message."""
        count = len(self.chat)
        self.page.evaluate("at => SillyTavern.getContext().deleteMessage(at)", at % count)
        self.page.wait_for_function("count => SillyTavern.getContext().chat.length < count", arg=count)

    def new_chat(self) -> None:
        """Start a new chat."""
        before = self.page.evaluate("() => SillyTavern.getContext().getCurrentChatId()")
        self.page.evaluate("() => { SillyTavern.getContext().executeSlashCommandsWithOptions('/newchat'); }")
        self.page.wait_for_function("before => SillyTavern.getContext().getCurrentChatId() !== before", arg=before)
        self._rendered()

    def _awaiting(self, doing: Callable[[], None], *, answers: int = 1) -> str:
        """Do something that is answered, wait for the end of it, and return the chat's last words."""
        self.page.evaluate(
            """() => {
                const {eventSource, eventTypes} = SillyTavern.getContext();
                window.ended = 0;
                window.counting ??= eventSource.on(eventTypes.GENERATION_ENDED, () => { window.ended++; }) ?? true;
            }"""
        )
        doing()
        self.page.wait_for_function("answers => window.ended >= answers", arg=answers)
        self.page.wait_for_function("() => !document.body.dataset.generating && !document.body.dataset.swiping")
        return str(self.chat[-1]["mes"])

    def _message(self, at: int) -> Locator:
        return self.page.locator(f'#chat .mes[mesid="{at % len(self.chat)}"]')

    # -- the panel

    @property
    def panel(self) -> Locator:
        """Return the panel."""
        return self.page.locator("#soulkeep_panel")

    def card(self, text: str) -> Locator:
        """Return the panel's card of a memory, by its text."""
        return self.panel.locator(".soulkeep-card", has_text=text)
