"""What a crowd gets from one server: refreshes, answers to Pause, and steps. Half train on the digits, half on Cora."""

from __future__ import annotations

import argparse
import asyncio
import statistics
import time
from collections.abc import Sequence

from app.load.server import processor_seconds, served
from app.load.vanishing import measure
from app.load.visitor import DATASETS, OPENED, LightVisitor, train_page
from igcl_core.cli.output import table

CROWDS = (1, 5, 10, 20)
SETTLE_SECONDS, WATCH_SECONDS, PATIENCE, PAUSES = 20.0, 30.0, 60.0, 20


async def gather(address: str, count: int) -> list[LightVisitor]:
    """Visitors who have opened the Train page one after the other and pressed Play."""
    visitors = []
    for number in range(count):
        visitor = LightVisitor(address, train_page(number))
        await visitor.open()
        await visitor.until(OPENED, PATIENCE)
        await visitor.press("Play")
        visitors.append(visitor)
    await asyncio.gather(*(visitor.until("steps/s", PATIENCE) for visitor in visitors))
    await asyncio.sleep(SETTLE_SECONDS)
    return visitors


async def watch(visitors: list[LightVisitor], server: int) -> tuple[list[float], list[float], list[float]]:
    """Refreshes and steps a second of each visitor, as their pages show them, and cores that the server used."""

    def counts() -> list[float]:
        pages = [number for visitor in visitors for number in (visitor.refreshes, visitor.step)]
        return [time.monotonic(), *processor_seconds(server), *pages]

    before = counts()
    await asyncio.sleep(WATCH_SECONDS)
    spent, *grown = (new - old for new, old in zip(counts(), before, strict=True))
    rates = [each / spent for each in grown]
    return rates[2::2], rates[3::2], rates[:2]


async def pauses(visitors: list[LightVisitor]) -> list[float]:
    """Seconds from a press on Pause until the page says so, one visitor after the other, while all others train."""
    took = []
    for number in range(max(PAUSES, len(visitors))):
        visitor = visitors[number % len(visitors)]
        await visitor.press("Pause")
        took.append(await visitor.until("paused", PATIENCE))
        await visitor.press("Play")
        await visitor.until("steps/s", PATIENCE)
    return sorted(took)


async def crowd(address: str, server: int, count: int) -> dict[str, float | int | str]:
    """One line of the table."""
    visitors = await gather(address, count)
    refreshes, steps, cores = await watch(visitors, server)
    waits = await pauses(visitors)
    for visitor in visitors:
        await visitor.close()
    return {
        "visitors": count,
        "refreshes/s": statistics.mean(refreshes),
        "fewest": min(refreshes),
        "Pause, s": statistics.median(waits),
        "95 %, s": waits[round(0.95 * (len(waits) - 1))],
        **{f"{name}, steps/s": span(steps[k :: len(DATASETS)]) for k, name in enumerate(DATASETS)},
        "cores": cores[0],
        "event loop": cores[1],
        "problems": sum(len(visitor.problems) for visitor in visitors),
    }


def span(rates: Sequence[float]) -> str:
    """The slowest and the fastest of several runs."""
    return f"{min(rates):.2f} to {max(rates):.2f}" if rates else ""


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m app.load", description=__doc__)
    parser.add_argument("--visitors", type=int, nargs="+", default=CROWDS, help="how many at once (1 5 10 20)")
    parser.add_argument("--vanish", type=int, help="instead: so many come, train for a moment and leave; memory after")
    asked = parser.parse_args()
    if asked.vanish is not None:
        print(table([measure(asked.vanish)]))
        return
    for count in asked.visitors:
        with served() as (address, server):
            print(table([asyncio.run(crowd(address, server, count))]), flush=True)


if __name__ == "__main__":
    main()
