"""SVM: cross-validated accuracy of an RBF support vector machine, the usual score of graph embeddings.

scikit-learn is imported where it is first used: it takes seconds that a visitor of the lab need not wait.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

import numpy as np

from igcl_core.evaluate.inputs import checked_embedding, checked_labels
from igcl_core.evaluate.score import Score
from igcl_core.threads import computing

GRID = tuple(10.0**power for power in range(-3, 4))
INNER_FOLDS = 5
Fold = tuple[np.ndarray, np.ndarray]


class _Items(NamedTuple):
    """The embedding, its labels and every squared distance, from which each fold's kernel is made."""

    z: np.ndarray
    y: np.ndarray
    distance: np.ndarray


@computing()
def svm(z: np.ndarray, y: np.ndarray, *, folds: int = 10, seed: int = 0, repeats: int = 1, jobs: int = 1) -> Score:
    """Mean test accuracy over stratified folds; C is chosen inside each training fold, `jobs` folds run at a time.

    Equal labels, folds and seed give equal folds, so `details["folds"]` of two embeddings can be compared in pairs.
    """
    from sklearn.metrics.pairwise import euclidean_distances

    z = checked_embedding(z)
    y = checked_labels(y, len(z))
    _check_counts(folds, repeats, jobs)
    outer, inner = _possible_folds(y, folds)
    items = _Items(z, y, euclidean_distances(z - z.mean(axis=0), squared=True))
    with ThreadPoolExecutor(jobs) as pool:
        results = list(pool.map(lambda fold: _score_fold(items, fold, inner), _outer_folds(y, outer, seed, repeats)))
    accuracy = np.array([value for value, _ in results]).reshape(repeats, outer)
    means = accuracy.mean(axis=1)
    spread = means.std() if repeats > 1 else accuracy.std()
    details = {"folds": accuracy.ravel().tolist(), "repeats": means.tolist(), "C": [c for _, c in results]}
    return Score(float(means.mean()), float(spread), _protocol(outer, folds, inner, repeats, seed), repeats, details)


def _check_counts(folds: int, repeats: int, jobs: int) -> None:
    if folds < 2 or repeats < 1 or jobs < 1:
        raise ValueError(
            f"The SVM needs at least 2 folds, 1 repeat and 1 job, but {folds}, {repeats} and {jobs} were asked for."
        )


def _possible_folds(y: np.ndarray, folds: int) -> tuple[int, int]:
    """Outer and inner folds, cut down until each has a member of the smallest class; 1 inner fold means no choice."""
    classes, counts = np.unique(y, return_counts=True)
    smallest = int(counts.min())
    if smallest < 2:
        raise ValueError(
            f"The SVM needs at least two items of every class, but class {classes[counts.argmin()]} has only one. "
            "Leave that class out or merge it with another."
        )
    outer = min(folds, smallest)
    left_in_training = smallest - -(-smallest // outer)
    return outer, min(INNER_FOLDS, left_in_training)


def stratified_folds(y: np.ndarray, seed: int = 0, folds: int = 10) -> list[Fold]:
    """What `svm` trains on and scores on for this seed, fold by fold."""
    y = checked_labels(y, len(y))
    return list(_outer_folds(y, _possible_folds(y, folds)[0], seed, 1))


def _outer_folds(y: np.ndarray, folds: int, seed: int, repeats: int) -> Iterator[Fold]:
    from sklearn.model_selection import StratifiedKFold

    for repeat in range(repeats):
        yield from StratifiedKFold(folds, shuffle=True, random_state=seed + repeat).split(y, y)


def _score_fold(items: _Items, fold: Fold, inner: int) -> tuple[float, float]:
    """Accuracy on the held-out items, and the C chosen without them."""
    c = _choose_c(items, fold[0], inner)
    return _accuracies(items, fold, (c,))[0], c


def _choose_c(items: _Items, train: np.ndarray, inner: int) -> float:
    """The C with the best mean accuracy over inner folds, the smallest among equals."""
    from sklearn.model_selection import StratifiedKFold

    if inner < 2:
        return 1.0
    y = items.y[train]
    folds = [(train[fit], train[held_out]) for fit, held_out in StratifiedKFold(inner).split(y, y)]
    accuracy = np.stack([_accuracies(items, fold, GRID) for fold in folds], axis=1)
    return GRID[int(accuracy.mean(axis=1).argmax())]


def _accuracies(items: _Items, fold: Fold, grid: tuple[float, ...]) -> list[float]:
    """Accuracy on the second part of the fold of an SVM fitted on the first, for every C.

    The kernel exp(-gamma |a - b|^2) is made once for all C, with SVC's own gamma = 1 / (features * variance).
    """
    from sklearn.svm import SVC

    train, test = fold
    variance = items.z[train].var()
    gamma = 1 / (items.z.shape[1] * variance) if variance > 0 else 1.0
    inside, across = (np.exp(-gamma * items.distance[np.ix_(rows, train)]) for rows in (train, test))
    machines = (SVC(C=c, kernel="precomputed").fit(inside, items.y[train]) for c in grid)
    return [float((machine.predict(across) == items.y[test]).mean()) for machine in machines]


def _protocol(outer: int, folds: int, inner: int, repeats: int, seed: int) -> str:
    fewer = f" (not {folds}: the smallest class has {outer} items)" if outer < folds else ""
    times = f", {repeats} repeats" if repeats > 1 else ""
    choice = f"C of 1e-3..1e3 chosen by {inner} inner folds" if inner > 1 else "C = 1 (too few items to choose it)"
    return f"stratified {outer}-fold{fewer}{times}, seed {seed}, RBF SVM on the raw embedding, {choice}"
