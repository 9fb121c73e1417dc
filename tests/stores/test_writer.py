"""Jobs that share a transaction: one that fails fails alone, and the others are done once."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event, get_ident

import apsw
import pytest

from soulkeep.errors import StoreClosed
from soulkeep.stores.sqlite.writer import Job, Writer
from soulkeep.threads.fork import Gate


@pytest.fixture
def file(tmp_path: Path) -> Path:
    apsw.Connection(str(tmp_path / "numbers.db")).execute("CREATE TABLE numbers (n INTEGER UNIQUE)")
    return tmp_path / "numbers.db"


@pytest.fixture
def writer(file: Path) -> Iterator[Writer]:
    def connect() -> apsw.Connection:
        return apsw.Connection(str(file))

    writer = Writer(connect(), lambda error: error, connect, Gate())
    yield writer
    writer.close()


def _adds(number: int) -> Job:
    return lambda db: db.execute("INSERT INTO numbers VALUES (?)", (number,)).fetchall()


def _kept(file: Path) -> list[int]:
    return [number for (number,) in apsw.Connection(str(file)).execute("SELECT n FROM numbers ORDER BY n")]


@pytest.mark.parametrize("failing", [(), (3,), (1, 6), (1, 2, 3, 4, 5, 6)])
def test_a_job_that_fails_fails_alone(writer: Writer, file: Path, failing: tuple[int, ...]) -> None:
    held, may_go_on = Event(), Event()

    def hold(db: apsw.Connection) -> None:
        held.set()
        may_go_on.wait(60)

    def job(number: int) -> Job:
        def run(db: apsw.Connection) -> int:
            _adds(number)(db)  # what a job did before it failed is undone with it
            if number in failing:
                raise ZeroDivisionError(number)
            return number

        return run

    with ThreadPoolExecutor(8) as pool:
        first = pool.submit(writer.run, hold)
        assert held.wait(60)
        rest = [pool.submit(writer.run, job(number)) for number in range(1, 7)]
        while writer._queue.qsize() < len(rest) - 1:  # the thread holds the first
            pass
        may_go_on.set()
        first.result()
        for number, done in enumerate(rest, 1):
            if number in failing:
                with pytest.raises(ZeroDivisionError, match=str(number)):
                    done.result()
            else:
                assert done.result() == number
    assert _kept(file) == [number for number in range(1, 7) if number not in failing]


def test_who_finds_nobody_writing_writes(writer: Writer) -> None:
    assert writer.run(lambda db: get_ident()) == get_ident()


def test_nobody_goes_before_those_who_wait(writer: Writer, file: Path) -> None:
    held, may_go_on = Event(), Event()

    def hold(db: apsw.Connection) -> None:
        held.set()
        may_go_on.wait(60)

    with ThreadPoolExecutor(3) as pool:
        first = pool.submit(writer.run, hold)
        assert held.wait(60)
        waiting = pool.submit(writer.run, lambda db: get_ident())
        while not writer._gathered:
            pass
        after = pool.submit(writer.run, lambda db: get_ident())
        while not writer._queue.qsize():
            pass
        may_go_on.set()
        first.result()
        assert waiting.result() == after.result() == writer._thread.ident


def test_many_threads_write_beside_one_another_and_each_once(writer: Writer, file: Path) -> None:
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda number: writer.run(_adds(number)), range(400)))
    assert _kept(file) == list(range(400))


def test_closing_waits_for_who_writes_and_refuses_the_next(writer: Writer, file: Path) -> None:
    held, may_go_on = Event(), Event()

    def hold(db: apsw.Connection) -> None:
        held.set()
        may_go_on.wait(60)
        _adds(7)(db)

    with ThreadPoolExecutor(2) as pool:
        first = pool.submit(writer.run, hold)
        assert held.wait(60)
        closed = pool.submit(writer.close)
        while not writer._closed:
            pass
        may_go_on.set()
        first.result()
        closed.result()
    with pytest.raises(StoreClosed):
        writer.run(_adds(8))
    assert _kept(file) == [7]


def test_an_interrupt_amid_a_job_leaves_nothing_and_the_next_is_written(writer: Writer, file: Path) -> None:
    def interrupted(db: apsw.Connection) -> None:
        _adds(1)(db)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        writer.run(interrupted)
    writer.run(_adds(2))
    assert _kept(file) == [2]


def test_a_job_alone_that_fails_leaves_nothing(writer: Writer, file: Path) -> None:
    writer.run(_adds(1))
    with pytest.raises(apsw.ConstraintError):
        writer.run(_adds(1))
    writer.run(_adds(2))
    assert _kept(file) == [1, 2]
