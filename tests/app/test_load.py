"""The load script's light visitors get what a browser would: a page, refreshes by its timer, answers to buttons."""

import asyncio
from urllib.parse import parse_qsl

from app.load.server import processor_seconds, resident, served
from app.load.visitor import DATASETS, OPENED, LightVisitor, train_page
from app.session.choice import read_link

LONG = 600.0


async def visit_together(address: str) -> list[LightVisitor]:
    visitors = [LightVisitor(address, f"dataset=karate&epochs=100000&seed={seed}") for seed in range(3)]
    for visitor in visitors:
        await visitor.open()
        assert await visitor.until(OPENED, LONG) < LONG
        await visitor.press("Play")
    for visitor in visitors:
        await visitor.until("steps/s", LONG)
        refreshes, step = visitor.refreshes, visitor.step
        while visitor.refreshes < refreshes + 3 or visitor.step <= step:
            await asyncio.sleep(0.05)
        await visitor.press("Pause")
        assert await visitor.until("paused", LONG) < LONG
    for visitor in visitors:
        await visitor.close()
    return visitors


def test_light_visitors_train_and_pause():
    with served(IGCL_OFFLINE="1") as (address, server):
        visitors = asyncio.run(asyncio.wait_for(visit_together(address), LONG))
        assert resident(server) > 10 and processor_seconds(server)[0] > 0
    assert [visitor.problems for visitor in visitors] == [[], [], []]
    assert all(visitor.received > 10_000 for visitor in visitors)


def test_every_visitor_of_the_table_gets_the_long_run_of_their_link():
    for number in range(4):
        choice, problems = read_link(dict(parse_qsl(train_page(number))))
        assert problems == [] and choice.dataset == DATASETS[number % 2]
        assert choice.settings.epochs >= 10_000 and choice.settings.seed == number
