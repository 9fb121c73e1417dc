"""`examples/discord_bot.py`, by discord.py itself, against a stand-in for Discord."""

from __future__ import annotations

import asyncio
import contextlib
import importlib.util
import time
import warnings
from collections.abc import AsyncIterator, Callable, Coroutine
from pathlib import Path
from types import ModuleType

import pytest
import yarl

import soulkeep
from discord_support import BOT, Discord, user

with warnings.catch_warnings():
    warnings.simplefilter("ignore", DeprecationWarning)  # discord.py imports what Python 3.13 hasn't got
    import discord
    from discord.gateway import DiscordWebSocket

EXAMPLE = Path(__file__).parents[1] / "examples" / "discord_bot.py"
ANNA, BEN = user(11, "Anna"), user(12, "Ben")
MARA = f"<@{BOT}>"
DM_ANNA, DM_BEN = 71, 72
ROOM = 1

Talk = Callable[[Discord, soulkeep.Keep], Coroutine[None, None, None]]


@pytest.fixture(scope="module")
def example() -> ModuleType:
    spec = importlib.util.spec_from_file_location("discord_bot", EXAMPLE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def run(example: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[[Talk], None]:
    """Return a function that runs a talk while the bot is connected."""

    @contextlib.asynccontextmanager
    async def connected(keep: soulkeep.Keep) -> AsyncIterator[Discord]:
        there = Discord()
        await there.start()
        monkeypatch.setattr(discord.http.Route, "BASE", f"{there.url}/api/v10")
        monkeypatch.setattr(DiscordWebSocket, "DEFAULT_GATEWAY", yarl.URL(there.url.replace("http", "ws")))
        bot = example.Mara(keep)
        running = asyncio.create_task(bot.start("token"))
        try:
            yield there
        finally:
            await bot.close()
            await running
            await there.stop()

    def talks(talk: Talk) -> None:
        async def whole() -> None:
            with soulkeep.open(tmp_path / "keep.db") as keep:
                async with connected(keep) as there:
                    await talk(there, keep)

        asyncio.run(whole())

    return talks


async def asked(there: Discord, who: dict[str, object], text: str, *, channel: int, private: bool = False) -> str:
    await there.write(who, text, channel=channel, private=private)
    where, answer = await asyncio.wait_for(there.said.get(), 30)
    assert where == channel
    return answer


def test_every_user_is_a_person_and_what_is_told_in_private_stays_there(run: Callable[[Talk], None]) -> None:
    async def talk(there: Discord, keep: soulkeep.Keep) -> None:
        await asked(there, ANNA, "I hid the ring in the piano.", channel=DM_ANNA, private=True)
        await asked(there, ANNA, f"{MARA} My sister Clara plays the cello.", channel=ROOM)
        await asked(there, BEN, f"{MARA} Hello!", channel=ROOM)
        # in the room nobody hears of the ring, neither Ben nor, since he listens, Anna
        for who in (BEN, ANNA):
            assert "piano" not in await asked(there, who, f"{MARA} What is hidden in the piano?", channel=2)
            assert "ring" not in await asked(there, who, f"{MARA} Where is the ring?", channel=ROOM)
        assert "ring" not in await asked(there, BEN, "What is hidden in the piano?", channel=DM_BEN, private=True)
        assert "ring" in await asked(there, ANNA, "What is hidden in the piano?", channel=DM_ANNA, private=True)
        assert {"11", "12"} <= set(keep.people("mara"))
        assert {one.id for one in keep.character("mara").sessions(person="11")} == {"1", "2", str(DM_ANNA)}

    run(talk)


def test_who_talks_in_a_channel_has_heard_what_is_said_there(run: Callable[[Talk], None]) -> None:
    async def talk(there: Discord, keep: soulkeep.Keep) -> None:
        await asked(there, BEN, f"{MARA} Hello!", channel=ROOM)
        await asked(there, ANNA, f"{MARA} My sister Clara plays the cello.", channel=ROOM)
        assert "Clara" in await asked(there, BEN, "Who plays the cello?", channel=DM_BEN, private=True)

    run(talk)


def test_what_isnt_for_her_is_not_answered(run: Callable[[Talk], None]) -> None:
    async def talk(there: Discord, keep: soulkeep.Keep) -> None:
        await there.write(ANNA, "My sister Clara plays the cello.", channel=ROOM)
        await there.write({**BEN, "bot": True}, f"{MARA} I am a bot, too.", channel=ROOM)
        assert "cello" not in await asked(there, ANNA, f"{MARA} Who plays the cello?", channel=ROOM)
        assert there.said.empty()
        assert not any("bot" in memory.text for memory in keep.character("mara").memories(person="12"))

    run(talk)


def test_a_deleted_message_is_a_deleted_memory(run: Callable[[Talk], None]) -> None:
    async def talk(there: Discord, keep: soulkeep.Keep) -> None:
        mara = keep.character("mara")
        id = await there.write(ANNA, "My bank code is 1234.", channel=DM_ANNA, private=True)
        await asyncio.wait_for(there.said.get(), 30)
        assert any("1234" in memory.text for memory in mara.memories(person="11"))
        await there.delete(id, channel=DM_ANNA, private=True)
        await until(lambda: not any("1234" in memory.text for memory in mara.memories(person="11")))

    run(talk)


def test_commands(run: Callable[[Talk], None]) -> None:
    async def talk(there: Discord, keep: soulkeep.Keep) -> None:
        await asked(there, BEN, f"{MARA} Hello!", channel=ROOM)
        await asked(there, ANNA, f"{MARA} My sister Clara plays the cello.", channel=ROOM)
        assert sorted(one["name"] for one in there.commands) == ["about-me", "ask", "forget-me"]
        keep.settle()
        answer, alone = await there.type(ANNA, "ask", question="Who plays the cello?")
        assert "Clara" in answer
        assert alone
        answer, alone = await there.type(ANNA, "about-me")
        assert "Clara" in answer
        assert alone
        answer, alone = await there.type(ANNA, "forget-me")
        assert answer.startswith("Gone")
        assert alone
        assert not list(keep.character("mara").memories(person="11"))
        assert "Clara" not in await asked(there, BEN, "Who plays the cello?", channel=DM_BEN, private=True)
        assert (await there.type(ANNA, "about-me"))[0] == "Nothing yet."

    run(talk)


async def until(so: Callable[[], bool]) -> None:
    end = time.monotonic() + 30
    while not so():
        assert time.monotonic() < end
        await asyncio.sleep(0.02)
