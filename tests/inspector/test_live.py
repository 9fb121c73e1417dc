"""Tests of how pages are told of changes: one look for all that watch the same, and none that disturbs another."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable

import soulkeep
from soulkeep.inspector.live import Watches, state_of
from soulkeep.inspector.threads import in_thread, in_watch

WAIT = 10.0


def test_all_that_watch_the_same_share_one_look_and_are_told_of_each_change() -> None:
    async def watched() -> None:
        watches, state, looks = Watches(0.001), [0], [0, 0]
        told: list[asyncio.Queue[int]] = [asyncio.Queue(), asyncio.Queue()]

        def look(which: int) -> Callable[[], int]:
            def count() -> int:
                looks[which] += 1
                return state[0]

            return count

        def telling(to: asyncio.Queue[int]) -> Callable[[], Awaitable[None]]:
            return lambda: to.put(state[0])

        async def failing() -> None:
            raise ValueError("a page that is broken")

        watches.watch("a", look(0), failing)
        stops = [watches.watch("a", look(which), telling(to)) for which, to in enumerate(told)]
        while not looks[0]:
            await asyncio.sleep(0)
        state[0] = 1
        assert [await asyncio.wait_for(to.get(), WAIT) for to in told] == [1, 1]
        stops[0]()
        stops[0]()  # twice does no harm
        state[0] = 2
        assert await asyncio.wait_for(told[1].get(), WAIT) == 2
        assert told[0].empty()
        assert looks[1] == 0

    asyncio.run(watched())


def test_nobody_looks_once_nobody_watches_and_a_look_that_fails_is_tried_again() -> None:
    async def watched() -> None:
        watches, told = Watches(0.001), asyncio.Event()
        answers: list[int | OSError] = [OSError("busy"), 1, OSError("busy"), 2]

        def look() -> int:
            answer = answers.pop(0) if len(answers) > 1 else answers[0]
            if isinstance(answer, OSError):
                raise answer
            return answer

        async def tell() -> None:
            told.set()

        stop = watches.watch("a", look, tell)
        await asyncio.wait_for(told.wait(), WAIT)
        stop()
        before = len(asyncio.all_tasks())
        assert before <= 2  # this one, and the watch until it has ended
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert len(asyncio.all_tasks()) == 1

    asyncio.run(watched())


def test_the_state_of_a_relationship_is_another_after_each_change_and_only_then(keep: soulkeep.Keep) -> None:
    holmes = keep.character("holmes")
    states = [state_of(holmes, "anna")]

    def changed() -> bool:
        states.append(state_of(holmes, "anna"))
        return states[-1] != states[-2]

    assert not changed()
    id = holmes.observe("I like tea.", person="anna").id
    assert changed()
    holmes.amend(id, person="anna", pinned=True)
    assert changed()
    holmes.forget(id, person="anna")
    assert changed()
    holmes.feel(person="anna", valence=0.5)
    assert changed()
    holmes.observe("What all share.")
    assert changed()
    holmes.observe("Something else.", person="bertram")
    assert not changed()


def test_slow_pages_hold_up_neither_others_nor_the_watches() -> None:
    go_on = threading.Event()

    async def served() -> tuple[int, int]:
        slow = [asyncio.create_task(in_thread(go_on.wait, 2 * WAIT)) for _ in range(12)]
        try:
            quick = await asyncio.wait_for(in_thread(lambda: 1), WAIT)
            slow += [asyncio.create_task(in_thread(go_on.wait, 2 * WAIT)) for _ in range(12)]
            return quick, await asyncio.wait_for(in_watch(lambda: 2), WAIT)
        finally:
            go_on.set()
            await asyncio.gather(*slow)

    assert asyncio.run(served()) == (1, 2)
