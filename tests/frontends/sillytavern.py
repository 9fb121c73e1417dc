"""SillyTavern itself, and what a person does on its pages."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx2
import pytest
from playwright.sync_api import Page

from proxies_support import free_port

HERE = Path(__file__).resolve().parents[2] / ".frontends" / "sillytavern" / "node_modules" / "sillytavern"

_STARTING = 600.0
"""Seconds that it may take to start: the first time, it compiles its scripts."""

_ANSWERING = 60_000
"""Milliseconds that an answer may take, on a busy machine."""

_CONFIG = """\
listen: false
whitelistMode: true
browserLaunch:
  enabled: false
disableCsrfProtection: false
extensions:
  enabled: true
  autoUpdate: false
  models:
    autoDownload: false
enableDownloadableTokenizers: false
thumbnails:
  enabled: false
"""


def installed() -> bool:
    """Return whether SillyTavern and Node are there."""
    return HERE.is_dir() and shutil.which("node") is not None


@contextmanager
def serving_tavern(folder: Path, port: int | None = None) -> Iterator[str]:
    """Run SillyTavern with its data in a folder, and yield its URL."""
    if not installed():
        pytest.skip("SillyTavern isn't installed: make .frontends/sillytavern")
    folder.mkdir(parents=True, exist_ok=True)
    config = folder / "config.yaml"
    config.write_text(_CONFIG, encoding="utf-8")
    port = port or free_port()
    command = ["node", "server.js", "--configPath", str(config), "--dataRoot", str(folder / "data")]
    command += ["--port", str(port), "--browserLaunchEnabled", "false"]
    with (folder / "log").open("ab") as log:
        process = subprocess.Popen(command, cwd=HERE, stdout=log, stderr=log, env={**os.environ, "NO_COLOR": "1"})
    url = f"http://127.0.0.1:{port}"
    try:
        _wait_for(url, process, folder / "log")
        yield url
    finally:
        process.terminate()
        try:
            process.wait(30)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait(30)


def _wait_for(url: str, process: subprocess.Popen[bytes], log: Path) -> None:
    late = time.monotonic() + _STARTING
    while time.monotonic() < late:
        assert process.poll() is None, log.read_text(encoding="utf-8", errors="replace")[-3000:]
        try:
            httpx2.get(url, timeout=10, trust_env=False)
            return
        except httpx2.HTTPError:
            time.sleep(0.3)
    raise AssertionError("SillyTavern didn't start")


def card(name: str, description: str, *, greeting: str = "", **more: Any) -> dict[str, Any]:
    """Return a character card, version 2."""
    data = {
        "name": name,
        "description": description,
        "personality": "",
        "scenario": "",
        "first_mes": greeting,
        "mes_example": "",
        "creator_notes": "",
        "system_prompt": "",
        "post_history_instructions": "",
        "alternate_greetings": [],
        "tags": [],
        "creator": "",
        "character_version": "",
        "extensions": {},
        **more,
    }
    return {"spec": "chara_card_v2", "spec_version": "2.0", "data": data}


class Tavern:
    """What a person does in SillyTavern.

    Args:
        page: a browser's page.
        url: SillyTavern's.
        folder: for files that are given to it.
    """

    def __init__(self, page: Page, url: str, folder: Path) -> None:
        self.page = page
        self.url = url
        self._folder = folder
        page.set_default_timeout(_ANSWERING)

    def enter(self, name: str | None = None) -> None:
        """Open the page; the first time, say by which name one wants to be called."""
        self.page.goto(self.url)
        self.page.wait_for_function("() => !document.getElementById('preloader')")
        if name is not None:
            self.page.locator("dialog[open] input.popup-input, dialog[open] textarea.popup-input").first.fill(name)
            self.page.locator("dialog[open] .popup-button-ok").click()
        self.page.wait_for_function("() => window.SillyTavern?.getContext()?.eventSource")
        self.page.wait_for_function("() => !document.querySelector('dialog[open]')")

    def connect(self, url: str, model: str) -> None:
        """API Connections: Chat Completion, Custom, and an endpoint."""
        page = self.page
        self._drawer("#sys-settings-button .drawer-toggle", "#rm_api_block")
        page.select_option("#main_api", "openai")
        page.select_option("#chat_completion_source", "custom")
        page.fill("#custom_api_url_text", url)
        page.fill("#custom_model_id", model)
        page.click("#api_button_openai")
        page.wait_for_function("() => SillyTavern.getContext().onlineStatus !== 'no_connection'")
        self._close_drawer("#sys-settings-button .drawer-toggle", "#rm_api_block")

    def post_process(self, kind: str) -> None:
        """API Connections: Prompt Post-Processing."""
        self._choose("#custom_prompt_post_processing", kind)

    def stream(self, on: bool) -> None:
        """Switch streaming on or off."""
        self._check("#stream_toggle", on)

    def continue_with_prefill(self, on: bool) -> None:
        """Switch "Continue prefill" on or off."""
        self._check("#continue_prefill", on)

    def names(self, kind: int) -> None:
        """Character Names Behavior: -1 none, 0 default, 1 in the names, 2 in the messages."""
        self.run(f"oai_settings.names_behavior = {kind}")

    def set_body(self, yaml: str) -> None:
        """Additional Parameters: Include Body Parameters."""
        self._additional("#custom_include_body", yaml)

    def set_headers(self, yaml: str) -> None:
        """Additional Parameters: Include Request Headers."""
        self._additional("#custom_include_headers", yaml)

    def _additional(self, field: str, text: str) -> None:
        self._drawer("#sys-settings-button .drawer-toggle", "#rm_api_block")
        self.page.click("#customize_additional_parameters")
        self.page.fill(f"dialog[open] {field}", text)
        self.page.locator("dialog[open] .popup-button-ok").click()
        self.page.wait_for_function("() => !document.querySelector('dialog[open]')")
        self._close_drawer("#sys-settings-button .drawer-toggle", "#rm_api_block")

    def _drawer(self, toggle: str, inside: str) -> None:
        if not self.page.locator(inside).first.is_visible():
            self.page.click(toggle)
            self.page.wait_for_selector(inside, state="visible")

    def _close_drawer(self, toggle: str, inside: str) -> None:
        if self.page.locator(inside).first.is_visible():
            self.page.click(toggle)
            self.page.wait_for_selector(inside, state="hidden")

    def _choose(self, field: str, value: str) -> None:
        self.page.evaluate("([field, value]) => $(field).val(value).trigger('change')", [field, value])

    def _check(self, field: str, on: bool) -> None:
        self.page.evaluate(
            "([field, on]) => $(field).prop('checked', on).trigger('input').trigger('change')", [field, on]
        )

    def bring(self, given: Mapping[str, Any]) -> None:
        """Import a character's card."""
        file = self._folder / f"{given['data']['name']}.json"
        file.write_text(json.dumps(given, ensure_ascii=False), encoding="utf-8")
        self.page.set_input_files("#character_import_file", str(file))
        self.page.wait_for_function(
            "name => SillyTavern.getContext().characters.some(one => one.name === name)", arg=given["data"]["name"]
        )

    def meet(self, name: str) -> None:
        """Choose a character, as the list does."""
        self.page.evaluate(
            """async name => {
                const here = SillyTavern.getContext();
                await here.selectCharacterById(here.characters.findIndex(one => one.name === name));
            }""",
            name,
        )
        self.page.wait_for_function("name => SillyTavern.getContext().name2 === name", arg=name)

    def meet_group(self, name: str, members: list[str]) -> None:
        """Make a group of characters, whose members answer in this order, and choose it."""
        page = self.page
        self._drawer("#rightNavDrawerIcon", "#right-nav-panel")
        if not page.locator("#rm_button_group_chats").is_visible():
            page.click("#rm_button_characters")
        page.click("#rm_button_group_chats")
        page.fill("#rm_group_chat_name", name)
        self._choose("#rm_group_activation_strategy", "1")
        for member in members:
            row = page.locator("#rm_group_add_members .group_member", has_text=member)
            row.locator('[data-action="add"]').first.click()
        page.click("#rm_group_submit")
        page.locator(".group_select", has_text=name).first.click()
        page.wait_for_function("() => SillyTavern.getContext().groupId && SillyTavern.getContext().chat.length")
        self._close_drawer("#rightNavDrawerIcon", "#right-nav-panel")

    def new_chat(self) -> None:
        """Start a new chat with the same character or group."""
        before = self.page.evaluate("() => SillyTavern.getContext().getCurrentChatId()")
        self.page.click("#options_button")
        self.page.click("#option_start_new_chat")
        self.page.locator("dialog[open] .popup-button-ok").click()
        self.page.wait_for_function("before => SillyTavern.getContext().getCurrentChatId() !== before", arg=before)

    def say(self, text: str, *, answers: int = 1) -> str:
        """Type something, send it, and return the last answer."""
        return self._awaiting(lambda: self._send(text), answers=answers)

    def _send(self, text: str) -> None:
        self.page.fill("#send_textarea", text)
        self.page.click("#send_but")

    def _awaiting(self, doing: Any, *, answers: int = 1) -> str:
        """Do something that is answered, and wait until SillyTavern is done with it."""
        self.page.evaluate(
            """answers => {
                const here = SillyTavern.getContext();
                window.generated = 0;
                const count = () => { window.generated++; };
                here.eventSource.on(here.eventTypes.GENERATION_ENDED, count);
                window.stopCounting = () => here.eventSource.removeListener(here.eventTypes.GENERATION_ENDED, count);
            }""",
            answers,
        )
        doing()
        self.page.wait_for_function("answers => window.generated >= answers", arg=answers)
        self.page.evaluate("() => window.stopCounting()")
        self.page.wait_for_function(
            "() => !document.body.dataset.generating && !SillyTavern.getContext().streamingProcessor"
        )
        chat = self.chat
        return chat[-1]["mes"] if chat else ""

    def run(self, command: str) -> str:
        """Run a slash command; return what it gives."""
        given = self.page.evaluate(
            "async text => (await SillyTavern.getContext().executeSlashCommandsWithOptions(text))?.pipe ?? ''", command
        )
        return str(given)

    def swipe(self) -> str:
        """Swipe for another answer."""
        return self._awaiting(lambda: self.page.click(".last_mes .swipe_right"))

    def swipe_back(self) -> str:
        """Swipe back to the answer before."""
        self.page.click(".last_mes .swipe_left")
        self.page.wait_for_timeout(500)
        return str(self.chat[-1]["mes"])

    def option(self, name: str) -> str:
        """Choose something in the menu: regenerate, continue or impersonate."""

        def doing() -> None:
            self.page.click("#options_button")
            self.page.click(f"#option_{name}")

        return self._awaiting(doing)

    def edit(self, at: int, text: str) -> None:
        """Edit a message."""
        message = f'#chat .mes[mesid="{at}"]'
        self.page.evaluate("at => document.querySelector(at).scrollIntoView()", message)
        self.page.evaluate("at => $(at).find('.mes_edit').trigger('click')", message)
        self.page.fill("#curEditTextarea", text)
        self.page.locator(f"{message} .mes_edit_done").click()
        self.page.wait_for_function("([at, text]) => SillyTavern.getContext().chat[at].mes === text", arg=[at, text])

    def delete_last(self, count: int) -> None:
        """Delete the last messages."""
        length = len(self.chat)
        self.run(f"/del {count}")
        self.page.wait_for_function("length => SillyTavern.getContext().chat.length === length", arg=length - count)

    @property
    def chat(self) -> list[dict[str, Any]]:
        """Return the chat's messages."""
        found: list[dict[str, Any]] = self.page.evaluate(
            """() => SillyTavern.getContext().chat.map(one => ({name: one.name, mes: one.mes, user: one.is_user,
                system: one.is_system}))"""
        )
        return found

    @property
    def in_group(self) -> bool:
        """Return whether the chat is a group's."""
        return bool(self.page.evaluate("() => Boolean(SillyTavern.getContext().groupId)"))

    def by_no_chance(self) -> None:
        """Let SillyTavern choose the same whenever it chooses at random."""
        self.page.evaluate("() => { Math.random = () => 0; }")

    def type(self, text: str) -> None:
        """Write something into the field where one types, in place of what stands there."""
        self.page.fill("#send_textarea", text)

    def summarise(self) -> None:
        """Let the extension for summaries write one, by the main model."""
        self._choose("#summary_source", "main")
        self.page.evaluate("() => $('#memory_force_summarize').trigger('click')")
        self.page.wait_for_function("() => $('#memory_contents').val()")

    @property
    def typed(self) -> str:
        """Return what stands in the field where one types."""
        return self.page.input_value("#send_textarea")
