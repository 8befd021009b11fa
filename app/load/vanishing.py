"""Memory of a server that many have visited and left: what is not freed after the grace period shows here."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator

from app.load.server import has_children, resident, served
from app.load.visitor import OPENED, LightVisitor, train_page

GRACE, AT_ONCE, PATIENCE = 5, 10, 120.0
FIRST, CALM, LONGEST = 20, 15.0, 600.0


async def come_and_go(address: str, numbers: Iterator[int]) -> int:
    """Open the page, train for a moment, and close the tab; how many of them did train."""
    trained = 0
    for number in numbers:
        visitor = LightVisitor(address, train_page(number))
        await visitor.open()
        if await visitor.until(OPENED, PATIENCE) < PATIENCE:
            await visitor.press("Play")
            trained += await visitor.until("steps/s", PATIENCE) < PATIENCE
        await visitor.close()
    return trained


async def visited_by(address: str, numbers: range) -> int:
    """Wait until all of these have come, gone, and been forgotten; how many of them did train."""
    shared = iter(numbers)
    trained = await asyncio.gather(*(come_and_go(address, shared) for _ in range(AT_ONCE)))
    await asyncio.sleep(2 * GRACE)
    return sum(trained)


async def at_rest(server: int) -> None:
    """Wait until the server has compiled its maps, each in a process beside it, and loaded what they need."""
    end = time.monotonic() + LONGEST
    calm = time.monotonic()
    while time.monotonic() - calm < CALM and time.monotonic() < end:
        await asyncio.sleep(0.5)
        if has_children(server):
            calm = time.monotonic()


async def growth(address: str, server: int, count: int) -> dict[str, float | int]:
    """One line of the table: before is after a first few visitors, who have everything loaded that is shared."""
    await visited_by(address, range(FIRST))
    await at_rest(server)
    before = resident(server)
    trained = await visited_by(address, range(FIRST, FIRST + count))
    after = resident(server)
    sizes = {"MB before": before, "MB after": after, "after / before": after / before}
    return {"vanished visitors": count, "of them trained": trained, **sizes}


def measure(count: int) -> dict[str, float | int]:
    with served(IGCL_GRACE=str(GRACE)) as (address, server):
        return asyncio.run(growth(address, server, count))
