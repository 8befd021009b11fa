"""Stops: the runs of the sensitivity figure as points, without those whose VGAE never reached its stop."""

from __future__ import annotations

from collections.abc import Iterable

from igcl_core.reproduce.old_rows import scored_alike
from igcl_core.reproduce.results import Row
from igcl_core.reproduce.variants import VARIANTS

Point = tuple[float, float]


def reached(row: Row) -> bool:
    """Whether the VGAE came to the adjacency accuracy that the row is named after; true of rows without a stop.

    One that ran out of passes before is a VGAE trained for long, not one that was stopped.
    """
    return row["metrics"].get("adjacency_accuracy", 0.0) >= stop_of(row["row"])


def stop_of(name: str) -> float:
    """The adjacency accuracy at which the row of this name stops its VGAE; 0 where it does not."""
    variant = VARIANTS.get(name)
    return variant.changes.get("vgae_stop", 0.0) if variant else 0.0


def sensitivity_points(rows: Iterable[Row]) -> dict[str, list[Point]]:
    """Adjacency accuracy reached and final accuracy of every run with a stopped VGAE, by dataset."""
    by_seed = points_by_seed(rows)
    return {name: sorted(pair for pairs in seeds.values() for pair in pairs) for name, seeds in by_seed.items()}


def points_by_seed(rows: Iterable[Row]) -> dict[str, dict[int, set[Point]]]:
    """By dataset and seed. Two stops that one pass jumps over are the same run, and count once."""
    points: dict[str, dict[int, set[Point]]] = {}
    for row in filter(reached, _scored(rows)):
        pairs = points.setdefault(row["dataset"], {}).setdefault(row["seed"], set())
        pairs.add((row["metrics"]["adjacency_accuracy"], row["metrics"]["accuracy"]))
    return points


def never_reached(rows: Iterable[Row]) -> dict[str, int]:
    """How many runs of each dataset are no points for that reason."""
    missed = [row["dataset"] for row in unreached(rows)]
    return {name: missed.count(name) for name in dict.fromkeys(missed)}


def unreached(rows: Iterable[Row]) -> list[Row]:
    """The runs that are no points for that reason."""
    return [row for row in _scored(rows) if not reached(row)]


def _scored(rows: Iterable[Row]) -> list[Row]:
    return [row for row in scored_alike(rows) if stop_of(row["row"]) and "accuracy" in row["metrics"]]
