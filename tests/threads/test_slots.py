"""As many threads compute at once as there are processors; a fork leaves none of their places taken."""

from __future__ import annotations

import os
import subprocess
import sys
from threading import Event, Lock, Thread
from time import sleep

import pytest

import soulkeep
from soulkeep.search import recall as recall_module
from soulkeep.search.recall import Recollection
from soulkeep.threads.pace import Aside
from soulkeep.threads.slots import COMPUTING, Slots


def test_recalls_compute_in_turn(keep: soulkeep.Keep, monkeypatch: pytest.MonkeyPatch) -> None:
    holmes = keep.character("holmes")
    for person in range(6):
        holmes.observe("I live in Oslo.", person=f"p{person}")
    inside, most, counting = 0, 0, Lock()
    search = Recollection._search

    def seen(*given: object) -> object:
        nonlocal inside, most
        with counting:
            inside += 1
            most = max(most, inside)
        sleep(0.01)
        try:
            return search(*given)  # type: ignore[arg-type]
        finally:
            with counting:
                inside -= 1

    monkeypatch.setattr(Recollection, "_search", seen)
    monkeypatch.setattr(recall_module, "COMPUTING", Slots(2))
    found: list[str] = []

    def ask(person: str) -> None:
        found.append(holmes.recall("Where do I live?", person=person).hits[0].memory.text)

    threads = [Thread(target=ask, args=(f"p{person}",)) for person in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert most == 2
    assert found == ["I live in Oslo."] * 6


def test_a_slot_is_free_again_after_an_error() -> None:
    slots = Slots(1)
    with pytest.raises(ValueError, match="broken"), slots:
        raise ValueError("broken")
    with slots:
        pass


def test_work_in_the_background_queues_behind_those_who_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    slots = Slots(1)
    monkeypatch.setattr("soulkeep.threads.pace.COMPUTING", slots)
    pace, went_on = Aside(Event()), Event()
    pace._began = -1.0  # it has worked for long

    def work() -> None:
        pace()
        went_on.set()

    with slots:
        thread = Thread(target=work)
        thread.start()
        assert not went_on.wait(0.3)
    assert went_on.wait(60)
    thread.join()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_a_forked_child_has_all_slots() -> None:
    """In a process of its own: a test runner has threads, whose locks a fork may find taken for ever."""
    program = """
import os
from soulkeep.threads.slots import Slots
slots = Slots(1)
with slots:
    child = os.fork()
    if not child:
        with slots:
            os._exit(7)
print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60)
    assert (done.stdout, done.stderr) == ("7\n", "")


def test_there_is_a_slot_for_each_processor() -> None:
    assert COMPUTING._number == (os.cpu_count() or 1)
