"""Tests that new connections are accepted a few at a time, and get a transport once their first request has arrived."""

from __future__ import annotations

import asyncio
import errno
import socket
from collections.abc import Awaitable, Callable, Iterator
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from typing import cast

import httpx2
import pytest
from uvicorn.config import Config

from server_support import quiet_in, running
from soulkeep.server.lobby import HEAD_BYTES, Lobby, bound

HEAD = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"
MOST = 40


class Served(asyncio.Protocol):
    """A connection that was let in."""

    def __init__(self, begun: bytes) -> None:
        self.begun = begun


Loop = Callable[[Callable[[], Awaitable[None]]], None]


@pytest.fixture(params=["asyncio", "uvloop"])
def run(request: pytest.FixtureRequest) -> Loop:
    """Return a function that runs something in an event loop of either kind."""
    factory = Config(app="", loop=request.param).get_loop_factory()

    def run(what: Callable[[], Awaitable[None]]) -> None:
        with asyncio.Runner(loop_factory=factory) as runner:
            runner.run(asyncio.wait_for(what(), 60))

    return run


class Place:
    """A lobby, and who was let in from it."""

    def __init__(self) -> None:
        self.served: list[Served] = []
        self.lobby = Lobby(bound("127.0.0.1", 0), self._enter, most=MOST, within=lambda: len(self.served))

    def _enter(self, begun: bytes) -> Served:
        self.served.append(Served(begun))
        return self.served[-1]

    def come(self, says: bytes = b"") -> socket.socket:
        one = socket.create_connection(self.lobby.sockets[0].getsockname())
        one.sendall(says)
        one.setblocking(False)
        return one

    @property
    def begun(self) -> list[bytes]:
        return [one.begun for one in self.served]


async def until(holds: Callable[[], bool]) -> None:
    while not holds():
        await asyncio.sleep(0.005)


def closed(one: socket.socket) -> bool:
    try:
        return one.recv(1) == b""
    except BlockingIOError:
        return False
    except ConnectionResetError:
        return True


def test_others_have_their_turn_while_many_come(run: Loop) -> None:
    async def many() -> None:
        place, turns = Place(), [0]
        with ExitStack() as open_ones:
            for _ in range(300):
                open_ones.enter_context(closing(place.come(HEAD)))
            while len(place.served) < 300:
                before = len(place.served)
                await asyncio.sleep(0)
                turns[0] += 1
                assert len(place.served) - before <= 64
            assert turns[0] >= 10
            place.lobby.close()

    run(many)


def test_what_is_said_in_pieces_is_heard_whole(run: Loop) -> None:
    async def pieces() -> None:
        place = Place()
        with closing(place.come(HEAD[:5])) as one, closing(place.come()) as other:
            for at in range(5, len(HEAD)):
                one.send(HEAD[at : at + 1])
                await asyncio.sleep(0.005)
                assert len(place.served) == 0 or at == len(HEAD) - 1
            await until(lambda: len(place.served) == 1)
            other.send(HEAD.replace(b"\r", b"") + b"more")
            await until(lambda: len(place.served) == 2)
        assert place.begun == [HEAD, HEAD.replace(b"\r", b"") + b"more"]
        place.lobby.close()

    run(pieces)


@pytest.mark.parametrize("said", [b"\x16\x03\x01\x02", b"GET/", b"get / ", b"\r\nGET /", b"G" * 33])
def test_what_can_be_no_request_need_not_wait(run: Loop, said: bytes) -> None:
    async def odd() -> None:
        place = Place()
        with closing(place.come(said)):
            await until(lambda: place.begun == [said])
        place.lobby.close()

    run(odd)


def test_the_oldest_go_where_there_are_too_many_and_those_who_ask_are_let_in(run: Loop) -> None:
    async def many() -> None:
        place = Place()
        with ExitStack() as open_ones:
            silent = [open_ones.enter_context(closing(place.come(HEAD[:9]))) for _ in range(MOST * 3)]
            open_ones.enter_context(closing(place.come(HEAD)))
            await until(lambda: place.begun == [HEAD])
            gone = sum(map(closed, silent))
            assert gone in (MOST * 2, MOST * 2 + 1)
            assert all(map(closed, silent[:gone]))
            place.lobby.close()
            await until(lambda: all(map(closed, silent)))

    run(many)


def test_who_says_nothing_or_too_much_is_closed(run: Loop) -> None:
    async def odd() -> None:
        place = Place()
        with closing(place.come()) as silent, closing(place.come(HEAD[:20])) as half, closing(place.come()) as endless:
            sent = b"GET / " + b"x" * HEAD_BYTES * 2
            while sent and not closed(endless):
                with suppress(BlockingIOError, ConnectionError):
                    sent = sent[endless.send(sent) :]
                await asyncio.sleep(0.005)
            await until(lambda: closed(endless))
            assert not closed(silent)
            await asyncio.sleep(0.05)
            place.lobby.close_silent(30)
            assert not closed(half)
            place.lobby.close_silent(0.01)
            assert closed(silent)
            assert closed(half)
        assert place.served == []
        place.lobby.close()

    run(odd)


def test_who_has_left_is_not_let_in(run: Loop) -> None:
    async def left() -> None:
        place = Place()
        for _ in range(100):
            place.come(HEAD + b"x" * 999).close()
        with closing(place.come(HEAD)):
            await until(lambda: bool(place.served))
        assert place.begun == [HEAD]
        place.lobby.close()

    run(left)


def test_where_descriptors_are_short_it_goes_on_later(run: Loop) -> None:
    async def short() -> None:
        place = Place()
        [listening] = place.lobby.sockets
        refused: list[bool] = []

        class Short:
            def __getattr__(self, name: str) -> object:
                return getattr(listening, name)

            def accept(self) -> object:
                if refused:
                    return listening.accept()
                refused.append(True)
                raise OSError(errno.EMFILE, "Too many open files")

        asyncio.get_running_loop().call_soon(place.lobby._take_in, cast(socket.socket, Short()))
        await until(lambda: bool(refused))
        with closing(place.come(HEAD)):
            await until(lambda: place.begun == [HEAD])
        place.lobby.close()

    run(short)


@pytest.fixture
def url(tmp_path: Path) -> Iterator[str]:
    with running(quiet_in(tmp_path)) as url:
        yield url


def test_an_address_that_is_taken_is_said(url: str) -> None:
    port = int(url.rpartition(":")[2])
    with pytest.raises(OSError, match="in use"):
        bound("127.0.0.1", port)
    for one in bound("localhost", 0):
        one.close()


def test_a_page_of_another_protocol_is_answered_at_once(url: str) -> None:
    port = int(url.rpartition(":")[2])
    with socket.create_connection(("127.0.0.1", port), timeout=20) as one:
        one.sendall(b"\x16\x03\x01\x02\x00\x01\x00\x01")
        assert one.recv(12) == b"HTTP/1.1 400"
    assert httpx2.get(f"{url}/v1/health").status_code == 200
