"""SillyTavern with the extension in it, and what a person does on its page."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, Page
from sillytavern import serving_tavern

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


class Visitor:
    """What a person does on SillyTavern's page.

    Args:
        page: the browser's.
        url: SillyTavern's.
        folder: for files that are given to it.
    """

    def __init__(self, page: Page, url: str, folder: Path) -> None:
        self.page = page
        self.url = url
        self._folder = folder
        page.set_default_timeout(PATIENCE)

    def enter(self, name: str | None = None) -> None:
        """Open the page; the first time, say by which name one wants to be called."""
        self.page.goto(self.url)
        self.page.wait_for_function("() => !document.getElementById('preloader')")
        if name is not None:
            self.page.locator("dialog[open] .popup-input").first.fill(name)
            self.page.locator("dialog[open] .popup-button-ok").click()
        self.page.wait_for_selector("#soulkeep_settings", state="attached")
        self.page.wait_for_function("() => !document.querySelector('dialog[open]')")

    def connect(self, model: str) -> None:
        """Connect SillyTavern with a language model behind an OpenAI-compatible URL."""
        page = self.page
        page.click("#sys-settings-button .drawer-toggle")
        page.select_option("#main_api", "openai")
        page.select_option("#chat_completion_source", "custom")
        page.fill("#custom_api_url_text", model)
        page.fill("#custom_model_id", "stand-in")
        page.click("#api_button_openai")
        page.wait_for_function("() => SillyTavern.getContext().onlineStatus !== 'no_connection'")
        page.click("#sys-settings-button .drawer-toggle")
        page.wait_for_selector("#rm_api_block", state="hidden")

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

    def bring(self, name: str, description: str, greeting: str = "") -> None:
        """Import a character's card."""
        data = {"name": name, "description": description, "first_mes": greeting, "personality": "", "scenario": ""}
        card = {"spec": "chara_card_v2", "spec_version": "2.0", "data": {**data, "mes_example": "", "extensions": {}}}
        file = self._folder / f"{name}.json"
        file.write_text(json.dumps(card, ensure_ascii=False), encoding="utf-8")
        self.page.set_input_files("#character_import_file", str(file))
        self.page.wait_for_function(
            "name => SillyTavern.getContext().characters.some(one => one.name === name)", arg=name
        )

    def meet(self, name: str) -> None:
        """Choose a character."""
        self.page.evaluate(
            """async name => {
                const here = SillyTavern.getContext();
                await here.selectCharacterById(here.characters.findIndex(one => one.name === name));
            }""",
            name,
        )
        self.page.wait_for_function("name => SillyTavern.getContext().name2 === name", arg=name)
        self._rendered()

    def _rendered(self) -> None:
        """Wait until the page shows the chat: SillyTavern mixes two of them if another is opened before."""
        self.page.wait_for_function(
            """() => SillyTavern.getContext().chat.length > 0 &&
                document.querySelectorAll('#chat .mes').length === SillyTavern.getContext().chat.length"""
        )

    def meet_group(self, *names: str) -> None:
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

    def say(self, text: str, *, answers: int = 1) -> str:
        """Type something, send it, and return the last answer."""
        self.page.fill("#send_textarea", text)
        return self.awaiting(lambda: self.page.click("#send_but"), answers=answers)

    def swipe(self) -> str:
        """Swipe for another answer."""
        return self.awaiting(lambda: self.page.click(".last_mes .swipe_right"))

    def swipe_back(self) -> str:
        """Swipe back to the answer before."""
        before = self.chat[-1]["mes"]
        self.page.click(".last_mes .swipe_left")
        self.page.wait_for_function("before => SillyTavern.getContext().chat.at(-1).mes !== before", arg=before)
        return str(self.chat[-1]["mes"])

    def option(self, name: str) -> str:
        """Choose something in the menu: regenerate, continue, impersonate."""

        def choosing() -> None:
            self.page.click("#options_button")
            self.page.click(f"#option_{name}")

        return self.awaiting(choosing)

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

    def run(self, command: str) -> str:
        """Run a slash command; return what it gives."""
        return str(
            self.page.evaluate(
                "async text => (await SillyTavern.getContext().executeSlashCommandsWithOptions(text))?.pipe ?? ''",
                command,
            )
        )

    def new_chat(self) -> None:
        """Start a new chat."""
        before = self.page.evaluate("() => SillyTavern.getContext().getCurrentChatId()")
        self.page.evaluate("() => { SillyTavern.getContext().executeSlashCommandsWithOptions('/newchat'); }")
        self.page.wait_for_function("before => SillyTavern.getContext().getCurrentChatId() !== before", arg=before)
        self._rendered()

    def awaiting(self, doing: Callable[[], None], *, answers: int = 1) -> str:
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
