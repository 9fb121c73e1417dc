"""Jobs that share a transaction: one that fails fails alone, and the others are done once."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event

import apsw
import pytest

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
        while writer._queue.qsize() < len(rest):
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


def test_a_job_alone_that_fails_leaves_nothing(writer: Writer, file: Path) -> None:
    writer.run(_adds(1))
    with pytest.raises(apsw.ConstraintError):
        writer.run(_adds(1))
    writer.run(_adds(2))
    assert _kept(file) == [1, 2]
