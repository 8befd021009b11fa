"""The bench of the pages: what it sums up, and that every part has its way."""

from app.bench.stillness import percentile, stillness


class Watched:
    """A page that has seen this."""

    def __init__(self, shifts: list[float], tasks: list[float]):
        self.seen = {"shifts": shifts, "tasks": tasks}

    def evaluate(self, script: str) -> dict | None:
        return self.seen if script == "seen" else None

    def wait_for_timeout(self, _: float) -> None:
        pass


def test_a_percentile_is_a_value_that_was_seen():
    assert percentile([3.0, 1.0, 2.0, 4.0], 0.5) == 2.0 and percentile(list(range(100)), 0.95) == 94
    assert percentile([0.2], 0.95) == 0.2 and percentile([], 0.95) == 0.0


def test_a_still_page_meets_its_targets_and_a_restless_one_does_not():
    assert [row.met for row in stillness(Watched([0.001, 0.019], [0.06] * 19 + [0.3]))] == [True, True]
    assert [row.met for row in stillness(Watched([0.03], [0.06, 0.3]))] == [False, False]
    assert [row.met for row in stillness(Watched([], []))] == [True, True]
