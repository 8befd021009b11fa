"""Coloring: what the colours of a map mean: kinds of items, each with its colour, or a number on a scale."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from app.figures.palette import BLUE, GREEN, INK, ORANGE, VERMILION, class_color
from app.figures.scale import Placed, placed
from app.plain_text import plain_in_chart

FEW_KINDS = 12


@dataclass(frozen=True, eq=False)
class Coloring:
    """`kind` of every item with `names` and `colors` of the kinds, or `value` of every item on a scale."""

    title: str
    kind: np.ndarray | None = None
    names: tuple[str, ...] = ()
    colors: tuple[str, ...] = ()
    value: np.ndarray | None = None

    @property
    def placed(self) -> Placed:
        """The values where they lie on their scale."""
        return placed(self.value)


def by_class(title: str, y: np.ndarray, names: Sequence[str] = ()) -> Coloring:
    """Classes in their own colours; -1 (no class) in grey."""
    y = np.asarray(y)
    count = max(int(y.max(initial=0)) + 1, len(names))
    words = tuple(names[label] if label < len(names) else f"class {label}" for label in range(count))
    colors = tuple(class_color(label) for label in range(count))
    if (y < 0).any():
        return Coloring(title, np.where(y < 0, count, y), (*words, "none"), (*colors, INK))
    return Coloring(title, y, words, colors)


def by_truth(right: np.ndarray) -> Coloring:
    """Items the probe gets right and wrong."""
    return Coloring("Right or wrong", np.where(right, 0, 1), ("right", "wrong"), (GREEN, VERMILION))


def by_split(items: int, train: np.ndarray, val: np.ndarray, test: np.ndarray) -> Coloring:
    kind = np.full(items, 3)
    for number, part in enumerate((train, val, test)):
        kind[part] = number
    names, colors = ("train", "validation", "test", "in no part"), (ORANGE, GREEN, BLUE, INK)
    used = 4 if (kind == 3).any() else 3
    return Coloring("Split", kind, names[:used], colors[:used])


def by_value(title: str, value: np.ndarray) -> Coloring:
    return Coloring(title, value=np.asarray(value, np.float32))


def by_column(title: str, values: np.ndarray) -> Coloring:
    """A column of the reader's own: few different values are kinds, many numbers a scale."""
    values = np.asarray(values)
    kinds, kind, counts = np.unique(values.astype(str), return_inverse=True, return_counts=True)
    if np.issubdtype(values.dtype, np.number) and len(kinds) > FEW_KINDS:
        return by_value(plain_in_chart(title), values)
    most = len(kinds) if len(kinds) <= FEW_KINDS else FEW_KINDS - 1
    kept = np.sort(np.argsort(-counts, kind="stable")[:most])
    names, colors = tuple(kinds[kept].tolist()), tuple(class_color(number) for number in range(len(kept)))
    if len(kept) < len(kinds):
        names, colors = (*names, f"{len(kinds) - len(kept)} others"), (*colors, INK)
    place = np.full(len(kinds), len(kept))
    place[kept] = np.arange(len(kept))
    return Coloring(plain_in_chart(title), place[kind], tuple(map(plain_in_chart, names)), colors)
