"""The worker beside the event loop: it answers, refines, and drops what is out of date."""

import asyncio
from collections.abc import Callable
from itertools import pairwise

from controller.equities import EquityWorker
from engine.equity.spots import Equities, read_spot

PREFLOP = read_spot(["AhKh", "QsQd"])
ENDLESS = read_spot(["AhKhQhJh", "????????"])


async def until(happened: Callable[[], bool]) -> None:
    """Wait for something, but not for ever."""
    async with asyncio.timeout(20):
        while not happened():
            await asyncio.sleep(0.001)


def test_an_exact_count_is_told_once() -> None:
    async def play() -> list[Equities]:
        worker, told = EquityWorker(), list[Equities]()
        worker.ask(PREFLOP, told.append)
        await until(lambda: bool(told))
        await asyncio.sleep(0.01)
        worker.close()
        return told

    (only,) = asyncio.run(play())
    assert [player.wins for player in only.players] == [787_966, 917_606]


def test_an_estimate_is_told_again_whenever_it_is_twice_as_large() -> None:
    async def play() -> list[Equities]:
        worker, told = EquityWorker(), list[Equities]()
        worker.ask(ENDLESS, told.append)
        await until(lambda: len(told) >= 4)
        worker.close()
        return told

    sizes = [result.boards for result in asyncio.run(play())]
    assert all(later >= 2 * earlier for earlier, later in pairwise(sizes))


def test_the_next_card_drops_the_work_before_it() -> None:
    async def play() -> list[Equities]:
        worker, told = EquityWorker(), list[Equities]()
        worker.ask(ENDLESS, told.append)
        await until(lambda: bool(told))
        told.clear()
        worker.ask(PREFLOP, told.append)
        await until(lambda: bool(told))
        await asyncio.sleep(0.02)
        worker.close()
        return told

    assert [result.spot for result in asyncio.run(play())] == [PREFLOP]


def test_nothing_is_told_after_a_cancel() -> None:
    async def play() -> list[Equities]:
        worker, told = EquityWorker(), list[Equities]()
        worker.ask(ENDLESS, told.append)
        worker.cancel()
        await asyncio.sleep(0.05)
        worker.close()
        return told

    assert asyncio.run(play()) == []
