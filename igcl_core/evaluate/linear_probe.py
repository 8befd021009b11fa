"""Linear probe: how well a logistic regression reads the classes off a frozen embedding."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from igcl_core.data.graphs import Split, check_is_split
from igcl_core.evaluate.inputs import checked_embedding, checked_labels, unit_rows
from igcl_core.evaluate.score import Score
from igcl_core.evaluate.softmax_regression import fit_path, probabilities, scores
from igcl_core.threads import computing

GRID = tuple(4.0**power for power in range(-2, 6))


class Prediction(NamedTuple):
    """For every item the class the probe names and the probability it gives that class."""

    label: np.ndarray
    confidence: np.ndarray


class _Fit(NamedTuple):
    C: float
    train: float
    val: float
    test: float


@computing()
def linear_probe(
    z: np.ndarray | Mapping[int, np.ndarray],
    y: np.ndarray,
    split: Split,
    *,
    grid: Sequence[float] = GRID,
    seed: int = 0,
) -> Score:
    """Test accuracy of the C (and, given a mapping {epoch: embedding}, of the epoch) best on the validation items.

    Ties go to the earliest epoch, then to the smallest C. The optimum is unique, so `seed` changes nothing:
    it is taken so that every evaluator is called alike.
    """
    many = isinstance(z, Mapping)
    embeddings = {f"embedding of epoch {epoch}": z[epoch] for epoch in sorted(z)} if many else {"embedding": z}
    if not embeddings:
        raise ValueError("The linear probe needs at least one embedding, but the mapping of epochs is empty.")
    fits = [_best_fit(array, y, split, _checked_grid(grid), name) for name, array in embeddings.items()]
    best = int(np.argmax([fit.val for fit in fits]))
    details = {"C": fits[best].C, "val": fits[best].val, "train": fits[best].train}
    details["missing_classes"] = np.setdiff1d(y, np.asarray(y)[split.train]).tolist()
    if many:
        details |= {"epoch": sorted(z)[best], "epochs": sorted(z)}
        details |= {"val_curve": [fit.val for fit in fits], "test_curve": [fit.test for fit in fits]}
    return Score(fits[best].test, 0.0, _protocol(split, many, details["missing_classes"]), 1, details)


@computing()
def predict(z: np.ndarray, y: np.ndarray, split: Split, c: float, *, grid: Sequence[float] = GRID) -> Prediction:
    """What the probe, fitted on the training items with this C of the grid, says of every item.

    The smaller C of the grid are fitted on the way, so that these are the very weights `linear_probe` scored.
    """
    rows = unit_rows(checked_embedding(z))
    classes, target = _training_classes(y, split, len(rows))
    path = _checked_grid([c, *(smaller for smaller in grid if smaller < c)])
    *_, weights = fit_path(rows[split.train], target, path)
    p = probabilities(rows, weights)
    return Prediction(classes[p.argmax(axis=1)], p.max(axis=1))


def _best_fit(z: np.ndarray, y: np.ndarray, split: Split, grid: list[float], name: str) -> _Fit:
    """The fit of one embedding that is best on the validation items, the smallest C among equals."""
    rows = unit_rows(checked_embedding(z, name))
    classes, target = _training_classes(y, split, len(rows))
    y = np.asarray(y)

    def accuracy(items: np.ndarray, weights: np.ndarray) -> float:
        return float((classes[scores(rows[items], weights).argmax(axis=1)] == y[items]).mean())

    path = list(fit_path(rows[split.train], target, grid))
    best = int(np.argmax([accuracy(split.val, weights) for weights in path]))
    return _Fit(grid[best], *(accuracy(items, path[best]) for items in (split.train, split.val, split.test)))


def _training_classes(y: np.ndarray, split: Split, num_items: int) -> tuple[np.ndarray, np.ndarray]:
    """The classes among the training items, and for each training item which of them it has."""
    y = checked_labels(y, num_items)
    _check_split(check_is_split(split), num_items)
    classes, target = np.unique(y[split.train], return_inverse=True)
    if len(classes) < 2:
        raise ValueError(
            f"The linear probe needs training items of at least two classes, but all {len(split.train)} are of "
            f"class {classes[0]}. Use a split that is stratified or has more training items."
        )
    return classes, target


def _check_split(split: Split, num_items: int) -> None:
    parts = {"training": split.train, "validation": split.val, "test": split.test}
    for name, items in parts.items():
        if not len(items):
            raise ValueError(f"The linear probe needs {name} items, but the split has none. Use another split.")
        if np.min(items) < 0 or np.max(items) >= num_items:
            raise ValueError(f"The {name} items of the split must be whole numbers from 0 to {num_items - 1}.")
    together = np.concatenate([np.unique(items) for items in parts.values()])
    if len(np.unique(together)) < len(together):
        raise ValueError("Training, validation and test items must be different, but the split has some in two parts.")


def _checked_grid(grid: Sequence[float]) -> list[float]:
    if not len(grid) or not all(0 < c < np.inf for c in grid):
        raise ValueError(f"The grid must hold at least one C, each a positive number, but {list(grid)} came.")
    return sorted(float(c) for c in grid)


def _protocol(split: Split, many: bool, missing: list[int]) -> str:
    sizes = f"{len(split.train)}/{len(split.val)}/{len(split.test)}"
    name = split.protocol if sizes in split.protocol else f"{split.protocol} ({sizes} items)"
    gap = f"; {len(missing)} of the classes without a training item" if missing else ""
    chosen = "C and epoch" if many else "C"
    return f"split {name}, logistic regression on L2-normalised rows, {chosen} chosen on validation accuracy{gap}"
